//! Transformations, executed: each shader or module below `transforms/` runs in the interpreter without and with the passes that its
//! header names, and on a Vulkan driver with them, whose buffers lie between guards.
//!
//! With the passes, a shader runs as it is, optimised, and each of both compiled again from printed GLSL. Outputs must be what
//! the header says, bit by bit, and nothing undefined may be in them. Without the passes, the fault that the header names must
//! show. `tests/README.md` lists the lines of a header.

mod around;
mod borders;
mod bounds;
mod case;
mod driver;
mod interpret;
mod primitives;
mod raster;
mod results;
mod shape;
mod words;

use libtest_mimic::Trial;
use vitrum::ir::{Module, SourceMap};
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
                let text = shader.source()?;
                let source = match shader.path.extension().is_some_and(|it| it == "vir") {
                    true => Source::Module(Box::new(
                        vitrum_ir_text::parse(&text).map_err(|error| error.to_string())?,
                    )),
                    false => Source::Shader(shader.stage()?),
                };
                check(&shader.name, &text, &source, folder, judges)
            })
        })
    };
    let mut trials: Vec<Trial> = files::shaders("transforms")?.into_iter().map(trial).collect();
    trials.extend(files::files("transforms", "vir")?.into_iter().map(trial));
    let made = bounds::sources().into_iter().chain(bounds::image_sources());
    let made = made.chain(bounds::device::sources()).chain(bounds::device::image_sources());
    let made = made.map(|(name, source)| ("bound_indices", name, source)).chain(borders::sources());
    trials.extend(made.map(|(folder, name, source)| {
        let name = format!("transforms/{folder}/{name}");
        Trial::test(name.clone(), move || {
            caught(|| {
                let stage = vitrum::stage_of_path(std::path::Path::new(&format!("{name}.glsl")));
                let stage = stage.ok_or("the name says no stage")?;
                check(&name, &source, &Source::Shader(stage), folder, judges)
                    .map_err(|error| format!("{error}\n{source}"))
            })
        })
    }));
    Ok(trials)
}

/// The form of a test.
enum Source {
    /// GLSL.
    Shader(Stage),
    /// A module in its text form.
    Module(Box<Module>),
}

impl Source {
    fn stage(&self) -> Stage {
        match self {
            Self::Shader(stage) => *stage,
            Self::Module(module) => module.stage,
        }
    }

    fn compile(&self, text: &str, options: &Options, form: &str) -> Result<Compilation, String> {
        let compiled = match self {
            Self::Shader(_) => vitrum::compile(text, options),
            Self::Module(module) => {
                vitrum::compile_module((**module).clone(), SourceMap::new(), options, None)
            }
        };
        compiled.map_err(|failure| format!("{form}: does not compile:\n{failure}"))
    }
}

/// Runs a shader, in whose header one of the passes or pipelines has the name of its folder.
fn check(name: &str, text: &str, source: &Source, folder: &str, judges: &Judges) -> Result<(), String> {
    let stage = source.stage();
    let case = Case::of(text, stage, folder)?;
    let plain = Options::new(stage)
        .target(case.target)
        .defines(case.defines.clone())
        .verify(true)
        .preserve_bindings(true);
    let removes = case.transforms.iter().any(|pass| pass.name == "remove_unused_resources");
    let transformed = plain.clone().transforms(case.transforms.clone()).pass_options(case.options.clone());
    let transformed = if removes { transformed } else { transformed.preserve_bindings(true) };
    if let Some(wanted) = &case.refused {
        return check_refused(source.compile(text, &transformed, "with the passes"), wanted);
    }
    check_fault(&case, &source.compile(text, &plain, "without the passes")?)?;
    for level in [OptLevel::None, OptLevel::Default] {
        let options = transformed.clone().opt_level(level);
        let form = if level == OptLevel::None { "-O0" } else { "-O" };
        let compilation = source.compile(text, &options, form)?;
        check_form(name, &case, &compilation, form, judges)?;
        if case.glsl.is_some() {
            continue;
        }
        let text = compilation.glsl().map_err(|error| format!("{form}, printed: {error}"))?;
        let form = format!("{form}, printed");
        let options = plain.clone().defines(Vec::new());
        let printed = Source::Shader(stage)
            .compile(&text, &options, &form)
            .map_err(|error| format!("{error}\n{text}"))?;
        check_form(name, &case, &printed, &form, judges).map_err(|error| format!("{error}\n{text}"))?;
    }
    if let Some(why) = &case.glsl {
        judges.note(format!("skipped: {name}: printed GLSL: {why}"));
    }
    Ok(())
}

/// The passes must refuse the shader, with a text.
fn check_refused(compiled: Result<Compilation, String>, text: &str) -> Result<(), String> {
    match compiled {
        Ok(_) => Err("it is not refused".to_owned()),
        Err(said) => {
            if said.contains(text) {
                Ok(())
            } else {
                Err(format!("another error:\n{said}"))
            }
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
        // Accesses are still out of bounds: the device sees to them, and the interpreter is none.
        Ran::Done { .. } if case.robust_device => {}
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
    let runs = matches!(
        case.stage,
        Stage::Compute
            | Stage::Fragment
            | Stage::Vertex
            | Stage::Geometry
            | Stage::TessControl
            | Stage::TessEvaluation
    );
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
