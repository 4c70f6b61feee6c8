//! Replaces stores of machines that leave out components by stores of those that follow one another.
//!
//! ```text
//! intrinsic.store_storage %v, 0u32, 16u32, 11u32, 16u32, 0u32    (x, y and w)
//! =>
//! intrinsic.store_storage %xy, 0u32, 16u32, 3u32, 16u32, 0u32
//! intrinsic.store_storage %w, 0u32, 28u32, 1u32, 4u32, 0u32
//! ```
//!
//! Mesa calls this `nir_lower_wrmasks`.

use super::pieces::{Piece, runs};
use crate::framework::rewrite::{Action, rewrite_each};
use crate::framework::session::Session;
use crate::framework::settings::{PassOption, PassOptions};
use vitrum_ir::Module;

/// Options of `lower_write_masks`.
#[derive(Clone, Copy, Debug)]
pub struct WriteMasks {
    /// True if stores of memory are lowered.
    pub memory: bool,
    /// True if stores of outputs are lowered.
    pub outputs: bool,
}

impl Default for WriteMasks {
    fn default() -> Self {
        Self { memory: true, outputs: true }
    }
}

/// The options as text.
pub(crate) const OPTIONS: &[PassOption] = &[PassOption {
    name: "stores",
    values: "all|memory|outputs",
    summary: "stores that are lowered",
    set: set_stores,
}];

fn set_stores(options: &mut PassOptions, text: &str) -> Option<()> {
    let (memory, outputs) = match text {
        "all" => (true, true),
        "memory" => (true, false),
        "outputs" => (false, true),
        _ => return None,
    };
    options.change(|it: &mut WriteMasks| (it.memory, it.outputs) = (memory, outputs));
    Some(())
}

/// Lowers the stores of all functions; gives the number of changes.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let options: WriteMasks = session.settings().options.get();
    rewrite_each(module, session, |rewriter, inst| {
        let Some(piece) = Piece::of(rewriter, inst).filter(|piece| piece.is_store) else {
            return Action::Keep;
        };
        let is_wanted = if piece.space.is_some() { options.memory } else { options.outputs };
        let runs = runs(piece.mask);
        let is_whole = matches!(runs[..], [(0, count)] if count == piece.count);
        if !is_wanted || is_whole || !rewriter.may_change() {
            return Action::Keep;
        }
        for (first, count) in runs {
            piece.store_part(rewriter, first, count);
        }
        Action::Remove
    })
}
