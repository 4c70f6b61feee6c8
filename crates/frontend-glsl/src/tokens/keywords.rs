//! Symbols of the words of the language: the rows of the tables of words, types, extensions and macros, numbered.

use crate::extensions::Extension;
use crate::symbols::Symbol;
use crate::tokens::Token;
use vitrum_glsl::macros::Name;
use vitrum_glsl::words::{self, Meaning, Word};

/// Number of symbols that are words: those below it.
pub const WORD_COUNT: usize = words::COUNT;

const FIRST_EXTENSION: usize = WORD_COUNT;
const FIRST_NAME: usize = FIRST_EXTENSION + Extension::ALL.len();

/// The tokens of words that are keywords.
static TOKENS: [Option<Token>; WORD_COUNT] = {
    let mut tokens = [None; WORD_COUNT];
    let mut index = 0;
    while index < WORD_COUNT {
        tokens[index] = match words::word(index).meaning {
            Some(Meaning::Keyword(keyword)) => Some(Token::Keyword(keyword)),
            Some(Meaning::Qualifier(qualifier)) => Some(Token::Qualifier(qualifier)),
            Some(Meaning::Bool(value)) => Some(Token::BoolLiteral(value)),
            Some(Meaning::Type(ty)) => Some(Token::BuiltinType(ty)),
            None => None,
        };
        index += 1;
    }
    tokens
};

/// The number of strings with a fixed symbol.
pub(crate) const KNOWN_COUNT: usize = FIRST_NAME + Name::ALL.len();

/// A string with a fixed symbol, by the number of the symbol.
pub(crate) const fn known_word(index: usize) -> &'static str {
    if index < FIRST_EXTENSION {
        words::word(index).text
    } else if index < FIRST_NAME {
        Extension::ALL[index - FIRST_EXTENSION].name()
    } else {
        Name::ALL[index - FIRST_NAME].text()
    }
}

/// The row of the word `symbol`; `None` for a symbol that is no word of any dialect.
pub fn word(symbol: Symbol) -> Option<Word> {
    let index = symbol.index();
    (index < WORD_COUNT).then(|| words::word(index))
}

/// The token of the word `symbol` as a keyword.
pub(crate) fn token_of(symbol: Symbol) -> Option<Token> {
    *TOKENS.get(symbol.index())?
}

/// The extension of this name.
pub fn extension(symbol: Symbol) -> Option<Extension> {
    Extension::ALL.get(symbol.index().checked_sub(FIRST_EXTENSION)?).copied()
}

/// The symbol of an extension's name.
pub fn extension_symbol(extension: Extension) -> Symbol {
    Symbol::from_index(FIRST_EXTENSION + extension as usize)
}

/// The symbol of a name.
pub(crate) const fn name_symbol(name: Name) -> Symbol {
    Symbol::from_index(FIRST_NAME + name as usize)
}
