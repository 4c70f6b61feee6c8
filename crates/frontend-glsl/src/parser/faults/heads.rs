//! Heads of statements and declarations that lack a part or have one too many, and lists with a gap.

use crate::diagnostics::{Code, Edit, Fix};
use crate::parser::Parser;
use crate::spelling::closest;
use crate::tokens::keywords::word;
use crate::tokens::{Keyword, Punctuator, Qualifier, Token};
use vitrum_glsl::features::Feature;
use vitrum_ir::Span;

/// Keywords with a head in parentheses.
const HEADS: &[&str] = &["if", "for", "while", "switch"];

impl Parser<'_, '_> {
    /// A keyword of another version.
    pub(super) fn is_word_of_another_version(&mut self, start: usize, error: usize) -> bool {
        for index in [start, error, error.saturating_sub(1)] {
            let Some(Token::Identifier(name)) = self.token_at(index) else { continue };
            let is_word = word(name).is_some_and(|info| info.meaning.is_some());
            if !is_word || self.cx.scopes.lookup(name).is_some() {
                continue;
            }
            let (text, version) = (self.cx.symbols.text(name), self.cx.version());
            let message = format!("`{text}` is not a keyword in version {version}");
            self.error_at(index, message);
            if self.cx.settings.names_version && !self.help_old_interface(index) {
                self.cx.help_elsewhere(name);
            }
            self.cx.note_version();
            return true;
        }
        false
    }

    /// `layout(...) in` where the version has neither word: adds what it has instead.
    fn help_old_interface(&mut self, index: usize) -> bool {
        let is_layout = self.cx.settings.sources.slice(self.span_at(index)) == Keyword::Layout.text();
        if !is_layout || self.cx.has(Feature::InAndOut) {
            return false;
        }
        let Some(behind) = self.closing(index + 1).map(|close| close + 1) else { return false };
        let is_input = match self.token_at(behind) {
            Some(Token::Qualifier(Qualifier::In)) => true,
            Some(Token::Qualifier(Qualifier::Out)) => false,
            _ => return false,
        };
        let whole = self.span_at(index).to(self.span_at(behind));
        self.cx.help_old_interface(is_input, Some(whole));
        true
    }

    /// A `;` at the end, or a `=` at the start of the body of a macro.
    pub(super) fn is_macro_punctuation(&mut self, _: usize, error: usize) -> bool {
        for index in [error, error.saturating_sub(1)] {
            let (mark, place) = match self.token_at(index) {
                Some(Token::Punctuator(Punctuator::Semicolon)) => (";", "ends with"),
                Some(Token::Punctuator(Punctuator::Assign)) if index == error => ("=", "begins with"),
                _ => continue,
            };
            if !self.is_made_by_macro(index) {
                continue;
            }
            let span = self.span_at(index);
            let origin = self.cx.settings.trace.and_then(|trace| trace.macro_of(span));
            let name = origin.map(|(name, _)| format!(" `{}`", self.cx.symbols.text(name)));
            let message = format!("body of macro{} {place} `{mark}`", name.unwrap_or_default());
            self.error_at(index, message);
            if let Some((_, written)) = origin {
                self.cx.report.note("a macro is replaced by all of its body, punctuation included");
                self.cx.report.fix(format!("remove the `{mark}`"), written, "");
            }
            return true;
        }
        false
    }

    /// True if the token is not in the text, but in the body of a macro.
    pub(in crate::parser) fn is_made_by_macro(&self, index: usize) -> bool {
        let Some(&(Token::Punctuator(mark), span)) = self.tokens.get(index) else { return false };
        self.cx.settings.sources.slice(span) != mark.text()
    }

