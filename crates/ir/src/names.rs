//! Interned strings and the generic interner behind types, constants and names.

use crate::positions::Positions;
use std::hash::Hash;

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

    /// True if this is the empty name.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// Insertion-ordered table of distinct contents.
#[derive(Clone, Debug)]
pub(crate) struct Interner<T> {
    items: Vec<T>,
    positions: Positions,
}

impl<T: Eq + Hash> Interner<T> {
    /// A table of distinct `items` that [`Interner::intern`] and [`Interner::find`] are not asked for.
    pub(crate) fn new(items: Vec<T>) -> Self {
        Self { items, positions: Positions::default() }
    }

    /// Forgets the items from a number on, and where all of them are; keeps the memory.
    pub(crate) fn truncate(&mut self, length: usize) {
        let Self { items, positions } = self;
        items.truncate(length);
        positions.clear();
    }

    /// Makes room for so many more items.
    pub(crate) fn reserve(&mut self, more: usize) {
        self.items.reserve_exact(more);
        self.positions.reserve(more);
    }

    pub(crate) fn intern(&mut self, item: T) -> u32 {
        let hash = Positions::hash(&item);
        let new = self.items.len() as u32;
        let Self { items, positions } = self;
        let known = positions.find_or_insert(hash, new, |id| items.get(id as usize) == Some(&item));
        known.unwrap_or_else(|| {
            items.push(item);
            new
        })
    }

    /// The item with this hash that is the one sought; a new one if there is none, which the second value tells.
    pub(crate) fn find_or_add(
        &mut self,
        hash: u64,
        is_it: impl Fn(&T) -> bool,
        item: impl FnOnce() -> T,
    ) -> (u32, bool) {
        let new = self.items.len() as u32;
        let Self { items, positions } = self;
        match positions.find_or_insert(hash, new, |id| items.get(id as usize).is_some_and(&is_it)) {
            Some(known) => (known, false),
            None => {
                items.push(item());
                (new, true)
            }
        }
    }

    pub(crate) fn find(&self, item: &T) -> Option<u32> {
        self.find_hashed(Positions::hash(item), |other| other == item)
    }

    /// The item with this hash that is the one sought.
    pub(crate) fn find_hashed(&self, hash: u64, is_it: impl Fn(&T) -> bool) -> Option<u32> {
        self.positions.find(hash, |id| self.items.get(id as usize).is_some_and(&is_it))
    }

    #[inline]
    pub(crate) fn get(&self, id: u32) -> Option<&T> {
        self.items.get(id as usize)
    }

    /// Gives an id other contents, which no id has.
    pub(crate) fn replace(&mut self, id: u32, item: T) {
        self.replace_hashed(id, Positions::hash(&item), item);
    }

    /// The same for an item with this hash.
    pub(crate) fn replace_hashed(&mut self, id: u32, hash: u64, item: T) {
        self.positions.insert(hash, id);
        if let Some(slot) = self.items.get_mut(id as usize) {
            *slot = item;
        }
    }

    pub(crate) fn items(&self) -> &[T] {
        &self.items
    }
}

/// The strings of a module, each once.
#[derive(Clone, Debug)]
pub struct Names {
    /// One after the other.
    text: String,
    /// The end of each.
    ends: Vec<u32>,
    positions: Positions,
}

impl Default for Names {
    fn default() -> Self {
        let mut ends = Vec::with_capacity(48);
        ends.push(0);
        Self { text: String::with_capacity(512), ends, positions: Positions::default() }
    }
}

impl Names {
    /// Forgets all strings but the empty one, and keeps the memory.
    pub(crate) fn clear(&mut self) {
        let Self { text, ends, positions } = self;
        text.clear();
        ends.truncate(1);
        positions.clear();
    }

    /// Makes room for so many more strings, of so many bytes together.
    pub fn reserve(&mut self, more: usize, bytes: usize) {
        self.text.reserve_exact(bytes);
        self.ends.reserve_exact(more);
        self.positions.reserve(more);
    }

    /// The id of `text`, new or old. Beyond 4 GiB of names, the empty one.
    pub fn intern(&mut self, text: &str) -> Name {
        if text.is_empty() {
            return Name::EMPTY;
        }
        let Ok(end) = u32::try_from(self.text.len() + text.len()) else {
            return self.find(text).unwrap_or(Name::EMPTY);
        };
        let Self { text: all, ends, positions } = self;
        let new = ends.len() as u32;
        let is_it = |id: u32| {
            let before = (id as usize).saturating_sub(1);
            match ends.get(before..before + 2) {
                Some(&[start, end]) => {
                    all.as_bytes().get(start as usize..end as usize) == Some(text.as_bytes())
                }
                _ => false,
            }
        };
        if let Some(known) = positions.find_or_insert(Positions::hash(text), new, is_it) {
            return Name(known);
        }
        all.push_str(text);
        ends.push(end);
        Name(new)
    }

    /// The text of `name`; empty for an id of another module.
    #[inline]
    pub fn get(&self, name: Name) -> &str {
        let Some(before) = name.index().checked_sub(1) else { return "" };
        match self.ends.get(before..before + 2) {
            Some(&[start, end]) => self.text.get(start as usize..end as usize).unwrap_or(""),
            _ => "",
        }
    }

    /// The id of `text`, if it is in the table.
    pub fn find(&self, text: &str) -> Option<Name> {
        if text.is_empty() { Some(Name::EMPTY) } else { self.find_hashed(Positions::hash(text), text) }
    }

    fn find_hashed(&self, hash: u64, text: &str) -> Option<Name> {
        self.positions.find(hash, |id| self.get(Name(id)) == text).map(Name)
    }

    /// The name at a position in the table, as an integer operand gives it.
    pub fn at(&self, index: u32) -> Option<Name> {
        ((index as usize) < self.ends.len()).then_some(Name(index))
    }

    /// Number of distinct strings.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Never true: the empty name is always there.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}
