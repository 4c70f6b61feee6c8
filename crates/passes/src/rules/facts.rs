//! Facts about floats that follow from the operations that compute them.
//!
//! A query follows a few operations and at most two operands of each, so it takes constant time. All facts except
//! [`Fact::Number`] hold for values that are not NaN.

use super::Fact;
use super::matching::each_component;
use vitrum_ir::eval::FloatFormat;
use vitrum_ir::{FunctionData, Inst, Module, Op, Operand, OperandKind, ValueDef};

/// The number of operations that a query follows.
const DEPTH: u32 = 4;

/// True if a fact is known about an operand.
pub fn holds(module: &Module, function: &FunctionData, operand: Operand, fact: Fact) -> bool {
    holds_to(module, function, operand, fact, DEPTH)
}

fn holds_to(module: &Module, function: &FunctionData, operand: Operand, fact: Fact, depth: u32) -> bool {
    let value = match operand.kind() {
        OperandKind::Constant(constant) => {
            return each_component(module, constant, &mut |scalar, bits| {
                let Some(value) = FloatFormat::of(scalar).map(|format| format.decode(bits)) else {
                    return scalar.is_unsigned() && fact == Fact::NonNegative;
                };
                match fact {
                    Fact::NonNegative => value >= 0.0,
                    Fact::Unit => (0.0..=1.0).contains(&value),
                    Fact::Integral => value.is_finite() && value % 1.0 == 0.0,
                    Fact::Number => !value.is_nan(),
                    Fact::Unsigned => value.is_sign_positive() && !value.is_nan(),
                }
            });
        }
        OperandKind::Global(_) => return false,
        OperandKind::Value(value) => value,
    };
    let Some(depth) = depth.checked_sub(1) else { return false };
    let ValueDef::Result { inst, index: 0 } = function.values[value].def() else { return false };
    let ask = |operand, fact| holds_to(module, function, operand, fact, depth);
    follows(module, function, inst, fact, &ask)
}

/// True if a fact about the result of an instruction follows from facts about its operands.
pub(crate) fn follows(
    module: &Module,
    function: &FunctionData,
    inst: Inst,
    fact: Fact,
    known: &dyn Fn(Operand, Fact) -> bool,
) -> bool {
    let op = function.op(inst);
    let operands = function.operands(inst);
    let ask = |index: usize, fact| operands.get(index).is_some_and(|&operand| known(operand, fact));
    let all = |fact| (0..operands.len()).all(|index| ask(index, fact));
    let sure = |index: usize, fact| ask(index, fact) && ask(index, Fact::Number);
    // An operation that only moves components has the facts of its operand.
    match op {
        Op::Extract | Op::Swizzle | Op::Splat | Op::Fconvert => return ask(0, fact),
        Op::Shuffle | Op::Construct if operands.len() <= 4 => return all(fact),
        Op::Select => return ask(1, fact) && ask(2, fact),
        _ => {}
    }
    match fact {
        Fact::NonNegative => match op {
            Op::Fabs
            | Op::Sqrt
            | Op::Exp
            | Op::Exp2
            | Op::Length
            | Op::Distance
            | Op::BtoF
            | Op::UtoF
            | Op::Step
            | Op::Smoothstep
            | Op::Fract
            | Op::Cosh => true,
            Op::Fmul | Op::Dot => operands.first() == operands.get(1) || all(fact),
            Op::Fadd
            | Op::VectorTimesScalar
            | Op::Fmin
            | Op::Floor
            | Op::Ceil
            | Op::Trunc
            | Op::Round
            | Op::RoundEven => all(fact),
            // By a zero with a sign it is negative.
            Op::Fdiv => ask(0, fact) && ask(1, Fact::Unsigned),
            Op::Pow => ask(0, Fact::Unsigned),
            // Of a NaN and a number it may be the number.
            Op::Fmax => all(fact) || (0..2).any(|index| ask(index, fact) && ask(index, Fact::Number)),
            Op::Fclamp | Op::Nclamp => ask(1, fact) && ask(1, Fact::Number) && ask(2, fact),
            // It has the sign of its divisor.
            Op::Fmod => ask(1, fact),
            Op::Fmix => ask(0, fact) && ask(1, fact) && ask(2, Fact::Unit),
            _ => follows(module, function, inst, Fact::Unit, known),
        },
        Fact::Unit => match op {
            Op::BtoF | Op::Step | Op::Smoothstep | Op::Fract => true,
            Op::UnpackUnorm4x8 | Op::UnpackUnorm2x16 => true,
            Op::Fclamp | Op::Nclamp => sure(1, fact) && ask(2, fact),
            Op::Fmin => {
                let within = |index: usize, other| {
                    ask(index, fact) && ask(index, Fact::Number) && ask(other, Fact::NonNegative)
                };
                all(fact) || within(0, 1) || within(1, 0)
            }
            Op::Fmul | Op::Fmax | Op::VectorTimesScalar => all(fact),
            Op::Sqrt => ask(0, fact),
            Op::Fsub => {
                let one = operands.first().and_then(|operand| operand.constant()).is_some_and(|constant| {
                    each_component(module, constant, &mut |scalar, bits| {
                        FloatFormat::of(scalar).is_some_and(|format| format.one() == bits)
                    })
                });
                one && ask(1, fact)
            }
            _ => false,
        },
        Fact::Integral => match op {
            Op::Floor
            | Op::Ceil
            | Op::Trunc
            | Op::Round
            | Op::RoundEven
            | Op::StoF
            | Op::UtoF
            | Op::BtoF
            | Op::Fsign
            | Op::Step => true,
            Op::Fadd | Op::Fsub | Op::Fmul | Op::Fneg | Op::Fabs | Op::Fmin | Op::Fmax | Op::Fclamp => {
                all(fact)
            }
            _ => false,
        },
        Fact::Unsigned => match op {
            Op::Fabs
            | Op::Exp
            | Op::Exp2
            | Op::Cosh
            | Op::BtoF
            | Op::UtoF
            | Op::Step
            | Op::Length
            | Op::Distance => true,
            Op::Fadd => (0..2).any(|index| ask(index, fact) && ask(1 - index, Fact::NonNegative)),
            Op::Fmul | Op::VectorTimesScalar | Op::Fmin | Op::Floor | Op::Ceil | Op::Trunc => all(fact),
            Op::Fdiv | Op::Sqrt | Op::Fmax => all(fact),
            _ => false,
        },
        Fact::Number => match op {
            // Too large a number becomes an infinity, in half precision.
            Op::StoF | Op::UtoF | Op::BtoF => true,
            Op::Fneg | Op::Fabs | Op::Floor | Op::Ceil | Op::Trunc | Op::Fmin | Op::Fmax => all(fact),
            _ => false,
        },
    }
}
