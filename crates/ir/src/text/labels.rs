//! Labels: unique spellings for entities that may share a name or have none.

use crate::function::{FunctionData, Value};
use crate::names::{Name, Names};
use crate::side_table::Id;
use la_arena::ArenaMap;
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// Gives labels in order of asking.
#[derive(Default)]
pub(super) struct Labels {
    taken: FxHashMap<Name, u32>,
    unnamed: u32,
}

impl Labels {
    /// Keeps the label that is the name alone for something else.
    pub(super) fn reserve(&mut self, name: Name) {
        self.taken.insert(name, 1);
    }

    /// A label nobody else has, without sigil.
    pub(super) fn fresh(&mut self, names: &Names, name: Name) -> String {
        if name.is_empty() {
            self.unnamed += 1;
            return (self.unnamed - 1).to_string();
        }
        let mut label = quoted(names.get(name));
        let count = self.taken.entry(name).or_insert(0);
        if *count > 0 {
            let _ = write!(label, ".{count}");
        }
        *count += 1;
        label
    }
}

/// The labels of the values of a function.
#[derive(Default)]
pub(super) struct Body {
    pub(super) values: ArenaMap<Value, String>,
    labels: Labels,
    /// The first value of each name, if labels are positions.
    first: Option<FxHashMap<Name, Value>>,
}

impl Body {
    /// Labels that are positions in the function.
    pub(super) fn by_position(function: &FunctionData) -> Self {
        let mut first = FxHashMap::default();
        for (value, _) in function.values.iter() {
            first.entry(function.value_name(value)).or_insert(value);
        }
        Self { first: Some(first), ..Self::default() }
    }

    /// The label of a value, which is new.
    pub(super) fn label(&mut self, names: &Names, function: &FunctionData, value: Value) -> String {
        let name = function.value_name(value);
        match &self.first {
            None => self.labels.fresh(names, name),
            Some(_) if name.is_empty() => value.index().to_string(),
            Some(first) if first.get(&name) == Some(&value) => quoted(names.get(name)),
            Some(_) => format!("{}.{}", quoted(names.get(name)), value.index()),
        }
    }
}

/// A name as the text form spells it: bare if it is an identifier, else in quotes.
pub(super) fn quoted(name: &str) -> String {
    let bare = !name.is_empty()
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if bare {
        return name.to_string();
    }
    let mut text = String::from('"');
    for c in name.chars() {
        match c {
            '"' | '\\' => {
                text.push('\\');
                text.push(c);
            }
            c if c.is_control() => {
                let _ = write!(text, "\\u{{{:x}}}", c as u32);
            }
            c => text.push(c),
        }
    }
    text.push('"');
    text
}
