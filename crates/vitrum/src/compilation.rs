//! From source to a module, and from a module to every output.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write as _};

use vitrum_backend_spirv::{Capabilities, ModuleRequirements, Requirement, Target};
use vitrum_frontend_glsl::diagnostics::render::{Style, render_all};
use vitrum_frontend_glsl::diagnostics::{Code, Diagnostic, Severity};
use vitrum_frontend_glsl::preprocess::{IncludeRequest, IncludedFile, is_of_caller};
use vitrum_frontend_glsl::{Client, Limits, Output, Source};
use vitrum_ir::{Module, SourceMap, Span, Stage, text};
use vitrum_passes::{
    Assigned, GLSL, Group, PassInfo, PassReport, ROBUST, Refusal, Remark, Renamed, Role, RunOptions,
    Settings, rows,
};
use vitrum_reflect::Reflection;

use crate::lowered::Lowered;
use crate::observe::{Observe, by_pass, observer};
use crate::options::{Floats, Included, OptLevel, Options};
use crate::program::{api, glsl_inputs, module_of};
use crate::report::{self, Report};
use crate::spirv::SpirvOptions;
use crate::warnings;

/// Diagnostics, and the sources they point into.
#[derive(Clone, Debug)]
pub struct Diagnosed {
    /// In the order in which they were found.
    pub diagnostics: Vec<Diagnostic>,
    /// Every file that was read.
    pub sources: SourceMap,
}

impl Diagnosed {
    /// The text for people, in the manner of rustc.
    pub fn render(&self) -> String {
        render_all(&self.diagnostics, &self.sources, Style::Plain)
    }

    /// The same, in colours.
    pub fn render_coloured(&self) -> String {
        render_all(&self.diagnostics, &self.sources, Style::Coloured)
    }

    /// True if an error is among them.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// The names of the files that were read, each once, the main file first.
    pub fn files(&self) -> Vec<&str> {
        let mut names = Vec::new();
        let mut seen = BTreeSet::new();
        for file in self.sources.files() {
            let name = self.sources.name(file);
            if !is_of_caller(name) && seen.insert(name) {
                names.push(name);
            }
        }
        names
    }

    /// Each diagnostic with all that is known of it, as plain data.
    pub fn reports(&self) -> Vec<Report> {
        self.diagnostics.iter().map(|diagnostic| Report::new(diagnostic, &self.sources)).collect()
    }
}

/// A compiled shader: the module and everything that its outputs need.
///
/// ```
/// use vitrum::{GlslOptions, Options, Stage, Version};
///
/// let source = "#version 450\nlayout(location = 0) out vec4 color;\nvoid main() { color = vec4(1.0); }\n";
/// let compilation = vitrum::compile(source, &Options::new(Stage::Fragment))?;
/// assert!(compilation.ir().starts_with("vir 1\nstage fragment\n"));
/// assert_eq!(compilation.spirv()?[0], 0x0723_0203);
/// assert_eq!(compilation.reflection()?.outputs[0].location, Some(0));
/// let es = GlslOptions { target: Version::from_name("300es"), ..GlslOptions::default() };
/// assert!(compilation.glsl_with(&es)?.starts_with("#version 300 es\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Compilation {
    /// The module: as the front end made it, or optimised.
    pub module: Module,
    /// Warnings and notes.
    pub diagnosed: Diagnosed,
    /// Reports of the passes of the optimiser, in order.
    pub passes: Vec<PassReport>,
    /// Remarks of the passes about places in the source, in order, if [`Options::remarks`] asks for them.
    pub remarks: Vec<Remark>,
    /// Names of the interface that [`Options::transforms`] changed, in order.
    pub renamed: Vec<Renamed>,
    /// Places that [`Options::transforms`] chose or changed, in order; [`assigned`](Self::assigned) gives those that SPIR-V needs
    /// besides.
    pub placed: Vec<Assigned>,
    pub(crate) spirv: SpirvOptions,
    pub(crate) glsl: vitrum_backend_glsl::Options,
}

impl Compilation {
    /// The remarks with all that is known of them, as plain data.
    pub fn remark_reports(&self) -> Vec<Report> {
        self.remarks.iter().map(|remark| Report::of_remark(remark, &self.diagnosed.sources)).collect()
    }

    /// The text of the remarks for people, in colours or not.
    pub fn render_remarks(&self, style: Style) -> String {
        let render = |remark| report::render_remark(remark, &self.diagnosed.sources, style);
        self.remarks.iter().map(render).collect::<Vec<_>>().join("\n\n")
    }

