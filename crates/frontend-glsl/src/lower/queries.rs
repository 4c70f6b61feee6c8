//! Queries on types and constants that need the module alone.

use crate::lower::expressions::places::Place;
use rustc_hash::FxHashSet;
use vitrum_ir::types::{Length, common};
use vitrum_ir::{
    Constant, ConstantKind, ImageFormat, ImageType, Interpolation, Module, Operand, Qualifiers, Scalar,
    Stage, Storage, Type, TypeData,
};

/// Queries on types and constants.
pub(crate) trait ModuleQueries {
    /// The module.
    fn module(&self) -> &Module;

    /// The data of a type.
    fn data(&self, ty: Type) -> TypeData {
        self.module().types.get(ty)
    }

    /// True if a type is an array, sized or not.
    fn is_array(&self, ty: Type) -> bool {
        self.element(ty).is_some()
    }

    /// The element type of an array.
    fn element(&self, ty: Type) -> Option<Type> {
        match self.data(ty) {
            TypeData::Array { element, .. } | TypeData::RuntimeArray { element } => Some(element),
            _ => None,
        }
    }

    /// True if a type is an integer scalar.
    fn is_integer_scalar(&self, ty: Type) -> bool {
        matches!(self.data(ty), TypeData::Scalar(scalar) if scalar.is_integer())
    }

    /// True if a type is that of ray queries or hit objects, or an array of them: state of an invocation that is used
    /// in place and has no value.
    fn is_state(&self, ty: Type) -> bool {
        matches!(self.data(self.innermost(ty)), TypeData::RayQuery | TypeData::HitObject)
    }

    /// True if a type is an array without a size, or holds one anywhere but as the last member of a struct.
    fn is_unsized(&self, ty: Type) -> bool {
        match self.data(ty) {
            TypeData::RuntimeArray { .. } => true,
            TypeData::Array { element, .. } => self.is_unsized(element),
            _ => false,
        }
    }

    /// The innermost element type of an array of arrays.
    fn innermost(&self, ty: Type) -> Type {
        let mut ty = ty;
        while let Some(element) = self.element(ty) {
            ty = element;
        }
        ty
    }

    /// A type as GLSL spells it.
    fn type_name(&self, ty: Type) -> String {
        vitrum_glsl::builtin_types::type_name(self.module(), ty)
    }

    /// True if a type is a buffer reference.
    fn is_reference(&self, ty: Type) -> bool {
        matches!(self.data(ty), TypeData::BufferReference { .. })
    }

    /// True if a type is the handle of a texture or an image.
    fn is_handle(&self, ty: Type) -> bool {
        matches!(self.data(ty), TypeData::Handle { .. })
    }

    /// True if there is a handle in a type.
    fn holds_handle(&self, ty: Type) -> bool {
        self.holds(ty, &|part| self.is_handle(part))
    }

    /// True if a type is the descriptor of a buffer, or an array of such.
    fn is_descriptor(&self, ty: Type) -> bool {
        matches!(self.data(self.innermost(ty)), TypeData::Descriptor { .. })
    }

    /// True if a type is or holds the descriptor of a buffer.
    fn holds_descriptor(&self, ty: Type) -> bool {
        self.holds(ty, &|part| matches!(self.data(part), TypeData::Descriptor { .. }))
    }

    /// True if a type or a part of it is `wanted`. Each struct is looked into once, since a struct of two structs of two structs, and so
    /// on, has parts without number.
    #[inline]
    fn holds(&self, ty: Type, wanted: &dyn Fn(Type) -> bool) -> bool {
        match self.data(ty) {
            // Most types have no parts that count.
            TypeData::Scalar(_) | TypeData::Vector { .. } | TypeData::Matrix { .. } => wanted(ty),
            _ => self.has_part(ty, wanted),
        }
    }

