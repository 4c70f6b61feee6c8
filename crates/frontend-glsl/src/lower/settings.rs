//! Settings of a compilation: everything that is decided before the first token is lowered.

use crate::Limits;
use crate::version::Dialect;

/// The version of the language and the caller's choices, which never change.
#[derive(Debug)]
pub(crate) struct Settings<'a> {
    /// The version without extensions: those are in [`crate::lower::extensions::Enabled`], since they change along the text.
    pub(crate) dialect: Dialect,
    pub(crate) limits: &'a Limits,
    /// True if the shader is one of several sources, and missing parts may be in the others.
    pub(crate) is_part: bool,
    /// True if the shader is a library, whose functions are there for other modules.
    pub(crate) is_library: bool,
    /// `#pragma STDGL invariant(all)`
    pub(crate) all_invariant: bool,
    /// True if ESSL 1.00 is held to its Appendix A.
    pub(crate) appendix_a: bool,
}
