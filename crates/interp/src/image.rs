//! Image instructions: their operands, and the derivatives over a quad.

use vitrum_ir::eval::scalar::FloatFormat;
use vitrum_ir::{Dim, ImageOperands, ImageType, Inst, Modes, Op, Scalar, Type};

use crate::environment::Filter;
use crate::error::{Error, invalid};
use crate::machine::{Frame, Machine, numbers};
use crate::mask::Mask;
use crate::sample::{Detail, Lookup};
use crate::texel::{place, texel_value};
use crate::value::{Numbers, Value};

/// The optional operands of one lane.
#[derive(Clone, Debug, Default)]
struct Extra {
    reference: Option<f64>,
    component: usize,
    bias: f64,
    lod: Option<f64>,
    gradient: Option<(Vec<f64>, Vec<f64>)>,
    offsets: Vec<[i64; 3]>,
    sample: i64,
    min_lod: Option<f64>,
    undefined: bool,
}

fn floats(value: &Value) -> Result<Vec<f64>, Error> {
    Ok(numbers(value)?.to_f64())
}

fn first(value: &Value) -> Result<f64, Error> {
    Ok(floats(value)?.first().copied().unwrap_or(0.0))
}

fn offset(value: &Value) -> Result<[i64; 3], Error> {
    let all = floats(value)?;
    Ok([0, 1, 2].map(|index| all.get(index).copied().unwrap_or(0.0) as i64))
}

impl Extra {
    /// Reads the operands in the order of the flags.
    fn read(flags: ImageOperands, operands: &[Value]) -> Result<Self, Error> {
        let mut extra = Self { undefined: !operands.iter().all(Value::is_defined), ..Self::default() };
        let mut operands = operands.iter();
        let mut next = || match operands.next() {
            Some(value) => Ok(value),
            None => invalid("an image op lacks an operand"),
        };
        if flags.contains(ImageOperands::DREF) {
            extra.reference = Some(first(next()?)?);
        }
        if flags.contains(ImageOperands::COMPONENT) {
            extra.component = first(next()?)? as usize;
        }
        if flags.contains(ImageOperands::BIAS) {
            extra.bias = first(next()?)?;
        }
        if flags.contains(ImageOperands::LOD) {
            extra.lod = Some(first(next()?)?);
        }
        if flags.contains(ImageOperands::GRAD) {
            extra.gradient = Some((floats(next()?)?, floats(next()?)?));
        }
        if flags.contains(ImageOperands::OFFSET) {
            extra.offsets = vec![offset(next()?)?];
        }
        if flags.contains(ImageOperands::OFFSETS) {
            let Value::Parts(parts) = next()? else { return invalid("offsets are an array") };
            extra.offsets = parts.iter().map(offset).collect::<Result<_, _>>()?;
        }
        if flags.contains(ImageOperands::SAMPLE) {
            extra.sample = first(next()?)? as i64;
        }
        if flags.contains(ImageOperands::MIN_LOD) {
            extra.min_lod = Some(first(next()?)?);
        }
        Ok(extra)
    }
}

/// Floats in another format. Textures of halves hold single precision.
pub(crate) fn converted(mut numbers: Numbers, scalar: Scalar) -> Numbers {
    if let (Some(from), Some(to)) = (FloatFormat::of(numbers.scalar), FloatFormat::of(scalar)) {
        numbers.scalar = scalar;
        numbers.bits.iter_mut().for_each(|bits| *bits = to.encode(from.decode(*bits)));
    }
    numbers
}

/// A lane's coordinate, projected if asked for.
fn coordinate(flags: ImageOperands, value: &Value) -> Result<(Vec<f64>, f64), Error> {
    let mut all = floats(value)?;
    let mut divisor = 1.0;
    if flags.contains(ImageOperands::PROJ)
        && let Some(last) = all.pop()
    {
        divisor = last;
        all.iter_mut().for_each(|component| *component /= last);
    }
    Ok((all, divisor))
}

impl<'m> Machine<'m> {
    pub(crate) fn execute_image(
        &mut self,
        frame: &mut Frame<'m>,
        inst: Inst,
        mask: &Mask,
    ) -> Result<(), Error> {
        let function = frame.function;
        let data = &function.insts[inst];
        let image = self.image_type(function, inst, 0)?;
        let flags = ImageOperands::from_bits(data.imm);
        let mut operands = vec![None; mask.count()];
        let mut coordinates = vec![None; mask.count()];
        for lane in mask.lanes() {
            let all = self.operands(frame, inst, lane)?;
            if let Some(value) = all.get(1) {
                coordinates[lane] = Some(coordinate(flags, value)?.0);
            }
            operands[lane] = Some(all);
        }
        let mut results = function.results(inst);
        let residency = if flags.contains(ImageOperands::SPARSE) { results.next() } else { None };
        let Some(result) = results.next() else { return invalid("an image op without a result") };
        let ty = function.values[result].ty;
        for lane in mask.lanes() {
            let Some(Some(operands)) = operands.get(lane) else { continue };
            let value = self.image_lane(data.op, image, flags, operands, &coordinates, lane, ty)?;
            frame.set(result, lane, value);
            if let Some(residency) = residency {
                frame.set(residency, lane, Value::i32(0));
            }
        }
        Ok(())
    }

