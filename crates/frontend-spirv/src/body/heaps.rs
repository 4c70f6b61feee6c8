//! Descriptor heaps (`SPV_EXT_descriptor_heap`): accesses say what type they see in a variable that has none. The IR has a variable for
//! each array of descriptors, and for each block.

use spirv::{BuiltIn, Decoration, Op};
use vitrum_ir::{
    Decorations, Global, LayoutRule, Op as IrOp, Operand, Precision, Qualifiers, Storage, Type, TypeData,
};

use super::{Body, Given};
use crate::error::Error;
use crate::reader::Reader;
use crate::words::Inst;

impl<'w> Body<'_, '_, 'w> {
    /// An access to a heap. That to the descriptor of a buffer is followed by an instruction for its memory.
    pub(super) fn heap_access(&mut self, inst: &Inst<'w>) -> Result<(), Error> {
        // The uses of the address of a byte say what begins there. Until then it is the number of the byte.
        if let Some((_, start)) = self.start_of_block(inst.id)? {
            self.give(inst.id, Given::One(start));
            return Ok(());
        }
        if let Some(array) = self.heap_of(inst)? {
            let element = self.reader.index.def_for(array.word(0)?, inst.at)?;
            if element.is(Op::TypeBufferEXT) {
                let index = self.value(inst.word(2)?, inst.at)?;
                self.give(inst.id, Given::One(index));
                return Ok(());
            }
            let heap = self.reader.heap(array, None)?;
            return self.descriptor(inst, heap, inst.word(2)?);
        }
        self.see_block(inst.word(1)?, inst.word(0)?, inst)?;
        self.access(&inst.without(1), false)
    }

    /// The memory of a buffer whose descriptor is in a heap.
    pub(super) fn heap_buffer(&mut self, inst: &Inst<'w>) -> Result<(), Error> {
        let access = self.reader.index.def_for(inst.word(0)?, inst.at)?;
        if let Some(array) = self.heap_of(&access)? {
            let pointer = self.reader.index.def_for(inst.ty, inst.at)?;
            let heap = self.reader.heap(array, Some(pointer))?;
            return self.descriptor(inst, heap, access.word(2)?);
        }
        let address = self.pointer(inst.word(0)?, inst.at)?;
        let ty = self.operand_type(address);
        let pointer = self.reader.ty(inst.ty, inst.at)?;
        let types = &mut self.reader.module.types;
        let descriptor = types.pointee(ty).map(|pointee| types.get(pointee));
        let Some(TypeData::Descriptor { block, storage, .. }) = descriptor else {
            return Err(inst.invalid("OpBufferPointerEXT of what is no descriptor of a buffer"));
        };
        let block = types.intern(TypeData::Struct(block));
        if types.pointer(storage, block) != pointer {
            return Err(inst.unsupported("a descriptor of a heap that leads to blocks of several types"));
        }
        let memory = self.builder().emit(IrOp::Bitcast, &[address], 0, pointer, Precision::None);
        self.define(inst, memory);
        Ok(())
    }

