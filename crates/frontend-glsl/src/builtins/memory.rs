//! Rows of the functions on images, atomics, barriers, primitives and subgroups.

use super::pattern::{Kinds, Param, TexShape, TexShapes};
use super::table::{
    BOOL, IMAGE, IMAGE_TEXEL, INT, Lower, Row, S, SAMPLE, SIZE, Since, T, T4, UINT, UVEC4, VOID, VULKAN,
    address, extension, high, rows, shapes, since,
};
use crate::extensions::{Extension, Stages};
use crate::version::NEVER;
use TexShape::{Buffer, Cube, CubeArray, D1, D1Array, D2, D2Array, D2Ms, D2MsArray, D3, Rect};
use vitrum_ir::{Intrinsic, Op};

const N: TexShapes = TexShapes::NONE;
const PLAIN: TexShapes = shapes(&[D1, D2, D3, Cube, Rect, Buffer, D1Array, D2Array, CubeArray]);
const MULTI: TexShapes = shapes(&[D2Ms, D2MsArray]);
const STORE: Since = since(420, 310).or(&[Extension::ArbShaderImageLoadStore]);
const IMAGE_ATOMIC: Since =
    since(420, 320).or(&[Extension::ArbShaderImageLoadStore, Extension::OesShaderImageAtomic]);
const IMAGE_SIZE: Since = since(430, 310).or(&[Extension::ArbShaderImageSize]);
const MEMORY: Since =
    since(430, 310).or(&[Extension::ArbShaderStorageBufferObject, Extension::ArbComputeShader]);
const COMPUTE: Stages = Stages::COMPUTE.or(Stages::TASK).or(Stages::MESH);
const FENCE: Since = since(420, 310).or(&[Extension::ArbShaderImageLoadStore, Extension::ArbComputeShader]);
const SUBPASS: TexShapes = shapes(&[TexShape::Subpass]);
const SUBPASS_MS: TexShapes = shapes(&[TexShape::SubpassMs]);
const BASIC: Since = extension(&[Extension::KhrShaderSubgroupBasic]);
const VOTE: Since = extension(&[Extension::KhrShaderSubgroupVote]);
const ARITHMETIC: Since = extension(&[Extension::KhrShaderSubgroupArithmetic]);
const CLUSTERED: Since = extension(&[Extension::KhrShaderSubgroupClustered]);
const BALLOT: Since = extension(&[Extension::KhrShaderSubgroupBallot]);
const SHUFFLE: Since = extension(&[Extension::KhrShaderSubgroupShuffle]);
const RELATIVE: Since = extension(&[Extension::KhrShaderSubgroupShuffleRelative]);
const QUAD: Since = extension(&[Extension::KhrShaderSubgroupQuad]);
const NUMBERS: Kinds = Kinds::SUFD;
const LOGIC: Kinds = Kinds::SU.or(Kinds::B);

/// An image parameter that is an atomic's memory: its address is taken.
const TEXELS: Param = address(IMAGE);
const fn atomic(float: Option<Op>, signed: Op, unsigned: Op) -> Lower {
    Lower::Atomic { float, signed: Some(signed), unsigned: Some(unsigned) }
}

const fn image_atomic(float: Option<Op>, signed: Op, unsigned: Op) -> Lower {
    Lower::ImageAtomic { float, signed: Some(signed), unsigned: Some(unsigned) }
}

const fn group(operation: u32, float: Intrinsic, signed: Intrinsic, unsigned: Intrinsic) -> Lower {
    Lower::Group { operation, float: Some(float), signed: Some(signed), unsigned: Some(unsigned), bool: None }
}

const fn group_bits(operation: u32, int: Intrinsic, bool: Intrinsic) -> Lower {
    Lower::Group { operation, float: None, signed: Some(int), unsigned: Some(int), bool: Some(bool) }
}

