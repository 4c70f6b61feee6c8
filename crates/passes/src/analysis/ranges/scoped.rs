//! Value-range analysis of integers at a place: with what conditions around it say, and with the ranges of loop counters
//! (induction variables).
//!
//! ```text
//! loop 0i32 (%i: i32) {                              0 to 10
//!     %1: bool = slt %i, 10i32
//!     if %1 { merge } else { break }
//!     ...                                            behind it, %i: 0 to 9
//!     continue
//! } continuing { %2: i32 = iadd %i, 1i32  next %2 }
//! ```
//!
//! A condition holds in its arm, and behind the `if` where the other arm does not come back. A result of a loop is what some
//! `break` gives, by what is known there. A parameter of a loop is a counter if each iteration adds the same constant to it,
//! the first branch of the loop leaves it by a comparison of the counter, and the sum cannot overflow. Nothing is assumed of
//! what may be undefined, such as `x % n` where `n` may be 0. What `mediump` and `lowp` integers are compared with tells about
//! all of their bits only if they fit into what the precision keeps.
//!
//! [`super::sizes`] does the same for numbers that are below a size which only the run knows.

use super::sizes::Sizes;
use super::{Bounds, Query, bounds_to};
use crate::analysis::conditions::implied;
use crate::analysis::flow::Flow;
use rustc_hash::FxHashMap;
use std::ops::Range;
use vitrum_ir::visit::{self, Event};
use vitrum_ir::{
    Block, ControlKind, FunctionData, Inst, Module, Op, Operand, Precision, Scalar, SideTable, TypeData,
    Value, ValueDef, eval::scalar::ones, eval::scalar::sign_extend, typing,
};

/// The number of operations that a query follows.
const DEPTH: u32 = 6;

/// The most values that are followed from the parameter of a loop to what the next iteration is given.
const MOST_SOURCES: usize = 16;

/// Bounds of an integer, read as signed and as unsigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Interval {
    signed: (i64, i64),
    unsigned: (u64, u64),
}

impl Interval {
    fn of_type(scalar: Scalar) -> Self {
        let most = ones(scalar.width());
        let positive = (most >> 1) as i64;
        Self { signed: (-positive - 1, positive), unsigned: (0, most) }
    }

    fn join(self, other: Self) -> Self {
        Self {
            signed: (self.signed.0.min(other.signed.0), self.signed.1.max(other.signed.1)),
            unsigned: (self.unsigned.0.min(other.unsigned.0), self.unsigned.1.max(other.unsigned.1)),
        }
    }

    /// The intersection; the first, if they contradict each other, as in code that is never reached.
    fn meet(self, other: Self, scalar: Scalar) -> Self {
        let signed = (self.signed.0.max(other.signed.0), self.signed.1.min(other.signed.1));
        let unsigned = (self.unsigned.0.max(other.unsigned.0), self.unsigned.1.min(other.unsigned.1));
        if signed.0 > signed.1 || unsigned.0 > unsigned.1 {
            return self;
        }
        let mut met = Self { signed, unsigned };
        let positive = ones(scalar.width()) >> 1;
        if signed.0 >= 0 {
            let (least, greatest) = (signed.0 as u64, signed.1 as u64);
            met.unsigned = (unsigned.0.max(least), unsigned.1.min(greatest));
        } else if unsigned.1 <= positive {
            met.signed = (signed.0.max(unsigned.0 as i64), signed.1.min(unsigned.1 as i64));
        }
        if met.unsigned.0 > met.unsigned.1 || met.signed.0 > met.signed.1 { self } else { met }
    }

    /// True if the low bits that a precision keeps are all that there is.
    fn fits(self, precision: Precision) -> bool {
        let (least, greatest) = match precision {
            Precision::None | Precision::High => return true,
            Precision::Medium => (-0x8000, 0x7fff),
            Precision::Low => (-0x100, 0xff),
        };
        self.signed.0 >= least && self.signed.1 <= greatest
    }
}

/// An order of two integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Less,
    LessOrEqual,
    Equal,
    NotEqual,
    GreaterOrEqual,
    Greater,
}

