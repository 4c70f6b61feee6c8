//! Formats of vertex attributes in memory: those of Vulkan and WebGPU, and the values that bytes of them stand for.

use crate::framework::rewrite::Rewriter;
use vitrum_ir::{Op, Operand, Precision, Scalar, types::common};

/// The numbers of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormatNumbers {
    /// Floats.
    Float,
    /// Unsigned integers that stand for 0 to 1.
    Unorm,
    /// Signed integers that stand for -1 to 1.
    Snorm,
    /// Unsigned integers.
    Uint,
    /// Signed integers.
    Sint,
    /// Unsigned integers that become floats.
    Uscaled,
    /// Signed integers that become floats.
    Sscaled,
}

/// The bits of the components.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormatBits {
    /// So many components of so many bits: 8, 16, 32 or 64.
    Even {
        /// Bits of a component.
        bits: u32,
        /// Components, 1 to 4.
        count: u32,
    },
    /// Three components of 10 bits and one of 2, from the lowest bit on.
    Packed1010102,
    /// Two floats of 11 bits and one of 10, without signs, from the lowest bit on.
    Packed111110,
}

/// A format of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VertexFormat {
    /// Its numbers.
    pub numbers: FormatNumbers,
    /// Its bits.
    pub bits: FormatBits,
    /// True if the first and the third component are swapped.
    pub bgra: bool,
}

const NUMBERS: [(&str, FormatNumbers); 7] = [
    ("float", FormatNumbers::Float),
    ("unorm", FormatNumbers::Unorm),
    ("snorm", FormatNumbers::Snorm),
    ("uint", FormatNumbers::Uint),
    ("sint", FormatNumbers::Sint),
    ("uscaled", FormatNumbers::Uscaled),
    ("sscaled", FormatNumbers::Sscaled),
];

impl VertexFormat {
    /// The format of a name in the manner of WebGPU: `float32x3`, `unorm8x4-bgra`, `snorm10-10-10-2`, `ufloat11-11-10`.
    pub fn from_name(name: &str) -> Option<Self> {
        if name == "ufloat11-11-10" {
            let (numbers, bits) = (FormatNumbers::Float, FormatBits::Packed111110);
            return Some(Self { numbers, bits, bgra: false });
        }
        let (plain, bgra) = name.strip_suffix("-bgra").map_or((name, false), |plain| (plain, true));
        let (numbers, rest) =
            NUMBERS.into_iter().find_map(|(prefix, numbers)| Some((numbers, plain.strip_prefix(prefix)?)))?;
        use FormatNumbers::{Float, Sint, Uint};
        if rest == "10-10-10-2" && numbers != Float {
            return Some(Self { numbers, bits: FormatBits::Packed1010102, bgra });
        }
        let (bits, count) = rest.split_once('x').unwrap_or((rest, "1"));
        let (bits, count) = (bits.parse().ok()?, count.parse().ok()?);
        let has_bits = match numbers {
            Float => [16, 32, 64].contains(&bits),
            Uint | Sint => [8, 16, 32, 64].contains(&bits),
            _ => [8, 16].contains(&bits),
        };
        let fits = has_bits && (1..=4).contains(&count) && (!bgra || count == 4);
        fits.then_some(Self { numbers, bits: FormatBits::Even { bits, count }, bgra })
    }

    /// The number of components.
    pub fn count(self) -> u32 {
        match self.bits {
            FormatBits::Even { count, .. } => count,
            FormatBits::Packed1010102 => 4,
            FormatBits::Packed111110 => 3,
        }
    }

    /// The alignment in bytes that attributes need.
    pub fn align(self) -> u32 {
        match self.bits {
            FormatBits::Even { bits, .. } => (bits / 8).min(4),
            FormatBits::Packed1010102 | FormatBits::Packed111110 => 4,
        }
    }

    /// The first bit and the number of bits of a component.
    fn range(self, component: u32) -> (u32, u32) {
        let at = if self.bgra && component.is_multiple_of(2) { 2 - component } else { component };
        match self.bits {
            FormatBits::Even { bits, .. } => (at * bits, bits),
            FormatBits::Packed1010102 => (at * 10, if at == 3 { 2 } else { 10 }),
            FormatBits::Packed111110 => (at * 11, if at == 2 { 10 } else { 11 }),
        }
    }

    /// The scalar type of its values.
    pub fn scalar(self) -> Scalar {
        let wide = matches!(self.bits, FormatBits::Even { bits: 64, .. });
        match (self.numbers, wide) {
            (FormatNumbers::Uint, false) => Scalar::U32,
            (FormatNumbers::Uint, true) => Scalar::U64,
            (FormatNumbers::Sint, false) => Scalar::I32,
            (FormatNumbers::Sint, true) => Scalar::I64,
            (FormatNumbers::Float, true) => Scalar::F64,
            _ => Scalar::F32,
        }
    }

