//! Files and folders that an `#include` can name.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use lsp_types::{CompletionItem, CompletionItemKind, CompletionTextEdit, TextEdit};

use crate::lookup::At;

/// Extensions of files that shaders include, stages aside.
const EXTENSIONS: &[&str] = &["glsl", "glslh", "glh", "h", "hpp", "inc"];

/// The paths that can stand at the cursor, if it is in the quotes or angle brackets of an `#include`.
pub(crate) fn paths(at: &At<'_>) -> Option<Vec<CompletionItem>> {
    let line = at.text.get(..at.offset)?.rsplit(['\n', '\r']).next()?;
    let (is_system, written) = written(line)?;
    let (folder, start) = written.rsplit_once('/').unwrap_or(("", written));
    let beside = Path::new(&at.name).parent().map(Path::to_path_buf);
    let folders = &at.workspace.settings.include_folders;
    // In the order of the search: a name that is there twice means the first.
    let searched: Vec<&PathBuf> = match is_system {
        true => folders.iter().chain(&beside).collect(),
        false => beside.iter().chain(folders).collect(),
    };
    let mut found = BTreeMap::new();
    for searched in searched {
        for (name, is_folder) in entries(&searched.join(folder)) {
            if searched.join(folder).join(&name) != Path::new(&at.name) {
                found.entry(name).or_insert((is_folder, searched));
            }
        }
    }
    let range = at.range(at.offset - start.len(), at.offset);
    let item = |(name, (is_folder, searched)): (String, (bool, &PathBuf))| {
        let kind = if is_folder { CompletionItemKind::FOLDER } else { CompletionItemKind::FILE };
        let text = if is_folder { format!("{name}/") } else { name };
        CompletionItem {
            label: text.clone(),
            kind: Some(kind),
            detail: Some(searched.display().to_string()),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit { range, new_text: text })),
            ..CompletionItem::default()
        }
    };
    Some(found.into_iter().map(item).collect())
}

/// The path as far as it is written, in an `#include` that this line begins; true if it is in angle brackets.
fn written(line: &str) -> Option<(bool, &str)> {
    let (is_system, path) = path(line)?;
    (!path.contains(end(is_system))).then_some((is_system, path))
}

/// The path of the `#include` that a line is.
pub(crate) fn included(line: &str) -> Option<&str> {
    let (is_system, path) = path(line)?;
    path.split_once(end(is_system)).map(|(path, _)| path)
}

/// The rest of the line behind the opening quote of an `#include`; true if it is an angle bracket.
fn path(line: &str) -> Option<(bool, &str)> {
    let directive = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?.trim_start();
    match directive.strip_prefix('"') {
        Some(path) => Some((false, path)),
        None => Some((true, directive.strip_prefix('<')?)),
    }
}

fn end(is_system: bool) -> char {
    if is_system { '>' } else { '"' }
}

/// True if the name of a file is that of a shader, or of a file that shaders include.
pub(crate) fn may_be_shader(path: &Path) -> bool {
    let extension = path.extension().and_then(|it| it.to_str());
    extension.is_some_and(|it| EXTENSIONS.contains(&it) || vitrum::stage_from_name(it).is_some())
}

/// The folders in a folder, and the files that a shader may include; true for a folder. Hidden ones do not count.
fn entries(folder: &Path) -> Vec<(String, bool)> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let entry = |entry: std::fs::DirEntry| {
        let name = entry.file_name().into_string().ok().filter(|name| !name.starts_with('.'))?;
        let is_folder = entry.path().is_dir();
        (is_folder || may_be_shader(Path::new(&name))).then_some((name, is_folder))
    };
    entries.flatten().filter_map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::{included, written};

    #[test]
    fn unfinished_includes_are_found() {
        for (line, found) in [
            ("#include \"a/b", Some((false, "a/b"))),
            ("  # include <", Some((true, ""))),
            ("#include \"a\"", None),
            ("#include ", None),
            ("#define A \"b", None),
            ("x = \"a", None),
        ] {
            assert_eq!(written(line), found, "{line}");
        }
    }

    #[test]
    fn whole_includes_are_found() {
        for (line, found) in [
            ("#include \"a/b\" // c", Some("a/b")),
            (" # include <b>", Some("b")),
            ("#include \"a", None),
            ("#pragma once", None),
        ] {
            assert_eq!(included(line), found, "{line}");
        }
    }
}
