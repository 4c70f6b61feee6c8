//! Built-in inputs of subgroups that naga does not read, or not in workgroups of several dimensions.
//!
//! ```text
//! execution local_size(8u32, 4u32, 1u32)            execution local_size(32u32, 1u32, 1u32)
//! %i: u32 = load @gl_SubgroupInvocationID           %i: u32 = load @gl_SubgroupInvocationID
//! %l: vec3<u32> = load @gl_LocalInvocationID   =>   %0: u32 = load @gl_LocalInvocationIndex
//!                                                   %l = construct (umod %0, 8u32), (umod (udiv %0, 8u32), 4u32), (udiv %0, 32u32)
//! %m: vec4<u32> = load @gl_SubgroupLtMask           %1: u32 = load @gl_SubgroupInvocationID     %m = the lowest %1 bits
//! ```
//!
//! The device chooses which invocations are in a subgroup, so that a workgroup may become one of one dimension: invocations keep their
//! index, from which their place follows.
//!
//! Tint, naga, ANGLE, NIR and spirv-opt need nothing of it, but for `lower_subgroup_masks` of NIR.

use super::lower_wgpu_operations::subgroups::{invocation, low_bits, size};
use crate::framework::rewrite::Rewriter;
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use crate::translate::reads::{change_reads, input, input_or_add, remove_inputs, replace_input};
use vitrum_ir::{BuiltIn, Module, Op, Operand, Precision, Stage, types::common};

const MASKS: [BuiltIn; 5] = [
    BuiltIn::SubgroupEqMask,
    BuiltIn::SubgroupGeMask,
    BuiltIn::SubgroupGtMask,
    BuiltIn::SubgroupLeMask,
    BuiltIn::SubgroupLtMask,
];

/// True if the module reads a mask, or numbers of subgroups in a workgroup of several dimensions.
pub(crate) fn is_needed(module: &Module, _: &Settings) -> bool {
    MASKS.iter().any(|&mask| is_mask(module, mask)) || flat_size(module).is_some()
}

/// True if the module has a mask of four words.
fn is_mask(module: &Module, mask: BuiltIn) -> bool {
    input(module, mask).is_some_and(|global| module.globals[global].ty == common::UVEC4)
}

/// The size of a workgroup of several dimensions that reads numbers of subgroups.
fn flat_size(module: &Module) -> Option<[u32; 3]> {
    let masked = MASKS.iter().any(|&mask| is_mask(module, mask));
    let reads = |builtin| input(module, builtin).is_some();
    if module.stage != Stage::Compute
        || !(masked || reads(BuiltIn::SubgroupId) || reads(BuiltIn::SubgroupInvocationId))
    {
        return None;
    }
    let size = module.execution.local_size?.map(|it| module.constants.as_int(it));
    let [Some(x), Some(y), Some(z)] = size.map(|it| it.and_then(|it| u32::try_from(it).ok())) else {
        return None;
    };
    (x > 0 && y > 0 && z > 0 && (y > 1 || z > 1)).then_some([x, y, z])
}

/// Lowers them; gives the number of changes.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let mut changes = 0;
    if let Some(size) = flat_size(module) {
        changes += flatten(module, session, size);
    }
    for mask in MASKS {
        if is_mask(module, mask) {
            changes += replace_input(module, session, mask, |rewriter| bits(rewriter, mask));
        }
    }
    let masks: Vec<BuiltIn> = MASKS.into_iter().filter(|&mask| is_mask(module, mask)).collect();
    changes + remove_inputs(module, session, &masks)
}

/// The bits of a mask.
fn bits(rewriter: &mut Rewriter<'_>, mask: BuiltIn) -> Operand {
    let id = invocation(rewriter);
    let one: Operand = rewriter.module.constants.u32(1).into();
    let next = rewriter.op(Op::Iadd, &[id, one]);
    let below = low_bits(rewriter, id);
    let through = low_bits(rewriter, next);
    match mask {
        BuiltIn::SubgroupLtMask => below,
        BuiltIn::SubgroupLeMask => through,
        BuiltIn::SubgroupEqMask => rewriter.op(Op::Ixor, &[below, through]),
        _ => {
            let size = size(rewriter);
            let all = low_bits(rewriter, size);
            let gone = if mask == BuiltIn::SubgroupGeMask { below } else { through };
            rewriter.op(Op::Ixor, &[all, gone])
        }
    }
}

/// Makes a workgroup one of one dimension; gives the number of changes.
fn flatten(module: &mut Module, session: &mut Session, size: [u32; 3]) -> usize {
    let [x, y, z] = size;
    let Some(count) = x.checked_mul(y).and_then(|it| it.checked_mul(z)) else { return 0 };
    if !session.may_change() {
        return 0;
    }
    let local = |rewriter: &mut Rewriter<'_>| -> Operand {
        let index = input_or_add(
            rewriter.module,
            BuiltIn::LocalInvocationIndex,
            "gl_LocalInvocationIndex",
            common::U32,
        );
        let mut rest = rewriter.load(index);
        let mut parts = Vec::new();
        for length in [x, y] {
            let length: Operand = rewriter.module.constants.u32(length).into();
            parts.push(rewriter.op(Op::Umod, &[rest, length]));
            rest = rewriter.op(Op::Udiv, &[rest, length]);
        }
        parts.push(rest);
        rewriter.push(Op::Construct, &parts, 0, common::UVEC3, Precision::None)
    };
    let vector = |rewriter: &mut Rewriter<'_>, parts: [u32; 3]| -> Operand {
        let parts = parts.map(|it| rewriter.module.constants.u32(it));
        rewriter.module.constants.composite(common::UVEC3, &parts).into()
    };
    let mut changes = replace_input(module, session, BuiltIn::LocalInvocationId, |rewriter| local(rewriter));
    changes += change_reads(module, session, BuiltIn::WorkgroupSize, |rewriter, _| vector(rewriter, size));
    changes += replace_input(module, session, BuiltIn::GlobalInvocationId, |rewriter| {
        let group = input_or_add(rewriter.module, BuiltIn::WorkgroupId, "gl_WorkGroupID", common::UVEC3);
        let group = rewriter.load(group);
        let size = vector(rewriter, size);
        let first = rewriter.op(Op::Imul, &[group, size]);
        let local = local(rewriter);
        rewriter.op(Op::Iadd, &[first, local])
    });
    if !session.refusals.is_empty() {
        return changes;
    }
    let one = module.constants.u32(1);
    module.execution.local_size = Some([module.constants.u32(count), one, one]);
    changes += remove_inputs(module, session, &[BuiltIn::LocalInvocationId, BuiltIn::GlobalInvocationId]);
    changes + 1
}
