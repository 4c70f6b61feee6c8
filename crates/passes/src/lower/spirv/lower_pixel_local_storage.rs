//! Planes and blocks of pixel local storage become storage images, or what the options of `local_pixel_storage` say, as neither Vulkan nor
//! OpenGL has them in SPIR-V.

use crate::framework::session::Session;
use crate::framework::settings::Settings;
use crate::translate::local_pixel_storage::{blocks, lower_all, planes};
use vitrum_ir::{Module, Stage};

/// True if a fragment shader has some.
pub(crate) fn is_needed(module: &Module, _settings: &Settings) -> bool {
    module.stage == Stage::Fragment
        && module.entry.is_some()
        && (planes::is_used(module) || blocks::is_used(module) || blocks::has_output_formats(module))
}

/// Lowers all of them; gives their number.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    lower_all(module, session)
}
