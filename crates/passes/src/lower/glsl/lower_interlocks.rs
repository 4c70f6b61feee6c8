//! Critical sections of fragments begin and end in the entry point, outside of control flow, and once, as GLSL wants.
//!
//! ```text
//! fn &main() -> void {                    fn &main() -> void {
//!                                             intrinsic.begin_interlock
//!     if %c {                         =>      if %c {
//!         intrinsic.begin_interlock
//!         call &f                                 call &f
//!         intrinsic.end_interlock
//!         merge                                   merge
//!     } else {                                } else {
//!         merge                                   merge
//!     }                                       }
//!                                             intrinsic.end_interlock
//!     return                                  return
//! }                                       }
//! ```
//!
//! In SPIR-V, the marks may be in branches and functions. A longer section orders more than was asked for.

use crate::analysis::calls::Calls;
use crate::framework::rewrite::{Action, rewrite_in};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use crate::lower::unify_returns;
use rustc_hash::FxHashSet;
use vitrum_ir::{Block, Function, FunctionData, Inst, Intrinsic, Module, Op, visit};

/// True if the target is GLSL, and a mark stands where it may not.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    let Some(entry) = module.entry.filter(|_| settings.glsl.is_some()) else { return false };
    let begins = |inst: &Inst| module.functions[entry].intrinsic(*inst) == Some(Intrinsic::BeginInterlock);
    if module.functions[entry].inst_ids().filter(begins).count() > 1 {
        return true;
    }
    module.functions.iter().any(|(id, function)| {
        let is_inner = |block: Block| id != entry || block != function.body;
        function.inst_ids().any(|inst| mark(function, inst))
            && visit::insts(function).into_iter().any(|(block, inst)| mark(function, inst) && is_inner(block))
    })
}

/// Runs the lowering; gives the number of changes.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let Some(entry) = module.entry else { return 0 };
    // A mark may not come after a return.
    let function = &module.functions[entry];
    let returns = visit::insts(function).into_iter().filter(|&(_, inst)| function.op(inst) == Op::Return);
    let mut count = if returns.count() > 1 { unify_returns::run(module, session) } else { 0 };
    let Some((first, behind)) = section(module, entry) else { return count };
    let ids: Vec<Function> = module.code_ids().collect();
    for id in ids {
        count += rewrite_in(module, id, session, |rewriter, inst| {
            let put = |at: Inst| id == entry && inst == at;
            if put(first) {
                rewriter.push_effect(Op::Intrinsic, &[], Intrinsic::BeginInterlock as u32);
            }
            if put(behind) {
                rewriter.push_effect(Op::Intrinsic, &[], Intrinsic::EndInterlock as u32);
            }
            if mark(&rewriter.function, inst) { Action::Remove } else { Action::Keep }
        });
    }
    count
}

/// True for the begin or the end of a section.
fn mark(function: &FunctionData, inst: Inst) -> bool {
    matches!(function.intrinsic(inst), Some(Intrinsic::BeginInterlock | Intrinsic::EndInterlock))
}

/// The first instruction of the entry point's body that reaches a mark, and the one behind the last.
fn section(module: &Module, entry: Function) -> Option<(Inst, Inst)> {
    let mut reaching: FxHashSet<Function> = FxHashSet::default();
    let reaches = |function: &FunctionData, inst: Inst, reaching: &FxHashSet<Function>| {
        mark(function, inst) || function.callee(inst).is_some_and(|callee| reaching.contains(&callee))
    };
    for &id in Calls::new(module).bottom_up() {
        let function = &module.functions[id];
        if visit::insts(function).into_iter().any(|(_, inst)| reaches(function, inst, &reaching)) {
            reaching.insert(id);
        }
    }
    let function = &module.functions[entry];
    let holds = |inst: Inst| {
        reaches(function, inst, &reaching)
            || function.control(inst).is_some_and(|control| {
                control.blocks().any(|block| {
                    visit::insts_of(function, block)
                        .into_iter()
                        .any(|(_, inst)| reaches(function, inst, &reaching))
                })
            })
    };
    let body = &function.blocks[function.body].insts;
    let first = body.iter().position(|&inst| holds(inst))?;
    let last = body.iter().rposition(|&inst| holds(inst))?;
    Some((*body.get(first)?, *body.get(last + 1)?))
}
