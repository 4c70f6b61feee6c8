//! Sampling: which level, which texels, how weighted (Vulkan 1.4 chapter "Image Operations").

use vitrum_ir::eval::FloatFormat;
use vitrum_ir::{Dim, ImageType};

use crate::environment::{Compare, Filter, Sampler, Texture, Wrap};
use crate::image::{cube_face, dimensions};

/// A level of detail.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Detail {
    lod: f64,
}

impl Detail {
    /// The level of detail `lod`, within the sampler's bounds.
    pub(crate) fn exactly(lod: f64, sampler: &Sampler) -> Self {
        let biased = lod + f64::from(sampler.lod_bias);
        Self { lod: biased.max(f64::from(sampler.min_lod)).min(f64::from(sampler.max_lod)) }
    }

    /// The level of detail of a footprint.
    pub(crate) fn of_gradients(
        texture: &Texture,
        sampler: &Sampler,
        image: &ImageType,
        at: &[f64],
        dx: &[f64],
        dy: &[f64],
        bias: f64,
    ) -> Self {
        let length = |gradient: &[f64]| -> f64 {
            let scaled: Vec<f64> = if image.dim == Dim::Cube {
                cube_gradient(at, gradient).map(|part| part * f64::from(texture.size[0])).to_vec()
            } else {
                let sizes = texture.size.iter().map(|&size| f64::from(size));
                let is_normal = image.dim != Dim::Rect;
                gradient
                    .iter()
                    .take(dimensions(image))
                    .zip(sizes)
                    .map(|(part, size)| if is_normal { part * size } else { *part })
                    .collect()
            };
            scaled.iter().map(|part| part * part).sum::<f64>().sqrt()
        };
        let rho = length(dx).max(length(dy));
        Self::exactly(if rho > 0.0 { libm_log2(rho) } else { -1000.0 } + bias, sampler)
    }

    /// Not less than `least`.
    pub(crate) fn at_least(self, least: Option<f64>) -> Self {
        Self { lod: least.map_or(self.lod, |least| self.lod.max(least)) }
    }

    pub(crate) fn lod(self) -> f64 {
        self.lod
    }
}

/// The same on every host, unlike the host's own.
fn libm_log2(value: f64) -> f64 {
    let format = FloatFormat::F64;
    format.decode(vitrum_ir::eval::math::log2(format, format.encode(value)))
}

/// Gradient of the coordinates on the face of a cube, from that of the direction.
fn cube_gradient(at: &[f64], gradient: &[f64]) -> [f64; 2] {
    let get = |all: &[f64], index: usize| all.get(index).copied().unwrap_or(0.0);
    let here = [0, 1, 2].map(|index| get(at, index));
    let there = [0, 1, 2].map(|index| get(at, index) + get(gradient, index) / 256.0);
    let (face, s, t) = cube_face(here);
    let (other, u, v) = cube_face(there);
    if face == other { [(u - s) * 256.0, (v - t) * 256.0] } else { [0.0, 0.0] }
}

/// A place in a texture that is sampled.
pub(crate) struct Lookup<'a> {
    texture: &'a Texture,
    sampler: &'a Sampler,
    /// In 0 to 1 by dimension; in texels if `normal` is false.
    at: [f64; 3],
    layer: i64,
    normal: bool,
    dimensions: usize,
    cube: bool,
}

/// The texels along one dimension: the two neighbours, and the weight of the second.
#[derive(Clone, Copy)]
struct Pair {
    first: i64,
    second: i64,
    weight: f64,
}

impl<'a> Lookup<'a> {
    pub(crate) fn new(
        texture: &'a Texture,
        sampler: &'a Sampler,
        image: &ImageType,
        coordinate: &[f64],
    ) -> Self {
        let get = |index: usize| coordinate.get(index).copied().unwrap_or(0.0);
        let cube = image.dim == Dim::Cube;
        let layer = |index: usize, most: u32| {
            let layer = (get(index) + 0.5).floor();
            (layer as i64).clamp(0, i64::from(most.max(1)) - 1)
        };
        let count = dimensions(image);
        let (at, layer) = if cube {
            let (face, s, t) = cube_face([get(0), get(1), get(2)]);
            let first = if image.arrayed { 6 * layer(3, texture.layers / 6) } else { 0 };
            ([s, t, 0.0], first + face)
        } else {
            let mut at = [0.0; 3];
            at.iter_mut().take(count).enumerate().for_each(|(index, slot)| *slot = get(index));
            (at, if image.arrayed { layer(count, texture.layers) } else { 0 })
        };
        let normal = image.dim != Dim::Rect;
        Self { texture, sampler, at, layer, normal, dimensions: if cube { 2 } else { count }, cube }
    }

    /// The filtered texel.
    pub(crate) fn sample(&self, detail: Detail, reference: Option<f64>, offset: [i64; 3]) -> [u64; 4] {
        let lod = detail.lod();
        let filter = if lod <= 0.0 { self.sampler.magnify } else { self.sampler.minify };
        let last = self.texture.levels.len().saturating_sub(1);
        let level = |lod: f64| (lod.max(0.0) as usize).min(last);
        match self.sampler.mipmap {
            None => self.filtered(0, filter, reference, offset),
            Some(Filter::Nearest) => {
                self.filtered(level((lod + 0.5).ceil() - 1.0), filter, reference, offset)
            }
            Some(Filter::Linear) => {
                let clamped = lod.clamp(0.0, last as f64);
                let (low, weight) = (level(clamped), clamped.fract());
                let a = self.filtered(low, filter, reference, offset);
                if weight == 0.0 {
                    return a;
                }
                let b = self.filtered(level(clamped + 1.0), filter, reference, offset);
                blend(&[(a, 1.0 - weight), (b, weight)])
            }
        }
    }

