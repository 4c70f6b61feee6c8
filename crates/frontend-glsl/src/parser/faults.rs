//! The mistakes that syntax errors most likely are: a misspelt word, an unclosed bracket, a cast, a semantic.
//!
//! All of this runs after an error was found.

mod braces;
mod foreign;
mod heads;
mod instead;

use super::mend::ends_statement;
use super::{Failure, Parser, Stop};
use crate::diagnostics::{Code, Edit, Fix};
use crate::spelling::closest;
use crate::tokens::{Keyword, Punctuator, Token};
use vitrum_glsl::foreign::foreign;
use vitrum_glsl::words::{Keyword as Word, Qualifier};
use vitrum_ir::Span;

/// A mistake that may explain a syntax error, of which the first token of the statement and the unexpected one are known. It
/// is reported if it is the one.
type Mistake<P> = fn(&mut P, usize, usize) -> bool;

impl Parser<'_, '_> {
    /// The mistakes that are known; the surest kinds come first.
    const MISTAKES: [Mistake<Self>; 40] = [
        Self::is_unknown_block,
        Self::is_word_of_another_version,
        Self::is_macro_punctuation,
        Self::is_lone_else,
        Self::is_label,
        Self::is_inner_function,
        Self::is_ended_header,
        Self::is_cast,
        Self::is_called_keyword,
        Self::is_loop_over_elements,
        Self::is_comma_in_for,
        Self::is_condition_without_parentheses,
        Self::is_operator_of_another_language,
        Self::is_reference_or_pointer,
        Self::is_type_argument,
        Self::is_initializer_of_c,
        Self::is_braced_constructor,
        Self::is_attribute_of_another_language,
        Self::is_foreign_word,
        Self::is_lone_brace,
        Self::is_misspelt_head,
        Self::is_misspelt_word,
        Self::is_qualifier_behind_type,
        Self::is_missing_argument,
        Self::is_missing_operand,
        Self::is_missing_colon,
        Self::is_split_number,
        Self::is_split_name,
        Self::is_lone_bracket,
        Self::is_struct_use_of_c,
        Self::is_block_without_name,
        Self::is_comment_of_lua,
        Self::is_inner_comment,
        Self::is_list_of_sizes,
        Self::is_missing_type,
        Self::is_foreign_word_before,
        Self::is_missing_operator,
        Self::is_missing_result_type,
        Self::is_outside_function,
        Self::is_initialized_member,
    ];

    /// Reports a syntax error at token `error` of the statement or declaration at token `start`. Fails if nothing behind
    /// it can be understood.
    #[cold]
    pub(super) fn explain_fault(&mut self, start: usize, error: usize) -> Result<(), Failure> {
        if self.has_gap(start, error) || self.mended == Some(error) || self.has_declared_word(start, error) {
            self.cx.report.failed = true;
            return Ok(());
        }
        if self.is_function_in_function(start, error) && self.report_unclosed_brace() {
            return Err(Failure::Stop(Stop::End));
        }
        let Some(&(token, span)) = self.tokens.get(error) else { return Ok(()) };
        self.cx.report.flush();
        let known = self.cx.report.sink.diagnostics().len();
        if !Self::MISTAKES.iter().any(|mistake| mistake(self, start, error)) {
            let (last, expected) = (self.token_before(error), self.expected);
            self.cx.unexpected_token(token, span, expected);
            self.cx.explain_word(last);
            self.cx.explain_word(Some(token));
        }
        if self.cx.report.pending.is_some() {
            self.supersede(start, error, known);
        }
        Ok(())
    }

    /// True if something was left out of a statement, after a fault that was reported.
    fn has_gap(&self, start: usize, error: usize) -> bool {
        self.cx.report.gaps.iter().any(|&gap| (start..=error + 1).contains(&gap))
    }

    pub(super) fn token_before(&self, error: usize) -> Option<Token> {
        error.checked_sub(1).and_then(|before| self.token_at(before))
    }

    /// True if a keyword that was declared as a name is in a statement: its uses are not understood.
    fn has_declared_word(&mut self, start: usize, error: usize) -> bool {
        (start..=error).any(|index| {
            let token = self.token_at(index);
            token.is_some_and(|token| self.declared_word(token).is_some())
        })
    }

    pub(super) fn error_at(&mut self, index: usize, message: impl Into<String>) {
        let span = self.span_at(index);
        self.cx.report.error(Code::SyntaxError, span, message);
    }

    pub(in crate::parser) fn span_at(&self, index: usize) -> Span {
        self.tokens.get(index).map_or_else(|| self.before(), |&(_, span)| span)
    }

    pub(super) fn is_mark(&self, index: usize, mark: Punctuator) -> bool {
        self.token_at(index) == Some(Token::Punctuator(mark))
    }

    pub(super) fn describe(&self, index: usize) -> String {
        self.token_at(index).map_or_else(String::new, |token| token.describe(self.cx.symbols))
    }

    /// `buffer Name {` where `buffer` is no keyword, which was reported as the name of a type.
    fn is_unknown_block(&mut self, _: usize, error: usize) -> bool {
        let is_block = self.is_mark(error, Punctuator::LeftBrace)
            && matches!(self.token_before(error), Some(Token::Identifier(_)))
            && error > 1
            && self.is_declaration_of_unknown(error - 1);
        self.cx.report.failed |= is_block;
        is_block
    }

