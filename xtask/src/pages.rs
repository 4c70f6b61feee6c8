//! `cargo xtask pages`: pages of `vitrum explore` and of the scoreboards in a browser.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;
use clap::Args;

use crate::{boards, shell};

/// Points and clicks at pages of `vitrum explore` and of `cargo xtask boards` in headless Chromium, and fails if one shows something wrong
/// or complains.
///
/// Needs Python and Chromium (Debian: `apt-get install chromium`; the variable CHROMIUM names another program).
#[derive(Args)]
pub(crate) struct Arguments {
    /// Write pictures of the pages to this folder, in the light and in the dark
    #[arg(long, value_name = "FOLDER")]
    pictures: Option<PathBuf>,

    /// Only the tests of `vitrum explore` whose name contains this
    filter: Option<String>,
}

impl Arguments {
    /// All tests, without pictures.
    pub(crate) fn everything() -> Self {
        Self { pictures: None, filter: None }
    }
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    shell::run(shell::cargo().args(["build", "--quiet", "--package", "vitrum-cli"]))?;
    let mut command = Command::new("python3");
    command.arg(shell::root().join("tests/browser/pages.py"));
    command.arg(shell::target_directory().join("debug/vitrum"));
    if let Some(folder) = &arguments.pictures {
        command.arg("--pictures").arg(std::path::absolute(folder)?);
    }
    shell::run(command.args(&arguments.filter))?;
    if arguments.filter.is_some() {
        return Ok(());
    }
    let folder = shell::target_directory().join("boards");
    boards::write(&folder)?;
    let mut command = Command::new("python3");
    shell::run(command.arg(shell::root().join("tests/browser/boards.py")).arg(&folder))
}
