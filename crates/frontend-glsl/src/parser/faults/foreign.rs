//! Constructs of other languages: operators, references, template arguments, initialisers, attributes, loops over elements.

use crate::diagnostics::{Code, Edit, Fix};
use crate::lower::scopes::Entity;
use crate::parser::Parser;
use crate::tokens::{Keyword, Punctuator, Qualifier, Token};
use vitrum_ir::Span;

/// The meaning of an operator of another language.
#[derive(Clone, Copy)]
enum Meant {
    /// This operator.
    Operator(&'static str),
    /// Most likely this operator.
    Likely(&'static str),
    /// `pow`.
    Power,
    /// No operator.
    Advice(&'static str),
}

/// Operators of other languages, which are several tokens here.
const OPERATORS: &[(&str, Meant)] = &[
    ("->", Meant::Operator(".")),
    ("**", Meant::Power),
    (":=", Meant::Operator("=")),
    ("===", Meant::Operator("==")),
    ("!==", Meant::Operator("!=")),
    ("<>", Meant::Operator("!=")),
    ("~=", Meant::Operator("!=")),
    ("=<", Meant::Operator("<=")),
    ("=>", Meant::Likely(">=")),
    (">>>", Meant::Operator(">>")),
    ("&&=", Meant::Advice("write `a = a && b`")),
    ("||=", Meant::Advice("write `a = a || b`")),
    ("??", Meant::Advice("write `condition ? a : b`")),
    ("::", Meant::Advice("GLSL has no namespaces: write the name alone")),
    ("..", Meant::Advice("GLSL has no ranges: count, as in `for (int i = 0; i < n; i++)`")),
];

/// Types of components in angle brackets, and the first letter of the vectors that have them.
const COMPONENTS: &[(&str, &str)] =
    &[("float", ""), ("f32", ""), ("int", "i"), ("i32", "i"), ("uint", "u"), ("u32", "u"), ("bool", "b")];

/// Attributes of HLSL before a statement, and those of `GL_EXT_control_flow_attributes`.
const ATTRIBUTES: &[(&str, &str)] = &[
    ("unroll", "[[unroll]]"),
    ("loop", "[[dont_unroll]]"),
    ("branch", "[[dont_flatten]]"),
    ("flatten", "[[flatten]]"),
    ("fastopt", "[[dont_unroll]]"),
];

impl Parser<'_, '_> {
    /// `->`, `**`, `:=`, `===`
    pub(super) fn is_operator_of_another_language(&mut self, _: usize, error: usize) -> bool {
        let in_function = self.cx.scopes.depth() > 0;
        for &(text, meant) in OPERATORS {
            let Some((from, to)) = self.run_of(text, error) else { continue };
            let span = self.span_at(from).to(self.span_at(to - 1));
            let is_arrow = matches!(text, "->" | "=>");
            if is_arrow && !in_function {
                continue;
            }
            self.cx.report.error(Code::SyntaxError, span, format!("`{text}` is no operator of GLSL"));
            match meant {
                Meant::Operator(operator) => {
                    self.cx.report.fix(format!("write `{operator}`"), span, operator);
                }
                Meant::Likely(operator) => {
                    self.cx.report.suggest(format!("did you mean `{operator}`?"), span, operator);
                }
                Meant::Power => self.suggest_power(from, to),
                Meant::Advice(advice) => self.cx.report.help(advice),
            }
            return true;
        }
        false
    }

    /// The tokens without space between them that spell `text` and include the one at `error`, or end before it.
    fn run_of(&self, text: &str, error: usize) -> Option<(usize, usize)> {
        (error.saturating_sub(2)..=error).find_map(|from| {
            let (mut rest, mut index, mut end) = (text, from, None);
            while !rest.is_empty() {
                let Some(&(Token::Punctuator(mark), span)) = self.tokens.get(index) else { return None };
                let is_adjacent = end.is_none_or(|end| end == span.start);
                rest = rest.strip_prefix(mark.text()).filter(|_| is_adjacent)?;
                end = Some(span.end);
                index += 1;
            }
            (index > error).then_some((from, index))
        })
    }

    /// `a ** b` as `pow(a, b)`.
    fn suggest_power(&mut self, from: usize, to: usize) {
        let ends = (self.operand_before(from), self.operand_behind(to));
        let (Some(first), Some(last)) = ends else {
            self.cx.report.help("powers have a function: `pow(a, b)`");
            return;
        };
        let base = self.text_of(first, from);
        let exponent = self.text_of(to, last);
        let whole = self.span_at(first).to(self.span_at(last - 1));
        self.cx.report.suggest("powers have a function", whole, format!("pow({base}, {exponent})"));
    }

    /// The text of tokens.
    fn text_of(&self, from: usize, to: usize) -> String {
        let span = self.span_at(from).to(self.span_at(to.saturating_sub(1)));
        self.cx.settings.sources.slice(span).to_owned()
    }

    /// The token behind the operand that begins at a token: a name, number or group with its members, indices and arguments.
    pub(in crate::parser) fn operand_behind(&self, from: usize) -> Option<usize> {
        let first = self.token_at(from)?;
        let mut next = match first {
            Token::Punctuator(Punctuator::LeftParen) => self.closing(from)? + 1,
            Token::Identifier(_) | Token::BuiltinType(_) => from + 1,
            _ if first.is_literal() => from + 1,
            _ => return None,
        };
        loop {
            next = match self.token_at(next) {
                Some(Token::Punctuator(Punctuator::LeftParen | Punctuator::LeftBracket)) => {
                    self.closing(next)? + 1
                }
                Some(Token::Punctuator(Punctuator::Dot)) => next + 2,
                _ => return Some(next),
            };
        }
    }

    /// The first token of the operand that ends before a token, if it is a name or number with its members.
    fn operand_before(&self, end: usize) -> Option<usize> {
        let mut first = end.checked_sub(1)?;
        while matches!(self.token_at(first)?, Token::Identifier(_))
            && first >= 2
            && self.is_mark(first - 1, Punctuator::Dot)
        {
            first -= 2;
        }
        let token = self.token_at(first)?;
        (matches!(token, Token::Identifier(_)) || token.is_literal()).then_some(first)
    }

    /// The token that closes what the bracket at `open` opens.
    pub(in crate::parser) fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0u32;
        for (index, (token, _)) in self.tokens.iter().enumerate().skip(open) {
            match token {
                Token::Punctuator(
                    Punctuator::LeftParen | Punctuator::LeftBracket | Punctuator::LeftBrace,
                ) => depth += 1,
                Token::Punctuator(
                    Punctuator::RightParen | Punctuator::RightBracket | Punctuator::RightBrace,
                ) => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(index);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// True if the token names a type.
    pub(super) fn is_type_at(&self, index: usize) -> bool {
        match self.token_at(index) {
            Some(Token::BuiltinType(_)) => true,
            Some(Token::Identifier(name)) => {
                matches!(self.cx.scopes.lookup(name).map(|found| found.entity), Some(Entity::Type(_)))
            }
            _ => false,
        }
    }

    /// `float &x`, `Light *light`
    pub(super) fn is_reference_or_pointer(&mut self, start: usize, error: usize) -> bool {
        let mark = match self.token_at(error) {
            Some(Token::Punctuator(mark @ (Punctuator::Star | Punctuator::BitAnd | Punctuator::And))) => mark,
            _ => return false,
        };
        let is_named = matches!(self.token_at(error + 1), Some(Token::Identifier(_)));
        if error == start || !self.is_type_at(error - 1) || !is_named {
            return false;
        }
        let what = if mark == Punctuator::Star { "pointers" } else { "references" };
        let (span, ty) = (self.span_at(error), self.span_at(error - 1));
        self.cx.report.error(Code::SyntaxError, span, format!("GLSL has no {what}"));
        let place = std::mem::replace(&mut self.position, error);
        let is_parameter = self.innermost_open().is_some();
        self.position = place;
        let is_constant = error > 1 && self.token_at(error - 2) == Some(Token::Qualifier(Qualifier::Const));
        let is_read = is_constant && mark != Punctuator::Star;
        if is_read {
            self.cx.report.fix("pass the value", span, "");
        } else if is_parameter {
            let edits = vec![
                Edit { span: Span::new(ty.start, ty.start), text: "inout ".to_owned() },
                Edit { span, text: String::new() },
            ];
            let title = "let the function write to its argument".to_owned();
            self.cx.report.with_fix(Fix { title, edits, certain: mark != Punctuator::Star });
        } else {
            self.cx.report.help("copy the value, or keep an index");
        }
        true
    }

    /// `vec4<float>`
    pub(super) fn is_type_argument(&mut self, _: usize, error: usize) -> bool {
        let Some(Token::BuiltinType(ty)) = self.token_before(error) else { return false };
        let closes = error + 2;
        if !self.is_mark(error, Punctuator::Less) || !self.is_mark(closes, Punctuator::Greater) {
            return false;
        }
        let (name, argument) = (ty.name(), self.text_of(error + 1, closes));
        let brackets = self.span_at(error).to(self.span_at(closes));
        let message = format!("`{name}` takes no type in angle brackets");
        self.cx.report.error(Code::SyntaxError, brackets, message);
        let row = COMPONENTS.iter().find(|row| row.0 == argument);
        if let Some((_, letter)) = row.filter(|_| name.starts_with("vec")) {
            // All of them in the file at once.
            let file = self.cx.settings.sources.file_at(brackets.start);
            let argument_token = self.token_at(error + 1);
            let uses = self.tokens.windows(4).filter_map(|tokens| match tokens {
                [(Token::BuiltinType(found), at), (less, _), (argument, _), (greater, end)]
                    if *found == ty
                        && *less == Token::Punctuator(Punctuator::Less)
                        && Some(*argument) == argument_token
                        && *greater == Token::Punctuator(Punctuator::Greater)
                        && self.cx.settings.sources.file_at(at.start) == file =>
                {
                    Some(Edit { span: at.to(*end), text: format!("{letter}{name}") })
                }
                _ => None,
            });
            let mut edits: Vec<Edit> = uses.collect();
            edits.sort_by_key(|edit| edit.span.start);
            edits.dedup();
            let title = format!("write `{letter}{name}`");
            self.cx.report.with_fix(Fix { title, edits, certain: true });
        }
        true
    }

    /// `vec3 a(1.0, 2.0, 3.0);`, `vec3 a{1.0, 2.0, 3.0};`
    pub(super) fn is_initializer_of_c(&mut self, start: usize, error: usize) -> bool {
        let is_const = self.token_at(start) == Some(Token::Qualifier(Qualifier::Const));
        let first = start + usize::from(is_const);
        let open = first + 2;
        let is_declared = self.is_type_at(first)
            && matches!(self.token_at(first + 1), Some(Token::Identifier(_)))
            && (self.is_mark(open, Punctuator::LeftParen) || self.is_mark(open, Punctuator::LeftBrace));
        let is_argument = |token: Option<Token>| token.is_some_and(Token::is_literal);
        let is_list = error == open || is_argument(self.token_at(open + 1));
        let close = self.closing(open).filter(|&close| {
            self.is_mark(close + 1, Punctuator::Semicolon) || self.is_mark(close + 1, Punctuator::Comma)
        });
        let Some(close) = close.filter(|_| is_declared && is_list && error >= open) else { return false };
        let ty = self.text_of(first, first + 1);
        let (from, to) = (self.span_at(open), self.span_at(close));
        self.cx.report.error(Code::SyntaxError, from.to(to), "a variable is initialised by `=` in GLSL");
        let edits = vec![
            Edit { span: Span::new(self.span_at(open - 1).end, from.end), text: format!(" = {ty}(") },
            Edit { span: to, text: ")".to_owned() },
        ];
        self.cx.report.with_fix(Fix { title: "call the constructor".to_owned(), edits, certain: true });
        true
    }

    /// `vec4{1.0, 2.0}`, `return {1.0, 2.0};`, `float a[2] = [1.0, 2.0];`
    pub(super) fn is_braced_constructor(&mut self, start: usize, error: usize) -> bool {
        let (is_brace, is_bracket) =
            (self.is_mark(error, Punctuator::LeftBrace), self.is_mark(error, Punctuator::LeftBracket));
        let Some(close) = self.closing(error).filter(|_| (is_brace || is_bracket) && error > start) else {
            return false;
        };
        let (from, to) = (self.span_at(error), self.span_at(close));
        let is_operand = match self.token_at(error - 1) {
            Some(Token::Punctuator(mark)) => {
                mark.is_prefix()
                    || matches!(mark, Punctuator::LeftParen | Punctuator::Comma)
                    || !matches!(mark.role(), vitrum_glsl::operators::Role::End)
            }
            Some(Token::Keyword(word)) => word == Keyword::Return,
            _ => false,
        };
        let ty = if is_operand { None } else { self.is_type_at(error - 1).then_some(()) };
        if (ty.is_none() || is_bracket) && !is_operand {
            return false;
        }
        let message = match (is_operand, is_brace) {
            (true, true) => "a list in braces can only initialise a variable",
            (true, false) => "GLSL has no lists in square brackets",
            (false, _) => "a constructor takes its arguments in parentheses",
        };
        self.cx.report.error(Code::SyntaxError, from.to(to), message);
        let close_text = Edit { span: to, text: ")".to_owned() };
        if !is_operand {
            let edits = vec![Edit { span: from, text: "(".to_owned() }, close_text];
            let title = "write parentheses".to_owned();
            self.cx.report.with_fix(Fix { title, edits, certain: true });
        } else if is_bracket && self.is_type_at(start) {
            let ty = self.text_of(start, start + 1);
            let edits = vec![Edit { span: from, text: format!("{ty}[](") }, close_text];
            let title = "call the constructor of the array".to_owned();
            self.cx.report.with_fix(Fix { title, edits, certain: false });
        } else {
            self.cx.report.help("call a constructor, such as `vec2(1.0, 2.0)` or `float[](1.0, 2.0)`");
        }
        true
    }

    /// `[unroll] for`, `[numthreads(8, 8, 1)]`
    pub(super) fn is_attribute_of_another_language(&mut self, start: usize, error: usize) -> bool {
        let is_behind = self.is_mark(error, Punctuator::LeftBracket)
            && self.is_mark(error + 1, Punctuator::LeftBracket)
            && matches!(
                self.token_before(error),
                Some(Token::Identifier(_) | Token::Punctuator(Punctuator::RightParen))
            );
        if is_behind && let Some(close) = self.closing(error) {
            let span = self.span_at(error).to(self.span_at(close));
            let text = self.text_of(error, close + 1);
            self.cx.report.error(Code::SyntaxError, span, format!("GLSL has no attribute `{text}`"));
            self.cx.report.help(
                "give inputs and outputs a place by `layout(location = 0)`, resources by `layout(binding = 0)`",
            );
            return true;
        }
        let Some(Token::Identifier(name)) = self.token_at(error) else { return false };
        let is_start = error == start + 1 && self.is_mark(start, Punctuator::LeftBracket);
        let Some(close) = self.closing(start).filter(|_| is_start) else { return false };
        let text = self.cx.symbols.text(name).to_owned();
        let span = self.span_at(start).to(self.span_at(close));
        self.cx.report.error(Code::SyntaxError, span, format!("GLSL has no attribute `[{text}]`"));
        if text == "numthreads" {
            let sizes: Vec<String> = (error + 1..close)
                .filter(|&index| self.token_at(index).is_some_and(Token::is_literal))
                .map(|index| self.text_of(index, index + 1))
                .collect();
            let items: Vec<String> = sizes
                .iter()
                .zip(["x", "y", "z"])
                .map(|(size, axis)| format!("local_size_{axis} = {size}"))
                .collect();
            let layout = format!("layout({}) in;", items.join(", "));
            self.cx.report.fix("declare the size of a work group", span, layout);
        } else if let Some((_, attribute)) = ATTRIBUTES.iter().find(|row| row.0 == text) {
            let line = "#extension GL_EXT_control_flow_attributes : require\n".to_owned();
            let edits = vec![
                Edit { span: self.cx.report.directives, text: line },
                Edit { span, text: (*attribute).to_owned() },
            ];
            let title = format!("`GL_EXT_control_flow_attributes` has `{attribute}`");
            let certain = self.cx.scopes.depth() > 0;
            self.cx.report.with_fix(Fix { title, edits, certain });
        }
        self.resume_at = Some(close + 1);
        true
    }

    /// `for (float x : list)`, `for (int i in 0..4)`
    pub(super) fn is_loop_over_elements(&mut self, start: usize, error: usize) -> bool {
        let head =
            (start..error).rev().find(|&index| self.token_at(index) == Some(Token::Keyword(Keyword::For)));
        let Some(head) = head else { return false };
        let is_element = error > head
            && error - head <= 4
            && matches!(self.token_at(error - 1), Some(Token::Identifier(_)));
        let is_over = self.is_mark(error, Punctuator::Colon)
            || self.token_at(error) == Some(Token::Qualifier(Qualifier::In));
        if !is_element || !is_over {
            return false;
        }
        self.error_at(error, "GLSL has no loops over elements");
        let span = self.span_at(head);
        self.cx.report.label(span, "in this `for`");
        self.cx.report.help("count, as in `for (int i = 0; i < list.length(); i++)`");
        true
    }

    /// `end: ...`
    pub(super) fn is_label(&mut self, start: usize, error: usize) -> bool {
        let is_label = error == start + 1
            && self.is_mark(error, Punctuator::Colon)
            && matches!(self.token_at(start), Some(Token::Identifier(_)))
            && self.cx.scopes.depth() > 0;
        if is_label {
            let span = self.span_at(start).to(self.span_at(error));
            let is_goto = |token: Token| matches!(token, Token::Identifier(name) if self.cx.symbols.text(name) == "goto");
            match self.tokens.iter().any(|row| is_goto(row.0)) {
                // The word was reported.
                true => self.cx.report.failed = true,
                false => {
                    self.cx.report.error(Code::SyntaxError, span, "GLSL has no labels and no `goto`");
                }
            }
            self.resume_at = Some(error + 1);
        }
        is_label
    }

    /// `struct Light l;`
    pub(super) fn is_struct_use_of_c(&mut self, _: usize, error: usize) -> bool {
        let is_use = error >= 2
            && self.token_at(error - 2) == Some(Token::Keyword(Keyword::Struct))
            && self.is_type_at(error - 1)
            && matches!(self.token_at(error), Some(Token::Identifier(_)));
        if is_use {
            let (word, name) = (self.span_at(error - 2), self.span_at(error - 1));
            self.cx.report.error(Code::SyntaxError, word, "`struct` begins the definition of a new type");
            let gap = Span::new(word.start, name.start);
            self.cx.report.fix("name the type alone", gap, "");
        }
        is_use
    }

    /// `float a = 1.0;` or `float f() {` among members, `float x = 1.0` among parameters.
    pub(super) fn is_initialized_member(&mut self, start: usize, error: usize) -> bool {
        let is_value = self.is_mark(error, Punctuator::Assign);
        let is_function = self.is_mark(error, Punctuator::LeftParen);
        if error == start || !matches!(self.token_at(error - 1), Some(Token::Identifier(_))) {
            return false;
        }
        let outer = self.opener_of(error);
        let is_list = outer
            .is_some_and(|open| open > 0 && matches!(self.token_at(open - 1), Some(Token::Identifier(_))));
        let is_parameter = outer.is_some_and(|open| self.is_mark(open, Punctuator::LeftParen));
        let is_member = outer.is_some_and(|open| self.is_mark(open, Punctuator::LeftBrace));
        let message = match (is_value, is_function) {
            (true, _) if is_member => "members have no initialisers",
            (true, _) if is_parameter => "parameters have no default values",
            (_, true) if is_member => "structs and blocks have no functions",
            _ => return false,
        };
        if !is_list {
            return false;
        }
        self.error_at(error, message);
        match message {
            "members have no initialisers" => {
                self.cx
                    .report
                    .help("give the value where a variable is declared, by the constructor of the type");
            }
            "parameters have no default values" => {
                self.cx.report.help("write an overload with fewer parameters, which calls this function");
            }
            _ => self.cx.report.help("declare a function outside, with a parameter of this type"),
        }
        true
    }

    /// The bracket of any kind that is open at a token.
    pub(super) fn opener_of(&self, index: usize) -> Option<usize> {
        let mut closed = 0u32;
        (0..index).rev().find(|&index| match self.token_at(index) {
            Some(Token::Punctuator(
                Punctuator::RightParen | Punctuator::RightBracket | Punctuator::RightBrace,
            )) => {
                closed += 1;
                false
            }
            Some(Token::Punctuator(
                Punctuator::LeftParen | Punctuator::LeftBracket | Punctuator::LeftBrace,
            )) => {
                let is_open = closed == 0;
                closed = closed.saturating_sub(1);
                is_open
            }
            _ => false,
        })
    }
}
