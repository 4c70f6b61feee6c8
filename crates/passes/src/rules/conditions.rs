//! Conditions of rules on constants: each tests the components of the constants at one position. Rules for integers and for
//! floats share them where the ops of the rule tell which are meant.

use vitrum_ir::Scalar;
use vitrum_ir::eval::FloatFormat;
use vitrum_ir::eval::scalar::{ones, sign_extend};

fn float(scalar: Scalar, bits: u64) -> Option<f64> {
    FloatFormat::of(scalar).map(|format| format.decode(bits))
}

/// An integer with one bit set; for signed ones not the sign.
pub fn power_of_two(scalar: Scalar, bits: &[u64]) -> bool {
    let last = if scalar.is_signed() { 1u64 << (scalar.width() - 1) } else { 0 };
    bits.iter().all(|&bits| bits.is_power_of_two() && bits != last)
}

/// A float with an exact reciprocal: a power of two, where neither it nor the reciprocal is subnormal.
pub fn has_reciprocal(scalar: Scalar, bits: &[u64]) -> bool {
    let Some(format) = FloatFormat::of(scalar) else { return false };
    let (mantissa, exponent) = match format {
        FloatFormat::F16 => (10, 5),
        FloatFormat::F32 => (23, 8),
        FloatFormat::F64 => (52, 11),
        FloatFormat::Bf16
        | FloatFormat::E4m3
        | FloatFormat::E5m2
        | FloatFormat::E2m1
        | FloatFormat::E2m3
        | FloatFormat::E3m2
        | FloatFormat::E8m0
        | FloatFormat::MxInt8 => return false,
    };
    bits.iter().all(|&bits| {
        let power = bits >> mantissa & ones(exponent);
        bits & ones(mantissa) == 0 && power > 2 && power < ones(exponent) - 2
    })
}

/// A finite float other than zero, neither very large nor very small.
pub fn moderate(scalar: Scalar, bits: &[u64]) -> bool {
    let limit = if scalar.width() == 16 { 64.0 } else { 1e9 };
    bits.iter().all(|&bits| {
        float(scalar, bits).is_some_and(|value| value.abs() >= 1.0 / limit && value.abs() <= limit)
    })
}

/// A finite number greater than zero.
pub fn positive(scalar: Scalar, bits: &[u64]) -> bool {
    bits.iter().all(|&bits| float(scalar, bits).is_some_and(|value| value > 0.0 && value.is_finite()))
}

/// A finite number at least 1.
pub fn at_least_one(scalar: Scalar, bits: &[u64]) -> bool {
    bits.iter().all(|&bits| float(scalar, bits).is_some_and(|value| value >= 1.0 && value.is_finite()))
}

/// A shift amount that is less than the width.
pub fn below_width(scalar: Scalar, bits: &[u64]) -> bool {
    bits.iter().all(|&bits| bits < u64::from(scalar.width()))
}

/// Two shift amounts whose sum is less than the width.
pub fn sum_below_width(scalar: Scalar, bits: &[u64]) -> bool {
    let width = u64::from(scalar.width());
    bits.iter().all(|&bits| bits < width) && bits.iter().sum::<u64>() < width
}

/// Flushes a subnormal number to zero, as some devices do.
fn normal(scalar: Scalar, value: f64) -> f64 {
    let smallest = match FloatFormat::of(scalar) {
        Some(FloatFormat::F16) => 6.103_515_625e-5,
        Some(FloatFormat::F64) => f64::MIN_POSITIVE,
        _ => f64::from(f32::MIN_POSITIVE),
    };
    if value.abs() < smallest { 0.0 } else { value }
}

/// The first is at most the second in the order of the type, also if subnormal numbers are flushed. False for NaN.
pub fn at_most(scalar: Scalar, bits: &[u64]) -> bool {
    let &[a, b] = bits else { return false };
    match (float(scalar, a), float(scalar, b)) {
        (Some(a), Some(b)) => a <= b,
        _ if scalar.is_signed() => sign_extend(scalar.width(), a) <= sign_extend(scalar.width(), b),
        _ => a <= b,
    }
}

/// The first is less than the second, also if subnormal numbers are flushed.
pub fn less(scalar: Scalar, bits: &[u64]) -> bool {
    let &[a, b] = bits else { return false };
    match (float(scalar, a), float(scalar, b)) {
        (Some(a), Some(b)) => normal(scalar, a) < normal(scalar, b),
        (None, None) => !at_most(scalar, &[b, a]),
        _ => false,
    }
}

/// The first is a mask of all bits that a left shift by the second keeps.
pub fn covered_below(scalar: Scalar, bits: &[u64]) -> bool {
    let &[mask, shift] = bits else { return false };
    let all = ones(scalar.width());
    shift < u64::from(scalar.width()) && mask << shift & all == all << shift & all
}

/// The two have no bit in common.
pub fn disjoint(_: Scalar, bits: &[u64]) -> bool {
    let &[a, b] = bits else { return false };
    a & b == 0
}

/// All bits of the second are in the first.
pub fn covers(_: Scalar, bits: &[u64]) -> bool {
    let &[a, b] = bits else { return false };
    a & b == b
}

/// An even integer.
pub fn even(_: Scalar, bits: &[u64]) -> bool {
    bits.iter().all(|&bits| bits & 1 == 0)
}

/// Each bit is set in at least one of the two.
pub fn complements(scalar: Scalar, bits: &[u64]) -> bool {
    let &[a, b] = bits else { return false };
    a | b == ones(scalar.width())
}

/// The first is a mask of all bits from the position that the second gives.
pub fn covered_above(scalar: Scalar, bits: &[u64]) -> bool {
    let &[mask, shift] = bits else { return false };
    let all = ones(scalar.width());
    shift < u64::from(scalar.width()) && mask >> shift == all >> shift
}

/// The second is a mask of all bits that are left after a right shift by the first.
pub fn covers_shifted(scalar: Scalar, bits: &[u64]) -> bool {
    let &[shift, mask] = bits else { return false };
    let left = ones(scalar.width()) >> shift.min(63);
    shift < u64::from(scalar.width()) && mask & left == left
}

/// The second is a mask of all bits that are left after a left shift by the first.
pub fn covers_raised(scalar: Scalar, bits: &[u64]) -> bool {
    let &[shift, mask] = bits else { return false };
    let all = ones(scalar.width());
    let left = all << shift.min(63) & all;
    shift < u64::from(scalar.width()) && mask & left == left
}

/// The second divides the first, both unsigned.
pub fn multiple(_: Scalar, bits: &[u64]) -> bool {
    let &[a, b] = bits else { return false };
    a.checked_rem(b) == Some(0)
}

/// Two positive integers whose product is one.
pub fn product_fits(scalar: Scalar, bits: &[u64]) -> bool {
    let &[a, b] = bits else { return false };
    let width = if scalar.is_signed() { scalar.width() - 1 } else { scalar.width() };
    let positive = |bits: u64| bits != 0 && bits <= ones(width);
    positive(a) && positive(b) && a.checked_mul(b).is_some_and(|it| it <= ones(width))
}

/// A whole number whose neighbours are exact in this float type.
pub fn counts(scalar: Scalar, bits: &[u64]) -> bool {
    let limit = match FloatFormat::of(scalar) {
        Some(FloatFormat::F16) => 1e3,
        Some(FloatFormat::F32 | FloatFormat::F64) => 1e6,
        _ => return false,
    };
    bits.iter()
        .all(|&bits| float(scalar, bits).is_some_and(|value| value % 1.0 == 0.0 && value.abs() <= limit))
}
