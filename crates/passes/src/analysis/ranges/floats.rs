//! Value-range analysis of floats.
//!
//! ```text
//! %1: f32 = fclamp %x, 0.0f32, 1.0f32         0 to 1, or NaN
//! %2: f32 = fmul %1, 254.0f32                 0 to 254, or NaN
//! ```
//!
//! Bounds hold for all components together, and are wider than the operations say by what rounding may add: to the nearest
//! number or toward zero, of a product and a sum at once or of each. Nothing is assumed of an infinity, which a device may
//! take for any number: what may be one may be anything.

use super::Bounds;
use crate::rules::matching::each_component;
use std::cell::RefCell;
use vitrum_ir::eval::scalar::{FloatFormat, ones};
use vitrum_ir::{FunctionData, Inst, Module, Op, Operand, OperandKind, Precision, Scalar, ValueDef, typing};

/// The number of operations that a query follows.
const DEPTH: u32 = 6;

/// The least and the greatest that a float can be where it is a number. An infinite end is no bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FloatBounds {
    pub(crate) least: f64,
    pub(crate) greatest: f64,
    pub(crate) may_be_nan: bool,
}

impl FloatBounds {
    const ANYTHING: Self = Self { least: f64::NEG_INFINITY, greatest: f64::INFINITY, may_be_nan: true };

    fn new(least: f64, greatest: f64) -> Self {
        Self { least, greatest, may_be_nan: false }
    }

    fn join(self, other: Self) -> Self {
        Self {
            least: self.least.min(other.least),
            greatest: self.greatest.max(other.greatest),
            may_be_nan: self.may_be_nan || other.may_be_nan,
        }
    }

    fn is_finite(self) -> bool {
        self.least.is_finite() && self.greatest.is_finite()
    }

    /// The integers that a conversion gives, if all of these floats are numbers that the type holds.
    pub(crate) fn truncated(self, to: Scalar) -> Option<(i128, i128)> {
        let (least, greatest) = match to.is_signed() {
            true => (-((ones(to.width()) >> 1) as i128) - 1, (ones(to.width()) >> 1) as i128),
            false => (0, i128::from(ones(to.width()))),
        };
        // GLSL has no result for a negative number as an unsigned one, however small.
        if self.may_be_nan || !self.is_finite() || self.least < 0.0 && to.is_unsigned() {
            return None;
        }
        let ends = (self.least.trunc() as i128, self.greatest.trunc() as i128);
        (ends.0 >= least && ends.1 <= greatest).then_some(ends)
    }
}

/// A query about floats.
pub(crate) struct FloatQuery<'a> {
    pub(crate) module: &'a Module,
    pub(crate) function: &'a FunctionData,
    /// The ranges of integers that are converted.
    pub(crate) integers: &'a dyn Fn(Operand) -> Option<Bounds>,
    /// Operations that may pass a NaN on, if they are taken to be those that do not: `fclamp` to be `nclamp`.
    pub(crate) chosen: Option<&'a RefCell<Vec<Inst>>>,
}

/// The digits of a format in base 2 and its greatest number, by the precision of a value.
fn format(scalar: Scalar, precision: Precision) -> Option<(i32, f64)> {
    Some(match (scalar, precision) {
        (_, Precision::Low) => return None,
        // A digit less than half precision has, since operands may be rounded, too.
        (Scalar::F32, Precision::Medium) => (9, 16384.0),
        (Scalar::F16, _) => (11, 65504.0),
        (Scalar::F32, _) => (24, f64::from(f32::MAX)),
        (Scalar::F64, _) => (53, f64::MAX),
        _ => return None,
    })
}

/// The least normal number of a format, or more. Smaller ones may be taken for 0.
fn tiny(scalar: Scalar) -> f64 {
    if scalar == Scalar::F16 { f64::from(-14).exp2() } else { f64::from(f32::MIN_POSITIVE) }
}

