//! `-W`: which warnings are wanted, and which of them are errors.

use anyhow::{Context, Result};
use vitrum::{Code, Level, Levels};

/// Names of groups that other compilers have: everything is on already.
const GROUPS: [&str; 3] = ["all", "extra", "pedantic"];

/// The levels set by `-W` options, in order, given by the text behind the `W`; `-w` overrides them all.
pub(crate) fn levels<'a>(options: impl Iterator<Item = &'a str>, none: bool) -> Result<Levels> {
    let mut levels = Levels::default();
    for option in options {
        match option {
            "error" => levels.others = Level::Deny,
            "no-error" => levels.others = Level::Warn,
            option if GROUPS.contains(&option) => {}
            option => levels.rows.push(row(option)?),
        }
    }
    if none {
        levels = Levels { others: Level::Allow, ..Levels::default() };
    }
    Ok(levels)
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
    use vitrum::{Code, Level};

    #[test]
    fn options_make_levels() {
        let options = ["error", "no-extra-tokens", "no-error=E0011", "error=empty-declaration", "all"];
        let levels = levels(options.into_iter(), false).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(levels.level(Code::ExtraTokens), Level::Allow);
        assert_eq!(levels.level(Code::LineContinuation), Level::Warn);
        assert_eq!(levels.level(Code::EmptyDeclaration), Level::Deny);
        assert_eq!(levels.level(Code::PragmaMalformed), Level::Deny);
    }

    #[test]
    fn unknown_names_are_errors() {
        let error = levels(["no-such-thing"].into_iter(), false).map_err(|error| error.to_string());
        assert!(error.is_err_and(|text| text.contains("no-such-thing")));
    }
}
