//! The stream of words: header, instructions, strings.

use std::borrow::Cow;

use spirv::Op;

use crate::error::Error;
use crate::grammar::Grammar;

/// An instruction, with its type and result apart from the other operands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inst<'w> {
    /// The opcode.
    pub(crate) op: u16,
    /// The operation, if the crate `spirv` knows it.
    known: Option<Op>,
    /// The id of its type, 0 if it has none.
    pub(crate) ty: u32,
    /// The id of its result, 0 if it has none.
    pub(crate) id: u32,
    /// Its other operands.
    pub(crate) words: &'w [u32],
    /// Its position in the module, in words.
    pub(crate) at: u32,
}

impl<'w> Inst<'w> {
    /// The operation, if the crate `spirv` knows it.
    pub(crate) fn known(&self) -> Option<Op> {
        self.known
    }

    /// The instruction whose opcode is its first operand, as that of `OpSpecConstantOp` is.
    pub(crate) fn inner(self) -> Result<Self, Error> {
        let op = self.word(0)? as u16;
        Ok(Self { op, known: Op::from_u32(u32::from(op)), words: self.from(1), ..self })
    }

    /// The same without its first operands.
    pub(crate) fn without(self, count: usize) -> Self {
        Self { words: self.from(count), ..self }
    }

    /// An instruction without type and result.
    #[cfg(test)]
    pub(crate) fn plain(op: Op, words: &'w [u32]) -> Self {
        Self { op: op as u16, known: Some(op), ty: 0, id: 0, words, at: 0 }
    }

    /// True if it is this operation.
    pub(crate) fn is(&self, op: Op) -> bool {
        u32::from(self.op) == op as u32
    }

    /// The name of the operation in assembly.
    pub(crate) fn name(&self) -> String {
        match self.known() {
            Some(op) => format!("Op{op:?}"),
            None => format!("instruction {}", self.op),
        }
    }

    /// An operand behind type and result.
    pub(crate) fn word(&self, index: usize) -> Result<u32, Error> {
        let word = self.words.get(index).copied();
        word.ok_or_else(|| self.invalid(format!("{} lacks an operand", self.name())))
    }

    /// The operands from a position on.
    pub(crate) fn from(&self, index: usize) -> &'w [u32] {
        self.words.get(index..).unwrap_or(&[])
    }

    /// A string among the operands, and the number of its words.
    pub(crate) fn string(&self, index: usize) -> (Cow<'w, str>, usize) {
        string(self.from(index))
    }

    pub(crate) fn invalid(&self, message: impl Into<String>) -> Error {
        Error::invalid(self.at, message)
    }

    pub(crate) fn unsupported(&self, message: impl Into<String>) -> Error {
        Error::unsupported(self.at, message)
    }
}

/// The text at the start of some words, and the number of words that it takes.
pub(crate) fn string(words: &[u32]) -> (Cow<'static, str>, usize) {
    let mut bytes = Vec::new();
    let mut count = 0;
    for word in words {
        count += 1;
        let four = word.to_le_bytes();
        match four.iter().position(|&byte| byte == 0) {
            Some(end) => {
                bytes.extend_from_slice(four.get(..end).unwrap_or(&[]));
                break;
            }
            None => bytes.extend_from_slice(&four),
        }
    }
    (Cow::Owned(String::from_utf8_lossy(&bytes).into_owned()), count)
}

/// The magic number of a module whose words are in the byte order of this machine.
pub(crate) const MAGIC: u32 = 0x0723_0203;

/// Words of the header.
const HEADER: usize = 5;

/// The position of the version.
pub(crate) const VERSION: usize = 1;

/// The position of the number that all ids are less than.
pub(crate) const BOUND: usize = 3;

/// The greatest id that SPIR-V lets a module have (section 2.17).
pub(crate) const MAX_ID: u32 = 0x3f_ffff;

/// The words in the byte order of this machine.
pub(crate) fn in_order(words: &[u32]) -> Result<Cow<'_, [u32]>, Error> {
    match words.first() {
        Some(&MAGIC) => Ok(Cow::Borrowed(words)),
        Some(&first) if first == MAGIC.swap_bytes() => {
            Ok(Cow::Owned(words.iter().map(|word| word.swap_bytes()).collect()))
        }
        _ => Err(Error::invalid(0, "the first word is not 0x07230203")),
    }
}

/// The instructions of a module.
pub(crate) fn instructions<'w>(words: &'w [u32], grammar: &mut Grammar) -> Result<Vec<Inst<'w>>, Error> {
    let Some(&[_, version, _, bound, _]) = words.first_chunk::<HEADER>() else {
        return Err(Error::invalid(0, "the header has fewer than five words"));
    };
    if bound > MAX_ID + 1 {
        return Err(Error::too_large(3, format!("ids up to {bound}, of which a module may have {MAX_ID}")));
    }
    let version = ((version >> 16) as u8, (version >> 8) as u8);
    if version.0 != 1 || version.1 > 6 {
        return Err(Error::unsupported(1, format!("SPIR-V {}.{}", version.0, version.1)));
    }
    let mut insts = Vec::with_capacity(words.len() / 4);
    let mut at = HEADER;
    while let Some(&first) = words.get(at) {
        let (count, op) = ((first >> 16) as usize, first as u16);
        let place = at as u32;
        let Some((_, mut rest)) = words.get(at..at + count).and_then(<[u32]>::split_first) else {
            let message =
                if count == 0 { "an instruction of no words" } else { "the last instruction is cut off" };
            return Err(Error::invalid(place, message));
        };
        let mut take = |has: bool| -> Result<u32, Error> {
            if !has {
                return Ok(0);
            }
            let (&id, others) = rest
                .split_first()
                .ok_or_else(|| Error::invalid(place, "an instruction lacks its type or result"))?;
            rest = others;
            if id == 0 || id >= bound {
                return Err(Error::invalid(place, format!("the id {id} is not below the bound {bound}")));
            }
            Ok(id)
        };
        let shape = grammar.shape(op);
        let ty = take(shape.has_type)?;
        let id = take(shape.has_result)?;
        insts.push(Inst { op, known: shape.known, ty, id, words: rest, at: place });
        at += count;
    }
    Ok(insts)
}

#[cfg(test)]
mod tests {
    use super::{MAGIC, in_order, instructions, string};
    use crate::grammar::Grammar;

    #[test]
    fn strings_end_at_the_first_zero() {
        assert_eq!(string(&[0x6e69_616d, 0, 7]), ("main".into(), 2));
        assert_eq!(string(&[0x0000_6261]), ("ab".into(), 1));
        assert_eq!(string(&[]), ("".into(), 0));
    }

    #[test]
    fn swapped_words_are_put_in_order() {
        let words = [MAGIC.swap_bytes(), 0x0000_0100];
        assert_eq!(in_order(&words).unwrap().as_ref(), [MAGIC, 0x0001_0000]);
        assert!(in_order(&[7]).is_err());
    }

    #[test]
    fn cut_words_are_refused() {
        let mut grammar = Grammar::default();
        for (tail, message) in [
            (&[0u32][..], "an instruction of no words"),
            (&[0x0003_0013], "the last instruction is cut off"),
            (&[0x0001_0013], "an instruction lacks its type or result"),
            (&[0x0002_0013, 9], "the id 9 is not below the bound 8"),
        ] {
            let words = [&[MAGIC, 0x0001_0000, 0, 8, 0], tail].concat();
            assert_eq!(instructions(&words, &mut grammar).unwrap_err().message, message);
        }
    }
}
