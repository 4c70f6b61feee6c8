//! The table of extensions: names, first versions, stages, and implied extensions.
//!
//! The preprocessor needs only the row to accept an extension in `#extension` and to define its macro. Words,
//! built-ins and qualifiers of an extension name it in their own tables.
//!
//! First versions are those of the extension's specification, with two exceptions. Drivers and other compilers accept
//! extensions of ARB and of vendors in every desktop version, and shaders rely on it. And Vulkan extensions are
//! available in all versions of Vulkan GLSL (buffer references, ray queries and mesh shaders before 450 and 460, for
//! example). Versions in parentheses are the first ones in which the printer requests the extension. The marks at the
//! end of a row are fields of [`ExtensionInfo`].

use crate::hash::same;
use crate::stages::Stages;
use crate::version::{NEVER, Version};

/// One row of the table of extensions.
#[derive(Clone, Copy, Debug)]
pub struct ExtensionInfo {
    /// The full name, `GL_` included.
    pub name: &'static str,
    /// The first desktop version that accepts it, or [`NEVER`].
    pub desktop: u16,
    /// The first ES version that accepts it, or [`NEVER`].
    pub es: u16,
    /// The first desktop and ES version in which the printer requests it, since other compilers support it there.
    pub requested: (u16, u16),
    /// The stages in which it has features.
    pub stages: Stages,
    /// Extensions that it enables as well.
    pub implies: &'static [Extension],
    /// True if compilers may have its features without knowing its name, so that the printer does not require it.
    pub optional: bool,
    /// True if its features belong to its versions or to another extension that the printer requests, so that its
    /// line can be dropped.
    pub redundant: bool,
    /// True if it has features for Vulkan only.
    pub needs_vulkan: bool,
}

/// True if a row has a mark.
const fn is_marked(marks: &[&str], mark: &str) -> bool {
    let mut index = 0;
    while index < marks.len() {
        if same(marks[index].as_bytes(), mark.as_bytes()) {
            return true;
        }
        index += 1;
    }
    false
}

macro_rules! extensions {
    (@requested $named:tt) => { $named };
    (@requested $named:tt $requested:tt) => { $requested };
    ($($variant:ident $name:literal $desktop:tt, $es:tt $(($requested:tt, $asked_es:tt))?, $stages:expr => [$($implied:ident),*] $($mark:ident)*;)*) => {
        /// An extension known to vitrum.
        #[allow(missing_docs)] // the rows of the table document the variants
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u16)]
        pub enum Extension {
            $(#[doc = $name] $variant,)*
        }

        impl Extension {
            /// Every extension, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Its row in the table.
            pub const fn info(self) -> ExtensionInfo {
                match self {
                    $(Self::$variant => ExtensionInfo {
                        name: $name,
                        desktop: $desktop,
                        es: $es,
                        requested: extensions!(@requested ($desktop, $es) $(($requested, $asked_es))?),
                        stages: $stages,
                        implies: &[$(Self::$implied,)*],
                        optional: is_marked(&[$(stringify!($mark)),*], "optional"),
                        redundant: is_marked(&[$(stringify!($mark)),*], "redundant"),
                        needs_vulkan: is_marked(&[$(stringify!($mark)),*], "needs_vulkan"),
                    },)*
                }
            }
        }
    };
}

