//! GLSL in, SPIR-V and GLSL out: the vitrum shader compiler as one crate and a command line.
