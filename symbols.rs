//! Interned names: every identifier, and every spelling that must outlive its place in the text.

use std::hash::Hasher;
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
    /// All strings end to end.
    text: String,
    /// Where each string ends in `text`.
    ends: Vec<u32>,
    /// Open addressing with linear probing; the length is a power of two, at most half full.
    slots: Vec<Slot>,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    hash: u32,
    symbol: u32,
}

const EMPTY: Slot = Slot { hash: 0, symbol: u32::MAX };

/// An interner which has nothing but the words of the language: a constant that is computed once.
static KNOWN: LazyLock<Interner> = LazyLock::new(|| {
    let mut interner = Interner { text: String::new(), ends: Vec::new(), slots: vec![EMPTY; 2048] };
    for word in known_words() {
        interner.intern(word);
    }
    interner
});

impl Default for Interner {
    fn default() -> Self {
        Self::new()
    }
}

impl Interner {
    /// An interner that has the words of the language.
    pub fn new() -> Self {
        KNOWN.clone()
    }

    /// The symbol of `text`.
    pub fn intern(&mut self, text: &str) -> Symbol {
        let hash = hash(text);
        let place = match self.find(text, hash) {
            Ok(symbol) => return symbol,
            Err(place) => place,
        };
        // Symbols and offsets fit 32 bits because a source map holds less than 4 GiB of text, and
        // the strings that macros make are bounded by the limit on expansion.
        let symbol = self.ends.len() as u32;
        self.text.push_str(text);
        self.ends.push(self.text.len() as u32);
        if let Some(slot) = self.slots.get_mut(place) {
            *slot = Slot { hash, symbol };
        }
        if self.ends.len() * 2 > self.slots.len() {
            self.grow();
        }
        Symbol(symbol)
    }

    /// The symbol of `text`, when it has one.
    pub fn get(&self, text: &str) -> Option<Symbol> {
        self.find(text, hash(text)).ok()
    }

    /// The string of `symbol`; empty for a symbol of another interner.
    pub fn text(&self, symbol: Symbol) -> &str {
        let index = symbol.index();
        let start = match index.checked_sub(1) {
            Some(before) => self.ends.get(before).copied().unwrap_or(0),
            None => 0,
        };
        let end = self.ends.get(index).copied().unwrap_or(start);
        self.text.get(start as usize..end as usize).unwrap_or("")
    }

    /// How many symbols there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no symbols; false, since the words of the language are always there.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The symbol, or the free slot where it belongs.
    fn find(&self, text: &str, hash: u32) -> Result<Symbol, usize> {
        let mask = self.slots.len() - 1;
        let mut place = hash as usize & mask;
        while let Some(slot) = self.slots.get(place) {
            if slot.symbol == EMPTY.symbol {
                break;
            }
            if slot.hash == hash && self.text(Symbol(slot.symbol)) == text {
                return Ok(Symbol(slot.symbol));
            }
            place = (place + 1) & mask;
        }
        Err(place)
    }

    fn grow(&mut self) {
        let mask = self.slots.len() * 2 - 1;
        let old = std::mem::replace(&mut self.slots, vec![EMPTY; mask + 1]);
        for slot in old.into_iter().filter(|slot| slot.symbol != EMPTY.symbol) {
            let mut place = slot.hash as usize & mask;
            while self.slots.get(place).is_some_and(|taken| taken.symbol != EMPTY.symbol) {
                place = (place + 1) & mask;
            }
            if let Some(free) = self.slots.get_mut(place) {
                *free = slot;
            }
        }
    }
}

fn hash(text: &str) -> u32 {
    let mut hasher = FxHasher::default();
    hasher.write(text.as_bytes());
    let hash = hasher.finish();
    (hash ^ (hash >> 32)) as u32
}
