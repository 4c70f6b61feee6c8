//! Clamps indices of arrays, vectors and matrices that are not constant, so that no access is out of bounds.

use vitrum_ir::{Module, Op, types::common};
use vitrum_passes::rewrite::{Action, rewrite_each};
use vitrum_passes::{PassInfo, Session};

/// The row of the pass.
pub static CLAMP_INDICES: PassInfo =
    PassInfo::on_module("clamp_indices", "clamp dynamic indices to their bounds", run);

fn run(module: &mut Module, session: &mut Session) -> usize {
    rewrite_each(module, session, |rewriter, inst| {
        for position in 0..rewriter.function().operands(inst).len() {
            let index = rewriter.function().operands(inst)[position];
            if index.value().is_none() || !rewriter.is_index(inst, position) || !rewriter.may_change() {
                continue;
            }
            let Some(length) = rewriter.indexed_length(inst, position) else { continue };
            let one = rewriter.number(common::U32, 1.0);
            let last = rewriter.op(Op::Isub, &[length, one]);
            let unsigned = rewriter.convert(index, common::U32);
            let clamped = rewriter.op(Op::Umin, &[unsigned, last]);
            rewriter.set_operand(inst, position, clamped);
        }
        Action::Keep
    })
}
