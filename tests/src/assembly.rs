//! SPIR-V as text: with numbers for ids, which snapshots have, and as `vitrum::disassemble` prints it, read back by spirv-as.

use std::collections::HashMap;

use rspirv::binary::{Consumer, Disassemble, ParseAction};
use rspirv::dr::{Instruction, Loader, ModuleHeader, Operand};
use rspirv::spirv::Op;

use crate::judges::Judges;

/// The text of a SPIR-V module with its own numbers for ids.
pub(crate) fn numbered(words: &[u32]) -> Result<String, String> {
    let mut collector = Collector::default();
    vitrum_spirv_text::parse_words(words, &mut collector).map_err(|state| state.to_string())?;
    let Collector { loader, modes, globals, .. } = collector;
    let mut module = loader.module();
    module.execution_modes.extend(modes);
    module.types_global_values.extend(globals);
    Ok(module.disassemble())
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

/// True if spirv-as and [`vitrum::assemble`] make of the assembly of a module that module, but for the numbers of ids, which both
/// count anew.
pub(crate) fn is_read_back(words: &[u32], judges: &Judges) -> Result<(), String> {
    let text = vitrum::disassemble(words).map_err(|error| error.to_string())?;
    let ours = vitrum::assemble(&text).map_err(|error| format!("{error}\n{text}"))?;
    are_equal(words, &ours).map_err(|why| format!("{why}\n{text}"))?;
    // Newer names that spirv-as has by the vendor's suffix alone.
    let older = text.replace("PartitionedEXT", "PartitionedNV").replace("PartitionEXT", "PartitionNV");
    let older = ["Reduce", "InclusiveScan", "ExclusiveScan"].iter().fold(older, |text, form| {
        text.replace(&format!("Partitioned{form}EXT"), &format!("Partitioned{form}NV"))
    });
    judges.assemble(&older, words, |words, again| {
        are_equal(words, again).map_err(|why| format!("{why}\n{text}"))
    })
}

/// The instructions of a module, in order.
#[derive(Default)]
struct Instructions(Vec<Instruction>);

impl Consumer for Instructions {
    fn initialize(&mut self) -> ParseAction {
        ParseAction::Continue
    }

    fn finalize(&mut self) -> ParseAction {
        ParseAction::Continue
    }

    fn consume_header(&mut self, _: ModuleHeader) -> ParseAction {
        ParseAction::Continue
    }

    fn consume_instruction(&mut self, instruction: Instruction) -> ParseAction {
        self.0.push(instruction);
        ParseAction::Continue
    }
}

fn are_equal(words: &[u32], again: &[u32]) -> Result<(), String> {
    let read = |words: &[u32]| {
        let mut instructions = Instructions::default();
        vitrum_spirv_text::parse_words(words, &mut instructions).map_err(|state| state.to_string())?;
        Ok::<_, String>(instructions.0)
    };
    let (first, second) = (read(words)?, read(again)?);
    if first.len() != second.len() {
        return Err(format!("{} instructions became {}", first.len(), second.len()));
    }
    let mut ids = (HashMap::new(), HashMap::new());
    let mut same = |a: u32, b: u32| *ids.0.entry(a).or_insert(b) == b && *ids.1.entry(b).or_insert(a) == a;
    for (one, other) in first.iter().zip(&second) {
        let mut is_equal =
            one.class.opcode == other.class.opcode && one.operands.len() == other.operands.len();
        for pair in [(one.result_type, other.result_type), (one.result_id, other.result_id)] {
            is_equal &= match pair {
                (Some(a), Some(b)) => same(a, b),
                (a, b) => a == b,
            };
        }
        for (a, b) in one.operands.iter().zip(&other.operands) {
            use Operand::{IdMemorySemantics, IdRef, IdScope};
            is_equal &= match (a, b) {
                (IdRef(a), IdRef(b))
                | (IdScope(a), IdScope(b))
                | (IdMemorySemantics(a), IdMemorySemantics(b)) => same(*a, *b),
                (a, b) => a == b,
            };
        }
        if !is_equal {
            return Err(format!("`{}` became `{}`", one.disassemble(), other.disassemble()));
        }
    }
    // The version and, behind the generator, the schema.
    let header = |words: &[u32]| [words.first().copied(), words.get(1).copied(), words.get(4).copied()];
    if header(words) != header(again) {
        return Err(format!("the header {:x?} became {:x?}", header(words), header(again)));
    }
    Ok(())
}
