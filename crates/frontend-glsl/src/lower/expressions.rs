//! Expressions, which are lowered to values and places as they are read.
//!
//! This file has [`Expr`], a lowered expression. The others have its kinds:
//!
//! | files | content |
//! |---|---|
//! | `primary`, `indexing`, `members`, `buffer_references` | operands |
//! | `operators`, `conditionals`, `undefined_constants` | operators |
//! | `calls`, `overloads`, `constructors`, `conversions` | calls |
//! | `advice` | what messages say beyond the fault |
//! | `places`, `precise` | memory, and the values that flow into it |

pub(crate) mod advice;
pub(crate) mod buffer_references;
mod call_advice;
pub(crate) mod calls;
pub(crate) mod conditionals;
pub(crate) mod constructors;
pub(crate) mod conversions;
pub(crate) mod indexing;
pub(crate) mod members;
mod names;
pub(crate) mod operators;
pub(crate) mod overloads;
pub(crate) mod places;
pub(crate) mod precise;
pub(crate) mod primary;
pub(crate) mod undefined_constants;

use crate::diagnostics::Code;
use crate::extensions::Extension;
use crate::lower::Lowering;
use crate::lower::declarations::types::Dimensions;
use crate::lower::expressions::members::length_method;
use crate::lower::expressions::places::PlaceId;
use crate::lower::queries::ModuleQueries;
use crate::symbols::Symbol;
use vitrum_glsl::features::Feature;
use vitrum_ir::types::common;
use vitrum_ir::{Operand, Precision, Span, Type};

/// An expression that has been lowered: small enough to be passed on by value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Expr {
    /// The kind of result.
    pub(crate) kind: ExprKind,
    /// Type of its value.
    pub(crate) ty: Type,
    /// Its span.
    pub(crate) span: Span,
    /// The precision of a constant: that of the named constants in the expression. Values and places carry their own.
    pub(crate) precision: Precision,
}

/// The result of lowering an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum ExprKind {
    /// An error, which has been reported.
    Error,
    /// A value or a constant.
    Value(Operand),
    /// A place that has not been loaded.
    Place(PlaceId),
    /// The call of a function that returns nothing.
    Nothing,
    /// A type with dimensions: the start of a constructor call.
    Type(Dimensions),
    /// A name that is not a variable or type: the start of a call.
    Function(Symbol),
    /// `.length` before its `()`.
    Length,
    /// A literal string, which only some functions take.
    Text(Symbol),
}

impl Expr {
    /// A value.
    pub(crate) fn value(operand: Operand, ty: Type, span: Span) -> Self {
        Self::new(ExprKind::Value(operand), ty, span)
    }

    /// An expression without a precision of its own.
    pub(crate) fn new(kind: ExprKind, ty: Type, span: Span) -> Self {
        Self { kind, ty, span, precision: Precision::None }
    }

    /// An error, which has been reported.
    pub(crate) fn error(span: Span) -> Self {
        Self::new(ExprKind::Error, common::VOID, span)
    }

    /// True after an error, which has been reported.
    pub(crate) fn is_error(&self) -> bool {
        self.kind == ExprKind::Error
    }
}

impl Lowering<'_> {
    /// The value of an expression; `None` after an error.
    pub(crate) fn operand(&mut self, expr: Expr) -> Option<Operand> {
        match expr.kind {
            ExprKind::Value(operand) => Some(operand),
            ExprKind::Place(place) => Some(self.load(place, expr.span)),
            ExprKind::Error => None,
            ExprKind::Nothing => {
                let span = expr.span;
                self.report.error(Code::VoidValue, span, "expected a value, found a call returning `void`");
                self.label_callee(span);
                None
            }
            ExprKind::Type(_) => {
                let name = self.module.type_name(expr.ty);
                let message = format!("expected a value, found type `{name}`");
                self.report.error(Code::TypeAsValue, expr.span, message);
                None
            }
            ExprKind::Function(name) => {
                self.undeclared(name, expr.span);
                None
            }
            ExprKind::Length => {
                let name = length_method(expr.ty);
                let message = format!("method `{name}` must be called: `{name}()`");
                self.report.error(Code::MethodWithoutCall, expr.span, message);
                let end = Span::new(expr.span.end, expr.span.end);
                self.report.fix("call it", end, "()");
                None
            }
            ExprKind::Text(_) => {
                let allowed = [Extension::ExtDebugPrintf, Extension::ExtAbort, Extension::ExtSpirvIntrinsics];
                // Without these, the string itself was an error.
                match allowed.iter().any(|&extension| self.enabled(extension)) {
                    true => {
                        let message = "expected a value, found a string literal";
                        self.report.error(Code::TypeMismatch, expr.span, message);
                    }
                    false => self.report.failed = true,
                }
                None
            }
        }
    }

    /// The expression with its place loaded.
    pub(crate) fn loaded(&mut self, expr: Expr) -> Expr {
        if let Some(handles) = self.as_handles(expr) {
            return handles;
        }
        match self.operand(expr) {
            Some(operand) => Expr { kind: ExprKind::Value(operand), ..expr },
            None => Expr::error(expr.span),
        }
    }

    /// `a` in `a, b`.
    pub(crate) fn discard_value(&mut self, expr: Expr) -> Expr {
        match expr.kind {
            ExprKind::Value(_) | ExprKind::Place(_) | ExprKind::Error | ExprKind::Nothing => {}
            ExprKind::Type(_) | ExprKind::Function(_) | ExprKind::Length | ExprKind::Text(_) => {
                self.operand(expr);
            }
        }
        expr
    }

    /// `a, b`
    pub(crate) fn comma(&mut self, first: Expr, second: Expr) -> Expr {
        let span = first.span.to(second.span);
        for operand in [first, second] {
            self.reject_in_webgl_2(operand, ",");
        }
        if second.kind == ExprKind::Nothing {
            return Expr { span, ..second };
        }
        // The result is not an l-value (GLSL 4.60 section 5.9), and from ESSL 3.00 on no constant expression.
        if !Feature::CommaConstants.is_in(self.version()) {
            self.body.not_constant = Some(span);
        }
        // Opaque variables are named wherever they are used: an array of them has no value.
        let value = if self.holds_opaque(second.ty) { second } else { self.loaded(second) };
        Expr { span, ..value }
    }
}
