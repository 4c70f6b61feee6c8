//! Drops redeclarations of built-in variables and blocks where a version does not allow them. The variables stay.

use super::drop_layouts::has_depth_layout;
use crate::framework::session::Session;
use crate::framework::settings::{GlslSettings, Settings};
use vitrum_glsl::features::Feature;
use vitrum_ir::{BuiltIn, GlobalData, Module, Qualifiers, Stage};

/// True if the target is a chosen version.
pub(crate) fn is_needed(_: &Module, settings: &Settings) -> bool {
    settings.chosen_glsl().is_some()
}

/// Runs the pass; gives the number of redeclarations.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let Some(target) = session.settings.chosen_glsl() else { return 0 };
    let found = module.globals_that(|data| {
        data.decorations.qualifiers.contains(Qualifiers::REDECLARED) && is_dropped(module, data, target)
    });
    for &id in &found {
        module.globals[id].decorations.qualifiers.remove(Qualifiers::REDECLARED);
    }
    found.len()
}

/// True if the target does not take the declaration of a built-in variable or block.
fn is_dropped(module: &Module, data: &GlobalData, target: GlslSettings) -> bool {
    match data.decorations.builtin {
        Some(BuiltIn::FragCoord) => target.lacks(module, Feature::FragCoordLayout),
        Some(BuiltIn::FragDepth) => !has_depth_layout(module, target),
        _ => data.block.is_some() && !keeps_blocks(module, target) && is_builtin_block(module, data),
    }
}

/// True if the target takes blocks of built-in variables: ESSL does not, nor do tessellation stages by extension.
fn keeps_blocks(module: &Module, target: GlslSettings) -> bool {
    let is_tessellation = matches!(module.stage, Stage::TessControl | Stage::TessEvaluation);
    !(target.version.is_es() || is_tessellation && !Feature::PerVertexBlock.is_in(target.version))
}

fn is_builtin_block(module: &Module, data: &GlobalData) -> bool {
    module.members(module.types.innermost(data.ty)).iter().any(|member| member.decorations.builtin.is_some())
}
