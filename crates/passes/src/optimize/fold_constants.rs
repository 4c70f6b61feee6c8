//! Constant folding: evaluates operations on constants, and takes branches on constants.
//!
//! ```text
//! %1: f32 = fadd 1.0f32, 2.0f32
//! %2: f32 = if true { merge %1 } else { merge %x }      store @out, 3.0f32
//! store @out, %2
//! ```
//!
//! A loop that is never left at its end goes on without asking: `break_if false` becomes `next`.
//!
//! Evaluation is that of [`vitrum_ir::fold`]: exact, and never of an undefined operation. A `switch` goes if the case that is
//! taken, with those that it falls through to, can be made to end with its only `break`.

use crate::framework::rewrite::{Action, Rewriter, Visitor, rewrite_function};
use crate::framework::session::Session;
use crate::optimize::exits::Exits;
use rustc_hash::FxHashMap;
use vitrum_ir::{Block, Case, ControlKind, Function, Inst, List, Module, Op, Operand, Value, fold};

/// Runs the pass; gives the number of values and branches folded.
pub(crate) fn run(module: &mut Module, function: Function, session: &mut Session) -> usize {
    rewrite_function(module, function, session, FoldConstants)
}

struct FoldConstants;

impl Visitor for FoldConstants {
    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let op = rewriter.function.op(inst);
        if matches!(op, Op::If | Op::Switch | Op::BreakIf) {
            return constant_branch(rewriter, inst);
        }
        fold_value(rewriter, inst)
    }
}

/// Folds an operation that gives values; others stay.
pub(crate) fn fold_value(rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
    let op = rewriter.function.op(inst);
    if op == Op::Select
        && let Some(fate) = constant_select(rewriter, inst)
    {
        return fate;
    }
    let operands = rewriter.function.operands(inst);
    if !op.effects().is_pure() || operands.iter().any(|it| it.constant().is_none()) {
        return Action::Keep;
    }
    let operands = operands.to_vec();
    let imm = rewriter.function.insts[inst].imm;
    let results: Vec<Value> = rewriter.function.results(inst).collect();
    match *results.as_slice() {
        [value] => {
            let ty = rewriter.function.values[value].ty;
            let floats = rewriter.floats();
            let Some(constant) = floats.fold(rewriter.module, op, &operands, imm, ty) else {
                return Action::Keep;
            };
            if !rewriter.may_change() {
                return Action::Keep;
            }
            rewriter.forward(value, constant.into());
            Action::Remove
        }
        [first, second] => {
            let types = [rewriter.function.values[first].ty, rewriter.function.values[second].ty];
            let Some([a, b]) = fold::fold_pair(rewriter.module, op, &operands, types) else {
                return Action::Keep;
            };
            if !rewriter.may_change() {
                return Action::Keep;
            }
            rewriter.forward(first, a.into());
            rewriter.forward(second, b.into());
            Action::Remove
        }
        _ => Action::Keep,
    }
}

pub(crate) fn constant_branch(rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
    let condition = rewriter.function.operands(inst).first().and_then(|operand| operand.constant());
    let bits = condition.and_then(|constant| rewriter.module.constants.bits(constant));
    match (bits, rewriter.function.control(inst).map(|control| &control.kind)) {
        (Some(bits), Some(ControlKind::If { then, other })) => {
            let taken = if bits != 0 { *then } else { *other };
            if !rewriter.may_change() {
                return Action::Keep;
            }
            rewriter.remark(inst, |_| format!("branch removed: its condition is always {}", bits != 0));
            Action::Splice(taken)
        }
        (Some(bits), Some(ControlKind::Switch { cases })) => {
            let takes = |case: &&Case| {
                case.values.iter().any(|&value| rewriter.module.constants.bits(value) == Some(bits))
            };
            let taken = cases.iter().position(|case| takes(&case));
            let taken = taken.or_else(|| cases.iter().position(|case| case.default));
            let chain: Vec<Block> =
                cases.iter().skip(taken.unwrap_or(cases.len())).map(|case| case.block).collect();
            constant_switch(rewriter, inst, &chain)
        }
        // It is a `break_if`.
        (Some(0), None) => {
            if !rewriter.may_change() {
                return Action::Keep;
            }
            // The values that it would be left with come before those of the next iteration.
            let left_with = rewriter.function.insts[inst].imm as usize;
            let operands = rewriter.function.operands(inst).get(1 + left_with..).unwrap_or(&[]).to_vec();
            rewriter.function.set_op(inst, Op::Next);
            rewriter.function.set_imm(inst, 0);
            rewriter.function.set_operands(inst, &operands);
            rewriter.changes += 1;
            Action::Keep
        }
        _ => Action::Keep,
    }
}

