//! Preprocessing tokens from text: line continuations, comments, and the lexer.

use std::sync::Arc;

use crate::tokens::Punctuator;

/// The kind of a preprocessing token. White space and comments are gaps between tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RawKind {
    /// A letter or `_`, then letters, digits and `_`.
    Identifier,
    /// Digits and the letters that follow. The user of the token decides if it is valid.
    Number,
    /// With its quotes.
    String,
    /// Up to the end of the line.
    UnterminatedString,
    /// `\n` or `\r`
    Newline,
    /// Only a comment without end is a token: the rest of the text.
    UnterminatedComment,
    /// `#`
    Hash,
    /// `##`
    HashHash,
    /// An operator or a bracket.
    Punctuator(Punctuator),
    /// A character that starts no token.
    Unknown,
}

/// The class of a byte: the tokens it can begin or be part of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    Blank,
    Newline,
    Letter,
    Digit,
    /// A complete token, whatever follows.
    Single(Punctuator),
    /// A complete token as well, apart from others since the preprocessor counts braces.
    Brace(Punctuator),
    /// A complete token, unless a byte follows that could be part of it.
    Operator(Punctuator),
    /// Bytes whose token depends on the bytes behind them.
    Other,
}

/// The class of each byte.
static CLASSES: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b' ' | b'\t' | b'\x0b' | b'\x0c' => Class::Blank,
            b'\n' | b'\r' => Class::Newline,
            b'A'..=b'Z' | b'a'..=b'z' | b'_' => Class::Letter,
            b'0'..=b'9' => Class::Digit,
            b'(' => Class::Single(Punctuator::LeftParen),
            b')' => Class::Single(Punctuator::RightParen),
            b'[' => Class::Single(Punctuator::LeftBracket),
            b']' => Class::Single(Punctuator::RightBracket),
            b'{' => Class::Brace(Punctuator::LeftBrace),
            b'}' => Class::Brace(Punctuator::RightBrace),
            b',' => Class::Single(Punctuator::Comma),
            b':' => Class::Single(Punctuator::Colon),
            b';' => Class::Single(Punctuator::Semicolon),
            b'?' => Class::Single(Punctuator::Question),
            b'~' => Class::Single(Punctuator::BitNot),
            b'+' => Class::Operator(Punctuator::Plus),
            b'-' => Class::Operator(Punctuator::Minus),
            b'*' => Class::Operator(Punctuator::Star),
            b'/' => Class::Operator(Punctuator::Slash),
            b'%' => Class::Operator(Punctuator::Percent),
            b'<' => Class::Operator(Punctuator::Less),
            b'>' => Class::Operator(Punctuator::Greater),
            b'=' => Class::Operator(Punctuator::Assign),
            b'!' => Class::Operator(Punctuator::Not),
            b'&' => Class::Operator(Punctuator::BitAnd),
            b'|' => Class::Operator(Punctuator::BitOr),
            b'^' => Class::Operator(Punctuator::BitXor),
            b'.' => Class::Operator(Punctuator::Dot),
            _ => Class::Other,
        };
        byte += 1;
    }
    classes
};

fn class(byte: u8) -> Class {
    CLASSES[usize::from(byte)]
}

/// True if each byte is a letter, a digit or `_`.
static IS_WORD: [bool; 256] = {
    let mut are = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        are[byte] = matches!(CLASSES[byte], Class::Letter | Class::Digit);
        byte += 1;
    }
    are
};

fn is_word(byte: u8) -> bool {
    IS_WORD[usize::from(byte)]
}

/// The token that begins at `from` or behind the white space and comments there; `None` at the end of the text.
///
/// Always inlined: a call and its result in memory cost a third of what it takes to read most tokens.
#[inline(always)]
pub(crate) fn next_token(text: &[u8], mut from: usize) -> Option<Raw> {
    loop {
        let (class, start) = next_class(text, from)?;
        match token_at(text, start, class) {
            Ok((kind, end)) => return Some(Raw { kind, start: start as u32, end: end as u32 }),
            Err(behind) => from = behind,
        }
    }
}

