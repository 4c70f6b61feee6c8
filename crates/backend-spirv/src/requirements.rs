//! Capabilities and extensions: collected while the module is written, so that it asks for no more than it uses.

use crate::naga;
use crate::narrow::{self, Narrow};
use crate::needs::{Requirement, capability_name};
use crate::options::{Options, Target, Version};
use crate::program::Entry;
use rustc_hash::FxHashMap;
use spirv::Capability;
use vitrum_ir::{Modes, Scalar, Span};

/// Capabilities and extensions that the module requires.
#[derive(Debug)]
pub(crate) struct Requirements<'m> {
    version: Version,
    /// True if naga reads the module, which refuses some capabilities that it needs not be told.
    for_naga: bool,
    /// True if rays are traced as in `SPV_NV_ray_tracing`.
    pub(crate) nv_rays: bool,
    /// True if hit objects are those of `SPV_NV_shader_invocation_reorder`.
    pub(crate) nv_hits: bool,
    /// True if meshes are made as in `SPV_NV_mesh_shader`.
    pub(crate) nv_meshes: bool,
    /// True if operations on cooperative matrices are those of `SPV_NV_cooperative_matrix2`.
    pub(crate) nv_matrices: bool,
    /// True if older versions of SPIR-V have operations on subgroups by `SPV_AMD_shader_ballot`.
    pub(crate) amd_groups: bool,
    /// In ascending order.
    capabilities: Vec<u32>,
    /// The source of each, in the same order.
    places: Vec<Option<Span>>,
    /// The source of what is being written; the span of nothing if there is none.
    place: Span,
    /// Likewise.
    extensions: Vec<&'m str>,
    /// Types of 8 and 16 bits that are written.
    small: Vec<Scalar>,
}

impl<'m> Requirements<'m> {
    pub(crate) fn new(options: &Options) -> Self {
        Self {
            version: options.version(),
            for_naga: options.target == Target::Wgpu,
            nv_rays: false,
            nv_hits: false,
            nv_meshes: false,
            nv_matrices: false,
            amd_groups: false,
            capabilities: Vec::new(),
            places: Vec::new(),
            place: Span::default(),
            extensions: Vec::new(),
            small: Vec::new(),
        }
    }

    /// Sets the extensions that rays are traced by, and meshes made by.
    pub(crate) fn with_ways_of(self, entries: &[Entry]) -> Self {
        let any = |mode: Modes| entries.iter().any(|it| it.execution.modes.contains(mode));
        Self {
            nv_rays: any(Modes::NV_RAY_TRACING),
            nv_hits: any(Modes::NV_HIT_OBJECTS),
            nv_meshes: any(Modes::NV_MESH),
            nv_matrices: any(Modes::NV_COOPERATIVE_MATRIX_2),
            amd_groups: any(Modes::AMD_GROUPS),
            ..self
        }
    }

    /// Asks for a capability, and the extension that has it.
    pub(crate) fn capability(&mut self, capability: Capability) {
        self.capability_number(capability as u32);
    }

    /// Asks for the capability of this number.
    pub(crate) fn capability_number(&mut self, number: u32) {
        if self.for_naga && naga::is_silent(number) {
            return;
        }
        let number = if self.nv_rays && number == RAY_TRACING.0 { RAY_TRACING_NV.0 } else { number };
        let number = if self.nv_hits && number == HIT_OBJECTS.0 { HIT_OBJECTS_NV.0 } else { number };
        let number = if self.nv_meshes && number == MESHES { MESHES_NV } else { number };
        let position = self.capabilities.partition_point(|&other| other < number);
        if insert(&mut self.capabilities, number) {
            self.places.insert(position, self.place());
            self.extension_of(number);
        }
    }

    /// Sets the source of what is written from here on.
    #[inline]
    pub(crate) fn begin(&mut self, span: Span) {
        self.place = span;
    }

    /// The source of what is being written, if it has one.
    pub(crate) fn place(&self) -> Option<Span> {
        Some(self.place).filter(|&span| span != Span::default())
    }

