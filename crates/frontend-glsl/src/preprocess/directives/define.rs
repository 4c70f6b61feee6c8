//! `#define` and `#undef`.

use rustc_hash::FxHashMap;
use vitrum_glsl::features::Feature;
use vitrum_ir::Span;

use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::extensions::Extension;
use crate::preprocess::directives::Directive;
use crate::preprocess::expand::Preprocessor;
use crate::preprocess::macros::{Body, BodyToken, PpKind, PpToken};
use crate::symbols::Symbol;
use crate::tokens::Punctuator;
use crate::tokens::keywords::name_symbol;
use vitrum_glsl::macros::Name;

/// The parameters of a macro: their names in order, and the number of each.
type Parameters = (Vec<Symbol>, FxHashMap<Symbol, u16>);

impl Preprocessor<'_> {
    pub(super) fn define(&mut self, directive: Span) {
        let (mut line, _) = self.rest_of_line();
        // A `\` with a space behind it, which the next line may belong to.
        if let Some(PpToken { kind: PpKind::Unknown(symbol), .. }) = line.last()
            && self.text(*symbol) == "\\"
            && let Some(last) = line.pop()
        {
            self.emit(last);
        }
        let Some((&PpToken { kind: PpKind::Identifier(name), span, .. }, rest)) = line.split_first() else {
            let at = line.first().map_or(directive, |token| token.span);
            let what = if line.is_empty() { "" } else { ": a letter or `_`, then letters, digits and `_`" };
            self.malformed(at, format!("`#define` requires a macro name{what}"));
            return;
        };
        if !self.may_define(name, span) {
            return;
        }
        let body = match rest.split_first() {
            Some((first, rest)) if is(first, Punctuator::LeftParen) && !first.spaced => {
                self.function_body(rest, span)
            }
            _ => self.object_body(rest),
        };
        let Some(body) = body else {
            self.failed_macros.push(name);
            return;
        };
        let known = self.macros.find(name).map(|id| self.macros.get(id));
        if let Some(previous) = known.filter(|known| !known.body.is_predefined()) {
            if previous.body.same_as(&body) {
                return;
            }
            let message = format!("macro `{}` is redefined with a different body", self.text(name));
            let mut diagnostic = Diagnostic::at(Code::MacroRedefined, span, message);
            if let Some(first) = previous.definition {
                diagnostic = diagnostic.secondary(first, "first defined here");
            }
            self.session.diagnostics.emit(diagnostic.help("add `#undef` before the new definition"));
        }
        self.macros.define(name, body, Some(span));
        self.recent.remove(self.session.interner.text(name));
    }

    pub(super) fn undef(&mut self, directive: Span) {
        let (line, _) = self.rest_of_line();
        let Some((&PpToken { kind: PpKind::Identifier(name), span, .. }, rest)) = line.split_first() else {
            self.malformed(directive, "`#undef` requires a macro name");
            return;
        };
        self.check_extra(Directive::Undef, rest);
        let predefined = self.macros.find(name).is_some_and(|id| self.macros.get(id).body.is_predefined());
        let reserved = self.text(name).starts_with("GL_");
        if predefined || reserved || name == name_symbol(Name::Defined) {
            let message = format!("cannot undefine reserved macro `{}`", self.text(name));
            self.report(Code::MacroReservedName, span, message);
        } else {
            self.macros.undefine(name);
        }
    }

    /// True if a program may define this name (GLSL 4.60 section 3.3).
    fn may_define(&mut self, name: Symbol, span: Span) -> bool {
        let text = self.session.interner.text(name);
        let predefined = self.macros.find(name).is_some_and(|id| self.macros.get(id).body.is_predefined());
        let of_caller = self.frames.last().is_some_and(|frame| frame.of_caller);
        let is_defined = name == name_symbol(Name::Defined);
        let spirv = self.words.dialect().extensions.contains(Extension::ExtSpirvIntrinsics);
        let reserved = text.starts_with("GL_") && !of_caller && !spirv;
        // Headers that bring an extension by GL_EXT_spirv_intrinsics define its macro.
        let predefined = predefined && !(spirv && text.starts_with("GL_"));
        if predefined || is_defined || reserved {
            let message = format!("macro name `{text}` is reserved");
            let mut diagnostic = Diagnostic::at(Code::MacroReservedName, span, message);
            if reserved && !predefined {
                diagnostic = diagnostic.note("names beginning with `GL_` are reserved");
            }
            // ESSL allows it; within a condition it is still the operator.
            let is_es = self.words.dialect().version.is_es();
            let allowed = is_defined && is_es && self.options.webgl.is_none();
            if allowed {
                diagnostic = diagnostic.with_severity(Severity::Warning);
            }
            self.session.diagnostics.emit(diagnostic);
            // It is defined all the same, so that its uses are understood.
            return allowed || reserved && !predefined;
        }
        if text.contains("__") && !of_caller {
            let message = format!("macro name `{text}` contains `__`, which is reserved");
            self.report(Code::MacroDoubleUnderscore, span, message);
        }
        true
    }

    fn object_body(&mut self, tokens: &[PpToken]) -> Option<Body> {
        let pieces = self.pieces(tokens, &FxHashMap::default())?;
        let mut body: Vec<PpToken> = Vec::with_capacity(pieces.len());
        let mut paste_next = false;
        for piece in pieces {
            let left = body.last().copied().filter(|_| paste_next);
            match left.and_then(|left| self.paste(left, piece.token)) {
                Some(token) => {
                    body.pop();
                    body.push(token);
                }
                None => body.push(piece.token),
            }
            paste_next = piece.pasted;
        }
        Some(Body::Object(body))
    }

    fn function_body(&mut self, tokens: &[PpToken], name: Span) -> Option<Body> {
        let Some(close) = tokens.iter().position(|token| is(token, Punctuator::RightParen)) else {
            self.report(Code::MacroParameters, name, "missing `)` in macro parameter list");
            return None;
        };
        let (list, body) = tokens.split_at(close);
        let (parameters, numbers) = self.parameters(list, name)?;
        let body = self.pieces(body.get(1..).unwrap_or(&[]), &numbers)?;
        Some(Body::Function { parameters, body })
    }

    fn parameters(&mut self, tokens: &[PpToken], name: Span) -> Option<Parameters> {
        let mut names = Vec::new();
        let mut numbers = FxHashMap::default();
        if tokens.is_empty() {
            return Some((names, numbers));
        }
        for entry in tokens.split(|token| is(token, Punctuator::Comma)) {
            let &[PpToken { kind: PpKind::Identifier(parameter), span, .. }] = entry else {
                if let [PpToken { kind: PpKind::Identifier(parameter), span, .. }, next, ..] = entry {
                    let message =
                        format!("expected `,` or `)` behind macro parameter `{}`", self.text(*parameter));
                    let behind = Span::new(span.end, span.end);
                    let diagnostic = Diagnostic::at(Code::MacroParameters, next.span, message);
                    self.session.diagnostics.emit(diagnostic.suggest("insert `)`", behind, ")"));
                    return None;
                }
                let at = entry.first().map_or(name, |token| token.span);
                self.report(Code::MacroParameters, at, "macro parameter is not an identifier");
                return None;
            };
            let Ok(number) = u16::try_from(names.len()) else {
                self.report(Code::MacroParameters, span, "macro has more than 65536 parameters");
                return None;
            };
            if numbers.insert(parameter, number).is_some() {
                let message = format!("duplicate macro parameter `{}`", self.text(parameter));
                self.report(Code::MacroParameters, span, message);
                return None;
            }
            names.push(parameter);
        }
        Some((names, numbers))
    }

    /// The body's tokens, each with its parameter and whether `##` follows.
    fn pieces(&mut self, tokens: &[PpToken], parameters: &FxHashMap<Symbol, u16>) -> Option<Vec<BodyToken>> {
        let is_paste = |token: &&PpToken| token.kind == PpKind::HashHash;
        if let Some(paste) = tokens.iter().find(is_paste) {
            let version = self.words.dialect().version;
            if !Feature::TokenPasting.is_in(version) {
                let message = format!("version {version} does not support `##`");
                self.report(Code::PasteNotInVersion, paste.span, message);
            }
        }
        let mut edges = [tokens.first(), tokens.last()].into_iter().flatten();
        if let Some(edge) = edges.find(is_paste) {
            self.report(Code::PasteAtEdge, edge.span, "`##` cannot appear at either end of a macro body");
            return None;
        }
        let mut pieces: Vec<BodyToken> = Vec::with_capacity(tokens.len());
        for &token in tokens {
            if token.kind == PpKind::HashHash {
                if let Some(last) = pieces.last_mut() {
                    last.pasted = true;
                }
                continue;
            }
            let parameter = match token.kind {
                PpKind::Identifier(name) => parameters.get(&name).copied(),
                _ => None,
            };
            let spaced = token.spaced && !pieces.is_empty();
            let token = PpToken { from_body: true, spaced, ..token };
            pieces.push(BodyToken { token, parameter, pasted: false });
        }
        Some(pieces)
    }
}

fn is(token: &PpToken, punctuator: Punctuator) -> bool {
    token.kind == PpKind::Punctuator(punctuator)
}
