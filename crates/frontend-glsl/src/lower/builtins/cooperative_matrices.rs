//! Functions on cooperative matrices (`GL_KHR_cooperative_matrix`), whose types the patterns of the table cannot
//! express.

use crate::diagnostics::Code;
use crate::extensions::Extension;
use crate::lower::Lowering;
use crate::lower::expressions::calls::Argument;
use crate::lower::expressions::{Expr, ExprKind};
use crate::lower::queries::ModuleQueries;
use crate::symbols::Symbol;
use vitrum_ir::types::common;
use vitrum_ir::{Intrinsic, Op, Operand, Precision, Scalar, Span, Type, TypeData};

/// SPIR-V's cooperative matrix operands: flags of matrices with signed integers, and of saturating sums.
const SIGNED: [u32; 4] = [1, 2, 4, 8];
const SATURATING: i64 = 0x10;

/// A function on cooperative matrices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Function {
    Load,
    Store,
    MulAdd,
    SaturatedConvert,
}

impl Lowering<'_> {
    fn cooperative_function(&self, name: Symbol) -> Option<Function> {
        if !self.enabled(Extension::KhrCooperativeMatrix) {
            return None;
        }
        Some(match self.symbols.text(name) {
            "coopMatLoad" => Function::Load,
            "coopMatStore" => Function::Store,
            "coopMatMulAdd" => Function::MulAdd,
            "saturatedConvertEXT"
                if self.enabled(Extension::ExtFloatE4m3) || self.enabled(Extension::ExtFloatE5m2) =>
            {
                Function::SaturatedConvert
            }
            _ => return None,
        })
    }

    /// True if there is a function of this name on cooperative matrices.
    pub(crate) fn is_cooperative_function(&self, name: Symbol) -> bool {
        self.cooperative_function(name).is_some()
    }

    /// Argument masks of such a function: bits of arguments taken as places, and by value.
    pub(crate) fn cooperative_masks(&self, name: Symbol) -> Option<(u64, u64)> {
        Some(match self.cooperative_function(name)? {
            Function::Load => (0b11, !0b11),
            Function::Store => (0b10, !0b10),
            Function::MulAdd => (0, !0),
            Function::SaturatedConvert => (1, !1),
        })
    }

    /// Calls such a function; `None` if there is none of this name, or the arguments do not fit.
    pub(crate) fn call_cooperative(
        &mut self,
        name: Symbol,
        arguments: &[Argument],
        span: Span,
    ) -> Option<Expr> {
        let function = self.cooperative_function(name)?;
        match function {
            Function::Load | Function::Store => self.cooperative_transfer(function, arguments, span),
            Function::MulAdd => self.cooperative_product(arguments, span),
            Function::SaturatedConvert => self.saturated_matrix(arguments, span),
        }
    }

    /// `coopMatLoad(m, array, element, stride, layout)` and `coopMatStore` of the same.
    fn cooperative_transfer(
        &mut self,
        function: Function,
        arguments: &[Argument],
        span: Span,
    ) -> Option<Expr> {
        let &[matrix, buffer, element, stride, layout] = arguments else { return None };
        let array = self.module.element(buffer.expr.ty)?;
        let is_numeric =
            matches!(self.module.types.get(array), TypeData::Scalar(_) | TypeData::Vector { .. });
        let ExprKind::Place(place) = buffer.expr.kind else { return None };
        if !self.module.is_cooperative(matrix.expr.ty) || !is_numeric {
            return None;
        }
        let element = self.cooperative_index(element, common::U32)?;
        let stride = self.cooperative_index(stride, common::U32)?;
        let layout_value = self.cooperative_index(layout, common::I32)?;
        let Some(layout_value) = layout_value.constant() else {
            let message = "matrix layout must be a constant expression";
            self.report.error(Code::NotConstant, layout.expr.span, message);
            return Some(Expr::error(span));
        };
        let place = self.places.get(place)?;
        let part = self.places.part(place, element, array);
        let first = Expr::new(ExprKind::Place(self.places.add(part)), array, buffer.expr.span);
        if function == Function::Store && !self.check_writable(&part, first, "written") {
            return Some(Expr::error(span));
        }
        let pointer = self.pointer_to(&part, span);
        self.body.writes += 1;
        self.cursor.span = span;
        let nothing = Expr::new(ExprKind::Nothing, common::VOID, span);
        if function == Function::Store {
            let value = self.argument_value(&matrix)?;
            let operands = [pointer, value, layout_value.into(), stride];
            let store = Intrinsic::CooperativeMatrixStore;
            self.builder().intrinsic(store, &operands, common::VOID, Precision::None);
            return Some(nothing);
        }
        let target = self.l_value(matrix.expr, "passed to an `out` or `inout` parameter")?;
        let operands = [pointer, layout_value.into(), stride];
        let load = Intrinsic::CooperativeMatrixLoad;
        let value = self.builder().intrinsic(load, &operands, matrix.expr.ty, Precision::None);
        let target = self.places.get(target)?;
        self.store(&target, value, span);
        Some(nothing)
    }

    /// `saturatedConvertEXT(result, m)`, where a constructor of the result takes the matrix.
    fn saturated_matrix(&mut self, arguments: &[Argument], span: Span) -> Option<Expr> {
        let &[result, matrix] = arguments else { return None };
        let (to, from) = (result.expr.ty, matrix.expr.ty);
        let is_byte = Scalar::is_float8;
        let (target, source) = (self.module.types.scalar_of(to)?, self.module.types.scalar_of(from)?);
        if !is_byte(target) || is_byte(source) || !source.is_float() || !self.converts_matrix(from, to) {
            return None;
        }
        let value = self.argument_value(&matrix)?;
        let place = self.l_value(result.expr, "passed to an `out` or `inout` parameter")?;
        self.cursor.span = span;
        let converted = self.builder().emit(Op::FconvertSaturated, &[value], 0, to, Precision::None);
        let place = self.places.get(place)?;
        self.store(&place, converted, span);
        Some(Expr::new(ExprKind::Nothing, common::VOID, span))
    }

    /// True if a constructor converts a cooperative matrix to another type: only their components' types differ.
    pub(crate) fn converts_matrix(&self, from: Type, to: Type) -> bool {
        let (TypeData::CooperativeMatrix { scope, rows, columns, usage, .. }, Some(scalar)) =
            (self.module.data(from), self.module.types.scalar_of(to))
        else {
            return false;
        };
        self.module.data(to) == TypeData::CooperativeMatrix { scalar, scope, rows, columns, usage }
    }

    /// An argument that is a number.
    fn cooperative_index(&mut self, argument: Argument, ty: Type) -> Option<Operand> {
        self.fit(argument.expr.ty, ty)?;
        let value = self.argument_value(&argument)?;
        Some(self.convert(value, argument.expr.ty, ty, argument.expr.span))
    }

    /// `coopMatMulAdd(a, b, c, operands)`
    fn cooperative_product(&mut self, arguments: &[Argument], span: Span) -> Option<Expr> {
        let &[a, b, c, ref rest @ ..] = arguments else { return None };
        let matrices = [a, b, c];
        if rest.len() > 1 || matrices.iter().any(|argument| !self.module.is_cooperative(argument.expr.ty)) {
            return None;
        }
        let mut flags = 0;
        if let Some(&argument) = rest.first() {
            let value = self.cooperative_index(argument, common::I32)?;
            let known = value.constant().and_then(|constant| self.module.constants.as_int(constant));
            let Some(known) = known.filter(|known| known & !SATURATING == 0) else {
                let message = "matrix operands must be `gl_MatrixOperandsSaturatingAccumulation` or 0";
                self.report.error(Code::NotConstant, argument.expr.span, message);
                return Some(Expr::error(span));
            };
            flags |= known as u32;
        }
        let mut operands = Vec::with_capacity(4);
        for (index, argument) in matrices.into_iter().enumerate() {
            let scalar = self.module.types.scalar_of(argument.expr.ty);
            if scalar.is_some_and(Scalar::is_signed) {
                flags |= SIGNED.get(index).copied().unwrap_or(0);
                // The result is of the type of the last matrix.
                flags |= if index == 2 { SIGNED[3] } else { 0 };
            }
            operands.push(self.argument_value(&argument)?);
        }
        if flags != 0 {
            operands.push(self.module.constants.u32(flags).into());
        }
        self.cursor.span = span;
        let product = Intrinsic::CooperativeMatrixMulAdd;
        let value = self.builder().intrinsic(product, &operands, c.expr.ty, Precision::None);
        Some(Expr::value(value, c.expr.ty, span))
    }
}
