//! The mistakes that syntax errors most likely are: a misspelt word, an unclosed bracket, a cast, a semantic.
//!
//! All of this runs after an error was found.

use super::mend::ends_statement;
use super::{Failure, Parser, Stop};
use crate::diagnostics::{Code, Edit, Fix};
use crate::spelling::closest;
use crate::symbols::Symbol;
use crate::tokens::{Keyword, Punctuator, Token};
use vitrum_glsl::foreign::{Instead, Language, foreign};
use vitrum_glsl::words::{Keyword as Word, Qualifier};
use vitrum_ir::Span;

impl Parser<'_, '_> {
    /// Reports a syntax error at token `error` of the statement or declaration at token `start`. Fails if nothing behind
    /// it can be understood.
    #[cold]
    pub(super) fn explain_fault(&mut self, start: usize, error: usize) -> Result<(), Failure> {
        let is_gap = self.cx.report.gaps.iter().any(|&gap| (start..=error + 1).contains(&gap));
        if is_gap || self.mended == Some(error) || self.has_declared_word(start, error) {
            self.cx.report.failed = true;
            return Ok(());
        }
        if self.is_function_in_function(start, error) && self.report_unclosed_brace() {
            return Err(Failure::Stop(Stop::End));
        }
        let Some(&(token, span)) = self.tokens.get(error) else { return Ok(()) };
        if self.is_known_mistake(start, error) {
            return Ok(());
        }
        let (last, expected) = (self.token_before(error), self.expected);
        self.cx.unexpected_token(token, span, expected);
        self.cx.explain_word(last);
        self.cx.explain_word(Some(token));
        Ok(())
    }

    /// Reports a mistake that is known; the surest kinds come first.
    fn is_known_mistake(&mut self, start: usize, error: usize) -> bool {
        self.is_unknown_block(error)
            || self.is_lone_else(error)
            || self.is_cast(error)
            || self.is_called_keyword(error)
            || self.is_comma_in_for(start, error)
            || self.is_semantic(start, error)
            || self.is_foreign_word(start, error)
            || self.is_lone_brace(start, error)
            || self.is_misspelt_word(start, error)
            || self.is_missing_operand(error)
            || self.is_missing_operator(error)
            || self.is_outside_function(start)
    }

    fn token_before(&self, error: usize) -> Option<Token> {
        error.checked_sub(1).and_then(|before| self.token_at(before))
    }

    /// True if a keyword that was declared as a name is in a statement: its uses are not understood.
    fn has_declared_word(&mut self, start: usize, error: usize) -> bool {
        (start..=error).any(|index| {
            let token = self.token_at(index);
            token.is_some_and(|token| self.declared_word(token).is_some())
        })
    }

    fn error_at(&mut self, index: usize, message: impl Into<String>) {
        let span = self.span_at(index);
        self.cx.report.error(Code::SyntaxError, span, message);
    }

    fn span_at(&self, index: usize) -> Span {
        self.tokens.get(index).map_or_else(|| self.before(), |&(_, span)| span)
    }

    fn is_mark(&self, index: usize, mark: Punctuator) -> bool {
        self.token_at(index) == Some(Token::Punctuator(mark))
    }

    fn describe(&self, index: usize) -> String {
        self.token_at(index).map_or_else(String::new, |token| token.describe(self.cx.symbols))
    }

    /// `buffer Name {` where `buffer` is no keyword, which was reported as the name of a type.
    fn is_unknown_block(&mut self, error: usize) -> bool {
        let is_block = self.is_mark(error, Punctuator::LeftBrace)
            && matches!(self.token_before(error), Some(Token::Identifier(_)))
            && error > 1
            && self.is_declaration_of_unknown(error - 1);
        self.cx.report.failed |= is_block;
        is_block
    }

