//! `cargo xtask generate`, `bisect` and `fuzz`: builds and runs the program that generates shaders.

use anyhow::Result;
use clap::Args;

use crate::{conformance, shell};

/// Checks generated programs in the interpreter: as they are, after passes and pipelines, and through printed GLSL.
///
/// `cargo xtask generate -- --help` lists its options.
#[derive(Args)]
pub(crate) struct Generate {
    /// --count N, --seed S, --jobs J, --keep DIR, --stage S, --dialect D, --show, --no-shrink; or --vulkan, then what
    /// `cargo xtask conformance generated --execute` takes: 2,000 programs on a Vulkan driver
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<String>,
}

/// Names the first pass, and its first change, that breaks a shader.
#[derive(Args)]
pub(crate) struct Bisect {
    /// FILE, --pipeline P, --target T
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<String>,
}

/// Checks variations of shaders: other code with the same meaning, in every form.
#[derive(Args)]
pub(crate) struct Vary {
    /// FILE or FOLDER..., --count N, --seed S, --jobs J, --keep DIR, --show
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<String>,
}

/// Runs `vary`.
pub(crate) fn run_vary(arguments: &Vary) -> Result<()> {
    run("vary", &arguments.rest)
}

/// Runs `generate`.
pub(crate) fn run_generate(arguments: &Generate) -> Result<()> {
    if let Some(at) = arguments.rest.iter().position(|word| word == "--vulkan") {
        let mut rest = arguments.rest.clone();
        rest.splice(at..=at, ["generated", "--execute"].map(str::to_owned));
        return conformance::run(&conformance::Arguments::new(rest));
    }
    run("generate", &arguments.rest)
}

/// Runs `bisect`.
pub(crate) fn run_bisect(arguments: &Bisect) -> Result<()> {
    run("bisect", &arguments.rest)
}

fn run(command: &str, rest: &[String]) -> Result<()> {
    let mut cargo = shell::cargo();
    cargo.args(["run", "--quiet", "--profile", "generate", "--package", "vitrum-generator", "--", command]);
    let status = cargo.args(rest).status()?;
    std::process::exit(status.code().unwrap_or(1));
}
