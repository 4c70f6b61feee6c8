//! Readable GLSL from vitrum IR.
