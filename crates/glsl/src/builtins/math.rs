//! Rows of the functions on numbers (GLSL 4.60 sections 8.1 to 8.8 and 8.14).

use super::pattern::{Kinds, Opaque, TexShapes};
use super::table::{
    ANY, B, BOOL, BV, COLUMN_VECTOR, DOUBLE, F, FLOAT, I, INT, Lower, M, ROW_VECTOR, Row, S, S120, S130,
    S330, S400, SQUARE, T, T3, TRANSPOSED, U, UINT, UVEC2, V, VEC2, VEC4, YuvConversion, address, extension,
    general, high, low, medium, opaque, out, rows, since, vector,
};
use crate::extensions::Extension;
use crate::stages::Stages;
use crate::version::NEVER;
use vitrum_ir::{Op, Scalar};

const N: TexShapes = TexShapes::NONE;
const F_ONLY: Kinds = Kinds::F;
const FD: Kinds = Kinds::FD;

const fn op(op: Op) -> Lower {
    Lower::Op(op)
}

const fn kinds(float: Op, signed: Op, unsigned: Op) -> Lower {
    Lower::ByKind { float: Some(float), signed: Some(signed), unsigned: Some(unsigned), bool: None }
}

const fn kinds_bool(float: Op, signed: Op, unsigned: Op, bool: Op) -> Lower {
    Lower::ByKind { float: Some(float), signed: Some(signed), unsigned: Some(unsigned), bool: Some(bool) }
}

const YUV: super::table::Since = extension(&[Extension::ExtYuvTarget]);
const DERIVATIVE: super::table::Since = since(110, 300)
    .or(&[Extension::OesStandardDerivatives])
    .only(Stages::FRAGMENT)
    .elsewhere(Extension::KhrComputeShaderDerivatives);
const CONTROL: super::table::Since = since(450, NEVER)
    .or(&[Extension::ArbDerivativeControl, Extension::NvComputeShaderDerivatives])
    .only(Stages::FRAGMENT)
    .elsewhere(Extension::KhrComputeShaderDerivatives);
const INTERPOLATE: super::table::Since = since(400, 320)
    .or(&[Extension::ArbGpuShader5, Extension::OesShaderMultisampleInterpolation])
    .only(Stages::FRAGMENT);
const HALVES: super::table::Since = extension(&[Extension::AmdGpuShaderHalfFloat]).only(Stages::FRAGMENT);
const EXPLICIT: super::table::Since = extension(&[Extension::AmdShaderExplicitVertexParameter]);
const AT_VERTEX: Kinds =
    Kinds::of(&[Scalar::F32, Scalar::I32, Scalar::U32, Scalar::F16, Scalar::I16, Scalar::U16]);
const SHORT_EXPONENTS: super::table::Since = extension(&[Extension::AmdGpuShaderInt16]);
const HALF: Kinds = Kinds::of(&[Scalar::F16]);
const S410: super::table::Since = since(410, 300).or(&[Extension::ArbShadingLanguagePacking]);
const S420: super::table::Since = since(420, 300).or(&[Extension::ArbShadingLanguagePacking]);
const S400P: super::table::Since = since(400, 310).or(&[Extension::ArbShadingLanguagePacking]);
const DOUBLES: super::table::Since = since(400, NEVER).or(&[Extension::ArbGpuShaderFp64]);
const FUSED: super::table::Since =
    since(400, 320).or(&[Extension::ArbGpuShader5, Extension::ExtGpuShader5, Extension::OesGpuShader5]);
/// Functions of floats that `GL_EXT_gpu_shader4` gives integers, too.
const S4: super::table::Since = since(130, 300).or(&[Extension::ExtGpuShader4]);
const MIX_INT: super::table::Since = since(450, 310).or(&[Extension::ExtShaderIntegerMix]);
const MIX_LONG: super::table::Since =
    since(450, 310).or(&[Extension::ExtShaderIntegerMix, Extension::ArbGpuShaderInt64]);

