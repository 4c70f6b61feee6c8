//! No other crate repeats facts of the tables.

use std::path::{Path, PathBuf};
use vitrum_glsl::extensions::Extension;

/// The sources of the other crates.
fn sources() -> Vec<PathBuf> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("it lies among others");
    let mut folders: Vec<PathBuf> = std::fs::read_dir(crates)
        .expect("the folder can be read")
        .map(|entry| entry.expect("it can be read").path())
        .filter(|path| !path.ends_with("glsl"))
        .map(|path| path.join("src"))
        .collect();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten() {
            let path = entry.expect("it can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files
}

#[test]
fn names_of_extensions_are_spelled_in_their_rows_alone() {
    let names: Vec<String> = Extension::ALL.iter().map(|it| format!("\"{}\"", it.name())).collect();
    let files = sources();
    assert!(files.len() > 100, "{} files", files.len());
    for file in files {
        let text = std::fs::read_to_string(&file).expect("it is text");
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for name in &names {
            assert!(!code.contains(name), "{} spells {name}", file.display());
        }
    }
}
