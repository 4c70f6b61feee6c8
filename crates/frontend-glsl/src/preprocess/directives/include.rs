//! `#include`, through the caller's callback.

use vitrum_ir::Span;

use crate::diagnostics::{Code, Diagnostic};
use crate::extensions::Extension;
use crate::preprocess::IncludeRequest;
use crate::preprocess::directives::Directive;
use crate::preprocess::expand::Preprocessor;
use crate::preprocess::macros::{PpKind, PpToken};
use crate::tokens::Punctuator;

const INCLUDE: &[Extension] = &[Extension::GoogleIncludeDirective, Extension::ArbShadingLanguageInclude];
const FILE_NAMES: &[Extension] =
    &[Extension::GoogleCppStyleLineDirective, Extension::ArbShadingLanguageInclude];

/// The operand of `#include`.
struct Path {
    text: String,
    system: bool,
    span: Span,
}

impl Preprocessor<'_> {
    pub(super) fn include(&mut self, directive: Span) {
        let (line, _) = self.rest_of_line();
        if !self.options.allow_include && !self.words.dialect().extensions.contains_any(INCLUDE) {
            let message = "`#include` requires an extension";
            let diagnostic = Diagnostic::at(Code::IncludeNotEnabled, directive, message)
                .help("add `#extension GL_GOOGLE_include_directive : require`");
            self.session.diagnostics.emit(diagnostic);
            return;
        }
        let Some(path) = self.include_path(line) else {
            self.report_malformed_include(directive);
            return;
        };
        self.include_file(&path);
    }

    /// Reports an `#include` of another form.
    #[cold]
    fn report_malformed_include(&mut self, directive: Span) {
        let message = "malformed directive: expected `#include \"FILE\"` or `#include <FILE>`";
        let mut diagnostic = Diagnostic::at(Code::MalformedDirective, directive, message);
        let sources = &self.session.sources;
        let rest = sources.file_at(directive.start).and_then(|file| {
            let from = directive.end.checked_sub(sources.start(file))?;
            sources.text(file).get(from as usize..)?.lines().next()
        });
        let rest = rest.unwrap_or("");
        let path = rest.trim();
        let name = path.trim_matches(['"', '\'']);
        let is_path = |letter: char| letter.is_ascii_alphanumeric() || "_./-".contains(letter);
        if !name.is_empty() && name.chars().all(is_path) {
            let start = directive.end + (rest.len() - rest.trim_start().len()) as u32;
            let span = Span::new(start, start + path.len() as u32);
            diagnostic = diagnostic.suggest("write the name in quotation marks", span, format!("\"{name}\""));
        }
        self.session.diagnostics.emit(diagnostic);
        self.is_cut_off = true;
    }

    fn include_path(&mut self, line: Vec<PpToken>) -> Option<Path> {
        let is_path =
            |token: &PpToken| matches!(token.kind, PpKind::String(_) | PpKind::Punctuator(Punctuator::Less));
        let line = if line.first().is_some_and(is_path) { line } else { self.expand_list(line) };
        let (first, rest) = line.split_first()?;
        if let PpKind::String(text) = first.kind {
            self.check_extra(Directive::Include, rest);
            let text = self.text(text).to_owned();
            return Some(Path { text, system: false, span: self.shown(*first) });
        }
        let close = line.iter().position(|token| token.kind == PpKind::Punctuator(Punctuator::Greater))?;
        if first.kind != PpKind::Punctuator(Punctuator::Less) {
            return None;
        }
        let (last, rest) = line.get(close..)?.split_first()?;
        self.check_extra(Directive::Include, rest);
        // As it is written: a path is not made of tokens.
        let text = self.session.sources.slice(Span::new(first.span.end, last.span.start)).to_owned();
        Some(Path { text, system: true, span: self.shown(*first).to(self.shown(*last)) })
    }

    fn include_file(&mut self, path: &Path) {
        let depth = self.frames.len();
        let limit = self.options.limits.include_depth;
        if depth > limit {
            self.report(
                Code::IncludeDepth,
                path.span,
                format!("includes are nested more than {limit} levels deep"),
            );
            self.stop();
            return;
        }
        let Some(frame) = self.frames.last() else { return };
        let includer = self.session.sources.name(frame.file);
        let request = IncludeRequest { path: &path.text, system: path.system, includer, depth };
        let found = match self.session.includes {
            Some(include) => include(&request),
            None => Err("no include resolver is set".to_owned()),
        };
        match found {
            Ok(file) if self.once.contains(&file.name) => {}
            Ok(file) => match self.session.sources.add(file.name, file.text) {
                Ok(id) => {
                    self.session.sources.set_included_at(id, path.span);
                    self.included += 1;
                    self.push_frame(id, self.included, false);
                }
                Err(_) => self.report(Code::SourceTooLarge, path.span, "source files exceed 4 GiB in total"),
            },
            Err(reason) => {
                // Further lines, such as the folders that were searched, are notes.
                let mut lines = reason.lines();
                let message = format!("cannot include `{}`: {}", path.text, lines.next().unwrap_or(""));
                let diagnostic = Diagnostic::at(Code::IncludeFailed, path.span, message);
                self.session
                    .diagnostics
                    .emit(lines.fold(diagnostic, |diagnostic, line| diagnostic.note(line)));
                self.is_cut_off = true;
            }
        }
    }

    /// A `#line` with a name of a file needs an extension.
    pub(super) fn check_file_names_allowed(&mut self, span: Span) {
        if !self.words.dialect().extensions.contains_any(FILE_NAMES) {
            let diagnostic =
                Diagnostic::at(Code::LineNumber, span, "file name in `#line` requires an extension")
                    .help("add `#extension GL_GOOGLE_cpp_style_line_directive : require`");
            self.session.diagnostics.emit(diagnostic);
        }
    }
}
