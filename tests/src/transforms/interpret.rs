//! A test in the interpreter.

use vitrum_interp::{
    Environment, Error, Filter, Mark, Outcome, Sampler, Texture, Value, Values, Wrap, run_compute,
    run_primitives, run_quad, run_vertices,
};
use vitrum_ir::{BuiltIn, GlobalData, ImageType, Module, Scalar, Stage, Storage, TypeData};

use super::Ran;
use super::case::{Case, ImageSpec, WrapSpec};
use super::primitives;
use super::results::{Place, Results};
use super::shape::{block_names, flatten, global_name, interface, value, word_count};
use super::words::bytes;

/// Runs a module as a test's header says.
pub(crate) fn run(case: &Case, module: &Module) -> Ran {
    let mut environment = match environment(case, module) {
        Ok(environment) => environment,
        Err(reason) => return Ran::Failed(reason),
    };
    let outcome = match module.stage {
        Stage::Compute => run_compute(module, &mut environment, case.groups),
        Stage::Fragment => match std::array::from_fn(|lane| inputs(case, module, lane, 4)) {
            [Ok(a), Ok(b), Ok(c), Ok(d)] => run_quad(module, &mut environment, &[a, b, c, d]),
            all => {
                let reason = all.into_iter().find_map(Result::err);
                return Ran::Failed(reason.unwrap_or_default());
            }
        },
        Stage::Vertex => {
            let count = case.vertices as usize * case.instances as usize;
            let vertices = case.vertices as usize;
            let all: Result<Vec<Values>, String> =
                (0..count).map(|lane| inputs(case, module, lane, vertices)).collect();
            match all {
                Ok(all) => run_vertices(module, &mut environment, &all),
                Err(reason) => return Ran::Failed(reason),
            }
        }
        Stage::Geometry | Stage::TessControl | Stage::TessEvaluation => {
            match primitives::inputs(case, module) {
                Ok(all) => run_primitives(module, &mut environment, &all),
                Err(reason) => return Ran::Failed(reason),
            }
        }
        stage => return Ran::Failed(format!("{} shaders are not interpreted", stage.name())),
    };
    match outcome {
        Ok(outcome) => Ran::Done {
            undefined: outcome.undefined_memory,
            results: results(case, module, &environment, &outcome),
        },
        Err(Error::Limit(what)) => Ran::Limit(format!("limit: {what}")),
        Err(error) => Ran::Failed(error.to_string()),
    }
}

fn environment(case: &Case, module: &Module) -> Result<Environment, String> {
    let mut environment = Environment::default();
    environment.limits.steps = case.steps;
    for data in module.globals.values() {
        let name = global_name(module, data);
        match data.storage {
            Storage::Uniform | Storage::Buffer | Storage::PushConstant if data.block.is_some() => {
                let names = block_names(module, data);
                let own = case.buffers.iter().filter(|row| names.contains(&row.0.0));
                let mut buffers = Vec::new();
                for (&(_, element), words) in own {
                    buffers.resize(buffers.len().max(element + 1), Vec::new());
                    buffers[element] = bytes(words);
                }
                environment.buffers.insert(name, buffers);
            }
            Storage::Uniform | Storage::AtomicCounter => {
                if let Some(words) = case.uniforms.get(&name) {
                    let given = value(module, data.ty, &mut words.iter().copied());
                    environment.uniforms.insert(name, given);
                }
            }
            _ => {}
        }
        let inner = module.types.get(module.types.innermost(data.ty));
        if data.storage == Storage::Opaque
            && let TypeData::Image(_) | TypeData::SampledImage(_) | TypeData::Sampler { .. } = inner
        {
            let name = global_name(module, data);
            let given: Vec<Texture> = images(case, module, data)
                .into_iter()
                .map(|spec| texture(&spec, image_scalar(&inner)))
                .collect();
            environment.textures.insert(name, given);
        }
    }
    Ok(environment)
}

