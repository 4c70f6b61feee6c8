//! Types, their qualifiers, and the members of structs and blocks. Above each method, what it reads.

use super::cursor::Expected;
use super::{Parsed, Parser};
use crate::builtin_types::BuiltinType;
use crate::lower::declarations::Declarator;
use crate::lower::expressions::Expr;
use crate::lower::types::TypeSpec;
use crate::tokens::{Keyword, Punctuator, Token};
use vitrum_ir::Span;

impl Parser<'_, '_> {
    /// `FullType = { Qualifier } TypeSpec`
    pub(super) fn full_type(&mut self) -> Parsed {
        let qualified = self.qualifiers()?;
        let spec = self.type_spec()?;
        self.cx.full_type(spec, qualified);
        Ok(())
    }

    /// `TypeSpec = BuiltinTypeSpec | ( IDENT | Struct ) Dimensions`
    pub(super) fn type_spec(&mut self) -> Parsed<TypeSpec> {
        match self.peek() {
            Some(Token::Identifier(name)) if self.names_type(self.position + 1) => {
                let at = self.here();
                self.advance();
                let dims = self.dimensions()?;
                Ok(self.cx.type_name_array(name, dims, at))
            }
            Some(Token::Keyword(Keyword::Struct)) => {
                let spec = self.struct_definition()?;
                let dims = self.dimensions()?;
                Ok(self.cx.struct_array(spec, dims))
            }
            _ => self.builtin_type_spec(),
        }
    }

    /// `BuiltinTypeSpec = ( TYPE | SpirvType | CooperativeMatrix ) { "[" [Conditional] "]" }`
    pub(super) fn builtin_type_spec(&mut self) -> Parsed<TypeSpec> {
        let at = self.here();
        let mut spec = match self.peek() {
            Some(Token::BuiltinType(BuiltinType::Coopmat)) => self.cooperative_matrix(at)?,
            Some(Token::BuiltinType(ty)) => {
                self.advance();
                // `unsigned int` of GL_EXT_gpu_shader4, whose first word is `uint` already.
                if self.has_unsigned_int
                    && ty == BuiltinType::Uint
                    && self.peek() == Some(Token::BuiltinType(BuiltinType::Int))
                {
                    self.advance();
                }
                self.cx.builtin_type(ty, at)
            }
            Some(Token::Keyword(Keyword::SpirvType)) => {
                self.advance();
                self.open(Punctuator::LeftParen, Expected::Only("`(`"))?;
                self.cx.begin_spirv(Keyword::SpirvType, at);
                let end = self.spirv_items()?;
                self.cx.end_spirv_type(at.to(end))
            }
            _ => return Err(self.unexpected(Expected::Many)),
        };
        while self.at(Punctuator::LeftBracket) {
            let (size, span) = self.dimension()?;
            spec = match size {
                Some(size) => self.cx.type_dimension(spec, size, span),
                None => self.cx.unsized_type_dimension(spec, span),
            };
        }
        Ok(spec)
    }

    /// `CooperativeMatrix = "coopmat" "<" BuiltinTypeSpec "," Extent "," Extent "," Extent "," Extent ">"`, where
    /// `Extent = Conditional`
    fn cooperative_matrix(&mut self, at: Span) -> Parsed<TypeSpec> {
        self.advance();
        self.expect(Punctuator::Less, Expected::Only("`<`"))?;
        self.angle = Some(self.depth);
        let component = self.builtin_type_spec()?;
        self.expect(Punctuator::Comma, Expected::Only("`[`, `,`"))?;
        let scope = self.conditional()?;
        self.expect(Punctuator::Comma, Expected::Many)?;
        let rows = self.conditional()?;
        self.expect(Punctuator::Comma, Expected::Many)?;
        let columns = self.conditional()?;
        self.expect(Punctuator::Comma, Expected::Many)?;
        let usage = self.conditional()?;
        let end = self.before();
        self.expect(Punctuator::Greater, Expected::Many)?;
        self.angle = None;
        Ok(self.cx.cooperative_matrix(component, [scope, rows, columns, usage], at.to(end)))
    }

    /// `"[" [Conditional] "]"`
    fn dimension(&mut self) -> Parsed<(Option<Expr>, Span)> {
        let open = self.open(Punctuator::LeftBracket, Expected::Many)?;
        let size = if self.at(Punctuator::RightBracket) { None } else { Some(self.conditional()?) };
        let span = open.to(self.before());
        self.close(Punctuator::RightBracket, Expected::Behind("`]`"))?;
        Ok((size, span))
    }

