//! The parsed and checked command line, and the library's options from it.

mod commands;
mod rows;

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use vitrum::{
    Clock, DebugInfo, Floats, OptLevel, Options, Placement, SourceVersion, SpirvVersion, Stage, Target,
    Version,
};
use vitrum_passes::{PassInfo, PassOptions};

use super::bases::{self, Base};
use super::dialect::DialectArguments;
use super::inputs::Input;
use super::link::ProgramArguments;
use super::modules::Choice;
use super::options::{self, Named, Row, parse};
use super::outputs::{Emit, Format};
use super::{limits, opt, rewrite, warnings};

pub(crate) use commands::{BatchArguments, Command, Shard};

#[derive(Debug, Default)]
pub(crate) struct Arguments {
    pub(crate) command: Option<Command>,
    /// Input files, each with the last stage before it on the command line.
    pub(crate) inputs: Vec<Input>,
    source: SourceArguments,
    pub(crate) output: OutputArguments,
    pub(crate) target: TargetArguments,
    pub(crate) code: CodeArguments,
    pub(crate) diagnostics: DiagnosticArguments,
    pub(crate) fix: FixArguments,
    pub(crate) explore: ExploreArguments,
    pub(crate) rule: RuleArguments,
    pub(crate) program: ProgramArguments,
}

#[derive(Debug, Default)]
struct SourceArguments {
    stage: Option<Stage>,
    // `-fshader-stage=`
    stage_of_following: Option<Stage>,
    language: Vec<String>,
    entry: Option<String>,
    // `-std=`
    std: Option<String>,
    default_version: Option<String>,
    define: Vec<String>,
    undefine: Vec<String>,
    preamble_text: Vec<String>,
    include: Vec<PathBuf>,
    appendix_a: bool,
    // `-flimit-file`, and `*.conf` as with glslangValidator
    limits: Vec<PathBuf>,
    // `-flimit=`
    limit: Vec<String>,
    show_limits: bool,
    library: bool,
}

#[derive(Debug, Default)]
pub(crate) struct OutputArguments {
    pub(crate) path: Option<PathBuf>,
    pub(crate) compile_each: bool,
    pub(crate) assemble_each: bool,
    pub(crate) preprocess: bool,
    emit: Option<Emit>,
    glsl_version: Option<String>,
    dialect: DialectArguments,
    minify: bool,
    glsl_lines: bool,
    glsl_separate_samplers: bool,
    pub(crate) strip: bool,
    pub(crate) reflect: bool,
    // `-mfmt=`
    pub(crate) format: Option<Format>,
    // `--vn`
    pub(crate) c_variable: Option<String>,
    pub(crate) spirv_val: bool,
    pub(crate) verbose: bool,
}

#[derive(Debug, Default)]
pub(crate) struct TargetArguments {
    target_env: Vec<String>,
    target_spv: Option<String>,
    // `-V`
    pub(crate) for_vulkan: bool,
    // `-G`
    pub(crate) for_opengl: bool,
    first_location: u32,
    first_binding: u32,
    default_set: u32,
    no_auto_location: bool,
    no_auto_binding: bool,
    uniform_base: Option<u32>,
    uniform_location: Vec<String>,
    // `-fubo-binding-base` and the like
    binding_base: Vec<String>,
    // `--shift-ubo-binding` and the like
    binding_shift: Vec<String>,
    // `--resource-set-binding`, as `STAGE/NAME:SET.BINDING` or `STAGE/SET`
    resource_place: Vec<String>,
    // Once is enough.
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

#[derive(Debug, Default)]
pub(crate) struct CodeArguments {
    // `-O`; the last one counts.
    optimize: Option<String>,
    fast_math: bool,
    // `-g`; the last one counts.
    debug: Option<u8>,
    pub(crate) print_after: Option<String>,
    pub(crate) time_passes: bool,
    // `-m`
    pub(crate) memory: bool,
    remarks: bool,
    robust: bool,
    transform: Vec<String>,
    set: Vec<String>,
    // Without options, it is the least machine.
    machine: Option<Vec<String>>,
    opt_bisect_limit: Option<u64>,
}

#[derive(Debug, Default)]
pub(crate) struct DiagnosticArguments {
    no_warnings: bool,
    // `-W`
    warning: Vec<String>,
    // `-s`
    pub(crate) silent: bool,
    pub(crate) error_format: ErrorFormat,
    pub(crate) color: Colour,
    strict: bool,
}

#[derive(Debug, Default)]
pub(crate) struct FixArguments {
    // `vitrum fix`
    pub(crate) fix: bool,
    // Only show the changes
    pub(crate) dry_run: bool,
}

#[derive(Debug, Default)]
pub(crate) struct ExploreArguments {
    // `vitrum explore`
    pub(crate) explore: bool,
    // Run this list instead of the optimiser's
    pub(crate) passes: Vec<String>,
}

#[derive(Debug, Default)]
pub(crate) struct RuleArguments {
    // `-MD`
    pub(crate) depfile: bool,
    // `-M`
    pub(crate) dependencies: bool,
    // `-MF`
    pub(crate) depfile_name: Option<PathBuf>,
    // `-MT`
    pub(crate) depfile_target: Option<String>,
}

impl RuleArguments {
    /// True if `-MF` or `-MT` sets its file or its target.
    pub(crate) fn is_described(&self) -> bool {
        self.depfile_name.is_some() || self.depfile_target.is_some()
    }
}

/// Format of diagnostics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Colour {
    /// On a terminal, unless `NO_COLOR`, `TERM=dumb` or `CLICOLOR_FORCE` say otherwise
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Named for ErrorFormat {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("human", Self::Human),
        ("short", Self::Short),
        ("json", Self::Json),
        ("github", Self::Github),
        ("sarif", Self::Sarif),
    ];
}

