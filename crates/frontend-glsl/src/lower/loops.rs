//! `for`, `while` and `do`: all become `loop`.

use super::Lowering;
use super::expressions::Expr;
use super::statements::FrameKind;
use crate::parser::Stop;
use vitrum_ir::{Block, ControlData, ControlKind, Op, Operand, Span};

impl Lowering<'_> {
    fn push_loop(&mut self, at: Span) -> Option<Block> {
        let body = self.new_block();
        let hints = std::mem::take(&mut self.hints);
        self.push_frame(FrameKind::Loop { body, continuing: None, breaks: false, hints }, at);
        self.scopes.push();
        body
    }

    /// `while (`: the condition is part of the body.
    pub(crate) fn begin_while(&mut self, at: Span) -> Result<(), Stop> {
        self.limit_while(at);
        self.limit_for();
        let body = self.push_loop(at);
        self.cursor.block = body;
        self.check_nesting(at)
    }

    /// `)` after the condition of `while`.
    pub(crate) fn end_while_head(&mut self, condition: Expr, _at: Span) {
        self.exit_unless(condition, "the condition of `while`");
        self.share_scope = true;
    }

    /// `for (`: what comes first runs before the loop.
    pub(crate) fn begin_for(&mut self, at: Span) -> Result<(), Stop> {
        self.limit_for();
        self.push_loop(at);
        self.check_nesting(at)
    }

    /// The first `;` of `for`.
    pub(crate) fn end_for_init(&mut self) {
        let at = self.frames.last().map_or(Span::default(), |frame| frame.span);
        self.limit_for_init(at);
        let Some(frame) = self.frames.last_mut() else { return };
        frame.block = self.cursor.block;
        if let FrameKind::Loop { body, .. } = frame.kind {
            self.cursor.block = body;
        }
    }

    /// The second `;` of `for`: what comes next runs after each round.
    pub(crate) fn end_for_condition(&mut self, condition: Option<Expr>, at: Span) {
        self.limit_for_condition(condition, at);
        if let Some(condition) = condition {
            self.exit_unless(condition, "the condition of `for`");
        }
        let continuing = self.new_block();
        self.other_blocks.push(self.cursor.block);
        self.cursor.block = continuing;
    }

    /// `)` after the head of `for`.
    pub(crate) fn end_for_head(&mut self, step: Option<Expr>, at: Span) {
        self.limit_for_step(step, at);
        let end = self.cursor.block;
        if let Some(step) = step {
            self.discard_value(step);
            self.terminate(end, Op::Next, &[], at);
            if let Some(frame) = self.frames.last_mut()
                && let FrameKind::Loop { continuing, .. } = &mut frame.kind
            {
                *continuing = end;
            }
        }
        if let Some(body) = self.other_blocks.pop() {
            self.cursor.block = body;
        }
        self.share_scope = true;
    }

    /// Leaves the loop if the condition does not hold.
    fn exit_unless(&mut self, condition: Expr, what: &str) {
        let span = condition.span;
        let value = self.condition(condition, what);
        let value: Operand = self.or_undefined_bool(value);
        if self.known_bool(value) == Some(true) {
            return;
        }
        let (Some(then), Some(other)) = (self.new_block(), self.new_block()) else { return };
        self.terminate(Some(then), Op::Merge, &[], span);
        self.terminate(Some(other), Op::Break, &[], span);
        let control = ControlData::new(ControlKind::If { then, other });
        self.control(Op::If, &[value], control, &[], span);
        if let Some(frame) = self.frames.last_mut()
            && let FrameKind::Loop { breaks, .. } = &mut frame.kind
        {
            *breaks = true;
        }
    }

    /// The end of the body of `for` or `while`.
    pub(crate) fn end_loop(&mut self, _at: Span) {
        let span = self.frames.last().map_or(Span::default(), |frame| frame.span);
        self.finish_block(Op::Continue, &[], span);
        self.close_loop();
        self.end_limited_for();
    }

    fn close_loop(&mut self) {
        let Some(frame) = self.pop_frame() else { return };
        let FrameKind::Loop { body, continuing, breaks, hints } = frame.kind else { return };
        self.cursor.block = frame.block;
        let Some(body) = body else { return };
        let mut control = ControlData::new(ControlKind::Loop { body, continuing });
        control.hints = hints.flags;
        control.loop_hints = hints.numbers;
        self.control(Op::Loop, &[], control, &[], frame.span);
        if !breaks {
            self.finish_block(Op::Unreachable, &[], frame.span);
        }
    }

    /// `do`
    pub(crate) fn begin_do(&mut self, at: Span) -> Result<(), Stop> {
        self.limit_while(at);
        let body = self.push_loop(at);
        self.cursor.block = body;
        self.check_nesting(at)
    }

    /// `while (` after the body of `do`: the condition runs after every `continue` too.
    pub(crate) fn end_do_body(&mut self, at: Span) {
        self.finish_block(Op::Continue, &[], at);
        self.cursor.block = self.frames.last().and_then(|frame| frame.block);
        let block = self.new_block();
        let Some(frame) = self.frames.last_mut() else { return };
        let scope = frame.scope_depth;
        if let FrameKind::Loop { continuing, .. } = &mut frame.kind {
            *continuing = block;
        }
        self.close_scopes(scope);
        self.cursor.block = block;
    }

    /// `while (condition);` at the end of `do`.
    pub(crate) fn end_do(&mut self, condition: Expr, _at: Span) {
        let span = condition.span;
        let value = self.condition(condition, "the condition of `do`");
        let value = self.or_undefined_bool(value);
        let end = self.cursor.block;
        if self.known_bool(value) == Some(true) {
            self.terminate(end, Op::Next, &[], span);
        } else {
            let done = self.op(Op::Not, &[value], 0, span);
            self.terminate(end, Op::BreakIf, &[done], span);
            if let Some(frame) = self.frames.last_mut()
                && let FrameKind::Loop { breaks, .. } = &mut frame.kind
            {
                *breaks = true;
            }
        }
        self.close_loop();
    }
}
