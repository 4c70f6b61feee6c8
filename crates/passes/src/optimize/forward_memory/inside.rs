//! Effects of the blocks of each control instruction on memory.

use super::facts::Fact;
use crate::analysis::calls::{Summaries, Summary};
use crate::analysis::memory::{Overlap, Path, Root};
use rustc_hash::FxHashMap;
use vitrum_ir::visit::{self, Event};
use vitrum_ir::{FunctionData, Inst, List, Module, Op, Storage, TypeData, typing};

/// The most roots that are told apart.
const MOST: usize = 16;

/// The effects of the blocks of a control instruction.
#[derive(Clone, Debug)]
pub(super) struct Inside {
    /// The classes of memory that are read and written.
    summaries: Vec<Summary>,
    /// The roots of all writes; none if they are not known.
    roots: Option<Vec<Root>>,
    /// True if something orders memory that others see.
    orders: bool,
    /// True if it always goes on behind the control instruction.
    pub(super) stays: bool,
}

/// The control instructions of a function.
pub(super) struct Insides(FxHashMap<Inst, Inside>);

impl Insides {
    pub(super) fn new(module: &Module, function: &FunctionData, summaries: &Summaries) -> Self {
        let mut all = FxHashMap::default();
        if function.controls.is_empty() {
            return Self(all);
        }
        // The effects of the control instructions around, so far.
        let mut open: Vec<Inside> = Vec::new();
        visit::walk(function, function.body, |event| match event {
            Event::Inst(inst) if function.control(inst).is_some() => {
                let stays = function.op(inst) == Op::If;
                open.push(Inside { summaries: Vec::new(), roots: Some(Vec::new()), orders: false, stays });
            }
            Event::Inst(inst) => {
                if let Some(inside) = open.last_mut() {
                    inside.add_inst(module, function, summaries, inst);
                }
            }
            Event::Behind(inst) => {
                if let Some(inside) = open.pop() {
                    if let Some(around) = open.last_mut() {
                        around.add(&inside);
                    }
                    all.insert(inst, inside);
                }
            }
            Event::Enter(_) | Event::Leave(_) => {}
        });
        Self(all)
    }

    pub(super) fn of(&self, control: Inst) -> Option<&Inside> {
        self.0.get(&control)
    }
}

impl Inside {
    /// Anything.
    pub(super) const UNKNOWN: Self = Self { summaries: Vec::new(), roots: None, orders: true, stays: false };

    fn add(&mut self, other: &Self) {
        self.orders |= other.orders;
        self.stays &= other.stays;
        for &summary in &other.summaries {
            self.add_summary(summary);
        }
        match &other.roots {
            Some(roots) => roots.iter().for_each(|&root| self.add_root(root)),
            None => self.roots = None,
        }
    }

    fn add_summary(&mut self, summary: Summary) {
        if !self.summaries.contains(&summary) {
            self.summaries.push(summary);
        }
    }

    fn add_root(&mut self, root: Root) {
        if let Some(roots) = &mut self.roots
            && !roots.contains(&root)
        {
            roots.push(root);
            if roots.len() > MOST {
                self.roots = None;
            }
        }
    }

    fn add_inst(&mut self, module: &Module, function: &FunctionData, summaries: &Summaries, inst: Inst) {
        let op = function.op(inst);
        if op.is_terminator() {
            self.stays &= op == Op::Merge;
            return;
        }
        if op.effects().is_pure() || op == Op::Var {
            return;
        }
        let summary = summaries.inst(module, function, inst);
        self.add_summary(summary);
        self.orders |= summary.acts || op == Op::Call || op == Op::Intrinsic;
        if op == Op::Load {
            return;
        }
        let writes =
            matches!(op, Op::Call | Op::Intrinsic) || op.effects().contains(vitrum_ir::Effects::WRITES);
        if !writes {
            return;
        }
        for &operand in function.operands(inst) {
            let ty = typing::operand_type(module, function, operand);
            if matches!(module.types.get(ty), TypeData::Pointer { .. }) {
                self.add_root(Path::resolved(module, function, operand).root);
            }
        }
    }

    /// True if memory of a class may be read.
    pub(super) fn reads(&self, storage: Storage) -> bool {
        self.roots.is_none() || self.orders || self.summaries.iter().any(|summary| summary.may_read(storage))
    }

    /// True if the memory of a fact may be written.
    pub(super) fn writes(&self, module: &Module, function: &FunctionData, fact: &Fact) -> bool {
        let own = matches!(fact.storage, Storage::Function | Storage::Private);
        let Some(roots) = &self.roots else { return true };
        let called = fact.storage != Storage::Function
            && self.orders
            && self.summaries.iter().any(|summary| summary.may_write(fact.storage));
        called
            || self.orders && !own
            || roots.iter().any(|&root| {
                let path = Path { root, steps: List::new() };
                path.overlap(module, function, &fact.path) != Overlap::Never
            })
    }
}
