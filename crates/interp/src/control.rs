//! Control flow: blocks under masks.
//!
//! A block runs for some lanes, and ends for each of them in some way, its [`Exit`]. A control instruction sorts its
//! lanes by the exits of its blocks: some go on behind it, others leave the block that it stands in as well.

use vitrum_ir::{Block, ControlKind, Inst, Op, Operand, Value as ValueId};

use crate::error::{Error, invalid};
use crate::machine::{Frame, Machine};
use crate::mask::Mask;
use crate::observe::Lane;
use crate::value::Value;

/// Maximum number of iterations of a lane that took an undefined branch. Half of the steps end such loops, too: a rewritten
/// module with more steps in each iteration must not fail where the original ended.
const LONGEST_ASTRAY: u32 = 1024;

/// The exit of a lane from a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exit {
    /// It did not run.
    None,
    /// `merge`: behind the `if`.
    Merge,
    /// `continue` of the innermost loop.
    Continue,
    /// `break` of the innermost loop or switch.
    Break,
    /// `next`: to the body of the loop.
    Next,
    /// `fallthrough`: to the next case.
    Fallthrough,
    /// `return`.
    Return,
    /// The invocation is over.
    Over,
}

/// The instructions that terminators give values to.
#[derive(Clone, Copy, Default)]
struct Targets {
    merge: Option<Inst>,
    break_from: Option<Inst>,
    /// The loop, for `continue` and `next`.
    repeat: Option<Inst>,
    /// The parameters of the case that `fallthrough` goes to.
    next_case: Option<Block>,
}

impl<'m> Machine<'m> {
    /// Runs the body of a function, and returns the lanes that return.
    pub(crate) fn run_body(&mut self, frame: &mut Frame<'m>, mask: &Mask) -> Result<Mask, Error> {
        let exits = self.run_block(frame, frame.function.body, mask, Targets::default())?;
        let mut returning = mask.none_like();
        for (lane, &exit) in exits.iter().enumerate() {
            returning.set(lane, exit == Exit::Return);
        }
        Ok(returning)
    }

    fn run_block(
        &mut self,
        frame: &mut Frame<'m>,
        block: Block,
        mask: &Mask,
        targets: Targets,
    ) -> Result<Vec<Exit>, Error> {
        let mut exits = vec![Exit::None; mask.count()];
        let mut mask = mask.clone();
        self.nesting += 1;
        if self.nesting > self.limits.nesting {
            return Err(Error::Limit("nesting of blocks"));
        }
        let function = frame.function;
        for &inst in &function.blocks[block].insts {
            if !mask.any() {
                break;
            }
            self.steps += 1;
            if self.steps > self.limits.steps {
                return Err(Error::Limit("steps"));
            }
            if let Some(observer) = &mut frame.watch.0 {
                let lane = |number| Lane { number, astray: self.is_tainted(number) };
                observer.inst(inst, &mask.lanes().map(lane).collect::<Vec<_>>());
            }
            let op = function.insts[inst].op;
            if op.is_terminator() {
                for lane in mask.lanes() {
                    let exit = self.terminate(frame, inst, lane, targets)?;
                    if let Some(slot) = exits.get_mut(lane) {
                        *slot = exit;
                    }
                }
                break;
            }
            let before = mask.clone();
            if op.is_control() {
                self.run_control(frame, inst, &mut mask, &mut exits, targets)?;
            } else {
                self.execute(frame, inst, &mut mask)?;
            }
            for lane in before.lanes() {
                if !mask.contains(lane) && exits.get(lane) == Some(&Exit::None) {
                    exits[lane] = Exit::Over;
                }
            }
        }
        self.nesting -= 1;
        Ok(exits)
    }

