//! Expressions in flight, and the primary and postfix ones: names, literals, indexing, members, swizzles.

use super::Lowering;
use super::places::{Place, PlaceId};
use super::scopes::Entity;
use super::type_queries::TypeQueries;
use super::types::Dimensions;
use crate::diagnostics::Code;
use crate::extensions::Extension;
use crate::symbols::Symbol;
use crate::tokens::Token;
use vitrum_glsl::features::Feature;
use vitrum_ir::types::{Length, common};
use vitrum_ir::{Op, Operand, Precision, Scalar, Span, Stage, Swizzle, Type, TypeData, ValueDef};

/// An expression that has been lowered: small enough to be passed on by value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Expr {
    /// What it is.
    pub(crate) kind: ExprKind,
    /// Type of its value.
    pub(crate) ty: Type,
    /// Where it was written.
    pub(crate) span: Span,
    /// The precision of a constant, which carries none itself: that of the named constants in the expression. Values
    /// and places have their own.
    pub(crate) precision: Precision,
}

/// What an expression came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum ExprKind {
    /// Something wrong that has been reported.
    Error,
    /// A value or a constant.
    Value(Operand),
    /// A place that has not been loaded.
    Place(PlaceId),
    /// The call of a function that returns nothing.
    Nothing,
    /// A type with dimensions: the start of a constructor call.
    Type(Dimensions),
    /// A name that is not a variable or type: the start of a call.
    Function(Symbol),
    /// `.length` before its `()`.
    Length,
    /// A literal string, which only some functions take.
    Text(Symbol),
}

impl Expr {
    /// A value.
    pub(crate) fn value(operand: Operand, ty: Type, span: Span) -> Self {
        Self::new(ExprKind::Value(operand), ty, span)
    }

    /// An expression that is no constant with a precision.
    pub(crate) fn new(kind: ExprKind, ty: Type, span: Span) -> Self {
        Self { kind, ty, span, precision: Precision::None }
    }

    /// An expression that was wrong and has been reported.
    pub(crate) fn error(span: Span) -> Self {
        Self::new(ExprKind::Error, common::VOID, span)
    }

    /// Whether it was wrong and has been reported.
    pub(crate) fn is_error(&self) -> bool {
        self.kind == ExprKind::Error
    }
}