    /// `if x > 0.0 {`, `layout location = 0 in`
    pub(super) fn is_condition_without_parentheses(&mut self, _: usize, error: usize) -> bool {
        let Some(Token::Keyword(word)) = self.token_before(error) else { return false };
        let is_head =
            matches!(word, Keyword::If | Keyword::While | Keyword::For | Keyword::Switch | Keyword::Layout);
        if !is_head || self.is_mark(error, Punctuator::LeftParen) {
            return false;
        }
        let text = word.text();
        let what = if word == Keyword::Layout { "list" } else { "head" };
        self.error_at(error, format!("expected `(`: the {what} of `{text}` is in parentheses"));
        if self.is_mark(error, Punctuator::LeftBrace) {
            if let Some(close) = self.closing(error).filter(|_| word == Keyword::Layout) {
                let edits = vec![
                    Edit { span: self.span_at(error), text: "(".to_owned() },
                    Edit { span: self.span_at(close), text: ")".to_owned() },
                ];
                let title = "write parentheses".to_owned();
                self.cx.report.with_fix(Fix { title, edits, certain: true });
            }
            return true;
        }
        let end = (error..self.tokens.len()).find(|&index| match self.token_at(index) {
            Some(Token::Punctuator(mark)) => {
                matches!(mark, Punctuator::LeftBrace | Punctuator::Semicolon | Punctuator::Colon)
            }
            Some(Token::Qualifier(_)) => word == Keyword::Layout,
            _ => false,
        });
        let Some(end) = end.filter(|_| word != Keyword::For) else { return true };
        let (first, last) = (self.span_at(error), self.span_at(end - 1));
        let close = match self.token_at(end) {
            Some(Token::Punctuator(Punctuator::Colon)) => self.span_at(end),
            Some(Token::Punctuator(Punctuator::Semicolon)) => return true,
            _ => Span::new(last.end, last.end),
        };
        let edits = vec![
            Edit { span: Span::new(first.start, first.start), text: "(".to_owned() },
            Edit { span: close, text: ")".to_owned() },
        ];
        self.cx.report.with_fix(Fix { title: "add parentheses".to_owned(), edits, certain: true });
        true
    }

    /// `uniform { ... }`
    pub(super) fn is_block_without_name(&mut self, _: usize, error: usize) -> bool {
        let Some(Token::Qualifier(word)) = self.token_before(error) else { return false };
        if !self.is_mark(error, Punctuator::LeftBrace) {
            return false;
        }
        let at = self.span_at(error).start;
        self.error_at(error, format!("expected the name of the block between `{}` and `{{`", word.text()));
        self.cx.report.suggest("give it a name", Span::new(at, at), "Block ");
        true
    }

    /// `-- a comment`
    pub(super) fn is_comment_of_lua(&mut self, start: usize, error: usize) -> bool {
        let is_comment = self.is_mark(start, Punctuator::Decrement)
            && (start + 1..=error).all(|index| matches!(self.token_at(index), Some(Token::Identifier(_))));
        if is_comment && error > start {
            let span = self.span_at(start);
            self.cx.report.error(Code::SyntaxError, span, "`--` begins no comment");
            self.cx.report.suggest("a comment begins with `//`", span, "//");
        }
        is_comment && error > start
    }

    /// `/* a /* b */ c */`
    pub(super) fn is_inner_comment(&mut self, _: usize, error: usize) -> bool {
        const MOST: usize = 16;
        let end = (error..error + MOST).find(|&index| {
            let (star, slash) = (self.span_at(index), self.span_at(index + 1));
            self.is_mark(index, Punctuator::Star)
                && self.is_mark(index + 1, Punctuator::Slash)
                && star.end == slash.start
        });
        if let Some(end) = end {
            let span = self.span_at(end).to(self.span_at(end + 1));
            self.cx.report.error(Code::SyntaxError, span, "`*/` ends no comment: comments do not nest");
            self.resume_at = Some(end + 2);
        }
        end.is_some()
    }

