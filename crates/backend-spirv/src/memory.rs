//! Memory: variables, addresses, loads and stores.

use crate::error::{Error, Result};
use crate::function::{Arg, FunctionWriter};
use crate::globals::Pointee;
use crate::layout::{Layout, Rule};
use crate::words::Ids;
use smallvec::SmallVec;
use spirv::{Capability, Decoration, Op, Scope, StorageClass};
use vitrum_ir::types::common;
use vitrum_ir::{
    BuiltIn, Constant, Dim, Inst, InstData, MemoryAccess, Op as IrOp, Operand, OperandKind, Qualifiers,
    Storage, SwizzledStore, Type, TypeData, Value, ValueData, ValueDef, ValueFlags,
};

/// An array within a constant array.
#[derive(Debug, Default)]
pub(crate) struct Nested {
    /// The variable that holds the constant.
    variable: u32,
    /// Indices that lead to the array.
    indices: Vec<u32>,
    /// True if it is used otherwise than to be indexed.
    whole: bool,
}

/// The scope to which Vulkan's memory model makes an access available or visible.
///
/// `coherent` and `volatile` mean the queue family (`GL_KHR_memory_scope_semantics`, "Mapping to SPIR-V"). The first row
/// that holds is the widest.
pub(crate) fn coherence_scope(access: MemoryAccess) -> Option<Scope> {
    const ROWS: &[(MemoryAccess, Scope)] = &[
        (MemoryAccess::DEVICE_COHERENT, Scope::Device),
        (MemoryAccess::VOLATILE, Scope::QueueFamily),
        (MemoryAccess::COHERENT, Scope::QueueFamily),
        (MemoryAccess::QUEUE_FAMILY_COHERENT, Scope::QueueFamily),
        (MemoryAccess::WORKGROUP_COHERENT, Scope::Workgroup),
        (MemoryAccess::SUBGROUP_COHERENT, Scope::Subgroup),
        (MemoryAccess::SHADER_CALL_COHERENT, Scope::ShaderCallKHR),
    ];
    ROWS.iter().find(|(flag, _)| access.contains(*flag)).map(|&(_, scope)| scope)
}

/// True if other invocations may access memory of a class.
fn is_shared(class: StorageClass) -> bool {
    matches!(
        class,
        StorageClass::StorageBuffer
            | StorageClass::PhysicalStorageBuffer
            | StorageClass::Uniform
            | StorageClass::Workgroup
            | StorageClass::Image
    )
}

impl FunctionWriter<'_, '_> {
    /// Declares a local variable at its first use: the type of an unused one could ask for capabilities. A debugger shows
    /// all variables, and an initialiser that is computed is stored where the variable begins.
    pub(crate) fn var(&mut self, inst: Inst, data: &InstData) -> Result<()> {
        let Some(result) = data.result() else { return Err(Error::malformed("a variable without address")) };
        self.set_local_place(result);
        let initial = self.data.operands_of(data).first();
        if initial.is_none() && !self.w.debugs() {
            return Ok(());
        }
        // An initialiser is for the start of the function; in a loop, each iteration starts anew.
        let initial = initial.copied();
        let initial = initial.filter(|_| !(self.control.is_top_level() && self.is_constant(inst)));
        if let Some(initial) = initial {
            let value = self.operand(initial)?;
            let id = self.declare(inst, None)?;
            self.body.push(Op::Store, &[id, value]);
        } else if self.w.debugs() {
            self.first_use(inst)?;
        }
        Ok(())
    }

    /// Declares a local variable that was not declared at its `var`.
    pub(crate) fn first_use(&mut self, inst: Inst) -> Result<u32> {
        let initial = self.data.operands(inst).first().copied();
        let initial = initial.map(|operand| self.operand(operand)).transpose()?;
        self.declare(inst, initial)
    }

    fn declare(&mut self, inst: Inst, initial: Option<u32>) -> Result<u32> {
        let function = self.data;
        let result = function.result(inst).ok_or_else(|| Error::malformed("a variable without address"))?;
        let data = &function.values[result];
        let ty = self.pointee(data.ty)?;
        let ty = self.w.ty(ty)?;
        let id = self.local(ty, initial);
        self.define(result, id, true);
        if matches!(data.precision, vitrum_ir::Precision::Low | vitrum_ir::Precision::Medium)
            && self.w.may_relax(data.ty)
        {
            self.w.decorate(id, Decoration::RelaxedPrecision, &[]);
        }
        Ok(id)
    }

