//! Files, stages in them, and options as a builder.
#![cfg(feature = "files")]

use std::path::{Path, PathBuf};

use vitrum::{FileError, Included, Options, Stage, compile, compile_file, include_from};

fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    for (file, text) in files {
        let path = folder.join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

#[test]
fn the_stage_is_in_the_text_or_the_name() {
    let shader = "#version 450\nvoid main() {}\n";
    let by_pragma = "#version 450\n#pragma shader_stage(compute)\nvoid main() {}\n";
    let files = [("a.vert", shader), ("b.frag", by_pragma), ("c.glsl", shader)];
    let folder = folder("stages", &files);
    let stage = |name: &str| {
        compile_file(folder.join(name), &Options::new(Stage::Fragment)).map(|compiled| compiled.module.stage)
    };
    assert_eq!(stage("a.vert").unwrap(), Stage::Vertex);
    assert_eq!(stage("b.frag").unwrap(), Stage::Compute);
    // The stage of the options is for files that say none.
    assert_eq!(stage("c.glsl").unwrap(), Stage::Fragment);
    assert!(matches!(stage("none.frag"), Err(FileError::Read(path, _)) if path.ends_with("none.frag")));
}

#[test]
fn included_files_are_searched_in_folders() {
    let main = "#version 450\n#include \"near.glsl\"\n#include <far.glsl>\nvoid main() { near(); far(); }\n";
    let files = [
        ("main.comp", main),
        ("near.glsl", "void near() {}\n"),
        ("far.glsl", "not this one\n"),
        ("include/far.glsl", "void far() {}\n"),
    ];
    let folder = folder("folders", &files);
    let options = Options::new(Stage::Compute).include(include_from([folder.join("include")]));
    let compiled = compile_file(folder.join("main.comp"), &options).unwrap();
    let names = compiled.diagnosed.files();
    let names: Vec<_> = names.iter().map(|name| Path::new(name).strip_prefix(&folder).unwrap()).collect();
    assert_eq!(names, ["main.comp", "near.glsl", "include/far.glsl"].map(Path::new));
}

#[test]
fn a_callback_says_why_there_is_no_file() {
    let include =
        |_: &vitrum::IncludeRequest<'_>| -> Result<Included, String> { Err("the archive is locked".into()) };
    let options = Options::new(Stage::Compute).include(include);
    let failure = compile("#version 450\n#include \"a\"\nvoid main() {}\n", &options).unwrap_err();
    assert!(failure.to_string().contains("cannot include `a`: the archive is locked"), "{failure}");
    // As `unwrap` shows it.
    assert_eq!(format!("{failure:?}"), format!("\n{failure}"));
}
