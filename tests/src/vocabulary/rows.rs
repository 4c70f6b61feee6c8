//! Rows of the tables that no item of any version uses.

use std::collections::BTreeSet;

use vitrum_glsl::builtin_types::BuiltinType;
use vitrum_glsl::builtins::all_rows;
use vitrum_glsl::builtins::compatibility::COMPATIBILITY;
use vitrum_glsl::builtins::constants::{CONSTANTS, NUMBERS};
use vitrum_glsl::builtins::variables::VARIABLES;
use vitrum_glsl::layout_qualifiers::LAYOUT_QUALIFIERS;
use vitrum_glsl::words::WORDS;

use super::{items, versions};

/// Names that the frame around the items rules out: a shader that passes inputs on declares no primitive that it makes.
const UNFRAMED: &[&str] = &["passthrough"];

/// Finds names of words, types, layout qualifiers, functions, variables and constants that no item uses.
pub(super) fn check() -> Result<(), String> {
    let items: Vec<_> = versions().flat_map(items).collect();
    let of_items = items.iter().filter_map(|item| item.name.split(' ').next());
    let used: BTreeSet<&str> = of_items.collect();
    let words = WORDS.iter().filter(|row| row.meaning.is_some()).map(|row| row.text);
    let variables = VARIABLES.iter().chain(COMPATIBILITY).map(|row| row.name);
    let names: BTreeSet<&str> = words
        .chain(BuiltinType::ALL.iter().map(|ty| ty.name()))
        .chain(LAYOUT_QUALIFIERS.iter().map(|row| row.name))
        .chain(all_rows().iter().map(|row| row.name))
        .chain(variables)
        .chain(CONSTANTS.iter().map(|row| row.name))
        .chain(NUMBERS.iter().map(|row| row.name))
        .collect();
    let missing: Vec<String> = names
        .difference(&used)
        .filter(|name| !UNFRAMED.contains(name))
        .map(|name| format!("no item uses `{name}`\n"))
        .collect();
    if missing.is_empty() { Ok(()) } else { Err(missing.concat()) }
}
