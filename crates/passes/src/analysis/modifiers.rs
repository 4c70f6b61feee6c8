//! Source modifiers and saturation, for instruction selectors: negations and absolute values that an operand can take along, and
//! clamps to [0, 1] that a result can.
//!
//! ```text
//! %1: f32 = fabs %x    %2: f32 = fneg %1    %3: f32 = fmul %2, %y        source(%2) is -|%x|
//! %4: f32 = fadd %a, %b    %5: f32 = fclamp %4, 0.0f32, 1.0f32           saturated(%4) is %5
//! ```
//!
//! NIR: the source and destination modifiers of `nir_lower_to_source_mods` and `nir_opt_algebraic_late`.

use super::uses::Uses;
use vitrum_ir::{ConstantKind, FunctionData, Inst, Module, Op, Operand, Scalar, Value};

/// An operand with what is done to it first: the absolute value, then the negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// The operand behind the modifiers.
    pub operand: Operand,
    /// True if its absolute value is taken.
    pub absolute: bool,
    /// True if it is negated, after that.
    pub negated: bool,
}

/// The operand behind negations and absolute values of floats or integers, and what they do together.
pub fn source(function: &FunctionData, operand: Operand) -> Source {
    let mut source = Source { operand, absolute: false, negated: false };
    let mut kind = None;
    while let Some(inst) = function.definition(source.operand) {
        let (is_float, absolute) = match function.op(inst) {
            Op::Fneg => (true, false),
            Op::Fabs => (true, true),
            Op::Ineg => (false, false),
            Op::Sabs => (false, true),
            _ => break,
        };
        let Some(&inner) = function.operands(inst).first() else { break };
        if *kind.get_or_insert(is_float) != is_float {
            break;
        }
        // Within an absolute value, no sign matters.
        if !source.absolute {
            source.negated ^= !absolute;
            source.absolute = absolute;
        }
        source.operand = inner;
    }
    source
}

/// The clamp to [0, 1] that alone uses a value, which the operation that gives the value can take along.
pub fn saturated(module: &Module, function: &FunctionData, uses: &Uses, value: Value) -> Option<Inst> {
    let &[user] = uses.users(value) else { return None };
    let operands = function.operands(user);
    let is =
        |operand: Option<&Operand>, number: f64| operand.is_some_and(|&it| is_number(module, it, number));
    let clamps = match function.op(user) {
        Op::Fclamp | Op::Nclamp => is(operands.get(1), 0.0) && is(operands.get(2), 1.0),
        _ => false,
    };
    (clamps && uses.is_used_once(value) && operands.first() == Some(&value.into())).then_some(user)
}

fn is_number(module: &Module, operand: Operand, number: f64) -> bool {
    let Some(constant) = operand.constant() else { return false };
    let is = |constant| {
        let scalar = module.types.scalar_of(module.constants.ty(constant)).unwrap_or(Scalar::Bool);
        let format = vitrum_ir::eval::FloatFormat::of(scalar);
        let bits = module.constants.bits(constant);
        bits.zip(format).is_some_and(|(bits, format)| format.decode(bits) == number)
    };
    match &module.constants.get(constant).kind {
        ConstantKind::Composite(parts) => parts.iter().all(|&part| is(part)),
        ConstantKind::Null => number == 0.0,
        _ => is(constant),
    }
}
