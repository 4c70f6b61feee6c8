//! Queries on types and constants that need the module alone.

use crate::builtin_types::BuiltinType;
use crate::lower::expressions::places::Place;
use vitrum_ir::types::{Length, common};
use vitrum_ir::{
    Constant, ConstantKind, ImageFormat, ImageType, Interpolation, Module, Operand, Qualifiers, Scalar,
    Stage, Storage, Type, TypeData,
};

/// Queries on types and constants.
pub(crate) trait ModuleQueries {
    /// True if a type is that of ray queries or hit objects, or an array of them: state of an invocation that is used
    /// in place and has no value.
    fn is_state(&self, ty: Type) -> bool;

    /// True if a type is an array without a size, or holds one anywhere but as the last member of a struct.
    fn is_unsized(&self, ty: Type) -> bool;

    /// The innermost element type of an array of arrays.
    fn innermost(&self, ty: Type) -> Type;

    /// A type as GLSL spells it.
    fn type_name(&self, ty: Type) -> String;

    /// True if a type is a buffer reference.
    fn is_reference(&self, ty: Type) -> bool;

    /// True if there is a buffer reference in a type.
    fn holds_reference(&self, ty: Type) -> bool;

    /// True if a type is an array or holds one.
    fn holds_array(&self, ty: Type) -> bool;

    /// True if a type is, or holds, a scalar of some kind. Nesting is bounded by the limit on struct depth.
    fn holds_scalar(&self, ty: Type, wanted: &dyn Fn(Scalar) -> bool) -> bool;

    /// True if two array types differ only in sizes that the first one lacks.
    fn same_but_size(&self, open: Type, sized: Type) -> bool;

    /// True if two image types differ in nothing but the format, which is no part of a parameter's type.
    fn same_image(&self, a: Type, b: Type) -> bool;

    /// True if a type is a storage image, or an array of them.
    fn is_storage_image(&self, ty: Type) -> bool;

    /// True if a type is a `spirv_type`, or an array of them.
    fn is_spirv_type(&self, ty: Type) -> bool;

    /// True if a type is an atomic counter, or an array of them.
    fn holds_atomic_counter(&self, ty: Type) -> bool;

    /// True if a type is a matrix, or holds one.
    fn holds_matrix(&self, ty: Type) -> bool;

    /// The number of elements of an array of arrays; 1 for other types.
    fn elements(&self, ty: Type) -> u32;

    /// True if a type is a cooperative matrix.
    fn is_cooperative(&self, ty: Type) -> bool;

    /// True if cooperative matrices differ in their component type alone, and so convert (`GL_KHR_cooperative_matrix`).
    fn same_matrix(&self, a: Type, b: Type) -> bool;

    /// The value of a constant expression; `None` for other expressions, and for undefined values in unreachable code.
    fn constant_of(&self, value: Operand) -> Option<Constant>;

    /// The value of a constant condition.
    fn known_bool(&self, condition: Operand) -> Option<bool>;

    /// True if a value is a constant zero, other than a composite.
    fn is_null(&self, value: Operand) -> bool;

    /// The component type of a vector type.
    fn component_of(&self, vector: Type) -> Type;

    /// True if a type is made of integers, or is a struct with a member that is.
    fn holds_integer(&self, ty: Type) -> bool;

    /// True if inputs or outputs of this storage class are arrays with an element for each vertex.
    fn is_per_vertex(&self, storage: Storage, qualifiers: Qualifiers) -> bool;

    /// The type of an input or output without its per-vertex array.
    fn without_vertices(
        &self,
        ty: Type,
        storage: Storage,
        patch: bool,
        interpolation: Option<Interpolation>,
    ) -> Type;

    /// The type whose default precision a type takes.
    fn precision_key(&self, ty: Type) -> Option<Type>;

    /// True if a type is that of an array of blocks, not of a member of one.
    fn is_block_array(&self, place: &Place, ty: Type) -> bool;
}

impl ModuleQueries for Module {
    fn is_state(&self, ty: Type) -> bool {
        matches!(self.types.get(self.innermost(ty)), TypeData::RayQuery | TypeData::HitObject)
    }

    fn is_unsized(&self, ty: Type) -> bool {
        match self.types.get(ty) {
            TypeData::RuntimeArray { .. } => true,
            TypeData::Array { element, .. } => self.is_unsized(element),
            _ => false,
        }
    }

    fn innermost(&self, ty: Type) -> Type {
        let mut ty = ty;
        while let TypeData::Array { element, .. } | TypeData::RuntimeArray { element } = self.types.get(ty) {
            ty = element;
        }
        ty
    }

