//! Rates of boards over commits, from `git log`.

use std::collections::BTreeMap;
use std::process::Command;

use super::read::Rate;
use crate::shell;

/// A rate as a commit set it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Point {
    pub(super) commit: String,
    pub(super) date: String,
    pub(super) rate: Rate,
}

/// The rates that commits changed, by board; from the oldest on. It is empty without git or its history.
#[derive(Debug, Default)]
pub(super) struct History {
    pub(super) boards: BTreeMap<String, Vec<Point>>,
}

impl History {
    /// The history of a folder.
    pub(super) fn of(folder: &str) -> Self {
        let mut git = Command::new("git");
        git.args([
            "log",
            "--reverse",
            "--unified=0",
            "--format=commit %h %ad",
            "--date=short",
            "-p",
            "--",
            folder,
        ]);
        match shell::capture(git.current_dir(shell::root())) {
            Ok(log) => Self::read(&log, folder),
            Err(_) => Self::default(),
        }
    }

    /// Reads a log with patches: each added line with a rate is a new value.
    fn read(log: &str, folder: &str) -> Self {
        let mut history = Self::default();
        let (mut commit, mut date, mut board) = ("", "", None);
        for line in log.lines() {
            if let Some(head) = line.strip_prefix("commit ") {
                (commit, date) = head.split_once(' ').unwrap_or((head, ""));
            } else if let Some(file) = line.strip_prefix("+++ ") {
                let name =
                    file.strip_prefix("b/").and_then(|file| file.strip_prefix(folder)?.strip_prefix('/'));
                board = name.and_then(|name| name.strip_suffix(".txt"));
            } else if let Some((board, rate)) = board.zip(line.strip_prefix('+').and_then(Rate::read)) {
                let point = Point { commit: commit.to_owned(), date: date.to_owned(), rate };
                history.boards.entry(board.to_owned()).or_default().push(point);
            }
        }
        history
    }

    /// The values of a rate of a board.
    pub(super) fn points(&self, board: &str, rate: &str) -> Vec<&Point> {
        self.boards.get(board).into_iter().flatten().filter(|point| point.rate.name == rate).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::History;

    #[test]
    fn added_rates_are_points() {
        let log = "commit abc 2026-01-01\n\ndiff --git a/s/x.txt b/s/x.txt\n--- /dev/null\n+++ b/s/x.txt\n@@ -0,0 +1 @@\n+accept: 1 of 4 (25.00%)\n\
                   commit def 2026-01-02\n\n--- a/s/x.txt\n+++ b/s/x.txt\n-accept: 1 of 4 (25.00%)\n+accept: 3 of 4 (75.00%)\n+++ b/other\n+accept: 4 of 4 (100.00%)\n";
        let history = History::read(log, "s");
        let points = history.points("x", "accept");
        assert_eq!(points.iter().map(|point| point.rate.passed).collect::<Vec<_>>(), [1, 3]);
        assert_eq!((points[1].commit.as_str(), points[1].date.as_str()), ("def", "2026-01-02"));
        assert!(history.points("x", "reject").is_empty() && history.boards.len() == 1);
    }
}