    /// The capabilities that are declared, each with its source.
    pub(crate) fn declared(&self) -> Vec<Requirement> {
        let places: FxHashMap<u32, Option<Span>> =
            self.capabilities.iter().copied().zip(self.places.iter().copied()).collect();
        let requirement = |number: u32| Requirement {
            number,
            name: capability_name(number),
            span: places.get(&number).copied().flatten(),
        };
        self.capabilities().map(requirement).collect()
    }

    /// Asks for the extension that has a capability.
    fn extension_of(&mut self, number: u32) {
        if let Some(&(first, _, name)) = EXTENSIONS.get(EXTENSIONS.partition_point(|row| row.1 < number))
            && first <= number
        {
            self.extension(name);
        }
    }

    /// Requires an extension, unless the version includes it.
    pub(crate) fn extension(&mut self, name: &'m str) {
        let name = if self.nv_rays && name == RAY_TRACING.1 { RAY_TRACING_NV.1 } else { name };
        let name = if self.nv_hits && name == HIT_OBJECTS.1 { HIT_OBJECTS_NV.1 } else { name };
        let name = if self.nv_matrices && name == MATRICES { MATRICES_NV } else { name };
        let core = CORE_SINCE.iter().find(|row| row.0 == name);
        if core.is_none_or(|row| self.version < row.1) {
            insert(&mut self.extensions, name);
        }
    }

    /// The capabilities that no other one implies, in ascending order.
    pub(crate) fn capabilities(&self) -> impl Iterator<Item = u32> + '_ {
        let implied = |number: &u32| {
            IMPLIED.iter().any(|row| row.1 as u32 == *number && self.capabilities.contains(&(row.0 as u32)))
        };
        self.capabilities.iter().copied().filter(move |number| !implied(number))
    }

    /// True if a capability is asked for.
    pub(crate) fn has(&self, capability: Capability) -> bool {
        self.capabilities.contains(&(capability as u32))
    }

    /// Notes that a type of 8 or 16 bits is written.
    pub(crate) fn number_type(&mut self, scalar: Scalar) {
        match scalar {
            Scalar::Bf16 => self.capability(Capability::BFloat16TypeKHR),
            Scalar::F8E4M3 | Scalar::F8E5M2 => self.capability(Capability::Float8EXT),
            Scalar::F6E2M3 | Scalar::F6E3M2 => self.capability_number(4228),
            Scalar::F4E2M1 => self.capability_number(4229),
            Scalar::F8E8M0 => self.capability_number(4230),
            Scalar::MxInt8 => self.capability_number(4231),
            scalar if matches!(scalar.width(), 8 | 16) && !self.small.contains(&scalar) => {
                self.small.push(scalar);
            }
            _ => {}
        }
    }

    /// True if types of 8 or 16 bits are written.
    pub(crate) fn has_small_types(&self) -> bool {
        !self.small.is_empty()
    }

    /// The types of 8 and 16 bits that the required capabilities allow in variables of any class.
    pub(crate) fn granted(&self, capabilities: &[Capability]) -> Narrow {
        let asked = capabilities.iter().filter(|&&it| self.capabilities.contains(&(it as u32)));
        asked.fold(Narrow::default(), |granted, &it| granted.union(narrow::granted(it as u32)))
    }

    /// Asks for arithmetic on the types of 8 or 16 bits that are computed with, and on those that no storage capability
    /// brings.
    pub(crate) fn complete(&mut self, computed: Narrow) {
        for capability in computed.capabilities() {
            self.capability(capability);
        }
        for scalar in std::mem::take(&mut self.small) {
            let (arithmetic, storage): (Capability, &[u32]) = match scalar {
                Scalar::F16 => (Capability::Float16, STORAGE_16),
                Scalar::I16 | Scalar::U16 => (Capability::Int16, STORAGE_16),
                _ => (Capability::Int8, STORAGE_8),
            };
            if !self.capabilities.iter().any(|number| storage.contains(number)) {
                self.capability(arithmetic);
            }
        }
    }

    /// A requirement that the version cannot meet with any extension.
    pub(crate) fn too_new(&self) -> Option<(&'static str, Option<Span>)> {
        let too_new = |&(first, last, version, what): &(u32, u32, Version, &'static str)| {
            let asked = self.capabilities.iter().position(|&number| (first..=last).contains(&number));
            let asked = asked.filter(|_| self.version < version)?;
            Some((what, self.places.get(asked).copied().flatten()))
        };
        NEEDS.iter().find_map(too_new)
    }

    /// The extensions, in ascending order.
    pub(crate) fn extensions(&self) -> impl Iterator<Item = &'m str> + '_ {
        self.extensions.iter().copied()
    }
}

