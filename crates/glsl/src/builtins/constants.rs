//! Built-in constants: limits that the caller can set (GLSL 4.60 section 7.3), and constants of extensions.

use super::table::{Since, extension, since};
use crate::extensions::Extension;
use crate::stages::Stages;
use crate::version::NEVER;
use vitrum_ir::Scalar;

/// A limit that implementations may raise, or a triple of them.
trait Value: Copy {
    fn parts(self) -> Parts;

    /// Sets a limit, or the part `X`, `Y` or `Z` of a triple; an empty `part` is the whole. False if there is no such
    /// part.
    fn set(slot: &mut Option<Self>, least: Self, part: &str, value: i32) -> bool;
}

/// One or three values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parts {
    /// An `int`.
    One(i32),
    /// An `ivec3`.
    Three([i32; 3]),
}

impl Value for i32 {
    fn parts(self) -> Parts {
        Parts::One(self)
    }

    fn set(slot: &mut Option<Self>, _least: Self, part: &str, value: i32) -> bool {
        let whole = part.is_empty();
        if whole {
            *slot = Some(value);
        }
        whole
    }
}

impl Value for [i32; 3] {
    fn parts(self) -> Parts {
        Parts::Three(self)
    }

    fn set(slot: &mut Option<Self>, least: Self, part: &str, value: i32) -> bool {
        let third = match part {
            "X" => 0,
            "Y" => 1,
            "Z" => 2,
            _ => return false,
        };
        slot.get_or_insert(least)[third] = value;
        true
    }
}

/// A constant for a limit of the implementation.
#[derive(Clone, Copy, Debug)]
pub struct Constant {
    /// Its name.
    pub name: &'static str,
    /// Its value under these limits; by default the minimum of the desktop or ES specification.
    value: fn(&BuiltInLimits, bool) -> Parts,
    /// Its versions, extensions and stages.
    pub since: Since,
}

impl Constant {
    /// Its value.
    pub fn value(&self, limits: &BuiltInLimits, is_es: bool) -> Parts {
        (self.value)(limits, is_es)
    }
}

macro_rules! limits {
    ($($field:ident: $ty:ty, $name:literal $desktop:expr, $es:expr; $since:expr;)*) => {
        /// The limits of an implementation, as in the constants `gl_Max...`: a field for each, `None` for the minimum
        /// of the specification.
        ///
        /// Shaders read these values as constants. The sizes of built-in arrays (`gl_TexCoord`, `gl_FragData`,
        /// `gl_LightSource`, `gl_ClipDistance`) are checked against them.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct BuiltInLimits {
            $(#[doc = concat!("`", $name, "`")] pub $field: Option<$ty>,)*
        }

        impl BuiltInLimits {
            /// Sets the limit of the constant with this name, with or without `gl_`; triples are set in parts:
            /// `MaxComputeWorkGroupSizeX`. False for an unknown name.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                let full = format!("gl_{}", name.strip_prefix("gl_").unwrap_or(name));
                $(if let Some(part) = full.strip_prefix($name)
                    && Value::set(&mut self.$field, $desktop, part, value)
                {
                    return true;
                })*
                false
            }

            /// Every limit with its name, as [`set`](Self::set) takes it without `gl_`, and its value in desktop versions.
            pub fn values(&self) -> impl Iterator<Item = (String, i32)> + '_ {
                CONSTANTS.iter().flat_map(|row| {
                    let name = row.name.strip_prefix("gl_").unwrap_or(row.name);
                    match row.value(self, false) {
                        Parts::One(value) => vec![(name.to_owned(), value)],
                        Parts::Three(values) => {
                            let parts = ["X", "Y", "Z"].into_iter().zip(values);
                            parts.map(|(part, value)| (format!("{name}{part}"), value)).collect()
                        }
                    }
                })
            }
        }

        /// All constants for limits.
        pub static CONSTANTS: &[Constant] = &[$(Constant {
            name: $name,
            value: |limits, is_es| {
                Value::parts(limits.$field.unwrap_or(if is_es { $es } else { $desktop }))
            },
            since: $since,
        }),*];
    };
}

