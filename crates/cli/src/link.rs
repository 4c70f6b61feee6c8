//! `vitrum link`, and `-l`: the inputs of a command line are one program.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use vitrum::ir::{Module, SourceMap};
use vitrum::{Client, Diagnosed, Options, Program, ProgramInput, ProgramOptions, ProgramSource, Stage};

use super::arguments::{self, Arguments, OutputArguments};
use super::compile::{c_header, names_json, observer, printer, renamed_json, with_newline};
use super::inputs::{self, Input};
use super::messages::Messages;
use super::modules::Read;
use super::outputs::{Emit, Format, name_of_output, words_to_bytes, write};
use super::{dependencies, modules, print, validation};

/// Options of programs.
#[derive(Debug, Default)]
pub(crate) struct ProgramArguments {
    // `vitrum link`
    pub(crate) link: bool,
    // `-l`
    pub(crate) link_check: bool,
    pub(crate) separable: bool,
    pub(crate) entry_point: Vec<String>,
    pub(crate) capture: Vec<String>,
    pub(crate) pack: bool,
}

impl ProgramArguments {
    /// True if an entry point has another name. `-e main` is a default of glslangValidator.
    pub(crate) fn names_entries(&self) -> bool {
        self.entry_point.iter().any(|name| name != "main")
    }
}

impl Arguments {
    /// True if the inputs are one program.
    pub(crate) fn links(&self) -> bool {
        let joins = self.program.link_check && self.inputs.len() > 1;
        self.program.link || joins || self.inputs.len() == 1 && self.program.names_entries()
    }

    /// True for `-l` without anything that asks for an output.
    pub(crate) fn only_checks_links(&self) -> bool {
        let has_output = self.output.path.is_some() || self.has_own_names() || self.output.reflect;
        self.program.link_check && !self.program.link && !has_output
    }

    /// The options of the program.
    pub(crate) fn program_options(&self, loaded: &[Loaded]) -> Result<ProgramOptions> {
        let (mut entry_points, mut of_all) = (Vec::new(), None);
        for text in &self.program.entry_point {
            match text.split_once('=') {
                Some((stage, name)) => entry_points.push((arguments::stage(stage)?, name.to_owned())),
                None => of_all = Some(text),
            }
        }
        // The first of a stage counts, and that is the last one here; a name for all stages is for the others.
        entry_points.reverse();
        if let Some(name) = of_all {
            entry_points.extend(Stage::ALL.iter().map(|row| (row.0, name.clone())));
        }
        // Those of SPIR-V keep their names.
        entry_points.extend(loaded.iter().filter_map(|it| Some((it.stage(), it.entry.clone()?))));
        if let Some((_, name)) = entry_points.iter().find(|row| row.1.is_empty() || row.1.contains('\0')) {
            bail!("`{name}` cannot be the name of an entry point");
        }
        let options = ProgramOptions::default().separable(self.program.separable).pack(self.program.pack);
        Ok(options.captured(self.program.capture.clone()).entry_points(entry_points))
    }

    /// Checks that options of programs are for one.
    pub(crate) fn check_program(&self) -> Result<()> {
        let ProgramArguments { separable, capture, pack, .. } = &self.program;
        self.program_options(&[])?;
        if !self.links() {
            if *separable || *pack || self.program.names_entries() || !capture.is_empty() {
                bail!("--separable, --entry-point, --capture and --pack require `vitrum link`");
            }
            return Ok(());
        }
        if self.output.preprocess || self.rule.dependencies {
            bail!("`vitrum link` and --entry-point cannot be used with -E and -M");
        }
        Ok(())
    }
}

/// An input with its content.
pub(crate) struct Loaded {
    input: Input,
    options: Options,
    content: Content,
    /// The name of the entry point, of a module of SPIR-V.
    entry: Option<String>,
}

enum Content {
    Text(String),
    Module(Box<(Module, SourceMap)>),
}

impl Loaded {
    fn stage(&self) -> Stage {
        match &self.content {
            Content::Text(_) => self.options.stage,
            Content::Module(module) => module.0.stage,
        }
    }

    pub(crate) fn source(&self) -> ProgramInput<'_> {
        let source = match &self.content {
            Content::Text(text) => ProgramSource::Glsl(text),
            Content::Module(module) => ProgramSource::Module(&module.0, &module.1),
        };
        ProgramInput { source, options: &self.options }
    }
}

/// True if the inputs are linked, and the program is written.
pub(crate) fn run(arguments: &Arguments, options: Options) -> Result<bool> {
    let mut messages = Messages::new(arguments);
    let well = link(arguments, options, &mut messages).unwrap_or_else(|error| {
        messages.show_fault(&format!("{error:#}"));
        false
    });
    messages.finish();
    Ok(well)
}

