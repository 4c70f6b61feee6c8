//! Loops around values, so that no rule moves operations into a loop.

use crate::framework::rewrite::Part;
use crate::rules::Pattern;
use crate::rules::matching::Found;
use vitrum_ir::visit::{self, Event};
use vitrum_ir::{FunctionData, Op, Operand, SideTable, Value};

/// The number of loops around each value, and around the current instruction.
#[derive(Default)]
pub(super) struct Nesting {
    /// Empty in a function without loops.
    depths: SideTable<Value, u32>,
    depth: u32,
}

impl Nesting {
    pub(super) fn new(function: &FunctionData) -> Self {
        let mut nesting = Self::default();
        if !function.may_have(&[Op::Loop]) {
            return nesting;
        }
        nesting.depths = SideTable::filled(function.values.len(), 0);
        let mut depth = 0;
        visit::walk(function, function.body, |event| match event {
            Event::Enter(block) => {
                for &param in &function.blocks[block].params {
                    nesting.depths.set(param, depth);
                }
            }
            Event::Inst(inst) => {
                for value in function.results(inst) {
                    nesting.depths.set(value, depth);
                }
                depth += u32::from(function.op(inst) == Op::Loop);
            }
            Event::Behind(inst) => depth -= u32::from(function.op(inst) == Op::Loop),
            Event::Leave(_) => {}
        });
        nesting
    }

    pub(super) fn enter(&mut self, part: Part) {
        self.depth += u32::from(part == Part::Body);
    }

    pub(super) fn leave(&mut self, op: Op) {
        self.depth = self.depth.saturating_sub(u32::from(op == Op::Loop));
    }

    /// True if the innermost loop would run more operations with the right side of a rule than with the left one, because it takes
    /// operations from in front of the loop.
    pub(super) fn grows(&self, function: &FunctionData, found: &Found<'_>) -> bool {
        if self.depth == 0 {
            return false;
        }
        let place = &found.place;
        let is_within = |value: Value| self.depths.get(value).is_none_or(|&depth| depth >= self.depth);
        let left = place.insts().filter(|&inst| function.result(inst).is_some_and(is_within)).count();
        if left == place.insts().count() {
            return false;
        }
        let varies = |variable: u8| {
            let operand: Option<Operand> = place.variables.get(usize::from(variable)).copied().flatten();
            operand.and_then(Operand::value).is_some_and(is_within)
        };
        right_side(&found.rule.right, &varies).0 > left
    }
}

/// The number of operations of a pattern that depend on variables which change in the loop, and true if the whole does.
fn right_side(pattern: &Pattern, varies: &dyn Fn(u8) -> bool) -> (usize, bool) {
    match pattern {
        Pattern::Any(variable) | Pattern::Const(variable) => (0, varies(*variable)),
        Pattern::Literal(_) => (0, false),
        Pattern::Op(_, parts) => {
            let counts = parts.iter().map(|part| right_side(part, varies));
            let (count, depends) = counts.fold((0, false), |all, part| (all.0 + part.0, all.1 || part.1));
            (count + usize::from(depends), depends)
        }
    }
}
