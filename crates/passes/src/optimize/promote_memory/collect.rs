//! Finds the accesses of each loop, and what else it does to memory.

use super::decide::{Decider, Promotion};
use crate::analysis::calls::Summaries;
use crate::analysis::memory::Path;
use crate::optimize::forward_memory::followed;
use vitrum_ir::visit::{self, Descent, Event};
use vitrum_ir::{
    Block, ControlKind, Effects, FunctionData, IdSet, Inst, Intrinsic, MemoryAccess, Module, Op, Operand,
    Storage, TypeData, typing,
};

/// Accesses of a loop that are compared with one another; a loop with more stays as it is.
const MOST: usize = 48;

/// Earlier accesses that are looked at.
const NEAR: usize = 32;

/// The times that a loop executes what stands in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Runs {
    /// Each time that the loop is run, at least once.
    Surely,
    /// The same, if there is a second iteration.
    InSecond,
    /// Perhaps never.
    Perhaps,
}

/// An access, or an operation that is passed an address.
#[derive(Clone, Debug)]
pub(super) struct Access {
    pub(super) inst: Inst,
    pub(super) pointer: Operand,
    pub(super) path: Path,
    /// The class of its memory, if that is followed and the access is an ordinary one.
    pub(super) storage: Option<Storage>,
    pub(super) stores: bool,
    pub(super) runs: Runs,
}

/// An access that has been executed before the code that is looked at.
struct Earlier {
    path: Path,
    /// True if all of it was stored.
    stores: bool,
    /// The number of operations that ordered memory until then.
    epoch: u32,
}

/// A loop around the current instruction.
pub(super) struct Level {
    pub(super) inst: Inst,
    continuing: Option<Block>,
    in_continuing: bool,
    /// Branches within the loop around the current instruction.
    branches: u32,
    /// True if the loop may have been left already, or the iteration.
    left: bool,
    continued: bool,
    /// True if the invocation or the function may have ended.
    ended: bool,
    pub(super) accesses: Vec<Access>,
    /// True if there are too many accesses.
    pub(super) is_full: bool,
    /// True if something may touch all memory but variables of the function, or ends the invocation or the function.
    pub(super) is_closed: bool,
    /// The times that the loop around runs it.
    runs: Runs,
    epoch: u32,
}

impl Level {
    fn add(&mut self, access: Access) {
        if self.accesses.len() < MOST {
            self.accesses.push(access);
        } else {
            self.is_full = true;
        }
    }

    fn runs(&self) -> Runs {
        let skipped = self.continued && !self.in_continuing || self.ended;
        match (self.branches, self.left, skipped) {
            (1.., ..) => Runs::Perhaps,
            (0, false, _) => Runs::Surely,
            (0, true, false) => Runs::InSecond,
            (0, true, true) => Runs::Perhaps,
        }
    }
}

/// True if a loop accesses memory that is not fixed while the shader runs.
fn is_worth_it(module: &Module, function: &FunctionData) -> bool {
    let mut depth = 0usize;
    let mut is_found = false;
    visit::walk(function, function.body, |event| {
        match event {
            Event::Inst(inst) => match function.op(inst) {
                Op::Loop => depth += 1,
                Op::Load | Op::Store | Op::StoreSwizzle if depth > 0 => {
                    let pointer = function.operands(inst).first();
                    is_found |= pointer.is_some_and(|&pointer| !is_fixed(module, function, pointer));
                }
                _ => {}
            },
            Event::Behind(inst) => depth -= usize::from(function.op(inst) == Op::Loop),
            Event::Enter(_) | Event::Leave(_) => {}
        }
        if is_found { Descent::Past } else { Descent::Into }
    });
    is_found
}

/// True if no invocation writes the memory at an address.
fn is_fixed(module: &Module, function: &FunctionData, pointer: Operand) -> bool {
    let ty = typing::operand_type(module, function, pointer);
    matches!(
        module.types.get(ty),
        TypeData::Pointer {
            storage: Storage::Uniform | Storage::Opaque | Storage::PushConstant | Storage::Input,
            ..
        }
    )
}

/// Finds what can be promoted: the outermost loop for each access.
pub(super) fn collect(module: &Module, function: &FunctionData, summaries: &Summaries) -> Vec<Promotion> {
    if !is_worth_it(module, function) {
        return Vec::new();
    }
    let mut collector = Collector {
        module,
        function,
        summaries,
        levels: Vec::new(),
        earlier: Vec::new(),
        marks: Vec::new(),
        epoch: 0,
        decider: Decider::new(module, function),
    };
    visit::walk(function, function.body, |event| match event {
        Event::Enter(block) => collector.enter(block),
        Event::Leave(_) => {
            let mark = collector.marks.pop().unwrap_or(0);
            collector.earlier.truncate(mark);
        }
        Event::Inst(inst) => collector.inst(inst),
        Event::Behind(inst) => collector.behind(inst),
    });
    // Loops end behind those within, so that the last promotions are of the outermost ones.
    let mut taken = IdSet::with_capacity(function.insts.len());
    let mut all = Vec::new();
    for promotion in collector.decider.promotions.into_iter().rev() {
        if promotion.accesses.iter().all(|&inst| !taken.contains(inst)) {
            taken.extend(promotion.accesses.iter().copied());
            all.push(promotion);
        }
    }
    all
}

