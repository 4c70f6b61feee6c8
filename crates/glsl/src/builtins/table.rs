//! The format of rows of the table of built-in functions, and the names that the rows use.

use super::pattern::{
    Direction, Kind, Kinds, Opaque, Param, Pattern, Role, Shape, TexClass, TexShape, TexShapes,
};
use crate::extensions::Extension;
use crate::stages::Stages;
use crate::version::{NEVER, Version};
use vitrum_ir::{AmdFunction, IntegerFunction, Intrinsic, Op, Precision, Scalar};

/// The versions, stages and extensions that have a row.
#[derive(Clone, Copy, Debug)]
pub struct Since {
    /// First desktop version.
    pub desktop: u16,
    /// First ES version.
    pub es: u16,
    /// The removal from newer versions.
    pub legacy: Legacy,
    /// True if it exists only in shaders for Vulkan.
    pub vulkan: bool,
    /// Extensions, any of which adds it to other versions.
    pub extensions: &'static [Extension],
    /// Stages.
    pub stages: Stages,
    /// An extension that adds it to the stages of that extension.
    pub elsewhere: Option<Extension>,
}

/// The removal of a construct from newer versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Legacy {
    /// Not removed.
    No,
    /// Functions with the texture shape in their name, and outputs that were renamed. They are removed from ES 300
    /// and from core 140, but drivers and other compilers keep them up to 410.
    Names,
    /// Fixed-function state: in the compatibility profile, and in versions before 140.
    State,
    /// Removed from ES 300.
    Essl100,
}

/// The lowering of a call.
#[allow(missing_docs)] // the fields are ops and intrinsics by component kind, and operands
#[derive(Clone, Copy, Debug)]
pub enum Lower {
    /// An op on the arguments, in order.
    Op(Op),
    /// An op by the kind of `T`: float, signed, unsigned, bool.
    ByKind { float: Option<Op>, signed: Option<Op>, unsigned: Option<Op>, bool: Option<Op> },
    /// A conversion to the result type of the row.
    Convert(Op),
    /// A float op that the kind lacks: on arguments as `float`, its result converted back.
    AsFloat(Op),
    /// A conversion to the kind of the first argument, an `out` one, which gets the result.
    ConvertOut(Op),
    /// An op with two results: the first is returned, the second goes to the `out` argument.
    PairReturnFirst(Op),
    /// An op with two results, which go to the last two arguments.
    PairOut(Op),
    /// `mix` with a vector of bools: `select`.
    MixBool,
    /// Bit counts and positions, with an argument of any width.
    BitQuery { signed: Op, unsigned: Op },
    /// An image operation: sample, gather or fetch.
    Image(Op),
    /// An image operation whose shadow result becomes a vec4, as in old versions.
    ImageSpread(Op),
    /// Size of a texture or image.
    ImageSize,
    /// A query of a texture.
    ImageQuery(Op),
    /// `textureQueryLod`
    QueryLod,
    /// `imageStore`
    ImageWrite,
    /// An atomic on memory; kinds as above.
    Atomic { float: Option<Op>, signed: Option<Op>, unsigned: Option<Op> },
    /// An atomic on a texel.
    ImageAtomic { float: Option<Op>, signed: Option<Op>, unsigned: Option<Op> },
    /// `barrier`, or a half of it.
    ControlBarrier(Intrinsic),
    /// A memory barrier: scope and semantics as in SPIR-V.
    MemoryBarrier { scope: u32, semantics: u32 },
    /// An intrinsic on the arguments.
    Intrinsic(Intrinsic),
    /// A gather in another form: component 0 unless one is given, and an offset at the end.
    GatherForm(Intrinsic),
    /// An intrinsic on the subgroup scope and the arguments.
    Subgroup(Intrinsic),
    /// A group operation: its number, and the intrinsic by kind.
    Group {
        operation: u32,
        float: Option<Intrinsic>,
        signed: Option<Intrinsic>,
        unsigned: Option<Intrinsic>,
        bool: Option<Intrinsic>,
    },
    /// Ballot bit count with a group operation.
    BallotCount { operation: u32 },
    /// A lookup in a sparse texture: returns the residency code, and writes the texel to an `out` argument.
    Sparse(Op),
    /// An atomic on an atomic counter, with the additional operands of the op.
    Counter(Op),
    /// `controlBarrier` and `memoryBarrier` with scopes and semantics.
    ScopedControlBarrier(Intrinsic),
    /// See above.
    ScopedMemoryBarrier,
    /// A ballot as `uint64_t`: the first half of a `uvec4`.
    BallotArb,
    /// Reads the clock of a scope.
    Clock(u32),
    /// An integer dot product (signed, unsigned or mixed) of vectors, or of integers with four 8-bit parts.
    Dot { packed: bool, saturating: bool },
    /// An intrinsic on a ray query; the argument `committed` becomes an integer constant.
    RayQuery(Intrinsic),
    /// An intrinsic on a hit object; locations name payloads and attributes, and come last.
    HitObject(Intrinsic),
    /// `traceRayEXT`, whose last argument is the location of a payload.
    TraceRay,
    /// `traceRayMotionNV`, likewise.
    TraceRayMotion,
    /// `executeCallableEXT`, whose last argument is the location of callable data.
    ExecuteCallable,
    /// A function that ends the invocation.
    Jump(Op),
    /// `EmitMeshTasksEXT`, which ends the invocation.
    EmitMeshTasks,
    /// Quad swap in a direction.
    QuadSwap { direction: u32 },
    /// Interpolation of an input.
    Interpolate(Op),
    /// The value of an input at a vertex.
    InterpolateAtVertex,
    /// `subpassLoad`, `pixelLocalLoadANGLE`
    SubpassLoad,
    /// `fragmentMaskFetchAMD` and `fragmentFetchAMD`
    FragmentFetch(Intrinsic),
    /// `pixelLocalStoreANGLE`
    PixelStore,
    /// `ftransform`
    FixedTransform,
    /// `rgb_2_yuv` and `yuv_2_rgb`
    YuvConversion(YuvConversion),
    /// A function of an extension of AMD.
    Amd(AmdFunction),
    /// A function of `GL_INTEL_shader_integer_functions2`.
    Integers(IntegerFunction),
    /// `noise1` to `noise4`: zero (GLSL 4.60 section 8.16).
    Zero,
}

