//! Runs pipelines: in order, verified if asked, with times and counts.

use crate::combine::RuleStatistics;
use crate::cost;
use crate::eliminate_dead_code::reached_functions;
use crate::session::{Remark, Session};
use crate::table::{PassInfo, Pipeline, REMOVING, Reopens, pass};
use la_arena::Arena;
use std::time::{Duration, Instant};
use vitrum_ir::edit::compact;
use vitrum_ir::{Function, GlobalData, Module, Snapshot, StructData};

/// What sees the module after each pass.
pub type Observer<'a> = dyn FnMut(&PassInfo, &Module) + 'a;

/// How to run a pipeline.
#[derive(Default)]
pub struct RunOptions<'a> {
    /// Whether to verify the module before the first pass and after each one.
    pub verify: bool,
    /// Sees the module after each pass.
    pub observe: Option<&'a mut Observer<'a>>,
    /// How many changes all passes together may make; no limit if none is given. See [`Session`].
    pub fuel: Option<u64>,
    /// How often the list of passes is gone through at most, while it changes anything; 0 is once.
    pub rounds: usize,
    /// Whether remarks are kept.
    pub remarks: bool,
}

/// What a pass did.
#[derive(Clone, Copy, Debug)]
pub struct PassReport {
    /// Its name.
    pub name: &'static str,
    /// How many changes it made, in its own measure.
    pub changes: usize,
    /// How much fuel it spent, if there is a limit.
    pub fuel: u64,
    /// How long it took, without verification.
    pub time: Duration,
}

/// What a run did.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// In order of execution.
    pub passes: Vec<PassReport>,
    /// What the passes say of places in the source, in order, if asked for.
    pub remarks: Vec<Remark>,
    /// How often each rule of `combine` fired.
    pub rules: RuleStatistics,
}

/// Why a run ended early.
#[derive(Clone, Debug)]
pub enum Failure {
    /// A pipeline names a pass that does not exist.
    UnknownPass(String),
    /// The module is not valid after a pass (or, with no name, before the first): the errors as text.
    Invalid {
        /// The pass.
        pass: Option<&'static str>,
        /// What the verifier says.
        errors: String,
    },
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::UnknownPass(name) => write!(f, "no such pass: `{name}`"),
            Self::Invalid { pass: Some(pass), errors } => write!(f, "invalid after {pass}:\n{errors}"),
            Self::Invalid { pass: None, errors } => write!(f, "invalid before the first pass:\n{errors}"),
        }
    }
}

impl std::error::Error for Failure {}

/// Runs a pipeline: its passes in order, again and again while there is something new, and with its guard.
///
/// # Errors
///
/// As [`run`].
pub fn run_pipeline(
    module: &mut Module,
    pipeline: &Pipeline,
    mut options: RunOptions<'_>,
) -> Result<Report, Failure> {
    options.rounds = options.rounds.max(pipeline.rounds);
    if !pipeline.guarded || pipeline.passes.is_empty() {
        return run(module, pipeline.passes, options);
    }
    let mut kept = None;
    let report = run_watched(module, pipeline.passes, options, |pass, module| {
        if kept.is_none() && !REMOVING.contains(&pass.name) {
            kept = Some((words(module), Kept::new(module)));
        }
    })?;
    if let Some((before, kept)) = kept
        && words(module) > before
    {
        kept.restore(module);
    }
    Ok(report)
}

/// A module as it was; what is interned stays, for it has no meaning of its own.
struct Kept {
    functions: Snapshot,
    globals: Arena<GlobalData>,
    structs: Arena<StructData>,
    entry: Option<Function>,
}

impl Kept {
    fn new(module: &Module) -> Self {
        Self {
            functions: Snapshot::new(module),
            globals: module.globals.clone(),
            structs: module.structs.clone(),
            entry: module.entry,
        }
    }

    fn restore(self, module: &mut Module) {
        self.functions.restore(module);
        (module.globals, module.structs, module.entry) = (self.globals, self.structs, self.entry);
    }
}

/// About how many words a module becomes.
fn words(module: &Module) -> u64 {
    // A variable comes with a decoration and a place in the interface.
    let globals = 8 * module.globals.len() as u64;
    // What nothing calls is not written.
    let reached = reached_functions(module);
    let functions = module.functions.iter().zip(reached).filter(|row| row.1).map(|((_, function), _)| {
        u64::from(cost::of_function(function)) + u64::from(cost::of_frame(function))
    });
    globals + functions.sum::<u64>()
}

/// Runs passes by name.
///
/// A pass is left out if no other has changed anything since it last ran, and after the first round until one
/// has changed something that [others look at again](PassInfo::reopens).
///
/// # Errors
///
/// A name without a pass, or, if asked to verify, a module that breaks a rule.
pub fn run(module: &mut Module, passes: &[&str], options: RunOptions<'_>) -> Result<Report, Failure> {
    run_watched(module, passes, options, |_, _| {})
}

/// The same, with something that sees the module before each pass.
fn run_watched(
    module: &mut Module,
    passes: &[&str],
    mut options: RunOptions<'_>,
    mut before_pass: impl FnMut(&PassInfo, &Module),
) -> Result<Report, Failure> {
    let passes: Vec<&'static PassInfo> = passes
        .iter()
        .map(|name| pass(name).ok_or_else(|| Failure::UnknownPass((*name).to_string())))
        .collect::<Result<_, _>>()?;
    let verify = |module: &Module, pass| match vitrum_ir::verify(module) {
        Ok(()) => Ok(()),
        Err(errors) => Err(Failure::Invalid { pass, errors: errors.to_string() }),
    };
    if options.verify {
        verify(module, None)?;
    }
    let mut report = Report::default();
    let mut session = Session::new(options.fuel);
    if options.remarks {
        session.keep_remarks();
    }
    // For each pass, how many changing runs there had been when it had run last, its own among them.
    let first = |pass: &PassInfo| passes.iter().position(|&other| std::ptr::eq(other, pass));
    let numbers: Vec<usize> = passes.iter().map(|&pass| first(pass).unwrap_or_default()).collect();
    let mut seen: Vec<Option<usize>> = vec![None; passes.len()];
    let mut changing = 0;
    let mut open = true;
    let mut next = false;
    for _ in 0..options.rounds.max(1) {
        let before_round = changing;
        for (pass, &number) in passes.iter().zip(&numbers) {
            if !open && pass.reopens != Reopens::SameRound {
                continue;
            }
            if seen[number] == Some(changing) {
                continue;
            }
            before_pass(pass, module);
            let start = Instant::now();
            let before = session.fuel().unwrap_or_default();
            session.begin(pass.name);
            let changes = (pass.run)(module, &mut session);
            let fuel = before - session.fuel().unwrap_or_default();
            report.passes.push(PassReport { name: pass.name, changes, fuel, time: start.elapsed() });
            if changes > 0 {
                changing += 1;
                open |= pass.reopens == Reopens::SameRound;
                next |= pass.reopens == Reopens::NextRound;
            }
            seen[number] = Some(changing);
            if options.verify {
                verify(module, Some(pass.name))?;
            }
            if let Some(observe) = &mut options.observe {
                observe(pass, module);
            }
        }
        if changing == before_round {
            break;
        }
        open = std::mem::take(&mut next);
    }
    report.rules = std::mem::take(&mut session.rules);
    report.remarks = session.into_remarks();
    // What passes left behind would only be in the way of those who go over everything there is.
    if !report.passes.is_empty() {
        for (_, function) in module.functions.iter_mut() {
            compact(function);
        }
    }
    Ok(report)
}
