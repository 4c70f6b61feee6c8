//! Texts of the IR behind each pass, stored as changes of lines: most passes change few.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};
use vitrum::ir::Module;
use vitrum::ir::text::{PlacedText, print_placed};

use crate::places::Places;

/// Changes of lines: the line at which each begins, the number of lines that go, and those that come.
pub(crate) type Edits = Vec<(usize, usize, Vec<u32>)>;

/// Lines, each once, by number.
#[derive(Default)]
pub(crate) struct Lines {
    numbers: FxHashMap<(u32, u32), u32>,
    numbers_of_texts: FxHashMap<String, u32>,
    pub(crate) texts: Vec<String>,
    /// Text and place of each line, as in the data of the page.
    pub(crate) list: Vec<u32>,
}

impl Lines {
    /// The lines of a module.
    pub(crate) fn of(&mut self, module: &Module, places: &mut Places<'_>) -> Vec<u32> {
        let PlacedText { text, places: spans } = print_placed(module);
        let rows = text.lines().zip(spans);
        rows.map(|(line, span)| self.number(line, places.number(span).map_or(0, |number| number + 1)))
            .collect()
    }

    fn number(&mut self, line: &str, place: u32) -> u32 {
        let text = match self.numbers_of_texts.get(line) {
            Some(&known) => known,
            None => {
                let number = self.texts.len() as u32;
                self.texts.push(line.to_owned());
                self.numbers_of_texts.insert(line.to_owned(), number);
                number
            }
        };
        *self.numbers.entry((text, place)).or_insert_with(|| {
            self.list.extend([text, place]);
            (self.list.len() / 2 - 1) as u32
        })
    }

    /// The texts of lines without the numbers of values, which a pass may have chosen anew.
    pub(crate) fn without_numbers(&self, lines: &[u32]) -> Vec<String> {
        let text = |&line: &u32| {
            let text = self.list.get(line as usize * 2).and_then(|&text| self.texts.get(text as usize));
            unnumbered(text.map_or("", String::as_str))
        };
        lines.iter().map(text).collect()
    }
}

/// A line with `%` in place of `%12`, and `%x` in place of `%x.12`.
fn unnumbered(line: &str) -> String {
    let mut parts = line.split('%');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let is_label = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
        let end = part.find(|c| !is_label(c)).unwrap_or(part.len());
        let (label, rest) = part.split_at(end);
        let name = label.split('.').next().unwrap_or_default();
        text.push('%');
        text.push_str(if name.bytes().all(|byte| byte.is_ascii_digit()) { "" } else { name });
        text.push_str(rest);
    }
    text
}

/// The changes that make one list of lines of another: the gaps between runs of equal lines. It takes time in proportion to the lists, so
/// that two that have nothing in common are no matter; the lines of a module are nearly all different, which is enough to find what stays.
pub(crate) fn edits(old: &[u32], new: &[u32]) -> Edits {
    let mut edits = Edits::new();
    let mut ranges = vec![(0..old.len(), 0..new.len(), 0)];
    // Last in, first out: what comes first is pushed last.
    while let Some((mut from, mut to, depth)) = ranges.pop() {
        while !from.is_empty() && !to.is_empty() && old.get(from.start) == new.get(to.start) {
            (from.start, to.start) = (from.start + 1, to.start + 1);
        }
        while !from.is_empty() && !to.is_empty() && old.get(from.end - 1) == new.get(to.end - 1) {
            (from.end, to.end) = (from.end - 1, to.end - 1);
        }
        if from.is_empty() && to.is_empty() {
            continue;
        }
        let anchors = if depth < DEEPEST { common_once(old, new, &from, &to) } else { Vec::new() };
        if anchors.is_empty() {
            edits.push((from.start, from.len(), new.get(to).unwrap_or_default().to_vec()));
            continue;
        }
        let mut end = (from.end, to.end);
        for (x, y) in anchors.into_iter().rev() {
            ranges.push((x + 1..end.0, y + 1..end.1, depth + 1));
            end = (x, y);
        }
        ranges.push((from.start..end.0, to.start..end.1, depth + 1));
    }
    edits
}

/// Ranges within ranges, at most.
const DEEPEST: usize = 32;

/// Positions of lines that occur once in each range, the longest run that is in order in both (patience).
fn common_once(old: &[u32], new: &[u32], from: &Range<usize>, to: &Range<usize>) -> Vec<(usize, usize)> {
    // The place in each list, unless there are several.
    let mut seen: FxHashMap<u32, (Option<usize>, Option<usize>)> = FxHashMap::default();
    for at in from.clone() {
        let Some(&line) = old.get(at) else { continue };
        seen.entry(line).and_modify(|entry| entry.0 = None).or_insert((Some(at), None));
    }
    let mut is_twice = FxHashSet::default();
    for at in to.clone() {
        let Some(entry) = new.get(at).and_then(|line| seen.get_mut(line)) else { continue };
        if entry.1.is_some() {
            is_twice.insert(entry.0);
        }
        entry.1 = Some(at);
    }
    let mut pairs: Vec<(usize, usize)> =
        seen.into_values().filter(|row| !is_twice.contains(&row.0)).filter_map(|(x, y)| x.zip(y)).collect();
    pairs.sort_unstable();
    // The last pair of a run of each length, and the pair before each pair.
    let mut ends: Vec<usize> = Vec::new();
    let mut before = vec![None; pairs.len()];
    for (index, pair) in pairs.iter().enumerate() {
        let length = ends.partition_point(|&end| pairs[end].1 < pair.1);
        before[index] = length.checked_sub(1).map(|last| ends[last]);
        match ends.get_mut(length) {
            Some(end) => *end = index,
            None => ends.push(index),
        }
    }
    let mut run = Vec::new();
    let mut at = ends.last().copied();
    while let Some(index) = at {
        run.push(pairs[index]);
        at = before[index];
    }
    run.reverse();
    run
}

#[cfg(test)]
mod tests {
    use super::{edits, unnumbered};

    #[test]
    fn edits_give_the_new_lines() {
        let mut state = 1u32;
        let mut random = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % below
        };
        for _ in 0..200 {
            let old: Vec<u32> = (0..random(30)).map(|_| random(12)).collect();
            let new: Vec<u32> = (0..random(30)).map(|_| random(12)).collect();
            let mut lines = old.clone();
            for (at, count, with) in edits(&old, &new).into_iter().rev() {
                lines.splice(at..at + count, with);
            }
            assert_eq!(lines, new);
        }
        assert!(edits(&[1, 2], &[1, 2]).is_empty());
    }

    #[test]
    fn single_changes_are_single_edits() {
        let old: Vec<u32> = (0..1000).collect();
        let mut new = old.clone();
        new[10] = 5000;
        new.splice(500..500, [6000, 6001]);
        new.remove(900);
        let expected = [(10, 1, vec![5000]), (500, 0, vec![6000, 6001]), (898, 1, Vec::new())];
        assert_eq!(edits(&old, &new), expected);
        // Lists without anything in common take no longer than others.
        let other: Vec<u32> = (0..200_000).collect();
        let another: Vec<u32> = (200_000..400_000).collect();
        assert_eq!(edits(&other, &another).len(), 1);
    }

    #[test]
    fn numbers_of_values_are_left_out() {
        assert_eq!(unnumbered("%12: f32 = fadd %x.7, %\"a b\"1"), "%: f32 = fadd %x, %\"a b\"1");
        assert_eq!(unnumbered("store @c, 1.5f32"), "store @c, 1.5f32");
    }
}
