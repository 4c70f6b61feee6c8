//! Pages that show a shader at each step of the compiler: source, IR after each pass, SPIR-V and printed GLSL, linked by place.
//!
//! [`explore`] compiles a shader and keeps a snapshot of each step, [`explore_program`] links the stages of a program and does so for
//! each; [`page`] makes one HTML file of some shaders. The file needs no
//! other file and no network: its styles and scripts stand in it, and the shaders stand in it as JSON.
//!
//! ```
//! use vitrum_explore::{OptLevel, Options, Stage, explore, page};
//!
//! let source = "#version 450\nlayout(location = 0) out vec4 color;\nvoid main() { color = vec4(0.5 * 2.0); }\n";
//! let options = Options::new(Stage::Fragment).opt_level(OptLevel::Default).file_name("white.frag");
//! let shader = explore(source, &options);
//! assert!(!shader.has_errors());
//! assert!(page(&[shader]).starts_with("<!doctype html>"));
//! ```

mod colours;
mod data;
mod messages;
mod page;
mod places;
mod program;
mod snapshots;
mod statistics;
mod steps;

pub use page::page;
pub use program::explore_program;
pub use steps::{Explored, explore, explore_module};
pub use vitrum::{Levels, OptLevel, Options, Stage, WarningGroup};
pub use vitrum::{ProgramInput, ProgramOptions, ProgramSource};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