    /// `else` without an `if`, or behind `if (...);`.
    fn is_lone_else(&mut self, error: usize) -> bool {
        if self.token_at(error) != Some(Token::Keyword(Keyword::Else)) {
            return false;
        }
        self.error_at(error, "`else` has no `if`");
        // `if (...) ; { ... } else`
        let block = error.checked_sub(1).and_then(|close| self.opening(close));
        if let Some(end) = block.and_then(|open| open.checked_sub(1))
            && self.is_mark(end, Punctuator::Semicolon)
            && let Some(head) = end.checked_sub(1).and_then(|close| self.opening(close))
            && head > 0
            && self.token_at(head - 1) == Some(Token::Keyword(Keyword::If))
        {
            let span = self.span_at(end);
            self.cx.report.label(span, "this `;` ends the `if`");
            self.cx.report.fix("remove the `;`", span, "");
        }
        true
    }

    /// The token that opens what the bracket at `close` closes.
    fn opening(&self, close: usize) -> Option<usize> {
        let (opens, closes) = match self.token_at(close)? {
            Token::Punctuator(Punctuator::RightBrace) => (Punctuator::LeftBrace, Punctuator::RightBrace),
            Token::Punctuator(Punctuator::RightParen) => (Punctuator::LeftParen, Punctuator::RightParen),
            _ => return None,
        };
        let mut depth = 0u32;
        (0..=close).rev().find(|&index| {
            if self.is_mark(index, closes) {
                depth += 1;
            } else if self.is_mark(index, opens) {
                depth = depth.saturating_sub(1);
                return depth == 0;
            }
            false
        })
    }

    /// `(int)x`
    fn is_cast(&mut self, error: usize) -> bool {
        let Some([(Token::Punctuator(Punctuator::LeftParen), open), (Token::BuiltinType(ty), _)]) =
            error.checked_sub(2).and_then(|from| self.tokens.get(from..error))
        else {
            return false;
        };
        if !self.is_mark(error, Punctuator::RightParen) {
            return false;
        }
        let (name, cast) = (ty.name(), open.to(self.span_at(error)));
        self.cx.report.error(Code::SyntaxError, cast, format!("`({name})` is no cast in GLSL"));
        // The operand: a name or number with its members, indices and arguments.
        let mut end = error + 1;
        let is_operand = |token: Option<Token>| {
            token.is_some_and(|token| token.is_literal() || matches!(token, Token::Identifier(_)))
        };
        if !is_operand(self.token_at(end)) {
            self.cx.report.help(format!("call the constructor: `{name}(...)`"));
            return true;
        }
        while self.is_mark(end + 1, Punctuator::Dot) && is_operand(self.token_at(end + 2)) {
            end += 2;
        }
        let is_call =
            self.is_mark(end + 1, Punctuator::LeftParen) || self.is_mark(end + 1, Punctuator::LeftBracket);
        if is_call {
            self.cx.report.help(format!("call the constructor: `{name}(...)`"));
            return true;
        }
        let behind = self.span_at(end).end;
        let edits = vec![
            Edit { span: cast, text: format!("{name}(") },
            Edit { span: Span::new(behind, behind), text: ")".to_owned() },
        ];
        self.cx.report.with_fix(Fix { title: "call the constructor".to_owned(), edits, certain: true });
        true
    }

    /// `discard()`
    fn is_called_keyword(&mut self, error: usize) -> bool {
        let Some(Token::Keyword(word)) = self.token_before(error) else { return false };
        let is_jump = ends_statement(Token::Keyword(word)) && word != Keyword::Return;
        let is_call =
            self.is_mark(error, Punctuator::LeftParen) && self.is_mark(error + 1, Punctuator::RightParen);
        if !is_jump || !is_call {
            return false;
        }
        let (brackets, text) = (self.span_at(error).to(self.span_at(error + 1)), word.text());
        self.cx.report.error(Code::SyntaxError, brackets, format!("`{text}` is a statement, not a function"));
        self.cx.report.fix("remove the parentheses", brackets, "");
        true
    }

