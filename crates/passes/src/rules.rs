//! Peephole rules as data, each a line with its law, and the matcher that applies them.
//!
//! ```text
//! exact: Iadd(a, 0) => a;
//! exact: Umod(a, k) => Iand(a, Isub(k, 1)), if [power_of_two(k)];
//! assoc: Fmul(Fmul(a, k), l) => Fmul(a, Fmul(k, l));
//! exact [Smin/Smax, Umin/Umax]: X(Y(a, b), b) => b;
//! ```
//!
//! Variables `a` to `e` stand for any operand, `k` to `n` for known constants, and a number for a constant whose components
//! all are that number. Operands of commutative operations match in either order, so a rule names one. A comparison matches
//! in either spelling, `a < b` and `b > a`; if it matched in the other spelling, comparisons of the right side are built
//! in their other spelling, too. The parts of the right side that have constant operands only are folded. A list in brackets
//! makes a row a family of rules: the ops of each member, parted by `/`, stand for `X`, `Y` and `Z`. A rule fires if its right side costs less than the operations
//! that it makes dead; an equal cost is enough if it makes the whole left side dead, which is how rules canonicalise.
//!
//! Conditions test constants (`power_of_two`), a property of floats ([`Fact`]), or the range of integers (`below`). The
//! last two look a few operations deep, and are tested last.
//!
//! The mark says under which conditions the two sides agree ([`Exactness`]). Tests hold each rule of [`STANDARD`] to it on
//! edge and random values, and find rules that never fire because another one does.
//!
//! # Rules of other crates
//!
//! The same macros declare tables elsewhere. [`rule_set!`](crate::rule_set) indexes them when they are compiled, and
//! [`simplify`] applies them to a function, alone or together with [`STANDARD`]. Conditions of one's own are functions:
//! `constants(FUNCTION: k, l)` takes a test of constants, `bounds(FUNCTION: a, b)` a [`BoundsTest`]. Sets of rules that
//! replace an operation by a more expensive form are marked as [`lowering`](RuleSet::lowering).
//!
//! ```
//! use vitrum_ir::{Function, Module, Scalar};
//! use vitrum_passes::rules::{RuleSet, simplify};
//! use vitrum_passes::{PassInfo, RunOptions, Session, rule_set, rules, run_passes};
//!
//! /// True for constants whose components are all odd.
//! fn is_odd(_: Scalar, bits: &[u64]) -> bool {
//!     bits.iter().all(|bits| bits % 2 == 1)
//! }
//!
//! /// A target without remainders of unsigned integers.
//! static NO_REMAINDERS: RuleSet = rule_set![rules! {
//!     exact: Iand(Imul(a, k), 1) => Iand(a, 1), if [constants(is_odd: k)];
//!     exact: Umod(a, b) => Isub(a, Imul(Udiv(a, b), b));
//! }]
//! .lowering();
//!
//! fn run(module: &mut Module, function: Function, session: &mut Session) -> usize {
//!     simplify(module, function, session, &[&NO_REMAINDERS])
//! }
//!
//! static PASS: PassInfo = PassInfo::on_functions("lower_remainders", "replace remainders", run);
//!
//! let mut module = vitrum_ir_text::parse(
//!     "stage compute
//!     entry &main
//!     global @data: u32 private
//!     fn &main() -> void {
//!         %a: u32 = load @data
//!         %b: u32 = umod %a, 10u32
//!         store @data, %b
//!         return
//!     }",
//! )?;
//! run_passes(&mut module, &[&PASS], RunOptions { verify: true, ..RunOptions::default() })?;
//! assert!(module.to_string().contains("udiv") && !module.to_string().contains("umod"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod bounds;
pub(crate) mod build;
pub mod conditions;
pub mod facts;
mod macros;
pub(crate) mod matching;
mod tables;
#[cfg(test)]
mod tests;

use crate::analysis::ranges::Bounds;
use vitrum_ir::{Class, Scalar, Sig};

pub use crate::optimize::combine::simplify;
#[doc(hidden)]
pub use macros::{count, flatten};
#[doc(hidden)]
pub use matching::index::{Draft, Index, Sizes, Storage};
pub use tables::STANDARD;
#[doc(hidden)]
pub use vitrum_ir::Op;

/// A set of rules with its index; [`rule_set!`](crate::rule_set) makes one.
#[derive(Clone, Copy, Debug)]
pub struct RuleSet {
    tables: &'static [&'static [Rule]],
    index: Index,
    /// True if rules fire whatever their right sides cost.
    lowers: bool,
}

impl RuleSet {
    #[doc(hidden)]
    pub const fn indexed(tables: &'static [&'static [Rule]], index: Index) -> Self {
        Self { tables, index, lowers: false }
    }

    /// The same set, whose rules fire even if the right side costs more than the left side.
    #[must_use]
    pub const fn lowering(self) -> Self {
        Self { lowers: true, ..self }
    }

    /// Every rule, in order.
    pub fn rules(&self) -> impl Iterator<Item = &'static Rule> + use<> {
        self.tables.iter().copied().flatten()
    }
}

