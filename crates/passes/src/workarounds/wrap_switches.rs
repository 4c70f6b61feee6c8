//! Puts each switch into an `if` that is always taken.
//!
//! ```text
//! switch %s { ... }      =>      if true { switch %s { ... }   merge } else { merge }
//! ```
//!
//! A pass that takes known branches undoes it, so this one comes last. For drivers that crash on a switch directly in a loop or
//! behind another one (AMD on macOS).
//!
//! Called `wrapSwitchInIfTrue` by ANGLE.

use crate::framework::rewrite::{Action, End, Rewriter, Visitor, rewrite};
use crate::framework::session::Session;
use vitrum_ir::{Inst, Module, Op, Operand, Value};

/// Runs the pass; gives the number of switches.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    rewrite(module, session, |_, _, _| Some(Wrap))
}

struct Wrap;

impl Visitor for Wrap {
    fn inst(&mut self, _: &mut Rewriter<'_>, _: Inst) -> Action {
        Action::Keep
    }

    fn leave(&mut self, rewriter: &mut Rewriter<'_>, control: Inst) {
        if rewriter.function.op(control) != Op::Switch || !rewriter.may_change() {
            return;
        }
        rewriter.take_back(control);
        let old: Vec<Value> = rewriter.function.results(control).collect();
        let types = rewriter.function.result_types(control);
        let new = rewriter.replace_results(control, &types);
        let undefined: Vec<Operand> =
            types.iter().map(|&(ty, _)| rewriter.module.constants.undef(ty).into()).collect();
        let yes = rewriter.module.constants.bool(true).into();
        let results = rewriter.if_(
            yes,
            |rewriter| {
                rewriter.put_back(&[control]);
                End::Merge(new.into_iter().map(Operand::from).collect())
            },
            |_| End::Merge(undefined),
        );
        for (old, result) in old.into_iter().zip(results) {
            rewriter.forward(old, result);
        }
    }
}
