//! Members of structs, and swizzles.

use crate::diagnostics::Code;
use crate::index::Role;
use crate::lower::Lowering;
use crate::lower::expressions::places::Place;
use crate::lower::expressions::{Expr, ExprKind};
use crate::lower::queries::ModuleQueries;
use crate::lower::recorder::Subject;
use crate::symbols::Symbol;
use vitrum_glsl::features::Feature;
use vitrum_ir::types::common;
use vitrum_ir::{Op, Operand, Span, Swizzle, Type, TypeData, ValueDef};

/// The methods that give a length, with the types of what they give.
const LENGTH_METHODS: [(&str, Type); 2] = [("length", common::I32), ("length64", common::I64)];

/// The type that a method gives, if it is one for a length.
fn length_type(name: &str) -> Option<Type> {
    LENGTH_METHODS.iter().find(|row| row.0 == name).map(|row| row.1)
}

/// The method that gives a length of this type.
pub(crate) fn length_method(ty: Type) -> &'static str {
    LENGTH_METHODS.iter().find(|row| row.1 == ty).map_or("length", |row| row.0)
}

impl Lowering<'_> {
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
            TypeData::BufferReference { block, .. } | TypeData::Descriptor { block, .. } => {
                let members = &self.module.structs[block].members;
                let wanted = self.symbols.text(name);
                let found = members.iter().position(|member| self.module.names.get(member.name) == wanted);
                match found {
                    Some(index) => {
                        self.record(Subject::Member(block, index as u32), name_span, Role::Use);
                        match self.module.is_descriptor(base.ty) {
                            true => self.descriptor_member(base, index as u32, span),
                            false => self.reference_member(base, index as u32, span),
                        }
                    }
                    None => self.no_member(base, name, name_span),
                }
            }
            TypeData::Array { .. }
            | TypeData::RuntimeArray { .. }
            | TypeData::CooperativeMatrix { .. }
            | TypeData::LongVector { .. }
            | TypeData::Matrix { .. }
            | TypeData::Vector { .. }
                if length_type(self.symbols.text(name)).is_some() =>
            {
                let ty = length_type(self.symbols.text(name)).unwrap_or(common::I32);
                if ty == common::I64 {
                    self.require(Feature::Index64, name_span);
                }
                Expr::new(ExprKind::Length, ty, span)
            }
            TypeData::Vector { size, .. } => {
                let component = self.swizzle(base, u32::from(size), name, name_span);
                self.note_expression(component);
                component
            }
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
            Some(index) => {
                if let TypeData::Struct(id) = self.module.types.get(base.ty) {
                    self.record(Subject::Member(id, index as u32), name_span, Role::Use);
                }
                self.selected_member(base, index as u32, base.span.to(name_span))
            }
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
        let wanted = self.symbols.text(name);
        let candidates: Vec<String> = self
            .module
            .members(base.ty)
            .iter()
            .map(|member| self.module.names.get(member.name).to_owned())
            .collect();
        let similar = self.report.suggestion_of(wanted, candidates.iter().map(String::as_str));
        self.report.error_with_name(
            Code::NoSuchMember,
            span,
            format!("`{ty}` has no member `{wanted}`"),
            similar.clone(),
        );
        if similar.is_none() {
            self.explain_member(base, name, span, &candidates);
        }
        Expr::error(base.span.to(span))
    }

    /// Member `index` of a struct, selected with `.` in the shader.
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
                // The qualifiers of an opaque member apply to the resource.
                if !self.holds_opaque(ty) && !self.module.holds_handle(ty) {
                    crate::lower::declarations::variables::apply_memory_qualifiers(&mut place, qualifiers);
                }
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
                let message = "swizzle mixes components of `xyzw`, `rgba` and `stpq`";
                self.report.error(Code::MixedSwizzle, name_span, message);
                return Expr::error(span);
            }
            let Some(slot) = components.get_mut(count) else {
                self.report.error(Code::LongSwizzle, name_span, "swizzle has more than four components");
                return Expr::error(span);
            };
            if index >= size {
                let (letter, ty) = (char::from(letter), self.module.type_name(base.ty));
                let message = format!("`{ty}` has no component `{letter}`");
                self.report.error(Code::NoSuchComponent, name_span, message);
                return Expr::error(span);
            }
            *slot = index;
            count += 1;
        }
        let chosen = components.get(..count).unwrap_or(&[]);
        let Some(swizzle) = Swizzle::new(chosen) else { return self.no_member(base, name, name_span) };
        let Some(scalar) = self.module.types.scalar_of(base.ty) else { return Expr::error(span) };
        let ty = self.module.types.vector(scalar, count as u32);
        self.note_letters(set.unwrap_or(0), span);
        match base.kind {
            ExprKind::Place(_) if size == 1 && count == 1 => Expr { span, ..base },
            ExprKind::Place(id) if size > 1 => {
                let Some(mut place) = self.places.get(id) else { return Expr::error(span) };
                if !swizzle.is_distinct() {
                    place.repeating.get_or_insert(name_span);
                }
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

    /// A component of a vector that the last instruction constructed from scalars; the construct is removed. Shadow
    /// functions of old versions splat their result, and most shaders take `.x` of it.
    fn take_constructed(&mut self, vector: Operand, index: u32, size: u32) -> Option<Operand> {
        if Feature::ScalarShadow.is_in(self.version()) {
            return None;
        }
        let block = self.cursor.block?;
        let function = &mut self.module.functions[self.cursor.function];
        let ValueDef::Result { inst, .. } = function.values[vector.value()?].def() else { return None };
        let parts = function.operands(inst);
        let is_whole = function.insts[inst].op == Op::Construct && parts.len() == size as usize;
        let part = parts.get(index as usize).copied().filter(|_| is_whole)?;
        // The last instruction has no other use yet.
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
            let element = self.module.component_of(place.pointee);
            let index = self.module.constants.i32(i32::from(component));
            let part = self.places.part(place, index.into(), element);
            return Expr::new(ExprKind::Place(self.places.add(part)), ty, span);
        }
        place.swizzle = Some(composed);
        Expr::new(ExprKind::Place(self.places.add(place)), ty, span)
    }
}
