//! Stages of a program put together as GL does it, by names, and made fit for Vulkan.
//!
//! Each stage has a descriptor set of its own, so that stages need not agree on bindings. What GL binds by number is
//! found by name in the reflection.

use std::collections::BTreeMap;

use vitrum::Target;
use vitrum::ir::{Length, Module, Qualifiers, Storage, Type, TypeData};
use vitrum::reflect::{Reflection, Variable, reflect};
use vitrum_backend_spirv as spirv;
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
    /// The descriptor set of everything that it is bound to.
    pub(crate) set: u32,
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

/// Links stages, which come in the order in which they run.
pub(crate) fn link(modules: &[Module]) -> Result<Vec<Linked>, String> {
    let mut linked = Vec::new();
    for ((set, module), original) in (0..).zip(legalized(modules)?).zip(modules) {
        let options = spirv::Options { names: false, ..spirv::Options::new(Target::Vulkan1_3) };
        let words = spirv::emit(&module, &options).map_err(|error| error.to_string())?;
        let stage = stage(module.stage).ok_or("a stage that is not run")?;
        let shader = Shader { stage, words, specialization: Vec::new() };
        let reflection = reflect(&module);
        linked.push(Linked {
            shader,
            reflection,
            set,
            bindings: bindings(original),
            lengths: lengths(original),
            initial: values::initial(original),
        });
    }
    Ok(linked)
}

/// The stages as Vulkan has them.
pub(crate) fn legalized(modules: &[Module]) -> Result<Vec<Module>, String> {
    let mut legalized = Vec::new();
    let mut outputs = Outputs::new();
    for (set, module) in (0..).zip(modules) {
        let mut module = module.clone();
        prepare(&mut module, &outputs);
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

/// Takes away bindings, which in GL are numbered by kind, and gives inputs the locations of outputs.
fn prepare(module: &mut Module, outputs: &Outputs) {
    let all: Vec<_> = module.globals.iter().map(|(id, _)| id).collect();
    for global in all {
        let name = interface_name(module, global);
        let data = &mut module.globals[global];
        match data.storage {
            Storage::Uniform | Storage::Buffer | Storage::Opaque => {
                data.decorations.binding = None;
                data.decorations.set = None;
            }
            Storage::Input if data.decorations.builtin.is_none() && data.decorations.location.is_none() => {
                data.decorations.location = outputs.get(&name).copied();
            }
            _ => {}
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