    /// `for (int i = 0, i < 4, i++)`
    fn is_comma_in_for(&mut self, start: usize, error: usize) -> bool {
        let first =
            (start..error).rev().find(|&index| self.token_at(index) == Some(Token::Keyword(Keyword::For)));
        let Some(first) = first.filter(|&first| self.is_mark(first + 1, Punctuator::LeftParen)) else {
            return false;
        };
        let (mut depth, mut commas, mut semicolons) = (0u32, Vec::new(), 0);
        for index in first + 1..self.tokens.len() {
            match self.token_at(index) {
                Some(Token::Punctuator(Punctuator::LeftParen)) => depth += 1,
                Some(Token::Punctuator(Punctuator::RightParen)) => {
                    depth -= 1;
                    if depth == 0 {
                        break;
                    }
                }
                Some(Token::Punctuator(Punctuator::Comma)) if depth == 1 => commas.push(index),
                Some(Token::Punctuator(Punctuator::Semicolon)) if depth == 1 => semicolons += 1,
                Some(Token::Punctuator(Punctuator::LeftBrace | Punctuator::RightBrace)) => break,
                _ => {}
            }
        }
        if semicolons >= 2 {
            return false;
        }
        let message = "the head of `for` needs two `;`, between its three parts";
        let at = match commas.first() {
            Some(&comma) => comma,
            None => error,
        };
        self.error_at(at, message);
        let head = self.span_at(first);
        self.cx.report.label(head, "in this `for`");
        if semicolons == 0 && commas.len() == 2 {
            let edits = commas.iter().map(|&comma| Edit { span: self.span_at(comma), text: ";".to_owned() });
            let fix = Fix { title: "write `;` for `,`".to_owned(), edits: edits.collect(), certain: true };
            self.cx.report.with_fix(fix);
        }
        true
    }

    /// `vec4 shade(...) : SV_Target`
    fn is_semantic(&mut self, start: usize, error: usize) -> bool {
        let Some(Token::Identifier(name)) = self.token_at(error + 1) else { return false };
        let is_declared = matches!(
            self.token_before(error),
            Some(Token::Identifier(_) | Token::Punctuator(Punctuator::RightParen | Punctuator::RightBracket))
        );
        let in_choice = (start..error).any(|index| self.is_mark(index, Punctuator::Question));
        if !self.is_mark(error, Punctuator::Colon) || !is_declared || in_choice {
            return false;
        }
        let text = self.cx.symbols.text(name).to_owned();
        let span = self.span_at(error).to(self.span_at(error + 1));
        self.cx.report.error(
            Code::SyntaxError,
            span,
            format!("GLSL has no semantics such as `{text}` of HLSL"),
        );
        self.cx.report.help(
            "give inputs and outputs a place by `layout(location = 0)`, resources by `layout(binding = 0)`",
        );
        true
    }

    /// A word of another language.
    fn is_foreign_word(&mut self, start: usize, error: usize) -> bool {
        for index in [start, error, error.saturating_sub(1)] {
            let Some(Token::Identifier(name)) = self.token_at(index) else { continue };
            let text = self.cx.symbols.text(name).to_owned();
            if self.cx.scopes.lookup(name).is_some() {
                continue;
            }
            let Some((language, instead)) = foreign(&text) else { continue };
            self.error_at(index, format!("unknown word `{text}`"));
            let span = self.span_at(index);
            self.cx.help_instead(language, &text, instead, span);
            return true;
        }
        false
    }

    /// `}` without `{`.
    fn is_lone_brace(&mut self, start: usize, error: usize) -> bool {
        if start != error || !self.is_mark(error, Punctuator::RightBrace) || self.depth > 0 {
            return false;
        }
        self.error_at(error, "`}` closes nothing: no `{` is open");
        if let Some((open, close)) = self.odd_braces(true) {
            let (open, close) = (self.span_at(open), self.span_at(close));
            self.cx.report.label(open, "this `{`");
            self.cx.report.label(close, "is closed by this `}`, which is indented in another way");
        } else {
            let span = self.span_at(error);
            self.cx.report.suggest("remove it", span, "");
        }
        true
    }