    fn type_name(&self, ty: Type) -> String {
        match self.types.get(ty) {
            TypeData::Struct(id) => {
                let name = self.names.get(self.structs[id].name);
                if name.is_empty() { "unnamed struct".to_owned() } else { name.to_owned() }
            }
            TypeData::BufferReference { block, .. } => self.names.get(self.structs[block].name).to_owned(),
            TypeData::Array { .. } | TypeData::RuntimeArray { .. } => {
                let mut brackets = String::new();
                let mut inner = ty;
                loop {
                    match self.types.get(inner) {
                        TypeData::Array { element, length: Length::Constant(length) } => {
                            brackets.push_str(&format!("[{length}]"));
                            inner = element;
                        }
                        TypeData::Array { element, length: Length::Spec(_) } => {
                            brackets.push_str("[specialised]");
                            inner = element;
                        }
                        TypeData::RuntimeArray { element } => {
                            brackets.push_str("[]");
                            inner = element;
                        }
                        _ => break,
                    }
                }
                format!("{}{brackets}", self.type_name(inner))
            }
            TypeData::CooperativeMatrix { .. } => "coopmat".to_owned(),
            TypeData::Spirv(_) => "spirv_type".to_owned(),
            TypeData::HitObject => "hitObject".to_owned(),
            TypeData::Pointer { pointee, .. } => self.type_name(pointee),
            TypeData::Image(image) if image.format != ImageFormat::Unknown => {
                let plain = TypeData::Image(ImageType { format: ImageFormat::Unknown, ..image });
                builtin_name(plain).to_owned()
            }
            data => builtin_name(data).to_owned(),
        }
    }

    fn is_reference(&self, ty: Type) -> bool {
        matches!(self.types.get(ty), TypeData::BufferReference { .. })
    }

    fn holds_reference(&self, ty: Type) -> bool {
        let inner = self.innermost(ty);
        // Nesting is bounded by the limit on struct depth.
        self.is_reference(inner) || self.members(inner).iter().any(|member| self.holds_reference(member.ty))
    }

    fn holds_array(&self, ty: Type) -> bool {
        let mut waiting = vec![ty];
        while let Some(ty) = waiting.pop() {
            match self.types.get(ty) {
                TypeData::Array { .. } | TypeData::RuntimeArray { .. } => return true,
                TypeData::Struct(id) => {
                    waiting.extend(self.structs[id].members.iter().map(|member| member.ty));
                }
                _ => {}
            }
        }
        false
    }

    fn holds_scalar(&self, ty: Type, wanted: &dyn Fn(Scalar) -> bool) -> bool {
        let inner = self.innermost(ty);
        match self.types.get(inner) {
            TypeData::Struct(id) => {
                self.structs[id].members.iter().any(|member| self.holds_scalar(member.ty, wanted))
            }
            _ => self.types.scalar_of(inner).is_some_and(wanted),
        }
    }

    fn same_but_size(&self, open: Type, sized: Type) -> bool {
        if open == sized {
            return true;
        }
        match (self.types.get(open), self.types.get(sized)) {
            (TypeData::RuntimeArray { element: a }, TypeData::Array { element: b, .. }) => {
                self.same_but_size(a, b)
            }
            (TypeData::Array { element: a, length: m }, TypeData::Array { element: b, length: n }) => {
                m == n && self.same_but_size(a, b)
            }
            _ => false,
        }
    }

    fn same_image(&self, a: Type, b: Type) -> bool {
        match (self.types.get(a), self.types.get(b)) {
            (TypeData::Image(a), TypeData::Image(b)) => vitrum_ir::ImageType { format: b.format, ..a } == b,
            (TypeData::Array { element: a, length: m }, TypeData::Array { element: b, length: n }) => {
                m == n && self.same_image(a, b)
            }
            _ => false,
        }
    }

    fn is_storage_image(&self, ty: Type) -> bool {
        matches!(self.types.get(self.innermost(ty)), TypeData::Image(image) if image.storage)
    }

    fn is_spirv_type(&self, ty: Type) -> bool {
        matches!(self.types.get(self.innermost(ty)), TypeData::Spirv(_))
    }

    fn holds_atomic_counter(&self, ty: Type) -> bool {
        self.types.get(self.innermost(ty)) == TypeData::AtomicCounter
    }

    fn holds_matrix(&self, ty: Type) -> bool {
        let inner = self.innermost(ty);
        match self.types.get(inner) {
            TypeData::Matrix { .. } => true,
            // Nesting is bounded by the limit on struct depth.
            TypeData::Struct(id) => {
                self.structs[id].members.iter().any(|member| self.holds_matrix(member.ty))
            }
            _ => false,
        }
    }

    fn elements(&self, ty: Type) -> u32 {
        match self.types.get(ty) {
            TypeData::Array { element, length: vitrum_ir::Length::Constant(length) } => {
                length.saturating_mul(self.elements(element))
            }
            _ => 1,
        }
    }

