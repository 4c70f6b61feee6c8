//! Tokens that are missing, and are read as if they were there, so that the statement around them keeps its meaning.

use super::Parser;
use crate::diagnostics::Code;
use crate::symbols::Symbol;
use crate::tokens::{Keyword, Punctuator, Token, keywords};
use vitrum_glsl::foreign::{Instead, foreign};
use vitrum_glsl::operators::Role;
use vitrum_ir::Span;

impl Parser<'_, '_> {
    /// True if `mark`, which should be next, is most likely missing: this is reported, once for each position.
    #[cold]
    #[inline(never)]
    pub(super) fn mend(&mut self, mark: Punctuator) -> bool {
        let Some(found) = self.peek() else { return false };
        if self.mended == Some(self.position) {
            return true;
        }
        let open = self.innermost_open();
        match (mark, open) {
            _ if self.is_meant_as(mark, open) => {
                self.report_instead(mark);
                self.advance();
                return true;
            }
            (Punctuator::Semicolon, None) if self.statement_ends() => self.report_missing_semicolon(),
            (Punctuator::RightParen | Punctuator::RightBracket, Some(open))
                if self.closes(open, mark)
                    && self.ends_within(open, found)
                    && !self.is_made_by_macro(self.position) =>
            {
                self.cx.report.flush();
                let known = self.cx.report.sink.diagnostics().len();
                self.report_unclosed(open, mark);
                self.supersede(open, self.position, known);
            }
            _ => return false,
        }
        self.mended = Some(self.position);
        true
    }

    /// True if the next token is a `.` behind a number at the end of a line, which is written for `;`: this is reported.
    #[cold]
    pub(super) fn is_end_as_point(&mut self) -> bool {
        let ends = self.innermost_open().is_none()
            && self
                .tokens
                .get(self.position + 1)
                .is_some_and(|row| self.cx.settings.line_of(row.1) != self.cx.settings.line_of(self.here()));
        if ends {
            self.report_instead(Punctuator::Semicolon);
            self.advance();
            self.mended = Some(self.position);
        }
        ends
    }

    /// True if the next token is not `mark`, but often written for it.
    fn is_meant_as(&self, mark: Punctuator, open: Option<usize>) -> bool {
        let Some(Token::Punctuator(found)) = self.peek() else { return false };
        match (mark, found) {
            (Punctuator::Assign, Punctuator::Colon | Punctuator::EqualEqual) => {
                !matches!(self.peek_second(), Some(Token::Punctuator(Punctuator::Assign)))
            }
            (Punctuator::Comma, Punctuator::Semicolon) => {
                let closes = open.and_then(|open| self.closing(open));
                closes.is_some_and(|close| close > self.position)
            }
            (Punctuator::Colon, Punctuator::Semicolon) => open.is_none() && self.is_behind_case(),
            (Punctuator::Semicolon, Punctuator::Colon) => {
                let behind = self.tokens.get(self.position + 1).map(|row| self.cx.settings.line_of(row.1));
                open.is_none()
                    && behind.is_none_or(|line| line != self.cx.settings.line_of(self.here()))
                    && self.last_token().is_some_and(ends_statement)
            }
            _ => false,
        }
    }

    /// True if the tokens read last are `case` and its value, or `default`.
    fn is_behind_case(&self) -> bool {
        let before = self.tokens.get(..self.position).unwrap_or_default().iter().rev();
        let ends = [Punctuator::Semicolon, Punctuator::LeftBrace, Punctuator::RightBrace, Punctuator::Colon];
        let mut label = before
            .map(|row| row.0)
            .take_while(|token| !ends.iter().any(|&mark| *token == Token::Punctuator(mark)));
        label.any(|token| matches!(token, Token::Keyword(Keyword::Case | Keyword::Default)))
    }

    /// Reports the next token, which is written for `mark`.
    fn report_instead(&mut self, mark: Punctuator) {
        let (found, here) = (self.peek().map(|token| token.describe(self.cx.symbols)), self.here());
        let (found, text) = (found.unwrap_or_default(), mark.text());
        self.cx.report.error(Code::SyntaxError, here, format!("expected `{text}`, found {found}"));
        self.cx.report.fix(format!("write `{text}`"), here, text);
    }