    fn filtered(&self, level: usize, filter: Filter, reference: Option<f64>, offset: [i64; 3]) -> [u64; 4] {
        let pairs = [0, 1, 2].map(|index| self.pair(level, filter, index, offset[index]));
        let mut parts = Vec::with_capacity(8);
        for corner in 0..8usize {
            let mut weight = 1.0;
            let mut at = [0; 3];
            for (index, pair) in pairs.iter().enumerate() {
                let second = corner >> index & 1 == 1;
                at[index] = if second { pair.second } else { pair.first };
                weight *= if second { pair.weight } else { 1.0 - pair.weight };
            }
            if weight > 0.0 {
                parts.push((self.compared(self.texel(level, at), reference), weight));
            }
        }
        match parts[..] {
            [(only, _)] => only,
            _ => blend(&parts),
        }
    }

    /// The texels of a level that count along a dimension.
    fn pair(&self, level: usize, filter: Filter, index: usize, offset: i64) -> Pair {
        if index >= self.dimensions {
            return Pair { first: 0, second: 0, weight: 0.0 };
        }
        let size = f64::from(self.texture.level_size(level)[index]);
        let scaled = if self.normal { self.at[index] * size } else { self.at[index] };
        match filter {
            Filter::Nearest => {
                let texel = self.wrapped(level, index, scaled.floor() as i64 + offset);
                Pair { first: texel, second: texel, weight: 0.0 }
            }
            Filter::Linear => {
                let moved = scaled - 0.5;
                let first = moved.floor() as i64 + offset;
                Pair {
                    first: self.wrapped(level, index, first),
                    second: self.wrapped(level, index, first + 1),
                    weight: moved - moved.floor(),
                }
            }
        }
    }

    /// The texel at `at` after wrapping, or one outside for the border.
    fn wrapped(&self, level: usize, index: usize, at: i64) -> i64 {
        let size = i64::from(self.texture.level_size(level)[index]);
        let wrap = if self.cube { Wrap::ClampToEdge } else { self.sampler.wrap[index] };
        match wrap {
            Wrap::Repeat => at.rem_euclid(size),
            Wrap::MirroredRepeat => {
                let at = at.rem_euclid(2 * size);
                if at < size { at } else { 2 * size - 1 - at }
            }
            Wrap::ClampToEdge => at.clamp(0, size - 1),
            Wrap::ClampToBorder => {
                if (0..size).contains(&at) {
                    at
                } else {
                    -1
                }
            }
        }
    }

    fn texel(&self, level: usize, at: [i64; 3]) -> [u64; 4] {
        self.texture.texel(level, at, self.layer, 0).unwrap_or([0; 4])
    }

    /// The texel, or in its place how it compares with the reference.
    fn compared(&self, texel: [u64; 4], reference: Option<f64>) -> [u64; 4] {
        let Some(reference) = reference else { return texel };
        let depth = FloatFormat::F32.decode(texel[0]);
        let holds = match self.sampler.compare {
            Compare::Never => false,
            Compare::Less => reference < depth,
            Compare::Equal => reference == depth,
            Compare::LessOrEqual => reference <= depth,
            Compare::Greater => reference > depth,
            Compare::NotEqual => reference != depth,
            Compare::GreaterOrEqual => reference >= depth,
            Compare::Always => true,
        };
        let one = FloatFormat::F32.encode(f64::from(u8::from(holds)));
        [one, one, one, one]
    }

    /// One component of the four texels that linear filtering would weigh.
    pub(crate) fn gather(&self, component: usize, reference: Option<f64>, offsets: &[[i64; 3]]) -> [u64; 4] {
        let at = |corner: usize| {
            // With four offsets each one chooses the texel that is the first of its own four.
            let offset = if offsets.len() == 4 {
                offsets[corner]
            } else {
                offsets.first().copied().unwrap_or_default()
            };
            let (x, y) =
                (self.pair(0, Filter::Linear, 0, offset[0]), self.pair(0, Filter::Linear, 1, offset[1]));
            let (right, below) = match (offsets.len(), corner) {
                (4, _) => (false, false),
                (_, 0) => (false, true),
                (_, 1) => (true, true),
                (_, 2) => (true, false),
                _ => (false, false),
            };
            let position =
                [if right { x.second } else { x.first }, if below { y.second } else { y.first }, 0];
            let texel = self.compared(self.texel(0, position), reference);
            texel[component.min(3)]
        };
        [at(0), at(1), at(2), at(3)]
    }
}

/// The weighted sum of float texels.
fn blend(parts: &[([u64; 4], f64)]) -> [u64; 4] {
    let format = FloatFormat::F32;
    [0, 1, 2, 3].map(|index| {
        let sum: f64 = parts.iter().map(|(texel, weight)| format.decode(texel[index]) * weight).sum();
        format.encode(sum)
    })
}
