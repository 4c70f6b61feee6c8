//! The values of a block that wait for their users, in the order in which they are evaluated.

use crate::ast::Words;
use crate::effects::Effects;
use bumpalo::collections::Vec as BumpVec;
use vitrum_ir::{Inst, Value};

/// A value that waits for its user.
pub(crate) struct Pending {
    pub(crate) value: Value,
    pub(crate) inst: Inst,
    pub(crate) effects: Effects,
    /// Uses still to come.
    pub(crate) left: u32,
}

/// See the module.
pub(crate) struct Waiting<'a> {
    list: BumpVec<'a, Pending>,
    /// What those that wait do, and perhaps more: it is forgotten when none is left.
    effects: Effects,
}

impl<'a> Waiting<'a> {
    pub(crate) fn new(words: Words<'a>) -> Self {
        Self { list: words.list(), effects: Effects::NONE }
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    pub(crate) fn as_slice(&self) -> &[Pending] {
        &self.list
    }

    /// The one that gives a value.
    pub(crate) fn find(&self, value: Value) -> Option<&Pending> {
        self.list.iter().find(|pending| pending.value == value)
    }

    /// True if none may be in the way of what does this.
    pub(crate) fn none_conflicts(&self, effects: &Effects) -> bool {
        !self.effects.conflicts(effects)
    }

    /// Adds one behind all others.
    pub(crate) fn push(&mut self, pending: Pending) {
        self.effects.merge(&pending.effects);
        self.list.push(pending);
    }

    /// Adds one before another.
    pub(crate) fn insert(&mut self, index: usize, pending: Pending) {
        self.effects.merge(&pending.effects);
        self.list.insert(index, pending);
    }

    /// Takes one out.
    pub(crate) fn remove(&mut self, index: usize) -> Option<Pending> {
        let taken = match self.list.len() {
            length if index >= length => return None,
            // Mostly it is the last.
            length if index + 1 == length => self.list.pop(),
            _ => Some(self.list.remove(index)),
        };
        if self.list.is_empty() {
            self.effects = Effects::NONE;
        }
        taken
    }

    /// A use of a value has come: what its evaluation does, if it waited for that.
    pub(crate) fn used(&mut self, value: Value) -> Option<Effects> {
        let index = self.list.iter().position(|pending| pending.value == value)?;
        let pending = self.list.get_mut(index)?;
        let effects = pending.effects;
        pending.left = pending.left.saturating_sub(1);
        if pending.left == 0 {
            self.remove(index);
        }
        Some(effects)
    }

    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.effects = Effects::NONE;
    }
}
