//! Layout qualifiers: the table of their names, and their values.

use crate::diagnostics::Code;
use crate::extensions::Extension;
use crate::lower::Lowering;
use crate::lower::declarations::qualifiers::QualifierList;
use crate::lower::expressions::Expr;
use crate::symbols::Symbol;
use crate::tokens::Qualifier;
use crate::version::NEVER;
use vitrum_glsl::features::Feature;
use vitrum_glsl::words::{Availability, WordStatus, only_with, since, vulkan};
use vitrum_ir::{
    BlendEquations, Constant, DepthMode, ImageFormat, LayoutRule, Modes, Primitive, Spacing, Span, Stage,
};

/// Layout qualifiers of one declaration.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct LayoutQualifiers {
    /// The span of the first one.
    pub(crate) span: Option<Span>,
    /// Names in the current `layout(...)`.
    names: Vec<Symbol>,
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
    /// Format of an image.
    pub(crate) format: Option<ImageFormat>,
    /// Qualifiers of the stage as a whole.
    pub(crate) stage: Vec<StageLayout>,
}

/// A layout qualifier of the stage as a whole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct StageLayout {
    /// The qualifier.
    pub(crate) key: StageKey,
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

        /// Layout qualifiers with a number.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum NumberKey {
            $($key,)*
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
    ConstantId constant_id,
    BufferReferenceAlign buffer_reference_align,
}

/// A dimension of a workgroup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Axis {
    X,
    Y,
    Z,
}

/// Layout qualifiers of the stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StageKey {
    /// `local_size_x` and so on.
    LocalSize(Axis),
    /// `local_size_x_id` and so on.
    LocalSizeId(Axis),
    /// A primitive type.
    Primitive(Primitive),
    /// `vertices`
    Vertices,
    /// `max_vertices`
    MaxVertices,
    /// `max_primitives`
    MaxPrimitives,
    /// `invocations`
    Invocations,
    /// Spacing of tessellated vertices.
    Spacing(Spacing),
    /// An execution mode without a value.
    Mode(Modes),
    /// `depth_any` and the like.
    Depth(DepthMode),
    /// Advanced blending.
    Blend(BlendEquations),
    /// `num_views`
    NumViews,
}

enum Meaning {
    Number(NumberKey),
    Rule(LayoutRule),
    RowMajor(bool),
    PushConstant,
    ShaderRecord,
    BufferReference,
    NonCoherent,
    Yuv,
    Format(ImageFormat),
    Stage(StageKey),
}

/// The versions and extensions that have a layout qualifier; `None` for those that come with their stage or type.
fn availability(meaning: &Meaning) -> Option<Availability> {
    use Extension::{ExtBufferReference, ExtBufferReference2, ExtRayTracing, ExtScalarBlockLayout};
    let of = |feature: Feature| Availability::of(&feature.info().since);
    Some(match meaning {
        Meaning::Number(key) => match key {
            NumberKey::Location => of(Feature::Location),
            NumberKey::Index => of(Feature::SecondSource),
            NumberKey::Binding => of(Feature::Binding),
            NumberKey::Offset => of(Feature::CounterOffset),
            NumberKey::Component | NumberKey::Align => of(Feature::Component),
            NumberKey::XfbBuffer | NumberKey::XfbStride | NumberKey::XfbOffset => {
                of(Feature::TransformFeedback)
            }
            NumberKey::Stream => of(Feature::Streams),
            // `GL_ARB_gl_spirv` gives OpenGL specialisation constants.
            NumberKey::ConstantId => since(330, NEVER).or_vulkan(),
            NumberKey::Set | NumberKey::InputAttachment => vulkan(),
            NumberKey::BufferReferenceAlign => only_with(&[ExtBufferReference, ExtBufferReference2]),
        },
        Meaning::Rule(LayoutRule::Std430) => of(Feature::StorageBlock),
        Meaning::Rule(LayoutRule::Scalar) => only_with(&[ExtScalarBlockLayout]),
        Meaning::Rule(_) | Meaning::RowMajor(_) => of(Feature::UniformBlock),
        Meaning::PushConstant => vulkan(),
        Meaning::ShaderRecord => only_with(&[ExtRayTracing]),
        Meaning::BufferReference => only_with(&[ExtBufferReference, ExtBufferReference2]),
        Meaning::Stage(StageKey::LocalSize(_)) => of(Feature::Compute),
        Meaning::Stage(StageKey::LocalSizeId(_)) => vulkan(),
        Meaning::NonCoherent => only_with(&[Extension::ExtShaderFramebufferFetchNonCoherent]),
        Meaning::Yuv => only_with(&[Extension::ExtYuvTarget]),
        Meaning::Stage(StageKey::Mode(Modes::PRIMITIVE_CULLING)) => {
            only_with(&[Extension::ExtRayFlagsPrimitiveCulling])
        }
        Meaning::Stage(_) | Meaning::Format(_) => return None,
    })
}

