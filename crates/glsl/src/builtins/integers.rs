//! Functions of `GL_INTEL_shader_integer_functions2`, made of operations that every device has.

use super::pattern::{Kinds, TexShapes};
use super::table::{Lower, Row, Since, T, extension, general, rows};
use crate::extensions::Extension;
use vitrum_ir::{IntegerFunction, Scalar};

const N: TexShapes = TexShapes::NONE;
const NO: Kinds = Kinds::F32;
const INTEGERS: Since = extension(&[Extension::IntelShaderIntegerFunctions2]);
const WIDE: Kinds = Kinds::IU32.or(Kinds::IU64).or(Kinds::IU16);
const UNSIGNED: Kinds = Kinds::of(&[Scalar::U32, Scalar::U64, Scalar::U16]);
const DIFFERENCE: Lower = Lower::Integers(IntegerFunction::AbsoluteDifference);

pub(super) const ROWS: &[Row] = rows! {
    "countLeadingZeros" Kinds::U32, N; T, [T] INTEGERS => Lower::Integers(IntegerFunction::LeadingZeros);
    "countTrailingZeros" Kinds::U32, N; T, [T] INTEGERS => Lower::Integers(IntegerFunction::TrailingZeros);
    "absoluteDifference" UNSIGNED, N; T, [T, T] INTEGERS => DIFFERENCE;
    "absoluteDifference" NO, N; general(Scalar::U32), [general(Scalar::I32), general(Scalar::I32)] INTEGERS => DIFFERENCE;
    "absoluteDifference" NO, N; general(Scalar::U64), [general(Scalar::I64), general(Scalar::I64)] INTEGERS => DIFFERENCE;
    "absoluteDifference" NO, N; general(Scalar::U16), [general(Scalar::I16), general(Scalar::I16)] INTEGERS => DIFFERENCE;
    "addSaturate" WIDE, N; T, [T, T] INTEGERS => Lower::Integers(IntegerFunction::AddSaturate);
    "subtractSaturate" WIDE, N; T, [T, T] INTEGERS => Lower::Integers(IntegerFunction::SubtractSaturate);
    "average" WIDE, N; T, [T, T] INTEGERS => Lower::Integers(IntegerFunction::Average);
    "averageRounded" WIDE, N; T, [T, T] INTEGERS => Lower::Integers(IntegerFunction::AverageRounded);
    "multiply32x16" Kinds::IU32, N; T, [T, T] INTEGERS => Lower::Integers(IntegerFunction::MultiplyHalf);
};
