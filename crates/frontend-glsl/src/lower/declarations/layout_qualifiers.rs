//! Layout qualifiers and their values.

use crate::diagnostics::Code;
use crate::lower::Lowering;
use crate::lower::declarations::qualifiers::QualifierList;
use crate::lower::declarations::structured_heaps::HeapOffset;
use crate::lower::expressions::Expr;
use crate::lower::extensions::handles::HandleDefaults;
use crate::spelling::stage_name;
use crate::symbols::Symbol;
use crate::tokens::Qualifier;
use vitrum_glsl::features::Feature;
use vitrum_glsl::layout_qualifiers::{
    LAYOUT_QUALIFIERS, LayoutQualifier, Meaning, NumberKey, Placement, StageKey,
};
use vitrum_ir::{Constant, ImageFormat, LayoutRule, Modes, Span, Stage};

/// Layout qualifiers of one declaration.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct LayoutQualifiers {
    /// True if a qualifier is unknown, which was reported.
    pub(crate) is_unknown: bool,
    /// The span of the first one.
    pub(crate) span: Option<Span>,
    /// Numbers, by the key of the table.
    pub(crate) numbers: Numbers,
    /// `std140` and the like.
    pub(crate) rule: Option<LayoutRule>,
    /// `row_major` if true, `column_major` if false.
    pub(crate) row_major: Option<bool>,
    /// `push_constant`
    pub(crate) push_constant: bool,
    /// `shaderRecordEXT`
    pub(crate) shader_record: bool,
    /// `buffer_reference`
    pub(crate) buffer_reference: bool,
    /// `noncoherent`
    pub(crate) non_coherent: bool,
    /// `yuv`
    pub(crate) yuv: bool,
    /// `tile_attachmentQCOM`
    pub(crate) tile_attachment: bool,
    /// `passthrough`
    pub(crate) passthrough: bool,
    /// `descriptor_heap`
    pub(crate) descriptor_heap: bool,
    /// `buffer_type`
    pub(crate) buffer_type: bool,
    /// `heap_offset`
    pub(crate) heap_offset: Option<HeapOffset>,
    /// `hitobjectshaderrecordext` or `hitobjectshaderrecordnv`
    pub(crate) hit_record: bool,
    /// `bindless_sampler` and the like.
    pub(crate) handles: HandleDefaults,
    /// Format of an image.
    pub(crate) format: Option<ImageFormat>,
    /// True if outputs may have a format (`GL_EXT_shader_pixel_local_storage2`).
    pub(crate) formats_outputs: bool,
    /// A further format, which replaces the one before for pixel local storage, and is wrong elsewhere (GLSL 4.60 section 4.4.8).
    pub(crate) second_format: Option<Span>,
    /// Qualifiers of the stage as a whole.
    pub(crate) stage: Vec<StageLayout>,
}

/// A layout qualifier of the stage as a whole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct StageLayout {
    /// The qualifier.
    pub(crate) key: StageKey,
    /// The declarations that it is written on.
    pub(crate) placement: Placement,
    /// Its number, where it has one.
    pub(crate) value: Option<Constant>,
    /// Its span.
    pub(crate) span: Span,
}

macro_rules! numbers {
    ($($key:ident $field:ident,)*) => {
        /// Layout qualifiers with a number, each known or not.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub(crate) struct Numbers {
            $(pub(crate) $field: Option<u32>,)*
        }

        impl Numbers {
            fn slot(&mut self, key: NumberKey) -> &mut Option<u32> {
                match key {
                    $(NumberKey::$key => &mut self.$field,)*
                }
            }
        }
    };
}

numbers! {
    Location location,
    Component component,
    Index index,
    Set set,
    Binding binding,
    Offset offset,
    Align align,
    Stream stream,
    XfbBuffer xfb_buffer,
    XfbStride xfb_stride,
    XfbOffset xfb_offset,
    InputAttachment input_attachment,
    Bank bank,
    MemberOffset member_offset,
    DescriptorStride descriptor_stride,
    DescriptorSize descriptor_size,
    ConstantId constant_id,
    BufferReferenceAlign buffer_reference_align,
}

