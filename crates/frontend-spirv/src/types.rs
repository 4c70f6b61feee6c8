//! Types. Layout is no part of a type here: it is the variable's.

use spirv::{Decoration, Op, StorageClass};
use vitrum_ir::{
    Dim, ImageFormat, ImageType, LayoutRule, Length, MatrixUse, Member, Qualifiers, Scalar, Storage, Struct,
    StructData, Type, TypeData, types::LONGEST_VECTOR, types::TensorOrder, types::common,
};

use crate::body::heaps::is_untyped_access;
use crate::error::Error;
use crate::flow::makes_handles;
use crate::reader::{Reader, word};
use crate::words::Inst;

/// The nesting of types that the verifier allows.
pub(crate) const MAX_DEPTH: u32 = 100;

impl<'w> Reader<'_, 'w> {
    /// The type of an id, for an instruction at a place.
    pub(crate) fn ty(&mut self, id: u32, at: u32) -> Result<Type, Error> {
        if let Some(&ty) = self.types.get(&id) {
            return Ok(ty);
        }
        if self.depth >= MAX_DEPTH {
            return Err(Error::too_large(at, format!("types nested more than {MAX_DEPTH} deep")));
        }
        let def = self.index.def_for(id, at)?;
        self.depth += 1;
        let ty = self.new_type(def);
        self.depth -= 1;
        let ty = ty?;
        self.types.insert(id, ty);
        Ok(ty)
    }

    fn new_type(&mut self, def: Inst<'w>) -> Result<Type, Error> {
        let data = match def.known() {
            Some(Op::TypeVoid) => return Ok(common::VOID),
            Some(Op::TypeBool) => return Ok(common::BOOL),
            Some(Op::TypeInt | Op::TypeFloat) => return Ok(common::scalar(self.scalar(def)?)),
            Some(Op::TypeVector) => {
                let scalar = self.component(def, 0)?;
                let size = def.word(1)?;
                match size {
                    2..=4 => return Ok(self.module.types.vector(scalar, size)),
                    size if size > LONGEST_VECTOR => return Err(too_long(&def, size)),
                    size => {
                        TypeData::LongVector { scalar, length: Length::Constant(size), cooperative: false }
                    }
                }
            }
            Some(Op::TypeVectorIdEXT) => {
                let scalar = self.component(def, 0)?;
                let length = self.length(def.word(1)?, def.at)?;
                let cooperative =
                    self.index.capabilities.contains(&(spirv::Capability::CooperativeVectorNV as u32));
                match length {
                    Length::Constant(size @ 2..=4) if !cooperative => {
                        return Ok(self.module.types.vector(scalar, size));
                    }
                    Length::Constant(size) if size > LONGEST_VECTOR => return Err(too_long(&def, size)),
                    _ => TypeData::LongVector { scalar, length, cooperative },
                }
            }
            Some(Op::TypeMatrix) => {
                let column = self.ty(def.word(0)?, def.at)?;
                let (Some(scalar), Some(rows)) =
                    (self.module.types.scalar_of(column), self.module.types.vector_size(column))
                else {
                    return Err(def.invalid("the columns of a matrix are no vectors"));
                };
                let columns = def.word(1)?;
                if !(2..=4).contains(&columns) || !scalar.is_float() {
                    return Err(def.unsupported(format!("a matrix of {columns} columns")));
                }
                return Ok(self.module.types.matrix(scalar, columns, rows));
            }
            Some(Op::TypeArray) => {
                let element = self.ty(def.word(0)?, def.at)?;
                TypeData::Array { element, length: self.length(def.word(1)?, def.at)? }
            }
            Some(Op::TypeRuntimeArray) => TypeData::RuntimeArray { element: self.ty(def.word(0)?, def.at)? },
            Some(Op::TypeStruct) => TypeData::Struct(self.struct_of(def)?),
            Some(Op::TypePointer) => return self.pointer_type(def),
            Some(Op::TypeImage) => match self.image(def)? {
                // Texel buffers have no samplers, so that newer versions have no type of them with one.
                image if image.dim == Dim::Buffer && !image.storage => TypeData::SampledImage(image),
                image => TypeData::Image(image),
            },
            Some(Op::TypeSampler) => TypeData::Sampler { shadow: false },
            Some(Op::TypeSampledImage) => {
                let image = self.index.def_for(def.word(0)?, def.at)?;
                if !image.is(Op::TypeImage) {
                    return Err(def.invalid("OpTypeSampledImage of what is no image"));
                }
                let image = self.image(image)?;
                let shadow = image.shadow || self.usage.compared.contains(&def.id);
                TypeData::SampledImage(ImageType { shadow, ..image })
            }
            Some(Op::TypeAccelerationStructureKHR) => TypeData::AccelerationStructure,
            Some(Op::TypeRayQueryKHR) => TypeData::RayQuery,
            Some(Op::TypeHitObjectEXT | Op::TypeHitObjectNV) => TypeData::HitObject,
            Some(Op::TypeTensorARM) => TypeData::Tensor {
                element: self.component(def, 0)?,
                rank: self.number(def.word(1)?, def.at)?,
            },
            Some(Op::TypeTensorLayoutNV) => TypeData::TensorLayout {
                dimensions: self.constant(def.word(0)?, def.at)?,
                clamp: self.constant(def.word(1)?, def.at)?,
            },
            Some(Op::TypeTensorViewNV) => {
                let mut order = Vec::with_capacity(def.words.len());
                for &id in def.from(2) {
                    order.push(self.number(id, def.at)?);
                }
                let order = TensorOrder::new(&order);
                TypeData::TensorView {
                    dimensions: self.constant(def.word(0)?, def.at)?,
                    sized: self.number(def.word(1)?, def.at)? != 0,
                    order: order
                        .ok_or_else(|| def.invalid("an order of a tensor has each dimension once"))?,
                }
            }
            Some(op @ (Op::TypeCooperativeMatrixKHR | Op::TypeCooperativeMatrixNV)) => {
                let scalar = self.component(def, 0)?;
                let [scope, rows, columns] = [1, 2, 3].map(|at| def.word(at));
                let mut size = |id: u32| self.constant(id, def.at);
                let (scope, rows, columns) = (size(scope?)?, size(rows?)?, size(columns?)?);
                let has_use = op == Op::TypeCooperativeMatrixKHR;
                let usage = match if has_use { Some(self.number(def.word(4)?, def.at)?) } else { None } {
                    None => MatrixUse::Any,
                    Some(0) => MatrixUse::A,
                    Some(1) => MatrixUse::B,
                    Some(2) => MatrixUse::Accumulator,
                    _ => return Err(def.unsupported("this use of a cooperative matrix")),
                };
                TypeData::CooperativeMatrix { scalar, scope, rows, columns, usage }
            }
            _ => return Err(def.unsupported(format!("the type {}", def.name()))),
        };
        Ok(self.module.types.intern(data))
    }

    fn scalar(&self, def: Inst<'_>) -> Result<Scalar, Error> {
        let width = def.word(0)?;
        let more = def.words.get(1).copied();
        let scalar = match (def.known(), width, more) {
            (Some(Op::TypeInt), 8, Some(0)) => Scalar::U8,
            (Some(Op::TypeInt), 8, Some(1)) => Scalar::I8,
            (Some(Op::TypeInt), 16, Some(0)) => Scalar::U16,
            (Some(Op::TypeInt), 16, Some(1)) => Scalar::I16,
            (Some(Op::TypeInt), 32, Some(0)) => Scalar::U32,
            (Some(Op::TypeInt), 32, Some(1)) => Scalar::I32,
            (Some(Op::TypeInt), 64, Some(0)) => Scalar::U64,
            (Some(Op::TypeInt), 64, Some(1)) => Scalar::I64,
            (Some(Op::TypeFloat), 16, None) => Scalar::F16,
            (Some(Op::TypeFloat), 32, None) => Scalar::F32,
            (Some(Op::TypeFloat), 64, None) => Scalar::F64,
            (Some(Op::TypeFloat), 16, Some(encoding))
                if encoding == spirv::FPEncoding::BFloat16KHR as u32 =>
            {
                Scalar::Bf16
            }
            (Some(Op::TypeFloat), 8, Some(encoding))
                if encoding == spirv::FPEncoding::Float8E4M3EXT as u32 =>
            {
                Scalar::F8E4M3
            }
            (Some(Op::TypeFloat), 8, Some(encoding))
                if encoding == spirv::FPEncoding::Float8E5M2EXT as u32 =>
            {
                Scalar::F8E5M2
            }
            // `SPV_EXT_ocp_microscaling_types`
            (Some(Op::TypeFloat), 6, Some(4223)) => Scalar::F6E2M3,
            (Some(Op::TypeFloat), 6, Some(4224)) => Scalar::F6E3M2,
            (Some(Op::TypeFloat), 4, Some(4225)) => Scalar::F4E2M1,
            (Some(Op::TypeFloat), 8, Some(4226)) => Scalar::F8E8M0,
            (Some(Op::TypeFloat), 8, Some(4227)) => Scalar::MxInt8,
            _ => return Err(def.unsupported(format!("{} of {width} bits", def.name()))),
        };
        Ok(scalar)
    }

    /// The scalar type that an operand of a type names.
    fn component(&mut self, def: Inst<'w>, index: usize) -> Result<Scalar, Error> {
        let ty = self.ty(def.word(index)?, def.at)?;
        self.as_scalar(ty).ok_or_else(|| def.invalid("components are no scalars"))
    }

    pub(crate) fn length(&mut self, id: u32, at: u32) -> Result<Length, Error> {
        let constant = self.constant(id, at)?;
        if self.module.constants.is_spec(constant) {
            return Ok(Length::Spec(constant));
        }
        let value = self.module.constants.as_int(constant).and_then(|value| u32::try_from(value).ok());
        value.map(Length::Constant).ok_or_else(|| {
            match self.module.constants.bits(constant).filter(|&bits| bits > u64::from(u32::MAX)) {
                Some(length) => Error::too_large(at, format!("an array of {length} elements")),
                None => Error::invalid(at, format!("%{id} is no length of an array")),
            }
        })
    }

    /// The scalar that a type is.
    pub(crate) fn as_scalar(&self, ty: Type) -> Option<Scalar> {
        match self.module.types.get(ty) {
            TypeData::Scalar(scalar) => Some(scalar),
            _ => None,
        }
    }

    /// The known integer that a constant is.
    pub(crate) fn number(&mut self, id: u32, at: u32) -> Result<u32, Error> {
        let constant = self.constant(id, at)?;
        let bits = self.module.constants.bits(constant);
        bits.map(|bits| bits as u32)
            .ok_or_else(|| Error::unsupported(at, format!("%{id}, which is no known number,")))
    }

    /// The types of the members of a struct of two. The struct is not made: an operation that gives two results seldom needs it.
    pub(crate) fn pair_types(&mut self, id: u32, at: u32) -> Result<[Type; 2], Error> {
        let def = self.index.def_for(id, at)?;
        match def.words {
            &[first, second] if def.is(Op::TypeStruct) => {
                Ok([self.ty(first, def.at)?, self.ty(second, def.at)?])
            }
            _ => Err(Error::invalid(at, "the result is no struct of two members")),
        }
    }

    /// The struct of a struct type. Several struct types are one struct if they differ in their layouts alone, which is no part of it.
    pub(crate) fn struct_of(&mut self, def: Inst<'w>) -> Result<Struct, Error> {
        if let Some(&known) = self.structs.get(&def.id) {
            return Ok(known);
        }
        let name = self.name_of(def.id, "Struct");
        let name = self.module.names.intern(&name);
        if self.usage.own_structs.contains(&def.id) || self.index.name(def.id).is_empty() {
            // Addresses of buffers may lead back to it.
            let id = self.module.structs.alloc(StructData::new(name, Vec::new()));
            self.structs.insert(def.id, id);
            let (members, is_raised) = self.new_members(def)?;
            self.module.structs[id].members = members;
            self.row_major.extend(is_raised.map(|is_raised| ((id, def.id), is_raised)));
            return Ok(id);
        }
        let (members, is_raised) = self.new_members(def)?;
        let structs = &mut self.module.structs;
        let id = *self
            .declared
            .entry((name, members))
            .or_insert_with_key(|(_, members)| structs.alloc(StructData::new(name, members.clone())));
        self.structs.insert(def.id, id);
        self.row_major.extend(is_raised.map(|is_raised| ((id, def.id), is_raised)));
        Ok(id)
    }

    /// The members of a struct type, and if all of its matrices lie in rows, where it has some.
    fn new_members(&mut self, def: Inst<'w>) -> Result<(Vec<Member>, Option<bool>), Error> {
        let mut types = Vec::with_capacity(def.words.len());
        for (position, &id) in (0..).zip(def.words) {
            types.push(match self.described(def, position)? {
                Some(ty) => ty,
                None => self.ty(id, def.at)?,
            });
        }
        let mut members = self.members_of(def, &types)?;
        let is_raised = self.raise_row_major(&def, &mut members);
        Ok((members, is_raised))
    }

    /// The members of a struct type, with their types.
    pub(crate) fn members_of(&mut self, def: Inst<'w>, types: &[Type]) -> Result<Vec<Member>, Error> {
        let of_hits = [Decoration::HitObjectShaderRecordBufferNV, Decoration::HitObjectShaderRecordBufferEXT];
        let is_record = of_hits.into_iter().any(|decoration| self.index.has(def.id, decoration));
        let mut members = Vec::with_capacity(types.len());
        for (position, &ty) in (0u32..).zip(types) {
            let name = word(self.index.member_name(def.id, position));
            let name = if name.is_empty() { format!("m{position}") } else { name };
            let mut member = Member::new(self.module.names.intern(&name), ty);
            member.decorations = self.decorations(def.id, Some(position))?;
            if is_record {
                member.decorations.qualifiers.insert(Qualifiers::HIT_RECORD);
            }
            let mut rows = self.index.decorations(def.id, Some(position));
            if rows.any(|row| row.is(Decoration::RelaxedPrecision)) {
                member.precision = vitrum_ir::Precision::Medium;
            }
            members.push(member);
        }
        Ok(members)
    }

    /// GLSL says only at members of blocks that matrices lie in rows. So members that are structs say it, and not those structs, unless
    /// their matrices lie in both ways, or addresses lead to them. Gives none for a struct without matrices.
    pub(crate) fn raise_row_major(&self, def: &Inst<'w>, members: &mut [Member]) -> Option<bool> {
        let types = &self.module.types;
        let mut matrices = 0;
        let mut in_rows = 0;
        for (member, &own) in members.iter_mut().zip(def.words) {
            match types.get(types.innermost(member.ty)) {
                TypeData::Struct(inner) => match self.row_major.get(&(inner, self.innermost(own))) {
                    Some(true) => member.decorations.qualifiers.insert(Qualifiers::ROW_MAJOR),
                    Some(false) => {}
                    None => continue,
                },
                TypeData::Matrix { .. } => {}
                _ => continue,
            }
            matrices += 1;
            in_rows += u32::from(member.decorations.qualifiers.contains(Qualifiers::ROW_MAJOR));
        }
        if matrices == 0 {
            return None;
        }
        let is_raised = in_rows == matrices && !self.is_outermost(def.id);
        for member in members.iter_mut().filter(|_| is_raised) {
            member.decorations.qualifiers.remove(Qualifiers::ROW_MAJOR);
        }
        Some(is_raised)
    }

    /// True if a struct is a block, an address in a buffer leads to it, or an access sees it in a descriptor heap.
    fn is_outermost(&self, id: u32) -> bool {
        let class = StorageClass::PhysicalStorageBuffer as u32;
        let mut insts = self.index.insts.iter();
        self.index.is_block(id)
            || insts.any(|inst| {
                inst.is(Op::TypePointer) && inst.words == [class, id]
                    || is_untyped_access(inst) && inst.words.first() == Some(&id)
            })
    }

    /// The format that an image type states.
    pub(crate) fn format(&self, def: &Inst<'w>) -> Result<ImageFormat, Error> {
        let number = def.word(6)?;
        let known = ImageFormat::ALL.iter().find(|row| row.2 == number).map(|row| row.0);
        known.ok_or_else(|| def.unsupported("the format of this image"))
    }

    pub(crate) fn image(&mut self, def: Inst<'w>) -> Result<ImageType, Error> {
        let sampled = self.ty(def.word(0)?, def.at)?;
        let sampled = self.as_scalar(sampled).filter(|scalar| *scalar != Scalar::Bool);
        let sampled = sampled.ok_or_else(|| def.unsupported("an image without a type of its texels"))?;
        let dim = match spirv::Dim::from_u32(def.word(1)?) {
            Some(spirv::Dim::Dim1D) => Dim::D1,
            Some(spirv::Dim::Dim2D) => Dim::D2,
            Some(spirv::Dim::Dim3D) => Dim::D3,
            Some(spirv::Dim::DimCube) => Dim::Cube,
            Some(spirv::Dim::DimRect) => Dim::Rect,
            Some(spirv::Dim::DimBuffer) => Dim::Buffer,
            Some(spirv::Dim::DimSubpassData) => Dim::Subpass,
            Some(spirv::Dim::DimTileImageDataEXT) => Dim::TileImage,
            _ => return Err(def.unsupported("the dimension of this image")),
        };
        let format = self.format(&def)?;
        let is_written = self.usage.storage_images.contains(&def.id);
        let storage = def.word(5)? == 2 || is_written && !self.usage.shared_images.contains(&def.id);
        Ok(ImageType {
            sampled,
            dim,
            arrayed: def.word(3)? == 1,
            multisampled: def.word(4)? == 1,
            shadow: def.word(2)? == 1 && !storage && !self.usage.never_compared.contains(&def.id),
            storage,
            format: if storage { format } else { ImageFormat::Unknown },
        })
    }

    /// The storage class of a pointer type.
    pub(crate) fn storage(&self, def: Inst<'_>) -> Result<Storage, Error> {
        let class = def.word(0)?;
        let pointee = def.word(1)?;
        let is_old_buffer = || self.index.has(self.innermost(pointee), Decoration::BufferBlock);
        let is_written = || self.usage.buffers.contains(&self.innermost(pointee));
        let is_of_task = || {
            let mut rows = self.index.all_decorations(self.innermost(pointee)).iter();
            rows.any(|row| row.is(Decoration::PerTaskNV))
        };
        Ok(match StorageClass::from_u32(class) {
            // Handles have no memory, whichever class they are said to be in.
            Some(
                StorageClass::UniformConstant
                | StorageClass::Uniform
                | StorageClass::StorageBuffer
                | StorageClass::Function,
            ) if self.is_handle(pointee) => Storage::Opaque,
            Some(StorageClass::UniformConstant) if self.index.holds_handles(pointee) => Storage::Opaque,
            Some(StorageClass::UniformConstant) => Storage::Uniform,
            Some(StorageClass::TileAttachmentQCOM) => Storage::Opaque,
            Some(StorageClass::Input | StorageClass::Output) if is_of_task() => Storage::TaskPayload,
            Some(StorageClass::Input) => Storage::Input,
            Some(StorageClass::Uniform) if is_old_buffer() || is_written() => Storage::Buffer,
            Some(StorageClass::Uniform) => Storage::Uniform,
            Some(StorageClass::Output) => Storage::Output,
            Some(StorageClass::Workgroup) => Storage::Shared,
            Some(StorageClass::Private) => Storage::Private,
            Some(StorageClass::Function) => Storage::Function,
            Some(StorageClass::PushConstant) => Storage::PushConstant,
            Some(StorageClass::AtomicCounter) => Storage::AtomicCounter,
            Some(StorageClass::Image) => Storage::Texel,
            Some(StorageClass::StorageBuffer) => Storage::Buffer,
            Some(StorageClass::TileImageEXT) => Storage::TileImage,
            Some(StorageClass::CallableDataKHR) => Storage::CallableData,
            Some(StorageClass::IncomingCallableDataKHR) => Storage::IncomingCallableData,
            Some(StorageClass::RayPayloadKHR) => Storage::RayPayload,
            Some(StorageClass::HitAttributeKHR) => Storage::HitAttribute,
            Some(StorageClass::HitObjectAttributeNV | StorageClass::HitObjectAttributeEXT) => {
                Storage::HitObjectAttribute
            }
            Some(StorageClass::IncomingRayPayloadKHR) => Storage::IncomingRayPayload,
            Some(StorageClass::ShaderRecordBufferKHR) => Storage::ShaderRecord,
            Some(StorageClass::PhysicalStorageBuffer) => Storage::PhysicalBuffer,
            Some(StorageClass::TaskPayloadWorkgroupEXT) => Storage::TaskPayload,
            _ => return Err(def.unsupported(format!("the storage class {class}"))),
        })
    }

    /// The type of the elements within all arrays.
    pub(crate) fn innermost(&self, ty: u32) -> u32 {
        self.index.innermost(ty)
    }

    /// True if a type is a handle, or an array of such.
    fn is_handle(&self, ty: u32) -> bool {
        self.index.def(self.innermost(ty)).and_then(|def| def.known()).is_some_and(makes_handles)
    }

    /// A pointer type. That of an address in a buffer is the type of the address.
    fn pointer_type(&mut self, def: Inst<'w>) -> Result<Type, Error> {
        let storage = self.storage(def)?;
        if storage == Storage::PhysicalBuffer {
            return self.reference(def);
        }
        let pointee = self.stored_type(storage, def.word(1)?, def.at)?;
        let pointee = match storage {
            Storage::AtomicCounter => {
                let counter = self.module.types.intern(TypeData::AtomicCounter);
                self.module.types.with_innermost(pointee, counter)
            }
            _ => pointee,
        };
        Ok(self.module.types.pointer(storage, pointee))
    }

    /// The type of an address of a buffer.
    fn reference(&mut self, def: Inst<'w>) -> Result<Type, Error> {
        let (block, target) = self.reference_block(def)?;
        let data = TypeData::BufferReference { block, layout: LayoutRule::Std430, align: 1 };
        let ty = self.module.types.intern(data);
        self.references.push((ty, target));
        Ok(ty)
    }

    /// The block that an address leads to, and the type of its content. Content that is no struct, or one of which there are values, is the
    /// only member of one.
    pub(crate) fn reference_block(&mut self, def: Inst<'w>) -> Result<(Struct, u32), Error> {
        let target = def.word(1)?;
        let pointee = self.index.def_for(target, def.at)?;
        if pointee.is(Op::TypeStruct) && !self.index.is_plain(target) {
            let block = self.memory_struct(pointee)?;
            self.module.types.intern(TypeData::Struct(block));
            return Ok((block, target));
        }
        if let Some(&known) = self.wrappers.get(&def.id) {
            return Ok((known, target));
        }
        let name = self.module.names.intern(&format!("Reference_{}", def.id));
        let block = self.module.structs.alloc(StructData::new(name, Vec::new()));
        self.wrappers.insert(def.id, block);
        let ty = self.memory_type(target, def.at)?;
        let member = Member::new(self.module.names.intern("value"), ty);
        self.module.structs[block].members.push(member);
        self.module.types.intern(TypeData::Struct(block));
        Ok((block, target))
    }
}

fn too_long(def: &Inst<'_>, size: u32) -> Error {
    Error::too_large(def.at, format!("a vector of {size} components"))
}
