//! Checks that belong to no single construct.
//!
//! | files | rules |
//! |---|---|
//! | `interface`, `inputs_and_outputs`, `transform_feedback`, `tile_images`, `pixel_local`, `pixel_local_blocks` | the interface of the stage |
//! | `layout_placement` | placement of layout qualifiers |
//! | `usage`, `memory_semantics`, `image_processing`, `passthrough`, `explicit_inputs` | use of variables and built-in functions |
//! | `sizes` | sizes of types |
//! | `version_rules`, `appendix_a`, `webgl` | single versions and APIs |
//! | `warnings` | warnings of the groups |

pub(crate) mod appendix_a;
mod explicit_inputs;
pub(crate) mod image_processing;
pub(crate) mod inputs_and_outputs;
pub(crate) mod interface;
pub(crate) mod layout_placement;
pub(crate) mod memory_semantics;
mod passthrough;
pub(crate) mod pixel_local;
pub(crate) mod pixel_local_blocks;
pub(crate) mod sizes;
pub(crate) mod tile_images;
pub(crate) mod transform_feedback;
pub(crate) mod usage;
pub(crate) mod version_rules;
pub(crate) mod warnings;
pub(crate) mod webgl;