    /// A word that is no name, and similar to a keyword.
    fn is_misspelt_word(&mut self, start: usize, error: usize) -> bool {
        for index in [start, error, error.saturating_sub(1)] {
            let Some(Token::Identifier(name)) = self.token_at(index) else { continue };
            let text = self.cx.symbols.text(name).to_owned();
            if text.len() < 3
                || index > error
                || self.cx.lookup(name).is_some()
                || self.cx.is_builtin_function(name)
            {
                continue;
            }
            let Some(meant) = closest(&text, keywords()) else { continue };
            self.error_at(index, format!("unknown word `{text}`"));
            let span = self.span_at(index);
            self.cx.report.suggest(format!("did you mean `{meant}`?"), span, meant);
            return true;
        }
        false
    }

    /// An operator without its right operand.
    fn is_missing_operand(&mut self, error: usize) -> bool {
        let (Some(Token::Punctuator(operator)), Some(Token::Punctuator(found))) =
            (self.token_before(error), self.token_at(error))
        else {
            return false;
        };
        let takes_operand = operator.is_prefix()
            && !matches!(operator, Punctuator::Increment | Punctuator::Decrement)
            || !matches!(operator.role(), vitrum_glsl::operators::Role::End);
        if !takes_operand {
            return false;
        }
        let behind = self.span_at(error - 1);
        let (operator, found) = (operator.text(), found.text());
        let message = format!("expected an operand behind `{operator}`, found `{found}`");
        self.error_at(error, message);
        self.cx.report.label(behind, "operator without a right operand");
        true
    }

    /// Two operands in a row.
    fn is_missing_operator(&mut self, error: usize) -> bool {
        let (Some(last), Some(token)) = (self.token_before(error), self.token_at(error)) else {
            return false;
        };
        let is_value = |token: Token| token.is_literal() || matches!(token, Token::Identifier(_));
        let ends = is_value(last)
            || matches!(last, Token::Punctuator(Punctuator::RightParen | Punctuator::RightBracket));
        let begins = is_value(token) || matches!(token, Token::BuiltinType(_));
        let place = self.position;
        self.position = error;
        let open = self.innermost_open();
        self.position = place;
        let in_call = open.is_some_and(|open| {
            let before = self.token_before(open);
            matches!(before, Some(Token::Identifier(_) | Token::BuiltinType(_)))
        });
        if !ends || !begins || self.is_declaration_of_unknown(error) {
            return false;
        }
        let (before, found) = (self.describe(error - 1), self.describe(error));
        let what = match (in_call, open) {
            (true, _) => "`,` or an operator",
            (false, Some(_)) => "an operator",
            (false, None) => "an operator or `;`",
        };
        self.error_at(error, format!("expected {what} between {before} and {found}"));
        let end = self.span_at(error - 1).end;
        if in_call {
            self.cx.report.suggest("insert `,`", Span::new(end, end), ",");
        }
        self.cx.explain_word(Some(last));
        self.cx.explain_word(Some(token));
        true
    }

    /// True if the token before `error` is a word of another version: it begins something that this one lacks.
    fn is_declaration_of_unknown(&self, error: usize) -> bool {
        let Some(Token::Identifier(name)) = self.token_before(error) else { return false };
        crate::tokens::keywords::word(name).is_some_and(|info| info.meaning.is_some())
    }

    /// A statement among the declarations.
    fn is_outside_function(&mut self, start: usize) -> bool {
        if self.depth > 0 || self.cx.scopes.depth() > 0 {
            return false;
        }
        let is_statement = match self.token_at(start) {
            Some(Token::Identifier(_)) => [
                Punctuator::Assign,
                Punctuator::Dot,
                Punctuator::LeftParen,
                Punctuator::AddAssign,
                Punctuator::Increment,
            ]
            .iter()
            .any(|&mark| self.is_mark(start + 1, mark)),
            Some(Token::Keyword(word)) => ends_statement(Token::Keyword(word)) || is_control(word),
            _ => false,
        };
        if !is_statement {
            return false;
        }
        let found = self.describe(start);
        self.error_at(start, format!("statement outside of a function: {found} cannot begin a declaration"));
        if let Some((open, close)) = self.odd_braces(true) {
            let (open, close) = (self.span_at(open), self.span_at(close));
            self.cx.report.label(open, "the function that begins here");
            self.cx.report.label(close, "ends here, perhaps too early");
        }
        true
    }

