//! Functions of extensions of AMD as operations that every device has: those of `GL_AMD_shader_trinary_minmax`, `GL_AMD_gcn_shader` and
//! `GL_AMD_shader_ballot`, and of the instruction sets of the same names in SPIR-V.

use crate::builder::Builder;
use crate::types::common;
use crate::{Class, Intrinsic, Op, Operand, Precision, Scalar, Type};

/// A function of such an extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AmdFunction {
    /// The least of three.
    Min3,
    /// The greatest of three.
    Max3,
    /// The median of three.
    Mid3,
    /// The number of the face of a cube that a direction meets.
    CubeFaceIndex,
    /// The place on that face.
    CubeFaceCoord,
    /// Values of other invocations of the same four.
    Swizzle,
    /// Values of other invocations of the same 32, by three masks.
    SwizzleMasked,
    /// Another value in one invocation.
    WriteInvocation,
    /// The number of bits of a mask that belong to lower invocations.
    MaskedCount,
}

/// The set of an instruction, its number in it, what it computes, and the class of components that it is for.
type Instruction = (&'static str, u32, AmdFunction, Class);

const TRINARY: &str = "SPV_AMD_shader_trinary_minmax";
const GCN: &str = "SPV_AMD_gcn_shader";
const BALLOT: &str = "SPV_AMD_shader_ballot";

impl AmdFunction {
    /// The instructions of the sets of SPIR-V.
    pub const INSTRUCTIONS: &'static [Instruction] = &[
        (TRINARY, 1, Self::Min3, Class::Float),
        (TRINARY, 2, Self::Min3, Class::Unsigned),
        (TRINARY, 3, Self::Min3, Class::Signed),
        (TRINARY, 4, Self::Max3, Class::Float),
        (TRINARY, 5, Self::Max3, Class::Unsigned),
        (TRINARY, 6, Self::Max3, Class::Signed),
        (TRINARY, 7, Self::Mid3, Class::Float),
        (TRINARY, 8, Self::Mid3, Class::Unsigned),
        (TRINARY, 9, Self::Mid3, Class::Signed),
        (GCN, 1, Self::CubeFaceIndex, Class::Float),
        (GCN, 2, Self::CubeFaceCoord, Class::Float),
        (BALLOT, 1, Self::Swizzle, Class::Numeric),
        (BALLOT, 2, Self::SwizzleMasked, Class::Numeric),
        (BALLOT, 3, Self::WriteInvocation, Class::Numeric),
        (BALLOT, 4, Self::MaskedCount, Class::Unsigned),
    ];

    /// The greatest number of a lane that a constant of a swizzle may have.
    pub const fn last_lane(self) -> Option<u32> {
        match self {
            Self::Swizzle => Some(3),
            Self::SwizzleMasked => Some(31),
            _ => None,
        }
    }
}

/// Scopes of SPIR-V.
const SUBGROUP: u32 = 3;

