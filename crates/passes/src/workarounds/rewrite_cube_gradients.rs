//! Samples cube textures with gradients by the level of detail that follows from them.
//!
//! ```text
//! %1 = image_sample.grad %t, %p, %dx, %dy   =>   (the level %l from %p, %dx, %dy and the size of %t)
//!                                                %1 = image_sample.lod %t, %p, %l
//! ```
//!
//! The gradients of the direction are projected onto the face that it leads to (Vulkan, "Cube Map Derivative Transformation"):
//! for the major axis `m` and the other two `u`, `v`, the face has the coordinate `u / (2 |m|)`, the gradient of which is
//! `(u' |m| - u |m|') / (2 m²)`. The level is the logarithm of the longer gradient in texels. Filtering is isotropic then.
//! A least level, if there is one, bounds it.
//!
//! For devices and drivers that lack gradients of cubes or take them for those of the direction (Intel, PowerVR, D3D feature level 9).
//! Comparisons of depth stay in GLSL that has no level for them.
//!
//! Called the option `lower_txd_cube_map` of `nir_lower_tex` by NIR.

use crate::framework::rewrite::image_call::{ImageCall, widen_places};
use crate::framework::rewrite::{Action, Rewriter, rewrite_each};
use crate::framework::session::Session;
use vitrum_ir::types::common;
use vitrum_ir::{Dim, ImageOperands, Inst, Module, Op, Operand, Precision, Swizzle, typing};

/// Runs the pass; gives the number of lookups changed.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let mut count = 0;
    rewrite_each(module, session, |rewriter, inst| {
        let action = rewrite(rewriter, inst);
        count += usize::from(action.is_some());
        action.unwrap_or(Action::Keep)
    });
    count
}

fn rewrite(rewriter: &mut Rewriter<'_>, inst: Inst) -> Option<Action> {
    let mut call = ImageCall::of(&rewriter.function, inst)?;
    let is_cube = typing::image_type(rewriter.module, rewriter.ty(call.image))?.dim == Dim::Cube;
    let keeps = call.has(ImageOperands::DREF) && rewriter.settings().glsl.is_some();
    if !is_cube || keeps || !call.has(ImageOperands::GRAD) || !rewriter.may_change() {
        return None;
    }
    if widen_places(rewriter, inst) {
        call = ImageCall::of(&rewriter.function, inst)?;
    }
    let gradients = call.take(ImageOperands::GRAD)?;
    let xyz = Swizzle::new(&[0, 1, 2])?.bits();
    let direction = rewriter.op_imm(Op::Swizzle, &[call.coordinate], xyz);
    let mut level = level(rewriter, call.image, direction, &gradients)?;
    if let Some(least) = call.take(ImageOperands::MIN_LOD) {
        level = rewriter.op(Op::Fmax, &[level, *least.first()?]);
    }
    call.set(ImageOperands::LOD, &[level]);
    Some(call.replace(rewriter, inst))
}

/// The level of detail.
pub(crate) fn level(
    rewriter: &mut Rewriter<'_>,
    image: Operand,
    direction: Operand,
    gradients: &[Operand],
) -> Option<Operand> {
    let sizes = rewriter.op(Op::Fabs, &[direction]);
    let [x, y, z] = [0, 1, 2].map(|index| rewriter.op_imm(Op::Extract, &[sizes], index));
    // The z axis is the major one where several are as long, then the y axis.
    let (zx, zy) = (rewriter.op(Op::Fge, &[z, x]), rewriter.op(Op::Fge, &[z, y]));
    let (is_z, is_y) = (rewriter.op(Op::And, &[zx, zy]), rewriter.op(Op::Fge, &[y, x]));
    let turn = |rewriter: &mut Rewriter<'_>, vector: Operand| {
        // The major component last.
        let [by_x, by_y] = [[1, 2, 0], [0, 2, 1]].map(|order| {
            let swizzle = Swizzle::new(&order).map_or(0, Swizzle::bits);
            rewriter.op_imm(Op::Swizzle, &[vector], swizzle)
        });
        let other = rewriter.op(Op::Select, &[is_y, by_y, by_x]);
        rewriter.op(Op::Select, &[is_z, vector, other])
    };
    let place = turn(rewriter, direction);
    let xy = Swizzle::new(&[0, 1])?.bits();
    let major = rewriter.op_imm(Op::Extract, &[place], 2);
    let minor = rewriter.op_imm(Op::Swizzle, &[place], xy);
    let two = rewriter.number(common::F32, 2.0);
    let square = rewriter.op(Op::Fmul, &[major, major]);
    let twice = rewriter.op(Op::Fmul, &[square, two]);
    let mut longest: Option<Operand> = None;
    for &gradient in gradients {
        let gradient = turn(rewriter, gradient);
        let along = rewriter.op_imm(Op::Extract, &[gradient], 2);
        let across = rewriter.op_imm(Op::Swizzle, &[gradient], xy);
        // The sign of the major component is the same in both products, and does not change a length.
        let (a, b) = (
            rewriter.op(Op::VectorTimesScalar, &[across, major]),
            rewriter.op(Op::VectorTimesScalar, &[minor, along]),
        );
        let difference = rewriter.op(Op::Fsub, &[a, b]);
        let length = rewriter.op(Op::Length, &[difference]);
        longest = Some(match longest {
            None => length,
            Some(other) => rewriter.op(Op::Fmax, &[other, length]),
        });
    }
    let moved = rewriter.op(Op::Fdiv, &[longest?, twice]);
    let zero = rewriter.module.constants.i32(0);
    let image_type = typing::image_type(rewriter.module, rewriter.ty(image))?;
    let size_type = if image_type.arrayed { common::IVEC3 } else { common::IVEC2 };
    let size = rewriter.push(Op::ImageSize, &[image, zero.into()], 0, size_type, Precision::High);
    let width = rewriter.op_imm(Op::Extract, &[size], 0);
    let width = rewriter.push(Op::StoF, &[width], 0, common::F32, Precision::None);
    let texels = rewriter.op(Op::Fmul, &[moved, width]);
    Some(rewriter.op(Op::Log2, &[texels]))
}
