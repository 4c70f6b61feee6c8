//! Images: which are compared, and the instructions on them.

use rustc_hash::FxHashSet;
use spirv::{ImageOperands as Mask, Op};
use vitrum_ir::{
    Dim, ImageOperands, ImageType, MemoryAccess, Op as IrOp, Operand, Precision, Scalar, Swizzle, Type,
    TypeData, types::common, typing,
};

use crate::body::Body;
use crate::body::operations::{cast, signed};
use crate::error::Error;
use crate::index::Index;
use crate::words::Inst;

/// The form of an instruction that reads an image.
struct Form {
    op: IrOp,
    proj: bool,
    dref: bool,
    component: bool,
    sparse: bool,
}

fn form(op: Op) -> Option<Form> {
    use Op as O;
    let of = |op, proj, dref, sparse| Some(Form { op, proj, dref, component: false, sparse });
    let gather = |component: bool, sparse| {
        Some(Form { op: IrOp::ImageGather, proj: false, dref: !component, component, sparse })
    };
    match op {
        O::ImageSampleImplicitLod | O::ImageSampleExplicitLod => of(IrOp::ImageSample, false, false, false),
        O::ImageSampleDrefImplicitLod | O::ImageSampleDrefExplicitLod => {
            of(IrOp::ImageSample, false, true, false)
        }
        O::ImageSampleProjImplicitLod | O::ImageSampleProjExplicitLod => {
            of(IrOp::ImageSample, true, false, false)
        }
        O::ImageSampleProjDrefImplicitLod | O::ImageSampleProjDrefExplicitLod => {
            of(IrOp::ImageSample, true, true, false)
        }
        O::ImageSparseSampleImplicitLod | O::ImageSparseSampleExplicitLod => {
            of(IrOp::ImageSample, false, false, true)
        }
        O::ImageSparseSampleDrefImplicitLod | O::ImageSparseSampleDrefExplicitLod => {
            of(IrOp::ImageSample, false, true, true)
        }
        O::ImageFetch => of(IrOp::ImageFetch, false, false, false),
        O::ImageSparseFetch => of(IrOp::ImageFetch, false, false, true),
        O::ImageRead => of(IrOp::ImageRead, false, false, false),
        O::ImageSparseRead => of(IrOp::ImageRead, false, false, true),
        O::ImageGather => gather(true, false),
        O::ImageDrefGather => gather(false, false),
        O::ImageSparseGather => gather(true, true),
        O::ImageSparseDrefGather => gather(false, true),
        _ => None,
    }
}

/// The types of sampled images, the combinations of an image and a sampler, and the variables of samplers that some instruction
/// compares with a reference.
pub(crate) fn compared(index: &Index<'_>) -> FxHashSet<u32> {
    let mut found = FxHashSet::default();
    for inst in &index.insts {
        let compares = inst.known().and_then(form).is_some_and(|form| form.dref);
        let Some(image) = inst.words.first().filter(|_| compares).and_then(|&id| index.def(id)) else {
            continue;
        };
        if image.is(Op::SampledImage) {
            found.insert(image.id);
            found.extend(image.words.get(1).and_then(|&sampler| root(index, sampler)));
        } else {
            found.insert(image.ty);
        }
    }
    found
}

/// The types of images that are read and never compared, whatever they say about depth.
pub(crate) fn never_compared(index: &Index<'_>) -> FxHashSet<u32> {
    let (mut read, mut compared) = (FxHashSet::default(), FxHashSet::default());
    for inst in &index.insts {
        let Some(form) = inst.known().and_then(form) else { continue };
        let image = inst.words.first().and_then(|&id| image_type(index, id));
        if form.dref { compared.extend(image) } else { read.extend(image) }
    }
    read.retain(|image| !compared.contains(image));
    read
}

/// The type of the image of an operand.
fn image_type(index: &Index<'_>, id: u32) -> Option<u32> {
    let mut def = index.def(id)?;
    while let Some(Op::SampledImage | Op::Image) = def.known() {
        let operand = index.def(*def.words.first()?)?;
        // No module is trusted to define before it uses.
        def = if operand.at < def.at { operand } else { return None };
    }
    let ty = index.def(def.ty)?;
    if ty.is(Op::TypeSampledImage) { ty.words.first().copied() } else { Some(ty.id) }
}

