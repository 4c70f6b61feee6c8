//! Code sinking: moves operations into the only arm that needs them.
//!
//! ```text
//! %1: f32 = pow %x, %y                        if %c {
//! if %c {                                         %1: f32 = pow %x, %y
//!     store @out, %1                              store @out, %1
//!     merge                                       merge
//! } else {                                    } else {
//!     merge                                       merge
//! }                                           }
//! ```
//!
//! Only operations whose outcome depends on their operands alone are moved: no loads, no samples, no derivatives, nothing that
//! depends on who runs it together. Running one for fewer invocations is always right then. Nothing is moved into a loop, where
//! it would run more often, and what a loop's continuing block uses as well stays in the body. An operation goes to the start of the innermost
//! block that holds all its uses, together with those of its operands that only it needs.

use crate::analysis::nesting::Nesting;
use crate::analysis::uses::Uses;
use crate::framework::session::Session;
use rustc_hash::FxHashMap;
use vitrum_ir::{Block, FunctionData, Inst, Module, Op, visit};

/// Runs the pass; gives the number of operations moved.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let mut moved = 0;
    for (_, function) in module.functions.iter_mut() {
        if function.insts.iter().any(|(_, inst)| matches!(inst.op, Op::If | Op::Switch)) {
            moved += sink(function, session);
        }
    }
    moved
}

fn sink(function: &mut FunctionData, session: &mut Session) -> usize {
    let places = plan(function, session);
    if places.is_empty() {
        return 0;
    }
    let order = visit::insts(function);
    let mut heads: FxHashMap<Block, Vec<Inst>> = FxHashMap::default();
    let mut blocks: Vec<Block> = Vec::new();
    for &(block, inst) in &order {
        if let Some(&place) = places.get(&inst) {
            heads.entry(place).or_default().push(inst);
            blocks.push(block);
        }
    }
    blocks.sort_unstable();
    blocks.dedup();
    for block in blocks {
        function.blocks[block].insts.retain(|inst| !places.contains_key(inst));
    }
    for (block, head) in heads {
        function.blocks[block].insts.insert_from_slice(0, &head);
    }
    places.len()
}

/// The new blocks of the operations that move.
fn plan(function: &FunctionData, session: &mut Session) -> FxHashMap<Inst, Block> {
    let nesting = Nesting::new(function);
    let uses = Uses::new(function);
    let mut places: FxHashMap<Inst, Block> = FxHashMap::default();
    // Users come behind what they use, so they have their places by then.
    for &(block, inst) in visit::insts(function).iter().rev() {
        let data = &function.insts[inst];
        if !data.op.effects().is_pure() {
            continue;
        }
        let users = function.results(inst).flat_map(|value| uses.users(value));
        let mut places_of_users =
            users.map(|user| places.get(user).copied().or_else(|| nesting.block(*user)));
        let Some(Some(first)) = places_of_users.next() else { continue };
        let common =
            places_of_users.try_fold(first, |common, place| meet(function, &nesting, common, place?));
        let Some(target) = common else { continue };
        if let Some(target) = without_loops(function, &nesting, block, target)
            && target != block
            && session.may_change()
        {
            places.insert(inst, target);
        }
    }
    places
}

/// The block around a block.
fn around(function: &FunctionData, nesting: &Nesting, block: Block) -> Option<(Block, Inst)> {
    let owner = nesting.owner(block)?;
    debug_assert!(function.control(owner).is_some(), "blocks are owned by control instructions");
    Some((nesting.block(owner)?, owner))
}

/// The innermost block around two.
fn meet(function: &FunctionData, nesting: &Nesting, mut a: Block, mut b: Block) -> Option<Block> {
    while a != b {
        if nesting.depth(a) >= nesting.depth(b) {
            a = around(function, nesting, a)?.0;
        } else {
            b = around(function, nesting, b)?.0;
        }
    }
    Some(a)
}

/// The outermost block within `from` and around `target`, or that itself, that is in no loop that `from` is not in.
fn without_loops(function: &FunctionData, nesting: &Nesting, from: Block, target: Block) -> Option<Block> {
    let mut at = target;
    let mut best = target;
    while at != from {
        if nesting.depth(at) <= nesting.depth(from) {
            // A continuing block is not within the body whose values it sees.
            return None;
        }
        let (outer, owner) = around(function, nesting, at)?;
        if function.op(owner) == Op::Loop {
            best = outer;
        }
        at = outer;
    }
    Some(best)
}
