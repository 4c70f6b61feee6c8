//! Precision: what only `highp` operations compute from exact values is the same after each pass and through printed GLSL.
//!
//! Every shader with `mediump` or `lowp` values runs in the interpreter twice. The first run is of the module that the front
//! end made: what rounding to 16 bits would change is undefined in it. The second is of what a pass or printed GLSL
//! made of that: there it is rounded. All that is defined in the first must be the same in the second, which fails if a
//! `highp` operation became `mediump`. An operation that becomes `highp` is no fault, but a loss.
//!
//! The front end is held against glslang: the decoration `RelaxedPrecision` sits on no more operations of a kind.

use std::collections::{BTreeMap, BTreeSet};

use libtest_mimic::Trial;
use vitrum::{Compilation, OptLevel, Options};
use vitrum_interp::{
    Environment, Error, Outcome, Rounding, first_difference, has_short_values, run_arbitrary_rounded,
};
use vitrum_ir::Module;
use vitrum_passes::{RunOptions, optimizations};

use crate::files::Shader;
use crate::header::Header;
use crate::judges::Judges;
use crate::{caught, files};

/// Inputs per shader.
const SEEDS: u64 = 3;

/// Longer runs are left out: every pass costs another one.
const STEPS: u64 = 20_000;

/// Steps that a changed module may take, as a multiple of those of the original.
const SLACK: u64 = 4;

/// One pass of this many sees a shader that is not about precision.
const SAMPLE: usize = 8;

/// The outcomes of a module, one seed after another.
type Runs = Vec<(Outcome, Environment)>;

/// One test per shader below `suite/`.
pub(crate) fn trials(judges: &'static Judges) -> std::io::Result<Vec<Trial>> {
    let all = std::env::var("VITRUM_PASSES").is_ok_and(|value| value == "all");
    let trial = |(index, shader): (usize, Shader)| {
        let name = shader.name.replacen("suite/", "precision/", 1);
        let sample = if all || name.starts_with("precision/prec/") { None } else { Some(index) };
        Trial::test(name, move || caught(|| check(&shader, sample, judges)))
    };
    Ok(files::shaders("suite")?.into_iter().enumerate().map(trial).collect())
}

fn check(shader: &Shader, sample: Option<usize>, judges: &Judges) -> Result<(), String> {
    let source = shader.source()?;
    let header = Header::of(&source)?;
    let says = ["mediump", "lowp", "#version 100", " es"].iter().any(|word| source.contains(word));
    if header.xfail.is_some() || !says {
        return Ok(());
    }
    let options = Options::new(shader.stage()?).target(header.target).defines(header.defines.clone());
    check_source(&source, &options, sample)?;
    compare_relaxed(&source, &options, judges)
}

/// Compares all that is made of a shader, whose `options` ask for no optimisation. `sample` is its number, if only some
/// passes see it.
fn check_source(source: &str, options: &Options, sample: Option<usize>) -> Result<(), String> {
    let compile = |source: &str, options: &Options| {
        vitrum::compile(source, options).map_err(|failure| format!("does not compile:\n{failure}"))
    };
    let plain = compile(source, options)?;
    if !has_short_values(&plain.module) {
        return Ok(());
    }
    let expected = exact_runs(&plain.module)?;
    if expected.is_empty() {
        return Ok(());
    }
    let mut failure = None;
    let optimized = options.clone().opt_level(OptLevel::Default);
    let mut observe = |pass: &str, module: &Module| {
        if failure.is_none() {
            failure = lost(&expected, module).map(|what| format!("after {pass}: {what}"));
        }
    };
    let behind = vitrum::compile_observed(source, &optimized, Some(&mut observe))
        .map_err(|failure| format!("does not compile:\n{failure}"))?;
    if let Some(failure) = failure {
        return Err(failure);
    }
    for (form, before) in [("as it is", &plain), ("behind -O", &behind)] {
        let expected = exact_runs(&before.module)?;
        let chosen = |number: &usize| sample.is_none_or(|index| (index + number).is_multiple_of(SAMPLE));
        for (_, pass) in optimizations().enumerate().filter(|(number, _)| chosen(number)) {
            check_pass(before, pass.name, &expected)
                .map_err(|reason| format!("{form}, {}: {reason}", pass.name))?;
        }
    }
    for opt_level in OptLevel::ALL {
        let form = format!("printed, {opt_level:?}");
        let printed = compile(source, &options.clone().opt_level(opt_level))?
            .glsl()
            .map_err(|error| error.to_string())?;
        let again = compile(&printed, &options.clone().defines(Vec::new()))
            .map_err(|failure| format!("{form}: {failure}\n{printed}"))?;
        if let Some(what) = lost(&expected, &again.module) {
            return Err(format!("{form}: {what}\n{printed}"));
        }
    }
    Ok(())
}

