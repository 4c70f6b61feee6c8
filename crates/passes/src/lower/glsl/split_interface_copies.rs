//! Takes whole blocks of the interface and of resources, arrays of built-in variables and arrays of vertices apart where
//! they are loaded or stored, and stores the values that outputs begin with.
//!
//! ```text
//! global @c: #C output block(interface) = #C(1.0f32, 2.0f32)
//! global @m: array<i32, 1> output builtin(sample_mask)
//! fn &main() -> void {                                =>  fn &main() -> void {
//!                                                             %1: ptr<output, f32> = access @c, 0i32
//!                                                             store %1, 1.0f32
//!                                                             %2: ptr<output, f32> = access @c, 1i32
//!                                                             store %2, 2.0f32
//!                                                             %3: ptr<output, i32> = access @m, 0i32
//!     store @m, array<i32, 1>(7i32)                           store %3, 7i32
//! ```
//!
//! GLSL has no values of blocks, no whole arrays whose size is implied, and no initialisers of outputs. In tessellation control
//! shaders, each invocation stores its vertex, the first one stores what is of the patch, and a barrier follows.

use super::gather_builtins::block_for;
use crate::framework::rewrite::{Action, Rewriter, Visitor, rewrite_function};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use vitrum_ir::types::common;
use vitrum_ir::{
    BuiltIn, Constant, Function, FunctionData, Global, GlobalData, Inst, Intrinsic, Module, Op, Operand,
    Precision, Qualifiers, Stage, Storage, Type, TypeData, machine, typing,
};

/// The scope of a tessellation control shader's barrier, of its memory, and what it orders.
const BARRIER: [u32; 3] = [2, 4, 0];
/// Values of more parts stay whole.
const MOST_PARTS: u32 = 1 << 12;
/// The vertices of a patch as inputs are declared in GLSL without a number.
const MAX_PATCH_VERTICES: u32 = 32;

/// True if the target is GLSL, and something begins with a value or may be copied whole.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    settings.glsl.is_some()
        && (module.globals.values().any(begins)
            || module
                .functions
                .values()
                .any(|function| function.inst_ids().any(|inst| copied(module, function, inst).is_some())))
}

/// Runs the lowering; gives the number of changes.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let mut initial: Vec<(Global, Constant)> = Vec::new();
    if module.entry.is_some() {
        for id in module.globals_that(begins) {
            initial.extend(module.globals[id].initializer.take().map(|value| (id, value)));
        }
    }
    let invocation = (!initial.is_empty() && module.stage == Stage::TessControl).then(|| invocation(module));
    let entry = module.entry;
    let ids: Vec<Function> = module.code_ids().collect();
    let walks = ids.into_iter().map(|id| {
        let initial = if entry == Some(id) { std::mem::take(&mut initial) } else { Vec::new() };
        rewrite_function(module, id, session, SplitCopies { initial, invocation })
    });
    walks.sum()
}

/// True if an output begins with a value.
fn begins(data: &GlobalData) -> bool {
    data.storage == Storage::Output && data.initializer.is_some()
}

/// The number of the invocation, which is added if the module does not have it.
fn invocation(module: &mut Module) -> Global {
    if let Some((global, None)) = module.find_builtin(Storage::Input, BuiltIn::InvocationId) {
        return global;
    }
    let global = module.add_global("gl_InvocationID", common::I32, Storage::Input);
    module.globals[global].decorations.builtin = Some(BuiltIn::InvocationId);
    global
}

/// A part of the interface that an address leads to.
#[derive(Clone, Copy, Debug)]
struct Place {
    ty: Type,
    /// True for a block, or an array of blocks.
    is_block: bool,
    /// True for arrays whose size follows from the text.
    is_implied: bool,
}

impl Place {
    fn of(module: &Module, global: Global) -> Option<Self> {
        let data = &module.globals[global];
        if matches!(data.storage, Storage::Uniform | Storage::Buffer | Storage::PushConstant) {
            let place = Self { ty: data.ty, is_block: true, is_implied: false };
            return data.block.is_some().then_some(place);
        }
        if !matches!(data.storage, Storage::Input | Storage::Output) {
            return None;
        }
        let is_vertices = has_implied_size(module, data) || block_for(module, data).is_some();
        let is_implied = is_vertices || is_implied(data.decorations.builtin, data.decorations.qualifiers);
        Some(Self { ty: data.ty, is_block: data.block.is_some(), is_implied })
    }

    /// One of its parts; those of arrays are alike.
    fn part(self, module: &Module, index: u32) -> Option<Self> {
        let ty = typing::part_type(module, self.ty, index)?;
        let TypeData::Struct(id) = module.types.get(self.ty) else {
            return Some(Self { ty, is_implied: false, ..self });
        };
        let decorations = &module.structs[id].members.get(index as usize)?.decorations;
        let is_implied = is_implied(decorations.builtin, decorations.qualifiers);
        Some(Self { ty, is_block: false, is_implied })
    }