    /// See [`ModuleQueries::holds`].
    #[inline(never)]
    fn has_part(&self, ty: Type, wanted: &dyn Fn(Type) -> bool) -> bool {
        let (mut waiting, mut seen) = (Vec::new(), FxHashSet::default());
        let mut next = Some(ty);
        while let Some(part) = next {
            if wanted(part) {
                return true;
            }
            next = self.element(part);
            if next.is_none() {
                let members = self.module().members(part);
                if !members.is_empty() && (part == ty || seen.insert(part)) {
                    waiting.extend(members.iter().map(|member| member.ty));
                }
                next = waiting.pop();
            }
        }
        false
    }

    /// True if there is a buffer reference in a type.
    fn holds_reference(&self, ty: Type) -> bool {
        self.holds(ty, &|part| self.is_reference(part))
    }

    /// True if a type is, or holds, a scalar of some kind.
    fn holds_scalar(&self, ty: Type, wanted: &dyn Fn(Scalar) -> bool) -> bool {
        self.holds(ty, &|part| self.module().types.scalar_of(part).is_some_and(wanted))
    }

    /// True if a type is or holds a long vector.
    fn holds_long_vector(&self, ty: Type) -> bool {
        self.holds(ty, &|part| matches!(self.data(part), TypeData::LongVector { .. }))
    }

    /// True if a type is a cooperative vector.
    fn is_cooperative_vector(&self, ty: Type) -> bool {
        matches!(self.data(ty), TypeData::LongVector { cooperative: true, .. })
    }

    /// True if a type is or holds what is spread over invocations, or a tensor: no memory has it.
    fn holds_cooperative(&self, ty: Type) -> bool {
        self.holds(ty, &|part| {
            matches!(
                self.data(part),
                TypeData::CooperativeMatrix { .. }
                    | TypeData::LongVector { cooperative: true, .. }
                    | TypeData::TensorLayout { .. }
                    | TypeData::TensorView { .. }
            )
        })
    }

    /// True if two array types differ only in sizes that the first one lacks.
    fn same_but_size(&self, open: Type, sized: Type) -> bool {
        if open == sized {
            return true;
        }
        match (self.data(open), self.data(sized)) {
            (TypeData::RuntimeArray { element: a }, TypeData::Array { element: b, .. }) => {
                self.same_but_size(a, b)
            }
            (TypeData::Array { element: a, length: m }, TypeData::Array { element: b, length: n }) => {
                m == n && self.same_but_size(a, b)
            }
            _ => false,
        }
    }

    /// True if two image types differ in nothing but the format, which is no part of a parameter's type.
    fn same_image(&self, a: Type, b: Type) -> bool {
        match (self.data(a), self.data(b)) {
            (TypeData::Image(a), TypeData::Image(b)) => without_format(a) == without_format(b),
            (TypeData::Array { element: a, length: m }, TypeData::Array { element: b, length: n }) => {
                m == n && self.same_image(a, b)
            }
            _ => false,
        }
    }

    /// True if values of a type are held as handles: samplers and images, whatever their formats.
    fn is_held_as(&self, resource: Type, handle: Type) -> bool {
        match (self.data(resource), self.data(handle)) {
            (TypeData::Array { element: a, length: m }, TypeData::Array { element: b, length: n }) => {
                m == n && self.is_held_as(a, b)
            }
            (_, TypeData::Handle { resource: of }) => resource == of || self.same_image(resource, of),
            _ => false,
        }
    }

    /// True if a type is a storage image, or an array of them.
    fn is_storage_image(&self, ty: Type) -> bool {
        matches!(self.data(self.innermost(ty)), TypeData::Image(image) if image.storage)
    }

    /// True if a type is a tensor, or an array of them.
    fn is_tensor(&self, ty: Type) -> bool {
        matches!(self.data(self.innermost(ty)), TypeData::Tensor { .. })
    }

    /// True if a type is a `spirv_type`, or an array of them.
    fn is_spirv_type(&self, ty: Type) -> bool {
        matches!(self.data(self.innermost(ty)), TypeData::Spirv(_))
    }

    /// True if a type is an atomic counter, or an array of them.
    fn is_atomic_counter(&self, ty: Type) -> bool {
        self.data(self.innermost(ty)) == TypeData::AtomicCounter
    }

