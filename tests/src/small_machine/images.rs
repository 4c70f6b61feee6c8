//! Textures and images of the small machine: the nearest texel of the nearest level.

use vitrum_interp::{Compare, Filter, Sampler, Texture, Wrap};
use vitrum_ir::eval::scalar::FloatFormat;
use vitrum_ir::machine::MEMORY_ATOMICS;
use vitrum_ir::{
    Dim, ImageOperands, ImageType, Inst, Intrinsic, Modes, Op, Operand, Scalar, Stage, Value, typing,
};

use super::core::{Core, exchanged};

/// A texture and a sampler, by their indices.
#[derive(Clone, Copy, Debug)]
pub(super) struct Handle {
    pub(super) texture: u32,
    pub(super) sampler: u32,
}

/// The operands of a lookup of one lane.
#[derive(Default)]
struct Lookup {
    coordinate: Vec<f64>,
    reference: Option<f64>,
    component: usize,
    bias: f64,
    level: Option<f64>,
    gradients: Option<[Vec<f64>; 2]>,
    offsets: Vec<[i64; 3]>,
    least: f64,
}

/// Texels as halves, or halves as texels: textures hold single precision.
fn converted(words: &[u32], from: FloatFormat, to: FloatFormat) -> Vec<u32> {
    words.iter().map(|&word| to.encode(from.decode(word.into())) as u32).collect()
}

fn offset(words: &[u32]) -> [i64; 3] {
    [0, 1, 2].map(|index| words.get(index).map_or(0, |&word| i64::from(word as i32)))
}

/// The face of a direction, with the place on it from 0 to 1.
fn face([x, y, z]: [f64; 3]) -> (i64, f64, f64) {
    let [wide, high, deep] = [x, y, z].map(f64::abs);
    let (number, s, t, major) = if wide >= high && wide >= deep {
        (i64::from(x < 0.0), if x < 0.0 { z } else { -z }, -y, wide)
    } else if high >= deep {
        (2 + i64::from(y < 0.0), x, if y < 0.0 { -z } else { z }, high)
    } else {
        (4 + i64::from(z < 0.0), if z < 0.0 { -x } else { x }, -y, deep)
    };
    (number, 0.5 * s / major + 0.5, 0.5 * t / major + 0.5)
}

/// The number of coordinates without the layer.
fn dimensions(image: &ImageType) -> usize {
    if image.dim == Dim::Cube { 3 } else { image.dim.coordinates() as usize }
}

/// The texel at a place after wrapping; none outside.
fn texel(texture: &Texture, level: usize, at: [i64; 3], layer: i64, sample: i64) -> Option<usize> {
    let [width, height, depth] = texture.level_size(level).map(i64::from);
    let samples = i64::from(texture.samples.max(1));
    let inside = (0..width).contains(&at[0])
        && (0..height).contains(&at[1])
        && (0..depth).contains(&at[2])
        && (0..i64::from(texture.layers)).contains(&layer)
        && (0..samples).contains(&sample);
    inside.then(|| ((((layer * depth + at[2]) * height + at[1]) * width + at[0]) * samples + sample) as usize)
}

/// Whole coordinates of a lane of a quad: the place, and the layer. Those of attachments count from its pixel.
fn whole(image: &ImageType, words: &[u32], lane: usize) -> ([i64; 3], i64) {
    let at = |index: usize| words.get(index).map_or(0, |&word| i64::from(word as i32));
    let (right, down) = (lane as i64 % 2, lane as i64 / 2);
    match (image.dim, image.arrayed) {
        (Dim::D1, true) => ([at(0), 0, 0], at(1)),
        (Dim::D1 | Dim::Buffer, _) => ([at(0), 0, 0], 0),
        (Dim::D3, _) => ([at(0), at(1), at(2)], 0),
        (Dim::Cube, _) | (_, true) => ([at(0), at(1), 0], at(2)),
        (Dim::Subpass | Dim::PixelLocal, false) => ([at(0) + right, at(1) + down, 0], 0),
        _ => ([at(0), at(1), 0], 0),
    }
}

