//! Types of values and of memory.
//!
//! Types are interned by content, so two equal types have equal ids. The common ones have ids known at
//! compile time ([`common`]). Structs are nominal: their members live in the module, and they carry no
//! offsets, since the same struct can lie in blocks of different layout rules.

use crate::constants::Constant;
use crate::generics::TypeExpression;
use crate::module::{LayoutRule, Storage, Struct, named_enum};
use crate::names::Interner;

/// Id of a type in a module's [`Types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Type(pub(crate) u32);

impl Type {
    /// Position in the table of types.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

named_enum! {
    /// A scalar type: its name says signedness and width in bits.
    Scalar {
        Bool "bool", I8 "i8", I16 "i16", I32 "i32", I64 "i64", U8 "u8", U16 "u16", U32 "u32", U64 "u64",
        F16 "f16", F32 "f32", F64 "f64",
        /// Brain float, 8 exponent bits.
        Bf16 "bf16",
        /// 8-bit float, 4 exponent bits, no infinities.
        F8E4M3 "f8e4m3",
        /// 8-bit float, 5 exponent bits.
        F8E5M2 "f8e5m2",
        /// 4-bit float, 2 exponent bits, finite only (OCP Microscaling Formats 1.0, as the following).
        F4E2M1 "f4e2m1",
        /// 6-bit float, 2 exponent bits, finite only.
        F6E2M3 "f6e2m3",
        /// 6-bit float, 3 exponent bits, finite only.
        F6E3M2 "f6e3m2",
        /// A power of two or NaN: an exponent of 8 bits.
        F8E8M0 "f8e8m0",
        /// A multiple of 1/64: a signed integer of 8 bits.
        MxInt8 "mxint8",
    }
}

impl Scalar {
    /// Name in GLSL, and the prefix of the name of its vectors: `vec2` follows it.
    pub fn glsl_names(self) -> (&'static str, &'static str) {
        match self {
            Self::Bool => ("bool", "b"),
            Self::I8 => ("int8_t", "i8"),
            Self::I16 => ("int16_t", "i16"),
            Self::I32 => ("int", "i"),
            Self::I64 => ("int64_t", "i64"),
            Self::U8 => ("uint8_t", "u8"),
            Self::U16 => ("uint16_t", "u16"),
            Self::U32 => ("uint", "u"),
            Self::U64 => ("uint64_t", "u64"),
            Self::F16 => ("float16_t", "f16"),
            Self::F32 => ("float", ""),
            Self::F64 => ("double", "d"),
            Self::Bf16 => ("bfloat16_t", "bf16"),
            Self::F8E4M3 => ("floate4m3_t", "fe4m3"),
            Self::F8E5M2 => ("floate5m2_t", "fe5m2"),
            Self::F4E2M1 => ("floate2m1_t", "fe2m1"),
            Self::F6E2M3 => ("floate2m3_t", "fe2m3"),
            Self::F6E3M2 => ("floate3m2_t", "fe3m2"),
            Self::F8E8M0 => ("floatue8m0_t", "fue8m0"),
            Self::MxInt8 => ("floatmxint8_t", "fmxint8"),
        }
    }

    /// Width in bits; 1 for bool, which has no width in memory.
    pub const fn width(self) -> u32 {
        match self {
            Self::Bool => 1,
            Self::F4E2M1 => 4,
            Self::F6E2M3 | Self::F6E3M2 => 6,
            Self::I8 | Self::U8 | Self::F8E4M3 | Self::F8E5M2 | Self::F8E8M0 | Self::MxInt8 => 8,
            Self::I16 | Self::U16 | Self::F16 | Self::Bf16 => 16,
            Self::I32 | Self::U32 | Self::F32 => 32,
            Self::I64 | Self::U64 | Self::F64 => 64,
        }
    }

    /// True if it is a floating-point type.
    pub const fn is_float(self) -> bool {
        matches!(self, Self::F16 | Self::F32 | Self::F64) || self.is_small_float()
    }

    /// True if it is a floating-point type without arithmetic: only memory, conversions, bit casts, cooperative
    /// matrices and, for some, dot products have it.
    pub const fn is_small_float(self) -> bool {
        matches!(self, Self::Bf16 | Self::F8E4M3 | Self::F8E5M2) || self.is_microscaling()
    }

    /// True if it is a float that a shared scale goes with, of the OCP Microscaling Formats.
    pub const fn is_microscaling(self) -> bool {
        matches!(self, Self::F4E2M1 | Self::F6E2M3 | Self::F6E3M2 | Self::F8E8M0 | Self::MxInt8)
    }

