//! Loops that end for sure, since they count to a number that does not change.
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
//! By 1 a counter comes to every number, so a comparison by `<` fails in the end, and one by `!=` with a number that stays. By
//! more, or with `<=`, it could step over the end of its type, unless the other side is a constant that is far enough from
//! there. Where it is not, but the counter starts far from that end, a minimum keeps the other side away from it. A counter
//! that is halved or shifted to the right comes to 0. One that is doubled from a power of two takes each value up to the last
//! power of its type, and is 0 from then on, so a minimum with that power ends the loop if nothing else can.
//!
//! Floats count as well, from a constant by at least as much as they can hold: see [`floats`].
//!
//! A counter of `mediump` or `lowp` may keep fewer bits than what it is compared with, so it becomes `highp`.

mod floats;

use crate::analysis::conditions::{implied, inverse};
use crate::analysis::memory::reads_what_stays;
use crate::analysis::nesting::Nesting;
use crate::analysis::ranges::{Bounds, bounds, sure_bounds};
use std::cell::LazyCell;
use std::ops::Deref;
use vitrum_ir::visit::{self, Descent, Event};
use vitrum_ir::{
    Block, ControlKind, FunctionData, Inst, Module, Op, Operand, Precision, Scalar, TypeData, Value,
    ValueDef, typing,
};

/// The number of operations that compute what is compared with.
const MOST_OPERATIONS: usize = 32;

/// A counter that starts below this number, and takes at most [`MOST_STEP`] at a time, takes so many iterations to the end
/// of its type that no program waits for them.
const FARTHEST_START: u64 = 1 << 30;

/// The largest step of a counter that a minimum stops.
const MOST_STEP: u64 = 1 << 8;

/// The reason why a loop ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// It counts to a number that it comes to.
    Counts,
    /// It does so after a change.
    Kept(Change),
}

/// A change after which a loop counts to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Change {
    /// The comparison.
    pub(super) inst: Inst,
    /// The operand of the comparison by its position, and the number that it may be at most.
    pub(super) cap: Option<(usize, i64)>,
    /// The values of the counter, which get all bits.
    pub(super) raised: Vec<Value>,
}

/// A way in which a counter goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Law {
    /// Up by a number.
    Up(u64),
    /// Down by a number.
    Down(u64),
    /// Toward 0, but not from a negative number.
    Shrinks,
    /// Toward 0 from everywhere.
    ShrinksToZero,
    /// To the left by so many bits.
    Grows(u32),
}

/// A counter of a loop.
struct Counter {
    scalar: Scalar,
    law: Law,
    /// Its first value.
    first: Operand,
    /// The values that hold it: a parameter of the body, the next value, parameters of the continuing block.
    values: Vec<Value>,
}

/// The reason that needs no change, if one is such.
fn better(a: Option<End>, b: Option<End>) -> Option<End> {
    match (a, b) {
        (Some(End::Counts), _) | (_, Some(End::Counts)) => Some(End::Counts),
        (a, b) => a.or(b),
    }
}

/// The reason why a loop ends, if it is left by a test that every iteration comes to.
pub(super) fn ends_by_counting(
    module: &Module,
    function: &FunctionData,
    inst: Inst,
    nesting: &impl Deref<Target = Nesting>,
) -> Option<End> {
    let test = Test::of(module, function, inst, nesting)?;
    let &Test { body, continuing, .. } = &test;
    let last = continuing.and_then(|block| function.terminator(block));
    let mut found = None;
    // Every way into the next iteration goes through the continuing block.
    if let Some(last) = last
        && function.op(last) == Op::BreakIf
        && let Some(&condition) = function.operands(last).first()
    {
        found = test.fails_in_the_end(condition, false);
    }
    for &within in &function.blocks[body].insts {
        if let (Some([then, other]), Some(&condition)) =
            (function.arms(within), function.operands(within).first())
        {
            let breaks = |block| function.ends_with(block, Op::Break).is_some();
            for (stays, leaving) in [(true, other), (false, then)] {
                if breaks(leaving) {
                    found = better(found, test.fails_in_the_end(condition, stays));
                }
            }
        }
        // Behind a `continue` a test may never be reached.
        if found == Some(End::Counts) || may_continue(function, within) {
            break;
        }
    }
    found
}

