//! Evaluation that looks at the parts of composites but not at their bits, so that parts may be of any type,
//! specialised, or undefined.

use super::evaluation::Evaluation;
use super::{Tables, spec};
use crate::constants::{Constant, ConstantData, ConstantKind};
use crate::eval::{FloatFormat, compare};
use crate::function::List;
use crate::immediates::{Shuffle, Swizzle};
use crate::ops::Op;
use crate::types::{LONGEST_VECTOR, Length, Scalar, Type, TypeData};
use crate::typing::part_type_in;
use rustc_hash::FxHashSet;

/// The most parts of a composite of which `insert` makes a copy.
const MOST_PARTS_COPIED: u32 = 16;

/// Folds an op on parts; none for other ops, and if parts of specialised operands would have to be known.
pub(super) fn fold(
    tables: &mut Tables<'_>,
    evaluation: Evaluation,
    imm: u32,
    operands: &[Constant],
    result: Type,
) -> Option<Constant> {
    match (evaluation, operands) {
        (Evaluation::Equal, &[a, b]) => equal(tables, a, b).map(|equal| tables.constants.bool(equal)),
        (Evaluation::NotEqual, &[a, b]) => equal(tables, a, b).map(|equal| tables.constants.bool(!equal)),
        (Evaluation::Select, &[condition, a, b]) => select(tables, condition, a, b, result),
        (Evaluation::Bitcast, &[value]) => address(tables, value, result),
        (Evaluation::Construct, parts) => construct(tables, parts, result),
        (Evaluation::Splat, &[scalar]) => splat(tables, scalar, result),
        (Evaluation::Extract, &[composite]) => match tables.constants.get(composite) {
            // A part of an undefined composite is undefined.
            data if data.kind == ConstantKind::Undef => {
                let part = part_type(tables, data.ty, imm)?;
                Some(tables.constants.undef(part))
            }
            _ => part(tables, composite, imm),
        },
        (Evaluation::Insert, &[composite, new]) => insert(tables, composite, new, imm, result),
        (Evaluation::ExtractDynamic, &[composite, index]) => {
            let index = index_of(tables, index)?;
            part(tables, composite, index)
        }
        (Evaluation::InsertDynamic, &[vector, new, index]) => {
            let index = index_of(tables, index)?;
            insert(tables, vector, new, index, result)
        }
        (Evaluation::Swizzle, &[vector]) => {
            let swizzle = Swizzle::from_bits(imm);
            let all = vector_parts(tables, vector)?;
            gather(tables, &all, swizzle.components(), result)
        }
        (Evaluation::Shuffle, &[a, b]) => {
            let shuffle = Shuffle::from_bits(imm);
            let mut all = vector_parts(tables, a)?;
            all.extend(vector_parts(tables, b)?);
            gather(tables, &all, shuffle.components(), result)
        }
        _ => None,
    }
}

/// Number of parts of a composite of type `ty`.
fn part_count(tables: &Tables<'_>, ty: Type) -> Option<u32> {
    match tables.types.get(ty) {
        TypeData::Struct(id) => Some(tables.structs[id].members.len() as u32),
        _ => tables.types.length(ty),
    }
}

/// True if all components are the one part that a constant of the type has.
fn is_cooperative(tables: &Tables<'_>, ty: Type) -> bool {
    matches!(
        tables.types.get(ty),
        TypeData::CooperativeMatrix { .. } | TypeData::LongVector { length: Length::Spec(_), .. }
    )
}

fn part_type(tables: &Tables<'_>, ty: Type, index: u32) -> Option<Type> {
    let is_part = is_cooperative(tables, ty) || index < part_count(tables, ty)?;
    if is_part { part_type_in(tables.types, tables.structs, ty, index) } else { None }
}

