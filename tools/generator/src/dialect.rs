//! The versions of GLSL that programs are written in, a row each.

use std::collections::BTreeSet;

use vitrum::{Stage, Version};
use vitrum_glsl::features::Feature;

/// A version of GLSL and its features.
#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    /// Its name on the command line.
    pub name: &'static str,
    /// The lines at the start.
    pub header: &'static str,
    /// The version.
    pub version: Version,
    /// True if it is GLSL for Vulkan.
    pub vulkan: bool,
}

const ES: &str = "precision highp float;\nprecision highp int;\n";

/// Every version that is written.
pub const DIALECTS: &[Dialect] = &[
    Dialect { name: "vulkan460", header: "#version 460\n", version: Version::desktop(460), vulkan: true },
    Dialect { name: "vulkan450", header: "#version 450\n", version: Version::desktop(450), vulkan: true },
    Dialect { name: "460", header: "#version 460\n", version: Version::desktop(460), vulkan: false },
    Dialect { name: "430", header: "#version 430\n", version: Version::desktop(430), vulkan: false },
    Dialect { name: "420", header: "#version 420 core\n", version: Version::desktop(420), vulkan: false },
    Dialect { name: "400", header: "#version 400\n", version: Version::desktop(400), vulkan: false },
    Dialect { name: "330", header: "#version 330 core\n", version: Version::desktop(330), vulkan: false },
    Dialect { name: "150", header: "#version 150\n", version: Version::desktop(150), vulkan: false },
    Dialect { name: "130", header: "#version 130\n", version: Version::desktop(130), vulkan: false },
    Dialect { name: "vulkan310es", header: "#version 310 es\n", version: Version::es(310), vulkan: true },
    Dialect { name: "320es", header: "#version 320 es\n", version: Version::es(320), vulkan: false },
    Dialect { name: "310es", header: "#version 310 es\n", version: Version::es(310), vulkan: false },
    Dialect { name: "300es", header: "#version 300 es\n", version: Version::es(300), vulkan: false },
];

impl Dialect {
    /// True if it has a feature without an extension.
    pub(crate) fn has(self, feature: Feature) -> bool {
        feature.is_in(self.version)
    }

    /// True if it has a stage.
    pub(crate) fn has_stage(self, stage: Stage) -> bool {
        stage != Stage::Compute || self.has(Feature::Compute)
    }

    /// `int` where `float` is asked for.
    pub(crate) fn implicit_conversions(self) -> bool {
        !self.version.is_es()
    }

    /// Blocks of shared memory, by an extension.
    pub(crate) fn shared_blocks(self) -> bool {
        self.vulkan && !self.version.is_es()
    }

    /// `mediump` and `lowp`, which mean something in ESSL and for Vulkan.
    pub(crate) fn precisions(self) -> bool {
        self.version.is_es() || self.vulkan
    }

    /// The lines behind `#version`.
    pub(crate) fn prologue(self, extensions: &BTreeSet<&str>) -> String {
        let extensions: String =
            extensions.iter().map(|name| format!("#extension {name} : require\n")).collect();
        format!("{}{extensions}{}", self.header, if self.version.is_es() { ES } else { "" })
    }
}
