//! Queries on types that need the module alone.

use crate::builtin_types::BuiltinType;
use crate::lower::declarations::types::type_data;
use vitrum_ir::types::Length;
use vitrum_ir::{ImageFormat, ImageType, Module, Scalar, Type, TypeData};

/// Queries on types.
pub(crate) trait TypeQueries {
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
}

impl TypeQueries for Module {
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
                if name.is_empty() { "an unnamed struct".to_owned() } else { name.to_owned() }
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
}

/// The name of a built-in type.
fn builtin_name(data: TypeData) -> &'static str {
    // Only messages need this, so a linear search is good enough.
    let found = BuiltinType::ALL.iter().find(|builtin| type_data(builtin.shape()) == data);
    found.map_or("an unknown type", |builtin| builtin.name())
}
