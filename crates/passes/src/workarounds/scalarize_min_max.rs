//! Computes minima, maxima and clamps of vectors by components.
//!
//! ```text
//! %1: vec2<f32> = fmax %a, %b      =>      %2 = extract.0 %a   %3 = extract.0 %b   %4 = fmax %2, %3
//!                                          %5 = extract.1 %a   %6 = extract.1 %b   %7 = fmax %5, %6
//!                                          %1: vec2<f32> = construct %4, %7
//! ```
//!
//! For drivers that give wrong components for these operations on vectors (Qualcomm).
//!
//! Called `BuiltinScalarize` by Tint, `nir_lower_alu_to_scalar` with a filter by NIR.

use crate::framework::rewrite::{Action, rewrite_each};
use crate::framework::session::Session;
use vitrum_ir::{Module, Op, Operand};

/// Runs the pass; gives the number of operations taken apart.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let mut count = 0;
    rewrite_each(module, session, |rewriter, inst| {
        use Op::{Fclamp, Fmax, Fmin, Sclamp, Smax, Smin, Uclamp, Umax, Umin};
        let op = rewriter.function.op(inst);
        if !matches!(op, Fmin | Fmax | Fclamp | Smin | Smax | Sclamp | Umin | Umax | Uclamp) {
            return Action::Keep;
        }
        let Some(result) = rewriter.function.result_data(inst) else { return Action::Keep };
        let size = rewriter.module.types.vector_size(result.ty).unwrap_or(1);
        if size < 2 || !rewriter.may_change() {
            return Action::Keep;
        }
        count += 1;
        let operands = rewriter.function.operands(inst).to_vec();
        let mut parts = Vec::with_capacity(size as usize);
        for index in 0..size {
            let own: Vec<Operand> =
                operands.iter().map(|&operand| rewriter.op_imm(Op::Extract, &[operand], index)).collect();
            let part = rewriter.op(op, &own);
            if let Some(value) = part.value() {
                rewriter.function.values[value].flags = result.flags;
            }
            parts.push(part);
        }
        let new = rewriter.push(Op::Construct, &parts, 0, result.ty, result.precision);
        rewriter.replace_alike(inst, new)
    });
    count
}
