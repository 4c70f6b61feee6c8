//! The command that compiles: reads each shader, shows its diagnostics, writes its output.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use vitrum::ir::Module;
use vitrum::{
    Compilation, Compiler, Diagnosed, Failure, Levels, Observe, Options, Program, Reflection, Stage,
};

use super::arguments::Arguments;
use super::inputs::{self, Input};
use super::messages::Messages;
use super::modules::{self, Read};
use super::outputs::{Emit, Format, name_of_output, write};
use super::{UsageError, dependencies, link, memory, print, validation};

/// True if every shader of the command line compiled.
pub(crate) fn run(arguments: &Arguments) -> Result<bool> {
    let options = check(arguments).and_then(|()| arguments.options()).map_err(UsageError)?;
    if arguments.links() {
        return link::run(arguments, options);
    }
    let (emit, messages) = (arguments.emit(), Messages::new(arguments));
    let mut run = Run {
        arguments,
        options,
        emit,
        messages,
        compiler: Compiler::new(),
        written: Vec::new(),
        waiting: Vec::new(),
    };
    let mut all_well = true;
    for input in &arguments.inputs {
        match run.input(input) {
            Ok(well) => all_well &= well,
            Err(error) => all_well = run.fail(&error),
        }
    }
    match run.write_waiting() {
        Ok(well) => all_well &= well,
        Err(error) => all_well = run.fail(&error),
    }
    run.messages.finish();
    if arguments.code.memory {
        eprintln!("{}", memory::peak());
    }
    Ok(all_well)
}

/// True if some entry point of a module of SPIR-V needs functions of others. It still does when it is written again.
fn imports(entries: &[Read]) -> bool {
    entries.iter().any(|read| read.entry.is_some() && !read.module.imports().is_empty())
}

/// Checks the options of the command line against each other.
fn check(arguments: &Arguments) -> Result<()> {
    let inputs = &arguments.inputs;
    let emit = arguments.emit();
    arguments.check_program()?;
    arguments.placement(Stage::Vertex)?;
    if inputs.is_empty() {
        bail!("no input files; `vitrum --help` shows examples");
    }
    if inputs.iter().filter(|input| input.is_stdin()).count() > 1 {
        bail!("stdin can be read only once");
    }
    if inputs.len() > 1 && !arguments.links() {
        if arguments.output.path.is_some() {
            bail!(
                "-o cannot be used with several input files; use -c to write one output per file, or `vitrum link` \
                 to write one program"
            );
        }
        if arguments.rule.is_described() {
            bail!("-MF and -MT require exactly one input file");
        }
        let prints = arguments.output.preprocess || arguments.rule.dependencies || arguments.output.reflect;
        if emit == Emit::Spirv && !arguments.has_own_names() && !prints {
            bail!(
                "several input files give several outputs; use -c to write one output per file, or `vitrum link` to \
                 write one program"
            );
        }
    }
    if let Some(output) = &arguments.output.path
        && inputs.iter().any(|input| input.path == *output && !input.is_stdin())
    {
        bail!("output `{}` is also an input", output.display());
    }
    if arguments.rule.is_described() && !arguments.rule.depfile && !arguments.rule.dependencies {
        bail!("-MF and -MT require -MD or -M");
    }
    let has_ir = matches!(emit, Emit::Ir | Emit::Virb | Emit::None);
    if arguments.code.is_for_machine() && (!has_ir || arguments.links()) {
        bail!("--machine gives IR of single shaders; use `--emit ir`, `--emit virb` or `-o FILE.vir`");
    }
    if arguments.output.format.is_some_and(|format| format != Format::Bin) && emit != Emit::Spirv {
        bail!("-mfmt= requires binary SPIR-V output");
    }
    if arguments.output.spirv_val && (emit != Emit::Spirv || !arguments.has_plain_words()) {
        bail!("--spirv-val requires binary SPIR-V output");
    }
    if arguments.client()?.1 && emit != Emit::None {
        bail!("target `none` only checks shaders and has no output; use `--emit none`");
    }
    if arguments.has_own_names() && arguments.output.path.is_none() {
        check_names(inputs, emit, arguments)?;
    }
    Ok(())
}

