//! The shaders: files named by stage, and RetroArch's `.slang` files, which hold two stages each.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

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

/// Included files within included files at most.
const DEEPEST: usize = 16;

/// Every `every`-th shader below the folders whose name contains `filter`, each text once.
pub(crate) fn read(folders: &[PathBuf], filter: &str, every: usize) -> Result<Vec<Shader>> {
    let mut files = Vec::new();
    for folder in folders {
        find(folder, &mut files)?;
    }
    files.sort();
    let mut seen = BTreeSet::new();
    let mut shaders = Vec::new();
    for file in files {
        let name = file.to_string_lossy().into_owned();
        if !name.contains(filter) {
            continue;
        }
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        let mut add = |name: String, source: String, stage| {
            if seen.insert(source.clone()) {
                shaders.push(Shader { name, source, stage });
            }
        };
        if file.extension().is_some_and(|extension| extension == "slang") {
            let whole = expand(&file, &text, 0);
            // Shaders of the same extension in another language have no version.
            if whole.contains("#version") {
                add(format!("{name}:vert"), of_stage(&whole, "vertex"), Stage::Vertex);
                add(format!("{name}:frag"), of_stage(&whole, "fragment"), Stage::Fragment);
            }
        } else if let Some(stage) = vitrum::stage_of_path(&file) {
            add(name, expand(&file, &text, 0), stage);
        }
    }
    Ok(shaders.into_iter().step_by(every).collect())
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            find(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

/// The text with the files that it includes, as far as they are found.
fn expand(file: &Path, text: &str, depth: usize) -> String {
    let folder = file.parent().unwrap_or(Path::new("."));
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let name = line.trim_start().strip_prefix("#include").and_then(|rest| rest.split('"').nth(1));
        let included = name.filter(|_| depth < DEEPEST).map(|name| folder.join(name));
        match included.and_then(|path| Some((std::fs::read_to_string(&path).ok()?, path))) {
            Some((text, path)) => out += &expand(&path, &text, depth + 1),
            // What glslang knows by name alone.
            None if line.contains("GL_GOOGLE_include_directive") => out.push('\n'),
            None => {
                out += line;
                out.push('\n');
            }
        }
    }
    out
}

/// What a file with several stages says for all of them and for one, without what is for RetroArch.
fn of_stage(text: &str, stage: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut wanted = true;
    for line in text.lines() {
        let pragma = line.trim_start().strip_prefix("#pragma").map(str::trim_start);
        match pragma {
            Some(pragma) => {
                if let Some(named) = pragma.strip_prefix("stage") {
                    wanted = named.trim() == stage;
                }
            }
            None if wanted => out += line,
            None => {}
        }
        out.push('\n');
    }
    out
}
