//! Diagnostics of the lowering.
//!
//! All of this is `#[cold]`, so that the paths to it are kept apart from the code for valid shaders.

use crate::diagnostics::{Asked, Code, Diagnostic, Fix, Severity, Sink};
use crate::extensions::Extension;
use crate::lower::Lowering;
use crate::lower::expressions::places::Place;
use crate::lower::scopes::Entity;
use crate::parser::Spanned;
use crate::spelling::closest;
use crate::symbols::Symbol;
use crate::tokens::keywords::word;
use rustc_hash::FxHashSet;
use std::cell::Cell;
use vitrum_glsl::features::Feature;
use vitrum_glsl::words::WordStatus;
use vitrum_ir::Span;

/// Errors of statements that are in the wrong place, perhaps since a syntax error hides the statement around them.
const CONSEQUENCES: [Code; 3] = [Code::StrayJump, Code::StrayLabel, Code::StatementBeforeCase];

/// Collects the diagnostics of a shader.
#[derive(Debug)]
pub(crate) struct Report<'a> {
    pub(crate) sink: &'a mut Sink,
    /// The warnings of groups that are looked for.
    pub(crate) asked: Asked,
    /// The latest diagnostic, to which labels, notes and help can still be added.
    pub(crate) pending: Option<Diagnostic>,
    /// Undeclared names that have been reported.
    undeclared: FxHashSet<Symbol>,
    /// Features that extensions have, which have been reported.
    lacking: FxHashSet<(&'static str, Extension)>,
    /// Built-in functions that the version lacks, which have been reported.
    functions: FxHashSet<Symbol>,
    /// The number of misspelt names that still get a suggestion.
    suggestions_left: Cell<u32>,
    /// The place for an `#extension` directive: behind the line of `#version`.
    pub(crate) directives: Span,
    /// True after an error that is not reported by itself.
    pub(crate) failed: bool,
    /// True if a part of the text is missing, after a fault that was reported, so that names that are not declared are no
    /// faults of their own.
    pub(crate) is_cut_off: bool,
    /// The numbers of tokens before which something was left out, after a fault that was reported.
    pub(crate) gaps: Vec<usize>,
    /// Ranges of tokens that are not understood, after a fault that was reported.
    pub(crate) unread: Vec<(usize, usize)>,
    /// True if the function being read had a syntax error, so that the statement around another one may be lost.
    pub(crate) is_recovered: bool,
    /// The number of diagnostics before those of the lowering.
    first: usize,
    /// True if nothing more is reported: everything else follows from an error that was.
    is_muted: bool,
    /// True if that is so behind the latest diagnostic.
    mutes: bool,
    /// The line for which a lack of the version was reported last.
    lack: Option<u32>,
    /// All of these lines.
    lacks: Vec<Option<u32>>,
}

impl<'a> Report<'a> {
    /// Nothing reported yet.
    pub(crate) fn new(sink: &'a mut Sink) -> Self {
        let first = sink.diagnostics().len();
        Self {
            asked: sink.asked(),
            sink,
            pending: None,
            undeclared: FxHashSet::default(),
            lacking: FxHashSet::default(),
            functions: FxHashSet::default(),
            suggestions_left: Cell::new(32),
            directives: Span::default(),
            failed: false,
            is_cut_off: false,
            gaps: Vec::new(),
            unread: Vec::new(),
            is_recovered: false,
            first,
            is_muted: false,
            mutes: false,
            lack: None,
            lacks: Vec::new(),
        }
    }

    /// True if there has been an error.
    pub(crate) fn has_errors(&self) -> bool {
        self.sink.has_errors() || self.pending.is_some() || self.failed
    }

    /// Reports an error; labels, notes and help can follow.
    #[cold]
    pub(crate) fn error(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.flush();
        if self.is_muted || self.is_recovered && CONSEQUENCES.contains(&code) {
            self.failed = true;
            return;
        }
        self.pending = Some(Diagnostic::at(code, span, message));
    }

    /// True if an error was reported that may be why a layout qualifier is missing.
    pub(crate) fn may_hide_layouts(&mut self) -> bool {
        if !self.has_errors() {
            return false;
        }
        self.flush();
        let hides = |diagnostic: &Diagnostic| {
            matches!(
                diagnostic.code,
                Code::SyntaxError
                    | Code::ReservedWord
                    | Code::UnknownLayout
                    | Code::LayoutStage
                    | Code::LayoutValue
                    | Code::LayoutConflict
                    | Code::MisplacedQualifier
                    | Code::VersionLacks
            )
        };
        self.sink.diagnostics().iter().any(hides)
    }

    /// Takes back the diagnostics before number `end` that are at these tokens: another error explains them.
    #[cold]
    pub(crate) fn supersede(&mut self, tokens: &[Spanned], end: usize) {
        let is_moot = |diagnostic: &Diagnostic| {
            let at = diagnostic.span().map(|span| span.start);
            at.is_some_and(|at| {
                tokens.iter().any(|(_, span)| span.start <= at && at < span.end.max(span.start + 1))
            })
        };
        self.failed |= self.sink.retract(self.first..end, is_moot);
    }