    /// The IR's text form; with spans and the files that they lie in if [`Options::debug`] asks for lines.
    pub fn ir(&self) -> String {
        let spans = self.spirv.has_lines();
        let sources = Some(&self.diagnosed.sources).filter(|_| spans);
        text::print_with(&self.module, &text::PrintOptions { spans, sources })
    }

    /// The target for SPIR-V.
    pub fn target(&self) -> Target {
        self.spirv.target
    }

    /// Chooses another target for SPIR-V. The source keeps being understood as for the first: as of Vulkan or of OpenGL.
    pub fn set_target(&mut self, target: Target) {
        self.spirv.target = target;
    }

    /// The words of a SPIR-V module for the target.
    ///
    /// # Errors
    /// If the target cannot express the shader.
    pub fn spirv(&self) -> Result<Vec<u32>, Error> {
        self.lowered()?.spirv()
    }

    /// The same as bytes in little-endian order, as a file holds them.
    ///
    /// # Errors
    /// If the target cannot express the shader.
    pub fn spirv_bytes(&self) -> Result<Vec<u8>, Error> {
        self.lowered()?.spirv_bytes()
    }

    /// The module in the form of SPIR-V, which is lowered once for all that is asked of it.
    ///
    /// ```
    /// let source = "#version 450\nlayout(binding = 2) uniform sampler2D t;\nlayout(location = 0) out vec4 color;\n\
    ///     void main() { color = texture(t, vec2(0.5)); }\n";
    /// let lowered = vitrum::compile(source, &vitrum::Options::new(vitrum::Stage::Fragment))?.into_lowered()?;
    /// assert_eq!(lowered.spirv()?.len() * 4, lowered.spirv_bytes()?.len());
    /// assert_eq!(lowered.reflection()?.resources[0].binding, Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the target cannot express the shader.
    pub fn lowered(&self) -> Result<Lowered, Error> {
        Lowered::new(self.module.clone(), self.spirv.clone(), self.diagnosed.sources.clone())
    }

    /// Like [`lowered`](Self::lowered), faster, if nothing else of the compilation is needed.
    ///
    /// # Errors
    /// If the target cannot express the shader.
    pub fn into_lowered(self) -> Result<Lowered, Error> {
        Lowered::new(self.module, self.spirv, self.diagnosed.sources)
    }

    /// The words of [`spirv`](Self::spirv) and the locations and bindings that were chosen.
    ///
    /// # Errors
    /// If the target cannot express the shader.
    pub fn into_spirv(self) -> Result<(Vec<u32>, Vec<Assigned>), Error> {
        let lowered = self.into_lowered()?;
        Ok((lowered.spirv()?, lowered.assigned))
    }

    /// The capabilities and extensions that [`spirv`](Self::spirv) declares, each capability with the source that brings it.
    ///
    /// # Errors
    /// If the target cannot express the shader.
    pub fn requirements(&self) -> Result<ModuleRequirements, Error> {
        self.lowered()?.requirements()
    }

    /// The capabilities that a device lacks for the shader, each with the source that brings it.
    ///
    /// ```
    /// use vitrum::{Capabilities, Options, Stage};
    ///
    /// let source = "#version 450\nlayout(location = 0) out float o;\nvoid main() {\n    o = float(1.0lf + 2.0lf * gl_FragCoord.x);\n}\n";
    /// let compilation = vitrum::compile(source, &Options::new(Stage::Fragment))?;
    /// let device = Capabilities::from_names(["Shader", "Int64"])?;
    /// let missing = compilation.missing(&device)?;
    /// assert_eq!(missing[0].name, "Float64");
    /// let place = missing[0].span.and_then(|span| compilation.diagnosed.sources.location(span.start));
    /// assert_eq!(place.map(|place| place.line), Some(4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the target cannot express the shader.
    pub fn missing(&self, device: &Capabilities) -> Result<Vec<Requirement>, Error> {
        let mut needs = self.requirements()?;
        needs.capabilities.retain(|it| !device.contains(it.number));
        Ok(needs.capabilities)
    }

    /// The locations and bindings that SPIR-V needs, the source leaves open, and [`spirv`](Self::spirv) chooses.
    ///
    /// # Errors
    /// If the target cannot express the shader.
    pub fn assigned(&self) -> Result<Vec<Assigned>, Error> {
        Ok(self.lowered()?.assigned)
    }

