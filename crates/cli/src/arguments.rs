//! The parsed and checked command line, and the library's options from it.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use vitrum::{
    Clock, DebugInfo, Floats, OptLevel, Options, Placement, SourceVersion, SpirvVersion, Stage, Target,
    Version,
};
use vitrum_passes::{PassInfo, PassOptions, rows};

use super::bases::{self, Base};
use super::dialect::DialectArguments;
use super::inputs::Input;
use super::link::ProgramArguments;
use super::modules::Choice;
use super::outputs::{Emit, Format};
use super::translate::TranslateArguments;
use super::{help, limits, opt, rewrite, warnings};

#[derive(Debug, Default, Parser)]
#[command(
    name = "vitrum",
    disable_help_subcommand = true,
    args_conflicts_with_subcommands = true,
    args_override_self = true
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    /// Input files, each with the stage that the command line gives it.
    #[arg(skip)]
    pub(crate) inputs: Vec<Input>,

    #[command(flatten)]
    source: SourceArguments,

    #[command(flatten)]
    pub(crate) output: OutputArguments,

    #[command(flatten)]
    pub(crate) target: TargetArguments,

    #[command(flatten)]
    pub(crate) code: CodeArguments,

    #[command(flatten)]
    pub(crate) diagnostics: DiagnosticArguments,

    #[command(flatten)]
    pub(crate) fix: FixArguments,

    #[command(flatten)]
    pub(crate) explore: ExploreArguments,

    #[command(flatten)]
    pub(crate) rule: RuleArguments,

    #[command(flatten)]
    pub(crate) program: ProgramArguments,
}

#[derive(Args, Debug, Default)]
struct SourceArguments {
    files: Vec<PathBuf>,

    #[arg(long)]
    stage: Option<String>,

    // `-fshader-stage=`
    #[arg(long, hide = true)]
    stage_of_following: Vec<String>,

    #[arg(short = 'x')]
    language: Vec<String>,

    #[arg(long, value_name = "NAME")]
    entry: Option<String>,

    // `-std=`
    #[arg(long, hide = true)]
    std: Option<String>,

    #[arg(long)]
    default_version: Option<String>,

    #[arg(short = 'D')]
    define: Vec<String>,

    #[arg(short = 'U')]
    undefine: Vec<String>,

    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    preamble_text: Vec<String>,

    #[arg(short = 'I')]
    include: Vec<PathBuf>,

    #[arg(long)]
    appendix_a: bool,

    // `-flimit-file`, and `*.conf` as with glslangValidator
    #[arg(long)]
    limits: Vec<PathBuf>,

    // `-flimit=`
    #[arg(long, hide = true)]
    limit: Vec<String>,

    #[arg(long)]
    show_limits: bool,

    #[arg(long)]
    library: bool,
}

#[derive(Args, Debug, Default)]
pub(crate) struct OutputArguments {
    #[arg(short = 'o')]
    pub(crate) path: Option<PathBuf>,

    #[arg(short = 'c')]
    pub(crate) compile_each: bool,

    #[arg(short = 'S', conflicts_with = "emit")]
    pub(crate) assemble_each: bool,

    #[arg(short = 'E', conflicts_with_all = ["emit", "reflect"])]
    pub(crate) preprocess: bool,

    #[arg(long, value_enum)]
    emit: Option<Emit>,

    #[arg(long)]
    glsl_version: Option<String>,

    #[command(flatten)]
    dialect: DialectArguments,

    #[arg(long)]
    minify: bool,

    #[arg(long)]
    glsl_lines: bool,

    #[arg(long)]
    glsl_separate_samplers: bool,

    #[arg(long)]
    pub(crate) strip: bool,

    #[arg(long)]
    pub(crate) reflect: bool,

    // `-mfmt=`
    #[arg(long, value_enum, hide = true)]
    pub(crate) format: Option<Format>,

    // `--vn`
    #[arg(long, hide = true)]
    pub(crate) c_variable: Option<String>,

    #[arg(long)]
    pub(crate) spirv_val: bool,

    #[arg(short = 'v', long)]
    pub(crate) verbose: bool,
}

#[derive(Args, Debug, Default)]
pub(crate) struct TargetArguments {
    #[arg(long)]
    target_env: Vec<String>,

    #[arg(long)]
    target_spv: Option<String>,

    // `-V`
    #[arg(long, hide = true)]
    pub(crate) for_vulkan: bool,

    // `-G`
    #[arg(long, hide = true, conflicts_with = "for_vulkan")]
    pub(crate) for_opengl: bool,

