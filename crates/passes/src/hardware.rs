//! Lowering for machines: passes for those who write a back end on this IR.

pub(crate) mod lower_explicit_memory;
mod shapes;
mod slots;
