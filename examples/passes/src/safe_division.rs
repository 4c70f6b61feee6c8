//! Makes integer division defined: a division by zero, and one of the least number by -1, divides by 1.

use vitrum_ir::{Module, Op};
use vitrum_passes::rewrite::{Action, rewrite_each};
use vitrum_passes::{PassInfo, Session};

/// The row of the pass.
pub static SAFE_DIVISION: PassInfo =
    PassInfo::on_module("safe_division", "define every integer division", run);

fn run(module: &mut Module, session: &mut Session) -> usize {
    rewrite_each(module, session, |rewriter, inst| {
        let op = rewriter.function().insts[inst].op;
        if !matches!(op, Op::Sdiv | Op::Srem | Op::Smod | Op::Udiv | Op::Umod) || !rewriter.may_change() {
            return Action::Keep;
        }
        let (x, y) = (rewriter.function().operands(inst)[0], rewriter.function().operands(inst)[1]);
        let ty = rewriter.ty(y);
        let [zero, one, minus_one] = [0.0, 1.0, -1.0].map(|number| rewriter.number(ty, number));
        let mut undefined = rewriter.op(Op::Ieq, &[y, zero]);
        if !matches!(op, Op::Udiv | Op::Umod) {
            let width = rewriter.module().types.scalar_of(ty).map_or(32, |scalar| scalar.width());
            let least = rewriter.number(ty, -f64::from(width - 1).exp2());
            let (a, b) = (rewriter.op(Op::Ieq, &[x, least]), rewriter.op(Op::Ieq, &[y, minus_one]));
            let overflows = rewriter.op(Op::And, &[a, b]);
            undefined = rewriter.op(Op::Or, &[undefined, overflows]);
        }
        let divisor = rewriter.op(Op::Select, &[undefined, one, y]);
        rewriter.set_operand(inst, 1, divisor);
        Action::Keep
    })
}
