//! Expressions. Each method is headed by its grammar rule.

use super::cursor::Expected;
use super::{Failure, Parsed, Parser, Prefix, Stop};
use crate::lower::declarations::types::{Dimensions, TypeSpec};
use crate::lower::expressions::calls::OpenCall;
use crate::lower::expressions::operators::{BinaryOperand, Step};
use crate::lower::expressions::{Expr, ExprKind};
use crate::lower::scopes::Entity;
use crate::parser::BinaryOp;
use crate::symbols::Symbol;
use crate::tokens::{Keyword, Punctuator, Token};
use vitrum_glsl::extensions::Extension;
use vitrum_glsl::operators::Role;
use vitrum_ir::Span;
use vitrum_ir::types::common;

impl Parser<'_, '_> {
    /// `Expression = Assignment { "," Assignment }`
    pub(super) fn expression(&mut self) -> Parsed<Expr> {
        let operand = self.unary()?;
        self.expression_after(operand)
    }

    /// An expression whose first operand was read.
    pub(super) fn expression_after(&mut self, operand: Expr) -> Parsed<Expr> {
        let mut expr = self.assignment_after(operand)?;
        while self.eat(Punctuator::Comma) {
            let first = self.cx.discard_value(expr);
            let second = self.assignment()?;
            expr = self.cx.comma(first, second);
        }
        Ok(expr)
    }

    /// `Assignment = { Binary AssignmentOperator } ( Binary | Ternary )`
    pub(super) fn assignment(&mut self) -> Parsed<Expr> {
        let operand = self.unary()?;
        self.assignment_after(operand)
    }

    /// An assignment whose first operand was read: often there is no more.
    #[inline]
    fn assignment_after(&mut self, operand: Expr) -> Parsed<Expr> {
        match self.next_role() {
            Role::End => Ok(operand),
            Role::Binary(_) | Role::Assign(_) | Role::Question => self.assignment_with(operand),
        }
    }

    /// The role of the next token after an operand.
    #[inline]
    fn next_role(&self) -> Role {
        self.peek_mark().map_or(Role::End, Punctuator::role)
    }

    /// An assignment whose first operand was read, and is followed by an operator.
    #[inline(never)]
    fn assignment_with(&mut self, mut operand: Expr) -> Parsed<Expr> {
        // A chain of assignments may be long, so this is a loop, not a recursion.
        let mut assignments = 0u32;
        let mut value = loop {
            let (chain, role) = self.binary_after(operand)?;
            match role {
                Role::Assign(operator) => {
                    let at = self.take();
                    self.operand_begins()?;
                    let target = self.cx.finish_binary(&mut self.operators, chain);
                    let head = self.cx.begin_assign(target, operator, at);
                    self.assignments.push(head);
                    assignments += 1;
                    operand = self.unary()?;
                }
                Role::Question => break self.ternary(chain)?,
                Role::Binary(_) | Role::End => break self.cx.finish_binary(&mut self.operators, chain),
            }
        };
        for _ in 0..assignments {
            let Some(head) = self.assignments.pop() else { break };
            value = self.cx.assign(head, value);
        }
        Ok(value)
    }

    /// `Conditional = Binary | Ternary`
    pub(super) fn conditional(&mut self) -> Parsed<Expr> {
        let operand = self.unary()?;
        self.conditional_after(operand)
    }

    /// A conditional expression whose first operand was read.
    pub(super) fn conditional_after(&mut self, operand: Expr) -> Parsed<Expr> {
        if self.next_role() == Role::End {
            return Ok(operand);
        }
        let (chain, role) = self.binary_after(operand)?;
        match role {
            Role::Question => self.ternary(chain),
            Role::Binary(_) | Role::Assign(_) | Role::End => {
                Ok(self.cx.finish_binary(&mut self.operators, chain))
            }
        }
    }

    /// `Ternary = Binary "?" Expression ":" Assignment`, from the `?` on. The lowering limits how deep they nest.
    #[inline(never)]
    fn ternary(&mut self, condition: BinaryOperand) -> Parsed<Expr> {
        let at = self.expect(Punctuator::Question, Expected::Many)?;
        self.operand_begins()?;
        let condition = self.cx.finish_binary(&mut self.operators, condition);
        let mut open = self.cx.begin_ternary(condition, at)?;
        let value = self.expression()?;
        self.expect(Punctuator::Colon, Expected::Behind("`,`, `:`"))?;
        self.operand_begins()?;
        self.cx.else_ternary(&mut open, value);
        let other = self.assignment()?;
        Ok(self.cx.end_ternary(open, other))
    }

