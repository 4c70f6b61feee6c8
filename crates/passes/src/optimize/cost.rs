//! The cost model: about how many words of SPIR-V an instruction becomes.

use vitrum_ir::{ControlKind, FunctionData, Inst, Op, SpirvCode};

/// The words of an operation: some in any case, some for each result, and some for each operand.
#[derive(Clone, Copy)]
struct Words {
    fixed: u8,
    result: u8,
    operand: u8,
}

impl Words {
    const fn new(fixed: u8, result: u8, operand: u8) -> Self {
        Self { fixed, result, operand }
    }

    const fn of(op: Op) -> Self {
        match op {
            // The merge instruction, the branch, and a label and a branch for each block. A result is a phi, whose operands
            // are counted with the terminators that give them.
            Op::If => Self::new(3 + 4 + 2, 3, 0),
            Op::Loop => Self::new(4 + 4 + 8, 3, 3),
            Op::Switch => Self::new(3 + 3 + 2, 3, 0),
            Op::Merge | Op::Break | Op::Continue | Op::Next | Op::Fallthrough => Self::new(2 + 2, 0, 2),
            Op::BreakIf => Self::new(4 + 2, 0, 2),
            Op::Return | Op::Terminate | Op::Unreachable => Self::new(2, 0, 1),
            // An extended instruction names its set.
            _ if matches!(op.info().spirv, SpirvCode::Ext(_)) => Self::new(5, 0, 1),
            // A literal comes with these.
            Op::Extract | Op::Insert => Self::new(4, 0, 1),
            Op::Swizzle | Op::Shuffle => Self::new(8, 0, 0),
            Op::Var | Op::Call => Self::new(4, 0, 1),
            _ => Self::new(1, 2, 1),
        }
    }
}

/// The words of each operation.
static WORDS: [Words; Op::ALL.len()] = {
    let mut all = [Words::new(0, 0, 0); Op::ALL.len()];
    let mut at = 0;
    while at < all.len() {
        all[Op::ALL[at] as usize] = Words::of(Op::ALL[at]);
        at += 1;
    }
    all
};

/// Words of an instruction, without the blocks that it owns.
pub(crate) fn of_inst(function: &FunctionData, inst: Inst) -> u32 {
    let data = &function.insts[inst];
    let Words { fixed, result, operand } = WORDS[data.op as usize];
    let operands = function.operands_of(data).len() as u32;
    u32::from(fixed) + u32::from(result) * data.result_count() as u32 + u32::from(operand) * operands
}

/// The same with the values of a switch.
pub(crate) fn with_cases(function: &FunctionData, inst: Inst) -> u32 {
    let words = of_inst(function, inst);
    if function.op(inst) != Op::Switch {
        return words;
    }
    let Some(ControlKind::Switch { cases }) = function.control(inst).map(|control| &control.kind) else {
        return words;
    };
    let values = cases.iter().map(|case| case.values.len() as u32);
    values.fold(words, |words, count| words.saturating_add(2 * count))
}

/// Words that a function costs beyond its body: its frame, its parameters and its type.
pub(crate) fn of_frame(function: &FunctionData) -> u32 {
    5 + 2 + 1 + 3 * function.params.len() as u32 + 3 + function.params.len() as u32
}
