//! The position in the tokens, and the expectations at it.

use super::{Failure, Parsed, Parser, Stop};
use crate::symbols::Symbol;
use crate::tokens::{Keyword, Punctuator, Token};
use vitrum_ir::Span;

/// Expected tokens, for a message.
#[derive(Clone, Copy, Debug)]
pub(super) enum Expected {
    /// Too many to list.
    Many,
    /// These.
    Only(&'static str),
    /// These, behind a complete expression.
    Behind(&'static str),
}

impl Parser<'_, '_> {
    /// The next token; `None` at the end.
    #[inline]
    pub(super) fn peek(&self) -> Option<Token> {
        self.tokens.get(self.position).map(|&(token, _)| token)
    }

    /// The one behind it.
    #[inline]
    pub(super) fn peek_second(&self) -> Option<Token> {
        self.tokens.get(self.position + 1).map(|&(token, _)| token)
    }

    /// The next token, if it is a punctuator.
    #[inline]
    pub(super) fn peek_mark(&self) -> Option<Punctuator> {
        match self.tokens.get(self.position) {
            Some(&(Token::Punctuator(mark), _)) => Some(mark),
            _ => None,
        }
    }

    /// True if this punctuator is next.
    #[inline]
    pub(super) fn at(&self, mark: Punctuator) -> bool {
        self.peek_mark() == Some(mark)
    }

    /// True if this punctuator is behind the next token.
    #[inline]
    pub(super) fn second_is(&self, mark: Punctuator) -> bool {
        self.peek_second() == Some(Token::Punctuator(mark))
    }

    /// The span of the next token; at the end, of the last one.
    #[inline]
    pub(super) fn here(&self) -> Span {
        self.tokens.get(self.position).map_or_else(|| self.before(), |&(_, span)| span)
    }

    /// The span of the token that was read last.
    #[inline]
    pub(super) fn before(&self) -> Span {
        let last = self.position.checked_sub(1).and_then(|last| self.tokens.get(last));
        last.map_or(Span::default(), |&(_, span)| span)
    }

    /// Advances by one token.
    #[inline]
    pub(super) fn advance(&mut self) {
        self.position += 1;
        self.read.set(self.position);
    }

    /// Consumes the next token; returns its span.
    #[inline]
    pub(super) fn take(&mut self) -> Span {
        let span = self.here();
        self.advance();
        span
    }

    /// Consumes this punctuator, if it is next.
    #[inline]
    pub(super) fn eat(&mut self, mark: Punctuator) -> bool {
        let found = self.at(mark);
        if found {
            self.advance();
        }
        found
    }

    /// Consumes this punctuator, which must be next; returns its span.
    #[inline]
    pub(super) fn expect(&mut self, mark: Punctuator, expected: Expected) -> Parsed<Span> {
        match self.tokens.get(self.position) {
            Some(&(Token::Punctuator(found), span)) if found == mark => {
                self.advance();
                Ok(span)
            }
            _ if self.mend(mark) => Ok(self.before()),
            _ => Err(self.unexpected(expected)),
        }
    }

    /// Consumes an opening bracket; returns its span.
    #[inline]
    pub(super) fn open(&mut self, mark: Punctuator, expected: Expected) -> Parsed<Span> {
        if self.at(mark) && self.depth >= self.limit {
            return Err(Failure::Stop(Stop::Limit));
        }
        let span = self.expect(mark, expected)?;
        self.depth += 1;
        Ok(span)
    }

    /// Consumes a closing bracket; returns its span.
    #[inline]
    pub(super) fn close(&mut self, mark: Punctuator, expected: Expected) -> Parsed<Span> {
        let span = self.expect(mark, expected)?;
        self.depth = self.depth.saturating_sub(1);
        Ok(span)
    }

    /// Consumes a name, which must be next; returns it with its span.
    #[inline]
    pub(super) fn name(&mut self, expected: Expected) -> Parsed<(Symbol, Span)> {
        match self.tokens.get(self.position) {
            Some(&(Token::Identifier(name), span)) if !self.name_follows() => {
                self.advance();
                Ok((name, span))
            }
            Some((Token::Identifier(_), _)) => Err(self.unexpected(expected)),
            _ => self.keyword_as_name().ok_or_else(|| self.unexpected(expected)),
        }
    }

    /// True if the second token is a name: then a name before it is that of a type.
    #[inline]
    pub(super) fn name_follows(&self) -> bool {
        matches!(self.peek_second(), Some(Token::Identifier(_)))
    }

    /// True if the next token begins an operand.
    #[inline]
    pub(super) fn at_operand(&self) -> bool {
        match self.peek() {
            Some(Token::Punctuator(mark)) => mark == Punctuator::LeftParen || mark.is_prefix(),
            Some(Token::Keyword(Keyword::Nonuniform)) => self.second_is(Punctuator::LeftParen),
            Some(Token::Keyword(word)) => word == Keyword::SpirvType,
            Some(Token::Qualifier(_) | Token::StringLiteral(_)) | None => false,
            Some(_) => true,
        }
    }

    /// True if the name before the token at `next` names a type: another name follows, perhaps behind brackets.
    pub(super) fn names_type(&self, next: usize) -> bool {
        let mut depth = 0u32;
        for (token, _) in self.tokens.get(next..).unwrap_or_default() {
            match *token {
                Token::Identifier(_) if depth == 0 => return true,
                Token::Punctuator(Punctuator::LeftBracket) => depth += 1,
                Token::Punctuator(Punctuator::RightBracket) if depth > 0 => depth -= 1,
                Token::Punctuator(Punctuator::Semicolon | Punctuator::LeftBrace | Punctuator::RightBrace) => {
                    return false;
                }
                _ if depth == 0 => return false,
                _ => {}
            }
        }
        false
    }

    /// True if the next token is the name of a type.
    #[inline]
    pub(super) fn at_type_name(&self) -> bool {
        matches!(self.peek(), Some(Token::Identifier(_))) && self.names_type(self.position + 1)
    }

    /// True if the next token begins a qualifier.
    #[inline]
    pub(super) fn at_qualifier(&self) -> bool {
        match self.peek() {
            Some(Token::Qualifier(_)) => true,
            Some(Token::Keyword(word)) => self.is_qualifier(word),
            _ => false,
        }
    }

    fn is_qualifier(&self, word: Keyword) -> bool {
        match word {
            Keyword::Layout
            | Keyword::Subroutine
            | Keyword::SpirvInstruction
            | Keyword::SpirvExecutionMode
            | Keyword::SpirvExecutionModeId
            | Keyword::SpirvDecorate
            | Keyword::SpirvDecorateId
            | Keyword::SpirvDecorateString
            | Keyword::SpirvStorageClass
            | Keyword::SpirvByReference
            | Keyword::SpirvLiteral => true,
            Keyword::Nonuniform => !self.second_is(Punctuator::LeftParen),
            _ => false,
        }
    }

    /// Fails: the next token is none of the expected ones.
    #[cold]
    #[inline(never)]
    pub(super) fn unexpected(&mut self, expected: Expected) -> Failure {
        // Any other token could have continued the expression.
        let ends = match self.peek_mark() {
            Some(mark) => matches!(
                mark,
                Punctuator::RightParen
                    | Punctuator::RightBracket
                    | Punctuator::RightBrace
                    | Punctuator::Comma
                    | Punctuator::Semicolon
                    | Punctuator::Colon
            ),
            None => false,
        };
        self.expected = match expected {
            Expected::Only(list) => list,
            Expected::Behind(list) if ends => list,
            Expected::Behind(_) | Expected::Many => "",
        };
        Failure::Syntax
    }
}