    /// `Binary = Unary { BinaryOperator Unary }`, from the first operator on; returns the role of the token behind it,
    /// too. The lowering applies operators by precedence.
    #[inline]
    fn binary_after(&mut self, operand: Expr) -> Parsed<(BinaryOperand, Role)> {
        let mut chain = BinaryOperand { expr: operand, pending: 0 };
        loop {
            let role = self.next_role();
            let Role::Binary(operator) = role else { return Ok((chain, role)) };
            // The `>` that ends `coopmat<`.
            if operator == BinaryOp::Greater && self.angle == Some(self.depth) {
                return Ok((chain, Role::End));
            }
            let at = self.take();
            self.operand_begins()?;
            let pending = self.cx.binary(&mut self.operators, chain, operator, at);
            chain = BinaryOperand { expr: self.unary()?, pending };
        }
    }

    /// `Unary = { PrefixOperator | Cast } Postfix`
    #[inline]
    fn unary(&mut self) -> Parsed<Expr> {
        match self.peek_mark() {
            Some(mark) if mark.is_prefix() => self.prefixed(),
            Some(Punctuator::LeftParen) if self.at_cast() => self.prefixed(),
            _ => self.postfix(),
        }
    }

    /// True if a type in parentheses comes, and casts are enabled.
    fn at_cast(&self) -> bool {
        let Some(&[(first, _), (second, _)]) = self.tokens.get(self.position + 1..self.position + 3) else {
            return false;
        };
        let is_type = |this: &Self| match first {
            Token::BuiltinType(_) => true,
            Token::Identifier(name) => {
                matches!(this.cx.scopes.lookup(name).map(|it| it.entity), Some(Entity::Type(_)))
            }
            _ => false,
        };
        second == Token::Punctuator(Punctuator::RightParen)
            && self.cx.enabled(Extension::NvExplicitTypecast)
            && is_type(self)
    }

    /// `Cast = "(" ( TYPE | IDENT ) ")"`
    fn cast(&mut self) -> Parsed<TypeSpec> {
        self.open(Punctuator::LeftParen, Expected::Only("`(`"))?;
        let spec = match self.peek() {
            Some(Token::Identifier(name)) => {
                let at = self.take();
                self.cx.type_name_array(name, Dimensions::NONE, None, at)
            }
            _ => self.builtin_type_spec()?,
        };
        self.close(Punctuator::RightParen, Expected::Only("`)`"))?;
        self.operand_begins()?;
        Ok(spec)
    }

    /// An operand with operators or casts before it.
    #[inline(never)]
    fn prefixed(&mut self) -> Parsed<Expr> {
        let outer = self.prefixes.len();
        let mut in_a_row = self.operators_before();
        while let Some(mark) = self.peek_mark() {
            let is_cast = mark == Punctuator::LeftParen && self.at_cast();
            if !is_cast && !mark.is_prefix() {
                break;
            }
            in_a_row += 1;
            if in_a_row > self.limit {
                return Err(Failure::Stop(Stop::Limit));
            }
            let at = self.here();
            let prefix = if is_cast { Prefix::Cast(self.cast()?) } else { Prefix::Operator(mark) };
            if !is_cast {
                self.advance();
            }
            self.prefixes.push((prefix, at));
        }
        let mut expr = self.postfix()?;
        while self.prefixes.len() > outer
            && let Some((prefix, at)) = self.prefixes.pop()
        {
            expr = match prefix {
                Prefix::Cast(spec) => self.cx.cast(spec, expr, at),
                Prefix::Operator(Punctuator::Increment) => self.cx.prefix_step(expr, Step::Up, at),
                Prefix::Operator(Punctuator::Decrement) => self.cx.prefix_step(expr, Step::Down, at),
                Prefix::Operator(mark) => self.cx.unary(mark, expr, at),
            };
        }
        Ok(expr)
    }

    /// The number of operators right before the next token that could also be prefixes: they count towards the limit.
    fn operators_before(&self) -> u32 {
        let before = self.tokens.get(..self.position).unwrap_or_default().iter().rev();
        let is_operator =
            |token: &&(Token, Span)| matches!(token.0, Token::Punctuator(mark) if mark.is_prefix());
        before.take(self.limit as usize).take_while(is_operator).count() as u32
    }

