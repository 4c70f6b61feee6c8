//! Integer division without a divider: by constants with a multiplication, by values with the reciprocal of a float.
//!
//! ```text
//! %q: u32 = udiv %x, 10u32                 %0: u32, %1: u32 = umul_extended %x, 3435973837u32
//!                                      =>  %q: u32 = lshr %0, 3u32
//!
//! %q: u32 = udiv %x, %y                    %0: f32 = utof %y          %1: f32 = fdiv 1.0f32, %0
//!                                      =>  %2: f32 = fmul %1, 4294963200.0f32
//!                                          ... a step of Newton's method, and two corrections of the quotient
//! ```
//!
//! Quotients and remainders are exact for all operands for which they are defined. A power of two becomes a shift or a mask. The
//! reciprocal may be off by 2.5 units in the last place, as Vulkan allows: the estimate is made too small on purpose, so that no
//! step of Newton's method overflows, and the quotient is then too small by two at most. Integers of 8 and 16 bits are divided as
//! ones of 32; those of 64 bits are left to `lower_int64`.
//!
//! NIR: `nir_lower_idiv`, `nir_opt_idiv_const`. naga and Tint only guard divisions.

use super::build::Build;
use crate::framework::rewrite::{Action, Rewriter, rewrite_each};
use crate::framework::session::Session;
use crate::framework::settings::{PassOption, Settings};
use vitrum_ir::{ConstantKind, Inst, Module, Op, Operand, Scalar, typing, visit};

/// Options of `lower_integer_division`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LowerIntegerDivision {
    /// True if divisions by constants become multiplications.
    pub constants: bool,
    /// True if divisions by values become reciprocals of floats.
    pub values: bool,
}

impl Default for LowerIntegerDivision {
    fn default() -> Self {
        Self { constants: true, values: true }
    }
}

/// The options as text.
pub(crate) const OPTIONS: &[PassOption] = &[
    PassOption {
        name: "constants",
        values: "multiply|keep",
        summary: "divisions by constants",
        set: |options, value| {
            let constants = keeps(value, "multiply")?;
            options.change(|it: &mut LowerIntegerDivision| it.constants = constants);
            Some(())
        },
    },
    PassOption {
        name: "values",
        values: "reciprocal|keep",
        summary: "divisions by values",
        set: |options, value| {
            let values = keeps(value, "reciprocal")?;
            options.change(|it: &mut LowerIntegerDivision| it.values = values);
            Some(())
        },
    },
];

fn keeps(value: &str, lowered: &str) -> Option<bool> {
    match value {
        "keep" => Some(false),
        _ => (value == lowered).then_some(true),
    }
}

fn is_division(op: Op) -> bool {
    matches!(op, Op::Udiv | Op::Umod | Op::Sdiv | Op::Srem | Op::Smod)
}

/// True if there are divisions of integers.
pub(crate) fn is_needed(module: &Module, _: &Settings) -> bool {
    let functions = module.functions.values().filter(|function| function.has_code());
    functions.into_iter().any(|function| {
        visit::insts(function).into_iter().any(|(_, inst)| {
            let width = || {
                let &operand = function.operands(inst).first()?;
                let ty = typing::operand_type(module, function, operand);
                module.types.vector_size(ty)?;
                Some(module.types.scalar_of(ty)?.width())
            };
            is_division(function.op(inst)) && width().is_some_and(|width| width < 64)
        })
    })
}

/// Lowers divisions; gives the number of changes.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let options = session.settings().options.get::<LowerIntegerDivision>();
    rewrite_each(module, session, |rewriter, inst| visit_inst(rewriter, inst, options))
}

fn visit_inst(rewriter: &mut Rewriter<'_>, inst: Inst, options: LowerIntegerDivision) -> Action {
    let op = rewriter.function.op(inst);
    if !is_division(op) {
        return Action::Keep;
    }
    let &[x, y] = rewriter.function.operands(inst) else { return Action::Keep };
    let ty = rewriter.ty(x);
    let Some(scalar) = rewriter.module.types.scalar_of(ty).filter(|scalar| scalar.width() <= 32) else {
        return Action::Keep;
    };
    // Cooperative matrices divide as a whole.
    let Some(size) = rewriter.module.types.vector_size(ty) else { return Action::Keep };
    let divisors = constants(rewriter.module, y, size);
    let lowers = if divisors.is_some() { options.constants } else { options.values };
    if !lowers {
        return Action::Keep;
    }
    let mut build = Build::of(rewriter, inst).exact();
    let new = match divisors {
        Some(divisors) if divisors.iter().any(|divisor| *divisor != divisors[0]) => {
            let mut parts = Vec::with_capacity(divisors.len());
            for (index, divisor) in (0..).zip(divisors) {
                let x = build.extract(x, index);
                parts.push(narrow(&mut build, op, scalar, x, |build, op, x| {
                    by_constant(build, op, x, divisor)
                }));
            }
            build.to(Op::Construct, &parts, ty)
        }
        Some(divisors) => {
            narrow(&mut build, op, scalar, x, |build, op, x| by_constant(build, op, x, divisors[0]))
        }
        None => {
            let wide = |build: &mut Build<'_, '_>, operand| widen(build, operand);
            let y = wide(&mut build, y);
            narrow(&mut build, op, scalar, x, |build, op, x| by_value(build, op, x, y))
        }
    };
    rewriter.replace_named(inst, new)
}

