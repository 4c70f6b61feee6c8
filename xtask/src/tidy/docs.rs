//! Names in the documents of the root and of the packages must exist: paths, links and `cargo xtask` commands.

use std::path::Path;

use anyhow::Result;
use clap::CommandFactory;

use super::{Tree, check_lines};

/// Folders of the root; a code span that begins with one of them is a path, from the root or
/// from the folder of the document.
const TOP: &[&str] = &["crates/", "tests/", "xtask/", "tools/", "examples/", ".ci/", ".cargo/"];

/// Checks every Markdown file of the tree.
pub(super) fn check(tree: &Tree) -> Result<Vec<String>> {
    let mut findings = tree.check("md", |file, text| check_document(tree, file, text))?;
    findings.sort();
    Ok(findings)
}

fn check_document(tree: &Tree, file: &Path, text: &str) -> Vec<String> {
    let folder = file.parent().unwrap_or(Path::new(""));
    check_lines(file, text, |line| {
        let mut findings = Vec::new();
        for span in code_spans(line) {
            let path = span.split_whitespace().next().unwrap_or_default();
            let is_path = TOP.iter().any(|top| path.starts_with(top));
            if is_path && !exists(tree, Path::new(""), path) && !exists(tree, folder, path) {
                findings.push(format!("names `{path}`, which does not exist"));
            }
        }
        for link in links(line) {
            if !link.contains("://") && !link.starts_with('#') && !exists(tree, folder, link) {
                findings.push(format!("links to `{link}`, which does not exist"));
            }
        }
        for command in line.split("cargo xtask ").skip(1) {
            let name: String = command.chars().take_while(|c| c.is_ascii_lowercase() || *c == '-').collect();
            if !name.is_empty() && crate::Arguments::command().find_subcommand(&name).is_none() {
                findings.push(format!("names `cargo xtask {name}`, which does not exist"));
            }
        }
        findings
    })
}

/// The code spans of a line; a line of a code block is taken word by word.
fn code_spans(line: &str) -> impl Iterator<Item = &str> {
    let spans: Vec<&str> = if line.contains('`') {
        line.split('`').skip(1).step_by(2).collect()
    } else {
        line.split_whitespace().collect()
    };
    spans.into_iter()
}

/// The targets of `[text](target)`.
fn links(line: &str) -> impl Iterator<Item = &str> {
    line.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target)
}

/// True if a path exists, where `*` and `<name>` match anything and `{a,b}` is not expanded.
fn exists(tree: &Tree, folder: &Path, path: &str) -> bool {
    let path = path.split('#').next().unwrap_or_default().trim_end_matches([',', '.', ':', ';', '/']);
    let fixed = path.split(['*', '<', '{']).next().unwrap_or_default();
    let known =
        if fixed.len() < path.len() { fixed.rsplit_once('/').map_or("", |(known, _)| known) } else { path };
    tree.root.join(folder).join(known).exists()
}

#[cfg(test)]
mod tests {
    use super::{code_spans, links};

    #[test]
    fn spans_and_links_are_found() {
        assert_eq!(code_spans("see `crates/ir` and `x`").collect::<Vec<_>>(), ["crates/ir", "x"]);
        assert_eq!(links("[a](b.md) and [c](d)").collect::<Vec<_>>(), ["b.md", "d"]);
    }
}
