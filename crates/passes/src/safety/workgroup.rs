//! Instructions that passes build for the invocations of a workgroup together.

use crate::framework::rewrite::Rewriter;
use vitrum_ir::types::common;
use vitrum_ir::{BuiltIn, Global, Intrinsic, Module, Op, Operand, Storage, Type};

/// `gl_ScopeWorkgroup`.
pub(super) const WORKGROUP: u32 = 2;
/// Acquire and release of workgroup memory.
pub(super) const FENCE: u32 = 0x108;

/// The input that numbers the invocations of a workgroup.
pub(super) fn local_index(module: &mut Module) -> Global {
    input(module, BuiltIn::LocalInvocationIndex, "gl_LocalInvocationIndex", common::U32)
}

/// The built-in input, which is added if the module has none.
pub(super) fn input(module: &mut Module, builtin: BuiltIn, name: &str, ty: Type) -> Global {
    if let Some((global, None)) = module.find_builtin(Storage::Input, builtin) {
        return global;
    }
    let global = module.add_global(name, ty, Storage::Input);
    module.globals[global].decorations.builtin = Some(builtin);
    global
}

/// The number of invocations of a workgroup.
pub(super) fn workgroup_size(rewriter: &mut Rewriter<'_>) -> Operand {
    let one: Operand = rewriter.module.constants.u32(1).into();
    let Some(size) = rewriter.module.execution.local_size else { return one };
    size.into_iter().fold(one, |product, size| {
        let size = rewriter.convert(size.into(), common::U32);
        match () {
            () if product == one => size,
            () if size == one => product,
            () => rewriter.op(Op::Imul, &[product, size]),
        }
    })
}

/// Builds a barrier of the workgroup.
pub(super) fn barrier(rewriter: &mut Rewriter<'_>, memory: u32, semantics: u32) {
    let operands =
        [WORKGROUP, memory, semantics].map(|number| Operand::from(rewriter.module.constants.u32(number)));
    rewriter.push_effect(Op::Intrinsic, &operands, Intrinsic::ControlBarrier as u32);
}
