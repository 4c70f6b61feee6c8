//! Rounding of `mediump` and `lowp` results to 16 bits.
//!
//! ESSL lets an implementation compute such results with 32 bits or with as few as 16 (section 4.7.1), so a rewritten
//! module may round where the original does not, and the other way around. What is computed from exact values at `highp`
//! must not change, though. Two runs show that: one of the original where whatever rounding changes is undefined
//! ([`Rounding::Undefined`]), and one of the rewritten module where it is rounded ([`Rounding::Applied`]). All that is
//! defined after the first must be equal after the second. That fails if an operation lost precision.

use vitrum_ir::eval::FloatFormat;
use vitrum_ir::fold::evaluation::Evaluation;
use vitrum_ir::{FunctionData, Inst, Module, Op, Precision, Scalar, Sig};

use crate::value::{Numbers, Value};

/// Precision of `mediump` and `lowp` results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rounding {
    /// As precise as `highp` ones.
    #[default]
    Never,
    /// `mediump` floats are rounded to those of 16 bits, and integers keep their low 16 bits; `lowp` floats are rounded to
    /// multiples of 1/256, and integers keep 9 bits.
    Applied,
    /// Results that rounding would change become undefined.
    Undefined,
}

impl Rounding {
    /// Rounds a result of the given precision.
    pub(crate) fn round(self, value: &mut Value, precision: Precision) {
        if self == Self::Never || !is_short(precision) {
            return;
        }
        match value {
            Value::Numbers(numbers) => self.round_numbers(numbers, precision == Precision::Low),
            Value::Parts(parts) => parts.iter_mut().for_each(|part| self.round(part, precision)),
            Value::Resource { .. } | Value::Pointer(_) => {}
        }
    }

    fn round_numbers(self, numbers: &mut Numbers, low: bool) {
        let scalar = numbers.scalar;
        for (index, bits) in numbers.bits.iter_mut().enumerate() {
            let rounded = round_scalar(scalar, *bits, low);
            if rounded == *bits {
                continue;
            }
            match self {
                Self::Never => {}
                Self::Applied => *bits = rounded,
                Self::Undefined => numbers.undefined |= 1 << index.min(63),
            }
        }
    }

    /// Rounds the operands of an operation whose result may be computed at 16 bits: its arithmetic may be done with
    /// 16 bits altogether.
    pub(crate) fn round_operands(self, function: &FunctionData, inst: Inst, operands: &mut [Value]) {
        if self == Self::Never {
            return;
        }
        let Some(result) = function.result(inst) else { return };
        let (op, precision) = (function.insts[inst].op, function.values[result].precision);
        if !is_short(precision) || matches!(op.evaluation(), Evaluation::None) || is_mixed(op) {
            return;
        }
        for operand in operands {
            self.round(operand, precision);
        }
    }
}

/// True if the precision of an operation's result says nothing about its operands: built-in functions that declare both
/// (ESSL 3.20 sections 8.4 and 8.8).
fn is_mixed(op: Op) -> bool {
    matches!(op.info().sig, Sig::BitQuery | Sig::Pack | Sig::Bitcast | Sig::Ldexp)
}

/// True if a value may be computed with 16 bits.
fn is_short(precision: Precision) -> bool {
    matches!(precision, Precision::Low | Precision::Medium)
}

fn round_scalar(scalar: Scalar, bits: u64, low: bool) -> u64 {
    match scalar {
        Scalar::F32 => {
            let value = f64::from(f32::from_bits(bits as u32));
            let value =
                if low && value.is_finite() { (value * 256.0).round_ties_even() / 256.0 } else { value };
            match FloatFormat::of(Scalar::F16) {
                Some(half) if !value.is_nan() => {
                    u64::from((half.decode(half.encode(value)) as f32).to_bits())
                }
                _ => bits,
            }
        }
        Scalar::I32 if low => u64::from(((bits as i32) << 23 >> 23) as u32),
        Scalar::U32 if low => bits & 0x1ff,
        Scalar::I32 => u64::from(i32::from(bits as i16) as u32),
        Scalar::U32 => u64::from(bits as u16),
        _ => bits,
    }
}

/// True if a module has anything that is rounded.
pub fn has_short_values(module: &Module) -> bool {
    module
        .functions
        .iter()
        .any(|(_, function)| function.values.values().any(|value| is_short(value.precision)))
}