    /// The number of elements of an array of arrays; 1 for other types. A dimension that is a specialisation constant
    /// counts once.
    fn elements(&self, ty: Type) -> u32 {
        match self.data(ty) {
            TypeData::Array { element, length } => {
                let count = if let Length::Constant(length) = length { length } else { 1 };
                count.saturating_mul(self.elements(element))
            }
            _ => 1,
        }
    }

    /// True if a type is a cooperative matrix.
    fn is_cooperative(&self, ty: Type) -> bool {
        matches!(self.data(ty), TypeData::CooperativeMatrix { .. })
    }

    /// The value of a constant expression; `None` for other expressions, and for undefined values in unreachable code.
    fn constant_of(&self, value: Operand) -> Option<Constant> {
        value.constant().filter(|&constant| self.module().constants.get(constant).kind != ConstantKind::Undef)
    }

    /// The value of a constant condition.
    fn known_bool(&self, condition: Operand) -> Option<bool> {
        self.module().constants.bits(condition.constant()?).map(|bits| bits != 0)
    }

    /// True if a value is a constant zero, other than a composite.
    fn is_null(&self, value: Operand) -> bool {
        let Some(constant) = value.constant() else { return false };
        let data = self.module().constants.get(constant);
        match data.kind {
            ConstantKind::Null => true,
            ConstantKind::Scalar(bits) => bits == 0 && data.ty != common::VOID,
            _ => false,
        }
    }

    /// The component type of a vector type.
    fn component_of(&self, vector: Type) -> Type {
        match self.data(vector) {
            TypeData::Vector { scalar, .. } => common::scalar(scalar),
            _ => vector,
        }
    }

    /// True if inputs or outputs of this storage class are arrays with an element for each vertex.
    fn is_per_vertex(&self, storage: Storage, qualifiers: Qualifiers) -> bool {
        let patch = qualifiers.contains(Qualifiers::PATCH);
        match (self.module().stage, storage) {
            (Stage::Geometry, Storage::Input) | (Stage::Mesh, Storage::Output) => true,
            (Stage::TessControl, Storage::Input | Storage::Output)
            | (Stage::TessEvaluation, Storage::Input) => !patch,
            _ => false,
        }
    }

    /// The type of an input or output without its per-vertex array.
    fn without_vertices(
        &self,
        ty: Type,
        storage: Storage,
        patch: bool,
        interpolation: Option<Interpolation>,
    ) -> Type {
        let per_vertex = match (self.module().stage, storage) {
            (Stage::Geometry | Stage::TessControl | Stage::TessEvaluation, Storage::Input) => !patch,
            (Stage::TessControl | Stage::Mesh, Storage::Output) => !patch,
            (Stage::Fragment, Storage::Input) => interpolation == Some(Interpolation::PerVertex),
            _ => false,
        };
        self.element(ty).filter(|_| per_vertex).unwrap_or(ty)
    }

    /// The type whose default precision a type takes.
    fn precision_key(&self, ty: Type) -> Option<Type> {
        let inner = self.innermost(ty);
        match self.data(inner) {
            TypeData::Scalar(scalar) | TypeData::Vector { scalar, .. } | TypeData::Matrix { scalar, .. } => {
                match scalar {
                    Scalar::F32 => Some(common::F32),
                    Scalar::I32 | Scalar::U32 => Some(common::I32),
                    _ => None,
                }
            }
            TypeData::Image(image) => {
                let plain = TypeData::Image(without_format(image));
                Some(self.module().types.find(plain).unwrap_or(inner))
            }
            TypeData::SampledImage(_) | TypeData::AtomicCounter => Some(inner),
            _ => None,
        }
    }

    /// True if a type is that of an array of blocks, not of a member of one.
    fn is_block_array(&self, place: &Place, ty: Type) -> bool {
        let mut outer = place.base.global().map(|global| self.module().globals[global].ty);
        while let Some(element) = outer.and_then(|outer| self.element(outer)) {
            if outer == Some(ty) {
                return true;
            }
            outer = Some(element);
        }
        false
    }
}

impl ModuleQueries for Module {
    fn module(&self) -> &Module {
        self
    }
}

fn without_format(image: ImageType) -> ImageType {
    ImageType { format: ImageFormat::Unknown, ..image }
}
