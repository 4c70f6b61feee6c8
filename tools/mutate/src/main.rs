//! Mutation testing of the passes: `cargo xtask mutate`.
//!
//! A mutant is one change that makes the compiler do more than it may: a condition of a rewrite rule is dropped, a legality
//! check is skipped, an effect of an operation is forgotten. All mutants are compiled into one copy of the tree, where an
//! environment variable chooses the one that is alive, so that the copy is built once. Each net (a group of tests) then runs
//! against each mutant, but for tests in which the mutant decides as the compiler does. A mutant that no net notices shows
//! a class of bugs that no test would find.

mod board;
mod effects;
mod equivalents;
mod mutant;
mod nets;
mod reach;
mod rules;
mod sample;
mod sites;
mod tree;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};

use board::Row;
use equivalents::Equivalents;
use mutant::Mutant;
use nets::{Net, Noticed};

/// Breaks the passes in one place at a time, and counts which nets notice.
///
/// Without --all, a mutant is done when the first net notices it; nets run in the order in which they are listed.
#[derive(Parser)]
#[command(name = "cargo xtask mutate", bin_name = "cargo xtask mutate")]
struct Arguments {
    /// Number of mutants to try
    #[arg(long, value_name = "N", default_value_t = 200)]
    count: usize,

    /// Seed of the sample: it takes the same mutants of the same tree each time
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Only mutants whose name contains this
    #[arg(long, value_name = "TEXT", default_value = "")]
    filter: String,

    /// Run every net against every mutant, and print which notice
    #[arg(long)]
    all: bool,

    /// Only these nets, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    net: Vec<String>,

    /// List the chosen mutants and the nets, and run nothing
    #[arg(long)]
    list: bool,

    /// Compile the copy with this profile
    #[arg(long, value_name = "NAME", default_value = "generate")]
    profile: String,

    /// Fail if a smaller part of the mutants is noticed, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 95)]
    least: usize,

    /// Write the results to the committed board
    #[arg(long)]
    update: bool,

    /// Folder of the copy
    #[arg(long, value_name = "DIR", default_value = "target/mutate")]
    work: PathBuf,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<bool> {
    let root =
        Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).context("the package lies in no folder")?;
    let every = mutant::all(root)?;
    let equivalents = Equivalents::read(root)?;
    let stale = equivalents.stale(&every);
    for name in &stale {
        println!("stale: {} names no mutant: {name}", equivalents::FILE);
    }
    let candidates: Vec<&Mutant> = every
        .iter()
        .filter(|it| it.name.contains(&arguments.filter) && !equivalents.contains(&it.name))
        .collect();
    let chosen = sample::choose(&candidates, arguments.count, arguments.seed);
    let nets: Vec<&Net> = nets::NETS
        .iter()
        .filter(|net| arguments.net.is_empty() || arguments.net.iter().any(|name| name == net.name))
        .collect();
    println!("{} mutants, {} equivalent, {} chosen", every.len(), equivalents.len(), chosen.len());
    if arguments.list {
        chosen.iter().for_each(|mutant| println!("{}", mutant.name));
        nets.iter().for_each(|net| println!("net {}: {}", net.name, net.summary));
        return Ok(stale.is_empty());
    }
    if chosen.is_empty() || nets.is_empty() {
        bail!("nothing to run");
    }
    let work = root.join(&arguments.work);
    tree::write(root, &work, &every)?;
    let programs = nets::build(&work, &arguments.profile, &nets)?;
    let rows = try_all(arguments, &chosen, &programs)?;
    board::print(&rows, &nets);
    if arguments.update {
        board::write(root, arguments.seed, &rows, &nets)?;
    }
    let noticed = rows.iter().filter(|row| row.is_noticed()).count();
    Ok(stale.is_empty() && noticed * 100 >= arguments.least * rows.len())
}

/// Runs the nets against each mutant.
fn try_all(arguments: &Arguments, chosen: &[&Mutant], programs: &[nets::Program<'_>]) -> Result<Vec<Row>> {
    let bar = ProgressBar::new(chosen.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} {eta} {msg}") {
        bar.set_style(style);
    }
    let mut rows = Vec::with_capacity(chosen.len());
    for mutant in chosen {
        bar.set_message(mutant.name.clone());
        let reach = programs.iter().map(|program| program.reach(mutant)).sum();
        let mut row = Row { name: mutant.name.clone(), noticed: Vec::new(), reach };
        for program in programs {
            if let Some(how) = nets::notices(program, mutant)? {
                row.noticed.push(Noticed { net: program.net.name, how });
                if !arguments.all {
                    break;
                }
            }
        }
        bar.suspend(|| println!("{}", row.line()));
        rows.push(row);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(rows)
}
