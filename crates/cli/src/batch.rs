//! `vitrum batch`: many compilations, of a manifest or of folders, on several threads. Results come in the order of the
//! manifest and do not depend on the number of threads.

mod cache;
mod folders;
mod manifest;
mod result;

use std::collections::BTreeMap;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Instant;

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::ThreadPoolBuilder;
use vitrum::{Compiler, Options, Report};

use super::arguments::{BatchArguments, ErrorFormat, Shard};
use super::messages::show;
use super::outputs::Format;
use super::{compile, inputs, modules};
use cache::{Cache, Includes};
use manifest::{Entry, Job};
use result::{Outcome, Status, failed_status};

/// As much as the main thread of a process usually has: bounds on nesting are made for it.
const STACK: usize = 8 << 20;

/// Folders of outputs and results.
struct Folders<'a> {
    output: Option<&'a Path>,
    cache: Option<&'a Cache>,
}

/// The result of an entry, and how it came about.
struct Done {
    outcome: Outcome,
    is_cached: bool,
    micros: u64,
}

/// Counts of the results that were shown.
#[derive(Default)]
struct Counts {
    shown: usize,
    failed: usize,
    cached: usize,
}

/// True if everything compiled.
pub(crate) fn run(arguments: &BatchArguments) -> Result<bool> {
    let entries = manifest::read(&arguments.inputs, &arguments.options)?;
    let Shard { index, count } = arguments.shard.unwrap_or(Shard { index: 1, count: 1 });
    let entries: Vec<Entry> = entries.into_iter().skip(index - 1).step_by(count).collect();
    if let Some(folder) = &arguments.output {
        create_folder(folder)?;
    }
    let cache = arguments.cache.as_deref().map(Cache::open).transpose()?;
    let pool = ThreadPoolBuilder::new()
        .num_threads(arguments.jobs.unwrap_or(0))
        .stack_size(STACK)
        .build()
        .context("cannot start threads")?;
    let bar = progress_bar(entries.len());
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let folders = Folders { output: arguments.output.as_deref(), cache: cache.as_ref() };
    let mut counts = Counts::default();
    std::thread::scope(|scope| {
        let (entries, next, pool, folders) = (&entries, &next, &pool, &folders);
        scope.spawn(move || {
            // Each thread takes the next entry, so that results come nearly in order.
            pool.broadcast(|_| {
                let mut compiler = Compiler::new();
                while let Some((place, entry)) = take(entries, next) {
                    let done = run_entry(entry, folders, &mut compiler);
                    if sender.send((place, done)).is_err() {
                        break;
                    }
                }
            });
        });
        counts = show_in_order(receiver, entries, arguments, &bar)?;
        Ok::<(), anyhow::Error>(())
    })?;
    bar.finish_and_clear();
    let left = entries.len() - counts.shown;
    if arguments.fail_fast && counts.failed > 0 && left > 0 {
        eprintln!("vitrum: stopped at the first failure, before {left} of {} compilations", entries.len());
    }
    if arguments.error_format.is_some_and(|format| format == ErrorFormat::Human) {
        let what =
            if counts.failed == 0 { "no errors".to_owned() } else { format!("errors in {}", counts.failed) };
        eprintln!("vitrum: {what} of {} shaders", counts.shown);
    }
    if let Some(cache) = cache {
        summarize(cache, &counts);
    }
    Ok(counts.failed == 0)
}

fn take<'a>(entries: &'a [Entry], next: &AtomicUsize) -> Option<(usize, &'a Entry)> {
    let place = next.fetch_add(1, Ordering::Relaxed);
    Some((place, entries.get(place)?))
}

/// Shows results as soon as those before them are shown; with `--fail-fast`, none behind the first failure.
fn show_in_order(
    results: mpsc::Receiver<(usize, Done)>,
    entries: &[Entry],
    arguments: &BatchArguments,
    bar: &ProgressBar,
) -> Result<Counts> {
    let mut waiting = BTreeMap::new();
    let mut counts = Counts::default();
    let mut stdout = std::io::stdout().lock();
    let mut log = Vec::new();
    'results: for (place, done) in results {
        bar.inc(1);
        waiting.insert(place, done);
        while let Some(Done { outcome, is_cached, micros }) = waiting.remove(&counts.shown) {
            let entry = &entries[counts.shown];
            counts.shown += 1;
            counts.failed += usize::from(!outcome.is_ok());
            counts.cached += usize::from(is_cached);
            let failed = !outcome.is_ok();
            match arguments.error_format {
                None => {
                    let line = outcome.line(&entry.id, micros, arguments.cache.as_ref().map(|_| is_cached));
                    match writeln!(stdout, "{line}") {
                        // Nobody reads on, so that nothing more need be compiled.
                        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => return Ok(counts),
                        written => written.context("cannot write to stdout")?,
                    }
                }
                Some(ErrorFormat::Sarif) => log.extend(outcome.diagnostics),
                Some(format) => bar.suspend(|| outcome.diagnostics.iter().for_each(|it| show(it, format))),
            }
            if arguments.fail_fast && failed {
                break 'results;
            }
        }
    }
    stdout.flush().context("cannot write to stdout")?;
    if arguments.error_format == Some(ErrorFormat::Sarif) {
        eprint!("{}", vitrum::sarif(&log));
    }
    Ok(counts)
}

