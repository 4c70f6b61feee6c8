//! Planes of pixel local storage become storage images, or what the options of `local_pixel_storage` say, as neither Vulkan nor
//! OpenGL has them in SPIR-V.

use crate::framework::session::Session;
use crate::framework::settings::Settings;
use crate::translate::local_pixel_storage::planes;
use vitrum_ir::{Module, Stage};

/// True if a fragment shader has planes.
pub(crate) fn is_needed(module: &Module, _settings: &Settings) -> bool {
    module.stage == Stage::Fragment && module.entry.is_some() && planes::is_used(module)
}

/// Lowers all planes; gives their number.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    planes::run_all(module, session)
}
