//! Types: the SPIR-V types of an IR type, one for each memory layout.
//!
//! IR structs carry no offsets; SPIR-V's do. A struct therefore becomes as many SPIR-V structs as there are
//! [`Layout`]s it is used with, and one without offsets for values and locals. Without names, structs that are alike in memory are one.

use crate::error::{Error, Result};
use crate::interned::Key;
use crate::layout::{HeapLayout, Layout, Rule};
use crate::options::{Options, Target};
use crate::structured_heaps::Extent;
use crate::words::Ids;
use crate::writer::Writer;
use rustc_hash::FxHashMap;
use spirv::{Capability, Decoration, Op, StorageClass};
use vitrum_ir::{
    Dim, ImageType, Length, MatrixUse, Member, Module, Qualifiers, Scalar, SideTable, Span, Stage, Storage,
    Struct, Type, TypeData, types::common,
};

/// Types that were written.
#[derive(Debug)]
pub(crate) struct TypeTable {
    /// Types of values, by position; 0 is unknown.
    plain: SideTable<Type, u32>,
    /// Types of places that have a layout.
    laid: FxHashMap<(Type, Layout), u32>,
    references: FxHashMap<Type, u32>,
    /// True if structs have no names, and no variable of a heap decorates the members of one.
    shares_structs: bool,
    /// Structs in memory that others may be one with.
    twins: FxHashMap<Twin, u32>,
    /// Pointers that were asked for last, by hash.
    pointers: [Pointer; POINTERS],
    /// The variables of the heap of resources and of that of samplers, which have no type; 0 before they are written.
    pub(crate) heaps: [u32; 2],
    /// Extents of the structs in descriptor heaps.
    pub(crate) heap_extents: FxHashMap<(Type, HeapLayout), Extent>,
    /// Depth of the types that are being written: buffer references lead from block to block.
    depth: u32,
}

/// A pointer type: the numbers of its class and of what it points to, and its id; 0 if there is none.
#[derive(Clone, Copy, Debug, Default)]
struct Pointer {
    class: u32,
    pointee: u32,
    id: u32,
}

const POINTERS: usize = 32;

impl TypeTable {
    pub(crate) fn new(module: &Module, options: &Options, mut plain: SideTable<Type, u32>) -> Self {
        plain.clear();
        plain.resize(module.types.len(), 0);
        let is_named = options.names || options.lines.is_some() || options.target == Target::Wgpu;
        Self {
            shares_structs: !is_named && !module.globals.values().any(|it| it.decorations.heap.is_some()),
            plain,
            laid: FxHashMap::default(),
            references: FxHashMap::default(),
            twins: FxHashMap::default(),
            pointers: [Pointer::default(); POINTERS],
            heaps: [0; 2],
            heap_extents: FxHashMap::default(),
            depth: 0,
        }
    }

    /// The table of types of values, for its memory.
    pub(crate) fn into_plain(self) -> SideTable<Type, u32> {
        self.plain
    }
}

/// All that there is to a struct in memory if it has no name: two of them are the same for a device.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Twin {
    is_block: bool,
    members: Vec<TwinMember>,
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct TwinMember {
    ty: u32,
    offset: u32,
    /// The stride of matrices, and whether they lie in rows.
    matrix: Option<(u32, bool)>,
    qualifiers: Qualifiers,
    is_relaxed: bool,
}

/// Bounds the recursion over types; types alone nest less deeply.
const MAX_DEPTH: u32 = 512;

/// The name of what has to be lowered first.
pub(crate) const PIXEL_LOCAL: &str =
    "pixel local storage, which `local_pixel_storage` makes images, attachments or outputs";

/// The name of values of OpenGL alone: SPIR-V for it has no instruction that makes a resource of a number.
pub(crate) const HANDLES: &str = "handles of textures and images (GL_ARB_bindless_texture)";

