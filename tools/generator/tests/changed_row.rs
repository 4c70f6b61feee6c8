//! A fact of GLSL is in one row: the front end, the printer and the generator follow it.
//!
//! The first tests hold every place to what the rows say, whatever that is. The last one changes two rows in a copy of the tree
//! and runs the others there; it builds the copy, so it runs only when asked for:
//! `cargo test -p vitrum-generator --test changed_row -- --ignored`.

use std::path::Path;
use std::process::Command;

use vitrum::{Compilation, Extension, GlslOptions, Stage, Target, Version};
use vitrum_generator::{DIALECTS, Options, program};
use vitrum_glsl::builtins::functions;

/// The first version of `fma` and the name of an extension in the tree, and what the copy has instead.
const ROWS: [(u16, &str); 2] = [(400, "GL_EXT_gpu_shader5"), (430, "GL_EXT_gpu_shader_five")];
/// Set in the copy.
const COPY: &str = "VITRUM_CHANGED_ROWS";

fn first() -> u16 {
    functions("fma").first().map_or(0, |row| row.since.desktop)
}

fn compiled(version: Version, lines: &str) -> Option<Compilation> {
    let source = format!(
        "#version {version}\n{lines}precision highp float;\nuniform float x;\nout vec4 c;\n\
         void main() {{ c = vec4(fma(x, x, x)); }}\n"
    );
    let options = vitrum::Options::new(Stage::Fragment).target(Target::OpenGl4_5);
    vitrum::compile(&source, &options).ok()
}

fn printed(version: Version) -> String {
    let compilation = compiled(Version::desktop(460), "").expect("the newest version has it");
    let options = GlslOptions { target: Some(version), ..GlslOptions::default() };
    compilation.glsl_with(&options).expect("it can be spelled out")
}

#[test]
fn rows_are_those_of_this_build() {
    let is_copy = std::env::var_os(COPY).is_some();
    assert_eq!((first(), Extension::ExtGpuShader5.name()), ROWS[usize::from(is_copy)]);
}

#[test]
fn first_version_of_a_function_is_that_of_its_row() {
    for dialect in DIALECTS.iter().filter(|dialect| !dialect.version.is_es() && !dialect.vulkan) {
        let (version, has) = (dialect.version, dialect.version.number >= first());
        assert_eq!(compiled(version, "").is_some(), has, "front end, {version}");
        assert_eq!(printed(version).contains("fma("), has, "printer, {version}");
        let options = Options { dialect: Some(dialect), ..Options::default() };
        let writes = (0..400).any(|seed| program(seed, &options).source.contains("fma("));
        assert_eq!(writes, has, "generator, {version}");
    }
}

#[test]
fn name_of_an_extension_is_that_of_its_row() {
    let (version, line) =
        (Version::es(310), format!("#extension {} : require\n", Extension::ExtGpuShader5.name()));
    assert!(compiled(version, "").is_none() && compiled(version, &line).is_some());
    assert!(printed(version).contains(&line), "{}", printed(version));
}

#[test]
#[ignore = "builds a copy of the tree"]
fn every_place_follows_changed_rows() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let copy = root.join("target/changed-rows");
    let list = Command::new("git").args(["ls-files", "-z"]).current_dir(&root).output().expect("git runs");
    for name in String::from_utf8_lossy(&list.stdout).split_terminator('\0') {
        // Suites and boards are of no use there.
        if ["tests/suite", "tests/snapshots", "tests/scoreboard"]
            .iter()
            .any(|folder| name.starts_with(folder))
        {
            continue;
        }
        let Ok(text) = std::fs::read(root.join(name)) else { continue };
        let file = copy.join(name);
        std::fs::create_dir_all(file.parent().expect("it is in the copy")).expect("a folder can be made");
        std::fs::write(file, text).expect("a file can be written");
    }
    let change = |name: &str, from: &str, to: &str| {
        let file = copy.join("crates/glsl/src").join(name);
        let text = std::fs::read_to_string(&file).expect("it was copied");
        assert_eq!(text.matches(from).count(), 1, "{from} in {name}");
        std::fs::write(file, text.replace(from, to)).expect("a file can be written");
    };
    let [(_, old), (_, new)] = ROWS;
    let fused = |first: &str| format!("const FUSED: super::table::Since =\n    since({first},");
    change("builtins/math.rs", &fused("400"), &fused("430"));
    // A float would be converted for the row of doubles.
    let doubles = |first: &str| format!("const DOUBLES: super::table::Since = since({first},");
    change("builtins/math.rs", &doubles("400"), &doubles("430"));
    change("extensions.rs", &format!("\"{old}\""), &format!("\"{new}\""));
    let status = Command::new("cargo")
        .args(["test", "-p", "vitrum-generator", "--test", "changed_row"])
        .current_dir(&copy)
        .env(COPY, "1")
        .env("CARGO_TARGET_DIR", root.join("target/changed-rows-build"))
        .status();
    assert!(status.is_ok_and(|status| status.success()), "a place does not follow");
}
