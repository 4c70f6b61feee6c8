//! Runs a shader in the interpreter in every form that the compiler gives it, and compares: bit by bit, and within a tolerance
//! after `-O` with laws of real numbers.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::random::Random;
use crate::vary::vary;
use vitrum::{GlslOptions, Options, Stage, Target};
use vitrum_interp::{
    Environment, Error, Outcome, first_difference, first_difference_within, run_aliased, run_arbitrary,
};
use vitrum_ir::Module;
use vitrum_passes::{
    Failure, FloatLaws, Pipeline, Report, RunOptions, SPIRV, Settings, levels, optimizations, result_keeping,
};

/// Relative tolerance of results where laws of real numbers are used.
const TOLERANCE: f64 = 1e-3;

/// Inputs per shader.
const INPUTS: u64 = 2;

/// Random sequences of passes per shader, and the passes of one at most.
const SEQUENCES: usize = 2;
const LONGEST: usize = 6;

/// A shader to check.
#[derive(Clone, Debug)]
pub struct Case {
    /// GLSL.
    pub source: String,
    /// Its stage.
    pub stage: Stage,
    /// The target.
    pub target: Target,
    /// Macros.
    pub defines: Vec<(String, String)>,
    /// True if everything it gives must be defined.
    pub defined: bool,
}

/// The kind of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The front end refuses it.
    Rejected,
    /// The front end makes an invalid module of it.
    Invalid,
    /// Something panics.
    Panic,
    /// The interpreter cannot run it as the front end made it.
    NotRun,
    /// It gives something undefined, as the front end made it.
    Undefined,
    /// A module is invalid after a pass.
    InvalidAfter,
    /// It does something else after a pass or pipeline.
    Changed,
    /// It has no GLSL.
    NotPrinted,
    /// The GLSL printed is refused.
    PrintedRejected,
    /// The GLSL printed does something else.
    PrintedChanged,
    /// It has no SPIR-V.
    NoSpirv,
    /// Its SPIR-V is not read back.
    NotRead,
}

/// A disagreement.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The kind of fault.
    pub kind: Kind,
    /// The place: a pass, a pipeline, a diagnostic's code.
    pub place: String,
    /// Details.
    pub detail: String,
}

impl Finding {
    fn new(kind: Kind, place: impl Into<String>, detail: impl Into<String>) -> Self {
        Self { kind, place: place.into(), detail: detail.into() }
    }

    /// True if both are likely the same defect.
    pub fn is_like(&self, other: &Self) -> bool {
        self.kind == other.kind && self.place == other.place
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.kind {
            Kind::Rejected => "refused",
            Kind::Invalid => "invalid after the front end",
            Kind::Panic => "panics",
            Kind::NotRun => "cannot be run",
            Kind::Undefined => "gives something undefined",
            Kind::InvalidAfter => "invalid after",
            Kind::Changed => "does something else after",
            Kind::NotPrinted => "has no GLSL",
            Kind::PrintedRejected => "printed GLSL is refused",
            Kind::PrintedChanged => "printed GLSL does something else",
            Kind::NoSpirv => "has no SPIR-V",
            Kind::NotRead => "has SPIR-V that is not read back",
        };
        write!(f, "{what} {}: {}", self.place, self.detail)
    }
}

/// The result of a check that found nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    /// Number of runs that were compared.
    pub compared: usize,
    /// True if the program takes too long, or needs a feature that is not interpreted.
    pub skipped: bool,
}

/// Checks a shader; `seed` selects the passes that also run alone.
///
/// # Errors
/// The first disagreement.
pub fn check(case: &Case, seed: u64) -> Result<Agreement, Finding> {
    match catch_unwind(AssertUnwindSafe(|| check_unguarded(case, seed))) {
        Ok(outcome) => outcome,
        Err(panic) => {
            let borrowed = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
            let text = borrowed.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
            Err(Finding::new(Kind::Panic, "", text))
        }
    }
}

