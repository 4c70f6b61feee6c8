//! Tokens with their meaning, for colours.

use std::collections::BTreeMap;

use lsp_types::{
    Range, SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens, SemanticTokensLegend,
    SemanticTokensParams, SemanticTokensRangeParams, SemanticTokensRangeResult, SemanticTokensResult,
};
use vitrum::Extension;
use vitrum::index::{Index, Item, ItemKind, Role};
use vitrum_glsl::builtin_types::BuiltinType;
use vitrum_glsl::builtins::functions;
use vitrum_glsl::words::{Meaning, WORDS, Word};

use crate::lexis::{Kind, Token};
use crate::lookup::{At, is_built_in};
use crate::workspace::Workspace;

/// The types, by their numbers.
const TYPES: &[SemanticTokenType] = &[
    SemanticTokenType::KEYWORD,
    SemanticTokenType::MODIFIER,
    SemanticTokenType::TYPE,
    SemanticTokenType::STRUCT,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::PARAMETER,
    SemanticTokenType::PROPERTY,
    SemanticTokenType::MACRO,
    SemanticTokenType::COMMENT,
    SemanticTokenType::NUMBER,
    SemanticTokenType::STRING,
];

const DECLARATION: u32 = 1;
const READONLY: u32 = 2;
const DEFAULT_LIBRARY: u32 = 4;

/// The class of a token: its type, and the bits of its modifiers.
type Class = (SemanticTokenType, u32);

pub(crate) fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: TYPES.to_vec(),
        token_modifiers: vec![
            SemanticTokenModifier::DECLARATION,
            SemanticTokenModifier::READONLY,
            SemanticTokenModifier::DEFAULT_LIBRARY,
        ],
    }
}

pub(crate) fn full(workspace: &Workspace, params: &SemanticTokensParams) -> Option<SemanticTokensResult> {
    let at = At::start(workspace, &params.text_document.uri)?;
    Some(SemanticTokensResult::Tokens(tokens(&at, None)))
}

pub(crate) fn range(
    workspace: &Workspace,
    params: &SemanticTokensRangeParams,
) -> Option<SemanticTokensRangeResult> {
    let at = At::start(workspace, &params.text_document.uri)?;
    Some(SemanticTokensRangeResult::Tokens(tokens(&at, Some(params.range))))
}

fn tokens(at: &At<'_>, range: Option<Range>) -> SemanticTokens {
    let (from, to) = match range {
        Some(range) => (at.lines.offset(&at.text, range.start), at.lines.offset(&at.text, range.end)),
        None => (0, at.text.len()),
    };
    let all = at.tokens();
    let index = at.analysis.index();
    let mut data = Vec::new();
    let mut words = Words::default();
    let (mut line, mut column) = (0, 0);
    for (number, token) in all.iter().enumerate().filter(|(_, it)| it.end > from && it.start < to) {
        let Some((ty, modifiers)) = class_of(at, index, &mut words, &all, number) else { continue };
        let token_type = TYPES.iter().position(|known| *known == ty).unwrap_or(0) as u32;
        // A comment of several lines is a token on each.
        for (start, end) in lines_of(&at.text, *token) {
            let range = at.range(start, end);
            let start = range.start;
            if range.end.character <= start.character {
                continue;
            }
            let delta_start = if start.line == line { start.character - column } else { start.character };
            data.push(SemanticToken {
                delta_line: start.line - line,
                delta_start,
                length: range.end.character - start.character,
                token_type,
                token_modifiers_bitset: modifiers,
            });
            (line, column) = (start.line, start.character);
        }
    }
    SemanticTokens { result_id: None, data }
}

/// The parts of a token on each line.
fn lines_of(text: &str, token: Token) -> Vec<(usize, usize)> {
    let mut parts = Vec::new();
    let mut start = token.start;
    for line in token.text(text).split_inclusive('\n') {
        parts.push((start, start + line.trim_end_matches(['\n', '\r']).len()));
        start += line.len();
    }
    parts
}

/// Classes of words of the language that were looked up, with whether they are in a directive.
type Words = BTreeMap<(String, bool), Option<Class>>;

