//! Lines of cooperative matrices as arrays, one of each invocation: rows, or columns of a matrix of use B
//! ([`crate::Intrinsic::CooperativeMatrixFromArray`]). The rules are those of `SPV_QCOM_cooperative_matrix_conversion`.

use crate::immediates::scope::SUBGROUP;
use crate::types::{Length, MatrixUse, Scalar, Type, TypeData};
use crate::{Constant, Module};

/// The bits in a line of a factor.
const FACTOR: u64 = 256;

/// A matrix or an array that does not fit, and what is wanted instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineFault {
    /// The matrix.
    Matrix(&'static str),
    /// The array.
    Array(&'static str),
}

/// The length of an array of numbers and its element; no length if it is specialised.
pub fn number_array(module: &Module, ty: Type) -> Option<(Option<u32>, Scalar)> {
    let TypeData::Array { element, length } = module.types.get(ty) else { return None };
    let TypeData::Scalar(scalar) = module.types.get(element) else { return None };
    let length = match length {
        Length::Constant(length) => Some(length),
        Length::Spec(_) => None,
    };
    Some((length, scalar))
}

/// True for elements of arrays whose bits are those of another one, and of which parts are arrays.
pub fn is_array_element(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::F32 | Scalar::I32 | Scalar::U32 | Scalar::F16)
}

/// The fault in the type of a matrix or of an array for one of its lines, if there is one. Scope and sizes are left to [`size_fault`].
pub fn type_fault(module: &Module, matrix: Type, array: Type) -> Option<LineFault> {
    let TypeData::CooperativeMatrix { scalar, usage, .. } = module.types.get(matrix) else {
        return Some(LineFault::Matrix("a cooperative matrix"));
    };
    let Some((_, element)) = number_array(module, array) else {
        return Some(LineFault::Array("an array of numbers"));
    };
    let is_sum = usage == MatrixUse::Accumulator;
    let has_component = match scalar {
        Scalar::F32 | Scalar::F16 => true,
        Scalar::I32 | Scalar::U32 => is_sum,
        Scalar::I8 | Scalar::U8 => !is_sum,
        _ => false,
    };
    if !has_component && is_sum {
        Some(LineFault::Matrix("a matrix of `float`, `float16_t`, `int` or `uint`"))
    } else if !has_component {
        Some(LineFault::Matrix("a matrix of `float`, `float16_t`, `int8_t` or `uint8_t`"))
    } else if element != scalar && element != Scalar::U32 {
        Some(LineFault::Array("an array of components of the matrix or of `uint`"))
    } else {
        None
    }
}

/// The fault in the scope and the sizes of a matrix and an array whose types fit, if there is one. Specialised sizes fit, and a module stays
/// valid when they are replaced by numbers that do not.
pub fn size_fault(module: &Module, matrix: Type, array: Type) -> Option<LineFault> {
    let TypeData::CooperativeMatrix { scalar, scope, rows, columns, usage } = module.types.get(matrix) else {
        return None;
    };
    let (length, element) = number_array(module, array)?;
    let is_sum = usage == MatrixUse::Accumulator;
    let line = known(module, if usage == MatrixUse::B { rows } else { columns });
    let bits = line.map(|line| line.saturating_mul(scalar.width().into()));
    let array_bits = length.map(|length| u64::from(length) * u64::from(element.width()));
    let wanted_bits = if is_sum { bits } else { Some(FACTOR) };
    if known(module, scope).is_some_and(|scope| scope != SUBGROUP.into()) {
        Some(LineFault::Matrix("a matrix of the subgroup"))
    } else if !is_sum && bits.is_some_and(|bits| bits != FACTOR) {
        Some(LineFault::Matrix(match usage {
            MatrixUse::B => "a matrix whose columns have 256 bits",
            _ => "a matrix whose rows have 256 bits",
        }))
    } else if array_bits.zip(wanted_bits).is_some_and(|(found, wanted)| found != wanted) {
        Some(LineFault::Array(match usage {
            MatrixUse::B => "an array with as many bits as a column of the matrix",
            _ => "an array with as many bits as a row of the matrix",
        }))
    } else {
        None
    }
}

fn known(module: &Module, constant: Constant) -> Option<u64> {
    module.constants.as_int(constant).and_then(|it| u64::try_from(it).ok())
}
