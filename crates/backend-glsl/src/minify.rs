//! Removes unnecessary white space.

/// Removes the white space of a printed shader, except around lines that start with `#`.
pub(crate) fn minify(text: &str) -> String {
    let mut out = String::with_capacity(text.len() / 2);
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if line.starts_with('#') {
            if !out.is_empty() && !out.ends_with('\n') {
                out.push('\n');
            }
            out.push_str(line);
            out.push('\n');
            continue;
        }
        // A line end separates words, too.
        for word in line.split(' ').filter(|word| !word.is_empty()) {
            if let (Some(last), Some(first)) = (out.chars().next_back(), word.chars().next())
                && would_join(last, first)
            {
                out.push(' ');
            }
            out.push_str(word);
        }
    }
    out
}

/// True if two adjacent characters would join into one word or operator.
fn would_join(last: char, first: char) -> bool {
    let in_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    let in_operator = |c: char| "+-*/%<>=!&|^~".contains(c);
    in_word(last) && in_word(first) || in_operator(last) && in_operator(first)
}

/// The `index`th of `a`, `b`, ..., `z`, `A`, ..., `aa`, `ab`, ...
pub(crate) fn short_name(mut index: usize) -> String {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let mut name = String::new();
    loop {
        let letter = LETTERS.get(index % LETTERS.len()).copied().unwrap_or(b'a');
        name.insert(0, char::from(letter));
        index /= LETTERS.len();
        if index == 0 {
            return name;
        }
        index -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::{minify, short_name};

    #[test]
    fn words_and_operators_stay_apart() {
        let text = "#version 330\n\nint f(int a) {\n    return a - -a + int(a < 1);\n}\n";
        assert_eq!(minify(text), "#version 330\nint f(int a){return a- -a+int(a<1);}");
    }

    #[test]
    fn names_are_short_and_differ() {
        assert_eq!((short_name(0), short_name(51), short_name(52)), ("a".into(), "Z".into(), "aa".into()));
    }
}
