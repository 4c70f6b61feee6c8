//! The mutants that each test reaches: those in which a mutant in code would decide otherwise.
//!
//! A test that never reaches a mutant cannot notice it, and need not run against it. Each test runs once by itself, with no
//! mutant alive, while the copy writes down every mutant that is reached. Mutants in tables are not followed: all tests
//! count as reaching them.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Instant, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use indicatif::ProgressBar;
use rayon::prelude::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

use crate::nets;

/// The variable that makes the copy record the reached mutants.
const RECORD: &str = "4294967295";

/// A test that passes without a mutant.
#[derive(Debug)]
pub(crate) struct Test {
    pub(crate) name: String,
    /// The time that it took, in milliseconds.
    pub(crate) millis: u64,
    /// The numbers of the mutants that it reaches.
    pub(crate) reached: BTreeSet<u32>,
}

/// The names of the tests in a program.
pub(crate) fn names(program: &Path, folder: &Path) -> Result<Vec<String>> {
    let output = nets::command(program, folder, "").args(["--list", "--format", "terse"]).output()?;
    let text = String::from_utf8(output.stdout)?;
    Ok(text.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect())
}

/// The tests of these names. What was found is kept in `cache` until the program changes, or a
/// program that judges its output.
pub(crate) fn of_tests(program: &Path, folder: &Path, names: &[String], cache: &Path) -> Result<Vec<Test>> {
    kept(program, cache, names, |name, file| {
        run(nets::command(program, folder, RECORD).args(["--exact", name]), file)
    })
}

/// A program with arguments, as if it were one test.
pub(crate) fn of_program(program: &Path, folder: &Path, arguments: &[&str], cache: &Path) -> Result<Test> {
    let mut tests = kept(program, cache, &[arguments.join(" ")], |_, file| {
        run(nets::command(program, folder, RECORD).args(arguments), file)
    })?;
    tests.pop().context("the program was not run")
}

/// Runs a test whose reached mutants are written to `file`.
fn run(command: &mut Command, file: &Path) -> Result<()> {
    let _ = std::fs::remove_file(file);
    let status = command.env("VITRUM_MUTANTS_ASKED", file).stdout(Stdio::null()).status()?;
    if !status.success() {
        bail!("{command:?} fails without a mutant: {status}");
    }
    Ok(())
}

/// Reads the cache, or runs all tests and writes it.
fn kept(
    program: &Path,
    cache: &Path,
    names: &[String],
    run: impl Fn(&str, &Path) -> Result<()> + Sync,
) -> Result<Vec<Test>> {
    let metadata = std::fs::metadata(program)?;
    let judges = ["VITRUM_SPIRV_VAL", "VITRUM_GLSLANG"].map(|name| std::env::var(name).unwrap_or_default());
    let head = format!(
        "{} {} {} {}",
        program.display(),
        metadata.len(),
        metadata.modified()?.duration_since(UNIX_EPOCH)?.as_nanos(),
        judges.join(" ")
    );
    if let Ok(text) = std::fs::read_to_string(cache)
        && let Some(lines) = text.strip_prefix(&head)
        && let Some(tests) = parse(lines, names)
    {
        return Ok(tests);
    }
    let tests = follow(cache, names, run)?;
    let mut text = head;
    for test in &tests {
        let numbers: Vec<String> = test.reached.iter().map(u32::to_string).collect();
        text += &format!("\n{}\t{}\t{}", test.name, test.millis, numbers.join(" "));
    }
    std::fs::write(cache, text)?;
    Ok(tests)
}

fn parse(lines: &str, names: &[String]) -> Option<Vec<Test>> {
    let tests: Vec<Test> = lines
        .lines()
        .skip(1)
        .map_while(|line| {
            let (name, rest) = line.split_once('\t')?;
            let (millis, numbers) = rest.split_once('\t')?;
            Some(Test {
                name: name.to_owned(),
                millis: millis.parse().ok()?,
                reached: numbers.split(' ').filter_map(|it| it.parse().ok()).collect(),
            })
        })
        .collect();
    tests.iter().map(|test| &test.name).eq(names).then_some(tests)
}

/// Runs every test, as many at a time as the machine has processors.
fn follow(
    cache: &Path,
    names: &[String],
    run: impl Fn(&str, &Path) -> Result<()> + Sync,
) -> Result<Vec<Test>> {
    if let Some(folder) = cache.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let bar = ProgressBar::new(names.len() as u64);
    let one = |(number, name): (usize, &String)| -> Result<Test> {
        let file = cache.with_extension(number.to_string());
        let start = Instant::now();
        run(name, &file)?;
        let millis = u64::try_from(start.elapsed().as_millis())?;
        let reached = std::fs::read_to_string(&file).unwrap_or_default();
        let reached = reached.lines().filter_map(|it| it.parse().ok()).collect();
        let _ = std::fs::remove_file(&file);
        bar.inc(1);
        Ok(Test { name: name.clone(), millis, reached })
    };
    let tests = names.par_iter().enumerate().map(one).collect();
    bar.finish_and_clear();
    tests
}
