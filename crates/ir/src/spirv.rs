//! What an author says in SPIR-V's own terms (GL_EXT_spirv_intrinsics): instructions, decorations and execution modes
//! by number.
//!
//! They are items of the module. A decoration is named by [`crate::Decorations::spirv`], an instruction by the first
//! operand of the intrinsics `spirv` and `spirv_void`, a number too; execution modes are the entry point's.

use crate::constants::Constant;
use crate::names::Name;

/// What an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpirvKind {
    /// An instruction.
    Instruction,
    /// A decoration.
    Decoration,
    /// An execution mode.
    Mode,
}

impl SpirvKind {
    /// All of them, with their names in the text form.
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::Instruction, "instruction"), (Self::Decoration, "decoration"), (Self::Mode, "mode")];

    /// Its name in the text form.
    pub fn name(self) -> &'static str {
        match self {
            Self::Instruction => "instruction",
            Self::Decoration => "decoration",
            Self::Mode => "mode",
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
}

/// An instruction, decoration or execution mode by number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpirvItem {
    /// What it is.
    pub kind: SpirvKind,
    /// What the author calls an instruction.
    pub name: Name,
    /// The extended instruction set of an instruction, empty for those of SPIR-V itself.
    pub set: Name,
    /// Opcode, decoration or execution mode.
    pub number: u32,
    /// What follows the number of a decoration or mode.
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
