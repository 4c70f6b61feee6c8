//! The `vitrum` command: arguments in, files and messages out. The library does everything else.

/// Prints a line to stderr; if nobody reads it, that is no error.
macro_rules! eprintln {
    ($($text:tt)*) => {{
        let _ = std::io::Write::write_fmt(&mut std::io::stderr(), format_args!("{}\n", format_args!($($text)*)));
    }};
}

/// The same without the end of a line.
macro_rules! eprint {
    ($($text:tt)*) => {{
        let _ = std::io::Write::write_fmt(&mut std::io::stderr(), format_args!($($text)*));
    }};
}

mod arguments;
mod bases;
mod batch;
mod compile;
mod dependencies;
mod dialect;
mod explore;
mod fix;
mod help;
mod inputs;
mod limits;
mod link;
mod listings;
mod lsp;
mod memory;
mod messages;
mod modules;
mod opt;
mod options;
mod outputs;
mod rewrite;
mod translate;
mod validation;
mod warnings;

use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use anyhow::{Context, Result};

use arguments::{Arguments, Colour, Command};

/// The exit status if a shader is wrong, or a file cannot be read or written.
const FAILED: u8 = 1;

/// The exit status if the command line is wrong.
const MISUSED: u8 = 2;

/// An error of the command line.
#[derive(Debug)]
pub(crate) struct UsageError(pub(crate) anyhow::Error);

impl std::fmt::Display for UsageError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:#}", self.0)
    }
}

impl std::error::Error for UsageError {}

fn main() -> ExitCode {
    let arguments = Arguments::from_command_line(std::env::args_os()).map_err(|it| UsageError(it).into());
    let outcome = arguments.and_then(run);
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(FAILED),
        Err(error) => {
            eprintln!("vitrum: error: {error:#}");
            ExitCode::from(if error.is::<UsageError>() { MISUSED } else { FAILED })
        }
    }
}

/// True if all went well.
fn run(arguments: Arguments) -> Result<bool> {
    match &arguments.command {
        Some(Command::Help(text)) => print(text.as_bytes()),
        Some(Command::Version) => print(concat!("vitrum ", env!("CARGO_PKG_VERSION"), "\n").as_bytes()),
        Some(Command::Batch(batch)) => return batch::run(batch),
        Some(Command::Translate(arguments)) => return translate::run(arguments),
        Some(Command::Opt(arguments)) => opt::run(arguments),
        Some(Command::Explain { codes }) => print(listings::explain(codes).map_err(UsageError)?.as_bytes()),
        Some(Command::Lsp) => return lsp::run(),
        Some(Command::Passes) => print(listings::passes().as_bytes()),
        Some(Command::Extensions) => print(listings::extensions().as_bytes()),
        Some(Command::Versions) => print(listings::versions().as_bytes()),
        None => match arguments.shown_limits().map_err(UsageError)? {
            Some(limits) => print(limits.as_bytes()),
            None if arguments.explore.explore => return explore::run(&arguments),
            None if arguments.fix.fix => return fix::run(&arguments),
            None => return compile::run(&arguments),
        },
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

/// True if messages have colours.
fn is_coloured(colour: Colour) -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    match colour {
        Colour::Always => true,
        Colour::Never => false,
        Colour::Auto if is_set("NO_COLOR") => false,
        Colour::Auto if std::env::var_os("CLICOLOR_FORCE").is_some_and(|it| !it.is_empty() && it != "0") => {
            true
        }
        Colour::Auto => {
            std::io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|it| it != "dumb")
        }
    }
}
