//! `frexp` and `ldexp` by the bits of the exponent.
//!
//! ```text
//! %b: f32 = ldexp %a, %e                   =>  two powers of two with the halves of %e as exponents, and two products
//! ```
//!
//! The product of two powers reaches subnormal and infinite results. The functions of doubles compute with 64-bit integers.
//!
//! NIR: `nir_lower_frexp`, and `ldexp` of `nir_opt_algebraic`.

use super::expansions::expansion;

expansion! {
    /// Options of `lower_frexp_ldexp`.
    LowerFrexpLdexp, "lower_frexp_ldexp": [Frexp, Ldexp]
}

/// Expands both; gives the number of changes.
pub(crate) fn run(module: &mut vitrum_ir::Module, session: &mut crate::framework::session::Session) -> usize {
    expand(module, session)
}
