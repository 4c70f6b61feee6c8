//! Functions on images, atomics, barriers and primitives.

use super::pattern::{Kinds, Opaque, Param, TexShape, TexShapes};
use super::table::{
    BOOL, IMAGE, IMAGE_TEXEL, INT, Lower, Row, S, SAMPLE, SCOPE, SEMANTICS, SIZE, Since, T4, UINT, UNEQUAL,
    VOID, VULKAN, address, extension, high, opaque, rows, shapes, since, vector,
};
use crate::extensions::Extension;
use crate::stages::Stages;
use crate::version::NEVER;
use TexShape::{Buffer, Cube, CubeArray, D1, D1Array, D2, D2Array, D2Ms, D2MsArray, D3, Rect};
use vitrum_ir::{AtomicAccess, Intrinsic, Op, Scalar};

/// The scope of barriers without one in their name.
const UNSAID: u32 = AtomicAccess::UNSAID as u32;
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
const PIXEL: TexShapes = shapes(&[TexShape::PixelLocal]);
const PIXEL_LOCAL: Since = extension(&[Extension::AngleShaderPixelLocalStorage]).only(Stages::FRAGMENT);

const ATOMIC_INT64: Since = extension(&[Extension::ExtShaderAtomicInt64]);
const IMAGE_INT64: Since = extension(&[Extension::ExtShaderImageInt64]);
const ATOMIC_FLOAT: Since = extension(&[Extension::ExtShaderAtomicFloat]);
const ATOMIC_FLOAT2: Since = extension(&[Extension::ExtShaderAtomicFloat2]);
const ORDERING: Since = extension(&[Extension::IntelFragmentShaderOrdering]).only(Stages::FRAGMENT);
const FLOAT_MINMAX: Since = extension(&[Extension::IntelShaderAtomicFloatMinmax]);
const HALF_VECTORS: Since = extension(&[Extension::NvShaderAtomicFp16Vector]);
const HALF2: Param = vector(Scalar::F16, 2);
const HALF4: Param = vector(Scalar::F16, 4);
const WIDE: Kinds = Kinds::of(&[Scalar::F32, Scalar::F64]);
const HALF: Kinds = Kinds::of(&[Scalar::F16]);
const SCOPED: Since = extension(&[Extension::KhrMemoryScopeSemantics]);
const SPLIT: Since = extension(&[Extension::ExtSplitBarrier]).only(COMPUTE.or(Stages::TESS_CONTROL));
const STREAMS: Since = since(400, NEVER).or(&[Extension::ArbGpuShader5]);
const COUNTERS: Since = since(420, 310).or(&[Extension::ArbShaderAtomicCounters]);
const COUNTER_OPS: Since = since(460, NEVER);
const COUNTER_OPS_ARB: Since = extension(&[Extension::ArbShaderAtomicCounterOps]);
const COUNTER: Param = address(opaque(Opaque::AtomicCounter));
const FLOAT_EXCHANGE: Since =
    since(450, 320).or(&[Extension::OesShaderImageAtomic, Extension::NvShaderAtomicFloat]);
const NV_INTERLOCK: Since = extension(&[Extension::NvFragmentShaderInterlock]).only(Stages::FRAGMENT);
const INTERLOCK: Since = extension(&[Extension::ArbFragmentShaderInterlock]).only(Stages::FRAGMENT);
/// Integers and floats of the widths that atomics support.
const ATOMIC: Kinds = Kinds::ATOMIC.or(Kinds::FD);
const IMAGE_INTS: Kinds = Kinds::IU32.or(Kinds::IU64);
const GATOMIC: Kinds = IMAGE_INTS.or(Kinds::F32);
const LOAD: Lower = atomic(Some(Op::AtomicLoad), Op::AtomicLoad, Op::AtomicLoad);
const STORE_ATOMIC: Lower = atomic(Some(Op::AtomicStore), Op::AtomicStore, Op::AtomicStore);
const IMAGE_LOAD: Lower = image_atomic(Some(Op::AtomicLoad), Op::AtomicLoad, Op::AtomicLoad);
const IMAGE_STORE_ATOMIC: Lower = image_atomic(Some(Op::AtomicStore), Op::AtomicStore, Op::AtomicStore);

/// An image parameter whose texel is the memory of an atomic.
const TEXELS: Param = address(IMAGE);
const fn atomic(float: Option<Op>, signed: Op, unsigned: Op) -> Lower {
    Lower::Atomic { float, signed: Some(signed), unsigned: Some(unsigned) }
}

const fn image_atomic(float: Option<Op>, signed: Op, unsigned: Op) -> Lower {
    Lower::ImageAtomic { float, signed: Some(signed), unsigned: Some(unsigned) }
}

