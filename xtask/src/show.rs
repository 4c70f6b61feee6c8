//! `cargo xtask show`: prints a shader at any stage of the compiler.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use crate::shell;

/// Prints a shader's IR, also after a pass, or its output.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The shader, for instance `examples/shaders/plasma.frag`
    file: PathBuf,

    /// Print the IR after this pass of the optimising pipeline, for instance `promote_variables`
    #[arg(long, value_name = "PASS", conflicts_with = "emit")]
    after: Option<String>,

    /// Kind of output: ir, spirv, asm or glsl
    #[arg(long, default_value = "ir")]
    emit: String,

    /// Optimise
    #[arg(short = 'O')]
    optimize: bool,

    /// Further options for `vitrum`, after `--`
    #[arg(last = true)]
    rest: Vec<String>,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let mut command = shell::program("vitrum-cli");
    command.arg(std::path::absolute(&arguments.file)?).args(["--emit", &arguments.emit]);
    match &arguments.after {
        Some(pass) => command.args(["-O", "--print-after", pass]),
        None => command.arg(if arguments.optimize { "-O" } else { "-O0" }),
    };
    shell::run_instead(command.args(&arguments.rest))
}
