//! The nets: groups of tests that look for wrong code, each a program with arguments.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::mutant::Mutant;
use crate::reach::{self, Test};
use crate::tree;

/// A group of tests.
#[derive(Debug)]
pub(crate) struct Net {
    /// Its name on the board.
    pub(crate) name: &'static str,
    /// The faults that it looks for.
    pub(crate) summary: &'static str,
    /// The package that has the tests.
    package: &'static str,
    /// The name of the program in the package; `*` takes all that have tests.
    target: &'static str,
    runs: Runs,
}

/// The part of a program that is a net.
#[derive(Debug)]
enum Runs {
    /// The tests whose names begin with a text.
    Tests(&'static str),
    /// The tests whose names do not.
    OtherTests(&'static str),
    /// The tests of a suite.
    Suite(&'static str),
    /// The program itself, with arguments.
    Program(&'static [&'static str]),
}

impl Runs {
    fn is_test(&self) -> bool {
        !matches!(self, Self::Program(_))
    }

    fn takes(&self, test: &str) -> bool {
        match self {
            Self::Tests(start) => test.starts_with(start),
            Self::OtherTests(start) => !test.starts_with(start),
            Self::Suite(name) => test.strip_prefix(name).is_some_and(|rest| rest.starts_with('/')),
            Self::Program(_) => false,
        }
    }
}

/// Every net, the quickest first.
pub(crate) static NETS: &[Net] = &[
    Net {
        name: "effects",
        summary: "operations have the effects of their class",
        package: "vitrum-ir",
        target: "effects",
        runs: Runs::Tests(""),
    },
    passes("legality", "vir", Runs::Tests("legality/"), "each pass leaves alone what it may not change"),
    passes("units", UNITS, Runs::OtherTests("rules::"), "tests inside the passes crate"),
    passes("snapshots", "*", Runs::Tests(""), "the IR after a pass is as it was"),
    passes(
        "rules",
        UNITS,
        Runs::Tests("rules::"),
        "both sides of each rewrite rule agree on edge and random values",
    ),
    suite(
        "analyses",
        "ranges, float facts, wanted components and uniformity hold for what the interpreter sees",
    ),
    suite("narrow", "8- and 16-bit values declare the capabilities that they need"),
    suite("passes", "each pass by itself leaves a valid module that does the same"),
    Net {
        name: "programs",
        summary: "generated programs do the same after each pass and pipeline, and through printed GLSL",
        package: "vitrum-generator",
        target: "vitrum-generator",
        runs: Runs::Program(&["generate", "--count", "400", "--seed", "1", "--no-shrink"]),
    },
    suite("extremes", "numbers and sizes at the ends of their ranges compile to valid modules"),
    suite(
        "precision",
        "values that only highp ones flow into are bit-equal where mediump and lowp results are rounded",
    ),
    Net {
        runs: Runs::Tests("differential/"),
        ..suite(
            "pipelines",
            "suite shaders do the same in the interpreter after each pass of -O, and through printed GLSL",
        )
    },
    suite("transforms", "transformations give executed shaders the results that they are for"),
    suite("machines", "each lowering for machines keeps the results of suite shaders"),
    suite("hardware", "suite shaders do the same in the form of a machine"),
    suite("arithmetic", "expanded arithmetic is that of the operation, bit by bit"),
    suite("targets", "every target's SPIR-V and GLSL is valid"),
    suite(
        "suite",
        "IR, SPIR-V and GLSL of suite shaders are as they were, and spirv-val and glslangValidator take them",
    ),
];

/// The program with the unit tests of the passes.
const UNITS: &str = "vitrum_passes";

/// A net of the passes crate.
const fn passes(name: &'static str, target: &'static str, runs: Runs, summary: &'static str) -> Net {
    Net { name, summary, package: "vitrum-passes", target, runs }
}

/// A suite: the tests in the folder of its name.
const fn suite(name: &'static str, summary: &'static str) -> Net {
    Net { name, summary, package: "vitrum-tests", target: "suites", runs: Runs::Suite(name) }
}

/// A net, built.
pub(crate) struct Program<'n> {
    /// The net.
    pub(crate) net: &'n Net,
    parts: Vec<Part>,
}

/// A program of a net.
struct Part {
    program: PathBuf,
    /// The folder in which it runs.
    folder: PathBuf,
    /// The names of all its tests.
    names: Vec<String>,
    /// The tests of the net, or the program as one test.
    tests: Vec<Test>,
}

impl Program<'_> {
    /// The number of tests that reach a mutant; nothing if that is not known.
    pub(crate) fn reach(&self, mutant: &Mutant) -> Option<usize> {
        let number = mutant.number()?;
        let tests = self.parts.iter().flat_map(|part| &part.tests);
        Some(tests.filter(|test| test.reached.contains(&number)).count())
    }
}

