//! An order of fragments without an end becomes a section that all of the shader is in.
//!
//! ```text
//! fn &main() -> void {                    fn &main() -> void {
//!                                             intrinsic.begin_interlock
//!     if %c {                         =>      if %c {
//!         intrinsic.begin_ordering                merge
//!         merge                               } else {
//!     } else {                                    merge
//!         merge                               }
//!     }                                       intrinsic.end_interlock
//!     return                                  return
//! }                                       }
//! ```
//!
//! `beginFragmentShaderOrderingINTEL` may be called often, and in branches. SPIR-V has sections with an end, which each fragment
//! passes once. A longer section orders more than was asked for.

use crate::framework::rewrite::{Action, insert_at_returns, insert_at_start, rewrite_each};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use vitrum_ir::{Intrinsic, Modes, Module, Op};

/// True if a fragment shader has such an order.
pub(crate) fn is_needed(module: &Module, _: &Settings) -> bool {
    module.entry.is_some()
        && module.functions.values().filter(|function| function.may_have(&[Op::Intrinsic])).any(|function| {
            function.insts.iter().any(|(inst, _)| function.intrinsic(inst) == Some(Intrinsic::BeginOrdering))
        })
}

/// Lowers it; gives the number of calls that there were.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let Some(entry) = module.entry else { return 0 };
    let mut count = 0;
    rewrite_each(module, session, |rewriter, inst| {
        if rewriter.function.intrinsic(inst) != Some(Intrinsic::BeginOrdering) {
            return Action::Keep;
        }
        count += 1;
        Action::Remove
    });
    if count > 0 {
        module.execution.modes.insert(Modes::PIXEL_INTERLOCK_ORDERED);
        let mark = |intrinsic: Intrinsic| intrinsic as u32;
        insert_at_start(module, entry, session, |rewriter| {
            rewriter.push_effect(Op::Intrinsic, &[], mark(Intrinsic::BeginInterlock));
        });
        insert_at_returns(module, entry, session, |rewriter| {
            rewriter.push_effect(Op::Intrinsic, &[], mark(Intrinsic::EndInterlock));
        });
    }
    count
}