    #[arg(long, value_name = "N", default_value_t)]
    first_location: u32,

    #[arg(long, value_name = "N", default_value_t)]
    first_binding: u32,

    #[arg(long, value_name = "N", default_value_t)]
    default_set: u32,

    #[arg(long)]
    no_auto_location: bool,

    #[arg(long)]
    no_auto_binding: bool,

    #[arg(long, value_name = "N")]
    uniform_base: Option<u32>,

    #[arg(long, value_name = "NAME:N")]
    uniform_location: Vec<String>,

    // `-fubo-binding-base` and the like
    #[arg(long, hide = true)]
    binding_base: Vec<String>,

    // `--shift-ubo-binding` and the like
    #[arg(long, hide = true)]
    binding_shift: Vec<String>,

    // `--resource-set-binding`, as `STAGE/NAME:SET.BINDING` or `STAGE/SET`
    #[arg(long, hide = true)]
    resource_place: Vec<String>,

    // Once is enough.
    #[arg(long, overrides_with = "invert_y")]
    invert_y: bool,
}

impl Arguments {
    /// The limits of the command line, if it asks for them.
    pub(crate) fn shown_limits(&self) -> Result<Option<String>> {
        let SourceArguments { show_limits, limits, limit, .. } = &self.source;
        show_limits.then(|| Ok(limits::text(&limits::limits(limits, limit)?))).transpose()
    }
}

impl CodeArguments {
    /// True if modules are lowered for a machine.
    pub(crate) fn is_for_machine(&self) -> bool {
        self.machine.is_some()
    }
}

#[derive(Args, Debug, Default)]
pub(crate) struct CodeArguments {
    // `-O`; the last one counts.
    #[arg(long, hide = true, overrides_with = "optimize")]
    optimize: Option<String>,

    #[arg(long)]
    fast_math: bool,

    // `-g`; the last one counts.
    #[arg(long, hide = true, overrides_with = "debug")]
    debug: Option<u8>,

    #[arg(long)]
    pub(crate) print_after: Option<String>,

    #[arg(long)]
    pub(crate) time_passes: bool,

    // `-m`
    #[arg(long)]
    pub(crate) memory: bool,

    #[arg(long)]
    remarks: bool,

    #[arg(long)]
    robust: bool,

    #[arg(long, value_delimiter = ',')]
    transform: Vec<String>,

    #[arg(long)]
    set: Vec<String>,

    // Without options, it is the least machine.
    #[arg(long, value_delimiter = ',', num_args = 0..=1, require_equals = true, default_missing_value = "")]
    machine: Option<Vec<String>>,

    #[arg(long)]
    opt_bisect_limit: Option<u64>,
}

#[derive(Args, Debug, Default)]
pub(crate) struct DiagnosticArguments {
    #[arg(short = 'w')]
    no_warnings: bool,

    // `-W`
    #[arg(long, hide = true)]
    warning: Vec<String>,

    // `-s`
    #[arg(long, hide = true)]
    pub(crate) silent: bool,

    #[arg(long, value_enum, default_value_t)]
    pub(crate) error_format: ErrorFormat,

    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    pub(crate) color: Colour,

    #[arg(long)]
    strict: bool,
}

#[derive(Args, Debug, Default)]
pub(crate) struct FixArguments {
    // `vitrum fix`
    #[arg(long, hide = true)]
    pub(crate) fix: bool,

    // Only show the changes
    #[arg(long, requires = "fix")]
    pub(crate) dry_run: bool,
}

#[derive(Args, Debug, Default)]
pub(crate) struct ExploreArguments {
    // `vitrum explore`
    #[arg(long, hide = true)]
    pub(crate) explore: bool,

    // Run this list instead of the optimiser's
    #[arg(long, requires = "explore", value_delimiter = ',')]
    pub(crate) passes: Vec<String>,
}

#[derive(Args, Debug, Default)]
pub(crate) struct RuleArguments {
    // `-MD`
    #[arg(long, hide = true)]
    pub(crate) depfile: bool,

    // `-M`
    #[arg(long, hide = true, conflicts_with = "depfile")]
    pub(crate) dependencies: bool,

    // `-MF`
    #[arg(long, hide = true)]
    pub(crate) depfile_name: Option<PathBuf>,

    // `-MT`
    #[arg(long, hide = true)]
    pub(crate) depfile_target: Option<String>,
}

