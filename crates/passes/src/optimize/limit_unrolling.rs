//! Asks drivers not to unroll loops whose iterations are many words together (`DontUnroll`, SPIR-V section 3.23).
//!
//! Drivers unroll loops that run a known number of times, up to some hundreds of operations, and all passes behind it walk over each
//! copy. A loop of which each iteration reads another part of a variable or value is left to the driver: unrolled, the parts become
//! registers. So is one that reads variables of callers, since drivers inline calls first.

use crate::analysis::Analyses;
use crate::analysis::loops::{Entries, LoopInfo};
use crate::framework::session::Session;
use crate::optimize::cost;
use crate::optimize::unroll_loops::{Owner, indices_of_own};
use rustc_hash::FxHashMap;
use vitrum_ir::visit::{self, Event};
use vitrum_ir::{ControlHints, ControlKind, Function, FunctionData, Inst, Module, Op};

/// Words of the iterations of a loop that drivers may unroll.
const MOST_WORDS: u64 = 512;

/// Marks the loops of a function; gives their number.
pub(crate) fn run(module: &mut Module, function: Function, session: &mut Session) -> usize {
    let data = &module.functions[function];
    if !data.may_have(&[Op::Loop]) {
        return 0;
    }
    let facts = Analyses::new(module, data);
    let loops: Vec<LoopInfo> = facts.loops().iter().copied().collect();
    let mut unrolled: FxHashMap<Inst, u64> = FxHashMap::default();
    let mut marked = Vec::new();
    // Inner loops first: those that drivers unroll count as often as they run.
    for info in loops.iter().rev() {
        let body = words(module, data, info.inst, &unrolled);
        let count = match info.entries {
            Entries::Exactly(count) | Entries::AtMost(count) => {
                count.saturating_sub(u32::from(info.asks_first))
            }
            Entries::Unknown => 1,
        };
        let all = body.words.saturating_mul(u64::from(count.max(1)));
        let hints = data.control(info.inst).map_or(ControlHints::NONE, |control| control.hints);
        let stays = hints.intersects(ControlHints::UNROLL.union(ControlHints::DONT_UNROLL));
        if count > 1 && all > MOST_WORDS && !body.has_parts && !stays {
            marked.push(info.inst);
            unrolled.insert(info.inst, body.words);
        } else {
            unrolled
                .insert(info.inst, if hints.contains(ControlHints::DONT_UNROLL) { body.words } else { all });
        }
    }
    marked.retain(|_| session.may_change());
    let data = &mut module.functions[function];
    for &inst in &marked {
        if let Some(control) = data.control_mut(inst) {
            control.hints.insert(ControlHints::DONT_UNROLL);
        }
    }
    marked.len()
}

/// An iteration of a loop.
#[derive(Default)]
struct Body {
    words: u64,
    /// True if it takes a part of a variable or value by an index.
    has_parts: bool,
}

/// An iteration of a loop, with loops within as drivers unroll them.
fn words(module: &Module, function: &FunctionData, control: Inst, unrolled: &FxHashMap<Inst, u64>) -> Body {
    let mut body = Body::default();
    let mut within = 0u32;
    let Some(ControlKind::Loop { body: first, continuing }) = function.control(control).map(|it| &it.kind)
    else {
        return body;
    };
    for block in std::iter::once(*first).chain(*continuing) {
        visit::walk(function, block, |event| match event {
            Event::Inst(inst) => {
                let mut indices = indices_of_own(module, function, inst, Owner::Caller).iter();
                body.has_parts |= indices.any(|index| index.constant().is_none());
                if within == 0 {
                    let inner = unrolled.get(&inst).copied().unwrap_or(0);
                    body.words = body.words.saturating_add(u64::from(cost::of_inst(function, inst)) + inner);
                }
                within += u32::from(function.op(inst) == Op::Loop);
            }
            Event::Behind(inst) => within -= u32::from(function.op(inst) == Op::Loop),
            Event::Enter(_) | Event::Leave(_) => {}
        });
    }
    body
}
