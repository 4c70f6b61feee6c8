//! From sources to a program: units become stages, stages are linked, optimised, and placed.

use vitrum_frontend_glsl::Client;
use vitrum_frontend_glsl::diagnostics::{Code, Diagnostic, Levels, Severity};
use vitrum_glsl::version::Version;
use vitrum_ir::{Module, SourceMap, Stage};
use vitrum_link::{
    Api, CrossStage, ProgramStage, StageRules, Unit, link_stages, link_units_for, optimize_stages,
    place_stages,
};
use vitrum_passes::{Assigned, RunOptions, rows};

use super::{LINK_STAGES, OPTIMIZE_STAGES, Program, ProgramInput, ProgramOptions, ProgramSource};
use crate::compilation::{Compilation, Diagnosed, Failure, front_end, optimize};
use crate::observe::{Observe, show};
use crate::options::{OptLevel, Options};
use crate::places::place_warnings;

/// The number of times that stages are optimised together; few programs gain anything in the third.
const ROUNDS: usize = 4;

/// Links sources of GLSL and modules to a program: those of one stage are units of it, and stages get equal locations and
/// bindings for what they share. With optimisation, stages are optimised across stages, too. `observe` sees the module of
/// a stage after each pass of the optimiser, and after each step of linking ([`LinkStep`](crate::LinkStep)), which sees all stages.
///
/// If [`Options::library`] is set for the first source, the units become a library: a module of one stage, whose imports may stay
/// open.
///
/// ```
/// use vitrum::{Options, ProgramInput, ProgramOptions, ProgramSource, Stage, compile, link_program};
///
/// let library = "#version 450\nfloat halve(float x) { return x * 0.5; }\n";
/// let options = Options::new(Stage::Fragment).library(true);
/// let library = compile(library, &options)?;
/// let main = "#version 450\nfloat halve(float x);\nlayout(location = 0) out float o;\n\
///     void main() { o = halve(3.0); }\n";
/// let options = Options::new(Stage::Fragment);
/// let sources =
///     [ProgramSource::Glsl(main), ProgramSource::Module(&library.module, &library.diagnosed.sources)];
/// let inputs = sources.map(|source| ProgramInput { source, options: &options });
/// let program = link_program(&inputs, &ProgramOptions::default(), None)?;
/// assert!(program.spirv().is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If a source has errors, or units or stages do not match: the diagnostics say so, with the places in all sources.
pub fn link_program(
    inputs: &[ProgramInput<'_>],
    program: &ProgramOptions,
    mut observe: Observe<'_>,
) -> Result<Program, Failure> {
    let mut diagnosed = Diagnosed { diagnostics: Vec::new(), sources: SourceMap::new() };
    let mut units: Vec<(Stage, Vec<ProgramInput<'_>>)> = Vec::new();
    for &input in inputs {
        match units.iter_mut().find(|row| row.0 == input.stage()) {
            Some(row) => row.1.push(input),
            None => units.push((input.stage(), vec![input])),
        }
    }
    let mut modules = Vec::with_capacity(units.len());
    for (_, units) in &units {
        let module = module_of(units, &mut diagnosed)?;
        modules.extend(module.zip(units.first().map(|unit| unit.options)));
    }
    if modules.len() < units.len() || diagnosed.has_errors() {
        return Err(Failure { diagnosed, defect: None });
    }
    link_compiled(modules, diagnosed, inputs, program, &mut observe)
}

/// Links modules, one of each stage, whose spans lie in the sources of `diagnosed`.
pub(crate) fn link_compiled(
    mut modules: Vec<(Module, &Options)>,
    mut diagnosed: Diagnosed,
    inputs: &[ProgramInput<'_>],
    program: &ProgramOptions,
    observe: &mut Observe<'_>,
) -> Result<Program, Failure> {
    let levels = modules.first().map_or_else(Levels::default, |row| row.1.levels.clone());
    let is_library = modules.first().is_some_and(|row| row.1.library);
    let mut rules = modules.first().map(|(module, options)| rules(options, module)).unwrap_or_default();
    rules.separable = program.separable;
    if is_library {
        // Its numbers are for those who link it to choose.
        rules.places = None;
    }
    let found = match is_library {
        true => check_library(&modules),
        false => link(&mut modules, &rules),
    };
    let found = found.into_iter().filter_map(|it| levels.apply(name_modules(it, inputs)));
    diagnosed.diagnostics.extend(found);
    if diagnosed.has_errors() {
        return Err(Failure { diagnosed, defect: None });
    }
    modules.sort_by_key(|row| vitrum_link::stage_position(row.0.stage));
    modules.iter().for_each(|(module, _)| show(observe, LINK_STAGES.name, module));
    let mut stages = Vec::with_capacity(modules.len());
    let mut options_of = Vec::with_capacity(modules.len());
    for (module, options) in modules {
        let own = Diagnosed { diagnostics: Vec::new(), sources: diagnosed.sources.clone() };
        stages.push(optimize(module, own, options, observe)?);
        options_of.push(options);
    }
    optimize_across(&mut stages, &options_of, &rules, program, observe)
        .map_err(|defect| Failure { diagnosed: diagnosed.clone(), defect: Some(defect) })?;
    let mut linked = place(stages, rules)
        .map_err(|defect| Failure { diagnosed: diagnosed.clone(), defect: Some(defect) })?;
    linked.entry_points.clone_from(&program.entry_points);
    // A stage alone has no other that agrees with it.
    if let [stage] = &linked.stages[..]
        && stage.module.entry.is_some()
    {
        diagnosed.diagnostics.extend(place_warnings(&linked.assigned, &levels));
        if diagnosed.has_errors() {
            return Err(Failure { diagnosed, defect: None });
        }
    }
    linked.diagnosed = diagnosed;
    Ok(linked)
}

/// Joins shaders that were compiled alone, one of each stage, to a program, so that equal names have equal locations and
/// bindings, if any of them leaves some open. Unlike [`link_program`], it refuses nothing: shaders that do not match stay
/// alone. They come back with a warning that says why, or without one if they need no places or are no stages of one
/// pipeline.
///
/// # Errors
/// The shaders as they were, if they are not joined.
pub fn share_places(
    shaders: Vec<Compilation>,
    options: &Options,
) -> Result<Program, (Vec<Compilation>, Diagnosed)> {
    let mut diagnosed = Diagnosed { diagnostics: Vec::new(), sources: SourceMap::new() };
    let Some(first) = shaders.first() else { return Err((shaders, diagnosed)) };
    let rules = StageRules { limits: None, ..rules(options, &first.module) };
    let settings = options.spirv_settings();
    let is_open = |it: &Compilation| vitrum_passes::has_open_places(&it.module, &settings);
    let languages = |it: &Compilation| it.module.source.language;
    let is_program = shaders.len() > 1
        && shaders.iter().all(|it| it.module.entry.is_some() && languages(it) == languages(first))
        && vitrum_link::are_of_one_pipeline(shaders.iter().map(|it| it.module.stage));
    if !is_program || !shaders.iter().any(is_open) {
        return Err((shaders, diagnosed));
    }
    let mut modules: Vec<(Module, u32)> = Vec::with_capacity(shaders.len());
    for shader in &shaders {
        let Ok(shift) = diagnosed.sources.append(&shader.diagnosed.sources) else {
            return Err((shaders, diagnosed));
        };
        modules.push((shader.module.clone(), shift));
    }
    let mut stages: Vec<ProgramStage<'_>> =
        modules.iter_mut().map(|(module, shift)| ProgramStage { module, shift: *shift }).collect();
    let rules_of_check = StageRules { places: None, ..rules.clone() };
    let found = link_stages(&mut stages, &rules_of_check);
    let errors = found.into_iter().filter(|it| it.severity == Severity::Error);
    let as_warning = |it: Diagnostic| {
        let reason = format!("the shaders are compiled alone, as they do not match: {}", it.message);
        let note = "locations and bindings that they leave open are chosen for each by itself";
        Diagnostic { code: Code::UnlinkedStages, message: reason, ..it }
            .with_severity(Severity::Warning)
            .note(note)
    };
    diagnosed.diagnostics.extend(errors.map(as_warning).filter_map(|it| options.levels.apply(it)).take(1));
    if !diagnosed.diagnostics.is_empty() {
        return Err((shaders, diagnosed));
    }
    let mut shifted = shaders;
    for (shader, (_, shift)) in shifted.iter_mut().zip(&modules) {
        shader.module.shift_spans(*shift);
        shader.diagnosed.sources = diagnosed.sources.clone();
        shader.diagnosed.diagnostics = Vec::new();
    }
    shifted.sort_by_key(|it| vitrum_link::stage_position(it.module.stage));
    match place(shifted, rules) {
        Ok(program) => Ok(Program { diagnosed, ..program }),
        Err(defect) => {
            let message = format!("internal compiler error: {defect}");
            diagnosed.diagnostics.push(Diagnostic::new(Code::LinkInput, message));
            Err((Vec::new(), diagnosed))
        }
    }
}

/// Checks the stages of a program.
fn link(modules: &mut [(Module, &Options)], rules: &StageRules) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (module, _) in modules.iter().filter(|row| row.0.entry.is_none()) {
        let stage = vitrum_link::stage_name(module.stage);
        let message = format!("no source of the {stage} stage defines `main`");
        found.push(Diagnostic::new(Code::LinkMissing, message));
    }
    if found.is_empty() {
        let mut stages: Vec<ProgramStage<'_>> =
            modules.iter_mut().map(|row| ProgramStage::new(&mut row.0)).collect();
        found = link_stages(&mut stages, &StageRules { places: None, ..rules.clone() });
    }
    found
}

fn check_library(modules: &[(Module, &Options)]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    if let [(first, _), (second, _), ..] = modules {
        let [one, other] = [first, second].map(|module| vitrum_link::stage_name(module.stage));
        let message =
            format!("a library is of one stage, and these units are of the {one} and {other} stages");
        found.push(Diagnostic::new(Code::LinkInput, message));
    }
    found
}

/// Optimises across stages, and what that leaves in each stage, until nothing changes.
fn optimize_across(
    stages: &mut [Compilation],
    options: &[&Options],
    rules: &StageRules,
    program: &ProgramOptions,
    observe: &mut Observe<'_>,
) -> Result<(), vitrum_passes::Failure> {
    let is_optimised = options.first().is_some_and(|it| it.opt_level != OptLevel::None);
    if !is_optimised || stages.len() < 2 {
        return Ok(());
    }
    let captured: Vec<&str> = program.captured.iter().map(String::as_str).collect();
    let mut ways = CrossStage {
        captured: &captured,
        pack: false,
        // The layout of a pipeline of Vulkan says which stages see a resource.
        import_uniforms: rules.api != Api::Vulkan,
        pipeline: None,
    };
    let optimize = |stages: &mut [Compilation], ways: &CrossStage<'_>| {
        let mut linked: Vec<ProgramStage<'_>> =
            stages.iter_mut().map(|stage| ProgramStage::new(&mut stage.module)).collect();
        optimize_stages(&mut linked, rules, ways)
    };
    let mut rounds = 0..ROUNDS;
    loop {
        if rounds.next().is_none() || optimize(stages, &ways) == 0 {
            break;
        }
        stages.iter().for_each(|stage| show(observe, OPTIMIZE_STAGES.name, &stage.module));
        for (stage, options) in stages.iter_mut().zip(options) {
            stage.run_optimizer(options, observe)?;
        }
    }
    if program.pack {
        ways.pack = true;
        optimize(stages, &ways);
        stages.iter().for_each(|stage| show(observe, OPTIMIZE_STAGES.name, &stage.module));
    }
    Ok(())
}

/// Gives equal places to what the stages share.
fn place(mut stages: Vec<Compilation>, rules: StageRules) -> Result<Program, vitrum_passes::Failure> {
    let mut unplaced = Vec::with_capacity(stages.len());
    for stage in &mut stages {
        unplaced.push((!prints_places(stage)).then(|| stage.module.clone()));
        // The bindings that are chosen are not to move.
        let options = RunOptions {
            verify: stage.spirv.verify,
            settings: stage.spirv.settings(),
            ..RunOptions::default()
        };
        vitrum_passes::run_passes(&mut stage.module, &[&rows::SHIFT_BINDINGS], options)?;
        stage.spirv.placement.shifts = Default::default();
    }
    let mut linked: Vec<ProgramStage<'_>> =
        stages.iter_mut().map(|stage| ProgramStage::new(&mut stage.module)).collect();
    let assigned: Vec<Assigned> = place_stages(&mut linked, &rules);
    let diagnosed = Diagnosed { diagnostics: Vec::new(), sources: SourceMap::new() };
    Ok(Program { stages, diagnosed, assigned, rules, entry_points: Vec::new(), unplaced })
}

/// True if the GLSL of a stage can have all places: Vulkan GLSL of a version that has them in OpenGL, too, where blocks are the
/// last that got locations (GLSL 4.40, GLSL ES 3.20). Elsewhere names join the stages.
fn prints_places(stage: &Compilation) -> bool {
    let version = stage.glsl.target.unwrap_or(Version::of_source(stage.module.source));
    stage.glsl.vulkan && version.at_least(440, 320)
}

/// The rules for stages that are compiled with these options.
fn rules(options: &Options, module: &Module) -> StageRules {
    StageRules {
        api: api(options, module),
        separable: false,
        limits: Some(options.limits.clone()),
        places: Some(options.spirv_settings()),
    }
}

/// The API whose rules a module follows.
pub(crate) fn api(options: &Options, module: &Module) -> Api {
    let is_vulkan = match options.client {
        Some(client) => client == Client::Vulkan,
        None => options.target.is_vulkan(),
    };
    if is_vulkan { Api::Vulkan } else { Api::of_language(module.source.language) }
}

/// The diagnostic with the names of modules without sources, in which one of its places may be.
fn name_modules(diagnostic: Diagnostic, inputs: &[ProgramInput<'_>]) -> Diagnostic {
    let is_stripped = |input: &&ProgramInput<'_>| match input.source {
        ProgramSource::Glsl(_) => false,
        ProgramSource::Module(_, sources) => sources.is_empty(),
    };
    let names: Vec<String> =
        inputs.iter().filter(is_stripped).map(|it| format!("`{}`", it.options.file_name)).collect();
    match (diagnostic.labels.len(), names.len()) {
        (0 | 1, 1) => diagnostic.note(format!("{} has no sources that could be shown", names.join(""))),
        (0 | 1, 2..) => diagnostic.note(format!("{} have no sources that could be shown", names.join(", "))),
        _ => diagnostic,
    }
}

/// The module of the units of a stage, with spans in the joined source map; none after an error.
///
/// # Errors
/// If a module breaks rules of the IR.
pub(crate) fn module_of(
    units: &[ProgramInput<'_>],
    diagnosed: &mut Diagnosed,
) -> Result<Option<Module>, Failure> {
    let is_split = units.len() > 1;
    let mut compiled: Vec<(Module, u32)> = Vec::with_capacity(units.len());
    for unit in units {
        let (module, own) = match unit.source {
            ProgramSource::Glsl(text) => {
                let library = is_split || unit.options.library;
                let output = front_end(text, &Options { library, ..unit.options.clone() }, None);
                (output.module, Diagnosed { diagnostics: output.diagnostics, sources: output.source_map })
            }
            ProgramSource::Module(module, sources) => {
                if let Err(errors) = vitrum_ir::verify(module) {
                    let defect = vitrum_passes::Failure::Invalid { pass: None, errors };
                    return Err(Failure { diagnosed: diagnosed.clone(), defect: Some(defect) });
                }
                let own = Diagnosed { diagnostics: Vec::new(), sources: sources.clone() };
                (Some(module.clone()), own)
            }
        };
        let Ok(shift) = diagnosed.sources.append(&own.sources) else {
            let message = "source text exceeds the limit of 4 GiB";
            diagnosed.diagnostics.push(Diagnostic::new(Code::SourceTooLarge, message));
            return Ok(None);
        };
        diagnosed.diagnostics.extend(own.diagnostics.into_iter().map(|it| it.shifted(shift)));
        compiled.extend(module.map(|module| (module, shift)));
    }
    if compiled.len() < units.len() {
        return Ok(None);
    }
    // A module may have been a unit before.
    let is_unit =
        compiled.iter().any(|row| row.0.is_unit()) && !units.iter().any(|unit| unit.options.library);
    if !is_split && !is_unit {
        return Ok(compiled.pop().map(|(mut module, shift)| {
            module.shift_spans(shift);
            module
        }));
    }
    let linked: Vec<Unit<'_>> =
        compiled.iter().map(|(module, shift)| Unit { module, shift: *shift }).collect();
    // Alternatives of functions of modules may be for one of the targets.
    let is_vulkan = units.first().is_some_and(|unit| unit.options.target.is_vulkan());
    let holds = |condition: &str| condition == if is_vulkan { "vulkan" } else { "opengl" };
    Ok(match link_units_for(&linked, &holds) {
        Ok(module) => Some(module),
        Err(errors) => {
            diagnosed.diagnostics.extend(errors.into_iter().map(|error| name_modules(error, units)));
            None
        }
    })
}