    /// Skips a semantic of HLSL behind the name of a declaration, `: SV_Target`, if it is next. It is reported once.
    #[cold]
    #[inline(never)]
    pub(super) fn skip_semantic(&mut self) -> bool {
        let Some(Token::Identifier(name)) = self.peek_second().filter(|_| self.at(Punctuator::Colon)) else {
            return false;
        };
        let is_foreign = |name: Symbol| foreign(self.cx.symbols.text(name)).is_some();
        let is_head = |name: Symbol| {
            matches!(foreign(self.cx.symbols.text(name)), Some((_, Instead::Advice(_) | Instead::Nothing(_))))
        };
        // `let x: f32` and `cbuffer Name : register(b0)` are other mistakes.
        let before = self.tokens.get(..self.position).unwrap_or_default().iter().rev();
        let first = before
            .map(|row| row.0)
            .take_while(|token| {
                !matches!(
                    token,
                    Token::Punctuator(Punctuator::Semicolon | Punctuator::LeftBrace | Punctuator::RightBrace)
                )
            })
            .last();
        let begins = matches!(first, Some(Token::Identifier(word)) if is_head(word) && self.cx.scopes.lookup(word).is_none());
        if begins || is_foreign(name) || !matches!(self.last_token(), Some(token) if ends_statement(token)) {
            return false;
        }
        let in_loop = self
            .innermost_open()
            .and_then(|open| open.checked_sub(1))
            .is_some_and(|word| self.token_at(word) == Some(Token::Keyword(Keyword::For)));
        if in_loop {
            return false;
        }
        let from = self.here();
        self.advance();
        let mut span = from.to(self.take());
        if self.at(Punctuator::LeftParen)
            && let Some(close) = self.closing(self.position)
        {
            self.position = close;
            span = span.to(self.take());
        }
        if std::mem::replace(&mut self.has_semantics, true) {
            self.cx.report.failed = true;
            return true;
        }
        let text = self.cx.symbols.text(name).to_owned();
        let message = format!("GLSL has no semantics such as `{text}` of HLSL");
        self.cx.report.error(Code::SyntaxError, span, message);
        self.cx.report.help(
            "give inputs and outputs a place by `layout(location = 0)`, resources by `layout(binding = 0)`",
        );
        true
    }

    /// True if the statement may end behind the token that was read last, although no token of the grammar follows.
    #[cold]
    #[inline(never)]
    pub(super) fn may_end(&self) -> bool {
        let Some(found) = self.peek() else { return false };
        match self.innermost_open() {
            None => self.statement_ends(),
            Some(open) => self.ends_within(open, found),
        }
    }

    /// The bracket, other than a brace, that is open at the next token.
    pub(super) fn innermost_open(&self) -> Option<usize> {
        let mut closed = 0u32;
        for (index, (token, _)) in self.tokens.iter().enumerate().take(self.position).rev() {
            match token {
                Token::Punctuator(Punctuator::RightParen | Punctuator::RightBracket) => closed += 1,
                Token::Punctuator(Punctuator::LeftParen | Punctuator::LeftBracket) if closed == 0 => {
                    return Some(index);
                }
                Token::Punctuator(Punctuator::LeftParen | Punctuator::LeftBracket) => closed -= 1,
                Token::Punctuator(Punctuator::LeftBrace | Punctuator::RightBrace) if closed == 0 => {
                    return None;
                }
                _ => {}
            }
        }
        None
    }

    /// True if `mark` closes the bracket at `open`.
    fn closes(&self, open: usize, mark: Punctuator) -> bool {
        let wanted = match mark {
            Punctuator::RightBracket => Punctuator::LeftBracket,
            _ => Punctuator::LeftParen,
        };
        self.token_at(open) == Some(Token::Punctuator(wanted))
    }

    /// The token at an index.
    pub(super) fn token_at(&self, index: usize) -> Option<Token> {
        self.tokens.get(index).map(|&(token, _)| token)
    }

    /// The token that was read last.
    pub(super) fn last_token(&self) -> Option<Token> {
        self.position.checked_sub(1).and_then(|last| self.token_at(last))
    }

