//! Finds the features that a module uses, to report those that the target lacks.

use crate::images::is_image_op;
use crate::layout::has_frag_coord_layout;
use crate::types::{innermost, struct_of};
use crate::{Error, Options, SpecConstants};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use vitrum_glsl::builtins::compatibility;
use vitrum_glsl::extensions::Extension;
use vitrum_glsl::features::{Feature, Support, is_requested};
use vitrum_glsl::version::Version;
use vitrum_ir::types::common;
use vitrum_ir::{
    Behavior, BlendEquations, Block, BuiltIn, ConstantKind, Decorations, Dim, FunctionData, Global,
    GlobalData, ImageFormat, ImageOperands, ImageType, Inst, Interpolation, Intrinsic, LayoutRule, Length,
    Modes, Module, Op, Operand, OperandKind, Qualifiers, Scalar, SourceExtension, Span, Stage, Storage,
    Struct, Type, TypeData, ValueFlags, layout::Layouts, typing, visit,
};

/// The extensions that a module needs in a target, sorted by name, with the author's behaviors; other extensions are
/// required.
///
/// # Errors
/// If the target lacks a feature.
pub(crate) fn extensions(
    module: &Module,
    target: Version,
    options: &Options,
    dropped: &[Struct],
) -> Result<Vec<(String, Behavior)>, Error> {
    let vulkan = options.vulkan;
    let macros = options.spec_constants.map_or(!vulkan, |style| style == SpecConstants::Macro);
    let (features, types, place) = (BTreeMap::new(), FxHashSet::default(), Place::default());
    let mut scan = Scan { module, target, vulkan, macros, dropped, features, types, place };
    scan.module();
    let mut names = BTreeMap::new();
    let own = Version::of_source(module.source);
    let is_own = (own.number, own.is_es()) == (target.number, target.is_es());
    let mut keeps_all = false;
    for (&feature, &place) in &scan.features {
        match feature.support(target) {
            Support::Core => {}
            Support::Extension(extension) => {
                names.insert(extension.name().to_owned(), default_behavior(extension));
            }
            // An extension of the source has the feature.
            Support::Missing(_) if is_from_source_extension(module, target, feature, &mut names) => {}
            // The source version has the feature, by any of its extensions.
            Support::Missing(_) if is_own && feature.is_anywhere() => keeps_all = true,
            Support::Missing(first) => {
                let span = place.span(module);
                return Err(Error::Lacks { target, what: feature.info().what, first, span });
            }
        }
    }
    for &SourceExtension { name, behavior } in &module.extensions {
        let name = module.names.get(name);
        if let Some(known) = names.get_mut(name) {
            *known = behavior;
        }
        let known = Extension::from_name(name);
        for other in printed_as(name, target) {
            names.entry(other.to_owned()).or_insert(Behavior::Enable);
        }
        let needless = known.is_some_and(|extension| extension.info().needs_vulkan && !options.vulkan);
        if known.is_some_and(is_redundant) && !keeps_all || needless {
            continue;
        }
        if !accepts_extension(target, name) && !is_own {
            return Err(Error::LacksExtension { target, name: name.to_owned() });
        }
        names.insert(name.to_owned(), behavior);
    }
    Ok(names.into_iter().collect())
}

/// Extensions with functions that are printed as those of others, which the text enables.
static PRINTED_AS: &[(Extension, &[Extension])] = &[
    (Extension::AmdGcnShader, &[Extension::ArbShaderBallot, Extension::ArbShaderClock]),
    (
        Extension::AmdShaderBallot,
        &[
            Extension::KhrShaderSubgroupBasic,
            Extension::KhrShaderSubgroupArithmetic,
            Extension::KhrShaderSubgroupBallot,
            Extension::KhrShaderSubgroupShuffle,
            Extension::ExtShaderExplicitArithmeticTypesInt16,
            Extension::ExtShaderExplicitArithmeticTypesInt64,
            Extension::ExtShaderExplicitArithmeticTypesFloat16,
            Extension::ExtShaderSubgroupExtendedTypesInt16,
            Extension::ExtShaderSubgroupExtendedTypesInt64,
            Extension::ExtShaderSubgroupExtendedTypesFloat16,
        ],
    ),
];

/// The names of the extensions that the text enables in addition to one of the source.
pub(crate) fn printed_as(name: &str, target: Version) -> impl Iterator<Item = &'static str> {
    let row = PRINTED_AS.iter().find(|row| row.0.name() == name);
    let others = row.map_or(&[][..], |row| row.1).iter();
    others.filter(move |other| other.is_requested_in(target)).map(|other| other.name())
}

/// True if an extension of the source adds a feature to a target; the extension is then requested as in the source.
fn is_from_source_extension(
    module: &Module,
    target: Version,
    feature: Feature,
    names: &mut BTreeMap<String, Behavior>,
) -> bool {
    let brings = |&&SourceExtension { name, .. }: &&SourceExtension| {
        let name = module.names.get(name);
        accepts_extension(target, name)
            && feature.info().since.extensions.iter().any(|extension| extension.name() == name)
    };
    let found = module.extensions.iter().find(brings);
    names.extend(found.map(|of| (module.names.get(of.name).to_owned(), of.behavior)));
    found.is_some()
}

/// The behavior of an extension that the source does not request.
fn default_behavior(extension: Extension) -> Behavior {
    if extension.info().optional { Behavior::Enable } else { Behavior::Require }
}

/// True if a version accepts an extension; unknown extensions are accepted.
fn accepts_extension(target: Version, name: &str) -> bool {
    Extension::from_name(name).is_none_or(|extension| extension.is_requested_in(target))
}

