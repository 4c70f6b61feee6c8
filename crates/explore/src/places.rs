//! Places in the source as a browser counts: units of UTF-16 in the text of a file.

use std::ops::Range;

use rustc_hash::FxHashMap;
use vitrum::ir::{SourceMap, Span};

/// The files that are shown, and the places in them that are in use.
pub(crate) struct Places<'a> {
    sources: &'a SourceMap,
    /// For each file of the source map, the number of the file that is shown.
    shown: Vec<Option<u32>>,
    /// The files that are shown, own ones first.
    files: Vec<Units<'a>>,
    /// The number of own files.
    own: usize,
    numbers: FxHashMap<Span, Option<u32>>,
    /// Places, as in the data of the page.
    pub(crate) list: Vec<u32>,
}

/// A text, and the units in front of its bytes.
pub(crate) struct Units<'a> {
    pub(crate) name: &'a str,
    pub(crate) text: &'a str,
    /// Bytes at which a character begins that takes another number of units than bytes, with the units up to its end.
    steps: Vec<(usize, usize)>,
}

impl<'a> Units<'a> {
    pub(crate) fn new(name: &'a str, text: &'a str) -> Self {
        let mut steps = Vec::new();
        let mut less = 0;
        for (at, character) in text.char_indices().filter(|(_, character)| !character.is_ascii()) {
            less += character.len_utf8() - character.len_utf16();
            steps.push((at, less));
        }
        Self { name, text, steps }
    }

    /// The units in front of a byte.
    pub(crate) fn at(&self, byte: usize) -> u32 {
        let byte = byte.min(self.text.len());
        let before = self.steps.partition_point(|step| step.0 < byte);
        let less = before.checked_sub(1).and_then(|last| self.steps.get(last)).map_or(0, |step| step.1);
        byte.saturating_sub(less) as u32
    }
}

impl<'a> Places<'a> {
    /// The files of a source map without those that the compiler made. One that is included twice is shown once.
    pub(crate) fn new(sources: &'a SourceMap) -> Self {
        let all = 0..sources.len();
        Self::of_units(sources, std::slice::from_ref(&all), std::slice::from_ref(&all))
    }

    /// The same for a source map of several units, each of which has some of the files, its main file first. Those of `own` are shown;
    /// others only if a place that is in use is in them.
    pub(crate) fn of_units(sources: &'a SourceMap, units: &[Range<usize>], own: &[Range<usize>]) -> Self {
        let mut files: Vec<Units<'a>> = Vec::new();
        let mut shown = vec![None; sources.len()];
        let mut show = |range: &Range<usize>| {
            let numbered = sources.files().enumerate().take(range.end).skip(range.start);
            for (number, file) in numbered {
                let (name, text): (&str, &str) = (sources.name(file), sources.text(file));
                if number != range.start && name.starts_with('<') {
                    continue;
                }
                let known = files.iter().position(|other| other.name == name && other.text == text);
                let at = known.unwrap_or(files.len());
                if known.is_none() {
                    files.push(Units::new(name, text));
                }
                if let Some(shown) = shown.get_mut(number) {
                    *shown = Some(at as u32);
                }
            }
            files.len()
        };
        let count = own.iter().fold(0, |_, range| show(range));
        for range in units.iter().filter(|range| !own.contains(range)) {
            show(range);
        }
        Self { sources, shown, files, own: count, numbers: FxHashMap::default(), list: Vec::new() }
    }

    /// The files that are shown: the own ones, and others up to the last that a place is in.
    pub(crate) fn files(&self) -> &[Units<'a>] {
        let used = self.list.iter().step_by(3).max().map_or(0, |&last| last as usize + 1);
        self.files.get(..used.max(self.own)).unwrap_or_default()
    }

    /// A file that is shown, by its number in the source map; the first one of its files there.
    pub(crate) fn file(&self, number: usize) -> usize {
        self.shown.iter().position(|shown| *shown == Some(number as u32)).unwrap_or(0)
    }

    /// The first byte of a file of the source map, as spans count.
    pub(crate) fn start(&self, file: usize) -> u32 {
        self.sources.files().nth(file).map_or(0, |file| self.sources.start(file))
    }

    /// The number of a place; `None` for that of nothing and one outside of the files.
    pub(crate) fn number(&mut self, span: Span) -> Option<u32> {
        if span.is_nowhere() {
            return None;
        }
        if let Some(&known) = self.numbers.get(&span) {
            return known;
        }
        let number = self.locate(span).map(|place| {
            self.list.extend(place);
            (self.list.len() / 3 - 1) as u32
        });
        self.numbers.insert(span, number);
        number
    }

    fn locate(&self, span: Span) -> Option<[u32; 3]> {
        let file = self.sources.file_at(span.start)?;
        let index = self.sources.files().position(|other| other == file)?;
        let number = self.shown.get(index).copied().flatten()?;
        let (units, start) = (self.files.get(number as usize)?, self.sources.start(file));
        let at = |offset: u32| units.at(offset.saturating_sub(start) as usize);
        Some([number, at(span.start), at(span.end)])
    }
}

#[cfg(test)]
mod tests {
    use super::{Places, Units};
    use vitrum::ir::{SourceMap, Span};

    #[test]
    fn units_are_those_of_utf_16() {
        let text = "aé𝄞b";
        let units = Units::new("", text);
        let bytes: Vec<usize> = text.char_indices().map(|row| row.0).chain([text.len(), 99]).collect();
        let found: Vec<u32> = bytes.into_iter().map(|byte| units.at(byte)).collect();
        assert_eq!(found, [0, 1, 2, 4, 5, 5]);
    }

    #[test]
    fn a_file_that_is_included_twice_is_shown_once() {
        let mut sources = SourceMap::new();
        for (name, text) in [("a", "x é y"), ("<defines>", "#define B"), ("b", "1"), ("b", "1")] {
            assert!(sources.add(name, text).is_ok());
        }
        let mut places = Places::new(&sources);
        assert_eq!(places.files().len(), 2);
        let ends: Vec<u32> = sources.files().map(|file| sources.start(file)).collect();
        let numbers: Vec<_> = ends.iter().map(|&at| places.number(Span::new(at, at + 1))).collect();
        assert_eq!(numbers, [Some(0), None, Some(1), Some(2)]);
        assert_eq!(places.list, [0, 0, 1, 1, 0, 1, 1, 0, 1]);
        assert_eq!(places.number(Span::new(5, 6)), Some(3));
        assert_eq!(places.list[9..], [0, 4, 5]);
        assert_eq!(places.number(Span::default()), None);
    }

    #[test]
    fn files_of_other_units_are_shown_if_they_are_in_use() {
        let mut sources = SourceMap::new();
        for (name, text) in [("<a>", "1"), ("<defines>", ""), ("b", "2"), ("h", "3"), ("c", "4")] {
            assert!(sources.add(name, text).is_ok());
        }
        let units = [0..2, 2..4, 4..5];
        let mut places = Places::of_units(&sources, &units, &units[1..2]);
        let names =
            |places: &Places<'_>| places.files().iter().map(|it| it.name.to_owned()).collect::<Vec<_>>();
        assert_eq!(names(&places), ["b", "h"]);
        let starts: Vec<u32> = sources.files().map(|file| sources.start(file)).collect();
        assert_eq!(places.number(Span::new(starts[0], starts[0] + 1)), Some(0));
        assert_eq!((names(&places), places.file(2)), (vec!["b".into(), "h".into(), "<a>".into()], 0));
        assert_eq!(places.number(Span::new(starts[1], starts[1])), None);
    }
}
