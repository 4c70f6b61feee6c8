//! GLSL to vitrum IR: preprocessor, lexer, grammar, lowering and diagnostics.

pub mod builtin_types;
mod builtins;
pub mod diagnostics;
pub mod extensions;
mod lexer;
mod literals;
pub mod preprocess;
pub mod source;
pub mod symbols;
pub mod tokens;
pub mod version;

mod compile;
mod lower;
mod parser;

pub use compile::{Client, IncludeCallback, Limits, Options, Output, Source, compile};
