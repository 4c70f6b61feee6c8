//! Evaluates operations on constants and takes branches on constants.
//!
//! ```text
//! %1: f32 = fadd 1.0f32, 2.0f32
//! %2: f32 = if true { merge %1 } else { merge %x }      store @out, 3.0f32
//! store @out, %2
//! ```
//!
//! Evaluation is that of [`vitrum_ir::fold`]: exact, and never of an undefined operation. A `switch` stays, since
//! its cases may be left from within.

use crate::rewrite::{Fate, Pass, Rewriter, rewrite};
use crate::session::Session;
use vitrum_ir::{ControlKind, Inst, Module, Op, Value, fold};

/// Runs the pass; gives the number of values and branches folded.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    rewrite(module, session, |_, _, _| Some(FoldConstants))
}

struct FoldConstants;

impl Pass for FoldConstants {
    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Fate {
        let op = rewriter.function.insts[inst].op;
        if op == Op::If {
            return constant_branch(rewriter, inst);
        }
        if op == Op::Select
            && let Some(fate) = constant_select(rewriter, inst)
        {
            return fate;
        }
        let operands = rewriter.function.operands(inst);
        if !op.effects().is_pure() || operands.is_empty() || operands.iter().any(|it| it.constant().is_none())
        {
            return Fate::Keep;
        }
        let operands = operands.to_vec();
        let imm = rewriter.function.insts[inst].imm;
        let results: Vec<Value> = rewriter.function.results(inst).collect();
        match *results.as_slice() {
            [value] => {
                let ty = rewriter.function.values[value].ty;
                let Some(constant) = fold::fold(rewriter.module, op, &operands, imm, ty) else {
                    return Fate::Keep;
                };
                if !rewriter.may_change() {
                    return Fate::Keep;
                }
                rewriter.forward(value, constant.into());
                Fate::Remove
            }
            [first, second] => {
                let types = [rewriter.function.values[first].ty, rewriter.function.values[second].ty];
                let Some([a, b]) = fold::fold_pair(rewriter.module, op, &operands, types) else {
                    return Fate::Keep;
                };
                if !rewriter.may_change() {
                    return Fate::Keep;
                }
                rewriter.forward(first, a.into());
                rewriter.forward(second, b.into());
                Fate::Remove
            }
            _ => Fate::Keep,
        }
    }
}

pub(crate) fn constant_branch(rewriter: &mut Rewriter<'_>, inst: Inst) -> Fate {
    let condition = rewriter.function.operands(inst).first().and_then(|operand| operand.constant());
    let bits = condition.and_then(|constant| rewriter.module.constants.bits(constant));
    match (bits, rewriter.function.control(inst).map(|control| &control.kind)) {
        (Some(bits), Some(ControlKind::If { then, other })) => {
            let taken = if bits != 0 { *then } else { *other };
            if !rewriter.may_change() {
                return Fate::Keep;
            }
            rewriter.remark(inst, |_| format!("branch removed: its condition is always {}", bits != 0));
            Fate::Splice(taken)
        }
        _ => Fate::Keep,
    }
}

/// A `select` by a constant is one of its operands, constant or not.
pub(crate) fn constant_select(rewriter: &mut Rewriter<'_>, inst: Inst) -> Option<Fate> {
    let &[condition, yes, no] = rewriter.function.operands(inst) else { return None };
    let bits = rewriter.module.constants.bits(condition.constant()?)?;
    let result = rewriter.function.result(inst)?;
    if !rewriter.may_change() {
        return None;
    }
    rewriter.forward(result, if bits != 0 { yes } else { no });
    Some(Fate::Remove)
}
