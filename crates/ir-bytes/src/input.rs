//! The bytes of a file, read from front to back.

use crate::ReadError;

/// The outcome of a step of reading. The error is boxed, so that a number and a failure fit into two words.
pub(crate) type Step<T> = Result<T, Box<ReadError>>;

/// The bytes of a section. Every read is checked against its end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Input<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The offset of the first byte in the file.
    base: usize,
}

impl<'a> Input<'a> {
    pub(crate) fn new(bytes: &'a [u8], base: usize) -> Self {
        Self { bytes, at: 0, base }
    }

    /// The number of bytes that are left: what a list can be long at most.
    pub(crate) fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// The offset of the next byte in the file.
    pub(crate) fn offset(&self) -> usize {
        self.base + self.at
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn fail<T>(&self, message: impl Into<String>) -> Step<T> {
        Err(Box::new(ReadError { offset: self.offset(), message: message.into() }))
    }

    #[inline]
    pub(crate) fn byte(&mut self) -> Step<u8> {
        match self.bytes.get(self.at) {
            Some(&byte) => {
                self.at += 1;
                Ok(byte)
            }
            None => self.fail("unexpected end of the section"),
        }
    }

    pub(crate) fn take(&mut self, count: usize) -> Step<&'a [u8]> {
        let Some(bytes) = self.bytes.get(self.at..).and_then(|rest| rest.get(..count)) else {
            return self.fail(format!("unexpected end of the section: {count} bytes expected"));
        };
        self.at += count;
        Ok(bytes)
    }

    /// An unsigned number below 2<sup>32</sup>.
    #[inline]
    pub(crate) fn number(&mut self) -> Step<u32> {
        match self.bytes.get(self.at) {
            Some(&byte) if byte < 0x80 => {
                self.at += 1;
                Ok(u32::from(byte))
            }
            _ => self.long(),
        }
    }

    #[inline(never)]
    fn long(&mut self) -> Step<u32> {
        let wide = self.wide()?;
        u32::try_from(wide).or_else(|_| self.fail(format!("number {wide} exceeds 32 bits")))
    }

    /// An unsigned number below 2<sup>64</sup>.
    pub(crate) fn wide(&mut self) -> Step<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                return self.fail("number exceeds 64 bits");
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        self.fail("number exceeds 64 bits")
    }

    pub(crate) fn signed(&mut self) -> Step<i64> {
        let bits = self.wide()?;
        Ok((bits >> 1) as i64 ^ -((bits & 1) as i64))
    }

    /// The length of a list of which each entry takes at least `least` bytes.
    #[inline]
    pub(crate) fn count(&mut self, least: usize) -> Step<usize> {
        let count = self.number()? as usize;
        self.fits(count, least)
    }

    /// Checks the length of a list.
    #[inline]
    pub(crate) fn fits(&self, count: usize, least: usize) -> Step<usize> {
        if count > self.left() / least {
            return self.fail(format!("{count} entries expected in {} bytes", self.left()));
        }
        Ok(count)
    }

    /// A number below a bound.
    #[inline]
    pub(crate) fn below(&mut self, bound: usize, what: &str) -> Step<usize> {
        let index = self.number()? as usize;
        if index < bound { Ok(index) } else { self.fail(format!("unknown {what} {index} of {bound}")) }
    }

    /// Checks that the section ends here.
    pub(crate) fn end(&self) -> Step<()> {
        if self.left() == 0 { Ok(()) } else { self.fail(format!("{} bytes too many", self.left())) }
    }
}
