//! Statements. Each method is headed by its grammar rule. The lowering limits how deep they nest.

use super::cursor::Expected;
use super::declarations::Context;
use super::{Parsed, Parser};
use crate::diagnostics::Code;
use crate::lower::expressions::Expr;
use crate::lower::statements::ScopeOf;
use crate::lower::statements::attributes::Hints;
use crate::tokens::{Keyword, Punctuator, Token};
use vitrum_ir::Span;

impl Parser<'_, '_> {
    /// `Statements = { Statement } "}"`; returns the span of the `}`. A syntax error ends the statement it is in, and the
    /// next one is read.
    pub(super) fn statements(&mut self) -> Parsed<Span> {
        let depth = self.depth;
        let (mut reached, mut before) = (self.cx.is_reached(), self.here());
        while !self.at(Punctuator::RightBrace) {
            self.go_on()?;
            let (start, checkpoint) = (self.position, self.cx.checkpoint());
            if reached && !self.cx.is_reached() && self.cx.asks(Code::UnreachableCode) {
                self.warn_unreachable(before);
            }
            (reached, before) = (self.cx.is_reached(), self.here());
            if let Err(failure) = self.statement() {
                self.recover_statement(failure, start, checkpoint, depth)?;
            }
        }
        self.close(Punctuator::RightBrace, Expected::Many)
    }

    /// Warns of the next statement, which is never reached, and of which `before` is the first token of the one before it. A `break`
    /// behind a `return`, and a `return` behind something else, only say again what holds already; and `;` says nothing.
    #[cold]
    fn warn_unreachable(&mut self, before: Span) {
        use Keyword::{Break, Case, Default, Return};
        let span = self.here();
        let is_return = |span: Span| {
            let index = self.tokens.partition_point(|row| row.1.start < span.start);
            self.tokens.get(index).is_some_and(|row| row.0 == Token::Keyword(Return))
        };
        match self.peek() {
            Some(Token::Keyword(Case | Default | Break) | Token::Punctuator(Punctuator::Semicolon)) => {}
            Some(Token::Keyword(Return)) if !is_return(before) => {}
            _ => self.cx.warn_unreachable(span, before),
        }
    }

    /// ```text
    /// Statement = ";" | Block | Expression ";" | Declaration | Jump ";" | If | Loop | Switch | Return | Case
    /// ```
    pub(super) fn statement(&mut self) -> Parsed {
        match self.peek() {
            Some(Token::Identifier(_)) => {
                if self.names_type(self.position + 1) {
                    return self.declaration(Context::Statement);
                }
                self.expression_statement()
            }
            Some(Token::BuiltinType(_) | Token::Keyword(Keyword::SpirvType)) => {
                self.type_first(Context::Statement)
            }
            Some(Token::Punctuator(mark)) => match mark {
                Punctuator::Semicolon => {
                    self.advance();
                    self.cx.empty_statement();
                    Ok(())
                }
                Punctuator::LeftBrace => self.block(ScopeOf::Block),
                Punctuator::LeftBracket => {
                    let mut hints = Hints::default();
                    self.attributes(&mut hints)?;
                    match self.peek() {
                        Some(Token::Keyword(word)) => self.control(word, hints),
                        _ => Err(self.unexpected(Expected::Many)),
                    }
                }
                _ => self.expression_statement(),
            },
            Some(Token::Keyword(word)) => self.keyword(word),
            Some(Token::Qualifier(_)) => self.declaration(Context::Statement),
            _ => self.expression_statement(),
        }
    }

    /// `Expression ";"`
    fn expression_statement(&mut self) -> Parsed {
        let first = self.cx.instructions();
        let expr = self.expression()?;
        self.expect(Punctuator::Semicolon, Expected::Behind("`,`, `;`"))?;
        self.cx.expression_statement(expr, first);
        Ok(())
    }

    /// Reads a statement that begins with a built-in type: a declaration, or an expression that begins with a
    /// constructor.
    fn type_first(&mut self, context: Context) -> Parsed {
        let spec = self.builtin_type_spec()?;
        if self.at(Punctuator::LeftParen) {
            let first = self.cx.instructions();
            let operand = self.constructor(spec)?;
            let expr = self.expression_after(operand)?;
            self.expect(Punctuator::Semicolon, Expected::Behind("`,`, `;`"))?;
            if context == Context::Statement {
                self.cx.expression_statement(expr, first);
            }
            return Ok(());
        }
        let full = self.cx.full_type(spec, None);
        self.after_type(full, context, Expected::Only("an identifier, `(`, `[`, `;`"))
    }

    /// `Block = "{" Statements "}"`
    fn block(&mut self, scope: ScopeOf) -> Parsed {
        let at = self.open(Punctuator::LeftBrace, Expected::Many)?;
        let is_labelled = self.position.checked_sub(1) == Some(self.labelled);
        let open = self.cx.begin_block(at, scope)?;
        self.statements()?;
        self.cx.end_block(open);
        if is_labelled && self.ends_case() {
            self.cx.case_in_braces();
        }
        Ok(())
    }

