//! The shaders that are measured.

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::Result;
use vitrum::Stage;

/// A shader to compile.
#[derive(Clone)]
pub(crate) struct Shader {
    /// Its path, and its stage if the file has several.
    pub(crate) name: String,
    /// Its text, with included files in it.
    pub(crate) source: String,
    /// Its stage.
    pub(crate) stage: Stage,
}

/// Every `every`-th shader below the folders whose path contains `filter`, each text once.
pub(crate) fn read(folders: &[PathBuf], filter: &str, every: usize) -> Result<Vec<Shader>> {
    let mut seen = BTreeSet::new();
    let mut shaders = Vec::new();
    for folder in folders {
        for file in vitrum_corpus::files_below(folder)? {
            let name = file.to_string_lossy().into_owned();
            if !name.contains(filter) || !vitrum_corpus::has_shaders(&file) {
                continue;
            }
            for (stage, source) in vitrum_corpus::shaders(folder, &file)? {
                if seen.insert(source.clone()) {
                    let is_named = vitrum::stage_of_path(&file).is_some();
                    let stage_name = vitrum::stage_extension(stage);
                    let name = if is_named { name.clone() } else { format!("{name}:{stage_name}") };
                    shaders.push(Shader { name, source, stage });
                }
            }
        }
    }
    Ok(shaders.into_iter().step_by(every).collect())
}