impl RuleArguments {
    /// True if `-MF` or `-MT` sets its file or its target.
    pub(crate) fn is_described(&self) -> bool {
        self.depfile_name.is_some() || self.depfile_target.is_some()
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    #[command(skip)]
    Help,
    #[command(skip)]
    Version,
    #[command(skip)]
    LinkHelp,
    #[command(skip)]
    TranslateHelp,
    #[command(skip)]
    ExploreHelp,
    /// Validates and translates the shaders of a page as a browser does
    Translate(TranslateArguments),
    Batch(BatchArguments),
    /// Runs passes on a module of the IR and prints the result
    Opt(opt::OptArguments),
    /// Explains diagnostics
    Explain {
        /// Codes or names, such as E0300; all diagnostics if omitted
        codes: Vec<String>,
    },
    /// Answers an editor by the Language Server Protocol, on stdin and stdout
    Lsp {
        /// Taken for editors that pass it: there is no other transport
        #[arg(long)]
        stdio: bool,
    },
    /// Lists the passes and the pipelines
    Passes,
    /// Lists the supported extensions
    Extensions,
    /// Lists the supported versions and targets
    Versions,
}

/// Compiles many shaders: those that manifests list, one per line, and those in folders.
///
///   vitrum batch shaders -o out -- -O            # every shader below the folder `shaders`, optimised
///   vitrum batch shaders.jsonl -o out            # those of a manifest
///   vitrum batch shaders -o out --cache ~/.cache/vitrum
///   vitrum batch shaders.jsonl -o out --shard $SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT
///
/// Each line of a manifest is a JSON object: `path` (the shader) and, optionally, `id` (any value, repeated in the result; the
/// line number if omitted), `stage`, `client` ("vulkan1.0" to "vulkan1.4", "opengl4.5", "none"), `defines` (["A", "B=2"]
/// or {"A": 1}), `include_dirs`, `default_version` ("450", "310es"), `output` (a file below the folder of -o; its
/// extension selects the format: .spv, .spvasm, .glsl, .vir, .virb or .json for the reflection; if omitted, the id and .spv)
/// and `options` (["-O", "-g"]).
///
/// The shaders of a folder are the files whose names end in a stage (`a.frag`, `a.frag.glsl`), and `.glsl` files with
/// `#pragma shader_stage`. The id is the path, and the output is named as `vitrum -c` names it, in a folder of the same name.
///
/// Each result is a line on stdout, in this order: `id`, `status` ("ok", "error", "limit"), `diagnostics` (as with
/// --error-format json), `micros` (time taken), `bytes` (size of the output) and, with --cache, `cached`. Exit status: 1 if any
/// failed.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub(crate) struct BatchArguments {
    /// Manifests and folders; `-` is a manifest on stdin
    #[arg(required = true, value_name = "MANIFEST|FOLDER")]
    pub(crate) inputs: Vec<PathBuf>,

    /// Number of concurrent compilations; defaults to the number of processors
    #[arg(short, long, value_name = "N")]
    pub(crate) jobs: Option<usize>,

    /// Compile only every N-th shader, starting with the I-th: 1/4 to 4/4 are four shards
    #[arg(long, value_name = "I/N", value_parser = shard)]
    pub(crate) shard: Option<(usize, usize)>,

    /// Output folder; nothing is written if omitted
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,

    /// Take results from this folder, and store new ones there. Processes and machines may share it; any file in it can be deleted
    /// at any time
    #[arg(long, value_name = "DIR")]
    pub(crate) cache: Option<PathBuf>,

    /// Show diagnostics on stderr in this format, and no results on stdout
    #[arg(long, value_name = "FORMAT")]
    pub(crate) error_format: Option<ErrorFormat>,

    /// Stop at the first failure, in the order of the results
    #[arg(long, overrides_with = "keep_going")]
    pub(crate) fail_fast: bool,

    /// Compile the others after a failure (the default)
    #[arg(short, long, overrides_with = "fail_fast")]
    pub(crate) keep_going: bool,

    /// Options of every compilation, as `vitrum` takes them; those of a line of a manifest come behind them
    #[arg(last = true, value_name = "OPTIONS")]
    pub(crate) options: Vec<String>,
}

/// Format of diagnostics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ErrorFormat {
    /// With source lines
    #[default]
    Human,
    /// One line each
    Short,
    /// One JSON object per line
    Json,
    /// One command of GitHub Actions each, which annotates the line
    Github,
    /// One SARIF log at the end
    Sarif,
}

/// The colours of messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Colour {
    /// On a terminal, unless `NO_COLOR`, `TERM=dumb` or `CLICOLOR_FORCE` say otherwise
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

