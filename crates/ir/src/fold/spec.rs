//! Operations on specialisation constants: made symbolic, and evaluated once values are given.

use super::{Tables, fold_constants, has_undef};
use crate::constants::{Constant, ConstantData, ConstantKind};
use crate::intrinsic::Intrinsic;
use crate::module::SpecConstant;
use crate::ops::Op;
use crate::types::{Scalar, Type};
use rustc_hash::FxHashMap;

/// True if an operation on specialisation constants is itself a constant: the list of `OpSpecConstantOp` for
/// shaders, which leaves out float arithmetic. [`Op::Bitcast`] between integers of one width belongs to it as the
/// addition of zero that it is written as.
pub fn is_spec_op(op: Op) -> bool {
    matches!(
        op,
        Op::Sconvert
            | Op::Uconvert
            | Op::Fconvert
            | Op::Bitcast
            | Op::Ineg
            | Op::Inot
            | Op::Iadd
            | Op::Isub
            | Op::Imul
            | Op::Udiv
            | Op::Sdiv
            | Op::Umod
            | Op::Srem
            | Op::Smod
            | Op::Lshr
            | Op::Ashr
            | Op::Shl
            | Op::Iand
            | Op::Ior
            | Op::Ixor
            | Op::And
            | Op::Or
            | Op::Not
            | Op::Beq
            | Op::Bne
            | Op::Select
            | Op::Ieq
            | Op::Ine
            | Op::Ult
            | Op::Ule
            | Op::Ugt
            | Op::Uge
            | Op::Slt
            | Op::Sle
            | Op::Sgt
            | Op::Sge
            | Op::Extract
            | Op::Insert
            | Op::Swizzle
            | Op::Shuffle
    )
}

/// True for the number of components that an invocation holds of a cooperative matrix: a constant that no value of a
/// specialisation constant decides.
pub fn is_matrix_length(op: Op, imm: u32) -> bool {
    op == Op::Intrinsic && Intrinsic::from_imm(imm) == Some(Intrinsic::CooperativeMatrixLength)
}

/// The symbolic constant for an operation of which at least one operand is specialised; none if it cannot be one.
pub(super) fn operation(
    tables: &mut Tables<'_>,
    op: Op,
    imm: u32,
    operands: &[Constant],
    result: Type,
) -> Option<Constant> {
    // Conversions that SPIR-V lacks are written with other operations.
    match (op, operands) {
        (Op::BtoI, &[condition]) => {
            let one = tables.constants.scalar(tables.types.scalar_of(result)?, 1);
            let one = fold_constants(tables, Op::Splat, &[one], 0, result)?;
            let zero = tables.constants.null(result);
            return operation(tables, Op::Select, 0, &[condition, one, zero], result);
        }
        (Op::ItoB, &[value]) => {
            let zero = tables.constants.null(tables.constants.ty(value));
            return operation(tables, Op::Ine, 0, &[value, zero], result);
        }
        // The addition that a cast was written as.
        (Op::Iadd, &[value, zero]) if tables.constants.is_zero(zero) => return Some(value),
        _ => {}
    }
    // Vectors and scalars only, the operands too: of others SPIR-V has no operations.
    let is_vector = |ty: Type| tables.types.vector_size(ty).is_some();
    let shapes_fit =
        is_vector(result) && operands.iter().all(|&operand| is_vector(tables.constants.ty(operand)));
    let bits_fit = op != Op::Bitcast || {
        let scalar = |ty: Type| tables.types.scalar_of(ty).filter(|scalar| scalar.is_integer());
        let from = operands.first().and_then(|&operand| scalar(tables.constants.ty(operand)));
        from.map(Scalar::width) == scalar(result).map(Scalar::width)
    };
    if !is_spec_op(op) || !shapes_fit || !bits_fit || has_undef(tables.constants, operands) {
        return None;
    }
    let kind = ConstantKind::SpecOp { op, imm, operands: operands.into() };
    Some(tables.constants.intern(ConstantData { ty: result, kind }))
}