/// Desktop versions up to 140 and the compatibility profile.
const OLD: Since = since(110, NEVER).state();
/// Removed from the core profile in version 420, as in other compilers.
const NAMES: Since = since(110, NEVER).legacy();
const MESH: Since = extension(&[Extension::ExtMeshShader]);
const TESSELLATION: Since = since(400, 320).or(&[
    Extension::ArbTessellationShader,
    Extension::ExtTessellationShader,
    Extension::OesTessellationShader,
    Extension::AndroidExtensionPackEs31a,
]);
const GEOMETRY: Since = since(150, 320).or(&[
    Extension::ExtGeometryShader,
    Extension::OesGeometryShader,
    Extension::AndroidExtensionPackEs31a,
]);
const IMAGES: Since = since(420, 310).or(&[Extension::ArbShaderImageLoadStore]);
const COUNTERS: Since = since(420, 310).or(&[Extension::ArbShaderAtomicCounters]);
const COMPUTE: Since = since(430, 310).or(&[Extension::ArbComputeShader]);
const SAMPLES: Since =
    since(450, 320).or(&[Extension::OesSampleVariables, Extension::AndroidExtensionPackEs31a]);
const CULL: Since = since(450, NEVER).or(&[Extension::ArbCullDistance, Extension::ExtClipCullDistance]);

