//! Dead code elimination (DCE) of instructions, block parameters, results, stores, branches and loops.
//!
//! ```text
//! %x: ptr<function, f32> = var                  if %c {
//! store %x, 1.0f32                                  store @out, 2.0f32
//! %1: f32 = if %c {                                 merge
//!     store @out, 2.0f32                        } else {
//!     merge 3.0f32                                  merge
//! } else {                                      }
//!     merge 4.0f32
//! }
//! ```
//!
//! An instruction is live if it writes what others see, leaves the function, or if a live one uses its result.
//! Results and block parameters are live one by one, so a variable that only counts itself around a loop goes
//! with its parameter. A local variable that is never read takes its stores along. A loop without effects goes
//! whether or not it ends, as in other compilers, unless it waits for other invocations
//! ([`crate::analysis::others`]), and so does a call of a function that does nothing but give its
//! result. Functions that nothing calls go by a pass of their own, `eliminate_dead_functions`.

mod liveness;

use crate::framework::function_summaries::FunctionSummaries;
use crate::framework::module_facts::ModuleFacts;
use crate::framework::rewrite::{Action, Part, Rewriter, Visitor, part_block, rewrite_function};
use crate::framework::session::Session;
use liveness::{Liveness, liveness};
use vitrum_ir::{Function, Inst, Linkage, List, Module, Op, Operand, SideTable, Value};

/// Runs the pass; gives the number of instructions, results and parameters removed.
pub(crate) fn run(
    module: &mut Module,
    function: Function,
    session: &mut Session,
    around: &ModuleFacts,
) -> usize {
    let Some(live) = liveness(module, &module.functions[function], session, around) else { return 0 };
    rewrite_function(module, function, session, Eliminate { live, scopes: Vec::new() })
}

struct Eliminate {
    live: Liveness,
    scopes: Vec<Scope>,
}

/// A control instruction around the current one, and what stays of the values that go through it.
struct Scope {
    op: Op,
    results: Vec<bool>,
    /// Parameters of the body of a loop, or of the cases of a switch.
    entry: Vec<bool>,
    /// Parameters of the continuing block of a loop.
    continued: Vec<bool>,
    /// True if there is a continuing block: `continue` passes its parameters on, and else those of the body.
    continues: bool,
    /// True if all of them stay.
    whole: bool,
}

impl Visitor for Eliminate {
    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        if !self.live.inst(inst) {
            return Action::Remove;
        }
        let op = rewriter.function.op(inst);
        if op.is_control() {
            self.control(rewriter, inst, op);
        } else if op.is_terminator() {
            self.terminator(rewriter, inst, op);
        }
        Action::Keep
    }

    fn enter(&mut self, rewriter: &mut Rewriter<'_>, control: Inst, part: Part) {
        let Some(block) = part_block(&rewriter.function, control, part) else { return };
        if rewriter.function.blocks[block].params.iter().all(|&param| self.live.value(param)) {
            return;
        }
        let params = std::mem::take(&mut rewriter.function.blocks[block].params);
        let count = params.len();
        let kept: List<Value> = params.into_iter().filter(|&param| self.live.value(param)).collect();
        rewriter.changes += count - kept.len();
        rewriter.function.set_params(block, kept);
    }

    fn leave(&mut self, _rewriter: &mut Rewriter<'_>, _control: Inst) {
        self.scopes.pop();
    }
}

