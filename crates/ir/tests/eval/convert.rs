//! Conversions: halves exhaustively, against a search for the nearest value.

use vitrum_ir::eval::FloatFormat;
use vitrum_ir::eval::convert::{bitcast, convert, saturate};
use vitrum_ir::eval::scalar::{ones, sign_extend};
use vitrum_ir::types::Scalar;

use crate::samples::{IEEE, Sequence, floats, integers};

const SMALL: [FloatFormat; 4] = [FloatFormat::F16, FloatFormat::Bf16, FloatFormat::E4m3, FloatFormat::E5m2];

fn signed(width: u32) -> Scalar {
    match width {
        8 => Scalar::I8,
        16 => Scalar::I16,
        32 => Scalar::I32,
        _ => Scalar::I64,
    }
}

fn unsigned(width: u32) -> Scalar {
    match width {
        8 => Scalar::U8,
        16 => Scalar::U16,
        32 => Scalar::U32,
        _ => Scalar::U64,
    }
}

fn float(format: FloatFormat) -> Scalar {
    match format {
        FloatFormat::F16 => Scalar::F16,
        FloatFormat::F32 => Scalar::F32,
        FloatFormat::F64 => Scalar::F64,
        FloatFormat::Bf16 => Scalar::Bf16,
        FloatFormat::E4m3 => Scalar::F8E4M3,
        FloatFormat::E5m2 => Scalar::F8E5M2,
        FloatFormat::E2m1 => Scalar::F4E2M1,
        FloatFormat::E2m3 => Scalar::F6E2M3,
        FloatFormat::E3m2 => Scalar::F6E3M2,
        FloatFormat::E8m0 => Scalar::F8E8M0,
        FloatFormat::MxInt8 => Scalar::MxInt8,
    }
}

fn shape(format: FloatFormat) -> (i32, i32) {
    match format {
        FloatFormat::F16 => (5, 10),
        FloatFormat::Bf16 => (8, 7),
        FloatFormat::E4m3 => (4, 3),
        FloatFormat::E5m2 => (5, 2),
        FloatFormat::F32 => (8, 23),
        FloatFormat::F64 => (11, 52),
        FloatFormat::E2m1 => (2, 1),
        FloatFormat::E2m3 => (2, 3),
        FloatFormat::E3m2 => (3, 2),
        FloatFormat::E8m0 => (8, 0),
        FloatFormat::MxInt8 => (0, 7),
    }
}

/// The value by the definition of the format; none for what is not finite.
fn reference_value(format: FloatFormat, bits: u64) -> Option<f64> {
    let (exponent_bits, mantissa_bits) = shape(format);
    let bias = (1 << (exponent_bits - 1)) - 1;
    let exponent = (bits >> mantissa_bits) as i32 & ((1 << exponent_bits) - 1);
    let fraction = (bits & ones(mantissa_bits as u32)) as f64 / 2f64.powi(mantissa_bits);
    let last = exponent == (1 << exponent_bits) - 1;
    let special = if format == FloatFormat::E4m3 { last && bits & 7 == 7 } else { last };
    let magnitude = match exponent {
        0 => fraction * 2f64.powi(1 - bias),
        _ => (1.0 + fraction) * 2f64.powi(exponent - bias),
    };
    (!special).then_some(if bits & format.sign_bit() == 0 { magnitude } else { -magnitude })
}

#[test]
fn small_formats_decode_by_definition_and_round_trip() {
    for format in SMALL {
        for bits in 0..1u64 << format.width() {
            let value = format.decode(bits);
            match reference_value(format, bits) {
                Some(expected) => {
                    assert_eq!(value.to_bits(), expected.to_bits(), "{format:?} {bits:#x}");
                    assert_eq!(format.encode(value), bits);
                }
                None if value.is_nan() => assert_eq!(format.encode(value), format.nan()),
                None => assert_eq!(format.encode(value), bits),
            }
        }
    }
}

/// Between two neighbours: just below the middle, the middle, just above it.
#[test]
fn small_formats_round_to_nearest_even() {
    for format in SMALL {
        for low in 0..format.sign_bit() {
            let (Some(below), next) = (reference_value(format, low), reference_value(format, low + 1)) else {
                continue;
            };
            // Beyond the largest number the next one counts as if the exponent went on.
            let above = next.unwrap_or_else(|| 2.0 * below - reference_value(format, low - 1).unwrap_or(0.0));
            let overflow = if format == FloatFormat::E4m3 { format.nan() } else { low + 1 };
            let high = if next.is_some() { low + 1 } else { overflow };
            let middle = (below + above) / 2.0;
            let even = if low & 1 == 0 { low } else { high };
            let near = |delta: i64| f64::from_bits((middle.to_bits() as i64 + delta) as u64);
            for (value, expected) in [(near(-1), low), (middle, even), (near(1), high)] {
                assert_eq!(format.encode(value), expected, "{format:?} {value:e}");
                assert_eq!(format.encode(-value), expected | format.sign_bit());
            }
        }
    }
}