    /// `Postfix = Primary { "[" [Expression] "]" | "." IDENT | "++" | "--" | Call }`
    fn postfix(&mut self) -> Parsed<Expr> {
        let Some(&(token, at)) = self.tokens.get(self.position) else {
            return Err(self.unexpected(Expected::Many));
        };
        let expr = match token {
            Token::Identifier(name) => {
                self.advance();
                self.operand_ends()?;
                self.cx.name(name, at)
            }
            Token::BoolLiteral(_)
            | Token::IntLiteral(_)
            | Token::UintLiteral(_)
            | Token::Int64Literal(_)
            | Token::Uint64Literal(_)
            | Token::Int16Literal(_)
            | Token::Uint16Literal(_)
            | Token::FloatLiteral(_)
            | Token::DoubleLiteral(_)
            | Token::HalfLiteral(_)
            | Token::SmallFloatLiteral(..) => {
                self.advance();
                self.operand_ends()?;
                self.cx.literal(token, at)
            }
            Token::Punctuator(Punctuator::LeftParen) => {
                let (expr, span) = self.in_parentheses()?;
                self.cx.parenthesised(expr, span)
            }
            Token::BuiltinType(_) | Token::Keyword(Keyword::SpirvType) => {
                let spec = self.builtin_type_spec()?;
                return self.constructor(spec);
            }
            Token::Keyword(Keyword::Nonuniform) if self.second_is(Punctuator::LeftParen) => {
                self.advance();
                let (expr, span) = self.in_parentheses()?;
                self.cx.nonuniform(expr, at.to(span))
            }
            Token::Keyword(_) | Token::Qualifier(_) | Token::StringLiteral(_) | Token::Punctuator(_) => {
                let Some(name) = self.declared_word(token) else {
                    return Err(self.unexpected(Expected::Many));
                };
                self.advance();
                self.operand_ends()?;
                self.cx.name(name, at)
            }
        };
        self.postfix_after(expr)
    }

    /// `"(" Expression ")"`; returns the span with both, too.
    fn in_parentheses(&mut self) -> Parsed<(Expr, Span)> {
        let at = self.open(Punctuator::LeftParen, Expected::Only("`(`"))?;
        let expr = self.expression()?;
        let end = self.close(Punctuator::RightParen, Expected::Behind("`)`, `,`"))?;
        self.operand_ends()?;
        Ok((expr, at.to(end)))
    }

    /// An expression and the postfix operators behind it: most often there are none.
    #[inline]
    fn postfix_after(&mut self, expr: Expr) -> Parsed<Expr> {
        match self.peek_mark() {
            Some(
                Punctuator::Dot
                | Punctuator::LeftParen
                | Punctuator::LeftBracket
                | Punctuator::Increment
                | Punctuator::Decrement,
            ) => self.postfix_with(expr),
            _ => Ok(expr),
        }
    }

    /// An expression that a postfix operator follows, and all such operators.
    #[inline(never)]
    fn postfix_with(&mut self, mut expr: Expr) -> Parsed<Expr> {
        loop {
            let Some(mark) = self.peek_mark() else { return Ok(expr) };
            expr = match mark {
                Punctuator::Dot => {
                    if self.last_token().is_some_and(Token::is_literal) && self.is_end_as_point() {
                        return Ok(expr);
                    }
                    let point = self.take();
                    self.cx.record_selection(expr, point);
                    let (name, at) = self.member_name()?;
                    self.operand_ends()?;
                    let field = self.cx.field(expr, name, at);
                    if field.kind == ExprKind::Length && self.at(Punctuator::LeftParen) {
                        self.open(Punctuator::LeftParen, Expected::Many)?;
                        self.argument_begins()?;
                        let call = self.cx.begin_length(expr, field);
                        self.arguments(call)?
                    } else {
                        field
                    }
                }
                Punctuator::LeftParen => {
                    self.open(mark, Expected::Many)?;
                    self.argument_begins()?;
                    let call = self.cx.begin_call(expr);
                    self.arguments(call)?
                }
                Punctuator::LeftBracket => self.index(expr)?,
                Punctuator::Increment | Punctuator::Decrement => {
                    let at = self.take();
                    self.operand_ends()?;
                    let step = if mark == Punctuator::Increment { Step::Up } else { Step::Down };
                    self.cx.postfix_step(expr, step, at)
                }
                _ => return Ok(expr),
            };
        }
    }

