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
use vitrum_glsl::builtins::variables::VARIABLES;
use vitrum_glsl::version::Version;
use vitrum_ir::{BuiltIn, Module, Stage};

/// True if the target is a chosen version.
pub(crate) fn is_needed(_: &Module, settings: &Settings) -> bool {
    settings.chosen_glsl().is_some()
}

/// Renames them; gives the number of names.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let Some(target) = session.settings.chosen_glsl() else { return 0 };
    let vulkan = session.settings.vulkan;
    // Ray tracing has an instance of its own.
    let counts = module.stage == Stage::Vertex;
    let mut count = 0;
    for data in module.globals.values_mut() {
        let Some(builtin) = data.decorations.builtin else { continue };
        let (builtin, name) = match builtin {
            BuiltIn::VertexId if counts && vulkan => (BuiltIn::VertexIndex, "gl_VertexIndex"),
            BuiltIn::InstanceId if counts && vulkan => (BuiltIn::InstanceIndex, "gl_InstanceIndex"),
            BuiltIn::VertexIndex if counts && !vulkan => (BuiltIn::VertexId, "gl_VertexID"),
            BuiltIn::InstanceIndex if counts && !vulkan => (BuiltIn::InstanceId, "gl_InstanceID"),
            BuiltIn::InstanceId => (builtin, "gl_InstanceID"),
            BuiltIn::FragDepth | BuiltIn::BoundingBox | BuiltIn::BaryCoord | BuiltIn::BaryCoordNoPersp => {
                match own_name(builtin, target.version) {
                    Some(name) => (builtin, name),
                    None => continue,
                }
            }
            _ => continue,
        };
        let name = module.names.intern(name);
        count += usize::from((data.decorations.builtin, data.name) != (Some(builtin), name));
        (data.decorations.builtin, data.name) = (Some(builtin), name);
    }
    count
}

/// The name of a variable in a version, or else that of the first extension that the version can request.
fn own_name(builtin: BuiltIn, version: Version) -> Option<&'static str> {
    let rows = || VARIABLES.iter().filter(|row| row.builtin == builtin);
    let requested =
        || rows().find(|row| row.since.extensions.iter().any(|extension| extension.is_requested_in(version)));
    rows().find(|row| row.since.is_in(version)).or_else(requested).map(|row| row.name)
}
