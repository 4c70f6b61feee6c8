//! Loop-invariant code motion (LICM): moves operations with the same result in every iteration in front of their loop.
//!
//! ```text
//! loop 0i32 (%i: i32) {                         %2: f32 = pow %x, %y
//!     %1: bool = slt %i, %n                     loop 0i32 (%i: i32) {
//!     if %1 { merge } else { break }                %1: bool = slt %i, %n
//!     %2: f32 = pow %x, %y                          if %1 { merge } else { break }
//!     %3: f32 = stof %i                             %3: f32 = stof %i
//!     %4: f32 = fmul %2, %3                         %4: f32 = fmul %2, %3
//!     ...                                           ...
//! ```
//!
//! A loop may be left before an operation runs, so only operations that may be speculated move: those whose result depends on
//! their operands alone and that are defined for all of them, and loads of memory that nobody writes and that is known to
//! exist. Integer divisions, samples, derivatives and operations that depend on the other active invocations stay. Operations
//! that only move components stay too, and so does a single cheap operation on constants: a driver folds it into its user,
//! while a value that lives through a loop costs a register. The same holds for a comparison, which is one with its branch or selection.
//!
//! Operations in an arm of a branch stay in the arm, which may be taken seldom. An operation that moves takes its operands
//! with it; a cheap one does not move alone. Each moves as far out as it can.

use crate::analysis::memory::{Path, is_surely_there, reads_what_stays};
use crate::analysis::nesting::Nesting;
use crate::framework::session::Session;
use rustc_hash::FxHashMap;
use vitrum_ir::visit::{self, Event};
use vitrum_ir::{
    Block, Effects, Function, FunctionData, IdSet, Inst, Module, Op, Operand, Scalar, SideTable, ValueDef,
};

/// Runs the pass; gives the number of operations moved.
pub(crate) fn run(module: &mut Module, id: Function, session: &mut Session) -> usize {
    let function = &module.functions[id];
    if !function.may_have(&[Op::Loop]) {
        return 0;
    }
    let plan = Plan::of(module, function, session);
    let moved = plan.places.len();
    plan.carry_out(&mut module.functions[id]);
    moved
}

/// The new places of operations.
struct Plan {
    /// For each operation that moves, the loop that it goes in front of.
    places: FxHashMap<Inst, Inst>,
    /// The operations in front of each loop, in order of text.
    heads: FxHashMap<Inst, Vec<Inst>>,
    /// The blocks that change.
    blocks: Vec<Block>,
}

/// Stands for no level.
const NONE: u32 = u32::MAX;

impl Plan {
    fn of(module: &Module, function: &FunctionData, session: &mut Session) -> Self {
        let nesting = Nesting::new(function);
        let mut finder = Finder {
            module,
            function,
            nesting: &nesting,
            levels: SideTable::filled(function.insts.len(), NONE),
        };
        // The loops around, from the outside in.
        let mut loops: Vec<Inst> = Vec::new();
        // For each branch around, how many loops are around that.
        let mut branches: Vec<usize> = Vec::new();
        let mut candidates: Vec<(Inst, Inst)> = Vec::new();
        visit::walk(function, function.body, |event| match event {
            Event::Inst(inst) => {
                let floor = branches.last().copied().unwrap_or(0);
                if let Some(front) = finder.front(inst, &loops, floor) {
                    candidates.push((inst, front));
                }
                match function.op(inst) {
                    Op::Loop => loops.push(inst),
                    Op::If | Op::Switch => branches.push(loops.len()),
                    _ => {}
                }
            }
            Event::Behind(inst) if function.op(inst) == Op::Loop => {
                loops.pop();
            }
            Event::Behind(_) => {
                branches.pop();
            }
            Event::Enter(_) | Event::Leave(_) => {}
        });
        let mut plan = Self { places: FxHashMap::default(), heads: FxHashMap::default(), blocks: Vec::new() };
        if candidates.is_empty() {
            return plan;
        }
        // Users come behind what they use; so it is known by then whether something that moves needs it.
        let mut wanted = IdSet::with_capacity(function.insts.len());
        for &(inst, _) in candidates.iter().rev() {
            let worth = wanted.contains(inst) || is_worth_it(module, function, inst);
            if worth {
                wanted.extend(function.operands(inst).iter().filter_map(|&it| function.definition(it)));
                wanted.insert(inst);
            }
        }
        for (inst, front) in candidates {
            // An operation stays if its operands stay.
            let ready = |&operand: &Operand| {
                function.definition(operand).is_none_or(|used| {
                    let inside = nesting.position(used) > nesting.position(front);
                    !inside || plan.places.contains_key(&used)
                })
            };
            if wanted.contains(inst) && function.operands(inst).iter().all(ready) && session.may_change() {
                session.remark(function.insts[inst].span(), || "moved out of the loop".to_owned());
                plan.places.insert(inst, front);
                plan.heads.entry(front).or_default().push(inst);
                plan.blocks.extend([inst, front].into_iter().filter_map(|it| nesting.block(it)));
            }
        }
        plan
    }

