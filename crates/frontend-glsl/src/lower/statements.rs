//! Statements, and the constructs that statements are in.
//!
//! The beginning of a construct returns a value that its end takes: [`if_else::OpenIf`], [`loops::OpenLoop`],
//! [`switches::OpenSwitch`], [`OpenBlock`]. Statements that look outwards find the construct in [`Enclosing`].

pub(crate) mod attributes;
pub(crate) mod if_else;
pub(crate) mod jumps;
pub(crate) mod loops;
pub(crate) mod switches;

use crate::diagnostics::Code;
use crate::lower::Lowering;
use crate::lower::checks::appendix_a::LimitedLoop;
use crate::lower::expressions::Expr;
use crate::parser::Stop;
use rustc_hash::FxHashSet;
use vitrum_ir::{Block, Case, Constant, Cursor, Operand, Span, Type};

/// A construct around the statement being read, for jumps, labels and declarations that look outwards. State that only
/// the end of a construct needs is in the value that its beginning returns.
#[derive(Debug)]
pub(crate) enum Enclosing {
    /// `{`
    Block,
    /// `if`
    If,
    /// `for`, `while` or `do`
    Loop {
        /// True if control leaves the loop at its end, other than by `return`.
        breaks: bool,
        /// The loop variable, for Appendix A of ESSL 1.00.
        limited: LimitedLoop,
    },
    /// `switch`
    Switch(Box<SwitchScope>),
}

/// A `switch`, as its labels and the statements in it see it.
#[derive(Debug)]
pub(crate) struct SwitchScope {
    /// The value that is compared with the labels.
    pub(crate) selector: Operand,
    /// Its type.
    pub(crate) ty: Type,
    /// Cases so far; the last is open.
    pub(crate) cases: Vec<Case>,
    /// Labels so far.
    pub(crate) labels: FxHashSet<Constant>,
    /// The span of `default`.
    pub(crate) default: Option<Span>,
    /// True if control leaves the switch at its end.
    pub(crate) breaks: bool,
    pub(crate) progress: SwitchProgress,
    /// The start of the `switch`.
    pub(crate) span: Span,
    /// The block that the `switch` is in.
    pub(crate) block: Option<Block>,
}

impl SwitchScope {
    fn note_statement(&mut self) {
        if self.progress == SwitchProgress::Label {
            self.progress = SwitchProgress::Statement;
        }
    }
}

/// The latest thing in a `switch`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SwitchProgress {
    /// Nothing yet.
    Start,
    /// A statement before the first label, which was reported.
    Misplaced,
    /// A label.
    Label,
    /// A statement behind a label.
    Statement,
}

/// The state around a construct, which its end restores.
#[derive(Debug)]
pub(crate) struct SavedState {
    /// The start of the construct.
    pub(crate) span: Span,
    /// The block that the construct is in.
    pub(crate) block: Option<Block>,
    /// Scopes open before it.
    pub(crate) scope_depth: u32,
}

/// A compound statement that is open.
#[must_use]
#[derive(Debug)]
pub(crate) struct OpenBlock(SavedState);

/// The scope that the declarations of a compound statement are in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScopeOf {
    /// One of its own.
    Block,
    /// That of the loop whose body it is.
    Head,
}

/// The state at the start of a statement, which is restored after a syntax error.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checkpoint {
    block: Option<Block>,
    enclosing: usize,
    scope_depth: u32,
}

impl Lowering<'_> {
    /// Begins a construct around other statements.
    pub(crate) fn enter(&mut self, construct: Enclosing, span: Span) -> SavedState {
        self.begin_statement(span);
        self.body.enclosing.push(construct);
        SavedState { span, block: self.cursor.block, scope_depth: self.scopes.depth() }
    }

    /// Ends the innermost construct, with its scopes.
    pub(crate) fn leave(&mut self, saved: &SavedState) -> Option<Enclosing> {
        let construct = self.body.enclosing.pop();
        self.close_scopes(saved.scope_depth);
        construct
    }

    /// The current state, before a statement.
    #[inline]
    pub(crate) fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            block: self.cursor.block,
            enclosing: self.body.enclosing.len(),
            scope_depth: self.scopes.depth(),
        }
    }

    /// Returns to the start of a statement that has a syntax error.
    pub(crate) fn recover(&mut self, to: Checkpoint) {
        self.body.enclosing.truncate(to.enclosing);
        self.close_scopes(to.scope_depth);
        self.cursor.block = to.block;
        self.body.open_regions = 0;
        self.report.failed = true;
        if let Some(Enclosing::Switch(switch)) = self.body.enclosing.last_mut() {
            switch.note_statement();
        }
    }

    /// Returns to the start of a declaration that has a syntax error, outside of functions.
    pub(crate) fn recover_declaration(&mut self, to: Cursor) {
        self.body.enclosing.clear();
        self.close_scopes(0);
        self.cursor = to;
        self.body.open_regions = 0;
        self.report.failed = true;
    }

    /// Stops the parse when control statements and regions are nested too deeply.
    pub(crate) fn check_nesting(&mut self, span: Span) -> Result<(), Stop> {
        if self.body.enclosing.len() + self.body.open_regions as usize
            <= self.settings.limits.nesting as usize
        {
            return Ok(());
        }
        self.report_nesting(span);
        Err(Stop::Limit)
    }

    /// Records the beginning of a statement, for the rules of `switch`.
    pub(crate) fn begin_statement(&mut self, at: Span) {
        let Some(Enclosing::Switch(switch)) = self.body.enclosing.last_mut() else { return };
        switch.note_statement();
        if switch.progress == SwitchProgress::Start {
            switch.progress = SwitchProgress::Misplaced;
            let message = "statement precedes the first `case` of its `switch`";
            self.report.error(Code::StatementBeforeCase, at, message);
        }
    }

    /// `;` is a statement, too, behind a label.
    pub(crate) fn empty_statement(&mut self) {
        if let Some(Enclosing::Switch(switch)) = self.body.enclosing.last_mut()
            && switch.progress == SwitchProgress::Label
        {
            switch.note_statement();
        }
    }

    /// `{`
    pub(crate) fn begin_block(&mut self, at: Span, scope: ScopeOf) -> Result<OpenBlock, Stop> {
        let saved = self.enter(Enclosing::Block, at);
        if scope == ScopeOf::Block {
            self.scopes.push();
        }
        self.check_nesting(at)?;
        Ok(OpenBlock(saved))
    }

    /// `}` of a compound statement.
    pub(crate) fn end_block(&mut self, open: OpenBlock) {
        self.leave(&open.0);
    }

    /// `e;`, whose instructions have numbers from `first` on.
    pub(crate) fn expression_statement(&mut self, expr: Expr, first: usize) {
        self.begin_statement(expr.span);
        self.discard_value(expr);
        if self.asks(Code::UnusedValue) {
            self.warn_unused_value(expr, first);
        }
    }
}
