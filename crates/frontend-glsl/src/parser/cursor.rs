//! The token to come, and what is expected of it.

use super::{Failure, Parsed, Parser, Stop};
use crate::symbols::Symbol;
use crate::tokens::{Keyword, Punctuator, Token};
use vitrum_ir::Span;

/// Expected tokens, for a message.
#[derive(Clone, Copy, Debug)]
pub(super) enum Expected {
    /// Too much to say.
    Many,
    /// These.
    Only(&'static str),
    /// These, behind an expression that is complete.
    Behind(&'static str),
}

impl Parser<'_, '_> {
    /// The token to come; none at the end.
    #[inline]
    pub(super) fn peek(&self) -> Option<Token> {
        self.tokens.get(self.position).map(|&(token, _)| token)
    }

    /// The one behind it.
    #[inline]
    pub(super) fn peek_second(&self) -> Option<Token> {
        self.tokens.get(self.position + 1).map(|&(token, _)| token)
    }

    /// The token to come, if it is a mark.
    #[inline]
    pub(super) fn peek_mark(&self) -> Option<Punctuator> {
        match self.tokens.get(self.position) {
            Some(&(Token::Punctuator(mark), _)) => Some(mark),
            _ => None,
        }
    }

    /// True if this mark comes.
    #[inline]
    pub(super) fn at(&self, mark: Punctuator) -> bool {
        self.peek_mark() == Some(mark)
    }

    /// True if this mark comes behind the next token.
    #[inline]
    pub(super) fn second_is(&self, mark: Punctuator) -> bool {
        self.peek_second() == Some(Token::Punctuator(mark))
    }

    /// The place of the token to come; at the end that of the last one.
    #[inline]
    pub(super) fn here(&self) -> Span {
        self.tokens.get(self.position).map_or_else(|| self.before(), |&(_, span)| span)
    }

    /// The place of the token that was read last.
    #[inline]
    pub(super) fn before(&self) -> Span {
        let last = self.position.checked_sub(1).and_then(|last| self.tokens.get(last));
        last.map_or(Span::default(), |&(_, span)| span)
    }

    /// Goes on to the next token.
    #[inline]
    pub(super) fn advance(&mut self) {
        self.position += 1;
        self.read.set(self.position);
    }

    /// Goes over this mark, if it comes.
    #[inline]
    pub(super) fn eat(&mut self, mark: Punctuator) -> bool {
        let found = self.at(mark);
        if found {
            self.advance();
        }
        found
    }

    /// Goes over this mark, which has to come; its place.
    #[inline]
    pub(super) fn expect(&mut self, mark: Punctuator, expected: Expected) -> Parsed<Span> {
        match self.tokens.get(self.position) {
            Some(&(Token::Punctuator(found), span)) if found == mark => {
                self.advance();
                Ok(span)
            }
            _ => Err(self.unexpected(expected)),
        }
    }

    /// Goes over a bracket that opens; its place.
    #[inline]
    pub(super) fn open(&mut self, mark: Punctuator, expected: Expected) -> Parsed<Span> {
        if self.at(mark) && self.depth >= self.limit {
            return Err(Failure::Stop(Stop::Limit));
        }
        let span = self.expect(mark, expected)?;
        self.depth += 1;
        Ok(span)
    }

    /// Goes over a bracket that closes; its place.
    #[inline]
    pub(super) fn close(&mut self, mark: Punctuator, expected: Expected) -> Parsed<Span> {
        let span = self.expect(mark, expected)?;
        self.depth = self.depth.saturating_sub(1);
        Ok(span)
    }

    /// Goes over a name, which has to come; with its place.
    #[inline]
    pub(super) fn name(&mut self, expected: Expected) -> Parsed<(Symbol, Span)> {
        match self.tokens.get(self.position) {
            Some(&(Token::Identifier(name), span)) if !self.name_follows() => {
                self.advance();
                Ok((name, span))
            }
            _ => Err(self.unexpected(expected)),
        }
    }

    /// True if a name is the second token to come: then the first, if it is one, too, is that of a type.
    #[inline]
    pub(super) fn name_follows(&self) -> bool {
        matches!(self.peek_second(), Some(Token::Identifier(_)))
    }

    /// True if the token to come begins an operand.
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

    /// True if the token to come is the name of a type.
    #[inline]
    pub(super) fn at_type_name(&self) -> bool {
        matches!(self.peek(), Some(Token::Identifier(_))) && self.names_type(self.position + 1)
    }

    /// True if the token to come begins a qualifier.
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
        // Behind an expression everything else could also have been a part of it.
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
