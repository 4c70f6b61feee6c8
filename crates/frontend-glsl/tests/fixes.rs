//! Fixes that are certain: applied, each removes its error and makes no new one.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use vitrum_frontend_glsl::diagnostics::{Diagnostic, Fix, Severity};
use vitrum_frontend_glsl::{Client, Options, Output, Source, compile};
use vitrum_ir::{SourceMap, Stage};

/// Shaders with one mistake each.
const MISTAKES: &str = "../../tests/mistakes";

/// Shaders with any number.
const REJECTED: [&str; 2] = ["tests/reject", "../../tests/reject"];

fn shaders(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let files = std::fs::read_dir(&root).unwrap_or_else(|error| panic!("{}: {error}", root.display()));
    let mut files: Vec<PathBuf> = files.map(|entry| entry.expect("a readable folder").path()).collect();
    files.retain(|path| stage_of(path).is_some());
    files.sort();
    files
}

fn stage_of(path: &Path) -> Option<Stage> {
    let name = path.file_name()?.to_str()?;
    let kind = name.strip_suffix(".glsl").unwrap_or(name).rsplit('.').next()?;
    vitrum_frontend_glsl::stages::stage_from_name(kind)
}

fn run(path: &Path, text: &str) -> Output {
    let mut options = Options::new(stage_of(path).expect("a stage"));
    let is_vulkan = text.contains("#version 45") || text.contains("#version 46");
    let is_mistake = path.to_string_lossy().contains("mistakes");
    if text.contains("// client: opengl") || is_mistake && !is_vulkan {
        options.client = Client::OpenGl;
    }
    options.allow_include = true;
    compile(&Source::new("shader", text), &options)
}

fn errors(output: &Output) -> Vec<&Diagnostic> {
    let errors = output.diagnostics.iter().filter(|it| it.severity == Severity::Error);
    errors.collect()
}

/// The text with a fix; `None` if it is not of the shader's file.
fn fixed(text: &str, fix: &Fix, sources: &SourceMap) -> Option<String> {
    let file = sources.files().next()?;
    let (start, end) = (sources.start(file), sources.start(file) + text.len() as u32);
    let mut edits = fix.edits.clone();
    edits.sort_by_key(|edit| edit.span.start);
    let mut fixed = text.to_owned();
    for edit in edits.iter().rev() {
        if edit.span.start < start || edit.span.end > end {
            return None;
        }
        let range = (edit.span.start - start) as usize..(edit.span.end - start) as usize;
        fixed.replace_range(range, &edit.text);
    }
    Some(fixed)
}

/// The code and message of an error.
fn says(error: &Diagnostic) -> String {
    format!("{} {}", error.code.info().code, error.message)
}

/// The numbers of errors by what they say.
fn counts(output: &Output) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    errors(output).into_iter().for_each(|error| *counts.entry(says(error)).or_default() += 1);
    counts
}

/// The numbers of errors by the text of their lines.
fn lines(output: &Output) -> BTreeMap<String, usize> {
    let mut lines = BTreeMap::new();
    for error in errors(output) {
        let start = error.span().map_or(0, |span| span.start);
        let file = output.source_map.file_at(start);
        let line = file.map(|file| output.source_map.lines_around(file, start, start).text.to_owned());
        *lines.entry(line.unwrap_or_default()).or_default() += 1;
    }
    lines
}

#[test]
fn certain_fixes_of_single_mistakes_give_valid_shaders() {
    let (mut count, mut faults) = (0, Vec::new());
    for path in shaders(MISTAKES) {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let output = run(&path, &text);
        let fixes = errors(&output).into_iter().flat_map(|error| &error.fixes);
        for fix in fixes.filter(|fix| fix.certain) {
            let Some(fixed) = fixed(&text, fix, &output.source_map) else { continue };
            count += 1;
            let again = run(&path, &fixed);
            let left: Vec<String> = counts(&again).into_keys().collect();
            if !left.is_empty() {
                faults.push(format!("{}: `{}` leaves {left:?}\n{fixed}", path.display(), fix.title));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
    assert!(count >= 35, "{count} fixes");
}

#[test]
fn certain_fixes_remove_their_errors_and_make_no_new_ones() {
    let (mut count, mut faults) = (0, Vec::new());
    for path in REJECTED.into_iter().flat_map(shaders) {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let output = run(&path, &text);
        let (before, before_by_line) = (counts(&output), lines(&output));
        for error in errors(&output) {
            for fix in error.fixes.iter().filter(|fix| fix.certain) {
                let Some(fixed) = fixed(&text, fix, &output.source_map) else { continue };
                count += 1;
                let again = run(&path, &fixed);
                let (after, after_by_line) = (counts(&again), lines(&again));
                let own = says(error);
                let is_gone = after.get(&own).copied().unwrap_or(0) < before[&own];
                let is_new = |(line, count): &(&String, &usize)| {
                    **count > before_by_line.get(*line).copied().unwrap_or(0)
                };
                let new: Vec<&String> = after_by_line.iter().filter(is_new).map(|row| row.0).collect();
                if !is_gone || !new.is_empty() {
                    faults.push(format!(
                        "{}: {own}: `{}`: gone: {is_gone}, new: {new:?}",
                        path.display(),
                        fix.title
                    ));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(count > 15, "{count} fixes");
}
