//! Undefined constant expressions: division by zero, and shifts by too many bits (GLSL 4.60 section 5.9). They occur in
//! code that is never executed, so they get a value, the same as in glslang, and a warning. Operations on other values
//! stay as they are.

use crate::diagnostics::Code;
use crate::lower::Lowering;
use vitrum_ir::eval::scalar::{ones, sign_extend, signed_min, truncate};
use vitrum_ir::{Constant, Op, Operand, Scalar, Span, Type, fold};

/// Kinds of undefined operations.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fault {
    Division,
    Shift,
    /// The smallest integer divided by -1, which wraps around.
    Overflow,
}

/// The fault of an undefined operation on integers; `counted` is the type of the right operand.
fn fault(op: Op, scalar: Scalar, counted: Scalar, left: u64, right: u64) -> Option<Fault> {
    let width = scalar.width();
    match op {
        Op::Shl | Op::Ashr | Op::Lshr => {
            let count = sign_extend(counted.width(), right);
            let is_beyond = counted.is_signed() && count < 0 || right >= u64::from(width);
            is_beyond.then_some(Fault::Shift)
        }
        Op::Sdiv | Op::Smod | Op::Udiv | Op::Umod if right == 0 => Some(Fault::Division),
        Op::Sdiv | Op::Smod if left == signed_min(width) && right == ones(width) => Some(Fault::Overflow),
        _ => None,
    }
}

/// The value that an undefined operation gets.
fn value(op: Op, scalar: Scalar, left: u64, right: u64) -> u64 {
    let width = scalar.width();
    // Narrow numbers are shifted as 32-bit ones.
    let count = right & if width == 64 { 63 } else { 31 };
    match op {
        Op::Shl => truncate(width, left << count),
        Op::Ashr => truncate(width, (sign_extend(width, left) >> count) as u64),
        Op::Lshr => left >> count,
        // The result is the largest integer, or the dividend for the divisor -1.
        Op::Sdiv if right != 0 => left,
        Op::Sdiv => ones(width) >> 1,
        Op::Udiv => ones(width),
        Op::Smod if right != 0 => 0,
        _ => left,
    }
}

impl Lowering<'_> {
    /// An operation on two integers or vectors of them.
    pub(crate) fn integer_op(&mut self, op: Op, operands: [Operand; 2], span: Span) -> Operand {
        if let [Some(left), Some(right)] = operands.map(|operand| operand.constant())
            && let Some(constant) = self.undefined_constant(op, left, right, span)
        {
            return constant.into();
        }
        self.op(op, &operands, 0, span)
    }

    /// The value of an undefined operation on constants; `None` if it is defined, or depends on a specialisation
    /// constant.
    fn undefined_constant(
        &mut self,
        op: Op,
        left: Constant,
        right: Constant,
        span: Span,
    ) -> Option<Constant> {
        let ty = self.module.constants.ty(left);
        let (scalar, counted) = (self.module.types.scalar_of(ty)?, self.scalar_of_constant(right)?);
        let size = self.module.types.vector_size(ty)?;
        let mut first = None;
        let mut results = Vec::new();
        for index in 0..size {
            let right = self.component_bits(right, index);
            let left = self.component_bits(left, index);
            let found = right.and_then(|right| {
                // Only the right operand needs to be known for a warning.
                fault(op, scalar, counted, left.unwrap_or(0), right)
            });
            let result = match (left, right) {
                (Some(left), Some(right)) if found.is_some() => Some(value(op, scalar, left, right)),
                (Some(_), Some(_)) => self.defined_bits(op, scalar, counted, left?, right?),
                _ => None,
            };
            if first.is_none() {
                first = found.zip(right).zip(Some(result));
            }
            results.push(result);
        }
        let ((fault, count), result) = first?;
        let what = match fault {
            Fault::Division => Some("division by zero".to_owned()),
            Fault::Shift => {
                let count = sign_extend(counted.width(), count);
                Some(format!("shift of a {}-bit integer by {count}", scalar.width()))
            }
            Fault::Overflow => None,
        };
        if let Some(what) = what {
            self.report.warning(Code::UndefinedConstant, span, format!("{what} in constant expression"));
            if let Some(result) = result {
                let signed = scalar.is_signed();
                let shown =
                    if signed { sign_extend(scalar.width(), result).to_string() } else { result.to_string() };
                self.report.note(format!("the result is undefined; {shown} is used"));
            }
        }
        let results: Vec<u64> = results.into_iter().collect::<Option<_>>()?;
        let parts: Vec<Constant> =
            results.into_iter().map(|bits| self.module.constants.scalar(scalar, bits)).collect();
        match *parts.as_slice() {
            [part] => Some(part),
            _ => Some(self.module.constants.composite(ty, &parts)),
        }
    }

    fn scalar_of_constant(&self, constant: Constant) -> Option<Scalar> {
        self.module.types.scalar_of(self.module.constants.ty(constant)).filter(|scalar| scalar.is_integer())
    }

    /// The bits of a component of a scalar or vector, if they are known.
    fn component_bits(&mut self, constant: Constant, index: u32) -> Option<u64> {
        let ty = self.module.constants.ty(constant);
        let is_vector = self.module.types.vector_size(ty).is_some_and(|size| size > 1);
        let part = if is_vector {
            let scalar = self.module.types.scalar_of(ty)?;
            let element: Type = vitrum_ir::types::common::scalar(scalar);
            fold::fold(&mut self.module, Op::Extract, &[constant.into()], index, element)?
        } else {
            constant
        };
        self.module.constants.bits(part)
    }

    /// The result of a defined operation on known components.
    fn defined_bits(
        &mut self,
        op: Op,
        scalar: Scalar,
        counted: Scalar,
        left: u64,
        right: u64,
    ) -> Option<u64> {
        let left = self.module.constants.scalar(scalar, left);
        let right = self.module.constants.scalar(counted, right);
        let ty = vitrum_ir::types::common::scalar(scalar);
        let result = fold::fold(&mut self.module, op, &[left.into(), right.into()], 0, ty)?;
        self.module.constants.bits(result)
    }
}
