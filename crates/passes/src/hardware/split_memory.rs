//! Splits loads and stores of machines into ones of fewer components.
//!
//! ```text
//! %0: vec4<f32> = intrinsic.load_storage 0u32, 16u32, 16u32, 0u32
//! =>
//! %0: vec2<f32> = intrinsic.load_storage 0u32, 16u32, 16u32, 0u32
//! %1: vec2<f32> = intrinsic.load_storage 0u32, 24u32, 8u32, 0u32
//! %2: vec4<f32> = construct %0, %1
//! ```
//!
//! `split_memory` does this to memory by offset, `lower_io_to_scalars` to inputs and outputs by slot. A store that leaves out
//! components is split at them, too. An access of volatile memory stays whole.
//!
//! Mesa calls these `nir_lower_io_to_scalar` and, of memory, does it in `nir_lower_mem_access_bit_sizes`.

use super::emit;
use super::pieces::{Piece, runs};
use crate::framework::rewrite::{Action, Rewriter, rewrite_each};
use crate::framework::session::Session;
use crate::framework::settings::{PassOption, PassOptions};
use vitrum_ir::{Inst, Module};

/// Options of `split_memory`.
#[derive(Clone, Copy, Debug)]
pub struct SplitMemory {
    /// The most components of an access.
    pub components: u32,
}

impl Default for SplitMemory {
    fn default() -> Self {
        Self { components: 1 }
    }
}

/// The options as text.
pub(crate) const OPTIONS: &[PassOption] = &[PassOption {
    name: "components",
    values: "1|2|3",
    summary: "the most components of an access",
    set: set_components,
}];

fn set_components(options: &mut PassOptions, text: &str) -> Option<()> {
    let components = text.parse().ok().filter(|count| (1..=3).contains(count))?;
    options.change(|it: &mut SplitMemory| it.components = components);
    Some(())
}

/// Splits accesses of memory; gives the number of changes.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let SplitMemory { components } = session.settings().options.get();
    rewrite_each(module, session, |rewriter, inst| split(rewriter, inst, true, components))
}

/// Splits accesses of inputs and outputs into scalars; gives the number of changes.
pub(crate) fn run_on_slots(module: &mut Module, session: &mut Session) -> usize {
    rewrite_each(module, session, |rewriter, inst| split(rewriter, inst, false, 1))
}

fn split(rewriter: &mut Rewriter<'_>, inst: Inst, of_memory: bool, most: u32) -> Action {
    let Some(piece) = Piece::of(rewriter, inst) else { return Action::Keep };
    let is_split = piece.space.is_some() == of_memory && piece.count > most;
    if !is_split || piece.is_volatile(rewriter.module()) || !rewriter.may_change() {
        return Action::Keep;
    }
    if piece.is_store {
        for (first, count) in runs(piece.mask) {
            for start in (first..first + count).step_by(most as usize) {
                piece.store_part(rewriter, start, most.min(first + count - start));
            }
        }
        return Action::Remove;
    }
    let mut parts = Vec::new();
    for start in (0..piece.count).step_by(most as usize) {
        parts.push(piece.load_part(rewriter, start, most.min(piece.count - start)));
    }
    let whole = emit::vector(rewriter, &parts, (piece.ty, piece.precision));
    rewriter.replace_named(inst, whole)
}
