//! Equality of types and constants of two modules.

use crate::constants::{Constant, ConstantKind};
use crate::generics::{Number, NumberKind, TypeExpression};
use crate::module::{Member, Module, Struct};
use crate::names::Name;
use crate::types::{Length, Type, TypeData};
use rustc_hash::FxHashSet;

/// True if types of two modules have the same content. Structs are equal if names, members, and the members' precisions and
/// qualifiers are.
pub fn same_type(a: (&Module, Type), b: (&Module, Type)) -> bool {
    Comparison::new(a.0, b.0).holds(Pair::Types(a.1, b.1))
}

/// True if structs of two modules are equal, likewise.
pub fn same_struct(a: (&Module, Struct), b: (&Module, Struct)) -> bool {
    Comparison::new(a.0, b.0).holds(Pair::Structs(a.1, b.1))
}

/// True if constants of two modules have the same type and value. Specialisation constants are equal if their numbers are, or
/// without numbers their names.
pub fn same_constant(a: (&Module, Constant), b: (&Module, Constant)) -> bool {
    Comparison::new(a.0, b.0).holds(Pair::Constants(a.1, b.1))
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Pair {
    Types(Type, Type),
    Structs(Struct, Struct),
    Constants(Constant, Constant),
}

struct Comparison<'a> {
    a: &'a Module,
    b: &'a Module,
    /// Pairs that are equal if all others are: a struct may lead to itself.
    assumed: FxHashSet<Pair>,
    pending: Vec<Pair>,
}

impl<'a> Comparison<'a> {
    fn new(a: &'a Module, b: &'a Module) -> Self {
        Self { a, b, assumed: FxHashSet::default(), pending: Vec::new() }
    }

    fn holds(mut self, pair: Pair) -> bool {
        self.pending.push(pair);
        while let Some(pair) = self.pending.pop() {
            if self.assumed.insert(pair) && !self.is_equal(pair) {
                return false;
            }
        }
        true
    }

    /// True if a pair is equal but for its parts, which become pending.
    fn is_equal(&mut self, pair: Pair) -> bool {
        match pair {
            Pair::Types(a, b) => self.types(self.a.types.get(a), self.b.types.get(b)),
            Pair::Structs(a, b) => {
                let (a, b) = (&self.a.structs[a], &self.b.structs[b]);
                self.names(a.name, b.name)
                    && a.members.len() == b.members.len()
                    && a.members.iter().zip(&b.members).all(|(a, b)| self.members(a, b))
            }
            Pair::Constants(a, b) => self.constants(a, b),
        }
    }

    fn names(&self, a: Name, b: Name) -> bool {
        self.a.names.get(a) == self.b.names.get(b)
    }

    fn members(&mut self, a: &Member, b: &Member) -> bool {
        self.pending.push(Pair::Types(a.ty, b.ty));
        self.names(a.name, b.name) && a.precision == b.precision && a.decorations == b.decorations
    }

