//! Evaluation on the components of scalars, vectors and matrices.

use super::Tables;
use super::evaluation::{Evaluation, array};
use crate::constants::{Constant, ConstantKind};
use crate::eval::{FloatFormat, convert, float, scalar::sign_extend};
use crate::ops::Op;
use crate::types::{Scalar, Type, TypeData, common};

/// A scalar, vector or matrix as components, column after column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    /// Type of a component.
    pub scalar: Scalar,
    /// Components of a column: those of a vector, 1 for a scalar.
    pub rows: usize,
    /// Bits of each component.
    pub bits: Vec<u64>,
}

/// The components, of the type `to`, that an op with one result gives for known operands; none for ops that are not
/// evaluated on components, and where the op is undefined.
pub fn evaluate_components(op: Op, operands: &[Components], to: Scalar) -> Option<Vec<u64>> {
    evaluate(op.evaluation(), operands, to)
}

/// Like [`evaluate_components`], for scalars and without allocation in most cases; the first operand is of the type `from`.
pub fn evaluate_scalars(op: Op, operands: &[u64], from: Scalar, to: Scalar) -> Option<u64> {
    let evaluation = op.evaluation();
    apply(evaluation, from, to, operands).or_else(|| {
        let components = |&bits: &u64| Components { scalar: from, rows: 1, bits: vec![bits] };
        evaluate(evaluation, &operands.iter().map(components).collect::<Vec<_>>(), to)?.first().copied()
    })
}

/// Like [`evaluate_components`], for ops with two results.
pub fn evaluate_pairs(op: Op, operands: &[Components]) -> Option<(Vec<u64>, Vec<u64>)> {
    pairs(op.evaluation(), operands)
}

/// The component type, the number of columns and that of rows.
fn shape(tables: &Tables<'_>, ty: Type) -> Option<(Scalar, usize, usize)> {
    match tables.types.get(ty) {
        TypeData::Scalar(scalar) => Some((scalar, 1, 1)),
        TypeData::Vector { scalar, size } => Some((scalar, 1, usize::from(size))),
        TypeData::Matrix { scalar, columns, rows } => Some((scalar, usize::from(columns), usize::from(rows))),
        _ => None,
    }
}

/// The components of a constant that are all known.
pub(super) fn components(tables: &Tables<'_>, constant: Constant) -> Option<Components> {
    let (scalar, columns, rows) = shape(tables, tables.constants.ty(constant))?;
    let mut bits = Vec::with_capacity(columns * rows);
    push_bits(tables, constant, &mut bits)?;
    (bits.len() == columns * rows).then_some(Components { scalar, rows, bits })
}

/// At most two levels deep, since only matrices have parts with parts.
fn push_bits(tables: &Tables<'_>, constant: Constant, bits: &mut Vec<u64>) -> Option<()> {
    let data = tables.constants.get(constant);
    let (_, columns, rows) = shape(tables, data.ty)?;
    match &data.kind {
        &ConstantKind::Scalar(scalar) => bits.push(scalar),
        ConstantKind::Null => bits.resize(bits.len() + columns * rows, 0),
        ConstantKind::Composite(parts) => {
            for &part in parts {
                let (_, part_columns, part_rows) = shape(tables, tables.constants.ty(part))?;
                // Rules out a malformed constant that is its own part, and so any deeper recursion.
                if part_columns * part_rows >= columns * rows {
                    return None;
                }
                push_bits(tables, part, bits)?;
            }
        }
        ConstantKind::Undef
        | ConstantKind::Spec(_)
        | ConstantKind::SpecOp { .. }
        | ConstantKind::Param(_) => return None,
    }
    Some(())
}