    /// `float a[2, 3];`
    pub(super) fn is_list_of_sizes(&mut self, _: usize, error: usize) -> bool {
        let in_brackets =
            self.opener_of(error).is_some_and(|open| self.is_mark(open, Punctuator::LeftBracket));
        let is_list = in_brackets && self.is_mark(error, Punctuator::Comma);
        if is_list {
            let span = self.span_at(error);
            self.error_at(error, "each dimension of an array has brackets of its own");
            self.cx.report.suggest("write `][`", span, "][");
        }
        is_list
    }

    /// `precision highp;`
    pub(super) fn is_missing_type(&mut self, start: usize, error: usize) -> bool {
        let is_precision = self.token_at(start) == Some(Token::Keyword(Keyword::Precision));
        let is_end = self.is_mark(error, Punctuator::Semicolon);
        if is_precision && is_end && error > start + 1 {
            self.error_at(error, "expected the type that the precision is for");
            let end = self.span_at(error).start;
            self.cx.report.suggest("such as", Span::new(end, end), " float");
        }
        is_precision && is_end && error > start + 1
    }

    /// `fi (...) {`
    pub(super) fn is_misspelt_head(&mut self, start: usize, error: usize) -> bool {
        let Some(Token::Identifier(name)) = self.token_at(start) else { return false };
        let is_head = self.is_mark(start + 1, Punctuator::LeftParen)
            && self.is_mark(error, Punctuator::LeftBrace)
            && self.closing(start + 1).is_some_and(|close| close + 1 == error);
        if !is_head || self.cx.scopes.depth() == 0 || self.cx.lookup(name).is_some() {
            return false;
        }
        let text = self.cx.symbols.text(name).to_owned();
        if self.cx.is_builtin_function(name) {
            return false;
        }
        self.error_at(start, format!("unknown word `{text}`"));
        let span = self.span_at(start);
        match closest(&text, HEADS.iter().copied()) {
            Some(meant) => self.cx.report.suggest(format!("did you mean `{meant}`?"), span, meant),
            None => self.cx.report.help("a block follows the head of `if`, `for`, `while` or `switch`"),
        }
        true
    }

    /// A function in a function.
    pub(super) fn is_inner_function(&mut self, start: usize, error: usize) -> bool {
        if !self.is_function_in_function(start, error) || !self.is_mark(error, Punctuator::LeftBrace) {
            return false;
        }
        let name = self.describe(start + 1).replace("identifier ", "");
        self.error_at(start + 1, format!("function {name} is defined inside another function"));
        self.cx.report.help("define it before that function");
        self.resume_at = self.closing(error).map(|close| close + 1);
        true
    }

    /// `void main(); { ... }`
    pub(super) fn is_ended_header(&mut self, start: usize, error: usize) -> bool {
        let is_ended = start == error
            && error > 1
            && self.is_mark(error, Punctuator::LeftBrace)
            && self.is_mark(error - 1, Punctuator::Semicolon)
            && self.is_mark(error - 2, Punctuator::RightParen)
            && self.cx.scopes.depth() == 0;
        if !is_ended {
            return false;
        }
        let semicolon = self.span_at(error - 1);
        self.cx.report.error(Code::SyntaxError, semicolon, "this `;` ends the function before its body");
        let body = self.span_at(error);
        self.cx.report.label(body, "the body");
        self.cx.report.fix("remove the `;`", semicolon, "");
        self.resume_at = self.closing(error).map(|close| close + 1);
        true
    }

    /// `vec2 in uv`
    pub(super) fn is_qualifier_behind_type(&mut self, _: usize, error: usize) -> bool {
        let end = (error..self.tokens.len())
            .find(|&index| !matches!(self.token_at(index), Some(Token::Qualifier(_))));
        let Some(end) = end.filter(|&end| end > error && error > 0 && self.is_type_at(error - 1)) else {
            return false;
        };
        let found = self.describe(error);
        self.error_at(error, format!("{found} must precede the type"));
        let ty = self.span_at(error - 1);
        let words: Vec<&str> = (error..end)
            .filter_map(|index| match self.token_at(index) {
                Some(Token::Qualifier(word)) => Some(word.text()),
                _ => None,
            })
            .collect();
        let name = self.cx.settings.sources.slice(ty).to_owned();
        let whole = ty.to(self.span_at(end - 1));
        let is_alone = error < 2 || !matches!(self.token_at(error - 2), Some(Token::Qualifier(_)));
        let text = format!("{} {name}", words.join(" "));
        match is_alone {
            true => self.cx.report.fix("exchange them", whole, text),
            false => self.cx.report.suggest("exchange them", whole, text),
        }
        true
    }

