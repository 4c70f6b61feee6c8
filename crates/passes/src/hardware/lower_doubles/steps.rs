//! Replacements of operations on doubles: functions of the prelude, and operations on bits.

use super::Lowering;
use vitrum_ir::types::common;
use vitrum_ir::{Op, Operand, Scalar, Type};

const SIGN: u64 = 1 << 63;
const ONE: u64 = 0x3ff0_0000_0000_0000;
const INFINITY: u64 = 0x7ff0_0000_0000_0000;

/// Operations that are a function of the same operands.
const CALLS: &[(Op, &str)] = &[
    (Op::Fadd, "double_add"),
    (Op::Fsub, "double_sub"),
    (Op::Fmul, "double_mul"),
    (Op::Fdiv, "double_div"),
    (Op::Fma, "double_fma"),
    (Op::Sqrt, "double_sqrt"),
    (Op::Trunc, "double_trunc"),
    (Op::Floor, "double_floor"),
    (Op::Ceil, "double_ceil"),
    (Op::Round, "double_round_even"),
    (Op::RoundEven, "double_round_even"),
    (Op::Ldexp, "double_ldexp"),
];

/// Comparisons: the function, true if operands are swapped, true if the result is complemented.
const COMPARISONS: &[(Op, &str, bool, bool)] = &[
    (Op::Feq, "double_equal", false, false),
    (Op::Fne, "double_equal", false, true),
    (Op::Flt, "double_less", false, false),
    (Op::Fgt, "double_less", true, false),
    (Op::Fle, "double_less_equal", false, false),
    (Op::Fge, "double_less_equal", true, false),
    (Op::Fuge, "double_less", false, true),
    (Op::Fule, "double_less", true, true),
    (Op::Fugt, "double_less_equal", false, true),
    (Op::Fult, "double_less_equal", true, true),
];

/// Operations that need several functions.
const FORMULAS: &[(Op, &[&str])] = &[
    (Op::InverseSqrt, &["double_sqrt", "double_div"]),
    (Op::Fract, &["double_floor", "double_sub"]),
    (Op::Fmin, &["double_less"]),
    (Op::Fmax, &["double_less"]),
    (Op::Nmin, &["double_less"]),
    (Op::Nmax, &["double_less"]),
    (Op::Fone, &["double_less"]),
    (Op::Fueq, &["double_less"]),
    (Op::Modf, &["double_fraction", "double_trunc"]),
    (Op::Frexp, &["double_frexp_significand", "double_frexp_exponent"]),
];

/// The functions that an operation needs, by the types of its first operand and of its result.
pub(super) fn functions(op: Op, from: Option<Scalar>, to: Option<Scalar>) -> Vec<&'static str> {
    let calls = CALLS.iter().filter(|row| row.0 == op).map(|row| row.1);
    let comparisons = COMPARISONS.iter().filter(|row| row.0 == op).map(|row| row.1);
    let formulas = FORMULAS.iter().filter(|row| row.0 == op).flat_map(|row| row.1.iter().copied());
    let converts = from.zip(to).and_then(|(from, to)| convert(op, from, to));
    calls.chain(comparisons).chain(formulas).chain(converts).collect()
}

/// The function of a conversion. Narrow numbers go by way of 32 bits.
fn convert(op: Op, from: Scalar, to: Scalar) -> Option<&'static str> {
    Some(match op {
        Op::Fconvert if to == Scalar::F32 => "double_to_single",
        Op::Fconvert | Op::FconvertSaturated if from == Scalar::F64 && to != Scalar::F64 => {
            "double_to_odd_single"
        }
        Op::Fconvert if from != Scalar::F64 => "double_from_single",
        Op::StoF if from.width() == 64 => "double_from_signed",
        Op::StoF => "double_from_signed_word",
        Op::UtoF if from.width() == 64 => "double_from_unsigned",
        Op::UtoF => "double_from_word",
        Op::FtoS if to.width() == 64 => "double_to_signed",
        Op::FtoS => "double_to_signed_word",
        Op::FtoU if to.width() == 64 => "double_to_unsigned",
        Op::FtoU => "double_to_word",
        _ => return None,
    })
}

/// Builds the call of a function.
pub(super) fn result_of(
    cx: &mut Lowering<'_, '_, '_>,
    name: &'static str,
    operands: &[Operand],
) -> Option<Operand> {
    let &function = cx.scheme().helpers.get(name)?;
    Some(cx.build.call(function, operands))
}

fn bits(cx: &mut Lowering<'_, '_, '_>, bits: u64) -> Operand {
    cx.build.bits(common::scalar(Scalar::U64), bits)
}

/// The bits without the sign.
fn size(cx: &mut Lowering<'_, '_, '_>, x: Operand) -> Operand {
    let mask = bits(cx, !SIGN);
    cx.build.op(Op::Iand, &[x, mask])
}

/// Compares the bits without the sign with those of an infinity, or with zero.
fn test(cx: &mut Lowering<'_, '_, '_>, op: Op, x: Operand, limit: u64) -> Operand {
    let (size, limit) = (size(cx, x), bits(cx, limit));
    cx.build.op(op, &[size, limit])
}