/// A part of a composite. Of a specialised vector that is not made of parts, it is an operation again.
fn part(tables: &mut Tables<'_>, composite: Constant, index: u32) -> Option<Constant> {
    let data = tables.constants.get(composite);
    let ty = data.ty;
    match &data.kind {
        ConstantKind::Composite(parts) if is_cooperative(tables, ty) => parts.first().copied(),
        ConstantKind::Composite(parts) => parts.get(index as usize).copied(),
        ConstantKind::Null => {
            let part = part_type(tables, ty, index)?;
            Some(tables.constants.null(part))
        }
        ConstantKind::SpecOp { .. } => {
            let part = part_type(tables, ty, index)?;
            spec::operation(tables, Op::Extract, index, &[composite], part)
        }
        ConstantKind::Scalar(_) | ConstantKind::Undef | ConstantKind::Spec(_) | ConstantKind::Param(_) => {
            None
        }
    }
}

/// The components of a vector that is made of parts; of a scalar, itself.
fn vector_parts(tables: &mut Tables<'_>, vector: Constant) -> Option<Vec<Constant>> {
    let data = tables.constants.get(vector);
    let size = tables.types.vector_size(data.ty)?;
    if size == 1 {
        return Some(vec![vector]);
    }
    match data.kind {
        // Not split: one operation is shorter than one for each component.
        ConstantKind::SpecOp { .. } => None,
        _ => (0..size).map(|index| part(tables, vector, index)).collect(),
    }
}

fn gather(tables: &mut Tables<'_>, all: &[Constant], chosen: &[u8], result: Type) -> Option<Constant> {
    let parts: List<Constant> =
        chosen.iter().map(|&index| all.get(usize::from(index)).copied()).collect::<Option<_>>()?;
    match parts[..] {
        [only] => Some(only),
        _ => (tables.types.vector_size(result)? as usize == parts.len())
            .then(|| tables.constants.composite(result, &parts)),
    }
}

fn index_of(tables: &Tables<'_>, index: Constant) -> Option<u32> {
    u32::try_from(tables.constants.as_int(index)?).ok()
}

fn insert(
    tables: &mut Tables<'_>,
    composite: Constant,
    new: Constant,
    index: u32,
    result: Type,
) -> Option<Constant> {
    let count = part_count(tables, result)?;
    if count > MOST_PARTS_COPIED || index >= count {
        return None;
    }
    if matches!(tables.constants.get(composite).kind, ConstantKind::SpecOp { .. }) {
        return None;
    }
    let mut parts: Vec<Constant> =
        (0..count).map(|index| part(tables, composite, index)).collect::<Option<_>>()?;
    *parts.get_mut(index as usize)? = new;
    Some(tables.constants.composite(result, &parts))
}

fn construct(tables: &mut Tables<'_>, operands: &[Constant], result: Type) -> Option<Constant> {
    let count = part_count(tables, result)? as usize;
    if !matches!(tables.types.get(result), TypeData::Vector { .. }) {
        return (operands.len() == count).then(|| tables.constants.composite(result, operands));
    }
    let mut parts: List<Constant> = List::new();
    for &operand in operands {
        match tables.types.vector_size(tables.constants.ty(operand))? {
            1 => parts.push(operand),
            size => {
                for index in 0..size {
                    parts.push(part(tables, operand, index)?);
                }
            }
        }
    }
    (parts.len() == count).then(|| tables.constants.composite(result, &parts))
}

fn splat(tables: &mut Tables<'_>, scalar: Constant, result: Type) -> Option<Constant> {
    match tables.types.get(result) {
        TypeData::Scalar(_) => Some(scalar),
        TypeData::Vector { size, .. } => {
            let parts = [scalar; 4];
            Some(tables.constants.composite(result, parts.get(..usize::from(size))?))
        }
        TypeData::Matrix { scalar: kind, columns, rows } => {
            let column_type = tables.types.vector(kind, u32::from(rows));
            let column = tables.constants.composite(column_type, &vec![scalar; usize::from(rows)]);
            Some(tables.constants.composite(result, &vec![column; usize::from(columns)]))
        }
        // All components are one: how many each invocation has is not known.
        TypeData::LongVector { length: Length::Constant(count), .. } => (count <= LONGEST_VECTOR)
            .then(|| tables.constants.composite(result, &vec![scalar; count as usize])),
        TypeData::CooperativeMatrix { .. } | TypeData::LongVector { length: Length::Spec(_), .. } => {
            Some(tables.constants.composite(result, &[scalar]))
        }
        _ => None,
    }
}

