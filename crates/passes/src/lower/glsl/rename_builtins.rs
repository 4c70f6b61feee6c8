//! Built-in variables get the names that the target knows them by.
//!
//! ```text
//! global @gl_VertexIndex: i32 input builtin(vertex_index)    =>  global @gl_VertexID: i32 input builtin(vertex_id)
//! ```
//!
//! Vulkan and OpenGL count vertices and instances by different names. Some versions know a variable by the name that an
//! extension gave it.

use crate::framework::session::Session;
use crate::framework::settings::Settings;
use vitrum_glsl::version::Version;
use vitrum_ir::{BuiltIn, Module};

/// True if the target is a chosen version.
pub(crate) fn is_needed(_: &Module, settings: &Settings) -> bool {
    settings.chosen_glsl().is_some()
}

/// Renames them; gives the number of names.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let Some(target) = session.settings.chosen_glsl() else { return 0 };
    let count = rename_counters(module, session.settings.vulkan);
    count + rename_extended(module, target.version == Version::ES_DEFAULT)
}

/// Gives the built-in variables that count vertices and instances the names that they have in Vulkan, or those that
/// they have in OpenGL; gives how many.
fn rename_counters(module: &mut Module, vulkan: bool) -> usize {
    if module.stage != vitrum_ir::Stage::Vertex {
        // Ray tracing has an instance of its own.
        return 0;
    }
    let mut renames = Vec::new();
    for (id, data) in module.globals.iter() {
        let (builtin, name) = match (data.decorations.builtin, vulkan) {
            (Some(BuiltIn::VertexId), true) => (BuiltIn::VertexIndex, "gl_VertexIndex"),
            (Some(BuiltIn::InstanceId), true) => (BuiltIn::InstanceIndex, "gl_InstanceIndex"),
            (Some(BuiltIn::VertexIndex), false) => (BuiltIn::VertexId, "gl_VertexID"),
            (Some(BuiltIn::InstanceIndex), false) => (BuiltIn::InstanceId, "gl_InstanceID"),
            _ => continue,
        };
        renames.push((id, builtin, name));
    }
    for &(id, builtin, name) in &renames {
        let name = module.names.intern(name);
        let data = &mut module.globals[id];
        data.name = name;
        data.decorations.builtin = Some(builtin);
    }
    renames.len()
}

/// Gives built-in variables that extensions brought to some versions the names that they have in others: `old` for
/// ESSL 1.00. Gives how many.
fn rename_extended(module: &mut Module, old: bool) -> usize {
    let mut renames = Vec::new();
    for (id, data) in module.globals.iter() {
        let name = match (data.decorations.builtin, old) {
            (Some(BuiltIn::FragDepth), true) => "gl_FragDepthEXT",
            (Some(BuiltIn::FragDepth), false) => "gl_FragDepth",
            (Some(BuiltIn::InstanceId), _) => "gl_InstanceID",
            _ => continue,
        };
        if module.names.get(data.name) != name {
            renames.push((id, name));
        }
    }
    for &(id, name) in &renames {
        module.globals[id].name = module.names.intern(name);
    }
    renames.len()
}
