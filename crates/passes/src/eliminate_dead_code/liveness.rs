//! Which instructions and values are live.

use crate::session::Session;
use rustc_hash::FxHashMap;
use vitrum_ir::{
    Block, ControlKind, Effects, FunctionData, Inst, Intrinsic, MemoryAccess, Op, Operand, Value, ValueDef,
};

/// What is live in a function.
pub(super) struct Liveness {
    insts: Vec<bool>,
    values: Vec<bool>,
}

impl Liveness {
    /// Whether an instruction stays.
    pub(super) fn inst(&self, inst: Inst) -> bool {
        self.insts.get(inst.into_raw().into_u32() as usize).copied().unwrap_or(false)
    }

    /// Whether a value is used by something that stays.
    pub(super) fn value(&self, value: Value) -> bool {
        self.values.get(value.into_raw().into_u32() as usize).copied().unwrap_or(false)
    }

    /// For each value that a switch passes to its cases, whether some case uses it.
    pub(super) fn switch_params(&self, function: &FunctionData, switch: Inst) -> Vec<bool> {
        let mut live = vec![false; function.operands(switch).len().saturating_sub(1)];
        if let Some(ControlKind::Switch { cases }) = function.control(switch).map(|control| &control.kind) {
            for case in cases {
                for (slot, &param) in live.iter_mut().zip(&function.blocks[case.block].params) {
                    *slot |= self.value(param);
                }
            }
        }
        live
    }
}

/// Whether a terminator goes to a control instruction with this op around it, if it is the innermost such.
pub(super) fn targets(terminator: Op, control: Op) -> bool {
    match terminator {
        Op::Merge => control == Op::If,
        Op::Break => matches!(control, Op::Loop | Op::Switch),
        Op::Fallthrough => control == Op::Switch,
        Op::Continue | Op::Next | Op::BreakIf => control == Op::Loop,
        _ => false,
    }
}

/// Every instruction of a function in text order.
pub(super) fn instructions(function: &FunctionData) -> Vec<Inst> {
    let mut all = Vec::with_capacity(function.insts.len());
    walk(function, |inst, _| all.push(inst));
    all
}

/// Visits every instruction in text order with the control instructions around it.
fn walk(function: &FunctionData, mut visit: impl FnMut(Inst, &[Inst])) {
    enum Step {
        Block(Block),
        Inst(Inst),
        Leave,
    }
    let mut around = Vec::new();
    let mut steps = vec![Step::Block(function.body)];
    while let Some(step) = steps.pop() {
        match step {
            Step::Block(block) => {
                steps.extend(function.blocks[block].insts.iter().rev().map(|&it| Step::Inst(it)))
            }
            Step::Inst(inst) => {
                visit(inst, &around);
                if let Some(control) = function.control(inst) {
                    around.push(inst);
                    steps.push(Step::Leave);
                    let blocks: Vec<Block> = control.blocks().collect();
                    steps.extend(blocks.into_iter().rev().map(Step::Block));
                }
            }
            Step::Leave => {
                around.pop();
            }
        }
    }
}

/// Finds what is live. What is dead and may not be removed, for want of fuel, counts as live; the last goes first, so
/// that what stays finds its operands.
///
/// `silent` says of each function whether a call of it may go.
pub(super) fn liveness(function: &FunctionData, silent: &[bool], session: &mut Session) -> Liveness {
    let mut marker = Marker {
        function,
        silent,
        live: Liveness {
            insts: vec![false; function.insts.len()],
            values: vec![false; function.values.len()],
        },
        parents: vec![None; function.insts.len()],
        owners: FxHashMap::default(),
        ends: FxHashMap::default(),
        stores: FxHashMap::default(),
        insts: Vec::new(),
        values: Vec::new(),
    };
    marker.prepare();
    marker.mark();
    if session.is_metered() {
        for inst in instructions(function).into_iter().rev() {
            if !marker.live.inst(inst) && !session.may_change() {
                marker.keep(inst);
            }
        }
    }
    marker.live
}

struct Marker<'a> {
    function: &'a FunctionData,
    silent: &'a [bool],
    live: Liveness,
    /// The control instruction around each instruction.
    parents: Vec<Option<Inst>>,
    /// The control instruction of each block.
    owners: FxHashMap<Block, Inst>,
    /// The terminators that go to each control instruction.
    ends: FxHashMap<Inst, Vec<Inst>>,
    /// The stores to each local variable.
    stores: FxHashMap<Value, Vec<Inst>>,
    insts: Vec<Inst>,
    values: Vec<Value>,
}

