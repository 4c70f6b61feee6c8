//! Replaces loads of images, textures and samplers by an intrinsic with an index, and atomics on texels by ones on images.
//!
//! ```text
//! four textures from index 1 on
//!
//! %0: ptr<opaque, sampled<2d, f32>> = access @textures, %i   =>  %0: u32 = iadd %i, 1u32
//! %1: sampled<2d, f32> = load %0                                 %1: sampled<2d, f32> = intrinsic.load_handle %0
//! ```
//!
//! Resources are numbered from 0 in the order of sets and bindings, or by their bindings; an array takes as many indices as it
//! has elements. The global says its first index (the decoration `slot`). Structs with resources, and resources that calls get,
//! stay: split structs and inline calls first.
//!
//! Mesa does this in `nir_lower_samplers` and in drivers.

use super::chains::{Chain, Chains, kept_globals};
use super::{emit, slots};
use crate::framework::rewrite::{Action, Rewriter, rewrite_in};
use crate::framework::session::Session;
use crate::framework::settings::{PassOption, PassOptions, Settings};
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::machine::MEMORY_ATOMICS;
use vitrum_ir::{
    Global, GlobalData, Inst, Intrinsic, Module, Op, Operand, Precision, Storage, TypeData, Value, ValueFlags,
};

/// Options of `lower_resource_indices`.
#[derive(Clone, Copy, Debug, Default)]
pub struct ResourceIndices {
    /// True if the index of a resource is its binding.
    pub bindings: bool,
}

/// The options as text.
pub(crate) const OPTIONS: &[PassOption] = &[PassOption {
    name: "indices",
    values: "dense|bindings",
    summary: "the index of a resource: the next free number, or its binding",
    set: set_indices,
}];

fn set_indices(options: &mut PassOptions, text: &str) -> Option<()> {
    let bindings = ["dense", "bindings"].iter().position(|&word| word == text)? == 1;
    options.change(|it: &mut ResourceIndices| it.bindings = bindings);
    Some(())
}

fn is_lowered(module: &Module, data: &GlobalData) -> bool {
    data.storage == Storage::Opaque
        && matches!(
            module.types.get(module.types.innermost(data.ty)),
            TypeData::Image(_)
                | TypeData::SampledImage(_)
                | TypeData::Sampler { .. }
                | TypeData::Tensor { .. }
                | TypeData::AccelerationStructure
        )
}

/// True if the module has resources without an index.
pub(crate) fn is_needed(module: &Module, _: &Settings) -> bool {
    let is_open = |data: &GlobalData| is_lowered(module, data) && data.decorations.slot.is_none();
    module.entry.is_some() && module.globals.values().any(is_open)
}

/// A resource: the first index, and the lengths of its arrays.
struct Row {
    index: u32,
    lengths: Vec<Option<u32>>,
}

/// Lowers them in all functions; gives the number of changes.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let options: ResourceIndices = session.settings().options.get();
    let accesses = |op: Op| matches!(op, Op::Load | Op::Access | Op::TexelPointer);
    let mut kept = kept_globals(module, accesses);
    kept.extend(with_other_texels(module));
    let globals = module.globals_that(|data| is_lowered(module, data));
    let globals: Vec<Global> = globals.into_iter().filter(|global| !kept.contains(global)).collect();
    let indices = match slots::indices(module, &globals, options.bindings) {
        Ok(indices) => indices,
        Err((global, message)) => {
            session.refuse(module.globals[global].origin.span, message);
            return 0;
        }
    };
    let rows: FxHashMap<Global, Row> = globals
        .iter()
        .zip(indices)
        .map(|(&global, index)| {
            (global, Row { index, lengths: slots::lengths(module, module.globals[global].ty) })
        })
        .collect();
    let mut changes = 0;
    for id in module.code_ids() {
        let names: FxHashSet<Global> = rows.keys().copied().collect();
        let mut lowering = Lowering { rows: &rows, chains: Chains::new(names), texels: FxHashMap::default() };
        changes += rewrite_in(module, id, session, |rewriter, inst| lowering.visit(rewriter, inst));
    }
    for (&global, row) in &rows {
        let slot = &mut module.globals[global].decorations.slot;
        changes += usize::from(*slot != Some(row.index));
        *slot = Some(row.index);
    }
    changes
}

/// All resources if the address of a texel is used for something else than an atomic, which no front end does.
fn with_other_texels(module: &Module) -> Vec<Global> {
    let is_texel = |ty| matches!(module.types.get(ty), TypeData::Pointer { storage: Storage::Texel, .. });
    let is_other = |id: vitrum_ir::Function| {
        let function = &module.functions[id];
        vitrum_ir::visit::insts(function).into_iter().any(|(_, inst)| {
            let operands = function.operands(inst).iter().enumerate();
            let mut texels =
                operands.filter(|row| row.1.value().is_some_and(|value| is_texel(function.values[value].ty)));
            texels.any(|(position, _)| position > 0 || !function.op(inst).is_atomic())
        })
    };
    match module.code_ids().any(is_other) {
        true => module.globals_that(|data| data.storage == Storage::Opaque),
        false => Vec::new(),
    }
}