    #[expect(clippy::too_many_arguments, reason = "they are what the instruction says")]
    fn image_lane(
        &mut self,
        op: Op,
        image: ImageType,
        flags: ImageOperands,
        operands: &[Value],
        coordinates: &[Option<Vec<f64>>],
        lane: usize,
        ty: Type,
    ) -> Result<Value, Error> {
        let [resource, at, rest @ ..] = operands else { return invalid("an image op lacks an operand") };
        let &Value::Resource { texture, sampler } = resource else {
            return invalid("an image op on something else");
        };
        if self.is_lost(lane, texture) || self.is_lost(lane, sampler) {
            return self.undefined(ty);
        }
        if op == Op::ImageQueryLod {
            return self.query_lod(texture, sampler, &image, coordinates, lane);
        }
        let extra = Extra::read(flags, rest)?;
        let value = match op {
            Op::ImageRead if extra.lod.is_some() => {
                return Err(Error::Unsupported("levels of storage images".to_owned()));
            }
            Op::ImageFetch | Op::ImageRead => self.fetch((lane, texture), &image, at, &extra)?,
            _ => self.sample(op, texture, sampler, &image, at, coordinates, &extra, lane, flags)?,
        };
        let mut value = self.shaped(value, ty)?;
        // One undefined texel makes the whole image undefined.
        let lost = self.undefined_texels.range((texture, 0)..=(texture, usize::MAX)).next().is_some();
        if extra.undefined || !at.is_defined() || lost {
            value.undefine();
        }
        Ok(value)
    }

    /// True if a lane got an image from outside of an array, so that nothing it does counts.
    pub(crate) fn is_lost(&self, lane: usize, texture: usize) -> bool {
        texture == usize::MAX && self.is_tainted(lane)
    }

    /// As many components of a texel as the result has, of its type.
    fn shaped(&mut self, value: Value, ty: Type) -> Result<Value, Error> {
        let count = self.module.types.vector_size(ty).unwrap_or(1) as usize;
        let value = match value {
            Value::Numbers(numbers) if self.module.types.scalar_of(ty) == Some(Scalar::F16) => {
                Value::Numbers(converted(numbers, Scalar::F16))
            }
            value => value,
        };
        match value {
            Value::Numbers(numbers) if numbers.bits.len() != count => {
                Ok(Value::Numbers(numbers.gather(0..count)))
            }
            value => Ok(value),
        }
    }

    /// A texel by whole coordinates; zero outside.
    fn fetch(
        &mut self,
        (lane, texture): (usize, usize),
        image: &ImageType,
        at: &Value,
        extra: &Extra,
    ) -> Result<Value, Error> {
        let (mut position, layer) = place(image, at, lane)?;
        if let Some(offset) = extra.offsets.first() {
            position.iter_mut().zip(offset).for_each(|(position, offset)| *position += offset);
        }
        // A level below the first is none.
        let level = extra.lod.map_or(0, |lod| if lod < 0.0 { usize::MAX } else { lod as usize });
        let texture = self.texture(texture)?;
        let texel = texture.texel(level, position, layer, extra.sample);
        let value = texel_value(texture.scalar, texel.unwrap_or([0; 4]));
        Ok(match texel {
            Some(_) => value,
            // GLSL leaves a fetch outside undefined; images read zero (robust access is the driver's).
            None => {
                let mut value = value;
                value.undefine();
                value
            }
        })
    }

