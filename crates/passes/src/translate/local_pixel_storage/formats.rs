//! Values as pixels keep them: words of 32 bits in a format.

use crate::framework::rewrite::Rewriter;
use vitrum_ir::types::common;
use vitrum_ir::{ImageFormat, Op, Operand, Precision, Scalar, Swizzle, Type};

/// The first bit and the number of bits of each component.
fn fields(format: ImageFormat) -> &'static [(u32, u32)] {
    match format {
        ImageFormat::Rgba8 | ImageFormat::Rgba8i | ImageFormat::Rgba8ui => {
            &[(0, 8), (8, 8), (16, 8), (24, 8)]
        }
        ImageFormat::Rgb10A2 | ImageFormat::Rgb10A2ui => &[(0, 10), (10, 10), (20, 10), (30, 2)],
        ImageFormat::R11fG11fB10f => &[(0, 11), (11, 11), (22, 10)],
        ImageFormat::Rg16 | ImageFormat::Rg16f | ImageFormat::Rg16i | ImageFormat::Rg16ui => {
            &[(0, 16), (16, 16)]
        }
        ImageFormat::Rgba16i | ImageFormat::Rgba16ui => &[(0, 16), (16, 16), (32, 16), (48, 16)],
        ImageFormat::Rg32f | ImageFormat::Rg32i | ImageFormat::Rg32ui => &[(0, 32), (32, 32)],
        ImageFormat::Rgba32f | ImageFormat::Rgba32i | ImageFormat::Rgba32ui => {
            &[(0, 32), (32, 32), (64, 32), (96, 32)]
        }
        _ => &[(0, 32)],
    }
}

/// The operations that pack and unpack a format whole, if there are some.
fn whole(format: ImageFormat) -> Option<(Op, Op)> {
    Some(match format {
        ImageFormat::Rgba8 => (Op::PackUnorm4x8, Op::UnpackUnorm4x8),
        ImageFormat::Rg16 => (Op::PackUnorm2x16, Op::UnpackUnorm2x16),
        ImageFormat::Rg16f => (Op::PackHalf2x16, Op::UnpackHalf2x16),
        ImageFormat::R32f => (Op::Bitcast, Op::Bitcast),
        _ => return None,
    })
}

/// The largest number of an unsigned float of 11 or 10 bits.
fn most_float(count: u32) -> f64 {
    if count == 11 { 65024.0 } else { 64512.0 }
}

/// An operation with all bits, whatever the precision of its operands is.
fn high(rewriter: &mut Rewriter<'_>, op: Op, operands: &[Operand], ty: Type) -> Operand {
    rewriter.push(op, operands, 0, ty, Precision::High)
}

fn uint(rewriter: &mut Rewriter<'_>, number: u32) -> Operand {
    rewriter.number(common::U32, f64::from(number))
}

fn shifted(rewriter: &mut Rewriter<'_>, op: Op, word: Operand, count: u32) -> Operand {
    if count == 0 {
        return word;
    }
    let count = uint(rewriter, count);
    let ty = rewriter.ty(word);
    high(rewriter, op, &[word, count], ty)
}

fn masked(rewriter: &mut Rewriter<'_>, word: Operand, count: u32) -> Operand {
    if count == 32 {
        return word;
    }
    let mask = uint(rewriter, (1 << count) - 1);
    high(rewriter, Op::Iand, &[word, mask], common::U32)
}

/// The value that words hold.
pub(super) fn unpack(rewriter: &mut Rewriter<'_>, words: &[Operand], format: ImageFormat) -> Operand {
    let word = words.first().copied().unwrap_or_else(|| uint(rewriter, 0));
    let Some((scalar, size)) = format.pixel_local() else { return word };
    let ty = common::vector(scalar, size).unwrap_or(common::scalar(scalar));
    if format == ImageFormat::Rgba16f {
        let pairs: Vec<Operand> =
            words.iter().map(|&word| high(rewriter, Op::UnpackHalf2x16, &[word], common::VEC2)).collect();
        return joined(rewriter, &pairs, ty);
    }
    if let Some((_, op)) = whole(format) {
        return high(rewriter, op, &[word], ty);
    }
    let mut parts = Vec::with_capacity(4);
    for &(first, count) in fields(format) {
        let word = words.get(first as usize / 32).copied().unwrap_or(word);
        let first = first % 32;
        let part = match (scalar, format) {
            _ if count == 32 => high(rewriter, Op::Bitcast, &[word], common::scalar(scalar)),
            (Scalar::I32, _) => {
                // The field goes to the high end, and from there to the low one with its sign.
                let word = high(rewriter, Op::Bitcast, &[word], common::I32);
                let word = shifted(rewriter, Op::Shl, word, 32 - count - first);
                shifted(rewriter, Op::Ashr, word, 32 - count)
            }
            (Scalar::U32, _) => unsigned(rewriter, word, first, count),
            (_, ImageFormat::R11fG11fB10f) => {
                // The bits of a half-precision number without the last of its fraction.
                let bits = unsigned(rewriter, word, first, count);
                let bits = shifted(rewriter, Op::Shl, bits, 15 - count);
                let pair = high(rewriter, Op::UnpackHalf2x16, &[bits], common::VEC2);
                high(rewriter, Op::Extract, &[pair], common::F32)
            }
            _ => {
                let bits = unsigned(rewriter, word, first, count);
                let number = high(rewriter, Op::UtoF, &[bits], common::F32);
                let most = rewriter.number(common::F32, f64::from((1u32 << count) - 1));
                high(rewriter, Op::Fdiv, &[number, most], common::F32)
            }
        };
        parts.push(part);
    }
    joined(rewriter, &parts, ty)
}

