//! Finds live instructions and values.

use crate::analysis::others::reads_from_others;
use crate::framework::module_facts::ModuleFacts;
use crate::framework::session::Session;
use rustc_hash::FxHashSet;
use vitrum_ir::visit::{self, Event};
use vitrum_ir::{
    Block, ControlKind, Effects, FunctionData, Id, Inst, Module, Op, Operand, SideTable, Value, ValueDef,
};

/// The live instructions and values of a function.
pub(super) struct Liveness {
    insts: SideTable<Inst, u8>,
    values: SideTable<Value, bool>,
}

/// An instruction is live, and so is what it needs once it is done.
const LIVE: u8 = 1;
/// The sweep has come by.
const PASSED: u8 = 2;
const DONE: u8 = 4;

impl Liveness {
    /// True if an instruction stays.
    pub(super) fn inst(&self, inst: Inst) -> bool {
        self.insts.at(inst) & LIVE != 0
    }

    /// True if a value is used by something that stays.
    pub(super) fn value(&self, value: Value) -> bool {
        self.values.at(value)
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

/// True if a terminator goes to a control instruction with this op around it, if it is the innermost such.
pub(super) fn targets(terminator: Op, control: Op) -> bool {
    match terminator {
        Op::Merge => control == Op::If,
        Op::Break => matches!(control, Op::Loop | Op::Switch),
        Op::Fallthrough => control == Op::Switch,
        Op::Continue | Op::Next | Op::BreakIf => control == Op::Loop,
        _ => false,
    }
}

/// Visits every instruction in text order with the control instructions around it.
fn walk(function: &FunctionData, mut visit: impl FnMut(Inst, &[Inst])) {
    let mut around = Vec::new();
    visit::walk(function, function.body, |event| match event {
        Event::Inst(inst) => {
            visit(inst, &around);
            if function.op(inst).is_control() {
                around.push(inst);
            }
        }
        Event::Behind(_) => {
            around.pop();
        }
        Event::Enter(_) | Event::Leave(_) => {}
    });
}

/// Finds what is live. What is dead and may not be removed, for want of fuel, counts as live; the last goes first, so
/// that what stays finds its operands.
///
/// Nothing is given if all is live.
pub(super) fn liveness(
    module: &Module,
    function: &FunctionData,
    session: &mut Session,
    around: &ModuleFacts,
) -> Option<Liveness> {
    let mut marker = Marker::new(module, function, around);
    marker.prepare();
    marker.sweep();
    if !marker.waiting.is_empty() {
        let idle = marker.keep_waiting(&FxHashSet::default());
        if !idle.is_empty() {
            // They would go, and so would what was kept for them.
            marker = Marker::new(module, function, around);
            marker.prepare();
            marker.sweep();
            marker.keep_waiting(&idle);
        }
    }
    if session.is_metered() {
        let insts = visit::insts(function);
        for &(_, inst) in insts.iter().filter(|row| function.control(row.1).is_some()) {
            let values = if marker.live.inst(inst) { given(function, inst) } else { Vec::new() };
            for value in values {
                if !marker.live.value(value) && !session.may_change() {
                    marker.is_starved = true;
                    marker.values.push(value);
                    marker.mark();
                }
            }
        }
        for &(_, inst) in insts.iter().rev() {
            if !marker.live.inst(inst) && !session.may_change() {
                marker.is_starved = true;
                marker.want(inst);
                marker.mark();
            }
        }
    }
    let Marker { live, dead, .. } = marker;
    (dead > 0).then_some(live)
}

/// The results of an instruction, and the parameters of its blocks.
fn given(function: &FunctionData, inst: Inst) -> Vec<Value> {
    let blocks = function.control(inst).into_iter().flat_map(|control| control.blocks());
    let params = blocks.flat_map(|block| function.blocks[block].params.iter().copied());
    function.results(inst).chain(params).collect()
}

/// Lists of instructions, by number; each comes out the last one first.
struct Lists {
    /// One more than the position of the last of each list.
    heads: Vec<u32>,
    /// The instructions, each with what the head was before.
    items: Vec<(Inst, u32)>,
}

impl Lists {
    fn new(count: usize) -> Self {
        Self { heads: vec![0; count], items: Vec::new() }
    }

    fn push(&mut self, list: usize, inst: Inst) {
        if let Some(head) = self.heads.get_mut(list) {
            self.items.push((inst, *head));
            *head = self.items.len() as u32;
        }
    }

    fn get(&self, list: usize) -> impl Iterator<Item = Inst> + '_ {
        let mut at = self.head(list);
        std::iter::from_fn(move || {
            let (inst, next) = self.item(at)?;
            at = next;
            Some(inst)
        })
    }

    /// The start of a list.
    fn head(&self, list: usize) -> u32 {
        self.heads.get(list).copied().unwrap_or(0)
    }

    /// The item at a position, and the position of the next one.
    fn item(&self, at: u32) -> Option<(Inst, u32)> {
        self.items.get(at.checked_sub(1)? as usize).copied()
    }
}

/// An instruction in four bytes, of which zero stands for none.
fn encoded(inst: Inst) -> u32 {
    inst.index() as u32 + 1
}

fn decoded(number: u32) -> Option<Inst> {
    number.checked_sub(1).map(|raw| Inst::from_index(raw as usize))
}

struct Marker<'a> {
    module: &'a Module,
    function: &'a FunctionData,
    around: &'a ModuleFacts,
    live: Liveness,
    /// The control instruction around each instruction.
    parents: SideTable<Inst, u32>,
    /// The control instruction of each block.
    owners: SideTable<Block, u32>,
    /// The terminators that go to each control instruction, by its number.
    ends: Lists,
    /// For each address in a local variable, one more than the number of that.
    variables: SideTable<Value, u32>,
    /// The stores to each local variable.
    stores: Lists,
    insts: Vec<Inst>,
    values: Vec<Value>,
    /// The number of instructions, and of results and parameters of control instructions, that are not live yet.
    dead: usize,
    /// Reads of what other invocations may write, each with the innermost loop around it.
    waiting: Vec<(Inst, Inst)>,
    /// True if there is no fuel left: what becomes live keeps all that it gives.
    is_starved: bool,
}

