//! Classes of values that share registers, no two of them live at once.

use super::words::Words;
use super::{File, Place};
use crate::analysis::live_classes::{LiveClass, LiveClasses};
use crate::analysis::liveness::Liveness;
use crate::lower::lower_block_parameters::Join;
use crate::lower::lower_block_parameters::classes::dispatch;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use vitrum_ir::{FunctionData, Module, Value, visit};

/// Values that share registers.
#[derive(Debug)]
pub(super) struct Class {
    /// The file and the number of registers.
    pub(super) file: File,
    pub(super) count: u32,
    /// Uses and definitions, those in loops counted more often.
    pub(super) weight: u64,
    /// A value of it.
    pub(super) value: Value,
    place: Option<Place>,
}

/// All classes of a function.
pub(super) struct Classes {
    numbers: FxHashMap<Value, usize>,
    live: LiveClasses,
    /// By the numbers of `live`.
    all: Vec<Class>,
}

/// Executions of a loop that are assumed, and the depth up to which they are multiplied.
const ITERATIONS: u64 = 10;
const DEEPEST: u32 = 6;

impl Classes {
    /// A class of its own for every value that takes registers.
    pub(super) fn new(module: &Module, function: &FunctionData, liveness: &Liveness, words: Words) -> Self {
        let mut classes =
            Self { numbers: FxHashMap::default(), live: LiveClasses::default(), all: Vec::new() };
        for &value in liveness.values() {
            let Some((file, count)) = words.of(module, function.values[value].ty).filter(|row| row.1 > 0)
            else {
                continue;
            };
            let live: BTreeMap<u32, u32> = liveness.intervals(value).iter().copied().collect();
            let number = classes.live.add(live, dispatch(function, liveness.positions(), value));
            classes.numbers.insert(value, number);
            classes.all.push(Class { file, count, weight: 0, value, place: None });
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

    /// Lets two values share registers if they can.
    fn join(&mut self, a: Value, b: Value) {
        let (Some(x), Some(y)) = (self.class(a), self.class(b)) else { return };
        let (first, second) = (&self.all[x], &self.all[y]);
        if (first.file, first.count) != (second.file, second.count) {
            return;
        }
        if let Some((large, small)) = self.live.join(x, y) {
            self.all[large].weight += self.all[small].weight;
        }
    }

    /// True if a jump writes a class, whichever way it goes, while another one holds something else.
    pub(super) fn is_overwritten(&self, written: usize, other: usize) -> bool {
        self.live.is_overwritten(written, other)
    }

    /// The class of a value, if it takes registers.
    pub(super) fn class(&mut self, value: Value) -> Option<usize> {
        let number = *self.numbers.get(&value)?;
        Some(self.live.find(number))
    }

    pub(super) fn get(&self, class: usize) -> &Class {
        &self.all[class]
    }

    /// The intervals of a class.
    pub(super) fn live(&self, class: usize) -> &LiveClass {
        self.live.get(class)
    }

    /// The classes, those that begin first in front.
    pub(super) fn in_order(&self) -> Vec<usize> {
        self.live.in_order()
    }

    pub(super) fn place(&self, class: usize) -> Option<Place> {
        self.all[class].place
    }

    pub(super) fn set_place(&mut self, class: usize, place: Option<Place>) {
        self.all[class].place = place;
    }
}
