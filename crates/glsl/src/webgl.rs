//! Numbers and names of WebGL that the front end and the pass `limit_resources` hold shaders to.

/// The maximum number of characters of a token in WebGL 1 and in WebGL 2 (WebGL 1.0 section 6.20, WebGL 2.0 section 4.3.1).
pub const LONGEST_TOKENS: [u32; 2] = [256, 1024];

/// The number of structs that may be nested (WebGL 1.0 section 6.22).
pub const STRUCT_NESTING: u32 = 4;

/// The prefixes of names that WebGL reserves for itself (WebGL 1.0 section 4.3).
pub const RESERVED_PREFIXES: [&str; 2] = ["webgl_", "_webgl_"];
