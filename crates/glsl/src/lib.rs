//! Facts of GLSL and ESSL as tables, with a row for each fact.
//!
//! The tables list versions, extensions, words, types, operators, built-in functions and built-in variables, with
//! their spelling and the versions, stages and extensions that have them. The front end uses them to accept shaders,
//! the printer to write shaders, lowerings for names, and the generator of test programs to choose constructs.
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
pub mod foreign;
pub mod hash;
pub mod layout_qualifiers;
pub mod macros;
pub mod operators;
pub mod stages;
pub mod version;
pub mod webgl;
pub mod words;