/// That a net notices a mutant.
#[derive(Clone, Debug)]
pub(crate) struct Noticed {
    /// The net.
    pub(crate) net: &'static str,
    /// The sign: the line of a failed test, the status of the program, or that it takes too long.
    pub(crate) how: String,
}

/// Builds the programs of the nets in the copy.
pub(crate) fn build<'n>(work: &Path, profile: &str, nets: &[&'n Net]) -> Result<Vec<Program<'n>>> {
    let mut built: Vec<Artifact> = Vec::new();
    let mut packages: Vec<&str> = nets.iter().map(|net| net.package).collect();
    packages.sort_unstable();
    packages.dedup();
    for command in ["test", "build"] {
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.arg(command).args(["--profile", profile, "--message-format", "json-render-diagnostics"]);
        if command == "test" {
            cargo.args(["--no-run", "--lib", "--tests"]);
        } else {
            cargo.arg("--bins");
        }
        packages.iter().for_each(|package| {
            cargo.args(["--package", package]);
        });
        cargo.current_dir(tree::folder(work)).env("CARGO_TARGET_DIR", work.join("build"));
        // Conditions with a test of a mutant inside need no parentheses, which is no fault.
        cargo.env("RUSTFLAGS", "-Awarnings").stderr(Stdio::inherit());
        let output = cargo.output().context("could not start cargo")?;
        if !output.status.success() {
            bail!("the copy of the tree does not compile");
        }
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            built.extend(artifact(line));
        }
    }
    // Both commands report the programs that tests start.
    built.sort();
    built.dedup();
    nets.iter().map(|net| program(work, net, &built)).collect()
}

/// The programs of a net, with the mutants that their tests reach.
fn program<'n>(work: &Path, net: &'n Net, built: &[Artifact]) -> Result<Program<'n>> {
    let mut parts = Vec::new();
    for it in built {
        if it.package != net.package || it.is_test != net.runs.is_test() {
            continue;
        }
        if net.target != "*" && net.target != it.target {
            continue;
        }
        let (program, folder) = (it.program.clone(), it.folder.clone());
        let cache = work.join("reached").join(format!("{}-{}", net.name, it.target));
        let (names, tests) = match &net.runs {
            Runs::Program(arguments) => {
                (Vec::new(), vec![reach::of_program(&program, &folder, arguments, &cache)?])
            }
            runs => {
                let names = reach::names(&program, &folder)?;
                let taken: Vec<String> = names.iter().filter(|name| runs.takes(name)).cloned().collect();
                let tests = reach::of_tests(&program, &folder, &taken, &cache)?;
                (names, tests)
            }
        };
        parts.push(Part { program, folder, names, tests });
    }
    let count = parts.iter().map(|part| part.tests.len()).sum::<usize>();
    if count == 0 {
        bail!("net {}: {} has no tests in {}", net.name, net.package, net.target);
    }
    println!("net {}: {count} tests", net.name);
    Ok(Program { net, parts })
}

/// A program that cargo built.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Artifact {
    package: String,
    is_test: bool,
    target: String,
    program: PathBuf,
    /// The package's folder.
    folder: PathBuf,
}