/// Two inputs do not write to one file.
fn check_names(inputs: &[Input], emit: Emit, arguments: &Arguments) -> Result<()> {
    let each = arguments.output.compile_each || arguments.output.assemble_each;
    if arguments.links() || !each && emit != Emit::Spirv {
        return Ok(());
    }
    let name = |input: &Input| match each {
        true => Some(name_of_output(&input.path, emit.extension())),
        // A stage that the text names is found later.
        false => input.stage.or_else(|| vitrum::stage_of_path(&input.path)).map(name_of_stage),
    };
    let mut names: Vec<(PathBuf, &Input)> =
        inputs.iter().filter_map(|input| Some((name(input)?, input))).collect();
    names.sort_by(|one, other| one.0.cmp(&other.0));
    for pair in names.windows(2) {
        if let [(name, one), (other, second)] = pair
            && name == other
        {
            bail!(
                "`{}` and `{}` would both be written to `{}`; compile them one by one with -o",
                one.name(),
                second.name(),
                name.display()
            );
        }
    }
    Ok(())
}

impl Arguments {
    /// True if SPIR-V is written as bytes.
    fn has_plain_words(&self) -> bool {
        self.output.c_variable.is_none() && self.output.format.is_none_or(|format| format == Format::Bin)
    }

    /// True if each input has an output file of its own.
    pub(crate) fn has_own_names(&self) -> bool {
        self.output.compile_each
            || self.output.assemble_each
            || self.target.for_vulkan
            || self.target.for_opengl
    }
}

struct Run<'a> {
    arguments: &'a Arguments,
    options: Options,
    emit: Emit,
    messages: Messages<'a>,
    /// Keeps its memory from one input to the next.
    compiler: Compiler,
    /// Outputs with their inputs.
    written: Vec<(PathBuf, String)>,
    /// Shaders that may be stages of one program.
    waiting: Vec<(Input, Compilation)>,
}

