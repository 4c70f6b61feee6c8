//! Optimisation across stages, like NIR's `nir_opt_varyings`.
//!
//! ```text
//! vertex                                  fragment
//! global @a: vec4<f32> output             global @a: vec4<f32> input
//! store @a, (%x, 1.0, %u, %x)             %1: vec4<f32> = load @a
//!                                         ... %1.x, %1.y, %1.z, %1.w
//! ```
//!
//! becomes
//!
//! ```text
//! global @a: f32 output                   global @a: f32 input
//! store @a, %x                            %1: f32 = load @a
//!                                         ... %1, 1.0, load @u, %1
//! ```
//!
//! Each component of each varying is looked at: nothing reads it, it is always the same constant, always a copy of the same
//! uniform ([`uniforms`]), always equal to another one, or it stays ([`plan`]). Loads of the input are replaced, and the
//! variables shrink to what stays ([`apply`]); blocks, structs, matrices and arrays are split if a part of them goes. Passes
//! remove what is dead then, and the stage before is looked at, since it may have lost reads.

mod apply;
mod leaves;
mod pack;
mod plan;
mod uniforms;
mod usage;
mod values;

use super::declared::{self, Declared};
use super::{Api, ProgramStage, StageRules, follows, position};
use plan::Plan;
use uniforms::Reachable;
use vitrum_ir::edit::remove_globals;
use vitrum_ir::{Global, Storage};
use vitrum_passes::{Pipeline, RunOptions, run_pipeline};

/// Rounds over the stages, at most: what one stage loses can let another lose more.
const ROUNDS: usize = 4;

/// The ways in which stages are optimised together.
#[derive(Clone, Copy, Debug)]
pub struct CrossStage<'a> {
    /// The names of outputs that transform feedback captures, and that stay therefore; those with such qualifiers stay anyway.
    pub captured: &'a [&'a str],
    /// True if scalars and vectors of one type and interpolation share locations, by components. GLSL ES has none of these, and
    /// GLSL since 4.40.
    pub pack: bool,
    /// True if a uniform whose copy is an output is declared in the stage that reads it, if it is not yet. In Vulkan, the layout of
    /// the pipeline must let that stage see it then.
    pub import_uniforms: bool,
    /// The passes that run on a stage that has changed; none leaves dead code to the caller.
    pub pipeline: Option<&'a Pipeline>,
}

impl Default for CrossStage<'_> {
    /// Without packing, with uniforms imported and passes for speed.
    fn default() -> Self {
        let pipeline = vitrum_passes::pipeline("default");
        Self { captured: &[], pack: false, import_uniforms: true, pipeline }
    }
}

/// Optimises linked stages of a program together, and gives the number of changes. Outputs that nobody reads go, as do inputs
/// that nobody uses; constants, copies of uniforms and equal outputs are read from where they come from.
///
/// Constants and copies are seen best in stages that passes have been run on. Separable programs and units stay as they are,
/// as does everything that others can see: built-in variables, what transform feedback captures, what other invocations of a tessellation
/// control or mesh stage read, inputs `sample`. So do programs whose geometry stage passes inputs on. Stages are to be linked after this, or before without places.
pub fn optimize_stages(
    stages: &mut [ProgramStage<'_>],
    rules: &StageRules,
    options: &CrossStage<'_>,
) -> usize {
    let stays =
        |module: &vitrum_ir::Module| module.is_unit() || module.entry.is_none() || module.passes_inputs_on();
    if rules.separable || stages.iter().any(|stage| stays(stage.module)) {
        return 0;
    }
    stages.sort_by_key(|stage| position(stage.module.stage));
    let mut count = 0;
    for _ in 0..ROUNDS {
        let mut changes = 0;
        for after in (1..stages.len()).rev() {
            changes += optimize_pair(stages, after, rules, options);
        }
        count += changes;
        if changes == 0 {
            break;
        }
    }
    count += remove_unused_inputs(stages);
    if options.pack {
        (1..stages.len()).for_each(|after| count += pack(stages, after, rules));
    }
    count
}

/// Optimises a stage and the one before it.
fn optimize_pair(
    stages: &mut [ProgramStage<'_>],
    after: usize,
    rules: &StageRules,
    options: &CrossStage<'_>,
) -> usize {
    let (plan, reachable) = {
        let declarations = declared::of_stages(stages);
        let Some([before, after]) = declarations.get(after - 1..=after) else { return 0 };
        if !follows(after.stage) {
            return 0;
        }
        let reachable = Reachable::new(before, after, options.import_uniforms);
        (Plan::new(before, after, rules, options, &reachable), reachable)
    };
    let changes = plan.changes;
    let (earlier, later) = stages.split_at_mut(after);
    let (Some(before), Some(after)) = (earlier.last_mut(), later.first_mut()) else { return 0 };
    if changes > 0 {
        plan.apply(before.module, after.module, &reachable);
        for stage in [before, after] {
            if let Some(pipeline) = options.pipeline {
                // Nothing is verified, so nothing fails.
                let _ = run_pipeline(stage.module, pipeline, RunOptions::default());
            }
        }
    }
    changes
}

/// Removes the inputs of the first stage that are not used, or no longer.
fn remove_unused_inputs(stages: &mut [ProgramStage<'_>]) -> usize {
    let unused: Vec<Global> = {
        let declarations = declared::of_stages(stages);
        let Some(first) = declarations.first().filter(|first| !follows(first.stage)) else { return 0 };
        let inputs = first.user(&[Storage::Input]).filter(|input| !Declared::is_used(input));
        inputs.map(|input| input.global).collect()
    };
    if let (Some(first), false) = (stages.first_mut(), unused.is_empty()) {
        remove_globals(first.module, |global| unused.contains(&global));
    }
    unused.len()
}

/// Packs the varyings between a stage and the one before it.
fn pack(stages: &mut [ProgramStage<'_>], after: usize, rules: &StageRules) -> usize {
    let packed = {
        let declarations = declared::of_stages(stages);
        match declarations.get(after - 1..=after) {
            Some([before, after]) if follows(after.stage) => pack::plan(before, after, rules),
            _ => Vec::new(),
        }
    };
    let (earlier, later) = stages.split_at_mut(after);
    let (Some(before), Some(after)) = (earlier.last_mut(), later.first_mut()) else { return 0 };
    let mut count = 0;
    for (output, input, location, component) in packed {
        pack::place(before.module, output, location, component);
        pack::place(after.module, input, location, component);
        count += usize::from(component > 0);
    }
    count
}
