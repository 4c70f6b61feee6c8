//! Makes integer outputs of a vertex shader `flat`: ESSL 3.00 requires it at both ends of the interface, other versions only in the
//! stage that reads them.

use crate::framework::session::Session;
use crate::framework::settings::Settings;
use vitrum_glsl::features::Feature;
use vitrum_ir::{Interpolation, Module, Scalar, Stage, Storage};

/// True for a vertex shader in a chosen version of ESSL before 3.10.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    let is_target = settings.chosen_glsl().is_some() && settings.lacks(module, Feature::UnflatOutputs);
    is_target && module.stage == Stage::Vertex
}

/// Runs the pass; gives the number of outputs.
pub(crate) fn run(module: &mut Module, _: &mut Session) -> usize {
    let mut count = 0;
    let types = &module.types;
    for (_, global) in module.globals.iter_mut().filter(|(_, global)| global.storage == Storage::Output) {
        let ty = types.innermost(global.ty);
        if global.decorations.builtin.is_none() && types.scalar_of(ty).is_some_and(Scalar::is_integer) {
            global.decorations.interpolation = Some(Interpolation::Flat);
            count += 1;
        }
    }
    count
}