    fn is_cooperative(&self, ty: Type) -> bool {
        matches!(self.types.get(ty), TypeData::CooperativeMatrix { .. })
    }

    fn same_matrix(&self, a: Type, b: Type) -> bool {
        match (self.types.get(a), self.types.get(b)) {
            (
                TypeData::CooperativeMatrix { scope, rows, columns, usage, .. },
                TypeData::CooperativeMatrix {
                    scope: other_scope,
                    rows: other_rows,
                    columns: other_columns,
                    usage: other_usage,
                    ..
                },
            ) => (scope, rows, columns, usage) == (other_scope, other_rows, other_columns, other_usage),
            _ => false,
        }
    }

    fn constant_of(&self, value: Operand) -> Option<Constant> {
        let constant = value.constant()?;
        let undefined = self.constants.get(constant).kind == ConstantKind::Undef;
        (!undefined).then_some(constant)
    }

    fn known_bool(&self, condition: Operand) -> Option<bool> {
        let constant: Constant = condition.constant()?;
        self.constants.bits(constant).map(|bits| bits != 0)
    }

    fn is_null(&self, value: Operand) -> bool {
        let Some(constant) = value.constant() else { return false };
        let data = self.constants.get(constant);
        match data.kind {
            ConstantKind::Null => true,
            ConstantKind::Scalar(bits) => bits == 0 && data.ty != common::VOID,
            _ => false,
        }
    }

    fn component_of(&self, vector: Type) -> Type {
        match self.types.get(vector) {
            TypeData::Vector { scalar, .. } => vitrum_ir::types::common::scalar(scalar),
            _ => vector,
        }
    }

    fn holds_integer(&self, ty: Type) -> bool {
        match self.types.get(ty) {
            TypeData::Struct(id) => self.structs[id].members.iter().any(|member| {
                self.types.scalar_of(self.innermost(member.ty)).is_some_and(Scalar::is_integer)
            }),
            _ => self.types.scalar_of(ty).is_some_and(Scalar::is_integer),
        }
    }

    fn is_per_vertex(&self, storage: Storage, qualifiers: Qualifiers) -> bool {
        let patch = qualifiers.contains(Qualifiers::PATCH);
        match (self.stage, storage) {
            (Stage::Geometry, Storage::Input) | (Stage::Mesh, Storage::Output) => true,
            (Stage::TessControl, Storage::Input | Storage::Output)
            | (Stage::TessEvaluation, Storage::Input) => !patch,
            _ => false,
        }
    }

    fn without_vertices(
        &self,
        ty: Type,
        storage: Storage,
        patch: bool,
        interpolation: Option<Interpolation>,
    ) -> Type {
        let per_vertex = match (self.stage, storage) {
            (Stage::Geometry | Stage::TessControl | Stage::TessEvaluation, Storage::Input) => !patch,
            (Stage::TessControl | Stage::Mesh, Storage::Output) => !patch,
            (Stage::Fragment, Storage::Input) => interpolation == Some(Interpolation::PerVertex),
            _ => false,
        };
        match self.types.get(ty) {
            TypeData::Array { element, .. } | TypeData::RuntimeArray { element } if per_vertex => element,
            _ => ty,
        }
    }

    fn precision_key(&self, ty: Type) -> Option<Type> {
        let inner = self.innermost(ty);
        Some(match self.types.get(inner) {
            TypeData::Scalar(Scalar::F32) => common::F32,
            TypeData::Vector { scalar: Scalar::F32, .. } | TypeData::Matrix { scalar: Scalar::F32, .. } => {
                common::F32
            }
            TypeData::Scalar(Scalar::I32 | Scalar::U32)
            | TypeData::Vector { scalar: Scalar::I32 | Scalar::U32, .. } => common::I32,
            TypeData::Image(image) => {
                let plain = vitrum_ir::ImageType { format: vitrum_ir::ImageFormat::Unknown, ..image };
                self.types.find(TypeData::Image(plain)).unwrap_or(inner)
            }
            TypeData::SampledImage(_) | TypeData::AtomicCounter => inner,
            _ => return None,
        })
    }

    fn is_block_array(&self, place: &Place, ty: Type) -> bool {
        let Some(global) = place.base.global() else { return false };
        let mut next = Some(self.globals[global].ty);
        while let Some(outer) = next {
            next = match self.types.get(outer) {
                TypeData::Array { .. } | TypeData::RuntimeArray { .. } if outer == ty => return true,
                TypeData::Array { element, .. } | TypeData::RuntimeArray { element } => Some(element),
                _ => None,
            };
        }
        false
    }
}

/// The name of a built-in type.
fn builtin_name(data: TypeData) -> &'static str {
    BuiltinType::of(data).map_or("unknown type", |builtin| builtin.name())
}
