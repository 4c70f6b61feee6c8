//! Functions of `GL_INTEL_shader_integer_functions2`, as operations that every device has.

use crate::builtins::table::IntegerFunction;
use crate::lower::Lowering;
use crate::lower::builtins::calls::Call;
use vitrum_ir::{Op, Operand, Scalar, Type};

impl Lowering<'_> {
    /// A call of such a function.
    pub(crate) fn emit_integers(&mut self, function: IntegerFunction, call: &Call<'_>) -> Option<Operand> {
        self.cursor.span = call.span;
        let &x = call.operands.first()?;
        let ty = self.operand_type(x);
        let scalar = self.module.types.scalar_of(ty)?;
        let signed = scalar.is_signed();
        let precision = call.precision;
        if matches!(function, IntegerFunction::LeadingZeros | IntegerFunction::TrailingZeros) {
            return self.emit_count_of_zeros(function, x, call);
        }
        let &[x, y] = call.operands.as_slice() else { return None };
        if function == IntegerFunction::MultiplyHalf {
            let y = self.lower_half(y, ty, scalar, call)?;
            return Some(self.builder().op(Op::Imul, &[x, y], precision));
        }
        let one = self.integer_of(ty, scalar, 1);
        let mut builder = self.builder();
        let mut op = |op: Op, operands: &[Operand]| builder.op(op, operands, precision);
        let halve = if signed { Op::Ashr } else { Op::Lshr };
        Some(match function {
            IntegerFunction::AbsoluteDifference => {
                let is_less = op(if signed { Op::Slt } else { Op::Ult }, &[x, y]);
                let (up, down) = (op(Op::Isub, &[y, x]), op(Op::Isub, &[x, y]));
                let difference = builder.emit(Op::Select, &[is_less, up, down], 0, ty, precision);
                match signed {
                    true => builder.emit(Op::Bitcast, &[difference], 0, call.ty, precision),
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
            _ => return self.emit_saturating(function, [x, y], (ty, scalar), call),
        })
    }

    /// A sum or difference of signed numbers. It overflows where its sign is wrong, and then the sign of the first
    /// number says at which end.
    fn emit_saturating(
        &mut self,
        function: IntegerFunction,
        [x, y]: [Operand; 2],
        (ty, scalar): (Type, Scalar),
        call: &Call<'_>,
    ) -> Option<Operand> {
        let precision = call.precision;
        let width = u64::from(scalar.width());
        let most = self.integer_of(ty, scalar, (1u64 << (width - 1)) - 1);
        let last = self.integer_of(ty, scalar, width - 1);
        let zero = Operand::from(self.module.constants.null(ty));
        let mut builder = self.builder();
        let mut op = |op: Op, operands: &[Operand]| builder.op(op, operands, precision);
        let is_sum = function == IntegerFunction::AddSaturate;
        let result = op(if is_sum { Op::Iadd } else { Op::Isub }, &[x, y]);
        let changed = op(Op::Ixor, &[x, result]);
        let other = op(Op::Ixor, &[y, if is_sum { result } else { x }]);
        let wrong = op(Op::Iand, &[changed, other]);
        let overflows = op(Op::Slt, &[wrong, zero]);
        let sign = op(Op::Ashr, &[x, last]);
        let end = op(Op::Ixor, &[sign, most]);
        Some(builder.emit(Op::Select, &[overflows, end, result], 0, ty, precision))
    }

    /// Zeros above the highest or below the lowest bit: 32 of the number 0, where no bit is found at -1.
    fn emit_count_of_zeros(
        &mut self,
        function: IntegerFunction,
        x: Operand,
        call: &Call<'_>,
    ) -> Option<Operand> {
        let signed = self.module.types.with_scalar(call.ty, Scalar::I32)?;
        let most = self.integer_of(signed, Scalar::I32, 31);
        let all = self.integer_of(call.ty, Scalar::U32, 32);
        let precision = call.precision;
        let mut builder = self.builder();
        if function == IntegerFunction::LeadingZeros {
            let place = builder.emit(Op::FindUmsb, &[x], 0, signed, precision);
            let count = builder.op(Op::Isub, &[most, place], precision);
            return Some(builder.emit(Op::Bitcast, &[count], 0, call.ty, precision));
        }
        let place = builder.emit(Op::FindLsb, &[x], 0, signed, precision);
        let count = builder.emit(Op::Bitcast, &[place], 0, call.ty, precision);
        Some(builder.op(Op::Umin, &[count, all], precision))
    }

    /// The lower 16 of 32 bits, with their sign.
    fn lower_half(&mut self, y: Operand, ty: Type, scalar: Scalar, call: &Call<'_>) -> Option<Operand> {
        let (mask, half) = (self.integer_of(ty, scalar, 0xffff), self.integer_of(ty, scalar, 16));
        let mut builder = self.builder();
        if !scalar.is_signed() {
            return Some(builder.op(Op::Iand, &[y, mask], call.precision));
        }
        let high = builder.op(Op::Shl, &[y, half], call.precision);
        Some(builder.op(Op::Ashr, &[high, half], call.precision))
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