    /// The interface and the bindings of the shader as in [`spirv`](Self::spirv), assigned numbers included. What is optimised has lost
    /// the resources that nothing uses, unless [`Options::preserve_bindings`] keeps them.
    ///
    /// # Errors
    /// If the target cannot express the shader.
    pub fn reflection(&self) -> Result<Reflection, Error> {
        self.lowered()?.reflection()
    }

    /// Shows the module to `observe` after each lowering for GLSL or for SPIR-V, with the pass's name.
    ///
    /// # Errors
    /// If a lowering makes an invalid module.
    pub fn observe_lowerings(
        &self,
        for_glsl: bool,
        observe: &mut dyn FnMut(&str, &Module),
    ) -> Result<(), Error> {
        let (pipeline, settings) = match for_glsl {
            true => (&GLSL, self.glsl.settings(&self.module)),
            false => (self.spirv.pipeline(), self.spirv.settings()),
        };
        let mut observe = |pass: &PassInfo, module: &Module| observe(pass.name, module);
        let passes = pipeline.passes.iter().chain(self.spirv.removing()).copied().collect::<Vec<_>>();
        let settings = Settings { options: self.spirv.settings().options, ..settings };
        let options = RunOptions {
            verify: self.spirv.verify,
            settings,
            observe: Some(&mut observe),
            ..RunOptions::default()
        };
        let report = vitrum_passes::run_passes(&mut self.module.clone(), &passes, options);
        report.map(drop).map_err(Error::of_pass)
    }

    /// The SPIR-V module as text.
    ///
    /// # Errors
    /// If the target cannot express the shader.
    #[cfg(feature = "disassembly")]
    pub fn assembly(&self) -> Result<String, Error> {
        crate::disassemble(&self.spirv()?)
    }

    /// GLSL with the same meaning.
    ///
    /// # Errors
    /// If GLSL cannot express the shader.
    pub fn glsl(&self) -> Result<String, Error> {
        self.glsl_with(&self.glsl)
    }

    /// The text of [`glsl`](Self::glsl), with the places in the source that its lines come from. It is not minified.
    ///
    /// # Errors
    /// If GLSL cannot express the shader.
    pub fn placed_glsl(&self) -> Result<vitrum_backend_glsl::PlacedText, Error> {
        vitrum_backend_glsl::print_placed(&self.module, &self.glsl).map_err(Error::of_glsl)
    }

    /// GLSL with the same meaning, for another target than that of the options.
    ///
    /// # Errors
    /// If that version of GLSL cannot express the shader; the reason names the missing feature.
    pub fn glsl_with(&self, options: &vitrum_backend_glsl::Options) -> Result<String, Error> {
        let removes_unused = options.removes_unused.or(self.glsl.removes_unused);
        let options = &vitrum_backend_glsl::Options { removes_unused, ..*options };
        let text = if options.lines {
            vitrum_backend_glsl::print(&self.module, options, Some(&|offset| self.place(offset)))
                .map(|printed| printed.text)
        } else {
            vitrum_backend_glsl::emit(&self.module, options)
        };
        text.map_err(Error::of_glsl)
    }

    /// The names that uniforms, blocks, inputs and outputs have in the GLSL.
    ///
    /// # Errors
    /// If GLSL cannot express the shader.
    pub fn glsl_names(&self) -> Result<Vec<vitrum_backend_glsl::PrintedName>, Error> {
        let printed = vitrum_backend_glsl::print(&self.module, &self.glsl, None);
        printed.map(|printed| printed.names).map_err(Error::of_glsl)
    }

    /// The names of the source that [`Options::transforms`] changed, each with its role and what it became in the end.
    pub fn changed_names(&self) -> Vec<ChangedName> {
        let mut names: Vec<Changing<'_>> = Vec::new();
        // The entries that have, or had before the pass that runs now, a name.
        let mut by_name: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for row in &self.renamed {
            let known = by_name.get(row.from.as_str()).cloned().unwrap_or_default();
            let mut follows = false;
            for &at in &known {
                follows |= names.get_mut(at).is_some_and(|entry| entry.follow(row));
            }
            let at = match follows {
                true => known,
                false => {
                    names.push(Changing::new(row));
                    vec![names.len() - 1]
                }
            };
            for name in [&row.from, &row.to] {
                let list = by_name.entry(name).or_default();
                list.extend_from_slice(&at);
                list.sort_unstable();
                list.dedup();
            }
        }
        names.into_iter().map(Changing::done).collect()
    }

    /// `shader.frag:12`
    fn place(&self, offset: u32) -> Option<String> {
        let location = self.diagnosed.sources.location(offset)?;
        Some(format!("{}:{}", location.file, location.line))
    }
}

