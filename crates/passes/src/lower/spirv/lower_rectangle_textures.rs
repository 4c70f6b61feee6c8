//! Rectangle textures become 2D textures with coordinates from 0 to 1, since Vulkan has no others.
//!
//! ```text
//! global @r: sampled<rect, f32> opaque              global @r: sampled<2d, f32> opaque
//! %t: sampled<rect, f32> = load @r             =>   %t: sampled<2d, f32> = load @r
//!                                                   %0: vec2<i32> = image_size %t, 0i32
//!                                                   %1: vec2<f32> = stof %0
//!                                                   %2: vec2<f32> = fdiv %p, %1
//! %x: vec4<f32> = image_sample %t, %p               %x: vec4<f32> = image_sample %t, %2
//! ```
//!
//! Fetches and sizes ask the first level.

use crate::framework::rewrite::image_call::widen_places;
use crate::framework::rewrite::{Action, Rewriter, rewrite_each};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use crate::lower::retype::retype;
use vitrum_ir::{
    Dim, ImageOperands, ImageType, Inst, Module, Op, Operand, Precision, Swizzle, TypeData, types::common,
    typing,
};

/// True if the target is Vulkan and the module may have rectangle textures. Unused types stay in the table.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    settings.vulkan && module.types.iter().skip(common::ALL).any(|(_, data)| is_rectangle(data))
}

/// True if a type is that of a rectangle texture.
fn is_rectangle(data: TypeData) -> bool {
    matches!(data, TypeData::Image(image) | TypeData::SampledImage(image) if image.dim == Dim::Rect)
}

/// Lowers them; gives how many types there were.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    rewrite_each(module, session, lower);
    let flat = |image: ImageType| (image.dim == Dim::Rect).then_some(ImageType { dim: Dim::D2, ..image });
    let new = |_: &mut Module, data| match data {
        TypeData::Image(image) => flat(image).map(TypeData::Image),
        TypeData::SampledImage(image) => flat(image).map(TypeData::SampledImage),
        _ => None,
    };
    retype(module, new, |_, _, parts| parts).types.len()
}

fn lower(rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
    let op = rewriter.function.op(inst);
    if !matches!(op, Op::ImageSample | Op::ImageGather | Op::ImageFetch | Op::ImageSize) {
        return Action::Keep;
    }
    let Some(&texture) = rewriter.function.operands(inst).first() else { return Action::Keep };
    let ty = rewriter.ty(texture);
    let image = typing::image_type(rewriter.module, ty);
    if !image.is_some_and(|image| image.dim == Dim::Rect && !image.storage) {
        return Action::Keep;
    }
    widen_places(rewriter, inst);
    let mut operands = rewriter.function.operands(inst).to_vec();
    let zero = Operand::from(rewriter.module.constants.i32(0));
    let flags = ImageOperands::from_bits(rewriter.function.insts[inst].imm);
    match op {
        Op::ImageSize => operands.push(zero),
        Op::ImageFetch => {
            operands.insert(2.min(operands.len()), zero);
            rewriter.function.set_imm(inst, flags.union(ImageOperands::LOD).bits());
        }
        _ => {
            let size = rewriter.push(Op::ImageSize, &[texture, zero], 0, common::IVEC2, Precision::None);
            let size = rewriter.push(Op::StoF, &[size], 0, common::VEC2, Precision::None);
            let before =
                [ImageOperands::DREF, ImageOperands::COMPONENT, ImageOperands::BIAS, ImageOperands::LOD];
            let gradients = 2 + before.into_iter().filter(|&flag| flags.contains(flag)).count();
            let count = if flags.contains(ImageOperands::GRAD) { 2 } else { 0 };
            for position in std::iter::once(1).chain(gradients..gradients + count) {
                if let Some(slot) = operands.get_mut(position) {
                    *slot = divide(rewriter, *slot, size);
                }
            }
        }
    }
    rewriter.function.set_operands(inst, &operands);
    Action::Keep
}

/// The first two components divided by the size, and the others as they are.
fn divide(rewriter: &mut Rewriter<'_>, coordinate: Operand, size: Operand) -> Operand {
    let ty = rewriter.ty(coordinate);
    let Some(first_two) = Swizzle::new(&[0, 1]) else { return coordinate };
    let count = rewriter.module.types.vector_size(ty).unwrap_or(2);
    let pair = if count > 2 {
        rewriter.push(Op::Swizzle, &[coordinate], first_two.bits(), common::VEC2, Precision::None)
    } else {
        coordinate
    };
    let mut parts = vec![rewriter.push(Op::Fdiv, &[pair, size], 0, common::VEC2, Precision::None)];
    for index in 2..count {
        parts.push(rewriter.push(Op::Extract, &[coordinate], index, common::F32, Precision::None));
    }
    match parts.as_slice() {
        &[only] => only,
        parts => rewriter.push(Op::Construct, parts, 0, ty, Precision::None),
    }
}