/// The maximum location for OpenGL: its functions take locations as signed integers, and a smaller limit is the
/// linker's (`GL_ARB_explicit_attrib_location`, issue 1).
const MOST_LOCATION: u64 = 0x7fff_ffff;

/// The maximum location for Vulkan: more than any device has, and few enough that consumers of SPIR-V can count four
/// components a location in 32 bits.
const MOST_VULKAN_LOCATION: u64 = 0xf_ffff;

/// The maximum number of names that are recorded for one `layout(...)`.
const MOST_NAMES: usize = 64;

impl LayoutQualifiers {
    /// True if `index` is the only qualifier.
    pub(crate) fn only_index(&self) -> bool {
        let numbers = Numbers { index: self.numbers.index, ..Numbers::default() };
        self.is_only(Self { numbers, ..Self::default() })
    }

    /// True if `location` is the only qualifier.
    pub(crate) fn only_location(&self) -> bool {
        let numbers = Numbers { location: self.numbers.location, ..Numbers::default() };
        self.is_only(Self { numbers, ..Self::default() })
    }

    /// True if `yuv` is the only qualifier.
    pub(crate) fn is_only_yuv(&self) -> bool {
        self.is_only(Self { yuv: true, ..Self::default() })
    }

    /// True if they are what a block of a descriptor heap can have.
    pub(crate) fn fit_heap_block(&self) -> bool {
        self.is_only(Self {
            heap_offset: self.heap_offset.clone(),
            row_major: self.row_major,
            is_unknown: self.is_unknown,
            ..Self::default()
        })
    }

    /// True if they are what a member of a block of a descriptor heap can have.
    pub(crate) fn fit_heap_member(&self) -> bool {
        let numbers = Numbers {
            offset: self.numbers.offset,
            descriptor_size: self.numbers.descriptor_size,
            ..Numbers::default()
        };
        self.is_only(Self {
            numbers,
            row_major: self.row_major,
            format: self.format,
            is_unknown: self.is_unknown,
            ..Self::default()
        })
    }

    fn is_only(&self, only: Self) -> bool {
        *self == Self { span: self.span, ..only }
    }

    /// True if these are `layout(primitive_culling)` and nothing else (`GL_EXT_ray_flags_primitive_culling`).
    pub(crate) fn is_primitive_culling(&self) -> bool {
        let culling = |layout: &StageLayout| matches!(layout.key, StageKey::Mode(Modes::PRIMITIVE_CULLING));
        !self.stage.is_empty() && self.stage.iter().all(culling)
    }
}

