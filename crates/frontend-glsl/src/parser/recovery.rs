//! Syntax errors: messages, and recovery.

use super::{Failure, Parsed, Parser, Spanned, Stop};
use crate::diagnostics::Code;
use crate::lower::Lowering;
use crate::lower::report::Report;
use crate::lower::statements::Checkpoint;
use crate::tokens::{Keyword, Punctuator, Token};
use vitrum_ir::{Cursor, Span};

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
        let next = self.resume_at.take().unwrap_or_else(|| next_statement(self.tokens, start, error));
        let next = next.max(start + 1);
        // The head of a block was lost, and what the block is.
        self.cx.report.is_recovered |= self.token_at(next) == Some(Token::Punctuator(Punctuator::LeftBrace));
        self.declare_failed(start, error, next);
        self.resume(next, depth)
    }

    /// Reports a syntax error in the declaration at token `start`, and goes on with the next declaration.
    #[cold]
    pub(super) fn recover_declaration(&mut self, failure: Failure, start: usize, cursor: Cursor) -> Parsed {
        let error = self.report(failure, start)?;
        self.cx.recover_declaration(cursor);
        let next = self.resume_at.take().unwrap_or_else(|| next_declaration(self.tokens, start, error + 1));
        self.declare_failed(start, error, next);
        self.resume(next.max(start + 1), 0)
    }

    /// Reports a syntax error in the member at token `start`, and goes on with the next member.
    #[cold]
    pub(super) fn recover_member(&mut self, failure: Failure, start: usize, depth: u32) -> Parsed {
        let error = self.report(failure, start)?;
        self.cx.report.failed = true;
        self.resume_at = None;
        let next = next_member(self.tokens, start, error);
        self.declare_failed(start, error, next);
        self.resume(next, depth)
    }

    /// Takes back what was reported about the statement or member from token `start` to the syntax error at token `error`,
    /// except for the diagnostics from number `end` on: it is most likely a consequence.
    #[cold]
    pub(super) fn supersede(&mut self, start: usize, error: usize, end: usize) {
        /// The number of tokens before an error that are looked at.
        const MOST: usize = 4096;
        let before = self.tokens.get(start..error).unwrap_or_default().iter().rev();
        let length = before.take(MOST).take_while(|(token, _)| !ends_segment(*token)).count();
        let tokens = self.tokens.get(error - length..=error).unwrap_or_default();
        self.cx.report.supersede(tokens, end);
    }

    /// Takes back what was reported about statements in which something was left out, after a fault that was reported, and
    /// about declarations that are not understood.
    #[cold]
    pub(super) fn supersede_at_gaps(&mut self) {
        self.cx.report.flush();
        let all = self.cx.report.sink.diagnostics().len();
        for (from, to) in std::mem::take(&mut self.cx.report.unread) {
            self.cx.report.supersede(self.tokens.get(from..to).unwrap_or_default(), all);
        }
        let gaps = std::mem::take(&mut self.cx.report.gaps);
        let mut done = 0;
        for &gap in gaps.iter().filter(|&&gap| gap <= self.tokens.len()) {
            if gap < done {
                continue;
            }
            let before = self.tokens.get(done..gap).unwrap_or_default().iter().rev();
            let start = gap - before.take_while(|(token, _)| !ends_segment(*token)).count();
            let behind = self.tokens.get(gap..).unwrap_or_default().iter();
            let end = gap + behind.take_while(|(token, _)| !ends_segment(*token)).count() + 1;
            let end = end.min(self.tokens.len());
            self.cx.report.supersede(self.tokens.get(start..end).unwrap_or_default(), all);
            done = end;
        }
        self.cx.report.gaps = gaps;
    }

    /// Reports an unexpected token; returns its index.
    fn report(&mut self, failure: Failure, start: usize) -> Parsed<usize> {
        if failure != Failure::Syntax || self.position >= self.tokens.len() {
            return Err(failure);
        }
        let error = self.position;
        // The `if` of an `else` was in a statement that could not be parsed.
        /// The number of errors that are not reported.
        const MOST_SILENT: u32 = 256;
        self.cx.report.flush();
        if self.errors == 0 || self.token_at(error) != Some(Token::Keyword(Keyword::Else)) {
            self.explain_fault(start, error)?;
        }
        self.silent += u32::from(self.cx.report.pending.is_none());
        if self.silent > MOST_SILENT { Err(Failure::Stop(Stop::End)) } else { Ok(error) }
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
            Punctuator::LeftBrace => match behind_list(tokens, index) {
                Some(behind) => return next_statement(tokens, behind, behind),
                None => return index,
            },
            Punctuator::RightBrace => return index,
            _ => {}
        }
    }
    tokens.len() + 1
}

/// The token behind the braces that begin at `open`, if they are a list of values and no block: the statement goes on.
fn behind_list(tokens: &[Spanned], open: usize) -> Option<usize> {
    let mut depth = 0u32;
    for (index, (token, _)) in tokens.iter().enumerate().skip(open) {
        match token {
            Token::Punctuator(Punctuator::LeftBrace) => depth += 1,
            Token::Punctuator(Punctuator::RightBrace) => {
                depth -= 1;
                if depth == 0 {
                    let next = tokens.get(index + 1).map(|row| row.0);
                    let goes_on = matches!(
                        next,
                        Some(Token::Punctuator(
                            Punctuator::Semicolon | Punctuator::Comma | Punctuator::RightParen
                        ))
                    );
                    return goes_on.then_some(index + 1);
                }
            }
            Token::Punctuator(Punctuator::Semicolon) => return None,
            _ => {}
        }
    }
    None
}

/// The token where the next member begins, or the `}` behind the last one, after a syntax error at token `error` in the one that
/// begins at `start`.
fn next_member(tokens: &[Spanned], start: usize, error: usize) -> usize {
    let mut depth = 0u32;
    for (index, (token, _)) in tokens.iter().enumerate().skip(start) {
        match token {
            Token::Punctuator(Punctuator::LeftBrace) => depth += 1,
            Token::Punctuator(Punctuator::RightBrace) if depth == 0 => return index,
            Token::Punctuator(Punctuator::RightBrace) => {
                depth -= 1;
                if depth == 0 && index >= error {
                    return index + 1;
                }
            }
            Token::Punctuator(Punctuator::Semicolon) if depth == 0 && index >= error => return index + 1,
            _ => {}
        }
    }
    tokens.len() + 1
}

/// True if a token separates statements, members or blocks.
fn ends_segment(token: Token) -> bool {
    matches!(token, Token::Punctuator(Punctuator::Semicolon | Punctuator::LeftBrace | Punctuator::RightBrace))
}

/// The token where the next declaration begins, after a syntax error in one that began at `start`.
pub(crate) fn next_declaration(tokens: &[Spanned], start: usize, error: usize) -> usize {
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