/// An address as a buffer reference, or the other way round.
fn address(tables: &mut Tables<'_>, value: Constant, result: Type) -> Option<Constant> {
    let is_reference =
        |tables: &Tables<'_>, ty| matches!(tables.types.get(ty), TypeData::BufferReference { .. });
    let from = tables.constants.ty(value);
    if !is_reference(tables, from) && !is_reference(tables, result) || tables.constants.is_spec(value) {
        return None;
    }
    let bits = match tables.types.get(from) {
        TypeData::Vector { scalar: Scalar::U32, size: 2 } => {
            let (low, high) = (part(tables, value, 0)?, part(tables, value, 1)?);
            tables.constants.bits(high)? << 32 | tables.constants.bits(low)?
        }
        TypeData::Scalar(Scalar::U64) => tables.constants.bits(value)?,
        TypeData::BufferReference { .. } => match tables.constants.get(value).kind {
            ConstantKind::Scalar(bits) => bits,
            ConstantKind::Null => 0,
            _ => return None,
        },
        _ => return None,
    };
    match tables.types.get(result) {
        TypeData::Scalar(Scalar::U64) => Some(tables.constants.scalar(Scalar::U64, bits)),
        TypeData::Vector { scalar: Scalar::U32, size: 2 } => {
            let low = tables.constants.scalar(Scalar::U32, bits & 0xffff_ffff);
            let high = tables.constants.scalar(Scalar::U32, bits >> 32);
            Some(tables.constants.composite(result, &[low, high]))
        }
        TypeData::BufferReference { .. } if bits == 0 => Some(tables.constants.null(result)),
        TypeData::BufferReference { .. } => {
            Some(tables.constants.intern(ConstantData { ty: result, kind: ConstantKind::Scalar(bits) }))
        }
        _ => None,
    }
}

fn select(
    tables: &mut Tables<'_>,
    condition: Constant,
    a: Constant,
    b: Constant,
    result: Type,
) -> Option<Constant> {
    if let Some(bits) = tables.constants.bits(condition) {
        return Some(if bits == 0 { b } else { a });
    }
    let choices = vector_parts(tables, condition)?;
    let (of_a, of_b) = (vector_parts(tables, a)?, vector_parts(tables, b)?);
    let mut parts = Vec::with_capacity(choices.len());
    for ((choice, a), b) in choices.into_iter().zip(of_a).zip(of_b) {
        parts.push(if tables.constants.bits(choice)? == 0 { b } else { a });
    }
    (tables.types.vector_size(result)? as usize == parts.len())
        .then(|| tables.constants.composite(result, &parts))
}

/// True if all parts are equal, as `==` in GLSL: 0 is -0, and NaN nothing. One part that differs decides, even if
/// others are not known; parts that occur again are compared once.
fn equal(tables: &mut Tables<'_>, a: Constant, b: Constant) -> Option<bool> {
    let mut pending = vec![(a, b)];
    let mut seen = FxHashSet::default();
    let mut unknown = false;
    while let Some((a, b)) = pending.pop() {
        if !seen.insert((a, b)) {
            continue;
        }
        let (left, right) = (tables.constants.get(a), tables.constants.get(b));
        match (&left.kind, &right.kind) {
            (ConstantKind::Scalar(x), ConstantKind::Scalar(y)) => {
                if !equal_scalars(tables.types.scalar_of(left.ty)?, *x, *y) {
                    return Some(false);
                }
            }
            (ConstantKind::Null, ConstantKind::Null) => {}
            (ConstantKind::Composite(left), ConstantKind::Composite(right)) => {
                if left.len() != right.len() {
                    return None;
                }
                pending.extend(left.iter().copied().zip(right.iter().copied()));
            }
            (ConstantKind::Composite(parts), ConstantKind::Null)
            | (ConstantKind::Null, ConstantKind::Composite(parts)) => {
                for part in parts.clone() {
                    let zero = tables.constants.null(tables.constants.ty(part));
                    pending.push((part, zero));
                }
            }
            _ => unknown = true,
        }
    }
    (!unknown).then_some(true)
}

fn equal_scalars(scalar: Scalar, a: u64, b: u64) -> bool {
    match FloatFormat::of(scalar) {
        Some(format) => compare::ford_eq(format, a, b),
        None => a == b,
    }
}
