//! The binary form (`.virb`) of vitrum's intermediate representation.
//!
//! A file takes a fraction of the size of the SPIR-V of its module, and is read many times faster than the GLSL is compiled. Files of
//! each version of the format stay readable: operations, storage classes, qualifiers and the like are words in the
//! file, not numbers.
//!
//! ```
//! use vitrum_ir_bytes::{WriteOptions, read, write};
//!
//! let text = "vir 1\nstage vertex\nentry &main\n\nfn &main() -> void {\n    return\n}\n";
//! let module = vitrum_ir_text::parse(text)?;
//! let bytes = write(&module, &WriteOptions::default());
//! let (module, sources) = read(&bytes)?;
//! assert_eq!(vitrum_ir::print(&module), text);
//! assert!(sources.is_empty());
//! let error = read(&bytes[..bytes.len() - 1]).unwrap_err();
//! assert!(error.offset < bytes.len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `src/format.rs` describes a file as a whole, `src/words.rs` holds the words. An instruction is the number of its *shape* (operation,
//! immediate, number of operands, type of the result), and operands: values by their distance from
//! the next value, constants and globals by number. Blocks lie within the instructions that own them, in the order of the text form.

mod format;
mod input;
mod output;
mod read;
mod words;
mod write;

pub use read::read;
pub use write::write;

use vitrum_ir::SourceMap;

/// The optional parts of a file. By default none of them is written: the file is stripped.
#[derive(Clone, Copy, Debug, Default)]
pub struct WriteOptions<'a> {
    /// Names of values and constants. Those of globals, members, structs and functions are always there.
    pub names: bool,
    /// Spans of instructions, and spans and doc comments of declarations.
    pub spans: bool,
    /// The files that the spans lie in.
    pub sources: Option<&'a SourceMap>,
}

impl WriteOptions<'_> {
    /// True if the spelling of the source is written: it consists of names and places.
    pub(crate) fn has_spelling(&self) -> bool {
        self.names && self.spans
    }

    /// All names and spans, without sources.
    pub const FULL: Self = Self { names: true, spans: true, sources: None };
}

/// The reason for which bytes are not a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The offset in the file of the first byte that could not be read.
    pub offset: usize,
    /// The found and the expected thing.
    pub message: String,
}

impl std::fmt::Display for ReadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "byte {}: {}", self.offset, self.message)
    }
}

impl std::error::Error for ReadError {}
