//! The source map: all files of a compilation end to end in one address space.

use std::sync::{Arc, OnceLock};

use crate::span::Span;

/// A file of a [`SourceMap`]; a file that is included twice is there twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceId(u32);

/// A position as messages show it: file, line and column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location<'a> {
    /// The file, or what a `#line` directive called it.
    pub file: &'a str,
    /// The line, from 1, or what a `#line` directive made of it.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

/// Some whole lines of a file.
#[derive(Clone, Copy, Debug)]
pub struct Excerpt<'a> {
    /// The file's name, or what a `#line` directive called it.
    pub name: &'a str,
    /// The lines, without the last one's newline.
    pub text: &'a str,
    /// The offset of the first byte.
    pub start: u32,
    /// The number of the first line, as `#line` directives have it.
    pub line: u32,
}

/// The text is too long for 32-bit offsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

/// All files of a compilation.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<File>,
}

#[derive(Clone, Debug)]
struct File {
    name: String,
    text: Arc<str>,
    /// Offset of the first byte.
    start: u32,
    /// The starts of lines, relative to `start`; the first is 0. They are computed when first asked for.
    lines: OnceLock<Vec<u32>>,
    /// Effects of `#line` directives, in order of position.
    overrides: Vec<Renumbering>,
    /// The place of the `#include` that read the file.
    included_at: Option<Span>,
}

/// The effect of a `#line` directive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renumbering {
    /// Index of the first line that is renumbered.
    pub from: u32,
    /// The number of that line.
    pub number: u32,
    /// The name of the file from there on.
    pub name: Option<String>,
}

impl SourceMap {
    /// A source map without files.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file; all files together must be shorter than 4 GiB.
    ///
    /// A byte lies between two files, so that the end of one is not the start of the next.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Arc<str>>) -> Result<SourceId, TooLarge> {
        let text = text.into();
        let start = self.files.last().map_or(0, |last| last.end() + 1);
        let fits = u32::try_from(text.len())
            .ok()
            .and_then(|length| start.checked_add(length))
            .is_some_and(|end| end < u32::MAX);
        if !fits {
            return Err(TooLarge);
        }
        let id = SourceId(self.files.len() as u32);
        let lines = OnceLock::new();
        let file = File { name: name.into(), text, start, lines, overrides: Vec::new(), included_at: None };
        self.files.push(file);
        Ok(id)
    }

    /// Adds all files of another map behind its own; gives the number by which their offsets grow.
    ///
    /// # Errors
    /// If all files together are not shorter than 4 GiB; then nothing changes.
    pub fn append(&mut self, other: &Self) -> Result<u32, TooLarge> {
        let shift = self.files.last().map_or(0, |last| last.end() + 1);
        let end = other.files.last().map_or(0, File::end);
        if end.checked_add(shift).is_none_or(|end| end == u32::MAX) {
            return Err(TooLarge);
        }
        let shifted = |file: &File| {
            let included_at = file.included_at.map(|at| at.shifted(shift));
            File { start: file.start + shift, included_at, ..file.clone() }
        };
        self.files.extend(other.files.iter().map(shifted));
        Ok(shift)
    }

    /// True if both have the same files, of the same names and texts.
    pub fn is_same(&self, other: &Self) -> bool {
        let is_same = |(one, two): (&File, &File)| {
            one.name == two.name && (Arc::ptr_eq(&one.text, &two.text) || one.text == two.text)
        };
        self.files.len() == other.files.len() && self.files.iter().zip(&other.files).all(is_same)
    }

    /// The effects of `#line` directives in a file, in order of position.
    pub fn renumberings(&self, file: SourceId) -> &[Renumbering] {
        self.files.get(file.0 as usize).map_or(&[], |file| &file.overrides)
    }

    /// Adds the effect of a `#line` directive, behind those before it.
    pub fn renumber(&mut self, file: SourceId, renumbering: Renumbering) {
        if let Some(file) = self.files.get_mut(file.0 as usize) {
            file.overrides.push(renumbering);
        }
    }

    /// Says which `#include` read a file.
    pub fn set_included_at(&mut self, file: SourceId, at: Span) {
        if let Some(file) = self.files.get_mut(file.0 as usize) {
            file.included_at = Some(at);
        }
    }

    /// The places of the `#include` directives that lead to an offset: that of its own file first, that in the main file
    /// last; none for the main file.
    pub fn includes_of(&self, offset: u32) -> impl Iterator<Item = Span> + '_ {
        let file_of = |offset| self.files.get(self.file_at(offset)?.0 as usize);
        let first = file_of(offset).and_then(|file| file.included_at);
        // A file lies behind the one that includes it, which ends the walk on any input.
        std::iter::successors(first, move |at| {
            file_of(at.start).and_then(|file| file.included_at).filter(|next| next.start < at.start)
        })
    }

    /// The file's text.
    pub fn text(&self, file: SourceId) -> &Arc<str> {
        &self.files[file.0 as usize].text
    }

    /// The name the file was added with.
    pub fn name(&self, file: SourceId) -> &str {
        &self.files[file.0 as usize].name
    }

    /// The offset of the file's first byte.
    pub fn start(&self, file: SourceId) -> u32 {
        self.files[file.0 as usize].start
    }

    /// All files, in the order in which they were added.
    pub fn files(&self) -> impl Iterator<Item = SourceId> + use<> {
        (0..self.files.len() as u32).map(SourceId)
    }

    /// The first byte of each line of a file, as offsets of spans; none for a file that is not there.
    pub fn line_offsets(&self, file: SourceId) -> Vec<u32> {
        let Some(file) = self.files.get(file.0 as usize) else { return Vec::new() };
        file.lines().iter().map(|line| file.start + line).collect()
    }

    /// The offset behind the text of all files.
    pub fn end(&self) -> u32 {
        self.files.last().map_or(0, |file| file.end())
    }

    /// The number of files.
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// True if there is no file.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The file that holds the offset; its end belongs to it.
    pub fn file_at(&self, offset: u32) -> Option<SourceId> {
        let after = self.files.partition_point(|file| file.start <= offset);
        let index = after.checked_sub(1)?;
        (offset <= self.files.get(index)?.end()).then_some(SourceId(index as u32))
    }

    /// The text a span covers; empty when it is no range of one file.
    pub fn slice(&self, span: Span) -> &str {
        let Some(file) = self.file_at(span.start).and_then(|file| self.files.get(file.0 as usize)) else {
            return "";
        };
        let from = (span.start - file.start) as usize;
        let to = span.end.saturating_sub(file.start) as usize;
        file.text.get(from..to).unwrap_or("")
    }

    /// File, line and column of an offset.
    pub fn location(&self, offset: u32) -> Option<Location<'_>> {
        let file = self.files.get(self.file_at(offset)?.0 as usize)?;
        let position = offset - file.start;
        let line = file.line_of(position);
        let start = file.lines().get(line).copied().unwrap_or(0);
        let before = file.text.as_bytes().get(start as usize..position as usize).unwrap_or(&[]);
        let continuation = |byte: &&u8| **byte & 0xc0 == 0x80;
        let column = before.len() - before.iter().filter(continuation).count() + 1;
        Some(Location { file: file.name_of(line), line: file.number_of(line), column: column as u32 })
    }

    /// The line of an offset, from 1, ignoring `#line` directives.
    pub fn physical_line(&self, offset: u32) -> Option<u32> {
        let file = self.files.get(self.file_at(offset)?.0 as usize)?;
        Some(file.line_of(offset - file.start) as u32 + 1)
    }

    /// The lines from `first` to `last`, both offsets in `file`.
    pub fn lines_around(&self, file: SourceId, first: u32, last: u32) -> Excerpt<'_> {
        let file = &self.files[file.0 as usize];
        let from = file.line_of(first.saturating_sub(file.start));
        let to = file.line_of(last.saturating_sub(file.start)).max(from);
        let start = file.lines().get(from).copied().unwrap_or(0);
        let end = file.lines().get(to + 1).map_or(file.text.len(), |&next| next as usize);
        let text = file.text.get(start as usize..end).unwrap_or("");
        let text = text.strip_suffix('\n').unwrap_or(text);
        let text = text.strip_suffix('\r').unwrap_or(text);
        Excerpt { name: file.name_of(from), text, start: file.start + start, line: file.number_of(from) }
    }

    /// Renumbers lines: the line after the one that holds `offset` gets `number`, in a file of this name; `None` leaves
    /// the name. Calls must be in order of position within a file.
    pub fn override_line(&mut self, offset: u32, number: u32, name: Option<String>) {
        let Some(file) = self.file_at(offset).and_then(|file| self.files.get_mut(file.0 as usize)) else {
            return;
        };
        let from = file.line_of(offset - file.start) as u32 + 1;
        let name = name.or_else(|| file.overrides.last().and_then(|last| last.name.clone()));
        file.overrides.push(Renumbering { from, number, name });
    }
}