    /// `f(a, , b)`, `f(a, )`
    pub(super) fn is_missing_argument(&mut self, _: usize, error: usize) -> bool {
        let (Some(Token::Punctuator(before)), Some(Token::Punctuator(found))) =
            (self.token_before(error), self.token_at(error))
        else {
            return false;
        };
        let is_gap = match found {
            Punctuator::RightParen => before == Punctuator::Comma,
            Punctuator::Comma => matches!(before, Punctuator::Comma | Punctuator::LeftParen),
            _ => false,
        };
        let in_list = self.opener_of(error).is_some_and(|open| self.is_mark(open, Punctuator::LeftParen));
        if !is_gap || !in_list {
            return false;
        }
        if found == Punctuator::RightParen {
            let comma = self.span_at(error - 1);
            self.cx.report.error(Code::SyntaxError, comma, "nothing follows the `,`");
            self.cx.report.fix("remove it", comma, "");
        } else {
            let (before, found) = (before.text(), found.text());
            self.error_at(error, format!("expected an argument between `{before}` and `{found}`"));
        }
        true
    }

    /// `a ? b;`
    pub(super) fn is_missing_colon(&mut self, start: usize, error: usize) -> bool {
        let ends = matches!(
            self.token_at(error),
            Some(Token::Punctuator(
                Punctuator::Semicolon | Punctuator::RightParen | Punctuator::RightBracket
            ))
        );
        let mut open = Vec::new();
        for index in start..error {
            if self.is_mark(index, Punctuator::Question) {
                open.push(index);
            } else if self.is_mark(index, Punctuator::Colon) {
                open.pop();
            }
        }
        let Some(&question) = open.last().filter(|_| ends) else { return false };
        self.error_at(error, "expected `:` and the value for `false`");
        let span = self.span_at(question);
        self.cx.report.label(span, "this `?` has no `:`");
        true
    }

    /// `1.0.0`, `1,5`
    pub(super) fn is_split_number(&mut self, _: usize, error: usize) -> bool {
        let is_number = |index: usize| {
            let token = self.token_at(index);
            token.is_some_and(|token| token.is_literal() && !matches!(token, Token::BoolLiteral(_)))
        };
        let is_joined = |index: usize| index > 0 && self.span_at(index - 1).end == self.span_at(index).start;
        if error == 0 || !is_number(error) || !is_joined(error) {
            return false;
        }
        if is_number(error - 1) {
            let whole = self.span_at(error - 1).to(self.span_at(error));
            let text = self.cx.settings.sources.slice(whole).to_owned();
            self.cx.report.error(Code::SyntaxError, whole, format!("`{text}` is not a number"));
            if text.contains("..") {
                let text = text.replacen("..", ".", 1);
                self.cx.report.suggest("write one point", whole, text);
            } else {
                self.cx.report.help("a number has one decimal point");
            }
            return true;
        }
        let is_comma = error > 1 && self.is_mark(error - 1, Punctuator::Comma) && is_joined(error - 1);
        if !is_comma || !is_number(error - 2) {
            return false;
        }
        let comma = self.span_at(error - 1);
        self.cx.report.error(Code::SyntaxError, comma, "`,` begins another variable here");
        self.cx.report.suggest("a decimal point is `.`", comma, ".");
        true
    }

