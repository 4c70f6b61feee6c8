//! Decides which memory of a loop a variable can stand for.

use super::collect::{Access, Level, Runs};
use crate::analysis::loops::{Entries, Loops};
use crate::analysis::memory::{Overlap, Path, Root, Step, is_surely_there};
use crate::analysis::nesting::Nesting;
use crate::analysis::others::{Deciders, is_constant, may_be_written};
use crate::optimize::precision::fuller;
use std::cell::OnceCell;
use vitrum_ir::{
    FunctionData, Inst, Module, Op, Operand, Precision, Scalar, Storage, Type, TypeData, Value, ValueDef,
    ValueFlags,
};

/// Memory that becomes a variable in a loop.
pub(super) struct Promotion {
    /// The loop.
    pub(super) inst: Inst,
    /// The loads and stores in the loop, in order of text; at least one.
    pub(super) accesses: Vec<Inst>,
    /// An address from outside of the loop, and the accesses that lead on from there, from the inside out.
    pub(super) base: Operand,
    pub(super) chain: Vec<Inst>,
    pub(super) ty: Type,
    pub(super) precision: Precision,
    /// True if the variable begins with what memory holds.
    pub(super) loads_first: bool,
    /// True if the stores become one behind the loop; otherwise they stay.
    pub(super) sinks: bool,
}

pub(super) struct Decider<'a> {
    module: &'a Module,
    function: &'a FunctionData,
    nesting: OnceCell<Nesting>,
    loops: OnceCell<Loops>,
    deciders: OnceCell<Deciders>,
    pub(super) promotions: Vec<Promotion>,
}

impl<'a> Decider<'a> {
    pub(super) fn new(module: &'a Module, function: &'a FunctionData) -> Self {
        Self {
            module,
            function,
            nesting: OnceCell::new(),
            loops: OnceCell::new(),
            deciders: OnceCell::new(),
            promotions: Vec::new(),
        }
    }

    /// Finds the promotions of a loop that ends. `before` says if an address was accessed before the loop; with `true`, if it was
    /// stored to, and nothing ordered memory since.
    pub(super) fn decide(&mut self, level: &Level, before: impl Fn(&Path, bool) -> bool) {
        let mut done = vec![false; level.accesses.len()];
        if !level.is_full {
            for first in 0..level.accesses.len() {
                if !done[first] {
                    let found = self.group(level, first, &mut done, &before);
                    self.promotions.extend(found);
                }
            }
        }
    }

    /// Finds out how often a loop executes what needs a second iteration, for the loop around it.
    pub(super) fn settle(&self, level: &mut Level) {
        if level.accesses.iter().any(|access| access.runs == Runs::InSecond) {
            let again = self.runs_again(level.inst);
            for access in level.accesses.iter_mut().filter(|access| access.runs == Runs::InSecond) {
                access.runs = if again { Runs::Surely } else { Runs::Perhaps };
            }
        }
    }

    /// The promotion of all accesses to the memory of one of them.
    fn group(
        &self,
        level: &Level,
        first: usize,
        done: &mut [bool],
        before: &impl Fn(&Path, bool) -> bool,
    ) -> Option<Promotion> {
        let leader = &level.accesses[first];
        let mut same: Vec<&Access> = Vec::new();
        for (access, done) in level.accesses.iter().zip(done).skip(first) {
            if access.path == leader.path {
                *done = true;
                same.push(access);
            }
        }
        // Behind the search, since a call that is passed the address rules out the loads and stores there, too.
        let storage = leader.storage?;
        let is_variable = matches!(leader.path.root, Root::Variable(_));
        if level.is_closed && !is_variable {
            return None;
        }
        let (mut read_aside, mut written_aside) = (false, false);
        for access in level.accesses.iter().filter(|access| access.path != leader.path) {
            if access.path.overlap(self.module, self.function, &leader.path) != Overlap::Never {
                read_aside |= !access.stores;
                written_aside |= access.stores;
            }
        }
        let stores = same.iter().any(|access| access.stores);
        let loads = same.iter().any(|access| !access.stores);
        let is_plain = same.iter().all(|access| access.storage.is_some());
        // A store of the whole vector could undo what others write to its other components.
        let own = is_own(storage);
        let in_part = same.iter().any(|access| access.stores && !self.stores_whole(access));
        if !is_plain || in_part && !own || written_aside || stores && read_aside {
            return None;
        }
        let ty = self.kept_type(leader, storage)?;
        let (base, chain) = self.outside(level.inst, leader)?;
        let values = same.iter().filter_map(|access| self.value(access));
        let mut precision = None;
        for value in values {
            let data = &self.function.values[value];
            if data.flags.contains(ValueFlags::NONUNIFORM) {
                return None;
            }
            precision = Some(precision.map_or(data.precision, |all| fuller(all, data.precision)));
        }
        let changes =
            may_be_written(self.module, storage) && !is_constant(self.module, self.function, leader.pointer);
        if changes && self.is_waited_for(&same) {
            return None;
        }
        let runs = |access: &&&Access| match access.runs {
            Runs::Surely => true,
            Runs::InSecond => self.runs_again(level.inst),
            Runs::Perhaps => false,
        };
        let stored = || same.iter().filter(|access| self.stores_whole(access)).any(|access| runs(&access));
        let is_there = is_surely_there(self.module, self.function, &leader.path)
            || before(&leader.path, false)
            || same.iter().any(|access| runs(&access));
        let may_store = own && is_there || same.iter().filter(|it| it.stores).any(|access| runs(&access));
        let sinks = stores && (may_store || before(&leader.path, true));
        let loads_first = loads || !stored();
        if !(sinks || loads) || loads_first && !is_there {
            return None;
        }
        let accesses = same.iter().map(|access| access.inst).collect();
        let precision = precision.unwrap_or(Precision::None);
        Some(Promotion { inst: level.inst, accesses, base, chain, ty, precision, loads_first, sinks })
    }

