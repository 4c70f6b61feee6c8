//! The suites, a file each.

pub(crate) mod piglit;
