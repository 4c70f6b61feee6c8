//! Interned names: every identifier, and every spelling that must outlive the text.

use std::ops::Range;

use vitrum_glsl::hash::{hash, same};

use crate::tokens::keywords::{KNOWN_COUNT, known_word};

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

/// Gives each distinct string a [`Symbol`]: the words of the language have the first ones.
#[derive(Clone, Debug)]
pub struct Interner {
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

/// The strings of a table, or those that are known at compile time.
#[derive(Clone, Copy)]
struct Strings<'s> {
    text: &'s str,
    ranges: &'s [(u32, u32)],
    slots: &'s [Slot],
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

/// The number of slots of the words of the language: three quarters are free, so that most other words end the search at the first.
const KNOWN_SLOTS: usize = (KNOWN_COUNT * 4).next_power_of_two();

/// The words of the language, end to end.
static KNOWN_TEXT: &str = {
    const LENGTH: usize = {
        let (mut length, mut index) = (0, 0);
        while index < KNOWN_COUNT {
            length += known_word(index).len();
            index += 1;
        }
        length
    };
    static BYTES: [u8; LENGTH] = {
        let (mut bytes, mut end, mut index) = ([0; LENGTH], 0, 0);
        while index < KNOWN_COUNT {
            let word = known_word(index).as_bytes();
            let mut at = 0;
            while at < word.len() {
                bytes[end] = word[at];
                end += 1;
                at += 1;
            }
            index += 1;
        }
        bytes
    };
    match str::from_utf8(&BYTES) {
        Ok(text) => text,
        Err(_) => panic!("words are text"),
    }
};

/// The range of each word in [`KNOWN_TEXT`].
static KNOWN_RANGES: [(u32, u32); KNOWN_COUNT] = {
    let (mut ranges, mut start, mut index) = ([(0, 0); KNOWN_COUNT], 0, 0);
    while index < KNOWN_COUNT {
        let end = start + known_word(index).len() as u32;
        ranges[index] = (start, end);
        start = end;
        index += 1;
    }
    ranges
};

/// The words of the language by hash.
static KNOWN_BY_HASH: [Slot; KNOWN_SLOTS] = {
    let (mut slots, mut number) = ([EMPTY; KNOWN_SLOTS], 0);
    while number < KNOWN_COUNT {
        let hash = hash(known_word(number).as_bytes());
        let mut index = hash as usize & (KNOWN_SLOTS - 1);
        while slots[index].number != EMPTY.number {
            let other = known_word(slots[index].number as usize);
            assert!(!same(other.as_bytes(), known_word(number).as_bytes()), "a word has two symbols");
            index = (index + 1) & (KNOWN_SLOTS - 1);
        }
        slots[index] = Slot { hash, number: number as u32 };
        number += 1;
    }
    slots
};

/// The words of the language.
const KNOWN: Strings<'static> = Strings { text: KNOWN_TEXT, ranges: &KNOWN_RANGES, slots: &KNOWN_BY_HASH };

impl Default for Interner {
    fn default() -> Self {
        Self::new()
    }
}

impl Interner {
    /// The number of symbols that are words of the language; the others follow them.
    pub(crate) const KNOWN: usize = KNOWN_COUNT;

    /// An interner that has the words of the language.
    pub fn new() -> Self {
        Self { own: Table::with_slots(SLOTS) }
    }

    /// Forgets all strings but the words of the language, and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.own.clear();
    }

    /// The symbol of `text`.
    pub fn intern(&mut self, text: &str) -> Symbol {
        let hash = hash(text.as_bytes());
        if let Ok(number) = KNOWN.find(text, hash) {
            return Symbol(number);
        }
        // Symbols and offsets fit 32 bits because a source map holds less than 4 GiB of text, and
        // the strings that macros make are bounded by the limit on expansion.
        let number = match self.own.strings().find(text, hash) {
            Ok(number) => number,
            Err(index) => self.own.insert(text, hash, index),
        };
        Symbol(KNOWN_COUNT as u32 + number)
    }

    /// The symbol of `text`, when it has one.
    pub fn get(&self, text: &str) -> Option<Symbol> {
        let hash = hash(text.as_bytes());
        let own = || self.own.strings().find(text, hash).map(|number| KNOWN_COUNT as u32 + number);
        KNOWN.find(text, hash).or_else(|_| own()).map(Symbol).ok()
    }

    /// The string of `symbol`; empty for a symbol of another interner.
    pub fn text(&self, symbol: Symbol) -> &str {
        match symbol.0.checked_sub(KNOWN_COUNT as u32) {
            Some(number) => self.own.strings().text(number),
            None => KNOWN.text(symbol.0),
        }
    }

    /// The number of symbols.
    pub fn len(&self) -> usize {
        KNOWN_COUNT + self.own.ranges.len()
    }

    /// Always false: an interner has the words of the language.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<'s> Strings<'s> {
    fn range(self, number: u32) -> Range<usize> {
        let (start, end) = self.ranges.get(number as usize).copied().unwrap_or_default();
        start as usize..end as usize
    }

    fn text(self, number: u32) -> &'s str {
        self.text.get(self.range(number)).unwrap_or("")
    }

    /// The string's number, or the free slot where it belongs.
    #[inline]
    fn find(self, text: &str, hash: u32) -> Result<u32, usize> {
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

    fn strings(&self) -> Strings<'_> {
        Strings { text: &self.text, ranges: &self.ranges, slots: &self.slots }
    }

    /// Adds a string at a slot that [`find`](Strings::find) gave.
    fn insert(&mut self, text: &str, hash: u32, index: usize) -> u32 {
        let number = self.ranges.len() as u32;
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
