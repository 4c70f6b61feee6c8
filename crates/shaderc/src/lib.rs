//! The API of the crate `shaderc`, version 0.10, over the shader compiler vitrum: the same names and signatures, without C++, cmake or a
//! system library. One line of `Cargo.toml` replaces it:
//!
//! ```toml
//! shaderc = { package = "vitrum-shaderc", version = "0.1" }
//! ```
//!
//! ```
//! let compiler = shaderc::Compiler::new()?;
//! let mut options = shaderc::CompileOptions::new()?;
//! options.add_macro_definition("EP", Some("main"));
//! let source = "#version 310 es\nvoid EP() {}\n";
//! let artifact = compiler.compile_into_spirv(source, shaderc::ShaderKind::Vertex, "a.vert", "main", Some(&options))?;
//! assert_eq!(artifact.as_binary()[0], 0x0723_0203);
//! # Ok::<(), shaderc::Error>(())
//! ```
//!
//! The README lists the differences: HLSL is an error, the words of messages are vitrum's, and options that concern HLSL alone have no
//! effect.

mod artifact;
mod compiler;
mod error;
mod kinds;
mod limits;
mod messages;
mod options;

pub use artifact::CompilationArtifact;
pub use compiler::{Compiler, get_spirv_version, parse_version_profile};
pub use error::{Error, Result};
pub use kinds::{
    EnvVersion, GlslProfile, OptimizationLevel, ResourceKind, ShaderKind, SourceLanguage, SpirvVersion,
    TargetEnv,
};
pub use limits::Limit;
pub use options::{CompileOptions, IncludeCallbackResult, IncludeType, ResolvedInclude};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
