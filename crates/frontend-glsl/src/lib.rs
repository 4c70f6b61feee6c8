//! GLSL to vitrum IR: preprocessor, lexer, grammar, lowering and diagnostics.

pub mod builtin_types;
pub mod diagnostics;
pub mod extensions;
pub mod source;
pub mod symbols;
pub mod tokens;
pub mod version;
