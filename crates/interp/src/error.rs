//! Reasons for which a run has no outcome.

use std::fmt;

/// The reason for which a run has no outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The module has no entry point, is of another stage, or breaks a rule of the verifier.
    Invalid(String),
    /// The environment lacks something, or has it in another shape.
    Environment(String),
    /// More steps, calls, nesting or memory than the limits allow.
    Limit(&'static str),
    /// Something that the interpreter does not know: a stage or an extension.
    Unsupported(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(what) => write!(f, "invalid module: {what}"),
            Self::Environment(what) => write!(f, "environment: {what}"),
            Self::Limit(what) => write!(f, "limit reached: {what}"),
            Self::Unsupported(what) => write!(f, "not interpreted: {what}"),
        }
    }
}

impl std::error::Error for Error {}

/// A module that does not verify in a way that matters here.
pub(crate) fn invalid<T>(what: impl Into<String>) -> Result<T, Error> {
    Err(Error::Invalid(what.into()))
}
