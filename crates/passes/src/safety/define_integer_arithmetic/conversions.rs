//! Conversions of floats to the nearest integer that both types have.
//!
//! ```text
//!                              %1: f32 = nclamp %x, -2147483648.0f32, 2147483520.0f32
//! %i: i32 = ftos %x      =>    %i: i32 = ftos %1
//! ```
//!
//! `nclamp` gives its lower end for a NaN, which becomes the least number of the type, or 0 for an unsigned one. Where the
//! shader itself keeps the float in range, nothing is added: `fclamp %x, 0.0f32, 255.0f32` becomes `nclamp`, which lets no NaN
//! pass either.

use super::{replace_all, scalar_of, settle};
use crate::analysis::ranges::bounds;
use crate::analysis::ranges::floats::{FloatQuery, of_numbers};
use crate::framework::rewrite::{Action, Rewriter};
use crate::rules::{Fact, facts};
use std::cell::RefCell;
use vitrum_ir::eval::scalar::ones;
use vitrum_ir::{BuiltIn, FunctionData, Inst, Module, Op, Operand, Precision, Scalar, Swizzle};

/// The number of operations that are followed to an input.
const FOLLOWED: usize = 4;

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
    if fits(rewriter, x, to) {
        return Action::Keep;
    }
    if let Some(insts) = fits_as_number(rewriter, x, to) {
        for inst in insts {
            if rewriter.may_change() {
                let op = of_numbers(rewriter.function.op(inst));
                rewriter.set_op(inst, op);
            }
        }
        return Action::Keep;
    }
    if !rewriter.may_change() {
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
    let float = rewriter.ty(x);
    let Some((low, high)) = rewriter.module.types.scalar_of(float).and_then(|from| range(from, to)) else {
        return Action::Keep;
    };
    let [low, high] = [low, high].map(|number| rewriter.number(float, number));
    // Few bits would round the greatest number up to infinity.
    let precision = if rewriter.precision(x) == Precision::None { Precision::None } else { Precision::High };
    let bounded = rewriter.push(Op::Nclamp, &[x, low, high], 0, float, precision);
    let converted = rewriter.push(op, &[bounded], 0, result.ty, result.precision);
    replace_all(rewriter, inst, converted)
}

/// The least and the greatest number that a float type and an integer type have in common.
fn range(from: Scalar, to: Scalar) -> Option<(f64, f64)> {
    let (digits, greatest) = match from {
        Scalar::F16 => (11, 65504.0),
        Scalar::F32 => (24, f64::from(f32::MAX)),
        Scalar::F64 => (53, f64::MAX),
        _ => return None,
    };
    let bits = to.width() - u32::from(to.is_signed());
    // The last digit of the largest numbers below the end of the integers.
    let last = f64::from(bits.saturating_sub(digits)).exp2();
    let end = f64::from(bits).exp2();
    let low = if to.is_signed() { (-end).max(-greatest) } else { 0.0 };
    Some((low, (end - last).min(greatest)))
}

/// True for `gl_FragCoord.xy`, or a part of that, with or without `floor`: places in a framebuffer.
fn is_pixel(module: &Module, function: &FunctionData, x: Operand) -> bool {
    let mut at = x;
    let mut components: Option<Vec<u32>> = None;
    for _ in 0..FOLLOWED {
        let Some(inst) = function.definition(at) else { return false };
        let &[from] = function.operands(inst) else { return false };
        let imm = function.insts[inst].imm;
        let chosen: Option<Vec<u32>> = match function.op(inst) {
            Op::Floor => None,
            Op::Extract => Some(vec![imm]),
            Op::Swizzle => Some(Swizzle::from_bits(imm).components().iter().map(|&it| it.into()).collect()),
            Op::Load => {
                let builtin = from.global().and_then(|global| module.globals[global].decorations.builtin);
                return builtin == Some(BuiltIn::FragCoord)
                    && components.is_some_and(|all| all.iter().all(|&component| component < 2));
            }
            _ => return false,
        };
        components = match (chosen, components) {
            (Some(chosen), Some(later)) => {
                later.iter().map(|&component| chosen.get(component as usize).copied()).collect()
            }
            (chosen, later) => chosen.or(later),
        };
        at = from;
    }
    false
}

/// The operations on the way to a float that may pass on a NaN, if the float is one that an integer type can hold where they
/// give the number instead. Of a NaN and a number they may give either, so that they may as well.
fn fits_as_number(rewriter: &Rewriter<'_>, x: Operand, to: Scalar) -> Option<Vec<Inst>> {
    let (module, function) = (&*rewriter.module, &rewriter.function);
    let integers = |operand: Operand| bounds(module, function, operand).map(|row| row.1);
    let chosen = RefCell::default();
    let query = FloatQuery { module, function, integers: &integers, chosen: Some(&chosen) };
    query.bounds(x).truncated(to)?;
    let mut insts: Vec<Inst> = chosen.into_inner();
    insts.sort_unstable();
    insts.dedup();
    Some(insts)
}

/// True if a float is a number that an integer type can hold: between 0 and 1, a place in a framebuffer, or made of an integer.
fn fits(rewriter: &Rewriter<'_>, x: Operand, to: Scalar) -> bool {
    let (module, function) = (&*rewriter.module, &rewriter.function);
    let holds = |fact| facts::holds(module, function, x, fact);
    if x.constant().is_none() && holds(Fact::Unit) && holds(Fact::Number) {
        return true;
    }
    if to.width() >= 32 && is_pixel(module, function, x) {
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