#[test]
fn saturation_gives_the_largest_number() {
    let single = |value: f32| u64::from(value.to_bits());
    for (to, largest, nan) in [(Scalar::F8E4M3, 0x7e, 0x7f), (Scalar::F8E5M2, 0x7b, 0x7e)] {
        for (value, expected) in [
            (f32::INFINITY, largest),
            (1e9, largest),
            (f32::NEG_INFINITY, largest | 0x80),
            (f32::NAN, nan),
            (1.0, FloatFormat::of(to).map_or(0, FloatFormat::one)),
        ] {
            assert_eq!(saturate(Scalar::F32, to, single(value)), expected, "{to:?} {value:e}");
        }
    }
    assert_eq!(FloatFormat::E4m3.largest(), 448.0);
    assert_eq!(FloatFormat::E5m2.largest(), 57344.0);
    assert_eq!(FloatFormat::F16.largest(), 65504.0);
}

#[test]
fn known_halves() {
    let cases = [
        (1.0, 0x3c00),
        (65504.0, 0x7bff),
        (65519.99, 0x7bff),
        (65520.0, 0x7c00),
        (5.960_464_477_539_063e-8, 0x0001),
        (2.980_232_238_769_531_3e-8, 0x0000),
        (2.980_232_238_769_532e-8, 0x0001),
        (6.097_555_160_522_461e-5, 0x03ff),
        (-0.0, 0x8000),
        (f64::NEG_INFINITY, 0xfc00),
        (f64::NAN, 0x7e00),
        (1e-320, 0),
    ];
    for (value, bits) in cases {
        assert_eq!(FloatFormat::F16.encode(value), bits, "{value:e}");
    }
}

#[test]
fn integers_to_integers_wrap() {
    for from in [8, 16, 32, 64] {
        for to in [8, 16, 32, 64] {
            for bits in integers(from) {
                let wrapped = sign_extend(from, bits) as u64 & ones(to);
                assert_eq!(convert(signed(from), signed(to), bits), wrapped);
                assert_eq!(convert(signed(from), unsigned(to), bits), wrapped);
                assert_eq!(convert(unsigned(from), signed(to), bits), bits & ones(to));
                assert_eq!(convert(unsigned(from), unsigned(to), bits), bits & ones(to));
            }
        }
    }
}

#[test]
fn integers_to_floats_are_nearest() {
    for width in [8, 16, 32, 64] {
        for bits in integers(width) {
            let value = sign_extend(width, bits);
            let f32_bits = u64::from((value as f32).to_bits());
            let f64_bits = (value as f64).to_bits();
            assert_eq!(convert(signed(width), Scalar::F32, bits), f32_bits);
            assert_eq!(convert(signed(width), Scalar::F64, bits), f64_bits);
            let f32_bits = u64::from((bits as f32).to_bits());
            assert_eq!(convert(unsigned(width), Scalar::F32, bits), f32_bits);
        }
    }
    // Halfway between two bfloat16 numbers, and one more than that, which f64 alone would lose.
    let half = (1u64 << 63) + (1 << 55);
    let to_bf16 = |bits| convert(Scalar::U64, Scalar::Bf16, bits);
    assert_eq!(to_bf16(half), 0x5f00);
    assert_eq!(to_bf16(half + 1), 0x5f01);
    let to_half = |value: i64| convert(Scalar::I64, Scalar::F16, value as u64);
    assert_eq!(
        (to_half(2049), to_half(2051), to_half(-65519), to_half(-65520)),
        (0x6800, 0x6802, 0xfbff, 0xfc00)
    );
}

#[test]
fn floats_to_integers_truncate_and_saturate() {
    for format in IEEE {
        for bits in floats(format) {
            let value = format.decode(bits).trunc();
            for width in [8, 16, 32, 64] {
                let (low, high) = (-(2f64.powi(width - 1)), 2f64.powi(width - 1));
                let expected = if value.is_nan() {
                    0
                } else if value < low {
                    1 << (width - 1)
                } else if value >= high {
                    ones(width as u32 - 1)
                } else {
                    value as i128 as u64 & ones(width as u32)
                };
                let width = width as u32;
                assert_eq!(convert(float(format), signed(width), bits), expected);
                let expected = if value.is_nan() || value < 0.0 {
                    0
                } else if value >= 2f64.powi(width as i32) {
                    ones(width)
                } else {
                    value as u128 as u64
                };
                assert_eq!(convert(float(format), unsigned(width), bits), expected);
            }
        }
    }
}

