//! Coordinates, layers, levels and samples of texels.

use super::options::{Class, IndexPolicy};
use super::sizes::is_of_tile;
use super::{Bounder, Index, both, exactly, only_if, unsigned};
use crate::analysis::memory::Path;
use crate::analysis::ranges::scoped::Ranges;
use crate::analysis::ranges::sizes::{Size, path_of_image};
use crate::framework::rewrite::{Action, Rewriter};
use vitrum_glsl::features::Feature;
use vitrum_ir::{
    Dim, FunctionData, ImageOperands, ImageType, Inst, Module, Op, Operand, Precision, Scalar, Swizzle,
    TypeData, types::common, typing,
};

/// The operands of an instruction on a texel, by position.
#[derive(Default)]
pub(super) struct Places {
    pub(super) level: Option<usize>,
    offset: Option<usize>,
    sample: Option<usize>,
}

impl Places {
    pub(super) fn of(function: &FunctionData, inst: Inst) -> Self {
        let mut places = Self::default();
        let mut next = match function.op(inst) {
            Op::TexelPointer => {
                places.sample = Some(2);
                return places;
            }
            Op::ImageWrite => 3,
            _ => 2,
        };
        let flags = ImageOperands::from_bits(function.insts[inst].imm);
        for &(flag, _) in ImageOperands::ALL.iter().filter(|row| flags.contains(row.0)) {
            match flag {
                ImageOperands::LOD => places.level = Some(next),
                ImageOperands::OFFSET => places.offset = Some(next),
                ImageOperands::SAMPLE => places.sample = Some(next),
                _ => {}
            }
            next += flag.operand_count();
        }
        places
    }
}

impl Bounder {
    /// Bounds a fetch, a load or a store.
    pub(super) fn texel(&self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let class =
            if rewriter.function.op(inst) == Op::ImageWrite { Class::ImageStore } else { Class::ImageLoad };
        match self.bound_texel(rewriter, inst, class) {
            Some(guard) => only_if(rewriter, inst, guard),
            None => Action::Keep,
        }
    }

    /// Bounds the address of a texel.
    pub(super) fn texel_pointer(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let guard = self.bound_texel(rewriter, inst, Class::ImageStore);
        if let (Some(guard), Some(address)) = (guard, rewriter.function.result(inst)) {
            self.guards.insert(address, guard);
        }
        Action::Keep
    }

    /// Bounds the level of which the size is asked for.
    pub(super) fn size(&self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let &[image, _] = rewriter.function.operands(inst) else { return Action::Keep };
        let Some(ty) = typing::image_type(rewriter.module, rewriter.ty(image)) else { return Action::Keep };
        let is_left = self.policy(Class::Level).0 == IndexPolicy::Unchecked
            || rewriter
                .function
                .operands(inst)
                .get(1)
                .is_none_or(|&level| rewriter.module.as_int(level) == Some(0));
        if is_left || !rewriter.may_change() {
            return Action::Keep;
        }
        match self.level(rewriter, inst, image, ty, 1) {
            Some((_, Some(guard))) => only_if(rewriter, inst, guard),
            _ => Action::Keep,
        }
    }

