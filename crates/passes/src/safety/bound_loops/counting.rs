//! Loops that count by a constant to a number that does not change, and so end.
//!
//! ```text
//! loop %first (%i: i32) {
//!     %1: bool = slt %i, %count
//!     if %1 { merge } else { break }
//!     ...
//!     %2: i32 = iadd %i, 1i32
//!     continue %2
//! }
//! ```
//!
//! By 1 a counter comes to every number, so a comparison by `<` fails in the end. By more it could step over the end of its
//! type, unless the other side is a constant that is far enough from there.

use crate::analysis::nesting::Nesting;
use std::ops::Deref;
use vitrum_ir::visit::{self, Descent, Event};
use vitrum_ir::{Block, ControlKind, FunctionData, Inst, Module, Op, Operand, Scalar, ValueDef};

/// The direction in which a counter goes, and by how much.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Step {
    up: bool,
    by: u64,
}

/// True if a loop counts to its end: it is left by a test that every iteration comes to.
pub(super) fn counts_to_an_end(
    module: &Module,
    function: &FunctionData,
    inst: Inst,
    nesting: &impl Deref<Target = Nesting>,
) -> bool {
    let Some(&ControlKind::Loop { body, continuing }) = function.control(inst).map(|control| &control.kind)
    else {
        return false;
    };
    let continued = continued_values(function, body);
    let last = continuing.and_then(|block| function.terminator(block));
    let next = match last {
        Some(last) => {
            let skip = match function.op(last) {
                Op::BreakIf => 1 + function.insts[last].imm as usize,
                _ => 0,
            };
            function.operands(last).iter().skip(skip).copied().map(Some).collect()
        }
        None => continued.clone(),
    };
    let test = Test { module, function, nesting, body, continuing, continued, next };
    // Every way into the next iteration goes through the continuing block.
    if let Some(last) = last
        && function.op(last) == Op::BreakIf
        && function.operands(last).first().is_some_and(|&condition| test.fails_in_the_end(condition, false))
    {
        return true;
    }
    for &within in &function.blocks[body].insts {
        if let (Some([then, other]), Some(&condition)) =
            (function.arms(within), function.operands(within).first())
        {
            let breaks = |block| function.ends_with(block, Op::Break).is_some();
            if breaks(other) && test.fails_in_the_end(condition, true)
                || breaks(then) && test.fails_in_the_end(condition, false)
            {
                return true;
            }
        }
        // Behind a `continue` a test may never be reached.
        if may_continue(function, within) {
            return false;
        }
    }
    false
}

/// The operands of the `continue` instructions of a loop, as far as they are always the same.
fn continued_values(function: &FunctionData, body: Block) -> Vec<Option<Operand>> {
    let mut values: Option<Vec<Option<Operand>>> = None;
    visit::walk(function, body, |event| {
        if let Event::Inst(inst) = event {
            match function.op(inst) {
                Op::Loop => return Descent::Past,
                Op::Continue => {
                    let operands = function.operands(inst);
                    let all = values.get_or_insert_with(|| operands.iter().copied().map(Some).collect());
                    for (slot, &operand) in all.iter_mut().zip(operands) {
                        *slot = slot.filter(|&first| first == operand);
                    }
                }
                _ => {}
            }
        }
        Descent::Into
    });
    values.unwrap_or_default()
}

/// True if something within a control instruction of the body begins the next iteration.
fn may_continue(function: &FunctionData, control: Inst) -> bool {
    if function.op(control) == Op::Loop {
        return false;
    }
    let mut found = false;
    for block in function.control(control).into_iter().flat_map(|control| control.blocks()) {
        visit::walk(function, block, |event| {
            if let Event::Inst(inst) = event {
                match function.op(inst) {
                    Op::Loop => return Descent::Past,
                    op => found |= op == Op::Continue,
                }
            }
            Descent::Into
        });
    }
    found
}

struct Test<'a, N> {
    module: &'a Module,
    function: &'a FunctionData,
    nesting: &'a N,
    body: Block,
    continuing: Option<Block>,
    /// The arguments of the continuing block, as far as they are always the same.
    continued: Vec<Option<Operand>>,
    /// The arguments of the next iteration, likewise.
    next: Vec<Option<Operand>>,
}