/// The images of a global, one for each element.
pub(crate) fn images(case: &Case, module: &Module, data: &GlobalData) -> Vec<ImageSpec> {
    let name = global_name(module, data);
    let given = case.images.iter().filter(|row| row.0.0 == name);
    let mut count = 1;
    let mut ty = data.ty;
    let mut is_unsized = false;
    loop {
        match module.types.get(ty) {
            TypeData::Array { element, length } => {
                count *= super::shape::length(module, length);
                ty = element;
            }
            TypeData::RuntimeArray { element } => {
                is_unsized = true;
                ty = element;
            }
            _ => break,
        }
    }
    if is_unsized {
        count = given.clone().map(|row| row.0.1 + 1).max().unwrap_or(1);
    }
    let mut all = vec![ImageSpec::unknown(); count];
    for (&(_, element), spec) in given {
        if let Some(slot) = all.get_mut(element) {
            *slot = spec.clone();
        }
    }
    all
}

/// The type of a texel's components.
pub(crate) fn image_scalar(ty: &TypeData) -> Scalar {
    image_type(ty).map_or(Scalar::F32, |image| Texture::stored(image.sampled))
}

pub(crate) fn image_type(ty: &TypeData) -> Option<ImageType> {
    match ty {
        TypeData::Image(image) | TypeData::SampledImage(image) => Some(*image),
        _ => None,
    }
}

fn texture(spec: &ImageSpec, scalar: Scalar) -> Texture {
    let one = if scalar.is_float() { u64::from(1f32.to_bits()) } else { 1 };
    let level = |words: Vec<u32>| {
        let mut texels = Vec::new();
        for texel in words.chunks(spec.components) {
            let mut bits = [0, 0, 0, one];
            bits.iter_mut().zip(texel).for_each(|(slot, &word)| *slot = word.into());
            texels.extend(std::iter::repeat_n(bits, spec.samples as usize));
        }
        texels
    };
    let filter = if spec.sampler.linear { Filter::Linear } else { Filter::Nearest };
    let wrap = match spec.sampler.wrap {
        WrapSpec::Repeat => Wrap::Repeat,
        WrapSpec::Mirror => Wrap::MirroredRepeat,
        WrapSpec::Clamp => Wrap::ClampToEdge,
        WrapSpec::Border => Wrap::ClampToBorder,
    };
    Texture {
        scalar,
        size: spec.size,
        layers: spec.layers,
        samples: spec.samples,
        levels: spec.words(scalar.is_float()).into_iter().map(level).collect(),
        sampler: Sampler {
            magnify: filter,
            minify: filter,
            mipmap: spec.sampler.mipmap.then_some(filter),
            wrap: [wrap; 3],
            ..Sampler::default()
        },
    }
}

/// The words of an input for a lane.
pub(crate) fn input_words<'c>(
    case: &'c Case,
    name: &str,
    count: usize,
    lane: usize,
    lanes: usize,
) -> Result<Option<&'c [u32]>, String> {
    let Some(words) = case.inputs.get(name) else { return Ok(None) };
    let part = match words.len() {
        all if all == count => Some(&words[..]),
        all if all == count * lanes => words.get(lane * count..(lane + 1) * count),
        _ => None,
    };
    let wrong = || format!("input {name} has {} words, not {count} or {}", words.len(), count * lanes);
    part.map(Some).ok_or_else(wrong)
}

