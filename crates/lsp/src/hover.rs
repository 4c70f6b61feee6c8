//! Hovers: a description of the word under the cursor.

use lsp_types::{Hover, HoverContents, HoverParams, MarkupContent, MarkupKind};
use vitrum::index::{Item, ItemKind};
use vitrum::{Extension, ir::Module};
use vitrum_glsl::builtin_types::BuiltinType;
use vitrum_glsl::builtins::constants::{CONSTANTS, NUMBERS, Parts};
use vitrum_ir::Scalar;

use crate::builtins::{self, Here};
use crate::lookup::{At, Word, is_built_in};
use crate::macros::{self, Definition};
use crate::workspace::Workspace;
use crate::{describe, docs, lexis};

/// Signatures that are shown.
const MOST_SIGNATURES: usize = 8;

pub(crate) fn hover(workspace: &Workspace, params: &HoverParams) -> Option<Hover> {
    let at = At::new(workspace, &params.text_document_position_params)?;
    let word = at.word()?;
    let value = described(&at, &word)?;
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value }),
        range: Some(at.range(word.start, word.end)),
    })
}

/// The description of a word, as Markdown.
fn described(at: &At<'_>, word: &Word) -> Option<String> {
    if let Some(definition) = at.macro_use(word) {
        return match definition {
            Some(span) => macros::definition_at(at.analysis, span).map(|it| of_macro(&it)),
            None => of_word(at, &word.name),
        };
    }
    if let Some((_, item)) = at.item_at(word) {
        let module = at.analysis.module()?;
        return Some(of_item(at, module, item));
    }
    let named = macros::definitions_named(at.analysis, &word.name);
    if let Some((_, definition)) = named.iter().find(|it| it.0 == at.name && it.1.start == word.start) {
        return Some(of_macro(definition));
    }
    if word.in_directive
        && let Some((_, definition)) = named.last()
    {
        return Some(of_macro(definition));
    }
    if word.is_member {
        return None;
    }
    of_word(at, &word.name)
}

fn code(text: &str) -> String {
    format!("```glsl\n{text}\n```")
}

fn of_macro(definition: &Definition) -> String {
    code(format!("#define {} {}", definition.head(), definition.body).trim_end())
}

fn of_item(at: &At<'_>, module: &Module, item: &Item) -> String {
    let mut parts = vec![code(&describe::declaration(module, item))];
    if let ItemKind::Member(id, index) = item.kind {
        let index_of = at.analysis.index();
        let is_block = index_of.is_some_and(|it| it.items.iter().any(|it| it.kind == ItemKind::Block(id)));
        let places = describe::places(module, id, index, is_block);
        for (rule, place) in &places {
            let rule = if places.len() > 1 || !is_block { format!("{rule}: ") } else { String::new() };
            parts.push(format!("{rule}{}", place.text()));
        }
    }
    if is_built_in(item) {
        parts.extend(docs::variable(&item.name).map(str::to_owned));
    } else if let Some((file, start, _)) = at.analysis.place(item.declared)
        && let Some(text) = at.analysis.text(file)
    {
        parts.extend(comment_above(text, start));
    }
    parts.join("\n\n")
}

/// The comment right above the line of a declaration, without its marks.
fn comment_above(text: &str, offset: usize) -> Option<String> {
    let tokens = lexis::tokens(text);
    let index = tokens.partition_point(|token| token.start < offset);
    // The first token of the declaration.
    let before = tokens.get(..index)?;
    let ends =
        |token: &lexis::Token| token.is(b';') || token.is(b'}') || token.is(b'{') || token.in_directive;
    let first = before.iter().rposition(|token| ends(token) || token.kind == lexis::Kind::Comment)? + 1;
    let mut start = tokens.get(first).map_or(offset, |token| token.start);
    let mut lines: Vec<String> = Vec::new();
    for comment in before.get(..first)?.iter().rev() {
        let between = text.get(comment.end..start)?;
        let own_line = text.get(..comment.start)?.rsplit('\n').next().is_some_and(|it| it.trim().is_empty());
        if comment.kind != lexis::Kind::Comment
            || !own_line
            || between.bytes().filter(|&it| it == b'\n').count() > 1
            || !between.trim().is_empty()
        {
            break;
        }
        lines.push(unmarked(comment.text(text)));
        start = comment.start;
    }
    lines.reverse();
    let joined = lines.join("\n").trim().to_owned();
    (!joined.is_empty()).then_some(joined)
}