/// A name of the source that passes changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedName {
    /// Its role.
    pub role: Role,
    /// The name in the source; that of a member follows its block's or struct's and a point.
    pub name: String,
    /// The names that it became: several for a texture that is combined with several samplers.
    pub became: Vec<String>,
}

/// A name that passes change, one after the other.
struct Changing<'a> {
    role: Role,
    name: &'a str,
    /// Its names so far, with the pass that gave each, and the one that took it away.
    names: Vec<(&'a str, &'a str, Option<&'a str>)>,
}

impl<'a> Changing<'a> {
    fn new(row: &'a Renamed) -> Self {
        Self {
            role: row.role,
            name: &row.from,
            names: vec![(&row.from, "", Some(row.pass)), (&row.to, row.pass, None)],
        }
    }

    /// Takes a change of one of its names; false if it is one of another name. What a pass gives it does not change itself.
    fn follow(&mut self, row: &'a Renamed) -> bool {
        let is_it = |it: &&mut (&str, &str, Option<&str>)| {
            it.0 == row.from && it.1 != row.pass && it.2.is_none_or(|by| by == row.pass)
        };
        let Some(old) = self.names.iter_mut().find(is_it) else { return false };
        old.2 = Some(row.pass);
        self.names.push((&row.to, row.pass, None));
        true
    }

    fn done(self) -> ChangedName {
        let last = self.names.iter().filter(|name| name.2.is_none()).map(|name| name.0.to_owned());
        ChangedName { role: self.role, name: self.name.to_owned(), became: last.collect() }
    }
}

/// Compiles a shader.
///
/// ```
/// let options = vitrum::Options::new(vitrum::Stage::Fragment);
/// let source = "#version 450\nvoid main() { float x = true; }\n";
/// let Err(failure) = vitrum::compile(source, &options) else { panic!("the source has an error") };
/// let reports = failure.diagnosed.reports();
/// assert_eq!((reports.len(), reports[0].line()), (1, 2));
/// ```
///
/// # Errors
/// If the source has errors; the failure holds all diagnostics.
pub fn compile(source: &str, options: &Options) -> Result<Compilation, Failure> {
    compile_output(front_end(source, options, None), options, &mut None)
}

/// Compiles a shader and shows the module to `observe` after each pass of the optimiser, with the pass's name.
///
/// # Errors
/// If the source has errors; the failure holds all diagnostics.
pub fn compile_observed(
    source: &str,
    options: &Options,
    mut observe: Observe<'_>,
) -> Result<Compilation, Failure> {
    compile_output(front_end(source, options, None), options, &mut observe)
}

/// Compiles a shader with a function that finds included files and may borrow, unlike that of [`Options::include`].
///
/// # Errors
/// If the source has errors; the failure holds all diagnostics.
pub fn compile_including(
    source: &str,
    options: &Options,
    include: &Including<'_>,
) -> Result<Compilation, Failure> {
    compile_output(front_end(source, options, Some(include)), options, &mut None)
}

/// A function that finds included files, for a single compilation.
pub(crate) type Including<'a> = dyn Fn(&IncludeRequest<'_>) -> Result<Included, String> + 'a;

pub(crate) fn compile_output(
    output: Output,
    options: &Options,
    observe: &mut Observe<'_>,
) -> Result<Compilation, Failure> {
    let diagnosed = Diagnosed { diagnostics: output.diagnostics, sources: output.source_map };
    match output.module {
        Some(module) => {
            let mut diagnosed = diagnosed;
            let shared = vitrum_link::check_bindings(&module, api(options, &module));
            diagnosed.diagnostics.extend(shared.into_iter().filter_map(|it| options.levels.apply(it)));
            if diagnosed.has_errors() {
                return Err(Failure { diagnosed, defect: None });
            }
            optimize(module, diagnosed, options, observe)
        }
        None => Err(Failure { diagnosed, defect: None }),
    }
}

