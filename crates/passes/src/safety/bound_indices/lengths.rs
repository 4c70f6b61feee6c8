//! Lengths of blocks that end with an array without one, asked for once where a function begins.
//!
//! ```text
//!                                                %1: ptr<buffer, array<f32>> = access @b, 0i32
//!                                                %2: u32 = array_length %1
//!                                                %3: u32 = umax %2, 1u32
//!                                                %4: u32 = isub %3, 1u32
//! loop 0u32 (%i: u32) {                          loop 0u32 (%i: u32) {
//!     ...                                  =>        ...
//!                                                    %5: u32 = umin %j, %4
//!     %p: ptr<buffer, f32> = access @b, 0i32, %j     %p: ptr<buffer, f32> = access @b, 0i32, %5
//! ```
//!
//! That is done for a block with indices in several branches or in a loop. No pass moves a length out of a branch later, since a
//! branch may be taken seldom, and drivers repeat what they unroll.
//!
//! A block that is a variable of its own is there whatever is executed, as `is_surely_there` has it. An element of an array of
//! blocks may be left unbound, so its length is asked for where it is used.

use super::memory::Way;
use super::options::{Class, IndexPolicy};
use super::{Bounder, last_of};
use crate::framework::rewrite::insert_at_start;
use crate::framework::session::Session;
use rustc_hash::FxHashMap;
use vitrum_ir::visit::{self, Event};
use vitrum_ir::{
    Block, Function, FunctionData, Global, Inst, Module, Op, Operand, Precision, Storage, TypeData,
    types::common, typing,
};

/// A block, and the indices that lead to its array.
pub(super) type Array = (Global, Vec<Operand>);

/// A length that is known where a function begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Early {
    pub(super) length: Operand,
    /// The last index, if indices are clamped.
    pub(super) last: Option<Operand>,
}

/// An array with an index that is to be bounded.
struct Asked {
    array: Array,
    /// The block of the first index.
    first: Block,
    /// True if it is worth to ask once.
    is_repeated: bool,
}

impl Bounder {
    /// Asks for lengths where a function begins; gives their number.
    pub(super) fn ask_early(
        &mut self,
        module: &mut Module,
        function: Function,
        session: &mut Session,
    ) -> usize {
        let asked = self.asked(module, &module.functions[function]);
        let arrays: Vec<Array> = asked
            .into_iter()
            .filter(|it| it.is_repeated && session.may_change())
            .map(|it| it.array)
            .collect();
        if arrays.is_empty() {
            return 0;
        }
        let clamps = self.policy(Class::Buffer).0 == IndexPolicy::Clamp;
        insert_at_start(module, function, session, |rewriter| {
            for (global, indices) in arrays {
                let array = rewriter.access(global, &indices);
                let length = rewriter.push(Op::ArrayLength, &[array], 0, common::U32, Precision::None);
                let last = clamps.then(|| last_of(rewriter, length, true));
                self.lengths.insert((global, indices), Early { length, last });
            }
        });
        self.lengths.len()
    }

    /// The length that is known early of the array that an index selects from.
    pub(super) fn early(&self, way: &Way<'_>) -> Option<Early> {
        if self.lengths.is_empty() {
            return None;
        }
        let (base, indices) = way.operands.split_first()?;
        let indices = indices.get(..way.position - 1)?.to_vec();
        self.lengths.get(&(base.global()?, indices)).copied()
    }

    /// The arrays with indices to be bounded, in order of text.
    fn asked(&self, module: &Module, function: &FunctionData) -> Vec<Asked> {
        let mut all: Vec<Asked> = Vec::new();
        if self.policy(Class::Buffer).0 == IndexPolicy::Unchecked || self.leaves_lengths() {
            return all;
        }
        let mut positions: FxHashMap<Array, usize> = FxHashMap::default();
        let mut blocks: Vec<Block> = Vec::new();
        let mut loops = 0;
        visit::walk(function, function.body, |event| match event {
            Event::Enter(block) => blocks.push(block),
            Event::Leave(_) => _ = blocks.pop(),
            Event::Inst(inst) if function.op(inst) == Op::Loop => loops += 1,
            Event::Behind(inst) if function.op(inst) == Op::Loop => loops -= 1,
            Event::Inst(inst) => {
                let Some(array) = self.array(module, function, inst) else { return };
                let Some(&block) = blocks.last() else { return };
                let at = *positions.entry(array.clone()).or_insert(all.len());
                match all.get_mut(at) {
                    Some(known) => known.is_repeated |= loops > 0 || known.first != block,
                    None => all.push(Asked { array, first: block, is_repeated: loops > 0 }),
                }
            }
            Event::Behind(_) => {}
        });
        all
    }

    /// The array without a length from which an index of an address selects, if that is to be bounded.
    fn array(&self, module: &Module, function: &FunctionData, inst: Inst) -> Option<Array> {
        if function.op(inst) != Op::Access {
            return None;
        }
        let (&base, indices) = function.operands(inst).split_first()?;
        let global = base.global()?;
        let data = &module.globals[global];
        if data.storage != Storage::Buffer || module.types.element(data.ty).is_some() {
            return None;
        }
        let mut ty = data.ty;
        for (at, &index) in indices.iter().enumerate() {
            let is_proven = || self.proven.indices.contains(&(inst, at + 1));
            match module.types.get(ty) {
                TypeData::RuntimeArray { .. } => {
                    let clamps = self.policy(Class::Buffer).0 == IndexPolicy::Clamp;
                    let stays = is_proven() || clamps && module.as_int(index) == Some(0);
                    return (!stays).then(|| (global, indices.get(..at).unwrap_or_default().to_vec()));
                }
                TypeData::Struct(_) => {}
                _ if !is_proven() => return None,
                _ => {}
            }
            index.constant()?;
            ty = typing::indexed_type(module, ty, index)?;
        }
        None
    }
}
