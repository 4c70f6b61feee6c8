//! Which lowerings a target needs: passes do the work, and this decides by the table of features.

use crate::Target;
use vitrum_ir::Module;
use vitrum_passes::legalize::glsl::{Layouts, drop_layouts};

/// Makes a module fit for a target as far as that goes.
pub(crate) fn fit(module: &mut Module, target: Target, vulkan: bool) {
    drop_layouts(module, layouts(target, vulkan));
}

/// Which layout qualifiers a target has (GLSL 4.60 section 4.4, ESSL 3.20 section 4.4).
fn layouts(target: Target, vulkan: bool) -> Layouts {
    Layouts {
        ends: target.at_least(330, 300),
        varyings: target.at_least(410, 310),
        uniforms: target.at_least(430, 310) && !vulkan,
        bindings: target.at_least(420, 310),
        sets: vulkan,
    }
}
