//! Comparisons: of integers, and of floats ordered and unordered.

use std::cmp::Ordering;

use super::scalar::{FloatFormat, sign_extend};

/// `a == b`, of integers and bools.
pub fn ieq(_width: u32, a: u64, b: u64) -> bool {
    a == b
}

/// `a != b`, of integers and bools.
pub fn ine(_width: u32, a: u64, b: u64) -> bool {
    a != b
}

/// `a < b`, signed.
pub fn slt(width: u32, a: u64, b: u64) -> bool {
    sign_extend(width, a) < sign_extend(width, b)
}

/// `a <= b`, signed.
pub fn sle(width: u32, a: u64, b: u64) -> bool {
    sign_extend(width, a) <= sign_extend(width, b)
}

/// `a > b`, signed.
pub fn sgt(width: u32, a: u64, b: u64) -> bool {
    slt(width, b, a)
}

/// `a >= b`, signed.
pub fn sge(width: u32, a: u64, b: u64) -> bool {
    sle(width, b, a)
}

/// `a < b`, unsigned.
pub fn ult(_width: u32, a: u64, b: u64) -> bool {
    a < b
}

/// `a <= b`, unsigned.
pub fn ule(_width: u32, a: u64, b: u64) -> bool {
    a <= b
}

/// `a > b`, unsigned.
pub fn ugt(_width: u32, a: u64, b: u64) -> bool {
    a > b
}

/// `a >= b`, unsigned.
pub fn uge(_width: u32, a: u64, b: u64) -> bool {
    a >= b
}

/// Compares two floats; none if one is NaN.
pub fn fcmp(format: FloatFormat, a: u64, b: u64) -> Option<Ordering> {
    format.decode(a).partial_cmp(&format.decode(b))
}

macro_rules! float_comparisons {
    ($($(#[$doc:meta])* $name:ident = $ordering:pat,)*) => {$(
        $(#[$doc])*
        pub fn $name(format: FloatFormat, a: u64, b: u64) -> bool {
            matches!(fcmp(format, a, b), $ordering)
        }
    )*};
}

float_comparisons! {
    /// Neither is NaN and `a == b`.
    ford_eq = Some(Ordering::Equal),
    /// Neither is NaN and `a != b`.
    ford_ne = Some(Ordering::Less | Ordering::Greater),
    /// Neither is NaN and `a < b`.
    ford_lt = Some(Ordering::Less),
    /// Neither is NaN and `a <= b`.
    ford_le = Some(Ordering::Less | Ordering::Equal),
    /// Neither is NaN and `a > b`.
    ford_gt = Some(Ordering::Greater),
    /// Neither is NaN and `a >= b`.
    ford_ge = Some(Ordering::Greater | Ordering::Equal),
    /// One is NaN, or `a == b`.
    funord_eq = None | Some(Ordering::Equal),
    /// One is NaN, or `a != b`: the `!=` of GLSL.
    funord_ne = None | Some(Ordering::Less | Ordering::Greater),
    /// One is NaN, or `a < b`.
    funord_lt = None | Some(Ordering::Less),
    /// One is NaN, or `a <= b`.
    funord_le = None | Some(Ordering::Less | Ordering::Equal),
    /// One is NaN, or `a > b`.
    funord_gt = None | Some(Ordering::Greater),
    /// One is NaN, or `a >= b`.
    funord_ge = None | Some(Ordering::Greater | Ordering::Equal),
}
