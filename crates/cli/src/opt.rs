//! `vitrum opt`: passes on a module in text form or binary form. What each pass did, as text.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use clap::Args;
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
use crate::outputs::{self, Emit};

/// Runs passes on a module of the IR, in text form or binary form, and prints the result.
#[derive(Args, Debug)]
pub(crate) struct OptArguments {
    /// Comma-separated names of passes, in order, or of pipelines
    #[arg(long, value_delimiter = ',', default_value = "default")]
    pub(crate) passes: Vec<String>,
    /// Set an option of a pass, which `vitrum passes` lists
    #[arg(long, value_name = "PASS.OPTION=VALUE")]
    pub(crate) set: Vec<String>,
    /// Lower for a machine behind these passes, with comma-separated options; without any, for the least one
    #[arg(long, value_name = "NAME=VALUE", value_delimiter = ',', num_args = 0..=1, require_equals = true,
        default_missing_value = "")]
    pub(crate) machine: Option<Vec<String>>,
    /// Maximum number of times the list is run; stops when nothing changes
    #[arg(long, default_value_t = 1)]
    pub(crate) rounds: usize,
    /// Maximum number of changes
    #[arg(long)]
    pub(crate) opt_bisect_limit: Option<u64>,
    /// Allow transformations of floating-point arithmetic that are not exact
    #[arg(long)]
    pub(crate) fast_math: bool,
    /// Operations that `expand_functions` expands though the target has them, such as `inverse`
    #[arg(long, value_name = "OP", value_delimiter = ',')]
    pub(crate) expand: Vec<String>,
    /// Target to lower for, such as `vulkan1.3` or `opengl4.5`
    #[arg(long, value_name = "TARGET", default_value = "vulkan1.3")]
    pub(crate) target_env: String,
    /// GLSL version to lower for instead of SPIR-V, such as `330` or `300es`
    #[arg(long, value_name = "VERSION")]
    pub(crate) glsl_version: Option<String>,
    /// Print the number of changes and the time of each pass
    #[arg(long)]
    pub(crate) time_passes: bool,
    /// Write the result to FILE, in binary form if the extension is .virb
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Leave names of values, spans and sources out of the binary form
    #[arg(long)]
    pub(crate) strip: bool,
    /// Entry point of a module of SPIR-V that has several
    #[arg(long, value_name = "NAME")]
    pub(crate) entry: Option<String>,
    /// File that contains the module: .vir, .virb, .spv or .spvasm; `-` is stdin
    pub(crate) file: PathBuf,
}

/// Writes the module of a file after passes, verified after each.
pub(crate) fn run(arguments: &OptArguments) -> Result<()> {
    let input = Input { path: arguments.file.clone(), stage: None };
    let mut passes = passes(&arguments.passes).map_err(UsageError)?;
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
