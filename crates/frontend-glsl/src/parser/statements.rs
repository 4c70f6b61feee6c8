//! Statements. Above each method, what it reads. The lowering limits how deep they nest.

use super::cursor::Expected;
use super::declarations::Place;
use super::jumps::jump;
use super::{Parsed, Parser};
use crate::lower::expressions::Expr;
use crate::tokens::{Keyword, Punctuator, Token};
use vitrum_ir::Span;

impl Parser<'_, '_> {
    /// `Statements = { Statement } "}"`; the place of the `}`.
    pub(super) fn statements(&mut self) -> Parsed<Span> {
        while !self.at(Punctuator::RightBrace) {
            self.statement()?;
        }
        self.close(Punctuator::RightBrace, Expected::Many)
    }

    /// ```text
    /// Statement = ";" | Block | Expression ";" | Declaration | Jump ";" | If | Loop | Switch | Return | Case
    /// ```
    pub(super) fn statement(&mut self) -> Parsed {
        match self.peek() {
            Some(Token::Identifier(_)) => {
                if self.names_type(self.position + 1) {
                    return self.declaration(Place::Statement);
                }
                self.expression_statement()
            }
            Some(Token::BuiltinType(_) | Token::Keyword(Keyword::SpirvType)) => {
                self.type_first(Place::Statement)
            }
            Some(Token::Punctuator(mark)) => match mark {
                Punctuator::Semicolon => {
                    self.advance();
                    Ok(())
                }
                Punctuator::LeftBrace => self.block(),
                Punctuator::LeftBracket => {
                    self.attributes()?;
                    match self.peek() {
                        Some(Token::Keyword(word)) => self.control(word),
                        _ => Err(self.unexpected(Expected::Many)),
                    }
                }
                _ => self.expression_statement(),
            },
            Some(Token::Keyword(word)) => self.keyword(word),
            Some(Token::Qualifier(_)) => self.declaration(Place::Statement),
            _ => self.expression_statement(),
        }
    }

    /// `Expression ";"`
    fn expression_statement(&mut self) -> Parsed {
        let expr = self.expression()?;
        self.expect(Punctuator::Semicolon, Expected::Behind("`,`, `;`"))?;
        self.cx.expression_statement(expr);
        Ok(())
    }

    /// What begins with the name of a built-in type: a declaration, or an expression that begins with a constructor.
    fn type_first(&mut self, place: Place) -> Parsed {
        let spec = self.builtin_type_spec()?;
        if self.at(Punctuator::LeftParen) {
            let operand = self.constructor(spec)?;
            let expr = self.expression_after(operand)?;
            self.expect(Punctuator::Semicolon, Expected::Behind("`,`, `;`"))?;
            if place == Place::Statement {
                self.cx.expression_statement(expr);
            }
            return Ok(());
        }
        self.cx.full_type(spec, false);
        self.after_type(place, Expected::Only("a name, `(`, `[`, `;`"))
    }

    /// `Block = "{" Statements "}"`
    fn block(&mut self) -> Parsed {
        let at = self.open(Punctuator::LeftBrace, Expected::Many)?;
        self.cx.begin_block(at)?;
        let end = self.statements()?;
        self.cx.end_block(end);
        Ok(())
    }

