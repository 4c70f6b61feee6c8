//! Flips `gl_FragCoord`, for APIs whose origin is at the other end of the picture. The application sets the height.

use vitrum_ir::edit::redirect_global;
use vitrum_ir::{BuiltIn, Module, Op, Storage, types::common};
use vitrum_passes::rewrite::insert_at_start;
use vitrum_passes::{PassInfo, Session};

/// The row of the pass.
pub static FLIP_FRAG_COORD: PassInfo =
    PassInfo::on_module("flip_frag_coord", "flip gl_FragCoord vertically", run);

fn run(module: &mut Module, session: &mut Session) -> usize {
    let found = module.find_builtin(Storage::Input, BuiltIn::FragCoord);
    let (Some(entry), Some((coord, _)), true) = (module.entry, found, session.may_change()) else { return 0 };
    let flipped = module.add_global("flipped_coord", common::VEC4, Storage::Private);
    let height = module.add_global("viewport_height", common::F32, Storage::Uniform);
    redirect_global(module, coord, flipped);
    insert_at_start(module, entry, session, |rewriter| {
        let (coord, height) = (rewriter.load(coord), rewriter.load(height));
        let y = rewriter.op_imm(Op::Extract, &[coord], 1);
        let y = rewriter.op(Op::Fsub, &[height, y]);
        let coord = rewriter.op_imm(Op::Insert, &[coord, y], 1);
        rewriter.store(flipped, coord);
    });
    1
}
