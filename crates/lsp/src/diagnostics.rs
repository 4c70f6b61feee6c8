//! Diagnostics as the protocol has them, by file.

use std::collections::{BTreeMap, BTreeSet};

use lsp_types::{
    DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location, NumberOrString, Range, Uri,
};
use vitrum::ir::Span;
use vitrum::{Code, Diagnostic, Severity};

use crate::analysis::Analysis;
use crate::paths::uri_of;
use crate::workspace::Workspace;

/// The name that the server signs diagnostics with.
pub(crate) const SOURCE: &str = "vitrum";

/// Diagnostics by the name of the file.
type ByFile = BTreeMap<String, Vec<lsp_types::Diagnostic>>;

/// The diagnostics that were published for each file, so that only changes are.
#[derive(Debug, Default)]
pub(crate) struct Published {
    /// The diagnostics of each shader.
    by_root: BTreeMap<String, ByFile>,
    sent: BTreeMap<String, Vec<lsp_types::Diagnostic>>,
}

impl Published {
    /// Takes the diagnostics of shaders, which were looked at for a document; returns the files for which there is something new, and
    /// the document if it is open: some clients wait for the answer to each change.
    pub(crate) fn set(
        &mut self,
        workspace: &Workspace,
        document: &str,
        roots: &[String],
    ) -> Vec<(String, Vec<lsp_types::Diagnostic>)> {
        for root in roots {
            let analysis = workspace.analyses().find(|it| it.root == *root);
            match analysis.map(|it| by_file(workspace, it)) {
                Some(found) => self.by_root.insert(root.clone(), found),
                None => self.by_root.remove(root),
            };
        }
        self.news(workspace, document)
    }

    fn news(&mut self, workspace: &Workspace, document: &str) -> Vec<(String, Vec<lsp_types::Diagnostic>)> {
        let names: BTreeSet<&String> =
            self.by_root.values().flat_map(BTreeMap::keys).chain(self.sent.keys()).collect();
        let mut news = Vec::new();
        for name in names {
            let mut all: Vec<lsp_types::Diagnostic> = Vec::new();
            for (from, files) in &self.by_root {
                // As part of a shader a file is judged with all that it needs.
                let is_superseded = workspace.analysis(from).is_none_or(|it| it.root != *from);
                if !is_superseded {
                    all.extend(files.get(name).into_iter().flatten().cloned());
                }
            }
            let mut seen = Vec::new();
            all.retain(|it| {
                let key = (it.range, it.code.clone(), it.message.clone());
                let is_new = !seen.contains(&key);
                seen.push(key);
                is_new
            });
            let is_own = name == document && workspace.documents.contains_key(document);
            if is_own || self.sent.get(name).map_or(!all.is_empty(), |sent| *sent != all) {
                news.push((name.clone(), all));
            }
        }
        for (name, all) in &news {
            match all.is_empty() {
                true => self.sent.remove(name),
                false => self.sent.insert(name.clone(), all.clone()),
            };
        }
        news
    }
}

/// The place of a span.
pub(crate) fn location(workspace: &Workspace, analysis: &Analysis, span: Span) -> Option<Location> {
    let (name, start, end) = analysis.place(span)?;
    let (text, lines) = workspace.text_of(analysis, name)?;
    Some(Location::new(uri(workspace, name)?, lines.range(&text, start, end)))
}

/// The URI of a file: as the client spells it, if it has it open.
pub(crate) fn uri(workspace: &Workspace, name: &str) -> Option<Uri> {
    workspace.documents.get(name).map(|it| it.uri.clone()).or_else(|| uri_of(name))
}

/// The diagnostics of a shader by file; its own file is there even if it has none.
fn by_file(workspace: &Workspace, analysis: &Analysis) -> ByFile {
    let mut found = ByFile::from([(analysis.root.clone(), Vec::new())]);
    let at_start = |message: String| lsp_types::Diagnostic {
        severity: Some(DiagnosticSeverity::ERROR),
        source: Some(SOURCE.to_owned()),
        message,
        ..lsp_types::Diagnostic::default()
    };
    let Some(inspection) = analysis.inspection() else {
        let own = found.entry(analysis.root.clone()).or_default();
        own.push(at_start("internal compiler error: the compiler failed on this shader".to_owned()));
        return found;
    };
    for diagnostic in &inspection.diagnosed.diagnostics {
        if analysis.is_library && !holds_of_part(diagnostic) {
            continue;
        }
        let (name, converted) = convert(workspace, analysis, diagnostic);
        found.entry(name).or_default().push(converted);
    }
    match &analysis.target_error {
        Some(vitrum::Error::Refused(errors) | vitrum::Error::Unplaced(errors)) => {
            for error in errors {
                let (name, converted) = convert(workspace, analysis, error);
                found.entry(name).or_default().push(converted);
            }
        }
        Some(error) => {
            let range = name_of_main(workspace, analysis).unwrap_or_default();
            let error = lsp_types::Diagnostic { range, ..at_start(error.to_string()) };
            found.entry(analysis.root.clone()).or_default().push(error);
        }
        None => {}
    }
    if analysis.is_hosting() {
        // The client has not asked about the other files.
        found.retain(|name, _| workspace.documents.contains_key(name));
    }
    found
}