/// The program that a line of cargo's messages speaks of, if it speaks of one.
fn artifact(line: &str) -> Option<Artifact> {
    let message: Value = serde_json::from_str(line).ok()?;
    let program = PathBuf::from(message.get("executable")?.as_str()?);
    let target = message.get("target")?.get("name")?.as_str()?.to_owned();
    let folder = Path::new(message.get("manifest_path")?.as_str()?).parent()?.to_path_buf();
    // "path+file:///folder#name@version", or "...#version" where the folder has the package's name.
    let id = message.get("package_id")?.as_str()?;
    let (path, fragment) = id.rsplit_once('#')?;
    let package = match fragment.split_once('@') {
        Some((name, _)) => name.to_owned(),
        None => path.rsplit('/').next()?.to_owned(),
    };
    let is_test = message.get("profile")?.get("test")?.as_bool()?;
    Some(Artifact { package, is_test, target, program, folder })
}

/// The sign by which a net notices a mutant, if it does. Only the tests that reach it run.
pub(crate) fn notices(program: &Program<'_>, mutant: &Mutant) -> Result<Option<String>> {
    let number = mutant.number();
    for part in &program.parts {
        let runs: Pending<'_> = part
            .tests
            .iter()
            .filter(|test| number.is_none_or(|it| test.reached.contains(&it)))
            .map(|test| (test.name.as_str(), test.millis))
            .collect();
        if runs.is_empty() {
            continue;
        }
        let mut command = command(&part.program, &part.folder, &mutant.key);
        match program.net.runs {
            Runs::Program(arguments) => command.args(arguments),
            _ => command.arg("--exact").args(
                part.names
                    .iter()
                    .filter(|name| !runs.contains_key(name.as_str()))
                    .flat_map(|name| ["--skip", name]),
            ),
        };
        command.stdout(Stdio::piped());
        let child = command.spawn().with_context(|| part.program.display().to_string())?;
        if let Some(how) = watch(child, runs)? {
            return Ok(Some(how));
        }
    }
    Ok(None)
}

/// Nets of which `cargo xtask test` runs a sample run whole.
const WHOLE: [(&str, &str); 2] = [("VITRUM_PASSES", "all"), ("VITRUM_ANALYSES", "1000")];

/// A program of the copy, with a mutant alive.
pub(crate) fn command(program: &Path, folder: &Path, key: &str) -> Command {
    let mut command = Command::new(program);
    command
        .current_dir(folder)
        .env("VITRUM_MUTANT", key)
        .envs(WHOLE)
        .env("INSTA_UPDATE", "no")
        .env("RUST_BACKTRACE", "0")
        .env("CARGO_MANIFEST_DIR", folder)
        .stdin(Stdio::null())
        .stderr(Stdio::null());
    command
}

/// Tests that have not ended, with the milliseconds that each takes without a mutant.
type Pending<'t> = BTreeMap<&'t str, u64>;

/// The longest time between the ends of two tests, generous for a busy machine.
fn patience(pending: &Pending<'_>) -> Duration {
    Duration::from_millis(30_000 + 4 * pending.values().max().copied().unwrap_or(0))
}

/// Waits for a program, and ends it when a test of it fails or does not end.
fn watch(mut child: Child, mut pending: Pending<'_>) -> Result<Option<String>> {
    let output = child.stdout.take().context("the program has no output")?;
    let (sender, lines) = channel();
    let reader = std::thread::spawn(move || {
        for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
            if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                break;
            }
        }
    });
    let found = loop {
        match lines.recv_timeout(patience(&pending)) {
            Ok(line) if line.contains("FAILED") => break Some(line),
            Ok(line) => {
                let name = line.strip_prefix("test ").and_then(|rest| rest.split_whitespace().next());
                name.and_then(|name| pending.remove(name));
            }
            Err(RecvTimeoutError::Timeout) => break Some("takes too long".to_owned()),
            Err(RecvTimeoutError::Disconnected) => break None,
        }
    };
    if found.is_some() {
        // It may have ended by itself in the meantime.
        let _ = child.kill();
    }
    drop(lines);
    let status = child.wait()?;
    let _ = reader.join();
    Ok(found.or_else(|| (!status.success()).then(|| status.to_string())))
}
