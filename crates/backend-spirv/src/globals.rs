//! Global variables: storage classes, types by layout, and decorations.

use crate::error::{Error, Result};
use crate::layout::{HeapLayout, Layout, Rule};
use crate::options::Version;
use crate::writer::Writer;
use rustc_hash::FxHashSet;
use spirv::{Capability, Decoration, Op, StorageClass};
use vitrum_ir::{
    BuiltIn, Constant, ConstantKind, Decorations, Dim, Global, GlobalData, ImageFormat, ImageType, Inst,
    Interpolation, LayoutRule, Member, Modes, Module, Precision, Qualifiers, Scalar, SideTable, Span, Stage,
    Storage, Type, TypeData, visit,
};

/// The target of a pointer, beyond its IR type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pointee {
    pub(crate) class: StorageClass,
    pub(crate) layout: Layout,
    /// Alignment of the address in bytes, if accesses have to declare it: behind buffer references. Else 0.
    pub(crate) align: u32,
}

impl Pointee {
    /// A place that is no part of a block.
    pub(crate) fn plain(class: StorageClass) -> Self {
        Self { class, layout: Layout::None, align: 0 }
    }

    /// With the alignment at this offset in bytes.
    pub(crate) fn moved(self, bytes: u32) -> Self {
        let align = if bytes == 0 { self.align } else { self.align.min(1 << bytes.trailing_zeros()) };
        Self { align, ..self }
    }
}

/// A global variable that was written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Variable {
    pub(crate) id: u32,
    pub(crate) place: Pointee,
}

/// The place of the first instruction that names a variable, which no source may declare.
#[cold]
pub(crate) fn first_use(module: &Module, global: Global) -> Option<Span> {
    module.functions.values().find_map(|function| {
        let names =
            |inst: Inst| function.operands(inst).iter().any(|operand| operand.global() == Some(global));
        let found = visit::insts(function).into_iter().map(|row| row.1).find(|&inst| names(inst))?;
        Some(function.insts[found].span()).filter(|span| !span.is_nowhere())
    })
}

/// The extension for barycentric coordinates and values of vertices of AMD, and its set of instructions.
pub(crate) const EXPLICIT: &str = "SPV_AMD_shader_explicit_vertex_parameter";

