//! Signed divisions as divisions of magnitudes, which have a result for all numbers but a divisor of 0.
//!
//! ```text
//!                                     %1: i32 = sabs %x
//!                                     %2: u32 = bitcast %1
//!                                     %3: i32 = sabs %y
//!                                     %4: u32 = bitcast %3
//!                                     %5: u32 = umax %4, 1u32
//!                                     %6: u32 = umod %2, %5
//!                                     %7: i32 = bitcast %6
//!                                     %8: i32 = isub 0i32, %7
//!                                     %9: bool = slt %x, 0i32
//! %r: i32 = srem %x, %y         =>    %r: i32 = select %9, %8, %7
//! ```
//!
//! The magnitude of the least number wraps to 2^31, which is right for an unsigned number, and by -1 it gives 2^31, which is the
//! least number again. A divisor of 0 counts as 1. Most drivers divide signed numbers in these steps, so that only the maximum
//! is paid for.

use super::{is_natural, replace_all};
use crate::framework::rewrite::{Action, Rewriter};
use crate::rules::matching::each_component;
use vitrum_ir::{Inst, Module, Op, Operand, Scalar, Type};

/// Replaces a signed division or remainder of `x` by `y`, which may be 0 or not.
pub(super) fn divide(
    rewriter: &mut Rewriter<'_>,
    inst: Inst,
    (x, y): (Operand, Operand),
    by_zero: bool,
) -> Action {
    let Some(result) = rewriter.function.result_data(inst) else { return Action::Keep };
    let op = rewriter.function.op(inst);
    if op == Op::Smod
        && let Some(power) = power_of_two(rewriter.module, y)
    {
        // Of a number in two's complement, the low digits are this modulo, whatever its sign.
        let mask = rewriter.number(result.ty, power - 1.0);
        let rest = rewriter.push(Op::Iand, &[x, mask], 0, result.ty, result.precision);
        return replace_all(rewriter, inst, rest);
    }
    let Some(unsigned) = unsigned_type(rewriter.module, result.ty) else { return Action::Keep };
    let (natural_x, natural_y) = (is_natural(rewriter, x), is_natural(rewriter, y));
    // Divisors are computed without the dividend, so that divisions by one number share the work.
    let mut divisor = magnitude(rewriter, y, unsigned, natural_y);
    if by_zero {
        let one = rewriter.number(unsigned, 1.0);
        divisor = rewriter.op(Op::Umax, &[divisor, one]);
    }
    let dividend = magnitude(rewriter, x, unsigned, natural_x);
    let by_magnitudes = if op == Op::Sdiv { Op::Udiv } else { Op::Umod };
    let found = rewriter.push(by_magnitudes, &[dividend, divisor], 0, unsigned, result.precision);
    let mut found = rewriter.convert(found, result.ty);
    let mut build = |op, operands: &[Operand]| rewriter.push(op, operands, 0, result.ty, result.precision);
    // A quotient is negative if one of the numbers is, a remainder if the dividend is.
    let sign = match (natural_x, natural_y) {
        (true, true) => None,
        (false, false) if op == Op::Sdiv => Some(build(Op::Ixor, &[x, y])),
        (true, false) => Some(y).filter(|_| op == Op::Sdiv),
        (false, _) => Some(x),
    };
    let zero = rewriter.number(result.ty, 0.0);
    let is_negative = sign.map(|sign| rewriter.op(Op::Slt, &[sign, zero]));
    if let Some(is_negative) = is_negative {
        let negative = rewriter.push(Op::Isub, &[zero, found], 0, result.ty, result.precision);
        let chosen = [is_negative, negative, found];
        found = rewriter.push(Op::Select, &chosen, 0, result.ty, result.precision);
    }
    if op == Op::Smod && !(natural_x && natural_y) {
        // The sign of a modulo is that of the divisor, which is asked apart: divisions by one number share that.
        let by_negative = (!natural_y).then(|| rewriter.op(Op::Slt, &[y, zero]));
        let is_opposed = match (is_negative, by_negative) {
            (Some(a), Some(b)) => rewriter.op(Op::Bne, &[a, b]),
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => return Action::Keep,
        };
        let sum = rewriter.push(Op::Iadd, &[found, y], 0, result.ty, result.precision);
        let is_not_zero = rewriter.op(Op::Ine, &[found, zero]);
        let is_off = rewriter.op(Op::And, &[is_opposed, is_not_zero]);
        found = rewriter.push(Op::Select, &[is_off, sum, found], 0, result.ty, result.precision);
    }
    replace_all(rewriter, inst, found)
}

/// The power of two above 0 that all components of a constant are.
fn power_of_two(module: &Module, y: Operand) -> Option<f64> {
    let mut power = None;
    let is_one = each_component(module, y.constant()?, &mut |scalar, bits| {
        // The bit of the sign is no power.
        bits.is_power_of_two()
            && bits < 1 << (scalar.width() - 1).min(52)
            && *power.get_or_insert(bits) == bits
    });
    power.filter(|_| is_one).map(|bits| bits as f64)
}

fn unsigned_type(module: &mut Module, ty: Type) -> Option<Type> {
    let unsigned = match module.types.scalar_of(ty)? {
        Scalar::I8 => Scalar::U8,
        Scalar::I16 => Scalar::U16,
        Scalar::I32 => Scalar::U32,
        Scalar::I64 => Scalar::U64,
        _ => return None,
    };
    module.types.with_scalar(ty, unsigned)
}

/// A number without its sign.
fn magnitude(rewriter: &mut Rewriter<'_>, number: Operand, unsigned: Type, is_natural: bool) -> Operand {
    let magnitude = if is_natural { number } else { rewriter.op(Op::Sabs, &[number]) };
    rewriter.convert(magnitude, unsigned)
}
