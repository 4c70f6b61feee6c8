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
//! copied into both; longer code stays, with all that follows. No operation is computed more often or under another
//! condition, and no loop is made, so convergent operations run with the same invocations: one that returned early took no
//! part before either.
//!
//! It costs words in a function that stays a function, so only `inline_functions` asks for it, for functions it inlines.

use crate::framework::rewrite::Edits;
use crate::framework::session::Session;
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::types::common;
use vitrum_ir::visit::{self, Descent, Event};
use vitrum_ir::{
    Block, BlockData, ControlData, ControlKind, Function, FunctionData, Inst, List, Module, Op, Operand,
    Precision, Span, Type, Value,
};

/// Returns of a function at most: each may nest what follows once more.
const MOST_RETURNS: usize = 64;

/// Instructions that are copied at most.
const LONGEST_COPY: usize = 4;

/// Runs the pass on all functions but the entry point; gives the number of functions changed.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let mut changes = 0;
    for id in module.function_ids() {
        if module.entry != Some(id) && can_unify(&module.functions[id]) && session.may_change() {
            unify(module, id, session);
            changes += 1;
        }
    }
    changes
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
    step(module, id, session, |unify| unify.leave_loops());
    step(module, id, session, |unify| unify.sink());
}

/// Runs a step and makes its edits.
fn step(module: &mut Module, id: Function, session: &mut Session, run: impl FnOnce(&mut Unify<'_>)) {
    let function = module.take_function(id);
    let mut unify = Unify { module, function, edits: Edits::default() };
    run(&mut unify);
    let Unify { function, edits, .. } = unify;
    module.functions[id] = function;
    edits.apply(module, id, session);
}

struct Unify<'a> {
    module: &'a mut Module,
    function: FunctionData,
    /// Changes that are made when a step ends.
    edits: Edits,
}

/// A loop or switch with what leaves it.
#[derive(Default)]
struct Exits {
    breaks: Vec<Inst>,
    returns: Vec<Inst>,
}

