//! Conversions of floats to the nearest integer of a type.
//!
//! ```text
//!                              %1: bool = flt -2147483648.0f32, %x
//!                              %2: bool = flt %x, 2147483648.0f32
//!                              %3: bool = and %1, %2
//!                              %4: f32 = select %3, %x, 0.0f32
//! %i: i32 = ftos %x      =>    %5: i32 = ftos %4
//!                              %6: i32 = select %2, %5, 2147483647i32
//!                              %7: i32 = select %2, -2147483648i32, 0i32
//!                              %i: i32 = select %1, %6, %7
//! ```
//!
//! A NaN is neither above nor below anything, so it takes the last way. No comparison has to be exact about NaN in
//! another way than GLSL's own comparisons.

use super::{replace_all, scalar_of, settle};
use crate::analysis::ranges::bounds;
use crate::framework::rewrite::{Action, Rewriter};
use crate::rules::{Fact, facts};
use vitrum_ir::eval::scalar::{ones, signed_min};
use vitrum_ir::{Constant, Inst, Op, Operand, Scalar, Type};

/// Defines a conversion for all floats.
pub(super) fn define(rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
    let (Some(&x), Some(result)) =
        (rewriter.function.operands(inst).first(), rewriter.function.result_data(inst))
    else {
        return Action::Keep;
    };
    let (Some(from), Some(to)) = (scalar_of(rewriter, x), rewriter.module.types.scalar_of(result.ty)) else {
        return Action::Keep;
    };
    if fits(rewriter, x, to) || !rewriter.may_change() {
        return Action::Keep;
    }
    let mut x = settle(rewriter, x);
    // The smallest formats have no number or infinity that is above all integers.
    if !matches!(from, Scalar::F16 | Scalar::F32 | Scalar::F64)
        && let Some(ty) = {
            let ty = rewriter.ty(x);
            rewriter.module.types.with_scalar(ty, Scalar::F32)
        }
    {
        let precision = rewriter.precision(x);
        x = rewriter.push(Op::Fconvert, &[x], 0, ty, precision);
    }
    let op = rewriter.function.op(inst);
    let signed = op == Op::FtoS;
    let bits = f64::from(to.width() - u32::from(signed));
    let float = rewriter.ty(x);
    let (low, high) = if signed { (-bits.exp2(), bits.exp2()) } else { (0.0, bits.exp2()) };
    let (low, high) = (rewriter.number(float, low), rewriter.number(float, high));
    let zero = rewriter.number(float, 0.0);
    let above = rewriter.op(Op::Flt, &[low, x]);
    let below = rewriter.op(Op::Flt, &[x, high]);
    let inside = rewriter.op(Op::And, &[above, below]);
    let inner = rewriter.op(Op::Select, &[inside, x, zero]);
    let (ty, precision) = (result.ty, result.precision);
    let converted = rewriter.push(op, &[inner], 0, ty, precision);
    let most: Operand = each(rewriter, ty, to, ones(to.width()) >> u32::from(signed)).into();
    let none: Operand = rewriter.module.constants.null(ty).into();
    let upper = rewriter.push(Op::Select, &[below, converted, most], 0, ty, precision);
    let lower = if signed {
        let least = each(rewriter, ty, to, signed_min(to.width())).into();
        rewriter.push(Op::Select, &[below, least, none], 0, ty, precision)
    } else {
        none
    };
    let whole = rewriter.push(Op::Select, &[above, upper, lower], 0, ty, precision);
    replace_all(rewriter, inst, whole)
}

/// A constant with these bits in each component.
fn each(rewriter: &mut Rewriter<'_>, ty: Type, scalar: Scalar, bits: u64) -> Constant {
    let constants = &mut rewriter.module.constants;
    let one = constants.scalar(scalar, bits);
    match rewriter.module.types.vector_size(ty).filter(|&size| size > 1) {
        Some(size) => constants.composite(ty, &vec![one; size as usize]),
        None => one,
    }
}

/// True if a float is a number that an integer type can hold: between 0 and 1, or made of an integer.
fn fits(rewriter: &Rewriter<'_>, x: Operand, to: Scalar) -> bool {
    let (module, function) = (&*rewriter.module, &rewriter.function);
    let holds = |fact| facts::holds(module, function, x, fact);
    if x.constant().is_none() && holds(Fact::Unit) && holds(Fact::Number) {
        return true;
    }
    let Some(definition) = function.definition(x) else { return false };
    let exact = match scalar_of(rewriter, x) {
        Some(Scalar::F16) => ones(11),
        Some(Scalar::F32) => ones(24),
        Some(Scalar::F64) => ones(53),
        _ => return false,
    };
    let Some(&integer) = function.operands(definition).first() else { return false };
    let Some((from, bounds)) = bounds(module, function, integer) else { return false };
    let natural = match function.op(definition) {
        Op::UtoF => true,
        Op::StoF => bounds.greatest <= ones(from.width()) >> 1,
        _ => false,
    };
    let most = ones(to.width()) >> u32::from(to.is_signed());
    natural && bounds.greatest <= exact && bounds.greatest <= most
}
