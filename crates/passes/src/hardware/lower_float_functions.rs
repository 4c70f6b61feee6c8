//! Functions of floats as sums, products and comparisons: `mod`, `mix`, `fma`, `step`, `clamp`, `sign`, rounding and others.
//!
//! ```text
//! %d: f32 = fmix %a, %b, %c                =>  %0: f32 = fsub 1.0f32, %c     %1: f32 = fmul %a, %0
//!                                              %2: f32 = fmul %b, %c         %d: f32 = fadd %1, %2
//! ```
//!
//! The functions are those of the prelude: the formulas of GLSL's specification. `fma` is rounded twice, `precise` or not.
//!
//! NIR: `lower_fmod`, `lower_flrp32`, `lower_ffma32` and others of `nir_opt_algebraic`. Tint: the builtin polyfills.

use super::expansions::expansion;

expansion! {
    /// Options of `lower_float_functions`.
    LowerFloatFunctions, "lower_float_functions": [
        Fmod, Frem, Fmix, Fma, Step, Smoothstep, Fclamp, Nclamp, Fsign, Trunc, Round, RoundEven, Modf, IsNan, IsInf, Sinh, Cosh,
        Tanh, Asinh, Acosh, Atanh,
    ]
}

/// Expands functions of floats; gives the number of changes.
pub(crate) fn run(module: &mut vitrum_ir::Module, session: &mut crate::framework::session::Session) -> usize {
    expand(module, session)
}
