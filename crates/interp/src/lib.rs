//! A reference interpreter of vitrum IR, written for clarity.
//!
//! It defines the meaning of a module, so that a pass, a back end or a driver can be compared with it. All invocations of a
//! run go in lockstep, each a *lane* under a mask of those that are active: derivatives, subgroup operations and
//! barriers then need nothing more than the other lanes' values.
//!
//! A result that GLSL or SPIR-V leaves undefined is a value of its own: every component knows whether it is
//! defined, and an operation on undefined components gives undefined ones. A lane that branches on such a value is
//! *tainted*: nothing that it writes from then on is defined. [`Outcome`] reports both, so that only defined
//! results are compared.
//!
//! ```
//! use vitrum_interp::{Environment, Value, run_vertices};
//!
//! let module = vitrum_ir_text::parse(
//!     "vir 1\nstage vertex\nentry &main\nglobal @size: f32 input location(0)\nglobal @area: f32 output location(0)\n
//!      fn &main() -> void {\n    %1: f32 = load @size\n    %2: f32 = fmul %1, %1\n    store @area, %2\n    return\n}\n",
//! )?;
//! let inputs = [("size".to_owned(), Value::f32(3.0))].into();
//! let outcome = run_vertices(&module, &mut Environment::default(), &[inputs])?;
//! assert_eq!(outcome.lanes[0].outputs["area"], Value::f32(9.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arbitrary;
mod bytes;
mod compare;
mod constants;
mod control;
mod environment;
mod error;
mod evaluate;
mod image;
mod intrinsics;
mod machine;
mod mask;
mod memory;
mod observe;
mod offsets;
mod rounding;
mod sample;
mod stages;
mod subgroup;
mod texel;
mod value;

pub use arbitrary::{
    arbitrary_environment, arbitrary_inputs, run_aliased, run_arbitrary, run_arbitrary_again,
    run_arbitrary_rounded,
};
pub use compare::{first_difference, first_difference_within, first_other_word};
pub use environment::{
    Compare, Environment, Filter, LaneOutcome, Limits, Mark, Marks, Outcome, Sampler, Texture, Values, Wrap,
};
pub use error::Error;
pub use observe::{Lane, Observer};
pub use rounding::{Rounding, has_short_values};
pub use stages::{run_compute, run_primitives, run_quad, run_quad_observed, run_vertices};
pub use value::{Numbers, Value};
