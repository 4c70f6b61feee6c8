//! Footprints of lookups in textures, which the IR gives as GLSL does: a bool, and a struct of the rest.

use vitrum_ir::{
    Dim, ImageOperands, Intrinsic, Member, Precision, StructData, Type, TypeData, types::common, typing,
};

use super::operations::signed;
use super::{Body, Given};
use crate::error::Error;
use crate::words::Inst;

/// The parts of a footprint, in the order of SPIR-V and GLSL.
const PARTS: [&str; 5] = ["anchor", "offset", "mask", "lod", "granularity"];

impl<'w> Body<'_, '_, 'w> {
    /// The texels that a lookup reads.
    pub(super) fn footprint(&mut self, inst: &Inst<'w>) -> Result<(), Error> {
        let texture = self.value(inst.word(0)?, inst.at)?;
        let ty = self.operand_type(texture);
        let dim = typing::image_type(&self.reader.module, ty).map(|image| image.dim);
        let dimensions = match dim {
            Some(Dim::D2) => 2,
            Some(Dim::D3) => 3,
            _ => {
                return Err(inst.invalid(format!("{} of no texture of two or three dimensions", inst.name())));
            }
        };
        let coordinate = self.value(inst.word(1)?, inst.at)?;
        let coordinate = self.cut(coordinate, dimensions);
        let granularity = self.value(inst.word(2)?, inst.at)?;
        let granularity = signed(&mut self.builder(), granularity);
        let coarse = self.value(inst.word(3)?, inst.at)?;
        let (mut flags, mut rest) = (ImageOperands::NONE, Vec::new());
        self.image_operands(inst, 4, &mut flags, &mut rest)?;
        let flags = self.reader.module.constants.u32(flags.bits()).into();
        let operands = [&[texture, coordinate, granularity, coarse, flags], rest.as_slice()].concat();
        let place = if dimensions == 2 { common::UVEC2 } else { common::UVEC3 };
        let types = [place, place, common::UVEC2, common::U32, common::U32];
        let parts: Vec<(&str, Type)> = PARTS.into_iter().zip(types).collect();
        let found = self.declared_struct(&format!("gl_TextureFootprint{dimensions}DNV"), &parts);
        let whole = [("single_level", common::BOOL), ("footprint", found)];
        let ty = self.declared_struct(&format!("TextureFootprint{dimensions}D"), &whole);
        let whole = self.builder().intrinsic(Intrinsic::ImageFootprint, &operands, ty, Precision::None);
        let mut builder = self.builder();
        let single = builder.extract(whole, 0, Precision::None);
        let found = builder.extract(whole, 1, Precision::None);
        let mut members = vec![single];
        for index in 0..PARTS.len() as u32 {
            members.push(builder.extract(found, index, Precision::None));
        }
        self.footprints.push(members);
        let position = self.footprints.len() - 1;
        self.give(inst.id, Given::Several(position));
        Ok(())
    }

    /// The struct of a name with these members, which the module may have.
    fn declared_struct(&mut self, name: &str, parts: &[(&str, Type)]) -> Type {
        let module = &mut self.reader.module;
        let name = module.names.intern(name);
        let members = parts.iter().map(|&(name, ty)| Member::new(module.names.intern(name), ty)).collect();
        let structs = &mut module.structs;
        let own = *self
            .reader
            .declared
            .entry((name, members))
            .or_insert_with_key(|(_, members)| structs.alloc(StructData::new(name, members.clone())));
        module.types.intern(TypeData::Struct(own))
    }
}
