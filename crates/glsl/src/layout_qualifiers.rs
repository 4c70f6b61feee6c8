//! The table of layout qualifiers: which dialects have them, and what they are written on.
//!
//! GLSL 4.60 and ESSL 3.20 section 4.4, and the extensions that add to it.

use crate::extensions::Extension as E;
use crate::features::Feature as F;
use crate::stages::Stages;
use crate::version::{Dialect, NEVER};
use crate::words::{ALL, Availability, WordStatus, only_with, since, spellings, vulkan};
use vitrum_ir::{BlendEquations, BuiltIn, DepthMode, ImageFormat, LayoutRule, Modes, Primitive, Spacing};

spellings! {
    /// Layout qualifiers with a number that a declaration keeps.
    NumberKey {
        Location "location",
        Component "component",
        Index "index",
        Set "set",
        Binding "binding",
        Offset "offset",
        Align "align",
        Stream "stream",
        XfbBuffer "xfb_buffer",
        XfbStride "xfb_stride",
        XfbOffset "xfb_offset",
        InputAttachment "input_attachment_index",
        Bank "bank",
        MemberOffset "member_offset",
        DescriptorStride "descriptor_stride",
        DescriptorSize "descriptor_size",
        ConstantId "constant_id",
        BufferReferenceAlign "buffer_reference_align",
    }
}

/// A dimension of a workgroup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// The first.
    X,
    /// The second.
    Y,
    /// The third.
    Z,
}

/// Layout qualifiers of the stage as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StageKey {
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
    /// `num_views`
    NumViews,
    /// `secondary_view_offset`
    SecondaryViewOffset,
    /// `shading_rate_xQCOM` and the others.
    TileRate(Axis),
    /// Spacing of tessellated vertices.
    Spacing(Spacing),
    /// An execution mode without a value.
    Mode(Modes),
    /// `depth_any` and the like.
    Depth(DepthMode),
    /// Advanced blending.
    Blend(BlendEquations),
}

impl StageKey {
    /// True for those that need a value.
    pub fn takes_value(self) -> bool {
        match self {
            Self::LocalSize(_)
            | Self::LocalSizeId(_)
            | Self::Vertices
            | Self::MaxVertices
            | Self::MaxPrimitives
            | Self::Invocations
            | Self::NumViews
            | Self::SecondaryViewOffset
            | Self::TileRate(_) => true,
            Self::Primitive(_) | Self::Spacing(_) | Self::Mode(_) | Self::Depth(_) | Self::Blend(_) => false,
        }
    }
}

/// The meaning of a layout qualifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A number.
    Number(NumberKey),
    /// The layout of a block.
    Rule(LayoutRule),
    /// `row_major` if true, `column_major` if false.
    RowMajor(bool),
    /// `push_constant`
    PushConstant,
    /// `shaderRecordEXT`
    ShaderRecord,
    /// `buffer_reference`
    BufferReference,
    /// `noncoherent`
    NonCoherent,
    /// `yuv`
    Yuv,
    /// `tile_attachmentQCOM`
    TileAttachment,
    /// `passthrough`
    Passthrough,
    /// `descriptor_heap`
    DescriptorHeap,
    /// `buffer_type`
    BufferType,
    /// `heap_offset`, a constant or a variable.
    HeapOffset,
    /// `hitobjectshaderrecordext` and `hitobjectshaderrecordnv`
    HitRecord,
    /// `bindless_sampler` and `bound_sampler`
    Samplers {
        /// True if the uniform may be set to a handle.
        bindless: bool,
    },
    /// `bindless_image` and `bound_image`
    Images {
        /// Likewise.
        bindless: bool,
    },
    /// The format of an image.
    Format(ImageFormat),
    /// A qualifier of the stage.
    Stage(StageKey),
}

impl Meaning {
    /// True for those that need a value.
    pub fn takes_value(self) -> bool {
        match self {
            Self::Number(_) | Self::HeapOffset => true,
            Self::Stage(key) => key.takes_value(),
            _ => false,
        }
    }

    /// The name of the first row with this meaning.
    pub fn name(self) -> &'static str {
        match self {
            Self::Number(key) => key.text(),
            Self::Format(format) => format.name(),
            _ => LAYOUT_QUALIFIERS.iter().find(|row| row.meaning == self).map_or("", |row| row.name),
        }
    }
}