    /// Runs a control instruction. `mask` keeps the lanes that go on behind it; the others' exits are noted.
    fn run_control(
        &mut self,
        frame: &mut Frame<'m>,
        inst: Inst,
        mask: &mut Mask,
        exits: &mut [Exit],
        targets: Targets,
    ) -> Result<(), Error> {
        let Some(control) = frame.function.control(inst) else {
            return invalid("control flow without blocks");
        };
        match &control.kind {
            &ControlKind::If { then, other } => {
                let (mut yes, mut no) = (mask.none_like(), mask.none_like());
                for lane in mask.lanes() {
                    match self.condition(frame, inst, lane)? {
                        0 => no.set(lane, true),
                        _ => yes.set(lane, true),
                    }
                }
                let targets = Targets { merge: Some(inst), ..targets };
                for (block, lanes) in [(then, yes), (other, no)] {
                    if lanes.any() {
                        let ended = self.run_block(frame, block, &lanes, targets)?;
                        sort(&ended, Exit::Merge, mask, exits);
                    }
                }
                Ok(())
            }
            &ControlKind::Loop { body, continuing } => {
                self.run_loop(frame, inst, (body, continuing), mask, exits)
            }
            ControlKind::Switch { cases } => {
                let mut entering = vec![mask.none_like(); cases.len()];
                for lane in mask.lanes() {
                    let selector = self.condition(frame, inst, lane)?;
                    let position = self.case_of(cases, selector)?;
                    let Some((position, case)) = position.and_then(|at| Some((at, cases.get(at)?))) else {
                        return invalid("a switch without a default case");
                    };
                    let values = frame.function.operands(inst).get(1..).unwrap_or(&[]);
                    let params = &frame.function.blocks[case.block].params;
                    self.assign(frame, params, values, lane)?;
                    entering[position].set(lane, true);
                }
                for (position, case) in cases.iter().enumerate() {
                    let Some(lanes) = entering.get(position).filter(|lanes| lanes.any()).cloned() else {
                        continue;
                    };
                    let next_case = cases.get(position + 1).map(|case| case.block);
                    let targets = Targets { break_from: Some(inst), next_case, ..targets };
                    let ended = self.run_block(frame, case.block, &lanes, targets)?;
                    if let Some(next) = entering.get_mut(position + 1) {
                        for (lane, &exit) in ended.iter().enumerate() {
                            if exit == Exit::Fallthrough {
                                next.set(lane, true);
                            }
                        }
                    }
                    let ended: Vec<Exit> = ended
                        .into_iter()
                        .map(|exit| if exit == Exit::Fallthrough { Exit::None } else { exit })
                        .collect();
                    sort(&ended, Exit::Break, mask, exits);
                }
                Ok(())
            }
        }
    }

    fn run_loop(
        &mut self,
        frame: &mut Frame<'m>,
        inst: Inst,
        (body, continuing): (Block, Option<Block>),
        mask: &mut Mask,
        exits: &mut [Exit],
    ) -> Result<(), Error> {
        let function = frame.function;
        for lane in mask.lanes() {
            self.assign(frame, &function.blocks[body].params, function.operands(inst), lane)?;
        }
        let targets = Targets { break_from: Some(inst), repeat: Some(inst), ..Targets::default() };
        let mut live = mask.clone();
        let mut times = 0;
        while live.any() {
            times += 1;
            if times > LONGEST_ASTRAY || self.steps > self.limits.steps / 2 {
                self.end_astray(&mut live, mask, exits);
            }
            let ended = self.run_block(frame, body, &live, targets)?;
            let mut again = live.none_like();
            for lane in live.lanes() {
                again.set(lane, ended.get(lane) == Some(&Exit::Continue));
            }
            sort_but(&ended, Exit::Continue, Exit::Break, mask, exits);
            if let Some(continuing) = continuing
                && again.any()
            {
                let ended = self.run_block(frame, continuing, &again, targets)?;
                for lane in again.clone().lanes() {
                    again.set(lane, ended.get(lane) == Some(&Exit::Next));
                }
                sort_but(&ended, Exit::Next, Exit::Break, mask, exits);
            }
            live = again;
            // An endless loop without instructions of its own must end, too.
            self.steps += 1;
            if self.steps > self.limits.steps {
                return Err(Error::Limit("steps"));
            }
        }
        Ok(())
    }

    /// Ends lanes that do anything by now, since they may as well go round for ever.
    fn end_astray(&mut self, live: &mut Mask, mask: &mut Mask, exits: &mut [Exit]) {
        for lane in live.clone().lanes() {
            if self.is_tainted(lane) {
                live.set(lane, false);
                mask.set(lane, false);
                self.undefined_memory = true;
                if let Some(exit) = exits.get_mut(lane) {
                    *exit = Exit::Over;
                }
            }
        }
    }

    /// The bits of the first operand, which decides where to go. An undefined one taints the lane.
    fn condition(&mut self, frame: &Frame<'m>, inst: Inst, lane: usize) -> Result<u64, Error> {
        let Some(&condition) = frame.function.operands(inst).first() else {
            return invalid("a branch without a condition");
        };
        let value = self.operand(frame, condition, lane)?;
        Ok(match value.bits() {
            Some(bits) => bits,
            None => {
                self.taint(lane);
                0
            }
        })
    }

