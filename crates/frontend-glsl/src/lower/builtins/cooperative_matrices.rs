//! Functions on cooperative matrices (`GL_KHR_cooperative_matrix`), whose types the patterns of the table cannot
//! express.

use crate::builtins::available;
use crate::builtins::matrices::{MatrixFunction, MatrixOperation, matrix_function};
use crate::diagnostics::Code;
use crate::extensions::Extension;
use crate::lower::Lowering;
use crate::lower::expressions::calls::Argument;
use crate::lower::expressions::{Expr, ExprKind};
use crate::lower::queries::ModuleQueries;
use crate::stages::Stages;
use crate::symbols::Symbol;
use vitrum_glsl::features::Feature;
use vitrum_ir::types::common;
use vitrum_ir::{
    Constant, Intrinsic, MatrixUse, Op, Operand, Precision, Scalar, Span, Type, TypeData, matrix_conversion,
};

/// SPIR-V's cooperative matrix operands: flags of matrices with signed integers, and of saturating sums.
const SIGNED: [u32; 4] = [1, 2, 4, 8];
const SATURATING: i64 = 0x10;

/// A function on cooperative matrices.
#[derive(Clone, Copy, Debug)]
enum Function {
    /// One of the table.
    Row(&'static MatrixFunction),
    /// `saturatedConvertEXT`, which other types have, too.
    SaturatedConvert,
}

impl Lowering<'_> {
    fn cooperative_function(&self, name: Symbol) -> Option<Function> {
        let text = self.symbols.text(name);
        if let Some(row) = matrix_function(text) {
            let stages = Stages::of(self.module.stage);
            return available(&row.since, self.extensions.here(), stages)
                .is_ok()
                .then_some(Function::Row(row));
        }
        let converts = text == "saturatedConvertEXT"
            && self.enabled(Extension::KhrCooperativeMatrix)
            && (self.enabled(Extension::ExtFloatE4m3) || self.enabled(Extension::ExtFloatE5m2));
        converts.then_some(Function::SaturatedConvert)
    }

    /// True if there is a function of this name on cooperative matrices.
    pub(crate) fn is_cooperative_function(&self, name: Symbol) -> bool {
        self.cooperative_function(name).is_some()
    }

    /// Argument masks of such a function: bits of arguments taken as places, and by value.
    pub(crate) fn cooperative_masks(&self, name: Symbol) -> Option<(u64, u64)> {
        Some(match self.cooperative_function(name)? {
            Function::Row(row) => (row.places, !row.places),
            Function::SaturatedConvert => (1, !1),
        })
    }

    /// True if an argument of such a function may be the name of a function.
    pub(crate) fn takes_function(&self, name: Symbol, index: u32) -> bool {
        match self.cooperative_function(name) {
            Some(Function::Row(row)) => row.callee.is_some_and(|first| index >= first),
            _ => false,
        }
    }

    /// Calls such a function; `None` if there is none of this name, or the arguments do not fit.
    pub(crate) fn call_cooperative(
        &mut self,
        name: Symbol,
        arguments: &[Argument],
        span: Span,
    ) -> Option<Expr> {
        let Function::Row(row) = self.cooperative_function(name)? else {
            return self.saturated_matrix(arguments, span);
        };
        match row.operation {
            MatrixOperation::Load
            | MatrixOperation::Store
            | MatrixOperation::LoadWithoutUse
            | MatrixOperation::StoreWithoutUse => self.cooperative_transfer(row, arguments, span),
            MatrixOperation::MulAdd => self.cooperative_product(arguments, span),
            MatrixOperation::MulAddWithoutUse => self.product_without_use(arguments, span),
            MatrixOperation::Transpose => self.transposed_matrix(row, arguments, span),
            MatrixOperation::Reduce => self.reduced_matrix(row, arguments, span),
            MatrixOperation::PerElement => self.per_element(row, arguments, span),
            MatrixOperation::Coordinate => self.matrix_coordinate(arguments, span),
            MatrixOperation::LoadTensor | MatrixOperation::StoreTensor => {
                self.tensor_transfer(row, arguments, span)
            }
            MatrixOperation::VectorLoad
            | MatrixOperation::VectorStore
            | MatrixOperation::VectorMul
            | MatrixOperation::VectorMulAdd
            | MatrixOperation::VectorOuterProduct
            | MatrixOperation::VectorReduce => self.vector_call(row, arguments, span),
            MatrixOperation::Conversion(intrinsic) => self.array_conversion(row, intrinsic, arguments, span),
            MatrixOperation::Footprint(operands) => self.texture_footprint(row, operands, arguments, span),
            MatrixOperation::Tensor(intrinsic) => self.tensor_call(row, intrinsic, arguments, span),
        }
    }

