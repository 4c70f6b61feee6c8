//! Lowering for machines: passes for those who write a back end on this IR.
