//! Appendix A of ESSL 1.00: the loops and indices that every implementation must support.
//!
//! WebGL 1 restricts shaders to these; drivers and other compilers do not by default. So this is an option. The form of
//! a loop is checked on the instructions of its head.

use crate::diagnostics::Code;
use crate::lower::Lowering;
use crate::lower::body::Body;
use crate::lower::declarations::variables::VariableKind;
use crate::lower::expressions::places::Place;
use crate::lower::expressions::{Expr, ExprKind};
use crate::lower::report::Report;
use crate::lower::scopes::VariableId;
use crate::lower::statements::Enclosing;
use rustc_hash::FxHashSet;
use vitrum_ir::types::common;
use vitrum_ir::{Block, Op, Operand, Span, Stage, Storage, ValueDef};

/// The maximum number of values that are visited to classify an index.
const LARGEST_INDEX: usize = 256;

/// The loop variable of a `for` whose head or body is being read. Other loops have none: they are errors.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LimitedLoop {
    /// The number of variables before the loop.
    variables: u32,
    /// The loop variable and its address.
    index: Option<(VariableId, Operand)>,
    /// True if the body is being read, which must not write to the variable.
    in_body: bool,
}

impl Report<'_> {
    fn appendix_error(&mut self, span: Span, message: &str) {
        self.error(Code::AppendixA, span, message);
        self.note("only loops and indices that Appendix A of ESSL 1.00 guarantees are accepted");
    }
}

impl Body {
    /// The loops around the statement being read.
    fn limited_loops(&self) -> impl Iterator<Item = &LimitedLoop> {
        self.enclosing.iter().filter_map(|construct| match construct {
            Enclosing::Loop { limited, .. } => Some(limited),
            _ => None,
        })
    }
}

