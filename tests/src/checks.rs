//! Properties of every accepted shader, each a method.

use std::fmt::Write;
use std::panic::AssertUnwindSafe;

use vitrum::ir::text::{self, PrintOptions};
use vitrum::ir::{Module, SourceMap};
use vitrum::{Compilation, DebugInfo, GlslOptions, OptLevel, Options, Stage, Target, Version};
use vitrum_ir_bytes::WriteOptions;

use crate::files::{self, Shader};
use crate::header::{Header, Output, one_line};
use crate::judges::Judges;
use crate::memory_model;
use crate::{assembly, capabilities};

/// All that becomes of one shader.
pub(crate) struct Outputs {
    stage: Stage,
    target: Target,
    /// As the front end made it.
    plain: Forms,
    /// After the optimising pipeline, verified after each of its passes.
    optimized: Forms,
}

/// A module in each form it can be printed in; a back end's refusal is kept as text.
struct Forms {
    compilation: Compilation,
    ir: String,
    spirv: Result<Vec<u32>, String>,
    assembly: Result<String, String>,
    glsl: Result<String, String>,
}

impl Outputs {
    /// Compiles `source` twice: as it is, and optimised.
    pub(crate) fn of(source: &str, stage: Stage, header: &Header) -> Result<Self, String> {
        let forms = |opt_level, verify| {
            let options = Options::new(stage)
                .target(header.target)
                .defines(header.defines.clone())
                .opt_level(opt_level)
                .debug(DebugInfo::Names)
                .verify(verify)
                .file_name(format!("shader.{}", vitrum::stage_extension(stage)));
            Forms::of(source, &options)
        };
        let outputs = Self {
            stage,
            target: header.target,
            plain: forms(OptLevel::None, true)?,
            optimized: forms(OptLevel::Default, true)?,
        };
        if !forms(OptLevel::Default, false)?.same(&outputs.optimized) {
            return Err("compiled again, without verification, the output is another one".to_owned());
        }
        Ok(outputs)
    }
}

impl Forms {
    /// True if both say the same, byte for byte.
    fn same(&self, other: &Self) -> bool {
        self.ir == other.ir && self.spirv == other.spirv && self.glsl == other.glsl
    }

    /// The diagnostics that a user sees.
    fn diagnostics(&self) -> String {
        let mut text = self.compilation.diagnosed.render();
        for assigned in self.compilation.assigned().unwrap_or_default() {
            text += &format!("\nnote: {assigned}");
        }
        text.trim_start().to_owned()
    }

    fn of(source: &str, options: &Options) -> Result<Self, String> {
        let compilation =
            vitrum::compile(source, options).map_err(|failure| format!("does not compile:\n{failure}"))?;
        let spirv = compilation.spirv().map_err(|error| error.to_string());
        let assembly = spirv.clone().and_then(|words| assembly::numbered(&words));
        Ok(Self {
            ir: compilation.ir(),
            spirv,
            assembly,
            glsl: compilation.glsl().map_err(|error| error.to_string()),
            compilation,
        })
    }
}

/// The rules, and what they found so far.
pub(crate) struct Checks<'a> {
    pub(crate) shader: &'a Shader,
    pub(crate) header: &'a Header,
    pub(crate) judges: &'a Judges,
    pub(crate) outputs: &'a Outputs,
    pub(crate) failures: Vec<String>,
}

impl<'a> Checks<'a> {
    /// The text form says everything: reading printed text gives an equal module.
    pub(crate) fn text_round_trip(&mut self) {
        for (what, forms) in self.both() {
            if let Err(message) = text_is_equal(&forms.compilation.module) {
                self.failures.push(format!("{what}: {message}"));
            }
        }
    }

    /// The binary form says everything that the text form does.
    pub(crate) fn bytes_round_trip(&mut self) {
        for (what, forms) in self.both() {
            let Compilation { module, diagnosed, .. } = &forms.compilation;
            if let Err(message) = bytes_are_equal(module, &diagnosed.sources) {
                self.failures.push(format!("{what}: {message}"));
            }
        }
    }

    /// spirv-val accepts the module, optimised or not.
    pub(crate) fn spirv_is_valid(&mut self) {
        for (what, forms) in self.both() {
            let verdict = match &forms.spirv {
                Ok(words) => self.judges.judge_spirv(words, self.outputs.target),
                Err(error) => Err(error.clone()),
            };
            if let Err(reason) = verdict {
                let assembly = forms.assembly.as_deref().unwrap_or_default();
                self.failures.push(format!("{what} SPIR-V: {reason}\n{assembly}"));
            }
        }
    }

    /// spirv-as reads the assembly as the words that it was printed from.
    pub(crate) fn assembly_is_read_back(&mut self) {
        for (what, forms) in self.both() {
            let Ok(words) = &forms.spirv else { continue };
            if let Err(reason) = assembly::is_read_back(words, self.judges) {
                self.failures.push(format!("{what} SPIR-V as text: {reason}"));
            }
        }
    }

