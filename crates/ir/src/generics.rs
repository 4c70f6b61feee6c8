//! Generic functions: functions with parameters for types and numbers.
//!
//! ```text
//! fn &lerp<$T: float>(%a: $T in, %b: $T in, %t: $T in) -> $T { ... }
//! fn &sum<$S: scalar_float, $N: size>(%v: vec<$S, $N> in) -> $S { ... }
//!     %r: vec3<f32> = call &lerp<vec3<f32>> %x, %y, %z
//! ```
//!
//! A parameter stands for the types of its [`Bound`], or for numbers. Types that follow from parameters are
//! [`TypeExpression`]s, which are interned like all types. A call names an *instance*: a function without a body that
//! holds the generic function and the arguments for its parameters, with the signature that follows from them.
//! [`specialize`] gives the instances their bodies (monomorphisation); back ends take a module only afterwards.
//!
//! The verifier checks a generic function before any use, by specialising it for samples of its bounds.

mod specialize;
mod substitute;

pub(crate) use specialize::mentions_parameters;
pub use specialize::{FUNCTION, LIMIT, TooManyInstances, declare_instances, remaining, specialize};
pub(crate) use specialize::{cost, samples, specialize_alone};
pub(crate) use substitute::is_of_kind;
pub use substitute::{infer_arguments, instantiate};

use crate::function::FunctionData;
use crate::module::{Function, Module, named_enum};
use crate::names::Name;
use crate::ops::Class;
use crate::side_table::holds;
use crate::types::{Scalar, Type, TypeData, Types, common};

/// A number in a type: the size of a vector, of a side of a matrix, or of an array.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Number(u32);

/// A number taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberKind {
    /// It is known.
    Known(u32),
    /// A number parameter of the generic function around it, by its name.
    Param(Name),
}

/// The bit that tells parameters from numbers.
const PARAM: u32 = 1 << 31;

impl Number {
    /// The number 1.
    pub const ONE: Self = Self(1);

    /// A known number; `None` from 2<sup>31</sup> up.
    pub fn known(number: u32) -> Option<Self> {
        (number & PARAM == 0).then_some(Self(number))
    }

    /// A number parameter.
    pub fn param(name: Name) -> Self {
        Self(name.0 | PARAM)
    }

    /// The number taken apart.
    pub fn kind(self) -> NumberKind {
        if self.0 & PARAM == 0 { NumberKind::Known(self.0) } else { NumberKind::Param(Name(self.0 & !PARAM)) }
    }
}

impl std::fmt::Debug for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.kind().fmt(f)
    }
}

/// A type that follows from parameters of a generic function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TypeExpression {
    /// `$T`: a type parameter, by its name.
    Param(Name),
    /// `scalar_of<$T>`: the type of the components.
    ScalarOf(Type),
    /// `like<$T, bool>`: the first type with components of the second.
    Like {
        /// The type with the shape.
        shape: Type,
        /// The type of the components.
        scalar: Type,
    },
    /// `vec<$S, $N>`; the scalar if the size is 1.
    Vector {
        /// Component type.
        scalar: Type,
        /// Number of components.
        size: Number,
    },
    /// `mat<$S, $C, $R>`.
    Matrix {
        /// Component type.
        scalar: Type,
        /// Number of columns.
        columns: Number,
        /// Components of a column.
        rows: Number,
    },
    /// `array<$T, $N>`.
    Array {
        /// Element type.
        element: Type,
        /// Number of elements.
        length: Number,
    },
}

impl TypeExpression {
    /// The types that it is made of.
    pub fn types(self) -> impl Iterator<Item = Type> {
        let (first, second) = match self {
            Self::Param(_) => (None, None),
            Self::ScalarOf(ty) => (Some(ty), None),
            Self::Like { shape, scalar } => (Some(shape), Some(scalar)),
            Self::Vector { scalar, .. } | Self::Matrix { scalar, .. } => (Some(scalar), None),
            Self::Array { element, .. } => (Some(element), None),
        };
        first.into_iter().chain(second)
    }

    /// The numbers that it is made of.
    pub fn numbers(self) -> impl Iterator<Item = Number> {
        let (first, second) = match self {
            Self::Param(_) | Self::ScalarOf(_) | Self::Like { .. } => (None, None),
            Self::Vector { size, .. } => (Some(size), None),
            Self::Matrix { columns, rows, .. } => (Some(columns), Some(rows)),
            Self::Array { length, .. } => (Some(length), None),
        };
        first.into_iter().chain(second)
    }

    /// The same expression of other types, names and numbers.
    #[must_use]
    pub fn map(
        self,
        mut ty: impl FnMut(Type) -> Type,
        mut number: impl FnMut(Number) -> Number,
        mut name: impl FnMut(Name) -> Name,
    ) -> Self {
        match self {
            Self::Param(of) => Self::Param(name(of)),
            Self::ScalarOf(of) => Self::ScalarOf(ty(of)),
            Self::Like { shape, scalar } => Self::Like { shape: ty(shape), scalar: ty(scalar) },
            Self::Vector { scalar, size } => Self::Vector { scalar: ty(scalar), size: number(size) },
            Self::Matrix { scalar, columns, rows } => {
                Self::Matrix { scalar: ty(scalar), columns: number(columns), rows: number(rows) }
            }
            Self::Array { element, length } => Self::Array { element: ty(element), length: number(length) },
        }
    }
}