/// True if the line of an extension is redundant: the version has its features, or the used features request it.
fn is_redundant(extension: Extension) -> bool {
    extension.info().redundant || is_requested(extension)
}

struct Scan<'a> {
    module: &'a Module,
    target: Version,
    vulkan: bool,
    /// True if specialisation constants are macros.
    macros: bool,
    dropped: &'a [Struct],
    /// Each with the place of its first use.
    features: BTreeMap<Feature, Place>,
    /// The place in the source of what is looked at.
    place: Place,
    types: FxHashSet<Type>,
}

/// A place in the source, or that of the first use of a variable that no source declares.
#[derive(Clone, Copy, Default)]
struct Place {
    span: Span,
    global: Option<Global>,
}

impl From<Span> for Place {
    fn from(span: Span) -> Self {
        Self { span, global: None }
    }
}

impl Place {
    #[cold]
    fn span(self, module: &Module) -> Option<Span> {
        let of_use = || first_use(module, self.global?);
        Some(self.span).filter(|span| !span.is_nowhere()).or_else(of_use)
    }
}

/// The place of the first instruction that names a variable.
fn first_use(module: &Module, global: Global) -> Option<Span> {
    let names = |function: &FunctionData, inst: Inst| {
        function.operands(inst).iter().any(|operand| operand.global() == Some(global))
    };
    module.functions.values().find_map(|function| {
        let insts = visit::insts(function).into_iter().map(|row| row.1);
        let found = insts.into_iter().find(|&inst| names(function, inst))?;
        Some(function.insts[found].span()).filter(|span| !span.is_nowhere())
    })
}