impl<N: Deref<Target = Nesting>> Test<'_, N> {
    /// True if a condition is not `stays` for ever.
    fn fails_in_the_end(&self, condition: Operand, stays: bool) -> bool {
        let Some(inst) = self.function.definition(condition) else { return false };
        let &[a, b] = self.function.operands(inst) else { return false };
        let op = self.function.op(inst);
        let op = if stays { Some(op) } else { negated(op) };
        let Some(op) = op else { return false };
        self.ends(op, a, b) || swapped(op).is_some_and(|op| self.ends(op, b, a))
    }

    /// True if `op counter, end` fails in the end.
    fn ends(&self, op: Op, counter: Operand, end: Operand) -> bool {
        let Some((scalar, step)) = self.step(counter) else { return false };
        if !self.is_fixed(end) || step.by == 0 {
            return false;
        }
        let (signed, up, or_equal) = match op {
            Op::Slt => (true, true, false),
            Op::Sle => (true, true, true),
            Op::Sgt => (true, false, false),
            Op::Sge => (true, false, true),
            Op::Ult => (false, true, false),
            Op::Ule => (false, true, true),
            Op::Ugt => (false, false, false),
            Op::Uge => (false, false, true),
            _ => return false,
        };
        if up != step.up || signed != scalar.is_signed() {
            return false;
        }
        if step.by == 1 && !or_equal {
            return true;
        }
        // The counter that passes the test is at most `end`, and one step further still fits.
        let Some(end) = self.module.as_int(end).map(i128::from) else { return false };
        let bits = scalar.width() - u32::from(signed);
        let most = (1i128 << bits) - 1;
        let least = if signed { -(1i128 << bits) } else { 0 };
        let margin = i128::from(step.by) - i128::from(!or_equal);
        if up { end + margin <= most } else { end - margin >= least }
    }

    /// The step of a counter: a parameter of the body whose next value is itself and a constant, or that next value.
    fn step(&self, counter: Operand) -> Option<(Scalar, Step)> {
        let counter = self.resolved(counter)?;
        let params = &self.function.blocks[self.body].params;
        let (&param, next) = params.iter().zip(&self.next).find_map(|(param, &next)| {
            let next = self.resolved(next?)?;
            (Operand::from(*param) == counter || next == counter).then_some((param, next))
        })?;
        let scalar = self.module.types.scalar_of(self.function.values[param].ty)?;
        let inst = self.function.definition(next)?;
        let &[a, b] = self.function.operands(inst) else { return None };
        let is_param = |operand| self.resolved(operand) == Some(param.into());
        let constant = |operand: Operand| self.module.as_int(operand).map(i128::from);
        let number = match self.function.op(inst) {
            Op::Iadd if is_param(a) => constant(b)?,
            Op::Iadd if is_param(b) => constant(a)?,
            Op::Isub if is_param(a) => -constant(b)?,
            _ => return None,
        };
        // A large unsigned number is a step back.
        let half = 1i128 << (scalar.width() - 1);
        let number = if scalar.is_unsigned() && number >= half { number - 2 * half } else { number };
        Some((scalar, Step { up: number > 0, by: u64::try_from(number.unsigned_abs()).ok()? }))
    }

    /// The argument of a parameter of the continuing block; `None` if it differs from `continue` to `continue`.
    fn resolved(&self, operand: Operand) -> Option<Operand> {
        match operand.value().map(|value| self.function.values[value].def()) {
            Some(ValueDef::Param { block, index }) if Some(block) == self.continuing => {
                self.continued.get(index as usize).copied().flatten()
            }
            _ => Some(operand),
        }
    }

    /// True if an operand is the same in every iteration: it is computed outside of the loop.
    fn is_fixed(&self, operand: Operand) -> bool {
        let Some(value) = operand.value() else { return operand.constant().is_some() };
        let is_within = |inst: Inst| {
            self.nesting.is_within(inst, self.body)
                || self.continuing.is_some_and(|block| self.nesting.is_within(inst, block))
        };
        match self.function.values[value].def() {
            ValueDef::Result { inst, .. } => !is_within(inst),
            ValueDef::Param { block, .. } => {
                let of_loop = block == self.body || Some(block) == self.continuing;
                !of_loop && !self.nesting.owner(block).is_some_and(is_within)
            }
        }
    }
}

/// The comparison that holds where another does not.
fn negated(op: Op) -> Option<Op> {
    Some(match op {
        Op::Slt => Op::Sge,
        Op::Sle => Op::Sgt,
        Op::Sgt => Op::Sle,
        Op::Sge => Op::Slt,
        Op::Ult => Op::Uge,
        Op::Ule => Op::Ugt,
        Op::Ugt => Op::Ule,
        Op::Uge => Op::Ult,
        _ => return None,
    })
}

/// The comparison of the operands in the other order.
fn swapped(op: Op) -> Option<Op> {
    Some(match op {
        Op::Slt => Op::Sgt,
        Op::Sle => Op::Sge,
        Op::Sgt => Op::Slt,
        Op::Sge => Op::Sle,
        Op::Ult => Op::Ugt,
        Op::Ule => Op::Uge,
        Op::Ugt => Op::Ult,
        Op::Uge => Op::Ule,
        _ => return None,
    })
}
