//! Lowering for machines: passes for those who write a back end on this IR.

pub(crate) mod allocate_registers;
mod build;
mod expansions;
pub(crate) mod form_float_functions;
pub(crate) mod lower_bit_functions;
pub(crate) mod lower_bit_sizes;
pub(crate) mod lower_booleans;
pub(crate) mod lower_explicit_memory;
pub(crate) mod lower_float_division;
pub(crate) mod lower_float_functions;
pub(crate) mod lower_frexp_ldexp;
pub(crate) mod lower_int64;
pub(crate) mod lower_integer_division;
pub(crate) mod lower_packing;
mod parts;
pub(crate) mod registers;
pub(crate) mod scalarize;
mod shapes;
mod slots;