pub(super) const ROWS: &[Row] = rows! {
    "imageLoad" Kinds::GIMAGE, PLAIN; T4, [IMAGE, IMAGE_TEXEL] STORE => Lower::Image(Op::ImageRead);
    "imageLoad" Kinds::GIMAGE, MULTI; T4, [IMAGE, IMAGE_TEXEL, SAMPLE] STORE => Lower::Image(Op::ImageRead);
    "imageStore" Kinds::GIMAGE, PLAIN; VOID, [IMAGE, IMAGE_TEXEL, T4] STORE => Lower::ImageWrite;
    "imageStore" Kinds::GIMAGE, MULTI; VOID, [IMAGE, IMAGE_TEXEL, SAMPLE, T4] STORE => Lower::ImageWrite;
    "imageSize" Kinds::GIMAGE, PLAIN; SIZE, [IMAGE] IMAGE_SIZE => Lower::ImageSize;
    "imageSize" Kinds::GIMAGE, MULTI; SIZE, [IMAGE] IMAGE_SIZE => Lower::ImageSize;
    "imageSamples" Kinds::GIMAGE, MULTI; INT, [IMAGE] since(450, NEVER).or(&[Extension::ArbShaderTextureImageSamples]) => Lower::ImageQuery(Op::ImageSamples);
    "imageAtomicAdd" Kinds::IU32, PLAIN; high(S), [TEXELS, IMAGE_TEXEL, high(S)] IMAGE_ATOMIC => image_atomic(Some(Op::AtomicFadd), Op::AtomicIadd, Op::AtomicIadd);
    "imageAtomicAdd" Kinds::IU64, PLAIN; S, [TEXELS, IMAGE_TEXEL, S] IMAGE_INT64 => image_atomic(Some(Op::AtomicFadd), Op::AtomicIadd, Op::AtomicIadd);
    "imageAtomicAdd" Kinds::F32, PLAIN; high(S), [TEXELS, IMAGE_TEXEL, high(S)] ATOMIC_FLOAT => image_atomic(Some(Op::AtomicFadd), Op::AtomicIadd, Op::AtomicIadd);
    "imageAtomicAdd" GATOMIC, PLAIN; high(S), [TEXELS, IMAGE_TEXEL, high(S), SCOPE, SEMANTICS, SEMANTICS] SCOPED => image_atomic(Some(Op::AtomicFadd), Op::AtomicIadd, Op::AtomicIadd);
    "imageAtomicAdd" Kinds::IU32, MULTI; high(S), [TEXELS, IMAGE_TEXEL, SAMPLE, high(S)] IMAGE_ATOMIC => image_atomic(Some(Op::AtomicFadd), Op::AtomicIadd, Op::AtomicIadd);
    "imageAtomicAdd" Kinds::IU64, MULTI; S, [TEXELS, IMAGE_TEXEL, SAMPLE, S] IMAGE_INT64 => image_atomic(Some(Op::AtomicFadd), Op::AtomicIadd, Op::AtomicIadd);
    "imageAtomicAdd" Kinds::F32, MULTI; high(S), [TEXELS, IMAGE_TEXEL, SAMPLE, high(S)] ATOMIC_FLOAT => image_atomic(Some(Op::AtomicFadd), Op::AtomicIadd, Op::AtomicIadd);
    "imageAtomicAdd" GATOMIC, MULTI; high(S), [TEXELS, IMAGE_TEXEL, SAMPLE, high(S), SCOPE, SEMANTICS, SEMANTICS] SCOPED => image_atomic(Some(Op::AtomicFadd), Op::AtomicIadd, Op::AtomicIadd);
    "imageAtomicAdd" Kinds::F32, PLAIN; HALF2, [TEXELS, IMAGE_TEXEL, HALF2] HALF_VECTORS => image_atomic(Some(Op::AtomicFadd), Op::AtomicIadd, Op::AtomicIadd);
    "imageAtomicAdd" Kinds::F32, MULTI; HALF2, [TEXELS, IMAGE_TEXEL, SAMPLE, HALF2] HALF_VECTORS => image_atomic(Some(Op::AtomicFadd), Op::AtomicIadd, Op::AtomicIadd);
    "imageAtomicAdd" Kinds::F32, PLAIN; HALF4, [TEXELS, IMAGE_TEXEL, HALF4] HALF_VECTORS => image_atomic(Some(Op::AtomicFadd), Op::AtomicIadd, Op::AtomicIadd);
    "imageAtomicAdd" Kinds::F32, MULTI; HALF4, [TEXELS, IMAGE_TEXEL, SAMPLE, HALF4] HALF_VECTORS => image_atomic(Some(Op::AtomicFadd), Op::AtomicIadd, Op::AtomicIadd);
    "imageAtomicMin" Kinds::IU32, PLAIN; high(S), [TEXELS, IMAGE_TEXEL, high(S)] IMAGE_ATOMIC => image_atomic(Some(Op::AtomicFmin), Op::AtomicSmin, Op::AtomicUmin);
    "imageAtomicMin" Kinds::IU64, PLAIN; S, [TEXELS, IMAGE_TEXEL, S] IMAGE_INT64 => image_atomic(Some(Op::AtomicFmin), Op::AtomicSmin, Op::AtomicUmin);
    "imageAtomicMin" Kinds::F32, PLAIN; high(S), [TEXELS, IMAGE_TEXEL, high(S)] ATOMIC_FLOAT2 => image_atomic(Some(Op::AtomicFmin), Op::AtomicSmin, Op::AtomicUmin);
    "imageAtomicMin" GATOMIC, PLAIN; high(S), [TEXELS, IMAGE_TEXEL, high(S), SCOPE, SEMANTICS, SEMANTICS] SCOPED => image_atomic(Some(Op::AtomicFmin), Op::AtomicSmin, Op::AtomicUmin);
    "imageAtomicMin" Kinds::IU32, MULTI; high(S), [TEXELS, IMAGE_TEXEL, SAMPLE, high(S)] IMAGE_ATOMIC => image_atomic(Some(Op::AtomicFmin), Op::AtomicSmin, Op::AtomicUmin);
    "imageAtomicMin" Kinds::IU64, MULTI; S, [TEXELS, IMAGE_TEXEL, SAMPLE, S] IMAGE_INT64 => image_atomic(Some(Op::AtomicFmin), Op::AtomicSmin, Op::AtomicUmin);
    "imageAtomicMin" Kinds::F32, MULTI; high(S), [TEXELS, IMAGE_TEXEL, SAMPLE, high(S)] ATOMIC_FLOAT2 => image_atomic(Some(Op::AtomicFmin), Op::AtomicSmin, Op::AtomicUmin);
    "imageAtomicMin" GATOMIC, MULTI; high(S), [TEXELS, IMAGE_TEXEL, SAMPLE, high(S), SCOPE, SEMANTICS, SEMANTICS] SCOPED => image_atomic(Some(Op::AtomicFmin), Op::AtomicSmin, Op::AtomicUmin);
    "imageAtomicMin" Kinds::F32, PLAIN; HALF2, [TEXELS, IMAGE_TEXEL, HALF2] HALF_VECTORS => image_atomic(Some(Op::AtomicFmin), Op::AtomicSmin, Op::AtomicUmin);
    "imageAtomicMin" Kinds::F32, MULTI; HALF2, [TEXELS, IMAGE_TEXEL, SAMPLE, HALF2] HALF_VECTORS => image_atomic(Some(Op::AtomicFmin), Op::AtomicSmin, Op::AtomicUmin);
    "imageAtomicMin" Kinds::F32, PLAIN; HALF4, [TEXELS, IMAGE_TEXEL, HALF4] HALF_VECTORS => image_atomic(Some(Op::AtomicFmin), Op::AtomicSmin, Op::AtomicUmin);
    "imageAtomicMin" Kinds::F32, MULTI; HALF4, [TEXELS, IMAGE_TEXEL, SAMPLE, HALF4] HALF_VECTORS => image_atomic(Some(Op::AtomicFmin), Op::AtomicSmin, Op::AtomicUmin);
    "imageAtomicMax" Kinds::IU32, PLAIN; high(S), [TEXELS, IMAGE_TEXEL, high(S)] IMAGE_ATOMIC => image_atomic(Some(Op::AtomicFmax), Op::AtomicSmax, Op::AtomicUmax);
    "imageAtomicMax" Kinds::IU64, PLAIN; S, [TEXELS, IMAGE_TEXEL, S] IMAGE_INT64 => image_atomic(Some(Op::AtomicFmax), Op::AtomicSmax, Op::AtomicUmax);
    "imageAtomicMax" Kinds::F32, PLAIN; high(S), [TEXELS, IMAGE_TEXEL, high(S)] ATOMIC_FLOAT2 => image_atomic(Some(Op::AtomicFmax), Op::AtomicSmax, Op::AtomicUmax);
    "imageAtomicMax" GATOMIC, PLAIN; high(S), [TEXELS, IMAGE_TEXEL, high(S), SCOPE, SEMANTICS, SEMANTICS] SCOPED => image_atomic(Some(Op::AtomicFmax), Op::AtomicSmax, Op::AtomicUmax);
    "imageAtomicMax" Kinds::IU32, MULTI; high(S), [TEXELS, IMAGE_TEXEL, SAMPLE, high(S)] IMAGE_ATOMIC => image_atomic(Some(Op::AtomicFmax), Op::AtomicSmax, Op::AtomicUmax);
    "imageAtomicMax" Kinds::IU64, MULTI; S, [TEXELS, IMAGE_TEXEL, SAMPLE, S] IMAGE_INT64 => image_atomic(Some(Op::AtomicFmax), Op::AtomicSmax, Op::AtomicUmax);
    "imageAtomicMax" Kinds::F32, MULTI; high(S), [TEXELS, IMAGE_TEXEL, SAMPLE, high(S)] ATOMIC_FLOAT2 => image_atomic(Some(Op::AtomicFmax), Op::AtomicSmax, Op::AtomicUmax);
    "imageAtomicMax" GATOMIC, MULTI; high(S), [TEXELS, IMAGE_TEXEL, SAMPLE, high(S), SCOPE, SEMANTICS, SEMANTICS] SCOPED => image_atomic(Some(Op::AtomicFmax), Op::AtomicSmax, Op::AtomicUmax);
    "imageAtomicMax" Kinds::F32, PLAIN; HALF2, [TEXELS, IMAGE_TEXEL, HALF2] HALF_VECTORS => image_atomic(Some(Op::AtomicFmax), Op::AtomicSmax, Op::AtomicUmax);
    "imageAtomicMax" Kinds::F32, MULTI; HALF2, [TEXELS, IMAGE_TEXEL, SAMPLE, HALF2] HALF_VECTORS => image_atomic(Some(Op::AtomicFmax), Op::AtomicSmax, Op::AtomicUmax);
    "imageAtomicMax" Kinds::F32, PLAIN; HALF4, [TEXELS, IMAGE_TEXEL, HALF4] HALF_VECTORS => image_atomic(Some(Op::AtomicFmax), Op::AtomicSmax, Op::AtomicUmax);
    "imageAtomicMax" Kinds::F32, MULTI; HALF4, [TEXELS, IMAGE_TEXEL, SAMPLE, HALF4] HALF_VECTORS => image_atomic(Some(Op::AtomicFmax), Op::AtomicSmax, Op::AtomicUmax);
    "imageAtomicAnd" Kinds::IU32, PLAIN; high(S), [TEXELS, IMAGE_TEXEL, high(S)] IMAGE_ATOMIC => image_atomic(None, Op::AtomicAnd, Op::AtomicAnd);
    "imageAtomicAnd" Kinds::IU64, PLAIN; S, [TEXELS, IMAGE_TEXEL, S] IMAGE_INT64 => image_atomic(None, Op::AtomicAnd, Op::AtomicAnd);
    "imageAtomicAnd" IMAGE_INTS, PLAIN; high(S), [TEXELS, IMAGE_TEXEL, high(S), SCOPE, SEMANTICS, SEMANTICS] SCOPED => image_atomic(None, Op::AtomicAnd, Op::AtomicAnd);
    "imageAtomicAnd" Kinds::IU32, MULTI; high(S), [TEXELS, IMAGE_TEXEL, SAMPLE, high(S)] IMAGE_ATOMIC => image_atomic(None, Op::AtomicAnd, Op::AtomicAnd);
    "imageAtomicAnd" Kinds::IU64, MULTI; S, [TEXELS, IMAGE_TEXEL, SAMPLE, S] IMAGE_INT64 => image_atomic(None, Op::AtomicAnd, Op::AtomicAnd);
    "imageAtomicAnd" IMAGE_INTS, MULTI; high(S), [TEXELS, IMAGE_TEXEL, SAMPLE, high(S), SCOPE, SEMANTICS, SEMANTICS] SCOPED => image_atomic(None, Op::AtomicAnd, Op::AtomicAnd);
    "imageAtomicOr" Kinds::IU32, PLAIN; high(S), [TEXELS, IMAGE_TEXEL, high(S)] IMAGE_ATOMIC => image_atomic(None, Op::AtomicOr, Op::AtomicOr);
    "imageAtomicOr" Kinds::IU64, PLAIN; S, [TEXELS, IMAGE_TEXEL, S] IMAGE_INT64 => image_atomic(None, Op::AtomicOr, Op::AtomicOr);
    "imageAtomicOr" IMAGE_INTS, PLAIN; high(S), [TEXELS, IMAGE_TEXEL, high(S), SCOPE, SEMANTICS, SEMANTICS] SCOPED => image_atomic(None, Op::AtomicOr, Op::AtomicOr);
    "imageAtomicOr" Kinds::IU32, MULTI; high(S), [TEXELS, IMAGE_TEXEL, SAMPLE, high(S)] IMAGE_ATOMIC => image_atomic(None, Op::AtomicOr, Op::AtomicOr);
    "imageAtomicOr" Kinds::IU64, MULTI; S, [TEXELS, IMAGE_TEXEL, SAMPLE, S] IMAGE_INT64 => image_atomic(None, Op::AtomicOr, Op::AtomicOr);
    "imageAtomicOr" IMAGE_INTS, MULTI; high(S), [TEXELS, IMAGE_TEXEL, SAMPLE, high(S), SCOPE, SEMANTICS, SEMANTICS] SCOPED => image_atomic(None, Op::AtomicOr, Op::AtomicOr);
    "imageAtomicXor" Kinds::IU32, PLAIN; high(S), [TEXELS, IMAGE_TEXEL, high(S)] IMAGE_ATOMIC => image_atomic(None, Op::AtomicXor, Op::AtomicXor);
    "imageAtomicXor" Kinds::IU64, PLAIN; S, [TEXELS, IMAGE_TEXEL, S] IMAGE_INT64 => image_atomic(None, Op::AtomicXor, Op::AtomicXor);
    "imageAtomicXor" IMAGE_INTS, PLAIN; high(S), [TEXELS, IMAGE_TEXEL, high(S), SCOPE, SEMANTICS, SEMANTICS] SCOPED => image_atomic(None, Op::AtomicXor, Op::AtomicXor);
    "imageAtomicXor" Kinds::IU32, MULTI; high(S), [TEXELS, IMAGE_TEXEL, SAMPLE, high(S)] IMAGE_ATOMIC => image_atomic(None, Op::AtomicXor, Op::AtomicXor);
    "imageAtomicXor" Kinds::IU64, MULTI; S, [TEXELS, IMAGE_TEXEL, SAMPLE, S] IMAGE_INT64 => image_atomic(None, Op::AtomicXor, Op::AtomicXor);
    "imageAtomicXor" IMAGE_INTS, MULTI; high(S), [TEXELS, IMAGE_TEXEL, SAMPLE, high(S), SCOPE, SEMANTICS, SEMANTICS] SCOPED => image_atomic(None, Op::AtomicXor, Op::AtomicXor);
    "imageAtomicExchange" Kinds::IU32, PLAIN; high(S), [TEXELS, IMAGE_TEXEL, high(S)] IMAGE_ATOMIC => image_atomic(Some(Op::AtomicExchange), Op::AtomicExchange, Op::AtomicExchange);
    "imageAtomicExchange" Kinds::IU64, PLAIN; S, [TEXELS, IMAGE_TEXEL, S] IMAGE_INT64 => image_atomic(Some(Op::AtomicExchange), Op::AtomicExchange, Op::AtomicExchange);
    "imageAtomicExchange" Kinds::F32, PLAIN; high(S), [TEXELS, IMAGE_TEXEL, high(S)] FLOAT_EXCHANGE => image_atomic(Some(Op::AtomicExchange), Op::AtomicExchange, Op::AtomicExchange);
    "imageAtomicExchange" GATOMIC, PLAIN; high(S), [TEXELS, IMAGE_TEXEL, high(S), SCOPE, SEMANTICS, SEMANTICS] SCOPED => image_atomic(Some(Op::AtomicExchange), Op::AtomicExchange, Op::AtomicExchange);
    "imageAtomicExchange" Kinds::IU32, MULTI; high(S), [TEXELS, IMAGE_TEXEL, SAMPLE, high(S)] IMAGE_ATOMIC => image_atomic(Some(Op::AtomicExchange), Op::AtomicExchange, Op::AtomicExchange);
    "imageAtomicExchange" Kinds::IU64, MULTI; S, [TEXELS, IMAGE_TEXEL, SAMPLE, S] IMAGE_INT64 => image_atomic(Some(Op::AtomicExchange), Op::AtomicExchange, Op::AtomicExchange);
    "imageAtomicExchange" Kinds::F32, MULTI; high(S), [TEXELS, IMAGE_TEXEL, SAMPLE, high(S)] FLOAT_EXCHANGE => image_atomic(Some(Op::AtomicExchange), Op::AtomicExchange, Op::AtomicExchange);
    "imageAtomicExchange" GATOMIC, MULTI; high(S), [TEXELS, IMAGE_TEXEL, SAMPLE, high(S), SCOPE, SEMANTICS, SEMANTICS] SCOPED => image_atomic(Some(Op::AtomicExchange), Op::AtomicExchange, Op::AtomicExchange);
    "imageAtomicExchange" Kinds::F32, PLAIN; HALF2, [TEXELS, IMAGE_TEXEL, HALF2] HALF_VECTORS => image_atomic(Some(Op::AtomicExchange), Op::AtomicExchange, Op::AtomicExchange);
    "imageAtomicExchange" Kinds::F32, MULTI; HALF2, [TEXELS, IMAGE_TEXEL, SAMPLE, HALF2] HALF_VECTORS => image_atomic(Some(Op::AtomicExchange), Op::AtomicExchange, Op::AtomicExchange);
    "imageAtomicExchange" Kinds::F32, PLAIN; HALF4, [TEXELS, IMAGE_TEXEL, HALF4] HALF_VECTORS => image_atomic(Some(Op::AtomicExchange), Op::AtomicExchange, Op::AtomicExchange);
    "imageAtomicExchange" Kinds::F32, MULTI; HALF4, [TEXELS, IMAGE_TEXEL, SAMPLE, HALF4] HALF_VECTORS => image_atomic(Some(Op::AtomicExchange), Op::AtomicExchange, Op::AtomicExchange);
    "imageAtomicCompSwap" Kinds::IU32, PLAIN; high(S), [TEXELS, IMAGE_TEXEL, high(S), high(S)] IMAGE_ATOMIC => image_atomic(None, Op::AtomicCompareExchange, Op::AtomicCompareExchange);
    "imageAtomicCompSwap" Kinds::IU64, PLAIN; S, [TEXELS, IMAGE_TEXEL, S, S] IMAGE_INT64 => image_atomic(None, Op::AtomicCompareExchange, Op::AtomicCompareExchange);
    "imageAtomicCompSwap" IMAGE_INTS, PLAIN; high(S), [TEXELS, IMAGE_TEXEL, high(S), high(S), SCOPE, SEMANTICS, SEMANTICS, UNEQUAL, UNEQUAL] SCOPED => image_atomic(None, Op::AtomicCompareExchange, Op::AtomicCompareExchange);
    "imageAtomicCompSwap" Kinds::IU32, MULTI; high(S), [TEXELS, IMAGE_TEXEL, SAMPLE, high(S), high(S)] IMAGE_ATOMIC => image_atomic(None, Op::AtomicCompareExchange, Op::AtomicCompareExchange);
    "imageAtomicCompSwap" Kinds::IU64, MULTI; S, [TEXELS, IMAGE_TEXEL, SAMPLE, S, S] IMAGE_INT64 => image_atomic(None, Op::AtomicCompareExchange, Op::AtomicCompareExchange);
    "imageAtomicCompSwap" IMAGE_INTS, MULTI; high(S), [TEXELS, IMAGE_TEXEL, SAMPLE, high(S), high(S), SCOPE, SEMANTICS, SEMANTICS, UNEQUAL, UNEQUAL] SCOPED => image_atomic(None, Op::AtomicCompareExchange, Op::AtomicCompareExchange);

    "atomicAdd" Kinds::IU32, N; high(S), [address(S), high(S)] MEMORY => atomic(Some(Op::AtomicFadd), Op::AtomicIadd, Op::AtomicIadd);
    "atomicAdd" Kinds::IU64, N; S, [address(S), S] ATOMIC_INT64 => atomic(Some(Op::AtomicFadd), Op::AtomicIadd, Op::AtomicIadd);
    "atomicAdd" WIDE, N; high(S), [address(S), high(S)] ATOMIC_FLOAT => atomic(Some(Op::AtomicFadd), Op::AtomicIadd, Op::AtomicIadd);
    "atomicAdd" HALF, N; high(S), [address(S), high(S)] ATOMIC_FLOAT2 => atomic(Some(Op::AtomicFadd), Op::AtomicIadd, Op::AtomicIadd);
    "atomicAdd" ATOMIC, N; high(S), [address(S), high(S), SCOPE, SEMANTICS, SEMANTICS] SCOPED => atomic(Some(Op::AtomicFadd), Op::AtomicIadd, Op::AtomicIadd);
    "atomicAdd" HALF, N; HALF2, [address(HALF2), HALF2] HALF_VECTORS => atomic(Some(Op::AtomicFadd), Op::AtomicIadd, Op::AtomicIadd);
    "atomicAdd" HALF, N; HALF4, [address(HALF4), HALF4] HALF_VECTORS => atomic(Some(Op::AtomicFadd), Op::AtomicIadd, Op::AtomicIadd);
    "atomicMin" Kinds::IU32, N; high(S), [address(S), high(S)] MEMORY => atomic(Some(Op::AtomicFmin), Op::AtomicSmin, Op::AtomicUmin);
    "atomicMin" Kinds::IU64, N; S, [address(S), S] ATOMIC_INT64 => atomic(Some(Op::AtomicFmin), Op::AtomicSmin, Op::AtomicUmin);
    "atomicMin" Kinds::FD, N; high(S), [address(S), high(S)] ATOMIC_FLOAT2 => atomic(Some(Op::AtomicFmin), Op::AtomicSmin, Op::AtomicUmin);
    "atomicMin" Kinds::F32, N; high(S), [address(S), high(S)] FLOAT_MINMAX => atomic(Some(Op::AtomicFmin), Op::AtomicSmin, Op::AtomicUmin);
    "atomicMin" ATOMIC, N; high(S), [address(S), high(S), SCOPE, SEMANTICS, SEMANTICS] SCOPED => atomic(Some(Op::AtomicFmin), Op::AtomicSmin, Op::AtomicUmin);
    "atomicMin" HALF, N; HALF2, [address(HALF2), HALF2] HALF_VECTORS => atomic(Some(Op::AtomicFmin), Op::AtomicSmin, Op::AtomicUmin);
    "atomicMin" HALF, N; HALF4, [address(HALF4), HALF4] HALF_VECTORS => atomic(Some(Op::AtomicFmin), Op::AtomicSmin, Op::AtomicUmin);
    "atomicMax" Kinds::IU32, N; high(S), [address(S), high(S)] MEMORY => atomic(Some(Op::AtomicFmax), Op::AtomicSmax, Op::AtomicUmax);
    "atomicMax" Kinds::IU64, N; S, [address(S), S] ATOMIC_INT64 => atomic(Some(Op::AtomicFmax), Op::AtomicSmax, Op::AtomicUmax);
    "atomicMax" Kinds::FD, N; high(S), [address(S), high(S)] ATOMIC_FLOAT2 => atomic(Some(Op::AtomicFmax), Op::AtomicSmax, Op::AtomicUmax);
    "atomicMax" Kinds::F32, N; high(S), [address(S), high(S)] FLOAT_MINMAX => atomic(Some(Op::AtomicFmax), Op::AtomicSmax, Op::AtomicUmax);
    "atomicMax" ATOMIC, N; high(S), [address(S), high(S), SCOPE, SEMANTICS, SEMANTICS] SCOPED => atomic(Some(Op::AtomicFmax), Op::AtomicSmax, Op::AtomicUmax);
    "atomicMax" HALF, N; HALF2, [address(HALF2), HALF2] HALF_VECTORS => atomic(Some(Op::AtomicFmax), Op::AtomicSmax, Op::AtomicUmax);
    "atomicMax" HALF, N; HALF4, [address(HALF4), HALF4] HALF_VECTORS => atomic(Some(Op::AtomicFmax), Op::AtomicSmax, Op::AtomicUmax);
    "atomicAnd" Kinds::IU32, N; high(S), [address(S), high(S)] MEMORY => atomic(None, Op::AtomicAnd, Op::AtomicAnd);
    "atomicAnd" Kinds::IU64, N; S, [address(S), S] ATOMIC_INT64 => atomic(None, Op::AtomicAnd, Op::AtomicAnd);
    "atomicAnd" Kinds::ATOMIC, N; high(S), [address(S), high(S), SCOPE, SEMANTICS, SEMANTICS] SCOPED => atomic(None, Op::AtomicAnd, Op::AtomicAnd);
    "atomicOr" Kinds::IU32, N; high(S), [address(S), high(S)] MEMORY => atomic(None, Op::AtomicOr, Op::AtomicOr);
    "atomicOr" Kinds::IU64, N; S, [address(S), S] ATOMIC_INT64 => atomic(None, Op::AtomicOr, Op::AtomicOr);
    "atomicOr" Kinds::ATOMIC, N; high(S), [address(S), high(S), SCOPE, SEMANTICS, SEMANTICS] SCOPED => atomic(None, Op::AtomicOr, Op::AtomicOr);
    "atomicXor" Kinds::IU32, N; high(S), [address(S), high(S)] MEMORY => atomic(None, Op::AtomicXor, Op::AtomicXor);
    "atomicXor" Kinds::IU64, N; S, [address(S), S] ATOMIC_INT64 => atomic(None, Op::AtomicXor, Op::AtomicXor);
    "atomicXor" Kinds::ATOMIC, N; high(S), [address(S), high(S), SCOPE, SEMANTICS, SEMANTICS] SCOPED => atomic(None, Op::AtomicXor, Op::AtomicXor);
    "atomicExchange" Kinds::IU32, N; high(S), [address(S), high(S)] MEMORY => atomic(Some(Op::AtomicExchange), Op::AtomicExchange, Op::AtomicExchange);
    "atomicExchange" Kinds::IU64, N; S, [address(S), S] ATOMIC_INT64 => atomic(Some(Op::AtomicExchange), Op::AtomicExchange, Op::AtomicExchange);
    "atomicExchange" WIDE, N; high(S), [address(S), high(S)] ATOMIC_FLOAT => atomic(Some(Op::AtomicExchange), Op::AtomicExchange, Op::AtomicExchange);
    "atomicExchange" HALF, N; high(S), [address(S), high(S)] ATOMIC_FLOAT2 => atomic(Some(Op::AtomicExchange), Op::AtomicExchange, Op::AtomicExchange);
    "atomicExchange" Kinds::F32, N; high(S), [address(S), high(S)] FLOAT_MINMAX => atomic(Some(Op::AtomicExchange), Op::AtomicExchange, Op::AtomicExchange);
    "atomicExchange" ATOMIC, N; high(S), [address(S), high(S), SCOPE, SEMANTICS, SEMANTICS] SCOPED => atomic(Some(Op::AtomicExchange), Op::AtomicExchange, Op::AtomicExchange);
    "atomicExchange" HALF, N; HALF2, [address(HALF2), HALF2] HALF_VECTORS => atomic(Some(Op::AtomicExchange), Op::AtomicExchange, Op::AtomicExchange);
    "atomicExchange" HALF, N; HALF4, [address(HALF4), HALF4] HALF_VECTORS => atomic(Some(Op::AtomicExchange), Op::AtomicExchange, Op::AtomicExchange);
    "atomicCompSwap" Kinds::IU32, N; high(S), [address(S), high(S), high(S)] MEMORY => atomic(None, Op::AtomicCompareExchange, Op::AtomicCompareExchange);
    "atomicCompSwap" Kinds::IU64, N; S, [address(S), S, S] ATOMIC_INT64 => atomic(None, Op::AtomicCompareExchange, Op::AtomicCompareExchange);
    "atomicCompSwap" Kinds::F32, N; high(S), [address(S), high(S), high(S)] FLOAT_MINMAX => atomic(Some(Op::AtomicCompareExchange), Op::AtomicCompareExchange, Op::AtomicCompareExchange);
    "atomicCompSwap" Kinds::ATOMIC, N; high(S), [address(S), high(S), high(S), SCOPE, SEMANTICS, SEMANTICS, UNEQUAL, UNEQUAL] SCOPED => atomic(None, Op::AtomicCompareExchange, Op::AtomicCompareExchange);
    "atomicLoad" ATOMIC, N; high(S), [address(S), SCOPE, SEMANTICS, SEMANTICS] SCOPED => LOAD;
    "atomicStore" ATOMIC, N; VOID, [address(S), high(S), SCOPE, SEMANTICS, SEMANTICS] SCOPED => STORE_ATOMIC;
    "imageAtomicLoad" GATOMIC, PLAIN; high(S), [TEXELS, IMAGE_TEXEL, SCOPE, SEMANTICS, SEMANTICS] SCOPED => IMAGE_LOAD;
    "imageAtomicLoad" GATOMIC, MULTI; high(S), [TEXELS, IMAGE_TEXEL, SAMPLE, SCOPE, SEMANTICS, SEMANTICS] SCOPED => IMAGE_LOAD;
    "imageAtomicStore" GATOMIC, PLAIN; VOID, [TEXELS, IMAGE_TEXEL, high(S), SCOPE, SEMANTICS, SEMANTICS] SCOPED => IMAGE_STORE_ATOMIC;
    "imageAtomicStore" GATOMIC, MULTI; VOID, [TEXELS, IMAGE_TEXEL, SAMPLE, high(S), SCOPE, SEMANTICS, SEMANTICS] SCOPED => IMAGE_STORE_ATOMIC;

    "atomicCounterIncrement" Kinds::U32, N; high(UINT), [COUNTER] COUNTERS => Lower::Counter(Op::AtomicIadd);
    "atomicCounterDecrement" Kinds::U32, N; high(UINT), [COUNTER] COUNTERS => Lower::Counter(Op::AtomicIsub);
    "atomicCounter" Kinds::U32, N; high(UINT), [COUNTER] COUNTERS => Lower::Counter(Op::AtomicLoad);
    "atomicCounterAdd" Kinds::U32, N; high(UINT), [COUNTER, UINT] COUNTER_OPS => Lower::Counter(Op::AtomicIadd);
    "atomicCounterAddARB" Kinds::U32, N; high(UINT), [COUNTER, UINT] COUNTER_OPS_ARB => Lower::Counter(Op::AtomicIadd);
    "atomicCounterSubtract" Kinds::U32, N; high(UINT), [COUNTER, UINT] COUNTER_OPS => Lower::Counter(Op::AtomicIsub);
    "atomicCounterSubtractARB" Kinds::U32, N; high(UINT), [COUNTER, UINT] COUNTER_OPS_ARB => Lower::Counter(Op::AtomicIsub);
    "atomicCounterMin" Kinds::U32, N; high(UINT), [COUNTER, UINT] COUNTER_OPS => Lower::Counter(Op::AtomicUmin);
    "atomicCounterMinARB" Kinds::U32, N; high(UINT), [COUNTER, UINT] COUNTER_OPS_ARB => Lower::Counter(Op::AtomicUmin);
    "atomicCounterMax" Kinds::U32, N; high(UINT), [COUNTER, UINT] COUNTER_OPS => Lower::Counter(Op::AtomicUmax);
    "atomicCounterMaxARB" Kinds::U32, N; high(UINT), [COUNTER, UINT] COUNTER_OPS_ARB => Lower::Counter(Op::AtomicUmax);
    "atomicCounterAnd" Kinds::U32, N; high(UINT), [COUNTER, UINT] COUNTER_OPS => Lower::Counter(Op::AtomicAnd);
    "atomicCounterAndARB" Kinds::U32, N; high(UINT), [COUNTER, UINT] COUNTER_OPS_ARB => Lower::Counter(Op::AtomicAnd);
    "atomicCounterOr" Kinds::U32, N; high(UINT), [COUNTER, UINT] COUNTER_OPS => Lower::Counter(Op::AtomicOr);
    "atomicCounterOrARB" Kinds::U32, N; high(UINT), [COUNTER, UINT] COUNTER_OPS_ARB => Lower::Counter(Op::AtomicOr);
    "atomicCounterXor" Kinds::U32, N; high(UINT), [COUNTER, UINT] COUNTER_OPS => Lower::Counter(Op::AtomicXor);
    "atomicCounterXorARB" Kinds::U32, N; high(UINT), [COUNTER, UINT] COUNTER_OPS_ARB => Lower::Counter(Op::AtomicXor);
    "atomicCounterExchange" Kinds::U32, N; high(UINT), [COUNTER, UINT] COUNTER_OPS => Lower::Counter(Op::AtomicExchange);
    "atomicCounterExchangeARB" Kinds::U32, N; high(UINT), [COUNTER, UINT] COUNTER_OPS_ARB => Lower::Counter(Op::AtomicExchange);
    "atomicCounterCompSwap" Kinds::U32, N; high(UINT), [COUNTER, UINT, UINT] COUNTER_OPS => Lower::Counter(Op::AtomicCompareExchange);
    "atomicCounterCompSwapARB" Kinds::U32, N; high(UINT), [COUNTER, UINT, UINT] COUNTER_OPS_ARB => Lower::Counter(Op::AtomicCompareExchange);

    "barrier" Kinds::F32, N; VOID, [] since(400, 310).or(&[Extension::ArbTessellationShader, Extension::ArbComputeShader]).only(COMPUTE.or(Stages::TESS_CONTROL)) => Lower::ControlBarrier(Intrinsic::ControlBarrier);
    "memoryBarrier" Kinds::F32, N; VOID, [] FENCE => Lower::MemoryBarrier { scope: UNSAID, semantics: 0x948 };
    "memoryBarrierAtomicCounter" Kinds::F32, N; VOID, [] FENCE => Lower::MemoryBarrier { scope: UNSAID, semantics: 0x408 };
    "memoryBarrierBuffer" Kinds::F32, N; VOID, [] FENCE => Lower::MemoryBarrier { scope: UNSAID, semantics: 0x48 };
    "memoryBarrierImage" Kinds::F32, N; VOID, [] FENCE => Lower::MemoryBarrier { scope: UNSAID, semantics: 0x808 };
    "memoryBarrierShared" Kinds::F32, N; VOID, [] FENCE.only(COMPUTE) => Lower::MemoryBarrier { scope: UNSAID, semantics: 0x108 };
    "groupMemoryBarrier" Kinds::F32, N; VOID, [] FENCE.only(COMPUTE) => Lower::MemoryBarrier { scope: 2, semantics: 0x948 };

    "controlBarrier" Kinds::F32, N; VOID, [SCOPE, SCOPE, SEMANTICS, SEMANTICS] SCOPED => Lower::ScopedControlBarrier(Intrinsic::ControlBarrier);
    "controlBarrierArrive" Kinds::F32, N; VOID, [] SPLIT => Lower::ControlBarrier(Intrinsic::ControlBarrierArrive);
    "controlBarrierWait" Kinds::F32, N; VOID, [] SPLIT => Lower::ControlBarrier(Intrinsic::ControlBarrierWait);
    "controlBarrierArrive" Kinds::F32, N; VOID, [SCOPE, SCOPE, SEMANTICS, SEMANTICS] SPLIT => Lower::ScopedControlBarrier(Intrinsic::ControlBarrierArrive);
    "controlBarrierWait" Kinds::F32, N; VOID, [SCOPE, SCOPE, SEMANTICS, SEMANTICS] SPLIT => Lower::ScopedControlBarrier(Intrinsic::ControlBarrierWait);
    "memoryBarrier" Kinds::F32, N; VOID, [SCOPE, SEMANTICS, SEMANTICS] SCOPED => Lower::ScopedMemoryBarrier;

    "EmitVertex" Kinds::F32, N; VOID, [] since(150, 320).or(&[Extension::ExtGeometryShader, Extension::OesGeometryShader]).only(Stages::GEOMETRY) => Lower::Intrinsic(Intrinsic::EmitVertex);
    "EndPrimitive" Kinds::F32, N; VOID, [] since(150, 320).or(&[Extension::ExtGeometryShader, Extension::OesGeometryShader]).only(Stages::GEOMETRY) => Lower::Intrinsic(Intrinsic::EndPrimitive);
    "EmitStreamVertex" Kinds::F32, N; VOID, [INT.as_constant()] STREAMS.only(Stages::GEOMETRY) => Lower::Intrinsic(Intrinsic::EmitStreamVertex);
    "EndStreamPrimitive" Kinds::F32, N; VOID, [INT.as_constant()] STREAMS.only(Stages::GEOMETRY) => Lower::Intrinsic(Intrinsic::EndStreamPrimitive);
    "subpassLoad" Kinds::G, SUBPASS; T4, [IMAGE] VULKAN.only(Stages::FRAGMENT) => Lower::SubpassLoad;
    "subpassLoad" Kinds::G, SUBPASS_MS; T4, [IMAGE, SAMPLE] VULKAN.only(Stages::FRAGMENT) => Lower::SubpassLoad;
    "pixelLocalLoadANGLE" Kinds::G, PIXEL; T4, [IMAGE] PIXEL_LOCAL => Lower::SubpassLoad;
    "pixelLocalStoreANGLE" Kinds::G, PIXEL; VOID, [IMAGE, T4] PIXEL_LOCAL => Lower::PixelStore;

    "helperInvocationEXT" Kinds::F32, N; BOOL, [] extension(&[Extension::ExtDemoteToHelperInvocation]).only(Stages::FRAGMENT) => Lower::Intrinsic(Intrinsic::IsHelper);
    "beginInvocationInterlockARB" Kinds::F32, N; VOID, [] INTERLOCK => Lower::Intrinsic(Intrinsic::BeginInterlock);
    "endInvocationInterlockARB" Kinds::F32, N; VOID, [] INTERLOCK => Lower::Intrinsic(Intrinsic::EndInterlock);
    "beginFragmentShaderOrderingINTEL" Kinds::F32, N; VOID, [] ORDERING => Lower::Intrinsic(Intrinsic::BeginOrdering);
    "beginInvocationInterlockNV" Kinds::F32, N; VOID, [] NV_INTERLOCK => Lower::Intrinsic(Intrinsic::BeginInterlock);
    "endInvocationInterlockNV" Kinds::F32, N; VOID, [] NV_INTERLOCK => Lower::Intrinsic(Intrinsic::EndInterlock);
};