/// The components of a divisor that is known, sign-extended; at least one.
fn constants(module: &Module, divisor: Operand, size: u32) -> Option<Vec<i64>> {
    let constant = divisor.constant()?;
    let numbers: Vec<i64> = match &module.constants.get(constant).kind {
        ConstantKind::Composite(parts) => {
            parts.iter().map(|&part| module.constants.as_int(part)).collect::<Option<_>>()?
        }
        ConstantKind::Null => vec![0; size as usize],
        _ => vec![module.constants.as_int(constant)?],
    };
    (!numbers.is_empty()).then_some(numbers)
}

/// An integer of 8 or 16 bits as one of 32 bits of the same value.
fn widen(build: &mut Build<'_, '_>, operand: Operand) -> Operand {
    let scalar = build.scalar(operand);
    if scalar.width() == 32 {
        return operand;
    }
    let ty = build.ty(operand);
    if scalar.is_signed() {
        let ty = build.like(ty, Scalar::I32);
        build.to(Op::Sconvert, &[operand], ty)
    } else {
        let ty = build.like(ty, Scalar::U32);
        build.to(Op::Uconvert, &[operand], ty)
    }
}

/// Divides as integers of 32 bits, and gives the result of the type of `x`.
fn narrow(
    build: &mut Build<'_, '_>,
    op: Op,
    scalar: Scalar,
    x: Operand,
    divide: impl FnOnce(&mut Build<'_, '_>, Op, Operand) -> Operand,
) -> Operand {
    let ty = build.ty(x);
    let wide = widen(build, x);
    let result = divide(build, op, wide);
    match scalar.width() {
        32 => result,
        _ if scalar.is_signed() => build.to(Op::Sconvert, &[result], ty),
        _ => build.to(Op::Uconvert, &[result], ty),
    }
}

/// `x - q * y`, and for `smod` the divisor more if that has the other sign.
fn remainder(build: &mut Build<'_, '_>, op: Op, x: Operand, quotient: Operand, y: Operand) -> Operand {
    let product = build.op(Op::Imul, &[quotient, y]);
    let remainder = build.op(Op::Isub, &[x, product]);
    if op == Op::Smod { with_sign_of(build, remainder, y) } else { remainder }
}

fn with_sign_of(build: &mut Build<'_, '_>, remainder: Operand, y: Operand) -> Operand {
    let ty = build.ty(y);
    let zero = build.bits(ty, 0);
    let some = build.op(Op::Ine, &[remainder, zero]);
    let signs = build.op(Op::Ixor, &[remainder, y]);
    let differ = build.op(Op::Slt, &[signs, zero]);
    let adjusts = build.op(Op::And, &[some, differ]);
    let adjusted = build.op(Op::Iadd, &[remainder, y]);
    build.select(adjusts, adjusted, remainder)
}

/// The high word of a product.
fn high(build: &mut Build<'_, '_>, op: Op, a: Operand, b: Operand) -> Operand {
    build.pair(op, &[a, b])[0]
}

fn by_constant(build: &mut Build<'_, '_>, op: Op, x: Operand, divisor: i64) -> Operand {
    let ty = build.ty(x);
    if divisor == 0 {
        return build.undef(ty);
    }
    let by = build.bits(ty, divisor as u64);
    match op {
        Op::Udiv => unsigned_quotient(build, x, divisor as u32),
        Op::Umod if (divisor as u32).is_power_of_two() => {
            let mask = build.bits(ty, u64::from(divisor as u32 - 1));
            build.op(Op::Iand, &[x, mask])
        }
        Op::Umod => {
            let quotient = unsigned_quotient(build, x, divisor as u32);
            remainder(build, op, x, quotient, by)
        }
        Op::Sdiv => signed_quotient(build, x, divisor as i32),
        _ => {
            let quotient = signed_quotient(build, x, divisor as i32);
            remainder(build, op, x, quotient, by)
        }
    }
}