    /// True if it is a float with fewer bits than a byte, which has no place in memory that others see.
    pub const fn is_below_byte(self) -> bool {
        matches!(self, Self::F4E2M1 | Self::F6E2M3 | Self::F6E3M2)
    }

    /// True if it is a float of `SPV_EXT_float8`.
    pub const fn is_float8(self) -> bool {
        matches!(self, Self::F8E4M3 | Self::F8E5M2)
    }

    /// True if it is a signed integer type.
    pub const fn is_signed(self) -> bool {
        matches!(self, Self::I8 | Self::I16 | Self::I32 | Self::I64)
    }

    /// The integer type of the same width with or without a sign; other types as they are.
    pub const fn with_sign(self, signed: bool) -> Self {
        match (self, signed) {
            (Self::I8 | Self::U8, true) => Self::I8,
            (Self::I8 | Self::U8, false) => Self::U8,
            (Self::I16 | Self::U16, true) => Self::I16,
            (Self::I16 | Self::U16, false) => Self::U16,
            (Self::I32 | Self::U32, true) => Self::I32,
            (Self::I32 | Self::U32, false) => Self::U32,
            (Self::I64 | Self::U64, true) => Self::I64,
            (Self::I64 | Self::U64, false) => Self::U64,
            _ => self,
        }
    }

    /// True if it is an unsigned integer type.
    pub const fn is_unsigned(self) -> bool {
        matches!(self, Self::U8 | Self::U16 | Self::U32 | Self::U64)
    }

    /// True if it is an integer type of either signedness.
    pub const fn is_integer(self) -> bool {
        self.is_signed() || self.is_unsigned()
    }
}

/// Number of an array's elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Length {
    /// Known now.
    Constant(u32),
    /// A specialisation constant or an operation on some, of an integer type.
    Spec(Constant),
}

named_enum! {
    /// Shape of an image: SPIR-V's `Dim`.
    Dim {
        D1 "1d", D2 "2d", D3 "3d", Cube "cube", Rect "rect", Buffer "buffer",
        /// Input attachment of a render pass.
        Subpass "subpass",
        /// `GL_OES_EGL_image_external`: an image of the system, read as 2D.
        External "external",
        /// `GL_EXT_YUV_target`: the same, but of Y, U and V, not converted to red, green and blue.
        ExternalYuv "external_yuv",
        /// `GL_EXT_shader_tile_image`.
        TileImage "tile",
        /// `GL_ANGLE_shader_pixel_local_storage`: the pixel's own data, which is read and written.
        PixelLocal "pixel_local",
    }
}

impl Dim {
    /// Number of coordinates, without the array layer.
    pub const fn coordinates(self) -> u32 {
        match self {
            Self::D1 | Self::Buffer => 1,
            Self::D2
            | Self::Rect
            | Self::Subpass
            | Self::External
            | Self::ExternalYuv
            | Self::TileImage
            | Self::PixelLocal => 2,
            Self::D3 | Self::Cube => 3,
        }
    }
}

