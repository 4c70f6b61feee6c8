//! No pass outside the table, and textbook names where one would search for them.

use anyhow::Result;
use std::path::Path;

use super::Tree;

const TABLE: &str = "crates/passes/src/framework/table.rs";

/// Terms of compiler engineers, each with the file that it must lead to.
const TERMS: &[(&str, &str)] = &[
    ("mem2reg", "crates/passes/src/optimize/promote_variables.rs"),
    ("SROA", "crates/passes/src/optimize/split_variables.rs"),
    ("LICM", "crates/passes/src/optimize/hoist_code.rs"),
    ("SCCP", "crates/passes/src/optimize/propagate_constants.rs"),
    ("GVN", "crates/passes/src/optimize/combine.rs"),
    ("common subexpression elimination", "crates/passes/src/optimize/combine.rs"),
    ("peephole", "crates/passes/src/optimize/combine.rs"),
    ("peephole", "crates/passes/src/rules.rs"),
    ("DCE", "crates/passes/src/optimize/eliminate_dead_code.rs"),
    ("dead store elimination", "crates/passes/src/optimize/forward_memory.rs"),
    ("scalar promotion", "crates/passes/src/optimize/promote_memory.rs"),
    ("inlining", "crates/passes/src/optimize/inline_functions.rs"),
    ("if-conversion", "crates/passes/src/optimize/simplify_branches.rs"),
    ("loop unrolling", "crates/passes/src/optimize/unroll_loops.rs"),
    ("loop rotation", "crates/passes/src/optimize/rotate_loops.rs"),
    ("code sinking", "crates/passes/src/optimize/sink_code.rs"),
    ("tail merging", "crates/passes/src/optimize/merge_arms.rs"),
    ("out of SSA", "crates/passes/src/lower/lower_block_parameters.rs"),
    ("out-of-bounds", "crates/passes/src/lower/clamp_constant_indices.rs"),
    ("control-flow graph (CFG)", "crates/ir/src/function.rs"),
    ("def-use", "crates/passes/src/analysis/uses.rs"),
    ("dominance", "crates/passes/src/analysis/nesting.rs"),
    ("value-range analysis", "crates/passes/src/analysis/ranges.rs"),
    ("alias analysis", "crates/passes/src/analysis/memory.rs"),
    ("divergence analysis", "crates/passes/src/analysis/uniformity.rs"),
    ("fixpoint", "crates/passes/src/framework/manager.rs"),
];

/// Checks the table of passes and the terms.
pub(super) fn check(tree: &Tree) -> Result<Vec<String>> {
    let table = tree.text(Path::new(TABLE))?;
    let mut findings = Vec::new();
    for file in tree.with_extension("rs") {
        let is_pass =
            ["optimize", "lower"].iter().any(|it| file.starts_with(format!("crates/passes/src/{it}")));
        if is_pass && let Some(stem) = file.file_stem().and_then(|stem| stem.to_str()) {
            let text = tree.text(file)?;
            let runs = text.lines().any(|line| line.starts_with("pub(crate) fn run") && line.contains('('));
            let rows = [format!("{stem}::run"), format!("Lowering({stem})")];
            if runs && !rows.iter().any(|row| table.contains(row)) {
                findings.push(format!("{}: no row of {TABLE} runs it", file.display()));
            }
        }
    }
    for (term, file) in TERMS {
        let text = tree.text(Path::new(file))?;
        // Wrapped lines of documentation are one text.
        let docs: Vec<&str> = text
            .lines()
            .map(str::trim)
            .take_while(|line| line.starts_with("//!"))
            .map(|line| line.trim_start_matches("//!").trim())
            .collect();
        if !docs.join(" ").to_lowercase().contains(&term.to_lowercase()) {
            findings.push(format!("{file}: its documentation lacks the term `{term}`"));
        }
    }
    Ok(findings)
}
