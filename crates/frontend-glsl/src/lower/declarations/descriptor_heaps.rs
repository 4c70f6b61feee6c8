//! Arrays of resources that are descriptor heaps (`GL_EXT_descriptor_heap`).

use crate::diagnostics::Code;
use crate::lower::Lowering;
use crate::lower::declarations::Declarator;
use crate::lower::declarations::qualifiers::QualifierList;
use crate::lower::queries::ModuleQueries;
use vitrum_ir::{Dim, Storage, Type, TypeData};

impl Lowering<'_> {
    /// Checks `descriptor_heap` and `descriptor_stride` of a variable or block of this type; gives whether they are right.
    pub(crate) fn check_heap(
        &mut self,
        qualifiers: &QualifierList,
        storage: Storage,
        ty: Type,
        declarator: Declarator,
    ) -> bool {
        let (layout, name) = (&qualifiers.layout, self.symbols.text(declarator.name));
        let stride = layout.numbers.descriptor_stride;
        let (code, wrong) = if !layout.descriptor_heap {
            if stride.is_none() {
                return true;
            }
            (Code::MissingLayout, format!("`descriptor_stride` of `{name}` requires `descriptor_heap`"))
        } else if layout.push_constant || layout.shader_record || layout.buffer_reference {
            let message = format!("descriptor heap `{name}` must be an array of resources");
            (Code::LayoutConflict, message)
        } else if layout.numbers.set.is_some() || layout.numbers.binding.is_some() {
            let message = format!("descriptor heap `{name}` cannot have a `set` or `binding`");
            (Code::LayoutConflict, message)
        } else if let Some(stride) = stride.filter(|stride| !stride.is_power_of_two()) {
            (Code::LayoutValue, format!("`descriptor_stride` must be a power of two, found {stride}"))
        } else if !self.is_heap(storage, ty) {
            let found = self.module.type_name(ty);
            let message = format!(
                "descriptor heap `{name}` must be an array with one dimension, of blocks, textures, images, samplers or \
                 acceleration structures, found `{found}`"
            );
            (Code::OpaqueVariable, message)
        } else {
            return true;
        };
        self.report.error(code, declarator.span, wrong);
        false
    }

    /// True if a variable of this type can be a heap: combined images and samplers are not in one, nor are attachments.
    fn is_heap(&self, storage: Storage, ty: Type) -> bool {
        let Some(element) = self.module.element(ty) else { return false };
        match (storage, self.module.data(element)) {
            (Storage::Uniform | Storage::Buffer, TypeData::Struct(_)) => true,
            (Storage::Opaque, TypeData::Image(image)) => {
                !matches!(image.dim, Dim::Subpass | Dim::TileImage | Dim::PixelLocal)
            }
            (Storage::Opaque, TypeData::Sampler { .. } | TypeData::AccelerationStructure) => true,
            _ => false,
        }
    }
}
