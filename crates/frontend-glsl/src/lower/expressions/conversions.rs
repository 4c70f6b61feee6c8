//! Conversions: the implicit ones of each version, and their ops.

use crate::diagnostics::Code;
use crate::extensions::Extension;
use crate::lower::Lowering;
use crate::lower::expressions::Expr;
use crate::lower::queries::ModuleQueries;
use vitrum_glsl::features::Feature;
use vitrum_ir::{Op, Operand, Scalar, Span, Type, TypeData};

impl Lowering<'_> {
    /// True if a component type converts to another implicitly (GLSL 4.60 section 4.1.10, and the tables of
    /// `GL_EXT_shader_explicit_arithmetic_types`).
    pub(crate) fn can_convert_scalar(&self, from: Scalar, to: Scalar) -> bool {
        if from == to {
            return true;
        }
        if from == Scalar::Bool || to == Scalar::Bool || !self.has(Feature::ImplicitConversions) {
            return false;
        }
        let (from_width, to_width) = (from.width(), to.width());
        if to.is_float() {
            // Powers of two are scales, which nothing takes for numbers.
            if from == Scalar::F8E8M0 {
                return false;
            }
            // `GL_EXT_bfloat16`, `GL_EXT_float8_e5m2_e4m3`: nothing converts to them but fewer bits to `bfloat16_t`.
            if to.is_small_float() {
                return from.is_small_float() && to == Scalar::Bf16;
            }
            return if from.is_float() { from_width < to_width } else { from_width <= to_width.max(16) };
        }
        if from.is_float() {
            return false;
        }
        match (from.is_signed(), to.is_signed()) {
            (true, true) | (false, false) => from_width < to_width,
            (true, false) => {
                from_width <= to_width && (from_width != 32 || to_width != 32 || self.has(Feature::IntToUint))
            }
            // `GL_ARB_gpu_shader_int64` does not convert unsigned to signed; the explicit types do.
            (false, true) => {
                let arb = self.enabled(Extension::ArbGpuShaderInt64)
                    && !self.enabled(Extension::ExtShaderExplicitArithmeticTypesInt64);
                from_width < to_width && !(from_width == 32 && arb)
            }
        }
    }

    /// True if constructors convert between two component types: small floats and `bool` do not (`GL_EXT_bfloat16`).
    pub(crate) fn can_construct_scalar(from: Scalar, to: Scalar) -> bool {
        let none =
            (from.is_small_float() && to == Scalar::Bool) || (from == Scalar::Bool && to.is_small_float());
        !none
    }

    /// True if a type converts to another implicitly: the shapes are equal and the component types convert.
    pub(crate) fn can_convert(&self, from: Type, to: Type) -> bool {
        if from == to {
            return true;
        }
        let (a, b) = (self.module.types.get(from), self.module.types.get(to));
        match (a, b) {
            (TypeData::Scalar(from), TypeData::Scalar(to)) => self.can_convert_scalar(from, to),
            (TypeData::Vector { scalar: from, size: m }, TypeData::Vector { scalar: to, size: n }) => {
                m == n && self.can_convert_scalar(from, to)
            }
            (
                TypeData::LongVector { scalar: from, length: m, cooperative: false },
                TypeData::LongVector { scalar: to, length: n, cooperative: false },
            ) => m == n && self.can_convert_scalar(from, to),
            (
                TypeData::Matrix { scalar: from, columns, rows },
                TypeData::Matrix { scalar: to, columns: other_columns, rows: other_rows },
            ) => columns == other_columns && rows == other_rows && self.can_convert_scalar(from, to),
            _ => false,
        }
    }

    /// Converts a value between types of the same shape, implicitly or not.
    pub(crate) fn convert(&mut self, value: Operand, from: Type, to: Type, span: Span) -> Operand {
        if from == to {
            return value;
        }
        let scalars = (self.module.types.scalar_of(from), self.module.types.scalar_of(to));
        let (Some(source), Some(target)) = scalars else { return value };
        if source == target {
            return value;
        }
        if let TypeData::Matrix { columns, rows, .. } = self.module.types.get(to) {
            let column_from = self.module.types.vector(source, u32::from(rows));
            let column_to = self.module.types.vector(target, u32::from(rows));
            let mut parts = Vec::with_capacity(usize::from(columns));
            for index in 0..u32::from(columns) {
                let column = self.op(Op::Extract, &[value], index, span);
                parts.push(self.convert(column, column_from, column_to, span));
            }
            return self.construct(to, &parts, span);
        }
        let op = conversion_op(source, target);
        let precision = self.precision_of(value);
        self.cursor.span = span;
        self.builder().emit(op, &[value], 0, to, precision)
    }

    /// The value of an expression, converted to type `to`. Reports a type that does not convert; `context` is for the
    /// message.
    pub(crate) fn coerce(&mut self, expr: Expr, to: Type, context: &str) -> Option<Operand> {
        let expr = self.as_handles(expr).unwrap_or(expr);
        let value = self.operand(expr)?;
        if expr.ty == to {
            return Some(value);
        }
        if self.can_convert(expr.ty, to) {
            return Some(self.convert_implicitly(value, expr.ty, to, expr.span));
        }
        let (found, wanted) = (self.module.type_name(expr.ty), self.module.type_name(to));
        let message = format!("mismatched types in {context}: expected `{wanted}`, found `{found}`");
        self.report.error(Code::TypeMismatch, expr.span, message);
        if context == "initialiser" && self.explain_comma(expr.span) {
            return None;
        }
        self.explain_conversion(expr.ty, to, Some(expr.span));
        None
    }

    /// The value of a non-negative integer constant expression, for layout qualifiers and attributes; `what` names it
    /// in messages.
    pub(crate) fn constant_u32(&mut self, expr: Expr, what: impl FnOnce(&Self) -> String) -> Option<u32> {
        let value = self.operand(expr)?;
        let known = value.constant().filter(|_| self.body.is_constant_expression(expr.span));
        let known = known.and_then(|constant| self.module.constants.as_int(constant));
        match known {
            Some(number) => {
                let found = u32::try_from(number).ok();
                if found.is_none() {
                    let wrong = if number < 0 { "must not be negative" } else { "must fit in 32 bits" };
                    let message = format!("{} {wrong}, found {number}", what(self));
                    self.report.error(Code::NegativeValue, expr.span, message);
                }
                found
            }
            None => {
                let message = format!("{} must be an integer constant expression", what(self));
                self.report.error(Code::NotConstant, expr.span, message);
                None
            }
        }
    }
}

/// The op that converts between component types that differ.
fn conversion_op(from: Scalar, to: Scalar) -> Op {
    match (from, to) {
        (Scalar::Bool, to) if to.is_float() => Op::BtoF,
        (Scalar::Bool, _) => Op::BtoI,
        (from, Scalar::Bool) if from.is_float() => Op::FtoB,
        (_, Scalar::Bool) => Op::ItoB,
        (from, to) if from.is_float() && to.is_float() => Op::Fconvert,
        (from, to) if from.is_float() => {
            if to.is_signed() {
                Op::FtoS
            } else {
                Op::FtoU
            }
        }
        (from, to) if to.is_float() => {
            if from.is_signed() {
                Op::StoF
            } else {
                Op::UtoF
            }
        }
        (from, to) if from.width() == to.width() => Op::Bitcast,
        (from, _) if from.is_signed() => Op::Sconvert,
        _ => Op::Uconvert,
    }
}