fn shard(text: &str) -> Result<(usize, usize), String> {
    let numbers =
        text.split_once('/').and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
    match numbers {
        Some((index, count)) if 1 <= index && index <= count => Ok((index, count)),
        Some(_) | None => Err("shards are I/N with I from 1 to N, for instance 1/4".to_owned()),
    }
}

impl Arguments {
    /// Reads the arguments of this process. Help for subcommands is printed here, as are errors that clap finds.
    pub(crate) fn from_command_line(arguments: impl Iterator<Item = OsString>) -> Result<Self> {
        match Self::parse_line(arguments.skip(1))? {
            Ok(arguments) => Ok(arguments),
            Err(error) => {
                if !error.use_stderr() {
                    // Help of a command. Nothing can be done if it cannot be printed.
                    let _ = error.print();
                    std::process::exit(0);
                }
                bail!("{}", usage_error(&error))
            }
        }
    }

    /// Reads arguments, without the name of the program.
    fn parse_line(arguments: impl Iterator<Item = OsString>) -> Result<Result<Self, clap::Error>> {
        let mut words = rewrite::rewrite(arguments)?;
        if let Some(command) = asks_for_help(&words) {
            return Ok(Ok(Self { command: Some(command), ..Self::default() }));
        }
        // Its options are those without a command.
        if let Some(first) = words.first_mut() {
            for (command, option) in [(LINK, "--link"), (FIX, "--fix"), (EXPLORE, "--explore")] {
                if *first == command {
                    *first = option.into();
                }
            }
        }
        words.insert(0, "vitrum".into());
        let matches = match Self::command().try_get_matches_from(words) {
            Ok(matches) => matches,
            Err(error) => return Ok(Err(error)),
        };
        let mut parsed = match Self::from_arg_matches(&matches) {
            Ok(parsed) => parsed,
            Err(error) => return Ok(Err(error)),
        };
        parsed.inputs = parsed.find_inputs(&matches)?;
        Ok(Ok(parsed))
    }

    /// Reads options of a manifest's line; files and outputs have no place there.
    pub(crate) fn from_options(options: &[String]) -> Result<Self> {
        let parsed = Self::parse_line(options.iter().map(OsString::from))?;
        let parsed = parsed.map_err(|error| anyhow::anyhow!("options: {}", usage_error(&error)))?;
        let writes = parsed.output.path.is_some()
            || parsed.rule.depfile
            || parsed.rule.dependencies
            || parsed.output.preprocess;
        if parsed.command.is_some() || !parsed.inputs.is_empty() || writes {
            bail!("options: files, outputs and commands are not allowed in a manifest");
        }
        Ok(parsed)
    }

    /// The inputs, each with the last stage before it on the command line.
    fn find_inputs(&self, matches: &ArgMatches) -> Result<Vec<Input>> {
        let places = |id: &str| matches.indices_of(id).into_iter().flatten();
        let of_all = self.source.stage.as_deref().map(stage).transpose()?;
        let stages: Vec<_> =
            self.source.stage_of_following.iter().map(|name| stage(name)).collect::<Result<_>>()?;
        let stages: Vec<_> = places("stage_of_following").zip(stages).collect();
        let input = |(place, path): (usize, &PathBuf)| {
            let before = stages.iter().rev().find(|(at, _)| *at < place);
            Input { path: path.clone(), stage: before.map(|(_, stage)| *stage).or(of_all) }
        };
        Ok(places("files").zip(&self.source.files).map(input).collect())
    }

