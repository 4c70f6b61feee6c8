//! Operations on whole cooperative matrices, which call functions of the shader or change the use of a matrix
//! (`GL_EXT_cooperative_matrix_maintenance1`, `GL_NV_cooperative_matrix2`).

use crate::builtins::matrices::MatrixFunction;
use crate::diagnostics::Code;
use crate::extensions::Extension;
use crate::index::Role;
use crate::lower::Lowering;
use crate::lower::declarations::overload_sets::Overload;
use crate::lower::expressions::calls::Argument;
use crate::lower::expressions::{Expr, ExprKind};
use crate::lower::queries::ModuleQueries;
use crate::lower::recorder::Subject;
use vitrum_ir::types::common;
use vitrum_ir::{
    Constant, Intrinsic, Linkage, MatrixUse, Modes, Operand, ParamMode, Precision, Scalar, Span, Type,
    TypeData, matrix_conversion,
};

/// Reductions of rows, of columns, of both and of blocks of two by two.
const REDUCTIONS: std::ops::RangeInclusive<i64> = 1..=4;

/// The type of a cooperative matrix.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Matrix {
    scalar: Scalar,
    scope: Constant,
    rows: Constant,
    columns: Constant,
    usage: MatrixUse,
}

impl Matrix {
    fn is_sum(self) -> bool {
        self.usage == MatrixUse::Accumulator
    }
}

