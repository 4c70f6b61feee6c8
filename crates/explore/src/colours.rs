//! Classes of the tokens of a text, for its colours.

use rustc_hash::FxHashMap;
use vitrum::index::{Index, ItemKind};
use vitrum::lexemes::{Lexeme, LexemeKind, lexemes};
use vitrum_glsl::builtin_types::BuiltinType;
use vitrum_glsl::builtins::functions;
use vitrum_glsl::words::{Meaning, WORDS};

use crate::data::Tokens;
use crate::places::Units;

/// A class; the page has a style for each, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    Keyword = 1,
    Type = 2,
    Function = 3,
    Variable = 4,
    Member = 5,
    Macro = 6,
    Number = 7,
    String = 8,
    Comment = 9,
    Directive = 10,
    Builtin = 11,
    /// Left out by a conditional.
    Skipped = 12,
}

/// The coloured tokens of a text; `index` knows its names if it is a source, which begins at `start`.
pub(crate) fn tokens(units: &Units<'_>, index: Option<&Index>, start: u32) -> Tokens {
    let mut colours = Colours { text: units.text, index, start, words: FxHashMap::default() };
    let mut tokens = Tokens::new();
    let mut end = 0;
    let all = lexemes(units.text);
    for (number, token) in all.iter().enumerate() {
        let before = number.checked_sub(1).and_then(|before| all.get(before));
        let Some(class) = colours.class(token, before) else { continue };
        let (from, to) = (units.at(token.start), units.at(token.end));
        tokens.extend([from - end, to - from, class as u32]);
        end = to;
    }
    tokens
}

struct Colours<'a> {
    text: &'a str,
    index: Option<&'a Index>,
    start: u32,
    /// Words of the language that were looked up.
    words: FxHashMap<&'a str, Option<Class>>,
}

impl<'a> Colours<'a> {
    fn class(&mut self, token: &Lexeme, before: Option<&Lexeme>) -> Option<Class> {
        if token.kind == LexemeKind::Comment {
            return Some(Class::Comment);
        }
        let offset = self.start + token.start as u32;
        if !token.in_directive && self.index.is_some_and(|index| index.is_skipped(offset)) {
            return Some(Class::Skipped);
        }
        match token.kind {
            LexemeKind::Number => return Some(Class::Number),
            LexemeKind::String => return Some(Class::String),
            LexemeKind::Hash => return Some(Class::Directive),
            LexemeKind::Mark | LexemeKind::Comment => return None,
            LexemeKind::Word => {}
        }
        if token.in_directive && before.is_some_and(|it| it.kind == LexemeKind::Hash) {
            return Some(Class::Directive);
        }
        let word = self.text.get(token.start..token.end)?;
        if let Some(class) = self.index.and_then(|index| named(index, offset, word)) {
            return Some(class);
        }
        if before.is_some_and(|it| self.text.get(it.start..it.end) == Some(".")) {
            return Some(Class::Member);
        }
        *self.words.entry(word).or_insert_with(|| of_language(word))
    }
}

/// The class of a name of the shader.
fn named(index: &Index, offset: u32, word: &str) -> Option<Class> {
    if index.macros.binary_search_by_key(&offset, |it| it.span.start).is_ok() {
        return Some(Class::Macro);
    }
    let occurrence = index.occurrences_at(offset).find(|it| it.span.start == offset)?;
    let item = index.item(occurrence.item).filter(|item| item.name == word)?;
    match item.kind {
        ItemKind::Variable { .. } if word.starts_with("gl_") => Some(Class::Builtin),
        ItemKind::Variable { .. } | ItemKind::Parameter(_) => Some(Class::Variable),
        ItemKind::Member(..) => Some(Class::Member),
        ItemKind::Struct(_) | ItemKind::Block(_) | ItemKind::SubroutineType => Some(Class::Type),
        ItemKind::Function(_) => Some(Class::Function),
        ItemKind::Faulty => None,
    }
}

/// The class of a word of the language.
fn of_language(word: &str) -> Option<Class> {
    if BuiltinType::ALL.iter().any(|ty| ty.name() == word) {
        return Some(Class::Type);
    }
    match WORDS.iter().find(|row| row.text == word).and_then(|row| row.meaning) {
        Some(Meaning::Type(_)) => return Some(Class::Type),
        Some(Meaning::Qualifier(_) | Meaning::Keyword(_) | Meaning::Bool(_)) => return Some(Class::Keyword),
        None => {}
    }
    let is_builtin = !functions(word).is_empty() || word.starts_with("gl_");
    is_builtin.then_some(Class::Builtin)
}

#[cfg(test)]
mod tests {
    use super::{Class, tokens};
    use crate::places::Units;

    #[test]
    fn words_of_the_language_have_classes() {
        let units = Units::new("", "float x = sin(é.y); // ü");
        let found = tokens(&units, None, 0);
        let expected =
            [(0, 5, Class::Type), (5, 3, Class::Builtin), (3, 1, Class::Member), (3, 4, Class::Comment)];
        let expected: Vec<u32> = expected.iter().flat_map(|row| [row.0, row.1, row.2 as u32]).collect();
        assert_eq!(found, expected);
    }
}
