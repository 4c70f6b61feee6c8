//! The instructions of a SPIR-V module in order, to read and to change, whoever made it. rspirv's own module has no place for
//! execution modes with ids.

use rspirv::binary::{Assemble, Consumer, ParseAction};
use rspirv::dr::{Instruction, ModuleHeader};
use rspirv::spirv::Word;

/// All instructions of a module, in order.
#[derive(Clone)]
pub(crate) struct Instructions {
    pub(crate) header: ModuleHeader,
    pub(crate) list: Vec<Instruction>,
}

impl Instructions {
    /// Reads words.
    pub(crate) fn parse(words: &[u32]) -> Result<Self, String> {
        let mut instructions = Self { header: ModuleHeader::new(0), list: Vec::new() };
        vitrum_spirv_text::parse_words(words, &mut instructions).map_err(|state| state.to_string())?;
        Ok(instructions)
    }

    /// A new id.
    pub(crate) fn id(&mut self) -> Word {
        self.header.bound += 1;
        self.header.bound - 1
    }
}

impl Assemble for Instructions {
    fn assemble_into(&self, words: &mut Vec<u32>) {
        self.header.assemble_into(words);
        self.list.iter().for_each(|instruction| instruction.assemble_into(words));
    }
}

impl Consumer for Instructions {
    fn initialize(&mut self) -> ParseAction {
        ParseAction::Continue
    }

    fn finalize(&mut self) -> ParseAction {
        ParseAction::Continue
    }

    fn consume_header(&mut self, header: ModuleHeader) -> ParseAction {
        self.header = header;
        ParseAction::Continue
    }

    fn consume_instruction(&mut self, instruction: Instruction) -> ParseAction {
        self.list.push(instruction);
        ParseAction::Continue
    }
}
