//! The instructions of words, by rspirv's parser, which has no literals for floats of 8 bits and lacks the newest
//! capabilities and instructions.

use std::borrow::Cow;
use std::collections::BTreeMap;

use rspirv::binary::{Consumer, ParseAction};
use rspirv::dr::{Instruction, ModuleHeader, Operand};
use rspirv::spirv::Op;

use crate::newer;
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

/// Parts that rspirv lacks, by the number of the instruction.
#[derive(Default)]
struct NewerWords {
    /// Position among the operands and word of an operand.
    operands: BTreeMap<usize, (usize, u32)>,
    /// Widths of types of floats.
    widths: BTreeMap<usize, u32>,
    /// Opcodes.
    opcodes: BTreeMap<usize, u32>,
}

/// The words with what rspirv can read: types of 16 bits in place of those of 8 bits, whose literals take one word, too, and another
/// operand in place of one that it lacks. Also the instructions that have these, by their positions.
fn replaced(words: &[u32]) -> (Cow<'_, [u32]>, NewerWords) {
    let mut words = Cow::Borrowed(words);
    let mut newer = NewerWords::default();
    let (mut at, mut instruction) = (5, 0);
    while let Some(&first) = words.get(at) {
        let (count, opcode) = ((first >> 16) as usize, first & 0xffff);
        let is_type = opcode == Op::TypeFloat as u32;
        if is_type
            && count == 4
            && let Some(&width @ (4 | 6 | 8)) = words.get(at + 2)
        {
            words.to_mut()[at + 2] = 16;
            newer.widths.insert(instruction, width);
        }
        if let Some(stand_in) = newer::stand_in(opcode) {
            words.to_mut()[at] = first & 0xffff_0000 | stand_in;
            newer.opcodes.insert(instruction, opcode);
        }
        if let Some(row) = Newer::of_instruction(words.get(at..at + count).unwrap_or_default()) {
            let word = words[at + row.position];
            words.to_mut()[at + row.position] = row.stand_in_for(word);
            // The result of a type is none of its operands.
            let position = row.position - if is_type { 2 } else { 1 };
            newer.operands.insert(instruction, (position, word));
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
        if let (Some(&width), Some(operand)) =
            (self.newer.widths.get(&self.instruction), instruction.operands.first_mut())
        {
            *operand = Operand::LiteralBit32(width);
        }
        if let Some(grammar) =
            self.newer.opcodes.get(&self.instruction).and_then(|&opcode| newer::grammar(opcode))
        {
            instruction.class = grammar;
        }
        if let Some(&(position, word)) = self.newer.operands.get(&self.instruction)
            && let Some(operand) = instruction.operands.get_mut(position)
        {
            *operand = Operand::LiteralBit32(word);
        }
        self.instruction += 1;
        self.consumer.consume_instruction(instruction)
    }
}
