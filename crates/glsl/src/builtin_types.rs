//! The table of built-in type names, with types and availability.
//!
//! Built-in type names are one kind of token, which carries the row.

use crate::extensions::Extension;
use crate::version::NEVER;
use crate::words::{ALL, Availability, only_with, since, vulkan};
use vitrum_ir::Scalar::{Bool, F16, F32, F64, I8, I16, I32, I64, U8, U16, U32, U64};
use vitrum_ir::TypeData::{AccelerationStructure, AtomicCounter, HitObject, RayQuery, Void};
use vitrum_ir::types::Length;
use vitrum_ir::{Constant, Dim, ImageFormat, ImageType, MatrixUse, Module, Scalar, Type, TypeData};

const SAMPLER: TypeData = TypeData::Sampler { shadow: false };
const SAMPLER_SHADOW: TypeData = TypeData::Sampler { shadow: true };

const fn scalar(scalar: Scalar) -> TypeData {
    TypeData::Scalar(scalar)
}

const fn vector(scalar: Scalar, size: u8) -> TypeData {
    TypeData::Vector { scalar, size }
}

const fn matrix(scalar: Scalar, columns: u8, rows: u8) -> TypeData {
    TypeData::Matrix { scalar, columns, rows }
}

const fn image(dim: Dim, sampled: Scalar) -> ImageType {
    ImageType {
        sampled,
        dim,
        arrayed: false,
        multisampled: false,
        shadow: false,
        storage: false,
        format: ImageFormat::Unknown,
    }
}

const fn arrayed(image: ImageType) -> ImageType {
    ImageType { arrayed: true, ..image }
}

const fn multisampled(image: ImageType) -> ImageType {
    ImageType { multisampled: true, ..image }
}

const fn shadow(image: ImageType) -> ImageType {
    ImageType { shadow: true, ..image }
}

/// A combined texture and sampler, such as `sampler2D`.
const fn combined(image: ImageType) -> TypeData {
    TypeData::SampledImage(image)
}

/// A texture without a sampler, such as `texture2D`.
const fn texture(image: ImageType) -> TypeData {
    TypeData::Image(image)
}

/// A storage image, such as `image2D`; subpass inputs and tile images are read the same way.
const fn storage(image: ImageType) -> TypeData {
    TypeData::Image(ImageType { storage: true, ..image })
}

