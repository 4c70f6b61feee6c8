//! Counts of the differences by cause, and the scoreboard.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::{Difference, listed};
use crate::report;

/// The title of the differences without a listed cause.
const UNLISTED: &str = "unlisted:";

/// The differences of a suite.
pub(crate) struct Board<'a> {
    texts: usize,
    /// The differences of each listed cause.
    listed: BTreeMap<&'static str, usize>,
    unlisted: BTreeSet<&'a Difference<'a>>,
}

/// The name of the scoreboard of a suite.
pub(crate) fn name(suite: &str) -> String {
    format!("verdicts-{suite}")
}

impl<'a> Board<'a> {
    /// Of so many texts, and the differences on them.
    pub(crate) fn new(texts: usize, differences: &'a BTreeSet<Difference<'a>>) -> Self {
        let mut board = Self { texts, listed: BTreeMap::new(), unlisted: BTreeSet::new() };
        for difference in differences {
            match listed::find(&difference.message) {
                Some(cause) => *board.listed.entry(cause.title).or_default() += 1,
                None => {
                    board.unlisted.insert(difference);
                }
            }
        }
        board
    }

    /// Number of the differences without a listed cause that the text of a scoreboard does not have.
    pub(crate) fn unknown(&self, known: &str) -> usize {
        let is_known =
            |it: &&&Difference<'_>| known.lines().any(|line| line.split('\t').next() == Some(it.id));
        self.unlisted.iter().filter(|it| !is_known(it)).count()
    }

    fn line(&self) -> String {
        let listed: usize = self.listed.values().sum();
        let all = listed + self.unlisted.len();
        format!("{} shaders, {all} with another verdict, {listed} of them by listed causes", self.texts)
    }

    /// Prints the numbers, and the differences without a listed cause: each, or their classes.
    pub(crate) fn print(&self, list: bool) {
        for (title, count) in &self.listed {
            println!("{count:>6} listed: {title}");
        }
        if list {
            for difference in &self.unlisted {
                println!("{}\t{}", difference.id, difference.message);
            }
        } else {
            let classes = self.unlisted.iter().map(|it| (report::cause_by_both(&it.message), it.id));
            for (class, (count, example)) in report::by_frequency(classes) {
                println!("{count:>6} {class}, for instance {example}");
            }
        }
        println!("{}", self.line());
    }

    /// The text of the scoreboard.
    pub(crate) fn render(&self, command: &str) -> String {
        let mut text = format!("Written by `{command}`; never edited by hand.\n\n{}\n\n", self.line());
        // Writing to a string cannot fail.
        for (title, count) in &self.listed {
            let _ = writeln!(text, "{count:>6} {title}");
        }
        let _ = writeln!(text, "\n{UNLISTED}");
        for difference in &self.unlisted {
            let _ = writeln!(text, "{}\t{}", difference.id, difference.message);
        }
        text
    }
}
