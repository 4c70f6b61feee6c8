//! The conditions of `#if` and `#elif`: integer expressions with two stacks, so that nothing nests.
//!
//! GLSL 4.60 section 3.3. Values are 32 bits wide and wrap. The right side of `&&` and `||` is read but
//! not evaluated when the left side decides.

use vitrum_ir::Span;

use crate::diagnostics::{Code, Diagnostic};
use crate::literals::parse_integer;
use crate::preprocess::expand::Preprocessor;
use crate::preprocess::macros::{PpKind, PpToken};
use crate::spelling::closest;
use crate::symbols::Symbol;
use crate::tokens::Punctuator;
use crate::tokens::keywords::name_symbol;
use vitrum_glsl::macros::Name;
use vitrum_glsl::operators::{BinaryOp, Precedence, Role};

/// A fault of a condition.
struct Fault {
    code: Code,
    span: Option<Span>,
    message: String,
}

fn syntax(span: Option<Span>, message: impl Into<String>) -> Fault {
    Fault { code: Code::ConditionSyntax, span, message: message.into() }
}

/// A pending operator, or a `(` whose `)` has not been read.
struct Pending {
    operator: Operator,
    span: Span,
    /// True if it decided already, so that its right operand is not evaluated.
    skips: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Operator {
    Paren,
    Plus,
    Negate,
    Complement,
    Not,
    Binary(BinaryOp),
}

impl Operator {
    fn precedence(self) -> Precedence {
        match self {
            Self::Paren => Precedence::Assignment,
            Self::Plus | Self::Negate | Self::Complement | Self::Not => Precedence::Prefix,
            Self::Binary(operator) => operator.precedence(),
        }
    }
}

/// An expression while it is read.
#[derive(Default)]
struct Evaluator {
    values: Vec<i32>,
    pending: Vec<Pending>,
    /// The number of operators that skip their right operand.
    skipping: usize,
}

impl Evaluator {
    fn push(&mut self, operator: Operator, span: Span, skips: bool) {
        self.skipping += usize::from(skips);
        self.pending.push(Pending { operator, span, skips });
    }

    /// Applies pending operators that bind at least as tightly as `precedence`.
    fn reduce(&mut self, precedence: Precedence) -> Result<(), Fault> {
        while let Some(top) = self.pending.last().filter(|top| top.operator != Operator::Paren) {
            if top.operator.precedence() < precedence {
                break;
            }
            let Some(top) = self.pending.pop() else { break };
            self.skipping -= usize::from(top.skips);
            self.apply(&top)?;
        }
        Ok(())
    }

    fn apply(&mut self, pending: &Pending) -> Result<(), Fault> {
        let missing = || syntax(Some(pending.span), "missing operand");
        let right = self.values.pop().ok_or_else(missing)?;
        let value = match pending.operator {
            Operator::Paren | Operator::Plus => right,
            Operator::Negate => right.wrapping_neg(),
            Operator::Complement => !right,
            Operator::Not => i32::from(right == 0),
            Operator::Binary(operator) => {
                let left = self.values.pop().ok_or_else(missing)?;
                let skipped = self.skipping > 0;
                match binary(operator, left, right) {
                    Some(value) => value,
                    None if skipped => 0,
                    None => {
                        let message = "division by zero in condition".to_owned();
                        let code = Code::ConditionDivision;
                        return Err(Fault { code, span: Some(pending.span), message });
                    }
                }
            }
        };
        self.values.push(value);
        Ok(())
    }

    /// A binary operator between two operands.
    fn binary(&mut self, operator: BinaryOp, span: Span) -> Result<(), Fault> {
        self.reduce(operator.precedence())?;
        let left = self.values.last().copied().unwrap_or(0);
        let skips = match operator {
            BinaryOp::LogicalAnd => left == 0,
            BinaryOp::LogicalOr => left != 0,
            _ => false,
        };
        self.push(Operator::Binary(operator), span, skips);
        Ok(())
    }

    fn close_paren(&mut self, span: Span) -> Result<(), Fault> {
        self.reduce(Precedence::Assignment)?;
        match self.pending.pop() {
            Some(_) => Ok(()),
            None => Err(syntax(Some(span), "unmatched `)` in condition")),
        }
    }