/// The accuracy of the right side of a rule relative to the left one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Exactness {
    /// Always the same bits, but for those of a NaN. The only rules without [`FloatLaws::Real`](crate::FloatLaws), and
    /// for what is `precise`.
    Exact,
    /// The same but for the sign of a zero.
    Zero,
    /// The same if nothing is infinite or NaN, but for the sign of a zero.
    Finite,
    /// The same for real numbers, by a law that ESSL allows as well: sums and products are associative, products
    /// distributive, and a division is a product with the reciprocal (ESSL 3.20 section 5.9).
    Assoc,
    /// The same for real numbers.
    Real,
}

/// A constant with the same number in every component.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Literal {
    /// A truth value.
    Bool(bool),
    /// A number in integers of any type.
    Int(i64),
    /// A number in floats of any type.
    Float(f64),
}

/// One side of a rule.
#[derive(Clone, Copy, Debug)]
pub enum Pattern {
    /// `a` to `e`, numbered from 0: any operand; the same one wherever it stands.
    Any(u8),
    /// `k` to `n`, numbered from 5: a constant whose value is known.
    Const(u8),
    /// A number.
    Literal(Literal),
    /// An operation without immediate.
    Op(Op, &'static [Pattern]),
}

/// The number of variables that a rule can have.
pub(crate) const VARIABLES: usize = 9;
/// The first variable that stands for a constant.
pub(crate) const FIRST_CONSTANT: u8 = 5;

/// A condition on variables of a rule.
#[derive(Clone, Copy, Debug)]
pub enum Condition {
    /// The test holds for the components of these constants at each position.
    Constants(&'static [u8], fn(Scalar, &[u64]) -> bool),
    /// The operand that a variable stands for is known to have a property.
    Fact(u8, Fact),
    /// The test holds for the bounds between which these variables lie.
    Bounds(&'static [u8], BoundsTest),
}

/// A test of the ranges of integers, which holds for every choice of numbers within them; the type is that of the first.
pub type BoundsTest = fn(Scalar, &[Bounds]) -> bool;

/// A property of a value that follows from how it is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// At least 0 (perhaps -0), if it is a number.
    NonNegative,
    /// From 0 to 1 (perhaps -0).
    Unit,
    /// A whole number, if it is finite.
    Integral,
    /// Not a NaN.
    Number,
    /// Without a sign, so that nothing that is divided by it becomes negative.
    Unsigned,
}

/// A rule.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// The rule as it is written.
    pub text: &'static str,
    /// The accuracy of the right side relative to the left one.
    pub exactness: Exactness,
    /// The op that the left side computes last.
    pub root: Op,
    /// The operations that the rule replaces.
    pub left: Pattern,
    /// Their replacement.
    pub right: Pattern,
    /// Conditions on the variables of the left side; all must hold.
    pub conditions: &'static [Condition],
}

impl Literal {
    /// True if a component of this type with these bits is this number.
    pub(crate) fn is(self, scalar: Scalar, bits: u64) -> bool {
        match (self, scalar) {
            (Self::Float(value), Scalar::F32) => bits == u64::from((value as f32).to_bits()),
            (Self::Float(value), Scalar::F64) => bits == value.to_bits(),
            _ => self.bits(scalar) == Some(bits),
        }
    }

    /// Its bits in components of this type; none if it is of another kind.
    pub(crate) fn bits(self, scalar: Scalar) -> Option<u64> {
        match self {
            Self::Bool(value) => (scalar == Scalar::Bool).then_some(u64::from(value)),
            Self::Int(value) => {
                scalar.is_integer().then(|| vitrum_ir::eval::scalar::truncate(scalar.width(), value as u64))
            }
            Self::Float(value) => vitrum_ir::eval::FloatFormat::of(scalar).map(|format| format.encode(value)),
        }
    }

    /// The literal with this spelling: `true`, `-2`, `0.5`.
    pub const fn parse(text: &str, negative: bool) -> Self {
        let bytes = text.as_bytes();
        if matches!(bytes.first(), Some(b't')) {
            return Self::Bool(true);
        }
        if matches!(bytes.first(), Some(b'f')) {
            return Self::Bool(false);
        }
        let (mut digits, mut scale, mut float, mut at) = (0i64, 1i64, false, 0);
        while at < bytes.len() {
            if bytes[at] == b'.' {
                float = true;
            } else if bytes[at] != b'_' {
                digits = digits * 10 + (bytes[at] - b'0') as i64;
                if float {
                    scale *= 10;
                }
            }
            at += 1;
        }
        match (float, negative) {
            (true, false) => Self::Float(digits as f64 / scale as f64),
            (true, true) => Self::Float(-(digits as f64 / scale as f64)),
            (false, false) => Self::Int(digits),
            (false, true) => Self::Int(-digits),
        }
    }
}

impl Pattern {
    /// True if it has an operation on the bits of integers that is not folded.
    pub(crate) fn has_bits(&self) -> bool {
        match self {
            Self::Op(op, parts) if !self.is_constant() => {
                let bits = matches!(
                    op,
                    Op::Iand | Op::Ior | Op::Ixor | Op::Inot | Op::Shl | Op::Lshr | Op::Ashr | Op::Srem
                );
                bits || parts.iter().any(Self::has_bits)
            }
            _ => false,
        }
    }

