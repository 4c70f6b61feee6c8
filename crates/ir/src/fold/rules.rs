//! Evaluation of each op: the row of every op that [`fold`](super::fold) consults.

use crate::eval::{FloatFormat, bits, compare, convert, float, int, math, matrix, pack, vector};
use crate::ops::Op;
use crate::types::Scalar;

/// A way to evaluate an op on components. Integer functions get the width of the first operand, float functions
/// its format.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the names and the functions say it")]
pub enum Rule {
    // Component by component.
    Int1(fn(u32, u64) -> u64),
    Int2(fn(u32, u64, u64) -> u64),
    Int3(fn(u32, u64, u64, u64) -> u64),
    /// Undefined for some operands.
    Partial2(fn(u32, u64, u64) -> Option<u64>),
    /// Undefined for some operands; all but the first are scalars.
    BitExtract(fn(u32, u64, u64, u64) -> Option<u64>),
    /// Undefined for some operands; the last two are scalars.
    BitInsert(fn(u32, u64, u64, u64, u64) -> Option<u64>),
    /// The result, as wide as the operand, is resized as a signed number.
    BitQuery(fn(u32, u64) -> u64),
    IntCompare(fn(u32, u64, u64) -> bool),
    Float1(fn(FloatFormat, u64) -> u64),
    Float2(fn(FloatFormat, u64, u64) -> u64),
    Float3(fn(FloatFormat, u64, u64, u64) -> u64),
    FloatCompare(fn(FloatFormat, u64, u64) -> bool),
    FloatTest(fn(FloatFormat, u64) -> bool),
    Ldexp,
    /// From the operand's to the result's type.
    Convert(fn(Scalar, Scalar, u64) -> u64),
    // Two results, component by component.
    Wide(fn(u32, u64, u64) -> (u64, u64)),
    Modf,
    Frexp,
    // Whole vectors.
    Any,
    All,
    Dot,
    Length,
    Distance,
    Cross,
    Normalize,
    FaceForward,
    Reflect,
    Refract,
    /// Every component of the first operand times the second, a scalar.
    Scale,
    VectorTimesMatrix,
    MatrixTimesVector,
    MatrixTimesMatrix,
    OuterProduct,
    Transpose,
    Determinant,
    Inverse,
    Bitcast,
    /// Between components and a packed integer.
    Pack(fn(&[u64]) -> Option<Vec<u64>>),
    // Parts, whatever they are.
    Equal,
    NotEqual,
    Select,
    Construct,
    Splat,
    Extract,
    Insert,
    ExtractDynamic,
    InsertDynamic,
    Swizzle,
    Shuffle,
    /// That of the intrinsic.
    Intrinsic,
    /// Never evaluated, for a reason.
    Never(&'static str),
}

const EFFECT: &str = "has an effect or depends on more than its operands";
const ADDRESS: &str = "works on addresses, which are never constants";
const OPAQUE: &str = "works on images and samplers, which are never constants";
const CONTROL: &str = "is control flow";

fn swap((low, high): (u64, u64)) -> (u64, u64) {
    (high, low)
}

fn array<const N: usize>(components: &[u64]) -> Option<[u64; N]> {
    components.try_into().ok()
}

/// The evaluation rule of `op`.
pub fn rule(op: Op) -> Rule {
    use Rule::{
        BitExtract, BitInsert, BitQuery, Convert, Float1, Float2, Float3, FloatCompare, FloatTest, Int1,
        Int2, Int3, IntCompare, Never, Pack, Partial2, Wide,
    };
    match op {
        Op::Iadd => Int2(int::iadd),
        Op::Isub => Int2(int::isub),
        Op::Imul => Int2(int::imul),
        Op::Sdiv => Partial2(int::sdiv),
        Op::Udiv => Partial2(int::udiv),
        Op::Srem => Partial2(int::srem),
        Op::Smod => Partial2(int::smod),
        Op::Umod => Partial2(int::umod),
        Op::Ineg => Int1(int::ineg),
        Op::Sabs => Int1(int::sabs),
        Op::Ssign => Int1(int::ssign),
        Op::Smin => Int2(int::smin),
        Op::Umin => Int2(int::umin),
        Op::Smax => Int2(int::smax),
        Op::Umax => Int2(int::umax),
        Op::Sclamp => Int3(int::sclamp),
        Op::Uclamp => Int3(int::uclamp),
        Op::UaddCarry => Wide(int::uadd_carry),
        Op::UsubBorrow => Wide(int::usub_borrow),
        Op::UmulExtended => Wide(|width, a, b| swap(int::umul_extended(width, a, b))),
        Op::SmulExtended => Wide(|width, a, b| swap(int::smul_extended(width, a, b))),
        Op::Iand | Op::And => Int2(bits::and),
        Op::Ior | Op::Or => Int2(bits::or),
        Op::Ixor => Int2(bits::xor),
        Op::Inot | Op::Not => Int1(bits::not),
        Op::Shl => Partial2(bits::shl),
        Op::Lshr => Partial2(bits::lshr),
        Op::Ashr => Partial2(bits::ashr),
        Op::BitInsert => BitInsert(bits::bitfield_insert),
        Op::SbitExtract => BitExtract(bits::bitfield_sextract),
        Op::UbitExtract => BitExtract(bits::bitfield_uextract),
        Op::BitReverse => Int1(bits::bit_reverse),
        Op::BitCount => BitQuery(bits::bit_count),
        Op::FindLsb => BitQuery(bits::find_lsb),
        Op::FindSmsb => BitQuery(bits::find_smsb),
        Op::FindUmsb => BitQuery(bits::find_umsb),
        Op::Fadd => Float2(float::fadd),
        Op::Fsub => Float2(float::fsub),
        Op::Fmul => Float2(float::fmul),
        Op::Fdiv => Float2(float::fdiv),
        Op::Frem => Float2(float::frem),
        Op::Fmod => Float2(float::fmod),
        Op::Fneg => Float1(float::fneg),
        Op::Fabs => Float1(float::fabs),
        Op::Fsign => Float1(float::fsign),
        Op::Floor => Float1(float::floor),
        Op::Ceil => Float1(float::ceil),
        Op::Trunc => Float1(float::trunc),
        Op::Round => Float1(float::round),
        Op::RoundEven => Float1(float::round_even),
        Op::Fract => Float1(float::fract),
        Op::Fmin => Float2(float::fmin),
        Op::Fmax => Float2(float::fmax),
        Op::Fclamp => Float3(float::fclamp),
        Op::Nmin => Float2(float::nmin),
        Op::Nmax => Float2(float::nmax),
        Op::Nclamp => Float3(float::nclamp),
        Op::Fmix => Float3(float::mix),
        Op::Step => Float2(float::step),
        Op::Smoothstep => Float3(float::smoothstep),
        Op::Fma => Float3(float::fma),
        Op::Modf => Rule::Modf,
        Op::Frexp => Rule::Frexp,
        Op::Ldexp => Rule::Ldexp,
        Op::Sqrt => Float1(float::sqrt),
        Op::InverseSqrt => Float1(float::inverse_sqrt),
        Op::Pow => Float2(math::pow),
        Op::Exp => Float1(math::exp),
        Op::Log => Float1(math::log),
        Op::Exp2 => Float1(math::exp2),
        Op::Log2 => Float1(math::log2),
        Op::Radians => Float1(math::radians),
        Op::Degrees => Float1(math::degrees),
        Op::Sin => Float1(math::sin),
        Op::Cos => Float1(math::cos),
        Op::Tan => Float1(math::tan),
        Op::Asin => Float1(math::asin),
        Op::Acos => Float1(math::acos),
        Op::Atan => Float1(math::atan),
        Op::Atan2 => Float2(math::atan2),
        Op::Sinh => Float1(math::sinh),
        Op::Cosh => Float1(math::cosh),
        Op::Tanh => Float1(math::tanh),
        Op::Asinh => Float1(math::asinh),
        Op::Acosh => Float1(math::acosh),
        Op::Atanh => Float1(math::atanh),
        Op::Dot => Rule::Dot,
        Op::Length => Rule::Length,
        Op::Distance => Rule::Distance,
        Op::Cross => Rule::Cross,
        Op::Normalize => Rule::Normalize,
        Op::FaceForward => Rule::FaceForward,
        Op::Reflect => Rule::Reflect,
        Op::Refract => Rule::Refract,
        Op::VectorTimesScalar | Op::MatrixTimesScalar => Rule::Scale,
        Op::VectorTimesMatrix => Rule::VectorTimesMatrix,
        Op::MatrixTimesVector => Rule::MatrixTimesVector,
        Op::MatrixTimesMatrix => Rule::MatrixTimesMatrix,
        Op::OuterProduct => Rule::OuterProduct,
        Op::Transpose => Rule::Transpose,
        Op::Determinant => Rule::Determinant,
        Op::Inverse => Rule::Inverse,
        Op::Ieq | Op::Beq => IntCompare(compare::ieq),
        Op::Ine | Op::Bne => IntCompare(compare::ine),
        Op::Slt => IntCompare(compare::slt),
        Op::Sle => IntCompare(compare::sle),
        Op::Sgt => IntCompare(compare::sgt),
        Op::Sge => IntCompare(compare::sge),
        Op::Ult => IntCompare(compare::ult),
        Op::Ule => IntCompare(compare::ule),
        Op::Ugt => IntCompare(compare::ugt),
        Op::Uge => IntCompare(compare::uge),
        Op::Feq => FloatCompare(compare::ford_eq),
        Op::Fone => FloatCompare(compare::ford_ne),
        Op::Flt => FloatCompare(compare::ford_lt),
        Op::Fle => FloatCompare(compare::ford_le),
        Op::Fgt => FloatCompare(compare::ford_gt),
        Op::Fge => FloatCompare(compare::ford_ge),
        Op::Fueq => FloatCompare(compare::funord_eq),
        Op::Fne => FloatCompare(compare::funord_ne),
        Op::Fult => FloatCompare(compare::funord_lt),
        Op::Fule => FloatCompare(compare::funord_le),
        Op::Fugt => FloatCompare(compare::funord_gt),
        Op::Fuge => FloatCompare(compare::funord_ge),
        Op::IsNan => FloatTest(float::is_nan),
        Op::IsInf => FloatTest(float::is_inf),
        Op::Equal => Rule::Equal,
        Op::NotEqual => Rule::NotEqual,
        Op::Any => Rule::Any,
        Op::All => Rule::All,
        Op::Select => Rule::Select,
        Op::Sconvert => Convert(|from, to, bits| convert::resize_signed(from.width(), to.width(), bits)),
        Op::Uconvert => Convert(|from, to, bits| convert::resize_unsigned(from.width(), to.width(), bits)),
        Op::Fconvert
        | Op::StoF
        | Op::UtoF
        | Op::FtoS
        | Op::FtoU
        | Op::BtoF
        | Op::BtoI
        | Op::FtoB
        | Op::ItoB => Convert(convert::convert),
        Op::Bitcast => Rule::Bitcast,
        Op::PackSnorm4x8 => Pack(|parts| Some(vec![pack::pack_snorm4x8(array(parts)?)])),
        Op::PackUnorm4x8 => Pack(|parts| Some(vec![pack::pack_unorm4x8(array(parts)?)])),
        Op::PackSnorm2x16 => Pack(|parts| Some(vec![pack::pack_snorm2x16(array(parts)?)])),
        Op::PackUnorm2x16 => Pack(|parts| Some(vec![pack::pack_unorm2x16(array(parts)?)])),
        Op::PackHalf2x16 => Pack(|parts| Some(vec![pack::pack_half2x16(array(parts)?)])),
        Op::PackDouble2x32 => Pack(|parts| convert::bitcast(32, 64, parts)),
        Op::UnpackSnorm4x8 => Pack(|parts| Some(pack::unpack_snorm4x8(*parts.first()?).into())),
        Op::UnpackUnorm4x8 => Pack(|parts| Some(pack::unpack_unorm4x8(*parts.first()?).into())),
        Op::UnpackSnorm2x16 => Pack(|parts| Some(pack::unpack_snorm2x16(*parts.first()?).into())),
        Op::UnpackUnorm2x16 => Pack(|parts| Some(pack::unpack_unorm2x16(*parts.first()?).into())),
        Op::UnpackHalf2x16 => Pack(|parts| Some(pack::unpack_half2x16(*parts.first()?).into())),
        Op::UnpackDouble2x32 => Pack(|parts| convert::bitcast(64, 32, parts)),
        Op::Construct => Rule::Construct,
        Op::Splat => Rule::Splat,
        Op::Extract => Rule::Extract,
        Op::Insert => Rule::Insert,
        Op::ExtractDynamic => Rule::ExtractDynamic,
        Op::InsertDynamic => Rule::InsertDynamic,
        Op::Swizzle => Rule::Swizzle,
        Op::Shuffle => Rule::Shuffle,
        Op::Access | Op::TexelPointer => Never(ADDRESS),
        Op::CombineSampler | Op::ImageOf => Never(OPAQUE),
        Op::Dfdx
        | Op::Dfdy
        | Op::Fwidth
        | Op::DfdxFine
        | Op::DfdyFine
        | Op::FwidthFine
        | Op::DfdxCoarse
        | Op::DfdyCoarse
        | Op::FwidthCoarse
        | Op::InterpolateAtCentroid
        | Op::InterpolateAtSample
        | Op::InterpolateAtOffset
        | Op::Var
        | Op::Load
        | Op::Store
        | Op::StoreSwizzle
        | Op::ArrayLength
        | Op::AtomicLoad
        | Op::AtomicStore
        | Op::AtomicExchange
        | Op::AtomicCompareExchange
        | Op::AtomicIadd
        | Op::AtomicIsub
        | Op::AtomicSmin
        | Op::AtomicUmin
        | Op::AtomicSmax
        | Op::AtomicUmax
        | Op::AtomicAnd
        | Op::AtomicOr
        | Op::AtomicXor
        | Op::AtomicFmin
        | Op::AtomicFmax
        | Op::AtomicFadd
        | Op::ImageSample
        | Op::ImageFetch
        | Op::ImageGather
        | Op::ImageRead
        | Op::ImageWrite
        | Op::ImageSize
        | Op::ImageLevels
        | Op::ImageSamples
        | Op::ImageQueryLod
        | Op::Call => Never(EFFECT),
        Op::Intrinsic => Rule::Intrinsic,
        Op::If
        | Op::Loop
        | Op::Switch
        | Op::Merge
        | Op::Continue
        | Op::Break
        | Op::Next
        | Op::BreakIf
        | Op::Fallthrough
        | Op::Return
        | Op::Terminate
        | Op::Unreachable
        | Op::IgnoreIntersection
        | Op::TerminateRay
        | Op::EmitMeshTasks => Never(CONTROL),
    }
}

impl Rule {
    /// Applies a function on whole vectors or matrices to the components of the operands; none for another rule
    /// or for operands of the wrong shape. A matrix comes with the number of its rows.
    pub(super) fn apply_whole(
        self,
        format: FloatFormat,
        rows: usize,
        operands: &[&[u64]],
    ) -> Option<Vec<u64>> {
        let one = |bits: u64| Some(vec![bits]);
        match (self, operands) {
            (Self::Dot, &[a, b]) => one(vector::dot(format, a, b)),
            (Self::Length, &[a]) => one(vector::length(format, a)),
            (Self::Distance, &[a, b]) => one(vector::distance(format, a, b)),
            (Self::Cross, &[a, b]) => Some(vector::cross(format, array(a)?, array(b)?).into()),
            (Self::Normalize, &[a]) => Some(vector::normalize(format, a)),
            (Self::FaceForward, &[n, i, reference]) => Some(vector::face_forward(format, n, i, reference)),
            (Self::Reflect, &[i, n]) => Some(vector::reflect(format, i, n)),
            (Self::Refract, &[i, n, eta]) => Some(vector::refract(format, i, n, *eta.first()?)),
            (Self::Scale, &[a, scale]) => {
                let &scale = scale.first()?;
                Some(a.iter().map(|&component| float::fmul(format, component, scale)).collect())
            }
            (Self::VectorTimesMatrix, &[v, m]) => Some(matrix::vector_times_matrix(format, v, m, v.len())),
            (Self::MatrixTimesVector, &[m, v]) => Some(matrix::matrix_times_vector(format, m, rows, v)),
            (Self::MatrixTimesMatrix, &[a, b]) => Some(matrix::matrix_times_matrix(format, a, rows, b)),
            (Self::OuterProduct, &[column, row]) => Some(matrix::outer_product(format, column, row)),
            (Self::Transpose, &[m]) => Some(matrix::transpose(m, rows)),
            (Self::Determinant, &[m]) => one(matrix::determinant(format, m, rows)?),
            (Self::Inverse, &[m]) => matrix::inverse(format, m, rows),
            _ => None,
        }
    }
}
