//! Folding: the constant that an operation on constants gives.
//!
//! [`fold`] takes any op of the table. What it cannot or must not evaluate it leaves alone, with `None`: an
//! operation with an undefined operand or result (an integer division by zero, an index out of range), one on
//! addresses or images, and one whose result would be a large copy (`insert` into an array, which repeated would
//! cost quadratic memory).
//!
//! Specialisation constants keep their freedom. Taking a composite apart or putting one together looks at the
//! parts alone. Any other operation on one becomes an operation on constants ([`ConstantKind::SpecOp`]) if
//! SPIR-V's `OpSpecConstantOp` has it for shaders, and is left alone otherwise. [`Specialization`] later
//! evaluates such constants for given values.
//!
//! The table of ops says how each is evaluated ([`evaluation::Evaluation`]); the scalar arithmetic is in [`crate::eval`].

mod components;
pub mod evaluation;
mod intrinsics;
mod parts;
mod spec;
#[cfg(test)]
mod tests;

pub use components::{Components, evaluate_components, evaluate_pairs, evaluate_scalars};
pub use intrinsics::evaluate_intrinsic;
pub use spec::{Specialization, is_matrix_length, is_spec_op};

use crate::constants::{Constant, ConstantKind, Constants};
use crate::function::Operand;
use crate::module::{Module, StructData};
use crate::ops::Op;
use crate::types::{Type, Types};
use evaluation::Evaluation;
use la_arena::Arena;

/// The tables of a module that folding reads and adds to. Apart from the module, so that a builder can fold while
/// it holds one of its functions.
#[derive(Debug)]
pub struct Tables<'m> {
    /// Types.
    pub types: &'m mut Types,
    /// Constants.
    pub constants: &'m mut Constants,
    /// Structs, for the types of their members.
    pub structs: &'m Arena<StructData>,
}

impl<'m> Tables<'m> {
    /// Those of `module`.
    pub fn of(module: &'m mut Module) -> Self {
        Self { types: &mut module.types, constants: &mut module.constants, structs: &module.structs }
    }
}

/// The constant that `op` with the immediate `imm` gives for `operands`, or none: see the module, and if one is
/// not a constant.
#[inline]
pub fn fold(module: &mut Module, op: Op, operands: &[Operand], imm: u32, result: Type) -> Option<Constant> {
    // Most often one is not: the first, or the second.
    if operands.iter().any(|operand| operand.constant().is_none()) {
        return None;
    }
    with_constants(operands, |operands| fold_constants(&mut Tables::of(module), op, operands, imm, result))
}

/// The two constants that `op` gives for `operands`, if it is one with two results.
pub fn fold_pair(
    module: &mut Module,
    op: Op,
    operands: &[Operand],
    results: [Type; 2],
) -> Option<[Constant; 2]> {
    with_constants(operands, |operands| {
        components::fold_pair(&mut Tables::of(module), op.evaluation(), operands, results)
    })
}

/// Like [`fold`], for operands that are known to be constants.
pub fn fold_constants(
    tables: &mut Tables<'_>,
    op: Op,
    operands: &[Constant],
    imm: u32,
    result: Type,
) -> Option<Constant> {
    let evaluation = op.evaluation();
    if matches!(evaluation, Evaluation::None)
        || !matches!(evaluation, Evaluation::Extract) && has_undef(tables.constants, operands)
    {
        return None;
    }
    if let Some(constant) = parts::fold(tables, evaluation, imm, operands, result) {
        return Some(constant);
    }
    if operands.iter().any(|&operand| tables.constants.is_spec(operand)) {
        return spec::operation(tables, op, imm, operands, result);
    }
    match evaluation {
        Evaluation::Intrinsic => intrinsics::fold(tables, imm, operands, result),
        _ => components::fold(tables, evaluation, operands, result),
    }
}

/// Calls `with` with the operands, if all are constants. Most often there are few, so they need no allocation.
#[inline(never)]
fn with_constants<R>(operands: &[Operand], with: impl FnOnce(&[Constant]) -> Option<R>) -> Option<R> {
    let mut few = [Constant(0); 4];
    if let Some(few) = few.get_mut(..operands.len()) {
        for (slot, operand) in few.iter_mut().zip(operands) {
            *slot = operand.constant()?;
        }
        return with(few);
    }
    if operands.iter().any(|operand| operand.constant().is_none()) {
        return None;
    }
    let many: Vec<Constant> = operands.iter().filter_map(|operand| operand.constant()).collect();
    with(&many)
}

fn has_undef(constants: &Constants, operands: &[Constant]) -> bool {
    operands.iter().any(|&operand| matches!(constants.get(operand).kind, ConstantKind::Undef))
}