impl Lowering<'_> {
    /// Reports `while` and `do`.
    pub(crate) fn limit_while(&mut self, span: Span) {
        if self.settings.appendix_a {
            self.report.appendix_error(span, "loop must be a `for` loop");
        }
    }

    /// `for (`
    pub(crate) fn limited_for(&self) -> LimitedLoop {
        let variables = if self.settings.appendix_a { self.variables.iter().count() as u32 } else { 0 };
        LimitedLoop { variables, ..LimitedLoop::default() }
    }

    /// The loop whose head is being read, if Appendix A applies.
    fn limited_loop(&mut self) -> Option<&mut LimitedLoop> {
        match self.body.enclosing.last_mut() {
            Some(Enclosing::Loop { limited, .. }) if self.settings.appendix_a => Some(limited),
            _ => None,
        }
    }

    /// The first `;`: checks that one variable is initialised with a constant.
    pub(crate) fn limit_for_init(&mut self, span: Span) {
        let Some(&mut open) = self.limited_loop() else { return };
        let declared: Vec<_> = self
            .variables
            .iter()
            .skip(open.variables as usize)
            .map(|(id, variable)| (id, *variable))
            .collect();
        let index = match declared.as_slice() {
            [(id, variable)] if matches!(variable.ty, common::I32 | common::F32) => match variable.kind {
                VariableKind::Memory(base, Storage::Function) => Some((*id, base)),
                VariableKind::Memory(..) | VariableKind::Value(_) | VariableKind::Error => None,
            },
            _ => None,
        };
        let block = self.cursor.block;
        let index = index.filter(|&(_, base)| match self.last_store(block) {
            Some((pointer, value)) => pointer == base && value.constant().is_some(),
            None => block.is_none(),
        });
        if index.is_none() {
            let message = "`for` must declare one `int` or `float` initialised with a constant expression";
            self.report.appendix_error(span, message);
        }
        if let Some(open) = self.limited_loop() {
            open.index = index;
        }
    }

    /// The pointer and the value of the store that ends a block.
    fn last_store(&self, block: Option<Block>) -> Option<(Operand, Operand)> {
        let function = &self.module.functions[self.cursor.function];
        let &inst = function.blocks[block?].insts.last()?;
        match (function.insts[inst].op, function.operands(inst)) {
            (Op::Store, &[pointer, value]) => Some((pointer, value)),
            _ => None,
        }
    }

    /// The operation that defines a value, with its operands.
    fn made_by(&self, operand: Operand) -> Option<(Op, &[Operand])> {
        let function = &self.module.functions[self.cursor.function];
        match function.values[operand.value()?].def() {
            ValueDef::Result { inst, .. } => Some((function.insts[inst].op, function.operands(inst))),
            ValueDef::Param { .. } => None,
        }
    }

    /// The number of instructions in a block.
    fn count(&self, block: Block) -> usize {
        self.module.functions[self.cursor.function].blocks[block].insts.len()
    }

    fn is_load_of(&self, operand: Operand, base: Operand) -> bool {
        matches!(self.made_by(operand), Some((Op::Load, &[pointer, ..])) if pointer == base)
    }

    /// Checks that the condition compares the variable with a constant.
    pub(crate) fn limit_for_condition(&mut self, condition: Option<Expr>, at: Span) {
        let Some((_, base)) = self.limited_loop().and_then(|open| open.index) else { return };
        let (fits, span) = match condition {
            None => (false, at),
            Some(Expr { kind: ExprKind::Value(value), span, .. }) => {
                let compares = matches!(
                    self.made_by(value),
                    Some((
                        Op::Slt | Op::Sle | Op::Sgt | Op::Sge | Op::Ieq | Op::Ine | Op::Flt | Op::Fle
                            | Op::Fgt | Op::Fge | Op::Feq | Op::Fne,
                        &[left, right],
                    )) if right.constant().is_some() && self.is_load_of(left, base)
                );
                // The load and the comparison, and nothing else.
                let is_alone = self.cursor.block.is_none_or(|block| self.count(block) == 2);
                (compares && is_alone || self.cursor.block.is_none(), span)
            }
            Some(condition) => (condition.is_error(), condition.span),
        };
        if !fits {
            let message = "condition of `for` must compare the loop variable with a constant expression";
            self.report.appendix_error(span, message);
        }
    }

    /// Checks that the step adds a constant to the variable. Then the body begins.
    pub(crate) fn limit_for_step(&mut self, step: Option<Expr>, at: Span) {
        let Some(open) = self.limited_loop() else { return };
        open.in_body = true;
        let Some((_, base)) = open.index else { return };
        let block = self.cursor.block;
        let fits = match (step, self.last_store(block)) {
            (None, _) => false,
            (Some(_), Some((pointer, value))) => {
                // The load, the addition and the store.
                let is_alone = block.is_some_and(|block| self.count(block) == 3);
                // `i = i + 1` is not among the forms.
                let within = |step: Expr, at: Span| step.span.start <= at.start && at.end <= step.span.end;
                let is_plain =
                    self.body.plain_assignment.is_some_and(|at| step.is_some_and(|step| within(step, at)));
                pointer == base
                    && is_alone
                    && !is_plain
                    && matches!(
                        self.made_by(value),
                        Some((Op::Iadd | Op::Isub | Op::Fadd | Op::Fsub, &[left, right]))
                            if right.constant().is_some() && self.is_load_of(left, base)
                    )
            }
            (Some(step), None) => block.is_none() || step.is_error(),
        };
        if !fits {
            let span = step.map_or(at, |step| step.span);
            self.report
                .appendix_error(span, "step of `for` must add a constant expression to the loop variable");
        }
    }

    /// Checks that the body of a loop does not write to its variable.
    pub(crate) fn limit_write(&mut self, place: &Place, span: Span) {
        let Some(id) = place.variable.filter(|_| self.settings.appendix_a) else { return };
        let counts = |open: &LimitedLoop| open.in_body && open.index.is_some_and(|(index, _)| index == id);
        if self.body.limited_loops().any(counts) {
            self.report.appendix_error(span, "loop variable cannot be written to in the body of `for`");
        }
    }

    /// Checks that an index is made of constants and loop variables, except into uniforms of a vertex shader.
    pub(crate) fn limit_index(&mut self, base: Expr, index: Operand, span: Span) {
        if !self.settings.appendix_a || index.constant().is_some() {
            return;
        }
        let storage = match base.kind {
            ExprKind::Place(id) => self.places.get(id).map(|place| place.storage),
            _ => None,
        };
        let free = self.module.stage == Stage::Vertex && storage == Some(Storage::Uniform);
        if !free && !self.is_constant_index(index) {
            self.report.appendix_error(span, "index must consist of constant expressions and loop variables");
        }
    }

    fn is_constant_index(&self, index: Operand) -> bool {
        let mut seen = FxHashSet::default();
        let mut work = vec![index];
        while let Some(operand) = work.pop() {
            if operand.constant().is_some() || !seen.insert(operand) {
                continue;
            }
            if seen.len() > LARGEST_INDEX {
                return false;
            }
            match self.made_by(operand) {
                Some((Op::Load, &[pointer, ..])) => {
                    let counts = |open: &LimitedLoop| open.index.is_some_and(|(_, base)| base == pointer);
                    if !self.body.limited_loops().any(counts) {
                        return false;
                    }
                }
                Some((op, operands)) if op.effects().is_pure() && !op.is_control() => {
                    work.extend_from_slice(operands);
                }
                Some(_) | None => return false,
            }
        }
        true
    }
}
