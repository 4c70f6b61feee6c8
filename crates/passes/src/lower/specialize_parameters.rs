//! Functions that take resources as parameters become functions for the resources that they are called with.
//!
//! ```text
//! fn &f(%s: ptr<opaque, #S> in) -> f32              fn &f(%0: i32 in) -> f32
//!     %t: ... = access %s, 0i32                         %s: ptr<opaque, #S> = access @u, %0
//!                                          =>           %t: ... = access %s, 0i32
//! %p: ptr<opaque, #S> = access @u, %i
//! %x: f32 = call &f %p                              %x: f32 = call &f %i
//! ```
//!
//! Afterwards every address of such a resource starts at a global, which other passes can take apart. Indices that are
//! not constant become parameters. A function is copied once for each list of resources and constant indices that it
//! is called with; where that would make the module many times as large, nothing is done.

pub(crate) mod formats;

use super::paths::{Path, Paths};
use super::spirv::flatten_arrays;
use super::split_resource_structs::{is_mixed, is_struct};
use crate::framework::rewrite::Edits;
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use rustc_hash::FxHashMap;
use vitrum_ir::edit::remove_functions;
use vitrum_ir::{
    Constant, Function, FunctionData, Global, Inst, List, Module, Op, Operand, ParamData, ParamMode,
    Precision, SideTable, Span, Storage, Type, TypeData, Value, typing, visit,
};

/// Copies may have this many times the instructions of what they are copied from, and [`LEEWAY`] more.
const GROWTH: usize = 16;
const LEEWAY: usize = 1 << 16;

/// The key of a copy of a function: for each resource parameter a global and its indices, `None` for those that
/// become parameters.
type Key = (Function, Vec<(Global, Vec<Option<Constant>>)>);

/// The parameters that a target cannot have.
#[derive(Clone, Copy, Debug)]
struct Wanted {
    /// Storage images without a format, where one that is passed has a format.
    formats: bool,
    /// Storage images with a format, which no parameter of GLSL says.
    formatted: bool,
    /// Atomic counters.
    counters: bool,
    /// Arrays of resources.
    arrays: bool,
    /// Resources of descriptor heaps, whose addresses have no type.
    heaps: bool,
    /// Ray queries and hit objects: SPIR-V passes no address of a part of a private variable.
    states: bool,
}

impl Wanted {
    fn of(module: &Module, settings: &Settings) -> Self {
        let for_spirv = settings.glsl.is_none();
        let vulkan = for_spirv && settings.vulkan;
        let counters = || module.globals.values().any(|data| data.storage == Storage::AtomicCounter);
        Self {
            formats: for_spirv && formats::is_needed(module),
            formatted: !for_spirv && !module.source.language.is_glsl(),
            counters: for_spirv && counters(),
            arrays: vulkan,
            heaps: for_spirv && module.globals.values().any(|data| data.decorations.heap.is_some()),
            states: vulkan
                && takes(module, |storage, it| storage == Storage::Private && is_state(module, it)),
        }
    }

    fn includes(self, module: &Module, storage: Storage, pointee: Type) -> bool {
        match storage {
            _ if is_of_blocks(storage) => true,
            Storage::AtomicCounter => self.counters,
            Storage::Private => self.states && is_state(module, pointee),
            Storage::Opaque => {
                self.heaps
                    || self.formats && formats::is_open(module, pointee)
                    || self.formatted && formats::is_formatted(module, pointee)
                    || is_struct(module, pointee)
                    || self.arrays && is_array(module.types.get(pointee))
            }
            _ => false,
        }
    }
}

/// True if memory is that of blocks, into which modules of SPIR-V pass addresses: GLSL has no such parameter.
fn is_of_blocks(storage: Storage) -> bool {
    matches!(storage, Storage::Buffer | Storage::Uniform | Storage::PushConstant)
}

fn is_array(data: TypeData) -> bool {
    matches!(data, TypeData::Array { .. } | TypeData::RuntimeArray { .. })
}

/// True if a type is that of ray queries or hit objects, or an array of them.
fn is_state(module: &Module, ty: Type) -> bool {
    matches!(module.types.get(module.types.innermost(ty)), TypeData::RayQuery | TypeData::HitObject)
}

