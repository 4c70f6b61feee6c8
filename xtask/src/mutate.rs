//! `cargo xtask mutate`: builds and runs the program that breaks passes and counts the tests that notice.

use anyhow::Result;
use clap::Args;

use crate::{shell, tools};

/// Breaks the passes in one place at a time, and counts which tests notice.
///
/// For its options: `cargo xtask mutate -- --help`. Building the copy of the tree takes some minutes.
#[derive(Args)]
pub(crate) struct Arguments {
    /// --count N, --seed S, --filter TEXT, --net NAMES, --all, --list, --update
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<String>,
}

/// A sample for CI: few mutants against the nets that take seconds, which notice somewhat fewer than all nets do.
const SAMPLE: &str = "--count 40 --net effects,legality,units,snapshots,rules --least 85";

/// Tries the sample.
pub(crate) fn run_sample() -> Result<()> {
    run(&Arguments { rest: SAMPLE.split(' ').map(str::to_owned).collect() })
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let tools = tools::find()?;
    let mut cargo = shell::program("vitrum-mutate");
    cargo.args(&arguments.rest);
    cargo.env("VITRUM_SPIRV_VAL", &tools.spirv_val).env("VITRUM_GLSLANG", &tools.glslang);
    cargo.env("VITRUM_VERDICTS", shell::target_directory().join("verdicts"));
    shell::run(&mut cargo)
}
