//! The packing functions of GLSL 4.60 section 8.4: normalised integers and halves in a `uint`.
//!
//! `packDouble2x32`, `packInt2x32` and their kind move bits only and are [`bitcast`](super::convert::bitcast)s.

use super::scalar::{FloatFormat, sign_extend, truncate};

const SOURCE: FloatFormat = FloatFormat::F32;

/// Joins fields of `width` bits, the first component lowest.
fn join(width: u32, fields: impl DoubleEndedIterator<Item = u64>) -> u64 {
    fields.rev().fold(0, |packed, field| packed << width | truncate(width, field))
}

/// Splits 32 bits into `N` fields, the first component lowest.
fn split<const N: usize>(packed: u64) -> [u64; N] {
    let width = 32 / N.max(1) as u32;
    std::array::from_fn(|index| truncate(width, packed >> (index as u32 * width)))
}

fn pack_snorm(width: u32, components: &[u64]) -> u64 {
    let scale = (1i64 << (width - 1)) as f64 - 1.0;
    // The cast sends NaN, whose clamp is undefined, to 0. The product is one of floats, as the definition has it.
    let field = |&bits: &u64| {
        let scaled = (SOURCE.decode(bits).clamp(-1.0, 1.0) * scale) as f32;
        scaled.round_ties_even() as i64 as u64
    };
    join(width, components.iter().map(field))
}

fn pack_unorm(width: u32, components: &[u64]) -> u64 {
    let scale = (1i64 << width) as f64 - 1.0;
    let field = |&bits: &u64| {
        let scaled = (SOURCE.decode(bits).clamp(0.0, 1.0) * scale) as f32;
        scaled.round_ties_even() as u64
    };
    join(width, components.iter().map(field))
}

fn unpack_snorm<const N: usize>(packed: u64) -> [u64; N] {
    let width = 32 / N.max(1) as u32;
    let scale = (1i64 << (width - 1)) as f64 - 1.0;
    let component = |field| SOURCE.encode((sign_extend(width, field) as f64 / scale).clamp(-1.0, 1.0));
    split(packed).map(component)
}

fn unpack_unorm<const N: usize>(packed: u64) -> [u64; N] {
    let width = 32 / N.max(1) as u32;
    let scale = (1i64 << width) as f64 - 1.0;
    split(packed).map(|field| SOURCE.encode(field as f64 / scale))
}

/// Four floats in [-1, 1] in bytes.
pub fn pack_snorm4x8(components: [u64; 4]) -> u64 {
    pack_snorm(8, &components)
}

/// Four floats in [0, 1] in bytes.
pub fn pack_unorm4x8(components: [u64; 4]) -> u64 {
    pack_unorm(8, &components)
}

/// Two floats in [-1, 1] in 16 bits each.
pub fn pack_snorm2x16(components: [u64; 2]) -> u64 {
    pack_snorm(16, &components)
}

/// Two floats in [0, 1] in 16 bits each.
pub fn pack_unorm2x16(components: [u64; 2]) -> u64 {
    pack_unorm(16, &components)
}

/// Two floats as halves.
pub fn pack_half2x16(components: [u64; 2]) -> u64 {
    join(16, components.iter().map(|&bits| FloatFormat::F16.encode(SOURCE.decode(bits))))
}

/// The inverse of [`pack_snorm4x8`].
pub fn unpack_snorm4x8(packed: u64) -> [u64; 4] {
    unpack_snorm(packed)
}

/// The inverse of [`pack_unorm4x8`].
pub fn unpack_unorm4x8(packed: u64) -> [u64; 4] {
    unpack_unorm(packed)
}

/// The inverse of [`pack_snorm2x16`].
pub fn unpack_snorm2x16(packed: u64) -> [u64; 2] {
    unpack_snorm(packed)
}

/// The inverse of [`pack_unorm2x16`].
pub fn unpack_unorm2x16(packed: u64) -> [u64; 2] {
    unpack_unorm(packed)
}

/// The inverse of [`pack_half2x16`].
pub fn unpack_half2x16(packed: u64) -> [u64; 2] {
    split(packed).map(|half| SOURCE.encode(FloatFormat::F16.decode(half)))
}
