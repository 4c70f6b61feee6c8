//! Handles of textures and images (`GL_ARB_bindless_texture`): numbers of 64 bits that variables hold, and that name
//! resources.
//!
//! With the extension, samplers and images are values wherever they are not uniforms of their own: members, inputs,
//! outputs, variables, parameters and results have the type `Handle` of the IR. A uniform gives its handle where a value is
//! wanted. A built-in function takes the resource that a handle names.

use crate::diagnostics::Code;
use crate::extensions::Extension;
use crate::lower::Lowering;
use crate::lower::declarations::qualifiers::QualifierList;
use crate::lower::expressions::calls::Argument;
use crate::lower::expressions::places::Place;
use crate::lower::expressions::{Expr, ExprKind};
use crate::lower::queries::ModuleQueries;
use vitrum_ir::types::common;
use vitrum_ir::{
    ImageFormat, ImageType, Op, Operand, Precision, Qualifiers, Scalar, Span, Storage, Type, TypeData,
};

/// True for uniforms that may be set to handles though they have no layout qualifier of their own; none where the shader
/// does not say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct HandleDefaults {
    pub(crate) samplers: Option<bool>,
    pub(crate) images: Option<bool>,
}

/// The two kinds of resources that handles name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Sampler,
    Image,
}

impl Lowering<'_> {
    pub(crate) fn has_handles(&self) -> bool {
        self.enabled(Extension::ArbBindlessTexture)
    }

    /// The type of the resource behind a handle, without a format.
    fn resource_kind(&self, ty: Type) -> Option<Kind> {
        match self.module.data(ty) {
            TypeData::SampledImage(_) => Some(Kind::Sampler),
            TypeData::Image(image) if image.storage => Some(Kind::Image),
            _ => None,
        }
    }

    /// The type of a variable that holds what a type in the source says: handles of samplers and images.
    pub(crate) fn held_type(&mut self, ty: Type) -> Type {
        if !self.has_handles() {
            return ty;
        }
        match self.module.types.get(ty) {
            TypeData::SampledImage(_) => self.module.types.intern(TypeData::Handle { resource: ty }),
            TypeData::Image(image) if image.storage => {
                let open = TypeData::Image(ImageType { format: ImageFormat::Unknown, ..image });
                let resource = self.module.types.intern(open);
                self.module.types.intern(TypeData::Handle { resource })
            }
            TypeData::Array { element, length } => {
                let element = self.held_type(element);
                self.module.types.intern(TypeData::Array { element, length })
            }
            TypeData::RuntimeArray { element } => {
                let element = self.held_type(element);
                self.module.types.intern(TypeData::RuntimeArray { element })
            }
            _ => ty,
        }
    }

    /// An expression as a value of handles, if it names uniforms that have some.
    #[inline]
    pub(crate) fn as_handles(&mut self, expr: Expr) -> Option<Expr> {
        if self.has_handles() { self.in_handles(expr) } else { None }
    }

    #[cold]
    fn in_handles(&mut self, expr: Expr) -> Option<Expr> {
        self.resource_kind(self.module.innermost(expr.ty))?;
        let place = self.places.of(expr)?;
        let ty = self.held_type(expr.ty);
        let value = self.handles_of(&place, expr.ty, ty, expr.span)?;
        Some(Expr::value(value, ty, expr.span))
    }

    fn handles_of(&mut self, place: &Place, from: Type, to: Type, span: Span) -> Option<Operand> {
        let TypeData::Array { element, .. } = self.module.types.get(to) else {
            let address = self.pointer_to(place, span);
            return Some(self.bitcast(address, to, span));
        };
        let (_, length) = self.element_of(from)?;
        let inner = self.module.element(from)?;
        let mut parts = Vec::new();
        for index in 0..length? {
            let index = self.module.constants.i32(index as i32);
            let part = self.places.part(*place, index.into(), inner);
            parts.push(self.handles_of(&part, inner, element, span)?);
        }
        Some(self.construct(to, &parts, span))
    }

    /// The resource that a handle names, as the place that a built-in function takes.
    pub(crate) fn resource_of(&mut self, argument: &Argument) -> Option<Argument> {
        let TypeData::Handle { resource } = self.module.types.get(argument.expr.ty) else { return None };
        let span = argument.expr.span;
        let handle = self.argument_value(argument)?;
        let address = self.module.types.pointer(Storage::Opaque, resource);
        let address = self.bitcast(handle, address, span);
        let named = self.places.of(argument.expr);
        let mut place = Place::whole(address, resource, Storage::Opaque, Precision::None);
        if let Some(named) = named {
            (place.variable, place.member, place.precision) = (named.variable, named.member, named.precision);
        }
        let expr = Expr::new(ExprKind::Place(self.places.add(place)), resource, span);
        Some(argument.unloaded(expr))
    }

    /// The arguments of a built-in function, with resources in place of handles; none if there are no handles.
    pub(crate) fn without_handles(&mut self, arguments: &[Argument]) -> Option<Vec<Argument>> {
        let is_handle = |it: &Argument| self.module.is_handle(it.expr.ty);
        if !self.has_handles() || !arguments.iter().any(is_handle) {
            return None;
        }
        let mut plain = Vec::with_capacity(arguments.len());
        for argument in arguments {
            plain.push(self.resource_of(argument).unwrap_or(*argument));
        }
        Some(plain)
    }

    /// The memory qualifiers of the variable and the member that a handle comes from.
    pub(crate) fn handle_qualifiers(&self, place: &Place) -> Qualifiers {
        let variable = place.variable.and_then(|id| self.variables.get(id)).map(|it| it.qualifiers);
        let member = place.member.and_then(|(id, index)| {
            self.module.structs[id].members.get(index as usize).map(|it| it.decorations.qualifiers)
        });
        variable.unwrap_or_default().union(member.unwrap_or_default())
    }

    /// `sampler2D(words)`: a handle from its two words; none for other constructors.
    pub(crate) fn handle_constructor(
        &mut self,
        ty: Type,
        values: &[(Operand, Type, Span)],
        span: Span,
    ) -> Option<Expr> {
        if !self.has_handles() {
            return None;
        }
        self.resource_kind(ty)?;
        let &[(value, from, at)] = values else { return None };
        let ty = self.held_type(ty);
        if from == ty {
            return Some(Expr::value(value, ty, span));
        }
        if !self.can_convert(from, common::UVEC2) {
            let (name, found) = (self.module.type_name(ty), self.module.type_name(from));
            let message = format!("constructor of `{name}` requires a `uvec2`, found `{found}`");
            self.report.error(Code::ConstructorArguments, at, message);
            return Some(Expr::error(span));
        }
        let words = self.convert(value, from, common::UVEC2, at);
        Some(Expr::value(self.bitcast(words, ty, span), ty, span))
    }

    /// Takes `layout(bindless_sampler) uniform;` and the like.
    pub(crate) fn default_handles(&mut self, list: &QualifierList) {
        let new = list.layout.handles;
        let span = list.layout.span.unwrap_or(list.span);
        let old = self.defaults.handles;
        let pairs = [(old.samplers, new.samplers, "sampler"), (old.images, new.images, "image")];
        for (old, new, word) in pairs {
            if old.is_some_and(|old| new.is_some_and(|new| new != old)) {
                let message =
                    format!("`bindless_{word}` and `bound_{word}` are both the default of the shader");
                self.report.error(Code::LayoutConflict, span, message);
            }
        }
        self.defaults.handles =
            HandleDefaults { samplers: new.samplers.or(old.samplers), images: new.images.or(old.images) };
    }

    /// Checks that layout qualifiers about handles are on uniforms that may have some.
    pub(crate) fn check_handles(&mut self, list: &QualifierList, storage: Storage, ty: Type) -> bool {
        let kind = self.resource_kind(self.module.innermost(ty)).filter(|_| storage == Storage::Opaque);
        let own = list.layout.handles;
        let wrong = match kind {
            _ if own.samplers.is_some() && kind != Some(Kind::Sampler) => ("sampler", "samplers"),
            _ if own.images.is_some() && kind != Some(Kind::Image) => ("image", "images"),
            _ => return true,
        };
        let span = list.layout.span.unwrap_or(list.span);
        let message = format!(
            "`bindless_{0}` and `bound_{0}` are allowed only on uniforms that are {1}",
            wrong.0, wrong.1
        );
        self.report.error(Code::LayoutValue, span, message);
        false
    }

    /// True if a uniform may be set to a handle.
    pub(crate) fn takes_handles(&self, list: &QualifierList, ty: Type) -> bool {
        let (own, default) = (list.layout.handles, self.defaults.handles);
        match self.resource_kind(self.module.innermost(ty)) {
            Some(Kind::Sampler) => own.samplers.or(default.samplers) == Some(true),
            Some(Kind::Image) => own.images.or(default.images) == Some(true),
            None => false,
        }
    }

    /// The address of the image that a handle names, with the format that an atomic works on.
    pub(crate) fn of_atomic_format(&mut self, address: Operand, texel: Type, span: Span) -> Option<Operand> {
        let function = &self.module.functions[self.cursor.function];
        let inst = function.definition(address).filter(|&inst| function.op(inst) == Op::Bitcast)?;
        let handle = *function.operands(inst).first()?;
        let pointee = self.module.types.pointee(self.operand_type(address))?;
        let TypeData::Image(image) = self.module.types.get(pointee) else { return None };
        let format = match image.sampled {
            Scalar::F16 if self.module.types.vector_size(texel) == Some(2) => ImageFormat::Rg16f,
            Scalar::F16 => ImageFormat::Rgba16f,
            Scalar::I64 => ImageFormat::R64i,
            Scalar::U64 => ImageFormat::R64ui,
            Scalar::I32 => ImageFormat::R32i,
            Scalar::U32 => ImageFormat::R32ui,
            _ => ImageFormat::R32f,
        };
        let resource = self.module.types.intern(TypeData::Image(ImageType { format, ..image }));
        let address = self.module.types.pointer(Storage::Opaque, resource);
        Some(self.bitcast(handle, address, span))
    }

    /// True if a place holds the address of a resource that a handle names.
    pub(crate) fn is_named_by_handle(&self, place: &Place) -> bool {
        let function = &self.module.functions[self.cursor.function];
        let inst = function.definition(place.base);
        place.storage == Storage::Opaque && inst.is_some_and(|inst| function.op(inst) == Op::Bitcast)
    }
}
