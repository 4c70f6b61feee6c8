//! The version of printed GLSL in the words of spirv-cross: `--version 310 --es`, `--vulkan-semantics`.

use anyhow::{Result, bail};

/// The version of printed GLSL.
#[derive(Debug, Default)]
pub(crate) struct DialectArguments {
    // `--version N`
    pub(crate) glsl_number: Option<u32>,
    // `--es`, `--no-es`; the last one counts
    pub(crate) is_essl: Option<bool>,
    // `--vulkan-semantics`
    pub(crate) vulkan_glsl: bool,
}

impl DialectArguments {
    /// The name of the version, if one is given. Versions that only ESSL has are ESSL.
    pub(crate) fn name(&self) -> Result<Option<String>> {
        let number = match (self.glsl_number, self.vulkan_glsl) {
            (None, true) => 450,
            (None, false) if self.is_essl.is_some() => bail!("--es and --no-es require `--version N`"),
            (None, false) => return Ok(None),
            (Some(number), _) => number,
        };
        let is_es = self.is_essl.unwrap_or(matches!(number, 100 | 300 | 310 | 320));
        let (before, behind) = (if self.vulkan_glsl { "vulkan" } else { "" }, if is_es { "es" } else { "" });
        Ok(Some(format!("{before}{number}{behind}")))
    }

    pub(crate) fn is_given(&self) -> bool {
        self.glsl_number.is_some() || self.is_essl.is_some() || self.vulkan_glsl
    }
}
