//! The copy of the tree with every mutant compiled in.
//!
//! A file is written only if it differs, so that cargo builds only changed crates.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::mutant::Mutant;
use crate::{effects, rules, sites};

/// The module that the copy's IR crate gets: it reads the environment, which the crate itself never does.
const RUNTIME: &str = r#"//! Which mutant is alive.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Write;
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::{Effects, IntrinsicInfo};

/// The key of the mutant; empty if none is alive.
pub fn key() -> &'static str {
    static KEY: OnceLock<String> = OnceLock::new();
    KEY.get_or_init(|| std::env::var("VITRUM_MUTANT").unwrap_or_default())
}

/// True if the mutant in code with this number is alive. Asked only where it would decide otherwise.
#[inline]
pub fn is_alive(number: u32) -> bool {
    static NUMBER: OnceLock<u32> = OnceLock::new();
    let alive = *NUMBER.get_or_init(|| key().parse().unwrap_or(0));
    if alive == u32::MAX {
        record(number);
    }
    alive == number
}

/// Adds the number to the list of those that were asked for.
#[cold]
fn record(number: u32) {
    static ASKED: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());
    static LIST: OnceLock<Option<Mutex<File>>> = OnceLock::new();
    let list = LIST.get_or_init(|| File::create(std::env::var_os("VITRUM_MUTANTS_ASKED")?).ok().map(Mutex::new));
    if ASKED.lock().unwrap_or_else(PoisonError::into_inner).insert(number)
        && let Some(list) = list
    {
        let _ = writeln!(list.lock().unwrap_or_else(PoisonError::into_inner), "{number}");
    }
}

fn forgotten() -> &'static Option<(&'static str, &'static str, Effects)> {
    static FORGOTTEN: OnceLock<Option<(&'static str, &'static str, Effects)>> = OnceLock::new();
    FORGOTTEN.get_or_init(|| {
        let mut parts = key().split(':');
        let (kind, name, effect) = (parts.next()?, parts.next()?, parts.next()?);
        let effect = match effect {
            "READS" => Effects::READS,
            "WRITES" => Effects::WRITES,
            "CONVERGENT" => Effects::CONVERGENT,
            "DERIVATIVE" => Effects::DERIVATIVE,
            "NO_SPECULATE" => Effects::NO_SPECULATE,
            _ => return None,
        };
        Some((kind, name, effect))
    })
}

#[inline]
pub(crate) fn effects(kind: &str, name: &str, effects: Effects) -> Effects {
    match *forgotten() {
        Some((of, row, effect)) if of == kind && row == name => effects.without(effect),
        _ => effects,
    }
}

pub(crate) fn intrinsic(row: &'static IntrinsicInfo) -> &'static IntrinsicInfo {
    static CHANGED: OnceLock<IntrinsicInfo> = OnceLock::new();
    match *forgotten() {
        Some(("intrinsic", name, effect)) if name == row.name => {
            CHANGED.get_or_init(|| IntrinsicInfo { effects: row.effects.without(effect), ..*row })
        }
        _ => row,
    }
}
"#;

/// The folder of the copy below the working folder.
pub(crate) fn folder(work: &Path) -> PathBuf {
    work.join("tree")
}

/// Writes the copy.
pub(crate) fn write(root: &Path, work: &Path, mutants: &[Mutant]) -> Result<()> {
    let tree = folder(work);
    let mut changed: BTreeMap<PathBuf, String> = BTreeMap::new();
    for file in sites::files(root)? {
        changed.insert(file.path.clone(), file.instrumented());
    }
    let mut change = |path: &str, to: fn(&str) -> Result<String>| -> Result<()> {
        let text = std::fs::read_to_string(root.join(path)).with_context(|| path.to_owned())?;
        changed.insert(PathBuf::from(path), to(&text)?);
        Ok(())
    };
    change("crates/passes/src/rules/tables.rs", rules::instrumented)?;
    change("crates/ir/src/ops.rs", effects::instrumented_ops)?;
    change("crates/ir/src/intrinsic.rs", effects::instrumented_intrinsics)?;
    change("crates/ir/src/effects.rs", effects::instrumented_sets)?;
    change("crates/ir/src/lib.rs", |text| {
        Ok(text.replacen("mod effects;", "mod effects;\npub mod mutant;", 1))
    })?;
    changed.insert(PathBuf::from("crates/ir/src/mutant.rs"), RUNTIME.to_owned());

    let mut wanted = BTreeSet::new();
    for path in tracked(root)? {
        let Ok(bytes) = std::fs::read(root.join(&path)) else { continue };
        let bytes = changed.remove(&path).map_or(bytes, String::into_bytes);
        write_if_other(&tree.join(&path), &bytes)?;
        wanted.insert(path);
    }
    for (path, text) in changed {
        write_if_other(&tree.join(&path), text.as_bytes())?;
        wanted.insert(path);
    }
    remove_others(&tree, &tree, &wanted)?;
    println!("{} mutants are compiled into {}", mutants.len(), tree.display());
    Ok(())
}

/// The files of the tree: files that git tracks, and new ones that it does not ignore.
fn tracked(root: &Path) -> Result<Vec<PathBuf>> {
    let output = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        .output()
        .context("could not start git")?;
    if !output.status.success() {
        bail!("git ls-files failed: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.split('\0').filter(|path| !path.is_empty()).map(PathBuf::from).collect())
}

fn write_if_other(path: &Path, bytes: &[u8]) -> Result<()> {
    if std::fs::read(path).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent)?;
    }
    std::fs::write(path, bytes).with_context(|| path.display().to_string())
}

/// Removes files that are no longer in the tree: a snapshot or a test that is gone must not run.
fn remove_others(tree: &Path, folder: &Path, wanted: &BTreeSet<PathBuf>) -> Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            remove_others(tree, &path, wanted)?;
        } else if !wanted.contains(path.strip_prefix(tree)?) {
            std::fs::remove_file(&path)?;
        }
    }
    Ok(())
}
