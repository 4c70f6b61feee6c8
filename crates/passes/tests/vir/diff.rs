//! The difference of two texts.

use std::fmt::Write as _;

/// Unchanged lines that are shown around changed ones.
const AROUND: usize = 3;

/// Lines that are in one text only, with `-` and `+`, and some of those around them.
pub(crate) fn lines(old: &[String], new: &[String]) -> String {
    let rows = rows(old, new);
    let is_near = |at: usize| {
        let near = &rows[at.saturating_sub(AROUND)..rows.len().min(at + AROUND + 1)];
        near.iter().any(|row| row.0 != ' ')
    };
    let mut text = String::new();
    let mut skipped = false;
    for (at, (mark, line)) in rows.iter().enumerate() {
        if is_near(at) {
            let _ = writeln!(text, "{mark} {line}");
        } else if !skipped {
            text += "  ...\n";
        }
        skipped = !is_near(at);
    }
    text
}

/// All lines of both texts in order, by a longest common subsequence.
fn rows<'t>(old: &'t [String], new: &'t [String]) -> Vec<(char, &'t str)> {
    // The length of what the rest of both texts has in common.
    let mut common = vec![vec![0_usize; new.len() + 1]; old.len() + 1];
    for (a, line) in old.iter().enumerate().rev() {
        for (b, other) in new.iter().enumerate().rev() {
            common[a][b] =
                if line == other { common[a + 1][b + 1] + 1 } else { common[a + 1][b].max(common[a][b + 1]) };
        }
    }
    let (mut a, mut b) = (0, 0);
    let mut rows = Vec::new();
    while a < old.len() || b < new.len() {
        if a < old.len() && b < new.len() && old[a] == new[b] {
            rows.push((' ', old[a].as_str()));
            (a, b) = (a + 1, b + 1);
        } else if b == new.len() || a < old.len() && common[a + 1][b] >= common[a][b + 1] {
            rows.push(('-', old[a].as_str()));
            a += 1;
        } else {
            rows.push(('+', new[b].as_str()));
            b += 1;
        }
    }
    rows
}
