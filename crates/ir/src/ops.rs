//! The op table: one row an operation, from which everything else about it follows.
//!
//! A row gives the mnemonic of the text form, the typing rule ([`Sig`]), effects, algebraic laws, and the
//! SPIR-V opcode or GLSL.std.450 number of the ops that have one. Operations that appear only with an extension
//! or a special stage are rows of [`crate::Intrinsic`] instead.
//!
//! Integer and float operations are separate ops, since their laws differ. Float arithmetic (`fadd` to
//! `fneg`) also works on matrices, component by component; the products of linear algebra have ops of their own.

use crate::effects::Effects;

/// Which component types and shapes an operand may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Bool scalars and vectors.
    Bool,
    /// Signed integer scalars and vectors.
    Signed,
    /// Unsigned integer scalars and vectors.
    Unsigned,
    /// Integer scalars and vectors of either signedness.
    Int,
    /// Float scalars and vectors.
    Float,
    /// Integer or float scalars and vectors.
    Numeric,
    /// Float scalars, vectors and matrices.
    FloatOrMatrix,
}

/// Typing rule of an op: `T` stands for one type throughout.
///
/// "bool like T" is `bool` for a scalar and the vector of bools as long as `T` for a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sig {
    /// `(T) -> T`
    Unary(Class),
    /// `(T, T) -> T`
    Binary(Class),
    /// `(T, T, T) -> T`
    Ternary(Class),
    /// `(T, T) -> bool like T`
    Compare(Class),
    /// `(T) -> bool like T`
    Test(Class),
    /// `(vector or scalar of bool) -> bool`
    Reduce,
    /// `(T, U) -> T`: `T` and `U` integers of the same number of components
    Shift,
    /// `(T, i32 offset, i32 bits) -> T`: offset and bits are integer scalars
    BitExtract,
    /// `(T base, T insert, i32 offset, i32 bits) -> T`: likewise
    BitInsert,
    /// `(T) -> i32 like T`: a bit position or count; the result has 32-bit signed components
    BitQuery,
    /// `(T, T) -> (T, T)`: sum and carry, difference and borrow, or high and low half
    Wide(Class),
    /// `(T) -> (T, T)`: fraction and whole part
    Modf,
    /// `(T) -> (T, i32 like T)`: significand and exponent
    Frexp,
    /// `(T, i32 like T) -> T`
    Ldexp,
    /// `(bool or bool like T, T, T) -> T`: any type; a scalar condition chooses the whole
    Select,
    /// `(T) -> U`: same number of components, component class from and to as given
    Convert(Class, Class),
    /// `(T) -> U`: same number of bits; also address to `u64` or `uvec2` and back
    Bitcast,
    /// `(vector, vector) -> scalar`: also of scalars
    Dot,
    /// `(vector) -> scalar`: also of a scalar
    Length,
    /// `(vector, vector) -> scalar`: also of scalars
    Distance,
    /// `(vec3, vec3) -> vec3`
    Cross,
    /// `(T, T, scalar) -> T`
    Refract,
    /// `(vector, scalar) -> vector`
    VectorTimesScalar,
    /// `(matrix, scalar) -> matrix`
    MatrixTimesScalar,
    /// `(vector, matrix) -> vector`
    VectorTimesMatrix,
    /// `(matrix, vector) -> vector`
    MatrixTimesVector,
    /// `(matrix, matrix) -> matrix`
    MatrixTimesMatrix,
    /// `(vector, vector) -> matrix`: column times row
    OuterProduct,
    /// `(matrix) -> matrix`: columns and rows swapped
    Transpose,
    /// `(square matrix) -> scalar`
    Determinant,
    /// `(square matrix) -> matrix`
    Inverse,
    /// `(from) -> to`: fixed types, see the op
    Pack,
    /// `(T, T) -> bool`: any type but opaque ones; all parts compared
    Equal,
    /// `(parts...) -> T`: one operand a part; vectors are made from scalars and vectors end to end
    Construct,
    /// `(scalar) -> T`: every component of a vector or matrix
    Splat,
    /// `(composite) -> part`: imm is the index
    Extract,
    /// `(composite, part) -> composite`: imm is the index
    Insert,
    /// `(vector, matrix or array; integer) -> part`
    ExtractDynamic,
    /// `(vector, scalar, integer) -> vector`
    InsertDynamic,
    /// `(vector or scalar) -> vector or scalar`: imm is a [`crate::Swizzle`]
    Swizzle,
    /// `(vector, vector) -> vector`: imm is a [`crate::Shuffle`] over the components of both
    Shuffle,
    /// `([initialiser constant]) -> pointer`: a function-local variable
    Var,
    /// `(pointer, indices...) -> pointer`: struct members by integer constants
    Access,
    /// `(pointer) -> T`: imm is [`crate::MemoryAccess`] bits
    Load,
    /// `(pointer, T)`: imm is [`crate::MemoryAccess`] bits
    Store,
    /// `(pointer to vector, value)`: imm is a [`crate::SwizzledStore`] without repeated components
    StoreSwizzle,
    /// `(pointer to runtime array) -> u32`
    ArrayLength,
    /// `(pointer) -> T`: imm is [`crate::AtomicAccess`] bits
    AtomicLoad,
    /// `(pointer, T)`: likewise
    AtomicStore,
    /// `(pointer, T) -> T`: the old value; likewise
    AtomicRmw(Class),
    /// `(pointer, T value, T comparator) -> T`: the old value; likewise
    AtomicCompare,
    /// `(pointer to image, coordinate, sample) -> pointer to texel`
    TexelPointer,
    /// `(image, sampler) -> sampled image`
    Combine,
    /// `(sampled image) -> image`
    ImageOf,
    /// Sampling, fetching and gathering: see [`crate::ImageOperands`] for imm and the order of operands
    Image,
    /// `(image, coordinate, texel, ...)`: likewise
    ImageWrite,
    /// `(image, [lod]) -> i32 scalar or vector`
    ImageSize,
    /// `(image) -> i32`
    ImageQuery,
    /// `(sampled image, coordinate) -> vec2`
    QueryLod,
    /// `(pointer to input, [sample or offset]) -> T`
    Interpolate,
    /// `(arguments...) -> T`: imm is the function
    Call,
    /// `(operands...) -> T`: imm is the intrinsic
    Intrinsic,
    /// Owns blocks; imm is the index of its control data
    Control,
    /// Ends a block
    Terminator,
}

