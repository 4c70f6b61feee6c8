//! The precision of a value that stands for several.
//!
//! A value that may be rounded must not take in one that must not: a phi, a vector or an insertion is at least as
//! precise as all that it holds. A constant has no precision; what uses it says how precise it has to be.

use vitrum_ir::{FunctionData, Operand, Precision};

/// The greater of two precisions; none is that of languages without, where all is full.
pub(crate) fn fuller(a: Precision, b: Precision) -> Precision {
    if a == Precision::None || b == Precision::None { Precision::None } else { a.max(b) }
}

/// The precision of a value that holds all of these and that an operation of precision `user` uses.
pub(crate) fn joined(
    function: &FunctionData,
    operands: impl IntoIterator<Item = Operand>,
    user: Precision,
) -> Precision {
    let of = |operand: Operand| operand.value().map_or(user, |value| function.values[value].precision);
    operands.into_iter().map(of).reduce(fuller).unwrap_or(user)
}
