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

/// Groups of warnings, each with those before it. The table of codes says which group enables a warning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum WarningGroup {
    /// Warnings that are always looked for.
    #[default]
    Default,
    /// Mistakes that are certain (`-Wall`).
    All,
    /// Signs of mistakes that are often meant, or a matter of style (`-Wextra`).
    Extra,
}

impl WarningGroup {
    /// Every group by its name on command lines.
    pub const NAMES: &'static [(&'static str, Self)] =
        &[("all", Self::All), ("extra", Self::Extra), ("everything", Self::Extra)];

    /// The group of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|row| row.0 == name).map(|row| row.1)
    }

    /// The first name; `None` for the group that is always on.
    pub fn name(self) -> Option<&'static str> {
        Self::NAMES.iter().find(|row| row.1 == self).map(|row| row.0)
    }
}

/// Levels of warnings: the groups that are enabled, a default, and exceptions by code. Errors stay errors.
///
/// ```
/// use vitrum_diagnostics::{Code, Level, Levels, WarningGroup};
///
/// let levels = Levels { others: Level::Deny, rows: vec![(Code::FloatOutOfRange, Level::Allow)], ..Levels::default() };
/// assert_eq!(levels.level(Code::FloatOutOfRange), Level::Allow);
/// assert_eq!(levels.level(Code::EmptyDeclaration), Level::Deny);
/// // A warning of a group is hidden unless its group is enabled, or its row says otherwise.
/// assert_eq!(levels.level(Code::UnusedVariable), Level::Allow);
/// let levels = Levels { group: WarningGroup::All, ..levels };
/// assert_eq!(levels.level(Code::UnusedVariable), Level::Deny);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Levels {
    /// The last group that is enabled, with those before it.
    pub group: WarningGroup,
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
        match row {
            Some(row) => row.1,
            None if code.info().group > self.group => Level::Allow,
            None => self.others,
        }
    }

    /// The warnings of groups that are looked for.
    pub fn asked(&self) -> Asked {
        let mut asked = Asked::default();
        if self.group == WarningGroup::Default && self.rows.is_empty() {
            return asked;
        }
        for &code in Code::ALL {
            if code.info().group != WarningGroup::Default && self.level(code) != Level::Allow {
                asked.insert(code);
            }
        }
        asked
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

/// Names of groups that other compilers have, which hold nothing here.
const EMPTY_GROUPS: [&str; 1] = ["pedantic"];

impl Levels {
    /// The levels set by `-W` options, in order, given by the text behind the `W`.
    ///
    /// # Errors
    /// If there is no warning of a name: the option.
    pub fn from_options<'a>(options: impl IntoIterator<Item = &'a str>) -> Result<Self, String> {
        let mut levels = Self::default();
        for option in options {
            match option {
                "error" => levels.others = Level::Deny,
                "no-error" => levels.others = Level::Warn,
                option if EMPTY_GROUPS.contains(&option) => {}
                option => match group(option) {
                    Some((group, true)) => levels.group = levels.group.max(group),
                    Some((group, false)) => levels.group = levels.group.min(before(group)),
                    None => levels.rows.push(row(option).ok_or_else(|| option.to_owned())?),
                },
            }
        }
        Ok(levels)
    }
}

/// The group that an option enables or disables.
fn group(option: &str) -> Option<(WarningGroup, bool)> {
    let enabled = WarningGroup::from_name(option).map(|group| (group, true));
    enabled.or_else(|| Some((WarningGroup::from_name(option.strip_prefix("no-")?)?, false)))
}

/// The last group that stays when one is disabled.
fn before(group: WarningGroup) -> WarningGroup {
    match group {
        WarningGroup::Extra => WarningGroup::All,
        WarningGroup::All | WarningGroup::Default => WarningGroup::Default,
    }
}

fn row(option: &str) -> Option<(Code, Level)> {
    let forms = [("error=", Level::Deny), ("no-error=", Level::Warn), ("no-", Level::Allow)];
    let code = |name: &str| Code::from_name(name);
    for (prefix, level) in forms {
        if let Some(code) = option.strip_prefix(prefix).and_then(code) {
            return Some((code, level));
        }
    }
    Some((code(option)?, Level::Warn))
}

