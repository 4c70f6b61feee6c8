//! The commands, a module each.

pub(crate) mod bisect;
pub(crate) mod generate;
pub(crate) mod vary;
