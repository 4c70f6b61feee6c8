//! Numbers of headers, as words of memory.

/// A word, and whether it was written as a float.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) bits: u32,
    pub(crate) is_float: bool,
}

/// The words of a line: `1`, `-1`, `0x10`, `0.5`, `nan`, `true`, doubles as `0.5lf`, 64-bit integers as `7l`. `3*0.5` stands for
/// three of them, and `_` for a word that says nothing.
pub(crate) fn parse(text: &str) -> Result<Vec<Option<Word>>, String> {
    let mut words = Vec::new();
    for token in text.split_whitespace() {
        let (count, number) = match token.split_once('*') {
            Some((count, number)) => {
                (count.parse::<usize>().map_err(|_| format!("`{token}` has no count"))?, number)
            }
            None => (1, token),
        };
        let one = number_words(number).ok_or_else(|| format!("`{number}` is no number"))?;
        (0..count).for_each(|_| words.extend_from_slice(&one));
    }
    Ok(words)
}

fn number_words(text: &str) -> Option<Vec<Option<Word>>> {
    let int = |bits: u32| vec![Some(Word { bits, is_float: false })];
    let wide = |bits: u64| {
        let half = |bits: u64| Some(Word { bits: bits as u32, is_float: false });
        vec![half(bits), half(bits >> 32)]
    };
    match text {
        "_" => return Some(vec![None]),
        "true" => return Some(int(1)),
        "false" => return Some(int(0)),
        _ => {}
    }
    if let Some(hexadecimal) = text.strip_prefix("0x") {
        return u32::from_str_radix(hexadecimal, 16).ok().map(int);
    }
    if let Some(double) = text.strip_suffix("lf") {
        return double.parse::<f64>().ok().map(|value| wide(value.to_bits()));
    }
    if let Some(long) = text.strip_suffix('l') {
        return long.parse::<i128>().ok().map(|value| wide(value as u64));
    }
    if let Ok(value) = text.parse::<i64>() {
        return (i64::from(i32::MIN)..=i64::from(u32::MAX)).contains(&value).then(|| int(value as u32));
    }
    let float = |value: f32| vec![Some(Word { bits: value.to_bits(), is_float: true })];
    text.parse::<f32>().ok().map(float)
}

/// The bytes of words that all say something.
pub(crate) fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}