    /// Under Vulkan's memory model each access says what decorations say under the other one.
    pub(crate) fn memory_operands_are_complete(&mut self) {
        if !self.outputs.target.is_vulkan() {
            return;
        }
        for (what, forms) in self.both() {
            if let Err(reason) = memory_model::check(&forms.compilation) {
                self.failures.push(format!("{what} SPIR-V for Vulkan's memory model: {reason}"));
            }
        }
    }

    /// No module asks for a capability that it does not use, and what it asks for is known without its words.
    pub(crate) fn capabilities_are_needed(&mut self) {
        for (what, forms) in self.both() {
            let Ok(words) = &forms.spirv else { continue };
            match capabilities::idle(words) {
                Ok(idle) if idle.is_empty() => {}
                Ok(idle) => self.failures.push(format!("{what} SPIR-V has no use for {idle:?}")),
                Err(error) => self.failures.push(format!("{what} SPIR-V: {error}")),
            }
            let needs = forms.compilation.requirements().map_err(|error| error.to_string());
            match needs.and_then(|needs| capabilities::unannounced(words, &needs)) {
                Ok(names) if names.is_empty() => {}
                Ok(names) => {
                    self.failures.push(format!("{what} SPIR-V differs from its requirements in {names:?}"))
                }
                Err(error) => self.failures.push(format!("{what} requirements: {error}")),
            }
        }
    }

    /// vitrum and glslangValidator take the printed GLSL.
    pub(crate) fn printed_glsl_is_accepted(&mut self) {
        for (what, forms) in self.both() {
            let verdict = forms.glsl.clone().and_then(|glsl| self.glsl_is_accepted(&glsl));
            if let Err(reason) = verdict {
                self.failures.push(format!("{what} GLSL: {reason}"));
            }
        }
        if let Some(why) = &self.header.no_glslang {
            self.judges.note(format!("skipped: {}: glslangValidator: {why}", self.shader.name));
        }
    }

    /// Printed GLSL, compiled without changes and printed again, is the same text.
    pub(crate) fn printed_glsl_is_a_fixed_point(&mut self) {
        for (what, forms) in self.both() {
            let Ok(glsl) = &forms.glsl else { continue };
            let options = Options::new(self.outputs.stage).target(self.outputs.target).verify(false);
            // Another check asks if it compiles at all.
            let Ok(compilation) = vitrum::compile(glsl, &options) else { continue };
            let again = compilation.glsl().unwrap_or_else(|error| error.to_string());
            if again != *glsl {
                let difference = first_difference(glsl, &again);
                self.failures.push(format!("{what} GLSL printed again is another text: {difference}"));
            }
        }
    }

    /// In every version of GLSL a shader is printed so that glslangValidator takes it, or what the version lacks is
    /// named. A shader is printed to a few versions, other shaders to others; `VITRUM_ALL_VERSIONS=1` tries all.
    pub(crate) fn every_version_is_accepted(&mut self) {
        let all = std::env::var_os("VITRUM_ALL_VERSIONS").is_some();
        let versions = versions();
        let start = self.shader.name.bytes().fold(0, |sum, byte| sum * 31 % 1009 + usize::from(byte));
        let step = if all { 1 } else { versions.len() / 2 };
        let count = if all { versions.len() } else { 2 };
        let both = self.both();
        for (index, (what, forms)) in (0..count).flat_map(|index| both.map(|both| (index, both))) {
            // Optimised or not, in turns.
            if !all && (index % 2 == 0) != (what == "plain") {
                continue;
            }
            let Some(options) = versions.get((start + index * step) % versions.len()) else { continue };
            let Ok(glsl) = forms.compilation.glsl_with(options) else { continue };
            let client = if options.vulkan { Target::Vulkan1_3 } else { Target::OpenGl4_5 };
            let Err(reason) = self.judges.judge_glsl(&glsl, self.outputs.stage, client) else { continue };
            let name = options.target.map(|target| target.title().to_string()).unwrap_or_default();
            // glslangValidator has it from 150 on; GLSL 1.40 section 8.5 has it.
            let is_inverse = name == "GLSL 1.40" && reason.contains("'inverse' : no matching overloaded");
            if reason.contains("extension not supported") || is_inverse || self.header.no_glslang.is_some() {
                self.judges.note(format!(
                    "skipped: {}: {name}: glslangValidator lacks an extension or `inverse`",
                    self.shader.name
                ));
            } else {
                let vulkan = if options.vulkan { "Vulkan " } else { "" };
                self.failures.push(format!("{what} {vulkan}{name}: {reason}"));
            }
        }
    }

    fn glsl_is_accepted(&self, glsl: &str) -> Result<(), String> {
        let options = Options::new(self.outputs.stage).target(self.outputs.target).verify(true);
        vitrum::compile(glsl, &options)
            .map_err(|failure| format!("vitrum does not take back what it printed:\n{failure}"))?;
        if self.header.no_glslang.is_some() {
            return Ok(());
        }
        self.judges.judge_glsl(glsl, self.outputs.stage, self.outputs.target)
    }

