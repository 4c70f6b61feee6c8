//! Constructors (GLSL 4.60 section 5.4): conversions, vectors, matrices, structs, arrays, references, samplers.

use crate::diagnostics::Code;
use crate::lower::Lowering;
use crate::lower::expressions::Expr;
use crate::lower::expressions::calls::Argument;
use crate::lower::queries::ModuleQueries;
use crate::spelling::counted;
use vitrum_glsl::features::Feature;
use vitrum_ir::types::{Length, common};
use vitrum_ir::{Op, Operand, Precision, Scalar, Span, Swizzle, Type, TypeData};

impl Lowering<'_> {
    /// The value of a constructor call.
    pub(crate) fn constructor(&mut self, ty: Type, arguments: &[Argument], span: Span) -> Expr {
        let mut values = std::mem::take(&mut self.scratch.values);
        values.clear();
        for argument in arguments {
            let value = match self.as_handles(argument.expr) {
                Some(handles) => self.operand(handles).map(|value| (value, handles.ty, handles.span)),
                None => argument.value.map(|value| (value, argument.expr.ty, argument.expr.span)),
            };
            let Some(value) = value else { break };
            values.push(value);
        }
        let complete = values.len() == arguments.len();
        let result = if complete {
            let precision = arguments.iter().map(|it| it.expr.precision).max().unwrap_or(Precision::None);
            let named = Expr { precision, ..Expr::error(span) };
            self.with_constants(&[named], |this| this.construct_from(ty, &values, span))
        } else {
            Expr::error(span)
        };
        self.scratch.values = values;
        result
    }

    fn construct_from(&mut self, ty: Type, values: &[(Operand, Type, Span)], span: Span) -> Expr {
        let is_compound = matches!(
            self.module.types.get(ty),
            TypeData::Struct(_) | TypeData::Array { .. } | TypeData::RuntimeArray { .. }
        );
        let ty = if is_compound { self.held_type(ty) } else { ty };
        if let Some(handle) = self.handle_constructor(ty, values, span) {
            return handle;
        }
        if is_compound && self.holds_opaque(ty) && !self.is_yuv_standard(ty) {
            let name = self.module.type_name(ty);
            let message = format!("value of opaque type `{name}` cannot be constructed");
            self.report.error(Code::OpaqueOperand, span, message);
            return Expr::error(span);
        }
        if self.rejects_conversion(ty, values) {
            return Expr::error(span);
        }
        let result = match self.module.types.get(ty) {
            TypeData::Scalar(scalar) => self.scalar_constructor(scalar, values, span),
            TypeData::Vector { scalar, size } => {
                self.vector_constructor(scalar, u32::from(size), values, span)
            }
            TypeData::LongVector { scalar, length, .. } => {
                self.long_vector_constructor(ty, scalar, length, values, span)
            }
            TypeData::Matrix { scalar, columns, rows } => {
                self.matrix_constructor(scalar, u32::from(columns), u32::from(rows), values, span)
            }
            TypeData::Struct(_) if !self.is_yuv_standard(ty) => self.struct_constructor(ty, values, span),
            TypeData::Array { .. } | TypeData::RuntimeArray { .. } => {
                return self.array_constructor(ty, values, span);
            }
            TypeData::SampledImage(_) => self.sampler_constructor(ty, values, span),
            TypeData::BufferReference { .. } => self.reference_constructor(ty, values, span),
            TypeData::AccelerationStructure => self.acceleration_structure(ty, values, span),
            TypeData::CooperativeMatrix { .. } => self.cooperative_constructor(ty, values, span),
            _ => {
                let name = self.module.type_name(ty);
                self.report.error(Code::NotCallable, span, format!("`{name}` has no constructor"));
                self.explain_old_function(&name, span);
                return Expr::error(span);
            }
        };
        match result {
            Some(value) => Expr::value(value, ty, span),
            None => Expr::error(span),
        }
    }

    /// Reports an argument whose components do not convert to those of the type.
    fn rejects_conversion(&mut self, ty: Type, values: &[(Operand, Type, Span)]) -> bool {
        let Some(target) = self.module.types.scalar_of(ty) else { return false };
        let lacks = |from: Type| {
            let source = self.module.types.scalar_of(from);
            source.is_some_and(|source| !Self::can_construct_scalar(source, target))
        };
        let made = |value: &(Operand, Type, Span)| {
            let is_known = value.0.constant().is_some_and(|it| !self.module.constants.is_spec(it));
            target.is_microscaling() && self.module.types.scalar_of(value.1) != Some(target) && !is_known
        };
        if let Some(&(_, _, at)) = values.iter().find(|value| made(value)) {
            let what = "requires a constant that is no specialisation constant";
            self.wrong_arguments(ty, at, what);
            self.report.help("nothing converts to this type while the shader runs");
            return true;
        }
        let Some(&(_, from, at)) = values.iter().find(|value| lacks(value.1)) else { return false };
        let name = self.module.type_name(from);
        self.wrong_arguments(ty, at, &format!("does not accept an argument of type `{name}`"));
        true
    }

    fn wrong_arguments(&mut self, ty: Type, span: Span, what: &str) {
        let name = self.module.type_name(ty);
        self.report.error(Code::ConstructorArguments, span, format!("constructor of `{name}` {what}"));
        if let TypeData::Struct(id) = self.module.types.get(ty) {
            let declared = self.module.structs[id].origin.span;
            self.report.label(declared, "declared here");
        }
    }

    /// Splits constructor arguments into `limit` scalars of the given type.
    fn components(
        &mut self,
        values: &[(Operand, Type, Span)],
        scalar: Scalar,
        limit: usize,
        ty: Type,
        span: Span,
    ) -> Option<Vec<Operand>> {
        let mut parts = Vec::with_capacity(limit);
        for &(value, from, at) in values {
            if parts.len() >= limit {
                self.wrong_arguments(ty, at, "has too many arguments");
                return None;
            }
            let source = self.module.types.scalar_of(from);
            let is_open = matches!(
                self.module.types.get(from),
                TypeData::CooperativeMatrix { .. } | TypeData::LongVector { length: Length::Spec(_), .. }
            );
            let (Some(_), false) = (source, is_open) else {
                let name = self.module.type_name(from);
                self.wrong_arguments(ty, at, &format!("does not accept an argument of type `{name}`"));
                return None;
            };
            // There are no integer matrices, so columns are converted.
            let whole = !matches!(self.module.types.get(from), TypeData::Matrix { .. });
            let to = if whole { self.module.types.with_scalar(from, scalar)? } else { from };
            let value = self.convert(value, from, to, at);
            match self.module.types.get(to) {
                TypeData::Vector { .. } | TypeData::LongVector { length: Length::Constant(_), .. } => {
                    let size = self.module.types.length(to).unwrap_or(0);
                    for index in 0..size {
                        if parts.len() < limit {
                            parts.push(self.op(Op::Extract, &[value], index, span));
                        }
                    }
                }
                TypeData::Matrix { columns, rows, .. } => {
                    for column in 0..u32::from(columns) {
                        if parts.len() >= limit {
                            break;
                        }
                        let vector = self.op(Op::Extract, &[value], column, span);
                        let found = self.operand_type(vector);
                        let wanted = self.module.types.with_scalar(found, scalar)?;
                        let vector = self.convert(vector, found, wanted, at);
                        for row in 0..u32::from(rows) {
                            if parts.len() < limit {
                                parts.push(self.op(Op::Extract, &[vector], row, span));
                            }
                        }
                    }
                }
                _ => parts.push(value),
            }
        }
        if parts.len() < limit {
            self.wrong_arguments(
                ty,
                span,
                &format!("requires {}, found {}", counted(limit, "component"), parts.len()),
            );
            return None;
        }
        Some(parts)
    }

    /// An acceleration structure from its address (`GL_EXT_ray_tracing`).
    fn acceleration_structure(
        &mut self,
        ty: Type,
        values: &[(Operand, Type, Span)],
        span: Span,
    ) -> Option<Operand> {
        match *values {
            [(address, from, _)] if from == common::U64 || from == common::UVEC2 => {
                Some(self.bitcast(address, ty, span))
            }
            _ => {
                self.wrong_arguments(ty, span, "requires an address: a `uint64_t` or `uvec2`");
                None
            }
        }
    }

    fn scalar_constructor(
        &mut self,
        scalar: Scalar,
        values: &[(Operand, Type, Span)],
        span: Span,
    ) -> Option<Operand> {
        let ty = common::scalar(scalar);
        let &[(value, from, at)] = values else {
            self.wrong_arguments(ty, span, "requires exactly one argument");
            return None;
        };
        if let (TypeData::BufferReference { .. }, Scalar::U64) = (self.module.types.get(from), scalar) {
            return Some(self.bitcast(value, ty, span));
        }
        let parts = self.components(&[(value, from, at)], scalar, 1, ty, span)?;
        parts.first().copied()
    }

    fn vector_constructor(
        &mut self,
        scalar: Scalar,
        size: u32,
        values: &[(Operand, Type, Span)],
        span: Span,
    ) -> Option<Operand> {
        let ty = self.module.types.vector(scalar, size);
        if let &[(value, from, at)] = values {
            match self.module.types.get(from) {
                TypeData::Scalar(_) => {
                    let value = self.convert(value, from, common::scalar(scalar), at);
                    return Some(self.splat(value, ty, span));
                }
                TypeData::Vector { size: given, .. } if u32::from(given) >= size => {
                    let value = if u32::from(given) > size {
                        let swizzle = Swizzle::new([0, 1, 2, 3].get(..size as usize)?)?;
                        self.op(Op::Swizzle, &[value], swizzle.bits(), span)
                    } else {
                        value
                    };
                    let source = self.module.types.scalar_of(from)?;
                    let same_size = self.module.types.vector(source, size);
                    return Some(self.convert(value, same_size, ty, at));
                }
                TypeData::BufferReference { .. } | TypeData::Handle { .. }
                    if scalar == Scalar::U32 && size == 2 =>
                {
                    return Some(self.bitcast(value, ty, span));
                }
                _ => {}
            }
        }
        if values.is_empty() {
            self.wrong_arguments(ty, span, "requires an argument");
            return None;
        }
        // Vectors that fit whole are concatenated, which needs fewer operands.
        let mut total = 0;
        let whole = values.iter().all(|&(_, from, _)| match self.module.types.get(from) {
            TypeData::Scalar(_) => {
                total += 1;
                true
            }
            TypeData::Vector { size, .. } => {
                total += u32::from(size);
                true
            }
            _ => false,
        });
        if whole && total == size && values.len() <= 4 {
            // There are no more values than components.
            let mut parts = [values.first()?.0; 4];
            for (part, &(value, from, at)) in parts.iter_mut().zip(values) {
                let to = self.module.types.with_scalar(from, scalar)?;
                *part = self.convert(value, from, to, at);
            }
            return Some(self.construct(ty, parts.get(..values.len())?, span));
        }
        let parts = self.components(values, scalar, size as usize, ty, span)?;
        Some(self.construct(ty, &parts, span))
    }

    /// Of a scalar for all components, of a vector of its length, or of all components.
    fn long_vector_constructor(
        &mut self,
        ty: Type,
        scalar: Scalar,
        length: Length,
        values: &[(Operand, Type, Span)],
        span: Span,
    ) -> Option<Operand> {
        if let &[(value, from, at)] = values {
            match self.module.types.get(from) {
                TypeData::Scalar(_) => {
                    let value = self.convert(value, from, common::scalar(scalar), at);
                    return Some(self.splat(value, ty, span));
                }
                TypeData::LongVector { length: given, cooperative, .. }
                    if given == length && cooperative == self.module.is_cooperative_vector(ty) =>
                {
                    return Some(self.convert(value, from, ty, at));
                }
                _ => {}
            }
        }
        let Length::Constant(count) = length else {
            if self.module.is_cooperative_vector(ty) {
                return self.specialized_vector(ty, scalar, length, values, span);
            }
            self.wrong_arguments(ty, span, "requires a scalar or a vector of the same length");
            return None;
        };
        let parts = self.components(values, scalar, count as usize, ty, span)?;
        Some(self.construct(ty, &parts, span))
    }

    /// Of all components of a cooperative vector, whose number is specialised: so many as its default.
    fn specialized_vector(
        &mut self,
        ty: Type,
        scalar: Scalar,
        length: Length,
        values: &[(Operand, Type, Span)],
        span: Span,
    ) -> Option<Operand> {
        let Length::Spec(constant) = length else { return None };
        let count = self.default_of(constant).and_then(|count| usize::try_from(count).ok());
        let Some(count) = count else {
            self.wrong_arguments(ty, span, "requires a scalar or a vector of the same length");
            return None;
        };
        let parts = self.components(values, scalar, count, ty, span)?;
        if parts.len() != count {
            self.wrong_arguments(ty, span, "has too few arguments");
            return None;
        }
        let mut vector = self.splat(*parts.first()?, ty, span);
        for (index, &part) in (0..).zip(&parts).skip(1) {
            vector = self.op(Op::Insert, &[vector, part], index, span);
        }
        Some(vector)
    }

    fn matrix_constructor(
        &mut self,
        scalar: Scalar,
        columns: u32,
        rows: u32,
        values: &[(Operand, Type, Span)],
        span: Span,
    ) -> Option<Operand> {
        let ty = self.module.types.matrix(scalar, columns, rows);
        let column = self.module.types.vector(scalar, rows);
        let zero: Operand = self.module.constants.scalar(scalar, 0).into();
        if let &[(value, from, at)] = values {
            match self.module.types.get(from) {
                TypeData::Scalar(_) => {
                    let value = self.convert(value, from, common::scalar(scalar), at);
                    let mut parts = Vec::with_capacity(columns as usize);
                    for index in 0..columns {
                        let cells: Vec<Operand> =
                            (0..rows).map(|row| if row == index { value } else { zero }).collect();
                        parts.push(self.construct(column, &cells, span));
                    }
                    return Some(self.construct(ty, &parts, span));
                }
                TypeData::Matrix { columns: given_columns, rows: given_rows, .. } => {
                    self.require_matrix_conversions(span);
                    let to = self.module.types.with_scalar(from, scalar)?;
                    let value = self.convert(value, from, to, at);
                    if to == ty {
                        return Some(value);
                    }
                    return self.resize_matrix(
                        value,
                        ty,
                        (u32::from(given_columns), u32::from(given_rows)),
                        span,
                    );
                }
                _ => {}
            }
        } else if let Some(&(_, _, at)) =
            values.iter().find(|value| matches!(self.module.types.get(value.1), TypeData::Matrix { .. }))
        {
            self.wrong_arguments(ty, at, "accepts a matrix only as its sole argument");
            return None;
        }
        let is_column = |from: Type| self.module.types.vector_size(from) == Some(rows);
        if values.len() == columns as usize && values.iter().all(|value| is_column(value.1)) {
            let parts: Vec<Operand> =
                values.iter().map(|&(value, from, at)| self.convert(value, from, column, at)).collect();
            return Some(self.construct(ty, &parts, span));
        }
        let cells = self.components(values, scalar, (columns * rows) as usize, ty, span)?;
        let parts: Vec<Operand> =
            cells.chunks(rows as usize).map(|cells| self.construct(column, cells, span)).collect();
        Some(self.construct(ty, &parts, span))
    }

    /// Resizes a matrix; missing cells are those of the identity.
    fn resize_matrix(&mut self, value: Operand, ty: Type, given: (u32, u32), span: Span) -> Option<Operand> {
        let TypeData::Matrix { scalar, columns, rows } = self.module.types.get(ty) else { return None };
        let (columns, rows) = (u32::from(columns), u32::from(rows));
        let (given_columns, given_rows) = given;
        let column = self.module.types.vector(scalar, rows);
        let zero: Operand = self.module.constants.scalar(scalar, 0).into();
        let one = self.one(scalar);
        let mut parts = Vec::with_capacity(columns as usize);
        for index in 0..columns {
            let mut cells = Vec::with_capacity(rows as usize);
            let source = (index < given_columns).then(|| self.op(Op::Extract, &[value], index, span));
            for row in 0..rows {
                cells.push(match source {
                    Some(source) if row < given_rows => self.op(Op::Extract, &[source], row, span),
                    _ if row == index => one,
                    _ => zero,
                });
            }
            parts.push(self.construct(column, &cells, span));
        }
        Some(self.construct(ty, &parts, span))
    }

    fn struct_constructor(
        &mut self,
        ty: Type,
        values: &[(Operand, Type, Span)],
        span: Span,
    ) -> Option<Operand> {
        let members: Vec<Type> = self.module.members(ty).iter().map(|member| member.ty).collect();
        if members.len() != values.len() {
            let (expected, given) = (members.len(), values.len());
            self.wrong_arguments(
                ty,
                span,
                &format!("takes {}, found {given}", counted(expected, "argument")),
            );
            return None;
        }
        let mut parts = Vec::with_capacity(values.len());
        for (&member, &(value, from, at)) in members.iter().zip(values) {
            parts.push(self.coerce(Expr::value(value, from, at), member, "constructor argument"));
        }
        let parts: Vec<Operand> = parts.into_iter().collect::<Option<_>>()?;
        Some(self.construct(ty, &parts, span))
    }

    fn array_constructor(&mut self, ty: Type, values: &[(Operand, Type, Span)], span: Span) -> Expr {
        if !self.require(Feature::ArrayValues, span) {
            return Expr::error(span);
        }
        let (element, length) = match self.module.types.get(ty) {
            TypeData::Array { element, length: Length::Constant(length) } => (element, Some(length)),
            TypeData::Array { element, length: Length::Spec(_) } => (element, None),
            TypeData::RuntimeArray { element } => (element, None),
            _ => return Expr::error(span),
        };
        let wrong_count = length.is_some_and(|length| length as usize != values.len()) || values.is_empty();
        if wrong_count {
            let given = values.len();
            let message = match length {
                Some(length) => format!("takes {}, found {given}", counted(length, "argument")),
                None => format!("cannot take {}", counted(given, "argument")),
            };
            self.wrong_arguments(ty, span, &message);
            return Expr::error(span);
        }
        let mut element = element;
        if let Some(&(_, first, at)) = values.first() {
            element = self.sized_by_value(element, Some(Expr::error(at).with_type(first)));
        }
        let mut parts = Vec::with_capacity(values.len());
        for &(value, from, at) in values {
            parts.push(self.coerce(Expr::value(value, from, at), element, "constructor argument"));
        }
        let Some(parts) = parts.into_iter().collect::<Option<Vec<Operand>>>() else {
            return Expr::error(span);
        };
        let ty = match self.module.types.get(ty) {
            TypeData::Array { length, .. } => self.module.types.intern(TypeData::Array { element, length }),
            _ => self.module.types.array(element, parts.len() as u32),
        };
        let value = self.construct(ty, &parts, span);
        Expr::value(value, ty, span)
    }

    /// `sampler2D(texture, sampler)`
    fn sampler_constructor(
        &mut self,
        ty: Type,
        values: &[(Operand, Type, Span)],
        span: Span,
    ) -> Option<Operand> {
        let TypeData::SampledImage(wanted) = self.module.types.get(ty) else { return None };
        let fits = match values {
            &[(image, image_type, _), (sampler, sampler_type, _)] => {
                let types = (self.module.types.get(image_type), self.module.types.get(sampler_type));
                match types {
                    (TypeData::Image(found), TypeData::Sampler { shadow })
                        if !found.storage
                            && vitrum_ir::ImageType { shadow: wanted.shadow, ..found } == wanted =>
                    {
                        if shadow != wanted.shadow {
                            let (name, sampler) =
                                (self.module.type_name(ty), self.module.type_name(sampler_type));
                            let message = format!("`{name}` should not be constructed from a `{sampler}`");
                            self.report.leniency(Code::ConstructorArguments, span, message);
                        }
                        Some((image, sampler))
                    }
                    _ => None,
                }
            }
            _ => None,
        };
        let Some((image, sampler)) = fits else {
            self.wrong_arguments(ty, span, "requires a texture of the same dimension and a sampler");
            return None;
        };
        self.cursor.span = span;
        Some(self.builder().emit(Op::CombineSampler, &[image, sampler], 0, ty, Precision::None))
    }

    fn reference_constructor(
        &mut self,
        ty: Type,
        values: &[(Operand, Type, Span)],
        span: Span,
    ) -> Option<Operand> {
        let &[(value, from, _)] = values else {
            self.wrong_arguments(ty, span, "requires exactly one argument");
            return None;
        };
        if from == ty {
            return Some(value);
        }
        let address = from == common::U64
            || from == common::UVEC2
            || matches!(self.module.types.get(from), TypeData::BufferReference { .. });
        if !address {
            let name = self.module.type_name(from);
            self.wrong_arguments(ty, span, &format!("does not accept an argument of type `{name}`"));
            return None;
        }
        Some(self.bitcast(value, ty, span))
    }

    fn cooperative_constructor(
        &mut self,
        ty: Type,
        values: &[(Operand, Type, Span)],
        span: Span,
    ) -> Option<Operand> {
        let &[(value, from, at)] = values else {
            self.wrong_arguments(ty, span, "requires exactly one argument");
            return None;
        };
        let scalar = self.module.types.scalar_of(ty)?;
        match self.module.types.get(from) {
            TypeData::Scalar(_) => {
                let value = self.convert(value, from, common::scalar(scalar), at);
                self.cursor.span = span;
                Some(self.builder().emit(Op::Splat, &[value], 0, ty, Precision::None))
            }
            // They convert if they differ in their component type alone (`GL_KHR_cooperative_matrix`).
            TypeData::CooperativeMatrix { .. } if self.converts_matrix(from, ty) => {
                Some(self.convert(value, from, ty, span))
            }
            TypeData::CooperativeMatrix { .. } if self.changes_use(from, ty) => {
                Some(self.converted_matrix(value, ty, 0, span))
            }
            _ => {
                let name = self.module.type_name(from);
                self.wrong_arguments(ty, span, &format!("does not accept an argument of type `{name}`"));
                None
            }
        }
    }
}

impl Expr {
    /// The same with another type.
    pub(crate) fn with_type(self, ty: Type) -> Self {
        Self { ty, ..self }
    }
}
