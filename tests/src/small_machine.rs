//! The small machine: 16 registers of 32 bits a lane, memory in bytes, slots for inputs and outputs, resources by index; no wide
//! numbers, no division, no arithmetic on vectors. Variables that are indexed lie in scratch memory and, a second time, in
//! registers with an index.
//!
//! Every shader of the suite that the interpreter runs is lowered to the form of the least machine, its values get registers by
//! [`vitrum_passes::allocate`], and this machine executes it: with operations of its own on words, and errors for everything that it
//! lacks. It shares nothing with the reference interpreter but the made-up inputs and the comparison of results.

mod alu;
mod core;
mod host;
mod images;
mod subgroups;

use libtest_mimic::Trial;
use vitrum::{OptLevel, Options};
use vitrum_interp::{
    Environment, Error, Outcome, arbitrary_environment, arbitrary_inputs, first_difference_within,
    run_arbitrary,
};
use vitrum_ir::{Module, Stage};
use vitrum_passes::{Failure, Machine, RunOptions, Settings, rows};

use crate::differential::TOLERANCE;
use crate::files::Shader;
use crate::hardware::OTHERWISE_BOUND;
use crate::header::Header;
use crate::judges::Judges;
use crate::{caught, files};
use core::{ARRAY_REGISTERS, Core, LIMIT};
use host::{Host, Invocation, input_words, outputs};

/// Instructions of a run; those of the reference times what a lowered instruction may cost.
const STEPS: u64 = 3_000_000;

/// Workgroups, as the reference runs them.
const GROUPS: [u32; 3] = [2, 1, 1];

/// Shaders that are not compared, each with the reason.
const NOT_COMPARED: &[(&str, &str)] = &[
    (
        "suite/conv/small_types.comp",
        "a block ends within a word, which accesses of words alone write as a whole",
    ),
    ("suite/sampler/gl400_in_structs.frag", "a struct that is taken apart has other made-up values"),
    ("suite/builtin/common_float.frag", "`round` takes halves either way"),
    (
        "suite/real/shadow_pcf.frag",
        "a clamp of NaN, the arc cosine of a number above 1, gives either operand",
    ),
];

/// One test per shader below `suite/`.
pub(crate) fn trials(judges: &'static Judges) -> std::io::Result<Vec<Trial>> {
    let trial = |shader: Shader| {
        let name = shader.name.replacen("suite/", "small_machine/", 1);
        Trial::test(name, move || caught(|| check(&shader, judges)))
    };
    Ok(files::shaders("suite")?.into_iter().map(trial).collect())
}

fn check(shader: &Shader, judges: &Judges) -> Result<(), String> {
    let source = shader.source()?;
    let header = Header::of(&source)?;
    let mut skipped = NOT_COMPARED.iter().chain(OTHERWISE_BOUND);
    if header.xfail.is_some() || skipped.any(|row| row.0 == shader.name) {
        return Ok(());
    }
    let stage = shader.stage()?;
    for opt_level in [OptLevel::None, OptLevel::Default] {
        let options =
            Options::new(stage).target(header.target).defines(header.defines.clone()).opt_level(opt_level);
        let compilation =
            vitrum::compile(&source, &options).map_err(|failure| format!("does not compile:\n{failure}"))?;
        let lowered = match lowered(&compilation.module, &[])? {
            Ok(lowered) => lowered,
            Err(refused) => {
                judges.note(format!("{}, on the small machine: {refused}", shader.name));
                return Ok(());
            }
        };
        let mut forms = vec![lowered];
        if forms.iter().any(|form| form.execution.scratch_size.is_some()) {
            forms.push(lowered_to_arrays(&compilation.module)?);
        }
        for seed in [0, 1] {
            let expected = match run_arbitrary(&compilation.module, seed) {
                Ok(expected) => expected,
                Err(Error::Unsupported(_) | Error::Limit(_)) => break,
                Err(error) => return Err(format!("the reference: {error}")),
            };
            for form in &forms {
                let fails = |reason: String| {
                    format!("{opt_level:?}, seed {seed}: {reason}\n{}", vitrum_ir::print(form))
                };
                let found = match run(form, seed) {
                    Err(reason) if reason == LIMIT && expected.0.undefined_memory => continue,
                    other => other.map_err(fails)?,
                };
                if let Some(what) = first_difference_within(&expected, &found, TOLERANCE) {
                    return Err(fails(what));
                }
            }
        }
    }
    Ok(())
}

/// A module whose variables are in registers with an index, if these suffice; then nothing is left in scratch memory.
fn lowered_to_arrays(module: &Module) -> Result<Module, String> {
    let options = ["indirect_registers=yes".to_owned(), format!("array_size={ARRAY_REGISTERS}")];
    let all = format!("array_registers={ARRAY_REGISTERS}");
    let lowered = lowered(module, &[&options[0], &options[1], &all])??;
    match vitrum_ir::print(&lowered).contains("intrinsic.load_scratch") {
        true => Err("a variable is left in scratch memory".to_owned()),
        false => Ok(lowered),
    }
}

/// A module in the form of a machine, or what it has that the machine lacks.
fn lowered(module: &Module, options: &[&str]) -> Result<Result<Module, String>, String> {
    let mut module = module.clone();
    let mut machine = Machine::default();
    options.iter().try_for_each(|option| machine.set(option))?;
    let settings = Settings { options: machine.options(), ..Settings::default() };
    let mut passes = vec![&rows::SPECIALIZE];
    passes.extend(machine.passes());
    match vitrum_passes::run_passes(&mut module, &passes, RunOptions { settings, ..RunOptions::default() }) {
        Ok(_) => Ok(Ok(module)),
        Err(Failure::Refused(refusals)) => {
            Ok(Err(refusals.first().map_or_else(String::new, |it| it.message.clone())))
        }
        Err(failure) => Err(failure.to_string()),
    }
}

/// Runs a module on made-up inputs, as the reference does.
fn run(module: &Module, seed: u64) -> Result<(Outcome, Environment), String> {
    let text = |error: Error| error.to_string();
    let mut environment = arbitrary_environment(module, seed).map_err(text)?;
    let host = Host::new(module, &environment);
    let mut core = Core::new(module, host, STEPS)?;
    let mut outcome = Outcome::default();
    if module.stage == Stage::Compute {
        let mut size = [1; 3];
        for (slot, constant) in size.iter_mut().zip(module.execution.local_size.into_iter().flatten()) {
            *slot = module.constants.bits(constant).ok_or("a size that is not known")? as u32;
        }
        for number in 0..GROUPS.iter().product() {
            core.workgroup = Some(Invocation { size, groups: GROUPS, group: [number, 0, 0] });
            core.run(vec![Default::default(); size.iter().product::<u32>() as usize])?;
        }
    } else {
        let inputs = arbitrary_inputs(module, seed, 4).map_err(text)?;
        core.run(inputs.iter().map(|values| input_words(module, values)).collect())?;
        outcome.lanes =
            core.lanes.iter().map(|lane| outputs(module, &lane.outputs, lane.discarded)).collect();
    }
    core.host.give_back(&mut environment);
    Ok((outcome, environment))
}
