//! The committed scoreboard of a suite: counts, and each failing case with its reason.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::case::Expect;
use crate::execute::forms::INTERPRETED;
use crate::outcome::{CaseResult, Outcome};
use crate::suite;

/// The title of the failures.
const FAILURES: &str = "failures:";

/// Path of a suite's scoreboard.
pub(crate) fn path(suite: &str) -> PathBuf {
    suite::root().join("tests/scoreboard").join(format!("{suite}.txt"))
}

/// Writes a scoreboard, and prints its path.
pub(crate) fn write(path: &Path, text: &str) -> Result<()> {
    std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
    println!("wrote {}", path.display());
    Ok(())
}

/// Number of cases of an expectation, and of those that meet it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Count {
    /// As expected.
    pub(crate) met: usize,
    /// All that count.
    pub(crate) all: usize,
}

impl Count {
    /// Those of `results` that expect this and apply.
    pub(crate) fn of(results: &[CaseResult], expect: Expect) -> Self {
        let applies =
            |it: &&CaseResult| it.expect == expect && !matches!(it.outcome, Outcome::NotApplicable(_));
        let counted = results.iter().filter(applies);
        let met = counted.clone().filter(|it| !it.outcome.is_failure()).count();
        Self { met, all: counted.count() }
    }
}

/// Number of executed programs that pass, for each form.
fn by_form(forms: &[String], results: &[CaseResult]) -> Vec<(String, Count)> {
    let applies = |it: &&CaseResult| !matches!(it.outcome, Outcome::NotApplicable(_));
    let runs_in = |it: &CaseResult, form: &str| {
        form != INTERPRETED || !matches!(it.outcome, Outcome::NotInterpreted(_))
    };
    let right_in = |it: &CaseResult, form: &str| match &it.outcome {
        Outcome::Wrong(text) => {
            let names = text.split("; ").filter_map(|part| part.split(':').next());
            !names.flat_map(|names| names.split(',')).any(|name| name == form)
        }
        other => !other.is_failure(),
    };
    let count = |form: &String| Count {
        met: results.iter().filter(applies).filter(|it| runs_in(it, form) && right_in(it, form)).count(),
        all: results.iter().filter(applies).filter(|it| runs_in(it, form)).count(),
    };
    forms.iter().map(|form| (form.clone(), count(form))).collect()
}

impl std::fmt::Display for Count {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let hundredths = (self.met * 10_000).checked_div(self.all).unwrap_or(10_000);
        write!(f, "{} of {} ({}.{:02}%)", self.met, self.all, hundredths / 100, hundredths % 100)
    }
}

/// The reasons for which cases do not count, with the number of cases.
pub(crate) fn inapplicable(results: &[CaseResult]) -> BTreeMap<&str, usize> {
    reasons(results, |outcome| if let Outcome::NotApplicable(reason) = outcome { Some(reason) } else { None })
}

/// The reasons for which the interpreter, or a driver, does not run cases that are right but for that, with the number of cases.
fn not_interpreted(results: &[CaseResult]) -> BTreeMap<&str, usize> {
    reasons(
        results,
        |outcome| if let Outcome::NotInterpreted(reason) = outcome { Some(reason) } else { None },
    )
}

fn reasons(results: &[CaseResult], reason: fn(&Outcome) -> Option<&String>) -> BTreeMap<&str, usize> {
    let mut reasons = BTreeMap::new();
    for reason in results.iter().filter_map(|result| reason(&result.outcome)) {
        *reasons.entry(reason.as_str()).or_insert(0) += 1;
    }
    reasons
}

/// The counts of a run: accepted and rejected, or passed in all forms and in each.
pub(crate) fn counts(forms: &[String], results: &[CaseResult]) -> Vec<(String, Count)> {
    let of = |expect: Expect| Count::of(results, expect);
    if !forms.is_empty() {
        let mut all = vec![("all forms".to_owned(), of(Expect::Accept))];
        all.extend(by_form(forms, results));
        return all;
    }
    [Expect::Accept, Expect::Reject].map(|expect| (expect.word().to_owned(), of(expect))).to_vec()
}

/// The text of the scoreboard.
///
/// `runs` has the options with which programs are run, if they are.
pub(crate) fn render(
    suite: &str,
    runs: &str,
    sample: u64,
    forms: &[String],
    results: &[CaseResult],
) -> String {
    let mut options = if forms.is_empty() { "--update".to_owned() } else { format!("{runs} --update") };
    if sample > 1 {
        let _ = write!(options, " --sample {sample}");
    }
    let mut text =
        format!("Written by `cargo xtask conformance {suite} {options}`; never edited by hand.\n\n");
    // Writing to a string cannot fail.
    for (name, count) in counts(forms, results) {
        let _ = writeln!(text, "{name}: {count}");
    }
    let reasons = inapplicable(results);
    let _ = writeln!(text, "not applicable: {}", reasons.values().sum::<usize>());
    for (reason, count) in reasons {
        let _ = writeln!(text, "{count:>6} {reason}");
    }
    let reasons = not_interpreted(results);
    if !reasons.is_empty() {
        let what = if forms.iter().any(|form| form == INTERPRETED) { "interpreted" } else { "run" };
        let _ = writeln!(text, "not {what}: {}", reasons.values().sum::<usize>());
    }
    for (reason, count) in reasons {
        let _ = writeln!(text, "{count:>6} {reason}");
    }
    let _ = writeln!(text, "\n{FAILURES}");
    for result in results.iter().filter(|result| result.outcome.is_failure()) {
        let (word, reason) = result.outcome.parts();
        let _ = writeln!(text, "{}", format!("{word}\t{}\t{reason}", result.id).trim_end());
    }
    text
}

