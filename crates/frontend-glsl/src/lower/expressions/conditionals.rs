//! Short-circuit operators and `?:`, whose operands are lowered into blocks of their own.

use crate::diagnostics::Code;
use crate::lower::Lowering;
use crate::lower::expressions::{Expr, ExprKind};
use crate::lower::queries::ModuleQueries;
use crate::parser::Stop;
use vitrum_ir::types::common;
use vitrum_ir::{Block, ControlData, ControlKind, Op, Operand, Precision, Span, Type};

/// An operand of `&&`, `||` or `?:` that is lowered into a block of its own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Region {
    kind: RegionKind,
    /// The block that the whole expression is in.
    outer: Option<Block>,
    condition: Option<Operand>,
    /// The block of the right operand, or of the first arm.
    then: Option<Block>,
}

/// A `?:` whose first or second arm is being read.
#[must_use]
#[derive(Debug)]
pub(crate) struct OpenTernary {
    region: Region,
    /// The condition.
    start: Span,
    /// The block where the first arm ended, with its value.
    then_end: Option<Block>,
    then_value: Expr,
    /// The block of the second arm.
    other: Option<Block>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RegionKind {
    /// `&&`
    And,
    /// `||`
    Or,
    /// `?:`
    Ternary,
    /// The left operand or the condition is known: the selected operand is kept, the other discarded.
    Known(bool),
    /// The condition had an error: both operands are checked and discarded.
    Error,
}

impl Lowering<'_> {
    /// Opens the region of the right operand of `&&` or `||`.
    pub(crate) fn begin_short_circuit(&mut self, left: Expr, and: bool) -> Region {
        let ExprKind::Value(condition) = left.kind else {
            return self.open_region(RegionKind::Error, None);
        };
        let kind = match self.module.known_bool(condition) {
            Some(value) => RegionKind::Known(value == and),
            None if and => RegionKind::And,
            None => RegionKind::Or,
        };
        self.open_region(kind, Some(condition))
    }

    fn open_region(&mut self, kind: RegionKind, condition: Option<Operand>) -> Region {
        let outer = self.cursor.block;
        let then = match kind {
            RegionKind::Known(true) => outer,
            RegionKind::Known(false) | RegionKind::Error => None,
            RegionKind::And | RegionKind::Or | RegionKind::Ternary => self.new_block(),
        };
        self.cursor.block = then;
        self.body.open_regions += 1;
        Region { kind, outer, condition, then }
    }

    /// Closes the region of the right operand of `&&` or `||`.
    pub(crate) fn end_short_circuit(&mut self, region: Region, left: Expr, right: Expr) -> Expr {
        let span = left.span.to(right.span);
        self.body.open_regions -= 1;
        let end = self.cursor.block;
        match region.kind {
            RegionKind::Known(true) => return Expr { span, ..right },
            RegionKind::Known(false) => {
                self.cursor.block = region.outer;
                return if right.is_error() { Expr::error(span) } else { Expr { span, ..left } };
            }
            RegionKind::Error | RegionKind::Ternary => {
                self.cursor.block = region.outer;
                return Expr::error(span);
            }
            RegionKind::And | RegionKind::Or => {}
        }
        let and = region.kind == RegionKind::And;
        let (Some(condition), ExprKind::Value(value)) = (region.condition, right.kind) else {
            self.cursor.block = region.outer;
            return Expr::error(span);
        };
        if self.is_empty_block(region.then) && end == region.then {
            self.cursor.block = region.outer;
            let op = if and { Op::And } else { Op::Or };
            let result = self.op(op, &[condition, value], 0, span);
            return Expr::value(result, common::BOOL, span);
        }
        self.cursor.block = region.outer;
        let short = self.new_block();
        let known = self.module.constants.bool(!and);
        self.terminate(end, Op::Merge, &[value], span);
        self.terminate(short, Op::Merge, &[known.into()], span);
        let (then, other) = if and { (region.then, short) } else { (short, region.then) };
        let result = self.if_value(condition, then, other, common::BOOL, Precision::None, span);
        Expr::value(result, common::BOOL, span)
    }

