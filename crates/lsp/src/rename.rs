//! Renaming, which refuses what would change the meaning of the shader.

use std::collections::HashMap;

use lsp_types::{
    PrepareRenameResponse, RenameParams, TextDocumentPositionParams, TextEdit, Uri, WorkspaceEdit,
};
use vitrum::index::ItemKind;
use vitrum_glsl::builtins::functions;
use vitrum_glsl::builtins::variables::builtin_names;
use vitrum_glsl::words::is_word;

use crate::lookup::{At, Word, is_built_in};
use crate::macros::{definitions_named, is_name};
use crate::navigation::{Mention, is_macro, macro_mentions, mentions};
use crate::server::Refusal;
use crate::workspace::Workspace;

pub(crate) fn prepare(
    workspace: &Workspace,
    params: &TextDocumentPositionParams,
) -> Result<Option<PrepareRenameResponse>, Refusal> {
    let Some(at) = At::new(workspace, params) else { return Ok(None) };
    let Some(word) = at.word() else { return Ok(None) };
    places(&at, &word)?;
    let placeholder = word.name;
    let range = at.range(word.start, word.end);
    Ok(Some(PrepareRenameResponse::RangeWithPlaceholder { range, placeholder }))
}

pub(crate) fn rename(workspace: &Workspace, params: &RenameParams) -> Result<Option<WorkspaceEdit>, Refusal> {
    let at = At::new(workspace, &params.text_document_position);
    let at = at.ok_or_else(|| Refusal::invalid("the document is not open"))?;
    let word = at.word().ok_or_else(|| Refusal::invalid("there is no name here"))?;
    let places = places(&at, &word)?;
    let new = params.new_name.as_str();
    check_new_name(&at, &word, new)?;
    #[allow(clippy::mutable_key_type)] // `Uri` has a cache inside that its hash does not see.
    let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
    for mention in places.iter().filter(|_| new != word.name) {
        let location = crate::navigation::place_of(workspace, mention)
            .ok_or_else(|| Refusal::invalid(format!("`{}` cannot be changed", mention.file)))?;
        let edit = TextEdit { range: location.range, new_text: new.to_owned() };
        changes.entry(location.uri).or_default().push(edit);
    }
    Ok(Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }))
}

/// All places of what a word names, if it can get another name.
fn places(at: &At<'_>, word: &Word) -> Result<Vec<Mention>, Refusal> {
    let name = &word.name;
    if is_macro(at, word) {
        let defined = definitions_named(at.analysis, name);
        if defined.is_empty() || defined.iter().any(|it| it.0 == vitrum_defines()) {
            return Err(Refusal::invalid(format!("`{name}` is not defined in a file of this shader")));
        }
        let is_item = at.analysis.index().is_some_and(|it| it.items.iter().any(|item| item.name == *name));
        if is_item {
            return Err(Refusal::invalid(format!("`{name}` is a macro, and something else too")));
        }
        return Ok(macro_mentions(at.analysis, name));
    }
    let Some((id, item)) = at.item_at(word) else {
        let what = if is_word(name) { "a word" } else { "no name of this shader, perhaps a name" };
        return Err(Refusal::invalid(format!("`{name}` is {what} of the language")));
    };
    if is_built_in(item) {
        return Err(Refusal::invalid(format!("`{name}` is a name of the language")));
    }
    if name == "main" && matches!(item.kind, ItemKind::Function(_)) {
        return Err(Refusal::invalid("`main` is where a shader begins"));
    }
    let found = mentions(at, id);
    if let Some(made) = found.iter().find(|it| !it.is_written) {
        let text = at.analysis.text(&made.file).and_then(|text| text.get(made.start..made.end)).unwrap_or("");
        let text = text.split('(').next().unwrap_or(text);
        return Err(Refusal::invalid(format!(
            "`{name}` is used in the macro `{text}`, whose text would not fit"
        )));
    }
    Ok(found)
}

/// The file that holds the definitions of the settings.
fn vitrum_defines() -> &'static str {
    "<defines>"
}

/// Checks that a name may be given to what a word names, and means nothing else.
fn check_new_name(at: &At<'_>, word: &Word, new: &str) -> Result<(), Refusal> {
    let refuse = |reason: String| Err(Refusal::invalid(reason));
    if new == word.name {
        return Ok(());
    }
    if !is_name(new) {
        return refuse(format!("`{new}` is not a name"));
    }
    if is_word(new) {
        return refuse(format!("`{new}` is a word of the language"));
    }
    if new.starts_with("gl_") || new.contains("__") {
        return refuse(format!("`{new}` is reserved by the language"));
    }
    let is_member = at.item_at(word).is_some_and(|(_, item)| matches!(item.kind, ItemKind::Member(..)));
    if !is_member && (!functions(new).is_empty() || builtin_names().any(|it| it.0 == new)) {
        return refuse(format!("`{new}` is a name of the language"));
    }
    if !definitions_named(at.analysis, new).is_empty() {
        return refuse(format!("`{new}` is a macro"));
    }
    // A name that is used anywhere in the shaders could take the place of the new one, or lose its meaning to it.
    let is_used = at.workspace.analyses().filter(|it| it.has_file(&at.name)).any(|analysis| {
        analysis
            .index()
            .is_some_and(|index| index.items.iter().any(|item| item.name == new && clashes(at, word, item)))
    });
    if is_used {
        return refuse(format!("`{new}` is declared in this shader already"));
    }
    Ok(())
}

/// True if an item of the new name is in the way: members only meet those of their own struct, unless they are names by themselves.
fn clashes(at: &At<'_>, word: &Word, other: &vitrum::index::Item) -> bool {
    match (at.item_at(word).map(|it| &it.1.kind), &other.kind) {
        (Some(ItemKind::Member(a, _)), ItemKind::Member(b, _)) => {
            a == b || is_open(at, *a) || is_open(at, *b)
        }
        (Some(ItemKind::Member(a, _)), _) => is_open(at, *a),
        (_, ItemKind::Member(b, _)) => is_open(at, *b),
        _ => true,
    }
}

/// True if the members of a block are names by themselves: it has no instance name.
fn is_open(at: &At<'_>, id: vitrum::ir::Struct) -> bool {
    let Some(module) = at.analysis.module() else { return true };
    let ty = module.types.find(vitrum::ir::TypeData::Struct(id));
    module.globals.iter().any(|(_, data)| {
        data.block.is_some() && data.name.is_empty() && Some(module.types.innermost(data.ty)) == ty
    })
}