/// Operations on doubles.
pub(super) fn plain(cx: &mut Lowering<'_, '_, '_>, op: Op, parts: &[Operand]) -> Option<Operand> {
    if let Some(row) = CALLS.iter().find(|row| row.0 == op) {
        return result_of(cx, row.1, parts);
    }
    if let Some(&(_, name, swaps, complements)) = COMPARISONS.iter().find(|row| row.0 == op) {
        let &[a, b] = parts else { return None };
        let holds = result_of(cx, name, &if swaps { [b, a] } else { [a, b] })?;
        return Some(if complements { cx.build.op(Op::Not, &[holds]) } else { holds });
    }
    Some(match (op, parts) {
        (Op::Fneg, &[x]) => {
            let sign = bits(cx, SIGN);
            cx.build.op(Op::Ixor, &[x, sign])
        }
        (Op::Fabs, &[x]) => size(cx, x),
        (Op::Fsign, &[x]) => {
            // Zeros become the positive one, a NaN stays.
            let [sign, one, zero] = [SIGN, ONE, 0].map(|it| bits(cx, it));
            let sign = cx.build.op(Op::Iand, &[x, sign]);
            let unit = cx.build.op(Op::Ior, &[sign, one]);
            let is_zero = test(cx, Op::Ieq, x, 0);
            let is_nan = test(cx, Op::Ugt, x, INFINITY);
            let number = cx.build.select(is_zero, zero, unit);
            cx.build.select(is_nan, x, number)
        }
        (Op::InverseSqrt, &[x]) => {
            let root = result_of(cx, "double_sqrt", &[x])?;
            let one = bits(cx, ONE);
            result_of(cx, "double_div", &[one, root])?
        }
        (Op::Fract, &[x]) => {
            let floor = result_of(cx, "double_floor", &[x])?;
            result_of(cx, "double_sub", &[x, floor])?
        }
        (Op::Fmin | Op::Fmax | Op::Nmin | Op::Nmax, &[a, b]) => {
            let is_min = matches!(op, Op::Fmin | Op::Nmin);
            let takes = result_of(cx, "double_less", &if is_min { [b, a] } else { [a, b] })?;
            let number = cx.build.select(takes, b, a);
            if matches!(op, Op::Fmin | Op::Fmax) {
                return Some(number);
            }
            let is_nan = test(cx, Op::Ugt, a, INFINITY);
            cx.build.select(is_nan, b, number)
        }
        (Op::Fone | Op::Fueq, &[a, b]) => {
            let below = result_of(cx, "double_less", &[a, b])?;
            let above = result_of(cx, "double_less", &[b, a])?;
            let differ = cx.build.op(Op::Or, &[below, above]);
            if op == Op::Fone { differ } else { cx.build.op(Op::Not, &[differ]) }
        }
        (Op::IsNan, &[x]) => test(cx, Op::Ugt, x, INFINITY),
        (Op::IsInf, &[x]) => test(cx, Op::Ieq, x, INFINITY),
        (Op::FtoB, &[x]) => test(cx, Op::Ine, x, 0),
        (Op::BtoF, &[condition]) => {
            let (one, zero) = (bits(cx, ONE), bits(cx, 0));
            cx.build.select(condition, one, zero)
        }
        _ => return None,
    })
}

/// Conversions between doubles and other numbers.
pub(super) fn conversion(
    cx: &mut Lowering<'_, '_, '_>,
    op: Op,
    parts: &[Operand],
    (from, to): (Scalar, Scalar),
) -> Option<Operand> {
    let &[x] = parts else { return None };
    if op == Op::Fconvert && from == to {
        return Some(x);
    }
    let name = convert(op, from, to)?;
    let scalar: fn(Scalar) -> Type = common::scalar;
    // Numbers of 8 and 16 bits.
    let widened = match op {
        Op::Fconvert if from.width() < 32 => cx.build.to(Op::Fconvert, &[x], common::F32),
        Op::StoF if from.width() < 32 => cx.build.to(Op::Sconvert, &[x], common::I32),
        Op::UtoF if from.width() < 32 => cx.build.to(Op::Uconvert, &[x], common::U32),
        _ => x,
    };
    let result = result_of(cx, name, &[widened])?;
    Some(match op {
        Op::Fconvert | Op::FconvertSaturated if to.width() < 32 => cx.build.to(op, &[result], scalar(to)),
        Op::FtoS | Op::FtoU if to.width() < 32 => narrow(cx, op, result, to),
        _ => result,
    })
}

/// An integer of 32 bits as a narrower one: out of range, the nearest.
fn narrow(cx: &mut Lowering<'_, '_, '_>, op: Op, integer: Operand, to: Scalar) -> Operand {
    let ty = cx.build.ty(integer);
    let most = (1_u64 << (to.width() - u32::from(op == Op::FtoS))) - 1;
    let limit = cx.build.bits(ty, most);
    if op == Op::FtoU {
        let within = cx.build.op(Op::Umin, &[integer, limit]);
        return cx.build.to(Op::Uconvert, &[within], common::scalar(to));
    }
    let least = cx.build.bits(ty, !most);
    let within = cx.build.op(Op::Smin, &[integer, limit]);
    let within = cx.build.op(Op::Smax, &[within, least]);
    cx.build.to(Op::Sconvert, &[within], common::scalar(to))
}
