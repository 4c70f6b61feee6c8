//! Differential tests: each pass, and the way through printed GLSL, must leave what a shader does as it was.
//!
//! Every shader of the suite runs in the interpreter on made-up inputs, as the front end made it, after each pass of
//! `-O`, lowered for versions of GLSL that lack types, and compiled again from printed GLSL. What is defined must be the
//! same, bit by bit. It must be close with `--fast-math`, where laws of real numbers are used, and the same with that
//! as well if everything is `precise`.

use libtest_mimic::Trial;
use vitrum::{Floats, Options};
use vitrum_interp::{
    Environment, Error, Outcome, first_difference, first_difference_within, run_arbitrary,
    run_arbitrary_again,
};
use vitrum_ir::Module;
use vitrum_passes::legalize::glsl::{flatten_nested, lower_rectangular, lower_switches, lower_unsigned};
use vitrum_passes::{FloatLaws, RunOptions};

use crate::files::Shader;
use crate::header::Header;
use crate::judges::Judges;
use crate::{caught, files};

/// How far results may be apart where laws of real numbers are used, in relation to their size.
pub(crate) const TOLERANCE: f64 = 1e-3;

/// Inputs per shader.
const SEEDS: u64 = 2;

/// One test per shader below `suite/`.
pub(crate) fn trials(judges: &'static Judges) -> std::io::Result<Vec<Trial>> {
    let shaders = files::shaders("suite")?;
    let trial = |shader: Shader| {
        Trial::test(format!("differential/{}", shader.name), move || caught(|| check(&shader, judges)))
    };
    Ok(shaders.into_iter().map(trial).collect())
}

fn check(shader: &Shader, judges: &Judges) -> Result<(), String> {
    let source = shader.source()?;
    let header = Header::of(&source)?;
    if header.xfail.is_some() {
        return Ok(());
    }
    let stage = shader.stage()?;
    let options = Options { target: header.target, defines: header.defines.clone(), ..Options::new(stage) };
    let compile = |source: &str, options: &Options| {
        vitrum::compile(source, options).map_err(|failure| format!("does not compile:\n{failure}"))
    };
    let plain = compile(&source, &options)?;
    let (expected, error) = runs(&plain.module)?;
    if let Some(error) = error {
        judges.note(format!("{}: {error}", shader.name));
    }
    if expected.is_empty() {
        return Ok(());
    }
    let mut failure = None;
    let mut observe = |pass: &str, module: &Module| {
        if failure.is_none() {
            failure = difference(&expected, module, None).map(|what| format!("after {pass}: {what}"));
        }
    };
    let optimized = Options { optimize: true, ..options.clone() };
    vitrum::compile_observed(&source, &optimized, &mut observe)
        .map_err(|failure| format!("does not compile:\n{failure}"))?;
    if let Some(failure) = failure {
        return Err(failure);
    }
    let precise = compile(&source, &Options { floats: Floats::Precise, ..options.clone() })?.module;
    if let Some(failure) = difference(&expected, &fast(precise)?, None) {
        return Err(format!("precise, with laws of real numbers: {failure}"));
    }
    if let Some(failure) = difference(&expected, &lowered(&plain.module)?, Some(TOLERANCE)) {
        return Err(format!("lowered for old versions: {failure}"));
    }
    let fast = Options { floats: Floats::Fast, ..optimized.clone() };
    let ways = [
        ("printed", &options, None),
        ("optimised and printed", &optimized, None),
        ("optimised with laws of real numbers", &fast, Some(TOLERANCE)),
    ];
    for (what, options, tolerance) in ways {
        let compilation = compile(&source, options)?;
        if tolerance.is_some()
            && let Some(difference) = difference(&expected, &compilation.module, tolerance)
        {
            return Err(format!("{what}: {difference}\n{}", compilation.ir()));
        }
        let printed = compilation.glsl().map_err(|error| error.to_string())?;
        let again = compile(&printed, &Options { optimize: false, defines: Vec::new(), ..options.clone() })
            .map_err(|failure| format!("{what}: {failure}\n{printed}"))?;
        if let Some(difference) = difference(&expected, &again.module, tolerance) {
            return Err(format!("{what}: {difference}\n{printed}"));
        }
    }
    Ok(())
}

/// A module after `-O` with laws of real numbers.
fn fast(mut module: Module) -> Result<Module, String> {
    let options = RunOptions { verify: true, floats: FloatLaws::Real, ..RunOptions::default() };
    let pipeline = vitrum_passes::pipeline("default").ok_or("no such pipeline")?;
    vitrum_passes::run_pipeline(&mut module, pipeline, options).map_err(|failure| failure.to_string())?;
    Ok(module)
}

/// A module as versions of GLSL get it that lack most types and switches, but for what changes inputs and outputs.
fn lowered(module: &Module) -> Result<Module, String> {
    let mut module = module.clone();
    flatten_nested(&mut module);
    lower_rectangular(&mut module);
    lower_unsigned(&mut module);
    vitrum_passes::lower_block_parameters(&mut module);
    lower_switches(&mut module);
    vitrum_ir::verify(&module).map_err(|error| format!("lowered for old versions: {error}"))?;
    Ok(module)
}

/// What a module does, one run after another.
pub(crate) type Runs = Vec<(Outcome, Environment)>;

/// What a module does, and what there is that stops a run.
pub(crate) fn runs(module: &Module) -> Result<(Runs, Option<Error>), String> {
    let mut runs = Vec::new();
    for seed in 0..SEEDS {
        match run_arbitrary(module, seed) {
            Ok(outcome) => runs.push(outcome),
            // Made-up inputs may make a loop very long; nothing is then known for any seed that follows.
            Err(error @ (Error::Unsupported(_) | Error::Limit(_))) => return Ok((runs, Some(error))),
            Err(error) => return Err(format!("as it is, seed {seed}: {error}")),
        }
    }
    Ok((runs, None))
}

/// What `module` does otherwise, up to a tolerance if one is given.
pub(crate) fn difference(
    expected: &[(Outcome, Environment)],
    module: &Module,
    tolerance: Option<f64>,
) -> Option<String> {
    for (seed, expected) in (0..SEEDS).zip(expected) {
        let found = match run_arbitrary_again(module, seed) {
            Ok(outcome) => match tolerance {
                None => first_difference(expected, &outcome),
                Some(tolerance) => first_difference_within(expected, &outcome, tolerance),
            },
            Err(error) => Some(error.to_string()),
        };
        if let Some(found) = found {
            return Some(format!("seed {seed}: {found}"));
        }
    }
    None
}