impl Run<'_> {
    /// Shows an error; false.
    fn fail(&mut self, error: &anyhow::Error) -> bool {
        self.messages.show_fault(&format!("{error:#}"));
        false
    }

    /// True if a shader waits for the others of the command line: each of them has an output, and none a stage of another.
    fn may_wait(&self, stage: Stage) -> bool {
        let arguments = self.arguments;
        arguments.inputs.len() > 1
            && arguments.inputs.len() <= Stage::ALL.len()
            && arguments.has_own_names()
            && matches!(self.emit, Emit::Spirv | Emit::Asm)
            && arguments.code.print_after.is_none()
            && self.waiting.iter().all(|(_, shader)| shader.module.stage != stage)
    }

    /// Writes the shaders that wait, with equal places for equal names if they are stages of one program. True if all went well.
    fn write_waiting(&mut self) -> Result<bool> {
        let (inputs, shaders): (Vec<Input>, Vec<Compilation>) =
            std::mem::take(&mut self.waiting).into_iter().unzip();
        let files: Vec<Diagnosed> = shaders.iter().map(|shader| shader.diagnosed.clone()).collect();
        let stages: Vec<Stage> = shaders.iter().map(|shader| shader.module.stage).collect();
        let placements: Vec<_> =
            stages.iter().map(|&stage| self.arguments.placement(stage)).collect::<Result<_>>()?;
        // A stage that is there twice says that they are several programs; so do bindings that begin elsewhere in each stage.
        let is_program = inputs.len() == self.arguments.inputs.len()
            && placements.windows(2).all(|pair| pair[0] == pair[1]);
        let mut all_well = true;
        let alone = match is_program {
            true => match vitrum::share_places(shaders, &self.options) {
                Ok(program) => return self.write_program(&inputs, &files, &stages, &program),
                Err((shaders, diagnosed)) => {
                    self.messages.show(&diagnosed);
                    all_well = !diagnosed.has_errors();
                    shaders
                }
            },
            false => shaders,
        };
        for (input, shader) in inputs.iter().zip(alone) {
            self.options.stage = shader.module.stage;
            // One that fails does not stop the others.
            all_well &= match self.write(input, shader) {
                Ok(well) => well,
                Err(error) => self.fail(&error),
            };
        }
        Ok(all_well)
    }

    /// Writes the stages of a program to the outputs of their inputs.
    fn write_program(
        &mut self,
        inputs: &[Input],
        files: &[Diagnosed],
        stages: &[Stage],
        program: &Program,
    ) -> Result<bool> {
        let words = match program.stage_spirv() {
            Ok(words) => words,
            Err(error) => {
                let errors = link::output_errors(error, program)?;
                self.messages.show(&errors);
                return Ok(false);
            }
        };
        if self.arguments.output.verbose {
            program.assigned.iter().for_each(|assigned| eprintln!("note: {assigned}"));
        }
        let reflections = if self.arguments.output.reflect { program.reflections()? } else { Vec::new() };
        for ((input, files), &stage) in inputs.iter().zip(files).zip(stages) {
            let Some((_, words)) = words.iter().find(|row| row.0 == stage) else { continue };
            self.options.stage = stage;
            let bytes = link::words_bytes(words, self.emit, self.format())?;
            let reflection = reflections.iter().find(|it| it.stage == stage);
            self.write_bytes(input, Some(bytes), files, reflection)?;
        }
        Ok(true)
    }

    fn format(&self) -> Format {
        self.arguments.output.format.unwrap_or(Format::Bin)
    }

    /// True if all went well with one shader.
    fn input(&mut self, input: &Input) -> Result<bool> {
        let bytes = input.read()?;
        if modules::is_module(&input.path, &bytes) {
            return self.module(input, &bytes);
        }
        self.arguments.check_entry(input)?;
        let text = inputs::text(bytes);
        self.options.file_name = input.name();
        if self.arguments.output.preprocess || self.arguments.rule.dependencies {
            return self.preprocess(input, &text);
        }
        self.options.stage = input.stage(&text, &self.options)?;
        self.options.placement = self.arguments.placement(self.options.stage)?;
        if self.arguments.client()?.1 {
            return Ok(self.check(&text));
        }
        let mut observe = printer(self.arguments);
        let compiled = self.compiler.compile_observed(&text, &self.options, observer(&mut observe));
        self.compiled(input, compiled)
    }

    /// The same with a module.
    fn module(&mut self, input: &Input, bytes: &[u8]) -> Result<bool> {
        if self.arguments.output.preprocess || self.arguments.rule.dependencies {
            bail!("`{}` is a module: -E and -M require GLSL", input.name());
        }
        let mut all = modules::read_all(&input.name(), bytes, self.arguments.choice(input))?;
        if self.arguments.client()?.1 {
            return Ok(true);
        }
        let has_names = matches!(self.emit, Emit::Spirv | Emit::Asm) && !self.arguments.output.reflect;
        if has_names && (all.len() > 1 || all.iter().any(Read::is_renamed)) {
            return self.entries(input, all);
        }
        let read = match all.pop() {
            Some(read) if all.is_empty() => read,
            last => return Err(modules::too_many(&input.name(), all.iter().chain(&last))),
        };
        self.options.stage = read.module.stage;
        self.options.placement = self.arguments.placement(read.module.stage)?;
        let mut options = read.options(&self.options);
        options.library |= has_names && imports(std::slice::from_ref(&read));
        let mut observe = printer(self.arguments);
        let compiled = vitrum::compile_module(read.module, read.sources, &options, observer(&mut observe));
        self.compiled(input, compiled)
    }

    /// The same with the entry points of a module of SPIR-V, which stay one module with their names.
    fn entries(&mut self, input: &Input, entries: Vec<Read>) -> Result<bool> {
        let mut compiled = Vec::with_capacity(entries.len());
        let imports = imports(&entries);
        for entry in entries {
            self.options.stage = entry.module.stage;
            self.options.placement = self.arguments.placement(entry.module.stage)?;
            let mut options = entry.options(&self.options);
            options.library |= imports;
            let mut observe = printer(self.arguments);
            match vitrum::compile_module(entry.module, entry.sources, &options, observer(&mut observe)) {
                Ok(compilation) => compiled.push((entry.entry.unwrap_or_default(), compilation)),
                Err(failure) => {
                    self.messages.show_failure(&failure);
                    return Ok(false);
                }
            }
        }
        for (_, compilation) in &compiled {
            self.messages.show(&compilation.diagnosed);
            if self.arguments.code.time_passes {
                eprint!("{}", super::opt::times(&compilation.passes));
            }
            self.messages.show_remarks(compilation);
        }
        let (Some((_, first)), None) = (compiled.first(), &self.arguments.code.print_after) else {
            return Ok(true);
        };
        let files = first.diagnosed.clone();
        match vitrum::spirv_of_entries(&compiled) {
            Ok(words) => {
                let bytes = link::words_bytes(&words, self.emit, self.format())?;
                self.write_bytes(input, Some(bytes), &files, None)?;
                Ok(true)
            }
            Err(error) => {
                let errors = link::placed_errors(error.into(), files.sources)?;
                self.messages.show(&errors);
                Ok(false)
            }
        }
    }

    /// Shows what is said about a compilation, and writes its output. True if it went well.
    fn compiled(&mut self, input: &Input, compiled: Result<Compilation, Failure>) -> Result<bool> {
        match compiled {
            Ok(compilation) => {
                self.messages.show(&compilation.diagnosed);
                if self.arguments.code.time_passes {
                    eprint!("{}", super::opt::times(&compilation.passes));
                }
                self.messages.show_remarks(&compilation);
                if self.may_wait(compilation.module.stage) {
                    self.waiting.push((input.clone(), compilation));
                    return Ok(true);
                }
                match (printer(self.arguments), self.emit) {
                    (None, _) => return self.write(input, compilation),
                    (Some(mut observe), emit @ (Emit::Glsl | Emit::Spirv | Emit::Asm)) => {
                        compilation.observe_lowerings(emit == Emit::Glsl, &mut observe)?;
                    }
                    _ => {}
                }
                Ok(true)
            }
            Err(failure) => {
                self.messages.show_failure(&failure);
                Ok(false)
            }
        }
    }

    /// Checks a source that belongs to no client and may be a part of a shader. True if it has no errors.
    fn check(&mut self, text: &str) -> bool {
        let checked = vitrum::check(text, &self.options);
        let is_valid = checked.is_ok();
        self.messages.show(&checked.unwrap_or_else(|failure| failure.diagnosed));
        is_valid
    }

    fn preprocess(&mut self, input: &Input, text: &str) -> Result<bool> {
        let preprocessed = vitrum::preprocess(text, &self.options);
        self.messages.show(&preprocessed.diagnosed);
        if preprocessed.diagnosed.has_errors() {
            return Ok(false);
        }
        let stdout = Path::new("-");
        let output = self.arguments.output.path.as_deref();
        if self.arguments.rule.dependencies {
            let file = self.arguments.rule.depfile_name.as_deref().or(output).unwrap_or(stdout);
            let rule = self.rule(input, None, &preprocessed.diagnosed);
            write(rule.as_bytes(), file)?;
        } else {
            write(preprocessed.text.as_bytes(), output.unwrap_or(stdout))?;
            if let Some((file, rule)) = self.depfile(input, output, &preprocessed.diagnosed) {
                write(rule.as_bytes(), &file)?;
            }
        }
        Ok(true)
    }

    /// Writes the output of a shader. True if there is one.
    fn write(&mut self, input: &Input, compilation: Compilation) -> Result<bool> {
        let sources = compilation.diagnosed.sources.clone();
        self.write_output(input, compilation).or_else(|error| {
            let errors = link::placed_errors(error, sources).with_context(|| input.name())?;
            self.messages.show(&errors);
            Ok(false)
        })
    }

    fn write_output(&mut self, input: &Input, compilation: Compilation) -> Result<bool> {
        if self.arguments.output.verbose {
            for assigned in compilation.placed.iter().chain(&compilation.assigned()?) {
                eprintln!("note: {assigned}");
            }
        }
        let has_output =
            self.emit != Emit::None && (!self.arguments.output.reflect || self.output(input).is_some());
        let diagnosed = compilation.diagnosed.clone();
        let is_words = matches!(self.emit, Emit::Spirv | Emit::Asm);
        // Words and reflection come from one lowered module.
        let reflects = self.arguments.output.reflect;
        let reflection = match reflects && !(has_output && is_words) {
            true => Some(compilation.reflection()?),
            false => None,
        };
        let (bytes, reflection) = match has_output {
            true => {
                let (format, strip) = (self.format(), self.arguments.output.strip);
                let written = bytes(
                    &mut self.compiler,
                    compilation,
                    self.emit,
                    format,
                    strip,
                    &self.options.levels,
                    reflects,
                )?;
                self.messages.show(&written.diagnosed);
                let Some(bytes) = written.bytes else { return Ok(false) };
                (Some(bytes), reflection.or(written.reflection))
            }
            false => (None, reflection),
        };
        self.write_bytes(input, bytes, &diagnosed, reflection.as_ref())?;
        Ok(true)
    }

    /// Writes the output of a shader, its reflection, and the rule with the files that were read.
    fn write_bytes(
        &mut self,
        input: &Input,
        bytes: Option<Vec<u8>>,
        files: &Diagnosed,
        reflection: Option<&Reflection>,
    ) -> Result<()> {
        let output = self.output(input);
        if let Some(bytes) = bytes {
            if self.arguments.output.spirv_val {
                validation::validate(&bytes, self.options.target)?;
            }
            if let Some(output) = output.clone().filter(|_| self.arguments.inputs.len() > 1)
                && let Some((_, other)) = self.written.iter().find(|row| row.0 == output)
            {
                bail!(
                    "`{other}` is already written to `{}`; compile them one by one with -o",
                    output.display()
                );
            }
            self.written.extend(output.clone().map(|output| (output, input.name())));
            let is_binary = match self.emit {
                Emit::Spirv => self.format() == Format::Bin,
                emit => emit == Emit::Virb,
            };
            if is_binary && output.is_none() && std::io::stdout().is_terminal() {
                bail!("refusing to write binary output to a terminal; use `-o FILE`, `-c` or `--emit asm`");
            }
            let bytes = match &self.arguments.output.c_variable {
                Some(name) => c_header(name, &bytes),
                None => bytes,
            };
            write(&bytes, output.as_deref().unwrap_or(Path::new("-")))?;
        }
        if let Some(reflection) = reflection {
            print(reflection.json().as_bytes())?;
        }
        let depfile = self.depfile(input, output.as_deref(), files);
        depfile.map_or(Ok(()), |(file, rule)| write(rule.as_bytes(), &file))
    }

    /// The file for the output of a shader, if it is to have one.
    fn output(&self, input: &Input) -> Option<PathBuf> {
        let arguments = self.arguments;
        if arguments.output.path.is_some() {
            return arguments.output.path.clone();
        }
        if arguments.output.compile_each || arguments.output.assemble_each {
            return Some(name_of_output(&input.path, self.emit.extension()));
        }
        // As glslangValidator names them, for files without names of their own; text goes to stdout.
        let named = (arguments.target.for_vulkan || arguments.target.for_opengl) && self.emit == Emit::Spirv;
        named.then(|| name_of_stage(self.options.stage))
    }

    /// The rule for `make` of a shader.
    fn rule(&self, input: &Input, output: Option<&Path>, diagnosed: &Diagnosed) -> String {
        let target = self.arguments.rule.depfile_target.clone();
        let output = || described_output(input, output).display().to_string();
        dependencies::rule(&target.unwrap_or_else(output), &diagnosed.files())
    }

    /// The file for the `make` rule of a shader and the rule, if `-MD` asks for them.
    fn depfile(
        &self,
        input: &Input,
        output: Option<&Path>,
        diagnosed: &Diagnosed,
    ) -> Option<(PathBuf, String)> {
        if !self.arguments.rule.depfile {
            return None;
        }
        let beside = || {
            let mut name = described_output(input, output).into_os_string();
            name.push(".d");
            PathBuf::from(name)
        };
        let file = self.arguments.rule.depfile_name.clone().unwrap_or_else(beside);
        Some((file, self.rule(input, output, diagnosed)))
    }
}

