//! Blocks of descriptor heaps (`SPV_EXT_descriptor_heap`): what lies behind a descriptor has an offset that only the device knows.

use crate::error::{Error, Result};
use crate::function::FunctionWriter;
use crate::globals::Pointee;
use crate::interned::Key;
use crate::layout::{HeapLayout, Layout, Rule};
use crate::writer::Writer;
use rustc_hash::FxHashSet;
use spirv::{Capability, Decoration, Op, StorageClass};
use vitrum_ir::{Global, Member, Operand, Qualifiers, Type, TypeData, Value, ValueFlags};

/// A number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bytes {
    /// Known now.
    Known(u32),
    /// The id of a constant that the device knows.
    Id(u32),
}

/// The size and alignment of what lies in a heap.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    size: Bytes,
    align: Bytes,
}

/// The members of a struct in a heap.
struct Members {
    offsets: Vec<Bytes>,
    end: Bytes,
    align: Bytes,
}

impl Writer<'_> {
    /// The layout of a part of a descriptor heap: without descriptors in it, it is that of any block.
    pub(crate) fn layout_in_heap(&self, ty: Type, layout: Layout) -> Layout {
        match layout {
            Layout::Heap(heap) if !self.holds_descriptor(ty) => Layout::Nested(heap.rule),
            layout => layout,
        }
    }

    fn holds_descriptor(&self, ty: Type) -> bool {
        let types = &self.module.types;
        let mut waiting = vec![ty];
        let mut seen = FxHashSet::default();
        while let Some(ty) = waiting.pop() {
            let ty = types.innermost(ty);
            match types.get(ty) {
                TypeData::Struct(_) if seen.insert(ty) => {
                    waiting.extend(self.module.members(ty).iter().map(|it| it.ty));
                }
                data if is_descriptor(data) => return true,
                _ => {}
            }
        }
        false
    }

    /// The size of a descriptor, which the device knows.
    pub(crate) fn descriptor_size(&mut self, descriptor: u32) -> u32 {
        let uint = self.intern_type(Op::TypeInt, &[32, 0]);
        self.intern(Key { op: Op::ConstantSizeOfEXT, ty: Some(uint), operands: &[descriptor], stride: 0 }).0
    }

    /// The type of an array of what holds descriptors.
    pub(crate) fn strided_in_heap(
        &mut self,
        op: Op,
        operands: &[u32],
        ty: Type,
        heap: HeapLayout,
    ) -> Result<u32> {
        let element = self.module.types.element(ty).unwrap_or(ty);
        let extent = self.heap_extent(element, heap)?;
        let stride = self.rounded_up(extent.size, extent.align);
        let stride = self.bytes(stride);
        Ok(self.strided_by_constant(op, operands, stride))
    }

    /// Decorates the members of a struct that holds descriptors.
    pub(crate) fn heap_members(&mut self, id: u32, members: &[Member], heap: HeapLayout) -> Result<()> {
        let offsets = self.members_in_heap(members, heap)?.offsets;
        for ((index, member), offset) in (0..).zip(members).zip(offsets) {
            let offset = self.bytes(offset);
            self.annotate(Op::MemberDecorateIdEXT, &[id, index, Decoration::OffsetIdEXT as u32, offset]);
            let inner = Layout::Heap(heap).of_member(member);
            let inner = self.layout_in_heap(member.ty, inner);
            self.matrix_member(id, index, member.ty, inner);
            let mut left = member.decorations.qualifiers.intersection(Qualifiers::SEEN_BY_OTHERS);
            left.remove(Qualifiers::NON_PRIVATE);
            if left != Qualifiers::NONE && !self.vulkan_memory {
                return Err(Error::unsupported("coherent or volatile members of a descriptor heap"));
            }
        }
        Ok(())
    }

    fn members_in_heap(&mut self, members: &[Member], heap: HeapLayout) -> Result<Members> {
        let (mut end, mut align) = (Bytes::Known(0), Bytes::Known(1));
        let mut offsets = Vec::with_capacity(members.len());
        for member in members {
            let extent = match Layout::Heap(heap).of_member(member) {
                Layout::Heap(inner) => self.heap_extent(member.ty, inner)?,
                _ => return Err(Error::malformed("a member of a heap without a layout")),
            };
            let offset = match member.decorations.offset {
                Some(offset) => Bytes::Known(offset),
                None => self.rounded_up(end, extent.align),
            };
            offsets.push(offset);
            end = self.sum(offset, extent.size);
            align = self.largest(align, extent.align);
        }
        Ok(Members { offsets, end, align })
    }

    fn heap_extent(&mut self, ty: Type, heap: HeapLayout) -> Result<Extent> {
        if !self.holds_descriptor(ty) {
            let (size, align) = (self.extents.size(ty, heap.rule), self.extents.align(ty, heap.rule));
            return Ok(Extent { size: Bytes::Known(size), align: Bytes::Known(align) });
        }
        let module = self.module;
        match module.types.get(ty) {
            TypeData::Array { element, length } => {
                let of_element = self.heap_extent(element, heap)?;
                let stride = self.rounded_up(of_element.size, of_element.align);
                let count = match length {
                    vitrum_ir::Length::Constant(length) => Bytes::Known(length),
                    vitrum_ir::Length::Spec(length) => Bytes::Id(self.known_constant(length)?),
                };
                Ok(Extent { size: self.product(stride, count), ..of_element })
            }
            TypeData::RuntimeArray { element } => {
                Ok(Extent { size: Bytes::Known(0), ..self.heap_extent(element, heap)? })
            }
            TypeData::Struct(id) => {
                if let Some(&known) = self.types.heap_extents.get(&(ty, heap)) {
                    return Ok(known);
                }
                let Members { end, align, .. } = self.members_in_heap(&module.structs[id].members, heap)?;
                let extent = Extent { size: self.rounded_up(end, align), align };
                self.types.heap_extents.insert((ty, heap), extent);
                Ok(extent)
            }
            _ => {
                let size = match heap.size {
                    Some(size) => Bytes::Known(size),
                    None => {
                        let descriptor = self.ty(ty)?;
                        Bytes::Id(self.descriptor_size(descriptor))
                    }
                };
                Ok(Extent { size, align: size })
            }
        }
    }

    /// The id of a number of bytes.
    fn bytes(&mut self, bytes: Bytes) -> u32 {
        match bytes {
            Bytes::Known(number) => self.u32_constant(number),
            Bytes::Id(id) => id,
        }
    }

    /// An operation on constants.
    fn of_constants(&mut self, ty: u32, op: Op, operands: &[u32]) -> u32 {
        let operands: Vec<u32> = std::iter::once(op as u32).chain(operands.iter().copied()).collect();
        self.intern(Key { op: Op::SpecConstantOp, ty: Some(ty), operands: &operands, stride: 0 }).0
    }

    fn of_bytes(&mut self, op: Op, a: Bytes, b: Bytes) -> Bytes {
        let (a, b) = (self.bytes(a), self.bytes(b));
        let uint = self.intern_type(Op::TypeInt, &[32, 0]);
        Bytes::Id(self.of_constants(uint, op, &[a, b]))
    }

    fn sum(&mut self, a: Bytes, b: Bytes) -> Bytes {
        match (a, b) {
            (Bytes::Known(a), Bytes::Known(b)) => Bytes::Known(a.saturating_add(b)),
            (Bytes::Known(0), other) | (other, Bytes::Known(0)) => other,
            _ => self.of_bytes(Op::IAdd, a, b),
        }
    }

    fn product(&mut self, a: Bytes, b: Bytes) -> Bytes {
        match (a, b) {
            (Bytes::Known(a), Bytes::Known(b)) => Bytes::Known(a.saturating_mul(b)),
            (Bytes::Known(1), other) | (other, Bytes::Known(1)) => other,
            _ => self.of_bytes(Op::IMul, a, b),
        }
    }

    fn largest(&mut self, a: Bytes, b: Bytes) -> Bytes {
        match (a, b) {
            (Bytes::Known(a), Bytes::Known(b)) => Bytes::Known(a.max(b)),
            (Bytes::Known(1), other) | (other, Bytes::Known(1)) => other,
            _ if a == b => a,
            _ => {
                let (a, b) = (self.bytes(a), self.bytes(b));
                let bool_type = self.intern_type(Op::TypeBool, &[]);
                let is_larger = self.of_constants(bool_type, Op::UGreaterThan, &[a, b]);
                let uint = self.intern_type(Op::TypeInt, &[32, 0]);
                Bytes::Id(self.of_constants(uint, Op::Select, &[is_larger, a, b]))
            }
        }
    }

    /// The next multiple of an alignment, which need not be a power of two.
    fn rounded_up(&mut self, bytes: Bytes, align: Bytes) -> Bytes {
        match (bytes, align) {
            (Bytes::Known(bytes), Bytes::Known(align)) => {
                Bytes::Known(bytes.checked_next_multiple_of(align.max(1)).unwrap_or(u32::MAX))
            }
            (Bytes::Known(0), _) | (_, Bytes::Known(1)) => bytes,
            _ if bytes == align => bytes,
            _ => {
                let beyond = self.of_bytes(Op::UMod, bytes, align);
                let missing = self.of_bytes(Op::ISub, align, beyond);
                let padding = self.of_bytes(Op::UMod, missing, align);
                self.sum(bytes, padding)
            }
        }
    }
}

