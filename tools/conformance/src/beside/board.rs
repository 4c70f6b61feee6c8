//! Counts of the comparison with glslang, and the scoreboard.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::{Beside, explained};
use crate::outcome::CaseResult;
use crate::report;
#[cfg(test)]
use crate::suite;

/// The title of the differences without explanation.
const UNEXPLAINED: &str = "unexplained:";

/// The first word of a line that counts a row.
const EXPLAINED: &str = "explained ";

/// The comparison of a suite.
#[derive(Default)]
pub(crate) struct Board<'a> {
    compared: usize,
    printed: usize,
    facts: usize,
    /// Reasons for which shaders were not compared, with counts.
    none: BTreeMap<String, usize>,
    /// Number of differences that each row explains, and the number of cases that have them.
    explained: BTreeMap<&'static str, (usize, BTreeSet<&'a str>)>,
    /// The case and the line of each other difference.
    unexplained: BTreeSet<(&'a str, &'a str)>,
}

impl<'a> Board<'a> {
    /// Of the results of a run.
    pub(crate) fn new(results: &'a [CaseResult]) -> Self {
        let mut board = Self::default();
        for result in results {
            let lines: Vec<&str> = result.beside.iter().filter_map(Beside::line).collect();
            for beside in &result.beside {
                match beside {
                    Beside::Compared(facts) => {
                        board.compared += 1;
                        board.facts += facts;
                    }
                    Beside::ComparedPrinted(facts) => {
                        board.printed += 1;
                        board.facts += facts;
                    }
                    Beside::None(reason) => {
                        *board.none.entry(report::cause_by_both(reason)).or_default() += 1
                    }
                    Beside::Differs(line) => match explained::find(&result.id, line, &lines) {
                        Some(row) => {
                            let (count, cases) = board.explained.entry(row.name).or_default();
                            *count += 1;
                            cases.insert(&result.id);
                        }
                        None => {
                            board.unexplained.insert((&result.id, line));
                        }
                    },
                }
            }
        }
        board
    }

    /// The numbers, as a line.
    fn line(&self) -> String {
        let explained: usize = self.explained.values().map(|(count, _)| count).sum();
        format!(
            "{} shaders compared and {} as printed, {} not; {} facts, {} differences, {explained} explained",
            self.compared,
            self.printed,
            self.none.values().sum::<usize>(),
            self.facts,
            explained + self.unexplained.len(),
        )
    }

    /// Prints the numbers, and the differences that nothing explains: each, or their classes.
    pub(crate) fn print(&self, list: bool) {
        for (reason, count) in sorted(&self.none) {
            println!("{count:>6} not compared: {reason}");
        }
        for (name, (count, cases)) in &self.explained {
            let reason = explained::reason(name);
            println!("{count:>6} explained in {} cases: {name}: {reason}", cases.len());
        }
        if list {
            for (id, line) in &self.unexplained {
                println!("{id}\t{line}");
            }
        } else {
            let mut classes: BTreeMap<String, (usize, BTreeSet<&str>)> = BTreeMap::new();
            for (id, line) in &self.unexplained {
                let (count, cases) = classes.entry(class(line)).or_default();
                *count += 1;
                cases.insert(id);
            }
            let mut classes: Vec<_> = classes.into_iter().collect();
            classes.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
            for (class, (count, cases)) in classes {
                let example = cases.first().copied().unwrap_or_default();
                println!("{count:>6} in {} cases: {class}, for instance {example}", cases.len());
            }
        }
        println!("{}", self.line());
    }

    /// The text of the scoreboard.
    pub(crate) fn render(&self, command: &str) -> String {
        let mut text = format!("Written by `{command}`; never edited by hand.\n\n{}\n\n", self.line());
        // Writing to a string cannot fail.
        for (name, (count, cases)) in &self.explained {
            let _ = writeln!(text, "{EXPLAINED}{name}: {count} in {} cases", cases.len());
        }
        for (reason, count) in sorted(&self.none) {
            let _ = writeln!(text, "{count:>6} not compared: {reason}");
        }
        let _ = writeln!(text, "\n{UNEXPLAINED}");
        for (id, line) in &self.unexplained {
            let _ = writeln!(text, "{id}\t{line}");
        }
        text
    }

    /// The case and the line of each difference that no row explains.
    pub(crate) fn unexplained(&self) -> &BTreeSet<(&'a str, &'a str)> {
        &self.unexplained
    }
}

/// The texts of the committed scoreboards.
#[cfg(test)]
pub(crate) fn committed() -> Vec<String> {
    let paths = suite::SUITES.iter().map(|suite| crate::scoreboard::path(&name(suite.name)));
    paths.filter_map(|path| std::fs::read_to_string(path).ok()).collect()
}

/// The rows that committed scoreboards count.
#[cfg(test)]
pub(crate) fn counted_rows() -> BTreeSet<String> {
    let mut rows = BTreeSet::new();
    for text in committed() {
        let lines = text.lines().filter_map(|line| line.strip_prefix(EXPLAINED)?.split(':').next());
        rows.extend(lines.map(str::to_owned));
    }
    rows
}

/// The lines of a scoreboard that nothing explains.
#[cfg(test)]
pub(crate) fn unexplained_lines(text: &str) -> Vec<&str> {
    text.lines().skip_while(|line| *line != UNEXPLAINED).skip(1).collect()
}

/// The name of the scoreboard of a suite.
pub(crate) fn name(suite: &str) -> String {
    format!("beside-{suite}")
}

fn sorted(counts: &BTreeMap<String, usize>) -> Vec<(&String, &usize)> {
    let mut counts: Vec<_> = counts.iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    counts
}

/// A difference without the names of one shader: the sign, the kind of the subject, and the attribute without numbers.
fn class(line: &str) -> String {
    let (subject, attribute) = line.split_once(": ").unwrap_or((line, ""));
    let words: Vec<&str> = subject.splitn(4, ' ').collect();
    let kept = match words.as_slice() {
        [sign, kind @ ("capability" | "extension" | "mode" | "version"), rest @ ..] => {
            format!("{sign} {kind} {}", rest.join(" "))
        }
        [sign, kind @ "event", what, ..] => format!("{sign} {kind} {what}"),
        [sign, kind @ "value", what, ..] => {
            format!("{sign} {kind} {}", what.split('(').next().unwrap_or_default())
        }
        [sign, kind @ ("variable" | "member" | "interface" | "load" | "store"), class, ..] => {
            format!("{sign} {kind} {class}")
        }
        [sign, kind, ..] => format!("{sign} {kind}"),
        _ => subject.to_owned(),
    };
    let plain: String = attribute.chars().map(|it| if it.is_ascii_digit() { '0' } else { it }).collect();
    let mut plain = plain.replace("00", "0");
    while plain.contains("00") {
        plain = plain.replace("00", "0");
    }
    if plain.is_empty() { kept } else { format!("{kept}: {plain}") }
}