impl<'a> Marker<'a> {
    fn new(module: &'a Module, function: &'a FunctionData, around: &'a ModuleFacts) -> Self {
        Self {
            module,
            function,
            around,
            live: Liveness {
                insts: SideTable::filled(function.insts.len(), 0),
                values: SideTable::filled(function.values.len(), false),
            },
            parents: SideTable::filled(function.insts.len(), 0),
            owners: SideTable::filled(function.blocks.len(), 0),
            ends: Lists::new(function.controls.len()),
            variables: SideTable::filled(function.values.len(), 0),
            stores: Lists::new(0),
            insts: Vec::new(),
            values: Vec::new(),
            dead: 0,
            waiting: Vec::new(),
            is_starved: false,
        }
    }

    /// Finds out what stands where, and what is live in any case.
    fn prepare(&mut self) {
        let function = self.function;
        walk(function, |inst, around| {
            let data = &function.insts[inst];
            let op = data.op;
            self.parents.set(inst, around.last().map_or(0, |&inst| encoded(inst)));
            self.dead += 1;
            if op.effects().is_pure() {
                // It is live if something uses it.
                if op == Op::Access {
                    self.set_variable(inst, self.variable(inst));
                }
                return;
            }
            if let Some(control) = function.control(inst) {
                self.dead += data.result_count();
                for block in control.blocks() {
                    self.dead += function.blocks[block].params.len();
                    self.owners.set(block, encoded(inst));
                }
            }
            if op.is_terminator() {
                let target = around.iter().rev().find(|&&control| targets(op, function.op(control)));
                if let Some(&target) = target {
                    self.ends.push(function.insts[target].imm as usize, inst);
                    return;
                }
            }
            if let Some(&around) = around.iter().rev().find(|&&it| function.op(it) == Op::Loop)
                && self.reads_from_others(inst)
            {
                self.waiting.push((around, inst));
            }
            match op {
                Op::Var => {
                    self.stores.heads.push(0);
                    self.set_variable(inst, self.stores.heads.len() as u32);
                }
                Op::Store | Op::StoreSwizzle => match self.variable(inst).checked_sub(1) {
                    Some(variable) if !function.is_volatile(inst) => {
                        self.stores.push(variable as usize, inst)
                    }
                    _ => self.want(inst),
                },
                Op::Call if self.is_silent(inst) => {}
                _ if is_root(function, inst) => self.want(inst),
                _ => {}
            }
        });
    }

    /// True if an instruction reads what other invocations may write, itself or in what it calls.
    fn reads_from_others(&self, inst: Inst) -> bool {
        match self.function.callee(inst) {
            Some(callee) => self.around.summaries.function(callee).others.reads,
            None => reads_from_others(self.module, self.function, inst),
        }
    }

    /// Keeps loops that wait for other invocations, but for some: those that read what others write, if it turns out that
    /// what is read decides something. Gives those of which it does not.
    fn keep_waiting(&mut self, idle: &FxHashSet<Inst>) -> FxHashSet<Inst> {
        let waiting = std::mem::take(&mut self.waiting);
        let mut kept = FxHashSet::default();
        for &(inst, _) in &waiting {
            if !self.live.inst(inst) && !idle.contains(&inst) {
                self.want(inst);
                kept.insert(inst);
            }
        }
        self.mark();
        for (inst, _) in waiting.iter().filter(|row| self.live.inst(row.1)) {
            kept.remove(inst);
        }
        kept
    }

