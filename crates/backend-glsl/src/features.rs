//! What each version of GLSL has: one row a feature, with the first version of desktop GLSL, that of ESSL, and the
//! extensions that bring it to versions before.

use crate::Target;

/// No version.
pub(crate) const NEVER: u32 = u32::MAX;

/// What the table says of a feature.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// What it is, for "GLSL 1.10 has no ...".
    pub(crate) what: &'static str,
    desktop: u32,
    es: u32,
    /// Extensions with their first versions, the best first.
    extensions: &'static [(&'static str, u32, u32)],
}

/// How a target has a feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Support {
    /// It is part of the version.
    Core,
    /// It comes with this extension.
    Extension(&'static str),
    /// The target lacks it; the first version that has it.
    Missing(Option<Target>),
}

macro_rules! features {
    ($($variant:ident $what:literal $desktop:expr, $es:expr $(, $name:literal $min:expr, $min_es:expr)*;)*) => {
        /// Something that not every version has.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub(crate) enum Feature { $($variant),* }

        /// Every row.
        const ALL: &[Feature] = &[$(Feature::$variant),*];

        impl Feature {
            /// Its row.
            pub(crate) fn row(self) -> Row {
                match self {
                    $(Self::$variant => Row {
                        what: $what,
                        desktop: $desktop,
                        es: $es,
                        extensions: &[$(($name, $min, $min_es)),*],
                    }),*
                }
            }
        }
    };
}

