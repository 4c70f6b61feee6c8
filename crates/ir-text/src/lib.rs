//! Reads the text form (`.vir`) of vitrum's intermediate representation, which [`vitrum_ir::print`] writes.
//!
//! ```
//! let text = "vir 1\nstage vertex\nentry &main\n\nfn &main() -> void {\n    return\n}\n";
//! let module = vitrum_ir_text::parse(text)?;
//! assert_eq!(vitrum_ir::print(&module), text);
//! # Ok::<(), vitrum_ir_text::ReadError>(())
//! ```
//!
//! `grammar/grammar.lalrpop` is the grammar of the form, `grammar/lexemes.rs` holds the parts that it is cut into. The parser made from it keeps its own stack, so that blocks may nest
//! without limit; types and constants nest at most 100 deep.

mod attributes;
mod expected;
mod function;
mod generated;
mod items;
mod lexer;
mod operations;
mod reader;
mod types;

use vitrum_ir::{Module, SourceMap};

/// The reason for which text is not a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// Line, from 1.
    pub line: usize,
    /// Column in bytes, from 1.
    pub column: usize,
    /// The found and the expected thing.
    pub message: String,
}

impl ReadError {
    /// An error at an offset.
    fn at(text: &str, offset: usize, message: impl Into<String>) -> Self {
        let before = text.get(..offset).unwrap_or("");
        let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
        let column = offset - before.rfind('\n').map_or(0, |at| at + 1) + 1;
        Self { line, column, message: message.into() }
    }
}

impl std::fmt::Display for ReadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ReadError {}

/// Reads a module. The result may still break rules: [`vitrum_ir::verify`] checks them.
pub fn parse(text: &str) -> Result<Module, ReadError> {
    parse_with_sources(text).map(|read| read.0)
}

/// Reads a module and the files that its spans lie in, as far as the text has them.
///
/// # Errors
/// The first place that is not in the grammar, or names what is not there.
pub fn parse_with_sources(text: &str) -> Result<(Module, SourceMap), ReadError> {
    reader::read(text)
}
