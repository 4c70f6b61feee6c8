//! Summaries of functions: calls, size and effects, found by one walk and kept until the function changes.
//!
//! Passes on the module and the manager ask for the same few things of each function: what it calls, how large it is, what
//! it does to memory. A large module does not fit into caches, so they are found out at once, and kept until the function
//! changes. Who changes something and does not say so by its number of changes has to [forget](FunctionSummaries::forget) it.

use crate::analysis::calls::{Calls, Summary};
use crate::analysis::others::Others;
use crate::optimize::cost;
use std::sync::Arc;
use vitrum_ir::edit;
use vitrum_ir::{Function, Id, Inst, Module, Op, SideTable, visit};

/// Facts about a function as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FunctionSummary {
    /// About how many words its body becomes.
    pub(crate) words: u32,
    /// The number of instructions that stand in blocks.
    pub(crate) insts: usize,
    /// Its calls, in order of text.
    pub(crate) calls: Vec<(Inst, Function)>,
    /// True if it returns at its end only, or not at all.
    pub(crate) is_unified: bool,
    /// The used parameters.
    pub(crate) used_params: Vec<bool>,
    /// Its own effects, without those of its callees; not computed for the entry point.
    pub(crate) does: Summary,
}

impl FunctionSummary {
    fn new(module: &Module, id: Function) -> Self {
        let function = &module.functions[id];
        // Nobody calls it and asks.
        let alone = module.functions.len() < 2 || module.entry == Some(id);
        let params = &function.blocks[function.body].params;
        let last = params.iter().max();
        let mut new = Self { used_params: vec![false; params.len()], ..Self::default() };
        let mut returns = 0;
        visit::each_in_order(function, |_, inst| {
            let op = function.op(inst);
            new.insts += 1;
            new.words = new.words.saturating_add(cost::with_cases(function, inst));
            match op {
                Op::Call => new.calls.extend(function.callee(inst).map(|callee| (inst, callee))),
                Op::Return => returns += 1,
                Op::Intrinsic => {
                    new.calls.extend(module.callbacks(function, inst).map(|callee| (inst, callee)));
                }
                _ => {}
            }
            if !alone && op != Op::Call && !op.effects().is_pure() {
                new.does.add(Summary::of_inst(module, function, inst).outside(function, inst));
            }
            if last.is_some() {
                for value in function.used_values(inst) {
                    // Parameters come early, so that most values are none by their number.
                    if Some(&value) <= last
                        && let Some(param) = params.iter().position(|&param| param == value)
                    {
                        new.used_params[param] = true;
                    }
                }
            }
        });
        let last = function.terminator(function.body).map(|last| function.op(last));
        if !function.has_code() {
            new.does = Summary::UNKNOWN;
            new.used_params.fill(true);
        } else if !alone {
            new.does = new.does.with_others(Others::of(module, function));
        }
        new.is_unified = returns == 0 || returns == 1 && last == Some(Op::Return);
        new
    }
}

/// The summaries that are known so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct FunctionSummaries {
    known: SideTable<Function, Option<FunctionSummary>>,
    /// The call graph, if no function has changed since somebody asked for it.
    calls: Option<Arc<Calls>>,
    /// True if the pass that runs forgets what it changes.
    are_kept: bool,
}

impl FunctionSummaries {
    /// The summary of a function.
    pub(crate) fn of(&mut self, module: &Module, function: Function) -> &FunctionSummary {
        if self.known.get(function).is_none() {
            self.known.resize(module.functions.len(), None);
            self.calls = None;
        }
        let slot = self.known.entry(function);
        debug_assert!(
            slot.as_ref().is_none_or(|known| *known == FunctionSummary::new(module, function)),
            "a function changed in secret"
        );
        slot.get_or_insert_with(|| FunctionSummary::new(module, function))
    }

    /// The summaries of all functions, in order.
    pub(crate) fn all(&mut self, module: &Module) -> impl Iterator<Item = &FunctionSummary> {
        for (function, _) in module.functions.iter() {
            self.of(module, function);
        }
        self.known.values().flatten()
    }

    /// The call graph.
    pub(crate) fn calls(&mut self, module: &Module) -> Arc<Calls> {
        if let Some(calls) = &self.calls {
            return Arc::clone(calls);
        }
        let calls = Arc::new(Calls::of(module, self.all(module).map(|survey| survey.calls.as_slice())));
        self.calls = Some(Arc::clone(&calls));
        calls
    }

    /// Drops what a function has in no place, if that is much: the rest can wait for the end of the run.
    pub(crate) fn compact_if_much(&mut self, module: &mut Module, function: Function) {
        let count = self.of(module, function).insts;
        let all = module.functions[function].insts.len();
        if all - count.min(all) > all / 8 {
            self.compact(module, function);
        }
    }

    /// Drops what a function has in no place.
    pub(crate) fn compact(&mut self, module: &mut Module, function: Function) {
        let survey = self.of(module, function);
        let (count, calls) = (survey.insts, !survey.calls.is_empty());
        if edit::compact(&mut module.functions[function], count) && calls {
            // They have other numbers now.
            self.forget(function);
        }
    }

    /// A function has changed.
    pub(crate) fn forget(&mut self, function: Function) {
        self.calls = None;
        if let Some(slot) = self.known.get_mut(function) {
            *slot = None;
        }
    }

    /// Everything may have changed.
    pub(crate) fn clear(&mut self) {
        self.known.clear();
        self.calls = None;
    }

    /// The pass on the module that runs has forgotten, or will forget, each function that it changes.
    pub(crate) fn keep_others(&mut self) {
        self.are_kept = true;
    }

    /// A pass on the module has ended.
    pub(crate) fn end_pass(&mut self, has_changed: bool) {
        if !std::mem::take(&mut self.are_kept) && has_changed {
            self.clear();
        }
    }

    /// Removes functions that the others do not call; gives how many. What is known of the others stays.
    pub(crate) fn remove_functions(
        &mut self,
        module: &mut Module,
        is_removed: impl Fn(Function) -> bool,
    ) -> usize {
        let count = edit::remove_functions(module, &is_removed);
        let is_alone = module.functions.len() < 2;
        self.calls = None;
        let mut old = std::mem::take(&mut self.known);
        let mut numbers: SideTable<Function, Option<Function>> = SideTable::filled(old.len(), None);
        for (at, summary) in old.values_mut().enumerate() {
            let id = Function::from_index(at);
            if !is_removed(id) {
                numbers.set(id, Some(self.known.push(summary.take())));
            }
        }
        for summary in self.known.values_mut().flatten() {
            for (_, callee) in &mut summary.calls {
                *callee = numbers.at(*callee).unwrap_or(*callee);
            }
            if is_alone {
                summary.does = Summary::default();
            }
        }
        count
    }
}
