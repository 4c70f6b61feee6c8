//! Jumps: `return`, `break`, `continue`, `discard` and others.

use crate::diagnostics::Code;
use crate::lower::Lowering;
use crate::lower::expressions::{Expr, ExprKind};
use crate::lower::queries::ModuleQueries;
use crate::spelling::stage_name;
use crate::tokens::Keyword;
use vitrum_ir::types::common;
use vitrum_ir::{Intrinsic, Op, Span, Stage};

impl Lowering<'_> {
    /// `break`, `continue`, `discard` and other jumps without a value.
    pub(crate) fn jump(&mut self, word: Keyword, span: Span) {
        self.begin_statement(span);
        let (stage, op) = match word {
            Keyword::Break => return self.break_statement(span),
            Keyword::Continue => return self.continue_statement(span),
            Keyword::IgnoreIntersection => (Stage::AnyHit, Op::IgnoreIntersection),
            Keyword::TerminateRay => (Stage::AnyHit, Op::TerminateRay),
            _ => (Stage::Fragment, Op::Terminate),
        };
        if self.module.stage != stage {
            let (text, wanted, found) = (word.text(), stage_name(stage), stage_name(self.module.stage));
            let message = format!("`{text}` is allowed only in {wanted} shaders, not in {found} shaders");
            self.report.error(Code::WrongStage, span, message);
        }
        if stage == Stage::Fragment {
            self.interface.exits.discard.get_or_insert(span);
        }
        if word == Keyword::Demote {
            self.effect(Op::Intrinsic, &[], Intrinsic::Demote as u32, span);
            self.body.writes += 1;
        } else {
            self.body.exits += 1;
            self.finish_block(op, &[], span);
        }
    }

    fn break_statement(&mut self, span: Span) {
        let reachable = self.cursor.block.is_some();
        match self.body.break_target() {
            Some(breaks) => {
                *breaks |= reachable;
                self.finish_block(Op::Break, &[], span);
            }
            None => self.report.error(Code::StrayJump, span, "`break` outside of a loop or `switch`"),
        }
    }

    fn continue_statement(&mut self, span: Span) {
        if self.body.is_in_loop() {
            self.finish_block(Op::Continue, &[], span);
        } else {
            self.report.error(Code::StrayJump, span, "`continue` outside of a loop");
        }
    }

    /// Adds the name of the function that is read to the latest diagnostic.
    #[cold]
    fn label_function(&mut self) {
        let span = self.module.functions[self.cursor.function].origin.span;
        self.report.label(span, "in this function");
    }

    /// `return;`, `return e;`
    pub(crate) fn return_statement(&mut self, value: Option<Expr>, span: Span) {
        self.begin_statement(span);
        self.body.returns = true;
        if self.cursor.function == self.entry.function {
            self.interface.exits.main_return.get_or_insert(span);
        }
        self.body.exits += 1;
        let result = self.body.result;
        let Some(expr) = value else {
            if result == common::VOID {
                self.finish_block(Op::Return, &[], span);
            } else {
                let name = self.module.type_name(result);
                let message = format!("`return` without a value in a function returning `{name}`");
                self.report.error(Code::ReturnType, span, message);
                self.label_function();
                self.finish_block(Op::Unreachable, &[], span);
            }
            return;
        };
        let span = span.to(expr.span);
        if result == common::VOID {
            if expr.kind != ExprKind::Nothing && !expr.is_error() {
                self.operand(expr);
            }
            if !expr.is_error() {
                let message = "`return` with a value in a function returning `void`";
                self.report.error(Code::ReturnType, expr.span, message);
                self.label_function();
            }
            self.finish_block(Op::Return, &[], span);
            return;
        }
        let expr = self.loaded(expr);
        match self.coerce(expr, result, "`return`") {
            Some(value) => {
                let precision = self.body.result_precision;
                self.give_precision(value, precision);
                if self.body.precise_result {
                    self.body.note_precise(value);
                }
                self.finish_block(Op::Return, &[value], span);
            }
            None => self.finish_block(Op::Unreachable, &[], span),
        }
    }
}
