//! Building of intrinsics of machines.

use crate::framework::rewrite::Rewriter;
use vitrum_ir::{Intrinsic, Op, Operand, Precision, Type, types::common};

/// A known number of 32 bits.
pub(crate) fn number(rewriter: &mut Rewriter<'_>, number: u32) -> Operand {
    rewriter.module_mut().constants.u32(number).into()
}

/// Builds an intrinsic that gives a value.
pub(crate) fn value(
    rewriter: &mut Rewriter<'_>,
    intrinsic: Intrinsic,
    operands: &[Operand],
    result: (Type, Precision),
) -> Operand {
    rewriter.push(Op::Intrinsic, operands, intrinsic as u32, result.0, result.1)
}

/// Builds an intrinsic that gives none.
pub(crate) fn effect(rewriter: &mut Rewriter<'_>, intrinsic: Intrinsic, operands: &[Operand]) {
    rewriter.push_effect(Op::Intrinsic, operands, intrinsic as u32);
}

/// Builds an operation on unsigned integers of full precision.
pub(crate) fn unsigned(rewriter: &mut Rewriter<'_>, op: Op, operands: &[Operand]) -> Operand {
    rewriter.push(op, operands, 0, common::U32, Precision::None)
}

/// The sum of a value that is computed, if there is one, and a known one.
pub(crate) fn sum(rewriter: &mut Rewriter<'_>, computed: Option<Operand>, known: u32) -> Operand {
    let known_operand = number(rewriter, known);
    match computed {
        None => known_operand,
        Some(computed) if known == 0 => computed,
        Some(computed) => unsigned(rewriter, Op::Iadd, &[computed, known_operand]),
    }
}

/// An index times a stride, plus what was computed before.
pub(crate) fn scaled(
    rewriter: &mut Rewriter<'_>,
    index: Operand,
    stride: u32,
    before: Option<Operand>,
) -> Operand {
    let index = rewriter.convert(index, common::U32);
    let product = match stride {
        1 => index,
        stride => {
            let stride = number(rewriter, stride);
            unsigned(rewriter, Op::Imul, &[index, stride])
        }
    };
    match before {
        Some(before) => unsigned(rewriter, Op::Iadd, &[before, product]),
        None => product,
    }
}

/// Builds a component of a value: the value itself if it is a scalar.
pub(crate) fn component(rewriter: &mut Rewriter<'_>, value: Operand, index: u32) -> Operand {
    let ty = rewriter.ty(value);
    match (rewriter.module().types.vector_size(ty), rewriter.module().types.scalar_of(ty)) {
        (Some(size), Some(scalar)) if size > 1 => {
            let precision = rewriter.precision(value);
            rewriter.push(Op::Extract, &[value], index, common::scalar(scalar), precision)
        }
        _ => value,
    }
}

/// Builds a vector of components; one component is the value itself.
pub(crate) fn vector(
    rewriter: &mut Rewriter<'_>,
    components: &[Operand],
    result: (Type, Precision),
) -> Operand {
    match components {
        [one] => *one,
        _ => rewriter.push(Op::Construct, components, 0, result.0, result.1),
    }
}
