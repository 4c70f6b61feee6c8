//! Layout and other qualifiers of globals, members and the shader.

use crate::SpecConstants;
use crate::context::Context;
use crate::types::{block_of, innermost};
use std::fmt::Write;
use vitrum_glsl::extensions::Extension;
use vitrum_glsl::features::Feature;
use vitrum_glsl::layout_qualifiers::{
    Axis, LAYOUT_QUALIFIERS, LayoutQualifier, Meaning, NumberKey, Placement, StageKey,
};
use vitrum_ir::{
    BuiltIn, Constant, ConstantKind, Decorations, Dim, GlobalData, ImageFormat, ImageType, Interpolation,
    LayoutRule, Modes, Qualifiers, Stage, Storage, Type, TypeData,
};

/// Qualifiers before the storage qualifier, in order.
const BEFORE: &[(Qualifiers, &str)] =
    &[(Qualifiers::PRECISE, "precise"), (Qualifiers::INVARIANT, "invariant")];

/// The same of outputs of meshes, with the words of both extensions.
const OF_MESHES: &[(Qualifiers, &str, &str)] = &[
    (Qualifiers::PER_PRIMITIVE, "perprimitiveEXT ", "perprimitiveNV "),
    (Qualifiers::PER_VIEW, "perviewNV ", "perviewNV "),
];

/// Qualifiers that are layout identifiers.
const IN_LAYOUT: &[(Qualifiers, Meaning)] = &[
    (Qualifiers::ROW_MAJOR, Meaning::RowMajor(true)),
    (Qualifiers::COLUMN_MAJOR, Meaning::RowMajor(false)),
    (Qualifiers::NON_COHERENT_FETCH, Meaning::NonCoherent),
    (Qualifiers::YUV, Meaning::Yuv),
    (Qualifiers::TILE_ATTACHMENT, Meaning::TileAttachment),
    (Qualifiers::PASSTHROUGH, Meaning::Passthrough),
];

const AUXILIARY: &[(Qualifiers, &str)] =
    &[(Qualifiers::CENTROID, "centroid"), (Qualifiers::SAMPLE, "sample"), (Qualifiers::PATCH, "patch")];

/// Memory qualifiers, after the storage qualifier.
const MEMORY: &[(Qualifiers, &str)] = &[
    (Qualifiers::COHERENT, "coherent"),
    (Qualifiers::VOLATILE, "volatile"),
    (Qualifiers::RESTRICT, "restrict"),
    (Qualifiers::READONLY, "readonly"),
    (Qualifiers::WRITEONLY, "writeonly"),
    (Qualifiers::NON_PRIVATE, "nonprivate"),
    (Qualifiers::NONTEMPORAL, "nontemporal"),
    (Qualifiers::DEVICE_COHERENT, "devicecoherent"),
    (Qualifiers::QUEUE_FAMILY_COHERENT, "queuefamilycoherent"),
    (Qualifiers::WORKGROUP_COHERENT, "workgroupcoherent"),
    (Qualifiers::SUBGROUP_COHERENT, "subgroupcoherent"),
    (Qualifiers::SHADER_CALL_COHERENT, "shadercallcoherent"),
];

fn push_words(text: &mut String, qualifiers: Qualifiers, words: &[(Qualifiers, &str)]) {
    for (flag, word) in words {
        if qualifiers.contains(*flag) {
            text.push_str(word);
            text.push(' ');
        }
    }
}

/// Adds `coherent readonly ` and the like.
pub(crate) fn memory_words(out: &mut String, qualifiers: Qualifiers) {
    push_words(out, qualifiers, MEMORY);
}

/// Writes `layout(a, b = 1) `, or nothing if it is empty.
pub(crate) struct Layout<'a> {
    out: &'a mut String,
    any: bool,
}

impl<'a> Layout<'a> {
    /// An empty layout at the end of `out`.
    pub(crate) fn new(out: &'a mut String) -> Self {
        Self { out, any: false }
    }

