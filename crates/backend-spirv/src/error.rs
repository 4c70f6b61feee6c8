//! Reasons for which a module cannot be written.

use crate::options::Target;
use std::fmt;
use vitrum_ir::{Span, Unlinked};

/// The results of the parts of the writer: errors are rare, and take one word beside the value.
pub(crate) type Result<T> = std::result::Result<T, Box<Error>>;

/// The reason for which a module cannot be written as SPIR-V for the chosen target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The module has no entry point.
    NoEntry,
    /// Two entry points of one stage have this name.
    SameEntry(String),
    /// The target cannot express it.
    Unsupported {
        /// Name of the construct.
        what: String,
        /// Its place in the source, if it has one.
        span: Option<Span>,
        /// The first target that can express it, and all else in the module.
        first: Option<Target>,
    },
    /// The module calls functions that others define, and no linker was to take it, or it has generic functions.
    Unlinked(Unlinked),
    /// A declaration that SPIR-V requires and that may be in another part of the program.
    Incomplete {
        /// The layout qualifier that is missing.
        what: String,
        /// The place in the source of the entry point, if it has one.
        span: Option<Span>,
    },
    /// An instruction, a type or the whole module is larger than SPIR-V can encode.
    TooLarge {
        /// The thing and its limit.
        what: String,
        /// Its place in the source; none if it is the whole module, to which all of it adds.
        span: Option<Span>,
    },
    /// The module breaks a rule of the IR: it was not verified.
    Malformed(String),
}

impl Error {
    #[cold]
    pub(crate) fn unsupported(what: impl Into<String>) -> Box<Self> {
        Box::new(Self::Unsupported { what: what.into(), span: None, first: None })
    }

    #[cold]
    pub(crate) fn incomplete(what: impl Into<String>) -> Box<Self> {
        Box::new(Self::Incomplete { what: what.into(), span: None })
    }

    #[cold]
    pub(crate) fn too_large(what: impl Into<String>) -> Box<Self> {
        Box::new(Self::TooLarge { what: what.into(), span: None })
    }

    /// The same at this place, unless it has one.
    #[cold]
    pub(crate) fn at(mut self: Box<Self>, place: Option<Span>) -> Box<Self> {
        if let Self::Unsupported { span, .. }
        | Self::Incomplete { span, .. }
        | Self::TooLarge { span, .. }
        | Self::Unlinked(Unlinked { span, .. }) = &mut *self
        {
            *span = span.or(place.filter(|place| !place.is_nowhere()));
        }
        self
    }

    /// Its place in the source, if it has one.
    pub fn span(&self) -> Option<Span> {
        match self {
            Self::Unsupported { span, .. }
            | Self::Incomplete { span, .. }
            | Self::TooLarge { span, .. }
            | Self::Unlinked(Unlinked { span, .. }) => *span,
            // Faults of the caller, who builds or joins modules.
            Self::NoEntry | Self::SameEntry(_) | Self::Malformed(_) => None,
        }
    }

    #[cold]
    pub(crate) fn malformed(what: impl Into<String>) -> Box<Self> {
        Box::new(Self::Malformed(what.into()))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoEntry => f.write_str("module has no entry point"),
            Self::SameEntry(name) => write!(f, "two entry points of one stage are named `{name}`"),
            Self::Unsupported { what, first: None, .. } => write!(f, "target does not support {what}"),
            Self::Unsupported { what, first: Some(first), .. } => {
                write!(f, "target does not support {what}; {} does", first.name())
            }
            Self::Unlinked(functions) => functions.fmt(f),
            Self::Incomplete { what, .. } => write!(f, "missing layout qualifier: {what}"),
            Self::TooLarge { what, .. } => write!(f, "too large for SPIR-V: {what}"),
            Self::Malformed(what) => write!(f, "malformed module: {what}"),
        }
    }
}

impl std::error::Error for Error {}