impl Core<'_> {
    /// Executes an operation on images; false if it is none.
    pub(super) fn image(&mut self, inst: Inst, op: Op, active: &[usize]) -> Result<bool, String> {
        let operands = self.function.operands(inst).to_vec();
        let results: Vec<Value> = self.function.results(inst).collect();
        match op {
            Op::CombineSampler => {
                for &lane in active {
                    let [texture, sampler] = [0, 1].map(|index| self.handle(operands[index], lane));
                    let handle = Handle { texture: texture?.texture, sampler: sampler?.sampler };
                    self.handles.insert((results[0], lane), handle);
                }
            }
            Op::ImageOf => {
                for &lane in active {
                    let handle = self.handle(operands[0], lane)?;
                    self.handles.insert((results[0], lane), handle);
                }
            }
            Op::ImageSize | Op::ImageLevels | Op::ImageSamples => {
                for &lane in active {
                    let words = self.size(inst, op, lane)?;
                    self.write(results[0], lane, &words)?;
                }
            }
            Op::ImageWrite => {
                for &lane in active {
                    self.store_texel(inst, lane)?;
                }
            }
            Op::ImageSample | Op::ImageGather | Op::ImageQueryLod | Op::ImageFetch | Op::ImageRead => {
                let mut all = Vec::with_capacity(active.len());
                for &lane in active {
                    let words = match op {
                        Op::ImageFetch | Op::ImageRead => self.fetch(inst, lane)?,
                        _ => self.sample(inst, op, lane, active)?,
                    };
                    all.push(words);
                }
                let count = results.len();
                for (&lane, words) in active.iter().zip(all) {
                    if count > 1 {
                        self.write(results[0], lane, &[0])?;
                    }
                    let last = results[count - 1];
                    let ty = self.function.values[last].ty;
                    let size = self.module.types.vector_size(ty).unwrap_or(4) as usize;
                    let words = match self.module.types.scalar_of(ty) {
                        Some(Scalar::F16) => converted(&words, FloatFormat::F32, FloatFormat::F16),
                        _ => words,
                    };
                    self.write(last, lane, words.get(..size).ok_or("too few components")?)?;
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn handle(&self, operand: Operand, lane: usize) -> Result<Handle, String> {
        let value = operand.value().ok_or("a resource that is no value")?;
        self.handles.get(&(value, lane)).copied().ok_or_else(|| "a resource that was not loaded".to_owned())
    }

    fn texture(&self, handle: Handle) -> Option<&Texture> {
        self.host.textures.get(&handle.texture)
    }

    fn image_type(&self, operand: Operand) -> Result<ImageType, String> {
        let ty = typing::operand_type(self.module, self.function, operand);
        typing::image_type(self.module, ty).ok_or_else(|| "no image".to_owned())
    }

    fn size(&self, inst: Inst, op: Op, lane: usize) -> Result<Vec<u32>, String> {
        let operands = self.function.operands(inst);
        let image = self.image_type(operands[0])?;
        let Some(texture) = self.texture(self.handle(operands[0], lane)?) else { return Ok(vec![0; 3]) };
        match op {
            Op::ImageLevels => return Ok(vec![texture.levels.len() as u32]),
            Op::ImageSamples => return Ok(vec![texture.samples]),
            _ => {}
        }
        let level = operands.get(1).map_or(Ok(0), |&level| self.word(level, lane))?;
        let count = if image.dim == Dim::Cube { 2 } else { image.dim.coordinates() as usize };
        let mut words = texture.level_size(level as usize)[..count].to_vec();
        if image.arrayed {
            words.push(if image.dim == Dim::Cube { texture.layers / 6 } else { texture.layers });
        }
        Ok(words)
    }

    /// The operands of a lookup by their flags; the sample or whole level in the second and third place.
    fn lookup(&self, inst: Inst, lane: usize) -> Result<(Lookup, i64, i64), String> {
        let operands = self.function.operands(inst).to_vec();
        let flags = ImageOperands::from_bits(self.function.insts[inst].imm);
        let mut lookup = Lookup { least: f64::NEG_INFINITY, ..Lookup::default() };
        let mut next = operands.get(2..).unwrap_or(&[]).iter();
        let mut take = || {
            let operand = *next.next().ok_or("an operand is missing")?;
            Ok::<_, String>((self.read(operand, lane)?, self.floats(operand, lane)?))
        };
        let (mut level, mut sample) = (0, 0);
        for &(flag, _) in ImageOperands::ALL.iter().filter(|row| flags.contains(row.0)) {
            match flag {
                ImageOperands::DREF => lookup.reference = take()?.1.first().copied(),
                ImageOperands::COMPONENT => lookup.component = take()?.0[0] as usize,
                ImageOperands::BIAS => lookup.bias = take()?.1[0],
                ImageOperands::LOD => {
                    let (words, floats) = take()?;
                    level = i64::from(words[0] as i32);
                    lookup.level = floats.first().copied();
                }
                ImageOperands::GRAD => lookup.gradients = Some([take()?.1, take()?.1]),
                ImageOperands::OFFSET => lookup.offsets = vec![offset(&take()?.0)],
                ImageOperands::OFFSETS => lookup.offsets = take()?.0.chunks(2).map(offset).collect(),
                ImageOperands::SAMPLE => sample = i64::from(take()?.0[0] as i32),
                ImageOperands::MIN_LOD => lookup.least = take()?.1[0],
                _ => {}
            }
        }
        lookup.coordinate = self.place_of(inst, lane)?;
        if let (Some(reference), true) = (&mut lookup.reference, flags.contains(ImageOperands::PROJ)) {
            *reference /= self.floats(operands[1], lane)?.last().copied().unwrap_or(1.0);
        }
        Ok((lookup, level, sample))
    }

    /// An operand as floats of its type.
    fn floats(&self, operand: Operand, lane: usize) -> Result<Vec<f64>, String> {
        let ty = typing::operand_type(self.module, self.function, operand);
        let scalar = self.module.types.scalar_of(ty).filter(|&it| it == Scalar::F16);
        let format = scalar.and_then(FloatFormat::of).unwrap_or(FloatFormat::F32);
        Ok(self.read(operand, lane)?.iter().map(|&word| format.decode(word.into())).collect())
    }

    /// The coordinate of a lookup, projected.
    fn place_of(&self, inst: Inst, lane: usize) -> Result<Vec<f64>, String> {
        let operands = self.function.operands(inst);
        let mut all = self.floats(operands[1], lane)?;
        let is_lookup = self.function.op(inst) != Op::ImageQueryLod;
        let flags = ImageOperands::from_bits(self.function.insts[inst].imm);
        if is_lookup
            && flags.contains(ImageOperands::PROJ)
            && let Some(last) = all.pop()
        {
            all.iter_mut().for_each(|it| *it /= last);
        }
        Ok(all)
    }

    fn fetch(&self, inst: Inst, lane: usize) -> Result<Vec<u32>, String> {
        let operands = self.function.operands(inst);
        let (handle, image) = (self.handle(operands[0], lane)?, self.image_type(operands[0])?);
        let Some(texture) = self.texture(handle) else { return Ok(vec![0; 4]) };
        let (lookup, level, sample) = self.lookup(inst, lane)?;
        let (mut at, layer) = whole(&image, &self.read(operands[1], lane)?, lane);
        if let Some(offset) = lookup.offsets.first() {
            at.iter_mut().zip(offset).for_each(|(at, by)| *at += by);
        }
        let level = usize::try_from(level).unwrap_or(usize::MAX);
        let found = texture
            .levels
            .get(level)
            .and_then(|texels| texels.get(texel(texture, level, at, layer, sample)?));
        Ok(found.map_or(vec![0; 4], |texel| texel.map(|bits| bits as u32).to_vec()))
    }

    fn store_texel(&mut self, inst: Inst, lane: usize) -> Result<(), String> {
        let operands = self.function.operands(inst).to_vec();
        let (handle, image) = (self.handle(operands[0], lane)?, self.image_type(operands[0])?);
        let (at, layer) = whole(&image, &self.read(operands[1], lane)?, lane);
        let mut words = self.read(operands[2], lane)?;
        if image.sampled == Scalar::F16 {
            words = converted(&words, FloatFormat::F16, FloatFormat::F32);
        }
        let flags = ImageOperands::from_bits(self.function.insts[inst].imm);
        let sample = match operands.get(3).filter(|_| flags.contains(ImageOperands::SAMPLE)) {
            Some(&sample) => i64::from(self.word(sample, lane)? as i32),
            None => 0,
        };
        if self.lanes[lane].helper {
            return Ok(());
        }
        let Some(texture) = self.host.textures.get_mut(&handle.texture) else { return Ok(()) };
        let Some(index) = texel(texture, 0, at, layer, sample) else { return Ok(()) };
        if let Some(slot) = texture.levels.first_mut().and_then(|level| level.get_mut(index)) {
            slot.iter_mut().zip(words).for_each(|(slot, word)| *slot = word.into());
        }
        Ok(())
    }

    /// An atomic on a texel; the old word, if it gives one.
    pub(super) fn atomic_texel(
        &mut self,
        intrinsic: Intrinsic,
        operands: &[Operand],
        lane: usize,
    ) -> Result<Option<u32>, String> {
        let (first, value) = match intrinsic {
            Intrinsic::AtomicLoadTexel => (0, None),
            Intrinsic::AtomicStoreTexel => (1, operands.first().copied()),
            _ => (2, operands.get(1).copied()),
        };
        let &[image, coordinate, sample, ..] = operands.get(first..).unwrap_or(&[]) else {
            return Err("an operand is missing".to_owned());
        };
        let (handle, ty) = (self.handle(image, lane)?, self.image_type(image)?);
        let (at, layer) = whole(&ty, &self.read(coordinate, lane)?, lane);
        let sample = i64::from(self.word(sample, lane)? as i32);
        let value = value.map(|value| self.word(value, lane)).transpose()?.unwrap_or(0);
        let op = match intrinsic {
            Intrinsic::AtomicLoadTexel => None,
            Intrinsic::AtomicStoreTexel => Some(Op::AtomicExchange),
            _ => Some(*MEMORY_ATOMICS.get(self.word(operands[0], lane)? as usize).ok_or("no such atomic")?),
        };
        let comparator = operands.get(first + 4).map(|&it| self.word(it, lane)).transpose()?;
        let is_silent = self.lanes[lane].helper;
        let mut old = 0;
        if let Some(texture) = self.host.textures.get_mut(&handle.texture)
            && let Some(index) = texel(texture, 0, at, layer, sample)
            && let Some(texel) = texture.levels.first_mut().and_then(|level| level.get_mut(index))
        {
            old = texel[0] as u32;
            if let Some(op) = op.filter(|_| !is_silent) {
                // Images with atomics have one component.
                *texel = [exchanged(op, old, value, comparator)?.into(), 0, 0, 1];
            }
        }
        Ok((intrinsic != Intrinsic::AtomicStoreTexel).then_some(old))
    }

    /// The level of a lookup, before it is clamped to those that there are.
    fn level(
        &self,
        inst: Inst,
        lookup: &Lookup,
        (texture, sampler, image): (&Texture, &Sampler, &ImageType),
        lane: usize,
        active: &[usize],
    ) -> Result<f64, String> {
        let clamped = |level: f64| {
            (level + f64::from(sampler.lod_bias)).max(sampler.min_lod.into()).min(sampler.max_lod.into())
        };
        if let Some(level) = lookup.level {
            return Ok(clamped(level).max(lookup.least));
        }
        let quad = [lane & !1, lane | 1, lane & !2, lane | 2];
        let modes = self.module.execution.modes;
        let has_derivatives = self.module.stage == Stage::Fragment
            || modes.intersects(Modes::DERIVATIVE_GROUP_QUADS.union(Modes::DERIVATIVE_GROUP_LINEAR));
        let gradients = match &lookup.gradients {
            Some(gradients) => gradients.clone(),
            None if has_derivatives
                && quad.iter().all(|lane| active.contains(lane))
                && self.lanes.len() > 1 =>
            {
                let [left, right, top, bottom] = quad.map(|lane| self.place_of(inst, lane));
                let minus = |a: Vec<f64>, b: Vec<f64>| a.iter().zip(&b).map(|(a, b)| a - b).collect();
                [minus(right?, left?), minus(bottom?, top?)]
            }
            None => return Ok(clamped(lookup.bias).max(lookup.least)),
        };
        let count = dimensions(image);
        let longest = gradients.iter().map(|gradient| {
            let scaled: Vec<f64> = if image.dim == Dim::Cube {
                let here = [0, 1, 2].map(|index| lookup.coordinate.get(index).copied().unwrap_or(0.0));
                let there =
                    [0, 1, 2].map(|index| here[index] + gradient.get(index).copied().unwrap_or(0.0) / 256.0);
                let (from, to) = (face(here), face(there));
                let width = 256.0 * f64::from(texture.size[0]);
                if from.0 == to.0 {
                    vec![(to.1 - from.1) * width, (to.2 - from.2) * width]
                } else {
                    vec![0.0]
                }
            } else {
                let size =
                    |index: usize| if image.dim == Dim::Rect { 1.0 } else { f64::from(texture.size[index]) };
                gradient.iter().take(count).enumerate().map(|(index, it)| it * size(index)).collect()
            };
            scaled.iter().map(|it| it * it).sum::<f64>().sqrt()
        });
        let longest = longest.fold(0.0, f64::max);
        let level = if longest > 0.0 { longest.log2() } else { -1000.0 };
        Ok(clamped(level + lookup.bias).max(lookup.least))
    }

    fn sample(&self, inst: Inst, op: Op, lane: usize, active: &[usize]) -> Result<Vec<u32>, String> {
        let operands = self.function.operands(inst);
        let (handle, image) = (self.handle(operands[0], lane)?, self.image_type(operands[0])?);
        let Some(texture) = self.texture(handle) else { return Ok(vec![0; 4]) };
        let sampler = self.host.textures.get(&handle.sampler).map(|it| it.sampler).unwrap_or_default();
        if [sampler.magnify, sampler.minify] != [Filter::Nearest; 2]
            || sampler.mipmap == Some(Filter::Linear)
            || sampler.wrap != [Wrap::Repeat; 3]
            || sampler.compare != Compare::LessOrEqual
        {
            return Err("the machine has no such sampler".to_owned());
        }
        let is_query = op == Op::ImageQueryLod;
        let lookup = if is_query {
            Lookup { coordinate: self.place_of(inst, lane)?, least: f64::NEG_INFINITY, ..Lookup::default() }
        } else {
            self.lookup(inst, lane)?.0
        };
        let level = self.level(inst, &lookup, (texture, &sampler, &image), lane, active)?;
        let last = texture.levels.len().saturating_sub(1) as f64;
        let nearest =
            if sampler.mipmap.is_some() { (level.clamp(0.0, last) + 0.5).ceil() - 1.0 } else { 0.0 };
        if is_query {
            return Ok([nearest, level].map(|it| (it as f32).to_bits()).to_vec());
        }
        let level = if op == Op::ImageGather { 0 } else { nearest as usize };
        let get = |index: usize| lookup.coordinate.get(index).copied().unwrap_or(0.0);
        let layers = |index: usize, count: u32| {
            ((get(index) + 0.5).floor() as i64).clamp(0, i64::from(count.max(1)) - 1)
        };
        let (place, layer) = if image.dim == Dim::Cube {
            let (number, s, t) = face([get(0), get(1), get(2)]);
            let cube = if image.arrayed { layers(3, texture.layers / 6) } else { 0 };
            ([s, t, 0.0], 6 * cube + number)
        } else {
            let count = dimensions(&image);
            let place = [0, 1, 2].map(|index| if index < count { get(index) } else { 0.0 });
            (place, if image.arrayed { layers(count, texture.layers) } else { 0 })
        };
        let size = texture.level_size(level);
        let scaled = [0, 1, 2].map(|index| {
            if image.dim == Dim::Rect { place[index] } else { place[index] * f64::from(size[index]) }
        });
        let read = |at: [i64; 3]| -> [u32; 4] {
            let at = [0, 1, 2].map(|index| {
                let size = i64::from(size[index]);
                if image.dim == Dim::Cube { at[index].clamp(0, size - 1) } else { at[index].rem_euclid(size) }
            });
            let texel =
                texture.levels.get(level).and_then(|all| all.get(texel(texture, level, at, layer, 0)?));
            let texel = texel.map_or([0; 4], |texel| texel.map(|bits| bits as u32));
            match lookup.reference {
                Some(reference) => {
                    let holds = reference <= f64::from(f32::from_bits(texel[0]));
                    [if holds { 1.0f32.to_bits() } else { 0 }; 4]
                }
                None => texel,
            }
        };
        if op == Op::ImageGather {
            let corner = |index: usize| {
                let four = lookup.offsets.len() == 4;
                let by = lookup.offsets.get(if four { index } else { 0 }).copied().unwrap_or_default();
                // The corners go round from the one at the left and below.
                let [right, below] = if four { [0, 0] } else { [[0, 1], [1, 1], [1, 0], [0, 0]][index] };
                let at = |axis: usize| (scaled[axis] - 0.5).floor() as i64 + by[axis];
                read([at(0) + right, at(1) + below, 0])[lookup.component.min(3)]
            };
            return Ok((0..4).map(corner).collect());
        }
        let by = lookup.offsets.first().copied().unwrap_or_default();
        Ok(read([0, 1, 2].map(|axis| scaled[axis].floor() as i64 + by[axis])).to_vec())
    }
}
