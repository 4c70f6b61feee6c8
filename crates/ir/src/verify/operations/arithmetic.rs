//! Numbers, bools, vectors and matrices.

use super::{Typing, Wanted, vector};
use crate::module::Storage;
use crate::ops::{Class, Op, Sig};
use crate::types::{Length, Scalar, TypeData, common};
use crate::typing::pack_types;

impl Typing<'_> {
    /// `(T, ...) -> T`
    pub(super) fn same(&mut self, class: Class) {
        self.all_like_first(class);
        self.gives(self.arg(0));
    }

    fn all_like_first(&mut self, class: Class) {
        if self.expect_class(0, class) {
            for index in 1..self.types.len() {
                self.expect(index, self.arg(0));
            }
        }
    }

    pub(super) fn compare(&mut self, class: Class) {
        self.all_like_first(class);
        if let Some(data) = self.like(self.arg(0), Scalar::Bool) {
            self.gives_data(data);
        }
    }

    pub(super) fn reduce(&mut self) {
        self.expect_class(0, Class::Bool);
        self.gives(common::BOOL);
    }

    pub(super) fn shift(&mut self) {
        if self.expect_class(0, Class::Int) && self.expect_class(1, Class::Int) {
            let count = |typing: &Self, index| typing.like(typing.arg(index), Scalar::Bool);
            if count(self, 0) != count(self, 1) {
                self.unexpected(1, Wanted::Words("as many components as the shifted value has"));
            }
        }
        self.gives(self.arg(0));
    }

    pub(super) fn bit_field(&mut self, inserts: bool) {
        self.expect_class(0, Class::Int);
        let mut next = 1;
        if inserts {
            self.expect(next, self.arg(0));
            next += 1;
        }
        self.expect_integer(next);
        self.expect_integer(next + 1);
        self.gives(self.arg(0));
    }

    pub(super) fn bit_query(&mut self) {
        if self.expect_class(0, Class::Int)
            && let Some(data) = self.like(self.arg(0), Scalar::I32)
        {
            self.gives_data(data);
        }
    }

    /// Two results: both like the operands, or the second with other components.
    pub(super) fn pair(&mut self, class: Class, second: Option<Scalar>) {
        self.all_like_first(class);
        let first = self.arg(0);
        self.gives(first);
        match second.map(|scalar| self.like(first, scalar)) {
            None => self.gives_at(1, Wanted::Type(first), |found, _| found == first),
            Some(Some(data)) => self.gives_at(1, Wanted::Data(data), |_, found| found == data),
            Some(None) => {}
        }
    }

    pub(super) fn ldexp(&mut self) {
        if self.expect_class(0, Class::Float)
            && let Some(data) = self.like(self.arg(0), Scalar::I32)
        {
            self.expect_data(1, data);
        }
        self.gives(self.arg(0));
    }

    pub(super) fn select(&mut self) {
        let chosen = self.arg(1);
        self.expect(2, chosen);
        let wide = self.like(chosen, Scalar::Bool);
        if self.arg(0) != common::BOOL && Some(self.data(0)) != wide {
            let wanted = wide.map_or(Wanted::Type(common::BOOL), Wanted::Data);
            self.unexpected(0, wanted);
        }
        self.gives(chosen);
    }

    pub(super) fn convert(&mut self, from: Class, to: Class) {
        if !self.expect_class(0, from) {
            return;
        }
        let result = self.result_type();
        let saturates = self.op == Op::FconvertSaturated;
        let is_byte = Scalar::is_float8;
        let is_class = self.is_of(result, to)
            && (!saturates || self.module.types.scalar_of(result).is_some_and(is_byte));
        let shapes = (self.like(self.arg(0), Scalar::Bool), self.like(result, Scalar::Bool));
        let same = match shapes {
            (Some(from), Some(to)) => from == to,
            (Some(_), None) | (None, Some(_)) => false,
            (None, None) => is_same_matrix(self.data(0), self.module.types.get(result)),
        };
        if !is_class || !same {
            let wanted = Wanted::Words("as many components of the target class");
            self.gives_at(0, wanted, |_, _| false);
        }
    }

    pub(super) fn bitcast(&mut self) {
        let module = self.module;
        let has_handles = |ty| has_handles(module.types.get(ty));
        let bits = |data: TypeData| match data {
            TypeData::Scalar(scalar) if scalar != Scalar::Bool => Some(scalar.width()),
            TypeData::Vector { scalar, size } if scalar != Scalar::Bool => {
                Some(scalar.width() * u32::from(size))
            }
            TypeData::LongVector { scalar, length: Length::Constant(length), .. }
                if scalar != Scalar::Bool =>
            {
                Some(scalar.width().saturating_mul(length))
            }
            TypeData::BufferReference { .. }
            | TypeData::Handle { .. }
            | TypeData::AccelerationStructure
            | TypeData::Pointer { storage: Storage::PhysicalBuffer, .. } => Some(64),
            TypeData::Pointer { storage: Storage::Opaque, pointee } if has_handles(pointee) => Some(64),
            _ => None,
        };
        if let TypeData::CooperativeMatrix { .. } | TypeData::LongVector { length: Length::Spec(_), .. } =
            self.data(0)
        {
            return self.cooperative_bitcast();
        }
        if let Some(place) = self.descriptor_of(self.data(0)) {
            // The address of a descriptor becomes the address of its block.
            let module = self.module;
            return self.gives_at(0, Wanted::Words("the address of the block"), |_, found| match found {
                TypeData::Pointer { storage, pointee } => {
                    (storage, module.types.get(pointee)) == (place.1, TypeData::Struct(place.0))
                }
                _ => false,
            });
        }
        let Some(from) = bits(self.data(0)) else {
            self.unexpected(0, Wanted::Words("numbers or an address"));
            return;
        };
        // An address is numbers of 64 bits in two forms.
        let is_address = |data: TypeData| {
            matches!(
                data,
                TypeData::BufferReference { .. }
                    | TypeData::Handle { .. }
                    | TypeData::AccelerationStructure
                    | TypeData::Pointer { .. }
            )
        };
        let holds_address = |data: TypeData| {
            is_address(data)
                || matches!(
                    data,
                    TypeData::Scalar(Scalar::I64 | Scalar::U64)
                        | TypeData::Vector { scalar: Scalar::I32 | Scalar::U32, size: 2 }
                )
        };
        let source = self.data(0);
        let leads_to_resource = |data: TypeData| {
            matches!(data, TypeData::Handle { .. } | TypeData::Pointer { storage: Storage::Opaque, .. })
        };
        // The address of a block leads to this block.
        let leads_elsewhere = |reference, pointer| match (reference, pointer) {
            (TypeData::BufferReference { block, .. }, TypeData::Pointer { pointee, .. }) => {
                self.module.types.get(pointee) != TypeData::Struct(block)
            }
            // A handle leads to a resource of its type, but for formats.
            (
                TypeData::Handle { resource: a } | TypeData::Pointer { storage: Storage::Opaque, pointee: a },
                TypeData::Handle { resource: b } | TypeData::Pointer { storage: Storage::Opaque, pointee: b },
            ) => {
                let types = &self.module.types;
                !types.same_but_formats(a, b) && !types.same_but_formats(b, a)
            }
            (from, to) if leads_to_resource(from) && is_address(to) => true,
            _ => false,
        };
        let result = self.module.types.get(self.result_type());
        let is_elsewhere = leads_elsewhere(source, result) || leads_elsewhere(result, source);
        self.gives_at(0, Wanted::Words("a type with as many bits"), |_, found| {
            bits(found) == Some(from)
                && !is_elsewhere
                && (!is_address(source) || holds_address(found))
                && (!is_address(found) || holds_address(source))
        });
    }

    /// The block and storage class behind the address of a descriptor.
    fn descriptor_of(&self, address: TypeData) -> Option<(crate::Struct, Storage)> {
        let TypeData::Pointer { storage: Storage::Opaque, pointee } = address else { return None };
        match self.module.types.get(pointee) {
            TypeData::Descriptor { block, storage, .. } => Some((block, storage)),
            _ => None,
        }
    }

    /// Between integers of one width, the matrices being alike otherwise.
    fn cooperative_bitcast(&mut self) {
        let from = self.data(0);
        self.gives_at(0, Wanted::Words("a matrix of components with as many bits"), |_, to| {
            let width = |data: TypeData| match data {
                TypeData::CooperativeMatrix { scalar, .. } | TypeData::LongVector { scalar, .. } => {
                    Some(scalar.width())
                }
                _ => None,
            };
            is_same_matrix(from, to) && width(from) == width(to)
        });
    }

    /// `dot`, `length` and `distance`.
    pub(super) fn product_scalar(&mut self) {
        self.all_like_first(Class::Float);
        if let Some(scalar) = self.module.types.scalar_of(self.arg(0)) {
            self.gives(common::scalar(scalar));
        }
    }

    pub(super) fn cross(&mut self) {
        self.all_like_first(Class::Float);
        if self.shape(self.arg(0)).is_some_and(|shape| shape.1 != 3) {
            self.unexpected(0, Wanted::Words("three components"));
        }
        self.gives(self.arg(0));
    }

    pub(super) fn refract(&mut self) {
        self.expect_class(0, Class::Float);
        self.expect(1, self.arg(0));
        if !matches!(self.data(2), TypeData::Scalar(scalar) if scalar.is_float()) {
            self.unexpected(2, Wanted::Words("a float"));
        }
        self.gives(self.arg(0));
    }

    pub(super) fn product(&mut self, sig: Sig) {
        let a_vector = Wanted::Words("a vector of floats");
        let a_matrix = Wanted::Words("a matrix");
        let vector_of = |data: TypeData| match data {
            TypeData::Vector { scalar, size } if scalar.is_float() => Some((scalar, size)),
            _ => None,
        };
        let matrix_of = |data: TypeData| match data {
            TypeData::Matrix { scalar, columns, rows } => Some((scalar, columns, rows)),
            _ => None,
        };
        match sig {
            Sig::VectorTimesScalar => match vector_of(self.data(0)) {
                Some((scalar, _)) => {
                    self.expect(1, common::scalar(scalar));
                    self.gives(self.arg(0));
                }
                None => self.unexpected(0, a_vector),
            },
            Sig::MatrixTimesScalar => match self.data(0) {
                TypeData::Matrix { scalar, .. } | TypeData::CooperativeMatrix { scalar, .. } => {
                    self.expect(1, common::scalar(scalar));
                    self.gives(self.arg(0));
                }
                _ => self.unexpected(0, a_matrix),
            },
            Sig::VectorTimesMatrix => match matrix_of(self.data(1)) {
                Some((scalar, columns, rows)) => {
                    self.expect_data(0, vector(scalar, rows));
                    self.gives_data(vector(scalar, columns));
                }
                None => self.unexpected(1, a_matrix),
            },
            Sig::MatrixTimesVector => match matrix_of(self.data(0)) {
                Some((scalar, columns, rows)) => {
                    self.expect_data(1, vector(scalar, columns));
                    self.gives_data(vector(scalar, rows));
                }
                None => self.unexpected(0, a_matrix),
            },
            Sig::MatrixTimesMatrix => match (matrix_of(self.data(0)), matrix_of(self.data(1))) {
                (None, _) => self.unexpected(0, a_matrix),
                (_, None) => self.unexpected(1, a_matrix),
                (Some((scalar, inner, rows)), Some((other, columns, other_rows))) => {
                    if scalar != other || inner != other_rows {
                        self.unexpected(
                            1,
                            Wanted::Words("a matrix with as many rows as the first has columns"),
                        );
                    }
                    self.gives_data(TypeData::Matrix { scalar, columns, rows });
                }
            },
            _ => match (vector_of(self.data(0)), vector_of(self.data(1))) {
                (None, _) => self.unexpected(0, a_vector),
                (Some((scalar, rows)), Some((other, columns))) if scalar == other => {
                    self.gives_data(TypeData::Matrix { scalar, columns, rows });
                }
                (Some(_), _) => self.unexpected(1, a_vector),
            },
        }
    }

    pub(super) fn matrix(&mut self, sig: Sig) {
        let TypeData::Matrix { scalar, columns, rows } = self.data(0) else {
            self.unexpected(0, Wanted::Words("a matrix"));
            return;
        };
        if sig == Sig::Transpose {
            self.gives_data(TypeData::Matrix { scalar, columns: rows, rows: columns });
            return;
        }
        if columns != rows {
            self.unexpected(0, Wanted::Words("a square matrix"));
        }
        self.gives(if sig == Sig::Determinant { common::scalar(scalar) } else { self.arg(0) });
    }

    pub(super) fn pack(&mut self) {
        if let Some((from, to)) = pack_types(self.op) {
            self.expect(0, from);
            self.gives(to);
        }
    }

    pub(super) fn equal(&mut self) {
        if !self.facts_of(self.arg(0)).is_data() {
            self.unexpected(0, Wanted::Words("data"));
        }
        self.expect(1, self.arg(0));
        self.gives(common::BOOL);
    }
}

/// True if cooperative matrices, or long vectors, differ in the type of their components at most.
fn is_same_matrix(a: TypeData, b: TypeData) -> bool {
    let of = |data: TypeData| match data {
        TypeData::CooperativeMatrix { scope, rows, columns, usage, .. } => {
            Some((scope, rows, columns, usage))
        }
        _ => None,
    };
    let length = |data: TypeData| match data {
        TypeData::LongVector { length, cooperative, .. } => Some((length, cooperative)),
        _ => None,
    };
    of(a).is_some() && of(a) == of(b) || length(a).is_some() && length(a) == length(b)
}

/// True if handles name resources of a type.
pub(in crate::verify) fn has_handles(resource: TypeData) -> bool {
    matches!(resource, TypeData::Image(_) | TypeData::SampledImage(_))
}
