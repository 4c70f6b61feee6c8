//! Instantiates one side of a rule with the operands that its variables match.

use super::{Pattern, VARIABLES};
use vitrum_ir::{Class, Module, Op, Operand, Sig, Type, TypeData, fold::Tables, types::common, typing};

/// The receiver of the operations that a pattern makes.
pub(crate) trait Sink {
    /// The module, for its types and constants.
    fn module(&mut self) -> &mut Module;
    /// The type of an operand.
    fn ty(&self, operand: Operand) -> Type;
    /// Adds an operation; none if its result must be constant and is not.
    fn emit(&mut self, op: Op, operands: &[Operand], ty: Type) -> Option<Operand>;
}

/// Builds a pattern of type `expected`, if that is known; none if it cannot be typed.
pub(crate) fn build(
    sink: &mut dyn Sink,
    pattern: &Pattern,
    variables: &[Option<Operand>; VARIABLES],
    expected: Option<Type>,
) -> Option<Operand> {
    match pattern {
        &Pattern::Any(variable) | &Pattern::Const(variable) => {
            variables.get(usize::from(variable)).copied().flatten()
        }
        &Pattern::Literal(literal) => {
            let ty = expected?;
            let module = sink.module();
            let bits = literal.bits(module.types.scalar_of(ty)?)?;
            let scalar = module.types.scalar_of(ty)?;
            let scalar = module.constants.scalar(scalar, bits);
            let constant =
                vitrum_ir::fold::fold_constants(&mut Tables::of(module), Op::Splat, &[scalar], 0, ty)?;
            Some(constant.into())
        }
        Pattern::Op(op, parts) => operation(sink, *op, parts, variables, expected),
    }
}

fn operation(
    sink: &mut dyn Sink,
    op: Op,
    parts: &'static [Pattern],
    variables: &[Option<Operand>; VARIABLES],
    expected: Option<Type>,
) -> Option<Operand> {
    let sig = op.info().sig;
    let expected_of_parts = expected.filter(|_| keeps_type(sig));
    let mut operands: Vec<Option<Operand>> = vec![None; parts.len()];
    // The types of variables are known; those of operations and numbers follow from the operation around.
    for wave in 0..3 {
        for (index, part) in parts.iter().enumerate() {
            let turn = match part {
                Pattern::Any(_) | Pattern::Const(_) => 0,
                Pattern::Op(..) => 1,
                Pattern::Literal(_) => 2,
            };
            if turn != wave {
                continue;
            }
            let ty = part_type(sink, sig, index, &operands, expected_of_parts);
            if let Some(slot) = operands.get_mut(index) {
                *slot = Some(build(sink, part, variables, ty)?);
            }
        }
    }
    let operands: Vec<Operand> = operands.into_iter().collect::<Option<_>>()?;
    let types: Vec<Type> = operands.iter().map(|&operand| sink.ty(operand)).collect();
    if !fits(sink.module(), sig, &types) {
        return None;
    }
    let ty = match sig {
        Sig::Convert(from, to) => {
            let (ty, from_type) = (expected?, *types.first()?);
            let module = sink.module();
            let same_size = module.types.vector_size(ty)? == module.types.vector_size(from_type)?;
            if !same_size || !is_of(module, ty, to) || !is_of(module, from_type, from) {
                return None;
            }
            ty
        }
        Sig::Bitcast => {
            let (ty, from_type) = (expected?, *types.first()?);
            let module = sink.module();
            if module.types.vector_size(ty)? != module.types.vector_size(from_type)? {
                return None;
            }
            ty
        }
        Sig::Splat => expected?,
        _ => typing::infer(sink.module(), op, &types, 0)?,
    };
    sink.emit(op, &operands, ty)
}

/// True if the result is of the type of the first operand (of the second, for a choice).
fn keeps_type(sig: Sig) -> bool {
    matches!(
        sig,
        Sig::Unary(_)
            | Sig::Binary(_)
            | Sig::Ternary(_)
            | Sig::Select
            | Sig::Shift
            | Sig::BitExtract
            | Sig::BitInsert
            | Sig::VectorTimesScalar
            | Sig::MatrixTimesScalar
            | Sig::Cross
    )
}