extensions! {
    ArbArraysOfArrays "GL_ARB_arrays_of_arrays" 110, NEVER, Stages::ALL => [];
    ArbBlendFuncExtended "GL_ARB_blend_func_extended" 110, NEVER, Stages::FRAGMENT => [];
    ArbCompatibility "GL_ARB_compatibility" 140, NEVER, Stages::ALL => [] optional redundant;
    ArbBindlessTexture "GL_ARB_bindless_texture" 330, NEVER (400, NEVER), Stages::ALL => [];
    ArbComputeShader "GL_ARB_compute_shader" 110, NEVER (420, NEVER), Stages::COMPUTE => [];
    ArbConservativeDepth "GL_ARB_conservative_depth" 110, NEVER (140, NEVER), Stages::FRAGMENT => [];
    ArbCullDistance "GL_ARB_cull_distance" 110, NEVER (130, NEVER), Stages::ALL => [];
    ArbDerivativeControl "GL_ARB_derivative_control" 110, NEVER (400, NEVER), Stages::FRAGMENT => [];
    ArbDrawInstanced "GL_ARB_draw_instanced" 110, NEVER, Stages::VERTEX => [] redundant;
    ArbEnhancedLayouts "GL_ARB_enhanced_layouts" 110, NEVER, Stages::ALL => [];
    ArbExplicitAttribLocation "GL_ARB_explicit_attrib_location" 110, NEVER, Stages::ALL => [] redundant;
    ArbExplicitUniformLocation "GL_ARB_explicit_uniform_location" 110, NEVER, Stages::ALL => [] redundant;
    ArbFragmentCoordConventions "GL_ARB_fragment_coord_conventions" 110, NEVER (140, NEVER), Stages::FRAGMENT => [];
    NvFragmentShaderInterlock "GL_NV_fragment_shader_interlock" 110, 310 (450, 310), Stages::FRAGMENT => [];
    ArbFragmentShaderInterlock "GL_ARB_fragment_shader_interlock" 110, NEVER (450, NEVER), Stages::FRAGMENT => [];
    ArbGpuShader5 "GL_ARB_gpu_shader5" 110, NEVER (150, NEVER), Stages::ALL => [];
    ArbGpuShaderFp64 "GL_ARB_gpu_shader_fp64" 110, NEVER (150, NEVER), Stages::ALL => [];
    ArbGpuShaderInt64 "GL_ARB_gpu_shader_int64" 110, NEVER (400, NEVER), Stages::ALL => [];
    IntelConservativeRasterization "GL_INTEL_conservative_rasterization" 110, 310 (420, 310), Stages::FRAGMENT => [];
    IntelFragmentShaderOrdering "GL_INTEL_fragment_shader_ordering" 110, NEVER (420, NEVER), Stages::FRAGMENT => [];
    IntelShaderAtomicFloatMinmax "GL_INTEL_shader_atomic_float_minmax" 110, NEVER (420, NEVER), Stages::ALL => [];
    ArbComputeVariableGroupSize "GL_ARB_compute_variable_group_size" 110, NEVER (420, NEVER), Stages::COMPUTE => [];
    ArbPostDepthCoverage "GL_ARB_post_depth_coverage" 110, NEVER (420, NEVER), Stages::FRAGMENT => [];
    ArbSampleShading "GL_ARB_sample_shading" 110, NEVER (130, NEVER), Stages::FRAGMENT => [];
    ArbSeparateShaderObjects "GL_ARB_separate_shader_objects" 110, NEVER, Stages::ALL => [] redundant;
    ArbShaderAtomicCounterOps "GL_ARB_shader_atomic_counter_ops" 110, NEVER (450, NEVER), Stages::ALL => [];
    ArbShaderAtomicCounters "GL_ARB_shader_atomic_counters" 110, NEVER (140, NEVER), Stages::ALL => [];
    ArbShaderBallot "GL_ARB_shader_ballot" 110, NEVER (450, NEVER), Stages::ALL => [];
    ArbShaderBitEncoding "GL_ARB_shader_bit_encoding" 110, NEVER (150, NEVER), Stages::ALL => [];
    ArbShaderClock "GL_ARB_shader_clock" 110, NEVER (450, NEVER), Stages::ALL => [];
    ArbShaderDrawParameters "GL_ARB_shader_draw_parameters" 110, NEVER (440, NEVER), Stages::VERTEX => [];
    ArbFragmentLayerViewport "GL_ARB_fragment_layer_viewport" 110, NEVER (150, NEVER), Stages::FRAGMENT => [];
    ArbShaderGroupVote "GL_ARB_shader_group_vote" 110, NEVER (430, NEVER), Stages::ALL => [];
    ArbShaderImageLoadStore "GL_ARB_shader_image_load_store" 110, NEVER (140, NEVER), Stages::ALL => [];
    ArbShaderImageSize "GL_ARB_shader_image_size" 110, NEVER (420, NEVER), Stages::ALL => [];
    AmdShaderStencilExport "GL_AMD_shader_stencil_export" 110, NEVER (140, NEVER), Stages::FRAGMENT => [];
    ArbShaderStencilExport "GL_ARB_shader_stencil_export" 110, NEVER (140, NEVER), Stages::FRAGMENT => [];
    ArbShaderStorageBufferObject "GL_ARB_shader_storage_buffer_object" 110, NEVER (150, NEVER), Stages::ALL => [];
    ArbShaderSubroutine "GL_ARB_shader_subroutine" 110, NEVER, Stages::ALL => [];
    ArbShaderTextureImageSamples "GL_ARB_shader_texture_image_samples" 110, NEVER (430, NEVER), Stages::ALL => [];
    ArbShaderTextureLod "GL_ARB_shader_texture_lod" 110, NEVER, Stages::ALL => [];
    ArbShaderViewportLayerArray "GL_ARB_shader_viewport_layer_array" 110, NEVER (410, NEVER), Stages::VERTEX.or(Stages::TESS_EVALUATION).or(Stages::GEOMETRY).or(Stages::FRAGMENT) => [];
    ArbShadingLanguage420pack "GL_ARB_shading_language_420pack" 110, NEVER, Stages::ALL => [] redundant;
    ArbShadingLanguageInclude "GL_ARB_shading_language_include" 110, NEVER, Stages::ALL => [] redundant;
    ArbShadingLanguagePacking "GL_ARB_shading_language_packing" 110, NEVER (150, NEVER), Stages::ALL => [];
    ArbSparseTexture2 "GL_ARB_sparse_texture2" 110, NEVER (450, NEVER), Stages::ALL => [];
    ArbSparseTextureClamp "GL_ARB_sparse_texture_clamp" 110, NEVER (450, NEVER), Stages::ALL => [];
    ArbTessellationShader "GL_ARB_tessellation_shader" 110, NEVER (150, NEVER), Stages::TESSELLATION => [];
    ArbTextureCubeMapArray "GL_ARB_texture_cube_map_array" 110, NEVER (130, NEVER), Stages::ALL => [];
    ArbTextureGather "GL_ARB_texture_gather" 110, NEVER (130, NEVER), Stages::ALL => [];
    ArbTextureMultisample "GL_ARB_texture_multisample" 110, NEVER (150, NEVER), Stages::ALL => [];
    ArbTextureQueryLevels "GL_ARB_texture_query_levels" 110, NEVER, Stages::ALL => [];
    ArbTextureQueryLod "GL_ARB_texture_query_lod" 110, NEVER (150, NEVER), Stages::FRAGMENT => [];
    ArbTextureRectangle "GL_ARB_texture_rectangle" 110, NEVER, Stages::ALL => [];
    ArbUniformBufferObject "GL_ARB_uniform_buffer_object" 110, NEVER, Stages::ALL => [];
    ArbVertexAttrib64bit "GL_ARB_vertex_attrib_64bit" 110, NEVER (400, NEVER), Stages::VERTEX => [];
    ArbViewportArray "GL_ARB_viewport_array" 110, NEVER (150, NEVER), Stages::GEOMETRY.or(Stages::FRAGMENT) => [];
    TdlArrayObjects "GL_3DL_array_objects" 110, NEVER, Stages::ALL => [] redundant;
    ArbDrawBuffers "GL_ARB_draw_buffers" 110, NEVER, Stages::FRAGMENT => [];
    ArbEs31Compatibility "GL_ARB_ES3_1_compatibility" 110, NEVER, Stages::ALL => [];
    ArbEs32Compatibility "GL_ARB_ES3_2_compatibility" 110, NEVER (450, NEVER), Stages::ALL => [];
    ArbShaderPrecision "GL_ARB_shader_precision" 110, NEVER, Stages::ALL => [];
    AmdConservativeDepth "GL_AMD_conservative_depth" 110, NEVER, Stages::FRAGMENT => [ArbConservativeDepth] optional;
    ExtDrawInstanced "GL_EXT_draw_instanced" 110, 100, Stages::ALL => [] optional;
    NvImageFormats "GL_NV_image_formats" NEVER, 310, Stages::ALL => [];
    AmdVertexShaderLayer "GL_AMD_vertex_shader_layer" 110, NEVER (410, NEVER), Stages::VERTEX => [] optional;
    AmdVertexShaderViewportIndex "GL_AMD_vertex_shader_viewport_index" 110, NEVER (410, NEVER), Stages::VERTEX => [];
    ExtGpuShader4 "GL_EXT_gpu_shader4" 110, NEVER, Stages::ALL => [] redundant;
    ExtPostDepthCoverage "GL_EXT_post_depth_coverage" 110, 310 (NEVER, 310), Stages::FRAGMENT => [];
    ExtTextureArray "GL_EXT_texture_array" 110, NEVER, Stages::ALL => [];
    ExtShaderIntegerMix "GL_EXT_shader_integer_mix" 130, 300, Stages::ALL => [];
    MesaShaderIntegerFunctions "GL_MESA_shader_integer_functions" 110, 300 (130, 300), Stages::ALL => [];
    OesStandardDerivatives "GL_OES_standard_derivatives" NEVER, 100, Stages::FRAGMENT => [];
    OesEglImageExternal "GL_OES_EGL_image_external" NEVER, 100, Stages::ALL => [];
    OesEglImageExternalEssl3 "GL_OES_EGL_image_external_essl3" NEVER, 300, Stages::ALL => [];
    OesTexture3d "GL_OES_texture_3D" NEVER, 100, Stages::ALL => [];
    ExtFragDepth "GL_EXT_frag_depth" NEVER, 100, Stages::FRAGMENT => [];
    ExtDrawBuffers "GL_EXT_draw_buffers" NEVER, 100, Stages::FRAGMENT => [] optional redundant;
    ExtShaderTextureLod "GL_EXT_shader_texture_lod" NEVER, 100, Stages::FRAGMENT => [];
    ExtShadowSamplers "GL_EXT_shadow_samplers" NEVER, 100, Stages::ALL => [];
    ExtBlendFuncExtended "GL_EXT_blend_func_extended" NEVER, 100, Stages::FRAGMENT => [];
    ExtGeometryShader "GL_EXT_geometry_shader" NEVER, 310, Stages::ALL => [ExtShaderIoBlocks];
    OesGeometryShader "GL_OES_geometry_shader" NEVER, 310, Stages::ALL => [OesShaderIoBlocks] redundant;
    ExtTessellationShader "GL_EXT_tessellation_shader" NEVER, 310, Stages::ALL => [ExtShaderIoBlocks];
    OesTessellationShader "GL_OES_tessellation_shader" NEVER, 310, Stages::ALL => [OesShaderIoBlocks] redundant;
    ExtGpuShader5 "GL_EXT_gpu_shader5" NEVER, 310, Stages::ALL => [];
    OesGpuShader5 "GL_OES_gpu_shader5" NEVER, 310, Stages::ALL => [] redundant;
    ExtShaderIoBlocks "GL_EXT_shader_io_blocks" NEVER, 310, Stages::ALL => [];
    OesShaderIoBlocks "GL_OES_shader_io_blocks" NEVER, 310, Stages::ALL => [] redundant;
    ExtTextureBuffer "GL_EXT_texture_buffer" NEVER, 310, Stages::ALL => [];
    OesTextureBuffer "GL_OES_texture_buffer" NEVER, 310, Stages::ALL => [] redundant;
    ExtTextureCubeMapArray "GL_EXT_texture_cube_map_array" NEVER, 310, Stages::ALL => [];
    OesTextureCubeMapArray "GL_OES_texture_cube_map_array" NEVER, 310, Stages::ALL => [] redundant;
    ExtPrimitiveBoundingBox "GL_EXT_primitive_bounding_box" NEVER, 310, Stages::TESS_CONTROL => [];
    OesPrimitiveBoundingBox "GL_OES_primitive_bounding_box" NEVER, 310, Stages::TESS_CONTROL => [] redundant;
    ExtGeometryPointSize "GL_EXT_geometry_point_size" NEVER, 310, Stages::GEOMETRY => [];
    OesGeometryPointSize "GL_OES_geometry_point_size" NEVER, 310, Stages::GEOMETRY => [] redundant;
    ExtTessellationPointSize "GL_EXT_tessellation_point_size" NEVER, 310, Stages::TESSELLATION => [];
    OesTessellationPointSize "GL_OES_tessellation_point_size" NEVER, 310, Stages::TESSELLATION => [] redundant;
    OesSampleVariables "GL_OES_sample_variables" NEVER, 300 (NEVER, 310), Stages::FRAGMENT => [];
    OesShaderImageAtomic "GL_OES_shader_image_atomic" NEVER, 310, Stages::ALL => [];
    OesShaderMultisampleInterpolation "GL_OES_shader_multisample_interpolation" NEVER, 300 (NEVER, 310), Stages::FRAGMENT => [];
    OesTextureStorageMultisample2dArray "GL_OES_texture_storage_multisample_2d_array" NEVER, 300 (NEVER, 310), Stages::ALL => [];
    AndroidExtensionPackEs31a "GL_ANDROID_extension_pack_es31a" NEVER, 310, Stages::ALL => [KhrBlendEquationAdvanced, OesSampleVariables, OesShaderImageAtomic, OesShaderMultisampleInterpolation, OesTextureStorageMultisample2dArray, ExtGeometryShader, ExtGpuShader5, ExtPrimitiveBoundingBox, ExtShaderIoBlocks, ExtTessellationShader, ExtTextureBuffer, ExtTextureCubeMapArray] redundant;
    AngleClipCullDistance "GL_ANGLE_clip_cull_distance" NEVER, 300, Stages::ALL => [ExtClipCullDistance] redundant;
    AppleClipDistance "GL_APPLE_clip_distance" NEVER, 100, Stages::VERTEX => [];
    AngleTextureMultisample "GL_ANGLE_texture_multisample" NEVER, 300, Stages::ALL => [];
    AngleMultiDraw "GL_ANGLE_multi_draw" NEVER, 100, Stages::VERTEX => [];
    AngleBaseVertexBaseInstance "GL_ANGLE_base_vertex_base_instance_shader_builtin" NEVER, 300, Stages::VERTEX => [];
    NvEglStreamConsumerExternal "GL_NV_EGL_stream_consumer_external" NEVER, 100, Stages::ALL => [OesEglImageExternal, OesEglImageExternalEssl3] redundant;
    OesViewportArray "GL_OES_viewport_array" NEVER, 310, Stages::GEOMETRY.or(Stages::FRAGMENT) => [];
    ExtShaderGroupVote "GL_EXT_shader_group_vote" NEVER, 310, Stages::ALL => [];
    ArmShaderFramebufferFetchDepthStencil "GL_ARM_shader_framebuffer_fetch_depth_stencil" NEVER, 100, Stages::FRAGMENT => [];
    ArmShaderFramebufferFetch "GL_ARM_shader_framebuffer_fetch" NEVER, 100, Stages::FRAGMENT => [];
    ExtShaderSamplesIdentical "GL_EXT_shader_samples_identical" 110, 310 (150, 310), Stages::ALL => [];
    ExtClipCullDistance "GL_EXT_clip_cull_distance" NEVER, 300, Stages::ALL => [];
    ExtConservativeDepth "GL_EXT_conservative_depth" NEVER, 300, Stages::FRAGMENT => [] optional;
    AngleShaderPixelLocalStorage "GL_ANGLE_shader_pixel_local_storage" NEVER, 300, Stages::FRAGMENT => [];
    ExtShaderPixelLocalStorage "GL_EXT_shader_pixel_local_storage" NEVER, 300, Stages::FRAGMENT => [];
    ExtShaderPixelLocalStorage2 "GL_EXT_shader_pixel_local_storage2" NEVER, 300, Stages::FRAGMENT => [ExtShaderPixelLocalStorage];
    ExtShaderFramebufferFetch "GL_EXT_shader_framebuffer_fetch" 130, 100, Stages::FRAGMENT => [];
    ExtShaderFramebufferFetchNonCoherent "GL_EXT_shader_framebuffer_fetch_non_coherent" 130, 100, Stages::FRAGMENT => [];
    ExtYuvTarget "GL_EXT_YUV_target" NEVER, 300, Stages::ALL => [];
    ExtSeparateShaderObjects "GL_EXT_separate_shader_objects" 110, 100, Stages::ALL => [] optional redundant;
    ExtTextureQueryLod "GL_EXT_texture_query_lod" NEVER, 300, Stages::FRAGMENT => [];
    ExtTextureShadowLod "GL_EXT_texture_shadow_lod" 130, 300, Stages::ALL => [];
    ExtShaderImplicitConversions "GL_EXT_shader_implicit_conversions" NEVER, 310, Stages::ALL => [] redundant;
    ExtShaderNonConstantGlobalInitializers "GL_EXT_shader_non_constant_global_initializers" NEVER, 100, Stages::ALL => [];
    KhrBlendEquationAdvanced "GL_KHR_blend_equation_advanced" 110, 300, Stages::FRAGMENT => [];
    NvShaderNoperspectiveInterpolation "GL_NV_shader_noperspective_interpolation" NEVER, 300, Stages::ALL => [];
    OvrMultiview "GL_OVR_multiview" 130, 300 (330, 300), Stages::VERTEX => [];
    OvrMultiview2 "GL_OVR_multiview2" 130, 300 (330, 300), Stages::ALL => [OvrMultiview];
    KhrVulkanGlsl "GL_KHR_vulkan_glsl" 140, 310, Stages::ALL => [] redundant;
    ExtMultiview "GL_EXT_multiview" 140, 310, Stages::ALL => [];
    ExtDeviceGroup "GL_EXT_device_group" 140, 310, Stages::ALL => [];
    ExtNonuniformQualifier "GL_EXT_nonuniform_qualifier" 140, 310, Stages::ALL => [];
    ExtSamplerlessTextureFunctions "GL_EXT_samplerless_texture_functions" 140, 310, Stages::ALL => [] needs_vulkan;
    ExtScalarBlockLayout "GL_EXT_scalar_block_layout" 140, 300 (140, 310), Stages::ALL => [];
    ExtShader8bitStorage "GL_EXT_shader_8bit_storage" 140, 310, Stages::ALL => [];
    ExtShader16bitStorage "GL_EXT_shader_16bit_storage" 140, 310, Stages::ALL => [];
    ExtShaderExplicitArithmeticTypes "GL_EXT_shader_explicit_arithmetic_types" 140, 310 (450, 310), Stages::ALL => [ExtShaderExplicitArithmeticTypesInt8, ExtShaderExplicitArithmeticTypesInt16, ExtShaderExplicitArithmeticTypesInt32, ExtShaderExplicitArithmeticTypesInt64, ExtShaderExplicitArithmeticTypesFloat16, ExtShaderExplicitArithmeticTypesFloat32, ExtShaderExplicitArithmeticTypesFloat64];
    ExtShaderExplicitArithmeticTypesInt8 "GL_EXT_shader_explicit_arithmetic_types_int8" 140, 310 (450, 310), Stages::ALL => [];
    ExtShaderExplicitArithmeticTypesInt16 "GL_EXT_shader_explicit_arithmetic_types_int16" 140, 310 (450, 310), Stages::ALL => [];
    ExtShaderExplicitArithmeticTypesInt32 "GL_EXT_shader_explicit_arithmetic_types_int32" 140, 310 (450, 310), Stages::ALL => [];
    ExtShaderExplicitArithmeticTypesInt64 "GL_EXT_shader_explicit_arithmetic_types_int64" 140, 310 (450, NEVER), Stages::ALL => [];
    ExtShaderExplicitArithmeticTypesFloat16 "GL_EXT_shader_explicit_arithmetic_types_float16" 140, 310 (450, 310), Stages::ALL => [];
    ExtShaderExplicitArithmeticTypesFloat32 "GL_EXT_shader_explicit_arithmetic_types_float32" 140, 310 (450, 310), Stages::ALL => [];
    ExtShaderExplicitArithmeticTypesFloat64 "GL_EXT_shader_explicit_arithmetic_types_float64" 140, 310 (450, NEVER), Stages::ALL => [];
    ExtShaderAtomicInt64 "GL_EXT_shader_atomic_int64" 140, 310, Stages::ALL => [];
    ExtShaderImageInt64 "GL_EXT_shader_image_int64" 140, 310 (450, NEVER), Stages::ALL => [];
    ExtShaderAtomicFloat "GL_EXT_shader_atomic_float" 140, 310 (450, NEVER), Stages::ALL => [];
    NvShaderAtomicFloat "GL_NV_shader_atomic_float" 140, NEVER (450, NEVER), Stages::ALL => [ExtShaderAtomicFloat] redundant;
    ExtShaderAtomicFloat2 "GL_EXT_shader_atomic_float2" 140, 310 (450, NEVER), Stages::ALL => [];
    KhrShaderSubgroupBasic "GL_KHR_shader_subgroup_basic" 140, 310, Stages::ALL => [];
    KhrShaderSubgroupVote "GL_KHR_shader_subgroup_vote" 140, 310, Stages::ALL => [KhrShaderSubgroupBasic];
    KhrShaderSubgroupArithmetic "GL_KHR_shader_subgroup_arithmetic" 140, 310, Stages::ALL => [KhrShaderSubgroupBasic];
    KhrShaderSubgroupBallot "GL_KHR_shader_subgroup_ballot" 140, 310, Stages::ALL => [KhrShaderSubgroupBasic];
    KhrShaderSubgroupShuffle "GL_KHR_shader_subgroup_shuffle" 140, 310, Stages::ALL => [KhrShaderSubgroupBasic];
    KhrShaderSubgroupShuffleRelative "GL_KHR_shader_subgroup_shuffle_relative" 140, 310, Stages::ALL => [KhrShaderSubgroupBasic];
    KhrShaderSubgroupClustered "GL_KHR_shader_subgroup_clustered" 140, 310, Stages::ALL => [KhrShaderSubgroupBasic];
    KhrShaderSubgroupQuad "GL_KHR_shader_subgroup_quad" 140, 310, Stages::ALL => [KhrShaderSubgroupBasic];
    KhrShaderSubgroupRotate "GL_KHR_shader_subgroup_rotate" 140, 310, Stages::ALL => [KhrShaderSubgroupBasic];
    ExtShaderSubgroupExtendedTypesInt8 "GL_EXT_shader_subgroup_extended_types_int8" 140, 310, Stages::ALL => [ExtShaderExplicitArithmeticTypesInt8];
    ExtShaderSubgroupExtendedTypesInt16 "GL_EXT_shader_subgroup_extended_types_int16" 140, 310, Stages::ALL => [ExtShaderExplicitArithmeticTypesInt16];
    ExtShaderSubgroupExtendedTypesInt64 "GL_EXT_shader_subgroup_extended_types_int64" 140, 310, Stages::ALL => [ExtShaderExplicitArithmeticTypesInt64];
    ExtShaderSubgroupExtendedTypesFloat16 "GL_EXT_shader_subgroup_extended_types_float16" 140, 310, Stages::ALL => [ExtShaderExplicitArithmeticTypesFloat16];
    KhrMemoryScopeSemantics "GL_KHR_memory_scope_semantics" 140, 310 (450, 310), Stages::ALL => [];
    ExtBufferReference "GL_EXT_buffer_reference" 140, 310, Stages::ALL => [];
    ExtBufferReference2 "GL_EXT_buffer_reference2" 140, 310, Stages::ALL => [ExtBufferReference];
    ExtBufferReferenceUvec2 "GL_EXT_buffer_reference_uvec2" 140, 310, Stages::ALL => [ExtBufferReference];
    ExtControlFlowAttributes "GL_EXT_control_flow_attributes" 110, 100, Stages::ALL => [];
    ExtControlFlowAttributes2 "GL_EXT_control_flow_attributes2" 140, 310, Stages::ALL => [ExtControlFlowAttributes];
    ExtDemoteToHelperInvocation "GL_EXT_demote_to_helper_invocation" 140, 310, Stages::FRAGMENT => [];
    ExtTerminateInvocation "GL_EXT_terminate_invocation" 140, 310, Stages::FRAGMENT => [];
    ExtDebugPrintf "GL_EXT_debug_printf" 140, 310, Stages::ALL => [];
    ExtShaderRealtimeClock "GL_EXT_shader_realtime_clock" 140, 310 (450, NEVER), Stages::ALL => [];
    ExtShaderImageLoadFormatted "GL_EXT_shader_image_load_formatted" 130, 310, Stages::ALL => [];
    ExtFragmentShadingRatePrimitive "GL_EXT_fragment_shading_rate_primitive" 140, 310 (450, 310), Stages::VERTEX.or(Stages::GEOMETRY).or(Stages::MESH) => [ExtFragmentShadingRate] redundant;
    ExtFragmentShadingRate "GL_EXT_fragment_shading_rate" 140, 310 (450, 310), Stages::VERTEX.or(Stages::GEOMETRY).or(Stages::FRAGMENT).or(Stages::MESH) => [];
    ExtFragmentShaderBarycentric "GL_EXT_fragment_shader_barycentric" 140, 310 (450, 320), Stages::FRAGMENT => [];
    ExtMeshShader "GL_EXT_mesh_shader" 140, 310 (450, NEVER), Stages::TASK.or(Stages::MESH).or(Stages::FRAGMENT) => [];
    NvMeshShader "GL_NV_mesh_shader" 140, 310 (450, 320), Stages::TASK.or(Stages::MESH).or(Stages::FRAGMENT) => [];
    ExtDescriptorHeap "GL_EXT_descriptor_heap" 140, 310 (450, 310), Stages::ALL => [];
    ExtStructuredDescriptorHeap "GL_EXT_structured_descriptor_heap" 420, 310 (450, 310), Stages::ALL => [];
    ExtRayTracing "GL_EXT_ray_tracing" 460, NEVER, Stages::RAY_TRACING => [];
    ExtRayQuery "GL_EXT_ray_query" 140, 310 (460, NEVER), Stages::ALL => [];
    ExtRayFlagsPrimitiveCulling "GL_EXT_ray_flags_primitive_culling" 140, 310, Stages::ALL => [];
    ExtRayCullMask "GL_EXT_ray_cull_mask" 460, NEVER, Stages::RAY_TRACING => [];
    ExtRayTracingPositionFetch "GL_EXT_ray_tracing_position_fetch" 140, 310, Stages::ALL => [];
    ExtNullInitializer "GL_EXT_null_initializer" 140, 310 (420, NEVER), Stages::ALL => [];
    ExtSharedMemoryBlock "GL_EXT_shared_memory_block" 140, 310, Stages::COMPUTE.or(Stages::TASK).or(Stages::MESH) => [];
    ExtSubgroupUniformControlFlow "GL_EXT_subgroup_uniform_control_flow" 140, 310, Stages::ALL => [];
    ExtMaximalReconvergence "GL_EXT_maximal_reconvergence" 140, 310, Stages::ALL => [];
    ExtShaderQuadControl "GL_EXT_shader_quad_control" 140, 310, Stages::ALL => [];
    ExtExpectAssume "GL_EXT_expect_assume" 140, 310, Stages::ALL => [];
    ExtSpecConstantComposites "GL_EXT_spec_constant_composites" 140, 310, Stages::ALL => [];
    ExtIntegerDotProduct "GL_EXT_integer_dot_product" 140, 300, Stages::ALL => [];
    ExtVulkanGlslRelaxed "GL_EXT_vulkan_glsl_relaxed" 140, 310, Stages::ALL => [];
    ExtTextureOffsetNonConst "GL_EXT_texture_offset_non_const" 130, 300 (140, 310), Stages::ALL => [] optional;
    ExtShaderTileImage "GL_EXT_shader_tile_image" 140, 310 (450, 310), Stages::FRAGMENT => [];
    ExtSpirvIntrinsics "GL_EXT_spirv_intrinsics" 140, 310 (430, 310), Stages::ALL => [];
    GoogleIncludeDirective "GL_GOOGLE_include_directive" 110, 100, Stages::ALL => [GoogleCppStyleLineDirective] redundant;
    GoogleCppStyleLineDirective "GL_GOOGLE_cpp_style_line_directive" 110, 100, Stages::ALL => [] redundant;
    KhrCooperativeMatrix "GL_KHR_cooperative_matrix" 140, 310, Stages::ALL => [];
    NvCooperativeMatrix "GL_NV_cooperative_matrix" 140, 310 (450, 320), Stages::ALL => [];
    NvIntegerCooperativeMatrix "GL_NV_integer_cooperative_matrix" 140, 310 (450, 320), Stages::ALL => [NvCooperativeMatrix];
    NvCooperativeMatrixDecodeVector "GL_NV_cooperative_matrix_decode_vector" 140, 310 (450, 320), Stages::ALL => [];
    NvCooperativeVector "GL_NV_cooperative_vector" 140, 310 (450, 320), Stages::ALL => [];
    ExtUniformBufferUnsizedArray "GL_EXT_uniform_buffer_unsized_array" 140, 310 (450, 320), Stages::ALL => [];
    ExtShader64bitIndexing "GL_EXT_shader_64bit_indexing" 140, 310 (450, 320), Stages::ALL => [];
    NvCooperativeMatrix2 "GL_NV_cooperative_matrix2" 140, 310 (450, 320), Stages::ALL => [];
    ExtCooperativeMatrixMaintenance1 "GL_EXT_cooperative_matrix_maintenance1" 140, 310 (450, 320), Stages::ALL => [];
    KhrComputeShaderDerivatives "GL_KHR_compute_shader_derivatives" 140, 310, Stages::COMPUTE.or(Stages::TASK).or(Stages::MESH) => [];
    NvComputeShaderDerivatives "GL_NV_compute_shader_derivatives" 140, 310 (450, 320), Stages::COMPUTE.or(Stages::TASK).or(Stages::MESH) => [KhrComputeShaderDerivatives] redundant;
    NvFragmentShaderBarycentric "GL_NV_fragment_shader_barycentric" 140, 310 (450, 320), Stages::FRAGMENT => [ExtFragmentShaderBarycentric] redundant;
    NvShaderAtomicInt64 "GL_NV_shader_atomic_int64" 110, NEVER (440, NEVER), Stages::ALL => [ExtShaderAtomicInt64] redundant;
    ExtFragmentInvocationDensity "GL_EXT_fragment_invocation_density" 140, 310 (450, 310), Stages::FRAGMENT => [];
    NvShadingRateImage "GL_NV_shading_rate_image" 110, 310 (450, 320), Stages::FRAGMENT => [];
    NvConservativeRasterUnderestimation "GL_NV_conservative_raster_underestimation" 110, 320 (450, 320), Stages::FRAGMENT => [];
    NvSampleMaskOverrideCoverage "GL_NV_sample_mask_override_coverage" 110, 320 (450, 320), Stages::FRAGMENT => [];
    NvViewportArray2 "GL_NV_viewport_array2" 110, 310 (450, 310), Stages::VERTEX.or(Stages::TESSELLATION).or(Stages::GEOMETRY) => [];
    NvStereoViewRendering "GL_NV_stereo_view_rendering" 110, 310 (450, 310), Stages::VERTEX.or(Stages::TESSELLATION).or(Stages::GEOMETRY) => [NvViewportArray2];
    NvxMultiviewPerViewAttributes "GL_NVX_multiview_per_view_attributes" 110, 310 (450, 310), Stages::VERTEX.or(Stages::TESSELLATION).or(Stages::GEOMETRY) => [];
    NvShaderTextureFootprint "GL_NV_shader_texture_footprint" 140, 310 (450, 320), Stages::FRAGMENT => [];
    NvShaderSmBuiltins "GL_NV_shader_sm_builtins" 110, 310 (450, 320), Stages::ALL => [];
    ExtBfloat16 "GL_EXT_bfloat16" 140, 310 (450, 320), Stages::ALL => [];
    ExtLongVector "GL_EXT_long_vector" 140, 310 (450, 320), Stages::ALL => [];
    ExtFloatE4m3 "GL_EXT_float_e4m3" 140, 310 (450, 320), Stages::ALL => [];
    ExtFloatE5m2 "GL_EXT_float_e5m2" 140, 310 (450, 320), Stages::ALL => [];
    ExtFloatE2m1 "GL_EXT_float_e2m1" 140, 310 (450, 320), Stages::ALL => [];
    ExtFloatE2m3 "GL_EXT_float_e2m3" 140, 310 (450, 320), Stages::ALL => [];
    ExtFloatE3m2 "GL_EXT_float_e3m2" 140, 310 (450, 320), Stages::ALL => [];
    ExtFloatUe8m0 "GL_EXT_float_ue8m0" 140, 310 (450, 320), Stages::ALL => [];
    ExtFloatMxint8 "GL_EXT_float_mxint8" 140, 310 (450, 320), Stages::ALL => [];
    ExtSplitBarrier "GL_EXT_split_barrier" 140, 310, Stages::COMPUTE.or(Stages::TASK).or(Stages::MESH).or(Stages::TESS_CONTROL) => [];
    ArmTensors "GL_ARM_tensors" 140, 310 (460, 320), Stages::ALL => [];
    ArmTensorsBfloat16 "GL_ARM_tensors_bfloat16" 140, 310 (460, 320), Stages::ALL => [];
    ArmTensorsFloatE4m3 "GL_ARM_tensors_float_e4m3" 140, 310 (460, 320), Stages::ALL => [];
    ArmTensorsFloatE5m2 "GL_ARM_tensors_float_e5m2" 140, 310 (460, 320), Stages::ALL => [];
    ArmShaderCoreBuiltins "GL_ARM_shader_core_builtins" 110, 310 (450, 320), Stages::ALL => [];
    ExtAbort "GL_EXT_abort" 140, 310, Stages::ALL => [];
    NvRayTracingMotionBlur "GL_NV_ray_tracing_motion_blur" 460, NEVER, Stages::RAY_TRACING => [];
    AmdGpuShaderHalfFloat "GL_AMD_gpu_shader_half_float" 110, NEVER (450, NEVER), Stages::ALL => [ExtShaderExplicitArithmeticTypesFloat16] redundant;
    AmdGpuShaderHalfFloatFetch "GL_AMD_gpu_shader_half_float_fetch" 110, NEVER (450, NEVER), Stages::ALL => [];
    AmdGpuShaderInt16 "GL_AMD_gpu_shader_int16" 110, NEVER (450, NEVER), Stages::ALL => [ExtShaderExplicitArithmeticTypesInt16] redundant;
    NvGpuShader5 "GL_NV_gpu_shader5" 110, 310 (450, 310), Stages::ALL => [ArbGpuShader5, ArbGpuShaderInt64, ExtShaderExplicitArithmeticTypesInt8, ExtShaderExplicitArithmeticTypesInt16, ExtShaderExplicitArithmeticTypesInt32, ExtShaderExplicitArithmeticTypesInt64, ExtShaderExplicitArithmeticTypesFloat16, ExtShaderExplicitArithmeticTypesFloat32, ExtShaderExplicitArithmeticTypesFloat64, ArbTextureCubeMapArray, ArbShadingLanguagePacking, ArbVertexAttrib64bit] redundant;
    ExtOpacityMicromap "GL_EXT_opacity_micromap" 140, 310 (460, NEVER), Stages::ALL => [];
    ExtOptionalInputAttachmentIndex "GL_EXT_optional_input_attachment_index" 140, 310, Stages::FRAGMENT => [];
    ExtOpacityMicromapRayQueryMode "GL_EXT_opacity_micromap_ray_query_mode" 140, 310 (460, NEVER), Stages::ALL => [];
    NvRayTracing "GL_NV_ray_tracing" 460, NEVER, Stages::RAY_TRACING => [];
    AmdShaderTrinaryMinmax "GL_AMD_shader_trinary_minmax" 110, NEVER (430, NEVER), Stages::ALL => [] redundant;
    AmdGcnShader "GL_AMD_gcn_shader" 110, NEVER (450, NEVER), Stages::ALL => [];
    AmdShaderBallot "GL_AMD_shader_ballot" 110, NEVER (450, NEVER), Stages::ALL => [] redundant;
    NvExplicitTypecast "GL_NV_explicit_typecast" 110, 310 (450, 310), Stages::ALL => [] redundant;
    AmdTextureGatherBiasLod "GL_AMD_texture_gather_bias_lod" 110, NEVER (450, NEVER), Stages::ALL => [];
    AmdShaderImageLoadStoreLod "GL_AMD_shader_image_load_store_lod" 110, NEVER (450, NEVER), Stages::ALL => [];
    AmdShaderFragmentMask "GL_AMD_shader_fragment_mask" 110, NEVER (450, NEVER), Stages::FRAGMENT => [];
    AmdShaderEarlyAndLateFragmentTests "GL_AMD_shader_early_and_late_fragment_tests" 110, 310 (420, 310), Stages::FRAGMENT => [];
    ExtFunctionControlAttributes "GL_EXT_function_control_attributes" 110, 310, Stages::ALL => [] redundant;
    ExtNontemporalKeyword "GL_EXT_nontemporal_keyword" 140, 310 (460, 320), Stages::ALL => [];
    QcomMultipleWaitQueues "GL_QCOM_multiple_wait_queues" 110, 310, Stages::ALL => [] redundant;
    IntelShaderIntegerFunctions2 "GL_INTEL_shader_integer_functions2" 110, NEVER (450, NEVER), Stages::ALL => [] redundant;
    NvDesktopLowpMediump "GL_NV_desktop_lowp_mediump" 110, NEVER, Stages::ALL => [] redundant;
    NvShaderInvocationReorder "GL_NV_shader_invocation_reorder" 460, NEVER, Stages::RAY_TRACING => [];
    ExtShaderInvocationReorder "GL_EXT_shader_invocation_reorder" 460, NEVER, Stages::RAY_TRACING => [];
    NvClusterAccelerationStructure "GL_NV_cluster_acceleration_structure" 460, NEVER, Stages::ALL => [];
    NvLinearSweptSpheres "GL_NV_linear_swept_spheres" 460, NEVER, Stages::ALL => [];
    NvDisplacementMicromap "GL_NV_displacement_micromap" 460, NEVER, Stages::ALL => [];
    QcomCooperativeMatrixConversion "GL_QCOM_cooperative_matrix_conversion" 140, 310 (450, 320), Stages::ALL => [];
    QcomTileShading "GL_QCOM_tile_shading" 140, 310 (460, 310), Stages::FRAGMENT.or(Stages::COMPUTE) => [];
    QcomImageProcessing "GL_QCOM_image_processing" 140, 310, Stages::ALL => [];
    QcomImageProcessing2 "GL_QCOM_image_processing2" 140, 310, Stages::ALL => [];
    QcomImageProcessing3 "GL_QCOM_image_processing3" 460, 310, Stages::ALL => [];
    AmdShaderExplicitVertexParameter "GL_AMD_shader_explicit_vertex_parameter" 110, NEVER (450, NEVER), Stages::FRAGMENT => [];
    NvGeometryShaderPassthrough "GL_NV_geometry_shader_passthrough" 110, 310 (450, 310), Stages::GEOMETRY => [];
    NvShaderAtomicFp16Vector "GL_NV_shader_atomic_fp16_vector" 430, NEVER, Stages::ALL => [];
    NvPushConstantBank "GL_NV_push_constant_bank" 140, 310 (460, 310), Stages::ALL => [];
    NvShaderSubgroupPartitioned "GL_NV_shader_subgroup_partitioned" 140, 310, Stages::ALL => [KhrShaderSubgroupBasic];
}

