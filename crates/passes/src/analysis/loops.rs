//! Loops: their nesting, and their trip counts.
//!
//! The number is found by running what decides about leaving, and nothing else: parameters that start from constants,
//! and pure scalar operations on them and on constants. So a counter may go by any law that ends soon enough.
//!
//! ```text
//! loop 0i32 (%i: i32) {
//!     %1: bool = slt %i, 3i32
//!     if %1 { merge } else { break }        entered exactly 4 times: with 0, 1, 2, 3
//!     ...
//!     continue
//! } continuing { %2: i32 = iadd %i, 1i32  next %2 }
//! ```

use crate::framework::float_laws::FloatLaws;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;
use vitrum_ir::fold::evaluate_scalars;
use vitrum_ir::visit::{self, Event};
use vitrum_ir::{
    Block, ControlKind, Effects, FunctionData, Inst, Module, Op, Operand, OperandKind, Scalar, Type,
    TypeData, Value, ValueDef,
};

/// Steps of evaluation spent on a loop at most.
const MOST_STEPS: u32 = 1 << 14;

/// The number of times that the body of a loop is entered, each time the loop is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entries {
    /// As often as this, unless the invocation or the function ends.
    Exactly(u32),
    /// At most this often: there are other exits.
    AtMost(u32),
    /// Not known, or often.
    Unknown,
}

/// Facts about a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoopInfo {
    /// Its instruction.
    pub inst: Inst,
    /// The loop around it.
    pub parent: Option<Inst>,
    /// The number of loops around it.
    pub depth: u32,
    /// The number of times that its body is entered.
    pub entries: Entries,
    /// True if the last entry only finds that there is no further iteration: the loop asks before it does anything.
    pub asks_first: bool,
    /// Instructions within, with those of loops within.
    pub size: u32,
    /// True if another loop is within.
    pub is_innermost: bool,
}

/// The loops of a function, outer ones before those within.
#[derive(Clone, Debug, Default)]
pub struct Loops {
    list: Vec<LoopInfo>,
    by_inst: FxHashMap<Inst, usize>,
}

impl Loops {
    /// Of a function.
    pub fn new(module: &Module, function: &FunctionData) -> Self {
        let mut loops = Self::default();
        if !function.insts.iter().any(|(_, inst)| inst.op == Op::Loop) {
            return loops;
        }
        let mut open: Vec<usize> = Vec::new();
        // The loops, and the switches, which have no number, around; and the terminators that go to each loop.
        let mut around_breaks: Vec<Option<usize>> = Vec::new();
        let mut ends: Vec<Ends> = Vec::new();
        // The control instructions around, and for each open loop the number of those up to it.
        let mut controls: Vec<Inst> = Vec::new();
        let mut inside: Vec<usize> = Vec::new();
        visit::walk(function, function.body, |event| match event {
            Event::Inst(inst) => {
                // Counted once for the innermost loop; handed on when that ends.
                if let Some(&around) = open.last() {
                    loops.list[around].size += 1;
                }
                let op = function.op(inst);
                let target = match op {
                    Op::Break => around_breaks.last().copied().flatten(),
                    Op::Continue | Op::Next | Op::BreakIf => open.last().copied(),
                    _ => None,
                };
                if let Some(target) = target {
                    let ends = &mut ends[target];
                    if op == Op::Continue && !ends.is_continued {
                        ends.is_continued = true;
                        ends.continued_in = inside.last().and_then(|&inside| controls.get(inside).copied());
                    }
                    ends.insts.push(inst);
                }
                if function.control(inst).is_some() {
                    controls.push(inst);
                }
                match op {
                    Op::Loop => around_breaks.push(Some(loops.list.len())),
                    Op::Switch => around_breaks.push(None),
                    _ => {}
                }
                if op == Op::Loop {
                    ends.push(Ends::default());
                    inside.push(controls.len());
                    let parent = open.last().map(|&around| loops.list[around].inst);
                    if let Some(&around) = open.last() {
                        loops.list[around].is_innermost = false;
                    }
                    let depth = open.len() as u32;
                    loops.by_inst.insert(inst, loops.list.len());
                    open.push(loops.list.len());
                    let entries = Entries::Unknown;
                    loops.list.push(LoopInfo {
                        inst,
                        parent,
                        depth,
                        entries,
                        asks_first: false,
                        size: 0,
                        is_innermost: true,
                    });
                }
            }
            Event::Behind(inst) if function.op(inst) == Op::Switch => {
                controls.pop();
                around_breaks.pop();
            }
            Event::Behind(inst) if function.op(inst) == Op::Loop => {
                controls.pop();
                inside.pop();
                around_breaks.pop();
                let size = open.pop().map_or(0, |done| loops.list[done].size);
                if let Some(&around) = open.last() {
                    loops.list[around].size += size;
                }
            }
            Event::Behind(_) => drop(controls.pop()),
            Event::Enter(_) | Event::Leave(_) => {}
        });
        for (info, ends) in loops.list.iter_mut().zip(&ends) {
            if !ends.is_continued {
                info.entries = Entries::Exactly(1);
                continue;
            }
            if let Some(mut counter) = Counter::new(module, function, info.inst, ends) {
                info.entries = counter.run();
                info.asks_first = counter.asks_first();
            }
        }
        loops
    }