    /// True if no statement of the case follows but `break;`.
    fn ends_case(&self) -> bool {
        let word = |offset: usize| self.tokens.get(self.position + offset).map(|row| row.0);
        let is_end = |token| {
            matches!(
                token,
                Some(
                    Token::Keyword(Keyword::Case | Keyword::Default)
                        | Token::Punctuator(Punctuator::RightBrace)
                )
            )
        };
        is_end(word(0)) || word(0) == Some(Token::Keyword(Keyword::Break)) && is_end(word(2))
    }

    /// The body of a loop: a block shares the scope of the head.
    fn loop_body(&mut self) -> Parsed {
        if self.at(Punctuator::LeftBrace) {
            return self.block(ScopeOf::Head);
        }
        // A loop may well have no body, but hardly in front of a block.
        if self.at(Punctuator::Semicolon) && self.second_is(Punctuator::LeftBrace) {
            self.note_empty_body("loop");
        }
        self.statement()
    }

    /// Warns of the `;` that is next, right behind a `)`.
    fn note_empty_body(&mut self, word: &str) {
        if self.cx.asks(Code::EmptyBody) {
            let (close, span) = (self.before(), self.here());
            self.cx.warn_empty_body(word, close, span);
        }
    }

    /// Reads a statement that begins with a keyword.
    fn keyword(&mut self, word: Keyword) -> Parsed {
        let at = self.here();
        match word {
            Keyword::If | Keyword::For | Keyword::While | Keyword::Do | Keyword::Switch => {
                self.control(word, Hints::default())
            }
            Keyword::Return => {
                self.advance();
                let value = if self.at(Punctuator::Semicolon) { None } else { Some(self.expression()?) };
                self.expect(Punctuator::Semicolon, Expected::Behind("`,`, `;`"))?;
                self.cx.return_statement(value, at);
                Ok(())
            }
            Keyword::Case => {
                self.advance();
                let label = self.expression()?;
                let end = self.before();
                self.expect(Punctuator::Colon, Expected::Behind("`,`, `:`"))?;
                self.cx.case(label, at.to(end));
                self.labelled = self.position;
                Ok(())
            }
            Keyword::Default => {
                self.advance();
                self.expect(Punctuator::Colon, Expected::Only("`:`"))?;
                self.cx.default_case(at);
                self.labelled = self.position;
                Ok(())
            }
            Keyword::Struct | Keyword::Precision => self.declaration(Context::Statement),
            Keyword::Break
            | Keyword::Continue
            | Keyword::Discard
            | Keyword::Demote
            | Keyword::TerminateInvocation
            | Keyword::IgnoreIntersection
            | Keyword::TerminateRay => {
                self.advance();
                self.expect(Punctuator::Semicolon, Expected::Only("`;`"))?;
                self.cx.jump(word, at);
                Ok(())
            }
            _ if self.at_qualifier() => self.declaration(Context::Statement),
            _ => self.expression_statement(),
        }
    }

    /// Reads a control statement, behind its attributes.
    fn control(&mut self, word: Keyword, hints: Hints) -> Parsed {
        match word {
            Keyword::If => self.if_statement(hints),
            Keyword::For => self.for_loop(hints),
            Keyword::While => self.while_loop(hints),
            Keyword::Do => self.do_loop(hints),
            Keyword::Switch => self.switch(hints),
            _ => Err(self.unexpected(Expected::Many)),
        }
    }

    /// `If = "if" "(" Expression ")" Statement [ "else" Statement ]`
    fn if_statement(&mut self, hints: Hints) -> Parsed {
        self.advance();
        self.open(Punctuator::LeftParen, Expected::Only("`(`"))?;
        let condition = self.expression()?;
        self.close(Punctuator::RightParen, Expected::Behind("`)`, `,`"))?;
        let mut open = self.cx.begin_if(condition, hints)?;
        if self.at(Punctuator::Semicolon) {
            self.note_empty_body("if");
        }
        self.statement()?;
        if self.peek() == Some(Token::Keyword(Keyword::Else)) {
            self.advance();
            self.cx.begin_else(&mut open);
            self.statement()?;
        }
        self.cx.end_if(open);
        Ok(())
    }

    /// `While = "while" "(" Condition ")" Statement`
    fn while_loop(&mut self, hints: Hints) -> Parsed {
        let at = self.take();
        self.open(Punctuator::LeftParen, Expected::Only("`(`"))?;
        let open = self.cx.begin_while(at, hints)?;
        let condition = self.condition()?;
        self.close(Punctuator::RightParen, Expected::Behind("`)`, `,`"))?;
        self.cx.end_while_head(condition);
        self.loop_body()?;
        self.cx.end_loop(open);
        Ok(())
    }

