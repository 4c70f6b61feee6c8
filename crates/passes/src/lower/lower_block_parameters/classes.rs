//! Classes of values that share a variable, no two of them live at once.

use super::{Join, may_share};
use crate::analysis::live_classes::{Dispatched, LiveClasses};
use crate::analysis::positions::Positions;
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::{ControlKind, FunctionData, Inst, Name, Op, Value, ValueDef};

/// Values that share a variable.
#[derive(Debug)]
struct Class {
    name: Name,
    /// True if it has a join in it: other values keep to themselves.
    joined: bool,
}

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Classes {
    /// The number of the first class of each value that takes part, an index of `all`.
    numbers: FxHashMap<Value, usize>,
    live: LiveClasses,
    /// By the numbers of `live`.
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
            let live = positions.live(function, value).into_iter().collect();
            self.all.push(Class { name: function.value_name(value), joined: false });
            self.live.add(live, dispatch(function, positions, value))
        })
    }

    /// The class of a value, if it has a variable.
    pub(super) fn class(&mut self, value: Value) -> Option<usize> {
        let number = *self.numbers.get(&value)?;
        let number = self.live.find(number);
        self.all[number].joined.then_some(number)
    }

    /// Lets two values of one type share a variable if they can.
    pub(super) fn join(&mut self, a: Value, b: Value) {
        let (Some(&x), Some(&y)) = (self.numbers.get(&a), self.numbers.get(&b)) else { return };
        let (x, y) = (self.live.find(x), self.live.find(y));
        let (first, second) = (self.all[x].name, self.all[y].name);
        // Two variables of the author stay two.
        if x == y || !first.is_empty() && !second.is_empty() && first != second {
            return;
        }
        if let Some((large, small)) = self.live.join(x, y) {
            let joined = self.all[small].joined;
            let class = &mut self.all[large];
            class.joined |= joined;
            class.name = if first.is_empty() { second } else { first };
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

/// The jump that writes a value whichever way it goes, with the operand and the position: a switch writes the parameters of all
/// its cases, and a `break_if` the results of the loop and the next parameters.
pub(crate) fn dispatch(function: &FunctionData, positions: &Positions, value: Value) -> Dispatched {
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
