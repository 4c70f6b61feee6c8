//! Replaces undefined values by zero, since GLSL has no word for them, and folds what can be computed then.
//!
//! ```text
//! %0: bool = sgt undef i32, 0i32
//! %1: f32 = select %0, 1.0f32, %a        =>  store @out, %a
//! store @out, %1
//! ```
//!
//! A variable without a value needs none: what is stored to it, or what it starts with, stays.

use crate::framework::rewrite::{Action, Rewriter, rewrite_each};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use crate::optimize::fold_constants::{constant_branch, fold_value};
use vitrum_ir::types::common;
use vitrum_ir::{Constant, ConstantData, ConstantKind, IdSet, Inst, Module, Op, Operand};

/// Types nest no deeper than this where a constant is looked into.
const DEPTH: u32 = 64;

/// Settles what is undefined; gives the number of values that became constants.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    rewrite_each(module, session, settle)
}

/// True if the target is GLSL, and an instruction has an operand that is undefined, or in part.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    settings.glsl.is_some() && uses_undefined(module)
}

fn uses_undefined(module: &Module) -> bool {
    // Most modules have no such constant but the one of `void`, which no operand is.
    let undefined = |data: &ConstantData| data.kind == ConstantKind::Undef && data.ty != common::VOID;
    if !module.constants.iter().any(|(_, data)| undefined(data)) {
        return false;
    }
    let mut undefined = IdSet::with_capacity(module.constants.len());
    // Parts come before what is made of them.
    for (constant, data) in module.constants.iter() {
        let is_undefined = match &data.kind {
            ConstantKind::Undef => true,
            ConstantKind::Composite(parts) => parts.iter().any(|&part| undefined.contains(part)),
            ConstantKind::Scalar(_)
            | ConstantKind::Null
            | ConstantKind::Spec(_)
            | ConstantKind::SpecOp { .. }
            | ConstantKind::Param(_) => false,
        };
        if is_undefined {
            undefined.insert(constant);
        }
    }
    let is_undefined =
        |operand: &Operand| operand.constant().is_some_and(|constant| undefined.contains(constant));
    module.functions.values().any(|function| function.all_operands().iter().any(is_undefined))
}

fn settle(rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
    let op = rewriter.function.op(inst);
    let operands = rewriter.function.operands(inst);
    if operands.iter().all(|operand| operand.constant().is_none()) {
        return Action::Keep;
    }
    let mut operands = operands.to_vec();
    let result = rewriter.function.result(inst).map(|value| rewriter.function.values[value].ty);
    // An access out of an unknown place becomes a declaration of a reference.
    let is_place = result.is_some_and(|ty| rewriter.module.types.pointee(ty).is_some());
    let mut changed = false;
    for (index, operand) in operands.iter_mut().enumerate() {
        let stays = match op {
            Op::Var => true,
            Op::Bitcast => is_place,
            Op::Store | Op::StoreSwizzle => index == 1,
            Op::Insert | Op::InsertDynamic | Op::Access | Op::Load => index == 0,
            _ => false,
        };
        if let Some(constant) = operand.constant().filter(|_| !stays) {
            let settled = settled(rewriter.module, constant, 0);
            changed |= settled != constant;
            *operand = Operand::from(settled);
        }
    }
    if changed {
        rewriter.function.set_operands(inst, &operands);
    }
    if op == Op::If {
        let gives = rewriter.function.results(inst).next().is_some();
        return if gives { constant_branch(rewriter, inst) } else { Action::Keep };
    }
    fold_value(rewriter, inst)
}

/// A constant with zeros where it is undefined.
pub(crate) fn settled(module: &mut Module, constant: Constant, depth: u32) -> Constant {
    let data = module.constants.get(constant);
    let ty = data.ty;
    match &data.kind {
        ConstantKind::Undef => module.constants.null(ty),
        ConstantKind::Composite(parts) if depth < DEPTH => {
            let old = parts.to_vec();
            let new: Vec<Constant> = old.iter().map(|&part| settled(module, part, depth + 1)).collect();
            if new == old { constant } else { module.constants.composite(ty, &new) }
        }
        ConstantKind::Composite(_)
        | ConstantKind::Scalar(_)
        | ConstantKind::Null
        | ConstantKind::Spec(_)
        | ConstantKind::SpecOp { .. }
        | ConstantKind::Param(_) => constant,
    }
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::framework::session::Session;

    #[test]
    fn operations_on_zero_fold() {
        let text = "vir 1\nstage fragment\nentry &main\nglobal @a: f32 input location(0)\n\
            global @o: f32 output location(0)\n\nfn &main() -> void {\n    %0: bool = sgt undef i32, 0i32\n    \
            %1: f32 = load @a\n    %2: f32 = select %0, 1.0f32, %1\n    store @o, undef f32\n    \
            store @o, %2\n    return\n}\n";
        let mut module = vitrum_ir_text::parse(text).unwrap();
        assert!(run(&mut module, &mut Session::default()) > 0);
        let printed = vitrum_ir::print(&module);
        assert!(printed.contains("store @o, undef f32\n    store @o, %0\n"), "{printed}");
        assert!(!printed.contains("select"), "{printed}");
        assert_eq!(run(&mut module, &mut Session::default()), 0);
    }
}
