//! A worker process: reads names of files, compiles their cases, and prints a line at the start and end of each.

use std::io::{BufRead, Write};
use std::path::Path;

use anyhow::{Context, Result};

use crate::case::Case;
use crate::judge::{Judge, Judging};
use crate::outcome::Message;
use crate::run_beside;
use crate::suite::{self, Suite};

/// Serves until its input ends. A line of input is a number of cases to leave out, and a file.
pub(crate) fn serve(suite: &Suite, data: &Path, judging: &Judging, filter: &str, sample: u64) -> Result<()> {
    // The panic is an outcome, and its text goes there.
    std::panic::set_hook(Box::new(|_| {}));
    let mut judge = Judge::new(judging)?;
    let executed = suite.executed.as_ref().filter(|_| judging.execute);
    let linked = suite.linked.filter(|_| judging.link);
    let cases_of = executed.map(|executed| executed.cases).or(linked).unwrap_or(suite.cases);
    let mut output = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let Some((skip, file)) = line.split_once('\t') else { continue };
        let skip: usize = skip.parse().context("a worker was told nonsense")?;
        let mut say = |message: &Message| {
            output.write_all(message.to_line().as_bytes())?;
            output.write_all(b"\n")?;
            output.flush()
        };
        let cases = match cases_of(data, file) {
            Ok(cases) if judging.run_beside.is_some() => {
                cases.into_iter().flat_map(run_beside::split).collect()
            }
            Ok(cases) => cases,
            Err(error) => {
                say(&Message::File(Some(format!("{file}: {error:#}"))))?;
                continue;
            }
        };
        let chosen = |case: &&Case| case.id.contains(filter) && suite::sampled(&case.id, sample);
        for case in cases.iter().filter(chosen).skip(skip) {
            say(&Message::Start { id: case.id.clone(), expect: case.expect })?;
            let outcome = judge.judge(case, &mut |message| say(&message))?;
            say(&Message::End(outcome))?;
        }
        say(&Message::File(None))?;
    }
    Ok(())
}
