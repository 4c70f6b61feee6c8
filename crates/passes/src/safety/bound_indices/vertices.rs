//! Vertices of inputs that are arrays with an element for each: a primitive may have fewer than the array has elements.

use crate::framework::rewrite::Rewriter;
use crate::translate::reads::input_or_add;
use vitrum_ir::{
    BuiltIn, Interpolation, Module, Op, Operand, Qualifiers, Stage, Storage, Type, TypeData, types::common,
};

/// The number of vertices of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Vertices {
    /// As many as the primitive has.
    Known(u32),
    /// As many as the patch has, `gl_PatchVerticesIn`, and no more than the array has elements.
    OfPatch,
}

impl Vertices {
    /// The vertices from which the first index of an address selects; `None` if its base is no array of vertices, or one whose
    /// length is all that is known.
    pub(super) fn of(module: &Module, base: Operand) -> Option<Self> {
        let data = &module.globals[base.global()?];
        let decorations = &data.decorations;
        let is_patch = decorations.qualifiers.contains(Qualifiers::PATCH)
            || matches!(decorations.builtin, Some(BuiltIn::TessLevelOuter | BuiltIn::TessLevelInner));
        let ty = module.types.get(data.ty);
        let is_array = matches!(ty, TypeData::Array { .. } | TypeData::RuntimeArray { .. });
        if data.storage != Storage::Input || is_patch || !is_array {
            return None;
        }
        match module.stage {
            Stage::TessControl | Stage::TessEvaluation => Some(Self::OfPatch),
            Stage::Geometry => {
                let primitive = module.execution.input_primitive?;
                primitive.input_vertices().map(Self::Known)
            }
            // A point or a line has three as well: those that it lacks are copies.
            Stage::Fragment if decorations.interpolation == Some(Interpolation::PerVertex) => {
                Some(Self::Known(3))
            }
            _ => None,
        }
    }

    /// The number that there is at least.
    pub(super) fn least(self) -> u32 {
        match self {
            Self::Known(count) => count,
            Self::OfPatch => 1,
        }
    }

    /// The number of elements of an array of this type that hold a vertex.
    pub(super) fn count(self, rewriter: &mut Rewriter<'_>, array: Type) -> Operand {
        match self {
            Self::Known(count) => {
                let length = rewriter.module.types.length(array).map_or(count, |length| length.min(count));
                rewriter.module.constants.u32(length).into()
            }
            Self::OfPatch => {
                let global =
                    input_or_add(rewriter.module, BuiltIn::PatchVertices, "gl_PatchVerticesIn", common::I32);
                let count = rewriter.load(global);
                let count = rewriter.convert(count, common::U32);
                let length = match rewriter.module.types.get(array) {
                    TypeData::Array { length: vitrum_ir::Length::Spec(length), .. } => {
                        Some(rewriter.convert(length.into(), common::U32))
                    }
                    _ => rewriter
                        .module
                        .types
                        .length(array)
                        .map(|length| rewriter.module.constants.u32(length).into()),
                };
                match length {
                    Some(length) => super::exactly(rewriter, Op::Umin, &[count, length]),
                    None => count,
                }
            }
        }
    }
}