    /// The type of a value that can be kept: numbers that targets compute with.
    fn kept_type(&self, access: &Access, storage: Storage) -> Option<Type> {
        let ty = vitrum_ir::typing::operand_type(self.module, self.function, access.pointer);
        let TypeData::Pointer { pointee, .. } = self.module.types.get(ty) else { return None };
        let scalar = match self.module.types.get(pointee) {
            TypeData::Scalar(scalar) | TypeData::Vector { scalar, .. } | TypeData::Matrix { scalar, .. } => {
                scalar
            }
            _ => return None,
        };
        // In bytes every word but zero is true, and small numbers may be such as can only be loaded and stored.
        let fits = if scalar == Scalar::Bool { is_own(storage) } else { scalar.width() >= 32 };
        fits.then_some(pointee)
    }

    /// An address that is known in front of a loop, and the accesses from there on, if all their indices are known there too.
    fn outside(&self, around: Inst, access: &Access) -> Option<(Operand, Vec<Inst>)> {
        let known = |operand: Operand| operand.value().is_none_or(|value| self.is_outside(around, value));
        let root = match access.path.root {
            Root::Variable(value) | Root::Parameter(value) => Some(value),
            Root::Global(_) => None,
            Root::Other(_) => return None,
        };
        let steps = access.path.steps.iter();
        let fixed = |step: &Step| match *step {
            Step::Part(_) => true,
            Step::Dynamic(index) => known(index),
        };
        if !root.is_none_or(|value| self.is_outside(around, value)) || !steps.clone().all(fixed) {
            return None;
        }
        let mut base = access.pointer;
        let mut chain = Vec::new();
        while !known(base) {
            let inst = self.function.definition(base).filter(|&it| self.function.op(it) == Op::Access)?;
            chain.push(inst);
            base = *self.function.operands(inst).first()?;
        }
        Some((base, chain))
    }

    /// True if a value that a loop uses is defined in front of it.
    fn is_outside(&self, around: Inst, value: Value) -> bool {
        let nesting = self.nesting.get_or_init(|| Nesting::new(self.function));
        let at = match self.function.values[value].def() {
            ValueDef::Result { inst, .. } => nesting.position(inst),
            ValueDef::Param { block, .. } => nesting.owner(block).map_or(0, |owner| nesting.position(owner)),
        };
        at < nesting.position(around)
    }

    fn value(&self, access: &Access) -> Option<Value> {
        if access.stores {
            self.function.operands(access.inst).get(1)?.value()
        } else {
            self.function.result(access.inst)
        }
    }

    fn stores_whole(&self, access: &Access) -> bool {
        self.function.op(access.inst) == Op::Store
    }

    /// True if a loop may wait for what others write to its memory.
    fn is_waited_for(&self, same: &[&Access]) -> bool {
        let deciders = self.deciders.get_or_init(|| Deciders::new(self.module, self.function));
        let loads = same.iter().filter(|access| !access.stores);
        loads.filter_map(|access| self.value(access)).any(|value| deciders.contains(value))
    }

    /// True if a loop surely begins a second iteration.
    fn runs_again(&self, inst: Inst) -> bool {
        let loops = self.loops.get_or_init(|| Loops::new(self.module, self.function));
        matches!(loops.get(inst).map(|info| info.entries), Some(Entries::Exactly(2..)))
    }
}

/// True if no other invocation sees memory of a class.
fn is_own(storage: Storage) -> bool {
    matches!(storage, Storage::Function | Storage::Private | Storage::Output)
}