    /// Clamps what is to be clamped; gives the condition under which the rest is in bounds.
    fn bound_texel(&self, rewriter: &mut Rewriter<'_>, inst: Inst, class: Class) -> Option<Operand> {
        let &first = rewriter.function.operands(inst).first()?;
        let whole = rewriter.ty(first);
        let ty = rewriter.module.types.pointee(whole).unwrap_or(whole);
        let image_type = typing::image_type(rewriter.module, ty)?;
        let places = Places::of(&rewriter.function, inst);
        let policy = self.policy_of_texel(rewriter.function.op(inst), image_type, class);
        if !self.changes_texel(rewriter, inst, class, image_type, &places) || !rewriter.may_change() {
            return None;
        }
        if is_of_tile(rewriter.module, &rewriter.function, inst) {
            self.cannot(rewriter, inst, class, "attachments of tiles have no queries");
            return None;
        }
        // Queries take the image, not its address.
        let asks_samples = places.sample.is_some() && image_type.multisampled;
        let has_size = !asks_samples && self.early_size(rewriter, inst).is_some();
        let image = if whole == ty || has_size { first } else { rewriter.load(first) };
        let mut guard = None;
        let mut level = None;
        if let Some(place) = places.level {
            level = rewriter.function.operands(inst).get(place).copied();
            if let Some((known, condition)) = self.level(rewriter, inst, image, image_type, place) {
                level = Some(known);
                guard = condition;
            }
        }
        if policy == IndexPolicy::Unchecked {
            return guard;
        }
        if let Some(place) = places.sample.filter(|_| image_type.multisampled) {
            let sample = rewriter.function.operands(inst).get(place).copied()?;
            if rewriter.module.as_int(sample) != Some(0) {
                let condition = self.sample(rewriter, inst, image, place, class);
                guard = condition.map(|it| both(rewriter, guard, it)).or(guard);
            }
        }
        if matches!(image_type.dim, Dim::Subpass | Dim::TileImage | Dim::PixelLocal) {
            return guard;
        }
        if self.proven.coordinates.contains(&inst) {
            return guard;
        }
        let query = if image_type.storage { Feature::ImageSize } else { Feature::TextureSize };
        if !self.has(rewriter.settings(), rewriter.module, query) {
            self.cannot(rewriter, inst, class, "the version of GLSL has no query of sizes");
            return guard;
        }
        let condition = self.coordinate(rewriter, inst, (image, image_type), &places, level, policy);
        condition.map(|it| both(rewriter, guard, it)).or(guard)
    }

    /// True if something of a texel is to be bounded, as far as that is known without its image.
    fn changes_texel(
        &self,
        rewriter: &Rewriter<'_>,
        inst: Inst,
        class: Class,
        image: ImageType,
        places: &Places,
    ) -> bool {
        let is_zero = |place: usize| {
            let operand = rewriter.function.operands(inst).get(place);
            operand.is_none_or(|&operand| rewriter.module.as_int(operand) == Some(0))
        };
        let is_attachment = matches!(image.dim, Dim::Subpass | Dim::TileImage);
        let is_bounded = !is_attachment || places.sample.is_some_and(|place| !is_zero(place));
        let of_level = places.level.is_some_and(|place| !is_zero(place));
        of_level && self.policy(Class::Level).0 != IndexPolicy::Unchecked
            || is_bounded
                && self.policy_of_texel(rewriter.function.op(inst), image, class) != IndexPolicy::Unchecked
    }

    /// The policy for a coordinate. A store outside of an image has no effect without a check, as [`super::BoundIndices`] cites.
    /// Texel buffers are left out of this, since drivers treat them as buffers.
    pub(super) fn policy_of_texel(&self, op: Op, image: ImageType, class: Class) -> IndexPolicy {
        match self.policy(class) {
            (_, false) if op == Op::ImageWrite && image.dim != Dim::Buffer => IndexPolicy::Unchecked,
            (policy, _) => policy,
        }
    }

    /// Bounds the level at a position. Gives a level that exists, and the condition under which that is the level asked for, if
    /// others are to be skipped. `None` if nothing is known of it.
    fn level(
        &self,
        rewriter: &mut Rewriter<'_>,
        inst: Inst,
        image: Operand,
        ty: ImageType,
        place: usize,
    ) -> Option<(Operand, Option<Operand>)> {
        let &level = rewriter.function.operands(inst).get(place)?;
        let policy = self.policy(Class::Level).0;
        let is_sampled = matches!(ty.dim, Dim::D1 | Dim::D2 | Dim::D3 | Dim::Cube) && !ty.multisampled;
        if policy == IndexPolicy::Unchecked || rewriter.module.as_int(level) == Some(0) || !is_sampled {
            return None;
        }
        if ty.storage {
            self.cannot(rewriter, inst, Class::Level, "storage images have no query of levels");
            return None;
        }
        if !self.has(rewriter.settings(), rewriter.module, Feature::TextureLevels) {
            self.cannot(rewriter, inst, Class::Level, "the version of GLSL has no query of levels");
            return None;
        }
        let levels = rewriter.push(Op::ImageLevels, &[image], 0, common::I32, Precision::None);
        let index = Index {
            operand: level,
            length: rewriter.convert(levels, common::U32),
            may_be_empty: false,
            last: None,
        };
        let clamped = signed(rewriter, index.operand, |rewriter| index.clamped(rewriter));
        if policy == IndexPolicy::Clamp {
            rewriter.set_operand(inst, place, clamped);
            return Some((clamped, None));
        }
        let is_inside = index.is_inside(rewriter);
        Some((clamped, Some(is_inside)))
    }