    /// True if a statement ends behind the token read last, and lacks its `;`: another line begins, or what follows can
    /// only begin a statement.
    fn statement_ends(&self) -> bool {
        let last = self.last_token();
        if !last.is_some_and(ends_statement) || self.is_word_elsewhere(last) {
            return false;
        }
        let begins = match self.peek() {
            Some(Token::Punctuator(Punctuator::RightBrace)) => return true,
            Some(Token::Keyword(word)) => word != Keyword::Else || self.is_on_later_line(),
            Some(Token::Qualifier(_)) => true,
            Some(Token::BuiltinType(_)) => !self.second_is(Punctuator::LeftParen) || self.is_on_later_line(),
            Some(Token::Identifier(_)) => self.is_on_later_line(),
            Some(Token::Punctuator(mark)) => {
                matches!(mark, Punctuator::LeftBrace | Punctuator::Semicolon) && self.is_on_later_line()
            }
            _ => false,
        };
        begins && !(self.at(Punctuator::LeftBrace) && self.is_head())
    }

    /// True if a token is a name here, but a keyword in other versions or by extensions.
    fn is_word_elsewhere(&self, token: Option<Token>) -> bool {
        let Some(Token::Identifier(name)) = token else { return false };
        keywords::word(name).is_some() && self.cx.scopes.lookup(name).is_none()
    }

    /// True if the tokens read last may be the head of a function or control statement, whose `{` may be on another line.
    fn is_head(&self) -> bool {
        self.last_token() == Some(Token::Punctuator(Punctuator::RightParen))
    }

    /// True if the next token is on another line than the token that was read last.
    pub(super) fn is_on_later_line(&self) -> bool {
        let before = self.before();
        let end = Span::new(before.end.saturating_sub(1).max(before.start), before.end);
        self.cx.settings.line_of(end) != self.cx.settings.line_of(self.here())
    }

    /// True if a bracket that is open can no longer be closed before the token that is next: the statement or the head
    /// that it is in ends there.
    fn ends_within(&self, open: usize, found: Token) -> bool {
        match found {
            Token::Punctuator(Punctuator::Semicolon) => !self.is_in_for_head(open),
            Token::Punctuator(Punctuator::LeftBrace | Punctuator::RightBrace) => true,
            Token::Punctuator(_) => false,
            _ => self.is_on_later_line() && !self.closes_later(),
        }
    }

    /// True if a bracket is, or is within, the head of a `for`, where `;` is no end.
    fn is_in_for_head(&self, open: usize) -> bool {
        let before = self.tokens.get(..open).unwrap_or_default().iter().rev();
        let is_end = |token: &Token| {
            matches!(
                token,
                Token::Punctuator(Punctuator::Semicolon | Punctuator::LeftBrace | Punctuator::RightBrace)
            )
        };
        before
            .map(|(token, _)| *token)
            .take_while(|token| !is_end(token))
            .any(|token| token == Token::Keyword(Keyword::For))
    }

    /// True if the innermost open bracket is closed before the next `;` or brace.
    fn closes_later(&self) -> bool {
        let mut depth = 0u32;
        for (token, _) in self.tokens.iter().skip(self.position) {
            match token {
                Token::Punctuator(Punctuator::LeftParen | Punctuator::LeftBracket) => depth += 1,
                Token::Punctuator(Punctuator::RightParen | Punctuator::RightBracket) if depth == 0 => {
                    return true;
                }
                Token::Punctuator(Punctuator::RightParen | Punctuator::RightBracket) => depth -= 1,
                Token::Punctuator(Punctuator::Semicolon | Punctuator::LeftBrace | Punctuator::RightBrace) => {
                    return false;
                }
                _ => {}
            }
        }
        false
    }

    fn report_missing_semicolon(&mut self) {
        let behind = end_of(self.before());
        let found = self.peek().map(|token| token.describe(self.cx.symbols)).unwrap_or_default();
        let last = self.last_token().map(|token| token.describe(self.cx.symbols)).unwrap_or_default();
        let here = self.here();
        // The body of a function may be missing, too.
        let is_header = self.is_head() && self.cx.scopes.depth() == 0;
        let body = if is_header { " or a body in braces" } else { "" };
        self.cx.report.error(Code::SyntaxError, behind, format!("expected `;`{body} behind {last}"));
        self.cx.report.label(here, format!("unexpected {found}"));
        match is_header {
            true => self.cx.report.suggest("insert `;`", behind, ";"),
            false => self.cx.report.fix("insert `;`", behind, ";"),
        }
    }