#[test]
fn bools() {
    let f32_kind = Scalar::F32;
    assert_eq!(convert(Scalar::Bool, f32_kind, 1), 0x3f80_0000);
    assert_eq!(convert(Scalar::Bool, Scalar::I64, 1), 1);
    assert_eq!(convert(f32_kind, Scalar::Bool, 0x8000_0000), 0);
    assert_eq!(convert(f32_kind, Scalar::Bool, FloatFormat::F32.nan()), 1);
    assert_eq!(convert(Scalar::I8, Scalar::Bool, 0x80), 1);
    assert_eq!(convert(Scalar::Bool, Scalar::Bool, 1), 1);
}

#[test]
fn floats_to_floats() {
    let mut sequence = Sequence::new(11);
    for _ in 0..2000 {
        let bits = sequence.next();
        let value = f64::from_bits(bits);
        let expected = if value.is_nan() { 0x7fc0_0000 } else { u64::from((value as f32).to_bits()) };
        assert_eq!(convert(Scalar::F64, Scalar::F32, bits), expected);
    }
}

#[test]
fn bit_casts() {
    assert_eq!(bitcast(32, 64, &[1, 2]), Some(vec![0x2_0000_0001]));
    assert_eq!(bitcast(64, 32, &[0x2_0000_0001]), Some(vec![1, 2]));
    assert_eq!(bitcast(32, 8, &[0x0403_0201]), Some(vec![1, 2, 3, 4]));
    assert_eq!(bitcast(16, 64, &[1, 2, 3, 4]), Some(vec![0x0004_0003_0002_0001]));
    assert_eq!(bitcast(32, 32, &[7, 8]), Some(vec![7, 8]));
    assert_eq!(bitcast(32, 64, &[1, 2, 3]), None);
}

#[test]
fn microscaling_formats_hold_every_value_they_name() {
    let formats =
        [FloatFormat::E2m1, FloatFormat::E2m3, FloatFormat::E3m2, FloatFormat::E8m0, FloatFormat::MxInt8];
    for format in formats {
        for bits in 0..1u64 << format.width() {
            let value = format.decode(bits);
            // -2 is never made, and a zero may have either sign.
            let is_made = !(format == FloatFormat::MxInt8 && bits == 0x80);
            if is_made {
                assert_eq!(format.encode(value), bits, "{format:?} {bits:#x}");
            }
        }
    }
    assert_eq!(FloatFormat::E2m1.largest(), 6.0);
    assert_eq!(FloatFormat::E2m3.largest(), 7.5);
    assert_eq!(FloatFormat::E3m2.largest(), 28.0);
    assert_eq!(FloatFormat::E8m0.largest(), 2f64.powi(127));
    assert_eq!(FloatFormat::MxInt8.largest(), 127.0 / 64.0);
}

#[test]
fn microscaling_formats_saturate_and_round_to_even() {
    for (format, value, bits) in [
        (FloatFormat::E2m1, 10.0, 7),
        (FloatFormat::E2m1, f64::NEG_INFINITY, 15),
        (FloatFormat::E2m1, 2.5, 4),
        (FloatFormat::E2m1, 0.25, 0),
        (FloatFormat::E3m2, 20.0, 29),
        (FloatFormat::E8m0, 10.0, 130),
        (FloatFormat::E8m0, 12.0, 131),
        (FloatFormat::E8m0, 0.0, 0),
        (FloatFormat::E8m0, -100.0, 0),
        (FloatFormat::E8m0, 1e60, 254),
        (FloatFormat::E8m0, f64::INFINITY, 255),
        (FloatFormat::E8m0, f64::NAN, 255),
        (FloatFormat::MxInt8, -100.0, 0x81),
        (FloatFormat::MxInt8, 10.0, 0x7f),
        (FloatFormat::MxInt8, -1.0 / 64.0, 0xff),
    ] {
        assert_eq!(format.encode(value), bits, "{format:?} {value}");
    }
    assert_eq!(convert(Scalar::I32, Scalar::MxInt8, 0xffff_ffff), 0xc0);
    assert_eq!(convert(Scalar::I32, Scalar::F8E8M0, 0xffff_ffff), 0);
}