/// The text of a comment.
fn unmarked(comment: &str) -> String {
    if let Some(line) = comment.strip_prefix("//") {
        return line.trim_start_matches(['/', '!']).trim().to_owned();
    }
    let body = comment.strip_prefix("/*").unwrap_or(comment);
    let body = body.strip_suffix("*/").unwrap_or(body);
    let lines = body.lines().map(|line| line.trim().trim_start_matches('*').trim());
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}

/// The description of a word of the language.
pub(crate) fn of_word(at: &At<'_>, name: &str) -> Option<String> {
    let dialect = &at.analysis.index()?.dialect;
    let here = Here { dialect, stage: at.analysis.stage };
    let signatures = builtins::signatures(name, here);
    if !signatures.is_empty() {
        let mut labels: Vec<&str> = signatures.iter().map(|it| it.label.as_str()).collect();
        let more = labels.len().saturating_sub(MOST_SIGNATURES);
        labels.truncate(MOST_SIGNATURES);
        let mut text = code(&labels.join("\n"));
        if more > 0 {
            text.push_str(&format!("\n\nand {more} more"));
        }
        if let Some((_, line)) = docs::function(name) {
            text.push_str(&format!("\n\n{line}"));
        }
        return Some(text);
    }
    if let Some(variable) = builtins::variable(name, here) {
        let line = docs::variable(name).unwrap_or_default();
        return Some(format!("{}\n\n{line}", code(&builtins::declaration(variable))));
    }
    if let Some(constant) = CONSTANTS.iter().find(|it| it.name == name) {
        let limits = &at.workspace.settings.options.limits;
        let value = match constant.value(limits, dialect.version.is_es()) {
            Parts::One(value) => format!("const int {name} = {value}"),
            Parts::Three([x, y, z]) => format!("const ivec3 {name} = ivec3({x}, {y}, {z})"),
        };
        return Some(format!("{}\n\n{}", code(&value), docs::variable(name).unwrap_or_default()));
    }
    if let Some(number) = NUMBERS.iter().find(|it| it.name == name) {
        let (ty, value) = match number.scalar {
            Scalar::Bool => ("bool", (number.value != 0).to_string()),
            Scalar::I32 => ("int", number.value.to_string()),
            _ => ("uint", format!("{}u", number.value)),
        };
        let value = format!("const {ty} {name} = {value}");
        return Some(format!("{}\n\n{}", code(&value), docs::variable(name).unwrap_or_default()));
    }
    if let Some(extension) = Extension::from_name(name) {
        let in_version = extension.exists_in(dialect.version);
        let state = match (dialect.extensions.contains(extension), in_version) {
            (true, _) => "enabled".to_owned(),
            (false, true) => "not enabled".to_owned(),
            (false, false) => format!("not in version {}", dialect.version),
        };
        return Some(format!("{}\n\nAn extension, {state}.", code(&format!("#extension {name} : require"))));
    }
    BuiltinType::ALL.iter().find(|ty| ty.name() == name).map(|_| code(name))
}

#[cfg(test)]
mod tests {
    use super::comment_above;

    #[test]
    fn comments_above_declarations_are_found() {
        let text = "int z; // no\n\n// one\n/// two\nlayout(location = 0) in vec3 a;\n/* three\n * four */\nfloat b;\n\n// far\n\nint c;\n";
        let above = |name: &str| text.find(name).and_then(|at| comment_above(text, at + name.len() - 2));
        assert_eq!(above(" a;").as_deref(), Some("one\ntwo"));
        assert_eq!(above(" b;").as_deref(), Some("three\nfour"));
        assert_eq!(above(" c;"), None);
        assert_eq!(above(" z;"), None);
    }
}
