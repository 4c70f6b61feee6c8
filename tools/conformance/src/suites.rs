//! The suites, a file each.

pub(crate) mod angle;
pub(crate) mod deqp;
pub(crate) mod files;
pub(crate) mod generated;
pub(crate) mod glslang;
pub(crate) mod modules;
pub(crate) mod own;
pub(crate) mod own_reject;
pub(crate) mod piglit;
pub(crate) mod piglit_shader;
