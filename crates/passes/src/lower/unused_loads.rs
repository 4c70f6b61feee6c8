//! Removes unused loads and pairs of opaque values, and the accesses that only they used.

use crate::framework::rewrite::{Action, rewrite_in};
use crate::framework::session::Session;
use rustc_hash::FxHashSet;
use vitrum_ir::{Module, Op, Value};

/// Removes them.
pub(crate) fn drop_unused_loads(module: &mut Module, session: &mut Session) {
    // A load goes after the pair that used it, and an access after the load.
    for id in module.function_ids().flat_map(|id| [id, id, id]) {
        let function = &module.functions[id];
        let mut used: FxHashSet<Value> = FxHashSet::default();
        for &inst in function.blocks.values().flat_map(|block| &block.insts) {
            used.extend(function.used_values(inst));
        }
        rewrite_in(module, id, session, |rewriter, inst| {
            let (function, types) = (&rewriter.function, &rewriter.module.types);
            let unused = function.results(inst).all(|value| !used.contains(&value));
            let opaque = function.result(inst).is_some_and(|value| {
                let ty = function.values[value].ty;
                types.pointee(ty).is_some() || types.scalar_of(ty).is_none()
            });
            let loads = matches!(function.op(inst), Op::Load | Op::Access | Op::CombineSampler);
            if loads && unused && opaque { Action::Remove } else { Action::Keep }
        });
    }
}
