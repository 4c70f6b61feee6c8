//! `if` and `else`.

use crate::lower::Lowering;
use crate::lower::expressions::Expr;
use crate::lower::statements::attributes::Hints;
use crate::lower::statements::{Enclosing, SavedState};
use crate::parser::Stop;
use vitrum_ir::{Block, ControlData, ControlKind, Op, Operand};

/// An `if` whose first or second statement is being read.
#[must_use]
#[derive(Debug)]
pub(crate) struct OpenIf {
    saved: SavedState,
    condition: Operand,
    /// The block of the first statement.
    then: Option<Block>,
    /// The block of the second statement.
    other: Option<Block>,
    /// True if control reaches the end of the first statement; set at `else`.
    first_merges: Option<bool>,
    hints: Hints,
}

impl Lowering<'_> {
    /// `if (condition)`
    pub(crate) fn begin_if(&mut self, condition: Expr, hints: Hints) -> Result<OpenIf, Stop> {
        let span = condition.span;
        let value = self.condition(condition, "condition of `if`");
        let condition = self.or_undefined_bool(value);
        let (then, other) = (self.new_block(), self.new_block());
        let saved = self.enter(Enclosing::If, span);
        self.scopes.push();
        self.cursor.block = then;
        self.check_nesting(span)?;
        Ok(OpenIf { saved, condition, then, other, first_merges: None, hints })
    }

    /// `else`
    pub(crate) fn begin_else(&mut self, open: &mut OpenIf) {
        let end = self.cursor.block;
        open.first_merges = Some(end.is_some());
        self.terminate(end, Op::Merge, &[], open.saved.span);
        self.cursor.block = open.other;
        self.close_scopes(open.saved.scope_depth);
        self.scopes.push();
    }

    /// The end of an `if`, with or without `else`.
    pub(crate) fn end_if(&mut self, open: OpenIf) {
        let end = self.cursor.block;
        let OpenIf { saved, condition, then, other, first_merges, hints } = open;
        self.leave(&saved);
        let span = saved.span;
        self.terminate(end, Op::Merge, &[], span);
        if first_merges.is_none() {
            self.terminate(other, Op::Merge, &[], span);
        }
        self.cursor.block = saved.block;
        let (Some(then), Some(other)) = (then, other) else { return };
        let mut control = ControlData::new(ControlKind::If { then, other });
        control.hints = hints.flags;
        self.control(Op::If, &[condition], control, &[], span);
        if first_merges == Some(false) && end.is_none() {
            self.finish_block(Op::Unreachable, &[], span);
        }
    }
}
