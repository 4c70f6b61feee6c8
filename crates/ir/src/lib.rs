//! The structured SSA intermediate representation of the vitrum shader compiler.

pub mod eval;
mod span;

pub use span::Span;
