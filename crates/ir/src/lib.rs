//! The structured SSA intermediate representation of the vitrum shader compiler.

mod span;

pub use span::Span;