    /// Reports nothing behind the latest diagnostic.
    #[cold]
    pub(crate) fn mute(&mut self) {
        self.mutes = true;
    }

    /// Reports a qualifier where it is not allowed.
    #[cold]
    pub(crate) fn misplaced(&mut self, span: Span, message: impl Into<String>) {
        self.error(Code::MisplacedQualifier, span, message);
    }

    /// Reports a second declaration of a name whose first one is at `before`.
    #[cold]
    pub(crate) fn redefinition(&mut self, span: Span, message: impl Into<String>, before: Span) {
        self.error(Code::Redefinition, span, message);
        self.label(before, "first declared here");
    }

    /// Reports what the specification forbids, but other compilers accept: a warning, unless the levels are strict. Labels and
    /// notes can follow.
    #[cold]
    pub(crate) fn leniency(&mut self, code: Code, span: Span, message: impl Into<String>) {
        match self.sink.is_strict() {
            true => self.error(code, span, message),
            false => self.warning(code, span, message),
        }
    }

    /// Reports something suspicious.
    #[cold]
    pub(crate) fn warning(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.flush();
        self.pending = Some(Diagnostic::at(code, span, message).with_severity(Severity::Warning));
    }

    /// Reports an error in a name, with a similar name if there is one.
    #[cold]
    pub(crate) fn error_with_name(
        &mut self,
        code: Code,
        span: Span,
        message: impl Into<String>,
        similar: Option<String>,
    ) {
        self.error(code, span, message);
        self.pending = self.pending.take().map(|diagnostic| diagnostic.similar(span, similar));
    }

    /// Adds a span to the latest diagnostic.
    #[cold]
    pub(crate) fn label(&mut self, span: Span, text: impl Into<String>) {
        // Declarations of the language have no place.
        if span == Span::default() {
            return;
        }
        self.pending = self.pending.take().map(|diagnostic| diagnostic.secondary(span, text));
    }

    /// Adds a note to the latest diagnostic.
    #[cold]
    pub(crate) fn note(&mut self, text: impl Into<String>) {
        self.pending = self.pending.take().map(|diagnostic| diagnostic.note(text));
    }

    /// Adds the advice to enable an extension.
    #[cold]
    pub(crate) fn help_extension(&mut self, extension: Extension) {
        let line = format!("#extension {} : require", extension.name());
        self.fix(format!("add `{line}`"), self.directives, format!("{line}\n"));
    }

    /// Adds advice to the latest diagnostic.
    #[cold]
    pub(crate) fn help(&mut self, text: impl Into<String>) {
        self.pending = self.pending.take().map(|diagnostic| diagnostic.help(text));
    }

    /// Adds a change of the text to the latest diagnostic, which gives what the author meant.
    #[cold]
    pub(crate) fn fix(&mut self, title: impl Into<String>, span: Span, text: impl Into<String>) {
        self.pending = self.pending.take().map(|diagnostic| diagnostic.fix(title, span, text));
    }

    /// Adds a change of the text to the latest diagnostic, which may give what the author meant.
    #[cold]
    pub(crate) fn suggest(&mut self, title: impl Into<String>, span: Span, text: impl Into<String>) {
        self.pending = self.pending.take().map(|diagnostic| diagnostic.suggest(title, span, text));
    }

    /// Takes the changes of the latest diagnostic for likely ones: more may be needed.
    #[cold]
    pub(crate) fn doubt_fixes(&mut self) {
        let fixes = self.pending.iter_mut().flat_map(|diagnostic| &mut diagnostic.fixes);
        fixes.for_each(|fix| fix.certain = false);
    }

    /// Adds a change of several places to the latest diagnostic.
    #[cold]
    pub(crate) fn with_fix(&mut self, fix: Fix) {
        self.pending = self.pending.take().map(|diagnostic| diagnostic.with_fix(fix));
    }

    /// Passes the latest diagnostic on to the sink.
    pub(crate) fn flush(&mut self) {
        if let Some(diagnostic) = self.pending.take() {
            self.sink.emit(diagnostic);
            self.is_muted |= self.mutes;
        }
    }

    /// Takes uses of a name for no errors.
    #[cold]
    pub(crate) fn forgive(&mut self, name: Symbol) {
        self.undeclared.insert(name);
    }

    /// True if a word of another language was reported; it is reported once.
    #[cold]
    pub(crate) fn is_known_word(&mut self, name: Symbol) -> bool {
        let known = !self.undeclared.insert(name);
        self.failed |= known && self.sink.has_errors();
        known && self.sink.has_errors()
    }

    /// True if the lack of a built-in function was reported; it is reported once.
    #[cold]
    pub(crate) fn is_known_function(&mut self, name: Symbol) -> bool {
        let known = !self.functions.insert(name);
        self.failed |= known;
        known
    }

