//! Abilities of a device, by the capabilities that a module declares. A driver need not look, and some end the process.

use ash::vk;

use crate::describe::Shader;
use crate::error::Error;

/// Words before the first instruction of a module, and the opcode with which modules begin.
const HEADER: usize = 5;
const OP_CAPABILITY: u32 = 17;

/// The capability of a module that follows addresses.
pub(crate) const ADDRESSES: u32 = 5347;

/// The features of a device.
pub(crate) struct Features<'a> {
    pub(crate) of_1_0: &'a vk::PhysicalDeviceFeatures,
    pub(crate) of_1_1: &'a vk::PhysicalDeviceVulkan11Features<'a>,
    pub(crate) of_1_2: &'a vk::PhysicalDeviceVulkan12Features<'a>,
    pub(crate) of_1_3: &'a vk::PhysicalDeviceVulkan13Features<'a>,
    /// The extensions for shaders that are on, of `PLAIN` in `device.rs`.
    pub(crate) stencil_export: bool,
    pub(crate) layer: bool,
    pub(crate) shared_blocks: &'a vk::PhysicalDeviceWorkgroupMemoryExplicitLayoutFeaturesKHR<'a>,
}

/// True if a device supports a capability.
type Has = fn(&Features<'_>) -> bool;

/// Number, name and need of each capability; one that is not here no device has that is opened here. Indices that are not
/// constant, and ways to round, drivers take whether they say so or not.
const CAPABILITIES: &[(u32, &str, Has)] = &[
    (0, "Matrix", |_| true),
    (1, "Shader", |_| true),
    (2, "Geometry", |it| it.of_1_0.geometry_shader != 0),
    (3, "Tessellation", |it| it.of_1_0.tessellation_shader != 0),
    (9, "Float16", |it| it.of_1_2.shader_float16 != 0),
    (10, "Float64", |it| it.of_1_0.shader_float64 != 0),
    (11, "Int64", |it| it.of_1_0.shader_int64 != 0),
    (12, "Int64Atomics", |it| it.of_1_2.shader_buffer_int64_atomics != 0),
    (22, "Int16", |it| it.of_1_0.shader_int16 != 0),
    (23, "TessellationPointSize", |it| it.of_1_0.shader_tessellation_and_geometry_point_size != 0),
    (24, "GeometryPointSize", |it| it.of_1_0.shader_tessellation_and_geometry_point_size != 0),
    (25, "ImageGatherExtended", |it| it.of_1_0.shader_image_gather_extended != 0),
    (27, "StorageImageMultisample", |it| it.of_1_0.shader_storage_image_multisample != 0),
    (28, "UniformBufferArrayDynamicIndexing", |_| true),
    (29, "SampledImageArrayDynamicIndexing", |_| true),
    (30, "StorageBufferArrayDynamicIndexing", |_| true),
    (31, "StorageImageArrayDynamicIndexing", |_| true),
    (32, "ClipDistance", |it| it.of_1_0.shader_clip_distance != 0),
    (33, "CullDistance", |it| it.of_1_0.shader_cull_distance != 0),
    (34, "ImageCubeArray", |it| it.of_1_0.image_cube_array != 0),
    (35, "SampleRateShading", |it| it.of_1_0.sample_rate_shading != 0),
    (39, "Int8", |it| it.of_1_2.shader_int8 != 0),
    (40, "InputAttachment", |_| true),
    (41, "SparseResidency", |it| it.of_1_0.shader_resource_residency != 0),
    (42, "MinLod", |it| it.of_1_0.shader_resource_min_lod != 0),
    (43, "Sampled1D", |_| true),
    (44, "Image1D", |_| true),
    (45, "SampledCubeArray", |it| it.of_1_0.image_cube_array != 0),
    (46, "SampledBuffer", |_| true),
    (47, "ImageBuffer", |_| true),
    (48, "ImageMSArray", |it| it.of_1_0.shader_storage_image_multisample != 0),
    (49, "StorageImageExtendedFormats", |it| it.of_1_0.shader_storage_image_extended_formats != 0),
    (50, "ImageQuery", |_| true),
    (51, "DerivativeControl", |_| true),
    (52, "InterpolationFunction", |it| it.of_1_0.sample_rate_shading != 0),
    (55, "StorageImageReadWithoutFormat", |it| it.of_1_0.shader_storage_image_read_without_format != 0),
    (56, "StorageImageWriteWithoutFormat", |it| it.of_1_0.shader_storage_image_write_without_format != 0),
    (57, "MultiViewport", |it| it.of_1_0.multi_viewport != 0),
    (61, "GroupNonUniform", |_| true),
    (62, "GroupNonUniformVote", |_| true),
    (63, "GroupNonUniformArithmetic", |_| true),
    (64, "GroupNonUniformBallot", |_| true),
    (65, "GroupNonUniformShuffle", |_| true),
    (66, "GroupNonUniformShuffleRelative", |_| true),
    (67, "GroupNonUniformClustered", |_| true),
    (68, "GroupNonUniformQuad", |_| true),
    (69, "ShaderLayer", |it| it.of_1_2.shader_output_layer != 0),
    (70, "ShaderViewportIndex", |it| it.of_1_2.shader_output_viewport_index != 0),
    (4423, "SubgroupBallotKHR", |_| true),
    (4427, "DrawParameters", |it| it.of_1_1.shader_draw_parameters != 0),
    (4428, "WorkgroupMemoryExplicitLayoutKHR", |it| it.shared_blocks.workgroup_memory_explicit_layout != 0),
    (4429, "WorkgroupMemoryExplicitLayout8BitAccessKHR", |it| {
        it.shared_blocks.workgroup_memory_explicit_layout8_bit_access != 0
    }),
    (4430, "WorkgroupMemoryExplicitLayout16BitAccessKHR", |it| {
        it.shared_blocks.workgroup_memory_explicit_layout16_bit_access != 0
    }),
    (4431, "SubgroupVoteKHR", |_| true),
    (4433, "StorageBuffer16BitAccess", |it| it.of_1_1.storage_buffer16_bit_access != 0),
    (4434, "StorageUniform16", |it| it.of_1_1.uniform_and_storage_buffer16_bit_access != 0),
    (4435, "StoragePushConstant16", |it| it.of_1_1.storage_push_constant16 != 0),
    (4436, "StorageInputOutput16", |it| it.of_1_1.storage_input_output16 != 0),
    (4437, "DeviceGroup", |_| true),
    (4439, "MultiView", |it| it.of_1_1.multiview != 0),
    (4441, "VariablePointersStorageBuffer", |it| it.of_1_1.variable_pointers_storage_buffer != 0),
    (4442, "VariablePointers", |it| it.of_1_1.variable_pointers != 0),
    (4448, "StorageBuffer8BitAccess", |it| it.of_1_2.storage_buffer8_bit_access != 0),
    (4449, "UniformAndStorageBuffer8BitAccess", |it| it.of_1_2.uniform_and_storage_buffer8_bit_access != 0),
    (4450, "StoragePushConstant8", |it| it.of_1_2.storage_push_constant8 != 0),
    (4464, "DenormPreserve", |_| true),
    (4465, "DenormFlushToZero", |_| true),
    (4466, "SignedZeroInfNanPreserve", |_| true),
    (4467, "RoundingModeRTE", |_| true),
    (4468, "RoundingModeRTZ", |_| true),
    (5013, "StencilExportEXT", |it| it.stencil_export),
    (5254, "ShaderViewportIndexLayerEXT", |it| it.layer),
    (5301, "ShaderNonUniform", |_| true),
    (5302, "RuntimeDescriptorArray", |it| it.of_1_2.runtime_descriptor_array != 0),
    (5304, "UniformTexelBufferArrayDynamicIndexing", |_| true),
    (5305, "StorageTexelBufferArrayDynamicIndexing", |_| true),
    (5306, "UniformBufferArrayNonUniformIndexing", |_| true),
    (5307, "SampledImageArrayNonUniformIndexing", |_| true),
    (5308, "StorageBufferArrayNonUniformIndexing", |_| true),
    (5309, "StorageImageArrayNonUniformIndexing", |_| true),
    (5311, "UniformTexelBufferArrayNonUniformIndexing", |_| true),
    (5312, "StorageTexelBufferArrayNonUniformIndexing", |_| true),
    (5345, "VulkanMemoryModel", |it| it.of_1_2.vulkan_memory_model != 0),
    (5346, "VulkanMemoryModelDeviceScope", |it| it.of_1_2.vulkan_memory_model_device_scope != 0),
    (ADDRESSES, "PhysicalStorageBufferAddresses", |it| it.of_1_2.buffer_device_address != 0),
    (5379, "DemoteToHelperInvocation", |it| it.of_1_3.shader_demote_to_helper_invocation != 0),
    (6016, "DotProductInputAll", |it| it.of_1_3.shader_integer_dot_product != 0),
    (6017, "DotProductInput4x8Bit", |it| it.of_1_3.shader_integer_dot_product != 0),
    (6018, "DotProductInput4x8BitPacked", |it| it.of_1_3.shader_integer_dot_product != 0),
    (6019, "DotProduct", |it| it.of_1_3.shader_integer_dot_product != 0),
];

/// The numbers of the capabilities that a device has.
pub(crate) fn of_device(features: &Features<'_>) -> Vec<u32> {
    CAPABILITIES.iter().filter(|row| row.2(features)).map(|row| row.0).collect()
}

/// Refuses a shader that declares a capability which the device lacks.
pub(crate) fn check(shader: &Shader, has: &[u32]) -> Result<(), Error> {
    let instructions = shader.words.get(HEADER..).unwrap_or_default().chunks(2);
    for instruction in instructions {
        let &[first, capability] = instruction else { break };
        if first & 0xFFFF != OP_CAPABILITY {
            break;
        }
        if !has.contains(&capability) {
            let name = CAPABILITIES.iter().find(|row| row.0 == capability).map(|row| row.1.to_owned());
            let name = name.unwrap_or_else(|| capability.to_string());
            return Err(Error::Unsupported(format!("the capability {name}")));
        }
    }
    Ok(())
}
