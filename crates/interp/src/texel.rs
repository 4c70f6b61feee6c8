//! Texels of storage images and of textures that are fetched from, by whole coordinates.

use vitrum_ir::{Dim, FunctionData, ImageFormat, ImageType, Inst, Scalar, Type, TypeData};

use crate::environment::Texture;
use crate::error::{Error, invalid};
use crate::image::converted;
use crate::machine::{Machine, numbers};
use crate::memory::Pointer;
use crate::value::{Numbers, Value};

impl Texture {
    /// Index of a texel in its level; none outside.
    pub(crate) fn texel_index(&self, level: usize, at: [i64; 3], layer: i64, sample: i64) -> Option<usize> {
        let size = self.level_size(level);
        let inside =
            |value: i64, bound: u32| (0..i64::from(bound)).contains(&value).then_some(value as usize);
        let x = inside(at[0], size[0])?;
        let y = inside(at[1], size[1])?;
        let z = inside(at[2], size[2])?;
        let layer = inside(layer, self.layers)?;
        let sample = inside(sample, self.samples.max(1))?;
        let [width, height, depth] = size.map(|size| size as usize);
        let position = ((layer * depth + z) * height + y) * width + x;
        Some(position * self.samples.max(1) as usize + sample)
    }

    /// A texel's components as bits; none outside.
    pub(crate) fn texel(&self, level: usize, at: [i64; 3], layer: i64, sample: i64) -> Option<[u64; 4]> {
        let index = self.texel_index(level, at, layer, sample)?;
        self.levels.get(level)?.get(index).copied()
    }

    /// Puts a texel's components; whether there is such a texel.
    fn set_texel(&mut self, index: Option<usize>, texel: [u64; 4]) -> bool {
        let slot = index.and_then(|index| self.levels.first_mut()?.get_mut(index));
        slot.map(|slot| *slot = texel).is_some()
    }
}

/// Whole coordinates taken apart: position and layer.
pub(crate) fn split(image: &ImageType, coordinate: &Value) -> Result<([i64; 3], i64), Error> {
    let numbers = numbers(coordinate)?;
    let all: Vec<i64> = numbers.bits.iter().map(|&bits| i64::from(bits as u32 as i32)).collect();
    let get = |index: usize| all.get(index).copied().unwrap_or(0);
    Ok(match (image.dim, image.arrayed) {
        (Dim::D1, true) => ([get(0), 0, 0], get(1)),
        (Dim::D1 | Dim::Buffer, _) => ([get(0), 0, 0], 0),
        (Dim::D3, _) => ([get(0), get(1), get(2)], 0),
        // The third coordinate of a cube is the face, and of an array of cubes face and layer.
        (Dim::Cube, _) | (_, true) => ([get(0), get(1), 0], get(2)),
        (
            Dim::D2
            | Dim::Rect
            | Dim::Subpass
            | Dim::External
            | Dim::ExternalYuv
            | Dim::TileImage
            | Dim::PixelLocal,
            false,
        ) => ([get(0), get(1), 0], 0),
    })
}

/// Whole coordinates taken apart, as a lane of a quad has them: those of attachments count from its pixel.
pub(crate) fn place(image: &ImageType, coordinate: &Value, lane: usize) -> Result<([i64; 3], i64), Error> {
    let ([x, y, z], layer) = split(image, coordinate)?;
    let (right, down) = match image.dim {
        Dim::Subpass | Dim::PixelLocal => (lane as i64 % 2, lane as i64 / 2),
        _ => (0, 0),
    };
    Ok(([x.wrapping_add(right), y.wrapping_add(down), z], layer))
}

/// A texel as the vector that a shader sees.
pub(crate) fn texel_value(scalar: Scalar, texel: [u64; 4]) -> Value {
    Value::Numbers(Numbers::new(scalar, 4, texel.to_vec()))
}

