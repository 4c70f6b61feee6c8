//! Places of names: definitions, references, highlights.

use lsp_types::request::{GotoDeclarationParams, GotoTypeDefinitionParams};
use lsp_types::{
    DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams, GotoDefinitionParams,
    GotoDefinitionResponse, Location, ReferenceParams,
};
use vitrum::index::{ItemId, ItemKind, Role};

use crate::analysis::Analysis;
use crate::diagnostics::{location, uri};
use crate::lexis::{self, Kind};
use crate::lookup::{At, Word, struct_of};
use crate::macros;
use crate::text::Lines;
use crate::workspace::Workspace;

pub(crate) fn definition(
    workspace: &Workspace,
    params: &GotoDefinitionParams,
) -> Option<GotoDefinitionResponse> {
    let at = At::new(workspace, &params.text_document_position_params)?;
    goto(&at, &[Role::Definition, Role::Declaration])
}

pub(crate) fn declaration(
    workspace: &Workspace,
    params: &GotoDeclarationParams,
) -> Option<GotoDefinitionResponse> {
    let at = At::new(workspace, &params.text_document_position_params)?;
    goto(&at, &[Role::Declaration, Role::Definition])
}

/// The first place where an item has one of these roles, the first role first.
fn goto(at: &At<'_>, roles: &[Role]) -> Option<GotoDefinitionResponse> {
    if let Some(location) = included_file(at) {
        return Some(GotoDefinitionResponse::Scalar(location));
    }
    let word = at.word()?;
    if let Some(definition) = at.macro_use(&word) {
        return location(at.workspace, at.analysis, definition?).map(GotoDefinitionResponse::Scalar);
    }
    if let Some((id, _)) = at.item_at(&word) {
        let index = at.analysis.index()?;
        let place = |role: &Role| index.occurrences_of(id).find(|it| it.role == *role).map(|it| it.span);
        let span = roles.iter().find_map(place)?;
        return location(at.workspace, at.analysis, span).map(GotoDefinitionResponse::Scalar);
    }
    let named = macros::definitions_named(at.analysis, &word.name);
    let found: Vec<Location> = named
        .iter()
        .filter_map(|(file, it)| location_in(at.workspace, at.analysis, file, it.start, it.end))
        .collect();
    (!found.is_empty()).then_some(GotoDefinitionResponse::Array(found))
}

/// The file of the `#include` that the position is in.
fn included_file(at: &At<'_>) -> Option<Location> {
    let tokens = at.tokens();
    let line = at.lines.line(at.offset);
    let here = tokens.iter().filter(|it| it.in_directive && at.lines.line(it.start) == line);
    let mut words = here.filter(|it| it.kind == Kind::Word);
    if words.next()?.text(&at.text) != "include" {
        return None;
    }
    let sources = &at.analysis.inspection()?.diagnosed.sources;
    let file = sources.files().find(|&file| {
        let span = sources.includes_of(sources.start(file)).next();
        let place = span.and_then(|span| at.local(span));
        place.is_some_and(|(start, _)| at.lines.line(start) == line)
    })?;
    let start = lsp_types::Position::default();
    Some(Location::new(uri(at.workspace, sources.name(file))?, lsp_types::Range::new(start, start)))
}

/// A place in a file of a shader.
pub(crate) fn location_in(
    workspace: &Workspace,
    analysis: &Analysis,
    name: &str,
    start: usize,
    end: usize,
) -> Option<Location> {
    let (text, lines) = workspace.text_of(analysis, name)?;
    Some(Location::new(uri(workspace, name)?, lines.range(&text, start, end)))
}

pub(crate) fn type_definition(
    workspace: &Workspace,
    params: &GotoTypeDefinitionParams,
) -> Option<GotoDefinitionResponse> {
    let at = At::new(workspace, &params.text_document_position_params)?;
    let (_, item) = at.item_at(&at.word()?)?;
    let (index, id) = (at.analysis.index()?, struct_of(at.analysis.module()?, item.ty)?);
    let is_it = |kind: &ItemKind| *kind == ItemKind::Struct(id) || *kind == ItemKind::Block(id);
    let declared = index.items.iter().find(|item| is_it(&item.kind))?.declared;
    location(workspace, at.analysis, declared).map(GotoDefinitionResponse::Scalar)
}