macro_rules! builtin_types {
    ($($variant:ident $(/ $half:ident)? $name:literal $ty:expr, $availability:expr;)*) => {
        /// A built-in type name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u32)]
        pub enum BuiltinType {
            $(#[doc = concat!("`", $name, "`")] $variant,)*
            $($(#[doc = concat!("`f16", $name, "`")] $half,)?)*
        }

        impl BuiltinType {
            /// Every built-in type name, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)* $($(Self::$half,)?)*];

            /// Its row in the table.
            pub const fn info(self) -> BuiltinTypeInfo {
                const ROWS: &[BuiltinTypeInfo] = &[
                    $(BuiltinTypeInfo { name: $name, ty: $ty, availability: $availability },)*
                    $($(BuiltinTypeInfo::of_halves(stringify!($half), concat!("f16", $name), $ty, $availability),)?)*
                ];
                // One row per variant, in order.
                ROWS[self as usize]
            }
        }
    };
}

/// One row of the table of built-in type names.
#[derive(Clone, Copy, Debug)]
pub struct BuiltinTypeInfo {
    /// As it is written.
    pub name: &'static str,
    /// The type; `void` for parameterised types and structs.
    pub ty: TypeData,
    /// The versions and extensions that have the name.
    pub availability: Availability,
}

impl BuiltinTypeInfo {
    /// The row of a texture or image whose texels are halves.
    const fn of_halves(_variant: &str, name: &'static str, ty: TypeData, whole: Availability) -> Self {
        let ty = match ty {
            TypeData::Image(image) => TypeData::Image(ImageType { sampled: F16, ..image }),
            TypeData::SampledImage(image) => TypeData::SampledImage(ImageType { sampled: F16, ..image }),
            other => other,
        };
        let availability = whole.likewise_with(&[Extension::AmdGpuShaderHalfFloatFetch]);
        Self { name, ty, availability }
    }
}

impl BuiltinType {
    /// As it is written.
    pub const fn name(self) -> &'static str {
        self.info().name
    }

    /// The type; `void` for parameterised types and structs.
    pub const fn ty(self) -> TypeData {
        self.info().ty
    }

    /// The parameters between angle brackets behind the name.
    pub const fn parameters(self) -> Option<TypeParameters> {
        match self {
            Self::Coopmat => Some(TypeParameters { component: true, numbers: (4, 4) }),
            Self::FcoopmatNV | Self::IcoopmatNV | Self::UcoopmatNV => {
                Some(TypeParameters { component: false, numbers: (4, 4) })
            }
            Self::Vector | Self::CoopvecNV | Self::TensorARM => {
                Some(TypeParameters { component: true, numbers: (1, 1) })
            }
            Self::TensorLayoutNV => Some(TypeParameters { component: false, numbers: (1, 2) }),
            Self::TensorViewNV => Some(TypeParameters { component: false, numbers: (1, 7) }),
            _ => None,
        }
    }

    /// The first name of a type, ignoring image formats; a separate texture has one name with and without comparison.
    pub fn of(ty: TypeData) -> Option<Self> {
        let ty = match ty {
            TypeData::Image(image) => {
                TypeData::Image(ImageType { shadow: false, format: ImageFormat::Unknown, ..image })
            }
            TypeData::SampledImage(image) => {
                TypeData::SampledImage(ImageType { format: ImageFormat::Unknown, ..image })
            }
            ty => ty,
        };
        TYPES.iter().position(|&known| known == ty).and_then(|index| Self::ALL.get(index).copied())
    }
}

/// The name of a cooperative matrix of these components, with scope, rows and columns as they are written.
pub fn cooperative_matrix_name<T: std::fmt::Display>(
    scalar: Scalar,
    sizes: [T; 3],
    usage: MatrixUse,
) -> String {
    let [scope, rows, columns] = sizes;
    if let Some(usage) = usage.glsl_name() {
        return format!("coopmat<{}, {scope}, {rows}, {columns}, {usage}>", scalar.glsl_names().0);
    }
    let letter = match scalar {
        _ if scalar.is_float() => 'f',
        _ if scalar.is_signed() => 'i',
        _ => 'u',
    };
    format!("{letter}coopmatNV<{}, {scope}, {rows}, {columns}>", scalar.width())
}

/// The parameters of a type, between angle brackets behind its name.
#[derive(Clone, Copy, Debug)]
pub struct TypeParameters {
    /// True if the first one is a type, that of components.
    pub component: bool,
    /// Fewest and most numbers behind it.
    pub numbers: (usize, usize),
}

/// The types alone, since whole rows are larger to copy.
static TYPES: [TypeData; BuiltinType::ALL.len()] = {
    let mut types = [Void; BuiltinType::ALL.len()];
    let mut index = 0;
    while index < types.len() {
        types[index] = BuiltinType::ALL[index].ty();
        index += 1;
    }
    types
};

// A second name behind a slash is that of the type whose texels are halves (`GL_AMD_gpu_shader_half_float_fetch`).
builtin_types! {

    // Scalars, vectors and matrices, GLSL 4.60 section 4.1.
    Void "void" Void, ALL;
    Bool "bool" scalar(Bool), ALL;
    Int "int" scalar(I32), ALL;
    Uint "uint" scalar(U32), since(130, 300).with(&[Extension::ExtGpuShader4]);
    Float "float" scalar(F32), ALL;
    Double "double" scalar(F64), since(400, NEVER).reserved(110, 100).with(&[Extension::ArbGpuShaderFp64, Extension::ArbVertexAttrib64bit]);
    Vec2 "vec2" vector(F32, 2), ALL;
    Vec3 "vec3" vector(F32, 3), ALL;
    Vec4 "vec4" vector(F32, 4), ALL;
    Bvec2 "bvec2" vector(Bool, 2), ALL;
    Bvec3 "bvec3" vector(Bool, 3), ALL;
    Bvec4 "bvec4" vector(Bool, 4), ALL;
    Ivec2 "ivec2" vector(I32, 2), ALL;
    Ivec3 "ivec3" vector(I32, 3), ALL;
    Ivec4 "ivec4" vector(I32, 4), ALL;
    Uvec2 "uvec2" vector(U32, 2), since(130, 300).with(&[Extension::ExtGpuShader4]);
    Uvec3 "uvec3" vector(U32, 3), since(130, 300).with(&[Extension::ExtGpuShader4]);
    Uvec4 "uvec4" vector(U32, 4), since(130, 300).with(&[Extension::ExtGpuShader4]);
    Dvec2 "dvec2" vector(F64, 2), since(400, NEVER).reserved(110, 100).with(&[Extension::ArbGpuShaderFp64, Extension::ArbVertexAttrib64bit]);
    Dvec3 "dvec3" vector(F64, 3), since(400, NEVER).reserved(110, 100).with(&[Extension::ArbGpuShaderFp64, Extension::ArbVertexAttrib64bit]);
    Dvec4 "dvec4" vector(F64, 4), since(400, NEVER).reserved(110, 100).with(&[Extension::ArbGpuShaderFp64, Extension::ArbVertexAttrib64bit]);
    Mat2 "mat2" matrix(F32, 2, 2), ALL;
    Mat3 "mat3" matrix(F32, 3, 3), ALL;
    Mat4 "mat4" matrix(F32, 4, 4), ALL;
    Mat2x2 "mat2x2" matrix(F32, 2, 2), since(120, 300);
    Mat2x3 "mat2x3" matrix(F32, 2, 3), since(120, 300);
    Mat2x4 "mat2x4" matrix(F32, 2, 4), since(120, 300);
    Mat3x2 "mat3x2" matrix(F32, 3, 2), since(120, 300);
    Mat3x3 "mat3x3" matrix(F32, 3, 3), since(120, 300);
    Mat3x4 "mat3x4" matrix(F32, 3, 4), since(120, 300);
    Mat4x2 "mat4x2" matrix(F32, 4, 2), since(120, 300);
    Mat4x3 "mat4x3" matrix(F32, 4, 3), since(120, 300);
    Mat4x4 "mat4x4" matrix(F32, 4, 4), since(120, 300);
    Dmat2 "dmat2" matrix(F64, 2, 2), since(400, NEVER).reserved(NEVER, 300).with(&[Extension::ArbGpuShaderFp64, Extension::ArbVertexAttrib64bit]);
    Dmat3 "dmat3" matrix(F64, 3, 3), since(400, NEVER).reserved(NEVER, 300).with(&[Extension::ArbGpuShaderFp64, Extension::ArbVertexAttrib64bit]);
    Dmat4 "dmat4" matrix(F64, 4, 4), since(400, NEVER).reserved(NEVER, 300).with(&[Extension::ArbGpuShaderFp64, Extension::ArbVertexAttrib64bit]);
    Dmat2x2 "dmat2x2" matrix(F64, 2, 2), since(400, NEVER).reserved(NEVER, 300).with(&[Extension::ArbGpuShaderFp64, Extension::ArbVertexAttrib64bit]);
    Dmat2x3 "dmat2x3" matrix(F64, 2, 3), since(400, NEVER).reserved(NEVER, 300).with(&[Extension::ArbGpuShaderFp64, Extension::ArbVertexAttrib64bit]);
    Dmat2x4 "dmat2x4" matrix(F64, 2, 4), since(400, NEVER).reserved(NEVER, 300).with(&[Extension::ArbGpuShaderFp64, Extension::ArbVertexAttrib64bit]);
    Dmat3x2 "dmat3x2" matrix(F64, 3, 2), since(400, NEVER).reserved(NEVER, 300).with(&[Extension::ArbGpuShaderFp64, Extension::ArbVertexAttrib64bit]);
    Dmat3x3 "dmat3x3" matrix(F64, 3, 3), since(400, NEVER).reserved(NEVER, 300).with(&[Extension::ArbGpuShaderFp64, Extension::ArbVertexAttrib64bit]);
    Dmat3x4 "dmat3x4" matrix(F64, 3, 4), since(400, NEVER).reserved(NEVER, 300).with(&[Extension::ArbGpuShaderFp64, Extension::ArbVertexAttrib64bit]);
    Dmat4x2 "dmat4x2" matrix(F64, 4, 2), since(400, NEVER).reserved(NEVER, 300).with(&[Extension::ArbGpuShaderFp64, Extension::ArbVertexAttrib64bit]);
    Dmat4x3 "dmat4x3" matrix(F64, 4, 3), since(400, NEVER).reserved(NEVER, 300).with(&[Extension::ArbGpuShaderFp64, Extension::ArbVertexAttrib64bit]);
    Dmat4x4 "dmat4x4" matrix(F64, 4, 4), since(400, NEVER).reserved(NEVER, 300).with(&[Extension::ArbGpuShaderFp64, Extension::ArbVertexAttrib64bit]);

    // Explicit arithmetic types, GL_EXT_shader_explicit_arithmetic_types and the storage extensions.
    Int8T "int8_t" scalar(I8), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt8, Extension::ExtShader8bitStorage]);
    I8vec2 "i8vec2" vector(I8, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt8, Extension::ExtShader8bitStorage]);
    I8vec3 "i8vec3" vector(I8, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt8, Extension::ExtShader8bitStorage]);
    I8vec4 "i8vec4" vector(I8, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt8, Extension::ExtShader8bitStorage]);
    Uint8T "uint8_t" scalar(U8), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt8, Extension::ExtShader8bitStorage]);
    U8vec2 "u8vec2" vector(U8, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt8, Extension::ExtShader8bitStorage]);
    U8vec3 "u8vec3" vector(U8, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt8, Extension::ExtShader8bitStorage]);
    U8vec4 "u8vec4" vector(U8, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt8, Extension::ExtShader8bitStorage]);
    Int16T "int16_t" scalar(I16), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt16, Extension::ExtShader16bitStorage]);
    I16vec2 "i16vec2" vector(I16, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt16, Extension::ExtShader16bitStorage]);
    I16vec3 "i16vec3" vector(I16, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt16, Extension::ExtShader16bitStorage]);
    I16vec4 "i16vec4" vector(I16, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt16, Extension::ExtShader16bitStorage]);
    Uint16T "uint16_t" scalar(U16), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt16, Extension::ExtShader16bitStorage]);
    U16vec2 "u16vec2" vector(U16, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt16, Extension::ExtShader16bitStorage]);
    U16vec3 "u16vec3" vector(U16, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt16, Extension::ExtShader16bitStorage]);
    U16vec4 "u16vec4" vector(U16, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt16, Extension::ExtShader16bitStorage]);
    Int32T "int32_t" scalar(I32), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt32]);
    I32vec2 "i32vec2" vector(I32, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt32]);
    I32vec3 "i32vec3" vector(I32, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt32]);
    I32vec4 "i32vec4" vector(I32, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt32]);
    Uint32T "uint32_t" scalar(U32), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt32]);
    U32vec2 "u32vec2" vector(U32, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt32]);
    U32vec3 "u32vec3" vector(U32, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt32]);
    U32vec4 "u32vec4" vector(U32, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt32]);
    Int64T "int64_t" scalar(I64), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt64, Extension::ArbGpuShaderInt64]);
    I64vec2 "i64vec2" vector(I64, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt64, Extension::ArbGpuShaderInt64]);
    I64vec3 "i64vec3" vector(I64, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt64, Extension::ArbGpuShaderInt64]);
    I64vec4 "i64vec4" vector(I64, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt64, Extension::ArbGpuShaderInt64]);
    Uint64T "uint64_t" scalar(U64), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt64, Extension::ArbGpuShaderInt64]);
    U64vec2 "u64vec2" vector(U64, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt64, Extension::ArbGpuShaderInt64]);
    U64vec3 "u64vec3" vector(U64, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt64, Extension::ArbGpuShaderInt64]);
    U64vec4 "u64vec4" vector(U64, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt64, Extension::ArbGpuShaderInt64]);
    Float16T "float16_t" scalar(F16), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat16, Extension::ExtShader16bitStorage]);
    F16vec2 "f16vec2" vector(F16, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat16, Extension::ExtShader16bitStorage]);
    F16vec3 "f16vec3" vector(F16, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat16, Extension::ExtShader16bitStorage]);
    F16vec4 "f16vec4" vector(F16, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat16, Extension::ExtShader16bitStorage]);
    F16mat2 "f16mat2" matrix(F16, 2, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat16, Extension::ExtShader16bitStorage]);
    F16mat3 "f16mat3" matrix(F16, 3, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat16, Extension::ExtShader16bitStorage]);
    F16mat4 "f16mat4" matrix(F16, 4, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat16, Extension::ExtShader16bitStorage]);
    F16mat2x2 "f16mat2x2" matrix(F16, 2, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat16, Extension::ExtShader16bitStorage]);
    F16mat2x3 "f16mat2x3" matrix(F16, 2, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat16, Extension::ExtShader16bitStorage]);
    F16mat2x4 "f16mat2x4" matrix(F16, 2, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat16, Extension::ExtShader16bitStorage]);
    F16mat3x2 "f16mat3x2" matrix(F16, 3, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat16, Extension::ExtShader16bitStorage]);
    F16mat3x3 "f16mat3x3" matrix(F16, 3, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat16, Extension::ExtShader16bitStorage]);
    F16mat3x4 "f16mat3x4" matrix(F16, 3, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat16, Extension::ExtShader16bitStorage]);
    F16mat4x2 "f16mat4x2" matrix(F16, 4, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat16, Extension::ExtShader16bitStorage]);
    F16mat4x3 "f16mat4x3" matrix(F16, 4, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat16, Extension::ExtShader16bitStorage]);
    F16mat4x4 "f16mat4x4" matrix(F16, 4, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat16, Extension::ExtShader16bitStorage]);
    Float32T "float32_t" scalar(F32), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat32]);
    F32vec2 "f32vec2" vector(F32, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat32]);
    F32vec3 "f32vec3" vector(F32, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat32]);
    F32vec4 "f32vec4" vector(F32, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat32]);
    F32mat2 "f32mat2" matrix(F32, 2, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat32]);
    F32mat3 "f32mat3" matrix(F32, 3, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat32]);
    F32mat4 "f32mat4" matrix(F32, 4, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat32]);
    F32mat2x2 "f32mat2x2" matrix(F32, 2, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat32]);
    F32mat2x3 "f32mat2x3" matrix(F32, 2, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat32]);
    F32mat2x4 "f32mat2x4" matrix(F32, 2, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat32]);
    F32mat3x2 "f32mat3x2" matrix(F32, 3, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat32]);
    F32mat3x3 "f32mat3x3" matrix(F32, 3, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat32]);
    F32mat3x4 "f32mat3x4" matrix(F32, 3, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat32]);
    F32mat4x2 "f32mat4x2" matrix(F32, 4, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat32]);
    F32mat4x3 "f32mat4x3" matrix(F32, 4, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat32]);
    F32mat4x4 "f32mat4x4" matrix(F32, 4, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat32]);
    Float64T "float64_t" scalar(F64), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat64]);
    F64vec2 "f64vec2" vector(F64, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat64]);
    F64vec3 "f64vec3" vector(F64, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat64]);
    F64vec4 "f64vec4" vector(F64, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat64]);
    F64mat2 "f64mat2" matrix(F64, 2, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat64]);
    F64mat3 "f64mat3" matrix(F64, 3, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat64]);
    F64mat4 "f64mat4" matrix(F64, 4, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat64]);
    F64mat2x2 "f64mat2x2" matrix(F64, 2, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat64]);
    F64mat2x3 "f64mat2x3" matrix(F64, 2, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat64]);
    F64mat2x4 "f64mat2x4" matrix(F64, 2, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat64]);
    F64mat3x2 "f64mat3x2" matrix(F64, 3, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat64]);
    F64mat3x3 "f64mat3x3" matrix(F64, 3, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat64]);
    F64mat3x4 "f64mat3x4" matrix(F64, 3, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat64]);
    F64mat4x2 "f64mat4x2" matrix(F64, 4, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat64]);
    F64mat4x3 "f64mat4x3" matrix(F64, 4, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat64]);
    F64mat4x4 "f64mat4x4" matrix(F64, 4, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat64]);

    // Small floats without arithmetic, GL_EXT_bfloat16 and GL_EXT_float8_e5m2_e4m3.
    Bfloat16T "bfloat16_t" scalar(Scalar::Bf16), only_with(&[Extension::ExtBfloat16]);
    Bf16vec2 "bf16vec2" vector(Scalar::Bf16, 2), only_with(&[Extension::ExtBfloat16]);
    Bf16vec3 "bf16vec3" vector(Scalar::Bf16, 3), only_with(&[Extension::ExtBfloat16]);
    Bf16vec4 "bf16vec4" vector(Scalar::Bf16, 4), only_with(&[Extension::ExtBfloat16]);
    Floate4m3T "floate4m3_t" scalar(Scalar::F8E4M3), only_with(&[Extension::ExtFloatE4m3]);
    Fe4m3vec2 "fe4m3vec2" vector(Scalar::F8E4M3, 2), only_with(&[Extension::ExtFloatE4m3]);
    Fe4m3vec3 "fe4m3vec3" vector(Scalar::F8E4M3, 3), only_with(&[Extension::ExtFloatE4m3]);
    Fe4m3vec4 "fe4m3vec4" vector(Scalar::F8E4M3, 4), only_with(&[Extension::ExtFloatE4m3]);
    Floate5m2T "floate5m2_t" scalar(Scalar::F8E5M2), only_with(&[Extension::ExtFloatE5m2]);
    Fe5m2vec2 "fe5m2vec2" vector(Scalar::F8E5M2, 2), only_with(&[Extension::ExtFloatE5m2]);
    Fe5m2vec3 "fe5m2vec3" vector(Scalar::F8E5M2, 3), only_with(&[Extension::ExtFloatE5m2]);
    Fe5m2vec4 "fe5m2vec4" vector(Scalar::F8E5M2, 4), only_with(&[Extension::ExtFloatE5m2]);

    // Floats of the OCP Microscaling Formats, GL_EXT_float_e2m1 and others.
    Floate2m1T "floate2m1_t" scalar(Scalar::F4E2M1), only_with(&[Extension::ExtFloatE2m1]);
    Fe2m1vec2 "fe2m1vec2" vector(Scalar::F4E2M1, 2), only_with(&[Extension::ExtFloatE2m1]);
    Fe2m1vec3 "fe2m1vec3" vector(Scalar::F4E2M1, 3), only_with(&[Extension::ExtFloatE2m1]);
    Fe2m1vec4 "fe2m1vec4" vector(Scalar::F4E2M1, 4), only_with(&[Extension::ExtFloatE2m1]);
    Floate2m3T "floate2m3_t" scalar(Scalar::F6E2M3), only_with(&[Extension::ExtFloatE2m3]);
    Fe2m3vec2 "fe2m3vec2" vector(Scalar::F6E2M3, 2), only_with(&[Extension::ExtFloatE2m3]);
    Fe2m3vec3 "fe2m3vec3" vector(Scalar::F6E2M3, 3), only_with(&[Extension::ExtFloatE2m3]);
    Fe2m3vec4 "fe2m3vec4" vector(Scalar::F6E2M3, 4), only_with(&[Extension::ExtFloatE2m3]);
    Floate3m2T "floate3m2_t" scalar(Scalar::F6E3M2), only_with(&[Extension::ExtFloatE3m2]);
    Fe3m2vec2 "fe3m2vec2" vector(Scalar::F6E3M2, 2), only_with(&[Extension::ExtFloatE3m2]);
    Fe3m2vec3 "fe3m2vec3" vector(Scalar::F6E3M2, 3), only_with(&[Extension::ExtFloatE3m2]);
    Fe3m2vec4 "fe3m2vec4" vector(Scalar::F6E3M2, 4), only_with(&[Extension::ExtFloatE3m2]);
    Floatue8m0T "floatue8m0_t" scalar(Scalar::F8E8M0), only_with(&[Extension::ExtFloatUe8m0]);
    Fue8m0vec2 "fue8m0vec2" vector(Scalar::F8E8M0, 2), only_with(&[Extension::ExtFloatUe8m0]);
    Fue8m0vec3 "fue8m0vec3" vector(Scalar::F8E8M0, 3), only_with(&[Extension::ExtFloatUe8m0]);
    Fue8m0vec4 "fue8m0vec4" vector(Scalar::F8E8M0, 4), only_with(&[Extension::ExtFloatUe8m0]);
    Floatmxint8T "floatmxint8_t" scalar(Scalar::MxInt8), only_with(&[Extension::ExtFloatMxint8]);
    Fmxint8vec2 "fmxint8vec2" vector(Scalar::MxInt8, 2), only_with(&[Extension::ExtFloatMxint8]);
    Fmxint8vec3 "fmxint8vec3" vector(Scalar::MxInt8, 3), only_with(&[Extension::ExtFloatMxint8]);
    Fmxint8vec4 "fmxint8vec4" vector(Scalar::MxInt8, 4), only_with(&[Extension::ExtFloatMxint8]);

    // Combined samplers, GLSL 4.60 section 4.1.7.
    Sampler1D/F16sampler1D "sampler1D" combined(image(Dim::D1, F32)), since(110, NEVER).reserved(NEVER, 100);
    Sampler2D/F16sampler2D "sampler2D" combined(image(Dim::D2, F32)), ALL;
    Sampler3D/F16sampler3D "sampler3D" combined(image(Dim::D3, F32)), since(110, 300).reserved(NEVER, 100).with(&[Extension::OesTexture3d]);
    SamplerCube/F16samplerCube "samplerCube" combined(image(Dim::Cube, F32)), ALL;
    // `GL_ARB_texture_rectangle` (issue 15): implicitly required by every shader.
    Sampler2DRect/F16sampler2DRect "sampler2DRect" combined(image(Dim::Rect, F32)), since(110, NEVER).reserved(110, 100);
    Sampler1DArray/F16sampler1DArray "sampler1DArray" combined(arrayed(image(Dim::D1, F32))), since(130, NEVER).reserved(NEVER, 300).with(&[Extension::ExtTextureArray, Extension::ExtGpuShader4]);
    Sampler2DArray/F16sampler2DArray "sampler2DArray" combined(arrayed(image(Dim::D2, F32))), since(130, 300).with(&[Extension::ExtTextureArray, Extension::ExtGpuShader4]);
    SamplerCubeArray/F16samplerCubeArray "samplerCubeArray" combined(arrayed(image(Dim::Cube, F32))), since(400, 320).reserved(NEVER, 300).with(&[Extension::ArbTextureCubeMapArray, Extension::ExtTextureCubeMapArray, Extension::OesTextureCubeMapArray]);
    SamplerBuffer/F16samplerBuffer "samplerBuffer" combined(image(Dim::Buffer, F32)), since(140, 320).reserved(130, 300).with(&[Extension::ExtGpuShader4, Extension::ExtTextureBuffer, Extension::OesTextureBuffer]);
    Sampler2DMS/F16sampler2DMS "sampler2DMS" combined(multisampled(image(Dim::D2, F32))), since(150, 310).reserved(NEVER, 300).with(&[Extension::ArbTextureMultisample, Extension::AngleTextureMultisample]);
    Sampler2DMSArray/F16sampler2DMSArray "sampler2DMSArray" combined(multisampled(arrayed(image(Dim::D2, F32)))), since(150, 320).reserved(NEVER, 300).with(&[Extension::ArbTextureMultisample, Extension::OesTextureStorageMultisample2dArray]);
    Sampler1DShadow/F16sampler1DShadow "sampler1DShadow" combined(shadow(image(Dim::D1, F32))), since(110, NEVER).reserved(NEVER, 100);
    Sampler2DShadow/F16sampler2DShadow "sampler2DShadow" combined(shadow(image(Dim::D2, F32))), since(110, 300).reserved(NEVER, 100).with(&[Extension::ExtShadowSamplers]);
    SamplerCubeShadow/F16samplerCubeShadow "samplerCubeShadow" combined(shadow(image(Dim::Cube, F32))), since(130, 300).with(&[Extension::ExtGpuShader4]);
    Sampler2DRectShadow/F16sampler2DRectShadow "sampler2DRectShadow" combined(shadow(image(Dim::Rect, F32))), since(110, NEVER).reserved(110, 100);
    Sampler1DArrayShadow/F16sampler1DArrayShadow "sampler1DArrayShadow" combined(shadow(arrayed(image(Dim::D1, F32)))), since(130, NEVER).reserved(NEVER, 300).with(&[Extension::ExtTextureArray, Extension::ExtGpuShader4]);
    Sampler2DArrayShadow/F16sampler2DArrayShadow "sampler2DArrayShadow" combined(shadow(arrayed(image(Dim::D2, F32)))), since(130, 300).with(&[Extension::ExtTextureArray, Extension::ExtGpuShader4]);
    SamplerCubeArrayShadow/F16samplerCubeArrayShadow "samplerCubeArrayShadow" combined(shadow(arrayed(image(Dim::Cube, F32)))), since(400, 320).reserved(NEVER, 300).with(&[Extension::ArbTextureCubeMapArray, Extension::ExtTextureCubeMapArray, Extension::OesTextureCubeMapArray]);
    Isampler1D "isampler1D" combined(image(Dim::D1, I32)), since(130, NEVER).reserved(NEVER, 300).with(&[Extension::ExtGpuShader4]);
    Isampler2D "isampler2D" combined(image(Dim::D2, I32)), since(130, 300).with(&[Extension::ExtGpuShader4]);
    Isampler3D "isampler3D" combined(image(Dim::D3, I32)), since(130, 300).with(&[Extension::ExtGpuShader4]);
    IsamplerCube "isamplerCube" combined(image(Dim::Cube, I32)), since(130, 300).with(&[Extension::ExtGpuShader4]);
    Isampler2DRect "isampler2DRect" combined(image(Dim::Rect, I32)), since(140, NEVER).reserved(NEVER, 300).with(&[Extension::ExtGpuShader4]);
    Isampler1DArray "isampler1DArray" combined(arrayed(image(Dim::D1, I32))), since(130, NEVER).reserved(NEVER, 300).with(&[Extension::ExtGpuShader4]);
    Isampler2DArray "isampler2DArray" combined(arrayed(image(Dim::D2, I32))), since(130, 300).with(&[Extension::ExtGpuShader4]);
    IsamplerCubeArray "isamplerCubeArray" combined(arrayed(image(Dim::Cube, I32))), since(400, 320).reserved(NEVER, 300).with(&[Extension::ArbTextureCubeMapArray, Extension::ExtTextureCubeMapArray, Extension::OesTextureCubeMapArray]);
    IsamplerBuffer "isamplerBuffer" combined(image(Dim::Buffer, I32)), since(140, 320).reserved(NEVER, 300).with(&[Extension::ExtGpuShader4, Extension::ExtTextureBuffer, Extension::OesTextureBuffer]);
    Isampler2DMS "isampler2DMS" combined(multisampled(image(Dim::D2, I32))), since(150, 310).reserved(NEVER, 300).with(&[Extension::ArbTextureMultisample, Extension::AngleTextureMultisample]);
    Isampler2DMSArray "isampler2DMSArray" combined(multisampled(arrayed(image(Dim::D2, I32)))), since(150, 320).reserved(NEVER, 300).with(&[Extension::ArbTextureMultisample, Extension::OesTextureStorageMultisample2dArray]);
    Usampler1D "usampler1D" combined(image(Dim::D1, U32)), since(130, NEVER).reserved(NEVER, 300).with(&[Extension::ExtGpuShader4]);
    Usampler2D "usampler2D" combined(image(Dim::D2, U32)), since(130, 300).with(&[Extension::ExtGpuShader4]);
    Usampler3D "usampler3D" combined(image(Dim::D3, U32)), since(130, 300).with(&[Extension::ExtGpuShader4]);
    UsamplerCube "usamplerCube" combined(image(Dim::Cube, U32)), since(130, 300).with(&[Extension::ExtGpuShader4]);
    Usampler2DRect "usampler2DRect" combined(image(Dim::Rect, U32)), since(140, NEVER).reserved(NEVER, 300).with(&[Extension::ExtGpuShader4]);
    Usampler1DArray "usampler1DArray" combined(arrayed(image(Dim::D1, U32))), since(130, NEVER).reserved(NEVER, 300).with(&[Extension::ExtGpuShader4]);
    Usampler2DArray "usampler2DArray" combined(arrayed(image(Dim::D2, U32))), since(130, 300).with(&[Extension::ExtGpuShader4]);
    UsamplerCubeArray "usamplerCubeArray" combined(arrayed(image(Dim::Cube, U32))), since(400, 320).reserved(NEVER, 300).with(&[Extension::ArbTextureCubeMapArray, Extension::ExtTextureCubeMapArray, Extension::OesTextureCubeMapArray]);
    UsamplerBuffer "usamplerBuffer" combined(image(Dim::Buffer, U32)), since(140, 320).reserved(NEVER, 300).with(&[Extension::ExtGpuShader4, Extension::ExtTextureBuffer, Extension::OesTextureBuffer]);
    Usampler2DMS "usampler2DMS" combined(multisampled(image(Dim::D2, U32))), since(150, 310).reserved(NEVER, 300).with(&[Extension::ArbTextureMultisample, Extension::AngleTextureMultisample]);
    Usampler2DMSArray "usampler2DMSArray" combined(multisampled(arrayed(image(Dim::D2, U32)))), since(150, 320).reserved(NEVER, 300).with(&[Extension::ArbTextureMultisample, Extension::OesTextureStorageMultisample2dArray]);
    SamplerExternalOES "samplerExternalOES" combined(image(Dim::External, F32)), only_with(&[Extension::OesEglImageExternal, Extension::OesEglImageExternalEssl3]);
    SamplerExternal2DY2YEXT "__samplerExternal2DY2YEXT" combined(image(Dim::ExternalYuv, F32)), only_with(&[Extension::ExtYuvTarget]);

    // Separate textures and samplers, GL_KHR_vulkan_glsl.
    Texture1D/F16texture1D "texture1D" texture(image(Dim::D1, F32)), vulkan();
    Texture2D/F16texture2D "texture2D" texture(image(Dim::D2, F32)), vulkan();
    Texture3D/F16texture3D "texture3D" texture(image(Dim::D3, F32)), vulkan();
    TextureCube/F16textureCube "textureCube" texture(image(Dim::Cube, F32)), vulkan();
    Texture1DArray/F16texture1DArray "texture1DArray" texture(arrayed(image(Dim::D1, F32))), vulkan();
    Texture2DArray/F16texture2DArray "texture2DArray" texture(arrayed(image(Dim::D2, F32))), vulkan();
    TextureCubeArray/F16textureCubeArray "textureCubeArray" texture(arrayed(image(Dim::Cube, F32))), vulkan();
    Texture2DRect/F16texture2DRect "texture2DRect" texture(image(Dim::Rect, F32)), vulkan();
    TextureBuffer/F16textureBuffer "textureBuffer" texture(image(Dim::Buffer, F32)), vulkan();
    Texture2DMS/F16texture2DMS "texture2DMS" texture(multisampled(image(Dim::D2, F32))), vulkan();
    Texture2DMSArray/F16texture2DMSArray "texture2DMSArray" texture(multisampled(arrayed(image(Dim::D2, F32)))), vulkan();
    Itexture1D "itexture1D" texture(image(Dim::D1, I32)), vulkan();
    Itexture2D "itexture2D" texture(image(Dim::D2, I32)), vulkan();
    Itexture3D "itexture3D" texture(image(Dim::D3, I32)), vulkan();
    ItextureCube "itextureCube" texture(image(Dim::Cube, I32)), vulkan();
    Itexture1DArray "itexture1DArray" texture(arrayed(image(Dim::D1, I32))), vulkan();
    Itexture2DArray "itexture2DArray" texture(arrayed(image(Dim::D2, I32))), vulkan();
    ItextureCubeArray "itextureCubeArray" texture(arrayed(image(Dim::Cube, I32))), vulkan();
    Itexture2DRect "itexture2DRect" texture(image(Dim::Rect, I32)), vulkan();
    ItextureBuffer "itextureBuffer" texture(image(Dim::Buffer, I32)), vulkan();
    Itexture2DMS "itexture2DMS" texture(multisampled(image(Dim::D2, I32))), vulkan();
    Itexture2DMSArray "itexture2DMSArray" texture(multisampled(arrayed(image(Dim::D2, I32)))), vulkan();
    Utexture1D "utexture1D" texture(image(Dim::D1, U32)), vulkan();
    Utexture2D "utexture2D" texture(image(Dim::D2, U32)), vulkan();
    Utexture3D "utexture3D" texture(image(Dim::D3, U32)), vulkan();
    UtextureCube "utextureCube" texture(image(Dim::Cube, U32)), vulkan();
    Utexture1DArray "utexture1DArray" texture(arrayed(image(Dim::D1, U32))), vulkan();
    Utexture2DArray "utexture2DArray" texture(arrayed(image(Dim::D2, U32))), vulkan();
    UtextureCubeArray "utextureCubeArray" texture(arrayed(image(Dim::Cube, U32))), vulkan();
    Utexture2DRect "utexture2DRect" texture(image(Dim::Rect, U32)), vulkan();
    UtextureBuffer "utextureBuffer" texture(image(Dim::Buffer, U32)), vulkan();
    Utexture2DMS "utexture2DMS" texture(multisampled(image(Dim::D2, U32))), vulkan();
    Utexture2DMSArray "utexture2DMSArray" texture(multisampled(arrayed(image(Dim::D2, U32)))), vulkan();
    Sampler "sampler" SAMPLER, vulkan();
    SamplerShadow "samplerShadow" SAMPLER_SHADOW, vulkan();
    SubpassInput/F16subpassInput "subpassInput" storage(image(Dim::Subpass, F32)), vulkan();
    SubpassInputMS/F16subpassInputMS "subpassInputMS" storage(multisampled(image(Dim::Subpass, F32))), vulkan();
    IsubpassInput "isubpassInput" storage(image(Dim::Subpass, I32)), vulkan();
    IsubpassInputMS "isubpassInputMS" storage(multisampled(image(Dim::Subpass, I32))), vulkan();
    UsubpassInput "usubpassInput" storage(image(Dim::Subpass, U32)), vulkan();
    UsubpassInputMS "usubpassInputMS" storage(multisampled(image(Dim::Subpass, U32))), vulkan();
    PixelLocalANGLE "pixelLocalANGLE" storage(image(Dim::PixelLocal, F32)), only_with(&[Extension::AngleShaderPixelLocalStorage]);
    IpixelLocalANGLE "ipixelLocalANGLE" storage(image(Dim::PixelLocal, I32)), only_with(&[Extension::AngleShaderPixelLocalStorage]);
    UpixelLocalANGLE "upixelLocalANGLE" storage(image(Dim::PixelLocal, U32)), only_with(&[Extension::AngleShaderPixelLocalStorage]);
    AttachmentEXT "attachmentEXT" storage(image(Dim::TileImage, F32)), only_with(&[Extension::ExtShaderTileImage]);
    IattachmentEXT "iattachmentEXT" storage(image(Dim::TileImage, I32)), only_with(&[Extension::ExtShaderTileImage]);
    UattachmentEXT "uattachmentEXT" storage(image(Dim::TileImage, U32)), only_with(&[Extension::ExtShaderTileImage]);

    // Storage images, GLSL 4.60 section 4.1.7.2.
    Image1D/F16image1D "image1D" storage(image(Dim::D1, F32)), since(420, NEVER).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore]);
    Image2D/F16image2D "image2D" storage(image(Dim::D2, F32)), since(420, 310).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore]);
    Image3D/F16image3D "image3D" storage(image(Dim::D3, F32)), since(420, 310).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore]);
    ImageCube/F16imageCube "imageCube" storage(image(Dim::Cube, F32)), since(420, 310).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore]);
    Image2DRect/F16image2DRect "image2DRect" storage(image(Dim::Rect, F32)), since(420, NEVER).reserved(NEVER, 300).with(&[Extension::ArbShaderImageLoadStore]);
    Image1DArray/F16image1DArray "image1DArray" storage(arrayed(image(Dim::D1, F32))), since(420, NEVER).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore]);
    Image2DArray/F16image2DArray "image2DArray" storage(arrayed(image(Dim::D2, F32))), since(420, 310).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore]);
    ImageCubeArray/F16imageCubeArray "imageCubeArray" storage(arrayed(image(Dim::Cube, F32))), since(420, 320).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore, Extension::ExtTextureCubeMapArray, Extension::OesTextureCubeMapArray]);
    ImageBuffer/F16imageBuffer "imageBuffer" storage(image(Dim::Buffer, F32)), since(420, 320).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore, Extension::ExtTextureBuffer, Extension::OesTextureBuffer]);
    Image2DMS/F16image2DMS "image2DMS" storage(multisampled(image(Dim::D2, F32))), since(420, NEVER).reserved(NEVER, 310).with(&[Extension::ArbShaderImageLoadStore]);
    Image2DMSArray/F16image2DMSArray "image2DMSArray" storage(multisampled(arrayed(image(Dim::D2, F32)))), since(420, NEVER).reserved(NEVER, 310).with(&[Extension::ArbShaderImageLoadStore]);
    Iimage1D "iimage1D" storage(image(Dim::D1, I32)), since(420, NEVER).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore]);
    Iimage2D "iimage2D" storage(image(Dim::D2, I32)), since(420, 310).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore]);
    Iimage3D "iimage3D" storage(image(Dim::D3, I32)), since(420, 310).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore]);
    IimageCube "iimageCube" storage(image(Dim::Cube, I32)), since(420, 310).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore]);
    Iimage2DRect "iimage2DRect" storage(image(Dim::Rect, I32)), since(420, NEVER).reserved(NEVER, 300).with(&[Extension::ArbShaderImageLoadStore]);
    Iimage1DArray "iimage1DArray" storage(arrayed(image(Dim::D1, I32))), since(420, NEVER).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore]);
    Iimage2DArray "iimage2DArray" storage(arrayed(image(Dim::D2, I32))), since(420, 310).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore]);
    IimageCubeArray "iimageCubeArray" storage(arrayed(image(Dim::Cube, I32))), since(420, 320).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore, Extension::ExtTextureCubeMapArray, Extension::OesTextureCubeMapArray]);
    IimageBuffer "iimageBuffer" storage(image(Dim::Buffer, I32)), since(420, 320).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore, Extension::ExtTextureBuffer, Extension::OesTextureBuffer]);
    Iimage2DMS "iimage2DMS" storage(multisampled(image(Dim::D2, I32))), since(420, NEVER).reserved(NEVER, 310).with(&[Extension::ArbShaderImageLoadStore]);
    Iimage2DMSArray "iimage2DMSArray" storage(multisampled(arrayed(image(Dim::D2, I32)))), since(420, NEVER).reserved(NEVER, 310).with(&[Extension::ArbShaderImageLoadStore]);
    Uimage1D "uimage1D" storage(image(Dim::D1, U32)), since(420, NEVER).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore]);
    Uimage2D "uimage2D" storage(image(Dim::D2, U32)), since(420, 310).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore]);
    Uimage3D "uimage3D" storage(image(Dim::D3, U32)), since(420, 310).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore]);
    UimageCube "uimageCube" storage(image(Dim::Cube, U32)), since(420, 310).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore]);
    Uimage2DRect "uimage2DRect" storage(image(Dim::Rect, U32)), since(420, NEVER).reserved(NEVER, 300).with(&[Extension::ArbShaderImageLoadStore]);
    Uimage1DArray "uimage1DArray" storage(arrayed(image(Dim::D1, U32))), since(420, NEVER).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore]);
    Uimage2DArray "uimage2DArray" storage(arrayed(image(Dim::D2, U32))), since(420, 310).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore]);
    UimageCubeArray "uimageCubeArray" storage(arrayed(image(Dim::Cube, U32))), since(420, 320).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore, Extension::ExtTextureCubeMapArray, Extension::OesTextureCubeMapArray]);
    UimageBuffer "uimageBuffer" storage(image(Dim::Buffer, U32)), since(420, 320).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore, Extension::ExtTextureBuffer, Extension::OesTextureBuffer]);
    Uimage2DMS "uimage2DMS" storage(multisampled(image(Dim::D2, U32))), since(420, NEVER).reserved(NEVER, 310).with(&[Extension::ArbShaderImageLoadStore]);
    Uimage2DMSArray "uimage2DMSArray" storage(multisampled(arrayed(image(Dim::D2, U32)))), since(420, NEVER).reserved(NEVER, 310).with(&[Extension::ArbShaderImageLoadStore]);
    I64image1D "i64image1D" storage(image(Dim::D1, I64)), only_with(&[Extension::ExtShaderImageInt64]);
    I64image2D "i64image2D" storage(image(Dim::D2, I64)), only_with(&[Extension::ExtShaderImageInt64]);
    I64image3D "i64image3D" storage(image(Dim::D3, I64)), only_with(&[Extension::ExtShaderImageInt64]);
    I64imageCube "i64imageCube" storage(image(Dim::Cube, I64)), only_with(&[Extension::ExtShaderImageInt64]);
    I64image2DRect "i64image2DRect" storage(image(Dim::Rect, I64)), only_with(&[Extension::ExtShaderImageInt64]);
    I64image1DArray "i64image1DArray" storage(arrayed(image(Dim::D1, I64))), only_with(&[Extension::ExtShaderImageInt64]);
    I64image2DArray "i64image2DArray" storage(arrayed(image(Dim::D2, I64))), only_with(&[Extension::ExtShaderImageInt64]);
    I64imageCubeArray "i64imageCubeArray" storage(arrayed(image(Dim::Cube, I64))), only_with(&[Extension::ExtShaderImageInt64]);
    I64imageBuffer "i64imageBuffer" storage(image(Dim::Buffer, I64)), only_with(&[Extension::ExtShaderImageInt64]);
    I64image2DMS "i64image2DMS" storage(multisampled(image(Dim::D2, I64))), only_with(&[Extension::ExtShaderImageInt64]);
    I64image2DMSArray "i64image2DMSArray" storage(multisampled(arrayed(image(Dim::D2, I64)))), only_with(&[Extension::ExtShaderImageInt64]);
    U64image1D "u64image1D" storage(image(Dim::D1, U64)), only_with(&[Extension::ExtShaderImageInt64]);
    U64image2D "u64image2D" storage(image(Dim::D2, U64)), only_with(&[Extension::ExtShaderImageInt64]);
    U64image3D "u64image3D" storage(image(Dim::D3, U64)), only_with(&[Extension::ExtShaderImageInt64]);
    U64imageCube "u64imageCube" storage(image(Dim::Cube, U64)), only_with(&[Extension::ExtShaderImageInt64]);
    U64image2DRect "u64image2DRect" storage(image(Dim::Rect, U64)), only_with(&[Extension::ExtShaderImageInt64]);
    U64image1DArray "u64image1DArray" storage(arrayed(image(Dim::D1, U64))), only_with(&[Extension::ExtShaderImageInt64]);
    U64image2DArray "u64image2DArray" storage(arrayed(image(Dim::D2, U64))), only_with(&[Extension::ExtShaderImageInt64]);
    U64imageCubeArray "u64imageCubeArray" storage(arrayed(image(Dim::Cube, U64))), only_with(&[Extension::ExtShaderImageInt64]);
    U64imageBuffer "u64imageBuffer" storage(image(Dim::Buffer, U64)), only_with(&[Extension::ExtShaderImageInt64]);
    U64image2DMS "u64image2DMS" storage(multisampled(image(Dim::D2, U64))), only_with(&[Extension::ExtShaderImageInt64]);
    U64image2DMSArray "u64image2DMSArray" storage(multisampled(arrayed(image(Dim::D2, U64)))), only_with(&[Extension::ExtShaderImageInt64]);

    // Other opaque types.
    AtomicUint "atomic_uint" AtomicCounter, since(420, 310).reserved(NEVER, 300).with(&[Extension::ArbShaderAtomicCounters]);
    AccelerationStructureEXT "accelerationStructureEXT" AccelerationStructure, only_with(&[Extension::ExtRayTracing, Extension::ExtRayQuery]);
    RayQueryEXT "rayQueryEXT" RayQuery, only_with(&[Extension::ExtRayQuery]);
    HitObjectEXT "hitObjectEXT" HitObject, only_with(&[Extension::ExtShaderInvocationReorder]);
    HitObjectNV "hitObjectNV" HitObject, only_with(&[Extension::NvShaderInvocationReorder]);
    Vector "vector" Void, only_with(&[Extension::ExtLongVector]);
    TensorARM "tensorARM" Void, only_with(&[Extension::ArmTensors]);
    Coopmat "coopmat" Void, only_with(&[Extension::KhrCooperativeMatrix]);
    FcoopmatNV "fcoopmatNV" Void, only_with(&[Extension::NvCooperativeMatrix]);
    IcoopmatNV "icoopmatNV" Void, only_with(&[Extension::NvIntegerCooperativeMatrix]);
    UcoopmatNV "ucoopmatNV" Void, only_with(&[Extension::NvIntegerCooperativeMatrix]);
    CoopvecNV "coopvecNV" Void, only_with(&[Extension::NvCooperativeVector]);
    TensorLayoutNV "tensorLayoutNV" Void, only_with(&[Extension::NvCooperativeMatrix2]);
    TensorViewNV "tensorViewNV" Void, only_with(&[Extension::NvCooperativeMatrix2]);
    YuvCscStandardEXT "yuvCscStandardEXT" Void, only_with(&[Extension::ExtYuvTarget]);
}