    /// `float my-name`
    pub(super) fn is_split_name(&mut self, _: usize, error: usize) -> bool {
        let (Some(Token::Identifier(_)), Some(Token::Identifier(_))) =
            (self.token_before(error), self.token_at(error + 1))
        else {
            return false;
        };
        let (before, mark, behind) = (self.span_at(error - 1), self.span_at(error), self.span_at(error + 1));
        let is_joined = before.end == mark.start && mark.end == behind.start;
        if !is_joined || !self.is_mark(error, Punctuator::Minus) || error < 2 || !self.is_type_at(error - 2) {
            return false;
        }
        self.cx.report.error(Code::SyntaxError, mark, "a name cannot contain `-`");
        self.cx.report.suggest("write `_`", mark, "_");
        true
    }

    /// A closing bracket of the wrong kind, or without an open one.
    pub(super) fn is_lone_bracket(&mut self, _: usize, error: usize) -> bool {
        let Some(Token::Punctuator(found)) = self.token_at(error) else { return false };
        let opens = match found {
            Punctuator::RightParen => Punctuator::LeftParen,
            Punctuator::RightBracket => Punctuator::LeftBracket,
            _ => return false,
        };
        let text = found.text();
        let open = self.opener_of(error).filter(|&open| !self.is_mark(open, Punctuator::LeftBrace));
        let Some(open) = open else {
            self.error_at(error, format!("`{text}` closes nothing: no `{}` is open", opens.text()));
            let span = self.span_at(error);
            self.cx.report.suggest("remove it", span, "");
            return true;
        };
        if self.is_mark(open, opens) {
            return false;
        }
        let wanted = if opens == Punctuator::LeftParen { "]" } else { ")" };
        let (opening, span) = (self.describe(open), self.span_at(open));
        self.error_at(error, format!("expected `{wanted}`, found `{text}`"));
        self.cx.report.label(span, format!("{opening} is not closed"));
        let outer = self.opener_of(open).is_some_and(|outer| self.is_mark(outer, opens));
        let (here, before) = (self.span_at(error), self.span_at(error - 1).end);
        match outer {
            true => self.cx.report.suggest(format!("insert `{wanted}`"), Span::new(before, before), wanted),
            false => self.cx.report.suggest(format!("write `{wanted}`"), here, wanted),
        }
        true
    }

    /// `f(float x) {`, `const x = 1.0;`
    pub(super) fn is_missing_result_type(&mut self, start: usize, error: usize) -> bool {
        let is_untyped = self.is_mark(error, Punctuator::Assign)
            && error >= 2
            && matches!(self.token_at(error - 1), Some(Token::Identifier(_)))
            && matches!(self.token_at(error - 2), Some(Token::Qualifier(_)));
        if is_untyped {
            let name = self.describe(error - 1).replace("identifier ", "");
            self.error_at(error - 1, format!("the type of {name} is missing"));
            let ty = match self.token_at(error + 1) {
                Some(Token::FloatLiteral(_)) => Some("float"),
                Some(Token::IntLiteral(_)) => Some("int"),
                Some(Token::UintLiteral(_)) => Some("uint"),
                Some(Token::BoolLiteral(_)) => Some("bool"),
                Some(Token::BuiltinType(ty)) => Some(ty.name()),
                _ => None,
            };
            if let Some(ty) = ty {
                let at = self.span_at(error - 1).start;
                self.cx.report.suggest("a declaration has a type", Span::new(at, at), format!("{ty} "));
            }
            return true;
        }
        let is_definition = self.cx.scopes.depth() == 0
            && matches!(self.token_at(start), Some(Token::Identifier(_)))
            && self.is_mark(start + 1, Punctuator::LeftParen)
            && self.closing(start + 1).is_some_and(|close| self.is_mark(close + 1, Punctuator::LeftBrace));
        if !is_definition {
            return false;
        }
        let name = self.describe(start).replace("identifier ", "");
        self.error_at(start, format!("the result type of function {name} is missing"));
        let at = self.span_at(start).start;
        self.cx.report.suggest("a function without a result is `void`", Span::new(at, at), "void ");
        true
    }
}
