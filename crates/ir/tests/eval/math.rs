//! Transcendental functions: near the host's, exact at special points, and the same bits everywhere.

use vitrum_ir::eval::{FloatFormat, math};

use crate::samples::{IEEE, Sequence, floats};

type Unary = fn(FloatFormat, u64) -> u64;

type Host = fn(f64) -> f64;

const FUNCTIONS: [(&str, Unary, Host); 20] = [
    ("radians", math::radians, f64::to_radians),
    ("degrees", math::degrees, f64::to_degrees),
    ("sin", math::sin, f64::sin),
    ("cos", math::cos, f64::cos),
    ("tan", math::tan, f64::tan),
    ("asin", math::asin, f64::asin),
    ("acos", math::acos, f64::acos),
    ("atan", math::atan, f64::atan),
    ("sinh", math::sinh, f64::sinh),
    ("cosh", math::cosh, f64::cosh),
    ("tanh", math::tanh, f64::tanh),
    ("asinh", math::asinh, libm::asinh),
    ("acosh", math::acosh, libm::acosh),
    ("atanh", math::atanh, libm::atanh),
    ("exp", math::exp, f64::exp),
    ("exp2", math::exp2, f64::exp2),
    ("log", math::log, f64::ln),
    ("log2", math::log2, f64::log2),
    ("sqrt", vitrum_ir::eval::float::sqrt, f64::sqrt),
    ("inverse_sqrt", vitrum_ir::eval::float::inverse_sqrt, |x| 1.0 / x.sqrt()),
];

/// True if two results are the same or neighbours.
fn near(format: FloatFormat, a: u64, b: u64) -> bool {
    let (x, y) = (format.decode(a), format.decode(b));
    let neighbours = (a as i64 - b as i64).abs() <= 2;
    x.is_nan() && y.is_nan() || x == y || neighbours
}

#[test]
fn close_to_the_host() {
    let mut sequence = Sequence::new(13);
    for format in IEEE {
        let ordinary = (0..2000).map(|_| format.encode((sequence.next() >> 44) as f64 / 65536.0 - 8.0));
        let samples: Vec<u64> = floats(format).into_iter().chain(ordinary).collect();
        for (name, function, host) in FUNCTIONS {
            for &bits in &samples {
                let (result, expected) = (function(format, bits), format.encode(host(format.decode(bits))));
                let input = format.decode(bits);
                assert!(near(format, result, expected), "{name}({input:e}): {result:#x} {expected:#x}");
            }
        }
    }
}

#[test]
fn special_points() {
    let format = FloatFormat::F32;
    let at = |function: Unary, x: f64| format.decode(function(format, format.encode(x)));
    assert_eq!(at(math::exp, f64::NEG_INFINITY), 0.0);
    assert_eq!(at(math::exp, 1000.0), f64::INFINITY);
    assert_eq!(at(math::exp2, -149.0), 2f64.powi(-149));
    assert_eq!(at(math::log, 0.0), f64::NEG_INFINITY);
    assert_eq!(at(math::log2, 8.0), 3.0);
    assert!(at(math::log, -1.0).is_nan() && at(math::asin, 1.5).is_nan() && at(math::acosh, 0.5).is_nan());
    assert_eq!(at(math::atanh, 1.0), f64::INFINITY);
    assert!(at(math::sin, f64::INFINITY).is_nan());
}

#[test]
fn two_arguments() {
    let format = FloatFormat::F32;
    let pow = |x: f64, y: f64| format.decode(math::pow(format, format.encode(x), format.encode(y)));
    assert_eq!((pow(2.0, 10.0), pow(-2.0, 2.0), pow(0.0, 0.0)), (1024.0, 4.0, 1.0));
    assert!(pow(-2.0, 0.5).is_nan());
    let atan = |y: f64, x: f64| format.decode(math::atan2(format, format.encode(y), format.encode(x))) as f32;
    assert_eq!(atan(1.0, 1.0), std::f32::consts::FRAC_PI_4);
    assert_eq!(atan(0.0, -1.0), std::f32::consts::PI);
    assert_eq!((atan(0.0, 0.0), atan(-1.0, 0.0)), (0.0, -std::f32::consts::FRAC_PI_2));
}

/// One number over all functions and many arguments: it changes only if some result does.
#[test]
fn the_same_bits_on_every_host() {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for format in IEEE {
        for bits in floats(format) {
            for (_, function, _) in FUNCTIONS {
                hash = (hash ^ function(format, bits)).wrapping_mul(0x100_0000_01b3);
            }
        }
    }
    assert_eq!(hash, 0x236d_8049_0208_84fe, "{hash:#x}");
}
