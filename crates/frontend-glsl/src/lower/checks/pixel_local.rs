//! Checks of pixel local storage (`GL_ANGLE_shader_pixel_local_storage`): of its uniforms, and of shaders that have some.

use crate::diagnostics::Code;
use crate::lower::Lowering;
use crate::lower::declarations::Declarator;
use crate::lower::declarations::qualifiers::QualifierList;
use crate::lower::queries::ModuleQueries;
use std::collections::BTreeMap;
use vitrum_ir::{
    BlendEquations, BuiltIn, Dim, FunctionData, Global, ImageFormat, ImageType, Module, Op, Operand, Span,
    Storage, Type, TypeData,
};

/// The formats of planes (table X.3).
const FORMATS: [ImageFormat; 5] =
    [ImageFormat::Rgba8, ImageFormat::Rgba8i, ImageFormat::Rgba8ui, ImageFormat::R32f, ImageFormat::R32ui];

/// The places where a shader first does something that is not allowed beside pixel local storage.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ForbiddenExits {
    /// `discard`, or a demotion to a helper invocation.
    pub(crate) discard: Option<Span>,
    /// `return` in `main`.
    pub(crate) main_return: Option<Span>,
}

impl Lowering<'_> {
    /// True if a type is a handle of pixel local storage, or an array of some.
    pub(crate) fn is_pixel_local(&self, ty: Type) -> bool {
        is_pixel_local(&self.module, ty)
    }

    /// Checks that a handle is not in an array; whether that is so.
    pub(crate) fn check_pixel_local_type(&mut self, ty: Type, span: Span) -> bool {
        let is_array = self.module.innermost(ty) != ty;
        if !is_array || !self.is_pixel_local(ty) {
            return true;
        }
        let found = self.module.type_name(self.module.innermost(ty));
        self.report.error(Code::OpaqueVariable, span, format!("`{found}` cannot be the element of an array"));
        false
    }

    /// Checks the layout of a uniform.
    pub(crate) fn check_pixel_local(
        &mut self,
        image: ImageType,
        qualifiers: &QualifierList,
        ty: Type,
        declarator: Declarator,
    ) -> bool {
        if !self.check_pixel_local_type(ty, declarator.span) {
            return false;
        }
        let name = self.symbols.text(declarator.name);
        let found = self.module.type_name(ty);
        let (code, wrong) = if image.format == ImageFormat::Unknown {
            (Code::ImageFormat, format!("`{name}` requires a format, such as `layout(rgba8)`"))
        } else if !FORMATS.contains(&image.format) {
            let format = image.format.name();
            (Code::ImageFormat, format!("format `{format}` is not one of pixel local storage"))
        } else if !fits(image) {
            let format = image.format.name();
            (Code::ImageFormat, format!("format `{format}` does not match `{found}`"))
        } else if qualifiers.layout.numbers.binding.is_none() {
            (Code::MissingLayout, format!("`{name}` requires `layout(binding = N)`"))
        } else {
            return true;
        };
        self.report.error(code, declarator.span, wrong);
        false
    }

    /// Checks shaders with pixel local storage as a whole.
    pub(crate) fn check_pixel_local_storage(&mut self) {
        let planes: Vec<Global> = self
            .module
            .globals
            .iter()
            .filter(|(_, data)| data.storage == Storage::Opaque && is_pixel_local(&self.module, data.ty))
            .map(|row| row.0)
            .collect();
        if planes.is_empty() {
            return;
        }
        let mut bindings: BTreeMap<u32, Span> = BTreeMap::new();
        for &plane in &planes {
            let data = &self.module.globals[plane];
            let (Some(binding), span) = (data.decorations.binding, data.origin.span) else { continue };
            if let Some(&first) = bindings.get(&binding) {
                let message = format!("binding {binding} of pixel local storage is already used");
                self.report.error(Code::SlotOverlap, span, message);
                self.report.label(first, "first used here");
            } else {
                bindings.insert(binding, span);
            }
        }
        let exits = self.interface.exits;
        let written = |builtin| {
            let (global, _) = self.module.find_builtin(Storage::Output, builtin)?;
            first_write(&self.module, |written| written == global)
        };
        let (depth, mask) = (written(BuiltIn::FragDepth), written(BuiltIn::SampleMask));
        let rows = [
            (exits.discard, "`discard` is not allowed in a shader with pixel local storage"),
            (exits.main_return, "`return` from `main` is not allowed in a shader with pixel local storage"),
            (depth, "`gl_FragDepth` cannot be written to in a shader with pixel local storage"),
            (mask, "`gl_SampleMask` cannot be written to in a shader with pixel local storage"),
            (
                self.second_source(),
                "output of a shader with pixel local storage cannot have a nonzero `index`",
            ),
            (
                self.unplaced_outputs(),
                "outputs of a shader with pixel local storage require `layout(location = N)`",
            ),
            (self.image_uniform(), "images and pixel local storage cannot be used in the same shader"),
        ];
        for (span, message) in rows {
            if let Some(span) = span {
                self.report.error(Code::PixelLocalStorage, span, message);
            }
        }
        if self.module.execution.blend != BlendEquations::NONE {
            let span =
                planes.first().map_or(Span::default(), |&plane| self.module.globals[plane].origin.span);
            let message =
                "advanced blend equations and pixel local storage cannot be used in the same shader";
            self.report.error(Code::PixelLocalStorage, span, message);
        }
    }

    fn second_source(&self) -> Option<Span> {
        let mut globals = self.module.globals.values();
        let found = globals.find(|data| data.decorations.index.is_some_and(|index| index > 0));
        found.map(|data| data.origin.span)
    }

    /// The second of the outputs without a location.
    fn unplaced_outputs(&self) -> Option<Span> {
        let unplaced = self.module.globals.values().filter(|data| {
            let decorations = &data.decorations;
            data.storage == Storage::Output && decorations.builtin.is_none() && decorations.location.is_none()
        });
        unplaced.map(|data| data.origin.span).nth(1)
    }

    fn image_uniform(&self) -> Option<Span> {
        let mut globals = self.module.globals.values();
        let is_image = |ty: Type| self.module.is_storage_image(ty) && !is_pixel_local(&self.module, ty);
        globals.find(|data| data.storage == Storage::Opaque && is_image(data.ty)).map(|data| data.origin.span)
    }
}

