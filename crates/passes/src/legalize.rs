//! Lowerings that make a module fit for SPIR-V: what a back end would else have to decide.
//!
//! [`for_spirv`] runs them in order. What is chosen for the author (locations, bindings) comes back as [`Assigned`], so
//! that a caller can say so.

mod assign_locations;
mod gather_uniforms;
mod parts;
mod rename_builtins;

pub use assign_locations::{Assigned, Slot, assign_locations};
pub use gather_uniforms::gather_uniforms;
pub use rename_builtins::rename_builtins;

use vitrum_ir::Module;

/// What the module is made fit for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// Vulkan, else OpenGL.
    pub vulkan: bool,
}

/// Makes a module fit for SPIR-V; gives what was assigned, in order of declaration.
pub fn for_spirv(module: &mut Module, config: Config) -> Vec<Assigned> {
    rename_builtins(module, config);
    if config.vulkan {
        gather_uniforms(module);
    }
    assign_locations(module, config)
}