/// The type of a part, from those that are there and that of the whole.
fn part_type(
    sink: &mut dyn Sink,
    sig: Sig,
    index: usize,
    operands: &[Option<Operand>],
    expected: Option<Type>,
) -> Option<Type> {
    let known = |sink: &mut dyn Sink, index: usize| {
        let operand = operands.get(index).copied().flatten()?;
        Some(sink.ty(operand))
    };
    match (sig, index) {
        (Sig::Unary(_) | Sig::Binary(_) | Sig::Ternary(_) | Sig::Cross, _) => {
            expected.or_else(|| (0..operands.len()).find_map(|index| known(sink, index)))
        }
        (Sig::Compare(_) | Sig::Test(_) | Sig::Dot | Sig::Distance | Sig::Length | Sig::BitQuery, _) => {
            (0..operands.len()).find_map(|index| known(sink, index))
        }
        (Sig::Select, 1 | 2) => expected.or_else(|| known(sink, 1)).or_else(|| known(sink, 2)),
        (Sig::Shift, 0) => expected,
        (Sig::Shift, 1) => known(sink, 0),
        (Sig::BitExtract, 0) | (Sig::BitInsert, 0 | 1) => expected,
        (Sig::BitExtract | Sig::BitInsert, _) => Some(common::I32),
        (Sig::VectorTimesScalar | Sig::MatrixTimesScalar, 0) => expected.or_else(|| known(sink, 0)),
        (Sig::VectorTimesScalar | Sig::MatrixTimesScalar, 1) => {
            let whole = expected.or_else(|| known(sink, 0))?;
            sink.module().types.scalar_of(whole).map(scalar_type)
        }
        (Sig::Splat, 0) => None,
        _ => None,
    }
}

fn scalar_type(scalar: vitrum_ir::Scalar) -> Type {
    common::scalar(scalar)
}

fn is_of(module: &Module, ty: Type, class: Class) -> bool {
    let shape = match module.types.get(ty) {
        TypeData::Scalar(_) | TypeData::Vector { .. } => true,
        TypeData::Matrix { .. } => class == Class::FloatOrMatrix,
        _ => false,
    };
    let Some(scalar) = module.types.scalar_of(ty) else { return false };
    shape
        && match class {
            Class::Bool => scalar == vitrum_ir::Scalar::Bool,
            Class::Signed => scalar.is_signed(),
            Class::Unsigned => scalar.is_unsigned(),
            Class::Int => scalar.is_integer(),
            Class::Float | Class::FloatOrMatrix => scalar.is_float(),
            Class::Numeric => scalar.is_integer() || scalar.is_float(),
        }
}

/// True if operands of these types obey the typing rule, as far as rules can break it: most operations take operands that
/// the same or a similar one takes on the left side.
fn fits(module: &mut Module, sig: Sig, types: &[Type]) -> bool {
    let Some(&first) = types.first() else { return false };
    let alike = types.iter().all(|&ty| ty == first);
    let size = |ty: Type| module.types.vector_size(ty);
    match sig {
        Sig::Unary(class) | Sig::Binary(class) | Sig::Ternary(class) => alike && is_of(module, first, class),
        Sig::Compare(class) | Sig::Test(class) => alike && is_of(module, first, class),
        Sig::Reduce => is_of(module, first, Class::Bool),
        Sig::Shift | Sig::BitQuery => is_of(module, first, Class::Int),
        Sig::Select => {
            let &[condition, yes, no] = types else { return false };
            let whole = condition == common::BOOL;
            yes == no && (whole || size(condition) == size(yes))
        }
        Sig::VectorTimesMatrix => {
            let &[vector, matrix] = types else { return false };
            matches!(module.types.get(matrix), TypeData::Matrix { rows, .. }
                if size(vector) == Some(u32::from(rows)))
        }
        Sig::MatrixTimesVector => {
            let &[matrix, vector] = types else { return false };
            matches!(module.types.get(matrix), TypeData::Matrix { columns, .. }
                if size(vector) == Some(u32::from(columns)))
        }
        Sig::MatrixTimesMatrix => {
            let &[left, right] = types else { return false };
            matches!((module.types.get(left), module.types.get(right)),
                (TypeData::Matrix { columns, .. }, TypeData::Matrix { rows, .. }) if columns == rows)
        }
        Sig::Transpose | Sig::Determinant => matches!(module.types.get(first), TypeData::Matrix { .. }),
        Sig::Splat => size(first) == Some(1),
        Sig::Equal => alike,
        Sig::Dot
        | Sig::Distance
        | Sig::Length
        | Sig::Cross
        | Sig::VectorTimesScalar
        | Sig::MatrixTimesScalar
        | Sig::OuterProduct
        | Sig::Convert(..)
        | Sig::Bitcast
        | Sig::Pack
        | Sig::Refract => true,
        _ => false,
    }
}
