//! Texts of the IR behind each pass, stored as changes of lines: most passes change few.

use rustc_hash::FxHashMap;
use similar::{Algorithm, DiffOp, capture_diff_slices};
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

/// The changes that make one list of lines of another: the gaps between runs of equal lines.
pub(crate) fn edits(old: &[u32], new: &[u32]) -> Edits {
    let mut edits = Edits::new();
    let (mut from, mut to) = (0, 0);
    let mut gap = |end_of_old: usize, end_of_new: usize, behind: usize| {
        if from < end_of_old || to < end_of_new {
            let lines = new.get(to..end_of_new).unwrap_or_default().to_vec();
            edits.push((from, end_of_old - from, lines));
        }
        (from, to) = (end_of_old + behind, end_of_new + behind);
    };
    for op in capture_diff_slices(Algorithm::Patience, old, new) {
        if let DiffOp::Equal { old_index, new_index, len } = op {
            gap(old_index, new_index, len);
        }
    }
    gap(old.len(), new.len(), 0);
    edits
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
    fn numbers_of_values_are_left_out() {
        assert_eq!(unnumbered("%12: f32 = fadd %x.7, %\"a b\"1"), "%: f32 = fadd %x, %\"a b\"1");
        assert_eq!(unnumbered("store @c, 1.5f32"), "store @c, 1.5f32");
    }
}