/// A set of warnings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asked([u64; WORDS]);

/// Words of the set.
const WORDS: usize = Code::ALL.len().div_ceil(64);

impl Asked {
    fn insert(&mut self, code: Code) {
        if let Some(word) = self.0.get_mut(code as usize / 64) {
            *word |= 1 << (code as usize % 64);
        }
    }

    /// True if it is in the set.
    #[inline]
    pub fn has(&self, code: Code) -> bool {
        self.0.get(code as usize / 64).is_some_and(|word| word >> (code as usize % 64) & 1 == 1)
    }

    /// True if nothing is in the set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::{Level, Levels, WarningGroup};
    use crate::{Code, Diagnostic, Severity, Sink};

    #[test]
    fn warnings_follow_their_levels() {
        let rows = vec![(Code::FloatOutOfRange, Level::Allow), (Code::LineContinuation, Level::Warn)];
        let mut sink = Sink::new(10).with_levels(Levels { others: Level::Deny, rows, ..Levels::default() });
        for code in [Code::FloatOutOfRange, Code::LineContinuation, Code::EmptyDeclaration, Code::NoMain] {
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
    fn warnings_of_groups_are_hidden_unless_asked_for() {
        let asked = |group, rows| Levels { group, rows, ..Levels::default() }.asked();
        assert!(asked(WarningGroup::Default, Vec::new()).is_empty());
        let all = asked(WarningGroup::All, vec![(Code::EmptyBody, Level::Allow)]);
        assert!(all.has(Code::Uninitialized));
        assert!(!all.has(Code::EmptyBody));
        assert!(!all.has(Code::Shadow));
        assert!(!all.has(Code::FloatOutOfRange), "it is always looked for");
        assert!(asked(WarningGroup::Extra, Vec::new()).has(Code::Shadow));
        assert!(asked(WarningGroup::Default, vec![(Code::Shadow, Level::Deny)]).has(Code::Shadow));
    }

    #[test]
    fn only_warnings_are_in_groups() {
        for info in Code::ALL.iter().map(|code| code.info()) {
            assert!(
                info.group == WarningGroup::Default || info.severity == Severity::Warning,
                "{}",
                info.code
            );
        }
    }

    #[test]
    fn codes_have_names() {
        assert_eq!(Code::FloatOutOfRange.kebab_name(), "float-out-of-range");
        assert_eq!(Code::NotAnLValue.kebab_name(), "not-an-l-value");
        for &code in Code::ALL {
            assert_eq!(Code::from_name(&code.kebab_name()), Some(code));
            assert_eq!(Code::from_name(code.info().code), Some(code));
        }
    }

    #[test]
    fn options_make_levels() {
        let options = ["error", "no-float-out-of-range", "no-error=E0011", "error=empty-declaration", "all"];
        let levels = Levels::from_options(options).unwrap_or_else(|option| panic!("{option}"));
        assert_eq!(levels.level(Code::FloatOutOfRange), Level::Allow);
        assert_eq!(levels.level(Code::LineContinuation), Level::Warn);
        assert_eq!(levels.level(Code::EmptyDeclaration), Level::Deny);
        assert_eq!(levels.level(Code::PragmaMalformed), Level::Deny);
    }

    #[test]
    fn groups_are_enabled_and_disabled_in_order() {
        let group = |options: &[&str]| {
            Levels::from_options(options.iter().copied()).map_or(WarningGroup::Default, |levels| levels.group)
        };
        assert_eq!(group(&["pedantic"]), WarningGroup::Default);
        assert_eq!(group(&["all"]), WarningGroup::All);
        assert_eq!(group(&["extra", "all"]), WarningGroup::Extra);
        assert_eq!(group(&["everything"]), WarningGroup::Extra);
        assert_eq!(group(&["extra", "no-extra"]), WarningGroup::All);
        assert_eq!(group(&["extra", "no-all"]), WarningGroup::Default);
    }

    #[test]
    fn unknown_names_are_errors() {
        assert_eq!(Levels::from_options(["all", "no-such-thing"]), Err("no-such-thing".to_owned()));
    }
}
