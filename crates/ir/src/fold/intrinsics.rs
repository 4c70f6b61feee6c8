//! Evaluation of the intrinsics that depend on their operands alone.

use super::Tables;
use super::components::{Components, build, components};
use crate::constants::Constant;
use crate::eval::convert;
use crate::eval::vector::{DotSigns, integer_dot, integer_dot_accumulate};
use crate::intrinsic::Intrinsic;
use crate::types::{Scalar, Type};

/// An integer dot product.
struct DotProduct {
    signs: DotSigns,
    /// True if a third operand is added, saturating.
    accumulates: bool,
}

fn dot_product(intrinsic: Intrinsic) -> Option<DotProduct> {
    let (left, right, accumulates) = match intrinsic {
        Intrinsic::SdotProduct => (true, true, false),
        Intrinsic::UdotProduct => (false, false, false),
        Intrinsic::SudotProduct => (true, false, false),
        Intrinsic::SdotProductAccSat => (true, true, true),
        Intrinsic::UdotProductAccSat => (false, false, true),
        Intrinsic::SudotProductAccSat => (true, false, true),
        _ => return None,
    };
    Some(DotProduct { signs: DotSigns { left, right }, accumulates })
}

/// Folds the intrinsic with the number `imm`.
pub(super) fn fold(
    tables: &mut Tables<'_>,
    imm: u32,
    operands: &[Constant],
    result: Type,
) -> Option<Constant> {
    let &intrinsic = Intrinsic::ALL.get(imm as usize)?;
    if intrinsic == Intrinsic::Expect {
        return operands.first().copied();
    }
    let to = tables.types.scalar_of(result)?;
    let operands: Vec<Components> =
        operands.iter().map(|&operand| components(tables, operand)).collect::<Option<_>>()?;
    let bits = evaluate_intrinsic(intrinsic, &operands, to)?;
    build(tables, result, &[bits])
}

/// Evaluates an intrinsic that depends on its operands alone, for known operands; the result is a scalar of type `to`.
pub fn evaluate_intrinsic(intrinsic: Intrinsic, operands: &[Components], to: Scalar) -> Option<u64> {
    let product = dot_product(intrinsic)?;
    if !to.is_integer() {
        return None;
    }
    let vectors = usize::from(product.accumulates) + 2;
    // One operand more says that the vectors are four bytes in an integer.
    let is_packed = operands.len() > vectors;
    let (width, a) = lanes(operands.first()?, is_packed)?;
    let (_, b) = lanes(operands.get(1)?, is_packed)?;
    if product.accumulates {
        let &addend = operands.get(2)?.bits.first()?;
        Some(integer_dot_accumulate(product.signs, width, to.width(), &a, &b, addend))
    } else {
        Some(integer_dot(product.signs, width, to.width(), &a, &b))
    }
}

/// The components of a vector with their width.
fn lanes(operand: &Components, is_packed: bool) -> Option<(u32, Vec<u64>)> {
    let width = operand.scalar.width();
    match (is_packed, operand.scalar) {
        (true, Scalar::I32 | Scalar::U32) => Some((8, convert::bitcast(width, 8, &operand.bits)?)),
        (false, scalar) if scalar.is_integer() => Some((width, operand.bits.clone())),
        _ => None,
    }
}
