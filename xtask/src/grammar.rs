//! `cargo xtask grammar`: runs the package that generates the lexer and parser of the text form.

use anyhow::Result;
use clap::Args;

use crate::shell;

/// Generates the reader of the IR's text form from its grammar, `crates/ir-text/grammar`.
#[derive(Args)]
pub(crate) struct Arguments {}

/// Runs the command.
pub(crate) fn run(_arguments: &Arguments) -> Result<()> {
    shell::run(shell::cargo().args(["run", "--quiet", "--package", "vitrum-grammar"]))
}
