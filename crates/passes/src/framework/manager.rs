//! Runs pipelines to a fixpoint or a number of rounds: passes in order, verified if asked, with times and counts.
//!
//! Passes on functions that follow one another all go over a function before they go over the next one, which finds it in
//! caches. Who looks on sees each pass go over all functions before the next pass does; what comes out is the same, for
//! no such pass depends on what others do to other functions.

mod guard;

use crate::framework::module_facts::ModuleFacts;
use crate::framework::notes::{Assigned, Refusal, Renamed};
use crate::framework::pipelines::{Pipeline, REMOVING};
use crate::framework::session::{Remark, Session};
use crate::framework::settings::Settings;
use crate::framework::table::{PassInfo, Reopens, Run, pass};
use crate::optimize::combine::RuleStatistics;
use guard::Kept;
use std::time::Duration;
use vitrum_ir::{Function, Id, Module, SideTable, VerifyErrors};

/// The time since some fixed moment, for [`PassReport::time`]. Passes read no clock of their own.
pub type Clock = fn() -> Duration;

/// A callback that sees the module after each pass.
pub type Observer<'a> = dyn FnMut(&PassInfo, &Module) + 'a;

/// Options of a run.
#[derive(Default)]
pub struct RunOptions<'a> {
    /// True to verify the module before the first pass and after each one.
    pub verify: bool,
    /// Sees the module after each pass.
    pub observe: Option<&'a mut Observer<'a>>,
    /// The number of changes that all passes together may make; no limit if none is given. See [`Session`].
    pub fuel: Option<u64>,
    /// The number of further rounds over the list of passes, at most, while it changes anything.
    pub rounds: usize,
    /// True if remarks are kept.
    pub remarks: bool,
    /// Options of passes.
    pub settings: Settings,
    /// Places that lowerings chose in a run before, so that the report of this one has them, too.
    pub assigned: Vec<Assigned>,
    /// Measures how long passes take; without it, nothing is measured.
    pub clock: Option<Clock>,
}

impl RunOptions<'_> {
    fn now(&self) -> Duration {
        self.clock.map_or(Duration::ZERO, |clock| clock())
    }
}

/// The report of one pass.
#[derive(Clone, Copy, Debug)]
pub struct PassReport {
    /// Its name.
    pub name: &'static str,
    /// The number of changes that it made, in its own measure.
    pub changes: usize,
    /// The fuel that it spent, if there is a limit.
    pub fuel: u64,
    /// The time that it took, without verification; zero unless [`RunOptions::clock`] is given.
    pub time: Duration,
}

impl PassReport {
    fn new(pass: &PassInfo) -> Self {
        Self { name: pass.name, changes: 0, fuel: 0, time: Duration::ZERO }
    }
}

/// The report of a run.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// In order of execution.
    pub passes: Vec<PassReport>,
    /// The remarks of the passes on places in the source, in order, if asked for.
    pub remarks: Vec<Remark>,
    /// The number of times that each rule of `combine` fired.
    pub rules: RuleStatistics,
    /// Places that lowerings chose, in the order of the passes.
    pub assigned: Vec<Assigned>,
    /// Names that lowerings changed, in the order of the passes.
    pub renamed: Vec<Renamed>,
}

/// The reason why a run ended early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// A pipeline names a pass that does not exist.
    UnknownPass(String),
    /// The module is invalid after a pass, or before the first one.
    Invalid {
        /// The pass.
        pass: Option<&'static str>,
        /// The errors.
        errors: VerifyErrors,
    },
    /// A pass cannot do what is asked of it. The module stays as that pass left it; later passes may have run on some of its
    /// functions.
    Refused(Vec<Refusal>),
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::UnknownPass(name) => write!(f, "unknown pass `{name}`"),
            Self::Invalid { pass: Some(pass), errors } => write!(f, "invalid after {pass}:\n{errors}"),
            Self::Invalid { pass: None, errors } => write!(f, "invalid before the first pass:\n{errors}"),
            Self::Refused(refusals) => {
                let lines = refusals.iter().map(|it| format!("{}: {}", it.pass, it.message));
                f.write_str(&lines.collect::<Vec<_>>().join("\n"))
            }
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
    run_guarded(module, pipeline.passes, options, pipeline.guarded)
}

