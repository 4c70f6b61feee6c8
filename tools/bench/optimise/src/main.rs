//! vitrum's optimiser beside glslang and spirv-opt, on real shaders: `cargo xtask bench --optimise`.
//!
//! The measure is words of SPIR-V without names and other debug information. The peers' results for a shader are
//! kept on disk, by the hash of the source, so that only the first run takes long.

mod corpus;
mod driver;
mod growth;
mod ours;
mod peers;
mod report;

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};

use corpus::Shader;
use ours::Ours;
use peers::Theirs;

/// Compares vitrum's optimiser with spirv-opt.
#[derive(Parser)]
struct Arguments {
    /// Folders with shaders, named by stage, or RetroArch's `.slang`; the suite without any
    #[arg(long, value_name = "DIR")]
    corpus: Vec<PathBuf>,

    /// Cache of the peers' results
    #[arg(long, value_name = "DIR", default_value = "target/bench-optimise")]
    cache: PathBuf,

    /// Only every N-th shader
    #[arg(long, value_name = "N", default_value_t = 1)]
    every: usize,

    /// Measure each pass: the words and the time without it
    #[arg(long)]
    ablate: bool,

    /// Measure how the time grows with the size of a shader, and do nothing else
    #[arg(long)]
    growth: bool,

    /// Without the shaders whose path contains this, such as one that keeps the driver busy for minutes
    #[arg(long, value_name = "TEXT")]
    without: Vec<String>,

    /// Count how often each rewrite rule fires, and do nothing else
    #[arg(long)]
    rules: bool,

    /// Count the words of each operation, ours beside theirs
    #[arg(long)]
    operations: bool,

    /// Compile everything with Mesa's RADV, without a device, and compare instructions and time
    #[arg(long)]
    driver: bool,

    /// Number of the worst shaders that are named
    #[arg(long, value_name = "N", default_value_t = 12)]
    worst: usize,

    /// Take these passes instead of those of `-O`, by name, with commas between
    #[arg(long, value_name = "PASSES", value_delimiter = ',')]
    passes: Option<Vec<String>>,

    /// Only the shaders whose path contains this
    #[arg(default_value = "")]
    filter: String,
}

/// A shader with the results.
struct Row {
    shader: Shader,
    theirs: Theirs,
    ours: Ours,
}

/// Shows on a terminal how many of `length` shaders are done.
fn progress_bar(length: usize) -> ProgressBar {
    let bar = ProgressBar::new(length as u64);
    if let Ok(style) = ProgressStyle::with_template("[{bar:40}] {pos}/{len} {eta} {msg}") {
        bar.set_style(style);
    }
    bar
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    if arguments.driver && !driver::is_ready() {
        return driver::again();
    }
    if arguments.growth {
        return growth::report();
    }
    let mut folders = arguments.corpus.clone();
    if folders.is_empty() {
        let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."));
        folders = vec![root.join("examples/shaders"), root.join("tests/suite")];
    }
    let mut shaders = corpus::read(&folders, &arguments.filter, arguments.every.max(1))?;
    shaders.retain(|shader| !arguments.without.iter().any(|text| shader.name.contains(text)));
    if arguments.rules {
        report::rules(&ours::rules_of_all(&shaders));
        return Ok(());
    }
    let found = shaders.len();
    let shaders = peers::of_all(shaders, &arguments.cache)?;
    let accepted = shaders.len();
    let rows = ours::of_all(shaders, arguments.passes.as_deref());
    if rows.is_empty() {
        bail!("no shader is compiled by all");
    }
    println!("{found} shaders, of which glslang takes {accepted} and vitrum {} of those", rows.len());
    report::totals(&rows);
    report::times(&rows);
    report::grown(&rows);
    report::worst(&rows, arguments.worst);
    if arguments.operations {
        report::operations(&rows, &arguments.cache)?;
    }
    if arguments.ablate {
        report::ablation(&rows);
    }
    if arguments.driver {
        driver::report(&rows, &arguments.cache, arguments.worst)?;
    }
    Ok(())
}
