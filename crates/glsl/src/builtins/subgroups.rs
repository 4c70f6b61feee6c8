//! Functions on subgroups, quads and clocks.

use super::pattern::{Kinds, TexShapes};
use super::table::{BOOL, Lower, Row, Since, T, UINT, UVEC2, UVEC4, VOID, extension, rows, since, vector};
use crate::extensions::Extension;
use crate::stages::Stages;
use crate::version::NEVER;
use vitrum_ir::{Intrinsic, Scalar};

const N: TexShapes = TexShapes::NONE;
const BASIC: Since = extension(&[Extension::KhrShaderSubgroupBasic]);
const VOTE: Since = extension(&[Extension::KhrShaderSubgroupVote]);
const ARITHMETIC: Since = extension(&[Extension::KhrShaderSubgroupArithmetic]);
const CLUSTERED: Since = extension(&[Extension::KhrShaderSubgroupClustered]);
const BALLOT: Since = extension(&[Extension::KhrShaderSubgroupBallot]);
const SHUFFLE: Since = extension(&[Extension::KhrShaderSubgroupShuffle]);
const RELATIVE: Since = extension(&[Extension::KhrShaderSubgroupShuffleRelative]);
const ROTATE: Since = extension(&[Extension::KhrShaderSubgroupRotate]);
const QUAD: Since = extension(&[Extension::KhrShaderSubgroupQuad]);
const QUAD_CONTROL: Since = extension(&[Extension::ExtShaderQuadControl]);
const GROUP_VOTE: Since = extension(&[Extension::ArbShaderGroupVote]);
const EXT_VOTE: Since = extension(&[Extension::ExtShaderGroupVote]);
const GROUP_BALLOT: Since = extension(&[Extension::ArbShaderBallot]);
const CLOCK: Since = extension(&[Extension::ArbShaderClock]);
const PARTITIONED: Since = extension(&[Extension::NvShaderSubgroupPartitioned]);
const REALTIME: Since = extension(&[Extension::ExtShaderRealtimeClock]);
const NUMBERS: Kinds = Kinds::SUFD;
const LOGIC: Kinds = Kinds::SU.or(Kinds::B);

pub(super) const fn group(operation: u32, float: Intrinsic, signed: Intrinsic, unsigned: Intrinsic) -> Lower {
    Lower::Group { operation, float: Some(float), signed: Some(signed), unsigned: Some(unsigned), bool: None }
}

const fn group_bits(operation: u32, int: Intrinsic, bool: Intrinsic) -> Lower {
    Lower::Group { operation, float: None, signed: Some(int), unsigned: Some(int), bool: Some(bool) }
}

