//! Directives: lines that begin with `#`.

mod define;
mod extension;
mod include;
mod version;

use vitrum_glsl::features::Feature;
use vitrum_ir::{Span, Stage};

use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::preprocess::expand::Preprocessor;
use crate::preprocess::macros::{PpKind, PpToken};
use crate::preprocess::{Pragma, PragmaKind};
use crate::spelling::closest;
use crate::tokens::Punctuator;

macro_rules! directives {
    ($($variant:ident $text:literal,)*) => {
        /// A directive.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Directive {
            $(#[doc = concat!("`#", $text, "`")] $variant,)*
        }

        impl Directive {
            const ALL: &'static [Self] = &[$(Self::$variant,)*];

            pub(super) fn from_text(text: &str) -> Option<Self> {
                match text {
                    $($text => Some(Self::$variant),)*
                    _ => None,
                }
            }

            pub(super) fn text(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)*
                }
            }
        }
    };
}

directives! {
    Define "define",
    Undef "undef",
    If "if",
    IfDefined "ifdef",
    IfNotDefined "ifndef",
    Elif "elif",
    Else "else",
    EndIf "endif",
    Error "error",
    Pragma "pragma",
    Extension "extension",
    Version "version",
    Line "line",
    Include "include",
}

/// Directives of other preprocessors.
const FOREIGN: &[(&str, &str)] = &[
    ("elseif", "elif"),
    ("elsif", "elif"),
    ("elsedef", "else"),
    ("import", "include"),
    ("require", "include"),
    ("defined", "define"),
    ("const", "define"),
    ("fi", "endif"),
    ("end", "endif"),
];