/// The variation of a shader that `seed` gives; none if it is not compiled or not printed.
pub fn variation(case: &Case, seed: u64) -> Option<Case> {
    let module = front_end(case, &case.source).ok()?;
    let options = GlslOptions { vulkan: case.target.is_vulkan(), ..GlslOptions::default() };
    let printed = vitrum_backend_glsl::emit(&module, &options).ok()?;
    Some(Case { source: vary(&printed, seed), defines: Vec::new(), defined: false, ..case.clone() })
}

/// Checks a variation of a shader: it must do what the shader does, and in every form. What cannot be run, or lost its
/// place in the grammar by being varied, is skipped.
///
/// # Errors
/// The first disagreement.
pub fn check_variation(case: &Case, seed: u64) -> Result<Agreement, Finding> {
    let skipped = Ok(Agreement { compared: 0, skipped: true });
    let Ok(module) = front_end(case, &case.source) else { return skipped };
    let Ok(inputs) = Inputs::of(&module) else { return skipped };
    let Some(varied) = variation(case, seed) else { return skipped };
    let Ok(other) = front_end(&varied, &varied.source) else { return skipped };
    match inputs.difference(&other) {
        Some(difference) => Err(Finding::new(Kind::Changed, "variation", difference)),
        None => check(&varied, seed),
    }
}

type Run = (Outcome, Environment);

fn check_unguarded(case: &Case, seed: u64) -> Result<Agreement, Finding> {
    let plain = front_end(case, &case.source).map_err(|failure| Finding {
        kind: if failure.kind == Kind::Invalid { Kind::Invalid } else { Kind::Rejected },
        ..failure
    })?;
    let Some(expected) = expected(case, &plain)? else {
        return Ok(Agreement { compared: 0, skipped: true });
    };
    let mut agreement = Agreement::default();
    let mut compare = |module: &Module, kind: Kind, place: &str| match expected.difference(module) {
        Some(difference) => Err(Finding::new(kind, place, difference)),
        None => {
            agreement.compared += 1;
            Ok(())
        }
    };
    let mut random = Random::new(seed);
    // Some run before all others and need not run again.
    for (index, pass) in optimizations().enumerate() {
        if !(index as u64).wrapping_add(seed).is_multiple_of(4) {
            continue;
        }
        let mut module = plain.clone();
        if run(&mut module, &[pass.name])? > 0 && !pass.is_loose {
            compare(&module, Kind::Changed, pass.name)?;
        }
    }
    for _ in 0..SEQUENCES {
        let sequence = sequence(&mut random);
        let mut module = plain.clone();
        if run(&mut module, &sequence)? > 0 {
            compare(&module, Kind::Changed, &sequence.join(","))?;
        }
    }
    printed(case, &plain, "", &mut compare)?;
    let words = spirv(case, &plain, "")?;
    for pipeline in levels().filter(|pipeline| !pipeline.passes.is_empty()) {
        let mut module = plain.clone();
        if run_pipeline(&mut module, pipeline, Settings::default())? == 0 {
            continue;
        }
        let place = format!("pipeline {}", pipeline.name);
        compare(&module, Kind::Changed, &place)?;
        printed(case, &module, &place, &mut compare)?;
        spirv(case, &module, &place)?;
    }
    // A branch of a shader by others may turn on the last bit of a float.
    if case.defined {
        let mut module = plain.clone();
        run_fast(&mut module)?;
        if let Some(difference) = expected.clone().inexact().difference(&module) {
            return Err(Finding::new(Kind::Changed, "laws of real numbers", difference));
        }
        agreement.compared += 1;
    }
    agreement.compared += read_back(case, &words)?;
    Ok(agreement)
}

/// The module of a source, as the front end makes it.
fn front_end(case: &Case, source: &str) -> Result<Module, Finding> {
    let options = Options::new(case.stage).target(case.target).defines(case.defines.clone()).verify(true);
    vitrum::compile(source, &options).map(|compilation| compilation.module).map_err(|failure| {
        let kind = if failure.defect.is_some() { Kind::Invalid } else { Kind::Rejected };
        let mut diagnostics = failure.diagnosed.diagnostics.iter();
        let error = diagnostics.find(|diagnostic| diagnostic.severity == vitrum::Severity::Error);
        Finding::new(kind, error.map_or("", |error| error.code.info().code), failure.to_string())
    })
}

