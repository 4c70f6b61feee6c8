//! Chooses names: the author's if possible, else with the smallest change.

use crate::ast::{Local, Node, TextArena, Tree};
use crate::context::{Context, taken_words};
use bumpalo::collections::Vec as BumpVec;
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_glsl::words::is_word;
use vitrum_ir::{Name, Scalar, Type, TypeData};

/// True if some version of the language reserves a word.
pub(crate) fn is_reserved(word: &str) -> bool {
    is_word(word) || matches!(word, "main" | "defined")
}

/// The bytes that are legal in names.
const IN_NAMES: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = (byte as u8).is_ascii_alphanumeric() || byte as u8 == b'_';
        byte += 1;
    }
    table
};

/// The legal form of a name.
pub(crate) fn legal<'a>(arena: TextArena<'a>, text: &'a str) -> &'a str {
    let (mut last, mut bad) = (0, false);
    for byte in text.bytes() {
        bad |= IN_NAMES.get(usize::from(byte)) != Some(&true) || byte == b'_' && last == b'_';
        last = byte;
    }
    let is_plain = !bad
        && !text.is_empty()
        && !text.starts_with(|c: char| c.is_ascii_digit())
        && !text.starts_with("gl_");
    if is_plain && !is_reserved(text) {
        return text;
    }
    let mut name = String::with_capacity(text.len());
    for c in text.chars() {
        let c = if c.is_ascii_alphanumeric() { c } else { '_' };
        if c == '_' && name.ends_with('_') {
            continue;
        }
        name.push(c);
    }
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
        name.insert(0, 'n');
    }
    if let Some(rest) = name.strip_prefix("gl_") {
        name = format!("my_{rest}");
    }
    if is_reserved(&name) {
        name.push('_');
    }
    arena.keep(&name)
}

/// The first unused name of `name`, `name_1`, `name_2`, ...
pub(crate) fn unique_name<'a>(
    arena: TextArena<'a>,
    name: &'a str,
    counters: &mut FxHashMap<&'a str, u32>,
    mut taken: impl FnMut(&'a str) -> bool,
) -> &'a str {
    if !taken(name) {
        return name;
    }
    let stem = name.trim_end_matches('_');
    let counter = counters.entry(stem).or_insert(0);
    loop {
        *counter += 1;
        let candidate = arena.format(format_args!("{stem}_{counter}"));
        if !taken(candidate) {
            return candidate;
        }
    }
}

/// Collects the global names in a function that its locals may conflict with.
fn outer_names<'a>(cx: &Context<'a>, tree: &Tree<'a>, names: &mut FxHashSet<&'a str>) {
    let mut wanted = PrefixFilter([0; 256]);
    for local in &tree.locals {
        if cx.minify {
            wanted.0 = [u64::MAX; 256];
        } else if local.name.is_empty() {
            wanted.add(default_name(cx, local.ty));
        } else {
            wanted.add(cx.legal(local.name));
        }
    }
    for node in tree.nodes() {
        if let Node::Text(name) | Node::Call(name, _) = node
            && wanted.contains(name)
            && !name.starts_with(|c: char| c.is_ascii_digit())
        {
            names.insert(name);
        }
    }
}

/// A filter of names by their first two bytes: for each first byte, a bit set of second bytes.
struct PrefixFilter([u64; 256]);

impl PrefixFilter {
    /// Adds a name and its numbered variants.
    fn add(&mut self, name: &str) {
        if let Some((row, bit)) = Self::place(name)
            && let Some(row) = self.0.get_mut(row)
        {
            // A short name with a number may have any second byte.
            *row |= if name.len() > 2 && !name.starts_with('_') { bit } else { u64::MAX };
        }
    }

    fn contains(&self, name: &str) -> bool {
        Self::place(name).is_some_and(|(row, bit)| self.0.get(row).is_some_and(|row| row & bit != 0))
    }

    fn place(name: &str) -> Option<(usize, u64)> {
        let bytes = name.as_bytes();
        let second = bytes.get(1).copied().unwrap_or(0);
        Some((usize::from(*bytes.first()?), 1 << (second % 64)))
    }
}