/// Runs passes, those of this crate or of others.
///
/// A pass is left out where no other has changed anything since it last ran, and after the first round until one
/// has changed something that [others look at again](PassInfo::reopens). [Last ones](PassInfo::is_last) run when the rounds are over.
///
/// # Errors
///
/// If asked to verify, a module that breaks a rule.
pub fn run_passes(
    module: &mut Module,
    passes: &[&'static PassInfo],
    options: RunOptions<'_>,
) -> Result<Report, Failure> {
    run_guarded(module, passes, options, false)
}

/// Runs passes of this crate by name, as [`run_passes`] does.
///
/// # Errors
///
/// A name without a pass, or, if asked to verify, a module that breaks a rule.
pub fn run(module: &mut Module, passes: &[&str], options: RunOptions<'_>) -> Result<Report, Failure> {
    let passes: Vec<&'static PassInfo> = passes
        .iter()
        .map(|name| pass(name).ok_or_else(|| Failure::UnknownPass((*name).to_string())))
        .collect::<Result<_, _>>()?;
    run_passes(module, &passes, options)
}

fn run_guarded(
    module: &mut Module,
    passes: &[&'static PassInfo],
    mut options: RunOptions<'_>,
    guarded: bool,
) -> Result<Report, Failure> {
    let mut session = Session::new(options.fuel).with_settings(std::mem::take(&mut options.settings));
    session.assigned = std::mem::take(&mut options.assigned);
    if options.remarks {
        session.keep_remarks();
    }
    let rounds = options.rounds.max(1);
    let mut manager = Manager {
        module,
        options,
        session,
        report: Report::default(),
        history: History::of(passes),
        open: Open::All,
    };
    manager.verify(None)?;
    let mut kept = None;
    for _ in 0..rounds {
        let before = manager.history.now;
        manager.history.round = before;
        let mut next = Open::Nothing;
        let mut start = 0;
        while let Some(first) = passes.get(start) {
            if first.is_last {
                start += 1;
                continue;
            }
            // A module has nothing to do for most lowerings.
            let is_on_module = matches!(first.run, Run::Module(_) | Run::Lowering(..));
            if is_on_module && !guarded && first.is_idle(manager.module, &manager.session.settings) {
                start += 1;
                continue;
            }
            let count = match first.run {
                Run::Module(_) | Run::Lowering(..) => 1,
                Run::Function(_) | Run::Within(_) => {
                    let is_alike =
                        |it: &&&PassInfo| matches!(it.run, Run::Function(_) | Run::Within(_)) && !it.is_last;
                    passes[start..].iter().take_while(is_alike).count()
                }
            };
            let group = &passes[start..start + count];
            if manager.open > Open::Nothing || first.reopens == Reopens::SameRound {
                if guarded && kept.is_none() && !REMOVING.iter().any(|it| std::ptr::eq(*it, *first)) {
                    kept = Some(Kept::new(manager.module, &mut manager.session.summaries));
                }
                let opened = match first.run {
                    Run::Module(_) | Run::Lowering(..)
                        if guarded && first.is_idle(manager.module, &manager.session.settings) =>
                    {
                        Reopens::Nothing
                    }
                    Run::Module(_) | Run::Lowering(..) => manager.on_module(first, start)?,
                    Run::Function(_) | Run::Within(_) => manager.on_functions(group, start)?,
                };
                match opened {
                    Reopens::Nothing => {}
                    Reopens::SameRound => manager.open = Open::All,
                    Reopens::Few => next = next.max(Open::Few),
                    Reopens::NextRound => next = Open::All,
                }
            }
            start += count;
        }
        if manager.history.now == before {
            break;
        }
        manager.open = next;
    }
    manager.open = Open::All;
    for (place, pass) in passes.iter().enumerate().filter(|(_, pass)| pass.is_last) {
        match pass.run {
            Run::Module(_) | Run::Lowering(..) => manager.on_module(pass, place)?,
            Run::Function(_) | Run::Within(_) => manager.on_functions(&passes[place..=place], place)?,
        };
    }
    let Manager { module, session, report, .. } = &mut manager;
    // The garbage that optimisations leave behind would slow down walks over all instructions. Lowerings leave little.
    let leaves_garbage = passes.iter().any(|pass| !matches!(pass.run, Run::Lowering(..)));
    if leaves_garbage && !report.passes.is_empty() {
        let functions: Vec<Function> = module.function_ids().collect();
        functions.into_iter().for_each(|function| session.summaries.compact(module, function));
    }
    if let Some(kept) = kept {
        kept.restore_if_smaller(module, &mut session.summaries);
    }
    report.rules = std::mem::take(&mut session.rules);
    report.assigned = std::mem::take(&mut session.assigned);
    report.renamed = std::mem::take(&mut session.renamed);
    report.remarks = session.take_remarks();
    Ok(manager.report)
}

/// The passes that look at functions in a round.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Open {
    Nothing,
    /// Those that [look again](PassInfo::looks_again) after small changes, and all of them at functions that have changed in this
    /// round.
    Few,
    All,
}

/// Times of passes and of changes, counted in runs that changed something, from 1 on.
struct History {
    now: u32,
    /// The time at which the round began.
    round: u32,
    /// For each pass of the list, its first place there.
    first: Vec<usize>,
    /// The time of the last change that may have concerned all functions.
    module: u32,
    /// The time of the last change of each function.
    functions: SideTable<Function, u32>,
    /// For each pass, when it last went over the module; and for each function, when each pass last went over it.
    seen: Vec<u32>,
    seen_functions: Vec<u32>,
}

impl History {
    /// The history of lowerings, which run once each, is not kept.
    fn of(passes: &[&'static PassInfo]) -> Self {
        if passes.iter().all(|pass| matches!(pass.run, Run::Lowering(..))) {
            return Self {
                now: 1,
                round: 1,
                first: Vec::new(),
                module: 1,
                functions: SideTable::new(),
                seen: Vec::new(),
                seen_functions: Vec::new(),
            };
        }
        let first = |pass: &PassInfo| passes.iter().position(|&other| std::ptr::eq(other, pass));
        Self {
            now: 1,
            round: 1,
            first: passes.iter().map(|&pass| first(pass).unwrap_or_default()).collect(),
            module: 1,
            functions: SideTable::new(),
            seen: vec![0; passes.len()],
            seen_functions: Vec::new(),
        }
    }

    /// Makes room for so many functions. If there were others before, the module has changed since.
    fn expect(&mut self, functions: usize) {
        self.functions.resize(functions, 0);
        self.seen_functions.resize(functions * self.seen.len(), 0);
    }

    /// The time at which a function changed last, or may have.
    fn changed(&self, function: Function) -> u32 {
        self.module.max(self.functions.at(function))
    }
}

struct Manager<'m, 'o> {
    module: &'m mut Module,
    options: RunOptions<'o>,
    session: Session,
    report: Report,
    history: History,
    open: Open,
}

impl Manager<'_, '_> {
    fn verify(&self, pass: Option<&'static str>) -> Result<(), Failure> {
        if !self.options.verify {
            return Ok(());
        }
        vitrum_ir::verify(self.module).map_err(|errors| Failure::Invalid { pass, errors })
    }

    /// Ends the run if a pass has refused the module.
    fn refuse(&mut self) -> Result<(), Failure> {
        match self.session.refusals.is_empty() {
            true => Ok(()),
            false => Err(Failure::Refused(std::mem::take(&mut self.session.refusals))),
        }
    }

    /// Lets others look at what a pass did.
    fn show(&mut self, pass: &'static PassInfo) -> Result<(), Failure> {
        self.refuse()?;
        self.verify(Some(pass.name))?;
        if let Some(observe) = &mut self.options.observe {
            observe(pass, self.module);
        }
        Ok(())
    }

    /// Runs a pass on the module, unless nothing has changed since it last ran. What is to be looked at again.
    fn on_module(&mut self, pass: &'static PassInfo, place: usize) -> Result<Reopens, Failure> {
        let number = self.history.first.get(place).copied();
        if number.is_some_and(|number| self.history.seen[number] == self.history.now) {
            return Ok(Reopens::Nothing);
        }
        let mut row = PassReport::new(pass);
        let start = self.options.now();
        let fuel = self.session.fuel();
        self.session.begin(pass.name);
        row.changes = match pass.run {
            Run::Module(run) => run(self.module, &mut self.session),
            Run::Lowering(_, run) if self.session.may_change() => run(self.module, &mut self.session),
            Run::Lowering(..) | Run::Function(_) | Run::Within(_) => 0,
        };
        row.fuel = fuel.unwrap_or_default() - self.session.fuel().unwrap_or_default();
        row.time = self.options.now().saturating_sub(start);
        if row.changes > 0 {
            self.history.now += 1;
            self.history.module = self.history.now;
        }
        self.session.summaries.end_pass(row.changes > 0);
        if let Some(number) = number {
            self.history.seen[number] = self.history.now;
        }
        self.report.passes.push(row);
        self.show(pass)?;
        Ok(if row.changes > 0 { pass.reopens } else { Reopens::Nothing })
    }

    /// Runs passes on all functions. What is to be looked at again.
    fn on_functions(&mut self, passes: &[&'static PassInfo], place: usize) -> Result<Reopens, Failure> {
        let functions: Vec<Function> = self.module.code_ids().collect();
        self.history.expect(self.module.functions.len());
        let around = ModuleFacts::new(self.module, self.session.settings.floats, &mut self.session.summaries);
        let mut rows: Vec<Option<PassReport>> = vec![None; passes.len()];
        let options = &self.options;
        if options.verify || options.observe.is_some() || options.remarks || options.fuel.is_some() {
            for (at, &pass) in passes.iter().enumerate() {
                let mut start = self.options.now();
                for &function in &functions {
                    self.on_function(pass, place + at, function, &around, &mut rows[at], &mut start);
                }
                if rows[at].is_some() {
                    self.show(pass)?;
                }
            }
            // As below, so that values have the same numbers.
            for &function in &functions {
                self.session.summaries.compact_if_much(self.module, function);
            }
        } else {
            let mut start = self.options.now();
            for &function in &functions {
                for (at, &pass) in passes.iter().enumerate() {
                    self.on_function(pass, place + at, function, &around, &mut rows[at], &mut start);
                }
                // Others will ask, and it is still at hand.
                self.session.summaries.compact_if_much(self.module, function);
                start = self.options.now();
            }
            self.refuse()?;
        }
        let has_changed = |row: &Option<PassReport>| row.is_some_and(|row| row.changes > 0);
        let changed = rows.iter().zip(passes).filter(|(row, _)| has_changed(row));
        let reopens = changed.map(|(_, pass)| pass.reopens).max().unwrap_or(Reopens::Nothing);
        self.report.passes.extend(rows.into_iter().flatten());
        Ok(reopens)
    }

    /// Runs a pass on a function, unless nothing has changed there since it last ran. `start` is now before and behind.
    fn on_function(
        &mut self,
        pass: &'static PassInfo,
        place: usize,
        function: Function,
        around: &ModuleFacts,
        row: &mut Option<PassReport>,
        start: &mut Duration,
    ) {
        let history = &mut self.history;
        let seen = function.index() * history.seen.len() + history.first[place];
        let changed = history.changed(function);
        let is_open = self.open == Open::All || pass.looks_again || changed > history.round;
        if !is_open || history.seen_functions[seen] >= changed {
            return;
        }
        let fuel = self.session.fuel();
        self.session.begin(pass.name);
        let changes = match pass.run {
            Run::Module(_) | Run::Lowering(..) => 0,
            Run::Function(run) => run(self.module, function, &mut self.session),
            Run::Within(run) => run(self.module, function, &mut self.session, around),
        };
        if changes > 0 {
            history.now += 1;
            history.functions.set(function, history.now);
            self.session.summaries.forget(function);
        }
        history.seen_functions[seen] = history.now;
        let now = self.options.now();
        let row = row.get_or_insert_with(|| PassReport::new(pass));
        row.changes += changes;
        row.fuel += fuel.unwrap_or_default() - self.session.fuel().unwrap_or_default();
        row.time += now.saturating_sub(*start);
        *start = now;
    }
}
