//! Types, their qualifiers, and the members of structs and blocks. Each method is headed by its grammar rule.

use super::cursor::Expected;
use super::{Parsed, Parser};
use crate::builtin_types::BuiltinType;
use crate::lower::declarations::qualifiers::QualifierList;
use crate::lower::declarations::structs::OpenStruct;
use crate::lower::declarations::types::{Dimensions, TypeSpec};
use crate::lower::declarations::{Declarator, FullType};
use crate::lower::expressions::{Expr, ExprKind};
use crate::lower::extensions::spirv_intrinsics::OpenSpirv;
use crate::tokens::{Keyword, Punctuator, Token};
use std::rc::Rc;
use vitrum_glsl::extensions::Extension;
use vitrum_ir::Span;

impl Parser<'_, '_> {
    /// `FullType = { Qualifier } TypeSpec`
    pub(super) fn full_type(&mut self) -> Parsed<FullType> {
        let mut qualifiers = self.qualifiers()?;
        let spec = self.type_spec(qualifiers.as_mut())?;
        Ok(self.cx.full_type(spec, qualifiers))
    }

    /// `TypeSpec = BuiltinTypeSpec | ( IDENT | Struct ) Dimensions`; a subroutine type is noted in the qualifiers.
    pub(super) fn type_spec(&mut self, qualifiers: Option<&mut Rc<QualifierList>>) -> Parsed<TypeSpec> {
        match self.peek() {
            Some(Token::Identifier(name)) if self.names_type(self.position + 1) => {
                let at = self.take();
                let dims = self.dimensions()?;
                Ok(self.cx.type_name_array(name, dims, qualifiers, at))
            }
            Some(Token::Keyword(Keyword::Struct)) => {
                let spec = self.struct_definition()?;
                let dims = self.dimensions()?;
                Ok(TypeSpec { dims, ..spec })
            }
            _ => self.builtin_type_spec(),
        }
    }

    /// `BuiltinTypeSpec = ( TYPE | SpirvType | ParameterisedType ) { "[" [Conditional] "]" }`
    pub(super) fn builtin_type_spec(&mut self) -> Parsed<TypeSpec> {
        let at = self.here();
        let mut spec = match self.peek() {
            Some(Token::BuiltinType(ty)) if ty.parameters().is_some() => self.parameterised_type(ty, at)?,
            Some(Token::BuiltinType(ty)) => {
                self.advance();
                // `unsigned int` of GL_EXT_gpu_shader4, whose first word is `uint` already.
                if ty == BuiltinType::Uint
                    && self.peek() == Some(Token::BuiltinType(BuiltinType::Int))
                    && self.cx.enabled(Extension::ExtGpuShader4)
                {
                    self.advance();
                }
                self.cx.builtin_type(ty, at)
            }
            Some(Token::Keyword(Keyword::SpirvType)) => {
                self.advance();
                self.open(Punctuator::LeftParen, Expected::Only("`(`"))?;
                let mut open = OpenSpirv::new(Keyword::SpirvType, at);
                let end = self.spirv_items(&mut open)?;
                self.cx.end_spirv_type(open, at.to(end))
            }
            _ => return Err(self.unexpected(Expected::Many)),
        };
        while self.at(Punctuator::LeftBracket) {
            let (size, span) = self.dimension()?;
            spec.dims = self.cx.dimension(spec.dims, size, span);
            spec.span = spec.span.to(span);
        }
        Ok(spec)
    }