macro_rules! image_formats {
    ($($variant:ident $name:literal $spirv:literal)*) => {
        /// Format of a storage image, by its layout qualifier (GLSL 4.60 section 4.4.8).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[expect(missing_docs, reason = "the names are the formats")]
        pub enum ImageFormat { $($variant),* }

        impl ImageFormat {
            /// Every format with its GLSL spelling and its number in SPIR-V.
            pub const ALL: &[(Self, &'static str, u32)] = &[$((Self::$variant, $name, $spirv)),*];
        }
    };
}

image_formats! {
    Unknown "unknown" 0
    Rgba32f "rgba32f" 1  Rgba16f "rgba16f" 2  R32f "r32f" 3  Rgba8 "rgba8" 4  Rgba8Snorm "rgba8_snorm" 5
    Rg32f "rg32f" 6  Rg16f "rg16f" 7  R11fG11fB10f "r11f_g11f_b10f" 8  R16f "r16f" 9  Rgba16 "rgba16" 10
    Rgb10A2 "rgb10_a2" 11  Rg16 "rg16" 12  Rg8 "rg8" 13  R16 "r16" 14  R8 "r8" 15
    Rgba16Snorm "rgba16_snorm" 16  Rg16Snorm "rg16_snorm" 17  Rg8Snorm "rg8_snorm" 18  R16Snorm "r16_snorm" 19
    R8Snorm "r8_snorm" 20  Rgba32i "rgba32i" 21  Rgba16i "rgba16i" 22  Rgba8i "rgba8i" 23  R32i "r32i" 24
    Rg32i "rg32i" 25  Rg16i "rg16i" 26  Rg8i "rg8i" 27  R16i "r16i" 28  R8i "r8i" 29  Rgba32ui "rgba32ui" 30
    Rgba16ui "rgba16ui" 31  Rgba8ui "rgba8ui" 32  R32ui "r32ui" 33  Rgb10A2ui "rgb10_a2ui" 34  Rg32ui "rg32ui" 35
    Rg16ui "rg16ui" 36  Rg8ui "rg8ui" 37  R16ui "r16ui" 38  R8ui "r8ui" 39  R64ui "r64ui" 40  R64i "r64i" 41
    Rgb565 "rgb565" 0  Rgb8 "rgb8" 0  Srgb8A8 "srgb8_a8" 0  Rgb5A1 "rgb5_a1" 0  Rgba4 "rgba4" 0  Rgb16f "rgb16f" 0
    ImplementationDefined "implementation_defined" 0
}

impl ImageFormat {
    /// GLSL spelling, also that of the text form.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// Number in SPIR-V's `ImageFormat`.
    pub fn spirv(self) -> u32 {
        Self::ALL[self as usize].2
    }

    /// True if images for storage have it everywhere: ESSL 3.10 section 4.4.7 lists them, and so does SPIR-V's
    /// `Shader`. So does no format.
    pub fn is_basic(self) -> bool {
        matches!(
            self,
            Self::Unknown
                | Self::Rgba32f
                | Self::Rgba16f
                | Self::R32f
                | Self::Rgba8
                | Self::Rgba8Snorm
                | Self::Rgba32i
                | Self::Rgba16i
                | Self::Rgba8i
                | Self::R32i
                | Self::Rgba32ui
                | Self::Rgba16ui
                | Self::Rgba8ui
                | Self::R32ui
        )
    }

    /// True for a format that only outputs of fragment shaders have (`GL_EXT_shader_pixel_local_storage2` section 4.3.8.2).
    pub const fn is_of_outputs(self) -> bool {
        matches!(
            self,
            Self::Rgb565
                | Self::Rgb8
                | Self::Srgb8A8
                | Self::Rgb5A1
                | Self::Rgba4
                | Self::Rgb16f
                | Self::ImplementationDefined
        )
    }

    /// The type of what a pixel keeps in this format: scalar and number of components. None if it cannot be kept so
    /// (`GL_EXT_shader_pixel_local_storage` section 4.3.8.4).
    pub const fn pixel_local(self) -> Option<(Scalar, u32)> {
        Some(match self {
            Self::R32f => (Scalar::F32, 1),
            Self::Rg16f | Self::Rg16 | Self::Rg32f => (Scalar::F32, 2),
            Self::R11fG11fB10f => (Scalar::F32, 3),
            Self::Rgb10A2 | Self::Rgba8 | Self::Rgba16f | Self::Rgba32f => (Scalar::F32, 4),
            Self::R32i => (Scalar::I32, 1),
            Self::Rg16i | Self::Rg32i => (Scalar::I32, 2),
            Self::Rgba8i | Self::Rgba16i | Self::Rgba32i => (Scalar::I32, 4),
            Self::R32ui => (Scalar::U32, 1),
            Self::Rg16ui | Self::Rg32ui => (Scalar::U32, 2),
            Self::Rgb10A2ui | Self::Rgba8ui | Self::Rgba16ui | Self::Rgba32ui => (Scalar::U32, 4),
            _ => return None,
        })
    }

    /// True for a format that pixel local storage has by the second of its extensions alone.
    pub const fn is_second_pixel_local(self) -> bool {
        self.words() > 1 || matches!(self, Self::R32i)
    }

    /// The type of a fragment output of this format: scalar and number of components; none if outputs do not have it
    /// (`GL_EXT_shader_pixel_local_storage2` section 4.3.8.2).
    pub const fn output(self) -> Option<(Scalar, u32)> {
        Some(match self {
            Self::R8 | Self::R16f => (Scalar::F32, 1),
            Self::Rg8 => (Scalar::F32, 2),
            Self::Rgb565 | Self::Rgb8 | Self::Rgb16f => (Scalar::F32, 3),
            Self::Srgb8A8 | Self::Rgb5A1 | Self::Rgba4 => (Scalar::F32, 4),
            Self::R8i | Self::R16i => (Scalar::I32, 1),
            Self::Rg8i => (Scalar::I32, 2),
            Self::R8ui | Self::R16ui => (Scalar::U32, 1),
            Self::Rg8ui => (Scalar::U32, 2),
            Self::Rg16 => return None,
            _ => return self.pixel_local(),
        })
    }

    /// The words of 32 bits that a pixel keeps in this format.
    pub const fn words(self) -> u32 {
        match self {
            Self::Rgba32f | Self::Rgba32i | Self::Rgba32ui => 4,
            Self::Rgba16
            | Self::Rgba16Snorm
            | Self::Rgba16f
            | Self::Rgb16f
            | Self::Rgba16i
            | Self::Rgba16ui
            | Self::Rg32f
            | Self::Rg32i
            | Self::Rg32ui
            | Self::R64i
            | Self::R64ui => 2,
            _ => 1,
        }
    }

    /// The format a GLSL layout qualifier names.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|row| row.1 == name).map(|row| row.0)
    }
}

/// The type of a texture, storage image, texel buffer or subpass input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ImageType {
    /// The scalar type of a texel's components.
    pub sampled: Scalar,
    /// Shape.
    pub dim: Dim,
    /// True if it has layers.
    pub arrayed: bool,
    /// True if it has several samples a texel.
    pub multisampled: bool,
    /// True if it is compared with a reference when sampled (`sampler2DShadow`).
    pub shadow: bool,
    /// True if it is read and written without a sampler (`image2D`, subpass inputs).
    pub storage: bool,
    /// Texel format of a storage image.
    pub format: ImageFormat,
}

