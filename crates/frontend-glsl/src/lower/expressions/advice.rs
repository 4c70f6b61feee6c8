//! Advice in messages about expressions: what a thing is, where it is declared, which argument does not fit, and what is
//! likely meant.
//!
//! All of this is `#[cold]`.

use crate::diagnostics::{Code, Edit, Fix};
use crate::lower::Lowering;
use crate::lower::expressions::Expr;
use crate::lower::queries::ModuleQueries;
use crate::lower::scopes::Entity;
use crate::parser::BinaryOp;
use crate::symbols::Symbol;
use crate::tokens::{Keyword, Punctuator, Token};
use vitrum_glsl::foreign::{Language, foreign};
use vitrum_ir::{Scalar, Span, Type, TypeData};

impl Lowering<'_> {
    /// Reports that a value, which is no variable, is written to.
    #[cold]
    pub(crate) fn report_no_l_value(&mut self, expr: Expr, verb: &str) {
        let span = expr.span;
        let text = self.settings.sources.slice(span).to_owned();
        let name = self.token_name(expr.span);
        let entity = name.and_then(|name| self.scopes.lookup(name)).map(|found| (found.entity, found.span));
        let message = match entity {
            Some((Entity::Variable(_), _)) => format!("`{text}` cannot be {verb}: it is a constant"),
            _ if text.starts_with(|first: char| first.is_ascii_digit()) => {
                format!("number `{text}` cannot be {verb}")
            }
            _ if name.is_none() && text.ends_with(')') && text.starts_with(char::is_alphabetic) => {
                format!("result of a call cannot be {verb}")
            }
            _ => format!("expression cannot be {verb}: it is no variable"),
        };
        self.report.error(Code::NotAnLValue, span, message);
        if let Some((Entity::Variable(_), span)) = entity {
            self.report.label(span, "declared here");
        }
    }

    /// Adds to an error about an expression that is not constant the variable that it is, if it is one.
    #[cold]
    pub(crate) fn explain_not_constant(&mut self, span: Span) {
        let Some(name) = self.token_name(span) else { return };
        let Some(found) = self.scopes.lookup(name).map(|found| (found.entity, found.span)) else { return };
        if let (Entity::Variable(_), declared) = found {
            self.report.label(declared, "declared here, not as `const`");
        }
    }

    /// Adds the function that the call at a span calls.
    #[cold]
    pub(crate) fn label_callee(&mut self, span: Span) {
        let first = self.tokens.iter().find(|row| row.1.start == span.start).map(|row| row.0);
        let Some(Token::Identifier(name)) = first else { return };
        if let Some(declared) = self.scopes.lookup(name).map(|found| found.span) {
            self.report.label(declared, "declared here");
        }
    }

    /// Adds the first `case` with the label of the one at a span, within the same text.
    #[cold]
    pub(crate) fn label_first_case(&mut self, span: Span) {
        let text = self.settings.sources.slice(span);
        let found = self
            .tokens
            .windows(2)
            .rev()
            .skip_while(|pair| pair.last().is_none_or(|row| row.1.start >= span.start));
        let mut labels = found.filter_map(|pair| match pair {
            [(Token::Keyword(Keyword::Case), _), (_, label)] => Some(*label),
            _ => None,
        });
        if let Some(first) = labels.find(|label| self.settings.sources.slice(*label) == text) {
            self.report.label(first, "first `case` with this label");
        }
    }

    /// The name that is the only token of a span.
    fn token_name(&self, span: Span) -> Option<Symbol> {
        self.tokens.iter().find_map(|&(token, at)| match token {
            Token::Identifier(name) if at == span => Some(name),
            _ => None,
        })
    }

    /// The span of a punctuator within a span.
    fn mark_within(&self, mark: Punctuator, span: Span) -> Option<Span> {
        let mut tokens = self.tokens.iter();
        let found = tokens.find(|(token, at)| {
            *token == Token::Punctuator(mark) && at.start >= span.start && at.end <= span.end
        });
        found.map(|&(_, at)| at)
    }

    /// Reports a call of something that is no function.
    #[cold]
    pub(crate) fn report_not_callable(&mut self, callee: Expr) {
        let ty = self.module.type_name(callee.ty);
        let Some(name) = self.token_name(callee.span) else {
            let message = format!("value of type `{ty}` cannot be called: it is not a function");
            self.report.error(Code::NotCallable, callee.span, message);
            return;
        };
        let text = self.symbols.text(name).to_owned();
        let message = format!("`{text}` is a variable of type `{ty}`, not a function");
        self.report.error(Code::NotCallable, callee.span, message);
        if let Some(span) = self.scopes.lookup(name).map(|found| found.span) {
            self.report.label(span, "declared here");
        }
    }

    /// Adds what is likely meant by a condition that is no `bool`.
    #[cold]
    pub(crate) fn explain_condition(&mut self, expr: Expr) {
        let assigned = self.body.plain_assignment.filter(|&span| span == expr.span);
        if let Some(at) = assigned.and_then(|span| self.mark_within(Punctuator::Assign, span)) {
            self.report.suggest("did you mean the comparison `==`?", at, "==");
            return;
        }
        let scalar = self.module.types.scalar_of(expr.ty);
        let is_scalar = matches!(self.module.types.get(expr.ty), TypeData::Scalar(_));
        if scalar.is_some_and(|scalar| scalar.is_integer()) && is_scalar {
            self.report.help("there is no conversion to `bool`: compare it, as in `x != 0`");
        } else if scalar.is_some_and(|scalar| scalar.is_float()) && is_scalar {
            self.report.help("there is no conversion to `bool`: compare it, as in `x > 0.0`");
        } else if self.module.types.vector_size(expr.ty).is_some_and(|size| size > 1) {
            self.report.help("reduce a vector of `bool` by `all(...)` or `any(...)`");
        }
    }

    /// Adds what is likely meant by an operand of `&&` or `||` that is no `bool`.
    #[cold]
    pub(crate) fn explain_logical(&mut self, expr: Expr, operator: &str) {
        if self.module.types.scalar_of(expr.ty).is_some_and(|scalar| scalar.is_integer()) {
            let bits = if operator == "&&" { "&" } else { "|" };
            self.report.help(format!(
                "`{operator}` takes truth values: compare, as in `x != 0`, or write `{bits}` for bits"
            ));
        } else if self.module.types.scalar_of(expr.ty).is_some_and(|scalar| scalar.is_float()) {
            self.report.help(format!(
                "`{operator}` takes truth values: write both comparisons, as in `x == a {operator} x == b`"
            ));
        }
    }

    /// Adds what is likely meant by an operator on scalars of the wrong kind. True if something was added.
    fn explain_scalars(&mut self, operator: BinaryOp, left: Expr, right: Expr, at: Span) -> bool {
        let types = &self.module.types;
        let is_float = |ty: Type| types.scalar_of(ty).is_some_and(|scalar| scalar.is_float());
        let is_vector = |ty: Type| matches!(types.get(ty), TypeData::Vector { .. });
        let (left_span, right_span) = (left.span, right.span);
        let text = |span: Span| self.settings.sources.slice(span).to_owned();
        let (a, b) = (text(left_span), text(right_span));
        let is_text = !a.is_empty() && !b.is_empty();
        let is_bool = |ty: Type| types.scalar_of(ty) == Some(Scalar::Bool);
        let logical = match operator {
            BinaryOp::BitAnd => "&&",
            BinaryOp::BitOr => "||",
            BinaryOp::BitXor => "^^",
            _ => "",
        };
        let are_scalar = !is_vector(left.ty) && !is_vector(right.ty);
        if !logical.is_empty() && is_bool(left.ty) && is_bool(right.ty) && are_scalar {
            self.report.suggest(format!("truth values are joined by `{logical}`"), at, logical);
            return true;
        }
        let is_order = matches!(
            operator,
            BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Greater | BinaryOp::GreaterEqual
        );
        if is_order && is_bool(left.ty) && are_scalar {
            self.report.help("comparisons do not form chains: write `a < b && b < c`");
            return true;
        }
        match operator {
            BinaryOp::BitXor if is_float(left.ty) && is_text => {
                let whole = left_span.to(right_span);
                self.report.suggest("powers have a function", whole, format!("pow({a}, {b})"));
                return true;
            }
            BinaryOp::BitAnd
            | BinaryOp::BitOr
            | BinaryOp::BitXor
            | BinaryOp::ShiftLeft
            | BinaryOp::ShiftRight
                if is_float(left.ty) || is_float(right.ty) =>
            {
                let operator = operator.text();
                self.report.help(format!(
                    "`{operator}` takes whole numbers; `floatBitsToUint` gives the bits of a float"
                ));
                return true;
            }
            _ if is_bool(left.ty) != is_bool(right.ty) && are_scalar => {
                let (span, text, to) = match is_bool(left.ty) {
                    true => (left_span, &a, right.ty),
                    false => (right_span, &b, left.ty),
                };
                let ty = self.module.type_name(to);
                match is_text {
                    true => self.report.suggest("a `bool` is no number", span, format!("{ty}({text})")),
                    false => self.report.help(format!("a `bool` is no number: convert it by `{ty}(...)`")),
                }
                return true;
            }
            _ => {}
        }
        false
    }

    /// Adds what is likely meant by an operator that does not take its operands.
    #[cold]
    pub(crate) fn explain_operator(&mut self, operator: BinaryOp, left: Expr, right: Expr, at: Span) {
        if self.explain_scalars(operator, left, right, at) {
            return;
        }
        let types = &self.module.types;
        let is_float = |ty: Type| types.scalar_of(ty).is_some_and(|scalar| scalar.is_float());
        let (first, second) = (types.get(left.ty), types.get(right.ty));
        let text = |span: Span| self.settings.sources.slice(span).to_owned();
        let (left_span, right_span) = (left.span, right.span);
        let (a, b) = (text(left_span), text(right_span));
        let call = |function: &str| format!("{function}({a}, {b})");
        let is_text = !a.is_empty() && !b.is_empty();
        let whole = left_span.to(right_span);
        let function = match operator {
            BinaryOp::Modulo if is_float(left.ty) || is_float(right.ty) => "mod",
            BinaryOp::Less => "lessThan",
            BinaryOp::LessEqual => "lessThanEqual",
            BinaryOp::Greater => "greaterThan",
            BinaryOp::GreaterEqual => "greaterThanEqual",
            _ => "",
        };
        let is_vector = |data: TypeData| matches!(data, TypeData::Vector { .. });
        match (first, second) {
            _ if function == "mod" && is_text => {
                let call = call(function);
                let is_assignment = self.settings.sources.slice(at).ends_with('=');
                let call = if is_assignment { format!("{a} = {call}") } else { call };
                self.report.suggest("floats have a function for it", whole, call);
            }
            _ if !function.is_empty() && is_vector(first) && is_vector(second) => {
                let call = call(function);
                self.report.help(format!("vectors are compared by component: `{call}`"));
            }
            (TypeData::Matrix { columns, .. }, TypeData::Vector { size, .. })
                if operator == BinaryOp::Multiply && size + 1 == columns && is_text =>
            {
                let matrix = self.module.type_name(left.ty);
                self.report.note(format!("`{matrix}` is multiplied by a vector of {columns} components"));
                let title = "make a position of it; a direction would have 0.0";
                self.report.suggest(title, right_span, format!("vec{columns}({b}, 1.0)"));
            }
            (TypeData::Vector { size: from, .. }, TypeData::Vector { size: to, .. }) if from != to => {
                self.report
                    .help("choose components by a swizzle such as `.xy`, or construct a longer vector");
            }
            (TypeData::Matrix { columns, .. }, TypeData::Vector { size, .. })
                if operator == BinaryOp::Multiply && size != columns =>
            {
                let matrix = self.module.type_name(left.ty);
                self.report.note(format!("`{matrix}` is multiplied by a vector of {columns} components"));
                if size > columns && is_text {
                    let swizzle = ".xyzw".get(..=usize::from(columns)).unwrap_or("");
                    self.suggest_suffix(format!("take the first {columns} components"), right_span, swizzle);
                }
            }
            (TypeData::Vector { size: from, .. }, TypeData::Matrix { rows, .. })
                if operator == BinaryOp::Multiply && from + 1 == rows =>
            {
                let (vector, matrix) = (self.module.type_name(left.ty), self.module.type_name(right.ty));
                self.report
                    .note(format!("`{matrix}` multiplies a vector of {rows} components, not `{vector}`"));
                if is_text {
                    let title = "columns are multiplied from the left, as positions with 1.0";
                    self.report.suggest(title, whole, format!("{b} * vec{rows}({a}, 1.0)"));
                }
            }
            (TypeData::Matrix { columns, rows, .. }, TypeData::Matrix { columns: c, rows: r, .. }) => {
                let needed = match operator {
                    BinaryOp::Multiply => format!("the right matrix needs {columns} rows, and has {r}"),
                    _ => format!("both matrices must have one size: {columns}x{rows} and {c}x{r} differ"),
                };
                self.report.note(needed);
                self.report.help("a matrix of another size is constructed from it: `mat3(matrix)`");
            }
            _ => {
                // The side that is no float is converted.
                let (from, to, span) = match is_float(left.ty) && !is_float(right.ty) {
                    true => (right.ty, left.ty, right_span),
                    false => (left.ty, right.ty, left_span),
                };
                self.explain_conversion(from, to, is_text.then_some(span));
            }
        }
    }

    /// True if a comparison follows the expression at a span.
    fn is_compared(&self, span: Span) -> bool {
        let next = self.tokens.iter().find(|row| row.1.start >= span.end).map(|row| row.0);
        matches!(
            next,
            Some(Token::Punctuator(
                Punctuator::EqualEqual
                    | Punctuator::BangEqual
                    | Punctuator::Less
                    | Punctuator::LessEqual
                    | Punctuator::Greater
                    | Punctuator::GreaterEqual
            ))
        )
    }

    /// Adds what is likely meant by a prefix operator that does not take its operand.
    #[cold]
    pub(crate) fn explain_prefix(&mut self, operator: Punctuator, expr: Expr, at: Span) {
        let types = &self.module.types;
        let is_scalar = matches!(types.get(expr.ty), TypeData::Scalar(_));
        let Some(scalar) = types.scalar_of(expr.ty) else { return };
        let span = expr.span;
        let text = self.settings.sources.slice(span).to_owned();
        match operator {
            Punctuator::Not if scalar == Scalar::Bool && !is_scalar => {
                self.report.suggest("vectors have a function for it", at.to(span), format!("not({text})"));
            }
            Punctuator::Not if is_scalar && self.is_compared(span) => {
                self.report.help(
                    "`!` binds tighter than the comparison: write `!(a == b)`, or the opposite comparison",
                );
            }
            Punctuator::Not if is_scalar && !text.is_empty() => {
                let zero = if scalar.is_float() { "0.0" } else { "0" };
                let is_name =
                    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.');
                let text = if is_name { text } else { format!("({text})") };
                self.report.suggest("compare it", at.to(span), format!("{text} == {zero}"));
            }
            Punctuator::BitNot if scalar == Scalar::Bool => {
                self.report.suggest("truth values are negated by `!`", at, "!");
            }
            Punctuator::BitNot => {
                self.report.help("`~` takes whole numbers; `floatBitsToUint` gives the bits of a float");
            }
            _ => {}
        }
    }

    /// Suggests a suffix of the expression at a span, which gets parentheses where it needs them.
    fn suggest_suffix(&mut self, title: String, at: Span, suffix: &str) {
        let text = self.settings.sources.slice(at);
        let mut depth = 0u32;
        let is_operator = |letter: char| {
            match letter {
                '(' | '[' => depth += 1,
                ')' | ']' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && "+-*/%<>=!&|^?: ".contains(letter)
        };
        let is_simple = !text.contains(is_operator);
        let (open, close) = (Span::new(at.start, at.start), Span::new(at.end, at.end));
        let edits = match is_simple {
            true => vec![Edit { span: close, text: suffix.to_owned() }],
            false => vec![
                Edit { span: open, text: "(".to_owned() },
                Edit { span: close, text: format!("){suffix}") },
            ],
        };
        self.report.with_fix(Fix { title, edits, certain: false });
    }

    /// Adds advice on an explicit conversion of what is at a span.
    #[cold]
    pub(crate) fn explain_conversion(&mut self, from: Type, to: Type, at: Option<Span>) {
        let (a, b) = (self.module.types.get(from), self.module.types.get(to));
        let is_text = at.is_some_and(|at| !self.settings.sources.slice(at).is_empty());
        if let (TypeData::Vector { scalar, size }, TypeData::Vector { scalar: wanted, size: shorter }) =
            (a, b)
            && scalar == wanted
            && size > shorter
        {
            let swizzle = &".xyzw"[..=usize::from(shorter).min(4)];
            match at.filter(|_| is_text) {
                Some(at) => self.suggest_suffix(format!("take the first {shorter} components"), at, swizzle),
                None => self.report.help(format!("take the first {shorter} components: `{swizzle}`")),
            }
            return;
        }
        if let (TypeData::Array { length: found, .. }, TypeData::Array { length: wanted, .. }) = (a, b)
            && found != wanted
        {
            self.report.note("arrays are assigned as a whole: their sizes must be equal");
            return;
        }
        let scalars = (self.module.types.scalar_of(from), self.module.types.scalar_of(to));
        let (Some(source), Some(target)) = scalars else { return };
        let name = self.module.type_name(to);
        let wrap = |this: &mut Self, title: String, from: &str, to: &str| match at.filter(|_| is_text) {
            Some(at) => {
                let edits = vec![
                    Edit { span: Span::new(at.start, at.start), text: format!("{name}({from}") },
                    Edit { span: Span::new(at.end, at.end), text: format!("{to})") },
                ];
                this.report.with_fix(Fix { title, edits, certain: false });
            }
            None => this.report.help(format!("{title}: `{name}({from}...{to})`")),
        };
        match (a, b) {
            (TypeData::Scalar(_), TypeData::Vector { .. }) => {
                wrap(self, "a vector of equal components is constructed".to_owned(), "", "");
                return;
            }
            (TypeData::Scalar(_), TypeData::Matrix { .. }) => {
                wrap(self, "a matrix with this diagonal is constructed".to_owned(), "", "");
                return;
            }
            (TypeData::Vector { size, .. }, TypeData::Vector { size: longer, .. }) if size < longer => {
                let missing = usize::from(longer - size);
                let zero = if target.is_float() { ", 0.0" } else { ", 0" };
                let one = if target.is_float() { ", 1.0" } else { ", 1" };
                let rest = match (missing, longer) {
                    (_, 4) => format!("{}{one}", zero.repeat(missing - 1)),
                    _ => zero.repeat(missing),
                };
                let title = match missing {
                    1 => "add the missing component".to_owned(),
                    _ => format!("add the {missing} missing components"),
                };
                wrap(self, title, "", &rest);
                return;
            }
            (TypeData::Matrix { .. }, TypeData::Matrix { .. }) if source == target => {
                wrap(self, "a matrix of another size is constructed".to_owned(), "", "");
                return;
            }
            (TypeData::Vector { .. }, TypeData::Scalar(_)) => {
                match at.filter(|_| is_text) {
                    Some(at) => self.suggest_suffix("take one component".to_owned(), at, ".x"),
                    None => self.report.help("take one component: `.x`"),
                }
                return;
            }
            _ => {}
        }
        let same_shape = self.module.types.with_scalar(from, target) == Some(to);
        if source == target || !same_shape {
            return;
        }
        let from = self.module.type_name(from);
        self.report
            .note(format!("version {} has no implicit conversion from `{from}` to `{name}`", self.version()));
        match at.filter(|_| is_text) {
            Some(at) => {
                let (start, end) = (Span::new(at.start, at.start), Span::new(at.end, at.end));
                let edits = vec![
                    Edit { span: start, text: format!("{name}(") },
                    Edit { span: end, text: ")".to_owned() },
                ];
                let title = "convert it by a constructor".to_owned();
                self.report.with_fix(Fix { title, edits, certain: false });
            }
            None => self.report.help(format!("use a constructor: `{name}(...)`")),
        }
    }

    /// Adds what took the place of a function whose name is that of a type now, `texture2D`, to an error of its call.
    #[cold]
    pub(crate) fn explain_old_function(&mut self, name: &str, call: Span) {
        let at = Span::new(call.start, call.start + name.len() as u32);
        if self.settings.sources.slice(at) != name {
            return;
        }
        if let Some((language @ Language::OldGlsl, instead)) = foreign(name) {
            self.report.note(format!("`{name}` is the type of a texture without sampler"));
            self.help_instead(language, name, instead, at);
        }
    }

    /// Adds what a type has for a member that it lacks.
    #[cold]
    pub(crate) fn explain_member(&mut self, base: Expr, name: Symbol, span: Span, members: &[String]) {
        let text = self.symbols.text(name).to_owned();
        let object = self.settings.sources.slice(base.span).to_owned();
        let is_length = matches!(text.as_str(), "size" | "count" | "length" | "Length" | "len");
        match self.module.types.get(base.ty) {
            TypeData::Array { .. } | TypeData::RuntimeArray { .. } if is_length => {
                self.report.suggest("an array has `length()`", span, "length");
            }
            TypeData::Array { .. } | TypeData::RuntimeArray { .. } => {
                self.report.help("an array has no members but `length()`: index it first");
            }
            TypeData::SampledImage(_) => {
                self.report.help(format!("functions read samplers: `texture({object}, coordinates)`"));
            }
            TypeData::Image(image) if image.storage => {
                self.report.help(format!("functions read images: `imageLoad({object}, coordinates)`"));
            }
            TypeData::Matrix { .. } => {
                self.report.help(format!("a matrix is indexed, by column and row: `{object}[0][0]`"));
            }
            TypeData::Vector { .. } if is_length => self.report.help(format!("write `length({object})`")),
            TypeData::Vector { size, .. } => {
                let set = ["x", "y", "z", "w"].get(..usize::from(size)).unwrap_or_default().concat();
                self.report.help(format!("the components of a vector are `{set}`"));
            }
            TypeData::Struct(_) if !members.is_empty() => {
                const SHOWN: usize = 6;
                let shown: Vec<String> = members.iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
                let more = if members.len() > SHOWN { ", ..." } else { "" };
                self.report.help(format!("its members are {}{more}", shown.join(", ")));
            }
            _ => {}
        }
    }

    /// Adds to an error about the initialiser at a span that a `,` at the end of the line before made a declaration of an
    /// assignment. True if it is so.
    #[cold]
    pub(crate) fn explain_comma(&mut self, span: Span) -> bool {
        let start = self.tokens.iter().position(|row| row.1.start == span.start).unwrap_or(0);
        let found = start.checked_sub(3).and_then(|from| self.tokens.get(from..start));
        let Some(&[(Token::Punctuator(Punctuator::Comma), comma), (Token::Identifier(name), at), _]) = found
        else {
            return false;
        };
        let is_later = self.settings.line_of(comma) != self.settings.line_of(at);
        let is_known = self.scopes.lookup(name).is_some();
        if is_later && is_known {
            let text = self.symbols.text(name).to_owned();
            self.report.label(comma, format!("this `,` makes `{text}` another variable of the declaration"));
            self.report.suggest("end the declaration", comma, ";");
        }
        is_later && is_known
    }
}
