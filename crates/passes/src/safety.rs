//! Safety: passes that give a result to what GLSL leaves undefined, for shaders that nobody vouches for.

pub(crate) mod bound_indices;
pub(crate) mod bound_loops;
pub(crate) mod clamp_depth;
pub(crate) mod clamp_layer;
pub(crate) mod clamp_point_size;
pub(crate) mod define_integer_arithmetic;
pub(crate) mod initialize_memory;
pub(crate) mod initialize_shared_memory;
pub(crate) mod limit_resources;
pub(crate) mod mask_sample_mask;
pub(crate) mod outputs;
pub(crate) mod prefer_numbers;
pub(crate) mod preserve_padding;
mod switches;
mod workgroup;
pub(crate) mod zeros;

use crate::framework::rewrite::Rewriter;
use vitrum_glsl::features::Feature;
use vitrum_glsl::version::Version;

/// True if the source has no unsigned integers: those that are brought in would be replaced again when it is printed.
pub(crate) fn is_signed_only(rewriter: &Rewriter<'_>) -> bool {
    let source = rewriter.module.source;
    source.version != 0 && !Feature::Unsigned.is_in(Version::of_source(source))
}
