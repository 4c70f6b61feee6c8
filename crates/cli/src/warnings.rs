//! `-W`: which warnings are wanted, and which of them are errors.

use anyhow::{Context, Result};
use vitrum::{Code, Level, Levels, WarningGroup};

/// Names of groups that other compilers have, which hold nothing here.
const EMPTY_GROUPS: [&str; 1] = ["pedantic"];

/// The levels set by `-W` options, in order, given by the text behind the `W`; `-w` overrides them all.
pub(crate) fn levels<'a>(options: impl Iterator<Item = &'a str>, none: bool) -> Result<Levels> {
    let mut levels = Levels::default();
    for option in options {
        match option {
            "error" => levels.others = Level::Deny,
            "no-error" => levels.others = Level::Warn,
            option if EMPTY_GROUPS.contains(&option) => {}
            option => match group(option) {
                Some((group, true)) => levels.group = levels.group.max(group),
                Some((group, false)) => levels.group = levels.group.min(before(group)),
                None => levels.rows.push(row(option)?),
            },
        }
    }
    if none {
        levels = Levels { others: Level::Allow, ..Levels::default() };
    }
    Ok(levels)
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

fn row(option: &str) -> Result<(Code, Level)> {
    let forms = [("error=", Level::Deny), ("no-error=", Level::Warn), ("no-", Level::Allow)];
    let code = |name: &str| Code::from_name(name);
    for (prefix, level) in forms {
        if let Some(code) = option.strip_prefix(prefix).and_then(code) {
            return Ok((code, level));
        }
    }
    let unknown = || format!("unknown warning `{option}`; `vitrum explain` lists them");
    Ok((code(option).with_context(unknown)?, Level::Warn))
}

#[cfg(test)]
mod tests {
    use super::levels;
    use vitrum::{Code, Level, WarningGroup};

    #[test]
    fn options_make_levels() {
        let options = ["error", "no-float-out-of-range", "no-error=E0011", "error=empty-declaration", "all"];
        let levels = levels(options.into_iter(), false).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(levels.level(Code::FloatOutOfRange), Level::Allow);
        assert_eq!(levels.level(Code::LineContinuation), Level::Warn);
        assert_eq!(levels.level(Code::EmptyDeclaration), Level::Deny);
        assert_eq!(levels.level(Code::PragmaMalformed), Level::Deny);
    }

    #[test]
    fn groups_are_enabled_and_disabled_in_order() {
        let group = |options: &[&str]| {
            levels(options.iter().copied(), false).map_or(WarningGroup::Default, |levels| levels.group)
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
        let error = levels(["no-such-thing"].into_iter(), false).map_err(|error| error.to_string());
        assert!(error.is_err_and(|text| text.contains("no-such-thing")));
    }
}
