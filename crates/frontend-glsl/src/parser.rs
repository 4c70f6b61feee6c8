//! A recursive-descent parser over preprocessed tokens, which calls the lowering. There is no syntax tree.
//!
//! Each method is headed by the grammar rule that it reads. It calls the lowering for a construct once it is complete
//! and the next token is valid. The values of open constructs are held on the parser's stack.
//!
//! The grammar is the union of all GLSL versions. The lowering checks that the version has a construct, so that a
//! missing one gets a better message than "unexpected token". A name is that of a type if another name follows, perhaps
//! behind brackets: tokens decide this, not declarations. A syntax error ends the statement or declaration it is in,
//! and parsing goes on with the next one. The values of constructs that are open in it are dropped.

mod cursor;
mod declarations;
mod expressions;
mod faults;
mod mend;
mod recovery;
mod statements;
mod types;

use crate::Options;
use crate::lower::Lowering;
use crate::lower::declarations::types::TypeSpec;
use crate::lower::expressions::operators::{AssignHead, Pending};
use crate::symbols::Symbol;
use crate::tokens::{Punctuator, Token};
use std::cell::Cell;
use vitrum_ir::Span;

pub(crate) use recovery::next_declaration;
pub(crate) use vitrum_glsl::operators::BinaryOp;

/// Reasons to stop parsing before the end of the tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// A limit was passed.
    Limit,
    /// Nothing is left to read after a syntax error, or no further diagnostics are kept.
    End,
}

/// Reasons that a rule was not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Failure {
    /// The next token is unexpected.
    Syntax,
    /// The parse ends.
    Stop(Stop),
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

/// The result of a parser method.
type Parsed<T = ()> = Result<T, Failure>;

/// A token with its span.
pub(crate) type Spanned = (Token, Span);

/// A prefix of an operand.
#[derive(Clone, Copy)]
enum Prefix {
    Operator(Punctuator),
    /// A type in parentheses.
    Cast(TypeSpec),
}

/// Reads tokens.
struct Parser<'p, 'a> {
    cx: &'p mut Lowering<'a>,
    tokens: &'a [Spanned],
    /// Index of the next token.
    position: usize,
    /// The same index, shared with the lowering.
    read: &'p Cell<usize>,
    /// The number of open brackets of all kinds.
    depth: u32,
    /// The maximum number of open brackets, and of operators before an operand.
    limit: u32,
    /// Within `coopmat<...>`: the number of brackets open at its `<`.
    angle: Option<u32>,
    /// Prefix operators and casts before an operand, with their spans. These three are explicit stacks because chains of
    /// operators may be longer than recursion allows.
    prefixes: Vec<(Prefix, Span)>,
    /// Pending binary operators: their right operands have not been read.
    operators: Vec<Pending>,
    /// Left sides of assignments whose values have not been read.
    assignments: Vec<AssignHead>,
    /// The index of the token behind the last label of a `switch`.
    labelled: usize,
    /// Syntax errors so far in the function being read.
    errors: u32,
    /// The tokens expected instead of an unexpected one, if the list is short.
    expected: &'static str,
    /// The index of the token before which another one was taken for read, as most likely missing.
    mended: Option<usize>,
    /// Keywords that were declared as names by mistake.
    words: Vec<Symbol>,
    /// Syntax errors that were not reported, since others explain them.
    silent: u32,
    /// The token to go on with after the syntax error that was reported last, if that is known.
    resume_at: Option<usize>,
    /// True if a semantic of HLSL was reported.
    has_semantics: bool,
    /// Tells that the caller does not want the result any more.
    cancelled: Option<&'p dyn Fn() -> bool>,
}

/// Parses a whole shader.
pub(crate) fn parse<'a>(
    tokens: &'a [Spanned],
    read: &Cell<usize>,
    cx: &mut Lowering<'a>,
    options: &Options<'_>,
) {
    cx.tokens = tokens;
    if cx.report.sink.is_full() {
        return;
    }
    read.set(0);
    let mut parser = Parser {
        cx,
        tokens,
        position: 0,
        read,
        depth: 0,
        limit: options.limits.nesting,
        angle: None,
        prefixes: Vec::new(),
        operators: Vec::new(),
        assignments: Vec::new(),
        labelled: usize::MAX,
        errors: 0,
        expected: "",
        mended: None,
        words: Vec::new(),
        silent: 0,
        resume_at: None,
        has_semantics: false,
        cancelled: options.cancelled,
    };
    let result = parser.declarations();
    let at = parser.here();
    match result {
        Ok(()) | Err(Failure::Stop(Stop::End)) => {}
        Err(Failure::Stop(Stop::Limit)) if parser.cx.report.has_reported_nesting() => {}
        Err(Failure::Stop(Stop::Limit)) => parser.cx.report_nesting(at),
        Err(Failure::Syntax) => parser.report_end(at),
    }
    if !parser.cx.report.gaps.is_empty() || !parser.cx.report.unread.is_empty() {
        parser.supersede_at_gaps();
    }
}

impl Parser<'_, '_> {
    /// Reads declarations to the end. A syntax error ends the declaration it is in, and the next one is read.
    fn declarations(&mut self) -> Parsed {
        while self.peek().is_some() {
            self.go_on()?;
            let (start, cursor) = (self.position, self.cx.cursor);
            if let Err(failure) = self.external() {
                self.recover_declaration(failure, start, cursor)?;
            }
        }
        Ok(())
    }

    /// Stops if the caller does not want the result any more.
    fn go_on(&self) -> Parsed {
        match self.cancelled {
            Some(cancelled) if cancelled() => Err(Stop::End.into()),
            _ => Ok(()),
        }
    }
}