fn link(arguments: &Arguments, options: Options, messages: &mut Messages<'_>) -> Result<bool> {
    let Some(loaded) = load_all(arguments, &options, messages) else { return Ok(false) };
    let program_options = arguments.program_options(&loaded)?;
    let sources: Vec<ProgramInput<'_>> = loaded.iter().map(Loaded::source).collect();
    let mut observe = printer(arguments);
    let program = match vitrum::link_program(&sources, &program_options, observer(&mut observe)) {
        Ok(program) => program,
        Err(failure) => {
            messages.show_failure(&failure);
            return Ok(false);
        }
    };
    messages.show(&program.diagnosed);
    for stage in &program.stages {
        if arguments.code.time_passes {
            eprint!("{}", super::opt::times(&stage.passes));
        }
        messages.show_remarks(stage);
    }
    if arguments.output.verbose {
        program.assigned.iter().for_each(|assigned| eprintln!("note: {assigned}"));
    }
    if arguments.code.print_after.is_some() {
        return Ok(true);
    }
    match (Output { arguments, program: &program, loaded: &loaded }).write() {
        Ok(()) => Ok(true),
        Err(error) => {
            messages.show(&output_errors(error.downcast::<vitrum::Error>()?, &program)?);
            Ok(false)
        }
    }
}

/// Reads all inputs; `None` if one cannot be read.
pub(crate) fn load_all(
    arguments: &Arguments,
    options: &Options,
    messages: &mut Messages<'_>,
) -> Option<Vec<Loaded>> {
    let load = |input| {
        let loaded = load(arguments, input, options);
        loaded.map_err(|error| messages.show_fault(&format!("{error:#}"))).ok()
    };
    // All are read, so that each that cannot be is named.
    let loaded: Vec<Option<Vec<Loaded>>> = arguments.inputs.iter().map(load).collect();
    Some(loaded.into_iter().collect::<Option<Vec<_>>>()?.into_iter().flatten().collect())
}

/// Reads an input: one module for each entry point of SPIR-V, otherwise one.
fn load(arguments: &Arguments, input: &Input, options: &Options) -> Result<Vec<Loaded>> {
    let mut options = options.clone().file_name(input.name());
    if arguments.client()?.1 {
        options.client = Some(Client::OpenGl);
    }
    let bytes = input.read()?;
    let contents = if modules::is_module(&input.path, &bytes) {
        let content = |read: Read| {
            let options = read.options(&options).stage(read.module.stage);
            (options, Content::Module(Box::new((read.module, read.sources))), read.entry)
        };
        let read = modules::read_all(&input.name(), &bytes, arguments.choice(input))?;
        read.into_iter().map(content).collect()
    } else {
        arguments.check_entry(input)?;
        let text = inputs::text(bytes);
        options.stage = input.stage(&text, &options)?;
        vec![(options, Content::Text(text), None)]
    };
    let loaded = |(options, content, entry): (Options, Content, Option<String>)| {
        let placement = arguments.placement(options.stage)?;
        let options = options.placement(placement);
        Ok(Loaded { input: input.clone(), options, content, entry })
    };
    contents.into_iter().map(loaded).collect()
}

/// The errors of an output that have places in the source; another one is given back.
pub(crate) fn output_errors(error: vitrum::Error, program: &Program) -> Result<Diagnosed> {
    let sources = program.stages.first().map(|stage| stage.diagnosed.sources.clone()).unwrap_or_default();
    placed_errors(error.into(), sources)
}

/// The errors of an output that have places in the source; another one is given back.
pub(crate) fn placed_errors(error: anyhow::Error, sources: SourceMap) -> Result<Diagnosed> {
    let diagnostics = error.downcast_ref::<vitrum::Error>().map(|error| error.diagnostics(&sources));
    match diagnostics.filter(|list| !list.is_empty()) {
        Some(diagnostics) => Ok(Diagnosed { diagnostics, sources }),
        None => Err(error),
    }
}

/// SPIR-V as words in a format, or as text.
pub(crate) fn words_bytes(words: &[u32], emit: Emit, format: Format) -> Result<Vec<u8>> {
    Ok(match emit {
        Emit::Asm => with_newline(vitrum::disassemble(words)?),
        _ => words_to_bytes(words, format),
    })
}

/// The output of a program.
struct Output<'a> {
    arguments: &'a Arguments,
    program: &'a Program,
    loaded: &'a [Loaded],
}

