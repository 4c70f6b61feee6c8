//! The text of `--help`.

/// The help, in groups; a test holds that every option is in it.
pub(crate) const HELP: &str = include_str!("help.txt");

/// The help of `vitrum link`.
pub(crate) const LINK_HELP: &str = include_str!("help-link.txt");

/// The help of `vitrum translate`.
pub(crate) const TRANSLATE_HELP: &str = include_str!("help-translate.txt");

/// The help of `vitrum explore`.
pub(crate) const EXPLORE_HELP: &str = include_str!("help-explore.txt");

#[cfg(test)]
mod tests {
    use super::{EXPLORE_HELP, HELP, LINK_HELP, TRANSLATE_HELP};
    use crate::arguments::Arguments;
    use crate::rewrite::{Rewrite, TABLE};
    use clap::CommandFactory;

    #[test]
    fn every_option_is_in_the_help() {
        for argument in Arguments::command().get_arguments().filter(|argument| !argument.is_hide_set()) {
            let long = argument.get_long().map(|long| format!("--{long}"));
            let short = argument.get_short().map(|short| format!("-{short}"));
            for name in long.into_iter().chain(short) {
                assert!(HELP.contains(&name), "{name}");
            }
        }
        let command = Arguments::command();
        let translate = command.find_subcommand("translate").unwrap_or_else(|| panic!("no such command"));
        for argument in translate.get_arguments().filter(|argument| !argument.is_hide_set()) {
            let long = argument.get_long().map(|long| format!("--{long}"));
            let short = argument.get_short().map(|short| format!("-{short}"));
            for name in long.into_iter().chain(short) {
                assert!(TRANSLATE_HELP.contains(&name), "{name}");
            }
        }
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
        for line in [HELP, LINK_HELP, TRANSLATE_HELP, EXPLORE_HELP].into_iter().flat_map(str::lines) {
            assert!(line.len() <= 120, "{line}");
        }
    }
}
