//! Classes of values that share a variable, no two of them live at once.

use super::{Join, may_share};
use crate::analysis::positions::Positions;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use vitrum_ir::{ControlKind, FunctionData, Inst, Name, Op, Operand, Value, ValueDef};

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
    /// The jumps that write it whichever way they go, each with the operand and the position.
    dispatched: FxHashMap<Inst, (Operand, u32)>,
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
            self.all.push(Class {
                parent,
                live,
                name: function.value_name(value),
                joined: false,
                dispatched: dispatch(function, positions, value),
            });
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
        if self.is_overwritten(small, large) || self.is_overwritten(large, small) {
            return;
        }
        let dispatched = std::mem::take(&mut self.all[small].dispatched);
        let parts = std::mem::take(&mut self.all[small].live);
        let joined = self.all[small].joined;
        self.all[small].parent = large;
        let class = &mut self.all[large];
        class.live.extend(parts);
        class.dispatched.extend(dispatched);
        class.joined |= joined;
        class.name = if first.is_empty() { second } else { first };
    }

    /// True if a jump writes a class, whichever way it goes, while another one holds something else.
    fn is_overwritten(&self, written: usize, other: usize) -> bool {
        let (written, other) = (&self.all[written], &self.all[other]);
        written.dispatched.iter().any(|(jump, &(operand, position))| match other.dispatched.get(jump) {
            Some(&(same, _)) => same != operand,
            None => other.live.range(..=position).next_back().is_some_and(|(_, &last)| last >= position),
        })
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

/// The jump that writes a value whichever way it goes, with the operand and the position: a switch writes the parameters of all
/// its cases, and a `break_if` the results of the loop and the next parameters.
pub(crate) fn dispatch(
    function: &FunctionData,
    positions: &Positions,
    value: Value,
) -> FxHashMap<Inst, (Operand, u32)> {
    let found = match function.values[value].def() {
        ValueDef::Param { block, index } => positions.owner(block).and_then(|owner| {
            let (jump, first) = match &function.control(owner)?.kind {
                ControlKind::Switch { .. } => (owner, 1),
                &ControlKind::Loop { body, continuing: Some(continuing) } if body == block => {
                    let last = function.ends_with(continuing, Op::BreakIf)?;
                    (last, 1 + function.insts[last].imm)
                }
                _ => return None,
            };
            Some((jump, first + index))
        }),
        ValueDef::Result { inst, index } => function.control(inst).and_then(|control| match control.kind {
            ControlKind::Loop { continuing: Some(continuing), .. } => {
                Some((function.ends_with(continuing, Op::BreakIf)?, 1 + index))
            }
            _ => None,
        }),
    };
    let row = found.and_then(|(jump, index)| {
        let &operand = function.operands(jump).get(index as usize)?;
        Some((jump, (operand, 2 * positions.start(jump)? + 1)))
    });
    row.into_iter().collect()
}
