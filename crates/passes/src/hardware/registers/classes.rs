//! Classes of values that share registers, no two of them live at once.

use super::words::Words;
use super::{File, Place};
use crate::analysis::liveness::{Interval, Liveness};
use crate::lower::lower_block_parameters::Join;
use crate::lower::lower_block_parameters::classes::dispatch;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use vitrum_ir::{FunctionData, Inst, Module, Operand, Value, visit};

/// Values that share registers.
#[derive(Debug)]
pub(super) struct Class {
    /// The class that this one was joined to, or itself.
    parent: usize,
    /// The live intervals, by first position.
    pub(super) live: BTreeMap<u32, u32>,
    /// The file and the number of registers.
    pub(super) file: File,
    pub(super) count: u32,
    /// Uses and definitions, those in loops counted more often.
    pub(super) weight: u64,
    /// The jumps that write it whichever way they go, each with the operand and the position.
    pub(super) dispatched: FxHashMap<Inst, (Operand, u32)>,
    /// A value of it.
    pub(super) value: Value,
    place: Option<Place>,
}

/// All classes of a function.
pub(super) struct Classes {
    numbers: FxHashMap<Value, usize>,
    all: Vec<Class>,
}

/// Executions of a loop that are assumed, and the depth up to which they are multiplied.
const ITERATIONS: u64 = 10;
const DEEPEST: u32 = 6;

impl Classes {
    /// A class of its own for every value that takes registers.
    pub(super) fn new(module: &Module, function: &FunctionData, liveness: &Liveness, words: Words) -> Self {
        let mut classes = Self { numbers: FxHashMap::default(), all: Vec::new() };
        for &value in liveness.values() {
            let Some((file, count)) = words.of(module, function.values[value].ty).filter(|row| row.1 > 0)
            else {
                continue;
            };
            let live: BTreeMap<u32, u32> = liveness.intervals(value).iter().copied().collect();
            classes.numbers.insert(value, classes.all.len());
            classes.all.push(Class {
                parent: classes.all.len(),
                live,
                file,
                count,
                weight: 0,
                dispatched: dispatch(function, liveness.positions(), value),
                value,
                place: None,
            });
        }
        classes.weigh(function);
        classes
    }

    /// Counts uses and definitions by the loops around them.
    fn weigh(&mut self, function: &FunctionData) {
        let mut depth = 0;
        let add = |this: &mut Self, value: Value, depth: u32| {
            if let Some(class) = this.numbers.get(&value).and_then(|&number| this.all.get_mut(number)) {
                class.weight += ITERATIONS.pow(depth.min(DEEPEST));
            }
        };
        visit::walk(function, function.body, |event| match event {
            visit::Event::Inst(inst) => {
                function.used_values(inst).for_each(|value| add(self, value, depth));
                function.results(inst).for_each(|value| add(self, value, depth));
                depth += u32::from(function.op(inst) == vitrum_ir::Op::Loop);
            }
            visit::Event::Behind(inst) => depth -= u32::from(function.op(inst) == vitrum_ir::Op::Loop),
            visit::Event::Enter(_) | visit::Event::Leave(_) => {}
        });
    }

    /// Joins the classes of values that flow into one another, those of the greatest weight first.
    pub(super) fn coalesce(&mut self, joins: &[Join]) {
        let mut pairs: Vec<(u64, Value, Value)> = Vec::new();
        for join in joins {
            for &(_, source) in &join.sources {
                let Some(source) = source.value() else { continue };
                let weight = |value: &Value| {
                    self.numbers
                        .get(value)
                        .and_then(|&number| self.all.get(number))
                        .map_or(0, |class| class.weight)
                };
                pairs.push((weight(&join.target).min(weight(&source)), join.target, source));
            }
        }
        // Stable, so that equal weights keep the order of the text.
        pairs.sort_by_key(|pair| std::cmp::Reverse(pair.0));
        for (_, a, b) in pairs {
            self.join(a, b);
        }
    }

    fn find(&mut self, mut number: usize) -> usize {
        while self.all[number].parent != number {
            let parent = self.all[number].parent;
            self.all[number].parent = self.all[parent].parent;
            number = self.all[number].parent;
        }
        number
    }

    /// Lets two values share registers if they can.
    fn join(&mut self, a: Value, b: Value) {
        let (Some(&x), Some(&y)) = (self.numbers.get(&a), self.numbers.get(&b)) else { return };
        let (x, y) = (self.find(x), self.find(y));
        let (first, second) = (&self.all[x], &self.all[y]);
        if x == y || (first.file, first.count) != (second.file, second.count) {
            return;
        }
        let (large, small) = if first.live.len() >= second.live.len() { (x, y) } else { (y, x) };
        if self.is_overwritten(small, large)
            || self.is_overwritten(large, small)
            || self.all[small].live.iter().any(|(&start, &end)| is_live(&self.all[large].live, (start, end)))
        {
            return;
        }
        let parts = std::mem::take(&mut self.all[small].live);
        let dispatched = std::mem::take(&mut self.all[small].dispatched);
        let weight = self.all[small].weight;
        self.all[small].parent = large;
        let class = &mut self.all[large];
        class.live.extend(parts);
        class.dispatched.extend(dispatched);
        class.weight += weight;
    }

    /// True if a jump writes a class, whichever way it goes, while another one holds something else.
    pub(super) fn is_overwritten(&self, written: usize, other: usize) -> bool {
        let (written, other) = (&self.all[written], &self.all[other]);
        written.dispatched.iter().any(|(jump, &(operand, position))| match other.dispatched.get(jump) {
            Some(&(same, _)) => same != operand,
            None => is_live(&other.live, (position, position)),
        })
    }

    /// The class of a value, if it takes registers.
    pub(super) fn class(&mut self, value: Value) -> Option<usize> {
        let number = *self.numbers.get(&value)?;
        Some(self.find(number))
    }

    pub(super) fn get(&self, class: usize) -> &Class {
        &self.all[class]
    }

    /// The classes, those that begin first in front.
    pub(super) fn in_order(&self) -> Vec<usize> {
        let mut order: Vec<usize> =
            (0..self.all.len()).filter(|&class| self.all[class].parent == class).collect();
        let start = |class: usize| self.all[class].live.first_key_value().map_or(0, |row| *row.0);
        order.sort_by_key(|&class| start(class));
        order
    }

    pub(super) fn place(&self, class: usize) -> Option<Place> {
        self.all[class].place
    }

    pub(super) fn set_place(&mut self, class: usize, place: Option<Place>) {
        self.all[class].place = place;
    }
}

/// True if an interval overlaps with one of those that lie apart.
pub(super) fn is_live(live: &BTreeMap<u32, u32>, (start, end): Interval) -> bool {
    live.range(..=end).next_back().is_some_and(|(_, &last)| last >= start)
}
