//! Indices into arrays, vectors and matrices.

use crate::diagnostics::Code;
use crate::extensions::Extension;
use crate::lower::Lowering;
use crate::lower::expressions::places::Place;
use crate::lower::expressions::{Expr, ExprKind};
use crate::lower::queries::ModuleQueries;
use vitrum_glsl::features::Feature;
use vitrum_ir::types::{Length, common};
use vitrum_ir::{Op, Operand, Scalar, Span, Storage, Swizzle, Type, TypeData};

impl Lowering<'_> {
    /// `base[]`: the start of a constructor of an array without a size.
    pub(crate) fn index_nothing(&mut self, base: Expr, end: Span) -> Expr {
        let span = base.span.to(end);
        if let ExprKind::Type(dimensions) = base.kind {
            let dimensions = self.dimension(dimensions, None, span);
            return Expr::new(ExprKind::Type(dimensions), base.ty, span);
        }
        if self.operand(base).is_some() {
            self.report.error(Code::MissingIndex, span, "missing index");
        }
        Expr::error(span)
    }

    /// `base[index]`
    pub(crate) fn index(&mut self, base: Expr, index: Expr, end: Span) -> Expr {
        let span = base.span.to(end);
        if let ExprKind::Type(dimensions) = base.kind {
            let dimensions = self.dimension(dimensions, Some(index), span);
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
        if matches!(index.ty, common::I64 | common::U64) {
            self.require(Feature::Index64, index_span);
        }
        let Some((element, length)) = self.element_of(base.ty) else {
            let name = self.module.type_name(base.ty);
            let message = format!("value of type `{name}` cannot be indexed");
            self.report.error(Code::NotIndexable, base.span, message);
            let members: Vec<String> = self
                .module
                .members(base.ty)
                .iter()
                .map(|member| self.module.names.get(member.name).to_owned())
                .collect();
            if let [only] = members.as_slice() {
                let end = Span::new(base.span.end, base.span.end);
                self.report.suggest("index its member", end, format!(".{only}"));
            }
            return Expr::error(span);
        };
        self.limit_index(base, position, index_span);
        let constant = position.constant().and_then(|constant| self.module.constants.as_int(constant));
        if let (Some(value), limit) = (constant, length) {
            let too_large = limit.is_some_and(|limit| value >= i64::from(limit));
            if value < 0 || too_large {
                let name = self.module.type_name(base.ty);
                let message = format!("index {value} is out of bounds for `{name}`");
                self.report.error(Code::IndexOutOfRange, index_span, message);
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
                    let message = format!(
                        "index of an array of opaque type must be a constant expression in version {version}"
                    );
                    self.report.error(Code::VersionLacks, index_span, message);
                }
                let position = self.promoted_index(&place, element, position, index);
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

    /// An index without sign into an array in a storage buffer, with 64 bits if a pragma asks for them: SPIR-V's indices are signed.
    fn promoted_index(&mut self, place: &Place, element: Type, position: Operand, index: Expr) -> Operand {
        let is_far = matches!(place.storage, Storage::Buffer | Storage::PhysicalBuffer)
            && place.swizzle.is_none()
            && matches!(
                self.module.types.get(place.pointee),
                TypeData::Array { .. } | TypeData::RuntimeArray { .. }
            )
            && !self.is_resource_array(place, element);
        match index.ty == common::U32 && self.settings.promotes_indices && is_far {
            true => self.convert(position, common::U32, common::U64, index.span),
            false => position,
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
        // The arrays of a member that has one for each view have one length.
        let is_open = matches!(self.module.types.get(element), TypeData::RuntimeArray { .. });
        let member = place.member.filter(|_| is_open);
        let mut part = self.places.part(place, index, element);
        part.member = member;
        Expr::new(ExprKind::Place(self.places.add(part)), element, span)
    }

    /// True if the indexed place is an array of resources: opaque ones, or blocks.
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

    /// Maps component `index` of a swizzle to a component of the vector.
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

    /// Checks that an index is an integer scalar.
    fn index_operand(&mut self, index: Expr) -> Option<Operand> {
        let value = self.operand(index)?;
        if self.module.is_integer_scalar(index.ty) {
            return Some(value);
        }
        let name = self.module.type_name(index.ty);
        let message = format!("index must be an integer scalar, found `{name}`");
        self.report.error(Code::IndexType, index.span, message);
        if self.module.types.scalar_of(index.ty).is_some() {
            self.explain_conversion(index.ty, common::I32, Some(index.span));
        }
        None
    }

    /// The element type of an indexable type, and its length if it is known.
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
            TypeData::LongVector { scalar, .. } => {
                Some((common::scalar(scalar), self.module.types.length(ty)))
            }
            TypeData::CooperativeMatrix { scalar, .. } => Some((common::scalar(scalar), None)),
            _ => None,
        }
    }
}
