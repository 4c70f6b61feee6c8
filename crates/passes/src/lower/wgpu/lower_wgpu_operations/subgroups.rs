//! Subgroup operations on Booleans, and those that naga does not read, by others.

use super::Bits;
use super::scans;
use crate::framework::rewrite::Rewriter;
use vitrum_ir::{
    BuiltIn, Inst, Interpolation, Intrinsic, Op, Operand, Precision, Scalar, Stage, Storage, Type,
    types::common,
};

/// The replacement of a subgroup operation; `None` if it stays.
pub(super) fn lower(
    rewriter: &mut Rewriter<'_>,
    inst: Inst,
    operands: &[Operand],
    bits: &mut Bits,
) -> Option<Operand> {
    use Intrinsic::{
        SubgroupAllEqual, SubgroupAnd, SubgroupBallotBitCount, SubgroupBallotBitExtract,
        SubgroupBallotFindLsb, SubgroupBallotFindMsb, SubgroupBroadcast, SubgroupBroadcastFirst,
        SubgroupElect, SubgroupIand, SubgroupInverseBallot, SubgroupIor, SubgroupIxor, SubgroupOr,
        SubgroupQuadBroadcast, SubgroupQuadSwap, SubgroupRotate, SubgroupShuffle, SubgroupShuffleDown,
        SubgroupShuffleUp, SubgroupShuffleXor, SubgroupXor,
    };
    let intrinsic = rewriter.function.intrinsic(inst)?;
    if let Some(khr) = of_arb(rewriter, intrinsic, operands) {
        return Some(khr);
    }
    let &scope = operands.first()?;
    if let Some(scanned) = scans::lower(rewriter, intrinsic, operands, bits) {
        return Some(scanned);
    }
    match intrinsic {
        SubgroupBroadcast if operands.get(2)?.constant().is_none() => {
            shuffle(rewriter, scope, operands, None)
        }
        SubgroupQuadBroadcast if operands.get(2)?.constant().is_none() => {
            shuffle(rewriter, scope, operands, Some(4))
        }
        SubgroupRotate => rotate(rewriter, operands),
        SubgroupInverseBallot => {
            let id = invocation(rewriter);
            Some(bit(rewriter, *operands.get(1)?, id))
        }
        SubgroupBallotBitExtract => Some(bit(rewriter, *operands.get(1)?, *operands.get(2)?)),
        SubgroupBallotBitCount => bit_count(rewriter, operands),
        SubgroupBallotFindLsb => find_bit(rewriter, *operands.get(1)?, Op::FindLsb),
        SubgroupBallotFindMsb => find_bit(rewriter, *operands.get(1)?, Op::FindUmsb),
        SubgroupElect => {
            let id = invocation(rewriter);
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

/// The operation of the core for one of `GL_ARB_shader_ballot` and `GL_ARB_shader_group_vote`.
fn of_arb(rewriter: &mut Rewriter<'_>, intrinsic: Intrinsic, operands: &[Operand]) -> Option<Operand> {
    use Intrinsic::{
        BallotKhr, FirstInvocationKhr, ReadInvocationKhr, SubgroupAll, SubgroupAny, SubgroupBallot,
        VoteAllEqualKhr, VoteAllKhr, VoteAnyKhr,
    };
    /// The scope of a subgroup.
    const SUBGROUP: u32 = 3;
    let scope: Operand = rewriter.module.constants.u32(SUBGROUP).into();
    let &value = operands.first()?;
    let ask = |rewriter: &mut Rewriter<'_>, what: Intrinsic, value, ty| {
        rewriter.push(Op::Intrinsic, &[scope, value], what as u32, ty, Precision::None)
    };
    Some(match intrinsic {
        BallotKhr => ask(rewriter, SubgroupBallot, value, common::UVEC4),
        VoteAllKhr => ask(rewriter, SubgroupAll, value, common::BOOL),
        VoteAnyKhr => ask(rewriter, SubgroupAny, value, common::BOOL),
        VoteAllEqualKhr => {
            let all = ask(rewriter, SubgroupAll, value, common::BOOL);
            let any = ask(rewriter, SubgroupAny, value, common::BOOL);
            let none = rewriter.op(Op::Not, &[any]);
            rewriter.op(Op::Or, &[all, none])
        }
        FirstInvocationKhr => call(rewriter, Intrinsic::SubgroupBroadcastFirst, &[scope, value]),
        ReadInvocationKhr => shuffle(rewriter, scope, &[scope, value, *operands.get(1)?], None)?,
        _ => return None,
    })
}

/// The value of an invocation of the subgroup, or of a group of so many invocations of it around this one.
fn shuffle(
    rewriter: &mut Rewriter<'_>,
    scope: Operand,
    operands: &[Operand],
    group: Option<u32>,
) -> Option<Operand> {
    let &[_, value, index] = operands else { return None };
    let (number, truth) = (number(rewriter, value), rewriter.ty(value));
    let id = match group {
        None => index,
        Some(size) => {
            let own = invocation(rewriter);
            let outer: Operand = rewriter.module.constants.u32(!(size - 1)).into();
            let first = rewriter.op(Op::Iand, &[own, outer]);
            rewriter.op(Op::Ior, &[first, index])
        }
    };
    let found = call(rewriter, Intrinsic::SubgroupShuffle, &[scope, number, id]);
    Some(if number == value { found } else { rewriter.push(Op::ItoB, &[found], 0, truth, Precision::None) })
}

/// The value of the invocation that is so many places further on, around the subgroup or a part of it.
fn rotate(rewriter: &mut Rewriter<'_>, operands: &[Operand]) -> Option<Operand> {
    let (&scope, &value, &delta) = (operands.first()?, operands.get(1)?, operands.get(2)?);
    let one: Operand = rewriter.module.constants.u32(1).into();
    let id = invocation(rewriter);
    let size = match operands.get(3) {
        Some(&cluster) => cluster,
        None => size(rewriter),
    };
    let inner = rewriter.op(Op::Isub, &[size, one]);
    let outer = rewriter.op(Op::Inot, &[inner]);
    let first = rewriter.op(Op::Iand, &[id, outer]);
    let sum = rewriter.op(Op::Iadd, &[id, delta]);
    let within = rewriter.op(Op::Iand, &[sum, inner]);
    let index = rewriter.op(Op::Ior, &[first, within]);
    shuffle(rewriter, scope, &[scope, value, index], None)
}

/// The bit of a ballot with this number.
pub(super) fn bit(rewriter: &mut Rewriter<'_>, ballot: Operand, index: Operand) -> Operand {
    let constant = |rewriter: &mut Rewriter<'_>, value| Operand::from(rewriter.module.constants.u32(value));
    let (five, most, one) = (constant(rewriter, 5), constant(rewriter, 31), constant(rewriter, 1));
    let word = rewriter.op(Op::Lshr, &[index, five]);
    let word = rewriter.op(Op::ExtractDynamic, &[ballot, word]);
    let place = rewriter.op(Op::Iand, &[index, most]);
    let moved = rewriter.op(Op::Lshr, &[word, place]);
    let bit = rewriter.op(Op::Iand, &[moved, one]);
    rewriter.push(Op::ItoB, &[bit], 0, common::BOOL, Precision::None)
}

/// A ballot of which the lowest bits are set, so many as a number says.
pub(crate) fn low_bits(rewriter: &mut Rewriter<'_>, count: Operand) -> Operand {
    let vector = |rewriter: &mut Rewriter<'_>, parts: [u32; 4]| -> Operand {
        let parts = parts.map(|it| rewriter.module.constants.u32(it));
        rewriter.module.constants.composite(common::UVEC4, &parts).into()
    };
    let first = vector(rewriter, [0, 32, 64, 96]);
    let last = vector(rewriter, [32, 64, 96, 128]);
    let (none, all) = (vector(rewriter, [0; 4]), vector(rewriter, [u32::MAX; 4]));
    let (one, most) = (vector(rewriter, [1; 4]), vector(rewriter, [31; 4]));
    let count = rewriter.push(Op::Splat, &[count], 0, common::UVEC4, Precision::None);
    let rest = rewriter.op(Op::Isub, &[count, first]);
    let rest = rewriter.op(Op::Iand, &[rest, most]);
    let power = rewriter.op(Op::Shl, &[one, rest]);
    let some = rewriter.op(Op::Isub, &[power, one]);
    let begun = rewriter.op(Op::Ugt, &[count, first]);
    let full = rewriter.op(Op::Uge, &[count, last]);
    let some = rewriter.op(Op::Select, &[begun, some, none]);
    rewriter.op(Op::Select, &[full, all, some])
}

/// The number of bits of a ballot, those up to this invocation, or those before it.
fn bit_count(rewriter: &mut Rewriter<'_>, operands: &[Operand]) -> Option<Operand> {
    let (&group, &ballot) = (operands.get(1)?, operands.get(2)?);
    let one: Operand = rewriter.module.constants.u32(1).into();
    let count = match rewriter.module.as_int(group)? {
        scans::REDUCE => size(rewriter),
        scans::INCLUSIVE => {
            let id = invocation(rewriter);
            rewriter.op(Op::Iadd, &[id, one])
        }
        scans::EXCLUSIVE => invocation(rewriter),
        _ => return None,
    };
    let mask = low_bits(rewriter, count);
    let seen = rewriter.op(Op::Iand, &[ballot, mask]);
    let mut sum: Operand = rewriter.module.constants.u32(0).into();
    for index in 0..4 {
        let word = rewriter.op_imm(Op::Extract, &[seen], index);
        let signed = rewriter.push(Op::Bitcast, &[word], 0, common::I32, Precision::None);
        let bits = rewriter.push(Op::BitCount, &[signed], 0, common::I32, Precision::None);
        let bits = rewriter.push(Op::Bitcast, &[bits], 0, common::U32, Precision::None);
        sum = rewriter.op(Op::Iadd, &[sum, bits]);
    }
    Some(sum)
}

/// The lowest or highest bit of a ballot that is set, of which there is one.
fn find_bit(rewriter: &mut Rewriter<'_>, ballot: Operand, op: Op) -> Option<Operand> {
    let size = size(rewriter);
    let mask = low_bits(rewriter, size);
    let seen = rewriter.op(Op::Iand, &[ballot, mask]);
    let zero: Operand = rewriter.module.constants.u32(0).into();
    let mut found = zero;
    let mut order = [3, 2, 1, 0];
    if op != Op::FindLsb {
        order.reverse();
    }
    // The last one that is found counts.
    for index in order {
        let word = rewriter.op_imm(Op::Extract, &[seen], index);
        // naga gives the result the sign of the operand.
        let seen = match op {
            Op::FindLsb => rewriter.push(Op::Bitcast, &[word], 0, common::I32, Precision::None),
            _ => word,
        };
        let place = rewriter.push(op, &[seen], 0, common::I32, Precision::None);
        let place = rewriter.push(Op::Bitcast, &[place], 0, common::U32, Precision::None);
        let before: Operand = rewriter.module.constants.u32(32 * index).into();
        let place = rewriter.op(Op::Iadd, &[place, before]);
        let some = rewriter.op(Op::Ine, &[word, zero]);
        found = rewriter.op(Op::Select, &[some, place, found]);
    }
    Some(found)
}

/// The number of the invocation in its subgroup.
pub(crate) fn invocation(rewriter: &mut Rewriter<'_>) -> Operand {
    read(rewriter, BuiltIn::SubgroupInvocationId, "gl_SubgroupInvocationID")
}

/// The number of invocations of a subgroup.
pub(crate) fn size(rewriter: &mut Rewriter<'_>) -> Operand {
    read(rewriter, BuiltIn::SubgroupSize, "gl_SubgroupSize")
}

/// The value of a built-in input, which is added if the module lacks it.
fn read(rewriter: &mut Rewriter<'_>, builtin: BuiltIn, name: &str) -> Operand {
    let known = rewriter.builtin(Storage::Input, builtin);
    let global = known.unwrap_or_else(|| {
        let flat = rewriter.module.stage == Stage::Fragment;
        let global = rewriter.module.add_global(name, common::U32, Storage::Input);
        let decorations = &mut rewriter.module.globals[global].decorations;
        decorations.builtin = Some(builtin);
        decorations.interpolation = flat.then_some(Interpolation::Flat);
        global.into()
    });
    rewriter.load(global)
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
pub(super) fn number(rewriter: &mut Rewriter<'_>, value: Operand) -> Operand {
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