    /// True if the initialiser is known before the function runs.
    fn is_constant(&mut self, inst: Inst) -> bool {
        let operand = self.data.operands(inst).first().and_then(|operand| operand.constant());
        operand.is_none_or(|constant| matches!(self.w.constant(constant), Ok(Some(_))))
    }

    /// The type that an address points to; a buffer reference is an address, too.
    pub(crate) fn pointee(&self, ty: Type) -> Result<Type> {
        let types = &self.w.module.types;
        let pointee = match types.get(ty) {
            TypeData::BufferReference { block, .. } => types.find(TypeData::Struct(block)),
            _ => types.pointee(ty),
        };
        pointee.ok_or_else(|| Error::malformed("an address is not a pointer"))
    }

    pub(crate) fn access(&mut self, inst: &InstData) -> Result<()> {
        let function = self.data;
        let result = inst.result().ok_or_else(|| Error::malformed("an access without address"))?;
        if self.is_for_length_alone(result) {
            return Ok(());
        }
        let Some((&base, indices)) = function.operands_of(inst).split_first() else {
            return Err(Error::malformed("an access without base"));
        };
        let is_nonuniform = function.values[result].flags.contains(ValueFlags::NONUNIFORM);
        let (id, place) = self.address(base, indices, is_nonuniform)?;
        if is_nonuniform {
            self.nonuniform_pointer(id, base, indices)?;
        }
        self.define(result, id, false);
        self.set_place(result, place);
        if function.has_name(result) {
            let module = self.w.module;
            self.w.name(id, module.names.get(function.value_name(result)));
        }
        Ok(())
    }

    /// True for the address of an array without a length, if nothing but its length is asked for: `OpArrayLength` takes the block.
    #[inline]
    fn is_for_length_alone(&mut self, address: Value) -> bool {
        self.is_whole_array(address) && !self.uses_whole_array(address)
    }

    fn is_whole_array(&self, address: Value) -> bool {
        let types = &self.w.module.types;
        let array = types.pointee(self.data.values[address].ty).map(|array| types.get(array));
        matches!(array, Some(TypeData::RuntimeArray { .. }))
    }

    #[inline(never)]
    fn uses_whole_array(&mut self, address: Value) -> bool {
        let function = self.data;
        let used = self.whole_arrays.take().unwrap_or_else(|| {
            let others = function.insts.values().filter(|inst| inst.op != IrOp::ArrayLength);
            let operands = others.flat_map(|inst| function.operands_of(inst));
            let values = operands.filter_map(|operand| operand.value());
            values.filter(|&value| self.is_whole_array(value)).collect()
        });
        self.whole_arrays.insert(used).contains(&address)
    }

    /// The memory that a buffer reference points to.
    pub(crate) fn reference_place(&self, ty: Type) -> Option<Pointee> {
        match self.w.module.types.get(ty) {
            TypeData::BufferReference { layout, align, .. } => Some(Pointee {
                class: StorageClass::PhysicalStorageBuffer,
                layout: Layout::Block(Rule::new(layout, false)),
                align,
            }),
            _ => None,
        }
    }

    /// True if an operation takes a buffer reference as the pointer that it is; the result then points there.
    pub(crate) fn dereference(&mut self, result: Value, address: Operand) -> bool {
        let pointer =
            matches!(self.w.module.types.get(self.data.values[result].ty), TypeData::Pointer { .. });
        let place = self.reference_place(self.ty(address)).filter(|_| pointer);
        if let Some(place) = place {
            self.set_place(result, place);
        }
        place.is_some()
    }

