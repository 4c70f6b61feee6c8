//! Float arithmetic, rounding to integers, and the common functions.

use super::scalar::FloatFormat;

fn unary(format: FloatFormat, a: u64, apply: impl Fn(f64) -> f64) -> u64 {
    format.encode(apply(format.decode(a)))
}

fn binary(format: FloatFormat, a: u64, b: u64, apply: impl Fn(f64, f64) -> f64) -> u64 {
    format.encode(apply(format.decode(a), format.decode(b)))
}

/// `a + b`.
pub fn fadd(format: FloatFormat, a: u64, b: u64) -> u64 {
    binary(format, a, b, |a, b| a + b)
}

/// `a - b`.
pub fn fsub(format: FloatFormat, a: u64, b: u64) -> u64 {
    binary(format, a, b, |a, b| a - b)
}

/// `a * b`.
pub fn fmul(format: FloatFormat, a: u64, b: u64) -> u64 {
    binary(format, a, b, |a, b| a * b)
}

/// `a / b`.
pub fn fdiv(format: FloatFormat, a: u64, b: u64) -> u64 {
    binary(format, a, b, |a, b| a / b)
}

/// The exact remainder with the sign of `a` (`OpFRem`).
pub fn frem(format: FloatFormat, a: u64, b: u64) -> u64 {
    binary(format, a, b, libm::fmod)
}

/// The remainder with the sign of `b` (`OpFMod`, GLSL `mod`): `a - b * floor(a / b)` without the error that the
/// rounded quotient brings. A zero result is positive.
pub fn fmod(format: FloatFormat, a: u64, b: u64) -> u64 {
    binary(format, a, b, |a, b| {
        let remainder = libm::fmod(a, b);
        if remainder == 0.0 {
            0.0
        } else if (remainder < 0.0) != (b < 0.0) {
            remainder + b
        } else {
            remainder
        }
    })
}

/// `a * b + c`, rounded once.
pub fn fma(format: FloatFormat, a: u64, b: u64, c: u64) -> u64 {
    let (x, y, z) = (format.decode(a), format.decode(b), format.decode(c));
    match format {
        FloatFormat::F64 => format.encode(libm::fma(x, y, z)),
        FloatFormat::F32 => format.encode(f64::from(libm::fmaf(x as f32, y as f32, z as f32))),
        FloatFormat::F16
        | FloatFormat::Bf16
        | FloatFormat::E4m3
        | FloatFormat::E5m2
        | FloatFormat::E2m1
        | FloatFormat::E2m3
        | FloatFormat::E3m2
        | FloatFormat::E8m0
        | FloatFormat::MxInt8 => format.encode(sum_to_odd(x * y, z)),
    }
}

/// `a + b` rounded to odd, so that rounding again to fewer bits is as good as rounding the exact sum. The
/// product that comes here is exact: two small significands have at most 22 bits together.
fn sum_to_odd(a: f64, b: f64) -> f64 {
    let sum = a + b;
    if !sum.is_finite() {
        return sum;
    }
    let b_part = sum - a;
    let error = (a - (sum - b_part)) + (b - b_part);
    let bits = sum.to_bits();
    if error == 0.0 || bits & 1 == 1 {
        return sum;
    }
    // The exact sum lies strictly between two neighbours, one of which is odd.
    let outwards = (error > 0.0) == (sum > 0.0);
    f64::from_bits(if outwards { bits + 1 } else { bits - 1 })
}

/// `-a`: the sign bit is flipped, of NaN too.
pub fn fneg(format: FloatFormat, a: u64) -> u64 {
    a ^ format.sign_bit()
}

/// `|a|`: the sign bit is cleared, of NaN too.
pub fn fabs(format: FloatFormat, a: u64) -> u64 {
    a & !format.sign_bit()
}

/// -1, 0 or 1; NaN stays NaN.
pub fn fsign(format: FloatFormat, a: u64) -> u64 {
    unary(format, a, |a| {
        if a > 0.0 {
            1.0
        } else if a < 0.0 {
            -1.0
        } else if a == 0.0 {
            0.0
        } else {
            a
        }
    })
}

/// The nearest integer that is not above.
pub fn floor(format: FloatFormat, a: u64) -> u64 {
    unary(format, a, f64::floor)
}

/// The nearest integer that is not below.
pub fn ceil(format: FloatFormat, a: u64) -> u64 {
    unary(format, a, f64::ceil)
}

/// The integer part.
pub fn trunc(format: FloatFormat, a: u64) -> u64 {
    unary(format, a, f64::trunc)
}