pub(super) const ROWS: &[Row] = rows! {
    "radians" F_ONLY, N; T, [T] ANY => op(Op::Radians);
    "degrees" F_ONLY, N; T, [T] ANY => op(Op::Degrees);
    "sin" F_ONLY, N; T, [T] ANY => op(Op::Sin);
    "cos" F_ONLY, N; T, [T] ANY => op(Op::Cos);
    "tan" F_ONLY, N; T, [T] ANY => op(Op::Tan);
    "asin" F_ONLY, N; T, [T] ANY => op(Op::Asin);
    "acos" F_ONLY, N; T, [T] ANY => op(Op::Acos);
    "atan" F_ONLY, N; T, [T] ANY => op(Op::Atan);
    "atan" F_ONLY, N; T, [T, T] ANY => op(Op::Atan2);
    "sinh" F_ONLY, N; T, [T] S130 => op(Op::Sinh);
    "cosh" F_ONLY, N; T, [T] S130 => op(Op::Cosh);
    "tanh" F_ONLY, N; T, [T] S130 => op(Op::Tanh);
    "asinh" F_ONLY, N; T, [T] S130 => op(Op::Asinh);
    "acosh" F_ONLY, N; T, [T] S130 => op(Op::Acosh);
    "atanh" F_ONLY, N; T, [T] S130 => op(Op::Atanh);

    "pow" F_ONLY, N; T, [T, T] ANY => op(Op::Pow);
    "exp" F_ONLY, N; T, [T] ANY => op(Op::Exp);
    "log" F_ONLY, N; T, [T] ANY => op(Op::Log);
    "exp2" F_ONLY, N; T, [T] ANY => op(Op::Exp2);
    "log2" F_ONLY, N; T, [T] ANY => op(Op::Log2);
    "sqrt" FD, N; T, [T] ANY => op(Op::Sqrt);
    "inversesqrt" FD, N; T, [T] ANY => op(Op::InverseSqrt);

    "abs" FD, N; T, [T] ANY => op(Op::Fabs);
    "abs" Kinds::S, N; T, [T] S4 => op(Op::Sabs);
    "sign" FD, N; T, [T] ANY => op(Op::Fsign);
    "sign" Kinds::S, N; T, [T] S4 => op(Op::Ssign);
    "floor" FD, N; T, [T] ANY => op(Op::Floor);
    "ceil" FD, N; T, [T] ANY => op(Op::Ceil);
    "trunc" FD, N; T, [T] S130 => op(Op::Trunc);
    "round" FD, N; T, [T] S130 => op(Op::Round);
    "round" Kinds::F32, N; T, [T] extension(&[Extension::ExtGpuShader4]) => op(Op::RoundEven);
    "truncate" Kinds::F32, N; T, [T] extension(&[Extension::ExtGpuShader4]) => op(Op::Trunc);
    "roundEven" FD, N; T, [T] S130 => op(Op::RoundEven);
    "fract" FD, N; T, [T] ANY => op(Op::Fract);
    "mod" FD, N; T, [T, T] ANY => op(Op::Fmod);
    "mod" FD, N; V, [V, S] ANY => op(Op::Fmod);
    "modf" FD, N; T, [T, out(T)] S130 => Lower::PairReturnFirst(Op::Modf);
    "min" FD, N; T, [T, T] ANY => op(Op::Fmin);
    "min" FD, N; V, [V, S] ANY => op(Op::Fmin);
    "min" Kinds::SU, N; T, [T, T] S4 => kinds(Op::Fmin, Op::Smin, Op::Umin);
    "min" Kinds::SU, N; V, [V, S] S4 => kinds(Op::Fmin, Op::Smin, Op::Umin);
    "max" FD, N; T, [T, T] ANY => op(Op::Fmax);
    "max" FD, N; V, [V, S] ANY => op(Op::Fmax);
    "max" Kinds::SU, N; T, [T, T] S4 => kinds(Op::Fmax, Op::Smax, Op::Umax);
    "max" Kinds::SU, N; V, [V, S] S4 => kinds(Op::Fmax, Op::Smax, Op::Umax);
    "clamp" FD, N; T, [T, T, T] ANY => op(Op::Fclamp);
    "clamp" FD, N; V, [V, S, S] ANY => op(Op::Fclamp);
    "clamp" Kinds::SU, N; T, [T, T, T] S4 => kinds(Op::Fclamp, Op::Sclamp, Op::Uclamp);
    "clamp" Kinds::SU, N; V, [V, S, S] S4 => kinds(Op::Fclamp, Op::Sclamp, Op::Uclamp);
    "mix" FD, N; T, [T, T, T] ANY => op(Op::Fmix);
    "mix" FD, N; V, [V, V, S] ANY => op(Op::Fmix);
    "mix" FD, N; T, [T, T, B] S130 => Lower::MixBool;
    "mix" Kinds::SMALL, N; T, [T, T, B] MIX_INT => Lower::MixBool;
    "mix" Kinds::IU64, N; T, [T, T, B] MIX_LONG => Lower::MixBool;
    "mix" Kinds::B, N; T, [T, T, B] MIX_INT => Lower::MixBool;
    "step" FD, N; T, [T, T] ANY => op(Op::Step);
    "step" FD, N; V, [S, V] ANY => op(Op::Step);
    "smoothstep" FD, N; T, [T, T, T] ANY => op(Op::Smoothstep);
    "smoothstep" FD, N; V, [S, S, V] ANY => op(Op::Smoothstep);
    "isnan" FD, N; B, [T] S130 => op(Op::IsNan);
    "isinf" FD, N; B, [T] S130 => op(Op::IsInf);
    "floatBitsToInt" Kinds::F32, N; high(I), [high(T)] S330 => Lower::Convert(Op::Bitcast);
    "floatBitsToUint" Kinds::F32, N; high(U), [high(T)] S330 => Lower::Convert(Op::Bitcast);
    "intBitsToFloat" Kinds::I32, N; high(F), [high(T)] S330 => Lower::Convert(Op::Bitcast);
    "uintBitsToFloat" Kinds::U32, N; high(F), [high(T)] S330 => Lower::Convert(Op::Bitcast);
    "fma" F_ONLY, N; T, [T, T, T] FUSED => op(Op::Fma);
    "fma" Kinds::F64, N; T, [T, T, T] DOUBLES => op(Op::Fma);
    "frexp" F_ONLY, N; high(T), [high(T), out(high(I))] S400 => Lower::PairReturnFirst(Op::Frexp);
    "frexp" Kinds::F64, N; high(T), [high(T), out(high(I))] DOUBLES => Lower::PairReturnFirst(Op::Frexp);
    "frexp" HALF, N; T, [T, out(general(Scalar::I16))] SHORT_EXPONENTS => Lower::PairReturnFirst(Op::Frexp);
    "ldexp" F_ONLY, N; high(T), [high(T), high(I)] S400 => op(Op::Ldexp);
    "ldexp" Kinds::F64, N; high(T), [high(T), high(I)] DOUBLES => op(Op::Ldexp);

    "packUnorm2x16" Kinds::F32, N; high(UINT), [VEC2] S410 => op(Op::PackUnorm2x16);
    "packSnorm2x16" Kinds::F32, N; high(UINT), [VEC2] S420 => op(Op::PackSnorm2x16);
    "packUnorm4x8" Kinds::F32, N; high(UINT), [medium(VEC4)] S400P => op(Op::PackUnorm4x8);
    "packSnorm4x8" Kinds::F32, N; high(UINT), [medium(VEC4)] S400P => op(Op::PackSnorm4x8);
    "packHalf2x16" Kinds::F32, N; high(UINT), [medium(VEC2)] S420 => op(Op::PackHalf2x16);
    "unpackUnorm2x16" Kinds::F32, N; high(VEC2), [high(UINT)] S410 => op(Op::UnpackUnorm2x16);
    "unpackSnorm2x16" Kinds::F32, N; high(VEC2), [high(UINT)] S420 => op(Op::UnpackSnorm2x16);
    "unpackUnorm4x8" Kinds::F32, N; medium(VEC4), [high(UINT)] S400P => op(Op::UnpackUnorm4x8);
    "unpackSnorm4x8" Kinds::F32, N; medium(VEC4), [high(UINT)] S400P => op(Op::UnpackSnorm4x8);
    "unpackHalf2x16" Kinds::F32, N; medium(VEC2), [high(UINT)] S420 => op(Op::UnpackHalf2x16);
    "packDouble2x32" Kinds::F32, N; DOUBLE, [UVEC2] DOUBLES => op(Op::PackDouble2x32);
    "unpackDouble2x32" Kinds::F32, N; UVEC2, [DOUBLE] DOUBLES => op(Op::UnpackDouble2x32);

    "length" FD, N; S, [T] ANY => op(Op::Length);
    "distance" FD, N; S, [T, T] ANY => op(Op::Distance);
    "dot" FD, N; S, [T, T] ANY => op(Op::Dot);
    "cross" FD, N; T3, [T3, T3] ANY => op(Op::Cross);
    "normalize" FD, N; T, [T] ANY => op(Op::Normalize);
    "faceforward" FD, N; T, [T, T, T] ANY => op(Op::FaceForward);
    "reflect" FD, N; T, [T, T] ANY => op(Op::Reflect);
    "refract" FD, N; T, [T, T, S] ANY => op(Op::Refract);
    "ftransform" F_ONLY, N; VEC4, [] since(110, NEVER).state().only(Stages::VERTEX) => Lower::FixedTransform;

    "matrixCompMult" FD, N; M, [M, M] ANY => op(Op::Fmul);
    "outerProduct" FD, N; M, [ROW_VECTOR, COLUMN_VECTOR] S120 => op(Op::OuterProduct);
    "transpose" FD, N; TRANSPOSED, [M] S120 => op(Op::Transpose);
    "determinant" FD, N; S, [SQUARE] since(150, 300) => op(Op::Determinant);
    "inverse" FD, N; SQUARE, [SQUARE] since(140, 300) => op(Op::Inverse);

    "lessThan" FD, N; BV, [V, V] ANY => op(Op::Flt);
    "lessThan" Kinds::SU, N; BV, [V, V] ANY => kinds(Op::Flt, Op::Slt, Op::Ult);
    "lessThanEqual" FD, N; BV, [V, V] ANY => op(Op::Fle);
    "lessThanEqual" Kinds::SU, N; BV, [V, V] ANY => kinds(Op::Fle, Op::Sle, Op::Ule);
    "greaterThan" FD, N; BV, [V, V] ANY => op(Op::Fgt);
    "greaterThan" Kinds::SU, N; BV, [V, V] ANY => kinds(Op::Fgt, Op::Sgt, Op::Ugt);
    "greaterThanEqual" FD, N; BV, [V, V] ANY => op(Op::Fge);
    "greaterThanEqual" Kinds::SU, N; BV, [V, V] ANY => kinds(Op::Fge, Op::Sge, Op::Uge);
    "equal" Kinds::ANY, N; BV, [V, V] ANY => kinds_bool(Op::Feq, Op::Ieq, Op::Ieq, Op::Beq);
    "notEqual" Kinds::ANY, N; BV, [V, V] ANY => kinds_bool(Op::Fne, Op::Ine, Op::Ine, Op::Bne);
    "any" Kinds::B, N; BOOL, [V] ANY => op(Op::Any);
    "all" Kinds::B, N; BOOL, [V] ANY => op(Op::All);
    "not" Kinds::B, N; V, [V] ANY => op(Op::Not);

    "uaddCarry" Kinds::U32, N; high(T), [high(T), high(T), out(low(T))] S400 => Lower::PairReturnFirst(Op::UaddCarry);
    "usubBorrow" Kinds::U32, N; high(T), [high(T), high(T), out(low(T))] S400 => Lower::PairReturnFirst(Op::UsubBorrow);
    "umulExtended" Kinds::U32, N; super::table::VOID, [high(T), high(T), out(high(T)), out(high(T))] S400 => Lower::PairOut(Op::UmulExtended);
    "imulExtended" Kinds::I32, N; super::table::VOID, [high(T), high(T), out(high(T)), out(high(T))] S400 => Lower::PairOut(Op::SmulExtended);
    "bitfieldExtract" Kinds::SU, N; T, [T, INT, INT] S400 => kinds(Op::SbitExtract, Op::SbitExtract, Op::UbitExtract);
    "bitfieldInsert" Kinds::SU, N; T, [T, T, INT, INT] S400 => op(Op::BitInsert);
    "bitfieldReverse" Kinds::SU, N; high(T), [high(T)] S400 => op(Op::BitReverse);
    "bitCount" Kinds::SU, N; low(I), [T] S400 => Lower::BitQuery { signed: Op::BitCount, unsigned: Op::BitCount };
    "findLSB" Kinds::SU, N; low(I), [T] S400 => Lower::BitQuery { signed: Op::FindLsb, unsigned: Op::FindLsb };
    "findMSB" Kinds::SU, N; low(I), [high(T)] S400 => Lower::BitQuery { signed: Op::FindSmsb, unsigned: Op::FindUmsb };

    "dFdx" F_ONLY, N; T, [T] DERIVATIVE => op(Op::Dfdx);
    "dFdy" F_ONLY, N; T, [T] DERIVATIVE => op(Op::Dfdy);
    "fwidth" F_ONLY, N; T, [T] DERIVATIVE => op(Op::Fwidth);
    "dFdxFine" F_ONLY, N; T, [T] CONTROL => op(Op::DfdxFine);
    "dFdyFine" F_ONLY, N; T, [T] CONTROL => op(Op::DfdyFine);
    "fwidthFine" F_ONLY, N; T, [T] CONTROL => op(Op::FwidthFine);
    "dFdxCoarse" F_ONLY, N; T, [T] CONTROL => op(Op::DfdxCoarse);
    "dFdyCoarse" F_ONLY, N; T, [T] CONTROL => op(Op::DfdyCoarse);
    "fwidthCoarse" F_ONLY, N; T, [T] CONTROL => op(Op::FwidthCoarse);
    "interpolateAtCentroid" Kinds::F32, N; T, [address(T)] INTERPOLATE => Lower::Interpolate(Op::InterpolateAtCentroid);
    "interpolateAtCentroid" HALF, N; T, [address(T)] HALVES => Lower::Interpolate(Op::InterpolateAtCentroid);
    "interpolateAtSample" Kinds::F32, N; T, [address(T), INT] INTERPOLATE => Lower::Interpolate(Op::InterpolateAtSample);
    "interpolateAtSample" HALF, N; T, [address(T), INT] HALVES => Lower::Interpolate(Op::InterpolateAtSample);
    "interpolateAtOffset" HALF, N; T, [address(T), vector(Scalar::F16, 2)] HALVES => Lower::Interpolate(Op::InterpolateAtOffset);
    "interpolateAtOffset" Kinds::F32, N; T, [address(T), VEC2] INTERPOLATE => Lower::Interpolate(Op::InterpolateAtOffset);

    "interpolateAtVertexAMD" AT_VERTEX, N; T, [address(T), UINT.as_constant()] EXPLICIT => Lower::InterpolateAtVertex;

    "rgb_2_yuv" Kinds::F32, N; T3, [T3, opaque(Opaque::YuvStandard)] YUV => Lower::YuvConversion(YuvConversion::ToYuv);
    "yuv_2_rgb" Kinds::F32, N; T3, [T3, opaque(Opaque::YuvStandard)] YUV => Lower::YuvConversion(YuvConversion::ToRgb);

    "noise1" Kinds::F32, N; FLOAT, [T] since(110, NEVER) => Lower::Zero;
    "noise2" Kinds::F32, N; VEC2, [T] since(110, NEVER) => Lower::Zero;
    "noise3" Kinds::F32, N; T3, [T] since(110, NEVER) => Lower::Zero;
    "noise4" Kinds::F32, N; VEC4, [T] since(110, NEVER) => Lower::Zero;
};