pub(super) static ROWS_OF_MEMORY: &[Row] = rows! {
    "imageLoad" Kinds::GIMAGE, PLAIN; T4, [IMAGE, IMAGE_TEXEL] STORE => Lower::Image(Op::ImageRead);
    "imageLoad" Kinds::GIMAGE, MULTI; T4, [IMAGE, IMAGE_TEXEL, SAMPLE] STORE => Lower::Image(Op::ImageRead);
    "imageStore" Kinds::GIMAGE, PLAIN; VOID, [IMAGE, IMAGE_TEXEL, T4] STORE => Lower::ImageWrite;
    "imageStore" Kinds::GIMAGE, MULTI; VOID, [IMAGE, IMAGE_TEXEL, SAMPLE, T4] STORE => Lower::ImageWrite;
    "imageSize" Kinds::GIMAGE, PLAIN; SIZE, [IMAGE] IMAGE_SIZE => Lower::ImageSize;
    "imageSize" Kinds::GIMAGE, MULTI; SIZE, [IMAGE] IMAGE_SIZE => Lower::ImageSize;
    "imageSamples" Kinds::GIMAGE, MULTI; INT, [IMAGE] since(450, NEVER).or(&[Extension::ArbShaderTextureImageSamples]) => Lower::ImageQuery(Op::ImageSamples);
    "imageAtomicAdd" Kinds::GIMAGE, PLAIN; high(S), [TEXELS, IMAGE_TEXEL, high(S)] IMAGE_ATOMIC => image_atomic(Some(Op::AtomicFadd), Op::AtomicIadd, Op::AtomicIadd);
    "imageAtomicMin" Kinds::GIMAGE, PLAIN; high(S), [TEXELS, IMAGE_TEXEL, high(S)] IMAGE_ATOMIC => image_atomic(None, Op::AtomicSmin, Op::AtomicUmin);
    "imageAtomicMax" Kinds::GIMAGE, PLAIN; high(S), [TEXELS, IMAGE_TEXEL, high(S)] IMAGE_ATOMIC => image_atomic(None, Op::AtomicSmax, Op::AtomicUmax);
    "imageAtomicAnd" Kinds::GIMAGE, PLAIN; high(S), [TEXELS, IMAGE_TEXEL, high(S)] IMAGE_ATOMIC => image_atomic(None, Op::AtomicAnd, Op::AtomicAnd);
    "imageAtomicOr" Kinds::GIMAGE, PLAIN; high(S), [TEXELS, IMAGE_TEXEL, high(S)] IMAGE_ATOMIC => image_atomic(None, Op::AtomicOr, Op::AtomicOr);
    "imageAtomicXor" Kinds::GIMAGE, PLAIN; high(S), [TEXELS, IMAGE_TEXEL, high(S)] IMAGE_ATOMIC => image_atomic(None, Op::AtomicXor, Op::AtomicXor);
    "imageAtomicExchange" Kinds::GIMAGE, PLAIN; high(S), [TEXELS, IMAGE_TEXEL, high(S)] IMAGE_ATOMIC => image_atomic(Some(Op::AtomicExchange), Op::AtomicExchange, Op::AtomicExchange);
    "imageAtomicCompSwap" Kinds::GIMAGE, PLAIN; high(S), [TEXELS, IMAGE_TEXEL, high(S), high(S)] IMAGE_ATOMIC => image_atomic(None, Op::AtomicCompareExchange, Op::AtomicCompareExchange);

    "atomicAdd" Kinds::SUFD, N; high(S), [address(S), high(S)] MEMORY => atomic(Some(Op::AtomicFadd), Op::AtomicIadd, Op::AtomicIadd);
    "atomicMin" Kinds::SUFD, N; high(S), [address(S), high(S)] MEMORY => atomic(Some(Op::AtomicFmin), Op::AtomicSmin, Op::AtomicUmin);
    "atomicMax" Kinds::SUFD, N; high(S), [address(S), high(S)] MEMORY => atomic(Some(Op::AtomicFmax), Op::AtomicSmax, Op::AtomicUmax);
    "atomicAnd" Kinds::SU, N; high(S), [address(S), high(S)] MEMORY => atomic(None, Op::AtomicAnd, Op::AtomicAnd);
    "atomicOr" Kinds::SU, N; high(S), [address(S), high(S)] MEMORY => atomic(None, Op::AtomicOr, Op::AtomicOr);
    "atomicXor" Kinds::SU, N; high(S), [address(S), high(S)] MEMORY => atomic(None, Op::AtomicXor, Op::AtomicXor);
    "atomicExchange" Kinds::SUFD, N; high(S), [address(S), high(S)] MEMORY => atomic(Some(Op::AtomicExchange), Op::AtomicExchange, Op::AtomicExchange);
    "atomicCompSwap" Kinds::SU, N; high(S), [address(S), high(S), high(S)] MEMORY => atomic(None, Op::AtomicCompareExchange, Op::AtomicCompareExchange);

    "barrier" Kinds::F32, N; VOID, [] since(400, 310).or(&[Extension::ArbTessellationShader, Extension::ArbComputeShader]).only(COMPUTE.or(Stages::TESS_CONTROL)) => Lower::ControlBarrier;
    "memoryBarrier" Kinds::F32, N; VOID, [] FENCE => Lower::MemoryBarrier { scope: 1, semantics: 0x948 };
    "memoryBarrierAtomicCounter" Kinds::F32, N; VOID, [] FENCE => Lower::MemoryBarrier { scope: 1, semantics: 0x408 };
    "memoryBarrierBuffer" Kinds::F32, N; VOID, [] FENCE => Lower::MemoryBarrier { scope: 1, semantics: 0x48 };
    "memoryBarrierImage" Kinds::F32, N; VOID, [] FENCE => Lower::MemoryBarrier { scope: 1, semantics: 0x808 };
    "memoryBarrierShared" Kinds::F32, N; VOID, [] FENCE.only(COMPUTE) => Lower::MemoryBarrier { scope: 1, semantics: 0x108 };
    "groupMemoryBarrier" Kinds::F32, N; VOID, [] FENCE.only(COMPUTE) => Lower::MemoryBarrier { scope: 2, semantics: 0x948 };

    "EmitVertex" Kinds::F32, N; VOID, [] since(150, 320).or(&[Extension::ExtGeometryShader, Extension::OesGeometryShader]).only(Stages::GEOMETRY) => Lower::Intrinsic(Intrinsic::EmitVertex);
    "EndPrimitive" Kinds::F32, N; VOID, [] since(150, 320).or(&[Extension::ExtGeometryShader, Extension::OesGeometryShader]).only(Stages::GEOMETRY) => Lower::Intrinsic(Intrinsic::EndPrimitive);
    "EmitStreamVertex" Kinds::F32, N; VOID, [INT.as_constant()] since(400, NEVER).only(Stages::GEOMETRY) => Lower::Intrinsic(Intrinsic::EmitStreamVertex);
    "EndStreamPrimitive" Kinds::F32, N; VOID, [INT.as_constant()] since(400, NEVER).only(Stages::GEOMETRY) => Lower::Intrinsic(Intrinsic::EndStreamPrimitive);
    "subpassLoad" Kinds::G, SUBPASS; T4, [IMAGE] VULKAN.only(Stages::FRAGMENT) => Lower::SubpassLoad;
    "subpassLoad" Kinds::G, SUBPASS_MS; T4, [IMAGE, SAMPLE] VULKAN.only(Stages::FRAGMENT) => Lower::SubpassLoad;

    "subgroupBarrier" Kinds::F32, N; VOID, [] BASIC => Lower::Subgroup(Intrinsic::ControlBarrier);
    "subgroupMemoryBarrier" Kinds::F32, N; VOID, [] BASIC => Lower::MemoryBarrier { scope: 3, semantics: 0x948 };
    "subgroupMemoryBarrierBuffer" Kinds::F32, N; VOID, [] BASIC => Lower::MemoryBarrier { scope: 3, semantics: 0x48 };
    "subgroupMemoryBarrierShared" Kinds::F32, N; VOID, [] BASIC => Lower::MemoryBarrier { scope: 3, semantics: 0x108 };
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
    "helperInvocationEXT" Kinds::F32, N; BOOL, [] extension(&[Extension::ExtDemoteToHelperInvocation]).only(Stages::FRAGMENT) => Lower::Intrinsic(Intrinsic::IsHelper);
    "beginInvocationInterlockARB" Kinds::F32, N; VOID, [] extension(&[Extension::ArbFragmentShaderInterlock]).only(Stages::FRAGMENT) => Lower::Intrinsic(Intrinsic::BeginInterlock);
    "endInvocationInterlockARB" Kinds::F32, N; VOID, [] extension(&[Extension::ArbFragmentShaderInterlock]).only(Stages::FRAGMENT) => Lower::Intrinsic(Intrinsic::EndInterlock);
    "SetMeshOutputsEXT" Kinds::F32, N; VOID, [UINT, UINT] extension(&[Extension::ExtMeshShader]).only(Stages::MESH) => Lower::Intrinsic(Intrinsic::SetMeshOutputs);
    "assumeEXT" Kinds::F32, N; VOID, [BOOL] extension(&[Extension::ExtExpectAssume]) => Lower::Intrinsic(Intrinsic::AssumeTrue);
};
