//! Shaders in a build script: compiles a folder of GLSL, and writes Rust with the words, bindings and structs of blocks.
//!
//! [`Shaders`] is all of it; the README shows a `build.rs` and what it makes.

mod layouts;
mod rust;
mod shaders;

pub use shaders::{BuildError, Generated, Shaders};
pub use vitrum::{OptLevel, Options, Target};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