features! {
    // Stages.
    Geometry "geometry shaders" 150, 320, "GL_EXT_geometry_shader" NEVER, 310;
    Tessellation "tessellation shaders" 400, 320, "GL_ARB_tessellation_shader" 150, NEVER, "GL_EXT_tessellation_shader" NEVER, 310;
    Compute "compute shaders" 430, 310, "GL_ARB_compute_shader" 420, NEVER;
    RayTracing "ray tracing shaders" 460, NEVER;
    Mesh "mesh and task shaders" 450, NEVER;
    // Types.
    Unsigned "unsigned integers" 130, 300;
    Double "double precision" 400, NEVER;
    DoubleInput "inputs of double precision" 410, NEVER, "GL_ARB_vertex_attrib_64bit" 400, NEVER;
    IntegerInterface "integers as inputs and outputs" 130, 300;
    InputArray "arrays as inputs of vertex shaders" 150, NEVER;
    Int64 "64-bit integers" NEVER, NEVER, "GL_ARB_gpu_shader_int64" 400, NEVER, "GL_EXT_shader_explicit_arithmetic_types_int64" 450, NEVER;
    SmallNumbers "numbers of 8 and 16 bits" 450, NEVER;
    Rectangular "matrices that are not square" 120, 300;
    ArrayValues "arrays as values" 120, 300;
    ArraysOfArrays "arrays of arrays" 430, 310;
    Texture1D "one-dimensional textures" 110, NEVER;
    Texture3D "three-dimensional textures" 110, 300, "GL_OES_texture_3D" NEVER, 100;
    TextureArray "texture arrays" 130, 300, "GL_EXT_texture_array" 110, NEVER;
    TextureCubeArray "arrays of cube textures" 400, 320, "GL_ARB_texture_cube_map_array" 130, NEVER, "GL_EXT_texture_cube_map_array" NEVER, 310;
    TextureRect "rectangle textures" 140, NEVER, "GL_ARB_texture_rectangle" 110, NEVER;
    TextureRectInteger "integer rectangle textures" 140, NEVER;
    TextureBuffer "buffer textures" 140, 320, "GL_EXT_texture_buffer" NEVER, 310;
    TextureMultisample "multisampled textures" 150, 310;
    TextureMultisampleArray "arrays of multisampled textures" 150, 320, "GL_OES_texture_storage_multisample_2d_array" NEVER, 310;
    TextureInteger "integer textures" 130, 300;
    TextureShadow "shadow samplers" 110, 300, "GL_EXT_shadow_samplers" NEVER, 100;
    TextureShadowCube "shadow samplers of cubes" 130, 300;
    TextureExternal "external textures" NEVER, NEVER, "GL_OES_EGL_image_external_essl3" NEVER, 300, "GL_OES_EGL_image_external" NEVER, 100;
    YuvTarget "YUV textures and outputs" NEVER, NEVER, "GL_EXT_YUV_target" NEVER, 300;
    Image "images" 420, 310, "GL_ARB_shader_image_load_store" 140, NEVER;
    ImageBuffer "buffer images" 420, 320, "GL_ARB_shader_image_load_store" 140, NEVER, "GL_EXT_texture_buffer" NEVER, 310;
    ImageCubeArray "arrays of cube images" 420, 320, "GL_ARB_shader_image_load_store" 140, NEVER, "GL_EXT_texture_cube_map_array" NEVER, 310;
    ImageDesktop "images of this shape" 420, NEVER, "GL_ARB_shader_image_load_store" 140, NEVER;
    ImageFormatDesktop "images of this format" 420, NEVER, "GL_ARB_shader_image_load_store" 140, NEVER;
    ImageFormatless "images without a format" 150, NEVER;
    ImageSamples "counts of samples of images" 450, NEVER, "GL_ARB_shader_texture_image_samples" 430, NEVER;
    ImageAtomicFloat "atomic operations on images of floats" 450, 320;
    ImageReadWrite "images of this format that are both read and written" 420, NEVER, "GL_ARB_shader_image_load_store" 140, NEVER;
    ImageAtomic "atomic operations on images" 420, 320, "GL_ARB_shader_image_load_store" 140, NEVER, "GL_OES_shader_image_atomic" NEVER, 310;
    ImageSize "sizes of images" 430, 310, "GL_ARB_shader_image_size" 420, NEVER;
    AtomicCounter "atomic counters" 420, 310, "GL_ARB_shader_atomic_counters" 140, NEVER;
    AtomicCounterOps "operations of atomic counters but to add and subtract one" 460, NEVER, "GL_ARB_shader_atomic_counter_ops" 450, NEVER;
    OpaqueIndex "variable indices of arrays of samplers and images" 400, 320, "GL_EXT_gpu_shader5" NEVER, 310;
    UniformBlockIndex "variable indices of arrays of uniform blocks" 400, 320, "GL_ARB_gpu_shader5" 150, NEVER, "GL_EXT_gpu_shader5" NEVER, 310;
    StorageBlockIndex "variable indices of arrays of storage blocks" 430, NEVER;
    UnsizedResources "arrays of resources of no known size" NEVER, NEVER;
    OutputIndex "variable indices of outputs" 110, NEVER;
    SpecializedIndex "indices beyond what a specialisation constant says unless specialised" NEVER, NEVER;
    // Blocks and storage.
    DeclaredOutput "arrays of outputs that are declared" 130, 300;
    UniformBlock "uniform blocks" 140, 300;
    StorageBlock "storage blocks" 430, 310;
    InterfaceBlock "blocks of inputs and outputs" 150, 320, "GL_EXT_shader_io_blocks" NEVER, 310;
    PerVertexBlock "built-in blocks that are declared again" 410, 320, "GL_ARB_separate_shader_objects" 150, NEVER, "GL_EXT_shader_io_blocks" NEVER, 310;
    UniformInitializer "initialised uniforms" 120, NEVER;
    GlobalInitializer "globals initialised with what is not constant" 110, NEVER;
    // Qualifiers and layouts.
    Flat "flat interpolation" 130, 300;
    NoPerspective "interpolation without perspective" 130, NEVER, "GL_NV_shader_noperspective_interpolation" NEVER, 300;
    Centroid "centroid interpolation" 120, 300;
    PerSample "interpolation per sample" 400, 320, "GL_OES_shader_multisample_interpolation" NEVER, 300;
    Precise "precise arithmetic" 400, 320, "GL_EXT_gpu_shader5" NEVER, 310;
    Invariant "invariant outputs" 120, 100;
    Component "components of locations" 440, NEVER, "GL_ARB_enhanced_layouts" 410, NEVER;
    SecondSource "a second source of blending" 330, NEVER, "GL_EXT_blend_func_extended" NEVER, 300;
    TransformFeedback "transform feedback layouts" 440, NEVER, "GL_ARB_enhanced_layouts" 150, NEVER;
    MemberOffset "offsets and alignments of members" 440, NEVER, "GL_ARB_enhanced_layouts" 140, NEVER;
    Streams "streams of vertices" 400, NEVER;
    EarlyTests "early fragment tests" 420, 310, "GL_ARB_shader_image_load_store" 140, NEVER;
    DepthLayout "layouts of the depth" 420, NEVER, "GL_ARB_conservative_depth" 140, NEVER;
    FragCoordLayout "layouts of the fragment's coordinate" 150, NEVER, "GL_ARB_fragment_coord_conventions" 140, NEVER;
    BlendEquations "advanced blend equations" NEVER, 320, "GL_KHR_blend_equation_advanced" 110, 300;
    Invocations "several invocations of a geometry shader" 400, 320, "GL_EXT_geometry_shader" NEVER, 310;
    PostDepthCoverage "coverage after the depth test" NEVER, NEVER, "GL_ARB_post_depth_coverage" 420, NEVER, "GL_EXT_post_depth_coverage" NEVER, 310;
    MemberOrder "members that lie before those in front of them" NEVER, NEVER;
    NullInitializer "initialised shared variables" NEVER, NEVER, "GL_EXT_null_initializer" 420, NEVER;
    BlockArraysOfArrays "arrays of arrays of blocks" 430, NEVER;
    DrawBuffers "several colours" 110, 300, "GL_EXT_draw_buffers" NEVER, 100;
    ScalarLayout "the scalar layout" NEVER, NEVER, "GL_EXT_scalar_block_layout" 140, 310;
    // Control flow.
    Switch "switches" 130, 300;
    // Operations.
    IntegerOperators "bitwise and modulus operators" 130, 300;
    IntegerFunctions "functions of integers" 130, 300;
    Rounding "this rounding function" 130, 300;
    Hyperbolic "hyperbolic functions" 130, 300;
    NanTests "tests for infinities and NaN" 130, 300;
    Transpose "transposed and outer products" 120, 300;
    Determinant "determinants" 150, 300;
    Inverse "inverse matrices" 150, 300;
    Fma "fused multiplication and addition" 400, 320, "GL_EXT_gpu_shader5" NEVER, 310;
    Modf "modf" 130, 300;
    Ldexp "frexp and ldexp" 400, 310;
    BitCasts "bits of floats" 330, 300;
    PackPairs "packing of pairs" 420, 300;
    PackUnormPair "packing of normalised pairs" 410, 300;
    PackBytes "packing of bytes" 400, 310;
    BitFields "operations on bit fields" 400, 310;
    SelectVector "selection by vectors of bools" 130, 300;
    SelectVectorInteger "selection of integers by vectors of bools" 450, 310;
    Derivatives "derivatives" 110, 300, "GL_OES_standard_derivatives" NEVER, 100;
    DerivativeControl "fine and coarse derivatives" 450, NEVER, "GL_ARB_derivative_control" 400, NEVER;
    Interpolate "interpolation functions" 400, 320, "GL_OES_shader_multisample_interpolation" NEVER, 310;
    TextureLodFragment "lookups of a level in fragment shaders" 130, 300, "GL_ARB_shader_texture_lod" 110, NEVER, "GL_EXT_shader_texture_lod" NEVER, 100;
    TextureGrad "lookups with gradients" 130, 300, "GL_ARB_shader_texture_lod" 110, NEVER, "GL_EXT_shader_texture_lod" NEVER, 100;
    TextureOffset "lookups with offsets" 130, 300;
    TexelFetch "fetches of texels" 130, 300;
    TextureSize "sizes of textures" 130, 300;
    TextureGather "gathers of texels" 400, 310, "GL_ARB_texture_gather" 130, NEVER;
    TextureGatherMore "gathers of other components and of references" 400, 310, "GL_ARB_gpu_shader5" 150, NEVER;
    TextureGatherOffsets "gathers with several or variable offsets" 400, 320, "GL_ARB_gpu_shader5" 150, NEVER, "GL_EXT_gpu_shader5" NEVER, 310;
    TextureLevels "counts of texture levels" 430, NEVER;
    TextureSamples "counts of texture samples" 450, NEVER, "GL_ARB_shader_texture_image_samples" 150, NEVER;
    TextureQueryLod "queries of the level" 400, NEVER, "GL_ARB_texture_query_lod" 130, NEVER, "GL_EXT_texture_query_lod" NEVER, 300;
    TextureLodClamp "clamped lookups" NEVER, NEVER, "GL_ARB_sparse_texture_clamp" 450, NEVER;
    TextureSparse "sparse textures" NEVER, NEVER, "GL_ARB_sparse_texture2" 450, NEVER;
    TextureShadowLod "levels of shadow lookups of this shape" NEVER, NEVER, "GL_EXT_texture_shadow_lod" 130, 300;
    Votes "votes of invocations" 460, NEVER, "GL_ARB_shader_group_vote" 430, NEVER;
    Barriers "memory barriers" 420, 310, "GL_ARB_shader_image_load_store" 140, NEVER;
    BarrierKinds "memory barriers of one kind" 430, 310, "GL_ARB_compute_shader" 420, NEVER;
    Broadcast "broadcasts of what a variable chooses" NEVER, NEVER;
    ControlBarriers "barriers" 400, 310, "GL_ARB_tessellation_shader" 150, NEVER, "GL_ARB_compute_shader" 420, NEVER;
    // Built-in variables.
    VertexId "the number of the vertex" 130, 300;
    InstanceId "the number of the instance" 140, 300;
    PointCoord "coordinates within points" 120, 100;
    FragDepth "the depth as an output" 110, 300, "GL_EXT_frag_depth" NEVER, 100;
    ClipDistance "clip distances" 130, NEVER, "GL_EXT_clip_cull_distance" NEVER, 300;
    CullDistance "cull distances" 450, NEVER, "GL_ARB_cull_distance" 130, NEVER, "GL_EXT_clip_cull_distance" NEVER, 300;
    PointSize "sizes of points in this stage" 110, NEVER, "GL_EXT_geometry_point_size" NEVER, 310;
    PointSizeTessellation "sizes of points in this stage" 110, NEVER, "GL_EXT_tessellation_point_size" NEVER, 310;
    PrimitiveId "the number of the primitive" 150, 320, "GL_EXT_geometry_shader" NEVER, 310;
    Layer "the layer" 430, 320, "GL_EXT_geometry_shader" NEVER, 310;
    ViewportIndex "the number of the viewport" 430, NEVER, "GL_ARB_viewport_array" 150, NEVER;
    SampleVariables "the number and position of the sample" 400, 320, "GL_ARB_sample_shading" 130, NEVER, "GL_OES_sample_variables" NEVER, 310;
    SampleMaskInput "the mask of samples as an input" 400, 320, "GL_OES_sample_variables" NEVER, 310;
    ViewportAnywhere "viewports and layers outside of geometry shaders" 410, NEVER;
    HelperInvocation "helper invocations" 450, 310;
    NumSamples "the number of samples" 450, 320, "GL_OES_sample_variables" NEVER, 300;
    DrawParameters "parameters of draws" 460, NEVER;
    StencilExport "the stencil reference as an output" NEVER, NEVER, "GL_ARB_shader_stencil_export" 140, NEVER;
    Multiview "views" NEVER, NEVER, "GL_EXT_multiview" 140, 310;
    FixedFunction "variables of the fixed functions" NEVER, NEVER;
    LastFrag "the framebuffer's values" NEVER, NEVER, "GL_EXT_shader_framebuffer_fetch" 130, 100;
    LastFragVariable "the framebuffer's values as a variable" NEVER, NEVER;
    // What only Vulkan GLSL has.
    Vulkan "resources of Vulkan" NEVER, NEVER;
    BoundingBox "the bounding box of a primitive" NEVER, 320, "GL_EXT_primitive_bounding_box" NEVER, 310;
}

