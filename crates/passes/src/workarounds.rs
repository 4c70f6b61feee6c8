//! Workarounds: passes that avoid faults of drivers. None is in a pipeline; `compile` runs those that are asked for behind the
//! optimiser, which would undo some.

pub(crate) mod copy_structs_by_members;
mod members;
pub(crate) mod offset_texel_fetches;
pub(crate) mod pack_in_high_precision;
pub(crate) mod pass_matrices_by_address;
pub(crate) mod rewrite_constructors;
pub(crate) mod rewrite_cube_gradients;
pub(crate) mod rewrite_do_while;
pub(crate) mod rewrite_dynamic_indexing;
pub(crate) mod rewrite_row_major;
pub(crate) mod rewrite_unary_minus;
pub(crate) mod scalarize_min_max;
pub(crate) mod wrap_switches;
