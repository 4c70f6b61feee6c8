//! The op table: one row an operation, from which everything else about it follows.
//!
//! A row gives the mnemonic of the text form, the typing rule ([`Sig`]), effects, algebraic laws, the
//! SPIR-V opcode or GLSL.std.450 number, and the evaluation on constants. Operations that appear only with an extension
//! or a special stage are rows of [`crate::Intrinsic`] instead.
//!
//! Integer and float operations are separate ops, since their laws differ. Float arithmetic (`fadd` to
//! `fneg`) also works on matrices, component by component; the products of linear algebra have ops of their own.

use crate::effects::Effects;
use crate::eval::{bits, compare, convert, float, int, math, pack};
use crate::fold::evaluation::Evaluation::{
    self, All, Any, BitExtract, BitInsert, BitQuery, Bitcast, Construct, Convert, Cross, Determinant,
    Distance, Dot, Equal, Extract, ExtractDynamic, FaceForward, Float1, Float2, Float3, FloatCompare,
    FloatTest, Frexp, Insert, InsertDynamic, Int1, Int2, Int3, IntCompare, Intrinsic, Inverse, Ldexp, Length,
    MatrixTimesMatrix, MatrixTimesVector, Modf, Normalize, NotEqual, OuterProduct, Pack2, Pack4, Partial2,
    Reflect, Refract, Resplit, Scale, Select, Shuffle, Splat, Swizzle, Transpose, Unpack2, Unpack4,
    VectorTimesMatrix, Wide,
};
use crate::stages::Stages;

/// Component types and shapes that an operand may have.
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

impl SpirvCode {
    /// A number for each code: extended instructions stand before opcodes.
    const fn key(self) -> Option<usize> {
        match self {
            Self::None => None,
            Self::Ext(number) => Some(number as usize),
            Self::Core(number) => Some(number as usize + (1 << 8)),
        }
    }
}

/// For each [`SpirvCode::key`], the number of the first row that has it, from 1 on.
static BY_CODE: [u16; 1 << 13] = {
    let mut rows = [0; 1 << 13];
    let mut number = OPS.len();
    while number > 0 {
        if let Some(key) = OPS[number - 1].spirv.key() {
            rows[key] = number as u16;
        }
        number -= 1;
    }
    rows
};

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

    /// True if all of `other` hold.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// The row of an op in the table.
