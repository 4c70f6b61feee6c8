//! Fixes of diagnostics, applied to the texts.

use std::collections::BTreeMap;

use vitrum_frontend_glsl::diagnostics::{Edit, Fix};
use vitrum_frontend_glsl::preprocess::is_of_caller;

use crate::compilation::Diagnosed;

/// A file with fixes applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixedFile {
    /// The name of the file.
    pub name: String,
    /// The text before.
    pub before: String,
    /// The text with the fixes.
    pub text: String,
    /// The effects of the fixes, in order of position.
    pub titles: Vec<String>,
}

impl Diagnosed {
    /// The files with the best fix of every diagnostic applied, if it is certain. Of fixes that overlap, the first one counts:
    /// compile the new text to find the others.
    ///
    /// ```
    /// use vitrum::{Options, Stage};
    ///
    /// let source = "#version 450\nvoid main() { subgroupBarrier(); }\n";
    /// let failure = vitrum::compile(source, &Options::new(Stage::Compute)).unwrap_err();
    /// let fixed = failure.diagnosed.fixed_files();
    /// assert!(fixed[0].text.contains("#extension GL_KHR_shader_subgroup_basic : require\n"));
    /// ```
    pub fn fixed_files(&self) -> Vec<FixedFile> {
        let best = self.diagnostics.iter().filter_map(|diagnostic| diagnostic.fixes.first());
        let mut by_file: BTreeMap<usize, Vec<&Fix>> = BTreeMap::new();
        for fix in best.filter(|fix| fix.certain) {
            let file = fix.edits.first().and_then(|edit| self.sources.file_at(edit.span.start));
            if let Some(index) = file.and_then(|file| self.sources.files().position(|it| it == file)) {
                by_file.entry(index).or_default().push(fix);
            }
        }
        let files: Vec<_> = self.sources.files().collect();
        let mut fixed: Vec<FixedFile> = Vec::new();
        for (index, fixes) in by_file {
            let file = files[index];
            let name = self.sources.name(file);
            // A file that is included twice is there twice, with the same fixes.
            if is_of_caller(name) || fixed.iter().any(|it| it.name == name) {
                continue;
            }
            let before = self.sources.text(file).to_string();
            let (text, titles) = apply(&before, self.sources.start(file), fixes);
            fixed.push(FixedFile { name: name.to_owned(), before, text, titles });
        }
        fixed
    }
}

/// The text with fixes applied, whose offsets count from `base`; and what the applied ones do.
fn apply(text: &str, base: u32, mut fixes: Vec<&Fix>) -> (String, Vec<String>) {
    fixes.sort_by_key(|fix| fix.edits.first().map(|edit| edit.span.start));
    let mut accepted: Vec<&Edit> = Vec::new();
    let mut titles = Vec::new();
    for fix in fixes {
        // The same insertion may mend several faults.
        let is_free = |edit: &Edit| {
            accepted
                .iter()
                .all(|other| edit.span.end <= other.span.start || other.span.end <= edit.span.start)
                && !accepted.contains(&edit)
        };
        if fix.edits.iter().all(is_free) {
            accepted.extend(&fix.edits);
            titles.push(fix.title.clone());
        }
    }
    accepted.sort_by_key(|edit| edit.span.start);
    let (mut fixed, mut position) = (String::new(), 0);
    for edit in accepted {
        let (start, end) =
            ((edit.span.start - base) as usize, (edit.span.end.max(edit.span.start) - base) as usize);
        let (Some(kept), true) = (text.get(position..start), text.is_char_boundary(end)) else { continue };
        fixed.push_str(kept);
        fixed.push_str(&edit.text);
        position = end;
    }
    fixed.push_str(text.get(position..).unwrap_or_default());
    (fixed, titles)
}