/// The address of a texel: the image, the coordinate, and the sample.
type Texel = (Operand, Operand, Operand);

struct Lowering<'p> {
    rows: &'p FxHashMap<Global, Row>,
    chains: Chains,
    texels: FxHashMap<Value, Texel>,
}

impl Lowering<'_> {
    fn visit(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        match rewriter.function().op(inst) {
            Op::Access => self.chains.access(rewriter, inst),
            Op::Load => self.load(rewriter, inst),
            Op::TexelPointer => self.texel(rewriter, inst),
            op if op.is_atomic() => self.atomic(rewriter, inst, op),
            _ => Action::Keep,
        }
    }

    fn load(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let (Some(result), Some(chain)) =
            (rewriter.function().result(inst), self.chains.of_operand(rewriter, inst, 0))
        else {
            return Action::Keep;
        };
        let ty = rewriter.function().values[result].ty;
        let Some(handle) = self.handle(rewriter, &chain, ty) else { return Action::Keep };
        let flags = rewriter.function().values[result].flags;
        if let Some(value) = handle.value() {
            rewriter.function.values[value].flags = flags;
        }
        rewriter.replace_named(inst, handle)
    }

    /// The resource at an address.
    fn handle(&self, rewriter: &mut Rewriter<'_>, chain: &Chain, ty: vitrum_ir::Type) -> Option<Operand> {
        let row = self.rows.get(&chain.global)?;
        let (mut known, mut computed) = (row.index, None);
        for (position, &index) in chain.indices.iter().enumerate() {
            let inner = row.lengths.get(position + 1..).unwrap_or(&[]);
            let count = inner.iter().fold(1u32, |count, length| count.wrapping_mul(length.unwrap_or(1)));
            match rewriter.module().as_int(index) {
                Some(index) => known = known.wrapping_add(count.wrapping_mul(index as u32)),
                None => computed = Some(emit::scaled(rewriter, index, count, computed)),
            }
        }
        let is_nonuniform = chain
            .indices
            .iter()
            .filter_map(|index| index.value())
            .any(|value| rewriter.function().values[value].flags.contains(ValueFlags::NONUNIFORM));
        let index = emit::sum(rewriter, computed, known);
        if let (true, Some(value)) = (is_nonuniform, index.value()) {
            rewriter.function.values[value].flags.insert(ValueFlags::NONUNIFORM);
        }
        Some(emit::value(rewriter, Intrinsic::LoadHandle, &[index], (ty, Precision::None)))
    }

    fn texel(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let &[image, coordinate, sample] = rewriter.function().operands(inst) else { return Action::Keep };
        let image_type = rewriter.module().types.pointee(rewriter.ty(image));
        let (Some(result), Some(chain), Some(ty)) =
            (rewriter.function().result(inst), self.chains.of(image), image_type)
        else {
            return Action::Keep;
        };
        let Some(handle) = self.handle(rewriter, &chain, ty) else { return Action::Keep };
        self.texels.insert(result, (handle, coordinate, sample));
        rewriter.changes += 1;
        Action::Remove
    }

    fn atomic(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst, op: Op) -> Action {
        let operands = rewriter.function().operands(inst).to_vec();
        let texel =
            operands.first().and_then(|pointer| pointer.value()).and_then(|value| self.texels.get(&value));
        let Some(&(image, coordinate, sample)) = texel else { return Action::Keep };
        let order = rewriter.function().insts[inst].imm;
        let order = emit::number(rewriter, order);
        let place = [image, coordinate, sample, order];
        let value = operands.get(1).copied();
        let (intrinsic, operands) = match (op, value) {
            (Op::AtomicLoad, _) => (Intrinsic::AtomicLoadTexel, place.to_vec()),
            (Op::AtomicStore, Some(value)) => {
                (Intrinsic::AtomicStoreTexel, [value].into_iter().chain(place).collect())
            }
            (_, Some(value)) => {
                let number = MEMORY_ATOMICS.iter().position(|&it| it == op).unwrap_or(0);
                let number = emit::number(rewriter, number as u32);
                let comparator = operands.get(2).copied();
                let all = [number, value].into_iter().chain(place).chain(comparator);
                (Intrinsic::AtomicTexel, all.collect())
            }
            (_, None) => return Action::Keep,
        };
        let Some(result) = rewriter.function().result(inst) else {
            emit::effect(rewriter, intrinsic, &operands);
            return Action::Remove;
        };
        let data = rewriter.function().values[result];
        let old = emit::value(rewriter, intrinsic, &operands, (data.ty, data.precision));
        rewriter.replace_named(inst, old)
    }
}
