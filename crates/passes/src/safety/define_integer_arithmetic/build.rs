//! Divisors that are in range, for instructions as for operations on specialisation constants.

use crate::analysis::ranges::bounds;
use crate::framework::rewrite::{Rewriter, constant_number};
use crate::rules::matching::each_component;
use vitrum_ir::eval::scalar::{ones, signed_min};
use vitrum_ir::{FunctionData, Module, Op, Operand, Scalar, Type, fold, typing};

/// True if an operation divides integers.
pub(super) fn is_division(op: Op) -> bool {
    matches!(op, Op::Sdiv | Op::Udiv | Op::Srem | Op::Smod | Op::Umod)
}

/// True if an operation shifts.
pub(super) fn is_shift(op: Op) -> bool {
    matches!(op, Op::Shl | Op::Lshr | Op::Ashr)
}

/// The divisions that have no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dividends {
    /// None: any dividend can be divided.
    Any,
    /// Those by 0.
    NotByZero,
    /// Those of the least number by -1.
    NotLeastByMinusOne,
    /// Both.
    Neither,
}

impl Dividends {
    /// Of a division of `x` by `y`.
    pub(super) fn of(module: &Module, function: &FunctionData, op: Op, x: Operand, y: Operand) -> Self {
        let Some((scalar, divisor)) = bounds(module, function, y) else { return Self::Any };
        let signed = matches!(op, Op::Sdiv | Op::Srem | Op::Smod);
        let least = signed_min(scalar.width());
        let may_be = |operand: Operand, bits: u64| {
            if let Some(constant) = operand.constant() {
                return !each_component(module, constant, &mut |_, it| it != bits);
            }
            bounds(module, function, operand).is_none_or(|row| row.1.least <= bits && bits <= row.1.greatest)
        };
        let by_zero = divisor.least == 0 && may_be(y, 0);
        let overflows = signed && may_be(y, ones(scalar.width())) && may_be(x, least);
        match (by_zero, overflows) {
            (false, false) => Self::Any,
            (true, false) => Self::NotByZero,
            (false, true) => Self::NotLeastByMinusOne,
            (true, true) => Self::Neither,
        }
    }
}

/// Something that makes operations.
pub(super) trait Build {
    /// The type of an operand.
    fn type_of(&self, operand: Operand) -> Type;
    /// The scalar type of a type.
    fn scalar_of(&self, ty: Type) -> Option<Scalar>;
    /// A number in each component.
    fn number_of(&mut self, ty: Type, number: f64) -> Operand;
    /// An operation; `None` if it cannot be made.
    fn make(&mut self, op: Op, operands: &[Operand]) -> Option<Operand>;
}

impl Build for Rewriter<'_> {
    fn type_of(&self, operand: Operand) -> Type {
        self.ty(operand)
    }

    fn scalar_of(&self, ty: Type) -> Option<Scalar> {
        self.module.types.scalar_of(ty)
    }

    fn number_of(&mut self, ty: Type, number: f64) -> Operand {
        self.number(ty, number)
    }

    fn make(&mut self, op: Op, operands: &[Operand]) -> Option<Operand> {
        Some(self.op(op, operands))
    }
}

/// Makes constants.
pub(super) struct Constants<'a>(pub(super) &'a mut Module);

impl Build for Constants<'_> {
    fn type_of(&self, operand: Operand) -> Type {
        operand.constant().map_or(vitrum_ir::types::common::VOID, |constant| self.0.constants.ty(constant))
    }

    fn scalar_of(&self, ty: Type) -> Option<Scalar> {
        self.0.types.scalar_of(ty)
    }

    fn number_of(&mut self, ty: Type, number: f64) -> Operand {
        constant_number(self.0, ty, number).into()
    }

    fn make(&mut self, op: Op, operands: &[Operand]) -> Option<Operand> {
        let types: Vec<Type> = operands.iter().map(|&operand| self.type_of(operand)).collect();
        let ty = typing::infer(self.0, op, &types, 0)?;
        fold::fold(self.0, op, operands, 0, ty).map(Operand::from)
    }
}

/// The divisor `y`, or 1 where a division of `x` by it has no result.
pub(super) fn divisor(
    build: &mut impl Build,
    dividends: Dividends,
    x: Operand,
    y: Operand,
) -> Option<Operand> {
    let ty = build.type_of(y);
    let width = build.scalar_of(ty)?.width();
    let one = build.number_of(ty, 1.0);
    let mut conditions = Vec::with_capacity(2);
    if matches!(dividends, Dividends::NotByZero | Dividends::Neither) {
        let zero = build.number_of(ty, 0.0);
        conditions.push(build.make(Op::Ieq, &[y, zero])?);
    }
    if matches!(dividends, Dividends::NotLeastByMinusOne | Dividends::Neither) {
        let (least, minus_one) =
            (build.number_of(ty, -f64::from(width - 1).exp2()), build.number_of(ty, -1.0));
        let (a, b) = (build.make(Op::Ieq, &[x, least])?, build.make(Op::Ieq, &[y, minus_one])?);
        conditions.push(build.make(Op::And, &[a, b])?);
    }
    let condition = match conditions[..] {
        [] => return Some(y),
        [only] => only,
        [first, second, ..] => build.make(Op::Or, &[first, second])?,
    };
    build.make(Op::Select, &[condition, one, y])
}

/// The divisor `y`, or 1 where it is one by which some dividend has no result.
pub(super) fn divisor_of_all(build: &mut impl Build, dividends: Dividends, y: Operand) -> Option<Operand> {
    let numbers: &[f64] = match dividends {
        Dividends::Any => return Some(y),
        Dividends::NotByZero => &[0.0],
        Dividends::NotLeastByMinusOne => &[-1.0],
        Dividends::Neither => &[0.0, -1.0],
    };
    let ty = build.type_of(y);
    let mut condition = None;
    for &number in numbers {
        let number = build.number_of(ty, number);
        let is_it = build.make(Op::Ieq, &[y, number])?;
        condition = Some(match condition {
            None => is_it,
            Some(before) => build.make(Op::Or, &[before, is_it])?,
        });
    }
    let one = build.number_of(ty, 1.0);
    build.make(Op::Select, &[condition?, one, y])
}
