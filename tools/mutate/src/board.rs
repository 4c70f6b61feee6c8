//! The outcome: a line a mutant, counts by net, and the committed board.

use std::fmt::Write;
use std::path::Path;

use anyhow::Result;

use crate::nets::{Net, Noticed};

/// The board, relative to the root.
const FILE: &str = "tests/scoreboard/mutation.txt";

/// Nets that notice any change of the output, wrong or not.
const SNAPSHOTS: [&str; 2] = ["snapshots", "suite"];

/// A mutant with the net that noticed it.
pub(crate) struct Row {
    /// The mutant's name.
    pub(crate) name: String,
    /// The nets that notice it.
    pub(crate) noticed: Vec<Noticed>,
    /// The number of tests that reach it, if known.
    pub(crate) reach: Option<usize>,
}

impl Row {
    /// If any net notices it.
    pub(crate) fn is_noticed(&self) -> bool {
        !self.noticed.is_empty()
    }

    /// True if a net notices it that tests behaviour, not the text of code.
    fn is_judged(&self) -> bool {
        self.noticed.iter().any(|it| !SNAPSHOTS.contains(&it.net))
    }

    /// The mutant and its nets, in a line.
    pub(crate) fn line(&self) -> String {
        match self.noticed.as_slice() {
            [] => match self.reach {
                Some(count) => {
                    format!("NOT NOTICED  {}\n         by the {count} tests that reach it", self.name)
                }
                None => format!("NOT NOTICED  {}", self.name),
            },
            all => {
                let nets: Vec<String> = all.iter().map(|it| format!("{} ({})", it.net, it.how)).collect();
                format!("noticed  {}\n         by {}", self.name, nets.join("; "))
            }
        }
    }
}

/// Prints the counts and the mutants that no net notices.
pub(crate) fn print(rows: &[Row], nets: &[&Net]) {
    print!("\n{}", text(rows, nets));
}

/// Writes the board.
pub(crate) fn write(root: &Path, seed: u64, rows: &[Row], nets: &[&Net]) -> Result<()> {
    let head = format!("# cargo xtask mutate --count {} --seed {seed} --update\n", rows.len());
    std::fs::write(root.join(FILE), head + &text(rows, nets))?;
    Ok(())
}

fn text(rows: &[Row], nets: &[&Net]) -> String {
    let percent = |count: usize| 100.0 * count as f64 / rows.len().max(1) as f64;
    let noticed = rows.iter().filter(|row| row.is_noticed()).count();
    let judged = rows.iter().filter(|row| row.is_judged()).count();
    let mut out = String::new();
    let _ = writeln!(out, "noticed {noticed} of {} ({:.1} %)", rows.len(), percent(noticed));
    let _ = writeln!(out, "noticed without snapshots {judged} of {} ({:.1} %)", rows.len(), percent(judged));
    for net in nets {
        let count = rows.iter().filter(|row| row.noticed.iter().any(|it| it.net == net.name)).count();
        let _ = writeln!(out, "net {}: {count}", net.name);
    }
    for row in rows.iter().filter(|row| !row.is_judged()) {
        let by: Vec<&str> = row.noticed.iter().map(|it| it.net).collect();
        let by = if by.is_empty() { "nothing".to_owned() } else { by.join(", ") };
        let _ = writeln!(out, "noticed by {by}: {}", row.name);
    }
    out
}
