//! Conditional propagation: uses what the condition of a branch implies in its arms and behind it.
//!
//! ```text
//! if %c {                                     if %c {
//!     %1: f32 = select %c, %x, %y                 %1: f32 = select true, %x, %y
//!     ...                                         ...
//! %2: bool = ieq %n, 3i32                     %2: bool = ieq %n, 3i32
//! if %2 {                                     if %2 {
//!     %3: i32 = iadd %n, 1i32                     %3: i32 = iadd 3i32, 1i32
//!     ...                                         ...
//! %4: bool = slt %i, %n                       %4: bool = slt %i, %n
//! if %4 { merge } else { break }              if %4 { merge } else { break }
//! %5: bool = sge %i, %n                       if false { ... }
//! if %5 { ... }
//! ```
//!
//! In the first arm of an `if` the condition is true, in the second false, and behind the `if` as well where the other arm
//! does not come back. What follows from that counts too: both sides of `and` that is true, what equals a constant, and
//! comparisons of the same two values. Floats take part as far as what is not a number lets them: `a < b` being false does
//! not make `a >= b` true, and zero equals a zero of another sign. In the case of a switch the selector is known, if the case has one
//! value and the case before does not fall through.
//!
//! The facts are left behind with the block in which they hold, so the pass takes one walk. `combine` folds what is
//! constant then.

use crate::framework::rewrite::{Action, Part, Rewriter, Visitor, rewrite_function};
use crate::framework::session::Session;
use rustc_hash::FxHashMap;
use vitrum_ir::{
    Block, Constant, ControlKind, Function, FunctionData, IdSet, Inst, List, Module, Op, Operand, Precision,
    Scalar, TypeData, Value, ValueFlags,
};

/// Facts that follow from one condition at most.
const MOST_FACTS: usize = 32;

/// Runs the pass; gives the number of operands and comparisons that became constants.
pub(crate) fn run(module: &mut Module, function: Function, session: &mut Session) -> usize {
    if !module.functions[function].may_have(&[Op::If, Op::Switch]) {
        return 0;
    }
    rewrite_function(module, function, session, Propagate::default())
}

#[derive(Default)]
struct Propagate {
    /// The values that are known here, and what they are.
    are_known: IdSet<Value>,
    known: FxHashMap<Value, Constant>,
    /// The possible orders of two operands here.
    compared: FxHashMap<[Operand; 2], u8>,
    /// Earlier facts, to go back to.
    log: Vec<Undo>,
    /// The length of the log at the start of each open block.
    scopes: Vec<usize>,
}

enum Undo {
    Known(Value, Option<Constant>),
    Compared([Operand; 2], Option<u8>),
}

impl Visitor for Propagate {
    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        if !self.known.is_empty() {
            self.replace(rewriter, inst);
        }
        let op = rewriter.function.op(inst);
        if self.compared.is_empty() {
            return Action::Keep;
        }
        let Some(wanted) = true_for(op) else { return Action::Keep };
        let &[a, b] = rewriter.function.operands(inst) else { return Action::Keep };
        let (key, wanted) = ordered(a, b, wanted);
        let Some(&relations) = self.compared.get(&key) else { return Action::Keep };
        let outcome = match (relations & wanted, relations & !wanted) {
            (_, 0) => true,
            (0, _) => false,
            _ => return Action::Keep,
        };
        if !rewriter.may_change() {
            return Action::Keep;
        }
        let constant = rewriter.module.constants.bool(outcome);
        rewriter.replace(inst, constant.into())
    }

    fn enter(&mut self, rewriter: &mut Rewriter<'_>, control: Inst, part: Part) {
        if !matches!(part, Part::Then | Part::Body | Part::Case(0)) {
            self.leave_block();
        }
        self.scopes.push(self.log.len());
        let Some(&operand) = rewriter.function.operands(control).first() else { return };
        match part {
            Part::Then => self.assume(rewriter, operand, true),
            Part::Other => self.assume(rewriter, operand, false),
            Part::Case(index) => self.select(rewriter, control, operand, index),
            Part::Body | Part::Continuing | Part::Spliced => {}
        }
    }

    fn leave(&mut self, rewriter: &mut Rewriter<'_>, control: Inst) {
        self.leave_block();
        let Some([then, other]) = rewriter.function.arms(control) else { return };
        // Behind, what is seen there: where both arms come back, nothing more is known.
        let Some(&condition) = rewriter.function.operands(control).first() else { return };
        match [then, other].map(|arm| falls(&rewriter.function, arm)) {
            [true, false] => self.assume(rewriter, condition, true),
            [false, true] => self.assume(rewriter, condition, false),
            [true, true] | [false, false] => {}
        }
    }
}

