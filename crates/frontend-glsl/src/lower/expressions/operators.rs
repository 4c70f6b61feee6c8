//! Binary operators with precedence, assignments, and unary operators.

use crate::diagnostics::Code;
use crate::lower::Lowering;
use crate::lower::expressions::conditionals::Region;
use crate::lower::expressions::places::{Place, PlaceId, Protection};
use crate::lower::expressions::{Expr, ExprKind};
use crate::lower::queries::ModuleQueries;
use crate::parser::BinaryOp;
use crate::tokens::Punctuator;
use vitrum_glsl::features::Feature;
use vitrum_ir::types::common;
use vitrum_ir::{Op, Operand, Precision, Scalar, Span, Storage, Type, TypeData};

/// The last operand of a chain of binary operators, with the number of pending operators.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BinaryOperand {
    /// The operand.
    pub(crate) expr: Expr,
    /// The number of operators of this chain on the stack.
    pub(crate) pending: u32,
}

/// The left side of an assignment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AssignHead {
    place: Option<PlaceId>,
    target: Expr,
    operator: Option<BinaryOp>,
    old: Option<Operand>,
    span: Span,
}

/// The operators that add or subtract one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// `++`
    Up,
    /// `--`
    Down,
}

/// A pending operator: its right operand has not been read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pending {
    operator: BinaryOp,
    left: Expr,
    span: Span,
    /// The region that the right operand of `&&` or `||` is lowered into.
    region: Option<Region>,
}

