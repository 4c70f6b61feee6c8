//! The tokens of a text as it stands, comments and directives included, for programs that colour it.

use crate::lexer::{Raw, RawKind, next_token};

/// The kind of a [`Lexeme`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LexemeKind {
    /// A name or a word of the language.
    Word,
    /// A number.
    Number,
    /// Text in quotes, perhaps without the second one.
    String,
    /// A comment with its marks.
    Comment,
    /// `#` at the start of a directive.
    Hash,
    /// An operator, a bracket, or a character that starts no token.
    Mark,
}

/// A token of a text with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lexeme {
    /// Its kind.
    pub kind: LexemeKind,
    /// Its first byte.
    pub start: usize,
    /// The byte behind it.
    pub end: usize,
    /// True if it is part of a directive.
    pub in_directive: bool,
}

/// The tokens of any text, in order.
///
/// ```
/// use vitrum_frontend_glsl::lexemes::{LexemeKind, lexemes};
///
/// let text = "#define A 1 // one\nA + .5";
/// let found = lexemes(text);
/// let words: Vec<&str> = found.iter().map(|it| &text[it.start..it.end]).collect();
/// assert_eq!(words, ["#", "define", "A", "1", "// one", "A", "+", ".5"]);
/// assert_eq!(found[4].kind, LexemeKind::Comment);
/// assert_eq!(found.iter().filter(|it| it.in_directive).count(), 5);
/// ```
pub fn lexemes(text: &str) -> Vec<Lexeme> {
    let bytes = text.as_bytes();
    let mut found = Vec::with_capacity(bytes.len() / 4);
    let (mut at, mut at_line_start, mut in_directive) = (0, true, false);
    let mut is_spliced = false;
    loop {
        let token = next_token(bytes, at);
        let start = token.map_or(bytes.len(), |token| token.start as usize);
        comments(bytes, at, start, in_directive, &mut found);
        let Some(Raw { kind, end, .. }) = token else { return found };
        let end = end as usize;
        at = end;
        if kind == RawKind::Newline {
            // A line comment that ends with a backslash goes on in the next line.
            if let Some(comment) = found.last_mut().filter(|it| it.end == start && is_continued(bytes, it)) {
                comment.end = end_of_comment(bytes, start);
                at = comment.end;
                continue;
            }
            // A backslash joins the next line to this one; `\r\n` ends one line.
            let is_pair = bytes.get(start) == Some(&b'\r') && bytes.get(end) == Some(&b'\n');
            if !is_pair {
                (at_line_start, in_directive) = (!is_spliced, in_directive && is_spliced);
                is_spliced = false;
            }
            continue;
        }
        is_spliced = kind == RawKind::Unknown && bytes.get(start) == Some(&b'\\');
        let kind = match kind {
            RawKind::Identifier => LexemeKind::Word,
            RawKind::Number => LexemeKind::Number,
            RawKind::String | RawKind::UnterminatedString => LexemeKind::String,
            RawKind::UnterminatedComment => LexemeKind::Comment,
            RawKind::Hash if at_line_start => LexemeKind::Hash,
            RawKind::Hash | RawKind::HashHash | RawKind::Punctuator(_) | RawKind::Unknown => LexemeKind::Mark,
            RawKind::Newline => continue,
        };
        in_directive |= kind == LexemeKind::Hash;
        at_line_start &= kind == LexemeKind::Comment;
        found.push(Lexeme { kind, start, end, in_directive });
    }
}

/// True for a line comment with a backslash at its end.
fn is_continued(bytes: &[u8], comment: &Lexeme) -> bool {
    let text = bytes.get(comment.start..comment.end).unwrap_or_default();
    comment.kind == LexemeKind::Comment && text.starts_with(b"//") && text.ends_with(b"\\")
}

/// The end of a line comment that goes on behind the end of a line: that of the first line without a backslash.
fn end_of_comment(bytes: &[u8], line_end: usize) -> usize {
    let mut at = line_end;
    loop {
        // `\r\n` ends one line.
        let length = if bytes.get(at..).is_some_and(|rest| rest.starts_with(b"\r\n")) { 2 } else { 1 };
        let next = (at + length).min(bytes.len());
        let rest = bytes.get(next..).unwrap_or_default();
        let line = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(rest.len());
        at = next + line;
        if at == bytes.len() || !rest.get(..line).is_some_and(|line| line.ends_with(b"\\")) {
            return at;
        }
    }
}

/// Adds the comments between two tokens, where there is nothing but comments and white space.
fn comments(bytes: &[u8], from: usize, to: usize, in_directive: bool, found: &mut Vec<Lexeme>) {
    let mut at = from;
    while at < to {
        let rest = bytes.get(at..to).unwrap_or_default();
        let length = match rest {
            // It ends where the next token begins: at the end of a line that does not end with a backslash.
            [b'/', b'/', ..] => rest.len(),
            [b'/', b'*', behind @ ..] => {
                behind.windows(2).position(|pair| pair == b"*/").map_or(rest.len(), |end| end + 4)
            }
            _ => {
                at += 1;
                continue;
            }
        };
        found.push(Lexeme { kind: LexemeKind::Comment, start: at, end: at + length, in_directive });
        at += length;
    }
}

#[cfg(test)]
mod tests {
    use super::{LexemeKind, lexemes};

    #[track_caller]
    fn check(text: &str, expected: &[(LexemeKind, &str, bool)]) {
        let found: Vec<(LexemeKind, &str, bool)> =
            lexemes(text).iter().map(|it| (it.kind, &text[it.start..it.end], it.in_directive)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn directives_end_with_their_line() {
        use LexemeKind::{Hash, Mark, Number, Word};
        check(
            "#define A \\\r\n 1\r\nx",
            &[
                (Hash, "#", true),
                (Word, "define", true),
                (Word, "A", true),
                (Mark, "\\", true),
                (Number, "1", true),
                (Word, "x", false),
            ],
        );
    }

    #[test]
    fn line_comments_go_on_behind_a_backslash() {
        use LexemeKind::{Comment, Word};
        for end in ["\n", "\r\n", "\r"] {
            let comment = format!("// a \\{end}b // \\{end} c");
            check(&format!("{comment}{end}d"), &[(Comment, &comment, false), (Word, "d", false)]);
            check(&format!("// a{end}b"), &[(Comment, "// a", false), (Word, "b", false)]);
            let open = format!("// a\\{end}");
            check(&open, &[(Comment, &open, false)]);
        }
    }

    #[test]
    fn any_text_has_tokens() {
        use LexemeKind::{Comment, Mark, String, Word};
        check(
            "é \"a\n/* b */ c /*/ d",
            &[
                (Mark, "é", false),
                (String, "\"a", false),
                (Comment, "/* b */", false),
                (Word, "c", false),
                (Comment, "/*/ d", false),
            ],
        );
        check("", &[]);
    }
}
