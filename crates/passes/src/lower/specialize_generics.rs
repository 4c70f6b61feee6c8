//! Specialises generic functions (monomorphisation): every instance becomes a function of its own.
//!
//! ```text
//! fn &twice<$T: float>(%x: $T in) -> $T { ... }    =>  fn &twice(%x: f32 in) -> f32 { ... }
//! %y: f32 = call &twice<f32> %x                        %y: f32 = call &twice %x
//! ```
//!
//! Instances of functions that another unit defines stay, and so do exported generic functions of a unit. A module whose
//! instances exceed [`LIMIT`](vitrum_ir::generics::LIMIT) stays as it is, and no back end takes it.

use crate::framework::session::Session;
use crate::framework::settings::Settings;
use vitrum_ir::Module;
use vitrum_ir::generics::specialize;

/// True if there are generic functions.
pub(crate) fn is_needed(module: &Module, _settings: &Settings) -> bool {
    module.has_generics()
}

/// Specialises generic functions; gives the number of functions that were made.
pub(crate) fn run(module: &mut Module, _session: &mut Session) -> usize {
    specialize(module).unwrap_or(0)
}
