//! The bytes of a section as they are written.

/// Bytes that grow.
#[derive(Clone, Debug, Default)]
pub(crate) struct Output {
    pub(crate) bytes: Vec<u8>,
}

impl Output {
    pub(crate) fn number(&mut self, number: u32) {
        self.wide(u64::from(number));
    }

    pub(crate) fn count(&mut self, count: usize) {
        self.wide(count as u64);
    }

    pub(crate) fn wide(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    pub(crate) fn signed(&mut self, number: i64) {
        self.wide((number << 1 ^ number >> 63) as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::Output;
    use crate::input::Input;

    #[test]
    fn numbers_are_read_as_they_were_written() {
        for bit in 0..64 {
            for number in [1u64 << bit, (1 << bit) - 1, !(1 << bit)] {
                let mut output = Output::default();
                output.wide(number);
                output.signed(number as i64);
                let mut input = Input::new(&output.bytes, 0);
                assert_eq!(input.wide().unwrap(), number);
                assert_eq!(input.signed().unwrap(), number as i64);
                assert!(input.end().is_ok() && input.byte().is_err());
            }
        }
    }

    #[test]
    fn numbers_that_are_too_long_are_refused() {
        assert!(Input::new(&[0xff; 12], 0).wide().is_err());
        assert!(Input::new(&[0xff, 0xff, 0xff, 0xff, 0x1f], 0).number().is_err());
        assert_eq!(Input::new(&[0xff, 0xff, 0xff, 0xff, 0x0f], 0).number().unwrap(), u32::MAX);
    }
}
