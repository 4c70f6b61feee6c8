//! Diagnostics: messages about the user's text, with spans and advice.
//!
//! Every kind of diagnostic is a row of the table in [`codes`]. A [`Diagnostic`] is data; [`render`] makes text of it.
//!
//! ```
//! use vitrum_diagnostics::render::{Style, render};
//! use vitrum_diagnostics::{Code, Diagnostic};
//! use vitrum_ir::{SourceMap, Span};
//!
//! let mut sources = SourceMap::new();
//! sources.add("a.frag", "void main() { x; }").map_err(|_| "too large")?;
//! let unknown = Diagnostic::at(Code::UndeclaredName, Span::new(14, 15), "cannot find `x`");
//! assert!(render(&unknown, &sources, Style::Plain).starts_with("error[E0300]: cannot find `x`"));
//! # Ok::<(), &str>(())
//! ```

pub mod codes;
pub mod levels;
pub mod render;

use std::ops::Range;
use vitrum_ir::{SourceMap, Span};

pub use codes::Code;
pub use levels::{Asked, Level, Levels, WarningGroup};

/// The severity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Information for the user.
    Note,
    /// Suspicious, but it compiles.
    Warning,
    /// It does not compile.
    Error,
}

impl Severity {
    /// The lower-case word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// A span of the text with a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The span.
    pub span: Span,
    /// The message; may be empty.
    pub text: String,
    /// True if the fault is here; otherwise this is context.
    pub primary: bool,
}

/// A replacement of a piece of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The text that goes; empty for an insertion.
    pub span: Span,
    /// The text that comes.
    pub text: String,
}

/// A change of the text that mends a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// Its effect: "insert `;`"; lower case, no full stop.
    pub title: String,
    /// The replacements, in order of position; they do not overlap.
    pub edits: Vec<Edit>,
    /// True if it gives what the author meant, so that `vitrum fix` may apply it without asking.
    pub certain: bool,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The row of the table.
    pub code: Code,
    /// The row's severity, unless the report chose another.
    pub severity: Severity,
    /// Message: the fault and the expectation; lower case, no full stop.
    pub message: String,
    /// The labels, primary ones first.
    pub labels: Vec<Label>,
    /// Further facts.
    pub notes: Vec<String>,
    /// Advice to the user.
    pub helps: Vec<String>,
    /// Changes of the text that mend it, the best one first.
    pub fixes: Vec<Fix>,
}

impl Diagnostic {
    /// A diagnostic without labels.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: code.info().severity,
            message: message.into(),
            labels: Vec::new(),
            notes: Vec::new(),
            helps: Vec::new(),
            fixes: Vec::new(),
        }
    }

    /// A diagnostic at a span.
    pub fn at(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self::new(code, message).label(span, "")
    }

    /// Adds a primary label.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        let after_primaries = self.labels.iter().take_while(|label| label.primary).count();
        self.labels.insert(after_primaries, Label { span, text: text.into(), primary: true });
        self
    }

    /// Adds a secondary label.
    pub fn secondary(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into(), primary: false });
        self
    }

    /// Adds a message to the first primary span, which has none yet.
    pub fn saying(mut self, text: impl Into<String>) -> Self {
        if let Some(first) = self.labels.first_mut() {
            first.text = text.into();
        }
        self
    }

    /// Adds a further fact.
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Adds advice.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.helps.push(text.into());
        self
    }

    /// Adds a change that gives what the author meant: the text of a span is replaced.
    pub fn fix(self, title: impl Into<String>, span: Span, text: impl Into<String>) -> Self {
        self.with_fix(Fix {
            title: title.into(),
            edits: vec![Edit { span, text: text.into() }],
            certain: true,
        })
    }

    /// Adds a change that may be what the author meant.
    pub fn suggest(self, title: impl Into<String>, span: Span, text: impl Into<String>) -> Self {
        self.with_fix(Fix {
            title: title.into(),
            edits: vec![Edit { span, text: text.into() }],
            certain: false,
        })
    }

    /// Adds the name that may be meant by the one at the span, if there is one.
    pub fn similar(self, span: Span, name: Option<String>) -> Self {
        match name {
            Some(name) => self.suggest(format!("did you mean `{name}`?"), span, name),
            None => self,
        }
    }

    /// Adds a change of several places.
    pub fn with_fix(mut self, fix: Fix) -> Self {
        self.fixes.push(fix);
        self
    }

    /// The diagnostic with a number added to its spans, for text that was appended to a source map.
    pub fn shifted(mut self, shift: u32) -> Self {
        for label in &mut self.labels {
            label.span = label.span.shifted(shift);
        }
        for edit in self.fixes.iter_mut().flat_map(|fix| &mut fix.edits) {
            edit.span = edit.span.shifted(shift);
        }
        self
    }

    /// Another severity than the row's.
    pub fn with_severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// The first primary span.
    pub fn span(&self) -> Option<Span> {
        self.labels.first().map(|label| label.span)
    }
}