/// Adds an item to an ascending list; gives whether it is new.
fn insert<T: Ord>(list: &mut Vec<T>, item: T) -> bool {
    match list.binary_search(&item) {
        Ok(_) => false,
        Err(position) => {
            list.insert(position, item);
            true
        }
    }
}

/// Capabilities that bring another one; only those that are likely to meet.
pub(crate) static IMPLIED: &[(Capability, Capability)] = &[
    (Capability::Geometry, Capability::Shader),
    (Capability::Tessellation, Capability::Shader),
    (Capability::RayTracingKHR, Capability::Shader),
    (Capability::RayTracingNV, Capability::Shader),
    (Capability::MeshShadingEXT, Capability::Shader),
    (Capability::MeshShadingNV, Capability::Shader),
    (Capability::ImageRect, Capability::SampledRect),
    (Capability::ImageCubeArray, Capability::SampledCubeArray),
    (Capability::Image1D, Capability::Sampled1D),
    (Capability::ImageBuffer, Capability::SampledBuffer),
    (Capability::StorageUniform16, Capability::StorageBuffer16BitAccess),
    (Capability::UniformAndStorageBuffer8BitAccess, Capability::StorageBuffer8BitAccess),
];

/// The capability and the extension for tracing rays, and those that it began with.
const RAY_TRACING: (u32, &str) = (4479, "SPV_KHR_ray_tracing");
const RAY_TRACING_NV: (u32, &str) = (5340, "SPV_NV_ray_tracing");

/// The same for hit objects.
const HIT_OBJECTS: (u32, &str) = (5388, "SPV_EXT_shader_invocation_reorder");
const HIT_OBJECTS_NV: (u32, &str) = (5383, "SPV_NV_shader_invocation_reorder");

/// The capabilities of the two ways to make meshes.
const MESHES: u32 = 5283;
const MESHES_NV: u32 = 5266;

/// The same for operations on cooperative matrices, whose capabilities mostly are one.
const MATRICES: &str = "SPV_EXT_cooperative_matrix_maintenance1";
const MATRICES_NV: &str = "SPV_NV_cooperative_matrix2";

/// Capabilities for types of 16 bits in memory.
const STORAGE_16: &[u32] = &[4430, 4433, 4434, 4435, 4436];

/// The same of 8 bits.
const STORAGE_8: &[u32] = &[4429, 4448, 4449, 4450];

/// Capabilities (from, to) that need a version of SPIR-V.
static NEEDS: &[(u32, u32, Version, &str)] = &[
    (61, 68, Version::V1_3, "subgroup operations"),
    (4428, 4430, Version::V1_4, "shared blocks"),
    (4473, 4473, Version::V1_4, "descriptor heaps"),
    (4479, 4479, Version::V1_4, "ray tracing"),
    (4484, 4486, Version::V1_4, "image processing"),
    (4498, 4498, Version::V1_4, "image processing"),
    (4543, 4544, Version::V1_4, "image processing"),
    (5283, 5283, Version::V1_4, "mesh shading"),
    (5345, 5346, Version::V1_3, "Vulkan's memory model"),
    (6026, 6026, Version::V1_3, "subgroup operations"),
];

/// Extensions by the version of SPIR-V that took them in.
static CORE_SINCE: &[(&str, Version)] = &[
    ("SPV_KHR_16bit_storage", Version::V1_3),
    ("SPV_KHR_device_group", Version::V1_3),
    ("SPV_KHR_multiview", Version::V1_3),
    ("SPV_KHR_shader_draw_parameters", Version::V1_3),
    ("SPV_KHR_storage_buffer_storage_class", Version::V1_3),
    ("SPV_KHR_variable_pointers", Version::V1_3),
    ("SPV_KHR_8bit_storage", Version::V1_5),
    ("SPV_EXT_descriptor_indexing", Version::V1_5),
    ("SPV_EXT_shader_viewport_index_layer", Version::V1_5),
    ("SPV_KHR_physical_storage_buffer", Version::V1_5),
    ("SPV_KHR_vulkan_memory_model", Version::V1_5),
    ("SPV_EXT_demote_to_helper_invocation", Version::V1_6),
    ("SPV_KHR_integer_dot_product", Version::V1_6),
    ("SPV_KHR_terminate_invocation", Version::V1_6),
];

