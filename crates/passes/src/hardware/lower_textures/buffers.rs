//! Texel buffers as 2D textures.

use super::{component, image_type, join};
use crate::framework::rewrite::image_call::ImageCall;
use crate::framework::rewrite::{Action, Rewriter};
use vitrum_ir::types::common;
use vitrum_ir::{Dim, ImageOperands, Inst, Op, Operand, Precision, TypeData, typing};

/// Lowers an operation on a texel buffer, or on the address of one.
pub(super) fn lower(rewriter: &mut Rewriter<'_>, inst: Inst, row: u32) -> Option<Action> {
    let op = rewriter.function.op(inst);
    let &image = rewriter.function.operands(inst).first()?;
    if !matches!(op, Op::ImageFetch | Op::ImageRead | Op::ImageWrite | Op::ImageSize | Op::TexelPointer) {
        return None;
    }
    let ty = rewriter.ty(image);
    let image_of = match rewriter.module.types.get(ty) {
        TypeData::Pointer { pointee, .. } => typing::image_type(rewriter.module, pointee),
        _ => image_type(rewriter, image),
    };
    let storage = image_of.filter(|image| image.dim == Dim::Buffer)?.storage;
    let zero = Operand::from(rewriter.module.constants.i32(0));
    if op == Op::ImageSize {
        // The type of the texture changes behind the walk.
        let operands = if storage { vec![image] } else { vec![image, zero] };
        let size = rewriter.push(Op::ImageSize, &operands, 0, common::IVEC2, Precision::High);
        let [width, height] = [0, 1].map(|index| component(rewriter, size, index));
        let texels = rewriter.op(Op::Imul, &[width, height]);
        return Some(rewriter.replace_alike(inst, texels));
    }
    let &coordinate = rewriter.function.operands(inst).get(1)?;
    let index = component(rewriter, coordinate, 0);
    let ty = rewriter.ty(index);
    let mask = rewriter.number(ty, f64::from(row - 1));
    let bits = rewriter.number(ty, f64::from(row.trailing_zeros()));
    let x = rewriter.op(Op::Iand, &[index, mask]);
    let y = rewriter.op(Op::Ashr, &[index, bits]);
    let place = join(rewriter, &[x, y]);
    if op == Op::ImageFetch {
        let mut call = ImageCall::of(&rewriter.function, inst)?;
        call.coordinate = place;
        call.set(ImageOperands::LOD, &[zero]);
        return Some(call.replace(rewriter, inst));
    }
    rewriter.set_operand(inst, 1, place);
    Some(Action::Keep)
}