impl ImageType {
    /// The type of a texel that an atomic works on: one number, or as many halves as the format has. None if there are no
    /// atomics on images of the format.
    pub const fn atomic_texel(self) -> Option<Type> {
        match self.format {
            ImageFormat::R32f
            | ImageFormat::R32i
            | ImageFormat::R32ui
            | ImageFormat::R64i
            | ImageFormat::R64ui => Some(common::scalar(self.sampled)),
            ImageFormat::Rg16f => common::vector(Scalar::F16, 2),
            ImageFormat::Rgba16f => common::vector(Scalar::F16, 4),
            _ => None,
        }
    }

    /// Components of a coordinate, with the array layer.
    pub const fn coordinates(self) -> u32 {
        self.dim.coordinates() + self.arrayed as u32
    }

    /// Components of the coordinate of a texel of an image for storage: layers and faces of cubes are counted together.
    pub const fn texel_coordinates(self) -> u32 {
        match self.dim {
            Dim::Cube => 3,
            _ => self.coordinates(),
        }
    }
}

named_enum! {
    /// The use of a cooperative matrix, one of `gl_MatrixUse`.
    MatrixUse {
        A "a", B "b", Accumulator "accumulator",
        /// That of matrices of `GL_NV_cooperative_matrix`, which any side of a multiplication may be.
        Any "any",
    }
}

impl MatrixUse {
    /// Name in GLSL, where types have one.
    pub fn glsl_name(self) -> Option<&'static str> {
        match self {
            Self::A => Some("gl_MatrixUseA"),
            Self::B => Some("gl_MatrixUseB"),
            Self::Accumulator => Some("gl_MatrixUseAccumulator"),
            Self::Any => None,
        }
    }
}

/// The order of the dimensions of a tensor view, as a number: the first digit counts the others, which are the dimensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TensorOrder(u32);

impl TensorOrder {
    /// The most dimensions.
    pub const MOST: usize = 5;

    /// Of the numbers of the dimensions; `None` unless each stands there once.
    pub fn new(dimensions: &[u32]) -> Option<Self> {
        let all = 0..dimensions.len() as u32;
        let is_complete = all.into_iter().all(|number| dimensions.contains(&number));
        if dimensions.is_empty() || dimensions.len() > Self::MOST || !is_complete {
            return None;
        }
        Some(Self(dimensions.iter().fold(dimensions.len() as u32, |all, digit| all * 10 + digit)))
    }

    /// Of its number.
    pub fn from_number(number: u32) -> Option<Self> {
        let digits: Vec<u32> = number.to_string().bytes().map(|digit| u32::from(digit - b'0')).collect();
        let (&count, dimensions) = digits.split_first()?;
        Self::new(dimensions).filter(|_| count as usize == dimensions.len())
    }

    /// Its number.
    pub fn number(self) -> u32 {
        self.0
    }

    /// The numbers of the dimensions.
    pub fn dimensions(self) -> impl Iterator<Item = u32> {
        let digits = self.0.to_string().into_bytes();
        digits.into_iter().skip(1).map(|digit| u32::from(digit - b'0'))
    }
}

