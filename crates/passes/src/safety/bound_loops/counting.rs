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
//! By 1 a counter comes to every number, so a comparison by `<` or `!=` fails in the end. By more, or with `<=`, it could step
//! over the end of its type, unless the other side is a constant that is far enough from there. Where it is not, but the
//! counter starts far from that end, a minimum keeps the other side away from it. A counter that is halved or shifted to the
//! right comes to 0.
//!
//! What `mediump` and `lowp` counters are compared with must fit into what the precision keeps.

use crate::analysis::nesting::Nesting;
use crate::analysis::others::may_be_written;
use crate::analysis::ranges::bounds;
use std::ops::Deref;
use vitrum_ir::visit::{self, Descent, Event};
use vitrum_ir::{
    Block, ControlKind, FunctionData, Inst, MemoryAccess, Module, Op, Operand, Precision, Scalar, Storage,
    TypeData, ValueDef, typing,
};

/// The number of conditions that are looked at for a loop.
const MOST_CONDITIONS: usize = 16;

/// The number of operations that compute what is compared with.
const MOST_OPERATIONS: usize = 32;

/// A counter that starts below this number, and takes at most [`MOST_STEP`] at a time, takes so many iterations to the end
/// of its type that no program waits for them.
const FARTHEST_START: u64 = 1 << 30;

/// The largest step of a counter that a minimum stops.
const MOST_STEP: u64 = 1 << 8;

/// The reason why a loop ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// It counts to a number that it comes to.
    Counts,
    /// It does if the operand of a comparison at a position is at most this number.
    Capped {
        /// The comparison.
        inst: Inst,
        /// The position of the operand.
        position: usize,
        /// The number.
        most: i64,
    },
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
}