/// The file that glslangValidator writes for a stage.
fn name_of_stage(stage: Stage) -> PathBuf {
    PathBuf::from(format!("{}.spv", vitrum::stage_extension(stage)))
}

/// A header of C with an array of this name, from an initializer.
pub(crate) fn c_header(name: &str, initializer: &[u8]) -> Vec<u8> {
    let mut header = format!("#pragma once\n#include <stdint.h>\n\nconst uint32_t {name}[] = ").into_bytes();
    header.extend(initializer.trim_ascii_end());
    header.extend(b";\n");
    header
}

/// Prints the module after each run of the pass that `--print-after` names.
pub(crate) fn printer(arguments: &Arguments) -> Option<impl FnMut(&str, &Module)> {
    let print_after = arguments.code.print_after.as_deref()?;
    Some(move |pass: &str, module: &Module| {
        if print_after == pass {
            // If nobody reads it, that is no error.
            let _ = print(format!("{module}\n").as_bytes());
        }
    })
}

/// The printer, as compilers take it.
pub(crate) fn observer<P: FnMut(&str, &Module)>(printer: &mut Option<P>) -> Observe<'_> {
    printer.as_mut().map(|printer| printer as &mut dyn FnMut(&str, &Module))
}

/// The output that a rule for `make` describes: a file even if the output goes to stdout.
fn described_output(input: &Input, output: Option<&Path>) -> PathBuf {
    let output = output.filter(|output| *output != Path::new("-"));
    output.map_or_else(|| name_of_output(&input.path, "spv"), Path::to_path_buf)
}