/// The case that is taken, with those behind it, which it may fall through to.
fn constant_switch(rewriter: &mut Rewriter<'_>, inst: Inst, chain: &[Block]) -> Action {
    let function = &mut rewriter.function;
    let operands: Vec<Operand> = function.operands(inst).get(1..).unwrap_or(&[]).to_vec();
    // A case that falls through does nothing else, and hands on what it got or constants.
    let mut entered = Vec::new();
    let mut passed = operands;
    let mut last = None;
    for &block in chain {
        let params = function.blocks[block].params.clone();
        entered.extend(params.into_iter().zip(passed.iter().copied()));
        let exits = Exits::of(function, block, Op::Break);
        let Some(end) = function.terminator(block) else { return Action::Keep };
        if function.op(end) != Op::Fallthrough {
            last = Some((block, exits, end));
            break;
        }
        let known: FxHashMap<Value, Operand> = entered.iter().copied().collect();
        let handed = function.operands(end).iter().map(|&operand| match operand.value() {
            Some(value) => known.get(&value).copied(),
            None => Some(operand),
        });
        let Some(handed) = handed.collect::<Option<Vec<_>>>() else { return Action::Keep };
        if !exits.list.is_empty() {
            return Action::Keep;
        }
        passed = handed;
    }
    let Some((block, exits, end)) = last else { return Action::Keep };
    let plain = exits.is_at_end(function, block) || exits.list.is_empty();
    if !plain && !exits.can_sink(function, block) || !rewriter.may_change() {
        return Action::Keep;
    }
    rewriter.remark(inst, |_| "switch removed: its selector is always the same".to_owned());
    let function = &mut rewriter.function;
    let mut end = end;
    if !plain {
        let results = function.results(inst);
        let types: Vec<_> =
            results.map(|it| (function.values[it].ty, function.values[it].precision)).collect();
        exits.sink(function, block, &types);
        let Some(new) = function.terminator(block) else { return Action::Keep };
        end = new;
    }
    if function.op(end) == Op::Break {
        function.set_op(end, Op::Merge);
    }
    // The instructions before it in the chain go with it.
    let mut insts = List::new();
    for &before in chain.iter().take_while(|&&it| it != block) {
        let before = &mut function.blocks[before].insts;
        before.pop();
        insts.append(before);
    }
    insts.append(&mut function.blocks[block].insts);
    function.blocks[block].insts = insts;
    for (param, operand) in entered {
        rewriter.forward(param, operand);
    }
    Action::Splice(block)
}

/// A `select` by a constant is one of its operands, constant or not.
pub(crate) fn constant_select(rewriter: &mut Rewriter<'_>, inst: Inst) -> Option<Action> {
    let &[condition, yes, no] = rewriter.function.operands(inst) else { return None };
    let bits = rewriter.module.constants.bits(condition.constant()?)?;
    let result = rewriter.function.result(inst)?;
    if !rewriter.may_change() {
        return None;
    }
    rewriter.forward(result, if bits != 0 { yes } else { no });
    Some(Action::Remove)
}