/// The content of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TypeData {
    /// No value.
    Void,
    /// One scalar.
    Scalar(Scalar),
    /// Two to four scalars.
    Vector {
        /// Component type.
        scalar: Scalar,
        /// Number of components.
        size: u8,
    },
    /// A vector of another number of scalars (`GL_EXT_long_vector`): 1, more than four, or a number that is specialised.
    /// Its components are elements: no swizzle chooses them.
    LongVector {
        /// Component type.
        scalar: Scalar,
        /// Number of components.
        length: Length,
        /// True if it is multiplied with matrices in memory (`GL_NV_cooperative_vector`): any number of components, and no
        /// place in memory that others see.
        cooperative: bool,
    },
    /// Two to four columns, each a vector of floats.
    Matrix {
        /// Component type.
        scalar: Scalar,
        /// Number of columns.
        columns: u8,
        /// Components of a column.
        rows: u8,
    },
    /// An array with a length.
    Array {
        /// Element type.
        element: Type,
        /// Number of elements.
        length: Length,
    },
    /// As many elements as the bound buffer (or the descriptor array) has.
    RuntimeArray {
        /// Element type.
        element: Type,
    },
    /// A nominal struct.
    Struct(Struct),
    /// Address of a place in a storage class.
    Pointer {
        /// The storage class.
        storage: Storage,
        /// The type in memory.
        pointee: Type,
    },
    /// An image without a sampler.
    Image(ImageType),
    /// A sampler without an image.
    Sampler {
        /// `samplerShadow`.
        shadow: bool,
    },
    /// An image with its sampler.
    SampledImage(ImageType),
    /// `atomic_uint`.
    AtomicCounter,
    /// Acceleration structure for ray queries and tracing.
    AccelerationStructure,
    /// A ray query in flight.
    RayQuery,
    /// A hit object.
    HitObject,
    /// An array of several dimensions that operations of its own read and write (`SPV_ARM_tensors`).
    Tensor {
        /// The type of an element.
        element: Scalar,
        /// The number of dimensions, at least 1.
        rank: u32,
    },
    /// A matrix spread over the invocations of a scope.
    CooperativeMatrix {
        /// Component type.
        scalar: Scalar,
        /// Scope, an integer constant (may be a spec constant).
        scope: Constant,
        /// Rows, likewise.
        rows: Constant,
        /// Columns, likewise.
        columns: Constant,
        /// Role in a multiplication.
        usage: MatrixUse,
    },
    /// The layout of a tensor in memory, and a part of it (`GL_NV_cooperative_matrix2`).
    TensorLayout {
        /// Number of dimensions, an integer constant (may be a spec constant).
        dimensions: Constant,
        /// The behaviour out of bounds, likewise: one of `gl_CooperativeMatrixClampMode`.
        clamp: Constant,
    },
    /// Another order and other sizes of the dimensions of a tensor.
    TensorView {
        /// Number of dimensions, likewise.
        dimensions: Constant,
        /// True if it has sizes of its own.
        sized: bool,
        /// The order of the dimensions.
        order: TensorOrder,
    },
    /// Address of a block in device memory (`buffer_reference`).
    BufferReference {
        /// The block.
        block: Struct,
        /// Layout of the block.
        layout: LayoutRule,
        /// Alignment of the address in bytes.
        align: u32,
    },
    /// The descriptor of a buffer with a block, in a descriptor heap (`GL_EXT_structured_descriptor_heap`). It is no value:
    /// a bit cast of its address is the address of the block.
    Descriptor {
        /// The block.
        block: Struct,
        /// Layout of the block.
        layout: LayoutRule,
        /// `uniform` or `buffer`.
        storage: Storage,
    },
    /// A number of 64 bits that names an image or a texture with its sampler (`GL_ARB_bindless_texture`). It is data; a bit
    /// cast of it is the address of the resource, and the other way round.
    Handle {
        /// The type of the resource.
        resource: Type,
    },
    /// A type in SPIR-V's own terms, an index into [`crate::Module::spirv`].
    Spirv(u32),
    /// A type that follows a parameter of the generic function around it.
    Expression(TypeExpression),
}

impl TypeData {
    /// The constants that it names, which may be specialised: lengths, sizes and the like.
    pub fn sizes(self) -> impl Iterator<Item = Constant> {
        let sizes = match self {
            Self::Array { length: Length::Spec(length), .. }
            | Self::LongVector { length: Length::Spec(length), .. } => [Some(length), None, None],
            Self::CooperativeMatrix { scope, rows, columns, .. } => [Some(scope), Some(rows), Some(columns)],
            Self::TensorLayout { dimensions, clamp } => [Some(dimensions), Some(clamp), None],
            Self::TensorView { dimensions, .. } => [Some(dimensions), None, None],
            _ => [None; 3],
        };
        sizes.into_iter().flatten()
    }
}

/// The most components of a long vector: constants hold each of them, and no device has vectors nearly as long.
pub const LONGEST_VECTOR: u32 = 4096;