    /// An `if` with one result.
    fn if_value(
        &mut self,
        condition: Operand,
        then: Option<Block>,
        other: Option<Block>,
        ty: Type,
        precision: Precision,
        span: Span,
    ) -> Operand {
        let (Some(then), Some(other)) = (then, other) else { return self.undef_of(ty) };
        let control = ControlData::new(ControlKind::If { then, other });
        let results = [(ty, precision)];
        let inst = self.control(Op::If, &[condition], control, &results, span);
        match inst.and_then(|inst| self.module.functions[self.cursor.function].result(inst)) {
            Some(value) => value.into(),
            None => self.undef_of(ty),
        }
    }

    /// The condition of `?:`.
    pub(crate) fn begin_ternary(&mut self, condition: Expr, at: Span) -> Result<OpenTernary, Stop> {
        let start = condition.span;
        let condition = self.condition(condition, "condition of `?:`");
        let kind = match condition {
            None => RegionKind::Error,
            Some(condition) => match self.module.known_bool(condition) {
                Some(value) => RegionKind::Known(value),
                None => RegionKind::Ternary,
            },
        };
        let region = self.open_region(kind, condition);
        self.check_nesting(at)?;
        let then_value = Expr::error(start);
        Ok(OpenTernary { region, start, then_end: region.then, then_value, other: None })
    }

    /// The first arm of `?:`.
    pub(crate) fn else_ternary(&mut self, open: &mut OpenTernary, value: Expr) {
        open.then_value = if value.kind == ExprKind::Nothing { value } else { self.loaded(value) };
        open.then_end = self.cursor.block;
        let outer = open.region.outer;
        self.cursor.block = outer;
        open.other = match open.region.kind {
            RegionKind::Known(false) => outer,
            RegionKind::Known(true) | RegionKind::Error => None,
            RegionKind::And | RegionKind::Or | RegionKind::Ternary => self.new_block(),
        };
        self.cursor.block = open.other;
    }

    /// The second arm of `?:`.
    pub(crate) fn end_ternary(&mut self, open: OpenTernary, value: Expr) -> Expr {
        let second = if value.kind == ExprKind::Nothing { value } else { self.loaded(value) };
        let other_end = self.cursor.block;
        self.body.open_regions -= 1;
        let region = &open.region;
        let first = open.then_value;
        let span = open.start.to(second.span);
        let after = match region.kind {
            RegionKind::Known(true) => open.then_end,
            RegionKind::Known(false) => other_end,
            _ => region.outer,
        };
        let Some((first, second)) = self.unify_arms((first, open.then_end), (second, other_end)) else {
            self.cursor.block = after;
            return Expr::error(span);
        };
        self.cursor.block = after;
        let condition = match (region.kind, region.condition) {
            (RegionKind::Known(true), _) => {
                return self.with_constants(&[first, second], |_| Expr { span, ..first });
            }
            (RegionKind::Known(false), _) => {
                return self.with_constants(&[first, second], |_| Expr { span, ..second });
            }
            (RegionKind::Ternary, Some(condition)) => condition,
            _ => return Expr::error(span),
        };
        self.with_constants(&[first, second], |this| {
            this.choice(&open, condition, [first, second], other_end, span)
        })
    }

