//! `cargo xtask generate`, `bisect` and `fuzz`: checks generated programs on every path through the compiler, and bisects faults.

mod commands;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Checks generated programs, and bisects faults.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Generate(commands::generate::Arguments),
    Bisect(commands::bisect::Arguments),
    Vary(commands::vary::Arguments),
    Verifier(commands::verifier::Arguments),
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Generate(arguments) => commands::generate::run(&arguments),
        Command::Bisect(arguments) => commands::bisect::run(&arguments),
        Command::Vary(arguments) => commands::vary::run(&arguments),
        Command::Verifier(arguments) => commands::verifier::run(&arguments),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
