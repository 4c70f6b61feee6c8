//! Computes negations and absolute values by other operations.
//!
//! ```text
//!                 floats=multiply            floats=subtract             floats=bits
//! %1 = fneg %x    %1 = fmul %x, -1.0f32      %1 = fsub -0.0f32, %x       %1 = bitcast (ixor (bitcast %x), 0x80000000u32)
//! %2 = fabs %x    %2 = fmax %x, (fmul ...)   %2 = fmax %x, (fsub ...)    %2 = bitcast (iand (bitcast %x), 0x7fffffffu32)
//!
//!                 ints=complement                    ints=subtract
//! %3 = ineg %i    %3 = iadd (inot %i), 1i32          %3 = isub 0i32, %i
//! %4 = sabs %i    %4 = smax %i, (iadd ...)           %4 = smax %i, (isub ...)
//! ```
//!
//! Floats other than those of 32 bits are multiplied where bits are asked for. Every form is exact, but that the absolute value by
//! `fmax` may give either zero for a zero.
//!
//! For drivers that compute `-x` wrongly: of floats in the middle of an expression (Intel on macOS), of integers that are operands of
//! comparisons (Qualcomm), of `abs` of integers (Intel on macOS), or that drop a negation which they fold (AMD).
//!
//! Called `RewriteUnaryMinusOperatorFloat`, `RewriteUnaryMinusOperatorInt` and `emulateAbsIntFunction` by ANGLE, the polyfills
//! `f32_negation` and `f32_abs` by Dawn and Tint; `lower_fneg` and `lower_ineg` by NIR.

use crate::framework::rewrite::{Action, Rewriter, rewrite_each};
use crate::framework::session::Session;
use crate::framework::settings::PassOption;
use vitrum_ir::types::common;
use vitrum_ir::{Inst, Module, Op, Operand, Scalar, Type, TypeData};

/// The options of `rewrite_unary_minus`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RewriteUnaryMinus {
    /// The form for floats.
    pub floats: MinusOfFloats,
    /// The form for integers.
    pub ints: MinusOfIntegers,
    /// True if absolute values are rewritten, too.
    pub absolute_values: bool,
}

/// The form of a negated float.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MinusOfFloats {
    /// It stays.
    Off,
    /// A product with -1.
    #[default]
    Multiply,
    /// A difference from negative zero.
    Subtract,
    /// The sign bit is flipped.
    Bits,
}

/// The form of a negated integer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MinusOfIntegers {
    /// It stays.
    Off,
    /// The complement, and one more.
    #[default]
    Complement,
    /// A difference from zero.
    Subtract,
}

/// The options by name.
pub(crate) const OPTIONS: &[PassOption] = &[
    PassOption {
        name: "floats",
        values: "off|multiply|subtract|bits",
        summary: "the form of a negated float",
        set: |options, text| {
            let form = match text {
                "off" => MinusOfFloats::Off,
                "multiply" => MinusOfFloats::Multiply,
                "subtract" => MinusOfFloats::Subtract,
                "bits" => MinusOfFloats::Bits,
                _ => return None,
            };
            options.change(|it: &mut RewriteUnaryMinus| it.floats = form);
            Some(())
        },
    },
    PassOption {
        name: "ints",
        values: "off|complement|subtract",
        summary: "the form of a negated integer",
        set: |options, text| {
            let form = match text {
                "off" => MinusOfIntegers::Off,
                "complement" => MinusOfIntegers::Complement,
                "subtract" => MinusOfIntegers::Subtract,
                _ => return None,
            };
            options.change(|it: &mut RewriteUnaryMinus| it.ints = form);
            Some(())
        },
    },
    PassOption {
        name: "abs",
        values: "on|off",
        summary: "rewrite absolute values, too",
        set: |options, text| {
            let abs = match text {
                "on" => true,
                "off" => false,
                _ => return None,
            };
            options.change(|it: &mut RewriteUnaryMinus| it.absolute_values = abs);
            Some(())
        },
    },
];

