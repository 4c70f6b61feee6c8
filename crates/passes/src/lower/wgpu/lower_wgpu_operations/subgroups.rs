//! Subgroup operations on Booleans, and those that naga does not read, by others.

use crate::framework::rewrite::Rewriter;
use vitrum_ir::{
    BuiltIn, Inst, Interpolation, Intrinsic, Op, Operand, Precision, Scalar, Stage, Storage, Type,
    types::common,
};

/// The replacement of a subgroup operation; `None` if it stays.
pub(super) fn lower(rewriter: &mut Rewriter<'_>, inst: Inst, operands: &[Operand]) -> Option<Operand> {
    use Intrinsic::{
        SubgroupAllEqual, SubgroupAnd, SubgroupBroadcast, SubgroupBroadcastFirst, SubgroupElect,
        SubgroupIand, SubgroupIor, SubgroupIxor, SubgroupOr, SubgroupQuadBroadcast, SubgroupQuadSwap,
        SubgroupShuffle, SubgroupShuffleDown, SubgroupShuffleUp, SubgroupShuffleXor, SubgroupXor,
    };
    let intrinsic = rewriter.function.intrinsic(inst)?;
    let &scope = operands.first()?;
    match intrinsic {
        SubgroupElect => {
            let id = invocation(rewriter);
            let id = rewriter.load(id);
            let first = call(rewriter, SubgroupBroadcastFirst, &[scope, id]);
            Some(rewriter.op(Op::Ieq, &[id, first]))
        }
        SubgroupAllEqual => {
            let value = number(rewriter, *operands.get(1)?);
            let first = call(rewriter, SubgroupBroadcastFirst, &[scope, value]);
            let ty = rewriter.ty(value);
            let is_float = rewriter.module.types.scalar_of(ty).is_some_and(|it| it.is_float());
            let equal = rewriter.op(if is_float { Op::Feq } else { Op::Ieq }, &[value, first]);
            let size = rewriter.module.types.vector_size(ty)?;
            let all = if size == 1 { equal } else { rewriter.op(Op::All, &[equal]) };
            Some(rewriter.push(
                Op::Intrinsic,
                &[scope, all],
                Intrinsic::SubgroupAll as u32,
                common::BOOL,
                Precision::None,
            ))
        }
        SubgroupBroadcast
        | SubgroupBroadcastFirst
        | SubgroupShuffle
        | SubgroupShuffleXor
        | SubgroupShuffleUp
        | SubgroupShuffleDown
        | SubgroupQuadBroadcast
        | SubgroupQuadSwap => on_numbers(rewriter, intrinsic, operands, 1),
        SubgroupAnd => on_numbers(rewriter, SubgroupIand, operands, 2),
        SubgroupOr => on_numbers(rewriter, SubgroupIor, operands, 2),
        SubgroupXor => on_numbers(rewriter, SubgroupIxor, operands, 2),
        _ => None,
    }
}

/// The address of the number of the invocation in its subgroup.
fn invocation(rewriter: &mut Rewriter<'_>) -> Operand {
    if let Some(known) = rewriter.builtin(Storage::Input, BuiltIn::SubgroupInvocationId) {
        return known;
    }
    let flat = rewriter.module.stage == Stage::Fragment;
    let global = rewriter.module.add_global("gl_SubgroupInvocationID", common::U32, Storage::Input);
    let decorations = &mut rewriter.module.globals[global].decorations;
    decorations.builtin = Some(BuiltIn::SubgroupInvocationId);
    decorations.interpolation = flat.then_some(Interpolation::Flat);
    global.into()
}

/// The operation on 0 and 1 in the place of Booleans, the operand at a position; `None` if that is no Boolean.
fn on_numbers(
    rewriter: &mut Rewriter<'_>,
    intrinsic: Intrinsic,
    operands: &[Operand],
    at: usize,
) -> Option<Operand> {
    let mut operands = operands.to_vec();
    let value = operands.get_mut(at)?;
    let new = number(rewriter, *value);
    if new == *value {
        return None;
    }
    *value = new;
    let ty = rewriter.ty(new);
    let result = rewriter.push(Op::Intrinsic, &operands, intrinsic as u32, ty, Precision::None);
    let ty = with_scalar(rewriter, ty, Scalar::Bool)?;
    Some(rewriter.push(Op::ItoB, &[result], 0, ty, Precision::None))
}

/// 0 and 1 for Booleans; other values are as they were.
fn number(rewriter: &mut Rewriter<'_>, value: Operand) -> Operand {
    let ty = rewriter.ty(value);
    if rewriter.module.types.scalar_of(ty) != Some(Scalar::Bool) {
        return value;
    }
    match with_scalar(rewriter, ty, Scalar::U32) {
        Some(ty) => rewriter.push(Op::BtoI, &[value], 0, ty, Precision::None),
        None => value,
    }
}

fn with_scalar(rewriter: &mut Rewriter<'_>, ty: Type, scalar: Scalar) -> Option<Type> {
    rewriter.module.types.with_scalar(ty, scalar)
}

/// An operation with the type of its value.
fn call(rewriter: &mut Rewriter<'_>, intrinsic: Intrinsic, operands: &[Operand]) -> Operand {
    let ty = operands.get(1).map_or(common::VOID, |&value| rewriter.ty(value));
    rewriter.push(Op::Intrinsic, operands, intrinsic as u32, ty, Precision::None)
}