/// The two conversions of `GL_EXT_YUV_target`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum YuvConversion {
    /// RGB to YUV.
    ToYuv,
    /// YUV to RGB.
    ToRgb,
}

/// A family of signatures.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Name of the function.
    pub name: &'static str,
    /// The component kinds that `T` can be.
    pub kinds: Kinds,
    /// The shapes that the texture can have.
    pub shapes: TexShapes,
    /// The result.
    pub result: Param,
    /// The parameters.
    pub params: &'static [Param],
    /// Its versions, extensions and stages.
    pub since: Since,
    /// Its lowering.
    pub lower: Lower,
}

/// Availability in all stages from these versions on.
pub const fn since(desktop: u16, es: u16) -> Since {
    Since {
        desktop,
        es,
        legacy: Legacy::No,
        vulkan: false,
        extensions: &[],
        stages: Stages::ALL,
        elsewhere: None,
    }
}

impl Since {
    /// True if a version has it without an extension.
    pub fn is_in(&self, version: Version) -> bool {
        version.at_least(self.desktop, self.es)
            && match self.legacy {
                Legacy::No => true,
                Legacy::Essl100 | Legacy::Names if version.is_es() => version.number == 100,
                Legacy::Essl100 => true,
                Legacy::Names => version.has_compatibility_features() || version.number < 420,
                Legacy::State => version.has_compatibility_features(),
            }
    }

    pub(crate) const fn or(self, extensions: &'static [Extension]) -> Self {
        Self { extensions, ..self }
    }

    pub(crate) const fn only(self, stages: Stages) -> Self {
        Self { stages, ..self }
    }

    pub(crate) const fn elsewhere(self, extension: Extension) -> Self {
        Self { elsewhere: Some(extension), ..self }
    }

    pub(crate) const fn legacy(self) -> Self {
        Self { legacy: Legacy::Names, ..self }
    }

    pub(crate) const fn removed_from_es(self) -> Self {
        Self { legacy: Legacy::Essl100, ..self }
    }

    pub(crate) const fn state(self) -> Self {
        Self { legacy: Legacy::State, ..self }
    }

    pub(crate) const fn vulkan(self) -> Self {
        Self { vulkan: true, ..self }
    }
}

pub(crate) const ANY: Since = since(110, 100);
pub(crate) const S120: Since = since(120, 300);
pub(crate) const S130: Since = since(130, 300);
pub(crate) const S330: Since =
    since(330, 300).or(&[Extension::ArbShaderBitEncoding, Extension::ArbGpuShader5]);