impl Named for Colour {
    const NAMES: &'static [(&'static str, Self)] =
        &[("auto", Self::Auto), ("always", Self::Always), ("never", Self::Never)];
}

impl Arguments {
    /// The options.
    pub(crate) const ROWS: &'static [Row<Self>] = rows::ROWS;

    /// Reads the arguments of this process.
    ///
    /// # Errors
    /// If they are wrong.
    pub(crate) fn from_command_line(arguments: impl Iterator<Item = OsString>) -> Result<Self> {
        Self::parse_line(arguments.skip(1))
    }

    /// Reads arguments, without the name of the program.
    fn parse_line(arguments: impl Iterator<Item = OsString>) -> Result<Self> {
        let mut words = rewrite::rewrite(arguments)?;
        if let Some(command) = Command::of(&mut words)? {
            return Ok(Self { command: Some(command), ..Self::default() });
        }
        let mut parsed = Self::default();
        let given = parse(words, Self::ROWS, &mut parsed, Self::add_input)?;
        given.check_conflicts(rows::CONFLICTS)?;
        for (option, command) in rows::REQUIRED {
            if given.has(option) && !given.has(command) {
                bail!("option `--{option}` requires `vitrum {command}`");
            }
        }
        let of_all = parsed.source.stage;
        parsed.inputs.iter_mut().for_each(|input| input.stage = input.stage.or(of_all));
        Ok(parsed)
    }

    fn add_input(&mut self, path: OsString) -> Result<()> {
        self.inputs.push(Input { path: options::read(&path)?, stage: self.source.stage_of_following });
        Ok(())
    }

    /// Reads options of a manifest's line; files and outputs have no place there.
    pub(crate) fn from_options(options: &[String]) -> Result<Self> {
        let parsed = Self::parse_line(options.iter().map(OsString::from)).context("options")?;
        let writes = parsed.output.path.is_some()
            || parsed.rule.depfile
            || parsed.rule.dependencies
            || parsed.output.preprocess;
        if parsed.command.is_some() || !parsed.inputs.is_empty() || writes {
            bail!("options: files, outputs and commands are not allowed in a manifest");
        }
        Ok(parsed)
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
            add(&vitrum_passes::rows::FLIP_Y);
        }
        if !self.target.resource_place.is_empty() {
            let places: Result<Vec<String>> = self.target.resource_place.iter().map(|it| place(it)).collect();
            set.extend(places?);
            add(&vitrum_passes::rows::REMAP_BINDINGS);
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
    use super::Arguments;
    use anyhow::Result;
    use std::ffi::OsString;
    use vitrum::Floats;
    use vitrum::{
        DebugInfo, OptLevel, Options, SourceVersion, SpirvVersion, Stage, Target, Version, VersionChoice,
    };

    fn parsed(line: &str) -> Result<Arguments> {
        Arguments::parse_line(line.split(' ').map(OsString::from))
    }

    fn options(line: &str) -> Options {
        parsed(line).and_then(|parsed| parsed.options()).unwrap_or_else(|error| panic!("{line}: {error:#}"))
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
}
