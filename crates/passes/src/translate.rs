//! Translation: passes that move a shader from one API to another, its coordinates, interfaces, resources and names.

pub(crate) mod demote_all_discards;
pub(crate) mod emulate_blend;
pub(crate) mod inline_opaque_parameters;
pub(crate) mod local_pixel_storage;
pub(crate) mod lower_external_textures;
pub(crate) mod rename_symbols;