/// The variable that a handle was loaded from.
fn root(index: &Index<'_>, mut id: u32) -> Option<u32> {
    for _ in 0..64 {
        let def = index.def(id)?;
        match def.known()? {
            Op::Load | Op::AccessChain | Op::InBoundsAccessChain | Op::CopyObject => {
                id = *def.words.first()?
            }
            Op::Variable => return Some(id),
            _ => return None,
        }
    }
    None
}

/// The most accesses from an image to its variable.
const MAX_CHAIN: usize = 64;

/// Operands of images behind the mask, in order of its bits.
const OPERANDS: &[(Mask, ImageOperands, usize)] = &[
    (Mask::BIAS, ImageOperands::BIAS, 1),
    (Mask::LOD, ImageOperands::LOD, 1),
    (Mask::GRAD, ImageOperands::GRAD, 2),
    (Mask::CONST_OFFSET, ImageOperands::OFFSET, 1),
    (Mask::OFFSET, ImageOperands::OFFSET, 1),
    (Mask::CONST_OFFSETS, ImageOperands::OFFSETS, 1),
    (Mask::SAMPLE, ImageOperands::SAMPLE, 1),
    (Mask::MIN_LOD, ImageOperands::MIN_LOD, 1),
    (Mask::MAKE_TEXEL_AVAILABLE, ImageOperands::NONE, 1),
    (Mask::MAKE_TEXEL_VISIBLE, ImageOperands::NONE, 1),
];

