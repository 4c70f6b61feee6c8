//! The origins of tokens that macros made, for messages about faults in macros.
//!
//! The tokens of an expansion have the span of the use of the macro, which is all that most messages need, and costs
//! nothing. After an error in an expansion the text is read once more, and each of these tokens gets a span of its own,
//! behind the end of all text, which stands for the macros that made it.

use vitrum_ir::Span;

use crate::diagnostics::{Diagnostic, Label};
use crate::symbols::{Interner, Symbol};

/// The number of tokens that are traced; later ones have the span of the use.
const MOST_ORIGINS: usize = 1 << 16;

/// The number of macros that a message shows.
const MOST_LEVELS: usize = 8;

/// A macro that is being expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Level {
    /// The macro.
    pub(super) name: Symbol,
    /// Its name in its `#define`; `None` for a macro of the language.
    pub(super) definition: Option<Span>,
    /// Its name where it is used.
    pub(super) at: Span,
}

/// The origin of a token.
#[derive(Clone, Copy, Debug)]
struct Origin {
    /// The use of the outermost macro.
    use_site: Span,
    /// The token where it is written.
    written: Span,
    /// The range of its macros in [`Trace::levels`], the outermost first.
    levels: (u32, u32),
}

/// The origins of tokens.
#[derive(Clone, Debug)]
pub(crate) struct Trace {
    /// The first offset behind all text.
    start: u32,
    origins: Vec<Origin>,
    levels: Vec<Level>,
}

impl Trace {
    /// No origins yet; spans from `start` on stand for them.
    pub(super) fn new(start: u32) -> Self {
        Self { start, origins: Vec::new(), levels: Vec::new() }
    }

    /// Adds the origin of a token; its span.
    pub(super) fn add(&mut self, use_site: Span, written: Span, macros: impl Iterator<Item = Level>) -> Span {
        let index = self.origins.len();
        let offset = u32::try_from(2 * index).ok().and_then(|offset| self.start.checked_add(offset));
        let Some(start) = offset.filter(|start| index < MOST_ORIGINS && *start < u32::MAX - 1) else {
            return use_site;
        };
        let first = self.levels.len() as u32;
        // The levels of a token are mostly those of the token before it.
        let macros: Vec<Level> = macros.collect();
        let last = self.origins.last().map(|origin| origin.levels);
        let same = last.filter(|&range| self.range(range) == macros.as_slice());
        let levels = same.unwrap_or_else(|| {
            self.levels.extend_from_slice(&macros);
            (first, self.levels.len() as u32)
        });
        self.origins.push(Origin { use_site, written, levels });
        Span::new(start, start + 1)
    }

    fn range(&self, (from, to): (u32, u32)) -> &[Level] {
        self.levels.get(from as usize..to as usize).unwrap_or(&[])
    }

    /// The origin that an offset stands for.
    fn origin(&self, offset: u32) -> Option<Origin> {
        let index = offset.checked_sub(self.start)? / 2;
        self.origins.get(index as usize).copied()
    }

    /// The innermost macro that made the token of a span, and the place where the token is written.
    pub(crate) fn macro_of(&self, span: Span) -> Option<(Symbol, Span)> {
        let origin = self.origin(span.start)?;
        let level = self.range(origin.levels).last()?;
        Some((level.name, origin.written))
    }

    /// The span in the text for one that may stand for origins.
    pub(crate) fn in_text(&self, span: Span) -> Span {
        let start = self.origin(span.start).map_or(span.start, |origin| origin.use_site.start);
        let end = self.origin(span.end.saturating_sub(1)).map_or(span.end, |origin| origin.use_site.end);
        Span::new(start, end.max(start))
    }

    /// The diagnostic with spans of the text, and with the macros that made the token of its first span. Fixes of tokens that
    /// macros made are dropped: they are not in the text.
    pub(crate) fn explain(&self, mut diagnostic: Diagnostic, interner: &Interner) -> Diagnostic {
        diagnostic.fixes.retain(|fix| {
            fix.edits.iter().all(|edit| edit.span.start < self.start && edit.span.end <= self.start)
        });
        let origin = diagnostic.span().and_then(|span| self.origin(span.start));
        for label in &mut diagnostic.labels {
            label.span = self.in_text(label.span);
        }
        let Some(origin) = origin else { return diagnostic };
        let levels = self.range(origin.levels);
        let mut add = |span: Span, text: String| {
            if diagnostic.labels.iter().all(|label| label.span != span) {
                diagnostic.labels.push(Label { span, text, primary: false });
            }
        };
        if levels.len() > 1 || levels.iter().any(|level| level.definition.is_some()) {
            add(origin.written, "written here".to_owned());
        }
        for (depth, level) in levels.iter().enumerate().take(MOST_LEVELS) {
            let name = interner.text(level.name);
            if depth > 0 {
                add(level.at, format!("`{name}` is expanded here"));
            }
            if let Some(definition) = level.definition {
                add(definition, format!("in expansion of macro `{name}` defined here"));
            }
        }
        diagnostic
    }
}
