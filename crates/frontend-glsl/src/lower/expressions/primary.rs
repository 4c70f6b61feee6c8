//! Primary expressions: names, literals, parentheses.

use crate::diagnostics::Code;
use crate::lower::Lowering;
use crate::lower::declarations::types::Dimensions;
use crate::lower::expressions::{Expr, ExprKind};
use crate::lower::scopes::Entity;
use crate::symbols::Symbol;
use crate::tokens::Token;
use vitrum_ir::eval::FloatFormat;
use vitrum_ir::types::common;
use vitrum_ir::{Op, Precision, Scalar, Span, Stage};

impl Lowering<'_> {
    /// A name used in an expression.
    pub(crate) fn name(&mut self, name: Symbol, span: Span) -> Expr {
        if self.module.stage == Stage::Compute && self.module.execution.local_size.is_none() {
            self.require_local_size(name, span);
        }
        let found = self.lookup(name);
        self.record_use(name, found, span);
        match found {
            Some(Entity::Variable(id)) => self.variable_expr(id, span),
            Some(Entity::Transposed(id)) => {
                let matrix = self.variable_expr(id, span);
                let Some(value) = self.operand(matrix) else { return Expr::error(span) };
                let value = self.op(Op::Transpose, &[value], 0, span);
                Expr::value(value, self.operand_type(value), span)
            }
            Some(Entity::Member(id, index)) => {
                let block = self.variable_expr(id, span);
                self.member(block, index, span)
            }
            Some(Entity::Type(ty)) => Expr::new(ExprKind::Type(Dimensions::NONE), ty, span),
            Some(Entity::Functions(_)) | None => Expr::new(ExprKind::Function(name), common::VOID, span),
            Some(Entity::SubroutineType(_)) => {
                let text = self.symbols.text(name);
                let message = format!("subroutine type `{text}` cannot be called");
                self.report.error(Code::Subroutine, span, message);
                Expr::error(span)
            }
            Some(Entity::Error) => Expr::error(span),
        }
    }

    /// Checks that the local size is declared before `gl_WorkGroupSize` is used (GLSL 4.60 section 7.1.6). In Vulkan
    /// the size is 1 by default.
    fn require_local_size(&mut self, name: Symbol, span: Span) {
        let is_variable = self.module.execution.modes.contains(vitrum_ir::Modes::VARIABLE_GROUP_SIZE);
        if (is_variable || !self.settings.dialect.vulkan) && self.symbols.text(name) == "gl_WorkGroupSize" {
            let message = "`gl_WorkGroupSize` is used before the local size is declared";
            self.report.error(Code::MissingLayout, span, message);
        }
    }

    /// A literal constant.
    pub(crate) fn literal(&mut self, literal: Token, span: Span) -> Expr {
        let (scalar, bits) = match literal {
            Token::BoolLiteral(value) => (Scalar::Bool, u64::from(value)),
            Token::IntLiteral(value) => (Scalar::I32, u64::from(value as u32)),
            Token::UintLiteral(value) => (Scalar::U32, u64::from(value)),
            Token::Int16Literal(value) => (Scalar::I16, u64::from(value as u16)),
            Token::Uint16Literal(value) => (Scalar::U16, u64::from(value)),
            Token::Int64Literal(value) => (Scalar::I64, value as u64),
            Token::Uint64Literal(value) => (Scalar::U64, value),
            Token::HalfLiteral(value) => {
                let double = self.module.constants.f64(value);
                self.cursor.span = span;
                let ty = common::F16;
                let half = self.builder().emit(Op::Fconvert, &[double.into()], 0, ty, Precision::None);
                return Expr::value(half, ty, span);
            }
            Token::SmallFloatLiteral(scalar, value) => {
                (scalar, FloatFormat::of(scalar).map_or(0, |format| format.encode(value)))
            }
            Token::FloatLiteral(value) => (Scalar::F32, u64::from(value.to_bits())),
            Token::DoubleLiteral(value) => (Scalar::F64, value.to_bits()),
            Token::Identifier(_)
            | Token::BuiltinType(_)
            | Token::Qualifier(_)
            | Token::Keyword(_)
            | Token::StringLiteral(_)
            | Token::Punctuator(_) => return Expr::error(span),
        };
        if let Token::IntLiteral(value @ i32::MIN..0) = literal
            && self.asks(Code::IntegerOverflow)
        {
            self.warn_large_literal(value, span);
        }
        let constant = self.module.constants.scalar(scalar, bits);
        self.body.last_literal = Some(span);
        Expr::value(constant.into(), common::scalar(scalar), span)
    }

    /// `nonuniformEXT(e)`
    pub(crate) fn nonuniform(&mut self, expr: Expr, span: Span) -> Expr {
        if let ExprKind::Place(id) = expr.kind
            && let Some(mut place) = self.places.get(id)
        {
            place.nonuniform = true;
            let id = self.places.add(place);
            return Expr::new(ExprKind::Place(id), expr.ty, span);
        }
        let expr = self.loaded(expr);
        if let ExprKind::Value(value) = expr.kind {
            self.mark_nonuniform(value);
        }
        Expr { span, ..expr }
    }

    /// `(e)`
    pub(crate) fn parenthesised(&mut self, expr: Expr, span: Span) -> Expr {
        match expr.kind {
            ExprKind::Type(_) | ExprKind::Function(_) | ExprKind::Length => {
                self.operand(expr);
                Expr::error(span)
            }
            _ => Expr { span, ..expr },
        }
    }
}