/// Ids of the common types, the same in every module.
pub mod common {
    use super::{Scalar, Type, TypeData};

    /// `void`.
    pub const VOID: Type = Type(0);
    /// The scalar type `scalar`.
    pub const fn scalar(scalar: Scalar) -> Type {
        Type(1 + scalar as u32)
    }
    /// The vector of `size` (2 to 4) components of `scalar`; `None` for other sizes.
    pub const fn vector(scalar: Scalar, size: u32) -> Option<Type> {
        if size < 2 || size > 4 {
            return None;
        }
        Some(vec(scalar, size))
    }
    const fn vec(scalar: Scalar, size: u32) -> Type {
        Type(1 + COUNT * (size - 1) + scalar as u32)
    }
    const COUNT: u32 = Scalar::ALL.len() as u32;

    /// Number of the common types: the first ones of every module.
    pub const ALL: usize = 1 + 4 * COUNT as usize;

    /// The id of a type, if it is a common one. A vector of one component is a scalar.
    pub(super) const fn find(data: TypeData) -> Option<Type> {
        match data {
            TypeData::Void => Some(VOID),
            TypeData::Scalar(scalar) | TypeData::Vector { scalar, size: 1 } => Some(self::scalar(scalar)),
            TypeData::Vector { scalar, size } => vector(scalar, size as u32),
            _ => None,
        }
    }

    /// The scalar type that this is the id of.
    pub(crate) fn as_scalar(ty: Type) -> Option<Scalar> {
        Scalar::ALL.get(ty.index().checked_sub(1)?).map(|row| row.0)
    }

    macro_rules! common {
        ($($name:ident = $doc:literal $value:expr;)*) => {
            $(#[doc = $doc] pub const $name: Type = $value;)*
        };
    }
    common! {
        BOOL = "`bool`" scalar(Scalar::Bool);
        I32 = "`int`" scalar(Scalar::I32);
        U32 = "`uint`" scalar(Scalar::U32);
        I64 = "`int64_t`" scalar(Scalar::I64);
        U64 = "`uint64_t`" scalar(Scalar::U64);
        F16 = "`float16_t`" scalar(Scalar::F16);
        F32 = "`float`" scalar(Scalar::F32);
        F64 = "`double`" scalar(Scalar::F64);
        BVEC2 = "`bvec2`" vec(Scalar::Bool, 2);
        BVEC3 = "`bvec3`" vec(Scalar::Bool, 3);
        BVEC4 = "`bvec4`" vec(Scalar::Bool, 4);
        IVEC2 = "`ivec2`" vec(Scalar::I32, 2);
        IVEC3 = "`ivec3`" vec(Scalar::I32, 3);
        IVEC4 = "`ivec4`" vec(Scalar::I32, 4);
        UVEC2 = "`uvec2`" vec(Scalar::U32, 2);
        UVEC3 = "`uvec3`" vec(Scalar::U32, 3);
        UVEC4 = "`uvec4`" vec(Scalar::U32, 4);
        VEC2 = "`vec2`" vec(Scalar::F32, 2);
        VEC3 = "`vec3`" vec(Scalar::F32, 3);
        VEC4 = "`vec4`" vec(Scalar::F32, 4);
    }
}

/// The types of a module.
#[derive(Clone, Debug)]
pub struct Types {
    table: Interner<TypeData>,
    /// Pointers by the numbers of their pointee and storage, one for each remainder: most are asked for often.
    pointers: [PointerType; POINTERS],
}

/// A pointer type with what it points to; the type is `void` if there is none.
#[derive(Clone, Copy, Debug)]
struct PointerType {
    storage: Storage,
    pointee: Type,
    ty: Type,
}

/// The number of pointers that are found without a search.
const POINTERS: usize = 32;

const NO_POINTERS: [PointerType; POINTERS] =
    [PointerType { storage: Storage::Function, pointee: common::VOID, ty: common::VOID }; POINTERS];

/// The types that every module has, at the positions that [`common`] computes.
static COMMON: [TypeData; common::ALL] = {
    let mut all = [TypeData::Void; common::ALL];
    let mut index = 0;
    while index < Scalar::ALL.len() {
        let scalar = Scalar::ALL[index].0;
        all[common::scalar(scalar).index()] = TypeData::Scalar(scalar);
        let mut size = 2;
        while let Some(vector) = common::vector(scalar, size) {
            all[vector.index()] = TypeData::Vector { scalar, size: size as u8 };
            size += 1;
        }
        index += 1;
    }
    all
};

impl Default for Types {
    fn default() -> Self {
        let mut types = Vec::with_capacity(2 * common::ALL);
        types.extend_from_slice(&COMMON);
        Self { table: Interner::new(types), pointers: NO_POINTERS }
    }
}

impl Types {
    /// Forgets all types but the common ones, and keeps the memory.
    pub(crate) fn clear(&mut self) {
        let Self { table, pointers } = self;
        table.truncate(common::ALL);
        *pointers = NO_POINTERS;
    }

