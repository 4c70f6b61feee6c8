//! Images: sampling, fetching, gathering, reading, writing and queries.

use crate::error::{Error, Result};
use crate::function::{Arg, FunctionWriter};
use crate::memory::coherence_scope;
use crate::options::Version;
use spirv::{Capability, ImageOperands as Mask, Op};
use vitrum_ir::{
    Dim, ImageFormat, ImageOperands, ImageType, Inst, MemoryAccess, Modes, Op as IrOp, Operand, Stage,
    TypeData, Value, ValueFlags, types::common, typing,
};

/// An image and a sampler that were combined. SPIR-V wants the combination in the block that uses it, so it is written
/// there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Combined {
    ty: u32,
    image: u32,
    sampler: u32,
    nonuniform: bool,
    /// Block and id of the last time it was written.
    written: (u32, u32),
}

/// Opcodes of a sampling operation: implicit and explicit level of detail.
fn sample_opcode(explicit: bool, dref: bool, proj: bool, sparse: bool) -> Op {
    match (sparse, proj, dref, explicit) {
        (false, false, false, false) => Op::ImageSampleImplicitLod,
        (false, false, false, true) => Op::ImageSampleExplicitLod,
        (false, false, true, false) => Op::ImageSampleDrefImplicitLod,
        (false, false, true, true) => Op::ImageSampleDrefExplicitLod,
        (false, true, false, false) => Op::ImageSampleProjImplicitLod,
        (false, true, false, true) => Op::ImageSampleProjExplicitLod,
        (false, true, true, false) => Op::ImageSampleProjDrefImplicitLod,
        (false, true, true, true) => Op::ImageSampleProjDrefExplicitLod,
        (true, false, false, false) => Op::ImageSparseSampleImplicitLod,
        (true, false, false, true) => Op::ImageSparseSampleExplicitLod,
        (true, false, true, false) => Op::ImageSparseSampleDrefImplicitLod,
        (true, false, true, true) => Op::ImageSparseSampleDrefExplicitLod,
        (true, true, false, false) => Op::ImageSparseSampleProjImplicitLod,
        (true, true, false, true) => Op::ImageSparseSampleProjExplicitLod,
        (true, true, true, false) => Op::ImageSparseSampleProjDrefImplicitLod,
        (true, true, true, true) => Op::ImageSparseSampleProjDrefExplicitLod,
    }
}

/// Operands after image and coordinate (and texel), sorted out.
#[derive(Default)]
struct Extras {
    dref: Option<u32>,
    component: Option<u32>,
    mask: u32,
    words: Vec<u32>,
    explicit: bool,
    /// Offset that is added to the coordinate instead of being an operand.
    shift: Option<Arg>,
}

fn push_extras(operands: &mut Vec<u32>, extras: &Extras) {
    if extras.mask != 0 {
        operands.push(extras.mask);
        operands.extend_from_slice(&extras.words);
    }
}

impl FunctionWriter<'_, '_> {
    fn image_of_arg(&self, arg: Arg) -> Result<ImageType> {
        typing::image_type(self.w.module, arg.ty)
            .ok_or_else(|| Error::malformed("an image operation on an operand that is not an image"))
    }

    #[inline(never)]
    pub(crate) fn combine(&mut self, inst: Inst) -> Result<()> {
        let function = self.data;
        let args = self.args(function.operands(inst))?;
        let (&[image, sampler], Some(result)) = (args.as_slice(), function.result(inst)) else {
            return Err(Error::malformed("a combination without an image or a sampler"));
        };
        if self.image_of_arg(image)?.dim == Dim::Buffer {
            // A texel buffer has no sampler (SPIR-V 1.6 forbids the type).
            self.define(result, image.id, false);
            return Ok(());
        }
        let image_ty = self.w.ty(image.ty)?;
        let ty = self.w.intern_type(Op::TypeSampledImage, &[image_ty]);
        let nonuniform = function.values[result].flags.contains(ValueFlags::NONUNIFORM);
        let combined = Combined { ty, image: image.id, sampler: sampler.id, nonuniform, written: (0, 0) };
        self.combined.insert(result, combined);
        Ok(())
    }