    /// The entry points of SPIR-V that are meant.
    pub(crate) fn choice(&self, input: &Input) -> Choice<'_> {
        Choice { name: self.source.entry.as_deref(), stage: input.stage }
    }

    /// Refuses to choose an entry point of GLSL.
    pub(crate) fn check_entry(&self, input: &Input) -> Result<()> {
        if self.source.entry.is_some() {
            bail!(
                "{}: --entry requires a module of SPIR-V; `-e NAME` names the entry point of GLSL",
                input.name()
            );
        }
        Ok(())
    }

    /// The kind of output.
    pub(crate) fn emit(&self) -> Emit {
        let unless_said = match self.client() {
            Ok((_, true)) => Emit::None,
            _ if self.output.assemble_each => Emit::Asm,
            _ if self.output.dialect.is_given() => Emit::Glsl,
            _ if self.only_checks_links() => Emit::None,
            _ if self.code.machine.is_some() && self.output.path.is_none() => Emit::Ir,
            _ => self.output.path.as_deref().and_then(Emit::of_module_file).unwrap_or(Emit::Spirv),
        };
        self.output.emit.unwrap_or(unless_said)
    }

    /// An option about an output other than a page, if there is one.
    pub(crate) fn option_of_outputs(&self) -> Option<&'static str> {
        let (output, code, rule, target) = (&self.output, &self.code, &self.rule, &self.target);
        let given = [
            ("--emit", output.emit.is_some()),
            ("-c", output.compile_each),
            ("-S", output.assemble_each),
            ("-E", output.preprocess),
            ("--reflect", output.reflect),
            ("--minify", output.minify),
            ("--glsl-lines", output.glsl_lines),
            ("--strip", output.strip),
            ("-mfmt", output.format.is_some()),
            ("--vn", output.c_variable.is_some()),
            ("--spirv-val", output.spirv_val),
            ("--verbose", output.verbose),
            ("--print-after", code.print_after.is_some()),
            ("--time-passes", code.time_passes),
            ("-m", code.memory),
            ("-M", rule.dependencies),
            ("-MD", rule.depfile),
            ("-MF and -MT", rule.is_described()),
            ("-V", target.for_vulkan),
            ("-G", target.for_opengl),
            ("--link", self.links() && !self.explore.explore),
            ("-e", self.program.names_entries() && self.explore.explore),
        ];
        given.into_iter().find(|row| row.1).map(|row| row.0)
    }

    /// The options for the library, but for stage and file.
    pub(crate) fn options(&self) -> Result<Options> {
        if let Some(language) = self.source.language.iter().find(|language| *language != "glsl") {
            bail!("unsupported language `{language}`; the only one is glsl");
        }
        if let Some(pass) = &self.code.print_after {
            check_pass(pass)?;
        }
        let (target, _) = self.client()?;
        let define = |define: &String| {
            let (name, body) = define.split_once('=').unwrap_or((define, "1"));
            (name.to_owned(), body.to_owned())
        };
        let defines = self.source.define.iter().map(define);
        let mut options = Options::new(Stage::Fragment);
        let forced = self.source.std.as_deref().map(version).transpose()?;
        let default_version = self.source.default_version.as_deref().map(version).transpose()?;
        // A page has room for all of them.
        let groups: &[&str] = if self.explore.explore { &["all", "extra"] } else { &[] };
        let warnings = groups.iter().copied().chain(self.diagnostics.warning.iter().map(String::as_str));
        let (transforms, pass_options) = self.transforms()?;
        options.target = target;
        if let Some(name) = self.spirv_version_name() {
            options.spirv_version = spirv_version(name)?.into();
        }
        let unforced = default_version.map_or(options.version, SourceVersion::Default);
        options.version = forced.map_or(unforced, SourceVersion::Forced);
        let printed = self.output.dialect.name()?.or_else(|| self.output.glsl_version.clone());
        options.glsl = vitrum::GlslOptions {
            target: printed
                .as_deref()
                .map(|name| glsl_version(name.strip_prefix("vulkan").unwrap_or(name)))
                .transpose()?,
            vulkan: printed.as_deref().is_some_and(|name| name.starts_with("vulkan")),
            separate_samplers: self.output.glsl_separate_samplers,
            minify: self.output.minify,
            lines: self.output.glsl_lines,
            ..options.glsl
        };
        options.prints_glsl = matches!(self.emit(), Emit::Glsl | Emit::GlslNames);
        options.appendix_a = self.source.appendix_a;
        options.limits = limits::limits(&self.source.limits, &self.source.limit)?;
        options.library = self.source.library;
        options.automatic.locations = !self.target.no_auto_location;
        options.automatic.bindings = !self.target.no_auto_binding;
        options.floats = if self.code.fast_math { Floats::Fast } else { Floats::Kept };
        options.opt_level = match self.code.optimize.as_deref() {
            None if self.explore.explore && self.explore.passes.is_empty() => OptLevel::Default,
            Some("0") | None => OptLevel::None,
            Some("1") => OptLevel::Default,
            Some("s") => OptLevel::Size,
            Some("driver") => OptLevel::Driver,
            Some(other) => bail!("unknown optimisation level `{other}`; levels are 0, 1, s and driver"),
        };
        options.robust = self.code.robust;
        options.transforms = transforms;
        options.machine = self.code.machine.as_deref().map(opt::machine).transpose()?;
        options.pass_options = pass_options;
        options.fuel = self.code.opt_bisect_limit;
        options.remarks = self.code.remarks;
        options.clock = self.code.time_passes.then_some(opt::now as Clock);
        options.defines = defines.filter(|(name, _)| !self.source.undefine.contains(name)).collect();
        options.preamble = self.source.preamble_text.iter().map(|text| format!("{text}\n")).collect();
        options.include = Some(Arc::new(vitrum::include_from(self.source.include.clone())));
        options.allow_include = true;
        options.levels = warnings::levels(warnings, self.diagnostics.no_warnings || self.rule.dependencies)?;
        options.levels.strict = self.diagnostics.strict;
        options.debug = match self.code.debug {
            None => options.debug,
            Some(0) => DebugInfo::None,
            Some(1) => DebugInfo::Lines,
            Some(_) => DebugInfo::Full,
        };
        Ok(options)
    }

    /// The passes in front of the optimiser and their options; those of options with names of their own come last.
    fn transforms(&self) -> Result<(Vec<&'static PassInfo>, PassOptions)> {
        let mut passes = opt::passes(&self.code.transform)?;
        passes.extend(opt::passes(&self.explore.passes)?);
        let mut set = self.code.set.clone();
        let mut add = |pass: &'static PassInfo| {
            if !passes.iter().any(|other| other.name == pass.name) {
                passes.push(pass);
            }
        };
        if self.target.invert_y {
            set.extend(["flip_y.parts=position", "flip_y.stages=vertex"].map(str::to_owned));
            add(&rows::FLIP_Y);
        }
        if !self.target.resource_place.is_empty() {
            let places: Result<Vec<String>> = self.target.resource_place.iter().map(|it| place(it)).collect();
            set.extend(places?);
            add(&rows::REMAP_BINDINGS);
        }
        Ok((passes, opt::pass_options(&set)?))
    }

    /// First locations and bindings of a shader of this stage.
    pub(crate) fn placement(&self, stage: Stage) -> Result<Placement> {
        let plain = Placement {
            first_location: self.target.first_location,
            first_binding: self.target.first_binding,
            set: self.target.default_set,
            first_uniform: self.target.uniform_base,
            uniforms: self.target.uniform_location.iter().map(|it| uniform(it)).collect::<Result<_>>()?,
            ..Placement::default()
        };
        let parse = |list: &[String]| list.iter().map(|text| Base::parse(text)).collect::<Result<Vec<_>>>();
        Ok(bases::placement(
            plain,
            &parse(&self.target.binding_base)?,
            &parse(&self.target.binding_shift)?,
            stage,
        ))
    }

    /// The version of SPIR-V as the command line names it; `--target-env` takes one too, as with glslangValidator.
    fn spirv_version_name(&self) -> Option<&str> {
        let environment = self.target.target_env.iter().rev().find(|name| is_version(name));
        self.target.target_spv.as_deref().or(environment.map(String::as_str))
    }

    /// The target; true for `none`, which only checks.
    pub(crate) fn client(&self) -> Result<(Target, bool)> {
        let environment = self.target.target_env.iter().rev().find(|name| !is_version(name));
        match environment {
            Some(name) => client(name),
            None if self.target.for_opengl => Ok((Target::OpenGl4_5, false)),
            None => Ok((Target::Vulkan1_3, false)),
        }
    }
}

