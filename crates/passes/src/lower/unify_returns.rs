//! Gives a function one return, at its end.
//!
//! ```text
//! if %a { return 1.0f32 } else { merge }      %r: f32 = if %a {
//! %x: f32 = fadd %p, %q                           merge 1.0f32
//! return %x                                   } else {
//!                                                 %x: f32 = fadd %p, %q
//!                                                 merge %x
//!                                             }
//!                                             return %r
//! ```
//!
//! Code behind an arm that returns moves into the other arm. A return from within a loop or switch leaves that first, with a
//! flag and the value, and returns behind it if the flag is set. Short code behind an `if` with two arms that both go on is
//! copied into both. Where longer code stands there, or returns are many, the body becomes the only case of a switch, which
//! returns leave:
//!
//! ```text
//! if %a {                                     %r: f32 = switch 0i32 {
//!     if %b { return 1.0f32 } else { merge }      case default {
//! } else { merge }                        =>          if %a { if %b { break 1.0f32 } else { merge } } else { merge }
//! %x = ...                                            %x = ...
//! return %x                                           break %x
//!                                                 }
//!                                             }
//!                                             return %r
//! ```
//!
//! No operation is computed more often or under another condition, and no loop is made, so convergent operations run with the
//! same invocations: one that returned early took no part before either.
//!
//! It costs words in a function that stays a function, so no pipeline has it. `inline_functions` asks for it without switches, for
//! functions that it inlines; transformations that build at the end of a function find one place after it.
//!
//! Called `MergeReturn` by Tint, `nir_lower_returns` by NIR, `merge-return` by spirv-opt.

use crate::framework::rewrite::Edits;
use crate::framework::session::Session;
use crate::optimize::exits::Exits;
use rustc_hash::FxHashMap;
use vitrum_ir::types::common;
use vitrum_ir::visit::{self, Event};
use vitrum_ir::{
    Case, ControlData, ControlKind, Function, FunctionData, Inst, Module, Op, Operand, Precision, Span, Type,
    Value,
};

/// Returns of a function at most: each may nest what follows once more.
const MOST_RETURNS: usize = 64;

/// Runs the pass; gives the number of functions changed.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let mut changes = 0;
    for id in module.code_ids() {
        if !is_unified(&module.functions[id]) && session.may_change() {
            unify_all(module, id, session);
            changes += 1;
        }
    }
    changes
}

/// Unifies the returns of any function.
pub(crate) fn unify_all(module: &mut Module, id: Function, session: &mut Session) {
    if can_unify(&module.functions[id]) {
        unify(module, id, session);
    } else {
        leave_loops(module, id, session);
    }
    if !is_unified(&module.functions[id]) {
        wrap(module, id);
    }
}

/// Makes the body of a function the only case of a switch, which its returns leave. None stands in a loop or switch.
fn wrap(module: &mut Module, id: Function) {
    let selector = module.constants.i32(0).into();
    let function = &mut module.functions[id];
    let (body, types) = (function.body, results(function));
    let insts = std::mem::take(&mut function.blocks[body].insts);
    let block = function.new_block(&insts);
    for (_, inst) in visit::insts_of(function, block) {
        if function.op(inst) == Op::Return {
            function.set_op(inst, Op::Break);
        }
    }
    let case = Case { values: Vec::new(), default: true, block };
    let control = ControlData::new(ControlKind::Switch { cases: vec![case] });
    let switch = function.new_control(Op::Switch, &[selector], control, Span::default());
    function.add_results(switch, &types);
    let values: Vec<Operand> = function.results(switch).map(Operand::from).collect();
    let end = function.new_inst(Op::Return, &values, 0, Span::default());
    function.blocks[body].insts.extend([switch, end]);
}

/// True if a function returns elsewhere than at its end, and not too often for [`unify`].
pub(crate) fn can_unify(function: &FunctionData) -> bool {
    let count = count_returns(function);
    !is_unified_with(function, count) && count <= MOST_RETURNS
}

/// True if a function returns at its end only, or not at all.
pub(crate) fn is_unified(function: &FunctionData) -> bool {
    is_unified_with(function, count_returns(function))
}

fn is_unified_with(function: &FunctionData, returns: usize) -> bool {
    let last = function.terminator(function.body);
    returns == 0 || returns == 1 && last.is_some_and(|last| function.op(last) == Op::Return)
}

fn count_returns(function: &FunctionData) -> usize {
    let mut count = 0;
    visit::each(function, function.body, |inst| {
        count += usize::from(function.op(inst) == Op::Return);
    });
    count
}

/// Unifies the returns of a function for which [`can_unify`] holds.
pub(crate) fn unify(module: &mut Module, id: Function, session: &mut Session) {
    leave_loops(module, id, session);
    let function = &mut module.functions[id];
    let (body, types) = (function.body, results(function));
    Exits::of(function, body, Op::Return).sink(function, body, &types);
}

