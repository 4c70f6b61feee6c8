//! Words in messages.
//!
//! Suggestions for misspelt names: the candidate with the least distance, at a bounded cost.

use std::fmt::Display;

use vitrum_ir::Stage;

/// The maximum number of names to compare with: the nearest scopes come first.
const MOST_CANDIDATES: usize = 4096;

/// A number with its noun: `1 argument`, `2 arguments`.
pub(crate) fn counted<N: Display>(count: N, noun: &str) -> String {
    let count = count.to_string();
    let plural = if count == "1" { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// The name of a stage.
pub(crate) fn stage_name(stage: Stage) -> &'static str {
    match stage {
        Stage::TessControl => "tessellation control",
        Stage::TessEvaluation => "tessellation evaluation",
        Stage::RayGeneration => "ray generation",
        Stage::AnyHit => "any-hit",
        Stage::ClosestHit => "closest-hit",
        _ => stage.name(),
    }
}

/// A word in back quotes; text of several words unchanged.
pub(crate) fn quoted(text: &str) -> String {
    if text.contains(' ') { text.to_owned() } else { format!("`{text}`") }
}

/// The candidate that `name` is most likely a misspelling of.
pub(crate) fn closest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST: usize = 64;
    if name.len() > LONGEST || name.len() < 2 {
        return None;
    }
    let limit = (name.len() / 3).max(1);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates.take(MOST_CANDIDATES) {
        if candidate == name || candidate.len().abs_diff(name.len()) > limit {
            continue;
        }
        let distance = match candidate.eq_ignore_ascii_case(name) {
            true => 0,
            false => distance(name.as_bytes(), candidate.as_bytes()),
        };
        if distance <= limit && best.is_none_or(|(least, text)| (distance, candidate) < (least, text)) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// The edit distance: letters changed, added, dropped, or swapped with their neighbour.
fn distance(a: &[u8], b: &[u8]) -> usize {
    let mut rows = [vec![0; b.len() + 1], (0..=b.len()).collect::<Vec<_>>(), vec![0; b.len() + 1]];
    for (i, &x) in a.iter().enumerate() {
        let [before, previous, row] = &mut rows;
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let mut least = (previous[j] + usize::from(x != y)).min(previous[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && x == b[j - 1] && a[i - 1] == y {
                least = least.min(before[j - 1] + 1);
            }
            row[j + 1] = least;
        }
        rows.rotate_left(1);
    }
    rows[1][b.len()]
}

#[cfg(test)]
mod tests {
    use super::closest;

    #[test]
    fn misspellings_are_recognised() {
        let names = ["colour", "normal", "position"];
        assert_eq!(closest("color", names.into_iter()), Some("colour"));
        assert_eq!(closest("postiion", names.into_iter()), Some("position"));
        assert_eq!(closest("zebra", names.into_iter()), None);
    }
}
