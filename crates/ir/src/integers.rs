//! Functions on integers as operations that every device has: those of `GL_INTEL_shader_integer_functions2` and
//! `SPV_INTEL_shader_integer_functions2`.

use crate::builder::Builder;
use crate::{Op, Operand, Precision, Scalar, Type};

/// Functions on integers that are several operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntegerFunction {
    /// The number of zeros above the highest bit.
    LeadingZeros,
    /// The number of zeros below the lowest bit.
    TrailingZeros,
    /// The distance of two numbers.
    AbsoluteDifference,
    /// A sum that stops at the ends of the range.
    AddSaturate,
    /// A difference that stops there.
    SubtractSaturate,
    /// Half of a sum, rounded down.
    Average,
    /// Half of a sum, rounded up.
    AverageRounded,
    /// A product with the lower half of the second number.
    MultiplyHalf,
}

impl IntegerFunction {
    /// Each function with its opcodes in SPIR-V: of signed numbers and of unsigned ones.
    pub const OPCODES: &'static [(Self, [u16; 2])] = &[
        (Self::LeadingZeros, [5585; 2]),
        (Self::TrailingZeros, [5586; 2]),
        (Self::AbsoluteDifference, [5587, 5588]),
        (Self::AddSaturate, [5589, 5590]),
        (Self::Average, [5591, 5592]),
        (Self::AverageRounded, [5593, 5594]),
        (Self::SubtractSaturate, [5595, 5596]),
        (Self::MultiplyHalf, [5597, 5598]),
    ];
}

