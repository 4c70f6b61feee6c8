//! `cargo xtask shaderc`: the tests of the crate `shaderc`, from its package, against `vitrum-shaderc`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use serde_json::Value;

use crate::shell;

/// The version of the crate whose tests are run.
const VERSION: &str = "0.10.1";

/// Tests that fail, with the reason. One of them that passes is an error, too.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("test_compile_options_set_source_language", "HLSL is not read"),
    ("test_compile_options_set_hlsl_offsets_true", "HLSL's packing of blocks is refused"),
    (
        "test_compile_options_set_forced_version_profile_err",
        "one mistake is one error, of which glslang makes three",
    ),
    ("test_compile_options_set_target_env_err_vulkan", "ESSL 1.00 is read, and its one mistake is one error"),
    ("test_compile_options_set_target_env_err_opengl", "ESSL 1.00 is read, and its one mistake is one error"),
    ("test_preprocess", "preprocessed text has other blanks"),
];

/// Pieces of the tests that glslang puts into every module, words of its messages, and what they are here.
const PIECES: &[(&str, &str)] = &[
    ("; Generator: Google Shaderc over Glslang; 11", "; Generator: Khronos; 0"),
    ("; Bound: 6", "; Bound: 5"),
    (
        "warning: attribute deprecated in version 130; may be removed in future release",
        "warning: `attribute` is deprecated since version 130, and later versions lack it",
    ),
    (
        "error: attribute deprecated in version 130;",
        "error: `attribute` is deprecated since version 130, and later versions lack it",
    ),
    ("          %1 = OpExtInstImport \\\"GLSL.std.450\\\"\n", ""),
    ("               OpSourceExtension \\\"GL_GOOGLE_cpp_style_line_directive\\\"\n", ""),
    ("               OpSourceExtension \\\"GL_GOOGLE_include_directive\\\"\n", ""),
    ("          %5 = OpLabel", "          %4 = OpLabel"),
];

/// Runs the tests of the crate `shaderc`, from its package, against `vitrum-shaderc`.
///
/// cargo downloads the package; its C++ library is not built. The tests that fail are listed with their reasons.
#[derive(Args)]
pub(crate) struct Arguments {}

/// Runs the command.
pub(crate) fn run(_: &Arguments) -> Result<()> {
    let folder = shell::target_directory().join("shaderc-rs");
    let text = tests(&source(&folder.join("package"))?)?;
    let project = folder.join("tests");
    write(&project.join("src/lib.rs"), "")?;
    write(&project.join("tests/shaderc.rs"), &text)?;
    let package = shell::root().join("crates/shaderc");
    write(
        &project.join("Cargo.toml"),
        &format!(
            "[package]\nname = \"shaderc-tests\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n[workspace]\n\n[dev-dependencies]\n\
             assert_matches = \"1\"\nshaderc = {{ package = \"vitrum-shaderc\", path = \"{}\" }}\n",
            package.display()
        ),
    )?;
    // With the versions of the workspace nothing is built twice.
    fs::copy(shell::root().join("Cargo.lock"), project.join("Cargo.lock"))?;
    let mut cargo = shell::cargo();
    cargo.current_dir(&project).args(["test", "--quiet", "--test", "shaderc", "--no-run"]);
    shell::run(cargo.env("CARGO_TARGET_DIR", shell::target_directory()))?;
    let mut cargo = shell::cargo();
    cargo.current_dir(&project).args(["test", "--test", "shaderc"]);
    let output = cargo.env("CARGO_TARGET_DIR", shell::target_directory()).output()?;
    judge(&String::from_utf8_lossy(&output.stdout))
}

/// The text of the crate, which cargo downloads.
fn source(folder: &Path) -> Result<String> {
    write(&folder.join("src/lib.rs"), "")?;
    let manifest = format!(
        "[package]\nname = \"shaderc-package\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n[workspace]\n\n[dependencies]\n\
         shaderc = \"={VERSION}\"\n"
    );
    write(&folder.join("Cargo.toml"), &manifest)?;
    let mut cargo = shell::cargo();
    let metadata = shell::capture(cargo.current_dir(folder).args(["metadata", "--format-version", "1"]))?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let packages = metadata["packages"].as_array().context("cargo names no packages")?;
    let package =
        packages.iter().find(|package| package["name"] == "shaderc").context("no package `shaderc`")?;
    let manifest = PathBuf::from(package["manifest_path"].as_str().context("a package without a path")?);
    let file = manifest.with_file_name("src").join("lib.rs");
    fs::read_to_string(&file).with_context(|| format!("cannot read `{}`", file.display()))
}

/// The crate's module of tests as a file of its own.
fn tests(source: &str) -> Result<String> {
    let (_, tests) = source.split_once("mod tests {").context("the crate has no tests")?;
    let (_, tests) = tests.split_once("use super::*;").context("the tests use nothing")?;
    let tests = tests.trim_end().strip_suffix('}').context("the tests do not end")?;
    let mut text = format!("use assert_matches::assert_matches;\nuse shaderc::*;\n{tests}");
    for (theirs, ours) in PIECES {
        ensure!(text.contains(theirs), "the tests do not contain `{theirs}`");
        text = text.replace(theirs, ours);
    }
    Ok(text)
}

/// Prints the exceptions; an error if another test fails, or an exception passes.
fn judge(output: &str) -> Result<()> {
    let mut wrong = Vec::new();
    let mut passed = 0;
    let mut failed = Vec::new();
    for line in output.lines() {
        let Some((name, outcome)) = line.strip_prefix("test ").and_then(|line| line.split_once(" ... "))
        else {
            continue;
        };
        let name = name.trim_end_matches(" - should panic");
        let exception = EXCEPTIONS.iter().find(|row| row.0 == name);
        match (outcome, exception) {
            ("ok", None) => passed += 1,
            ("ok", Some(_)) => wrong.push(format!("{name} passes and is listed as one that fails")),
            (_, Some((_, reason))) => failed.push(format!("{name}: {reason}")),
            (_, None) => wrong.push(format!("{name} fails")),
        }
    }
    for line in &failed {
        println!("excepted {line}");
    }
    println!("{passed} tests of shaderc {VERSION} pass, {} are excepted", failed.len());
    if !wrong.is_empty() || passed == 0 || failed.len() != EXCEPTIONS.len() {
        println!("{output}");
        bail!("the tests of shaderc do not run as listed: {}", wrong.join("; "));
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text).with_context(|| format!("cannot write `{}`", path.display()))
}
