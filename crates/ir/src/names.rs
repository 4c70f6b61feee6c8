//! Interned strings and the generic interner behind types, constants and names.

use rustc_hash::FxHashMap;
use std::hash::Hash;
use std::sync::Arc;

/// An interned string of a module: the name of a global, function, struct, member or value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(pub(crate) u32);

impl Name {
    /// The empty name: whatever carries it is anonymous.
    pub const EMPTY: Self = Self(0);

    /// Position in the module's table of names.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether this is the empty name.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// Insertion-ordered table of distinct contents.
#[derive(Clone, Debug)]
pub(crate) struct Interner<T> {
    items: Vec<T>,
    index: FxHashMap<T, u32>,
}

impl<T: Clone + Eq + Hash> Interner<T> {
    pub(crate) fn new() -> Self {
        Self { items: Vec::new(), index: FxHashMap::default() }
    }

    pub(crate) fn intern(&mut self, item: T) -> u32 {
        if let Some(&id) = self.index.get(&item) {
            return id;
        }
        let id = self.items.len() as u32;
        self.items.push(item.clone());
        self.index.insert(item, id);
        id
    }

    pub(crate) fn find(&self, item: &T) -> Option<u32> {
        self.index.get(item).copied()
    }

    pub(crate) fn get(&self, id: u32) -> Option<&T> {
        self.items.get(id as usize)
    }

    pub(crate) fn items(&self) -> &[T] {
        &self.items
    }
}

/// The strings of a module, each once.
#[derive(Clone, Debug)]
pub struct Names {
    /// Shared with the index, and with clones of the module.
    strings: Vec<Arc<str>>,
    index: FxHashMap<Arc<str>, u32>,
}

impl Default for Names {
    fn default() -> Self {
        let mut names = Self { strings: Vec::new(), index: FxHashMap::default() };
        names.intern("");
        names
    }
}

impl Names {
    /// The id of `text`, new or old.
    pub fn intern(&mut self, text: &str) -> Name {
        if let Some(&id) = self.index.get(text) {
            return Name(id);
        }
        let id = self.strings.len() as u32;
        let text: Arc<str> = text.into();
        self.strings.push(text.clone());
        self.index.insert(text, id);
        Name(id)
    }

    /// The text of `name`; empty for an id of another module.
    pub fn get(&self, name: Name) -> &str {
        self.strings.get(name.index()).map_or("", |text| text)
    }

    /// The id of `text`, if it is in the table.
    pub fn find(&self, text: &str) -> Option<Name> {
        self.index.get(text).map(|&id| Name(id))
    }

    /// The name at a position in the table, as an integer operand gives it.
    pub fn at(&self, index: u32) -> Option<Name> {
        ((index as usize) < self.strings.len()).then_some(Name(index))
    }

    /// How many distinct strings there are.
    pub fn len(&self) -> usize {
        self.strings.len()
    }

    /// Never true: the empty name is always there.
    pub fn is_empty(&self) -> bool {
        self.strings.is_empty()
    }
}