impl Order {
    fn mirrored(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::LessOrEqual => Self::GreaterOrEqual,
            Self::Equal => Self::Equal,
            Self::NotEqual => Self::NotEqual,
            Self::GreaterOrEqual => Self::LessOrEqual,
            Self::Greater => Self::Less,
        }
    }
}

/// The order that the outcome of a comparison says, and true if it is of signed numbers.
fn order(op: Op, outcome: bool) -> Option<(Order, bool)> {
    use Order::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
    Some(match (op, outcome) {
        (Op::Slt, true) | (Op::Sge, false) => (Less, true),
        (Op::Sle, true) | (Op::Sgt, false) => (LessOrEqual, true),
        (Op::Sgt, true) | (Op::Sle, false) => (Greater, true),
        (Op::Sge, true) | (Op::Slt, false) => (GreaterOrEqual, true),
        (Op::Ult, true) | (Op::Uge, false) => (Less, false),
        (Op::Ule, true) | (Op::Ugt, false) => (LessOrEqual, false),
        (Op::Ugt, true) | (Op::Ule, false) => (Greater, false),
        (Op::Uge, true) | (Op::Ult, false) => (GreaterOrEqual, false),
        (Op::Ieq, true) | (Op::Ine, false) => (Equal, true),
        (Op::Ine, true) | (Op::Ieq, false) => (NotEqual, true),
        _ => return None,
    })
}

/// The ranges at the place that [`each`] has come to.
#[derive(Debug)]
pub struct Ranges<'a> {
    pub(super) module: &'a Module,
    pub(super) function: &'a FunctionData,
    /// The most workgroups of a dispatch in a dimension.
    pub(super) largest_dispatch: u64,
    /// Facts about sizes that only the run knows.
    pub(super) sizes: Sizes,
    known: FxHashMap<Value, Interval>,
    /// Earlier facts, to go back to.
    log: Vec<(Value, Option<Interval>)>,
    /// The lengths of the logs, this one and that of the sizes, at the start of each open block.
    scopes: Vec<(usize, usize)>,
    /// Open control instructions; for an `if` and a loop, what is given to its results so far.
    open: Vec<(Inst, Vec<Interval>)>,
    /// The values that are defined in front of the place.
    defined: SideTable<Value, bool>,
}