impl Marker<'_> {
    fn prepare(&mut self) {
        let function = self.function;
        let mut roots: FxHashMap<Value, Value> = FxHashMap::default();
        walk(function, |inst, around| {
            let op = function.insts[inst].op;
            self.parents[inst.into_raw().into_u32() as usize] = around.last().copied();
            if let Some(control) = function.control(inst) {
                self.owners.extend(control.blocks().map(|block| (block, inst)));
            }
            let target = around.iter().rev().find(|&&control| targets(op, function.insts[control].op));
            if let Some(&target) = target {
                self.ends.entry(target).or_default().push(inst);
                return;
            }
            let first = function.operands(inst).first().and_then(|operand| operand.value());
            let root = first.and_then(|first| roots.get(&first).copied());
            match op {
                Op::Var => roots.extend(function.result(inst).map(|value| (value, value))),
                Op::Access => {
                    if let (Some(root), Some(result)) = (root, function.result(inst)) {
                        roots.insert(result, root);
                    }
                }
                Op::Store | Op::StoreSwizzle => match root {
                    Some(root) if !is_volatile(function, inst) => {
                        self.stores.entry(root).or_default().push(inst)
                    }
                    _ => self.insts.push(inst),
                },
                Op::Call if self.is_silent(inst) => {}
                _ if is_root(function, inst) => self.insts.push(inst),
                _ => {}
            }
        });
    }

    /// Whether an instruction calls a function that does nothing but give its result.
    fn is_silent(&self, inst: Inst) -> bool {
        let callee = self.function.callee(inst);
        callee.is_some_and(|it| self.silent.get(it.into_raw().into_u32() as usize).copied().unwrap_or(false))
    }

    fn mark(&mut self) {
        loop {
            if let Some(inst) = self.insts.pop() {
                self.mark_inst(inst);
            } else if let Some(value) = self.values.pop() {
                self.mark_value(value);
            } else {
                return;
            }
        }
    }

    /// Marks a dead instruction, and all the values it gives and passes on.
    fn keep(&mut self, inst: Inst) {
        self.insts.push(inst);
        self.values.extend(self.function.results(inst));
        if let Some(control) = self.function.control(inst) {
            let blocks = control.blocks();
            self.values.extend(blocks.flat_map(|block| self.function.blocks[block].params.iter().copied()));
        }
        self.mark();
    }

    fn mark_inst(&mut self, inst: Inst) {
        let index = inst.into_raw().into_u32() as usize;
        if std::mem::replace(&mut self.live.insts[index], true) {
            return;
        }
        self.insts.extend(self.parents[index]);
        let operands = self.function.operands(inst);
        match self.function.insts[inst].op {
            // What these pass on is live only as far as it is used.
            Op::Merge | Op::Break | Op::Continue | Op::Next | Op::Fallthrough | Op::Loop => {}
            Op::If | Op::Switch | Op::BreakIf => {
                self.values.extend(operands.first().and_then(|it| it.value()))
            }
            _ => self.values.extend(operands.iter().filter_map(|operand| operand.value())),
        }
        if let Some(ends) = self.ends.get(&inst) {
            self.insts.extend_from_slice(ends);
        }
    }

    fn mark_value(&mut self, value: Value) {
        let index = value.into_raw().into_u32() as usize;
        if std::mem::replace(&mut self.live.values[index], true) {
            return;
        }
        if let Some(stores) = self.stores.remove(&value) {
            self.insts.extend(stores);
        }
        match self.function.values[value].def() {
            ValueDef::Result { inst, index } => {
                self.insts.push(inst);
                let index = index as usize;
                if self.function.insts[inst].op.is_control() {
                    self.sources(inst, |op, _| match op {
                        Op::Merge | Op::Break => Some(index),
                        Op::BreakIf => Some(1 + index),
                        _ => None,
                    });
                }
            }
            ValueDef::Param { block, index } => self.mark_param(block, index as usize),
        }
    }

    fn mark_param(&mut self, block: Block, index: usize) {
        let Some(&control) = self.owners.get(&block) else { return };
        self.insts.push(control);
        let function = self.function;
        match function.control(control).map(|control| &control.kind) {
            Some(ControlKind::Loop { body, continuing }) if *body == block => {
                let continuing = continuing.is_some();
                self.use_operand(function.operands(control).get(index));
                self.sources(control, |op, imm| match op {
                    Op::Next => Some(index),
                    Op::Continue if !continuing => Some(index),
                    Op::BreakIf => Some(1 + imm as usize + index),
                    _ => None,
                });
            }
            Some(ControlKind::Loop { .. }) => {
                self.sources(control, |op, _| (op == Op::Continue).then_some(index));
            }
            Some(ControlKind::Switch { cases }) => {
                self.use_operand(function.operands(control).get(1 + index));
                self.sources(control, |op, _| (op == Op::Fallthrough).then_some(index));
                // Cases take the same values, so one that uses a value keeps it for all.
                for case in cases {
                    self.values.extend(function.blocks[case.block].params.get(index));
                }
            }
            Some(ControlKind::If { .. }) | None => {}
        }
    }

    /// Marks an operand of every terminator that goes to `control`: the one whose index `choose` gives.
    fn sources(&mut self, control: Inst, choose: impl Fn(Op, u32) -> Option<usize>) {
        let Some(ends) = self.ends.get(&control) else { return };
        for &end in ends {
            let data = &self.function.insts[end];
            let operand = choose(data.op, data.imm).and_then(|index| self.function.operands(end).get(index));
            self.values.extend(operand.and_then(|operand| operand.value()));
        }
    }

    fn use_operand(&mut self, operand: Option<&Operand>) {
        self.values.extend(operand.and_then(|operand| operand.value()));
    }
}

fn is_volatile(function: &FunctionData, inst: Inst) -> bool {
    let data = &function.insts[inst];
    matches!(data.op, Op::Load | Op::Store)
        && MemoryAccess::from_bits(data.imm).contains(MemoryAccess::VOLATILE)
}

/// Whether an instruction is live whoever uses its results.
fn is_root(function: &FunctionData, inst: Inst) -> bool {
    let data = &function.insts[inst];
    let effects = match data.op {
        Op::Intrinsic => Intrinsic::from_imm(data.imm).map_or(data.op.effects(), |row| row.info().effects),
        op => op.effects(),
    };
    let kept = effects.contains(Effects::WRITES) || effects.contains(Effects::TERMINATOR);
    kept || is_volatile(function, inst)
}
