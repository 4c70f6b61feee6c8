//! Descriptor heaps (`SPV_EXT_descriptor_heap`): accesses say what type they see in a variable that has none. The IR has a variable for
//! each.

use spirv::{Decoration, Op};
use vitrum_ir::{Decorations, Global, LayoutRule, Op as IrOp, Precision, Storage, TypeData};

use super::Body;
use crate::error::Error;
use crate::reader::Reader;
use crate::words::Inst;

impl<'w> Body<'_, '_, 'w> {
    /// An access to a descriptor. That of a buffer is followed by an instruction for its memory.
    pub(super) fn heap_access(&mut self, inst: &Inst<'w>) -> Result<(), Error> {
        let array = self.heap_of(inst)?;
        let element = self.reader.index.def_for(array.word(0)?, inst.at)?;
        match element.known() {
            Some(Op::TypeBufferEXT) => Ok(()),
            Some(Op::TypeImage | Op::TypeSampler | Op::TypeAccelerationStructureKHR | Op::TypeTensorARM) => {
                let heap = self.reader.heap(array, None)?;
                self.descriptor(inst, heap, inst.word(2)?)
            }
            _ => Err(inst.unsupported("a block of a descriptor heap")),
        }
    }

    /// The memory of a buffer whose descriptor is in a heap.
    pub(super) fn heap_buffer(&mut self, inst: &Inst<'w>) -> Result<(), Error> {
        let access = self.reader.index.def_for(inst.word(0)?, inst.at)?;
        if !access.is(Op::UntypedAccessChainKHR) {
            return Err(inst.unsupported("a buffer whose descriptor is not in an array of a heap"));
        }
        let array = self.heap_of(&access)?;
        let pointer = self.reader.index.def_for(inst.ty, inst.at)?;
        let heap = self.reader.heap(array, Some(pointer))?;
        self.descriptor(inst, heap, access.word(2)?)
    }

    /// The array that an access sees in a heap.
    fn heap_of(&self, access: &Inst<'w>) -> Result<Inst<'w>, Error> {
        let base = self.reader.index.def_for(access.word(1)?, access.at)?;
        let array = self.reader.index.def_for(access.word(0)?, access.at)?;
        let is_array = array.is(Op::TypeArray) || array.is(Op::TypeRuntimeArray);
        if !base.is(Op::UntypedVariableKHR) || !is_array || access.words.len() != 3 {
            return Err(access.unsupported("an access to what is no array of descriptors"));
        }
        Ok(array)
    }

    fn descriptor(&mut self, inst: &Inst<'w>, heap: Global, index: u32) -> Result<(), Error> {
        let index = self.value(index, inst.at)?;
        let address = self.builder().access(heap.into(), &[index], Precision::None);
        self.define(inst, address);
        Ok(())
    }

    /// The address of a texel of an image in a heap.
    pub(super) fn heap_texel(&mut self, inst: &Inst<'w>) -> Result<(), Error> {
        let operands = self.values(inst.from(1), inst.at)?;
        if operands.len() != 3 {
            return Err(inst.invalid("the address of a texel has an image, a place and a sample"));
        }
        let texel = self.builder().op(IrOp::TexelPointer, &operands, Precision::None);
        self.define(inst, texel);
        Ok(())
    }
}

impl<'w> Reader<'_, 'w> {
    /// The variable for an array that accesses see in a heap; for one of buffers, the pointer type says their block.
    fn heap(&mut self, array: Inst<'w>, pointer: Option<Inst<'w>>) -> Result<Global, Error> {
        let target = match pointer {
            Some(pointer) => pointer.word(1)?,
            None => 0,
        };
        if let Some(&known) = self.heaps.get(&(array.id, target)) {
            return Ok(known);
        }
        let stride = self.heap_stride(array)?;
        let (ty, storage, block) = match pointer {
            None => (self.ty(array.id, array.at)?, Storage::Opaque, None),
            Some(pointer) => {
                let storage = self.storage(pointer)?;
                let is_uniform = storage == Storage::Uniform;
                let first = if is_uniform { LayoutRule::Std140 } else { LayoutRule::Std430 };
                let rule = self.layout_rule(target, array.at, first)?;
                let element = self.memory_type(target, array.at)?;
                if !matches!(storage, Storage::Uniform | Storage::Buffer)
                    || !matches!(self.module.types.get(element), TypeData::Struct(_))
                {
                    return Err(array.unsupported("a heap of buffers without a block"));
                }
                let data = match array.is(Op::TypeArray) {
                    true => TypeData::Array { element, length: self.length(array.word(1)?, array.at)? },
                    false => TypeData::RuntimeArray { element },
                };
                (self.module.types.intern(data), storage, Some(rule))
            }
        };
        let global = self.module.add_global(&format!("heap_{}", self.heaps.len()), ty, storage);
        let data = &mut self.module.globals[global];
        data.block = block;
        data.decorations = Decorations { heap: Some(stride), ..Decorations::default() };
        self.heaps.insert((array.id, target), global);
        Ok(global)
    }

    /// The bytes from one descriptor of an array to the next; 0 where these are the size of one.
    fn heap_stride(&mut self, array: Inst<'w>) -> Result<u32, Error> {
        if let Some(stride) = self.index.decoration(array.id, None, Decoration::ArrayStride) {
            return Ok(stride);
        }
        let Some(id) = self.index.decoration(array.id, None, Decoration::ArrayStrideIdEXT) else {
            return Err(array.invalid("an array of descriptors without a stride"));
        };
        let def = self.index.def_for(id, array.at)?;
        match def.is(Op::ConstantSizeOfEXT) {
            true if def.word(0)? == array.word(0)? => Ok(0),
            true => Err(array.unsupported("a stride that is the size of another descriptor")),
            false => self.number(id, array.at),
        }
    }
}
