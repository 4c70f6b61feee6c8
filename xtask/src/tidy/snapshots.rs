//! A snapshot that no test reads is stale. What tests really read is known only after they ran
//! (`cargo xtask test` asks [`not_among`]); this check finds those that are stale without a run.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::Result;

use super::Tree;

/// Snapshots of the suite whose shader is gone.
pub(super) fn check(tree: &Tree) -> Vec<String> {
    let mut findings = Vec::new();
    for file in tree.with_extension("snap") {
        if let Ok(name) = file.strip_prefix("tests/snapshots") {
            let shader = Path::new("tests").join(name).with_extension("glsl");
            if !tree.files.contains(&shader) {
                findings.push(format!("{}: its shader {} is gone", file.display(), shader.display()));
            }
        }
    }
    findings
}

/// The snapshots of the tree, relative to its root, that are not in the set of absolute paths.
pub(crate) fn not_among(referenced: &BTreeSet<PathBuf>) -> Result<Vec<PathBuf>> {
    let tree = Tree::read()?;
    let mut stale = Vec::new();
    for file in tree.with_extension("snap") {
        if !referenced.contains(&tree.root.join(file).canonicalize()?) {
            stale.push(file.to_path_buf());
        }
    }
    Ok(stale)
}