    fn types(&mut self, a: TypeData, b: TypeData) -> bool {
        match (a, b) {
            (TypeData::Array { element: a, length: of_a }, TypeData::Array { element: b, length: of_b }) => {
                self.pending.push(Pair::Types(a, b));
                match (of_a, of_b) {
                    (Length::Spec(a), Length::Spec(b)) => {
                        self.pending.push(Pair::Constants(a, b));
                        true
                    }
                    _ => of_a == of_b,
                }
            }
            (
                TypeData::LongVector { scalar: a, length: Length::Spec(of_a), cooperative: is_a },
                TypeData::LongVector { scalar: b, length: Length::Spec(of_b), cooperative: is_b },
            ) => {
                self.pending.push(Pair::Constants(of_a, of_b));
                (a, is_a) == (b, is_b)
            }
            (TypeData::RuntimeArray { element: a }, TypeData::RuntimeArray { element: b }) => {
                self.pending.push(Pair::Types(a, b));
                true
            }
            (TypeData::Struct(a), TypeData::Struct(b)) => {
                self.pending.push(Pair::Structs(a, b));
                true
            }
            (
                TypeData::Pointer { storage: in_a, pointee: a },
                TypeData::Pointer { storage: in_b, pointee: b },
            ) => {
                self.pending.push(Pair::Types(a, b));
                in_a == in_b
            }
            (TypeData::Handle { resource: a }, TypeData::Handle { resource: b }) => {
                self.pending.push(Pair::Types(a, b));
                true
            }
            (
                TypeData::BufferReference { block: a, layout: of_a, align: by_a },
                TypeData::BufferReference { block: b, layout: of_b, align: by_b },
            ) => {
                self.pending.push(Pair::Structs(a, b));
                (of_a, by_a) == (of_b, by_b)
            }
            (
                TypeData::Descriptor { block: a, layout: of_a, storage: in_a },
                TypeData::Descriptor { block: b, layout: of_b, storage: in_b },
            ) => {
                self.pending.push(Pair::Structs(a, b));
                (of_a, in_a) == (of_b, in_b)
            }
            (
                TypeData::CooperativeMatrix { scalar: a, scope: in_a, rows: r_a, columns: c_a, usage: as_a },
                TypeData::CooperativeMatrix { scalar: b, scope: in_b, rows: r_b, columns: c_b, usage: as_b },
            ) => {
                self.pending
                    .extend([(in_a, in_b), (r_a, r_b), (c_a, c_b)].map(|row| Pair::Constants(row.0, row.1)));
                (a, as_a) == (b, as_b)
            }
            (
                TypeData::TensorLayout { dimensions: a, clamp: clamp_a },
                TypeData::TensorLayout { dimensions: b, clamp: clamp_b },
            ) => {
                self.pending.extend([Pair::Constants(a, b), Pair::Constants(clamp_a, clamp_b)]);
                true
            }
            (
                TypeData::TensorView { dimensions: a, sized: sized_a, order: order_a },
                TypeData::TensorView { dimensions: b, sized: sized_b, order: order_b },
            ) => {
                self.pending.push(Pair::Constants(a, b));
                (sized_a, order_a) == (sized_b, order_b)
            }
            // Their items have operands in terms of their modules.
            (TypeData::Spirv(a), TypeData::Spirv(b)) => {
                let (a, b) = (self.a.spirv.get(a as usize), self.b.spirv.get(b as usize));
                a.zip(b).is_some_and(|(a, b)| {
                    a.number == b.number && a.operands.is_empty() && b.operands.is_empty()
                })
            }
            (TypeData::Expression(a), TypeData::Expression(b)) => {
                let pairs: Vec<_> = a.types().zip(b.types()).collect();
                self.pending.extend(pairs.iter().map(|&(a, b)| Pair::Types(a, b)));
                let same = |a: Number, b: Number| match (a.kind(), b.kind()) {
                    (NumberKind::Param(a), NumberKind::Param(b)) => self.names(a, b),
                    _ => a == b,
                };
                let numbers = a.numbers().zip(b.numbers()).all(|(a, b)| same(a, b));
                match (a, b) {
                    (TypeExpression::Param(a), TypeExpression::Param(b)) => self.names(a, b),
                    _ => numbers && std::mem::discriminant(&a) == std::mem::discriminant(&b),
                }
            }
            _ => a == b,
        }
    }

    fn constants(&mut self, a: Constant, b: Constant) -> bool {
        let (a, b) = (self.a.constants.get(a), self.b.constants.get(b));
        self.pending.push(Pair::Types(a.ty, b.ty));
        match (&a.kind, &b.kind) {
            (ConstantKind::Composite(a), ConstantKind::Composite(b)) => self.lists(a, b),
            (
                ConstantKind::SpecOp { op: a, imm: of_a, operands: by_a },
                ConstantKind::SpecOp { op: b, imm: of_b, operands: by_b },
            ) => (a, of_a) == (b, of_b) && self.lists(by_a, by_b),
            (ConstantKind::Spec(a), ConstantKind::Spec(b)) => {
                let (a, b) = (&self.a.spec_constants[*a], &self.b.spec_constants[*b]);
                a.id == b.id && (a.id.is_some() || self.names(a.name, b.name))
            }
            (ConstantKind::Param(a), ConstantKind::Param(b)) => self.names(*a, *b),
            (a, b) => a == b,
        }
    }

    fn lists(&mut self, a: &[Constant], b: &[Constant]) -> bool {
        self.pending.extend(a.iter().zip(b).map(|(&a, &b)| Pair::Constants(a, b)));
        a.len() == b.len()
    }
}