impl Eliminate {
    fn control(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst, op: Op) {
        let params = |part| {
            let block = part_block(&rewriter.function, inst, part);
            block.map_or(&[][..], |block| &rewriter.function.blocks[block].params)
        };
        let live =
            |values: &[Value]| values.iter().map(|&value| self.live.value(value)).collect::<Vec<bool>>();
        let old: Vec<Value> = rewriter.function.results(inst).collect();
        let results = live(&old);
        let (entry, continued) = match op {
            Op::Loop => (live(params(Part::Body)), live(params(Part::Continuing))),
            Op::Switch => (self.live.switch_params(&rewriter.function, inst), Vec::new()),
            _ => (Vec::new(), Vec::new()),
        };
        let continues = part_block(&rewriter.function, inst, Part::Continuing).is_some();
        let skip = usize::from(op == Op::Switch);
        if entry.contains(&false) {
            let kept = keep(rewriter.function.operands(inst), skip, &entry);
            rewriter.function.set_operands(inst, &kept);
        }
        if results.contains(&false) {
            let kept: Vec<Value> = old.into_iter().filter(|&value| self.live.value(value)).collect();
            rewriter.changes += results.len() - kept.len();
            let types = rewriter.function.types_of(kept.iter().copied());
            let new = rewriter.replace_results(inst, &types);
            for (&old, &new) in kept.iter().zip(&new) {
                rewriter.inherit(old, new);
            }
        }
        let whole = ![&results, &entry, &continued].iter().any(|mask| mask.contains(&false));
        self.scopes.push(Scope { op, results, entry, continued, continues, whole });
    }

    fn terminator(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst, op: Op) {
        let target = self.scopes.iter().rev().find(|scope| liveness::targets(op, scope.op));
        let Some(scope) = target else { return };
        if scope.whole {
            return;
        }
        let operands = rewriter.function.operands(inst);
        let kept = match op {
            Op::Merge | Op::Break => keep(operands, 0, &scope.results),
            Op::Continue if scope.continues => keep(operands, 0, &scope.continued),
            Op::Continue => keep(operands, 0, &scope.entry),
            Op::Next | Op::Fallthrough => keep(operands, 0, &scope.entry),
            Op::BreakIf => {
                let broken = rewriter.function.insts[inst].imm as usize;
                let mask: Vec<bool> = scope.results.iter().chain(&scope.entry).copied().collect();
                let left = scope.results.iter().take(broken).filter(|&&live| live).count();
                let kept = keep(operands, 1, &mask);
                rewriter.function.set_imm(inst, left as u32);
                kept
            }
            _ => return,
        };
        rewriter.function.set_operands(inst, &kept);
    }
}

/// The first `skip` operands, and those of the rest that the mask keeps.
fn keep(operands: &[Operand], skip: usize, mask: &[bool]) -> Vec<Operand> {
    let mask = std::iter::repeat_n(true, skip).chain(mask.iter().copied()).chain(std::iter::repeat(true));
    operands.iter().zip(mask).filter(|row| row.1).map(|row| *row.0).collect()
}

/// Removes the functions that the entry point does not reach, unless other modules may call them; gives how many.
pub(crate) fn run_on_functions(module: &mut Module, session: &mut Session) -> usize {
    let reached = reached_functions(module, &mut session.summaries);
    if reached.values().all(|&reached| reached) || !session.may_change() {
        return 0;
    }
    session.summaries.keep_others();
    session.summaries.remove_functions(module, |id| !reached.at(id))
}

/// For each function, whether the entry point reaches it or other modules may call it.
pub(crate) fn reached_functions(
    module: &Module,
    summaries: &mut FunctionSummaries,
) -> SideTable<Function, bool> {
    // An intrinsic that calls a function reaches it, as calls do.
    let is_callback = |id: &Function| matches!(module.functions[*id].linkage, Linkage::Callback(_));
    let mut work: Vec<Function> = module.roots().filter(|id| !is_callback(id)).collect();
    // Without a root the module is a part of something, and nothing is known of its functions.
    if module.functions.len() == 1 || work.is_empty() {
        return SideTable::filled(module.functions.len(), true);
    }
    let mut reached = SideTable::filled(module.functions.len(), false);
    while let Some(function) = work.pop() {
        let Some(slot) = reached.get_mut(function) else { continue };
        if std::mem::replace(slot, true) {
            continue;
        }
        work.extend(module.functions[function].instance.as_ref().map(|instance| instance.generic));
        // Most functions call nobody.
        if module.functions[function].may_call() {
            work.extend(summaries.of(module, function).calls.iter().map(|call| call.1));
        }
    }
    reached
}
