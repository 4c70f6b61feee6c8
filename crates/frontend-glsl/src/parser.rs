//! From preprocessed tokens to the lowering, by recursive descent: a method reads what the rule above it says, and calls
//! the lowering for each thing as soon as it is complete and the token behind it is known. There is no syntax tree.
//!
//! The grammar is that of every GLSL version at once. Which versions have a construct is the lowering's business, so that
//! what a version lacks gets a message that says more than "unexpected token". A name is that of a type if another name
//! follows, perhaps behind brackets: tokens decide that, not declarations. A syntax error ends the statement or
//! declaration it is in; parsing goes on with the next one.

mod cursor;
mod declarations;
mod expressions;
mod jumps;
mod recovery;
mod statements;
mod types;

use crate::Limits;
use crate::lower::Lowering;
use crate::tokens::{Keyword, Punctuator, Token};
use cursor::Expected;
use std::cell::Cell;
use vitrum_ir::Span;

pub(crate) use jumps::JumpKeyword;
pub(crate) use vitrum_glsl::operators::BinaryOp;

/// Why a parse ends before its tokens do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// A limit was passed.
    Limit,
    /// The function ended that the rest of was parsed.
    FunctionEnd,
}

/// Why what was to be read was not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Failure {
    /// The token to come is none that can.
    Syntax,
    /// The parse ends.
    Stop(Stop),
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

/// What was read.
type Parsed<T = ()> = Result<T, Failure>;

/// A token with its place.
pub(crate) type Spanned = (Token, Span);

/// Reads tokens.
struct Parser<'p, 'a> {
    cx: &'p mut Lowering<'a>,
    tokens: &'a [Spanned],
    /// Index of the token to come.
    position: usize,
    /// Where the lowering learns it.
    read: &'p Cell<usize>,
    /// Brackets of all kinds that are open.
    depth: u32,
    /// The most of them, and of operators before an operand.
    limit: u32,
    /// How many brackets were open at the `<` of `coopmat<...>`, within it.
    angle: Option<u32>,
    /// Operators that wait for the operand behind them, with their places.
    prefixes: Vec<(Punctuator, Span)>,
    /// Whether `unsigned int` is a type: in versions that have no `uint` by themselves.
    has_unsigned_int: bool,
    /// What could have come instead of an unexpected token, if that is short enough to say.
    expected: &'static str,
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Declarations.
    Declarations,
    /// The rest of a function after a syntax error in it.
    FunctionRest,
}

impl Parser<'_, '_> {
    /// Declarations to the end.
    fn declarations(&mut self) -> Parsed {
        while self.peek().is_some() {
            self.external()?;
        }
        Ok(())
    }

    /// Statements to the end of the function: what was open is closed by the braces that come.
    fn function_rest(&mut self) -> Parsed {
        while self.peek().is_some() {
            if self.at(Punctuator::RightBrace) {
                let at = self.close(Punctuator::RightBrace, Expected::Many)?;
                self.cx.close_rest(at)?;
            } else {
                self.statement()?;
            }
        }
        Ok(())
    }
}

/// Parses a whole shader.
pub(crate) fn parse<'a>(tokens: &'a [Spanned], read: &Cell<usize>, cx: &mut Lowering<'a>, limits: &Limits) {
    cx.tokens = tokens;
    let (mut start, mut mode) = (0, Mode::Declarations);
    while start <= tokens.len() && !cx.sink.is_full() {
        read.set(start);
        let has_unsigned_int = cx.dialect.version.number < 130;
        let mut parser = Parser {
            cx,
            tokens,
            position: start,
            read,
            depth: 0,
            limit: limits.nesting,
            angle: None,
            prefixes: Vec::new(),
            has_unsigned_int,
            expected: "",
        };
        let result = match mode {
            Mode::Declarations => parser.declarations(),
            Mode::FunctionRest => parser.function_rest(),
        };
        let (position, at) = (parser.position, parser.here());
        let expected = parser.expected;
        match result {
            Ok(()) if mode == Mode::Declarations => return,
            Ok(()) => return cx.unexpected_end(at),
            Err(Failure::Stop(Stop::FunctionEnd)) => {
                mode = Mode::Declarations;
                // Another `}` at the very end is one too many for what could not be parsed, which is reported.
                let is_last = position + 1 == tokens.len();
                let closes =
                    matches!(tokens.get(position), Some((Token::Punctuator(Punctuator::RightBrace), _)));
                start = if is_last && closes { tokens.len() } else { position };
            }
            Err(Failure::Stop(Stop::Limit)) => {
                if !cx.has_reported_nesting() {
                    cx.report_nesting(at);
                }
                return;
            }
            Err(Failure::Syntax) if position >= tokens.len() => return cx.unexpected_end(at),
            Err(Failure::Syntax) => {
                let error = recovery::fault(tokens, start, position);
                report(cx, tokens, error, expected, mode);
                if cx.recover() {
                    mode = Mode::FunctionRest;
                    start = recovery::next_statement(tokens, start, error).max(start + 1);
                } else {
                    mode = Mode::Declarations;
                    start = recovery::next_declaration(tokens, start, error + 1);
                }
            }
        }
    }
}

/// Reports an unexpected token.
#[cold]
fn report(cx: &mut Lowering<'_>, tokens: &[Spanned], error: usize, expected: &str, mode: Mode) {
    let Some(&(token, span)) = tokens.get(error) else { return };
    // Its `if` was in what could not be parsed.
    if mode == Mode::FunctionRest && token == Token::Keyword(Keyword::Else) {
        return;
    }
    cx.unexpected_token(Some(token), span, expected);
    let before = error.checked_sub(1).and_then(|before| tokens.get(before));
    cx.explain_word(before.map(|&(token, _)| token));
    cx.explain_word(Some(token));
}