/// Results of a module for a few made-up inputs.
#[derive(Clone, Debug)]
pub struct Inputs {
    expected: Vec<Run>,
    /// A run in which all is the same memory that may be, if there is one that ends.
    aliased: Option<Run>,
    tolerance: Option<f64>,
}

impl Inputs {
    /// Runs a module.
    ///
    /// # Errors
    /// If it cannot be run with any of the inputs.
    pub fn of(module: &Module) -> Result<Self, Error> {
        let mut expected = Vec::new();
        for input in 0..INPUTS {
            match run_arbitrary(module, input) {
                Ok(run) => expected.push(run),
                // With another input a loop may be shorter, but then no input is known to be good for all forms.
                Err(error) if expected.is_empty() => return Err(error),
                Err(_) => break,
            }
        }
        let aliased = run_aliased(module, INPUTS, false).ok();
        Ok(Self { expected, aliased, tolerance: None })
    }

    /// The same, for floats that need not be exact: they may differ as laws of real numbers make them. Memory is not
    /// shared then, since one block may read the bits of such a float as an integer.
    #[must_use]
    pub fn inexact(self) -> Self {
        Self { tolerance: Some(TOLERANCE), aliased: None, ..self }
    }

    /// A difference of `module` from them.
    pub fn difference(&self, module: &Module) -> Option<String> {
        let apart = (0..).zip(&self.expected).map(|(input, run)| (input, false, run));
        for (input, is_aliased, expected) in apart.chain(self.aliased.iter().map(|run| (INPUTS, true, run))) {
            let run =
                if is_aliased { run_aliased(module, input, true) } else { run_arbitrary(module, input) };
            let found = match run {
                Ok(run) => match self.tolerance {
                    None => first_difference(expected, &run),
                    Some(tolerance) => first_difference_within(expected, &run, tolerance),
                },
                Err(error) => Some(error.to_string()),
            };
            if let Some(found) = found {
                let how = if is_aliased { ", memory shared" } else { "" };
                return Some(format!("input {input}{how}: {found}"));
            }
        }
        None
    }
}

/// Results of a module; none if they are not known.
fn expected(case: &Case, module: &Module) -> Result<Option<Inputs>, Finding> {
    match Inputs::of(module) {
        Ok(inputs) => {
            if case.defined {
                inputs.expected.iter().try_for_each(all_defined)?;
            }
            Ok(Some(inputs))
        }
        Err(Error::Limit(_)) => Ok(None),
        Err(Error::Unsupported(_)) if !case.defined => Ok(None),
        Err(error) => Err(Finding::new(Kind::NotRun, "", error.to_string())),
    }
}

fn all_defined(run: &Run) -> Result<(), Finding> {
    let finding = |what: String| Err(Finding::new(Kind::Undefined, "", what));
    for lane in &run.0.lanes {
        if lane.tainted {
            return finding("a branch".to_owned());
        }
        if lane.discarded {
            continue;
        }
        if let Some((name, _)) = lane.outputs.iter().find(|(_, value)| !value.is_defined()) {
            return finding(format!("output `{name}`"));
        }
    }
    if run.0.undefined_memory { finding("memory".to_owned()) } else { Ok(()) }
}

/// Runs passes, verified; gives the number of changes.
fn run(module: &mut Module, passes: &[&str]) -> Result<usize, Finding> {
    let options = RunOptions { verify: true, ..RunOptions::default() };
    changes(vitrum_passes::run(module, passes, options))
}

/// A few passes in any order, after which results are the same bit by bit.
fn sequence(random: &mut Random) -> Vec<&'static str> {
    let all: Vec<&str> = result_keeping().filter(|pass| !pass.is_loose).map(|pass| pass.name).collect();
    let length = random.between(2, LONGEST);
    (0..length).filter_map(|_| random.pick(&all).copied()).collect()
}

