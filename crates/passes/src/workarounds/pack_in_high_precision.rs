//! Packs numbers in high precision.
//!
//! ```text
//! %x: mediump vec2<f32> = ...                       %v: ptr<function, vec2<f32>> highp = var   store %v, %x
//! %1: u32 = pack_unorm_2x16 %x                 =>   %2: highp vec2<f32> = load %v
//!                                                   %1: u32 = pack_unorm_2x16 %2
//! ```
//!
//! For drivers that pack with the precision of the argument (Qualcomm).
//!
//! Called `passHighpToPackUnormSnormBuiltins` by ANGLE.

use crate::framework::rewrite::{Action, rewrite_each};
use crate::framework::session::Session;
use vitrum_ir::{Module, Name, Op, Precision};

/// Runs the pass; gives the number of operations changed.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let mut count = 0;
    rewrite_each(module, session, |rewriter, inst| {
        let packs = matches!(
            rewriter.function.op(inst),
            Op::PackUnorm2x16 | Op::PackSnorm2x16 | Op::PackUnorm4x8 | Op::PackSnorm4x8
        );
        let Some(&x) = rewriter.function.operands(inst).first().filter(|_| packs) else {
            return Action::Keep;
        };
        let is_low = matches!(rewriter.precision(x), Precision::Low | Precision::Medium);
        if !is_low || !rewriter.may_change() {
            return Action::Keep;
        }
        count += 1;
        let ty = rewriter.ty(x);
        let variable = rewriter.variable(ty, Precision::High, Name::EMPTY, None);
        rewriter.store(variable, x);
        let wide = rewriter.push(Op::Load, &[variable.into()], 0, ty, Precision::High);
        rewriter.set_operand(inst, 0, wide);
        Action::Keep
    });
    count
}
