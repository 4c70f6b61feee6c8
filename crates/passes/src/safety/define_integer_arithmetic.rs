//! Gives a result to integer operations that have none for some operands.
//!
//! ```text
//!                                     %1: i32 = sabs %x
//!                                     %2: u32 = bitcast %1
//!                                     %3: i32 = sabs %y
//!                                     %4: u32 = bitcast %3
//!                                     %5: u32 = umax %4, 1u32
//!                                     %6: u32 = udiv %2, %5
//!                                     %7: i32 = bitcast %6
//!                                     %8: i32 = ixor %x, %y
//!                                     %9: i32 = isub 0i32, %7
//!                                     %10: bool = slt %8, 0i32
//! %q: i32 = sdiv %x, %y         =>    %q: i32 = select %10, %9, %7
//! %s: u32 = shl %a, %n          =>    %11: u32 = iand %n, 31u32
//!                                     %s: u32 = shl %a, %11
//! ```
//!
//! The results are those of WGSL: a divisor of 0, and -1 for the least number, count as 1. Signed remainders of and by negative
//! numbers, which GLSL and Vulkan leave undefined, are those of the IR, computed from magnitudes (by divisions, in versions of
//! GLSL without unsigned integers). Amounts to shift by are taken modulo the width. A float becomes the nearest number that
//! both types have, and NaN becomes the least of these. A bit field is cut at the width. Clamping to a range that is empty gives its upper end.
//! Operations on specialisation constants are changed where they are operands, for divisors and shifts; a length of an array
//! stays, since an array without a length has no layout.
//!
//! Operands that are in range whatever the shader computes stay. Functions of floats outside of their domain are not
//! touched: they give some float. Nor are cooperative matrices, of which no target can compare or select components.
//!
//! Tint: `BuiltinPolyfill`, `BinaryPolyfill`, `ConversionPolyfill`. naga: wrapped division, `clamped` conversions.

mod build;
mod conversions;
mod magnitudes;
mod spec_constants;

use crate::analysis::ranges::bounds;
use crate::framework::rewrite::{Action, Rewriter, rewrite_each};
use crate::framework::session::Session;
use crate::framework::settings::PassOption;
use crate::lower::glsl::settle_undefined::settled;
use crate::rules::matching::each_component;
use crate::safety::is_signed_only;
use crate::safety::switches::switch;
use build::{Dividends, divisor_of_all, is_division, is_shift};
use rustc_hash::FxHashMap;
use vitrum_ir::eval::FloatFormat;
use vitrum_ir::eval::scalar::{ones, sign_extend};
use vitrum_ir::{Constant, Inst, Module, Op, Operand, Scalar, types::common};

/// The kinds of operations that get a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntegerArithmetic {
    /// Division and remainder by 0, and of the least number by -1.
    pub division: bool,
    /// Signed remainders of and by negative numbers.
    pub signed_remainders: bool,
    /// Shifts by the width or more.
    pub shifts: bool,
    /// Conversions of floats that no integer of the type is near to.
    pub conversions: bool,
    /// Bit fields that end behind the last bit.
    pub bit_fields: bool,
    /// Clamping to a range whose lower end is above its upper end, also of floats.
    pub clamps: bool,
}

impl Default for IntegerArithmetic {
    fn default() -> Self {
        Self {
            division: true,
            signed_remainders: true,
            shifts: true,
            conversions: true,
            bit_fields: true,
            clamps: true,
        }
    }
}

pub(crate) const OPTIONS: &[PassOption] = &[
    switch!(
        IntegerArithmetic.division,
        "division",
        "division and remainder by 0, and of the least number by -1"
    ),
    switch!(
        IntegerArithmetic.signed_remainders,
        "signed-remainders",
        "signed remainders of and by negative numbers, which divisions compute then"
    ),
    switch!(IntegerArithmetic.shifts, "shifts", "shifts by the width or more"),
    switch!(
        IntegerArithmetic.conversions,
        "conversions",
        "conversions of floats that are out of range or NaN"
    ),
    switch!(IntegerArithmetic.bit_fields, "bit-fields", "bit fields that end behind the last bit"),
    switch!(IntegerArithmetic.clamps, "clamps", "clamping to an empty range, also of floats"),
];

/// Runs the pass; gives the number of instructions and initialisers changed.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let options: IntegerArithmetic = session.settings().options.get();
    let defined = spec_constants::define(module, options);
    let mut changes = 0;
    for global in module.global_ids() {
        let initializer = module.globals[global].initializer.and_then(|it| defined.get(&it).copied());
        if initializer.is_some() && session.may_change() {
            module.globals[global].initializer = initializer;
            changes += 1;
        }
    }
    changes + rewrite_each(module, session, |rewriter, inst| visit(rewriter, inst, options, &defined))
}

