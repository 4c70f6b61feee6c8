//! Scalars as bits: their canonical form, and the float formats.

use crate::types::Scalar;

/// A binary float format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FloatFormat {
    /// IEEE binary16.
    F16,
    /// IEEE binary32.
    F32,
    /// IEEE binary64.
    F64,
    /// The upper half of binary32 (`SPV_KHR_bfloat16`).
    Bf16,
    /// Eight bits, four of exponent, without infinities (`SPV_EXT_float8`).
    E4m3,
    /// Eight bits, five of exponent (`SPV_EXT_float8`).
    E5m2,
}

/// The bit fields of a format.
struct Shape {
    exponent: u32,
    mantissa: u32,
    /// True if the largest exponent is reserved for infinities and NaN, as in IEEE formats.
    infinite: bool,
}

impl FloatFormat {
    /// The format of a scalar type; none for bools and integers.
    pub fn of(scalar: Scalar) -> Option<Self> {
        match scalar {
            Scalar::F16 => Some(Self::F16),
            Scalar::F32 => Some(Self::F32),
            Scalar::F64 => Some(Self::F64),
            Scalar::Bf16 => Some(Self::Bf16),
            Scalar::F8E4M3 => Some(Self::E4m3),
            Scalar::F8E5M2 => Some(Self::E5m2),
            Scalar::Bool
            | Scalar::I8
            | Scalar::I16
            | Scalar::I32
            | Scalar::I64
            | Scalar::U8
            | Scalar::U16
            | Scalar::U32
            | Scalar::U64 => None,
        }
    }

    /// The width in bits.
    pub fn width(self) -> u32 {
        let shape = self.shape();
        1 + shape.exponent + shape.mantissa
    }

    fn shape(self) -> Shape {
        let (exponent, mantissa, infinite) = match self {
            Self::F16 => (5, 10, true),
            Self::F32 => (8, 23, true),
            Self::F64 => (11, 52, true),
            Self::Bf16 => (8, 7, true),
            Self::E4m3 => (4, 3, false),
            Self::E5m2 => (5, 2, true),
        };
        Shape { exponent, mantissa, infinite }
    }

    /// The bit that holds the sign.
    pub fn sign_bit(self) -> u64 {
        1 << (self.width() - 1)
    }

    /// The canonical quiet NaN.
    pub fn nan(self) -> u64 {
        let shape = self.shape();
        let exponent = ones(shape.exponent) << shape.mantissa;
        if shape.infinite { exponent | 1 << (shape.mantissa - 1) } else { exponent | ones(shape.mantissa) }
    }

    /// The bits of 1.
    pub fn one(self) -> u64 {
        self.encode(1.0)
    }

    /// The largest finite number.
    pub fn largest(self) -> f64 {
        let shape = self.shape();
        let reserved = ones(shape.exponent) << shape.mantissa;
        self.decode(if shape.infinite { reserved - 1 } else { (reserved | ones(shape.mantissa)) - 1 })
    }

    /// The value of `bits`. Every format is a subset of `f64`, so this is exact.
    pub fn decode(self, bits: u64) -> f64 {
        match self {
            Self::F64 => f64::from_bits(bits),
            Self::F32 => f64::from(f32::from_bits(bits as u32)),
            Self::F16 | Self::Bf16 | Self::E4m3 | Self::E5m2 => self.decode_small(bits),
        }
    }

    fn decode_small(self, bits: u64) -> f64 {
        let shape = self.shape();
        let bias = ones(shape.exponent - 1) as i32;
        let exponent = (bits >> shape.mantissa & ones(shape.exponent)) as i32;
        let mantissa = bits & ones(shape.mantissa);
        let full_exponent = exponent as u64 == ones(shape.exponent);
        let magnitude = if full_exponent && shape.infinite {
            if mantissa == 0 { f64::INFINITY } else { f64::NAN }
        } else if full_exponent && mantissa == ones(shape.mantissa) {
            f64::NAN
        } else if exponent == 0 {
            mantissa as f64 * power_of_two(1 - bias - shape.mantissa as i32)
        } else {
            (mantissa | 1 << shape.mantissa) as f64 * power_of_two(exponent - bias - shape.mantissa as i32)
        };
        if bits & self.sign_bit() == 0 { magnitude } else { -magnitude }
    }

    /// The bits of `value` rounded to nearest, ties to even. What is too large becomes an infinity, or a NaN
    /// where the format has none; any NaN becomes the canonical one.
    pub fn encode(self, value: f64) -> u64 {
        if value.is_nan() {
            return self.nan();
        }
        match self {
            Self::F64 => value.to_bits(),
            Self::F32 => u64::from((value as f32).to_bits()),
            Self::F16 | Self::Bf16 | Self::E4m3 | Self::E5m2 => self.encode_small(value),
        }
    }

    fn encode_small(self, value: f64) -> u64 {
        let shape = self.shape();
        let sign = if value.is_sign_negative() { self.sign_bit() } else { 0 };
        let infinity = ones(shape.exponent) << shape.mantissa;
        let overflow = if shape.infinite { infinity } else { self.nan() };
        if value.is_infinite() {
            return sign | overflow;
        }
        let bias = ones(shape.exponent - 1) as i32;
        let bits = value.to_bits();
        let exponent = (bits >> 52 & 0x7ff) as i32 - 1023;
        if exponent == -1023 {
            // Zero, or a subnormal f64, which is far below half the smallest number of every small format.
            return sign;
        }
        let significand = bits & ones(52) | 1 << 52;
        // Subnormal results lose one more bit for every power of two below the smallest normal number.
        let lost = (1 - bias - exponent).max(0);
        let shift = 52 - shape.mantissa + lost as u32;
        let rounded = shift_right_to_even(significand, shift);
        // The leading bit of a normal significand adds one to the exponent field, as does a carry.
        let base = (exponent + bias - 1).max(0) as u64;
        let magnitude = (base << shape.mantissa) + rounded;
        sign | magnitude.min(overflow)
    }
}

/// `value / 2^shift`, rounded to nearest and ties to even.
fn shift_right_to_even(value: u64, shift: u32) -> u64 {
    if shift == 0 {
        return value;
    }
    if shift >= 64 {
        return 0;
    }
    let quotient = value >> shift;
    let rest = value & ones(shift);
    let half = 1 << (shift - 1);
    if rest > half || rest == half && quotient & 1 == 1 { quotient + 1 } else { quotient }
}

/// `2^exponent` for a normal exponent.
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

/// The lowest `count` bits set.
pub fn ones(count: u32) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

/// `bits` cut to `width`: the canonical form of an integer.
pub fn truncate(width: u32, bits: u64) -> u64 {
    bits & ones(width)
}

/// The signed value of an integer of `width` bits.
pub fn sign_extend(width: u32, bits: u64) -> i64 {
    let unused = 64 - width.clamp(1, 64);
    (bits << unused) as i64 >> unused
}

/// The smallest signed value of `width` bits, as bits.
pub fn signed_min(width: u32) -> u64 {
    1 << (width.clamp(1, 64) - 1)
}