    /// The value of `condition ? first : second`, whose arms are lowered.
    fn choice(
        &mut self,
        open: &OpenTernary,
        condition: Operand,
        [first, second]: [Expr; 2],
        other_end: Option<Block>,
        span: Span,
    ) -> Expr {
        let (then, then_end, other) = (open.region.then, open.then_end, open.other);
        let (ExprKind::Value(a), ExprKind::Value(b)) = (first.kind, second.kind) else {
            self.terminate(then_end, Op::Merge, &[], span);
            self.terminate(other_end, Op::Merge, &[], span);
            if let (Some(then), Some(other)) = (then, other) {
                let control = ControlData::new(ControlKind::If { then, other });
                self.control(Op::If, &[condition], control, &[], span);
            }
            return Expr::new(ExprKind::Nothing, common::VOID, span);
        };
        let constants = [condition, a, b].iter().all(|operand| operand.constant().is_some());
        if constants && self.is_empty_block(then) && self.is_empty_block(other) {
            let result = self.op(Op::Select, &[condition, a, b], 0, span);
            return Expr::value(result, first.ty, span);
        }
        let precision = self.joint_precision(&[a, b]);
        self.give_precision(a, precision);
        self.give_precision(b, precision);
        self.terminate(then_end, Op::Merge, &[a], span);
        self.terminate(other_end, Op::Merge, &[b], span);
        let differs = [condition, a, b].into_iter().any(|operand| self.is_nonuniform(operand));
        let result = self.if_value(condition, then, other, first.ty, precision, span);
        if differs {
            self.mark_nonuniform(result);
        }
        Expr::value(result, first.ty, span)
    }

    /// Converts the arms of `?:` to one type, each in its own block.
    fn unify_arms(
        &mut self,
        first: (Expr, Option<Block>),
        second: (Expr, Option<Block>),
    ) -> Option<(Expr, Expr)> {
        let ((a, a_block), (b, b_block)) = (first, second);
        if a.is_error() || b.is_error() {
            return None;
        }
        if a.ty == b.ty && (a.kind == ExprKind::Nothing) == (b.kind == ExprKind::Nothing) {
            self.reject_in_webgl_2(a, "?:");
            if self.holds_opaque(a.ty) {
                let name = self.module.type_name(a.ty);
                let span = a.span.to(b.span);
                let message = format!("value of opaque type `{name}` cannot be selected by `?:`");
                self.report.error(Code::OpaqueOperand, span, message);
                return None;
            }
            if self.rejects_array_value(a.ty, Code::VersionLacks, a.span.to(b.span), "selected by `?:`") {
                return None;
            }
            return Some((a, b));
        }
        if let ExprKind::Value(value) = a.kind
            && self.can_convert(a.ty, b.ty)
        {
            self.cursor.block = a_block;
            let converted = self.convert_implicitly(value, a.ty, b.ty, a.span);
            return Some((Expr { kind: ExprKind::Value(converted), ..a.with_type(b.ty) }, b));
        }
        if let ExprKind::Value(value) = b.kind
            && self.can_convert(b.ty, a.ty)
        {
            self.cursor.block = b_block;
            let converted = self.convert_implicitly(value, b.ty, a.ty, b.span);
            return Some((a, Expr { kind: ExprKind::Value(converted), ..b.with_type(a.ty) }));
        }
        let (left, right) = (self.module.type_name(a.ty), self.module.type_name(b.ty));
        let message = format!("arms of `?:` have incompatible types `{left}` and `{right}`");
        self.report.error(Code::TernaryTypes, a.span.to(b.span), message);
        self.report.label(a.span, format!("`{left}`"));
        self.report.label(b.span, format!("`{right}`"));
        self.explain_conversion(a.ty, b.ty, None);
        None
    }

    /// Checks that a condition is a `bool`.
    pub(crate) fn condition(&mut self, expr: Expr, what: &str) -> Option<Operand> {
        let value = self.operand(expr)?;
        if expr.ty == common::BOOL {
            return Some(value);
        }
        let name = self.module.type_name(expr.ty);
        self.report.error(Code::NotBoolean, expr.span, format!("{what} must be a `bool`, found `{name}`"));
        self.explain_condition(expr);
        None
    }

    /// The condition, or an undefined one after an error.
    pub(crate) fn or_undefined_bool(&mut self, value: Option<Operand>) -> Operand {
        value.unwrap_or_else(|| self.module.constants.undef(common::BOOL).into())
    }
}