    /// The address of a part, and where it points.
    pub(crate) fn address(
        &mut self,
        base: Operand,
        indices: &[Operand],
        is_nonuniform: bool,
    ) -> Result<(u32, Pointee)> {
        let module = self.w.module;
        let base_type = self.ty(base);
        let mut ty = self.pointee(base_type)?;
        let mut place = self.place(base)?;
        let mut words = Ids::new();
        let mut indices = indices;
        let entry = match base.global() {
            Some(global) if module.globals[global].decorations.heap.is_some() => {
                self.heap_entry(global, indices, place, is_nonuniform)?
            }
            _ => None,
        };
        let first = match entry {
            Some(entry) => {
                (ty, indices) = (entry.ty, entry.indices);
                entry.id
            }
            None => self.operand(base)?,
        };
        // An access that has no pointee names the type that its indices are of.
        let is_untyped = self.untyped.contains(&first) && !indices.is_empty();
        if is_untyped {
            words.push(self.w.laid(ty, place.layout)?);
        }
        words.push(first);
        for &index in indices {
            let known = index.constant().and_then(|constant| module.constants.as_int(constant));
            if let TypeData::Struct(id) = module.types.get(ty) {
                let position = known.and_then(|known| usize::try_from(known).ok());
                let member = position.and_then(|position| module.structs[id].members.get(position));
                let (Some(position), Some(member)) = (position, member) else {
                    return Err(Error::malformed("an access to a missing member"));
                };
                if let (Some(builtin), TypeData::Pointer { storage, .. }) =
                    (member.decorations.builtin, module.types.get(base_type))
                {
                    self.w.builtin_capability(builtin, storage);
                }
                place = self.moved(place, ty, Some(position as u32));
                if !matches!(place.layout, Layout::None) {
                    place.layout = place.layout.of_member(member);
                }
                words.push(self.w.i32_constant(position as i32));
                ty = member.ty;
            } else {
                // An index that differs between invocations asks for another capability.
                if known.is_none() && !is_nonuniform && !is_untyped {
                    self.dynamic_index(base_type, ty, place);
                }
                words.push(self.operand(index)?);
                place = self.moved(place, ty, known.and_then(|known| u32::try_from(known).ok()));
                ty = self.part(ty, 0)?;
            }
        }
        if indices.is_empty() {
            return Ok((first, place));
        }
        if is_untyped {
            place.layout = self.w.layout_in_heap(ty, place.layout);
            let pointer = self.w.untyped_pointer(place.class);
            let id = self.emit_plain(Op::UntypedAccessChainKHR, pointer, &words);
            self.untyped.insert(id);
            self.mark_nonuniform_as(id, first);
            return Ok((id, place));
        }
        let pointee = self.w.laid(ty, place.layout)?;
        let pointer = self.w.pointer(place.class, pointee);
        let id = self.emit_plain(Op::AccessChain, pointer, &words);
        self.mark_nonuniform_as(id, first);
        Ok((id, place))
    }

    /// The place with the alignment of a part; of any part, if its index is not known.
    #[inline]
    fn moved(&mut self, place: Pointee, ty: Type, index: Option<u32>) -> Pointee {
        if place.align > 1 { self.moved_aligned(place, ty, index) } else { place }
    }

    #[inline(never)]
    fn moved_aligned(&mut self, place: Pointee, ty: Type, index: Option<u32>) -> Pointee {
        let Some(rule) = place.layout.rule() else { return place };
        let extents = &mut self.w.extents;
        let stride = match self.w.module.types.get(ty) {
            TypeData::Struct(_) => return place.moved(extents.offset(ty, rule, index.unwrap_or(0))),
            TypeData::Array { .. } | TypeData::RuntimeArray { .. } => extents.array_stride(ty, rule),
            TypeData::Matrix { .. } if !rule.row_major => extents.matrix_stride(ty, rule).unwrap_or(1),
            // Scalars follow one another, or lie further apart in a row-major matrix.
            _ => self.w.facts(ty).align(),
        };
        place.moved(stride.saturating_mul(index.unwrap_or(1)))
    }

    /// Writes an operation whose result has no precision of its own.
    pub(crate) fn emit_plain(&mut self, op: Op, ty: u32, operands: &[u32]) -> u32 {
        let id = self.w.id();
        self.body.push_result(op as u32 as u16, ty, id, operands);
        id
    }

    /// Capabilities to index arrays of resources by values that are not constant.
    fn dynamic_index(&mut self, base: Type, array: Type, place: Pointee) {
        let module = self.w.module;
        if !matches!(module.types.get(array), TypeData::Array { .. } | TypeData::RuntimeArray { .. }) {
            return;
        }
        let storage = match module.types.get(base) {
            TypeData::Pointer { storage, .. } => storage,
            _ => return,
        };
        let capability = match (storage, place.layout, module.types.get(self.w.module.types.innermost(array)))
        {
            (Storage::Opaque, _, TypeData::Image(image)) if image.dim == Dim::Subpass => {
                Capability::InputAttachmentArrayDynamicIndexing
            }
            (Storage::Opaque, _, TypeData::Image(image)) if image.storage && image.dim == Dim::Buffer => {
                Capability::StorageTexelBufferArrayDynamicIndexing
            }
            (Storage::Opaque, _, TypeData::Image(image) | TypeData::SampledImage(image))
                if !image.storage && image.dim == Dim::Buffer =>
            {
                Capability::UniformTexelBufferArrayDynamicIndexing
            }
            (Storage::Opaque, _, TypeData::Image(image)) if image.storage => {
                Capability::StorageImageArrayDynamicIndexing
            }
            (Storage::Opaque, _, TypeData::Image(_) | TypeData::SampledImage(_)) => {
                Capability::SampledImageArrayDynamicIndexing
            }
            (Storage::Opaque, _, TypeData::Tensor { .. }) => Capability::StorageTensorArrayDynamicIndexingARM,
            (Storage::Uniform, Layout::Block(_), _) => Capability::UniformBufferArrayDynamicIndexing,
            (Storage::Buffer, Layout::Block(_), _) => Capability::StorageBufferArrayDynamicIndexing,
            _ => return,
        };
        self.w.requirements.capability(capability);
    }