    /// The cost of its operations; those on constants alone cost nothing.
    pub(crate) fn cost(&self) -> u32 {
        match self {
            Self::Any(_) | Self::Const(_) | Self::Literal(_) => 0,
            Self::Op(op, parts) => {
                let parts: u32 = parts.iter().map(Self::cost).sum();
                if self.is_constant() { 0 } else { cost(*op) + parts }
            }
        }
    }

    /// True if it is made of constants alone.
    pub(crate) fn is_constant(&self) -> bool {
        match self {
            Self::Any(_) => false,
            Self::Const(_) | Self::Literal(_) => true,
            Self::Op(_, parts) => parts.iter().all(Self::is_constant),
        }
    }

    /// True if every operation in it takes matrices.
    pub(crate) fn takes_matrices(&self) -> bool {
        match self {
            Self::Any(_) | Self::Const(_) | Self::Literal(_) => true,
            Self::Op(op, parts) => {
                let takes = matches!(
                    op.info().sig,
                    Sig::Unary(Class::FloatOrMatrix)
                        | Sig::Binary(Class::FloatOrMatrix)
                        | Sig::MatrixTimesScalar
                        | Sig::MatrixTimesMatrix
                        | Sig::Transpose
                        | Sig::OuterProduct
                        | Sig::Select
                );
                takes && parts.iter().all(Self::takes_matrices)
            }
        }
    }
}

/// The comparison that gives the same with its operands exchanged; none for other ops.
pub(crate) const fn mirrored(op: Op) -> Option<Op> {
    Some(match op {
        Op::Slt => Op::Sgt,
        Op::Sgt => Op::Slt,
        Op::Sle => Op::Sge,
        Op::Sge => Op::Sle,
        Op::Ult => Op::Ugt,
        Op::Ugt => Op::Ult,
        Op::Ule => Op::Uge,
        Op::Uge => Op::Ule,
        Op::Flt => Op::Fgt,
        Op::Fgt => Op::Flt,
        Op::Fle => Op::Fge,
        Op::Fge => Op::Fle,
        Op::Fult => Op::Fugt,
        Op::Fugt => Op::Fult,
        Op::Fule => Op::Fuge,
        Op::Fuge => Op::Fule,
        _ => return None,
    })
}

/// One of an op and its mirror image, the same for both.
pub(crate) const fn canonical(op: Op) -> Op {
    match mirrored(op) {
        Some(other) if (other as usize) < op as usize => other,
        _ => op,
    }
}

/// The cost of an op: twice its words in SPIR-V, and a little for the time it takes, so that of two with as many words
/// the quicker one is cheaper.
pub(crate) fn cost(op: Op) -> u32 {
    let operands = match op.info().sig {
        Sig::Binary(_) | Sig::Compare(_) | Sig::Shift | Sig::Dot | Sig::Distance | Sig::Ldexp => 2,
        Sig::Ternary(_) | Sig::Select | Sig::BitExtract | Sig::Refract => 3,
        Sig::BitInsert => 4,
        Sig::Cross
        | Sig::VectorTimesScalar
        | Sig::MatrixTimesScalar
        | Sig::VectorTimesMatrix
        | Sig::MatrixTimesVector
        | Sig::MatrixTimesMatrix
        | Sig::OuterProduct => 2,
        _ => 1,
    };
    let words = match op.info().spirv {
        vitrum_ir::SpirvCode::Ext(_) => 5 + operands,
        vitrum_ir::SpirvCode::Core(_) => 3 + operands,
        // A select between two constants, or a construction.
        vitrum_ir::SpirvCode::None => 6,
    };
    let time = match op {
        Op::Fdiv | Op::Sdiv | Op::Udiv | Op::Srem | Op::Smod | Op::Umod | Op::Frem | Op::Fmod => 2,
        Op::Fmul | Op::Imul => 1,
        Op::VectorTimesScalar | Op::Dot => 2,
        Op::MatrixTimesScalar => 3,
        Op::MatrixTimesVector | Op::VectorTimesMatrix => 4,
        Op::MatrixTimesMatrix => 8,
        _ => 0,
    };
    // At the same number of words the operation on less is the cheaper one, but that is not known here.
    2 * words + time
}
