//! Shaders of a folder that the command line names, as [`vitrum_corpus`] reads them.

use std::path::{Path, PathBuf};

use anyhow::Result;
use vitrum::{Target, Version};

use crate::case::{Case, Shader};
use crate::suite::{self, Suite};

/// The row.
pub(crate) const SUITE: Suite = Suite {
    name: "files",
    what: "shaders for Vulkan below the folder that `--data` names",
    folder: || PathBuf::from("shaders"),
    install: "`--data FOLDER` names it",
    fetch: None,
    files,
    cases,
    executed: None,
    linked: None,
};

fn files(data: &Path) -> Result<Vec<String>> {
    suite::relative_files(data, "", vitrum_corpus::has_shaders)
}

fn cases(data: &Path, file: &str) -> Result<Vec<Case>> {
    let shaders = vitrum_corpus::shaders(data, &data.join(file))?;
    let is_alone = shaders.len() == 1;
    let case = |(stage, text)| {
        let id =
            if is_alone { file.to_owned() } else { format!("{file} {}", vitrum::stage_extension(stage)) };
        let shader = Shader::new(stage, text, Version::desktop(450));
        Case::new(id, vec![Shader { target: Target::Vulkan1_3, ..shader }])
    };
    Ok(shaders.into_iter().map(case).collect())
}