    /// The array of descriptors that an access sees in a heap; none if it sees a block.
    fn heap_of(&self, access: &Inst<'w>) -> Result<Option<Inst<'w>>, Error> {
        let index = self.reader.index;
        if !is_untyped_access(access) {
            return Ok(None);
        }
        let base = index.def_for(access.word(1)?, access.at)?;
        let array = index.def_for(access.word(0)?, access.at)?;
        let is_array = array.is(Op::TypeArray) || array.is(Op::TypeRuntimeArray);
        if !base.is(Op::UntypedVariableKHR) || !is_array {
            return Ok(None);
        }
        let element = index.def_for(array.word(0)?, access.at)?;
        match element.known() {
            Some(
                Op::TypeBufferEXT
                | Op::TypeImage
                | Op::TypeSampler
                | Op::TypeAccelerationStructureKHR
                | Op::TypeTensorARM,
            ) if access.words.len() == 3 => Ok(Some(array)),
            _ => Err(access.unsupported("an array in a descriptor heap that is in no block")),
        }
    }

    /// The variable of a heap and the byte of it that an id is the address of, which may be the heap itself; none for other ids.
    fn start_of_block(&mut self, id: u32) -> Result<Option<(Inst<'w>, Operand)>, Error> {
        let index = self.reader.index;
        let Some(def) = index.def(id) else { return Ok(None) };
        if def.is(Op::UntypedVariableKHR) {
            return Ok(Some((def, self.reader.module.constants.u32(0).into())));
        }
        let is_byte =
            |ty: u32| index.def(ty).is_some_and(|def| def.is(Op::TypeInt) && def.words.first() == Some(&8));
        let is_bytes = |ty: u32| {
            index.def(ty).is_some_and(|def| {
                let is_array = def.is(Op::TypeArray) || def.is(Op::TypeRuntimeArray);
                is_array && def.words.first().is_some_and(|&element| is_byte(element))
            })
        };
        if !is_untyped_access(&def) {
            return Ok(None);
        }
        let &[bytes, base, start] = def.words else { return Ok(None) };
        match index.def(base).filter(|base| base.is(Op::UntypedVariableKHR)) {
            Some(variable) if is_bytes(bytes) => Ok(Some((variable, self.value(start, def.at)?))),
            _ => Ok(None),
        }
    }

    /// Makes the address of a byte that of the block which a use sees there. Other ids stay what they are.
    pub(super) fn see_block(&mut self, id: u32, ty: u32, inst: &Inst<'w>) -> Result<(), Error> {
        if let Some((variable, start)) = self.start_of_block(id)? {
            let block = self.reader.index.def_for(ty, inst.at)?;
            let heap = self.reader.structured_heap(variable, block)?;
            let address = self.builder().access(heap.into(), &[start], Precision::None);
            self.give(id, Given::One(address));
        }
        Ok(())
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

/// The block behind the descriptor of a buffer.
pub(crate) struct Buffer {
    pub(crate) ty: Type,
    pub(crate) storage: Storage,
    pub(crate) rule: LayoutRule,
}

/// True for an access through a pointer without a type.
pub(crate) fn is_untyped_access(inst: &Inst<'_>) -> bool {
    inst.is(Op::UntypedAccessChainKHR) || inst.is(Op::UntypedInBoundsAccessChainKHR)
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
                let Buffer { ty: element, storage, rule } = self.heap_buffer(pointer)?;
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

    /// The block that a pointer to the memory of a buffer leads to, whose descriptor is in a heap.
    pub(crate) fn heap_buffer(&mut self, pointer: Inst<'w>) -> Result<Buffer, Error> {
        let target = pointer.word(1)?;
        let storage = self.storage(pointer)?;
        let first = if storage == Storage::Uniform { LayoutRule::Std140 } else { LayoutRule::Std430 };
        let rule = self.layout_rule(target, pointer.at, first)?;
        let ty = self.memory_type(target, pointer.at)?;
        if !matches!(storage, Storage::Uniform | Storage::Buffer)
            || !matches!(self.module.types.get(ty), TypeData::Struct(_))
        {
            return Err(pointer.unsupported("a heap of buffers without a block"));
        }
        Ok(Buffer { ty, storage, rule })
    }

    /// The variable for a block that accesses see in a heap.
    fn structured_heap(&mut self, variable: Inst<'w>, block: Inst<'w>) -> Result<Global, Error> {
        if let Some(&known) = self.heaps.get(&(variable.id, block.id)) {
            return Ok(known);
        }
        if !block.is(Op::TypeStruct) {
            return Err(block.unsupported("a part of a descriptor heap that is in no block"));
        }
        let element = self.ty(block.id, block.at)?;
        self.lay_out_heap_block(block)?;
        let ty = self.module.types.intern(TypeData::RuntimeArray { element });
        let global = self.module.add_global(&format!("heap_{}", self.heaps.len()), ty, Storage::Opaque);
        let mut decorations = Decorations { heap: Some(1), ..Decorations::default() };
        let builtin = self.index.decoration(variable.id, None, Decoration::BuiltIn);
        if builtin == Some(BuiltIn::SamplerHeapEXT as u32) {
            decorations.qualifiers.insert(Qualifiers::SAMPLER_HEAP);
        }
        self.module.globals[global].decorations = decorations;
        self.heaps.insert((variable.id, block.id), global);
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