/// The number of an op in SPIR-V.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpirvCode {
    /// None of its own: a back end or a lowering knows more.
    None,
    /// An opcode.
    Core(u16),
    /// An instruction of the set GLSL.std.450.
    Ext(u8),
}

/// Laws of an op, as a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Laws(u8);

impl Laws {
    const NONE: Self = Self(0);
    /// `f(a, b) == f(b, a)`, exactly.
    pub const COMMUTATIVE: Self = Self(1);
    /// `f(f(a, b), c) == f(a, f(b, c))`, exactly.
    pub const ASSOCIATIVE: Self = Self(2);
    /// `f(a, a) == a` for two operands, `f(f(a)) == f(a)` for one.
    pub const IDEMPOTENT: Self = Self(4);
    /// `f(f(a)) == a`.
    pub const INVOLUTION: Self = Self(8);
    /// Implementations differ in the last bits: a function that is approximated, or a formula of several operations,
    /// each of which may be rounded or fused with the next. All others round the exact result once, or have one
    /// result only.
    pub const INEXACT: Self = Self(16);

    /// Whether all of `other` hold.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// What the table says of an op.
#[derive(Clone, Copy, Debug)]
pub struct OpInfo {
    /// Name in the text form.
    pub mnemonic: &'static str,
    /// Typing rule.
    pub sig: Sig,
    /// What it does besides giving a value.
    pub effects: Effects,
    /// Laws: algebraic ones, and how far results are determined.
    pub laws: Laws,
    /// Number in SPIR-V.
    pub spirv: SpirvCode,
    /// Number of the SPIR-V capability it needs beyond `Shader`, if any.
    pub capability: Option<u32>,
}

macro_rules! laws {
    () => { Laws::NONE };
    ($($law:ident)+) => { Laws::NONE$(.union(Laws::$law))+ };
}

macro_rules! effects {
    () => { Effects::PURE };
    ($($effect:ident)+) => { Effects::PURE$(.union(Effects::$effect))+ };
}

macro_rules! spirv {
    () => {
        SpirvCode::None
    };
    (op $number:literal) => {
        SpirvCode::Core($number)
    };
    (ext $number:literal) => {
        SpirvCode::Ext($number)
    };
}

macro_rules! capability {
    () => {
        None
    };
    ($number:literal) => {
        Some($number)
    };
}

macro_rules! ops {
    ($(
        $(#[$doc:meta])*
        $variant:ident $mnemonic:literal $sig:ident $(($($class:ident),+))? $(: $($kind:ident $number:literal)?)?
            $([$($effect:ident)*])? $({$($law:ident)*})? $(cap $capability:literal)? ;
    )*) => {
        /// An operation.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u16)]
        pub enum Op { $( $(#[$doc])* #[doc = concat!("`", $mnemonic, "`")] $variant ),* }

        impl Op {
            /// Every op, in the order of the table.
            pub const ALL: &[Self] = &[$(Self::$variant),*];
        }

        /// The effects of all, close together: they are asked for most.
        static EFFECTS: &[Effects] = &[$( effects!($($($effect)*)?) ),+];

        static OPS: &[OpInfo] = &[$( OpInfo {
            mnemonic: $mnemonic,
            sig: Sig::$sig $(($(Class::$class),+))?,
            effects: effects!($($($effect)*)?),
            laws: laws!($($($law)*)?),
            spirv: spirv!($($($kind $number)?)?),
            capability: capability!($($capability)?),
        } ),*];
    };
}

ops! {
    // Integer arithmetic: wraps.
    Iadd "iadd" Binary(Int): op 128 {COMMUTATIVE ASSOCIATIVE};
    Isub "isub" Binary(Int): op 130;
    Imul "imul" Binary(Int): op 132 {COMMUTATIVE ASSOCIATIVE};
    /// Undefined for a divisor of 0 and for the least integer by -1.
    Sdiv "sdiv" Binary(Signed): op 135 [NO_SPECULATE];
    /// Undefined for a divisor of 0.
    Udiv "udiv" Binary(Unsigned): op 134 [NO_SPECULATE];
    /// Remainder with the sign of the dividend; undefined where `sdiv` is.
    Srem "srem" Binary(Signed): op 138 [NO_SPECULATE];
    /// Remainder with the sign of the divisor; undefined where `sdiv` is.
    Smod "smod" Binary(Signed): op 139 [NO_SPECULATE];
    Umod "umod" Binary(Unsigned): op 137 [NO_SPECULATE];
    Ineg "ineg" Unary(Int): op 126 {INVOLUTION};
    Sabs "sabs" Unary(Signed): ext 5 {IDEMPOTENT};
    Ssign "ssign" Unary(Signed): ext 7 {IDEMPOTENT};
    Smin "smin" Binary(Signed): ext 39 {COMMUTATIVE ASSOCIATIVE IDEMPOTENT};
    Umin "umin" Binary(Unsigned): ext 38 {COMMUTATIVE ASSOCIATIVE IDEMPOTENT};
    Smax "smax" Binary(Signed): ext 42 {COMMUTATIVE ASSOCIATIVE IDEMPOTENT};
    Umax "umax" Binary(Unsigned): ext 41 {COMMUTATIVE ASSOCIATIVE IDEMPOTENT};
    /// `(x, low, high)`; undefined for low > high.
    Sclamp "sclamp" Ternary(Signed): ext 45;
    /// `(x, low, high)`; undefined for low > high.
    Uclamp "uclamp" Ternary(Unsigned): ext 44;
    /// Sum and carry.
    UaddCarry "uadd_carry" Wide(Unsigned): op 149 {COMMUTATIVE};
    /// Difference and borrow.
    UsubBorrow "usub_borrow" Wide(Unsigned): op 150;
    /// High and low half of the product.
    UmulExtended "umul_extended" Wide(Unsigned): {COMMUTATIVE};
    /// High and low half of the product.
    SmulExtended "smul_extended" Wide(Signed): {COMMUTATIVE};

    // Bits.
    Iand "iand" Binary(Int): op 199 {COMMUTATIVE ASSOCIATIVE IDEMPOTENT};
    Ior "ior" Binary(Int): op 197 {COMMUTATIVE ASSOCIATIVE IDEMPOTENT};
    Ixor "ixor" Binary(Int): op 198 {COMMUTATIVE ASSOCIATIVE};
    Inot "inot" Unary(Int): op 200 {INVOLUTION};
    /// Undefined for an amount of the width or more.
    Shl "shl" Shift: op 196;
    /// Shifts zeros in; undefined for an amount of the width or more.
    Lshr "lshr" Shift: op 194;
    /// Shifts the sign in; undefined for an amount of the width or more.
    Ashr "ashr" Shift: op 195;
    BitInsert "bit_insert" BitInsert: op 201;
    SbitExtract "sbit_extract" BitExtract: op 202;
    UbitExtract "ubit_extract" BitExtract: op 203;
    BitReverse "bit_reverse" Unary(Int): op 204 {INVOLUTION};
    BitCount "bit_count" BitQuery: op 205;
    /// Position of the lowest 1; -1 for 0.
    FindLsb "find_lsb" BitQuery: ext 73;
    /// Position of the highest bit that differs from the sign; -1 for 0 and -1.
    FindSmsb "find_smsb" BitQuery: ext 74;
    /// Position of the highest 1; -1 for 0.
    FindUmsb "find_umsb" BitQuery: ext 75;

    // Float arithmetic.
    Fadd "fadd" Binary(FloatOrMatrix): op 129 {COMMUTATIVE};
    Fsub "fsub" Binary(FloatOrMatrix): op 131;
    /// Component by component, for matrices too.
    Fmul "fmul" Binary(FloatOrMatrix): op 133 {COMMUTATIVE};
    Fdiv "fdiv" Binary(FloatOrMatrix): op 136;
    /// Remainder with the sign of the dividend.
    Frem "frem" Binary(Float): op 140 {INEXACT};
    /// `x - y * floor(x / y)`: GLSL's `mod`.
    Fmod "fmod" Binary(Float): op 141 {INEXACT};
    Fneg "fneg" Unary(FloatOrMatrix): op 127 {INVOLUTION};
    Fabs "fabs" Unary(Float): ext 4 {IDEMPOTENT};
    Fsign "fsign" Unary(Float): ext 6 {IDEMPOTENT};
    Floor "floor" Unary(Float): ext 8 {IDEMPOTENT};
    Ceil "ceil" Unary(Float): ext 9 {IDEMPOTENT};
    Trunc "trunc" Unary(Float): ext 3 {IDEMPOTENT};
    /// Halves go either way.
    Round "round" Unary(Float): ext 1 {IDEMPOTENT};
    /// Halves go to even.
    RoundEven "round_even" Unary(Float): ext 2 {IDEMPOTENT};
    /// `x - floor(x)`
    Fract "fract" Unary(Float): ext 10;
    /// Either operand if one is NaN.
    Fmin "fmin" Binary(Float): ext 37 {COMMUTATIVE IDEMPOTENT};
    /// Either operand if one is NaN.
    Fmax "fmax" Binary(Float): ext 40 {COMMUTATIVE IDEMPOTENT};
    /// `(x, low, high)`; undefined for low > high.
    Fclamp "fclamp" Ternary(Float): ext 43;
    /// The other operand if one is NaN.
    Nmin "nmin" Binary(Float): ext 79 {COMMUTATIVE IDEMPOTENT};
    /// The other operand if one is NaN.
    Nmax "nmax" Binary(Float): ext 80 {COMMUTATIVE IDEMPOTENT};
    /// `nmin(nmax(x, low), high)`
    Nclamp "nclamp" Ternary(Float): ext 81;
    /// `x * (1 - a) + y * a`
    Fmix "fmix" Ternary(Float): ext 46 {INEXACT};
    /// `(edge, x)`: 0 below the edge, else 1.
    Step "step" Binary(Float): ext 48;
    /// `(low, high, x)`
    Smoothstep "smoothstep" Ternary(Float): ext 49 {INEXACT};
    /// `a * b + c`, rounded once or twice.
    Fma "fma" Ternary(Float): ext 50 {INEXACT};
    /// Fraction and whole part, both with the sign of the operand.
    Modf "modf" Modf;
    Frexp "frexp" Frexp;
    Ldexp "ldexp" Ldexp: ext 53;
    Sqrt "sqrt" Unary(Float): ext 31;
    InverseSqrt "inverse_sqrt" Unary(Float): ext 32 {INEXACT};
    Pow "pow" Binary(Float): ext 26 {INEXACT};
    Exp "exp" Unary(Float): ext 27 {INEXACT};
    Log "log" Unary(Float): ext 28 {INEXACT};
    Exp2 "exp2" Unary(Float): ext 29 {INEXACT};
    Log2 "log2" Unary(Float): ext 30 {INEXACT};
    Radians "radians" Unary(Float): ext 11 {INEXACT};
    Degrees "degrees" Unary(Float): ext 12 {INEXACT};
    Sin "sin" Unary(Float): ext 13 {INEXACT};
    Cos "cos" Unary(Float): ext 14 {INEXACT};
    Tan "tan" Unary(Float): ext 15 {INEXACT};
    Asin "asin" Unary(Float): ext 16 {INEXACT};
    Acos "acos" Unary(Float): ext 17 {INEXACT};
    Atan "atan" Unary(Float): ext 18 {INEXACT};
    /// `(y, x)`
    Atan2 "atan2" Binary(Float): ext 25 {INEXACT};
    Sinh "sinh" Unary(Float): ext 19 {INEXACT};
    Cosh "cosh" Unary(Float): ext 20 {INEXACT};
    Tanh "tanh" Unary(Float): ext 21 {INEXACT};
    Asinh "asinh" Unary(Float): ext 22 {INEXACT};
    Acosh "acosh" Unary(Float): ext 23 {INEXACT};
    Atanh "atanh" Unary(Float): ext 24 {INEXACT};

    // Linear algebra.
    Dot "dot" Dot: op 148 {COMMUTATIVE INEXACT};
    Length "length" Length: ext 66 {INEXACT};
    Distance "distance" Distance: ext 67 {COMMUTATIVE INEXACT};
    Cross "cross" Cross: ext 68 {INEXACT};
    Normalize "normalize" Unary(Float): ext 69 {INEXACT};
    /// `(n, i, reference)`
    FaceForward "face_forward" Ternary(Float): ext 70 {INEXACT};
    /// `(i, n)`
    Reflect "reflect" Binary(Float): ext 71 {INEXACT};
    /// `(i, n, eta)`
    Refract "refract" Refract: ext 72 {INEXACT};
    VectorTimesScalar "vector_times_scalar" VectorTimesScalar: op 142;
    MatrixTimesScalar "matrix_times_scalar" MatrixTimesScalar: op 143;
    VectorTimesMatrix "vector_times_matrix" VectorTimesMatrix: op 144 {INEXACT};
    MatrixTimesVector "matrix_times_vector" MatrixTimesVector: op 145 {INEXACT};
    MatrixTimesMatrix "matrix_times_matrix" MatrixTimesMatrix: op 146 {INEXACT};
    OuterProduct "outer_product" OuterProduct: op 147;
    Transpose "transpose" Transpose: op 84 {INVOLUTION};
    Determinant "determinant" Determinant: ext 33 {INEXACT};
    Inverse "inverse" Inverse: ext 34 {INEXACT};

    // Comparison. Ordered: false with a NaN; unordered: true with a NaN.
    Ieq "ieq" Compare(Int): op 170 {COMMUTATIVE};
    Ine "ine" Compare(Int): op 171 {COMMUTATIVE};
    Slt "slt" Compare(Signed): op 177;
    Sle "sle" Compare(Signed): op 179;
    Sgt "sgt" Compare(Signed): op 173;
    Sge "sge" Compare(Signed): op 175;
    Ult "ult" Compare(Unsigned): op 176;
    Ule "ule" Compare(Unsigned): op 178;
    Ugt "ugt" Compare(Unsigned): op 172;
    Uge "uge" Compare(Unsigned): op 174;
    Feq "feq" Compare(Float): op 180 {COMMUTATIVE};
    /// Ordered.
    Fone "fone" Compare(Float): op 182 {COMMUTATIVE};
    Flt "flt" Compare(Float): op 184;
    Fle "fle" Compare(Float): op 188;
    Fgt "fgt" Compare(Float): op 186;
    Fge "fge" Compare(Float): op 190;
    /// Unordered.
    Fueq "fueq" Compare(Float): op 181 {COMMUTATIVE};
    /// Unordered: GLSL's `!=`.
    Fne "fne" Compare(Float): op 183 {COMMUTATIVE};
    /// Unordered.
    Fult "fult" Compare(Float): op 185;
    /// Unordered.
    Fule "fule" Compare(Float): op 189;
    /// Unordered.
    Fugt "fugt" Compare(Float): op 187;
    /// Unordered.
    Fuge "fuge" Compare(Float): op 191;
    IsNan "is_nan" Test(Float): op 156;
    IsInf "is_inf" Test(Float): op 157;
    /// All parts equal: `==` on vectors, matrices, arrays and structs.
    Equal "equal" Equal {COMMUTATIVE};
    /// Some part differs: `!=` on vectors, matrices, arrays and structs.
    NotEqual "not_equal" Equal {COMMUTATIVE};

    // Logic.
    And "and" Binary(Bool): op 167 {COMMUTATIVE ASSOCIATIVE IDEMPOTENT};
    Or "or" Binary(Bool): op 166 {COMMUTATIVE ASSOCIATIVE IDEMPOTENT};
    Beq "beq" Compare(Bool): op 164 {COMMUTATIVE ASSOCIATIVE};
    Bne "bne" Compare(Bool): op 165 {COMMUTATIVE ASSOCIATIVE};
    Not "not" Unary(Bool): op 168 {INVOLUTION};
    Any "any" Reduce: op 154;
    All "all" Reduce: op 155;
    /// `(condition, if true, if false)`; all operands are evaluated.
    Select "select" Select: op 169;

    // Conversions.
    /// Between float widths.
    Fconvert "fconvert" Convert(Float, Float): op 115;
    /// Between integer widths, sign-extending; signedness may change with it.
    Sconvert "sconvert" Convert(Int, Int): op 114;
    /// Between integer widths, zero-extending; signedness may change with it.
    Uconvert "uconvert" Convert(Int, Int): op 113;
    StoF "stof" Convert(Signed, Float): op 111;
    UtoF "utof" Convert(Unsigned, Float): op 112;
    /// Towards zero; undefined out of range.
    FtoS "ftos" Convert(Float, Signed): op 110;
    /// Towards zero; undefined out of range.
    FtoU "ftou" Convert(Float, Unsigned): op 109;
    /// 1.0 or 0.0
    BtoF "btof" Convert(Bool, Float);
    /// 1 or 0
    BtoI "btoi" Convert(Bool, Int);
    /// Whether it is not zero.
    FtoB "ftob" Convert(Float, Bool);
    /// Whether it is not zero.
    ItoB "itob" Convert(Int, Bool);
    /// The same bits as another type: `floatBitsToInt`, `int` to `uint`, addresses.
    Bitcast "bitcast" Bitcast: op 124;

    // Packing; types are those of the GLSL functions.
    PackSnorm4x8 "pack_snorm_4x8" Pack: ext 54;
    PackUnorm4x8 "pack_unorm_4x8" Pack: ext 55;
    PackSnorm2x16 "pack_snorm_2x16" Pack: ext 56;
    PackUnorm2x16 "pack_unorm_2x16" Pack: ext 57;
    PackHalf2x16 "pack_half_2x16" Pack: ext 58;
    PackDouble2x32 "pack_double_2x32" Pack: ext 59;
    UnpackSnorm2x16 "unpack_snorm_2x16" Pack: ext 60 {INEXACT};
    UnpackUnorm2x16 "unpack_unorm_2x16" Pack: ext 61 {INEXACT};
    UnpackHalf2x16 "unpack_half_2x16" Pack: ext 62;
    UnpackSnorm4x8 "unpack_snorm_4x8" Pack: ext 63 {INEXACT};
    UnpackUnorm4x8 "unpack_unorm_4x8" Pack: ext 64 {INEXACT};
    UnpackDouble2x32 "unpack_double_2x32" Pack: ext 65;

    // Derivatives.
    Dfdx "dfdx" Unary(Float): op 207 [CONVERGENT DERIVATIVE];
    Dfdy "dfdy" Unary(Float): op 208 [CONVERGENT DERIVATIVE];
    Fwidth "fwidth" Unary(Float): op 209 [CONVERGENT DERIVATIVE];
    DfdxFine "dfdx_fine" Unary(Float): op 210 [CONVERGENT DERIVATIVE] cap 51;
    DfdyFine "dfdy_fine" Unary(Float): op 211 [CONVERGENT DERIVATIVE] cap 51;
    FwidthFine "fwidth_fine" Unary(Float): op 212 [CONVERGENT DERIVATIVE] cap 51;
    DfdxCoarse "dfdx_coarse" Unary(Float): op 213 [CONVERGENT DERIVATIVE] cap 51;
    DfdyCoarse "dfdy_coarse" Unary(Float): op 214 [CONVERGENT DERIVATIVE] cap 51;
    FwidthCoarse "fwidth_coarse" Unary(Float): op 215 [CONVERGENT DERIVATIVE] cap 51;
    InterpolateAtCentroid "interpolate_at_centroid" Interpolate: ext 76 [READS] cap 52;
    InterpolateAtSample "interpolate_at_sample" Interpolate: ext 77 [READS] cap 52;
    InterpolateAtOffset "interpolate_at_offset" Interpolate: ext 78 [READS] cap 52;

    // Composites.
    Construct "construct" Construct: op 80;
    Splat "splat" Splat;
    Extract "extract" Extract: op 81;
    Insert "insert" Insert: op 82;
    /// Undefined out of range.
    ExtractDynamic "extract_dynamic" ExtractDynamic [NO_SPECULATE];
    /// Undefined out of range.
    InsertDynamic "insert_dynamic" InsertDynamic: op 78 [NO_SPECULATE];
    Swizzle "swizzle" Swizzle;
    Shuffle "shuffle" Shuffle: op 79;

    // Memory.
    Var "var" Var: op 59 [ALLOCATES];
    Access "access" Access: op 65;
    Load "load" Load: op 61 [READS NO_SPECULATE];
    Store "store" Store: op 62 [WRITES];
    /// Writes only the named components.
    StoreSwizzle "store_swizzle" StoreSwizzle [WRITES];
    ArrayLength "array_length" ArrayLength: op 68 [READS];
    AtomicLoad "atomic_load" AtomicLoad: op 227 [READS WRITES];
    AtomicStore "atomic_store" AtomicStore: op 228 [READS WRITES];
    AtomicExchange "atomic_exchange" AtomicRmw(Numeric): op 229 [READS WRITES];
    AtomicCompareExchange "atomic_compare_exchange" AtomicCompare: op 230 [READS WRITES];
    AtomicIadd "atomic_iadd" AtomicRmw(Int): op 234 [READS WRITES];
    AtomicIsub "atomic_isub" AtomicRmw(Int): op 235 [READS WRITES];
    AtomicSmin "atomic_smin" AtomicRmw(Signed): op 236 [READS WRITES];
    AtomicUmin "atomic_umin" AtomicRmw(Unsigned): op 237 [READS WRITES];
    AtomicSmax "atomic_smax" AtomicRmw(Signed): op 238 [READS WRITES];
    AtomicUmax "atomic_umax" AtomicRmw(Unsigned): op 239 [READS WRITES];
    AtomicAnd "atomic_and" AtomicRmw(Int): op 240 [READS WRITES];
    AtomicOr "atomic_or" AtomicRmw(Int): op 241 [READS WRITES];
    AtomicXor "atomic_xor" AtomicRmw(Int): op 242 [READS WRITES];
    AtomicFmin "atomic_fmin" AtomicRmw(Float): op 5614 [READS WRITES];
    AtomicFmax "atomic_fmax" AtomicRmw(Float): op 5615 [READS WRITES];
    AtomicFadd "atomic_fadd" AtomicRmw(Float): op 6035 [READS WRITES];

    // Images.
    TexelPointer "texel_pointer" TexelPointer: op 60;
    CombineSampler "combine_sampler" Combine: op 86;
    ImageOf "image_of" ImageOf: op 100;
    /// Implicit level of detail without `LOD` or `GRAD`.
    ImageSample "image_sample" Image [READS CONVERGENT DERIVATIVE];
    ImageFetch "image_fetch" Image: op 95 [READS NO_SPECULATE];
    ImageGather "image_gather" Image [READS CONVERGENT DERIVATIVE];
    ImageRead "image_read" Image: op 98 [READS NO_SPECULATE];
    ImageWrite "image_write" ImageWrite: op 99 [WRITES];
    ImageSize "image_size" ImageSize [READS] cap 50;
    ImageLevels "image_levels" ImageQuery: op 106 [READS] cap 50;
    ImageSamples "image_samples" ImageQuery: op 107 [READS] cap 50;
    ImageQueryLod "image_query_lod" QueryLod: op 105 [READS CONVERGENT DERIVATIVE] cap 50;

    // Calls.
    Call "call" Call: op 57 [READS WRITES CONVERGENT NO_SPECULATE];
    Intrinsic "intrinsic" Intrinsic [READS WRITES CONVERGENT NO_SPECULATE];

    // Control.
    If "if" Control: op 250 [CONTROL];
    Loop "loop" Control: op 246 [CONTROL];
    Switch "switch" Control: op 251 [CONTROL];

    // Terminators.
    /// Ends an arm of an `if`; its operands are the results.
    Merge "merge" Terminator: op 249 [TERMINATOR];
    /// To the continuing block of the innermost loop.
    Continue "continue" Terminator: op 249 [TERMINATOR];
    /// Out of the innermost loop or switch; its operands are the results.
    Break "break" Terminator: op 249 [TERMINATOR];
    /// Ends the continuing block: back to the body with these values.
    Next "next" Terminator: op 249 [TERMINATOR];
    /// Ends the continuing block: `(condition, results..., next...)`; imm is the number of results.
    BreakIf "break_if" Terminator: op 250 [TERMINATOR];
    /// Into the next case of the switch with these values.
    Fallthrough "fallthrough" Terminator: op 249 [TERMINATOR];
    Return "return" Terminator: op 254 [TERMINATOR];
    /// `discard`: ends the invocation.
    Terminate "terminate" Terminator: op 252 [TERMINATOR];
    Unreachable "unreachable" Terminator: op 255 [TERMINATOR];
    IgnoreIntersection "ignore_intersection" Terminator: op 4448 [TERMINATOR] cap 4479;
    TerminateRay "terminate_ray" Terminator: op 4449 [TERMINATOR] cap 4479;
    /// `(x, y, z, [pointer to payload])`
    EmitMeshTasks "emit_mesh_tasks" Terminator: op 5294 [TERMINATOR] cap 5283;
}

impl Op {
    /// Its row of the table.
    #[inline]
    pub fn info(self) -> &'static OpInfo {
        &OPS[self as usize]
    }

    /// Name in the text form.
    pub fn mnemonic(self) -> &'static str {
        self.info().mnemonic
    }

    /// What it does besides giving a value. An intrinsic's own row says more.
    #[inline]
    pub fn effects(self) -> Effects {
        EFFECTS[self as usize]
    }

    /// Whether it ends a block.
    #[inline]
    pub fn is_terminator(self) -> bool {
        self.effects().contains(Effects::TERMINATOR)
    }

    /// Whether it owns blocks.
    #[inline]
    pub fn is_control(self) -> bool {
        self.effects().contains(Effects::CONTROL)
    }

    /// The op with this mnemonic.
    pub fn from_mnemonic(mnemonic: &str) -> Option<Self> {
        static SORTED: std::sync::OnceLock<Vec<(&'static str, Op)>> = std::sync::OnceLock::new();
        let sorted = SORTED.get_or_init(|| {
            let mut rows: Vec<_> = Op::ALL.iter().map(|&op| (op.mnemonic(), op)).collect();
            rows.sort_unstable();
            rows
        });
        let index = sorted.binary_search_by_key(&mnemonic, |row| row.0).ok()?;
        Some(sorted[index].1)
    }
}

#[cfg(test)]
mod tests {
    use super::Op;

    #[test]
    fn mnemonics_are_distinct_and_found() {
        for &op in Op::ALL {
            assert_eq!(Op::from_mnemonic(op.mnemonic()), Some(op));
        }
        assert_eq!(Op::from_mnemonic("frobnicate"), None);
    }
}
