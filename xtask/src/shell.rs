//! Starting other programs, cargo above all, from the root of the workspace.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail};

/// The root of the workspace: the folder above this package.
pub(crate) fn root() -> PathBuf {
    let package = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    package.parent().map_or(package.clone(), PathBuf::from)
}

/// Cargo's target folder; files that these chores make are below it, too.
pub(crate) fn target_directory() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// The cargo that started this program, set to run in the root.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// A program of the workspace; its arguments follow.
pub(crate) fn program(package: &str) -> Command {
    let mut command = cargo();
    command.args(["run", "--quiet", "--package", package, "--"]);
    command
}

/// Runs `command` and ends this program as it ends.
pub(crate) fn run_instead(command: &mut Command) -> Result<()> {
    std::process::exit(command.status()?.code().unwrap_or(1));
}

/// Runs `command` with its output passed through, after a line with the command.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    eprintln!("> {}", display(command));
    let status = command.status().with_context(|| format!("could not start `{}`", display(command)))?;
    if !status.success() {
        bail!("`{}` failed: {status}", display(command));
    }
    Ok(())
}

/// Runs `command` and returns its stdout; an error holds its stderr.
pub(crate) fn capture(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("could not start `{}`", display(command)))?;
    if !output.status.success() {
        let stderr = String::from_utf8_lossy(&output.stderr);
        bail!("`{}` failed: {}\n{}", display(command), output.status, stderr.trim_end());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The command as one would type it.
pub(crate) fn display(command: &Command) -> String {
    let program = PathBuf::from(command.get_program());
    let mut text = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
    for argument in command.get_args() {
        text.push(' ');
        text.push_str(&argument.to_string_lossy());
    }
    text
}