fn visit(
    rewriter: &mut Rewriter<'_>,
    inst: Inst,
    options: IntegerArithmetic,
    defined: &FxHashMap<Constant, Constant>,
) -> Action {
    if !defined.is_empty() {
        replace_constants(rewriter, inst, defined);
    }
    let is_vector = |ty| rewriter.module.types.vector_size(ty).is_some();
    if !rewriter.function.result_data(inst).is_some_and(|result| is_vector(result.ty)) {
        return Action::Keep;
    }
    match rewriter.function.op(inst) {
        op if is_division(op) => define_division(rewriter, inst, options),
        op if is_shift(op) && options.shifts => define_shift(rewriter, inst),
        Op::FtoS | Op::FtoU if options.conversions => conversions::define(rewriter, inst),
        Op::SbitExtract | Op::UbitExtract if options.bit_fields => define_field(rewriter, inst, 1),
        Op::BitInsert if options.bit_fields => define_field(rewriter, inst, 2),
        Op::Sclamp if options.clamps => define_clamp(rewriter, inst, Op::Smax, Op::Smin),
        Op::Uclamp if options.clamps => define_clamp(rewriter, inst, Op::Umax, Op::Umin),
        Op::Fclamp if options.clamps => define_clamp(rewriter, inst, Op::Fmax, Op::Fmin),
        Op::Nclamp if options.clamps => define_clamp(rewriter, inst, Op::Nmax, Op::Nmin),
        _ => Action::Keep,
    }
}

/// Puts operations on specialisation constants that have results in the place of those that may have none.
fn replace_constants(rewriter: &mut Rewriter<'_>, inst: Inst, defined: &FxHashMap<Constant, Constant>) {
    let new = |operand: Operand| operand.constant().and_then(|it| defined.get(&it).copied());
    let operands = rewriter.function.operands(inst);
    if !operands.iter().any(|&operand| new(operand).is_some()) || !rewriter.may_change() {
        return;
    }
    for position in 0..rewriter.function.operands(inst).len() {
        if let Some(constant) = rewriter.function.operands(inst).get(position).and_then(|&it| new(it)) {
            rewriter.set_operand(inst, position, constant.into());
        }
    }
}

/// An operand without undefined components, each use of which could see another value.
fn settle(rewriter: &mut Rewriter<'_>, operand: Operand) -> Operand {
    operand.constant().map_or(operand, |constant| settled(rewriter.module, constant, 0).into())
}

fn operands<const N: usize>(rewriter: &Rewriter<'_>, inst: Inst) -> Option<[Operand; N]> {
    rewriter.function.operands(inst).try_into().ok()
}

fn scalar_of(rewriter: &Rewriter<'_>, operand: Operand) -> Option<Scalar> {
    rewriter.module.types.scalar_of(rewriter.ty(operand))
}

fn define_division(rewriter: &mut Rewriter<'_>, inst: Inst, options: IntegerArithmetic) -> Action {
    let Some([x, y]) = operands(rewriter, inst) else { return Action::Keep };
    let op = rewriter.function.op(inst);
    let (module, function) = (&*rewriter.module, &rewriter.function);
    let dividends = if options.division { Dividends::of(module, function, op, x, y) } else { Dividends::Any };
    let is_remainder = matches!(op, Op::Srem | Op::Smod);
    let is_defined = is_natural(rewriter, x) && is_natural(rewriter, y);
    let expands = options.signed_remainders && is_remainder && !is_defined;
    if dividends == Dividends::Any && !expands || !rewriter.may_change() {
        return Action::Keep;
    }
    let (x, y) = (settle(rewriter, x), settle(rewriter, y));
    let overflows = matches!(dividends, Dividends::NotLeastByMinusOne | Dividends::Neither);
    // A division by the constant -1 is a negation.
    let is_by_any = overflows && op == Op::Sdiv && y.constant().is_none_or(|it| is_specialized(rewriter, it));
    if (expands || is_by_any) && !is_signed_only(rewriter) {
        let by_zero = matches!(dividends, Dividends::NotByZero | Dividends::Neither);
        return magnitudes::divide(rewriter, inst, (x, y), by_zero);
    }
    // Divisors are computed without the dividend, so that divisions by one number share the work.
    let Some(divisor) = guarded_divisor(rewriter, dividends, op, y) else { return Action::Keep };
    if expands {
        return define_remainder(rewriter, inst, x, divisor);
    }
    rewriter.set_operand(inst, 0, x);
    rewriter.set_operand(inst, 1, divisor);
    let Some(result) = rewriter.function.result_data(inst).filter(|_| overflows && !is_remainder) else {
        return Action::Keep;
    };
    let quotient = rewriter.push(op, &[x, divisor], 0, result.ty, result.precision);
    let (zero, minus_one) = (rewriter.number(result.ty, 0.0), rewriter.number(result.ty, -1.0));
    let negative = rewriter.push(Op::Isub, &[zero, x], 0, result.ty, result.precision);
    let is_minus_one = rewriter.op(Op::Ieq, &[y, minus_one]);
    let chosen =
        rewriter.push(Op::Select, &[is_minus_one, negative, quotient], 0, result.ty, result.precision);
    replace_all(rewriter, inst, chosen)
}

