//! Preprocessing tokens from text: line continuations, comments, and the logos lexer.

use std::sync::Arc;

use logos::{Lexer, Logos};

use crate::tokens::Punctuator;

/// What a piece of text is to the preprocessor. Blanks and comments are gaps between tokens.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t\x0b\x0c]+")]
#[logos(skip(r"//[^\n\r]*", allow_greedy = true))]
pub(crate) enum RawKind {
    #[regex("[A-Za-z_][A-Za-z0-9_]*")]
    Identifier,

    /// Digits and whatever letters follow; whether it makes sense is decided where it is used.
    #[regex(r"0[xX][0-9A-Za-z_]*")]
    #[regex(r"([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?[A-Za-z_0-9]*")]
    Number,

    #[regex(r#""([^"\\\n\r]|\\[^\n\r])*""#)]
    String,

    #[regex(r#""([^"\\\n\r]|\\[^\n\r])*"#)]
    UnterminatedString,

    #[regex(r"\n|\r")]
    Newline,

    /// Only one without end is a token.
    #[token("/*", block_comment)]
    UnterminatedComment,

    #[token("#")]
    Hash,

    #[token("##")]
    HashHash,

    #[token("(", |_| Punctuator::LeftParen)]
    #[token(")", |_| Punctuator::RightParen)]
    #[token("[", |_| Punctuator::LeftBracket)]
    #[token("]", |_| Punctuator::RightBracket)]
    #[token("{", |_| Punctuator::LeftBrace)]
    #[token("}", |_| Punctuator::RightBrace)]
    #[token(".", |_| Punctuator::Dot)]
    #[token(",", |_| Punctuator::Comma)]
    #[token(":", |_| Punctuator::Colon)]
    #[token(";", |_| Punctuator::Semicolon)]
    #[token("?", |_| Punctuator::Question)]
    #[token("+", |_| Punctuator::Plus)]
    #[token("-", |_| Punctuator::Minus)]
    #[token("*", |_| Punctuator::Star)]
    #[token("/", |_| Punctuator::Slash)]
    #[token("%", |_| Punctuator::Percent)]
    #[token("<", |_| Punctuator::Less)]
    #[token(">", |_| Punctuator::Greater)]
    #[token("<=", |_| Punctuator::LessEqual)]
    #[token(">=", |_| Punctuator::GreaterEqual)]
    #[token("==", |_| Punctuator::EqualEqual)]
    #[token("!=", |_| Punctuator::BangEqual)]
    #[token("&&", |_| Punctuator::And)]
    #[token("||", |_| Punctuator::Or)]
    #[token("^^", |_| Punctuator::Xor)]
    #[token("!", |_| Punctuator::Not)]
    #[token("&", |_| Punctuator::BitAnd)]
    #[token("|", |_| Punctuator::BitOr)]
    #[token("^", |_| Punctuator::BitXor)]
    #[token("~", |_| Punctuator::BitNot)]
    #[token("<<", |_| Punctuator::ShiftLeft)]
    #[token(">>", |_| Punctuator::ShiftRight)]
    #[token("++", |_| Punctuator::Increment)]
    #[token("--", |_| Punctuator::Decrement)]
    #[token("=", |_| Punctuator::Assign)]
    #[token("+=", |_| Punctuator::AddAssign)]
    #[token("-=", |_| Punctuator::SubAssign)]
    #[token("*=", |_| Punctuator::MulAssign)]
    #[token("/=", |_| Punctuator::DivAssign)]
    #[token("%=", |_| Punctuator::ModAssign)]
    #[token("<<=", |_| Punctuator::ShiftLeftAssign)]
    #[token(">>=", |_| Punctuator::ShiftRightAssign)]
    #[token("&=", |_| Punctuator::AndAssign)]
    #[token("|=", |_| Punctuator::OrAssign)]
    #[token("^=", |_| Punctuator::XorAssign)]
    Punctuator(Punctuator),

    /// A character that starts no token.
    Unknown,
}

/// Skips to the end of the comment, or takes the rest of the text when there is none.
fn block_comment(lexer: &mut Lexer<'_, RawKind>) -> logos::FilterResult<(), ()> {
    let rest = lexer.remainder();
    match rest.find("*/") {
        Some(end) => {
            lexer.bump(end + 2);
            logos::FilterResult::Skip
        }
        None => {
            lexer.bump(rest.len());
            logos::FilterResult::Emit(())
        }
    }
}

/// A token and where it lies in the text that the cursor reads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Raw {
    pub(crate) kind: RawKind,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// The kind of `text` when all of it is one token.
pub(crate) fn single_token(text: &str) -> Option<RawKind> {
    let mut lexer = RawKind::lexer(text);
    let kind = lexer.next()?.ok()?;
    (lexer.span() == (0..text.len())).then_some(kind)
}

/// Tokens in a batch.
const BATCH: usize = 128;

