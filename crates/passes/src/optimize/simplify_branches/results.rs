//! Results of control instructions that are the same however they come about.
//!
//! ```text
//! (%1: bool, %2: f32) = loop {                  %2: f32 = loop {
//!     ...                                           ...
//!     break true, %3                                break %3
//!     ...                                           ...
//!     break undef bool, %4                          break %4
//! }                                             }
//! use %1                                        use true
//! ```
//!
//! A value that is undefined on one path may be the one of the others. Such a value is defined in front of the control
//! instruction, since it is visible behind it.

use crate::framework::rewrite::{Part, Rewriter, part_block};
use vitrum_ir::{Block, ControlKind, FunctionData, Inst, List, Op, Operand, SideTable, Value, ValueDef};

/// The control instructions around the current one, and in which order things came.
#[derive(Default)]
pub(super) struct Exits {
    scopes: Vec<Scope>,
    /// The time at which each instruction was seen; 0 is never.
    insts: SideTable<Inst, u32>,
    /// The same for blocks.
    blocks: SideTable<Block, u32>,
    clock: u32,
}

struct Scope {
    control: Inst,
    op: Op,
    since: u32,
    /// The terminators that have left it so far.
    terminators: List<Inst>,
}

impl Exits {
    /// For a function of which nothing was seen.
    pub(super) fn new(function: &FunctionData) -> Self {
        Self { insts: SideTable::filled(function.insts.len(), 0), ..Self::default() }
    }

    /// An instruction that stays.
    pub(super) fn see(&mut self, function: &FunctionData, inst: Inst) {
        self.clock = self.clock.saturating_add(1);
        self.insts.set(inst, self.clock);
        let op = function.op(inst);
        if let Some(control) = function.control(inst) {
            // One without blocks is never left.
            let empty = matches!(&control.kind, ControlKind::Switch { cases } if cases.is_empty());
            if !empty {
                self.scopes.push(Scope { control: inst, op, since: self.clock, terminators: List::new() });
            }
        } else if op.is_terminator()
            && let Some(scope) = self.scopes.iter_mut().rev().find(|scope| leaves(op, scope.op))
        {
            scope.terminators.push(inst);
        }
    }

    /// A block of a control instruction is entered.
    pub(super) fn enter(&mut self, function: &FunctionData, control: Inst, part: Part) {
        self.clock = self.clock.saturating_add(1);
        if let Some(block) = part_block(function, control, part) {
            self.blocks.set(block, self.clock);
        }
    }

    /// A control instruction is left: its results, and what each of them is if that is always the same.
    pub(super) fn leave(&mut self, rewriter: &Rewriter<'_>, control: Inst) -> Vec<(Value, Operand)> {
        let Some(scope) = self.scopes.pop_if(|scope| scope.control == control) else { return Vec::new() };
        let results = rewriter.function.results(control).enumerate();
        results.filter_map(|(index, value)| Some((value, self.only(rewriter, &scope, index)?))).collect()
    }

    /// The operand that a result always is.
    fn only(&self, rewriter: &Rewriter<'_>, scope: &Scope, index: usize) -> Option<Operand> {
        let function = &rewriter.function;
        let mut only: Option<Operand> = None;
        for &inst in &scope.terminators {
            // `break_if` has its condition first.
            let skip = usize::from(function.op(inst) == Op::BreakIf);
            let &operand = function.operands(inst).get(skip + index)?;
            match only {
                Some(found) if found == operand || rewriter.module.is_undefined(operand) => {}
                Some(found) if !rewriter.module.is_undefined(found) => return None,
                _ => only = Some(operand),
            }
        }
        only.filter(|&operand| self.is_older(function, operand, scope.since))
    }

    /// True if an operand was there before.
    fn is_older(&self, function: &FunctionData, operand: Operand, since: u32) -> bool {
        let Some(value) = operand.value() else { return true };
        let time = match function.values[value].def() {
            ValueDef::Result { inst, .. } => self.insts.at(inst),
            ValueDef::Param { block, .. } if block == function.body => return true,
            ValueDef::Param { block, .. } => self.blocks.at(block),
        };
        time != 0 && time < since
    }
}

/// True if a terminator gives the results of the innermost control instruction of this kind.
fn leaves(terminator: Op, control: Op) -> bool {
    match terminator {
        Op::Merge => control == Op::If,
        Op::Break => matches!(control, Op::Loop | Op::Switch),
        Op::BreakIf => control == Op::Loop,
        _ => false,
    }
}