    /// `For = "for" "(" ( ";" | Expression ";" | Declaration ) [Condition] ";" [Expression] ")" Statement`
    fn for_loop(&mut self, hints: Hints) -> Parsed {
        let at = self.take();
        self.open(Punctuator::LeftParen, Expected::Only("`(`"))?;
        let mut open = self.cx.begin_for(at, hints)?;
        self.for_first()?;
        self.cx.end_for_init(&mut open);
        let condition = if self.at(Punctuator::Semicolon) { None } else { Some(self.condition()?) };
        let at = self.expect(Punctuator::Semicolon, Expected::Behind("`,`, `;`"))?;
        self.cx.end_for_condition(&mut open, condition, at);
        let step = if self.at(Punctuator::RightParen) { None } else { Some(self.expression()?) };
        let end = self.before();
        self.close(Punctuator::RightParen, Expected::Behind("`)`, `,`"))?;
        self.cx.end_for_head(&mut open, step, end);
        self.loop_body()?;
        self.cx.end_loop(open);
        Ok(())
    }

    /// Reads the first part of the head of a `for`.
    fn for_first(&mut self) -> Parsed {
        match self.peek() {
            Some(Token::Punctuator(Punctuator::Semicolon)) => {
                self.advance();
                Ok(())
            }
            Some(Token::BuiltinType(_) | Token::Keyword(Keyword::SpirvType)) => {
                self.type_first(Context::ForHead)
            }
            Some(Token::Keyword(Keyword::Struct | Keyword::Precision)) => self.declaration(Context::ForHead),
            _ if self.at_type_name() || self.at_qualifier() => self.declaration(Context::ForHead),
            _ => {
                self.expression()?;
                self.expect(Punctuator::Semicolon, Expected::Behind("`,`, `;`"))?;
                Ok(())
            }
        }
    }

    /// `Condition = Expression | FullType Declarator "=" Initializer`
    fn condition(&mut self) -> Parsed<Expr> {
        let full = match self.peek() {
            Some(Token::BuiltinType(_) | Token::Keyword(Keyword::SpirvType)) => {
                let spec = self.builtin_type_spec()?;
                if self.at(Punctuator::LeftParen) {
                    let operand = self.constructor(spec)?;
                    return self.expression_after(operand);
                }
                self.cx.full_type(spec, None)
            }
            Some(Token::Keyword(Keyword::Struct)) => self.full_type()?,
            _ if self.at_type_name() || self.at_qualifier() => self.full_type()?,
            _ => return self.expression(),
        };
        let declarator = self.declarator()?;
        self.expect(Punctuator::Assign, Expected::Only("`[`, `=`"))?;
        let initializer = self.initializer()?;
        Ok(self.cx.declare_condition(&full, declarator, initializer))
    }

    /// `Do = "do" Statement "while" "(" Expression ")" ";"`
    fn do_loop(&mut self, hints: Hints) -> Parsed {
        let (at, checkpoint, errors) = (self.here(), self.cx.checkpoint(), self.errors);
        self.advance();
        let mut open = self.cx.begin_while(at, hints)?;
        self.statement()?;
        let at = self.here();
        if self.peek() != Some(Token::Keyword(Keyword::While)) {
            if self.errors > errors {
                // A syntax error in the body may have displaced its end.
                self.cx.recover(checkpoint);
                return Ok(());
            }
            return Err(self.unexpected(Expected::Only("`while`")));
        }
        self.advance();
        self.open(Punctuator::LeftParen, Expected::Only("`(`"))?;
        self.cx.end_do_body(&mut open, at);
        let condition = self.expression()?;
        self.close(Punctuator::RightParen, Expected::Behind("`)`, `,`"))?;
        self.expect(Punctuator::Semicolon, Expected::Only("`;`"))?;
        self.cx.end_do(open, condition);
        Ok(())
    }

    /// `Switch = "switch" "(" Expression ")" "{" Statements "}"`
    fn switch(&mut self, hints: Hints) -> Parsed {
        self.advance();
        self.open(Punctuator::LeftParen, Expected::Only("`(`"))?;
        let selector = self.expression()?;
        self.close(Punctuator::RightParen, Expected::Behind("`)`, `,`"))?;
        self.open(Punctuator::LeftBrace, Expected::Only("`{`"))?;
        let open = self.cx.begin_switch(selector, hints)?;
        self.statements()?;
        self.cx.end_switch(open);
        Ok(())
    }

    /// `Attributes = "[" "[" Attribute { "," Attribute } "]" "]"`, where `Attribute = IDENT [ "(" Conditional ")" ]`
    pub(super) fn attributes(&mut self, hints: &mut Hints) -> Parsed {
        self.open(Punctuator::LeftBracket, Expected::Many)?;
        self.open(Punctuator::LeftBracket, Expected::Only("`[`"))?;
        loop {
            let (name, at) = self.name(Expected::Only("an identifier"))?;
            let argument = if self.at(Punctuator::LeftParen) {
                self.open(Punctuator::LeftParen, Expected::Many)?;
                let argument = self.conditional()?;
                self.close(Punctuator::RightParen, Expected::Behind("`)`, `,`"))?;
                Some(argument)
            } else {
                None
            };
            self.cx.attribute(hints, name, argument, at);
            if !self.eat(Punctuator::Comma) {
                break;
            }
        }
        self.close(Punctuator::RightBracket, Expected::Only("`]`, `,`"))?;
        self.close(Punctuator::RightBracket, Expected::Only("`]`"))?;
        Ok(())
    }
}
