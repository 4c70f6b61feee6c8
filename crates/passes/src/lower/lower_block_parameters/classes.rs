//! Classes of values that share a variable, no two of them live at once.

use super::positions::Positions;
use super::{Join, may_share};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use vitrum_ir::{FunctionData, Inst, Op, Value};

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Classes {
    /// The number of each value that takes part.
    numbers: FxHashMap<Value, u32>,
    parents: Vec<u32>,
    /// The live ranges of each class, by first position; kept at the representative.
    live: Vec<BTreeMap<u32, u32>>,
    names: Vec<vitrum_ir::Name>,
    /// True if a class has a join in it: other values keep to themselves.
    joined: Vec<bool>,
    /// Jumps that give something to a lowered join.
    jumps: FxHashSet<Inst>,
    entries: FxHashSet<Inst>,
}

impl Classes {
    /// A class of its own for every value that takes part in a join.
    pub(super) fn new(function: &FunctionData, positions: &Positions, joins: &[Join]) -> Self {
        let mut classes = Self::default();
        for join in joins {
            let target = classes.add(function, positions, join.target);
            if let Some(joined) = classes.joined.get_mut(target as usize) {
                *joined = true;
            }
            for &(jump, source) in &join.sources {
                if function.op(jump) == Op::Merge {
                    classes.jumps.insert(jump);
                }
                if let Some(source) = source.value()
                    && may_share(function, source)
                {
                    classes.add(function, positions, source);
                }
            }
        }
        classes
    }

    fn add(&mut self, function: &FunctionData, positions: &Positions, value: Value) -> u32 {
        if let Some(&number) = self.numbers.get(&value) {
            return number;
        }
        let number = self.parents.len() as u32;
        self.numbers.insert(value, number);
        self.parents.push(number);
        self.live.push(positions.live(function, value).into_iter().collect());
        self.names.push(function.value_name(value));
        self.joined.push(false);
        number
    }

    fn find(&mut self, mut number: u32) -> u32 {
        while let Some(&parent) = self.parents.get(number as usize) {
            if parent == number {
                break;
            }
            let above = self.parents.get(parent as usize).copied().unwrap_or(parent);
            if let Some(slot) = self.parents.get_mut(number as usize) {
                *slot = above;
            }
            number = parent;
        }
        number
    }

    /// The class of a value, if it has a variable.
    pub(super) fn class(&mut self, value: Value) -> Option<u32> {
        let number = *self.numbers.get(&value)?;
        let number = self.find(number);
        self.joined.get(number as usize).copied().unwrap_or(false).then_some(number)
    }

    /// Lets two values of one type share a variable if they can.
    pub(super) fn join(&mut self, a: Value, b: Value) {
        let (Some(&x), Some(&y)) = (self.numbers.get(&a), self.numbers.get(&b)) else { return };
        let (x, y) = (self.find(x), self.find(y));
        if x == y {
            return;
        }
        let name =
            |classes: &Self, class: u32| classes.names.get(class as usize).copied().unwrap_or_default();
        let (first, second) = (name(self, x), name(self, y));
        // Two variables of the author stay two.
        if !first.is_empty() && !second.is_empty() && first != second {
            return;
        }
        let size = |classes: &Self, class: u32| classes.live.get(class as usize).map_or(0, BTreeMap::len);
        let (large, small) = if size(self, x) >= size(self, y) { (x, y) } else { (y, x) };
        let Some(parts) = self.live.get_mut(small as usize).map(std::mem::take) else { return };
        let overlaps = self.live.get(large as usize).is_none_or(|live| {
            parts
                .iter()
                .any(|(&start, &end)| live.range(..=end).next_back().is_some_and(|(_, &last)| last >= start))
        });
        if overlaps {
            if let Some(slot) = self.live.get_mut(small as usize) {
                *slot = parts;
            }
            return;
        }
        if let Some(live) = self.live.get_mut(large as usize) {
            live.extend(parts);
        }
        let joined = [x, y].iter().any(|&class| self.joined.get(class as usize).copied().unwrap_or(false));
        if let Some(slot) = self.parents.get_mut(small as usize) {
            *slot = large;
        }
        if let Some(slot) = self.joined.get_mut(large as usize) {
            *slot = joined;
        }
        if let Some(slot) = self.names.get_mut(large as usize)
            && slot.is_empty()
        {
            *slot = if first.is_empty() { second } else { first };
        }
    }

    /// True if a `merge` gives its operands to variables.
    pub(super) fn lowers(&self, jump: Inst) -> bool {
        self.jumps.contains(&jump)
    }

    /// Notes the store of a function's parameter to its variable.
    pub(super) fn note_entry(&mut self, store: Inst) {
        self.entries.insert(store);
    }

    /// True if an instruction is such a store.
    pub(super) fn is_entry(&self, store: Inst) -> bool {
        self.entries.contains(&store)
    }
}