    fn report_unclosed(&mut self, open: usize, mark: Punctuator) {
        // An index ends before an assignment at the latest.
        let is_assignment = |index: &usize| match self.token_at(*index) {
            Some(Token::Punctuator(found)) => matches!(found.role(), Role::Assign(_)),
            _ => false,
        };
        let end = (open + 1..self.position)
            .find(|index| mark == Punctuator::RightBracket && is_assignment(index))
            .unwrap_or(self.position);
        let found = self.token_at(end).map(|token| token.describe(self.cx.symbols)).unwrap_or_default();
        let behind = end_of(self.span_at(end - 1));
        let text = mark.text();
        let message = format!("expected `{text}` before {found}");
        self.cx.report.error(Code::SyntaxError, behind, message);
        if let Some(&(token, span)) = self.tokens.get(open) {
            let opening = token.describe(self.cx.symbols);
            self.cx.report.label(span, format!("{opening} is not closed"));
        }
        self.cx.report.suggest(format!("insert `{text}`"), behind, text);
    }

    // Keywords used as names.

    /// The keyword that is next as a name, if it can only be meant as one; this is reported.
    #[cold]
    #[inline(never)]
    pub(super) fn keyword_as_name(&mut self) -> Option<(Symbol, Span)> {
        let text = word_text(self.peek()?)?;
        let follows = match self.peek_second()? {
            Token::Punctuator(mark) => matches!(
                mark,
                Punctuator::Assign
                    | Punctuator::Semicolon
                    | Punctuator::Comma
                    | Punctuator::RightParen
                    | Punctuator::LeftBracket
            ),
            _ => false,
        };
        if !follows {
            return None;
        }
        let (word, at) = (self.cx.symbols.intern(text), self.here());
        if self.words.contains(&word) {
            self.cx.report.failed = true;
            self.advance();
            return Some((word, at));
        }
        let what = self.peek().map(kind_of_word).unwrap_or_default();
        self.cx.report.error(Code::SyntaxError, at, format!("`{text}` is {what} and cannot be a name"));
        self.cx.report.help(format!("choose another name, such as `{text}_`"));
        self.words.push(word);
        self.advance();
        Some((word, at))
    }

    /// The name that a keyword stands for, after it was declared as one by mistake.
    #[cold]
    #[inline(never)]
    pub(super) fn declared_word(&mut self, token: Token) -> Option<Symbol> {
        if self.words.is_empty() {
            return None;
        }
        let word = self.cx.symbols.intern(word_text(token)?);
        self.words.contains(&word).then_some(word)
    }
}

/// The empty span at the end of one.
fn end_of(span: Span) -> Span {
    Span::new(span.end, span.end)
}

/// The spelling of a word that cannot be a name.
fn word_text(token: Token) -> Option<&'static str> {
    match token {
        Token::Keyword(word) => Some(word.text()),
        Token::Qualifier(word) => Some(word.text()),
        Token::BuiltinType(ty) => Some(ty.name()),
        _ => None,
    }
}

fn kind_of_word(token: Token) -> &'static str {
    match token {
        Token::Qualifier(_) => "a qualifier of the language",
        Token::BuiltinType(_) => "a type of the language",
        _ => "a keyword of the language",
    }
}

/// True if a complete statement or declaration may end in this token.
pub(super) fn ends_statement(token: Token) -> bool {
    match token {
        Token::Identifier(_) => true,
        Token::Punctuator(mark) => matches!(
            mark,
            Punctuator::RightParen
                | Punctuator::RightBracket
                | Punctuator::RightBrace
                | Punctuator::Increment
                | Punctuator::Decrement
        ),
        Token::Keyword(word) => matches!(
            word,
            Keyword::Break
                | Keyword::Continue
                | Keyword::Discard
                | Keyword::Return
                | Keyword::Demote
                | Keyword::TerminateInvocation
                | Keyword::IgnoreIntersection
                | Keyword::TerminateRay
        ),
        _ => token.is_literal(),
    }
}
