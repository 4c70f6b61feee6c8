//! GLSL to vitrum IR: preprocessor, lexer, grammar, lowering and diagnostics.

pub mod builtin_types;
pub mod diagnostics;
pub mod extensions;
mod lexer;
mod literals;
pub mod preprocess;
pub mod source;
pub mod symbols;
pub mod tokens;
pub mod version;

#[allow(dead_code, reason = "the preprocessor that feeds it is not joined to it yet")]
mod lower;
#[allow(dead_code, reason = "the preprocessor that feeds it is not joined to it yet")]
mod parser;

/// How much of something a shader may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How deep brackets, statements, expressions and types may nest.
    pub nesting: u32,
    /// Elements of an array.
    pub array_length: u32,
    /// `gl_MaxPatchVertices`
    pub patch_vertices: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { nesting: 256, array_length: 1 << 24, patch_vertices: 32 }
    }
}
