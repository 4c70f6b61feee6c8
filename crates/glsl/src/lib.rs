//! Facts of GLSL and ESSL, as tables with a row for each thing.
//!
//! They list versions, extensions, words, types, operators, built-in functions and variables, how each is written, and
//! which versions, stages and extensions have it. The front end reads the tables to accept shaders, the printer to write them,
//! lowerings for names, and the generator of test programs to know what it may say.
//!
//! ```
//! use vitrum_glsl::builtins::functions;
//!
//! let inverse = functions("inverse").first().expect("there is a row");
//! assert_eq!((inverse.since.desktop, inverse.since.es), (140, 300));
//! ```

pub mod builtin_types;
pub mod builtins;
pub mod extensions;
pub mod features;
mod hash;
pub mod macros;
pub mod operators;
pub mod stages;
pub mod version;
pub mod words;