/// Likewise a pipeline, as often as it is gone through.
fn run_pipeline(module: &mut Module, pipeline: &Pipeline, settings: Settings) -> Result<usize, Finding> {
    let options = RunOptions { verify: true, settings, ..RunOptions::default() };
    changes(vitrum_passes::run_pipeline(module, pipeline, options))
}

/// Likewise `-O` with laws of real numbers.
fn run_fast(module: &mut Module) -> Result<usize, Finding> {
    let pipeline =
        vitrum_passes::pipeline("default").ok_or_else(|| Finding::new(Kind::NotRun, "default", ""))?;
    run_pipeline(module, pipeline, Settings { floats: FloatLaws::Real, ..Settings::default() })
}

fn changes(report: Result<Report, Failure>) -> Result<usize, Finding> {
    match report {
        Ok(report) => Ok(report.passes.iter().map(|pass| pass.changes).sum()),
        Err(Failure::Invalid { pass, errors }) => {
            Err(Finding::new(Kind::InvalidAfter, pass.unwrap_or("the front end"), errors.to_string()))
        }
        // A pass may refuse what is beyond its limits.
        Err(Failure::Refused(_)) => Ok(0),
        Err(failure) => Err(Finding::new(Kind::InvalidAfter, "", failure.to_string())),
    }
}

/// The way through printed GLSL.
fn printed(
    case: &Case,
    module: &Module,
    place: &str,
    compare: &mut dyn FnMut(&Module, Kind, &str) -> Result<(), Finding>,
) -> Result<(), Finding> {
    // Plain here and minified behind a pipeline.
    let minify = !place.is_empty();
    let options = GlslOptions { vulkan: case.target.is_vulkan(), minify, ..GlslOptions::default() };
    let text = vitrum_backend_glsl::emit(module, &options)
        .map_err(|error| Finding::new(Kind::NotPrinted, place, error.to_string()))?;
    let case = Case { defines: Vec::new(), ..case.clone() };
    let again = front_end(&case, &text).map_err(|finding| {
        Finding::new(
            Kind::PrintedRejected,
            format!("{place} {}", finding.place),
            format!("{}\n{text}", finding.detail),
        )
    })?;
    compare(&again, Kind::PrintedChanged, place)
        .map_err(|finding| Finding { detail: format!("{}\n{text}", finding.detail), ..finding })
}

/// The words of SPIR-V, which are not judged here.
fn spirv(case: &Case, module: &Module, place: &str) -> Result<Vec<u32>, Finding> {
    let mut module = module.clone();
    run_pipeline(&mut module, &SPIRV, Settings::for_spirv(case.target.is_vulkan()))?;
    let options = vitrum_backend_spirv::Options::new(case.target);
    vitrum_backend_spirv::emit(&module, &options)
        .map_err(|error| Finding::new(Kind::NoSpirv, place, error.to_string()))
}

/// Reads SPIR-V back and optimises it: passes meet forms that the front end for GLSL does not make, such as a variable of a loop at the
/// start of the function. Gives the number of runs that were compared, with what was read.
fn read_back(case: &Case, words: &[u32]) -> Result<usize, Finding> {
    let read = match vitrum::load_spirv(words) {
        Ok(mut entries) => entries.pop().map(|entry| entry.module),
        // Shaders by others may have what the reader lacks.
        Err(_) if !case.defined => None,
        Err(error) => return Err(Finding::new(Kind::NotRead, "", error.to_string())),
    };
    let Some(read) = read else { return Ok(0) };
    let Ok(inputs) = Inputs::of(&read) else { return Ok(0) };
    let mut compared = 0;
    for pipeline in levels().filter(|pipeline| !pipeline.passes.is_empty()) {
        let mut module = read.clone();
        if run_pipeline(&mut module, pipeline, Settings::default())? == 0 {
            continue;
        }
        if let Some(difference) = inputs.difference(&module) {
            let place = format!("pipeline {} on SPIR-V that is read back", pipeline.name);
            return Err(Finding::new(Kind::Changed, place, difference));
        }
        compared += 1;
    }
    Ok(compared)
}