    /// `coopMatLoad(m, array, element, stride, layout)` and `coopMatStore` of the same.
    fn cooperative_transfer(
        &mut self,
        row: &MatrixFunction,
        arguments: &[Argument],
        span: Span,
    ) -> Option<Expr> {
        let &[matrix, buffer, element, stride, layout] = arguments else { return None };
        let array = self.module.element(buffer.expr.ty)?;
        let is_numeric =
            matches!(self.module.types.get(array), TypeData::Scalar(_) | TypeData::Vector { .. });
        let is_store = matches!(row.operation, MatrixOperation::Store | MatrixOperation::StoreWithoutUse);
        let without_use =
            matches!(row.operation, MatrixOperation::LoadWithoutUse | MatrixOperation::StoreWithoutUse);
        if self.has_matrix_use(matrix.expr.ty) != Some(!without_use) || !is_numeric {
            return None;
        }
        let element = self.cooperative_offset(element)?;
        let stride = self.cooperative_index(stride, common::U32)?;
        let layout_value = if without_use {
            // True if columns follow one another, which has the same numbers.
            let columns = self.cooperative_index(layout, common::BOOL)?;
            self.convert(columns, common::BOOL, common::I32, layout.expr.span)
        } else {
            self.cooperative_index(layout, common::I32)?
        };
        let Some(layout_value) = layout_value.constant() else {
            let message = "matrix layout must be a constant expression";
            self.report.error(Code::NotConstant, layout.expr.span, message);
            return Some(Expr::error(span));
        };
        let Some(part) = self.matrix_memory(row, buffer, element, is_store) else {
            return Some(Expr::error(span));
        };
        let pointer = self.pointer_to(&part, span);
        self.body.writes += 1;
        self.cursor.span = span;
        let nothing = Expr::new(ExprKind::Nothing, common::VOID, span);
        if is_store {
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
        let is_other_use = !self.converts_matrix(from, to);
        if !is_byte(target)
            || is_byte(source)
            || !source.is_float()
            || is_other_use && !self.changes_use(from, to)
        {
            return None;
        }
        let value = self.argument_value(&matrix)?;
        self.cursor.span = span;
        let converted = if is_other_use {
            self.converted_matrix(value, to, matrix_conversion::SATURATED, span)
        } else {
            self.builder().emit(Op::FconvertSaturated, &[value], 0, to, Precision::None)
        };
        self.matrix_result(result, converted, span)
    }

    /// Stores what a function on matrices gives in its first argument.
    pub(super) fn matrix_result(&mut self, result: Argument, value: Operand, span: Span) -> Option<Expr> {
        let Some(place) = self.l_value(result.expr, "passed to an `out` or `inout` parameter") else {
            return Some(Expr::error(span));
        };
        let place = self.places.get(place)?;
        self.store(&place, value, span);
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
    pub(super) fn cooperative_index(&mut self, argument: Argument, ty: Type) -> Option<Operand> {
        self.fit(argument.expr.ty, ty)?;
        let value = self.argument_value(&argument)?;
        Some(self.convert(value, argument.expr.ty, ty, argument.expr.span))
    }

    /// The place in an array: an argument of 32 bits, or of 64 bits where indices may have them.
    pub(super) fn cooperative_offset(&mut self, argument: Argument) -> Option<Operand> {
        let is_wide = matches!(argument.expr.ty, common::I64 | common::U64);
        if is_wide && self.fit(argument.expr.ty, common::U64).is_some() {
            self.require(Feature::Index64, argument.expr.span);
            return self.cooperative_index(argument, common::U64);
        }
        self.cooperative_index(argument, common::U32)
    }

    /// True if a cooperative matrix has a use; `None` for other types.
    pub(crate) fn has_matrix_use(&self, ty: Type) -> Option<bool> {
        match self.module.data(ty) {
            TypeData::CooperativeMatrix { usage, .. } => Some(usage != MatrixUse::Any),
            _ => None,
        }
    }

    /// `coopMatMulAddNV(a, b, c)`: all floats, or all integers of one signedness.
    fn product_without_use(&mut self, arguments: &[Argument], span: Span) -> Option<Expr> {
        let &[a, b, c] = arguments else { return None };
        let parts = |argument: Argument| match self.module.data(argument.expr.ty) {
            TypeData::CooperativeMatrix { scalar, scope, rows, columns, usage: MatrixUse::Any } => {
                Some((scalar, scope, [rows, columns]))
            }
            _ => None,
        };
        let sides = [parts(a)?, parts(b)?, parts(c)?];
        let kind = |side: &(Scalar, _, _)| (side.0.is_float(), side.0.is_signed());
        let same = |one: Constant, other: Constant| one == other;
        let [left, right, sum] = &sides;
        let fits = sides.iter().all(|side| kind(side) == kind(left) && same(side.1, left.1))
            && same(left.2[1], right.2[0])
            && same(left.2[0], sum.2[0])
            && same(right.2[1], sum.2[1]);
        if !fits {
            return None;
        }
        let mut operands = Vec::with_capacity(3);
        for argument in [a, b, c] {
            operands.push(self.argument_value(&argument)?);
        }
        self.cursor.span = span;
        let product = Intrinsic::CooperativeMatrixMulAdd;
        let value = self.builder().intrinsic(product, &operands, c.expr.ty, Precision::None);
        Some(Expr::value(value, c.expr.ty, span))
    }

    /// `coopMatMulAdd(a, b, c, operands)`
    fn cooperative_product(&mut self, arguments: &[Argument], span: Span) -> Option<Expr> {
        let &[a, b, c, ref rest @ ..] = arguments else { return None };
        let matrices = [a, b, c];
        if rest.len() > 1
            || matrices.iter().any(|argument| self.has_matrix_use(argument.expr.ty) != Some(true))
        {
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