limits! {
    max_vertex_attribs: i32, "gl_MaxVertexAttribs" 16, 16; since(110, 100);
    max_vertex_uniform_vectors: i32, "gl_MaxVertexUniformVectors" 256, 256; since(410, 100);
    max_vertex_uniform_components: i32, "gl_MaxVertexUniformComponents" 1024, 1024; since(110, NEVER);
    max_vertex_output_vectors: i32, "gl_MaxVertexOutputVectors" 16, 16; since(NEVER, 300);
    max_vertex_output_components: i32, "gl_MaxVertexOutputComponents" 64, 64; since(150, NEVER);
    max_vertex_texture_image_units: i32, "gl_MaxVertexTextureImageUnits" 16, 16; since(110, 100);
    max_vertex_image_uniforms: i32, "gl_MaxVertexImageUniforms" 0, 0; IMAGES;
    max_vertex_atomic_counters: i32, "gl_MaxVertexAtomicCounters" 0, 0; COUNTERS;
    max_vertex_atomic_counter_buffers: i32, "gl_MaxVertexAtomicCounterBuffers" 0, 0; COUNTERS;
    max_varying_vectors: i32, "gl_MaxVaryingVectors" 15, 8; since(410, 100);
    max_varying_components: i32, "gl_MaxVaryingComponents" 60, 60; since(130, NEVER);
    max_varying_floats: i32, "gl_MaxVaryingFloats" 60, 60; NAMES;

    max_tess_patch_components: i32, "gl_MaxTessPatchComponents" 120, 120; TESSELLATION;
    max_patch_vertices: i32, "gl_MaxPatchVertices" 32, 32; TESSELLATION;
    max_tess_gen_level: i32, "gl_MaxTessGenLevel" 64, 64; TESSELLATION;
    max_tess_control_input_components: i32, "gl_MaxTessControlInputComponents" 128, 64; TESSELLATION;
    max_tess_control_output_components: i32, "gl_MaxTessControlOutputComponents" 128, 64; TESSELLATION;
    max_tess_control_texture_image_units: i32, "gl_MaxTessControlTextureImageUnits" 16, 16; TESSELLATION;
    max_tess_control_uniform_components: i32, "gl_MaxTessControlUniformComponents" 1024, 1024; TESSELLATION;
    max_tess_control_total_output_components: i32, "gl_MaxTessControlTotalOutputComponents" 4096, 2048; TESSELLATION;
    max_tess_control_image_uniforms: i32, "gl_MaxTessControlImageUniforms" 0, 0; since(420, 320).or(&[Extension::ArbShaderImageLoadStore]);
    max_tess_control_atomic_counters: i32, "gl_MaxTessControlAtomicCounters" 0, 0; since(420, 320).or(&[Extension::ArbShaderAtomicCounters]);
    max_tess_control_atomic_counter_buffers: i32, "gl_MaxTessControlAtomicCounterBuffers" 0, 0; since(420, 320);
    max_tess_evaluation_input_components: i32, "gl_MaxTessEvaluationInputComponents" 128, 64; TESSELLATION;
    max_tess_evaluation_output_components: i32, "gl_MaxTessEvaluationOutputComponents" 128, 64; TESSELLATION;
    max_tess_evaluation_texture_image_units: i32, "gl_MaxTessEvaluationTextureImageUnits" 16, 16; TESSELLATION;
    max_tess_evaluation_uniform_components: i32, "gl_MaxTessEvaluationUniformComponents" 1024, 1024; TESSELLATION;
    max_tess_evaluation_image_uniforms: i32, "gl_MaxTessEvaluationImageUniforms" 0, 0; since(420, 320).or(&[Extension::ArbShaderImageLoadStore]);
    max_tess_evaluation_atomic_counters: i32, "gl_MaxTessEvaluationAtomicCounters" 0, 0; since(420, 320).or(&[Extension::ArbShaderAtomicCounters]);
    max_tess_evaluation_atomic_counter_buffers: i32, "gl_MaxTessEvaluationAtomicCounterBuffers" 0, 0; since(420, 320);

    max_geometry_input_components: i32, "gl_MaxGeometryInputComponents" 64, 64; GEOMETRY;
    max_geometry_output_components: i32, "gl_MaxGeometryOutputComponents" 128, 64; GEOMETRY;
    max_geometry_image_uniforms: i32, "gl_MaxGeometryImageUniforms" 0, 0; since(420, 320).or(&[Extension::ArbShaderImageLoadStore, Extension::ExtGeometryShader, Extension::OesGeometryShader]);
    max_geometry_texture_image_units: i32, "gl_MaxGeometryTextureImageUnits" 16, 16; GEOMETRY;
    max_geometry_output_vertices: i32, "gl_MaxGeometryOutputVertices" 256, 256; GEOMETRY;
    max_geometry_total_output_components: i32, "gl_MaxGeometryTotalOutputComponents" 1024, 1024; GEOMETRY;
    max_geometry_uniform_components: i32, "gl_MaxGeometryUniformComponents" 1024, 1024; GEOMETRY;
    max_geometry_varying_components: i32, "gl_MaxGeometryVaryingComponents" 64, 64; since(150, NEVER);
    max_geometry_atomic_counters: i32, "gl_MaxGeometryAtomicCounters" 0, 0; since(420, 320).or(&[Extension::ArbShaderAtomicCounters, Extension::ExtGeometryShader, Extension::OesGeometryShader]);
    max_geometry_atomic_counter_buffers: i32, "gl_MaxGeometryAtomicCounterBuffers" 0, 0; since(420, 320).or(&[Extension::ExtGeometryShader, Extension::OesGeometryShader]);

    max_fragment_image_uniforms: i32, "gl_MaxFragmentImageUniforms" 8, 4; IMAGES;
    max_fragment_input_components: i32, "gl_MaxFragmentInputComponents" 128, 128; since(150, NEVER);
    max_fragment_input_vectors: i32, "gl_MaxFragmentInputVectors" 15, 15; since(NEVER, 300);
    max_fragment_uniform_vectors: i32, "gl_MaxFragmentUniformVectors" 256, 256; since(410, 100);
    max_fragment_uniform_components: i32, "gl_MaxFragmentUniformComponents" 1024, 1024; since(110, NEVER);
    max_fragment_atomic_counters: i32, "gl_MaxFragmentAtomicCounters" 8, 8; COUNTERS;
    max_fragment_atomic_counter_buffers: i32, "gl_MaxFragmentAtomicCounterBuffers" 1, 1; COUNTERS;

    max_draw_buffers: i32, "gl_MaxDrawBuffers" 8, 4; since(110, 100);
    max_dual_source_draw_buffers: i32, "gl_MaxDualSourceDrawBuffersEXT" 1, 1; extension(&[Extension::ExtBlendFuncExtended]);
    max_texture_image_units: i32, "gl_MaxTextureImageUnits" 16, 16; since(110, 100);
    min_program_texel_offset: i32, "gl_MinProgramTexelOffset" -8, -8; since(130, 300);
    max_program_texel_offset: i32, "gl_MaxProgramTexelOffset" 7, 7; since(130, 300);
    max_image_units: i32, "gl_MaxImageUnits" 8, 4; IMAGES;
    max_samples: i32, "gl_MaxSamples" 4, 4; SAMPLES;
    max_image_samples: i32, "gl_MaxImageSamples" 0, 0; since(420, NEVER).or(&[Extension::ArbShaderImageLoadStore]);
    max_clip_distances: i32, "gl_MaxClipDistances" 8, 8; since(130, NEVER).or(&[Extension::ExtClipCullDistance, Extension::AppleClipDistance]);
    max_cull_distances: i32, "gl_MaxCullDistances" 8, 8; CULL;
    max_combined_clip_and_cull_distances: i32, "gl_MaxCombinedClipAndCullDistances" 8, 8; CULL;
    max_viewports: i32, "gl_MaxViewports" 16, 16; since(410, NEVER).or(&[Extension::ArbViewportArray, Extension::OesViewportArray]);

    max_compute_image_uniforms: i32, "gl_MaxComputeImageUniforms" 8, 4; COMPUTE;
    max_compute_work_group_count: [i32; 3], "gl_MaxComputeWorkGroupCount" [65535; 3], [65535; 3]; COMPUTE;
    max_compute_work_group_size: [i32; 3], "gl_MaxComputeWorkGroupSize" [1024, 1024, 64], [128, 128, 64]; COMPUTE;
    max_compute_uniform_components: i32, "gl_MaxComputeUniformComponents" 1024, 1024; COMPUTE;
    max_compute_texture_image_units: i32, "gl_MaxComputeTextureImageUnits" 16, 16; COMPUTE;
    max_compute_atomic_counters: i32, "gl_MaxComputeAtomicCounters" 8, 8; COMPUTE;
    max_compute_atomic_counter_buffers: i32, "gl_MaxComputeAtomicCounterBuffers" 8, 1; COMPUTE;

    max_combined_texture_image_units: i32, "gl_MaxCombinedTextureImageUnits" 96, 96; since(110, 100);
    max_combined_image_uniforms: i32, "gl_MaxCombinedImageUniforms" 48, 4; IMAGES;
    max_combined_image_units_and_fragment_outputs: i32, "gl_MaxCombinedImageUnitsAndFragmentOutputs" 8, 8; since(420, NEVER).or(&[Extension::ArbShaderImageLoadStore]);
    max_combined_shader_output_resources: i32, "gl_MaxCombinedShaderOutputResources" 16, 4; since(420, 310);
    max_combined_atomic_counters: i32, "gl_MaxCombinedAtomicCounters" 8, 8; COUNTERS;
    max_combined_atomic_counter_buffers: i32, "gl_MaxCombinedAtomicCounterBuffers" 1, 1; COUNTERS;
    max_atomic_counter_bindings: i32, "gl_MaxAtomicCounterBindings" 1, 1; COUNTERS;
    max_atomic_counter_buffer_size: i32, "gl_MaxAtomicCounterBufferSize" 32, 32; COUNTERS;
    max_transform_feedback_buffers: i32, "gl_MaxTransformFeedbackBuffers" 4, 4; since(440, NEVER).or(&[Extension::ArbEnhancedLayouts]);
    max_transform_feedback_interleaved_components: i32, "gl_MaxTransformFeedbackInterleavedComponents" 64, 64; since(440, NEVER).or(&[Extension::ArbEnhancedLayouts]);
    max_shader_pixel_local_storage_fast_size: i32, "gl_MaxShaderPixelLocalStorageFastSizeEXT" 16, 16; extension(&[Extension::ExtShaderPixelLocalStorage]).only(Stages::FRAGMENT);
    max_shader_pixel_local_storage_size: i32, "gl_MaxShaderPixelLocalStorageSizeEXT" 16, 16; extension(&[Extension::ExtShaderPixelLocalStorage]).only(Stages::FRAGMENT);
    max_shader_combined_local_storage_fast_size: i32, "gl_MaxShaderCombinedLocalStorageFastSizeEXT" 16, 16; extension(&[Extension::ExtShaderPixelLocalStorage2]).only(Stages::FRAGMENT);
    max_shader_combined_local_storage_size: i32, "gl_MaxShaderCombinedLocalStorageSizeEXT" 16, 16; extension(&[Extension::ExtShaderPixelLocalStorage2]).only(Stages::FRAGMENT);
    max_input_attachments: i32, "gl_MaxInputAttachments" 1, 1; since(140, 310).vulkan();

    max_lights: i32, "gl_MaxLights" 8, 8; OLD;
    max_texture_units: i32, "gl_MaxTextureUnits" 2, 2; NAMES;
    max_texture_coords: i32, "gl_MaxTextureCoords" 8, 8; NAMES;
    max_clip_planes: i32, "gl_MaxClipPlanes" 8, 8; NAMES;

    max_mesh_output_vertices: i32, "gl_MaxMeshOutputVerticesEXT" 256, 256; MESH;
    max_mesh_output_primitives: i32, "gl_MaxMeshOutputPrimitivesEXT" 256, 256; MESH;
    max_mesh_work_group_size: [i32; 3], "gl_MaxMeshWorkGroupSizeEXT" [128; 3], [128; 3]; MESH;
    max_task_work_group_size: [i32; 3], "gl_MaxTaskWorkGroupSizeEXT" [128; 3], [128; 3]; MESH;
    max_mesh_view_count: i32, "gl_MaxMeshViewCountEXT" 4, 4; MESH;
    max_mesh_view_count_nv: i32, "gl_MaxMeshViewCountNV" 4, 4; extension(&[Extension::NvMeshShader]);
}

