//! Names that can stand at the cursor.

use std::collections::BTreeSet;

use lsp_types::{CompletionItem, CompletionItemKind, CompletionParams, CompletionResponse, Documentation};
use vitrum::Extension;
use vitrum::index::{Index, Item, ItemKind};
use vitrum::ir::{Module, Type, TypeData};
use vitrum::{DESKTOP_VERSIONS, ES_VERSIONS};
use vitrum_glsl::builtin_types::{BuiltinType, type_name};
use vitrum_glsl::builtins::all_rows;
use vitrum_glsl::builtins::variables::builtin_names;
use vitrum_glsl::layout_qualifiers::LAYOUT_QUALIFIERS;
use vitrum_glsl::macros::Name;
use vitrum_glsl::words::{Meaning, WORDS, WordStatus};

use crate::builtins::{self, Here};
use crate::lexis::{Kind, Token, is_word};
use crate::lookup::At;
use crate::macros::definitions;
use crate::workspace::Workspace;
use crate::{describe, docs, include_paths};

const DIRECTIVES: &[&str] = &[
    "define",
    "undef",
    "if",
    "ifdef",
    "ifndef",
    "elif",
    "else",
    "endif",
    "error",
    "pragma",
    "extension",
    "version",
    "line",
    "include",
];

const PRAGMAS: &[&str] = &[
    "once",
    "optimize(on)",
    "optimize(off)",
    "debug(on)",
    "debug(off)",
    "STDGL invariant(all)",
    "use_vulkan_memory_model",
    "shader_64bit_indexing",
    "promote_uint32_indices",
    "shader_stage(vertex)",
    "shader_stage(fragment)",
    "shader_stage(compute)",
];

const BEHAVIOURS: &[&str] = &["require", "enable", "warn", "disable"];

pub(crate) fn complete(workspace: &Workspace, params: &CompletionParams) -> Option<CompletionResponse> {
    let at = At::new(workspace, &params.text_document_position)?;
    Some(CompletionResponse::Array(items(&at)))
}

fn items(at: &At<'_>) -> Vec<CompletionItem> {
    if let Some(paths) = include_paths::paths(at) {
        return paths;
    }
    let tokens = at.tokens();
    // The word that is being written does not count.
    let written = at.text.as_bytes().get(..at.offset).unwrap_or_default();
    let prefix = written.iter().rev().take_while(|&&byte| is_word(byte)).count();
    let start = at.offset - prefix;
    let end = tokens.partition_point(|token| token.start < start);
    let before = tokens.get(..end).unwrap_or_default();
    if before.last().is_some_and(|last| is_closed_to_names(at, *last, start)) {
        return Vec::new();
    }
    let line = at.lines.line(at.offset);
    let first = before.partition_point(|token| at.lines.line(token.start) < line);
    let on_line = before.get(first..).unwrap_or_default();
    if let Some(hash) = on_line.iter().position(|token| token.kind == Kind::Hash) {
        return in_directive(at, on_line.get(hash + 1..).unwrap_or_default());
    }
    if let Some(point) = before.last().filter(|token| token.is(b'.')) {
        return behind_point(at, *point);
    }
    if in_layout(&at.text, before) {
        return layout_qualifiers(at);
    }
    names(at)
}

/// True within a comment, a number or quotes.
fn is_closed_to_names(at: &At<'_>, last: Token, start: usize) -> bool {
    match last.kind {
        Kind::Comment => {
            let text = last.text(&at.text);
            let is_open = text.starts_with("//") || !text.ends_with("*/") || text.len() < 4;
            last.end > start || last.end == start && is_open
        }
        Kind::String => last.end > start,
        Kind::Number => last.end >= start && start < at.offset || last.end > start,
        _ => false,
    }
}

fn plain(label: &str, kind: CompletionItemKind) -> CompletionItem {
    CompletionItem { label: label.to_owned(), kind: Some(kind), ..CompletionItem::default() }
}

/// Behind the `#` of a line, where these tokens follow it.
fn in_directive(at: &At<'_>, behind: &[Token]) -> Vec<CompletionItem> {
    let list = |names: &[&str]| names.iter().map(|name| plain(name, CompletionItemKind::KEYWORD)).collect();
    let Some((word, rest)) = behind.split_first() else { return list(DIRECTIVES) };
    match (word.text(&at.text), rest.len()) {
        ("extension", 0) => {
            let version = at.analysis.index().map(|index| index.dialect.version);
            let has = |it: &&Extension| version.is_none_or(|version| it.exists_in(version));
            let known = Extension::ALL.iter().filter(has);
            known.map(|it| plain(it.name(), CompletionItemKind::MODULE)).collect()
        }
        ("extension", _) if rest.last().is_some_and(|it| it.is(b':')) => list(BEHAVIOURS),
        ("pragma", 0) => list(PRAGMAS),
        ("version", 0) => {
            let desktop = DESKTOP_VERSIONS.iter().map(u16::to_string);
            let es =
                ES_VERSIONS.iter().map(|it| if *it == 100 { "100".to_owned() } else { format!("{it} es") });
            desktop.chain(es).map(|it| plain(&it, CompletionItemKind::VALUE)).collect()
        }
        ("version", 1) => list(&["core", "compatibility", "es"]),
        ("if" | "elif", _) => {
            let mut found = macros(at);
            found.push(plain("defined", CompletionItemKind::KEYWORD));
            found
        }
        ("ifdef" | "ifndef" | "undef", 0) => macros(at),
        ("define", 1..) => names(at),
        _ => Vec::new(),
    }
}

