//! Tables beside an arena are `SideTable`s, indexed by ids. The number of an id is taken out of `la_arena`'s index in one
//! file, so that no table is indexed by the number of another arena's id.

use std::path::Path;

use anyhow::Result;

use super::{Tree, check_lines};

/// Files and folders that may name the raw index, each with the reason.
const ALLOWED: &[(&str, &str)] = &[
    ("crates/ir/src/side_table.rs", "makes ids of positions and positions of ids"),
    ("xtask/src/tidy/ids.rs", "looks for it"),
];

/// Names of the raw index and of the method that gives it.
const RAW: &[&str] = &["RawIdx", "into_raw()"];

/// Checks every source and grammar.
pub(super) fn check(tree: &Tree) -> Result<Vec<String>> {
    Ok([tree.check("rs", check_source)?, tree.check("lalrpop", check_source)?].concat())
}

fn check_source(file: &Path, text: &str) -> Vec<String> {
    if ALLOWED.iter().any(|(allowed, _)| file.starts_with(allowed)) {
        return Vec::new();
    }
    check_lines(file, text, |line| {
        let names = RAW.iter().filter(|name| line.contains(**name));
        names.map(|name| format!("`{name}`; use `SideTable`, or `Id::index` for a number")).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::check_source;
    use std::path::Path;

    #[test]
    fn raw_indices_are_found_outside_of_their_file() {
        let text = "let at = value.index();\nlet at = value.into_raw().into_u32();\nuse la_arena::RawIdx;\n";
        let found = check_source(Path::new("crates/passes/src/a.rs"), text);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].starts_with("crates/passes/src/a.rs:2: `into_raw()`"), "{found:?}");
        assert_eq!(check_source(Path::new("crates/ir/src/side_table.rs"), text), Vec::<String>::new());
    }
}
