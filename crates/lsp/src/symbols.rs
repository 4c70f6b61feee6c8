//! The declarations of a document as a tree.

use lsp_types::{DocumentSymbol, DocumentSymbolParams, DocumentSymbolResponse, SymbolKind};
use vitrum::index::{Item, ItemKind, Occurrence, Role};

use crate::lexis::Token;
use crate::lookup::At;
use crate::workspace::Workspace;
use crate::{describe, macros};

pub(crate) fn symbols(
    workspace: &Workspace,
    params: &DocumentSymbolParams,
) -> Option<DocumentSymbolResponse> {
    let at = At::start(workspace, &params.text_document.uri)?;
    let tokens = at.tokens();
    let mut found: Vec<DocumentSymbol> = Vec::new();
    if let (Some(index), Some(module)) = (at.analysis.index(), at.analysis.module()) {
        for occurrence in index.occurrences.iter().filter(|it| it.role != Role::Use) {
            let Some(item) = index.item(occurrence.item).filter(|item| item.scope == 0) else { continue };
            let Some((start, end)) = written(&at, occurrence, item) else { continue };
            let Some(kind) = kind_of(item) else { continue };
            let detail = match item.kind {
                ItemKind::Struct(_) | ItemKind::Block(_) => None,
                _ => Some(describe::declaration(module, item)),
            };
            let whole = extent(&tokens, start, end);
            let symbol = symbol(&at, &item.name, detail, kind, whole, (start, end));
            let holder = found.last_mut().filter(|_| matches!(item.kind, ItemKind::Member(..)));
            match holder.filter(|it| matches!(it.kind, SymbolKind::STRUCT | SymbolKind::INTERFACE)) {
                Some(holder) => holder.children.get_or_insert_default().push(symbol),
                None => found.push(symbol),
            }
        }
    }
    for it in macros::definitions_of(&at.text, &tokens) {
        let range = (it.start, it.end);
        found.push(symbol(&at, &it.name, Some(it.body.clone()), SymbolKind::CONSTANT, range, range));
    }
    found.sort_by_key(|it| (it.selection_range.start.line, it.selection_range.start.character));
    Some(DocumentSymbolResponse::Nested(found))
}

/// The place of a name that is written in the document.
fn written(at: &At<'_>, occurrence: &Occurrence, item: &Item) -> Option<(usize, usize)> {
    at.local(occurrence.span).filter(|&(start, end)| at.text.get(start..end) == Some(&item.name))
}

fn kind_of(item: &Item) -> Option<SymbolKind> {
    Some(match item.kind {
        ItemKind::Variable { constant: true, .. } => SymbolKind::CONSTANT,
        ItemKind::Variable { .. } => SymbolKind::VARIABLE,
        ItemKind::Member(..) => SymbolKind::FIELD,
        ItemKind::Struct(_) => SymbolKind::STRUCT,
        ItemKind::Block(_) => SymbolKind::INTERFACE,
        ItemKind::Function(_) | ItemKind::SubroutineType => SymbolKind::FUNCTION,
        ItemKind::Parameter(_) | ItemKind::Faulty => return None,
    })
}

fn symbol(
    at: &At<'_>,
    name: &str,
    detail: Option<String>,
    kind: SymbolKind,
    whole: (usize, usize),
    own: (usize, usize),
) -> DocumentSymbol {
    #[allow(deprecated)] // The field has no default.
    DocumentSymbol {
        name: name.to_owned(),
        detail,
        kind,
        tags: None,
        deprecated: None,
        range: at.range(whole.0, whole.1),
        selection_range: at.range(own.0, own.1),
        children: None,
    }
}

/// The range from a name to the end of its declaration: the `;`, or the `}` of its braces.
fn extent(tokens: &[Token], start: usize, end: usize) -> (usize, usize) {
    let from = tokens.partition_point(|token| token.start < end);
    let mut depth = 0usize;
    for token in tokens.get(from..).unwrap_or_default().iter().filter(|it| !it.in_directive) {
        if token.is(b'{') || token.is(b'(') {
            depth += 1;
        } else if token.is(b'}') || token.is(b')') {
            depth = depth.saturating_sub(1);
            if depth == 0 && token.is(b'}') {
                return (start, token.end);
            }
        } else if depth == 0 && (token.is(b';') || token.is(b',')) {
            return (start, token.end);
        }
    }
    (start, end)
}