    /// The id of a type, new or old.
    #[inline]
    pub fn intern(&mut self, data: TypeData) -> Type {
        match common::find(data) {
            Some(ty) => ty,
            None => self.intern_other(data),
        }
    }

    /// The id of a type that is none of the common ones.
    fn intern_other(&mut self, data: TypeData) -> Type {
        // A long vector of usual length is a vector.
        if let TypeData::LongVector { scalar, length: Length::Constant(size @ 2..=4), cooperative: false } =
            data
        {
            return self.vector(scalar, size);
        }
        // The block of a reference or descriptor has a type, whether or not anything accesses it.
        if let TypeData::BufferReference { block, .. } | TypeData::Descriptor { block, .. } = data {
            self.table.intern(TypeData::Struct(block));
        }
        Type(self.table.intern(data))
    }

    /// Makes room for so many more types.
    pub fn reserve(&mut self, more: usize) {
        self.table.reserve(more);
    }

    /// Sets the layout of a buffer reference's block, once it is known: a type may be used before its block is defined.
    pub fn set_reference_layout(&mut self, ty: Type, layout: LayoutRule, align: u32) {
        if let TypeData::BufferReference { block, .. } = self.get(ty)
            && self.get(ty) != (TypeData::BufferReference { block, layout, align })
        {
            self.table.replace(ty.0, TypeData::BufferReference { block, layout, align });
        }
    }

    /// The id of a type that is already there.
    pub fn find(&self, data: TypeData) -> Option<Type> {
        common::find(data).or_else(|| self.table.find(&data).map(Type))
    }

    /// The content of `ty`; `Void` for an id of another module.
    #[inline]
    pub fn get(&self, ty: Type) -> TypeData {
        self.table.get(ty.0).copied().unwrap_or(TypeData::Void)
    }

    /// True if the id belongs to this table.
    pub fn contains(&self, ty: Type) -> bool {
        ty.index() < self.table.items().len()
    }

    /// Number of types.
    pub fn len(&self) -> usize {
        self.table.items().len()
    }

    /// Never true: the common types are always there.
    pub fn is_empty(&self) -> bool {
        self.table.items().is_empty()
    }

    /// Every type in order of creation.
    pub fn iter(&self) -> impl Iterator<Item = (Type, TypeData)> + '_ {
        self.table.items().iter().enumerate().map(|(index, &data)| (Type(index as u32), data))
    }

    /// The vector of `size` components, or the scalar for 1.
    #[inline]
    pub fn vector(&mut self, scalar: Scalar, size: u32) -> Type {
        self.intern(TypeData::Vector { scalar, size: size as u8 })
    }

    /// The matrix of `columns` vectors of `rows` components.
    pub fn matrix(&mut self, scalar: Scalar, columns: u32, rows: u32) -> Type {
        self.intern(TypeData::Matrix { scalar, columns: columns as u8, rows: rows as u8 })
    }

    /// The array of `length` elements.
    pub fn array(&mut self, element: Type, length: u32) -> Type {
        self.intern(TypeData::Array { element, length: Length::Constant(length) })
    }

    /// The pointer to `pointee` in `storage`.
    pub fn pointer(&mut self, storage: Storage, pointee: Type) -> Type {
        let place = (pointee.index() + 7 * storage as usize) % POINTERS;
        if let Some(known) = self.pointers.get(place)
            && (known.storage, known.pointee) == (storage, pointee)
            && known.ty != common::VOID
        {
            return known.ty;
        }
        let ty = self.intern(TypeData::Pointer { storage, pointee });
        if let Some(known) = self.pointers.get_mut(place) {
            *known = PointerType { storage, pointee, ty };
        }
        ty
    }

    /// Component type of a scalar, vector or matrix (of a cooperative matrix too).
    #[inline]
    pub fn scalar_of(&self, ty: Type) -> Option<Scalar> {
        match self.get(ty) {
            TypeData::Scalar(scalar)
            | TypeData::Vector { scalar, .. }
            | TypeData::LongVector { scalar, .. }
            | TypeData::Matrix { scalar, .. }
            | TypeData::CooperativeMatrix { scalar, .. } => Some(scalar),
            _ => None,
        }
    }