impl Lowering<'_> {
    fn matrix_type(&self, ty: Type) -> Option<Matrix> {
        match self.module.data(ty) {
            TypeData::CooperativeMatrix { usage: MatrixUse::Any, .. } => None,
            TypeData::CooperativeMatrix { scalar, scope, rows, columns, usage } => {
                Some(Matrix { scalar, scope, rows, columns, usage })
            }
            _ => None,
        }
    }

    /// Reports an argument of a function on matrices.
    pub(super) fn matrix_fault(
        &mut self,
        row: &MatrixFunction,
        (number, argument): (u32, Argument),
        wanted: &str,
        span: Span,
    ) -> Option<Expr> {
        let found = self.module.type_name(argument.expr.ty);
        let message = format!("argument {number} of `{}` must be {wanted}, found `{found}`", row.name);
        self.report.error(Code::NoOverload, argument.expr.span, message);
        Some(Expr::error(span))
    }

    /// True if two sizes are one, or may become one when they are specialised.
    fn may_be(&self, a: Constant, b: Constant) -> bool {
        let int = |constant| self.module.constants.as_int(constant);
        int(a).zip(int(b)).is_none_or(|(a, b)| a == b)
    }

    /// True if a constructor converts a matrix to one of another use: of sums to one of factors, or with
    /// `GL_EXT_cooperative_matrix_maintenance1` also the other way.
    pub(crate) fn changes_use(&self, from: Type, to: Type) -> bool {
        let (Some(from), Some(to)) = (self.matrix_type(from), self.matrix_type(to)) else { return false };
        let ext = self.enabled(Extension::ExtCooperativeMatrixMaintenance1);
        let nv = self.enabled(Extension::NvCooperativeMatrix2);
        (ext || nv)
            && (from.scope, from.rows, from.columns) == (to.scope, to.rows, to.columns)
            && from.is_sum() != to.is_sum()
            && (from.is_sum() || ext)
    }

    /// Converts a matrix to one of another use.
    pub(crate) fn converted_matrix(&mut self, value: Operand, to: Type, flags: u32, span: Span) -> Operand {
        self.choose_matrix_operations();
        self.cursor.span = span;
        let flags = self.module.constants.u32(flags);
        let operands = [value, flags.into()];
        self.builder().intrinsic(Intrinsic::CooperativeMatrixConvert, &operands, to, Precision::None)
    }

    /// Operations that both extensions have are those of `GL_NV_cooperative_matrix2` if it is alone.
    fn choose_matrix_operations(&mut self) {
        if !self.enabled(Extension::ExtCooperativeMatrixMaintenance1) {
            self.module.execution.modes.insert(Modes::NV_COOPERATIVE_MATRIX_2);
        }
    }

    /// `coopMatTransposeEXT(result, m)`
    pub(super) fn transposed_matrix(
        &mut self,
        row: &MatrixFunction,
        arguments: &[Argument],
        span: Span,
    ) -> Option<Expr> {
        let &[result, matrix] = arguments else { return None };
        let from = self.matrix_type(matrix.expr.ty)?;
        let to = self.matrix_type(result.expr.ty)?;
        let is_nv = row.name.ends_with("NV");
        if !from.is_sum() {
            return self.matrix_fault(
                row,
                (2, matrix),
                "a matrix of the use `gl_MatrixUseAccumulator`",
                span,
            );
        }
        let wanted = if to.is_sum() || is_nv && to.usage != MatrixUse::B {
            if is_nv {
                "a matrix of the use `gl_MatrixUseB`"
            } else {
                "a matrix of the use `gl_MatrixUseA` or `gl_MatrixUseB`"
            }
        } else if !self.may_be(from.scope, to.scope) {
            "a matrix of the same scope"
        } else if !self.may_be(from.rows, to.columns) || !self.may_be(from.columns, to.rows) {
            "a matrix with rows and columns exchanged"
        } else if is_nv && from.scalar != to.scalar {
            "a matrix of the same component type"
        } else {
            let value = self.argument_value(&matrix)?;
            let to = result.expr.ty;
            let value = self.converted_matrix(value, to, matrix_conversion::TRANSPOSED, span);
            return self.matrix_result(result, value, span);
        };
        self.matrix_fault(row, (1, result), wanted, span)
    }

    /// `coopMatReduceEXT(result, m, mask, function)`
    pub(super) fn reduced_matrix(
        &mut self,
        row: &MatrixFunction,
        arguments: &[Argument],
        span: Span,
    ) -> Option<Expr> {
        let &[result, matrix, mask, function] = arguments else { return None };
        let from = self.matrix_type(matrix.expr.ty)?;
        let to = self.matrix_type(result.expr.ty)?;
        let value = self.cooperative_index(mask, common::I32)?;
        let known = value.constant().and_then(|constant| self.module.constants.as_int(constant));
        let Some(how) = known.filter(|how| REDUCTIONS.contains(how)) else {
            let message = format!(
                "argument 3 of `{}` must be one of the constants `gl_CooperativeMatrixReduce...`",
                row.name
            );
            self.report.error(Code::NotConstant, mask.expr.span, message);
            return Some(Expr::error(span));
        };
        let int = |constant| self.module.constants.as_int(constant);
        let is_half = |part, whole| {
            int(part).zip(int(whole)).is_none_or(|(part, whole)| whole % 2 == 0 && whole / 2 == part)
        };
        if !from.is_sum() {
            return self.matrix_fault(
                row,
                (2, matrix),
                "a matrix of the use `gl_MatrixUseAccumulator`",
                span,
            );
        }
        if row.name.ends_with("NV") && !from.scalar.is_float() {
            return self.matrix_fault(row, (2, matrix), "a matrix of floats", span);
        }
        let wanted = if !to.is_sum() {
            "a matrix of the use `gl_MatrixUseAccumulator`"
        } else if from.scalar != to.scalar {
            "a matrix of the same component type"
        } else if !self.may_be(from.scope, to.scope) {
            "a matrix of the same scope"
        } else if how == 1 && !self.may_be(from.rows, to.rows) {
            "a matrix with as many rows"
        } else if how == 2 && !self.may_be(from.columns, to.columns) {
            "a matrix with as many columns"
        } else if how == 4 && !(is_half(to.rows, from.rows) && is_half(to.columns, from.columns)) {
            "a matrix with half as many rows and columns"
        } else {
            let component = common::scalar(from.scalar);
            let Some(callee) = self.callee_of(row, (4, function), &[component; 2], component) else {
                return Some(Expr::error(span));
            };
            let value = self.argument_value(&matrix)?;
            let how = self.module.constants.u32(how as u32);
            let operands = [value, how.into(), callee];
            return self.matrix_operation(Intrinsic::CooperativeMatrixReduce, &operands, result, span);
        };
        self.matrix_fault(row, (1, result), wanted, span)
    }

    /// `coopMatPerElementEXT(result, m, function, ...)`
    pub(super) fn per_element(
        &mut self,
        row: &MatrixFunction,
        arguments: &[Argument],
        span: Span,
    ) -> Option<Expr> {
        let &[result, matrix, function, ref rest @ ..] = arguments else { return None };
        let from = self.matrix_type(matrix.expr.ty)?;
        if result.expr.ty != matrix.expr.ty {
            return self.matrix_fault(row, (1, result), "a matrix of the type of argument 2", span);
        }
        let component = common::scalar(from.scalar);
        let mut parameters = vec![common::U32, common::U32, component];
        for (number, argument) in (4..).zip(rest) {
            let ty = argument.expr.ty;
            let is_matrix = self.module.is_cooperative(ty);
            if is_matrix && ty != matrix.expr.ty {
                return self.matrix_fault(
                    row,
                    (number, *argument),
                    "a matrix of the type of argument 2",
                    span,
                );
            }
            parameters.push(if is_matrix { component } else { ty });
        }
        let Some(callee) = self.callee_of(row, (3, function), &parameters, component) else {
            return Some(Expr::error(span));
        };
        let mut operands = vec![self.argument_value(&matrix)?, callee];
        for argument in rest {
            operands.push(self.argument_value(argument)?);
        }
        self.matrix_operation(Intrinsic::CooperativeMatrixPerElement, &operands, result, span)
    }

    /// An operation that calls a function and gives a matrix of the type of its first argument.
    fn matrix_operation(
        &mut self,
        intrinsic: Intrinsic,
        operands: &[Operand],
        result: Argument,
        span: Span,
    ) -> Option<Expr> {
        self.choose_matrix_operations();
        self.cursor.span = span;
        let value = self.builder().intrinsic(intrinsic, operands, result.expr.ty, Precision::None);
        self.note_unknown_call();
        self.matrix_result(result, value, span)
    }

    /// Notes that a function was called, which may write to anything.
    pub(super) fn note_unknown_call(&mut self) {
        self.body.writes += 1;
        self.body.outside_writes += 1;
        self.body.exits += 1;
    }

    /// `coopMatGetCoordinateEXT(m, index)`
    pub(super) fn matrix_coordinate(&mut self, arguments: &[Argument], span: Span) -> Option<Expr> {
        let &[matrix, index] = arguments else { return None };
        self.matrix_type(matrix.expr.ty)?;
        let index = self.cooperative_index(index, common::U32)?;
        let operands = [self.argument_value(&matrix)?, index];
        self.cursor.span = span;
        let coordinate = Intrinsic::CooperativeMatrixCoordinate;
        let value = self.builder().intrinsic(coordinate, &operands, common::UVEC2, Precision::None);
        Some(Expr::value(value, common::UVEC2, span))
    }

    /// The function that an argument names, of these types.
    fn callee_of(
        &mut self,
        row: &MatrixFunction,
        function: (u32, Argument),
        parameters: &[Type],
        result: Type,
    ) -> Option<Operand> {
        let name_of = |ty: &Type| format!("const in {}", self.module.type_name(*ty));
        let types: Vec<String> = parameters.iter().map(name_of).collect();
        let wanted = format!("a function `{} f({})`", self.module.type_name(result), types.join(", "));
        let fits = |_: &Self, overload: &Overload| {
            let types = overload.parameters.iter().map(|parameter| parameter.ty);
            overload.result == result && types.eq(parameters.iter().copied())
        };
        self.callee_argument(row, function, &wanted, fits)
    }

    /// The function that an argument names and that fits, as an operand of an intrinsic. Its parameters are `const in`.
    pub(super) fn callee_argument(
        &mut self,
        row: &MatrixFunction,
        (number, argument): (u32, Argument),
        wanted: &str,
        fits: impl Fn(&Self, &Overload) -> bool,
    ) -> Option<Operand> {
        let at = argument.expr.span;
        let ExprKind::Function(name) = argument.expr.kind else {
            let message = format!("argument {number} of `{}` must be the name of a function", row.name);
            self.report.error(Code::NoOverload, at, message);
            return None;
        };
        let Some(set) = self.scopes.overloads_of(name) else {
            if self.is_builtin_function(name) {
                let message = format!("argument {number} of `{}` must be a function of the shader", row.name);
                self.report.error(Code::NoOverload, at, message);
            } else {
                self.undeclared(name, at);
            }
            return None;
        };
        let overloads = self.functions.set(set);
        let found = overloads.iter().position(|overload| {
            let mut parameters = overload.parameters.iter();
            let is_plain = parameters.all(|parameter| parameter.passing == ParamMode::ConstIn);
            is_plain && overload.instruction.is_none() && fits(self, overload)
        });
        let Some(index) = found else {
            let candidates: Vec<Span> = overloads.iter().take(4).map(|overload| overload.span).collect();
            let text = self.symbols.text(name);
            let message = format!("argument {number} of `{}` must be {wanted}, found `{text}`", row.name);
            self.report.error(Code::NoOverload, at, message);
            for span in candidates {
                self.report.label(span, "this function has other parameters or another result");
            }
            return None;
        };
        let overload = self.functions.set_mut(set).get_mut(index)?;
        overload.called.get_or_insert(at);
        let overload = overload.clone();
        self.record(Subject::Function(overload.function), at, Role::Use);
        if self.cursor.block.is_some() {
            self.functions.calls.push((self.cursor.function, overload.function, at));
        }
        let name = self.link_name(&overload);
        let name = self.module.names.intern(&name);
        self.module.functions[overload.function].linkage = Linkage::Callback(name);
        let index = self.module.string_index(name);
        Some(self.module.constants.u32(index).into())
    }
}
