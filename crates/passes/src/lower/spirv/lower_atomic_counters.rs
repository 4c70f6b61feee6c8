//! Atomic counters become elements of storage buffers, one buffer for each binding.
//!
//! ```text
//! global @a: atomic_counter atomic_counter          struct #gl_AtomicCounterBlock_0 { counters: array<u32, 3> }
//!     binding(0) offset(8)                     =>   global @0: #gl_AtomicCounterBlock_0 buffer block(std430)
//! %x: u32 = atomic_iadd @a, 1u32                    %p: ptr<buffer, u32> = access @0, 0i32, 2i32
//!                                                   %x: u32 = atomic_iadd %p, 1u32
//! ```
//!
//! A counter is at its offset. The buffers are named after the bindings of the counters and get bindings of their own
//! like any resource without. Needs every address to start at a global, which `specialize_parameters` sees to.

use crate::framework::rewrite::{Action, Rewriter, Visitor, rewrite};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use crate::hardware::machine::Machine;
use crate::lower::parts::{index_i32, product_of_lengths};
use crate::lower::paths::Paths;
use crate::lower::specialize_parameters::takes;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use vitrum_ir::edit::remove_globals;
use vitrum_ir::{
    Global, Inst, LayoutRule, Length, Member, Module, Op, Operand, Precision, Qualifiers, Storage,
    StructData, Type, TypeData, types::common,
};

/// The start of the name of a buffer; its binding follows.
const BLOCK: &str = "gl_AtomicCounterBlock_";

/// Bytes of a counter.
const COUNTER: u32 = 4;

/// The elements of a buffer that hold a counter, or an array of counters.
#[derive(Clone, Copy, Debug)]
struct CounterRange {
    buffer: Global,
    /// The first element.
    first: u32,
    /// The counter, or the array of counters.
    ty: Type,
}

/// True if the target is Vulkan or a machine, and every address of a counter starts at a global.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    (settings.vulkan || settings.options.find::<Machine>().is_some())
        && module.globals.values().any(|data| data.storage == Storage::AtomicCounter)
        && !takes(module, |storage, _| storage == Storage::AtomicCounter)
}

/// Lowers the counters; gives how many globals were replaced.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let counters = module.globals_that(|data| data.storage == Storage::AtomicCounter);
    // Counters without an offset follow the one before in their buffer (GLSL 4.60 section 4.4.7).
    let mut firsts = Vec::with_capacity(counters.len());
    let mut ends: BTreeMap<u32, (u32, u32)> = BTreeMap::new();
    for &global in &counters {
        let data = &module.globals[global];
        let (_, next) = *ends.entry(data.decorations.binding.unwrap_or(0)).or_default();
        let first = data.decorations.offset.map_or(next, |offset| offset / COUNTER);
        let count = product_of_lengths(module, data.ty).unwrap_or(1);
        let row = ends.entry(data.decorations.binding.unwrap_or(0)).or_default();
        row.1 = first.saturating_add(count);
        row.0 = row.0.max(row.1);
        firsts.push(first);
    }
    let mut buffers = FxHashMap::default();
    for (&binding, &(length, _)) in &ends {
        buffers.insert(binding, add_buffer(module, binding, length.max(1)));
    }
    let mut ranges = FxHashMap::default();
    for (&global, &first) in counters.iter().zip(&firsts) {
        let data = &module.globals[global];
        let Some(&buffer) = buffers.get(&data.decorations.binding.unwrap_or(0)) else { continue };
        ranges.insert(global, CounterRange { buffer, first, ty: data.ty });
    }
    let pointer = module.types.pointer(Storage::Buffer, common::U32);
    rewrite(module, session, |_, _, _| Some(Lower { ranges: &ranges, paths: Paths::default(), pointer }));
    remove_globals(module, |global| ranges.contains_key(&global));
    ranges.len()
}

fn add_buffer(module: &mut Module, binding: u32, length: u32) -> Global {
    let ty = module.types.array(common::U32, length);
    let name = module.names.intern("counters");
    let members = vec![Member::new(name, ty)];
    let name = module.names.intern(&format!("{BLOCK}{binding}"));
    let block = module.structs.alloc(StructData::new(name, members));
    let ty = module.types.intern(TypeData::Struct(block));
    let buffer = module.add_global("", ty, Storage::Buffer);
    module.globals[buffer].block = Some(LayoutRule::Std430);
    module.globals[buffer].decorations.qualifiers = Qualifiers::COHERENT;
    buffer
}

struct Lower<'a> {
    ranges: &'a FxHashMap<Global, CounterRange>,
    paths: Paths,
    pointer: Type,
}

impl Visitor for Lower<'_> {
    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let is_counter = |global| self.ranges.contains_key(&global);
        if let Some(path) = self.paths.learn(&rewriter.function, inst, is_counter) {
            let Some(&range) = self.ranges.get(&path.global) else { return Action::Keep };
            // An address of an array of counters is only used to go on from there.
            if let Some(operands) = element(rewriter, range, &path.indices) {
                rewriter.function.set_operands(inst, &operands);
                if let Some(result) = rewriter.function.result(inst) {
                    rewriter.function.values[result].ty = self.pointer;
                }
                return Action::Keep;
            }
            return Action::Remove;
        }
        for index in 0..rewriter.function.operands(inst).len() {
            let operand = rewriter.function.operands(inst).get(index).copied();
            let range =
                operand.and_then(|operand| operand.global()).and_then(|global| self.ranges.get(&global));
            if let Some(operands) = range.and_then(|&range| element(rewriter, range, &[])) {
                let access = rewriter.push(Op::Access, &operands, 0, self.pointer, Precision::None);
                if let Some(slot) = rewriter.function.operands_mut(inst).get_mut(index) {
                    *slot = access;
                }
            }
        }
        Action::Keep
    }
}

/// The operands of an access to a counter; `None` for what is an array.
fn element(rewriter: &mut Rewriter<'_>, range: CounterRange, indices: &[Operand]) -> Option<Vec<Operand>> {
    let mut ty = range.ty;
    let mut at = Operand::from(rewriter.module.constants.i32(range.first as i32));
    for &index in indices {
        let TypeData::Array { element, length: Length::Constant(_) } = rewriter.module.types.get(ty) else {
            return None;
        };
        ty = element;
        let index = index_i32(rewriter, index);
        let stride = product_of_lengths(rewriter.module, ty).unwrap_or(1);
        let stride = rewriter.module.constants.i32(stride as i32);
        let scaled = if product_of_lengths(rewriter.module, ty) == Some(1) {
            index
        } else {
            rewriter.push(Op::Imul, &[index, stride.into()], 0, common::I32, Precision::None)
        };
        at = if range.first == 0 && at.constant().is_some_and(|at| rewriter.module.constants.is_zero(at)) {
            scaled
        } else {
            rewriter.push(Op::Iadd, &[at, scaled], 0, common::I32, Precision::None)
        };
    }
    if !matches!(rewriter.module.types.get(ty), TypeData::AtomicCounter) {
        return None;
    }
    let zero = rewriter.module.constants.i32(0);
    Some(vec![range.buffer.into(), zero.into(), at])
}
