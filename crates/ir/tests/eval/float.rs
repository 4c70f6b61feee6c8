//! Float arithmetic: against native `f32` and `f64`, and halves against exact integer arithmetic.

use vitrum_ir::eval::{FloatFormat, compare, float};

use crate::samples::{IEEE, Sequence, floats};

/// The bits of a native result, with the NaN made canonical.
fn bits32(value: f32) -> u64 {
    if value.is_nan() { FloatFormat::F32.nan() } else { u64::from(value.to_bits()) }
}

fn bits64(value: f64) -> u64 {
    if value.is_nan() { FloatFormat::F64.nan() } else { value.to_bits() }
}

fn single(value: f32) -> u64 {
    u64::from(value.to_bits())
}

fn value(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

#[test]
fn basic_operations_are_native() {
    for &a in &floats(FloatFormat::F32) {
        let x = value(a);
        assert_eq!(float::sqrt(FloatFormat::F32, a), bits32(x.sqrt()));
        for &b in &floats(FloatFormat::F32) {
            let y = value(b);
            assert_eq!(float::fadd(FloatFormat::F32, a, b), bits32(x + y), "{x:e} + {y:e}");
            assert_eq!(float::fsub(FloatFormat::F32, a, b), bits32(x - y), "{x:e} - {y:e}");
            assert_eq!(float::fmul(FloatFormat::F32, a, b), bits32(x * y), "{x:e} * {y:e}");
            assert_eq!(float::fdiv(FloatFormat::F32, a, b), bits32(x / y), "{x:e} / {y:e}");
            assert_eq!(float::frem(FloatFormat::F32, a, b), bits32(x % y), "{x:e} % {y:e}");
        }
    }
    for &a in &floats(FloatFormat::F64) {
        for &b in &floats(FloatFormat::F64) {
            let (x, y) = (f64::from_bits(a), f64::from_bits(b));
            assert_eq!(float::fadd(FloatFormat::F64, a, b), bits64(x + y));
            assert_eq!(float::fmul(FloatFormat::F64, a, b), bits64(x * y));
            assert_eq!(float::fdiv(FloatFormat::F64, a, b), bits64(x / y));
        }
    }
}

#[test]
fn random_division_is_native() {
    let mut sequence = Sequence::new(5);
    for _ in 0..200_000 {
        let (a, b) = (sequence.next() & 0xffff_ffff, sequence.next() & 0xffff_ffff);
        assert_eq!(float::fdiv(FloatFormat::F32, a, b), bits32(value(a) / value(b)));
        assert_eq!(float::sqrt(FloatFormat::F32, a), bits32(value(a).sqrt()));
    }
}

#[test]
fn fused_multiply_add() {
    for &a in floats(FloatFormat::F32).iter().step_by(3) {
        for &b in floats(FloatFormat::F32).iter().step_by(2) {
            for &c in floats(FloatFormat::F32).iter().step_by(5) {
                let expected = bits32(value(a).mul_add(value(b), value(c)));
                assert_eq!(float::fma(FloatFormat::F32, a, b, c), expected);
            }
        }
    }
}

/// A finite half as a multiple of 2^-48, the last place of any product of two.
fn scaled(bits: u64) -> i128 {
    (FloatFormat::F16.decode(bits) * 2f64.powi(24)) as i128
}

/// The half nearest to `sum * 2^-48`, by search over all halves in order.
fn nearest_half(sum: i128) -> u64 {
    let magnitude = sum.unsigned_abs() as i128;
    let (mut low, mut high) = (0u64, 0x7c00u64);
    let place = |bits: u64| if bits == 0x7c00 { 65536i128 << 48 } else { scaled(bits) << 24 };
    while high - low > 1 {
        let middle = (low + high) / 2;
        if place(middle) <= magnitude { low = middle } else { high = middle }
    }
    let (below, above) = (magnitude - place(low), place(high) - magnitude);
    let up = above < below || above == below && low & 1 == 1;
    let rounded = if magnitude >= place(0x7c00) {
        0x7c00
    } else if up {
        high
    } else {
        low
    };
    rounded | if sum < 0 { 0x8000 } else { 0 }
}

#[test]
fn half_arithmetic_rounds_once() {
    let finite = |bits: &u64| FloatFormat::F16.decode(*bits).is_finite();
    let values: Vec<u64> = floats(FloatFormat::F16).into_iter().filter(finite).collect();
    let is_zero = |sum: i128| sum == 0;
    for &a in &values {
        for &b in &values {
            let product = scaled(a) * scaled(b);
            if !is_zero(product) {
                assert_eq!(float::fmul(FloatFormat::F16, a, b), nearest_half(product));
            }
            let sum = (scaled(a) + scaled(b)) << 24;
            if !is_zero(sum) {
                assert_eq!(float::fadd(FloatFormat::F16, a, b), nearest_half(sum));
            }
            for &c in values.iter().step_by(7) {
                let sum = product + (scaled(c) << 24);
                if !is_zero(sum) {
                    let result = float::fma(FloatFormat::F16, a, b, c);
                    assert_eq!(result, nearest_half(sum), "{a:#x} * {b:#x} + {c:#x}");
                }
            }
        }
    }
}

#[test]
fn rounding_to_integers() {
    for bits in floats(FloatFormat::F32) {
        let x = value(bits);
        assert_eq!(float::floor(FloatFormat::F32, bits), bits32(x.floor()));
        assert_eq!(float::ceil(FloatFormat::F32, bits), bits32(x.ceil()));
        assert_eq!(float::trunc(FloatFormat::F32, bits), bits32(x.trunc()));
        assert_eq!(float::round_even(FloatFormat::F32, bits), bits32(x.round_ties_even()));
        assert_eq!(float::fract(FloatFormat::F32, bits), bits32(x - x.floor()), "{x:e}");
    }
    for (x, expected) in [(0.5, 0.0), (1.5, 2.0), (2.5, 2.0), (-0.5, -0.0)] {
        assert_eq!(float::round(FloatFormat::F32, single(x)), single(expected));
    }
}

#[test]
fn sign_bit_operations_keep_nan() {
    for format in IEEE {
        let nan = format.nan() | format.sign_bit() | 1;
        assert_eq!(float::fneg(format, nan), format.nan() | 1);
        assert_eq!(float::fabs(format, nan), format.nan() | 1);
        assert_eq!(float::fneg(format, 0), format.sign_bit());
        assert_eq!(float::fsign(format, format.sign_bit()), 0);
        assert_eq!(float::fsign(format, format.encode(-3.0)), format.encode(-1.0));
    }
}

#[test]
fn modulo_has_the_sign_of_the_divisor() {
    let cases = [(5.5, 2.0, 1.5), (-5.5, 2.0, 0.5), (5.5, -2.0, -0.5), (-5.5, -2.0, -1.5), (4.0, 2.0, 0.0)];
    for (x, y, expected) in cases {
        assert_eq!(value(float::fmod(FloatFormat::F32, single(x), single(y))), expected, "{x} mod {y}");
    }
    assert_eq!(value(float::frem(FloatFormat::F32, single(-5.5), single(2.0))), -1.5);
    assert_eq!(float::fmod(FloatFormat::F32, single(1.0), 0), FloatFormat::F32.nan());
}

#[test]
fn nan_in_minimum_and_maximum() {
    let format = FloatFormat::F32;
    let (one, nan) = (format.one(), format.nan());
    assert_eq!((float::fmin(format, nan, one), float::fmin(format, one, nan)), (nan, one));
    for operation in [float::nmin, float::nmax] {
        assert_eq!((operation(format, nan, one), operation(format, one, nan)), (one, one));
        assert!(float::is_nan(format, operation(format, nan, nan)));
    }
    assert_eq!(float::nclamp(format, nan, 0, one), 0);
    assert_eq!(float::fclamp(format, single(3.0), 0, one), one);
    assert_eq!(float::fmax(format, single(2.0), one), single(2.0));
}

#[test]
fn interpolation() {
    let format = FloatFormat::F32;
    assert_eq!(float::mix(format, single(2.0), single(4.0), single(0.25)), single(2.5));
    assert_eq!(float::step(format, single(0.5), single(0.25)), 0);
    assert_eq!(float::step(format, single(0.5), single(0.5)), format.one());
    for (x, expected) in [(-1.0, 0.0), (0.25, 0.15625), (0.5, 0.5), (2.0, 1.0)] {
        assert_eq!(float::smoothstep(format, 0, format.one(), single(x)), single(expected));
    }
}

#[test]
fn splitting() {
    for format in IEEE {
        for bits in floats(format) {
            let number = format.decode(bits);
            let (fraction, whole) = float::modf(format, bits);
            let (significand, exponent) = float::frexp(format, bits);
            if number.is_finite() {
                assert_eq!(
                    float::fadd(format, fraction, whole) & !format.sign_bit(),
                    bits & !format.sign_bit()
                );
                assert_eq!(format.decode(whole), number.trunc());
                assert_eq!(float::ldexp(format, significand, exponent), bits);
                let range = format.decode(significand).abs();
                assert!(number == 0.0 || (0.5..1.0).contains(&range));
            }
        }
    }
    let format = FloatFormat::F32;
    assert_eq!(float::modf(format, format.encode(f64::NEG_INFINITY)), (1 << 31, 0xff80_0000));
    assert_eq!(float::ldexp(format, format.one(), i32::MAX), 0x7f80_0000);
    assert_eq!(float::ldexp(format, format.one(), -149), 1);
    assert_eq!(float::ldexp(format, format.one(), i32::MIN), 0);
    assert_eq!(float::ldexp(FloatFormat::F64, FloatFormat::F64.one(), -1074), 1);
}

#[test]
fn comparisons() {
    let format = FloatFormat::F32;
    for &a in &floats(format) {
        for &b in &floats(format) {
            let (x, y) = (value(a), value(b));
            let unordered = x.is_nan() || y.is_nan();
            assert_eq!(compare::ford_eq(format, a, b), x == y);
            assert_eq!(compare::ford_ne(format, a, b), !unordered && x != y);
            assert_eq!(compare::ford_lt(format, a, b), x < y);
            assert_eq!(compare::ford_le(format, a, b), x <= y);
            assert_eq!(compare::ford_gt(format, a, b), x > y);
            assert_eq!(compare::ford_ge(format, a, b), x >= y);
            assert_eq!(compare::funord_eq(format, a, b), unordered || x == y);
            assert_eq!(compare::funord_ne(format, a, b), x != y);
            assert_eq!(compare::funord_lt(format, a, b), unordered || x < y);
            assert_eq!(compare::funord_le(format, a, b), unordered || x <= y);
            assert_eq!(compare::funord_gt(format, a, b), unordered || x > y);
            assert_eq!(compare::funord_ge(format, a, b), unordered || x >= y);
        }
    }
    assert!(compare::slt(8, 0x80, 1) && compare::ugt(8, 0x80, 1));
    assert!(compare::sle(8, 5, 5) && compare::sge(8, 5, 5) && !compare::sgt(8, 5, 5));
    assert!(compare::ule(64, 0, u64::MAX) && compare::uge(8, 5, 5) && compare::ult(8, 4, 5));
}
