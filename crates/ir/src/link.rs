//! Copies between modules: the primitive that linking is made of.

mod import;
mod same;

pub use import::Importer;
pub use same::{same_constant, same_struct, same_type};