/// What brings a feature to shaders that are written for it, besides what the table above gives chosen targets.
#[derive(Clone, Copy)]
enum Besides {
    /// An extension, without which the feature can be spelled out.
    Extension(&'static str),
    /// Desktop GLSL from a version on about which compilers do not agree.
    Version(u32),
}

const BESIDES: &[(Feature, Besides)] = &[
    (Feature::IntegerOperators, Besides::Extension("GL_EXT_gpu_shader4")),
    (Feature::IntegerFunctions, Besides::Extension("GL_EXT_gpu_shader4")),
    (Feature::Rounding, Besides::Extension("GL_EXT_gpu_shader4")),
    (Feature::Inverse, Besides::Version(140)),
    (Feature::Fma, Besides::Extension("GL_ARB_gpu_shader5")),
    (Feature::Fma, Besides::Extension("GL_ARB_gpu_shader_fp64")),
    (Feature::Fma, Besides::Extension("GL_OES_gpu_shader5")),
    (Feature::Ldexp, Besides::Extension("GL_ARB_gpu_shader5")),
    (Feature::Ldexp, Besides::Extension("GL_ARB_gpu_shader_fp64")),
    (Feature::Ldexp, Besides::Extension("GL_MESA_shader_integer_functions")),
    (Feature::SelectVectorInteger, Besides::Extension("GL_EXT_shader_integer_mix")),
];

impl Feature {
    /// Whether a shader of this version has this feature, where it has the extensions that it has.
    pub(crate) fn is_there(self, target: Target, has_extension: impl Fn(&str) -> bool) -> bool {
        let brings = |besides: Besides| match besides {
            Besides::Extension(name) => has_extension(name),
            Besides::Version(first) => !target.is_es() && target.version >= first,
        };
        self.support(target) == Support::Core
            || self.row().extensions.iter().any(|row| has_extension(row.0))
            || BESIDES.iter().any(|&(feature, besides)| feature == self && brings(besides))
    }

