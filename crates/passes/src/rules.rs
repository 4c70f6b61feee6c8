//! Rewrite rules as data: one line and its law each.
//!
//! ```text
//! exact: Iadd(a, 0) => a;
//! exact: Umod(a, k) => Iand(a, Isub(k, 1)), if [power_of_two(k)];
//! assoc: Fmul(Fmul(a, k), l) => Fmul(a, Fmul(k, l));
//! ```
//!
//! `a` to `e` stand for anything, `k` to `n` for constants that are known, and a number for a constant of which every
//! component is that number. Operands of commutative operations match in either order, so a rule names one. What the right
//! side computes from constants alone is folded. A rule fires if its right side costs less than what goes away with the
//! left one; the same cost is enough if the whole left side goes, which is how rules bring things into one form.
//!
//! Conditions ask for constants (`conditions`), for what kind of float a value is (`facts`), and between which numbers an integer
//! lies (`bounds`); the last two look a few operations deep, and only if the rule fits otherwise.
//!
//! The mark in front says under which conditions the two sides agree ([`Exactness`]); the tests of this module hold every
//! rule to it, on edge and random values, and find rules that never fire because another one does.

pub(crate) mod bounds;
pub(crate) mod build;
pub(crate) mod conditions;
pub(crate) mod facts;
pub(crate) mod matching;
mod tables;
#[cfg(test)]
mod tests;

use crate::analysis::ranges::Bounds;
use vitrum_ir::{Class, Op, Scalar, Sig};

pub(crate) use tables::TABLES;

/// How close the right side of a rule is to the left one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Exactness {
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
pub(crate) enum Literal {
    Bool(bool),
    Int(i64),
    Float(f64),
}

/// One side of a rule.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Pattern {
    /// `a` to `e`, numbered from 0: any operand; the same one wherever it stands.
    Any(u8),
    /// `k` to `n`, numbered from 5: a constant whose value is known.
    Const(u8),
    /// A number.
    Literal(Literal),
    /// An operation without immediate.
    Op(Op, &'static [Pattern]),
}

/// How many variables a rule can have.
pub(crate) const VARIABLES: usize = 9;
/// The first variable that stands for a constant.
pub(crate) const FIRST_CONSTANT: u8 = 5;

