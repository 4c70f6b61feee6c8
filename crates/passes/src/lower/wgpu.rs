//! Lowerings for naga, the shader compiler of wgpu: what it does not read of SPIR-V, or WGSL lacks.

pub(crate) mod check_wgpu;
pub(crate) mod freeze_specialization;
pub(crate) mod lower_blocks_to_words;
pub(crate) mod lower_subgroup_inputs;
pub(crate) mod lower_wgpu_operations;
pub(crate) mod mark_depth_textures;
pub(crate) mod pad_blocks;
pub(crate) mod scalarize_interface;
pub(crate) mod split_resource_arrays;