    /// True if a load or store has no memory operands. In Vulkan's memory model each access says what it makes available and
    /// visible, and to whom.
    #[inline]
    fn is_plain(&self, access: MemoryAccess, place: Pointee) -> bool {
        access == MemoryAccess::NONE
            && !self.w.vulkan_memory
            && place.class != StorageClass::PhysicalStorageBuffer
    }

    /// The memory operands of a load or store.
    #[inline]
    pub(crate) fn memory_operands(
        &mut self,
        access: MemoryAccess,
        place: Pointee,
        ty: Type,
        is_store: bool,
    ) -> SmallVec<[u32; 2]> {
        if self.is_plain(access, place) {
            return SmallVec::new();
        }
        self.special_memory_operands(access, place, ty, is_store)
    }

    #[inline(never)]
    fn special_memory_operands(
        &mut self,
        access: MemoryAccess,
        place: Pointee,
        ty: Type,
        is_store: bool,
    ) -> SmallVec<[u32; 2]> {
        // Shared variables are coherent within their workgroup.
        let own = match place.class {
            StorageClass::Workgroup => MemoryAccess::WORKGROUP_COHERENT,
            _ => MemoryAccess::NONE,
        };
        let mut access = access.union(own);
        let mut mask = spirv::MemoryAccess::NONE;
        if access.contains(MemoryAccess::VOLATILE) {
            mask |= spirv::MemoryAccess::VOLATILE;
        }
        if access.contains(MemoryAccess::NONTEMPORAL) && is_shared(place.class) {
            mask |= spirv::MemoryAccess::NONTEMPORAL;
        }
        access.remove(MemoryAccess::NONTEMPORAL);
        // Of other memory nobody else could be told; built-in inputs may be volatile.
        if !self.w.vulkan_memory || !is_shared(place.class) {
            access = MemoryAccess::NONE;
        }
        let scope = coherence_scope(access);
        if access != MemoryAccess::NONE {
            mask |= spirv::MemoryAccess::NON_PRIVATE_POINTER;
        }
        if scope.is_some() {
            mask |= if is_store {
                spirv::MemoryAccess::MAKE_POINTER_AVAILABLE
            } else {
                spirv::MemoryAccess::MAKE_POINTER_VISIBLE
            };
        }
        let mut operands = SmallVec::new();
        if place.class == StorageClass::PhysicalStorageBuffer {
            operands.push((mask | spirv::MemoryAccess::ALIGNED).bits());
            operands.push(place.align.max(self.w.facts(ty).align()));
        } else if !mask.is_empty() {
            operands.push(mask.bits());
        }
        if let Some(scope) = scope {
            operands.push(self.memory_scope(scope as u32));
        }
        operands
    }

    /// Memory access that the declarations of an address, or of an image, ask for: for instructions that
    /// do not say it themselves.
    pub(crate) fn declared_access(&self, place: Operand) -> MemoryAccess {
        let (module, function) = (self.w.module, self.data);
        let mut access = MemoryAccess::NONE;
        let mut operand = place;
        loop {
            let value = match operand.kind() {
                OperandKind::Global(global) => {
                    return access.union(MemoryAccess::of(module.globals[global].decorations.qualifiers));
                }
                OperandKind::Constant(_) => return access,
                OperandKind::Value(value) => value,
            };
            // Each step leads to an earlier definition.
            let inst = match function.values[value].def() {
                ValueDef::Result { inst, .. } => inst,
                ValueDef::Param { block, index } if block == function.body => {
                    let param = function.params.get(index as usize);
                    let declared = param.map_or(Qualifiers::NONE, |param| param.qualifiers);
                    return access.union(MemoryAccess::of(declared));
                }
                ValueDef::Param { .. } => return access,
            };
            let (op, operands) = (function.insts[inst].op, function.operands(inst));
            let Some((&base, indices)) = operands.split_first() else { return access };
            match op {
                IrOp::Access => access = access.union(self.members_access(base, indices)),
                IrOp::TexelPointer => {}
                // The target of a loaded address has qualifiers of its own.
                IrOp::Load if self.reference_place(self.ty(value.into())).is_none() => {}
                _ => return access,
            }
            operand = base;
        }
    }

