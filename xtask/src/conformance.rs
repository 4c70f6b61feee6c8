//! `cargo xtask conformance`: builds and runs the program that holds vitrum against suites by others.

use std::path::Path;
use std::process::Command;

use anyhow::Result;
use clap::Args;

use crate::{shell, tools};

/// Compiles the shaders of a suite by others, and compares with the scoreboard in tests/scoreboard.
///
/// Without a suite, lists them. What it takes is `cargo xtask conformance -- --help`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The suite and its options: --filter S, --jobs N, --list-failures, --update, --sample N, --fetch,
    /// --data FOLDER, --validate, --print, --beside glslang, --verdicts glslang, --show, --link, --measure, --execute, --run-beside glslang|spirv, --device D, --every-device,
    /// --require-vulkan
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<String>,
}

impl Arguments {
    /// For the program that is built, as it takes them.
    pub(crate) fn new(rest: Vec<String>) -> Self {
        Self { rest }
    }
}

/// The suites whose acceptance CI checks, whole: each takes seconds.
const ACCEPTED: &[&str] = &["piglit", "piglit-shader", "glslang"];

/// The suites whose programs CI runs, one in N (of piglit's, some of those that the scoreboard covers: one in 12),
/// and the variable with the folder of those that nothing fetches.
const EXECUTED: &[(&str, u32, Option<&str>)] =
    &[("deqp", 40, Some("VITRUM_DEQP")), ("piglit-shader", 480, None), ("generated", 50, None)];

/// The suites that CI compares with glslang, one case in N.
const BESIDE: &[(&str, u32)] = &[("own", 1), ("glslang", 8), ("piglit", 120)];

/// The suites whose shaders CI runs beside glslang's modules, one in N: what vitrum makes of the source, and of glslang's module.
const RUN_BESIDE: &[(&str, u32, Option<&str>)] = &[("own", 16, None)];
const SPIRV_IN: &[(&str, u32, Option<&str>)] =
    &[("own", 12, None), ("modules", 1, None), ("glslang", 12, None), ("generated", 60, None)];

/// Runs the samples of CI, with the profile of the tests.
pub(crate) fn run_samples(require_vulkan: bool) -> Result<()> {
    let runs = EXECUTED.iter().map(|row| (row, &["--execute"][..]));
    let beside = RUN_BESIDE.iter().map(|row| (row, &["--run-beside", "glslang"][..]));
    let spirv_in = SPIRV_IN.iter().map(|row| (row, &["--run-beside", "spirv"][..]));
    let spirv_val = tools::find()?.spirv_val;
    for (&(suite, sample, variable), how) in runs.chain(beside).chain(spirv_in) {
        if let Some(variable) = variable
            && std::env::var_os(variable).is_none_or(|folder| !Path::new(&folder).is_dir())
        {
            println!("skipped: programs of {suite}: {variable} names no folder that holds them");
            continue;
        }
        let mut command = program(suite, how, sample);
        command.env("VITRUM_SPIRV_VAL", &spirv_val);
        if require_vulkan {
            command.arg("--require-vulkan");
        }
        shell::run(&mut command)?;
    }
    ACCEPTED.iter().try_for_each(|suite| shell::run(&mut program(suite, &[], 1)))?;
    let mut asked = program("own", &["--validate", "wgpu"], 1);
    asked.env("VITRUM_SPIRV_VAL", &spirv_val);
    shell::run(with_naga(&mut asked)?)?;
    let beside = &["--beside", "glslang"];
    BESIDE.iter().try_for_each(|&(suite, sample)| shell::run(&mut program(suite, beside, sample)))
}

/// The program for one in N cases of a suite.
fn program(suite: &str, how: &[&str], sample: u32) -> Command {
    let mut command = shell::program("vitrum-conformance");
    command.arg(suite).args(how).args(["--fetch", "--sample", &sample.to_string()]);
    command
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let mut command = shell::cargo();
    command.args(["run", "--quiet", "--profile", "conformance", "--package", "vitrum-conformance", "--"]);
    command.args(&arguments.rest);
    if arguments.rest.iter().any(|word| word.starts_with("--validate") || word == "spirv") {
        command.env("VITRUM_SPIRV_VAL", tools::find()?.spirv_val);
    }
    if arguments.rest.iter().any(|word| word == "wgpu" || word == "--validate=wgpu") {
        with_naga(&mut command)?;
    }
    shell::run_instead(&mut command)
}

/// Builds the program that asks naga, and says where it is.
fn with_naga(command: &mut Command) -> Result<&mut Command> {
    shell::run(shell::cargo().args(["build", "--quiet", "--package", "vitrum-naga"]))?;
    Ok(command.env("VITRUM_NAGA", shell::target_directory().join("debug").join("vitrum-naga")))
}
