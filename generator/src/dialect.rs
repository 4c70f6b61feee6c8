//! The versions of GLSL that programs are written in, a row each.

use std::collections::BTreeSet;

use vitrum::Stage;

/// A version of GLSL and what it has.
#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    /// Its name on the command line.
    pub name: &'static str,
    /// The lines at the start.
    pub header: &'static str,
    /// Its number.
    pub version: u32,
    /// Whether it is ESSL.
    pub es: bool,
    /// Whether it is GLSL for Vulkan.
    pub vulkan: bool,
}

const ES: &str = "precision highp float;\nprecision highp int;\n";

/// Every version that is written.
pub const DIALECTS: &[Dialect] = &[
    Dialect { name: "vulkan460", header: "#version 460\n", version: 460, es: false, vulkan: true },
    Dialect { name: "vulkan450", header: "#version 450\n", version: 450, es: false, vulkan: true },
    Dialect { name: "460", header: "#version 460\n", version: 460, es: false, vulkan: false },
    Dialect { name: "430", header: "#version 430\n", version: 430, es: false, vulkan: false },
    Dialect { name: "420", header: "#version 420 core\n", version: 420, es: false, vulkan: false },
    Dialect { name: "400", header: "#version 400\n", version: 400, es: false, vulkan: false },
    Dialect { name: "330", header: "#version 330 core\n", version: 330, es: false, vulkan: false },
    Dialect { name: "150", header: "#version 150\n", version: 150, es: false, vulkan: false },
    Dialect { name: "130", header: "#version 130\n", version: 130, es: false, vulkan: false },
    Dialect { name: "vulkan310es", header: "#version 310 es\n", version: 310, es: true, vulkan: true },
    Dialect { name: "320es", header: "#version 320 es\n", version: 320, es: true, vulkan: false },
    Dialect { name: "310es", header: "#version 310 es\n", version: 310, es: true, vulkan: false },
    Dialect { name: "300es", header: "#version 300 es\n", version: 300, es: true, vulkan: false },
];

impl Dialect {
    /// Whether the version is at least one of these.
    pub(crate) fn since(self, desktop: u32, es: u32) -> bool {
        self.version >= if self.es { es } else { desktop }
    }

    /// Whether it has a stage.
    pub(crate) fn has(self, stage: Stage) -> bool {
        stage != Stage::Compute || self.since(430, 310)
    }

    /// Arrays of arrays.
    pub(crate) fn arrays_of_arrays(self) -> bool {
        self.since(430, 310)
    }

    /// `bitCount` and its kin.
    pub(crate) fn integer_functions(self) -> bool {
        self.since(400, 310)
    }

    /// `packHalf2x16`.
    pub(crate) fn pack_half(self) -> bool {
        self.since(420, 300)
    }

    /// `floatBitsToInt`.
    pub(crate) fn float_bits(self) -> bool {
        self.since(330, 300)
    }

    /// `ldexp`, `frexp`, `umulExtended`.
    pub(crate) fn extended(self) -> bool {
        self.since(400, 310)
    }

    /// `fma` and `precise`.
    pub(crate) fn fma(self) -> bool {
        self.since(400, 320)
    }

    /// `mix` that selects, for what is no float.
    pub(crate) fn integer_mix(self) -> bool {
        self.since(450, 310)
    }

    /// Uniform blocks.
    pub(crate) fn blocks(self) -> bool {
        self.since(140, 300)
    }

    /// `layout(binding = n)`.
    pub(crate) fn bindings(self) -> bool {
        self.since(420, 310)
    }

    /// `layout(location = n)` of outputs of a fragment shader and inputs of a vertex shader.
    pub(crate) fn outer_locations(self) -> bool {
        self.since(330, 300)
    }

    /// `layout(location = n)` between stages.
    pub(crate) fn inner_locations(self) -> bool {
        self.since(410, 310)
    }

    /// Lists in braces, `.length()` of vectors.
    pub(crate) fn initializer_lists(self) -> bool {
        !self.es && self.version >= 420
    }

    /// `int` where `float` is asked for.
    pub(crate) fn implicit_conversions(self) -> bool {
        !self.es
    }

    /// Blocks of shared memory, by an extension.
    pub(crate) fn shared_blocks(self) -> bool {
        self.vulkan && !self.es
    }

    /// Indices into arrays of blocks that are no constants.
    pub(crate) fn uniform_indices(self) -> bool {
        self.since(400, 320)
    }

    /// `imageAtomicAdd` and its kin.
    pub(crate) fn image_atomics(self) -> bool {
        self.since(420, 320)
    }

    /// `mediump` and `lowp`, which mean something in ESSL and for Vulkan.
    pub(crate) fn precisions(self) -> bool {
        self.es || self.vulkan
    }

    /// What is needed behind `#version`.
    pub(crate) fn prologue(self, extensions: &BTreeSet<&str>) -> String {
        let extensions: String =
            extensions.iter().map(|name| format!("#extension {name} : require\n")).collect();
        format!("{}{extensions}{}", self.header, if self.es { ES } else { "" })
    }
}