/// The macros of the shader and of the language.
fn macros(at: &At<'_>) -> Vec<CompletionItem> {
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for file in at.analysis.file_names() {
        let Some(text) = at.analysis.text(file) else { continue };
        for definition in definitions(text) {
            if seen.insert(definition.name.clone()) {
                found.push(CompletionItem {
                    detail: Some(format!("#define {} {}", definition.head(), definition.body)),
                    ..plain(&definition.name, CompletionItemKind::CONSTANT)
                });
            }
        }
    }
    if let Some(index) = at.analysis.index() {
        let stage = Some(at.analysis.stage);
        let names = Name::ALL.iter().filter(|name| name.is_defined(&index.dialect, stage));
        found.extend(names.map(|name| plain(name.text(), CompletionItemKind::CONSTANT)));
    }
    found
}

/// Members, components and methods of the value before a point.
fn behind_point(at: &At<'_>, point: Token) -> Vec<CompletionItem> {
    let (Some(index), Some(module)) = (at.analysis.index(), at.analysis.module()) else { return Vec::new() };
    let Some(offset) = at.global(point.start) else { return Vec::new() };
    let Ok(found) = index.selections.binary_search_by_key(&offset, |it| it.span.start) else {
        return Vec::new();
    };
    index.selections.get(found).map_or_else(Vec::new, |it| members(module, it.ty))
}

fn members(module: &Module, ty: Type) -> Vec<CompletionItem> {
    let method = || CompletionItem {
        detail: Some("int length()".to_owned()),
        ..plain("length()", CompletionItemKind::METHOD)
    };
    match module.types.get(ty) {
        TypeData::Struct(id) | TypeData::BufferReference { block: id, .. } => {
            let member = |member: &vitrum::ir::Member| CompletionItem {
                detail: Some(type_name(module, member.ty)),
                ..plain(module.names.get(member.name), CompletionItemKind::FIELD)
            };
            module.structs[id].members.iter().map(member).collect()
        }
        TypeData::Vector { scalar, size } => {
            let mut found = Vec::new();
            for set in ["xyzw", "rgba", "stpq"] {
                let letters = set.get(..usize::from(size)).unwrap_or(set);
                let parts = (0..letters.len()).filter_map(|at| letters.get(at..=at));
                let starts = (2..=letters.len()).filter_map(|end| letters.get(..end));
                for swizzle in parts.chain(starts) {
                    let (name, prefix) = scalar.glsl_names();
                    let detail = match swizzle.len() {
                        1 => name.to_owned(),
                        length => format!("{prefix}vec{length}"),
                    };
                    let item = plain(swizzle, CompletionItemKind::FIELD);
                    found.push(CompletionItem { detail: Some(detail), ..item });
                }
            }
            // The order of the sets, and the short ones first.
            for (number, item) in found.iter_mut().enumerate() {
                item.sort_text = Some(format!("{number:02}"));
            }
            found.push(method());
            found
        }
        TypeData::Array { .. }
        | TypeData::RuntimeArray { .. }
        | TypeData::Matrix { .. }
        | TypeData::LongVector { .. }
        | TypeData::CooperativeMatrix { .. } => vec![method()],
        _ => Vec::new(),
    }
}

/// True if the brackets of a `layout` are open, and no value is being written.
fn in_layout(text: &str, before: &[Token]) -> bool {
    let open = before.iter().rposition(|token| token.is(b'(') || token.is(b')') || token.is(b';'));
    let Some(open) = open.filter(|&open| before.get(open).is_some_and(|it| it.is(b'('))) else {
        return false;
    };
    let is_layout =
        open.checked_sub(1).and_then(|at| before.get(at)).is_some_and(|it| it.text(text) == "layout");
    is_layout && before.last().is_some_and(|it| it.is(b'(') || it.is(b','))
}

fn layout_qualifiers(at: &At<'_>) -> Vec<CompletionItem> {
    let Some(index) = at.analysis.index() else { return Vec::new() };
    let rows = LAYOUT_QUALIFIERS.iter().filter(|row| row.is_in(&index.dialect));
    let item = |row: &vitrum_glsl::layout_qualifiers::LayoutQualifier| CompletionItem {
        insert_text: row.meaning.takes_value().then(|| format!("{} = ", row.name)),
        ..plain(row.name, CompletionItemKind::PROPERTY)
    };
    let mut found: Vec<CompletionItem> = rows.map(item).collect();
    found.dedup_by(|a, b| a.label == b.label);
    found.extend(["shared", "packed"].map(|name| plain(name, CompletionItemKind::PROPERTY)));
    found
}

