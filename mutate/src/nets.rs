//! The nets: groups of tests that look for wrong code, each a program with arguments.

use std::fmt;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::tree;

/// A group of tests.
#[derive(Debug)]
pub(crate) struct Net {
    /// Its name on the board.
    pub(crate) name: &'static str,
    /// The faults that it looks for.
    pub(crate) summary: &'static str,
    /// The package that has the tests, and the name of the program in it.
    package: &'static str,
    target: &'static str,
    arguments: &'static [&'static str],
}

/// Every net, the quickest first; snapshots, which notice any change and judge none, last.
pub(crate) static NETS: &[Net] = &[
    Net {
        name: "rules",
        summary: "both sides of each rewrite rule agree on edge and random values",
        package: "vitrum-passes",
        target: "vitrum_passes",
        arguments: &["rules::"],
    },
    Net {
        name: "effects",
        summary: "operations have the effects of their class",
        package: "vitrum-ir",
        target: "effects",
        arguments: &[],
    },
    Net {
        name: "programs",
        summary: "generated programs do the same after each pass and pipeline, and through printed GLSL",
        package: "vitrum-generator",
        target: "vitrum-generator",
        arguments: &["generate", "--count", "400", "--seed", "1", "--no-shrink"],
    },
    Net {
        name: "pipelines",
        summary: "suite shaders do the same in the interpreter after each pass of -O, and through printed GLSL",
        package: "vitrum-tests",
        target: "suites",
        arguments: &["differential/"],
    },
    Net {
        name: "passes",
        summary: "each pass by itself leaves a valid module that does the same",
        package: "vitrum-tests",
        target: "suites",
        arguments: &["passes/"],
    },
    Net {
        name: "legality",
        summary: "each pass leaves alone what it may not change",
        package: "vitrum-passes",
        target: "legality",
        arguments: &[],
    },
    Net {
        name: "units",
        summary: "tests inside the passes crate",
        package: "vitrum-passes",
        target: "vitrum_passes",
        arguments: &["--skip", "rules::"],
    },
    Net {
        name: "snapshots",
        summary: "the IR after a pass is as it was",
        package: "vitrum-passes",
        target: "*",
        arguments: &[],
    },
    Net {
        name: "suite",
        summary: "IR, SPIR-V and GLSL of suite shaders are as they were, and spirv-val and glslangValidator take them",
        package: "vitrum-tests",
        target: "suites",
        arguments: &["suite/"],
    },
];

/// A net, built.
pub(crate) struct Program<'n> {
    /// The net.
    pub(crate) net: &'n Net,
    /// The programs that it runs, each with the folder in which it runs.
    parts: Vec<(PathBuf, PathBuf)>,
}

/// That a net notices a mutant.
#[derive(Clone, Debug)]
pub(crate) struct Noticed {
    /// The net.
    pub(crate) net: &'static str,
    /// By what.
    pub(crate) how: How,
}

/// The sign by which a net noticed a mutant.
#[derive(Clone, Debug)]
pub(crate) enum How {
    /// A test failed, or the program ended with an error: the first line that says so.
    Failed(String),
    /// It took many times as long as without the mutant.
    Hangs,
}

impl fmt::Display for How {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failed(line) => f.write_str(line),
            Self::Hangs => f.write_str("takes too long"),
        }
    }
}

/// Builds the programs of the nets in the copy.
pub(crate) fn build<'n>(work: &Path, profile: &str, nets: &[&'n Net]) -> Result<Vec<Program<'n>>> {
    let mut built: Vec<(String, String, PathBuf, PathBuf)> = Vec::new();
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
    nets.iter()
        .map(|net| {
            let mut parts: Vec<(PathBuf, PathBuf)> = built
                .iter()
                .filter(|(package, target, ..)| {
                    package == net.package && (net.target == "*" || target == net.target)
                })
                .map(|(_, _, program, folder)| (program.clone(), folder.clone()))
                .collect();
            parts.dedup();
            if parts.is_empty() {
                bail!("net {}: {} has no program {}", net.name, net.package, net.target);
            }
            Ok(Program { net, parts })
        })
        .collect()
}

/// The package, the target, the program and the package's folder, if a line of cargo's speaks of a program.
fn artifact(line: &str) -> Option<(String, String, PathBuf, PathBuf)> {
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
    Some((package, target, program, folder))
}

/// Runs each net without a mutant: it must notice nothing. Gives how long it may take with one.
pub(crate) fn measure(programs: &[Program<'_>]) -> Result<Vec<Duration>> {
    let patience = Duration::from_secs(600);
    programs
        .iter()
        .map(|program| {
            let start = Instant::now();
            if let Some(how) = notices(program, "", patience)? {
                bail!("net {} fails without a mutant: {how}", program.net.name);
            }
            let time = start.elapsed();
            println!("net {}: {:.1} s", program.net.name, time.as_secs_f64());
            Ok(time * 4 + Duration::from_secs(20))
        })
        .collect()
}

/// If a net notices a mutant, how.
pub(crate) fn notices(program: &Program<'_>, key: &str, limit: Duration) -> Result<Option<How>> {
    let end = Instant::now() + limit;
    for (path, folder) in &program.parts {
        let mut command = Command::new(path);
        command
            .args(program.net.arguments)
            .current_dir(folder)
            .env("VITRUM_MUTANT", key)
            .env("INSTA_UPDATE", "no")
            .env("RUST_BACKTRACE", "0")
            .env("CARGO_MANIFEST_DIR", folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let child = command.spawn().with_context(|| path.display().to_string())?;
        if let Some(how) = watch(child, end)? {
            return Ok(Some(how));
        }
    }
    Ok(None)
}

/// Waits for a program, and ends it when a test of it fails or the time is over.
fn watch(mut child: Child, end: Instant) -> Result<Option<How>> {
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
        match lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(line) if line.contains("FAILED") => break Some(How::Failed(line)),
            Ok(_) => {}
            Err(RecvTimeoutError::Timeout) => break Some(How::Hangs),
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
    match found {
        Some(how) => Ok(Some(how)),
        None if status.success() => Ok(None),
        None => Ok(Some(How::Failed(status.to_string()))),
    }
}