macro_rules! meanings {
    ($($($name:literal)|+ => $meaning:expr,)*) => {
        /// The names of the table, as candidates for suggestions.
        const NAMES: &[&str] = &[$($($name,)+)*];

        /// The meaning of a layout qualifier's name.
        fn meaning(name: &str) -> Option<Meaning> {
            use Meaning::{
                BufferReference, NonCoherent, Number, PushConstant, RowMajor, Rule, ShaderRecord, Stage, Yuv,
            };
            Some(match name {
                $($($name)|+ => $meaning,)*
                _ => return generated_meaning(name),
            })
        }
    };
}

meanings! {
    "location" => Number(NumberKey::Location),
    "component" => Number(NumberKey::Component),
    "index" => Number(NumberKey::Index),
    "set" => Number(NumberKey::Set),
    "binding" => Number(NumberKey::Binding),
    "offset" => Number(NumberKey::Offset),
    "align" => Number(NumberKey::Align),
    "stream" => Number(NumberKey::Stream),
    "xfb_buffer" => Number(NumberKey::XfbBuffer),
    "xfb_stride" => Number(NumberKey::XfbStride),
    "xfb_offset" => Number(NumberKey::XfbOffset),
    "input_attachment_index" => Number(NumberKey::InputAttachment),
    "constant_id" => Number(NumberKey::ConstantId),
    "buffer_reference_align" => Number(NumberKey::BufferReferenceAlign),
    "std140" => Rule(LayoutRule::Std140),
    "std430" => Rule(LayoutRule::Std430),
    "scalar" => Rule(LayoutRule::Scalar),
    "packed" => Rule(LayoutRule::Packed),
    "shared" => Rule(LayoutRule::Shared),
    "row_major" => RowMajor(true),
    "column_major" => RowMajor(false),
    "push_constant" => PushConstant,
    "shaderRecordEXT" | "shaderRecordNV" => ShaderRecord,
    "buffer_reference" => BufferReference,
    "noncoherent" => NonCoherent,
    "yuv" => Yuv,
    "local_size_x" => Stage(StageKey::LocalSize(Axis::X)),
    "local_size_y" => Stage(StageKey::LocalSize(Axis::Y)),
    "local_size_z" => Stage(StageKey::LocalSize(Axis::Z)),
    "local_size_x_id" => Stage(StageKey::LocalSizeId(Axis::X)),
    "local_size_y_id" => Stage(StageKey::LocalSizeId(Axis::Y)),
    "local_size_z_id" => Stage(StageKey::LocalSizeId(Axis::Z)),
    "vertices" => Stage(StageKey::Vertices),
    "max_vertices" => Stage(StageKey::MaxVertices),
    "max_primitives" => Stage(StageKey::MaxPrimitives),
    "invocations" => Stage(StageKey::Invocations),
    "num_views" => Stage(StageKey::NumViews),
    "equal_spacing" => Stage(StageKey::Spacing(Spacing::Equal)),
    "fractional_even_spacing" => Stage(StageKey::Spacing(Spacing::FractionalEven)),
    "fractional_odd_spacing" => Stage(StageKey::Spacing(Spacing::FractionalOdd)),
    "early_fragment_tests" => Stage(StageKey::Mode(Modes::EARLY_FRAGMENT_TESTS)),
    "post_depth_coverage" => Stage(StageKey::Mode(Modes::POST_DEPTH_COVERAGE)),
    "origin_upper_left" => Stage(StageKey::Mode(Modes::ORIGIN_UPPER_LEFT)),
    "pixel_center_integer" => Stage(StageKey::Mode(Modes::PIXEL_CENTER_INTEGER)),
    "point_mode" => Stage(StageKey::Mode(Modes::POINT_MODE)),
    "cw" => Stage(StageKey::Mode(Modes::CLOCKWISE)),
    "ccw" => Stage(StageKey::Mode(Modes::COUNTER_CLOCKWISE)),
    "pixel_interlock_ordered" => Stage(StageKey::Mode(Modes::PIXEL_INTERLOCK_ORDERED)),
    "pixel_interlock_unordered" => Stage(StageKey::Mode(Modes::PIXEL_INTERLOCK_UNORDERED)),
    "sample_interlock_ordered" => Stage(StageKey::Mode(Modes::SAMPLE_INTERLOCK_ORDERED)),
    "sample_interlock_unordered" => Stage(StageKey::Mode(Modes::SAMPLE_INTERLOCK_UNORDERED)),
    "quad_derivatives" => Stage(StageKey::Mode(Modes::QUAD_DERIVATIVES)),
    "primitive_culling" => Stage(StageKey::Mode(Modes::PRIMITIVE_CULLING)),
    "full_quads" => Stage(StageKey::Mode(Modes::REQUIRE_FULL_QUADS)),
    "derivative_group_quadsKHR" | "derivative_group_quadsNV" => Stage(StageKey::Mode(Modes::DERIVATIVE_GROUP_QUADS)),
    "derivative_group_linearKHR" | "derivative_group_linearNV" => Stage(StageKey::Mode(Modes::DERIVATIVE_GROUP_LINEAR)),
    "non_coherent_color_attachment_readEXT" => Stage(StageKey::Mode(Modes::NON_COHERENT_COLOR_READ)),
    "non_coherent_depth_attachment_readEXT" => Stage(StageKey::Mode(Modes::NON_COHERENT_DEPTH_READ)),
    "non_coherent_stencil_attachment_readEXT" => Stage(StageKey::Mode(Modes::NON_COHERENT_STENCIL_READ)),
}

