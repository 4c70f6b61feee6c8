//! Passes places instead of the variables that the front end copies `out` and `inout` arguments to: GLSL copies by itself.
//!
//! ```text
//! %argument: ptr<function, f32> argument = var
//! %0: ptr<function, f32> = access %s, 0i32
//! %1: f32 = load %0
//! store %argument, %1                             %2: ptr<function, f32> = access %s, 0i32
//! call &f %argument                           =>  call &f %2
//! %3: f32 = load %argument
//! %4: ptr<function, f32> = access %s, 0i32
//! store %4, %3
//! ```
//!
//! The result is for printing only: the callee may get a pointer into another storage than its parameter names.

use crate::framework::rewrite::{Action, rewrite_in};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::{FunctionData, Inst, Module, Op, Operand, SideTable, Value, ValueData, ValueFlags, visit};

/// True if the target is GLSL and the module may have such variables.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    let is_argument = |value: &ValueData| value.flags.contains(ValueFlags::ARGUMENT);
    let mut callers = module.functions.values().filter(|function| function.may_call());
    settings.glsl.is_some() && callers.any(|function| function.values.values().any(is_argument))
}

/// Passes places instead of variables that are copied from and to them; gives the number of changes.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let mut count = 0;
    for id in module.function_ids() {
        let function = &module.functions[id];
        if !function.may_call() {
            continue;
        }
        let mut counts = SideTable::filled(function.values.len(), 0);
        let mut blocks = Vec::new();
        visit::each_in_order(function, |block, inst| {
            if function.op(inst) == Op::Call {
                blocks.push(block);
            }
            for value in function.used_values(inst) {
                *counts.entry(value) += 1;
            }
        });
        blocks.dedup();
        let mut calls: FxHashMap<Inst, Vec<Copies>> = FxHashMap::default();
        for insts in blocks.into_iter().map(|block| &*function.blocks[block].insts) {
            let finder = Finder { function, insts, counts: &counts };
            let found = insts.iter().enumerate().filter(|(_, call)| function.op(**call) == Op::Call);
            calls.extend(found.filter_map(|(at, &call)| Some((call, finder.copies(at, call)?))));
        }
        let copies = calls.values().flatten();
        let gone: FxHashSet<Inst> =
            copies.flat_map(|copy| copy.gone.iter().copied().chain(copy.access)).collect();
        if !calls.is_empty() {
            count += rewrite_in(module, id, session, |rewriter, inst| {
                if gone.contains(&inst) {
                    return Action::Remove;
                }
                for copy in calls.get(&inst).into_iter().flatten() {
                    copy.access.into_iter().for_each(|access| rewriter.push_inst(access));
                    for operand in rewriter.function.operands_mut(inst) {
                        if operand.value() == Some(copy.variable) {
                            *operand = copy.place;
                        }
                    }
                }
                Action::Keep
            });
        }
    }
    count
}

/// A variable of an argument, with what copies it.
struct Copies {
    variable: Value,
    place: Operand,
    /// The access that leads to the place, if it is a part.
    access: Option<Inst>,
    /// The instructions that go.
    gone: Vec<Inst>,
}

struct Finder<'a> {
    function: &'a FunctionData,
    insts: &'a [Inst],
    counts: &'a SideTable<Value, u32>,
}

impl Finder<'_> {
    /// The first variables of a call that are only copied, if nothing happens between the copies and the call. Those
    /// behind one that is more than copied stay, since what is copied back has an order.
    fn copies(&self, at: usize, call: Inst) -> Option<Vec<Copies>> {
        let (before, mut behind) = (self.insts.get(..at)?, self.insts.get(at + 1..)?);
        let mut all = Vec::new();
        let mut first = at;
        for variable in self.function.used_values(call) {
            if !self.is_copied(variable) {
                continue;
            }
            let Some(copies) = self.copied_back(variable, &mut behind) else { break };
            let (start, copies) = match self.copied_in(before, copies) {
                Some(found) => found,
                None => break,
            };
            first = first.min(start);
            all.push(copies);
        }
        if all.is_empty() {
            return None;
        }
        let undisturbed = before.get(first..)?.iter().all(|inst| {
            let data = &self.function.insts[*inst];
            match data.op {
                Op::Var | Op::Access => true,
                Op::Load => data.imm == 0,
                Op::Store => all.iter().any(|copies| copies.gone.contains(inst)),
                op => op.effects().is_pure(),
            }
        });
        undisturbed.then_some(all)
    }

    fn is_copied(&self, value: Value) -> bool {
        let Some(inst) = self.function.definition(value.into()) else { return false };
        self.function.op(inst) == Op::Var
            && self.function.operands(inst).is_empty()
            && self.function.values[value].flags.contains(ValueFlags::ARGUMENT)
    }

    fn count(&self, value: Value) -> u32 {
        self.counts.at(value)
    }

    fn stores_to(&self, inst: Inst, pointer: Value) -> bool {
        self.function.op(inst) == Op::Store
            && self.function.operands(inst).first() == Some(&Operand::from(pointer))
    }

    /// An instruction that is `op` and says no more, with its operands.
    fn plain(&self, inst: Inst, op: Op) -> Option<&[Operand]> {
        let data = &self.function.insts[inst];
        (data.op == op && data.imm == 0).then(|| self.function.operands(inst))
    }

    /// The value of an instruction that is used once.
    fn single(&self, inst: Inst) -> Option<Value> {
        self.function.result(inst).filter(|&value| self.count(value) == 1)
    }

    /// `%v = load %variable`, perhaps `%p = access ...`, and `store %p, %v`.
    fn copied_back(&self, variable: Value, behind: &mut &[Inst]) -> Option<Copies> {
        let (&load, rest) = behind.split_first()?;
        let value = self.single(load)?;
        if self.plain(load, Op::Load)? != [Operand::from(variable)] {
            return None;
        }
        let (&next, after) = rest.split_first()?;
        let access = (self.function.op(next) == Op::Access).then_some(next);
        let (store, rest) = match access {
            Some(_) => after.split_first()?,
            None => (&next, after),
        };
        let &[place, stored] = self.plain(*store, Op::Store)? else { return None };
        let is_place = match access {
            Some(access) => self.single(access).map(Operand::from) == Some(place),
            None => true,
        };
        if !is_place || stored.value() != Some(value) {
            return None;
        }
        *behind = rest;
        Some(Copies { variable, place, access, gone: vec![load, *store] })
    }

    /// The same before the call, for what is not only `out`; gives where that begins.
    fn copied_in(&self, before: &[Inst], mut copies: Copies) -> Option<(usize, Copies)> {
        let stores = match self.count(copies.variable) {
            // The call and the copy back are uses, too.
            2 => return Some((before.len(), copies)),
            3 => before.iter().rposition(|&inst| self.stores_to(inst, copies.variable))?,
            _ => return None,
        };
        let &store = before.get(stores)?;
        let &[_, stored] = self.plain(store, Op::Store)? else { return None };
        let before = before.get(..stores)?;
        let find = |value: Value| {
            let inst = self.function.definition(value.into())?;
            before.iter().rposition(|&other| other == inst).map(|at| (at, inst))
        };
        let (at, load) = find(stored.value()?)?;
        self.single(load)?;
        let &[from] = self.plain(load, Op::Load)? else { return None };
        copies.gone.extend([store, load]);
        if from == copies.place {
            return Some((at, copies));
        }
        let (_, access) = find(from.value()?)?;
        self.single(access)?;
        let same = self.function.op(access) == Op::Access
            && self.function.operands(access) == self.function.operands(copies.access?);
        copies.gone.push(access);
        same.then_some((at, copies))
    }
}