impl FloatQuery<'_> {
    /// The range of a float.
    pub(crate) fn bounds(&self, operand: Operand) -> FloatBounds {
        self.bounds_to(operand, DEPTH).unwrap_or(FloatBounds::ANYTHING)
    }

    fn bounds_to(&self, operand: Operand, depth: u32) -> Option<FloatBounds> {
        let value = match operand.kind() {
            OperandKind::Constant(constant) => {
                let mut all: Option<FloatBounds> = None;
                let known = each_component(self.module, constant, &mut |scalar, bits| {
                    let number = FloatFormat::of(scalar).map_or(f64::NAN, |format| format.decode(bits));
                    let one = FloatBounds::new(number, number);
                    all = Some(all.map_or(one, |all| all.join(one)));
                    number.is_finite()
                });
                return all.filter(|_| known);
            }
            OperandKind::Global(_) => return None,
            OperandKind::Value(value) => value,
        };
        let depth = depth.checked_sub(1)?;
        let data = &self.function.values[value];
        let ValueDef::Result { inst, index: 0 } = data.def() else { return None };
        let scalar = self.module.types.scalar_of(data.ty)?;
        let (digits, most) = format(scalar, data.precision)?;
        let op = self.function.op(inst);
        let is_coarse = data.precision == Precision::Medium;
        // Rounded to half precision, operands may differ by nothing but error, and have another floor.
        if is_coarse && !is_exact(op) && !matches!(op, Op::Fmul | Op::VectorTimesScalar | Op::StoF | Op::UtoF)
            || is_coarse && matches!(op, Op::Floor | Op::Ceil | Op::Trunc | Op::Round | Op::RoundEven)
        {
            return None;
        }
        let found = self.of_operation(inst, depth)?;
        if is_exact(op) && !is_coarse {
            return Some(found);
        }
        // Units in the last place, in each direction: Vulkan allows 2.5 for a division. No result rounds over 0.
        let units = if op == Op::Fdiv { 4.0 } else { 1.0 };
        let unit = |end: f64| end.abs() * f64::from(1 - digits).exp2() * units + tiny(scalar);
        let (mut least, mut greatest) =
            (found.least - unit(found.least), found.greatest + unit(found.greatest));
        if found.least >= 0.0 {
            least = least.max(0.0);
        }
        if found.greatest <= 0.0 {
            greatest = greatest.min(0.0);
        }
        let is_held = least >= -most && greatest <= most;
        is_held.then_some(FloatBounds { least, greatest, ..found })
    }

    fn of_operation(&self, inst: Inst, depth: u32) -> Option<FloatBounds> {
        let operands = self.function.operands(inst);
        let of = |at: usize| {
            let bounds = operands.get(at).and_then(|&operand| self.bounds_to(operand, depth));
            bounds.unwrap_or(FloatBounds::ANYTHING)
        };
        let finite = |at: usize| Some(of(at)).filter(|bounds| bounds.is_finite());
        let corners = |a: FloatBounds, b: FloatBounds, op: fn(f64, f64) -> f64| {
            let ends = [op(a.least, b.least), op(a.least, b.greatest), op(a.greatest, b.least)];
            let first = op(a.greatest, b.greatest);
            let least = ends.iter().fold(first, |least, &end| least.min(end));
            let greatest = ends.iter().fold(first, |greatest, &end| greatest.max(end));
            FloatBounds { least, greatest, may_be_nan: a.may_be_nan || b.may_be_nan }
        };
        let by_ends = |of: FloatBounds, op: fn(f64) -> f64| FloatBounds {
            least: op(of.least),
            greatest: op(of.greatest),
            ..of
        };
        Some(match self.function.op(inst) {
            Op::Extract | Op::Swizzle | Op::Splat | Op::ExtractDynamic => of(0),
            Op::Shuffle | Op::Construct if operands.len() <= 4 => {
                (1..operands.len()).fold(of(0), |all, at| all.join(of(at)))
            }
            Op::Select => of(1).join(of(2)),
            Op::Fneg => {
                let x = of(0);
                FloatBounds { least: -x.greatest, greatest: -x.least, ..x }
            }
            Op::Fabs => {
                let x = of(0);
                let least = if x.least <= 0.0 && x.greatest >= 0.0 {
                    0.0
                } else {
                    x.least.abs().min(x.greatest.abs())
                };
                FloatBounds { least, greatest: x.least.abs().max(x.greatest.abs()), ..x }
            }
            Op::Floor => by_ends(finite(0)?, f64::floor),
            Op::Ceil => by_ends(finite(0)?, f64::ceil),
            Op::Trunc => by_ends(finite(0)?, f64::trunc),
            Op::RoundEven | Op::Round => {
                let x = finite(0)?;
                FloatBounds { least: x.least.floor(), greatest: x.greatest.ceil(), ..x }
            }
            Op::Fadd => corners(finite(0)?, finite(1)?, |a, b| a + b),
            Op::Fsub => corners(finite(0)?, finite(1)?, |a, b| a - b),
            Op::Fmul | Op::VectorTimesScalar => corners(finite(0)?, finite(1)?, |a, b| a * b),
            Op::Fdiv => {
                let (x, by) = (finite(0)?, finite(1)?);
                // Vulkan says how exact a division is for divisors of these sizes.
                let size = by.least.abs().min(by.greatest.abs());
                let is_usual = by.least > 0.0 || by.greatest < 0.0;
                if !is_usual
                    || size < f64::from(f32::MIN_POSITIVE)
                    || by.least.abs().max(by.greatest.abs()) > 8e37
                {
                    return None;
                }
                corners(x, by, |a, b| a / b)
            }
            Op::Fmin | Op::Nmin => self.chosen_of_two(inst, of(0), of(1), f64::min),
            Op::Fmax | Op::Nmax => self.chosen_of_two(inst, of(0), of(1), f64::max),
            Op::Fclamp | Op::Nclamp => {
                let (x, low, high) = (of(0), of(1), of(2));
                // Of an empty range, nothing is known.
                if low.may_be_nan || high.may_be_nan || low.greatest > high.least {
                    return None;
                }
                let whole = FloatBounds::new(low.least, high.greatest);
                if x.may_be_nan {
                    FloatBounds { may_be_nan: !self.is_of_numbers(inst), ..whole }
                } else {
                    let least = x.least.min(high.least).max(low.least);
                    FloatBounds::new(least, x.greatest.max(low.greatest).min(high.greatest))
                }
            }
            Op::Step | Op::BtoF => FloatBounds::new(0.0, 1.0),
            // Of integers that a float holds exactly: drivers take one for the integer behind two conversions.
            Op::UtoF | Op::StoF => {
                let &x = operands.first()?;
                let of_integer =
                    self.module.types.scalar_of(typing::operand_type(self.module, self.function, x))?;
                let of_float =
                    self.function.result_data(inst).and_then(|it| self.module.types.scalar_of(it.ty))?;
                let exact = ones(format(of_float, Precision::None)?.0.unsigned_abs());
                let positive = ones(of_integer.width()) >> u32::from(of_integer.is_signed());
                let x = (self.integers)(x).filter(|x| x.greatest <= positive.min(exact))?;
                FloatBounds::new(x.least as f64, x.greatest as f64)
            }
            _ => return None,
        })
    }

    /// The range of a minimum or a maximum: of a NaN and a number, it may be either, or it is the number.
    fn chosen_of_two(
        &self,
        inst: Inst,
        a: FloatBounds,
        b: FloatBounds,
        op: fn(f64, f64) -> f64,
    ) -> FloatBounds {
        let mut found = FloatBounds::new(op(a.least, b.least), op(a.greatest, b.greatest));
        for (one, other) in [(a, b), (b, a)] {
            if one.may_be_nan {
                found = found.join(FloatBounds { may_be_nan: false, ..other });
            }
        }
        let may_be_nan = match a.may_be_nan || b.may_be_nan {
            true => a.may_be_nan && b.may_be_nan || !self.is_of_numbers(inst),
            false => false,
        };
        FloatBounds { may_be_nan, ..found }
    }

    /// True for an operation that takes the number where another operand is a NaN, or that is taken to be such a one.
    fn is_of_numbers(&self, inst: Inst) -> bool {
        if matches!(self.function.op(inst), Op::Nmin | Op::Nmax | Op::Nclamp) {
            return true;
        }
        let Some(chosen) = self.chosen else { return false };
        chosen.borrow_mut().push(inst);
        true
    }
}