fn class_of(
    at: &At<'_>,
    index: Option<&Index>,
    words: &mut Words,
    all: &[Token],
    number: usize,
) -> Option<Class> {
    let token = all.get(number)?;
    match token.kind {
        Kind::Comment => return Some((SemanticTokenType::COMMENT, 0)),
        Kind::Hash => return Some((SemanticTokenType::KEYWORD, 0)),
        _ => {}
    }
    let offset = at.global(token.start);
    if let (Some(index), Some(offset)) = (index, offset)
        && !token.in_directive
        && index.is_skipped(offset)
    {
        return Some((SemanticTokenType::COMMENT, 0));
    }
    match token.kind {
        Kind::Number => return Some((SemanticTokenType::NUMBER, 0)),
        Kind::String => return Some((SemanticTokenType::STRING, 0)),
        Kind::Word => {}
        _ => return None,
    }
    let before = number.checked_sub(1).and_then(|before| all.get(before));
    if token.in_directive && before.is_some_and(|it| it.kind == Kind::Hash) {
        return Some((SemanticTokenType::KEYWORD, 0));
    }
    let text = token.text(&at.text);
    if let (Some(index), Some(offset)) = (index, offset) {
        if let Ok(found) = index.macros.binary_search_by_key(&offset, |it| it.span.start) {
            let built_in = index.macros.get(found).is_some_and(|it| it.definition.is_none());
            return Some((SemanticTokenType::MACRO, if built_in { DEFAULT_LIBRARY } else { 0 }));
        }
        let named = index.occurrences_at(offset).find(|it| it.span.start == offset);
        if let Some(occurrence) = named
            && let Some(item) = index.item(occurrence.item).filter(|item| item.name == text)
        {
            let declared = if occurrence.role == Role::Use { 0 } else { DECLARATION };
            return of_item(item, declared);
        }
    }
    if before.is_some_and(|it| it.is(b'.')) {
        return Some((SemanticTokenType::PROPERTY, 0));
    }
    let key = (text.to_owned(), token.in_directive);
    words.entry(key).or_insert_with(|| of_word(text, token.in_directive)).clone()
}

fn of_item(item: &Item, declared: u32) -> Option<Class> {
    let library = if is_built_in(item) { DEFAULT_LIBRARY } else { 0 };
    let (ty, bits) = match &item.kind {
        ItemKind::Variable { constant, storage, .. } => {
            use vitrum::ir::Storage::{AtomicCounter, Input, Opaque, PushConstant, Uniform};
            let is_read = matches!(storage, Some(Input | Uniform | Opaque | PushConstant | AtomicCounter));
            (SemanticTokenType::VARIABLE, if *constant || is_read { READONLY } else { 0 })
        }
        ItemKind::Parameter(vitrum::ir::ParamMode::ConstIn) => (SemanticTokenType::PARAMETER, READONLY),
        ItemKind::Parameter(_) => (SemanticTokenType::PARAMETER, 0),
        ItemKind::Member(..) => (SemanticTokenType::PROPERTY, 0),
        ItemKind::Struct(_) | ItemKind::Block(_) | ItemKind::SubroutineType => (SemanticTokenType::STRUCT, 0),
        ItemKind::Function(_) => (SemanticTokenType::FUNCTION, 0),
        ItemKind::Faulty => return None,
    };
    Some((ty, bits | declared | library))
}

fn of_word(text: &str, in_directive: bool) -> Option<Class> {
    if BuiltinType::ALL.iter().any(|ty| ty.name() == text) {
        return Some((SemanticTokenType::TYPE, DEFAULT_LIBRARY));
    }
    match WORDS.iter().find(|word: &&Word| word.text == text).and_then(|word| word.meaning) {
        Some(Meaning::Qualifier(_)) => return Some((SemanticTokenType::MODIFIER, 0)),
        Some(Meaning::Type(_)) => return Some((SemanticTokenType::TYPE, DEFAULT_LIBRARY)),
        Some(Meaning::Keyword(_) | Meaning::Bool(_)) => return Some((SemanticTokenType::KEYWORD, 0)),
        None => {}
    }
    if !functions(text).is_empty() {
        return Some((SemanticTokenType::FUNCTION, DEFAULT_LIBRARY));
    }
    if text.starts_with("gl_") {
        return Some((SemanticTokenType::VARIABLE, DEFAULT_LIBRARY));
    }
    let is_extension = in_directive && Extension::from_name(text).is_some();
    in_directive.then_some((SemanticTokenType::MACRO, if is_extension { DEFAULT_LIBRARY } else { 0 }))
}