impl Builder<'_> {
    /// A function of AMD, whose result has this type. `None` for other operands than it has.
    pub fn amd_function(
        &mut self,
        function: AmdFunction,
        operands: &[Operand],
        ty: Type,
        precision: Precision,
    ) -> Option<Operand> {
        Some(match (function, operands) {
            (AmdFunction::Min3 | AmdFunction::Max3 | AmdFunction::Mid3, &[x, y, z]) => {
                self.of_three(function, [x, y, z], precision)?
            }
            (AmdFunction::CubeFaceIndex | AmdFunction::CubeFaceCoord, &[direction]) => {
                self.cube_face(function, direction, ty, precision)
            }
            (AmdFunction::Swizzle | AmdFunction::SwizzleMasked, &[value, numbers]) => {
                self.swizzled_lanes(function, [value, numbers], ty, precision)
            }
            (AmdFunction::WriteInvocation, &[value, written, index]) => {
                let lane = self.lane();
                let is_it = self.op(Op::Ieq, &[lane, index], precision);
                self.emit(Op::Select, &[is_it, written, value], 0, ty, precision)
            }
            (AmdFunction::MaskedCount, &[mask]) => {
                let zero = Operand::from(self.module.constants.u32(0));
                let halves = self.emit(Op::Bitcast, &[mask], 0, common::UVEC2, precision);
                let [low, high] = [0, 1].map(|index| self.extract(halves, index, precision));
                let mask = self.construct(common::UVEC4, &[low, high, zero, zero], precision);
                self.bits_below(mask)
            }
            _ => return None,
        })
    }

    fn of_three(
        &mut self,
        function: AmdFunction,
        [x, y, z]: [Operand; 3],
        precision: Precision,
    ) -> Option<Operand> {
        let ty = self.ty(x);
        let (min, max) = match self.module.types.scalar_of(ty)? {
            Scalar::Bool => return None,
            scalar if scalar.is_signed() => (Op::Smin, Op::Smax),
            scalar if scalar.is_unsigned() => (Op::Umin, Op::Umax),
            _ => (Op::Fmin, Op::Fmax),
        };
        let mut op = |op: Op, x: Operand, y: Operand| self.op(op, &[x, y], precision);
        Some(match function {
            AmdFunction::Min3 => {
                let first = op(min, x, y);
                op(min, first, z)
            }
            AmdFunction::Max3 => {
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
    fn cube_face(
        &mut self,
        function: AmdFunction,
        direction: Operand,
        ty: Type,
        precision: Precision,
    ) -> Operand {
        let numbers = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, -1.0, 0.5];
        let numbers = numbers.map(|number| Operand::from(self.module.constants.f32(number)));
        let [zero, one, two, three, four, five, minus_one, half] = numbers;
        let lengths = self.op(Op::Fabs, &[direction], precision);
        let [x, y, z] = [0, 1, 2].map(|index| self.extract(direction, index, precision));
        let [x_length, y_length, z_length] = [0, 1, 2].map(|index| self.extract(lengths, index, precision));
        let over_x = self.op(Op::Fge, &[z_length, x_length], precision);
        let over_y = self.op(Op::Fge, &[z_length, y_length], precision);
        let is_z = self.op(Op::And, &[over_x, over_y], precision);
        let is_y = self.op(Op::Fge, &[y_length, x_length], precision);
        let is_negative = [x, y, z].map(|part| self.op(Op::Flt, &[part, zero], precision));
        let mut pick = |condition: Operand, yes: Operand, no: Operand| {
            self.op(Op::Select, &[condition, yes, no], precision)
        };
        if function == AmdFunction::CubeFaceIndex {
            let of_x = pick(is_negative[0], one, zero);
            let of_y = pick(is_negative[1], three, two);
            let of_z = pick(is_negative[2], five, four);
            let of_others = pick(is_y, of_y, of_x);
            return pick(is_z, of_z, of_others);
        }
        let signs = is_negative.map(|is_negative| pick(is_negative, minus_one, one));
        let others = pick(is_y, y_length, x_length);
        let major = pick(is_z, z_length, others);
        let [minus_y, minus_z] = [y, z].map(|part| self.op(Op::Fneg, &[part], precision));
        let mut product = |x: Operand, y: Operand| self.op(Op::Fmul, &[x, y], precision);
        let (s_of_x, s_of_z, t_of_y) =
            (product(minus_z, signs[0]), product(x, signs[2]), product(z, signs[1]));
        let width = product(major, two);
        let mut pick = |condition: Operand, yes: Operand, no: Operand| {
            self.op(Op::Select, &[condition, yes, no], precision)
        };
        let s = pick(is_y, x, s_of_x);
        let s = pick(is_z, s_of_z, s);
        // The other two faces go along Y.
        let t = pick(is_y, t_of_y, minus_y);
        let t = pick(is_z, minus_y, t);
        let [s, t] = [s, t].map(|part| {
            let scaled = self.op(Op::Fdiv, &[part, width], precision);
            self.op(Op::Fadd, &[scaled, half], precision)
        });
        self.construct(ty, &[s, t], precision)
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
        self.of_subgroup(Intrinsic::SubgroupBallotBitCount, &[EXCLUSIVE], &[mask], common::U32)
    }

    fn of_subgroup(
        &mut self,
        intrinsic: Intrinsic,
        numbers: &[u32],
        values: &[Operand],
        ty: Type,
    ) -> Operand {
        let mut operands: Vec<Operand> = vec![self.module.constants.u32(SUBGROUP).into()];
        operands.extend(numbers.iter().map(|&number| Operand::from(self.module.constants.u32(number))));
        operands.extend(values);
        self.intrinsic(intrinsic, &operands, ty, Precision::None)
    }

    /// The values of other invocations, or zero from one that is not active.
    fn swizzled_lanes(
        &mut self,
        function: AmdFunction,
        [value, numbers]: [Operand; 2],
        ty: Type,
        precision: Precision,
    ) -> Operand {
        let most = function.last_lane().unwrap_or(0);
        let lane = self.lane();
        let [block, rest] = [!most, most].map(|bits| Operand::from(self.module.constants.u32(bits)));
        let start = self.op(Op::Iand, &[lane, block], precision);
        let place = self.op(Op::Iand, &[lane, rest], precision);
        let place = if function == AmdFunction::Swizzle {
            self.op(Op::ExtractDynamic, &[numbers, place], precision)
        } else {
            let [keep, set, flip] = [0, 1, 2].map(|index| self.extract(numbers, index, precision));
            let kept = self.op(Op::Iand, &[place, keep], precision);
            let set = self.op(Op::Ior, &[kept, set], precision);
            self.op(Op::Ixor, &[set, flip], precision)
        };
        let lane = self.op(Op::Ior, &[start, place], precision);
        let yes = Operand::from(self.module.constants.bool(true));
        let zero = Operand::from(self.module.constants.null(ty));
        let active = self.of_subgroup(Intrinsic::SubgroupBallot, &[], &[yes], common::UVEC4);
        let is_active =
            self.of_subgroup(Intrinsic::SubgroupBallotBitExtract, &[], &[active, lane], common::BOOL);
        let other = self.of_subgroup(Intrinsic::SubgroupShuffle, &[], &[value, lane], ty);
        self.emit(Op::Select, &[is_active, other, zero], 0, ty, precision)
    }
}