/// The nearest integer; of a half, the even one. GLSL leaves the choice, and most hardware does this.
pub fn round(format: FloatFormat, a: u64) -> u64 {
    round_even(format, a)
}

/// The nearest integer; of a half, the even one.
pub fn round_even(format: FloatFormat, a: u64) -> u64 {
    unary(format, a, f64::round_ties_even)
}

/// `a - floor(a)`. That is 1 for a small negative number, by the formula of GLSL 4.60 section 8.3.
pub fn fract(format: FloatFormat, a: u64) -> u64 {
    unary(format, a, |a| a - a.floor())
}

/// `b < a ? b : a`, so `a` if one is NaN.
pub fn fmin(format: FloatFormat, a: u64, b: u64) -> u64 {
    if format.decode(b) < format.decode(a) { b } else { a }
}

/// `a < b ? b : a`, so `a` if one is NaN.
pub fn fmax(format: FloatFormat, a: u64, b: u64) -> u64 {
    if format.decode(a) < format.decode(b) { b } else { a }
}

/// `min(max(x, low), high)`.
pub fn fclamp(format: FloatFormat, x: u64, low: u64, high: u64) -> u64 {
    fmin(format, fmax(format, x, low), high)
}

/// The minimum; of a number and a NaN, the number.
pub fn nmin(format: FloatFormat, a: u64, b: u64) -> u64 {
    if format.decode(a).is_nan() { b } else { fmin(format, a, b) }
}

/// The maximum; of a number and a NaN, the number.
pub fn nmax(format: FloatFormat, a: u64, b: u64) -> u64 {
    if format.decode(a).is_nan() { b } else { fmax(format, a, b) }
}

/// `nmin(nmax(x, low), high)`: NaN becomes `low`.
pub fn nclamp(format: FloatFormat, x: u64, low: u64, high: u64) -> u64 {
    nmin(format, nmax(format, x, low), high)
}

/// `x * (1 - a) + y * a`.
pub fn mix(format: FloatFormat, x: u64, y: u64, a: u64) -> u64 {
    let (x, y, a) = (format.decode(x), format.decode(y), format.decode(a));
    format.encode(x * (1.0 - a) + y * a)
}

/// `x < edge ? 0 : 1`.
pub fn step(format: FloatFormat, edge: u64, x: u64) -> u64 {
    if format.decode(x) < format.decode(edge) { 0 } else { format.one() }
}

/// The Hermite interpolation between 0 and 1. Where `low >= high`, which is undefined, the formula still holds.
pub fn smoothstep(format: FloatFormat, low: u64, high: u64, x: u64) -> u64 {
    let (low, high, x) = (format.decode(low), format.decode(high), format.decode(x));
    // Written so that a NaN gives 0, as the clamp of most hardware does.
    let t = (x - low) / (high - low);
    let t = if t > 0.0 { if t < 1.0 { t } else { 1.0 } } else { 0.0 };
    format.encode(t * t * (3.0 - 2.0 * t))
}

/// The square root.
pub fn sqrt(format: FloatFormat, a: u64) -> u64 {
    unary(format, a, f64::sqrt)
}

/// `1 / sqrt(a)`.
pub fn inverse_sqrt(format: FloatFormat, a: u64) -> u64 {
    unary(format, a, |a| 1.0 / a.sqrt())
}

/// `a * 2^exponent`. Beyond the range, which is undefined, that is an infinity; below it, a subnormal or zero.
pub fn ldexp(format: FloatFormat, a: u64, exponent: i32) -> u64 {
    unary(format, a, |a| libm::scalbn(a, exponent))
}

/// The significand in [0.5, 1) and the exponent. Zero has exponent 0; so have infinity and NaN, which are
/// undefined, and which are their own significand.
pub fn frexp(format: FloatFormat, a: u64) -> (u64, i32) {
    let value = format.decode(a);
    if value == 0.0 || !value.is_finite() {
        return (a, 0);
    }
    let (significand, exponent) = libm::frexp(value);
    (format.encode(significand), exponent)
}

/// The fraction and the whole part, both with the sign of `a`; an infinity has the fraction zero.
pub fn modf(format: FloatFormat, a: u64) -> (u64, u64) {
    let value = format.decode(a);
    let whole = value.trunc();
    let fraction = if value.is_infinite() { 0.0 } else { value - whole };
    (format.encode(fraction.copysign(value)), format.encode(whole))
}

/// True if `a` is a NaN.
pub fn is_nan(format: FloatFormat, a: u64) -> bool {
    format.decode(a).is_nan()
}

/// True if `a` is an infinity.
pub fn is_inf(format: FloatFormat, a: u64) -> bool {
    format.decode(a).is_infinite()
}
