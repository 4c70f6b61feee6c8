//! The command that compiles: reads each shader, shows its diagnostics, writes its output.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use vitrum::ir::Module;
use vitrum::{Compilation, Diagnosed, Failure, Options, Report, ReportSpan, Severity, Style};

use super::arguments::{Arguments, ErrorFormat};
use super::inputs::{self, Input};
use super::modules;
use super::outputs::{Emit, Format, name_of_output, words_to_bytes, write};
use super::{dependencies, is_coloured, print};

/// True if every shader of the command line compiled.
pub(crate) fn run(arguments: &Arguments) -> Result<bool> {
    check(arguments)?;
    let options = arguments.options()?;
    let mut run = Run { arguments, options, emit: arguments.emit(), errors: 0, warnings: 0 };
    let mut all_well = true;
    for input in &arguments.inputs {
        match run.input(input) {
            Ok(well) => all_well &= well,
            Err(error) => {
                run.show_fault(&format!("{error:#}"));
                all_well = false;
            }
        }
    }
    run.summarise();
    Ok(all_well)
}

/// Checks the options of the command line against each other.
fn check(arguments: &Arguments) -> Result<()> {
    let inputs = &arguments.inputs;
    let emit = arguments.emit();
    if inputs.is_empty() {
        bail!("no input files; `vitrum --help` shows examples");
    }
    if inputs.iter().filter(|input| input.is_stdin()).count() > 1 {
        bail!("stdin can be read only once");
    }
    if inputs.len() > 1 {
        if arguments.output.path.is_some() {
            bail!("-o cannot be used with several input files; use -c to write one output per file");
        }
        if arguments.rule.is_described() {
            bail!("-MF and -MT require exactly one input file");
        }
        let prints = arguments.output.preprocess || arguments.rule.dependencies || arguments.output.reflect;
        if emit == Emit::Spirv && !arguments.has_own_names() && !prints {
            bail!("several input files cannot be linked; use -c to write one output per file");
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
    if arguments.output.format.is_some_and(|format| format != Format::Bin) && emit != Emit::Spirv {
        bail!("-mfmt= requires binary SPIR-V output");
    }
    if arguments.client()?.1 && emit != Emit::None {
        bail!("target `none` only checks shaders and has no output; use `--emit none`");
    }
    let words = emit == Emit::Spirv && arguments.output.format.unwrap_or(Format::Bin) == Format::Bin;
    let binary = words || emit == Emit::Virb;
    let prints =
        arguments.output.preprocess || arguments.rule.dependencies || arguments.code.print_after.is_some();
    let to_stdout =
        arguments.output.path.is_none() && !arguments.has_own_names() && !arguments.output.reflect;
    if binary && !prints && to_stdout && std::io::stdout().is_terminal() {
        bail!("refusing to write binary output to a terminal; use `-o FILE`, `-c` or `--emit asm`");
    }
    Ok(())
}

impl Arguments {
    /// True if each input has an output file of its own.
    fn has_own_names(&self) -> bool {
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
    errors: usize,
    warnings: usize,
}

impl Run<'_> {
    /// True if all went well with one shader.
    fn input(&mut self, input: &Input) -> Result<bool> {
        let bytes = input.read()?;
        if modules::is_module(&input.path, &bytes) {
            return self.module(input, &bytes);
        }
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
        let compiled = vitrum::compile_observed(&text, &self.options, &mut observe);
        self.compiled(input, compiled)
    }

    /// The same with a module.
    fn module(&mut self, input: &Input, bytes: &[u8]) -> Result<bool> {
        if self.arguments.output.preprocess || self.arguments.rule.dependencies {
            bail!("`{}` is a module: -E and -M require GLSL", input.name());
        }
        let (module, sources) = modules::read(&input.name(), bytes)?;
        if self.arguments.client()?.1 {
            return Ok(true);
        }
        self.options.stage = module.stage;
        self.options.placement = self.arguments.placement(module.stage)?;
        let mut observe = printer(self.arguments);
        let compiled = vitrum::compile_module(module, sources, &self.options, &mut observe);
        self.compiled(input, compiled)
    }

    /// Shows what is said about a compilation, and writes its output. True if it went well.
    fn compiled(&mut self, input: &Input, compiled: Result<Compilation, Failure>) -> Result<bool> {
        match compiled {
            Ok(compilation) => {
                self.show(&compilation.diagnosed);
                if self.arguments.code.time_passes {
                    eprint!("{}", super::opt::times(&compilation.passes));
                }
                self.show_remarks(&compilation);
                let print_after = self.arguments.code.print_after.as_deref();
                let mut observe = printer(self.arguments);
                match (print_after, self.emit) {
                    (None, _) => self.write(input, compilation)?,
                    (_, emit @ (Emit::Glsl | Emit::Spirv | Emit::Asm)) => {
                        compilation.observe_lowerings(emit == Emit::Glsl, &mut observe)?;
                    }
                    _ => {}
                }
                Ok(true)
            }
            Err(failure) => {
                self.show(&failure.diagnosed);
                if let Some(defect) = &failure.defect {
                    self.show_fault(&format!("internal compiler error: {defect}"));
                }
                Ok(false)
            }
        }
    }

    /// Checks a source that belongs to no client and may be a part of a shader. True if it has no errors.
    fn check(&mut self, text: &str) -> bool {
        let checked = vitrum::check(text, &self.options);
        let is_valid = checked.is_ok();
        self.show(&checked.unwrap_or_else(|failure| failure.diagnosed));
        is_valid
    }

    fn preprocess(&mut self, input: &Input, text: &str) -> Result<bool> {
        let preprocessed = vitrum::preprocess(text, &self.options);
        self.show(&preprocessed.diagnosed);
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

    fn write(&self, input: &Input, compilation: Compilation) -> Result<()> {
        if self.arguments.output.verbose {
            for assigned in compilation.assigned()? {
                eprintln!("note: {assigned}");
            }
        }
        let output = self.output(input);
        let reflection = self.arguments.output.reflect.then(|| compilation.reflection()).transpose()?;
        let depfile = self.depfile(input, output.as_deref(), &compilation.diagnosed);
        if self.emit != Emit::None && (reflection.is_none() || output.is_some()) {
            let format = self.arguments.output.format.unwrap_or(Format::Bin);
            let bytes = bytes(compilation, self.emit, format, self.arguments.output.strip)?;
            write(&bytes, output.as_deref().unwrap_or(Path::new("-")))?;
        }
        if let Some(reflection) = reflection {
            print(reflection.json().as_bytes())?;
        }
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
        named.then(|| PathBuf::from(format!("{}.spv", vitrum::stage_extension(self.options.stage))))
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

    fn show(&mut self, diagnosed: &Diagnosed) {
        for diagnostic in &diagnosed.diagnostics {
            self.errors += usize::from(diagnostic.severity == Severity::Error);
            self.warnings += usize::from(diagnostic.severity == Severity::Warning);
        }
        if diagnosed.diagnostics.is_empty() {
            return;
        }
        match self.arguments.diagnostics.error_format {
            ErrorFormat::Human if is_coloured() => eprintln!("{}\n", diagnosed.render_coloured()),
            ErrorFormat::Human => eprintln!("{}\n", diagnosed.render()),
            ErrorFormat::Short => diagnosed.reports().iter().for_each(|it| show_short(it, it.code)),
            ErrorFormat::Json => diagnosed.reports().iter().for_each(|it| eprintln!("{}", it.json())),
        }
    }

    /// Shows the remarks of the optimiser, if requested.
    fn show_remarks(&self, compilation: &Compilation) {
        if compilation.remarks.is_empty() {
            return;
        }
        let style = if is_coloured() { Style::Coloured } else { Style::Plain };
        match self.arguments.diagnostics.error_format {
            ErrorFormat::Human => eprintln!("{}\n", compilation.render_remarks(style)),
            ErrorFormat::Short => {
                compilation.remark_reports().iter().for_each(|it| show_short(it, &it.name));
            }
            ErrorFormat::Json => {
                compilation.remark_reports().iter().for_each(|it| eprintln!("{}", it.json()));
            }
        }
    }

    /// Shows an error that is not the shader's.
    fn show_fault(&mut self, message: &str) {
        self.errors += 1;
        match self.arguments.diagnostics.error_format {
            ErrorFormat::Human | ErrorFormat::Short => eprintln!("vitrum: error: {message}"),
            ErrorFormat::Json => eprintln!("{}", Report::without_place(message).json()),
        }
    }

    /// Says how many errors and warnings there were, as `glslc` does.
    fn summarise(&self) {
        let count = |count: usize, word: &str| match count {
            0 => None,
            1 => Some(format!("1 {word}")),
            count => Some(format!("{count} {word}s")),
        };
        let counts = [count(self.warnings, "warning"), count(self.errors, "error")];
        let text = counts.into_iter().flatten().collect::<Vec<_>>().join(" and ");
        if !text.is_empty() && self.arguments.diagnostics.error_format == ErrorFormat::Human {
            eprintln!("{text} generated.");
        }
    }
}

/// Prints the module after each run of the pass that `--print-after` names.
fn printer(arguments: &Arguments) -> impl FnMut(&str, &Module) {
    let print_after = arguments.code.print_after.as_deref();
    move |pass, module| {
        if print_after == Some(pass) {
            println!("{module}");
        }
    }
}

/// The output that a rule for `make` describes: a file even if the output goes to stdout.
fn described_output(input: &Input, output: Option<&Path>) -> PathBuf {
    let output = output.filter(|output| *output != Path::new("-"));
    output.map_or_else(|| name_of_output(&input.path, "spv"), Path::to_path_buf)
}

/// Shows a report in a line that ends with its code or name.
fn show_short(report: &Report, name: &str) {
    let at = |span: &ReportSpan| format!("{}:{}:{}", span.file, span.line, span.column);
    let at = report.spans.first().map_or("vitrum".to_owned(), at);
    eprintln!("{at}: {}: {} [{name}]", report.severity, report.message);
}

/// The output of a compilation.
pub(crate) fn bytes(compilation: Compilation, emit: Emit, format: Format, strip: bool) -> Result<Vec<u8>> {
    Ok(match emit {
        Emit::Ir => compilation.ir().into_bytes(),
        Emit::Virb => modules::write(&compilation.module, &compilation.diagnosed.sources, strip),
        Emit::Spirv => words_to_bytes(&compilation.into_spirv()?.0, format),
        Emit::Asm => with_newline(compilation.assembly()?),
        Emit::Glsl => with_newline(compilation.glsl()?),
        Emit::GlslNames => names_json(&compilation.glsl_names()?).into_bytes(),
        Emit::Reflection => compilation.reflection()?.json().into_bytes(),
        Emit::None => Vec::new(),
    })
}

/// A list of objects: kind, name, and the names in the GLSL.
fn names_json(names: &[vitrum::PrintedName]) -> String {
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

fn with_newline(mut text: String) -> Vec<u8> {
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text.into_bytes()
}