    /// `ParameterisedType = NAME "<" [ BuiltinTypeSpec "," ] Extent { "," Extent } ">"`, where `Extent = Conditional`
    fn parameterised_type(&mut self, ty: BuiltinType, at: Span) -> Parsed<TypeSpec> {
        let parameters = ty.parameters().ok_or_else(|| self.unexpected(Expected::Many))?;
        self.advance();
        self.expect(Punctuator::Less, Expected::Only("`<`"))?;
        let around = self.angle.replace(self.depth);
        let component = if parameters.component {
            let component = self.builtin_type_spec()?;
            self.expect(Punctuator::Comma, Expected::Only("`[`, `,`"))?;
            Some(component)
        } else {
            None
        };
        let (fewest, most) = parameters.numbers;
        let mut numbers = Vec::with_capacity(fewest);
        loop {
            numbers.push(self.conditional()?);
            let goes_on = numbers.len() < fewest || numbers.len() < most && self.at(Punctuator::Comma);
            if !goes_on {
                break;
            }
            self.expect(Punctuator::Comma, Expected::Many)?;
        }
        let end = self.before();
        self.expect(Punctuator::Greater, Expected::Many)?;
        self.angle = around;
        Ok(self.cx.parameterised_type(ty, component, &numbers, at.to(end)))
    }

    /// `"[" [Conditional] "]"`
    fn dimension(&mut self) -> Parsed<(Option<Expr>, Span)> {
        let open = self.open(Punctuator::LeftBracket, Expected::Many)?;
        let size = if self.at(Punctuator::RightBracket) { None } else { Some(self.conditional()?) };
        let span = open.to(self.before());
        self.close(Punctuator::RightBracket, Expected::Behind("`]`"))?;
        Ok((size, span))
    }

    /// `Dimensions = { "[" [Conditional] "]" }`
    pub(super) fn dimensions(&mut self) -> Parsed<Dimensions> {
        let mut dims = Dimensions::NONE;
        while self.at(Punctuator::LeftBracket) {
            let (size, span) = self.dimension()?;
            dims = self.cx.dimension(dims, size, span);
        }
        Ok(dims)
    }

    /// `Declarator = IDENT Dimensions`
    pub(super) fn declarator(&mut self) -> Parsed<Declarator> {
        let (name, span) = self.name(Expected::Only("an identifier"))?;
        let dims = self.dimensions()?;
        Ok(Declarator { name, span, dims })
    }

    /// `[ Declarator ]`
    pub(super) fn optional_declarator(&mut self) -> Parsed<Option<Declarator>> {
        match self.peek() {
            Some(Token::Identifier(_)) => self.declarator().map(Some),
            Some(Token::Punctuator(_)) => Ok(None),
            _ => match self.keyword_as_name() {
                Some((name, span)) => {
                    let dims = self.dimensions()?;
                    Ok(Some(Declarator { name, span, dims }))
                }
                None => Ok(None),
            },
        }
    }

    /// `Struct = "struct" [IDENT] "{" Members "}"`
    fn struct_definition(&mut self) -> Parsed<TypeSpec> {
        let at = self.take();
        let mut name = None;
        let mut expected = Expected::Only("an identifier, `{`");
        if let Some(Token::Identifier(found)) = self.peek() {
            name = Some((found, self.take()));
            expected = Expected::Only("`{`");
        }
        self.open(Punctuator::LeftBrace, expected)?;
        let mut open = OpenStruct::of_struct(name, at);
        let end = self.members(&mut open)?;
        Ok(self.cx.end_struct(open, end))
    }

    /// `Members = { FullType Declarator { "," Declarator } ";" } "}"`; returns the span of the `}`.
    pub(super) fn members(&mut self, open: &mut OpenStruct) -> Parsed<Span> {
        let depth = self.depth;
        while !self.at(Punctuator::RightBrace) {
            let start = self.position;
            if let Err(failure) = self.member(open) {
                open.broken = true;
                self.recover_member(failure, start, depth)?;
            }
        }
        self.close(Punctuator::RightBrace, Expected::Many)
    }

