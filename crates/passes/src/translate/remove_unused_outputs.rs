//! Removes outputs that nothing behind the shader takes: targets that the framebuffer lacks, or varyings that no stage reads.
//!
//! ```text
//! global @a: vec4<f32> output location(0)         global @a: vec4<f32> output location(0)
//! global @b: vec4<f32> output location(1)    =>   global @b: vec4<f32> private
//! ```
//!
//! `locations` lists those that are there; without it, outputs that the shader never writes go. What is stored stays in a private
//! variable, which the optimiser removes. An array of outputs keeps the elements that are there. Outputs that transform feedback
//! captures stay, as do blocks, and outputs that other invocations read.
//!
//! ANGLE: `RemoveUnreferencedVariables`; NIR: `nir_remove_unused_io_vars`; spirv-opt: `--eliminate-dead-output-stores`; Tint and naga
//! have none.

use super::outputs::{add_beside, color_location, elements, hide, is_written};
use super::reads::remove_reported;
use crate::framework::notes::{Renamed, Role};
use crate::framework::rewrite::insert_at_returns;
use crate::framework::session::Session;
use crate::framework::settings::{PassOption, Settings};
use vitrum_ir::{Global, Module, Op, Stage};

/// Options of `remove_unused_outputs`.
#[derive(Clone, Debug, Default)]
pub struct RemoveUnusedOutputs {
    /// The locations that are there; `None` if outputs go that the shader never writes.
    pub locations: Option<Vec<u32>>,
}

pub(crate) const OPTIONS: &[PassOption] = &[PassOption {
    name: "locations",
    values: "N,...",
    summary: "locations that the framebuffer or the next stage has; by default all that the shader writes",
    set: |options, text| {
        let locations: Option<Vec<u32>> =
            text.split(',').filter(|it| !it.is_empty()).map(|it| it.trim().parse().ok()).collect();
        let locations = locations?;
        options.change::<RemoveUnusedOutputs>(|it| it.locations = Some(locations));
        Some(())
    },
}];

/// Stages whose outputs no other invocation sees.
const STAGES: [Stage; 4] = [Stage::Vertex, Stage::TessEvaluation, Stage::Geometry, Stage::Fragment];

/// An output and the locations of its elements that stay.
struct Unused {
    output: Global,
    kept: Vec<(u32, u32)>,
}

/// The outputs of which not all is kept.
fn find(module: &Module, options: &RemoveUnusedOutputs) -> Vec<Unused> {
    if !STAGES.contains(&module.stage) {
        return Vec::new();
    }
    let candidates = module.globals.iter().filter_map(|(id, data)| {
        let location = color_location(data)?;
        let is_captured = data.decorations.xfb_offset.is_some() || data.decorations.offset.is_some();
        (!is_captured).then_some((id, location))
    });
    let unused = candidates.filter_map(|(output, first)| {
        let Some(locations) = &options.locations else {
            return (!is_written(module, output)).then(|| Unused { output, kept: Vec::new() });
        };
        let ty = module.globals[output].ty;
        let is_there = |location: u32| locations.contains(&location);
        if module.stage != Stage::Fragment {
            // A varying of several locations is one.
            let count = crate::location_count(module, ty, false);
            let kept = (first..first.saturating_add(count)).any(is_there);
            return (!kept).then(|| Unused { output, kept: Vec::new() });
        }
        let (_, count) = elements(module, ty);
        let locations = |index: u32| (index, first.saturating_add(index));
        let kept: Vec<(u32, u32)> = (0..count).map(locations).filter(|row| is_there(row.1)).collect();
        (kept.len() < count as usize).then_some(Unused { output, kept })
    });
    unused.collect()
}

/// True if an output goes, or a part of one.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    !find(module, &settings.options.get::<RemoveUnusedOutputs>()).is_empty()
}

/// Removes outputs; gives their number.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let options = session.settings().options.get::<RemoveUnusedOutputs>();
    let unused = find(module, &options);
    let mut writes = Vec::new();
    for Unused { output, kept } in &unused {
        let Some(copy) = hide(module, session, *output) else { return 0 };
        let data = module.globals[*output].clone();
        let (element, _) = elements(module, data.ty);
        let name = module.names.get(data.name).to_owned();
        for &(index, location) in kept {
            let to = format!("{name}_{index}");
            let single = add_beside(module, &to, &data, element, location);
            session.add_renamed(vec![Renamed::new(Role::Output, name.clone(), to)]);
            writes.push((copy, index, single));
        }
    }
    if let Some(entry) = module.entry.filter(|_| !writes.is_empty()) {
        insert_at_returns(module, entry, session, |rewriter| {
            for &(copy, index, single) in &writes {
                let index = rewriter.module_mut().constants.i32(index as i32);
                let part = rewriter.access(copy, &[index.into()]);
                let value = rewriter.op(Op::Load, &[part]);
                rewriter.store(single, value);
            }
        });
    }
    let gone: Vec<Global> = unused.iter().map(|row| row.output).collect();
    remove_reported(module, session, &gone);
    gone.len()
}
