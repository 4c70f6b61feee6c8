//! Programs: several stages, each perhaps of several units, compiled and linked together.

mod linking;

pub(crate) use linking::{api, link_compiled, module_of};
pub use linking::{link_program, share_places};

use std::collections::BTreeMap;

use vitrum_ir::link::Importer;
use vitrum_ir::{Global, Module, SourceMap, Stage};
use vitrum_link::{ProgramStage, StageRules, place_stages};
use vitrum_passes::{Assigned, loose_uniforms};
use vitrum_reflect::{ProgramReflection, Reflection};

use crate::compilation::{Compilation, Diagnosed, Error, Failure};
use crate::lowered::Lowered;
use crate::observe::{Observe, show};
use crate::options::Options;

/// A source of a program.
#[derive(Clone, Copy, Debug)]
pub enum ProgramSource<'a> {
    /// The text of a shader, or of a unit of one.
    Glsl(&'a str),
    /// A module of the IR, with the files that its spans lie in. It is a stage, or a unit of one: a library, for instance.
    Module(&'a Module, &'a SourceMap),
}

/// A source of a program with its options. The stage of a module is its own.
#[derive(Clone, Copy, Debug)]
pub struct ProgramInput<'a> {
    /// The source.
    pub source: ProgramSource<'a>,
    /// The options for its text. Those of the first source of a stage hold for optimisation, and those of the first of all for
    /// linking and output.
    pub options: &'a Options,
}

impl ProgramInput<'_> {
    fn stage(&self) -> Stage {
        match self.source {
            ProgramSource::Glsl(_) => self.options.stage,
            ProgramSource::Module(module, _) => module.stage,
        }
    }
}

/// Options of a program as a whole.
///
/// ```
/// use vitrum::{Options, ProgramInput, ProgramOptions, ProgramSource, Stage, link_program};
///
/// let source = "#version 450\nlayout(local_size_x = 64) in;\nvoid main() {}\n";
/// let compute = Options::new(Stage::Compute);
/// let input = ProgramInput { source: ProgramSource::Glsl(source), options: &compute };
/// let entry_points = vec![(Stage::Compute, "blur".to_owned())];
/// let options = ProgramOptions::default().entry_points(entry_points);
/// let program = link_program(&[input], &options, None)?;
/// assert_eq!(program.reflection()?.stages[0].entry_point, "blur");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ProgramOptions {
    /// True if the stages are separable programs, which a pipeline object joins; false if they are one program.
    pub separable: bool,
    /// The names of outputs that transform feedback captures, so that the optimiser keeps them.
    pub captured: Vec<String>,
    /// True if the optimiser lets scalars and vectors between stages share locations, by components. GLSL ES has none of these,
    /// and GLSL since 4.40.
    pub pack: bool,
    /// The names of the entry points in SPIR-V, where they are not `main`.
    pub entry_points: Vec<(Stage, String)>,
}

/// A step of linking, which is no pass: it sees all stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LinkStep {
    /// The name under which an observer sees it.
    pub name: &'static str,
    /// A line about it.
    pub summary: &'static str,
}

impl LinkStep {
    /// All steps, in order.
    pub const ALL: &[Self] = &[LINK_STAGES, OPTIMIZE_STAGES, PLACE_STAGES];
}

pub(crate) const LINK_STAGES: LinkStep = LinkStep {
    name: "link_stages",
    summary: "joins the units of each stage, and checks the stages against each other",
};

pub(crate) const OPTIMIZE_STAGES: LinkStep = LinkStep {
    name: "optimize_stages",
    summary: "optimises across stages: unread outputs, and inputs that are constants or copies",
};

pub(crate) const PLACE_STAGES: LinkStep =
    LinkStep { name: "place_stages", summary: "gives equal locations and bindings to what stages share" };

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
    /// The stages, in the order of the pipeline, with locations and bindings. What only lowerings for SPIR-V bind, such as the
    /// block of loose uniforms, gets its bindings from the methods of the program.
    pub stages: Vec<Compilation>,
    /// Warnings and notes of all stages and of linking.
    pub diagnosed: Diagnosed,
    /// The locations and bindings that were chosen in linking.
    pub assigned: Vec<Assigned>,
    rules: StageRules,
    entry_points: Vec<(Stage, String)>,
    /// For each stage the module without chosen places, if its GLSL cannot have them.
    unplaced: Vec<Option<Module>>,
}