    /// True if a name that is not declared has been reported, or need not be; it is reported once.
    #[cold]
    pub(crate) fn is_forgiven(&mut self, name: Symbol) -> bool {
        let forgiven = self.is_cut_off || !self.undeclared.insert(name);
        self.failed |= forgiven;
        forgiven
    }

    /// The one of these names that is most similar.
    pub(crate) fn suggestion_of<'n>(
        &self,
        text: &str,
        names: impl Iterator<Item = &'n str>,
    ) -> Option<String> {
        let left = self.suggestions_left.get();
        self.suggestions_left.set(left.checked_sub(1)?);
        closest(text, names).map(str::to_owned)
    }
}

impl Lowering<'_> {
    /// Reports a construct that the version does not have.
    #[cold]
    pub(crate) fn unsupported(&mut self, span: Span, what: &str) {
        if self.is_lack_of_line(span) {
            return;
        }
        let message = format!("version {} does not support {what}", self.version());
        self.report.error(Code::VersionLacks, span, message);
        self.note_version();
    }

    /// Adds to an error about the version that the shader names none, which explains further errors too.
    #[cold]
    pub(crate) fn note_version(&mut self) {
        if self.settings.names_version {
            return;
        }
        let version = self.version();
        self.report.note(format!("the shader has no `#version`, so that it is read as version {version}"));
        let start = self.report.directives;
        self.report.suggest("add the version", start, "#version 450\n");
        self.report.mute();
    }

    /// Checks that the version or an enabled extension has a feature; reports it otherwise.
    pub(crate) fn require(&mut self, feature: Feature, span: Span) -> bool {
        let has = self.has(feature);
        if !has {
            let extension = feature.extensions().find(|it| it.exists_in(self.version()));
            if let Some(extension) = extension {
                let is_first = self.report.lacking.insert((feature.info().what, extension));
                if !is_first || self.is_known_lack(span) {
                    self.report.failed = true;
                    return false;
                }
            }
            self.unsupported(span, feature.info().what);
            if let Some(extension) = extension {
                self.report.help_extension(extension);
            }
        }
        has
    }

    /// Declares a name whose declaration could not be read.
    #[cold]
    pub(crate) fn declare_failed(&mut self, name: Symbol, span: Span) {
        self.scopes.bind(name, Entity::Error, span);
    }

    /// True if a lack of the version was reported last, for the same line: several words of a declaration may need one
    /// extension or version.
    #[cold]
    pub(crate) fn is_known_lack(&mut self, span: Span) -> bool {
        let line = self.settings.line_of(span);
        let known = line.is_some() && self.report.lack == line;
        self.report.failed |= known;
        known
    }

    /// The same; if there was none, one is reported now.
    #[cold]
    pub(crate) fn is_lack_of_line(&mut self, span: Span) -> bool {
        self.report.flush();
        let known = self.is_known_lack(span);
        self.report.lack = self.settings.line_of(span);
        self.report.lacks.push(self.report.lack);
        known
    }

    /// Takes back what was reported of literals that the version lacks, where it lacks the rest of the line, too.
    pub(crate) fn supersede_literals(&mut self) {
        if self.report.lacks.is_empty() && !self.report.is_muted {
            return;
        }
        self.report.flush();
        let (lacks, all, settings) = (&self.report.lacks, self.report.is_muted, &self.settings);
        let is_moot = |diagnostic: &Diagnostic| {
            let line = || diagnostic.span().and_then(|span| settings.line_of(span));
            diagnostic.code == Code::NumberNeedsVersion && (all || lacks.contains(&line()))
        };
        self.report.sink.retract(0..self.report.first, is_moot);
    }

    /// True if a name is a reserved word, which was reported.
    pub(crate) fn is_reserved(&mut self, name: Symbol) -> bool {
        let status = word(name).map(|word| word.availability.status(self.extensions.here()));
        let is_reserved = status == Some(WordStatus::Reserved);
        self.report.failed |= is_reserved;
        is_reserved
    }

    /// The name of a place, for messages.
    #[cold]
    pub(crate) fn place_name(&self, place: &Place) -> String {
        match place.variable.and_then(|id| self.variables.get(id)) {
            Some(variable) => format!("`{}`", self.symbols.text(variable.name)),
            None => "this expression".to_owned(),
        }
    }

    /// Adds the span of the variable that a place belongs to.
    #[cold]
    pub(crate) fn label_declaration(&mut self, place: &Place) {
        if let Some(variable) = place.variable.and_then(|id| self.variables.get(id)) {
            let span = variable.span;
            self.report.label(span, "declared here");
        }
    }

    /// Reports nesting beyond the limit.
    #[cold]
    pub(crate) fn report_nesting(&mut self, span: Span) {
        let limit = self.settings.limits.nesting;
        let message = format!("statements or expressions are nested more than {limit} levels deep");
        self.report.error(Code::NestingLimit, span, message);
    }
}
