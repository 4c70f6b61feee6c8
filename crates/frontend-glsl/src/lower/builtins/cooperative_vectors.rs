//! Functions on cooperative vectors and matrices in memory (`GL_NV_cooperative_vector`).

use crate::builtins::matrices::{MatrixFunction, MatrixOperation};
use crate::diagnostics::Code;
use crate::lower::Lowering;
use crate::lower::expressions::calls::Argument;
use crate::lower::expressions::{Expr, ExprKind};
use crate::lower::queries::ModuleQueries;
use vitrum_ir::types::common;
use vitrum_ir::{Intrinsic, Operand, Precision, Scalar, Span, Storage, Type};

/// SPIR-V's cooperative matrix operands: flags of a vector, and of a result, of signed integers.
const SIGNED_VECTOR: u32 = 2;
const SIGNED_RESULT: u32 = 8;

/// The functions that built-in functions on other vectors have for cooperative ones.
const FUNCTIONS: &[&str] = &["fma", "exp", "log", "tanh", "atan", "min", "max", "clamp", "step"];

/// True if a function of other vectors is one of cooperative vectors.
pub(crate) fn has_cooperative_vectors(name: &str) -> bool {
    FUNCTIONS.contains(&name)
}

impl Lowering<'_> {
    fn is_vector(&self, argument: &Argument) -> bool {
        self.module.is_cooperative_vector(argument.expr.ty)
    }

    /// Calls a function on cooperative vectors; `None` if the arguments do not fit.
    pub(super) fn vector_call(
        &mut self,
        row: &MatrixFunction,
        arguments: &[Argument],
        span: Span,
    ) -> Option<Expr> {
        match (row.operation, arguments) {
            (MatrixOperation::VectorLoad, &[vector, buffer, offset]) if self.is_vector(&vector) => {
                let pointer = self.array_memory(row, (2, buffer), true, false)?;
                let operands = [pointer, self.cooperative_offset(offset)?];
                let load = Intrinsic::CooperativeVectorLoad;
                self.vector_result(load, &operands, vector, span)
            }
            (MatrixOperation::VectorStore, &[vector, buffer, offset]) if self.is_vector(&vector) => {
                let pointer = self.array_memory(row, (2, buffer), true, true)?;
                let offset = self.cooperative_offset(offset)?;
                let operands = [pointer, offset, self.argument_value(&vector)?];
                Some(self.vector_effect(Intrinsic::CooperativeVectorStore, &operands, span))
            }
            (MatrixOperation::VectorReduce, &[vector, buffer, offset]) if self.is_vector(&vector) => {
                let pointer = self.array_memory(row, (2, buffer), false, true)?;
                let offset = self.cooperative_offset(offset)?;
                let operands = [pointer, offset, self.argument_value(&vector)?];
                Some(self.vector_effect(Intrinsic::CooperativeVectorReduceSum, &operands, span))
            }
            (MatrixOperation::VectorOuterProduct, &[a, b, buffer, offset, stride, layout, kind])
                if self.is_vector(&a) && self.is_vector(&b) =>
            {
                let (of_a, of_b) =
                    (self.module.types.scalar_of(a.expr.ty), self.module.types.scalar_of(b.expr.ty));
                if of_a != of_b {
                    return self.matrix_fault(
                        row,
                        (2, b),
                        "a vector of the component type of argument 1",
                        span,
                    );
                }
                let pointer = self.array_memory(row, (3, buffer), false, true)?;
                let offset = self.cooperative_offset(offset)?;
                let stride = self.cooperative_index(stride, common::U32)?;
                let layout = self.constant_number(row, (6, layout), common::I32)?;
                let kind = self.constant_number(row, (7, kind), common::I32)?;
                let (a, b) = (self.argument_value(&a)?, self.argument_value(&b)?);
                let operands = [pointer, offset, a, b, layout, kind, stride];
                Some(self.vector_effect(Intrinsic::CooperativeVectorOuterProduct, &operands, span))
            }
            (MatrixOperation::VectorMul | MatrixOperation::VectorMulAdd, _) => {
                self.vector_product(row, arguments, span)
            }
            _ => None,
        }
    }

    /// `coopVecMatMulNV(result, v, kind, matrix, offset, kind, M, K, layout, transposed, stride)`, or with a bias, its offset
    /// and its kind behind the matrix.
    fn vector_product(&mut self, row: &MatrixFunction, arguments: &[Argument], span: Span) -> Option<Expr> {
        let has_bias = row.operation == MatrixOperation::VectorMulAdd;
        let &[result, vector, kind, matrix, offset, matrix_kind, ref rest @ ..] = arguments else {
            return None;
        };
        if !self.is_vector(&result) || !self.is_vector(&vector) {
            return None;
        }
        let (bias, rest) = match rest {
            &[bias, offset, kind, ref rest @ ..] if has_bias => (Some((bias, offset, kind)), rest),
            _ if has_bias => return None,
            rest => (None, rest),
        };
        let &[rows, columns, layout, transposed, stride] = rest else { return None };
        let behind = arguments.len() as u32;
        let mut operands = vec![self.argument_value(&vector)?];
        operands.push(self.constant_number(row, (3, kind), common::I32)?);
        operands.push(self.array_memory(row, (4, matrix), false, false)?);
        operands.push(self.cooperative_offset(offset)?);
        operands.push(self.constant_number(row, (6, matrix_kind), common::I32)?);
        if let Some((bias, offset, kind)) = bias {
            operands.push(self.array_memory(row, (7, bias), false, false)?);
            operands.push(self.cooperative_offset(offset)?);
            operands.push(self.constant_number(row, (9, kind), common::I32)?);
        }
        operands.push(self.constant_number(row, (behind - 4, rows), common::U32)?);
        operands.push(self.constant_number(row, (behind - 3, columns), common::U32)?);
        operands.push(self.constant_number(row, (behind - 2, layout), common::I32)?);
        operands.push(self.constant_number(row, (behind - 1, transposed), common::BOOL)?);
        operands.push(self.cooperative_index(stride, common::U32)?);
        let is_signed =
            |argument: Argument| self.module.types.scalar_of(argument.expr.ty).is_some_and(Scalar::is_signed);
        let flags = if is_signed(vector) { SIGNED_VECTOR } else { 0 }
            | if is_signed(result) { SIGNED_RESULT } else { 0 };
        operands.push(self.module.constants.u32(flags).into());
        let product = match has_bias {
            true => Intrinsic::CooperativeVectorMatrixMulAdd,
            false => Intrinsic::CooperativeVectorMatrixMul,
        };
        self.vector_result(product, &operands, result, span)
    }

    fn vector_result(
        &mut self,
        intrinsic: Intrinsic,
        operands: &[Operand],
        result: Argument,
        span: Span,
    ) -> Option<Expr> {
        self.cursor.span = span;
        let value = self.builder().intrinsic(intrinsic, operands, result.expr.ty, Precision::None);
        self.matrix_result(result, value, span)
    }

    fn vector_effect(&mut self, intrinsic: Intrinsic, operands: &[Operand], span: Span) -> Expr {
        self.body.writes += 1;
        self.body.outside_writes += 1;
        self.cursor.span = span;
        self.builder().intrinsic(intrinsic, operands, common::VOID, Precision::None);
        Expr::new(ExprKind::Nothing, common::VOID, span)
    }

    /// An argument that is a constant expression.
    fn constant_number(
        &mut self,
        row: &MatrixFunction,
        (number, argument): (u32, Argument),
        ty: Type,
    ) -> Option<Operand> {
        let value = self.cooperative_index(argument, ty)?;
        if value.constant().is_none() {
            let message = format!("argument {number} of `{}` must be a constant expression", row.name);
            self.report.error(Code::NotConstant, argument.expr.span, message);
        }
        Some(value)
    }

    /// The address of an array in a buffer block, or in shared memory where it may be.
    fn array_memory(
        &mut self,
        row: &MatrixFunction,
        (number, buffer): (u32, Argument),
        may_be_shared: bool,
        is_written: bool,
    ) -> Option<Operand> {
        let element = self.module.element(buffer.expr.ty)?;
        let ExprKind::Place(place) = buffer.expr.kind else { return None };
        let place = self.places.get(place)?;
        let fits = match place.storage {
            Storage::Buffer | Storage::PhysicalBuffer => true,
            Storage::Shared => may_be_shared,
            _ => false,
        };
        if !fits {
            let shared = if may_be_shared { " or a shared variable" } else { "" };
            let message =
                format!("argument {number} of `{}` must be an array in a buffer block{shared}", row.name);
            self.report.error(Code::NoOverload, buffer.expr.span, message);
        } else if is_written {
            let first = self.module.constants.u32(0);
            let part = self.places.part(place, first.into(), element);
            self.check_writable(&part, Expr { ty: element, ..buffer.expr }, "written");
        }
        Some(self.pointer_to(&place, buffer.expr.span))
    }
}
