//! Image processing: operands that gathers of other forms add, and marks of the textures that have special uses.

use crate::error::{Error, Result};
use crate::function::FunctionWriter;
use spirv::{Capability, Decoration, Op};
use vitrum_ir::{ImageOperands, Inst, Intrinsic, Op as IrOp, Operand, Type, TypeData};

/// The form of a gather (`GatherModes`).
fn gather_mode(intrinsic: Intrinsic) -> Option<u32> {
    match intrinsic {
        Intrinsic::ImageGather4x1 => Some(0),
        Intrinsic::ImageGatherD => Some(1),
        Intrinsic::ImageGatherH2 => Some(2),
        Intrinsic::ImageGatherV2 => Some(3),
        _ => None,
    }
}

/// The positions of textures that are marked, with the marks of the texture and of its sampler.
fn marked(intrinsic: Intrinsic) -> (&'static [usize], Decoration, Option<Decoration>) {
    match intrinsic {
        Intrinsic::ImageSampleWeighted => (&[2], Decoration::WeightTextureQCOM, None),
        Intrinsic::ImageBlockMatchWindowSsd | Intrinsic::ImageBlockMatchWindowSad => {
            (&[0, 2], Decoration::BlockMatchTextureQCOM, Some(Decoration::BlockMatchSamplerQCOM))
        }
        Intrinsic::ImageBlockMatchSsd
        | Intrinsic::ImageBlockMatchSad
        | Intrinsic::ImageBlockMatchGatherSsd
        | Intrinsic::ImageBlockMatchGatherSad => (&[0, 2], Decoration::BlockMatchTextureQCOM, None),
        _ => (&[], Decoration::BlockMatchTextureQCOM, None),
    }
}

impl FunctionWriter<'_, '_> {
    /// Completes an operation of image processing.
    pub(crate) fn image_processing(
        &mut self,
        intrinsic: Intrinsic,
        inst: Inst,
        operands: &mut Vec<u32>,
    ) -> Result<()> {
        let all = self.data.operands(inst);
        if let Some(mode) = gather_mode(intrinsic) {
            let offset = operands.get(3).copied();
            operands.truncate(3);
            operands.push(self.w.u32_constant(mode));
            if let Some(id) = offset {
                let is_constant = all.get(3).is_some_and(|offset| offset.constant().is_some());
                self.w.requirements.capability(Capability::ImageGatherExtended);
                let flag = if is_constant { 0x8 } else { 0x10 };
                operands.extend([flag, id]);
            }
            return Ok(());
        }
        if intrinsic.info().capability == Some(Capability::TextureBlockMatch2QCOM as u32) {
            self.w.requirements.capability(Capability::TextureBlockMatchQCOM);
        }
        let (positions, of_texture, of_sampler) = marked(intrinsic);
        for &position in positions {
            let Some(&operand) = all.get(position) else { continue };
            self.mark_texture(operand, of_texture, of_sampler)?;
        }
        Ok(())
    }

    /// The texels that a lookup reads. SPIR-V gives the parts of the footprint beside the answer whether there is one level alone.
    pub(crate) fn footprint(&mut self, inst: Inst) -> Result<()> {
        let malformed = || Error::malformed("a footprint without its operands");
        let function = self.data;
        let all = function.operands(inst);
        let (Some(result), &[texture, coordinate, granularity, coarse, flags, ref rest @ ..]) =
            (function.result(inst), all)
        else {
            return Err(malformed());
        };
        self.intrinsic_requirements(Intrinsic::ImageFootprint, all);
        let flags = ImageOperands::from_bits(self.literal(flags)?);
        let ty = function.values[result].ty;
        let members = |ty: Type| match self.w.module.types.get(ty) {
            TypeData::Struct(id) => self.w.module.structs[id].members.iter().map(|it| it.ty).collect(),
            _ => Vec::new(),
        };
        let &[single, footprint] = members(ty).as_slice() else { return Err(malformed()) };
        let parts = members(footprint);
        let mut flat = vec![self.w.ty(single)?];
        for &part in &parts {
            flat.push(self.w.ty(part)?);
        }
        let types = flat.clone();
        let flat = self.w.result_struct(&flat);
        let mut operands = Vec::with_capacity(8);
        for operand in [texture, coordinate, granularity, coarse] {
            operands.push(self.operand(operand)?);
        }
        self.lookup_operands(flags, rest, &mut operands)?;
        let whole = self.emit(Op::ImageSampleFootprintNV, flat, &operands);
        let mut ids = Vec::with_capacity(types.len());
        for (index, &part) in (0..).zip(&types) {
            ids.push(self.emit(Op::CompositeExtract, part, &[whole, index]));
        }
        let (Some(&answer), Some(found)) = (ids.first(), ids.get(1..)) else { return Err(malformed()) };
        let (footprint, ty) = (self.w.ty(footprint)?, self.w.ty(ty)?);
        let found = self.emit(Op::CompositeConstruct, footprint, found);
        let id = self.emit(Op::CompositeConstruct, ty, &[answer, found]);
        self.define(result, id, true);
        Ok(())
    }

    /// Decorates the variables, or elements of one, that a texture and its sampler come from.
    fn mark_texture(
        &mut self,
        operand: Operand,
        of_texture: Decoration,
        of_sampler: Option<Decoration>,
    ) -> Result<()> {
        let function = self.data;
        let Some(inst) = function.definition(operand) else { return Ok(()) };
        let parts = function.operands(inst);
        match function.op(inst) {
            IrOp::CombineSampler => {
                let (texture, sampler) = (parts.first().copied(), parts.get(1).copied());
                if let Some(texture) = texture {
                    self.mark_texture(texture, of_texture, None)?;
                }
                if let (Some(sampler), Some(mark)) = (sampler, of_sampler) {
                    self.mark_texture(sampler, mark, None)?;
                }
            }
            IrOp::Load => {
                let Some(&pointer) = parts.first() else { return Ok(()) };
                let id = self.operand(pointer)?;
                for mark in [Some(of_texture), of_sampler].into_iter().flatten() {
                    if self.w.marked.insert((id, mark as u32)) {
                        self.w.decorate(id, mark, &[]);
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }
}