/// The constant of type `ty` with these components.
pub(super) fn build(tables: &mut Tables<'_>, ty: Type, bits: &[u64]) -> Option<Constant> {
    let (scalar, columns, rows) = shape(tables, ty)?;
    if bits.len() != columns * rows {
        return None;
    }
    let column_type = tables.types.vector(scalar, rows as u32);
    let mut parts = Vec::with_capacity(columns);
    for column in bits.chunks(rows.max(1)) {
        let scalars: Vec<Constant> =
            column.iter().map(|&bits| tables.constants.scalar(scalar, bits)).collect();
        match scalars[..] {
            [only] => parts.push(only),
            _ => parts.push(tables.constants.composite(column_type, &scalars)),
        }
    }
    match parts[..] {
        [only] => Some(only),
        _ => Some(tables.constants.composite(ty, &parts)),
    }
}

/// The most operands of an op that works component by component.
const MOST_OPERANDS: usize = 4;

/// Folds an op with one result.
pub(super) fn fold(
    tables: &mut Tables<'_>,
    evaluation: Evaluation,
    operands: &[Constant],
    result: Type,
) -> Option<Constant> {
    let (to, ..) = shape(tables, result)?;
    if let Some(bits) = fold_scalars(tables, evaluation, operands, result, to) {
        return Some(tables.constants.scalar(to, bits));
    }
    let operands: Vec<Components> =
        operands.iter().map(|&operand| components(tables, operand)).collect::<Option<_>>()?;
    let bits = evaluate(evaluation, &operands, to)?;
    build(tables, result, &bits)
}

/// The frequent case, without allocation: all scalars.
fn fold_scalars(
    tables: &Tables<'_>,
    evaluation: Evaluation,
    operands: &[Constant],
    result: Type,
    to: Scalar,
) -> Option<u64> {
    let mut arguments = [0; MOST_OPERANDS];
    let arguments = arguments.get_mut(..operands.len())?;
    for (argument, &operand) in arguments.iter_mut().zip(operands) {
        *argument = tables.constants.bits(operand)?;
    }
    let from = tables.types.scalar_of(tables.constants.ty(*operands.first()?))?;
    if result == common::scalar(to) { apply(evaluation, from, to, arguments) } else { None }
}

/// Folds an op with two results.
pub(super) fn fold_pair(
    tables: &mut Tables<'_>,
    evaluation: Evaluation,
    operands: &[Constant],
    results: [Type; 2],
) -> Option<[Constant; 2]> {
    let operands: Vec<Components> =
        operands.iter().map(|&operand| components(tables, operand)).collect::<Option<_>>()?;
    let (first, second) = pairs(evaluation, &operands)?;
    Some([build(tables, results[0], &first)?, build(tables, results[1], &second)?])
}

fn pairs(evaluation: Evaluation, operands: &[Components]) -> Option<(Vec<u64>, Vec<u64>)> {
    let pairs: Vec<(u64, u64)> = match (evaluation, operands) {
        (Evaluation::Wide(apply), [a, b]) => {
            let width = a.scalar.width();
            a.bits.iter().zip(&b.bits).map(|(&a, &b)| apply(width, a, b)).collect()
        }
        (Evaluation::Modf, [a]) => {
            let format = FloatFormat::of(a.scalar)?;
            a.bits.iter().map(|&a| float::modf(format, a)).collect()
        }
        (Evaluation::Frexp, [a]) => {
            let format = FloatFormat::of(a.scalar)?;
            let split = |&a: &u64| {
                let (significand, exponent) = float::frexp(format, a);
                (significand, u64::from(exponent as u32))
            };
            a.bits.iter().map(split).collect()
        }
        _ => return None,
    };
    Some(pairs.into_iter().unzip())
}

