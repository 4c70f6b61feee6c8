//! The texts of `--help`.

/// The help, in groups; a test holds that every option is in it.
pub(crate) const HELP: &str = include_str!("help.txt");

/// The commands with a help of their own.
pub(crate) const COMMANDS: &[(&str, &str)] = &[
    ("batch", include_str!("help-batch.txt")),
    ("explore", include_str!("help-explore.txt")),
    ("link", include_str!("help-link.txt")),
    ("opt", include_str!("help-opt.txt")),
    ("translate", include_str!("help-translate.txt")),
];

#[cfg(test)]
mod tests {
    use super::{COMMANDS, HELP};
    use crate::arguments::{Arguments, BatchArguments};
    use crate::opt::OptArguments;
    use crate::options::Row;
    use crate::rewrite::{Rewrite, TABLE};
    use crate::translate::TranslateArguments;

    fn check<T>(rows: &[Row<T>], command: Option<&str>) {
        let help = match command {
            Some(command) => COMMANDS.iter().find(|row| row.0 == command).map_or("", |row| row.1),
            None => HELP,
        };
        for name in rows.iter().filter(|row| !row.is_hidden).flat_map(Row::names) {
            assert!(help.contains(&name), "{name}");
        }
    }

    #[test]
    fn every_option_is_in_the_help() {
        check(Arguments::ROWS, None);
        check(BatchArguments::ROWS, Some("batch"));
        check(OptArguments::ROWS, Some("opt"));
        check(TranslateArguments::ROWS, Some("translate"));
        for (name, rewrite) in TABLE {
            let shown = match rewrite {
                Rewrite::Joined(_) | Rewrite::Value(_) | Rewrite::Keep => true,
                Rewrite::Exact(_)
                | Rewrite::Base(..)
                | Rewrite::Behind(..)
                | Rewrite::Pair(_)
                | Rewrite::Number(_)
                | Rewrite::Choice(_)
                | Rewrite::Places(_)
                | Rewrite::Only(..)
                | Rewrite::Ignored
                | Rewrite::Refused(_)
                | Rewrite::RefusedFrom(_) => false,
            };
            assert!(!shown || HELP.contains(name), "{name}");
        }
    }

    #[test]
    fn lines_fit_a_terminal() {
        for line in COMMANDS.iter().map(|row| row.1).chain([HELP]).flat_map(str::lines) {
            assert!(line.len() <= 120, "{line}");
        }
    }
}
