//! Syntax errors: messages, and recovery.

use super::{Failure, Parsed, Parser, Spanned, Stop};
use crate::diagnostics::Code;
use crate::lower::Lowering;
use crate::lower::report::Report;
use crate::lower::statements::Checkpoint;
use crate::tokens::{Keyword, Punctuator, Token};
use vitrum_ir::Span;

impl Parser<'_, '_> {
    /// Reports a syntax error in the statement at token `start`, and goes on with the next statement of the list, whose
    /// brackets are `depth` deep. Other failures end the parse, as does an error at the end.
    #[cold]
    pub(super) fn recover_statement(
        &mut self,
        failure: Failure,
        start: usize,
        checkpoint: Checkpoint,
        depth: u32,
    ) -> Parsed {
        let error = self.report(failure, start)?;
        self.cx.recover(checkpoint);
        self.errors += 1;
        let next = next_statement(self.tokens, start, error).max(start + 1);
        self.declare_failed(start, error, next);
        self.resume(next, depth)
    }

    /// Reports a syntax error in the declaration at token `start`, and goes on with the next declaration.
    #[cold]
    pub(super) fn recover_declaration(&mut self, failure: Failure, start: usize) -> Parsed {
        let error = self.report(failure, start)?;
        self.cx.report.failed = true;
        let next = next_declaration(self.tokens, start, error + 1);
        self.declare_failed(start, error, next);
        self.resume(next, 0)
    }

    /// Reports an unexpected token; returns its index.
    fn report(&mut self, failure: Failure, start: usize) -> Parsed<usize> {
        if failure != Failure::Syntax || self.position >= self.tokens.len() {
            return Err(failure);
        }
        let error = self.position;
        // The `if` of an `else` was in a statement that could not be parsed.
        if self.errors == 0 || self.token_at(error) != Some(Token::Keyword(Keyword::Else)) {
            self.explain_fault(start, error)?;
        }
        Ok(error)
    }

    /// Resumes at a token, in brackets that are `depth` deep.
    fn resume(&mut self, position: usize, depth: u32) -> Parsed {
        if position > self.tokens.len() || self.cx.report.sink.is_full() {
            return Err(Failure::Stop(Stop::End));
        }
        self.position = position;
        self.read.set(position);
        self.depth = depth;
        self.angle = None;
        self.prefixes.clear();
        self.operators.clear();
        self.assignments.clear();
        Ok(())
    }
}

/// The token where the next statement begins, after a syntax error at token `error` in a statement that begins at
/// `start`.
fn next_statement(tokens: &[Spanned], start: usize, error: usize) -> usize {
    // The number of parentheses and square brackets open since the last brace, and that number at the current head of a
    // `for`.
    let (mut inner, mut for_head) = (0u32, None);
    for (token, _) in tokens.iter().take(error + 1).skip(start) {
        match token {
            Token::Keyword(Keyword::For) => for_head = Some(inner),
            Token::Punctuator(Punctuator::LeftParen | Punctuator::LeftBracket) => inner += 1,
            Token::Punctuator(Punctuator::RightParen | Punctuator::RightBracket) => {
                inner = inner.saturating_sub(1);
                for_head = for_head.filter(|&head| inner > head);
            }
            Token::Punctuator(Punctuator::LeftBrace | Punctuator::RightBrace) => {
                (inner, for_head) = (0, None)
            }
            _ => {}
        }
    }
    if let Some((Token::Punctuator(Punctuator::Semicolon), _)) = tokens.get(error)
        && for_head.is_none()
    {
        return error + 1;
    }
    for (index, (token, _)) in tokens.iter().enumerate().skip(error) {
        let Token::Punctuator(mark) = token else { continue };
        match mark {
            Punctuator::LeftParen | Punctuator::LeftBracket if index > error => inner += 1,
            Punctuator::RightParen | Punctuator::RightBracket if index > error => {
                inner = inner.saturating_sub(1)
            }
            Punctuator::Semicolon if inner == 0 => return index + 1,
            Punctuator::LeftBrace | Punctuator::RightBrace => return index,
            _ => {}
        }
    }
    tokens.len() + 1
}

/// The token where the next declaration begins, after a syntax error in one that began at `start`.
fn next_declaration(tokens: &[Spanned], start: usize, error: usize) -> usize {
    let mut depth = 0u32;
    for (index, (token, _)) in tokens.iter().enumerate().skip(start) {
        match token {
            Token::Punctuator(Punctuator::LeftBrace) => depth += 1,
            Token::Punctuator(Punctuator::RightBrace) => {
                depth = depth.saturating_sub(1);
                let ends_block = matches!(
                    tokens.get(index + 1),
                    Some((Token::Punctuator(Punctuator::Semicolon) | Token::Identifier(_), _))
                );
                if depth == 0 && index + 1 >= error && !ends_block {
                    return index + 1;
                }
            }
            Token::Punctuator(Punctuator::Semicolon) if depth == 0 && index + 1 >= error => return index + 1,
            _ => {}
        }
    }
    tokens.len() + 1
}

impl Report<'_> {
    /// True if the latest diagnostic is about nesting beyond the limit.
    pub(super) fn has_reported_nesting(&self) -> bool {
        self.pending.as_ref().is_some_and(|diagnostic| diagnostic.code == Code::NestingLimit)
    }
}

impl Lowering<'_> {
    /// Adds the versions and extensions in which a name at a syntax error would be a keyword.
    pub(super) fn explain_word(&mut self, token: Option<Token>) {
        let Some(Token::Identifier(name)) = token else { return };
        if crate::tokens::keywords::word(name).is_some_and(|info| info.meaning.is_some()) {
            let text = self.symbols.text(name);
            let version = self.version();
            self.report.note(format!("`{text}` is not a keyword in version {version}"));
            self.help_elsewhere(name);
        }
    }

    pub(super) fn unexpected_token(&mut self, token: Token, span: Span, expected: &str) {
        let found = token.describe(self.symbols);
        let message = match alternatives(expected) {
            Some(expected) => format!("expected {expected}, found {found}"),
            None => format!("unexpected {found}"),
        };
        self.report.error(Code::SyntaxError, span, message);
    }
}

/// A list of expected tokens as a phrase, unless it is empty: `x`, `x or y`, `one of x, y or z`.
fn alternatives(list: &str) -> Option<String> {
    let (others, last) = match list.rsplit_once(", ") {
        None => return (!list.is_empty()).then(|| list.to_owned()),
        Some(parts) => parts,
    };
    let one_of = if others.contains(", ") { "one of " } else { "" };
    Some(format!("{one_of}{others} or {last}"))
}