    /// `else` without an `if`, or behind `if (...);`.
    fn is_lone_else(&mut self, _: usize, error: usize) -> bool {
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
        } else if error > 1
            && self.is_mark(error - 1, Punctuator::Semicolon)
            && self.is_mark(error - 2, Punctuator::RightBrace)
        {
            let span = self.span_at(error - 1);
            self.cx.report.label(span, "this `;` ends the `if`");
            self.cx.report.fix("remove the `;`", span, "");
        } else if self.depth == 0 && self.cx.scopes.depth() == 0 {
            self.label_early_end(error);
        } else {
            self.cx.report.help("an `if` without braces has one statement, and `else` follows it");
        }
        true
    }

    /// The token that opens what the bracket at `close` closes.
    pub(super) fn opening(&self, close: usize) -> Option<usize> {
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
    fn is_cast(&mut self, _: usize, error: usize) -> bool {
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
        let Some(end) = self.operand_behind(error + 1) else {
            self.cx.report.help(format!("call the constructor: `{name}(...)`"));
            return true;
        };
        let (last, is_grouped) = (end - 1, self.is_mark(error + 1, Punctuator::LeftParen));
        // `(int)(x)` has parentheses already.
        if is_grouped && self.closing(error + 1) == Some(last) {
            self.cx.report.fix("call the constructor", cast, name);
            return true;
        }
        let behind = self.span_at(last).end;
        let edits = vec![
            Edit { span: cast, text: format!("{name}(") },
            Edit { span: Span::new(behind, behind), text: ")".to_owned() },
        ];
        self.cx.report.with_fix(Fix { title: "call the constructor".to_owned(), edits, certain: true });
        true
    }

    /// `discard()`
    fn is_called_keyword(&mut self, _: usize, error: usize) -> bool {
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

    /// A word of another language.
    fn is_foreign_word(&mut self, start: usize, error: usize) -> bool {
        for index in [start, error, error.saturating_sub(1)] {
            let Some(Token::Identifier(name)) = self.token_at(index) else { continue };
            let text = self.cx.symbols.text(name).to_owned();
            if self.cx.scopes.lookup(name).is_some() {
                continue;
            }
            let Some((language, instead)) = foreign(&text) else { continue };
            if self.cx.report.is_known_word(name) {
                return true;
            }
            self.error_at(index, format!("unknown word `{text}`"));
            let span = self.span_at(index);
            self.cx.help_instead(language, &text, instead, span);
            return true;
        }
        false
    }

    /// A word of another language earlier in the statement.
    fn is_foreign_word_before(&mut self, start: usize, error: usize) -> bool {
        (start..error).any(|index| self.is_foreign_word(index, index))
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
    fn is_missing_operand(&mut self, _: usize, error: usize) -> bool {
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
    fn is_missing_operator(&mut self, _: usize, error: usize) -> bool {
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
            let is_layout = before == Some(Token::Keyword(Keyword::Layout));
            matches!(before, Some(Token::Identifier(_) | Token::BuiltinType(_))) || is_layout
        });
        if !ends || !begins || self.is_declaration_of_unknown(error) {
            return false;
        }
        if let Token::Identifier(name) = last
            && self.cx.is_builtin_function(name)
            && self.cx.scopes.lookup(name).is_none()
            && let Some(end) = self.operand_behind(error)
        {
            let text = self.cx.symbols.text(name).to_owned();
            self.error_at(error, format!("`{text}` takes its arguments in parentheses"));
            let (from, to) = (self.span_at(error - 1).end, self.span_at(end - 1).end);
            let edits = vec![
                Edit { span: Span::new(from, self.span_at(error).start), text: "(".to_owned() },
                Edit { span: Span::new(to, to), text: ")".to_owned() },
            ];
            self.cx.report.with_fix(Fix { title: "add them".to_owned(), edits, certain: false });
            return true;
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
    fn is_outside_function(&mut self, start: usize, _: usize) -> bool {
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
        self.label_early_end(start);
        true
    }

    /// The token behind a control statement outside of functions.
    fn behind_control(&self, start: usize) -> Option<usize> {
        let Some(Token::Keyword(_)) = self.token_at(start) else { return None };
        let body = self.closing(start + 1)? + 1;
        if self.is_mark(body, Punctuator::LeftBrace) {
            return Some(self.closing(body)? + 1);
        }
        let end = (body..self.tokens.len()).find(|&index| self.is_mark(index, Punctuator::Semicolon))?;
        Some(end + 1)
    }

    /// Shows the function that was perhaps closed too early, before the statement at a token.
    fn label_early_end(&mut self, start: usize) {
        self.resume_at = self.behind_lost_statements(start).or_else(|| self.behind_control(start));
        if let Some((open, close)) = self.odd_braces(true) {
            let (open, close) = (self.span_at(open), self.span_at(close));
            self.cx.report.label(open, "the function that begins here");
            self.cx.report.label(close, "ends here, perhaps too early");
        } else if self.resume_at.is_some() && start > 0 && self.is_mark(start - 1, Punctuator::RightBrace) {
            let close = self.span_at(start - 1);
            self.cx.report.label(close, "this `}` ends the function, perhaps too early");
        } else {
            self.cx.report.help("put it into a function, such as `main`");
        }
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