    /// Bounds the sample at a position; gives the condition under which it exists, if others are to be skipped.
    fn sample(
        &self,
        rewriter: &mut Rewriter<'_>,
        inst: Inst,
        image: Operand,
        place: usize,
        class: Class,
    ) -> Option<Operand> {
        let image_type = typing::image_type(rewriter.module, rewriter.ty(image))?;
        let length = if matches!(image_type.dim, Dim::Subpass | Dim::TileImage) {
            self.attachment_samples(rewriter, inst)?
        } else {
            let query = if image_type.storage { Feature::ImageSamples } else { Feature::TextureSamples };
            if !self.has(rewriter.settings(), rewriter.module, query) {
                self.cannot(rewriter, inst, class, "the version of GLSL has no query of samples");
                return None;
            }
            let samples = rewriter.push(Op::ImageSamples, &[image], 0, common::I32, Precision::None);
            rewriter.convert(samples, common::U32)
        };
        let policy = self.policy(class).0;
        let &sample = rewriter.function.operands(inst).get(place)?;
        let index = Index { operand: sample, length, may_be_empty: false, last: None };
        if policy == IndexPolicy::Skip {
            return Some(index.is_inside(rewriter));
        }
        let clamped = signed(rewriter, sample, |rewriter| index.clamped(rewriter));
        rewriter.set_operand(inst, place, clamped);
        None
    }

    /// Bounds the coordinate; gives the condition under which it is in bounds, if others are to be skipped.
    fn coordinate(
        &self,
        rewriter: &mut Rewriter<'_>,
        inst: Inst,
        (image, ty): (Operand, ImageType),
        places: &Places,
        level: Option<Operand>,
        policy: IndexPolicy,
    ) -> Option<Operand> {
        let count = ty.texel_coordinates();
        let &given = rewriter.function.operands(inst).get(1)?;
        let mut coordinate = first_components(rewriter, given, count);
        let offset = places.offset.and_then(|place| rewriter.function.operands(inst).get(place).copied());
        if let Some(offset) = offset {
            coordinate = moved(rewriter, coordinate, offset);
        }
        let early = self.early_size(rewriter, inst);
        let size = match early {
            Some(early) => early.size,
            None => size_of(rewriter, image, ty, level),
        };
        let index = unsigned(rewriter, coordinate);
        let unsigned_type = rewriter.ty(index);
        let size = rewriter.convert(size, unsigned_type);
        if policy == IndexPolicy::Skip {
            let inside = exactly(rewriter, Op::Ult, &[index, size]);
            return Some(if count > 1 { rewriter.op(Op::All, &[inside]) } else { inside });
        }
        let last = match early {
            Some(early) => rewriter.convert(early.last, unsigned_type),
            None => {
                let one = rewriter.number(unsigned_type, 1.0);
                rewriter.op(Op::Isub, &[size, one])
            }
        };
        let clamped = signed(rewriter, coordinate, |rewriter| exactly(rewriter, Op::Umin, &[index, last]));
        rewriter.set_operand(inst, 1, clamped);
        if let (Some(place), Some(offset)) = (places.offset, offset) {
            let ty = rewriter.ty(offset);
            let none = rewriter.module.constants.null(ty);
            rewriter.set_operand(inst, place, none.into());
        }
        None
    }
}

