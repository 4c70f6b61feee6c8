//! Blocks whose layout is left to the implementation get `std140`: WebGL and Vulkan have no other for them, and an application
//! that asks for the offsets of members gets the same answer.

use crate::framework::session::Session;
use crate::framework::settings::Settings;
use vitrum_ir::{LayoutRule, Module};

/// True for a chosen version of ESSL and for Vulkan GLSL.
pub(crate) fn is_needed(_: &Module, settings: &Settings) -> bool {
    settings.chosen_glsl().is_some_and(|target| target.version.is_es() || settings.vulkan)
}

/// Runs the pass; gives the number of blocks.
pub(crate) fn run(module: &mut Module, _: &mut Session) -> usize {
    let mut count = 0;
    for (_, global) in module.globals.iter_mut() {
        if matches!(global.block, Some(LayoutRule::Shared | LayoutRule::Packed)) {
            global.block = Some(LayoutRule::Std140);
            count += 1;
        }
    }
    count
}