impl Output<'_> {
    fn write(&self) -> Result<()> {
        let (emit, path) = (self.arguments.emit(), self.arguments.output.path.as_deref());
        let reflects = self.arguments.output.reflect;
        let each = self.arguments.has_own_names();
        match emit {
            Emit::None => {}
            Emit::Reflection => {
                write(self.program.reflection()?.json().as_bytes(), path.unwrap_or(Path::new("-")))?
            }
            _ if reflects && path.is_none() && !each => {}
            Emit::Spirv | Emit::Asm if !each => {
                let bytes = self.words(&self.program.spirv()?)?;
                write(&bytes, path.unwrap_or(Path::new("-")))?;
            }
            Emit::Spirv | Emit::Asm => {
                let mut stages = Vec::new();
                for (stage, words) in self.program.stage_spirv()? {
                    stages.push((stage, self.words(&words)?));
                }
                self.write_stages(&stages, emit)?;
            }
            Emit::GlslNames => {
                let names = self.program.glsl_names()?.into_iter();
                let stages: Vec<_> =
                    names.map(|(stage, names)| (stage, names_json(&names).into_bytes())).collect();
                self.write_stages(&stages, emit)?;
            }
            Emit::Glsl => {
                let texts = self.program.glsl()?.into_iter();
                let stages: Vec<_> = texts.map(|(stage, text)| (stage, with_newline(text))).collect();
                self.write_stages(&stages, emit)?;
            }
            Emit::Ir | Emit::Virb | Emit::Names => {
                let strip = self.arguments.output.strip;
                let bytes = |stage: &vitrum::Compilation| match emit {
                    Emit::Ir => stage.ir().into_bytes(),
                    Emit::Names => renamed_json(&stage.changed_names()).into_bytes(),
                    _ => modules::write(&stage.module, &stage.diagnosed.sources, strip),
                };
                let stages = self.program.stages.iter().map(|stage| (stage.module.stage, bytes(stage)));
                self.write_stages(&stages.collect::<Vec<_>>(), emit)?;
            }
        }
        if reflects {
            print(self.program.reflection()?.json().as_bytes())?;
        }
        self.write_rule()
    }

    fn words(&self, words: &[u32]) -> Result<Vec<u8>> {
        let OutputArguments { format, c_variable, .. } = &self.arguments.output;
        let bytes = words_bytes(words, self.arguments.emit(), format.unwrap_or(Format::Bin))?;
        if self.arguments.output.spirv_val {
            validation::validate(&bytes, self.arguments.client()?.0)?;
        }
        Ok(c_variable.as_ref().map_or_else(|| bytes.clone(), |name| c_header(name, &bytes)))
    }

    /// Writes a file for each stage: to the folder of `-o`, or to the file if there is one stage; named by the inputs with `-c`;
    /// or to stdout.
    fn write_stages(&self, stages: &[(Stage, Vec<u8>)], emit: Emit) -> Result<()> {
        let extension = if emit == Emit::Glsl { "glsl" } else { emit.extension() };
        let by_stage =
            |stage: Stage| PathBuf::from(format!("{}.{extension}", vitrum::stage_extension(stage)));
        let arguments = self.arguments;
        match (arguments.output.path.as_deref(), stages) {
            (Some(path), [(_, bytes)])
                if path == Path::new("-") || path.extension().is_some() && !path.is_dir() =>
            {
                write(bytes, path)
            }
            (Some(path), _) if path.extension().is_some_and(|it| it == extension) && !path.is_dir() => bail!(
                "{} stages give {} files, and `{}` is one; name a folder for them",
                stages.len(),
                stages.len(),
                path.display()
            ),
            (Some(path), _) if path != Path::new("-") => {
                std::fs::create_dir_all(path).with_context(|| {
                    format!("cannot create folder `{}` for a file of each stage", path.display())
                })?;
                stages.iter().try_for_each(|(stage, bytes)| write(bytes, &path.join(by_stage(*stage))))
            }
            (None, _) if arguments.output.compile_each || arguments.output.assemble_each => {
                stages.iter().try_for_each(|(stage, bytes)| {
                    let first = self.loaded.iter().find(|loaded| loaded.stage() == *stage);
                    let name = first.map(|loaded| name_of_output(&loaded.input.path, emit.extension()));
                    write(bytes, &name.unwrap_or_else(|| by_stage(*stage)))
                })
            }
            (None, _) if arguments.has_own_names() && emit == Emit::Spirv => {
                stages.iter().try_for_each(|(stage, bytes)| write(bytes, &by_stage(*stage)))
            }
            (_, [(_, bytes)]) => print(bytes),
            _ if emit == Emit::Virb => {
                bail!("several stages give several files of IR; name their folder with `-o DIR`")
            }
            _ => stages.iter().try_for_each(|(stage, bytes)| {
                print(format!("// {}\n", stage.name()).as_bytes())?;
                print(bytes)
            }),
        }
    }

    /// Writes the rule for `make`, if `-MD` asks for it.
    fn write_rule(&self) -> Result<()> {
        let rule = &self.arguments.rule;
        if !rule.depfile {
            return Ok(());
        }
        let first = || self.loaded.first().map(|loaded| name_of_output(&loaded.input.path, "spv"));
        let output = self.arguments.output.path.clone().or_else(first).unwrap_or_default();
        let target = rule.depfile_target.clone().unwrap_or_else(|| output.display().to_string());
        let file = rule.depfile_name.clone().unwrap_or_else(|| {
            let mut name = output.clone().into_os_string();
            name.push(".d");
            PathBuf::from(name)
        });
        // The sources of a module are not read.
        let mut of_modules: Vec<&str> = Vec::new();
        for loaded in self.loaded {
            if let Content::Module(module) = &loaded.content {
                of_modules.extend(module.1.files().map(|file| module.1.name(file)));
            }
        }
        let names: Vec<String> = self.loaded.iter().map(|loaded| loaded.input.name()).collect();
        let mut files: Vec<&str> = names.iter().map(String::as_str).collect();
        for file in self.program.diagnosed.files() {
            if !files.contains(&file) && !of_modules.contains(&file) {
                files.push(file);
            }
        }
        write(dependencies::rule(&target, &files).as_bytes(), &file)
    }
}