    /// `Dimensions = { "[" [Conditional] "]" }`; how many there are.
    pub(super) fn dimensions(&mut self) -> Parsed<u32> {
        let mut dims = 0;
        while self.at(Punctuator::LeftBracket) {
            let (size, span) = self.dimension()?;
            dims = match size {
                Some(size) => self.cx.dimension(dims, size, span),
                None => self.cx.unsized_dimension(dims, span),
            };
        }
        Ok(dims)
    }

    /// `Declarator = IDENT Dimensions`
    pub(super) fn declarator(&mut self) -> Parsed<Declarator> {
        let (name, span) = self.name(Expected::Only("a name"))?;
        let dims = self.dimensions()?;
        Ok(Declarator { name, span, dims })
    }

    /// `Struct = "struct" [IDENT] "{" Members "}"`
    fn struct_definition(&mut self) -> Parsed<TypeSpec> {
        let at = self.here();
        self.advance();
        let mut name = None;
        let mut expected = Expected::Only("a name, `{`");
        if let Some(Token::Identifier(found)) = self.peek() {
            self.advance();
            name = Some(found);
            expected = Expected::Only("`{`");
        }
        self.open(Punctuator::LeftBrace, expected)?;
        self.cx.begin_struct(name, at)?;
        let end = self.members()?;
        Ok(self.cx.end_struct(end))
    }

    /// `Members = { FullType Declarator { "," Declarator } ";" } "}"`; the place of the `}`.
    pub(super) fn members(&mut self) -> Parsed<Span> {
        while !self.at(Punctuator::RightBrace) {
            self.full_type()?;
            loop {
                let declarator = self.declarator()?;
                match self.peek_mark() {
                    Some(Punctuator::Comma | Punctuator::Semicolon) => self.cx.member_declarator(declarator),
                    _ => return Err(self.unexpected(Expected::Only("`[`, `,`, `;`"))),
                }
                if !self.eat(Punctuator::Comma) {
                    break;
                }
            }
            self.expect(Punctuator::Semicolon, Expected::Many)?;
            self.cx.end_members();
        }
        self.close(Punctuator::RightBrace, Expected::Many)
    }

    /// `{ Qualifier }`; whether there was one.
    #[inline]
    pub(super) fn qualifiers(&mut self) -> Parsed<bool> {
        if !self.at_qualifier() {
            return Ok(false);
        }
        self.cx.begin_qualifiers();
        while self.at_qualifier() {
            self.qualifier()?;
        }
        Ok(true)
    }

    /// ```text
    /// Qualifier = QUALIFIER | "nonuniformEXT" | SPIRV_WORD | Layout | Subroutine | SPIRV "(" SpirvItems ")"
    /// Subroutine = "subroutine" [ "(" IDENT { "," IDENT } ")" ]
    /// ```
    fn qualifier(&mut self) -> Parsed {
        let at = self.here();
        match self.peek() {
            Some(Token::Qualifier(word)) => {
                self.advance();
                self.cx.qualifier(word, at);
            }
            Some(Token::Keyword(Keyword::Layout)) => self.layout(at)?,
            Some(Token::Keyword(Keyword::Subroutine)) => {
                self.advance();
                if !self.at(Punctuator::LeftParen) {
                    self.cx.subroutine(at);
                    return Ok(());
                }
                self.open(Punctuator::LeftParen, Expected::Many)?;
                let (name, span) = self.name(Expected::Only("a name"))?;
                self.cx.subroutine(at);
                self.cx.subroutine_type(name, span);
                while self.eat(Punctuator::Comma) {
                    let (name, span) = self.name(Expected::Only("a name"))?;
                    self.cx.subroutine_type(name, span);
                }
                self.close(Punctuator::RightParen, Expected::Only("`)`, `,`"))?;
            }
            Some(Token::Keyword(Keyword::Nonuniform)) => {
                self.advance();
                self.cx.nonuniform_qualifier(at);
            }
            Some(Token::Keyword(word @ (Keyword::SpirvByReference | Keyword::SpirvLiteral))) => {
                self.advance();
                self.cx.spirv_word(word, at);
            }
            Some(Token::Keyword(word)) => {
                self.advance();
                self.open(Punctuator::LeftParen, Expected::Only("`(`"))?;
                self.cx.begin_spirv(word, at);
                self.spirv_items()?;
                self.cx.end_spirv();
            }
            _ => return Err(self.unexpected(Expected::Many)),
        }
        Ok(())
    }

