//! Rules for `make` with the dependencies of an output.

/// A rule with its target and the files that it depends on.
pub(crate) fn rule(target: &str, files: &[&str]) -> String {
    let mut rule = format!("{}:", escape(target));
    for file in files {
        rule.push(' ');
        rule.push_str(&escape(file));
    }
    rule.push('\n');
    rule
}

/// The name as `make` reads it, and as Ninja does.
fn escape(name: &str) -> String {
    let mut escaped = String::with_capacity(name.len());
    for (index, letter) in name.char_indices() {
        match letter {
            ' ' | '\t' => {
                // Backslashes that end up before the one that escapes must be escaped too.
                let before = name.get(..index).unwrap_or_default();
                let backslashes = before.len() - before.trim_end_matches('\\').len();
                escaped.extend(std::iter::repeat_n('\\', backslashes + 1));
            }
            '#' => escaped.push('\\'),
            '$' => escaped.push('$'),
            _ => {}
        }
        escaped.push(letter);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::rule;

    #[test]
    fn names_are_escaped() {
        assert_eq!(rule("a.spv", &["a.vert", "b.h"]), "a.spv: a.vert b.h\n");
        assert_eq!(rule("a b", &["c#1", "$d", "e\\ f"]), "a\\ b: c\\#1 $$d e\\\\\\ f\n");
    }
}
