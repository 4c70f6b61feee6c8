//! Removes unused components of vectors.
//!
//! ```text
//! %1: f32 = sin %x                              %2: vec2<f32> = load @in
//! %2: vec2<f32> = load @in                      %3: vec3<f32> = construct %2, undef f32
//! %3: vec3<f32> = construct %2, %1              loop %3 (%p: vec3<f32>) {
//! loop %3 (%p: vec3<f32>) {                         %5: vec2<f32> = swizzle.xy %p
//!     %4: vec3<f32> = insert.2 %p, %y               ...
//!     %5: vec2<f32> = swizzle.xy %4
//!     ...
//! ```
//!
//! Nothing is put into components that nothing uses: an `insert` goes, a part of a `construct` becomes undefined, and what
//! computed it is dead. Demanded components ([`crate::analysis::demand`]) are known around loops and through branches, where the
//! rules of `combine` do not follow them. Vectors stay as wide as they are.

use crate::analysis::Analyses;
use crate::analysis::demand::Demand;
use crate::framework::rewrite::{Action, Rewriter, rewrite_in};
use crate::framework::session::Session;
use vitrum_ir::{Inst, Module, Op, TypeData, Value};

/// Runs the pass; gives the number of parts that went.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let mut changes = 0;
    for id in module.code_ids() {
        let function = &module.functions[id];
        if !function.may_have(&[Op::Insert, Op::Construct]) {
            continue;
        }
        let demand = Analyses::new(module, function).demand().clone();
        changes += rewrite_in(module, id, session, |rewriter, inst| trim(rewriter, inst, &demand));
    }
    changes
}

fn trim(rewriter: &mut Rewriter<'_>, inst: Inst, demand: &Demand) -> Action {
    let op = rewriter.function.op(inst);
    let Some(value) = rewriter.function.result(inst).filter(|_| matches!(op, Op::Insert | Op::Construct))
    else {
        return Action::Keep;
    };
    let is_vector =
        matches!(rewriter.module.types.get(rewriter.function.values[value].ty), TypeData::Vector { .. });
    // A value without demanded components is dead.
    if !is_vector || demand.mask(value) == 0 {
        return Action::Keep;
    }
    if op == Op::Construct {
        trim_parts(rewriter, inst, value, demand);
        return Action::Keep;
    }
    let whole = rewriter.function.operands(inst)[0];
    if demand.wants(value, rewriter.function.insts[inst].imm) || !rewriter.may_change() {
        return Action::Keep;
    }
    rewriter.replace(inst, whole)
}

/// Makes the parts of a `construct` undefined that nothing demands.
fn trim_parts(rewriter: &mut Rewriter<'_>, inst: Inst, value: Value, demand: &Demand) {
    let mut at = 0;
    for position in 0..rewriter.function.operands(inst).len() {
        let part = rewriter.function.operands(inst)[position];
        let ty = rewriter.ty(part);
        let size = rewriter.module.types.vector_size(ty).unwrap_or(1);
        let wanted = (at..at + size).any(|component| demand.wants(value, component));
        // A constant costs nothing.
        if !wanted && part.value().is_some() && rewriter.may_change() {
            let undefined = rewriter.module.constants.undef(ty);
            rewriter.set_operand(inst, position, undefined.into());
        }
        at += size;
    }
}