/// A constant of an extension.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub value: u32,
    /// Its type: `int`, `uint` or `bool`.
    pub scalar: Scalar,
    /// Its versions, extensions and stages.
    pub since: Since,
}

macro_rules! numbers {
    ($($ty:ident $name:literal $value:literal $since:expr;)*) => {
        &[$(Number { name: $name, value: $value, scalar: scalar(stringify!($ty)), since: $since }),*]
    };
}

const fn scalar(ty: &str) -> Scalar {
    match ty.as_bytes() {
        b"int" => Scalar::I32,
        b"bool" => Scalar::Bool,
        _ => Scalar::U32,
    }
}

const SCOPE: Since = extension(&[Extension::KhrMemoryScopeSemantics, Extension::KhrCooperativeMatrix]);
const CALL: Since = extension(&[Extension::ExtRayTracing, Extension::KhrMemoryScopeSemantics]);
const TENSOR: Since = extension(&[Extension::ArmTensors]);
const MATRIX: Since = extension(&[Extension::KhrCooperativeMatrix]);
const MATRIX_1: Since = extension(&[Extension::ExtCooperativeMatrixMaintenance1]);
const VECTOR: Since = extension(&[Extension::NvCooperativeVector]);
const MATRIX_2: Since = extension(&[Extension::NvCooperativeMatrix2]);
const RAYS: Since = extension(&[Extension::ExtRayTracing, Extension::ExtRayQuery]);
const PRIMITIVES: Since = extension(&[Extension::ExtRayFlagsPrimitiveCulling]);
const TRACING_NV: Since = extension(&[Extension::NvRayTracing]);
const MICROMAP: Since = extension(&[Extension::ExtOpacityMicromap]);
const QUERY_MICROMAP: Since = extension(&[Extension::ExtOpacityMicromapRayQueryMode]);
const QUERY: Since = extension(&[Extension::ExtRayQuery]);
const CLUSTER: Since = extension(&[Extension::NvClusterAccelerationStructure]);
const SPHERES: Since = extension(&[Extension::NvLinearSweptSpheres]);
const HIT_KIND: Since = extension(&[Extension::ExtRayTracing, Extension::NvDisplacementMicromap]);
const RATE: Since = extension(&[Extension::ExtFragmentShadingRate, Extension::ExtMeshShader])
    .only(Stages::VERTEX.or(Stages::GEOMETRY).or(Stages::MESH).or(Stages::FRAGMENT));

