//! The version of printed GLSL in the words of spirv-cross: `--version 310 --es`, `--vulkan-semantics`.

use anyhow::{Result, bail};
use clap::Args;

/// The version of printed GLSL.
#[derive(Args, Debug, Default)]
pub(crate) struct DialectArguments {
    // `--version N`
    #[arg(long, hide = true)]
    glsl_number: Option<u32>,

    // `--es`, `--no-es`; the last one counts
    #[arg(long, hide = true, overrides_with = "no_essl")]
    essl: bool,

    #[arg(long, hide = true, overrides_with = "essl")]
    no_essl: bool,

    // `--vulkan-semantics`
    #[arg(long, hide = true)]
    vulkan_glsl: bool,
}

impl DialectArguments {
    /// The name of the version, if one is given. Versions that only ESSL has are ESSL.
    pub(crate) fn name(&self) -> Result<Option<String>> {
        let number = match (self.glsl_number, self.vulkan_glsl) {
            (None, true) => 450,
            (None, false) if self.essl || self.no_essl => bail!("--es and --no-es require `--version N`"),
            (None, false) => return Ok(None),
            (Some(number), _) => number,
        };
        let is_es = self.essl || !self.no_essl && matches!(number, 100 | 300 | 310 | 320);
        let (before, behind) = (if self.vulkan_glsl { "vulkan" } else { "" }, if is_es { "es" } else { "" });
        Ok(Some(format!("{before}{number}{behind}")))
    }

    pub(crate) fn is_given(&self) -> bool {
        self.glsl_number.is_some() || self.essl || self.no_essl || self.vulkan_glsl
    }
}
