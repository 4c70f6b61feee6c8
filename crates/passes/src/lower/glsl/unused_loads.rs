//! Removes unused loads of opaque values, and the accesses that only they used.

use crate::framework::rewrite::{Action, Rewriter, Visitor, rewrite};
use crate::framework::session::Session;
use rustc_hash::FxHashSet;
use vitrum_ir::{Inst, Module, Op, Value};

/// Removes them.
pub(super) fn drop_unused_loads(module: &mut Module, session: &mut Session) {
    // An access goes after the load that used it.
    for _ in 0..2 {
        rewrite(module, session, |module, id, _| {
            let function = &module.functions[id];
            let mut used = FxHashSet::default();
            for (_, block) in function.blocks.iter() {
                for &inst in &block.insts {
                    used.extend(function.operands(inst).iter().filter_map(|operand| operand.value()));
                }
            }
            Some(DropUnused { used })
        });
    }
}

struct DropUnused {
    used: FxHashSet<Value>,
}

impl Visitor for DropUnused {
    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let data = rewriter.function.insts[inst];
        let unused = rewriter.function.results(inst).all(|value| !self.used.contains(&value));
        let opaque = rewriter.function.result(inst).is_some_and(|value| {
            let ty = rewriter.function.values[value].ty;
            let types = &rewriter.module.types;
            types.pointee(ty).is_some() || types.scalar_of(ty).is_none()
        });
        if matches!(data.op, Op::Load | Op::Access) && unused && opaque {
            Action::Remove
        } else {
            Action::Keep
        }
    }
}
