//! Conversions between scalar kinds, and bit casts.

use super::scalar::{FloatFormat, ScalarKind, ones, sign_extend, truncate};

/// `bits` of kind `from` as the kind `to`, as a GLSL constructor converts (GLSL 4.60 section 5.4.1).
///
/// Integers wrap: a narrowing cut, a widening by the signedness of the source. Floats round to nearest and ties
/// to even. A float that an integer type cannot hold, which is undefined, goes to the nearest value it can, and
/// NaN to 0. Any bool source is 0 or 1, and anything but a zero is true.
pub fn convert(from: ScalarKind, to: ScalarKind, bits: u64) -> u64 {
    match from {
        ScalarKind::Bool => match to {
            ScalarKind::Bool => bits & 1,
            ScalarKind::Int(_) | ScalarKind::Uint(_) => bits & 1,
            ScalarKind::Float(format) => {
                if bits & 1 == 0 {
                    0
                } else {
                    format.one()
                }
            }
        },
        ScalarKind::Int(width) => match to {
            ScalarKind::Bool => u64::from(bits != 0),
            ScalarKind::Int(to) | ScalarKind::Uint(to) => resize_signed(width, to, bits),
            ScalarKind::Float(format) => float_from_signed(width, format, bits),
        },
        ScalarKind::Uint(width) => match to {
            ScalarKind::Bool => u64::from(bits != 0),
            ScalarKind::Int(to) | ScalarKind::Uint(to) => resize_unsigned(width, to, bits),
            ScalarKind::Float(format) => float_from_unsigned(width, format, bits),
        },
        ScalarKind::Float(format) => match to {
            ScalarKind::Bool => u64::from(format.decode(bits) != 0.0),
            ScalarKind::Int(to) => float_to_signed(format, to, bits),
            ScalarKind::Uint(to) => float_to_unsigned(format, to, bits),
            ScalarKind::Float(to) => float_to_float(format, to, bits),
        },
    }
}

/// A signed integer cut or sign-extended to `to` bits (`OpSConvert`).
pub fn resize_signed(width: u32, to: u32, bits: u64) -> u64 {
    truncate(to, sign_extend(width, bits) as u64)
}

/// An unsigned integer cut or zero-extended to `to` bits (`OpUConvert`).
pub fn resize_unsigned(width: u32, to: u32, bits: u64) -> u64 {
    truncate(to, truncate(width, bits))
}

/// A signed integer as the nearest float.
pub fn float_from_signed(width: u32, format: FloatFormat, bits: u64) -> u64 {
    let value = sign_extend(width, bits);
    round_integer(format, value.unsigned_abs()) | if value < 0 { format.sign_bit() } else { 0 }
}

/// An unsigned integer as the nearest float.
pub fn float_from_unsigned(width: u32, format: FloatFormat, bits: u64) -> u64 {
    round_integer(format, truncate(width, bits))
}

/// The float nearest to `value`, rounded once.
fn round_integer(format: FloatFormat, value: u64) -> u64 {
    // A small format goes through f64, which holds the upper 51 bits of a long integer and one that stands for
    // all bits below them, so that the rounding sees that something was lost.
    match format {
        FloatFormat::F64 => (value as f64).to_bits(),
        FloatFormat::F32 => u64::from((value as f32).to_bits()),
        FloatFormat::F16 | FloatFormat::Bf16 | FloatFormat::E4m3 | FloatFormat::E5m2 => {
            let sticky = u64::from(value & ones(12) != 0);
            let exact = if value >> 52 == 0 { value } else { value & !ones(12) | sticky << 12 };
            format.encode(exact as f64)
        }
    }
}

/// A float truncated to a signed integer (`OpConvertFToS`); out of range it saturates, and NaN gives 0.
pub fn float_to_signed(format: FloatFormat, to: u32, bits: u64) -> u64 {
    let limit = (ones(to) >> 1) as i64;
    truncate(to, (format.decode(bits) as i64).clamp(-limit - 1, limit) as u64)
}

/// A float truncated to an unsigned integer (`OpConvertFToU`); out of range it saturates, and NaN gives 0.
pub fn float_to_unsigned(format: FloatFormat, to: u32, bits: u64) -> u64 {
    (format.decode(bits) as u64).min(ones(to))
}

/// A float in another format, rounded once.
pub fn float_to_float(from: FloatFormat, to: FloatFormat, bits: u64) -> u64 {
    to.encode(from.decode(bits))
}

/// The value of an `f32` after a round trip through 16 bits (`OpQuantizeToF16`): what is below the smallest
/// normal half becomes a zero of its sign.
pub fn quantize_to_f16(bits: u64) -> u64 {
    let half = float_to_float(FloatFormat::F32, FloatFormat::F16, bits);
    let subnormal = half & 0x7c00 == 0;
    let kept = if subnormal { half & FloatFormat::F16.sign_bit() } else { half };
    float_to_float(FloatFormat::F16, FloatFormat::F32, kept)
}

/// Components of `from` bits each, read again as components of `to` bits, the lowest first (`OpBitcast`); none
/// if the total widths differ.
pub fn bitcast(from: u32, to: u32, components: &[u64]) -> Option<Vec<u64>> {
    if from == to {
        return Some(components.to_vec());
    }
    if from == 0 || to == 0 || from > 64 || to > 64 {
        return None;
    }
    if from > to {
        let parts = from / to;
        if !from.is_multiple_of(to) {
            return None;
        }
        let split = |&bits: &u64| (0..parts).map(move |part| truncate(to, bits >> (part * to)));
        return Some(components.iter().flat_map(split).collect());
    }
    let parts = (to / from) as usize;
    if !to.is_multiple_of(from) || !components.len().is_multiple_of(parts) {
        return None;
    }
    let join = |chunk: &[u64]| chunk.iter().rev().fold(0, |bits, &part| bits << from | truncate(from, part));
    Some(components.chunks(parts).map(join).collect())
}