    /// `Layout = "layout" "(" LayoutItem { "," LayoutItem } ")"`, where
    /// `LayoutItem = IDENT [ "=" Conditional ] | QUALIFIER`
    fn layout(&mut self, at: Span) -> Parsed {
        self.advance();
        self.open(Punctuator::LeftParen, Expected::Only("`(`"))?;
        self.cx.begin_layout(at);
        loop {
            let at = self.here();
            match self.peek() {
                Some(Token::Identifier(name)) if !self.name_follows() => {
                    self.advance();
                    if self.eat(Punctuator::Assign) {
                        let value = self.conditional()?;
                        self.cx.layout(name, Some(value), at);
                    } else {
                        if !matches!(self.peek_mark(), Some(Punctuator::Comma | Punctuator::RightParen)) {
                            return Err(self.unexpected(Expected::Only("`)`, `,`, `=`")));
                        }
                        self.cx.layout(name, None, at);
                    }
                }
                Some(Token::Qualifier(word)) => {
                    self.advance();
                    self.cx.layout_keyword(word, at);
                }
                _ => return Err(self.unexpected(Expected::Only("a name, a qualifier"))),
            }
            if !self.eat(Punctuator::Comma) {
                break;
            }
        }
        self.close(Punctuator::RightParen, Expected::Only("`)`, `,`"))?;
        Ok(())
    }

    /// `SpirvItems = SpirvItem { "," SpirvItem } ")"`; the place before the `)`.
    fn spirv_items(&mut self) -> Parsed<Span> {
        loop {
            self.spirv_item()?;
            if !self.eat(Punctuator::Comma) {
                break;
            }
        }
        let end = self.before();
        self.close(Punctuator::RightParen, Expected::Many)?;
        Ok(end)
    }

    /// ```text
    /// SpirvItem = BuiltinTypeSpec | Conditional | STRING | IDENT "=" ( Conditional | STRING | "[" SpirvValues "]" )
    /// ```
    fn spirv_item(&mut self) -> Parsed {
        let at = self.here();
        match self.peek() {
            Some(Token::StringLiteral(text)) => {
                self.advance();
                self.cx.spirv_text(text, at);
            }
            Some(Token::Identifier(name)) if self.second_is(Punctuator::Assign) => {
                self.advance();
                self.advance();
                match self.peek() {
                    Some(Token::StringLiteral(text)) => {
                        self.advance();
                        self.cx.spirv_set(name, text, at);
                    }
                    Some(Token::Punctuator(Punctuator::LeftBracket)) => {
                        self.spirv_values()?;
                        self.cx.spirv_needs(name, at);
                    }
                    _ => {
                        let value = self.conditional()?;
                        self.cx.spirv_number(name, value, at);
                    }
                }
            }
            Some(Token::BuiltinType(_) | Token::Keyword(Keyword::SpirvType)) => {
                let spec = self.builtin_type_spec()?;
                if self.at(Punctuator::LeftParen) {
                    let operand = self.constructor(spec)?;
                    let value = self.conditional_after(operand)?;
                    self.cx.spirv_operand(value);
                } else {
                    self.cx.spirv_type_operand(spec);
                }
            }
            _ => {
                let value = self.conditional()?;
                self.cx.spirv_operand(value);
            }
        }
        Ok(())
    }

    /// `"[" SpirvValue { "," SpirvValue } "]"`, where `SpirvValue = LITERAL | STRING`
    fn spirv_values(&mut self) -> Parsed {
        self.open(Punctuator::LeftBracket, Expected::Many)?;
        loop {
            match self.peek() {
                Some(Token::StringLiteral(text)) => self.cx.spirv_value_text(text),
                Some(token) if token.is_literal() => self.cx.spirv_value(token),
                _ => return Err(self.unexpected(Expected::Only("a number, a string"))),
            }
            self.advance();
            if !self.eat(Punctuator::Comma) {
                break;
            }
        }
        self.close(Punctuator::RightBracket, Expected::Only("`]`, `,`"))?;
        Ok(())
    }
}
