//! The instructions of words, by rspirv's parser, which has no literals for floats of 8 bits.

use std::borrow::Cow;

use rspirv::binary::{Consumer, ParseAction};
use rspirv::dr::{Instruction, ModuleHeader, Operand};
use rspirv::spirv::{FPEncoding, Op};

use crate::print::WordsError;

/// Gives the instructions of a module to a consumer, as `rspirv::binary::parse_words` does, with constants of floats of 8 bits
/// among them.
///
/// # Errors
/// If the words are no SPIR-V module.
pub fn parse_words(words: &[u32], consumer: &mut dyn Consumer) -> Result<(), WordsError> {
    let words = widened(words);
    let parsed = match words {
        Cow::Borrowed(words) => rspirv::binary::parse_words(words, consumer),
        Cow::Owned(words) => rspirv::binary::parse_words(words, &mut Narrowing(consumer)),
    };
    parsed.map_err(|state| WordsError::new(state.to_string()))
}

/// The words with types of 16 bits in place of those of 8 bits, whose literals take one word, too.
fn widened(words: &[u32]) -> Cow<'_, [u32]> {
    let mut words = Cow::Borrowed(words);
    let mut at = 5;
    while let Some(&first) = words.get(at) {
        let (count, opcode) = ((first >> 16) as usize, first & 0xffff);
        if opcode == Op::TypeFloat as u32 && count == 4 && words.get(at + 2) == Some(&8) {
            words.to_mut()[at + 2] = 16;
        }
        at += count.max(1);
    }
    words
}

/// Gives types of floats their own width again.
struct Narrowing<'a>(&'a mut dyn Consumer);

impl Consumer for Narrowing<'_> {
    fn initialize(&mut self) -> ParseAction {
        self.0.initialize()
    }

    fn finalize(&mut self) -> ParseAction {
        self.0.finalize()
    }

    fn consume_header(&mut self, header: ModuleHeader) -> ParseAction {
        self.0.consume_header(header)
    }

    fn consume_instruction(&mut self, mut instruction: Instruction) -> ParseAction {
        if let (Op::TypeFloat, [width, Operand::FPEncoding(encoding)]) =
            (instruction.class.opcode, instruction.operands.as_mut_slice())
            && matches!(encoding, FPEncoding::Float8E4M3EXT | FPEncoding::Float8E5M2EXT)
        {
            *width = Operand::LiteralBit32(8);
        }
        self.0.consume_instruction(instruction)
    }
}