/// Names in the tables of the IR.
fn generated_meaning(name: &str) -> Option<Meaning> {
    if let Some(format) = ImageFormat::from_name(name).filter(|&format| format != ImageFormat::Unknown) {
        return Some(Meaning::Format(format));
    }
    if let Some(primitive) = Primitive::from_name(name) {
        return Some(Meaning::Stage(StageKey::Primitive(primitive)));
    }
    if let Some(depth) = DepthMode::from_name(name) {
        return Some(Meaning::Stage(StageKey::Depth(depth)));
    }
    let &(equations, _) = BlendEquations::ALL.iter().find(|row| row.1 == name)?;
    Some(Meaning::Stage(StageKey::Blend(equations)))
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

    fn is_only(&self, only: Self) -> bool {
        *self == Self { span: self.span, names: self.names.clone(), ..only }
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
        list.layout.names.clear();
        let second = list.layout.span.replace(list.layout.span.unwrap_or(span)).is_some();
        if second && !repeats {
            self.unsupported(span, "more than one `layout` per declaration");
        }
    }

    /// A keyword that is a layout qualifier too.
    pub(crate) fn layout_keyword(&mut self, list: &mut QualifierList, word: Qualifier, span: Span) {
        if word == Qualifier::Shared {
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
        let found = match meaning(text) {
            None if !self.version().is_es() => meaning(&text.to_ascii_lowercase()),
            found => found,
        };
        let Some(meaning) = found else {
            let text = text.to_owned();
            let primitives = Primitive::ALL.iter().map(|row| row.1);
            let generated = primitives.chain(DepthMode::ALL.iter().map(|row| row.1));
            let generated = generated.chain(ImageFormat::ALL.iter().skip(1).map(|row| row.1));
            let help = self.report.suggestion_of(&text, NAMES.iter().copied().chain(generated));
            self.report.error_with_help(
                Code::UnknownLayout,
                span,
                format!("unknown layout qualifier `{text}`"),
                help,
            );
            return;
        };
        let missing = availability(&meaning)
            .filter(|availability| availability.status(self.extensions.here()) != WordStatus::Keyword)
            // Vulkan GLSL has them all, from its first versions on (GL_KHR_vulkan_glsl).
            .filter(|availability| {
                !(self.settings.dialect.has_vulkan_words() && availability.first_version(false).is_some())
            });
        if let Some(availability) = missing {
            self.unsupported(span, &format!("layout qualifier `{}`", self.symbols.text(name)));
            if let Some(&extension) = availability.extensions().first() {
                self.report.help_extension(extension);
            }
            return;
        }
        let takes_value = match &meaning {
            Meaning::Number(_) => true,
            Meaning::Stage(key) => key.takes_value(),
            Meaning::Rule(_)
            | Meaning::RowMajor(_)
            | Meaning::PushConstant
            | Meaning::ShaderRecord
            | Meaning::BufferReference
            | Meaning::NonCoherent
            | Meaning::Yuv
            | Meaning::Format(_) => false,
        };
        self.check_override(list, name, span);
        if takes_value != value.is_some() {
            let text = self.symbols.text(name);
            let what = if takes_value { "requires a value" } else { "does not take a value" };
            self.report.error(Code::LayoutValue, span, format!("layout qualifier `{text}` {what}"));
            return;
        }
        let layout = &mut list.layout;
        match meaning {
            Meaning::Number(key) => self.layout_number(layout, key, name, value, span),
            Meaning::Stage(key) => self.stage_layout(layout, key, name, value, span),
            Meaning::Rule(rule) => layout.rule = Some(rule),
            Meaning::RowMajor(row_major) => layout.row_major = Some(row_major),
            Meaning::PushConstant => layout.push_constant = true,
            Meaning::ShaderRecord => layout.shader_record = true,
            Meaning::BufferReference => layout.buffer_reference = true,
            Meaning::NonCoherent => layout.non_coherent = true,
            Meaning::Yuv => layout.yuv = true,
            // A format cannot be overridden (GLSL 4.60 section 4.4.8).
            Meaning::Format(format) => {
                if layout.format.replace(format).is_some() {
                    self.report.error(Code::LayoutConflict, span, "more than one image format");
                }
            }
        }
    }

    /// Reports a repeated layout qualifier in versions where the last does not win.
    fn check_override(&mut self, list: &mut QualifierList, name: Symbol, span: Span) {
        let overrides = self.has(Feature::OverriddenLayouts);
        if !list.layout.names.contains(&name) {
            // The list is short, so a linear search is fast enough.
            if list.layout.names.len() < MOST_NAMES {
                list.layout.names.push(name);
            }
        } else if !overrides {
            let text = self.symbols.text(name);
            self.report.error(Code::LayoutConflict, span, format!("duplicate layout qualifier `{text}`"));
        }
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
        key: StageKey,
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
                    StageKey::LocalSizeId(_) => true,
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
            None => layout.stage.push(StageLayout { key, value, span }),
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

impl StageKey {
    fn takes_value(self) -> bool {
        match self {
            Self::LocalSize(_)
            | Self::LocalSizeId(_)
            | Self::Vertices
            | Self::MaxVertices
            | Self::MaxPrimitives
            | Self::Invocations
            | Self::NumViews => true,
            Self::Primitive(_) | Self::Spacing(_) | Self::Mode(_) | Self::Depth(_) | Self::Blend(_) => false,
        }
    }
}