pub(super) const ROWS: &[Row] = rows! {
    "subgroupBarrier" Kinds::F32, N; VOID, [] BASIC => Lower::Subgroup(Intrinsic::ControlBarrier);
    "subgroupMemoryBarrier" Kinds::F32, N; VOID, [] BASIC => Lower::MemoryBarrier { scope: 3, semantics: 0x948 };
    "subgroupMemoryBarrierBuffer" Kinds::F32, N; VOID, [] BASIC => Lower::MemoryBarrier { scope: 3, semantics: 0x48 };
    "subgroupMemoryBarrierShared" Kinds::F32, N; VOID, [] BASIC.only(Stages::COMPUTE.or(Stages::TASK).or(Stages::MESH)) => Lower::MemoryBarrier { scope: 3, semantics: 0x108 };
    "subgroupMemoryBarrierImage" Kinds::F32, N; VOID, [] BASIC => Lower::MemoryBarrier { scope: 3, semantics: 0x808 };
    "subgroupElect" Kinds::F32, N; BOOL, [] BASIC => Lower::Subgroup(Intrinsic::SubgroupElect);
    "subgroupAll" Kinds::F32, N; BOOL, [BOOL] VOTE => Lower::Subgroup(Intrinsic::SubgroupAll);
    "subgroupAny" Kinds::F32, N; BOOL, [BOOL] VOTE => Lower::Subgroup(Intrinsic::SubgroupAny);
    "subgroupAllEqual" Kinds::ANY, N; BOOL, [T] VOTE => Lower::Subgroup(Intrinsic::SubgroupAllEqual);
    "subgroupBroadcast" Kinds::ANY, N; T, [T, UINT] BALLOT => Lower::Subgroup(Intrinsic::SubgroupBroadcast);
    "subgroupBroadcastFirst" Kinds::ANY, N; T, [T] BALLOT => Lower::Subgroup(Intrinsic::SubgroupBroadcastFirst);
    "subgroupBallot" Kinds::F32, N; UVEC4, [BOOL] BALLOT => Lower::Subgroup(Intrinsic::SubgroupBallot);
    "subgroupInverseBallot" Kinds::F32, N; BOOL, [UVEC4] BALLOT => Lower::Subgroup(Intrinsic::SubgroupInverseBallot);
    "subgroupBallotBitExtract" Kinds::F32, N; BOOL, [UVEC4, UINT] BALLOT => Lower::Subgroup(Intrinsic::SubgroupBallotBitExtract);
    "subgroupBallotBitCount" Kinds::F32, N; UINT, [UVEC4] BALLOT => Lower::BallotCount { operation: 0 };
    "subgroupBallotInclusiveBitCount" Kinds::F32, N; UINT, [UVEC4] BALLOT => Lower::BallotCount { operation: 1 };
    "subgroupBallotExclusiveBitCount" Kinds::F32, N; UINT, [UVEC4] BALLOT => Lower::BallotCount { operation: 2 };
    "subgroupBallotFindLSB" Kinds::F32, N; UINT, [UVEC4] BALLOT => Lower::Subgroup(Intrinsic::SubgroupBallotFindLsb);
    "subgroupBallotFindMSB" Kinds::F32, N; UINT, [UVEC4] BALLOT => Lower::Subgroup(Intrinsic::SubgroupBallotFindMsb);
    "subgroupShuffle" Kinds::ANY, N; T, [T, UINT] SHUFFLE => Lower::Subgroup(Intrinsic::SubgroupShuffle);
    "subgroupShuffleXor" Kinds::ANY, N; T, [T, UINT] SHUFFLE => Lower::Subgroup(Intrinsic::SubgroupShuffleXor);
    "subgroupShuffleUp" Kinds::ANY, N; T, [T, UINT] RELATIVE => Lower::Subgroup(Intrinsic::SubgroupShuffleUp);
    "subgroupShuffleDown" Kinds::ANY, N; T, [T, UINT] RELATIVE => Lower::Subgroup(Intrinsic::SubgroupShuffleDown);
    "subgroupQuadBroadcast" Kinds::ANY, N; T, [T, UINT] QUAD => Lower::Subgroup(Intrinsic::SubgroupQuadBroadcast);
    "subgroupQuadSwapHorizontal" Kinds::ANY, N; T, [T] QUAD => Lower::QuadSwap { direction: 0 };
    "subgroupQuadSwapVertical" Kinds::ANY, N; T, [T] QUAD => Lower::QuadSwap { direction: 1 };
    "subgroupQuadSwapDiagonal" Kinds::ANY, N; T, [T] QUAD => Lower::QuadSwap { direction: 2 };
    "subgroupAdd" NUMBERS, N; T, [T] ARITHMETIC => group(0, Intrinsic::SubgroupFadd, Intrinsic::SubgroupIadd, Intrinsic::SubgroupIadd);
    "subgroupMul" NUMBERS, N; T, [T] ARITHMETIC => group(0, Intrinsic::SubgroupFmul, Intrinsic::SubgroupImul, Intrinsic::SubgroupImul);
    "subgroupMin" NUMBERS, N; T, [T] ARITHMETIC => group(0, Intrinsic::SubgroupFmin, Intrinsic::SubgroupSmin, Intrinsic::SubgroupUmin);
    "subgroupMax" NUMBERS, N; T, [T] ARITHMETIC => group(0, Intrinsic::SubgroupFmax, Intrinsic::SubgroupSmax, Intrinsic::SubgroupUmax);
    "subgroupAnd" LOGIC, N; T, [T] ARITHMETIC => group_bits(0, Intrinsic::SubgroupIand, Intrinsic::SubgroupAnd);
    "subgroupOr" LOGIC, N; T, [T] ARITHMETIC => group_bits(0, Intrinsic::SubgroupIor, Intrinsic::SubgroupOr);
    "subgroupXor" LOGIC, N; T, [T] ARITHMETIC => group_bits(0, Intrinsic::SubgroupIxor, Intrinsic::SubgroupXor);
    "subgroupInclusiveAdd" NUMBERS, N; T, [T] ARITHMETIC => group(1, Intrinsic::SubgroupFadd, Intrinsic::SubgroupIadd, Intrinsic::SubgroupIadd);
    "subgroupInclusiveMul" NUMBERS, N; T, [T] ARITHMETIC => group(1, Intrinsic::SubgroupFmul, Intrinsic::SubgroupImul, Intrinsic::SubgroupImul);
    "subgroupInclusiveMin" NUMBERS, N; T, [T] ARITHMETIC => group(1, Intrinsic::SubgroupFmin, Intrinsic::SubgroupSmin, Intrinsic::SubgroupUmin);
    "subgroupInclusiveMax" NUMBERS, N; T, [T] ARITHMETIC => group(1, Intrinsic::SubgroupFmax, Intrinsic::SubgroupSmax, Intrinsic::SubgroupUmax);
    "subgroupInclusiveAnd" LOGIC, N; T, [T] ARITHMETIC => group_bits(1, Intrinsic::SubgroupIand, Intrinsic::SubgroupAnd);
    "subgroupInclusiveOr" LOGIC, N; T, [T] ARITHMETIC => group_bits(1, Intrinsic::SubgroupIor, Intrinsic::SubgroupOr);
    "subgroupInclusiveXor" LOGIC, N; T, [T] ARITHMETIC => group_bits(1, Intrinsic::SubgroupIxor, Intrinsic::SubgroupXor);
    "subgroupExclusiveAdd" NUMBERS, N; T, [T] ARITHMETIC => group(2, Intrinsic::SubgroupFadd, Intrinsic::SubgroupIadd, Intrinsic::SubgroupIadd);
    "subgroupExclusiveMul" NUMBERS, N; T, [T] ARITHMETIC => group(2, Intrinsic::SubgroupFmul, Intrinsic::SubgroupImul, Intrinsic::SubgroupImul);
    "subgroupExclusiveMin" NUMBERS, N; T, [T] ARITHMETIC => group(2, Intrinsic::SubgroupFmin, Intrinsic::SubgroupSmin, Intrinsic::SubgroupUmin);
    "subgroupExclusiveMax" NUMBERS, N; T, [T] ARITHMETIC => group(2, Intrinsic::SubgroupFmax, Intrinsic::SubgroupSmax, Intrinsic::SubgroupUmax);
    "subgroupExclusiveAnd" LOGIC, N; T, [T] ARITHMETIC => group_bits(2, Intrinsic::SubgroupIand, Intrinsic::SubgroupAnd);
    "subgroupExclusiveOr" LOGIC, N; T, [T] ARITHMETIC => group_bits(2, Intrinsic::SubgroupIor, Intrinsic::SubgroupOr);
    "subgroupExclusiveXor" LOGIC, N; T, [T] ARITHMETIC => group_bits(2, Intrinsic::SubgroupIxor, Intrinsic::SubgroupXor);
    "subgroupClusteredAdd" NUMBERS, N; T, [T, UINT.as_constant()] CLUSTERED => group(3, Intrinsic::SubgroupFadd, Intrinsic::SubgroupIadd, Intrinsic::SubgroupIadd);
    "subgroupClusteredMul" NUMBERS, N; T, [T, UINT.as_constant()] CLUSTERED => group(3, Intrinsic::SubgroupFmul, Intrinsic::SubgroupImul, Intrinsic::SubgroupImul);
    "subgroupClusteredMin" NUMBERS, N; T, [T, UINT.as_constant()] CLUSTERED => group(3, Intrinsic::SubgroupFmin, Intrinsic::SubgroupSmin, Intrinsic::SubgroupUmin);
    "subgroupClusteredMax" NUMBERS, N; T, [T, UINT.as_constant()] CLUSTERED => group(3, Intrinsic::SubgroupFmax, Intrinsic::SubgroupSmax, Intrinsic::SubgroupUmax);
    "subgroupClusteredAnd" LOGIC, N; T, [T, UINT.as_constant()] CLUSTERED => group_bits(3, Intrinsic::SubgroupIand, Intrinsic::SubgroupAnd);
    "subgroupClusteredOr" LOGIC, N; T, [T, UINT.as_constant()] CLUSTERED => group_bits(3, Intrinsic::SubgroupIor, Intrinsic::SubgroupOr);
    "subgroupClusteredXor" LOGIC, N; T, [T, UINT.as_constant()] CLUSTERED => group_bits(3, Intrinsic::SubgroupIxor, Intrinsic::SubgroupXor);
    "subgroupPartitionNV" Kinds::ANY, N; UVEC4, [T] PARTITIONED => Lower::Intrinsic(Intrinsic::SubgroupPartition);
    "subgroupPartitionedAddNV" NUMBERS, N; T, [T, UVEC4] PARTITIONED => group(6, Intrinsic::SubgroupFadd, Intrinsic::SubgroupIadd, Intrinsic::SubgroupIadd);
    "subgroupPartitionedMulNV" NUMBERS, N; T, [T, UVEC4] PARTITIONED => group(6, Intrinsic::SubgroupFmul, Intrinsic::SubgroupImul, Intrinsic::SubgroupImul);
    "subgroupPartitionedMinNV" NUMBERS, N; T, [T, UVEC4] PARTITIONED => group(6, Intrinsic::SubgroupFmin, Intrinsic::SubgroupSmin, Intrinsic::SubgroupUmin);
    "subgroupPartitionedMaxNV" NUMBERS, N; T, [T, UVEC4] PARTITIONED => group(6, Intrinsic::SubgroupFmax, Intrinsic::SubgroupSmax, Intrinsic::SubgroupUmax);
    "subgroupPartitionedAndNV" LOGIC, N; T, [T, UVEC4] PARTITIONED => group_bits(6, Intrinsic::SubgroupIand, Intrinsic::SubgroupAnd);
    "subgroupPartitionedOrNV" LOGIC, N; T, [T, UVEC4] PARTITIONED => group_bits(6, Intrinsic::SubgroupIor, Intrinsic::SubgroupOr);
    "subgroupPartitionedXorNV" LOGIC, N; T, [T, UVEC4] PARTITIONED => group_bits(6, Intrinsic::SubgroupIxor, Intrinsic::SubgroupXor);
    "subgroupPartitionedInclusiveAddNV" NUMBERS, N; T, [T, UVEC4] PARTITIONED => group(7, Intrinsic::SubgroupFadd, Intrinsic::SubgroupIadd, Intrinsic::SubgroupIadd);
    "subgroupPartitionedInclusiveMulNV" NUMBERS, N; T, [T, UVEC4] PARTITIONED => group(7, Intrinsic::SubgroupFmul, Intrinsic::SubgroupImul, Intrinsic::SubgroupImul);
    "subgroupPartitionedInclusiveMinNV" NUMBERS, N; T, [T, UVEC4] PARTITIONED => group(7, Intrinsic::SubgroupFmin, Intrinsic::SubgroupSmin, Intrinsic::SubgroupUmin);
    "subgroupPartitionedInclusiveMaxNV" NUMBERS, N; T, [T, UVEC4] PARTITIONED => group(7, Intrinsic::SubgroupFmax, Intrinsic::SubgroupSmax, Intrinsic::SubgroupUmax);
    "subgroupPartitionedInclusiveAndNV" LOGIC, N; T, [T, UVEC4] PARTITIONED => group_bits(7, Intrinsic::SubgroupIand, Intrinsic::SubgroupAnd);
    "subgroupPartitionedInclusiveOrNV" LOGIC, N; T, [T, UVEC4] PARTITIONED => group_bits(7, Intrinsic::SubgroupIor, Intrinsic::SubgroupOr);
    "subgroupPartitionedInclusiveXorNV" LOGIC, N; T, [T, UVEC4] PARTITIONED => group_bits(7, Intrinsic::SubgroupIxor, Intrinsic::SubgroupXor);
    "subgroupPartitionedExclusiveAddNV" NUMBERS, N; T, [T, UVEC4] PARTITIONED => group(8, Intrinsic::SubgroupFadd, Intrinsic::SubgroupIadd, Intrinsic::SubgroupIadd);
    "subgroupPartitionedExclusiveMulNV" NUMBERS, N; T, [T, UVEC4] PARTITIONED => group(8, Intrinsic::SubgroupFmul, Intrinsic::SubgroupImul, Intrinsic::SubgroupImul);
    "subgroupPartitionedExclusiveMinNV" NUMBERS, N; T, [T, UVEC4] PARTITIONED => group(8, Intrinsic::SubgroupFmin, Intrinsic::SubgroupSmin, Intrinsic::SubgroupUmin);
    "subgroupPartitionedExclusiveMaxNV" NUMBERS, N; T, [T, UVEC4] PARTITIONED => group(8, Intrinsic::SubgroupFmax, Intrinsic::SubgroupSmax, Intrinsic::SubgroupUmax);
    "subgroupPartitionedExclusiveAndNV" LOGIC, N; T, [T, UVEC4] PARTITIONED => group_bits(8, Intrinsic::SubgroupIand, Intrinsic::SubgroupAnd);
    "subgroupPartitionedExclusiveOrNV" LOGIC, N; T, [T, UVEC4] PARTITIONED => group_bits(8, Intrinsic::SubgroupIor, Intrinsic::SubgroupOr);
    "subgroupPartitionedExclusiveXorNV" LOGIC, N; T, [T, UVEC4] PARTITIONED => group_bits(8, Intrinsic::SubgroupIxor, Intrinsic::SubgroupXor);
    "subgroupRotate" Kinds::ANY, N; T, [T, UINT] ROTATE => Lower::Subgroup(Intrinsic::SubgroupRotate);
    "subgroupClusteredRotate" Kinds::ANY, N; T, [T, UINT, UINT.as_constant()] ROTATE => Lower::Subgroup(Intrinsic::SubgroupRotate);
    "subgroupQuadAll" Kinds::F32, N; BOOL, [BOOL] QUAD_CONTROL => Lower::Intrinsic(Intrinsic::QuadAll);
    "subgroupQuadAny" Kinds::F32, N; BOOL, [BOOL] QUAD_CONTROL => Lower::Intrinsic(Intrinsic::QuadAny);

    "anyInvocation" Kinds::F32, N; BOOL, [BOOL] since(460, NEVER) => Lower::Intrinsic(Intrinsic::VoteAnyKhr);
    "allInvocations" Kinds::F32, N; BOOL, [BOOL] since(460, NEVER) => Lower::Intrinsic(Intrinsic::VoteAllKhr);
    "allInvocationsEqual" Kinds::F32, N; BOOL, [BOOL] since(460, NEVER) => Lower::Intrinsic(Intrinsic::VoteAllEqualKhr);
    "anyInvocationARB" Kinds::F32, N; BOOL, [BOOL] GROUP_VOTE => Lower::Intrinsic(Intrinsic::VoteAnyKhr);
    "allInvocationsARB" Kinds::F32, N; BOOL, [BOOL] GROUP_VOTE => Lower::Intrinsic(Intrinsic::VoteAllKhr);
    "allInvocationsEqualARB" Kinds::F32, N; BOOL, [BOOL] GROUP_VOTE => Lower::Intrinsic(Intrinsic::VoteAllEqualKhr);
    "anyInvocationEXT" Kinds::F32, N; BOOL, [BOOL] EXT_VOTE => Lower::Intrinsic(Intrinsic::VoteAnyKhr);
    "allInvocationsEXT" Kinds::F32, N; BOOL, [BOOL] EXT_VOTE => Lower::Intrinsic(Intrinsic::VoteAllKhr);
    "allInvocationsEqualEXT" Kinds::F32, N; BOOL, [BOOL] EXT_VOTE => Lower::Intrinsic(Intrinsic::VoteAllEqualKhr);
    "ballotARB" Kinds::F32, N; vector(Scalar::U64, 1), [BOOL] GROUP_BALLOT => Lower::BallotArb;
    "readInvocationARB" GENERAL, N; T, [T, UINT] GROUP_BALLOT => Lower::Intrinsic(Intrinsic::ReadInvocationKhr);
    "readFirstInvocationARB" GENERAL, N; T, [T] GROUP_BALLOT => Lower::Intrinsic(Intrinsic::FirstInvocationKhr);

    "clockARB" Kinds::F32, N; vector(Scalar::U64, 1), [] CLOCK => Lower::Clock(3);
    "clock2x32ARB" Kinds::F32, N; UVEC2, [] CLOCK => Lower::Clock(3);
    "clockRealtimeEXT" Kinds::F32, N; vector(Scalar::U64, 1), [] REALTIME => Lower::Clock(1);
    "clockRealtime2x32EXT" Kinds::F32, N; UVEC2, [] REALTIME => Lower::Clock(1);
};

/// Kinds that can be read from another invocation (`GL_ARB_shader_ballot`).
pub(super) const GENERAL: Kinds = Kinds::F32.or(Kinds::IU32);