    /// Outer loops before those within.
    pub fn iter(&self) -> impl Iterator<Item = &LoopInfo> {
        self.list.iter()
    }

    /// The facts about the loop with this instruction.
    pub fn get(&self, inst: Inst) -> Option<&LoopInfo> {
        self.by_inst.get(&inst).and_then(|&at| self.list.get(at))
    }
}

/// The terminators that go to a loop, or leave it.
#[derive(Default)]
struct Ends {
    insts: Vec<Inst>,
    /// True if there is a `continue`.
    is_continued: bool,
    /// The instruction of the body that the first `continue` stands in, unless it is in the body itself.
    continued_in: Option<Inst>,
}

/// Something to do in an iteration.
enum Task {
    /// A value to compute.
    Compute(Inst),
    /// Leaves the loop at this instruction if the condition is this.
    Leave(Inst, Operand, bool),
}

/// Runs the decisions of a loop.
struct Counter<'a> {
    module: &'a Module,
    function: &'a FunctionData,
    inst: Inst,
    body: Block,
    continuing: Option<Block>,
    /// The operands of `continue`, if they are always the same.
    continued: Vec<Option<Operand>>,
    /// The arguments of the next iteration.
    next: Vec<Option<Operand>>,
    /// True if some exits were not understood.
    others: bool,
    tasks: Vec<Task>,
    /// The bits of the values that take part, in the current iteration.
    known: FxHashMap<Value, u64>,
    /// Parameters that take part, by index.
    params: Vec<usize>,
    /// The instructions that stand in the two blocks themselves.
    straight: OnceCell<FxHashSet<Inst>>,
    /// The decision that ends the loop, once it has been run.
    left_at: Option<Inst>,
}

impl<'a> Counter<'a> {
    fn new(module: &'a Module, function: &'a FunctionData, inst: Inst, ends: &Ends) -> Option<Self> {
        let &ControlKind::Loop { body, continuing } = &function.control(inst)?.kind else { return None };
        let mut continues = Vec::new();
        let mut breaks = Vec::new();
        let mut last = None;
        for &end in &ends.insts {
            match function.op(end) {
                Op::Continue => continues.push(end),
                Op::Break => breaks.push(end),
                _ => last = Some(end),
            }
        }
        let first = function.operands(*continues.first()?);
        let mut continued: Vec<Option<Operand>> = first.iter().copied().map(Some).collect();
        for &other in &continues {
            for (slot, &operand) in continued.iter_mut().zip(function.operands(other)) {
                *slot = slot.filter(|&first| first == operand);
            }
        }
        let next = match (continuing, last) {
            (None, _) => continued.clone(),
            (Some(_), Some(last)) => {
                let skip = match function.op(last) {
                    Op::BreakIf => 1 + function.insts[last].imm as usize,
                    _ => 0,
                };
                function.operands(last).get(skip..)?.iter().copied().map(Some).collect()
            }
            (Some(_), None) => return None,
        };
        let mut counter = Self {
            module,
            function,
            inst,
            body,
            continuing,
            continued,
            next,
            others: false,
            tasks: Vec::new(),
            known: FxHashMap::default(),
            params: Vec::new(),
            straight: OnceCell::new(),
            left_at: None,
        };
        counter.plan(last, &breaks.into_iter().collect(), ends.continued_in);
        Some(counter)
    }

