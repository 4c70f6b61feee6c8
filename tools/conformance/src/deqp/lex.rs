//! Tokens of a shader library file.

use anyhow::{Result, bail};

/// A token with the line it begins on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token<'a> {
    /// From 1.
    pub(super) line: usize,
    pub(super) kind: TokenKind<'a>,
}

/// The kind of a token.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum TokenKind<'a> {
    /// A word: names of cases may hold hyphens.
    Word(&'a str),
    /// `"text"`.
    Text(&'a str),
    /// `""text""`, with escapes replaced.
    Shader(String),
    /// A number, with its sign.
    Number(f64),
    /// Anything else.
    Sign(char),
}

/// All tokens of a file.
pub(super) fn lex(text: &str) -> Result<Vec<Token<'_>>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    let mut line = 1;
    while let Some(first) = rest.chars().next() {
        let (kind, length) = match first {
            '\n' => {
                line += 1;
                (None, 1)
            }
            _ if first.is_whitespace() => (None, first.len_utf8()),
            '#' => (None, rest.find('\n').unwrap_or(rest.len())),
            '"' if rest.starts_with("\"\"") => {
                let body = &rest[2..];
                let Some(end) = body.find("\"\"") else { bail!("line {line}: a shader without an end") };
                (Some(TokenKind::Shader(unescaped(&body[..end]))), end + 4)
            }
            '"' => {
                let body = &rest[1..];
                let Some(end) = body.find('"') else { bail!("line {line}: a text without an end") };
                (Some(TokenKind::Text(&body[..end])), end + 2)
            }
            _ if begins_number(rest) => {
                let length = number_length(rest);
                let digits = rest[..length].trim_end_matches(['u', 'U', 'f', 'F']);
                match number(digits) {
                    Some(value) => (Some(TokenKind::Number(value)), length),
                    None => bail!("line {line}: `{digits}` is no number"),
                }
            }
            _ if first.is_alphabetic() || first == '_' => {
                let part = |it: char| it.is_alphanumeric() || it == '_' || it == '-';
                let length = rest.find(|it| !part(it)).unwrap_or(rest.len());
                (Some(TokenKind::Word(&rest[..length])), length)
            }
            _ => (Some(TokenKind::Sign(first)), first.len_utf8()),
        };
        let (taken, behind) = rest.split_at(length);
        if let Some(kind) = kind {
            tokens.push(Token { line, kind });
            line += taken.matches('\n').count();
        }
        rest = behind;
    }
    Ok(tokens)
}

/// True if a digit comes first, behind a sign and a point perhaps.
fn begins_number(text: &str) -> bool {
    let text = text.strip_prefix(['-', '+']).unwrap_or(text);
    text.strip_prefix('.').unwrap_or(text).starts_with(|first: char| first.is_ascii_digit())
}

fn number_length(text: &str) -> usize {
    let mut before = ' ';
    let mut length = 0;
    for (index, it) in text.char_indices() {
        let is_part = it.is_ascii_alphanumeric()
            || it == '.'
            || (it == '-' || it == '+')
                && (index == 0 || matches!(before, 'e' | 'E') && !text.starts_with("0x"));
        if !is_part {
            break;
        }
        before = it;
        length = index + it.len_utf8();
    }
    length
}

fn number(digits: &str) -> Option<f64> {
    let (sign, digits) = match digits.strip_prefix('-') {
        Some(digits) => (-1.0, digits),
        None => (1.0, digits.trim_start_matches('+')),
    };
    let value = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) => u64::from_str_radix(hex, 16).ok()? as f64,
        None => digits.parse().ok()?,
    };
    Some(sign * value)
}

/// C's escapes replaced.
fn unescaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(it) = characters.next() {
        if it != '\\' {
            result.push(it);
            continue;
        }
        match characters.next() {
            Some('n') => result.push('\n'),
            Some('t') => result.push('\t'),
            Some('r') => result.push('\r'),
            Some(other) => result.push(other),
            None => {}
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::{TokenKind, lex};

    #[test]
    fn numbers_words_and_shaders() {
        let tokens =
            lex("case a-b # no\n values { input x = [ -1.5e-3 | 0x10 | 3u ]; } \"\"\nA\\\\\n\"\" end")
                .unwrap();
        let kinds: Vec<_> = tokens.iter().map(|token| token.kind.clone()).collect();
        let expected = [
            TokenKind::Word("case"),
            TokenKind::Word("a-b"),
            TokenKind::Word("values"),
            TokenKind::Sign('{'),
            TokenKind::Word("input"),
            TokenKind::Word("x"),
            TokenKind::Sign('='),
            TokenKind::Sign('['),
            TokenKind::Number(-0.0015),
            TokenKind::Sign('|'),
            TokenKind::Number(16.0),
            TokenKind::Sign('|'),
            TokenKind::Number(3.0),
            TokenKind::Sign(']'),
            TokenKind::Sign(';'),
            TokenKind::Sign('}'),
            TokenKind::Shader("\nA\\\n".to_owned()),
            TokenKind::Word("end"),
        ];
        assert_eq!(kinds, expected);
        assert_eq!(tokens.last().map(|token| token.line), Some(4));
    }
}
