//! The committed list of differences that are no fault of the compiler, each with its reason.
//!
//! A line is a suite, a case, what differs at most (`last bits` or `anything`; `crash` if the driver goes down, `invalid` if glslang makes
//! an invalid module of what is printed, `refused` if it or vitrum itself takes no print, `unread` if the reader refuses the module, for
//! what the reason says), the forms in which it may, and the reason, with tabs between them. `all` stands for every form. The suite has
//! the ending of a device's scoreboard (`own-swiftshader`) if the line is about that device.

use anyhow::{Context, Result, bail};

use super::compare::Class;
use super::spirv::{REFUSED, UNREAD};
use crate::outcome::{CaseResult, Outcome};
use crate::scoreboard;

/// A line of the list.
#[derive(Clone, Debug, PartialEq)]
struct Explanation {
    suite: String,
    case: String,
    most: Most,
    /// None for all.
    forms: Option<Vec<String>>,
    reason: String,
}

/// The largest difference that is allowed.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Most {
    LastBits,
    Anything,
    /// The driver goes down.
    Crash,
    /// The module that glslang makes of printed GLSL is invalid.
    Invalid,
    /// glslang, or vitrum itself, does not take the printed GLSL.
    Refused,
    /// The module of SPIR-V is not read.
    Unread,
}

/// Sets aside what the list explains of a suite, under any of its names: that of all devices, and that of one.
///
/// # Errors
/// If the list cannot be read, or a line is no explanation.
pub(crate) fn explain(suites: &[&str], results: &mut [CaseResult]) -> Result<()> {
    let path = scoreboard::path("run-beside-explained");
    let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let list = read(&text)?;
    for result in results {
        let row = list.iter().find(|row| suites.contains(&row.suite.as_str()) && row.case == result.id);
        let Some(row) = row else { continue };
        let covered = match &result.outcome {
            Outcome::Wrong(text) => row.covers(text),
            Outcome::Crash(_) => row.most == Most::Crash,
            _ => false,
        };
        if covered {
            result.outcome = Outcome::NotApplicable(format!("explained: {}", row.reason));
        }
    }
    Ok(())
}

fn read(text: &str) -> Result<Vec<Explanation>> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let [suite, case, most, forms, reason] = line.split('\t').collect::<Vec<_>>()[..] else {
                bail!("not five fields: {line}");
            };
            let most = match most {
                "last bits" => Most::LastBits,
                "anything" => Most::Anything,
                "crash" => Most::Crash,
                "invalid" => Most::Invalid,
                "refused" => Most::Refused,
                "unread" => Most::Unread,
                _ => bail!(
                    "none of `last bits`, `anything`, `crash`, `invalid`, `refused` and `unread`: {line}"
                ),
            };
            let forms = (forms != "all").then(|| forms.split(',').map(str::to_owned).collect());
            let (suite, case, reason) = (suite.to_owned(), case.to_owned(), reason.to_owned());
            Ok(Explanation { suite, case, most, forms, reason })
        })
        .collect()
}

impl Explanation {
    /// True if all that an outcome says is explained.
    fn covers(&self, outcome: &str) -> bool {
        outcome.split("; ").all(|part| {
            let (names, rest) = part.split_once(": ").unwrap_or((part, ""));
            let named =
                |name: &str| self.forms.as_ref().is_none_or(|forms| forms.iter().any(|it| it == name));
            let mild = rest.starts_with(Class::LastBits.words());
            names.split(',').all(named)
                && match self.most {
                    Most::LastBits => mild,
                    Most::Anything => mild || rest.starts_with(Class::Different.words()),
                    Most::Invalid => rest.starts_with("invalid: "),
                    Most::Refused => {
                        let who = ["glslang ", "vitrum "].into_iter().find_map(|who| rest.strip_prefix(who));
                        who.is_some_and(|rest| rest.starts_with(REFUSED))
                    }
                    Most::Unread => rest.starts_with(UNREAD),
                    Most::Crash => false,
                }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{REFUSED, UNREAD, read};

    #[test]
    fn an_explanation_covers_its_forms_and_no_more_than_it_says() {
        let list = read("# a line\n\na\tb.frag\tlast bits\tnone,size\tdifferent sums\n").unwrap_or_default();
        let row = list.first().cloned();
        let covers = |text: &str| row.as_ref().is_some_and(|row| row.covers(text));
        assert!(covers("none: differs in last bits: output 0: 1.0 instead of 1.1"));
        assert!(covers("none,size: differs in last bits: x"));
        assert!(!covers("none,default: differs in last bits: x"));
        assert!(!covers("none: different: x"));
        assert!(!covers("none: differs in last bits: x; size: different: y"));
        assert!(
            read("a\tb\tcrash\tall\tc")
                .is_ok_and(|rows| !rows.iter().any(|row| row.covers("none: different: x")))
        );
        let invalid = read("a\tb\tinvalid\tprinted\tc").unwrap_or_default();
        let covers = |text: &str| invalid.first().is_some_and(|row| row.covers(text));
        assert!(covers("printed: invalid: error"));
        assert!(!covers("read,printed: invalid: error"));
        assert!(!covers("printed: different: x"));
        let refused = read("a\tb\trefused\tprinted\tc").unwrap_or_default();
        assert!(refused.first().is_some_and(|row| row.covers(&format!("printed: glslang {REFUSED}: x"))));
        assert!(!refused.first().is_none_or(|row| row.covers("printed: not written: x")));
        let unread = read("a\tb\tunread\tall\tc").unwrap_or_default();
        assert!(unread.first().is_some_and(|row| row.covers(&format!("read,printed: {UNREAD}: word 1"))));
        assert!(!unread.first().is_none_or(|row| row.covers("printed: not written: x")));
        assert!(read("a\tb\tmuch\tall\tc").is_err());
        assert!(read("a\tb").is_err());
    }
}