    /// Memory access that the chosen members declare.
    fn members_access(&self, base: Operand, indices: &[Operand]) -> MemoryAccess {
        let module = self.w.module;
        let mut access = MemoryAccess::NONE;
        let Ok(mut ty) = self.pointee(self.ty(base)) else { return access };
        for &index in indices {
            let known = index.constant().and_then(|constant| module.constants.as_int(constant));
            let position = known.and_then(|known| usize::try_from(known).ok());
            let member = position.and_then(|position| module.members(ty).get(position));
            let part = match member {
                Some(member) => {
                    access = access.union(MemoryAccess::of(member.decorations.qualifiers));
                    Ok(member.ty)
                }
                None => self.part(ty, 0),
            };
            let Ok(part) = part else { return access };
            ty = part;
        }
        access
    }

    pub(crate) fn load(&mut self, inst: &InstData) -> Result<()> {
        let function = self.data;
        let result = inst.result().ok_or_else(|| Error::malformed("a load without result"))?;
        let &[pointer, ..] = function.operands_of(inst) else {
            return Err(Error::malformed("a load without an address"));
        };
        let value = &function.values[result];
        let ty = value.ty;
        let access = MemoryAccess::from_bits(inst.imm);
        if access == MemoryAccess::NONE && self.is_local(pointer) {
            let laid = self.w.ty(ty)?;
            let address = self.operand(pointer)?;
            let id = self.w.id();
            self.body.push(Op::Load, &[laid, id, address]);
            self.decorate_result(Op::Load, id);
            self.define(result, id, true);
            return Ok(());
        }
        let place = self.place(pointer)?;
        let laid = self.w.laid(ty, place.layout)?;
        let address = self.operand(pointer)?;
        let is_marked = value.flags.contains(ValueFlags::NONUNIFORM);
        let loaded = if !is_marked && self.is_plain(access, place) {
            let id = self.w.id();
            self.body.push(Op::Load, &[laid, id, address]);
            self.decorate_result(Op::Load, id);
            id
        } else {
            self.load_specially(pointer, address, place, value, access)?
        };
        let id = self.loaded_value(loaded, ty, place.layout)?;
        self.define(result, id, true);
        Ok(())
    }

    /// Writes a load with memory operands, or of a resource that differs between invocations.
    #[inline(never)]
    fn load_specially(
        &mut self,
        pointer: Operand,
        address: u32,
        place: Pointee,
        value: &ValueData,
        mut access: MemoryAccess,
    ) -> Result<u32> {
        let ty = value.ty;
        let laid = self.w.laid(ty, place.layout)?;
        // Otherwise the variable is decorated.
        let builtin = self.w.vulkan_memory.then(|| self.builtin(pointer)).flatten();
        if builtin.is_some_and(|builtin| self.w.is_volatile_builtin(builtin)) {
            access.insert(MemoryAccess::VOLATILE);
        }
        let extra = self.memory_operands(access, place, ty, false);
        let is_marked = value.flags.contains(ValueFlags::NONUNIFORM);
        if is_marked && !self.nonuniform.contains(&address) && self.is_opaque(ty) {
            self.nonuniform_resource(ty, Storage::Opaque);
            self.mark_nonuniform(address);
        }
        Ok(self.emit_parts(Op::Load, laid, address, &extra))
    }

    /// The built-in variable that an address is a part of.
    fn builtin(&self, mut pointer: Operand) -> Option<BuiltIn> {
        loop {
            if let Some(global) = pointer.global() {
                return self.w.module.globals[global].decorations.builtin;
            }
            let ValueDef::Result { inst, .. } = self.data.values[pointer.value()?].def() else { return None };
            if self.data.insts[inst].op != IrOp::Access {
                return None;
            }
            pointer = *self.data.operands(inst).first()?;
        }
    }

    /// Marks a pointer into an array of resources whose index differs between invocations.
    fn nonuniform_pointer(&mut self, id: u32, base: Operand, indices: &[Operand]) -> Result<()> {
        self.mark_nonuniform(id);
        let array = self.pointee(self.ty(base))?;
        let is_chosen = indices.first().is_some_and(|index| index.constant().is_none());
        if is_chosen && let TypeData::Pointer { storage, .. } = self.w.module.types.get(self.ty(base)) {
            self.nonuniform_resource(self.w.module.types.innermost(array), storage);
        }
        Ok(())
    }

