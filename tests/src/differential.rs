//! Differential tests: each pass, and the way through printed GLSL, must leave what a shader does as it was.
//!
//! Every shader of the suite runs in the interpreter on made-up inputs, as the front end made it, after each pass of
//! `-O`, lowered for versions of GLSL that lack types, and compiled again from printed GLSL. What is defined must be the
//! same, bit by bit. It must be close with `--fast-math`, where laws of real numbers are used, and the same with that
//! as well if everything is `precise`. Memory is compared as outputs are. Where storage blocks, elements of their arrays,
//! buffer references or storage images may be the same memory, another run binds them to the same.

use libtest_mimic::Trial;
use vitrum::{Floats, OptLevel, Options};
use vitrum_glsl::version::Version;
use vitrum_interp::{
    Environment, Error, Outcome, first_difference, first_difference_within, run_aliased, run_arbitrary,
    run_arbitrary_again,
};
use vitrum_ir::{Module, Storage, TypeData};
use vitrum_passes::{FloatLaws, GlslSettings, RunOptions, Settings, rows, run_passes};

use crate::files::Shader;
use crate::header::Header;
use crate::judges::Judges;
use crate::{caught, files};

/// Relative tolerance of results where laws of real numbers are used.
pub(crate) const TOLERANCE: f64 = 1e-3;

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
    let options = Options::new(stage).target(header.target).defines(header.defines.clone());
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
    let optimized = options.clone().opt_level(OptLevel::Default);
    let seen = vitrum::compile_observed(&source, &optimized, Some(&mut observe))
        .map_err(|failure| format!("does not compile:\n{failure}"))?;
    if let Some(failure) = failure {
        return Err(failure);
    }
    // Without an observer or the verifier, passes go over one function after the other.
    let unseen = compile(&source, &optimized.clone().verify(false))?;
    if seen.spirv() != unseen.spirv() {
        return Err(format!("the order of passes shows:\n{}\n{}", seen.ir(), unseen.ir()));
    }
    let precise = compile(&source, &options.clone().floats(Floats::Precise))?.module;
    if let Some(failure) = difference(&expected, &fast(precise)?, None) {
        return Err(format!("precise, with laws of real numbers: {failure}"));
    }
    if let Some(failure) = difference(&outputs(&expected), &lowered(&plain.module)?, Some(TOLERANCE)) {
        return Err(format!("lowered for old versions: {failure}"));
    }
    let fast = optimized.clone().floats(Floats::Fast);
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
        let again = compile(&printed, &options.clone().opt_level(OptLevel::None).defines(Vec::new()))
            .map_err(|failure| format!("{what}: {failure}\n{printed}"))?;
        if let Some(difference) = difference(&expected, &again.module, tolerance) {
            return Err(format!("{what}: {difference}\n{printed}"));
        }
    }
    Ok(())
}

/// A module after `-O` with laws of real numbers.
fn fast(mut module: Module) -> Result<Module, String> {
    let options = RunOptions {
        verify: true,
        settings: Settings { floats: FloatLaws::Real, ..Settings::default() },
        ..RunOptions::default()
    };
    let pipeline = vitrum_passes::pipeline("default").ok_or("no such pipeline")?;
    vitrum_passes::run_pipeline(&mut module, pipeline, options).map_err(|failure| failure.to_string())?;
    Ok(module)
}

/// A module as versions of GLSL get it that lack most types and switches, but for what changes inputs and outputs.
fn lowered(module: &Module) -> Result<Module, String> {
    let mut module = module.clone();
    let passes = [
        &rows::FLATTEN_NESTED_ARRAYS,
        &rows::LOWER_NONSQUARE_MATRICES,
        &rows::LOWER_UNSIGNED,
        &rows::LOWER_BLOCK_PARAMETERS,
        &rows::LOWER_SWITCHES,
    ];
    let target = GlslSettings { version: Version::ES_DEFAULT, is_own: false, separates_samplers: false };
    let settings = Settings::for_glsl(target, false);
    let options = RunOptions { verify: true, settings, ..RunOptions::default() };
    run_passes(&mut module, &passes, options).map_err(|failure| failure.to_string())?;
    Ok(module)
}

/// The binding of a run's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binding {
    /// Each block and image has memory of its own.
    Apart,
    /// Resources that may alias do.
    Aliased,
}

/// The runs of a shader: seeds of its inputs, and how its memory is bound.
const RUNS: [(u64, Binding); 3] = [(0, Binding::Apart), (1, Binding::Apart), (2, Binding::Aliased)];

/// The results of a module, one run after another.
pub(crate) type Runs = Vec<(u64, Binding, (Outcome, Environment))>;

/// The results of a module, and the reason for which a run stops.
pub(crate) fn runs(module: &Module) -> Result<(Runs, Option<Error>), String> {
    let mut runs = Vec::new();
    for (seed, binding) in RUNS.into_iter().filter(|row| row.1 == Binding::Apart || may_alias(module)) {
        let outcome = match binding {
            Binding::Apart => run_arbitrary(module, seed),
            Binding::Aliased => run_aliased(module, seed, false),
        };
        match outcome {
            Ok(outcome) => runs.push((seed, binding, outcome)),
            // Made-up inputs may make a loop very long; nothing is then known for any run that follows.
            Err(error @ (Error::Unsupported(_) | Error::Limit(_))) => return Ok((runs, Some(error))),
            Err(error) => return Err(format!("as it is, seed {seed}, {binding:?}: {error}")),
        }
    }
    Ok((runs, None))
}

/// The same, but for memory: that of modules whose blocks have members of other types is another.
fn outputs(runs: &Runs) -> Runs {
    let mut runs = runs.clone();
    runs.retain(|row| row.1 == Binding::Apart);
    runs.iter_mut().for_each(|row| row.2.0.undefined_memory = true);
    runs
}

/// True if there is something in a module that may be the same memory as something else.
fn may_alias(module: &Module) -> bool {
    let bound = module.globals.values().filter(|data| data.storage == Storage::Buffer);
    let many = |ty| matches!(module.types.get(ty), TypeData::Array { .. } | TypeData::RuntimeArray { .. });
    let count: usize = bound.map(|data| if many(data.ty) { 2 } else { 1 }).sum();
    let references = module.types.iter().any(|row| matches!(row.1, TypeData::BufferReference { .. }));
    let is_image = |ty| matches!(module.types.get(ty), TypeData::Image(image) if image.storage);
    let element = |ty| match module.types.get(ty) {
        TypeData::Array { element, .. } | TypeData::RuntimeArray { element } => element,
        _ => ty,
    };
    let images = module.globals.values().filter(|data| is_image(element(data.ty)));
    let images: usize = images.map(|data| if many(data.ty) { 2 } else { 1 }).sum();
    count > 1 || images > 1 || references
}

/// A difference of `module` from the expected results, up to a tolerance if one is given.
pub(crate) fn difference(expected: &Runs, module: &Module, tolerance: Option<f64>) -> Option<String> {
    for (seed, binding, expected) in expected {
        let outcome = match binding {
            Binding::Apart => run_arbitrary_again(module, *seed),
            Binding::Aliased => run_aliased(module, *seed, true),
        };
        let found = match outcome {
            Ok(outcome) => match tolerance {
                None => first_difference(expected, &outcome),
                Some(tolerance) => first_difference_within(expected, &outcome, tolerance),
            },
            Err(error) => Some(error.to_string()),
        };
        if let Some(found) = found {
            return Some(format!("seed {seed}, {binding:?}: {found}"));
        }
    }
    None
}
