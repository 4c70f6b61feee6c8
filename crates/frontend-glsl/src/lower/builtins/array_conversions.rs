//! Arrays of numbers as other arrays, and as the rows or columns of cooperative matrices
//! (`GL_QCOM_cooperative_matrix_conversion`).

use crate::builtins::matrices::MatrixFunction;
use crate::lower::Lowering;
use crate::lower::expressions::Expr;
use crate::lower::expressions::calls::Argument;
use vitrum_ir::matrix_lines::{self, LineFault, is_array_element, number_array};
use vitrum_ir::types::common;
use vitrum_ir::{Intrinsic, Precision, Scalar, Span};

/// The elements that such an array can have.
const ELEMENTS: &str = "an array of `int`, `uint`, `float` or `float16_t`";

/// An argument with its number, and what is wanted in its place.
type ArgumentFault = ((u32, Argument), &'static str);

impl Lowering<'_> {
    /// Calls a conversion, which stores its result in its last argument; `None` if the arguments do not fit.
    pub(super) fn array_conversion(
        &mut self,
        row: &MatrixFunction,
        intrinsic: Intrinsic,
        arguments: &[Argument],
        span: Span,
    ) -> Option<Expr> {
        let (&source, rest) = arguments.split_first()?;
        let (&result, rest) = rest.split_last()?;
        let number = arguments.len() as u32;
        let takes_start = intrinsic == Intrinsic::ArraySlice;
        if rest.len() != usize::from(takes_start) {
            return None;
        }
        let fault = match intrinsic {
            Intrinsic::ArrayBitcast => self.bitcast_fault(source, (number, result)),
            Intrinsic::ArraySlice => self.slice_fault(source, (number, result)),
            Intrinsic::CooperativeMatrixFromArray => self.line_fault((number, result), (1, source)),
            _ => self.line_fault((1, source), (number, result)),
        };
        if let Some((argument, wanted)) = fault {
            return self.matrix_fault(row, argument, wanted, span);
        }
        let mut operands = vec![self.argument_value(&source)?];
        if let Some(&start) = rest.first() {
            operands.push(self.cooperative_index(start, common::I32)?);
        }
        self.cursor.span = span;
        let value = self.builder().intrinsic(intrinsic, &operands, result.expr.ty, Precision::None);
        self.matrix_result(result, value, span)
    }

    /// Both are arrays of numbers with as many bits.
    fn bitcast_fault(&self, source: Argument, result: (u32, Argument)) -> Option<ArgumentFault> {
        let [from, to] = match self.arrays(source, result) {
            Ok(arrays) => arrays,
            Err(fault) => return Some(fault),
        };
        let bits = |length: u32, element: Scalar| u64::from(length) * u64::from(element.width());
        let (from, to) = (bits(from.0?, from.1), bits(to.0?, to.1));
        (from != to).then_some((result, "an array with as many bits as that of argument 1"))
    }

    /// Both are arrays of the same numbers, and the second is not longer.
    fn slice_fault(&self, source: Argument, result: (u32, Argument)) -> Option<ArgumentFault> {
        let [from, to] = match self.arrays(source, result) {
            Ok(arrays) => arrays,
            Err(fault) => return Some(fault),
        };
        if from.1 != to.1 {
            return Some((result, "an array of the elements of argument 1"));
        }
        (to.0? > from.0?).then_some((result, "an array that is not longer than that of argument 1"))
    }

    /// The lengths of both, if they are no specialised ones, and their elements.
    fn arrays(
        &self,
        source: Argument,
        result: (u32, Argument),
    ) -> Result<[(Option<u32>, Scalar); 2], ArgumentFault> {
        let array = |argument: (u32, Argument)| {
            let array = number_array(&self.module, argument.1.expr.ty);
            array.filter(|array| is_array_element(array.1)).ok_or((argument, ELEMENTS))
        };
        Ok([array((1, source))?, array(result)?])
    }

    /// The array holds a row of the matrix, or a column.
    fn line_fault(&self, matrix: (u32, Argument), array: (u32, Argument)) -> Option<ArgumentFault> {
        let (module, types) = (&self.module, (matrix.1.expr.ty, array.1.expr.ty));
        let fault = matrix_lines::type_fault(module, types.0, types.1);
        match fault.or_else(|| matrix_lines::size_fault(module, types.0, types.1))? {
            LineFault::Matrix(wanted) => Some((matrix, wanted)),
            LineFault::Array(wanted) => Some((array, wanted)),
        }
    }
}
