//! Interned names: every identifier, and every spelling that must outlive the text.

use std::hash::Hasher;
use std::ops::Range;
use std::sync::LazyLock;

use rustc_hash::FxHasher;

use crate::tokens::keywords::known_words;

/// An interned string of one [`Interner`].
///
/// Words of the language have the same symbol in every interner: their number in the table of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(u32);

impl Symbol {
    /// The symbol with this number.
    pub(crate) const fn from_index(index: usize) -> Self {
        Self(index as u32)
    }

    /// Its number: symbols are numbered from 0 in order of their first use.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Gives each distinct string a [`Symbol`].
#[derive(Clone, Debug)]
pub struct Interner {
    /// The words of the language, which all interners share.
    known: &'static Table,
    /// The other strings.
    own: Table,
}

/// Strings numbered from 0, found by hash.
#[derive(Clone, Debug)]
struct Table {
    /// All strings end to end.
    text: String,
    /// The range of each string in `text`.
    ranges: Vec<(u32, u32)>,
    /// Open addressing with linear probing; the length is a power of two, at most half full.
    slots: Vec<Slot>,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    hash: u32,
    number: u32,
}

/// The number of slots at first.
const SLOTS: usize = 128;

/// The number of slots that are kept for other strings.
const KEPT: usize = 2048;

const EMPTY: Slot = Slot { hash: 0, number: u32::MAX };

/// The words of the language: a constant that is computed once.
static KNOWN: LazyLock<Table> = LazyLock::new(|| {
    // Three quarters are free, so that most other words end the search at the first slot.
    let mut table = Table::with_slots(4096);
    for word in known_words() {
        let hash = hash(word);
        if let Err(index) = table.find(word, hash) {
            table.insert(word, hash, index);
        }
    }
    table
});

impl Default for Interner {
    fn default() -> Self {
        Self::new()
    }
}

impl Interner {
    /// An interner that has the words of the language.
    pub fn new() -> Self {
        Self { known: &KNOWN, own: Table::with_slots(SLOTS) }
    }

    /// Forgets all strings but the words of the language, and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.own.clear();
    }

    /// The symbol of `text`.
    pub fn intern(&mut self, text: &str) -> Symbol {
        let hash = hash(text);
        if let Ok(number) = self.known.find(text, hash) {
            return Symbol(number);
        }
        // Symbols and offsets fit 32 bits because a source map holds less than 4 GiB of text, and
        // the strings that macros make are bounded by the limit on expansion.
        let number = match self.own.find(text, hash) {
            Ok(number) => number,
            Err(index) => self.own.insert(text, hash, index),
        };
        Symbol(self.known.len() + number)
    }

    /// The symbol of `text`, when it has one.
    pub fn get(&self, text: &str) -> Option<Symbol> {
        let hash = hash(text);
        let known = self.known.find(text, hash).map(Symbol);
        known.or_else(|_| self.own.find(text, hash).map(|number| Symbol(self.known.len() + number))).ok()
    }

    /// The string of `symbol`; empty for a symbol of another interner.
    pub fn text(&self, symbol: Symbol) -> &str {
        match symbol.0.checked_sub(self.known.len()) {
            Some(number) => self.own.text(number),
            None => self.known.text(symbol.0),
        }
    }

    /// The number of symbols that are words of the language; the others follow them.
    pub(crate) fn known_len(&self) -> usize {
        self.known.len() as usize
    }

    /// The number of symbols.
    pub fn len(&self) -> usize {
        (self.known.len() + self.own.len()) as usize
    }

    /// Always false: an interner has the words of the language.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Table {
    fn with_slots(count: usize) -> Self {
        let text = String::with_capacity(count * 4);
        Self { text, ranges: Vec::with_capacity(count / 2), slots: vec![EMPTY; count] }
    }

    /// Forgets all strings, and keeps the memory, unless it is so much that to fill it would cost more than the next strings.
    fn clear(&mut self) {
        if self.slots.len() > KEPT {
            *self = Self::with_slots(SLOTS);
            return;
        }
        let Self { text, ranges, slots } = self;
        text.clear();
        ranges.clear();
        slots.fill(EMPTY);
    }

    fn len(&self) -> u32 {
        self.ranges.len() as u32
    }

    fn range(&self, number: u32) -> Range<usize> {
        let (start, end) = self.ranges.get(number as usize).copied().unwrap_or_default();
        start as usize..end as usize
    }

    fn text(&self, number: u32) -> &str {
        self.text.get(self.range(number)).unwrap_or("")
    }

    /// The string's number, or the free slot where it belongs.
    #[inline]
    fn find(&self, text: &str, hash: u32) -> Result<u32, usize> {
        let mask = self.slots.len() - 1;
        let mut index = hash as usize & mask;
        while let Some(slot) = self.slots.get(index) {
            if slot.number == EMPTY.number {
                break;
            }
            if slot.hash == hash && self.text.as_bytes().get(self.range(slot.number)) == Some(text.as_bytes())
            {
                return Ok(slot.number);
            }
            index = (index + 1) & mask;
        }
        Err(index)
    }

    /// Adds a string at a slot that [`find`](Self::find) gave.
    fn insert(&mut self, text: &str, hash: u32, index: usize) -> u32 {
        let number = self.len();
        let start = self.text.len() as u32;
        self.text.push_str(text);
        self.ranges.push((start, self.text.len() as u32));
        if let Some(slot) = self.slots.get_mut(index) {
            *slot = Slot { hash, number };
        }
        if self.ranges.len() * 2 > self.slots.len() {
            self.grow();
        }
        number
    }

    fn grow(&mut self) {
        let mask = self.slots.len() * 2 - 1;
        let old = std::mem::replace(&mut self.slots, vec![EMPTY; mask + 1]);
        for slot in old.into_iter().filter(|slot| slot.number != EMPTY.number) {
            let mut index = slot.hash as usize & mask;
            while self.slots.get(index).is_some_and(|taken| taken.number != EMPTY.number) {
                index = (index + 1) & mask;
            }
            if let Some(free) = self.slots.get_mut(index) {
                *free = slot;
            }
        }
    }
}

fn hash(text: &str) -> u32 {
    let mut hasher = FxHasher::default();
    hasher.write(text.as_bytes());
    vitrum_ir::mix(hasher.finish()) as u32
}