struct Collector<'a> {
    module: &'a Module,
    function: &'a FunctionData,
    summaries: &'a Summaries,
    /// The loops around, from the outside in.
    levels: Vec<Level>,
    /// The accesses in the blocks around, and how many there were where each block began.
    earlier: Vec<Earlier>,
    marks: Vec<usize>,
    epoch: u32,
    decider: Decider<'a>,
}

impl Collector<'_> {
    fn enter(&mut self, block: Block) {
        self.marks.push(self.earlier.len());
        if let Some(level) = self.levels.last_mut() {
            level.in_continuing |= level.continuing == Some(block);
        }
    }

    fn inst(&mut self, inst: Inst) {
        let op = self.function.op(inst);
        match op {
            Op::Load => self.access(inst, false),
            Op::Store | Op::StoreSwizzle => self.access(inst, true),
            Op::If | Op::Switch => {
                if let Some(level) = self.levels.last_mut() {
                    level.branches += 1;
                }
            }
            Op::Loop => self.begin(inst),
            Op::Merge | Op::Next | Op::Unreachable | Op::Fallthrough => {}
            Op::Break | Op::Continue | Op::BreakIf => {
                if let Some(level) = self.levels.last_mut() {
                    level.left = true;
                    level.continued |= op == Op::Continue && level.branches > 0;
                }
            }
            _ if op.is_terminator() => {
                for level in &mut self.levels {
                    level.left = true;
                    level.ended = true;
                    level.is_closed = true;
                }
            }
            _ if op.effects().is_pure() || matches!(op, Op::Var | Op::ArrayLength) => {}
            _ => self.other(inst, op),
        }
    }

    fn begin(&mut self, inst: Inst) {
        let runs = self.levels.last().map_or(Runs::Perhaps, Level::runs);
        let continuing = match self.function.control(inst).map(|control| &control.kind) {
            Some(&ControlKind::Loop { continuing, .. }) => continuing,
            _ => None,
        };
        self.levels.push(Level {
            inst,
            continuing,
            in_continuing: false,
            branches: 0,
            left: false,
            continued: false,
            ended: false,
            accesses: Vec::new(),
            is_full: false,
            is_closed: false,
            runs,
            epoch: self.epoch,
        });
    }

    fn access(&mut self, inst: Inst, stores: bool) {
        let Some(&pointer) = self.function.operands(inst).first() else { return };
        if is_fixed(self.module, self.function, pointer) {
            return;
        }
        let ty = typing::operand_type(self.module, self.function, pointer);
        let storage = match self.module.types.get(ty) {
            TypeData::Pointer { storage, .. } => Some(storage),
            _ => None,
        };
        let path = Path::resolved(self.module, self.function, pointer);
        let is_plain = self.function.insts[inst].memory_access() == MemoryAccess::NONE;
        let storage = storage.filter(|_| is_plain).and_then(|it| followed(self.module, &path, it));
        if storage.is_some() {
            let stores = self.function.op(inst) == Op::Store;
            self.earlier.push(Earlier { path: path.clone(), stores, epoch: self.epoch });
        }
        if let Some(level) = self.levels.last_mut() {
            let runs = level.runs();
            level.add(Access { inst, pointer, path, storage, stores, runs });
        }
    }

    /// Calls, atomic operations, barriers, images, and whatever else may touch memory.
    fn other(&mut self, inst: Inst, op: Op) {
        let summary = self.summaries.inst(self.module, self.function, inst);
        let calls = op == Op::Call || self.function.intrinsic(inst).is_some_and(Intrinsic::calls);
        let writes = self.function.effects(inst).contains(Effects::WRITES);
        let orders = calls || writes || op.is_atomic();
        let quiet = !orders && !summary.acts && !summary.ends && !summary.may_read(Storage::Buffer);
        if !quiet {
            self.epoch += 1;
        }
        if calls || summary.ends {
            for level in &mut self.levels {
                level.left = true;
                level.ended = true;
            }
        }
        let Some(level) = self.levels.last_mut() else { return };
        level.is_closed |= !quiet;
        for &pointer in self.function.operands(inst) {
            let ty = typing::operand_type(self.module, self.function, pointer);
            if let TypeData::Pointer { storage, .. } = self.module.types.get(ty)
                && storage != Storage::Opaque
            {
                let path = Path::resolved(self.module, self.function, pointer);
                let runs = Runs::Perhaps;
                level.add(Access { inst, pointer, path, storage: None, stores: orders, runs });
            }
        }
    }

    fn behind(&mut self, inst: Inst) {
        if self.function.op(inst) != Op::Loop {
            if let Some(level) = self.levels.last_mut() {
                level.branches = level.branches.saturating_sub(1);
            }
            return;
        }
        let Some(mut level) = self.levels.pop() else { return };
        let near = self.earlier.len().saturating_sub(NEAR);
        let earlier = self.earlier.get(near..).unwrap_or(&[]);
        let epoch = level.epoch;
        self.decider.decide(&level, |path, stores| {
            earlier.iter().any(|it| it.path == *path && (!stores || it.stores && it.epoch == epoch))
        });
        if let Some(around) = self.levels.last_mut() {
            self.decider.settle(&mut level);
            around.is_full |= level.is_full;
            around.is_closed |= level.is_closed;
            for mut access in level.accesses {
                access.runs = if access.runs == Runs::Surely { level.runs } else { Runs::Perhaps };
                around.add(access);
            }
        }
    }
}