/// The names that an expression or a declaration can have here.
fn names(at: &At<'_>) -> Vec<CompletionItem> {
    let mut found = Vec::new();
    let (Some(index), module) = (at.analysis.index(), at.analysis.module()) else { return found };
    let mut seen = BTreeSet::new();
    if let Some(module) = module {
        let mut items: Vec<&Item> =
            index.items.iter().filter(|item| is_known(at, index, module, item)).collect();
        // The innermost one hides others of its name.
        items.sort_by_key(|item| std::cmp::Reverse((item.scope > 0, item.declared.start)));
        for item in items {
            let is_function = matches!(item.kind, ItemKind::Function(_));
            if seen.insert(item.name.as_str()) || is_function {
                found.push(of_item(module, item));
            }
        }
    }
    found.extend(macros(at));
    let here = Here { dialect: &index.dialect, stage: at.analysis.stage };
    let mut last = "";
    for row in all_rows().iter().filter(|row| here.has(&row.since)) {
        if row.name != last && seen.insert(row.name) {
            found.push(CompletionItem {
                detail: Some(builtins::first_signature(row)),
                documentation: docs::function(row.name).map(|it| Documentation::String(it.1.to_owned())),
                sort_text: Some(format!("1{}", row.name)),
                ..plain(row.name, CompletionItemKind::FUNCTION)
            });
        }
        last = row.name;
    }
    for (name, _) in builtin_names().filter(|row| here.has(&row.1)) {
        if seen.insert(name) {
            found.push(CompletionItem {
                detail: builtins::variable(name, here).map(builtins::declaration),
                documentation: docs::variable(name).map(|it| Documentation::String(it.to_owned())),
                sort_text: Some(format!("1{name}")),
                ..plain(name, CompletionItemKind::VARIABLE)
            });
        }
    }
    let types =
        BuiltinType::ALL.iter().map(|ty| (ty.name(), ty.info().availability, CompletionItemKind::CLASS));
    let words = WORDS.iter().filter(|word| word.meaning.is_some()).map(|word| {
        let is_type = matches!(word.meaning, Some(Meaning::Type(_)));
        let kind = if is_type { CompletionItemKind::CLASS } else { CompletionItemKind::KEYWORD };
        (word.text, word.availability, kind)
    });
    for (name, availability, kind) in types.chain(words) {
        if availability.status(&index.dialect) == WordStatus::Keyword && seen.insert(name) {
            found.push(CompletionItem { sort_text: Some(format!("2{name}")), ..plain(name, kind) });
        }
    }
    found
}

/// True if a name means an item at the position.
fn is_known(at: &At<'_>, index: &Index, module: &Module, item: &Item) -> bool {
    if item.declared.is_nowhere() || !crate::macros::is_name(&item.name) {
        return false;
    }
    let is_visible = match item.kind {
        ItemKind::Member(id, _) => {
            // Those of a block without an instance name.
            let ty = module.types.find(TypeData::Struct(id));
            module.globals.iter().any(|(_, data)| {
                data.block.is_some() && data.name.is_empty() && Some(module.types.innermost(data.ty)) == ty
            })
        }
        ItemKind::Block(id) => module.types.find(TypeData::Struct(id)).is_none(),
        _ => true,
    };
    let Some(offset) = at.global(at.offset).filter(|_| is_visible) else { return false };
    match index.scopes.get(item.scope as usize).filter(|_| item.scope > 0) {
        Some(scope) => scope.start <= offset && offset <= scope.end && item.declared.start < offset,
        // A file that is included lies behind the one that includes it.
        None => at.local(item.declared).is_none() || item.declared.start < offset,
    }
}

fn of_item(module: &Module, item: &Item) -> CompletionItem {
    let kind = match item.kind {
        ItemKind::Variable { constant: true, .. } => CompletionItemKind::CONSTANT,
        ItemKind::Member(..) => CompletionItemKind::FIELD,
        ItemKind::Struct(_) | ItemKind::Block(_) | ItemKind::SubroutineType => CompletionItemKind::STRUCT,
        ItemKind::Function(_) => CompletionItemKind::FUNCTION,
        ItemKind::Variable { .. } | ItemKind::Parameter(_) | ItemKind::Faulty => CompletionItemKind::VARIABLE,
    };
    let detail = match item.kind {
        ItemKind::Struct(_) | ItemKind::Block(_) => format!("struct {}", item.name),
        ItemKind::Faulty => String::new(),
        _ => describe::declaration(module, item),
    };
    CompletionItem {
        detail: Some(detail).filter(|it| !it.is_empty()),
        sort_text: Some(format!("{}{}", if item.scope > 0 { "00" } else { "01" }, item.name)),
        ..plain(&item.name, kind)
    }
}