/// The known failures.
#[derive(Default)]
pub(crate) struct Scoreboard(BTreeSet<String>);

/// Cases that differ from the scoreboard.
#[derive(Default)]
pub(crate) struct Difference {
    /// Listed, but as expected now.
    pub(crate) better: Vec<String>,
    /// Not listed, but failing now.
    pub(crate) worse: Vec<String>,
}

impl Scoreboard {
    /// Reads a scoreboard. One that is missing lists no failures: folders that a person names have none, and neither have
    /// the repository's own shaders, which must all be accepted.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        if !path.exists() {
            return Ok(Self::default());
        }
        let text =
            std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let failures = text.lines().skip_while(|line| *line != FAILURES).skip(1);
        Ok(Self(failures.filter_map(|line| line.split('\t').nth(1)).map(str::to_owned).collect()))
    }

    /// Compares with the outcomes of cases, perhaps not all of them.
    pub(crate) fn compare(&self, results: &[CaseResult]) -> Difference {
        let mut difference = Difference::default();
        for result in results {
            match (self.0.contains(&result.id), result.outcome.is_failure()) {
                (true, false) => difference.better.push(result.id.clone()),
                (false, true) => {
                    let (word, reason) = result.outcome.parts();
                    difference.worse.push(format!("{}: {word} {reason}", result.id).trim_end().to_owned());
                }
                (true, true) | (false, false) => {}
            }
        }
        difference
    }
}

#[cfg(test)]
mod tests {
    use super::{Count, FAILURES, Scoreboard, by_form, path, render};
    use crate::case::Expect;
    use crate::outcome::{CaseResult, Outcome};

    fn result(id: &str, expect: Expect, outcome: Outcome) -> CaseResult {
        CaseResult { outcome, ..CaseResult::new(id.to_owned(), expect) }
    }

    #[test]
    fn forms_are_counted() {
        let now = [
            result("a", Expect::Accept, Outcome::Pass),
            result("b", Expect::Accept, Outcome::Wrong("none,size: x: y; interpreted: z".to_owned())),
            result("c", Expect::Accept, Outcome::Timeout),
        ];
        let forms = ["none", "size", "default", "interpreted"].map(str::to_owned);
        let met = |form: &str| by_form(&forms, &now).iter().find(|row| row.0 == form).map(|row| row.1.met);
        assert_eq!((met("none"), met("size")), (Some(1), Some(1)));
        assert_eq!((met("default"), met("interpreted")), (Some(2), Some(1)));
    }

    #[test]
    fn a_missing_scoreboard_lists_no_failures() {
        let results = [result("a", Expect::Accept, Outcome::Timeout)];
        let worse = Scoreboard::read(&path("no suite")).map(|known| known.compare(&results).worse);
        assert_eq!(worse.unwrap_or_default(), ["a: timeout"]);
    }

    #[test]
    fn a_fall_is_found_and_a_rise_too() {
        let then = [
            result("a", Expect::Accept, Outcome::WronglyRejected("E0001 no".to_owned())),
            result("b", Expect::Accept, Outcome::Pass),
            result("c", Expect::Reject, Outcome::NotApplicable("needs GL_X".to_owned())),
            result("d", Expect::Reject, Outcome::WronglyAccepted),
        ];
        let text = render("suite", "", 1, &[], &then);
        assert!(
            text.contains("accept: 1 of 2 (50.00%)\nreject: 0 of 1 (0.00%)\nnot applicable: 1\n"),
            "{text}"
        );
        let (_, listed) = text.split_once(FAILURES).unwrap_or_default();
        let known = Scoreboard(
            listed.lines().filter_map(|line| line.split('\t').nth(1)).map(str::to_owned).collect(),
        );
        let now = [
            result("a", Expect::Accept, Outcome::Pass),
            result("b", Expect::Accept, Outcome::Timeout),
            result("d", Expect::Reject, Outcome::WronglyAccepted),
        ];
        let difference = known.compare(&now);
        assert_eq!(difference.better, ["a"]);
        assert_eq!(difference.worse, ["b: timeout"]);
        assert_eq!(Count::of(&now, Expect::Accept), Count { met: 1, all: 2 });
    }
}