    fn finish(mut self) -> Result<i32, Fault> {
        self.reduce(Precedence::Assignment)?;
        if let Some(open) = self.pending.last() {
            return Err(syntax(Some(open.span), "unmatched `(` in condition"));
        }
        self.values.pop().ok_or_else(|| syntax(None, "missing condition"))
    }
}

/// `None` for a division by zero.
fn binary(operator: BinaryOp, left: i32, right: i32) -> Option<i32> {
    Some(match operator {
        BinaryOp::Multiply => left.wrapping_mul(right),
        BinaryOp::Divide if right == 0 => return None,
        BinaryOp::Divide => left.wrapping_div(right),
        BinaryOp::Modulo if right == 0 => return None,
        BinaryOp::Modulo => left.wrapping_rem(right),
        BinaryOp::Add => left.wrapping_add(right),
        BinaryOp::Subtract => left.wrapping_sub(right),
        BinaryOp::ShiftLeft => left.wrapping_shl(right.cast_unsigned()),
        BinaryOp::ShiftRight => left.wrapping_shr(right.cast_unsigned()),
        BinaryOp::Less => i32::from(left < right),
        BinaryOp::Greater => i32::from(left > right),
        BinaryOp::LessEqual => i32::from(left <= right),
        BinaryOp::GreaterEqual => i32::from(left >= right),
        BinaryOp::Equal => i32::from(left == right),
        BinaryOp::NotEqual => i32::from(left != right),
        BinaryOp::BitAnd => left & right,
        BinaryOp::BitXor => left ^ right,
        BinaryOp::BitOr => left | right,
        BinaryOp::LogicalAnd => i32::from(left != 0 && right != 0),
        BinaryOp::LogicalOr => i32::from(left != 0 || right != 0),
        BinaryOp::LogicalXor => i32::from((left != 0) != (right != 0)),
    })
}

impl Preprocessor<'_> {
    /// The condition on the rest of the line; false where it is faulty.
    pub(super) fn condition(&mut self, directive: Span) -> bool {
        let (line, _) = self.rest_of_line();
        let first = line.first().map(|token| token.span);
        self.in_condition = true;
        let tokens = self.expand_list(line);
        self.in_condition = false;
        if let Some(first) = first.filter(|_| tokens.is_empty()) {
            let message = "missing condition: the macro here has an empty body";
            self.report(Code::ConditionSyntax, first, message);
            return false;
        }
        self.evaluate(&tokens, directive) != 0
    }

    /// The value of all the tokens; 0, and a diagnostic, where they are no expression.
    pub(super) fn evaluate(&mut self, tokens: &[PpToken], directive: Span) -> i32 {
        let (value, rest) = self.evaluate_prefix(tokens, directive);
        if let (Some(extra), Some(_)) = (rest.first(), value) {
            let span = self.shown(*extra);
            let diagnostic = match extra.kind {
                PpKind::Punctuator(Punctuator::Assign) => {
                    let message = "`=` is no operator of conditions";
                    Diagnostic::at(Code::ConditionSyntax, span, message).fix("write `==`", span, "==")
                }
                _ => Diagnostic::at(Code::ConditionSyntax, span, "missing operator in condition"),
            };
            self.session.diagnostics.emit(diagnostic);
            return 0;
        }
        value.unwrap_or(0)
    }

