//! Diagnostics of the lowering.
//!
//! All of this is `#[cold]`, so that the paths to it are kept apart from the code for valid shaders.

use crate::builtins::table::Since;
use crate::builtins::variables::builtin_names;
use crate::builtins::{all_rows, available};
use crate::diagnostics::{Asked, Code, Diagnostic, Fix, Severity, Sink};
use crate::extensions::Extension;
use crate::lower::Lowering;
use crate::lower::expressions::places::Place;
use crate::lower::scopes::Entity;
use crate::spelling::{closest, stage_name};
use crate::stages::Stages;
use crate::symbols::Symbol;
use crate::tokens::Keyword;
use crate::tokens::keywords::word;
use rustc_hash::FxHashSet;
use std::cell::Cell;
use vitrum_glsl::features::Feature;
use vitrum_glsl::foreign::{Language, foreign};
use vitrum_glsl::words::WordStatus;
use vitrum_ir::Span;

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
    /// The extension whose lack was reported last, and the line.
    lack: Option<(Extension, Option<u32>)>,
}

impl<'a> Report<'a> {
    /// Nothing reported yet.
    pub(crate) fn new(sink: &'a mut Sink) -> Self {
        Self {
            asked: sink.asked(),
            sink,
            pending: None,
            undeclared: FxHashSet::default(),
            suggestions_left: Cell::new(32),
            directives: Span::default(),
            failed: false,
            is_cut_off: false,
            gaps: Vec::new(),
            lack: None,
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
        self.pending = Some(Diagnostic::at(code, span, message));
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

    /// Adds a change of several places to the latest diagnostic.
    #[cold]
    pub(crate) fn with_fix(&mut self, fix: Fix) {
        self.pending = self.pending.take().map(|diagnostic| diagnostic.with_fix(fix));
    }

    /// Passes the latest diagnostic on to the sink.
    pub(crate) fn flush(&mut self) {
        if let Some(diagnostic) = self.pending.take() {
            self.sink.emit(diagnostic);
        }
    }

    /// Takes uses of a name for no errors.
    #[cold]
    pub(crate) fn forgive(&mut self, name: Symbol) {
        self.undeclared.insert(name);
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
        let message = format!("version {} does not support {what}", self.version());
        self.report.error(Code::VersionLacks, span, message);
    }

    /// Checks that the version or an enabled extension has a feature; reports it otherwise.
    pub(crate) fn require(&mut self, feature: Feature, span: Span) -> bool {
        let has = self.has(feature);
        if !has {
            let extension = feature.extensions().find(|it| it.exists_in(self.version()));
            if extension.is_some_and(|extension| self.is_known_lack(extension, span)) {
                return false;
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

    /// True if the lack of an extension was reported last, for the same line: several words of a declaration may need it.
    #[cold]
    pub(crate) fn is_known_lack(&mut self, extension: Extension, span: Span) -> bool {
        let line = self.settings.line_of(span);
        let known = self.report.lack.replace((extension, line)) == Some((extension, line));
        self.report.failed |= known;
        known
    }

    /// True if a name is a reserved word, which was reported.
    pub(crate) fn is_reserved(&mut self, name: Symbol) -> bool {
        let status = word(name).map(|word| word.availability.status(self.extensions.here()));
        let is_reserved = status == Some(WordStatus::Reserved);
        self.report.failed |= is_reserved;
        is_reserved
    }

    /// Reports a name that nothing declares.
    #[cold]
    pub(crate) fn undeclared(&mut self, name: Symbol, span: Span) {
        if self.report.is_forgiven(name) || self.is_reserved(name) {
            return;
        }
        let text = self.symbols.text(name).to_owned();
        if self.elsewhere(name).is_some() {
            let (stage, version) = (stage_name(self.module.stage), self.version());
            let message = format!("`{text}` is not available in {stage} shaders of version {version}");
            self.report.error(Code::UndeclaredName, span, message);
            self.help_elsewhere(name);
            self.help_successor(name, span);
            return;
        }
        if let Some((language, instead)) = foreign(&text) {
            self.report.error(Code::UndeclaredName, span, format!("`{text}` is not declared"));
            self.help_instead(language, &text, instead, span);
            return;
        }
        let similar = self.suggestion(&text);
        self.report.error_with_name(Code::UndeclaredName, span, format!("`{text}` is not declared"), similar);
    }

    /// Adds what took the place of a name that the version or API lacks to the latest diagnostic.
    #[cold]
    pub(crate) fn help_successor(&mut self, name: Symbol, span: Span) {
        let text = self.symbols.text(name).to_owned();
        if let Some((language @ (Language::OldGlsl | Language::OpenGl), instead)) = foreign(&text) {
            self.help_instead(language, &text, instead, span);
        }
    }

    /// The name that is most similar to a misspelt one. Only the first few misspellings get one, which bounds the cost.
    #[cold]
    pub(crate) fn suggestion(&mut self, text: &str) -> Option<String> {
        let visible = self.scopes.visible().map(|symbol| self.symbols.text(symbol));
        let stage = Stages::of(self.module.stage);
        let here = |since: &Since| available(since, self.extensions.here(), stage).is_ok();
        let functions = all_rows().iter().filter(|row| here(&row.since)).map(|row| row.name);
        let variables = builtin_names().filter(|row| here(&row.1)).map(|row| row.0);
        let words = [Keyword::Break, Keyword::Continue, Keyword::Discard, Keyword::Return];
        let words = words.iter().map(|word| word.text());
        self.report.suggestion_of(text, visible.chain(functions).chain(variables).chain(words))
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
