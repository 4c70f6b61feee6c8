//! SPIR-V as text.

use rspirv::binary::{Consumer, Disassemble, ParseAction};
use rspirv::dr::{Instruction, Loader, ModuleHeader};
use rspirv::spirv::Op;

use crate::compilation::Error;

/// The text of a SPIR-V module, in the manner of `spirv-dis`.
///
/// # Errors
/// If the words are no SPIR-V module.
pub fn disassemble(words: &[u32]) -> Result<String, Error> {
    Ok(load(words)?.disassemble())
}

/// Reads a module.
fn load(words: &[u32]) -> Result<rspirv::dr::Module, Error> {
    let mut collector = Collector::default();
    rspirv::binary::parse_words(words, &mut collector).map_err(|state| Error::Words(state.to_string()))?;
    let Collector { loader, modes, globals, .. } = collector;
    let mut module = loader.module();
    module.execution_modes.extend(modes);
    module.types_global_values.extend(globals);
    Ok(module)
}

/// Takes what rspirv's loader does not expect: `OpExecutionModeId`, and debug info outside of functions.
#[derive(Default)]
struct Collector {
    loader: Loader,
    modes: Vec<Instruction>,
    globals: Vec<Instruction>,
    in_function: bool,
}

impl Consumer for Collector {
    fn initialize(&mut self) -> ParseAction {
        self.loader.initialize()
    }

    fn finalize(&mut self) -> ParseAction {
        self.loader.finalize()
    }

    fn consume_header(&mut self, header: ModuleHeader) -> ParseAction {
        self.loader.consume_header(header)
    }

    fn consume_instruction(&mut self, instruction: Instruction) -> ParseAction {
        match instruction.class.opcode {
            Op::ExecutionModeId => self.modes.push(instruction),
            Op::ExtInst if !self.in_function => self.globals.push(instruction),
            op => {
                self.in_function = op == Op::Function || self.in_function && op != Op::FunctionEnd;
                return self.loader.consume_instruction(instruction);
            }
        }
        ParseAction::Continue
    }
}
