//! Folding: operations whose operands are all constants become constants.

use crate::constants::Constant;
use crate::function::Operand;
use crate::module::Module;
use crate::ops::Op;
use crate::types::Type;

/// The constant that an operation on constants gives, or `None` if it has to stay.
pub fn fold(_module: &mut Module, _op: Op, _operands: &[Operand], _imm: u32, _ty: Type) -> Option<Constant> {
    None
}

/// The two constants that an operation with two results on constants gives, or `None` if it has to stay.
pub fn fold_pair(
    _module: &mut Module,
    _op: Op,
    _operands: &[Operand],
    _types: [Type; 2],
) -> Option<[Constant; 2]> {
    None
}
