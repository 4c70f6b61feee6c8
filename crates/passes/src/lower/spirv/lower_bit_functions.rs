//! Functions of the bits of 8-, 16- and 64-bit integers become those of 32 bits: SPIR-V for Vulkan and `GLSL.std.450` have
//! no others.
//!
//! ```text
//! %n: i32 = bit_count %x          =>   %0: u32 = uconvert %x
//!                                      %n: i32 = bit_count %0
//! ```
//!
//! A 64-bit integer is split into halves, or shifted and masked.

use crate::framework::rewrite::{Action, Rewriter, rewrite_each};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use vitrum_ir::types::common;
use vitrum_ir::typing::operand_type;
use vitrum_ir::{FunctionData, Inst, Module, Op, Operand, Scalar, Type};

/// True if there are such functions.
pub(crate) fn is_needed(module: &Module, _: &Settings) -> bool {
    let found = |function: &FunctionData| {
        function
            .insts
            .iter()
            .any(|(inst, data)| is_bit_function(data.op) && is_lowered(module, function, inst))
    };
    module.functions.values().any(found)
}

fn is_bit_function(op: Op) -> bool {
    matches!(
        op,
        Op::BitInsert
            | Op::SbitExtract
            | Op::UbitExtract
            | Op::BitReverse
            | Op::BitCount
            | Op::FindLsb
            | Op::FindSmsb
            | Op::FindUmsb
    )
}

/// True if a function of bits has operands that are not 32 bits wide.
fn is_lowered(module: &Module, function: &FunctionData, inst: Inst) -> bool {
    let first = function.operands(inst).first();
    let scalar = first.and_then(|&first| module.types.scalar_of(operand_type(module, function, first)));
    scalar.is_some_and(|scalar| scalar.width() != 32)
}

/// Lowers them; gives how many there were.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    rewrite_each(module, session, |rewriter, inst| {
        let op = rewriter.function.insts[inst].op;
        if !is_bit_function(op) || !is_lowered(rewriter.module, &rewriter.function, inst) {
            return Action::Keep;
        }
        let operands = rewriter.function.operands(inst).to_vec();
        let (Some(result), Some(&base)) = (rewriter.function.result(inst), operands.first()) else {
            return Action::Keep;
        };
        let ty = rewriter.function.values[result].ty;
        let scalar = rewriter.module.types.scalar_of(rewriter.ty(base)).unwrap_or(Scalar::U32);
        let new = if scalar.width() == 64 {
            long(rewriter, op, &operands, ty)
        } else {
            short(rewriter, op, &operands, scalar)
        };
        let new = rewriter.convert(new, ty);
        rewriter.replace(inst, new)
    })
}

/// The type with as many components as another and this scalar.
fn like(rewriter: &mut Rewriter<'_>, ty: Type, scalar: Scalar) -> Type {
    rewriter.module.types.with_scalar(ty, scalar).unwrap_or(common::scalar(scalar))
}

/// Converts an operand to 32-bit integers, with zeros or copies of its sign before its bits.
fn widen(rewriter: &mut Rewriter<'_>, operand: Operand, from: Scalar, signed: bool) -> Operand {
    let (narrow, wide) = match (from.width(), signed) {
        (8, false) => (Scalar::U8, Scalar::U32),
        (8, true) => (Scalar::I8, Scalar::I32),
        (_, false) => (Scalar::U16, Scalar::U32),
        (_, true) => (Scalar::I16, Scalar::I32),
    };
    let ty = rewriter.ty(operand);
    let (narrow, wide) = (like(rewriter, ty, narrow), like(rewriter, ty, wide));
    let narrow = rewriter.convert(operand, narrow);
    rewriter.convert(narrow, wide)
}

/// A function of 8- or 16-bit integers, computed with 32 bits.
fn short(rewriter: &mut Rewriter<'_>, op: Op, operands: &[Operand], scalar: Scalar) -> Operand {
    let signed = matches!(op, Op::FindSmsb | Op::SbitExtract);
    let integers = if op == Op::BitInsert { 2 } else { 1 };
    let wide: Vec<Operand> = operands
        .iter()
        .enumerate()
        .map(|(index, &it)| if index < integers { widen(rewriter, it, scalar, signed) } else { it })
        .collect();
    let result = rewriter.op(op, &wide);
    if op != Op::BitReverse {
        return result;
    }
    let ty = rewriter.ty(result);
    let amount = rewriter.number(ty, f64::from(32 - scalar.width()));
    rewriter.op(Op::Lshr, &[result, amount])
}

/// A function of 64-bit integers.
fn long(rewriter: &mut Rewriter<'_>, op: Op, operands: &[Operand], result: Type) -> Operand {
    match (op, operands) {
        (Op::BitInsert, &[base, insert, offset, count]) => {
            let [base, insert] = [base, insert].map(|it| unsigned(rewriter, it));
            let ty = rewriter.ty(base);
            let [offset, count] = [offset, count].map(|it| spread(rewriter, it, ty));
            let mask = mask(rewriter, count);
            let mask = rewriter.op(Op::Shl, &[mask, offset]);
            let others = rewriter.op(Op::Inot, &[mask]);
            let insert = rewriter.op(Op::Shl, &[insert, offset]);
            let (kept, new) =
                (rewriter.op(Op::Iand, &[base, others]), rewriter.op(Op::Iand, &[insert, mask]));
            rewriter.op(Op::Ior, &[kept, new])
        }
        (Op::UbitExtract, &[base, offset, count]) => {
            let base = unsigned(rewriter, base);
            let ty = rewriter.ty(base);
            let [offset, count] = [offset, count].map(|it| spread(rewriter, it, ty));
            let (mask, moved) = (mask(rewriter, count), rewriter.op(Op::Lshr, &[base, offset]));
            rewriter.op(Op::Iand, &[moved, mask])
        }
        (Op::SbitExtract, &[base, offset, count]) => sign_extract(rewriter, base, offset, count),
        (_, &[base, ..]) => of_halves(rewriter, op, base, result),
        _ => rewriter.module.constants.undef(result).into(),
    }
}