/// True for a constant that depends on specialisation.
fn is_specialized(rewriter: &Rewriter<'_>, constant: Constant) -> bool {
    !each_component(rewriter.module, constant, &mut |_, _| true)
}

/// The divisor, or 1 in the place of one that has no result for some dividend.
fn guarded_divisor(rewriter: &mut Rewriter<'_>, dividends: Dividends, op: Op, y: Operand) -> Option<Operand> {
    let max = match op {
        Op::Udiv | Op::Umod => Some(Op::Umax),
        _ if is_natural(rewriter, y) && !is_signed_only(rewriter) => Some(Op::Smax),
        _ => None,
    };
    if let Some(max) = max.filter(|_| dividends == Dividends::NotByZero) {
        let ty = rewriter.ty(y);
        let one = rewriter.number(ty, 1.0);
        return Some(rewriter.op(max, &[y, one]));
    }
    divisor_of_all(rewriter, dividends, y)
}

/// True if an integer, read as signed, is surely not negative.
fn is_natural(rewriter: &Rewriter<'_>, operand: Operand) -> bool {
    bounds(rewriter.module, &rewriter.function, operand)
        .is_some_and(|(scalar, it)| it.greatest <= ones(scalar.width()) >> 1)
}

/// Computes a remainder by a division: `x - x / y * y`, and `y` more for a modulo whose sign is not that of `y`.
fn define_remainder(rewriter: &mut Rewriter<'_>, inst: Inst, x: Operand, y: Operand) -> Action {
    let Some(result) = rewriter.function.result_data(inst) else { return Action::Keep };
    let is_modulo = rewriter.function.op(inst) == Op::Smod;
    let mut build = |op, operands: &[Operand]| rewriter.push(op, operands, 0, result.ty, result.precision);
    let quotient = build(Op::Sdiv, &[x, y]);
    let multiple = build(Op::Imul, &[quotient, y]);
    let rest = build(Op::Isub, &[x, multiple]);
    if !is_modulo {
        return replace_all(rewriter, inst, rest);
    }
    let signs = build(Op::Ixor, &[rest, y]);
    let sum = build(Op::Iadd, &[rest, y]);
    let zero = rewriter.number(result.ty, 0.0);
    let is_opposed = rewriter.op(Op::Slt, &[signs, zero]);
    let is_not_zero = rewriter.op(Op::Ine, &[rest, zero]);
    let is_off = rewriter.op(Op::And, &[is_opposed, is_not_zero]);
    let whole = rewriter.push(Op::Select, &[is_off, sum, rest], 0, result.ty, result.precision);
    replace_all(rewriter, inst, whole)
}

fn define_shift(rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
    let Some([x, by]) = operands(rewriter, inst) else { return Action::Keep };
    let Some(width) = scalar_of(rewriter, x).map(Scalar::width) else { return Action::Keep };
    let is_below = bounds(rewriter.module, &rewriter.function, by)
        .is_some_and(|(_, bounds)| bounds.greatest < u64::from(width));
    if is_below || !rewriter.may_change() {
        return Action::Keep;
    }
    let by = settle(rewriter, by);
    let ty = rewriter.ty(by);
    let mask = rewriter.number(ty, f64::from(width - 1));
    let masked = rewriter.op(Op::Iand, &[by, mask]);
    rewriter.set_operand(inst, 1, masked);
    Action::Keep
}

