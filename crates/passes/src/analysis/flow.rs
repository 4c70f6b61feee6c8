//! The operands that flow into block parameters and results of control instructions, as into phis.
//!
//! ```text
//! %r: f32 = loop 0i32, %a (%i: i32, %s: f32) {     %i can be 0i32, %3
//!     %1: bool = slt %i, 3i32                      %s can be %a, %2
//!     if %1 { merge } else { break %s }            %r can be %s
//!     %2: f32 = fadd %s, %a
//!     continue
//! } continuing { %3: i32 = iadd %i, 1i32  next %3, %2 }
//! ```

use vitrum_ir::visit::{self, Event};
use vitrum_ir::{Block, ControlKind, FunctionData, Inst, Op, Operand, Value};

/// One operand that a value can be, and the instruction that passes it on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// The operand.
    pub operand: Operand,
    /// A terminator, or the control instruction that its block belongs to.
    pub by: Inst,
}

/// The sources of each parameter of a block and each result of a control instruction.
#[derive(Clone, Debug, Default)]
pub struct Flow {
    /// In order of text; sorted by value, then.
    rows: Vec<(Value, Source)>,
}

impl Flow {
    /// Of a function. Its own parameters come from callers, and are not here.
    pub fn new(function: &FunctionData) -> Self {
        let mut flow = Self::default();
        if !function.insts.iter().any(|(_, inst)| inst.op.is_control()) {
            return flow;
        }
        let mut open: Vec<Inst> = Vec::new();
        let mut blocks: Vec<Block> = Vec::new();
        visit::walk(function, function.body, |event| match event {
            Event::Enter(block) => blocks.push(block),
            Event::Leave(_) => {
                blocks.pop();
            }
            Event::Inst(inst) if function.control(inst).is_some() => {
                flow.enter(function, inst);
                open.push(inst);
            }
            Event::Inst(inst) => flow.terminator(function, inst, &open, blocks.last().copied()),
            Event::Behind(_) => {
                open.pop();
            }
        });
        flow.rows.sort_by_key(|row| row.0);
        flow
    }

    /// Everything that a value can be; nothing for one that an operation computes.
    pub fn sources(&self, value: Value) -> &[(Value, Source)] {
        let start = self.rows.partition_point(|row| row.0 < value);
        let rest = self.rows.get(start..).unwrap_or(&[]);
        let count = rest.partition_point(|row| row.0 == value);
        rest.get(..count).unwrap_or(&[])
    }

    fn add(&mut self, values: impl Iterator<Item = Value>, operands: &[Operand], by: Inst) {
        self.rows.extend(values.zip(operands).map(|(value, &operand)| (value, Source { operand, by })));
    }

    fn add_params(&mut self, function: &FunctionData, block: Block, operands: &[Operand], by: Inst) {
        self.add(function.blocks[block].params.iter().copied(), operands, by);
    }

    /// Adds the values with which blocks of a control instruction are entered.
    fn enter(&mut self, function: &FunctionData, inst: Inst) {
        let operands = function.operands(inst);
        match function.control(inst).map(|control| &control.kind) {
            Some(&ControlKind::Loop { body, .. }) => self.add_params(function, body, operands, inst),
            Some(ControlKind::Switch { cases }) => {
                for case in cases {
                    self.add_params(function, case.block, operands.get(1..).unwrap_or(&[]), inst);
                }
            }
            Some(ControlKind::If { .. }) | None => {}
        }
    }

    fn terminator(&mut self, function: &FunctionData, inst: Inst, open: &[Inst], block: Option<Block>) {
        let operands = function.operands(inst);
        let around =
            |wanted: fn(Op) -> bool| open.iter().rev().copied().find(|&control| wanted(function.op(control)));
        match function.op(inst) {
            Op::Merge => {
                if let Some(control) = around(|op| op == Op::If) {
                    self.add(function.results(control), operands, inst);
                }
            }
            Op::Break => {
                if let Some(control) = around(|op| matches!(op, Op::Loop | Op::Switch)) {
                    self.add(function.results(control), operands, inst);
                }
            }
            Op::Fallthrough => {
                let control = around(|op| op == Op::Switch).and_then(|control| function.control(control));
                if let Some(ControlKind::Switch { cases }) = control.map(|control| &control.kind) {
                    let at = cases.iter().position(|case| Some(case.block) == block);
                    if let Some(next) = at.and_then(|at| cases.get(at + 1)) {
                        self.add_params(function, next.block, operands, inst);
                    }
                }
            }
            Op::Continue | Op::Next | Op::BreakIf => {
                let Some(control) = around(|op| op == Op::Loop) else { return };
                let kind = function.control(control).map(|control| &control.kind);
                let Some(&ControlKind::Loop { body, continuing }) = kind else { return };
                match (function.op(inst), continuing) {
                    (Op::Continue, Some(continuing)) => self.add_params(function, continuing, operands, inst),
                    (Op::BreakIf, _) => {
                        let given = function.insts[inst].imm as usize;
                        let results = operands.get(1..1 + given).unwrap_or(&[]);
                        self.add(function.results(control), results, inst);
                        self.add_params(function, body, operands.get(1 + given..).unwrap_or(&[]), inst);
                    }
                    _ => self.add_params(function, body, operands, inst),
                }
            }
            _ => {}
        }
    }
}
