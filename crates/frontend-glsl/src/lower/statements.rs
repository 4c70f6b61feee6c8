//! Statements that stand alone, jumps, and the frames of the control statements that are open.

use super::Lowering;
use super::expressions::{Expr, ExprKind};
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

/// A control statement or compound statement that is open.
#[derive(Debug)]
pub(crate) struct Frame {
    /// Which one.
    pub(crate) kind: FrameKind,
    /// Where it starts.
    pub(crate) span: Span,
    /// The block it is in.
    pub(crate) block: Option<Block>,
    /// Scopes open before it.
    pub(crate) scope_depth: u32,
}

impl Frame {
    /// Whether a `}` ends it.
    pub(crate) fn has_braces(&self) -> bool {
        matches!(self.kind, FrameKind::Block | FrameKind::Switch(_))
    }
}

/// Which control statement is open, and what its end needs to know.
#[derive(Debug)]
pub(crate) enum FrameKind {
    /// `{`
    Block,
    /// `if`, in its first part until `has_else` is set.
    If {
        /// The condition.
        condition: Operand,
        /// First part.
        then: Option<Block>,
        /// Second part.
        other: Option<Block>,
        /// Whether there is a second part.
        has_else: bool,
        /// Whether control reaches the end of the first part, known once `has_else` is set.
        merges: bool,
        /// Attributes.
        hints: Hints,
    },
    /// `for`, `while` or `do`.
    Loop {
        /// What is repeated.
        body: Option<Block>,
        /// Runs after every `continue`.
        continuing: Option<Block>,
        /// Whether control leaves the loop at its end, other than by `return`.
        breaks: bool,
        /// Attributes.
        hints: Hints,
    },
    /// `switch`
    Switch(Box<SwitchFrame>),
}

/// An open `switch`.
#[derive(Debug)]
pub(crate) struct SwitchFrame {
    /// What is compared with the labels.
    pub(crate) selector: Operand,
    /// Its type.
    pub(crate) ty: Type,
    /// Cases so far; the last is open.
    pub(crate) cases: Vec<Case>,
    /// Labels so far.
    pub(crate) labels: FxHashSet<Constant>,
    /// Where `default` is.
    pub(crate) default: Option<Span>,
    /// Whether control leaves the switch at its end.
    pub(crate) breaks: bool,
    /// Whether a statement came after the last label.
    pub(crate) has_statement: bool,
    /// Whether there has been a label.
    pub(crate) labelled: bool,
    /// Whether a statement before the first label was reported.
    pub(crate) reported: bool,
    /// Attributes.
    pub(crate) hints: Hints,
}