impl FunctionWriter<'_, '_> {
    /// The address of a block of a heap, which begins at some byte of it.
    pub(crate) fn heap_block(&mut self, heap: Global, start: Operand) -> Result<u32> {
        self.w.requirements.capability(Capability::Int8);
        let byte = self.w.intern_type(Op::TypeInt, &[8, 0]);
        let key = Key { op: Op::TypeRuntimeArray, ty: None, operands: &[byte], stride: 1 };
        let (bytes, is_new) = self.w.intern(key);
        if is_new {
            self.w.decorate(bytes, Decoration::ArrayStride, &[1]);
        }
        let pointer = self.w.untyped_pointer(StorageClass::UniformConstant);
        let words = [bytes, self.w.variable(heap)?.id, self.operand(start)?];
        let id = self.emit_plain(Op::UntypedAccessChainKHR, pointer, &words);
        self.untyped.insert(id);
        Ok(id)
    }

    /// True for the address of a descriptor of a buffer.
    pub(crate) fn is_descriptor(&self, address: Operand) -> bool {
        let types = &self.w.module.types;
        let pointee = types.pointee(self.ty(address));
        pointee.is_some_and(|ty| matches!(types.get(ty), TypeData::Descriptor { .. }))
    }

    /// The address of the block behind a descriptor.
    pub(crate) fn described(&mut self, result: Value, address: Operand) -> Result<u32> {
        let module = self.w.module;
        let descriptor = self.pointee(self.ty(address))?;
        let TypeData::Descriptor { layout, storage, .. } = module.types.get(descriptor) else {
            return Err(Error::malformed("an address of another thing than a descriptor"));
        };
        let ty = self.pointee(self.data.values[result].ty)?;
        let place = Pointee {
            class: self.w.class(storage),
            layout: Layout::Block(Rule::new(layout, false)),
            align: 0,
        };
        let block = self.w.laid(ty, place.layout)?;
        self.w.mark_block(block, Decoration::Block);
        self.w.small_storage(ty, place.class, storage == vitrum_ir::Storage::Buffer, true);
        let pointer = self.w.pointer(place.class, block);
        let address = self.operand(address)?;
        let id = self.emit_plain(Op::BufferPointerEXT, pointer, &[address]);
        self.mark_nonuniform_as(id, address);
        if self.data.values[result].flags.contains(ValueFlags::NONUNIFORM) {
            self.mark_nonuniform(id);
        }
        self.set_place(result, place);
        Ok(id)
    }
}

/// True for what a heap holds descriptors of.
fn is_descriptor(data: TypeData) -> bool {
    matches!(
        data,
        TypeData::Image(_)
            | TypeData::Sampler { .. }
            | TypeData::AccelerationStructure
            | TypeData::Tensor { .. }
            | TypeData::Descriptor { .. }
    )
}
