//! Functions that reinterpret bits, such as packing of half, 8-bit, 16-bit and 64-bit values, and integer dot
//! products and hints; all of them from extensions.

use super::pattern::{Kinds, TexShapes};
use super::table::{
    BOOL, Lower, Row, S, Since, T, UINT, UVEC2, V, VOID, extension, general, out, rows, vector,
};
use crate::extensions::Extension;
use Scalar::{
    Bf16, F4E2M1, F6E2M3, F6E3M2, F8E4M3, F8E5M2, F8E8M0, F16, F64, I8, I16, I32, I64, MxInt8, U8, U16, U32,
    U64,
};
use vitrum_ir::{Intrinsic, Op, Scalar};

const N: TexShapes = TexShapes::NONE;
const NO: Kinds = Kinds::F32;
const BITS: Lower = Lower::Convert(Op::Bitcast);
const INT16: Since = extension(&[Extension::ExtShaderExplicitArithmeticTypesInt16]);
const INT64: Since =
    extension(&[Extension::ArbGpuShaderInt64, Extension::ExtShaderExplicitArithmeticTypesInt64]);
const EXPLICIT: Since = extension(&[
    Extension::ExtShaderExplicitArithmeticTypesInt8,
    Extension::ExtShaderExplicitArithmeticTypesInt16,
    Extension::ExtShaderExplicitArithmeticTypesInt32,
    Extension::ExtShaderExplicitArithmeticTypesInt64,
]);
const HALF: Since = extension(&[Extension::ExtShaderExplicitArithmeticTypesFloat16]);
const BFLOAT: Since = extension(&[Extension::ExtBfloat16]);
const E4M3: Since = extension(&[Extension::ExtFloatE4m3]);
const E5M2: Since = extension(&[Extension::ExtFloatE5m2]);
const E2M1: Since = extension(&[Extension::ExtFloatE2m1]);
const E2M3: Since = extension(&[Extension::ExtFloatE2m3]);
const E3M2: Since = extension(&[Extension::ExtFloatE3m2]);
const UE8M0: Since = extension(&[Extension::ExtFloatUe8m0]);
const MXINT8: Since = extension(&[Extension::ExtFloatMxint8]);
const EXTRACT: Lower = Lower::Intrinsic(Intrinsic::BitcastExtract);
const DOT: Since = extension(&[Extension::ExtIntegerDotProduct]);
const EXPECT: Since = extension(&[Extension::ExtExpectAssume]);
const HINTED: Kinds = Kinds::SU.or(Kinds::B);

