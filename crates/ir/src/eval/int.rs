//! Integer arithmetic: wrapping, of 8, 16, 32 or 64 bits.

use super::scalar::{ones, sign_extend, signed_min, truncate};

/// `a + b`, wrapping.
pub fn iadd(width: u32, a: u64, b: u64) -> u64 {
    truncate(width, a.wrapping_add(b))
}

/// `a - b`, wrapping.
pub fn isub(width: u32, a: u64, b: u64) -> u64 {
    truncate(width, a.wrapping_sub(b))
}

/// `a * b`, wrapping.
pub fn imul(width: u32, a: u64, b: u64) -> u64 {
    truncate(width, a.wrapping_mul(b))
}

/// `-a`, wrapping: the smallest number is its own negation.
pub fn ineg(width: u32, a: u64) -> u64 {
    truncate(width, a.wrapping_neg())
}

/// `|a|`, wrapping: the smallest number is its own magnitude.
pub fn sabs(width: u32, a: u64) -> u64 {
    truncate(width, sign_extend(width, a).wrapping_abs() as u64)
}

/// -1, 0 or 1.
pub fn ssign(width: u32, a: u64) -> u64 {
    truncate(width, sign_extend(width, a).signum() as u64)
}

/// True if signed division of `a` by `b` has a result that the type can hold.
fn signed_division_defined(width: u32, a: u64, b: u64) -> bool {
    let (a, b) = (truncate(width, a), truncate(width, b));
    b != 0 && !(a == signed_min(width) && b == ones(width))
}

/// The signed quotient, truncated towards zero; none for a zero divisor and for the smallest number by -1.
pub fn sdiv(width: u32, a: u64, b: u64) -> Option<u64> {
    let quotient = || sign_extend(width, a).wrapping_div(sign_extend(width, b)) as u64;
    signed_division_defined(width, a, b).then(|| truncate(width, quotient()))
}

/// The unsigned quotient; none for a zero divisor.
pub fn udiv(width: u32, a: u64, b: u64) -> Option<u64> {
    truncate(width, a).checked_div(truncate(width, b))
}

/// The signed remainder with the sign of `a` (`OpSRem`); none where [`sdiv`] has none.
pub fn srem(width: u32, a: u64, b: u64) -> Option<u64> {
    let remainder = || sign_extend(width, a).wrapping_rem(sign_extend(width, b)) as u64;
    signed_division_defined(width, a, b).then(|| truncate(width, remainder()))
}

/// The signed remainder with the sign of `b` (`OpSMod`); none where [`sdiv`] has none.
pub fn smod(width: u32, a: u64, b: u64) -> Option<u64> {
    let divisor = sign_extend(width, b);
    let remainder = sign_extend(width, srem(width, a, b)?);
    let opposed = remainder != 0 && (remainder < 0) != (divisor < 0);
    Some(truncate(width, if opposed { remainder.wrapping_add(divisor) } else { remainder } as u64))
}

/// The unsigned remainder (`OpUMod`); none for a zero divisor.
pub fn umod(width: u32, a: u64, b: u64) -> Option<u64> {
    truncate(width, a).checked_rem(truncate(width, b))
}

/// The signed minimum.
pub fn smin(width: u32, a: u64, b: u64) -> u64 {
    if sign_extend(width, b) < sign_extend(width, a) { b } else { a }
}

/// The signed maximum.
pub fn smax(width: u32, a: u64, b: u64) -> u64 {
    if sign_extend(width, a) < sign_extend(width, b) { b } else { a }
}

/// The unsigned minimum.
pub fn umin(_width: u32, a: u64, b: u64) -> u64 {
    a.min(b)
}

/// The unsigned maximum.
pub fn umax(_width: u32, a: u64, b: u64) -> u64 {
    a.max(b)
}

/// `min(max(x, low), high)`, signed; where `low > high`, which is undefined, that gives `high`.
pub fn sclamp(width: u32, x: u64, low: u64, high: u64) -> u64 {
    smin(width, smax(width, x, low), high)
}

/// `min(max(x, low), high)`, unsigned; where `low > high`, which is undefined, that gives `high`.
pub fn uclamp(width: u32, x: u64, low: u64, high: u64) -> u64 {
    umin(width, umax(width, x, low), high)
}

/// The sum and the carry, 0 or 1 (`uaddCarry`).
pub fn uadd_carry(width: u32, a: u64, b: u64) -> (u64, u64) {
    let sum = u128::from(a) + u128::from(b);
    (truncate(width, sum as u64), (sum >> width) as u64)
}

/// The difference and the borrow, 0 or 1 (`usubBorrow`).
pub fn usub_borrow(width: u32, a: u64, b: u64) -> (u64, u64) {
    (isub(width, a, b), u64::from(a < b))
}

/// The high and the low half of the unsigned product.
pub fn umul_extended(width: u32, a: u64, b: u64) -> (u64, u64) {
    let product = u128::from(a) * u128::from(b);
    (truncate(width, (product >> width) as u64), truncate(width, product as u64))
}

/// The high and the low half of the signed product.
pub fn smul_extended(width: u32, a: u64, b: u64) -> (u64, u64) {
    let product = i128::from(sign_extend(width, a)) * i128::from(sign_extend(width, b));
    (truncate(width, (product >> width) as u64), truncate(width, product as u64))
}

/// The signed sum, held at the ends of the range.
pub fn sadd_saturate(width: u32, a: u64, b: u64) -> u64 {
    let sum = i128::from(sign_extend(width, a)) + i128::from(sign_extend(width, b));
    let limit = i128::from(ones(width) >> 1);
    truncate(width, sum.clamp(-limit - 1, limit) as u64)
}

/// The unsigned sum, held at the largest value.
pub fn uadd_saturate(width: u32, a: u64, b: u64) -> u64 {
    let sum = u128::from(a) + u128::from(b);
    sum.min(u128::from(ones(width))) as u64
}