/// True if all of a coordinate is surely inside of the base level.
pub(super) fn is_inside(module: &Module, function: &FunctionData, ranges: &Ranges<'_>, inst: Inst) -> bool {
    let &[first, coordinate, ..] = function.operands(inst) else { return false };
    let whole = typing::operand_type(module, function, first);
    let ty = module.types.pointee(whole).unwrap_or(whole);
    let Some(image) = typing::image_type(module, ty) else { return false };
    let places = Places::of(function, inst);
    let is_base = places.level.is_none_or(|place| {
        function.operands(inst).get(place).is_some_and(|&level| module.as_int(level) == Some(0))
    });
    let path = match whole == ty {
        true => path_of_image(module, function, first),
        false => Some(Path::resolved(module, function, first)),
    };
    // The faces of a cube are no dimension of a query.
    let Some(path) = path.filter(|_| is_base && places.offset.is_none() && image.dim != Dim::Cube) else {
        return false;
    };
    (0..image.texel_coordinates())
        .all(|component| ranges.is_below_size(coordinate, component, &Size::Image(path.clone(), component)))
}

/// A number that is made from another one, in the type of that.
fn signed(
    rewriter: &mut Rewriter<'_>,
    like: Operand,
    make: impl FnOnce(&mut Rewriter<'_>) -> Operand,
) -> Operand {
    let ty = rewriter.ty(like);
    let made = make(rewriter);
    rewriter.convert(made, ty)
}

/// As many components of a coordinate as there are dimensions.
fn first_components(rewriter: &mut Rewriter<'_>, coordinate: Operand, count: u32) -> Operand {
    let ty = rewriter.ty(coordinate);
    if rewriter.module.types.vector_size(ty).is_none_or(|size| size <= count) {
        return coordinate;
    }
    first_of(rewriter, coordinate, count)
}

fn first_of(rewriter: &mut Rewriter<'_>, vector: Operand, count: u32) -> Operand {
    let components: Vec<u32> = (0..count).collect();
    match Swizzle::new(&components) {
        Some(swizzle) => rewriter.op_imm(Op::Swizzle, &[vector], swizzle.bits()),
        None => vector,
    }
}

/// A coordinate with an offset, which has no layer.
fn moved(rewriter: &mut Rewriter<'_>, coordinate: Operand, offset: Operand) -> Operand {
    let ty = rewriter.ty(coordinate);
    let of_offset = rewriter.ty(offset);
    let scalar = rewriter.module.types.scalar_of(ty).unwrap_or(Scalar::I32);
    let same = rewriter.module.types.with_scalar(of_offset, scalar).unwrap_or(of_offset);
    let mut offset = rewriter.convert(offset, same);
    let size = |rewriter: &Rewriter<'_>, ty| rewriter.module.types.vector_size(ty).unwrap_or(1);
    if size(rewriter, same) < size(rewriter, ty) {
        let zero = rewriter.number(common::scalar(scalar), 0.0);
        offset = rewriter.push(Op::Construct, &[offset, zero], 0, ty, Precision::None);
    }
    exactly(rewriter, Op::Iadd, &[coordinate, offset])
}

/// The size of an image in the order of its coordinates, of a level that exists.
pub(super) fn size_of(
    rewriter: &mut Rewriter<'_>,
    image: Operand,
    ty: ImageType,
    level: Option<Operand>,
) -> Operand {
    let has_levels = !matches!(ty.dim, Dim::Rect | Dim::Buffer) && !ty.multisampled && !ty.storage;
    let mut operands = vec![image];
    if has_levels {
        let zero = rewriter.module.constants.i32(0);
        operands.push(level.unwrap_or(zero.into()));
    }
    let size = rewriter.op(Op::ImageSize, &operands);
    if ty.dim != Dim::Cube {
        return size;
    }
    // Faces are counted with the cubes.
    let six = rewriter.number(common::I32, 6.0);
    let faces = match ty.arrayed {
        false => six,
        true => {
            let cubes = rewriter.op_imm(Op::Extract, &[size], 2);
            rewriter.op(Op::Imul, &[cubes, six])
        }
    };
    let face = match rewriter.module.types.get(rewriter.ty(size)) {
        TypeData::Vector { size: 2, .. } => size,
        _ => first_of(rewriter, size, 2),
    };
    let whole = rewriter.module.types.vector(Scalar::I32, 3);
    rewriter.push(Op::Construct, &[face, faces], 0, whole, Precision::None)
}
