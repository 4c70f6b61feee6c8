//! The shaders in a folder, for `vitrum batch FOLDER`.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use walkdir::{DirEntry, WalkDir};

use vitrum::{Options, Stage, stage_of_path, stage_of_source};

use crate::inputs;
use crate::outputs::{Emit, name_of_output};

/// A shader and its output's file below the folder for outputs.
pub(super) struct Shader {
    pub(super) path: PathBuf,
    pub(super) output: PathBuf,
}

/// The shaders in a folder and the folders in it, in the order of their paths: files whose name tells a stage, and others with the
/// extension `glsl` in which `#pragma shader_stage` does. Hidden files and folders do not count.
pub(super) fn shaders(folder: &Path, emit: Emit) -> Result<Vec<Shader>> {
    let is_visible = |entry: &DirEntry| {
        let is_hidden = entry.file_name().to_str().is_some_and(|name| name.starts_with('.'));
        !is_hidden || entry.depth() == 0
    };
    let mut shaders = Vec::new();
    for entry in WalkDir::new(folder).sort_by_file_name().into_iter().filter_entry(is_visible) {
        let entry = entry.with_context(|| format!("cannot search the folder `{}`", folder.display()))?;
        if entry.file_type().is_dir() || !is_shader(entry.path())? {
            continue;
        }
        let path = entry.into_path();
        let below = path.strip_prefix(folder).unwrap_or(&path);
        let output = below.with_file_name(name_of_output(below, emit.extension()));
        shaders.push(Shader { path, output });
    }
    if shaders.is_empty() {
        bail!(
            "no shaders in `{}`: their names end in a stage, such as `.frag` or `.frag.glsl`, or they are `.glsl` files with \
             `#pragma shader_stage`",
            folder.display()
        );
    }
    Ok(shaders)
}

fn is_shader(path: &Path) -> Result<bool> {
    if stage_of_path(path).is_some() {
        return Ok(true);
    }
    if path.extension().is_none_or(|extension| extension != "glsl") {
        return Ok(false);
    }
    let bytes = std::fs::read(path).with_context(|| format!("cannot read `{}`", path.display()))?;
    Ok(stage_of_source(&inputs::text(bytes), path, &Options::new(Stage::Fragment)).is_some())
}
