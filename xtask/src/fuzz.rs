//! `cargo xtask fuzz`: builds a fuzz target with coverage and runs it, with the suites as seeds.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::shell;
use crate::tidy::Tree;

/// Runs a fuzz target: source, options, ir, bytes, spirv, link, generics or generated.
///
/// Works with the stable toolchain: libFuzzer with coverage and without sanitizers, as there is no unsafe code to find
/// fault with. What is found lies below target/fuzz, and becomes an input in tests/fuzz-inputs when it is mended.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The target
    target: String,

    /// Time to run, in seconds
    #[arg(long, default_value_t = 60)]
    seconds: u32,

    /// More options of libFuzzer, or inputs to run once
    #[arg(last = true)]
    rest: Vec<String>,
}

/// Flags that make the compiler count which branches run.
const FLAGS: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
                     -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
                     -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares";

/// Longer inputs find nothing that shorter ones do not.
const LONGEST: u64 = 20_000;

/// Words in a dictionary: the most frequent ones of the suite.
const WORDS: usize = 1500;

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let name = arguments.target.as_str();
    let targets = targets()?;
    if !targets.iter().any(|target| target == name) {
        bail!("no such target: {name}; there are {}", targets.join(", "));
    }
    let home = shell::target_directory().join("fuzz");
    let (corpus, found) = (home.join(name).join("corpus"), home.join(name).join("found"));
    fs::create_dir_all(&corpus)?;
    fs::create_dir_all(&found)?;
    let seeds = seeds(name)?;
    for (number, seed) in seeds.iter().enumerate() {
        fs::write(corpus.join(format!("seed-{number}")), seed)?;
    }
    let dictionary = home.join(name).join("dictionary");
    let words = words(&seeds);
    fs::write(&dictionary, &words)?;

    let build = home.join("build");
    // The versions of the workspace; those of what only the fuzzers need are the newest that fit.
    fs::copy(shell::root().join("Cargo.lock"), shell::root().join("tools/fuzz/Cargo.lock"))?;
    let mut cargo = shell::cargo();
    // With a target named, build scripts are spared the flags.
    let host = host()?;
    cargo.args([
        "build",
        "--release",
        "--manifest-path",
        "tools/fuzz/Cargo.toml",
        "--bin",
        name,
        "--target",
        &host,
    ]);
    shell::run(cargo.env("CARGO_TARGET_DIR", &build).env("RUSTFLAGS", FLAGS))?;

    let mut fuzzer = Command::new(build.join(&host).join("release").join(name));
    fuzzer.arg(format!("-max_total_time={}", arguments.seconds));
    fuzzer.arg(format!("-artifact_prefix={}/", found.display()));
    // An empty dictionary is an error to libFuzzer.
    if !words.is_empty() {
        fuzzer.arg(format!("-dict={}", dictionary.display()));
    }
    // Targets hold themselves to the time that they work; this one goes on while others do.
    fuzzer.args(["-timeout=200", "-rss_limit_mb=3000", "-print_final_stats=1", "-verbosity=1"]);
    fuzzer.arg(format!("-max_len={LONGEST}"));
    fuzzer.args(&arguments.rest);
    if arguments.rest.iter().all(|word| word.starts_with('-')) {
        fuzzer.arg(&corpus);
    }
    shell::run(&mut fuzzer).with_context(|| format!("what was found lies in {}", found.display()))
}

/// The names of all targets.
fn targets() -> Result<Vec<String>> {
    let folder = shell::root().join("tools/fuzz/fuzz_targets");
    let mut names = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        names.extend(path.file_stem().map(|stem| stem.to_string_lossy().into_owned()));
    }
    names.sort();
    Ok(names)
}

/// The name of this machine's kind.
fn host() -> Result<String> {
    let about = shell::capture(Command::new("rustc").arg("-vV"))?;
    let host = about.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).context("rustc does not say what it runs on")
}

/// Initial inputs of a target.
fn seeds(name: &str) -> Result<Vec<Vec<u8>>> {
    let mut seeds = Vec::new();
    match name {
        "source" | "options" => {
            for (number, path) in files(&["tests/suite", "tests/reject"])?.iter().enumerate() {
                let mut seed = Vec::new();
                if name == "options" {
                    seed.extend([number, number / 3, number / 5, number / 7].map(|it| (it & 0xff) as u8));
                }
                seed.extend(fs::read(path)?);
                seeds.push(seed);
            }
        }
        "ir" => {
            for path in files(&["tests/snapshots/suite"])? {
                let text = fs::read_to_string(path)?;
                for title in ["======== ir\n", "======== optimized ir\n"] {
                    let ir = text.split(title).nth(1).and_then(|rest| rest.split("\n======== ").next());
                    seeds.extend(ir.map(|ir| format!("{}\n", ir.trim_end()).into_bytes()));
                }
            }
        }
        "bytes" => seeds.extend(module_seeds(name, "virb", &["-g", "--strip"])?),
        "spirv" => seeds.extend(module_seeds(name, "spv", &["-g", "-O"])?),
        "generics" => seeds.extend(generic_seeds()?),
        "link" => seeds.extend(program_seeds()?),
        _ => seeds.extend((0..64_u64).map(|seed| seed.to_le_bytes().to_vec())),
    }
    for path in files(&[&format!("tests/fuzz-inputs/{name}")])? {
        seeds.push(fs::read(path)?);
    }
    Ok(seeds)
}

