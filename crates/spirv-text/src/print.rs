//! The text of a module, as `spirv-dis` prints it.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use rspirv::binary::{Consumer, Disassemble, ParseAction};
use rspirv::dr::{Instruction, ModuleHeader, Operand};
use rspirv::grammar::{ExtInstOp, InstructionTable, ext_inst_table};
use rspirv::spirv::Op;

use crate::literals::{self, Number};
use crate::names::Names;
use crate::operands::{Newer, mask_text};

/// The column in which opcodes begin.
const INDENT: usize = 15;

/// Tools by their numbers in the registry of SPIR-V.
const GENERATORS: &[(u32, &str)] = &[
    (0, "Khronos"),
    (7, "Khronos SPIR-V Tools Assembler"),
    (8, "Khronos Glslang Reference Front End"),
    (13, "Google Shaderc over Glslang"),
    (14, "Google spiregg"),
    (17, "Khronos SPIR-V Tools Linker"),
];

/// The reason for which words are no SPIR-V module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordsError(String);

impl WordsError {
    pub(crate) const fn new(reason: String) -> Self {
        Self(reason)
    }
}

impl fmt::Display for WordsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for WordsError {}

/// The text of a SPIR-V module, with the names that `spirv-dis` gives to ids: those of the source, and else what a type or
/// a constant is, such as `%_ptr_Function_v4float` and `%float_0_5`. `spirv-as` reads it back.
///
/// ```
/// let words = vitrum_spirv_text::parse("%1 = OpTypeFloat 32\n%2 = OpConstant %1 1\n")?;
/// assert!(vitrum_spirv_text::print(&words)?.contains("%float_1 = OpConstant %float 1\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the words are no SPIR-V module.
pub fn print(words: &[u32]) -> Result<String, WordsError> {
    let Listing { mut header, instructions } = print_instructions(words)?;
    header.reserve(instructions.iter().map(|inst| inst.text.len() + 1).sum());
    for inst in &instructions {
        header.push_str(&inst.text);
        header.push('\n');
    }
    Ok(header)
}

/// The text of a module, in instructions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// The comments at the top, each with its newline.
    pub header: String,
    /// The instructions, in order.
    pub instructions: Vec<PrintedInstruction>,
}

/// The text of an instruction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PrintedInstruction {
    /// Its text, without a newline at the end; strings in it may have some.
    pub text: String,
    /// The id of its result, if it has one.
    pub result: Option<u32>,
    /// The id that it names or decorates, if it is such an instruction.
    pub target: Option<u32>,
}

/// The text of [`print()`], in instructions.
///
/// ```
/// let words = vitrum_spirv_text::parse("OpName %1 \"f\"\n%1 = OpTypeFloat 32\n")?;
/// let listing = vitrum_spirv_text::print_instructions(&words)?;
/// assert_eq!(listing.instructions[0].target, listing.instructions[1].result);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the words are no SPIR-V module.
pub fn print_instructions(words: &[u32]) -> Result<Listing, WordsError> {
    let mut collector = Collector::default();
    crate::words::parse_words(words, &mut collector)?;
    let Collector { header, instructions } = collector;
    let header = header.ok_or_else(|| WordsError("a module without a header".to_owned()))?;
    let mut printer = Printer { text: String::new(), facts: Facts::default(), names: Names::default() };
    for inst in &instructions {
        printer.facts.add(inst);
        printer.names.add(inst, &printer.facts);
    }
    let print = |inst: &Instruction| {
        printer.instruction(inst);
        let text = std::mem::take(&mut printer.text);
        PrintedInstruction { text, result: inst.result_id, target: target(inst) }
    };
    Ok(Listing {
        header: header_text(&header, words),
        instructions: instructions.iter().map(print).collect(),
    })
}

/// The id that an instruction names or decorates.
fn target(inst: &Instruction) -> Option<u32> {
    let is_about = matches!(
        inst.class.opcode,
        Op::Name
            | Op::MemberName
            | Op::Decorate
            | Op::DecorateId
            | Op::DecorateString
            | Op::MemberDecorate
            | Op::MemberDecorateString
            | Op::ExecutionMode
            | Op::ExecutionModeId
    );
    match inst.operands.first() {
        Some(&Operand::IdRef(id)) if is_about => Some(id),
        _ => None,
    }
}

fn header_text(header: &ModuleHeader, words: &[u32]) -> String {
    let (major, minor) = header.version();
    // The parser does not keep the generator.
    let word = |index: usize| words.get(index).copied().unwrap_or_default();
    let (tool, version) = (word(2) >> 16, word(2) & 0xffff);
    let name = GENERATORS.iter().find(|row| row.0 == tool);
    let name = name.map_or_else(|| format!("Unknown({tool})"), |row| row.1.to_owned());
    format!(
        "; SPIR-V\n; Version: {major}.{minor}\n; Generator: {name}; {version}\n; Bound: {}\n; Schema: {}\n",
        header.bound,
        word(4)
    )
}

