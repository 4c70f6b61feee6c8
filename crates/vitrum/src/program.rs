//! Programs: several stages, each perhaps of several units, compiled and linked together.

use vitrum_frontend_glsl::Client;
use vitrum_frontend_glsl::diagnostics::{Code, Diagnostic};
use vitrum_ir::{Module, SourceMap, Stage};
use vitrum_link::{Api, ProgramStage, StageRules, Unit, link_stages, link_units};
use vitrum_reflect::Reflection;

use crate::compilation::{Compilation, Diagnosed, Error, Failure, front_end, optimize};
use crate::options::Options;

/// A linked program: a compilation for each stage.
///
/// ```
/// use vitrum::{Options, Stage, compile_program};
///
/// let vertex = "#version 450\nout vec2 uv;\nout vec3 normal;\n\
///     void main() { uv = vec2(1.0); normal = vec3(0.0); gl_Position = vec4(1.0); }\n";
/// let fragment = "#version 450\nin vec3 normal;\nin vec2 uv;\nlayout(location = 0) out vec4 color;\n\
///     void main() { color = vec4(normal, uv.x); }\n";
/// let [vs, fs] = [Stage::Vertex, Stage::Fragment].map(Options::new);
/// let program = compile_program(&[(vertex, &vs), (fragment, &fs)])?;
/// assert_eq!(program.stages.len(), 2);
/// let words = program.spirv()?;
/// assert_eq!(words[0], 0x0723_0203);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Program {
    /// The stages, in the order of the pipeline.
    pub stages: Vec<Compilation>,
    /// Warnings and notes of all stages and of linking.
    pub diagnosed: Diagnosed,
}

impl Program {
    /// The words of one SPIR-V module with an entry point for each stage; types, constants and equal resources are shared.
    ///
    /// # Errors
    /// If the target cannot express a stage.
    pub fn spirv(&self) -> Result<Vec<u32>, Error> {
        let mut lowered = Vec::with_capacity(self.stages.len());
        for stage in &self.stages {
            lowered.push(stage.lowered()?);
        }
        let Some(first) = self.stages.first() else {
            return Err(Error::Spirv(vitrum_backend_spirv::Error::NoEntry));
        };
        let entry_name = |module: &Module| {
            let entry = module.entry.map(|entry| module.functions[entry].name);
            entry.map_or_else(String::new, |name| module.names.get(name).to_owned())
        };
        let names: Vec<String> = lowered.iter().map(entry_name).collect();
        let stages: Vec<vitrum_backend_spirv::ProgramStage<'_>> = lowered
            .iter()
            .zip(&names)
            .map(|(module, name)| vitrum_backend_spirv::ProgramStage { module, name, shift: 0 })
            .collect();
        vitrum_backend_spirv::emit_program(&stages, &first.spirv_options()).map_err(Error::Spirv)
    }

    /// GLSL of each stage, by names that match between the stages.
    ///
    /// # Errors
    /// If GLSL cannot express a stage.
    pub fn glsl(&self) -> Result<Vec<(Stage, String)>, Error> {
        self.stages.iter().map(|stage| Ok((stage.module.stage, stage.glsl()?))).collect()
    }

    /// The reflection of each stage.
    ///
    /// # Errors
    /// If the target cannot express a stage.
    pub fn reflections(&self) -> Result<Vec<Reflection>, Error> {
        self.stages.iter().map(Compilation::reflection).collect()
    }
}

/// Compiles the sources of a program, and links them: several of one stage are units of it ([`compile_units`]), and stages
/// get equal locations and bindings for what they share.
///
/// The options of a source hold for its text; those of the first source of a stage hold for its optimisation, and those of
/// the first of all for linking and output.
///
/// [`compile_units`]: crate::compile_units
///
/// # Errors
/// If a source has errors, or the stages do not match: the diagnostics say so, with the places in all sources.
pub fn compile_program(sources: &[(&str, &Options)]) -> Result<Program, Failure> {
    let mut diagnosed = Diagnosed { diagnostics: Vec::new(), sources: SourceMap::new() };
    let mut stages: Vec<(Vec<(&str, &Options)>, Stage)> = Vec::new();
    for &(source, options) in sources {
        match stages.iter_mut().find(|row| row.1 == options.stage) {
            Some(row) => row.0.push((source, options)),
            None => stages.push((vec![(source, options)], options.stage)),
        }
    }
    stages.sort_by_key(|row| row.1);
    let mut modules = Vec::with_capacity(stages.len());
    for (units, _) in &stages {
        let module = module_of(units, &mut diagnosed);
        modules.extend(module.zip(units.first().map(|unit| unit.1)));
    }
    if modules.len() < stages.len() {
        return Err(Failure { diagnosed, defect: None });
    }
    if let Some((_, options)) = modules.first() {
        let rules = rules(options, &modules[0].0);
        let mut linked: Vec<ProgramStage<'_>> =
            modules.iter_mut().map(|row| ProgramStage::new(&mut row.0)).collect();
        diagnosed.diagnostics.extend(link_stages(&mut linked, &rules));
    }
    if diagnosed.has_errors() {
        return Err(Failure { diagnosed, defect: None });
    }
    let mut compilations = Vec::with_capacity(modules.len());
    for (module, options) in modules {
        let own = Diagnosed { diagnostics: Vec::new(), sources: diagnosed.sources.clone() };
        compilations.push(optimize(module, own, options, &mut |_, _| {})?);
    }
    Ok(Program { stages: compilations, diagnosed })
}

/// The rules for stages that are compiled with these options.
fn rules(options: &Options, module: &Module) -> StageRules {
    let is_vulkan = match options.client {
        Some(client) => client == Client::Vulkan,
        None => options.target.is_vulkan(),
    };
    StageRules {
        api: if is_vulkan { Api::Vulkan } else { Api::of_language(module.source.language) },
        separable: false,
        limits: Some(options.limits.clone()),
        places: Some(options.spirv_settings()),
    }
}

/// The module of the units of a stage, with spans in the joined source map; none after an error.
pub(crate) fn module_of(units: &[(&str, &Options)], diagnosed: &mut Diagnosed) -> Option<Module> {
    let is_split = units.len() > 1;
    let mut compiled = Vec::with_capacity(units.len());
    for &(source, options) in units {
        let library = is_split || options.library;
        let output = front_end(source, &Options { library, ..options.clone() });
        let Ok(shift) = diagnosed.sources.append(&output.source_map) else {
            let message = "source text exceeds the limit of 4 GiB";
            diagnosed.diagnostics.push(Diagnostic::new(Code::SourceTooLarge, message));
            return None;
        };
        diagnosed.diagnostics.extend(output.diagnostics.into_iter().map(|it| it.shifted(shift)));
        compiled.extend(output.module.map(|module| (module, shift)));
    }
    if compiled.len() < units.len() {
        return None;
    }
    if !is_split {
        let (mut module, shift) = compiled.pop()?;
        module.shift_spans(shift);
        return Some(module);
    }
    let units: Vec<Unit<'_>> =
        compiled.iter().map(|(module, shift)| Unit { module, shift: *shift }).collect();
    match link_units(&units) {
        Ok(module) => Some(module),
        Err(errors) => {
            diagnosed.diagnostics.extend(errors);
            None
        }
    }
}
