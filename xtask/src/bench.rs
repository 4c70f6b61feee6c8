//! `cargo xtask bench`: builds and runs the benchmarks, which are programs of their own.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use crate::shell;

/// Measures vitrum beside other compilers, in one process, source to SPIR-V.
///
/// Prints time and ratio per shader, their geometric mean, and how cost grows with the size of a shader.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Beside glslang and spirv-opt instead of naga (C++: 5 to 15 minutes to build, once)
    #[arg(long)]
    peers: bool,

    /// Compare the optimiser with spirv-opt, in words and time; more arguments follow `--`: `--help` lists them
    #[arg(long, conflicts_with = "peers")]
    optimise: bool,

    /// Measure the language server: time from an edit of a long shader to its diagnostics; more arguments follow `--`
    #[arg(long, conflicts_with_all = ["peers", "optimise"])]
    lsp: bool,

    /// Rounds per shader; the median counts
    #[arg(long, default_value_t = 30)]
    rounds: u32,

    /// Write a report in HTML too
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

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
    if arguments.peers {
        command.args(["--manifest-path", "tools/bench/peers/Cargo.toml"]);
        command.arg("--target-dir").arg(shell::target_directory().join("peers"));
    } else {
        command.args(["--package", "vitrum-bench"]);
    }
    command.args(["--", "--rounds", &arguments.rounds.to_string()]);
    if let Some(file) = &arguments.html {
        command.arg("--html").arg(std::path::absolute(file)?);
    }
    command.args(&arguments.filter);
    shell::run(&mut command)
}