/// Granlund and Montgomery, "Division by Invariant Integers using Multiplication": the least factor of 33 bits at most.
fn unsigned_quotient(build: &mut Build<'_, '_>, x: Operand, divisor: u32) -> Operand {
    let ty = build.ty(x);
    let shift = |build: &mut Build<'_, '_>, x, amount: u32| match amount {
        0 => x,
        _ => {
            let amount = build.bits(ty, u64::from(amount));
            build.op(Op::Lshr, &[x, amount])
        }
    };
    if divisor.is_power_of_two() {
        return shift(build, x, divisor.trailing_zeros());
    }
    // The logarithm, rounded up: 2^bits is above the divisor.
    let bits = 32 - divisor.leading_zeros();
    let wide = |bits: u32| {
        let power = 1u128 << (32 + bits);
        // Rounded up; the error times any number of 32 bits stays below 2^(32 + bits).
        power.div_ceil(u128::from(divisor))
    };
    // A smaller shift does if the error is small enough: the factor has 32 bits then.
    let fits = |bits: u32| {
        let factor = wide(bits);
        let error = factor * u128::from(divisor) - (1u128 << (32 + bits));
        factor < 1 << 32 && error <= 1u128 << bits
    };
    if let Some(bits) = (0..=bits).find(|&bits| fits(bits)) {
        let factor = build.bits(ty, wide(bits) as u64);
        let product = high(build, Op::UmulExtended, x, factor);
        return shift(build, product, bits);
    }
    if divisor.is_multiple_of(2) {
        // Without its factors of two the divisor is of fewer bits than the dividend has left.
        let zeros = divisor.trailing_zeros();
        let odd = divisor >> zeros;
        let power = 32 - odd.leading_zeros();
        let factor = (1u128 << (32 + power - zeros.min(power))).div_ceil(u128::from(odd));
        let error = factor * u128::from(odd) - (1u128 << (32 + power - zeros.min(power)));
        if factor < 1 << 32 && error << (32 - zeros) <= 1u128 << (32 + power - zeros.min(power)) {
            let x = shift(build, x, zeros);
            let factor = build.bits(ty, factor as u64);
            let product = high(build, Op::UmulExtended, x, factor);
            return shift(build, product, power - zeros.min(power));
        }
    }
    // The factor is 2^32 and the rest; half of the difference keeps the sum from overflowing.
    let factor = build.bits(ty, (wide(bits) - (1 << 32)) as u64);
    let product = high(build, Op::UmulExtended, x, factor);
    let difference = build.op(Op::Isub, &[x, product]);
    let half = shift(build, difference, 1);
    let sum = build.op(Op::Iadd, &[half, product]);
    shift(build, sum, bits - 1)
}

/// The factor and shift of a signed divisor of magnitude 2 or more that is no power of two.
fn signed_factor(divisor: i32) -> (i32, u32) {
    let magnitude = u128::from(divisor.unsigned_abs());
    // The least shift for which the error of the factor is below 1 / 2^31 of the dividend's range.
    for shift in 0..32 {
        let power = 1u128 << (32 + shift);
        let factor = power / magnitude + 1;
        let error = factor * magnitude - power;
        if error << 31 <= power {
            return (factor as u32 as i32, shift);
        }
    }
    (0, 31)
}

fn signed_quotient(build: &mut Build<'_, '_>, x: Operand, divisor: i32) -> Operand {
    let ty = build.ty(x);
    let number = |build: &mut Build<'_, '_>, number: i64| build.bits(ty, number as u64);
    let magnitude = divisor.unsigned_abs();
    let quotient = if magnitude == 1 {
        x
    } else if magnitude.is_power_of_two() {
        // Negative numbers are rounded up: the divisor less one is added to them.
        let shift = magnitude.trailing_zeros();
        let n31 = number(build, 31);
        let sign = build.op(Op::Ashr, &[x, n31]);
        let rest = number(build, i64::from(32 - shift));
        let more = build.op(Op::Lshr, &[sign, rest]);
        let sum = build.op(Op::Iadd, &[x, more]);
        let shift = number(build, i64::from(shift));
        build.op(Op::Ashr, &[sum, shift])
    } else {
        let (factor, shift) = signed_factor(divisor);
        let multiplier = number(build, i64::from(factor));
        let mut product = high(build, Op::SmulExtended, x, multiplier);
        if factor < 0 {
            // The factor is 2^32 more than its bits say as a signed number.
            product = build.op(Op::Iadd, &[product, x]);
        }
        if shift > 0 {
            let shift = number(build, i64::from(shift));
            product = build.op(Op::Ashr, &[product, shift]);
        }
        // One more for negative numbers, which are rounded up.
        let n31 = number(build, 31);
        let sign = build.op(Op::Lshr, &[x, n31]);
        build.op(Op::Iadd, &[product, sign])
    };
    if divisor < 0 { build.op(Op::Ineg, &[quotient]) } else { quotient }
}

