//! `vitrum opt`: passes on a module in text form or binary form. What each pass did, as text.

use std::ffi::OsString;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use vitrum::PassReport;
use vitrum::Target;
use vitrum::ir::Op;
use vitrum::ir::text;
use vitrum_passes::{
    FloatLaws, GlslSettings, Machine, PassInfo, PassOptions, RunOptions, Settings, pass, pipeline, prelude,
    run_passes,
};

use crate::UsageError;
use crate::arguments::glsl_version;
use crate::inputs::Input;
use crate::modules::{self, Choice, Read};
use crate::options::{self, Row, extend, flag, lettered, optional, parse, push, put, value};
use crate::outputs::{self, Emit};

/// Options of `vitrum opt`; `help-opt.txt` describes them.
#[derive(Debug)]
pub(crate) struct OptArguments {
    passes: Vec<String>,
    set: Vec<String>,
    machine: Option<Vec<String>>,
    rounds: usize,
    opt_bisect_limit: Option<u64>,
    fast_math: bool,
    expand: Vec<String>,
    target_env: String,
    glsl_version: Option<String>,
    time_passes: bool,
    output: Option<PathBuf>,
    strip: bool,
    entry: Option<String>,
    files: Vec<PathBuf>,
}

impl Default for OptArguments {
    fn default() -> Self {
        Self {
            passes: Vec::new(),
            set: Vec::new(),
            machine: None,
            rounds: 1,
            opt_bisect_limit: None,
            fast_math: false,
            expand: Vec::new(),
            target_env: "vulkan1.3".to_owned(),
            glsl_version: None,
            time_passes: false,
            output: None,
            strip: false,
            entry: None,
            files: Vec::new(),
        }
    }
}

impl OptArguments {
    pub(crate) const ROWS: &[Row<Self>] = &[
        value("passes", |it, text| extend(&mut it.passes, text)),
        value("set", |it, text| push(&mut it.set, text)),
        optional("machine", |it, text| extend(it.machine.get_or_insert_default(), text)),
        value("rounds", |it, text| put(&mut it.rounds, text)),
        value("opt-bisect-limit", |it, text| options::set(&mut it.opt_bisect_limit, text)),
        flag("fast-math", |it| it.fast_math = true),
        value("expand", |it, text| extend(&mut it.expand, text)),
        value("target-env", |it, text| put(&mut it.target_env, text)),
        value("glsl-version", |it, text| options::set(&mut it.glsl_version, text)),
        flag("time-passes", |it| it.time_passes = true),
        lettered('o', value("output", |it, text| options::set(&mut it.output, text))),
        flag("strip", |it| it.strip = true),
        value("entry", |it, text| options::set(&mut it.entry, text)),
    ];

    pub(crate) fn parse(words: Vec<OsString>) -> Result<Self> {
        let mut parsed = Self::default();
        parse(words, Self::ROWS, &mut parsed, |it, word| push(&mut it.files, word))?;
        if parsed.files.len() != 1 {
            bail!("`vitrum opt` requires one file; `vitrum opt --help` shows examples");
        }
        Ok(parsed)
    }
}

/// Writes the module of a file after passes, verified after each.
pub(crate) fn run(arguments: &OptArguments) -> Result<()> {
    let path = arguments.files.first().cloned().unwrap_or_default();
    let input = Input { path, stage: None };
    let mut passes = match arguments.passes.as_slice() {
        [] => passes(&["default".to_owned()]),
        names => passes(names),
    }
    .map_err(UsageError)?;
    let machine = arguments.machine.as_deref().map(machine).transpose().map_err(UsageError)?;
    let mut settings = settings(arguments).map_err(UsageError)?;
    let choice = Choice { name: arguments.entry.as_deref(), stage: None };
    let Read { mut module, sources, .. } = modules::read(&input.name(), &input.read()?, choice)?;
    if let Some(machine) = machine {
        passes.extend(machine.passes());
        settings.options = machine.options().and(&settings.options);
    }
    let run = RunOptions {
        verify: true,
        fuel: arguments.opt_bisect_limit,
        rounds: arguments.rounds,
        settings,
        clock: arguments.time_passes.then_some(now),
        ..RunOptions::default()
    };
    let report = run_passes(&mut module, &passes, run)?;
    if arguments.time_passes {
        eprint!("{}", times(&report.passes));
    }
    let stdout = Path::new("-");
    let output = arguments.output.as_deref().unwrap_or(stdout);
    let bytes = match Emit::of_module_file(output) {
        Some(Emit::Virb) => modules::write(&module, &sources, arguments.strip),
        _ => text::print(&module).into_bytes(),
    };
    outputs::write(&bytes, output)
}

/// The passes of a list of names of passes and pipelines.
pub(crate) fn passes(names: &[String]) -> Result<Vec<&'static PassInfo>> {
    let mut passes = Vec::new();
    for name in names {
        match pipeline(name) {
            Some(pipeline) => passes.extend_from_slice(pipeline.passes),
            None => passes.push(
                pass(name).with_context(|| format!("unknown pass `{name}`; `vitrum passes` lists them"))?,
            ),
        }
    }
    Ok(passes)
}

/// The machine of texts `NAME=VALUE`.
pub(crate) fn machine(texts: &[String]) -> Result<Machine> {
    let mut machine = Machine::default();
    for text in texts.iter().filter(|text| !text.is_empty()) {
        machine.set(text).map_err(|reason| anyhow!("--machine={text}: {reason}"))?;
    }
    Ok(machine)
}

/// The options of single passes, from texts `PASS.OPTION=VALUE`.
pub(crate) fn pass_options(texts: &[String]) -> Result<PassOptions> {
    let mut options = PassOptions::default();
    for text in texts {
        options.set(text).map_err(|reason| anyhow!("--set {text}: {reason}"))?;
    }
    Ok(options)
}

/// The options of passes.
fn settings(arguments: &OptArguments) -> Result<Settings> {
    let target = Target::from_name(&arguments.target_env).with_context(|| {
        format!("unknown target `{}`; `vitrum versions` lists them", arguments.target_env)
    })?;
    let mut settings = match &arguments.glsl_version {
        Some(name) => {
            let version = glsl_version(name)?;
            Settings::for_glsl(GlslSettings { version, is_own: false, separates_samplers: false }, false)
        }
        None if target == Target::Wgpu => Settings::for_wgpu(),
        None => Settings::for_spirv(target.is_vulkan()),
    };
    settings.options = pass_options(&arguments.set)?;
    settings.expands = arguments.expand.iter().map(|name| operation(name)).collect::<Result<_>>()?;
    settings.floats = if arguments.fast_math { FloatLaws::Real } else { FloatLaws::Exact };
    Ok(settings)
}

/// An operation that the prelude has a function for.
fn operation(name: &str) -> Result<Op> {
    prelude::operations().find(|op| op.mnemonic() == name).with_context(|| {
        let known: Vec<&str> = prelude::operations().map(Op::mnemonic).collect();
        format!("the prelude has no function for `{name}`; it has {}", known.join(", "))
    })
}

/// The time since the first call.
pub(crate) fn now() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

/// A line for each run of a pass.
pub(crate) fn times(passes: &[PassReport]) -> String {
    let mut text = String::new();
    for pass in passes {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:>10.1} us {:>8} changes  {}",
            pass.time.as_secs_f64() * 1e6,
            pass.changes,
            pass.name
        );
    }
    text
}
