//! Analyses and passes against the interpreter, on random functions over the whole op table.
//!
//! Each function is run for the four lanes of a quad on extremes and random numbers. Every value that a lane computes must
//! lie in its range and be what its kind says; values that are called uniform must be equal in all lanes that use them;
//! loops must be entered as often as is said. Then components that are called unwanted are changed while the function runs, and
//! nothing that comes out may change. Last, passes by themselves and a pipeline must leave a module that verifies and does bit by bit what it did.
//!
//! A few hundred functions are run; `VITRUM_ANALYSES=N` runs N of them in each trial.

mod observed;
mod program;
mod random;

use std::collections::BTreeSet;
use std::sync::Mutex;

use libtest_mimic::Trial;
use vitrum_interp::{
    Environment, Numbers, Outcome, Value, Values, first_difference, run_quad, run_quad_observed,
};
use vitrum_ir::{Module, Op, print};
use vitrum_passes::analysis::Analyses;
use vitrum_passes::{RunOptions, optimizations, pipeline};

use crate::caught;
use observed::{Checker, LANES, Spoiler};
use random::Random;

/// Trials, which run at the same time.
const TRIALS: u64 = 8;

/// Functions of a trial, unless there is reason to run more.
const PROGRAMS: u64 = 20;

/// Runs of a function.
const RUNS: u64 = 3;

/// Passes by themselves that see a function.
const PASSES_OF_EACH: usize = 3;

/// Ops that random functions compute but whose results the interpreter does not know, each with the reason.
const UNSEEN: &[(Op, &str)] = &[];

/// Claims that all trials have seen.
static TOTAL: Mutex<Total> = Mutex::new(Total { done: 0, ops: BTreeSet::new() });

struct Total {
    done: u64,
    ops: BTreeSet<Op>,
}

/// One test for some functions.
pub(crate) fn trials() -> Vec<Trial> {
    let count =
        std::env::var("VITRUM_ANALYSES").ok().and_then(|value| value.parse().ok()).unwrap_or(PROGRAMS);
    let trial = |number: u64| {
        Trial::test(format!("analyses/{number}"), move || {
            caught(|| {
                let mut ops = BTreeSet::new();
                let mut claims = Claims::default();
                for seed in 0..count {
                    check(number + TRIALS * seed, &mut ops, &mut claims)?;
                }
                claims.check(count)?;
                note(ops)
            })
        })
    };
    (0..TRIALS).map(trial).collect()
}

/// After the last trial, every op must have been seen.
fn note(ops: BTreeSet<Op>) -> Result<(), String> {
    let Ok(mut total) = TOTAL.lock() else { return Ok(()) };
    total.ops.extend(ops);
    total.done += 1;
    if total.done < TRIALS {
        return Ok(());
    }
    let missed: Vec<&str> = program::ops()
        .filter(|op| !total.ops.contains(op) && !UNSEEN.iter().any(|row| row.0 == *op))
        .map(Op::mnemonic)
        .collect();
    if missed.is_empty() {
        Ok(())
    } else {
        Err(format!("no defined result was seen of {}", missed.join(", ")))
    }
}

/// Number of times something was claimed, so that a test that claims nothing fails.
#[derive(Default)]
struct Claims {
    of: [usize; 4],
    spoiled: usize,
    changed: usize,
    skipped: u64,
}

impl Claims {
    fn check(&self, count: u64) -> Result<(), String> {
        if count >= PROGRAMS && (self.of.contains(&0) || self.spoiled == 0 || self.changed == 0) {
            return Err(format!("nothing was checked: {:?} {} {}", self.of, self.spoiled, self.changed));
        }
        if self.skipped * 2 > count {
            return Err(format!("{} of {count} functions did not run", self.skipped));
        }
        Ok(())
    }
}

