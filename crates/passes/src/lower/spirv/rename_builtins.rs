//! Built-in variables that SPIR-V knows by another name or not at all.
//!
//! ```text
//! global @gl_VertexID: i32 input builtin(vertex_id)             =>  ... builtin(vertex_index)
//! global @gl_FragColor: vec4<f32> output builtin(frag_color)    =>  ... location(0)
//! ```
//!
//! Vulkan counts vertices and instances from the draw's first one; GLSL for OpenGL does so for vertices only, and shaders
//! that are moved to Vulkan are expected to draw from instance 0.
//!
//! A shader of GLSL for Vulkan with `GL_EXT_vulkan_glsl_relaxed` may read both variables, which become one.
//!
//! `gl_FragColor` and the first element of `gl_FragData` are the same location; where a shader names both, only one of
//! which it can write, the other keeps its name and goes nowhere. OpenGL without a fragment shader's own outputs writes
//! `gl_FragColor` to every draw buffer; SPIR-V has one location for an output, so it goes to the first attachment, and
//! whoever draws to several has to say so with `gl_FragData`.

use crate::framework::rewrite::{Action, rewrite_each};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use vitrum_ir::edit::remove_globals;
use vitrum_ir::{BuiltIn, Global, Inst, Module, Operand, Stage, Storage};

/// True if the module has built-in variables that the target knows by another name.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    let counts_draws = settings.vulkan && module.stage == Stage::Vertex;
    module.globals.values().any(|data| match data.decorations.builtin {
        Some(BuiltIn::VertexId) => settings.vulkan,
        Some(BuiltIn::InstanceId) => counts_draws,
        Some(
            BuiltIn::FragColor | BuiltIn::FragData | BuiltIn::SecondaryFragColor | BuiltIn::SecondaryFragData,
        ) => true,
        _ => false,
    })
}

/// Gives built-in variables the names that the target has; gives the number of changes.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let vulkan = session.settings.vulkan;
    let counts_draws = vulkan && module.stage == Stage::Vertex;
    let mut changes = 0;
    for (old, new, is_renamed) in [
        (BuiltIn::VertexId, BuiltIn::VertexIndex, vulkan),
        (BuiltIn::InstanceId, BuiltIn::InstanceIndex, counts_draws),
    ] {
        if is_renamed {
            changes += merge(module, session, old, new);
        }
    }
    let unused = unused_color(module);
    // GLSL has no such outputs beside declared ones; a module that has both is not for SPIR-V.
    let is_taken = module
        .globals
        .values()
        .any(|data| data.storage == Storage::Output && data.decorations.location == Some(0));
    for (id, data) in module.globals.iter_mut() {
        if unused == Some(id) {
            continue;
        }
        let decorations = &mut data.decorations;
        let (builtin, location, index) = match decorations.builtin {
            Some(BuiltIn::VertexId) if vulkan => (Some(BuiltIn::VertexIndex), None, None),
            Some(BuiltIn::InstanceId) if counts_draws => (Some(BuiltIn::InstanceIndex), None, None),
            Some(BuiltIn::FragColor | BuiltIn::FragData) => (None, Some(0), None),
            Some(BuiltIn::SecondaryFragColor | BuiltIn::SecondaryFragData) => (None, Some(0), Some(1)),
            _ => continue,
        };
        if location.is_some() && is_taken {
            continue;
        }
        decorations.builtin = builtin;
        decorations.location = location;
        decorations.index = index;
        changes += 1;
    }
    changes
}

/// Reads one built-in variable in place of another one that would get its name; gives the number of variables that go.
fn merge(module: &mut Module, session: &mut Session, old: BuiltIn, new: BuiltIn) -> usize {
    let find = |builtin| module.find_builtin(Storage::Input, builtin).filter(|row| row.1.is_none());
    let (Some((old, _)), Some((new, _))) = (find(old), find(new)) else { return 0 };
    if module.globals[old].ty != module.globals[new].ty {
        return 0;
    }
    rewrite_each(module, session, |rewriter, inst| {
        for at in 0..rewriter.function.operands(inst).len() {
            let operand = rewriter.function.operands(inst).get(at).copied();
            if operand.and_then(Operand::global) == Some(old) {
                rewriter.set_operand(inst, at, new.into());
            }
        }
        Action::Keep
    });
    remove_globals(module, |global| global == old);
    1
}

/// Of a shader that names both `gl_FragColor` and `gl_FragData`, the one that it does not use.
fn unused_color(module: &Module) -> Option<Global> {
    let named = |builtin| {
        let mut globals = module.globals.iter();
        globals.find(|(_, data)| data.decorations.builtin == Some(builtin)).map(|(id, _)| id)
    };
    let (color, data) = (named(BuiltIn::FragColor)?, named(BuiltIn::FragData)?);
    let uses_color = module.functions.values().any(|function| {
        let uses = |inst: Inst| function.operands(inst).iter().any(|operand| operand.global() == Some(color));
        function.insts.iter().any(|(inst, _)| uses(inst))
    });
    Some(if uses_color { data } else { color })
}