impl File {
    fn end(&self) -> u32 {
        self.start + self.text.len() as u32
    }

    fn lines(&self) -> &[u32] {
        self.lines.get_or_init(|| line_starts(&self.text))
    }

    /// Index of the line that holds the position.
    fn line_of(&self, position: u32) -> usize {
        self.lines().partition_point(|&start| start <= position).saturating_sub(1)
    }

    fn override_of(&self, line: usize) -> Option<&Renumbering> {
        let after = self.overrides.partition_point(|renumbered| renumbered.from as usize <= line);
        self.overrides.get(after.checked_sub(1)?)
    }

    fn number_of(&self, line: usize) -> u32 {
        match self.override_of(line) {
            Some(renumbered) => renumbered.number.saturating_add(line as u32 - renumbered.from),
            None => line as u32 + 1,
        }
    }

    fn name_of(&self, line: usize) -> &str {
        self.override_of(line).and_then(|renumbered| renumbered.name.as_deref()).unwrap_or(&self.name)
    }
}

/// The starts of lines. A line ends with `\n`, `\r`, or either pair of the two (GLSL 4.60 section 3.2).
fn line_starts(text: &str) -> Vec<u32> {
    let bytes = text.as_bytes();
    let mut starts = vec![0];
    let mut previous = 0;
    for (index, &byte) in bytes.iter().enumerate() {
        if byte == b'\n' || byte == b'\r' {
            let next = index as u32 + 1;
            let pair = matches!((previous, byte), (b'\r', b'\n') | (b'\n', b'\r'));
            match starts.last_mut() {
                Some(start) if pair => *start = next,
                _ => starts.push(next),
            }
            // A pair is complete: `\r\n\r\n` is two line ends.
            previous = if pair { 0 } else { byte };
        } else {
            previous = 0;
        }
    }
    starts
}
