//! Changes that a pass chooses while it reads a function, made in one walk.

use super::{Action, Rewriter, Visitor, rewrite_function};
use crate::framework::session::Session;
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::{Function, Inst, Module, Operand, Value};

/// Replacements, removals and insertions of instructions that are made already.
#[derive(Debug, Default)]
pub(crate) struct Edits {
    /// Replacements of values. A replacement may be replaced in turn.
    pub(crate) forward: FxHashMap<Value, Operand>,
    /// Instructions that go.
    pub(crate) removed: FxHashSet<Inst>,
    /// Instructions that come directly behind others.
    pub(crate) behind: FxHashMap<Inst, Inst>,
}

impl Edits {
    /// The operand that stands for another in the end.
    pub(crate) fn resolve(&self, operand: Operand) -> Operand {
        let next = |operand: &Operand| self.forward.get(&operand.value()?).copied();
        std::iter::successors(Some(operand), next).last().unwrap_or(operand)
    }

    /// Makes the changes.
    pub(crate) fn apply(self, module: &mut Module, function: Function, session: &mut Session) {
        if !self.forward.is_empty() || !self.removed.is_empty() || !self.behind.is_empty() {
            rewrite_function(module, function, session, self);
        }
    }
}

impl Visitor for Edits {
    fn start(&mut self, rewriter: &mut Rewriter<'_>) {
        for (&value, &operand) in &self.forward {
            rewriter.forward(value, self.resolve(operand));
        }
    }

    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        match self.behind.get(&inst) {
            _ if self.removed.contains(&inst) => Action::Remove,
            Some(&next) => {
                let action = rewriter.keep(inst);
                rewriter.push_inst(next);
                action
            }
            None => Action::Keep,
        }
    }
}
