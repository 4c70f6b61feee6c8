//! Conditions that follow from another one.
//!
//! ```text
//! %1: bool = slt %i, %n
//! %2: bool = if %1 { ... merge %3 } else { merge false }          where %2 holds, %1 and %3 do
//! ```

use vitrum_ir::{FunctionData, Inst, Module, Op, Operand, ValueDef};

/// Conditions that follow from one at most.
const MOST: usize = 32;

/// The comparison that holds where another does not.
pub(crate) fn inverse(op: Op) -> Option<Op> {
    Some(match op {
        Op::Ieq => Op::Ine,
        Op::Ine => Op::Ieq,
        Op::Slt => Op::Sge,
        Op::Sle => Op::Sgt,
        Op::Sgt => Op::Sle,
        Op::Sge => Op::Slt,
        Op::Ult => Op::Uge,
        Op::Ule => Op::Ugt,
        Op::Ugt => Op::Ule,
        Op::Uge => Op::Ult,
        Op::Feq => Op::Fne,
        Op::Fne => Op::Feq,
        Op::Fone => Op::Fueq,
        Op::Fueq => Op::Fone,
        Op::Flt => Op::Fuge,
        Op::Fle => Op::Fugt,
        Op::Fgt => Op::Fule,
        Op::Fge => Op::Fult,
        Op::Fult => Op::Fge,
        Op::Fule => Op::Fgt,
        Op::Fugt => Op::Fle,
        Op::Fuge => Op::Flt,
        Op::Equal => Op::NotEqual,
        Op::NotEqual => Op::Equal,
        _ => return None,
    })
}

/// Calls a closure for each operation on other things than conditions that has a known outcome if a condition has one: in all
/// components, for a vector.
pub(crate) fn implied(
    module: &Module,
    function: &FunctionData,
    condition: Operand,
    outcome: bool,
    mut visit: impl FnMut(Inst, bool),
) {
    let mut pending = vec![(condition, outcome)];
    let is = |operand: Operand, outcome: bool| {
        operand.constant().and_then(|it| module.constants.bits(it)) == Some(u64::from(outcome))
    };
    for _ in 0..MOST {
        let Some((condition, outcome)) = pending.pop() else { return };
        let Some(inst) = function.definition(condition) else { continue };
        let chosen = match (function.op(inst), function.operands(inst)) {
            (Op::Not, &[inner]) => {
                pending.push((inner, !outcome));
                continue;
            }
            (Op::And, &[a, b]) if outcome => {
                pending.extend([(a, outcome), (b, outcome)]);
                continue;
            }
            (Op::Or, &[a, b]) if !outcome => {
                pending.extend([(a, outcome), (b, outcome)]);
                continue;
            }
            (Op::All, &[all]) if outcome => {
                pending.push((all, outcome));
                continue;
            }
            (Op::Any, &[all]) if !outcome => {
                pending.push((all, outcome));
                continue;
            }
            (Op::If, &[asked]) => merged(function, inst, condition).map(|[then, other]| [asked, then, other]),
            (Op::Select, &[asked, then, other]) => Some([asked, then, other]),
            _ => {
                visit(inst, outcome);
                continue;
            }
        };
        // One arm gives the other outcome, so the second was taken.
        match chosen {
            Some([asked, then, other]) if is(other, !outcome) => {
                pending.extend([(asked, true), (then, outcome)]);
            }
            Some([asked, then, other]) if is(then, !outcome) => {
                pending.extend([(asked, false), (other, outcome)]);
            }
            _ => {}
        }
    }
}

/// The values that the arms of an `if` give for a result of it.
fn merged(function: &FunctionData, inst: Inst, result: Operand) -> Option<[Operand; 2]> {
    let [then, other] = function.arms(inst)?;
    let ValueDef::Result { index, .. } = function.values[result.value()?].def() else { return None };
    let given = |block| {
        let end = function.ends_with(block, Op::Merge)?;
        function.operands(end).get(index as usize).copied()
    };
    Some([given(then)?, given(other)?])
}
