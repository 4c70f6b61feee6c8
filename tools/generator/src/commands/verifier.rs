//! `verifier`: random changes of modules, and what spirv-val says of those that verify.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result};
use clap::Args;
use rayon::ThreadPool;
use rayon::prelude::{IntoParallelIterator, IntoParallelRefIterator, ParallelIterator};
use vitrum::{OptLevel, Target};
use vitrum_generator::{Alteration, Outcome, SpirvVal, alter, kinds, try_module};
use vitrum_ir::Module;

use super::{progress_bar, vary::case_of};

/// Changes modules of real shaders at random, and counts which changed modules verify and are not valid SPIR-V.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Shaders, whose names tell the stage, and folders with such
    #[arg(default_values = ["tests/suite", "examples/shaders"])]
    paths: Vec<PathBuf>,

    /// Number of changes
    #[arg(long, default_value_t = 20_000)]
    count: u64,

    /// The seed of the first change; each other has the next
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Number of threads; defaults to the number of processors
    #[arg(long)]
    jobs: Option<usize>,

    /// Number of messages to print
    #[arg(long, default_value_t = 20)]
    messages: usize,

    /// Fail if a larger share of what is written is refused, in percent
    #[arg(long)]
    limit: Option<f64>,

    /// Folder for modules that verify and are refused
    #[arg(long)]
    keep: Option<PathBuf>,
}

/// A module to change, with the name of its shader and its target.
struct Subject {
    name: String,
    target: Target,
    module: Module,
}

/// Counts of a kind of change.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    tried: usize,
    verified: usize,
    broken: usize,
    written: usize,
    refused: usize,
    panics: usize,
}

impl Counts {
    fn add(&mut self, outcome: &Outcome) {
        self.tried += 1;
        self.verified += usize::from(!matches!(outcome, Outcome::Unverified(_)));
        self.broken += usize::from(matches!(outcome, Outcome::BrokenByPass(_)));
        self.written += usize::from(matches!(outcome, Outcome::Refused(_) | Outcome::Valid));
        self.refused += usize::from(matches!(outcome, Outcome::Refused(_)));
        self.panics += usize::from(matches!(outcome, Outcome::Panic(_)));
    }

    /// Share of the written modules that are refused, in percent.
    fn share(self) -> f64 {
        100.0 * self.refused as f64 / self.written.max(1) as f64
    }

    fn print(self, name: &str) {
        println!(
            "{name:16} {:7} {:8} {:7} {:7} {:7} {:6} {:6.1} %",
            self.tried,
            self.verified,
            self.broken,
            self.written,
            self.refused,
            self.panics,
            self.share(),
        );
    }
}

/// Runs the command; whether nothing panics and the share is within the limit.
pub(crate) fn run(arguments: &Arguments) -> Result<bool> {
    let judge = SpirvVal::find()?;
    let start = Instant::now();
    std::panic::set_hook(Box::new(|_| {}));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(arguments.jobs.unwrap_or(0));
    let pool = pool.stack_size(64 << 20).build()?;
    let subjects = pool.install(|| subjects(&arguments.paths))?;
    let sound = check_unchanged(&pool, &subjects, &judge)?;
    let bar = progress_bar(arguments.count)?;
    let one = |number: u64| {
        let seed = arguments.seed.wrapping_add(number);
        let subject = &subjects[vitrum_generator::Random::new(seed).below(subjects.len())];
        let outcome = try_change(subject, seed, &judge);
        bar.inc(1);
        let (module, alteration, outcome) = outcome?;
        if let (Some(folder), Outcome::Refused(_) | Outcome::BrokenByPass(_) | Outcome::Panic(_)) =
            (&arguments.keep, &outcome)
            && let Err(error) = keep(folder, seed, subject, &module, &alteration, &outcome)
        {
            bar.println(format!("{error:#}"));
        }
        Some((alteration.kind, outcome))
    };
    let outcomes: Vec<(&str, Outcome)> =
        pool.install(|| (0..arguments.count).into_par_iter().filter_map(one).collect());
    bar.finish_and_clear();
    let all = report(&outcomes, arguments.messages);
    println!(
        "{} modules of {} shaders in {:.1} s",
        outcomes.len(),
        subjects.len(),
        start.elapsed().as_secs_f64()
    );
    Ok(sound && all.panics == 0 && arguments.limit.is_none_or(|limit| all.share() <= limit))
}