impl Scan<'_> {
    fn need(&mut self, feature: Feature) {
        self.features.entry(feature).or_insert(self.place);
    }

    fn need_if(&mut self, condition: bool, feature: Feature) {
        if condition {
            self.need(feature);
        }
    }

    fn module(&mut self) {
        let module = self.module;
        if let Some(entry) = module.entry {
            self.place = module.functions[entry].origin.span.into();
        }
        self.need_if(module.execution.modes.contains(Modes::SHADER_64BIT_INDEXING), Feature::Index64);
        match module.stage {
            Stage::Geometry => self.need(Feature::Geometry),
            Stage::TessControl | Stage::TessEvaluation => self.need(Feature::Tessellation),
            Stage::Compute => self.need(Feature::Compute),
            Stage::Task | Stage::Mesh => self.need(self.meshes()),
            Stage::RayGeneration
            | Stage::Intersection
            | Stage::AnyHit
            | Stage::ClosestHit
            | Stage::Miss
            | Stage::Callable => {
                self.need(Feature::RayTracing);
                self.need_if(!self.vulkan, Feature::Vulkan);
            }
            Stage::Vertex | Stage::Fragment => {}
        }
        self.execution();
        // Structs are declared even if nothing uses them.
        let dropped: FxHashSet<_> = self.dropped.iter().copied().collect();
        for (id, data) in module.structs.iter() {
            for member in data.members.iter().filter(|_| !dropped.contains(&id)) {
                self.place = member.origin.span.into();
                self.ty(member.ty);
            }
        }
        for (id, global) in module.globals.iter() {
            self.place = Place { span: global.origin.span, global: Some(id) };
            self.global(global);
        }
        for (_, constant) in module.spec_constants.iter() {
            self.place = constant.origin.span.into();
            self.ty(constant.ty);
        }
        for (_, function) in module.functions.iter() {
            self.place = function.origin.span.into();
            self.ty(function.result);
            self.need_if(self.is_array(function.result), Feature::ArrayValues);
            let mut blocks = vec![function.body];
            while let Some(block) = blocks.pop() {
                self.block(function, block, &mut blocks);
            }
        }
    }

    fn execution(&mut self) {
        let execution = &self.module.execution;
        self.need_if(execution.modes.contains(Modes::EARLY_FRAGMENT_TESTS), Feature::EarlyTests);
        self.need_if(execution.depth.is_some(), Feature::DepthLayout);
        self.need_if(has_frag_coord_layout(execution.modes, self.vulkan), Feature::FragCoordLayout);
        self.need_if(execution.blend != BlendEquations::NONE, Feature::BlendEquations);
        self.need_if(execution.invocations.is_some(), Feature::Invocations);
        self.need_if(execution.modes.contains(Modes::POST_DEPTH_COVERAGE), Feature::PostDepthCoverage);
        self.need_if(execution.modes.contains(Modes::INNER_COVERAGE), Feature::InnerCoverage);
        self.need_if(execution.modes.contains(Modes::VARIABLE_GROUP_SIZE), Feature::VariableGroupSize);
    }

    /// True if the target has the fixed-function pipeline.
    fn has_fixed_function(&self) -> bool {
        self.target.has_compatibility_features() && !self.vulkan
    }

    fn is_array(&self, ty: Type) -> bool {
        self.module.types.element(ty).is_some()
    }

    /// Collects the features of a type and all its parts.
    fn ty(&mut self, ty: Type) {
        let mut stack = vec![ty];
        while let Some(ty) = stack.pop() {
            if !self.types.insert(ty) {
                continue;
            }
            match self.module.types.get(ty) {
                TypeData::Scalar(scalar) | TypeData::Vector { scalar, .. } => self.scalar(scalar),
                TypeData::Matrix { scalar, columns, rows } => {
                    self.scalar(scalar);
                    self.need_if(columns != rows, Feature::Rectangular);
                }
                TypeData::Array { element, .. } | TypeData::RuntimeArray { element } => {
                    self.need_if(self.is_array(element), Feature::ArraysOfArrays);
                    stack.push(element);
                }
                TypeData::Struct(id) => {
                    let name = self.module.names.get(self.module.structs[id].name);
                    self.need_if(
                        is_fixed_function_struct(name) && !self.has_fixed_function(),
                        Feature::FixedFunction,
                    );
                    for member in &self.module.structs[id].members {
                        self.decorations(&member.decorations);
                        stack.push(member.ty);
                    }
                }
                TypeData::Pointer { pointee, .. } => stack.push(pointee),
                TypeData::Handle { resource } => {
                    self.need(Feature::Bindless);
                    stack.push(resource);
                }
                TypeData::SampledImage(image) => self.image(image, false),
                TypeData::Image(image) => {
                    if image.dim == Dim::Subpass || !image.storage {
                        self.need_if(!self.vulkan, Feature::Vulkan);
                    }
                    self.image(image, image.storage);
                }
                TypeData::Sampler { .. } => self.need_if(!self.vulkan, Feature::Vulkan),
                TypeData::AtomicCounter => self.need(Feature::AtomicCounter),
                TypeData::Void | TypeData::Spirv(_) | TypeData::Expression(_) => {}
                TypeData::Tensor { element, .. } => {
                    self.scalar(element);
                    self.need_if(!self.vulkan, Feature::Vulkan);
                    match element {
                        Scalar::Bf16 => self.need(Feature::TensorsBfloat16),
                        Scalar::F8E4M3 => self.need(Feature::TensorsFloatE4m3),
                        Scalar::F8E5M2 => self.need(Feature::TensorsFloatE5m2),
                        _ => {}
                    }
                }
                TypeData::AccelerationStructure
                | TypeData::RayQuery
                | TypeData::HitObject
                | TypeData::TensorLayout { .. }
                | TypeData::TensorView { .. } => {
                    self.need_if(!self.vulkan, Feature::Vulkan);
                }
                TypeData::CooperativeMatrix { scalar, .. } | TypeData::LongVector { scalar, .. } => {
                    self.scalar(scalar);
                    self.need_if(!self.vulkan, Feature::Vulkan);
                }
                TypeData::BufferReference { layout, .. } | TypeData::Descriptor { layout, .. } => {
                    self.need_if(!self.vulkan, Feature::Vulkan);
                    self.need_if(layout == LayoutRule::Scalar, Feature::ScalarLayout);
                }
            }
        }
    }

    fn scalar(&mut self, scalar: Scalar) {
        match scalar {
            Scalar::U32 => self.need(Feature::Unsigned),
            Scalar::F64 => self.need(Feature::Double),
            Scalar::I64 | Scalar::U64 => {
                self.need(Feature::Int64);
            }
            Scalar::I8 | Scalar::U8 | Scalar::I16 | Scalar::U16 | Scalar::F16 => {
                self.need(Feature::SmallNumbers);
            }
            _ => {}
        }
    }

    fn image(&mut self, image: ImageType, storage: bool) {
        let arrayed = image.arrayed;
        match image.dim {
            Dim::D1 => self.need(Feature::Texture1D),
            Dim::D3 => self.need(Feature::Texture3D),
            Dim::Rect if image.sampled != Scalar::F32 => self.need(Feature::TextureRectInteger),
            Dim::Rect => self.need(Feature::TextureRect),
            Dim::Buffer => self.need(Feature::TextureBuffer),
            Dim::External => self.need(Feature::TextureExternal),
            Dim::ExternalYuv => self.need(Feature::YuvTarget),
            Dim::PixelLocal => self.need(Feature::PixelLocalStorage),
            Dim::Cube if arrayed => self.need(Feature::TextureCubeArray),
            _ => {}
        }
        self.need_if(image.sampled == Scalar::F16, Feature::HalfTextures);
        if matches!(image.dim, Dim::Subpass | Dim::PixelLocal) {
            return;
        }
        self.need_if(arrayed && matches!(image.dim, Dim::D1 | Dim::D2), Feature::TextureArray);
        if image.multisampled && !storage {
            self.need(if arrayed { Feature::TextureMultisampleArray } else { Feature::TextureMultisample });
        }
        self.need_if(image.sampled != Scalar::F32, Feature::TextureInteger);
        if image.shadow {
            self.need(Feature::TextureShadow);
            self.need_if(image.dim == Dim::Cube, Feature::TextureShadowCube);
            self.need_if(arrayed, Feature::TextureArray);
        }
        if !storage {
            return;
        }
        self.need(match image.dim {
            _ if image.multisampled => Feature::ImageDesktop,
            Dim::D1 | Dim::Rect => Feature::ImageDesktop,
            Dim::Buffer => Feature::ImageBuffer,
            Dim::Cube if arrayed => Feature::ImageCubeArray,
            _ => Feature::Image,
        });
        self.need_if(!image.format.is_basic(), Feature::ImageFormatDesktop);
    }

    fn global(&mut self, global: &GlobalData) {
        let Decorations { builtin, qualifiers, .. } = global.decorations;
        if let Some(builtin) = builtin {
            // All versions of GLSL and ESSL have this state.
            let is_depth_range = self.module.names.get(global.name) == "gl_DepthRange" && !self.vulkan;
            if !is_depth_range {
                self.builtin(builtin, global.storage);
            }
            self.need_if(qualifiers.contains(Qualifiers::INVARIANT), Feature::Invariant);
            if !qualifiers.contains(Qualifiers::REDECLARED) {
                return;
            }
        }
        let struct_id = struct_of(self.module, global.ty);
        let builtin_block = global.block.is_some()
            && struct_id.is_some_and(|id| {
                self.module.structs[id].members.iter().any(|member| member.decorations.builtin.is_some())
            });
        if builtin_block {
            if let Some(id) = struct_id {
                for member in &self.module.structs[id].members {
                    if let Some(builtin) = member.decorations.builtin
                        && (qualifiers.contains(Qualifiers::REDECLARED) || self.is_used(builtin))
                    {
                        self.builtin(builtin, global.storage);
                    }
                }
            }
            self.need_if(qualifiers.contains(Qualifiers::REDECLARED), Feature::PerVertexBlock);
            return;
        }
        self.ty(global.ty);
        self.decorations(&global.decorations);
        let is_structured = self.module.is_structured_heap(global);
        self.need_if(is_structured, Feature::StructuredHeap);
        self.need_if(global.decorations.heap.is_some() && !is_structured, Feature::DescriptorHeap);
        let is_block = global.block.is_some();
        let scalar = self.module.types.scalar_of(self.module.types.innermost(global.ty));
        let depth = self.module.types.array_depth(global.ty);
        self.need_if(is_block && depth > 1, Feature::BlockArraysOfArrays);
        let null = global.storage == Storage::Shared && global.initializer.is_some();
        self.need_if(null, Feature::NullInitializer);
        match global.storage {
            Storage::Uniform if is_block => self.need(Feature::UniformBlock),
            Storage::Uniform => self.need_if(self.vulkan, Feature::LooseUniforms),
            Storage::Buffer => self.need(Feature::StorageBlock),
            Storage::Input | Storage::Output if is_block => self.need(Feature::InterfaceBlock),
            Storage::Input if self.module.stage == Stage::Vertex => {
                self.need_if(self.is_array(global.ty), Feature::InputArray);
                self.need_if(scalar == Some(Scalar::F64), Feature::DoubleInput);
            }
            Storage::PushConstant => {
                self.need_if(!self.vulkan, Feature::Vulkan);
                let decorations = &global.decorations;
                let banked = decorations.bank.or(decorations.member_offset).is_some();
                self.need_if(banked, Feature::PushConstantBanks);
            }
            Storage::AtomicCounter => self.need_if(self.vulkan, Feature::CounterVariables),
            Storage::PixelLocal => {
                self.need(Feature::PixelLocalBlock);
                let mut formats =
                    self.module.members(global.ty).iter().filter_map(|member| member.decorations.format);
                let is_second = formats.any(ImageFormat::is_second_pixel_local);
                self.need_if(is_second, Feature::PixelLocalFormats);
            }
            Storage::Output if global.decorations.format.is_some() => self.need(Feature::PixelLocalFormats),
            _ => {}
        }
        if let TypeData::Image(image) = innermost(self.module, global.ty) {
            let both =
                !qualifiers.contains(Qualifiers::READONLY) && !qualifiers.contains(Qualifiers::WRITEONLY);
            let any = matches!(image.format, ImageFormat::R32f | ImageFormat::R32i | ImageFormat::R32ui);
            let is_image = image.storage && image.dim != Dim::PixelLocal;
            self.need_if(is_image && both && !any, Feature::ImageReadWrite);
            let formatless = image.storage && image.format == ImageFormat::Unknown;
            self.need_if(formatless && image.dim != Dim::Subpass, Feature::ImageFormatless);
            let unnumbered = global.decorations.input_attachment.is_none();
            self.need_if(image.dim == Dim::Subpass && unnumbered, Feature::UnnumberedAttachments);
        }
        if matches!(global.storage, Storage::Input | Storage::Output) {
            self.need_if(scalar.is_some_and(Scalar::is_integer), Feature::IntegerInterface);
        }
        // Uniform blocks in the layout of buffers came with the same extension.
        let is_packed = global.storage == Storage::Uniform && global.block == Some(LayoutRule::Std430);
        self.need_if(global.block == Some(LayoutRule::Scalar) || is_packed, Feature::ScalarLayout);
        self.need_if(global.block == Some(LayoutRule::Scalar) && !self.vulkan, Feature::Vulkan);
        let unsized_one = matches!(self.module.types.get(global.ty), TypeData::RuntimeArray { .. });
        self.need_if(
            unsized_one && (is_block || global.storage == Storage::Opaque) && !self.vulkan,
            Feature::UnsizedResources,
        );
        let last = struct_id.and_then(|id| self.module.structs[id].members.last());
        let ends_open =
            last.is_some_and(|it| matches!(self.module.types.get(it.ty), TypeData::RuntimeArray { .. }));
        self.need_if(ends_open && global.storage == Storage::Uniform, Feature::UnsizedUniforms);
        if let Some(id) = struct_id.filter(|_| is_block && !self.vulkan) {
            let offsets =
                self.module.structs[id].members.iter().filter_map(|member| member.decorations.offset);
            self.need_if(!offsets.is_sorted(), Feature::MemberOrder);
        }
        let fragment = self.module.stage == Stage::Fragment;
        let array = global.storage == Storage::Output && fragment && self.is_array(global.ty);
        self.need_if(array && builtin.is_none(), Feature::DeclaredOutput);
        self.need_if(
            global.initializer.is_some() && global.storage == Storage::Uniform,
            Feature::UniformInitializer,
        );
    }

    /// True if a member of a built-in block counts as used; the standard members are always present.
    fn is_used(&self, builtin: BuiltIn) -> bool {
        !matches!(
            builtin,
            BuiltIn::Position | BuiltIn::PointSize | BuiltIn::ClipDistance | BuiltIn::CullDistance
        )
    }

    /// The extension that meshes are made by.
    fn meshes(&self) -> Feature {
        let is_nv = self.module.execution.modes.contains(Modes::NV_MESH);
        if is_nv { Feature::NvMesh } else { Feature::Mesh }
    }

    fn decorations(&mut self, decorations: &Decorations) {
        let qualifiers = decorations.qualifiers;
        match decorations.interpolation {
            Some(Interpolation::Flat) => self.need(Feature::Flat),
            Some(Interpolation::NoPerspective) => self.need(Feature::NoPerspective),
            _ => {}
        }
        self.need_if(qualifiers.contains(Qualifiers::CENTROID), Feature::Centroid);
        self.need_if(qualifiers.contains(Qualifiers::SAMPLE), Feature::PerSample);
        self.need_if(qualifiers.contains(Qualifiers::PRECISE), Feature::Precise);
        self.need_if(qualifiers.contains(Qualifiers::INVARIANT), Feature::Invariant);
        self.need_if(qualifiers.contains(Qualifiers::FRAMEBUFFER_FETCH), Feature::LastFrag);
        self.need_if(qualifiers.contains(Qualifiers::YUV), Feature::YuvTarget);
        self.need_if(qualifiers.contains(Qualifiers::PASSTHROUGH), Feature::Passthrough);
        self.need_if(qualifiers.contains(Qualifiers::BINDLESS), Feature::Bindless);
        self.need_if(qualifiers.contains(Qualifiers::PER_PRIMITIVE), self.meshes());
        self.need_if(decorations.component.is_some(), Feature::Component);
        // An extension that brings the index need not bring the location that it is written with.
        for feature in [Feature::SecondSource, Feature::InterfaceLocation] {
            self.need_if(decorations.index.is_some(), feature);
        }
        self.need_if(decorations.stream.is_some(), Feature::Streams);
        let feedback = [decorations.xfb_buffer, decorations.xfb_stride, decorations.xfb_offset];
        self.need_if(feedback.iter().any(Option::is_some), Feature::TransformFeedback);
        let counter_or_member = decorations.offset.is_some() && decorations.binding.is_none();
        self.need_if(counter_or_member && !self.vulkan || decorations.align.is_some(), Feature::MemberOffset);
    }

    fn builtin(&mut self, builtin: BuiltIn, storage: Storage) {
        let fragment = self.module.stage == Stage::Fragment;
        match builtin {
            BuiltIn::VertexId => self.need(Feature::VertexId),
            BuiltIn::InstanceId => self.need(Feature::InstanceId),
            BuiltIn::VertexIndex | BuiltIn::InstanceIndex => self.need_if(!self.vulkan, Feature::Vulkan),
            BuiltIn::PointCoord => self.need(Feature::PointCoord),
            BuiltIn::FragDepth => self.need(Feature::FragDepth),
            BuiltIn::ClipDistance => self.need(Feature::ClipDistance),
            BuiltIn::CullDistance => self.need(Feature::CullDistance),
            BuiltIn::PrimitiveId => self.need(Feature::PrimitiveId),
            BuiltIn::Layer if fragment => self.need(Feature::Layer),
            BuiltIn::Layer | BuiltIn::ViewportIndex
                if matches!(self.module.stage, Stage::Vertex | Stage::TessEvaluation) =>
            {
                self.need(Feature::ViewportAnywhere);
            }
            BuiltIn::ViewportIndex if fragment => self.need(Feature::ViewportIndex),
            BuiltIn::ViewportIndex => self.need(Feature::ViewportIndexOutput),
            BuiltIn::SampleId | BuiltIn::SamplePosition | BuiltIn::SampleMask => {
                self.need(Feature::SampleVariables);
                let mask = builtin == BuiltIn::SampleMask && storage == Storage::Input;
                self.need_if(mask, Feature::SampleMaskInput);
            }
            BuiltIn::HelperInvocation => self.need(Feature::HelperInvocation),
            BuiltIn::NumSamples => self.need(Feature::NumSamples),
            BuiltIn::BaseVertex | BuiltIn::BaseInstance => self.need(Feature::DrawParameters),
            BuiltIn::DrawIndex => self.need(Feature::DrawNumber),
            BuiltIn::FragStencilRef => self.need(Feature::StencilExport),
            BuiltIn::ViewIndex => {
                self.need_if(!self.module.execution.modes.contains(Modes::OVR_MULTIVIEW), Feature::Multiview)
            }
            BuiltIn::InvocationId if self.module.stage == Stage::Geometry => self.need(Feature::Invocations),
            BuiltIn::BoundingBox => self.need(Feature::BoundingBox),
            BuiltIn::Compatibility | BuiltIn::ClipVertex => {
                self.need_if(!self.has_fixed_function(), Feature::FixedFunction);
            }
            BuiltIn::FragColor | BuiltIn::FragData if storage == Storage::Output => {
                self.need_if(!Feature::FragColor.is_in(self.target) || self.vulkan, Feature::FixedFunction);
            }
            BuiltIn::SecondaryFragColor | BuiltIn::SecondaryFragData => {
                let es100 = self.target == Version::ES_DEFAULT;
                self.need(if es100 { Feature::SecondSource } else { Feature::FixedFunction });
            }
            BuiltIn::LastFragColor => self.need(Feature::LastFragColor),
            BuiltIn::LastFragDepth | BuiltIn::LastFragStencil => self.need(Feature::LastFragDepth),
            BuiltIn::WorkgroupSize => self.need(Feature::VariableGroupSize),
            BuiltIn::LastFragData => {
                self.need(Feature::LastFrag);
                self.need(Feature::LastFragVariable);
            }
            _ => {}
        }
    }

    fn block(&mut self, function: &FunctionData, block: Block, blocks: &mut Vec<Block>) {
        for &param in &function.blocks[block].params {
            let ty = function.values[param].ty;
            self.ty(ty);
        }
        for &inst in &function.blocks[block].insts {
            self.place = function.insts[inst].span().into();
            for result in function.results(inst) {
                let data = &function.values[result];
                // The pointee of other pointers was already visited.
                let is_var = function.op(inst) == Op::Var;
                if self.module.types.pointee(data.ty).is_none() || is_var {
                    self.ty(data.ty);
                }
                let precise = data.flags.contains(ValueFlags::PRECISE);
                self.need_if(precise, Feature::Precise);
                self.need_if(self.is_array(data.ty), Feature::ArrayValues);
            }
            for &operand in function.operands(inst) {
                if let Some(constant) = operand.constant() {
                    let data = self.module.constants.get(constant);
                    let ty = data.ty;
                    let undefined = data.kind == ConstantKind::Undef;
                    let index = matches!(function.op(inst), Op::Access);
                    if !index {
                        self.ty(ty);
                    }
                    self.need_if(self.is_array(ty) && !undefined, Feature::ArrayValues);
                }
            }
            self.inst(function, inst);
            if let Some(control) = function.control(inst) {
                blocks.extend(control.blocks());
            }
        }
    }

    /// Indices, offsets and lengths of 64 bits. Constant indices are printed as 32 bits where they fit.
    fn wide_indices(&mut self, function: &FunctionData, inst: Inst) {
        let op = function.op(inst);
        let operands = function.operands(inst);
        let indices = match op {
            Op::Access => operands.get(1..),
            Op::ExtractDynamic => operands.get(1..2),
            Op::InsertDynamic => operands.get(2..3),
            Op::Intrinsic if function.intrinsic(inst).is_some_and(Intrinsic::has_offsets) => Some(operands),
            Op::ArrayLength => {
                let is_wide = function.result_data(inst).is_some_and(|data| data.ty == common::U64);
                self.need_if(is_wide, Feature::Index64);
                None
            }
            _ => None,
        };
        for &index in indices.unwrap_or_default() {
            let ty = self.operand_type(function, index);
            let known = index.constant().and_then(|constant| self.module.constants.as_int(constant));
            let fits = op == Op::Access && known.is_some_and(|known| i32::try_from(known).is_ok());
            if matches!(ty, common::I64 | common::U64) && !fits {
                self.ty(ty);
                self.need(Feature::Index64);
            }
        }
    }

    fn inst(&mut self, function: &FunctionData, inst: Inst) {
        let op = function.op(inst);
        let operands = function.operands(inst);
        let ty = function.result_data(inst).map(|data| data.ty);
        let is_vector = ty.is_some_and(|ty| self.module.types.vector_size(ty).is_some_and(|size| size > 1));
        if let Some(feature) = feature_of(op) {
            self.need(feature);
        }
        self.wide_indices(function, inst);
        match op {
            Op::Access => {
                self.member(operands);
                self.specialized(function, operands);
            }
            Op::Bitcast => self.bitcast(function, operands, ty),
            Op::InterpolateAtCentroid | Op::InterpolateAtSample | Op::InterpolateAtOffset => {
                let is_half = ty.is_some_and(|ty| self.module.types.scalar_of(ty) == Some(Scalar::F16));
                self.need_if(is_half, Feature::InterpolateHalves);
            }
            Op::Select => {
                let condition = operands.first().map(|&operand| self.operand_type(function, operand));
                let by_vector =
                    condition.and_then(|ty| self.module.types.vector_size(ty)).is_some_and(|size| size > 1);
                match ty.and_then(|ty| self.module.types.scalar_of(ty)).filter(|_| by_vector && is_vector) {
                    Some(scalar) if scalar.is_float() => self.need(Feature::SelectVector),
                    // Extensions with 64-bit integers also have this function for them.
                    Some(scalar) if scalar.width() <= 32 => self.need(Feature::SelectVectorInteger),
                    _ => {}
                }
            }
            Op::And | Op::Or | Op::Fone | Op::Fueq if is_vector => self.need(Feature::IntegerOperators),
            Op::Intrinsic => self.intrinsic(function.insts[inst].imm, operands),
            op if op.is_atomic() => self.atomic(function, op, operands),
            op if is_image_op(op) => self.texture(function, inst),
            _ => {}
        }
    }

    /// Collects features of members of built-in blocks.
    fn member(&mut self, operands: &[Operand]) {
        let Some(OperandKind::Global(global)) = operands.first().map(|base| base.kind()) else { return };
        let data = &self.module.globals[global];
        let variable = operands.get(1).is_some_and(|index| index.constant().is_none());
        if variable && self.is_array(data.ty) {
            let ruled = Feature::ConstantOpaqueIndex.is_in(self.target);
            match data.storage {
                Storage::Opaque => self.need_if(ruled, Feature::OpaqueIndex),
                Storage::Uniform => self.need_if(data.block.is_some(), Feature::UniformBlockIndex),
                Storage::Buffer => self.need(Feature::StorageBlockIndex),
                Storage::Output => self.need_if(self.module.stage == Stage::Fragment, Feature::OutputIndex),
                _ => {}
            }
        }
        let index = operands.get(1).and_then(|&index| self.integer(index));
        let colours = data.decorations.builtin == Some(BuiltIn::FragData);
        self.need_if(colours && index.is_some_and(|index| index > 0), Feature::DrawBuffers);
        let module = self.module;
        let members = module.members(module.types.innermost(data.ty));
        for &index in operands.iter().skip(1) {
            let member = self.integer(index).and_then(|index| members.get(usize::try_from(index).ok()?));
            let Some(builtin) = member.and_then(|member| member.decorations.builtin) else { continue };
            match (builtin, self.module.stage) {
                (BuiltIn::PointSize, Stage::Geometry) => self.need(Feature::PointSize),
                (BuiltIn::PointSize, Stage::TessControl | Stage::TessEvaluation) => {
                    self.need(Feature::PointSizeTessellation);
                }
                (BuiltIn::ClipDistance | BuiltIn::CullDistance, _) => self.builtin(builtin, Storage::Output),
                _ => {}
            }
        }
    }

    /// Finds indices that are in range only for a specialised array size, if sizes are macros.
    fn specialized(&mut self, function: &FunctionData, operands: &[Operand]) {
        let Some((&base, indices)) = operands.split_first().filter(|_| self.macros) else { return };
        let base = self.operand_type(function, base);
        let mut ty = self.module.types.pointee(base).unwrap_or(base);
        for &index in indices {
            let known = self.integer(index);
            if let (TypeData::Array { length: Length::Spec(length), .. }, Some(index)) =
                (self.module.types.get(ty), known)
            {
                let length = Layouts::new(self.module, LayoutRule::Std140).count(Length::Spec(length));
                self.need_if(index >= i64::from(length), Feature::SpecializedIndex);
            }
            let part = u32::try_from(known.unwrap_or(0)).unwrap_or(0);
            let Some(part) = typing::part_type(self.module, ty, part) else { return };
            ty = part;
        }
    }

    /// The value of an operand that is a constant integer.
    fn integer(&self, operand: Operand) -> Option<i64> {
        self.module.constants.as_int(operand.constant()?)
    }

    fn operand_type(&self, function: &FunctionData, operand: Operand) -> Type {
        typing::operand_type(self.module, function, operand)
    }

    fn bitcast(&mut self, function: &FunctionData, operands: &[Operand], ty: Option<Type>) {
        let types = &self.module.types;
        let is_resource = |ty| matches!(types.get(ty), TypeData::Pointer { storage: Storage::Opaque, .. });
        self.need_if(ty.is_some_and(is_resource), Feature::Bindless);
        let scalar = |ty: Type| self.module.types.scalar_of(ty);
        let to = ty.and_then(scalar);
        let from = operands.first().and_then(|&operand| scalar(self.operand_type(function, operand)));
        let (Some(from), Some(to)) = (from, to) else { return };
        // Between other widths, floats are cast to words first.
        let is_float = |scalar: Scalar| scalar == Scalar::F32;
        self.need_if(from != to && (is_float(from) || is_float(to)), Feature::BitCasts);
    }

    /// Atomics on floats in memory, which OpenGL has by extensions.
    fn float_atomic(&mut self, op: Op, pointer: Type) {
        let TypeData::Pointer { storage, pointee } = self.module.types.get(pointer) else { return };
        if self.vulkan || storage == Storage::Texel || pointee != common::F32 {
            return;
        }
        // Lines of the other extensions stay as they are.
        let name = Extension::IntelShaderAtomicFloatMinmax.name();
        let is_asked = self.module.extensions.iter().any(|of| self.module.names.get(of.name) == name);
        match op {
            Op::AtomicFmin | Op::AtomicFmax => self.need_if(is_asked, Feature::FloatExtremes),
            Op::AtomicExchange => self.need_if(is_asked, Feature::FloatExchange),
            Op::AtomicCompareExchange => self.need(Feature::FloatCompareExchange),
            _ => {}
        }
    }

    fn atomic(&mut self, function: &FunctionData, op: Op, operands: &[Operand]) {
        let Some(&pointer) = operands.first() else { return };
        let pointer = self.operand_type(function, pointer);
        let of_halves =
            self.module.types.pointee(pointer).is_some_and(|ty| self.module.types.vector_size(ty) > Some(1));
        self.need_if(of_halves, Feature::HalfVectorAtomics);
        self.float_atomic(op, pointer);
        match self.module.types.get(pointer) {
            TypeData::Pointer { storage: Storage::Texel, pointee } => {
                self.need(Feature::ImageAtomic);
                let float = match self.module.types.get(pointee) {
                    TypeData::Image(image) => image.sampled.is_float(),
                    _ => self.module.types.scalar_of(pointee).is_some_and(Scalar::is_float),
                };
                self.need_if(float && !of_halves, Feature::ImageAtomicFloat);
            }
            TypeData::Pointer { storage: Storage::AtomicCounter, .. } => {
                let one = operands.get(1).and_then(|&operand| self.integer(operand)) == Some(1);
                let simple = op == Op::AtomicLoad || one && matches!(op, Op::AtomicIadd | Op::AtomicIsub);
                self.need_if(!simple, Feature::AtomicCounterOps);
            }
            _ => {}
        }
    }

    fn intrinsic(&mut self, imm: u32, operands: &[Operand]) {
        let Some(&intrinsic) = Intrinsic::ALL.get(imm as usize) else { return };
        match intrinsic {
            Intrinsic::ControlBarrier => self.need(Feature::ControlBarriers),
            Intrinsic::MemoryBarrier => self.need(match crate::intrinsics::barrier(self.module, operands) {
                "memoryBarrier" => Feature::Barriers,
                _ => Feature::BarrierKinds,
            }),
            Intrinsic::SubgroupBroadcast => {
                let chosen = operands.last().is_some_and(|index| index.constant().is_none());
                self.need_if(chosen && !self.vulkan, Feature::Broadcast);
            }
            Intrinsic::EmitStreamVertex | Intrinsic::EndStreamPrimitive => self.need(Feature::Streams),
            Intrinsic::VoteAllKhr | Intrinsic::VoteAnyKhr | Intrinsic::VoteAllEqualKhr => {
                self.need(Feature::Votes);
            }
            Intrinsic::BeginOrdering => self.need(Feature::FragmentOrdering),
            Intrinsic::BeginInterlock | Intrinsic::EndInterlock => self.need(Feature::Interlock),
            Intrinsic::SparseTexelsResident => self.need(Feature::TextureSparse),
            _ => {}
        }
    }

    fn texture(&mut self, function: &FunctionData, inst: Inst) {
        let op = function.op(inst);
        let operands = function.operands(inst);
        let flags = ImageOperands::from_bits(function.insts[inst].imm);
        let Some(&image) = operands.first() else { return };
        let Some(image) = typing::image_type(self.module, self.operand_type(function, image)) else { return };
        let has = |flag: ImageOperands| flags.contains(flag);
        match op {
            Op::ImageFetch => self.need(Feature::TexelFetch),
            Op::ImageSize => self.need(if image.storage { Feature::ImageSize } else { Feature::TextureSize }),
            Op::ImageLevels => self.need(Feature::TextureLevels),
            Op::ImageSamples if image.storage => self.need(Feature::ImageSamples),
            Op::ImageSamples => self.need(Feature::TextureSamples),
            Op::ImageQueryLod => self.need(Feature::TextureQueryLod),
            Op::ImageGather => {
                self.need(Feature::TextureGather);
                let is_other =
                    |&operand: &Operand| self.integer(operand).is_some_and(|component| component != 0);
                let component = has(ImageOperands::COMPONENT) && operands.iter().skip(2).any(is_other);
                let more = component || has(ImageOperands::DREF) || image.dim == Dim::Rect;
                self.need_if(more, Feature::TextureGatherMore);
                let is_dynamic = operands.iter().skip(2).any(|operand| {
                    let ty = self.operand_type(function, *operand);
                    operand.constant().is_none() && self.module.types.scalar_of(ty) == Some(Scalar::I32)
                });
                let offset = has(ImageOperands::OFFSET) && is_dynamic;
                self.need_if(offset || has(ImageOperands::OFFSETS), Feature::TextureGatherOffsets);
            }
            _ => {}
        }
        let fragment = self.module.stage == Stage::Fragment;
        self.need_if(
            op == Op::ImageSample && has(ImageOperands::LOD) && fragment,
            Feature::TextureLodFragment,
        );
        self.need_if(has(ImageOperands::GRAD), Feature::TextureGrad);
        let is_new = image.arrayed || image.shadow && image.dim == Dim::Cube;
        self.need_if(has(ImageOperands::GRAD) && is_new, Feature::TextureGradArray);
        self.need_if(has(ImageOperands::OFFSET), Feature::TextureOffset);
        self.need_if(has(ImageOperands::MIN_LOD), Feature::TextureLodClamp);
        self.need_if(has(ImageOperands::SPARSE), Feature::TextureSparse);
        let layered = image.arrayed && image.dim != Dim::D1;
        let level = has(ImageOperands::LOD) && (layered || image.dim == Dim::Cube);
        let bias = has(ImageOperands::BIAS) && layered;
        self.need_if(
            has(ImageOperands::DREF) && op == Op::ImageSample && (level || bias),
            Feature::TextureShadowLod,
        );
    }
}

