//! Several entry points in one module: types, constants, and resources that are declared alike are written once.

use rustc_hash::FxHashMap;
use vitrum_ir::link::{Importer, same_type};
use vitrum_ir::{
    Execution, Function, Global, GlobalData, Module, Name, Qualifiers, SpirvKind, Stage, Storage, TypeData,
};

/// An entry point of a program.
#[derive(Clone, Copy, Debug)]
pub struct ProgramStage<'a> {
    /// The module of the stage, lowered for SPIR-V.
    pub module: &'a Module,
    /// The name of the entry point. Entry points of one stage must have different names.
    pub name: &'a str,
    /// The number that is added to offsets, so that the lines of all stages are in one table.
    pub shift: u32,
}

/// An entry point of the module that is written.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) stage: Stage,
    pub(crate) execution: Execution,
    /// The function; none in a module without an entry point.
    pub(crate) function: Option<Function>,
    pub(crate) name: String,
    /// The variables of its stage.
    pub(crate) globals: Vec<Global>,
    /// Modes by number, as positions in the list of the module.
    pub(crate) modes: Vec<u32>,
}

impl Entry {
    /// The entry point of a module that has one at most.
    pub(crate) fn of(module: &Module) -> Self {
        let name = module.entry.map(|entry| module.names.get(module.functions[entry].name).to_owned());
        Self {
            stage: module.stage,
            execution: module.execution.clone(),
            function: module.entry,
            name: name.unwrap_or_default(),
            globals: module.global_ids().collect(),
            modes: modes(module).collect(),
        }
    }
}

/// The positions of execution modes by number.
fn modes(module: &Module) -> impl Iterator<Item = u32> + '_ {
    (0..).zip(&module.spirv).filter(|row| row.1.kind == SpirvKind::Mode).map(|row| row.0)
}

/// One module with the functions and variables of all stages.
pub(crate) fn combine(stages: &[ProgramStage<'_>]) -> (Module, Vec<Entry>) {
    let mut module = Module::new(stages.first().map_or(Stage::Vertex, |stage| stage.module.stage));
    let mut entries = Vec::with_capacity(stages.len());
    for stage in stages {
        if entries.is_empty() {
            module.source = stage.module.source;
        }
        entries.push(add(&mut module, stage));
    }
    (module, entries)
}

fn add(module: &mut Module, stage: &ProgramStage<'_>) -> Entry {
    let from = stage.module;
    let known = resources(module);
    let shared: Vec<(Global, Global)> = from
        .globals
        .iter()
        .filter_map(|(id, data)| {
            let candidates = known.get(&key(from, data)?)?;
            let is_same = |&&it: &&Global| is_same_resource((from, data), (module, &module.globals[it]));
            Some((id, *candidates.iter().find(is_same)?))
        })
        .collect();
    let mut importer = Importer::new(from, module).with_span_shift(stage.shift);
    for (id, to) in shared {
        importer.replace_global(id, to);
    }
    let globals = from.global_ids().map(|global| importer.global(global)).collect();
    let function = from.entry.map(|entry| importer.function(entry));
    if function.is_none() {
        for root in from.roots() {
            importer.function(root);
        }
    }
    let modes = modes(from).map(|index| importer.spirv_item(index)).collect();
    let local_size = from.execution.local_size.map(|size| size.map(|constant| importer.constant(constant)));
    importer.finish();
    let execution = Execution { local_size, ..from.execution.clone() };
    Entry { stage: from.stage, execution, function, name: stage.name.to_owned(), globals, modes }
}

/// The place of a resource and its name: storage class, set, binding.
type Key = (Storage, Option<u32>, Option<u32>, String);

/// The resources of a module. Several may be bound to one place, as different types.
fn resources(module: &Module) -> FxHashMap<Key, Vec<Global>> {
    let mut found: FxHashMap<Key, Vec<Global>> = FxHashMap::default();
    for (id, data) in module.globals.iter() {
        if let Some(key) = key(module, data) {
            found.entry(key).or_default().push(id);
        }
    }
    found
}

fn key(module: &Module, data: &GlobalData) -> Option<Key> {
    let is_resource = matches!(
        data.storage,
        Storage::Uniform | Storage::Opaque | Storage::Buffer | Storage::PushConstant | Storage::AtomicCounter
    );
    let decorations = &data.decorations;
    is_resource.then(|| (data.storage, decorations.set, decorations.binding, name(module, data)))
}

/// The name of a variable, or of the block that it is.
fn name(module: &Module, data: &GlobalData) -> String {
    let name = match (data.block, module.types.get(module.types.innermost(data.ty))) {
        (Some(_), TypeData::Struct(id)) if data.name == Name::EMPTY => module.structs[id].name,
        _ => data.name,
    };
    module.names.get(name).to_owned()
}

/// True if two declarations are of one variable: all that is written of them is equal.
fn is_same_resource(a: (&Module, &GlobalData), b: (&Module, &GlobalData)) -> bool {
    let written = |data: &GlobalData| {
        let mut decorations = data.decorations.clone();
        decorations.qualifiers.remove(Qualifiers::UNUSED.union(Qualifiers::REDECLARED));
        decorations
    };
    a.1.block == b.1.block
        && a.1.precision == b.1.precision
        && written(a.1) == written(b.1)
        && written(a.1).spirv.is_none()
        && a.1.initializer.is_none()
        && b.1.initializer.is_none()
        && same_type((a.0, a.1.ty), (b.0, b.1.ty))
}
