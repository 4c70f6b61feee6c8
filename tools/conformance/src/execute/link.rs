//! Stages of a program put together as GL does it, by names, and made fit for Vulkan.
//!
//! Stages that are joined by names alone have a descriptor set each, so that they need not agree on bindings. Stages that
//! `link_stages` has linked share the first set, and what is made of each stage, such as the block of its loose uniforms, lies in
//! a set of its own. What GL binds by number is found by name in the reflection.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use vitrum::Severity;
use vitrum::Target;
use vitrum::ir::{Length, Module, Qualifiers, Storage, Type, TypeData};
use vitrum::reflect::{Reflection, Resource, Variable, reflect};
use vitrum_backend_spirv as spirv;
use vitrum_generator::SpirvVal;
use vitrum_link::{Api, CrossStage, ProgramStage, StageRules, link_stages, optimize_stages};
use vitrum_passes::{Placement, RunOptions, SPIRV, Settings, run_pipeline};
use vitrum_runner::{Shader, Stage};

use super::values::{self, Given};

/// A stage that is linked.
#[derive(Clone)]
pub(crate) struct Linked {
    /// For the driver.
    pub(crate) shader: Shader,
    /// Its interface and bindings.
    pub(crate) reflection: Reflection,
    /// Bindings that the author chose, by name.
    pub(crate) bindings: BTreeMap<String, u32>,
    /// The lengths of arrays of textures and images, by name: arrays of arrays are one array in Vulkan.
    pub(crate) lengths: BTreeMap<String, Vec<usize>>,
    /// The values that uniforms have unless they are given.
    pub(crate) initial: Vec<Given>,
}

/// Outputs of the stage before by name: the first location, or those of a block's members.
type Outputs = BTreeMap<String, u32>;

impl Linked {
    /// The same stage with other code.
    pub(crate) fn with_words(&self, words: Vec<u32>) -> Self {
        Self { shader: Shader { words, ..self.shader.clone() }, ..self.clone() }
    }
}

/// The resources that stages use, each place once, with a stage that uses it.
pub(crate) fn used_resources(linked: &[Linked]) -> Vec<(&Linked, &Resource)> {
    let mut places = BTreeSet::new();
    let all = linked.iter().flat_map(|stage| stage.reflection.resources.iter().map(move |it| (stage, it)));
    let is_first = |row: &(&Linked, &Resource)| places.insert((row.1.set, row.1.binding));
    all.filter(|row| row.1.used).filter(is_first).collect()
}

/// The way in which stages become a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Joining {
    /// By `link_stages`; else by the names of outputs alone.
    pub(crate) linked: bool,
    /// Optimised across stages.
    pub(crate) optimized: bool,
    /// With varyings that share locations.
    pub(crate) packed: bool,
    /// All stages are entry points of one module.
    pub(crate) one_module: bool,
}

/// Links stages, which come in the order in which they run.
pub(crate) fn link(modules: &[Module], joining: Joining) -> Result<Vec<Linked>, String> {
    let mut linked = Vec::new();
    let legalized = legalized(modules, joining)?;
    let options = spirv::Options { names: false, ..spirv::Options::new(Target::Vulkan1_3) };
    let whole = match joining.one_module {
        true => Some(one_module(&legalized, &options)?),
        false => None,
    };
    for (module, original) in legalized.iter().zip(modules) {
        let words = match &whole {
            Some(words) => words.clone(),
            None => spirv::emit(module, &options).map_err(|error| error.to_string())?,
        };
        let stage = stage(module.stage).ok_or("a stage that is not run")?;
        let shader = Shader { stage, words, specialization: Vec::new() };
        let reflection = reflect(module);
        linked.push(Linked {
            shader,
            reflection,
            bindings: bindings(original),
            lengths: lengths(original),
            initial: values::initial(original),
        });
    }
    Ok(linked)
}

/// One module with an entry point for each stage, which `spirv-val` takes if it is there.
fn one_module(modules: &[Module], options: &spirv::Options) -> Result<Vec<u32>, String> {
    let stage = |module| spirv::ProgramStage { module, name: "main", shift: 0 };
    let stages: Vec<_> = modules.iter().map(stage).collect();
    let words = spirv::emit_program(&stages, options).map_err(|error| error.to_string())?;
    static SPIRV_VAL: OnceLock<Option<SpirvVal>> = OnceLock::new();
    if let Some(spirv_val) = SPIRV_VAL.get_or_init(|| SpirvVal::find().ok()) {
        spirv_val.check(&words, Target::Vulkan1_3, &[]).map_err(|error| format!("invalid: {error}"))?;
    }
    Ok(words)
}

/// Stages that are linked, and perhaps optimised across stages.
pub(crate) fn joined(modules: &[Module], joining: Joining) -> Result<Vec<Module>, String> {
    let mut modules = modules.to_vec();
    let language = modules.first().map(|module| module.source.language);
    let rules = StageRules { api: language.map_or(Api::OpenGl, Api::of_language), ..StageRules::default() };
    let with_places = StageRules { places: Some(Settings::for_spirv(true)), ..rules.clone() };
    modules.iter_mut().for_each(unbind);
    let mut stages: Vec<ProgramStage<'_>> = modules.iter_mut().map(ProgramStage::new).collect();
    if joining.optimized {
        link_or_error(&mut stages, &rules)?;
        let options = CrossStage { pack: joining.packed, ..CrossStage::default() };
        optimize_stages(&mut stages, &rules, &options);
    }
    link_or_error(&mut stages, &with_places)?;
    for module in &modules {
        vitrum::ir::verify(module).map_err(|errors| errors.to_string())?;
    }
    Ok(modules)
}