fn by_value(build: &mut Build<'_, '_>, op: Op, x: Operand, y: Operand) -> Operand {
    let ty = build.ty(x);
    if matches!(op, Op::Udiv | Op::Umod) {
        let [quotient, remainder] = unsigned_pair(build, x, y);
        return if op == Op::Udiv { quotient } else { remainder };
    }
    let unsigned = build.like(ty, Scalar::U32);
    let last = build.bits(ty, 31);
    // All bits set if negative: `(x ^ sign) - sign` changes the sign.
    let [sign_x, sign_y] = [x, y].map(|it| build.op(Op::Ashr, &[it, last]));
    let change = |build: &mut Build<'_, '_>, it, sign| {
        let flipped = build.op(Op::Ixor, &[it, sign]);
        build.op(Op::Isub, &[flipped, sign])
    };
    let magnitudes = [(x, sign_x), (y, sign_y)].map(|(it, sign)| {
        let magnitude = change(build, it, sign);
        build.cast(magnitude, unsigned)
    });
    let [quotient, rest] = unsigned_pair(build, magnitudes[0], magnitudes[1]);
    if op == Op::Sdiv {
        let quotient = build.cast(quotient, ty);
        let sign = build.op(Op::Ixor, &[sign_x, sign_y]);
        return change(build, quotient, sign);
    }
    let rest = build.cast(rest, ty);
    let rest = change(build, rest, sign_x);
    if op == Op::Smod { with_sign_of(build, rest, y) } else { rest }
}

/// Less than 2³² by more than the reciprocal can be off.
const SCALE: f64 = 4_294_963_200.0;

/// Quotient and remainder.
fn unsigned_pair(build: &mut Build<'_, '_>, x: Operand, y: Operand) -> [Operand; 2] {
    let ty = build.ty(x);
    let float = build.like(ty, Scalar::F32);
    let [one, scale] = [1.0, SCALE].map(|number| build.number(float, number));
    let denominator = build.to(Op::UtoF, &[y], float);
    let reciprocal = build.op(Op::Fdiv, &[one, denominator]);
    let scaled = build.op(Op::Fmul, &[reciprocal, scale]);
    let estimate = build.to(Op::FtoU, &[scaled], ty);
    // Newton's method: the part of 2^32 that the estimate lacks, of the estimate.
    let minus = build.op(Op::Ineg, &[y]);
    let lacks = build.op(Op::Imul, &[minus, estimate]);
    let more = high(build, Op::UmulExtended, estimate, lacks);
    let inverse = build.op(Op::Iadd, &[estimate, more]);
    let mut quotient = high(build, Op::UmulExtended, x, inverse);
    let product = build.op(Op::Imul, &[quotient, y]);
    let mut rest = build.op(Op::Isub, &[x, product]);
    let n1 = build.bits(ty, 1);
    for _ in 0..2 {
        let goes = build.op(Op::Uge, &[rest, y]);
        let next = build.op(Op::Iadd, &[quotient, n1]);
        quotient = build.select(goes, next, quotient);
        let less = build.op(Op::Isub, &[rest, y]);
        rest = build.select(goes, less, rest);
    }
    [quotient, rest]
}

#[cfg(test)]
mod tests {
    use super::signed_factor;

    #[test]
    fn factors_of_signed_divisors_hold_at_the_ends() {
        for divisor in [3, 5, 7, 9, 10, 11, 25, 125, 625, 641, 1_000_000_007, i32::MAX, i32::MAX - 1] {
            let (factor, shift) = signed_factor(divisor);
            let factor = i128::from(factor as u32);
            let ends =
                [i32::MIN, i32::MIN + 1, -divisor - 1, -divisor, -1, 0, 1, divisor - 1, divisor, i32::MAX];
            for x in ends {
                let quotient = ((i128::from(x) * factor) >> (32 + shift)) as i32 + i32::from(x < 0);
                assert_eq!(quotient, x / divisor, "{x} / {divisor}");
            }
        }
    }
}