/// True if a target environment is a version of SPIR-V: `spirv1.4` for glslangValidator, `spv1.4` for spirv-opt.
fn is_version(environment: &str) -> bool {
    environment.starts_with("spirv") || environment.starts_with("spv")
}

/// The fault that clap finds, without its usage text and in the spellings of the command line. A tip may name what the help does not,
/// and is left out then.
fn usage_error(error: &clap::Error) -> String {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        Some(ContextValue::Strings(list)) => list.first().map(String::as_str),
        _ => None,
    };
    if let (ErrorKind::UnknownArgument, Some(name)) = (error.kind(), context(ContextKind::InvalidArg)) {
        let is_visible =
            |name: &&str| help::HELP.split_ascii_whitespace().any(|word| word.trim_end_matches(',') == *name);
        let similar = context(ContextKind::SuggestedArg).filter(is_visible);
        let similar = similar.map_or(String::new(), |similar| format!(", did you mean `{similar}`"));
        return format!("unknown option `{name}`{similar}; `vitrum --help` lists all options");
    }
    let text = error.to_string();
    let text = text.split("\n\nUsage:").next().unwrap_or_default();
    let is_said = |line: &&str| !line.is_empty() && !line.starts_with("tip:");
    let lines: Vec<&str> = text.lines().map(str::trim).filter(is_said).collect();
    rewrite::visible(lines.join("; ").trim_start_matches("error: "))
}

