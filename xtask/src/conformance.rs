//! `cargo xtask conformance`: builds and runs the program that holds vitrum against suites by others.

use anyhow::Result;
use clap::Args;

use crate::{shell, tools};

/// Compiles the shaders of a suite by others, and compares with the scoreboard in tests/scoreboard.
///
/// Without a suite, lists them. What it takes is `cargo xtask conformance -- --help`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The suite and its options: --filter S, --jobs N, --list-failures, --update, --sample N, --fetch,
    /// --data FOLDER, --validate, --show
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<String>,
}

/// The suites of which CI runs one file in so many.
const SAMPLES: &[(&str, u32)] = &[("piglit", 4), ("piglit-shader", 4)];

/// Runs the samples of CI, with what the tests have built.
pub(crate) fn run_samples() -> Result<()> {
    for (suite, sample) in SAMPLES {
        let mut command = shell::cargo();
        command.args(["run", "--quiet", "--package", "vitrum-conformance", "--", suite, "--fetch"]);
        shell::run(command.args(["--sample", &sample.to_string()]))?;
    }
    Ok(())
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let mut command = shell::cargo();
    command.args(["run", "--quiet", "--profile", "conformance", "--package", "vitrum-conformance", "--"]);
    command.args(&arguments.rest);
    if arguments.rest.iter().any(|word| word.starts_with("--validate")) {
        command.env("VITRUM_SPIRV_VAL", tools::find()?.spirv_val);
    }
    let status = command.status()?;
    std::process::exit(status.code().unwrap_or(1));
}
