//! Descriptor heaps: arrays of resources that alias a variable without a type (`SPV_EXT_descriptor_heap`).
//!
//! An access takes two steps: to a descriptor in the heap, and, if that is of a buffer, to the memory behind it.

use crate::error::{Error, Result};
use crate::function::FunctionWriter;
use crate::globals::{Pointee, Variable};
use crate::interned::Key;
use crate::layout::Layout;
use crate::writer::Writer;
use spirv::{BuiltIn, Capability, Decoration, Op, StorageClass};
use vitrum_ir::{Global, GlobalData, Operand, Qualifiers, Type, TypeData};

/// A pointer into a heap, and what is left of the indices of an access.
pub(crate) struct Entry<'i> {
    /// The pointer to a descriptor, or to the block of a buffer.
    pub(crate) id: u32,
    /// The type that it points to.
    pub(crate) ty: Type,
    /// The indices behind it.
    pub(crate) indices: &'i [Operand],
}

impl Writer<'_> {
    /// The variable of a heap: one has samplers, the other has all else.
    pub(crate) fn heap_variable(&mut self, data: &GlobalData, place: Pointee) -> Result<Variable> {
        let inner = self.module.types.innermost(data.ty);
        let is_image = matches!(self.module.types.get(inner), TypeData::Image(_));
        let mut left = data.decorations.qualifiers.intersection(Qualifiers::SEEN_BY_OTHERS);
        left.remove(Qualifiers::NON_PRIVATE);
        if is_image && !self.vulkan_memory && left != Qualifiers::NONE {
            return Err(Error::unsupported("coherent or volatile images of a descriptor heap"));
        }
        self.requirements.capability(Capability::UntypedPointersKHR);
        self.requirements.capability(Capability::DescriptorHeapEXT);
        let is_sampler = matches!(self.module.types.get(inner), TypeData::Sampler { .. })
            || data.decorations.qualifiers.contains(Qualifiers::SAMPLER_HEAP);
        let known = self.types.heaps[usize::from(is_sampler)];
        if known != 0 {
            return Ok(Variable { id: known, place });
        }
        let pointer = self.untyped_pointer(StorageClass::UniformConstant);
        let id = self.id();
        self.globals.push(Op::UntypedVariableKHR, &[pointer, id, StorageClass::UniformConstant as u32]);
        let (name, builtin) = match is_sampler {
            true => ("sampler_heap", BuiltIn::SamplerHeapEXT),
            false => ("resource_heap", BuiltIn::ResourceHeapEXT),
        };
        self.name(id, name);
        self.decorate(id, Decoration::BuiltIn, &[builtin as u32]);
        self.types.heaps[usize::from(is_sampler)] = id;
        Ok(Variable { id, place })
    }

    /// The type of pointers without a pointee.
    pub(crate) fn untyped_pointer(&mut self, class: StorageClass) -> u32 {
        self.intern_type(Op::TypeUntypedPointerKHR, &[class as u32])
    }

    /// The type of an array of descriptors, whose stride is a constant.
    pub(crate) fn strided_by_constant(&mut self, op: Op, operands: &[u32], stride: u32) -> u32 {
        let (id, is_new) = self.intern(Key { op, ty: None, operands, stride });
        if is_new {
            self.annotate(Op::DecorateId, &[id, Decoration::ArrayStrideIdEXT as u32, stride]);
        }
        id
    }

    /// The type of an array of descriptors, with a stride of its own or that of the size of one.
    fn heap_array(&mut self, descriptor: u32, stride: u32) -> u32 {
        let stride = match stride {
            0 => self.descriptor_size(descriptor),
            stride => self.u32_constant(stride),
        };
        self.strided_by_constant(Op::TypeRuntimeArray, &[descriptor], stride)
    }
}

impl FunctionWriter<'_, '_> {
    /// The first step of an access to a heap; `None` for other memory.
    #[inline(never)]
    pub(crate) fn heap_entry<'i>(
        &mut self,
        global: Global,
        indices: &'i [Operand],
        place: Pointee,
        is_nonuniform: bool,
    ) -> Result<Option<Entry<'i>>> {
        let module = self.w.module;
        let data = &module.globals[global];
        let (Some(stride), Some((&index, indices))) = (data.decorations.heap, indices.split_first()) else {
            return Ok(None);
        };
        let element = module.types.element(data.ty);
        let ty = element.ok_or_else(|| Error::malformed("a descriptor heap that is no array"))?;
        if let Layout::Heap(_) = place.layout {
            return self.heap_block(global, index).map(|id| Some(Entry { id, ty, indices }));
        }
        let is_buffer = data.block.is_some();
        let descriptor = match is_buffer {
            true => self.w.intern_type(Op::TypeBufferEXT, &[place.class as u32]),
            false => self.w.laid(ty, Layout::None)?,
        };
        let array = self.w.heap_array(descriptor, stride);
        let pointer = self.w.untyped_pointer(StorageClass::UniformConstant);
        let words = [array, self.w.variable(global)?.id, self.operand(index)?];
        let mut id = self.emit_plain(Op::UntypedAccessChainKHR, pointer, &words);
        if is_nonuniform {
            self.mark_nonuniform(id);
        }
        if is_buffer {
            let block = self.w.laid(ty, place.layout)?;
            let pointer = self.w.pointer(place.class, block);
            id = self.emit_plain(Op::BufferPointerEXT, pointer, &[id]);
            if is_nonuniform {
                self.mark_nonuniform(id);
            }
        } else {
            self.untyped.insert(id);
        }
        Ok(Some(Entry { id, ty, indices }))
    }
}
