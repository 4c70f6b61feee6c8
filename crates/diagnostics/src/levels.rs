//! Levels of warnings: shown, hidden, or errors.

use crate::{Code, Diagnostic, Severity};

/// The level of a warning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Level {
    /// It is dropped.
    Allow,
    /// It stays a warning.
    #[default]
    Warn,
    /// It is an error.
    Deny,
}

/// Levels of warnings: a default, and exceptions by code. Errors stay errors.
///
/// ```
/// use vitrum_diagnostics::{Code, Level, Levels};
///
/// let levels = Levels { others: Level::Deny, rows: vec![(Code::ExtraTokens, Level::Allow)], ..Levels::default() };
/// assert_eq!(levels.level(Code::ExtraTokens), Level::Allow);
/// assert_eq!(levels.level(Code::EmptyDeclaration), Level::Deny);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Levels {
    /// The level of warnings without a row of their own.
    pub others: Level,
    /// Levels by code; the last row of a code counts.
    pub rows: Vec<(Code, Level)>,
    /// True if what the specification forbids, but other compilers accept, is an error and not a warning (`--strict`).
    pub strict: bool,
}

impl Levels {
    /// The level of warnings with this code.
    pub fn level(&self, code: Code) -> Level {
        let row = self.rows.iter().rev().find(|row| row.0 == code);
        row.map_or(self.others, |row| row.1)
    }

    /// The diagnostic with its level applied; `None` if it is hidden.
    pub fn apply(&self, diagnostic: Diagnostic) -> Option<Diagnostic> {
        if diagnostic.severity != Severity::Warning {
            return Some(diagnostic);
        }
        match self.level(diagnostic.code) {
            Level::Allow => None,
            Level::Warn => Some(diagnostic),
            Level::Deny => {
                let note = format!("warning `{}` is treated as an error", diagnostic.code.kebab_name());
                Some(diagnostic.with_severity(Severity::Error).note(note))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Level, Levels};
    use crate::{Code, Diagnostic, Severity, Sink};

    #[test]
    fn warnings_follow_their_levels() {
        let rows = vec![(Code::ExtraTokens, Level::Allow), (Code::LineContinuation, Level::Warn)];
        let mut sink = Sink::new(10).with_levels(Levels { others: Level::Deny, rows, ..Levels::default() });
        for code in [Code::ExtraTokens, Code::LineContinuation, Code::EmptyDeclaration, Code::NoMain] {
            sink.emit(Diagnostic::new(code, ""));
        }
        let found: Vec<_> = sink.diagnostics().iter().map(|found| (found.code, found.severity)).collect();
        let expected = [
            (Code::LineContinuation, Severity::Warning),
            (Code::EmptyDeclaration, Severity::Error),
            (Code::NoMain, Severity::Error),
        ];
        assert_eq!(found, expected);
        assert_eq!(sink.error_count(), 2);
    }

    #[test]
    fn codes_have_names() {
        assert_eq!(Code::ExtraTokens.kebab_name(), "extra-tokens");
        assert_eq!(Code::NotAnLValue.kebab_name(), "not-an-l-value");
        for &code in Code::ALL {
            assert_eq!(Code::from_name(&code.kebab_name()), Some(code));
            assert_eq!(Code::from_name(code.info().code), Some(code));
        }
    }
}