/// Optimises a module that is there already, as a file of its text form or its binary form has it, and shows it to `observe`
/// after each pass of the optimiser. The stage of the options and what they say about the source have no effect.
///
/// ```
/// use vitrum::{Options, Stage, compile, compile_module};
///
/// let source = "#version 450\nlayout(location = 0) out vec4 color;\nvoid main() { color = vec4(1.0); }\n";
/// let options = Options::new(Stage::Fragment);
/// let compiled = compile(source, &options)?;
/// let again = compile_module(compiled.module.clone(), compiled.diagnosed.sources.clone(), &options, None)?;
/// assert_eq!(again.spirv()?, compiled.spirv()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the module breaks rules of the IR.
pub fn compile_module(
    module: Module,
    sources: SourceMap,
    options: &Options,
    mut observe: Observe<'_>,
) -> Result<Compilation, Failure> {
    let diagnosed = Diagnosed { diagnostics: Vec::new(), sources };
    if let Err(errors) = vitrum_ir::verify(&module) {
        return Err(Failure {
            diagnosed,
            defect: Some(vitrum_passes::Failure::Invalid { pass: None, errors }),
        });
    }
    compile_verified(module, diagnosed, options, &mut observe)
}

/// The same of a module that obeys the rules of the IR.
pub(crate) fn compile_verified(
    module: Module,
    diagnosed: Diagnosed,
    options: &Options,
    observe: &mut Observe<'_>,
) -> Result<Compilation, Failure> {
    // A module without an entry point is a library, also one of no functions.
    let is_unit = module.is_unit() || module.functions.is_empty();
    let library = options.library || is_unit && module.entry.is_none();
    let options = Options { stage: module.stage, library, ..options.clone() };
    optimize(module, diagnosed, &options, observe)
}

/// The compilation of a module that the front end or the linker made.
pub(crate) fn optimize(
    mut module: Module,
    diagnosed: Diagnosed,
    options: &Options,
    observe: &mut Observe<'_>,
) -> Result<Compilation, Failure> {
    if options.verify
        && let Err(errors) = vitrum_ir::verify(&module)
    {
        return Err(Failure {
            diagnosed,
            defect: Some(vitrum_passes::Failure::Invalid { pass: None, errors }),
        });
    }
    if options.floats == Floats::Precise
        && let Err(failure) =
            vitrum_passes::run_passes(&mut module, &[&rows::MAKE_PRECISE], RunOptions::default())
    {
        return Err(Failure::of_pass(diagnosed, failure));
    }
    let mut compilation = Compilation {
        module,
        diagnosed,
        passes: Vec::new(),
        remarks: Vec::new(),
        renamed: Vec::new(),
        placed: Vec::new(),
        spirv: SpirvOptions::new(options),
        glsl: options.glsl_options(),
    };
    let (workarounds, transforms): (Vec<&'static PassInfo>, Vec<&'static PassInfo>) =
        options.transforms.iter().copied().partition(|pass| pass.group == Group::Workaround);
    let robust = if options.robust { ROBUST.passes } else { &[] };
    let transforms: Vec<&'static PassInfo> = transforms.into_iter().chain(robust.iter().copied()).collect();
    let run = compilation
        .transform(&transforms, options, observe)
        .and_then(|()| compilation.run_optimizer(options, observe))
        .and_then(|()| compilation.transform(&workarounds, options, observe))
        .and_then(|()| compilation.lower_for_machine(options, observe));
    match run {
        Ok(()) => Ok(compilation),
        Err(failure) => Err(Failure::of_pass(compilation.diagnosed, failure)),
    }
}

