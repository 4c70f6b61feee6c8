//! Declarations and functions. Each method is headed by its grammar rule.

use super::cursor::Expected;
use super::{Parsed, Parser};
use crate::lower::declarations::functions::Header;
use crate::lower::declarations::initializers::Initializer;
use crate::lower::declarations::qualifiers::QualifierList;
use crate::lower::declarations::structs::OpenStruct;
use crate::lower::declarations::types::Dimensions;
use crate::lower::declarations::{Declarator, FullType};
use crate::lower::statements::attributes::Hints;
use crate::symbols::Symbol;
use crate::tokens::{Keyword, Punctuator, Token};
use vitrum_glsl::features::Feature;
use vitrum_ir::Span;

/// The context of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Context {
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
                let mut hints = Hints::default();
                self.attributes(&mut hints)?;
                let full = self.full_type()?;
                let (name, at) = self.name(Expected::Only("an identifier"))?;
                self.header(&full, name, at, Context::Global, hints)
            }
            _ => self.declaration(Context::Global),
        }
    }

    /// ```text
    /// Declaration = "precision" QUALIFIER ( BuiltinTypeSpec | IDENT ) ";"
    ///             | { Qualifier } ";"
    ///             | { Qualifier } IDENT ( Requalified | Block )
    ///             | FullType ( ";" | [ "," ] Declarators | Header )
    /// ```
    pub(super) fn declaration(&mut self, context: Context) -> Parsed {
        if let Some(Token::Keyword(Keyword::Precision)) = self.peek() {
            return self.precision();
        }
        let mut qualifiers = self.qualifiers()?;
        if let Some(list) = &qualifiers {
            match self.peek() {
                Some(Token::Punctuator(Punctuator::Semicolon)) => {
                    self.advance();
                    self.cx.qualifiers_alone(list);
                    return Ok(());
                }
                Some(Token::Identifier(name)) if !self.names_type(self.position + 1) => {
                    return self.after_qualifiers(list, name);
                }
                _ => {}
            }
        }
        let spec = self.type_spec(qualifiers.as_mut())?;
        let full = self.cx.full_type(spec, qualifiers);
        self.after_type(full, context, Expected::Only("an identifier, `[`, `;`"))
    }

    /// Reads the rest of a declaration that begins with a type.
    pub(super) fn after_type(&mut self, full: FullType, context: Context, expected: Expected) -> Parsed {
        if self.at(Punctuator::Semicolon) {
            let at = self.take();
            self.cx.empty_declaration(&full, at);
            return Ok(());
        }
        // The grammar of the specification lets a list begin with the type alone: `float, x;`.
        if self.eat(Punctuator::Comma) {
            let first = self.declarator()?;
            return self.declarators(&full, first);
        }
        let (name, at) = match self.name(expected) {
            Ok(found) => found,
            Err(_) if self.mend(Punctuator::Semicolon) => {
                let at = self.before();
                self.cx.empty_declaration(&full, at);
                return Ok(());
            }
            Err(failure) => return Err(failure),
        };
        match self.peek_mark() {
            Some(Punctuator::LeftParen) if context != Context::ForHead => {
                self.header(&full, name, at, context, Hints::default())
            }
            Some(
                Punctuator::LeftBracket
                | Punctuator::Comma
                | Punctuator::Semicolon
                | Punctuator::Assign
                | Punctuator::EqualEqual,
            ) => {
                let dims = self.dimensions()?;
                self.declarators(&full, Declarator { name, span: at, dims })
            }
            _ if self.mend(Punctuator::Semicolon) || self.skip_semantic() => {
                self.declarators(&full, Declarator { name, span: at, dims: Dimensions::NONE })
            }
            _ => Err(self.unexpected(Expected::Many)),
        }
    }

    /// `Declarators = Declarator [ "=" Initializer ] { "," Declarator [ "=" Initializer ] } ";"`
    fn declarators(&mut self, full: &FullType, first: Declarator) -> Parsed {
        let mut declarator = first;
        loop {
            let is_initialized = self.eat(Punctuator::Assign)
                || self.at(Punctuator::EqualEqual) && self.mend(Punctuator::Assign);
            let initializer = if is_initialized { Some(self.initializer()?) } else { None };
            let ends = match self.peek_mark() {
                Some(Punctuator::Semicolon) => true,
                Some(Punctuator::Comma) => false,
                _ if self.mend(Punctuator::Semicolon) => {
                    self.cx.declare(full, declarator, initializer);
                    return Ok(());
                }
                _ if self.skip_semantic() && self.at(Punctuator::Semicolon) => true,
                _ if initializer.is_some() => return Err(self.unexpected(Expected::Behind("`,`, `;`"))),
                _ => return Err(self.unexpected(Expected::Only("`[`, `,`, `;`, `=`"))),
            };
            self.cx.declare(full, declarator, initializer);
            self.advance();
            if ends {
                return Ok(());
            }
            declarator = self.declarator()?;
        }
    }

    /// `Initializer = Assignment | "{" [ Initializer { "," Initializer } [","] ] "}"`
    pub(super) fn initializer(&mut self) -> Parsed<Initializer> {
        if !self.at(Punctuator::LeftBrace) {
            return Ok(Initializer::Expr(self.assignment()?));
        }
        let at = self.open(Punctuator::LeftBrace, Expected::Many)?;
        self.cx.require(Feature::InitializerLists, at);
        self.initializer_list(at)
    }

    /// The rest of a list in braces, whose `{` is at `start`.
    fn initializer_list(&mut self, start: Span) -> Parsed<Initializer> {
        let mut items = Vec::new();
        while !self.at(Punctuator::RightBrace) {
            let item = if self.at(Punctuator::LeftBrace) {
                let at = self.open(Punctuator::LeftBrace, Expected::Many)?;
                self.initializer_list(at)?
            } else {
                Initializer::Expr(self.assignment()?)
            };
            match self.peek_mark() {
                Some(Punctuator::Comma | Punctuator::RightBrace) => items.push(self.cx.list_item(item)),
                _ => return Err(self.unexpected(Expected::Behind("`}`, `,`"))),
            }
            if !self.eat(Punctuator::Comma) {
                break;
            }
        }
        let end = self.before();
        self.close(Punctuator::RightBrace, Expected::Many)?;
        Ok(Initializer::List { items, span: start.to(end) })
    }

    /// `"precision" QUALIFIER ( BuiltinTypeSpec | IDENT ) ";"`
    fn precision(&mut self) -> Parsed {
        let at = self.take();
        let Some(Token::Qualifier(word)) = self.peek() else {
            return Err(self.unexpected(Expected::Only("a qualifier")));
        };
        self.advance();
        let spec = match self.peek() {
            Some(Token::Identifier(name)) => {
                let at = self.take();
                self.cx.named_type(name, None, at)
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
    fn after_qualifiers(&mut self, qualifiers: &QualifierList, name: Symbol) -> Parsed {
        let at = self.take();
        match self.peek_mark() {
            Some(Punctuator::LeftBrace) => {
                self.open(Punctuator::LeftBrace, Expected::Many)?;
                self.cx.begin_block_declaration(qualifiers, name, at);
                let mut open = OpenStruct::of_block(name, qualifiers, at);
                self.members(&mut open)?;
                let instance = self.optional_declarator()?;
                let end = self.before();
                let expected = if instance.is_some() { "`[`, `;`" } else { "an identifier, `;`" };
                self.expect(Punctuator::Semicolon, Expected::Only(expected))?;
                self.cx.end_block_declaration(qualifiers, open, instance, end);
            }
            Some(Punctuator::Comma | Punctuator::Semicolon) => {
                self.cx.requalify(qualifiers, name, at);
                while self.eat(Punctuator::Comma) {
                    let (name, at) = self.name(Expected::Only("an identifier"))?;
                    self.cx.requalify(qualifiers, name, at);
                }
                self.expect(Punctuator::Semicolon, Expected::Only("`,`, `;`"))?;
            }
            // On the same line it is an unknown qualifier.
            _ if self.is_on_later_line() && self.mend(Punctuator::Semicolon) => {
                self.cx.requalify(qualifiers, name, at);
            }
            _ => return Err(self.unexpected(Expected::Only("`{`, `,`, `;`"))),
        }
        Ok(())
    }

    /// `Header = "(" [ Parameter { "," Parameter } ] ")" [ Attributes ] ( ";" | "{" Statements "}" )`
    fn header(
        &mut self,
        full: &FullType,
        name: Symbol,
        at: Span,
        context: Context,
        mut hints: Hints,
    ) -> Parsed {
        self.open(Punctuator::LeftParen, Expected::Only("`(`"))?;
        let mut header = self.cx.begin_header(full, name, at);
        if !self.at(Punctuator::RightParen) {
            self.parameter(&mut header)?;
            while self.eat(Punctuator::Comma) {
                self.parameter(&mut header)?;
            }
        }
        self.close(Punctuator::RightParen, Expected::Many)?;
        self.cx.end_header(&mut header);
        if context == Context::Global {
            if self.at(Punctuator::LeftBracket) {
                self.attributes(&mut hints)?;
            }
            if self.at(Punctuator::Colon) {
                self.skip_semantic();
            }
            if self.at(Punctuator::LeftBrace) {
                self.open(Punctuator::LeftBrace, Expected::Many)?;
                return self.function_body(&header, hints);
            }
        }
        let expected = if context == Context::Global { "`[`, `{`, `;`" } else { "`;`" };
        self.expect(Punctuator::Semicolon, Expected::Only(expected))?;
        self.cx.prototype(&header, hints);
        Ok(())
    }

    /// `Statements "}"`
    fn function_body(&mut self, header: &Header, hints: Hints) -> Parsed {
        let open = self.cx.begin_function(header, hints);
        let end = self.statements()?;
        let recovered = std::mem::take(&mut self.errors) > 0;
        self.cx.end_function(open, recovered, end);
        // Another `}` at the very end is one too many for statements that could not be parsed, which were reported.
        if recovered && self.at(Punctuator::RightBrace) && self.position + 1 == self.tokens.len() {
            self.advance();
        }
        Ok(())
    }

    /// `Parameter = ( FullType | { Qualifier } IDENT Dimensions ) [ Declarator ]`
    fn parameter(&mut self, header: &mut Header) -> Parsed {
        let mut qualifiers = self.qualifiers()?;
        let spec = match self.peek() {
            Some(Token::Identifier(name)) if !self.names_type(self.position + 1) => {
                let at = self.take();
                let dims = self.dimensions()?;
                self.cx.type_name_array(name, dims, qualifiers.as_mut(), at)
            }
            _ => self.type_spec(qualifiers.as_mut())?,
        };
        let full = self.cx.full_type(spec, qualifiers);
        let declarator = self.optional_declarator()?;
        match self.peek_mark() {
            Some(Punctuator::Comma | Punctuator::RightParen) => {}
            _ if self.skip_semantic() => {}
            _ => return Err(self.unexpected(Expected::Many)),
        }
        self.cx.parameter(header, &full, declarator);
        Ok(())
    }
}
