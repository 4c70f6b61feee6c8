//! Turns `discard` into demotion: the fragment goes on as a helper invocation, so that derivatives stay defined.
//!
//! ```text
//! if %c {                          if %c {
//!     terminate                        intrinsic.demote
//! } else {                             merge
//!     merge                        } else {
//! }                                    merge
//! %1: f32 = dfdx %x                }
//!                                  %1: f32 = dfdx %x
//! ```
//!
//! GLSL leaves open whether what is discarded ends at once; what follows computes nothing that is seen, but derivatives that
//! would be undefined are those of all four neighbours. For devices that would rather not leave the middle of a shader,
//! and for shaders that were written for them. It needs `SPV_EXT_demote_to_helper_invocation`.
//!
//! A demoted fragment goes on as a helper invocation, whose stores to buffers and images have no effect. Nothing else may come
//! of what it does, though the discard kept it from that before. So nothing is done where loops are, to whose end it might
//! not come, in functions that others call, and where atomics or votes are, which tell it from others. A discard stays
//! as well if anything behind it is not defined for all operands: an index or an address that may lead nowhere, a texel
//! that is fetched by its coordinates, a division of integers, or a place that is said never to be reached.

use crate::analysis::memory::{Path, is_surely_there};
use crate::framework::session::Session;
use vitrum_ir::visit::{self, Event};
use vitrum_ir::{Block, Effects, FunctionData, Inst, Intrinsic, Module, Op, Span, Stage};

/// Runs the pass; gives the number of discards that are demotions now.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let Some(entry) = module.entry.filter(|_| module.stage == Stage::Fragment) else { return 0 };
    let tells = |function: &FunctionData| {
        function.insts.values().any(|inst| {
            let acts =
                inst.op.effects().contains(Effects::READS.union(Effects::WRITES)) && inst.op != Op::Call;
            acts || inst.op == Op::Loop
        })
    };
    if module.functions.values().any(tells) {
        return 0;
    }
    let found = found(module, &module.functions[entry]);
    let function = &mut module.functions[entry];
    let mut demoted = 0;
    for (block, terminate) in found {
        if !session.may_change() {
            break;
        }
        let span = function.insts[terminate].span();
        let demote = function.new_inst(Op::Intrinsic, &[], Intrinsic::Demote as u32, span);
        let merge = function.new_inst(Op::Merge, &[], 0, Span::default());
        let insts = &mut function.blocks[block].insts;
        insts.pop();
        insts.extend([demote, merge]);
        demoted += 1;
    }
    demoted
}

/// The discards that can become demotions.
fn found(module: &Module, function: &FunctionData) -> Vec<(Block, Inst)> {
    let others = module.functions.values().filter(|&other| !std::ptr::eq(other, function));
    let calls_are_safe =
        others.into_iter().all(|other| visit::insts(other).iter().all(|row| is_safe(module, other, row.1)));
    let mut found: Vec<(Block, Inst)> = Vec::new();
    visit::walk(function, function.body, |event| {
        let Event::Inst(inst) = event else { return };
        // Without loops, only what comes later in the text is executed later.
        let safe = match function.op(inst) {
            Op::Call => calls_are_safe,
            _ => is_safe(module, function, inst),
        };
        if !safe {
            found.clear();
        }
        if let Some([then, other]) = function.arms(inst)
            && function.insts[inst].result_count() == 0
        {
            let ends = [then, other].map(|block| function.terminator(block).map(|last| (block, last)));
            let ends = ends.into_iter().flatten();
            found.extend(ends.filter(|end| function.insts[end.1].op == Op::Terminate));
        }
    });
    found
}

/// True if a helper invocation can do an instruction whatever its operands are.
fn is_safe(module: &Module, function: &FunctionData, inst: Inst) -> bool {
    let data = &function.insts[inst];
    let operands = function.operands(inst);
    match data.op {
        Op::Unreachable | Op::ImageFetch | Op::ImageRead => false,
        Op::Load | Op::Store | Op::StoreSwizzle => {
            let plain = !function.is_volatile(inst);
            let there =
                |&pointer| is_surely_there(module, function, &Path::resolved(module, function, pointer));
            plain && operands.first().is_some_and(there)
        }
        Op::Sdiv | Op::Udiv | Op::Srem | Op::Smod | Op::Umod => {
            let divisor = operands.get(1).and_then(|operand| operand.constant());
            divisor.and_then(|it| module.constants.as_int(it)).is_some_and(|it| !matches!(it, 0 | -1))
        }
        // The callee is looked at by itself.
        Op::Call => true,
        op => !op.effects().contains(Effects::NO_SPECULATE),
    }
}
