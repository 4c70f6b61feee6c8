//! A small engine: it draws a picture with wgpu, from two files of GLSL, and compiles them again when a file changes.
//!
//! [`shader`] compiles, [`renderer`] draws without a window, and [`hot`] watches.

pub mod hot;
pub mod renderer;
pub mod shader;
