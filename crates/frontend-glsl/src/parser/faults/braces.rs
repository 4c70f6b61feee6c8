//! Braces that are missing or too many, and the names of declarations that could not be read.

use crate::diagnostics::Code;
use crate::parser::Parser;
use crate::symbols::Symbol;
use crate::tokens::{Keyword, Punctuator, Token};
use vitrum_ir::Span;

impl Parser<'_, '_> {
    /// Reports the end of the shader within a declaration.
    #[cold]
    pub(in crate::parser) fn report_end(&mut self, at: Span) {
        if self.cx.report.is_cut_off {
            self.cx.report.failed = true;
            return;
        }
        if !self.report_unclosed_brace() {
            let found = self.innermost_open().filter(|_| self.position > 0);
            self.cx.report.error(Code::SyntaxError, at, "unexpected end of shader");
            if let Some(open) = found {
                let (opening, span) = (self.describe(open), self.span_at(open));
                self.cx.report.label(span, format!("{opening} is not closed"));
            }
        }
    }

    /// Reports the `{` that is not closed, if there is one.
    pub(super) fn report_unclosed_brace(&mut self) -> bool {
        let open = self.open_braces();
        let Some(&last) = open.last() else { return false };
        let odd = self.odd_braces(false);
        let span = self.span_at(odd.map_or(last, |(open, _)| open));
        self.cx.report.error(Code::SyntaxError, span, "this `{` is not closed");
        match odd {
            Some((_, close)) => {
                let span = self.span_at(close);
                self.cx.report.label(span, "this `}` closes it, but is indented like an outer one");
            }
            None => {
                let end = self.tokens.last().map_or(Span::default(), |&(_, span)| span);
                let end = Span::new(end.end, end.end);
                self.cx.report.label(end, "the shader ends here");
                if open.len() == 1 {
                    self.cx.report.fix("add `}`", end, "\n}");
                }
            }
        }
        true
    }

    /// The `{` without `}`.
    fn open_braces(&self) -> Vec<usize> {
        let mut open = Vec::new();
        for index in 0..self.tokens.len() {
            if self.is_mark(index, Punctuator::LeftBrace) {
                open.push(index);
            } else if self.is_mark(index, Punctuator::RightBrace) {
                open.pop();
            }
        }
        open
    }

    /// The first pair of braces on different lines with different indentation: further in if `inwards`, further out
    /// otherwise.
    pub(super) fn odd_braces(&self, inwards: bool) -> Option<(usize, usize)> {
        let mut open = Vec::new();
        for index in 0..self.tokens.len() {
            if self.is_mark(index, Punctuator::LeftBrace) {
                open.push(index);
            } else if self.is_mark(index, Punctuator::RightBrace)
                && let Some(opening) = open.pop()
            {
                let (from, to) = (self.indentation(opening)?, self.indentation(index)?);
                let is_other_line = self.line_of(opening) != self.line_of(index);
                let is_odd = if inwards { to.1 > from.1 } else { to.1 < from.1 };
                if is_other_line && is_odd && to.0 {
                    return Some((opening, index));
                }
            }
        }
        None
    }

    fn line_of(&self, index: usize) -> Option<u32> {
        self.cx.settings.sources.physical_line(self.span_at(index).start)
    }

    /// The indentation of the line of a token, and whether the token begins the line.
    fn indentation(&self, index: usize) -> Option<(bool, usize)> {
        let sources = self.cx.settings.sources;
        let start = self.span_at(index).start;
        let line = sources.lines_around(sources.file_at(start)?, start, start);
        let indentation = line.text.len() - line.text.trim_start().len();
        Some((line.start as usize + indentation == start as usize, indentation))
    }

    /// True if the head of a function begins in another function, and some `{` is not closed.
    pub(super) fn is_function_in_function(&self, start: usize, error: usize) -> bool {
        let is_header = matches!(self.token_at(start), Some(Token::BuiltinType(_) | Token::Identifier(_)))
            && matches!(self.token_at(start + 1), Some(Token::Identifier(_)))
            && self.is_mark(start + 2, Punctuator::LeftParen)
            && self.is_mark(error, Punctuator::LeftBrace);
        let is_global =
            matches!(self.token_at(start), Some(Token::Qualifier(_) | Token::Keyword(Keyword::Layout)));
        let in_function = self.cx.scopes.depth() > 0;
        in_function && (is_header || is_global)
    }

    // Names of a declaration that could not be read.

    /// The token behind the `}` that closes the function which a stray `}` before `start` ended too early.
    pub(super) fn behind_lost_statements(&self, start: usize) -> Option<usize> {
        let mut depth = 0u32;
        for index in start..self.tokens.len() {
            if self.is_mark(index, Punctuator::LeftBrace) {
                let is_function = depth == 0
                    && index > start
                    && self
                        .opening(index - 1)
                        .and_then(|open| open.checked_sub(2))
                        .is_some_and(|ty| self.is_type_at(ty));
                if is_function {
                    return None;
                }
                depth += 1;
            } else if self.is_mark(index, Punctuator::RightBrace) {
                match depth.checked_sub(1) {
                    Some(less) => depth = less,
                    None => return Some(index + 1),
                }
            }
        }
        None
    }

    /// Declares what the tokens of a failed statement or declaration would declare, so that uses are no errors. Those from
    /// `error` on were not read.
    #[cold]
    pub(in crate::parser) fn declare_failed(&mut self, start: usize, error: usize, end: usize) {
        if let Some((name, span)) = self.declared_name(start, end)
            && self.cx.scopes.lookup_here(name).is_none()
        {
            self.cx.declare_failed(name, span);
        }
        for (index, (token, _)) in self.tokens.iter().enumerate().take(end).skip(start) {
            if let Token::Identifier(name) = token
                && (index >= error || self.cx.scopes.lookup(*name).is_none())
            {
                self.cx.report.forgive(*name);
            }
        }
    }

    /// The first name that a declaration would declare.
    fn declared_name(&self, start: usize, end: usize) -> Option<(Symbol, Span)> {
        let mut index = start;
        let mut depth = 0u32;
        let mut seen_type = false;
        while index < end {
            let &(token, span) = self.tokens.get(index)?;
            match token {
                Token::Punctuator(Punctuator::LeftParen | Punctuator::LeftBracket) => depth += 1,
                Token::Punctuator(Punctuator::RightParen | Punctuator::RightBracket) => {
                    depth = depth.checked_sub(1)?;
                }
                _ if depth > 0 => {}
                Token::Qualifier(_) | Token::Keyword(Keyword::Layout) => {}
                Token::Keyword(Keyword::Struct) => return None,
                Token::Identifier(name) if seen_type => return Some((name, span)),
                Token::BuiltinType(_) | Token::Identifier(_) if !seen_type => seen_type = true,
                _ => return None,
            }
            index += 1;
        }
        None
    }
}
