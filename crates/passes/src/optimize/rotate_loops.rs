//! Loop rotation: `while` becomes `do ... while` when the first iteration always runs.
//!
//! ```text
//! %r: f32 = loop 0i32, %a (%i: i32, %s: f32) {     %r: f32 = loop 0i32, %a (%i: i32, %s: f32) {
//!     %1: bool = slt %i, 8i32                          %2: f32 = sin %s
//!     if %1 { merge } else { break %s }                continue
//!     %2: f32 = sin %s                             } continuing {
//!     continue                                         %3: i32 = iadd %i, 1i32
//! } continuing {                                       %4: bool = slt %3, 8i32
//!     %3: i32 = iadd %i, 1i32                          %5: bool = not %4
//!     next %3, %2                                      break_if %5 (%2) next %3, %2
//! }                                                }
//! ```
//!
//! The branch goes that stands in front of every iteration, the first of which is known to be run
//! ([`crate::analysis::loops`]). Each iteration is run by those that ran it before: nothing stands between the end of one and the
//! question, and what it is computed from depends on operands alone and is used for it alone. Printed as GLSL, such a loop
//! is a `do`, where there was a `for`.

use crate::analysis::Analyses;
use crate::analysis::loops::Entries;
use crate::framework::session::Session;
use rustc_hash::FxHashMap;
use vitrum_ir::types::common;
use vitrum_ir::{
    Block, ControlHints, ControlKind, FunctionData, Inst, Module, Op, Operand, Precision, Span, Value,
};

/// Runs the pass; gives the number of loops that ask at their end.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let mut rotated = 0;
    for id in module.code_ids() {
        let function = &module.functions[id];
        if !function.may_have(&[Op::Loop]) {
            continue;
        }
        let facts = Analyses::new(module, function);
        let sure = |entries| matches!(entries, Entries::Exactly(2..) | Entries::AtMost(2..));
        let loops = facts.loops().iter().filter(|info| sure(info.entries));
        let plan: Vec<Question> =
            loops.filter_map(|info| Question::of(function, &facts, info.inst)).collect();
        for question in plan {
            if session.may_change() {
                let function = &mut module.functions[id];
                session.remark(function.insts[question.inst].span(), || {
                    "loop rotated: it tests its condition at the end".to_owned()
                });
                question.carry_out(function);
                rotated += 1;
            }
        }
    }
    rotated
}

/// The test at the start of an iteration.
struct Question {
    /// The loop.
    inst: Inst,
    body: Block,
    continuing: Block,
    /// The instructions that compute the condition.
    needed: Vec<Inst>,
    condition: Operand,
    /// True if the loop is left if it holds.
    leaves: bool,
    /// The results of the loop then.
    given: Vec<Operand>,
}

impl Question {
    fn of(function: &FunctionData, facts: &Analyses<'_>, inst: Inst) -> Option<Self> {
        let data = function.control(inst)?;
        let &ControlKind::Loop { body, continuing: Some(continuing) } = &data.kind else { return None };
        let last = function.terminator(continuing)?;
        let insts = &function.blocks[body].insts;
        let at = insts.iter().position(|&inst| function.control(inst).is_some())?;
        let (needed, rest) = insts.split_at(at);
        let &decision = rest.first()?;
        let [then, other] = function.arms(decision)?;
        let &condition = function.operands(decision).first()?;
        let only = |block: Block, op: Op| match *function.blocks[block].insts.as_slice() {
            [only] if function.op(only) == op => Some(only),
            _ => None,
        };
        let (leaves, end) = match (only(then, Op::Break), only(other, Op::Break)) {
            (Some(end), None) if only(other, Op::Merge).is_some() => (true, end),
            (None, Some(end)) if only(then, Op::Merge).is_some() => (false, end),
            _ => return None,
        };
        let given = function.operands(end).to_vec();
        let alone = |&inst: &Inst| {
            let mut users = function.results(inst).flat_map(|value| facts.uses().users(value));
            function.op(inst).effects().is_pure()
                && function.insts[inst].result_count() == 1
                && users.all(|user| *user == decision || needed.contains(user))
        };
        // Few operations decide; what else stands there would be computed twice.
        let fits = function.op(last) == Op::Next
            && function.insts[decision].result_count() == 0
            && !data.hints.intersects(ControlHints::UNROLL)
            && needed.len() <= 8
            && needed.iter().all(alone);
        let needed = needed.to_vec();
        fits.then_some(Self { inst, body, continuing, needed, condition, leaves, given })
    }

    fn carry_out(self, function: &mut FunctionData) {
        let Some(last) = function.blocks[self.continuing].insts.pop() else { return };
        let next = function.operands(last).to_vec();
        let params = function.blocks[self.body].params.clone();
        let mut stands: FxHashMap<Value, Operand> = params.into_iter().zip(next.iter().copied()).collect();
        let resolve = |stands: &FxHashMap<Value, Operand>, operand: Operand| {
            operand.value().and_then(|value| stands.get(&value)).copied().unwrap_or(operand)
        };
        for &inst in &self.needed {
            let data = function.insts[inst];
            let operands: Vec<Operand> =
                function.operands(inst).iter().map(|&operand| resolve(&stands, operand)).collect();
            let Some(old) = function.result(inst) else { continue };
            let value = function.values[old];
            let ty = (value.ty, value.precision);
            let (copy, new) = function.new_value(data.op, &operands, data.imm, data.span(), ty);
            function.blocks[self.continuing].insts.push(copy);
            function.values[new].flags = value.flags;
            stands.insert(old, new.into());
        }
        let mut condition = resolve(&stands, self.condition);
        if !self.leaves {
            let ty = (common::BOOL, Precision::None);
            let (not, value) = function.new_value(Op::Not, &[condition], 0, Span::default(), ty);
            function.blocks[self.continuing].insts.push(not);
            condition = value.into();
        }
        let mut operands = vec![condition];
        operands.extend(self.given.iter().map(|&operand| resolve(&stands, operand)));
        operands.extend(next);
        let end =
            function.new_inst(Op::BreakIf, &operands, self.given.len() as u32, function.insts[last].span());
        function.blocks[self.continuing].insts.push(end);
        // The question goes with what it was computed from.
        let count = (self.needed.len() + 1).min(function.blocks[self.body].insts.len());
        function.blocks[self.body].insts.drain(..count);
    }
}
