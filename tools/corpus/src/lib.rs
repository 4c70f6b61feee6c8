//! Reads the shaders of a folder: files with a stage in their names, and RetroArch's `.slang` files, which hold two stages each.
//! Included files are searched beside the including file and in the folders above it.

pub mod spirv;

use std::io::Result;
use std::path::{Path, PathBuf};

use vitrum::{Stage, stage_of_path};

/// Depth of nested includes.
const MAX_INCLUDE_DEPTH: usize = 16;

/// All files below a folder, sorted. A path that is a file gives that file.
///
/// # Errors
/// If a folder cannot be read.
pub fn files_below(path: &Path) -> Result<Vec<PathBuf>> {
    let (mut open, mut files) = (vec![path.to_owned()], Vec::new());
    while let Some(path) = open.pop() {
        if path.is_dir() {
            for entry in std::fs::read_dir(path)? {
                open.push(entry?.path());
            }
        } else {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// True if a file holds shaders.
pub fn has_shaders(file: &Path) -> bool {
    is_slang(file) || stage_of_path(file).is_some()
}

/// The text of a file. Bytes that are not UTF-8 are replaced: only comments have them.
///
/// # Errors
/// If the file cannot be read.
pub fn text(file: &Path) -> Result<String> {
    Ok(String::from_utf8_lossy(&std::fs::read(file)?).into_owned())
}

/// The shaders of a file with their included files in place, which are below `root`.
///
/// # Errors
/// If the file cannot be read.
pub fn shaders(root: &Path, file: &Path) -> Result<Vec<(Stage, String)>> {
    let text = expand(root, file, &text(file)?, 0);
    if !is_slang(file) {
        return Ok(stage_of_path(file).map(|stage| (stage, text)).into_iter().collect());
    }
    if !text.contains("#version") {
        // Files of the language Slang have the same extension.
        return Ok(Vec::new());
    }
    let stages = [(Stage::Vertex, "vertex"), (Stage::Fragment, "fragment")];
    Ok(stages.map(|(stage, name)| (stage, text_of_stage(&text, name))).into())
}

fn is_slang(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "slang")
}

/// Replaces `#include` lines by the files that they name, where these exist.
fn expand(root: &Path, file: &Path, text: &str, depth: usize) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let rest = line.trim_start().strip_prefix("#include").map(str::trim_start);
        let name = rest.and_then(|rest| rest.strip_prefix(['"', '<'])?.split(['"', '>']).next());
        let found = name.filter(|_| depth < MAX_INCLUDE_DEPTH).and_then(|name| {
            let folders = file.ancestors().skip(1).take_while(|folder| folder.starts_with(root));
            let mut paths = folders.map(|folder| folder.join(name));
            paths.find_map(|path| Some((std::fs::read_to_string(&path).ok()?, path)))
        });
        match found {
            Some((text, path)) => out += &expand(root, &path, &text, depth + 1),
            // The extension has no effect without `#include`.
            None if line.contains("_include_directive") => out.push('\n'),
            None => {
                out += line;
                out.push('\n');
            }
        }
    }
    out
}

/// The text of a file of several stages for one stage, without RetroArch's own pragmas.
fn text_of_stage(text: &str, stage: &str) -> String {
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

#[cfg(test)]
mod tests {
    #[test]
    fn stage_text_has_its_lines_and_the_common_ones() {
        let text = "#version 450\n#pragma name A\n#pragma stage vertex\nv\n#pragma stage fragment\nf\n";
        assert_eq!(super::text_of_stage(text, "vertex"), "#version 450\n\n\nv\n\n\n");
        assert_eq!(super::text_of_stage(text, "fragment"), "#version 450\n\n\n\n\nf\n");
    }
}
