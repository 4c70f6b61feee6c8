//! Adds the offset of a texel fetch to its coordinate.
//!
//! ```text
//! %1 = image_fetch.lod.offset %t, %p, 0i32, vec2(1i32, 2i32)   =>   %2 = iadd %p, vec2(1i32, 2i32)
//!                                                                   %1 = image_fetch.lod %t, %2, 0i32
//! ```
//!
//! For drivers that drop the offset of `texelFetchOffset`, or take it for another one (Qualcomm, some of Intel on macOS). A layer is not moved.
//!
//! Called `RewriteTexelFetchOffset` by ANGLE, the option `lower_txf_offset` of `nir_lower_tex` by NIR.

use crate::framework::rewrite::image_call::ImageCall;
use crate::framework::rewrite::{Action, Rewriter, rewrite_each};
use crate::framework::session::Session;
use vitrum_ir::{ImageOperands, Inst, Module, Op, Operand};

/// Runs the pass; gives the number of fetches changed.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let mut count = 0;
    rewrite_each(module, session, |rewriter, inst| {
        let action = offset(rewriter, inst);
        count += usize::from(action.is_some());
        action.unwrap_or(Action::Keep)
    });
    count
}

/// Adds the offset of a fetch to its coordinate.
pub(crate) fn offset(rewriter: &mut Rewriter<'_>, inst: Inst) -> Option<Action> {
    let mut call = ImageCall::of(&rewriter.function, inst)?;
    if call.op != Op::ImageFetch {
        return None;
    }
    let offset = call.get(ImageOperands::OFFSET)?;
    let ty = rewriter.ty(call.coordinate);
    let types = [ty, rewriter.ty(offset)];
    let [places, moved] = types.map(|ty| rewriter.module.types.vector_size(ty));
    let layers = places?.checked_sub(moved?)?;
    if !rewriter.may_change() {
        return None;
    }
    call.take(ImageOperands::OFFSET);
    let whole = rewriter.module.types.scalar_of(ty)?;
    let like = rewriter.module.types.with_scalar(types[1], whole)?;
    let mut offset = rewriter.convert(offset, like);
    if layers > 0 {
        let zero = rewriter.module.constants.scalar(whole, 0);
        let mut parts = vec![offset];
        parts.resize(1 + layers as usize, Operand::from(zero));
        let precision = rewriter.precision(offset);
        offset = rewriter.push(Op::Construct, &parts, 0, ty, precision);
    }
    call.coordinate = rewriter.op(Op::Iadd, &[call.coordinate, offset]);
    Some(call.replace(rewriter, inst))
}
