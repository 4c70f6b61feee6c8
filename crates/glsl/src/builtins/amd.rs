//! Functions of extensions of AMD that are made of operations that every device has.

use super::pattern::{Kinds, TexShapes};
use super::subgroups::{GENERAL, group};
use super::table::{BOOL, FLOAT, Lower, Row, Since, T, UINT, UVEC4, VEC2, extension, rows, vector};
use crate::extensions::Extension;
use vitrum_ir::{AmdFunction, Intrinsic, Scalar};

const N: TexShapes = TexShapes::NONE;
const TRINARY: Since = extension(&[Extension::AmdShaderTrinaryMinmax]);
const GCN: Since = extension(&[Extension::AmdGcnShader]);
const BALLOT: Since = extension(&[Extension::AmdShaderBallot]);
const NUMBERS: Kinds = Kinds::F.or(Kinds::SU);
/// Numbers of more bits than 8.
const SUMMED: Kinds = Kinds::FD.or(Kinds::IU32).or(Kinds::IU64).or(Kinds::IU16);

pub(super) const ROWS: &[Row] = rows! {
    "min3" NUMBERS, N; T, [T, T, T] TRINARY => Lower::Amd(AmdFunction::Min3);
    "max3" NUMBERS, N; T, [T, T, T] TRINARY => Lower::Amd(AmdFunction::Max3);
    "mid3" NUMBERS, N; T, [T, T, T] TRINARY => Lower::Amd(AmdFunction::Mid3);

    "cubeFaceIndexAMD" Kinds::F32, N; FLOAT, [vector(Scalar::F32, 3)] GCN => Lower::Amd(AmdFunction::CubeFaceIndex);
    "cubeFaceCoordAMD" Kinds::F32, N; VEC2, [vector(Scalar::F32, 3)] GCN => Lower::Amd(AmdFunction::CubeFaceCoord);
    "ballotAMD" Kinds::F32, N; vector(Scalar::U64, 1), [BOOL] GCN => Lower::BallotArb;
    "timeAMD" Kinds::F32, N; vector(Scalar::U64, 1), [] GCN => Lower::Clock(3);

    "minInvocationsAMD" SUMMED, N; T, [T] BALLOT => group(0, Intrinsic::SubgroupFmin, Intrinsic::SubgroupSmin, Intrinsic::SubgroupUmin);
    "minInvocationsNonUniformAMD" SUMMED, N; T, [T] BALLOT => group(0, Intrinsic::SubgroupFmin, Intrinsic::SubgroupSmin, Intrinsic::SubgroupUmin);
    "minInvocationsInclusiveScanAMD" SUMMED, N; T, [T] BALLOT => group(1, Intrinsic::SubgroupFmin, Intrinsic::SubgroupSmin, Intrinsic::SubgroupUmin);
    "minInvocationsInclusiveScanNonUniformAMD" SUMMED, N; T, [T] BALLOT => group(1, Intrinsic::SubgroupFmin, Intrinsic::SubgroupSmin, Intrinsic::SubgroupUmin);
    "minInvocationsExclusiveScanAMD" SUMMED, N; T, [T] BALLOT => group(2, Intrinsic::SubgroupFmin, Intrinsic::SubgroupSmin, Intrinsic::SubgroupUmin);
    "minInvocationsExclusiveScanNonUniformAMD" SUMMED, N; T, [T] BALLOT => group(2, Intrinsic::SubgroupFmin, Intrinsic::SubgroupSmin, Intrinsic::SubgroupUmin);
    "maxInvocationsAMD" SUMMED, N; T, [T] BALLOT => group(0, Intrinsic::SubgroupFmax, Intrinsic::SubgroupSmax, Intrinsic::SubgroupUmax);
    "maxInvocationsNonUniformAMD" SUMMED, N; T, [T] BALLOT => group(0, Intrinsic::SubgroupFmax, Intrinsic::SubgroupSmax, Intrinsic::SubgroupUmax);
    "maxInvocationsInclusiveScanAMD" SUMMED, N; T, [T] BALLOT => group(1, Intrinsic::SubgroupFmax, Intrinsic::SubgroupSmax, Intrinsic::SubgroupUmax);
    "maxInvocationsInclusiveScanNonUniformAMD" SUMMED, N; T, [T] BALLOT => group(1, Intrinsic::SubgroupFmax, Intrinsic::SubgroupSmax, Intrinsic::SubgroupUmax);
    "maxInvocationsExclusiveScanAMD" SUMMED, N; T, [T] BALLOT => group(2, Intrinsic::SubgroupFmax, Intrinsic::SubgroupSmax, Intrinsic::SubgroupUmax);
    "maxInvocationsExclusiveScanNonUniformAMD" SUMMED, N; T, [T] BALLOT => group(2, Intrinsic::SubgroupFmax, Intrinsic::SubgroupSmax, Intrinsic::SubgroupUmax);
    "addInvocationsAMD" SUMMED, N; T, [T] BALLOT => group(0, Intrinsic::SubgroupFadd, Intrinsic::SubgroupIadd, Intrinsic::SubgroupIadd);
    "addInvocationsNonUniformAMD" SUMMED, N; T, [T] BALLOT => group(0, Intrinsic::SubgroupFadd, Intrinsic::SubgroupIadd, Intrinsic::SubgroupIadd);
    "addInvocationsInclusiveScanAMD" SUMMED, N; T, [T] BALLOT => group(1, Intrinsic::SubgroupFadd, Intrinsic::SubgroupIadd, Intrinsic::SubgroupIadd);
    "addInvocationsInclusiveScanNonUniformAMD" SUMMED, N; T, [T] BALLOT => group(1, Intrinsic::SubgroupFadd, Intrinsic::SubgroupIadd, Intrinsic::SubgroupIadd);
    "addInvocationsExclusiveScanAMD" SUMMED, N; T, [T] BALLOT => group(2, Intrinsic::SubgroupFadd, Intrinsic::SubgroupIadd, Intrinsic::SubgroupIadd);
    "addInvocationsExclusiveScanNonUniformAMD" SUMMED, N; T, [T] BALLOT => group(2, Intrinsic::SubgroupFadd, Intrinsic::SubgroupIadd, Intrinsic::SubgroupIadd);
    "swizzleInvocationsAMD" GENERAL, N; T, [T, UVEC4.as_constant()] BALLOT => Lower::Amd(AmdFunction::Swizzle);
    "swizzleInvocationsMaskedAMD" GENERAL, N; T, [T, vector(Scalar::U32, 3).as_constant()] BALLOT => Lower::Amd(AmdFunction::SwizzleMasked);
    "writeInvocationAMD" GENERAL, N; T, [T, T, UINT] BALLOT => Lower::Amd(AmdFunction::WriteInvocation);
    "mbcntAMD" Kinds::F32, N; UINT, [vector(Scalar::U64, 1)] BALLOT => Lower::Amd(AmdFunction::MaskedCount);
};
