//! Constant evaluation of the pure scalar, vector and matrix operations.
//!
//! A scalar is its bits, zero-extended to 64 (`bool` is 0 or 1). Integer functions take the width in bits and
//! carry the signedness in their name; float functions take a [`FloatFormat`]. Everything here is total and the
//! same on every host: only IEEE basic operations and the crate `libm` are used, never the host's mathematics
//! library, and no product and sum are ever fused unless that is the operation.
//!
//! Floats of 16 and 32 bits are computed in `f64` and rounded once, to nearest and ties to even. For the basic
//! operations and the square root that is the correctly rounded result, since 53 bits are at least twice 24 plus
//! two. For the others it is within half a unit in the last place and a little, well inside what Vulkan and GLSL
//! ask for. A NaN that an operation produces is always the canonical quiet one, because hosts differ in its sign
//! and payload; operations that move bits keep them.
//!
//! Results that the specifications leave undefined are `None` for integers (division by zero, a shift of the whole width,
//! a bit field out of range), so that a caller may leave the operation alone; for floats, and for conversions, it
//! is a documented value, because the values are harmless and a GLSL constant expression must have one.

pub mod scalar;

pub mod bits;
pub mod compare;
pub mod convert;
pub mod float;
pub mod int;
pub mod math;
pub mod matrix;
pub mod pack;
pub mod vector;

pub use scalar::FloatFormat;