    /// Finds the decisions that can be run, and what they need.
    fn plan(&mut self, last: Option<Inst>, breaks: &FxHashSet<Inst>, continued_in: Option<Inst>) {
        let function = self.function;
        let last = last.filter(|&last| function.op(last) == Op::BreakIf);
        let conditions = function.blocks[self.body].insts.iter().copied().chain(last).filter(|&inst| {
            let ends =
                |block: Block| function.blocks[block].insts.last().is_some_and(|it| breaks.contains(it));
            match function.op(inst) {
                Op::If => function.control(inst).is_some_and(|control| control.blocks().any(ends)),
                op => op == Op::BreakIf,
            }
        });
        let mut conditions = conditions.filter_map(|inst| function.operands(inst).first());
        if !conditions.any(|&it| self.need(it, &mut FxHashSet::default(), &mut FxHashSet::default())) {
            return;
        }
        let mut decisions: FxHashMap<Inst, (Operand, bool)> = FxHashMap::default();
        let mut understood = 0;
        for &inst in &function.blocks[self.body].insts {
            // A `continue` within goes past what comes later.
            if continued_in == Some(inst) {
                break;
            }
            let Some([then, other]) = function.arms(inst) else { continue };
            let Some(&condition) = function.operands(inst).first() else { continue };
            let ends_with_break = |block: Block| {
                let only = function.blocks[block].insts.last();
                only.is_some_and(|last| breaks.contains(last))
            };
            for (block, when) in [(then, true), (other, false)] {
                if ends_with_break(block) {
                    decisions.insert(inst, (condition, when));
                    understood += 1;
                }
            }
        }
        if let Some(last) = last
            && let Some(&condition) = function.operands(last).first()
        {
            decisions.insert(last, (condition, true));
        }
        self.others = understood != breaks.len();
        let mut needed: FxHashSet<Inst> = FxHashSet::default();
        let mut params: FxHashSet<usize> = FxHashSet::default();
        let mut kept: FxHashMap<Inst, (Operand, bool)> = FxHashMap::default();
        let mut order: Vec<(Inst, (Operand, bool))> = decisions.into_iter().collect();
        order.sort_unstable_by_key(|row| row.0);
        for (inst, decision) in order {
            if self.need(decision.0, &mut needed, &mut params) {
                kept.insert(inst, decision);
            } else {
                self.others = true;
            }
        }
        self.params = params.into_iter().collect();
        self.params.sort_unstable();
        for block in std::iter::once(self.body).chain(self.continuing) {
            for &inst in &function.blocks[block].insts {
                if needed.contains(&inst) {
                    self.tasks.push(Task::Compute(inst));
                }
                if let Some(&(condition, when)) = kept.get(&inst) {
                    self.tasks.push(Task::Leave(inst, condition, when));
                }
            }
        }
        if kept.is_empty() {
            self.tasks.clear();
        }
    }

    /// Adds what a value needs to be known in every iteration; whether it can be.
    fn need(&self, operand: Operand, needed: &mut FxHashSet<Inst>, params: &mut FxHashSet<usize>) -> bool {
        let function = self.function;
        let mut more: FxHashSet<Inst> = FxHashSet::default();
        let mut entered: FxHashSet<usize> = FxHashSet::default();
        let mut work = vec![operand];
        while let Some(operand) = work.pop() {
            let value = match operand.kind() {
                OperandKind::Constant(constant) => match self.module.constants.bits(constant) {
                    Some(_) => continue,
                    None => return false,
                },
                OperandKind::Global(_) => return false,
                OperandKind::Value(value) => value,
            };
            if self.scalar(function.values[value].ty).is_none() {
                return false;
            }
            match function.values[value].def() {
                ValueDef::Param { block, index } if block == self.body => {
                    let index = index as usize;
                    if params.contains(&index) || !entered.insert(index) {
                        continue;
                    }
                    let first = function.operands(self.inst).get(index).and_then(|first| first.constant());
                    if first.and_then(|first| self.module.constants.bits(first)).is_none() {
                        return false;
                    }
                    let Some(&Some(next)) = self.next.get(index) else { return false };
                    work.push(next);
                }
                ValueDef::Param { block, index } if Some(block) == self.continuing => {
                    let Some(&Some(continued)) = self.continued.get(index as usize) else { return false };
                    work.push(continued);
                }
                ValueDef::Param { .. } => return false,
                ValueDef::Result { inst, .. } => {
                    if needed.contains(&inst) || more.contains(&inst) {
                        continue;
                    }
                    let data = &function.insts[inst];
                    if !data.op.effects().is_pure() || data.result_count() != 1 || more.len() > 64 {
                        return false;
                    }
                    more.insert(inst);
                    work.extend_from_slice(function.operands(inst));
                }
            }
        }
        let straight = self.straight.get_or_init(|| {
            let blocks = std::iter::once(self.body).chain(self.continuing);
            blocks.flat_map(|block| function.blocks[block].insts.iter().copied()).collect()
        });
        if !more.iter().all(|inst| straight.contains(inst)) {
            return false;
        }
        needed.extend(more);
        params.extend(entered);
        true
    }

