//! Numbers that are the same for the same seed, and the extremes of each type among them.

use vitrum_ir::Scalar;
use vitrum_ir::eval::FloatFormat;
use vitrum_ir::eval::scalar::{ones, truncate};

/// A generator of numbers (splitmix64).
pub(super) struct Random(u64);

const FLOATS: &[f64] = &[
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    2.0,
    3.0,
    -3.0,
    0.1,
    255.0,
    1e-3,
    7.25,
    65504.0,
    1e10,
    -1e10,
    1e-40,
    -1e-40,
    1e-310,
    3.4028234663852886e38,
    -3.4028234663852886e38,
    1.7976931348623157e308,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    0.9999999403953552,
    1.0000001192092896,
    2147483648.0,
    4294967296.0,
];

const INTS: &[u64] =
    &[0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 31, 32, 63, 64, 127, 128, 255, 0x7fff, 0x8000, 0xffff, u64::MAX];

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        vitrum_ir::mix(self.0)
    }

    pub(super) fn below(&mut self, end: usize) -> usize {
        (self.next() >> 8) as usize % end.max(1)
    }

    /// True once in so many times.
    pub(super) fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }

    pub(super) fn pick<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        all.get(self.below(all.len()))
    }

    /// A scalar of a type: an extreme, a small number, or anything.
    pub(super) fn bits(&mut self, scalar: Scalar) -> u64 {
        if scalar == Scalar::Bool {
            return self.next() & 1;
        }
        let width = scalar.width();
        match (FloatFormat::of(scalar), self.below(4)) {
            (Some(format), 0 | 1) => format.encode(FLOATS[self.below(FLOATS.len())]),
            (Some(format), 2) => format.encode((self.below(4000) as f64 - 2000.0) / 64.0),
            (None, 0) => truncate(width, INTS[self.below(INTS.len())]),
            (None, 1) => self.below(12) as u64,
            (None, 2) => match self.below(3) {
                0 => 1 << self.below(width as usize),
                1 => ones(self.below(width as usize) as u32),
                // Around the sign.
                _ => truncate(width, (ones(width) >> 1).wrapping_add(self.below(4) as u64).wrapping_sub(1)),
            },
            _ => truncate(width, self.next()),
        }
    }
}