fn check(seed: u64, ops: &mut BTreeSet<Op>, claims: &mut Claims) -> Result<(), String> {
    let module = program::program(seed);
    let failed = |what: String| format!("seed {seed}: {what}\n{}", print(&module));
    vitrum_ir::verify(&module)
        .map_err(|errors| failed(format!("the made up function is invalid: {errors}")))?;
    let Some(entry) = module.entry else { return Err("no entry point".to_owned()) };
    let function = &module.functions[entry];
    let mut expected = Vec::new();
    for run in 0..RUNS {
        let facts = Analyses::new(&module, function);
        let (inputs, environment) = inputs(seed ^ run << 32);
        let mut checker = Checker::new(&module, function, &facts);
        let mut after = environment.clone();
        let Ok(outcome) = run_quad_observed(&module, &mut after, &inputs, &mut checker) else {
            claims.skipped += u64::from(run == 0);
            continue;
        };
        checker.finish();
        if !checker.faults.is_empty() {
            return Err(failed(checker.faults.join("\n")));
        }
        let chose_by_nan = checker.chose_by_nan;
        ops.append(&mut checker.ops);
        claims.of.iter_mut().zip(checker.claims).for_each(|(sum, more)| *sum += more);
        let before = (outcome, after);
        let mut spoiler = Spoiler::new(&module, function, &facts, seed ^ run);
        let mut spoiled = environment.clone();
        let outcome = run_quad_observed(&module, &mut spoiled, &inputs, &mut spoiler)
            .map_err(|error| failed(format!("demand: {error:?}")))?;
        claims.spoiled += spoiler.spoiled;
        if let Some(what) = first_difference(&before, &(outcome, spoiled)) {
            return Err(failed(format!("demand: unwanted components are seen: {what}")));
        }
        if !chose_by_nan {
            expected.push((inputs, environment, before));
        }
    }
    check_passes(&module, seed, &expected, claims).map_err(failed)
}

/// Inputs of a run, what surrounds it, and what came out.
type Expected = ([Values; LANES], Environment, (Outcome, Environment));

/// Some passes by themselves, and the default pipeline.
fn check_passes(
    module: &Module,
    seed: u64,
    expected: &[Expected],
    claims: &mut Claims,
) -> Result<(), String> {
    let exact: Vec<&str> = optimizations().filter(|pass| !pass.is_loose).map(|pass| pass.name).collect();
    let mut random = Random::new(!seed);
    for number in 0..=PASSES_OF_EACH {
        let passes: Vec<&str> = if number == 0 {
            pipeline("default").map_or_else(Vec::new, |pipeline| pipeline.names().collect())
        } else {
            // One or two of them.
            (0..=random.below(2)).filter_map(|_| random.pick(&exact).copied()).collect()
        };
        let mut after = module.clone();
        let options = RunOptions { verify: true, ..RunOptions::default() };
        let report = vitrum_passes::run(&mut after, &passes, options)
            .map_err(|failure| format!("{}: {failure}", passes.join(",")))?;
        claims.changed += report.passes.iter().map(|pass| pass.changes).sum::<usize>();
        for (inputs, environment, before) in expected {
            let mut environment = environment.clone();
            environment.limits.steps *= 4;
            let Ok(outcome) = run_quad(&after, &mut environment, inputs) else { continue };
            if let Some(what) = first_difference(before, &(outcome, environment)) {
                return Err(format!("{}: {what}\n{}", passes.join(","), print(&after)));
            }
        }
    }
    Ok(())
}

/// Inputs of four lanes, often alike, and uniforms.
fn inputs(seed: u64) -> ([Values; LANES], Environment) {
    let mut random = Random::new(seed);
    let mut environment = Environment::default();
    environment.limits.steps = 2500;
    let mut lanes: [Values; LANES] = Default::default();
    for &scalar in program::SCALARS {
        let mut vector = || {
            let bits = (0..4).map(|_| random.bits(scalar)).collect();
            Value::Numbers(Numbers::new(scalar, 4, bits))
        };
        let name = |prefix: &str| program::name(prefix, scalar);
        environment.uniforms.insert(name("uniform"), vector());
        let first = vector();
        for (number, lane) in lanes.iter_mut().enumerate() {
            let own = vector();
            lane.insert(
                name("in"),
                if seed.wrapping_add(number as u64).is_multiple_of(3) { own } else { first.clone() },
            );
        }
    }
    (lanes, environment)
}
