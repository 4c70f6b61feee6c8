//! Debug information: the files that a module names, and the place of each instruction.
//!
//! Places are those of `OpLine` and of `DebugLine`. A file whose text is not in the module gets a stand-in of blanks, with the lines
//! and columns that instructions name.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use spirv::{NonsemanticShaderDebuginfo100Op as DebugOp, Op};
use vitrum_ir::{SourceId, SourceMap, Span};

use crate::index::Index;
use crate::words::Inst;

/// The sets of instructions with debug information, which number alike what is read here.
const SETS: [&str; 3] = ["NonSemantic.Shader.DebugInfo.100", "OpenCL.DebugInfo.100", "DebugInfo"];

/// The most bytes of all stand-ins.
const MOST_BLANKS: u32 = 1 << 22;

/// A line and a column of a file, by the id of its name; lines and columns count from 1, and 0 is an unknown column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    file: u32,
    line: u32,
    column: u32,
}

/// The places of the instructions of functions.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    pub(crate) sources: SourceMap,
    /// Positions, in words, from which on instructions come from a place.
    spans: Vec<(u32, Span)>,
    /// The declarations of local variables, by id.
    pub(crate) declared: FxHashMap<u32, Span>,
}

impl Lines {
    /// The place of the instruction at a position.
    pub(crate) fn span(&self, at: u32) -> Span {
        let after = self.spans.partition_point(|row| row.0 <= at);
        after.checked_sub(1).and_then(|last| self.spans.get(last)).map_or(Span::default(), |row| row.1)
    }
}

/// The operation of an instruction of a set of debug information, and its operands.
pub(crate) fn debug_op<'w>(index: &Index<'_>, inst: &Inst<'w>) -> Option<(DebugOp, &'w [u32])> {
    if !inst.is(Op::ExtInst) {
        return None;
    }
    let (&[set, number], operands) = inst.words.split_first_chunk::<2>()?;
    let is_debug = index.sets.get(&set).is_some_and(|name| SETS.contains(&&**name));
    Some((DebugOp::from_u32(number).filter(|_| is_debug)?, operands))
}

/// A number that an operand of debug information is: a constant in one set, a literal in the others.
fn number(index: &Index<'_>, operand: u32) -> u32 {
    match index.def(operand).filter(|def| def.is(Op::Constant)) {
        Some(constant) => constant.words.first().copied().unwrap_or(0),
        None => 0,
    }
}

/// Reads the places of a module.
pub(crate) fn lines(index: &Index<'_>) -> Lines {
    let mut files: FxHashMap<u32, u32> = FxHashMap::default();
    let mut texts: FxHashMap<u32, String> = FxHashMap::default();
    // The file that a continued text belongs to.
    let mut open = None;
    for inst in &index.insts {
        match inst.known() {
            Some(Op::Source) => {
                open = inst.words.get(2).copied();
                if let (Some(file), true) = (open, inst.words.len() > 3) {
                    texts.entry(file).or_default().push_str(&inst.string(3).0);
                }
            }
            Some(Op::SourceContinued) => {
                if let Some(text) = open.and_then(|file| texts.get_mut(&file)) {
                    text.push_str(&inst.string(0).0);
                }
            }
            Some(Op::Function) => break,
            _ => match debug_op(index, inst) {
                Some((DebugOp::DebugSource, &[file, ref rest @ ..])) => {
                    files.insert(inst.id, file);
                    open = Some(file);
                    let text = rest.first().and_then(|text| index.strings.get(text));
                    texts.insert(file, text.map_or_else(String::new, |text| text.to_string()));
                }
                Some((DebugOp::DebugSourceContinued, &[piece, ..])) => {
                    let piece = index.strings.get(&piece);
                    if let (Some(text), Some(piece)) = (open.and_then(|file| texts.get_mut(&file)), piece) {
                        text.push_str(piece);
                    }
                }
                _ => {}
            },
        }
    }
    let places = places(index, &files);
    let declared = declared(index, &files);
    let all = places.iter().filter_map(|row| row.1).chain(declared.values().copied());
    let (sources, ids) = sources(index, all, texts);
    let span = |place: Place| ids.get(&place.file).map_or(Span::default(), |&id| span(&sources, id, place));
    let spans = places.iter().map(|&(at, place)| (at, place.map_or(Span::default(), span))).collect();
    let declared = declared.into_iter().map(|(id, place)| (id, span(place))).collect();
    Lines { sources, spans, declared }
}

