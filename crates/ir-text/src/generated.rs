//! The lexer and the parser that `cargo xtask grammar` generates from the folder `grammar`. They are part of the tree, so
//! that a build does without lalrpop and logos's derive.

#![allow(clippy::all, missing_docs, unreachable_pub, unused, rust_2018_idioms, reason = "generated")]

#[rustfmt::skip]
pub(crate) mod grammar;
#[rustfmt::skip]
pub(crate) mod lexemes;