    /// The position of the case that takes a selector.
    fn case_of(&mut self, cases: &[vitrum_ir::Case], selector: u64) -> Result<Option<usize>, Error> {
        for (position, case) in cases.iter().enumerate() {
            for &value in &case.values {
                if self.constant(value)?.bits() == Some(selector) {
                    return Ok(Some(position));
                }
            }
        }
        Ok(cases.iter().position(|case| case.default))
    }

    /// Gives values all at once.
    fn assign(
        &mut self,
        frame: &mut Frame<'m>,
        to: &[ValueId],
        from: &[Operand],
        lane: usize,
    ) -> Result<(), Error> {
        let values: Vec<Value> =
            from.iter().map(|&operand| self.operand(frame, operand, lane)).collect::<Result<_, _>>()?;
        for (&target, value) in to.iter().zip(values) {
            frame.set(target, lane, value);
        }
        Ok(())
    }

    /// Executes a terminator for a lane.
    fn terminate(
        &mut self,
        frame: &mut Frame<'m>,
        inst: Inst,
        lane: usize,
        targets: Targets,
    ) -> Result<Exit, Error> {
        let function = frame.function;
        let operands = function.operands(inst);
        let results = |of: Option<Inst>| -> Vec<ValueId> {
            of.map(|inst| function.results(inst).collect()).unwrap_or_default()
        };
        // The parameters of a block of the innermost loop.
        let repeat = targets.repeat.and_then(|inst| function.control(inst));
        let (body, continuing) = match repeat.map(|control| &control.kind) {
            Some(&ControlKind::Loop { body, continuing }) => (Some(body), continuing),
            _ => (None, None),
        };
        let params = |block: Option<Block>| -> &'m [ValueId] {
            block.map_or(&[], |block| &function.blocks[block].params)
        };
        match function.insts[inst].op {
            Op::Merge => {
                self.assign(frame, &results(targets.merge), operands, lane)?;
                Ok(Exit::Merge)
            }
            Op::Break => {
                self.assign(frame, &results(targets.break_from), operands, lane)?;
                Ok(Exit::Break)
            }
            Op::Continue => {
                self.assign(frame, params(continuing.or(body)), operands, lane)?;
                Ok(Exit::Continue)
            }
            Op::Next => {
                self.assign(frame, params(body), operands, lane)?;
                Ok(Exit::Next)
            }
            Op::BreakIf => {
                let count = function.insts[inst].imm as usize;
                let values = operands.get(1..).unwrap_or(&[]);
                let (broken, next) = values.split_at_checked(count).unwrap_or((values, &[]));
                if self.condition(frame, inst, lane)? != 0 {
                    self.assign(frame, &results(targets.repeat), broken, lane)?;
                    Ok(Exit::Break)
                } else {
                    self.assign(frame, params(body), next, lane)?;
                    Ok(Exit::Next)
                }
            }
            Op::Fallthrough => {
                self.assign(frame, params(targets.next_case), operands, lane)?;
                Ok(Exit::Fallthrough)
            }
            Op::Return => {
                if let Some(&operand) = operands.first() {
                    let value = self.operand(frame, operand, lane)?;
                    if let Some(slot) = frame.returned.get_mut(lane) {
                        *slot = Some(value);
                    }
                }
                Ok(Exit::Return)
            }
            Op::Terminate => {
                self.lanes[lane].discarded = true;
                Ok(Exit::Over)
            }
            Op::Unreachable => {
                self.taint(lane);
                self.undefined_memory = true;
                Ok(Exit::Over)
            }
            op => Err(Error::Unsupported(format!("`{}`", op.mnemonic()))),
        }
    }
}

/// Keeps in `mask` the lanes that ended by `stay`; the others that ran leave it, by their exits.
fn sort(ended: &[Exit], stay: Exit, mask: &mut Mask, exits: &mut [Exit]) {
    sort_but(ended, Exit::None, stay, mask, exits);
}

/// Like [`sort`]; lanes that ended by `open` are not sorted yet.
fn sort_but(ended: &[Exit], open: Exit, stay: Exit, mask: &mut Mask, exits: &mut [Exit]) {
    for (lane, (&exit, slot)) in ended.iter().zip(exits).enumerate() {
        if exit != Exit::None && exit != open && exit != stay {
            mask.set(lane, false);
            *slot = exit;
        }
    }
}