/// The class of the first byte from `from` on that is no space, and its position; `None` at the end of the text.
#[inline(always)]
pub(crate) fn next_class(text: &[u8], from: usize) -> Option<(Class, usize)> {
    // Most white space is spaces, and a loop over them predicts better than a jump for each.
    let start = end_of(text, from, |byte| byte == b' ');
    text.get(start).map(|&first| (class(first), start))
}

/// The token at `start`, whose first byte is of this class, with its end; or the position behind white space or a comment.
#[inline(always)]
pub(crate) fn token_at(text: &[u8], start: usize, class: Class) -> Result<(RawKind, usize), usize> {
    match class {
        Class::Blank => Err(start + 1),
        Class::Letter => Ok((RawKind::Identifier, end_of_word(text, start))),
        Class::Single(mark) | Class::Brace(mark) => Ok((RawKind::Punctuator(mark), start + 1)),
        Class::Newline => Ok((RawKind::Newline, start + 1)),
        Class::Digit => Ok((RawKind::Number, end_of_number(text, start))),
        Class::Operator(mark) if is_alone(text, start) => Ok((RawKind::Punctuator(mark), start + 1)),
        Class::Operator(_) | Class::Other => other_token(text, start),
    }
}

/// True if no byte follows the operator at `start` that could be part of it, or begin a comment or a number with it.
#[inline]
pub(crate) fn is_alone(text: &[u8], start: usize) -> bool {
    let next = text.get(start + 1).map_or(Class::Blank, |&next| class(next));
    !matches!(next, Class::Operator(_) | Class::Digit)
}

/// The end of the word at `start`.
#[inline]
pub(crate) fn end_of_word(text: &[u8], start: usize) -> usize {
    end_of(text, start + 1, is_word)
}

/// The length of the word of at most seven bytes that these eight begin with, the lowest first, and a mask of its bytes;
/// `None` for longer words.
#[inline]
pub(crate) fn word_start(bytes: u64) -> Option<(usize, u64)> {
    const EACH: u64 = 0x0101_0101_0101_0101;
    const TOP: u64 = 0x80 * EACH;
    // Sums do not reach from one byte into the next, since the top bits are not there. The top bit of each sum tells
    // that a byte is at least the least one.
    let low = bytes & !TOP;
    let at_least = |low: u64, least: u8| low + u64::from(0x80 - least) * EACH;
    let in_range = |low: u64, first: u8, last: u8| at_least(low, first) & !at_least(low, last + 1);
    let letters = in_range(low | (0x20 * EACH), b'a', b'z');
    let digits = in_range(low, b'0', b'9');
    let underscores = !at_least(low ^ (u64::from(b'_') * EACH), 1);
    let others = !((letters | digits | underscores) & !bytes) & TOP;
    // All bits below the top bit of the first other byte.
    let below = others.wrapping_sub(1) & !others;
    (others != 0).then_some((others.trailing_zeros() as usize / 8, below >> 7))
}

/// The end of the run of such bytes from `from` on.
#[inline]
fn end_of(text: &[u8], from: usize, is_like_this: impl Fn(u8) -> bool) -> usize {
    let mut end = from;
    while text.get(end).is_some_and(|&byte| is_like_this(byte)) {
        end += 1;
    }
    end
}

/// The end of the number at `from`: its digits, a point, an exponent, and all letters and digits behind.
fn end_of_number(text: &[u8], from: usize) -> usize {
    let digits = |from| end_of(text, from, |byte| byte.is_ascii_digit());
    let mut end = digits(from);
    if text.get(end) == Some(&b'.') {
        end = digits(end + 1);
    }
    if let Some(b'e' | b'E') = text.get(end) {
        let sign = usize::from(matches!(text.get(end + 1), Some(b'+' | b'-')));
        let exponent = digits(end + 1 + sign);
        if exponent > end + 1 + sign {
            end = exponent;
        }
    }
    end_of(text, end, is_word)
}

