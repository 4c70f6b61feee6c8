//! A scoped hash table of available expressions (GVN).
//!
//! The entries of its chains lie on a stack: leaving a block pops the entries of that block, which restores the table. So a
//! lookup finds equal operations in the same block or in blocks around it, which in structured control flow are those that
//! dominate.
//!
//! Most lookups find nothing. In a large function a bit set says so, which stays in caches where the chains do not.

use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};
use vitrum_ir::{Inst, mix};

/// The table.
#[derive(Debug)]
pub(super) struct Table {
    /// One more than the position of the newest entry of each chain; a power of two of them.
    heads: Vec<u32>,
    entries: Vec<Entry>,
    /// A bit for each hash inserted since they were last cleared, eight for each head; empty if there are few heads.
    noted: Vec<u64>,
    /// The number of insertions since then.
    notes: usize,
    /// The number of entries when each open block was entered.
    scopes: Vec<usize>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    hash: u32,
    inst: Inst,
    /// The previous head of the chain.
    next: u32,
}

const LEAST: usize = 64;

/// The number of chains that no longer fits into the first-level cache.
const LARGE: usize = 1 << 12;

impl Table {
    /// An empty one, with room for about so many instructions.
    pub(super) fn new(insts: usize) -> Self {
        let room = insts.clamp(LEAST, LARGE / 2).next_power_of_two();
        Self {
            heads: vec![0; room],
            entries: Vec::with_capacity(room),
            noted: Vec::new(),
            notes: 0,
            scopes: Vec::new(),
        }
    }

    pub(super) fn hash(key: &impl Hash) -> u32 {
        // The operands are the shader's to choose, and the bits of the chains are the lowest.
        mix(FxBuildHasher.hash_one(key)) as u32
    }

    /// The newest instruction with this hash that satisfies a predicate.
    pub(super) fn find(&self, hash: u32, mut is_it: impl FnMut(Inst) -> bool) -> Option<Inst> {
        if !self.noted.is_empty() && !self.is_noted(hash) {
            return None;
        }
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
        if self.notes >= 2 * self.heads.len() {
            self.forget();
        }
        self.entries.push(Entry { hash, inst, next: 0 });
        self.link(self.entries.len() - 1);
        if !self.noted.is_empty() {
            self.set(hash);
        }
    }

    fn link(&mut self, index: usize) {
        let mask = self.heads.len() - 1;
        let Some(entry) = self.entries.get_mut(index) else { return };
        let Some(head) = self.heads.get_mut(entry.hash as usize & mask) else { return };
        entry.next = std::mem::replace(head, index as u32 + 1);
    }

    fn grow(&mut self) {
        self.heads = vec![0; self.heads.len() * 2];
        if self.heads.len() >= LARGE {
            self.noted = vec![0; self.heads.len() / 8];
        }
        for index in 0..self.entries.len() {
            self.link(index);
        }
        if !self.noted.is_empty() {
            self.forget();
        }
    }

    /// Clears the bits of entries that have been popped.
    fn forget(&mut self) {
        self.noted.fill(0);
        self.notes = 0;
        for index in 0..self.entries.len() {
            let Some(&Entry { hash, .. }) = self.entries.get(index) else { continue };
            self.set(hash);
        }
    }

    fn set(&mut self, hash: u32) {
        let (word, bit) = self.note(hash);
        if let Some(word) = self.noted.get_mut(word) {
            *word |= bit;
        }
        self.notes += 1;
    }

    fn is_noted(&self, hash: u32) -> bool {
        let (word, bit) = self.note(hash);
        self.noted.get(word).is_some_and(|word| word & bit != 0)
    }

    /// The word of `noted` with the bit of a hash, and the bit.
    fn note(&self, hash: u32) -> (usize, u64) {
        ((hash >> 6) as usize & (self.noted.len() - 1), 1 << (hash & 63))
    }

    /// Enters a block.
    pub(super) fn enter(&mut self) {
        self.scopes.push(self.entries.len());
    }

    /// Leaves a block and pops its entries.
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