/// A place in a text, from which tokens are read.
#[derive(Clone, Debug)]
pub(crate) struct Cursor {
    /// The text without line continuations.
    text: Arc<str>,
    /// Where the tokens after those of `batch` begin.
    position: usize,
    /// Some tokens that were read together: starting the lexer costs more than a token.
    batch: Vec<Raw>,
    /// The next one of `batch`.
    next: usize,
    /// Where something was taken out of the text: place in `text`, bytes taken out up to there.
    splices: Vec<(u32, u32)>,
    /// The first splice that lies beyond the last offset asked for.
    splice: usize,
}

impl Cursor {
    pub(crate) fn new(text: &Arc<str>) -> Self {
        // A byte order mark is no part of the text.
        let position = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let (text, splices) = match splice_lines(text) {
            Some((text, splices)) => (text.into(), splices),
            None => (Arc::clone(text), Vec::new()),
        };
        Self { text, position, batch: Vec::with_capacity(BATCH), next: 0, splices, splice: 0 }
    }

    /// The next token, which stays the next one.
    #[inline]
    pub(crate) fn peek(&mut self) -> Option<Raw> {
        if self.next >= self.batch.len() {
            self.read();
        }
        self.batch.get(self.next).copied()
    }

    /// Goes on behind the token that was peeked at.
    pub(crate) fn skip(&mut self) {
        self.next += 1;
    }

    /// Reads the next batch; it is empty at the end of the text.
    #[cold]
    #[inline(never)]
    fn read(&mut self) {
        self.batch.clear();
        self.next = 0;
        let mut lexer = RawKind::lexer(&self.text);
        lexer.bump(self.position);
        while self.batch.len() < BATCH
            && let Some(kind) = lexer.next()
        {
            let span = lexer.span();
            let kind = kind.unwrap_or(RawKind::Unknown);
            self.batch.push(Raw { kind, start: span.start as u32, end: span.end as u32 });
        }
        self.position = lexer.span().end;
    }

    /// The text of a token.
    pub(crate) fn slice(&self, raw: Raw) -> &str {
        self.text.get(raw.start as usize..raw.end as usize).unwrap_or("")
    }

    /// Offset in the original text of a place in this text; asked in ascending order.
    pub(crate) fn original(&mut self, place: u32) -> u32 {
        if self.splices.is_empty() {
            return place;
        }
        while self.splices.get(self.splice).is_some_and(|&(at, _)| at <= place) {
            self.splice += 1;
        }
        let taken = self.splice.checked_sub(1).and_then(|last| self.splices.get(last));
        place + taken.map_or(0, |&(_, taken)| taken)
    }

    /// Offset in the original text of the first line continuation.
    pub(crate) fn first_continuation(&self) -> Option<u32> {
        self.splices.first().map(|&(at, _)| at)
    }
}

/// The text without line continuations, and where they were; `None` when there are none.
fn splice_lines(text: &str) -> Option<(String, Vec<(u32, u32)>)> {
    let mut splices = Vec::new();
    let mut clean = String::new();
    let mut copied = 0;
    for (backslash, _) in text.match_indices('\\') {
        let length = match text.as_bytes().get(backslash + 1..) {
            Some([b'\r', b'\n', ..] | [b'\n', b'\r', ..]) => 3,
            Some([b'\r' | b'\n', ..]) => 2,
            Some(_) | None => continue,
        };
        clean.push_str(text.get(copied..backslash).unwrap_or(""));
        copied = backslash + length;
        splices.push((clean.len() as u32, (copied - clean.len()) as u32));
    }
    if splices.is_empty() {
        return None;
    }
    clean.push_str(text.get(copied..).unwrap_or(""));
    Some((clean, splices))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Cursor, RawKind, single_token};

    fn pieces(text: &str) -> Vec<String> {
        let mut cursor = Cursor::new(&Arc::from(text));
        let mut pieces = Vec::new();
        while let Some(raw) = cursor.peek() {
            pieces.push(cursor.slice(raw).to_owned());
            cursor.skip();
        }
        pieces
    }

    #[test]
    fn numbers_end_where_they_should() {
        assert_eq!(
            pieces("1.0e+5f+1.x 0x1e+3 .5.x 1..x"),
            ["1.0e+5f", "+", "1.x", "0x1e", "+", "3", ".5", ".", "x", "1.", ".", "x"]
        );
    }

    #[test]
    fn comments_are_gaps() {
        assert_eq!(pieces("a/**/b/* * / */c//d\ne"), ["a", "b", "c", "\n", "e"]);
        assert_eq!(pieces("a /* b"), ["a", "/* b"]);
    }

    #[test]
    fn continuations_join_tokens_and_keep_offsets() {
        let mut cursor = Cursor::new(&Arc::from("ab\\\ncd \\\r\nef"));
        let first = cursor.peek().unwrap();
        cursor.skip();
        assert_eq!(cursor.slice(first), "abcd");
        assert_eq!((cursor.original(first.start), cursor.original(first.end)), (0, 6));
        let second = cursor.peek().unwrap();
        let place = cursor.original(second.start);
        assert_eq!((cursor.slice(second), place), ("ef", 10));
    }

    #[test]
    fn one_token_or_none() {
        assert_eq!(single_token("ab1"), Some(RawKind::Identifier));
        assert_eq!(single_token("a b"), None);
        assert_eq!(single_token("+/"), None);
        assert_eq!(single_token(""), None);
    }
}
