//! Stages of a program: their interfaces match, and what they share has one place (GLSL 4.60 sections 3.3, 4.3, 4.4 and 4.5).
//!
//! Requirements differ between APIs and versions. Each is a row of a table ([`rules`]): of a program as a whole
//! ([`pipeline`]), of an output and the input that it reaches ([`varyings`]), of what stages share by name ([`resources`]).

mod bindings;
mod declared;
mod differences;
mod limits;
mod optimize;
mod pipeline;
mod resources;
mod rules;
mod varyings;

pub use optimize::{CrossStage, optimize_stages};
use rules::Scope;
use vitrum_diagnostics::{Diagnostic, Severity};
use vitrum_glsl::builtins::constants::BuiltInLimits;
use vitrum_ir::{Global, Module, SourceLanguage, Stage};
use vitrum_passes::{Assigned, Settings, assign_places};

/// A module that is a stage of a program.
#[derive(Debug)]
pub struct ProgramStage<'a> {
    /// The module.
    pub module: &'a mut Module,
    /// The number that is added to its spans in diagnostics, so that those of all stages lie in one source map.
    pub shift: u32,
}

impl<'a> ProgramStage<'a> {
    /// A stage whose spans stay as they are.
    pub fn new(module: &'a mut Module) -> Self {
        Self { module, shift: 0 }
    }
}

/// The API whose rules a program follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Api {
    /// OpenGL.
    OpenGl,
    /// OpenGL ES.
    OpenGlEs,
    /// Vulkan.
    #[default]
    Vulkan,
}

impl Api {
    /// The API of modules that are not made for Vulkan: their source language says it.
    pub fn of_language(language: SourceLanguage) -> Self {
        if language == SourceLanguage::Essl { Self::OpenGlEs } else { Self::OpenGl }
    }
}

/// The rules by which stages are linked.
#[derive(Clone, Debug, Default)]
pub struct StageRules {
    /// The API.
    pub api: Api,
    /// True if the stages are separable programs, which a pipeline object joins; false if they are one program.
    pub separable: bool,
    /// The limits on interfaces, with which the shaders were compiled; `None` checks none.
    pub limits: Option<BuiltInLimits>,
    /// The settings by which locations and bindings are chosen for what has none; `None` chooses none.
    pub places: Option<Settings>,
}

impl StageRules {
    fn scope(&self) -> Scope {
        match (self.api, self.separable) {
            (Api::OpenGl, false) => Scope::OpenGl,
            (Api::OpenGl, true) => Scope::OpenGlSeparable,
            (Api::OpenGlEs, false) => Scope::OpenGlEs,
            (Api::OpenGlEs, true) => Scope::OpenGlEsSeparable,
            (Api::Vulkan, _) => Scope::Vulkan,
        }
    }
}

/// A global of a stage: the stage's position, and the id there.
type Place = (usize, Global);

