//! Projection, offsets, gradients and sizes: what is computed in front of a lookup.

use super::{component, first, floats, image_type, join, size};
use crate::framework::rewrite::image_call::ImageCall;
use crate::framework::rewrite::{Action, Rewriter};
use crate::workarounds::{offset_texel_fetches, rewrite_cube_gradients};
use vitrum_ir::types::common;
use vitrum_ir::{Dim, ImageOperands, Inst, Op, Operand, Precision, Stage};

/// Divides by the last component.
pub(super) fn project(rewriter: &mut Rewriter<'_>, inst: Inst) -> Option<Action> {
    let mut call = ImageCall::of(&rewriter.function, inst)?;
    if !call.has(ImageOperands::PROJ) || !rewriter.may_change() {
        return None;
    }
    call.take(ImageOperands::PROJ);
    let count = image_type(rewriter, call.image)?.coordinates();
    let last = rewriter.module.types.vector_size(rewriter.ty(call.coordinate))?.checked_sub(1)?;
    let divisor = component(rewriter, call.coordinate, last);
    let place = first(rewriter, call.coordinate, count);
    call.coordinate = divide(rewriter, place, divisor);
    if let Some(reference) = call.get(ImageOperands::DREF) {
        let reference = rewriter.op(Op::Fdiv, &[reference, divisor]);
        call.set(ImageOperands::DREF, &[reference]);
    }
    Some(call.replace(rewriter, inst))
}

/// A scalar or vector divided by a scalar.
fn divide(rewriter: &mut Rewriter<'_>, vector: Operand, scalar: Operand) -> Operand {
    let ty = rewriter.ty(vector);
    let scalar = if rewriter.ty(scalar) == ty {
        scalar
    } else {
        let precision = rewriter.precision(scalar);
        rewriter.push(Op::Splat, &[scalar], 0, ty, precision)
    };
    rewriter.op(Op::Fdiv, &[vector, scalar])
}

/// Adds offsets to coordinates.
pub(super) fn offset(rewriter: &mut Rewriter<'_>, inst: Inst) -> Option<Action> {
    let mut call = ImageCall::of(&rewriter.function, inst)?;
    if call.op == Op::ImageFetch {
        return offset_texel_fetches::offset(rewriter, inst);
    }
    if let Some(offsets) = call.get(ImageOperands::OFFSETS) {
        return four_gathers(rewriter, inst, &call, offsets);
    }
    let offset = call.get(ImageOperands::OFFSET)?;
    // The level is that of the lookup as it was written.
    if call.has(ImageOperands::PROJ) || !rewriter.may_change() {
        return None;
    }
    let level = nearest_level(rewriter, &call)?;
    call.take(ImageOperands::OFFSET);
    call.coordinate = moved(rewriter, &call, offset, level)?;
    Some(call.replace(rewriter, inst))
}

/// The coordinate of a lookup, so many texels of a level away.
fn moved(rewriter: &mut Rewriter<'_>, call: &ImageCall, offset: Operand, level: Operand) -> Option<Operand> {
    let image = image_type(rewriter, call.image)?;
    let dimensions = image.dim.coordinates();
    let mut distance = floats(rewriter, offset);
    if image.dim != Dim::Rect {
        let size = size(rewriter, call.image, level)?;
        let size = first(rewriter, size, dimensions);
        let size = floats(rewriter, size);
        distance = rewriter.op(Op::Fdiv, &[distance, size]);
    }
    let place = first(rewriter, call.coordinate, dimensions);
    let place = rewriter.op(Op::Fadd, &[place, distance]);
    let mut parts = vec![place];
    if image.arrayed {
        parts.push(component(rewriter, call.coordinate, dimensions));
    }
    Some(join(rewriter, &parts))
}

/// The level that a lookup reads, or that is nearest to where it reads between two.
fn nearest_level(rewriter: &mut Rewriter<'_>, call: &ImageCall) -> Option<Operand> {
    let image = image_type(rewriter, call.image)?;
    let zero = Operand::from(rewriter.module.constants.i32(0));
    if call.op == Op::ImageGather || image.dim == Dim::Rect {
        return Some(zero);
    }
    let mut level = if let Some(level) = call.get(ImageOperands::LOD) {
        level
    } else if let Some(gradients) = call.clone().take(ImageOperands::GRAD) {
        level_of(rewriter, call.image, call.coordinate, &gradients)?
    } else if rewriter.module.stage == Stage::Fragment {
        let place = first(rewriter, call.coordinate, image.dim.coordinates());
        let levels = rewriter.push(Op::ImageQueryLod, &[call.image, place], 0, common::VEC2, Precision::High);
        component(rewriter, levels, 1)
    } else {
        rewriter.number(common::F32, 0.0)
    };
    if let Some(bias) = call.get(ImageOperands::BIAS) {
        level = rewriter.op(Op::Fadd, &[level, bias]);
    }
    if let Some(least) = call.get(ImageOperands::MIN_LOD) {
        level = rewriter.op(Op::Fmax, &[level, least]);
    }
    // In the middle between two, it is the one with more texels.
    let [half, one] = [0.5, 1.0].map(|number| rewriter.number(common::F32, number));
    let above = rewriter.op(Op::Fadd, &[level, half]);
    let above = rewriter.op(Op::Ceil, &[above]);
    let level = rewriter.op(Op::Fsub, &[above, one]);
    let levels = rewriter.push(Op::ImageLevels, &[call.image], 0, common::I32, Precision::High);
    let levels = floats(rewriter, levels);
    let last = rewriter.op(Op::Fsub, &[levels, one]);
    let nothing = rewriter.number(common::F32, 0.0);
    let level = rewriter.op(Op::Fmax, &[level, nothing]);
    let level = rewriter.op(Op::Fmin, &[level, last]);
    Some(rewriter.push(Op::FtoS, &[level], 0, common::I32, Precision::High))
}

