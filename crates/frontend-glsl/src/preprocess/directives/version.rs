//! `#version`, and the macros that follow from it.

use vitrum_glsl::features::Feature;
use vitrum_ir::Span;

use crate::diagnostics::{Code, Diagnostic, Edit, Fix, Severity};
use crate::literals::parse_integer;
use crate::preprocess::directives::Directive;
use crate::preprocess::expand::Preprocessor;
use crate::preprocess::macros::{PpKind, PpToken};
use crate::version::{DESKTOP_VERSIONS, ES_VERSIONS, FIRST_WITH_PROFILES, Profile, Version};
use crate::webgl::WebGl;

impl Preprocessor<'_> {
    pub(super) fn version(&mut self, hash: Span, directive: Span, was_started: bool) {
        let (line, end) = self.rest_of_line();
        self.print_directive(hash, end);
        let Some((number, rest)) = line.split_first() else {
            let diagnostic =
                Diagnostic::at(Code::MalformedDirective, directive, "`#version` requires a number");
            self.session.diagnostics.emit(diagnostic.help("such as `#version 450`"));
            self.is_without_version = true;
            return;
        };
        let (profile, rest) = match rest.split_first() {
            Some((&PpToken { kind: PpKind::Identifier(name), span, .. }, rest)) => {
                (Some((self.text(name).to_owned(), span)), rest)
            }
            _ => (None, rest),
        };
        self.check_extra(Directive::Version, rest);
        let span = profile.as_ref().map_or(number.span, |(_, span)| number.span.to(*span));
        let Some(version) = self.read_version(number, profile.as_ref().map(|(name, _)| name.as_str()), span)
        else {
            return;
        };
        if let Some(context) = self.options.webgl.filter(|context| !context.webgl.has_version(version)) {
            let message = format!("{} does not have version {version}", context.webgl.name());
            self.report(Code::VersionUnknown, span, message);
            // The rest is read by the version of the shader, which has few other faults then.
            if !was_started && WebGl::V2.has_version(version) {
                self.set_version(version);
            }
            return;
        }
        let not_alone = Feature::VersionOnFirstLine.is_in(version) && !self.is_first_on_first_line(hash);
        if was_started || not_alone {
            let message = if was_started {
                "`#version` must be the first token of the shader"
            } else {
                "`#version` must be on the first line of an ES shader, before comments and newlines"
            };
            // The specification allows nothing before it, but Mesa and others accept comments and blank lines, and
            // shaders have them.
            let is_strict = was_started || self.options.webgl.is_some();
            let severity = if is_strict { Severity::Error } else { Severity::Warning };
            let mut diagnostic = Diagnostic::at(Code::VersionNotFirst, span, message).with_severity(severity);
            if let Some(first) = self.version_span.filter(|_| was_started) {
                diagnostic = diagnostic.secondary(first, "the version is given here already");
            } else if self.included == 0 && was_started {
                let text = self.session.sources.slice(Span::new(hash.start, end)).trim_end();
                let (start, text) = (self.session.sources.start(self.main), format!("{text}\n"));
                let line = Span::new(hash.start, hash.start + text.len() as u32);
                let edits = vec![
                    Edit { span: Span::new(start, start), text },
                    Edit { span: line, text: String::new() },
                ];
                let title = "move the line to the start".to_owned();
                diagnostic = diagnostic.with_fix(Fix { title, edits, certain: true });
            }
            self.session.diagnostics.emit(diagnostic);
            if was_started {
                self.is_without_version |= self.version_span.is_none();
                return;
            }
        }
        self.version_span = Some(span);
        if self.options.force_version {
            self.check_forced(version, span);
            return;
        }
        self.set_version(version);
    }

    /// The caller's version takes precedence; a different one in the shader gets a warning.
    fn check_forced(&mut self, version: Version, span: Span) {
        let forced = self.options.default_version;
        if version != forced {
            let message = format!("`#version {version}` is overridden by version {forced}");
            self.report(Code::VersionForced, span, message);
        }
    }

    /// True if only white space precedes the directive in the first line (ESSL 3.20 section 3.3).
    fn is_first_on_first_line(&self, hash: Span) -> bool {
        let start = self.session.sources.start(self.main);
        let before = self.session.sources.slice(Span::new(start, hash.start));
        before.trim_start_matches('\u{feff}').chars().all(|c| c == ' ' || c == '\t')
    }

    fn read_version(&mut self, number: &PpToken, profile: Option<&str>, span: Span) -> Option<Version> {
        let value = match number.kind {
            PpKind::Number(symbol) => match parse_integer(self.text(symbol)) {
                Ok((value, "")) => u16::try_from(value).ok(),
                _ => None,
            },
            _ => None,
        };
        let unknown = |message: String| Diagnostic::at(Code::VersionUnknown, span, message);
        let Some(value) = value else {
            let mut diagnostic = unknown("`#version` requires a whole number".to_owned());
            if let PpKind::Number(symbol) = number.kind {
                let digits = self.text(symbol).replace('.', "");
                let wanted = format!("{digits:0<3}");
                let is_known = wanted.parse().is_ok_and(|number| DESKTOP_VERSIONS.contains(&number));
                if is_known {
                    diagnostic =
                        diagnostic.suggest(format!("version {wanted} is meant"), number.span, wanted);
                }
            }
            self.session.diagnostics.emit(diagnostic);
            self.is_without_version = true;
            return None;
        };
        let desktop = DESKTOP_VERSIONS.contains(&value);
        let es = ES_VERSIONS.contains(&value);
        let profiled = value >= FIRST_WITH_PROFILES;
        let (version, fault) = match profile {
            None if desktop => (Version::desktop(value), None),
            None if value == 100 => (Version::ES_DEFAULT, None),
            None if es => (Version::es(value), Some(format!("version {value} requires profile `es`"))),
            Some("es") if es && value > 100 => (Version::es(value), None),
            Some("es") if es => (Version::ES_DEFAULT, Some("version 100 has no profiles".to_owned())),
            Some("core") if desktop && profiled => (Version::desktop(value), None),
            Some("compatibility") if desktop && profiled => {
                (Version { number: value, profile: Profile::Compatibility }, None)
            }
            Some("core" | "compatibility") if desktop => {
                let message = format!("version {value} has no profiles: they require version 150 or later");
                (Version::desktop(value), Some(message))
            }
            Some(name) if desktop || es => {
                let version = if es { Version::es(value) } else { Version::desktop(value) };
                (version, Some(format!("unknown profile `{name}` for version {value}")))
            }
            Some("es") => {
                (self.nearest(ES_VERSIONS, value, true), Some(format!("unknown version `{value} es`")))
            }
            _ => (self.nearest(DESKTOP_VERSIONS, value, false), Some(format!("unknown version `{value}`"))),
        };
        if let Some(message) = fault {
            self.is_without_version = true;
            let known = "supported versions are 110, 120, 130, 140, 150, 330, 400, 410, 420, 430, 440, 450, 460, 100, 300 es, 310 es, 320 es";
            let mut diagnostic = unknown(message).note(known);
            let meant = match (profile, version.is_es()) {
                _ if version.number == 100 => "100".to_owned(),
                (_, true) => format!("{} es", version.number),
                (Some("compatibility"), false) if version.number >= FIRST_WITH_PROFILES => {
                    format!("{} compatibility", version.number)
                }
                _ => version.number.to_string(),
            };
            diagnostic = diagnostic.suggest(format!("did you mean `{meant}`?"), span, meant);
            self.session.diagnostics.emit(diagnostic);
        }
        Some(version)
    }

    /// The version to continue with: the last one that is not newer.
    fn nearest(&self, versions: &[u16], value: u16, es: bool) -> Version {
        let older = versions.iter().rev().find(|&&version| version <= value);
        let number = older.or(versions.first()).copied().unwrap_or(value);
        if es { Version::es(number) } else { Version::desktop(number) }
    }
}