/// `at` is the position of the offset, which the number of bits follows.
fn define_field(rewriter: &mut Rewriter<'_>, inst: Inst, at: usize) -> Action {
    let all = rewriter.function.operands(inst);
    let (Some(&base), Some(&offset), Some(&count)) = (all.first(), all.get(at), all.get(at + 1)) else {
        return Action::Keep;
    };
    let Some(width) = scalar_of(rewriter, base).map(Scalar::width) else { return Action::Keep };
    let greatest = |operand| bounds(rewriter.module, &rewriter.function, operand).map(|row| row.1.greatest);
    let end = greatest(offset).zip(greatest(count)).and_then(|(offset, count)| offset.checked_add(count));
    if end.is_some_and(|end| end <= u64::from(width)) || !rewriter.may_change() {
        return Action::Keep;
    }
    let (offset, count) = (settle(rewriter, offset), settle(rewriter, count));
    let first = unsigned(rewriter, offset);
    let unsigned_offset = rewriter.ty(first);
    let width_there = rewriter.number(unsigned_offset, f64::from(width));
    let first = rewriter.op(Op::Umin, &[first, width_there]);
    let rest = rewriter.op(Op::Isub, &[width_there, first]);
    let wanted = unsigned(rewriter, count);
    let unsigned_count = rewriter.ty(wanted);
    let rest = rewriter.convert(rest, unsigned_count);
    let wanted = rewriter.op(Op::Umin, &[wanted, rest]);
    for (position, new, old) in [(at, first, offset), (at + 1, wanted, count)] {
        let ty = rewriter.ty(old);
        let new = rewriter.convert(new, ty);
        rewriter.set_operand(inst, position, new);
    }
    Action::Keep
}

/// A scalar as an unsigned integer of its width.
fn unsigned(rewriter: &mut Rewriter<'_>, operand: Operand) -> Operand {
    let scalar = match scalar_of(rewriter, operand) {
        Some(Scalar::I8) => Scalar::U8,
        Some(Scalar::I16) => Scalar::U16,
        Some(Scalar::I64) => Scalar::U64,
        Some(Scalar::I32) | None => Scalar::U32,
        Some(other) => other,
    };
    rewriter.convert(operand, common::scalar(scalar))
}

fn define_clamp(rewriter: &mut Rewriter<'_>, inst: Inst, max: Op, min: Op) -> Action {
    let Some([x, low, high]) = operands(rewriter, inst) else { return Action::Keep };
    if is_range(rewriter, low, high) || !rewriter.may_change() {
        return Action::Keep;
    }
    let Some(result) = rewriter.function.result_data(inst) else { return Action::Keep };
    let raised = rewriter.push(max, &[x, low], 0, result.ty, result.precision);
    let clamped = rewriter.push(min, &[raised, high], 0, result.ty, result.precision);
    replace_all(rewriter, inst, clamped)
}

/// Replaces the result of an instruction by a value that takes over its name and flags.
fn replace_all(rewriter: &mut Rewriter<'_>, inst: Inst, with: Operand) -> Action {
    match (rewriter.function.result(inst), with.value()) {
        (Some(old), Some(new)) => {
            rewriter.inherit(old, new);
            Action::Remove
        }
        _ => rewriter.replace(inst, with),
    }
}

/// True if no component of `low` is above that of `high`.
fn is_range(rewriter: &Rewriter<'_>, low: Operand, high: Operand) -> bool {
    if let (Some(low), Some(high)) = (components(rewriter, low), components(rewriter, high)) {
        return low.len() == high.len() && low.iter().zip(&high).all(|(low, high)| low <= high);
    }
    let known = |operand| bounds(rewriter.module, &rewriter.function, operand);
    let (Some((scalar, low)), Some((_, high))) = (known(low), known(high)) else { return false };
    // Signed numbers compare as unsigned ones where none is negative.
    let most = ones(scalar.width());
    let positive = if scalar.is_signed() { most >> 1 } else { most };
    low.greatest <= high.least && high.greatest <= positive
}

/// The components of a constant, as numbers that compare as they do.
fn components(rewriter: &Rewriter<'_>, operand: Operand) -> Option<Vec<Number>> {
    let mut all = Vec::new();
    let known = each_component(rewriter.module, operand.constant()?, &mut |scalar, bits| {
        all.push(match FloatFormat::of(scalar) {
            Some(format) => Number::Float(format.decode(bits)),
            None if scalar.is_signed() => Number::Integer(i128::from(sign_extend(scalar.width(), bits))),
            None => Number::Integer(i128::from(bits)),
        });
        true
    });
    known.then_some(all)
}

#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Number {
    Integer(i128),
    Float(f64),
}