impl Preprocessor<'_> {
    /// Executes the directive whose `#` was read.
    pub(super) fn directive(&mut self, hash: Span) {
        let use_site = std::mem::replace(&mut self.use_site, hash);
        self.dispatch(hash);
        self.use_site = use_site;
    }

    /// A line that begins with the token `##`. If a directive's name follows, it is reported and executed all the same,
    /// to avoid follow-up errors. False if none follows.
    pub(super) fn doubled(&mut self, hashes: Span) -> bool {
        let Some(directive) = self.directive_behind(hashes) else { return false };
        let name = directive.text();
        let diagnostic = Diagnostic::at(
            Code::StrayHash,
            hashes,
            format!("`##{name}` is not a directive: `##` is a single token"),
        );
        self.session.diagnostics.emit(diagnostic.fix("use a single `#`", hashes, "#"));
        self.directive(hashes);
        true
    }

    /// The same in skipped text, where it would have ended the group.
    pub(super) fn doubled_in_skipped(&mut self, hashes: Span) {
        let Some(directive @ (Directive::Elif | Directive::Else | Directive::EndIf)) =
            self.directive_behind(hashes)
        else {
            return;
        };
        let name = directive.text();
        let message = format!("`##{name}` is not a directive and is skipped with the lines around it");
        let diagnostic = Diagnostic::at(Code::StrayHash, hashes, message).with_severity(Severity::Warning);
        self.session.diagnostics.emit(diagnostic.suggest("use a single `#`", hashes, "#"));
    }

    /// A directive of another preprocessor in skipped text, where it would have ended the group. Skipped text may have
    /// directives that do not exist (GLSL 4.60 section 3.3, as in C++), so this is no error.
    pub(super) fn foreign_in_skipped(&mut self, word: &str, span: Span) {
        let ends = |meant: &str| ["elif", "else", "endif"].contains(&meant);
        let Some((_, meant)) = FOREIGN.iter().find(|row| row.0 == word && ends(row.1)) else { return };
        let message = format!("`#{word}` is not a directive and is skipped with the lines around it");
        let diagnostic =
            Diagnostic::at(Code::UnknownDirective, span, message).with_severity(Severity::Warning);
        self.session.diagnostics.emit(diagnostic.suggest(format!("write `#{meant}`"), span, *meant));
    }

    /// The directive whose name comes next on the line.
    fn directive_behind(&self, before: Span) -> Option<Directive> {
        let frame = self.frames.last()?;
        let text = self.session.sources.text(frame.file);
        let rest = text.get(before.end.checked_sub(frame.base)? as usize..)?;
        let word = rest.trim_start_matches([' ', '\t']);
        let end = word.find(|char: char| !char.is_ascii_alphanumeric()).unwrap_or(word.len());
        Directive::from_text(word.get(..end)?)
    }

    fn dispatch(&mut self, hash: Span) {
        let of_caller = self.frames.last().is_some_and(|frame| frame.of_caller);
        let Some((word, span)) = self.directive_word() else { return };
        let Some(directive) = Directive::from_text(&word) else {
            let shown: String = word.chars().take(60).collect();
            let message = format!("unknown directive `#{shown}`");
            let mut diagnostic = Diagnostic::at(Code::UnknownDirective, span, message);
            if let Some((_, meant)) = FOREIGN.iter().find(|row| row.0 == word) {
                diagnostic = diagnostic.suggest(format!("write `#{meant}`"), span, *meant);
            } else {
                let similar = self.suggestion(&word, Directive::ALL.iter().map(|known| known.text()));
                if similar.is_none() && self.is_prose(span) {
                    diagnostic = diagnostic.suggest("a comment begins with `//`", hash, "//");
                }
                diagnostic = diagnostic.similar(span, similar);
            }
            self.session.diagnostics.emit(diagnostic);
            self.started = true;
            let is_end = FOREIGN.iter().any(|row| row.0 == word && row.1 == "endif");
            match is_end && !self.conditionals.is_empty() {
                true => self.end_group(Directive::EndIf, span),
                false => {
                    self.rest_of_line();
                }
            }
            return;
        };
        let was_started = self.started;
        self.started |= !of_caller;
        match directive {
            Directive::Define => self.define(span),
            Directive::Undef => self.undef(span),
            Directive::If => {
                let condition = self.condition(span);
                self.open_conditional(span, condition);
            }
            Directive::IfDefined | Directive::IfNotDefined => self.if_defined(directive, span),
            Directive::Elif | Directive::Else | Directive::EndIf => self.end_group(directive, span),
            Directive::Error => self.error(span),
            Directive::Pragma => self.pragma(hash, span),
            Directive::Extension => self.extension(hash, span),
            Directive::Version => {
                let is_first = !was_started && self.frames.last().is_some_and(|it| it.file == self.main);
                self.version(hash, span, was_started);
                if is_first {
                    self.push_preamble();
                }
            }
            Directive::Line => self.line(span),
            Directive::Include => self.include(span),
        }
    }

    /// True if words follow on the line.
    fn is_prose(&self, word: Span) -> bool {
        let sources = &self.session.sources;
        let rest = sources.file_at(word.start).and_then(|file| {
            let from = word.end.checked_sub(sources.start(file))?;
            sources.text(file).get(from as usize..)?.lines().next()
        });
        rest.is_some_and(|rest| rest.trim_start().starts_with(|letter: char| letter.is_alphabetic()))
    }

    /// The one of these names that is most similar. There is none once there are enough diagnostics,
    /// which bounds the cost.
    pub(super) fn suggestion<'n>(&self, text: &str, names: impl Iterator<Item = &'n str>) -> Option<String> {
        let meant = if self.session.diagnostics.is_full() { None } else { closest(text, names) };
        meant.map(str::to_owned)
    }

    /// The word after `#`; `None` for an empty directive, which is allowed.
    fn directive_word(&mut self) -> Option<(String, Span)> {
        let frame = self.frames.last_mut()?;
        let (raw, _) = frame.raw()?;
        if raw.kind == crate::lexer::RawKind::Newline {
            return None;
        }
        let span = frame.span(raw);
        Some((frame.cursor.slice(raw).to_owned(), span))
    }

    /// Reads to the end of a line that should be over.
    pub(super) fn end_line(&mut self, directive: Directive) {
        let (rest, _) = self.rest_of_line();
        self.check_extra(directive, &rest);
    }

    /// Reports text behind a directive that takes no more.
    pub(super) fn check_extra(&mut self, directive: Directive, rest: &[PpToken]) {
        if let (Some(first), Some(last)) = (rest.first(), rest.last()) {
            let message = format!("unexpected tokens after `#{}`", directive.text());
            let span = first.span.to(last.span);
            let mut diagnostic = Diagnostic::at(Code::ExtraTokens, span, message);
            let word = match first.kind {
                PpKind::Identifier(name) => self.text(name),
                _ => "",
            };
            match directive {
                Directive::Else if word == "if" => {
                    let at = self
                        .session
                        .sources
                        .slice(Span::new(first.span.start.saturating_sub(5), first.span.end));
                    if at == "else if" {
                        let both = Span::new(first.span.start.saturating_sub(5), first.span.end);
                        diagnostic = diagnostic.fix("write `#elif`", both, "elif");
                    }
                }
                Directive::IfDefined | Directive::IfNotDefined => {
                    diagnostic =
                        diagnostic.help("several macros are tested by `#if defined(A) && defined(B)`");
                }
                Directive::Extension | Directive::Version if first.span == last.span => {
                    diagnostic = diagnostic.fix("remove it", span, "");
                }
                _ => {}
            }
            self.session.diagnostics.emit(diagnostic);
        }
    }

    /// Reports what the specification forbids: an error in ESSL, but a warning in desktop GLSL unless the levels are strict,
    /// since compilers accept it there.
    pub(super) fn emit_desktop_leniency(&mut self, diagnostic: Diagnostic) {
        match self.words.dialect().version.is_es() {
            true => self.session.diagnostics.emit(diagnostic.with_severity(Severity::Error)),
            false => self.session.diagnostics.emit_leniency(diagnostic),
        }
    }

    pub(super) fn malformed(&mut self, span: Span, message: impl Into<String>) {
        self.report(Code::MalformedDirective, span, message);
    }

    fn if_defined(&mut self, directive: Directive, span: Span) {
        let (line, _) = self.rest_of_line();
        let condition = match line.split_first() {
            Some((PpToken { kind: PpKind::Identifier(name), .. }, rest)) => {
                self.check_extra(directive, rest);
                self.macros.find(*name).is_some() == (directive == Directive::IfDefined)
            }
            _ => {
                let message = format!("`#{}` requires a macro name", directive.text());
                let mut diagnostic = Diagnostic::at(Code::MalformedDirective, span, message);
                if let [open, name, close] = line.as_slice()
                    && let PpKind::Identifier(symbol) = name.kind
                    && (open.kind, close.kind)
                        == (
                            PpKind::Punctuator(Punctuator::LeftParen),
                            PpKind::Punctuator(Punctuator::RightParen),
                        )
                {
                    let whole = Span::new(span.end, close.span.end);
                    let name = format!(" {}", self.text(symbol));
                    diagnostic = diagnostic.fix("remove the parentheses", whole, name);
                }
                self.session.diagnostics.emit(diagnostic);
                false
            }
        };
        self.open_conditional(span, condition);
    }

    fn error(&mut self, span: Span) {
        let (_, end) = self.rest_of_line();
        let text = self.session.sources.slice(Span::new(span.end, end)).trim();
        let message = if text.is_empty() { "#error".to_owned() } else { format!("#error: {text}") };
        self.report(Code::UserError, span, message);
    }

    /// `#line LINE` and `#line LINE SOURCE`; the source may be a name where an extension allows it.
    fn line(&mut self, span: Span) {
        let (line, end) = self.rest_of_line();
        let tokens = self.expand_list(line);
        let (number, rest) = self.evaluate_prefix(&tokens, span);
        let Some(number) = number else { return };
        let Ok(number) = u32::try_from(number) else {
            self.report(Code::LineNumber, span, "line number cannot be negative");
            return;
        };
        let mut name = None;
        match rest {
            [] => {}
            [PpToken { kind: PpKind::String(text), .. }, rest @ ..] => {
                self.check_file_names_allowed(span);
                self.check_extra(Directive::Line, rest);
                name = Some(self.text(*text).to_owned());
                if let Some(frame) = self.frames.last_mut() {
                    frame.name = Some(*text);
                }
            }
            _ => {
                let source = self.evaluate(rest, span);
                if let Some(frame) = self.frames.last_mut() {
                    frame.number = i64::from(source);
                }
            }
        }
        // Up to 150 the directive numbers its own line; later, and in ES, the next one.
        let own_line = !Feature::LineNumbersNext.is_in(self.words.dialect().version);
        let next = number.saturating_add(u32::from(own_line));
        self.session.sources.override_line(end, next, name);
    }

    fn pragma(&mut self, hash: Span, span: Span) {
        let (line, end) = self.rest_of_line();
        self.print_directive(hash, end);
        let mut text = String::new();
        for token in &line {
            // Long pragmas are ignored.
            if text.len() > 64 {
                break;
            }
            self.spell(*token, &mut text);
        }
        let kind = match text.as_str() {
            "STDGLinvariant(all)" => PragmaKind::InvariantAll,
            "optimize(on)" => PragmaKind::Optimize(true),
            "optimize(off)" => PragmaKind::Optimize(false),
            "debug(on)" => PragmaKind::Debug(true),
            "debug(off)" => PragmaKind::Debug(false),
            "use_vulkan_memory_model" => PragmaKind::VulkanMemoryModel,
            "shader_64bit_indexing" => PragmaKind::Shader64bitIndexing,
            "promote_uint32_indices" => PragmaKind::PromoteUint32Indices,
            "once" => PragmaKind::Once,
            other => shader_stage(other).map_or(PragmaKind::Other, PragmaKind::ShaderStage),
        };
        let malformed = kind == PragmaKind::Other
            && ["STDGL", "optimize(", "debug(", "shader_stage"].iter().any(|start| text.starts_with(start));
        if malformed {
            self.report(Code::PragmaMalformed, span, "malformed pragma");
        }
        if kind == PragmaKind::Once
            && let Some(frame) = self.frames.last()
        {
            let name = self.session.sources.name(frame.file).to_owned();
            self.once.insert(name);
        }
        let position = self.output.len();
        self.pragmas.push(Pragma { kind, span: Span::new(span.end, end.max(span.end)), position });
    }
}

/// The stage of `shader_stage(...)`, by one of the names that glslc has for it.
fn shader_stage(text: &str) -> Option<Stage> {
    let name = text.strip_prefix("shader_stage(")?.strip_suffix(')')?;
    crate::stages::stage_from_name(name)
}