    /// Writes the combination of texture and sampler of a value, if it is one.
    pub(crate) fn combined_id(&mut self, value: Value) -> Result<Option<u32>> {
        let Some(&combined) = self.combined.get(&value) else { return Ok(None) };
        if combined.written.0 == self.label {
            return Ok(Some(combined.written.1));
        }
        let id = self.emit_plain(Op::SampledImage, combined.ty, &[combined.image, combined.sampler]);
        if combined.nonuniform {
            self.mark_nonuniform(id);
        }
        self.mark_nonuniform_as(id, combined.image);
        self.mark_nonuniform_as(id, combined.sampler);
        self.combined.insert(value, Combined { written: (self.label, id), ..combined });
        Ok(Some(id))
    }

    /// The image within a sampled image.
    pub(crate) fn image_id(&mut self, operand: Operand) -> Result<Arg> {
        let arg = Arg { id: 0, ty: self.ty(operand) };
        let TypeData::SampledImage(image) = self.w.module.types.get(arg.ty) else {
            return Ok(Arg { id: self.operand(operand)?, ..arg });
        };
        // A combination need not be written to take it apart again.
        if let Some(combined) = operand.value().and_then(|value| self.combined.get(&value)) {
            return Ok(Arg { id: combined.image, ..arg });
        }
        let id = self.operand(operand)?;
        if image.dim == Dim::Buffer {
            return Ok(Arg { id, ..arg });
        }
        let ty = self.w.image_type(image)?;
        let of = id;
        let id = self.emit_plain(Op::Image, ty, &[of]);
        self.mark_nonuniform_as(id, of);
        Ok(Arg { id, ..arg })
    }

    /// Sorts out the optional operands.
    fn extras(&mut self, flags: ImageOperands, operands: &[Operand], op: IrOp) -> Result<Extras> {
        let gather = op == IrOp::ImageGather;
        let mut extras = Extras::default();
        let mut rest = operands.iter().copied();
        let mut take = |writer: &mut Self| -> Result<(Arg, bool)> {
            let operand = rest.next().ok_or_else(|| Error::malformed("an image operand is missing"))?;
            let arg = Arg { id: writer.operand(operand)?, ty: writer.ty(operand) };
            let constant = operand.constant().map(|constant| writer.w.constant(constant)).transpose()?;
            Ok((arg, constant.flatten().is_some()))
        };
        if flags.contains(ImageOperands::DREF) {
            extras.dref = Some(take(self)?.0.id);
        }
        if flags.contains(ImageOperands::COMPONENT) {
            extras.component = Some(take(self)?.0.id);
        }
        for (flag, mask, count) in [
            (ImageOperands::BIAS, Mask::BIAS, 1),
            (ImageOperands::LOD, Mask::LOD, 1),
            (ImageOperands::GRAD, Mask::GRAD, 2),
            (ImageOperands::OFFSET, Mask::CONST_OFFSET, 1),
            (ImageOperands::OFFSETS, Mask::CONST_OFFSETS, 1),
            (ImageOperands::SAMPLE, Mask::SAMPLE, 1),
            (ImageOperands::MIN_LOD, Mask::MIN_LOD, 1),
        ] {
            if !flags.contains(flag) {
                continue;
            }
            let mut constant = true;
            for _ in 0..count {
                let (arg, known) = take(self)?;
                if mask == Mask::CONST_OFFSET && !known && op == IrOp::ImageFetch {
                    extras.shift = Some(arg);
                    continue;
                }
                extras.words.push(arg.id);
                constant &= known;
            }
            if extras.shift.is_some() && mask == Mask::CONST_OFFSET {
                continue;
            }
            // VUID-RuntimeSpirv-Offset-10213; SPIR-V has no capability for it.
            if mask == Mask::CONST_OFFSET && !constant && !gather && self.w.options.target.is_vulkan() {
                return Err(Error::unsupported(
                    "offsets of samples that are not constant, which need the feature maintenance8",
                ));
            }
            let mask = if mask == Mask::CONST_OFFSET && !constant { Mask::OFFSET } else { mask };
            extras.mask |= mask.bits();
            extras.explicit |= mask == Mask::LOD || mask == Mask::GRAD;
            match mask {
                Mask::OFFSET | Mask::CONST_OFFSETS => {
                    self.w.requirements.capability(Capability::ImageGatherExtended);
                }
                Mask::MIN_LOD => self.w.requirements.capability(Capability::MinLod),
                _ => {}
            }
        }
        Ok(extras)
    }

