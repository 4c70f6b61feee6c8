//! The types that the variables of a rule can have.

use super::super::{Pattern, Rule, VARIABLES};
use vitrum_ir::{Class, Module, Scalar, Sig, Type, TypeData, types::common, typing};

/// Types of the variables and the result.
#[derive(Clone, Debug)]
pub(super) struct Typing {
    pub(super) result: Type,
    pub(super) variables: [Option<Type>; VARIABLES],
    /// Of every node of the left side, the root first and its parts after it.
    pub(super) nodes: Vec<Type>,
}

const SCALARS: &[Scalar] = &[
    Scalar::Bool,
    Scalar::I32,
    Scalar::U32,
    Scalar::F32,
    Scalar::F64,
    Scalar::F16,
    Scalar::I64,
    Scalar::U64,
    Scalar::U16,
];

/// Every way to type a rule with the types that are tried.
pub(super) fn typings(module: &mut Module, rule: &Rule) -> Vec<Typing> {
    let mut results = Vec::new();
    for &scalar in SCALARS {
        results.push(common::scalar(scalar));
        results.extend(common::vector(scalar, 2));
        results.extend(common::vector(scalar, 3));
    }
    results.extend(common::vector(Scalar::F32, 4));
    for (columns, rows) in [(2, 2), (2, 3), (3, 2)] {
        results.push(module.types.matrix(Scalar::F32, columns, rows));
        results.push(module.types.matrix(Scalar::F64, columns, rows));
    }
    let mut all = Vec::new();
    for result in results {
        let none = (([None; VARIABLES]), Vec::new());
        let found = demand(module, &rule.left, result, &none);
        all.extend(found.into_iter().map(|(variables, nodes)| Typing { result, variables, nodes }));
    }
    all
}

type Types = ([Option<Type>; VARIABLES], Vec<Type>);

fn is_of(scalar: Scalar, class: Class) -> bool {
    match class {
        Class::Bool => scalar == Scalar::Bool,
        Class::Signed => scalar.is_signed(),
        Class::Unsigned => scalar.is_unsigned(),
        Class::Int => scalar.is_integer(),
        Class::Float | Class::FloatOrMatrix => scalar.is_float(),
        Class::Numeric => scalar.is_float() || scalar.is_integer(),
    }
}

/// The types of this size with scalars of a class.
fn candidates(module: &mut Module, size: u32, class: Class) -> Vec<Type> {
    let scalars = SCALARS.iter().filter(|&&scalar| is_of(scalar, class));
    scalars.map(|&scalar| module.types.vector(scalar, size)).collect()
}

/// The ways in which a pattern is of a type.
fn demand(module: &mut Module, pattern: &Pattern, ty: Type, types: &Types) -> Vec<Types> {
    match pattern {
        &Pattern::Any(variable) | &Pattern::Const(variable) => {
            let mut types = types.clone();
            types.1.push(ty);
            let slot = &mut types.0[usize::from(variable)];
            if *slot.get_or_insert(ty) == ty { vec![types] } else { Vec::new() }
        }
        Pattern::Literal(literal) => {
            let fits = module.types.scalar_of(ty).and_then(|scalar| literal.bits(scalar)).is_some();
            let mut types = types.clone();
            types.1.push(ty);
            if fits { vec![types] } else { Vec::new() }
        }
        Pattern::Op(op, parts) => {
            let mut all = Vec::new();
            for of_parts in signatures(module, *op, ty) {
                if of_parts.len() != parts.len() {
                    continue;
                }
                let mut types = types.clone();
                types.1.push(ty);
                let mut ways = vec![types];
                for (part, ty) in parts.iter().zip(of_parts) {
                    ways = ways.into_iter().flat_map(|types| demand(module, part, ty, &types)).collect();
                }
                all.extend(ways);
            }
            all
        }
    }
}

