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
    /// Four bits, two of exponent, finite only (`SPV_EXT_ocp_microscaling_types`, as the following).
    E2m1,
    /// Six bits, two of exponent, finite only.
    E2m3,
    /// Six bits, three of exponent, finite only.
    E3m2,
    /// A power of two: an exponent of eight bits, whose largest is NaN.
    E8m0,
    /// A multiple of 1/64: a signed integer of eight bits.
    MxInt8,
}

/// The values that a format has besides finite numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Special {
    /// The largest exponent is reserved for infinities and NaN, as in IEEE formats.
    Infinite,
    /// The number with all bits set is NaN.
    Nan,
    /// None: what is too large becomes the largest number.
    None,
}

/// The bit fields of a format.
struct Shape {
    exponent: u32,
    mantissa: u32,
    special: Special,
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
            Scalar::F4E2M1 => Some(Self::E2m1),
            Scalar::F6E2M3 => Some(Self::E2m3),
            Scalar::F6E3M2 => Some(Self::E3m2),
            Scalar::F8E8M0 => Some(Self::E8m0),
            Scalar::MxInt8 => Some(Self::MxInt8),
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
        let sign = u32::from(self != Self::E8m0);
        sign + shape.exponent + shape.mantissa
    }

    fn shape(self) -> Shape {
        let (exponent, mantissa, special) = match self {
            Self::F16 => (5, 10, Special::Infinite),
            Self::F32 => (8, 23, Special::Infinite),
            Self::F64 => (11, 52, Special::Infinite),
            Self::Bf16 => (8, 7, Special::Infinite),
            Self::E4m3 => (4, 3, Special::Nan),
            Self::E5m2 => (5, 2, Special::Infinite),
            Self::E2m1 => (2, 1, Special::None),
            Self::E2m3 => (2, 3, Special::None),
            Self::E3m2 => (3, 2, Special::None),
            Self::E8m0 => (8, 0, Special::Nan),
            // A fraction alone, which is no magnitude.
            Self::MxInt8 => (0, 7, Special::None),
        };
        Shape { exponent, mantissa, special }
    }

    /// The bit that holds the sign.
    pub fn sign_bit(self) -> u64 {
        1 << (self.width() - 1)
    }

    /// The canonical quiet NaN; the largest number where the format has none.
    pub fn nan(self) -> u64 {
        let shape = self.shape();
        let exponent = ones(shape.exponent) << shape.mantissa;
        match shape.special {
            Special::Infinite => exponent | 1 << (shape.mantissa - 1),
            Special::Nan | Special::None => exponent | ones(shape.mantissa),
        }
    }

    /// The bits of 1.
    pub fn one(self) -> u64 {
        self.encode(1.0)
    }

    /// The largest finite number.
    pub fn largest(self) -> f64 {
        let shape = self.shape();
        let reserved = ones(shape.exponent) << shape.mantissa;
        self.decode(match shape.special {
            Special::Infinite => reserved - 1,
            Special::Nan => (reserved | ones(shape.mantissa)) - 1,
            Special::None => reserved | ones(shape.mantissa),
        })
    }

    /// The value of `bits`. Every format is a subset of `f64`, so this is exact.
    pub fn decode(self, bits: u64) -> f64 {
        match self {
            Self::F64 => f64::from_bits(bits),
            Self::F32 => f64::from(f32::from_bits(bits as u32)),
            Self::E8m0 if bits == self.nan() => f64::NAN,
            Self::E8m0 => power_of_two(bits as i32 - 127),
            Self::MxInt8 => f64::from(bits as u8 as i8) / 64.0,
            Self::F16 | Self::Bf16 | Self::E4m3 | Self::E5m2 | Self::E2m1 | Self::E2m3 | Self::E3m2 => {
                self.decode_small(bits)
            }
        }
    }

    fn decode_small(self, bits: u64) -> f64 {
        let shape = self.shape();
        let bias = ones(shape.exponent - 1) as i32;
        let exponent = (bits >> shape.mantissa & ones(shape.exponent)) as i32;
        let mantissa = bits & ones(shape.mantissa);
        let full_exponent = exponent as u64 == ones(shape.exponent);
        let magnitude = if full_exponent && shape.special == Special::Infinite {
            if mantissa == 0 { f64::INFINITY } else { f64::NAN }
        } else if full_exponent && shape.special == Special::Nan && mantissa == ones(shape.mantissa) {
            f64::NAN
        } else if exponent == 0 {
            mantissa as f64 * power_of_two(1 - bias - shape.mantissa as i32)
        } else {
            (mantissa | 1 << shape.mantissa) as f64 * power_of_two(exponent - bias - shape.mantissa as i32)
        };
        if bits & self.sign_bit() == 0 { magnitude } else { -magnitude }
    }

    /// The bits of `value` rounded to nearest, ties to even. What is too large becomes an infinity, or a NaN
    /// where the format has none, or the largest number where it has neither; any NaN becomes the canonical one.
    /// A negative number becomes the least one where the format has no sign.
    pub fn encode(self, value: f64) -> u64 {
        if value.is_nan() {
            return self.nan();
        }
        match self {
            Self::F64 => value.to_bits(),
            Self::F32 => u64::from((value as f32).to_bits()),
            Self::E8m0 => self.encode_exponent(value),
            // -2 has no counterpart, and is not made.
            Self::MxInt8 => (value * 64.0).round_ties_even().clamp(-127.0, 127.0) as i8 as u8 as u64,
            Self::F16 | Self::Bf16 | Self::E4m3 | Self::E5m2 | Self::E2m1 | Self::E2m3 | Self::E3m2 => {
                self.encode_small(value)
            }
        }
    }

    /// The exponent of the nearest power of two.
    fn encode_exponent(self, value: f64) -> u64 {
        if value <= 0.0 {
            return 0;
        }
        let bits = value.to_bits();
        // The upper half of the fraction rounds up, which a carry into the exponent does.
        let exponent = (bits >> 52) + (bits >> 51 & 1);
        let biased = exponent as i64 - 1023 + 127;
        match value.is_infinite() {
            true => self.nan(),
            false => biased.clamp(0, 254) as u64,
        }
    }

    fn encode_small(self, value: f64) -> u64 {
        let shape = self.shape();
        let sign = if value.is_sign_negative() { self.sign_bit() } else { 0 };
        let infinity = ones(shape.exponent) << shape.mantissa;
        let overflow = if shape.special == Special::Infinite { infinity } else { self.nan() };
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