/// A token that needs more than its first byte to be recognised, with its end; or the position behind a comment.
fn other_token(text: &[u8], from: usize) -> Result<(RawKind, usize), usize> {
    let first = text.get(from).copied().unwrap_or(0);
    let second = text.get(from + 1).copied().unwrap_or(0);
    Ok(match (first, second) {
        (b'/', b'/') => {
            let rest = text.get(from + 2..).unwrap_or(&[]);
            return Err(memchr::memchr2(b'\n', b'\r', rest).map_or(text.len(), |end| from + 2 + end));
        }
        (b'/', b'*') => {
            let rest = text.get(from + 2..).unwrap_or(&[]);
            let ends = |&slash: &usize| slash.checked_sub(1).is_some_and(|at| rest.get(at) == Some(&b'*'));
            match memchr::memchr_iter(b'/', rest).find(ends) {
                Some(slash) => return Err(from + 2 + slash + 1),
                None => (RawKind::UnterminatedComment, text.len()),
            }
        }
        (b'.', b'0'..=b'9') => (RawKind::Number, end_of_number(text, from)),
        (b'"', _) => string(text, from),
        (b'#', b'#') => (RawKind::HashHash, from + 2),
        (b'#', _) => (RawKind::Hash, from + 1),
        _ => match operator(first, second, text.get(from + 2).copied().unwrap_or(0)) {
            Some((mark, length)) => (RawKind::Punctuator(mark), from + length),
            None => {
                // All bytes of one character.
                (RawKind::Unknown, end_of(text, from + 1, |byte| byte & 0xc0 == 0x80))
            }
        },
    })
}

/// The operator that begins with these bytes, and its length.
fn operator(first: u8, second: u8, third: u8) -> Option<(Punctuator, usize)> {
    let one = |mark| Some((mark, 1));
    let two = |mark| Some((mark, 2));
    match (first, second) {
        (b'+', b'+') => two(Punctuator::Increment),
        (b'+', b'=') => two(Punctuator::AddAssign),
        (b'+', _) => one(Punctuator::Plus),
        (b'-', b'-') => two(Punctuator::Decrement),
        (b'-', b'=') => two(Punctuator::SubAssign),
        (b'-', _) => one(Punctuator::Minus),
        (b'*', b'=') => two(Punctuator::MulAssign),
        (b'*', _) => one(Punctuator::Star),
        (b'/', b'=') => two(Punctuator::DivAssign),
        (b'/', _) => one(Punctuator::Slash),
        (b'%', b'=') => two(Punctuator::ModAssign),
        (b'%', _) => one(Punctuator::Percent),
        (b'<', b'<') if third == b'=' => Some((Punctuator::ShiftLeftAssign, 3)),
        (b'<', b'<') => two(Punctuator::ShiftLeft),
        (b'<', b'=') => two(Punctuator::LessEqual),
        (b'<', _) => one(Punctuator::Less),
        (b'>', b'>') if third == b'=' => Some((Punctuator::ShiftRightAssign, 3)),
        (b'>', b'>') => two(Punctuator::ShiftRight),
        (b'>', b'=') => two(Punctuator::GreaterEqual),
        (b'>', _) => one(Punctuator::Greater),
        (b'=', b'=') => two(Punctuator::EqualEqual),
        (b'=', _) => one(Punctuator::Assign),
        (b'!', b'=') => two(Punctuator::BangEqual),
        (b'!', _) => one(Punctuator::Not),
        (b'&', b'&') => two(Punctuator::And),
        (b'&', b'=') => two(Punctuator::AndAssign),
        (b'&', _) => one(Punctuator::BitAnd),
        (b'|', b'|') => two(Punctuator::Or),
        (b'|', b'=') => two(Punctuator::OrAssign),
        (b'|', _) => one(Punctuator::BitOr),
        (b'^', b'^') => two(Punctuator::Xor),
        (b'^', b'=') => two(Punctuator::XorAssign),
        (b'^', _) => one(Punctuator::BitXor),
        (b'.', _) => one(Punctuator::Dot),
        _ => None,
    }
}

/// The string whose opening quote is at `from`. A backslash escapes the next character.
fn string(text: &[u8], from: usize) -> (RawKind, usize) {
    let mut end = from + 1;
    loop {
        match (text.get(end), text.get(end + 1)) {
            (Some(b'"'), _) => return (RawKind::String, end + 1),
            (None | Some(b'\n' | b'\r'), _) | (Some(b'\\'), None | Some(b'\n' | b'\r')) => {
                return (RawKind::UnterminatedString, end);
            }
            (Some(b'\\'), Some(_)) => end += 2,
            (Some(_), _) => end += 1,
        }
    }
}