impl Types {
    /// The type that an expression gives, simplified as far as its parts are known.
    pub fn expression(&mut self, expression: TypeExpression) -> Type {
        use TypeExpression::{Like, Matrix, ScalarOf, Vector};
        let known = |number: Number| match number.kind() {
            NumberKind::Known(number) => u8::try_from(number).ok(),
            NumberKind::Param(_) => None,
        };
        let scalar_of = |types: &Self, ty| match types.get(ty) {
            TypeData::Scalar(scalar) => Some(scalar),
            _ => None,
        };
        match expression {
            ScalarOf(of) => match self.get(of) {
                TypeData::Expression(Like { scalar, .. } | Vector { scalar, .. } | Matrix { scalar, .. }) => {
                    return scalar;
                }
                TypeData::Expression(ScalarOf(_)) => return of,
                _ => {
                    if let Some(scalar) = self.scalar_of(of) {
                        return common::scalar(scalar);
                    }
                }
            },
            Like { shape, scalar } => {
                let size = |number: u8| Number(number.into());
                let same_shape = match self.get(shape) {
                    TypeData::Scalar(_) => return scalar,
                    TypeData::Expression(ScalarOf(_)) => return scalar,
                    TypeData::Vector { size: of, .. } => Some(Vector { scalar, size: size(of) }),
                    TypeData::Matrix { columns, rows, .. } => {
                        Some(Matrix { scalar, columns: size(columns), rows: size(rows) })
                    }
                    TypeData::Expression(Vector { size, .. }) => Some(Vector { scalar, size }),
                    TypeData::Expression(Matrix { columns, rows, .. }) => {
                        Some(Matrix { scalar, columns, rows })
                    }
                    TypeData::Expression(Like { shape, .. }) => Some(Like { shape, scalar }),
                    _ => None,
                };
                if let Some(same) = same_shape {
                    return self.simple_expression(same);
                }
            }
            Vector { scalar, size } if known(size) == Some(1) => return scalar,
            Vector { scalar, size } => {
                if let (Some(scalar), Some(size)) = (scalar_of(self, scalar), known(size)) {
                    return self.intern(TypeData::Vector { scalar, size });
                }
            }
            Matrix { scalar, columns, rows } => {
                if let (Some(scalar), Some(columns), Some(rows)) =
                    (scalar_of(self, scalar), known(columns), known(rows))
                {
                    return self.intern(TypeData::Matrix { scalar, columns, rows });
                }
            }
            TypeExpression::Array { element, length } => {
                if let NumberKind::Known(length) = length.kind() {
                    return self.array(element, length);
                }
            }
            TypeExpression::Param(_) => {}
        }
        self.intern(TypeData::Expression(expression))
    }

    /// The type of an expression for a vector or matrix, or of `like` for a parameter.
    fn simple_expression(&mut self, expression: TypeExpression) -> Type {
        match expression {
            TypeExpression::Like { .. } => self.intern(TypeData::Expression(expression)),
            other => self.expression(other),
        }
    }
}

named_enum! {
    /// The types or numbers that a parameter of a generic function stands for. Those of types are classes of the table of
    /// operations: scalars and vectors, if the name does not say other.
    Bound {
        Bool "bool", Signed "signed", Unsigned "unsigned", Int "int", Float "float", Numeric "numeric",
        /// Floats and matrices of floats.
        FloatOrMatrix "float_or_matrix",
        ScalarInt "scalar_int", ScalarFloat "scalar_float",
        /// Every scalar that is a number.
        ScalarNumeric "scalar_numeric",
        /// Every type of values that can be stored.
        Any "any",
        /// A number from 1 to 4: components of a vector, or of a scalar.
        Components "components",
        /// A number from 2 to 4: a side of a matrix.
        Size "size",
        /// A positive number, such as the length of an array.
        Length "u32",
    }
}

/// A range of numbers, or a class of types with the largest number of components.
enum Extent {
    Types(Class, u32),
    AnyType,
    Numbers(u32, u32),
}

impl Bound {
    fn extent(self) -> Extent {
        match self {
            Self::Bool => Extent::Types(Class::Bool, 4),
            Self::Signed => Extent::Types(Class::Signed, 4),
            Self::Unsigned => Extent::Types(Class::Unsigned, 4),
            Self::Int => Extent::Types(Class::Int, 4),
            Self::Float => Extent::Types(Class::Float, 4),
            Self::Numeric => Extent::Types(Class::Numeric, 4),
            Self::FloatOrMatrix => Extent::Types(Class::FloatOrMatrix, 4),
            Self::ScalarInt => Extent::Types(Class::Int, 1),
            Self::ScalarFloat => Extent::Types(Class::Float, 1),
            Self::ScalarNumeric => Extent::Types(Class::Numeric, 1),
            Self::Any => Extent::AnyType,
            Self::Components => Extent::Numbers(1, 4),
            Self::Size => Extent::Numbers(2, 4),
            Self::Length => Extent::Numbers(1, u32::MAX >> 1),
        }
    }

