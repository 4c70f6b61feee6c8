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
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use vitrum_ir::fold::evaluate_scalars;
use vitrum_ir::visit::{self, Event};
use vitrum_ir::{
    Block, ControlKind, Effects, FunctionData, Inst, List, Module, Op, Operand, OperandKind, Scalar, Type,
    TypeData, Value, ValueDef,
};

/// Steps of evaluation spent on a loop at most.
const MOST_STEPS: u32 = 1 << 14;

/// Operations that a decision is computed from, at most; and all decisions of a loop together.
const MOST_NEEDED: usize = 64;
const MOST_NEEDED_BY_ALL: usize = 512;

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
        if !function.may_have(&[Op::Loop]) {
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
            Event::Inst(inst) if open.is_empty() && !function.op(inst).is_control() => {}
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
    insts: List<Inst>,
    /// True if there is a `continue`.
    is_continued: bool,
    /// The instruction of the body that the first `continue` stands in, unless it is in the body itself.
    continued_in: Option<Inst>,
}

/// The operations and parameters that decisions are computed from.
#[derive(Default)]
struct Needed {
    insts: Vec<Inst>,
    /// Parameters of the body, by index.
    params: Vec<usize>,
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
    continued: List<Option<Operand>>,
    /// The arguments of the next iteration.
    next: List<Option<Operand>>,
    /// True if some exits were not understood.
    others: bool,
    tasks: Vec<Task>,
    /// The bits of the values that take part, in the current iteration, in order of their numbers.
    known: Vec<(Value, Option<u64>)>,
    /// Parameters that take part, by index.
    params: Vec<usize>,
    /// The instructions that stand in the two blocks themselves, in order of their numbers.
    straight: OnceCell<Vec<Inst>>,
    /// The decision that ends the loop, once it has been run.
    left_at: Option<Inst>,
}