/// Lets returns within loops and switches leave these first.
fn leave_loops(module: &mut Module, id: Function, session: &mut Session) {
    let function = module.take_function(id);
    let mut unify = Unify { module, function, edits: Edits::default() };
    unify.leave_loops();
    let Unify { function, edits, .. } = unify;
    module.functions[id] = function;
    edits.apply(module, id, session);
}

/// Type and precision of the result of a function, if it has one.
fn results(function: &FunctionData) -> Vec<(Type, Precision)> {
    if function.result == common::VOID { Vec::new() } else { vec![(function.result, function.precision)] }
}

struct Unify<'a> {
    module: &'a mut Module,
    function: FunctionData,
    /// Changes that are made in the end.
    edits: Edits,
}

/// A loop or switch with what leaves it.
#[derive(Default)]
struct LoopExits {
    breaks: Vec<Inst>,
    returns: Vec<Inst>,
}

impl Unify<'_> {
    /// Lets returns within loops and switches leave these first.
    fn leave_loops(&mut self) {
        let function = &self.function;
        let mut open: Vec<Inst> = Vec::new();
        // Inner ones before those around them, each with the one around it.
        let mut order: Vec<(Inst, Option<Inst>)> = Vec::new();
        let mut exits: FxHashMap<Inst, LoopExits> = FxHashMap::default();
        visit::walk(function, function.body, |event| match event {
            Event::Inst(inst) => match function.op(inst) {
                Op::Loop | Op::Switch => open.push(inst),
                Op::Break => {
                    exits.entry(open.last().copied().unwrap_or(inst)).or_default().breaks.push(inst);
                }
                Op::BreakIf => {
                    let around = open.iter().rev().find(|&&it| function.op(it) == Op::Loop);
                    exits.entry(around.copied().unwrap_or(inst)).or_default().breaks.push(inst);
                }
                Op::Return => {
                    if let Some(&around) = open.last() {
                        exits.entry(around).or_default().returns.push(inst);
                    }
                }
                _ => {}
            },
            Event::Behind(inst) if matches!(function.op(inst), Op::Loop | Op::Switch) => {
                open.pop();
                order.push((inst, open.last().copied()));
            }
            Event::Behind(_) | Event::Enter(_) | Event::Leave(_) => {}
        });
        for (control, around) in order {
            let Some(exits_here) = exits.remove(&control).filter(|exits| !exits.returns.is_empty()) else {
                continue;
            };
            let again = self.leave_loop(control, &exits_here);
            if let Some(around) = around {
                exits.entry(around).or_default().returns.push(again);
            }
        }
    }

    /// Makes returns leave a loop or switch, behind which a new one, given back, returns.
    fn leave_loop(&mut self, control: Inst, exits: &LoopExits) -> Inst {
        let yes: Operand = self.module.constants.bool(true).into();
        let no: Operand = self.module.constants.bool(false).into();
        let given = results(&self.function);
        let undef: Vec<Operand> =
            given.iter().map(|&(ty, _)| self.module.constants.undef(ty).into()).collect();
        let old: Vec<Value> = self.function.results(control).collect();
        let mut types = self.function.result_types(control);
        let none: Vec<Operand> =
            types.iter().map(|&(ty, _)| self.module.constants.undef(ty).into()).collect();
        types.push((common::BOOL, Precision::None));
        types.extend(&given);
        for &inst in &exits.breaks {
            let mut operands = self.function.operands(inst).to_vec();
            let more = std::iter::once(no).chain(undef.iter().copied());
            if self.function.op(inst) == Op::BreakIf {
                let count = self.function.insts[inst].imm as usize;
                let at = (1 + count).min(operands.len());
                operands.splice(at..at, more);
                self.function.set_imm(inst, (count + 1 + undef.len()) as u32);
            } else {
                operands.extend(more);
            }
            self.function.set_operands(inst, &operands);
        }
        for &inst in &exits.returns {
            let mut operands = none.clone();
            operands.push(yes);
            operands.extend_from_slice(self.function.operands(inst));
            self.function.set_op(inst, Op::Break);
            self.function.set_operands(inst, &operands);
        }
        self.function.add_results(control, &types);
        let new: Vec<Value> = self.function.results(control).collect();
        for (&old, &new) in old.iter().zip(&new) {
            self.edits.forward.insert(old, new.into());
        }
        let (flag, value) = new.split_at(old.len().min(new.len())).1.split_at(1);
        let flag: Vec<Operand> = flag.iter().map(|&it| it.into()).collect();
        let value: Vec<Operand> = value.iter().map(|&it| it.into()).collect();
        let again = self.function.new_inst(Op::Return, &value, 0, Span::default());
        let merge = self.function.new_inst(Op::Merge, &[], 0, Span::default());
        let [then, other] = [again, merge].map(|inst| self.function.new_block(&[inst]));
        let kind = ControlData::new(ControlKind::If { then, other });
        let test = self.function.new_control(Op::If, &flag, kind, Span::default());
        self.edits.behind.insert(control, test);
        again
    }
}
