//! Statements that stand alone, jumps, attributes, and the constructs that statements are in.

use super::Lowering;
use super::appendix_a::LimitedLoop;
use super::expressions::{Expr, ExprKind};
use super::type_queries::TypeQueries;
use crate::diagnostics::Code;
use crate::extensions::Extension;
use crate::parser::{JumpKeyword, Stop};
use crate::symbols::Symbol;
use rustc_hash::FxHashSet;
use vitrum_ir::types::common;
use vitrum_ir::{Block, Case, Constant, ControlHints, LoopHints, Modes, Op, Operand, Span, Stage, Type};

/// Attributes of the entry point, and what brings them.
const ENTRY_ATTRIBUTES: [(&str, Modes, Extension); 2] = [
    (
        "subgroup_uniform_control_flow",
        Modes::SUBGROUP_UNIFORM_CONTROL_FLOW,
        Extension::ExtSubgroupUniformControlFlow,
    ),
    ("maximally_reconverges", Modes::MAXIMAL_RECONVERGENCE, Extension::ExtMaximalReconvergence),
];

/// What attributes before a control statement ask for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hints {
    /// Those that are there or not.
    pub(crate) flags: ControlHints,
    /// Those with numbers.
    pub(crate) numbers: Option<Box<LoopHints>>,
    /// What is for the entry point, and where that is said.
    pub(crate) entry: Option<(Modes, Span)>,
}

/// A construct around the statement being read. Jumps, labels and declarations look outwards through these; what only the
/// end of a construct needs is in the value that its beginning returns.
#[derive(Debug)]
pub(crate) enum Enclosing {
    /// `{`
    Block,
    /// `if`
    If,
    /// `for`, `while` or `do`
    Loop {
        /// Whether control leaves the loop at its end, other than by `return`.
        breaks: bool,
        /// The variable that Appendix A of ESSL 1.00 has a `for` count with.
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
    /// The place of `default`.
    pub(crate) default: Option<Span>,
    /// Whether control leaves the switch at its end.
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

/// The state around a construct, which its end goes back to.
#[derive(Debug)]
pub(crate) struct Outer {
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
pub(crate) struct OpenBlock(Outer);

/// The scope that the declarations of a compound statement are in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScopeOf {
    /// One of its own.
    Block,
    /// That of the loop whose body it is.
    Head,
}

/// The state at the start of a statement, which a syntax error goes back to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checkpoint {
    block: Option<Block>,
    enclosing: usize,
    scope_depth: u32,
}

impl Lowering<'_> {
    /// Begins a construct around other statements.
    pub(crate) fn enter(&mut self, construct: Enclosing, span: Span) -> Outer {
        self.begin_statement(span);
        self.body.enclosing.push(construct);
        Outer { span, block: self.cursor.block, scope_depth: self.scopes.depth() }
    }

    /// Ends the innermost construct, with its scopes.
    pub(crate) fn leave(&mut self, outer: &Outer) -> Option<Enclosing> {
        let construct = self.body.enclosing.pop();
        self.close_scopes(outer.scope_depth);
        construct
    }

