//! Functions of extensions of AMD, as operations that every device has.

use crate::builtins::table::Amd;
use crate::diagnostics::Code;
use crate::lower::Lowering;
use crate::lower::builtins::calls::{Call, SUBGROUP, by_kind};
use vitrum_ir::types::common;
use vitrum_ir::{ConstantKind, Intrinsic, Op, Operand, Type};

impl Lowering<'_> {
    /// A call of such a function.
    pub(crate) fn emit_amd(&mut self, function: Amd, call: &Call<'_>) -> Option<Operand> {
        self.cursor.span = call.span;
        match function {
            Amd::Min3 | Amd::Max3 | Amd::Mid3 => self.emit_trinary(function, call),
            Amd::CubeFaceIndex | Amd::CubeFaceCoord => self.emit_cube_face(function, call),
            Amd::Swizzle | Amd::SwizzleMasked => self.emit_invocation_swizzle(function, call),
            Amd::WriteInvocation => {
                let &[value, written, index] = call.operands.as_slice() else { return None };
                let lane = self.lane();
                let mut builder = self.builder();
                let is_it = builder.op(Op::Ieq, &[lane, index], call.precision);
                Some(builder.emit(Op::Select, &[is_it, written, value], 0, call.ty, call.precision))
            }
            Amd::MaskedCount => {
                let zero = Operand::from(self.module.constants.u32(0));
                let mask = call.operands.first().copied()?;
                let mut builder = self.builder();
                let halves = builder.emit(Op::Bitcast, &[mask], 0, common::UVEC2, call.precision);
                let low = builder.extract(halves, 0, call.precision);
                let high = builder.extract(halves, 1, call.precision);
                let mask = builder.construct(common::UVEC4, &[low, high, zero, zero], call.precision);
                Some(self.bits_below(mask))
            }
        }
    }

    fn emit_trinary(&mut self, function: Amd, call: &Call<'_>) -> Option<Operand> {
        let &[x, y, z] = call.operands.as_slice() else { return None };
        let kind = call.binding.kind;
        let min = by_kind(kind, Some(Op::Fmin), Some(Op::Smin), Some(Op::Umin), None)?;
        let max = by_kind(kind, Some(Op::Fmax), Some(Op::Smax), Some(Op::Umax), None)?;
        let mut builder = self.builder();
        let mut op = |op: Op, x: Operand, y: Operand| builder.op(op, &[x, y], call.precision);
        Some(match function {
            Amd::Min3 => {
                let first = op(min, x, y);
                op(min, first, z)
            }
            Amd::Max3 => {
                let first = op(max, x, y);
                op(max, first, z)
            }
            _ => {
                let (least, greatest) = (op(min, x, y), op(max, x, y));
                let inner = op(min, greatest, z);
                op(max, least, inner)
            }
        })
    }

    /// The face that a direction meets, or the place on it (OpenGL 4.6 section 8.13). Where axes are equally long, Z
    /// comes before Y, and Y before X.
    fn emit_cube_face(&mut self, function: Amd, call: &Call<'_>) -> Option<Operand> {
        let direction = call.operands.first().copied()?;
        let precision = call.precision;
        let numbers = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, -1.0, 0.5];
        let numbers = numbers.map(|number| Operand::from(self.module.constants.f32(number)));
        let [zero, one, two, three, four, five, minus_one, half] = numbers;
        let mut builder = self.builder();
        let lengths = builder.op(Op::Fabs, &[direction], precision);
        let [x, y, z] = [0, 1, 2].map(|index| builder.extract(direction, index, precision));
        let [x_length, y_length, z_length] =
            [0, 1, 2].map(|index| builder.extract(lengths, index, precision));
        let over_x = builder.op(Op::Fge, &[z_length, x_length], precision);
        let over_y = builder.op(Op::Fge, &[z_length, y_length], precision);
        let is_z = builder.op(Op::And, &[over_x, over_y], precision);
        let is_y = builder.op(Op::Fge, &[y_length, x_length], precision);
        let is_negative = [x, y, z].map(|part| builder.op(Op::Flt, &[part, zero], precision));
        let mut pick = |condition: Operand, yes: Operand, no: Operand| {
            builder.op(Op::Select, &[condition, yes, no], precision)
        };
        if function == Amd::CubeFaceIndex {
            let of_x = pick(is_negative[0], one, zero);
            let of_y = pick(is_negative[1], three, two);
            let of_z = pick(is_negative[2], five, four);
            let of_others = pick(is_y, of_y, of_x);
            return Some(pick(is_z, of_z, of_others));
        }
        let signs = is_negative.map(|is_negative| pick(is_negative, minus_one, one));
        let others = pick(is_y, y_length, x_length);
        let major = pick(is_z, z_length, others);
        let [minus_y, minus_z] = [y, z].map(|part| self.builder().op(Op::Fneg, &[part], precision));
        let mut builder = self.builder();
        let mut product = |x: Operand, y: Operand| builder.op(Op::Fmul, &[x, y], precision);
        let (s_of_x, s_of_z, t_of_y) =
            (product(minus_z, signs[0]), product(x, signs[2]), product(z, signs[1]));
        let width = product(major, two);
        let mut pick = |condition: Operand, yes: Operand, no: Operand| {
            builder.op(Op::Select, &[condition, yes, no], precision)
        };
        let s = pick(is_y, x, s_of_x);
        let s = pick(is_z, s_of_z, s);
        // The other two faces go along Y.
        let t = pick(is_y, t_of_y, minus_y);
        let t = pick(is_z, minus_y, t);
        let [s, t] = [s, t].map(|part| {
            let scaled = builder.op(Op::Fdiv, &[part, width], precision);
            builder.op(Op::Fadd, &[scaled, half], precision)
        });
        Some(builder.construct(call.ty, &[s, t], precision))
    }

    /// The number of the invocation in its subgroup.
    fn lane(&mut self) -> Operand {
        let all = self.module.constants.u32(u32::MAX);
        let mask = self.module.constants.composite(common::UVEC4, &[all; 4]);
        self.bits_below(mask.into())
    }

    /// The number of bits of a mask that belong to invocations before this one.
    fn bits_below(&mut self, mask: Operand) -> Operand {
        const EXCLUSIVE: u32 = 2;
        self.subgroup(Intrinsic::SubgroupBallotBitCount, &[EXCLUSIVE], &[mask], common::U32)
    }

    fn subgroup(&mut self, intrinsic: Intrinsic, numbers: &[u32], values: &[Operand], ty: Type) -> Operand {
        let mut operands: Vec<Operand> = vec![self.module.constants.u32(SUBGROUP).into()];
        operands.extend(numbers.iter().map(|&number| Operand::from(self.module.constants.u32(number))));
        operands.extend(values);
        self.builder().intrinsic(intrinsic, &operands, ty, vitrum_ir::Precision::None)
    }

    /// The values of other invocations, or zero from one that is not active.
    fn emit_invocation_swizzle(&mut self, function: Amd, call: &Call<'_>) -> Option<Operand> {
        let &[value, numbers] = call.operands.as_slice() else { return None };
        let most = if function == Amd::Swizzle { 3 } else { 31 };
        self.limit_lanes(numbers, most, call)?;
        let lane = self.lane();
        let [block, rest] = [!most, most].map(|bits| Operand::from(self.module.constants.u32(bits)));
        let precision = call.precision;
        let mut builder = self.builder();
        let start = builder.op(Op::Iand, &[lane, block], precision);
        let place = builder.op(Op::Iand, &[lane, rest], precision);
        let place = if function == Amd::Swizzle {
            builder.op(Op::ExtractDynamic, &[numbers, place], precision)
        } else {
            let [keep, set, flip] = [0, 1, 2].map(|index| builder.extract(numbers, index, precision));
            let kept = builder.op(Op::Iand, &[place, keep], precision);
            let set = builder.op(Op::Ior, &[kept, set], precision);
            builder.op(Op::Ixor, &[set, flip], precision)
        };
        let lane = builder.op(Op::Ior, &[start, place], precision);
        let yes = Operand::from(self.module.constants.bool(true));
        let zero = Operand::from(self.module.constants.null(call.ty));
        let active = self.subgroup(Intrinsic::SubgroupBallot, &[], &[yes], common::UVEC4);
        let is_active =
            self.subgroup(Intrinsic::SubgroupBallotBitExtract, &[], &[active, lane], common::BOOL);
        let other = self.subgroup(Intrinsic::SubgroupShuffle, &[], &[value, lane], call.ty);
        Some(self.builder().emit(Op::Select, &[is_active, other, zero], 0, call.ty, precision))
    }

    /// Checks that the components of a constant are at most this large.
    fn limit_lanes(&mut self, numbers: Operand, most: u32, call: &Call<'_>) -> Option<()> {
        let constants = &self.module.constants;
        let constant = numbers.constant()?;
        let parts = match &constants.get(constant).kind {
            ConstantKind::Composite(parts) => parts.to_vec(),
            _ => vec![constant],
        };
        let values = parts.into_iter().filter_map(|part| constants.as_int(part));
        let Some(part) = values.into_iter().find(|&part| part > i64::from(most)) else { return Some(()) };
        let message = format!("component {part} is outside of the range 0 to {most}");
        self.report.error(Code::IndexOutOfRange, call.span, message);
        None
    }
}