/// The reason why a loop ends, if it is left by a test that every iteration comes to.
pub(super) fn ends_by_counting(
    module: &Module,
    function: &FunctionData,
    inst: Inst,
    nesting: &impl Deref<Target = Nesting>,
) -> Option<End> {
    let &ControlKind::Loop { body, continuing } = function.control(inst).map(|control| &control.kind)? else {
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
    let test = Test { module, function, nesting, inst, body, continuing, continued, next };
    let mut capped = None;
    // Every way into the next iteration goes through the continuing block.
    if let Some(last) = last
        && function.op(last) == Op::BreakIf
        && let Some(&condition) = function.operands(last).first()
    {
        match test.fails_in_the_end(condition, false) {
            Some(End::Counts) => return Some(End::Counts),
            other => capped = other,
        }
    }
    for &within in &function.blocks[body].insts {
        if let (Some([then, other]), Some(&condition)) =
            (function.arms(within), function.operands(within).first())
        {
            let breaks = |block| function.ends_with(block, Op::Break).is_some();
            for stays in [true, false] {
                if !breaks(if stays { other } else { then }) {
                    continue;
                }
                match test.fails_in_the_end(condition, stays) {
                    Some(End::Counts) => return Some(End::Counts),
                    found => capped = capped.or(found),
                }
            }
        }
        // Behind a `continue` a test may never be reached.
        if may_continue(function, within) {
            break;
        }
    }
    capped
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

impl<N: Deref<Target = Nesting>> Test<'_, N> {
    /// The reason why a condition is not `stays` for ever.
    fn fails_in_the_end(&self, condition: Operand, stays: bool) -> Option<End> {
        let mut pending = vec![(condition, stays)];
        let mut capped = None;
        for _ in 0..MOST_CONDITIONS {
            let Some((condition, stays)) = pending.pop() else { break };
            let Some(inst) = self.function.definition(condition) else { continue };
            let is = |operand: Operand, outcome: bool| {
                operand.constant().and_then(|it| self.module.constants.bits(it)) == Some(u64::from(outcome))
            };
            match (self.function.op(inst), self.function.operands(inst)) {
                (Op::Not, &[inner]) => pending.push((inner, !stays)),
                // Both hold for ever, or neither does.
                (Op::And, &[a, b]) if stays => pending.extend([(a, true), (b, true)]),
                (Op::Or, &[a, b]) if !stays => pending.extend([(a, false), (b, false)]),
                (Op::If, &[asked]) => {
                    let Some((then, other)) = self.merged(inst, condition) else { continue };
                    match () {
                        () if is(other, !stays) => pending.extend([(asked, true), (then, stays)]),
                        () if is(then, !stays) => pending.extend([(asked, false), (other, stays)]),
                        () => {}
                    }
                }
                (Op::Select, &[asked, then, other]) => match () {
                    () if is(other, !stays) => pending.extend([(asked, true), (then, stays)]),
                    () if is(then, !stays) => pending.extend([(asked, false), (other, stays)]),
                    () => {}
                },
                (op, &[a, b]) => {
                    let Some(op) = (if stays { Some(op) } else { negated(op) }) else { continue };
                    let compared = self.ends(inst, op, a, (b, 1));
                    let swapped = || swapped(op).and_then(|op| self.ends(inst, op, b, (a, 0)));
                    match compared.or_else(swapped) {
                        Some(End::Counts) => return Some(End::Counts),
                        found => capped = capped.or(found),
                    }
                }
                _ => {}
            }
        }
        capped
    }

    /// What the arms of an `if` give for a result of it.
    fn merged(&self, inst: Inst, result: Operand) -> Option<(Operand, Operand)> {
        let [then, other] = self.function.arms(inst)?;
        let ValueDef::Result { index, .. } = self.function.values[result.value()?].def() else { return None };
        let given = |block| {
            let end = self.function.ends_with(block, Op::Merge)?;
            self.function.operands(end).get(index as usize).copied()
        };
        Some((given(then)?, given(other)?))
    }

    /// The reason why `op counter, end` fails in the end; with the end comes its position in the comparison.
    fn ends(&self, inst: Inst, op: Op, counter: Operand, (end, position): (Operand, usize)) -> Option<End> {
        let (scalar, law, first) = self.law(counter)?;
        if !self.is_fixed(end) || !self.is_kept(counter, end) {
            return None;
        }
        let number = self.module.as_int(end).map(i128::from);
        let signed = scalar.is_signed();
        let is_signed = |it: bool| it == signed;
        let (up, or_equal) = match (op, law) {
            (Op::Ine, Law::Up(by) | Law::Down(by)) => return (by & 1 == 1).then_some(End::Counts),
            (Op::Ine, Law::ShrinksToZero) => return (number == Some(0)).then_some(End::Counts),
            (Op::Sgt, Law::Shrinks | Law::ShrinksToZero) | (Op::Ugt, Law::ShrinksToZero) => {
                return number.filter(|&it| it >= 0).map(|_| End::Counts);
            }
            (Op::Sge, Law::Shrinks | Law::ShrinksToZero) | (Op::Uge, Law::ShrinksToZero) => {
                return number.filter(|&it| it > 0).map(|_| End::Counts);
            }
            (Op::Slt, _) if is_signed(true) => (true, false),
            (Op::Sle, _) if is_signed(true) => (true, true),
            (Op::Sgt, _) if is_signed(true) => (false, false),
            (Op::Sge, _) if is_signed(true) => (false, true),
            (Op::Ult, _) if is_signed(false) => (true, false),
            (Op::Ule, _) if is_signed(false) => (true, true),
            (Op::Ugt, _) if is_signed(false) => (false, false),
            (Op::Uge, _) if is_signed(false) => (false, true),
            _ => return None,
        };
        let by = match law {
            Law::Up(by) if up => by,
            Law::Down(by) if !up => by,
            _ => return None,
        };
        if by == 1 && !or_equal {
            return Some(End::Counts);
        }
        // The counter that passes the test is at most `end`, and one step further still fits.
        let bits = scalar.width() - u32::from(signed);
        let most = (1i128 << bits) - 1;
        let least = if signed { -(1i128 << bits) } else { 0 };
        let margin = i128::from(by) - i128::from(!or_equal);
        match number {
            Some(end) => {
                let fits = if up { end + margin <= most } else { end - margin >= least };
                fits.then_some(End::Counts)
            }
            None => {
                let starts_far = bounds(self.module, self.function, first)
                    .is_some_and(|(_, bounds)| bounds.greatest <= FARTHEST_START);
                let most = i64::try_from(most - margin).ok();
                let is_scalar = matches!(
                    self.module.types.get(typing::operand_type(self.module, self.function, end)),
                    TypeData::Scalar(Scalar::I32 | Scalar::U32)
                );
                let most = most.filter(|_| up && is_scalar && starts_far && by <= MOST_STEP)?;
                Some(End::Capped { inst, position, most })
            }
        }
    }

    /// The law of a counter, and its first value: a parameter of the body, or its next value.
    fn law(&self, counter: Operand) -> Option<(Scalar, Law, Operand)> {
        let counter = self.resolved(counter)?;
        let params = &self.function.blocks[self.body].params;
        let (index, &param, next) =
            params.iter().zip(&self.next).enumerate().find_map(|(index, (param, &next))| {
                let next = self.resolved(next?)?;
                (Operand::from(*param) == counter || next == counter).then_some((index, param, next))
            })?;
        let &first = self.function.operands(self.inst).get(index)?;
        let scalar = self.module.types.scalar_of(self.function.values[param].ty)?;
        let inst = self.function.definition(next)?;
        let &[a, b] = self.function.operands(inst) else { return None };
        let is_param = |operand| self.resolved(operand) == Some(param.into());
        let constant = |operand: Operand| self.module.as_int(operand).map(i128::from);
        let number = match self.function.op(inst) {
            Op::Iadd if is_param(a) => constant(b)?,
            Op::Iadd if is_param(b) => constant(a)?,
            Op::Isub if is_param(a) => -constant(b)?,
            op => {
                let by = constant(b).filter(|_| is_param(a))?;
                let law = match op {
                    Op::Lshr if by > 0 && by < i128::from(scalar.width()) => Law::ShrinksToZero,
                    Op::Ashr if by > 0 && by < i128::from(scalar.width()) => Law::Shrinks,
                    Op::Udiv | Op::Sdiv if by > 1 => Law::ShrinksToZero,
                    _ => return None,
                };
                return Some((scalar, law, first));
            }
        };
        // A large unsigned number is a step back.
        let half = 1i128 << (scalar.width() - 1);
        let number = if scalar.is_unsigned() && number >= half { number - 2 * half } else { number };
        let by = u64::try_from(number.unsigned_abs()).ok()?;
        let law = match number {
            0 => return None,
            1.. => Law::Up(by),
            _ => Law::Down(by),
        };
        Some((scalar, law, first))
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

    /// True if a counter that has few bits can come to what it is compared with.
    fn is_kept(&self, counter: Operand, end: Operand) -> bool {
        let precision = counter.value().map_or(Precision::None, |it| self.function.values[it].precision);
        let most = match precision {
            Precision::None | Precision::High => return true,
            Precision::Medium => 0x7fff,
            Precision::Low => 0xff,
        };
        self.module.as_int(end).is_some_and(|end| end.unsigned_abs() <= most)
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
        let Some(&pointer) = self.function.operands(inst).first().filter(|_| op == Op::Load) else {
            return false;
        };
        let TypeData::Pointer { storage, .. } =
            self.module.types.get(typing::operand_type(self.module, self.function, pointer))
        else {
            return false;
        };
        let is_own = matches!(storage, Storage::Uniform | Storage::PushConstant | Storage::Input);
        is_own
            && !may_be_written(self.module, storage)
            && MemoryAccess::from_bits(self.function.insts[inst].imm) == MemoryAccess::NONE
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
        Op::Ieq => Op::Ine,
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
        Op::Ine => Op::Ine,
        _ => return None,
    })
}