fn falls(function: &FunctionData, block: Block) -> bool {
    function.terminator(block).is_none_or(|last| function.op(last) == Op::Merge)
}

impl Propagate {
    fn leave_block(&mut self) {
        let length = self.scopes.pop().unwrap_or(0);
        while self.log.len() > length {
            match self.log.pop() {
                Some(Undo::Known(value, Some(before))) => _ = self.known.insert(value, before),
                Some(Undo::Known(value, None)) => {
                    self.are_known.remove(value);
                    self.known.remove(&value);
                }
                Some(Undo::Compared(key, Some(before))) => _ = self.compared.insert(key, before),
                Some(Undo::Compared(key, None)) => _ = self.compared.remove(&key),
                None => return,
            }
        }
    }

    /// Replaces the operands of an instruction that are known.
    fn replace(&self, rewriter: &mut Rewriter<'_>, inst: Inst) {
        for index in 0..rewriter.function.operands(inst).len() {
            let operand = rewriter.function.operands(inst).get(index).and_then(|operand| operand.value());
            let known = operand.filter(|&value| self.are_known.contains(value));
            let Some(&constant) = known.and_then(|value| self.known.get(&value)) else { continue };
            if !rewriter.may_change() {
                return;
            }
            if let Some(slot) = rewriter.function.operands_mut(inst).get_mut(index) {
                *slot = constant.into();
                rewriter.changes += 1;
            }
        }
    }

    fn know(&mut self, value: Value, constant: Constant) {
        self.are_known.insert(value);
        let before = self.known.insert(value, constant);
        self.log.push(Undo::Known(value, before));
    }

    /// From here on, the condition is this.
    fn assume(&mut self, rewriter: &mut Rewriter<'_>, condition: Operand, outcome: bool) {
        let mut pending: List<(Operand, bool)> = List::new();
        pending.push((condition, outcome));
        let mut left = MOST_FACTS;
        while let Some((operand, outcome)) = pending.pop() {
            let Some(value) = operand.value() else { continue };
            if left == 0 || rewriter.function.values[value].flags.contains(ValueFlags::NONUNIFORM) {
                continue;
            }
            left -= 1;
            let constant = rewriter.module.constants.bool(outcome);
            self.know(value, constant);
            let Some(inst) = rewriter.function.definition(value.into()) else { continue };
            let op = rewriter.function.op(inst);
            let operands = rewriter.function.operands(inst);
            match (op, operands, outcome) {
                (Op::Not, &[inner], _) => pending.push((inner, !outcome)),
                (Op::And, &[a, b], true) | (Op::Or, &[a, b], false) => {
                    pending.extend([(a, outcome), (b, outcome)]);
                }
                (_, &[a, b], _) => self.compare(rewriter, op, a, b, outcome),
                _ => {}
            }
        }
    }

    /// From here on, the comparison gives this.
    fn compare(&mut self, rewriter: &Rewriter<'_>, op: Op, a: Operand, b: Operand, outcome: bool) {
        let Some(relations) = true_for(op) else { return };
        let relations = if outcome { relations } else { ANY & !relations };
        let relations = if is_of_integers(op) { relations & !UNORDERED } else { relations };
        let (key, relations) = ordered(a, b, relations);
        let before = self.compared.get(&key).copied();
        let relations = before.unwrap_or(ANY) & relations;
        self.compared.insert(key, relations);
        self.log.push(Undo::Compared(key, before));
        if relations == EQUAL {
            for (value, constant) in [(a, b), (b, a)] {
                if let (Some(value), Some(constant)) = (value.value(), constant.constant())
                    && is_that(rewriter.module, &rewriter.function, value, constant)
                {
                    self.know(value, constant);
                }
            }
        }
    }

