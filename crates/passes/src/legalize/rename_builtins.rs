//! Built-in variables that SPIR-V knows by another name or not at all.
//!
//! ```text
//! global @gl_VertexID: i32 input builtin(vertex_id)             =>  ... builtin(vertex_index)
//! global @gl_FragColor: vec4<f32> output builtin(frag_color)    =>  ... location(0)
//! ```
//!
//! Vulkan counts vertices and instances from the draw's first one; GLSL for OpenGL does so for vertices only, and shaders
//! that are moved to Vulkan are expected to draw from instance 0.

use super::Config;
use vitrum_ir::{BuiltIn, Module, Stage, Storage};

/// Gives built-in variables the names that the target has; gives the number of changes.
pub fn rename_builtins(module: &mut Module, config: Config) -> usize {
    let mut changes = 0;
    let counts_draws = config.vulkan && module.stage == Stage::Vertex;
    for (_, data) in module.globals.iter_mut() {
        let decorations = &mut data.decorations;
        let (builtin, location, index) = match decorations.builtin {
            Some(BuiltIn::VertexId) if config.vulkan => (Some(BuiltIn::VertexIndex), None, None),
            Some(BuiltIn::InstanceId) if counts_draws => (Some(BuiltIn::InstanceIndex), None, None),
            Some(BuiltIn::FragColor | BuiltIn::FragData) if data.storage == Storage::Output => {
                (None, Some(0), None)
            }
            Some(BuiltIn::SecondaryFragColor | BuiltIn::SecondaryFragData)
                if data.storage == Storage::Output =>
            {
                (None, Some(0), Some(1))
            }
            _ => continue,
        };
        decorations.builtin = builtin;
        decorations.location = location;
        decorations.index = index;
        changes += 1;
    }
    changes
}