impl Builder<'_> {
    /// A function of one or two integers, or of vectors of them, whose signedness and width say what is computed. The result is of the
    /// type of the operands, and that of counts and differences is unsigned; counts are of 32 bits alone. `None` for other operands.
    pub fn integer_function(
        &mut self,
        function: IntegerFunction,
        operands: &[Operand],
        precision: Precision,
    ) -> Option<Operand> {
        let ty = self.ty(*operands.first()?);
        let scalar = self.module.types.scalar_of(ty).filter(|scalar| scalar.is_integer())?;
        match (function, operands) {
            (IntegerFunction::LeadingZeros | IntegerFunction::TrailingZeros, &[x]) => {
                self.count_of_zeros(function, x, (ty, scalar), precision)
            }
            (IntegerFunction::LeadingZeros | IntegerFunction::TrailingZeros, _) => None,
            (_, &[x, y]) => self.of_two_integers(function, [x, y], (ty, scalar), precision),
            _ => None,
        }
    }

    fn of_two_integers(
        &mut self,
        function: IntegerFunction,
        [x, y]: [Operand; 2],
        (ty, scalar): (Type, Scalar),
        precision: Precision,
    ) -> Option<Operand> {
        let signed = scalar.is_signed();
        let one = self.integer_of(ty, scalar, 1);
        if function == IntegerFunction::MultiplyHalf {
            let y = self.lower_half(y, (ty, scalar), precision);
            return Some(self.op(Op::Imul, &[x, y], precision));
        }
        let mut op = |op: Op, operands: &[Operand]| self.op(op, operands, precision);
        let halve = if signed { Op::Ashr } else { Op::Lshr };
        Some(match function {
            IntegerFunction::AbsoluteDifference => {
                let is_less = op(if signed { Op::Slt } else { Op::Ult }, &[x, y]);
                let (up, down) = (op(Op::Isub, &[y, x]), op(Op::Isub, &[x, y]));
                let difference = self.emit(Op::Select, &[is_less, up, down], 0, ty, precision);
                let unsigned = self.module.types.with_scalar(ty, scalar.with_sign(false))?;
                match signed {
                    true => self.emit(Op::Bitcast, &[difference], 0, unsigned, precision),
                    false => difference,
                }
            }
            // Bits that both have count whole, and those of one half.
            IntegerFunction::Average => {
                let (both, either) = (op(Op::Iand, &[x, y]), op(Op::Ixor, &[x, y]));
                let half = op(halve, &[either, one]);
                op(Op::Iadd, &[both, half])
            }
            IntegerFunction::AverageRounded => {
                let (any, either) = (op(Op::Ior, &[x, y]), op(Op::Ixor, &[x, y]));
                let half = op(halve, &[either, one]);
                op(Op::Isub, &[any, half])
            }
            IntegerFunction::AddSaturate if !signed => {
                let rest = op(Op::Inot, &[y]);
                let least = op(Op::Umin, &[x, rest]);
                op(Op::Iadd, &[least, y])
            }
            IntegerFunction::SubtractSaturate if !signed => {
                let least = op(Op::Umin, &[x, y]);
                op(Op::Isub, &[x, least])
            }
            _ => return Some(self.saturating(function, [x, y], (ty, scalar), precision)),
        })
    }

    /// A sum or difference of signed numbers. It overflows where its sign is wrong, and then the sign of the first
    /// number says at which end.
    fn saturating(
        &mut self,
        function: IntegerFunction,
        [x, y]: [Operand; 2],
        (ty, scalar): (Type, Scalar),
        precision: Precision,
    ) -> Operand {
        let width = u64::from(scalar.width());
        let most = self.integer_of(ty, scalar, (1u64 << (width - 1)) - 1);
        let last = self.integer_of(ty, scalar, width - 1);
        let zero = Operand::from(self.module.constants.null(ty));
        let mut op = |op: Op, operands: &[Operand]| self.op(op, operands, precision);
        let is_sum = function == IntegerFunction::AddSaturate;
        let result = op(if is_sum { Op::Iadd } else { Op::Isub }, &[x, y]);
        let changed = op(Op::Ixor, &[x, result]);
        let other = op(Op::Ixor, &[y, if is_sum { result } else { x }]);
        let wrong = op(Op::Iand, &[changed, other]);
        let overflows = op(Op::Slt, &[wrong, zero]);
        let sign = op(Op::Ashr, &[x, last]);
        let end = op(Op::Ixor, &[sign, most]);
        self.emit(Op::Select, &[overflows, end, result], 0, ty, precision)
    }

    /// Zeros above the highest or below the lowest bit: 32 of the number 0, where no bit is found at -1.
    fn count_of_zeros(
        &mut self,
        function: IntegerFunction,
        x: Operand,
        (ty, scalar): (Type, Scalar),
        precision: Precision,
    ) -> Option<Operand> {
        if scalar != Scalar::U32 {
            return None;
        }
        let signed = self.module.types.with_scalar(ty, Scalar::I32)?;
        let most = self.integer_of(signed, Scalar::I32, 31);
        let all = self.integer_of(ty, Scalar::U32, 32);
        if function == IntegerFunction::LeadingZeros {
            let place = self.emit(Op::FindUmsb, &[x], 0, signed, precision);
            let count = self.op(Op::Isub, &[most, place], precision);
            return Some(self.emit(Op::Bitcast, &[count], 0, ty, precision));
        }
        let place = self.emit(Op::FindLsb, &[x], 0, signed, precision);
        let count = self.emit(Op::Bitcast, &[place], 0, ty, precision);
        Some(self.op(Op::Umin, &[count, all], precision))
    }

    /// The lower 16 of 32 bits, with their sign.
    fn lower_half(&mut self, y: Operand, (ty, scalar): (Type, Scalar), precision: Precision) -> Operand {
        let (mask, half) = (self.integer_of(ty, scalar, 0xffff), self.integer_of(ty, scalar, 16));
        if !scalar.is_signed() {
            return self.op(Op::Iand, &[y, mask], precision);
        }
        let high = self.op(Op::Shl, &[y, half], precision);
        self.op(Op::Ashr, &[high, half], precision)
    }

    /// A number in each component of a type.
    fn integer_of(&mut self, ty: Type, scalar: Scalar, bits: u64) -> Operand {
        let number = self.module.constants.scalar(scalar, bits);
        match self.module.types.vector_size(ty) {
            Some(1) | None => number.into(),
            Some(size) => self.module.constants.composite(ty, &vec![number; size as usize]).into(),
        }
    }
}