    fn carry_out(mut self, function: &mut FunctionData) {
        if self.places.is_empty() {
            return;
        }
        let mut blocks = self.blocks;
        // Once each: what has come into a block would go again.
        blocks.sort_unstable();
        blocks.dedup();
        for block in blocks {
            let old = std::mem::take(&mut function.blocks[block].insts);
            let mut new = Vec::with_capacity(old.len());
            for inst in old {
                new.extend(self.heads.remove(&inst).into_iter().flatten());
                if !self.places.contains_key(&inst) {
                    new.push(inst);
                }
            }
            function.blocks[block].insts = new.into();
        }
    }
}

struct Finder<'a> {
    module: &'a Module,
    function: &'a FunctionData,
    nesting: &'a Nesting,
    /// For each operation that could move, the number of loops that it stays in.
    levels: SideTable<Inst, u32>,
}

impl Finder<'_> {
    /// The loop that an operation can stand in front of, if it stays in the outer `floor` of them.
    #[inline]
    fn front(&mut self, inst: Inst, loops: &[Inst], floor: usize) -> Option<Inst> {
        if loops.is_empty() || !self.may_run_for_nothing(inst) {
            return None;
        }
        let operands = self.function.operands(inst).iter();
        let level = operands.map(|&operand| self.level(operand, loops)).max().unwrap_or(0).max(floor);
        let &front = loops.get(level)?;
        self.levels.set(inst, level as u32);
        Some(front)
    }

    /// In how many of the loops around an operand changes, or is only known.
    fn level(&self, operand: Operand, loops: &[Inst]) -> usize {
        let Some(value) = operand.value() else { return 0 };
        let at = match self.function.values[value].def() {
            ValueDef::Result { inst, .. } => match self.levels.at(inst) {
                NONE => self.nesting.position(inst),
                level => return level as usize,
            },
            ValueDef::Param { block, .. } => match self.nesting.owner(block) {
                // A parameter changes in the loop whose body it belongs to.
                Some(owner) => self.nesting.position(owner) + 1,
                None => 0,
            },
        };
        // Loops begin in order; the first of those that begin behind it is the one to stand in front of.
        loops.partition_point(|&around| self.nesting.position(around) < at)
    }

    /// True if nothing tells that an operation ran, and nothing can go wrong.
    fn may_run_for_nothing(&self, inst: Inst) -> bool {
        let data = &self.function.insts[inst];
        if data.result_count() != 1 {
            return false;
        }
        match data.op {
            Op::Load => reads_what_stays(self.module, self.function, inst) && self.is_there(inst),
            op => op.effects() == Effects::PURE,
        }
    }

    /// True if the address of a load is surely good.
    fn is_there(&self, inst: Inst) -> bool {
        let Some(&pointer) = self.function.operands(inst).first() else { return false };
        let path = Path::resolved(self.module, self.function, pointer);
        is_surely_there(self.module, self.function, &path)
    }
}

/// True if an operation is worth to be moved by itself.
fn is_worth_it(module: &Module, function: &FunctionData, inst: Inst) -> bool {
    let data = &function.insts[inst];
    let ty = function.result_data(inst).map(|data| data.ty);
    if ty.and_then(|ty| module.types.scalar_of(ty)) == Some(Scalar::Bool) {
        return false;
    }
    match data.op {
        Op::Access | Op::Extract | Op::Insert | Op::Swizzle | Op::Shuffle | Op::Construct | Op::Splat => {
            false
        }
        Op::Bitcast | Op::Fneg | Op::Fabs | Op::Not | Op::Ineg | Op::BtoF | Op::BtoI => false,
        _ => function.operands(inst).iter().any(|operand| operand.constant().is_none()),
    }
}
