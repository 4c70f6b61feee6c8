//! Arrays of blocks, and arrays of images and textures that naga does not read, become single resources.
//!
//! ```text
//! block #B { a: array<u32, 4> }                         global @b: #B buffer block(std430) set(0) binding(3)
//! global @b: array<#B, 2> buffer block(std430)          global @b_1: #B_1 buffer block(std430) set(0)
//!     set(0) binding(3)                            =>
//! %0: ptr<buffer, u32> = access @b, 1i32, 0i32, %i      %0: ptr<buffer, u32> = access @b_1, 0i32, %i
//! %1: u32 = load %0                                     %1: u32 = load %0
//! %2: ptr<buffer, u32> = access @b, %j, 0i32, %i        %2: u32 = switch %j { case 0i32 { ... load (access @b, 0i32, %i) ... }
//! %3: u32 = load %2                                                           default   { ... load (access @b_1, 0i32, %i) ... } }
//! ```
//!
//! The first element keeps the set and the binding of the array; each of the others gets the first free binding of that set from
//! `assign_locations`, in order, and its report says which. An index out of range chooses the last element. An array without a
//! length has as many elements as `bound_indices.resources` says, or as constant indices ask for. Arrays of textures
//! stay arrays where they are sampled only, since naga has binding arrays of them; so do those of more than 64 elements or of a
//! length that is not known, those that a call gets, and textures whose dynamic index chooses what is sampled with derivatives:
//! such a sample has none within a switch.
//!
//! ANGLE flattens arrays of blocks for HLSL; Tint, naga, NIR and spirv-opt have no such pass: `--split-combined-image-sampler` and
//! `descriptor-scalar-replacement` of spirv-opt are near, the latter with bindings that follow each other.

use super::check_wgpu::reads_element;
use crate::framework::rewrite::{Action, Rewriter, rewrite_each};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use crate::lower::parts::drop_unused_addresses;
use crate::lower::specialize_parameters::casts_resources;
use crate::lower::unused_loads::drop_unused_loads;
use crate::safety::bound_indices::BoundIndices;
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::edit::{remove_globals, replace_globals};
use vitrum_ir::{
    FunctionData, Global, GlobalData, ImageOperands, Inst, Length, Module, Op, Operand, Storage, TypeData,
    Value, visit,
};

/// The longest array that is split.
pub(super) const LONGEST: u32 = 64;

/// The arrays that are split, with their lengths.
type Arrays = FxHashMap<Global, u32>;

/// True if there are arrays of blocks, images or textures.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    module.globals.values().any(|data| count(module, data, settings).is_some()) && !casts_resources(module)
}

/// Splits arrays; gives the number of changes.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let mut arrays = chosen(module, session.settings());
    arrays.retain(|_, _| session.may_change());
    if arrays.is_empty() {
        return 0;
    }
    let mut changes = 0;
    // Each round makes one index of each operand constant.
    loop {
        let mut round = 0;
        rewrite_each(module, session, |rewriter, inst| {
            let Some((index, count)) = dynamic_index(rewriter, inst, &arrays) else { return Action::Keep };
            round += 1;
            select(rewriter, inst, index, count, &arrays)
        });
        if round == 0 {
            break;
        }
        changes += round;
        drop_unused_loads(module, session);
    }
    drop_unused_addresses(module);
    changes + split(module, session, &arrays)
}

/// The number of elements of an array.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Count {
    Known(u32),
    /// As many as constant indices ask for.
    Asked,
}

/// The number of elements of an array of blocks, images, textures or samplers that may be split.
fn count(module: &Module, data: &GlobalData, settings: &Settings) -> Option<Count> {
    let is_resource = match data.storage {
        Storage::Uniform | Storage::Buffer => data.block.is_some(),
        Storage::Opaque => true,
        _ => false,
    };
    let (element, count) = match module.types.get(data.ty) {
        TypeData::Array { element, length: Length::Constant(length) } => (element, Count::Known(length)),
        TypeData::RuntimeArray { element } => {
            let place = data.decorations.binding.map(|it| (data.decorations.set.unwrap_or(0), it));
            let given = settings.options.get::<BoundIndices>().resources.of(place);
            (element, given.map_or(Count::Asked, Count::Known))
        }
        _ => return None,
    };
    let is_flat = module.types.element(element).is_none();
    let is_block = data.block.is_some();
    let is_known = is_block
        || matches!(
            module.types.get(element),
            TypeData::Image(_) | TypeData::SampledImage(_) | TypeData::Sampler { .. }
        );
    let is_short = match count {
        Count::Known(length) => (1..=LONGEST).contains(&length),
        Count::Asked => true,
    };
    (is_resource && is_flat && is_known && is_short).then_some(count)
}