    /// The expectations of the header hold.
    pub(crate) fn expectations_hold(&mut self) {
        for expectation in &self.header.expectations {
            let output = self.output(expectation.output);
            if one_line(&output).contains(&expectation.text) != expectation.present {
                let not = if expectation.present { "" } else { "no " };
                self.failures.push(format!(
                    "expected {not}`{}` in {:?}:\n{output}",
                    expectation.text, expectation.output
                ));
            }
        }
    }

    fn output(&self, output: Output) -> String {
        let or_reason = |form: &Result<String, String>| form.clone().unwrap_or_else(|reason| reason);
        let Outputs { plain, optimized, .. } = self.outputs;
        match output {
            Output::Ir => plain.ir.clone(),
            Output::Optimized => optimized.ir.clone(),
            Output::Spirv => or_reason(&plain.assembly),
            Output::OptimizedSpirv => or_reason(&optimized.assembly),
            Output::Glsl => or_reason(&plain.glsl),
            Output::Diagnostics => plain.diagnostics(),
        }
    }

    /// The outputs are those that were reviewed last: `tests/snapshots/AREA/NAME.snap`.
    pub(crate) fn snapshot_matches(&mut self) {
        let (area, name) = self.shader.area_and_name();
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(files::home().join("snapshots").join(area));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.set_input_file(&self.shader.path);
        let text = self.snapshot();
        let comparison = std::panic::catch_unwind(AssertUnwindSafe(|| {
            settings.bind(|| insta::assert_snapshot!(name, text));
        }));
        if comparison.is_err() {
            self.failures.push(
                "the snapshot is another one (shown above); when the new one is right: \
                 `cargo insta review`, or `cargo xtask test --accept` and `git diff`"
                    .to_owned(),
            );
        }
    }

    fn snapshot(&self) -> String {
        let mut text = String::new();
        let diagnostics = self.output(Output::Diagnostics);
        let sections = [
            ("diagnostics", diagnostics),
            ("ir", self.output(Output::Ir)),
            ("optimized ir", self.output(Output::Optimized)),
            ("optimized spirv", self.output(Output::OptimizedSpirv)),
            ("glsl", self.output(Output::Glsl)),
        ];
        for (title, body) in sections.iter().filter(|(_, body)| !body.is_empty()) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "======== {title}\n{}\n", body.trim_end());
        }
        text
    }

    fn both(&self) -> [(&'static str, &'a Forms); 2] {
        [("plain", &self.outputs.plain), ("optimised", &self.outputs.optimized)]
    }
}

/// Checks that a module and its sources are read from bytes as they were written.
fn bytes_are_equal(module: &Module, sources: &SourceMap) -> Result<(), String> {
    let text = |module: &Module, sources| {
        text::print_with(module, &PrintOptions { spans: true, sources: Some(sources) })
    };
    let options = WriteOptions { sources: Some(sources), ..WriteOptions::FULL };
    let read = vitrum_ir_bytes::read(&vitrum_ir_bytes::write(module, &options));
    let (again, found) = read.map_err(|error| format!("the binary form cannot be read: {error}"))?;
    if text(&again, &found) != text(module, sources) {
        return Err(format!("the binary form is of another module:\n{}", text(&again, &found)));
    }
    Ok(())
}

/// Reading what was printed of a module gives an equal module.
pub(crate) fn text_is_equal(module: &Module) -> Result<(), String> {
    let options = PrintOptions { spans: true, sources: None };
    let text = text::print_with(module, &options);
    let read =
        vitrum_ir_text::parse(&text).map_err(|error| format!("the printed IR cannot be read: {error}"))?;
    if read == *module {
        return Ok(());
    }
    let difference = first_difference(&text, &text::print_with(&read, &options));
    Err(format!("the module read back is another one: {difference}"))
}

/// Every version of GLSL there is, the oldest and newest compatibility profile, and Vulkan GLSL.
fn versions() -> Vec<GlslOptions> {
    let plain = Version::ALL.into_iter();
    let profiles = ["150compatibility", "460compatibility"];
    let opengl =
        plain.chain(profiles.into_iter().filter_map(Version::from_name)).map(|target| (target, false));
    let vulkan = [450, 460].map(|version| (Version::desktop(version), true));
    let options = |(target, vulkan)| GlslOptions { target: Some(target), vulkan, ..GlslOptions::default() };
    opengl.chain(vulkan).map(options).collect()
}

/// The first line in which two texts differ.
fn first_difference(left: &str, right: &str) -> String {
    let mut lines = (1..).zip(left.lines().zip(right.lines()));
    match lines.find(|(_, (left, right))| left != right) {
        Some((line, (left, right))) => format!("line {line}:\n- {left}\n+ {right}"),
        None => {
            format!("in what the text does not show, or in length ({} and {} bytes)", left.len(), right.len())
        }
    }
}