/// Calls a closure at each instruction of a function, with the ranges there. A dispatch has at most so many workgroups in each
/// dimension.
pub fn each(
    module: &Module,
    function: &FunctionData,
    largest_dispatch: u64,
    mut visit: impl FnMut(&Ranges<'_>, Inst),
) {
    let flow = Flow::new(function);
    let mut ranges = Ranges {
        module,
        function,
        largest_dispatch,
        sizes: Sizes::default(),
        known: FxHashMap::default(),
        log: Vec::new(),
        scopes: Vec::new(),
        open: Vec::new(),
        defined: SideTable::filled(function.values.len(), false),
    };
    visit::walk(function, function.body, |event| match event {
        Event::Enter(block) => {
            ranges.enter(block, &flow);
            ranges.define(function.blocks[block].params.iter().copied());
        }
        Event::Leave(_) => ranges.leave_block(),
        Event::Inst(inst) => {
            visit(&ranges, inst);
            match function.op(inst) {
                Op::Merge => ranges.merge(inst),
                Op::Break => ranges.give(inst, 0..usize::MAX),
                Op::BreakIf => {
                    let given = function.insts[inst].imm as usize;
                    ranges.give(inst, 1..given.saturating_add(1));
                }
                _ if function.control(inst).is_some() => ranges.open.push((inst, Vec::new())),
                _ => ranges.define(function.results(inst)),
            }
        }
        Event::Behind(inst) => {
            ranges.leave(inst);
            ranges.define(function.results(inst));
        }
    });
}

/// An interval without one of its ends, if another interval is that number.
fn without_end(mut of: Interval, other: Interval) -> Interval {
    if other.unsigned.0 == other.unsigned.1 && of.unsigned.0 < of.unsigned.1 {
        let number = other.unsigned.0;
        of.unsigned.0 += u64::from(of.unsigned.0 == number);
        of.unsigned.1 -= u64::from(of.unsigned.1 == number);
    }
    if other.signed.0 == other.signed.1 && of.signed.0 < of.signed.1 {
        let number = other.signed.0;
        of.signed.0 += i64::from(of.signed.0 == number);
        of.signed.1 -= i64::from(of.signed.1 == number);
    }
    of
}

/// Joins what one more source gives.
fn join(merged: &mut Vec<Interval>, given: Vec<Interval>) {
    if merged.is_empty() {
        *merged = given;
    } else {
        merged.iter_mut().zip(given).for_each(|(slot, one)| *slot = slot.join(one));
    }
}

impl Ranges<'_> {
    /// The type and the range of an integer or a boolean, over all components; none for what is neither.
    pub fn bounds(&self, operand: Operand) -> Option<(Scalar, Bounds)> {
        let scalar = self.module.types.scalar_of(self.ty(operand))?;
        let known = |value: Value| self.known_bounds(value);
        let query = Query {
            module: self.module,
            function: self.function,
            known: &known,
            is_strict: true,
            largest_dispatch: self.largest_dispatch,
        };
        Some((scalar, bounds_to(&query, operand, DEPTH)?))
    }

    /// True if an integer is surely less than a number, read as unsigned.
    pub fn is_below(&self, operand: Operand, length: u64) -> bool {
        self.bounds(operand).is_some_and(|(_, bounds)| bounds.greatest < length)
            || self.is_sum_below(operand, length)
    }

    /// The range of a scalar that is read as signed, if that is narrower than as unsigned: it may be negative.
    pub(super) fn signed_range(&self, operand: Operand) -> Option<(i64, i64)> {
        let (_, Interval { signed, unsigned }) = self.interval(operand)?;
        (signed.1.abs_diff(signed.0) < unsigned.1 - unsigned.0).then_some(signed)
    }

    pub(super) fn ty(&self, operand: Operand) -> vitrum_ir::Type {
        typing::operand_type(self.module, self.function, operand)
    }

    fn known_bounds(&self, value: Value) -> Option<Bounds> {
        let known = self.known.get(&value)?;
        Some(Bounds { least: known.unsigned.0, greatest: known.unsigned.1 })
    }

    /// The interval of an integer scalar.
    fn interval(&self, operand: Operand) -> Option<(Scalar, Interval)> {
        let TypeData::Scalar(scalar) = self.module.types.get(self.ty(operand)) else { return None };
        if scalar == Scalar::Bool || scalar.is_float() {
            return None;
        }
        let (_, bounds) = self.bounds(operand)?;
        let whole = Interval::of_type(scalar);
        let known = operand.value().and_then(|value| self.known.get(&value)).copied().unwrap_or(whole);
        let computed = Interval { unsigned: (bounds.least, bounds.greatest), ..known };
        // A constant that is negative has both ends, too.
        let exact = (bounds.least == bounds.greatest).then(|| sign_extend(scalar.width(), bounds.least));
        let computed = match exact {
            Some(number) => Interval { signed: (number, number), ..computed },
            None => computed,
        };
        Some((scalar, computed.meet(known, scalar)))
    }

    fn define(&mut self, values: impl Iterator<Item = Value>) {
        values.for_each(|value| self.defined.set(value, true));
    }

    fn know(&mut self, value: Value, interval: Interval) {
        let before = self.known.insert(value, interval);
        self.log.push((value, before));
    }

    fn open_scope(&mut self) {
        self.scopes.push((self.log.len(), self.sizes.mark()));
    }

    fn leave_block(&mut self) {
        let (length, sizes) = self.scopes.pop().unwrap_or_default();
        self.sizes.go_back(sizes);
        while self.log.len() > length {
            match self.log.pop() {
                Some((value, Some(before))) => _ = self.known.insert(value, before),
                Some((value, None)) => _ = self.known.remove(&value),
                None => return,
            }
        }
    }

    fn enter(&mut self, block: Block, flow: &Flow) {
        self.open_scope();
        let Some(&(control, _)) = self.open.last() else { return };
        let condition = self.function.operands(control).first().copied();
        match self.function.control(control).map(|control| &control.kind) {
            Some(&ControlKind::If { then, .. }) => {
                if let Some(condition) = condition {
                    self.assume(condition, block == then);
                }
            }
            Some(&ControlKind::Loop { body, .. }) if block == body => {
                let test = self.test(body);
                if let Some(test) = test {
                    self.count(control, body, test, flow);
                }
                self.choose(control, body, test, flow);
                self.keep(control, body, flow);
            }
            _ => {}
        }
    }

    fn leave(&mut self, control: Inst) {
        let Some((_, merged)) = self.open.pop() else { return };
        let arms = self.function.arms(control);
        if let (Some([then, other]), Some(&condition)) = (arms, self.function.operands(control).first()) {
            match [then, other].map(|arm| self.falls(arm)) {
                [true, false] => self.assume(condition, true),
                [false, true] => self.assume(condition, false),
                [true, true] | [false, false] => {}
            }
        }
        let results: Vec<Value> = self.function.results(control).collect();
        for (value, interval) in results.into_iter().zip(merged) {
            // A result may keep fewer bits than what it is given.
            if interval.fits(self.function.values[value].precision) && self.interval(value.into()).is_some() {
                self.know(value, interval);
            }
        }
    }

    fn falls(&self, block: Block) -> bool {
        self.function.terminator(block).is_none_or(|last| self.function.op(last) == Op::Merge)
    }

    /// Notes what an arm gives.
    fn merge(&mut self, inst: Inst) {
        let given = self.given(self.function.operands(inst));
        if let Some((_, merged)) = self.open.last_mut() {
            join(merged, given);
        }
    }

    /// Notes what leaves a loop, by the positions of the operands.
    fn give(&mut self, inst: Inst, positions: Range<usize>) {
        let operands = self.function.operands(inst);
        let end = positions.end.min(operands.len());
        let given = self.given(operands.get(positions.start..end).unwrap_or(&[]));
        let function = self.function;
        let mut around = self.open.iter_mut().rev();
        // A switch takes its own exits, and its results have more sources.
        let target = around.find(|row| matches!(function.op(row.0), Op::Loop | Op::Switch));
        if let Some((_, merged)) = target.filter(|row| function.op(row.0) == Op::Loop) {
            join(merged, given);
        }
    }

    fn given(&self, operands: &[Operand]) -> Vec<Interval> {
        let anything = Interval::of_type(Scalar::U64);
        operands.iter().map(|&operand| self.interval(operand).map_or(anything, |it| it.1)).collect()
    }

    /// From here on, the condition is this.
    fn assume(&mut self, condition: Operand, outcome: bool) {
        let (module, function) = (self.module, self.function);
        implied(module, function, condition, outcome, |inst, outcome| {
            if let (Some((order, signed)), &[a, b]) =
                (order(function.op(inst), outcome), function.operands(inst))
            {
                self.compare(a, order, b, signed);
                self.compare(b, order.mirrored(), a, signed);
                self.learn_sizes(a, order, b, signed);
                self.learn_sizes(b, order.mirrored(), a, signed);
            }
        });
    }

    /// From here on, the first is in this order to the second.
    fn compare(&mut self, a: Operand, order: Order, b: Operand, signed: bool) {
        let Some(value) = a.value() else { return };
        let (Some((scalar, of_a)), Some((_, of_b))) = (self.interval(a), self.interval(b)) else { return };
        let precision = |operand: Operand| {
            operand.value().map_or(Precision::None, |it| self.function.values[it].precision)
        };
        let coarsest = match [precision(a), precision(b)] {
            all if all.contains(&Precision::Low) => Precision::Low,
            all if all.contains(&Precision::Medium) => Precision::Medium,
            _ => Precision::None,
        };
        if !of_a.fits(coarsest) || !of_b.fits(coarsest) {
            return;
        }
        let mut said = Interval::of_type(scalar);
        let one = i64::from(matches!(order, Order::Less | Order::Greater));
        if signed && matches!(order, Order::Less | Order::LessOrEqual | Order::Equal) {
            said.signed.1 = of_b.signed.1.saturating_sub(one);
        }
        if signed && matches!(order, Order::Greater | Order::GreaterOrEqual | Order::Equal) {
            said.signed.0 = of_b.signed.0.saturating_add(one);
        }
        if !signed && matches!(order, Order::Less | Order::LessOrEqual) {
            said.unsigned.1 = of_b.unsigned.1.saturating_sub(one as u64);
        }
        if !signed && matches!(order, Order::Greater | Order::GreaterOrEqual) {
            said.unsigned.0 = of_b.unsigned.0.saturating_add(one as u64);
        }
        if order == Order::NotEqual {
            said = without_end(of_a, of_b);
        }
        self.know(value, of_a.meet(said, scalar));
    }

    /// Finds the parameters of a loop that keep to few bits, or below a number: `x ^= 1`, `x = (x + 1) & 3`, `x >>= 1`.
    ///
    /// This is an induction over the iterations: the first value has no other bits, and what the next iteration is given has none
    /// where this iteration's value has none, by what its operations say for any value with those bits. The bits are a guess, from
    /// the first value and constants.
    fn keep(&mut self, control: Inst, body: Block, flow: &Flow) {
        let function = self.function;
        for (index, &param) in function.blocks[body].params.iter().enumerate() {
            let Some(&initial) = function.operands(control).get(index) else { continue };
            let Some((scalar, first)) = self.interval(initial) else { continue };
            let greatest = self.greatest_constant(param, flow).max(first.unsigned.1);
            // A counter that shrinks stays below its first value, and one that is masked keeps to the bits.
            for most in [greatest, ones(64 - greatest.leading_zeros())] {
                if self.keep_up_to(control, param, (scalar, most), initial, flow) {
                    break;
                }
            }
        }
    }

    /// Knows of a parameter of a loop that it is at most a number, if it stays so; true if it does.
    fn keep_up_to(
        &mut self,
        control: Inst,
        param: Value,
        (scalar, most): (Scalar, u64),
        initial: Operand,
        flow: &Flow,
    ) -> bool {
        let before = self.known.get(&param).copied().unwrap_or(Interval::of_type(scalar));
        if most > ones(scalar.width()) >> 1 || before.unsigned.1 <= most {
            return false;
        }
        let kept = Interval { signed: (0, most as i64), unsigned: (0, most) };
        if !kept.fits(self.function.values[param].precision) {
            return false;
        }
        self.open_scope();
        self.know(param, kept);
        self.hand_on(control, param, kept, flow);
        let stays = self.stays_within(param, initial, kept, flow);
        self.leave_block();
        if stays {
            self.know(param, before.meet(kept, scalar));
        }
        stays
    }

    /// Knows of parameters of the continuing block what is known of a parameter of the loop that they always are.
    fn hand_on(&mut self, control: Inst, param: Value, interval: Interval, flow: &Flow) {
        let Some(ControlKind::Loop { continuing: Some(block), .. }) =
            self.function.control(control).map(|control| &control.kind)
        else {
            return;
        };
        let function = self.function;
        for &value in &function.blocks[*block].params {
            let precisions = [value, param].map(|it| function.values[it].precision);
            if precisions[0] == precisions[1] && self.is_handed_on(value.into(), param, flow) {
                self.know(value, interval);
            }
        }
    }

    /// The greatest of the constants of the operations that give a parameter of a loop its later values.
    fn greatest_constant(&self, param: Value, flow: &Flow) -> u64 {
        let mut pending: Vec<Operand> = vec![param.into()];
        let mut greatest = 0;
        for at in 0..MOST_SOURCES {
            let Some(&operand) = pending.get(at) else { break };
            let inst = operand.value().and_then(|_| self.function.definition(operand));
            let used = inst.map(|inst| self.function.operands(inst)).unwrap_or_default();
            for number in used.iter().chain([&operand]).filter_map(|&it| self.module.as_int(it)) {
                greatest = greatest.max(u64::try_from(number).unwrap_or_default());
            }
            let sources = operand.value().map(|value| flow.sources(value)).unwrap_or_default();
            for &(_, source) in sources {
                if !pending.contains(&source.operand) {
                    pending.push(source.operand);
                }
            }
        }
        greatest
    }

    /// True if all that a parameter of a loop is given by later iterations is in an interval from 0.
    fn stays_within(&self, param: Value, initial: Operand, kept: Interval, flow: &Flow) -> bool {
        let most = kept.unsigned.1;
        let mut pending: Vec<Operand> = flow.sources(param).iter().map(|row| row.1.operand).collect();
        let mut seen: Vec<Operand> = Vec::new();
        while let Some(operand) = pending.pop() {
            if operand == initial || operand == Operand::from(param) || seen.contains(&operand) {
                continue;
            }
            seen.push(operand);
            if self.bounds(operand).is_some_and(|(_, bounds)| bounds.greatest <= most) {
                continue;
            }
            let Some(value) = operand.value() else { return false };
            let sources = flow.sources(value);
            // The conditions that hold here may not have held when a value in front of the loop got its own.
            let is_in_front = self.defined.at(value);
            // A value on the way may keep fewer bits than what it is given.
            let is_kept = kept.fits(self.function.values[value].precision);
            if sources.is_empty() || is_in_front || !is_kept || seen.len() > MOST_SOURCES {
                return false;
            }
            pending.extend(sources.iter().map(|row| row.1.operand));
        }
        true
    }

    /// The condition of the first branch of a loop with its outcome where the loop goes on, if all ways to the next iteration
    /// come through it.
    fn test(&self, body: Block) -> Option<(Operand, bool)> {
        let function = self.function;
        let first =
            function.blocks[body].insts.iter().copied().find(|&inst| function.control(inst).is_some())?;
        let [then, other] = function.arms(first)?;
        let &condition = function.operands(first).first()?;
        let (outcome, leaving) = match [then, other].map(|arm| self.falls(arm)) {
            [true, false] => (true, other),
            [false, true] => (false, then),
            [true, true] | [false, false] => return None,
        };
        // The arm that does not come back may not go to the next iteration either.
        let stays = |&inst: &Inst| function.op(inst) == Op::Continue || function.control(inst).is_some();
        (!function.blocks[leaving].insts.iter().any(stays)).then_some((condition, outcome))
    }

    /// Finds the parameters of a loop that every iteration hands on or replaces by one of a few values: `if (x < least) best = i`.
    ///
    /// By induction over the iterations, such a parameter is its first value or one of these. What they are is asked under the
    /// test of the loop, without which none of them comes to the next iteration.
    fn choose(&mut self, control: Inst, body: Block, test: Option<(Operand, bool)>, flow: &Flow) {
        let function = self.function;
        let params: Vec<(Value, Operand)> = function.blocks[body]
            .params
            .iter()
            .copied()
            .zip(function.operands(control).iter().copied())
            .filter(|&(param, _)| !self.known.contains_key(&param) && self.is_exact(param.into()))
            .collect();
        let first: Vec<_> = params.iter().map(|&(_, initial)| self.interval(initial)).collect();
        self.open_scope();
        if let Some((condition, outcome)) = test {
            self.assume(condition, outcome);
        }
        let found = params.iter().zip(first).map(|(&(param, initial), first)| {
            let (scalar, first) = first?;
            let chosen = self.chosen(param, initial, first, flow)?;
            Some(Interval::of_type(scalar).meet(chosen, scalar))
        });
        let found: Vec<Option<Interval>> = found.collect();
        self.leave_block();
        for ((param, _), found) in params.into_iter().zip(found) {
            if let Some(interval) = found {
                self.know(param, interval);
            }
        }
    }

    /// The interval of all that a parameter of a loop can be, if that is its first value or what it is set to.
    fn chosen(&self, param: Value, initial: Operand, first: Interval, flow: &Flow) -> Option<Interval> {
        let function = self.function;
        let mut all = first;
        let mut pending: Vec<Operand> = flow.sources(param).iter().map(|row| row.1.operand).collect();
        let mut seen: Vec<Operand> = vec![initial, param.into()];
        while let Some(operand) = pending.pop() {
            if seen.contains(&operand) {
                continue;
            }
            seen.push(operand);
            // A value that keeps few bits may be another number than what it is given.
            if !self.is_exact(operand) || seen.len() > MOST_SOURCES {
                return None;
            }
            let followed =
                operand.value().filter(|&value| !self.defined.at(value) && !self.known.contains_key(&value));
            let sources = followed.map(|value| flow.sources(value)).unwrap_or_default();
            let select = followed.and_then(|_| function.definition(operand));
            match select.map(|inst| (function.op(inst), function.operands(inst))) {
                _ if !sources.is_empty() => pending.extend(sources.iter().map(|row| row.1.operand)),
                Some((Op::Select, &[_, a, b])) => pending.extend([a, b]),
                _ => all = all.join(self.interval(operand)?.1),
            }
        }
        Some(all)
    }

    /// Finds the counters of a loop, in whose body this is.
    fn count(&mut self, control: Inst, body: Block, (condition, outcome): (Operand, bool), flow: &Flow) {
        let function = self.function;
        for (index, &param) in function.blocks[body].params.iter().enumerate() {
            let Some(&initial) = function.operands(control).get(index) else { continue };
            let Some(step) = self.step(param, initial, flow) else { continue };
            if let Some(interval) = self.counter(param, initial, step, condition, outcome) {
                self.know(param, interval);
            }
        }
    }

    /// The constant that each iteration adds to a parameter of a loop, if there is one.
    fn step(&self, param: Value, initial: Operand, flow: &Flow) -> Option<i64> {
        let mut step = None;
        for (_, source) in flow.sources(param) {
            if source.operand == initial {
                continue;
            }
            let inst = self.function.definition(source.operand)?;
            let &[a, b] = self.function.operands(inst) else { return None };
            let (counter, by, sign) = match (self.function.op(inst), a, b) {
                (Op::Iadd, a, b) if b.constant().is_some() => (a, b, 1),
                (Op::Iadd, a, b) => (b, a, 1),
                (Op::Isub, a, b) => (a, b, -1),
                _ => return None,
            };
            let number = self.module.as_int(by)?.checked_mul(sign)?;
            if !self.is_handed_on(counter, param, flow) || step.is_some_and(|step| step != number) {
                return None;
            }
            step = Some(number);
        }
        // A step beyond what an index can be overflows.
        step.filter(|step| step.unsigned_abs() < 1 << 31)
    }

    /// True if a value is a parameter of a loop, or one of the continuing block that is always given that.
    fn is_handed_on(&self, operand: Operand, param: Value, flow: &Flow) -> bool {
        let Some(value) = operand.value() else { return false };
        let is_param = matches!(self.function.values[value].def(), ValueDef::Param { .. });
        let sources = flow.sources(value);
        value == param
            || is_param
                && !sources.is_empty()
                && sources.iter().all(|(_, source)| source.operand == Operand::from(param))
    }

    /// The interval of a counter, which goes on while a condition has this outcome.
    fn counter(
        &mut self,
        param: Value,
        initial: Operand,
        step: i64,
        condition: Operand,
        outcome: bool,
    ) -> Option<Interval> {
        let (scalar, initial) = self.interval(initial)?;
        let precision = self.function.values[param].precision;
        let whole = Interval::of_type(scalar);
        // The numbers that the precision keeps, which must hold all of the counter.
        let room = match precision {
            Precision::None | Precision::High => whole,
            Precision::Medium => Interval { signed: (-0x8000, 0x7fff), unsigned: (0, 0x7fff) },
            Precision::Low => Interval { signed: (-0x100, 0xff), unsigned: (0, 0xff) },
        };
        self.open_scope();
        // The condition is asked for a counter that its precision holds, which is then shown.
        self.know(param, room);
        self.assume(condition, outcome);
        let within = self.known.get(&param).copied().unwrap_or(room);
        self.leave_block();
        if !initial.fits(precision) {
            return None;
        }
        let mut found = whole;
        if step > 0 {
            if let Some(last) = within.signed.1.checked_add(step).filter(|&last| last <= room.signed.1) {
                found.signed = (initial.signed.0, initial.signed.1.max(last));
            }
            let last = within.unsigned.1.checked_add(step as u64);
            if let Some(last) = last.filter(|&last| last <= room.unsigned.1) {
                found.unsigned = (initial.unsigned.0, initial.unsigned.1.max(last));
            }
        } else {
            if let Some(last) = within.signed.0.checked_add(step).filter(|&last| last >= room.signed.0) {
                found.signed = (initial.signed.0.min(last), initial.signed.1);
            }
            if let Some(last) = within.unsigned.0.checked_sub(step.unsigned_abs()) {
                found.unsigned = (initial.unsigned.0.min(last), initial.unsigned.1);
            }
        }
        (found != whole).then(|| whole.meet(found, scalar))
    }
}
