//! Length of a shader in tokens, without comments.

/// The number of tokens; a directive counts as its tokens.
pub(crate) fn count(source: &str) -> usize {
    const PAIRS: &[&[u8]] = &[
        b"==", b"!=", b"<=", b">=", b"&&", b"||", b"^^", b"++", b"--", b"<<", b">>", b"+=", b"-=", b"*=",
        b"/=", b"%=", b"&=", b"|=", b"^=",
    ];
    let mut rest = source.as_bytes();
    let mut tokens = 0;
    while let Some((&first, following)) = rest.split_first() {
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.');
        let length = if first.is_ascii_whitespace() || first == b'\\' {
            rest = following;
            continue;
        } else if rest.starts_with(b"//") {
            rest = rest.split_at(rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len())).1;
            continue;
        } else if rest.starts_with(b"/*") {
            let end = rest.windows(2).skip(2).position(|pair| pair == b"*/");
            rest = rest.get(end.map_or(rest.len(), |end| end + 4)..).unwrap_or(&[]);
            continue;
        } else if first.is_ascii_alphanumeric() || first == b'_' {
            rest.iter().take_while(|byte| is_word(byte)).count()
        } else {
            PAIRS.iter().find(|pair| rest.starts_with(pair)).map_or(1, |pair| pair.len())
        };
        tokens += 1;
        rest = rest.get(length..).unwrap_or(&[]);
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::count;

    #[test]
    fn comments_are_no_tokens() {
        assert_eq!(count("a += 1.5; // b c\n/* d\n */ if (x<=y) { }"), 4 + 8);
        assert_eq!(count("/**/"), 0);
    }
}
