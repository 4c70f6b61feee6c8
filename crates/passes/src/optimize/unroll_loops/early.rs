//! Loops that may be left early: their iterations stand one behind the other in a loop that is run once.
//!
//! ```text
//! %r: i32 = loop 0i32 (%i: i32) {              %r: i32 = loop {
//!     %1: bool = slt %i, 2i32                      %c1: bool = ieq %x, 0i32
//!     if %1 { merge } else { break -1i32 }         if %c1 { break 0i32 } else { merge }
//!     %2: bool = ieq %x, %i                        %c2: bool = ieq %x, 1i32
//!     if %2 { break %i } else { merge }            if %c2 { break 1i32 } else { merge }
//!     continue                                     break -1i32
//! } continuing { ... next %3 }                 }
//! ```
//!
//! Every `break` stays what it is, and each iteration is run by those that have not left before, as in the loop. Behind the
//! last iteration nobody comes: the loop is not entered once more.

use super::{Exit, Form, bind};
use crate::framework::rewrite::Rewriter;
use crate::optimize::exits::Exits;
use vitrum_ir::edit::{Renames, copy_block};
use vitrum_ir::{
    Block, ControlData, ControlHints, ControlKind, FunctionData, Inst, List, Op, Operand, Span, Value,
    ValueFlags,
};

impl Form {
    /// A loop with exits that are not all known before, if its iterations can be copied.
    pub(super) fn left_early(function: &FunctionData, control: Inst) -> Option<Self> {
        let data = function.control(control)?;
        let &ControlKind::Loop { body, continuing } = &data.kind else { return None };
        let params = function.blocks[body].params.iter().copied();
        let more = continuing.into_iter().flat_map(|block| function.blocks[block].params.iter().copied());
        let marked = |value: Value| function.values[value].flags.contains(ValueFlags::NONUNIFORM);
        let continues = Exits::of(function, body, Op::Continue);
        let breaks = Exits::of(function, body, Op::Break);
        let copied = !continues.list.is_empty()
            && (continues.is_at_end(function, body) || continues.can_sink(function, body));
        let kept = data.hints.contains(ControlHints::DONT_UNROLL)
            || params.chain(more).chain(function.results(control)).any(marked);
        (copied && !kept).then_some(Self { body, continuing, exit: Exit::Early, continues, breaks })
    }

    /// Makes the loop one that is run once, with so many iterations in it.
    pub(super) fn unroll_early(&self, rewriter: &mut Rewriter<'_>, control: Inst, count: u32) {
        self.unify(rewriter, control);
        let mut renames = Renames::new();
        let mut insts: List<Inst> = List::new();
        let mut entered: Vec<Operand> = rewriter.function.operands(control).to_vec();
        for _ in 0..count {
            bind(rewriter, self.body, &entered, &mut renames);
            let Some(last) = add_copy(&mut rewriter.function, self.body, &mut insts, &mut renames) else {
                return;
            };
            entered = rewriter.function.operands(last).to_vec();
            let Some(continuing) = self.continuing else { continue };
            bind(rewriter, continuing, &entered, &mut renames);
            let function = &mut rewriter.function;
            let Some(last) = add_copy(function, continuing, &mut insts, &mut renames) else { return };
            entered = function.operands(last).to_vec();
            if function.op(last) == Op::BreakIf {
                let given = function.insts[last].imm as usize;
                let next = entered.split_off((1 + given).min(entered.len()));
                insts.push(leave_if(function, &entered));
                entered = next;
            }
        }
        let function = &mut rewriter.function;
        insts.push(function.new_inst(Op::Unreachable, &[], 0, Span::default()));
        let body = function.new_block(&insts);
        function.set_operands(control, &[]);
        if let Some(control) = function.control_mut(control) {
            *control = ControlData::new(ControlKind::Loop { body, continuing: None });
        }
        rewriter.changes += 1;
    }
}

/// Adds a copy of a block to instructions, up to its terminator, which is given back.
fn add_copy(
    function: &mut FunctionData,
    block: Block,
    insts: &mut List<Inst>,
    renames: &mut Renames,
) -> Option<Inst> {
    let copy = copy_block(function, block, renames);
    insts.append(&mut function.blocks[copy].insts);
    insts.pop()
}

/// `break` with results if a condition, the first of the operands, holds.
fn leave_if(function: &mut FunctionData, operands: &[Operand]) -> Inst {
    let (condition, results) = operands.split_at(1.min(operands.len()));
    let leave = function.new_inst(Op::Break, results, 0, Span::default());
    let stay = function.new_inst(Op::Merge, &[], 0, Span::default());
    let [then, other] = [leave, stay].map(|inst| function.new_block(&[inst]));
    let control = ControlData::new(ControlKind::If { then, other });
    function.new_control(Op::If, condition, control, Span::default())
}