/// The types of operands with which an op gives a type.
fn signatures(module: &mut Module, op: vitrum_ir::Op, ty: Type) -> Vec<Vec<Type>> {
    let Some(scalar) = module.types.scalar_of(ty) else { return Vec::new() };
    let size = module.types.vector_size(ty);
    let matrix = match module.types.get(ty) {
        TypeData::Matrix { columns, rows, .. } => Some((u32::from(columns), u32::from(rows))),
        _ => None,
    };
    let count = |class: Class| is_of(scalar, class) && (matrix.is_none() || class == Class::FloatOrMatrix);
    match op.info().sig {
        Sig::Unary(class) if count(class) => vec![vec![ty]],
        Sig::Binary(class) if count(class) => vec![vec![ty; 2]],
        Sig::Ternary(class) if count(class) => vec![vec![ty; 3]],
        Sig::Compare(class) if scalar == Scalar::Bool => {
            let Some(size) = size else { return Vec::new() };
            candidates(module, size, class).into_iter().map(|ty| vec![ty; 2]).collect()
        }
        Sig::Test(class) if scalar == Scalar::Bool => {
            let Some(size) = size else { return Vec::new() };
            candidates(module, size, class).into_iter().map(|ty| vec![ty]).collect()
        }
        Sig::Reduce if ty == common::BOOL => vec![vec![common::BOOL], vec![common::BVEC3]],
        Sig::Shift if scalar.is_integer() => {
            let Some(size) = size else { return Vec::new() };
            candidates(module, size, Class::Int).into_iter().map(|amount| vec![ty, amount]).collect()
        }
        Sig::BitQuery if scalar == Scalar::I32 => {
            let Some(size) = size else { return Vec::new() };
            candidates(module, size, Class::Int).into_iter().map(|ty| vec![ty]).collect()
        }
        Sig::Select => {
            let mut all = vec![vec![common::BOOL, ty, ty]];
            if let Some(size) = size.filter(|&size| size > 1) {
                all.push(vec![module.types.vector(Scalar::Bool, size), ty, ty]);
            }
            all
        }
        Sig::Convert(from, to) if count(to) => {
            let Some(size) = size else { return Vec::new() };
            candidates(module, size, from).into_iter().map(|ty| vec![ty]).collect()
        }
        Sig::Bitcast => {
            let Some(size) = size else { return Vec::new() };
            let width = scalar.width();
            let fits = SCALARS.iter().filter(|it| **it != Scalar::Bool && it.width() == width);
            fits.map(|&scalar| vec![module.types.vector(scalar, size)]).collect()
        }
        Sig::Dot | Sig::Distance if scalar.is_float() && size == Some(1) => {
            vec![vec![module.types.vector(scalar, 3); 2], vec![ty; 2]]
        }
        Sig::Length if scalar.is_float() && size == Some(1) => {
            vec![vec![module.types.vector(scalar, 3)], vec![ty]]
        }
        Sig::Cross if scalar.is_float() && size == Some(3) => vec![vec![ty; 2]],
        Sig::VectorTimesScalar if scalar.is_float() && size.is_some_and(|size| size > 1) => {
            vec![vec![ty, common::scalar(scalar)]]
        }
        Sig::MatrixTimesScalar if matrix.is_some() => vec![vec![ty, common::scalar(scalar)]],
        Sig::VectorTimesMatrix if scalar.is_float() && size.is_some_and(|size| size > 1) => {
            let vector = module.types.vector(scalar, 2);
            vec![vec![vector, module.types.matrix(scalar, size.unwrap_or(2), 2)]]
        }
        Sig::MatrixTimesVector if scalar.is_float() && size.is_some_and(|size| size > 1) => {
            let vector = module.types.vector(scalar, 2);
            vec![vec![module.types.matrix(scalar, 2, size.unwrap_or(2)), vector]]
        }
        Sig::MatrixTimesMatrix => match matrix {
            Some((columns, rows)) => {
                vec![vec![module.types.matrix(scalar, 2, rows), module.types.matrix(scalar, columns, 2)]]
            }
            None => Vec::new(),
        },
        Sig::OuterProduct => match matrix {
            Some((columns, rows)) => {
                vec![vec![module.types.vector(scalar, rows), module.types.vector(scalar, columns)]]
            }
            None => Vec::new(),
        },
        Sig::Transpose => match matrix {
            Some((columns, rows)) => vec![vec![module.types.matrix(scalar, rows, columns)]],
            None => Vec::new(),
        },
        Sig::Determinant if scalar.is_float() && size == Some(1) => {
            vec![vec![module.types.matrix(scalar, 3, 3)]]
        }
        Sig::Splat if size.is_some_and(|size| size > 1) => vec![vec![common::scalar(scalar)]],
        Sig::Equal if ty == common::BOOL => vec![vec![common::VEC3; 2], vec![common::IVEC2; 2]],
        Sig::Pack => match typing::pack_types(op) {
            Some((from, to)) if to == ty => vec![vec![from]],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}