pub(super) const ROWS: &[Row] = rows! {
    "packInt2x32" NO, N; vector(I64, 1), [vector(I32, 2)] INT64 => BITS;
    "packUint2x32" NO, N; vector(U64, 1), [UVEC2] INT64 => BITS;
    "unpackInt2x32" NO, N; vector(I32, 2), [vector(I64, 1)] INT64 => BITS;
    "unpackUint2x32" NO, N; UVEC2, [vector(U64, 1)] INT64 => BITS;
    "doubleBitsToInt64" NO, N; general(I64), [general(F64)] INT64 => BITS;
    "doubleBitsToUint64" NO, N; general(U64), [general(F64)] INT64 => BITS;
    "int64BitsToDouble" NO, N; general(F64), [general(I64)] INT64 => BITS;
    "uint64BitsToDouble" NO, N; general(F64), [general(U64)] INT64 => BITS;

    "halfBitsToInt16" NO, N; general(I16), [general(F16)] HALF => BITS;
    "halfBitsToUint16" NO, N; general(U16), [general(F16)] HALF => BITS;
    "float16BitsToInt16" NO, N; general(I16), [general(F16)] HALF => BITS;
    "float16BitsToUint16" NO, N; general(U16), [general(F16)] HALF => BITS;
    "int16BitsToHalf" NO, N; general(F16), [general(I16)] HALF => BITS;
    "uint16BitsToHalf" NO, N; general(F16), [general(U16)] HALF => BITS;
    "int16BitsToFloat16" NO, N; general(F16), [general(I16)] HALF => BITS;
    "uint16BitsToFloat16" NO, N; general(F16), [general(U16)] HALF => BITS;
    "packFloat2x16" NO, N; UINT, [vector(F16, 2)] HALF => BITS;
    "unpackFloat2x16" NO, N; vector(F16, 2), [UINT] HALF => BITS;

    "bfloat16BitsToIntEXT" NO, N; general(I16), [general(Bf16)] BFLOAT => BITS;
    "bfloat16BitsToUintEXT" NO, N; general(U16), [general(Bf16)] BFLOAT => BITS;
    "intBitsToBFloat16EXT" NO, N; general(Bf16), [general(I16)] BFLOAT => BITS;
    "uintBitsToBFloat16EXT" NO, N; general(Bf16), [general(U16)] BFLOAT => BITS;
    "floate4m3BitsToIntEXT" NO, N; general(I8), [general(F8E4M3)] E4M3 => BITS;
    "floate4m3BitsToUintEXT" NO, N; general(U8), [general(F8E4M3)] E4M3 => BITS;
    "intBitsToFloate4m3EXT" NO, N; general(F8E4M3), [general(I8)] E4M3 => BITS;
    "uintBitsToFloate4m3EXT" NO, N; general(F8E4M3), [general(U8)] E4M3 => BITS;
    "floate5m2BitsToIntEXT" NO, N; general(I8), [general(F8E5M2)] E5M2 => BITS;
    "floate5m2BitsToUintEXT" NO, N; general(U8), [general(F8E5M2)] E5M2 => BITS;
    "intBitsToFloate5m2EXT" NO, N; general(F8E5M2), [general(I8)] E5M2 => BITS;
    "uintBitsToFloate5m2EXT" NO, N; general(F8E5M2), [general(U8)] E5M2 => BITS;
    "dot" BF16, N; S, [V, V] BFLOAT => Lower::Op(Op::Dot);
    "dot" BF16, N; S, [S, S] BFLOAT => Lower::AsFloat(Op::Fmul);
    "saturatedConvertEXT" WIDER, N; VOID, [out(general(F8E4M3)), T] E4M3 => Lower::ConvertOut(Op::FconvertSaturated);
    "saturatedConvertEXT" WIDER, N; VOID, [out(general(F8E5M2)), T] E5M2 => Lower::ConvertOut(Op::FconvertSaturated);

    "floatue8m0BitsToIntEXT" NO, N; general(I8), [general(F8E8M0)] UE8M0 => BITS;
    "floatue8m0BitsToUintEXT" NO, N; general(U8), [general(F8E8M0)] UE8M0 => BITS;
    "intBitsToFloatue8m0EXT" NO, N; general(F8E8M0), [general(I8)] UE8M0 => BITS;
    "uintBitsToFloatue8m0EXT" NO, N; general(F8E8M0), [general(U8)] UE8M0 => BITS;
    "floatmxint8BitsToIntEXT" NO, N; general(I8), [general(MxInt8)] MXINT8 => BITS;
    "floatmxint8BitsToUintEXT" NO, N; general(U8), [general(MxInt8)] MXINT8 => BITS;
    "intBitsToFloatmxint8EXT" NO, N; general(MxInt8), [general(I8)] MXINT8 => BITS;
    "uintBitsToFloatmxint8EXT" NO, N; general(MxInt8), [general(U8)] MXINT8 => BITS;
    "packFloat2xfe2m1EXT" NO, N; vector(U8, 1), [vector(F4E2M1, 2)] E2M1 => BITS;
    "unpackFloat2xfe2m1EXT" NO, N; vector(F4E2M1, 2), [vector(U8, 1)] E2M1 => BITS;
    "packFloat4xfe2m1EXT" NO, N; vector(U16, 1), [vector(F4E2M1, 4)] E2M1 => BITS;
    "unpackFloat4xfe2m1EXT" NO, N; vector(F4E2M1, 4), [vector(U16, 1)] E2M1 => BITS;
    "packFloat8xfe2m1EXT" NO, N; UINT, [vector(F4E2M1, 8)] E2M1 => BITS;
    "unpackFloat8xfe2m1EXT" NO, N; vector(F4E2M1, 8), [UINT] E2M1 => BITS;
    "packFloat16xfe2m1EXT" NO, N; UVEC2, [vector(F4E2M1, 16)] E2M1 => BITS;
    "unpackFloat16xfe2m1EXT" NO, N; vector(F4E2M1, 16), [UVEC2] E2M1 => BITS;
    "packFloat4xfe2m3EXT" NO, N; vector(U8, 3), [vector(F6E2M3, 4)] E2M3 => BITS;
    "unpackFloat4xfe2m3EXT" NO, N; vector(F6E2M3, 4), [vector(U8, 3)] E2M3 => BITS;
    "packFloat8xfe2m3EXT" NO, N; vector(U16, 3), [vector(F6E2M3, 8)] E2M3 => BITS;
    "unpackFloat8xfe2m3EXT" NO, N; vector(F6E2M3, 8), [vector(U16, 3)] E2M3 => BITS;
    "packFloat16xfe2m3EXT" NO, N; vector(U32, 3), [vector(F6E2M3, 16)] E2M3 => BITS;
    "unpackFloat16xfe2m3EXT" NO, N; vector(F6E2M3, 16), [vector(U32, 3)] E2M3 => BITS;
    "packFloat4xfe3m2EXT" NO, N; vector(U8, 3), [vector(F6E3M2, 4)] E3M2 => BITS;
    "unpackFloat4xfe3m2EXT" NO, N; vector(F6E3M2, 4), [vector(U8, 3)] E3M2 => BITS;
    "packFloat8xfe3m2EXT" NO, N; vector(U16, 3), [vector(F6E3M2, 8)] E3M2 => BITS;
    "unpackFloat8xfe3m2EXT" NO, N; vector(F6E3M2, 8), [vector(U16, 3)] E3M2 => BITS;
    "packFloat16xfe3m2EXT" NO, N; vector(U32, 3), [vector(F6E3M2, 16)] E3M2 => BITS;
    "unpackFloat16xfe3m2EXT" NO, N; vector(F6E3M2, 16), [vector(U32, 3)] E3M2 => BITS;
    "bitcastExtractfe2m1EXT" NO, N; general(F4E2M1), [general(U8), UINT] E2M1 => EXTRACT;
    "bitcastExtractfe2m3EXT" NO, N; general(F6E2M3), [general(U8), UINT] E2M3 => EXTRACT;
    "bitcastExtractfe3m2EXT" NO, N; general(F6E3M2), [general(U8), UINT] E3M2 => EXTRACT;

    "packInt2x16" NO, N; vector(I32, 1), [vector(I16, 2)] INT16 => BITS;
    "packUint2x16" NO, N; UINT, [vector(U16, 2)] INT16 => BITS;
    "packInt4x16" NO, N; vector(I64, 1), [vector(I16, 4)] INT16 => BITS;
    "packUint4x16" NO, N; vector(U64, 1), [vector(U16, 4)] INT16 => BITS;
    "unpackInt2x16" NO, N; vector(I16, 2), [vector(I32, 1)] INT16 => BITS;
    "unpackUint2x16" NO, N; vector(U16, 2), [UINT] INT16 => BITS;
    "unpackInt4x16" NO, N; vector(I16, 4), [vector(I64, 1)] INT16 => BITS;
    "unpackUint4x16" NO, N; vector(U16, 4), [vector(U64, 1)] INT16 => BITS;

    "pack64" NO, N; vector(I64, 1), [vector(I32, 2)] EXPLICIT => BITS;
    "pack64" NO, N; vector(U64, 1), [vector(U32, 2)] EXPLICIT => BITS;
    "pack64" NO, N; vector(I64, 1), [vector(I16, 4)] EXPLICIT => BITS;
    "pack64" NO, N; vector(U64, 1), [vector(U16, 4)] EXPLICIT => BITS;
    "pack32" NO, N; vector(I32, 1), [vector(I16, 2)] EXPLICIT => BITS;
    "pack32" NO, N; vector(U32, 1), [vector(U16, 2)] EXPLICIT => BITS;
    "pack32" NO, N; vector(I32, 1), [vector(I8, 4)] EXPLICIT => BITS;
    "pack32" NO, N; vector(U32, 1), [vector(U8, 4)] EXPLICIT => BITS;
    "pack16" NO, N; vector(I16, 1), [vector(I8, 2)] EXPLICIT => BITS;
    "pack16" NO, N; vector(U16, 1), [vector(U8, 2)] EXPLICIT => BITS;
    "unpack32" NO, N; vector(I32, 2), [vector(I64, 1)] EXPLICIT => BITS;
    "unpack32" NO, N; vector(U32, 2), [vector(U64, 1)] EXPLICIT => BITS;
    "unpack16" NO, N; vector(I16, 4), [vector(I64, 1)] EXPLICIT => BITS;
    "unpack16" NO, N; vector(U16, 4), [vector(U64, 1)] EXPLICIT => BITS;
    "unpack16" NO, N; vector(I16, 2), [vector(I32, 1)] EXPLICIT => BITS;
    "unpack16" NO, N; vector(U16, 2), [vector(U32, 1)] EXPLICIT => BITS;
    "unpack8" NO, N; vector(I8, 4), [vector(I32, 1)] EXPLICIT => BITS;
    "unpack8" NO, N; vector(U8, 4), [vector(U32, 1)] EXPLICIT => BITS;
    "unpack8" NO, N; vector(I8, 2), [vector(I16, 1)] EXPLICIT => BITS;
    "unpack8" NO, N; vector(U8, 2), [vector(U16, 1)] EXPLICIT => BITS;

    "assumeEXT" NO, N; VOID, [BOOL] EXPECT => Lower::Intrinsic(Intrinsic::AssumeTrue);
    "expectEXT" HINTED, N; T, [T, T] EXPECT => Lower::Intrinsic(Intrinsic::Expect);

    // The result is signed if an operand is.
    "dotEXT" Kinds::U32, N; UINT, [V, V] DOT => DOTS;
    "dotEXT" Kinds::I32, N; vector(I32, 1), [V, V] DOT => DOTS;
    "dotEXT" Kinds::I32, N; vector(I32, 1), [V, unsigned(U32)] DOT => DOTS;
    "dotEXT" Kinds::I32, N; vector(I32, 1), [unsigned(U32), V] DOT => DOTS;
    "dotEXT" U8S, N; UINT, [V, V] DOT => DOTS;
    "dotEXT" I8S, N; vector(I32, 1), [V, V] DOT => DOTS;
    "dotEXT" I8S, N; vector(I32, 1), [V, unsigned(U8)] DOT => DOTS;
    "dotEXT" I8S, N; vector(I32, 1), [unsigned(U8), V] DOT => DOTS;
    "dotEXT" U16S, N; UINT, [V, V] DOT => DOTS;
    "dotEXT" I16S, N; vector(I32, 1), [V, V] DOT => DOTS;
    "dotEXT" I16S, N; vector(I32, 1), [V, unsigned(U16)] DOT => DOTS;
    "dotEXT" I16S, N; vector(I32, 1), [unsigned(U16), V] DOT => DOTS;
    "dotEXT" Kinds::IU64, N; S, [V, V] DOT => DOTS;
    "dotEXT" I64S, N; S, [V, unsigned(U64)] DOT => DOTS;
    "dotEXT" I64S, N; S, [unsigned(U64), V] DOT => DOTS;
    "dotPacked4x8EXT" Kinds::IU32, N; S, [S, S] DOT => PACKED;
    "dotPacked4x8EXT" Kinds::I32, N; S, [S, UINT] DOT => PACKED;
    "dotPacked4x8EXT" Kinds::I32, N; S, [UINT, S] DOT => PACKED;
    "dotAccSatEXT" Kinds::U32, N; UINT, [V, V, UINT] DOT => SATURATING;
    "dotAccSatEXT" Kinds::I32, N; S, [V, V, S] DOT => SATURATING;
    "dotAccSatEXT" Kinds::I32, N; S, [V, unsigned(U32), S] DOT => SATURATING;
    "dotAccSatEXT" Kinds::I32, N; S, [unsigned(U32), V, S] DOT => SATURATING;
    "dotAccSatEXT" U8S, N; UINT, [V, V, UINT] DOT => SATURATING;
    "dotAccSatEXT" I8S, N; vector(I32, 1), [V, V, vector(I32, 1)] DOT => SATURATING;
    "dotAccSatEXT" I8S, N; vector(I32, 1), [V, unsigned(U8), vector(I32, 1)] DOT => SATURATING;
    "dotAccSatEXT" I8S, N; vector(I32, 1), [unsigned(U8), V, vector(I32, 1)] DOT => SATURATING;
    "dotAccSatEXT" U16S, N; UINT, [V, V, UINT] DOT => SATURATING;
    "dotAccSatEXT" I16S, N; vector(I32, 1), [V, V, vector(I32, 1)] DOT => SATURATING;
    "dotAccSatEXT" I16S, N; vector(I32, 1), [V, unsigned(U16), vector(I32, 1)] DOT => SATURATING;
    "dotAccSatEXT" I16S, N; vector(I32, 1), [unsigned(U16), V, vector(I32, 1)] DOT => SATURATING;
    "dotAccSatEXT" Kinds::IU64, N; S, [V, V, S] DOT => SATURATING;
    "dotAccSatEXT" I64S, N; S, [V, unsigned(U64), S] DOT => SATURATING;
    "dotAccSatEXT" I64S, N; S, [unsigned(U64), V, S] DOT => SATURATING;
    "dotPacked4x8AccSatEXT" Kinds::IU32, N; S, [S, S, S] DOT => PACKED_SATURATING;
    "dotPacked4x8AccSatEXT" Kinds::I32, N; S, [S, UINT, S] DOT => PACKED_SATURATING;
    "dotPacked4x8AccSatEXT" Kinds::I32, N; S, [UINT, S, S] DOT => PACKED_SATURATING;
};

const DOTS: Lower = Lower::Dot { packed: false, saturating: false };
const PACKED: Lower = Lower::Dot { packed: true, saturating: false };
const SATURATING: Lower = Lower::Dot { packed: false, saturating: true };
const PACKED_SATURATING: Lower = Lower::Dot { packed: true, saturating: true };
const I8S: Kinds = Kinds::of(&[I8]);
const U8S: Kinds = Kinds::of(&[U8]);
const I16S: Kinds = Kinds::of(&[I16]);
const U16S: Kinds = Kinds::of(&[U16]);
const I64S: Kinds = Kinds::of(&[I64]);
const BF16: Kinds = Kinds::of(&[Bf16]);
const WIDER: Kinds = Kinds::FD.or(BF16);

/// A vector of a kind with the size of the row's `T`.
const fn unsigned(kind: Scalar) -> super::pattern::Param {
    super::pattern::Param::num(super::pattern::Kind::Is(kind), super::pattern::Shape::Vec)
}