fn progress_bar(length: usize) -> ProgressBar {
    let bar = ProgressBar::new(length as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} shaders, {per_sec}, {eta} left") {
        bar.set_style(style);
    }
    bar
}

/// Says on stderr how the cache served.
fn summarize(cache: Cache, counts: &Counts) {
    let &Counts { shown, failed: _, cached } = counts;
    eprintln!("vitrum: {cached} of {shown} results were in the cache");
    let (damaged, unwritten) = cache.faults();
    if damaged > 0 {
        eprintln!("vitrum: warning: {damaged} damaged entries of the cache were ignored and replaced");
    }
    if let Some(reason) = unwritten {
        eprintln!("vitrum: warning: cannot write to the cache: {reason}");
    }
}

fn run_entry(entry: &Entry, folders: &Folders<'_>, compiler: &mut Compiler) -> Done {
    let start = Instant::now();
    let (outcome, is_cached) = match &entry.job {
        Ok(job) => match catch_unwind(AssertUnwindSafe(|| run_job(job, folders, compiler))) {
            Ok(Ok(done)) => done,
            Ok(Err(error)) => (Outcome::error(&format!("{error:#}")), false),
            Err(_) => {
                *compiler = Compiler::new();
                (Outcome::error("internal compiler error: panic"), false)
            }
        },
        Err(reason) => (Outcome::error(reason), false),
    };
    let micros = u64::try_from(start.elapsed().as_micros()).unwrap_or(u64::MAX);
    Done { outcome, is_cached, micros }
}

/// The result of a compilation, and true if it was in the cache. Its output is written.
fn run_job(job: &Job, folders: &Folders<'_>, compiler: &mut Compiler) -> Result<(Outcome, bool)> {
    let source = job.input.read()?;
    let mut options = job.options.clone();
    options.file_name = job.input.name();
    let key = folders.cache.map(|cache| (cache, cache.key(job, &options, &source)));
    let stored = key.and_then(|(cache, key)| cache.find(key, &options));
    let is_cached = stored.is_some();
    let outcome = match (stored, key) {
        (Some(stored), _) => stored,
        (None, None) => compiled(job, options, source, compiler)?,
        (None, Some((cache, key))) => {
            let includes = Includes::note(&mut options);
            let outcome = compiled(job, options, source, compiler)?;
            cache.store(key, &includes, &outcome);
            outcome
        }
    };
    if let (Some(folder), Some(output), true) = (folders.output, &job.output, outcome.is_ok()) {
        let path = folder.join(output);
        path.parent().map_or(Ok(()), create_folder)?;
        std::fs::write(&path, &outcome.output)
            .with_context(|| format!("cannot write `{}`", path.display()))?;
    }
    Ok((outcome, is_cached))
}

/// Compiles a source, or a module.
fn compiled(job: &Job, mut options: Options, source: Vec<u8>, compiler: &mut Compiler) -> Result<Outcome> {
    let compiled = if modules::is_module(&job.input.path, &source) {
        let read = modules::read(&job.input.name(), &source, job.arguments.choice(&job.input))?;
        options = read.options(&options).placement(job.arguments.placement(read.module.stage)?);
        vitrum::compile_module(read.module, read.sources, &options, None)
    } else {
        job.arguments.check_entry(&job.input)?;
        let text = inputs::text(source);
        options.stage = job.input.stage(&text, &options)?;
        options.placement = job.arguments.placement(options.stage)?;
        if job.checks_only {
            return Ok(checked(&text, &options));
        }
        compiler.compile(&text, &options)
    };
    let compilation = match compiled {
        Ok(compilation) => compilation,
        Err(failure) => return Ok(Outcome::of_failure(&failure)),
    };
    let mut diagnostics = compilation.diagnosed.reports();
    let strip = job.arguments.output.strip;
    let (status, output) =
        match compile::bytes(compiler, compilation, job.emit, Format::Bin, strip, &options.levels, false) {
            Ok(written) => {
                diagnostics.extend(written.diagnosed.reports());
                match written.bytes {
                    Some(bytes) => (Status::Ok, bytes),
                    None => (Status::Error, Vec::new()),
                }
            }
            Err(error) => {
                diagnostics.push(Report::without_place(&format!("{error:#}")));
                (Status::Error, Vec::new())
            }
        };
    Ok(Outcome::new(status, diagnostics, output))
}

/// Checks a source that belongs to no client.
fn checked(text: &str, options: &Options) -> Outcome {
    let (status, diagnosed) = match vitrum::check(text, options) {
        Ok(diagnosed) => (Status::Ok, diagnosed),
        Err(failure) => (failed_status(&failure.diagnosed), failure.diagnosed),
    };
    Outcome::new(status, diagnosed.reports(), Vec::new())
}

fn create_folder(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot create folder `{}`", folder.display()))
}
