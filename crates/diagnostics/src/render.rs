//! Text from diagnostics, in the style of rustc.

use annotate_snippets::{AnnotationKind, Group, Level, Patch, Renderer, Snippet};

use crate::{Diagnostic, Fix, Severity};
use vitrum_ir::SourceMap;
use vitrum_ir::Span;

/// Options of the renderer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Text only.
    Plain,
    /// With ANSI colours.
    Coloured,
}

/// The text of one diagnostic, without a newline at its end.
pub fn render(diagnostic: &Diagnostic, sources: &SourceMap, style: Style) -> String {
    let renderer = match style {
        Style::Plain => Renderer::plain(),
        Style::Coloured => Renderer::styled(),
    };
    let level = match diagnostic.severity {
        Severity::Note => Level::NOTE,
        Severity::Warning => Level::WARNING,
        Severity::Error => Level::ERROR,
    };
    let title = level.primary_title(diagnostic.message.as_str()).id(diagnostic.code.info().code);
    let mut group = Group::with_title(title);
    group = group.elements(snippets(diagnostic, sources));
    let includes = diagnostic.span().into_iter().flat_map(|span| sources.includes_of(span.start));
    group = group.elements(includes.filter_map(|at| {
        let place = sources.location(at.start)?;
        Some(Level::NOTE.message(format!("included at {}:{}:{}", place.file, place.line, place.column)))
    }));
    group = group.elements(diagnostic.notes.iter().map(|note| Level::NOTE.message(note.as_str())));
    group = group.elements(diagnostic.helps.iter().map(|help| Level::HELP.message(help.as_str())));
    let mut groups = vec![group];
    groups.extend(diagnostic.fixes.iter().filter_map(|fix| fixed(fix, sources)));
    renderer.render(&groups)
}

/// The lines that a fix changes, as they become.
fn fixed<'a>(fix: &'a Fix, sources: &'a SourceMap) -> Option<Group<'a>> {
    let first = fix.edits.first()?.span.start;
    let last = fix.edits.last()?.span.end.max(first);
    let excerpt = sources.lines_around(sources.file_at(first)?, first, last);
    let patch = |edit: &'a crate::Edit| {
        let start = offset_in(excerpt.text, excerpt.start, edit.span.start);
        let end = offset_in(excerpt.text, excerpt.start, edit.span.end).max(start);
        Patch::new(start..end, edit.text.as_str())
    };
    let snippet =
        Snippet::source(excerpt.text).line_start(excerpt.line as usize).patches(fix.edits.iter().map(patch));
    Some(Group::with_title(Level::HELP.secondary_title(fix.title.as_str())).element(snippet))
}

/// The text of a remark at a span, which is no diagnostic. The name of the pass replaces the code.
pub fn render_note(who: &str, message: &str, span: Span, sources: &SourceMap, style: Style) -> String {
    let renderer = match style {
        Style::Plain => Renderer::plain(),
        Style::Coloured => Renderer::styled(),
    };
    let group = Group::with_title(Level::NOTE.primary_title(message).id(who));
    let Some(file) = sources.file_at(span.start) else { return renderer.render(&[group]) };
    // Long text is shown from the middle on.
    let excerpt = sources.lines_around(file, span.start, span.start);
    let start = offset_in(excerpt.text, excerpt.start, span.start);
    let end = offset_in(excerpt.text, excerpt.start, span.end).max(start);
    let snippet = Snippet::source(excerpt.text)
        .path(excerpt.name)
        .line_start(excerpt.line as usize)
        .annotation(AnnotationKind::Primary.span(start..end));
    renderer.render(&[group.element(snippet)])
}

/// Converts an offset of the source map to one in an excerpt.
fn offset_in(text: &str, start: u32, offset: u32) -> usize {
    let mut position = (offset.saturating_sub(start) as usize).min(text.len());
    while !text.is_char_boundary(position) {
        position -= 1;
    }
    position
}

/// The text of all diagnostics, separated by blank lines.
pub fn render_all(diagnostics: &[Diagnostic], sources: &SourceMap, style: Style) -> String {
    let texts: Vec<String> =
        diagnostics.iter().map(|diagnostic| render(diagnostic, sources, style)).collect();
    texts.join("\n\n")
}

type Annotated<'a> = Snippet<'a, annotate_snippets::Annotation<'a>>;

/// One snippet per file that has labels, in order of the first label.
fn snippets<'a>(diagnostic: &'a Diagnostic, sources: &'a SourceMap) -> Vec<Annotated<'a>> {
    let mut files = Vec::new();
    for label in &diagnostic.labels {
        let file = sources.file_at(label.span.start);
        if !files.contains(&file) {
            files.push(file);
        }
    }
    let snippet = |file| excerpt(diagnostic, sources, file);
    files.into_iter().flatten().map(snippet).collect()
}

/// The lines of `file` that labels touch, with one line around them.
///
/// Only an excerpt is passed on, since annotate-snippets walks over its whole input.
fn excerpt<'a>(
    diagnostic: &'a Diagnostic,
    sources: &'a SourceMap,
    file: vitrum_ir::SourceId,
) -> Annotated<'a> {
    let labels =
        || diagnostic.labels.iter().filter(move |label| sources.file_at(label.span.start) == Some(file));
    let first = labels().map(|label| label.span.start).min().unwrap_or(0);
    let last = labels().map(|label| label.span.end.max(label.span.start)).max().unwrap_or(first);
    let excerpt = sources.lines_around(file, first, last);
    let text = excerpt.text;
    let position = |offset: u32| offset_in(text, excerpt.start, offset);
    let annotations = labels().map(|label| {
        let kind = if label.primary { AnnotationKind::Primary } else { AnnotationKind::Context };
        let start = position(label.span.start);
        let end = position(label.span.end).max(start);
        let annotation = kind.span(start..end);
        if label.text.is_empty() { annotation } else { annotation.label(label.text.as_str()) }
    });
    Snippet::source(text).path(excerpt.name).line_start(excerpt.line as usize).annotations(annotations)
}