/// True if a diagnostic of a file that is looked at by itself would be one in any shader that includes it: it is about its tokens
/// and its syntax.
fn holds_of_part(diagnostic: &Diagnostic) -> bool {
    let code = diagnostic.code.info().code;
    let of_text = code.starts_with("E00") || code.starts_with("E01") || diagnostic.code == Code::SyntaxError;
    let depends = [Code::UserError, Code::ConditionUndefinedName, Code::ExtensionNotInVersion];
    of_text && diagnostic.severity == Severity::Error && !depends.contains(&diagnostic.code)
}

/// The name of `main`, where an error of the whole shader is shown.
fn name_of_main(workspace: &Workspace, analysis: &Analysis) -> Option<Range> {
    let main = analysis.index()?.items.iter().find(|item| item.name == "main")?;
    let (name, start, end) = analysis.place(main.declared)?;
    let (text, lines) = workspace.text_of(analysis, name).filter(|_| name == analysis.root)?;
    Some(lines.range(&text, start, end))
}

/// A diagnostic with the file that it is in. One whose place is in no file of the client is at the start of the shader.
fn convert(
    workspace: &Workspace,
    analysis: &Analysis,
    diagnostic: &Diagnostic,
) -> (String, lsp_types::Diagnostic) {
    let place = diagnostic.span().and_then(|span| analysis.place(span));
    let text = place.and_then(|(name, start, end)| {
        uri(workspace, name)?;
        let (text, lines) = workspace.text_of(analysis, name)?;
        Some((name.to_owned(), lines.range(&text, start, end)))
    });
    let (name, range) = text.unwrap_or_else(|| (analysis.root.clone(), Range::default()));
    let mut message = diagnostic.message.clone();
    if let Some(first) = diagnostic.labels.first().filter(|it| it.primary && !it.text.is_empty()) {
        message.push_str(&format!("\n{}", first.text));
    }
    for note in &diagnostic.notes {
        message.push_str(&format!("\nnote: {note}"));
    }
    for help in &diagnostic.helps {
        message.push_str(&format!("\nhelp: {help}"));
    }
    let info = diagnostic.code.info();
    let converted = lsp_types::Diagnostic {
        range,
        severity: Some(match diagnostic.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
            Severity::Note => DiagnosticSeverity::INFORMATION,
        }),
        code: Some(NumberOrString::String(info.code.to_owned())),
        code_description: None,
        source: Some(SOURCE.to_owned()),
        message,
        related_information: Some(related(workspace, analysis, diagnostic)).filter(|list| !list.is_empty()),
        tags: tags(diagnostic.code),
        data: None,
    };
    (name, converted)
}

/// Other places of a diagnostic, and the `#include` directives that lead to it.
fn related(
    workspace: &Workspace,
    analysis: &Analysis,
    diagnostic: &Diagnostic,
) -> Vec<DiagnosticRelatedInformation> {
    let mut related = Vec::new();
    for label in diagnostic.labels.iter().skip(1) {
        if let Some(location) = location(workspace, analysis, label.span) {
            let message = if label.text.is_empty() { "here".to_owned() } else { label.text.clone() };
            related.push(DiagnosticRelatedInformation { location, message });
        }
    }
    if let (Some(inspection), Some(span)) = (analysis.inspection(), diagnostic.span()) {
        for at in inspection.diagnosed.sources.includes_of(span.start) {
            if let Some(location) = location(workspace, analysis, at) {
                related.push(DiagnosticRelatedInformation { location, message: "included here".to_owned() });
            }
        }
    }
    related
}

/// Tags by which editors fade text.
fn tags(code: Code) -> Option<Vec<DiagnosticTag>> {
    let is_unused = [
        Code::UnusedVariable,
        Code::UnusedParameter,
        Code::UnusedFunction,
        Code::UnusedUniform,
        Code::UnreachableCode,
    ]
    .contains(&code);
    is_unused.then(|| vec![DiagnosticTag::UNNECESSARY])
}