/// The arrays to be split: those that naga does not read, and whose uses are all known.
fn chosen(module: &Module, settings: &Settings) -> Arrays {
    let mut arrays = Arrays::default();
    let mut asked: FxHashSet<Global> = FxHashSet::default();
    for global in module.global_ids() {
        match count(module, &module.globals[global], settings) {
            Some(Count::Known(length)) => _ = arrays.insert(global, length),
            Some(Count::Asked) => {
                arrays.insert(global, 0);
                asked.insert(global);
            }
            None => {}
        }
    }
    let mut unread: FxHashSet<Global> =
        arrays.keys().copied().filter(|&global| module.globals[global].block.is_some()).collect();
    for function in module.functions.values() {
        for (_, inst) in visit::insts(function) {
            unread.extend(reads_element(module, function, inst));
            if is_lead(module, function, inst) {
                continue;
            }
            for (at, &operand) in function.operands(inst).iter().enumerate() {
                for (global, index) in elements(module, function, operand) {
                    let is_dynamic = index.is_some_and(|index| module.as_int(index).is_none());
                    let number = index.and_then(|index| module.as_int(index));
                    if asked.contains(&global) {
                        let needed = number.and_then(|it| u32::try_from(it).ok()?.checked_add(1));
                        match (arrays.get_mut(&global), needed) {
                            (Some(length), Some(needed)) => *length = needed.max(*length),
                            _ => _ = arrays.remove(&global),
                        }
                    }
                    let is_kept = index.is_none()
                        || at > 0
                        || !is_use(function.op(inst))
                        || is_dynamic && has_derivatives(function, inst);
                    if is_kept {
                        arrays.remove(&global);
                    }
                }
            }
        }
    }
    arrays.retain(|global, length| unread.contains(global) && (1..=LONGEST).contains(length));
    arrays
}

/// True if an operation uses an element by its first operand, in a way that is known.
fn is_use(op: Op) -> bool {
    let of_memory = matches!(op, Op::Load | Op::Store | Op::StoreSwizzle | Op::ArrayLength) || op.is_atomic();
    let of_image = matches!(
        op,
        Op::ImageSample
            | Op::ImageGather
            | Op::ImageFetch
            | Op::ImageRead
            | Op::ImageWrite
            | Op::ImageSize
            | Op::ImageLevels
            | Op::ImageSamples
            | Op::ImageQueryLod
    );
    of_memory || of_image
}

/// True if an instruction samples with derivatives that it takes itself.
fn has_derivatives(function: &FunctionData, inst: Inst) -> bool {
    let flags = ImageOperands::from_bits(function.insts[inst].imm);
    let explicit = flags.contains(ImageOperands::LOD) || flags.contains(ImageOperands::GRAD);
    match function.op(inst) {
        Op::ImageSample => !explicit,
        Op::ImageQueryLod => true,
        _ => false,
    }
}

/// True if an instruction only leads to a resource: its users are copied with it.
fn is_lead(module: &Module, function: &FunctionData, inst: Inst) -> bool {
    match function.op(inst) {
        Op::Access | Op::CombineSampler | Op::ImageOf => true,
        Op::Load => function.result_data(inst).is_some_and(|data| {
            matches!(
                module.types.get(data.ty),
                TypeData::Image(_) | TypeData::SampledImage(_) | TypeData::Sampler { .. }
            )
        }),
        _ => false,
    }
}

/// The instructions that lead to an operand, each behind its users: as many as types nest, and two for a texture with a sampler.
fn leads(module: &Module, function: &FunctionData, operand: Operand) -> Vec<Inst> {
    let mut found = Vec::new();
    let mut open = vec![operand];
    while let Some(operand) = open.pop() {
        let Some(inst) = function.definition(operand) else { continue };
        if !is_lead(module, function, inst) {
            continue;
        }
        found.push(inst);
        let count = if function.op(inst) == Op::CombineSampler { 2 } else { 1 };
        open.extend(function.operands(inst).iter().take(count));
    }
    found
}

/// The globals that an operand leads to, each with the first index.
fn elements(module: &Module, function: &FunctionData, operand: Operand) -> Vec<(Global, Option<Operand>)> {
    let mut found: Vec<(Global, Option<Operand>)> =
        operand.global().map(|it| (it, None)).into_iter().collect();
    for inst in leads(module, function, operand) {
        let operands = function.operands(inst);
        let is_access = function.op(inst) == Op::Access;
        for (at, global) in operands.iter().enumerate().filter_map(|(at, it)| Some((at, it.global()?))) {
            found.push((global, operands.get(1).copied().filter(|_| is_access && at == 0)));
        }
    }
    found
}

/// The first index of an operand of an instruction that is not constant, and the length of its array.
fn dynamic_index(rewriter: &Rewriter<'_>, inst: Inst, arrays: &Arrays) -> Option<(Operand, u32)> {
    let (module, function) = (&*rewriter.module, &rewriter.function);
    if is_lead(module, function, inst) || !is_use(function.op(inst)) {
        return None;
    }
    let &first = function.operands(inst).first()?;
    elements(module, function, first).into_iter().find_map(|(global, index)| {
        let index = index.filter(|&it| module.as_int(it).is_none())?;
        Some((index, *arrays.get(&global)?))
    })
}

