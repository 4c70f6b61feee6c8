//! Declarations and functions. Above each method, what it reads.

use super::cursor::Expected;
use super::{Parsed, Parser};
use crate::lower::declarations::Declarator;
use crate::lower::expressions::Expr;
use crate::symbols::Symbol;
use crate::tokens::{Keyword, Punctuator, Token};
use vitrum_ir::Span;

/// Where a declaration stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Outside functions, where functions are defined.
    Global,
    /// Among statements, where functions may be declared.
    Statement,
    /// In the head of a `for`.
    ForHead,
}

impl Parser<'_, '_> {
    /// `External = ";" | Declaration | Attributes FullType Header`
    pub(super) fn external(&mut self) -> Parsed {
        match self.peek() {
            Some(Token::Punctuator(Punctuator::Semicolon)) => {
                self.advance();
                Ok(())
            }
            Some(Token::Punctuator(Punctuator::LeftBracket)) => {
                self.attributes()?;
                self.full_type()?;
                let (name, at) = self.name(Expected::Only("a name"))?;
                self.header(name, at, Place::Global)
            }
            _ => self.declaration(Place::Global),
        }
    }

    /// ```text
    /// Declaration = "precision" QUALIFIER ( BuiltinTypeSpec | IDENT ) ";"
    ///             | { Qualifier } ";"
    ///             | { Qualifier } IDENT ( Requalified | Block )
    ///             | FullType ( ";" | [ "," ] Declarators | Header )
    /// ```
    pub(super) fn declaration(&mut self, place: Place) -> Parsed {
        if let Some(Token::Keyword(Keyword::Precision)) = self.peek() {
            return self.precision();
        }
        let qualified = self.qualifiers()?;
        if qualified {
            match self.peek() {
                Some(Token::Punctuator(Punctuator::Semicolon)) => {
                    let at = self.here();
                    self.advance();
                    self.cx.qualifiers_alone(at);
                    return Ok(());
                }
                Some(Token::Identifier(name)) if !self.names_type(self.position + 1) => {
                    return self.after_qualifiers(name);
                }
                _ => {}
            }
        }
        let spec = self.type_spec()?;
        self.cx.full_type(spec, qualified);
        self.after_type(place, Expected::Only("a name, `[`, `;`"))
    }

    /// What follows a type that begins a declaration.
    pub(super) fn after_type(&mut self, place: Place, expected: Expected) -> Parsed {
        if self.at(Punctuator::Semicolon) {
            let at = self.here();
            self.advance();
            self.cx.empty_declaration(at);
            return Ok(());
        }
        // The grammar of the specification lets a list begin with the type alone: `float, x;`.
        if self.eat(Punctuator::Comma) {
            let first = self.declarator()?;
            return self.declarators(first);
        }
        let (name, at) = self.name(expected)?;
        match self.peek_mark() {
            Some(Punctuator::LeftParen) if place != Place::ForHead => self.header(name, at, place),
            Some(
                Punctuator::LeftBracket | Punctuator::Comma | Punctuator::Semicolon | Punctuator::Assign,
            ) => {
                let dims = self.dimensions()?;
                self.declarators(Declarator { name, span: at, dims })
            }
            _ => Err(self.unexpected(Expected::Many)),
        }
    }

    /// `Declarators = Declarator [ "=" Initializer ] { "," Declarator [ "=" Initializer ] } ";"`
    fn declarators(&mut self, first: Declarator) -> Parsed {
        let mut declarator = first;
        loop {
            let initializer = if self.eat(Punctuator::Assign) { Some(self.initializer()?) } else { None };
            let ends = match self.peek_mark() {
                Some(Punctuator::Semicolon) => true,
                Some(Punctuator::Comma) => false,
                _ if initializer.is_some() => return Err(self.unexpected(Expected::Behind("`,`, `;`"))),
                _ => return Err(self.unexpected(Expected::Only("`[`, `,`, `;`, `=`"))),
            };
            self.cx.declare(declarator, initializer);
            let at = self.here();
            self.advance();
            if ends {
                self.cx.end_declaration(at);
                return Ok(());
            }
            declarator = self.declarator()?;
        }
    }

    /// `Initializer = Assignment | "{" [ Initializer { "," Initializer } [","] ] "}"`
    pub(super) fn initializer(&mut self) -> Parsed<Expr> {
        if !self.at(Punctuator::LeftBrace) {
            return self.assignment();
        }
        let at = self.open(Punctuator::LeftBrace, Expected::Many)?;
        self.cx.begin_list(at);
        while !self.at(Punctuator::RightBrace) {
            let item = self.initializer()?;
            match self.peek_mark() {
                Some(Punctuator::Comma | Punctuator::RightBrace) => self.cx.list_item(item),
                _ => return Err(self.unexpected(Expected::Behind("`}`, `,`"))),
            }
            if !self.eat(Punctuator::Comma) {
                break;
            }
        }
        let end = self.before();
        self.close(Punctuator::RightBrace, Expected::Many)?;
        Ok(self.cx.end_list(end))
    }