/// A number in a type, for messages.
fn number_name(module: &Module, constant: Constant) -> String {
    match module.constants.as_int(constant) {
        Some(number) => number.to_string(),
        None => "specialised".to_owned(),
    }
}

/// The spelling of a type of a module in GLSL, for messages and names: structs by their names.
pub fn type_name(module: &Module, ty: Type) -> String {
    match module.types.get(ty) {
        TypeData::Struct(id) => {
            let name = module.names.get(module.structs[id].name);
            if name.is_empty() { "unnamed struct".to_owned() } else { name.to_owned() }
        }
        TypeData::BufferReference { block, .. } | TypeData::Descriptor { block, .. } => {
            module.names.get(module.structs[block].name).to_owned()
        }
        TypeData::Handle { resource } => type_name(module, resource),
        TypeData::Array { .. } | TypeData::RuntimeArray { .. } => {
            let mut brackets = String::new();
            let mut inner = ty;
            while let Some(element) = module.types.element(inner) {
                brackets.push_str(&match module.types.get(inner) {
                    TypeData::Array { length: Length::Constant(length), .. } => format!("[{length}]"),
                    TypeData::Array { .. } => "[specialised]".to_owned(),
                    _ => "[]".to_owned(),
                });
                inner = element;
            }
            format!("{}{brackets}", type_name(module, inner))
        }
        TypeData::LongVector { scalar, length, cooperative } => {
            let length = match length {
                Length::Constant(length) => length.to_string(),
                Length::Spec(_) => "specialised".to_owned(),
            };
            let word = if cooperative { "coopvecNV" } else { "vector" };
            format!("{word}<{}, {length}>", scalar.glsl_names().0)
        }
        TypeData::CooperativeMatrix { scalar, scope, rows, columns, usage } => {
            let number = |constant| number_name(module, constant);
            cooperative_matrix_name(scalar, [number(scope), number(rows), number(columns)], usage)
        }
        TypeData::Tensor { element, rank } => format!("tensorARM<{}, {rank}>", element.glsl_names().0),
        TypeData::TensorLayout { dimensions, clamp } => {
            format!("tensorLayoutNV<{}, {}>", number_name(module, dimensions), number_name(module, clamp))
        }
        TypeData::TensorView { dimensions, sized, order } => {
            let order: String = order.dimensions().map(|number| format!(", {number}")).collect();
            format!("tensorViewNV<{}, {sized}{order}>", number_name(module, dimensions))
        }
        TypeData::Spirv(_) => "spirv_type".to_owned(),
        TypeData::Pointer { pointee, .. } => type_name(module, pointee),
        data => {
            let data = match data {
                TypeData::Image(image) => {
                    TypeData::Image(ImageType { format: ImageFormat::Unknown, ..image })
                }
                other => other,
            };
            BuiltinType::of(data).map_or("unknown type", |builtin| builtin.name()).to_owned()
        }
    }
}
