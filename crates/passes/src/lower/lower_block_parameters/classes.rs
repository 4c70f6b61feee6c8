//! Classes of values that share a variable, no two of them live at once.

use super::positions::Positions;
use super::{Join, may_share};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use vitrum_ir::{FunctionData, Inst, Name, Op, Value};

/// Values that share a variable.
#[derive(Debug)]
struct Class {
    /// The class that this one was joined to, or itself.
    parent: usize,
    /// The live ranges, by first position.
    live: BTreeMap<u32, u32>,
    name: Name,
    /// True if it has a join in it: other values keep to themselves.
    joined: bool,
}

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Classes {
    /// The number of the first class of each value that takes part, an index of `all`.
    numbers: FxHashMap<Value, usize>,
    all: Vec<Class>,
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
            classes.all[target].joined = true;
            for &(jump, source) in &join.sources {
                if function.op(jump) == Op::Merge {
                    classes.jumps.insert(jump);
                }
                if let Some(source) = source.value().filter(|&source| may_share(function, source)) {
                    classes.add(function, positions, source);
                }
            }
        }
        classes
    }

    fn add(&mut self, function: &FunctionData, positions: &Positions, value: Value) -> usize {
        *self.numbers.entry(value).or_insert_with(|| {
            let parent = self.all.len();
            let live = positions.live(function, value).into_iter().collect();
            self.all.push(Class { parent, live, name: function.value_name(value), joined: false });
            parent
        })
    }

    fn find(&mut self, mut number: usize) -> usize {
        while self.all[number].parent != number {
            let parent = self.all[number].parent;
            self.all[number].parent = self.all[parent].parent;
            number = self.all[number].parent;
        }
        number
    }

    /// The class of a value, if it has a variable.
    pub(super) fn class(&mut self, value: Value) -> Option<usize> {
        let number = *self.numbers.get(&value)?;
        let number = self.find(number);
        self.all[number].joined.then_some(number)
    }

    /// Lets two values of one type share a variable if they can.
    pub(super) fn join(&mut self, a: Value, b: Value) {
        let (Some(&x), Some(&y)) = (self.numbers.get(&a), self.numbers.get(&b)) else { return };
        let (x, y) = (self.find(x), self.find(y));
        let (first, second) = (self.all[x].name, self.all[y].name);
        // Two variables of the author stay two.
        if x == y || !first.is_empty() && !second.is_empty() && first != second {
            return;
        }
        let (large, small) = if self.all[x].live.len() >= self.all[y].live.len() { (x, y) } else { (y, x) };
        let live = &self.all[large].live;
        let overlaps = |(&start, &end): (&u32, &u32)| {
            live.range(..=end).next_back().is_some_and(|(_, &last)| last >= start)
        };
        if self.all[small].live.iter().any(overlaps) {
            return;
        }
        let parts = std::mem::take(&mut self.all[small].live);
        let joined = self.all[small].joined;
        self.all[small].parent = large;
        let class = &mut self.all[large];
        class.live.extend(parts);
        class.joined |= joined;
        class.name = if first.is_empty() { second } else { first };
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
