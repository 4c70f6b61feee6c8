//! Tokens of a text for what needs no meaning: comments and directives are tokens, too, and any text has some.

use vitrum::lexemes::{Lexeme, LexemeKind, lexemes};

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A name or a word of the language.
    Word,
    /// A number.
    Number,
    /// Text in quotes.
    String,
    /// A comment with its marks.
    Comment,
    /// `#` at the start of a line.
    Hash,
    /// An operator, a bracket, or any other character, by its first byte.
    Mark(u8),
}

/// A token with its place in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// True if it belongs to a directive.
    pub(crate) in_directive: bool,
}

impl Token {
    /// Its spelling.
    pub(crate) fn text<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.start..self.end).unwrap_or("")
    }

    /// True if it is this character alone.
    pub(crate) fn is(&self, mark: u8) -> bool {
        self.kind == Kind::Mark(mark) && self.end == self.start + 1
    }
}

/// True if a byte can be part of a name.
pub(crate) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The tokens of a text in order.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let token = |it: Lexeme| {
        let first = || text.as_bytes().get(it.start).copied().unwrap_or_default();
        let kind = match it.kind {
            LexemeKind::Word => Kind::Word,
            LexemeKind::Number => Kind::Number,
            LexemeKind::String => Kind::String,
            LexemeKind::Comment => Kind::Comment,
            LexemeKind::Hash => Kind::Hash,
            LexemeKind::Mark => Kind::Mark(first()),
        };
        Token { kind, start: it.start, end: it.end, in_directive: it.in_directive }
    };
    // A backslash at the end of a line joins it to the next one.
    let is_splice =
        |it: &Token| it.is(b'\\') && text.get(it.end..).is_some_and(|rest| rest.starts_with(['\n', '\r']));
    lexemes(text).into_iter().map(token).filter(|it| !is_splice(it)).collect()
}

/// The word that holds an offset or ends there.
pub(crate) fn word_at(text: &str, offset: usize) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let before = bytes.get(..offset)?;
    let start = offset - before.iter().rev().take_while(|&&byte| is_word(byte)).count();
    let end = offset + bytes.get(offset..)?.iter().take_while(|&&byte| is_word(byte)).count();
    let starts = bytes.get(start).is_some_and(|byte| !byte.is_ascii_digit());
    (start < end && starts).then_some((start, end))
}

/// The token of a list that begins at an offset or before and ends behind it.
pub(crate) fn token_at(tokens: &[Token], offset: usize) -> Option<(usize, Token)> {
    let index = tokens.partition_point(|token| token.start <= offset).checked_sub(1)?;
    tokens.get(index).filter(|token| offset < token.end).map(|&token| (index, token))
}

#[cfg(test)]
mod tests {
    use super::{Kind, tokens, word_at};

    #[test]
    fn texts_become_tokens() {
        let text = "#define A 1.5e-3 // c\\\nd\nfloat é = .5*\"q\n/*";
        let found: Vec<(Kind, &str)> = tokens(text).iter().map(|it| (it.kind, it.text(text))).collect();
        assert_eq!(
            found,
            [
                (Kind::Hash, "#"),
                (Kind::Word, "define"),
                (Kind::Word, "A"),
                (Kind::Number, "1.5e-3"),
                (Kind::Comment, "// c\\\nd"),
                (Kind::Word, "float"),
                (Kind::Mark(0xc3), "é"),
                (Kind::Mark(b'='), "="),
                (Kind::Number, ".5"),
                (Kind::Mark(b'*'), "*"),
                (Kind::String, "\"q"),
                (Kind::Comment, "/*"),
            ]
        );
        let directives = tokens(text).iter().filter(|token| token.in_directive).count();
        assert_eq!(directives, 5);
    }

    #[test]
    fn words_are_found_from_within_and_from_their_end() {
        let text = "a.bcd + 12e";
        assert_eq!(word_at(text, 3), Some((2, 5)));
        assert_eq!(word_at(text, 5), Some((2, 5)));
        assert_eq!(word_at(text, 6), None);
        assert_eq!(word_at(text, 10), None);
        assert_eq!(word_at(text, 99), None);
    }
}