/// Builds a switch over an index with a copy of the instruction for each element.
fn select(rewriter: &mut Rewriter<'_>, inst: Inst, index: Operand, count: u32, arrays: &Arrays) -> Action {
    let results: Vec<Value> = rewriter.function.results(inst).collect();
    let ty = rewriter.ty(index);
    let last = i64::from(count) - 1;
    let numbers: Vec<i64> = (0..last).collect();
    let given = rewriter.switch_(index, &numbers, |rewriter, number| {
        let constant = rewriter.number(ty, number.unwrap_or(last) as f64);
        copy(rewriter, inst, (index, constant), arrays)
    });
    for (&old, new) in results.iter().zip(given) {
        match new.value() {
            Some(value) => rewriter.inherit(old, value),
            None => rewriter.forward(old, new),
        }
    }
    Action::Remove
}

/// Copies an instruction and what leads to its first operand, with another index of the arrays; gives its results.
fn copy(
    rewriter: &mut Rewriter<'_>,
    inst: Inst,
    change: (Operand, Operand),
    arrays: &Arrays,
) -> Vec<Operand> {
    let mut operands = rewriter.function.operands(inst).to_vec();
    let Some(first) = operands.first_mut() else { return Vec::new() };
    let mut copies: FxHashMap<Value, Operand> = FxHashMap::default();
    let chain = leads(rewriter.module, &rewriter.function, *first);
    for &lead in chain.iter().rev() {
        let mut operands = rewriter.function.operands(lead).to_vec();
        let is_element = rewriter.function.op(lead) == Op::Access
            && operands.first().and_then(|it| it.global()).is_some_and(|it| arrays.contains_key(&it));
        if let Some(index) = operands.get_mut(1).filter(|index| is_element && **index == change.0) {
            *index = change.1;
        }
        for operand in &mut operands {
            if let Some(&copy) = operand.value().and_then(|value| copies.get(&value)) {
                *operand = copy;
            }
        }
        let results = rewriter.copy_with(lead, &operands);
        if let (Some(old), Some(&new)) = (rewriter.function.result(lead), results.first()) {
            copies.insert(old, new);
        }
    }
    if let Some(&copy) = first.value().and_then(|value| copies.get(&value)) {
        *first = copy;
    }
    rewriter.copy_with(inst, &operands)
}

/// Replaces the arrays, all of whose indices are constants.
fn split(module: &mut Module, session: &mut Session, arrays: &Arrays) -> usize {
    let mut order: Vec<(Global, u32)> = arrays.iter().map(|(&global, &length)| (global, length)).collect();
    order.sort_unstable();
    let mut replacements = FxHashMap::default();
    for (global, length) in order {
        let mut list = vec![module.globals[global].clone()];
        list.extend((0..length).filter_map(|index| element(module, global, index)));
        replacements.insert(global, list);
    }
    let replaced = replace_globals(module, replacements);
    let elements: FxHashMap<Global, &[Global]> = replaced
        .values()
        .filter_map(|list| list.split_first())
        .filter(|(_, elements)| !elements.is_empty())
        .map(|(&old, elements)| (old, elements))
        .collect();
    let changes = rewrite_each(module, session, |rewriter, inst| {
        if rewriter.function.op(inst) != Op::Access {
            return Action::Keep;
        }
        let operands = rewriter.function.operands(inst).to_vec();
        let [base, index, rest @ ..] = operands.as_slice() else { return Action::Keep };
        let Some(elements) = base.global().and_then(|it| elements.get(&it)) else { return Action::Keep };
        let Some(index) = rewriter.module.as_int(*index) else { return Action::Keep };
        // As by `clamp_constant_indices`.
        let index = usize::try_from(index).unwrap_or(0).min(elements.len() - 1);
        let element = elements[index];
        let place = if rest.is_empty() { element.into() } else { rewriter.access(element, rest) };
        rewriter.replace(inst, place)
    });
    remove_globals(module, |global| elements.contains_key(&global));
    changes
}

/// An element of an array as a global by itself.
fn element(module: &mut Module, global: Global, index: u32) -> Option<GlobalData> {
    let mut data = module.globals[global].clone();
    let mut ty = module.types.element(data.ty)?;
    if index > 0 {
        let name = format!("{}_{index}", module.names.get(data.name));
        data.name = module.names.intern(&name);
        data.decorations.set = data.decorations.set.or(data.decorations.binding.map(|_| 0));
        data.decorations.binding = None;
        // Blocks are told apart by the names of their structs.
        if let (TypeData::Struct(id), true) = (module.types.get(ty), data.block.is_some()) {
            let mut block = module.structs[id].clone();
            let name = format!("{}_{index}", module.names.get(block.name));
            block.name = module.names.intern(&name);
            let id = module.structs.alloc(block);
            ty = module.types.intern(TypeData::Struct(id));
        }
    }
    data.ty = ty;
    data.pointer = module.types.pointer(data.storage, ty);
    Some(data)
}
