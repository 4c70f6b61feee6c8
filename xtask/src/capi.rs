//! `cargo xtask capi`: programs of C that use the C interface, run under valgrind.

use std::process::Command;

use anyhow::Result;
use clap::Args;

use crate::shell;

/// Runs programs of C that use the C interface and that of libshaderc, under valgrind.
///
/// They need a C compiler, valgrind, and the header of libshaderc (Debian: gcc valgrind libshaderc-dev).
#[derive(Args)]
pub(crate) struct Arguments {}

/// Runs the command.
pub(crate) fn run(_: &Arguments) -> Result<()> {
    shell::run(shell::cargo().args(["build", "--quiet", "--package", "vitrum-capi"]))?;
    let library = shell::target_directory().join("debug");
    let package = shell::root().join("crates/capi");
    let tests = package.join("tests/c");
    let folder = shell::target_directory().join("capi");
    std::fs::create_dir_all(&folder)?;
    for name in ["native", "shaderc"] {
        let program = folder.join(name);
        let mut compiler = Command::new("cc");
        compiler.args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-g"]);
        compiler.arg("-I").arg(package.join("include")).arg(tests.join(name).with_extension("c"));
        compiler
            .arg("-L")
            .arg(&library)
            .arg("-lvitrum_capi")
            .arg(format!("-Wl,-rpath,{}", library.display()));
        shell::run(compiler.arg("-o").arg(&program))?;
        let mut valgrind = Command::new("valgrind");
        valgrind.args(["--quiet", "--leak-check=full", "--errors-for-leak-kinds=definite,indirect,possible"]);
        valgrind.arg("--error-exitcode=9").arg(&program);
        if name == "native" {
            valgrind.arg(&tests);
        }
        shell::run(&mut valgrind)?;
    }
    Ok(())
}
