//! `cargo xtask tidy`: the rules of the tree that no compiler checks. It is a test too.
//!
//! Each module holds one rule and gives its findings as lines; nothing stops at the first.

mod docs;
mod examples;
mod files;
mod ids;
mod layering;
mod passes;
mod prose;
mod purity;
mod sizes;
mod snapshots;

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args;

use crate::shell;

pub(crate) use snapshots::not_among as snapshots_not_among;

/// Checks rules that no compiler checks.
///
/// They are: layers of crates, libraries without IO or clocks, tables indexed by ids, lengths of files and functions, sizes of
/// structs, module docs, passes outside the table, textbook names, comments that begin with a question word, paths named in docs,
/// an example for each crate, stale snapshots.
#[derive(Args)]
pub(crate) struct Arguments {}

/// Runs the command.
pub(crate) fn run(_arguments: &Arguments) -> Result<()> {
    let findings = findings()?;
    for finding in &findings {
        println!("tidy: {finding}");
    }
    if !findings.is_empty() {
        bail!("tidy found {} faults", findings.len());
    }
    println!("tidy: no faults");
    Ok(())
}

/// Everything that is wrong with the tree, in the order of the rules.
fn findings() -> Result<Vec<String>> {
    let tree = Tree::read()?;
    let mut findings = layering::check()?;
    findings.extend(files::check(&tree)?);
    findings.extend(docs::check(&tree)?);
    findings.extend(examples::check(&tree)?);
    findings.extend(purity::check(&tree)?);
    findings.extend(ids::check(&tree)?);
    findings.extend(sizes::check(&tree)?);
    findings.extend(passes::check(&tree)?);
    findings.extend(prose::check(&tree)?);
    findings.extend(snapshots::check(&tree));
    Ok(findings)
}

/// Every file of the tree, relative to the root, sorted, without hidden folders and build outputs.
pub(crate) struct Tree {
    pub(crate) root: PathBuf,
    pub(crate) files: Vec<PathBuf>,
}

impl Tree {
    pub(crate) fn read() -> Result<Self> {
        let root = shell::root();
        let mut files = Vec::new();
        let mut folders = vec![root.clone()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(&folder)? {
                let entry = entry?;
                let name = entry.file_name();
                let hidden = name.to_string_lossy().starts_with('.') || name == "target";
                if entry.file_type()?.is_dir() {
                    if !hidden {
                        folders.push(entry.path());
                    }
                } else if let Ok(relative) = entry.path().strip_prefix(&root) {
                    files.push(relative.to_path_buf());
                }
            }
        }
        files.sort();
        Ok(Self { root, files })
    }

    fn with_extension<'a>(&'a self, extension: &'a str) -> impl Iterator<Item = &'a Path> {
        let has = move |file: &&PathBuf| file.extension().is_some_and(|found| found == extension);
        self.files.iter().filter(has).map(PathBuf::as_path)
    }

    /// Applies a rule for texts to each file with an extension.
    fn check(&self, extension: &str, rule: impl Fn(&Path, &str) -> Vec<String>) -> Result<Vec<String>> {
        let mut findings = Vec::new();
        for file in self.with_extension(extension) {
            findings.extend(rule(file, &self.text(file)?));
        }
        Ok(findings)
    }

    fn text(&self, file: &Path) -> Result<String> {
        Ok(String::from_utf8_lossy(&std::fs::read(self.root.join(file))?).into_owned())
    }
}

/// Applies a rule to each line of a file, and puts the place before what it finds.
fn check_lines(file: &Path, text: &str, rule: impl Fn(&str) -> Vec<String>) -> Vec<String> {
    let mut findings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        findings.extend(rule(line).iter().map(|what| format!("{}:{}: {what}", file.display(), index + 1)));
    }
    findings
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_tree_is_tidy() -> anyhow::Result<()> {
        let findings = super::findings()?;
        assert!(findings.is_empty(), "cargo xtask tidy:\n{}", findings.join("\n"));
        Ok(())
    }
}