    /// Declares the visibility of volatile and coherent texels, in Vulkan's memory model; without it the variable's decorations say
    /// so. Texels that are not used again soon are said from version 1.6 on.
    fn texel_memory(&mut self, image: Operand, flags: ImageOperands, extras: &mut Extras, is_write: bool) {
        let mut access = self.declared_access(image);
        if access.contains(MemoryAccess::NONTEMPORAL) && self.w.version >= Version::V1_6 {
            extras.mask |= Mask::NONTEMPORAL.bits();
        }
        access.remove(MemoryAccess::NONTEMPORAL);
        if !self.w.vulkan_memory {
            return;
        }
        for (flag, meaning) in [
            (ImageOperands::VOLATILE, MemoryAccess::VOLATILE),
            (ImageOperands::COHERENT, MemoryAccess::COHERENT),
        ] {
            if flags.contains(flag) {
                access.insert(meaning);
            }
        }
        if access == MemoryAccess::NONE {
            return;
        }
        let mut mask = Mask::NON_PRIVATE_TEXEL;
        if access.contains(MemoryAccess::VOLATILE) {
            mask |= Mask::VOLATILE_TEXEL;
        }
        if let Some(scope) = coherence_scope(access) {
            mask |= if is_write { Mask::MAKE_TEXEL_AVAILABLE } else { Mask::MAKE_TEXEL_VISIBLE };
            extras.words.push(self.memory_scope(scope as u32));
        }
        extras.mask |= mask.bits();
    }

    /// True if the stage has derivatives to choose a level of detail by.
    fn has_derivatives(&self) -> bool {
        let modes = self.w.entry.execution.modes;
        self.w.entry.stage == Stage::Fragment
            || modes.contains(Modes::DERIVATIVE_GROUP_QUADS)
            || modes.contains(Modes::DERIVATIVE_GROUP_LINEAR)
    }

    /// Adds the operands that flags name to those of a lookup.
    pub(crate) fn lookup_operands(
        &mut self,
        flags: ImageOperands,
        rest: &[Operand],
        operands: &mut Vec<u32>,
    ) -> Result<()> {
        let extras = self.extras(flags, rest, IrOp::ImageSample)?;
        push_extras(operands, &extras);
        Ok(())
    }

    /// Sampling, fetching, gathering and reading.
    #[inline(never)]
    pub(crate) fn sample(&mut self, inst: Inst) -> Result<()> {
        let function = self.data;
        let data = function.insts[inst];
        let flags = ImageOperands::from_bits(data.imm);
        let &[image, coordinate, ref rest @ ..] = function.operands(inst) else {
            return Err(Error::malformed("an image operation without coordinate"));
        };
        let source = image;
        let gather = data.op == IrOp::ImageGather;
        let sampling = gather || data.op == IrOp::ImageSample;
        let image = if sampling {
            Arg { id: self.operand(image)?, ty: self.ty(image) }
        } else {
            self.image_id(image)?
        };
        let shape = self.image_of_arg(image)?;
        let mut coordinate = Arg { id: self.operand(coordinate)?, ty: self.ty(coordinate) };
        let mut extras = self.extras(flags, rest, data.op)?;
        if let Some(shift) = extras.shift {
            coordinate = self.shifted(coordinate, shift)?;
        }
        if data.op == IrOp::ImageSample && !extras.explicit && !self.has_derivatives() {
            self.base_level(&mut extras, shape)?;
        }
        let proj = flags.contains(ImageOperands::PROJ);
        if proj {
            coordinate = self.projective(coordinate, shape)?;
        }
        let sparse = flags.contains(ImageOperands::SPARSE);
        if sparse {
            self.w.requirements.capability(Capability::SparseResidency);
        }
        let dref = extras.dref.is_some();
        let op = match (data.op, sparse) {
            (IrOp::ImageSample, _) => sample_opcode(extras.explicit, dref, proj, sparse),
            (IrOp::ImageGather, false) if dref => Op::ImageDrefGather,
            (IrOp::ImageGather, true) if dref => Op::ImageSparseDrefGather,
            (IrOp::ImageGather, false) => Op::ImageGather,
            (IrOp::ImageGather, true) => Op::ImageSparseGather,
            (IrOp::ImageFetch, false) => Op::ImageFetch,
            (IrOp::ImageFetch, true) => Op::ImageSparseFetch,
            (_, false) => Op::ImageRead,
            (_, true) => Op::ImageSparseRead,
        };
        if data.op == IrOp::ImageRead && shape.format == ImageFormat::Unknown && shape.dim != Dim::Subpass {
            self.w.requirements.capability(Capability::StorageImageReadWithoutFormat);
        }
        self.level_requirements(data.op, flags);
        let mut operands = vec![image.id, coordinate.id];
        operands.extend(extras.dref);
        if gather && !dref {
            operands.push(match extras.component {
                Some(component) => component,
                None => self.w.i32_constant(0),
            });
        }
        self.texel_memory(source, flags, &mut extras, false);
        push_extras(&mut operands, &extras);
        self.give_texel(inst, op, &operands, sparse)
    }