/// True if a function has a parameter that the target cannot have.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    if !settings.places_resources() || module.functions.len() < 2 {
        return false;
    }
    let wanted = Wanted::of(module, settings);
    let has_parts = || {
        module
            .globals
            .values()
            .any(|data| is_mixed(module, data) || wanted.arrays && flatten_arrays::is_nested(module, data))
    };
    takes(module, |storage, pointee| wanted.includes(module, storage, pointee))
        && (wanted.formats
            || wanted.formatted
            || wanted.counters
            || wanted.heaps
            || wanted.states
            || takes(module, |storage, _| is_of_blocks(storage))
            || has_parts())
}

/// True if the address of a resource is cast to a handle, or made of one (`GL_ARB_bindless_texture`): what it leads to has to
/// stay as it is.
pub(super) fn casts_resources(module: &Module) -> bool {
    module.functions.values().any(|function| {
        let is_resource = |operand| {
            let ty = module.types.get(typing::operand_type(module, function, operand));
            let TypeData::Pointer { storage: Storage::Opaque, pointee } = ty else { return false };
            matches!(module.types.get(pointee), TypeData::Image(_) | TypeData::SampledImage(_))
        };
        function.insts.iter().filter(|(_, data)| data.op == Op::Bitcast).any(|(inst, _)| {
            let mut operands = function.operands(inst).iter().copied();
            operands.any(is_resource) || function.result(inst).is_some_and(|it| is_resource(it.into()))
        })
    })
}

/// True if a function has a parameter with this storage and pointee.
pub(super) fn takes(module: &Module, is_it: impl Fn(Storage, Type) -> bool) -> bool {
    module.functions.values().any(|data| {
        data.blocks[data.body].params.iter().any(|&param| match module.types.get(data.values[param].ty) {
            TypeData::Pointer { storage, pointee } => is_it(storage, pointee),
            _ => false,
        })
    })
}

/// Runs the pass.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let wanted = Wanted::of(module, &session.settings);
    let resource = |module: &Module, storage, pointee| wanted.includes(module, storage, pointee);
    let specialized = specialize_parameters(module, session, resource);
    if specialized && wanted.formats {
        formats::close_formats(module);
    }
    usize::from(specialized)
}

/// Makes the copies; `resource` says which pointers are to go. False where something still takes some.
pub(crate) fn specialize_parameters(
    module: &mut Module,
    session: &mut Session,
    resource: impl Fn(&Module, Storage, Type) -> bool,
) -> bool {
    let is_resource = |module: &Module, ty: Type| match module.types.get(ty) {
        TypeData::Pointer { storage, pointee } => resource(module, storage, pointee),
        _ => false,
    };
    let needy: SideTable<Function, Vec<bool>> = module
        .functions
        .values()
        .map(|data| {
            let params = &data.blocks[data.body].params;
            params.iter().map(|&param| is_resource(module, data.values[param].ty)).collect()
        })
        .collect();
    let is_needy = |row: &Vec<bool>| row.contains(&true);
    if !needy.values().any(is_needy) {
        return true;
    }
    // Those that other modules call, or define, keep their parameters.
    let fixed = |id: Function| module.is_root(id) || module.functions[id].is_import();
    if needy.iter().any(|(id, row)| is_needy(row) && fixed(id)) {
        return false;
    }
    let size: usize = module.functions.values().map(|data| data.insts.len()).sum();
    let mut pass =
        Specialize { budget: size.saturating_mul(GROWTH) + LEEWAY, needy, copies: FxHashMap::default() };
    let mut work: Vec<Function> =
        pass.needy.iter().filter(|(_, row)| !is_needy(row)).map(|(id, _)| id).collect();
    let mut next = 0;
    while let Some(&function) = work.get(next) {
        next += 1;
        if !pass.calls(module, session, function, &mut work) {
            return false;
        }
    }
    remove_functions(module, |id| pass.needy.get(id).is_some_and(is_needy));
    true
}

struct Specialize {
    /// By function and parameter: whether it is to go.
    needy: SideTable<Function, Vec<bool>>,
    copies: FxHashMap<Key, Function>,
    /// Instructions that may still be copied.
    budget: usize,
}