impl Lowering<'_> {
    /// A name used in an expression.
    pub(crate) fn name(&mut self, name: Symbol, span: Span) -> Expr {
        if self.module.stage == Stage::Compute && self.module.execution.local_size.is_none() {
            self.require_local_size(name, span);
        }
        match self.lookup(name) {
            Some(Entity::Variable(id)) => self.variable_expr(id, span),
            Some(Entity::Transposed(id)) => {
                let matrix = self.variable_expr(id, span);
                let Some(value) = self.operand(matrix) else { return Expr::error(span) };
                let value = self.op(Op::Transpose, &[value], 0, span);
                Expr::value(value, self.operand_type(value), span)
            }
            Some(Entity::Member(id, index)) => {
                let block = self.variable_expr(id, span);
                self.member(block, index, span)
            }
            Some(Entity::Type(ty)) => Expr::new(ExprKind::Type(Dimensions::NONE), ty, span),
            Some(Entity::Functions(_)) | None => Expr::new(ExprKind::Function(name), common::VOID, span),
            Some(Entity::SubroutineType(_)) => {
                let text = self.symbols.text(name).to_owned();
                self.report.error(
                    Code::Subroutine,
                    span,
                    format!("`{text}` is a subroutine type, which cannot be called"),
                );
                Expr::error(span)
            }
            Some(Entity::Error) => Expr::error(span),
        }
    }

    /// `gl_WorkGroupSize` is known from where the size is declared on (GLSL 4.60 section 7.1.6). Vulkan has a size of one
    /// where none is declared.
    fn require_local_size(&mut self, name: Symbol, span: Span) {
        if !self.settings.dialect.vulkan && self.symbols.text(name) == "gl_WorkGroupSize" {
            let message = "`gl_WorkGroupSize` is not known before `layout(local_size_x = N) in;`";
            self.report.error(Code::MissingLayout, span, message);
        }
    }

    /// A literal constant.
    pub(crate) fn literal(&mut self, literal: Token, span: Span) -> Expr {
        let (scalar, bits) = match literal {
            Token::BoolLiteral(value) => (Scalar::Bool, u64::from(value)),
            Token::IntLiteral(value) => (Scalar::I32, u64::from(value as u32)),
            Token::UintLiteral(value) => (Scalar::U32, u64::from(value)),
            Token::Int16Literal(value) => (Scalar::I16, u64::from(value as u16)),
            Token::Uint16Literal(value) => (Scalar::U16, u64::from(value)),
            Token::Int64Literal(value) => (Scalar::I64, value as u64),
            Token::Uint64Literal(value) => (Scalar::U64, value),
            Token::HalfLiteral(value) => {
                let double = self.module.constants.f64(value);
                self.cursor.span = span;
                let ty = common::F16;
                let half = self.builder().emit(Op::Fconvert, &[double.into()], 0, ty, Self::NO_PRECISION);
                return Expr::value(half, ty, span);
            }
            Token::FloatLiteral(value) => (Scalar::F32, u64::from(value.to_bits())),
            Token::DoubleLiteral(value) => (Scalar::F64, value.to_bits()),
            Token::Identifier(_)
            | Token::BuiltinType(_)
            | Token::Qualifier(_)
            | Token::Keyword(_)
            | Token::StringLiteral(_)
            | Token::Punctuator(_) => return Expr::error(span),
        };
        let constant = self.module.constants.scalar(scalar, bits);
        self.body.last_literal = Some(span);
        Expr::value(constant.into(), common::scalar(scalar), span)
    }

    /// `nonuniformEXT(e)`
    pub(crate) fn nonuniform(&mut self, expr: Expr, span: Span) -> Expr {
        if let ExprKind::Place(id) = expr.kind
            && let Some(mut place) = self.places.get(id)
        {
            place.nonuniform = true;
            let id = self.places.add(place);
            return Expr::new(ExprKind::Place(id), expr.ty, span);
        }
        let expr = self.loaded(expr);
        if let ExprKind::Value(value) = expr.kind {
            self.mark_nonuniform(value);
        }
        Expr { span, ..expr }
    }

    /// `(e)`
    pub(crate) fn parenthesised(&mut self, expr: Expr, span: Span) -> Expr {
        match expr.kind {
            ExprKind::Type(_) | ExprKind::Function(_) | ExprKind::Length => {
                self.operand(expr);
                Expr::error(span)
            }
            _ => Expr { span, ..expr },
        }
    }

    /// The value of an expression; `None` if it has none, which has been reported.
    pub(crate) fn operand(&mut self, expr: Expr) -> Option<Operand> {
        match expr.kind {
            ExprKind::Value(operand) => Some(operand),
            ExprKind::Place(place) => Some(self.load(place, expr.span)),
            ExprKind::Error => None,
            ExprKind::Nothing => {
                self.report.error(
                    Code::VoidValue,
                    expr.span,
                    "this call returns nothing, but a value is needed",
                );
                None
            }
            ExprKind::Type(_) => {
                let name = self.module.type_name(expr.ty);
                self.report.error(Code::TypeAsValue, expr.span, format!("`{name}` is a type, not a value"));
                None
            }
            ExprKind::Function(name) => {
                self.undeclared(name, expr.span);
                None
            }
            ExprKind::Length => {
                self.report.error(Code::MethodWithoutCall, expr.span, "`length` is a method and needs `()`");
                None
            }
            ExprKind::Text(_) => {
                self.report.error(
                    Code::TypeMismatch,
                    expr.span,
                    "a string is no value; functions such as `debugPrintfEXT` take one",
                );
                None
            }
        }
    }

    /// The expression with its place loaded.
    pub(crate) fn loaded(&mut self, expr: Expr) -> Expr {
        match self.operand(expr) {
            Some(operand) => Expr { kind: ExprKind::Value(operand), ..expr },
            None => Expr::error(expr.span),
        }
    }

    /// `a` in `a, b`.
    pub(crate) fn discard_value(&mut self, expr: Expr) -> Expr {
        match expr.kind {
            ExprKind::Value(_) | ExprKind::Place(_) | ExprKind::Error | ExprKind::Nothing => {}
            ExprKind::Type(_) | ExprKind::Function(_) | ExprKind::Length | ExprKind::Text(_) => {
                self.operand(expr);
            }
        }
        expr
    }

    /// `a, b`
    pub(crate) fn comma(&mut self, first: Expr, second: Expr) -> Expr {
        let span = first.span.to(second.span);
        if second.kind == ExprKind::Nothing {
            return Expr { span, ..second };
        }
        // The result is not an l-value (GLSL 4.60 section 5.9), and from ESSL 3.00 on no constant expression.
        if self.version().is_es() && self.version().number >= 300 {
            self.body.not_constant = Some(span);
        }
        let value = self.loaded(second);
        Expr { span, ..value }
    }

    /// `base[]`: the start of a constructor of an array without a size.
    pub(crate) fn index_nothing(&mut self, base: Expr, end: Span) -> Expr {
        let span = base.span.to(end);
        if let ExprKind::Type(dimensions) = base.kind {
            let dimensions = self.unsized_dimension(dimensions, span);
            return Expr::new(ExprKind::Type(dimensions), base.ty, span);
        }
        if self.operand(base).is_some() {
            self.report.error(Code::MissingIndex, span, "an index is missing between the brackets");
        }
        Expr::error(span)
    }

    /// `base[index]`
    pub(crate) fn index(&mut self, base: Expr, index: Expr, end: Span) -> Expr {
        let span = base.span.to(end);
        if let ExprKind::Type(dimensions) = base.kind {
            let dimensions = self.dimension(dimensions, index, span);
            return Expr::new(ExprKind::Type(dimensions), base.ty, span);
        }
        if base.is_error() {
            self.operand(index);
            return Expr::error(span);
        }
        if !matches!(base.kind, ExprKind::Value(_) | ExprKind::Place(_)) {
            self.operand(base);
            return Expr::error(span);
        }
        let index_span = index.span;
        let Some(position) = self.index_operand(index) else { return Expr::error(span) };
        if self.module.is_reference(base.ty) && self.enabled(Extension::ExtBufferReference2) {
            return self.reference_element(base, position, span);
        }
        let Some((element, length)) = self.element_of(base.ty) else {
            let name = self.module.type_name(base.ty);
            self.report.error(
                Code::NotIndexable,
                base.span,
                format!("a value of type `{name}` cannot be indexed"),
            );
            return Expr::error(span);
        };
        self.limit_index(base, position, index_span);
        let constant = position.constant().and_then(|constant| self.module.constants.as_int(constant));
        if let (Some(value), limit) = (constant, length) {
            let too_large = limit.is_some_and(|limit| value >= i64::from(limit));
            if value < 0 || too_large {
                let name = self.module.type_name(base.ty);
                self.report.error(
                    Code::IndexOutOfRange,
                    index_span,
                    format!("index {value} is out of range for `{name}`"),
                );
                return Expr::error(span);
            }
        }
        match base.kind {
            ExprKind::Place(id) => {
                let Some(place) = self.places.get(id) else { return Expr::error(span) };
                let place = self.at_vertex(place, index);
                self.check_block_index(&place, element, position, index_span);
                self.check_index(&place, base.ty, constant, index_span);
                if position.constant().is_none()
                    && self.holds_opaque(element)
                    && !self.has_dynamic_samplers()
                    && !self.is_indexed_anyhow(element)
                {
                    let version = self.version();
                    self.report.error(
                        Code::VersionLacks,
                        index_span,
                        format!(
                            "version {version} indexes arrays of opaque types by constant expressions only"
                        ),
                    );
                }
                self.index_place(place, position, element, span)
            }
            ExprKind::Value(value) => self.with_constants(&[base], |this| {
                let part = match constant {
                    Some(index) => this.op(Op::Extract, &[value], index as u32, span),
                    None => this.op(Op::ExtractDynamic, &[value, position], 0, span),
                };
                this.copy_precision(part, value);
                Expr::value(part, element, span)
            }),
            _ => Expr::error(span),
        }
    }

    fn index_place(&mut self, mut place: Place, index: Operand, element: Type, span: Span) -> Expr {
        let mut index = index;
        if let Some(swizzle) = place.swizzle.take() {
            index = self.unswizzled_index(swizzle, index, span);
        }
        if self.is_nonuniform(index) {
            place.nonuniform = true;
            place.scattered |= self.is_resource_array(&place, element);
        }
        let part = self.places.part(place, index, element);
        Expr::new(ExprKind::Place(self.places.add(part)), element, span)
    }

    /// True if what is indexed is an array of resources: of what is opaque, or of blocks.
    fn is_resource_array(&self, place: &Place, element: Type) -> bool {
        let is_block = || {
            let global = place.base.global();
            !place.field_selected && global.is_some_and(|global| self.module.globals[global].block.is_some())
        };
        self.holds_opaque(element)
            || matches!(place.storage, vitrum_ir::Storage::Uniform | vitrum_ir::Storage::Buffer)
                && place.member.is_none()
                && is_block()
    }

    /// The component of the whole vector that component `index` of its swizzle is.
    fn unswizzled_index(&mut self, swizzle: Swizzle, index: Operand, span: Span) -> Operand {
        let parts: Vec<_> = swizzle
            .components()
            .iter()
            .map(|&component| self.module.constants.i32(i32::from(component)))
            .collect();
        let ty = self.module.types.vector(Scalar::I32, parts.len() as u32);
        let table = self.module.constants.composite(ty, &parts);
        match index.constant().and_then(|constant| self.module.constants.as_int(constant)) {
            Some(index) => match parts.get(index as usize) {
                Some(&part) => part.into(),
                None => table.into(),
            },
            None => self.op(Op::ExtractDynamic, &[table.into(), index], 0, span),
        }
    }

    /// An index as an integer scalar.
    fn index_operand(&mut self, index: Expr) -> Option<Operand> {
        let value = self.operand(index)?;
        match self.module.types.get(index.ty) {
            TypeData::Scalar(scalar) if scalar.is_integer() => Some(value),
            _ => {
                let name = self.module.type_name(index.ty);
                self.report.error(
                    Code::IndexType,
                    index.span,
                    format!("an index must be an integer scalar, not `{name}`"),
                );
                None
            }
        }
    }

    /// Type of the parts of an indexable type, and how many there are if that is known.
    pub(crate) fn element_of(&mut self, ty: Type) -> Option<(Type, Option<u32>)> {
        match self.module.types.get(ty) {
            TypeData::Vector { scalar, size } => Some((common::scalar(scalar), Some(u32::from(size)))),
            TypeData::Matrix { scalar, columns, rows } => {
                Some((self.module.types.vector(scalar, u32::from(rows)), Some(u32::from(columns))))
            }
            TypeData::Array { element, length: Length::Constant(length) } => Some((element, Some(length))),
            TypeData::Array { element, length: Length::Spec(_) } | TypeData::RuntimeArray { element } => {
                Some((element, None))
            }
            TypeData::CooperativeMatrix { scalar, .. } => Some((common::scalar(scalar), None)),
            _ => None,
        }
    }

    /// `base.name`: a member, a swizzle, or a method before its `()`.
    pub(crate) fn field(&mut self, base: Expr, name: Symbol, name_span: Span) -> Expr {
        let span = base.span.to(name_span);
        if !matches!(base.kind, ExprKind::Value(_) | ExprKind::Place(_)) {
            if !base.is_error() {
                self.operand(base);
            }
            return Expr::error(span);
        }
        match self.module.types.get(base.ty) {
            TypeData::Struct(_) if !self.is_yuv_standard(base.ty) => self.struct_field(base, name, name_span),
            TypeData::BufferReference { block, .. } => {
                let members = &self.module.structs[block].members;
                let wanted = self.symbols.text(name);
                let found = members.iter().position(|member| self.module.names.get(member.name) == wanted);
                match found {
                    Some(index) => self.reference_member(base, index as u32, span),
                    None => self.no_member(base, name, name_span),
                }
            }
            TypeData::Array { .. }
            | TypeData::RuntimeArray { .. }
            | TypeData::CooperativeMatrix { .. }
            | TypeData::Matrix { .. }
            | TypeData::Vector { .. }
                if self.symbols.text(name) == "length" =>
            {
                Expr::new(ExprKind::Length, common::VOID, span)
            }
            TypeData::Vector { size, .. } => self.swizzle(base, u32::from(size), name, name_span),
            TypeData::Scalar(_) if self.has(Feature::ScalarSwizzles) => {
                self.swizzle(base, 1, name, name_span)
            }
            _ => self.no_member(base, name, name_span),
        }
    }

    fn struct_field(&mut self, base: Expr, name: Symbol, name_span: Span) -> Expr {
        let wanted = self.symbols.text(name);
        let names = &self.module.names;
        let found = self.module.members(base.ty).iter().position(|member| names.get(member.name) == wanted);
        match found {
            Some(index) => self.selected_member(base, index as u32, base.span.to(name_span)),
            None => {
                let wanted = self.symbols.text(name).to_owned();
                match self.grow_block(base.ty, &wanted) {
                    Some(index) => self.selected_member(base, index as u32, base.span.to(name_span)),
                    None => self.no_member(base, name, name_span),
                }
            }
        }
    }

    fn no_member(&mut self, base: Expr, name: Symbol, span: Span) -> Expr {
        let ty = self.module.type_name(base.ty);
        let wanted = self.symbols.text(name).to_owned();
        let candidates: Vec<String> = self
            .module
            .members(base.ty)
            .iter()
            .map(|member| self.module.names.get(member.name).to_owned())
            .collect();
        let help = self.report.suggestion_of(&wanted, candidates.iter().map(String::as_str));
        self.report.error_with_help(
            Code::NoSuchMember,
            span,
            format!("`{ty}` has no member `{wanted}`"),
            help,
        );
        Expr::error(base.span.to(span))
    }

    /// Member `index` of a struct, chosen by a `.` of the shader.
    fn selected_member(&mut self, base: Expr, index: u32, span: Span) -> Expr {
        let member = self.member(base, index, span);
        self.note_selection(member);
        member
    }

    fn note_selection(&mut self, chosen: Expr) {
        if let ExprKind::Place(id) = chosen.kind {
            self.places.note_selection(id);
        }
    }

    /// Member `index` of a struct.
    pub(crate) fn member(&mut self, base: Expr, index: u32, span: Span) -> Expr {
        let Some(member) = self.module.members(base.ty).get(index as usize) else { return Expr::error(span) };
        let (ty, precision, qualifiers) = (member.ty, member.precision, member.decorations.qualifiers);
        match base.kind {
            ExprKind::Place(id) => {
                let Some(mut place) = self.places.get(id) else { return Expr::error(span) };
                place.precision = precision;
                super::variables::apply_memory_qualifiers(&mut place, qualifiers);
                let constant = self.module.constants.i32(index as i32);
                let mut part = self.places.part(place, constant.into(), ty);
                if let TypeData::Struct(id) = self.module.types.get(base.ty) {
                    part.member = Some((id, index));
                }
                Expr::new(ExprKind::Place(self.places.add(part)), ty, span)
            }
            ExprKind::Value(value) => {
                let part = self.op(Op::Extract, &[value], index, span);
                self.set_precision(part, precision);
                Expr { precision, ..Expr::value(part, ty, span) }
            }
            _ => Expr::error(span),
        }
    }

    /// `.xyzw`, `.rgba` or `.stpq` of a vector (or a scalar, taken as a vector of one).
    fn swizzle(&mut self, base: Expr, size: u32, name: Symbol, name_span: Span) -> Expr {
        let span = base.span.to(name_span);
        let text = self.symbols.text(name);
        let mut components = [0u32; 4];
        let mut set = None;
        let mut count = 0;
        for letter in text.bytes() {
            let found = [*b"xyzw", *b"rgba", *b"stpq"].iter().enumerate().find_map(|(set, letters)| {
                letters.iter().position(|&known| known == letter).map(|index| (set, index as u32))
            });
            let Some((letters, index)) = found else { return self.no_member(base, name, name_span) };
            if *set.get_or_insert(letters) != letters {
                self.report.error(
                    Code::MixedSwizzle,
                    name_span,
                    "a swizzle takes its letters from one of `xyzw`, `rgba` and `stpq`",
                );
                return Expr::error(span);
            }
            let Some(slot) = components.get_mut(count) else {
                self.report.error(Code::LongSwizzle, name_span, "a swizzle chooses at most four components");
                return Expr::error(span);
            };
            if index >= size {
                let (letter, ty) = (char::from(letter), self.module.type_name(base.ty));
                self.report.error(
                    Code::NoSuchComponent,
                    name_span,
                    format!("`{ty}` has no component `{letter}`"),
                );
                return Expr::error(span);
            }
            *slot = index;
            count += 1;
        }
        let chosen = components.get(..count).unwrap_or(&[]);
        let Some(swizzle) = Swizzle::new(chosen) else { return self.no_member(base, name, name_span) };
        let Some(scalar) = self.module.types.scalar_of(base.ty) else { return Expr::error(span) };
        let ty = self.module.types.vector(scalar, count as u32);
        match base.kind {
            ExprKind::Place(_) if size == 1 && count == 1 => Expr { span, ..base },
            ExprKind::Place(id) if size > 1 => {
                let Some(place) = self.places.get(id) else { return Expr::error(span) };
                let chosen = self.swizzle_place(place, swizzle, ty, span);
                self.note_selection(chosen);
                chosen
            }
            _ => {
                let Some(value) = self.operand(base) else { return Expr::error(span) };
                self.with_constants(&[base], |this| {
                    let value = match chosen {
                        [index] if size > 1 => match this.take_constructed(value, *index, size) {
                            Some(part) => part,
                            None => this.op(Op::Extract, &[value], *index, span),
                        },
                        _ => this.op(Op::Swizzle, &[value], swizzle.bits(), span),
                    };
                    Expr::value(value, ty, span)
                })
            }
        }
    }

    /// The shadow functions of old versions make a vector of a comparison, of which most shaders take `.x`: the
    /// component of a vector that was just made of as many scalars, and the vector goes.
    fn take_constructed(&mut self, vector: Operand, index: u32, size: u32) -> Option<Operand> {
        if self.version().at_least(130, 100) {
            return None;
        }
        let block = self.cursor.block?;
        let function = &mut self.module.functions[self.cursor.function];
        let ValueDef::Result { inst, .. } = function.values[vector.value()?].def() else { return None };
        let parts = function.operands(inst);
        let is_whole = function.insts[inst].op == Op::Construct && parts.len() == size as usize;
        let part = parts.get(index as usize).copied().filter(|_| is_whole)?;
        // What came last has no other use yet.
        let insts = &mut function.blocks[block].insts;
        if insts.last() != Some(&inst) {
            return None;
        }
        insts.pop();
        Some(part)
    }

    fn swizzle_place(&mut self, mut place: Place, swizzle: Swizzle, ty: Type, span: Span) -> Expr {
        let composed = match place.swizzle {
            None => swizzle,
            Some(first) => {
                let chosen: Vec<u32> = swizzle
                    .components()
                    .iter()
                    .filter_map(|&index| first.components().get(index as usize))
                    .map(|&index| u32::from(index))
                    .collect();
                Swizzle::new(&chosen).unwrap_or(swizzle)
            }
        };
        if let &[component] = composed.components() {
            place.swizzle = None;
            let element = self.component_of(place.pointee);
            let index = self.module.constants.i32(i32::from(component));
            let part = self.places.part(place, index.into(), element);
            return Expr::new(ExprKind::Place(self.places.add(part)), ty, span);
        }
        place.swizzle = Some(composed);
        Expr::new(ExprKind::Place(self.places.add(place)), ty, span)
    }
}