    // Braces.

    /// Reports the end of the shader within a declaration.
    #[cold]
    pub(super) fn report_end(&mut self, at: Span) {
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
    fn report_unclosed_brace(&mut self) -> bool {
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
    fn odd_braces(&self, inwards: bool) -> Option<(usize, usize)> {
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
    fn is_function_in_function(&self, start: usize, error: usize) -> bool {
        let is_header = matches!(self.token_at(start), Some(Token::BuiltinType(_) | Token::Identifier(_)))
            && matches!(self.token_at(start + 1), Some(Token::Identifier(_)))
            && self.is_mark(start + 2, Punctuator::LeftParen)
            && self.is_mark(error, Punctuator::LeftBrace);
        let is_global =
            matches!(self.token_at(start), Some(Token::Qualifier(_) | Token::Keyword(Keyword::Layout)));
        let in_function = self.cx.scopes.depth() > 0;
        in_function && (is_header || is_global) && !self.open_braces().is_empty()
    }

    // Names of a declaration that could not be read.

    /// Declares what the tokens of a failed statement or declaration would declare, so that uses are no errors. Those from
    /// `error` on were not read.
    #[cold]
    pub(super) fn declare_failed(&mut self, start: usize, error: usize, end: usize) {
        if let Some((name, span)) = self.declared_name(start, end)
            && self.cx.scopes.lookup_here(name).is_none()
        {
            self.cx.declare_failed(name, span);
        }
        for (token, _) in self.tokens.iter().take(end).skip(error) {
            if let Token::Identifier(name) = token {
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

impl crate::lower::Lowering<'_> {
    /// Adds what GLSL has instead of a word to the latest diagnostic.
    #[cold]
    pub(crate) fn help_instead(&mut self, language: Language, text: &str, instead: Instead, span: Span) {
        let title = |word: &str| match (language, language.name()) {
            (Language::OldGlsl, _) => format!("`{text}` was replaced by `{word}`"),
            (_, "") => format!("write `{word}`"),
            (_, other) => format!("`{text}` of {other} is `{word}` in GLSL"),
        };
        match instead {
            Instead::Word(word) => {
                let title = title(word);
                let edits = self.uses_of(text, span, word);
                self.report.with_fix(Fix { title, edits, certain: true });
            }
            Instead::Likely(word, difference) => {
                self.report.note(difference);
                self.report.suggest(title(word), span, word);
            }
            Instead::Advice(advice) => self.report.help(advice),
        }
    }
}

impl crate::lower::Lowering<'_> {
    /// The change of every use of a name in the file of a span, in order.
    fn uses_of(&self, text: &str, at: Span, word: &str) -> Vec<Edit> {
        let sources = self.settings.sources;
        let file = sources.file_at(at.start);
        let uses = self.tokens.iter().filter(|(token, span)| {
            matches!(token, Token::Identifier(name) if self.symbols.text(*name) == text)
                && sources.slice(*span) == text
                && sources.file_at(span.start) == file
        });
        let mut spans: Vec<Span> = uses.map(|&(_, span)| span).collect();
        spans.sort_by_key(|span| span.start);
        spans.dedup();
        if !spans.contains(&at) {
            spans = vec![at];
        }
        spans.into_iter().map(|span| Edit { span, text: word.to_owned() }).collect()
    }
}

fn is_control(word: Keyword) -> bool {
    matches!(word, Keyword::If | Keyword::For | Keyword::While | Keyword::Do | Keyword::Switch)
}

/// Keywords that begin something, and qualifiers.
fn keywords() -> impl Iterator<Item = &'static str> {
    let words = Word::ALL.iter().map(|word| word.text()).filter(|word| !word.starts_with("spirv"));
    words.chain(Qualifier::ALL.iter().map(|word| word.text()))
}