    /// One more than the number of the variable in which the address lies that an instruction starts from; or zero.
    fn variable(&self, inst: Inst) -> u32 {
        let first = self.function.operands(inst).first().and_then(|operand| operand.value());
        first.map_or(0, |first| self.variables.at(first))
    }

    fn set_variable(&mut self, inst: Inst, variable: u32) {
        if let Some(value) = self.function.result(inst) {
            self.variables.set(value, variable);
        }
    }

    /// True if an instruction calls a function that does nothing but give its result.
    fn is_silent(&self, inst: Inst) -> bool {
        let callee = self.function.callee(inst);
        callee.is_some_and(|it| self.around.is_silent(it))
    }

    /// An instruction is live. What it needs is found when the sweep comes by, or now if it has.
    fn want(&mut self, inst: Inst) {
        let state = self.live.insts.entry(inst);
        if *state & LIVE == 0 {
            *state |= LIVE;
            self.dead -= 1;
            if *state & PASSED != 0 {
                self.insts.push(inst);
            }
        }
    }

    /// Goes through the instructions from the last to the first, since what one needs mostly stands before it, and close.
    fn sweep(&mut self) {
        visit::each_back(self.function, self.function.body, |inst| {
            let state = self.live.insts.entry(inst);
            *state |= PASSED;
            if *state & LIVE != 0 {
                self.mark_inst(inst);
                self.mark();
            }
        });
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

    fn mark_inst(&mut self, inst: Inst) {
        let state = self.live.insts.entry(inst);
        if *state & DONE != 0 {
            return;
        }
        *state |= DONE;
        if let Some(parent) = decoded(self.parents.at(inst)) {
            self.want(parent);
        }
        let operands = self.function.operands(inst);
        match self.function.op(inst) {
            // The operands of these are live only as far as their targets are used.
            Op::Merge | Op::Break | Op::Continue | Op::Next | Op::Fallthrough | Op::Loop => {}
            Op::If | Op::Switch | Op::BreakIf => self.mark_operand(operands.first()),
            _ => operands.iter().for_each(|operand| self.mark_operand(Some(operand))),
        }
        if self.function.op(inst).is_control() {
            if self.is_starved {
                self.values.extend(given(self.function, inst));
            }
            let mut at = self.ends.head(self.function.insts[inst].imm as usize);
            while let Some((end, next)) = self.ends.item(at) {
                self.want(end);
                at = next;
            }
        }
    }

    fn mark_operand(&mut self, operand: Option<&Operand>) {
        if let Some(value) = operand.and_then(|operand| operand.value()) {
            self.mark_value(value);
        }
    }

    fn mark_value(&mut self, value: Value) {
        if std::mem::replace(self.live.values.entry(value), true) {
            return;
        }
        if let Some(variable) = self.variables.at(value).checked_sub(1) {
            let mut at = std::mem::take(&mut self.stores.heads[variable as usize]);
            while let Some((store, next)) = self.stores.item(at) {
                self.want(store);
                at = next;
            }
        }
        match self.function.values[value].def() {
            ValueDef::Result { inst, index } => {
                self.want(inst);
                let index = index as usize;
                if self.function.op(inst).is_control() {
                    self.dead -= 1;
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
        let Some(control) = decoded(self.owners.at(block)) else { return };
        self.dead -= 1;
        self.want(control);
        let function = self.function;
        match function.control(control).map(|control| &control.kind) {
            Some(ControlKind::Loop { body, continuing }) if *body == block => {
                let continuing = continuing.is_some();
                self.queue_operand(function.operands(control).get(index));
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
                self.queue_operand(function.operands(control).get(1 + index));
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
        for end in self.ends.get(self.function.insts[control].imm as usize) {
            let data = &self.function.insts[end];
            let operand = choose(data.op, data.imm).and_then(|index| self.function.operands(end).get(index));
            self.values.extend(operand.and_then(|operand| operand.value()));
        }
    }

    /// Puts an operand among the values that wait to be marked.
    fn queue_operand(&mut self, operand: Option<&Operand>) {
        self.values.extend(operand.and_then(|operand| operand.value()));
    }
}

/// True if an instruction is live whoever uses its results.
fn is_root(function: &FunctionData, inst: Inst) -> bool {
    let effects = function.effects(inst);
    let kept = effects.contains(Effects::WRITES) || effects.contains(Effects::TERMINATOR);
    kept || function.is_volatile(inst)
}