    /// Asks for gathers from other levels than the first, and for levels of images.
    fn level_requirements(&mut self, op: IrOp, flags: ImageOperands) {
        let has_level = flags.contains(ImageOperands::LOD);
        let is_implicit = self.w.entry.execution.modes.contains(Modes::IMPLICIT_GATHER_LEVELS);
        let capability = match op {
            IrOp::ImageGather if has_level || flags.contains(ImageOperands::BIAS) || is_implicit => {
                Capability::ImageGatherBiasLodAMD
            }
            IrOp::ImageRead | IrOp::ImageWrite if has_level => Capability::ImageReadWriteLodAMD,
            _ => return,
        };
        self.w.requirements.capability(capability);
    }

    /// Without derivatives the base level is sampled (GLSL 4.60 section 8.9). A bias has no meaning there.
    fn base_level(&mut self, extras: &mut Extras, shape: ImageType) -> Result<()> {
        if extras.mask & Mask::BIAS.bits() != 0 {
            extras.mask &= !Mask::BIAS.bits();
            extras.words.remove(0);
        }
        extras.explicit = true;
        // A rectangle image has but one level, and SPIR-V lets nobody name it.
        if shape.dim == Dim::Rect {
            let flat = self.w.null_constant(common::VEC2)?;
            extras.mask |= Mask::GRAD.bits();
            extras.words.splice(0..0, [flat, flat]);
            return Ok(());
        }
        let zero = self.w.scalar_constant(vitrum_ir::Scalar::F32, 0);
        extras.mask |= Mask::LOD.bits();
        extras.words.insert(0, zero);
        Ok(())
    }

    /// A texel's coordinate, moved by an offset. Layers of arrays have none.
    fn shifted(&mut self, coordinate: Arg, offset: Arg) -> Result<Arg> {
        let size = |ty| self.w.module.types.vector_size(ty).unwrap_or(1);
        let id = if size(offset.ty) < size(coordinate.ty) {
            let zero = self.w.null_constant(common::I32)?;
            self.emit_ir(Op::CompositeConstruct, coordinate.ty, &[offset.id, zero])?
        } else {
            offset.id
        };
        Ok(Arg { id: self.emit_ir(Op::IAdd, coordinate.ty, &[coordinate.id, id])?, ..coordinate })
    }

    /// Puts the divisor right behind the components that it divides.
    fn projective(&mut self, coordinate: Arg, shape: ImageType) -> Result<Arg> {
        let needed = shape.dim.coordinates() + 1;
        let size = self.w.module.types.vector_size(coordinate.ty).unwrap_or(1);
        let (Some(TypeData::Vector { scalar, .. }), true) =
            (Some(self.w.module.types.get(coordinate.ty)), size > needed)
        else {
            return Ok(coordinate);
        };
        let ty = common::vector(scalar, needed).ok_or_else(|| Error::malformed("a projective coordinate"))?;
        let mut operands = vec![coordinate.id, coordinate.id];
        operands.extend((0..needed - 1).chain([size - 1]));
        Ok(Arg { id: self.emit_ir(Op::VectorShuffle, ty, &operands)?, ty })
    }

    /// Writes the operation and gives its texel, with the residency code first if it is sparse.
    fn give_texel(&mut self, inst: Inst, op: Op, operands: &[u32], sparse: bool) -> Result<()> {
        let function = self.data;
        let mut results = function.results(inst);
        if !sparse {
            let result =
                results.next().ok_or_else(|| Error::malformed("an image operation without result"))?;
            let id = self.emit_ir(op, function.values[result].ty, operands)?;
            self.define(result, id, true);
            return Ok(());
        }
        let (Some(code), Some(texel)) = (results.next(), results.next()) else {
            return Err(Error::malformed("a sparse image operation without residency"));
        };
        let types = [self.w.ty(function.values[code].ty)?, self.w.ty(function.values[texel].ty)?];
        let pair = self.w.pair_type(types[0], types[1]);
        let both = self.emit_plain(op, pair, operands);
        for (index, (value, ty)) in (0..).zip([(code, types[0]), (texel, types[1])]) {
            let id = self.emit(Op::CompositeExtract, ty, &[both, index]);
            self.define(value, id, true);
        }
        Ok(())
    }