impl Lowering<'_> {
    /// A binary operator after an operand. Pending operators that bind at least as strongly are applied first. Returns the
    /// number of pending operators of the chain.
    pub(crate) fn binary(
        &mut self,
        stack: &mut Vec<Pending>,
        left: BinaryOperand,
        operator: BinaryOp,
        span: Span,
    ) -> u32 {
        let BinaryOperand { mut expr, mut pending } = left;
        while pending > 0 {
            let stronger = |top: &mut Pending| top.operator.precedence() >= operator.precedence();
            let Some(top) = stack.pop_if(stronger) else { break };
            expr = self.apply_pending(top, expr);
            pending -= 1;
        }
        let mut left = self.loaded(expr);
        let short_circuit = matches!(operator, BinaryOp::LogicalAnd | BinaryOp::LogicalOr);
        let mut region = None;
        if short_circuit {
            left = self.condition_value(left, operator.text());
            region = Some(self.begin_short_circuit(left, operator == BinaryOp::LogicalAnd));
        }
        stack.push(Pending { operator, left, span, region });
        pending + 1
    }

    /// The end of a chain: applies its pending operators.
    pub(crate) fn finish_binary(&mut self, stack: &mut Vec<Pending>, chain: BinaryOperand) -> Expr {
        let mut expr = chain.expr;
        for _ in 0..chain.pending {
            let Some(top) = stack.pop() else { break };
            expr = self.apply_pending(top, expr);
        }
        expr
    }

    fn apply_pending(&mut self, pending: Pending, right: Expr) -> Expr {
        let right = self.loaded(right);
        let Pending { operator, left, span, region } = pending;
        if let Some(region) = region {
            // Two operands of the wrong type are one mistake.
            let right = if left.is_error() { right } else { self.condition_value(right, operator.text()) };
            return self.end_short_circuit(region, left, right);
        }
        self.apply_binary(operator, left, right, span)
    }

    /// Checks that an operand of `&&` or `||` is a boolean scalar.
    fn condition_value(&mut self, expr: Expr, what: &str) -> Expr {
        if expr.is_error() || expr.ty == common::BOOL {
            return expr;
        }
        let name = self.module.type_name(expr.ty);
        let message = format!("operand of `{what}` must be a `bool`, found `{name}`");
        self.report.error(Code::NotBoolean, expr.span, message);
        self.explain_logical(expr, what);
        Expr::error(expr.span)
    }

    /// `left operator right` for values. `at` is the span of the operator.
    pub(crate) fn apply_binary(&mut self, operator: BinaryOp, left: Expr, right: Expr, at: Span) -> Expr {
        let span = left.span.to(right.span);
        if left.is_error() || right.is_error() {
            return Expr::error(span);
        }
        let result =
            self.with_constants(&[left, right], |this| this.combine(operator, left, right, at, span));
        self.note_expression(result);
        result
    }

    fn combine(&mut self, operator: BinaryOp, left: Expr, right: Expr, at: Span, span: Span) -> Expr {
        let result = match operator {
            BinaryOp::Add | BinaryOp::Subtract
                if self.module.is_reference(left.ty) || self.module.is_reference(right.ty) =>
            {
                self.reference_arithmetic(operator, left, right, span)
            }
            BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide => {
                self.arithmetic(operator, left, right, span)
            }
            BinaryOp::Modulo | BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => {
                self.integer_arithmetic(operator, left, right, span)
            }
            BinaryOp::ShiftLeft | BinaryOp::ShiftRight => self.shift(operator, left, right, span),
            BinaryOp::Less | BinaryOp::Greater | BinaryOp::LessEqual | BinaryOp::GreaterEqual => {
                self.relational(operator, left, right, span)
            }
            BinaryOp::Equal | BinaryOp::NotEqual => self.equality(operator, left, right, span),
            BinaryOp::LogicalXor => self.logical_xor(left, right, span),
            BinaryOp::LogicalAnd | BinaryOp::LogicalOr => None,
        };
        match result {
            Some(value) => Expr::value(value, self.operand_type(value), span),
            None => {
                self.report_operands(operator, left, right, at);
                Expr::error(span)
            }
        }
    }

    /// Reports an operator that operands of these types do not have.
    #[cold]
    fn report_operands(&mut self, operator: BinaryOp, left: Expr, right: Expr, at: Span) {
        let (left_name, right_name) = (self.module.type_name(left.ty), self.module.type_name(right.ty));
        let what = operator.text();
        let message = format!("operator `{what}` cannot be applied to `{left_name}` and `{right_name}`");
        self.report.error(Code::OperandTypes, at, message);
        self.report.label(left.span, format!("`{left_name}`"));
        self.report.label(right.span, format!("`{right_name}`"));
        self.explain_operator(operator, left, right, at);
    }

    /// Converts one operand implicitly, so that both have the same component type.
    fn unify(&mut self, left: Expr, right: Expr) -> Option<(Operand, Operand, Scalar)> {
        let (ExprKind::Value(a), ExprKind::Value(b)) = (left.kind, right.kind) else { return None };
        let from = self.module.types.scalar_of(left.ty)?;
        let to = self.module.types.scalar_of(right.ty)?;
        if from == to {
            // `GL_EXT_bfloat16` section 5.9
            return (!from.is_small_float()).then_some((a, b, from));
        }
        if self.can_convert_scalar(from, to) && !to.is_small_float() {
            let ty = self.module.types.with_scalar(left.ty, to)?;
            return Some((self.convert_implicitly(a, left.ty, ty, left.span), b, to));
        }
        if self.can_convert_scalar(to, from) && !from.is_small_float() {
            let ty = self.module.types.with_scalar(right.ty, from)?;
            return Some((a, self.convert_implicitly(b, right.ty, ty, right.span), from));
        }
        None
    }

    /// Splats a scalar to the shape of the other operand; `None` if the shapes differ otherwise.
    fn same_shape(&mut self, a: Operand, b: Operand, span: Span) -> Option<(Operand, Operand)> {
        let (left, right) = (self.operand_type(a), self.operand_type(b));
        if left == right {
            return Some((a, b));
        }
        let is_scalar = |this: &Self, ty| matches!(this.module.types.get(ty), TypeData::Scalar(_));
        if is_scalar(self, left) {
            return Some((self.splat(a, right, span), b));
        }
        if is_scalar(self, right) {
            return Some((a, self.splat(b, left, span)));
        }
        None
    }

    fn arithmetic(&mut self, operator: BinaryOp, left: Expr, right: Expr, span: Span) -> Option<Operand> {
        let (a, b, scalar) = self.unify(left, right)?;
        if scalar == Scalar::Bool {
            return None;
        }
        let cooperative = [left.ty, right.ty].map(|ty| self.module.is_cooperative(ty));
        if cooperative != [false; 2] {
            return self.cooperative_arithmetic(operator, [left, right], [a, b], cooperative, span);
        }
        self.check_cooperative_vectors([left, right], scalar, operator == BinaryOp::Multiply)?;
        if operator == BinaryOp::Multiply && scalar.is_float() {
            return self.multiply(a, b, span);
        }
        let (a, b) = self.same_shape(a, b, span)?;
        let op = arithmetic_op(operator, scalar);
        Some(if operator == BinaryOp::Divide && scalar.is_integer() {
            self.integer_op(op, [a, b], span)
        } else {
            if scalar.is_integer() && a.constant().is_some() && self.asks(Code::IntegerOverflow) {
                self.warn_overflow(op, [a, b], span);
            }
            self.op(op, &[a, b], 0, span)
        })
    }

    /// Arithmetic on cooperative vectors of one type, or with a scalar factor. They do not convert
    /// (`GL_NV_cooperative_vector`).
    fn check_cooperative_vectors(&self, sides: [Expr; 2], scalar: Scalar, is_product: bool) -> Option<()> {
        let is_vector = |side: &Expr| self.module.is_cooperative_vector(side.ty);
        let [left, right] = sides;
        let fits = match sides.each_ref().map(is_vector) {
            [false, false] => true,
            [true, true] => left.ty == right.ty,
            [true, false] => is_product && self.module.types.scalar_of(left.ty) == Some(scalar),
            [false, true] => is_product && self.module.types.scalar_of(right.ty) == Some(scalar),
        };
        fits.then_some(())
    }

    /// Arithmetic on cooperative matrices of one type, or with a scalar factor of their component type. There is no
    /// conversion (`GL_KHR_cooperative_matrix`).
    #[inline(never)]
    fn cooperative_arithmetic(
        &mut self,
        operator: BinaryOp,
        [left, right]: [Expr; 2],
        [a, b]: [Operand; 2],
        cooperative: [bool; 2],
        span: Span,
    ) -> Option<Operand> {
        let scalar = self.module.types.scalar_of(left.ty)?;
        if self.module.types.scalar_of(right.ty) != Some(scalar) {
            return None;
        }
        let is_scalar = |ty: Type| matches!(self.module.types.get(ty), TypeData::Scalar(_));
        let product = operator == BinaryOp::Multiply;
        match cooperative {
            // Those without a use are not multiplied by components.
            [true, true]
                if left.ty == right.ty && !(product && self.has_matrix_use(left.ty) == Some(false)) =>
            {
                Some(self.op(arithmetic_op(operator, scalar), &[a, b], 0, span))
            }
            [true, false] if product && is_scalar(right.ty) => {
                Some(self.op(Op::MatrixTimesScalar, &[a, b], 0, span))
            }
            [false, true] if product && is_scalar(left.ty) => {
                Some(self.op(Op::MatrixTimesScalar, &[b, a], 0, span))
            }
            _ => None,
        }
    }

    /// Products of floats, in the sense of linear algebra if a matrix is among them (GLSL 4.60 section 5.9).
    fn multiply(&mut self, a: Operand, b: Operand, span: Span) -> Option<Operand> {
        let types = &self.module.types;
        let (left, right) = (types.get(self.operand_type(a)), types.get(self.operand_type(b)));
        use TypeData::{LongVector, Matrix, Scalar as One, Vector};
        let (op, operands) = match (left, right) {
            (One(_), One(_)) => (Op::Fmul, [a, b]),
            (Vector { size, .. }, Vector { size: other, .. }) if size == other => (Op::Fmul, [a, b]),
            (LongVector { .. }, One(_))
            | (One(_), LongVector { .. })
            | (LongVector { .. }, LongVector { .. }) => {
                let (a, b) = self.same_shape(a, b, span)?;
                (Op::Fmul, [a, b])
            }
            (Vector { .. }, One(_)) => (Op::VectorTimesScalar, [a, b]),
            (One(_), Vector { .. }) => (Op::VectorTimesScalar, [b, a]),
            (Matrix { .. }, One(_)) => (Op::MatrixTimesScalar, [a, b]),
            (One(_), Matrix { .. }) => (Op::MatrixTimesScalar, [b, a]),
            (Vector { size, .. }, Matrix { rows, .. }) if size == rows => (Op::VectorTimesMatrix, [a, b]),
            (Matrix { columns, .. }, Vector { size, .. }) if size == columns => {
                (Op::MatrixTimesVector, [a, b])
            }
            (Matrix { columns, .. }, Matrix { rows, .. }) if columns == rows => {
                (Op::MatrixTimesMatrix, [a, b])
            }
            _ => return None,
        };
        Some(self.op(op, &operands, 0, span))
    }

    fn integer_arithmetic(
        &mut self,
        operator: BinaryOp,
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Option<Operand> {
        if !self.has(Feature::IntegerOperators) {
            self.require_integer_operators(operator, span);
        }
        let (a, b, scalar) = self.unify(left, right)?;
        if !scalar.is_integer() {
            return None;
        }
        self.check_cooperative_vectors([left, right], scalar, false)?;
        let (a, b) = self.same_shape(a, b, span)?;
        let op = match operator {
            BinaryOp::BitAnd => Op::Iand,
            BinaryOp::BitOr => Op::Ior,
            BinaryOp::BitXor => Op::Ixor,
            _ if scalar.is_signed() => Op::Smod,
            _ => Op::Umod,
        };
        Some(self.integer_op(op, [a, b], span))
    }

    fn shift(&mut self, operator: BinaryOp, left: Expr, right: Expr, span: Span) -> Option<Operand> {
        if !self.has(Feature::IntegerOperators) {
            self.require_integer_operators(operator, span);
        }
        let (ExprKind::Value(a), ExprKind::Value(b)) = (left.kind, right.kind) else { return None };
        let scalar = self.module.types.scalar_of(left.ty).filter(|scalar| scalar.is_integer())?;
        let amount = self.module.types.scalar_of(right.ty).filter(|scalar| scalar.is_integer())?;
        let shape = self.module.types.with_scalar(left.ty, amount)?;
        let b = match self.module.types.get(right.ty) {
            _ if right.ty == shape => b,
            TypeData::Scalar(_) => self.splat(b, shape, right.span),
            _ => return None,
        };
        let op = match operator {
            BinaryOp::ShiftLeft => Op::Shl,
            _ if scalar.is_signed() => Op::Ashr,
            _ => Op::Lshr,
        };
        Some(self.integer_op(op, [a, b], span))
    }

    fn relational(&mut self, operator: BinaryOp, left: Expr, right: Expr, span: Span) -> Option<Operand> {
        let (a, b, scalar) = self.unify(left, right)?;
        let is_scalar = |ty| matches!(self.module.types.get(ty), TypeData::Scalar(_));
        if !is_scalar(left.ty) || !is_scalar(right.ty) || scalar == Scalar::Bool {
            return None;
        }
        let choose = |float, signed, unsigned| {
            if scalar.is_float() {
                float
            } else if scalar.is_signed() {
                signed
            } else {
                unsigned
            }
        };
        let op = match operator {
            BinaryOp::Less => choose(Op::Flt, Op::Slt, Op::Ult),
            BinaryOp::Greater => choose(Op::Fgt, Op::Sgt, Op::Ugt),
            BinaryOp::LessEqual => choose(Op::Fle, Op::Sle, Op::Ule),
            _ => choose(Op::Fge, Op::Sge, Op::Uge),
        };
        Some(self.op(op, &[a, b], 0, span))
    }

    fn equality(&mut self, operator: BinaryOp, left: Expr, right: Expr, span: Span) -> Option<Operand> {
        let equal = operator == BinaryOp::Equal;
        let (ExprKind::Value(mut a), ExprKind::Value(mut b)) = (left.kind, right.kind) else { return None };
        if left.ty != right.ty {
            if self.can_convert(left.ty, right.ty) {
                a = self.convert_implicitly(a, left.ty, right.ty, left.span);
            } else if self.can_convert(right.ty, left.ty) {
                b = self.convert_implicitly(b, right.ty, left.ty, right.span);
            } else {
                return None;
            }
        }
        let ty = self.operand_type(a);
        if self.holds_opaque(ty)
            || self.module.holds_reference(ty)
            || self.module.holds_handle(ty)
            || self.module.holds_scalar(ty, &Scalar::is_small_float)
            || self.module.holds_cooperative(ty)
            || self.is_yuv_standard(self.module.innermost(ty))
            || self.rejects_array_value(ty, Code::OperandTypes, span, "compared")
        {
            return None;
        }
        self.warn_float_equal(operator.text(), left, right, ty, span);
        let op = match self.module.types.get(ty) {
            TypeData::Scalar(scalar) => match (scalar, equal) {
                (Scalar::Bool, true) => Op::Beq,
                (Scalar::Bool, false) => Op::Bne,
                (scalar, true) if scalar.is_float() => Op::Feq,
                (scalar, false) if scalar.is_float() => Op::Fne,
                (_, true) => Op::Ieq,
                (_, false) => Op::Ine,
            },
            TypeData::LongVector { scalar, .. } => {
                let (same, differs) = match scalar {
                    Scalar::Bool => (Op::Beq, Op::Bne),
                    scalar if scalar.is_float() => (Op::Feq, Op::Fne),
                    _ => (Op::Ieq, Op::Ine),
                };
                let each = self.op(if equal { same } else { differs }, &[a, b], 0, span);
                return Some(self.op(if equal { Op::All } else { Op::Any }, &[each], 0, span));
            }
            TypeData::Vector { .. }
            | TypeData::Matrix { .. }
            | TypeData::Struct(_)
            | TypeData::Array { .. } => {
                if equal {
                    Op::Equal
                } else {
                    Op::NotEqual
                }
            }
            _ => return None,
        };
        Some(self.op(op, &[a, b], 0, span))
    }

    fn logical_xor(&mut self, left: Expr, right: Expr, span: Span) -> Option<Operand> {
        let (ExprKind::Value(a), ExprKind::Value(b)) = (left.kind, right.kind) else { return None };
        let both = left.ty == common::BOOL && right.ty == common::BOOL;
        both.then(|| self.op(Op::Bne, &[a, b], 0, span))
    }

    /// `place =` or `place op=`. The place, and for `op=` its old value, are evaluated before the right side.
    pub(crate) fn begin_assign(
        &mut self,
        target: Expr,
        operator: Option<BinaryOp>,
        span: Span,
    ) -> AssignHead {
        let place = self.l_value(target, "assigned to");
        let place = match (place, operator) {
            (Some(place), Some(_)) => Some(self.addressed(place, target.span)),
            (place, _) => place,
        };
        let old = match (place, operator) {
            (Some(place), Some(_)) => Some(self.load(place, target.span)),
            _ => None,
        };
        AssignHead { place, target, operator, old, span }
    }

    /// The right side of an assignment.
    pub(crate) fn assign(&mut self, head: AssignHead, value: Expr) -> Expr {
        let AssignHead { place, target, operator, old, span: at } = head;
        let span = target.span.to(value.span);
        if operator.is_none() {
            self.body.plain_assignment = Some(span);
        }
        let mut value = self.loaded(value);
        let Some(place) = place.and_then(|id| self.places.get(id)) else { return Expr::error(span) };
        if let (Some(operator), Some(old)) = (operator, old) {
            let left = Expr::value(old, target.ty, target.span);
            value = self.apply_binary(operator, left, value, at);
        }
        let Some(value) = self.coerce(value, target.ty, "assignment") else { return Expr::error(span) };
        if self.rejects_array_value(target.ty, Code::OperandTypes, span, "assigned") {
            return Expr::error(span);
        }
        self.store(&place, value, span);
        self.body.not_constant = Some(span);
        // The value of an assignment has the precision of its target.
        let precision = if value.constant().is_some() { place.precision } else { Precision::None };
        Expr { precision, ..Expr::value(value, target.ty, span) }
    }

    /// The place that an expression names, if it can be written to; reports the reason otherwise.
    pub(crate) fn l_value(&mut self, expr: Expr, verb: &str) -> Option<PlaceId> {
        match expr.kind {
            ExprKind::Error => None,
            ExprKind::Place(id) => {
                let place = self.places.get(id)?;
                self.check_writable(&place, expr, verb).then_some(id)
            }
            ExprKind::Value(_) | ExprKind::Nothing => {
                self.report_no_l_value(expr, verb);
                None
            }
            ExprKind::Type(_) | ExprKind::Function(_) | ExprKind::Length | ExprKind::Text(_) => {
                self.operand(expr);
                None
            }
        }
    }

    pub(crate) fn check_writable(&mut self, place: &Place, expr: Expr, verb: &str) -> bool {
        let reason = match place.protection {
            None => None,
            Some(Protection::Const) => Some("it is `const`"),
            Some(Protection::Uniform) => Some("it is a uniform"),
            Some(Protection::Input) => Some("it is an input of the shader"),
            Some(Protection::ReadOnly) if place.storage == Storage::PixelLocal => {
                Some("it is `__pixel_local_inEXT`")
            }
            Some(Protection::ReadOnly) => Some("it is `readonly`"),
            Some(Protection::Subroutine) => Some("it is a subroutine uniform"),
        };
        if let Some(reason) = reason {
            let name = self.place_name(place);
            self.report.error(Code::NotAnLValue, expr.span, format!("{name} cannot be {verb}: {reason}"));
            self.label_declaration(place);
            return false;
        }
        if let Some(repeating) = place.repeating {
            let name = self.settings.sources.slice(repeating);
            let message = format!("swizzle `{name}` cannot be {verb}: it repeats a component");
            self.report.error(Code::NotAnLValue, expr.span, message);
            return false;
        }
        self.note_fragment_write(place, expr.span);
        self.note_view_write(place, expr.span);
        self.limit_write(place, expr.span);
        if self.holds_opaque(expr.ty) {
            let name = self.module.type_name(expr.ty);
            let message = format!("value of opaque type `{name}` cannot be {verb}");
            self.report.error(Code::NotAnLValue, expr.span, message);
            return false;
        }
        if matches!(self.module.types.get(expr.ty), TypeData::RuntimeArray { .. }) {
            self.report.error(Code::NotAnLValue, expr.span, format!("unsized array cannot be {verb}"));
            return false;
        }
        if place.other_vertex {
            let name = self.place_name(place);
            let message = format!("{name} cannot be {verb} with an index other than `gl_InvocationID`");
            self.report.error(Code::NotAnLValue, expr.span, message);
            return false;
        }
        true
    }

    /// `++e`, `--e`
    pub(crate) fn prefix_step(&mut self, expr: Expr, step: Step, at: Span) -> Expr {
        let span = at.to(expr.span);
        match self.step(expr, step, span, span) {
            Some((_, new)) => Expr::value(new, expr.ty, span),
            None => Expr::error(span),
        }
    }

    /// `e++`, `e--`
    pub(crate) fn postfix_step(&mut self, expr: Expr, step: Step, at: Span) -> Expr {
        let span = expr.span.to(at);
        // The addition has the span of the operator, which tells `i++` from `++i`.
        match self.step(expr, step, at, span) {
            Some((old, _)) => Expr::value(old, expr.ty, span),
            None => Expr::error(span),
        }
    }

    fn step(&mut self, expr: Expr, step: Step, operator: Span, span: Span) -> Option<(Operand, Operand)> {
        let verb = match step {
            Step::Up => "incremented",
            Step::Down => "decremented",
        };
        let place = self.l_value(expr, verb)?;
        let scalar = self
            .module
            .types
            .scalar_of(expr.ty)
            .filter(|&scalar| scalar != Scalar::Bool && !scalar.is_small_float());
        let Some(scalar) = scalar else {
            let name = self.module.type_name(expr.ty);
            let message = format!("value of type `{name}` cannot be {verb}");
            self.report.error(Code::OperandTypes, expr.span, message);
            return None;
        };
        let place = self.addressed(place, expr.span);
        let old = self.load(place, expr.span);
        let one = self.one(scalar);
        let one = self.splat(one, expr.ty, span);
        let op = match (step, scalar.is_float()) {
            (Step::Up, true) => Op::Fadd,
            (Step::Up, false) => Op::Iadd,
            (Step::Down, true) => Op::Fsub,
            (Step::Down, false) => Op::Isub,
        };
        let new = self.op(op, &[old, one], 0, operator);
        let place = self.places.get(place)?;
        self.store(&place, new, span);
        self.body.not_constant = Some(span);
        Some((old, new))
    }

    /// `+e`, `-e`, `!e`, `~e`
    pub(crate) fn unary(&mut self, operator: Punctuator, expr: Expr, at: Span) -> Expr {
        if operator == Punctuator::BitNot && !self.has(Feature::IntegerOperators) {
            self.require_integer_operators(BinaryOp::BitXor, at);
        }
        let span = at.to(expr.span);
        let Some(value) = self.operand(expr) else { return Expr::error(span) };
        let scalar = self.module.types.scalar_of(expr.ty).filter(|scalar| !scalar.is_small_float());
        let op = match (operator, scalar) {
            (Punctuator::Plus, Some(scalar)) if scalar != Scalar::Bool => {
                return Expr { precision: expr.precision, ..Expr::value(value, expr.ty, span) };
            }
            (Punctuator::Minus, Some(scalar)) if scalar.is_float() => Op::Fneg,
            (Punctuator::Minus, Some(scalar)) if scalar != Scalar::Bool => Op::Ineg,
            (Punctuator::Not, _) if expr.ty == common::BOOL => Op::Not,
            (Punctuator::BitNot, Some(scalar)) if scalar.is_integer() => Op::Inot,
            _ => {
                let (text, name) = (operator.text(), self.module.type_name(expr.ty));
                let message = format!("operator `{text}` cannot be applied to `{name}`");
                self.report.error(Code::OperandTypes, at, message);
                self.report.label(expr.span, format!("`{name}`"));
                self.explain_prefix(operator, expr, at);
                return Expr::error(span);
            }
        };
        let result =
            self.with_constants(&[expr], |this| Expr::value(this.op(op, &[value], 0, span), expr.ty, span));
        self.note_expression(result);
        result
    }
}

/// The op of an arithmetic operator for a component type.
fn arithmetic_op(operator: BinaryOp, scalar: Scalar) -> Op {
    match operator {
        BinaryOp::Add if scalar.is_float() => Op::Fadd,
        BinaryOp::Add => Op::Iadd,
        BinaryOp::Subtract if scalar.is_float() => Op::Fsub,
        BinaryOp::Subtract => Op::Isub,
        BinaryOp::Multiply if scalar.is_float() => Op::Fmul,
        BinaryOp::Multiply => Op::Imul,
        _ if scalar.is_float() => Op::Fdiv,
        _ if scalar.is_signed() => Op::Sdiv,
        _ => Op::Udiv,
    }
}
