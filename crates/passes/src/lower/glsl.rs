//! Lowerings for GLSL text: what a version of GLSL lacks.

pub(crate) mod drop_layouts;
pub(crate) mod drop_redeclarations;
pub(crate) mod fill_empty_structs;
pub(crate) mod flatten_integers;
pub(crate) mod flatten_nested_arrays;
pub(crate) mod gather_builtins;
pub(crate) mod hold_constants;
pub(crate) mod index_by_invocation;
pub(crate) mod keep_precision;
pub(crate) mod lower_fragment_outputs;
pub(crate) mod lower_interlocks;
pub(crate) mod lower_nonsquare_matrices;
pub(crate) mod lower_number_choices;
pub(crate) mod lower_operators;
pub(crate) mod lower_switches;
pub(crate) mod lower_unsigned;
mod nest_breaks;
pub(crate) mod pass_places;
pub(crate) mod place_outputs;
pub(crate) mod rename_builtins;
pub(crate) mod select_resources;
pub(crate) mod settle_layouts;
pub(crate) mod settle_undefined;
pub(crate) mod split_interface_copies;
pub(crate) mod split_interface_structs;
pub(crate) mod store_elements;
