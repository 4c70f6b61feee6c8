//! Values by what computes them, for as far as they can be seen.
//!
//! A hash table of chains whose entries lie on a stack: leaving a block takes off what was put on in it, and the table is
//! as it was before. So a value is found where its block, or one around it, has computed the same before, which in
//! structured control flow is what dominance says.

use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};
use vitrum_ir::Inst;

/// The table.
#[derive(Debug)]
pub(super) struct Table {
    /// One more than the position of the newest entry of each chain; a power of two of them.
    heads: Vec<u32>,
    entries: Vec<Entry>,
    /// How many entries there were when each open block was entered.
    scopes: Vec<usize>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    hash: u32,
    inst: Inst,
    /// What the head of the chain was before.
    next: u32,
}

const LEAST: usize = 64;

impl Table {
    pub(super) fn new() -> Self {
        Self { heads: vec![0; LEAST], entries: Vec::new(), scopes: Vec::new() }
    }

    pub(super) fn hash(key: &impl Hash) -> u32 {
        let hash = FxBuildHasher.hash_one(key);
        (hash ^ hash >> 32) as u32
    }

    /// An instruction with this hash for which the question is answered with yes.
    pub(super) fn find(&self, hash: u32, mut is_it: impl FnMut(Inst) -> bool) -> Option<Inst> {
        let mut at = *self.heads.get(hash as usize & (self.heads.len() - 1))?;
        while let Some(entry) = at.checked_sub(1).and_then(|index| self.entries.get(index as usize)) {
            if entry.hash == hash && is_it(entry.inst) {
                return Some(entry.inst);
            }
            at = entry.next;
        }
        None
    }

    pub(super) fn insert(&mut self, hash: u32, inst: Inst) {
        if self.entries.len() >= self.heads.len() {
            self.grow();
        }
        self.entries.push(Entry { hash, inst, next: 0 });
        self.link(self.entries.len() - 1);
    }

    fn link(&mut self, index: usize) {
        let mask = self.heads.len() - 1;
        let Some(entry) = self.entries.get_mut(index) else { return };
        let Some(head) = self.heads.get_mut(entry.hash as usize & mask) else { return };
        entry.next = std::mem::replace(head, index as u32 + 1);
    }

    fn grow(&mut self) {
        self.heads = vec![0; self.heads.len() * 2];
        for index in 0..self.entries.len() {
            self.link(index);
        }
    }

    /// A block is entered.
    pub(super) fn enter(&mut self) {
        self.scopes.push(self.entries.len());
    }

    /// A block is left: what it computed is not seen any more.
    pub(super) fn leave(&mut self) {
        let count = self.scopes.pop().unwrap_or(0);
        let mask = self.heads.len() - 1;
        while self.entries.len() > count {
            let Some(entry) = self.entries.pop() else { return };
            if let Some(head) = self.heads.get_mut(entry.hash as usize & mask) {
                *head = entry.next;
            }
        }
    }
}