impl<'w> Body<'_, '_, 'w> {
    /// An instruction on images; false if it is none.
    pub(crate) fn image(&mut self, inst: &Inst<'w>) -> Result<bool, Error> {
        let Some(op) = inst.known() else { return Ok(false) };
        if let Some(form) = form(op) {
            self.read_image(inst, &form)?;
            return Ok(true);
        }
        match op {
            Op::ImageWrite => self.write_image(inst)?,
            Op::SampledImage => {
                let image = self.value(inst.word(0)?, inst.at)?;
                let ty = self.operand_type(image);
                if matches!(self.reader.module.types.get(ty), TypeData::SampledImage(_)) {
                    self.define(inst, image);
                    return Ok(true);
                }
                let TypeData::Image(shape) = self.reader.module.types.get(ty) else {
                    return Err(inst.invalid("OpSampledImage of what is no image"));
                };
                // Nothing has this type.
                if shape.storage {
                    return Ok(true);
                }
                let sampler = self.value(inst.word(1)?, inst.at)?;
                // One sampler may compare here and not there.
                let wanted = self.reader.ty(inst.ty, inst.at)?;
                let wanted =
                    typing::image_type(&self.reader.module, wanted).is_some_and(|wanted| wanted.shadow);
                let shadow = wanted || self.reader.usage.compared.contains(&inst.id);
                let ty = TypeData::SampledImage(ImageType { shadow, ..shape });
                let ty = self.reader.module.types.intern(ty);
                let operands = [image, sampler];
                let combined = self.builder().emit(IrOp::CombineSampler, &operands, 0, ty, Precision::None);
                self.define(inst, combined);
            }
            Op::Image => {
                let combined = self.reader.index.def(inst.word(0)?);
                // One that has no type.
                let missing = combined.filter(|def| def.is(Op::SampledImage) && self.seen(def.id).is_none());
                let image = missing.map_or_else(|| inst.word(0), |combined| combined.word(0))?;
                let image = self.value(image, inst.at)?;
                let ty = self.operand_type(image);
                let image = match self.reader.module.types.get(ty) {
                    TypeData::Image(_) => image,
                    TypeData::SampledImage(shape) if shape.dim == Dim::Buffer => image,
                    _ => self.builder().op(IrOp::ImageOf, &[image], Precision::None),
                };
                self.define(inst, image);
            }
            Op::ImageQuerySizeLod => self.query(inst, IrOp::ImageSize)?,
            Op::ImageQuerySize => self.query(inst, IrOp::ImageSize)?,
            Op::ImageQueryLevels => self.query(inst, IrOp::ImageLevels)?,
            Op::ImageQuerySamples => self.query(inst, IrOp::ImageSamples)?,
            Op::ImageQueryLod => {
                let image = self.value(inst.word(0)?, inst.at)?;
                let coordinate = self.value(inst.word(1)?, inst.at)?;
                let ty = self.operand_type(image);
                let shape = typing::image_type(&self.reader.module, ty)
                    .ok_or_else(|| inst.invalid("OpImageQueryLod of what is no image"))?;
                let operands = [image, self.cut(coordinate, shape.dim.coordinates())];
                let lod = self.builder().op(IrOp::ImageQueryLod, &operands, Precision::None);
                self.define(inst, lod);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The optional operands behind a position, in the order of the IR.
    pub(crate) fn image_operands(
        &mut self,
        inst: &Inst<'w>,
        position: usize,
        flags: &mut ImageOperands,
        operands: &mut Vec<Operand>,
    ) -> Result<(), Error> {
        let Some(&mask) = inst.words.get(position) else { return Ok(()) };
        let mask = Mask::from_bits_truncate(mask);
        let mut next = position + 1;
        for &(bit, flag, count) in OPERANDS {
            if !mask.contains(bit) {
                continue;
            }
            flags.insert(flag);
            for _ in 0..count {
                if flag != ImageOperands::NONE {
                    let operand = self.value(inst.word(next)?, inst.at)?;
                    operands.push(self.signed_integer(operand));
                }
                next += 1;
            }
        }
        if mask.contains(Mask::VOLATILE_TEXEL) {
            flags.insert(ImageOperands::VOLATILE);
        }
        if mask.intersects(Mask::MAKE_TEXEL_AVAILABLE | Mask::MAKE_TEXEL_VISIBLE) {
            flags.insert(ImageOperands::COHERENT);
        }
        Ok(())
    }

    /// A level, offset, sample or component: integers of either signedness, of which the IR wants one. Others stay as they are.
    fn signed_integer(&mut self, operand: Operand) -> Operand {
        let ty = self.operand_type(operand);
        match self.reader.module.types.scalar_of(ty).is_some_and(Scalar::is_integer) {
            true => signed(&mut self.builder(), operand),
            false => operand,
        }
    }

    /// The flag of texels that the declaration of an image makes volatile.
    fn volatile_texels(&self, image: u32) -> ImageOperands {
        let is_volatile = self.declared(image).contains(MemoryAccess::VOLATILE);
        if is_volatile { ImageOperands::VOLATILE } else { ImageOperands::NONE }
    }

    /// Coordinates of a texel with an offset, which has no layer.
    fn with_offset(&mut self, coordinate: Operand, offset: Operand) -> Operand {
        let zero = |constant| self.reader.module.constants.is_zero(constant);
        if offset.constant().is_some_and(zero) {
            return coordinate;
        }
        let (ty, narrow) = (self.operand_type(coordinate), self.operand_type(offset));
        let layer: Operand = self.reader.module.constants.i32(0).into();
        let mut builder = self.builder();
        let offset = match ty == narrow {
            true => offset,
            false => builder.emit(IrOp::Construct, &[offset, layer], 0, ty, Precision::None),
        };
        builder.op(IrOp::Iadd, &[coordinate, offset], Precision::None)
    }

    /// The image whose texels an instruction reads or writes. One that is sampled elsewhere has another variable for that.
    fn of_texels(&mut self, inst: &Inst<'w>) -> Result<Operand, Error> {
        let index = self.reader.index;
        let id = inst.word(0)?;
        let mut def = index.def_for(index.copied(id), inst.at)?;
        if !self.reader.usage.shared_images.contains(&def.ty) {
            return self.value(id, inst.at);
        }
        let mut indices: Vec<Operand> = Vec::new();
        for _ in 0..MAX_CHAIN {
            let own = match def.known() {
                Some(Op::AccessChain | Op::InBoundsAccessChain) => self.values(def.from(1), inst.at)?,
                Some(Op::CompositeExtract) => {
                    let constants = &mut self.reader.module.constants;
                    def.from(1).iter().map(|&index| constants.u32(index).into()).collect()
                }
                Some(Op::Load | Op::CopyObject) => Vec::new(),
                _ => break,
            };
            indices.splice(0..0, own);
            def = index.def_for(def.word(0)?, inst.at)?;
        }
        let Some(&texels) = self.reader.texels.get(&def.id) else {
            return Err(inst.unsupported(
                "an image of a parameter that is sampled, and read or written without a sampler,",
            ));
        };
        let mut pointer = Operand::from(texels);
        if !indices.is_empty() {
            pointer = self.builder().access(pointer, &indices, Precision::None);
            self.mark_nonuniform(pointer, id);
        }
        let image = self.builder().load(pointer, MemoryAccess::NONE, Precision::None);
        self.mark_nonuniform(image, id);
        Ok(image)
    }

    fn read_image(&mut self, inst: &Inst<'w>, form: &Form) -> Result<(), Error> {
        let mut image = match form.op {
            IrOp::ImageRead => self.of_texels(inst)?,
            _ => self.value(inst.word(0)?, inst.at)?,
        };
        let mut coordinate = self.value(inst.word(1)?, inst.at)?;
        let mut operands = Vec::new();
        let mut flags = ImageOperands::NONE;
        let mut next = 2;
        if form.proj {
            flags.insert(ImageOperands::PROJ);
        }
        if form.dref {
            flags.insert(ImageOperands::DREF);
            operands.push(self.value(inst.word(next)?, inst.at)?);
            next += 1;
        }
        if form.component {
            flags.insert(ImageOperands::COMPONENT);
            let component = self.value(inst.word(next)?, inst.at)?;
            operands.push(self.signed_integer(component));
            next += 1;
        }
        self.image_operands(inst, next, &mut flags, &mut operands)?;
        if form.op == IrOp::ImageRead {
            flags.insert(self.volatile_texels(inst.word(0)?));
        }
        let image_type = self.operand_type(image);
        let Some(shape) = typing::image_type(&self.reader.module, image_type) else {
            return Err(inst.invalid(format!("{} of what is no image", inst.name())));
        };
        // A level of an image that has but one, and the first level of one that has several.
        let is_flat = matches!(shape.dim, Dim::Rect | Dim::Buffer) || shape.multisampled;
        if form.op == IrOp::ImageFetch && is_flat && flags.contains(ImageOperands::LOD) {
            flags.remove(ImageOperands::LOD);
            operands.remove(0);
        } else if form.op == IrOp::ImageFetch && !is_flat && !flags.contains(ImageOperands::LOD) {
            flags.insert(ImageOperands::LOD);
            operands.insert(0, self.reader.module.constants.i32(0).into());
        }
        // Without a form for an offset, it is part of the coordinates, which are integers.
        let has_no_offset = form.op == IrOp::ImageRead
            || form.op == IrOp::ImageFetch && (shape.multisampled || shape.dim == Dim::Buffer);
        let offset = has_no_offset && flags.contains(ImageOperands::OFFSET);
        let offset = offset.then(|| operands.remove(usize::from(flags.contains(ImageOperands::LOD))));
        if offset.is_some() {
            flags.remove(ImageOperands::OFFSET);
        }
        // Coordinates of texels are integers of either signedness, and of no more components than needed.
        if matches!(form.op, IrOp::ImageFetch | IrOp::ImageRead) {
            coordinate = signed(&mut self.builder(), coordinate);
        }
        // Halves are coordinates of images of halves.
        let is_half = |body: &Self, ty| {
            body.reader.module.types.scalar_of(ty).is_some_and(|scalar| scalar == Scalar::F16)
        };
        let sampled = shape.sampled;
        if matches!(form.op, IrOp::ImageSample | IrOp::ImageGather) && sampled != Scalar::F16 {
            for operand in operands.iter_mut().chain([&mut coordinate]) {
                let ty = self.operand_type(*operand);
                if is_half(self, ty) {
                    let mut builder = self.builder();
                    let wide = builder.module.types.with_scalar(ty, Scalar::F32).unwrap_or(ty);
                    *operand = builder.emit(IrOp::Fconvert, &[*operand], 0, wide, Precision::None);
                }
            }
        }
        if form.op == IrOp::ImageFetch
            && matches!(self.reader.module.types.get(image_type), TypeData::Image(image) if image.storage)
        {
            image = self.builder().op(IrOp::ImageOf, &[image], Precision::None);
        }
        coordinate = match form.op {
            IrOp::ImageSample | IrOp::ImageGather => {
                self.cut(coordinate, shape.coordinates() + u32::from(form.proj))
            }
            _ if matches!(shape.dim, Dim::Subpass | Dim::TileImage) => coordinate,
            _ => self.cut(coordinate, shape.texel_coordinates()),
        };
        if let Some(offset) = offset {
            coordinate = self.with_offset(coordinate, offset);
        }
        let all = [&[image, coordinate], operands.as_slice()].concat();
        if !form.sparse {
            let ty = self.reader.ty(inst.ty, inst.at)?;
            let precision = self.reader.precision(inst.id, ty);
            let texel = self.texel_type(form.op, ty);
            let value = self.builder().emit(form.op, &all, flags.bits(), texel, precision);
            let value = self.first_components(value, ty);
            self.define(inst, value);
            return Ok(());
        }
        flags.insert(ImageOperands::SPARSE);
        let [code, wanted] = self.reader.pair_types(inst.ty, inst.at)?;
        let texel = self.texel_type(form.op, wanted);
        let results: [(Type, Precision); 2] = [(common::I32, Precision::None), (texel, Precision::None)];
        let mut builder = self.builder();
        let made = builder.push(form.op, &all, flags.bits(), &results);
        let function = builder.cursor.function;
        let values: Vec<Operand> = made
            .map(|made| builder.module.functions[function].results(made).map(Operand::from).collect())
            .unwrap_or_default();
        if let &[residency, texel] = values.as_slice() {
            let residency = cast(&mut builder, residency, code);
            let texel = self.first_components(texel, wanted);
            self.give_two(inst.id, [residency, texel]);
        }
        Ok(())
    }

    /// The type of a texel that is read, which has four components. SPIR-V allows to read some of them.
    fn texel_type(&self, op: IrOp, wanted: Type) -> Type {
        let types = &self.reader.module.types;
        let is_part = op == IrOp::ImageRead && types.vector_size(wanted).unwrap_or(1) < 4;
        let whole = types.scalar_of(wanted).and_then(|scalar| common::vector(scalar, 4));
        whole.filter(|_| is_part).unwrap_or(wanted)
    }

    /// As many components of a value as a type has.
    fn first_components(&mut self, value: Operand, wanted: Type) -> Operand {
        let size = self.reader.module.types.vector_size(wanted).unwrap_or(1);
        if self.operand_type(value) == wanted { value } else { self.cut(value, size) }
    }

    /// A coordinate without the components that nothing looks at: SPIR-V allows more than are needed.
    pub(crate) fn cut(&mut self, coordinate: Operand, needed: u32) -> Operand {
        let ty = self.operand_type(coordinate);
        let size = self.reader.module.types.vector_size(ty).unwrap_or(1);
        let components: Vec<u32> = (0..needed).collect();
        match Swizzle::new(&components) {
            Some(swizzle) if size > needed => {
                let mut builder = self.builder();
                let precision = builder.precision(coordinate);
                builder.swizzle(coordinate, swizzle, precision)
            }
            _ => coordinate,
        }
    }

    fn write_image(&mut self, inst: &Inst<'w>) -> Result<(), Error> {
        let image = self.of_texels(inst)?;
        let coordinate = self.value(inst.word(1)?, inst.at)?;
        let coordinate = signed(&mut self.builder(), coordinate);
        let texel = self.value(inst.word(2)?, inst.at)?;
        let texel = self.of_four(texel);
        let mut operands = vec![image, coordinate, texel];
        let mut flags = ImageOperands::NONE;
        self.image_operands(inst, 3, &mut flags, &mut operands)?;
        flags.insert(self.volatile_texels(inst.word(0)?));
        self.builder().push(IrOp::ImageWrite, &operands, flags.bits(), &[]);
        Ok(())
    }

    /// A texel with four components: SPIR-V allows those that the format has.
    fn of_four(&mut self, texel: Operand) -> Operand {
        let ty = self.operand_type(texel);
        let types = &self.reader.module.types;
        let size = types.vector_size(ty).unwrap_or(1);
        let whole = types.scalar_of(ty).and_then(|scalar| common::vector(scalar, 4));
        let (Some(scalar), Some(whole), 1..4) = (types.scalar_of(ty), whole, size) else { return texel };
        let zero = self.reader.module.constants.null(common::scalar(scalar));
        let mut parts = vec![texel];
        parts.extend((size..4).map(|_| Operand::from(zero)));
        let mut builder = self.builder();
        let precision = builder.precision(texel);
        builder.construct(whole, &parts, precision)
    }

    fn query(&mut self, inst: &Inst<'w>, op: IrOp) -> Result<(), Error> {
        let mut operands = Vec::with_capacity(inst.words.len());
        operands.push(if inst.is(Op::ImageQuerySize) {
            self.of_texels(inst)?
        } else {
            self.value(inst.word(0)?, inst.at)?
        });
        operands.extend(self.values(inst.from(1), inst.at)?);
        for level in operands.iter_mut().skip(1) {
            *level = signed(&mut self.builder(), *level);
        }
        let value = self.builder().op(op, &operands, Precision::None);
        let ty = self.reader.ty(inst.ty, inst.at)?;
        let value = cast(&mut self.builder(), value, ty);
        self.define(inst, value);
        Ok(())
    }
}
