//! GLSL to vitrum IR: preprocessor, lexer, parser, lowering and diagnostics.
//!
//! [`compile`] takes a shader of any version, desktop or ES, and gives a module, or diagnostics that say what is wrong
//! and where. There is no syntax tree: the parser calls the lowering, which types, folds and emits IR at
//! once. What a shader leaves open (locations, bindings) stays open: a pass assigns it.
//!
//! ```
//! use vitrum_frontend_glsl::{Options, Source, compile};
//! use vitrum_ir::Stage;
//!
//! let text = "#version 450\nlayout(location = 0) out vec4 color;\nvoid main() { color = vec4(1.0); }\n";
//! let output = compile(&Source::new("white.frag", text), &Options::new(Stage::Fragment));
//! let module = output.module.expect("the shader is right");
//! assert!(vitrum_ir::text::print(&module).contains("store @color"));
//! ```

mod docs;
pub mod index;
pub mod lexemes;
mod lexer;
mod literals;
mod memory;
mod own_text;
pub mod preprocess;
mod spelling;
pub mod symbols;
pub mod tokens;
mod webgl;

mod compile;
mod lower;
mod parser;

use vitrum_glsl::builtins;

pub use vitrum_diagnostics as diagnostics;
pub use vitrum_glsl::builtins::constants::BuiltInLimits;
pub use vitrum_glsl::{builtin_types, extensions, stages, version};

pub use memory::Memory;
pub use own_text::OwnText;
pub use preprocess::IncludeCallback;

pub use compile::{Client, Expanded, Limits, Options, Output, Source, compile, compile_in, expand};
pub use webgl::{WebGl, WebGlContext};