    /// ```text
    /// Member = FullType Declarator { "," Declarator } ";" | Qualifier { Qualifier } "{" Members "}" Declarator ";"
    /// ```
    fn member(&mut self, open: &mut OpenStruct) -> Parsed {
        let qualifiers = self.qualifiers()?;
        if let Some(list) = qualifiers.as_ref().filter(|_| self.at(Punctuator::LeftBrace)) {
            return self.inline_reference(open, list);
        }
        // No member is a subroutine uniform.
        let spec = self.type_spec(None)?;
        let full = self.cx.full_type(spec, qualifiers);
        loop {
            let declarator = self.declarator()?;
            match self.peek_mark() {
                Some(Punctuator::Comma | Punctuator::Semicolon) => {
                    self.cx.member_declarator(open, &full, declarator);
                }
                _ if self.mend(Punctuator::Semicolon) => {
                    self.cx.member_declarator(open, &full, declarator);
                    return Ok(());
                }
                _ if self.skip_semantic() => self.cx.member_declarator(open, &full, declarator),
                _ => return Err(self.unexpected(Expected::Only("`[`, `,`, `;`"))),
            }
            if !self.eat(Punctuator::Comma) {
                break;
            }
        }
        self.expect(Punctuator::Semicolon, Expected::Many)?;
        Ok(())
    }

    /// `Qualifier { Qualifier } "{" Members "}" Declarator ";"`, a buffer reference in a block of a descriptor heap.
    fn inline_reference(&mut self, open: &mut OpenStruct, qualifiers: &QualifierList) -> Parsed {
        let at = self.open(Punctuator::LeftBrace, Expected::Many)?;
        let mut inner = OpenStruct::of_inline_block(qualifiers, at);
        let end = self.members(&mut inner)?;
        let full = self.cx.inline_reference(open, qualifiers, &inner, end);
        let declarator = self.declarator()?;
        self.cx.member_declarator(open, &full, declarator);
        self.expect(Punctuator::Semicolon, Expected::Only("`[`, `;`"))?;
        Ok(())
    }

    /// `{ Qualifier }`
    #[inline]
    pub(super) fn qualifiers(&mut self) -> Parsed<Option<Rc<QualifierList>>> {
        if self.at_qualifier() { self.some_qualifiers().map(Some) } else { Ok(None) }
    }

    fn some_qualifiers(&mut self) -> Parsed<Rc<QualifierList>> {
        let mut qualifiers = Rc::default();
        let list = Rc::make_mut(&mut qualifiers);
        while self.at_qualifier() {
            self.qualifier(list)?;
        }
        Ok(qualifiers)
    }

    /// ```text
    /// Qualifier = QUALIFIER | "nonuniformEXT" | SPIRV_WORD | Layout | Subroutine | SPIRV "(" SpirvItems ")"
    /// Subroutine = "subroutine" [ "(" IDENT { "," IDENT } ")" ]
    /// ```
    fn qualifier(&mut self, list: &mut QualifierList) -> Parsed {
        let at = self.here();
        match self.peek() {
            Some(Token::Qualifier(word)) => {
                self.advance();
                self.cx.qualifier(list, word, at);
            }
            Some(Token::Keyword(Keyword::Layout)) => self.layout(list, at)?,
            Some(Token::Keyword(Keyword::Subroutine)) => {
                self.advance();
                if !self.at(Punctuator::LeftParen) {
                    self.cx.subroutine(list, at);
                    return Ok(());
                }
                self.open(Punctuator::LeftParen, Expected::Many)?;
                let (name, span) = self.name(Expected::Only("an identifier"))?;
                self.cx.subroutine(list, at);
                list.add_subroutine_type(name, span);
                while self.eat(Punctuator::Comma) {
                    let (name, span) = self.name(Expected::Only("an identifier"))?;
                    list.add_subroutine_type(name, span);
                }
                self.close(Punctuator::RightParen, Expected::Only("`)`, `,`"))?;
            }
            Some(Token::Keyword(Keyword::Nonuniform)) => {
                self.advance();
                list.set_nonuniform(at);
            }
            Some(Token::Keyword(word @ (Keyword::SpirvByReference | Keyword::SpirvLiteral))) => {
                self.advance();
                self.cx.spirv_word(list, word, at);
            }
            Some(Token::Keyword(word)) => {
                self.advance();
                self.open(Punctuator::LeftParen, Expected::Only("`(`"))?;
                let mut open = OpenSpirv::new(word, at);
                self.spirv_items(&mut open)?;
                self.cx.end_spirv(open, list);
            }
            _ => return Err(self.unexpected(Expected::Many)),
        }
        Ok(())
    }