    fn is_opaque(&self, ty: Type) -> bool {
        matches!(
            self.w.module.types.get(ty),
            TypeData::Image(_) | TypeData::SampledImage(_) | TypeData::Sampler { .. }
        )
    }

    /// Asks for the choice of a resource by an index that differs between invocations.
    fn nonuniform_resource(&mut self, ty: Type, storage: Storage) {
        let capability = match (self.w.module.types.get(ty), storage) {
            (TypeData::Image(image), _) if image.dim == Dim::Subpass => {
                Capability::InputAttachmentArrayNonUniformIndexing
            }
            (TypeData::Image(image), _) if image.storage && image.dim == Dim::Buffer => {
                Capability::StorageTexelBufferArrayNonUniformIndexing
            }
            (TypeData::Image(image), _) if image.storage => Capability::StorageImageArrayNonUniformIndexing,
            (TypeData::Image(image) | TypeData::SampledImage(image), _) if image.dim == Dim::Buffer => {
                Capability::UniformTexelBufferArrayNonUniformIndexing
            }
            (TypeData::Image(_) | TypeData::SampledImage(_) | TypeData::Sampler { .. }, _) => {
                Capability::SampledImageArrayNonUniformIndexing
            }
            (TypeData::Struct(_), Storage::Buffer) => Capability::StorageBufferArrayNonUniformIndexing,
            (TypeData::Struct(_), Storage::Uniform) => Capability::UniformBufferArrayNonUniformIndexing,
            _ => return,
        };
        self.w.requirements.capability(capability);
    }

    pub(crate) fn store(&mut self, inst: &InstData) -> Result<()> {
        let &[pointer, value, ..] = self.data.operands_of(inst) else {
            return Err(Error::malformed("a store without value"));
        };
        let access = MemoryAccess::from_bits(inst.imm);
        if access == MemoryAccess::NONE && self.is_local(pointer) {
            let id = self.operand(value)?;
            let address = self.operand(pointer)?;
            self.body.push(Op::Store, &[address, id]);
            return Ok(());
        }
        let place = self.place(pointer)?;
        let is_local = matches!(place.class, StorageClass::Function | StorageClass::Private);
        let widened = match value.constant() {
            Some(constant) if !is_local => self.widened_constant(constant)?,
            _ => None,
        };
        let id = match widened {
            Some(id) => id,
            None => self.operand(value)?,
        };
        let address = self.operand(pointer)?;
        if matches!(place.layout, Layout::None) && self.is_plain(access, place) {
            self.body.push(Op::Store, &[address, id]);
            return Ok(());
        }
        let ty = self.ty(value);
        self.store_at(address, place, Arg { id, ty }, access)
    }

    /// Stores a value at `place`.
    pub(crate) fn store_at(
        &mut self,
        address: u32,
        place: Pointee,
        value: Arg,
        access: MemoryAccess,
    ) -> Result<()> {
        let id = self.stored_value(value.id, value.ty, place.layout)?;
        let operands = self.memory_operands(access, place, value.ty, true);
        self.body.push_parts(Op::Store, &[address, id], &operands);
        Ok(())
    }

    #[inline(never)]
    pub(crate) fn store_swizzle(&mut self, inst: Inst) -> Result<()> {
        let function = self.data;
        let &[pointer, value, ..] = function.operands(inst) else {
            return Err(Error::malformed("a store without value"));
        };
        let SwizzledStore { swizzle, access } = SwizzledStore::from_bits(function.insts[inst].imm);
        let vector = self.pointee(self.ty(pointer))?;
        let size = self.w.module.types.vector_size(vector).unwrap_or(1);
        let address = self.operand(pointer)?;
        let place = self.place(pointer)?;
        let chosen = swizzle.components();
        let local = matches!(place.class, StorageClass::Function | StorageClass::Private);
        let at_once = size == 1 || chosen.len() > 1 && (local || chosen.len() as u32 == size);
        let parts = match value.constant() {
            Some(constant) if !at_once => self.w.constant_parts(constant),
            _ => &[],
        };
        let id = if parts.is_empty() { self.operand(value)? } else { 0 };
        let value = Arg { id, ty: self.ty(value) };
        if size == 1 {
            return self.store_at(address, place, value, access);
        }
        if at_once {
            return self.store_shuffled(address, place, value, vector, chosen, access);
        }
        let scalar = self.part(vector, 0)?;
        let laid = self.w.laid(scalar, place.layout)?;
        let component_pointer = self.w.pointer(place.class, laid);
        for (index, &component) in (0..).zip(chosen) {
            let index_id = self.w.i32_constant(i32::from(component));
            let place = self.moved(place, vector, Some(u32::from(component)));
            let component_address = self.emit_plain(Op::AccessChain, component_pointer, &[address, index_id]);
            self.mark_nonuniform_as(component_address, address);
            let part = match parts.get(index as usize) {
                Some(&part) => self.operand(part.into())?,
                None if chosen.len() == 1 => value.id,
                None => self.emit_ir(Op::CompositeExtract, scalar, &[value.id, index])?,
            };
            self.store_at(component_address, place, Arg { id: part, ty: scalar }, access)?;
        }
        Ok(())
    }

