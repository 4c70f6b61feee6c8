//! Transformations, executed: each shader below `transforms/` runs in the interpreter without and with the passes that its
//! header names, and on a Vulkan driver with them, whose buffers lie between guards.
//!
//! With the passes, a shader runs as it is, optimised, and each of both compiled again from printed GLSL. Outputs must be what
//! the header says, bit by bit, and nothing undefined may be in them. Without the passes, the fault that the header names must
//! show. `tests/README.md` lists the lines of a header.

mod around;
mod bounds;
mod case;
mod driver;
mod interpret;
mod results;
mod shape;
mod words;

use libtest_mimic::Trial;
use vitrum::{Compilation, OptLevel, Options, Stage, Target};

use crate::files::Shader;
use crate::judges::Judges;
use crate::{caught, files};
use case::{Case, Fault};
use results::Results;

/// The end of a run.
enum Ran {
    /// It ended; `undefined` if what it left depends on undefined behaviour.
    Done { results: Results, undefined: bool },
    /// It reached a limit, as a loop does that does not end.
    Limit(String),
    /// Something else.
    Failed(String),
}

/// One test per shader below `transforms/`.
pub(crate) fn trials(judges: &'static Judges) -> std::io::Result<Vec<Trial>> {
    let trial = |shader: Shader| {
        let name = shader.name.clone();
        Trial::test(name, move || {
            caught(|| {
                let folder = shader.area_and_name().0.rsplit('/').next().unwrap_or_default();
                check(&shader.name, &shader.source()?, shader.stage()?, folder, judges)
            })
        })
    };
    let mut trials: Vec<Trial> = files::shaders("transforms")?.into_iter().map(trial).collect();
    let made = bounds::sources().into_iter().chain(bounds::image_sources());
    trials.extend(made.map(|(name, source)| {
        let name = format!("transforms/bound_indices/{name}");
        Trial::test(name.clone(), move || {
            caught(|| {
                let stage = vitrum::stage_of_path(std::path::Path::new(&format!("{name}.glsl")));
                let stage = stage.ok_or("the name says no stage")?;
                check(&name, &source, stage, "bound_indices", judges)
                    .map_err(|error| format!("{error}\n{source}"))
            })
        })
    }));
    Ok(trials)
}

/// Runs a shader, in whose header one of the passes or pipelines has the name of its folder.
fn check(name: &str, source: &str, stage: Stage, folder: &str, judges: &Judges) -> Result<(), String> {
    let case = Case::of(source, stage, folder)?;
    let plain =
        Options { target: case.target, defines: case.defines.clone(), verify: true, ..Options::new(stage) };
    let transformed =
        Options { transforms: case.transforms.clone(), pass_options: case.options.clone(), ..plain.clone() };
    if let Some(text) = &case.refused {
        return check_refused(source, &transformed, text);
    }
    check_fault(&case, &compile(source, &plain, "without the passes")?)?;
    for level in [OptLevel::None, OptLevel::Default] {
        let options = Options { opt_level: level, ..transformed.clone() };
        let form = if level == OptLevel::None { "-O0" } else { "-O" };
        let compilation = compile(source, &options, form)?;
        check_form(name, &case, &compilation, form, judges)?;
        if case.glsl.is_some() {
            continue;
        }
        let text = compilation.glsl().map_err(|error| format!("{form}, printed: {error}"))?;
        let form = format!("{form}, printed");
        let options = Options { defines: Vec::new(), ..plain.clone() };
        let printed = compile(&text, &options, &form).map_err(|error| format!("{error}\n{text}"))?;
        check_form(name, &case, &printed, &form, judges).map_err(|error| format!("{error}\n{text}"))?;
    }
    if let Some(why) = &case.glsl {
        judges.note(format!("skipped: {name}: printed GLSL: {why}"));
    }
    Ok(())
}

fn compile(source: &str, options: &Options, form: &str) -> Result<Compilation, String> {
    vitrum::compile(source, options).map_err(|failure| format!("{form}: does not compile:\n{failure}"))
}

/// The passes must refuse the shader, with a text.
fn check_refused(source: &str, options: &Options, text: &str) -> Result<(), String> {
    match vitrum::compile(source, options) {
        Ok(_) => Err("it is not refused".to_owned()),
        Err(failure) => {
            let said = failure.to_string();
            if said.contains(text) { Ok(()) } else { Err(format!("another error:\n{said}")) }
        }
    }
}

/// Without the passes, the fault must show.
fn check_fault(case: &Case, compilation: &Compilation) -> Result<(), String> {
    let ran = interpret::run(case, &compilation.module);
    let found = match &ran {
        Ran::Failed(reason) if case.fault != Fault::Error => {
            return Err(format!("without the passes: {reason}"));
        }
        Ran::Failed(_) => Fault::Error,
        Ran::Limit(_) => Fault::Limit,
        Ran::Done { undefined: true, .. } => Fault::Undefined,
        Ran::Done { results, .. } if results.is_undefined(case) => Fault::Undefined,
        Ran::Done { results, .. } => match results.compare(case) {
            Ok(()) => Fault::None,
            Err(_) => Fault::Other,
        },
    };
    if found == case.fault {
        return Ok(());
    }
    Err(format!("without the passes: expected {}, found {}", case.fault.name(), found.name()))
}

/// Runs a form in the interpreter and on the driver.
fn check_form(
    name: &str,
    case: &Case,
    compilation: &Compilation,
    form: &str,
    judges: &Judges,
) -> Result<(), String> {
    let with_ir = |reason: String| format!("{reason}\n{}", compilation.ir());
    match interpret::run(case, &compilation.module) {
        Ran::Done { undefined: true, .. } => {
            return Err(with_ir(format!("{form}, interpreted: the outcome depends on undefined behaviour")));
        }
        Ran::Done { results, .. } => {
            results.compare(case).map_err(|error| with_ir(format!("{form}, interpreted: {error}")))?;
        }
        Ran::Limit(reason) | Ran::Failed(reason) => {
            return Err(with_ir(format!("{form}, interpreted: {reason}")));
        }
    }
    let mut compilation = compilation.clone();
    if !case.target.is_vulkan() {
        let words = compilation.spirv().map_err(|error| format!("{form}: {error}"))?;
        judges.judge_spirv(&words, case.target).map_err(|error| format!("{form}: {error}"))?;
        compilation.set_target(Target::Vulkan1_3);
    }
    let words = compilation.spirv().map_err(|error| format!("{form}: {error}"))?;
    judges.judge_spirv(&words, compilation.target()).map_err(|error| format!("{form}: {error}"))?;
    let runs = matches!(case.stage, Stage::Compute | Stage::Fragment | Stage::Vertex);
    let why = match (&case.driver, std::env::var_os("VITRUM_REQUIRE_VULKAN")) {
        (Some(why), _) => why,
        (None, None) => "no Vulkan driver",
        (None, Some(_)) if !runs => "the stage is not executed",
        (None, Some(_)) => {
            let ran = driver::run(case, &compilation, words);
            return match ran.and_then(|results| results.compare(case)) {
                Ok(()) => Ok(()),
                Err(error) => Err(with_ir(format!("{form}, on the driver: {error}"))),
            };
        }
    };
    if form == "-O0" {
        judges.note(format!("skipped: {name}: not run on a driver: {why}"));
    }
    Ok(())
}
