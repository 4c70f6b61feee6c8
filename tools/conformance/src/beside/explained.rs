//! The differences from glslang that are right, each with its reason: `tests/scoreboard/beside-explained.txt`.
//!
//! A test reports the classes that no scoreboard counts.

use std::sync::LazyLock;

/// A class of differences with one reason.
#[derive(Clone, Default)]
pub(crate) struct Row {
    /// Its name in the scoreboards.
    pub(crate) name: &'static str,
    /// The lines that it covers.
    patterns: Vec<&'static str>,
    /// Another difference that must be there.
    with: Option<&'static str>,
    /// The end of the only case that it is for.
    case: Option<&'static str>,
    /// The reason for which both modules are right, or glslang's is not.
    reason: &'static str,
}

/// All classes.
static ROWS: LazyLock<Vec<Row>> =
    LazyLock::new(|| read(include_str!("../../../../tests/scoreboard/beside-explained.txt")));

/// The classes of a text: `name: reason`, then indented lines. Lines of another form are in no class.
fn read(text: &'static str) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        match (line.strip_prefix("  "), rows.last_mut()) {
            (Some(line), Some(row)) => match line.split_once(' ') {
                Some(("with", with)) => row.with = Some(with),
                Some(("case", case)) => row.case = Some(case),
                _ => row.patterns.push(line),
            },
            _ => rows.extend(line.split_once(": ").map(|(name, reason)| Row {
                name,
                reason,
                ..Row::default()
            })),
        }
    }
    rows
}

/// The row that explains a line of a case among all its lines.
pub(crate) fn find(case: &str, line: &str, all: &[&str]) -> Option<&'static Row> {
    let is_there = |pattern: &str| all.iter().any(|line| covers(pattern, line));
    ROWS.iter().find(|row| {
        row.case.is_none_or(|end| case.ends_with(end))
            && row.patterns.iter().any(|pattern| covers(pattern, line))
            && row.with.is_none_or(is_there)
    })
}

/// The reason of the row of this name.
pub(crate) fn reason(name: &str) -> &'static str {
    ROWS.iter().find(|row| row.name == name).map_or("", |row| row.reason)
}

/// True if a pattern covers a line: its subject the subject, and its attribute the attribute.
fn covers(pattern: &str, line: &str) -> bool {
    let either = pattern.strip_prefix("? ");
    let (pattern, line) = match (either, line.get(2..)) {
        (Some(pattern), Some(line)) => (pattern, line),
        _ => (pattern, line),
    };
    match (pattern.split_once(": "), line.split_once(": ")) {
        (Some((subject, attribute)), Some((of, is))) => matches(subject, of) && matches(attribute, is),
        (None, None) => matches(pattern, line),
        _ => false,
    }
}

/// True if a pattern matches a text. Each `*` takes the least that leaves the rest to match.
pub(crate) fn matches(pattern: &str, text: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else { return pattern == text };
    let Some(mut text) = text.strip_prefix(start) else { return false };
    let Some((middle, end)) = rest.rsplit_once('*') else { return text.ends_with(rest) };
    for part in middle.split('*') {
        let Some(place) = text.find(part) else { return false };
        text = text.get(place + part.len()..).unwrap_or_default();
    }
    text.ends_with(end)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{ROWS, covers, find};
    use crate::beside::board;

    #[test]
    fn patterns_cover() {
        assert!(covers("+ a", "+ a") && !covers("+ a", "+ ab") && !covers("+ a", "- a"));
        assert!(covers("+ a*", "+ ab") && covers("? * b", "- a b") && covers("*: *", "+ a: b"));
        assert!(covers("+ variable * A*: Binding *", "+ variable Uniform A: Binding 3"));
        assert!(!covers("+ variable * A: Binding *", "+ variable Uniform B: Binding 3"));
        assert!(!covers("a*a", "a") && !covers("a*", "ab: c") && !covers("a*: c", "ab"));
    }

    #[test]
    fn rows_of_one_case_are_for_no_other() {
        let of = |case: &str| find(case, "- event DPdy", &["- event DPdy"]).map(|row| row.name);
        assert_eq!(of("Test/spv.computeShaderDerivativesNoLayout.comp"), Some("derivatives-of-none"));
        assert_eq!(of("Test/spv.other.comp"), None);
    }

    #[test]
    fn scoreboards_have_nothing_unexplained() {
        let boards = board::committed();
        assert!(boards.len() >= 2, "the scoreboards are missing");
        for text in &boards {
            assert_eq!(board::unexplained_lines(text), [""; 0]);
        }
    }

    #[test]
    fn each_row_explains_something() {
        let names: BTreeSet<&str> = ROWS.iter().map(|row| row.name).collect();
        assert_eq!(names.len(), ROWS.len(), "two rows have one name");
        let counted = board::counted_rows();
        let stale: Vec<&&str> = names.iter().filter(|name| !counted.contains(**name)).collect();
        assert!(stale.is_empty(), "no scoreboard counts {stale:?}");
        assert!(ROWS.iter().all(|row| !row.reason.is_empty() && !row.patterns.is_empty()));
    }
}