/// Links the stages of a program, in any order. Gives errors and warnings, each with the places of the declarations that it is
/// about.
///
/// If there is no error and the rules have settings for places, outputs and the inputs that they reach get equal
/// locations, and resources of one name get one binding. Lowerings of each stage keep these.
pub fn link_stages(stages: &mut [ProgramStage<'_>], rules: &StageRules) -> Vec<Diagnostic> {
    stages.sort_by_key(|stage| position(stage.module.stage));
    let mut diagnostics = Vec::new();
    let scope = rules.scope();
    pipeline::check(stages, scope, &mut diagnostics);
    if has_errors(&diagnostics) {
        return diagnostics;
    }
    let declarations = declared::of_stages(stages);
    let groups = matches(&declarations, scope, &mut diagnostics);
    bindings::check(&declarations, rules.api, true, &mut diagnostics);
    if let Some(limits) = &rules.limits {
        limits::check(&declarations, scope, limits, &mut diagnostics);
    }
    drop(declarations);
    if let (Some(settings), false) = (&rules.places, has_errors(&diagnostics)) {
        let mut modules: Vec<&mut Module> = stages.iter_mut().map(|stage| &mut *stage.module).collect();
        assign_places(&mut modules, &groups, settings);
    }
    diagnostics
}

/// Gives equal locations and bindings to what the stages of a program share, as [`link_stages`] does, and checks nothing: for
/// stages that were linked without places and changed since, such as by [`optimize_stages`]. Gives what was chosen.
pub fn place_stages(stages: &mut [ProgramStage<'_>], rules: &StageRules) -> Vec<Assigned> {
    stages.sort_by_key(|stage| position(stage.module.stage));
    let Some(settings) = &rules.places else { return Vec::new() };
    let groups = matches(&declared::of_stages(stages), rules.scope(), &mut Vec::new());
    let shifts: Vec<u32> = stages.iter().map(|stage| stage.shift).collect();
    let mut modules: Vec<&mut Module> = stages.iter_mut().map(|stage| &mut *stage.module).collect();
    let assigned = assign_places(&mut modules, &groups, settings).into_iter();
    let shifted = |(stage, mut assigned): (usize, Assigned)| {
        if let (false, Some(&shift)) = (assigned.span.is_nowhere(), shifts.get(stage)) {
            assigned.span = assigned.span.shifted(shift);
        }
        assigned
    };
    assigned.map(shifted).collect()
}

/// Warns of resources of one shader that cannot well have the binding that they share. [`link_stages`] reports them, too.
pub fn check_bindings(module: &Module, api: Api) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let mut bindings: Vec<(u32, u32)> = module
        .globals
        .values()
        .filter_map(|data| Some((data.decorations.set.unwrap_or(0), data.decorations.binding?)))
        .collect();
    bindings.sort_unstable();
    // Few shaders have such resources, and what these use is not looked at before.
    if bindings.windows(2).any(|pair| pair[0] == pair[1]) {
        bindings::check(&[declared::StageDeclarations::new(0, module, 0)], api, false, &mut diagnostics);
    }
    diagnostics
}

/// Checks what stages share. Gives the globals that are one thing.
fn matches(
    declarations: &[declared::StageDeclarations<'_>],
    scope: Scope,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Vec<Place>> {
    let mut groups = Vec::new();
    for pair in declarations.windows(2) {
        if let [before, after] = pair {
            if follows(after.stage) {
                varyings::check(before, after, scope, &mut groups, diagnostics);
            }
            varyings::check_payload(before, after, diagnostics);
        }
    }
    resources::check(declarations, scope, &mut groups, diagnostics);
    groups
}

fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
}

/// The position of a stage in the order in which stages run: task and mesh stages come before the fragment stage.
pub fn position(stage: Stage) -> u8 {
    match stage {
        Stage::Task => 0,
        Stage::Mesh => 1,
        Stage::Vertex => 2,
        Stage::TessControl => 3,
        Stage::TessEvaluation => 4,
        Stage::Geometry => 5,
        Stage::Fragment => 6,
        Stage::Compute => 7,
        Stage::RayGeneration => 8,
        Stage::Intersection => 9,
        Stage::AnyHit => 10,
        Stage::ClosestHit => 11,
        Stage::Miss => 12,
        Stage::Callable => 13,
    }
}

/// True if a stage has inputs from the stage before.
fn follows(stage: Stage) -> bool {
    matches!(stage, Stage::TessControl | Stage::TessEvaluation | Stage::Geometry | Stage::Fragment)
}

/// True if the stages, each of which is there once, can be of one pipeline: no one is of another kind of pipeline.
pub fn are_of_one_pipeline(stages: impl Iterator<Item = Stage>) -> bool {
    let mut stages: Vec<Stage> = stages.collect();
    stages.sort_by_key(|&stage| position(stage));
    stages.windows(2).all(|pair| pair[0] != pair[1] && pipeline::goes_before(pair[0], pair[1]))
}

/// The name of a stage in messages.
pub fn stage_name(stage: Stage) -> String {
    match stage {
        Stage::TessControl => "tessellation control".to_owned(),
        Stage::TessEvaluation => "tessellation evaluation".to_owned(),
        other => other.name().replace('_', " "),
    }
}
