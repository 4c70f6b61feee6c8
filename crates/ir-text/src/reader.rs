//! The state of the grammar's actions: the module so far, and the meaning of its labels.

use crate::ReadError;
use crate::expected;
use crate::generated::grammar::ModuleParser;
use crate::generated::lexemes::Lexeme;
use crate::lexer::{Keyword, Place, Token, tokens};
use lalrpop_util::ParseError;
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::generics::{Instance, declare_instances};
use vitrum_ir::types::common;
use vitrum_ir::{
    Constant, Function, FunctionData, Global, Module, Name, NamedConstant, SourceMap, Stage, Struct, Value,
};

/// Brackets, and with them types and constants, nest no deeper.
const DEPTH: u32 = 100;

/// The outcome of an action.
pub(crate) type Read<'a, T> = Result<T, ParseError<usize, Token<'a>, ReadError>>;

/// A word or label and its offset.
pub(crate) type Spelled<'a> = (usize, &'a str);

pub(crate) struct Reader<'a> {
    text: &'a str,
    pub(crate) module: Module,
    pub(crate) sources: SourceMap,
    pub(crate) structs: FxHashMap<&'a str, Struct>,
    pub(crate) globals: FxHashMap<&'a str, Global>,
    pub(crate) functions: FxHashMap<&'a str, Function>,
    pub(crate) constants: FxHashMap<&'a str, Constant>,
    /// The function that is being read, and its values.
    pub(crate) function: FunctionData,
    pub(crate) values: FxHashMap<&'a str, Value>,
    pub(crate) instances: FxHashMap<Instance, Function>,
    /// Lines that a module has once, as far as they were read.
    pub(crate) lines: Vec<&'static str>,
    /// Constants with a name in the source.
    pub(crate) named: FxHashMap<NamedConstant, vitrum_ir::Spelled>,
    /// Structs that have members.
    pub(crate) filled: FxHashSet<Struct>,
}

/// Reads a module.
pub(crate) fn read(text: &str) -> Result<(Module, SourceMap), ReadError> {
    let mut reader = Reader {
        text,
        module: Module::new(Stage::Vertex),
        sources: SourceMap::new(),
        structs: FxHashMap::default(),
        globals: FxHashMap::default(),
        functions: FxHashMap::default(),
        constants: FxHashMap::default(),
        function: FunctionData::placeholder(Name::EMPTY, common::VOID),
        values: FxHashMap::default(),
        instances: FxHashMap::default(),
        lines: Vec::new(),
        named: FxHashMap::default(),
        filled: FxHashSet::default(),
    };
    let tokens = tokens(text);
    let read = reader.declare_functions(&tokens).and_then(|()| {
        let mut depth = 0;
        let bounded = tokens.into_iter().map(|place| bounded(text, place, &mut depth));
        ModuleParser::new().parse(&mut reader, bounded)
    });
    match read {
        Ok(()) => {
            if !reader.instances.is_empty() {
                declare_instances(&mut reader.module);
            }
            reader.module.spelling.sort();
            Ok((reader.module, reader.sources))
        }
        Err(ParseError::User { error }) => Err(error),
        Err(ParseError::InvalidToken { location }) => Err(ReadError::at(text, location, "not a token")),
        Err(ParseError::UnrecognizedEof { location, expected }) => {
            Err(ReadError::at(text, location, expected::message(&expected, "the end")))
        }
        Err(ParseError::UnrecognizedToken { token, expected }) => Err(unexpected(text, token, &expected)),
        Err(ParseError::ExtraToken { token }) => Err(unexpected(text, token, &[])),
    }
}

/// Refuses the bracket that nests too deeply.
fn bounded<'a>(text: &str, place: Place<'a>, depth: &mut u32) -> Result<Place<'a>, ReadError> {
    match place.1 {
        Token::Mark(Lexeme::OpenParen | Lexeme::OpenAngle) => *depth += 1,
        Token::Mark(Lexeme::CloseParen | Lexeme::CloseAngle) => *depth = depth.saturating_sub(1),
        _ => {}
    }
    if *depth > DEPTH { Err(ReadError::at(text, place.0, "nested too deeply")) } else { Ok(place) }
}

fn unexpected(text: &str, (start, token, end): Place<'_>, expected: &[String]) -> ReadError {
    let found = match token {
        Token::Mark(Lexeme::Newline) => "the end of the line".to_string(),
        _ => format!("`{}`", text.get(start..end).unwrap_or("")),
    };
    ReadError::at(text, start, expected::message(expected, &found))
}

impl<'a> Reader<'a> {
    pub(crate) fn error<T>(&self, offset: usize, message: impl Into<String>) -> Read<'a, T> {
        Err(ParseError::User { error: ReadError::at(self.text, offset, message) })
    }

    pub(crate) fn expected<T>(&self, (offset, found): Spelled<'_>, what: &str) -> Read<'a, T> {
        self.error(offset, format!("expected {what}, found `{found}`"))
    }

    /// The meaning of a word or label, or an error with the expected word.
    pub(crate) fn found<T>(&self, spelled: Spelled<'_>, meaning: Option<T>, what: &str) -> Read<'a, T> {
        meaning.map_or_else(|| self.expected(spelled, what), Ok)
    }

    /// Gives something that is there once its value.
    pub(crate) fn fill<T>(&self, slot: &mut Option<T>, value: T, (at, word): Spelled<'_>) -> Read<'a, ()> {
        match slot.replace(value) {
            Some(_) => self.error(at, format!("`{word}` is there twice")),
            None => Ok(()),
        }
    }

    /// The text between two offsets.
    pub(crate) fn slice(&self, start: usize, end: usize) -> &'a str {
        self.text.get(start..end).unwrap_or("")
    }

    pub(crate) fn integer(&self, spelled: Spelled<'_>) -> Read<'a, u32> {
        self.found(spelled, spelled.1.parse().ok(), "a number of 32 bits")
    }

    /// The name within quotes.
    pub(crate) fn quoted(&mut self, text: &str) -> Name {
        self.module.names.intern(&unquote(text))
    }

    /// The name a label spells; a label that is a number alone is nameless.
    pub(crate) fn label_name(&mut self, label: &str) -> Name {
        let name = label.get(1..).unwrap_or("");
        if name.starts_with('"') {
            let end = name.rfind('"').map_or(name.len(), |at| at + 1);
            return self.quoted(&name[..end]);
        }
        let name = name.split('.').next().unwrap_or("");
        if name.bytes().all(|byte| byte.is_ascii_digit()) {
            Name::EMPTY
        } else {
            self.module.names.intern(name)
        }
    }

    /// Functions may be called before they are written.
    fn declare_functions(&mut self, tokens: &[Place<'a>]) -> Read<'a, ()> {
        for pair in tokens.windows(2) {
            if let [(_, Token::Keyword(Keyword::Fn), _), (at, Token::Function(label), _)] = *pair {
                let name = self.label_name(label);
                let function = self.module.functions.alloc(FunctionData::new(name, common::VOID));
                if self.functions.insert(label, function).is_some() {
                    return self.error(at, "this function is defined twice");
                }
            }
        }
        Ok(())
    }
}

/// The text within quotes.
pub(crate) fn unquote(text: &str) -> String {
    let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
    let mut name = String::new();
    let mut rest = inner.chars();
    while let Some(c) = rest.next() {
        if c != '\\' {
            name.push(c);
            continue;
        }
        match rest.next() {
            Some('u') => {
                let digits: String = rest.by_ref().skip(1).take_while(|&c| c != '}').collect();
                name.extend(u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32));
            }
            Some(c) => name.push(c),
            None => {}
        }
    }
    name
}