pub(crate) const S400: Since =
    since(400, 310).or(&[Extension::ArbGpuShader5, Extension::MesaShaderIntegerFunctions]);
pub(crate) const VULKAN: Since = since(140, 310).vulkan();
/// Availability by extensions only.
pub const fn extension(extensions: &'static [Extension]) -> Since {
    since(NEVER, NEVER).or(extensions)
}

// Parameters and results, with the placeholder names of the specification.
pub(crate) const VOID: Param = Param::new(Pattern::Void);
/// `genType` of kind `T`.
pub(crate) const T: Param = Param::num(Kind::T, Shape::Gen);
/// `vec` of kind `T`.
pub(crate) const V: Param = Param::num(Kind::T, Shape::Vec);
/// Scalar of kind `T`.
pub(crate) const S: Param = Param::num(Kind::T, Shape::Size(1));
pub(crate) const T3: Param = Param::num(Kind::T, Shape::Size(3));
pub(crate) const T4: Param = Param::num(Kind::T, Shape::Size(4));
/// `genBType`
pub(crate) const B: Param = Param::num(Kind::Is(Scalar::Bool), Shape::Gen);
/// `bvec`
pub(crate) const BV: Param = Param::num(Kind::Is(Scalar::Bool), Shape::Vec);
pub(crate) const BOOL: Param = Param::num(Kind::Is(Scalar::Bool), Shape::Size(1));
/// `genIType`
pub(crate) const I: Param = Param::num(Kind::Is(Scalar::I32), Shape::Gen);
/// `genUType`
pub(crate) const U: Param = Param::num(Kind::Is(Scalar::U32), Shape::Gen);
/// `genFType`
pub(crate) const F: Param = Param::num(Kind::Is(Scalar::F32), Shape::Gen);
pub(crate) const INT: Param = Param::num(Kind::Is(Scalar::I32), Shape::Size(1));
pub(crate) const UINT: Param = Param::num(Kind::Is(Scalar::U32), Shape::Size(1));
pub(crate) const FLOAT: Param = Param::num(Kind::Is(Scalar::F32), Shape::Size(1));
pub(crate) const DOUBLE: Param = Param::num(Kind::Is(Scalar::F64), Shape::Size(1));
pub(crate) const VEC2: Param = Param::num(Kind::Is(Scalar::F32), Shape::Size(2));
pub(crate) const VEC4: Param = Param::num(Kind::Is(Scalar::F32), Shape::Size(4));
pub(crate) const UVEC2: Param = Param::num(Kind::Is(Scalar::U32), Shape::Size(2));
pub(crate) const UVEC4: Param = Param::num(Kind::Is(Scalar::U32), Shape::Size(4));
/// Any matrix.
pub(crate) const M: Param = Param::num(Kind::T, Shape::Mat);
pub(crate) const TRANSPOSED: Param = Param::num(Kind::T, Shape::Transposed);
pub(crate) const SQUARE: Param = Param::num(Kind::T, Shape::Square);
pub(crate) const COLUMN_VECTOR: Param = Param::num(Kind::T, Shape::Columns);
pub(crate) const ROW_VECTOR: Param = Param::num(Kind::T, Shape::Rows);

/// A scalar or vector with this many components.
pub(crate) const fn vector(kind: Scalar, size: u8) -> Param {
    Param::num(Kind::Is(kind), Shape::Size(size))
}

/// Scalars and vectors of a kind.
pub(crate) const fn general(kind: Scalar) -> Param {
    Param::num(Kind::Is(kind), Shape::Gen)
}

pub(crate) const fn opaque(kind: Opaque) -> Param {
    Param::new(Pattern::Opaque(kind))
}

pub(crate) const fn out(param: Param) -> Param {
    param.pass(Direction::Out)
}
pub(crate) const fn address(param: Param) -> Param {
    param.pass(Direction::Ref)
}
pub(crate) const fn high(param: Param) -> Param {
    param.with_precision(Precision::High)
}
pub(crate) const fn medium(param: Param) -> Param {
    param.with_precision(Precision::Medium)
}
pub(crate) const fn low(param: Param) -> Param {
    param.with_precision(Precision::Low)
}