    /// From here on, the selector of a switch is the value of the case.
    fn select(&mut self, rewriter: &Rewriter<'_>, control: Inst, selector: Operand, index: usize) {
        let function = &rewriter.function;
        let Some(ControlKind::Switch { cases }) = function.control(control).map(|control| &control.kind)
        else {
            return;
        };
        let Some(case) = cases.get(index) else { return };
        let before = index.checked_sub(1).and_then(|index| cases.get(index));
        let falls_in = before.is_some_and(|before| {
            function.terminator(before.block).is_none_or(|last| function.op(last) == Op::Fallthrough)
        });
        if let (&[constant], false, false, Some(value)) =
            (case.values.as_slice(), case.default, falls_in, selector.value())
            && !function.values[value].flags.contains(ValueFlags::NONUNIFORM)
        {
            self.know(value, constant);
        }
    }
}

/// True if what equals a constant is that constant.
fn is_that(module: &Module, function: &FunctionData, value: Value, constant: Constant) -> bool {
    let data = function.values[value];
    if data.flags.contains(ValueFlags::NONUNIFORM) || module.constants.is_spec(constant) {
        return false;
    }
    match module.types.get(data.ty) {
        TypeData::Scalar(Scalar::F32) => {
            // Zeros of both signs are equal, and what is compared coarsely need not be the same.
            let zero = module.constants.bits(constant).is_none_or(|bits| bits & 0x7fff_ffff == 0);
            !zero && matches!(data.precision, Precision::None | Precision::High)
        }
        TypeData::Scalar(Scalar::I32 | Scalar::U32) => {
            matches!(data.precision, Precision::None | Precision::High)
        }
        _ => false,
    }
}

/// The first is less than the second, equal, greater; or one of them is not a number.
const LESS: u8 = 1;
const EQUAL: u8 = 2;
const GREATER: u8 = 4;
const UNORDERED: u8 = 8;
const ANY: u8 = 15;

/// For which relations a comparison is true. Integers are never unordered.
fn true_for(op: Op) -> Option<u8> {
    Some(match op {
        Op::Ieq | Op::Feq => EQUAL,
        Op::Ine | Op::Fone => LESS | GREATER,
        Op::Slt | Op::Ult | Op::Flt => LESS,
        Op::Sle | Op::Ule | Op::Fle => LESS | EQUAL,
        Op::Sgt | Op::Ugt | Op::Fgt => GREATER,
        Op::Sge | Op::Uge | Op::Fge => GREATER | EQUAL,
        Op::Fne => LESS | GREATER | UNORDERED,
        Op::Fueq => EQUAL | UNORDERED,
        Op::Fult => LESS | UNORDERED,
        Op::Fule => LESS | EQUAL | UNORDERED,
        Op::Fugt => GREATER | UNORDERED,
        Op::Fuge => GREATER | EQUAL | UNORDERED,
        _ => return None,
    })
}

fn is_of_integers(op: Op) -> bool {
    matches!(
        op,
        Op::Ieq | Op::Ine | Op::Slt | Op::Ult | Op::Sle | Op::Ule | Op::Sgt | Op::Ugt | Op::Sge | Op::Uge
    )
}

/// Two operands in order of their numbers, and the relations as they are between these.
fn ordered(a: Operand, b: Operand, relations: u8) -> ([Operand; 2], u8) {
    if a <= b {
        return ([a, b], relations);
    }
    let mut mirrored = relations & (EQUAL | UNORDERED);
    if relations & LESS != 0 {
        mirrored |= GREATER;
    }
    if relations & GREATER != 0 {
        mirrored |= LESS;
    }
    ([b, a], mirrored)
}
