//! WebGL: the rules that its specifications add to ESSL 1.00 and 3.00, and those that browsers hold shaders to besides.

use crate::extensions::ExtensionSet;
use crate::version::Version;
use vitrum_glsl::webgl::{LONGEST_TOKENS, RESERVED_PREFIXES};

/// A generation of WebGL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WebGl {
    /// WebGL 1.0: ESSL 1.00.
    V1,
    /// WebGL 2.0: ESSL 1.00 and 3.00.
    V2,
}

impl WebGl {
    /// The name: `WebGL 1`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::V1 => "WebGL 1",
            Self::V2 => "WebGL 2",
        }
    }

    /// True if shaders may have this version.
    pub fn has_version(self, version: Version) -> bool {
        version.is_es() && (version.number == 100 || self == Self::V2 && version.number == 300)
    }

    /// The maximum number of characters of a token.
    pub const fn longest_token(self) -> u32 {
        match self {
            Self::V1 => LONGEST_TOKENS[0],
            Self::V2 => LONGEST_TOKENS[1],
        }
    }
}

/// The context of WebGL that a shader is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WebGlContext {
    /// The generation.
    pub webgl: WebGl,
    /// The extensions that the application enabled: others do not exist for its shaders.
    pub extensions: ExtensionSet,
}

impl WebGlContext {
    /// A context without extensions.
    pub const fn new(webgl: WebGl) -> Self {
        Self { webgl, extensions: ExtensionSet::EMPTY }
    }
}

/// The prefix of a name that WebGL reserves for itself.
pub(crate) fn reserved_prefix(name: &str) -> Option<&'static str> {
    RESERVED_PREFIXES.into_iter().find(|prefix| name.starts_with(prefix))
}
