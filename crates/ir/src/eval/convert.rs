//! Conversions between scalar kinds, and bit casts.

use super::scalar::{FloatFormat, ones, sign_extend, truncate};
use crate::types::Scalar;

/// `bits` of type `from` as the type `to`, as a GLSL constructor converts (GLSL 4.60 section 5.4.1).
///
/// Integers wrap: a narrowing cuts, a widening goes by the signedness of the source. Floats round to nearest and
/// ties to even. A float that an integer type cannot hold, which is undefined, goes to the nearest value it can,
/// and NaN to 0. A bool is 0 or 1, and anything but a zero is true.
pub fn convert(from: Scalar, to: Scalar, bits: u64) -> u64 {
    let (source, target) = (FloatFormat::of(from), FloatFormat::of(to));
    let (width, to_width) = (from.width(), to.width());
    match (source, target) {
        (Some(source), _) if to == Scalar::Bool => u64::from(source.decode(bits) != 0.0),
        (None, _) if to == Scalar::Bool => u64::from(bits != 0),
        (Some(source), Some(target)) => float_to_float(source, target, bits),
        (Some(source), None) if to.is_signed() => float_to_signed(source, to_width, bits),
        (Some(source), None) => float_to_unsigned(source, to_width, bits),
        (None, Some(target)) if from.is_signed() => float_from_signed(width, target, bits),
        (None, Some(target)) => float_from_unsigned(width, target, bits),
        (None, None) if from.is_signed() => resize_signed(width, to_width, bits),
        (None, None) => resize_unsigned(width, to_width, bits),
    }
}

/// A float in another format, where numbers out of its range become the largest one (`saturatedConvertEXT`). NaN stays.
pub fn saturate(from: Scalar, to: Scalar, bits: u64) -> u64 {
    let (Some(source), Some(target)) = (FloatFormat::of(from), FloatFormat::of(to)) else { return 0 };
    let (value, largest) = (source.decode(bits), target.largest());
    target.encode(if value.is_nan() { value } else { value.clamp(-largest, largest) })
}

/// An integer of a type as one of another type, sign-extended (`sconvert`).
pub fn sconvert(from: Scalar, to: Scalar, bits: u64) -> u64 {
    resize_signed(from.width(), to.width(), bits)
}

/// An integer of a type as one of another type, zero-extended (`uconvert`).
pub fn uconvert(from: Scalar, to: Scalar, bits: u64) -> u64 {
    resize_unsigned(from.width(), to.width(), bits)
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
    if matches!(format, FloatFormat::E8m0 | FloatFormat::MxInt8) {
        // These are no sign and magnitude.
        return format.encode(value as f64);
    }
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
        FloatFormat::F16
        | FloatFormat::Bf16
        | FloatFormat::E4m3
        | FloatFormat::E5m2
        | FloatFormat::E2m1
        | FloatFormat::E2m3
        | FloatFormat::E3m2
        | FloatFormat::E8m0
        | FloatFormat::MxInt8 => {
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

/// True if a float, truncated, is an integer of the type `to`. Converting any other is undefined (`OpConvertFToS`).
pub fn has_integer(format: FloatFormat, to: Scalar, bits: u64) -> bool {
    let whole = format.decode(bits).trunc();
    let end = 2f64.powi(to.width() as i32 - i32::from(to.is_signed()));
    let least = if to.is_signed() { -end } else { 0.0 };
    whole >= least && whole < end
}

/// A float in another format, rounded once.
pub fn float_to_float(from: FloatFormat, to: FloatFormat, bits: u64) -> u64 {
    to.encode(from.decode(bits))
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