/// A gather with an offset for each texel: four gathers, each of which gives one.
fn four_gathers(
    rewriter: &mut Rewriter<'_>,
    inst: Inst,
    call: &ImageCall,
    offsets: Operand,
) -> Option<Action> {
    let types = rewriter.function.result_types(inst);
    let &[(ty, precision)] = types.as_slice() else { return None };
    if !rewriter.may_change() {
        return None;
    }
    let zero = Operand::from(rewriter.module.constants.i32(0));
    let mut texels = Vec::with_capacity(4);
    for index in 0..4 {
        let mut one = call.clone();
        one.take(ImageOperands::OFFSETS);
        let offset = rewriter.op_imm(Op::Extract, &[offsets], index);
        one.coordinate = moved(rewriter, call, offset, zero)?;
        let gather = one.build(rewriter, &[(ty, precision)]);
        let four = Operand::from(rewriter.function.result(gather)?);
        // Each gives the texel that is the first of its own four: the one above and to the left, which comes last.
        texels.push(component(rewriter, four, 3));
    }
    let all = rewriter.push(Op::Construct, &texels, 0, ty, precision);
    Some(rewriter.replace_alike(inst, all))
}

/// Samples a level in the place of gradients.
pub(super) fn gradients(rewriter: &mut Rewriter<'_>, inst: Inst) -> Option<Action> {
    let mut call = ImageCall::of(&rewriter.function, inst)?;
    if !call.has(ImageOperands::GRAD) || !rewriter.may_change() {
        return None;
    }
    let gradients = call.take(ImageOperands::GRAD)?;
    // A rectangle has one level.
    if image_type(rewriter, call.image)?.dim != Dim::Rect {
        let mut level = level_of(rewriter, call.image, call.coordinate, &gradients)?;
        if let Some(least) = call.take(ImageOperands::MIN_LOD) {
            level = rewriter.op(Op::Fmax, &[level, *least.first()?]);
        }
        call.set(ImageOperands::LOD, &[level]);
    }
    Some(call.replace(rewriter, inst))
}

/// The level of detail that follows from gradients: the logarithm of the longer one in texels.
fn level_of(
    rewriter: &mut Rewriter<'_>,
    image: Operand,
    coordinate: Operand,
    gradients: &[Operand],
) -> Option<Operand> {
    let ty = image_type(rewriter, image)?;
    if ty.dim == Dim::Cube {
        let direction = first(rewriter, coordinate, 3);
        return rewrite_cube_gradients::level(rewriter, image, direction, gradients);
    }
    let zero = Operand::from(rewriter.module.constants.i32(0));
    let size = size(rewriter, image, zero)?;
    let size = first(rewriter, size, ty.dim.coordinates());
    let size = floats(rewriter, size);
    Some(level_of_texels(rewriter, size, gradients))
}

/// The level of detail of gradients in a texture of a size.
pub(super) fn level_of_texels(rewriter: &mut Rewriter<'_>, size: Operand, gradients: &[Operand]) -> Operand {
    // Lengths of zero have no logarithm.
    let mut longest = rewriter.number(common::F32, f64::from(f32::MIN_POSITIVE));
    for &gradient in gradients {
        let texels = rewriter.op(Op::Fmul, &[gradient, size]);
        let length = rewriter.op(Op::Length, &[texels]);
        longest = rewriter.op(Op::Fmax, &[longest, length]);
    }
    rewriter.op(Op::Log2, &[longest])
}

/// Shifts the size of the first level.
pub(super) fn size_of_level(rewriter: &mut Rewriter<'_>, inst: Inst) -> Option<Action> {
    let &[image, level] = rewriter.function.operands(inst) else { return None };
    if rewriter.function.op(inst) != Op::ImageSize
        || rewriter.module.as_int(level) == Some(0)
        || !rewriter.may_change()
    {
        return None;
    }
    let ty = image_type(rewriter, image)?;
    let zero = Operand::from(rewriter.module.constants.i32(0));
    let (result, precision) = *rewriter.function.result_types(inst).first()?;
    let whole = rewriter.push(Op::ImageSize, &[image, zero], 0, result, precision);
    let count = if ty.dim == Dim::Cube { 2 } else { ty.dim.coordinates() };
    let one = Operand::from(rewriter.module.constants.i32(1));
    let level = rewriter.convert(level, common::I32);
    let mut parts = Vec::new();
    for index in 0..count {
        let part = component(rewriter, whole, index);
        let shifted = rewriter.op(Op::Ashr, &[part, level]);
        parts.push(rewriter.op(Op::Smax, &[shifted, one]));
    }
    if ty.arrayed {
        parts.push(component(rewriter, whole, count));
    }
    let all = join(rewriter, &parts);
    Some(rewriter.replace_alike(inst, all))
}
