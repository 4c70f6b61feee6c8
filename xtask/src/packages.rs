//! Packages as users get them: what would be published, and the oldest Rust that builds it.

use std::process::Command;

use anyhow::Result;

use crate::shell;

/// `rust-version` of the workspace.
const OLDEST: &str = env!("CARGO_PKG_RUST_VERSION");

/// Packs every crate that is published, each against the others of the workspace.
pub(crate) fn check_publishing() -> Result<()> {
    let arguments = ["publish", "--dry-run", "--workspace", "--no-verify", "--allow-dirty", "--quiet"];
    shell::run(shell::cargo().args(arguments))
}

/// Checks the command line and all libraries below it with the oldest Rust, which rustup installs. Without rustup, or if it
/// cannot install it, a line says that this was skipped.
pub(crate) fn check_oldest_rust() -> Result<()> {
    let install =
        Command::new("rustup").args(["toolchain", "install", OLDEST, "--profile", "minimal"]).output();
    if !install.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: Rust {OLDEST}, the oldest that is supported, cannot be installed");
        return Ok(());
    }
    // The variables of the cargo that runs this program are for its own version.
    let mut check = Command::new("rustup");
    check.current_dir(shell::root()).args(["run", OLDEST, "cargo", "check", "--package", "vitrum-cli"]);
    for name in ["CARGO", "RUSTC", "RUSTDOC", "RUSTUP_TOOLCHAIN"] {
        check.env_remove(name);
    }
    shell::run(check.env("CARGO_TARGET_DIR", shell::target_directory().join("oldest-rust")))
}
