//! Errors about names that nothing declares: what they are elsewhere, and what is likely meant.
//!
//! All of this is `#[cold]`.

use crate::builtin_types::BuiltinType;
use crate::builtins::table::Since;
use crate::builtins::variables::builtin_names;
use crate::builtins::{all_rows, available};
use crate::diagnostics::{Code, Edit, Fix};
use crate::lower::Lowering;
use crate::lower::scopes::Entity;
use crate::spelling::{closest, counted, stage_name};
use crate::stages::Stages;
use crate::symbols::Symbol;
use crate::tokens::{Keyword, Punctuator, Token};
use vitrum_glsl::foreign::{Instead, Language, foreign};
use vitrum_ir::Span;

/// A declaration of a name that is not in force where the name is used.
#[derive(Clone, Copy, Debug)]
enum OutOfScope {
    /// The name in the head of a function that is defined later.
    LaterFunction(usize),
    /// The name in a declaration further on.
    Later(usize),
    /// The name in a declaration whose block has ended.
    Ended(usize),
}

impl Lowering<'_> {
    /// Reports a name that nothing declares.
    #[cold]
    pub(crate) fn undeclared(&mut self, name: Symbol, span: Span) {
        if self.report.is_forgiven(name) || self.is_reserved(name) {
            return;
        }
        if self.report_without_call(name, span) || self.report_macro_without_parameters(name, span) {
            return;
        }
        let text = self.symbols.text(name).to_owned();
        if self.elsewhere(name).is_some() {
            let (stage, version) = (stage_name(self.module.stage), self.version());
            let message = format!("`{text}` is not available in {stage} shaders of version {version}");
            self.report.error(Code::UndeclaredName, span, message);
            if self.settings.names_version {
                self.help_elsewhere(name);
                self.help_successor(name, span);
            }
            self.note_version();
            return;
        }
        let out_of_scope = self.out_of_scope(name);
        if let Some(place) = out_of_scope {
            self.report.error(Code::UndeclaredName, span, format!("`{text}` is not declared here"));
            self.explain_out_of_scope(place);
            return;
        }
        if let Some((language, instead)) = foreign(&text) {
            self.report.error(Code::UndeclaredName, span, format!("`{text}` is not declared"));
            self.help_instead(language, &text, instead, span);
            return;
        }
        if self.suggest_unavailable(&text, span) {
            return;
        }
        if let Some(owner) = self.owner_of(&text) {
            self.report.error(Code::UndeclaredName, span, format!("`{text}` is not declared"));
            let start = Span::new(span.start, span.start);
            self.report.suggest(format!("it is a member of `{owner}`"), start, format!("{owner}."));
            return;
        }
        let similar = self.suggestion(&text);
        self.report.error_with_name(Code::UndeclaredName, span, format!("`{text}` is not declared"), similar);
    }

    /// A function, or a macro with parameters, that is named without being called.
    fn report_without_call(&mut self, name: Symbol, span: Span) -> bool {
        let text = self.symbols.text(name).to_owned();
        if let Some((definition, count)) = self.settings.macros.with_parameters(name) {
            let message =
                format!("`{text}` is a macro with {} and needs arguments", counted(count, "parameter"));
            self.report.error(Code::UndeclaredName, span, message);
            self.report.label(definition, "defined here");
            return true;
        }
        if let Some(set) = self.scopes.overloads_of(name) {
            let overloads = self.functions.set(set);
            let is_simple = overloads.iter().any(|overload| overload.parameters.is_empty());
            let declared = overloads.first().map(|overload| overload.span);
            self.report.error(Code::MethodWithoutCall, span, format!("function `{text}` is not called"));
            if let Some(declared) = declared {
                self.report.label(declared, "declared here");
            }
            if is_simple {
                self.report.suggest("call it", Span::new(span.end, span.end), "()");
            }
            return true;
        }
        if self.is_builtin_function(name) {
            let message = format!("built-in function `{text}` is not called");
            self.report.error(Code::MethodWithoutCall, span, message);
            self.report.help(format!("write `{text}(...)`, with its arguments"));
            return true;
        }
        false
    }

    /// `#define ADD (a, b) ((a) + (b))`: the space before the `(` makes it part of the body.
    fn report_macro_without_parameters(&mut self, name: Symbol, span: Span) -> bool {
        let Some((of, _)) = self.settings.trace.and_then(|trace| trace.macro_of(span)) else { return false };
        let Some(definition) = self.settings.macros.definition(of) else { return false };
        let sources = self.settings.sources;
        let line = sources.file_at(definition.start).and_then(|file| {
            let from = definition.end.checked_sub(sources.start(file))?;
            sources.text(file).get(from as usize..)?.lines().next()
        });
        let line = line.unwrap_or("");
        let blank = line.len() - line.trim_start().len();
        let list = line.trim_start().strip_prefix('(').and_then(|rest| rest.split_once(')'));
        let Some((list, _)) = list.filter(|(_, body)| blank > 0 && !body.trim().is_empty()) else {
            return false;
        };
        let parameters: Vec<String> = list.split(',').map(|parameter| parameter.trim().to_owned()).collect();
        if !parameters.iter().any(|parameter| parameter == self.symbols.text(name)) {
            return false;
        }
        let (text, of) = (self.symbols.text(name).to_owned(), self.symbols.text(of).to_owned());
        self.report.error(Code::UndeclaredName, span, format!("`{text}` is not declared"));
        self.report.note(format!("macro `{of}` has no parameters: a space separates its name from the `(`"));
        let gap = Span::new(definition.end, definition.end + blank as u32);
        self.report.fix("remove the space", gap, "");
        for parameter in parameters {
            let symbol = self.symbols.intern(&parameter);
            self.report.forgive(symbol);
        }
        true
    }

    /// The variable that has a member of a name.
    fn owner_of(&self, text: &str) -> Option<String> {
        /// The number of variables that are looked at.
        const MOST: usize = 256;
        let owner = self.scopes.visible().take(MOST).find(|&symbol| {
            let Some(Entity::Variable(id)) = self.scopes.lookup(symbol).map(|found| found.entity) else {
                return false;
            };
            let members = self.variables.get(id).map(|variable| self.module.members(variable.ty));
            members.is_some_and(|members| {
                members.iter().any(|member| self.module.names.get(member.name) == text)
            })
        });
        owner.map(|symbol| self.symbols.text(symbol).to_owned())
    }

    /// A declaration of a name that is not in force at the token that was read last.
    fn out_of_scope(&self, name: Symbol) -> Option<OutOfScope> {
        let position = self.extensions.position();
        let is_type = |index: usize| {
            matches!(
                self.tokens.get(index).map(|row| row.0),
                Some(Token::BuiltinType(_) | Token::Identifier(_))
            )
        };
        // Open braces, and whether they hold members.
        let (mut open, mut ended) = (Vec::new(), None);
        for (index, &(token, _)) in self.tokens.iter().enumerate() {
            let depth = open.len();
            match token {
                Token::Punctuator(Punctuator::LeftBrace) => {
                    let before = index.checked_sub(1).and_then(|before| self.tokens.get(before));
                    open.push(matches!(before, Some((Token::Identifier(_), _))));
                }
                Token::Punctuator(Punctuator::RightBrace) => {
                    open.pop();
                }
                _ if open.last() == Some(&true) => {}
                Token::Identifier(found) if found == name && index > 0 && is_type(index - 1) => {
                    let next = self.tokens.get(index + 1).map(|row| row.0);
                    let is_call = next == Some(Token::Punctuator(Punctuator::LeftParen));
                    if index < position {
                        ended = (!is_call && depth > 0).then_some(OutOfScope::Ended(index)).or(ended);
                    } else if depth == 0 {
                        return Some(match is_call {
                            true => OutOfScope::LaterFunction(index),
                            false => OutOfScope::Later(index),
                        });
                    }
                }
                _ => {}
            }
        }
        ended
    }

    /// Adds to an error about a name where it is declared.
    fn explain_out_of_scope(&mut self, place: OutOfScope) {
        let span_of = |index: usize| self.tokens.get(index).map_or(Span::default(), |row| row.1);
        match place {
            OutOfScope::Ended(index) => {
                self.report.label(
                    span_of(index),
                    "a variable of this name is declared here, but its block has ended",
                );
            }
            OutOfScope::Later(index) => {
                self.report.label(span_of(index), "it is declared here, behind its use");
                self.report.help("move the declaration before its first use");
            }
            OutOfScope::LaterFunction(index) => {
                self.report.label(span_of(index), "it is declared here, behind its use");
                self.suggest_prototype(index);
            }
        }
    }

    /// Adds the prototype of the function whose name is the token at `index`, before the function that is being read.
    fn suggest_prototype(&mut self, index: usize) {
        let mark = |index: usize, mark: Punctuator| {
            self.tokens.get(index).is_some_and(|row| row.0 == Token::Punctuator(mark))
        };
        let close = (index..self.tokens.len()).find(|&index| mark(index, Punctuator::RightParen));
        let (mut depth, mut start) = (0u32, 0);
        for index in 0..self.extensions.position() {
            if mark(index, Punctuator::LeftBrace) {
                depth += 1;
            } else if mark(index, Punctuator::RightBrace) {
                depth = depth.saturating_sub(1);
            }
            let ends = mark(index, Punctuator::RightBrace) || mark(index, Punctuator::Semicolon);
            if depth == 0 && ends {
                start = index + 1;
            }
        }
        let span_of = |index: usize| self.tokens.get(index).map_or(Span::default(), |row| row.1);
        let Some(close) = close else { return };
        let head = span_of(index - 1).to(span_of(close));
        let text = self.settings.sources.slice(head).to_owned();
        let is_known = (index - 1..=close).all(|at| match self.tokens.get(at).map(|row| row.0) {
            Some(Token::Identifier(name)) => {
                at == index
                    || mark(at + 1, Punctuator::Comma)
                    || mark(at + 1, Punctuator::RightParen)
                    || matches!(self.scopes.lookup(name).map(|found| found.entity), Some(Entity::Type(_)))
            }
            Some(Token::Punctuator(_) | Token::BuiltinType(_) | Token::Qualifier(_)) => true,
            _ => false,
        });
        let place = span_of(start).start;
        if text.is_empty() || !text.ends_with(')') {
            self.report.help("move its definition before its first use");
            return;
        }
        let edits = vec![Edit { span: Span::new(place, place), text: format!("{text};\n") }];
        let title = "declare it before".to_owned();
        self.report.with_fix(Fix { title, edits, certain: is_known });
    }

    /// Reports a name that is most similar to one which the version, profile or stage lacks.
    fn suggest_unavailable(&mut self, text: &str, span: Span) -> bool {
        let Some(meant) = text.starts_with("gl_").then(|| {
            let names = builtin_names().map(|row| row.0);
            self.report.suggestion_of(text, names)
        }) else {
            return false;
        };
        let Some(meant) = meant else { return false };
        let symbol = self.symbols.intern(&meant);
        if self.lookup(symbol).is_some() {
            return false;
        }
        let message = format!("`{text}` is not declared; `{meant}`, which is similar, is not available here");
        self.report.error(Code::UndeclaredName, span, message);
        self.help_elsewhere(symbol);
        if let Some((_, Instead::Advice(advice))) = foreign(&meant) {
            self.report.help(advice);
        }
        true
    }

    /// Adds what took the place of a name that the version or API lacks to the latest diagnostic.
    #[cold]
    pub(crate) fn help_successor(&mut self, name: Symbol, span: Span) {
        let text = self.symbols.text(name).to_owned();
        if let Some((language @ (Language::OldGlsl | Language::OpenGl), instead)) = foreign(&text) {
            self.help_instead(language, &text, instead, span);
        }
    }

    /// The name that is most similar to a misspelt one. Only the first few misspellings get one, which bounds the cost.
    #[cold]
    pub(crate) fn suggestion(&mut self, text: &str) -> Option<String> {
        let visible = self.scopes.visible().map(|symbol| self.symbols.text(symbol));
        let stage = Stages::of(self.module.stage);
        let here = |since: &Since| available(since, self.extensions.here(), stage).is_ok();
        let functions = all_rows().iter().filter(|row| here(&row.since)).map(|row| row.name);
        let variables = builtin_names().filter(|row| here(&row.1)).map(|row| row.0);
        let words = [Keyword::Break, Keyword::Continue, Keyword::Discard, Keyword::Return];
        let words = words.iter().map(|word| word.text());
        // A call of a misspelt type, `Vec4(...)`.
        let next = self.extensions.position();
        let is_call = [next, next.saturating_sub(1)].iter().any(|&index| {
            self.tokens.get(index).is_some_and(|row| row.0 == Token::Punctuator(Punctuator::LeftParen))
        });
        let types = BuiltinType::ALL
            .iter()
            .map(|ty| ty.name())
            .filter(|_| is_call || text.starts_with(char::is_uppercase));
        self.report.suggestion_of(text, visible.chain(functions).chain(variables).chain(words).chain(types))
    }

    /// Reports that there is no `main`, and a function that may be meant as it.
    #[cold]
    pub(crate) fn report_no_main(&mut self, end: Span) {
        let message = "function `main` is not defined";
        let functions = self.tokens.windows(3).filter_map(|tokens| match tokens {
            [
                (Token::BuiltinType(BuiltinType::Void), _),
                (Token::Identifier(name), at),
                (Token::Punctuator(Punctuator::LeftParen), _),
            ] => Some((self.symbols.text(*name), *at)),
            _ => None,
        });
        let functions: Vec<(&str, Span)> = functions.collect();
        let shadertoy = functions.iter().find(|row| row.0 == "mainImage").map(|row| row.1);
        let meant = closest("main", functions.iter().map(|row| row.0)).map(str::to_owned);
        let only = functions.iter().find(|row| meant.as_deref() == Some(row.0)).map(|row| row.1);
        match (shadertoy, only) {
            (Some(at), _) => {
                self.report.error(Code::NoMain, at, message);
                self.report.note("`mainImage` is the function that Shadertoy calls");
                self.report.help(
                    "add a `main` that calls it: `void main() { mainImage(colour, gl_FragCoord.xy); }`",
                );
            }
            (None, Some(at)) => {
                self.report.error(Code::NoMain, at, message);
                self.report.suggest("did you mean `main`?", at, "main");
            }
            (None, None) => self.report.error(Code::NoMain, end, message),
        }
    }
}
