//! Generates shaders, and checks them on every path through the compiler.
//!
//! [`program`] writes a random program of GLSL: well typed, ending, and with defined results. [`check`] runs it in the
//! interpreter as the front end made it, and after every pass, every pipeline, and again from printed GLSL; all must
//! agree. So must what is read of its SPIR-V, before and after every pipeline. [`shrink`] makes the smallest program that still disagrees, and [`bisect`] names the change to blame. [`alter`] changes
//! modules at random, and [`try_module`] says if what the verifier takes is valid SPIR-V.
//!
//! ```
//! let program = vitrum_generator::program(7, &vitrum_generator::Options::default());
//! assert!(program.source.starts_with("#version"));
//! assert!(vitrum_generator::check(&program.case(), 7).is_ok());
//! ```

mod alter;
mod bisect;
mod builtins;
mod check;
mod dialect;
mod expressions;
mod functions;
mod generate;
mod interface;
mod loops;
mod memory;
mod numbers;
mod places;
mod program;
mod random;
mod shrink;
mod spirv_val;
mod statements;
mod targets;
mod tree;
mod trial;
mod types;
mod vary;

pub use alter::{Alteration, alter, kinds};
pub use bisect::{Blame, bisect};
pub use check::{Agreement, Case, Finding, Inputs, Kind, check, check_variation, variation};
pub use dialect::{DIALECTS, Dialect};
pub use program::{Options, Program, program};
pub use random::Random;
pub use shrink::shrink;
pub use spirv_val::{SpirvVal, output_with_input, unknown_extension, validator_flags};
pub use targets::{FuzzTarget, TARGETS, change_spirv, run_named, run_target};
pub use tree::Tree;
pub use trial::{Outcome, try_module};
