//! Rules of the language that no construct checks by itself: about the interface as a whole, about places and versions.

pub(crate) mod appendix_a;
pub(crate) mod inputs_and_outputs;
pub(crate) mod interface;
pub(crate) mod layout_placement;
pub(crate) mod memory_semantics;
pub(crate) mod sizes;
pub(crate) mod tile_images;
pub(crate) mod transform_feedback;
pub(crate) mod usage;
pub(crate) mod version_rules;