    /// The name behind a `.`, which no type can follow.
    fn member_name(&mut self) -> Parsed<(Symbol, Span)> {
        match self.tokens.get(self.position) {
            Some(&(Token::Identifier(name), span)) => {
                self.advance();
                Ok((name, span))
            }
            _ => self.name(Expected::Only("an identifier")),
        }
    }

    /// `"[" [Expression] "]"`
    fn index(&mut self, base: Expr) -> Parsed<Expr> {
        self.open(Punctuator::LeftBracket, Expected::Many)?;
        if self.at(Punctuator::RightBracket) {
            let end = self.close(Punctuator::RightBracket, Expected::Many)?;
            self.operand_ends()?;
            return Ok(self.cx.index_nothing(base, end));
        }
        let index = self.expression()?;
        let end = self.close(Punctuator::RightBracket, Expected::Behind("`]`, `,`"))?;
        self.operand_ends()?;
        Ok(self.cx.index(base, index, end))
    }

    /// A constructor call whose type was read, and what follows it.
    pub(super) fn constructor(&mut self, spec: TypeSpec) -> Parsed<Expr> {
        self.open(Punctuator::LeftParen, Expected::Only("`(`, `[`"))?;
        self.argument_begins()?;
        let call = self.cx.begin_constructor(spec);
        let expr = self.arguments(call)?;
        self.postfix_after(expr)
    }

    /// Checks that an argument or `)` follows the `(` of a call, before the call is lowered.
    #[inline]
    fn argument_begins(&mut self) -> Parsed {
        match self.peek() {
            Some(Token::Punctuator(Punctuator::RightParen) | Token::StringLiteral(_)) => Ok(()),
            _ => self.operand_begins(),
        }
    }

    /// `Arguments = ")" | TYPE ")" | Argument { "," Argument } ")"`, where `Argument = Assignment | STRING`
    fn arguments(&mut self, mut call: OpenCall) -> Parsed<Expr> {
        if self.at(Punctuator::RightParen) {
            return self.end_call(call);
        }
        if let Some(Token::BuiltinType(ty)) = self.peek()
            && ty.parameters().is_none()
            && self.second_is(Punctuator::RightParen)
        {
            let at = self.take();
            self.cx.void_argument(ty, at);
            return self.end_call(call);
        }
        loop {
            let (argument, expected) = match self.peek() {
                Some(Token::StringLiteral(text)) => {
                    let argument = Expr::new(ExprKind::Text(text), common::VOID, self.take());
                    (argument, Expected::Only("`)`, `,`"))
                }
                _ => (self.assignment()?, Expected::Behind("`)`, `,`")),
            };
            let mark = match self.peek_mark() {
                Some(mark @ (Punctuator::RightParen | Punctuator::Comma)) => mark,
                _ if self.mend(Punctuator::RightParen) => Punctuator::RightParen,
                _ => return Err(self.unexpected(expected)),
            };
            self.cx.argument(&mut call, argument);
            if mark == Punctuator::RightParen {
                return self.end_call(call);
            }
            self.advance();
        }
    }

    /// The `)` of a call.
    fn end_call(&mut self, call: OpenCall) -> Parsed<Expr> {
        let end = self.close(Punctuator::RightParen, Expected::Many)?;
        self.operand_ends()?;
        Ok(self.cx.end_call(call, end))
    }

    /// Checks that a valid token follows an operand, before the operand is lowered: a syntax error behind it matters
    /// more than its own errors.
    #[inline]
    fn operand_ends(&mut self) -> Parsed {
        match self.peek_mark() {
            Some(Punctuator::LeftBrace | Punctuator::Not | Punctuator::BitNot) | None => self.odd_end(),
            Some(_) => Ok(()),
        }
    }

    /// No token that can follow an operand comes: fails, unless only the end of the statement is missing.
    #[cold]
    fn odd_end(&mut self) -> Parsed {
        if self.may_end() { Ok(()) } else { Err(self.unexpected(Expected::Many)) }
    }

    /// Checks that an operand follows an operator, before the operator is lowered.
    #[inline]
    fn operand_begins(&mut self) -> Parsed {
        if self.at_operand() { Ok(()) } else { self.odd_operand() }
    }

    /// No token that begins an operand comes: fails, unless it is a keyword that was declared as a name.
    #[cold]
    fn odd_operand(&mut self) -> Parsed {
        let word = self.peek().and_then(|token| self.declared_word(token));
        if word.is_some() { Ok(()) } else { Err(self.unexpected(Expected::Many)) }
    }
}
