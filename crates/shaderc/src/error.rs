//! Errors, as the crate `shaderc` has them.

use std::fmt;

/// The reason for which there is no output; the text may be empty.
#[derive(Debug, PartialEq)]
pub enum Error {
    /// The source has errors: their number, and a line for each.
    CompilationError(u32, String),
    /// A fault of the compiler.
    InternalError(String),
    /// The source does not say its stage.
    InvalidStage(String),
    /// The text is no SPIR-V.
    InvalidAssembly(String),
    /// Never returned.
    NullResultObject(String),
    /// Never returned.
    InitializationError(String),
    /// A version with a profile is not understood.
    ParseError(String),
}

/// An output, or the reason for which there is none.
pub type Result<T> = std::result::Result<T, Error>;

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (title, text) = match self {
            Self::CompilationError(1, text) => ("compilation error", text),
            Self::CompilationError(count, text) => {
                write!(f, "{count} ")?;
                ("compilation errors", text)
            }
            Self::InternalError(text) => ("internal error", text),
            Self::InvalidStage(text) => ("invalid stage", text),
            Self::InvalidAssembly(text) => ("invalid assembly", text),
            Self::NullResultObject(text) => ("null result object", text),
            Self::InitializationError(text) => ("initialization error", text),
            Self::ParseError(text) => ("parse error", text),
        };
        f.write_str(title)?;
        match self {
            _ if text.is_empty() => Ok(()),
            Self::CompilationError(..) if text.contains('\n') => write!(f, ":\n{text}"),
            _ => write!(f, ": {text}"),
        }
    }
}

impl std::error::Error for Error {}
