//! Test values: edges of every width, and a fixed pseudo-random sequence.

use vitrum_ir::eval::FloatFormat;
use vitrum_ir::eval::scalar::ones;

/// A 64-bit xorshift sequence.
pub(crate) struct Sequence(u64);

impl Sequence {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
}

/// Integers of `width` bits: all for 8 bits, else edges and random ones of every magnitude.
pub(crate) fn integers(width: u32) -> Vec<u64> {
    if width == 8 {
        return (0..256).collect();
    }
    let mut sequence = Sequence::new(u64::from(width));
    let mut values: Vec<u64> = Vec::new();
    for shift in [0, 1, 7, 8, 15, 16, 31, 32, 62, 63] {
        let power = 1u64 << (shift % width);
        values.extend([power, power - 1, power.wrapping_neg() & ones(width), !power & ones(width)]);
    }
    values.extend((0..60).map(|_| (sequence.next() & ones(width)) >> (sequence.next() % u64::from(width))));
    values.sort_unstable();
    values.dedup();
    values
}

/// Floats of a format: zeros, subnormals, the ends of the range, infinities, NaN, ordinary and random ones.
pub(crate) fn floats(format: FloatFormat) -> Vec<u64> {
    let mut sequence = Sequence::new(7);
    let infinity = format.encode(f64::INFINITY);
    let ordinary =
        [1.0, 0.5, 1.5, 2.5, 3.0, 0.1, 0.7, 7.0, 1.0 / 3.0, 100.25, 1e-3, 12345.678, 255.0, 2048.0];
    let mut values = vec![0, 1, 2, 3, infinity, infinity - 1, infinity - 2, format.nan()];
    values.extend(ordinary.map(|value| format.encode(value)));
    values.extend((0..80).map(|_| sequence.next() & (format.sign_bit() - 1)));
    values.extend((0..20).map(|_| format.encode((sequence.next() >> 40) as f64 / 65536.0)));
    let negated: Vec<u64> = values.iter().map(|bits| bits ^ format.sign_bit()).collect();
    values.extend(negated);
    values
}

/// The IEEE formats.
pub(crate) const IEEE: [FloatFormat; 3] = [FloatFormat::F16, FloatFormat::F32, FloatFormat::F64];