    /// Writes some components by writing all of them; the others are read before, if there are any.
    fn store_shuffled(
        &mut self,
        address: u32,
        place: Pointee,
        value: Arg,
        vector: Type,
        chosen: &[u8],
        access: MemoryAccess,
    ) -> Result<()> {
        let size = self.w.module.types.vector_size(vector).unwrap_or(1);
        let whole = chosen.len() as u32 == size;
        let old = if whole {
            value.id
        } else {
            let laid = self.w.laid(vector, place.layout)?;
            let extra = self.memory_operands(access, place, vector, false);
            let loaded = self.emit_parts(Op::Load, laid, address, &extra);
            self.loaded_value(loaded, vector, place.layout)?
        };
        let mut operands = Ids::new();
        operands.extend([old, value.id]);
        for component in 0..size {
            let from = chosen.iter().position(|&chosen| u32::from(chosen) == component);
            operands.push(match from {
                Some(position) => size + position as u32,
                None => component,
            });
        }
        let in_order =
            whole && chosen.iter().enumerate().all(|(index, &component)| index == usize::from(component));
        let id = if in_order { value.id } else { self.emit_ir(Op::VectorShuffle, vector, &operands)? };
        self.store_at(address, place, Arg { id, ty: vector }, access)
    }

    /// The length of a runtime array at the end of a block: SPIR-V's instruction takes the block, not the array.
    #[inline(never)]
    pub(crate) fn array_length(&mut self, inst: Inst) -> Result<()> {
        let function = self.data;
        let result = function.result(inst).ok_or_else(|| Error::malformed("a length without result"))?;
        let &[pointer, ..] = function.operands(inst) else {
            return Err(Error::malformed("an array length without an array"));
        };
        let def = pointer.value().map(|value| function.values[value].def());
        let Some(ValueDef::Result { inst: access, .. }) = def else {
            return Err(Error::malformed("the length of an array that is not a block member"));
        };
        let operands = function.operands(access);
        let (Some((&base, indices)), IrOp::Access) = (operands.split_first(), function.insts[access].op)
        else {
            return Err(Error::malformed("the length of an array that is not a block member"));
        };
        let Some((&member, indices)) = indices.split_last() else {
            return Err(Error::malformed("the length of an array that is not a block member"));
        };
        let index = member.constant().and_then(|constant| self.w.module.constants.as_int(constant));
        let index = index.and_then(|index| u32::try_from(index).ok());
        let index = index.ok_or_else(|| Error::malformed("a member without index"))?;
        let (block, _) = self.address(base, indices, false)?;
        let ty = function.values[result].ty;
        if ty == common::U64 {
            self.w.requirements.capability(Capability::Shader64BitIndexingEXT);
        }
        let id = self.emit_ir(Op::ArrayLength, ty, &[block, index])?;
        self.define(result, id, true);
        Ok(())
    }

    /// A part at an index that is not known: of a vector directly, of anything else through a variable.
    pub(crate) fn extract_dynamic(&mut self, base: Operand, args: &[Arg], ty: Type) -> Result<u32> {
        let &[composite, index] = args else { return Err(Error::malformed("an index without a composite")) };
        if self.is_vector(composite.ty) {
            return self.emit_ir(Op::VectorExtractDynamic, ty, &[composite.id, index.id]);
        }
        match base.constant() {
            Some(constant) => self.extract_from_constant(constant, composite, index, ty),
            None => self.extract_from_variable(composite, index, ty),
        }
    }

    fn extract_from_constant(
        &mut self,
        constant: Constant,
        composite: Arg,
        index: Arg,
        ty: Type,
    ) -> Result<u32> {
        match self.indexable(constant)? {
            Some(variable) => self.load_element(variable, index, ty),
            None => self.extract_from_variable(composite, index, ty),
        }
    }

