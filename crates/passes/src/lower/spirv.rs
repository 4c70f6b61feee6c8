//! Lowerings for SPIR-V: what Vulkan and OpenGL lack of GLSL.

pub(crate) mod fixed_function;
pub(crate) mod flatten_arrays;
pub(crate) mod lower_atomic_counters;
pub(crate) mod lower_fragment_ordering;
pub(crate) mod lower_framebuffer_fetch;
pub(crate) mod lower_pixel_local_storage;
pub(crate) mod lower_rectangle_textures;
pub(crate) mod rename_builtins;
pub(crate) mod trim_blocks;
pub(crate) mod widen_masks;