fn inputs(case: &Case, module: &Module, lane: usize, lanes: usize) -> Result<Values, String> {
    let mut values = Values::new();
    // Each instance has the same vertices.
    let at = lane % lanes.max(1);
    for data in module.globals.values().filter(|data| data.storage == Storage::Input) {
        let name = global_name(module, data);
        let given = match data.decorations.builtin {
            Some(BuiltIn::FragCoord) => {
                Some(Value::floats(&[(lane % 2) as f32 + 0.5, (lane / 2) as f32 + 0.5, 0.5, 1.0]))
            }
            Some(BuiltIn::FrontFacing) => Some(Value::bool(true)),
            Some(BuiltIn::VertexIndex | BuiltIn::VertexId) => {
                Some(Value::i32((case.first_vertex + lane as u32 % case.vertices.max(1)) as i32))
            }
            Some(BuiltIn::InstanceIndex) => {
                Some(Value::i32((case.first_instance + lane as u32 / case.vertices.max(1)) as i32))
            }
            Some(BuiltIn::InstanceId) => Some(Value::i32((lane as u32 / case.vertices.max(1)) as i32)),
            Some(BuiltIn::BaseInstance) => Some(Value::i32(case.first_instance as i32)),
            Some(BuiltIn::BaseVertex) => Some(Value::i32(case.first_vertex as i32)),
            Some(BuiltIn::SampleMask) => {
                let samples = case.canvas.map_or(1, |canvas| canvas.samples);
                Some(value(module, data.ty, &mut std::iter::once((1 << samples) - 1)))
            }
            Some(_) => None,
            None if data.block.is_some() => {
                let mut words = Vec::new();
                for member in module.members(data.ty) {
                    let count = word_count(module, member.ty);
                    let own = input_words(case, module.names.get(member.name), count, at, lanes)?;
                    words.extend_from_slice(own.unwrap_or(&vec![0; count]));
                }
                Some(value(module, data.ty, &mut words.into_iter()))
            }
            None => input_words(case, &name, word_count(module, data.ty), at, lanes)?
                .map(|words| value(module, data.ty, &mut words.iter().copied())),
        };
        values.extend(given.map(|given| (name, given)));
    }
    Ok(values)
}

fn results(case: &Case, module: &Module, environment: &Environment, outcome: &Outcome) -> Results {
    let mut results = Results::default();
    for data in module.globals.values() {
        let name = global_name(module, data);
        let buffers = environment.buffers.get(&name).into_iter().flatten().enumerate();
        for (element, bytes) in buffers {
            let marks = environment.marks.buffers.get(&name).and_then(|all| all.get(element));
            let word = |(at, bytes): (usize, &[u8])| {
                let is_lost = marks.is_some_and(|marks| {
                    marks.iter().skip(4 * at).take(4).any(|&mark| mark == Mark::Undefined)
                });
                let word = bytes.try_into().map_or(0, u32::from_le_bytes);
                (!is_lost).then_some(word)
            };
            let words: Vec<Option<u32>> = bytes.chunks(4).enumerate().map(word).collect();
            for name in block_names(module, data) {
                results.0.insert(Place::Buffer(name, element), words.clone());
            }
        }
        let specs = if data.storage == Storage::Opaque { images(case, module, data) } else { Vec::new() };
        let textures = environment.textures.get(&name).into_iter().flatten();
        for (element, (texture, spec)) in textures.zip(specs).enumerate() {
            let mut words = Vec::new();
            let mut number = 0;
            for level in &texture.levels {
                for texel in level.chunks(texture.samples.max(1) as usize) {
                    let is_lost = environment.undefined_texels.contains(&(name.clone(), element, number));
                    number += texel.len();
                    let texel = texel.first().copied().unwrap_or_default();
                    let own = texel.iter().take(spec.components);
                    words.extend(own.map(|&bits| (!is_lost).then_some(bits as u32)));
                }
            }
            results.0.insert(Place::Image(name.clone(), element), words);
        }
    }
    if !outcome.lanes.is_empty() {
        let discarded = outcome.lanes.iter().map(|lane| Some(u32::from(lane.discarded))).collect();
        results.0.insert(Place::Discarded, discarded);
    }
    let names: Vec<String> = interface(module, Storage::Output).into_iter().map(|leaf| leaf.name).collect();
    for lane in &outcome.lanes {
        for data in module.globals.values().filter(|data| data.storage == Storage::Output) {
            let Some(value) = lane.outputs.get(&global_name(module, data)) else { continue };
            let mut add = |name: &str, value: &Value| {
                if names.iter().any(|it| it == name) {
                    let place = Place::Output(name.to_owned());
                    flatten(value, results.0.entry(place).or_default());
                }
            };
            match value {
                Value::Parts(parts) if data.block.is_some() => {
                    for (member, part) in module.members(data.ty).iter().zip(parts) {
                        add(module.names.get(member.name), part);
                    }
                }
                value => add(module.names.get(data.name), value),
            }
        }
    }
    results
}
