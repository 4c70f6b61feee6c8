//! The table of built-in type names: what each one means, and in which dialects it is a word.
//!
//! A built-in type name is one kind of token, which carries the row.

use crate::extensions::Extension;
use crate::version::NEVER;
use crate::words::{ALL, Availability, only_with, since, vulkan};
use ScalarKind::{Bool, Float16, Float32, Float64, Int8, Int16, Int32, Int64, Uint8, Uint16, Uint32, Uint64};
use TypeShape::{
    AccelerationStructure, AtomicCounter, CooperativeMatrix, Image, Matrix, RayQuery, SampledImage, Sampler,
    SamplerShadow, Scalar, SubpassInput, Texture, TileAttachment, Vector, Void, YuvStandard,
};

/// The kind of a scalar, or of the components of something.
#[allow(missing_docs)] // the names say all there is
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScalarKind {
    Bool,
    Int8,
    Uint8,
    Int16,
    Uint16,
    Int32,
    Uint32,
    Int64,
    Uint64,
    Float16,
    Float32,
    Float64,
}

/// How a texture or image is addressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dimension {
    /// One coordinate.
    D1,
    /// Two coordinates.
    D2,
    /// Three coordinates.
    D3,
    /// A direction.
    Cube,
    /// Two coordinates in texels.
    Rect,
    /// An index in texels.
    Buffer,
    /// `samplerExternalOES`: two coordinates, format known to the driver only.
    External,
    /// `__samplerExternal2DY2YEXT`: like `External`, but gives Y, U and V.
    ExternalYuv,
}

/// What a texture or image type says about itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ImageShape {
    /// How it is addressed.
    pub dimension: Dimension,
    /// The kind of a texel's components.
    pub sampled: ScalarKind,
    /// True if there are layers.
    pub arrayed: bool,
    /// True if a texel has samples.
    pub multisampled: bool,
    /// True if sampling compares with a reference value.
    pub shadow: bool,
}

const fn image(dimension: Dimension, sampled: ScalarKind) -> ImageShape {
    ImageShape { dimension, sampled, arrayed: false, multisampled: false, shadow: false }
}

impl ImageShape {
    const fn arrayed(self) -> Self {
        Self { arrayed: true, ..self }
    }

    const fn multisampled(self) -> Self {
        Self { multisampled: true, ..self }
    }

    const fn shadow(self) -> Self {
        Self { shadow: true, ..self }
    }
}

/// The meaning of a built-in type name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TypeShape {
    /// `void`.
    Void,
    /// A scalar.
    Scalar(ScalarKind),
    /// A vector: component kind and count.
    Vector(ScalarKind, u8),
    /// A matrix: component kind, columns, rows.
    Matrix(ScalarKind, u8, u8),
    /// A combined texture and sampler, such as `sampler2D`.
    SampledImage(ImageShape),
    /// A texture without sampler, such as `texture2D`, or a texel buffer.
    Texture(ImageShape),
    /// A storage image, such as `image2D`.
    Image(ImageShape),
    /// `sampler`.
    Sampler,
    /// `samplerShadow`.
    SamplerShadow,
    /// A subpass input: component kind, and whether it is multisampled.
    SubpassInput(ScalarKind, bool),
    /// `attachmentEXT` and its kin, of GL_EXT_shader_tile_image.
    TileAttachment(ScalarKind),
    /// `atomic_uint`.
    AtomicCounter,
    /// `accelerationStructureEXT`.
    AccelerationStructure,
    /// `rayQueryEXT`.
    RayQuery,
    /// `coopmat`, which parameters in `<>` follow.
    CooperativeMatrix,
    /// `yuvCscStandardEXT`.
    YuvStandard,
}

