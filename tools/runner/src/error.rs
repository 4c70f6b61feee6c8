//! Reasons for which something did not run.

use std::fmt;

use ash::vk;

/// The reason for which something did not run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// There is no Vulkan, or no device of that name.
    NoDevice(String),
    /// The device lacks something that the description needs.
    Unsupported(String),
    /// The description contradicts itself.
    Description(String),
    /// A shader wrote outside of a buffer.
    Overrun(usize),
    /// A call of the driver failed.
    Driver {
        /// The call.
        call: &'static str,
        /// The driver's result.
        result: String,
    },
}

impl Error {
    pub(crate) fn driver(call: &'static str) -> impl Fn(vk::Result) -> Self {
        move |result| Self::Driver { call, result: format!("{result:?}") }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoDevice(why) => write!(f, "no Vulkan device: {why}"),
            Self::Unsupported(what) => write!(f, "the device lacks {what}"),
            Self::Description(what) => write!(f, "cannot be run: {what}"),
            Self::Overrun(buffer) => write!(f, "bytes around buffer {buffer} changed"),
            Self::Driver { call, result } => write!(f, "{call}: {result}"),
        }
    }
}

impl std::error::Error for Error {}
