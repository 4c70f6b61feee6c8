//! Programs of the generator, always the same. The interpreter is the reference.

use std::path::Path;

use anyhow::{Context, Result};
use vitrum::Version;
use vitrum_generator::{Options, program};

use crate::case::{Case, Shader};
use crate::execute::Execution;
use crate::suite::{self, Executed, Suite};

/// The row.
pub(crate) const SUITE: Suite = Suite {
    name: "generated",
    what: "programs of the generator: on a device they do what they do in the interpreter",
    folder: suite::root,
    install: "nothing is installed",
    fetch: None,
    files,
    cases,
    executed: Some(Executed { cases: executed, a_file_each: true, interpreted: false, stages: false }),
    linked: None,
};

/// The seeds.
const SEEDS: std::ops::Range<u64> = 500_000..502_000;

/// The text before the seed in the name of a case.
const PREFIX: &str = "seed-";

fn files(_: &Path) -> Result<Vec<String>> {
    Ok(SEEDS.map(|seed| format!("{PREFIX}{seed}")).collect())
}

fn cases(_: &Path, file: &str) -> Result<Vec<Case>> {
    let seed = file.strip_prefix(PREFIX).context("not the name of a program")?.parse()?;
    let program = program(seed, &Options::default());
    let mut shader = Shader::new(program.stage, program.source.as_str(), Version::desktop(110));
    shader.target = program.target();
    Ok(vec![Case::new(file, vec![shader])])
}

fn executed(data: &Path, file: &str) -> Result<Vec<Case>> {
    let mut found = cases(data, file)?;
    found.iter_mut().for_each(|case| case.execution = Some(Execution::Generated));
    Ok(found)
}
