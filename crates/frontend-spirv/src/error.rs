//! Errors: words that are no module, or one that the IR has no form for.

use std::fmt;

/// Words that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The position of the instruction in the module, in words.
    pub offset: u32,
    /// The reason.
    pub kind: ErrorKind,
    /// The rule of SPIR-V that does not hold, or what is not supported.
    pub message: String,
}

/// The reason of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The words break a rule of SPIR-V.
    Invalid,
    /// The words are SPIR-V, but the IR has no form for them.
    Unsupported,
    /// A limit of the reader is exceeded.
    TooLarge,
}

impl Error {
    pub(crate) fn invalid(offset: u32, message: impl Into<String>) -> Self {
        Self { offset, kind: ErrorKind::Invalid, message: message.into() }
    }

    pub(crate) fn unsupported(offset: u32, message: impl Into<String>) -> Self {
        Self { offset, kind: ErrorKind::Unsupported, message: message.into() }
    }

    pub(crate) fn too_large(offset: u32, message: impl Into<String>) -> Self {
        Self { offset, kind: ErrorKind::TooLarge, message: message.into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { offset, kind, message } = self;
        match kind {
            ErrorKind::Invalid => write!(f, "word {offset}: invalid SPIR-V: {message}"),
            ErrorKind::Unsupported => write!(f, "word {offset}: {message} cannot be read"),
            ErrorKind::TooLarge => write!(f, "word {offset}: too large: {message}"),
        }
    }
}

impl std::error::Error for Error {}