    /// A statement that begins with a word of its own.
    fn keyword(&mut self, word: Keyword) -> Parsed {
        let at = self.here();
        match word {
            Keyword::If | Keyword::For | Keyword::While | Keyword::Do | Keyword::Switch => self.control(word),
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
                Ok(())
            }
            Keyword::Default => {
                self.advance();
                self.expect(Punctuator::Colon, Expected::Only("`:`"))?;
                self.cx.default_case(at);
                Ok(())
            }
            Keyword::Struct | Keyword::Precision => self.declaration(Place::Statement),
            _ => match jump(word) {
                Some(keyword) => {
                    self.advance();
                    self.expect(Punctuator::Semicolon, Expected::Only("`;`"))?;
                    self.cx.jump(keyword, at);
                    Ok(())
                }
                None if self.at_qualifier() => self.declaration(Place::Statement),
                None => self.expression_statement(),
            },
        }
    }

    /// A statement that holds others, behind its attributes.
    fn control(&mut self, word: Keyword) -> Parsed {
        match word {
            Keyword::If => self.if_statement(),
            Keyword::For => self.for_loop(),
            Keyword::While => self.while_loop(),
            Keyword::Do => self.do_loop(),
            Keyword::Switch => self.switch(),
            _ => Err(self.unexpected(Expected::Many)),
        }
    }

    /// `If = "if" "(" Expression ")" Statement [ "else" Statement ]`
    fn if_statement(&mut self) -> Parsed {
        self.advance();
        self.open(Punctuator::LeftParen, Expected::Only("`(`"))?;
        let condition = self.expression()?;
        self.close(Punctuator::RightParen, Expected::Behind("`)`, `,`"))?;
        self.cx.begin_if(condition)?;
        self.statement()?;
        if self.peek() == Some(Token::Keyword(Keyword::Else)) {
            let at = self.here();
            self.advance();
            self.cx.begin_else(at);
            self.statement()?;
        }
        self.cx.end_if(self.here());
        Ok(())
    }

    /// `While = "while" "(" Condition ")" Statement`
    fn while_loop(&mut self) -> Parsed {
        let at = self.here();
        self.advance();
        self.open(Punctuator::LeftParen, Expected::Only("`(`"))?;
        self.cx.begin_while(at)?;
        let condition = self.condition()?;
        let end = self.before();
        self.close(Punctuator::RightParen, Expected::Behind("`)`, `,`"))?;
        self.cx.end_while_head(condition, end);
        self.statement()?;
        self.cx.end_loop(self.here());
        Ok(())
    }

    /// `For = "for" "(" ( ";" | Expression ";" | Declaration ) [Condition] ";" [Expression] ")" Statement`
    fn for_loop(&mut self) -> Parsed {
        let at = self.here();
        self.advance();
        self.open(Punctuator::LeftParen, Expected::Only("`(`"))?;
        self.cx.begin_for(at)?;
        self.for_first()?;
        self.cx.end_for_init();
        let condition = if self.at(Punctuator::Semicolon) { None } else { Some(self.condition()?) };
        let at = self.expect(Punctuator::Semicolon, Expected::Behind("`,`, `;`"))?;
        self.cx.end_for_condition(condition, at);
        let step = if self.at(Punctuator::RightParen) { None } else { Some(self.expression()?) };
        let end = self.before();
        self.close(Punctuator::RightParen, Expected::Behind("`)`, `,`"))?;
        self.cx.end_for_head(step, end);
        self.statement()?;
        self.cx.end_loop(self.here());
        Ok(())
    }

    /// What a `for` begins with.
    fn for_first(&mut self) -> Parsed {
        match self.peek() {
            Some(Token::Punctuator(Punctuator::Semicolon)) => {
                self.advance();
                Ok(())
            }
            Some(Token::BuiltinType(_) | Token::Keyword(Keyword::SpirvType)) => {
                self.type_first(Place::ForHead)
            }
            Some(Token::Keyword(Keyword::Struct | Keyword::Precision)) => self.declaration(Place::ForHead),
            _ if self.at_type_name() || self.at_qualifier() => self.declaration(Place::ForHead),
            _ => {
                self.expression()?;
                self.expect(Punctuator::Semicolon, Expected::Behind("`,`, `;`"))?;
                Ok(())
            }
        }
    }

    /// `Condition = Expression | FullType Declarator "=" Initializer`
    fn condition(&mut self) -> Parsed<Expr> {
        match self.peek() {
            Some(Token::BuiltinType(_) | Token::Keyword(Keyword::SpirvType)) => {
                let spec = self.builtin_type_spec()?;
                if self.at(Punctuator::LeftParen) {
                    let operand = self.constructor(spec)?;
                    return self.expression_after(operand);
                }
                self.cx.full_type(spec, false);
            }
            Some(Token::Keyword(Keyword::Struct)) => self.full_type()?,
            _ if self.at_type_name() || self.at_qualifier() => self.full_type()?,
            _ => return self.expression(),
        }
        let declarator = self.declarator()?;
        self.expect(Punctuator::Assign, Expected::Only("`[`, `=`"))?;
        let initializer = self.initializer()?;
        Ok(self.cx.declare_condition(declarator, initializer))
    }

    /// `Do = "do" Statement "while" "(" Expression ")" ";"`
    fn do_loop(&mut self) -> Parsed {
        let at = self.here();
        self.advance();
        self.cx.begin_do(at)?;
        self.statement()?;
        let at = self.here();
        if self.peek() != Some(Token::Keyword(Keyword::While)) {
            return Err(self.unexpected(Expected::Only("`while`")));
        }
        self.advance();
        self.open(Punctuator::LeftParen, Expected::Only("`(`"))?;
        self.cx.end_do_body(at);
        let condition = self.expression()?;
        let end = self.before();
        self.close(Punctuator::RightParen, Expected::Behind("`)`, `,`"))?;
        self.expect(Punctuator::Semicolon, Expected::Only("`;`"))?;
        self.cx.end_do(condition, end);
        Ok(())
    }

    /// `Switch = "switch" "(" Expression ")" "{" Statements "}"`
    fn switch(&mut self) -> Parsed {
        self.advance();
        self.open(Punctuator::LeftParen, Expected::Only("`(`"))?;
        let selector = self.expression()?;
        self.close(Punctuator::RightParen, Expected::Behind("`)`, `,`"))?;
        self.open(Punctuator::LeftBrace, Expected::Only("`{`"))?;
        self.cx.begin_switch(selector)?;
        let end = self.statements()?;
        self.cx.end_switch(end);
        Ok(())
    }

    /// `Attributes = "[" "[" Attribute { "," Attribute } "]" "]"`, where `Attribute = IDENT [ "(" Conditional ")" ]`
    pub(super) fn attributes(&mut self) -> Parsed {
        self.open(Punctuator::LeftBracket, Expected::Many)?;
        self.open(Punctuator::LeftBracket, Expected::Only("`[`"))?;
        loop {
            let (name, at) = self.name(Expected::Only("a name"))?;
            let argument = if self.at(Punctuator::LeftParen) {
                self.open(Punctuator::LeftParen, Expected::Many)?;
                let argument = self.conditional()?;
                self.close(Punctuator::RightParen, Expected::Behind("`)`, `,`"))?;
                Some(argument)
            } else {
                None
            };
            self.cx.attribute(name, argument, at);
            if !self.eat(Punctuator::Comma) {
                break;
            }
        }
        self.close(Punctuator::RightBracket, Expected::Only("`]`, `,`"))?;
        self.close(Punctuator::RightBracket, Expected::Only("`]`"))?;
        Ok(())
    }
}
