//! Differential tests: each pass, and the way through printed GLSL, must leave what a shader does as it was.
//!
//! Every shader of the suite runs in the interpreter on made-up inputs, as the front end made it, after each pass of
//! the optimiser, and compiled again from printed GLSL.

use libtest_mimic::Trial;
use vitrum::Options;
use vitrum_interp::{Environment, Error, Outcome, first_difference, run_arbitrary};
use vitrum_ir::Module;

use crate::files::Shader;
use crate::header::Header;
use crate::judges::Judges;
use crate::{caught, files};

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
    let mut expected = Vec::new();
    for seed in 0..SEEDS {
        match run_arbitrary(&plain.module, seed) {
            Ok(outcome) => expected.push(outcome),
            // Made-up inputs may make a loop very long; nothing is then known for any seed that follows.
            Err(error @ (Error::Unsupported(_) | Error::Limit(_))) => {
                judges.note(format!("{}: {error}", shader.name));
                break;
            }
            Err(error) => return Err(format!("as the front end made it, seed {seed}: {error}")),
        }
    }
    if expected.is_empty() {
        return Ok(());
    }
    let mut failure = None;
    let mut observe = |pass: &str, module: &Module| {
        if failure.is_none() {
            failure = difference(&expected, module).map(|what| format!("after {pass}: {what}"));
        }
    };
    let optimized = Options { optimize: true, ..options.clone() };
    vitrum::compile_observed(&source, &optimized, &mut observe)
        .map_err(|failure| format!("does not compile:\n{failure}"))?;
    if let Some(failure) = failure {
        return Err(failure);
    }
    for (what, options) in [("printed", &options), ("optimised and printed", &optimized)] {
        let printed = compile(&source, options)?.glsl().map_err(|error| error.to_string())?;
        let again = compile(&printed, &Options { optimize: false, defines: Vec::new(), ..options.clone() })
            .map_err(|failure| format!("{what}: {failure}\n{printed}"))?;
        if let Some(difference) = difference(&expected, &again.module) {
            return Err(format!("{what}: {difference}\n{printed}"));
        }
    }
    Ok(())
}

/// What `module` does otherwise.
fn difference(expected: &[(Outcome, Environment)], module: &Module) -> Option<String> {
    for (seed, expected) in (0..SEEDS).zip(expected) {
        let found = match run_arbitrary(module, seed) {
            Ok(outcome) => first_difference(expected, &outcome),
            Err(error) => Some(error.to_string()),
        };
        if let Some(found) = found {
            return Some(format!("seed {seed}: {found}"));
        }
    }
    None
}