/// True if a built-in struct belongs to the fixed-function pipeline.
fn is_fixed_function_struct(name: &str) -> bool {
    name.starts_with("gl_")
        && (name.ends_with("Parameters") || name.ends_with("Products"))
        && name != compatibility::DEPTH_RANGE.name
}

/// The feature that an op needs, whatever its operands.
fn feature_of(op: Op) -> Option<Feature> {
    Some(match op {
        Op::Switch => Feature::Switch,
        Op::Srem | Op::Smod | Op::Umod => Feature::IntegerOperators,
        Op::Iand | Op::Ior | Op::Ixor | Op::Inot | Op::Shl | Op::Lshr | Op::Ashr => Feature::IntegerOperators,
        Op::Sabs | Op::Ssign | Op::Smin | Op::Umin => Feature::IntegerFunctions,
        Op::Smax | Op::Umax | Op::Sclamp | Op::Uclamp => Feature::IntegerFunctions,
        Op::Trunc | Op::Round | Op::RoundEven | Op::Frem => Feature::Rounding,
        Op::Sinh | Op::Cosh | Op::Tanh | Op::Asinh | Op::Acosh | Op::Atanh => Feature::Hyperbolic,
        Op::IsNan | Op::IsInf => Feature::NanTests,
        Op::Transpose | Op::OuterProduct => Feature::Transpose,
        Op::Determinant => Feature::Determinant,
        Op::Inverse => Feature::Inverse,
        Op::Fma => Feature::Fma,
        Op::Modf => Feature::Modf,
        Op::Frexp | Op::Ldexp => Feature::Ldexp,
        Op::PackSnorm2x16 | Op::UnpackSnorm2x16 | Op::PackHalf2x16 | Op::UnpackHalf2x16 => Feature::PackPairs,
        Op::PackUnorm2x16 | Op::UnpackUnorm2x16 => Feature::PackUnormPair,
        Op::PackSnorm4x8 | Op::PackUnorm4x8 | Op::UnpackSnorm4x8 | Op::UnpackUnorm4x8 => Feature::PackBytes,
        Op::BitInsert | Op::SbitExtract | Op::UbitExtract | Op::BitReverse => Feature::BitFields,
        Op::BitCount | Op::FindLsb | Op::FindSmsb | Op::FindUmsb => Feature::BitFields,
        Op::UaddCarry | Op::UsubBorrow | Op::UmulExtended | Op::SmulExtended => Feature::BitFields,
        Op::Dfdx | Op::Dfdy | Op::Fwidth => Feature::Derivatives,
        Op::DfdxFine | Op::DfdyFine | Op::FwidthFine => Feature::DerivativeControl,
        Op::DfdxCoarse | Op::DfdyCoarse | Op::FwidthCoarse => Feature::DerivativeControl,
        Op::InterpolateAtCentroid | Op::InterpolateAtSample | Op::InterpolateAtOffset => Feature::Interpolate,
        _ => return None,
    })
}
