//! Tokens of the text form.

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A word, with what is attached by dots.
    Word,
    /// A number with its suffix.
    Number,
    /// A sigil and a label.
    Label,
    /// A quoted string.
    Quoted,
    /// `->`
    Arrow,
    /// Any other character.
    Mark,
    /// The end.
    End,
}

/// A token: its text and whether it is the first of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub(super) kind: Kind,
    pub(super) text: &'a str,
    pub(super) offset: usize,
    pub(super) starts_line: bool,
}

/// Cuts text into tokens; the last is [`Kind::End`]. An unclosed quote runs to the end of its line.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::with_capacity(text.len() / 4 + 1);
    let mut at = 0;
    let mut starts_line = true;
    while let Some(&byte) = bytes.get(at) {
        let start = at;
        let kind = match byte {
            b'\n' => {
                starts_line = true;
                at += 1;
                continue;
            }
            b' ' | b'\t' | b'\r' => {
                at += 1;
                continue;
            }
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at = run(bytes, at, |byte| byte != b'\n');
                continue;
            }
            b'%' | b'@' | b'&' | b'#' | b'$' => {
                at = if bytes.get(at + 1) == Some(&b'"') {
                    quoted(bytes, at + 1)
                } else {
                    run(bytes, at + 1, is_word)
                };
                if bytes.get(at) == Some(&b'.') && bytes.get(at + 1).is_some_and(u8::is_ascii_digit) {
                    at = run(bytes, at + 1, |byte| byte.is_ascii_digit());
                }
                Kind::Label
            }
            b'"' => {
                at = quoted(bytes, at);
                Kind::Quoted
            }
            b'-' if bytes.get(at + 1) == Some(&b'>') => {
                at += 2;
                Kind::Arrow
            }
            b'0'..=b'9' | b'-' => {
                at += 1;
                while let Some(&next) = bytes.get(at) {
                    let exponent = matches!(next, b'-' | b'+') && matches!(bytes[at - 1], b'e' | b'E');
                    if !(is_word(next) || next == b'.' || exponent) {
                        break;
                    }
                    at += 1;
                }
                Kind::Number
            }
            byte if is_word(byte) => {
                at = run(bytes, at, |byte| is_word(byte) || byte == b'.');
                Kind::Word
            }
            _ => {
                at += text[at..].chars().next().map_or(1, char::len_utf8);
                Kind::Mark
            }
        };
        let text = text.get(start..at).unwrap_or("");
        tokens.push(Token { kind, text, offset: start, starts_line });
        starts_line = false;
    }
    tokens.push(Token { kind: Kind::End, text: "", offset: text.len(), starts_line: true });
    tokens
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn run(bytes: &[u8], mut at: usize, more: impl Fn(u8) -> bool) -> usize {
    while bytes.get(at).is_some_and(|&byte| more(byte)) {
        at += 1;
    }
    at
}

/// From an opening quote to behind the closing one, or to the end of the line.
fn quoted(bytes: &[u8], mut at: usize) -> usize {
    at += 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\n' => return at,
            b'\\' if bytes.get(at + 1).is_some_and(|&next| next != b'\n' && next.is_ascii()) => at += 2,
            _ => at += 1,
        }
    }
    at
}

/// The name within quotes.
pub(super) fn unquote(text: &str) -> String {
    let inner = text.strip_prefix('"').unwrap_or(text);
    let inner = inner.strip_suffix('"').unwrap_or(inner);
    let mut name = String::new();
    let mut rest = inner.chars();
    while let Some(c) = rest.next() {
        if c != '\\' {
            name.push(c);
            continue;
        }
        match rest.next() {
            Some('u') => {
                let digits: String = rest.by_ref().skip(1).take_while(|&c| c != '}').collect();
                name.extend(u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32));
            }
            Some(c) => name.push(c),
            None => {}
        }
    }
    name
}
