//! SPIR-V from vitrum IR.
