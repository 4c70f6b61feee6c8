//! Operations of subgroups on 64-bit integers, and those that give some.

use super::{Pairs, Words, add, words};
use crate::hardware::build::Build;
use crate::hardware::parts::Context;
use vitrum_ir::types::common;
use vitrum_ir::{FunctionData, Inst, Intrinsic, Module, Op, Operand, Scalar, Type};

/// Operations that give each word as it is, each with the position of the value.
pub(in crate::hardware) fn moved(intrinsic: Intrinsic) -> Option<usize> {
    Some(match intrinsic {
        Intrinsic::SubgroupBroadcast
        | Intrinsic::SubgroupBroadcastFirst
        | Intrinsic::SubgroupShuffle
        | Intrinsic::SubgroupShuffleXor
        | Intrinsic::SubgroupShuffleUp
        | Intrinsic::SubgroupShuffleDown
        | Intrinsic::SubgroupRotate
        | Intrinsic::SubgroupQuadBroadcast
        | Intrinsic::SubgroupQuadSwap => 1,
        Intrinsic::FirstInvocationKhr | Intrinsic::ReadInvocationKhr => 0,
        Intrinsic::SubgroupIand | Intrinsic::SubgroupIor | Intrinsic::SubgroupIxor => 2,
        _ => return None,
    })
}

/// True for operations on 64 bits that have no form on words: products, and minima of those before a lane.
pub(super) fn is_refused(module: &Module, function: &FunctionData, inst: Inst, intrinsic: Intrinsic) -> bool {
    let Some(data) = function.result_data(inst) else { return false };
    if !matches!(module.types.scalar_of(data.ty), Some(Scalar::I64 | Scalar::U64)) {
        return false;
    }
    match intrinsic {
        Intrinsic::SubgroupImul => true,
        Intrinsic::SubgroupSmin
        | Intrinsic::SubgroupUmin
        | Intrinsic::SubgroupSmax
        | Intrinsic::SubgroupUmax => {
            let kind = function.operands(inst).get(1).and_then(|&kind| module.as_int(kind));
            matches!(kind, Some(1 | 2))
        }
        _ => false,
    }
}

/// The words of the result, or the result if it is no wide number.
pub(super) fn lower(cx: &mut Context<'_, '_, Pairs>, operands: &[Operand], ty: Type) -> Option<Vec<Operand>> {
    let intrinsic = cx.build.rewriter.function.intrinsic(cx.inst)?;
    let imm = cx.imm();
    if let Some(position) = moved(intrinsic) {
        let pair = words(cx, *operands.get(position)?)?;
        return Some(pair.map(|word| again(&mut cx.build, imm, operands, position, word)).to_vec());
    }
    match intrinsic {
        Intrinsic::SubgroupAllEqual | Intrinsic::VoteAllEqualKhr => {
            let position = operands.len().checked_sub(1)?;
            let pair = words(cx, *operands.get(position)?)?;
            let equal = pair.map(|word| {
                let operands = with(operands, position, word);
                cx.build.push(Op::Intrinsic, &operands, imm, common::BOOL)
            });
            Some(vec![cx.build.op(Op::And, &equal)])
        }
        Intrinsic::SubgroupIadd => {
            let pair = words(cx, *operands.get(2)?)?;
            Some(sum(&mut cx.build, imm, operands, pair).to_vec())
        }
        Intrinsic::SubgroupSmin
        | Intrinsic::SubgroupUmin
        | Intrinsic::SubgroupSmax
        | Intrinsic::SubgroupUmax => {
            let pair = words(cx, *operands.get(2)?)?;
            Some(extreme(&mut cx.build, intrinsic, operands, pair).to_vec())
        }
        // Masks of lanes and clocks come as two words as well.
        Intrinsic::ReadClock | Intrinsic::LoadSystemValue => {
            cx.parts_of(ty)?;
            let pair = cx.build.push(Op::Intrinsic, operands, imm, common::UVEC2);
            Some([0, 1].map(|index| cx.build.extract(pair, index)).to_vec())
        }
        _ => None,
    }
}

/// Operands with another value at a position.
fn with(operands: &[Operand], position: usize, value: Operand) -> Vec<Operand> {
    let mut all = operands.to_vec();
    if let Some(slot) = all.get_mut(position) {
        *slot = value;
    }
    all
}

/// The same operation on another value, which gives one of its type.
fn again(
    build: &mut Build<'_, '_>,
    imm: u32,
    operands: &[Operand],
    position: usize,
    value: Operand,
) -> Operand {
    let ty = build.ty(value);
    build.push(Op::Intrinsic, &with(operands, position, value), imm, ty)
}

/// A sum, from the sums of parts of 24 bits: words hold those of up to 256 lanes.
fn sum(build: &mut Build<'_, '_>, imm: u32, operands: &[Operand], [low, high]: Words) -> Words {
    let ty = build.ty(low);
    let [n8, n16, n24] = [8, 16, 24].map(|number| build.bits(ty, number));
    let mask = build.bits(ty, 0xff_ffff);
    let zero = build.bits(ty, 0);
    let first = build.op(Op::Iand, &[low, mask]);
    let (right, left) = (build.op(Op::Lshr, &[low, n24]), build.op(Op::Shl, &[high, n8]));
    let second = build.op(Op::Ior, &[right, left]);
    let second = build.op(Op::Iand, &[second, mask]);
    let third = build.op(Op::Lshr, &[high, n16]);
    let [first, second, third] = [first, second, third].map(|part| again(build, imm, operands, 2, part));
    let middle = [build.op(Op::Shl, &[second, n24]), build.op(Op::Lshr, &[second, n8])];
    let last = build.op(Op::Shl, &[third, n16]);
    let both = add(build, [first, zero], middle);
    add(build, both, [zero, last])
}

/// A minimum or maximum: of the high words, and of the low words of the lanes that have it.
fn extreme(
    build: &mut Build<'_, '_>,
    intrinsic: Intrinsic,
    operands: &[Operand],
    [low, high]: Words,
) -> Words {
    let ty = build.ty(low);
    let is_signed = matches!(intrinsic, Intrinsic::SubgroupSmin | Intrinsic::SubgroupSmax);
    let is_least = matches!(intrinsic, Intrinsic::SubgroupSmin | Intrinsic::SubgroupUmin);
    let of_low = if is_least { Intrinsic::SubgroupUmin } else { Intrinsic::SubgroupUmax };
    let of_high = if is_signed { intrinsic } else { of_low };
    let compared = if is_signed { build.like(ty, Scalar::I32) } else { ty };
    let value = build.cast(high, compared);
    let best = again(build, of_high as u32, operands, 2, value);
    let best = build.cast(best, ty);
    let has_it = build.op(Op::Ieq, &[high, best]);
    let neutral = build.bits(ty, if is_least { u64::from(u32::MAX) } else { 0 });
    let candidate = build.select(has_it, low, neutral);
    [again(build, of_low as u32, operands, 2, candidate), best]
}
