//! The `vitrum` command: arguments in, files and messages out. The library does everything else.

mod arguments;
mod bases;
mod batch;
mod compile;
mod dependencies;
mod fix;
mod help;
mod inputs;
mod limits;
mod link;
mod listings;
mod messages;
mod modules;
mod opt;
mod outputs;
mod rewrite;
mod translate;
mod warnings;

use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use anyhow::{Context, Result};

use arguments::{Arguments, Command};

/// As with `glslc`: 0 for success, 1 for whatever went wrong.
const FAILED: u8 = 1;

fn main() -> ExitCode {
    let outcome = Arguments::from_command_line(std::env::args_os()).and_then(run);
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(FAILED),
        Err(error) => {
            eprintln!("vitrum: error: {error:#}");
            ExitCode::from(FAILED)
        }
    }
}

/// True if all went well.
fn run(arguments: Arguments) -> Result<bool> {
    match &arguments.command {
        Some(Command::Help) => print(help::HELP.as_bytes()),
        Some(Command::LinkHelp) => print(help::LINK_HELP.as_bytes()),
        Some(Command::TranslateHelp) => print(help::TRANSLATE_HELP.as_bytes()),
        Some(Command::Version) => print(concat!("vitrum ", env!("CARGO_PKG_VERSION"), "\n").as_bytes()),
        Some(Command::Batch(batch)) => return batch::run(batch),
        Some(Command::Translate(arguments)) => return translate::run(arguments),
        Some(Command::Opt(arguments)) => opt::run(arguments),
        Some(Command::Explain { codes }) => print(listings::explain(codes)?.as_bytes()),
        Some(Command::Passes) => print(listings::passes().as_bytes()),
        Some(Command::Extensions) => print(listings::extensions().as_bytes()),
        Some(Command::Versions) => print(listings::versions().as_bytes()),
        None if arguments.fix.fix => return fix::run(&arguments),
        None => return compile::run(&arguments),
    }?;
    Ok(true)
}

/// Writes to stdout.
fn print(bytes: &[u8]) -> Result<()> {
    match std::io::stdout().write_all(bytes) {
        // The reader of a pipe may end early: `vitrum ... | head`.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        outcome => outcome.context("cannot write to stdout"),
    }
}

/// True if messages may have colours.
fn is_coloured() -> bool {
    std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none()
}
