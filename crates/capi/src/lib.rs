//! vitrum for C and C++: [`native`] has functions of its own (`include/vitrum.h`), [`shaderc`] those of libshaderc, for programs that
//! have its header and link this library in its place.
//!
//! No function unwinds into C: a panic becomes an internal error. A null handle is an error where the function can tell, and has no
//! effect where it cannot. Objects of C are used by one thread at a time; a compiler may be shared.

mod memory;
pub mod native;
pub mod shaderc;