#[derive(Clone, Copy, Debug)]
pub struct OpInfo {
    /// Name in the text form.
    pub mnemonic: &'static str,
    /// Typing rule.
    pub sig: Sig,
    /// Its side effects.
    pub effects: Effects,
    /// Laws: algebraic ones, and how far results are determined.
    pub laws: Laws,
    /// Number in SPIR-V.
    pub spirv: SpirvCode,
    /// Number of the SPIR-V capability it needs beyond `Shader`, if any.
    pub capability: Option<u32>,
    /// The stages that it is for.
    pub stages: Stages,
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

macro_rules! stages {
    () => { Stages::ALL };
    ($($stage:ident)+) => { Stages::NONE$(.or(Stages::$stage))+ };
}

macro_rules! evaluation {
    () => {
        Evaluation::None
    };
    ($evaluation:expr) => {
        $evaluation
    };
}

macro_rules! ops {
    ($(
        $(#[$doc:meta])+
        $variant:ident $mnemonic:literal $sig:ident $(($($class:ident),+))? $(: $($kind:ident $number:literal)?)?
            $([$($effect:ident)*])? $({$($law:ident)*})? $(cap $capability:literal)? $(in $($stage:ident)+)?
            $(= $evaluation:expr)? ;
    )*) => {
        /// An operation.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u16)]
        pub enum Op { $( $(#[$doc])+ #[doc = concat!("`", $mnemonic, "`")] $variant ),* }

        impl Op {
            /// Every op, in the order of the table.
            pub const ALL: &[Self] = &[$(Self::$variant),*];
        }

        /// The effects of all, close together: they are asked for most.
        static EFFECTS: &[Effects] = &[$( effects!($($($effect)*)?) ),+];

        static EVALUATIONS: &[Evaluation] = &[$( evaluation!($($evaluation)?) ),+];

        static OPS: &[OpInfo] = &[$( OpInfo {
            mnemonic: $mnemonic,
            sig: Sig::$sig $(($(Class::$class),+))?,
            effects: effects!($($($effect)*)?),
            laws: laws!($($($law)*)?),
            spirv: spirv!($($($kind $number)?)?),
            capability: capability!($($capability)?),
            stages: stages!($($($stage)+)?),
        } ),*];
    };
}

ops! {
    // Integer arithmetic: wraps.
    /// Sum modulo 2^width.
    Iadd "iadd" Binary(Int): op 128 {COMMUTATIVE ASSOCIATIVE} = Int2(int::iadd);
    /// Difference modulo 2^width.
    Isub "isub" Binary(Int): op 130 = Int2(int::isub);
    /// Low half of the product.
    Imul "imul" Binary(Int): op 132 {COMMUTATIVE ASSOCIATIVE} = Int2(int::imul);
    /// Signed quotient, rounded towards zero; undefined for a divisor of 0 and for the least integer by -1.
    Sdiv "sdiv" Binary(Signed): op 135 [NO_SPECULATE] = Partial2(int::sdiv);
    /// Unsigned quotient; undefined for a divisor of 0.
    Udiv "udiv" Binary(Unsigned): op 134 [NO_SPECULATE] = Partial2(int::udiv);
    /// Signed remainder with the sign of the dividend; undefined if `sdiv` is.
    Srem "srem" Binary(Signed): op 138 [NO_SPECULATE] = Partial2(int::srem);
    /// Signed remainder with the sign of the divisor; undefined if `sdiv` is.
    Smod "smod" Binary(Signed): op 139 [NO_SPECULATE] = Partial2(int::smod);
    /// Unsigned remainder; undefined for a divisor of 0.
    Umod "umod" Binary(Unsigned): op 137 [NO_SPECULATE] = Partial2(int::umod);
    /// Negation; that of the least integer is itself.
    Ineg "ineg" Unary(Int): op 126 {INVOLUTION} = Int1(int::ineg);
    /// Absolute value; that of the least integer is itself.
    Sabs "sabs" Unary(Signed): ext 5 {IDEMPOTENT} = Int1(int::sabs);
    /// Sign: -1, 0 or 1.
    Ssign "ssign" Unary(Signed): ext 7 {IDEMPOTENT} = Int1(int::ssign);
    /// The lesser signed operand.
    Smin "smin" Binary(Signed): ext 39 {COMMUTATIVE ASSOCIATIVE IDEMPOTENT} = Int2(int::smin);
    /// The lesser unsigned operand.
    Umin "umin" Binary(Unsigned): ext 38 {COMMUTATIVE ASSOCIATIVE IDEMPOTENT} = Int2(int::umin);
    /// The greater signed operand.
    Smax "smax" Binary(Signed): ext 42 {COMMUTATIVE ASSOCIATIVE IDEMPOTENT} = Int2(int::smax);
    /// The greater unsigned operand.
    Umax "umax" Binary(Unsigned): ext 41 {COMMUTATIVE ASSOCIATIVE IDEMPOTENT} = Int2(int::umax);
    /// `(x, low, high)`: signed clamp; undefined for low > high.
    Sclamp "sclamp" Ternary(Signed): ext 45 = Int3(int::sclamp);
    /// `(x, low, high)`: unsigned clamp; undefined for low > high.
    Uclamp "uclamp" Ternary(Unsigned): ext 44 = Int3(int::uclamp);
    /// Sum and carry.
    UaddCarry "uadd_carry" Wide(Unsigned): op 149 {COMMUTATIVE} = Wide(int::uadd_carry);
    /// Difference and borrow.
    UsubBorrow "usub_borrow" Wide(Unsigned): op 150 = Wide(int::usub_borrow);
    /// High and low half of the unsigned product.
    UmulExtended "umul_extended" Wide(Unsigned): {COMMUTATIVE} = Wide(int::umul_extended);
    /// High and low half of the signed product.
    SmulExtended "smul_extended" Wide(Signed): {COMMUTATIVE} = Wide(int::smul_extended);

    // Bits.
    /// Bitwise and.
    Iand "iand" Binary(Int): op 199 {COMMUTATIVE ASSOCIATIVE IDEMPOTENT} = Int2(bits::and);
    /// Bitwise or.
    Ior "ior" Binary(Int): op 197 {COMMUTATIVE ASSOCIATIVE IDEMPOTENT} = Int2(bits::or);
    /// Bitwise exclusive or.
    Ixor "ixor" Binary(Int): op 198 {COMMUTATIVE ASSOCIATIVE} = Int2(bits::xor);
    /// Bitwise complement.
    Inot "inot" Unary(Int): op 200 {INVOLUTION} = Int1(bits::not);
    /// Shifts left; undefined for an amount of the width or more.
    Shl "shl" Shift: op 196 = Partial2(bits::shl);
    /// Shifts right and fills with zeros; undefined for an amount of the width or more.
    Lshr "lshr" Shift: op 194 = Partial2(bits::lshr);
    /// Shifts right and fills with the sign; undefined for an amount of the width or more.
    Ashr "ashr" Shift: op 195 = Partial2(bits::ashr);
    /// `(base, insert, offset, count)`: replaces a bit field; undefined if it exceeds the width.
    BitInsert "bit_insert" BitInsert: op 201 = BitInsert(bits::bitfield_insert);
    /// `(base, offset, count)`: a bit field, sign-extended; undefined if it exceeds the width.
    SbitExtract "sbit_extract" BitExtract: op 202 = BitExtract(bits::bitfield_sextract);
    /// `(base, offset, count)`: a bit field, zero-extended; undefined if it exceeds the width.
    UbitExtract "ubit_extract" BitExtract: op 203 = BitExtract(bits::bitfield_uextract);
    /// Reverses the order of all bits.
    BitReverse "bit_reverse" Unary(Int): op 204 {INVOLUTION} = Int1(bits::bit_reverse);
    /// Number of bits that are 1.
    BitCount "bit_count" BitQuery: op 205 = BitQuery(bits::bit_count);
    /// Position of the lowest 1; -1 for 0.
    FindLsb "find_lsb" BitQuery: ext 73 = BitQuery(bits::find_lsb);
    /// Position of the highest bit that differs from the sign; -1 for 0 and -1.
    FindSmsb "find_smsb" BitQuery: ext 74 = BitQuery(bits::find_smsb);
    /// Position of the highest 1; -1 for 0.
    FindUmsb "find_umsb" BitQuery: ext 75 = BitQuery(bits::find_umsb);

    // Float arithmetic.
    /// Sum.
    Fadd "fadd" Binary(FloatOrMatrix): op 129 {COMMUTATIVE} = Float2(float::fadd);
    /// Difference.
    Fsub "fsub" Binary(FloatOrMatrix): op 131 = Float2(float::fsub);
    /// Product, component by component, for matrices too.
    Fmul "fmul" Binary(FloatOrMatrix): op 133 {COMMUTATIVE} = Float2(float::fmul);
    /// Quotient, component by component, for matrices too.
    Fdiv "fdiv" Binary(FloatOrMatrix): op 136 = Float2(float::fdiv);
    /// Remainder with the sign of the dividend.
    Frem "frem" Binary(Float): op 140 {INEXACT} = Float2(float::frem);
    /// `x - y * floor(x / y)`: GLSL's `mod`.
    Fmod "fmod" Binary(Float): op 141 {INEXACT} = Float2(float::fmod);
    /// Flips the sign bit.
    Fneg "fneg" Unary(FloatOrMatrix): op 127 {INVOLUTION} = Float1(float::fneg);
    /// Clears the sign bit.
    Fabs "fabs" Unary(Float): ext 4 {IDEMPOTENT} = Float1(float::fabs);
    /// Sign: -1.0, 0.0 or 1.0.
    Fsign "fsign" Unary(Float): ext 6 {IDEMPOTENT} = Float1(float::fsign);
    /// The greatest integral number that is not above the operand.
    Floor "floor" Unary(Float): ext 8 {IDEMPOTENT} = Float1(float::floor);
    /// The least integral number that is not below the operand.
    Ceil "ceil" Unary(Float): ext 9 {IDEMPOTENT} = Float1(float::ceil);
    /// Rounds towards zero.
    Trunc "trunc" Unary(Float): ext 3 {IDEMPOTENT} = Float1(float::trunc);
    /// Rounds to the nearest integral number; halves either way.
    Round "round" Unary(Float): ext 1 {IDEMPOTENT} = Float1(float::round);
    /// Rounds to the nearest integral number; halves to the even one.
    RoundEven "round_even" Unary(Float): ext 2 {IDEMPOTENT} = Float1(float::round_even);
    /// Fraction: `x - floor(x)`.
    Fract "fract" Unary(Float): ext 10 = Float1(float::fract);
    /// Minimum; either operand if one is NaN.
    Fmin "fmin" Binary(Float): ext 37 {COMMUTATIVE IDEMPOTENT} = Float2(float::fmin);
    /// Maximum; either operand if one is NaN.
    Fmax "fmax" Binary(Float): ext 40 {COMMUTATIVE IDEMPOTENT} = Float2(float::fmax);
    /// `(x, low, high)`: clamp; undefined for low > high.
    Fclamp "fclamp" Ternary(Float): ext 43 = Float3(float::fclamp);
    /// Minimum; the other operand if one is NaN.
    Nmin "nmin" Binary(Float): ext 79 {COMMUTATIVE IDEMPOTENT} = Float2(float::nmin);
    /// Maximum; the other operand if one is NaN.
    Nmax "nmax" Binary(Float): ext 80 {COMMUTATIVE IDEMPOTENT} = Float2(float::nmax);
    /// `(x, low, high)`: `nmin(nmax(x, low), high)`.
    Nclamp "nclamp" Ternary(Float): ext 81 = Float3(float::nclamp);
    /// `(x, y, a)`: linear interpolation, `x * (1 - a) + y * a`.
    Fmix "fmix" Ternary(Float): ext 46 {INEXACT} = Float3(float::mix);
    /// `(edge, x)`: 0 if x is less than the edge, else 1.
    Step "step" Binary(Float): ext 48 = Float2(float::step);
    /// `(low, high, x)`: Hermite interpolation between 0 and 1.
    Smoothstep "smoothstep" Ternary(Float): ext 49 {INEXACT} = Float3(float::smoothstep);
    /// `a * b + c`, rounded once or twice.
    Fma "fma" Ternary(Float): ext 50 {INEXACT} = Float3(float::fma);
    /// Fraction and whole part, both with the sign of the operand.
    Modf "modf" Modf = Modf;
    /// Significand in [0.5, 1) with the sign of the operand, and the exponent as an integer.
    Frexp "frexp" Frexp = Frexp;
    /// `(x, exponent)`: `x * 2^exponent`.
    Ldexp "ldexp" Ldexp: ext 53 = Ldexp;
    /// Square root; undefined below 0.
    Sqrt "sqrt" Unary(Float): ext 31 = Float1(float::sqrt);
    /// `1 / sqrt(x)`; undefined for 0 and below.
    InverseSqrt "inverse_sqrt" Unary(Float): ext 32 {INEXACT} = Float1(float::inverse_sqrt);
    /// `(x, y)`: power `x^y`; undefined for x < 0, and for x = 0 with y <= 0.
    Pow "pow" Binary(Float): ext 26 {INEXACT} = Float2(math::pow);
    /// Exponential `e^x`.
    Exp "exp" Unary(Float): ext 27 {INEXACT} = Float1(math::exp);
    /// Natural logarithm; undefined for 0 and below.
    Log "log" Unary(Float): ext 28 {INEXACT} = Float1(math::log);
    /// Power of two `2^x`.
    Exp2 "exp2" Unary(Float): ext 29 {INEXACT} = Float1(math::exp2);
    /// Logarithm to base 2; undefined for 0 and below.
    Log2 "log2" Unary(Float): ext 30 {INEXACT} = Float1(math::log2);
    /// Degrees to radians.
    Radians "radians" Unary(Float): ext 11 {INEXACT} = Float1(math::radians);
    /// Radians to degrees.
    Degrees "degrees" Unary(Float): ext 12 {INEXACT} = Float1(math::degrees);
    /// Sine of an angle in radians.
    Sin "sin" Unary(Float): ext 13 {INEXACT} = Float1(math::sin);
    /// Cosine of an angle in radians.
    Cos "cos" Unary(Float): ext 14 {INEXACT} = Float1(math::cos);
    /// Tangent of an angle in radians.
    Tan "tan" Unary(Float): ext 15 {INEXACT} = Float1(math::tan);
    /// Arc sine in [-π/2, π/2]; undefined for |x| > 1.
    Asin "asin" Unary(Float): ext 16 {INEXACT} = Float1(math::asin);
    /// Arc cosine in [0, π]; undefined for |x| > 1.
    Acos "acos" Unary(Float): ext 17 {INEXACT} = Float1(math::acos);
    /// Arc tangent in [-π/2, π/2].
    Atan "atan" Unary(Float): ext 18 {INEXACT} = Float1(math::atan);
    /// `(y, x)`: angle of a point, in [-π, π].
    Atan2 "atan2" Binary(Float): ext 25 {INEXACT} = Float2(math::atan2);
    /// Hyperbolic sine.
    Sinh "sinh" Unary(Float): ext 19 {INEXACT} = Float1(math::sinh);
    /// Hyperbolic cosine.
    Cosh "cosh" Unary(Float): ext 20 {INEXACT} = Float1(math::cosh);
    /// Hyperbolic tangent.
    Tanh "tanh" Unary(Float): ext 21 {INEXACT} = Float1(math::tanh);
    /// Inverse of `sinh`.
    Asinh "asinh" Unary(Float): ext 22 {INEXACT} = Float1(math::asinh);
    /// Non-negative inverse of `cosh`; undefined below 1.
    Acosh "acosh" Unary(Float): ext 23 {INEXACT} = Float1(math::acosh);
    /// Inverse of `tanh`; undefined for |x| >= 1.
    Atanh "atanh" Unary(Float): ext 24 {INEXACT} = Float1(math::atanh);

    // Linear algebra.
    /// Sum of the products of corresponding components.
    Dot "dot" Dot: op 148 {COMMUTATIVE INEXACT} = Dot;
    /// Euclidean norm.
    Length "length" Length: ext 66 {INEXACT} = Length;
    /// Euclidean norm of the difference.
    Distance "distance" Distance: ext 67 {COMMUTATIVE INEXACT} = Distance;
    /// Cross product of two vectors of three components.
    Cross "cross" Cross: ext 68 {INEXACT} = Cross;
    /// The vector divided by its length.
    Normalize "normalize" Unary(Float): ext 69 {INEXACT} = Normalize;
    /// `(n, i, reference)`: `n` if `dot(reference, i)` is negative, else `-n`.
    FaceForward "face_forward" Ternary(Float): ext 70 {INEXACT} = FaceForward;
    /// `(i, n)`: reflection of a direction at a normal.
    Reflect "reflect" Binary(Float): ext 71 {INEXACT} = Reflect;
    /// `(i, n, eta)`: refraction of a direction at a normal.
    Refract "refract" Refract: ext 72 {INEXACT} = Refract;
    /// Each component times the scalar.
    VectorTimesScalar "vector_times_scalar" VectorTimesScalar: op 142 = Scale;
    /// Each element times the scalar.
    MatrixTimesScalar "matrix_times_scalar" MatrixTimesScalar: op 143 = Scale;
    /// A row vector times a matrix.
    VectorTimesMatrix "vector_times_matrix" VectorTimesMatrix: op 144 {INEXACT} = VectorTimesMatrix;
    /// A matrix times a column vector.
    MatrixTimesVector "matrix_times_vector" MatrixTimesVector: op 145 {INEXACT} = MatrixTimesVector;
    /// The algebraic product of two matrices.
    MatrixTimesMatrix "matrix_times_matrix" MatrixTimesMatrix: op 146 {INEXACT} = MatrixTimesMatrix;
    /// A column vector times a row vector.
    OuterProduct "outer_product" OuterProduct: op 147 = OuterProduct;
    /// Transposed matrix: columns become rows.
    Transpose "transpose" Transpose: op 84 {INVOLUTION} = Transpose;
    /// Determinant of a square matrix.
    Determinant "determinant" Determinant: ext 33 {INEXACT} = Determinant;
    /// Inverse of a square matrix; undefined if it is singular.
    Inverse "inverse" Inverse: ext 34 {INEXACT} = Inverse;

    // Comparison. Ordered: false with a NaN; unordered: true with a NaN.
    /// Equal integers.
    Ieq "ieq" Compare(Int): op 170 {COMMUTATIVE} = IntCompare(compare::ieq);
    /// Different integers.
    Ine "ine" Compare(Int): op 171 {COMMUTATIVE} = IntCompare(compare::ine);
    /// Signed less than.
    Slt "slt" Compare(Signed): op 177 = IntCompare(compare::slt);
    /// Signed less than or equal.
    Sle "sle" Compare(Signed): op 179 = IntCompare(compare::sle);
    /// Signed greater than.
    Sgt "sgt" Compare(Signed): op 173 = IntCompare(compare::sgt);
    /// Signed greater than or equal.
    Sge "sge" Compare(Signed): op 175 = IntCompare(compare::sge);
    /// Unsigned less than.
    Ult "ult" Compare(Unsigned): op 176 = IntCompare(compare::ult);
    /// Unsigned less than or equal.
    Ule "ule" Compare(Unsigned): op 178 = IntCompare(compare::ule);
    /// Unsigned greater than.
    Ugt "ugt" Compare(Unsigned): op 172 = IntCompare(compare::ugt);
    /// Unsigned greater than or equal.
    Uge "uge" Compare(Unsigned): op 174 = IntCompare(compare::uge);
    /// Ordered equal: GLSL's `==`.
    Feq "feq" Compare(Float): op 180 {COMMUTATIVE} = FloatCompare(compare::ford_eq);
    /// Ordered not equal.
    Fone "fone" Compare(Float): op 182 {COMMUTATIVE} = FloatCompare(compare::ford_ne);
    /// Ordered less than.
    Flt "flt" Compare(Float): op 184 = FloatCompare(compare::ford_lt);
    /// Ordered less than or equal.
    Fle "fle" Compare(Float): op 188 = FloatCompare(compare::ford_le);
    /// Ordered greater than.
    Fgt "fgt" Compare(Float): op 186 = FloatCompare(compare::ford_gt);
    /// Ordered greater than or equal.
    Fge "fge" Compare(Float): op 190 = FloatCompare(compare::ford_ge);
    /// Unordered equal.
    Fueq "fueq" Compare(Float): op 181 {COMMUTATIVE} = FloatCompare(compare::funord_eq);
    /// Unordered not equal: GLSL's `!=`.
    Fne "fne" Compare(Float): op 183 {COMMUTATIVE} = FloatCompare(compare::funord_ne);
    /// Unordered less than.
    Fult "fult" Compare(Float): op 185 = FloatCompare(compare::funord_lt);
    /// Unordered less than or equal.
    Fule "fule" Compare(Float): op 189 = FloatCompare(compare::funord_le);
    /// Unordered greater than.
    Fugt "fugt" Compare(Float): op 187 = FloatCompare(compare::funord_gt);
    /// Unordered greater than or equal.
    Fuge "fuge" Compare(Float): op 191 = FloatCompare(compare::funord_ge);
    /// True for a NaN.
    IsNan "is_nan" Test(Float): op 156 = FloatTest(float::is_nan);
    /// True for an infinity.
    IsInf "is_inf" Test(Float): op 157 = FloatTest(float::is_inf);
    /// All parts equal: `==` on vectors, matrices, arrays and structs.
    Equal "equal" Equal {COMMUTATIVE} = Equal;
    /// Some part differs: `!=` on vectors, matrices, arrays and structs.
    NotEqual "not_equal" Equal {COMMUTATIVE} = NotEqual;

    // Logic.
    /// Logical and; both operands are evaluated.
    And "and" Binary(Bool): op 167 {COMMUTATIVE ASSOCIATIVE IDEMPOTENT} = Int2(bits::and);
    /// Logical or; both operands are evaluated.
    Or "or" Binary(Bool): op 166 {COMMUTATIVE ASSOCIATIVE IDEMPOTENT} = Int2(bits::or);
    /// Equal: the complement of exclusive or.
    Beq "beq" Compare(Bool): op 164 {COMMUTATIVE ASSOCIATIVE} = IntCompare(compare::ieq);
    /// Not equal: exclusive or.
    Bne "bne" Compare(Bool): op 165 {COMMUTATIVE ASSOCIATIVE} = IntCompare(compare::ine);
    /// Logical complement.
    Not "not" Unary(Bool): op 168 {INVOLUTION} = Int1(bits::not);
    /// True if some component is true.
    Any "any" Reduce: op 154 = Any;
    /// True if all components are true.
    All "all" Reduce: op 155 = All;
    /// `(condition, if true, if false)`; all operands are evaluated.
    Select "select" Select: op 169 = Select;

    // Conversions.
    /// Conversion between float widths.
    Fconvert "fconvert" Convert(Float, Float): op 115 = Convert(convert::convert);
    /// The same to a float of 8 bits: what is out of its range becomes its largest number of the same sign.
    FconvertSaturated "fconvert_saturated" Convert(Float, Float): op 115 = Convert(convert::saturate);
    /// Sign-extending conversion between integer widths; signedness may change with it.
    Sconvert "sconvert" Convert(Int, Int): op 114 = Convert(convert::sconvert);
    /// Zero-extending conversion between integer widths; signedness may change with it.
    Uconvert "uconvert" Convert(Int, Int): op 113 = Convert(convert::uconvert);
    /// Signed integer to float, rounded to nearest.
    StoF "stof" Convert(Signed, Float): op 111 = Convert(convert::convert);
    /// Unsigned integer to float, rounded to nearest.
    UtoF "utof" Convert(Unsigned, Float): op 112 = Convert(convert::convert);
    /// Float to signed integer, rounded towards zero; undefined out of range.
    FtoS "ftos" Convert(Float, Signed): op 110 = Convert(convert::convert);
    /// Float to unsigned integer, rounded towards zero; undefined out of range.
    FtoU "ftou" Convert(Float, Unsigned): op 109 = Convert(convert::convert);
    /// Bool to float: 1.0 or 0.0.
    BtoF "btof" Convert(Bool, Float) = Convert(convert::convert);
    /// Bool to integer: 1 or 0.
    BtoI "btoi" Convert(Bool, Int) = Convert(convert::convert);
    /// Float to bool: true unless it is zero.
    FtoB "ftob" Convert(Float, Bool) = Convert(convert::convert);
    /// Integer to bool: true unless it is zero.
    ItoB "itob" Convert(Int, Bool) = Convert(convert::convert);
    /// Reinterprets bits as another type: `floatBitsToInt`, `int` to `uint`, addresses.
    Bitcast "bitcast" Bitcast: op 124 = Bitcast;

    // Packing; types are those of the GLSL functions.
    /// Clamps to [-1, 1] and packs into four signed bytes, the first component lowest.
    PackSnorm4x8 "pack_snorm_4x8" Pack: ext 54 = Pack4(pack::pack_snorm4x8);
    /// Clamps to [0, 1] and packs into four unsigned bytes, the first component lowest.
    PackUnorm4x8 "pack_unorm_4x8" Pack: ext 55 = Pack4(pack::pack_unorm4x8);
    /// Clamps to [-1, 1] and packs into two signed halves, the first component lowest.
    PackSnorm2x16 "pack_snorm_2x16" Pack: ext 56 = Pack2(pack::pack_snorm2x16);
    /// Clamps to [0, 1] and packs into two unsigned halves, the first component lowest.
    PackUnorm2x16 "pack_unorm_2x16" Pack: ext 57 = Pack2(pack::pack_unorm2x16);
    /// Converts to two half floats, the first component in the low bits.
    PackHalf2x16 "pack_half_2x16" Pack: ext 58 = Pack2(pack::pack_half2x16);
    /// A double from its low and high word.
    PackDouble2x32 "pack_double_2x32" Pack: ext 59 = Resplit(32, 64);
    /// The inverse of `pack_snorm_2x16`.
    UnpackSnorm2x16 "unpack_snorm_2x16" Pack: ext 60 {INEXACT} = Unpack2(pack::unpack_snorm2x16);
    /// The inverse of `pack_unorm_2x16`.
    UnpackUnorm2x16 "unpack_unorm_2x16" Pack: ext 61 {INEXACT} = Unpack2(pack::unpack_unorm2x16);
    /// The inverse of `pack_half_2x16`.
    UnpackHalf2x16 "unpack_half_2x16" Pack: ext 62 = Unpack2(pack::unpack_half2x16);
    /// The inverse of `pack_snorm_4x8`.
    UnpackSnorm4x8 "unpack_snorm_4x8" Pack: ext 63 {INEXACT} = Unpack4(pack::unpack_snorm4x8);
    /// The inverse of `pack_unorm_4x8`.
    UnpackUnorm4x8 "unpack_unorm_4x8" Pack: ext 64 {INEXACT} = Unpack4(pack::unpack_unorm4x8);
    /// The low and high word of a double.
    UnpackDouble2x32 "unpack_double_2x32" Pack: ext 65 = Resplit(64, 32);

    // Derivatives.
    /// Derivative along x, fine or coarse at the choice of the implementation.
    Dfdx "dfdx" Unary(Float): op 207 [CONVERGENT DERIVATIVE] in FRAGMENT COMPUTE TASK MESH;
    /// Derivative along y, fine or coarse at the choice of the implementation.
    Dfdy "dfdy" Unary(Float): op 208 [CONVERGENT DERIVATIVE] in FRAGMENT COMPUTE TASK MESH;
    /// Sum of the absolute derivatives: `abs(dfdx(x)) + abs(dfdy(x))`.
    Fwidth "fwidth" Unary(Float): op 209 [CONVERGENT DERIVATIVE] in FRAGMENT COMPUTE TASK MESH;
    /// Derivative along x, from the row of the invocation.
    DfdxFine "dfdx_fine" Unary(Float): op 210 [CONVERGENT DERIVATIVE] cap 51 in FRAGMENT COMPUTE TASK MESH;
    /// Derivative along y, from the column of the invocation.
    DfdyFine "dfdy_fine" Unary(Float): op 211 [CONVERGENT DERIVATIVE] cap 51 in FRAGMENT COMPUTE TASK MESH;
    /// Sum of the absolute fine derivatives.
    FwidthFine "fwidth_fine" Unary(Float): op 212 [CONVERGENT DERIVATIVE] cap 51 in FRAGMENT COMPUTE TASK MESH;
    /// Derivative along x, one for the quad.
    DfdxCoarse "dfdx_coarse" Unary(Float): op 213 [CONVERGENT DERIVATIVE] cap 51 in FRAGMENT COMPUTE TASK MESH;
    /// Derivative along y, one for the quad.
    DfdyCoarse "dfdy_coarse" Unary(Float): op 214 [CONVERGENT DERIVATIVE] cap 51 in FRAGMENT COMPUTE TASK MESH;
    /// Sum of the absolute coarse derivatives.
    FwidthCoarse "fwidth_coarse" Unary(Float): op 215 [CONVERGENT DERIVATIVE] cap 51 in FRAGMENT COMPUTE TASK MESH;
    /// `(pointer to input)`: the input at a covered point of the pixel.
    InterpolateAtCentroid "interpolate_at_centroid" Interpolate: ext 76 [READS] cap 52 in FRAGMENT;
    /// `(pointer to input, sample)`: the input at a sample.
    InterpolateAtSample "interpolate_at_sample" Interpolate: ext 77 [READS] cap 52 in FRAGMENT;
    /// `(pointer to input, offset)`: the input at an offset in pixels from the centre.
    InterpolateAtOffset "interpolate_at_offset" Interpolate: ext 78 [READS] cap 52 in FRAGMENT;

    // Composites.
    /// Builds a composite from its parts; vectors also from shorter vectors.
    Construct "construct" Construct: op 80 = Construct;
    /// A vector whose components all equal the scalar.
    Splat "splat" Splat = Splat;
    /// A part of a composite; the immediate is its index.
    Extract "extract" Extract: op 81 = Extract;
    /// `(composite, part)`: the composite with one part replaced; the immediate is its index.
    Insert "insert" Insert: op 82 = Insert;
    /// `(composite, index)`: a part; undefined out of range.
    ExtractDynamic "extract_dynamic" ExtractDynamic [NO_SPECULATE] = ExtractDynamic;
    /// `(vector, component, index)`: the vector with one component replaced; undefined out of range.
    InsertDynamic "insert_dynamic" InsertDynamic: op 78 [NO_SPECULATE] = InsertDynamic;
    /// Components of a vector; the immediate selects them.
    Swizzle "swizzle" Swizzle = Swizzle;
    /// Components of two vectors; the immediate selects them.
    Shuffle "shuffle" Shuffle: op 79 = Shuffle;

    // Memory.
    /// A function-local variable, with an initial value if there is an operand.
    Var "var" Var: op 59 [ALLOCATES];
    /// `(pointer, indices...)`: the address of a part.
    Access "access" Access: op 65;
    /// `(pointer)`: the value in memory; the immediate is the memory access.
    Load "load" Load: op 61 [READS NO_SPECULATE];
    /// `(pointer, value)`; the immediate is the memory access.
    Store "store" Store: op 62 [WRITES];
    /// `(pointer, value)`: stores some components of a vector; the immediate names them and the memory access.
    StoreSwizzle "store_swizzle" StoreSwizzle [WRITES];
    /// `(pointer)`: the length of a runtime array at the end of a block, as a `u32` or a `u64`.
    ArrayLength "array_length" ArrayLength: op 68 [READS];
    /// `(pointer)`: loads atomically.
    AtomicLoad "atomic_load" AtomicLoad: op 227 [READS WRITES];
    /// `(pointer, value)`: stores atomically.
    AtomicStore "atomic_store" AtomicStore: op 228 [READS WRITES];
    /// `(pointer, value)`: stores, and returns the old value.
    AtomicExchange "atomic_exchange" AtomicRmw(Numeric): op 229 [READS WRITES];
    /// `(pointer, compare, value)`: stores if memory equals `compare`, and returns the old value.
    AtomicCompareExchange "atomic_compare_exchange" AtomicCompare: op 230 [READS WRITES];
    /// Adds to memory, and returns the old value, as all atomics below do.
    AtomicIadd "atomic_iadd" AtomicRmw(Int): op 234 [READS WRITES];
    /// Subtracts from memory.
    AtomicIsub "atomic_isub" AtomicRmw(Int): op 235 [READS WRITES];
    /// Signed minimum with memory.
    AtomicSmin "atomic_smin" AtomicRmw(Signed): op 236 [READS WRITES];
    /// Unsigned minimum with memory.
    AtomicUmin "atomic_umin" AtomicRmw(Unsigned): op 237 [READS WRITES];
    /// Signed maximum with memory.
    AtomicSmax "atomic_smax" AtomicRmw(Signed): op 238 [READS WRITES];
    /// Unsigned maximum with memory.
    AtomicUmax "atomic_umax" AtomicRmw(Unsigned): op 239 [READS WRITES];
    /// Bitwise and with memory.
    AtomicAnd "atomic_and" AtomicRmw(Int): op 240 [READS WRITES];
    /// Bitwise or with memory.
    AtomicOr "atomic_or" AtomicRmw(Int): op 241 [READS WRITES];
    /// Bitwise exclusive or with memory.
    AtomicXor "atomic_xor" AtomicRmw(Int): op 242 [READS WRITES];
    /// Float minimum with memory.
    AtomicFmin "atomic_fmin" AtomicRmw(Float): op 5614 [READS WRITES];
    /// Float maximum with memory.
    AtomicFmax "atomic_fmax" AtomicRmw(Float): op 5615 [READS WRITES];
    /// Adds a float to memory.
    AtomicFadd "atomic_fadd" AtomicRmw(Float): op 6035 [READS WRITES];

    // Images.
    /// `(pointer to image, coordinate, sample)`: the address of a texel, for atomics.
    TexelPointer "texel_pointer" TexelPointer: op 60;
    /// `(texture, sampler)`: combines both.
    CombineSampler "combine_sampler" Combine: op 86;
    /// The texture of a combined image and sampler.
    ImageOf "image_of" ImageOf: op 100;
    /// Samples a texture, with implicit level of detail unless there is a `LOD` or `GRAD` operand.
    ImageSample "image_sample" Image [READS CONVERGENT DERIVATIVE];
    /// A texel of a texture, without filtering.
    ImageFetch "image_fetch" Image: op 95 [READS NO_SPECULATE];
    /// One component of the four texels of a bilinear lookup.
    ImageGather "image_gather" Image [READS CONVERGENT DERIVATIVE];
    /// A texel of a storage image.
    ImageRead "image_read" Image: op 98 [READS NO_SPECULATE];
    /// Writes a texel of a storage image.
    ImageWrite "image_write" ImageWrite: op 99 [WRITES];
    /// Size in texels, of one level if the texture has levels.
    ImageSize "image_size" ImageSize [READS] cap 50;
    /// Number of levels of a texture.
    ImageLevels "image_levels" ImageQuery: op 106 [READS] cap 50;
    /// Number of samples of a texel.
    ImageSamples "image_samples" ImageQuery: op 107 [READS] cap 50;
    /// Level of an implicit lookup: clamped, and as computed.
    ImageQueryLod "image_query_lod" QueryLod: op 105 [READS CONVERGENT DERIVATIVE] cap 50;

    // Calls.
    /// Calls the function that the immediate names.
    Call "call" Call: op 57 [READS WRITES CONVERGENT NO_SPECULATE];
    /// An operation of the second table, [`crate::Intrinsic`]; the immediate is its number.
    Intrinsic "intrinsic" Intrinsic [READS WRITES CONVERGENT NO_SPECULATE] = Intrinsic;

    // Control.
    /// `(condition)`: runs one of two blocks, which `merge` with the results.
    If "if" Control: op 250 [CONTROL];
    /// `(initial values...)`: runs body and continuing block until a `break`, which gives the results.
    Loop "loop" Control: op 246 [CONTROL];
    /// `(selector)`: runs the block of a case, which `merge`s with the results or falls through.
    Switch "switch" Control: op 251 [CONTROL];

    // Terminators.
    /// Ends an arm of an `if`; its operands are the results.
    Merge "merge" Terminator: op 249 [TERMINATOR];
    /// Branches to the continuing block of the innermost loop.
    Continue "continue" Terminator: op 249 [TERMINATOR];
    /// Leaves the innermost loop or switch; its operands are the results.
    Break "break" Terminator: op 249 [TERMINATOR];
    /// Ends the continuing block and branches to the body with these values.
    Next "next" Terminator: op 249 [TERMINATOR];
    /// Ends the continuing block: `(condition, results..., next...)`; the immediate is the number of results.
    BreakIf "break_if" Terminator: op 250 [TERMINATOR];
    /// Branches to the next case of the switch with these values.
    Fallthrough "fallthrough" Terminator: op 249 [TERMINATOR];
    /// Returns from the function, with the value if it has one.
    Return "return" Terminator: op 254 [TERMINATOR];
    /// `discard`: ends the invocation.
    Terminate "terminate" Terminator: op 252 [TERMINATOR] in FRAGMENT;
    /// Marks a point that is never reached.
    Unreachable "unreachable" Terminator: op 255 [TERMINATOR];
    /// Ends the any-hit shader; the hit does not count.
    IgnoreIntersection "ignore_intersection" Terminator: op 4448 [TERMINATOR] cap 4479 in ANY_HIT;
    /// Ends the any-hit shader and the traversal; the hit counts.
    TerminateRay "terminate_ray" Terminator: op 4449 [TERMINATOR] cap 4479 in ANY_HIT;
    /// `(x, y, z, [pointer to payload])`: ends a task shader and launches mesh workgroups.
    EmitMeshTasks "emit_mesh_tasks" Terminator: op 5294 [TERMINATOR] cap 5283 in TASK;
}

/// A set of operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpSet([u64; Self::WORDS]);

impl OpSet {
    const WORDS: usize = Op::ALL.len().div_ceil(64);
    /// The set without operations.
    pub const NONE: Self = Self([0; Self::WORDS]);

    /// The set of these.
    pub const fn of(ops: &[Op]) -> Self {
        let mut set = Self::NONE;
        let mut rest = ops;
        while let [op, others @ ..] = rest {
            set.0[*op as usize / 64] |= 1 << (*op as usize % 64);
            rest = others;
        }
        set
    }

    /// True if it has an operation.
    #[inline]
    pub fn contains(&self, op: Op) -> bool {
        self.0[op as usize / 64] >> (op as usize % 64) & 1 != 0
    }

    /// True if it has no operation.
    pub fn is_empty(&self) -> bool {
        *self == Self::NONE
    }

    /// True if it has any of the operations of another set.
    pub fn intersects(&self, other: &Self) -> bool {
        self.0.iter().zip(other.0).any(|(word, other)| word & other != 0)
    }

    /// Adds an operation.
    #[inline]
    pub fn insert(&mut self, op: Op) {
        self.0[op as usize / 64] |= 1 << (op as usize % 64);
    }

    /// Adds the operations of another set.
    pub fn add(&mut self, other: Self) {
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word |= more;
        }
    }
}

impl Op {
    /// Its row of the table.
    #[inline]
    pub const fn info(self) -> &'static OpInfo {
        &OPS[self as usize]
    }

    /// Name in the text form.
    pub fn mnemonic(self) -> &'static str {
        self.info().mnemonic
    }

    /// Its side effects. An intrinsic's own row says more.
    #[inline]
    pub fn effects(self) -> Effects {
        EFFECTS[self as usize]
    }

    /// Its evaluation on constants.
    #[inline]
    pub fn evaluation(self) -> Evaluation {
        EVALUATIONS[self as usize]
    }

    /// True if it is an atomic access of memory: its immediate is an [`AtomicAccess`](crate::AtomicAccess).
    pub fn is_atomic(self) -> bool {
        matches!(self.info().sig, Sig::AtomicLoad | Sig::AtomicStore | Sig::AtomicRmw(_) | Sig::AtomicCompare)
    }

    /// True if it ends a block.
    #[inline]
    pub fn is_terminator(self) -> bool {
        self.effects().contains(Effects::TERMINATOR)
    }

    /// The operations that own blocks.
    pub const CONTROL: &[Self] = &[Self::If, Self::Loop, Self::Switch];

    /// True if it owns blocks.
    #[inline]
    pub fn is_control(self) -> bool {
        self.effects().contains(Effects::CONTROL)
    }

    /// The first op of the table with this number in SPIR-V, which is the one without conditions.
    pub fn from_spirv(code: SpirvCode) -> Option<Self> {
        let row = *BY_CODE.get(code.key()?)?;
        Self::ALL.get(usize::from(row).checked_sub(1)?).copied()
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
    use super::{Op, SpirvCode};

    #[test]
    fn operations_that_own_blocks_are_listed() {
        let marked: Vec<Op> = Op::ALL.iter().copied().filter(|op| op.is_control()).collect();
        assert_eq!(Op::CONTROL, marked);
    }

    #[test]
    fn numbers_of_spirv_find_the_first_row() {
        assert_eq!(Op::from_spirv(SpirvCode::Core(128)), Some(Op::Iadd));
        assert_eq!(Op::from_spirv(SpirvCode::Ext(5)), Some(Op::Sabs));
        assert_eq!(Op::from_spirv(SpirvCode::None), None);
        assert_eq!(Op::from_spirv(SpirvCode::Core(u16::MAX)), None);
        for &op in Op::ALL {
            let code = op.info().spirv;
            let first = Op::ALL.iter().copied().find(|op| op.info().spirv == code);
            assert_eq!(Op::from_spirv(code), first.filter(|_| code != SpirvCode::None));
        }
    }

    #[test]
    fn mnemonics_are_distinct_and_found() {
        for &op in Op::ALL {
            assert_eq!(Op::from_mnemonic(op.mnemonic()), Some(op));
        }
        assert_eq!(Op::from_mnemonic("frobnicate"), None);
    }
}
