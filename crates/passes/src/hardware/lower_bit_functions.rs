//! Functions of bits as shifts, masks and sums: counts, positions of the first and last 1, bit fields, carries, wide products.
//!
//! ```text
//! %b: u32 = ubit_extract %a, 4i32, 8i32    =>  %0: u32 = lshr %a, 4u32    %b: u32 = iand %0, 255u32
//! ```
//!
//! The functions are those of the prelude: of 32 bits they need operators on bits alone, and of other widths those of 32 bits.
//!
//! NIR: `lower_bitfield_extract`, `lower_bitfield_insert`, `lower_bit_count`, `lower_find_lsb`, `lower_ifind_msb`,
//! `lower_uadd_carry`, `lower_mul_high` and others of `nir_opt_algebraic`. Tint: the builtin polyfills.

use super::expansions::expansion;

expansion! {
    /// Options of `lower_bit_functions`.
    LowerBitFunctions, "lower_bit_functions": [
        BitInsert, SbitExtract, UbitExtract, BitReverse, BitCount, FindLsb, FindSmsb, FindUmsb, UaddCarry, UsubBorrow,
        UmulExtended, SmulExtended, Sabs, Ssign, Smin, Umin, Smax, Umax, Sclamp, Uclamp,
    ]
}

/// Expands functions of bits; gives the number of changes.
pub(crate) fn run(module: &mut vitrum_ir::Module, session: &mut crate::framework::session::Session) -> usize {
    expand(module, session)
}
