//! Advice in messages about expressions: what a thing is, where it is declared, which argument does not fit, and what is
//! likely meant.
//!
//! All of this is `#[cold]`.

use crate::builtins::functions;
use crate::builtins::pattern::{Pattern, TexClass};
use crate::diagnostics::{Code, Edit, Fix};
use crate::lower::Lowering;
use crate::lower::builtins::Attempt;
use crate::lower::expressions::Expr;
use crate::lower::expressions::calls::Argument;
use crate::lower::queries::ModuleQueries;
use crate::lower::scopes::{Entity, OverloadsId};
use crate::parser::BinaryOp;
use crate::spelling::counted;
use crate::symbols::Symbol;
use crate::tokens::{Punctuator, Token};
use vitrum_glsl::foreign::{Language, foreign};
use vitrum_ir::types::common;
use vitrum_ir::{Span, Type, TypeData};

/// The number of candidates that a message shows.
const SHOWN: usize = 4;

impl Lowering<'_> {
    /// Reports that a value, which is no variable, is written to.
    #[cold]
    pub(crate) fn report_no_l_value(&mut self, expr: Expr, verb: &str) {
        let text = self.settings.sources.slice(expr.span).to_owned();
        let name = self.token_name(expr.span);
        let entity = name.and_then(|name| self.scopes.lookup(name)).map(|found| (found.entity, found.span));
        let message = match entity {
            Some((Entity::Variable(_), _)) => format!("`{text}` cannot be {verb}: it is a constant"),
            _ if text.starts_with(|first: char| first.is_ascii_digit()) => {
                format!("number `{text}` cannot be {verb}")
            }
            _ if name.is_none() && text.ends_with(')') && !text.starts_with('(') => {
                format!("result of a call cannot be {verb}")
            }
            _ => format!("expression cannot be {verb}: it is no variable"),
        };
        self.report.error(Code::NotAnLValue, expr.span, message);
        if let Some((Entity::Variable(_), span)) = entity {
            self.report.label(span, "declared here");
        }
    }

    /// The name that is the only token of a span.
    fn token_name(&self, span: Span) -> Option<Symbol> {
        self.tokens.iter().find_map(|&(token, at)| match token {
            Token::Identifier(name) if at == span => Some(name),
            _ => None,
        })
    }

    /// The span with the brackets that close what is opened in it.
    fn with_brackets(&self, span: Span) -> Span {
        let from = self.tokens.iter().position(|&(_, at)| at.start == span.start);
        let (mut depth, mut end) = (0u32, span.end);
        for (token, at) in self.tokens.iter().skip(from.unwrap_or(self.tokens.len())) {
            if at.start >= span.end && depth == 0 {
                break;
            }
            match token {
                Token::Punctuator(Punctuator::LeftParen | Punctuator::LeftBracket) => depth += 1,
                Token::Punctuator(Punctuator::RightParen | Punctuator::RightBracket) => {
                    depth = depth.saturating_sub(1);
                }
                Token::Punctuator(Punctuator::Semicolon | Punctuator::LeftBrace | Punctuator::RightBrace) => {
                    break;
                }
                _ => {}
            }
            end = at.end.max(end);
        }
        Span::new(span.start, end)
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
        }
    }

    /// Adds what is likely meant by an operator that does not take its operands.
    #[cold]
    pub(crate) fn explain_operator(&mut self, operator: BinaryOp, left: Expr, right: Expr) {
        let types = &self.module.types;
        let is_float = |ty: Type| types.scalar_of(ty).is_some_and(|scalar| scalar.is_float());
        let (first, second) = (types.get(left.ty), types.get(right.ty));
        let text = |span: Span| self.settings.sources.slice(span).to_owned();
        let (left_span, right_span) = (self.with_brackets(left.span), self.with_brackets(right.span));
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
            _ => self.explain_conversion(left.ty, right.ty, None),
        }
    }

    /// Adds advice on an explicit conversion of what is at a span.
    #[cold]
    pub(crate) fn explain_conversion(&mut self, from: Type, to: Type, at: Option<Span>) {
        let (a, b) = (self.module.types.get(from), self.module.types.get(to));
        let at = at.map(|at| self.with_brackets(at));
        let is_text = at.is_some_and(|at| !self.settings.sources.slice(at).is_empty());
        if let (TypeData::Vector { scalar, size }, TypeData::Vector { scalar: wanted, size: shorter }) =
            (a, b)
            && scalar == wanted
            && size > shorter
        {
            let swizzle = &".xyzw"[..=usize::from(shorter).min(4)];
            match at.filter(|_| is_text) {
                Some(at) => {
                    let end = Span::new(at.end, at.end);
                    self.report.suggest(format!("take the first {shorter} components"), end, swizzle);
                }
                None => self.report.help(format!("take the first {shorter} components: `{swizzle}`")),
            }
            return;
        }
        let scalars = (self.module.types.scalar_of(from), self.module.types.scalar_of(to));
        let (Some(source), Some(target)) = scalars else { return };
        let name = self.module.type_name(to);
        if let (TypeData::Scalar(_), TypeData::Vector { .. }) = (a, b) {
            self.report.help(format!("a vector of equal components is `{name}(...)`"));
            return;
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

    // Calls.

    /// Reports that no function of the shader takes the arguments of a call.
    #[cold]
    pub(crate) fn report_no_overload(
        &mut self,
        set: OverloadsId,
        name: Symbol,
        arguments: &[Argument],
        at: Span,
    ) {
        if self.functions.wrong.contains(&name) {
            self.report.failed = true;
            return;
        }
        let text = self.symbols.text(name).to_owned();
        let faults: Vec<(Span, Fault)> = (0..self.functions.set(set).len())
            .filter_map(|index| {
                let span = self.functions.set(set).get(index)?.span;
                Some((span, self.fault_of(set, index, arguments)?))
            })
            .collect();
        if let [(span, fault)] = faults.as_slice() {
            let (span, place) = (*span, fault.argument.unwrap_or(at));
            let message = match fault.argument {
                Some(_) => fault.text.replacen(" must", &format!(" of `{text}` must"), 1),
                None => format!("`{text}` {}", fault.text),
            };
            self.report.error(Code::NoOverload, place, message);
            self.report.label(
                fault.parameter.unwrap_or(span),
                match fault.parameter {
                    Some(_) => "this parameter",
                    None => "declared here",
                },
            );
            return;
        }
        let types = self.type_names(arguments);
        let message = format!("no overload of `{text}` accepts arguments `({types})`");
        self.report.error(Code::NoOverload, at, message);
        for (span, fault) in faults.into_iter().take(SHOWN) {
            self.report.label(span, format!("candidate: {}", fault.text));
        }
    }

    /// The first fault of a call of a function.
    fn fault_of(&self, set: OverloadsId, index: usize, arguments: &[Argument]) -> Option<Fault> {
        let overload = self.functions.set(set).get(index)?;
        if overload.parameters.len() != arguments.len() {
            let (takes, found) = (counted(overload.parameters.len(), "argument"), arguments.len());
            return Some(Fault {
                text: format!("takes {takes}, found {found}"),
                argument: None,
                parameter: None,
            });
        }
        for (index, (parameter, argument)) in overload.parameters.iter().zip(arguments).enumerate() {
            let found = argument.expr.ty;
            let fits = match parameter.is_written() {
                true => found == parameter.ty || self.fit(parameter.ty, found).is_some(),
                false => self.fit(found, parameter.ty).is_some(),
            };
            if !fits {
                let (found, wanted) = (self.module.type_name(found), self.module.type_name(parameter.ty));
                let number = index + 1;
                return Some(Fault {
                    text: format!("argument {number} must be `{wanted}`, found `{found}`"),
                    argument: Some(argument.expr.span),
                    parameter: parameter.name.map(|(_, span)| span),
                });
            }
        }
        None
    }

    /// Reports that no built-in function takes the arguments of a call.
    #[cold]
    pub(crate) fn report_no_builtin_overload(&mut self, name: Symbol, arguments: &[Argument], at: Span) {
        let text = self.symbols.text(name).to_owned();
        let attempts: Vec<Attempt> =
            functions(&text).iter().filter_map(|row| self.attempt(row, arguments)).collect();
        let furthest = attempts.iter().map(|attempt| attempt.fitting).max().unwrap_or(0);
        let best: Vec<&Attempt> = attempts.iter().filter(|attempt| attempt.fitting == furthest).collect();
        let fault =
            arguments.get(furthest).filter(|_| best.iter().any(|attempt| attempt.takes(arguments.len())));
        let types = self.type_names(arguments);
        match fault {
            Some(argument) => {
                let number = furthest + 1;
                let found = self.module.type_name(argument.expr.ty);
                let best = best.iter().filter(|attempt| attempt.takes(arguments.len()));
                let mut wanted: Vec<String> = Vec::new();
                for attempt in best {
                    let name = self.wanted_type(attempt, furthest);
                    if !wanted.contains(&name) && wanted.len() < SHOWN {
                        wanted.push(name);
                    }
                }
                let wanted = match wanted.split_last() {
                    Some((last, [])) => last.clone(),
                    Some((last, others)) => format!("{} or {last}", others.join(", ")),
                    None => String::new(),
                };
                let message = format!("argument {number} of `{text}` must be {wanted}, found `{found}`");
                self.report.error(Code::NoOverload, argument.expr.span, message);
                self.report.label(at, "in this call");
            }
            None => {
                let message = format!("no overload of built-in `{text}` accepts arguments `({types})` here");
                self.report.error(Code::NoOverload, at, message);
            }
        }
        let mut signatures: Vec<String> = Vec::new();
        for attempt in &best {
            let types: Vec<String> =
                (0..attempt.row.params.len()).map(|index| self.wanted_type(attempt, index)).collect();
            let signature = format!("`{text}({})`", types.join(", ").replace('`', ""));
            if !signatures.contains(&signature) && signatures.len() < SHOWN {
                signatures.push(signature);
            }
        }
        if !signatures.is_empty() {
            self.report.note(format!("it can be called as {}", signatures.join(", ")));
        }
    }

    /// The type of a parameter of a built-in function, as far as the arguments before it say.
    fn wanted_type(&mut self, attempt: &Attempt, index: usize) -> String {
        let Some(param) = attempt.row.params.get(index) else { return String::new() };
        match param.pattern {
            Pattern::Tex(class) => match class {
                TexClass::Sampler => "a sampler".to_owned(),
                TexClass::Shadow => "a shadow sampler".to_owned(),
                TexClass::Texture => "a texture".to_owned(),
                TexClass::Image => "an image".to_owned(),
            },
            pattern => match attempt.binding.ty(pattern, &mut self.module.types) {
                Some(ty) if ty != common::VOID => format!("`{}`", self.module.type_name(ty)),
                _ => "another type".to_owned(),
            },
        }
    }
}

/// The reason that a function does not take the arguments of a call.
struct Fault {
    text: String,
    /// The argument at fault, if it is not their number.
    argument: Option<Span>,
    /// The name of its parameter.
    parameter: Option<Span>,
}