    /// Builds the value of a component, of [`scalar`](Self::scalar)'s type. `word` gives the word at a distance of so many bits from
    /// the attribute, and the bit at which these begin in it.
    pub(super) fn component(
        self,
        rewriter: &mut Rewriter<'_>,
        component: u32,
        word: &mut dyn FnMut(&mut Rewriter<'_>, u32) -> (Operand, Operand),
    ) -> Operand {
        let (first, bits) = self.range(component);
        if bits == 64 {
            let parts = [first, first + 32].map(|first| word(rewriter, first).0);
            let pair = rewriter.module_mut().types.vector(Scalar::U32, 2);
            let pair = rewriter.push(Op::Construct, &parts, 0, pair, Precision::None);
            let ty = common::scalar(self.scalar());
            return match self.numbers {
                FormatNumbers::Float => rewriter.op(Op::PackDouble2x32, &[pair]),
                _ => rewriter.push(Op::Bitcast, &[pair], 0, ty, Precision::None),
            };
        }
        let (word, start) = word(rewriter, first);
        if bits == 32 {
            let ty = common::scalar(self.scalar());
            let is_word = self.scalar() == Scalar::U32;
            return if is_word { word } else { rewriter.push(Op::Bitcast, &[word], 0, ty, Precision::None) };
        }
        self.narrow(rewriter, (word, start), bits)
    }

    /// Builds the value of some bits of a word.
    fn narrow(self, rewriter: &mut Rewriter<'_>, (word, start): (Operand, Operand), bits: u32) -> Operand {
        use FormatNumbers::{Float, Sint, Snorm, Sscaled, Uint, Unorm, Uscaled};
        let mask = rewriter.number(common::U32, f64::from((1u32 << bits) - 1));
        let unsigned = |rewriter: &mut Rewriter<'_>| {
            let shifted = rewriter.op(Op::Lshr, &[word, start]);
            rewriter.op(Op::Iand, &[shifted, mask])
        };
        let signed = |rewriter: &mut Rewriter<'_>| {
            // Up to the sign of the word, and down again.
            let last = rewriter.number(common::U32, f64::from(32 - bits));
            let up = rewriter.op(Op::Isub, &[last, start]);
            let shifted = rewriter.op(Op::Shl, &[word, up]);
            let shifted = rewriter.push(Op::Bitcast, &[shifted], 0, common::I32, Precision::None);
            rewriter.op(Op::Ashr, &[shifted, last])
        };
        let to_float = |rewriter: &mut Rewriter<'_>, op: Op, value: Operand| {
            rewriter.push(op, &[value], 0, common::F32, Precision::None)
        };
        match self.numbers {
            Uint => unsigned(rewriter),
            Sint => signed(rewriter),
            Uscaled | Unorm => {
                let value = unsigned(rewriter);
                let value = to_float(rewriter, Op::UtoF, value);
                if self.numbers == Uscaled {
                    return value;
                }
                let greatest = rewriter.number(common::F32, f64::from((1u32 << bits) - 1));
                rewriter.op(Op::Fdiv, &[value, greatest])
            }
            Sscaled | Snorm => {
                let value = signed(rewriter);
                let value = to_float(rewriter, Op::StoF, value);
                if self.numbers == Sscaled {
                    return value;
                }
                let greatest = rewriter.number(common::F32, f64::from((1u32 << (bits - 1)) - 1));
                let least = rewriter.number(common::F32, -1.0);
                let value = rewriter.op(Op::Fdiv, &[value, greatest]);
                rewriter.op(Op::Fmax, &[value, least])
            }
            Float => {
                let mut half = unsigned(rewriter);
                if bits < 16 {
                    // Without a sign, and with fewer bits of the fraction than a half.
                    let up = rewriter.number(common::U32, f64::from(15 - bits));
                    half = rewriter.op(Op::Shl, &[half, up]);
                }
                let pair = rewriter.op(Op::UnpackHalf2x16, &[half]);
                rewriter.op_imm(Op::Extract, &[pair], 0)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::VertexFormat;

    #[test]
    fn names_are_those_of_webgpu_and_vulkan() {
        for name in [
            "uint8",
            "uint8x2",
            "sint8x4",
            "unorm8x4",
            "snorm16x2",
            "float16x4",
            "float32",
            "float32x3",
            "uint32x4",
            "unorm10-10-10-2",
            "snorm10-10-10-2-bgra",
            "unorm8x4-bgra",
            "uscaled16x2",
            "sscaled8x3",
            "float64x3",
            "ufloat11-11-10",
        ] {
            assert!(VertexFormat::from_name(name).is_some(), "{name}");
        }
        for name in ["float8", "unorm32x2", "uint8x5", "float10-10-10-2", "uint32x3-bgra", "sint", "half16x2"]
        {
            assert!(VertexFormat::from_name(name).is_none(), "{name}");
        }
    }
}
