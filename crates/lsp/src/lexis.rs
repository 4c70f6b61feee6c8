//! Tokens of a text for what needs no meaning: comments and directives are tokens, too, and any text has some.

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
    /// Any other character.
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

    /// True if it is this character.
    pub(crate) fn is(&self, mark: u8) -> bool {
        self.kind == Kind::Mark(mark)
    }
}

/// True if a byte can be part of a name.
pub(crate) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The tokens of a text in order.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::with_capacity(text.len() / 4);
    let (mut at, mut at_line_start, mut in_directive) = (0, true, false);
    while let Some(&byte) = bytes.get(at) {
        let rest = bytes.get(at..).unwrap_or_default();
        match byte {
            b'\n' => {
                (at_line_start, in_directive) = (true, false);
                at += 1;
                continue;
            }
            b'\\' if matches!(rest, [_, b'\n', ..]) => {
                at += 2;
                continue;
            }
            b'\\' if matches!(rest, [_, b'\r', b'\n', ..]) => {
                at += 3;
                continue;
            }
            b' ' | b'\t' | b'\r' | 0x0b | 0x0c => {
                at += 1;
                continue;
            }
            _ => {}
        }
        let (kind, length) = match byte {
            b'/' if rest.starts_with(b"//") => (Kind::Comment, line_comment(rest)),
            b'/' if rest.starts_with(b"/*") => (Kind::Comment, block_comment(rest)),
            b'#' if at_line_start => (Kind::Hash, 1),
            b'"' => (Kind::String, quoted(rest)),
            b'0'..=b'9' => (Kind::Number, number(rest)),
            b'.' if rest.get(1).is_some_and(u8::is_ascii_digit) => (Kind::Number, number(rest)),
            _ if is_word(byte) => (Kind::Word, rest.iter().take_while(|&&byte| is_word(byte)).count()),
            // Characters of several bytes are in comments only, where the text is right.
            _ => (
                Kind::Mark(byte),
                text.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8),
            ),
        };
        in_directive |= kind == Kind::Hash;
        at_line_start &= kind == Kind::Comment;
        tokens.push(Token { kind, start: at, end: at + length, in_directive });
        at += length;
    }
    tokens
}

fn line_comment(rest: &[u8]) -> usize {
    let mut end = 0;
    while let Some(&byte) = rest.get(end) {
        // A line that ends with `\` goes on.
        if byte == b'\n' && rest.get(end.wrapping_sub(1)) != Some(&b'\\') {
            break;
        }
        end += 1;
    }
    end
}

fn block_comment(rest: &[u8]) -> usize {
    let behind = rest.get(2..).unwrap_or_default();
    behind.windows(2).position(|pair| pair == b"*/").map_or(rest.len(), |at| at + 4)
}

fn quoted(rest: &[u8]) -> usize {
    let behind = rest.get(1..).unwrap_or_default();
    match behind.iter().position(|&byte| byte == b'"' || byte == b'\n') {
        Some(at) if behind.get(at) == Some(&b'"') => at + 2,
        Some(at) => at + 1,
        None => rest.len(),
    }
}

fn number(rest: &[u8]) -> usize {
    let mut end = 0;
    while let Some(&byte) = rest.get(end) {
        let is_sign = matches!(byte, b'+' | b'-')
            && matches!(rest.get(end.wrapping_sub(1)), Some(b'e' | b'E'))
            && !rest.starts_with(b"0x");
        if !is_word(byte) && byte != b'.' && !is_sign {
            break;
        }
        end += 1;
    }
    end.max(1)
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