/// The first value of a parameter of a loop, and the number by which each iteration counts it up.
pub(in crate::safety) fn counted_up(
    module: &Module,
    function: &FunctionData,
    inst: Inst,
    param: Value,
) -> Option<(Operand, u64)> {
    // The nesting plays no part in how a parameter is counted.
    let nesting = LazyCell::new(|| Nesting::new(function));
    let counter = Test::of(module, function, inst, &nesting)?.counter(param.into())?;
    match counter.law {
        Law::Up(by) if counter.values.first() == Some(&param) => Some((counter.first, by)),
        _ => None,
    }
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
    inst: Inst,
    body: Block,
    continuing: Option<Block>,
    /// The arguments of the continuing block, as far as they are always the same.
    continued: Vec<Option<Operand>>,
    /// The arguments of the next iteration, likewise.
    next: Vec<Option<Operand>>,
}

impl<'a, N: Deref<Target = Nesting>> Test<'a, N> {
    fn of(module: &'a Module, function: &'a FunctionData, inst: Inst, nesting: &'a N) -> Option<Self> {
        let &ControlKind::Loop { body, continuing } = function.control(inst).map(|control| &control.kind)?
        else {
            return None;
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
        Some(Self { module, function, nesting, inst, body, continuing, continued, next })
    }

    /// The reason why a condition is not `stays` for ever.
    fn fails_in_the_end(&self, condition: Operand, stays: bool) -> Option<End> {
        let mut found = None;
        implied(self.module, self.function, condition, stays, |inst, stays| {
            let &[a, b] = self.function.operands(inst) else { return };
            let op = self.function.op(inst);
            if floats::ends(self, op, stays, a, b) {
                found = Some(End::Counts);
                return;
            }
            let Some(op) = (if stays { Some(op) } else { inverse(op) }) else { return };
            let compared = self.ends(inst, op, a, (b, 1));
            let swapped = || swapped(op).and_then(|op| self.ends(inst, op, b, (a, 0)));
            found = better(found.take(), compared.or_else(swapped));
        });
        found
    }

    /// The reason why `op counter, end` fails in the end; with the end comes its position in the comparison.
    fn ends(&self, inst: Inst, op: Op, counter: Operand, (end, position): (Operand, usize)) -> Option<End> {
        let Counter { scalar, law, first, values } = self.counter(counter)?;
        let number = self.module.as_int(end).map(i128::from);
        let signed = scalar.is_signed();
        let (up, or_equal) = match (op, law) {
            (Op::Sgt, Law::Shrinks | Law::ShrinksToZero) | (Op::Ugt, Law::ShrinksToZero) => {
                return number.filter(|&it| it >= 0).map(|_| End::Counts);
            }
            (Op::Sge, Law::Shrinks | Law::ShrinksToZero) | (Op::Uge, Law::ShrinksToZero) => {
                return number.filter(|&it| it > 0).map(|_| End::Counts);
            }
            (Op::Ine, Law::ShrinksToZero) => return (number == Some(0)).then_some(End::Counts),
            (Op::Ine, Law::Up(by) | Law::Down(by)) => {
                let meets = by & 1 == 1 && self.is_fixed(end);
                return meets.then(|| self.with(inst, None, values, end));
            }
            (Op::Slt | Op::Ult, _) if (op == Op::Slt) == signed => (true, false),
            (Op::Sle | Op::Ule, _) if (op == Op::Sle) == signed => (true, true),
            (Op::Sgt | Op::Ugt, _) if (op == Op::Sgt) == signed => (false, false),
            (Op::Sge | Op::Uge, _) if (op == Op::Sge) == signed => (false, true),
            _ => return None,
        };
        let by = match law {
            Law::Up(by) if up => by,
            Law::Down(by) if !up => by,
            Law::Grows(bits) if up => {
                let last = self.last_power(scalar, first, bits)?;
                let most = last - i64::from(or_equal);
                let is_small = |greatest: u64| i128::from(greatest) <= i128::from(most);
                let is_below = match number {
                    Some(number) => number <= i128::from(most),
                    None => {
                        sure_bounds(self.module, self.function, end).is_some_and(|it| is_small(it.greatest))
                    }
                };
                if is_below {
                    return Some(self.with(inst, None, values, end));
                }
                let may_cap = self.is_plain(end) && self.is_fixed(end) && self.has_one_exit();
                return may_cap.then(|| self.with(inst, Some((position, most)), values, end));
            }
            _ => return None,
        };
        // No number is beyond the end of the type, whatever the counter is compared with.
        if by == 1 && !or_equal {
            return Some(self.with(inst, None, values, end));
        }
        // The counter that passes the test is at most `end`, and one step further still fits.
        let bits = scalar.width() - u32::from(signed);
        let most = (1i128 << bits) - 1;
        let least = if signed { -(1i128 << bits) } else { 0 };
        let margin = i128::from(by) - i128::from(!or_equal);
        if let Some(end_number) = number {
            let fits = if up { end_number + margin <= most } else { end_number - margin >= least };
            return fits.then(|| self.with(inst, None, values, end));
        }
        let is_small = |bounds: Bounds| i128::from(bounds.greatest) + margin <= most;
        if up && sure_bounds(self.module, self.function, end).is_some_and(is_small) {
            return Some(self.with(inst, None, values, end));
        }
        let starts_far = bounds(self.module, self.function, first)
            .is_some_and(|(_, bounds)| bounds.greatest <= FARTHEST_START);
        let most = i64::try_from(most - margin).ok();
        let most = most.filter(|_| up && self.is_plain(end) && starts_far && by <= MOST_STEP)?;
        Some(self.with(inst, Some((position, most)), values, end))
    }

    /// True for integers of which a minimum can be taken.
    fn is_plain(&self, number: Operand) -> bool {
        let ty = self.module.types.get(typing::operand_type(self.module, self.function, number));
        matches!(ty, TypeData::Scalar(Scalar::I32 | Scalar::U32))
    }

    /// The greatest number that a counter comes to which starts with a power of two, and is shifted to the left by so many
    /// bits: the values rise up to there, and all later ones are 0, or below 0 and then 0.
    fn last_power(&self, scalar: Scalar, first: Operand, bits: u32) -> Option<i64> {
        let first = u64::try_from(self.module.as_int(first)?).ok().filter(|it| it.is_power_of_two())?;
        let top = scalar.width().min(63) - 1 - u32::from(scalar.is_signed());
        let room = top.checked_sub(first.trailing_zeros())?;
        // The first value is tested, too.
        (room >= bits).then(|| 1i64 << (top - room % bits))
    }

    /// True if the loop is left at one place only: another one could end it when the counter has come to 0.
    fn has_one_exit(&self) -> bool {
        let mut exits = 0;
        for block in [Some(self.body), self.continuing].into_iter().flatten() {
            // The number of loops and switches around, which take the `break` instructions within.
            let mut depth = 0;
            visit::walk(self.function, block, |event| match event {
                Event::Inst(inst) => match self.function.op(inst) {
                    Op::Loop | Op::Switch => depth += 1,
                    Op::Break | Op::BreakIf => exits += u32::from(depth == 0),
                    Op::Merge | Op::Continue | Op::Next | Op::Fallthrough => {}
                    // A function that is called may end the invocation.
                    Op::Call => exits += 2,
                    op if op.is_terminator() => exits += 2,
                    _ => {}
                },
                Event::Behind(inst) if matches!(self.function.op(inst), Op::Loop | Op::Switch) => depth -= 1,
                _ => {}
            });
        }
        exits == 1
    }

    /// The reason with the change that it needs, if any: a counter that keeps few bits may never come to a large number.
    fn with(&self, inst: Inst, cap: Option<(usize, i64)>, values: Vec<Value>, end: Operand) -> End {
        let most = values.iter().map(|&value| match self.function.values[value].precision {
            Precision::None | Precision::High => u64::MAX,
            Precision::Medium => 0x7fff,
            Precision::Low => 0xff,
        });
        let most = most.min().unwrap_or(u64::MAX);
        let is_kept = most == u64::MAX || self.module.as_int(end).is_some_and(|it| it.unsigned_abs() <= most);
        let raised = if is_kept { Vec::new() } else { values };
        if raised.is_empty() && cap.is_none() {
            return End::Counts;
        }
        End::Kept(Change { inst, cap, raised })
    }

    /// A counter: a parameter of the body, or its next value.
    fn counter(&self, counter: Operand) -> Option<Counter> {
        let (param, first, next) = self.counted(counter)?;
        let scalar = self.module.types.scalar_of(self.function.values[param].ty)?;
        let inst = self.function.definition(next)?;
        let &[a, b] = self.function.operands(inst) else { return None };
        let is_param = |operand| self.resolved(operand) == Some(param.into());
        let constant = |operand: Operand| self.module.as_int(operand).map(i128::from);
        let step = match self.function.op(inst) {
            Op::Iadd if is_param(a) => constant(b)?,
            Op::Iadd if is_param(b) => constant(a)?,
            Op::Isub if is_param(a) => -constant(b)?,
            _ => 0,
        };
        // A large unsigned number is a step back.
        let half = 1i128 << (scalar.width() - 1);
        let step = if scalar.is_unsigned() && step >= half { step - 2 * half } else { step };
        let shrinks = || {
            let by = constant(b).filter(|_| is_param(a))?;
            match self.function.op(inst) {
                Op::Lshr if by > 0 && by < i128::from(scalar.width()) => Some(Law::ShrinksToZero),
                Op::Ashr if by > 0 && by < i128::from(scalar.width()) => Some(Law::Shrinks),
                Op::Udiv | Op::Sdiv if by > 1 => Some(Law::ShrinksToZero),
                _ => None,
            }
        };
        let grows = || {
            let bits = match self.function.op(inst) {
                Op::Shl if is_param(a) => u32::try_from(constant(b)?).ok()?,
                Op::Imul => {
                    let factor = if is_param(a) { constant(b) } else { constant(a).filter(|_| is_param(b)) };
                    let factor = u64::try_from(factor?).ok().filter(|it| it.is_power_of_two())?;
                    factor.trailing_zeros()
                }
                _ => return None,
            };
            (bits > 0 && bits < scalar.width()).then_some(Law::Grows(bits))
        };
        let by = u64::try_from(step.unsigned_abs()).ok()?;
        let law = match step {
            0 => shrinks().or_else(grows)?,
            1.. => Law::Up(by),
            _ => Law::Down(by),
        };
        let handed = self.continuing.map(|block| self.function.blocks[block].params.iter().copied());
        let handed = handed.into_iter().flatten().filter(|&it| {
            let resolved = self.resolved(it.into());
            resolved == Some(param.into()) || resolved == Some(next)
        });
        let values = [param].into_iter().chain(next.value()).chain(handed).collect();
        Some(Counter { scalar, law, first, values })
    }

    /// The parameter that a value is or that it is the next one of, with the first value of that and the next one.
    fn counted(&self, counter: Operand) -> Option<(Value, Operand, Operand)> {
        let counter = self.resolved(counter)?;
        let params = &self.function.blocks[self.body].params;
        let (index, &param, next) =
            params.iter().zip(&self.next).enumerate().find_map(|(index, (param, &next))| {
                let next = self.resolved(next?)?;
                (Operand::from(*param) == counter || next == counter).then_some((index, param, next))
            })?;
        let &first = self.function.operands(self.inst).get(index)?;
        Some((param, first, next))
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

    /// True if an operand is the same in every iteration: it is computed outside of the loop, or from what is.
    fn is_fixed(&self, operand: Operand) -> bool {
        let mut pending = vec![operand];
        for _ in 0..MOST_OPERATIONS {
            let Some(operand) = pending.pop() else { return true };
            let Some(value) = operand.value() else { continue };
            let def = self.function.values[value].def();
            if !self.is_of_the_loop(def) {
                continue;
            }
            match def {
                ValueDef::Result { inst, .. } if self.repeats(inst) => {
                    pending.extend_from_slice(self.function.operands(inst));
                }
                ValueDef::Result { .. } | ValueDef::Param { .. } => return false,
            }
        }
        false
    }

    fn is_of_the_loop(&self, def: ValueDef) -> bool {
        let is_within = |inst: Inst| {
            self.nesting.is_within(inst, self.body)
                || self.continuing.is_some_and(|block| self.nesting.is_within(inst, block))
        };
        match def {
            ValueDef::Result { inst, .. } => is_within(inst),
            ValueDef::Param { block, .. } => {
                let of_loop = block == self.body || Some(block) == self.continuing;
                of_loop || self.nesting.owner(block).is_some_and(is_within)
            }
        }
    }

    /// True if an instruction gives the same for the same operands.
    fn repeats(&self, inst: Inst) -> bool {
        let op = self.function.op(inst);
        if op == Op::ArrayLength || op.effects().is_pure() && self.function.control(inst).is_none() {
            return true;
        }
        op == Op::Load && reads_what_stays(self.module, self.function, inst)
    }
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
        Op::Ine => Op::Ine,
        _ => return None,
    })
}