/// The names of a function's locals, by scope.
pub(crate) struct Scopes<'c, 'a> {
    cx: &'c Context<'a>,
    /// The names of all open scopes, and the global names that the function uses.
    taken: FxHashSet<&'a str>,
    /// The names of all open scopes, and the start of each scope.
    open: BumpVec<'a, &'a str>,
    scopes: BumpVec<'a, usize>,
    /// The last used number of each stem.
    counters: FxHashMap<&'a str, u32>,
    /// Names by local; empty before the declaration.
    names: BumpVec<'a, &'a str>,
}

impl<'c, 'a> Scopes<'c, 'a> {
    /// An empty function scope.
    pub(crate) fn new(cx: &'c Context<'a>) -> Self {
        let arena = cx.arena;
        let (open, scopes, names) = (arena.list(), arena.one(0), arena.list());
        Self { cx, taken: taken_words(cx.module), open, scopes, counters: FxHashMap::default(), names }
    }

    /// Starts the scope of a function.
    pub(crate) fn begin(&mut self, tree: &Tree<'a>) {
        self.open.clear();
        self.scopes.clear();
        self.scopes.push(0);
        self.names.clear();
        self.names.resize(tree.locals.len(), "");
        self.taken.clear();
        self.counters.clear();
        outer_names(self.cx, tree, &mut self.taken);
    }

    /// Opens a scope.
    pub(crate) fn open(&mut self) {
        self.scopes.push(self.open.len());
    }

    /// Closes the innermost scope.
    pub(crate) fn close(&mut self) {
        let first = self.scopes.pop().unwrap_or(0);
        for name in self.open.drain(first..) {
            self.taken.remove(name);
            // The next name may reuse this number, so that printing again gives the same names.
            if let Some((stem, number)) = name.rsplit_once('_')
                && let Ok(number) = number.parse::<u32>()
                && let Some(counter) = self.counters.get_mut(stem)
            {
                *counter = number.saturating_sub(1).min(*counter);
            }
        }
    }

    /// Declares a local in the innermost scope and returns its name.
    pub(crate) fn declare(&mut self, local: Local, wanted: Name, ty: Type) -> &'a str {
        let name = if self.cx.minify {
            self.short()
        } else if wanted.is_empty() {
            default_name(self.cx, ty)
        } else {
            self.cx.legal(wanted)
        };
        let (cx, taken) = (self.cx, &mut self.taken);
        let is_taken = |name| cx.is_struct_name(name) || !taken.insert(name);
        let name = unique_name(cx.arena, name, &mut self.counters, is_taken);
        self.open.push(name);
        let index = local.0 as usize;
        if self.names.len() <= index {
            self.names.resize(index + 1, "");
        }
        if let Some(slot) = self.names.get_mut(index) {
            *slot = name;
        }
        name
    }

    /// The first unused short name.
    fn short(&self) -> &'a str {
        let free =
            |name: &str| !self.taken.contains(name) && !self.cx.is_struct_name(name) && !is_reserved(name);
        // All taken names precede this index.
        let mut names = (self.open.len()..).map(crate::minify::short_name);
        names.find(|name| free(name)).map_or("", |name| self.cx.arena.keep(&name))
    }

    /// The name of a declared local.
    pub(crate) fn name(&self, local: Local) -> &'a str {
        let name = self.names.get(local.0 as usize).filter(|name| !name.is_empty());
        name.copied().unwrap_or("undeclared")
    }
}

/// The name for a value without one.
fn default_name(cx: &Context<'_>, ty: Type) -> &'static str {
    match cx.module.types.get(ty) {
        TypeData::Scalar(Scalar::Bool) => "b",
        TypeData::Scalar(scalar) if scalar.is_float() => "f",
        TypeData::Scalar(scalar) if scalar.is_signed() => "i",
        TypeData::Scalar(_) => "u",
        TypeData::Vector { .. } => "v",
        TypeData::Matrix { .. } => "m",
        TypeData::Array { .. } => "a",
        TypeData::Struct(_) => "s",
        _ => "t",
    }
}

#[cfg(test)]
mod tests {
    use super::legal;
    use crate::ast::TextArena;

    #[test]
    fn names_change_as_little_as_possible() {
        for (text, name) in [
            ("color", "color"),
            ("a__b", "a_b"),
            ("gl_Thing", "my_Thing"),
            ("3d", "n3d"),
            ("", "n"),
            ("f(vf4;", "f_vf4_"),
            ("vec2", "vec2_"),
        ] {
            let memory = bumpalo::Bump::new();
            assert_eq!(legal(TextArena::new(&memory), text), name, "{text}");
        }
    }
}