impl Program {
    /// The words of one SPIR-V module with an entry point for each stage; types, constants and equal resources are shared.
    /// A library, which has no entry point, gives a module for a linker.
    ///
    /// # Errors
    /// If the target cannot express a stage.
    pub fn spirv(&self) -> Result<Vec<u32>, Error> {
        let lowered = self.lowered(&mut None)?;
        match (&self.stages[..], &lowered[..]) {
            ([stage], [(module, _)]) if module.entry.is_none() => {
                stage.spirv.emit(module, &stage.diagnosed.sources)
            }
            _ => self.emit(&lowered.iter().map(|row| &row.0).collect::<Vec<_>>()),
        }
    }

    /// The words of a SPIR-V module for each stage, with matching locations and bindings.
    ///
    /// # Errors
    /// If the target cannot express a stage.
    pub fn stage_spirv(&self) -> Result<Vec<(Stage, Vec<u32>)>, Error> {
        let words = |(module, _): &(Module, Vec<Assigned>)| Ok((module.stage, self.emit(&[module])?));
        self.lowered(&mut None)?.iter().map(words).collect()
    }

    /// GLSL of each stage, by names that match between the stages.
    ///
    /// # Errors
    /// If GLSL cannot express a stage.
    pub fn glsl(&self) -> Result<Vec<(Stage, String)>, Error> {
        self.printed(Compilation::glsl)
    }

    /// The stages in the form of SPIR-V, as in [`spirv`](Self::spirv) but for names of entry points. `observe` sees the module of a
    /// stage after each lowering, with the name of the pass or of the step of linking.
    ///
    /// # Errors
    /// If the target cannot express a stage.
    pub fn lowered_stages(&self, mut observe: Observe<'_>) -> Result<Vec<Lowered>, Error> {
        let lowered = self.lowered(&mut observe)?.into_iter().zip(&self.stages);
        let stage = |((module, assigned), stage): ((Module, Vec<Assigned>), &Compilation)| {
            Lowered::of_lowered(module, assigned, stage.spirv.clone(), stage.diagnosed.sources.clone())
        };
        Ok(lowered.map(stage).collect())
    }

    /// The stages as [`glsl`](Self::glsl) prints them: without chosen places where GLSL cannot have these.
    pub fn printed_stages(&self) -> Vec<Compilation> {
        let stage = |(stage, unplaced): (&Compilation, &Option<Module>)| match unplaced {
            Some(module) => Compilation { module: module.clone(), ..stage.clone() },
            None => stage.clone(),
        };
        self.stages.iter().zip(&self.unplaced).map(stage).collect()
    }

    /// The names that uniforms, blocks, inputs and outputs of each stage have in its GLSL.
    ///
    /// # Errors
    /// If GLSL cannot express a stage.
    pub fn glsl_names(&self) -> Result<Vec<(Stage, Vec<vitrum_backend_glsl::PrintedName>)>, Error> {
        self.printed(Compilation::glsl_names)
    }

    /// A part of what is printed as GLSL, for each stage.
    fn printed<T>(&self, print: impl Fn(&Compilation) -> Result<T, Error>) -> Result<Vec<(Stage, T)>, Error> {
        self.printed_stages().iter().map(|stage| Ok((stage.module.stage, print(stage)?))).collect()
    }

    /// The reflection of each stage.
    ///
    /// # Errors
    /// If the target cannot express a stage.
    pub fn reflections(&self) -> Result<Vec<Reflection>, Error> {
        let lowered = self.lowered(&mut None)?;
        let reflect = |(stage, (module, assigned)): (&Compilation, &(Module, Vec<Assigned>))| {
            let words = stage.spirv.emit(module, &stage.diagnosed.sources)?;
            let mut reflection = crate::reflection::of_lowered(module, assigned, &words, &stage.spirv);
            if module.entry.is_some() {
                reflection.entry_point = self.entry_point(module.stage).to_owned();
            }
            Ok(reflection)
        };
        self.stages.iter().zip(&lowered).map(reflect).collect()
    }

    /// The reflection of the program: its stages, the pipeline layout, vertex inputs and fragment outputs.
    ///
    /// # Errors
    /// If the target cannot express a stage.
    pub fn reflection(&self) -> Result<ProgramReflection, Error> {
        Ok(ProgramReflection::new(self.reflections()?))
    }

    /// The name of the entry point of a stage.
    fn entry_point(&self, stage: Stage) -> &str {
        self.entry_points.iter().find(|row| row.0 == stage).map_or("main", |row| row.1.as_str())
    }

    fn emit(&self, modules: &[&Module]) -> Result<Vec<u32>, Error> {
        let Some(first) = self.stages.first() else {
            return Err(Error::Spirv(vitrum_backend_spirv::Error::NoEntry));
        };
        let all = self.stages.iter().map(|stage| &stage.spirv);
        let options = first.spirv.program_writer(all, &first.diagnosed.sources);
        let mut stages = Vec::with_capacity(modules.len());
        for &module in modules {
            let name = self.entry_point(module.stage);
            stages.push(vitrum_backend_spirv::ProgramStage { module, name, shift: 0 });
        }
        vitrum_backend_spirv::emit_program(&stages, &options).map_err(Error::Spirv)
    }