impl<'a> Counter<'a> {
    fn new(module: &'a Module, function: &'a FunctionData, inst: Inst, ends: &Ends) -> Option<Self> {
        let &ControlKind::Loop { body, continuing } = &function.control(inst)?.kind else { return None };
        let mut continues: List<Inst> = List::new();
        let mut breaks: List<Inst> = List::new();
        let mut last = None;
        for &end in &ends.insts {
            match function.op(end) {
                Op::Continue => continues.push(end),
                Op::Break => breaks.push(end),
                _ => last = Some(end),
            }
        }
        let first = function.operands(*continues.first()?);
        let mut continued: List<Option<Operand>> = first.iter().copied().map(Some).collect();
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
            known: Vec::new(),
            params: Vec::new(),
            straight: OnceCell::new(),
            left_at: None,
        };
        breaks.sort_unstable();
        counter.plan(last, &breaks, ends.continued_in);
        Some(counter)
    }

    /// Finds the decisions that can be run, and what they need. The breaks are in order of their numbers.
    fn plan(&mut self, last: Option<Inst>, breaks: &[Inst], continued_in: Option<Inst>) {
        let function = self.function;
        let mut decisions: Vec<(Inst, Operand, bool)> = Vec::new();
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
                only.is_some_and(|last| breaks.binary_search(last).is_ok())
            };
            let [first, second] = [then, other].map(ends_with_break);
            understood += usize::from(first) + usize::from(second);
            if first || second {
                decisions.push((inst, condition, !second));
            }
        }
        if let Some(last) = last.filter(|&last| function.op(last) == Op::BreakIf)
            && let Some(&condition) = function.operands(last).first()
        {
            decisions.push((last, condition, true));
        }
        self.others = understood != breaks.len();
        decisions.sort_unstable_by_key(|row| row.0);
        let mut needed = Needed::default();
        decisions.retain(|decision| {
            let is_known = self.need(decision.1, &mut needed);
            self.others |= !is_known;
            is_known
        });
        if decisions.is_empty() {
            return;
        }
        needed.insts.sort_unstable();
        self.params = needed.params;
        self.params.sort_unstable();
        let params = &function.blocks[self.body].params;
        let params = self.params.iter().filter_map(|&index| params.get(index).copied());
        let values = params.chain(needed.insts.iter().filter_map(|&inst| function.result(inst)));
        self.known = values.map(|value| (value, None)).collect();
        self.known.sort_unstable();
        for block in std::iter::once(self.body).chain(self.continuing) {
            for &inst in &function.blocks[block].insts {
                if needed.insts.binary_search(&inst).is_ok() {
                    self.tasks.push(Task::Compute(inst));
                }
                if let Ok(at) = decisions.binary_search_by_key(&inst, |row| row.0)
                    && let Some(&(_, condition, when)) = decisions.get(at)
                {
                    self.tasks.push(Task::Leave(inst, condition, when));
                }
            }
        }
    }

    /// Adds what a value needs to be known in every iteration; whether it can be.
    fn need(&self, operand: Operand, needed: &mut Needed) -> bool {
        let function = self.function;
        let mut more = Needed::default();
        let mut work: List<Operand> = List::new();
        work.push(operand);
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
                    if needed.params.contains(&index) || more.params.contains(&index) {
                        continue;
                    }
                    more.params.push(index);
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
                    if needed.insts.contains(&inst) || more.insts.contains(&inst) {
                        continue;
                    }
                    let data = &function.insts[inst];
                    let is_full = more.insts.len() > MOST_NEEDED || needed.insts.len() > MOST_NEEDED_BY_ALL;
                    if !data.op.effects().is_pure() || data.result_count() != 1 || is_full {
                        return false;
                    }
                    more.insts.push(inst);
                    work.extend_from_slice(function.operands(inst));
                }
            }
        }
        if more.insts.iter().any(|&inst| !self.is_straight(inst)) {
            return false;
        }
        needed.insts.extend(more.insts);
        needed.params.extend(more.params);
        true
    }

    /// True if an instruction stands in one of the two blocks itself.
    fn is_straight(&self, inst: Inst) -> bool {
        let straight = self.straight.get_or_init(|| {
            let blocks = std::iter::once(self.body).chain(self.continuing);
            let insts = blocks.flat_map(|block| self.function.blocks[block].insts.iter().copied());
            let mut straight: Vec<Inst> = insts.collect();
            straight.sort_unstable();
            straight
        });
        straight.binary_search(&inst).is_ok()
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
                set_known(&mut self.known, param, bits);
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
                        set_known(&mut self.known, result, bits);
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
                    set_known(&mut self.known, param, bits);
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

    fn known_bits(&self, value: Value) -> Option<u64> {
        let at = self.known.binary_search_by_key(&value, |row| row.0).ok()?;
        self.known.get(at)?.1
    }

    fn bits(&self, operand: Operand) -> Option<u64> {
        match operand.kind() {
            OperandKind::Constant(constant) => self.module.constants.bits(constant),
            OperandKind::Global(_) => None,
            OperandKind::Value(value) => match self.function.values[value].def() {
                ValueDef::Param { block, index } if Some(block) == self.continuing => {
                    self.bits_of_continued(index as usize)
                }
                _ => self.known_bits(value),
            },
        }
    }

    /// The value of a parameter of the continuing block: an operand of `continue` that is no such parameter.
    fn bits_of_continued(&self, index: usize) -> Option<u64> {
        match (*self.continued.get(index)?)?.kind() {
            OperandKind::Constant(constant) => self.module.constants.bits(constant),
            OperandKind::Global(_) => None,
            OperandKind::Value(value) => self.known_bits(value),
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

/// Notes the bits of a value among those that take part.
fn set_known(known: &mut [(Value, Option<u64>)], value: Value, bits: u64) {
    if let Ok(at) = known.binary_search_by_key(&value, |row| row.0)
        && let Some(row) = known.get_mut(at)
    {
        row.1 = Some(bits);
    }
}