impl Compilation {
    /// Runs passes that the options ask for: most between the front end and the optimiser, workarounds for drivers behind it, since
    /// it would undo some.
    fn transform(
        &mut self,
        passes: &[&'static PassInfo],
        options: &Options,
        observe: &mut Observe<'_>,
    ) -> Result<(), vitrum_passes::Failure> {
        if passes.is_empty() {
            return Ok(());
        }
        let spent: u64 = self.passes.iter().map(|pass| pass.fuel).sum();
        let glsl = options.prints_glsl.then(|| self.glsl.settings(&self.module).glsl).flatten();
        let mut observe = by_pass(observe);
        let run = RunOptions {
            verify: options.verify,
            observe: observer(&mut observe),
            fuel: options.fuel.map(|fuel| fuel.saturating_sub(spent)),
            remarks: options.remarks,
            settings: Settings { glsl, ..self.spirv.settings() },
            clock: options.clock,
            ..RunOptions::default()
        };
        let report = vitrum_passes::run_passes(&mut self.module, passes, run)?;
        self.passes.extend(report.passes);
        self.remarks.extend(report.remarks);
        self.renamed.extend(report.renamed);
        self.placed.extend(report.assigned);
        Ok(())
    }

    /// Brings the module into the form of the machine of the options.
    fn lower_for_machine(
        &mut self,
        options: &Options,
        observe: &mut Observe<'_>,
    ) -> Result<(), vitrum_passes::Failure> {
        let Some(machine) = &options.machine else { return Ok(()) };
        self.spirv.pass_options = machine.options().and(&options.pass_options);
        self.transform(&machine.passes(), options, observe)
    }

    /// Runs the optimiser once more, with the fuel that is left.
    pub(crate) fn run_optimizer(
        &mut self,
        options: &Options,
        observe: &mut Observe<'_>,
    ) -> Result<(), vitrum_passes::Failure> {
        let pipeline = match options.opt_level {
            OptLevel::None => return Ok(()),
            level => vitrum_passes::pipeline(level.pipeline()),
        };
        let Some(pipeline) = pipeline else { return Ok(()) };
        let spent: u64 = self.passes.iter().map(|pass| pass.fuel).sum();
        let mut observe = by_pass(observe);
        let run = RunOptions {
            verify: options.verify,
            observe: observer(&mut observe),
            fuel: options.fuel.map(|fuel| fuel.saturating_sub(spent)),
            remarks: options.remarks,
            settings: Settings { floats: options.floats.laws(), ..Settings::default() },
            clock: options.clock,
            ..RunOptions::default()
        };
        let report = vitrum_passes::run_pipeline(&mut self.module, pipeline, run)?;
        self.passes.extend(report.passes);
        self.remarks.extend(report.remarks);
        Ok(())
    }
}

/// Compiles the units of one shader, and links them. In desktop OpenGL a shader may consist of several texts, each with a part
/// of its functions and globals; one of them has `main`. Libraries (`Options::library` of the first) need no `main`.
///
/// The options of the first unit hold for optimisation and output; each has its own for its text.
///
/// ```
/// use vitrum::{Options, Stage, Target, compile_units};
///
/// let options = Options::new(Stage::Fragment).target(Target::OpenGl4_5);
/// let main = "#version 450\nfloat shade();\nlayout(location = 0) out float o;\nvoid main() { o = shade(); }\n";
/// let other = "#version 450\nfloat shade() { return 0.5; }\n";
/// let compilation = compile_units(&[(main, &options), (other, &options)])?;
/// assert!(compilation.spirv().is_ok());
/// # Ok::<(), vitrum::Failure>(())
/// ```
///
/// # Errors
/// If a unit has errors, or if they cannot be linked: then the diagnostics say so, with the places in all units.
pub fn compile_units(units: &[(&str, &Options)]) -> Result<Compilation, Failure> {
    let mut diagnosed = Diagnosed { diagnostics: Vec::new(), sources: SourceMap::new() };
    match (module_of(&glsl_inputs(units), &mut diagnosed)?, units.first()) {
        (Some(module), Some(&(_, options))) => optimize(module, diagnosed, options, &mut None),
        _ => Err(Failure { diagnosed, defect: None }),
    }
}

/// A preprocessed source.
#[derive(Clone, Debug)]
pub struct Preprocessed {
    /// The text, with `#version`, `#extension`, `#pragma`, and `#line` where files change.
    pub text: String,
    /// The stage in `#pragma shader_stage`.
    pub stage: Option<Stage>,
    /// Diagnostics, and every file that was read.
    pub diagnosed: Diagnosed,
}

/// Runs the preprocessor alone. Errors are among the diagnostics.
///
/// ```
/// let options = vitrum::Options::new(vitrum::Stage::Vertex);
/// let preprocessed = vitrum::preprocess("#define TWICE(x) x + x\nint a = TWICE(2);\n", &options);
/// assert!(preprocessed.text.contains("int a = 2 + 2;"));
/// assert!(!preprocessed.diagnosed.has_errors());
/// ```
pub fn preprocess(source: &str, options: &Options) -> Preprocessed {
    preprocess_with(source, options, None)
}

/// Runs the preprocessor alone with a function that finds included files and may borrow, unlike that of [`Options::include`].
pub fn preprocess_including(source: &str, options: &Options, include: &Including<'_>) -> Preprocessed {
    preprocess_with(source, options, Some(include))
}

fn preprocess_with(source: &str, options: &Options, include: Option<&Including<'_>>) -> Preprocessed {
    let expanded = with_front_end(source, options, include, vitrum_frontend_glsl::expand);
    let diagnosed = Diagnosed { diagnostics: expanded.diagnostics, sources: expanded.source_map };
    Preprocessed { text: expanded.text, stage: expanded.stage, diagnosed }
}

/// Checks a text of OpenGL that is one of several which become a shader when linked: `main` and the bodies of functions
/// may be in others. The failure of a whole shader to compile is for [`compile`].
///
/// # Errors
/// If the source has errors; the failure holds all diagnostics.
pub fn check(source: &str, options: &Options) -> Result<Diagnosed, Failure> {
    let options = Options { client: Some(Client::OpenGl), library: true, ..options.clone() };
    let output = front_end(source, &options, None);
    let diagnosed = Diagnosed { diagnostics: output.diagnostics, sources: output.source_map };
    if diagnosed.has_errors() { Err(Failure { diagnosed, defect: None }) } else { Ok(diagnosed) }
}

pub(crate) fn front_end(source: &str, options: &Options, include: Option<&Including<'_>>) -> Output {
    front_end_in(&mut vitrum_frontend_glsl::Memory::default(), source, options, include)
}

/// The front end, in memory that earlier shaders used.
pub(crate) fn front_end_in(
    memory: &mut vitrum_frontend_glsl::Memory,
    source: &str,
    options: &Options,
    include: Option<&Including<'_>>,
) -> Output {
    with_front_end(source, options, include, |source, options| {
        let mut output = vitrum_frontend_glsl::compile_in(memory, source, options);
        warnings::add(&mut output, &options.levels, options.limits.diagnostics);
        output
    })
}

pub(crate) fn with_front_end<T>(
    source: &str,
    options: &Options,
    include: Option<&Including<'_>>,
    run: impl FnOnce(&Source, &vitrum_frontend_glsl::Options<'_>) -> T,
) -> T {
    let defines: Vec<(&str, &str)> =
        options.defines.iter().map(|(name, body)| (name.as_str(), body.as_str())).collect();
    let of_options = options.include.as_deref().map(|include| include as &Including<'_>);
    let including = include.or(of_options);
    let find = |request: &IncludeRequest<'_>| {
        let include = including.ok_or_else(|| "no such file".to_owned())?;
        let Included { name, text } = include(request)?;
        Ok(IncludedFile { name, text: text.into() })
    };
    let of_target = if options.target.is_vulkan() { Client::Vulkan } else { Client::OpenGl };
    let (default_version, force_version) = options.version.parts();
    let front = vitrum_frontend_glsl::Options {
        client: options.client.unwrap_or(of_target),
        default_version,
        force_version,
        allow_include: options.allow_include,
        appendix_a: options.appendix_a,
        webgl: options.webgl,
        limits: Limits { builtins: options.limits.clone(), ..Limits::default() },
        unit: options.library,
        levels: options.levels.clone(),
        defines: &defines,
        preamble: &options.preamble,
        includes: including.is_some().then_some(&find),
        ..vitrum_frontend_glsl::Options::new(options.stage)
    };
    run(&Source::new(options.file_name.as_str(), source), &front)
}

/// The names of the passes of [`OptLevel::Default`], in order; a name may be there more than once.
pub fn pass_names() -> Vec<&'static str> {
    vitrum_passes::pipeline(OptLevel::Default.pipeline()).map_or_else(Vec::new, |it| it.names().collect())
}

/// The reason for which there is no compilation. Its `Debug` is the text for people, as `unwrap` shows it.
#[derive(Clone)]
#[non_exhaustive]
pub struct Failure {
    /// The faults of the source; at least one is an error unless there is a `defect`.
    pub diagnosed: Diagnosed,
    /// A fault of the compiler: the verifier's report, and the pass.
    pub defect: Option<vitrum_passes::Failure>,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.diagnosed.render())?;
        match &self.defect {
            Some(defect) => write!(f, "\ninternal compiler error: {defect}"),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('\n')?;
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Failure {}

impl Failure {
    /// The failure of a pass: errors of the user if it refuses, else a defect.
    pub(crate) fn of_pass(mut diagnosed: Diagnosed, failure: vitrum_passes::Failure) -> Self {
        match failure {
            vitrum_passes::Failure::Refused(refusals) => {
                diagnosed.diagnostics.extend(refusals.iter().map(refused));
                Self { diagnosed, defect: None }
            }
            defect => Self { diagnosed, defect: Some(defect) },
        }
    }
}

/// The refusal of a pass, as an error.
fn refused(refusal: &Refusal) -> Diagnostic {
    let message = format!("{}: {}", refusal.pass, refusal.message);
    let diagnostic = Diagnostic::new(Code::Transformation, message);
    if refusal.span.is_nowhere() { diagnostic } else { diagnostic.label(refusal.span, "") }
}

/// The reason for which a module has no such output.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The SPIR-V back end's reason.
    Spirv(vitrum_backend_spirv::Error),
    /// The GLSL back end's reason.
    Glsl(vitrum_backend_glsl::Error),
    /// Words that are no SPIR-V.
    Words(String),
    /// Inputs, outputs or resources without a location or binding, which [`Options::automatic`]
    /// does not let the compiler choose: an error for each kind.
    Unplaced(Vec<Diagnostic>),
    /// Errors of lowerings: constructs that the target cannot have.
    Refused(Vec<Diagnostic>),
    /// A fault of the compiler: a lowering for SPIR-V made an invalid module.
    Defect(vitrum_passes::Failure),
}

impl Error {
    /// The error of a lowering for SPIR-V.
    pub(crate) fn of_pass(failure: vitrum_passes::Failure) -> Self {
        match failure {
            vitrum_passes::Failure::Refused(refusals) => {
                Self::Refused(refusals.iter().map(refused).collect())
            }
            defect => Self::Defect(defect),
        }
    }

