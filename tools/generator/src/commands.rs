//! The commands, a module each, and the arguments and threads that they share.

pub(crate) mod bisect;
pub(crate) mod generate;
pub(crate) mod vary;
pub(crate) mod verifier;

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::ThreadPool;

/// Arguments of the commands that check many programs.
#[derive(Args)]
pub(crate) struct Common {
    /// The seed of the first program; each other has the next
    #[arg(long, default_value_t = 0)]
    seed: u64,

    /// Number of threads; defaults to the number of processors
    #[arg(long)]
    jobs: Option<usize>,

    /// Folder for programs with a finding
    #[arg(long, default_value = "target/generated")]
    keep: PathBuf,

    /// Print the programs instead of checking them
    #[arg(long)]
    show: bool,
}

impl Common {
    /// Threads whose stacks are as deep as the interpreter nests.
    fn threads(&self) -> Result<ThreadPool> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.jobs.unwrap_or(0));
        Ok(pool.stack_size(64 << 20).build()?)
    }
}

fn progress_bar(length: u64) -> Result<ProgressBar> {
    let bar = ProgressBar::new(length);
    bar.set_style(ProgressStyle::with_template("{bar:40} {pos}/{len} {per_sec} {eta} {msg}")?);
    Ok(bar)
}
