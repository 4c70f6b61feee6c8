//! `cargo xtask bench`: builds and runs the benchmarks, which are programs of their own.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use clap::Args;

use crate::{examples, shell};

/// Measures vitrum beside other compilers, in one process, source to SPIR-V.
///
/// Prints time and ratio per shader, their geometric mean, and how cost grows with the size of a shader.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Beside glslang and spirv-opt instead of naga (C++: 5 to 15 minutes to build, once)
    #[arg(long)]
    peers: bool,

    /// Beside naga and shaderc, whose library must be there (Debian: libshaderc-dev spirv-tools)
    #[arg(long, conflicts_with = "peers")]
    shaderc: bool,

    /// Compare the optimiser with spirv-opt, in words and time; more arguments follow `--`: `--help` lists them
    #[arg(long, conflicts_with_all = ["peers", "shaderc"])]
    optimise: bool,

    /// Measure the language server: time from an edit of a long shader to its diagnostics; more arguments follow `--`
    #[arg(long, conflicts_with_all = ["peers", "shaderc", "optimise"])]
    lsp: bool,

    /// Compare with spirv-opt on the modules (`.spv`) below FOLDER, words to words, and do nothing else
    #[arg(long, value_name = "FOLDER", requires = "peers")]
    modules: Option<PathBuf>,

    /// Rounds per shader; the median counts
    #[arg(long, default_value_t = 30)]
    rounds: u32,

    /// Write a report in HTML too
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Append the figures to tests/scoreboard/bench.txt, with the commit and its date
    #[arg(long, conflicts_with_all = ["peers", "shaderc", "optimise", "lsp", "filter"])]
    record: bool,

    /// Only the shaders whose path contains this
    filter: Option<String>,

    /// More, for `--optimise` and `--lsp`
    #[arg(last = true)]
    more: Vec<String>,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    if arguments.lsp {
        shell::run(shell::cargo().args(["build", "--release", "--package", "vitrum-cli"]))?;
    }
    let mut command = shell::cargo();
    command.args(["run", "--release"]);
    if arguments.lsp {
        command
            .args(["--package", "vitrum-bench-lsp", "--"])
            .arg(shell::target_directory().join("release/vitrum"));
        return shell::run(command.args(&arguments.more));
    }
    if arguments.optimise {
        command.args(["--package", "vitrum-bench-optimise", "--", "--cache"]);
        command.arg(shell::target_directory().join("bench-optimise"));
        command.args(&arguments.more).args(&arguments.filter);
        return shell::run(&mut command);
    }
    let outside = [(arguments.peers, "peers"), (arguments.shaderc, "shaderc")];
    if let Some((_, name)) = outside.iter().find(|row| row.0) {
        command.args(["--manifest-path", &format!("tools/bench/{name}/Cargo.toml")]);
        command.arg("--target-dir").arg(shell::target_directory().join(name));
        if let Some(flags) = examples::shaderc_flags().filter(|_| arguments.shaderc) {
            command.env("RUSTFLAGS", flags);
        }
    } else {
        command.args(["--package", "vitrum-bench"]);
    }
    command.args(["--", "--rounds", &arguments.rounds.to_string()]);
    if let Some(file) = &arguments.html {
        command.arg("--html").arg(std::path::absolute(file)?);
    }
    if let Some(folder) = &arguments.modules {
        command.arg("--modules").arg(std::path::absolute(folder)?);
    }
    command.args(&arguments.filter);
    let figures = shell::target_directory().join("bench-figures.txt");
    if arguments.record {
        command.arg("--figures").arg(&figures);
    }
    shell::run(&mut command)?;
    if arguments.record { record(&figures) } else { Ok(()) }
}

/// The name of the board with the records.
pub(crate) const BOARD: &str = "bench";

/// Figures of a commit.
#[derive(Debug, PartialEq)]
pub(crate) struct Record {
    pub(crate) commit: String,
    pub(crate) date: String,
    pub(crate) figures: Vec<(String, f64)>,
}

impl Record {
    /// A line of the board: commit, date, and then names and values in turn, with tabs between them.
    pub(crate) fn read(line: &str) -> Option<Self> {
        let mut cells = line.split('\t').map(str::trim);
        let (commit, date) = (cells.next()?.to_owned(), cells.next()?.to_owned());
        let cells: Vec<&str> = cells.collect();
        let figure = |pair: &[&str]| Some(((*pair.first()?).to_owned(), pair.get(1)?.parse().ok()?));
        let figures: Vec<_> = cells.chunks(2).filter_map(figure).collect();
        (!figures.is_empty()).then_some(Self { commit, date, figures })
    }

    fn line(&self) -> String {
        let figures: String = self.figures.iter().map(|(name, value)| format!("\t{name}\t{value}")).collect();
        format!("{}\t{}{figures}\n", self.commit, self.date)
    }
}

/// Appends the figures of a file to the board; a record of the same commit is replaced.
fn record(figures: &Path) -> Result<()> {
    let head = shell::capture(Command::new("git").current_dir(shell::root()).args([
        "log",
        "-1",
        "--format=%h\t%ad",
        "--date=short",
    ]))?;
    let text =
        std::fs::read_to_string(figures).with_context(|| format!("cannot read {}", figures.display()))?;
    let cells = text.lines().collect::<Vec<_>>().join("\t");
    let record =
        Record::read(&format!("{}\t{cells}", head.trim())).context("the benchmark has no figures")?;
    let board = shell::root().join(format!("tests/scoreboard/{BOARD}.txt"));
    let old = std::fs::read_to_string(&board).unwrap_or_else(|_| HEAD.to_owned());
    let is_other = |line: &&str| !line.starts_with(&format!("{}\t", record.commit));
    let kept: String = old.lines().filter(is_other).map(|line| format!("{line}\n")).collect();
    std::fs::write(&board, kept + &record.line())
        .with_context(|| format!("cannot write {}", board.display()))?;
    println!("recorded: {}", board.display());
    Ok(())
}

/// The first lines of the board.
const HEAD: &str = "\
# Appended to by `cargo xtask bench --record`: commit, date, and figures with their names. Ratios depend little on the machine.
";

#[cfg(test)]
mod tests {
    use super::Record;

    #[test]
    fn records_read_back() {
        let figures = vec![("time of naga / vitrum".to_owned(), 3.5), ("MB".to_owned(), 20.0)];
        let record = Record { commit: "abc".to_owned(), date: "2026-01-02".to_owned(), figures };
        assert_eq!(record.line(), "abc\t2026-01-02\ttime of naga / vitrum\t3.5\tMB\t20\n");
        assert_eq!(Record::read(&record.line()), Some(record));
        assert_eq!(Record::read("# a comment"), None);
    }
}