    #[inline(never)]
    pub(crate) fn image_write(&mut self, inst: Inst) -> Result<()> {
        let function = self.data;
        let flags = ImageOperands::from_bits(function.insts[inst].imm);
        let &[image, coordinate, texel, ref rest @ ..] = function.operands(inst) else {
            return Err(Error::malformed("an image write without texel"));
        };
        let source = image;
        let image = Arg { id: self.operand(image)?, ty: self.ty(image) };
        if self.image_of_arg(image)?.format == ImageFormat::Unknown {
            self.w.requirements.capability(Capability::StorageImageWriteWithoutFormat);
        }
        let mut operands = vec![image.id, self.operand(coordinate)?, self.operand(texel)?];
        let mut extras = self.extras(flags, rest, IrOp::ImageWrite)?;
        self.level_requirements(IrOp::ImageWrite, flags);
        self.texel_memory(source, flags, &mut extras, true);
        push_extras(&mut operands, &extras);
        self.body.push_list(Op::ImageWrite, &operands);
        Ok(())
    }

    /// Sizes, levels, samples, level of detail, and the image of a sampled image.
    #[inline(never)]
    pub(crate) fn image_query(&mut self, inst: Inst) -> Result<()> {
        let function = self.data;
        let op = function.insts[inst].op;
        let (Some(result), Some((&image, rest))) =
            (function.result(inst), function.operands(inst).split_first())
        else {
            return Err(Error::malformed("an image query without an image"));
        };
        let ty = function.values[result].ty;
        if op == IrOp::ImageOf {
            let id = self.image_id(image)?.id;
            self.define(result, id, false);
            return Ok(());
        }
        self.w.requirements.capability(Capability::ImageQuery);
        let mut operands = match op {
            IrOp::ImageQueryLod => vec![self.operand(image)?],
            _ => vec![self.image_id(image)?.id],
        };
        for &operand in rest {
            operands.push(self.operand(operand)?);
        }
        let opcode = match op {
            IrOp::ImageSize if rest.is_empty() => Op::ImageQuerySize,
            IrOp::ImageSize => Op::ImageQuerySizeLod,
            IrOp::ImageLevels => Op::ImageQueryLevels,
            IrOp::ImageSamples => Op::ImageQuerySamples,
            _ => Op::ImageQueryLod,
        };
        let id = self.emit_ir(opcode, ty, &operands)?;
        self.define(result, id, true);
        Ok(())
    }

    /// The address of a texel, for atomics.
    #[inline(never)]
    pub(crate) fn texel_pointer(&mut self, inst: Inst) -> Result<()> {
        let function = self.data;
        let (Some(result), &[image, coordinate, ref rest @ ..]) =
            (function.result(inst), function.operands(inst))
        else {
            return Err(Error::malformed("a texel pointer without an image"));
        };
        let sample = match rest {
            &[sample, ..] => self.operand(sample)?,
            [] => self.w.i32_constant(0),
        };
        let image_operand = image;
        let image = self.operand(image)?;
        let operands = [image, self.operand(coordinate)?, sample];
        let id = match self.untyped.contains(&image) {
            true => {
                let ty = self.pointee(self.ty(image_operand))?;
                let ty = self.w.ty(ty)?;
                let pointer = self.w.untyped_pointer(spirv::StorageClass::Image);
                let [image, coordinate, sample] = operands;
                let operands = [ty, image, coordinate, sample];
                self.emit_plain(Op::UntypedImageTexelPointerEXT, pointer, &operands)
            }
            false => self.emit_ir(Op::ImageTexelPointer, function.values[result].ty, &operands)?,
        };
        self.mark_nonuniform_as(id, image);
        self.define(result, id, false);
        let place = crate::globals::Pointee::plain(spirv::StorageClass::Image);
        self.set_place(result, place);
        Ok(())
    }
}