    #[expect(clippy::too_many_arguments, reason = "they are what the instruction says")]
    fn sample(
        &mut self,
        op: Op,
        texture: usize,
        sampler: usize,
        image: &ImageType,
        at: &Value,
        coordinates: &[Option<Vec<f64>>],
        extra: &Extra,
        lane: usize,
        flags: ImageOperands,
    ) -> Result<Value, Error> {
        let (coordinate, divisor) = coordinate(flags, at)?;
        let sampler = self.texture(sampler)?.sampler;
        let found = self.texture(texture)?;
        let lookup = Lookup::new(found, &sampler, image, &coordinate);
        let reference = extra
            .reference
            .map(|value| if flags.contains(ImageOperands::PROJ) { value / divisor } else { value });
        if op == Op::ImageGather {
            let has_level = extra.lod.is_some() || flags.contains(ImageOperands::BIAS);
            if has_level && found.levels.len() > 1 {
                return Err(Error::Unsupported("gathers from levels of a texture".to_owned()));
            }
            let four = lookup.gather(extra.component, reference, &extra.offsets);
            return Ok(Value::Numbers(Numbers::new(found.scalar, 4, four.to_vec())));
        }
        let offset = extra.offsets.first().copied().unwrap_or_default();
        let (detail, known) = match (extra.lod, &extra.gradient) {
            (Some(lod), _) => (Detail::exactly(lod, &sampler), true),
            (None, Some((dx, dy))) => {
                (Detail::of_gradients(found, &sampler, image, &coordinate, dx, dy, 0.0), true)
            }
            (None, None) => {
                let neighbour = |index: usize| coordinates.get(index).cloned().flatten();
                match (neighbour(lane & !1), neighbour(lane | 1), neighbour(lane & !2), neighbour(lane | 2)) {
                    (Some(left), Some(right), Some(top), Some(bottom))
                        if coordinates.len() > 1 && self.has_derivatives() =>
                    {
                        let minus = |a: &[f64], b: &[f64]| -> Vec<f64> {
                            a.iter().zip(b).map(|(a, b)| a - b).collect()
                        };
                        let (dx, dy) = (minus(&right, &left), minus(&bottom, &top));
                        (
                            Detail::of_gradients(found, &sampler, image, &coordinate, &dx, &dy, extra.bias),
                            true,
                        )
                    }
                    // Outside of fragment shaders the first level is used.
                    _ if self.is_quad() => (Detail::exactly(0.0, &sampler), false),
                    _ => (Detail::exactly(extra.bias, &sampler), true),
                }
            }
        };
        let detail = detail.at_least(extra.min_lod);
        let texel = lookup.sample(detail, reference, offset);
        let mut value = match reference {
            Some(_) => Value::scalar(Scalar::F32, texel[0]),
            None => texel_value(found.scalar, texel),
        };
        if !known && found.levels.len() > 1 {
            value.undefine();
        }
        Ok(value)
    }

    fn query_lod(
        &mut self,
        texture: usize,
        sampler: usize,
        image: &ImageType,
        coordinates: &[Option<Vec<f64>>],
        lane: usize,
    ) -> Result<Value, Error> {
        let sampler = self.texture(sampler)?.sampler;
        let found = self.texture(texture)?;
        let neighbour = |index: usize| coordinates.get(index).cloned().flatten();
        let (Some(own), Some(left), Some(right), Some(top), Some(bottom)) = (
            neighbour(lane),
            neighbour(lane & !1),
            neighbour(lane | 1),
            neighbour(lane & !2),
            neighbour(lane | 2),
        ) else {
            let mut value = Value::floats(&[0.0, 0.0]);
            value.undefine();
            return Ok(value);
        };
        let minus = |a: &[f64], b: &[f64]| -> Vec<f64> { a.iter().zip(b).map(|(a, b)| a - b).collect() };
        let (dx, dy) = (minus(&right, &left), minus(&bottom, &top));
        let detail = Detail::of_gradients(found, &sampler, image, &own, &dx, &dy, 0.0);
        let levels = found.levels.len().saturating_sub(1) as f64;
        let lod = detail.lod().clamp(0.0, levels);
        // The level that is read, if only one is: in the middle between two, the one with more texels.
        let accessed = match sampler.mipmap {
            Some(Filter::Linear) => lod,
            Some(Filter::Nearest) => (lod + 0.5).ceil() - 1.0,
            None => 0.0,
        };
        Ok(Value::floats(&[accessed as f32, detail.lod() as f32]))
    }

    /// True if lookups take differences between lanes for derivatives.
    fn has_derivatives(&self) -> bool {
        let modes = self.module.execution.modes;
        self.is_quad()
            || modes.intersects(Modes::DERIVATIVE_GROUP_QUADS.union(Modes::DERIVATIVE_GROUP_LINEAR))
    }

    /// True if lanes are the fragments of a quad.
    fn is_quad(&self) -> bool {
        self.module.stage == vitrum_ir::Stage::Fragment
    }
}

/// The face of a cube that a direction meets, and where.
pub(crate) fn cube_face(direction: [f64; 3]) -> (i64, f64, f64) {
    let [x, y, z] = direction;
    let (ax, ay, az) = (x.abs(), y.abs(), z.abs());
    let (face, s, t, major) = if ax >= ay && ax >= az {
        if x >= 0.0 { (0, -z, -y, ax) } else { (1, z, -y, ax) }
    } else if ay >= az {
        if y >= 0.0 { (2, x, z, ay) } else { (3, x, -z, ay) }
    } else if z >= 0.0 {
        (4, x, -y, az)
    } else {
        (5, -x, -y, az)
    };
    (face, (s / major + 1.0) / 2.0, (t / major + 1.0) / 2.0)
}

/// Number of coordinates without the layer.
pub(crate) fn dimensions(image: &ImageType) -> usize {
    match image.dim {
        Dim::Cube => 3,
        dim => dim.coordinates() as usize,
    }
}
