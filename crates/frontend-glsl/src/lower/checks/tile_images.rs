//! Checks of tile image variables as a whole (`GL_EXT_shader_tile_image`, sections 4.1.7.x and 4.4.x).

use crate::diagnostics::Code;
use crate::lower::Lowering;
use crate::lower::queries::ModuleQueries;
use vitrum_ir::{Dim, Scalar, Span, Storage, Type, TypeData};

/// A variable with the locations that it occupies.
struct Located {
    first: u32,
    end: u32,
    /// The component type.
    scalar: Scalar,
    span: Span,
}

impl Lowering<'_> {
    /// Checks that locations of tile image variables are attachments, do not overlap, and match the outputs there, and
    /// that there are no subpass inputs beside them.
    pub(crate) fn check_tile_images(&mut self) {
        // An extension alone has them.
        if !self.extensions.are_any_enabled() {
            return;
        }
        let tiles = self.located(Storage::TileImage);
        if tiles.is_empty() {
            return;
        }
        let most = self.limit("gl_MaxDrawBuffers");
        let mut kept: Vec<&Located> = Vec::new();
        for tile in &tiles {
            if tile.end > most {
                let message =
                    format!("location of a tile image must be less than {most} (`gl_MaxDrawBuffers`)");
                self.report.error(Code::LayoutValue, tile.span, message);
                continue;
            }
            if let Some(other) = kept.iter().find(|other| overlap(other, tile)) {
                let location = other.first.max(tile.first);
                let message = format!("location {location} is already used");
                self.report.error(Code::SlotOverlap, tile.span, message);
                self.report.label(other.span, "first used here");
                continue;
            }
            kept.push(tile);
        }
        for output in self.located(Storage::Output) {
            let other = kept.iter().find(|tile| overlap(tile, &output) && !alike(tile.scalar, output.scalar));
            if let Some(tile) = other {
                let location = tile.first.max(output.first);
                let message = format!("tile image and output at location {location} have different types");
                self.report.error(Code::SlotOverlap, tile.span.max(output.span), message);
                self.report.label(tile.span.min(output.span), "other declaration");
            }
        }
        let is_subpass = |ty: Type| matches!(self.module.types.get(self.module.innermost(ty)), TypeData::Image(image) if image.dim == Dim::Subpass);
        let subpass = self.variables.iter().find(|(_, variable)| is_subpass(variable.ty));
        if let Some(span) = subpass.map(|(_, variable)| variable.span) {
            let message = "tile images and subpass inputs cannot be used in the same shader";
            self.report.error(Code::OpaqueVariable, span, message);
        }
    }

    /// The variables of a storage class that have a location.
    fn located(&self, storage: Storage) -> Vec<Located> {
        let variables = self.variables.iter().filter_map(|(_, variable)| {
            let data = &self.module.globals[variable.global()?];
            let location = data.decorations.location?;
            let inner = self.module.innermost(variable.ty);
            let scalar = match self.module.types.get(inner) {
                TypeData::Image(image) => image.sampled,
                _ => self.module.types.scalar_of(inner)?,
            };
            let end = location.saturating_add(self.module.elements(variable.ty));
            (data.storage == storage).then_some(Located { first: location, end, scalar, span: variable.span })
        });
        variables.collect()
    }
}

fn overlap(a: &Located, b: &Located) -> bool {
    a.first < b.end && b.first < a.end
}

/// True if both are floating-point, signed or unsigned.
fn alike(a: Scalar, b: Scalar) -> bool {
    let facts = |scalar: Scalar| (scalar.is_float(), scalar.is_signed());
    facts(a) == facts(b)
}
