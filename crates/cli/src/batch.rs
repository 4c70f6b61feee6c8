//! `vitrum batch`: many compilations, listed in a manifest, on several threads. Results come in the order of the
//! manifest and do not depend on the number of threads; whatever happens to one, the others go on.

mod manifest;

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
use serde::Serialize;
use serde_json::Value;
use vitrum::{Diagnosed, Options, Report};

use super::arguments::BatchArguments;
use super::outputs::Format;
use super::{compile, inputs, modules};
use manifest::{Entry, Job};

/// As much as the main thread of a process usually has: bounds on nesting are made for it.
const STACK: usize = 8 << 20;

/// A line of the results.
#[derive(Serialize)]
struct Outcome<'a> {
    id: &'a Value,
    status: &'static str,
    diagnostics: Vec<Report>,
    micros: u64,
    bytes: usize,
}

/// True if everything compiled.
pub(crate) fn run(arguments: &BatchArguments) -> Result<bool> {
    let entries = manifest::read(&arguments.manifest)?;
    let (index, count) = arguments.shard.unwrap_or((1, 1));
    let entries: Vec<Entry> = entries.into_iter().skip(index - 1).step_by(count).collect();
    if let Some(folder) = &arguments.output {
        create_folder(folder)?;
    }
    let pool = ThreadPoolBuilder::new()
        .num_threads(arguments.jobs.unwrap_or(0))
        .stack_size(STACK)
        .build()
        .context("cannot start threads")?;
    let bar = progress_bar(entries.len());
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let mut all_well = true;
    std::thread::scope(|scope| {
        let (entries, next, pool) = (&entries, &next, &pool);
        let folder = arguments.output.as_deref();
        scope.spawn(move || {
            // Each thread takes the next entry, so that results come nearly in order.
            pool.broadcast(|_| {
                while let Some((place, entry)) = take(entries, next) {
                    let line = outcome(entry, folder);
                    if sender.send((place, line)).is_err() {
                        break;
                    }
                }
            });
        });
        all_well = print_in_order(receiver, &bar)?;
        Ok::<(), anyhow::Error>(())
    })?;
    bar.finish_and_clear();
    Ok(all_well)
}

fn take<'a>(entries: &'a [Entry], next: &AtomicUsize) -> Option<(usize, &'a Entry)> {
    let place = next.fetch_add(1, Ordering::Relaxed);
    Some((place, entries.get(place)?))
}

/// Prints results as soon as those before them are printed; whether all were well.
fn print_in_order(results: mpsc::Receiver<(usize, (bool, String))>, bar: &ProgressBar) -> Result<bool> {
    let mut waiting = BTreeMap::new();
    let mut printed = 0;
    let mut all_well = true;
    let mut stdout = std::io::stdout().lock();
    for (place, result) in results {
        bar.inc(1);
        waiting.insert(place, result);
        while let Some((well, line)) = waiting.remove(&printed) {
            printed += 1;
            all_well &= well;
            match writeln!(stdout, "{line}") {
                // Nobody reads on, so that nothing more need be compiled.
                Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => return Ok(all_well),
                written => written.context("cannot write to stdout")?,
            }
        }
    }
    stdout.flush().context("cannot write to stdout")?;
    Ok(all_well)
}

fn progress_bar(length: usize) -> ProgressBar {
    let bar = ProgressBar::new(length as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} shaders, {per_sec}, {eta} left") {
        bar.set_style(style);
    }
    bar
}

/// True if an entry compiled, and the line of its result.
fn outcome(entry: &Entry, folder: Option<&Path>) -> (bool, String) {
    let start = Instant::now();
    let done = match &entry.job {
        Ok(job) => match catch_unwind(AssertUnwindSafe(|| try_compile(job, folder))) {
            Ok(Ok(done)) => done,
            Ok(Err(error)) => Done::error(&format!("{error:#}")),
            Err(_) => Done::error("internal compiler error: panic"),
        },
        Err(reason) => Done::error(reason),
    };
    let micros = u64::try_from(start.elapsed().as_micros()).unwrap_or(u64::MAX);
    let Done { status, diagnostics, bytes } = done;
    let outcome = Outcome { id: &entry.id, status, diagnostics, micros, bytes };
    // Strings and numbers only, so serialisation cannot fail.
    (status == "ok", serde_json::to_string(&outcome).unwrap_or_default())
}

struct Done {
    status: &'static str,
    diagnostics: Vec<Report>,
    bytes: usize,
}

impl Done {
    fn error(reason: &str) -> Self {
        Self { status: "error", diagnostics: vec![Report::without_place(reason)], bytes: 0 }
    }
}

fn try_compile(job: &Job, folder: Option<&Path>) -> Result<Done> {
    let bytes = job.input.read()?;
    let mut options = job.options.clone();
    options.file_name = job.input.name();
    let compiled = if modules::is_module(&job.input.path, &bytes) {
        let (module, sources) = modules::read(&job.input.name(), &bytes)?;
        options.placement = job.arguments.placement(module.stage)?;
        vitrum::compile_module(module, sources, &options, &mut |_, _| {})
    } else {
        let text = inputs::text(bytes);
        options.stage = job.input.stage(&text, &options)?;
        options.placement = job.arguments.placement(options.stage)?;
        if job.checks_only {
            return Ok(checked(&text, &options));
        }
        vitrum::compile(&text, &options)
    };
    let compilation = match compiled {
        Ok(compilation) => compilation,
        Err(failure) => {
            let mut diagnostics = failure.diagnosed.reports();
            if let Some(defect) = &failure.defect {
                diagnostics.push(Report::without_place(&format!("internal compiler error: {defect}")));
            }
            return Ok(Done { status: failed_status(&failure.diagnosed), diagnostics, bytes: 0 });
        }
    };
    let mut diagnostics = compilation.diagnosed.reports();
    let strip = job.arguments.output.strip;
    let bytes = match compile::bytes(compilation, job.emit, Format::Bin, strip, &options.levels, false) {
        Ok(written) => {
            diagnostics.extend(written.diagnosed.reports());
            match written.bytes {
                Some(bytes) => bytes,
                None => return Ok(Done { status: "error", diagnostics, bytes: 0 }),
            }
        }
        Err(error) => {
            diagnostics.push(Report::without_place(&format!("{error:#}")));
            return Ok(Done { status: "error", diagnostics, bytes: 0 });
        }
    };
    if let (Some(folder), Some(output)) = (folder, &job.output) {
        let path = folder.join(output);
        path.parent().map_or(Ok(()), create_folder)?;
        std::fs::write(&path, &bytes).with_context(|| format!("cannot write `{}`", path.display()))?;
    }
    Ok(Done { status: "ok", diagnostics, bytes: bytes.len() })
}

/// Checks a source that belongs to no client.
fn checked(text: &str, options: &Options) -> Done {
    let (status, diagnosed) = match vitrum::check(text, options) {
        Ok(diagnosed) => ("ok", diagnosed),
        Err(failure) => (failed_status(&failure.diagnosed), failure.diagnosed),
    };
    Done { status, diagnostics: diagnosed.reports(), bytes: 0 }
}

fn create_folder(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot create folder `{}`", folder.display()))
}

/// The status of a failed compilation: `limit` if it met a limit of the compiler.
fn failed_status(diagnosed: &Diagnosed) -> &'static str {
    let limited = diagnosed.diagnostics.iter().any(|diagnostic| diagnostic.code.is_limit());
    if limited { "limit" } else { "error" }
}
