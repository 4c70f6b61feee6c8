//! Packing of floats into integers by conversions, shifts and masks.
//!
//! ```text
//! %b: u32 = pack_unorm_2x16 %a             =>  clamped, scaled, rounded, converted, and joined by a shift
//! %d: f64 = pack_double_2x32 %c            =>  %d: f64 = bitcast %c
//! ```
//!
//! NIR: `nir_lower_packing` and `lower_pack_unorm_2x16`, `lower_unpack_half_2x16` and so on. Tint: the builtin polyfills.

use super::expansions::expansion;
use crate::framework::rewrite::{Action, rewrite_each};
use vitrum_ir::Op;

expansion! {
    /// Options of `lower_packing`.
    LowerPacking, "lower_packing": [
        PackSnorm4x8, PackUnorm4x8, PackSnorm2x16, PackUnorm2x16, PackHalf2x16, PackDouble2x32, UnpackSnorm4x8, UnpackUnorm4x8,
        UnpackSnorm2x16, UnpackUnorm2x16, UnpackHalf2x16, UnpackDouble2x32,
    ]
}

/// Expands packing; gives the number of changes.
pub(crate) fn run(module: &mut vitrum_ir::Module, session: &mut crate::framework::session::Session) -> usize {
    let ops = chosen(session.settings());
    let expanded = expand(module, session);
    let casts = rewrite_each(module, session, |rewriter, inst| {
        let op = rewriter.function.op(inst);
        if matches!(op, Op::PackDouble2x32 | Op::UnpackDouble2x32) && ops.contains(&op) {
            rewriter.function.set_op(inst, Op::Bitcast);
            rewriter.changes += 1;
        }
        Action::Keep
    });
    expanded + casts
}