    /// Adds an identifier.
    pub(crate) fn word(&mut self, word: &str) {
        self.out.push_str(if self.any { ", " } else { "layout(" });
        self.out.push_str(word);
        self.any = true;
    }

    /// Adds an identifier with a number.
    pub(crate) fn number(&mut self, key: NumberKey, value: u32) {
        self.word(key.text());
        self.out.push_str(" = ");
        push_number(self.out, value);
    }

    /// Closes the layout.
    pub(crate) fn end(self) {
        if self.any {
            self.out.push_str(") ");
        }
    }
}

/// Adds a number in decimal.
fn push_number(out: &mut String, value: u32) {
    match char::from_digit(value, 10) {
        Some(digit) => out.push(digit),
        None => {
            let _ = write!(out, "{value}");
        }
    }
}

impl Context<'_> {
    /// Adds the layout identifiers of decorations.
    fn layout_parts(&self, decorations: &Decorations, parts: &mut Layout<'_>) {
        let Decorations {
            location,
            component,
            index,
            set,
            binding,
            offset,
            align,
            stream,
            xfb_buffer,
            xfb_stride,
            xfb_offset,
            input_attachment,
            bank,
            member_offset,
            heap,
            slot: _,
            builtin: _,
            interpolation: _,
            format,
            spirv: _,
            qualifiers,
        } = decorations;
        let numbers = [
            (NumberKey::Location, location),
            (NumberKey::Component, component),
            (NumberKey::Index, index),
            (NumberKey::Set, set),
            (NumberKey::Binding, binding),
            (NumberKey::Offset, offset),
            (NumberKey::Align, align),
            (NumberKey::Stream, stream),
            (NumberKey::XfbBuffer, xfb_buffer),
            (NumberKey::XfbStride, xfb_stride),
            (NumberKey::XfbOffset, xfb_offset),
            (NumberKey::InputAttachment, input_attachment),
            (NumberKey::Bank, bank),
            (NumberKey::MemberOffset, member_offset),
            (NumberKey::DescriptorStride, &heap.filter(|&stride| stride != 0)),
        ];
        if heap.is_some() {
            parts.word(Meaning::DescriptorHeap.name());
        }
        for (key, value) in numbers {
            if let Some(value) = *value {
                parts.number(key, value);
            }
        }
        if let Some(format) = format {
            parts.word(format.name());
        }
        for (flag, meaning) in IN_LAYOUT {
            if qualifiers.contains(*flag) {
                parts.word(meaning.name());
            }
        }
    }

    /// Adds the qualifiers of a global: `layout(location = 0) flat in `.
    pub(crate) fn global_qualifiers(&self, global: &GlobalData, out: &mut String) {
        let mut parts = Layout::new(out);
        match global.storage {
            Storage::PushConstant => parts.word(Meaning::PushConstant.name()),
            Storage::ShaderRecord => parts.word(self.ray_word(Meaning::ShaderRecord.name())),
            _ => {}
        }
        let members =
            block_of(self.module, global).map_or(&[][..], |block| &self.module.structs[block].members);
        if global.decorations.xfb_buffer.is_none()
            && let Some(buffer) = members.iter().find_map(|member| member.decorations.xfb_buffer)
        {
            // All members are captured into the buffer of the block.
            let mut decorations = global.decorations.clone();
            decorations.xfb_buffer = Some(buffer);
            let stride = members.iter().find_map(|member| member.decorations.xfb_stride);
            decorations.xfb_stride = decorations.xfb_stride.or(stride);
            self.layout_parts(&decorations, &mut parts);
        } else {
            self.layout_parts(&global.decorations, &mut parts);
        }
        if let Some(rule) = global.block.and_then(|rule| self.block_rule(global.storage, rule)) {
            parts.word(rule);
        }
        self.reference_parts(global, &mut parts);
        if let Some(format) = self.format(global.ty) {
            parts.word(format.name());
        } else if self.is_formatless(global) && !self.target.is_es() {
            self.needs_type(Feature::FormattedLoads);
        }
        if global.decorations.qualifiers.contains(Qualifiers::BINDLESS) {
            let is_image = matches!(innermost(self.module, global.ty), TypeData::Image(_));
            let sampler = Meaning::Samplers { bindless: true };
            parts.word(if is_image { Meaning::Images { bindless: true } } else { sampler }.name());
        }
        let execution = &self.module.execution;
        for row in modes_of(execution.modes, global) {
            parts.word(row.name);
        }
        match global.decorations.builtin {
            Some(BuiltIn::Layer) => {
                if let Some(offset) = execution.secondary_view_offset {
                    let name = Meaning::Stage(StageKey::SecondaryViewOffset).name();
                    parts.word(&format!("{name} = {offset}"));
                }
            }
            Some(BuiltIn::FragDepth) => {
                if let Some(depth) = execution.depth {
                    parts.word(Meaning::Stage(StageKey::Depth(depth)).name());
                }
            }
            _ => {}
        }
        parts.end();
        push_words(out, self.printed_qualifiers(global.decorations.qualifiers, Some(global.storage)), BEFORE);
        self.push_mesh_words(out, global.decorations.qualifiers);
        if !global.decorations.builtin.is_some_and(BuiltIn::is_of_framebuffer) {
            out.push_str(self.interpolation(global.decorations.interpolation));
        }
        push_words(out, global.decorations.qualifiers, AUXILIARY);
        // Only Vulkan GLSL has memory qualifiers on uniform blocks. Pixel local storage has words of its own for them.
        let is_silent = match global.storage {
            Storage::Uniform => self.forced && !self.vulkan,
            storage => storage == Storage::PixelLocal,
        };
        if !is_silent {
            push_words(out, global.decorations.qualifiers, MEMORY);
        }
        out.push_str(self.storage(global));
    }

    /// Adds the layout identifiers of a buffer whose block is also the target of buffer references.
    fn reference_parts(&self, global: &GlobalData, parts: &mut Layout<'_>) {
        if global.storage != Storage::Buffer {
            return;
        }
        let block = crate::types::struct_of(self.module, global.ty);
        let is_same = |data: TypeData| match data {
            TypeData::BufferReference { block: other, align, .. } if Some(other) == block => Some(align),
            _ => None,
        };
        if let Some(align) = self.module.types.iter().find_map(|(_, data)| is_same(data)) {
            parts.word(Meaning::BufferReference.name());
            if align != 16 {
                parts.number(NumberKey::BufferReferenceAlign, align);
            }
        }
    }

    /// The qualifiers that are printed. Newer versions do not allow `invariant` on inputs.
    pub(crate) fn printed_qualifiers(
        &self,
        mut qualifiers: Qualifiers,
        storage: Option<Storage>,
    ) -> Qualifiers {
        if storage == Some(Storage::Input) && Feature::OutputInvariance.is_in(self.target) {
            qualifiers.remove(Qualifiers::INVARIANT);
        }
        qualifiers
    }

    /// Adds the qualifiers of a member of a struct or block.
    pub(crate) fn member_qualifiers(
        &self,
        decorations: &Decorations,
        ty: Type,
        storage: Option<Storage>,
        out: &mut String,
    ) {
        let mut parts = Layout::new(out);
        match storage {
            Some(Storage::Opaque) => {
                self.layout_parts(&Decorations { heap: None, ..decorations.clone() }, &mut parts);
                if let Some(size) = decorations.heap {
                    parts.number(NumberKey::DescriptorSize, size);
                }
                if let Some(format) = self.format(ty) {
                    parts.word(format.name());
                }
            }
            _ => self.layout_parts(decorations, &mut parts),
        }
        parts.end();
        push_words(out, self.printed_qualifiers(decorations.qualifiers, storage), BEFORE);
        self.push_mesh_words(out, decorations.qualifiers);
        out.push_str(self.interpolation(decorations.interpolation));
        push_words(out, decorations.qualifiers, AUXILIARY);
        // Members of structs have none. Accesses through a handle bring their own.
        let is_handle = matches!(innermost(self.module, ty), TypeData::Handle { .. });
        if storage.is_some() || !is_handle {
            push_words(out, decorations.qualifiers, MEMORY);
        }
    }

    fn push_mesh_words(&self, out: &mut String, qualifiers: Qualifiers) {
        for &(flag, ext, nv) in OF_MESHES {
            if qualifiers.contains(flag) {
                out.push_str(self.mesh_word(ext, nv));
            }
        }
    }

    /// The layout rule of a block, unless it is the default.
    pub(crate) fn block_rule(&self, storage: Storage, rule: LayoutRule) -> Option<&'static str> {
        let silent = match storage {
            Storage::Uniform if self.vulkan => LayoutRule::Std140,
            Storage::Buffer | Storage::PushConstant | Storage::ShaderRecord | Storage::PhysicalBuffer
                if self.vulkan =>
            {
                LayoutRule::Std430
            }
            Storage::Uniform | Storage::Buffer | Storage::PushConstant => LayoutRule::Shared,
            Storage::ShaderRecord | Storage::PhysicalBuffer | Storage::Shared => LayoutRule::Std430,
            _ => return None,
        };
        (rule != silent).then(|| Meaning::Rule(rule).name())
    }

    fn format(&self, ty: Type) -> Option<ImageFormat> {
        match innermost(self.module, ty) {
            TypeData::Image(image) if image.storage && image.format != ImageFormat::Unknown => {
                Some(image.format)
            }
            _ => None,
        }
    }

    /// True for an image without a format that may be read, whatever the code does.
    fn is_formatless(&self, global: &GlobalData) -> bool {
        let is_image = |image: ImageType| {
            image.storage
                && image.format == ImageFormat::Unknown
                && !matches!(image.dim, Dim::Subpass | Dim::PixelLocal)
        };
        !global.decorations.qualifiers.contains(Qualifiers::WRITEONLY)
            && matches!(innermost(self.module, global.ty), TypeData::Image(image) if is_image(image))
    }

    fn storage(&self, global: &GlobalData) -> &'static str {
        // A location needs `in` or `out`, which come with the same extension.
        let old = !Feature::InAndOut.is_in(self.target) && global.decorations.location.is_none();
        // Redeclared for their precision, without a qualifier of storage.
        if global.decorations.builtin.is_some_and(BuiltIn::is_of_framebuffer) {
            return "";
        }
        match global.storage {
            Storage::Input if old && self.module.stage == Stage::Vertex => "attribute ",
            Storage::Output if old && self.module.stage == Stage::Fragment => {
                if self.requests(Extension::ExtGpuShader4) { "varying out " } else { "out " }
            }
            Storage::Input | Storage::Output if old && global.block.is_none() => "varying ",
            Storage::Output if global.decorations.qualifiers.contains(Qualifiers::FRAMEBUFFER_FETCH) => {
                "inout "
            }
            Storage::Input => "in ",
            Storage::Output => "out ",
            Storage::Uniform | Storage::Opaque | Storage::PushConstant | Storage::AtomicCounter => "uniform ",
            Storage::Buffer | Storage::ShaderRecord | Storage::PhysicalBuffer => "buffer ",
            Storage::Shared => "shared ",
            Storage::TaskPayload if self.module.stage == Stage::Mesh => {
                self.mesh_word("taskPayloadSharedEXT ", "taskNV in ")
            }
            Storage::TaskPayload => self.mesh_word("taskPayloadSharedEXT ", "taskNV out "),
            Storage::RayPayload => self.ray_word("rayPayloadEXT "),
            Storage::IncomingRayPayload => self.ray_word("rayPayloadInEXT "),
            Storage::HitAttribute => self.ray_word("hitAttributeEXT "),
            Storage::HitObjectAttribute => self.hit_word("hitObjectAttributeEXT ", "hitObjectAttributeNV "),
            Storage::CallableData => self.ray_word("callableDataEXT "),
            Storage::IncomingCallableData => self.ray_word("callableDataInEXT "),
            Storage::TileImage => "tileImageEXT ",
            Storage::PixelLocal => match global.decorations.qualifiers {
                access if access.contains(Qualifiers::READONLY) => "__pixel_local_inEXT ",
                access if access.contains(Qualifiers::WRITEONLY) => "__pixel_local_outEXT ",
                _ => "__pixel_localEXT ",
            },
            Storage::Function | Storage::Private | Storage::Texel | Storage::Spirv => "",
        }
    }

    fn interpolation(&self, interpolation: Option<Interpolation>) -> &'static str {
        match interpolation {
            // Older versions have no other interpolation.
            Some(Interpolation::Smooth) if !Feature::Smooth.is_in(self.target) => "",
            None => "",
            Some(Interpolation::Smooth) => "smooth ",
            Some(Interpolation::Flat) => "flat ",
            Some(Interpolation::NoPerspective) => "noperspective ",
            Some(Interpolation::PerVertex) => "pervertexEXT ",
            Some(Interpolation::Explicit) => "__explicitInterpAMD ",
        }
    }

    /// `layout(...) in;` and `layout(...) out;`
    pub(crate) fn execution_lines(&self) -> String {
        let execution = &self.module.execution;
        let stage = self.module.stage;
        let (mut input, mut output) = (Vec::new(), Vec::new());
        if let Some(size) = execution.local_size {
            self.local_size(size, &mut input);
        }
        let name = |key: StageKey| Meaning::Stage(key).name().to_owned();
        let number = |key: StageKey, count: u32| format!("{} = {count}", name(key));
        input.extend(execution.input_primitive.map(|primitive| name(StageKey::Primitive(primitive))));
        // A shader that passes inputs on makes the primitive that it takes.
        let is_own = !self.module.passes_inputs_on();
        let made = execution.output_primitive.filter(|_| is_own);
        output.extend(made.map(|primitive| name(StageKey::Primitive(primitive))));
        input.extend(execution.invocations.map(|count| number(StageKey::Invocations, count)));
        input.extend(execution.spacing.map(|spacing| name(StageKey::Spacing(spacing))));
        if let Some(count) = execution.max_vertices.filter(|_| is_own) {
            let is_patch = stage == Stage::TessControl;
            output.push(number(if is_patch { StageKey::Vertices } else { StageKey::MaxVertices }, count));
        }
        output.extend(execution.max_primitives.map(|count| number(StageKey::MaxPrimitives, count)));
        let rates = [
            (Axis::X, execution.tile_rate_x),
            (Axis::Y, execution.tile_rate_y),
            (Axis::Z, execution.tile_rate_z),
        ];
        let rates = rates.into_iter().filter_map(|(axis, rate)| Some((axis, rate?)));
        input.extend(rates.map(|(axis, rate)| number(StageKey::TileRate(axis), rate)));
        input.extend(execution.num_views.map(|count| number(StageKey::NumViews, count)));
        for row in rows_of(execution.modes).map(|row| self.requested_row(row)) {
            // Versions before 4.50 have this mode as their only one.
            let silent = row.meaning == Meaning::Stage(StageKey::Mode(Modes::PIXEL_INTERLOCK_ORDERED))
                && !Feature::InterlockOrder.is_in(self.target);
            if matches!(row.placement, Placement::Stage(..)) && !silent {
                input.push(row.name.to_owned());
            }
        }
        for (equation, _) in vitrum_ir::BlendEquations::ALL {
            if execution.blend.contains(*equation) {
                output.push(name(StageKey::Blend(*equation)));
            }
        }
        let mut text = String::new();
        if execution.modes.contains(Modes::PRIMITIVE_CULLING) {
            text.push_str("layout(primitive_culling);\n");
        }
        for (parts, word) in [(input, "in"), (output, "out")] {
            if !parts.is_empty() {
                let _ = writeln!(text, "layout({}) {word};", parts.join(", "));
            }
        }
        text
    }

    /// The spelling of an extension that the text requests, if it has one of its own.
    fn requested_row(&self, row: LayoutQualifier) -> LayoutQualifier {
        let Meaning::Stage(StageKey::Mode(mode)) = row.meaning else { return row };
        let is_own = |other: &LayoutQualifier| {
            other.has.extensions().iter().any(|&extension| self.requests(extension))
        };
        rows_with(mode).filter(is_own).last().unwrap_or(row)
    }

    /// The specialisation constant of a workgroup dimension, possibly converted.
    fn dimension(&self, constant: Constant) -> Option<vitrum_ir::SpecConstant> {
        match &self.module.constants.get(constant).kind {
            ConstantKind::Spec(id) => Some(*id),
            ConstantKind::SpecOp { op: vitrum_ir::Op::Bitcast, operands, .. } => match operands[..] {
                [constant] => match self.module.constants.get(constant).kind {
                    ConstantKind::Spec(id) => Some(id),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// True if a workgroup dimension is a macro.
    pub(crate) fn has_macro_dimension(&self) -> bool {
        let mut size = self.module.execution.local_size.into_iter().flatten();
        self.spec_style == SpecConstants::Macro && size.any(|constant| self.dimension(constant).is_some())
    }

    /// True if a workgroup dimension is a converted constant.
    pub(crate) fn has_converted_dimension(&self) -> bool {
        let mut size = self.module.execution.local_size.into_iter().flatten();
        size.any(|constant| matches!(self.module.constants.get(constant).kind, ConstantKind::SpecOp { .. }))
    }

    fn local_size(&self, size: [Constant; 3], parts: &mut Vec<String>) {
        for (axis, constant) in ["x", "y", "z"].into_iter().zip(size) {
            let data = self.dimension(constant).map(|id| &self.module.spec_constants[id]);
            let default = data.map_or(constant, |data| data.default);
            let default = self.module.constants.as_int(default).unwrap_or(1);
            let size = match data.and_then(|data| data.id) {
                Some(id) if self.spec_style == SpecConstants::ConstantId => {
                    parts.push(format!("local_size_{axis}_id = {id}"));
                    (default != 1).then(|| default.to_string())
                }
                Some(id) => Some(format!("SPEC_CONSTANT_{id}")),
                None => (data.is_some() || axis == "x" || default != 1).then(|| default.to_string()),
            };
            parts.extend(size.map(|size| format!("local_size_{axis} = {size}")));
        }
    }
}

/// True if `gl_FragCoord` has a layout that is not the default.
pub(crate) fn has_frag_coord_layout(modes: Modes, vulkan: bool) -> bool {
    modes.contains(Modes::PIXEL_CENTER_INTEGER) || modes.contains(Modes::ORIGIN_UPPER_LEFT) && !vulkan
}

/// The modes that are written as layout qualifiers of a built-in variable.
pub(crate) fn modes_of(modes: Modes, global: &GlobalData) -> impl Iterator<Item = LayoutQualifier> {
    let place = global.decorations.builtin.map(Placement::Variable);
    let is_own = global.decorations.builtin != Some(BuiltIn::SampleMask) || global.storage == Storage::Output;
    rows_of(modes).filter(move |row| is_own && Some(row.placement) == place)
}

/// The first row of each mode that is written as a layout qualifier, in the order of the modes.
fn rows_of(modes: Modes) -> impl Iterator<Item = LayoutQualifier> {
    let said = Modes::ALL.iter().filter(move |row| modes.contains(row.0));
    said.filter_map(|&(mode, _)| rows_with(mode).next())
}

/// The rows of a mode.
fn rows_with(mode: Modes) -> impl Iterator<Item = LayoutQualifier> {
    let meaning = Meaning::Stage(StageKey::Mode(mode));
    LAYOUT_QUALIFIERS.iter().filter(move |row| row.meaning == meaning).copied()
}
