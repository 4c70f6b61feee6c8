//! Each library is useful alone, and one of its examples shows that: it names no other crate of ours but the IR
//! and the reader of its text.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::Result;

use super::Tree;

/// The crates that every other one speaks in.
const IR: &[&str] = &["vitrum_ir", "vitrum_ir_text"];

/// Folders of crates that no program in Rust uses, with the reason.
const EXCUSED: &[(&str, &str)] = &[("crates/capi", "its users write C")];

/// Crates without such an example.
pub(super) fn check(tree: &Tree) -> Result<Vec<String>> {
    let libraries = tree.files.iter().filter(|file| {
        file.starts_with("crates") && file.ends_with("src/lib.rs") && file.components().count() == 4
    });
    let mut findings = Vec::new();
    for library in libraries {
        let folder = library.ancestors().nth(2).unwrap_or(Path::new(""));
        if EXCUSED.iter().any(|row| folder == Path::new(row.0)) {
            continue;
        }
        let own = match own_name(&tree.text(&folder.join("Cargo.toml"))?) {
            Some(name) => name,
            None => crate_name(folder),
        };
        let examples = folder.join("examples");
        let mut shown = false;
        for file in tree.with_extension("rs").filter(|file| file.starts_with(&examples)) {
            shown |= is_alone(&own, &tree.text(file)?);
        }
        if !shown {
            findings.push(format!("{}: no example that uses {own} alone", folder.display()));
        }
    }
    Ok(findings)
}

/// The name in Rust of the crate in a folder.
fn crate_name(folder: &Path) -> String {
    let name = folder.file_name().unwrap_or_default().to_string_lossy().replace('-', "_");
    if name == "vitrum" { name } else { format!("vitrum_{name}") }
}

/// The name of the library in a manifest, if it is not that of the package.
fn own_name(manifest: &str) -> Option<String> {
    let (_, library) = manifest.split_once("[lib]\nname = \"")?;
    library.split_once('"').map(|row| row.0.to_owned())
}

/// True if a text names this crate and no other of ours but the IR.
fn is_alone(own: &str, text: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let words = code.flat_map(|line| line.split(|c| !is_word(c)));
    let named: BTreeSet<&str> =
        words.filter(|word| *word == own || *word == "vitrum" || word.starts_with("vitrum_")).collect();
    named.contains(own) && named.iter().all(|&word| word == own || IR.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::{is_alone, own_name};

    #[test]
    fn libraries_may_have_names_of_their_own() {
        assert_eq!(own_name("[lib]\nname = \"other\"\n").as_deref(), Some("other"));
        assert_eq!(own_name("[package]\nname = \"this\"\n"), None);
    }

    #[test]
    fn others_are_seen() {
        assert!(is_alone("vitrum_passes", "use vitrum_ir_text::parse;\nuse vitrum_passes::run;\n// vitrum"));
        assert!(!is_alone("vitrum_passes", "use vitrum::compile;\nuse vitrum_passes::run;"));
        assert!(!is_alone("vitrum_passes", "use vitrum_ir_text::parse;"));
    }
}
