//! `#extension`.

use vitrum_ir::Span;

use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::extensions::Extension;
use crate::preprocess::directives::Directive;
use crate::preprocess::expand::Preprocessor;
use crate::preprocess::macros::{PpKind, PpToken};
use crate::preprocess::{Behavior, ExtensionState, ExtensionUse};
use crate::tokens::Punctuator;
use crate::tokens::keywords;

impl Preprocessor<'_> {
    pub(super) fn extension(&mut self, hash: Span, directive: Span) {
        let (line, end) = self.rest_of_line();
        self.print_directive(hash, end);
        let [
            PpToken { kind: PpKind::Identifier(name), span, .. },
            PpToken { kind: PpKind::Punctuator(Punctuator::Colon), .. },
            PpToken { kind: PpKind::Identifier(behavior), span: behavior_span, .. },
            rest @ ..,
        ] = line.as_slice()
        else {
            self.report_malformed_extension(directive, &line);
            return;
        };
        self.check_extra(Directive::Extension, rest);
        let behavior = match self.text(*behavior) {
            "require" => Behavior::Require,
            "enable" => Behavior::Enable,
            "warn" => Behavior::Warn,
            "disable" => Behavior::Disable,
            other => {
                let message = format!("unknown extension behavior `{other}`");
                let diagnostic = Diagnostic::at(Code::ExtensionBehavior, *behavior_span, message)
                    .help("use `require`, `enable`, `warn` or `disable`");
                let similar = self.suggestion(other, ["require", "enable", "warn", "disable"].into_iter());
                self.session.diagnostics.emit(diagnostic.similar(*behavior_span, similar));
                return;
            }
        };
        if self.seen_token && !self.allows_late(behavior) {
            self.report_late(directive);
        }
        if self.text(*name) == "all" {
            self.all_extensions(behavior, *span);
            return;
        }
        let Some(extension) = keywords::extension(*name) else {
            let text = self.text(*name);
            let message = format!("unknown extension `{text}`");
            let names = Extension::ALL.iter().map(|extension| extension.name());
            let suggestion = self.suggestion(text, names);
            self.report_missing(Code::ExtensionUnknown, *span, behavior, message, suggestion);
            return;
        };
        let version = self.words.dialect().version;
        if !extension.exists_in(version) {
            let message = format!("version {version} does not support extension `{}`", extension.name());
            self.report_missing(Code::ExtensionNotInVersion, *span, behavior, message, None);
            return;
        }
        if !self.is_enabled_by_application(extension) {
            let message = format!("extension `{}` is not enabled for the WebGL context", extension.name());
            self.report_missing(Code::ExtensionNotInVersion, *span, behavior, message, None);
            return;
        }
        self.words.set_extension(extension, behavior);
        let position = self.output.len();
        self.extensions.push(ExtensionUse { extension, behavior, span: *span, position });
        self.note_extensions();
    }

    /// Reports an `#extension` of another form.
    #[cold]
    fn report_malformed_extension(&mut self, directive: Span, line: &[PpToken]) {
        let message = "malformed directive: expected `#extension NAME : BEHAVIOR`";
        let mut diagnostic = Diagnostic::at(Code::MalformedDirective, directive, message);
        match line {
            [
                PpToken { kind: PpKind::Identifier(_), span, .. },
                PpToken { kind: PpKind::Identifier(_), .. },
            ] => {
                diagnostic = diagnostic.fix("insert `:`", Span::new(span.end, span.end), " :");
            }
            [
                _,
                PpToken { kind: PpKind::Punctuator(_), span, .. },
                PpToken { kind: PpKind::Identifier(_), .. },
            ] => {
                diagnostic = diagnostic.fix("write `:`", *span, ":");
            }
            [PpToken { kind: PpKind::Identifier(_), span, .. }] => {
                diagnostic =
                    diagnostic.suggest("add the behavior", Span::new(span.end, span.end), " : require");
            }
            _ => {}
        }
        self.session.diagnostics.emit(diagnostic);
    }

    /// True if an `#extension` may follow other tokens: in ESSL 1.00 of WebGL, to enable one (WebGL 1.0 section 6.31).
    fn allows_late(&self, behavior: Behavior) -> bool {
        self.is_essl_1_of_webgl() && behavior != Behavior::Disable
    }

    /// True if the text is ESSL 1.00 of WebGL.
    pub(in crate::preprocess) fn is_essl_1_of_webgl(&self) -> bool {
        self.options.webgl.is_some() && self.words.dialect().version.number == 100
    }

    /// False if the application did not enable an extension for its context of WebGL.
    fn is_enabled_by_application(&self, extension: Extension) -> bool {
        self.options.webgl.is_none_or(|context| context.extensions.contains(extension))
    }

    /// Reports a late `#extension`, in ESSL only (3.20 section 3.4). The desktop specification says the same, but
    /// compilers accept it, and shaders that are concatenated from parts rely on it.
    fn report_late(&mut self, directive: Span) {
        let message = "`#extension` must precede all other tokens of the shader";
        self.emit_desktop_leniency(Diagnostic::at(Code::ExtensionNotFirst, directive, message));
    }

    /// Records the extensions that are enabled from the next token on.
    fn note_extensions(&mut self) {
        self.recent.clear();
        let dialect = self.words.dialect();
        let position = self.output.len();
        self.states.push(ExtensionState { position, enabled: dialect.extensions, warned: dialect.warned });
    }

    /// An error for `require`, a warning for `enable` and `warn`, nothing for `disable`.
    fn report_missing(
        &mut self,
        code: Code,
        span: Span,
        behavior: Behavior,
        message: String,
        similar: Option<String>,
    ) {
        let severity = match behavior {
            Behavior::Require => Severity::Error,
            Behavior::Enable | Behavior::Warn => Severity::Warning,
            Behavior::Disable => return,
        };
        let diagnostic = Diagnostic::at(code, span, message).with_severity(severity);
        self.session.diagnostics.emit(diagnostic.similar(span, similar));
    }

    /// `all` takes `warn` and `disable` only.
    fn all_extensions(&mut self, behavior: Behavior, span: Span) {
        match behavior {
            Behavior::Require | Behavior::Enable => {
                let message = "behavior of `all` must be `warn` or `disable`";
                self.report(Code::ExtensionBehavior, span, message);
            }
            // All extensions are enabled, to warn about their use.
            Behavior::Warn | Behavior::Disable => {
                let version = self.words.dialect().version;
                for &extension in Extension::ALL.iter().filter(|extension| extension.exists_in(version)) {
                    if self.is_enabled_by_application(extension) {
                        self.words.set_extension(extension, behavior);
                    }
                }
                self.note_extensions();
            }
        }
    }
}