    /// The state here, before a statement.
    #[inline]
    pub(crate) fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            block: self.cursor.block,
            enclosing: self.body.enclosing.len(),
            scope_depth: self.scopes.depth(),
        }
    }

    /// Goes back to the start of a statement in which the syntax went wrong.
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

    /// Notes that a statement begins, for the rules of `switch`.
    pub(crate) fn begin_statement(&mut self, at: Span) {
        let Some(Enclosing::Switch(switch)) = self.body.enclosing.last_mut() else { return };
        switch.note_statement();
        if switch.progress == SwitchProgress::Start {
            switch.progress = SwitchProgress::Misplaced;
            self.report.error(
                Code::StatementBeforeCase,
                at,
                "a statement stands before the first `case` of this `switch`",
            );
        }
    }

    /// `{`
    pub(crate) fn begin_block(&mut self, at: Span, scope: ScopeOf) -> Result<OpenBlock, Stop> {
        let outer = self.enter(Enclosing::Block, at);
        if scope == ScopeOf::Block {
            self.scopes.push();
        }
        self.check_nesting(at)?;
        Ok(OpenBlock(outer))
    }

    /// `}` of a compound statement.
    pub(crate) fn end_block(&mut self, open: OpenBlock) {
        self.leave(&open.0);
    }

    /// `e;`
    pub(crate) fn expression_statement(&mut self, expr: Expr) {
        self.begin_statement(expr.span);
        self.discard_value(expr);
    }

    /// `break`, `continue`, `discard` and their kin.
    pub(crate) fn jump(&mut self, keyword: JumpKeyword, span: Span) {
        self.begin_statement(span);
        match keyword {
            JumpKeyword::Break => self.break_statement(span),
            JumpKeyword::Continue => self.continue_statement(span),
            JumpKeyword::Discard | JumpKeyword::TerminateInvocation => {
                self.only_in_stage(Stage::Fragment, keyword.spelling(), span);
                self.finish_block(Op::Terminate, &[], span);
            }
            JumpKeyword::Demote => {
                self.only_in_stage(Stage::Fragment, keyword.spelling(), span);
                self.demote(span);
            }
            JumpKeyword::IgnoreIntersection => {
                self.only_in_stage(Stage::AnyHit, keyword.spelling(), span);
                self.finish_block(Op::IgnoreIntersection, &[], span);
            }
            JumpKeyword::TerminateRay => {
                self.only_in_stage(Stage::AnyHit, keyword.spelling(), span);
                self.finish_block(Op::TerminateRay, &[], span);
            }
        }
    }

    fn only_in_stage(&mut self, stage: Stage, what: &str, span: Span) {
        if self.module.stage != stage {
            let (wanted, found) = (stage.name(), self.module.stage.name());
            self.report.error(
                Code::WrongStage,
                span,
                format!("`{what}` is for {wanted} shaders; this is a {found} shader"),
            );
        }
    }

    fn break_statement(&mut self, span: Span) {
        let reachable = self.cursor.block.is_some();
        match self.body.break_target() {
            Some(breaks) => {
                *breaks |= reachable;
                self.finish_block(Op::Break, &[], span);
            }
            None => self.report.error(Code::StrayJump, span, "`break` stands in no loop and no `switch`"),
        }
    }

    fn continue_statement(&mut self, span: Span) {
        if self.body.is_in_loop() {
            self.finish_block(Op::Continue, &[], span);
        } else {
            self.report.error(Code::StrayJump, span, "`continue` stands in no loop");
        }
    }

    /// `return;`, `return e;`
    pub(crate) fn return_statement(&mut self, value: Option<Expr>, span: Span) {
        self.begin_statement(span);
        self.body.returns = true;
        let result = self.body.result;
        let Some(expr) = value else {
            if result == common::VOID {
                self.finish_block(Op::Return, &[], span);
            } else {
                let name = self.module.type_name(result);
                self.report.error(
                    Code::ReturnType,
                    span,
                    format!("this function returns `{name}`, but no value is given"),
                );
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
                self.report.error(
                    Code::ReturnType,
                    expr.span,
                    "a value is returned from a function that returns `void`",
                );
            }
            self.finish_block(Op::Return, &[], span);
            return;
        }
        let expr = self.loaded(expr);
        match self.coerce(expr, result, "returned") {
            Some(value) => {
                let precision = self.body.result_precision;
                self.give_precision(value, precision);
                if self.body.precise_result {
                    self.note_precise(value);
                }
                self.finish_block(Op::Return, &[value], span);
            }
            None => self.finish_block(Op::Unreachable, &[], span),
        }
    }

    /// An attribute before a control statement (`GL_EXT_control_flow_attributes`) or a function body.
    pub(crate) fn attribute(&mut self, hints: &mut Hints, name: Symbol, argument: Option<Expr>, span: Span) {
        let text = self.symbols.text(name);
        let flag = match text {
            "unroll" => Some(ControlHints::UNROLL),
            "dont_unroll" | "loop" => Some(ControlHints::DONT_UNROLL),
            "flatten" => Some(ControlHints::FLATTEN),
            "dont_flatten" | "branch" => Some(ControlHints::DONT_FLATTEN),
            "dependency_infinite" => Some(ControlHints::DEPENDENCY_INFINITE),
            _ => None,
        };
        if let Some(flag) = flag {
            match argument {
                None => hints.flags.insert(flag),
                Some(_) => self.ignore_attribute(name, "takes no argument", span),
            }
            return;
        }
        if let Some(&(_, mode, extension)) = ENTRY_ATTRIBUTES.iter().find(|row| row.0 == text) {
            if !self.enabled(extension) {
                let message = format!("the attribute `{}` needs the extension `{}`", text, extension.name());
                self.report.warning(Code::UnknownAttribute, span, message);
                return;
            }
            let (modes, _) = hints.entry.get_or_insert((Modes::NONE, span));
            modes.insert(mode);
            return;
        }
        if number_slot(&mut LoopHints::default(), text).is_none() {
            let text = text.to_owned();
            self.report.warning(Code::UnknownAttribute, span, format!("unknown attribute `{text}`"));
            return;
        }
        let Some(argument) = argument else { return self.ignore_attribute(name, "needs a number", span) };
        let what = |_: &Self| "the argument of an attribute".to_owned();
        let Some(number) = self.constant_u32(argument, what) else { return };
        if number == 0 {
            self.report.error(
                Code::AttributeArgument,
                argument.span,
                "the number of an attribute must be positive",
            );
        }
        let text = self.symbols.text(name);
        if let Some(slot) = number_slot(hints.numbers.get_or_insert_default(), text) {
            *slot = Some(number);
        }
    }

    /// Attributes with too many or too few arguments do nothing (`GL_EXT_control_flow_attributes`).
    fn ignore_attribute(&mut self, name: Symbol, why: &str, span: Span) {
        let text = self.symbols.text(name).to_owned();
        self.report.warning(
            Code::UnknownAttribute,
            span,
            format!("the attribute `{text}` {why} and is ignored"),
        );
    }
}

/// Where the number of an attribute goes that has one.
fn number_slot<'h>(numbers: &'h mut LoopHints, name: &str) -> Option<&'h mut Option<u32>> {
    Some(match name {
        "dependency_length" => &mut numbers.dependency_length,
        "min_iterations" => &mut numbers.min_iterations,
        "max_iterations" => &mut numbers.max_iterations,
        "iteration_multiple" => &mut numbers.iteration_multiple,
        "peel_count" => &mut numbers.peel_count,
        "partial_count" => &mut numbers.partial_count,
        _ => return None,
    })
}