    /// True if it is a bound of numbers.
    pub fn is_number(self) -> bool {
        matches!(self.extent(), Extent::Numbers(..))
    }

    /// True if an argument without parameters is within the bound.
    pub fn admits(self, types: &Types, argument: GenericArgument) -> bool {
        match (self.extent(), argument) {
            (Extent::Numbers(least, greatest), GenericArgument::Number(number)) => match number.kind() {
                NumberKind::Known(number) => (least..=greatest).contains(&number),
                NumberKind::Param(_) => false,
            },
            (Extent::Types(class, most), GenericArgument::Type(ty)) => match types.get(ty) {
                TypeData::Scalar(scalar) => is_of(scalar, class),
                TypeData::Vector { scalar, size } => u32::from(size) <= most && is_of(scalar, class),
                TypeData::Matrix { .. } => class == Class::FloatOrMatrix,
                _ => false,
            },
            (Extent::AnyType, GenericArgument::Type(ty)) => is_storable(types.get(types.innermost(ty))),
            (Extent::Numbers(..), GenericArgument::Type(_))
            | (Extent::Types(..) | Extent::AnyType, GenericArgument::Number(_)) => false,
        }
    }

    /// Arguments that show every property in which those within the bound differ.
    fn samples(self, types: &mut Types) -> Vec<GenericArgument> {
        match self.extent() {
            Extent::Numbers(least, greatest) => {
                (least..=greatest.min(4)).map(|number| GenericArgument::Number(Number(number))).collect()
            }
            Extent::Types(class, most) => {
                let scalars: Vec<Scalar> =
                    Scalar::ALL.iter().map(|row| row.0).filter(|&scalar| is_of(scalar, class)).collect();
                let mut all = Vec::new();
                for &scalar in &scalars {
                    all.extend((1..=most).map(|size| types.vector(scalar, size)));
                    if class == Class::FloatOrMatrix {
                        all.extend([(2, 3), (4, 2), (3, 3)].map(|(c, r)| types.matrix(scalar, c, r)));
                    }
                }
                all.into_iter().map(GenericArgument::Type).collect()
            }
            Extent::AnyType => {
                let matrix = types.matrix(Scalar::F32, 2, 3);
                let array = types.array(common::UVEC2, 3);
                [common::F32, common::BOOL, common::IVEC3, common::F64, matrix, array]
                    .map(GenericArgument::Type)
                    .to_vec()
            }
        }
    }
}

fn is_of(scalar: Scalar, class: Class) -> bool {
    match class {
        Class::Bool => scalar == Scalar::Bool,
        Class::Signed => scalar.is_signed(),
        Class::Unsigned => scalar.is_unsigned(),
        Class::Int => scalar.is_integer(),
        // Others have few operations.
        Class::Float | Class::FloatOrMatrix => matches!(scalar, Scalar::F16 | Scalar::F32 | Scalar::F64),
        Class::Numeric => scalar.is_integer() || is_of(scalar, Class::Float),
    }
}

fn is_storable(data: TypeData) -> bool {
    match data {
        TypeData::Scalar(_)
        | TypeData::Vector { .. }
        | TypeData::Matrix { .. }
        | TypeData::Array { .. }
        | TypeData::Struct(_) => true,
        TypeData::Void
        | TypeData::RuntimeArray { .. }
        | TypeData::Pointer { .. }
        | TypeData::Image(_)
        | TypeData::Sampler { .. }
        | TypeData::SampledImage(_)
        | TypeData::AtomicCounter
        | TypeData::AccelerationStructure
        | TypeData::RayQuery
        | TypeData::Tensor { .. }
        | TypeData::Descriptor { .. }
        | TypeData::HitObject
        | TypeData::LongVector { .. }
        | TypeData::CooperativeMatrix { .. }
        | TypeData::TensorLayout { .. }
        | TypeData::TensorView { .. }
        | TypeData::BufferReference { .. }
        | TypeData::Handle { .. }
        | TypeData::Spirv(_)
        | TypeData::Expression(_) => false,
    }
}

/// A parameter of a generic function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GenericParam {
    /// Its name, without the `$`.
    pub name: Name,
    /// The types or numbers that it stands for.
    pub bound: Bound,
}

/// An argument for a parameter of a generic function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GenericArgument {
    /// A type.
    Type(Type),
    /// A number.
    Number(Number),
}

/// A generic function with arguments for its parameters. In the body of another generic function they may follow from the
/// parameters of that.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Instance {
    /// The generic function.
    pub generic: Function,
    /// One argument for each parameter.
    pub arguments: Box<[GenericArgument]>,
}

impl Module {
    /// True if it has generic functions, or instances of some.
    pub fn has_generics(&self) -> bool {
        self.functions.values().any(FunctionData::needs_arguments)
    }
}

/// A function, if the module has it.
fn function(module: &Module, id: Function) -> Option<&FunctionData> {
    holds(&module.functions, id).then(|| &module.functions[id])
}