    /// The variable that holds a constant, to index it; none for values of the run time.
    fn indexable(&mut self, constant: Constant) -> Result<Option<u32>> {
        let Some(id) = self.w.constant(constant)? else { return Ok(None) };
        if let Some(&variable) = self.indexable.get(&constant) {
            return Ok(Some(variable));
        }
        let laid = self.w.ty(self.w.module.constants.get(constant).ty)?;
        let variable = self.local(laid, Some(id));
        self.w.name(variable, "indexable");
        self.indexable.insert(constant, variable);
        Ok(Some(variable))
    }

    /// Notes the arrays within constant arrays: they are indexed in place, and copied if they are used as a whole.
    pub(crate) fn find_nested(&mut self) -> Result<()> {
        let (module, data) = (self.w.module, self.data);
        let nested = |inst: Inst| {
            if !matches!(data.insts[inst].op, IrOp::ExtractDynamic | IrOp::Extract) {
                return None;
            }
            let result = data.result(inst)?;
            matches!(module.types.get(data.values[result].ty), TypeData::Array { .. }).then_some(result)
        };
        if !data.insts.iter().any(|(inst, _)| nested(inst).is_some()) {
            return Ok(());
        }
        let insts = vitrum_ir::visit::insts(data);
        for &(_, inst) in &insts {
            let (Some(result), Some(&base)) = (nested(inst), data.operands(inst).first()) else { continue };
            let rests = match base.constant() {
                Some(constant) => !module.constants.is_spec(constant) && self.w.constant(constant)?.is_some(),
                None => base.value().is_some_and(|value| self.nested.contains_key(&value)),
            };
            if rests {
                self.nested.insert(result, Nested::default());
            }
        }
        for &(_, inst) in &insts {
            let further = matches!(data.insts[inst].op, IrOp::ExtractDynamic | IrOp::Extract);
            for (at, operand) in data.operands(inst).iter().enumerate() {
                if let Some(value) = operand.value().filter(|_| !further || at > 0)
                    && let Some(nested) = self.nested.get_mut(&value)
                {
                    nested.whole = true;
                }
            }
        }
        Ok(())
    }

    /// Indexes an array within a constant array; `false` if it is none.
    pub(crate) fn index_further(&mut self, inst: Inst) -> Result<bool> {
        let data = self.data.insts[inst];
        if self.nested.is_empty() || !matches!(data.op, IrOp::ExtractDynamic | IrOp::Extract) {
            return Ok(false);
        }
        let operands = self.data.operands(inst);
        let (Some(&base), Some(result)) = (operands.first(), self.data.result(inst)) else {
            return Ok(false);
        };
        let nested = self.nested.get(&result).map(|nested| nested.whole);
        let (variable, mut indices) = match (base.constant(), base.value()) {
            (Some(constant), _) if nested.is_some() => match self.indexable(constant)? {
                Some(variable) => (variable, Vec::new()),
                None => return Err(Error::malformed("a constant without value")),
            },
            (None, Some(value)) => match self.nested.get(&value) {
                Some(found) => (found.variable, found.indices.clone()),
                None => return Ok(false),
            },
            _ => return Ok(false),
        };
        indices.push(match operands.get(1) {
            Some(&index) => self.operand(index)?,
            None => self.w.scalar_constant(vitrum_ir::Scalar::U32, u64::from(data.imm)),
        });
        if nested != Some(false) {
            let element = self.w.ty(self.data.values[result].ty)?;
            let pointer = self.w.pointer(StorageClass::Function, element);
            let path: Vec<u32> = std::iter::once(variable).chain(indices.iter().copied()).collect();
            let address = self.emit_plain(Op::AccessChain, pointer, &path);
            let id = self.emit(Op::Load, element, &[address]);
            self.define(result, id, true);
        }
        if let Some(nested) = self.nested.get_mut(&result) {
            (nested.variable, nested.indices) = (variable, indices);
        }
        Ok(true)
    }

    pub(crate) fn extract_from_variable(&mut self, composite: Arg, index: Arg, ty: Type) -> Result<u32> {
        if self.is_vector(composite.ty) {
            return self.emit_ir(Op::VectorExtractDynamic, ty, &[composite.id, index.id]);
        }
        let laid = self.w.ty(composite.ty)?;
        let variable = self.local(laid, None);
        self.w.name(variable, "indexable");
        self.body.push(Op::Store, &[variable, composite.id]);
        self.load_element(variable, index, ty)
    }

    fn load_element(&mut self, variable: u32, index: Arg, ty: Type) -> Result<u32> {
        let element = self.w.ty(ty)?;
        let pointer = self.w.pointer(StorageClass::Function, element);
        let address = self.emit_plain(Op::AccessChain, pointer, &[variable, index.id]);
        Ok(self.emit(Op::Load, element, &[address]))
    }
}
