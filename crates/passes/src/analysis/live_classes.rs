//! Classes of values of which no two are live at once: what may share a variable or a register.
//!
//! Classes are joined by union-find. Two can be joined if they are never live at once, and if no jump that writes one of them
//! whichever way it goes would overwrite the other.

use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use vitrum_ir::{Inst, Operand};

use super::liveness::Interval;

/// The jumps that write a value whichever way they go, each with the operand and the position.
pub(crate) type Dispatched = FxHashMap<Inst, (Operand, u32)>;

/// A class: the intervals in which it holds something.
#[derive(Debug)]
pub(crate) struct LiveClass {
    /// The class that this one was joined to, or itself.
    parent: usize,
    /// The live intervals, by first position.
    pub(crate) live: BTreeMap<u32, u32>,
    /// The jumps that write it whichever way they go.
    pub(crate) dispatched: Dispatched,
}

/// All classes of a function, by number.
#[derive(Debug, Default)]
pub(crate) struct LiveClasses(Vec<LiveClass>);

impl LiveClasses {
    /// Adds a class; gives its number, which counts from 0.
    pub(crate) fn add(&mut self, live: BTreeMap<u32, u32>, dispatched: Dispatched) -> usize {
        let parent = self.0.len();
        self.0.push(LiveClass { parent, live, dispatched });
        parent
    }

    /// The class that a class was joined to, or itself.
    pub(crate) fn find(&mut self, mut number: usize) -> usize {
        while self.0[number].parent != number {
            let parent = self.0[number].parent;
            self.0[number].parent = self.0[parent].parent;
            number = self.0[number].parent;
        }
        number
    }

    pub(crate) fn get(&self, number: usize) -> &LiveClass {
        &self.0[number]
    }

    /// The classes that were joined to no other, those that begin first in front.
    pub(crate) fn in_order(&self) -> Vec<usize> {
        let mut order: Vec<usize> =
            (0..self.0.len()).filter(|&class| self.0[class].parent == class).collect();
        order.sort_by_key(|&class| self.0[class].live.first_key_value().map_or(0, |row| *row.0));
        order
    }

    /// True if a jump writes a class, whichever way it goes, while another one holds something else.
    pub(crate) fn is_overwritten(&self, written: usize, other: usize) -> bool {
        let (written, other) = (&self.0[written], &self.0[other]);
        written.dispatched.iter().any(|(jump, &(operand, position))| match other.dispatched.get(jump) {
            Some(&(same, _)) => same != operand,
            None => is_live(&other.live, (position, position)),
        })
    }

    /// Joins two classes, neither of which was joined to another, if they can be; gives the one that stays and the one that goes.
    pub(crate) fn join(&mut self, a: usize, b: usize) -> Option<(usize, usize)> {
        let (large, small) = if self.0[a].live.len() >= self.0[b].live.len() { (a, b) } else { (b, a) };
        let overlaps = |(&start, &end): (&u32, &u32)| is_live(&self.0[large].live, (start, end));
        if a == b
            || self.0[small].live.iter().any(overlaps)
            || self.is_overwritten(small, large)
            || self.is_overwritten(large, small)
        {
            return None;
        }
        let live = std::mem::take(&mut self.0[small].live);
        let dispatched = std::mem::take(&mut self.0[small].dispatched);
        self.0[small].parent = large;
        self.0[large].live.extend(live);
        self.0[large].dispatched.extend(dispatched);
        Some((large, small))
    }
}

/// True if an interval overlaps with one of those that lie apart.
fn is_live(live: &BTreeMap<u32, u32>, (start, end): Interval) -> bool {
    live.range(..=end).next_back().is_some_and(|(_, &last)| last >= start)
}
