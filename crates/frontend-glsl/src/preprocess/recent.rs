//! Words that were read, with their tokens: most words of a text are short, and there more than once.

use crate::lexer::word_start;
use crate::tokens::Token;

/// The number of words that are kept: one for each place.
const PLACES: usize = 128;

/// Short words that are no macros, with their tokens in the dialect in force.
pub(super) struct RecentWords {
    /// The bytes of the word at each place, with zeros behind them; 0 where there is no word.
    words: Vec<u64>,
    tokens: Vec<Token>,
}

/// A word of at most seven bytes, with zeros behind them.
#[derive(Clone, Copy)]
pub(super) struct ShortWord(u64);

impl ShortWord {
    /// The word at a place of a text, and its end; `None` for longer ones, and at the end of the text.
    #[inline]
    pub(super) fn at(text: &[u8], start: usize) -> Option<(Self, usize)> {
        let bytes = u64::from_le_bytes(*text.get(start..)?.first_chunk()?);
        let (length, mask) = word_start(bytes)?;
        Some((Self(bytes & mask), start + length))
    }

    fn place(self) -> usize {
        // The highest bits of the product depend on all bytes.
        (self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - PLACES.ilog2())) as usize
    }
}

impl RecentWords {
    pub(super) fn new() -> Self {
        Self { words: vec![0; PLACES], tokens: vec![Token::BoolLiteral(false); PLACES] }
    }

    /// The token of a word, if it was read before.
    #[inline]
    pub(super) fn find(&self, word: ShortWord) -> Option<Token> {
        let place = word.place();
        if self.words.get(place) == Some(&word.0) { self.tokens.get(place).copied() } else { None }
    }

    /// Adds a word, in place of another one.
    pub(super) fn add(&mut self, word: ShortWord, token: Token) {
        let place = word.place();
        if let (Some(slot), Some(of_slot)) = (self.words.get_mut(place), self.tokens.get_mut(place)) {
            (*slot, *of_slot) = (word.0, token);
        }
    }

    /// Forgets all words: what some mean has changed.
    pub(super) fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Forgets a word: it becomes a macro.
    pub(super) fn remove(&mut self, name: &str) {
        let mut bytes = [0; 8];
        if let Some(start) = bytes.get_mut(..name.len()) {
            start.copy_from_slice(name.as_bytes());
            let word = ShortWord(u64::from_le_bytes(bytes));
            self.words.get_mut(word.place()).filter(|it| **it == word.0).into_iter().for_each(|it| *it = 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{RecentWords, ShortWord};
    use crate::tokens::Token;

    #[test]
    fn words_are_found_until_they_are_removed() {
        let mut words = RecentWords::new();
        let text = b"color+color2 = seven_7; eight_88 and more";
        let word = |start| ShortWord::at(text, start);
        let ((first, end), (second, _)) = (word(0).unwrap(), word(6).unwrap());
        assert_eq!((end, word(15).unwrap().1), (5, 22));
        assert!(words.find(first).is_none());
        words.add(first, Token::IntLiteral(1));
        words.add(second, Token::IntLiteral(2));
        assert_eq!(words.find(first), Some(Token::IntLiteral(1)));
        assert_eq!(words.find(second), Some(Token::IntLiteral(2)));
        words.remove("color");
        words.remove("a_long_name");
        assert_eq!((words.find(first), words.find(second)), (None, Some(Token::IntLiteral(2))));
        words.clear();
        assert!(words.find(second).is_none());
        assert!(word(24).is_none() && word(text.len() - 4).is_none());
    }
}
