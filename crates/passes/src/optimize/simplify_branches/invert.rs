//! Branches whose code stands in the second arm, behind an empty first one.
//!
//! ```text
//! %1: bool = sge %i, %n                       %1: bool = slt %i, %n
//! if %1 { return } else { merge }             if %1 { merge } else { return }
//! ```
//!
//! A driver takes what follows a return into the other arm, and inverts the mask of the lanes that run in front of a second arm;
//! without code in the first arm, that is all there is to do there. The inverse of the condition costs nothing where it is
//! one comparison for another, and nothing else reads it.

use crate::analysis::conditions::inverse;
use rustc_hash::FxHashMap;
use vitrum_ir::{Block, FunctionData, Inst, Name, Op, Operand, SideTable, Value, visit};

/// Operations of a condition that is inverted, at most.
const MOST: usize = 16;

/// The branches to invert, with the operations that compute the inverse of their condition.
pub(super) type Inversions = FxHashMap<Inst, Vec<(Inst, Op)>>;

/// Finds the branches of a function that have an inverse for nothing.
pub(super) fn find(function: &FunctionData) -> Inversions {
    let mut candidates: Vec<Inst> = Vec::new();
    visit::each(function, function.body, |inst| {
        if function.op(inst) == Op::If && is_upside_down(function, inst) {
            candidates.push(inst);
        }
    });
    if candidates.is_empty() {
        return Inversions::default();
    }
    let mut uses: SideTable<Value, u32> = SideTable::filled(function.values.len(), 0);
    visit::each(function, function.body, |inst| {
        for value in function.used_values(inst) {
            *uses.entry(value) += 1;
        }
    });
    let planned = candidates.into_iter().filter_map(|inst| {
        let &condition = function.operands(inst).first()?;
        Some((inst, inverted(function, &uses, condition)?))
    });
    planned.collect()
}

/// True if the first arm has no operations, and the second one has more than the way out of something.
fn is_upside_down(function: &FunctionData, inst: Inst) -> bool {
    let Some([then, other]) = function.arms(inst) else { return false };
    let last = |block: Block| function.terminator(block).map(|last| function.op(last));
    let is_empty = |block: Block| function.blocks[block].insts.len() == 1;
    match (last(then), last(other)) {
        // The test of a loop.
        (_, Some(Op::Break)) => false,
        (Some(Op::Merge), _) => is_empty(then) && !is_empty(other),
        (Some(Op::Return | Op::Continue), Some(Op::Merge)) => is_empty(then),
        _ => false,
    }
}

/// The operations that give the opposite of a condition, in place of those that give the condition.
fn inverted(
    function: &FunctionData,
    uses: &SideTable<Value, u32>,
    condition: Operand,
) -> Option<Vec<(Inst, Op)>> {
    let mut pending = vec![condition];
    let mut found = Vec::new();
    while let Some(operand) = pending.pop() {
        let inst = function.definition(operand)?;
        if uses.at(operand.value()?) != 1 || found.len() == MOST {
            return None;
        }
        let (op, through) = match function.op(inst) {
            Op::And => (Op::Or, true),
            Op::Or => (Op::And, true),
            Op::All => (Op::Any, true),
            Op::Any => (Op::All, true),
            op => (inverse(op)?, false),
        };
        found.push((inst, op));
        if through {
            pending.extend(function.operands(inst));
        }
    }
    Some(found)
}

/// Makes a condition its opposite. What had a name is no longer what it says.
pub(super) fn invert(function: &mut FunctionData, operations: &[(Inst, Op)]) {
    for &(inst, op) in operations {
        function.set_op(inst, op);
        if let Some(value) = function.result(inst) {
            function.set_value_name(value, Name::EMPTY);
        }
    }
}