/// All constants of extensions.
pub static NUMBERS: &[Number] = numbers! {
    int "gl_ScopeDevice" 1 SCOPE;
    int "gl_ScopeWorkgroup" 2 SCOPE;
    int "gl_ScopeSubgroup" 3 SCOPE;
    int "gl_ScopeInvocation" 4 SCOPE;
    int "gl_ScopeQueueFamily" 5 SCOPE;
    int "gl_ScopeShaderCallEXT" 6 CALL;
    int "gl_SemanticsRelaxed" 0 SCOPE;
    int "gl_SemanticsAcquire" 0x2 SCOPE;
    int "gl_SemanticsRelease" 0x4 SCOPE;
    int "gl_SemanticsAcquireRelease" 0x8 SCOPE;
    int "gl_SemanticsMakeAvailable" 0x2000 SCOPE;
    int "gl_SemanticsMakeVisible" 0x4000 SCOPE;
    int "gl_SemanticsVolatile" 0x8000 SCOPE;
    int "gl_StorageSemanticsNone" 0 SCOPE;
    int "gl_StorageSemanticsBuffer" 0x40 SCOPE;
    int "gl_StorageSemanticsShared" 0x100 SCOPE;
    int "gl_StorageSemanticsImage" 0x800 SCOPE;
    int "gl_StorageSemanticsOutput" 0x1000 SCOPE;

    uint "gl_TensorOperandsNonTemporalARM" 1 TENSOR;
    uint "gl_TensorOperandsOutOfBoundsValueARM" 2 TENSOR;

    int "gl_MatrixUseA" 0 MATRIX;
    int "gl_MatrixUseB" 1 MATRIX;
    int "gl_MatrixUseAccumulator" 2 MATRIX;
    int "gl_MatrixOperandsSaturatingAccumulation" 0x10 MATRIX;
    int "gl_CooperativeMatrixLayoutRowMajor" 0 MATRIX;
    int "gl_CooperativeMatrixLayoutColumnMajor" 1 MATRIX;
    int "gl_ComponentTypeFloat16NV" 0 VECTOR;
    int "gl_ComponentTypeFloat32NV" 1 VECTOR;
    int "gl_ComponentTypeFloat64NV" 2 VECTOR;
    int "gl_ComponentTypeSignedInt8NV" 3 VECTOR;
    int "gl_ComponentTypeSignedInt16NV" 4 VECTOR;
    int "gl_ComponentTypeSignedInt32NV" 5 VECTOR;
    int "gl_ComponentTypeSignedInt64NV" 6 VECTOR;
    int "gl_ComponentTypeUnsignedInt8NV" 7 VECTOR;
    int "gl_ComponentTypeUnsignedInt16NV" 8 VECTOR;
    int "gl_ComponentTypeUnsignedInt32NV" 9 VECTOR;
    int "gl_ComponentTypeUnsignedInt64NV" 10 VECTOR;
    int "gl_ComponentTypeSignedInt8PackedNV" 1000491000 VECTOR;
    int "gl_ComponentTypeUnsignedInt8PackedNV" 1000491001 VECTOR;
    int "gl_ComponentTypeFloatE4M3NV" 1000491002 VECTOR;
    int "gl_ComponentTypeFloatE5M2NV" 1000491003 VECTOR;
    int "gl_CooperativeVectorMatrixLayoutRowMajorNV" 0 VECTOR;
    int "gl_CooperativeVectorMatrixLayoutColumnMajorNV" 1 VECTOR;
    int "gl_CooperativeVectorMatrixLayoutInferencingOptimalNV" 2 VECTOR;
    int "gl_CooperativeVectorMatrixLayoutTrainingOptimalNV" 3 VECTOR;
    int "gl_CooperativeMatrixReduceRowNV" 1 MATRIX_2;
    int "gl_CooperativeMatrixReduceColumnNV" 2 MATRIX_2;
    int "gl_CooperativeMatrixReduceRowAndColumnNV" 3 MATRIX_2;
    int "gl_CooperativeMatrixReduce2x2NV" 4 MATRIX_2;
    int "gl_CooperativeMatrixClampModeUndefinedNV" 0 MATRIX_2;
    int "gl_CooperativeMatrixClampModeConstantNV" 1 MATRIX_2;
    int "gl_CooperativeMatrixClampModeClampToEdgeNV" 2 MATRIX_2;
    int "gl_CooperativeMatrixClampModeRepeatNV" 3 MATRIX_2;
    int "gl_CooperativeMatrixClampModeMirrorRepeatNV" 4 MATRIX_2;
    int "gl_CooperativeMatrixReduceRowEXT" 1 MATRIX_1;
    int "gl_CooperativeMatrixReduceColumnEXT" 2 MATRIX_1;
    int "gl_CooperativeMatrixReduceRowAndColumnEXT" 3 MATRIX_1;
    int "gl_CooperativeMatrixReduce2x2EXT" 4 MATRIX_1;
    int "gl_CooperativeMatrixLayoutRowBlockedInterleavedARM" 4202 MATRIX;
    int "gl_CooperativeMatrixLayoutColumnBlockedInterleavedARM" 4203 MATRIX;

    uint "gl_RayFlagsNoneEXT" 0 RAYS;
    uint "gl_RayFlagsOpaqueEXT" 1 RAYS;
    uint "gl_RayFlagsNoOpaqueEXT" 2 RAYS;
    uint "gl_RayFlagsTerminateOnFirstHitEXT" 4 RAYS;
    uint "gl_RayFlagsSkipClosestHitShaderEXT" 8 RAYS;
    uint "gl_RayFlagsCullBackFacingTrianglesEXT" 16 RAYS;
    uint "gl_RayFlagsCullFrontFacingTrianglesEXT" 32 RAYS;
    uint "gl_RayFlagsCullOpaqueEXT" 64 RAYS;
    uint "gl_RayFlagsCullNoOpaqueEXT" 128 RAYS;
    uint "gl_RayFlagsSkipTrianglesEXT" 256 PRIMITIVES;
    uint "gl_RayFlagsSkipAABBEXT" 512 PRIMITIVES;
    uint "gl_RayFlagsForceOpacityMicromap2StateEXT" 1024 MICROMAP;
    bool "gl_EnableOpacityMicromapEXT" 0 QUERY_MICROMAP;
    uint "gl_RayFlagsNoneNV" 0 TRACING_NV;
    uint "gl_RayFlagsOpaqueNV" 1 TRACING_NV;
    uint "gl_RayFlagsNoOpaqueNV" 2 TRACING_NV;
    uint "gl_RayFlagsTerminateOnFirstHitNV" 4 TRACING_NV;
    uint "gl_RayFlagsSkipClosestHitShaderNV" 8 TRACING_NV;
    uint "gl_RayFlagsCullBackFacingTrianglesNV" 16 TRACING_NV;
    uint "gl_RayFlagsCullFrontFacingTrianglesNV" 32 TRACING_NV;
    uint "gl_RayFlagsCullOpaqueNV" 64 TRACING_NV;
    uint "gl_RayFlagsCullNoOpaqueNV" 128 TRACING_NV;
    uint "gl_HitKindFrontFacingTriangleEXT" 0xFE HIT_KIND;
    uint "gl_HitKindBackFacingTriangleEXT" 0xFF HIT_KIND;
    uint "gl_RayQueryCommittedIntersectionNoneEXT" 0 QUERY;
    uint "gl_RayQueryCommittedIntersectionTriangleEXT" 1 QUERY;
    uint "gl_RayQueryCommittedIntersectionGeneratedEXT" 2 QUERY;
    uint "gl_RayQueryCandidateIntersectionTriangleEXT" 0 QUERY;
    uint "gl_RayQueryCandidateIntersectionAABBEXT" 1 QUERY;

    int "gl_ShadingRateFlag2VerticalPixelsEXT" 1 RATE;
    int "gl_ShadingRateFlag4VerticalPixelsEXT" 2 RATE;
    int "gl_ShadingRateFlag2HorizontalPixelsEXT" 4 RATE;
    int "gl_ShadingRateFlag4HorizontalPixelsEXT" 8 RATE;
    int "gl_ClusterIDNoneNV" 0xffff_ffff CLUSTER;
    uint "gl_RayFlagsSkipBuiltinPrimitivesNV" 256 SPHERES;
};

/// The constant that says whether ray queries see opacity micromaps; shaders may declare it again, with a value or as a
/// specialisation constant.
pub const QUERY_MICROMAPS: &str = "gl_EnableOpacityMicromapEXT";

/// The value of the limit with this name, even if the version of the shader lacks it.
pub fn limit(name: &str, limits: &BuiltInLimits, is_es: bool) -> Option<u32> {
    let row = CONSTANTS.iter().find(|row| row.name == name)?;
    match row.value(limits, is_es) {
        Parts::One(value) => u32::try_from(value).ok(),
        Parts::Three(_) => None,
    }
}
