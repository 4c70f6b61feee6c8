//! `cargo xtask integrations`: runs what others run: the Ray example, the GitHub Action and the pre-commit hooks.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};

use crate::parts::Parts;
use crate::shell;

/// Packages of PyPI, as pip names them, that the checks import.
const PACKAGES: &[&str] = &["ray==2.55.*", "pre-commit==4.*", "pyyaml==6.*"];

/// Runs the Ray example with two workers, the steps of the GitHub Action, and the pre-commit hooks.
///
/// They need Python with pip, which installs ray, pre-commit and pyyaml below the target folder, and git.
#[derive(Args, Default)]
pub(crate) struct Arguments {
    #[command(flatten)]
    parts: Parts<Which>,
}

/// The checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Which {
    Ray,
    Action,
    Hooks,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    shell::run(shell::cargo().args(["build", "--quiet", "--package", "vitrum-cli"]))?;
    let folder = shell::target_directory().join("integrations");
    let packages = folder.join("packages");
    install(&packages)?;
    let vitrum = shell::target_directory().join("debug/vitrum");
    let vitrum = std::path::absolute(&vitrum).context("the target folder has no path")?;
    for which in arguments.parts.chosen() {
        let name = format!("{which:?}").to_lowercase();
        let mut python = Command::new("python3");
        python.arg(shell::root().join("tests/integrations/check.py")).arg(&name);
        python.arg(shell::root()).arg(&vitrum).arg(std::path::absolute(folder.join(&name))?);
        shell::run(python.env("PYTHONPATH", std::path::absolute(&packages)?))?;
    }
    Ok(())
}

/// Installs the packages, unless they are there.
fn install(folder: &Path) -> Result<()> {
    let wanted = PACKAGES.join(" ");
    let list = folder.join("installed");
    if std::fs::read_to_string(&list).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "install", "--quiet", "--upgrade", "--disable-pip-version-check", "--target"]);
    shell::run(pip.arg(folder).args(PACKAGES))
        .context("the packages could not be installed (pip: `apt-get install python3-pip`)")?;
    std::fs::write(list, wanted)?;
    Ok(())
}
