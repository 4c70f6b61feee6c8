//! `cargo xtask ci`: the checks of CI, in the order in which they find failures soonest.

use anyhow::Result;
use clap::Args;

use crate::{
    capi, conformance, examples, generate, integrations, mutate, packages, pages, shaderc, shell, test, tidy,
};

/// Runs all that CI runs: fmt, tidy, clippy and docs with warnings denied, packages, the oldest Rust, the tests, pages in a browser, samples of suites by others, of
/// changed modules and of mutants.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Fail if there is no Vulkan driver, instead of listing skipped tests
    #[arg(long)]
    require_vulkan: bool,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    shell::run(shell::cargo().args(["fmt", "--all", "--check"]))?;
    tidy::run(&tidy::Arguments {})?;
    shell::run(shell::cargo().args(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))?;
    shell::run(
        shell::cargo()
            .args([
                "doc",
                "--workspace",
                "--exclude",
                "vitrum-bench",
                "--exclude",
                "vitrum-naga",
                "--no-deps",
            ])
            .env("RUSTDOCFLAGS", "-D warnings"),
    )?;
    packages::check_publishing()?;
    packages::check_oldest_rust()?;
    test::run(&test::Arguments::everything(arguments.require_vulkan))?;
    shaderc::run(&shaderc::Arguments {})?;
    capi::run(&capi::Arguments {})?;
    pages::run(&pages::Arguments::everything())?;
    integrations::run(&integrations::Arguments::default())?;
    examples::run(&examples::Arguments::default())?;
    conformance::run_samples(arguments.require_vulkan)?;
    generate::run_verifier_sample()?;
    mutate::run_sample()
}
