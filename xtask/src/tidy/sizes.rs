//! Functions have at most 120 lines and structs at most 30 fields; long ones do several things.
//!
//! Sources are formatted, so that an item ends at the first line that is its indentation and a brace.

use anyhow::Result;

use super::Tree;

/// Lines of a function at most.
const MOST_LINES: usize = 120;
/// Fields of a struct at most.
const MOST_FIELDS: usize = 30;

/// Folders whose sources are checked.
const FOLDERS: &[&str] = &["crates", "xtask/src", "tools"];

/// Longer functions: the file, the name, the reason.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    (
        "crates/frontend-glsl/src/lower/builtins/calls.rs",
        "emit_row",
        "a row for each form of a built-in function",
    ),
    ("crates/interp/src/subgroup.rs", "subgroup_lane", "a row for each subgroup operation"),
    ("crates/passes/src/analysis/ranges.rs", "bounds_of", "a row for each operation"),
    ("crates/passes/src/rules/tests/samples.rs", "assign", "a row for each kind of condition"),
    ("tools/conformance/src/run_beside/world.rs", "resources", "a row for each kind of descriptor"),
];

/// Checks every source.
pub(super) fn check(tree: &Tree) -> Result<Vec<String>> {
    let mut findings = Vec::new();
    let mut stale: Vec<_> = EXCEPTIONS.iter().collect();
    for file in tree.with_extension("rs") {
        let is_checked = FOLDERS.iter().any(|folder| file.starts_with(folder));
        let is_generated = file.components().any(|part| part.as_os_str() == "generated");
        if !is_checked || is_generated {
            continue;
        }
        let text = tree.text(file)?;
        let file = file.display().to_string();
        for (line, name, fault) in check_source(&text) {
            match stale.iter().position(|row| row.0 == file && row.1 == name) {
                Some(row) => drop(stale.swap_remove(row)),
                None => findings.push(format!("{file}:{line}: `{name}` has {fault}")),
            }
        }
    }
    findings.extend(stale.iter().map(|row| format!("{}: `{}` needs no exception", row.0, row.1)));
    Ok(findings)
}

/// An item that is open: its indentation, its first line, its name.
struct Item<'t> {
    indent: &'t str,
    line: usize,
    name: &'t str,
    fields: Option<usize>,
}

/// The line, the name and the size of each item that is too large.
fn check_source(text: &str) -> Vec<(usize, String, String)> {
    let mut findings = Vec::new();
    let mut open: Vec<Item<'_>> = Vec::new();
    for (line, content) in text.lines().enumerate() {
        let code = content.trim_start();
        let indent = &content[..content.len() - code.len()];
        if let Some(item) = open.pop_if(|item| item.indent == indent && code.starts_with('}')) {
            let length = line - item.line + 1;
            let fault = match item.fields {
                Some(fields) if fields > MOST_FIELDS => Some(format!("{fields} fields")),
                None if length > MOST_LINES => Some(format!("{length} lines")),
                _ => None,
            };
            findings.extend(fault.map(|fault| (item.line + 1, item.name.to_owned(), fault)));
        }
        if let Some(item) = open.last_mut()
            && let Some(fields) = &mut item.fields
            && is_field(code)
        {
            *fields += 1;
        }
        if let Some(name) = name_behind(code, "fn") {
            // A declaration ends with a semicolon, and a short body on its line.
            if !code.ends_with(';') && !code.ends_with('}') {
                open.push(Item { indent, line, name, fields: None });
            }
        } else if let Some(name) = name_behind(code, "struct").filter(|_| code.ends_with('{')) {
            open.push(Item { indent, line, name, fields: Some(0) });
        }
    }
    findings
}

/// The name of the item that a line declares with this word.
fn name_behind<'t>(code: &'t str, word: &str) -> Option<&'t str> {
    let mut rest = code;
    loop {
        let (first, behind) = rest.split_once(' ')?;
        if first == word {
            let end = behind.find(|it: char| !it.is_alphanumeric() && it != '_')?;
            return Some(&behind[..end]).filter(|name| !name.is_empty());
        }
        let is_modifier = ["pub", "const", "async", "unsafe", "extern", "\"C\""].contains(&first)
            || first.starts_with("pub(");
        // `pub(in crate::lower)` has a space.
        rest = if first == "pub(in" { behind.split_once(") ")?.1 } else { behind };
        if !is_modifier {
            return None;
        }
    }
}

/// True for a line such as `pub(crate) name: Type,`.
fn is_field(code: &str) -> bool {
    let name = code.rsplit_once("pub(crate) ").map_or(code, |row| row.1);
    let name = name.strip_prefix("pub ").unwrap_or(name);
    name.split_once(": ").is_some_and(|(name, _)| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    })
}

#[cfg(test)]
mod tests {
    use super::{check_source, name_behind};

    #[test]
    fn items_are_found_by_their_first_line() {
        assert_eq!(name_behind("pub(crate) const fn first(self) -> u32 {", "fn"), Some("first"));
        assert_eq!(name_behind("pub(in crate::lower) fn second<T>(", "fn"), Some("second"));
        assert_eq!(name_behind("pub struct Third<'a> {", "struct"), Some("Third"));
        assert_eq!(name_behind("let fn_ = fn_pointer;", "fn"), None);
    }

    #[test]
    fn long_functions_and_large_structs_are_found() {
        let body = "    x();\n".repeat(119);
        assert_eq!(
            check_source(&format!("fn long() {{\n{body}}}\n")),
            [(1, "long".to_owned(), "121 lines".to_owned())]
        );
        assert!(check_source(&format!("fn short() {{\n{}}}\n", &body[9..])).is_empty());
        let fields = (0..31).map(|index| format!("    pub f{index}: u8,\n")).collect::<String>();
        assert_eq!(
            check_source(&format!("struct Large {{\n{fields}}}\n")),
            [(1, "Large".to_owned(), "31 fields".to_owned())]
        );
    }
}
