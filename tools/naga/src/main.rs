//! Compiles shaders for wgpu and counts what naga takes of them.
//!
//! `vitrum-naga FOLDER...` prints counts and classes of reasons; `--list` each shader, `--wgsl` the WGSL of one. With `--words`, it
//! judges a SPIR-V module from standard input, and prints `wgsl`, or `refused` or `no-wgsl` with the reason.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Parser;
use rayon::prelude::*;
use vitrum::{OptLevel, Options, Stage, Target, compile};
use vitrum_naga::{Verdict, class, judge};

/// Compiles shaders for wgpu and counts what naga takes of them.
#[derive(Parser)]
#[command(name = "vitrum-naga")]
struct Arguments {
    /// Files, and folders of files with a stage in their names
    #[arg(required_unless_present = "words")]
    paths: Vec<PathBuf>,

    /// Optimise
    #[arg(short = 'O')]
    optimize: bool,

    /// Another target, to compare
    #[arg(long, default_value = "wgpu")]
    target: String,

    /// Print a line for each shader
    #[arg(long)]
    list: bool,

    /// Print the WGSL of each shader
    #[arg(long)]
    wgsl: bool,

    /// Judge a SPIR-V module from standard input
    #[arg(long)]
    words: bool,
}

/// The outcome of a shader.
enum Outcome {
    /// The source has errors.
    Invalid(String),
    /// vitrum says that wgpu cannot have it.
    Unsupported(String),
    /// A fault of vitrum.
    Fault(String),
    /// naga's verdict.
    Judged(Verdict),
}

impl Outcome {
    /// The kind that it is counted as, and the reason.
    fn row(&self) -> (&'static str, &str) {
        match self {
            Self::Invalid(reason) => ("invalid source", reason),
            Self::Unsupported(reason) => ("not for wgpu", reason),
            Self::Fault(reason) => ("fault of vitrum", reason),
            Self::Judged(Verdict::Wgsl(_)) => ("WGSL", ""),
            Self::Judged(Verdict::NoWgsl(reason)) => ("no WGSL", reason),
            Self::Judged(Verdict::Refused(reason)) => ("refused by naga", reason),
        }
    }
}

fn main() -> ExitCode {
    std::panic::set_hook(Box::new(|_| {}));
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<()> {
    if arguments.words {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes)?;
        let words = bytes.chunks_exact(4).map(|it| u32::from_le_bytes([it[0], it[1], it[2], it[3]]));
        println!("{}", judge(&words.collect::<Vec<_>>()));
        return Ok(());
    }
    let Some(target) = Target::from_name(&arguments.target) else {
        bail!("no target `{}`", arguments.target)
    };
    rayon::ThreadPoolBuilder::new().stack_size(STACK).build_global()?;
    let opt_level = if arguments.optimize { OptLevel::Default } else { OptLevel::None };
    let mut outcomes = Vec::new();
    for root in &arguments.paths {
        let files = vitrum_corpus::files_below(root)?;
        let files: Vec<PathBuf> = files.into_iter().filter(|file| vitrum_corpus::has_shaders(file)).collect();
        let found: Result<Vec<Vec<(String, Outcome)>>> =
            files.par_iter().map(|file| judge_file(root, file, target, opt_level)).collect();
        outcomes.extend(found?.into_iter().flatten());
    }
    for (name, outcome) in &outcomes {
        let (kind, reason) = outcome.row();
        if arguments.list {
            println!("{name}\t{kind}\t{reason}");
        }
        if let (true, Outcome::Judged(Verdict::Wgsl(text))) = (arguments.wgsl, outcome) {
            print!("{text}");
        }
    }
    if !arguments.list && !arguments.wgsl {
        summary(&outcomes);
    }
    Ok(())
}

/// The stack of a thread. naga writes the operands of an expression by recursion, and sums of many terms nest as deep.
const STACK: usize = 256 << 20;

fn judge_file(
    root: &Path,
    file: &Path,
    target: Target,
    opt_level: OptLevel,
) -> Result<Vec<(String, Outcome)>> {
    // A root that is the file itself has no path below it.
    let below = file.strip_prefix(root).ok().filter(|path| !path.as_os_str().is_empty());
    let name = below.unwrap_or(file).display().to_string();
    let shaders = vitrum_corpus::shaders(root, file)?;
    Ok(shaders
        .into_iter()
        .map(|(stage, source)| (name.clone(), outcome(&source, stage, target, opt_level)))
        .collect())
}

fn outcome(source: &str, stage: Stage, target: Target, opt_level: OptLevel) -> Outcome {
    let options = Options::new(stage).target(target).opt_level(opt_level).verify(true);
    let line = |text: String| text.lines().next().unwrap_or_default().to_owned();
    let compilation = match compile(source, &options) {
        Ok(compilation) => compilation,
        Err(failure) if failure.defect.is_some() => return Outcome::Fault(line(failure.to_string())),
        Err(failure) => return Outcome::Invalid(line(failure.to_string())),
    };
    match compilation.into_spirv() {
        Ok((words, _)) => Outcome::Judged(judge(&words)),
        Err(vitrum::Error::Defect(reason)) => Outcome::Fault(line(reason.to_string())),
        Err(reason) => Outcome::Unsupported(line(reason.to_string())),
    }
}

/// Prints counts, the shares of what wgpu can have, and reasons by frequency.
fn summary(outcomes: &[(String, Outcome)]) {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut reasons: BTreeMap<(&str, String), (usize, &str)> = BTreeMap::new();
    for (name, outcome) in outcomes {
        let (kind, reason) = outcome.row();
        *counts.entry(kind).or_default() += 1;
        if !reason.is_empty() {
            reasons.entry((kind, class(reason))).or_insert((0, name)).0 += 1;
        }
    }
    let count = |kind: &str| counts.get(kind).copied().unwrap_or(0);
    let (wgsl, read) = (count("WGSL"), count("WGSL") + count("no WGSL"));
    let all = read + count("refused by naga") + count("fault of vitrum");
    let share = |part: usize| 100.0 * part as f64 / all.max(1) as f64;
    for (kind, count) in &counts {
        println!("{count:>6} {kind}");
    }
    println!(
        "{read} of {all} are taken by naga ({:.1} %), {wgsl} come out as WGSL ({:.1} %)",
        share(read),
        share(wgsl)
    );
    let mut reasons: Vec<_> = reasons.into_iter().collect();
    reasons.sort_by_key(|row| (row.0.0, std::cmp::Reverse(row.1.0)));
    for ((kind, reason), (count, example)) in reasons {
        println!("{count:>6} {kind}: {reason} ({example})");
    }
}
