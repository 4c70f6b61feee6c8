//! The instructions of words, by rspirv's parser, which has no literals for floats of 8 bits and lacks the newest capabilities.

use std::borrow::Cow;
use std::collections::BTreeMap;

use rspirv::binary::{Consumer, ParseAction};
use rspirv::dr::{Instruction, ModuleHeader, Operand};
use rspirv::spirv::{FPEncoding, Op};

use crate::operands::Newer;
use crate::print::WordsError;

/// Gives the instructions of a module to a consumer, as `rspirv::binary::parse_words` does, with constants of floats of 8 bits
/// among them. The operand that rspirv lacks is a number.
///
/// # Errors
/// If the words are no SPIR-V module.
pub fn parse_words(words: &[u32], consumer: &mut dyn Consumer) -> Result<(), WordsError> {
    let (words, newer) = replaced(words);
    let parsed = match words {
        Cow::Borrowed(words) => rspirv::binary::parse_words(words, consumer),
        Cow::Owned(words) => {
            rspirv::binary::parse_words(words, &mut Restoring { consumer, newer, instruction: 0 })
        }
    };
    parsed.map_err(|state| WordsError::new(state.to_string()))
}

/// Position and word of an operand that rspirv lacks, by the number of its instruction.
type NewerWords = BTreeMap<usize, (usize, u32)>;

/// The words with what rspirv can read: types of 16 bits in place of those of 8 bits, whose literals take one word, too, and another
/// operand in place of one that it lacks. Also the instructions that have these, by their positions.
fn replaced(words: &[u32]) -> (Cow<'_, [u32]>, NewerWords) {
    let mut words = Cow::Borrowed(words);
    let mut newer = BTreeMap::new();
    let (mut at, mut instruction) = (5, 0);
    while let Some(&first) = words.get(at) {
        let (count, opcode) = ((first >> 16) as usize, first & 0xffff);
        if opcode == Op::TypeFloat as u32 && count == 4 && words.get(at + 2) == Some(&8) {
            words.to_mut()[at + 2] = 16;
        }
        if let Some(row) = Newer::of_instruction(words.get(at..at + count).unwrap_or_default()) {
            let word = words[at + row.position];
            words.to_mut()[at + row.position] = row.stand_in_for(word);
            newer.insert(instruction, (row.position, word));
        }
        at += count.max(1);
        instruction += 1;
    }
    (words, newer)
}

/// Gives types of floats their own width again, and newer operands their numbers.
struct Restoring<'a> {
    consumer: &'a mut dyn Consumer,
    newer: NewerWords,
    instruction: usize,
}

impl Consumer for Restoring<'_> {
    fn initialize(&mut self) -> ParseAction {
        self.consumer.initialize()
    }

    fn finalize(&mut self) -> ParseAction {
        self.consumer.finalize()
    }

    fn consume_header(&mut self, header: ModuleHeader) -> ParseAction {
        self.consumer.consume_header(header)
    }

    fn consume_instruction(&mut self, mut instruction: Instruction) -> ParseAction {
        if let (Op::TypeFloat, [width, Operand::FPEncoding(encoding)]) =
            (instruction.class.opcode, instruction.operands.as_mut_slice())
            && matches!(encoding, FPEncoding::Float8E4M3EXT | FPEncoding::Float8E5M2EXT)
        {
            *width = Operand::LiteralBit32(8);
        }
        if let Some(&(position, word)) = self.newer.get(&self.instruction)
            && let Some(operand) = instruction.operands.get_mut(position - 1)
        {
            *operand = Operand::LiteralBit32(word);
        }
        self.instruction += 1;
        self.consumer.consume_instruction(instruction)
    }
}