impl Lowering<'_> {
    /// `layout(`
    pub(crate) fn begin_layout(&mut self, list: &mut QualifierList, span: Span) {
        self.check_layout_order(list, span);
        let repeats = self.has(Feature::FreeQualifierOrder);
        list.extend_span(span);
        self.scratch.layout_names.clear();
        let second = list.layout.span.replace(list.layout.span.unwrap_or(span)).is_some();
        if second && !repeats {
            self.unsupported(span, "more than one `layout` per declaration");
        }
    }

    /// A keyword that is a layout qualifier too.
    pub(crate) fn layout_keyword(&mut self, list: &mut QualifierList, word: Qualifier, span: Span) {
        if word == Qualifier::Shared {
            self.limit_block_rule(LayoutRule::Shared, word.text(), span);
            list.layout.rule = Some(LayoutRule::Shared);
            return;
        }
        let text = word.text();
        self.report.error(Code::UnknownLayout, span, format!("unknown layout qualifier `{text}`"));
    }

    /// A layout qualifier, with its value if it has one.
    pub(crate) fn layout(&mut self, list: &mut QualifierList, name: Symbol, value: Option<Expr>, span: Span) {
        let text = self.symbols.text(name);
        // GLSL 4.60 section 4.4 ignores the case of these names, ESSL 3.20 section 4.4 does not.
        let found = match LayoutQualifier::from_name(text) {
            None if !self.version().is_es() => LayoutQualifier::from_name(&text.to_ascii_lowercase()),
            found => found,
        };
        // Without their extension, words such as `rgb8` are mistaken for formats of images.
        let is_of_outputs =
            |row: &LayoutQualifier| matches!(row.meaning, Meaning::Format(format) if format.is_of_outputs());
        let found = found.filter(|row| !is_of_outputs(row) || row.is_in(self.extensions.here()));
        let Some(row) = found else {
            let text = text.to_owned();
            list.layout.is_unknown = true;
            let rows = LAYOUT_QUALIFIERS.iter().map(|row| row.name);
            let formats =
                ImageFormat::ALL.iter().skip(1).filter(|row| !row.0.is_of_outputs()).map(|row| row.1);
            // Formats of three components exist elsewhere.
            let meant = text
                .strip_prefix("rgb")
                .filter(|rest| rest.starts_with(|digit: char| digit.is_ascii_digit()));
            let meant =
                meant.map(|rest| format!("rgba{rest}")).filter(|meant| formats.clone().any(|it| it == meant));
            let similar = meant.or_else(|| self.report.suggestion_of(&text, rows.chain(formats)));
            self.report.error_with_name(
                Code::UnknownLayout,
                span,
                format!("unknown layout qualifier `{text}`"),
                similar,
            );
            return;
        };
        if !row.is_in(self.extensions.here()) {
            let mut extensions = row.extensions().into_iter();
            let extension = extensions.find(|it| it.exists_in(self.version()));
            if extension.is_some() && self.is_known_lack(span) {
                return;
            }
            self.unsupported(span, &format!("layout qualifier `{}`", self.symbols.text(name)));
            if let Some(extension) = extension {
                self.report.help_extension(extension);
            }
            return;
        }
        if let Meaning::Rule(rule) = row.meaning {
            self.limit_block_rule(rule, row.name, span);
        }
        let takes_value = row.meaning.takes_value();
        self.check_override(name, span);
        if takes_value != value.is_some() {
            let text = self.symbols.text(name);
            let what = if takes_value { "requires a value" } else { "does not take a value" };
            self.report.error(Code::LayoutValue, span, format!("layout qualifier `{text}` {what}"));
            return;
        }
        let formats_outputs =
            matches!(row.meaning, Meaning::Format(_)) && self.has(Feature::PixelLocalFormats);
        let layout = &mut list.layout;
        match row.meaning {
            Meaning::Number(key) => self.layout_number(layout, key, name, value, span),
            Meaning::Stage(key) => self.stage_layout(layout, (key, row.placement), name, value, span),
            Meaning::Rule(rule) => layout.rule = Some(rule),
            Meaning::RowMajor(row_major) => layout.row_major = Some(row_major),
            Meaning::PushConstant => layout.push_constant = true,
            Meaning::ShaderRecord => layout.shader_record = true,
            Meaning::BufferReference => layout.buffer_reference = true,
            Meaning::NonCoherent => layout.non_coherent = true,
            Meaning::Yuv => layout.yuv = true,
            Meaning::TileAttachment => layout.tile_attachment = true,
            Meaning::Passthrough => self.layout_passthrough(layout, span),
            Meaning::DescriptorHeap => layout.descriptor_heap = true,
            Meaning::BufferType => layout.buffer_type = true,
            Meaning::HeapOffset => {
                if let Some(value) = value {
                    list.layout.heap_offset = self.heap_offset(value);
                }
            }
            Meaning::HitRecord => layout.hit_record = true,
            Meaning::Samplers { bindless } => layout.handles.samplers = Some(bindless),
            Meaning::Images { bindless } => layout.handles.images = Some(bindless),
            Meaning::Format(format) => {
                layout.formats_outputs = formats_outputs;
                if layout.format.replace(format).is_some() {
                    layout.second_format.get_or_insert(span);
                }
            }
        }
    }

    /// Reports a repeated layout qualifier in versions where the last does not win.
    fn check_override(&mut self, name: Symbol, span: Span) {
        let overrides = self.has(Feature::OverriddenLayouts);
        let names = &mut self.scratch.layout_names;
        if !names.contains(&name) {
            // The list is short, so a linear search is fast enough.
            if names.len() < MOST_NAMES {
                names.push(name);
            }
        } else if !overrides {
            let text = self.symbols.text(name);
            self.report.error(Code::LayoutConflict, span, format!("duplicate layout qualifier `{text}`"));
        }
    }

    /// `passthrough` (`GL_NV_geometry_shader_passthrough`).
    fn layout_passthrough(&mut self, layout: &mut LayoutQualifiers, span: Span) {
        let stage = self.module.stage;
        if stage == Stage::Geometry {
            layout.passthrough = true;
            self.interface.passthrough.get_or_insert(span);
            return;
        }
        let message = format!("`passthrough` is not allowed in {} shaders", stage_name(stage));
        self.report.error(Code::LayoutStage, span, message);
    }

    fn layout_number(
        &mut self,
        layout: &mut LayoutQualifiers,
        key: NumberKey,
        name: Symbol,
        value: Option<Expr>,
        span: Span,
    ) {
        let Some(value) = value else { return };
        let at = span.to(value.span);
        self.require_literal(value, name);
        let Some(number) = self.constant_u32(value, |this| this.value_of(name)) else { return };
        if key == NumberKey::Component && number > 3 {
            let message = format!("`component` must be between 0 and 3, found {number}");
            self.report.error(Code::LayoutValue, at, message);
            return;
        }
        let is_power = number.is_power_of_two();
        if matches!(key, NumberKey::Align | NumberKey::BufferReferenceAlign) && !is_power {
            let message = format!("alignment must be a power of two, found {number}");
            self.report.error(Code::LayoutValue, at, message);
            return;
        }
        // GLSL 4.60 section 4.4.2.1.
        let most = match key {
            NumberKey::XfbBuffer => u64::from(self.limit("gl_MaxTransformFeedbackBuffers")).checked_sub(1),
            NumberKey::Location if self.settings.dialect.has_vulkan_words() => Some(MOST_VULKAN_LOCATION),
            NumberKey::Location => Some(MOST_LOCATION),
            NumberKey::XfbStride | NumberKey::XfbOffset => {
                Some(4 * u64::from(self.limit("gl_MaxTransformFeedbackInterleavedComponents")))
            }
            _ => None,
        };
        if let Some(most) = most.filter(|&most| u64::from(number) > most) {
            let what = self.value_of(name);
            let message = format!("{what} must be at most {most}, found {number}");
            self.report.error(Code::LayoutValue, at, message);
            return;
        }
        // A later value of the same qualifier wins (GLSL 4.60 section 4.4).
        *layout.numbers.slot(key) = Some(number);
    }

    fn stage_layout(
        &mut self,
        layout: &mut LayoutQualifiers,
        (key, placement): (StageKey, Placement),
        name: Symbol,
        value: Option<Expr>,
        span: Span,
    ) {
        let value = match value {
            None => None,
            Some(expr) => {
                let at = expr.span;
                self.require_literal(expr, name);
                let Some(number) = self.constant_u32(expr, |this| this.value_of(name)) else { return };
                let may_be_zero = match key {
                    StageKey::LocalSizeId(_) | StageKey::SecondaryViewOffset => true,
                    // The arrays of a mesh shader have this length.
                    StageKey::MaxVertices => self.module.stage == Stage::Geometry,
                    _ => false,
                };
                if number == 0 && !may_be_zero {
                    let what = self.value_of(name);
                    self.report.error(Code::LayoutValue, at, format!("{what} must be positive"));
                }
                let number = if may_be_zero { number } else { number.max(1) };
                Some(self.module.constants.u32(number))
            }
        };
        // A later value of the same qualifier wins (GLSL 4.60 section 4.4).
        match layout.stage.iter_mut().find(|before| before.key == key) {
            Some(before) => before.value = value,
            None => layout.stage.push(StageLayout { key, placement, value, span }),
        }
    }

    /// Checks that the value is a literal in versions without constant expressions here (GLSL 4.30 section 4.4, ESSL
    /// 3.00 section 4.3.8).
    fn require_literal(&mut self, value: Expr, name: Symbol) {
        if self.has_layout_expressions() || self.body.last_literal == Some(value.span) {
            return;
        }
        let (version, what) = (self.version(), self.value_of(name));
        let message = format!("{what} must be an integer literal in version {version}");
        self.report.error(Code::VersionLacks, value.span, message);
    }

    /// The value of a layout qualifier, for messages.
    fn value_of(&self, name: Symbol) -> String {
        format!("value of `{}`", self.symbols.text(name))
    }
}