/// What must hold for variables of a rule.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Condition {
    /// The test holds for the components of these constants at each position.
    Constants(&'static [u8], fn(Scalar, &[u64]) -> bool),
    /// What a variable stands for is known to have a property.
    Fact(u8, Fact),
    /// The test holds for the bounds between which these variables lie.
    Bounds(&'static [u8], BoundsTest),
}

/// A test of what the numbers can be that lie between bounds; the type is that of the first.
pub(crate) type BoundsTest = fn(Scalar, &[Bounds]) -> bool;

/// A property of a value that follows from how it is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fact {
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
pub(crate) struct Rule {
    /// The rule as it is written.
    pub(crate) text: &'static str,
    pub(crate) exactness: Exactness,
    /// The op that the left side computes last.
    pub(crate) root: Op,
    pub(crate) left: Pattern,
    pub(crate) right: Pattern,
    pub(crate) conditions: &'static [Condition],
}

impl Literal {
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
    pub(crate) const fn parse(text: &str, negative: bool) -> Self {
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
    /// Whether there is an operation on the bits of integers in it that is not folded.
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

    /// What its operations cost; those on constants alone cost nothing.
    pub(crate) fn cost(&self) -> u32 {
        match self {
            Self::Any(_) | Self::Const(_) | Self::Literal(_) => 0,
            Self::Op(op, parts) => {
                let parts: u32 = parts.iter().map(Self::cost).sum();
                if self.is_constant() { 0 } else { cost(*op) + parts }
            }
        }
    }

    /// Whether it is made of constants alone.
    pub(crate) fn is_constant(&self) -> bool {
        match self {
            Self::Any(_) => false,
            Self::Const(_) | Self::Literal(_) => true,
            Self::Op(_, parts) => parts.iter().all(Self::is_constant),
        }
    }

    /// Whether every operation in it takes matrices.
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

/// What an op costs: twice its words in SPIR-V, and a little for the time it takes, so that of two with as many words
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

macro_rules! pattern {
    (a) => { crate::rules::Pattern::Any(0) };
    (b) => { crate::rules::Pattern::Any(1) };
    (c) => { crate::rules::Pattern::Any(2) };
    (d) => { crate::rules::Pattern::Any(3) };
    (e) => { crate::rules::Pattern::Any(4) };
    (k) => { crate::rules::Pattern::Const(5) };
    (l) => { crate::rules::Pattern::Const(6) };
    (m) => { crate::rules::Pattern::Const(7) };
    (n) => { crate::rules::Pattern::Const(8) };
    ((- $literal:literal)) => {
        crate::rules::Pattern::Literal(crate::rules::Literal::parse(stringify!($literal), true))
    };
    ($op:ident ( $( $head:tt $( ( $($inner:tt)* ) )? ),* )) => {
        crate::rules::Pattern::Op(
            vitrum_ir::Op::$op,
            &[$( crate::rules::pattern!($head $( ( $($inner)* ) )?) ),*],
        )
    };
    ($literal:literal) => {
        crate::rules::Pattern::Literal(crate::rules::Literal::parse(stringify!($literal), false))
    };
}

macro_rules! variable {
    (a) => {
        0
    };
    (b) => {
        1
    };
    (c) => {
        2
    };
    (d) => {
        3
    };
    (e) => {
        4
    };
    (k) => {
        5
    };
    (l) => {
        6
    };
    (m) => {
        7
    };
    (n) => {
        8
    };
}

macro_rules! condition {
    (non_negative($name:tt)) => {
        crate::rules::Condition::Fact(crate::rules::variable!($name), crate::rules::Fact::NonNegative)
    };
    (unit($name:tt)) => {
        crate::rules::Condition::Fact(crate::rules::variable!($name), crate::rules::Fact::Unit)
    };
    (integral($name:tt)) => {
        crate::rules::Condition::Fact(crate::rules::variable!($name), crate::rules::Fact::Integral)
    };
    (number($name:tt)) => {
        crate::rules::Condition::Fact(crate::rules::variable!($name), crate::rules::Fact::Number)
    };
    (never_above($($name:tt),*)) => { crate::rules::bounds_condition!(never_above, $($name),*) };
    (below($($name:tt),*)) => { crate::rules::bounds_condition!(below, $($name),*) };
    (signed_never_above($($name:tt),*)) => { crate::rules::bounds_condition!(signed_never_above, $($name),*) };
    (signed_below($($name:tt),*)) => { crate::rules::bounds_condition!(signed_below, $($name),*) };
    (apart($($name:tt),*)) => { crate::rules::bounds_condition!(apart, $($name),*) };
    (not_negative($($name:tt),*)) => { crate::rules::bounds_condition!(not_negative, $($name),*) };
    (above_zero($($name:tt),*)) => { crate::rules::bounds_condition!(above_zero, $($name),*) };
    (has_all_bits($($name:tt),*)) => { crate::rules::bounds_condition!(has_all_bits, $($name),*) };
    (has_no_bit($($name:tt),*)) => { crate::rules::bounds_condition!(has_no_bit, $($name),*) };
    (is_shifted_out($($name:tt),*)) => { crate::rules::bounds_condition!(is_shifted_out, $($name),*) };
    ($test:ident ( $($name:tt),* )) => {
        crate::rules::Condition::Constants(
            &[$(crate::rules::variable!($name)),*],
            crate::rules::conditions::$test,
        )
    };
}

macro_rules! bounds_condition {
    ($test:ident, $($name:tt),*) => {
        crate::rules::Condition::Bounds(&[$(crate::rules::variable!($name)),*], crate::rules::bounds::$test)
    };
}

macro_rules! exactness {
    (exact) => {
        crate::rules::Exactness::Exact
    };
    (zero) => {
        crate::rules::Exactness::Zero
    };
    (finite) => {
        crate::rules::Exactness::Finite
    };
    (assoc) => {
        crate::rules::Exactness::Assoc
    };
    (real) => {
        crate::rules::Exactness::Real
    };
}

macro_rules! rules {
    ($( $mark:ident : $op:ident ( $($left:tt)* ) => $head:tt $( ( $($right:tt)* ) )?
        $(, if [ $( $test:ident ( $($name:tt),* ) ),+ ])? ; )*) => {
        /// The rules of this file.
        pub(crate) static RULES: &[crate::rules::Rule] = &[$( crate::rules::Rule {
            text: stringify!(
                $mark: $op($($left)*) => $head $( ( $($right)* ) )? $(, if [ $( $test($($name),*) ),+ ])?
            ),
            exactness: crate::rules::exactness!($mark),
            root: vitrum_ir::Op::$op,
            left: crate::rules::pattern!($op($($left)*)),
            right: crate::rules::pattern!($head $( ( $($right)* ) )?),
            conditions: &[$($( crate::rules::condition!($test($($name),*)) ),+)?],
        } ),*];
    };
}

pub(crate) use {bounds_condition, condition, exactness, pattern, rules, variable};