/// The declarations that a layout qualifier is written on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// Variables, blocks and members.
    Declaration,
    /// `layout(...) in;` in the first stages, and `layout(...) out;` in the others.
    Stage(Stages, Stages),
    /// A redeclaration of a built-in variable.
    Variable(BuiltIn),
    /// `layout(...);`
    Shader,
}

/// The versions and extensions that have a layout qualifier.
#[derive(Clone, Copy, Debug)]
pub enum Has {
    /// Those with a feature.
    Feature(F),
    /// Those with one of some features; all but the first need it for declarations of their own alone.
    Features(&'static [F]),
    /// Those of its own.
    Alone(Availability),
    /// Extensions, in shaders for Vulkan.
    Vulkan(&'static [E]),
}

impl Has {
    /// The extensions that bring the qualifier itself.
    pub fn extensions(self) -> &'static [E] {
        match self {
            Self::Alone(availability) => availability.extensions(),
            Self::Vulkan(extensions) => extensions,
            Self::Feature(_) | Self::Features(_) => &[],
        }
    }
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct LayoutQualifier {
    /// As it is written.
    pub name: &'static str,
    /// Its meaning.
    pub meaning: Meaning,
    /// The declarations that it is written on.
    pub placement: Placement,
    /// The versions and extensions that have it, in the stages and with the types that it is for.
    pub has: Has,
}

impl LayoutQualifier {
    /// The row of a name. Names of image formats, which the IR lists, have no row of their own.
    pub fn from_name(name: &str) -> Option<Self> {
        let row = LAYOUT_QUALIFIERS.iter().find(|row| row.name == name);
        row.copied().or_else(|| {
            let format = ImageFormat::from_name(name).filter(|&format| format != ImageFormat::Unknown)?;
            let has = match format.is_of_outputs() {
                true => Has::Feature(F::PixelLocalFormats),
                false => ALWAYS,
            };
            Some(declaration(format.name(), Meaning::Format(format), has))
        })
    }

    /// True if a dialect has it. Vulkan GLSL has those of all desktop versions, from its first versions on
    /// (`GL_KHR_vulkan_glsl`).
    pub fn is_in(&self, dialect: &Dialect) -> bool {
        let vulkan = dialect.has_vulkan_words();
        match self.has {
            Has::Feature(feature) => {
                feature.is_enabled_in(dialect) || vulkan && feature.info().since.desktop != NEVER
            }
            Has::Features(features) => {
                features.iter().any(|&feature| Self { has: Has::Feature(feature), ..*self }.is_in(dialect))
            }
            Has::Alone(availability) => {
                availability.status(dialect) == WordStatus::Keyword
                    || vulkan && availability.first_version(false).is_some()
            }
            Has::Vulkan(extensions) => vulkan && dialect.extensions.contains_any(extensions),
        }
    }

    /// The extensions that bring it for every declaration that it is for.
    pub fn extensions(&self) -> Vec<E> {
        match self.has {
            Has::Feature(feature) | Has::Features(&[feature, ..]) => feature.extensions().collect(),
            Has::Features(&[]) => Vec::new(),
            Has::Alone(availability) => availability.extensions().to_vec(),
            Has::Vulkan(extensions) => extensions.to_vec(),
        }
    }
}

const ALWAYS: Has = Has::Alone(ALL);

const fn with(extensions: &'static [E]) -> Has {
    Has::Alone(only_with(extensions))
}

const fn declaration(name: &'static str, meaning: Meaning, has: Has) -> LayoutQualifier {
    LayoutQualifier { name, meaning, placement: Placement::Declaration, has }
}

const fn number(key: NumberKey, has: Has) -> LayoutQualifier {
    declaration(key.text(), Meaning::Number(key), has)
}

const fn rule(name: &'static str, rule: LayoutRule, has: Has) -> LayoutQualifier {
    declaration(name, Meaning::Rule(rule), has)
}

const fn stage(
    name: &'static str,
    key: StageKey,
    inputs: Stages,
    outputs: Stages,
    has: Has,
) -> LayoutQualifier {
    LayoutQualifier { name, meaning: Meaning::Stage(key), placement: Placement::Stage(inputs, outputs), has }
}

const fn primitive(
    name: &'static str,
    primitive: Primitive,
    inputs: Stages,
    outputs: Stages,
) -> LayoutQualifier {
    stage(name, StageKey::Primitive(primitive), inputs, outputs, ALWAYS)
}

const fn mode(name: &'static str, mode: Modes, inputs: Stages, has: Has) -> LayoutQualifier {
    stage(name, StageKey::Mode(mode), inputs, Stages::NONE, has)
}

const fn spacing(name: &'static str, spacing: Spacing) -> LayoutQualifier {
    stage(name, StageKey::Spacing(spacing), Stages::TESS_EVALUATION, Stages::NONE, ALWAYS)
}

const fn blend(name: &'static str, equations: BlendEquations) -> LayoutQualifier {
    stage(name, StageKey::Blend(equations), Stages::NONE, Stages::FRAGMENT, Has::Feature(F::BlendEquations))
}

const fn frag_coord(name: &'static str, mode: Modes) -> LayoutQualifier {
    LayoutQualifier {
        placement: Placement::Variable(BuiltIn::FragCoord),
        ..self::mode(name, mode, Stages::NONE, Has::Feature(F::FragCoordLayout))
    }
}

const fn on_variable(
    name: &'static str,
    key: StageKey,
    builtin: BuiltIn,
    extension: &'static [E],
) -> LayoutQualifier {
    let placement = Placement::Variable(builtin);
    LayoutQualifier { name, meaning: Meaning::Stage(key), placement, has: with(extension) }
}

const fn depth(name: &'static str, mode: DepthMode) -> LayoutQualifier {
    let (meaning, placement) =
        (Meaning::Stage(StageKey::Depth(mode)), Placement::Variable(BuiltIn::FragDepth));
    LayoutQualifier { name, meaning, placement, has: Has::Feature(F::DepthLayout) }
}

const fn stencil(name: &'static str, mode: Modes) -> LayoutQualifier {
    let early_and_late: &'static [E] = &[E::AmdShaderEarlyAndLateFragmentTests];
    on_variable(name, StageKey::Mode(mode), BuiltIn::FragStencilRef, early_and_late)
}

/// Stages with workgroups.
const WORKGROUPS: Stages = Stages::COMPUTE.or(Stages::TASK).or(Stages::MESH);

const REFERENCES: Has = with(&[E::ExtBufferReference, E::ExtBufferReference2]);
const INTERLOCK: Has = with(&[E::ArbFragmentShaderInterlock, E::NvFragmentShaderInterlock]);
const EARLY_AND_LATE: Has = with(&[E::AmdShaderEarlyAndLateFragmentTests]);
const QUADS: Has = with(&[E::ExtShaderQuadControl]);
const GROUPS: Has = with(&[E::KhrComputeShaderDerivatives]);
const GROUPS_NV: Has = with(&[E::NvComputeShaderDerivatives]);
const TILE_SHADING: Has = with(&[E::QcomTileShading]);
const BANKS: Has = Has::Vulkan(&[E::NvPushConstantBank]);
const HEAPS: Has = with(&[E::ExtDescriptorHeap]);
const STRUCTURED_HEAPS: Has = with(&[E::ExtStructuredDescriptorHeap]);
const BINDLESS: Has = with(&[E::ArbBindlessTexture]);
const TILES: Has = with(&[E::ExtShaderTileImage]);

/// Every layout qualifier but the formats of images.
pub static LAYOUT_QUALIFIERS: &[LayoutQualifier] = &[
    number(NumberKey::Location, Has::Feature(F::Location)),
    number(NumberKey::Binding, Has::Features(&[F::Binding, F::PixelLocalStorage])),
    number(NumberKey::Set, Has::Alone(vulkan())),
    number(NumberKey::Component, Has::Feature(F::Component)),
    number(NumberKey::Index, Has::Feature(F::SecondSource)),
    number(NumberKey::Offset, Has::Feature(F::CounterOffset)),
    number(NumberKey::Align, Has::Feature(F::Component)),
    number(NumberKey::Stream, Has::Feature(F::Streams)),
    number(NumberKey::XfbBuffer, Has::Feature(F::TransformFeedback)),
    number(NumberKey::XfbStride, Has::Feature(F::TransformFeedback)),
    number(NumberKey::XfbOffset, Has::Feature(F::TransformFeedback)),
    number(NumberKey::InputAttachment, Has::Alone(vulkan())),
    number(NumberKey::Bank, BANKS),
    number(NumberKey::MemberOffset, BANKS),
    number(NumberKey::DescriptorStride, HEAPS),
    number(NumberKey::DescriptorSize, STRUCTURED_HEAPS),
    // `GL_ARB_gl_spirv` gives OpenGL specialisation constants.
    number(NumberKey::ConstantId, Has::Alone(since(330, NEVER).or_vulkan())),
    number(NumberKey::BufferReferenceAlign, REFERENCES),
    rule("std140", LayoutRule::Std140, Has::Feature(F::UniformBlock)),
    rule("std430", LayoutRule::Std430, Has::Feature(F::StorageBlock)),
    rule("scalar", LayoutRule::Scalar, Has::Vulkan(&[E::ExtScalarBlockLayout])),
    rule("packed", LayoutRule::Packed, Has::Feature(F::UniformBlock)),
    rule("shared", LayoutRule::Shared, Has::Feature(F::UniformBlock)),
    declaration("row_major", Meaning::RowMajor(true), Has::Feature(F::UniformBlock)),
    declaration("column_major", Meaning::RowMajor(false), Has::Feature(F::UniformBlock)),
    declaration("push_constant", Meaning::PushConstant, Has::Alone(vulkan())),
    declaration("buffer_reference", Meaning::BufferReference, REFERENCES),
    declaration("shaderRecordEXT", Meaning::ShaderRecord, with(&[E::ExtRayTracing])),
    declaration("shaderRecordNV", Meaning::ShaderRecord, with(&[E::ExtRayTracing, E::NvRayTracing])),
    declaration("noncoherent", Meaning::NonCoherent, with(&[E::ExtShaderFramebufferFetchNonCoherent])),
    declaration("yuv", Meaning::Yuv, with(&[E::ExtYuvTarget])),
    declaration("tile_attachmentQCOM", Meaning::TileAttachment, TILE_SHADING),
    declaration("passthrough", Meaning::Passthrough, with(&[E::NvGeometryShaderPassthrough])),
    declaration("descriptor_heap", Meaning::DescriptorHeap, HEAPS),
    declaration("buffer_type", Meaning::BufferType, STRUCTURED_HEAPS),
    declaration("heap_offset", Meaning::HeapOffset, STRUCTURED_HEAPS),
    declaration("hitobjectshaderrecordext", Meaning::HitRecord, with(&[E::ExtShaderInvocationReorder])),
    declaration("hitobjectshaderrecordnv", Meaning::HitRecord, with(&[E::NvShaderInvocationReorder])),
    declaration("bindless_sampler", Meaning::Samplers { bindless: true }, BINDLESS),
    declaration("bound_sampler", Meaning::Samplers { bindless: false }, BINDLESS),
    declaration("bindless_image", Meaning::Images { bindless: true }, BINDLESS),
    declaration("bound_image", Meaning::Images { bindless: false }, BINDLESS),
    stage("shading_rate_xQCOM", StageKey::TileRate(Axis::X), Stages::COMPUTE, Stages::NONE, TILE_SHADING),
    stage("shading_rate_yQCOM", StageKey::TileRate(Axis::Y), Stages::COMPUTE, Stages::NONE, TILE_SHADING),
    stage("shading_rate_zQCOM", StageKey::TileRate(Axis::Z), Stages::COMPUTE, Stages::NONE, TILE_SHADING),
    mode("non_coherent_attachment_readQCOM", Modes::NON_COHERENT_TILE_READ, Stages::FRAGMENT, TILE_SHADING),
    stage("local_size_x", StageKey::LocalSize(Axis::X), WORKGROUPS, Stages::NONE, Has::Feature(F::Compute)),
    stage("local_size_y", StageKey::LocalSize(Axis::Y), WORKGROUPS, Stages::NONE, Has::Feature(F::Compute)),
    stage("local_size_z", StageKey::LocalSize(Axis::Z), WORKGROUPS, Stages::NONE, Has::Feature(F::Compute)),
    stage("local_size_x_id", StageKey::LocalSizeId(Axis::X), WORKGROUPS, Stages::NONE, Has::Alone(vulkan())),
    stage("local_size_y_id", StageKey::LocalSizeId(Axis::Y), WORKGROUPS, Stages::NONE, Has::Alone(vulkan())),
    stage("local_size_z_id", StageKey::LocalSizeId(Axis::Z), WORKGROUPS, Stages::NONE, Has::Alone(vulkan())),
    stage("vertices", StageKey::Vertices, Stages::NONE, Stages::TESS_CONTROL, ALWAYS),
    stage("max_vertices", StageKey::MaxVertices, Stages::NONE, Stages::GEOMETRY.or(Stages::MESH), ALWAYS),
    stage("max_primitives", StageKey::MaxPrimitives, Stages::NONE, Stages::MESH, ALWAYS),
    stage("invocations", StageKey::Invocations, Stages::GEOMETRY, Stages::NONE, Has::Feature(F::Invocations)),
    stage("num_views", StageKey::NumViews, Stages::VERTEX, Stages::NONE, with(&[E::OvrMultiview])),
    primitive("points", Primitive::Points, Stages::GEOMETRY, Stages::GEOMETRY.or(Stages::MESH)),
    primitive("lines", Primitive::Lines, Stages::GEOMETRY, Stages::MESH),
    primitive("lines_adjacency", Primitive::LinesAdjacency, Stages::GEOMETRY, Stages::NONE),
    primitive("triangles", Primitive::Triangles, Stages::GEOMETRY.or(Stages::TESS_EVALUATION), Stages::MESH),
    primitive("triangles_adjacency", Primitive::TrianglesAdjacency, Stages::GEOMETRY, Stages::NONE),
    primitive("line_strip", Primitive::LineStrip, Stages::NONE, Stages::GEOMETRY),
    primitive("triangle_strip", Primitive::TriangleStrip, Stages::NONE, Stages::GEOMETRY),
    primitive("quads", Primitive::Quads, Stages::TESS_EVALUATION, Stages::NONE),
    primitive("isolines", Primitive::Isolines, Stages::TESS_EVALUATION, Stages::NONE),
    spacing("equal_spacing", Spacing::Equal),
    spacing("fractional_even_spacing", Spacing::FractionalEven),
    spacing("fractional_odd_spacing", Spacing::FractionalOdd),
    mode("cw", Modes::CLOCKWISE, Stages::TESS_EVALUATION, ALWAYS),
    mode("ccw", Modes::COUNTER_CLOCKWISE, Stages::TESS_EVALUATION, ALWAYS),
    mode("point_mode", Modes::POINT_MODE, Stages::TESS_EVALUATION, ALWAYS),
    mode("early_fragment_tests", Modes::EARLY_FRAGMENT_TESTS, Stages::FRAGMENT, Has::Feature(F::EarlyTests)),
    mode(
        "early_and_late_fragment_tests_amd",
        Modes::EARLY_AND_LATE_FRAGMENT_TESTS,
        Stages::FRAGMENT,
        EARLY_AND_LATE,
    ),
    mode(
        "post_depth_coverage",
        Modes::POST_DEPTH_COVERAGE,
        Stages::FRAGMENT,
        Has::Feature(F::PostDepthCoverage),
    ),
    mode(
        "inner_coverage",
        Modes::INNER_COVERAGE,
        Stages::FRAGMENT,
        with(&[E::IntelConservativeRasterization]),
    ),
    mode(
        "local_size_variable",
        Modes::VARIABLE_GROUP_SIZE,
        Stages::COMPUTE,
        with(&[E::ArbComputeVariableGroupSize]),
    ),
    frag_coord("origin_upper_left", Modes::ORIGIN_UPPER_LEFT),
    frag_coord("pixel_center_integer", Modes::PIXEL_CENTER_INTEGER),
    depth("depth_any", DepthMode::Any),
    depth("depth_greater", DepthMode::Greater),
    depth("depth_less", DepthMode::Less),
    depth("depth_unchanged", DepthMode::Unchanged),
    on_variable(
        "viewport_relative",
        StageKey::Mode(Modes::VIEWPORT_RELATIVE),
        BuiltIn::Layer,
        &[E::NvViewportArray2],
    ),
    on_variable(
        "secondary_view_offset",
        StageKey::SecondaryViewOffset,
        BuiltIn::Layer,
        &[E::NvStereoViewRendering],
    ),
    on_variable(
        "override_coverage",
        StageKey::Mode(Modes::OVERRIDE_COVERAGE),
        BuiltIn::SampleMask,
        &[E::NvSampleMaskOverrideCoverage],
    ),
    stencil("stencil_ref_unchanged_front_amd", Modes::STENCIL_REF_UNCHANGED_FRONT),
    stencil("stencil_ref_greater_front_amd", Modes::STENCIL_REF_GREATER_FRONT),
    stencil("stencil_ref_less_front_amd", Modes::STENCIL_REF_LESS_FRONT),
    stencil("stencil_ref_unchanged_back_amd", Modes::STENCIL_REF_UNCHANGED_BACK),
    stencil("stencil_ref_greater_back_amd", Modes::STENCIL_REF_GREATER_BACK),
    stencil("stencil_ref_less_back_amd", Modes::STENCIL_REF_LESS_BACK),
    mode("pixel_interlock_ordered", Modes::PIXEL_INTERLOCK_ORDERED, Stages::FRAGMENT, INTERLOCK),
    mode("pixel_interlock_unordered", Modes::PIXEL_INTERLOCK_UNORDERED, Stages::FRAGMENT, INTERLOCK),
    mode("sample_interlock_ordered", Modes::SAMPLE_INTERLOCK_ORDERED, Stages::FRAGMENT, INTERLOCK),
    mode("sample_interlock_unordered", Modes::SAMPLE_INTERLOCK_UNORDERED, Stages::FRAGMENT, INTERLOCK),
    mode("quad_derivatives", Modes::QUAD_DERIVATIVES, Stages::FRAGMENT, QUADS),
    mode("full_quads", Modes::REQUIRE_FULL_QUADS, Stages::FRAGMENT, QUADS),
    mode("derivative_group_quadsKHR", Modes::DERIVATIVE_GROUP_QUADS, WORKGROUPS, GROUPS),
    mode("derivative_group_quadsNV", Modes::DERIVATIVE_GROUP_QUADS, Stages::COMPUTE, GROUPS_NV),
    mode("derivative_group_linearKHR", Modes::DERIVATIVE_GROUP_LINEAR, WORKGROUPS, GROUPS),
    mode("derivative_group_linearNV", Modes::DERIVATIVE_GROUP_LINEAR, Stages::COMPUTE, GROUPS_NV),
    mode("non_coherent_color_attachment_readEXT", Modes::NON_COHERENT_COLOR_READ, Stages::FRAGMENT, TILES),
    mode("non_coherent_depth_attachment_readEXT", Modes::NON_COHERENT_DEPTH_READ, Stages::FRAGMENT, TILES),
    mode(
        "non_coherent_stencil_attachment_readEXT",
        Modes::NON_COHERENT_STENCIL_READ,
        Stages::FRAGMENT,
        TILES,
    ),
    LayoutQualifier {
        placement: Placement::Shader,
        ..mode(
            "primitive_culling",
            Modes::PRIMITIVE_CULLING,
            Stages::NONE,
            with(&[E::ExtRayFlagsPrimitiveCulling]),
        )
    },
    blend("blend_support_multiply", BlendEquations::MULTIPLY),
    blend("blend_support_screen", BlendEquations::SCREEN),
    blend("blend_support_overlay", BlendEquations::OVERLAY),
    blend("blend_support_darken", BlendEquations::DARKEN),
    blend("blend_support_lighten", BlendEquations::LIGHTEN),
    blend("blend_support_colordodge", BlendEquations::COLORDODGE),
    blend("blend_support_colorburn", BlendEquations::COLORBURN),
    blend("blend_support_hardlight", BlendEquations::HARDLIGHT),
    blend("blend_support_softlight", BlendEquations::SOFTLIGHT),
    blend("blend_support_difference", BlendEquations::DIFFERENCE),
    blend("blend_support_exclusion", BlendEquations::EXCLUSION),
    blend("blend_support_hsl_hue", BlendEquations::HSL_HUE),
    blend("blend_support_hsl_saturation", BlendEquations::HSL_SATURATION),
    blend("blend_support_hsl_color", BlendEquations::HSL_COLOR),
    blend("blend_support_hsl_luminosity", BlendEquations::HSL_LUMINOSITY),
    blend("blend_support_all_equations", BlendEquations::ALL_EQUATIONS),
];
