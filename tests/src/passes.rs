//! Every pass by itself, those that stand in no pipeline among them: it leaves a module that verifies, that spirv-val takes
//! and that does what it did, and without fuel it changes nothing.
//!
//! A pass sees each shader of the suite in one of six forms: as the front end made it or behind `-O`, and with exact laws of
//! floats, with those of real numbers, or with these and everything `precise`. Results must be the same bit by bit, but in
//! the second case. Which passes see a shader, and in which form, goes round; with `VITRUM_PASSES=all` every pass sees every form of every shader.

use libtest_mimic::Trial;
use vitrum::{Compilation, Floats, OptLevel, Options, Target};
use vitrum_passes::{Failure, FloatLaws, Group, PassInfo, RunOptions, Settings, levels, result_keeping};

use crate::differential::{Runs, TOLERANCE, difference, runs};
use crate::files::Shader;
use crate::header::Header;
use crate::judges::Judges;
use crate::{caught, files};

/// One pass of this many sees a shader, in one form; optimisations of no pipeline, which nothing else executes, see it all.
const SAMPLE: usize = 4;

/// Relative tolerance of results in half precision, which has eleven bits; a few
/// operations follow one another.
const LOOSE_TOLERANCE: f64 = 0.01;

/// Shaders that no tolerance fits after a pass, each with the reason.
const NOT_COMPARED: [(&str, &str, &str); 1] = [(
    "suite/image/es310_images.comp",
    "narrow_floats",
    "a number of half precision is converted to an integer, which may be the next one",
)];

/// One test per shader below `suite/`.
pub(crate) fn trials(judges: &'static Judges) -> std::io::Result<Vec<Trial>> {
    let all = std::env::var("VITRUM_PASSES").is_ok_and(|value| value == "all");
    let trial = |(index, shader): (usize, Shader)| {
        let name = shader.name.replacen("suite/", "passes/", 1);
        let sample = if all { None } else { Some(index) };
        Trial::test(name, move || caught(|| check(&shader, sample, judges)))
    };
    Ok(files::shaders("suite")?.into_iter().enumerate().map(trial).collect())
}

/// A form in which passes see a shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Form {
    floats: Floats,
    optimized: bool,
}

const FORMS: [Form; 6] = [
    Form { floats: Floats::Kept, optimized: false },
    Form { floats: Floats::Fast, optimized: true },
    Form { floats: Floats::Precise, optimized: false },
    Form { floats: Floats::Kept, optimized: true },
    Form { floats: Floats::Fast, optimized: false },
    Form { floats: Floats::Precise, optimized: true },
];

/// The passes that see a shader in a form; `sample` is its number in the suite.
fn chosen(sample: Option<usize>, form: usize) -> Vec<&'static str> {
    let is_executed = |pass: &PassInfo| {
        levels().any(|pipeline| pipeline.names().any(|name| name == pass.name)) || !pass.keeps_interface()
    };
    let sees = |sample: usize, number: usize, pass: &PassInfo| {
        let turn = sample / FORMS.len() + number;
        sample % FORMS.len() == form && (!is_executed(pass) || turn.is_multiple_of(SAMPLE))
    };
    let sees = |number: usize, pass: &PassInfo| sample.is_none_or(|sample| sees(sample, number, pass));
    (0..)
        .zip(result_keeping())
        .filter(|(number, pass)| sees(*number, pass))
        .map(|(_, pass)| pass.name)
        .collect()
}

fn check(shader: &Shader, sample: Option<usize>, judges: &Judges) -> Result<(), String> {
    let source = shader.source()?;
    let header = Header::of(&source)?;
    if header.xfail.is_some() {
        return Ok(());
    }
    let stage = shader.stage()?;
    for (number, form) in FORMS.into_iter().enumerate() {
        let mut passes = chosen(sample, number);
        if form.floats == Floats::Fast {
            passes.retain(|pass| !NOT_COMPARED.iter().any(|row| row.0 == shader.name && row.1 == *pass));
        }
        if passes.is_empty() {
            continue;
        }
        let options = Options::new(stage)
            .target(header.target)
            .defines(header.defines.clone())
            .floats(form.floats)
            .opt_level(if form.optimized { OptLevel::Default } else { OptLevel::None });
        let compilation =
            vitrum::compile(&source, &options).map_err(|failure| format!("does not compile:\n{failure}"))?;
        let mut expected = None;
        for pass in passes {
            check_pass(&compilation, header.target, form, pass, &mut expected, judges)
                .map_err(|reason| format!("{pass}, {form:?}: {reason}"))?;
        }
    }
    Ok(())
}

fn check_pass(
    before: &Compilation,
    target: Target,
    form: Form,
    pass: &str,
    expected: &mut Option<Runs>,
    judges: &Judges,
) -> Result<(), String> {
    let mut after = before.clone();
    let floats = if form.floats == Floats::Kept { FloatLaws::Exact } else { FloatLaws::Real };
    let settings = Settings { floats, ..Settings::default() };
    let options = RunOptions { verify: true, settings: settings.clone(), ..RunOptions::default() };
    let report = match vitrum_passes::run(&mut after.module, &[pass], options) {
        Ok(report) => report,
        // A machine need not have what the shader uses.
        Err(Failure::Refused(_)) => return Ok(()),
        Err(failure) => return Err(failure.to_string()),
    };
    if report.passes.iter().all(|pass| pass.changes == 0) {
        return if after.module == before.module {
            Ok(())
        } else {
            Err("a change is not counted".to_owned())
        };
    }
    let mut held = before.module.clone();
    let options = RunOptions { settings, fuel: Some(0), ..RunOptions::default() };
    vitrum_passes::run(&mut held, &[pass], options).map_err(|failure| failure.to_string())?;
    if held != before.module {
        return Err("a change is made without fuel".to_owned());
    }
    // A module for a machine may have operations that SPIR-V lacks.
    let is_for_machine = vitrum_passes::pass(pass).is_some_and(|pass| pass.group == Group::Hardware);
    match after.spirv() {
        Ok(words) => {
            judges.judge_spirv(&words, target).map_err(|reason| format!("{reason}\n{}", after.ir()))?;
        }
        Err(vitrum::Error::Spirv(_)) if is_for_machine => {}
        Err(error) => return Err(error.to_string()),
    }
    let expected = match expected {
        Some(expected) => expected,
        None => expected.insert(runs(&before.module)?.0),
    };
    let tolerance = match (vitrum_passes::pass(pass).is_some_and(|pass| pass.is_loose), form.floats) {
        (_, Floats::Precise | Floats::Kept) => None,
        (true, Floats::Fast) => Some(LOOSE_TOLERANCE),
        (false, Floats::Fast) => Some(TOLERANCE),
    };
    match difference(expected, &after.module, tolerance) {
        Some(what) => Err(format!("{what}\n{}\n{}", before.ir(), after.ir())),
        None => Ok(()),
    }
}