/// `base << (64 - offset - count) >> (64 - count)`, and zero for no bits.
fn sign_extract(rewriter: &mut Rewriter<'_>, base: Operand, offset: Operand, count: Operand) -> Operand {
    let ty = rewriter.ty(base);
    let signed = like(rewriter, ty, Scalar::I64);
    let base = rewriter.convert(base, signed);
    let [offset, count] = [offset, count].map(|it| spread(rewriter, it, signed));
    let (width, zero) = (rewriter.number(signed, 64.0), rewriter.number(signed, 0.0));
    let right = rewriter.op(Op::Isub, &[width, count]);
    let left = rewriter.op(Op::Isub, &[right, offset]);
    let moved = shift(rewriter, Op::Shl, base, left);
    let moved = shift(rewriter, Op::Ashr, moved, right);
    let is_empty = rewriter.op(Op::Ieq, &[count, zero]);
    rewriter.op(Op::Select, &[is_empty, zero, moved])
}

/// As many ones as `count` says, from the lowest bit on.
fn mask(rewriter: &mut Rewriter<'_>, count: Operand) -> Operand {
    let ty = rewriter.ty(count);
    let [width, zero, one] = [64.0, 0.0, 1.0].map(|number| rewriter.number(ty, number));
    let all = rewriter.op(Op::Inot, &[zero]);
    let power = shift(rewriter, Op::Shl, one, count);
    let ones = rewriter.op(Op::Isub, &[power, one]);
    let is_whole = rewriter.op(Op::Ieq, &[count, width]);
    rewriter.op(Op::Select, &[is_whole, all, ones])
}

/// Shifts by an amount modulo 64: no bits and all bits of a field shift by 64, with an unused result.
fn shift(rewriter: &mut Rewriter<'_>, op: Op, number: Operand, amount: Operand) -> Operand {
    let ty = rewriter.ty(amount);
    let most = rewriter.number(ty, 63.0);
    let amount = rewriter.op(Op::Iand, &[amount, most]);
    rewriter.op(op, &[number, amount])
}

fn unsigned(rewriter: &mut Rewriter<'_>, operand: Operand) -> Operand {
    let ty = rewriter.ty(operand);
    let ty = like(rewriter, ty, Scalar::U64);
    rewriter.convert(operand, ty)
}

/// A 32-bit number as each component of a type.
fn spread(rewriter: &mut Rewriter<'_>, number: Operand, ty: Type) -> Operand {
    let scalar = rewriter.module.types.scalar_of(ty).unwrap_or(Scalar::U64);
    let number = rewriter.convert(number, common::scalar(scalar));
    match rewriter.module.types.vector_size(ty).filter(|&size| size > 1) {
        Some(size) => {
            let precision = rewriter.precision(number);
            rewriter.push(Op::Construct, &vec![number; size as usize], 0, ty, precision)
        }
        None => number,
    }
}

/// A function of the low and of the high half.
fn of_halves(rewriter: &mut Rewriter<'_>, op: Op, base: Operand, result: Type) -> Operand {
    let base = match op {
        // The highest bit that differs from the sign is the highest 1 once the sign is taken off.
        Op::FindSmsb => {
            let ty = rewriter.ty(base);
            let amount = rewriter.number(ty, 63.0);
            let signs = rewriter.op(Op::Ashr, &[base, amount]);
            rewriter.op(Op::Ixor, &[base, signs])
        }
        _ => base,
    };
    let base = unsigned(rewriter, base);
    let ty = rewriter.ty(base);
    let half = like(rewriter, ty, Scalar::U32);
    let amount = rewriter.number(ty, 32.0);
    let high = rewriter.op(Op::Lshr, &[base, amount]);
    let [low, high] = [base, high].map(|it| rewriter.convert(it, half));
    let zero = rewriter.number(half, 0.0);
    match op {
        Op::BitCount => {
            let counts = [low, high].map(|it| rewriter.op(op, &[it]));
            rewriter.op(Op::Iadd, &counts)
        }
        Op::BitReverse => {
            let [low, high] = [low, high].map(|it| rewriter.op(op, &[it]));
            let [low, high] = [low, high].map(|it| rewriter.convert(it, ty));
            let low = rewriter.op(Op::Shl, &[low, amount]);
            rewriter.op(Op::Ior, &[low, high])
        }
        Op::FindLsb => {
            let has_low = rewriter.op(Op::Ine, &[low, zero]);
            let has_high = rewriter.op(Op::Ine, &[high, zero]);
            let (in_low, none) = (rewriter.op(op, &[low]), rewriter.number(result, -1.0));
            let in_high = in_high(rewriter, op, high, result);
            let in_high = rewriter.op(Op::Select, &[has_high, in_high, none]);
            rewriter.op(Op::Select, &[has_low, in_low, in_high])
        }
        _ => {
            let has_high = rewriter.op(Op::Ine, &[high, zero]);
            let in_low = rewriter.op(Op::FindUmsb, &[low]);
            let in_high = in_high(rewriter, Op::FindUmsb, high, result);
            rewriter.op(Op::Select, &[has_high, in_high, in_low])
        }
    }
}

/// The position of a bit of the high half.
fn in_high(rewriter: &mut Rewriter<'_>, op: Op, high: Operand, result: Type) -> Operand {
    let (position, below) = (rewriter.op(op, &[high]), rewriter.number(result, 32.0));
    rewriter.op(Op::Iadd, &[position, below])
}