/// Takes all instructions, in order.
#[derive(Default)]
struct Collector {
    header: Option<ModuleHeader>,
    instructions: Vec<Instruction>,
}

impl Consumer for Collector {
    fn initialize(&mut self) -> ParseAction {
        ParseAction::Continue
    }

    fn finalize(&mut self) -> ParseAction {
        ParseAction::Continue
    }

    fn consume_header(&mut self, header: ModuleHeader) -> ParseAction {
        self.header = Some(header);
        ParseAction::Continue
    }

    fn consume_instruction(&mut self, instruction: Instruction) -> ParseAction {
        self.instructions.push(instruction);
        ParseAction::Continue
    }
}

/// Types and sets that the print of an instruction depends on.
#[derive(Default)]
pub(crate) struct Facts {
    /// Numeric types.
    numbers: BTreeMap<u32, Number>,
    /// The types of results.
    types: BTreeMap<u32, u32>,
    sets: BTreeMap<u32, &'static InstructionTable<ExtInstOp>>,
}

impl Facts {
    fn add(&mut self, inst: &Instruction) {
        let Some(id) = inst.result_id else { return };
        if let Some(ty) = inst.result_type {
            self.types.insert(id, ty);
        }
        match (inst.class.opcode, inst.operands.as_slice()) {
            (Op::TypeInt, &[Operand::LiteralBit32(width), Operand::LiteralBit32(sign)]) => {
                self.numbers.insert(id, Number::Integer { width, is_signed: sign != 0 });
            }
            (Op::TypeFloat, &[Operand::LiteralBit32(width), ref encoding @ ..]) => {
                let encoding = match encoding {
                    [Operand::FPEncoding(encoding)] => Some(*encoding),
                    _ => None,
                };
                self.numbers.insert(id, Number::Float { width, encoding });
            }
            // `spirv-as` has no names for the operations of NonSemantic.DebugPrintf and NonSemantic.DebugBreak.
            (Op::ExtInstImport, [Operand::LiteralString(name)]) if !name.starts_with("NonSemantic.Debug") => {
                if let Some(table) = ext_inst_table(name) {
                    self.sets.insert(id, table);
                }
            }
            _ => {}
        }
    }

    /// The type of the literals of an instruction, if it has one.
    pub(crate) fn number(&self, inst: &Instruction) -> Option<Number> {
        let ty = match inst.class.opcode {
            Op::Constant | Op::SpecConstant => inst.result_type?,
            Op::Switch => match inst.operands.first() {
                Some(Operand::IdRef(selector)) => *self.types.get(selector)?,
                _ => return None,
            },
            _ => return None,
        };
        self.numbers.get(&ty).copied()
    }
}

/// Prints instructions behind one another.
struct Printer {
    text: String,
    facts: Facts,
    names: Names,
}

impl Printer {
    fn instruction(&mut self, inst: &Instruction) {
        // Writing to a string does not fail.
        match inst.result_id {
            Some(id) => {
                let result = format!("%{}", self.names.name(id));
                let _ = write!(self.text, "{result:>width$} = ", width = INDENT - 3);
            }
            None => self.text.extend(std::iter::repeat_n(' ', INDENT)),
        }
        self.text.push_str("Op");
        self.text.push_str(inst.class.opname);
        if let Some(ty) = inst.result_type {
            let _ = write!(self.text, " %{}", self.names.name(ty));
        }
        let number = self.facts.number(inst);
        for operand in &inst.operands {
            self.text.push(' ');
            self.operand(inst, operand, number);
        }
    }

    fn operand(&mut self, inst: &Instruction, operand: &Operand, number: Option<Number>) {
        let text = match operand {
            Operand::IdRef(id) | Operand::IdScope(id) | Operand::IdMemorySemantics(id) => {
                format!("%{}", self.names.name(*id))
            }
            Operand::LiteralString(text) => quoted(text),
            Operand::LiteralExtInstInteger(opcode) => self.extended(inst, *opcode),
            Operand::LiteralBit32(bits) => match Newer::name_of(inst.class.opcode, *bits) {
                Some(name) => name,
                None => literals::literal((*bits).into(), number),
            },
            Operand::LiteralBit64(bits) => literals::literal(*bits, number),
            other => mask_text(other).unwrap_or_else(|| other.disassemble()),
        };
        self.text.push_str(&text);
    }

    /// The name of an operation of the instruction's set, or its number if the set is unknown.
    fn extended(&self, inst: &Instruction, opcode: u32) -> String {
        let Some(Operand::IdRef(set)) = inst.operands.first() else { return opcode.to_string() };
        let row = self.facts.sets.get(set).and_then(|table| table.lookup_opcode(opcode));
        row.map_or_else(|| opcode.to_string(), |row| row.opname.to_owned())
    }
}

/// A string as `spirv-as` reads it.
fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for letter in text.chars() {
        if matches!(letter, '"' | '\\') {
            quoted.push('\\');
        }
        quoted.push(letter);
    }
    quoted.push('"');
    quoted
}