fn unsigned(rewriter: &mut Rewriter<'_>, word: Operand, first: u32, count: u32) -> Operand {
    let word = shifted(rewriter, Op::Lshr, word, first);
    if first + count == 32 { word } else { masked(rewriter, word, count) }
}

fn joined(rewriter: &mut Rewriter<'_>, parts: &[Operand], ty: Type) -> Operand {
    match parts {
        &[part] => part,
        parts => high(rewriter, Op::Construct, parts, ty),
    }
}

/// The words that hold a value. Numbers that the format lacks become the nearest that it has.
pub(super) fn pack(rewriter: &mut Rewriter<'_>, value: Operand, format: ImageFormat) -> Vec<Operand> {
    let Some((scalar, size)) = format.pixel_local() else { return vec![value] };
    if let Some((op, _)) = whole(format) {
        return vec![high(rewriter, op, &[value], common::U32)];
    }
    if format == ImageFormat::Rgba16f {
        return [[0, 1], [2, 3]]
            .into_iter()
            .map(|components| {
                let bits = Swizzle::new(&components).map_or(0, Swizzle::bits);
                let pair = rewriter.push(Op::Swizzle, &[value], bits, common::VEC2, Precision::High);
                high(rewriter, Op::PackHalf2x16, &[pair], common::U32)
            })
            .collect();
    }
    let mut words: Vec<Operand> = Vec::new();
    for (index, &(first, count)) in (0..).zip(fields(format)) {
        let part = match size {
            1 => value,
            _ => rewriter.push(Op::Extract, &[value], index, common::scalar(scalar), Precision::High),
        };
        let bits = match (scalar, format) {
            _ if count == 32 => high(rewriter, Op::Bitcast, &[part], common::U32),
            (Scalar::I32, _) => {
                let end = f64::from(1u32 << (count - 1));
                let [least, most] = [-end, end - 1.0].map(|it| rewriter.number(common::I32, it));
                let part = high(rewriter, Op::Sclamp, &[part, least, most], common::I32);
                let part = high(rewriter, Op::Bitcast, &[part], common::U32);
                masked(rewriter, part, count)
            }
            (Scalar::U32, _) => {
                let most = uint(rewriter, (1 << count) - 1);
                high(rewriter, Op::Umin, &[part, most], common::U32)
            }
            (_, ImageFormat::R11fG11fB10f) => short_float(rewriter, part, count),
            _ => {
                let [zero, half, one] = [0.0, 0.5, 1.0].map(|it| rewriter.number(common::F32, it));
                let most = rewriter.number(common::F32, f64::from((1u32 << count) - 1));
                let part = high(rewriter, Op::Fclamp, &[part, zero, one], common::F32);
                let part = high(rewriter, Op::Fmul, &[part, most], common::F32);
                let part = high(rewriter, Op::Fadd, &[part, half], common::F32);
                high(rewriter, Op::FtoU, &[part], common::U32)
            }
        };
        let bits = shifted(rewriter, Op::Shl, bits, first % 32);
        match words.get_mut(first as usize / 32) {
            None => words.push(bits),
            Some(word) => *word = high(rewriter, Op::Ior, &[*word, bits], common::U32),
        }
    }
    words
}

/// The bits of an unsigned float of 11 or 10 bits (ESSL 3.00, OpenGL ES 3.0 section 2.1.3): finite numbers stay finite, negative
/// ones become 0, and the rest is rounded towards 0.
fn short_float(rewriter: &mut Rewriter<'_>, number: Operand, count: u32) -> Operand {
    let zero = rewriter.number(common::F32, 0.0);
    let [largest, most] = [f64::from(f32::MAX), most_float(count)].map(|it| rewriter.number(common::F32, it));
    let positive = high(rewriter, Op::Fmax, &[number, zero], common::F32);
    let finite = high(rewriter, Op::Fmin, &[positive, most], common::F32);
    let is_finite = high(rewriter, Op::Fle, &[positive, largest], common::BOOL);
    let number = high(rewriter, Op::Select, &[is_finite, finite, positive], common::F32);
    let pair = high(rewriter, Op::Construct, &[number, zero], common::VEC2);
    let bits = high(rewriter, Op::PackHalf2x16, &[pair], common::U32);
    shifted(rewriter, Op::Lshr, bits, 15 - count)
}
