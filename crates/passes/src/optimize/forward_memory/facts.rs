//! Facts about memory at a place in the program.

use crate::analysis::memory::{Overlap, Path, Root, Step};
use vitrum_ir::{FunctionData, Inst, Module, Operand, Storage};

/// The most facts that are kept.
const MOST: usize = 24;
/// The most steps from a known whole to a part that is taken out of it.
const STEPS: usize = 4;

/// The content of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Held {
    Value(Operand),
    /// The number of a [`Choice`](super::joins::Choice).
    Choice(usize),
}

impl Held {
    /// The value, if it is one.
    pub(super) fn value(self) -> Option<Operand> {
        match self {
            Self::Value(value) => Some(value),
            Self::Choice(_) => None,
        }
    }
}

/// The memory at an address holds a value.
#[derive(Clone, Debug)]
pub(super) struct Fact {
    pub(super) path: Path,
    pub(super) storage: Storage,
    pub(super) held: Held,
    /// The store in this block that put it there, if nobody can have looked since.
    pub(super) pending: Option<Inst>,
    /// True if it held before the loop began that the place is in.
    pub(super) is_older: bool,
}

/// Facts, the oldest first; no two are about memory of which one store may have changed the other's.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts(Vec<Fact>);

impl Facts {
    pub(super) fn add(&mut self, fact: Fact) {
        if self.0.len() >= MOST {
            self.0.remove(0);
        }
        self.0.push(fact);
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Fact> {
        self.0.iter()
    }

    /// The fact about this address.
    pub(super) fn at(&self, path: &Path) -> Option<&Fact> {
        self.0.iter().find(|fact| fact.path == *path)
    }

    /// A loop begins.
    pub(super) fn grow_older(&mut self) {
        self.0.iter_mut().for_each(|fact| fact.is_older = true);
    }

    pub(super) fn keep(&mut self, keep: impl FnMut(&Fact) -> bool) {
        self.0.retain(keep);
    }

    /// Someone may look at the memory of some facts: their stores have to be made.
    pub(super) fn look(&mut self, mut at: impl FnMut(&Fact) -> bool) {
        for fact in &mut self.0 {
            if fact.pending.is_some() && at(fact) {
                fact.pending = None;
            }
        }
    }

    /// The known value at an address, and the steps to a part of it.
    pub(super) fn known(
        &self,
        module: &Module,
        function: &FunctionData,
        path: &Path,
    ) -> Option<(&Fact, Vec<u32>)> {
        self.0.iter().rev().find_map(|fact| match path.overlap(module, function, &fact.path) {
            Overlap::Same => Some((fact, Vec::new())),
            Overlap::Inside => {
                let rest = path.steps.get(fact.path.steps.len()..)?;
                let parts = rest.iter().map(|step| match step {
                    Step::Part(index) => Some(*index),
                    Step::Dynamic(_) => None,
                });
                (rest.len() <= STEPS).then(|| parts.collect::<Option<Vec<u32>>>())?.map(|it| (fact, it))
            }
            Overlap::Never | Overlap::Around | Overlap::Maybe => None,
        })
    }

    /// True if an address is known to hold a value.
    pub(super) fn holds(
        &self,
        module: &Module,
        function: &FunctionData,
        path: &Path,
        value: Operand,
    ) -> bool {
        self.0.iter().any(|fact| {
            fact.held == Held::Value(value) && path.overlap(module, function, &fact.path) == Overlap::Same
        })
    }

    /// The whole of which an address is one part, and the store that is still to be made of it.
    pub(super) fn around(
        &self,
        module: &Module,
        function: &FunctionData,
        path: &Path,
    ) -> Option<(Path, Operand, Inst, u32)> {
        self.0.iter().rev().find_map(|fact| {
            let (pending, Some(&Step::Part(index))) = (fact.pending?, path.steps.last()) else { return None };
            let inside = path.overlap(module, function, &fact.path) == Overlap::Inside;
            let next = path.steps.len() == fact.path.steps.len() + 1;
            let value = fact.held.value()?;
            (inside && next).then(|| (fact.path.clone(), value, pending, index))
        })
    }

    /// The value that a pending store will put at an address.
    pub(super) fn pending(
        &self,
        module: &Module,
        function: &FunctionData,
        path: &Path,
    ) -> Option<(Operand, Inst)> {
        self.0.iter().rev().find_map(|fact| {
            let pending = fact.pending?;
            let value = fact.held.value()?;
            (path.overlap(module, function, &fact.path) == Overlap::Same).then_some((value, pending))
        })
    }

    /// Something is written to an address. Gives the stores, still to be made, of which all is overwritten.
    pub(super) fn write(&mut self, module: &Module, function: &FunctionData, path: &Path) -> Vec<Inst> {
        let mut covered = Vec::new();
        self.0.retain(|fact| match path.overlap(module, function, &fact.path) {
            Overlap::Never => true,
            Overlap::Same | Overlap::Around => {
                covered.extend(fact.pending);
                false
            }
            Overlap::Inside | Overlap::Maybe => false,
        });
        covered
    }

    /// The stores that are still to be made.
    pub(super) fn stores(&self) -> Vec<(Inst, Root, Storage)> {
        self.0
            .iter()
            .filter_map(|fact| fact.pending.map(|inst| (inst, fact.path.root, fact.storage)))
            .collect()
    }
}