    /// How a target has this feature.
    pub(crate) fn support(self, target: Target) -> Support {
        let Row { desktop, es, extensions, .. } = self.row();
        let has = |desktop: u32, es: u32| target.version >= if target.is_es() { es } else { desktop };
        if has(desktop, es) {
            return Support::Core;
        }
        match extensions.iter().find(|&&(_, desktop, es)| has(desktop, es)) {
            Some(&(name, ..)) => Support::Extension(name),
            None => Support::Missing(self.first(target)),
        }
    }

    /// The first version of the target's language that has it, with an extension if need be; else of the other.
    fn first(self, target: Target) -> Option<Target> {
        let Row { desktop, es, extensions, .. } = self.row();
        let desktop =
            extensions.iter().map(|row| row.1).chain([desktop]).min().filter(|&first| first != NEVER);
        let es = extensions.iter().map(|row| row.2).chain([es]).min().filter(|&first| first != NEVER);
        let desktop = desktop.map(Target::desktop);
        let es = es.map(Target::es);
        if target.is_es() { es.or(desktop) } else { desktop.or(es) }
    }
}

/// Extensions that only ESSL has, with their first versions.
const ES_ONLY: &[(&str, u32)] = &[
    ("GL_EXT_frag_depth", 100),
    ("GL_EXT_draw_buffers", 100),
    ("GL_EXT_shader_texture_lod", 100),
    ("GL_EXT_shadow_samplers", 100),
    ("GL_EXT_blend_func_extended", 100),
    ("GL_EXT_geometry_shader", 310),
    ("GL_EXT_tessellation_shader", 310),
    ("GL_EXT_gpu_shader5", 310),
    ("GL_EXT_shader_io_blocks", 310),
    ("GL_EXT_texture_buffer", 310),
    ("GL_EXT_texture_cube_map_array", 310),
    ("GL_EXT_primitive_bounding_box", 310),
    ("GL_EXT_geometry_point_size", 310),
    ("GL_EXT_tessellation_point_size", 310),
    ("GL_EXT_clip_cull_distance", 300),
    ("GL_EXT_conservative_depth", 300),
    ("GL_EXT_YUV_target", 300),
    ("GL_EXT_texture_query_lod", 300),
    ("GL_EXT_shader_implicit_conversions", 310),
    ("GL_EXT_shader_non_constant_global_initializers", 100),
    ("GL_NV_image_formats", 310),
    ("GL_NV_shader_noperspective_interpolation", 300),
];

/// Other extensions whose first versions are not the usual ones: 1.10 for those of the ARB, else 1.40 and 3.10.
const EARLY: &[(&str, u32, u32)] = &[
    ("GL_ARB_shader_ballot", 450, NEVER),
    ("GL_ARB_fragment_shader_interlock", 450, NEVER),
    ("GL_EXT_ray_query", 460, NEVER),
    ("GL_KHR_memory_scope_semantics", 450, 310),
    ("GL_EXT_fragment_shader_barycentric", 450, 320),
    ("GL_EXT_gpu_shader4", 110, NEVER),
    ("GL_EXT_texture_array", 110, NEVER),
    ("GL_EXT_shader_integer_mix", 130, 300),
    ("GL_MESA_shader_integer_functions", 130, 300),
    ("GL_EXT_shader_framebuffer_fetch", 130, 100),
    ("GL_EXT_shader_framebuffer_fetch_non_coherent", 130, 100),
    ("GL_EXT_separate_shader_objects", 110, 100),
    ("GL_EXT_texture_shadow_lod", 130, 300),
    ("GL_KHR_blend_equation_advanced", 110, 300),
    ("GL_OVR_multiview", 330, 300),
    ("GL_OVR_multiview2", 330, 300),
    ("GL_EXT_fragment_shading_rate", 450, 310),
    ("GL_EXT_shader_tile_image", 450, 310),
    ("GL_EXT_spirv_intrinsics", 430, 310),
    ("GL_EXT_scalar_block_layout", 140, 310),
    ("GL_EXT_control_flow_attributes", 110, 100),
    ("GL_EXT_shader_image_load_formatted", 130, 310),
];

/// Whether a target knows an extension: whether its line may stand there.
pub(crate) fn knows(target: Target, name: &str) -> bool {
    let has = |desktop: u32, es: u32| target.version >= if target.is_es() { es } else { desktop };
    if let Some(&(_, es)) = ES_ONLY.iter().find(|row| row.0 == name) {
        return has(NEVER, es);
    }
    if let Some(&(_, desktop, es)) = EARLY.iter().find(|row| row.0 == name) {
        return has(desktop, es);
    }
    if name.starts_with("GL_OES_") || name.starts_with("GL_ANDROID_") {
        return has(NEVER, 100);
    }
    if name.starts_with("GL_ARB_") || name.starts_with("GL_AMD_") {
        return has(110, NEVER);
    }
    has(140, 310)
}

/// Whether compilers that do not know an extension may have what it brings all the same, so that it is not required.
pub(crate) fn is_optional(name: &str) -> bool {
    const OPTIONAL: &[&str] = &[
        "GL_ARB_compatibility",
        "GL_AMD_conservative_depth",
        "GL_AMD_vertex_shader_layer",
        "GL_EXT_conservative_depth",
        "GL_EXT_draw_buffers",
        "GL_EXT_draw_instanced",
        "GL_EXT_separate_shader_objects",
        "GL_EXT_texture_offset_non_const",
    ];
    OPTIONAL.contains(&name)
}

/// Whether an extension only says what its version says anyway, or what the table above asks for where it is used, so
/// that it need not be kept from the source.
pub(crate) fn is_found_again(name: &str) -> bool {
    const SILENT: &[&str] = &[
        "GL_ARB_compatibility",
        "GL_ARB_separate_shader_objects",
        "GL_ARB_explicit_attrib_location",
        "GL_ARB_explicit_uniform_location",
        "GL_ARB_shading_language_420pack",
        "GL_ARB_shading_language_include",
        "GL_GOOGLE_include_directive",
        "GL_GOOGLE_cpp_style_line_directive",
        "GL_EXT_gpu_shader4",
        "GL_ARB_draw_instanced",
        "GL_EXT_draw_buffers",
        "GL_ANDROID_extension_pack_es31a",
        "GL_OES_shader_io_blocks",
        "GL_OES_geometry_shader",
        "GL_OES_tessellation_shader",
        "GL_OES_gpu_shader5",
        "GL_OES_texture_buffer",
        "GL_OES_texture_cube_map_array",
        "GL_OES_geometry_point_size",
        "GL_OES_tessellation_point_size",
        "GL_OES_primitive_bounding_box",
        "GL_EXT_separate_shader_objects",
        "GL_EXT_shader_implicit_conversions",
        "GL_KHR_vulkan_glsl",
    ];
    SILENT.contains(&name)
        || ALL.iter().any(|feature| feature.row().extensions.iter().any(|row| row.0 == name))
}

#[cfg(test)]
mod tests {
    use super::{Feature, Support};
    use crate::Target;

    #[test]
    fn what_is_missing_names_the_first_version() {
        let missing = Feature::Unsigned.support(Target::es(100));
        assert_eq!(missing, Support::Missing(Some(Target::es(300))));
        assert_eq!(Feature::Double.support(Target::es(320)), Support::Missing(Some(Target::desktop(400))));
        assert_eq!(Feature::Texture3D.support(Target::es(100)), Support::Extension("GL_OES_texture_3D"));
        assert_eq!(Feature::Switch.support(Target::desktop(130)), Support::Core);
    }
}