    /// The number of its parts, if GLSL has no value of it.
    fn parts(self, module: &Module) -> Option<u32> {
        match module.types.get(self.ty) {
            TypeData::Struct(id) if self.is_block => Some(module.structs[id].members.len() as u32),
            TypeData::Array { .. } if self.is_block || self.is_implied => module.types.length(self.ty),
            _ => None,
        }
    }

    /// True if it has few parts in all.
    fn is_small(self, module: &Module) -> bool {
        let mut pending = vec![self];
        let mut count = 0;
        while let Some(place) = pending.pop() {
            let parts = place.parts(module).unwrap_or(0);
            count += parts;
            if count > MOST_PARTS {
                return false;
            }
            pending.extend((0..parts).filter_map(|index| place.part(module, index)));
        }
        true
    }
}

/// True for arrays of built-in variables whose size follows from the indices, unless they are declared again.
fn is_implied(builtin: Option<BuiltIn>, qualifiers: Qualifiers) -> bool {
    let is_sized = qualifiers.contains(Qualifiers::REDECLARED);
    matches!(builtin, Some(BuiltIn::SampleMask | BuiltIn::ClipDistance | BuiltIn::CullDistance)) && !is_sized
}

/// True if inputs of tessellation stages are of another number of vertices than that of the language, so that they are declared
/// without one.
pub fn has_implied_size(module: &Module, data: &GlobalData) -> bool {
    data.storage == Storage::Input
        && matches!(module.stage, Stage::TessControl | Stage::TessEvaluation)
        && machine::is_arrayed(module, data)
        && module.types.length(data.ty).is_some_and(|length| length != MAX_PATCH_VERTICES)
}

/// The place that an instruction loads or stores whole, if GLSL has no value of it.
fn copied(module: &Module, function: &FunctionData, inst: Inst) -> Option<Place> {
    if !matches!(function.op(inst), Op::Load | Op::Store) {
        return None;
    }
    let &pointer = function.operands(inst).first()?;
    let place = match pointer.global() {
        Some(global) => Place::of(module, global)?,
        None => {
            let access = function.definition(pointer).filter(|&it| function.op(it) == Op::Access)?;
            let (base, indices) = function.operands(access).split_first()?;
            let whole = Place::of(module, base.global()?)?;
            indices.iter().try_fold(whole, |place, &index| {
                let index = module.as_int(index).and_then(|index| u32::try_from(index).ok());
                place.part(module, index.unwrap_or(0))
            })?
        }
    };
    (place.parts(module).is_some() && place.is_small(module)).then_some(place)
}

struct SplitCopies {
    /// The values that the entry point stores.
    initial: Vec<(Global, Constant)>,
    /// The number of the invocation, where several share the outputs.
    invocation: Option<Global>,
}

impl Visitor for SplitCopies {
    fn start(&mut self, rewriter: &mut Rewriter<'_>) {
        let initial = std::mem::take(&mut self.initial);
        if initial.is_empty() {
            return;
        }
        let Some(invocation) = self.invocation else {
            for (global, value) in initial {
                if let Some(place) = Place::of(rewriter.module, global) {
                    store(rewriter, place, global.into(), value.into());
                }
            }
            return;
        };
        let number = rewriter.load(invocation);
        let is_patch = |rewriter: &Rewriter<'_>, global: Global| {
            !machine::is_arrayed(rewriter.module, &rewriter.module.globals[global])
        };
        let (of_patch, of_vertices): (Vec<_>, Vec<_>) =
            initial.into_iter().partition(|row| is_patch(rewriter, row.0));
        for (global, value) in of_vertices {
            let Some(place) = Place::of(rewriter.module, global).and_then(|it| it.part(rewriter.module, 0))
            else {
                continue;
            };
            let length = rewriter.module.types.length(rewriter.module.globals[global].ty).unwrap_or(0);
            let values: Vec<Constant> =
                (0..length).filter_map(|index| extract(rewriter, value, index)).collect();
            let pointer = rewriter.access(global, &[number]);
            store_chosen(rewriter, place, pointer, &values, number);
        }
        if !of_patch.is_empty() {
            let zero = rewriter.module.constants.i32(0).into();
            let is_first = rewriter.op(Op::Ieq, &[number, zero]);
            let stores = |rewriter: &mut Rewriter<'_>| {
                for (global, value) in of_patch {
                    if let Some(place) = Place::of(rewriter.module, global) {
                        store(rewriter, place, global.into(), value.into());
                    }
                }
            };
            rewriter.if_(is_first, stores, |_| ());
        }
        let barrier = BARRIER.map(|number| Operand::from(rewriter.module.constants.u32(number)));
        rewriter.push_effect(Op::Intrinsic, &barrier, Intrinsic::ControlBarrier as u32);
    }

    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        if let Some(part) = extracted(rewriter, inst) {
            return rewriter.replace(inst, part);
        }
        let Some(place) = copied(rewriter.module, &rewriter.function, inst) else { return Action::Keep };
        match *rewriter.function.operands(inst) {
            [pointer] => {
                let value = load(rewriter, place, pointer);
                rewriter.replace(inst, value)
            }
            [pointer, value] => {
                store(rewriter, place, pointer, value);
                Action::Remove
            }
            _ => Action::Keep,
        }
    }
}