/// Extensions by their capabilities (from, to), ascending.
static EXTENSIONS: &[(u32, u32, &str)] = &[
    (4165, 4165, "SPV_ARM_core_builtins"),
    (4166, 4168, "SPV_EXT_shader_tile_image"),
    (4174, 4176, "SPV_ARM_tensors"),
    (4212, 4213, "SPV_EXT_float8"),
    (4228, 4232, "SPV_EXT_ocp_microscaling_types"),
    (4422, 4422, "SPV_KHR_fragment_shading_rate"),
    (4423, 4423, "SPV_KHR_shader_ballot"),
    (4427, 4427, "SPV_KHR_shader_draw_parameters"),
    (4428, 4430, "SPV_KHR_workgroup_memory_explicit_layout"),
    (4431, 4431, "SPV_KHR_subgroup_vote"),
    (4433, 4436, "SPV_KHR_16bit_storage"),
    (4437, 4437, "SPV_KHR_device_group"),
    (4439, 4439, "SPV_KHR_multiview"),
    (4447, 4447, "SPV_KHR_post_depth_coverage"),
    (4448, 4450, "SPV_KHR_8bit_storage"),
    (4472, 4472, "SPV_KHR_ray_query"),
    (4473, 4473, "SPV_KHR_untyped_pointers"),
    (4479, 4479, "SPV_KHR_ray_tracing"),
    (4484, 4486, "SPV_QCOM_image_processing"),
    (4495, 4495, "SPV_QCOM_tile_shading"),
    (4496, 4496, "SPV_QCOM_cooperative_matrix_conversion"),
    (4498, 4498, "SPV_QCOM_image_processing2"),
    (4539, 4539, "SPV_QCOM_multiple_wait_queues"),
    (4543, 4544, "SPV_QCOM_image_processing3"),
    (5008, 5008, "SPV_AMD_gpu_shader_half_float_fetch"),
    (5009, 5009, "SPV_AMD_texture_gather_bias_lod"),
    (5010, 5010, "SPV_AMD_shader_fragment_mask"),
    (5013, 5013, "SPV_EXT_shader_stencil_export"),
    (5015, 5015, "SPV_AMD_shader_image_load_store_lod"),
    (5016, 5016, "SPV_EXT_shader_image_int64"),
    (5055, 5055, "SPV_KHR_shader_clock"),
    (5087, 5087, "SPV_KHR_quad_control"),
    (5116, 5118, "SPV_KHR_bfloat16"),
    (5120, 5120, "SPV_KHR_abort"),
    (5128, 5128, "SPV_EXT_descriptor_heap"),
    (5146, 5146, "SPV_KHR_constant_data"),
    (5249, 5249, "SPV_NV_sample_mask_override_coverage"),
    (5251, 5251, "SPV_NV_geometry_shader_passthrough"),
    (5254, 5254, "SPV_EXT_shader_viewport_index_layer"),
    (5255, 5255, "SPV_NV_viewport_array2"),
    (5259, 5259, "SPV_NV_stereo_view_rendering"),
    (5260, 5260, "SPV_NVX_multiview_per_view_attributes"),
    (5265, 5265, "SPV_EXT_fragment_fully_covered"),
    (5266, 5266, "SPV_NV_mesh_shader"),
    (5283, 5283, "SPV_EXT_mesh_shader"),
    (5284, 5284, "SPV_KHR_fragment_shader_barycentric"),
    (5288, 5288, "SPV_NV_compute_shader_derivatives"),
    (5291, 5291, "SPV_EXT_fragment_invocation_density"),
    (5297, 5297, "SPV_NV_shader_subgroup_partitioned"),
    (5301, 5312, "SPV_EXT_descriptor_indexing"),
    (5336, 5336, "SPV_KHR_ray_tracing_position_fetch"),
    (5340, 5340, "SPV_NV_ray_tracing"),
    (5341, 5341, "SPV_NV_ray_tracing_motion_blur"),
    (5347, 5347, "SPV_KHR_physical_storage_buffer"),
    (5350, 5350, "SPV_KHR_compute_shader_derivatives"),
    (5357, 5357, "SPV_NV_cooperative_matrix"),
    (5363, 5363, "SPV_EXT_fragment_shader_interlock"),
    (5372, 5372, "SPV_EXT_fragment_shader_interlock"),
    (5373, 5373, "SPV_NV_shader_sm_builtins"),
    (5378, 5378, "SPV_EXT_fragment_shader_interlock"),
    (5379, 5379, "SPV_EXT_demote_to_helper_invocation"),
    (5380, 5380, "SPV_NV_displacement_micromap"),
    (5381, 5381, "SPV_EXT_opacity_micromap"),
    (5383, 5383, "SPV_NV_shader_invocation_reorder"),
    (5388, 5388, "SPV_EXT_shader_invocation_reorder"),
    (5391, 5391, "SPV_KHR_ray_tracing_position_fetch"),
    (5394, 5394, "SPV_NV_cooperative_vector"),
    (5404, 5404, "SPV_NV_shader_atomic_fp16_vector"),
    (5409, 5409, "SPV_NV_displacement_micromap"),
    (5418, 5419, "SPV_NV_linear_swept_spheres"),
    (5423, 5423, "SPV_NV_push_constant_bank"),
    (5425, 5425, "SPV_EXT_long_vector"),
    (5426, 5426, "SPV_EXT_shader_64bit_indexing"),
    (5431, 5431, "SPV_NV_cooperative_matrix2"),
    (5433, 5434, "SPV_NV_cooperative_matrix2"),
    (5435, 5435, "SPV_NV_cooperative_vector"),
    (5437, 5437, "SPV_NV_cluster_acceleration_structure"),
    (5439, 5439, "SPV_NV_tensor_addressing"),
    (5447, 5447, "SPV_NV_cooperative_matrix_decode_vector"),
    (5612, 5613, "SPV_EXT_shader_atomic_float_min_max"),
    (5616, 5616, "SPV_EXT_shader_atomic_float_min_max"),
    (5629, 5629, "SPV_KHR_expect_assume"),
    (6019, 6019, "SPV_KHR_integer_dot_product"),
    (6020, 6020, "SPV_KHR_ray_cull_mask"),
    (6022, 6022, "SPV_KHR_cooperative_matrix"),
    (6024, 6024, "SPV_EXT_replicated_composites"),
    (6026, 6026, "SPV_KHR_subgroup_rotate"),
    (6032, 6032, "SPV_KHR_opacity_micromap"),
    (6033, 6034, "SPV_EXT_shader_atomic_float_add"),
    (6095, 6095, "SPV_EXT_shader_atomic_float16_add"),
    (6141, 6141, "SPV_EXT_split_barrier"),
];

#[cfg(test)]
mod tests {
    use super::{EXTENSIONS, Requirements};
    use crate::options::{Options, Version};
    use spirv::Capability;

    fn of(version: Version) -> Options {
        Options { version: version.into(), ..Options::default() }
    }

    #[test]
    fn extensions_are_sorted() {
        assert!(EXTENSIONS.iter().all(|row| row.0 <= row.1));
        assert!(EXTENSIONS.windows(2).all(|pair| pair[0].1 < pair[1].0));
    }

    #[test]
    fn implied_capabilities_and_core_extensions_are_left_out() {
        let mut requirements = Requirements::new(&of(Version::V1_3));
        requirements.capability(Capability::Shader);
        requirements.capability(Capability::Geometry);
        requirements.capability(Capability::MultiView);
        let expected = [Capability::Geometry as u32, Capability::MultiView as u32];
        assert!(requirements.capabilities().eq(expected));
        assert_eq!(requirements.extensions().count(), 0);
        let mut older = Requirements::new(&of(Version::V1_0));
        older.capability(Capability::MultiView);
        assert_eq!(older.extensions().collect::<Vec<_>>(), ["SPV_KHR_multiview"]);
    }
}