/// The shaders of the suite in a binary form, with each of some options, as the command line writes them.
fn module_seeds(name: &str, extension: &str, options: &[&str]) -> Result<Vec<Vec<u8>>> {
    let home = shell::target_directory().join("fuzz").join(name);
    let mut manifest = String::new();
    let mut outputs = Vec::new();
    for (number, path) in files(&["tests/suite"])?.iter().enumerate() {
        for option in options {
            let output = format!("{number}{option}.{extension}");
            let line = serde_json::json!({ "path": path, "output": output, "options": [option] });
            manifest.push_str(&format!("{line}\n"));
            outputs.push(home.join("modules").join(output));
        }
    }
    fs::create_dir_all(&home)?;
    fs::write(home.join("manifest.jsonl"), manifest)?;
    let mut cargo = shell::cargo();
    cargo.args(["run", "--package", "vitrum-cli", "--", "batch"]).arg(home.join("manifest.jsonl"));
    // Some shaders need options that they name in their headers, and do not compile.
    let _ = cargo.arg("-o").arg(home.join("modules")).stdout(Stdio::null()).status()?;
    Ok(outputs
        .iter()
        .filter_map(|path| fs::read(path).ok())
        .filter(|seed| seed.len() < LONGEST as usize)
        .collect())
}

/// The files of the prelude, each function by itself, and the tests of specialisation.
fn generic_seeds() -> Result<Vec<Vec<u8>>> {
    let mut seeds = Vec::new();
    let mut seed = |text: &str| {
        let number = seeds.len() as u64;
        seeds.push([&number.to_le_bytes()[..], text.as_bytes()].concat());
    };
    for path in files(&["crates/passes/src/prelude", "crates/passes/tests/vir/specialize_generics"])? {
        if path.extension().is_none_or(|extension| extension != "vir") {
            continue;
        }
        let text = fs::read_to_string(path)?;
        match text.contains("stage ") {
            true => seed(&text),
            false => text.split_inclusive("\n}\n").for_each(|part| seed(&format!("stage fragment\n{part}"))),
        }
    }
    Ok(seeds)
}

/// Programs of the shaders of the suite: those of each pipeline side by side, and some twice, as units.
fn program_seeds() -> Result<Vec<Vec<u8>>> {
    const PIPELINES: &[&[&str]] = &[
        &["vert", "frag"],
        &["vert", "geom", "frag"],
        &["vert", "tesc", "tese", "frag"],
        &["task", "mesh", "frag"],
        &["comp", "comp"],
        &["vert", "vert", "frag", "frag"],
    ];
    let paths = files(&["tests/suite"])?;
    let of_stage = |stage: &str| {
        let is_of = |path: &&PathBuf| path.to_string_lossy().ends_with(&format!(".{stage}.glsl"));
        paths.iter().filter(is_of).collect::<Vec<_>>()
    };
    let mut seeds = Vec::new();
    for (flags, pipeline) in (0u8..).zip(PIPELINES) {
        let stages: Vec<Vec<&PathBuf>> = pipeline.iter().map(|stage| of_stage(stage)).collect();
        for number in 0..stages.iter().map(Vec::len).max().unwrap_or(0) {
            let mut seed = vec![(number & 0xff) as u8, flags << 3, (number >> 3 & 0xff) as u8, 0];
            for (position, (stage, paths)) in pipeline.iter().zip(&stages).enumerate() {
                // Different distances, so that stages meet in many pairs.
                let Some(path) = paths.get(number * (2 * position + 1) % paths.len().max(1)) else {
                    continue;
                };
                seed.extend(format!("=== {stage}\n").into_bytes());
                seed.extend(fs::read(path)?);
            }
            seeds.push(seed);
        }
    }
    Ok(seeds.into_iter().filter(|seed| seed.len() < LONGEST as usize).collect())
}

/// All files below some folders of the root that are short enough, in order.
fn files(folders: &[&str]) -> Result<Vec<PathBuf>> {
    let Tree { root, files } = Tree::read()?;
    let is_text_about = |path: &Path| path.extension().is_some_and(|extension| extension == "md");
    let seeds = files.iter().filter(|path| folders.iter().any(|folder| path.starts_with(folder)));
    let paths = seeds.filter(|path| !is_text_about(path)).map(|path| root.join(path));
    Ok(paths.filter(|path| fs::metadata(path).is_ok_and(|about| about.len() < LONGEST)).collect())
}

/// A dictionary: the most frequent words and symbols.
fn words(seeds: &[Vec<u8>]) -> String {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for seed in seeds {
        let text = String::from_utf8_lossy(seed);
        for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
            let word = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == '.';
            let words = line.split(|it: char| !word(it));
            let others = line.split(|it: char| word(it) || it.is_whitespace());
            for token in words.chain(others).filter(|token| (2..24).contains(&token.len())) {
                *counts.entry(token.to_owned()).or_default() += 1;
            }
        }
    }
    let mut counts: Vec<(usize, String)> = counts.into_iter().map(|(word, count)| (count, word)).collect();
    counts.sort_by(|a, b| b.cmp(a));
    let printable = |word: &str| word.bytes().all(|byte| byte.is_ascii_graphic());
    let escaped = |word: &str| word.replace('\\', "\\\\").replace('"', "\\\"");
    counts
        .iter()
        .filter(|(_, word)| printable(word))
        .take(WORDS)
        .map(|(_, word)| format!("\"{}\"\n", escaped(word)))
        .collect()
}