// Parameters of image functions.
pub(crate) const SAMPLER: Param = Param::new(Pattern::Tex(TexClass::Sampler));
pub(crate) const SHADOW: Param = Param::new(Pattern::Tex(TexClass::Shadow));
pub(crate) const IMAGE: Param = Param::new(Pattern::Tex(TexClass::Image));
const fn float_role(shape: Shape, role: Role) -> Param {
    Param::num(Kind::Place, shape).as_role(role).without_precision_effect()
}
/// A coordinate or level of `float16_t`, beside which the reference of a comparison is an argument.
pub(crate) const fn half_role(shape: Shape, role: Role) -> Param {
    Param::num(Kind::Is(Scalar::F16), shape).as_role(role).without_precision_effect()
}
const fn int_role(shape: Shape, role: Role) -> Param {
    Param::num(Kind::Is(Scalar::I32), shape).as_role(role).without_precision_effect()
}
pub(crate) const COORD: Param = float_role(Shape::Coord, Role::Coord);
pub(crate) const SHADOW_COORD: Param = float_role(Shape::ShadowCoord, Role::Coord);
pub(crate) const PROJ: Param = float_role(Shape::Proj, Role::Coord);
pub(crate) const PROJ4: Param = float_role(Shape::Proj4, Role::Coord);
pub(crate) const SHADOW_PROJ: Param = float_role(Shape::ShadowProj, Role::Coord);
pub(crate) const DIMS: Param = float_role(Shape::Dims, Role::Coord);
pub(crate) const TEXEL: Param = int_role(Shape::Coord, Role::Coord);
pub(crate) const IMAGE_TEXEL: Param = int_role(Shape::Texel, Role::Coord);
pub(crate) const REFERENCE: Param = FLOAT.as_role(Role::Reference).without_precision_effect();
pub(crate) const BIAS: Param = float_role(Shape::Size(1), Role::Bias).as_optional();
pub(crate) const LOD: Param = float_role(Shape::Size(1), Role::Lod);
pub(crate) const INT_LOD: Param = int_role(Shape::Size(1), Role::Lod);
pub(crate) const GRAD_X: Param = float_role(Shape::Dims, Role::GradX);
pub(crate) const GRAD_Y: Param = float_role(Shape::Dims, Role::GradY);
/// A constant offset, unless an extension allows others.
pub(crate) const OFFSET: Param = int_role(Shape::Dims, Role::Offset).as_constant();
/// An offset of a gather.
pub(crate) const GATHER_OFFSET: Param = int_role(Shape::Dims, Role::Offset);
pub(crate) const OFFSETS: Param = Param::new(Pattern::Array(Scalar::I32, 2, 4))
    .as_role(Role::Offsets)
    .without_precision_effect()
    .as_constant();
pub(crate) const COMPONENT: Param = int_role(Shape::Size(1), Role::Component).as_optional().as_constant();
pub(crate) const CHOSEN: Param = Param { optional: false, ..COMPONENT };
pub(crate) const SAMPLE: Param = int_role(Shape::Size(1), Role::Sample);
pub(crate) const MIN_LOD: Param = float_role(Shape::Size(1), Role::MinLod);
/// The `out` argument for the texel of a sparse lookup.
pub(crate) const OUT_TEXEL: Param = T4.pass(Direction::Out).as_role(Role::Texel);
pub(crate) const OUT_DEPTH: Param = S.pass(Direction::Out).as_role(Role::Texel);
/// Scope, storage and semantics (`GL_KHR_memory_scope_semantics`).
pub(crate) const SCOPE: Param = int_role(Shape::Size(1), Role::Scope).as_constant();
pub(crate) const SEMANTICS: Param = int_role(Shape::Size(1), Role::Semantics).as_constant();
pub(crate) const UNEQUAL: Param = int_role(Shape::Size(1), Role::Unequal).as_constant();
pub(crate) const SIZE: Param =
    Param::num(Kind::Is(Scalar::I32), Shape::TexSize).with_precision(Precision::High);

pub(crate) const fn shapes(shapes: &[TexShape]) -> TexShapes {
    TexShapes::of(shapes)
}

/// Rows of the table: `name kinds shapes: result (params) since => lower;`
macro_rules! rows {
    ($($name:literal $kinds:expr, $shapes:expr; $result:expr, [$($param:expr),*] $since:expr => $lower:expr;)*) => {
        &[$(crate::builtins::table::Row {
            name: $name,
            kinds: $kinds,
            shapes: $shapes,
            result: $result,
            params: &[$($param),*],
            since: $since,
            lower: $lower,
        }),*]
    };
}
pub(crate) use rows;