    fn run(&mut self) -> Entries {
        if self.tasks.is_empty() {
            return Entries::Unknown;
        }
        let function = self.function;
        let params = &function.blocks[self.body].params;
        for &index in &self.params {
            let first = function.operands(self.inst).get(index).and_then(|first| first.constant());
            let bits = first.and_then(|first| self.module.constants.bits(first));
            if let (Some(&param), Some(bits)) = (params.get(index), bits) {
                self.known.insert(param, bits);
            }
        }
        let (mut entered, mut left) = (0, MOST_STEPS);
        let mut next = Vec::with_capacity(self.params.len());
        loop {
            entered += 1;
            for at in 0..self.tasks.len() {
                if left == 0 {
                    return Entries::Unknown;
                }
                left -= 1;
                match self.tasks[at] {
                    Task::Compute(inst) => {
                        let (Some(result), Some(bits)) = (function.result(inst), self.compute(inst)) else {
                            return Entries::Unknown;
                        };
                        self.known.insert(result, bits);
                    }
                    Task::Leave(inst, condition, when) => match self.bits(condition) {
                        Some(bits) if (bits != 0) == when => {
                            self.left_at = Some(inst);
                            return if self.others {
                                Entries::AtMost(entered)
                            } else {
                                Entries::Exactly(entered)
                            };
                        }
                        Some(_) => {}
                        None => return Entries::Unknown,
                    },
                }
            }
            next.clear();
            for &index in &self.params {
                let operand = self.next.get(index).copied().flatten();
                let Some(bits) = operand.and_then(|operand| self.bits(operand)) else {
                    return Entries::Unknown;
                };
                next.push(bits);
            }
            for (&index, &bits) in self.params.iter().zip(&next) {
                if let Some(&param) = params.get(index) {
                    self.known.insert(param, bits);
                }
            }
        }
    }

    /// True if nothing but values is computed before the decision that ends the loop, and by the arm that leaves.
    fn asks_first(&self) -> bool {
        let function = self.function;
        let Some(decision) = self.left_at else { return false };
        let silent = |inst: &&Inst| {
            let effects = function.insts[**inst].op.effects();
            !effects.contains(Effects::WRITES) && !effects.contains(Effects::CONTROL)
        };
        function.blocks[self.body].insts.iter().find(|inst| !silent(inst)) == Some(&decision)
    }

    fn bits(&self, operand: Operand) -> Option<u64> {
        match operand.kind() {
            OperandKind::Constant(constant) => self.module.constants.bits(constant),
            OperandKind::Global(_) => None,
            OperandKind::Value(value) => match self.function.values[value].def() {
                ValueDef::Param { block, index } if Some(block) == self.continuing => {
                    self.bits_of_continued(index as usize)
                }
                _ => self.known.get(&value).copied(),
            },
        }
    }

    /// The value of a parameter of the continuing block: an operand of `continue` that is no such parameter.
    fn bits_of_continued(&self, index: usize) -> Option<u64> {
        match (*self.continued.get(index)?)?.kind() {
            OperandKind::Constant(constant) => self.module.constants.bits(constant),
            OperandKind::Global(_) => None,
            OperandKind::Value(value) => self.known.get(&value).copied(),
        }
    }

    fn scalar(&self, ty: Type) -> Option<Scalar> {
        match self.module.types.get(ty) {
            TypeData::Scalar(scalar) => Some(scalar),
            _ => None,
        }
    }

    fn compute(&self, inst: Inst) -> Option<u64> {
        let result = self.function.values[self.function.result(inst)?].ty;
        let op = self.function.op(inst);
        // A device may round otherwise, and count otherwise.
        if !FloatLaws::Exact.evaluates(op) {
            return None;
        }
        let scalar_of = |operand: Operand| {
            self.scalar(vitrum_ir::typing::operand_type(self.module, self.function, operand))
        };
        let operands = self.function.operands(inst);
        // No operation on scalars has more.
        let mut bits = [0; 4];
        let bits = bits.get_mut(..operands.len())?;
        for (bits, &operand) in bits.iter_mut().zip(operands) {
            scalar_of(operand)?;
            *bits = self.bits(operand)?;
        }
        evaluate_scalars(op, bits, scalar_of(*operands.first()?)?, self.scalar(result)?)
    }
}
