//! Instructions that are newer than rspirv, which reads others with the same operands in their place.

use std::sync::LazyLock;

use rspirv::grammar::{INSTRUCTION_TABLE, Instruction};
use rspirv::spirv::Op;

/// The opcode, the name, and the instruction that is read in its place.
const ROWS: &[(u32, &str, Op)] = &[
    (4195, "BitcastExtractEXT", Op::ShiftRightLogical),
    (5363, "CooperativeMatrixGetCoordinateEXT", Op::VectorExtractDynamic),
];

/// The grammars, in the order of the rows.
static GRAMMARS: LazyLock<Vec<Instruction<'static>>> = LazyLock::new(|| {
    let grammar = |&(_, opname, stand_in): &(u32, &'static str, Op)| {
        let row = INSTRUCTION_TABLE.iter().find(|row| row.opcode == stand_in)?;
        let Instruction { opcode, operands, .. } = *row;
        Some(Instruction { opname, opcode, capabilities: &[], extensions: &[], operands })
    };
    ROWS.iter().filter_map(grammar).collect()
});

/// The grammars of all, with the opcode of what is read in place of each.
pub(crate) fn grammars() -> impl Iterator<Item = &'static Instruction<'static>> {
    GRAMMARS.iter()
}

/// The instruction that is read in place of one.
pub(crate) fn stand_in(opcode: u32) -> Option<u32> {
    ROWS.iter().find(|row| row.0 == opcode).map(|row| row.2 as u32)
}

/// The grammar of an opcode.
pub(crate) fn grammar(opcode: u32) -> Option<&'static Instruction<'static>> {
    let name = ROWS.iter().find(|row| row.0 == opcode)?.1;
    GRAMMARS.iter().find(|row| row.opname == name)
}

/// The opcode of a name.
pub(crate) fn opcode(name: &str) -> Option<u32> {
    ROWS.iter().find(|row| row.1 == name).map(|row| row.0)
}