    /// `Layout = "layout" "(" LayoutItem { "," LayoutItem } ")"`, where
    /// `LayoutItem = IDENT [ "=" Conditional ] | QUALIFIER`
    fn layout(&mut self, list: &mut QualifierList, at: Span) -> Parsed {
        self.advance();
        self.open(Punctuator::LeftParen, Expected::Only("`(`"))?;
        self.cx.begin_layout(list, at);
        loop {
            let at = self.here();
            match self.peek() {
                Some(Token::Identifier(name)) if !self.name_follows() => {
                    self.advance();
                    match self.peek_mark() {
                        Some(Punctuator::Comma | Punctuator::RightParen) => {
                            self.cx.layout(list, name, None, at);
                        }
                        _ if self.eat(Punctuator::Assign) || self.mend(Punctuator::Assign) => {
                            let value = self.conditional()?;
                            self.cx.layout(list, name, Some(value), at);
                        }
                        _ => return Err(self.unexpected(Expected::Only("`)`, `,`, `=`"))),
                    }
                }
                Some(Token::Qualifier(word)) => {
                    self.advance();
                    self.cx.layout_keyword(list, word, at);
                }
                _ => return Err(self.unexpected(Expected::Only("an identifier, a qualifier"))),
            }
            let goes_on =
                self.eat(Punctuator::Comma) || self.at(Punctuator::Semicolon) && self.mend(Punctuator::Comma);
            if !goes_on {
                break;
            }
        }
        self.close(Punctuator::RightParen, Expected::Only("`)`, `,`"))?;
        Ok(())
    }

    /// `SpirvItems = SpirvItem { "," SpirvItem } ")"`; returns the span of the token before the `)`.
    fn spirv_items(&mut self, open: &mut OpenSpirv) -> Parsed<Span> {
        loop {
            self.spirv_item(open)?;
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
    fn spirv_item(&mut self, open: &mut OpenSpirv) -> Parsed {
        let at = self.here();
        match self.peek() {
            Some(Token::StringLiteral(text)) => {
                self.advance();
                self.cx.spirv_text(open, text, at);
            }
            Some(Token::Identifier(name)) if self.second_is(Punctuator::Assign) => {
                self.advance();
                self.advance();
                match self.peek() {
                    Some(Token::StringLiteral(text)) => {
                        self.advance();
                        self.cx.spirv_set(open, name, text, at);
                    }
                    Some(Token::Punctuator(Punctuator::LeftBracket)) => {
                        let values = self.spirv_values()?;
                        self.cx.spirv_needs(open, name, &values, at);
                    }
                    _ => {
                        let value = self.conditional()?;
                        self.cx.spirv_number(open, name, value, at);
                    }
                }
            }
            Some(Token::BuiltinType(_) | Token::Keyword(Keyword::SpirvType)) => {
                let spec = self.builtin_type_spec()?;
                let operand = if self.at(Punctuator::LeftParen) {
                    let operand = self.constructor(spec)?;
                    self.conditional_after(operand)?
                } else {
                    Expr::new(ExprKind::Type(spec.dims), spec.ty, spec.span)
                };
                self.cx.spirv_operand(open, operand);
            }
            _ => {
                let value = self.conditional()?;
                self.cx.spirv_operand(open, value);
            }
        }
        Ok(())
    }

    /// `"[" SpirvValue { "," SpirvValue } "]"`, where `SpirvValue = LITERAL | STRING`
    fn spirv_values(&mut self) -> Parsed<Vec<Token>> {
        self.open(Punctuator::LeftBracket, Expected::Many)?;
        let mut values = Vec::new();
        loop {
            match self.peek() {
                Some(token @ Token::StringLiteral(_)) => values.push(token),
                Some(token) if token.is_literal() => values.push(token),
                _ => return Err(self.unexpected(Expected::Only("a number, a string"))),
            }
            self.advance();
            if !self.eat(Punctuator::Comma) {
                break;
            }
        }
        self.close(Punctuator::RightBracket, Expected::Only("`]`, `,`"))?;
        Ok(values)
    }
}
