//! Initialisers of shared memory become stores by all invocations of a workgroup, and a barrier.
//!
//! ```text
//! global @a: array<f32, 100> shared = null array<f32, 100>     =>    global @a: array<f32, 100> shared
//!                                                                   (a loop of each invocation over some elements)
//!                                                                   intrinsic.control_barrier 2u32, 2u32, 264u32
//! ```
//!
//! The stores are those of `initialize_shared_memory`, which gives a value to memory that has none.
//!
//! NIR: `nir_zero_initialize_shared_memory`.

use crate::framework::session::Session;
use crate::framework::settings::Settings;
use crate::safety::initialize_shared_memory::{has_initializers, store_initializers};
use vitrum_ir::Module;

/// True if there are such initialisers.
pub(crate) fn is_needed(module: &Module, _: &Settings) -> bool {
    has_initializers(module)
}

/// Lowers them; gives their number.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    store_initializers(module, session)
}