impl Writer<'_> {
    /// Writes the variables: all that the author declared, and the built-in ones that are used or said something by being
    /// named.
    pub(crate) fn write_globals(&mut self, used: &SideTable<Global, bool>) -> Result<()> {
        let module = self.module;
        for &id in &self.entry.globals {
            // Another stage may have declared it alike.
            if used.at(id) && self.variables.at(id).is_none() {
                let written = self.write_global(&module.globals[id]);
                let variable = written
                    .map_err(|error| error.at(self.requirements.place().or_else(|| first_use(module, id))))?;
                self.variables.set(id, Some(variable));
            }
        }
        Ok(())
    }

    /// For each variable, true if it is written whether or not something uses it.
    pub(crate) fn declared_globals(&self) -> SideTable<Global, bool> {
        let module = self.module;
        let is_declared = |data: &GlobalData| {
            let builtin = data.decorations.builtin.is_some() || self.is_builtin_block(data);
            !builtin || data.is_per_sample() || module.is_passed_on(data)
        };
        module.globals.values().map(is_declared).collect()
    }

    /// The ids of the variables that an entry point lists.
    pub(crate) fn interface(&self) -> Vec<u32> {
        let is_listed = |&&id: &&Global| {
            let class = self.class(self.module.globals[id].storage);
            matches!(class, StorageClass::Input | StorageClass::Output) || self.version >= Version::V1_4
        };
        let listed = self.entry.globals.iter().filter(is_listed);
        let mut ids: Vec<u32> =
            listed.filter_map(|&id| self.variables.at(id)).map(|variable| variable.id).collect();
        // Several arrays are one descriptor heap.
        if self.types.heaps != [0; 2] {
            let mut seen = FxHashSet::default();
            ids.retain(|&id| seen.insert(id));
        }
        ids
    }

    /// The variable of a global.
    pub(crate) fn variable(&self, global: Global) -> Result<Variable> {
        self.variables.at(global).ok_or_else(|| Error::malformed("an unknown global"))
    }

    fn is_builtin_block(&self, data: &GlobalData) -> bool {
        data.block.is_some()
            && self
                .module
                .members(self.module.types.innermost(data.ty))
                .first()
                .is_some_and(|member| member.decorations.builtin.is_some())
    }

    fn place_of(&mut self, data: &GlobalData) -> Result<Pointee> {
        let row_major = data.decorations.qualifiers.contains(Qualifiers::ROW_MAJOR);
        let layout = match (data.block, data.storage) {
            // Their memory is not the author's to lay out.
            (
                Some(_),
                Storage::Input
                | Storage::Output
                | Storage::RayPayload
                | Storage::IncomingRayPayload
                | Storage::HitAttribute
                | Storage::CallableData
                | Storage::HitObjectAttribute
                | Storage::IncomingCallableData,
            ) => Layout::Interface,
            (Some(rule), _) => Layout::Block(Rule::new(rule, row_major)),
            (None, Storage::Opaque) if self.module.is_structured_heap(data) => {
                Layout::Heap(HeapLayout { rule: Rule::new(LayoutRule::Scalar, row_major), size: None })
            }
            (None, _) => Layout::None,
        };
        let class = match (data.block, data.storage) {
            (None, Storage::Uniform) if self.options.target.is_vulkan() => {
                let name = self.module.names.get(data.name);
                return Err(Error::unsupported(format!("uniform `{name}` outside of a block")));
            }
            (None, Storage::Uniform) => StorageClass::UniformConstant,
            (_, Storage::AtomicCounter) if self.options.target.is_vulkan() => {
                return Err(Error::unsupported("atomic counters"));
            }
            (_, Storage::Opaque) if data.decorations.qualifiers.contains(Qualifiers::TILE_ATTACHMENT) => {
                self.requirements.capability(Capability::TileShadingQCOM);
                StorageClass::TileAttachmentQCOM
            }
            (_, Storage::Spirv) => self.named_class(data.decorations.spirv)?,
            (_, storage) => self.class(storage),
        };
        Ok(Pointee { class, layout, align: 0 })
    }

    fn write_global(&mut self, data: &GlobalData) -> Result<Variable> {
        let module = self.module;
        self.requirements.begin(data.origin.span);
        if data.storage == Storage::PixelLocal {
            return Err(Error::unsupported(crate::types::PIXEL_LOCAL));
        }
        if data.decorations.qualifiers.contains(Qualifiers::BINDLESS) {
            return Err(Error::unsupported(crate::types::HANDLES));
        }
        if data.decorations.qualifiers.contains(Qualifiers::FRAMEBUFFER_FETCH) {
            let name = module.names.get(data.name);
            return Err(Error::unsupported(format!("reading the framebuffer through the output `{name}`")));
        }
        let place = self.place_of(data)?;
        if data.decorations.heap.is_some() {
            return self.heap(data, place);
        }
        let ty = self.laid(data.ty, place.layout)?;
        if let Layout::Block(_) = place.layout {
            let block = self.laid(self.module.types.innermost(data.ty), place.layout)?;
            let old = data.storage == Storage::Buffer && !self.has_storage_class;
            self.mark_block(block, if old { Decoration::BufferBlock } else { Decoration::Block });
        }
        if data.storage == Storage::TaskPayload && self.requirements.nv_meshes {
            let block = self.laid(self.module.types.innermost(data.ty), place.layout)?;
            for index in 0..module.members(module.types.innermost(data.ty)).len() as u32 {
                self.decorate_part(block, Some(index), Decoration::PerTaskNV, &[]);
            }
        }
        if place.class == StorageClass::StorageBuffer {
            self.requirements.extension("SPV_KHR_storage_buffer_storage_class");
        }
        let pointer = self.pointer(place.class, ty);
        self.constants_of_decorations(data.decorations.spirv)?;
        let id = self.id();
        // An undefined value is none.
        let is_defined = |&constant: &Constant| module.constants.get(constant).kind != ConstantKind::Undef;
        let initializer = match data.initializer.filter(is_defined) {
            // The initializer of shared memory must be a null constant.
            Some(_) if place.class == StorageClass::Workgroup => Some(self.null_constant(data.ty)?),
            Some(initializer) => Some(self.laid_constant(initializer, place.layout)?),
            None => None,
        };
        self.globals.mark(data.origin.span);
        self.globals.push_parts(Op::Variable, &[pointer, id, place.class as u32], initializer.as_slice());
        self.globals.mark(Span::default());
        self.name(id, module.names.get(data.name));
        let relaxed = matches!(data.precision, Precision::Low | Precision::Medium);
        if relaxed && data.block.is_none() && self.may_relax(data.ty) {
            self.decorate(id, Decoration::RelaxedPrecision, &[]);
        }
        self.resource_decorations(id, data);
        self.named_decorations(id, None, data.decorations.spirv)?;
        self.memory_qualifiers(id, None, self.own_qualifiers(data));
        let is_volatile = data.decorations.builtin.is_some_and(|builtin| self.is_volatile_builtin(builtin));
        if is_volatile && !self.vulkan_memory {
            self.decorate(id, Decoration::Volatile, &[]);
        }
        // Vulkan has no locations of uniforms.
        let is_uniform = matches!(data.storage, Storage::Uniform | Storage::Opaque);
        let has_location = !is_uniform || !self.options.target.is_vulkan();
        if matches!(data.storage, Storage::Input | Storage::Output) {
            if data.decorations.interpolation == Some(Interpolation::Explicit) && self.may_be_whole(data.ty) {
                self.decorate(id, Decoration::Flat, &[]);
            }
            self.interface_part(id, None, &data.decorations, Some(data.storage))?;
        } else if let Some(location) = data.decorations.location.filter(|_| has_location) {
            self.decorate(id, Decoration::Location, &[location]);
        }
        if data.storage == Storage::Shared && data.block.is_some() {
            self.shared_block(id);
        }
        let is_old_buffer = data.storage == Storage::Buffer;
        self.small_storage(data.ty, place.class, is_old_buffer, data.block.is_some());
        self.debug_global(id, data, place.layout.rule())?;
        Ok(Variable { id, place })
    }

    /// The variable of a descriptor heap. Members of a block have the qualifiers that the block has.
    fn heap(&mut self, data: &GlobalData, place: Pointee) -> Result<Variable> {
        if let Layout::Block(_) = place.layout {
            let ty = self.module.types.innermost(data.ty);
            let block = self.laid(ty, place.layout)?;
            self.mark_block(block, Decoration::Block);
            for index in 0..self.module.members(ty).len() as u32 {
                self.memory_qualifiers(block, Some(index), data.decorations.qualifiers);
            }
            self.small_storage(data.ty, place.class, data.storage == Storage::Buffer, true);
        }
        self.heap_variable(data, place)
    }

    /// A shared block has a layout, and lies where all of them do.
    fn shared_block(&mut self, id: u32) {
        self.requirements.capability(Capability::WorkgroupMemoryExplicitLayoutKHR);
        self.requirements.extension("SPV_KHR_workgroup_memory_explicit_layout");
        let is_shared = |data: &&GlobalData| data.storage == Storage::Shared && data.block.is_some();
        if self.module.globals.values().filter(is_shared).count() > 1 {
            self.decorate(id, Decoration::Aliased, &[]);
        }
    }

    /// The qualifiers of a variable. SPIR-V says who reads and writes an image of a variable or of an array, not of an
    /// array of arrays.
    fn own_qualifiers(&self, data: &GlobalData) -> Qualifiers {
        let access = Qualifiers::READONLY.union(Qualifiers::WRITEONLY);
        let mut qualifiers = data.decorations.qualifiers;
        let is_nested = match self.module.types.get(data.ty) {
            TypeData::Array { element, .. } | TypeData::RuntimeArray { element } => {
                self.module.types.innermost(element) != element
            }
            _ => false,
        };
        if is_nested && data.block.is_none() {
            qualifiers.remove(access);
        }
        qualifiers
    }

    /// True for integers, doubles and structs, which may hold them: Vulkan wants inputs of them to be `Flat`, also where
    /// nothing is interpolated (VUID-StandaloneSpirv-Flat-04744).
    fn may_be_whole(&self, ty: Type) -> bool {
        let scalar = self.module.types.scalar_of(self.module.types.innermost(ty));
        scalar.is_none_or(|scalar| !scalar.is_float() || scalar.width() > 32)
    }

    fn resource_decorations(&mut self, id: u32, data: &GlobalData) {
        let decorations = &data.decorations;
        let resource = matches!(
            data.storage,
            Storage::Uniform | Storage::Opaque | Storage::Buffer | Storage::AtomicCounter
        );
        // GLSL for Vulkan: the default set is 0.
        let default = (resource && self.options.target.is_vulkan()).then_some(0);
        if let Some(set) = decorations.set.or(default) {
            self.decorate(id, Decoration::DescriptorSet, &[set]);
        }
        if let Some(binding) = decorations.binding {
            self.decorate(id, Decoration::Binding, &[binding]);
        }
        if let Some(index) = decorations.input_attachment {
            self.decorate(id, Decoration::InputAttachmentIndex, &[index]);
        }
        let banks =
            [(decorations.bank, Decoration::BankNV), (decorations.member_offset, Decoration::MemberOffsetNV)];
        for (value, decoration) in banks {
            let Some(value) = value else { continue };
            self.requirements.capability(Capability::PushConstantBanksNV);
            self.decorate(id, decoration, &[value]);
        }
        if let (Storage::AtomicCounter, Some(offset)) = (data.storage, decorations.offset) {
            self.decorate(id, Decoration::Offset, &[offset]);
        }
    }

    /// Decorations of a member of an input or output block.
    pub(crate) fn interface_member(&mut self, id: u32, index: u32, member: &Member) -> Result<()> {
        self.named_decorations(id, Some(index), member.decorations.spirv)?;
        self.interface_part(id, Some(index), &member.decorations, None)
    }

    /// Decorations of an input or output, or a member of such a block; `storage` is known for the former.
    fn interface_part(
        &mut self,
        id: u32,
        member: Option<u32>,
        decorations: &Decorations,
        storage: Option<Storage>,
    ) -> Result<()> {
        if let Some(builtin) = decorations.builtin {
            let number = builtin
                .spirv()
                .ok_or_else(|| Error::unsupported(format!("built-in variable {}", builtin.name())))?;
            self.decorate_part(id, member, Decoration::BuiltIn, &[number]);
            // They come with the extension, and with no capability.
            if (4992..=4998).contains(&number) {
                self.requirements.extension(EXPLICIT);
            }
            if storage == Some(Storage::Output) {
                self.builtin_modes(id, member, builtin);
            }
            // Members of blocks count once they are accessed, but for those whose mere mention does.
            if let Some(storage) = storage {
                self.builtin_capability(builtin, storage);
            } else if builtin == BuiltIn::PrimitiveShadingRate {
                self.builtin_capability(builtin, Storage::Output);
            }
        }
        let values = [
            (decorations.location, Decoration::Location, None),
            (decorations.component, Decoration::Component, None),
            (decorations.index, Decoration::Index, None),
            (decorations.stream, Decoration::Stream, Some(Capability::GeometryStreams)),
            (decorations.xfb_buffer, Decoration::XfbBuffer, Some(Capability::TransformFeedback)),
            (decorations.xfb_stride, Decoration::XfbStride, Some(Capability::TransformFeedback)),
            (decorations.xfb_offset, Decoration::Offset, Some(Capability::TransformFeedback)),
        ];
        for (value, decoration, capability) in values {
            let Some(value) = value else { continue };
            // Stream 0 is the default.
            if decoration == Decoration::Stream && value == 0 {
                continue;
            }
            if decorations.builtin.is_some()
                && matches!(decoration, Decoration::Location | Decoration::Component)
            {
                continue;
            }
            if let Some(capability) = capability {
                self.requirements.capability(capability);
            }
            self.decorate_part(id, member, decoration, &[value]);
        }
        self.interpolation(id, member, decorations);
        Ok(())
    }

    /// Decorations of a built-in output that are modes of the shader.
    fn builtin_modes(&mut self, id: u32, member: Option<u32>, builtin: BuiltIn) {
        let execution = &self.module.execution;
        let (modes, offset) = (execution.modes, execution.secondary_view_offset);
        match builtin {
            BuiltIn::Layer => {
                if modes.contains(Modes::VIEWPORT_RELATIVE) {
                    self.requirements.capability(Capability::ShaderViewportMaskNV);
                    self.decorate_part(id, member, Decoration::ViewportRelativeNV, &[]);
                }
                if let Some(offset) = offset {
                    self.requirements.capability(Capability::ShaderStereoViewNV);
                    self.decorate_part(id, member, Decoration::SecondaryViewportRelativeNV, &[offset]);
                }
            }
            BuiltIn::SampleMask if modes.contains(Modes::OVERRIDE_COVERAGE) => {
                self.requirements.capability(Capability::SampleMaskOverrideCoverageNV);
                self.decorate_part(id, member, Decoration::OverrideCoverageNV, &[]);
            }
            _ => {}
        }
    }

    fn interpolation(&mut self, id: u32, member: Option<u32>, decorations: &Decorations) {
        let kind = match decorations.interpolation {
            Some(Interpolation::Flat) => Some(Decoration::Flat),
            Some(Interpolation::NoPerspective) => Some(Decoration::NoPerspective),
            Some(Interpolation::PerVertex) => {
                self.requirements.capability(Capability::FragmentBarycentricKHR);
                Some(Decoration::PerVertexKHR)
            }
            Some(Interpolation::Explicit) => {
                self.requirements.extension(EXPLICIT);
                Some(Decoration::ExplicitInterpAMD)
            }
            Some(Interpolation::Smooth) | None => None,
        };
        if let Some(kind) = kind {
            self.decorate_part(id, member, kind, &[]);
        }
        let level = matches!(decorations.builtin, Some(BuiltIn::TessLevelOuter | BuiltIn::TessLevelInner));
        let rows = [
            (Qualifiers::CENTROID, Decoration::Centroid, None),
            (Qualifiers::SAMPLE, Decoration::Sample, Some(Capability::SampleRateShading)),
            (Qualifiers::PATCH, Decoration::Patch, None),
            (Qualifiers::INVARIANT, Decoration::Invariant, None),
            (Qualifiers::PER_PRIMITIVE, Decoration::PerPrimitiveEXT, Some(Capability::MeshShadingEXT)),
            (
                Qualifiers::PASSTHROUGH,
                Decoration::PassthroughNV,
                Some(Capability::GeometryShaderPassthroughNV),
            ),
            (Qualifiers::PER_VIEW, Decoration::PerViewNV, Some(Capability::MeshShadingNV)),
        ];
        for (qualifier, decoration, capability) in rows {
            let implied = level && qualifier == Qualifiers::PATCH;
            if implied || decorations.qualifiers.contains(qualifier) {
                self.decorate_part(id, member, decoration, &[]);
                if let Some(capability) = capability {
                    self.requirements.capability(capability);
                }
            }
        }
    }

    /// True if a built-in input may change while the shader runs, which SPIR-V wants to be told: whether an invocation is
    /// a helper after `demote` (SPIR-V 1.6), and what the invocations of a subgroup are after a call of another ray
    /// tracing shader (VUID-StandaloneSpirv-VulkanMemoryModel-04678 and 04679 of Vulkan).
    pub(crate) fn is_volatile_builtin(&self, builtin: BuiltIn) -> bool {
        match builtin {
            BuiltIn::HelperInvocation => self.version >= Version::V1_6 || self.demotes,
            BuiltIn::SubgroupSize
            | BuiltIn::SubgroupInvocationId
            | BuiltIn::SubgroupEqMask
            | BuiltIn::SubgroupGeMask
            | BuiltIn::SubgroupGtMask
            | BuiltIn::SubgroupLeMask
            | BuiltIn::SubgroupLtMask
            | BuiltIn::SmId
            | BuiltIn::WarpId => self.entry.stage.traces_rays() && self.entry.stage != Stage::AnyHit,
            BuiltIn::RayTmax => self.entry.stage == Stage::Intersection,
            _ => false,
        }
    }

    /// The capability that a built-in brings where it is used.
    pub(crate) fn builtin_capability(&mut self, builtin: BuiltIn, storage: Storage) {
        if let Some(number) = builtin.capability() {
            // `SPV_KHR_shader_ballot` brings these to versions before 1.3.
            let ballot = matches!(
                builtin,
                BuiltIn::SubgroupSize
                    | BuiltIn::SubgroupInvocationId
                    | BuiltIn::SubgroupEqMask
                    | BuiltIn::SubgroupGeMask
                    | BuiltIn::SubgroupGtMask
                    | BuiltIn::SubgroupLeMask
                    | BuiltIn::SubgroupLtMask
            );
            // Masks of viewports are outputs of meshes.
            let is_brought = builtin == BuiltIn::ViewportMask && self.entry.stage == Stage::Mesh;
            if is_brought {
                self.requirements.capability(Capability::MeshShadingNV);
            } else if ballot && self.version < Version::V1_3 {
                self.requirements.capability(Capability::SubgroupBallotKHR);
            } else {
                self.requirements.capability_number(number);
            }
        }
        let pre_raster =
            matches!(self.entry.stage, Stage::Vertex | Stage::TessControl | Stage::TessEvaluation);
        let capability = match (builtin, self.entry.stage) {
            (BuiltIn::PointSize, Stage::Geometry) => Capability::GeometryPointSize,
            (BuiltIn::PointSize, Stage::TessControl | Stage::TessEvaluation) => {
                Capability::TessellationPointSize
            }
            (BuiltIn::PrimitiveId, Stage::Fragment) => Capability::Geometry,
            (BuiltIn::Layer, Stage::Fragment) => Capability::Geometry,
            (BuiltIn::ViewportIndex, Stage::Fragment | Stage::Geometry) => Capability::MultiViewport,
            (BuiltIn::Layer, _) if pre_raster && self.version >= Version::V1_5 => Capability::ShaderLayer,
            (BuiltIn::ViewportIndex, _) if pre_raster && self.version >= Version::V1_5 => {
                Capability::ShaderViewportIndex
            }
            (BuiltIn::Layer | BuiltIn::ViewportIndex, _) if pre_raster && storage == Storage::Output => {
                Capability::ShaderViewportIndexLayerEXT
            }
            _ => return,
        };
        self.requirements.capability(capability);
    }

    /// Capabilities for numbers of 8 and 16 bits that lie in memory of a class; `is_old_buffer` tells storage buffers of
    /// the class `Uniform` from uniform ones.
    pub(crate) fn small_storage(
        &mut self,
        ty: Type,
        class: StorageClass,
        is_old_buffer: bool,
        is_block: bool,
    ) {
        let facts = self.facts(ty);
        let (of_8, of_16) = match class {
            StorageClass::StorageBuffer
            | StorageClass::PhysicalStorageBuffer
            | StorageClass::ShaderRecordBufferKHR => {
                (Some(Capability::StorageBuffer8BitAccess), Capability::StorageBuffer16BitAccess)
            }
            StorageClass::Uniform if is_old_buffer => {
                (Some(Capability::StorageBuffer8BitAccess), Capability::StorageBuffer16BitAccess)
            }
            StorageClass::Uniform => {
                (Some(Capability::UniformAndStorageBuffer8BitAccess), Capability::StorageUniform16)
            }
            StorageClass::PushConstant => {
                (Some(Capability::StoragePushConstant8), Capability::StoragePushConstant16)
            }
            StorageClass::Input | StorageClass::Output => (None, Capability::StorageInputOutput16),
            StorageClass::Workgroup if is_block => (
                Some(Capability::WorkgroupMemoryExplicitLayout8BitAccessKHR),
                Capability::WorkgroupMemoryExplicitLayout16BitAccessKHR,
            ),
            _ => return,
        };
        if facts.holds_16() {
            self.requirements.capability(of_16);
        }
        if let Some(of_8) = of_8.filter(|_| facts.holds_8()) {
            self.requirements.capability(of_8);
        }
    }

    /// Capabilities that the shape and format of an image need.
    pub(crate) fn image_capabilities(&mut self, image: ImageType) {
        let dim = match (image.dim, image.storage, image.arrayed) {
            (Dim::D1, false, _) => Some(Capability::Sampled1D),
            (Dim::D1, true, _) => Some(Capability::Image1D),
            (Dim::Cube, false, true) => Some(Capability::SampledCubeArray),
            (Dim::Cube, true, true) => Some(Capability::ImageCubeArray),
            (Dim::Rect, false, _) => Some(Capability::SampledRect),
            (Dim::Rect, true, _) => Some(Capability::ImageRect),
            (Dim::Buffer, false, _) => Some(Capability::SampledBuffer),
            (Dim::Buffer, true, _) => Some(Capability::ImageBuffer),
            (Dim::Subpass, ..) => Some(Capability::InputAttachment),
            (Dim::TileImage, ..) => Some(Capability::TileImageColorReadAccessEXT),
            (Dim::D2 | Dim::D3 | Dim::Cube | Dim::External | Dim::ExternalYuv | Dim::PixelLocal, ..) => None,
        };
        let multisampled = image.storage && image.multisampled && image.dim != Dim::Subpass;
        let wide = matches!(image.sampled, Scalar::I64 | Scalar::U64);
        let basic = image.format.is_basic() || matches!(image.format, ImageFormat::R64i | ImageFormat::R64ui);
        let rows = [
            (multisampled, Capability::StorageImageMultisample),
            (multisampled && image.arrayed, Capability::ImageMSArray),
            (wide, Capability::Int64ImageEXT),
            (image.sampled == Scalar::F16, Capability::Float16ImageAMD),
            (!basic, Capability::StorageImageExtendedFormats),
        ];
        let rows = rows.into_iter().filter(|row| row.0).map(|row| row.1);
        for capability in dim.into_iter().chain(rows) {
            self.requirements.capability(capability);
        }
    }
}