    /// `"precision" QUALIFIER ( BuiltinTypeSpec | IDENT ) ";"`
    fn precision(&mut self) -> Parsed {
        let at = self.here();
        self.advance();
        let Some(Token::Qualifier(word)) = self.peek() else {
            return Err(self.unexpected(Expected::Only("a qualifier")));
        };
        self.advance();
        let spec = match self.peek() {
            Some(Token::Identifier(name)) => {
                let at = self.here();
                self.advance();
                self.cx.named_type(name, at)
            }
            _ => self.builtin_type_spec()?,
        };
        let end = self.before();
        self.expect(Punctuator::Semicolon, Expected::Many)?;
        self.cx.precision_statement(word, spec, at.to(end));
        Ok(())
    }

    /// ```text
    /// Requalified = { "," IDENT } ";"
    /// Block = "{" Members "}" [ Declarator ] ";"
    /// ```
    fn after_qualifiers(&mut self, name: Symbol) -> Parsed {
        let at = self.here();
        self.advance();
        match self.peek_mark() {
            Some(Punctuator::LeftBrace) => {
                self.open(Punctuator::LeftBrace, Expected::Many)?;
                self.cx.begin_block_declaration(name, at);
                let end = self.members()?;
                self.cx.end_block_body(end);
                let instance = match self.peek() {
                    Some(Token::Identifier(_)) => Some(self.declarator()?),
                    _ => None,
                };
                let end = self.before();
                let expected = if instance.is_some() { "`[`, `;`" } else { "a name, `;`" };
                self.expect(Punctuator::Semicolon, Expected::Only(expected))?;
                self.cx.end_block_declaration(instance, end);
            }
            Some(Punctuator::Comma | Punctuator::Semicolon) => {
                self.cx.begin_requalify();
                self.cx.requalify(name, at);
                while self.eat(Punctuator::Comma) {
                    let (name, at) = self.name(Expected::Only("a name"))?;
                    self.cx.requalify(name, at);
                }
                let at = self.expect(Punctuator::Semicolon, Expected::Only("`,`, `;`"))?;
                self.cx.end_declaration(at);
            }
            _ => return Err(self.unexpected(Expected::Only("`{`, `,`, `;`"))),
        }
        Ok(())
    }

    /// `Header = "(" [ Parameter { "," Parameter } ] ")" [ Attributes ] ( ";" | "{" Statements "}" )`
    fn header(&mut self, name: Symbol, at: Span, place: Place) -> Parsed {
        self.open(Punctuator::LeftParen, Expected::Only("`(`"))?;
        self.cx.begin_header(name, at);
        if !self.at(Punctuator::RightParen) {
            self.parameter()?;
            while self.eat(Punctuator::Comma) {
                self.parameter()?;
            }
        }
        let end = self.close(Punctuator::RightParen, Expected::Many)?;
        self.cx.end_header(end);
        if place == Place::Global {
            if self.at(Punctuator::LeftBracket) {
                self.attributes()?;
            }
            if self.at(Punctuator::LeftBrace) {
                let at = self.open(Punctuator::LeftBrace, Expected::Many)?;
                self.cx.begin_function(at);
                let end = self.statements()?;
                self.cx.end_function(end);
                return Ok(());
            }
        }
        let expected = if place == Place::Global { "`[`, `{`, `;`" } else { "`;`" };
        self.expect(Punctuator::Semicolon, Expected::Only(expected))?;
        self.cx.prototype();
        Ok(())
    }

    /// `Parameter = ( FullType | { Qualifier } IDENT Dimensions ) [ Declarator ]`
    fn parameter(&mut self) -> Parsed {
        let qualified = self.qualifiers()?;
        match self.peek() {
            Some(Token::Identifier(name)) if !self.names_type(self.position + 1) => {
                let at = self.here();
                self.advance();
                let dims = self.dimensions()?;
                self.cx.named_parameter_type(name, dims, at, qualified);
            }
            _ => {
                let spec = self.type_spec()?;
                self.cx.full_type(spec, qualified);
            }
        }
        let declarator = match self.peek() {
            Some(Token::Identifier(_)) => Some(self.declarator()?),
            _ => None,
        };
        if !matches!(self.peek_mark(), Some(Punctuator::Comma | Punctuator::RightParen)) {
            return Err(self.unexpected(Expected::Many));
        }
        self.cx.parameter(declarator);
        Ok(())
    }
}