/// The components that an op gives, of the type `to`.
fn evaluate(evaluation: Evaluation, operands: &[Components], to: Scalar) -> Option<Vec<u64>> {
    let first = operands.first()?;
    let from = first.scalar;
    match evaluation {
        Evaluation::Bitcast => convert::bitcast(from.width(), to.width(), &first.bits),
        Evaluation::Pack2(apply) => Some(vec![apply(array(&first.bits)?)]),
        Evaluation::Pack4(apply) => Some(vec![apply(array(&first.bits)?)]),
        Evaluation::Unpack2(apply) => Some(apply(*first.bits.first()?).into()),
        Evaluation::Unpack4(apply) => Some(apply(*first.bits.first()?).into()),
        Evaluation::Resplit(from, to) => convert::bitcast(from, to, &first.bits),
        Evaluation::Any => Some(vec![first.bits.iter().copied().max()?]),
        Evaluation::All => Some(vec![first.bits.iter().copied().min()?]),
        Evaluation::Dot
        | Evaluation::Length
        | Evaluation::Distance
        | Evaluation::Cross
        | Evaluation::Normalize
        | Evaluation::FaceForward
        | Evaluation::Reflect
        | Evaluation::Refract
        | Evaluation::Scale
        | Evaluation::VectorTimesMatrix
        | Evaluation::MatrixTimesVector
        | Evaluation::MatrixTimesMatrix
        | Evaluation::OuterProduct
        | Evaluation::Transpose
        | Evaluation::Determinant
        | Evaluation::Inverse => {
            let bits: Vec<&[u64]> = operands.iter().map(|operand| &operand.bits[..]).collect();
            evaluation.apply_whole(FloatFormat::of(from)?, first.rows, &bits)
        }
        _ => {
            let component = |index| {
                let mut arguments = [0; MOST_OPERANDS];
                let arguments = arguments.get_mut(..operands.len())?;
                for (argument, operand) in arguments.iter_mut().zip(operands) {
                    // A scalar goes with every component of the others.
                    *argument = match operand.bits[..] {
                        [only] => only,
                        _ => *operand.bits.get(index)?,
                    };
                }
                apply(evaluation, from, to, arguments)
            };
            (0..first.bits.len()).map(component).collect()
        }
    }
}

/// One component of an op that works component by component, the first operand being of the type `from`; none
/// for other ops, for a wrong number of operands, and where the op is undefined.
fn apply(evaluation: Evaluation, from: Scalar, to: Scalar, arguments: &[u64]) -> Option<u64> {
    let width = from.width();
    let format = || FloatFormat::of(from);
    match (evaluation, arguments) {
        (Evaluation::Int1(apply), &[a]) => Some(apply(width, a)),
        (Evaluation::Int2(apply), &[a, b]) => Some(apply(width, a, b)),
        (Evaluation::Int3(apply), &[a, b, c]) => Some(apply(width, a, b, c)),
        (Evaluation::Partial2(apply), &[a, b]) => apply(width, a, b),
        (Evaluation::BitExtract(apply), &[base, offset, count]) => apply(width, base, offset, count),
        (Evaluation::BitInsert(apply), &[base, insert, offset, count]) => {
            apply(width, base, insert, offset, count)
        }
        (Evaluation::BitQuery(apply), &[a]) => {
            Some(convert::resize_signed(width, to.width(), apply(width, a)))
        }
        (Evaluation::IntCompare(apply), &[a, b]) => Some(u64::from(apply(width, a, b))),
        (Evaluation::Float1(apply), &[a]) => Some(apply(format()?, a)),
        (Evaluation::Float2(apply), &[a, b]) => Some(apply(format()?, a, b)),
        (Evaluation::Float3(apply), &[a, b, c]) => Some(apply(format()?, a, b, c)),
        (Evaluation::FloatCompare(apply), &[a, b]) => Some(u64::from(apply(format()?, a, b))),
        (Evaluation::FloatTest(apply), &[a]) => Some(u64::from(apply(format()?, a))),
        (Evaluation::Ldexp, &[a, exponent]) => {
            Some(float::ldexp(format()?, a, sign_extend(32, exponent) as i32))
        }
        (Evaluation::Convert(apply), &[a]) => Some(apply(from, to, a)),
        _ => None,
    }
}
