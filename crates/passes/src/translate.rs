//! Translation: passes that move a shader from one API to another, its coordinates, interfaces, resources and names.

pub(crate) mod adjust_depth_range;
pub(crate) mod broadcast_fragment_color;
pub(crate) mod capture_feedback;
pub(crate) mod demote_all_discards;
pub(crate) mod emulate_blend;
pub(crate) mod emulate_instance_base;
pub(crate) mod emulate_multi_draw;
mod exits;
pub(crate) mod expand_outputs;
pub(crate) mod flip_y;
pub(crate) mod inline_opaque_parameters;
pub(crate) mod length_from_uniform;
pub(crate) mod local_pixel_storage;
pub(crate) mod lower_external_textures;
pub(crate) mod number_views;
mod outputs;
pub(crate) mod parameters;
pub(crate) mod pull_vertices;
pub(crate) mod reads;
pub(crate) mod remap_bindings;
pub(crate) mod remap_locations;
pub(crate) mod remove_unused_outputs;
pub(crate) mod remove_unused_resources;
pub(crate) mod rename_symbols;
pub(crate) mod rotate_surface;
pub(crate) mod size_from_uniform;
pub(crate) mod sizes;
pub(crate) mod specialize;
mod surface;
mod vertex_formats;

pub use surface::SurfaceParts;
