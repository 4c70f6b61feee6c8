//! Any text that can be read is verified or reported, and reading it again says the same.

use super::valid::VALID;
use vitrum_ir::{parse, verify};

/// Verifies what can be read.
fn try_verify(text: &str) -> bool {
    let Ok(module) = parse(text) else { return false };
    if let Err(errors) = verify(&module) {
        assert!(!errors.errors.is_empty());
        let rendered = errors.to_string();
        assert!(rendered.starts_with('V'));
    }
    true
}

fn corpus() -> Vec<String> {
    let mut corpus: Vec<String> = VALID.iter().map(|text| (*text).to_string()).collect();
    corpus.extend(super::files().iter().map(|path| {
        let text = std::fs::read_to_string(path).unwrap();
        text.lines().filter(|line| !line.starts_with("//=")).map(|line| format!("{line}\n")).collect()
    }));
    corpus
}

/// Byte ranges of words, numbers, labels and marks.
fn tokens(text: &str) -> Vec<(usize, usize)> {
    let bytes = text.as_bytes();
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || b"_.%@&#$".contains(&byte);
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        at += 1;
        if is_word(bytes[start]) {
            while at < bytes.len() && is_word(bytes[at]) {
                at += 1;
            }
        }
        if !bytes[start].is_ascii_whitespace() {
            tokens.push((start, at));
        }
    }
    tokens
}

#[test]
fn changed_bytes_never_panic() {
    let mut read = 0u32;
    for (number, text) in corpus().iter().enumerate() {
        for at in (number % 3..text.len()).step_by(if text.len() > 2000 { 7 } else { 3 }) {
            let mut bytes = text.as_bytes().to_vec();
            for byte in *b"09fi}" {
                bytes[at] = byte;
                read += u32::from(try_verify(&String::from_utf8_lossy(&bytes)));
            }
        }
    }
    assert!(read > 500, "only {read} can be read");
}

#[test]
fn removed_and_exchanged_tokens_never_panic() {
    let mut read = 0u32;
    for text in corpus() {
        let tokens = tokens(&text);
        let step = if text.len() > 2000 { 4 } else { 1 };
        for (index, &(start, end)) in tokens.iter().enumerate().step_by(step) {
            read += u32::from(try_verify(&format!("{}{}", &text[..start], &text[end..])));
            // Another token of the same text, far enough away to be of another line.
            let &(from, to) = &tokens[(index * 7 + 13) % tokens.len()];
            let changed = format!("{}{}{}", &text[..start], &text[from..to], &text[end..]);
            read += u32::from(try_verify(&changed));
        }
    }
    assert!(read > 300, "only {read} can be read");
}

#[test]
fn removed_lines_never_panic() {
    for text in corpus() {
        let lines: Vec<&str> = text.lines().collect();
        for skip in 0..lines.len() {
            let kept = lines.iter().enumerate().filter(|(index, _)| *index != skip);
            let changed: String = kept.map(|(_, line)| format!("{line}\n")).collect();
            try_verify(&changed);
        }
    }
}
