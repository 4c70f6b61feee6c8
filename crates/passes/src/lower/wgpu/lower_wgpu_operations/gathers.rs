//! Gathers with offsets that WGSL lacks: one for each texel, and those of the run time.

use crate::framework::rewrite::Rewriter;
use crate::framework::rewrite::image_call::ImageCall;
use vitrum_ir::{Dim, ImageOperands, Inst, Op, Operand, Precision, Type, types::common, typing};

/// Operations in the place of a gather; `None` if it stays.
pub(super) fn lower(rewriter: &mut Rewriter<'_>, inst: Inst) -> Option<Operand> {
    let call = ImageCall::of(&rewriter.function, inst)?;
    let result = rewriter.function.result(inst)?;
    let data = rewriter.function.values[result];
    let ty = (data.ty, data.precision);
    if call.has(ImageOperands::OFFSETS) {
        return each(rewriter, call, ty);
    }
    let offset = call.get(ImageOperands::OFFSET).filter(|it| it.constant().is_none())?;
    let moved = shift(rewriter, call, offset)?;
    gather(rewriter, &moved, ty)
}

/// A texel for each of four offsets: that which the offset leads to is the last component of a gather.
fn each(rewriter: &mut Rewriter<'_>, mut call: ImageCall, ty: (Type, Precision)) -> Option<Operand> {
    let offsets = *call.take(ImageOperands::OFFSETS)?.first()?;
    let mut texels = Vec::new();
    for index in 0..4 {
        let offset = rewriter.op_imm(Op::Extract, &[offsets], index);
        let mut one = call.clone();
        if offset.constant().is_some() {
            one.set(ImageOperands::OFFSET, &[offset]);
        } else {
            one = shift(rewriter, one, offset)?;
        }
        let four = gather(rewriter, &one, ty)?;
        texels.push(rewriter.op_imm(Op::Extract, &[four], 3));
    }
    Some(rewriter.push(Op::Construct, &texels, 0, ty.0, ty.1))
}

/// The gather with the offset in its coordinates: texels of the first level, of which gathers are.
fn shift(rewriter: &mut Rewriter<'_>, mut call: ImageCall, offset: Operand) -> Option<ImageCall> {
    call.take(ImageOperands::OFFSET);
    let image = typing::image_type(rewriter.module, rewriter.ty(call.image))?;
    if image.dim != Dim::D2 || image.multisampled {
        return None;
    }
    let zero: Operand = rewriter.module.constants.i32(0).into();
    let layered = if image.arrayed { common::IVEC3 } else { common::IVEC2 };
    let size = rewriter.push(Op::ImageSize, &[call.image, zero], 0, layered, Precision::None);
    let place = rewriter.ty(call.coordinate);
    let mut parts = Vec::new();
    for index in 0..rewriter.module.types.vector_size(place)? {
        let part = rewriter.op_imm(Op::Extract, &[call.coordinate], index);
        if index > 1 {
            parts.push(part);
            continue;
        }
        let float = |rewriter: &mut Rewriter<'_>, vector| {
            let number = rewriter.op_imm(Op::Extract, &[vector], index);
            rewriter.push(Op::StoF, &[number], 0, common::F32, Precision::None)
        };
        let (by, length) = (float(rewriter, offset), float(rewriter, size));
        let step = rewriter.op(Op::Fdiv, &[by, length]);
        parts.push(rewriter.op(Op::Fadd, &[part, step]));
    }
    call.coordinate = rewriter.push(Op::Construct, &parts, 0, place, Precision::None);
    Some(call)
}

fn gather(rewriter: &mut Rewriter<'_>, call: &ImageCall, ty: (Type, Precision)) -> Option<Operand> {
    let inst = call.build(rewriter, &[ty]);
    rewriter.function.result(inst).map(Operand::from)
}