/// The output of a compilation, and what is to be said about it.
pub(crate) struct Written {
    /// None after an error.
    pub(crate) bytes: Option<Vec<u8>>,
    /// The reflection, if the output is SPIR-V and it was asked for.
    pub(crate) reflection: Option<Reflection>,
    pub(crate) diagnosed: Diagnosed,
}

/// The output of a compilation, or errors that say why there is none.
pub(crate) fn bytes(
    compiler: &mut Compiler,
    compilation: Compilation,
    emit: Emit,
    format: Format,
    strip: bool,
    levels: &Levels,
    reflects: bool,
) -> Result<Written> {
    let sources = compilation.diagnosed.sources.clone();
    output_bytes(compiler, compilation, emit, format, strip, levels, reflects).or_else(|error| {
        let diagnosed = link::placed_errors(error, sources)?;
        Ok(Written { bytes: None, reflection: None, diagnosed })
    })
}

fn output_bytes(
    compiler: &mut Compiler,
    compilation: Compilation,
    emit: Emit,
    format: Format,
    strip: bool,
    levels: &Levels,
    reflects: bool,
) -> Result<Written> {
    let sources = compilation.diagnosed.sources.clone();
    let mut diagnosed = Diagnosed { diagnostics: Vec::new(), sources };
    let mut reflection = None;
    let bytes = match emit {
        Emit::Ir => compilation.ir().into_bytes(),
        Emit::Virb => modules::write(&compilation.module, &compilation.diagnosed.sources, strip),
        Emit::Spirv | Emit::Asm => match compilation.into_lowered() {
            Ok(lowered) => {
                diagnosed.diagnostics = vitrum::place_warnings(&lowered.assigned, levels);
                reflection = reflects.then(|| lowered.reflection()).transpose()?;
                let words = compiler.spirv(&lowered)?;
                compiler.recycle(lowered.module);
                link::words_bytes(&words, emit, format)?
            }
            Err(error) => return Err(error.into()),
        },
        Emit::Glsl => with_newline(compilation.glsl()?),
        Emit::GlslNames => names_json(&compilation.glsl_names()?).into_bytes(),
        Emit::Names => renamed_json(&compilation.changed_names()).into_bytes(),
        Emit::Reflection => compilation.reflection()?.json().into_bytes(),
        Emit::None => Vec::new(),
    };
    Ok(Written { bytes: (!diagnosed.has_errors()).then_some(bytes), reflection, diagnosed })
}