/// True for operations that do not round.
fn is_exact(op: Op) -> bool {
    use Op::{
        BtoF, Ceil, Construct, Extract, ExtractDynamic, Fabs, Fclamp, Floor, Fmax, Fmin, Fneg, Nclamp, Nmax,
        Nmin, Round, RoundEven, Select, Shuffle, Splat, Step, Swizzle, Trunc,
    };
    matches!(
        op,
        BtoF | Ceil
            | Construct
            | Extract
            | ExtractDynamic
            | Fabs
            | Fclamp
            | Floor
            | Fmax
            | Fmin
            | Fneg
            | Nclamp
            | Nmax
            | Nmin
            | Round
            | RoundEven
            | Select
            | Shuffle
            | Splat
            | Step
            | Swizzle
            | Trunc
    )
}

/// The operation that takes the number where another operand is a NaN.
pub(crate) fn of_numbers(op: Op) -> Op {
    match op {
        Op::Fmin => Op::Nmin,
        Op::Fmax => Op::Nmax,
        Op::Fclamp => Op::Nclamp,
        other => other,
    }
}

/// The distance between neighbouring numbers of a format that are as large as this one, at most.
pub(crate) fn unit_at(scalar: Scalar, precision: Precision, number: f64) -> Option<f64> {
    let (digits, most) = format(scalar, precision)?;
    let size = number.abs();
    (size <= most).then(|| (size * f64::from(1 - digits).exp2()).max(tiny(scalar)))
}

#[cfg(test)]
mod tests;
