//! The chores of the vitrum workspace, as `cargo xtask COMMAND`.
//!
//! Every command is a module of its name. The crates' own code never runs inside this process: commands
//! start cargo, so that this program builds in seconds and works while a crate does not compile.

mod bench;
mod boards;
mod capi;
mod ci;
mod conformance;
mod examples;
mod fuzz;
mod generate;
mod grammar;
mod integrations;
mod mistakes;
mod mutate;
mod packages;
mod pages;
mod parts;
mod shaderc;
mod shell;
mod show;
mod test;
mod tidy;
mod tools;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The chores of the vitrum workspace.
///
/// Start with `cargo xtask test`; before a change is sent, `cargo xtask ci` runs all that CI runs.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Test(test::Arguments),
    Ci(ci::Arguments),
    Tidy(tidy::Arguments),
    Show(show::Arguments),
    Conformance(conformance::Arguments),
    Bench(bench::Arguments),
    Boards(boards::Arguments),
    /// Checks generated programs in the interpreter: as they are, after passes and pipelines, and through printed GLSL
    ///
    /// Options are --count N, --seed S, --jobs J, --keep DIR, --stage S, --dialect D, --show and --no-shrink; or --vulkan, then
    /// those of `cargo xtask conformance generated --execute`: 2,000 programs on a Vulkan driver.
    Generate(generate::Arguments),
    /// Checks variations of shaders, which are other code with the same meaning, in every form
    ///
    /// Arguments are files and folders, and --count N, --seed S, --jobs J, --keep DIR and --show.
    Vary(generate::Arguments),
    /// Changes modules at random, and counts which changed modules verify and are not valid SPIR-V
    ///
    /// Arguments are files and folders of shaders, and --count N, --seed S, --jobs J, --keep DIR, --messages N and --limit PERCENT.
    Verifier(generate::Arguments),
    /// Names the first pass, and its first change, that breaks a shader
    ///
    /// Arguments are FILE, --pipeline P and --target T.
    Bisect(generate::Arguments),
    Fuzz(fuzz::Arguments),
    Grammar(grammar::Arguments),
    Mutate(mutate::Arguments),
    Mistakes(mistakes::Arguments),
    Shaderc(shaderc::Arguments),
    Capi(capi::Arguments),
    Pages(pages::Arguments),
    Integrations(integrations::Arguments),
    Examples(examples::Arguments),
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Test(arguments) => test::run(&arguments),
        Command::Ci(arguments) => ci::run(&arguments),
        Command::Tidy(arguments) => tidy::run(&arguments),
        Command::Show(arguments) => show::run(&arguments),
        Command::Conformance(arguments) => conformance::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Boards(arguments) => boards::run(&arguments),
        Command::Generate(arguments) => generate::generate(&arguments),
        Command::Vary(arguments) => generate::run("vary", &arguments),
        Command::Verifier(arguments) => generate::verifier(&arguments),
        Command::Bisect(arguments) => generate::run("bisect", &arguments),
        Command::Fuzz(arguments) => fuzz::run(&arguments),
        Command::Grammar(arguments) => grammar::run(&arguments),
        Command::Mutate(arguments) => mutate::run(&arguments),
        Command::Mistakes(arguments) => mistakes::run(&arguments),
        Command::Shaderc(arguments) => shaderc::run(&arguments),
        Command::Capi(arguments) => capi::run(&arguments),
        Command::Pages(arguments) => pages::run(&arguments),
        Command::Integrations(arguments) => integrations::run(&arguments),
        Command::Examples(arguments) => examples::run(&arguments),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {}", error.chain().map(ToString::to_string).collect::<Vec<_>>().join(": "));
            ExitCode::FAILURE
        }
    }
}