/// Sorts diagnostics by the position of their first span; what an included file holds lies where it is included. Those
/// without a span come last. Diagnostics of one position keep their order.
pub fn sort_by_position(diagnostics: &mut [Diagnostic], sources: &SourceMap) {
    diagnostics.sort_by_cached_key(|diagnostic| {
        let span = diagnostic.span();
        let mut positions: Vec<u32> = span.map(|span| span.start).into_iter().collect();
        positions
            .extend(span.into_iter().flat_map(|span| sources.includes_of(span.start)).map(|at| at.start));
        positions.reverse();
        (span.is_none(), positions)
    });
}

/// Collects diagnostics, up to a limit of errors, and as many others.
#[derive(Clone, Debug)]
pub struct Sink {
    diagnostics: Vec<Diagnostic>,
    levels: Levels,
    asked: Asked,
    limit: usize,
    errors: usize,
    /// Errors that are no warnings by their row.
    faults: usize,
    others: usize,
    suppressed: usize,
}

impl Default for Sink {
    fn default() -> Self {
        Self::new(Self::DEFAULT_LIMIT)
    }
}

impl Sink {
    /// The default limit of errors.
    pub const DEFAULT_LIMIT: usize = 100;

    /// A sink that keeps `limit` errors, as many other diagnostics, and counts the rest.
    pub fn new(limit: usize) -> Self {
        Self {
            diagnostics: Vec::new(),
            levels: Levels::default(),
            asked: Asked::default(),
            limit,
            errors: 0,
            faults: 0,
            others: 0,
            suppressed: 0,
        }
    }

    /// The same with other levels of warnings.
    pub fn with_levels(mut self, levels: Levels) -> Self {
        self.asked = levels.asked();
        self.levels = levels;
        self
    }

    /// The warnings of groups that are looked for.
    pub fn asked(&self) -> Asked {
        self.asked
    }

    /// Takes a diagnostic.
    pub fn emit(&mut self, diagnostic: Diagnostic) {
        let Some(diagnostic) = self.levels.apply(diagnostic) else { return };
        // Errors have a limit of their own, so that no number of warnings hides one.
        let is_error = diagnostic.severity == Severity::Error;
        let before = if is_error { self.errors } else { self.others };
        self.errors += usize::from(is_error);
        self.faults += usize::from(is_error && diagnostic.code.info().severity == Severity::Error);
        self.others += usize::from(!is_error);
        if before < self.limit {
            self.diagnostics.push(diagnostic);
        } else {
            self.suppressed += 1;
        }
    }

    /// Takes back diagnostics of a range of numbers, which another one explains. True if there were any.
    #[cold]
    pub fn retract(&mut self, range: Range<usize>, is_moot: impl Fn(&Diagnostic) -> bool) -> bool {
        let mut kept = Vec::with_capacity(self.diagnostics.len());
        let before = self.diagnostics.len();
        for (index, diagnostic) in std::mem::take(&mut self.diagnostics).into_iter().enumerate() {
            if !range.contains(&index) || !is_moot(&diagnostic) {
                kept.push(diagnostic);
                continue;
            }
            let is_error = diagnostic.severity == Severity::Error;
            let is_fault = is_error && diagnostic.code.info().severity == Severity::Error;
            self.errors -= usize::from(is_error);
            self.faults -= usize::from(is_fault);
            self.others -= usize::from(!is_error);
        }
        self.diagnostics = kept;
        self.diagnostics.len() < before
    }

    /// Takes a diagnostic about what the specification forbids, but other compilers accept: a warning, unless the levels are
    /// strict.
    #[cold]
    pub fn emit_leniency(&mut self, diagnostic: Diagnostic) {
        let severity = if self.levels.strict { Severity::Error } else { Severity::Warning };
        self.emit(diagnostic.with_severity(severity));
    }

    /// True if nothing is accepted that the specification forbids.
    pub fn is_strict(&self) -> bool {
        self.levels.strict
    }

    /// Reports a diagnostic that is only a message at a span.
    #[cold]
    pub fn report(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.emit(Diagnostic::at(code, span, message));
    }

    /// The number of errors, kept or not.
    pub fn error_count(&self) -> usize {
        self.errors
    }

    /// True if there has been an error.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// True if there has been an error other than a warning that is treated as one.
    pub fn has_faults(&self) -> bool {
        self.faults > 0
    }

    /// True if the limit of errors is reached, so that a compilation can end.
    pub fn is_full(&self) -> bool {
        self.errors >= self.limit
    }

    /// The number of diagnostics beyond the limit.
    pub fn suppressed(&self) -> usize {
        self.suppressed
    }

    /// The diagnostics that were kept, in order of arrival.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The diagnostics that were kept. If there were more than the limit, the last one says how many are missing.
    pub fn into_diagnostics(mut self) -> Vec<Diagnostic> {
        if self.suppressed > 0 {
            let message = format!("{} more diagnostics not shown", self.suppressed);
            self.diagnostics.push(Diagnostic::new(Code::TooManyDiagnostics, message));
        }
        self.diagnostics
    }
}