macro_rules! builtin_types {
    ($($variant:ident $name:literal $shape:expr, $availability:expr;)*) => {
        /// A built-in type name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u32)]
        pub enum BuiltinType {
            $(#[doc = concat!("`", $name, "`")] $variant,)*
        }

        impl BuiltinType {
            /// Every built-in type name, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Its row in the table.
            pub const fn info(self) -> BuiltinTypeInfo {
                const ROWS: &[BuiltinTypeInfo] = &[$(
                    BuiltinTypeInfo { name: $name, shape: $shape, availability: $availability },
                )*];
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
    /// What it means.
    pub shape: TypeShape,
    /// Where it is a word.
    pub availability: Availability,
}

impl BuiltinType {
    /// As it is written.
    pub const fn name(self) -> &'static str {
        self.info().name
    }

    /// What it means.
    pub const fn shape(self) -> TypeShape {
        self.info().shape
    }
}

builtin_types! {

    // Scalars, vectors and matrices, GLSL 4.60 section 4.1.
    Void "void" Void, ALL;
    Bool "bool" Scalar(Bool), ALL;
    Int "int" Scalar(Int32), ALL;
    Uint "uint" Scalar(Uint32), since(130, 300).with(&[Extension::ExtGpuShader4]);
    Float "float" Scalar(Float32), ALL;
    Double "double" Scalar(Float64), since(400, NEVER).reserved(110, 100).with(&[Extension::ArbGpuShaderFp64, Extension::ArbVertexAttrib64bit]);
    Vec2 "vec2" Vector(Float32, 2), ALL;
    Vec3 "vec3" Vector(Float32, 3), ALL;
    Vec4 "vec4" Vector(Float32, 4), ALL;
    Bvec2 "bvec2" Vector(Bool, 2), ALL;
    Bvec3 "bvec3" Vector(Bool, 3), ALL;
    Bvec4 "bvec4" Vector(Bool, 4), ALL;
    Ivec2 "ivec2" Vector(Int32, 2), ALL;
    Ivec3 "ivec3" Vector(Int32, 3), ALL;
    Ivec4 "ivec4" Vector(Int32, 4), ALL;
    Uvec2 "uvec2" Vector(Uint32, 2), since(130, 300).with(&[Extension::ExtGpuShader4]);
    Uvec3 "uvec3" Vector(Uint32, 3), since(130, 300).with(&[Extension::ExtGpuShader4]);
    Uvec4 "uvec4" Vector(Uint32, 4), since(130, 300).with(&[Extension::ExtGpuShader4]);
    Dvec2 "dvec2" Vector(Float64, 2), since(400, NEVER).reserved(110, 100).with(&[Extension::ArbGpuShaderFp64, Extension::ArbVertexAttrib64bit]);
    Dvec3 "dvec3" Vector(Float64, 3), since(400, NEVER).reserved(110, 100).with(&[Extension::ArbGpuShaderFp64, Extension::ArbVertexAttrib64bit]);
    Dvec4 "dvec4" Vector(Float64, 4), since(400, NEVER).reserved(110, 100).with(&[Extension::ArbGpuShaderFp64, Extension::ArbVertexAttrib64bit]);
    Mat2 "mat2" Matrix(Float32, 2, 2), ALL;
    Mat3 "mat3" Matrix(Float32, 3, 3), ALL;
    Mat4 "mat4" Matrix(Float32, 4, 4), ALL;
    Mat2x2 "mat2x2" Matrix(Float32, 2, 2), since(120, 300);
    Mat2x3 "mat2x3" Matrix(Float32, 2, 3), since(120, 300);
    Mat2x4 "mat2x4" Matrix(Float32, 2, 4), since(120, 300);
    Mat3x2 "mat3x2" Matrix(Float32, 3, 2), since(120, 300);
    Mat3x3 "mat3x3" Matrix(Float32, 3, 3), since(120, 300);
    Mat3x4 "mat3x4" Matrix(Float32, 3, 4), since(120, 300);
    Mat4x2 "mat4x2" Matrix(Float32, 4, 2), since(120, 300);
    Mat4x3 "mat4x3" Matrix(Float32, 4, 3), since(120, 300);
    Mat4x4 "mat4x4" Matrix(Float32, 4, 4), since(120, 300);
    Dmat2 "dmat2" Matrix(Float64, 2, 2), since(400, NEVER).reserved(NEVER, 300).with(&[Extension::ArbGpuShaderFp64, Extension::ArbVertexAttrib64bit]);
    Dmat3 "dmat3" Matrix(Float64, 3, 3), since(400, NEVER).reserved(NEVER, 300).with(&[Extension::ArbGpuShaderFp64, Extension::ArbVertexAttrib64bit]);
    Dmat4 "dmat4" Matrix(Float64, 4, 4), since(400, NEVER).reserved(NEVER, 300).with(&[Extension::ArbGpuShaderFp64, Extension::ArbVertexAttrib64bit]);
    Dmat2x2 "dmat2x2" Matrix(Float64, 2, 2), since(400, NEVER).reserved(NEVER, 300).with(&[Extension::ArbGpuShaderFp64, Extension::ArbVertexAttrib64bit]);
    Dmat2x3 "dmat2x3" Matrix(Float64, 2, 3), since(400, NEVER).reserved(NEVER, 300).with(&[Extension::ArbGpuShaderFp64, Extension::ArbVertexAttrib64bit]);
    Dmat2x4 "dmat2x4" Matrix(Float64, 2, 4), since(400, NEVER).reserved(NEVER, 300).with(&[Extension::ArbGpuShaderFp64, Extension::ArbVertexAttrib64bit]);
    Dmat3x2 "dmat3x2" Matrix(Float64, 3, 2), since(400, NEVER).reserved(NEVER, 300).with(&[Extension::ArbGpuShaderFp64, Extension::ArbVertexAttrib64bit]);
    Dmat3x3 "dmat3x3" Matrix(Float64, 3, 3), since(400, NEVER).reserved(NEVER, 300).with(&[Extension::ArbGpuShaderFp64, Extension::ArbVertexAttrib64bit]);
    Dmat3x4 "dmat3x4" Matrix(Float64, 3, 4), since(400, NEVER).reserved(NEVER, 300).with(&[Extension::ArbGpuShaderFp64, Extension::ArbVertexAttrib64bit]);
    Dmat4x2 "dmat4x2" Matrix(Float64, 4, 2), since(400, NEVER).reserved(NEVER, 300).with(&[Extension::ArbGpuShaderFp64, Extension::ArbVertexAttrib64bit]);
    Dmat4x3 "dmat4x3" Matrix(Float64, 4, 3), since(400, NEVER).reserved(NEVER, 300).with(&[Extension::ArbGpuShaderFp64, Extension::ArbVertexAttrib64bit]);
    Dmat4x4 "dmat4x4" Matrix(Float64, 4, 4), since(400, NEVER).reserved(NEVER, 300).with(&[Extension::ArbGpuShaderFp64, Extension::ArbVertexAttrib64bit]);

    // Explicit arithmetic types, GL_EXT_shader_explicit_arithmetic_types and the storage extensions.
    Int8T "int8_t" Scalar(Int8), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt8, Extension::ExtShader8bitStorage]);
    I8vec2 "i8vec2" Vector(Int8, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt8, Extension::ExtShader8bitStorage]);
    I8vec3 "i8vec3" Vector(Int8, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt8, Extension::ExtShader8bitStorage]);
    I8vec4 "i8vec4" Vector(Int8, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt8, Extension::ExtShader8bitStorage]);
    Uint8T "uint8_t" Scalar(Uint8), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt8, Extension::ExtShader8bitStorage]);
    U8vec2 "u8vec2" Vector(Uint8, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt8, Extension::ExtShader8bitStorage]);
    U8vec3 "u8vec3" Vector(Uint8, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt8, Extension::ExtShader8bitStorage]);
    U8vec4 "u8vec4" Vector(Uint8, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt8, Extension::ExtShader8bitStorage]);
    Int16T "int16_t" Scalar(Int16), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt16, Extension::ExtShader16bitStorage]);
    I16vec2 "i16vec2" Vector(Int16, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt16, Extension::ExtShader16bitStorage]);
    I16vec3 "i16vec3" Vector(Int16, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt16, Extension::ExtShader16bitStorage]);
    I16vec4 "i16vec4" Vector(Int16, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt16, Extension::ExtShader16bitStorage]);
    Uint16T "uint16_t" Scalar(Uint16), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt16, Extension::ExtShader16bitStorage]);
    U16vec2 "u16vec2" Vector(Uint16, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt16, Extension::ExtShader16bitStorage]);
    U16vec3 "u16vec3" Vector(Uint16, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt16, Extension::ExtShader16bitStorage]);
    U16vec4 "u16vec4" Vector(Uint16, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt16, Extension::ExtShader16bitStorage]);
    Int32T "int32_t" Scalar(Int32), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt32]);
    I32vec2 "i32vec2" Vector(Int32, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt32]);
    I32vec3 "i32vec3" Vector(Int32, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt32]);
    I32vec4 "i32vec4" Vector(Int32, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt32]);
    Uint32T "uint32_t" Scalar(Uint32), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt32]);
    U32vec2 "u32vec2" Vector(Uint32, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt32]);
    U32vec3 "u32vec3" Vector(Uint32, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt32]);
    U32vec4 "u32vec4" Vector(Uint32, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt32]);
    Int64T "int64_t" Scalar(Int64), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt64, Extension::ArbGpuShaderInt64]);
    I64vec2 "i64vec2" Vector(Int64, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt64, Extension::ArbGpuShaderInt64]);
    I64vec3 "i64vec3" Vector(Int64, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt64, Extension::ArbGpuShaderInt64]);
    I64vec4 "i64vec4" Vector(Int64, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt64, Extension::ArbGpuShaderInt64]);
    Uint64T "uint64_t" Scalar(Uint64), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt64, Extension::ArbGpuShaderInt64]);
    U64vec2 "u64vec2" Vector(Uint64, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt64, Extension::ArbGpuShaderInt64]);
    U64vec3 "u64vec3" Vector(Uint64, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt64, Extension::ArbGpuShaderInt64]);
    U64vec4 "u64vec4" Vector(Uint64, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesInt64, Extension::ArbGpuShaderInt64]);
    Float16T "float16_t" Scalar(Float16), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat16, Extension::ExtShader16bitStorage]);
    F16vec2 "f16vec2" Vector(Float16, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat16, Extension::ExtShader16bitStorage]);
    F16vec3 "f16vec3" Vector(Float16, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat16, Extension::ExtShader16bitStorage]);
    F16vec4 "f16vec4" Vector(Float16, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat16, Extension::ExtShader16bitStorage]);
    F16mat2 "f16mat2" Matrix(Float16, 2, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat16, Extension::ExtShader16bitStorage]);
    F16mat3 "f16mat3" Matrix(Float16, 3, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat16, Extension::ExtShader16bitStorage]);
    F16mat4 "f16mat4" Matrix(Float16, 4, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat16, Extension::ExtShader16bitStorage]);
    F16mat2x2 "f16mat2x2" Matrix(Float16, 2, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat16, Extension::ExtShader16bitStorage]);
    F16mat2x3 "f16mat2x3" Matrix(Float16, 2, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat16, Extension::ExtShader16bitStorage]);
    F16mat2x4 "f16mat2x4" Matrix(Float16, 2, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat16, Extension::ExtShader16bitStorage]);
    F16mat3x2 "f16mat3x2" Matrix(Float16, 3, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat16, Extension::ExtShader16bitStorage]);
    F16mat3x3 "f16mat3x3" Matrix(Float16, 3, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat16, Extension::ExtShader16bitStorage]);
    F16mat3x4 "f16mat3x4" Matrix(Float16, 3, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat16, Extension::ExtShader16bitStorage]);
    F16mat4x2 "f16mat4x2" Matrix(Float16, 4, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat16, Extension::ExtShader16bitStorage]);
    F16mat4x3 "f16mat4x3" Matrix(Float16, 4, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat16, Extension::ExtShader16bitStorage]);
    F16mat4x4 "f16mat4x4" Matrix(Float16, 4, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat16, Extension::ExtShader16bitStorage]);
    Float32T "float32_t" Scalar(Float32), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat32]);
    F32vec2 "f32vec2" Vector(Float32, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat32]);
    F32vec3 "f32vec3" Vector(Float32, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat32]);
    F32vec4 "f32vec4" Vector(Float32, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat32]);
    F32mat2 "f32mat2" Matrix(Float32, 2, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat32]);
    F32mat3 "f32mat3" Matrix(Float32, 3, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat32]);
    F32mat4 "f32mat4" Matrix(Float32, 4, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat32]);
    F32mat2x2 "f32mat2x2" Matrix(Float32, 2, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat32]);
    F32mat2x3 "f32mat2x3" Matrix(Float32, 2, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat32]);
    F32mat2x4 "f32mat2x4" Matrix(Float32, 2, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat32]);
    F32mat3x2 "f32mat3x2" Matrix(Float32, 3, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat32]);
    F32mat3x3 "f32mat3x3" Matrix(Float32, 3, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat32]);
    F32mat3x4 "f32mat3x4" Matrix(Float32, 3, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat32]);
    F32mat4x2 "f32mat4x2" Matrix(Float32, 4, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat32]);
    F32mat4x3 "f32mat4x3" Matrix(Float32, 4, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat32]);
    F32mat4x4 "f32mat4x4" Matrix(Float32, 4, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat32]);
    Float64T "float64_t" Scalar(Float64), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat64]);
    F64vec2 "f64vec2" Vector(Float64, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat64]);
    F64vec3 "f64vec3" Vector(Float64, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat64]);
    F64vec4 "f64vec4" Vector(Float64, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat64]);
    F64mat2 "f64mat2" Matrix(Float64, 2, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat64]);
    F64mat3 "f64mat3" Matrix(Float64, 3, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat64]);
    F64mat4 "f64mat4" Matrix(Float64, 4, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat64]);
    F64mat2x2 "f64mat2x2" Matrix(Float64, 2, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat64]);
    F64mat2x3 "f64mat2x3" Matrix(Float64, 2, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat64]);
    F64mat2x4 "f64mat2x4" Matrix(Float64, 2, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat64]);
    F64mat3x2 "f64mat3x2" Matrix(Float64, 3, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat64]);
    F64mat3x3 "f64mat3x3" Matrix(Float64, 3, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat64]);
    F64mat3x4 "f64mat3x4" Matrix(Float64, 3, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat64]);
    F64mat4x2 "f64mat4x2" Matrix(Float64, 4, 2), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat64]);
    F64mat4x3 "f64mat4x3" Matrix(Float64, 4, 3), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat64]);
    F64mat4x4 "f64mat4x4" Matrix(Float64, 4, 4), only_with(&[Extension::ExtShaderExplicitArithmeticTypesFloat64]);

    // Combined samplers, GLSL 4.60 section 4.1.7.
    Sampler1D "sampler1D" SampledImage(image(Dimension::D1, Float32)), since(110, NEVER).reserved(NEVER, 100);
    Sampler2D "sampler2D" SampledImage(image(Dimension::D2, Float32)), ALL;
    Sampler3D "sampler3D" SampledImage(image(Dimension::D3, Float32)), since(110, 300).reserved(NEVER, 100).with(&[Extension::OesTexture3d]);
    SamplerCube "samplerCube" SampledImage(image(Dimension::Cube, Float32)), ALL;
    // `GL_ARB_texture_rectangle` (issue 15): required by every shader, without saying so.
    Sampler2DRect "sampler2DRect" SampledImage(image(Dimension::Rect, Float32)), since(110, NEVER).reserved(110, 100);
    Sampler1DArray "sampler1DArray" SampledImage(image(Dimension::D1, Float32).arrayed()), since(130, NEVER).reserved(NEVER, 300).with(&[Extension::ExtTextureArray, Extension::ExtGpuShader4]);
    Sampler2DArray "sampler2DArray" SampledImage(image(Dimension::D2, Float32).arrayed()), since(130, 300).with(&[Extension::ExtTextureArray, Extension::ExtGpuShader4]);
    SamplerCubeArray "samplerCubeArray" SampledImage(image(Dimension::Cube, Float32).arrayed()), since(400, 320).reserved(NEVER, 300).with(&[Extension::ArbTextureCubeMapArray, Extension::ExtTextureCubeMapArray, Extension::OesTextureCubeMapArray]);
    SamplerBuffer "samplerBuffer" SampledImage(image(Dimension::Buffer, Float32)), since(140, 320).reserved(130, 300).with(&[Extension::ExtGpuShader4, Extension::ExtTextureBuffer, Extension::OesTextureBuffer]);
    Sampler2DMS "sampler2DMS" SampledImage(image(Dimension::D2, Float32).multisampled()), since(150, 310).reserved(NEVER, 300).with(&[Extension::ArbTextureMultisample]);
    Sampler2DMSArray "sampler2DMSArray" SampledImage(image(Dimension::D2, Float32).arrayed().multisampled()), since(150, 320).reserved(NEVER, 300).with(&[Extension::ArbTextureMultisample, Extension::OesTextureStorageMultisample2dArray]);
    Sampler1DShadow "sampler1DShadow" SampledImage(image(Dimension::D1, Float32).shadow()), since(110, NEVER).reserved(NEVER, 100);
    Sampler2DShadow "sampler2DShadow" SampledImage(image(Dimension::D2, Float32).shadow()), since(110, 300).reserved(NEVER, 100).with(&[Extension::ExtShadowSamplers]);
    SamplerCubeShadow "samplerCubeShadow" SampledImage(image(Dimension::Cube, Float32).shadow()), since(130, 300).with(&[Extension::ExtGpuShader4]);
    Sampler2DRectShadow "sampler2DRectShadow" SampledImage(image(Dimension::Rect, Float32).shadow()), since(110, NEVER).reserved(110, 100);
    Sampler1DArrayShadow "sampler1DArrayShadow" SampledImage(image(Dimension::D1, Float32).arrayed().shadow()), since(130, NEVER).reserved(NEVER, 300).with(&[Extension::ExtTextureArray, Extension::ExtGpuShader4]);
    Sampler2DArrayShadow "sampler2DArrayShadow" SampledImage(image(Dimension::D2, Float32).arrayed().shadow()), since(130, 300).with(&[Extension::ExtTextureArray, Extension::ExtGpuShader4]);
    SamplerCubeArrayShadow "samplerCubeArrayShadow" SampledImage(image(Dimension::Cube, Float32).arrayed().shadow()), since(400, 320).reserved(NEVER, 300).with(&[Extension::ArbTextureCubeMapArray, Extension::ExtTextureCubeMapArray, Extension::OesTextureCubeMapArray]);
    Isampler1D "isampler1D" SampledImage(image(Dimension::D1, Int32)), since(130, NEVER).reserved(NEVER, 300).with(&[Extension::ExtGpuShader4]);
    Isampler2D "isampler2D" SampledImage(image(Dimension::D2, Int32)), since(130, 300).with(&[Extension::ExtGpuShader4]);
    Isampler3D "isampler3D" SampledImage(image(Dimension::D3, Int32)), since(130, 300).with(&[Extension::ExtGpuShader4]);
    IsamplerCube "isamplerCube" SampledImage(image(Dimension::Cube, Int32)), since(130, 300).with(&[Extension::ExtGpuShader4]);
    Isampler2DRect "isampler2DRect" SampledImage(image(Dimension::Rect, Int32)), since(140, NEVER).reserved(NEVER, 300).with(&[Extension::ExtGpuShader4]);
    Isampler1DArray "isampler1DArray" SampledImage(image(Dimension::D1, Int32).arrayed()), since(130, NEVER).reserved(NEVER, 300).with(&[Extension::ExtGpuShader4]);
    Isampler2DArray "isampler2DArray" SampledImage(image(Dimension::D2, Int32).arrayed()), since(130, 300).with(&[Extension::ExtGpuShader4]);
    IsamplerCubeArray "isamplerCubeArray" SampledImage(image(Dimension::Cube, Int32).arrayed()), since(400, 320).reserved(NEVER, 300).with(&[Extension::ArbTextureCubeMapArray, Extension::ExtTextureCubeMapArray, Extension::OesTextureCubeMapArray]);
    IsamplerBuffer "isamplerBuffer" SampledImage(image(Dimension::Buffer, Int32)), since(140, 320).reserved(NEVER, 300).with(&[Extension::ExtGpuShader4, Extension::ExtTextureBuffer, Extension::OesTextureBuffer]);
    Isampler2DMS "isampler2DMS" SampledImage(image(Dimension::D2, Int32).multisampled()), since(150, 310).reserved(NEVER, 300).with(&[Extension::ArbTextureMultisample]);
    Isampler2DMSArray "isampler2DMSArray" SampledImage(image(Dimension::D2, Int32).arrayed().multisampled()), since(150, 320).reserved(NEVER, 300).with(&[Extension::ArbTextureMultisample, Extension::OesTextureStorageMultisample2dArray]);
    Usampler1D "usampler1D" SampledImage(image(Dimension::D1, Uint32)), since(130, NEVER).reserved(NEVER, 300).with(&[Extension::ExtGpuShader4]);
    Usampler2D "usampler2D" SampledImage(image(Dimension::D2, Uint32)), since(130, 300).with(&[Extension::ExtGpuShader4]);
    Usampler3D "usampler3D" SampledImage(image(Dimension::D3, Uint32)), since(130, 300).with(&[Extension::ExtGpuShader4]);
    UsamplerCube "usamplerCube" SampledImage(image(Dimension::Cube, Uint32)), since(130, 300).with(&[Extension::ExtGpuShader4]);
    Usampler2DRect "usampler2DRect" SampledImage(image(Dimension::Rect, Uint32)), since(140, NEVER).reserved(NEVER, 300).with(&[Extension::ExtGpuShader4]);
    Usampler1DArray "usampler1DArray" SampledImage(image(Dimension::D1, Uint32).arrayed()), since(130, NEVER).reserved(NEVER, 300).with(&[Extension::ExtGpuShader4]);
    Usampler2DArray "usampler2DArray" SampledImage(image(Dimension::D2, Uint32).arrayed()), since(130, 300).with(&[Extension::ExtGpuShader4]);
    UsamplerCubeArray "usamplerCubeArray" SampledImage(image(Dimension::Cube, Uint32).arrayed()), since(400, 320).reserved(NEVER, 300).with(&[Extension::ArbTextureCubeMapArray, Extension::ExtTextureCubeMapArray, Extension::OesTextureCubeMapArray]);
    UsamplerBuffer "usamplerBuffer" SampledImage(image(Dimension::Buffer, Uint32)), since(140, 320).reserved(NEVER, 300).with(&[Extension::ExtGpuShader4, Extension::ExtTextureBuffer, Extension::OesTextureBuffer]);
    Usampler2DMS "usampler2DMS" SampledImage(image(Dimension::D2, Uint32).multisampled()), since(150, 310).reserved(NEVER, 300).with(&[Extension::ArbTextureMultisample]);
    Usampler2DMSArray "usampler2DMSArray" SampledImage(image(Dimension::D2, Uint32).arrayed().multisampled()), since(150, 320).reserved(NEVER, 300).with(&[Extension::ArbTextureMultisample, Extension::OesTextureStorageMultisample2dArray]);
    SamplerExternalOES "samplerExternalOES" SampledImage(image(Dimension::External, Float32)), only_with(&[Extension::OesEglImageExternal, Extension::OesEglImageExternalEssl3]);
    SamplerExternal2DY2YEXT "__samplerExternal2DY2YEXT" SampledImage(image(Dimension::ExternalYuv, Float32)), only_with(&[Extension::ExtYuvTarget]);

    // Separate textures and samplers, GL_KHR_vulkan_glsl.
    Texture1D "texture1D" Texture(image(Dimension::D1, Float32)), vulkan();
    Texture2D "texture2D" Texture(image(Dimension::D2, Float32)), vulkan();
    Texture3D "texture3D" Texture(image(Dimension::D3, Float32)), vulkan();
    TextureCube "textureCube" Texture(image(Dimension::Cube, Float32)), vulkan();
    Texture1DArray "texture1DArray" Texture(image(Dimension::D1, Float32).arrayed()), vulkan();
    Texture2DArray "texture2DArray" Texture(image(Dimension::D2, Float32).arrayed()), vulkan();
    TextureCubeArray "textureCubeArray" Texture(image(Dimension::Cube, Float32).arrayed()), vulkan();
    Texture2DRect "texture2DRect" Texture(image(Dimension::Rect, Float32)), vulkan();
    TextureBuffer "textureBuffer" Texture(image(Dimension::Buffer, Float32)), vulkan();
    Texture2DMS "texture2DMS" Texture(image(Dimension::D2, Float32).multisampled()), vulkan();
    Texture2DMSArray "texture2DMSArray" Texture(image(Dimension::D2, Float32).arrayed().multisampled()), vulkan();
    Itexture1D "itexture1D" Texture(image(Dimension::D1, Int32)), vulkan();
    Itexture2D "itexture2D" Texture(image(Dimension::D2, Int32)), vulkan();
    Itexture3D "itexture3D" Texture(image(Dimension::D3, Int32)), vulkan();
    ItextureCube "itextureCube" Texture(image(Dimension::Cube, Int32)), vulkan();
    Itexture1DArray "itexture1DArray" Texture(image(Dimension::D1, Int32).arrayed()), vulkan();
    Itexture2DArray "itexture2DArray" Texture(image(Dimension::D2, Int32).arrayed()), vulkan();
    ItextureCubeArray "itextureCubeArray" Texture(image(Dimension::Cube, Int32).arrayed()), vulkan();
    Itexture2DRect "itexture2DRect" Texture(image(Dimension::Rect, Int32)), vulkan();
    ItextureBuffer "itextureBuffer" Texture(image(Dimension::Buffer, Int32)), vulkan();
    Itexture2DMS "itexture2DMS" Texture(image(Dimension::D2, Int32).multisampled()), vulkan();
    Itexture2DMSArray "itexture2DMSArray" Texture(image(Dimension::D2, Int32).arrayed().multisampled()), vulkan();
    Utexture1D "utexture1D" Texture(image(Dimension::D1, Uint32)), vulkan();
    Utexture2D "utexture2D" Texture(image(Dimension::D2, Uint32)), vulkan();
    Utexture3D "utexture3D" Texture(image(Dimension::D3, Uint32)), vulkan();
    UtextureCube "utextureCube" Texture(image(Dimension::Cube, Uint32)), vulkan();
    Utexture1DArray "utexture1DArray" Texture(image(Dimension::D1, Uint32).arrayed()), vulkan();
    Utexture2DArray "utexture2DArray" Texture(image(Dimension::D2, Uint32).arrayed()), vulkan();
    UtextureCubeArray "utextureCubeArray" Texture(image(Dimension::Cube, Uint32).arrayed()), vulkan();
    Utexture2DRect "utexture2DRect" Texture(image(Dimension::Rect, Uint32)), vulkan();
    UtextureBuffer "utextureBuffer" Texture(image(Dimension::Buffer, Uint32)), vulkan();
    Utexture2DMS "utexture2DMS" Texture(image(Dimension::D2, Uint32).multisampled()), vulkan();
    Utexture2DMSArray "utexture2DMSArray" Texture(image(Dimension::D2, Uint32).arrayed().multisampled()), vulkan();
    Sampler "sampler" Sampler, vulkan();
    SamplerShadow "samplerShadow" SamplerShadow, vulkan();
    SubpassInput "subpassInput" SubpassInput(Float32, false), vulkan();
    SubpassInputMS "subpassInputMS" SubpassInput(Float32, true), vulkan();
    IsubpassInput "isubpassInput" SubpassInput(Int32, false), vulkan();
    IsubpassInputMS "isubpassInputMS" SubpassInput(Int32, true), vulkan();
    UsubpassInput "usubpassInput" SubpassInput(Uint32, false), vulkan();
    UsubpassInputMS "usubpassInputMS" SubpassInput(Uint32, true), vulkan();
    AttachmentEXT "attachmentEXT" TileAttachment(Float32), only_with(&[Extension::ExtShaderTileImage]);
    IattachmentEXT "iattachmentEXT" TileAttachment(Int32), only_with(&[Extension::ExtShaderTileImage]);
    UattachmentEXT "uattachmentEXT" TileAttachment(Uint32), only_with(&[Extension::ExtShaderTileImage]);

    // Storage images, GLSL 4.60 section 4.1.7.2.
    Image1D "image1D" Image(image(Dimension::D1, Float32)), since(420, NEVER).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore]);
    Image2D "image2D" Image(image(Dimension::D2, Float32)), since(420, 310).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore]);
    Image3D "image3D" Image(image(Dimension::D3, Float32)), since(420, 310).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore]);
    ImageCube "imageCube" Image(image(Dimension::Cube, Float32)), since(420, 310).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore]);
    Image2DRect "image2DRect" Image(image(Dimension::Rect, Float32)), since(420, NEVER).reserved(NEVER, 300).with(&[Extension::ArbShaderImageLoadStore]);
    Image1DArray "image1DArray" Image(image(Dimension::D1, Float32).arrayed()), since(420, NEVER).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore]);
    Image2DArray "image2DArray" Image(image(Dimension::D2, Float32).arrayed()), since(420, 310).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore]);
    ImageCubeArray "imageCubeArray" Image(image(Dimension::Cube, Float32).arrayed()), since(420, 320).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore, Extension::ExtTextureCubeMapArray, Extension::OesTextureCubeMapArray]);
    ImageBuffer "imageBuffer" Image(image(Dimension::Buffer, Float32)), since(420, 320).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore, Extension::ExtTextureBuffer, Extension::OesTextureBuffer]);
    Image2DMS "image2DMS" Image(image(Dimension::D2, Float32).multisampled()), since(420, NEVER).reserved(NEVER, 310).with(&[Extension::ArbShaderImageLoadStore]);
    Image2DMSArray "image2DMSArray" Image(image(Dimension::D2, Float32).arrayed().multisampled()), since(420, NEVER).reserved(NEVER, 310).with(&[Extension::ArbShaderImageLoadStore]);
    Iimage1D "iimage1D" Image(image(Dimension::D1, Int32)), since(420, NEVER).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore]);
    Iimage2D "iimage2D" Image(image(Dimension::D2, Int32)), since(420, 310).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore]);
    Iimage3D "iimage3D" Image(image(Dimension::D3, Int32)), since(420, 310).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore]);
    IimageCube "iimageCube" Image(image(Dimension::Cube, Int32)), since(420, 310).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore]);
    Iimage2DRect "iimage2DRect" Image(image(Dimension::Rect, Int32)), since(420, NEVER).reserved(NEVER, 300).with(&[Extension::ArbShaderImageLoadStore]);
    Iimage1DArray "iimage1DArray" Image(image(Dimension::D1, Int32).arrayed()), since(420, NEVER).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore]);
    Iimage2DArray "iimage2DArray" Image(image(Dimension::D2, Int32).arrayed()), since(420, 310).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore]);
    IimageCubeArray "iimageCubeArray" Image(image(Dimension::Cube, Int32).arrayed()), since(420, 320).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore, Extension::ExtTextureCubeMapArray, Extension::OesTextureCubeMapArray]);
    IimageBuffer "iimageBuffer" Image(image(Dimension::Buffer, Int32)), since(420, 320).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore, Extension::ExtTextureBuffer, Extension::OesTextureBuffer]);
    Iimage2DMS "iimage2DMS" Image(image(Dimension::D2, Int32).multisampled()), since(420, NEVER).reserved(NEVER, 310).with(&[Extension::ArbShaderImageLoadStore]);
    Iimage2DMSArray "iimage2DMSArray" Image(image(Dimension::D2, Int32).arrayed().multisampled()), since(420, NEVER).reserved(NEVER, 310).with(&[Extension::ArbShaderImageLoadStore]);
    Uimage1D "uimage1D" Image(image(Dimension::D1, Uint32)), since(420, NEVER).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore]);
    Uimage2D "uimage2D" Image(image(Dimension::D2, Uint32)), since(420, 310).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore]);
    Uimage3D "uimage3D" Image(image(Dimension::D3, Uint32)), since(420, 310).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore]);
    UimageCube "uimageCube" Image(image(Dimension::Cube, Uint32)), since(420, 310).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore]);
    Uimage2DRect "uimage2DRect" Image(image(Dimension::Rect, Uint32)), since(420, NEVER).reserved(NEVER, 300).with(&[Extension::ArbShaderImageLoadStore]);
    Uimage1DArray "uimage1DArray" Image(image(Dimension::D1, Uint32).arrayed()), since(420, NEVER).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore]);
    Uimage2DArray "uimage2DArray" Image(image(Dimension::D2, Uint32).arrayed()), since(420, 310).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore]);
    UimageCubeArray "uimageCubeArray" Image(image(Dimension::Cube, Uint32).arrayed()), since(420, 320).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore, Extension::ExtTextureCubeMapArray, Extension::OesTextureCubeMapArray]);
    UimageBuffer "uimageBuffer" Image(image(Dimension::Buffer, Uint32)), since(420, 320).reserved(130, 300).with(&[Extension::ArbShaderImageLoadStore, Extension::ExtTextureBuffer, Extension::OesTextureBuffer]);
    Uimage2DMS "uimage2DMS" Image(image(Dimension::D2, Uint32).multisampled()), since(420, NEVER).reserved(NEVER, 310).with(&[Extension::ArbShaderImageLoadStore]);
    Uimage2DMSArray "uimage2DMSArray" Image(image(Dimension::D2, Uint32).arrayed().multisampled()), since(420, NEVER).reserved(NEVER, 310).with(&[Extension::ArbShaderImageLoadStore]);
    I64image1D "i64image1D" Image(image(Dimension::D1, Int64)), only_with(&[Extension::ExtShaderImageInt64]);
    I64image2D "i64image2D" Image(image(Dimension::D2, Int64)), only_with(&[Extension::ExtShaderImageInt64]);
    I64image3D "i64image3D" Image(image(Dimension::D3, Int64)), only_with(&[Extension::ExtShaderImageInt64]);
    I64imageCube "i64imageCube" Image(image(Dimension::Cube, Int64)), only_with(&[Extension::ExtShaderImageInt64]);
    I64image2DRect "i64image2DRect" Image(image(Dimension::Rect, Int64)), only_with(&[Extension::ExtShaderImageInt64]);
    I64image1DArray "i64image1DArray" Image(image(Dimension::D1, Int64).arrayed()), only_with(&[Extension::ExtShaderImageInt64]);
    I64image2DArray "i64image2DArray" Image(image(Dimension::D2, Int64).arrayed()), only_with(&[Extension::ExtShaderImageInt64]);
    I64imageCubeArray "i64imageCubeArray" Image(image(Dimension::Cube, Int64).arrayed()), only_with(&[Extension::ExtShaderImageInt64]);
    I64imageBuffer "i64imageBuffer" Image(image(Dimension::Buffer, Int64)), only_with(&[Extension::ExtShaderImageInt64]);
    I64image2DMS "i64image2DMS" Image(image(Dimension::D2, Int64).multisampled()), only_with(&[Extension::ExtShaderImageInt64]);
    I64image2DMSArray "i64image2DMSArray" Image(image(Dimension::D2, Int64).arrayed().multisampled()), only_with(&[Extension::ExtShaderImageInt64]);
    U64image1D "u64image1D" Image(image(Dimension::D1, Uint64)), only_with(&[Extension::ExtShaderImageInt64]);
    U64image2D "u64image2D" Image(image(Dimension::D2, Uint64)), only_with(&[Extension::ExtShaderImageInt64]);
    U64image3D "u64image3D" Image(image(Dimension::D3, Uint64)), only_with(&[Extension::ExtShaderImageInt64]);
    U64imageCube "u64imageCube" Image(image(Dimension::Cube, Uint64)), only_with(&[Extension::ExtShaderImageInt64]);
    U64image2DRect "u64image2DRect" Image(image(Dimension::Rect, Uint64)), only_with(&[Extension::ExtShaderImageInt64]);
    U64image1DArray "u64image1DArray" Image(image(Dimension::D1, Uint64).arrayed()), only_with(&[Extension::ExtShaderImageInt64]);
    U64image2DArray "u64image2DArray" Image(image(Dimension::D2, Uint64).arrayed()), only_with(&[Extension::ExtShaderImageInt64]);
    U64imageCubeArray "u64imageCubeArray" Image(image(Dimension::Cube, Uint64).arrayed()), only_with(&[Extension::ExtShaderImageInt64]);
    U64imageBuffer "u64imageBuffer" Image(image(Dimension::Buffer, Uint64)), only_with(&[Extension::ExtShaderImageInt64]);
    U64image2DMS "u64image2DMS" Image(image(Dimension::D2, Uint64).multisampled()), only_with(&[Extension::ExtShaderImageInt64]);
    U64image2DMSArray "u64image2DMSArray" Image(image(Dimension::D2, Uint64).arrayed().multisampled()), only_with(&[Extension::ExtShaderImageInt64]);

    // Everything else that is opaque.
    AtomicUint "atomic_uint" AtomicCounter, since(420, 310).reserved(NEVER, 300).with(&[Extension::ArbShaderAtomicCounters]);
    AccelerationStructureEXT "accelerationStructureEXT" AccelerationStructure, only_with(&[Extension::ExtRayTracing, Extension::ExtRayQuery]);
    RayQueryEXT "rayQueryEXT" RayQuery, only_with(&[Extension::ExtRayQuery]);
    Coopmat "coopmat" CooperativeMatrix, only_with(&[Extension::KhrCooperativeMatrix]);
    YuvCscStandardEXT "yuvCscStandardEXT" YuvStandard, only_with(&[Extension::ExtYuvTarget]);
}