impl Extension {
    /// The full name, `GL_` included.
    pub const fn name(self) -> &'static str {
        self.info().name
    }

    /// The extension of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|extension| extension.name() == name)
    }

    /// True if the printer may request the extension in this version.
    pub fn is_requested_in(self, version: Version) -> bool {
        let (desktop, es) = self.info().requested;
        version.at_least(desktop, es)
    }

    /// True if this version accepts the extension.
    pub fn exists_in(self, version: Version) -> bool {
        let (desktop, es) = FIRST_VERSIONS[self as usize];
        version.at_least(desktop, es)
    }
}

/// The first versions of each extension. Every shader needs all of them, and rows are larger.
static FIRST_VERSIONS: [(u16, u16); Extension::ALL.len()] = {
    let mut versions = [(0, 0); Extension::ALL.len()];
    let mut index = 0;
    while index < versions.len() {
        let info = Extension::ALL[index].info();
        versions[index] = (info.desktop, info.es);
        index += 1;
    }
    versions
};

/// The number of machine words in an [`ExtensionSet`].
const WORDS: usize = Extension::ALL.len().div_ceil(64);

/// A set of extensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ExtensionSet([u64; WORDS]);

impl Default for ExtensionSet {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl ExtensionSet {
    /// No extension.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// True if the extension is in the set.
    pub const fn contains(&self, extension: Extension) -> bool {
        // A discriminant is less than `ALL.len()`, so its word exists.
        let bit = extension as usize;
        self.0[bit / 64] >> (bit % 64) & 1 != 0
    }

    /// True if any of `extensions` is in the set.
    #[inline]
    pub fn contains_any(&self, extensions: &[Extension]) -> bool {
        extensions.iter().any(|&extension| self.contains(extension))
    }

    /// Adds the extension; true if it was absent.
    pub fn insert(&mut self, extension: Extension) -> bool {
        let was_there = self.contains(extension);
        self.0[extension as usize / 64] |= 1 << (extension as usize % 64);
        !was_there
    }

    /// Adds the extensions of another set.
    pub fn add(&mut self, other: Self) {
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word |= more;
        }
    }

    /// Removes the extension; true if it was present.
    pub fn remove(&mut self, extension: Extension) -> bool {
        let was_there = self.contains(extension);
        self.0[extension as usize / 64] &= !(1 << (extension as usize % 64));
        was_there
    }

    /// True if no extension is in the set.
    pub fn is_empty(&self) -> bool {
        *self == Self::EMPTY
    }

    /// The extensions of the set in the order of the table.
    pub fn iter(&self) -> impl Iterator<Item = Extension> + '_ {
        Extension::ALL.iter().copied().filter(|&extension| self.contains(extension))
    }
}