    /// The modules as SPIR-V has them, and the places that lowerings chose. What lowerings make and bind gets equal places in
    /// all stages, too.
    fn lowered(&self, observe: &mut Observe<'_>) -> Result<Vec<(Module, Vec<Assigned>)>, Error> {
        let mut lowered = Vec::with_capacity(self.stages.len());
        for stage in &self.stages {
            let mut module = stage.module.clone();
            let assigned = stage.spirv.lower_before_uniforms(&mut module, observe)?;
            lowered.push((module, assigned));
        }
        // OpenGL has uniforms by name.
        let order = match self.rules.places.as_ref().is_some_and(|settings| settings.vulkan) {
            true => share_uniforms(&mut lowered),
            false => Vec::new(),
        };
        for (stage, (module, assigned)) in self.stages.iter().zip(&mut lowered) {
            assigned.extend(stage.spirv.lower_uniforms(module, &order, observe)?);
        }
        let mut chosen = self.assigned.clone();
        if self.stages.len() > 1 {
            let mut stages: Vec<ProgramStage<'_>> =
                lowered.iter_mut().map(|row| ProgramStage::new(&mut row.0)).collect();
            chosen.extend(place_stages(&mut stages, &self.rules));
            lowered.iter().for_each(|(module, _)| show(observe, PLACE_STAGES.name, module));
        }
        for (stage, (module, assigned)) in self.stages.iter().zip(&mut lowered) {
            assigned.extend(stage.spirv.lower_from_places(module, observe)?);
            chosen.extend(assigned.iter().cloned());
        }
        if let Some(first) = self.stages.first() {
            first.spirv.check_places(&chosen)?;
        }
        for (stage, (module, assigned)) in self.stages.iter().zip(&mut lowered) {
            let places = std::mem::take(assigned);
            *assigned = stage.spirv.remove_unused(module, places, observe)?;
        }
        Ok(lowered)
    }
}

/// Declares the loose uniforms of all stages in each stage that has some, so that they become one block for all. Gives their
/// names, in the order of the first stages that have them.
fn share_uniforms(stages: &mut [(Module, Vec<Assigned>)]) -> Vec<String> {
    let name = |module: &Module, global: Global| module.names.get(module.globals[global].name).to_owned();
    let declared: Vec<BTreeMap<String, Global>> = stages
        .iter()
        .map(|(module, _)| loose_uniforms(module).into_iter().map(|it| (name(module, it), it)).collect())
        .collect();
    let mut order: Vec<String> = Vec::new();
    let mut first: BTreeMap<&str, (usize, Global)> = BTreeMap::new();
    for (index, (module, _)) in stages.iter().enumerate() {
        for global in loose_uniforms(module) {
            let name = name(module, global);
            if let Some((known, _)) = declared[index].get_key_value(&name)
                && !first.contains_key(known.as_str())
            {
                first.insert(known, (index, global));
                order.push(name);
            }
        }
    }
    for (to, known) in declared.iter().enumerate().filter(|row| !row.1.is_empty()) {
        for &(from, global) in first.iter().filter(|row| !known.contains_key(*row.0)).map(|row| row.1) {
            // A stage that lacks the name is another one.
            let (before, after) = stages.split_at_mut(from.max(to));
            let (low, high) = match (before.get_mut(from.min(to)), after.first_mut()) {
                (Some(low), Some(high)) => (&mut low.0, &mut high.0),
                _ => continue,
            };
            let (source, target) = if from < to { (low, high) } else { (high, low) };
            let mut importer = Importer::new(source, target);
            importer.global(global);
            importer.finish();
        }
    }
    order
}

/// Compiles the sources of a program, and links them: several of one stage are units of it ([`compile_units`]), and stages
/// get equal locations and bindings for what they share. [`link_program`] takes modules, too, and options of the program.
///
/// [`compile_units`]: crate::compile_units
///
/// # Errors
/// If a source has errors, or the stages do not match: the diagnostics say so, with the places in all sources.
pub fn compile_program(sources: &[(&str, &Options)]) -> Result<Program, Failure> {
    link_program(&glsl_inputs(sources), &ProgramOptions::default(), None)
}

/// Texts of GLSL as sources of a program.
pub(crate) fn glsl_inputs<'a>(sources: &[(&'a str, &'a Options)]) -> Vec<ProgramInput<'a>> {
    let input = |&(text, options): &(&'a str, &'a Options)| ProgramInput {
        source: ProgramSource::Glsl(text),
        options,
    };
    sources.iter().map(input).collect()
}