/// The places of the declarations of local variables, by their ids.
fn declared(index: &Index<'_>, files: &FxHashMap<u32, u32>) -> FxHashMap<u32, Place> {
    let mut variables: FxHashMap<u32, Place> = FxHashMap::default();
    let mut found = FxHashMap::default();
    for inst in &index.insts {
        match debug_op(index, inst) {
            Some((DebugOp::DebugLocalVariable, &[_, _, source, line, column, ..])) => {
                let file = files.get(&source).copied().unwrap_or(0);
                let (line, column) = (number(index, line), number(index, column));
                variables.insert(inst.id, Place { file, line, column });
            }
            Some((DebugOp::DebugDeclare, &[variable, value, ..])) => {
                found.extend(variables.get(&variable).map(|&place| (value, place)));
            }
            _ => {}
        }
    }
    found
}

/// The positions at which the place changes.
fn places(index: &Index<'_>, files: &FxHashMap<u32, u32>) -> Vec<(u32, Option<Place>)> {
    let mut places: Vec<(u32, Option<Place>)> = Vec::new();
    let mut set = |at, place| {
        if places.last().and_then(|last| last.1) != place {
            places.push((at, place));
        }
    };
    for inst in &index.insts {
        match inst.known() {
            Some(Op::Line) => {
                if let &[file, line, column, ..] = inst.words {
                    set(inst.at, Some(Place { file, line, column }));
                }
            }
            // A place ends with its block.
            Some(Op::NoLine | Op::Label | Op::FunctionEnd) => set(inst.at, None),
            Some(Op::ExtInst) => match debug_op(index, inst) {
                Some((DebugOp::DebugLine, &[source, line, _, column, ..])) => {
                    let file = files.get(&source).copied().unwrap_or(0);
                    let (line, column) = (number(index, line), number(index, column));
                    set(inst.at, Some(Place { file, line, column }));
                }
                Some((DebugOp::DebugNoLine, _)) => set(inst.at, None),
                _ => {}
            },
            _ => {}
        }
    }
    places
}

/// The files that instructions come from, by the ids of their names.
fn sources(
    index: &Index<'_>,
    places: impl Iterator<Item = Place>,
    mut texts: FxHashMap<u32, String>,
) -> (SourceMap, FxHashMap<u32, SourceId>) {
    let mut named: BTreeMap<u32, BTreeMap<u32, u32>> = BTreeMap::new();
    for place in places {
        let widest = named.entry(place.file).or_default().entry(place.line).or_default();
        *widest = place.column.max(*widest);
    }
    let (mut sources, mut ids) = (SourceMap::new(), FxHashMap::default());
    let mut left = MOST_BLANKS;
    for (file, lines) in named {
        let Some(name) = index.strings.get(&file) else { continue };
        let text = texts.remove(&file).map(own_text).filter(|text| !text.is_empty());
        let Some(text) = text.or_else(|| blanks(&lines, &mut left)) else { continue };
        // A file too many has no places.
        if let Ok(id) = sources.add(name.as_ref(), text) {
            ids.insert(file, id);
        }
    }
    (sources, ids)
}

/// The text of a file without what glslang writes above it, which lines do not count.
fn own_text(text: String) -> String {
    const ABOVE: &str = "// OpModuleProcessed ";
    let end = "\n#line 1\n";
    match text.split_once(end) {
        Some((above, own)) if above.lines().all(|line| line.starts_with(ABOVE)) => own.to_owned(),
        _ => text,
    }
}

/// A text with these lines, each of the width that is given; none if it is longer than what is left.
fn blanks(lines: &BTreeMap<u32, u32>, left: &mut u32) -> Option<String> {
    let last = lines.last_key_value().map_or(0, |row| *row.0);
    let length = lines.values().try_fold(last, |sum, &width| sum.checked_add(width))?;
    *left = left.checked_sub(length)?;
    let (mut text, mut at) = (String::with_capacity(length as usize), 1);
    for (&line, &width) in lines {
        text.extend(std::iter::repeat_n('\n', line.saturating_sub(at) as usize));
        text.extend(std::iter::repeat_n(' ', width as usize));
        at = line.max(1);
    }
    Some(text)
}

/// From a place to the end of its line; of an unknown column, the whole line.
fn span(sources: &SourceMap, file: SourceId, place: Place) -> Span {
    let (text, start) = (sources.text(file), sources.start(file));
    let lines = sources.line_offsets(file);
    let Some(&first) = (place.line as usize).checked_sub(1).and_then(|line| lines.get(line)) else {
        return Span::default();
    };
    let rest = text.get((first - start) as usize..).unwrap_or("");
    let line = rest.lines().next().unwrap_or("");
    let blank = (line.len() - line.trim_start().len()) as u32;
    let length = line.trim_end().len() as u32;
    let begin = match place.column {
        0 => blank,
        column => column - 1,
    };
    // Columns may count characters, or lead behind the line.
    let begin = begin.min(line.len() as u32);
    let begin = if line.is_char_boundary(begin as usize) { begin } else { blank };
    Span::new(first + begin, first + length.max(begin))
}
