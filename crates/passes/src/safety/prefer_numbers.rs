//! Gives minima, maxima and clamps of floats the operand that is a number where the other one is NaN.
//!
//! ```text
//! %1: f32 = fmin %a, %b            =>      %1: f32 = nmin %a, %b
//! %2: f32 = fclamp %a, %b, %c      =>      %2: f32 = nclamp %a, %b, %c
//! ```
//!
//! GLSL leaves these results undefined. In printed GLSL they are selections (`lower_number_choices`).
//!
//! Called `--nan-clamp` by glslang.

use crate::framework::rewrite::{Action, rewrite_each};
use crate::framework::session::Session;
use vitrum_ir::{Module, Op};

/// Runs the pass; gives the number of operations replaced.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let mut count = 0;
    rewrite_each(module, session, |rewriter, inst| {
        let op = match rewriter.function.op(inst) {
            Op::Fmin => Op::Nmin,
            Op::Fmax => Op::Nmax,
            Op::Fclamp => Op::Nclamp,
            _ => return Action::Keep,
        };
        let Some(result) = rewriter.function.result_data(inst) else { return Action::Keep };
        if !rewriter.may_change() {
            return Action::Keep;
        }
        count += 1;
        let operands = rewriter.function.operands(inst).to_vec();
        let new = rewriter.push(op, &operands, 0, result.ty, result.precision);
        if let Some(value) = new.value() {
            rewriter.function.values[value].flags = result.flags;
        }
        rewriter.replace_alike(inst, new)
    });
    count
}
