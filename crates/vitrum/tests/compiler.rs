//! A compiler in used memory gives what a new one gives, whatever it compiled before.

use std::path::{Path, PathBuf};
use vitrum::{Compiler, OptLevel, Options, Target, stage_of_path};

fn shaders() -> Vec<PathBuf> {
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut folders = vec![home.join("tests/suite"), home.join("crates/frontend-glsl/tests/reject")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of shaders").flatten() {
            match entry.path() {
                path if path.is_dir() => folders.push(path),
                path if stage_of_path(&path).is_some() => files.push(path),
                _ => {}
            }
        }
    }
    files.sort();
    files
}

/// The words, or what is wrong, and the diagnostics.
type Outcome = (Result<Vec<u32>, String>, String);

fn alone(source: &str, options: &Options) -> Outcome {
    match vitrum::compile(source, options) {
        Ok(it) => {
            let rendered = it.diagnosed.render();
            (it.into_spirv().map(|row| row.0).map_err(|error| error.to_string()), rendered)
        }
        Err(failure) => (Err(String::new()), failure.to_string()),
    }
}

fn in_used_memory(compiler: &mut Compiler, source: &str, options: &Options) -> Outcome {
    match compiler.compile(source, options) {
        Ok(it) => {
            let rendered = it.diagnosed.render();
            (compiler.finish(it).map(|row| row.0).map_err(|error| error.to_string()), rendered)
        }
        Err(failure) => (Err(String::new()), failure.to_string()),
    }
}

#[test]
fn used_memory_changes_nothing() {
    let files = shaders();
    assert!(files.len() > 500, "found {}", files.len());
    let mut compiler = Compiler::new();
    for (index, path) in files.iter().enumerate() {
        let source = std::fs::read_to_string(path).expect("a shader");
        let Some(stage) = stage_of_path(path) else { continue };
        // The optimiser takes long in a debug build.
        let level = if index % 16 == 0 { OptLevel::Default } else { OptLevel::None };
        let options = Options::new(stage).target(Target::Vulkan1_3).opt_level(level);
        let expected = alone(&source, &options);
        let found = in_used_memory(&mut compiler, &source, &options);
        assert!(found == expected, "{}: {found:?} instead of {expected:?}", path.display());
    }
}

#[test]
fn memory_of_another_compiler_is_taken() {
    let source = "#version 450\nlayout(location = 0) out vec4 o;\nfloat f(float x) { return x * 2.0; }\nvoid main() { o = vec4(f(1.5)); }\n";
    let options = Options::new(vitrum::Stage::Fragment);
    let mut compiler = Compiler::new();
    for _ in 0..3 {
        let other = vitrum::compile(source, &options).expect("a correct shader");
        compiler.recycle(other.module);
        assert_eq!(in_used_memory(&mut compiler, source, &options), alone(source, &options));
    }
}
