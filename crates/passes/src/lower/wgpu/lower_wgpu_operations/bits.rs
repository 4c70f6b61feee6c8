//! The same bits as numbers of another width, by shifts: naga casts between numbers of one width, and halves to no integers.

use crate::framework::rewrite::Rewriter;
use vitrum_ir::{Op, Operand, Precision, Scalar, Type, types::common};

/// The cast, if naga has none.
pub(super) fn cast(rewriter: &mut Rewriter<'_>, value: Operand, ty: Type) -> Option<Operand> {
    let old = rewriter.ty(value);
    let (from, to) = (rewriter.module.types.scalar_of(old)?, rewriter.module.types.scalar_of(ty)?);
    let (count, wanted) = (rewriter.module.types.vector_size(old)?, rewriter.module.types.vector_size(ty)?);
    let halves = from == Scalar::F16 || to == Scalar::F16;
    if count == wanted && from.width() == to.width() && !(halves && from != to) {
        return None;
    }
    let mut parts: Vec<Operand> = (0..count)
        .map(|index| {
            let part = if count == 1 { value } else { rewriter.op_imm(Op::Extract, &[value], index) };
            bits(rewriter, part, from)
        })
        .collect::<Option<_>>()?;
    if from.width() < to.width() {
        let many = (to.width() / from.width()) as usize;
        parts = parts.chunks(many).map(|some| join(rewriter, some, to)).collect::<Option<_>>()?;
    } else if from.width() > to.width() {
        let many = from.width() / to.width();
        let mut pieces = Vec::new();
        for part in parts {
            for index in 0..many {
                pieces.push(piece(rewriter, part, to, index)?);
            }
        }
        parts = pieces;
    }
    let parts: Vec<Operand> =
        parts.into_iter().map(|part| number(rewriter, part, to)).collect::<Option<_>>()?;
    match parts[..] {
        [only] => Some(only),
        _ => Some(rewriter.push(Op::Construct, &parts, 0, ty, Precision::None)),
    }
}

/// The unsigned integer of a width.
fn unsigned(width: u32) -> Option<Scalar> {
    match width {
        8 => Some(Scalar::U8),
        16 => Some(Scalar::U16),
        32 => Some(Scalar::U32),
        64 => Some(Scalar::U64),
        _ => None,
    }
}

fn push(rewriter: &mut Rewriter<'_>, op: Op, operands: &[Operand], scalar: Scalar) -> Operand {
    rewriter.push(op, operands, 0, common::scalar(scalar), Precision::None)
}

/// The bits of a number as an unsigned integer of its width, or of 32 bits if it is narrower.
fn bits(rewriter: &mut Rewriter<'_>, value: Operand, from: Scalar) -> Option<Operand> {
    if from == Scalar::F16 {
        let single = push(rewriter, Op::Fconvert, &[value], Scalar::F32);
        let zero = rewriter.number(common::F32, 0.0);
        let pair = rewriter.push(Op::Construct, &[single, zero], 0, common::VEC2, Precision::None);
        return Some(push(rewriter, Op::PackHalf2x16, &[pair], Scalar::U32));
    }
    let wanted = unsigned(from.width())?;
    let value = if from == wanted { value } else { push(rewriter, Op::Bitcast, &[value], wanted) };
    Some(if from.width() < 32 { push(rewriter, Op::Uconvert, &[value], Scalar::U32) } else { value })
}

/// An integer from narrower ones, the lowest first.
fn join(rewriter: &mut Rewriter<'_>, parts: &[Operand], to: Scalar) -> Option<Operand> {
    let wide = unsigned(to.width().max(32))?;
    let step = to.width() / parts.len() as u32;
    let mut whole = None;
    for (index, &part) in (0..).zip(parts) {
        let mut part = part;
        if rewriter.ty(part) != common::scalar(wide) {
            part = push(rewriter, Op::Uconvert, &[part], wide);
        }
        if index > 0 {
            let amount = rewriter.module.constants.u32(step * index);
            part = push(rewriter, Op::Shl, &[part, amount.into()], wide);
        }
        whole = Some(match whole {
            None => part,
            Some(whole) => push(rewriter, Op::Ior, &[whole, part], wide),
        });
    }
    whole
}

/// A part of an integer, as one of 32 bits at least.
fn piece(rewriter: &mut Rewriter<'_>, whole: Operand, to: Scalar, index: u32) -> Option<Operand> {
    let wide = rewriter.module.types.scalar_of(rewriter.ty(whole))?;
    let mut part = whole;
    if index > 0 {
        let amount = rewriter.module.constants.u32(to.width() * index);
        part = push(rewriter, Op::Lshr, &[part, amount.into()], wide);
    }
    if wide.width() > 32 {
        part = push(rewriter, Op::Uconvert, &[part], Scalar::U32);
    }
    if to.width() < 32 {
        let mask = rewriter.module.constants.u32((1 << to.width()) - 1);
        part = push(rewriter, Op::Iand, &[part, mask.into()], Scalar::U32);
    }
    Some(part)
}

/// The number with the bits of an unsigned integer.
fn number(rewriter: &mut Rewriter<'_>, bits: Operand, to: Scalar) -> Option<Operand> {
    if to == Scalar::F16 {
        let pair = rewriter.push(Op::UnpackHalf2x16, &[bits], 0, common::VEC2, Precision::None);
        let single = rewriter.op_imm(Op::Extract, &[pair], 0);
        return Some(push(rewriter, Op::Fconvert, &[single], Scalar::F16));
    }
    let wanted = unsigned(to.width())?;
    let bits = if to.width() < 32 { push(rewriter, Op::Uconvert, &[bits], wanted) } else { bits };
    Some(if to == wanted { bits } else { push(rewriter, Op::Bitcast, &[bits], to) })
}
