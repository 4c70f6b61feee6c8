//! `vitrum opt`: passes on a module in text form. What each pass did, as text.

use std::fmt::Write;
use std::io::Read;
use std::path::Path;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use vitrum::PassReport;
use vitrum::ir::text;
use vitrum_passes::{FloatLaws, RunOptions};

/// How passes are run.
pub(crate) struct Options {
    /// How often the list is gone through.
    pub(crate) rounds: usize,
    /// How many changes are made at most.
    pub(crate) fuel: Option<u64>,
    /// The laws that passes may use on floats.
    pub(crate) floats: FloatLaws,
    /// True if what they did is told.
    pub(crate) times: bool,
}

/// The module of a file after these passes, verified after each.
pub(crate) fn run(file: &Path, passes: &[String], options: &Options) -> Result<String> {
    let mut source = String::new();
    if file == Path::new("-") {
        std::io::stdin().read_to_string(&mut source).context("cannot read stdin")?;
    } else {
        source = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    }
    let mut module =
        vitrum_ir_text::parse(&source).map_err(|error| anyhow!("{}: {error}", file.display()))?;
    let mut names: Vec<&str> = Vec::new();
    for name in passes {
        match vitrum_passes::pipeline(name) {
            Some(pipeline) => names.extend(pipeline.passes),
            None => names.push(name),
        }
    }
    let run = RunOptions {
        verify: true,
        fuel: options.fuel,
        rounds: options.rounds,
        floats: options.floats,
        clock: options.times.then_some(now),
        ..RunOptions::default()
    };
    let report = vitrum_passes::run(&mut module, &names, run)?;
    if options.times {
        eprint!("{}", times(&report.passes));
    }
    Ok(text::print(&module))
}

/// The time since the first call.
pub(crate) fn now() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

/// A line for each run of a pass.
pub(crate) fn times(passes: &[PassReport]) -> String {
    let mut text = String::new();
    for pass in passes {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:>10.1} us {:>8} changes  {}",
            pass.time.as_secs_f64() * 1e6,
            pass.changes,
            pass.name
        );
    }
    text
}