    /// Components of a scalar (1) or vector; `None` for anything else.
    pub fn vector_size(&self, ty: Type) -> Option<u32> {
        match self.get(ty) {
            TypeData::Scalar(_) => Some(1),
            TypeData::Vector { size, .. } => Some(u32::from(size)),
            _ => None,
        }
    }

    /// The type with the shape of `ty` and components `scalar`, for scalars, vectors and matrices.
    #[inline]
    pub fn with_scalar(&mut self, ty: Type, scalar: Scalar) -> Option<Type> {
        Some(match self.get(ty) {
            TypeData::Scalar(_) => common::scalar(scalar),
            TypeData::Vector { size, .. } => self.intern(TypeData::Vector { scalar, size }),
            TypeData::LongVector { length, cooperative, .. } => {
                self.intern(TypeData::LongVector { scalar, length, cooperative })
            }
            TypeData::Matrix { columns, rows, .. } => self.intern(TypeData::Matrix { scalar, columns, rows }),
            _ => return None,
        })
    }

    /// True if images of the type `given` can be where `open` is expected: types are equal but for formats that `open`
    /// leaves open.
    pub fn same_but_formats(&self, open: Type, given: Type) -> bool {
        let (mut open, mut given) = (open, given);
        loop {
            if open == given {
                return true;
            }
            match (self.get(open), self.get(given)) {
                (TypeData::Image(open), TypeData::Image(given)) => {
                    return open == ImageType { format: ImageFormat::Unknown, ..given };
                }
                (
                    TypeData::Array { element: a, length: of_a },
                    TypeData::Array { element: b, length: of_b },
                ) if of_a == of_b => (open, given) = (a, b),
                (TypeData::RuntimeArray { element: a }, TypeData::RuntimeArray { element: b }) => {
                    (open, given) = (a, b);
                }
                _ => return false,
            }
        }
    }

    /// The type that a pointer points to.
    #[inline]
    pub fn pointee(&self, ty: Type) -> Option<Type> {
        match self.get(ty) {
            TypeData::Pointer { pointee, .. } => Some(pointee),
            _ => None,
        }
    }

    /// The element type of an array.
    pub fn element(&self, ty: Type) -> Option<Type> {
        match self.get(ty) {
            TypeData::Array { element, .. } | TypeData::RuntimeArray { element } => Some(element),
            _ => None,
        }
    }

    /// The innermost element type of nested arrays, and the type itself otherwise.
    pub fn innermost(&self, ty: Type) -> Type {
        std::iter::successors(Some(ty), |&ty| self.element(ty)).last().unwrap_or(ty)
    }

    /// The same nested arrays around another innermost element.
    pub fn with_innermost(&mut self, ty: Type, inner: Type) -> Type {
        let levels = std::iter::successors(Some(ty), |&ty| self.element(ty));
        let arrays: Vec<TypeData> = levels.map(|ty| self.get(ty)).collect();
        arrays.into_iter().rev().fold(inner, |element, data| match data {
            TypeData::Array { length, .. } => self.intern(TypeData::Array { element, length }),
            TypeData::RuntimeArray { .. } => self.intern(TypeData::RuntimeArray { element }),
            _ => element,
        })
    }

    /// The number of nested arrays that a type consists of.
    pub fn array_depth(&self, ty: Type) -> usize {
        std::iter::successors(self.element(ty), |&ty| self.element(ty)).count()
    }

    /// Number of parts a composite has: components, columns, or elements of known count. Not for structs.
    pub fn length(&self, ty: Type) -> Option<u32> {
        match self.get(ty) {
            TypeData::Vector { size, .. } => Some(u32::from(size)),
            TypeData::Matrix { columns, .. } => Some(u32::from(columns)),
            TypeData::Array { length: Length::Constant(length), .. }
            | TypeData::LongVector { length: Length::Constant(length), .. } => Some(length),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Scalar, TypeData, Types, common};

    #[test]
    fn common_ids_hold() {
        let types = Types::default();
        for &(scalar, _) in Scalar::ALL {
            assert_eq!(types.get(common::scalar(scalar)), TypeData::Scalar(scalar));
            for size in 2..=4 {
                let ty = common::vector(scalar, size).unwrap();
                assert_eq!(types.get(ty), TypeData::Vector { scalar, size: size as u8 });
            }
        }
        assert_eq!(types.get(common::VEC4), TypeData::Vector { scalar: Scalar::F32, size: 4 });
        assert_eq!(types.find(TypeData::Scalar(Scalar::F32)), Some(common::F32));
    }

    #[test]
    fn a_vector_of_one_is_a_scalar() {
        let mut types = Types::default();
        assert_eq!(types.vector(Scalar::F32, 1), common::F32);
    }
}
