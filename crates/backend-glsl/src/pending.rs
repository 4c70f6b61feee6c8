//! The pending values of a block, in evaluation order.

use crate::ast::TextArena;
use crate::effects::Effects;
use bumpalo::collections::Vec as BumpVec;
use vitrum_ir::{Inst, Value};

/// A value that becomes part of the expression of its user.
pub(crate) struct Pending {
    pub(crate) value: Value,
    pub(crate) inst: Inst,
    pub(crate) effects: Effects,
    /// Remaining uses.
    pub(crate) left: u32,
}

/// The pending values of a block.
pub(crate) struct PendingValues<'a> {
    list: BumpVec<'a, Pending>,
    /// A superset of the effects of all pending values; reset when the list is empty.
    effects: Effects,
}

impl<'a> PendingValues<'a> {
    pub(crate) fn new(arena: TextArena<'a>) -> Self {
        Self { list: arena.list(), effects: Effects::NONE }
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    pub(crate) fn as_slice(&self) -> &[Pending] {
        &self.list
    }

    /// The entry of a value.
    pub(crate) fn find(&self, value: Value) -> Option<&Pending> {
        self.list.iter().find(|pending| pending.value == value)
    }

    /// True if no pending value conflicts with these effects.
    pub(crate) fn none_conflicts(&self, effects: &Effects) -> bool {
        !self.effects.conflicts(effects)
    }

    /// Adds a value at the end.
    pub(crate) fn push(&mut self, pending: Pending) {
        self.effects.merge(&pending.effects);
        self.list.push(pending);
    }

    /// Inserts a value.
    pub(crate) fn insert(&mut self, index: usize, pending: Pending) {
        self.effects.merge(&pending.effects);
        self.list.insert(index, pending);
    }

    /// Removes a value.
    pub(crate) fn remove(&mut self, index: usize) -> Option<Pending> {
        let taken = match self.list.len() {
            length if index >= length => return None,
            // The common case is the last value.
            length if index + 1 == length => self.list.pop(),
            _ => Some(self.list.remove(index)),
        };
        if self.list.is_empty() {
            self.effects = Effects::NONE;
        }
        taken
    }

    /// Counts a use of a value, and returns its effects if it is pending.
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
