//! Gives each output of a fragment shader a location (ESSL 3.00 section 4.3.8.2: where there are several, each says its own).

use crate::framework::session::Session;
use crate::framework::settings::Settings;
use vitrum_glsl::features::Feature;
use vitrum_ir::{GlobalData, Module, Stage, Storage, TypeData};

/// True for a fragment shader in a chosen version of ESSL from 3.00 on.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    let is_target = settings.chosen_glsl().is_some() && settings.lacks(module, Feature::UnplacedOutputs);
    is_target && module.stage == Stage::Fragment
}

/// Runs the pass; gives the number of locations.
pub(crate) fn run(module: &mut Module, _: &mut Session) -> usize {
    let types = &module.types;
    let is_output = |data: &GlobalData| data.storage == Storage::Output && data.decorations.builtin.is_none();
    let slots = |data: &GlobalData| match types.get(data.ty) {
        TypeData::Array { .. } => types.length(data.ty).unwrap_or(1),
        _ => 1,
    };
    let outputs: Vec<&GlobalData> = module.globals.values().filter(|data| is_output(data)).collect();
    if outputs.len() < 2 {
        return 0;
    }
    let placed = outputs.iter().filter_map(|data| Some((data.decorations.location?, slots(data))));
    let mut taken: Vec<(u32, u32)> = placed.collect();
    taken.sort_unstable();
    let mut taken = taken.into_iter().peekable();
    let (mut next, mut count) = (0u32, 0);
    for (_, data) in module.globals.iter_mut().filter(|(_, data)| is_output(data)) {
        if data.decorations.location.is_none() {
            let wanted = slots(data);
            while let Some((start, count)) = taken.next_if(|row| row.0 < next.saturating_add(wanted)) {
                next = next.max(start.saturating_add(count));
            }
            data.decorations.location = Some(next);
            next = next.saturating_add(wanted);
            count += 1;
        }
    }
    count
}
