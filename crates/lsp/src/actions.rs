//! Code actions: the fixes of diagnostics.

use std::collections::HashMap;

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeActionResponse, NumberOrString,
    TextEdit, Uri, WorkspaceEdit,
};
use vitrum::{Diagnostic, Fix};

use crate::diagnostics::location;
use crate::lookup::At;
use crate::workspace::Workspace;

pub(crate) fn actions(workspace: &Workspace, params: &CodeActionParams) -> Option<CodeActionResponse> {
    let at = At::start(workspace, &params.text_document.uri)?;
    let is_quick_fix = |kind: &CodeActionKind| {
        CodeActionKind::QUICKFIX.as_str().starts_with(kind.as_str()) || kind.as_str().is_empty()
    };
    if params.context.only.as_ref().is_some_and(|only| !only.iter().any(is_quick_fix)) {
        return Some(Vec::new());
    }
    let start = at.lines.offset(&at.text, params.range.start);
    let end = at.lines.offset(&at.text, params.range.end);
    let mut found = Vec::new();
    for diagnostic in &at.analysis.inspection()?.diagnosed.diagnostics {
        let touches = |span| at.local(span).is_some_and(|(from, to)| from <= end && start <= to);
        let places = diagnostic.labels.iter().filter(|it| it.primary).map(|it| it.span);
        let edits = diagnostic.fixes.iter().flat_map(|fix| fix.edits.iter().map(|edit| edit.span));
        if places.chain(edits).any(touches) {
            found.extend(diagnostic.fixes.iter().filter_map(|fix| action(&at, params, diagnostic, fix)));
        }
    }
    Some(found)
}

fn action(
    at: &At<'_>,
    params: &CodeActionParams,
    diagnostic: &Diagnostic,
    fix: &Fix,
) -> Option<CodeActionOrCommand> {
    #[allow(clippy::mutable_key_type)] // `Uri` has a cache inside that its hash does not see.
    let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
    for edit in &fix.edits {
        let place = location(at.workspace, at.analysis, edit.span)?;
        let edit = TextEdit { range: place.range, new_text: edit.text.clone() };
        changes.entry(place.uri).or_default().push(edit);
    }
    let code = NumberOrString::String(diagnostic.code.info().code.to_owned());
    let is_it = |it: &&lsp_types::Diagnostic| {
        it.code.as_ref() == Some(&code) && it.message.starts_with(&diagnostic.message)
    };
    let mends: Vec<_> = params.context.diagnostics.iter().filter(is_it).cloned().collect();
    Some(CodeActionOrCommand::CodeAction(CodeAction {
        title: fix.title.clone(),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(mends).filter(|list| !list.is_empty()),
        edit: Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }),
        is_preferred: Some(fix.certain),
        ..CodeAction::default()
    }))
}