/// The modules of the shaders: as the front end makes them, and optimised.
fn subjects(paths: &[PathBuf]) -> Result<Vec<Subject>> {
    let mut files = Vec::new();
    for path in paths {
        files.extend(vitrum_corpus::files_below(path).with_context(|| path.display().to_string())?);
    }
    files.sort();
    let bar = progress_bar(files.len() as u64)?;
    let compile = |file: &PathBuf| {
        let subject = |opt_level| {
            let (case, name) = (case_of(file)?, file.display().to_string());
            // A shader whose header names no target may be for Vulkan alone.
            let compile = |target| {
                let options = vitrum::Options::new(case.stage)
                    .target(target)
                    .defines(case.defines.clone())
                    .opt_level(opt_level)
                    .verify(true);
                let module = vitrum::compile(&case.source, &options)?.module;
                Ok(Subject { name: name.clone(), target, module })
            };
            let subject = compile(case.target).or_else(|_: vitrum::Failure| compile(Target::Vulkan1_3));
            subject.inspect_err(|failure| bar.println(format!("{name}: {failure}"))).ok()
        };
        bar.inc(1);
        [OptLevel::None, OptLevel::Default].into_iter().filter_map(subject).collect::<Vec<_>>()
    };
    let mut subjects: Vec<Subject> = files.par_iter().flat_map_iter(compile).collect();
    // SPIR-V that the author names has rules that the verifier does not know.
    subjects.retain(|subject| subject.module.spirv.is_empty());
    bar.finish_and_clear();
    Ok(subjects)
}

/// Says if all modules are valid as they are: a rule of the verifier must not refuse what the front end makes.
fn check_unchanged(pool: &ThreadPool, subjects: &[Subject], judge: &SpirvVal) -> Result<bool> {
    let bar = progress_bar(subjects.len() as u64)?;
    let check = |subject: &Subject| {
        let outcome = try_module(&subject.module, subject.target, Some(judge));
        bar.inc(1);
        let is_sound = matches!(outcome, Outcome::Valid | Outcome::NotWritten(_));
        if !is_sound {
            bar.println(format!("{}, unchanged: {outcome:?}", subject.name));
        }
        is_sound
    };
    let sound = pool.install(|| subjects.par_iter().map(check).reduce(|| true, |all, one| all && one));
    bar.finish_and_clear();
    Ok(sound)
}

fn try_change(subject: &Subject, seed: u64, judge: &SpirvVal) -> Option<(Module, Alteration, Outcome)> {
    let mut module = subject.module.clone();
    let alteration = alter(&mut module, seed)?;
    let outcome = try_module(&module, subject.target, Some(judge));
    Some((module, alteration, outcome))
}

/// Prints the table and the most frequent messages; gives the sum of all kinds.
fn report(outcomes: &[(&str, Outcome)], messages: usize) -> Counts {
    let mut counts: BTreeMap<&str, Counts> = kinds().map(|kind| (kind, Counts::default())).collect();
    let mut all = Counts::default();
    let mut texts: BTreeMap<String, usize> = BTreeMap::new();
    for (kind, outcome) in outcomes {
        counts.entry(kind).or_default().add(outcome);
        all.add(outcome);
        let text = match outcome {
            Outcome::Refused(message) => without_ids(message),
            Outcome::BrokenByPass(message) => {
                format!("broken by {}", message.lines().next().unwrap_or_default())
            }
            Outcome::Panic(message) => format!("panic: {message}"),
            Outcome::Unverified(_) | Outcome::NotWritten(_) | Outcome::Valid => continue,
        };
        *texts.entry(text).or_default() += 1;
    }
    println!("{:16} changes verified  broken written refused panics   share", "kind");
    for kind in kinds() {
        counts[kind].print(kind);
    }
    all.print("all");
    let mut texts: Vec<_> = texts.into_iter().collect();
    texts.sort_by_key(|row| std::cmp::Reverse(row.1));
    for (text, count) in texts.iter().take(messages) {
        println!("{count:6}  {text}");
    }
    all
}

/// A message of spirv-val with its ids and names left out, so that equal complaints are counted together.
fn without_ids(message: &str) -> String {
    let message = message.strip_prefix("error: ").unwrap_or(message);
    let message =
        message.split_once(": ").filter(|row| row.0.starts_with("line ")).map_or(message, |row| row.1);
    let mut text = String::new();
    let mut quoted = false;
    for character in message.chars() {
        if character == '\'' {
            quoted = !quoted;
        }
        if !quoted && !character.is_ascii_digit() || character == '\'' {
            text.push(character);
        }
    }
    text.chars().take(240).collect()
}

/// Writes a module with what was changed and what was said of it.
fn keep(
    folder: &Path,
    seed: u64,
    subject: &Subject,
    module: &Module,
    alteration: &Alteration,
    outcome: &Outcome,
) -> Result<()> {
    std::fs::create_dir_all(folder)?;
    let kind = alteration.kind.replace(' ', "_");
    let path = folder.join(format!("{kind}-{seed}.vir"));
    let said: String =
        format!("{outcome:?}").replace("\\n", "\n").lines().map(|line| format!("// {line}\n")).collect();
    let head = format!("// {} for {}: {}\n{said}", subject.name, subject.target.name(), alteration.what);
    std::fs::write(&path, head + &vitrum_ir::print(module)).with_context(|| path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::without_ids;

    #[test]
    fn messages_that_differ_in_ids_are_equal() {
        assert_eq!(
            without_ids("error: line 12: [VUID-1] ID '5[%x]' is wrong"),
            without_ids("error: line 7: [VUID-1] ID '9[%y]' is wrong"),
        );
    }
}
