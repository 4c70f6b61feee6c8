//! The cost model: about how many words of SPIR-V an instruction becomes.

use vitrum_ir::{ControlKind, FunctionData, Inst, Op};

/// Words of an instruction, without the blocks that it owns.
pub(crate) fn of_inst(function: &FunctionData, inst: Inst) -> u32 {
    let data = &function.insts[inst];
    let operands = function.operands(inst).len() as u32;
    let results = data.result_count() as u32;
    match data.op {
        // The merge instruction, the branch, and a label and a branch for each block. A result is a phi, whose operands
        // are counted with the terminators that give them.
        Op::If => 3 + 4 + 2 + 3 * results,
        Op::Loop => 4 + 4 + 8 + 3 * (results + operands),
        Op::Switch => 3 + 3 + 2 + 3 * results,
        Op::Merge | Op::Break | Op::Continue | Op::Next | Op::Fallthrough => 2 + 2 + 2 * operands,
        Op::BreakIf => 4 + 2 + 2 * operands,
        Op::Return | Op::Terminate | Op::Unreachable => 2 + operands,
        // An extended instruction names its set.
        op if matches!(op.info().spirv, vitrum_ir::SpirvCode::Ext(_)) => 5 + operands,
        // A literal comes with these.
        Op::Extract | Op::Insert => 4 + operands,
        Op::Swizzle | Op::Shuffle => 8,
        Op::Var => 4 + operands,
        Op::Call => 4 + operands,
        _ => 1 + 2 * results + operands,
    }
}

/// The same with the values of a switch.
pub(crate) fn with_cases(function: &FunctionData, inst: Inst) -> u32 {
    let words = of_inst(function, inst);
    match function.control(inst).map(|control| &control.kind) {
        Some(ControlKind::Switch { cases }) => {
            let values = cases.iter().map(|case| case.values.len() as u32);
            values.fold(words, |words, count| words.saturating_add(2 * count))
        }
        _ => words,
    }
}

/// Words that a function costs beyond its body: its frame, its parameters and its type.
pub(crate) fn of_frame(function: &FunctionData) -> u32 {
    5 + 2 + 1 + 3 * function.params.len() as u32 + 3 + function.params.len() as u32
}
