//! Mutants in the tables of operations and intrinsics: an effect is forgotten.

use std::path::Path;

use anyhow::{Context, Result};

use crate::mutant::{Kind, Mutant};

/// The tables: the file, the kind of row in keys, the macro that holds the rows.
const TABLES: [(&str, &str, &str); 2] =
    [("crates/ir/src/ops.rs", "op", "ops! {"), ("crates/ir/src/intrinsic.rs", "intrinsic", "intrinsics! {")];

/// Effects that passes must respect. The others define the kind of an operation, and nothing works without them.
const EFFECTS: [&str; 5] = ["READS", "WRITES", "CONVERGENT", "DERIVATIVE", "NO_SPECULATE"];

/// Every mutant of an effect.
pub(crate) fn mutants(root: &Path) -> Result<Vec<Mutant>> {
    let mut mutants = Vec::new();
    for (file, kind, start) in TABLES {
        let text = std::fs::read_to_string(root.join(file)).context(file)?;
        let rows = text.rsplit_once(start).with_context(|| format!("{file} has no table"))?.1;
        let rows = rows.split("\n}").next().unwrap_or_default();
        for row in rows.lines().map(str::trim).filter(|row| !row.starts_with("//") && row.ends_with(';')) {
            let (Some(name), Some(effects)) = (row.split('"').nth(1), bracketed(row)) else { continue };
            for effect in effects.split_whitespace().filter(|effect| EFFECTS.contains(effect)) {
                mutants.push(Mutant {
                    name: format!("{kind} `{name}`: forget {effect}"),
                    key: format!("{kind}:{name}:{effect}"),
                    kind: Kind::Effect,
                });
            }
        }
    }
    Ok(mutants)
}

fn bracketed(row: &str) -> Option<&str> {
    row.split_once('[')?.1.split_once(']').map(|(inside, _)| inside)
}

/// The table of operations in the copy.
pub(crate) fn instrumented_ops(text: &str) -> Result<String> {
    replaced(
        text,
        "        EFFECTS[self as usize]",
        "        crate::mutant::effects(\"op\", self.mnemonic(), EFFECTS[self as usize])",
    )
}

/// The table of intrinsics in the copy: a row that loses an effect is another row.
pub(crate) fn instrumented_intrinsics(text: &str) -> Result<String> {
    replaced(
        text,
        "        &INTRINSICS[self as usize]",
        "        crate::mutant::intrinsic(&INTRINSICS[self as usize])",
    )
}

/// Effects in the copy, with a set difference that the tree has no use for.
pub(crate) fn instrumented_sets(text: &str) -> Result<String> {
    replaced(
        text,
        "    /// Both sets.",
        "    pub(crate) const fn without(self, other: Self) -> Self {\n        Self(self.0 & !other.0)\n    }\n\n    /// Both sets.",
    )
}

fn replaced(text: &str, from: &str, to: &str) -> Result<String> {
    let (before, after) = text.split_once(from).with_context(|| format!("no `{}`", from.trim()))?;
    Ok(format!("{before}{to}{after}"))
}
