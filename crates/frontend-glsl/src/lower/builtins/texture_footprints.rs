//! Footprints of lookups in textures (`GL_NV_shader_texture_footprint`).

use crate::builtins::compatibility::{FOOTPRINT_2D, FOOTPRINT_3D, Structure};
use crate::builtins::matrices::MatrixFunction;
use crate::builtins::table::extension;
use crate::extensions::Extension;
use crate::lower::Lowering;
use crate::lower::expressions::Expr;
use crate::lower::expressions::calls::Argument;
use crate::lower::queries::ModuleQueries;
use vitrum_ir::types::common;
use vitrum_ir::{Dim, ImageOperands, ImageType, Intrinsic, Member, Operand, Precision, Span, Type, TypeData};

/// The type of a result: whether the lookup reads one level alone. The footprint is added as the second member.
static RESULT_2D: Structure = result("TextureFootprint2D");
static RESULT_3D: Structure = result("TextureFootprint3D");

const fn result(name: &'static str) -> Structure {
    let since = extension(&[Extension::NvShaderTextureFootprint]);
    Structure { name, members: &[("single_level", common::BOOL)], since }
}

impl Lowering<'_> {
    /// The type of what a lookup gives, with this footprint.
    fn footprint_result(&mut self, result: &'static Structure, footprint: Type) -> Type {
        // Printed GLSL declares it.
        let declared = self.module.structs.iter().find(|(_, data)| {
            let types = data.members.iter().map(|member| member.ty);
            self.module.names.get(data.name) == result.name && types.eq([common::BOOL, footprint])
        });
        if let Some((id, _)) = declared {
            return self.module.types.intern(TypeData::Struct(id));
        }
        let ty = self.structure_type(result);
        if let TypeData::Struct(id) = self.module.types.get(ty)
            && self.module.structs[id].members.len() == 1
        {
            let name = self.module.names.intern("footprint");
            self.module.structs[id].members.push(Member::new(name, footprint));
        }
        ty
    }

    /// `textureFootprintNV(texture, coordinate, [dx, dy,] [level,] granularity, coarse, footprint [, bias])`
    pub(super) fn texture_footprint(
        &mut self,
        row: &MatrixFunction,
        behind: ImageOperands,
        arguments: &[Argument],
        span: Span,
    ) -> Option<Expr> {
        let count = behind.operand_count();
        let (&texture, rest) = arguments.split_first()?;
        let (&coordinate, rest) = rest.split_first()?;
        let (given, rest) = rest.split_at_checked(count)?;
        let (&[granularity, coarse, footprint], bias) = rest.split_at_checked(3)? else { return None };
        let TypeData::SampledImage(image) = self.module.data(texture.expr.ty) else { return None };
        let is_plain = !image.arrayed && !image.multisampled && !image.shadow;
        let (result, structure) = match image {
            ImageType { dim: Dim::D2, .. } if is_plain => (&RESULT_2D, &FOOTPRINT_2D),
            ImageType { dim: Dim::D3, .. } if is_plain => (&RESULT_3D, &FOOTPRINT_3D),
            _ => return self.matrix_fault(row, (1, texture), "a 2D or 3D texture with a sampler", span),
        };
        let is_flat = image.dim == Dim::D2;
        let has_grad = behind.contains(ImageOperands::GRAD);
        let takes_bias = behind.bits() & !ImageOperands::MIN_LOD.bits() == 0;
        if bias.len() > usize::from(takes_bias) || has_grad && !is_flat {
            return None;
        }
        let place = if is_flat { common::VEC2 } else { common::VEC3 };
        let of_footprint = self.structure_type(structure);
        if footprint.expr.ty != of_footprint {
            return None;
        }
        let mut flags = behind;
        let mut operands = vec![
            self.argument_value(&texture)?,
            self.cooperative_index(coordinate, place)?,
            self.cooperative_index(granularity, common::I32)?,
            self.cooperative_index(coarse, common::BOOL)?,
        ];
        let mut last: Vec<Operand> = Vec::with_capacity(3);
        if let Some(&bias) = bias.first() {
            flags.insert(ImageOperands::BIAS);
            last.push(self.cooperative_index(bias, common::F32)?);
        }
        for (index, &argument) in given.iter().enumerate() {
            let ty = if has_grad && index < 2 { place } else { common::F32 };
            last.push(self.cooperative_index(argument, ty)?);
        }
        operands.push(self.module.constants.u32(flags.bits()).into());
        operands.extend(last);
        let ty = self.footprint_result(result, of_footprint);
        self.cursor.span = span;
        let mut builder = self.builder();
        let whole = builder.intrinsic(Intrinsic::ImageFootprint, &operands, ty, Precision::None);
        let single = builder.extract(whole, 0, Precision::None);
        let found = builder.extract(whole, 1, Precision::None);
        self.matrix_result(footprint, found, span)?;
        Some(Expr::value(single, common::BOOL, span))
    }
}