impl Specialize {
    /// Redirects the calls in a function; false where that takes too many copies.
    fn calls(
        &mut self,
        module: &mut Module,
        session: &mut Session,
        function: Function,
        work: &mut Vec<Function>,
    ) -> bool {
        let mut paths = Paths::default();
        for (_, inst) in visit::insts(&module.functions[function]) {
            let data = &module.functions[function];
            paths.learn(data, inst, |_| true);
            let Some(callee) = data.callee(inst) else { continue };
            let row = self.needy.get(callee).cloned().unwrap_or_default();
            if row.contains(&true)
                && !self.call((module, session), function, inst, (callee, &row, &paths), work)
            {
                return false;
            }
        }
        true
    }

    fn call(
        &mut self,
        (module, session): (&mut Module, &mut Session),
        function: Function,
        inst: Inst,
        (callee, row, paths): (Function, &[bool], &Paths),
        work: &mut Vec<Function>,
    ) -> bool {
        let data = &module.functions[function];
        let (mut kept, mut chosen) = (Vec::new(), Vec::new());
        for (index, &operand) in data.operands(inst).iter().enumerate() {
            if row.get(index) != Some(&true) {
                kept.push(operand);
            } else if let Some(path) = paths.of(operand, |_| true) {
                chosen.push(path);
            } else {
                return false;
            }
        }
        let fixed = |path: &Path| {
            let indices = path.indices.iter().map(|index| index.constant()).collect();
            (path.global, indices)
        };
        let key: Key = (callee, chosen.iter().map(fixed).collect());
        let free = chosen.iter().flat_map(|path| &path.indices).filter(|index| index.constant().is_none());
        kept.extend(free);
        let copy = match self.copies.get(&key) {
            Some(&copy) => copy,
            None => {
                let size = module.functions[callee].insts.len();
                let Some(rest) = self.budget.checked_sub(size + 1) else { return false };
                self.budget = rest;
                let (copy, edits) = specialize(module, (function, callee), row, &chosen);
                let copy = module.functions.alloc(copy);
                edits.apply(module, copy, session);
                self.copies.insert(key, copy);
                work.push(copy);
                copy
            }
        };
        let data = &mut module.functions[function];
        data.set_operands(inst, &kept);
        data.set_callee(inst, copy);
        true
    }
}

/// A copy of a function, and the edits that put the paths in the place of its resource parameters.
fn specialize(
    module: &mut Module,
    (caller, callee): (Function, Function),
    row: &[bool],
    chosen: &[Path],
) -> (FunctionData, Edits) {
    let mut data = module.functions[callee].clone();
    let params = data.blocks[data.body].params.clone();
    let passing = std::mem::take(&mut data.params);
    let (mut kept, mut gone): (List<Value>, Vec<Value>) = (List::new(), Vec::new());
    for (index, &param) in params.iter().enumerate() {
        if row.get(index) == Some(&true) {
            gone.push(param);
        } else {
            kept.push(param);
            data.params.extend(passing.get(index).copied());
        }
    }
    let body = data.body;
    data.set_params(body, kept);
    let mut head = Vec::new();
    let mut edits = Edits::default();
    for (param, path) in gone.into_iter().zip(chosen) {
        let mut operands = vec![Operand::from(path.global)];
        for &index in &path.indices {
            if index.constant().is_some() {
                operands.push(index);
                continue;
            }
            let ty = typing::operand_type(module, &module.functions[caller], index);
            let value = data.add_param(body, ty, Precision::None);
            data.params.push(ParamData::new(ParamMode::In));
            operands.push(value.into());
        }
        let stand = if operands.len() == 1 {
            operands.first().copied()
        } else {
            let facts = data.values[param];
            let ty = (facts.ty, facts.precision);
            let (inst, value) = data.new_value(Op::Access, &operands, 0, Span::default(), ty);
            head.push(inst);
            Some(value.into())
        };
        edits.forward.extend(stand.map(|stand| (param, stand)));
    }
    data.blocks[body].insts.insert_from_slice(0, &head);
    (data, edits)
}