    /// The value of the longest expression that the tokens begin with, and what follows it.
    pub(super) fn evaluate_prefix<'t>(
        &mut self,
        tokens: &'t [PpToken],
        directive: Span,
    ) -> (Option<i32>, &'t [PpToken]) {
        match self.read_expression(tokens) {
            Ok((value, rest)) => (Some(value), rest),
            Err(fault) => {
                self.report(fault.code, fault.span.unwrap_or(directive), fault.message);
                (None, &[])
            }
        }
    }

    fn read_expression<'t>(&mut self, tokens: &'t [PpToken]) -> Result<(i32, &'t [PpToken]), Fault> {
        let mut evaluator = Evaluator::default();
        let mut wants_operand = true;
        let mut rest = tokens;
        while let Some((token, after)) = rest.split_first() {
            let span = self.shown(*token);
            if wants_operand {
                rest = after;
                match token.kind {
                    PpKind::Punctuator(Punctuator::LeftParen) => {
                        evaluator.push(Operator::Paren, span, false);
                    }
                    PpKind::Punctuator(punctuator) => {
                        let operator = match punctuator {
                            Punctuator::Plus => Operator::Plus,
                            Punctuator::Minus => Operator::Negate,
                            Punctuator::BitNot => Operator::Complement,
                            Punctuator::Not => Operator::Not,
                            _ => return Err(syntax(Some(span), "missing operand")),
                        };
                        evaluator.push(operator, span, false);
                    }
                    PpKind::Identifier(name) if name == name_symbol(Name::Defined) => {
                        // The specifications of the languages leave it undefined (WebGL 1.0 section 6.30).
                        if self.options.webgl.is_some() && token.from_body {
                            return Err(syntax(Some(span), "`defined` cannot come from a macro in WebGL"));
                        }
                        let (value, after) = self.defined(rest, span)?;
                        rest = after;
                        evaluator.values.push(value);
                        wants_operand = false;
                    }
                    PpKind::Identifier(name) => {
                        if evaluator.skipping == 0 {
                            self.report_undefined(name, span);
                        }
                        evaluator.values.push(0);
                        wants_operand = false;
                    }
                    PpKind::Number(symbol) => {
                        evaluator.values.push(self.condition_number(symbol, span)?);
                        wants_operand = false;
                    }
                    PpKind::String(_) => {
                        return Err(syntax(Some(span), "conditions compare whole numbers, not strings"));
                    }
                    PpKind::Hash
                    | PpKind::HashHash
                    | PpKind::Unknown(_)
                    | PpKind::UnterminatedString(_)
                    | PpKind::UnterminatedComment => {
                        return Err(syntax(Some(span), "unexpected token in condition"));
                    }
                }
                continue;
            }
            let PpKind::Punctuator(punctuator) = token.kind else { break };
            if punctuator == Punctuator::RightParen {
                evaluator.close_paren(span)?;
            } else if let Role::Binary(operator) = punctuator.role()
                && operator != BinaryOp::LogicalXor
            {
                // GLSL 4.60 section 3.3: there is no `^^`.
                evaluator.binary(operator, span)?;
                wants_operand = true;
            } else {
                break;
            }
            rest = after;
        }
        let last = tokens.last().map(|token| self.shown(*token));
        if wants_operand {
            let message = if tokens.is_empty() { "missing condition" } else { "missing operand" };
            return Err(syntax(last, message));
        }
        Ok((evaluator.finish()?, rest))
    }

    /// The result of `defined`, and the tokens behind it.
    fn defined<'t>(&self, tokens: &'t [PpToken], span: Span) -> Result<(i32, &'t [PpToken]), Fault> {
        let paren = |punctuator| PpKind::Punctuator(punctuator);
        let kind = |index: usize| tokens.get(index).map(|token| token.kind);
        let (name, length) = match (kind(0), kind(1), kind(2)) {
            (Some(PpKind::Identifier(name)), _, _) => (name, 1),
            (Some(open), Some(PpKind::Identifier(name)), Some(close))
                if open == paren(Punctuator::LeftParen) && close == paren(Punctuator::RightParen) =>
            {
                (name, 3)
            }
            _ => {
                return Err(syntax(Some(span), "`defined` requires a macro name, optionally in parentheses"));
            }
        };
        let value = i32::from(self.macros.find(name).is_some());
        Ok((value, tokens.get(length..).unwrap_or(&[])))
    }

    fn condition_number(&self, symbol: Symbol, span: Span) -> Result<i32, Fault> {
        let fault = |code, message: &str| Fault { code, span: Some(span), message: message.to_owned() };
        let text = self.text(symbol);
        let invalid = match text.contains('.') {
            true => format!("conditions take whole numbers, found `{text}`"),
            false => format!("invalid integer literal `{text}`"),
        };
        let (value, suffix) = parse_integer(self.text(symbol)).map_err(|code| fault(code, &invalid))?;
        if !matches!(suffix, "" | "u" | "U") {
            return Err(fault(Code::MalformedNumber, &invalid));
        }
        let bits = u32::try_from(value);
        let too_large = |_| fault(Code::NumberTooLarge, "integer literal is out of range for 32 bits");
        Ok(bits.map_err(too_large)?.cast_signed())
    }

    /// The specification makes this an error, but desktop compilers take 0, and shaders rely on it.
    fn report_undefined(&mut self, name: Symbol, span: Span) {
        // Each name is reported once, and none whose definition may be in a file that is missing.
        if self.is_cut_off || !self.undefined.insert(name) {
            return;
        }
        let text = self.text(name);
        let macros = self.macros.names().map(|name| self.text(name));
        let similar = closest(text, macros).map(str::to_owned);
        let message = format!("`{}` is not defined", self.text(name));
        let diagnostic = Diagnostic::at(Code::ConditionUndefinedName, span, message)
            .note("undefined names in conditions evaluate to 0")
            .similar(span, similar);
        self.emit_desktop_leniency(diagnostic);
    }
}