/// A token with its range in the text that the cursor reads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Raw {
    pub(crate) kind: RawKind,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// The kind of `text` when all of it is one token.
pub(crate) fn single_token(text: &str) -> Option<RawKind> {
    let token = next_token(text.as_bytes(), 0).filter(|token| token.kind != RawKind::Unknown)?;
    ((token.start, token.end as usize) == (0, text.len())).then_some(token.kind)
}

/// A position in a text, from which tokens are read.
#[derive(Clone, Debug)]
pub(crate) struct Cursor {
    /// The text without line continuations.
    text: Arc<str>,
    /// The offset of `next`, or of white space before it.
    position: usize,
    /// The next token, once it was peeked at.
    next: Option<Raw>,
    /// Spliced lines: an offset in `text`, and the number of bytes taken out before it.
    splices: Vec<(u32, u32)>,
    /// The first splice beyond the last offset that was converted.
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
        Self { text, position, next: None, splices, splice: 0 }
    }

    /// Peeks at the next token.
    pub(crate) fn peek(&mut self) -> Option<Raw> {
        if self.next.is_none() {
            self.next = next_token(self.text.as_bytes(), self.position);
        }
        self.next
    }

    /// The text, and the position of the next token or of white space before it, for callers that read many tokens at
    /// once.
    pub(crate) fn rest(&self) -> (Arc<str>, usize) {
        (Arc::clone(&self.text), self.position)
    }

    /// True if lines were spliced, so that offsets differ from those of the original text.
    pub(crate) fn is_spliced(&self) -> bool {
        !self.splices.is_empty()
    }

    /// Continues at this position of the text.
    pub(crate) fn go_on(&mut self, position: u32) {
        self.next = None;
        self.position = position as usize;
    }

    /// The text of a token.
    pub(crate) fn slice(&self, raw: Raw) -> &str {
        self.text.get(raw.start as usize..raw.end as usize).unwrap_or("")
    }

    /// Converts an offset in this text to one in the original text. Calls must be in ascending order.
    pub(crate) fn original(&mut self, offset: u32) -> u32 {
        if self.splices.is_empty() {
            return offset;
        }
        while self.splices.get(self.splice).is_some_and(|&(at, _)| at <= offset) {
            self.splice += 1;
        }
        let taken = self.splice.checked_sub(1).and_then(|last| self.splices.get(last));
        offset + taken.map_or(0, |&(_, taken)| taken)
    }

    /// Offset in the original text of the first line continuation.
    pub(crate) fn first_continuation(&self) -> Option<u32> {
        self.splices.first().map(|&(at, _)| at)
    }
}

/// The text without line continuations, and their positions; `None` if there are none.
fn splice_lines(text: &str) -> Option<(String, Vec<(u32, u32)>)> {
    let mut splices = Vec::new();
    let mut clean = String::new();
    let mut copied = 0;
    for backslash in memchr::memchr_iter(b'\\', text.as_bytes()) {
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
            cursor.go_on(raw.end);
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
        cursor.go_on(first.end);
        assert_eq!(cursor.slice(first), "abcd");
        assert_eq!((cursor.original(first.start), cursor.original(first.end)), (0, 6));
        let second = cursor.peek().unwrap();
        let offset = cursor.original(second.start);
        assert_eq!((cursor.slice(second), offset), ("ef", 10));
    }

    #[test]
    fn the_longest_token_is_taken() {
        assert_eq!(
            pieces("a<<=b<<c<=d<e>>=f^^=g|||h"),
            ["a", "<<=", "b", "<<", "c", "<=", "d", "<", "e", ">>=", "f", "^^", "=", "g", "||", "|", "h"]
        );
        assert_eq!(pieces("1e+ 1.e5 0x1.5 ## #"), ["1e", "+", "1.e5", "0x1", ".5", "##", "#"]);
        assert_eq!(pieces("\"a\\\"b\"c \"d\ne é@"), ["\"a\\\"b\"", "c", "\"d", "\n", "e", "é", "@"]);
    }

    #[test]
    fn one_token_or_none() {
        assert_eq!(single_token("ab1"), Some(RawKind::Identifier));
        assert_eq!(single_token("a b"), None);
        assert_eq!(single_token("+/"), None);
        assert_eq!(single_token(""), None);
    }
}