/// The number of the encoding of a float without arithmetic. The last five are of `SPV_EXT_ocp_microscaling_types`.
fn encoding(scalar: Scalar) -> Option<u32> {
    Some(match scalar {
        Scalar::Bf16 => spirv::FPEncoding::BFloat16KHR as u32,
        Scalar::F8E4M3 => spirv::FPEncoding::Float8E4M3EXT as u32,
        Scalar::F8E5M2 => spirv::FPEncoding::Float8E5M2EXT as u32,
        Scalar::F6E2M3 => 4223,
        Scalar::F6E3M2 => 4224,
        Scalar::F4E2M1 => 4225,
        Scalar::F8E8M0 => 4226,
        Scalar::MxInt8 => 4227,
        _ => return None,
    })
}

impl Writer<'_> {
    /// The type of values of an IR type.
    #[inline]
    pub(crate) fn ty(&mut self, ty: Type) -> Result<u32> {
        match self.types.plain.get(ty) {
            Some(&id) if id != 0 => Ok(id),
            _ => self.new_type(ty, Layout::None),
        }
    }

    /// The type of an IR type in memory of this layout.
    #[inline]
    pub(crate) fn laid(&mut self, ty: Type, layout: Layout) -> Result<u32> {
        if matches!(layout, Layout::None) { self.ty(ty) } else { self.laid_out(ty, layout) }
    }

    #[inline(never)]
    fn laid_out(&mut self, ty: Type, layout: Layout) -> Result<u32> {
        if self.is_alike_everywhere(ty) {
            return self.ty(ty);
        }
        let layout = self.layout_in_heap(ty, layout);
        match self.types.laid.get(&(ty, layout)) {
            Some(&id) => Ok(id),
            None => self.new_type(ty, layout),
        }
    }

    /// The layout behind a parameter that points into a block: the whole of one that was written, or whose last array has no
    /// length, or else a part of one.
    pub(crate) fn layout_behind(&self, ty: Type, rule: Rule) -> Layout {
        let layout = Layout::Block(rule);
        let types = &self.module.types;
        let last = self.module.members(ty).last().map(|member| types.get(member.ty));
        let is_block = self.types.laid.contains_key(&(ty, layout))
            || last.is_some_and(|last| matches!(last, TypeData::RuntimeArray { .. }));
        if is_block { layout } else { Layout::Nested(rule) }
    }

    /// True for numbers, and vectors and matrices of them: memory and values have the same type.
    #[inline]
    pub(crate) fn is_alike_everywhere(&self, ty: Type) -> bool {
        match self.module.types.get(ty) {
            TypeData::Scalar(scalar) | TypeData::Vector { scalar, .. } => scalar != Scalar::Bool,
            TypeData::Matrix { .. } => true,
            _ => false,
        }
    }

    /// Writes a type that was not written, with its parts.
    fn new_type(&mut self, ty: Type, layout: Layout) -> Result<u32> {
        if self.types.depth >= MAX_DEPTH {
            return Err(Error::too_large("cyclic types"));
        }
        self.types.depth += 1;
        let id = self.write_type(ty, layout)?;
        self.types.depth -= 1;
        match (layout, self.types.plain.get_mut(ty)) {
            (Layout::None, Some(slot)) => *slot = id,
            _ => drop(self.types.laid.insert((ty, layout), id)),
        }
        Ok(id)
    }

    /// The type with these operands, new or old.
    pub(crate) fn intern_type(&mut self, op: Op, operands: &[u32]) -> u32 {
        self.intern_strided(op, operands, 0).0
    }

    fn intern_strided(&mut self, op: Op, operands: &[u32], stride: u32) -> (u32, bool) {
        self.intern(Key { op, ty: None, operands, stride })
    }

    /// The pointer type to a type that was written.
    pub(crate) fn pointer(&mut self, class: StorageClass, pointee: u32) -> u32 {
        let class = class as u32;
        let slot = (pointee ^ class << 2) as usize % POINTERS;
        let known = self.types.pointers[slot];
        if known.id != 0 && (known.class, known.pointee) == (class, pointee) {
            return known.id;
        }
        let id = self.intern_type(Op::TypePointer, &[class, pointee]);
        self.types.pointers[slot] = Pointer { class, pointee, id };
        id
    }

    /// The type of a function.
    pub(crate) fn function_type(&mut self, result: u32, params: &[u32]) -> u32 {
        let operands: Ids = std::iter::once(result).chain(params.iter().copied()).collect();
        self.intern_type(Op::TypeFunction, &operands)
    }

    /// A struct that only results have.
    pub(crate) fn pair_type(&mut self, first: u32, second: u32) -> u32 {
        self.intern_type(Op::TypeStruct, &[first, second])
    }

    /// A struct that only results have, of any number of members.
    pub(crate) fn result_struct(&mut self, members: &[u32]) -> u32 {
        self.intern_type(Op::TypeStruct, members)
    }

    fn write_type(&mut self, ty: Type, layout: Layout) -> Result<u32> {
        Ok(match self.module.types.get(ty) {
            TypeData::Void => self.intern_type(Op::TypeVoid, &[]),
            TypeData::Scalar(scalar) => self.scalar_type(scalar, layout),
            TypeData::Vector { scalar, size } => {
                let component = match scalar {
                    Scalar::Bool => self.scalar_type(scalar, layout),
                    scalar => self.ty(common::scalar(scalar))?,
                };
                self.intern_type(Op::TypeVector, &[component, u32::from(size)])
            }
            TypeData::LongVector { scalar: Scalar::Bool, length, cooperative } if layout != Layout::None => {
                self.long_vector_type(Scalar::U32, length, cooperative)?
            }
            TypeData::LongVector { scalar, length, cooperative } => {
                self.long_vector_type(scalar, length, cooperative)?
            }
            TypeData::Matrix { scalar, columns, rows } => {
                let column = common::vector(scalar, u32::from(rows));
                let column = self.ty(column.ok_or_else(|| Error::malformed("a matrix without columns"))?)?;
                self.intern_type(Op::TypeMatrix, &[column, u32::from(columns)])
            }
            TypeData::Array { element, length } => self.array_type(ty, element, length, layout)?,
            TypeData::RuntimeArray { element } => self.runtime_array_type(ty, element, layout)?,
            TypeData::Struct(id) => self.struct_type(ty, id, layout)?,
            TypeData::Pointer { storage, pointee } => {
                let class = self.class(storage);
                let pointee = self.ty(pointee)?;
                self.pointer(class, pointee)
            }
            TypeData::Image(image) => self.image_type(image)?,
            TypeData::Sampler { .. } => self.intern_type(Op::TypeSampler, &[]),
            TypeData::SampledImage(image) => self.sampled_image_type(image)?,
            TypeData::AtomicCounter => {
                self.requirements.capability(Capability::AtomicStorage);
                self.scalar_type(Scalar::U32, Layout::None)
            }
            // SPV_KHR_ray_query and SPV_KHR_ray_tracing are for Vulkan.
            TypeData::Tensor { element, rank } => {
                self.requirements.capability(Capability::TensorsARM);
                self.requirements.extension("SPV_ARM_tensors");
                let element = self.scalar_type(element, Layout::None);
                let rank = self.u32_constant(rank);
                self.intern_type(Op::TypeTensorARM, &[element, rank])
            }
            TypeData::AccelerationStructure | TypeData::RayQuery | TypeData::HitObject
                if !self.options.target.is_vulkan() =>
            {
                return Err(Error::unsupported("acceleration structures and ray queries"));
            }
            TypeData::AccelerationStructure => {
                // Stages that trace rays have it from their own capability.
                if !self.entry.stage.traces_rays() {
                    self.requirements.capability(Capability::RayQueryKHR);
                }
                self.intern_type(Op::TypeAccelerationStructureKHR, &[])
            }
            TypeData::Spirv(item) => self.named_type(item)?,
            TypeData::RayQuery => {
                self.requirements.capability(Capability::RayQueryKHR);
                self.requirements.extension("SPV_KHR_ray_query");
                self.intern_type(Op::TypeRayQueryKHR, &[])
            }
            data @ TypeData::CooperativeMatrix { scalar, .. } => {
                self.cooperative_matrix_type(data, scalar)?
            }
            TypeData::TensorLayout { dimensions, clamp } => {
                self.requirements.capability(Capability::TensorAddressingNV);
                let operands = [self.known_constant(dimensions)?, self.known_constant(clamp)?];
                self.intern_type(Op::TypeTensorLayoutNV, &operands)
            }
            TypeData::TensorView { dimensions, sized, order } => {
                self.requirements.capability(Capability::TensorAddressingNV);
                let dimensions = self.known_constant(dimensions)?;
                let mut operands = vec![dimensions, self.scalar_constant(Scalar::Bool, sized.into())];
                operands.extend(order.dimensions().map(|number| self.u32_constant(number)));
                self.intern_type(Op::TypeTensorViewNV, &operands)
            }
            TypeData::BufferReference { block, layout, .. } => self.reference_type(ty, block, layout)?,
            TypeData::Handle { .. } => return Err(Error::unsupported(HANDLES)),
            TypeData::Descriptor { storage, .. } => {
                let class = self.class(storage);
                self.intern_type(Op::TypeBufferEXT, &[class as u32])
            }
            TypeData::HitObject => {
                self.requirements.capability(Capability::ShaderInvocationReorderEXT);
                let is_nv = self.requirements.nv_hits;
                self.intern_type(if is_nv { Op::TypeHitObjectNV } else { Op::TypeHitObjectEXT }, &[])
            }
            TypeData::Expression(_) => return Err(Error::unsupported("types that follow from parameters")),
        })
    }

    fn scalar_type(&mut self, scalar: Scalar, layout: Layout) -> u32 {
        let scalar = match (scalar, layout) {
            // Bool has no representation in memory that others see.
            (Scalar::Bool, Layout::Nested(_)) => Scalar::U32,
            (scalar, _) => scalar,
        };
        let width = scalar.width();
        match scalar {
            Scalar::I64 | Scalar::U64 => self.requirements.capability(Capability::Int64),
            Scalar::F64 => self.requirements.capability(Capability::Float64),
            _ => {}
        }
        self.requirements.number_type(scalar);
        match scalar {
            Scalar::Bool => self.intern_type(Op::TypeBool, &[]),
            scalar if scalar.is_float() => match encoding(scalar) {
                Some(encoding) => self.intern_type(Op::TypeFloat, &[width, encoding]),
                None => self.intern_type(Op::TypeFloat, &[width]),
            },
            scalar => self.intern_type(Op::TypeInt, &[width, u32::from(scalar.is_signed())]),
        }
    }

    fn array_type(&mut self, ty: Type, element: Type, length: Length, layout: Layout) -> Result<u32> {
        let element_id = self.laid(element, layout)?;
        let length = match length {
            Length::Constant(length) => self.u32_constant(length),
            Length::Spec(constant) => self.known_constant(constant)?,
        };
        self.strided(Op::TypeArray, &[element_id, length], ty, layout)
    }

    fn runtime_array_type(&mut self, ty: Type, element: Type, layout: Layout) -> Result<u32> {
        let element_id = self.laid(element, layout)?;
        if !matches!(layout, Layout::Nested(_) | Layout::Heap(_)) {
            self.requirements.capability(Capability::RuntimeDescriptorArray);
        }
        self.strided(Op::TypeRuntimeArray, &[element_id], ty, layout)
    }

    fn strided(&mut self, op: Op, operands: &[u32], ty: Type, layout: Layout) -> Result<u32> {
        let rule = match layout {
            Layout::Nested(rule) => rule,
            Layout::Heap(heap) => return self.strided_in_heap(op, operands, ty, heap),
            Layout::None | Layout::Interface | Layout::Block(_) => {
                return Ok(self.intern_type(op, operands));
            }
        };
        let stride = self.extents.array_stride(ty, rule);
        let (id, new) = self.intern_strided(op, operands, stride);
        if new {
            self.decorate(id, Decoration::ArrayStride, &[stride]);
        }
        Ok(id)
    }

    fn struct_type(&mut self, ty: Type, id: Struct, layout: Layout) -> Result<u32> {
        let module = self.module;
        let data = &module.structs[id];
        let mut operands = Ids::new();
        for member in &data.members {
            operands.push(self.laid(member.ty, layout.of_member(member))?);
        }
        // A buffer reference among the members may have led back here.
        let known = match layout {
            Layout::None => self.types.plain.get(ty).copied().filter(|&id| id != 0),
            layout => self.types.laid.get(&(ty, layout)).copied(),
        };
        if let Some(id) = known {
            return Ok(id);
        }
        let twin = self.twin(ty, &data.members, &operands, layout);
        if let Some(&id) = twin.as_ref().and_then(|twin| self.types.twins.get(twin)) {
            return Ok(id);
        }
        let result = self.id();
        if let Some(twin) = twin {
            self.types.twins.insert(twin, result);
        }
        self.globals.mark(data.origin.span);
        self.globals.push_parts(Op::TypeStruct, &[result], &operands);
        self.globals.mark(Span::default());
        self.name(result, module.names.get(data.name));
        for (index, member) in (0..).zip(&data.members) {
            self.member_name(result, index, module.names.get(member.name));
            if self.is_relaxed(member) {
                self.decorate_member(result, index, Decoration::RelaxedPrecision, &[]);
            }
        }
        match layout {
            Layout::None => {}
            Layout::Interface => {
                self.decorate(result, Decoration::Block, &[]);
                for (index, member) in (0..).zip(&data.members) {
                    self.interface_member(result, index, member)?;
                }
            }
            Layout::Block(rule) | Layout::Nested(rule) => {
                let offsets = self.extents.members(ty, rule).offsets;
                for ((index, member), offset) in (0..).zip(&data.members).zip(offsets) {
                    self.decorate_member(result, index, Decoration::Offset, &[offset]);
                    self.matrix_member(result, index, member.ty, layout.of_member(member));
                    self.memory_qualifiers(result, Some(index), member.decorations.qualifiers);
                }
            }
            Layout::Heap(heap) => self.heap_members(result, &data.members, heap)?,
        }
        Ok(result)
    }

    /// All that tells a struct in memory from others; none if it is told apart by its name, or by decorations of its variable.
    fn twin(&mut self, ty: Type, members: &[Member], types: &[u32], layout: Layout) -> Option<Twin> {
        let (Layout::Block(rule) | Layout::Nested(rule)) = layout else { return None };
        if !self.shares_structs() {
            return None;
        }
        let offsets = self.extents.members(ty, rule).offsets;
        let mut twins = Vec::with_capacity(members.len());
        for ((member, &id), offset) in members.iter().zip(types).zip(offsets) {
            let matrix = match layout.of_member(member) {
                Layout::Nested(rule) => {
                    self.extents.matrix_stride(member.ty, rule).map(|it| (it, rule.row_major))
                }
                _ => None,
            };
            let qualifiers = member.decorations.qualifiers;
            twins.push(TwinMember {
                ty: id,
                offset,
                matrix,
                qualifiers,
                is_relaxed: self.is_relaxed(member),
            });
        }
        Some(Twin { is_block: matches!(layout, Layout::Block(_)), members: twins })
    }

    /// True if equal structs in memory become one: without a storage class of their own, storage buffers have another decoration,
    /// and task payloads of NV decorate members.
    fn shares_structs(&self) -> bool {
        self.types.shares_structs && self.has_storage_class && !self.requirements.nv_meshes
    }

    fn is_relaxed(&self, member: &Member) -> bool {
        use vitrum_ir::Precision;
        matches!(member.precision, Precision::Low | Precision::Medium) && self.may_relax(member.ty)
    }

    /// Stride and order of the matrices in a member of a block.
    pub(crate) fn matrix_member(&mut self, id: u32, index: u32, ty: Type, layout: Layout) {
        let Layout::Nested(rule) = layout else { return };
        let Some(stride) = self.extents.matrix_stride(ty, rule) else { return };
        let order = if rule.row_major { Decoration::RowMajor } else { Decoration::ColMajor };
        self.decorate_member(id, index, order, &[]);
        self.decorate_member(id, index, Decoration::MatrixStride, &[stride]);
    }

    /// The address type of a buffer reference. It is declared before the block, which may hold such addresses.
    fn reference_type(&mut self, ty: Type, block: Struct, rule: vitrum_ir::LayoutRule) -> Result<u32> {
        if let Some(&id) = self.types.references.get(&ty) {
            return Ok(id);
        }
        self.requirements.capability(Capability::PhysicalStorageBufferAddresses);
        let id = self.id();
        self.types.references.insert(ty, id);
        let class = StorageClass::PhysicalStorageBuffer as u32;
        self.globals.push(Op::TypeForwardPointer, &[id, class]);
        let layout = Layout::Block(crate::layout::Rule::new(rule, false));
        let struct_type = self.module.types.find(TypeData::Struct(block));
        let pointee = match struct_type {
            Some(ty) => {
                let pointee = self.laid(ty, layout)?;
                self.mark_block(pointee, Decoration::Block);
                let members = &self.module.structs[block].members;
                if members.iter().any(|it| it.decorations.qualifiers.contains(Qualifiers::HIT_RECORD)) {
                    self.mark_hit_record(pointee);
                }
                self.small_storage(ty, StorageClass::PhysicalStorageBuffer, false, true);
                pointee
            }
            None => return Err(Error::malformed("a buffer reference to a block without a type")),
        };
        self.globals.push(Op::TypePointer, &[id, class, pointee]);
        Ok(id)
    }

    /// Decorates a block that the handle of a hit object's shader record leads to.
    fn mark_hit_record(&mut self, id: u32) {
        let (decoration, capability) = match self.requirements.nv_hits {
            true => (Decoration::HitObjectShaderRecordBufferNV, Capability::ShaderInvocationReorderNV),
            false => (Decoration::HitObjectShaderRecordBufferEXT, Capability::ShaderInvocationReorderEXT),
        };
        self.requirements.capability(capability);
        if self.marked.insert((id, decoration as u32)) {
            self.decorate(id, decoration, &[]);
        }
    }

    /// The type that holds the texels of an image.
    pub(crate) fn image_type(&mut self, image: ImageType) -> Result<u32> {
        if image.dim == Dim::Rect && self.options.target.is_vulkan() {
            return Err(Error::unsupported("rectangle images"));
        }
        if image.dim == Dim::PixelLocal {
            return Err(Error::unsupported(PIXEL_LOCAL));
        }
        self.image_capabilities(image);
        let sampled = self.ty(common::scalar(image.sampled))?;
        let dim = match image.dim {
            Dim::D1 => spirv::Dim::Dim1D,
            Dim::D2 | Dim::External | Dim::ExternalYuv => spirv::Dim::Dim2D,
            Dim::D3 => spirv::Dim::Dim3D,
            Dim::Cube => spirv::Dim::DimCube,
            Dim::Rect => spirv::Dim::DimRect,
            Dim::Buffer => spirv::Dim::DimBuffer,
            Dim::Subpass | Dim::PixelLocal => spirv::Dim::DimSubpassData,
            Dim::TileImage => spirv::Dim::DimTileImageDataEXT,
        };
        let storage = image.storage || matches!(image.dim, Dim::Subpass | Dim::TileImage);
        let operands = [
            sampled,
            dim as u32,
            u32::from(image.shadow),
            u32::from(image.arrayed),
            u32::from(image.multisampled),
            if storage { 2 } else { 1 },
            image.format.spirv(),
        ];
        Ok(self.intern_type(Op::TypeImage, &operands))
    }

    /// The type of a combined image and sampler. A texel buffer has no sampler (SPIR-V 1.6 forbids the type).
    pub(crate) fn sampled_image_type(&mut self, image: ImageType) -> Result<u32> {
        let image_id = self.image_type(image)?;
        if image.dim == Dim::Buffer {
            return Ok(image_id);
        }
        Ok(self.intern_type(Op::TypeSampledImage, &[image_id]))
    }

    /// A vector of any number of components.
    pub(crate) fn long_vector_type(
        &mut self,
        scalar: Scalar,
        length: Length,
        cooperative: bool,
    ) -> Result<u32> {
        let component = self.scalar_type(scalar, Layout::None);
        if cooperative {
            self.requirements.capability(Capability::CooperativeVectorNV);
            let length = match length {
                Length::Constant(length) => self.u32_constant(length),
                Length::Spec(length) => self.known_constant(length)?,
            };
            return Ok(self.intern_type(Op::TypeVectorIdEXT, &[component, length]));
        }
        self.requirements.capability(Capability::LongVectorEXT);
        Ok(match length {
            Length::Constant(length) => self.intern_type(Op::TypeVector, &[component, length]),
            Length::Spec(length) => {
                let length = self.known_constant(length)?;
                self.intern_type(Op::TypeVectorIdEXT, &[component, length])
            }
        })
    }

    /// A cooperative matrix like `data` with components of the type `scalar`.
    pub(crate) fn cooperative_matrix_type(&mut self, data: TypeData, scalar: Scalar) -> Result<u32> {
        let TypeData::CooperativeMatrix { scope, rows, columns, usage, .. } = data else {
            return Err(Error::malformed("a matrix that is not cooperative"));
        };
        let mut operands = vec![self.scalar_type(scalar, Layout::None)];
        for constant in [scope, rows, columns] {
            operands.push(self.known_constant(constant)?);
        }
        operands.push(self.u32_constant(match usage {
            MatrixUse::A => 0,
            MatrixUse::B => 1,
            MatrixUse::Accumulator => 2,
            MatrixUse::Any => {
                self.requirements.capability(Capability::CooperativeMatrixNV);
                return Ok(self.intern_type(Op::TypeCooperativeMatrixNV, &operands));
            }
        }));
        self.requirements.capability(Capability::CooperativeMatrixKHR);
        match scalar {
            Scalar::Bf16 => self.requirements.capability(Capability::BFloat16CooperativeMatrixKHR),
            Scalar::F8E4M3 | Scalar::F8E5M2 => {
                self.requirements.capability(Capability::Float8CooperativeMatrixEXT);
            }
            _ => {}
        }
        Ok(self.intern_type(Op::TypeCooperativeMatrixKHR, &operands))
    }

    /// The storage class of a place, where it does not depend on the variable.
    pub(crate) fn class(&self, storage: Storage) -> StorageClass {
        match storage {
            Storage::Function => StorageClass::Function,
            Storage::Private => StorageClass::Private,
            Storage::Input => StorageClass::Input,
            Storage::Output => StorageClass::Output,
            Storage::Uniform => StorageClass::Uniform,
            Storage::Opaque => StorageClass::UniformConstant,
            Storage::Buffer if self.has_storage_class => StorageClass::StorageBuffer,
            Storage::Buffer => StorageClass::Uniform,
            Storage::PushConstant => StorageClass::PushConstant,
            Storage::Shared => StorageClass::Workgroup,
            Storage::PhysicalBuffer => StorageClass::PhysicalStorageBuffer,
            Storage::AtomicCounter => StorageClass::AtomicCounter,
            Storage::Texel => StorageClass::Image,
            Storage::TaskPayload if !self.requirements.nv_meshes => StorageClass::TaskPayloadWorkgroupEXT,
            Storage::TaskPayload if self.entry.stage == Stage::Mesh => StorageClass::Input,
            Storage::TaskPayload => StorageClass::Output,
            Storage::RayPayload => StorageClass::RayPayloadKHR,
            Storage::IncomingRayPayload => StorageClass::IncomingRayPayloadKHR,
            Storage::HitAttribute => StorageClass::HitAttributeKHR,
            Storage::CallableData => StorageClass::CallableDataKHR,
            Storage::IncomingCallableData => StorageClass::IncomingCallableDataKHR,
            Storage::ShaderRecord => StorageClass::ShaderRecordBufferKHR,
            Storage::HitObjectAttribute if self.requirements.nv_hits => StorageClass::HitObjectAttributeNV,
            Storage::HitObjectAttribute => StorageClass::HitObjectAttributeEXT,
            Storage::TileImage => StorageClass::TileImageEXT,
            // Accesses have the class of their variable, which is in its decorations; pixel local storage has no variables.
            Storage::Spirv | Storage::PixelLocal => StorageClass::Private,
        }
    }

    /// True if values of the type can be computed at relaxed precision: 32-bit numbers.
    pub(crate) fn may_relax(&self, mut ty: Type) -> bool {
        while let TypeData::Array { element, .. }
        | TypeData::RuntimeArray { element }
        | TypeData::Pointer { pointee: element, .. } = self.module.types.get(ty)
        {
            ty = element;
        }
        match self.module.types.get(ty) {
            TypeData::Image(_) | TypeData::SampledImage(_) => true,
            _ => matches!(self.module.types.scalar_of(ty), Some(Scalar::F32 | Scalar::I32 | Scalar::U32)),
        }
    }
}