    /// The error of printing GLSL; a lowering may have refused.
    pub(crate) fn of_glsl(error: vitrum_backend_glsl::Error) -> Self {
        match error {
            vitrum_backend_glsl::Error::Defect(failure @ vitrum_passes::Failure::Refused(_)) => {
                Self::of_pass(failure)
            }
            error => Self::Glsl(error),
        }
    }

    /// The error as diagnostics with places in the source; none if it has no place.
    ///
    /// ```
    /// use vitrum::{GlslOptions, Options, Stage, Version};
    ///
    /// let source = "#version 450\nlayout(location = 0) out float o;\nvoid main() {\n    o = float(1.0lf / gl_FragCoord.x);\n}\n";
    /// let compilation = vitrum::compile(source, &Options::new(Stage::Fragment))?;
    /// let es = GlslOptions { target: Version::from_name("300es"), ..GlslOptions::default() };
    /// let Err(error) = compilation.glsl_with(&es) else { return Ok(()) };
    /// let sources = &compilation.diagnosed.sources;
    /// let place = error.diagnostics(sources)[0].labels[0].span;
    /// assert_eq!(sources.location(place.start).map(|place| place.line), Some(4));
    /// # Ok::<(), vitrum::Failure>(())
    /// ```
    pub fn diagnostics(&self, sources: &SourceMap) -> Vec<Diagnostic> {
        let place = match self {
            Self::Unplaced(errors) | Self::Refused(errors) => return errors.clone(),
            Self::Spirv(error) => error.span(),
            Self::Glsl(vitrum_backend_glsl::Error::LacksExtension { name, .. }) => {
                extension_line(name, sources)
            }
            Self::Glsl(error) => error.span(),
            Self::Words(_) | Self::Defect(_) => None,
        };
        let place = place.filter(|span| sources.location(span.start).is_some());
        place
            .map(|span| Diagnostic::new(Code::Target, self.to_string()).label(span, ""))
            .into_iter()
            .collect()
    }
}

/// The name in the line that requests an extension.
fn extension_line(name: &str, sources: &SourceMap) -> Option<Span> {
    sources.files().find_map(|file| {
        let (start, text) = (sources.start(file), sources.text(file));
        let mut offset = 0;
        text.split_inclusive('\n').find_map(|line| {
            let begin = offset;
            offset += line.len();
            let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("extension")?;
            let requested = rest.trim_start().strip_prefix(name)?;
            let is_whole = !requested.starts_with(|next: char| next.is_ascii_alphanumeric() || next == '_');
            let at = start + u32::try_from(begin + (line.len() - requested.len() - name.len())).ok()?;
            is_whole.then(|| Span::new(at, at + name.len() as u32))
        })
    })
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spirv(reason) => write!(f, "cannot generate SPIR-V: {reason}"),
            Self::Glsl(reason) => write!(f, "cannot print GLSL: {reason}"),
            Self::Words(reason) => write!(f, "not a SPIR-V module: {reason}"),
            Self::Unplaced(errors) | Self::Refused(errors) => {
                let messages: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
                write!(f, "cannot generate SPIR-V: {}", messages.join("; "))
            }
            Self::Defect(reason) => {
                write!(f, "internal compiler error: {reason}")
            }
        }
    }
}

// The text holds the reason, so that there is no source.
impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::{Compilation, Failure};
    use crate::Options;

    #[test]
    fn everything_crosses_threads() {
        fn check<T: Send + Sync>() {}
        check::<Compilation>();
        check::<Failure>();
        check::<Options>();
    }
}
