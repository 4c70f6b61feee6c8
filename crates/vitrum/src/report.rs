//! A diagnostic as plain data, for tools, as `--error-format json` prints it.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use vitrum_frontend_glsl::diagnostics::render::{Style, render, render_note};
use vitrum_frontend_glsl::diagnostics::{Diagnostic, Edit, Fix, Label};
use vitrum_ir::SourceMap;
use vitrum_passes::Remark;

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportSpan {
    /// The file, or its name in a `#line` directive.
    pub file: String,
    /// The line of the first byte, from 1, adjusted by `#line` directives.
    pub line: u32,
    /// The column of the first byte in characters, from 1.
    pub column: u32,
    /// The line of the end.
    pub end_line: u32,
    /// The column of the end: that of the first character after it.
    pub end_column: u32,
    /// Bytes from the start of the file's text to the first byte.
    pub byte: u32,
    /// Bytes from the start of the file's text to the end.
    pub end_byte: u32,
    /// True if the fault lies here; otherwise it is context.
    pub primary: bool,
    /// The label; may be empty.
    pub label: String,
}

/// A replacement of a piece of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportEdit {
    /// The text that goes; empty for an insertion.
    #[serde(flatten)]
    pub span: ReportSpan,
    /// The text that comes.
    pub replacement: String,
}

/// A change of the text that mends a fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportFix {
    /// Its effect.
    pub title: String,
    /// True if it gives what the author meant, so that a tool may apply it without asking.
    pub certain: bool,
    /// The replacements, in order of position; they do not overlap.
    pub edits: Vec<ReportEdit>,
}

/// A diagnostic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// Its stable code, such as `E0300`.
    pub code: Cow<'static, str>,
    /// The code's name, as `-W` takes it.
    pub name: String,
    /// `error`, `warning` or `note`; `remark` or `missed` for an optimisation that was made or missed.
    pub severity: Cow<'static, str>,
    /// The fault: found and expected.
    pub message: String,
    /// The locations, primary ones first; none for a report without location.
    pub spans: Vec<ReportSpan>,
    /// Further facts.
    pub notes: Vec<String>,
    /// Advice for the user.
    pub help: Vec<String>,
    /// Changes of the text that mend it, the best one first.
    pub fixes: Vec<ReportFix>,
    /// The places of the `#include` directives that lead to the first location: that of its own file first.
    pub included_at: Vec<ReportSpan>,
    /// The text for people, without colours.
    pub rendered: String,
}

impl Report {
    pub(crate) fn new(diagnostic: &Diagnostic, sources: &SourceMap) -> Self {
        Self {
            code: diagnostic.code.info().code.into(),
            name: diagnostic.code.kebab_name(),
            severity: diagnostic.severity.name().into(),
            message: diagnostic.message.clone(),
            spans: diagnostic.labels.iter().filter_map(|label| span(label, sources)).collect(),
            notes: diagnostic.notes.clone(),
            help: diagnostic.helps.clone(),
            fixes: diagnostic.fixes.iter().map(|it| fix(it, sources)).collect(),
            included_at: included_at(diagnostic, sources),
            rendered: render(diagnostic, sources, Style::Plain),
        }
    }

    /// A remark of the optimiser about a place; the name is that of the pass.
    pub(crate) fn of_remark(remark: &Remark, sources: &SourceMap) -> Self {
        let label = Label { span: remark.span, text: String::new(), primary: true };
        Self {
            code: "".into(),
            name: remark.pass.to_owned(),
            severity: if remark.changed { "remark" } else { "missed" }.into(),
            message: remark.text.clone(),
            spans: span(&label, sources).into_iter().collect(),
            notes: Vec::new(),
            help: Vec::new(),
            fixes: Vec::new(),
            included_at: Vec::new(),
            rendered: render_remark(remark, sources, Style::Plain),
        }
    }

    /// An error that is none of the source's: an unreadable file, for instance.
    pub fn without_place(message: &str) -> Self {
        Self {
            code: "".into(),
            name: String::new(),
            severity: "error".into(),
            message: message.to_owned(),
            spans: Vec::new(),
            notes: Vec::new(),
            help: Vec::new(),
            fixes: Vec::new(),
            included_at: Vec::new(),
            rendered: format!("error: {message}"),
        }
    }

    /// The line of the first location; 0 if there is none.
    pub fn line(&self) -> u32 {
        self.spans.first().map_or(0, |span| span.line)
    }

    /// The code, or the name of the pass that a remark is from; empty for an error without location.
    pub fn rule(&self) -> &str {
        if self.code.is_empty() { &self.name } else { &self.code }
    }

    /// As one line of JSON, with the members in the order of the fields.
    pub fn json(&self) -> String {
        // Strings and numbers only, so serialisation cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// A remark as text for people.
pub(crate) fn render_remark(remark: &Remark, sources: &SourceMap, style: Style) -> String {
    render_note(remark.pass, &remark.text, remark.span, sources, style)
}

fn fix(fix: &Fix, sources: &SourceMap) -> ReportFix {
    let edit = |edit: &Edit| {
        let label = Label { span: edit.span, text: String::new(), primary: true };
        Some(ReportEdit { span: span(&label, sources)?, replacement: edit.text.clone() })
    };
    let edits = fix.edits.iter().filter_map(edit).collect();
    ReportFix { title: fix.title.clone(), certain: fix.certain, edits }
}

fn included_at(diagnostic: &Diagnostic, sources: &SourceMap) -> Vec<ReportSpan> {
    let includes = diagnostic.span().into_iter().flat_map(|span| sources.includes_of(span.start));
    let place = |at| span(&Label { span: at, text: String::new(), primary: false }, sources);
    includes.filter_map(place).collect()
}

fn span(label: &Label, sources: &SourceMap) -> Option<ReportSpan> {
    let file = sources.file_at(label.span.start)?;
    let start = sources.location(label.span.start)?;
    let end = sources.location(label.span.end).unwrap_or_else(|| start.clone());
    let base = sources.start(file);
    Some(ReportSpan {
        file: start.file.to_owned(),
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
        byte: label.span.start.saturating_sub(base),
        end_byte: label.span.end.saturating_sub(base),
        primary: label.primary,
        label: label.text.clone(),
    })
}