fn is_pixel_local(module: &Module, ty: Type) -> bool {
    matches!(module.types.get(module.innermost(ty)), TypeData::Image(image) if image.dim == Dim::PixelLocal)
}

/// True if the components of a format are those of the handle.
fn fits(image: ImageType) -> bool {
    match image.format {
        ImageFormat::Rgba8i => image.sampled.is_signed(),
        ImageFormat::Rgba8ui | ImageFormat::R32ui => image.sampled.is_unsigned(),
        _ => image.sampled.is_float(),
    }
}

/// The place where a variable of some is written to first.
pub(super) fn first_write(module: &Module, is_sought: impl Fn(Global) -> bool) -> Option<Span> {
    let root = |function: &FunctionData, mut operand: Operand| {
        while let Some(access) = function.definition(operand).filter(|&it| function.op(it) == Op::Access) {
            match function.operands(access).first() {
                Some(&base) => operand = base,
                None => break,
            }
        }
        operand.global()
    };
    module.functions.values().find_map(|function| {
        // The body of `main` is not part of its function yet.
        let found = function.insts.iter().map(|row| row.0).find(|&inst| {
            let operands = function.operands(inst);
            let written = match function.op(inst) {
                Op::Store | Op::StoreSwizzle => operands.get(..1),
                Op::Call => Some(operands),
                _ => None,
            };
            written.unwrap_or_default().iter().any(|&operand| root(function, operand).is_some_and(&is_sought))
        });
        found.map(|inst| function.insts[inst].span())
    })
}
