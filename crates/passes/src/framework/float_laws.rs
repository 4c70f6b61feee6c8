//! The laws of float arithmetic that passes may use.
//!
//! ```text
//!                                    Exact              Real
//! -(-x), x * 1.0, x / 4.0            x, x, x * 0.25     the same
//! x + 0.0, x * 0.0, x - x            stay               x, 0.0, 0.0
//! (x + 1.0) + 2.0, x * a + x * b     stay               x + 3.0, x * (a + b)
//! 1.0 / sqrt(x), pow(x, 2.0)         stay               inversesqrt(x), x * x
//! sin(0.5) after propagation         stays              0.479425538
//! ```
//!
//! A law that is exact gives the same bits for every operand: infinities, NaN, both zeros and subnormal numbers, which a device
//! may flush to zero, among them. What is `precise` is held to these always, and so is a module with an `invariant` output or
//! with execution modes for floats.

use vitrum_ir::{Constant, Laws, Module, Op, Operand, Type, fold};

/// The laws of arithmetic that passes may use on floats that are not `precise`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FloatLaws {
    /// Exact ones: every result stays the same, bit for bit.
    #[default]
    Exact,
    /// Those of real numbers too: results may differ by rounding, in the sign of a zero, and where something is infinite
    /// or NaN (`--fast-math`). In ESSL those that its specification grants (ESSL 3.20 section 5.9).
    Real,
}

impl FloatLaws {
    /// True if an operation on constants may be evaluated: what a device approximates is as the device computes it.
    pub(crate) fn evaluates(self, op: Op) -> bool {
        self == Self::Real || !op.info().laws.contains(Laws::INEXACT)
    }

    /// The constant that an operation gives, if it may be evaluated and is one.
    pub(crate) fn fold(
        self,
        module: &mut Module,
        op: Op,
        operands: &[Operand],
        imm: u32,
        ty: Type,
    ) -> Option<Constant> {
        if self.evaluates(op) { fold::fold(module, op, operands, imm, ty) } else { None }
    }
}