/// Runs the pass; gives the number of operations rewritten.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let options: RewriteUnaryMinus = session.settings.options.get();
    let mut count = 0;
    rewrite_each(module, session, |rewriter, inst| {
        let wanted = match rewriter.function.op(inst) {
            Op::Fneg => options.floats != MinusOfFloats::Off,
            Op::Ineg => options.ints != MinusOfIntegers::Off,
            Op::Fabs => options.absolute_values && options.floats != MinusOfFloats::Off,
            Op::Sabs => options.absolute_values && options.ints != MinusOfIntegers::Off,
            _ => false,
        };
        // Cooperative matrices have no constants to compute with.
        let is_plain = rewriter.function.result_data(inst).is_some_and(|data| {
            let data = rewriter.module.types.get(data.ty);
            matches!(data, TypeData::Scalar(_) | TypeData::Vector { .. } | TypeData::Matrix { .. })
        });
        if !wanted || !is_plain || !rewriter.may_change() {
            return Action::Keep;
        }
        count += 1;
        let Some(new) = negated(rewriter, inst, options) else { return Action::Keep };
        rewriter.replace_alike(inst, new)
    });
    count
}

fn negated(rewriter: &mut Rewriter<'_>, inst: Inst, options: RewriteUnaryMinus) -> Option<Operand> {
    let op = rewriter.function.op(inst);
    let x = *rewriter.function.operands(inst).first()?;
    let ty = rewriter.ty(x);
    if matches!(op, Op::Ineg | Op::Sabs) {
        let minus = match options.ints {
            MinusOfIntegers::Subtract => {
                let zero = rewriter.number(ty, 0.0);
                rewriter.op(Op::Isub, &[zero, x])
            }
            MinusOfIntegers::Complement | MinusOfIntegers::Off => {
                let (complement, one) = (rewriter.op(Op::Inot, &[x]), rewriter.number(ty, 1.0));
                rewriter.op(Op::Iadd, &[complement, one])
            }
        };
        return Some(if op == Op::Ineg { minus } else { rewriter.op(Op::Smax, &[x, minus]) });
    }
    let is_wide = rewriter.module.types.scalar_of(ty) == Some(Scalar::F32);
    let is_matrix = matches!(rewriter.module.types.get(ty), TypeData::Matrix { .. });
    if options.floats == MinusOfFloats::Bits && is_wide && !is_matrix {
        return by_bits(rewriter, x, ty, op == Op::Fabs);
    }
    let minus = if is_matrix {
        let scalar = common::scalar(rewriter.module.types.scalar_of(ty)?);
        let factor = rewriter.number(scalar, -1.0);
        rewriter.op(Op::MatrixTimesScalar, &[x, factor])
    } else if options.floats == MinusOfFloats::Subtract {
        let zero = rewriter.number(ty, -0.0);
        rewriter.op(Op::Fsub, &[zero, x])
    } else {
        let factor = rewriter.number(ty, -1.0);
        rewriter.op(Op::Fmul, &[x, factor])
    };
    Some(if op == Op::Fneg { minus } else { rewriter.op(Op::Fmax, &[x, minus]) })
}

/// A float with its sign bit flipped or cleared.
fn by_bits(rewriter: &mut Rewriter<'_>, x: Operand, ty: Type, clears: bool) -> Option<Operand> {
    let precision = rewriter.precision(x);
    let bits = rewriter.module.types.with_scalar(ty, Scalar::U32)?;
    let (op, mask) = if clears { (Op::Iand, 0x7fff_ffffu32) } else { (Op::Ixor, 0x8000_0000) };
    let mask = rewriter.number(bits, f64::from(mask));
    let old = rewriter.push(Op::Bitcast, &[x], 0, bits, vitrum_ir::Precision::None);
    let new = rewriter.op(op, &[old, mask]);
    Some(rewriter.push(Op::Bitcast, &[new], 0, ty, precision))
}
