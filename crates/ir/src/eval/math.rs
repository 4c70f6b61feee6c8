//! Angles, trigonometry, exponentials and logarithms.
//!
//! All go through `libm` in `f64`. Outside a function's domain the result is what C gives: a NaN (`log(-1)`,
//! `asin(2)`), an infinity (`log(0)`, `atanh(1)`), or a limit (`atan(0, 0)` is 0, `pow(-2, 2)` is 4).

use super::scalar::FloatFormat;

macro_rules! unary_functions {
    ($($(#[$doc:meta])* $name:ident = $apply:expr;)*) => {$(
        $(#[$doc])*
        pub fn $name(format: FloatFormat, a: u64) -> u64 {
            let apply: fn(f64) -> f64 = $apply;
            format.encode(apply(format.decode(a)))
        }
    )*};
}

unary_functions! {
    /// Degrees to radians.
    radians = |a| a * (std::f64::consts::PI / 180.0);
    /// Radians to degrees.
    degrees = |a| a * (180.0 / std::f64::consts::PI);
    /// The sine of an angle in radians.
    sin = libm::sin;
    /// The cosine.
    cos = libm::cos;
    /// The tangent.
    tan = libm::tan;
    /// The angle whose sine is `a`.
    asin = libm::asin;
    /// The angle whose cosine is `a`.
    acos = libm::acos;
    /// The angle whose tangent is `a`.
    atan = libm::atan;
    /// The hyperbolic sine.
    sinh = libm::sinh;
    /// The hyperbolic cosine.
    cosh = libm::cosh;
    /// The hyperbolic tangent.
    tanh = libm::tanh;
    /// The inverse of [`sinh`].
    asinh = libm::asinh;
    /// The inverse of [`cosh`].
    acosh = libm::acosh;
    /// The inverse of [`tanh`].
    atanh = libm::atanh;
    /// The natural exponential.
    exp = libm::exp;
    /// Two to the power of `a`.
    exp2 = libm::exp2;
    /// The natural logarithm.
    log = libm::log;
    /// The logarithm to base two.
    log2 = libm::log2;
}

/// The angle of the point (`x`, `y`), in [-pi, pi].
pub fn atan2(format: FloatFormat, y: u64, x: u64) -> u64 {
    format.encode(libm::atan2(format.decode(y), format.decode(x)))
}

/// `x` to the power of `y`.
pub fn pow(format: FloatFormat, x: u64, y: u64) -> u64 {
    format.encode(libm::pow(format.decode(x), format.decode(y)))
}