impl Machine<'_> {
    pub(crate) fn texture(&self, texture: usize) -> Result<&Texture, Error> {
        match self.textures.get(texture) {
            Some(texture) => Ok(texture),
            None => Err(Error::Environment("an image that the shader uses is not given".to_owned())),
        }
    }

    /// The image type of an operand.
    pub(crate) fn image_type(
        &self,
        function: &FunctionData,
        inst: Inst,
        index: usize,
    ) -> Result<ImageType, Error> {
        let Some(&operand) = function.operands(inst).get(index) else {
            return invalid("an image op without image");
        };
        let ty = vitrum_ir::typing::operand_type(self.module, function, operand);
        let ty = self.module.types.pointee(ty).unwrap_or(ty);
        match self.module.types.get(ty) {
            TypeData::Image(image) | TypeData::SampledImage(image) => Ok(image),
            _ => invalid("an image op on something else"),
        }
    }

    pub(crate) fn texel_pointer(
        &mut self,
        lane: usize,
        function: &FunctionData,
        inst: Inst,
        image: &Pointer,
        coordinate: &Value,
        sample: &Value,
    ) -> Result<Value, Error> {
        let ty = self.image_type(function, inst, 0)?;
        let Some(&operand) = function.operands(inst).first() else {
            return invalid("an image op without image");
        };
        let pointer_type = vitrum_ir::typing::operand_type(self.module, function, operand);
        let pointee = self.module.types.pointee(pointer_type).unwrap_or(pointer_type);
        let Value::Resource { texture, .. } = self.load(lane, image, pointee)? else {
            return invalid("an image op on something else");
        };
        Ok(Value::Pointer(self.texel_of(lane, &ty, texture, coordinate, sample)?))
    }

    /// The address of a texel of an image.
    pub(crate) fn texel_of(
        &mut self,
        lane: usize,
        ty: &ImageType,
        texture: usize,
        coordinate: &Value,
        sample: &Value,
    ) -> Result<Pointer, Error> {
        if matches!(ty.format, ImageFormat::Rg16f | ImageFormat::Rgba16f) {
            return Err(Error::Unsupported("atomics on texels of halves".to_owned()));
        }
        if self.is_lost(lane, texture) {
            return Ok(Pointer::Nowhere);
        }
        let (at, layer) = split(ty, coordinate)?;
        let sample = sample.as_int().unwrap_or(0);
        let index = self.texture(texture)?.texel_index(0, at, layer, sample);
        Ok(Pointer::Texel { texture, index })
    }

    /// The first component of a texel, for atomics.
    pub(crate) fn read_texel(&self, texture: usize, index: Option<usize>) -> Option<Value> {
        let is_undefined = self.undefined_texels.contains(&(texture, index?));
        let texture = self.textures.get(texture)?;
        let texel = texture.levels.first()?.get(index?)?;
        let mut value = Value::scalar(texture.scalar, texel[0]);
        if is_undefined {
            value.undefine();
        }
        Some(value)
    }

    /// Notes whether a texel is written with something defined.
    pub(crate) fn mark_texel(&mut self, texture: usize, index: Option<usize>, is_defined: bool) {
        let Some(index) = index else { return };
        if is_defined {
            self.undefined_texels.remove(&(texture, index));
        } else {
            self.undefined_texels.insert((texture, index));
        }
    }

    pub(crate) fn write_texel(&mut self, texture: usize, index: Option<usize>, value: &Value) -> bool {
        let Some(texture) = self.textures.get_mut(texture) else { return false };
        let bits = value.numbers().and_then(|numbers| numbers.bits.first()).copied().unwrap_or(0);
        texture.set_texel(index, [bits, 0, 0, 1])
    }

    #[expect(clippy::too_many_arguments, reason = "they are the operands of the instruction")]
    pub(crate) fn image_write(
        &mut self,
        function: &FunctionData,
        inst: Inst,
        lane: usize,
        image: &Value,
        coordinate: &Value,
        texel: &Value,
        sample: Option<&Value>,
    ) -> Result<(), Error> {
        let ty = self.image_type(function, inst, 0)?;
        let (&Value::Resource { texture, .. }, Value::Numbers(texel)) = (image, texel) else {
            return invalid("an image op on something else");
        };
        if self.is_helper(lane) || self.is_lost(lane, texture) {
            return Ok(());
        }
        self.undefined_memory |= !coordinate.is_defined() || self.is_tainted(lane);
        let (at, layer) = place(&ty, coordinate, lane)?;
        let sample = sample.and_then(Value::as_int).unwrap_or(0);
        let index = self.texture(texture)?.texel_index(0, at, layer, sample);
        self.mark_texel(texture, index, texel.undefined == 0);
        let texel = converted(texel.clone(), Texture::stored(texel.scalar));
        let mut bits = [0; 4];
        for (slot, &component) in bits.iter_mut().zip(&texel.bits) {
            *slot = component;
        }
        if let Some(texture) = self.textures.get_mut(texture) {
            // Outside, nothing is written.
            texture.set_texel(index, bits);
        }
        Ok(())
    }

    pub(crate) fn image_size(
        &mut self,
        lane: usize,
        function: &FunctionData,
        inst: Inst,
        image: &Value,
        level: Option<&Value>,
        ty: Type,
    ) -> Result<Value, Error> {
        let image_type = self.image_type(function, inst, 0)?;
        let Value::Resource { texture, .. } = image else { return invalid("an image op on something else") };
        if self.is_lost(lane, *texture) {
            return self.undefined(ty);
        }
        let level = level.and_then(Value::as_int).map_or(0, |level| level.max(0) as usize);
        let texture = self.texture(*texture)?;
        let size = texture.level_size(level);
        let faces = if image_type.dim == Dim::Cube { 6 } else { 1 };
        let dimensions = if image_type.dim == Dim::Cube { 2 } else { image_type.dim.coordinates() as usize };
        let mut all: Vec<u64> = size.iter().take(dimensions).map(|&size| size.into()).collect();
        if image_type.arrayed {
            all.push(u64::from(texture.layers / faces));
        }
        let scalar = self.module.types.scalar_of(ty).unwrap_or(Scalar::I32);
        Ok(Value::Numbers(Numbers::new(scalar, all.len(), all)))
    }
}
