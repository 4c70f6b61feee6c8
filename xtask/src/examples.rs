//! `cargo xtask examples`: the examples that run on a Vulkan driver, in a workspace of their own.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};

use crate::parts::Parts;
use crate::shell;

/// The line of the program's manifest that is changed, and what it becomes.
const LINE: &str = "shaderc = { version = \"0.10\", features = [\"prefer-static-linking\"] }";

/// Libraries that Debian leaves out of its static library of shaderc.
const LEFT_OUT: &str = "-Clink-args=-lglslang -lMachineIndependent -lGenericCodeGen -lOSDependent -lOGLCompiler -lSPIRV -lHLSL \
                        -lSPIRV-Tools-opt -lSPIRV-Tools";

/// The flags with which a program links the static library of shaderc, if they are needed here.
pub(crate) fn shaderc_flags() -> Option<&'static str> {
    let left_out = format!("/usr/lib/{}-linux-gnu/libMachineIndependent.a", std::env::consts::ARCH);
    Path::new(&left_out).exists().then_some(LEFT_OUT)
}

/// Tests the examples `ash` and `wgpu`, and runs the example `shaderc` with the crate of that name and with `vitrum-shaderc`.
///
/// They need a Vulkan driver, and the library of shaderc (Debian: mesa-vulkan-drivers libvulkan1 libshaderc-dev spirv-tools).
#[derive(Args, Default)]
pub(crate) struct Arguments {
    #[command(flatten)]
    parts: Parts<Which>,
}

/// The examples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Which {
    Engines,
    Shaderc,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let folder = shell::root().join("examples/gpu");
    arguments.parts.chosen().try_for_each(|which| match which {
        Which::Engines => shell::run(cargo(&folder).args(["test", "--quiet", "--workspace"])),
        Which::Shaderc => compare_shaderc(&folder.join("shaderc")),
    })
}

/// The program prints the same with both crates.
fn compare_shaderc(program: &Path) -> Result<()> {
    let manifest = fs::read_to_string(program.join("Cargo.toml"))?;
    ensure!(
        manifest.lines().filter(|line| *line == LINE).count() == 1,
        "the line `{LINE}` is not there once"
    );
    let mut published = cargo(program);
    if let Some(flags) = shaderc_flags() {
        // Flags of their own are a target folder of its own.
        published
            .env("RUSTFLAGS", flags)
            .env("CARGO_TARGET_DIR", shell::target_directory().join("gpu/published"));
    }
    let published = shell::capture(published.args(["run", "--quiet"]))?;
    let changed = shell::target_directory().join("gpu/changed-line");
    fs::create_dir_all(&changed)?;
    let (root, source) = (shell::root(), program.join("src/main.rs"));
    let line = format!(
        "shaderc = {{ package = \"vitrum-shaderc\", path = \"{}\", features = [\"prefer-static-linking\"] }}",
        root.join("crates/shaderc").display()
    );
    let manifest = manifest.replace(LINE, &line).replace("../../..", &root.display().to_string());
    let binary = format!("\n[[bin]]\nname = \"vitrum-example-shaderc\"\npath = \"{}\"\n", source.display());
    fs::write(changed.join("Cargo.toml"), manifest + &binary)?;
    let ours = shell::capture(cargo(&changed).args(["run", "--quiet"]))?;
    let lines: Vec<(&str, &str)> = published.lines().zip(ours.lines()).collect();
    for (published, ours) in &lines {
        ensure!(published == ours, "shaderc: {published}\nvitrum-shaderc: {ours}");
    }
    ensure!(
        published.lines().count() == ours.lines().count(),
        "the programs print different numbers of lines"
    );
    println!("{} results of the crate shaderc and of vitrum-shaderc are equal", lines.len());
    Ok(())
}

fn cargo(folder: &Path) -> Command {
    let mut cargo = shell::cargo();
    cargo.current_dir(folder).env("CARGO_TARGET_DIR", shell::target_directory().join("gpu"));
    cargo
}