/// A target by the name that `--target-env` and manifests have for it; true for `none`, which only checks.
pub(crate) fn client(name: &str) -> Result<(Target, bool)> {
    let target = match name {
        "none" => return Ok((Target::Vulkan1_3, true)),
        "vulkan" => Some(Target::Vulkan1_0),
        "opengl" => Some(Target::OpenGl4_5),
        name => Target::from_name(name),
    };
    let names = || Target::names().collect::<Vec<_>>().join(", ");
    let target =
        target.with_context(|| format!("unknown target `{name}`; targets are {} and none", names()))?;
    Ok((target, false))
}

/// A stage by one of its names.
pub(crate) fn stage(name: &str) -> Result<Stage> {
    vitrum::stage_from_name(name).with_context(|| {
        let names: Vec<_> = Stage::ALL.iter().map(|row| vitrum::stage_extension(row.0)).collect();
        format!("unknown stage `{name}`; stages are {}", names.join(", "))
    })
}

/// A version by its name, blanks aside.
pub(crate) fn version(name: &str) -> Result<Version> {
    let unknown =
        || format!("unknown version `{name}`; `vitrum versions` lists them, such as 450, 450core or 310es");
    Version::from_name(&name.replace(' ', "")).with_context(unknown)
}

fn spirv_version(name: &str) -> Result<SpirvVersion> {
    let minor = name.strip_prefix("spv1.").or_else(|| name.strip_prefix("spirv1."));
    let minor = minor.and_then(|minor| minor.parse::<usize>().ok());
    let unknown = || format!("unknown SPIR-V version `{name}`; versions are spv1.0 to spv1.6");
    minor.and_then(|minor| SpirvVersion::ALL.get(minor).copied()).with_context(unknown)
}

/// The command that links.
const LINK: &str = "link";

/// The command that fixes.
const FIX: &str = "fix";

/// The command that makes a page.
const EXPLORE: &str = "explore";

/// The command that translates shaders of WebGL.
const TRANSLATE: &str = "translate";

/// The command for the program's help or version, if the arguments request one.
fn asks_for_help(words: &[OsString]) -> Option<Command> {
    let is_command =
        |word: &OsString| ["batch", "explain", "extensions", "versions"].iter().any(|name| word == name);
    if words.first().is_some_and(is_command) {
        return None;
    }
    let options = words.iter().take_while(|word| *word != "--");
    options.filter_map(|word| word.to_str()).find_map(|word| match word {
        "-h" | "--help" if words.first().is_some_and(|first| first == LINK) => Some(Command::LinkHelp),
        "-h" | "--help" if words.first().is_some_and(|first| first == TRANSLATE) => {
            Some(Command::TranslateHelp)
        }
        "-h" | "--help" if words.first().is_some_and(|first| first == EXPLORE) => Some(Command::ExploreHelp),
        "-h" | "--help" => Some(Command::Help),
        "--version" => Some(Command::Version),
        _ => None,
    })
}

/// The option of `remap_bindings` for a place, `STAGE/NAME:SET.BINDING` or `STAGE/SET`; the stage may be empty.
fn place(text: &str) -> Result<String> {
    let (only, rest) =
        text.split_once('/').with_context(|| format!("expected STAGE/NAME:SET.BINDING, found `{text}`"))?;
    let only = if only.is_empty() { None } else { Some(stage(only)?.name()) };
    Ok(match (rest.contains(':'), only) {
        (true, Some(only)) => format!("remap_bindings.map={only}/{rest}"),
        (true, None) => format!("remap_bindings.map={rest}"),
        (false, Some(only)) => format!("remap_bindings.sets={only}={rest}"),
        (false, None) => format!("remap_bindings.sets={rest}"),
    })
}

/// The location of a uniform, `NAME:LOCATION`.
fn uniform(text: &str) -> Result<(String, u32)> {
    let parts = text.split_once(':').and_then(|(name, number)| Some((name.to_owned(), number.parse().ok()?)));
    parts.with_context(|| format!("expected NAME:LOCATION, found `{text}`"))
}

fn check_pass(name: &str) -> Result<()> {
    if vitrum_passes::pass(name).is_none() {
        bail!("unknown pass `{name}`; `vitrum passes` lists them");
    }
    Ok(())
}

/// The version that GLSL is printed for.
pub(crate) fn glsl_version(name: &str) -> Result<Version> {
    Version::from_name(name).with_context(|| {
        format!("unknown GLSL version `{name}`; versions are written as 300es, 330core or 460")
    })
}

