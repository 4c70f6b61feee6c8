//! Constant evaluation against straightforward references: exhaustive where the domain is small, otherwise the
//! edges and a fixed pseudo-random sample.

#[path = "eval/bits.rs"]
mod bits;
#[path = "eval/convert.rs"]
mod convert;
#[path = "eval/float.rs"]
mod float;
#[path = "eval/int.rs"]
mod int;
#[path = "eval/math.rs"]
mod math;
#[path = "eval/pack.rs"]
mod pack;
#[path = "eval/samples.rs"]
mod samples;
#[path = "eval/vector.rs"]
mod vector;