/// An assignment of values to specialisation constants, with a cache of the evaluated constants.
#[derive(Clone, Debug, Default)]
pub struct Specialization {
    memo: FxHashMap<Constant, Option<Constant>>,
}

impl Specialization {
    /// The constant that `constant` is when every specialisation constant has the value that `value` gives for
    /// it; one without a value stays symbolic. None if an operation is undefined for these values.
    ///
    /// `value` must return the same at every call, since every constant is evaluated once.
    pub fn apply(
        &mut self,
        tables: &mut Tables<'_>,
        constant: Constant,
        mut value: impl FnMut(SpecConstant) -> Option<Constant>,
    ) -> Option<Constant> {
        // Operations nest as deeply as the input likes, so they wait on a stack of their own.
        let mut pending = vec![constant];
        while let Some(&constant) = pending.last() {
            let parts = self.open_parts(tables, constant);
            if parts.is_empty() {
                pending.pop();
                if !self.memo.contains_key(&constant) {
                    let result = self.evaluate(tables, constant, &mut value);
                    self.memo.insert(constant, result);
                }
            } else {
                pending.extend(parts);
            }
        }
        self.known(constant)
    }

    /// Gives a constant a value: what is made of it from now on follows.
    pub fn assume(&mut self, constant: Constant, value: Constant) {
        self.memo.insert(constant, Some(value));
    }

    /// Parts and operands that must be evaluated before `constant` is.
    fn open_parts(&self, tables: &Tables<'_>, constant: Constant) -> Vec<Constant> {
        if self.memo.contains_key(&constant) || !tables.constants.is_spec(constant) {
            return Vec::new();
        }
        let parts: &[Constant] = match &tables.constants.get(constant).kind {
            ConstantKind::Composite(parts) => parts,
            ConstantKind::SpecOp { operands, .. } => operands,
            ConstantKind::Scalar(_)
            | ConstantKind::Null
            | ConstantKind::Undef
            | ConstantKind::Spec(_)
            | ConstantKind::Param(_) => &[],
        };
        // A part is always older than the whole; anything else is malformed and counts as unknown.
        let is_open = |part: &Constant| {
            *part < constant && tables.constants.is_spec(*part) && !self.memo.contains_key(part)
        };
        parts.iter().copied().filter(is_open).collect()
    }

    fn known(&self, constant: Constant) -> Option<Constant> {
        self.memo.get(&constant).copied().flatten()
    }

    fn evaluate(
        &self,
        tables: &mut Tables<'_>,
        constant: Constant,
        value: &mut impl FnMut(SpecConstant) -> Option<Constant>,
    ) -> Option<Constant> {
        if !tables.constants.is_spec(constant) {
            return Some(constant);
        }
        let ConstantData { ty, kind } = tables.constants.get(constant).clone();
        let is_spec = |part: Constant, tables: &Tables<'_>| tables.constants.is_spec(part);
        let replace = |parts: &[Constant], tables: &Tables<'_>| -> Option<Vec<Constant>> {
            let known = |&part: &Constant| if is_spec(part, tables) { self.known(part) } else { Some(part) };
            parts.iter().map(known).collect()
        };
        match kind {
            ConstantKind::Scalar(_) | ConstantKind::Null | ConstantKind::Undef | ConstantKind::Param(_) => {
                Some(constant)
            }
            ConstantKind::Spec(spec) => Some(value(spec).unwrap_or(constant)),
            ConstantKind::Composite(parts) => {
                let parts = replace(&parts, tables)?;
                Some(tables.constants.composite(ty, &parts))
            }
            ConstantKind::SpecOp { op, imm, .. } if is_matrix_length(op, imm) => Some(constant),
            ConstantKind::SpecOp { op, imm, operands } => {
                let operands = replace(&operands, tables)?;
                fold_constants(tables, op, &operands, imm, ty)
            }
        }
    }
}