#[cfg(test)]
mod tests {
    use super::{Arguments, shard};
    use anyhow::Result;
    use clap::CommandFactory;
    use std::ffi::OsString;
    use vitrum::Floats;
    use vitrum::{
        DebugInfo, OptLevel, Options, SourceVersion, SpirvVersion, Stage, Target, Version, VersionChoice,
    };

    fn parsed(line: &str) -> Result<Arguments> {
        Ok(Arguments::parse_line(line.split(' ').map(OsString::from))??)
    }

    fn options(line: &str) -> Options {
        parsed(line).and_then(|parsed| parsed.options()).unwrap_or_else(|error| panic!("{line}: {error:#}"))
    }

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn options_follow_the_command_line() {
        let options = options("a.frag.glsl -O -g -D A -DB=2 -D C -U C --target-env vulkan1.1 -std=310es");
        assert_eq!(
            (options.target, options.opt_level, options.debug),
            (Target::Vulkan1_1, OptLevel::Default, DebugInfo::Full)
        );
        assert_eq!(options.version, SourceVersion::Forced(Version::es(310)));
        let defines = [("A".to_owned(), "1".to_owned()), ("B".to_owned(), "2".to_owned())];
        assert_eq!(options.defines, defines);
    }

    #[test]
    fn printed_glsl_has_a_version() {
        let options = options("x --emit glsl --glsl-version 300es --minify --appendix-a");
        assert_eq!(options.glsl.target, Version::from_name("300es"));
        assert!(options.glsl.minify && options.appendix_a);
        let error = parsed("x --glsl-version 301es").and_then(|parsed| parsed.options()).unwrap_err();
        assert!(error.to_string().contains("`301es`"), "{error}");
    }

    #[test]
    fn environments_name_targets_and_versions() {
        for version in ["--target-env spirv1.4", "--target-env=spv1.4", "--target-env=vulkan1.1spv1.4"] {
            let options = options(&format!("x --target-env vulkan1.1 {version}"));
            assert_eq!(
                (options.target, options.spirv_version),
                (Target::Vulkan1_1, VersionChoice::Exactly(SpirvVersion::V1_4))
            );
        }
    }

    #[test]
    fn bindings_begin_where_the_command_line_says() {
        let line = "x --first-binding 5 -fubo-binding-base 3 --sib frag 4 --first-location 2 --default-set 1";
        let of = |stage| parsed(line).and_then(|parsed| parsed.placement(stage)).unwrap();
        let fragment = of(Stage::Fragment);
        assert_eq!((fragment.first_location, fragment.first_binding, fragment.set), (2, 5, 1));
        assert_eq!(fragment.bases, [None, None, Some(4), Some(3), None, None, None]);
        assert_eq!(fragment.shifts, [0, 0, 4, 0, 0, 0, 0]);
        assert_eq!(of(Stage::Vertex).shifts, [0; 7]);
        assert!(parsed("x -fubo-binding-base y").and_then(|parsed| parsed.placement(Stage::Vertex)).is_err());
    }

    #[test]
    fn the_last_of_alternatives_counts() {
        assert_eq!(options("x -O -O0").opt_level, OptLevel::None);
        assert_eq!(options("x -O0 -Os").opt_level, OptLevel::Size);
        assert_eq!(options("x -O").floats, Floats::Kept);
        assert_eq!(options("x -O --fast-math").floats, Floats::Fast);
        assert_eq!(options("x -g -g0").debug, DebugInfo::None);
    }

    #[test]
    fn stages_hold_for_what_follows() {
        let line = "a -fshader-stage=vert b -fshader-stage=fragment c";
        let parsed = parsed(line).unwrap_or_else(|error| panic!("{error:#}"));
        let stages: Vec<_> = parsed.inputs.iter().map(|input| input.stage).collect();
        assert_eq!(stages, [None, Some(Stage::Vertex), Some(Stage::Fragment)]);
    }

    #[test]
    fn wrong_words_are_errors() {
        for line in [
            "a.frag --target-env metal",
            "a.frag --print-after nothing",
            "a.frag -x hlsl",
            "a.frag -std=451",
            "a.frag -fshader-stage=pixel",
            "a.frag --target-spv=spv2.0",
            "a.frag -Wnonsense",
            "a.frag --nonsense",
            "a.frag -S --emit ir",
        ] {
            assert!(parsed(line).and_then(|parsed| parsed.options()).is_err(), "{line}");
        }
    }

    #[test]
    fn shards_count_from_one() {
        assert_eq!(shard("2/4"), Ok((2, 4)));
        for text in ["0/4", "5/4", "1", "a/b", "1/0"] {
            assert!(shard(text).is_err(), "{text}");
        }
    }
}