/// Links stages, or gives the first error.
fn link_or_error(stages: &mut [ProgramStage<'_>], rules: &StageRules) -> Result<(), String> {
    let diagnostics = link_stages(stages, rules);
    let error = diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error);
    error.map_or(Ok(()), |error| Err(format!("does not link: {}", error.message)))
}

/// The stages as Vulkan has them.
pub(crate) fn legalized(modules: &[Module], joining: Joining) -> Result<Vec<Module>, String> {
    let mut legalized = Vec::new();
    let mut outputs = Outputs::new();
    let joined = if joining.linked { joined(modules, joining)? } else { modules.to_vec() };
    for (set, mut module) in (u32::from(joining.linked)..).zip(joined) {
        if !joining.linked {
            unbind(&mut module);
            place_inputs(&mut module, &outputs);
        }
        let placement = Placement { set, ..Placement::default() };
        let settings = Settings { vulkan: true, placement, ..Settings::default() };
        let options = RunOptions { verify: true, settings, ..RunOptions::default() };
        run_pipeline(&mut module, &SPIRV, options).map_err(|failure| failure.to_string())?;
        outputs = locations(&module, Storage::Output);
        if reflect(&module).outputs.iter().any(|output| end(module.stage, output) > MOST_LOCATIONS) {
            return Err(format!("the device lacks more than {MOST_LOCATIONS} locations between stages"));
        }
        legalized.push(module);
    }
    Ok(legalized)
}

/// Number of locations between stages on the drivers that run programs; GL packs what needs more.
const MOST_LOCATIONS: u32 = 32;

/// The location behind a plain output.
fn end(stage: vitrum::Stage, output: &Variable) -> u32 {
    // An element a vertex is no array of locations.
    let vertices = stage == vitrum::Stage::TessControl && !output.qualifiers.contains(Qualifiers::PATCH);
    let lengths = output.ty.array.iter().skip(usize::from(vertices));
    let elements = lengths.filter_map(|length| length.length).product::<u32>();
    output.location.map_or(0, |location| location + elements * output.ty.columns.unwrap_or(1))
}

/// The runner's name of a stage.
pub(crate) fn stage(stage: vitrum::Stage) -> Option<Stage> {
    Some(match stage {
        vitrum::Stage::Vertex => Stage::Vertex,
        vitrum::Stage::TessControl => Stage::TessControl,
        vitrum::Stage::TessEvaluation => Stage::TessEvaluation,
        vitrum::Stage::Geometry => Stage::Geometry,
        vitrum::Stage::Fragment => Stage::Fragment,
        vitrum::Stage::Compute => Stage::Compute,
        _ => return None,
    })
}

/// Takes away bindings, which in GL are numbered by kind.
fn unbind(module: &mut Module) {
    for data in module.globals.values_mut() {
        if let Storage::Uniform | Storage::Buffer | Storage::Opaque = data.storage {
            data.decorations.binding = None;
            data.decorations.set = None;
        }
    }
}

/// Gives inputs the locations of outputs.
fn place_inputs(module: &mut Module, outputs: &Outputs) {
    let all: Vec<_> = module.globals.iter().map(|(id, _)| id).collect();
    for global in all {
        let name = interface_name(module, global);
        let data = &mut module.globals[global];
        let is_open = data.decorations.builtin.is_none() && data.decorations.location.is_none();
        if data.storage == Storage::Input && is_open {
            data.decorations.location = outputs.get(&name).copied();
        }
    }
}

/// Bindings that the author chose.
pub(crate) fn bindings(module: &Module) -> BTreeMap<String, u32> {
    let bound = |(id, data): (_, &vitrum::ir::GlobalData)| {
        Some((interface_name(module, id), data.decorations.binding?))
    };
    module.globals.iter().filter_map(bound).collect()
}

/// The lengths of arrays of textures and images, those within structs under the name of the member.
pub(crate) fn lengths(module: &Module) -> BTreeMap<String, Vec<usize>> {
    let opaque = module.globals.iter().filter(|(_, data)| data.storage == Storage::Opaque);
    let mut open: Vec<(String, Type, Vec<usize>)> =
        opaque.map(|(id, data)| (interface_name(module, id), data.ty, Vec::new())).collect();
    let mut all = BTreeMap::new();
    while let Some((name, mut ty, mut lengths)) = open.pop() {
        while let TypeData::Array { element, length } = module.types.get(ty) {
            lengths.push(if let Length::Constant(length) = length { length as usize } else { 1 });
            ty = element;
        }
        if let TypeData::Struct(_) = module.types.get(ty) {
            for member in module.members(ty) {
                let name = format!("{name}.{}", module.names.get(member.name));
                open.push((name, member.ty, lengths.clone()));
            }
        } else {
            all.insert(name, lengths);
        }
    }
    all
}

/// Locations of an interface's variables, by the names by which they are matched.
fn locations(module: &Module, storage: Storage) -> Outputs {
    let mut found = Outputs::new();
    for (id, data) in module.globals.iter().filter(|(_, data)| data.storage == storage) {
        if let Some(location) = data.decorations.location {
            found.insert(interface_name(module, id), location);
        }
    }
    found
}

/// The name by which stages match a variable: blocks go by that of the block.
pub(crate) fn interface_name(module: &Module, global: vitrum::ir::Global) -> String {
    let data = &module.globals[global];
    match module.types.get(element(module, data.ty)) {
        TypeData::Struct(id) if data.block.is_some() => module.names.get(module.structs[id].name).to_owned(),
        _ => module.names.get(data.name).to_owned(),
    }
}

/// The innermost element type of arrays of arrays.
fn element(module: &Module, mut ty: Type) -> Type {
    while let TypeData::Array { element, .. } | TypeData::RuntimeArray { element } = module.types.get(ty) {
        ty = element;
    }
    ty
}
