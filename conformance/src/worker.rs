//! A worker process: reads names of files, compiles their cases, says a line at the start and end of each.

use std::io::{BufRead, Write};
use std::path::Path;

use anyhow::{Context, Result};
use vitrum::Target;

use crate::case::Case;
use crate::execute::Executor;
use crate::judge::Judge;
use crate::outcome::Message;
use crate::spirv_val::SpirvVal;
use crate::suite::{self, Suite};

/// What a worker does beyond compiling.
pub(crate) struct Config<'a> {
    /// The target for which to validate, or `default`.
    pub(crate) validate: Option<&'a str>,
    /// Whether programs are run.
    pub(crate) execute: bool,
    /// On what device, if not the first.
    pub(crate) device: Option<&'a str>,
    /// Only one case in so many.
    pub(crate) sample: u64,
}

/// Serves until its input ends. A line of input is a number of cases to leave out, a filter, and a file.
pub(crate) fn serve(suite: &Suite, data: &Path, config: &Config<'_>) -> Result<()> {
    // The panic is an outcome, and its text goes there.
    std::panic::set_hook(Box::new(|_| {}));
    let judge = Judge {
        validate: config.validate.map(validation).transpose()?,
        executor: if config.execute { Some(Executor::new(config.device)?) } else { None },
    };
    let cases_of = if config.execute { suite.executed.unwrap_or(suite.cases) } else { suite.cases };
    let mut output = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let mut fields = line.splitn(3, '\t');
        let (Some(skip), Some(filter), Some(file)) = (fields.next(), fields.next(), fields.next()) else {
            continue;
        };
        let skip: usize = skip.parse().context("a worker was told nonsense")?;
        let mut say = |message: &Message| {
            output.write_all(message.to_line().as_bytes())?;
            output.write_all(b"\n")?;
            output.flush()
        };
        let cases = match cases_of(data, file) {
            Ok(cases) => cases,
            Err(error) => {
                say(&Message::File(Some(format!("{file}: {error:#}"))))?;
                continue;
            }
        };
        let chosen = |case: &&Case| case.id.contains(filter) && suite::sampled(&case.id, config.sample);
        for case in cases.iter().filter(chosen).skip(skip) {
            say(&Message::Start { id: case.id.clone(), expect: case.expect })?;
            say(&Message::End(judge.judge(case)))?;
        }
        say(&Message::File(None))?;
    }
    Ok(())
}

fn validation(name: &str) -> Result<(SpirvVal, Option<Target>)> {
    let target = match name {
        "default" => None,
        name => Some(Target::from_name(name).with_context(|| format!("no target `{name}`"))?),
    };
    Ok((SpirvVal::find()?, target))
}
