//! Numbers of invocations and counters, and sums of them.
//!
//! ```text
//! loop 0u32 (%i: u32) {                        0 to 3: it runs through all of them
//!     %c: bool = ult %i, 4u32
//!     if %c { merge } else { break }
//!     %o: u32 = imul %i, 16u32
//!     %r: u32 = iadd %y, %o                    %y, and %i as a multiple of 16
//!     ...
//! ```

use super::super::super::bound_loops::counting::counted_up;
use super::Stores;
use crate::analysis::memory::{Path, Root, Step};
use vitrum_ir::visit::{self, Descent, Event};
use vitrum_ir::{Block, BuiltIn, ControlKind, Inst, Op, Operand, Precision, Storage, Swizzle, Value, typing};

/// The number of operations that are followed from an index to the number of the invocation.
pub(super) const DEPTH: usize = 8;

/// The greatest index that is looked at, which no integer type of 32 bits is too small for.
pub(super) const MOST: u64 = 1 << 30;

/// A counter of a loop with a constant count, which takes all of its values in each invocation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counter {
    pub(super) param: Value,
    pub(super) first: u64,
    pub(super) step: u64,
    pub(super) last: u64,
}

/// A sum of the number of the invocation, a counter as a multiple, and a constant.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sum {
    pub(super) id: Option<Id>,
    pub(super) counter: Option<(Counter, u64)>,
    pub(super) constant: u64,
}

/// A number that differs from invocation to invocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Id {
    /// That of the invocation in its workgroup.
    Index,
    /// That along an axis.
    Axis(usize),
}

