//! SPIR-V that an author names by number (GL_EXT_spirv_intrinsics): instructions, decorations and execution modes.
//!
//! They are items of the module. A type is [`crate::TypeData::Spirv`] of its number, a storage class is an item in the
//! decorations of a global in [`crate::Storage::Spirv`]. A decoration is named by [`crate::Decorations::spirv`], an instruction by the first
//! operand of the intrinsics `spirv` and `spirv_void`, a number too; execution modes are the entry point's.

use crate::constants::Constant;
use crate::module::Global;
use crate::names::Name;
use crate::types::Type;

/// The kind of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpirvKind {
    /// An instruction.
    Instruction,
    /// A decoration.
    Decoration,
    /// An execution mode.
    Mode,
    /// A type.
    Type,
    /// A storage class.
    Storage,
}

impl SpirvKind {
    /// All of them, with their names in the text form.
    pub const ALL: [(Self, &'static str); 5] = [
        (Self::Instruction, "instruction"),
        (Self::Decoration, "decoration"),
        (Self::Mode, "mode"),
        (Self::Type, "type"),
        (Self::Storage, "storage"),
    ];

    /// Its name in the text form.
    pub fn name(self) -> &'static str {
        match self {
            Self::Instruction => "instruction",
            Self::Decoration => "decoration",
            Self::Mode => "mode",
            Self::Type => "type",
            Self::Storage => "storage",
        }
    }
}

/// An operand of a decoration or execution mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpirvOperand {
    /// A word.
    Literal(u32),
    /// The id of a constant.
    Constant(Constant),
    /// A string.
    Text(Name),
    /// The id of a type, for types.
    Type(Type),
    /// The id of a global variable, for decorations.
    Global(Global),
}

/// An instruction, decoration or execution mode by number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpirvItem {
    /// The kind.
    pub kind: SpirvKind,
    /// The author's name of an instruction.
    pub name: Name,
    /// The extended instruction set of an instruction, empty for those of SPIR-V itself.
    pub set: Name,
    /// Opcode, decoration or execution mode.
    pub number: u32,
    /// The operands behind the number of a decoration, mode or type.
    pub operands: Vec<SpirvOperand>,
    /// Of an instruction: which operands are literal numbers, a bit for each.
    pub literals: u32,
    /// Capabilities that it needs.
    pub capabilities: Vec<u32>,
    /// Extensions that it needs.
    pub extensions: Vec<Name>,
    /// Of a decoration: the item with the next decoration of the same thing.
    pub next: Option<u32>,
}

impl SpirvItem {
    /// An item without operands and needs.
    pub fn new(kind: SpirvKind, number: u32) -> Self {
        Self {
            kind,
            name: Name::EMPTY,
            set: Name::EMPTY,
            number,
            operands: Vec::new(),
            literals: 0,
            capabilities: Vec::new(),
            extensions: Vec::new(),
            next: None,
        }
    }
}

/// Gives the globals that items name other numbers; one that is gone is not named any more.
pub fn renumber_globals(items: &mut [SpirvItem], new: impl Fn(Global) -> Option<Global>) {
    for item in items {
        let renumbered = |operand: SpirvOperand| match operand {
            SpirvOperand::Global(global) => new(global).map(SpirvOperand::Global),
            other => Some(other),
        };
        item.operands = item.operands.iter().filter_map(|&operand| renumbered(operand)).collect();
    }
}