/// Builds a load of each part, and the whole of them.
fn load(rewriter: &mut Rewriter<'_>, place: Place, pointer: Operand) -> Operand {
    let Some(count) = place.parts(rewriter.module) else { return rewriter.load(pointer) };
    let mut parts = Vec::with_capacity(count as usize);
    for index in 0..count {
        if let Some((part, at)) = part(rewriter, place, pointer, index) {
            parts.push(load(rewriter, part, at));
        }
    }
    rewriter.push(Op::Construct, &parts, 0, place.ty, Precision::None)
}

/// Builds a store of each part.
fn store(rewriter: &mut Rewriter<'_>, place: Place, pointer: Operand, value: Operand) {
    let Some(count) = place.parts(rewriter.module) else { return rewriter.store(pointer, value) };
    for index in 0..count {
        if let Some((part, at)) = part(rewriter, place, pointer, index) {
            let value = part_of(rewriter, value, index);
            store(rewriter, part, at, value);
        }
    }
}

/// Builds a store of the value that an index selects from constants: of each part, unless all of them are the same.
fn store_chosen(
    rewriter: &mut Rewriter<'_>,
    place: Place,
    pointer: Operand,
    values: &[Constant],
    index: Operand,
) {
    let Some(&first) = values.first() else { return };
    if values.iter().all(|&value| value == first) {
        return store(rewriter, place, pointer, first.into());
    }
    let Some(count) = place.parts(rewriter.module) else {
        let array = rewriter.module.types.array(place.ty, values.len() as u32);
        let array = rewriter.module.constants.composite(array, values);
        let value = rewriter.op(Op::ExtractDynamic, &[array.into(), index]);
        return rewriter.store(pointer, value);
    };
    for number in 0..count {
        if let Some((part, at)) = part(rewriter, place, pointer, number) {
            let parts: Vec<Constant> =
                values.iter().filter_map(|&value| extract(rewriter, value, number)).collect();
            store_chosen(rewriter, part, at, &parts, index);
        }
    }
}

/// A part of a value, which may have been made of its parts.
fn part_of(rewriter: &mut Rewriter<'_>, whole: Operand, index: u32) -> Operand {
    let made = rewriter.function.definition(whole).filter(|&it| rewriter.function.op(it) == Op::Construct);
    let made = made.and_then(|it| rewriter.function.operands(it).get(index as usize).copied());
    let ty = typing::part_type(rewriter.module, rewriter.ty(whole), index);
    let is_part = |part: &Operand| ty == Some(rewriter.ty(*part));
    made.filter(is_part).unwrap_or_else(|| rewriter.op_imm(Op::Extract, &[whole], index))
}

/// The member that an instruction extracts from a struct that was made of its members.
fn extracted(rewriter: &Rewriter<'_>, inst: Inst) -> Option<Operand> {
    let function = &rewriter.function;
    let (Op::Extract, &[whole]) = (function.op(inst), function.operands(inst)) else { return None };
    let made = function.definition(whole).filter(|&it| function.op(it) == Op::Construct)?;
    let is_struct = matches!(rewriter.module.types.get(rewriter.ty(whole)), TypeData::Struct(_));
    function.operands(made).get(function.insts[inst].imm as usize).copied().filter(|_| is_struct)
}

/// A part of a constant.
fn extract(rewriter: &mut Rewriter<'_>, whole: Constant, index: u32) -> Option<Constant> {
    rewriter.op_imm(Op::Extract, &[whole.into()], index).constant()
}

/// A part of a place, and its address.
fn part(rewriter: &mut Rewriter<'_>, place: Place, pointer: Operand, index: u32) -> Option<(Place, Operand)> {
    let part = place.part(rewriter.module, index)?;
    let number = rewriter.module.constants.i32(index as i32).into();
    let mut indices = vec![number];
    let mut base = pointer;
    // Addresses of addresses would be printed in two steps.
    let access = rewriter.function.definition(pointer);
    if let Some(access) = access.filter(|&it| rewriter.function.op(it) == Op::Access) {
        let operands = rewriter.function.operands(access);
        base = *operands.first()?;
        indices.splice(0..0, operands.iter().skip(1).copied());
    }
    Some((part, rewriter.access(base, &indices)))
}