impl Stores<'_> {
    /// The counter of a loop that runs through all of its iterations, and the test at its head.
    pub(super) fn counter(&self, inst: Inst, body: Block) -> Option<(Counter, Inst)> {
        let insts = &self.function.blocks[body].insts;
        let test = insts.iter().copied().find(|&inst| self.function.control(inst).is_some())?;
        let (counter, end) = self.test(test)?;
        let param = counter.value().filter(|param| self.function.blocks[body].params.contains(param))?;
        let (first, step) = counted_up(self.module, self.function, inst, param)?;
        let first = u64::try_from(self.module.as_int(first)?).ok()?;
        let fits = end.checked_add(step)? <= self.most(param);
        if first >= end || step == 0 || !fits || !self.is_left_by(inst, test) {
            return None;
        }
        let last = first + (end - 1 - first) / step * step;
        Some((Counter { param, first, step, last }, test))
    }

    /// The greatest number that a counter surely holds.
    pub(super) fn most(&self, param: Value) -> u64 {
        match self.function.values[param].precision {
            Precision::None | Precision::High => MOST,
            Precision::Medium => 0x7fff,
            Precision::Low => 0xff,
        }
    }

    /// True if nothing leaves a loop but the test at its head, and nothing skips the rest of its body.
    pub(super) fn is_left_by(&self, inst: Inst, test: Inst) -> bool {
        let Some(&ControlKind::Loop { body, continuing }) =
            self.function.control(inst).map(|control| &control.kind)
        else {
            return false;
        };
        let mut is_left = true;
        for start in [Some(body), continuing].into_iter().flatten() {
            // The loops and switches within, which take their own exits.
            let mut around: Vec<Inst> = Vec::new();
            visit::walk(self.function, start, |event| {
                match event {
                    Event::Inst(it) if it == test => return Descent::Past,
                    Event::Inst(it) => {
                        let op = self.function.op(it);
                        let of_loop = || around.iter().any(|&it| self.function.op(it) == Op::Loop);
                        is_left &= match op {
                            Op::Break => !around.is_empty(),
                            Op::BreakIf => of_loop(),
                            Op::Continue => of_loop() || self.function.terminator(body) == Some(it),
                            Op::Merge | Op::Next | Op::Fallthrough => true,
                            _ => !op.is_terminator(),
                        };
                        if matches!(op, Op::Loop | Op::Switch) {
                            around.push(it);
                        }
                    }
                    Event::Behind(it) if matches!(self.function.op(it), Op::Loop | Op::Switch) => {
                        around.pop();
                    }
                    _ => {}
                }
                Descent::Into
            });
        }
        is_left
    }

    /// The counter that the test at the head of a loop compares with a constant, and that.
    pub(super) fn test(&self, test: Inst) -> Option<(Operand, u64)> {
        let [then, other] = self.function.arms(test)?;
        let is_plain = |block: Block, op| matches!(self.function.blocks[block].insts.as_slice(), [end] if self.function.op(*end) == op);
        let &condition = self.function.operands(test).first()?;
        let inst = self.function.definition(condition)?;
        let &[counter, end] = self.function.operands(inst) else { return None };
        let end = u64::try_from(self.module.as_int(end)?).ok()?;
        let (goes_on, leaves) = match self.function.op(inst) {
            Op::Ult | Op::Slt => (then, other),
            Op::Uge | Op::Sge => (other, then),
            _ => return None,
        };
        (is_plain(goes_on, Op::Merge) && is_plain(leaves, Op::Break)).then_some((self.same(counter), end))
    }

    /// A number without conversions between integers of its width that keep all of its bits.
    pub(super) fn same(&self, operand: Operand) -> Operand {
        let mut operand = operand;
        for _ in 0..DEPTH {
            let cast = self.function.definition(operand).filter(|&it| self.function.op(it) == Op::Bitcast);
            let Some(&from) = cast.and_then(|it| self.function.operands(it).first()) else { break };
            let is_kept = self.keeps_all(operand) || self.precision(operand) == self.precision(from);
            if !is_kept {
                break;
            }
            operand = from;
        }
        operand
    }

    pub(super) fn precision(&self, operand: Operand) -> Precision {
        operand.value().map_or(Precision::None, |value| self.function.values[value].precision)
    }

    /// True for an operand that holds all numbers up to [`MOST`].
    pub(super) fn keeps_all(&self, operand: Operand) -> bool {
        let scalar = self.module.types.scalar_of(typing::operand_type(self.module, self.function, operand));
        matches!(self.precision(operand), Precision::None | Precision::High)
            && scalar.is_some_and(|scalar| scalar.width() >= 32)
    }

    /// The number of the invocation that an integer is, with what is added to it.
    pub(super) fn id(&self, operand: Operand) -> Option<(Id, u64)> {
        let sum = self.sum(operand, &[])?;
        Some((sum.id?, sum.constant))
    }

    /// An integer as a sum.
    pub(super) fn sum(&self, operand: Operand, counters: &[Counter]) -> Option<Sum> {
        let mut sum = Sum::default();
        // The terms that are still to be added: a component of an operand, as a multiple.
        let mut pending: Vec<(Operand, Option<u32>, u64)> = vec![(operand, None, 1)];
        for _ in 0..DEPTH * 2 {
            let Some((operand, component, factor)) = pending.pop() else { return Some(sum) };
            let operand = self.same(operand);
            if let Some(number) = self.module.as_int(operand) {
                let number = u64::try_from(number).ok()?.checked_mul(factor)?;
                sum.constant = sum.constant.checked_add(number).filter(|&it| it <= MOST)?;
                continue;
            }
            if let Some(&counter) = counters.iter().find(|it| Operand::from(it.param) == operand) {
                // Twice the same counter, or two of them, reach fewer numbers than their ends say.
                if sum.counter.replace((counter, factor)).is_some() {
                    return None;
                }
                continue;
            }
            if !self.keeps_all(operand) {
                return None;
            }
            let inst = self.function.definition(operand)?;
            let imm = self.function.insts[inst].imm;
            match (self.function.op(inst), self.function.operands(inst)) {
                (Op::Iadd, &[a, b]) => pending.extend([(a, component, factor), (b, component, factor)]),
                (Op::Imul, &[a, b]) => {
                    let (rest, by) = match (self.module.as_int(a), self.module.as_int(b)) {
                        (_, Some(by)) => (a, by),
                        (Some(by), None) => (b, by),
                        (None, None) => return None,
                    };
                    let by = u64::try_from(by).ok().filter(|&by| by > 0 && by <= MOST)?;
                    pending.push((rest, component, factor.checked_mul(by).filter(|&it| it <= MOST)?));
                }
                (Op::Shl, &[a, b]) => {
                    let by = u32::try_from(self.module.as_int(b)?).ok().filter(|&by| by < 30)?;
                    pending.push((a, component, factor.checked_mul(1 << by).filter(|&it| it <= MOST)?));
                }
                (Op::Extract, &[vector]) => pending.push((vector, Some(imm), factor)),
                (Op::Swizzle, &[vector]) => {
                    let &from = Swizzle::from_bits(imm).components().get(component? as usize)?;
                    pending.push((vector, Some(from.into()), factor));
                }
                (Op::Load, &[pointer]) if factor == 1 && sum.id.is_none() => {
                    sum.id = Some(self.id_of_input(pointer, component)?);
                }
                _ => return None,
            }
        }
        None
    }

    /// The number of the invocation that is loaded.
    pub(super) fn id_of_input(&self, pointer: Operand, component: Option<u32>) -> Option<Id> {
        let path = Path::resolved(self.module, self.function, pointer);
        let Root::Global(global) = path.root else { return None };
        let component = match path.steps[..] {
            [Step::Part(part)] => Some(part),
            _ => component,
        };
        let data = &self.module.globals[global];
        match data.decorations.builtin.filter(|_| data.storage == Storage::Input)? {
            BuiltIn::LocalInvocationIndex => Some(Id::Index),
            BuiltIn::LocalInvocationId => self.axis(component? as usize),
            _ => None,
        }
    }

    /// The number along an axis, which is that of the invocation where there is no other axis.
    pub(super) fn axis(&self, axis: usize) -> Option<Id> {
        let others = self.size.iter().enumerate().filter(|&(at, _)| at != axis);
        let is_only = others.map(|row| row.1).all(|&size| size == 1);
        (axis < 3).then_some(if is_only { Id::Index } else { Id::Axis(axis) })
    }

    /// The number of different values of a number.
    pub(super) fn extent(&self, id: Id) -> Option<u64> {
        match id {
            Id::Index => self.size.iter().try_fold(1u64, |all, &size| all.checked_mul(size)),
            Id::Axis(axis) => self.size.get(axis).copied(),
        }
    }
}
