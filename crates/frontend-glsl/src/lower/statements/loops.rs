//! `for`, `while` and `do`: all become `loop`.

use crate::lower::Lowering;
use crate::lower::body::Body;
use crate::lower::checks::appendix_a::LimitedLoop;
use crate::lower::expressions::Expr;
use crate::lower::queries::ModuleQueries;
use crate::lower::statements::attributes::Hints;
use crate::lower::statements::{Enclosing, SavedState};
use crate::parser::Stop;
use vitrum_ir::{Block, ControlData, ControlKind, Op, Operand, Span};

/// A loop whose head or body is being read.
#[must_use]
#[derive(Debug)]
pub(crate) struct OpenLoop {
    saved: SavedState,
    /// The block that is repeated.
    body: Option<Block>,
    /// The block that runs after every `continue`.
    continuing: Option<Block>,
    /// The block where the body of a `for` continues, while the step is read.
    after_condition: Option<Block>,
    /// The number of exits of the function in front of it.
    exits: u32,
    hints: Hints,
}

impl Body {
    /// Records that control leaves the innermost construct, a loop, at its end.
    fn note_break(&mut self) {
        if let Some(Enclosing::Loop { breaks, .. }) = self.enclosing.last_mut() {
            *breaks = true;
        }
    }
}

impl Lowering<'_> {
    fn begin_loop(&mut self, at: Span, limited: LimitedLoop, hints: Hints) -> OpenLoop {
        let body = self.new_block();
        let saved = self.enter(Enclosing::Loop { breaks: false, limited }, at);
        self.scopes.push();
        let exits = self.body.exits;
        OpenLoop { saved, body, continuing: None, after_condition: None, exits, hints }
    }

    /// `do`, or `while (`, whose condition is part of the body.
    pub(crate) fn begin_while(&mut self, at: Span, hints: Hints) -> Result<OpenLoop, Stop> {
        self.limit_while(at);
        let open = self.begin_loop(at, LimitedLoop::default(), hints);
        self.cursor.block = open.body;
        self.check_nesting(at)?;
        Ok(open)
    }

    /// `)` after the condition of `while`.
    pub(crate) fn end_while_head(&mut self, condition: Expr) {
        self.exit_unless(condition, "condition of `while`");
    }

    /// `for (`: the first part of the head runs before the loop.
    pub(crate) fn begin_for(&mut self, at: Span, hints: Hints) -> Result<OpenLoop, Stop> {
        let limited = self.limited_for();
        let open = self.begin_loop(at, limited, hints);
        self.check_nesting(at)?;
        Ok(open)
    }

    /// The first `;` of `for`.
    pub(crate) fn end_for_init(&mut self, open: &mut OpenLoop) {
        self.limit_for_init(open.saved.span);
        open.saved.block = self.cursor.block;
        self.cursor.block = open.body;
    }

    /// The second `;` of `for`: the step that follows runs after each round.
    pub(crate) fn end_for_condition(&mut self, open: &mut OpenLoop, condition: Option<Expr>, at: Span) {
        self.limit_for_condition(condition, at);
        if let Some(condition) = condition {
            self.exit_unless(condition, "condition of `for`");
        }
        let continuing = self.new_block();
        open.after_condition = self.cursor.block;
        self.cursor.block = continuing;
    }

    /// `)` after the head of `for`.
    pub(crate) fn end_for_head(&mut self, open: &mut OpenLoop, step: Option<Expr>, at: Span) {
        self.limit_for_step(step, at);
        let end = self.cursor.block;
        if let Some(step) = step {
            self.discard_value(step);
            self.terminate(end, Op::Next, &[], at);
            open.continuing = end;
        }
        self.cursor.block = open.after_condition;
    }

    /// Leaves the loop whose head is being read if the condition does not hold.
    fn exit_unless(&mut self, condition: Expr, what: &str) {
        let span = condition.span;
        let value = self.condition(condition, what);
        let value: Operand = self.or_undefined_bool(value);
        if self.module.known_bool(value) == Some(true) {
            return;
        }
        let (Some(then), Some(other)) = (self.new_block(), self.new_block()) else { return };
        self.terminate(Some(then), Op::Merge, &[], span);
        self.terminate(Some(other), Op::Break, &[], span);
        let control = ControlData::new(ControlKind::If { then, other });
        self.control(Op::If, &[value], control, &[], span);
        self.body.note_break();
    }

    /// The end of the body of `for` or `while`.
    pub(crate) fn end_loop(&mut self, open: OpenLoop) {
        self.finish_block(Op::Continue, &[], open.saved.span);
        self.close_loop(open);
    }

    fn close_loop(&mut self, open: OpenLoop) {
        let OpenLoop { saved, body, continuing, hints, exits, .. } = open;
        let construct = self.leave(&saved);
        self.cursor.block = saved.block;
        let Some(body) = body else { return };
        let mut control = ControlData::new(ControlKind::Loop { body, continuing });
        control.hints = hints.flags;
        control.loop_hints = hints.numbers;
        self.control(Op::Loop, &[], control, &[], saved.span);
        if !matches!(construct, Some(Enclosing::Loop { breaks: true, .. })) {
            self.reject_endless_loop(exits, saved.span);
            self.finish_block(Op::Unreachable, &[], saved.span);
        }
    }

    /// `while (` after the body of `do`: the condition runs after every `continue` too.
    pub(crate) fn end_do_body(&mut self, open: &mut OpenLoop, at: Span) {
        self.finish_block(Op::Continue, &[], at);
        self.cursor.block = open.saved.block;
        open.continuing = self.new_block();
        self.close_scopes(open.saved.scope_depth);
        self.cursor.block = open.continuing;
    }

    /// `while (condition);` at the end of `do`.
    pub(crate) fn end_do(&mut self, open: OpenLoop, condition: Expr) {
        let span = condition.span;
        let value = self.condition(condition, "condition of `do`");
        let value = self.or_undefined_bool(value);
        let end = self.cursor.block;
        if self.module.known_bool(value) == Some(true) {
            self.terminate(end, Op::Next, &[], span);
        } else {
            let done = self.op(Op::Not, &[value], 0, span);
            self.terminate(end, Op::BreakIf, &[done], span);
            self.body.note_break();
        }
        self.close_loop(open);
    }
}