impl Unify<'_> {
    fn results(&self) -> Vec<(Type, Precision)> {
        let (ty, precision) = (self.function.result, self.function.precision);
        if ty == common::VOID { Vec::new() } else { vec![(ty, precision)] }
    }

    /// Lets returns within loops and switches leave these first.
    fn leave_loops(&mut self) {
        let function = &self.function;
        let mut open: Vec<Inst> = Vec::new();
        // Inner ones before those around them, each with the one around it.
        let mut order: Vec<(Inst, Option<Inst>)> = Vec::new();
        let mut exits: FxHashMap<Inst, Exits> = FxHashMap::default();
        visit::walk(function, function.body, |event| {
            match event {
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
            }
            Descent::Into
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
    fn leave_loop(&mut self, control: Inst, exits: &Exits) -> Inst {
        let yes: Operand = self.module.constants.bool(true).into();
        let no: Operand = self.module.constants.bool(false).into();
        let given = self.results();
        let undef: Vec<Operand> =
            given.iter().map(|&(ty, _)| self.module.constants.undef(ty).into()).collect();
        let old: Vec<Value> = self.function.results(control).collect();
        let mut types: Vec<(Type, Precision)> =
            old.iter().map(|&it| (self.function.values[it].ty, self.function.values[it].precision)).collect();
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
        let [then, other] = [again, merge].map(|inst| {
            self.function.blocks.alloc(BlockData { params: List::new(), insts: List::from_slice(&[inst]) })
        });
        let kind = ControlData::new(ControlKind::If { then, other });
        let test = self.function.new_control(Op::If, &flag, kind, Span::default());
        self.edits.behind.insert(control, test);
        again
    }

    /// The `if`s with a return within.
    fn returning(&self) -> FxHashSet<Inst> {
        let function = &self.function;
        let mut open: Vec<Inst> = Vec::new();
        let mut returning = FxHashSet::default();
        visit::walk(function, function.body, |event| {
            match event {
                Event::Inst(inst) if function.control(inst).is_some() => open.push(inst),
                Event::Inst(inst) if function.op(inst) == Op::Return => {
                    // Those around one that is known are known as well.
                    for &around in open.iter().rev() {
                        if !returning.insert(around) {
                            break;
                        }
                    }
                }
                Event::Behind(_) => {
                    open.pop();
                }
                Event::Inst(_) | Event::Enter(_) | Event::Leave(_) => {}
            }
            Descent::Into
        });
        returning
    }

    /// Moves what comes behind a return into the other arm, and merges what is returned.
    fn sink(&mut self) {
        let returning = self.returning();
        let mut tails = vec![self.function.body];
        let mut ends: Vec<(Block, Inst, [Block; 2])> = Vec::new();
        while let Some(block) = tails.pop() {
            let insts = &self.function.blocks[block].insts;
            let Some(at) = insts.iter().position(|inst| returning.contains(inst)) else { continue };
            let control = insts[at];
            let Some([then, other]) = self.function.arms(control) else { continue };
            let falls = [then, other].map(|arm| self.function.ends_with(arm, Op::Merge));
            let rest = insts.get(at + 1..).unwrap_or(&[]).to_vec();
            match falls {
                [None, None] => {}
                [Some(_), Some(_)] if !self.is_copied(&rest) => {
                    // The code above has been prepared for one return and now has two.
                    self.give_up(&ends);
                    return;
                }
                [Some(first), Some(second)] => {
                    for (arm, merge) in [(then, first), (other, second)] {
                        self.copy(&rest, control, arm, merge);
                    }
                }
                [Some(merge), None] => self.append(rest, control, then, merge),
                [None, Some(merge)] => self.append(rest, control, other, merge),
            }
            self.function.blocks[block].insts.truncate(at + 1);
            ends.push((block, control, [then, other]));
            tails.extend([then, other]);
        }
        // Inner ones first: their blocks return then.
        for (block, control, arms) in ends.into_iter().rev() {
            self.merge(block, control, arms);
        }
    }

    /// Ends the blocks that were cut off, without merging.
    fn give_up(&mut self, ends: &[(Block, Inst, [Block; 2])]) {
        for &(block, _, _) in ends {
            let inst = self.function.new_inst(Op::Unreachable, &[], 0, Span::default());
            self.function.blocks[block].insts.push(inst);
        }
    }

    fn is_copied(&self, rest: &[Inst]) -> bool {
        rest.len() <= LONGEST_COPY
            && rest.iter().all(|&inst| {
                let op = self.function.op(inst);
                op.effects().is_pure() || op == Op::Return
            })
    }

    /// Puts `rest` at the end of an arm, in the place of its merge, whose operands stand for the results.
    fn append(&mut self, rest: Vec<Inst>, control: Inst, arm: Block, merge: Inst) {
        let results: Vec<Value> = self.function.results(control).collect();
        for (value, operand) in results.into_iter().zip(self.function.operands(merge).to_vec()) {
            self.edits.forward.insert(value, operand);
        }
        let insts = &mut self.function.blocks[arm].insts;
        insts.pop();
        insts.extend(rest);
    }

    /// The same, with a copy of `rest`.
    fn copy(&mut self, rest: &[Inst], control: Inst, arm: Block, merge: Inst) {
        let results = self.function.results(control);
        let mut map: FxHashMap<Value, Operand> =
            results.zip(self.function.operands(merge).iter().copied()).collect();
        self.function.blocks[arm].insts.pop();
        for &inst in rest {
            let data = self.function.insts[inst];
            let renamed = |operand: &Operand| {
                operand.value().and_then(|value| map.get(&value)).copied().unwrap_or(*operand)
            };
            let operands: Vec<Operand> = self.function.operands(inst).iter().map(renamed).collect();
            let copy = self.function.new_inst(data.op, &operands, data.imm, data.span());
            let old: Vec<Value> = self.function.results(inst).collect();
            let types: Vec<(Type, Precision)> = old
                .iter()
                .map(|&it| (self.function.values[it].ty, self.function.values[it].precision))
                .collect();
            self.function.add_results(copy, &types);
            let new: Vec<Value> = self.function.results(copy).collect();
            for (old, new) in old.into_iter().zip(new) {
                self.function.values[new].flags = self.function.values[old].flags;
                map.insert(old, new.into());
            }
            self.function.blocks[arm].insts.push(copy);
        }
    }

    /// Makes the arms of an `if` merge what they return; its block, which ends with it, returns that.
    fn merge(&mut self, block: Block, control: Inst, arms: [Block; 2]) {
        let mut returns = false;
        for arm in arms {
            if let Some(last) = self.function.ends_with(arm, Op::Return) {
                self.function.set_op(last, Op::Merge);
                returns = true;
            }
        }
        let types = self.results();
        self.function.add_results(control, &types);
        let value: Vec<Operand> = self.function.results(control).map(Operand::from).collect();
        let last = match returns {
            true => self.function.new_inst(Op::Return, &value, 0, Span::default()),
            false => self.function.new_inst(Op::Unreachable, &[], 0, Span::default()),
        };
        self.function.blocks[block].insts.push(last);
    }
}
