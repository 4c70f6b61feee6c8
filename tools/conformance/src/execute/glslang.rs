//! The same program through glslang, to tell a driver's fault from ours: it compiles the GLSL that vitrum prints of the
//! linked stages, so that bindings and locations are the same.

use vitrum::ir::{BuiltIn, Module};

use super::link::Joining;
use crate::glslang;

/// SPIR-V of every stage, by glslang.
pub(crate) fn compile(modules: &[Module], joining: Joining) -> Result<Vec<Vec<u32>>, String> {
    super::link::legalized(modules, joining)?.iter().map(one).collect()
}

/// Names of generated blocks behind `gl_`.
const MADE: &[&str] = &["DefaultUniformBlock", "FixedFunctionState", "AtomicCounterBlock"];

fn one(module: &Module) -> Result<Vec<u32>, String> {
    let mut module = module.clone();
    rename(&mut module);
    let module = &module;
    let options = vitrum::GlslOptions {
        vulkan: true,
        target: Some(vitrum::Version::desktop(460)),
        ..vitrum::GlslOptions::default()
    };
    let text = vitrum_backend_glsl::emit(module, &options).map_err(|error| error.to_string())?;
    glslang::spirv(&text, module.stage, &["-V", "--target-env", "vulkan1.3"], &[])
}

/// Gives everything that was made for Vulkan a name that not only the language may give: blocks with their members, and
/// variables of the compatibility profile, which have locations by now.
fn rename(module: &mut Module) {
    let all: Vec<_> = module.structs.iter().map(|(id, _)| id).collect();
    for id in all {
        let name = module.names.get(module.structs[id].name).to_owned();
        let rest = name.strip_prefix("gl_").filter(|rest| MADE.iter().any(|made| rest.starts_with(made)));
        let Some(rest) = rest else { continue };
        module.structs[id].name = module.names.intern(rest);
        for index in 0..module.structs[id].members.len() {
            let Some(member) = module.structs[id].members.get(index) else { continue };
            let name = own(module.names.get(member.name)).map(|name| module.names.intern(&name));
            if let (Some(name), Some(member)) = (name, module.structs[id].members.get_mut(index)) {
                member.name = name;
            }
        }
    }
    let all: Vec<_> = module.globals.iter().map(|(id, _)| id).collect();
    for id in all {
        let data = &module.globals[id];
        // GLSL for Vulkan has other names for these.
        let name = match data.decorations.builtin {
            Some(BuiltIn::VertexId | BuiltIn::VertexIndex) => Some("gl_VertexIndex"),
            Some(BuiltIn::InstanceId | BuiltIn::InstanceIndex) => Some("gl_InstanceIndex"),
            _ => None,
        };
        if let Some(name) = name {
            module.globals[id].name = module.names.intern(name);
        } else if data.decorations.builtin.is_none()
            && data.block.is_none()
            && let Some(name) = own(module.names.get(data.name))
        {
            module.globals[id].name = module.names.intern(&name);
        }
    }
}

/// A name of the language as one of ours.
fn own(name: &str) -> Option<String> {
    name.strip_prefix("gl_").map(|rest| format!("made_{rest}"))
}

/// The verdict of a run of glslang's module on a failure.
pub(crate) fn verdict(result: &Result<Result<(), String>, String>) -> String {
    match result {
        Ok(Ok(())) => " (glslang's is right)".to_owned(),
        Ok(Err(_)) => " (glslang's fails alike)".to_owned(),
        Err(reason) => format!(" (glslang has none: {})", super::forms::first_line(reason)),
    }
}
