//! Descriptor heaps whose memory has a structure (`GL_EXT_structured_descriptor_heap`).

use crate::module::{GlobalData, Module, Storage};
use crate::types::TypeData;

impl Module {
    /// True if a global is a block of a descriptor heap: an array of structs whose index is the byte where the block begins.
    pub fn is_structured_heap(&self, data: &GlobalData) -> bool {
        data.decorations.heap.is_some()
            && data.storage == Storage::Opaque
            && matches!(self.types.get(self.types.innermost(data.ty)), TypeData::Struct(_))
    }
}