/// A list of objects: kind, name, and the names in the GLSL.
pub(crate) fn names_json(names: &[vitrum::PrintedName]) -> String {
    // Names are identifiers, points and brackets: nothing has to be escaped.
    let row = |row: &vitrum::PrintedName| {
        let printed: Vec<String> = row.printed.iter().map(|name| format!("\"{name}\"")).collect();
        format!(
            "  {{\"kind\": \"{}\", \"name\": \"{}\", \"became\": [{}]}}",
            row.kind.name(),
            row.name,
            printed.join(", ")
        )
    };
    let rows: Vec<String> = names.iter().map(row).collect();
    format!("[\n{}\n]\n", rows.join(",\n"))
}

/// A list of objects: role, name in the source, and the names that it became.
pub(crate) fn renamed_json(names: &[vitrum::ChangedName]) -> String {
    let row = |row: &vitrum::ChangedName| {
        let became: Vec<String> = row.became.iter().map(|name| format!("\"{name}\"")).collect();
        format!(
            "  {{\"role\": \"{}\", \"name\": \"{}\", \"became\": [{}]}}",
            row.role.name(),
            row.name,
            became.join(", ")
        )
    };
    let rows: Vec<String> = names.iter().map(row).collect();
    format!("[\n{}\n]\n", rows.join(",\n"))
}

pub(crate) fn with_newline(mut text: String) -> Vec<u8> {
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text.into_bytes()
}
