//! Lets fragments that are discarded go on for their neighbours.
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
//! Nothing is done where loops are, to whose end a fragment might not come that was to be discarded before, in functions that
//! others call, and where atomics or votes are, which tell a demoted fragment from others.

use crate::session::Session;
use vitrum_ir::visit::{self, Descent, Event};
use vitrum_ir::{Block, ControlKind, Effects, FunctionData, Inst, Intrinsic, Module, Op, Span, Stage};

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
    let function = &mut module.functions[entry];
    let mut found: Vec<(Block, Inst)> = Vec::new();
    visit::walk(function, function.body, |event| {
        let Event::Inst(inst) = event else { return Descent::Into };
        if let Some(&ControlKind::If { then, other }) = function.control(inst).map(|control| &control.kind)
            && function.insts[inst].result_count() == 0
        {
            let ends = [then, other].map(|block| function.terminator(block).map(|last| (block, last)));
            let ends = ends.into_iter().flatten();
            found.extend(ends.filter(|end| function.insts[end.1].op == Op::Terminate));
        }
        Descent::Into
    });
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