impl Lowering<'_> {
    /// Opens a control statement.
    pub(crate) fn push_frame(&mut self, kind: FrameKind, span: Span) {
        self.begin_statement(span);
        self.frames.push(Frame { kind, span, block: self.cursor.block, scope_depth: self.scopes.depth() });
        self.share_scope = false;
    }

    /// Closes the innermost control statement with its scopes.
    pub(crate) fn pop_frame(&mut self) -> Option<Frame> {
        let frame = self.frames.pop()?;
        self.close_scopes(frame.scope_depth);
        self.share_scope = false;
        Some(frame)
    }

    /// Stops the parse when control statements and regions are nested too deeply.
    pub(crate) fn check_nesting(&mut self, span: Span) -> Result<(), Stop> {
        if self.frames.len() + self.regions.len() <= self.limits.nesting as usize {
            return Ok(());
        }
        self.report_nesting(span);
        Err(Stop::Limit)
    }

    /// Notes that a statement begins, for the rules of `switch`.
    pub(crate) fn begin_statement(&mut self, at: Span) {
        let Some(Frame { kind: FrameKind::Switch(switch), .. }) = self.frames.last_mut() else {
            return;
        };
        switch.has_statement = true;
        if !switch.labelled && !switch.reported {
            switch.reported = true;
            self.error(
                Code::StatementBeforeCase,
                at,
                "a statement stands before the first `case` of this `switch`",
            );
        }
    }

    /// `{`
    pub(crate) fn begin_block(&mut self, at: Span) -> Result<(), Stop> {
        let share = self.share_scope;
        self.push_frame(FrameKind::Block, at);
        if !share {
            self.scopes.push();
        }
        self.check_nesting(at)
    }

    /// `}` of a compound statement.
    pub(crate) fn end_block(&mut self, _at: Span) {
        self.pop_frame();
    }

    /// `e;`
    pub(crate) fn expression_statement(&mut self, expr: Expr) {
        self.begin_statement(expr.span);
        self.share_scope = false;
        self.discard_value(expr);
    }

    /// `break`, `continue`, `discard` and their kin.
    pub(crate) fn jump(&mut self, keyword: JumpKeyword, span: Span) {
        self.begin_statement(span);
        self.share_scope = false;
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
            self.error(
                Code::WrongStage,
                span,
                format!("`{what}` is for {wanted} shaders; this is a {found} shader"),
            );
        }
    }

    fn break_statement(&mut self, span: Span) {
        let reachable = self.cursor.block.is_some();
        let target = self.frames.iter_mut().rev().find_map(|frame| match &mut frame.kind {
            FrameKind::Loop { breaks, .. } => Some(breaks),
            FrameKind::Switch(switch) => Some(&mut switch.breaks),
            FrameKind::Block | FrameKind::If { .. } => None,
        });
        match target {
            Some(breaks) => {
                *breaks |= reachable;
                self.finish_block(Op::Break, &[], span);
            }
            None => self.error(Code::StrayJump, span, "`break` stands in no loop and no `switch`"),
        }
    }

    fn continue_statement(&mut self, span: Span) {
        let in_loop = self.frames.iter().any(|frame| matches!(frame.kind, FrameKind::Loop { .. }));
        if in_loop {
            self.finish_block(Op::Continue, &[], span);
        } else {
            self.error(Code::StrayJump, span, "`continue` stands in no loop");
        }
    }

    /// `return;`, `return e;`
    pub(crate) fn return_statement(&mut self, value: Option<Expr>, span: Span) {
        self.begin_statement(span);
        self.share_scope = false;
        self.returns = true;
        let result = self.result_type();
        let Some(expr) = value else {
            if result == common::VOID {
                self.finish_block(Op::Return, &[], span);
            } else {
                let name = self.type_name(result);
                self.error(
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
                self.error(
                    Code::ReturnType,
                    expr.span,
                    "a value is returned from a function that returns `void`",
                );
            }
            self.finish_block(Op::Return, &[], span);
            return;
        }
        let expr = self.initial_value(expr, result);
        match self.coerce(expr, result, "returned") {
            Some(value) => {
                let precision = self.result_precision();
                self.give_precision(value, precision);
                if self.precise_result {
                    self.note_precise(value);
                }
                self.finish_block(Op::Return, &[value], span);
            }
            None => self.finish_block(Op::Unreachable, &[], span),
        }
    }

    /// An attribute before a control statement (`GL_EXT_control_flow_attributes`) or a function body.
    pub(crate) fn attribute(&mut self, name: Symbol, argument: Option<Expr>, span: Span) {
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
                None => self.hints.flags.insert(flag),
                Some(_) => self.ignore_attribute(name, "takes no argument", span),
            }
            return;
        }
        if let Some(&(_, mode, extension)) = ENTRY_ATTRIBUTES.iter().find(|row| row.0 == text) {
            if !self.enabled(extension) {
                let message = format!("the attribute `{}` needs the extension `{}`", text, extension.name());
                self.warning(Code::UnknownAttribute, span, message);
                return;
            }
            let (modes, _) = self.hints.entry.get_or_insert((Modes::NONE, span));
            modes.insert(mode);
            return;
        }
        if number_slot(&mut LoopHints::default(), text).is_none() {
            let text = text.to_owned();
            self.warning(Code::UnknownAttribute, span, format!("unknown attribute `{text}`"));
            return;
        }
        let Some(argument) = argument else { return self.ignore_attribute(name, "needs a number", span) };
        let what = |_: &Self| "the argument of an attribute".to_owned();
        let Some(number) = self.constant_u32(argument, what) else { return };
        if number == 0 {
            self.error(Code::AttributeArgument, argument.span, "the number of an attribute must be positive");
        }
        let text = self.symbols.text(name);
        if let Some(slot) = number_slot(self.hints.numbers.get_or_insert_default(), text) {
            *slot = Some(number);
        }
    }

    /// Attributes with too many or too few arguments do nothing (`GL_EXT_control_flow_attributes`).
    fn ignore_attribute(&mut self, name: Symbol, why: &str, span: Span) {
        let text = self.symbols.text(name).to_owned();
        self.warning(Code::UnknownAttribute, span, format!("the attribute `{text}` {why} and is ignored"));
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