fn check_pass(before: &Compilation, pass: &str, expected: &Runs) -> Result<(), String> {
    let mut after = before.module.clone();
    let options = RunOptions { verify: true, ..RunOptions::default() };
    vitrum_passes::run(&mut after, &[pass], options).map_err(|failure| failure.to_string())?;
    match lost(expected, &after) {
        Some(what) => Err(format!("{what}\n{}", before.ir())),
        None => Ok(()),
    }
}

/// Number of operations of each kind, by opcode and number within an extension, and of those that are decorated.
type Counts = BTreeMap<(u32, u32), (usize, usize)>;

/// Operations that glslang does not decorate although it could: functions whose operand is an input, and moves of arguments.
const PLAIN_IN_GLSLANG: [(u32, u32); 3] = [(12, 76), (12, 77), (12, 78)];

/// The front end decorates no more than glslang does, as far as both make the same operations of a shader.
fn compare_relaxed(source: &str, options: &Options, judges: &Judges) -> Result<(), String> {
    // Versions for the desktop give precision no meaning outside of Vulkan.
    if !source.contains(" es\n") {
        return Ok(());
    }
    let Some(theirs) = judges.glslang_spirv(source, options.stage, options.target.is_vulkan()) else {
        return Ok(());
    };
    let ours = vitrum::compile(source, options)
        .map_err(|failure| failure.to_string())?
        .spirv()
        .map_err(|error| error.to_string())?;
    let (ours, theirs) = (relaxed(&ours), relaxed(&theirs));
    for (kind, &(count, decorated)) in &ours {
        let Some(&(other, allowed)) = theirs.get(kind).filter(|_| !PLAIN_IN_GLSLANG.contains(kind)) else {
            continue;
        };
        if count == other && decorated > allowed {
            let (opcode, number) = kind;
            return Err(format!(
                "RelaxedPrecision is on {decorated} of {count} operations {opcode}.{number}, in glslang's module on {allowed}"
            ));
        }
    }
    Ok(())
}

/// Counts the operations on numbers of a module.
fn relaxed(words: &[u32]) -> Counts {
    const DECORATE: u32 = 71;
    const EXTENDED: u32 = 12;
    // From conversions over arithmetic and comparisons to functions on bits.
    let computes = |opcode: u32| matches!(opcode, EXTENDED | 109..=115 | 126..=205);
    let mut decorated = BTreeSet::new();
    let mut counts = Counts::new();
    let mut rest = words.get(5..).unwrap_or(&[]);
    while let Some(&first) = rest.first() {
        let (count, opcode) = ((first >> 16) as usize, first & 0xffff);
        let Some((inst, following)) = rest.split_at_checked(count.max(1)) else { break };
        match *inst {
            [_, id, 0, ..] if opcode == DECORATE => {
                decorated.insert(id);
            }
            [_, _, id, ref operands @ ..] if computes(opcode) => {
                let number = operands.get(1).copied().filter(|_| opcode == EXTENDED).unwrap_or(0);
                let row = counts.entry((opcode, number)).or_default();
                row.0 += 1;
                row.1 += usize::from(decorated.contains(&id));
            }
            _ => {}
        }
        rest = following;
    }
    counts
}

/// Runs in which only that is defined which no rounding changes.
fn exact_runs(module: &Module) -> Result<Runs, String> {
    let mut runs = Vec::new();
    for seed in 0..SEEDS {
        match run_arbitrary_rounded(module, seed, Rounding::Undefined, STEPS) {
            Ok(outcome) => runs.push(outcome),
            Err(Error::Unsupported(_) | Error::Limit(_)) => return Ok(runs),
            Err(error) => return Err(format!("as it is, seed {seed}: {error}")),
        }
    }
    Ok(runs)
}

/// Exact results that differ in a module whose values are rounded.
fn lost(expected: &Runs, module: &Module) -> Option<String> {
    for (seed, expected) in (0..).zip(expected) {
        let found = match run_arbitrary_rounded(module, seed, Rounding::Applied, SLACK * STEPS) {
            Ok(outcome) => first_difference(expected, &outcome),
            // A value that was undefined at first may make a loop very long.
            Err(Error::Limit(_)) => None,
            Err(error) => Some(error.to_string()),
        };
        if let Some(found) = found {
            return Some(format!("seed {seed}: {found}"));
        }
    }
    None
}
