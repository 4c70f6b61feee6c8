//! Clamps `gl_PointSize` wherever a vertex shader ends, so that devices agree on it.

use vitrum_ir::{BuiltIn, Module, Op, Storage, types::common};
use vitrum_passes::rewrite::insert_at_returns;
use vitrum_passes::{PassInfo, Session};

/// The range of sizes: the option of the pass, 1 to 64 without it.
#[derive(Clone, Copy, Debug)]
pub struct PointSizes(pub f64, pub f64);

/// The row of the pass.
pub static CLAMP_POINT_SIZE: PassInfo =
    PassInfo::on_module("clamp_point_size", "clamp gl_PointSize at every exit", run);

fn run(module: &mut Module, session: &mut Session) -> usize {
    let Some(entry) = module.entry.filter(|_| session.may_change()) else { return 0 };
    let PointSizes(least, greatest) = *session.settings().get().unwrap_or(&PointSizes(1.0, 64.0));
    insert_at_returns(module, entry, session, |rewriter| {
        let Some(size) = rewriter.builtin(Storage::Output, BuiltIn::PointSize) else { return };
        let [least, greatest] = [least, greatest].map(|number| rewriter.number(common::F32, number));
        rewriter.update(size, |rewriter, value| rewriter.op(Op::Fclamp, &[value, least, greatest]));
    })
}
