//! `cargo xtask generate`, `vary`, `bisect` and `verifier`: builds and runs the program that generates shaders.

use anyhow::Result;
use clap::Args;

use crate::{conformance, shell, tools};

/// Arguments for that program.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Options; `--help` behind `--` lists them
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<String>,
}

/// Runs `generate`, with `--vulkan` on a driver.
pub(crate) fn generate(arguments: &Arguments) -> Result<()> {
    if let Some(at) = arguments.rest.iter().position(|word| word == "--vulkan") {
        let mut rest = arguments.rest.clone();
        rest.splice(at..=at, ["generated", "--execute"].map(str::to_owned));
        return conformance::run(&conformance::Arguments::new(rest));
    }
    run("generate", arguments)
}

/// Runs a command of the program.
pub(crate) fn run(command: &str, arguments: &Arguments) -> Result<()> {
    let mut cargo = shell::cargo();
    cargo.args(["run", "--quiet", "--profile", "generate", "--package", "vitrum-generator", "--", command]);
    shell::run_instead(cargo.args(&arguments.rest))
}

/// Runs `verifier`, which asks spirv-val.
pub(crate) fn verifier(arguments: &Arguments) -> Result<()> {
    let mut cargo = shell::program("vitrum-generator");
    cargo.arg("verifier").args(&arguments.rest).env("VITRUM_SPIRV_VAL", tools::find()?.spirv_val);
    shell::run_instead(&mut cargo)
}

/// The share of modules, in percent, that may verify without being valid SPIR-V.
const LIMIT: &str = "0.5";

/// Runs the sample of CI: random changes of modules, judged by spirv-val.
pub(crate) fn run_verifier_sample() -> Result<()> {
    let mut cargo = shell::program("vitrum-generator");
    cargo.args(["verifier", "--count", "3000", "--limit", LIMIT]);
    shell::run(cargo.env("VITRUM_SPIRV_VAL", tools::find()?.spirv_val))
}