/// A place where something is named.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Mention {
    pub(crate) file: String,
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) is_declaration: bool,
    /// False if a macro makes the name, so that it is not written there.
    pub(crate) is_written: bool,
}

/// All places of an item in all open shaders: one that is declared in an included file is the same in each.
pub(crate) fn mentions(at: &At<'_>, id: ItemId) -> Vec<Mention> {
    let Some(item) = at.analysis.index().and_then(|index| index.item(id)) else { return Vec::new() };
    let declared = at.analysis.place(item.declared).filter(|_| !item.declared.is_nowhere());
    let mut found = Vec::new();
    add_mentions(at.analysis, id, &item.name, &mut found);
    let others = at.workspace.analyses().filter(|it| it.root != at.analysis.root);
    for (other, (file, start, _)) in others.filter_map(|other| Some((other, declared?))) {
        let Some(index) = other.index() else { continue };
        let Some(offset) = other.global(file, start) else { continue };
        let same = index.items.iter().position(|it| it.declared.start == offset && it.name == item.name);
        if let Some(same) = same {
            add_mentions(other, ItemId(same as u32), &item.name, &mut found);
        }
    }
    found.sort();
    found.dedup();
    found
}

fn add_mentions(analysis: &Analysis, id: ItemId, name: &str, found: &mut Vec<Mention>) {
    let Some(index) = analysis.index() else { return };
    for occurrence in index.occurrences_of(id) {
        let Some((file, start, end)) = analysis.place(occurrence.span) else { continue };
        let is_written = analysis.slice(occurrence.span) == name;
        let is_declaration = occurrence.role != Role::Use;
        found.push(Mention { file: file.to_owned(), start, end, is_declaration, is_written });
    }
}

/// All places of a macro: every word of this name, as a macro replaces each.
pub(crate) fn macro_mentions(analysis: &Analysis, name: &str) -> Vec<Mention> {
    let mut found = Vec::new();
    for file in analysis.file_names() {
        let Some(text) = analysis.text(file).filter(|text| text.contains(name)) else { continue };
        let tokens = lexis::tokens(text);
        let definitions = macros::definitions_of(text, &tokens);
        for token in tokens.iter().filter(|it| it.kind == Kind::Word && it.text(text) == name) {
            found.push(Mention {
                file: file.to_owned(),
                start: token.start,
                end: token.end,
                is_declaration: definitions.iter().any(|it| it.start == token.start),
                is_written: true,
            });
        }
    }
    found.sort();
    found
}

/// True if a word names a macro: it is used, or it is in a directive and defined.
pub(crate) fn is_macro(at: &At<'_>, word: &Word) -> bool {
    at.macro_use(word).is_some()
        || at.item_at(word).is_none() && !macros::definitions_named(at.analysis, &word.name).is_empty()
}

/// The places of what a word names.
fn places(at: &At<'_>, word: &Word) -> Vec<Mention> {
    if is_macro(at, word) {
        return macro_mentions(at.analysis, &word.name);
    }
    at.item_at(word).map_or_else(Vec::new, |(id, _)| mentions(at, id))
}

pub(crate) fn references(workspace: &Workspace, params: &ReferenceParams) -> Option<Vec<Location>> {
    let at = At::new(workspace, &params.text_document_position)?;
    let word = at.word()?;
    let mut found = places(&at, &word);
    found.retain(|it| params.context.include_declaration || !it.is_declaration);
    Some(found.iter().filter_map(|it| place_of(workspace, it)).collect())
}

/// The location of a mention.
pub(crate) fn place_of(workspace: &Workspace, mention: &Mention) -> Option<Location> {
    let analysis = workspace.analyses().find(|it| it.has_file(&mention.file))?;
    location_in(workspace, analysis, &mention.file, mention.start, mention.end)
}

pub(crate) fn highlights(
    workspace: &Workspace,
    params: &DocumentHighlightParams,
) -> Option<Vec<DocumentHighlight>> {
    let at = At::new(workspace, &params.text_document_position_params)?;
    let word = at.word()?;
    let lines: &Lines = &at.lines;
    let here = places(&at, &word).into_iter().filter(|it| it.file == at.name);
    let highlight = |it: Mention| DocumentHighlight {
        range: lines.range(&at.text, it.start, it.end),
        kind: Some(DocumentHighlightKind::TEXT),
    };
    Some(here.map(highlight).collect())
}
