//! Generated programs: results on the device must equal those of the interpreter, for made-up inputs.
//!
//! A shader that is only one stage of a pipeline gets the other one: a vertex shader that hands its attributes on, or a
//! fragment shader that draws what it is handed. All vertices of a primitive have the same values, so that nothing is
//! lost between the stages.

use std::fmt::Write;

use vitrum::ir::{Module, Scalar};
use vitrum::reflect::{Resource as Reflected, ResourceKind, Variable, reflect};
use vitrum::{Options, Stage, compile};
use vitrum_interp::{
    Environment, Error, LaneOutcome, Texture, Value, Values, arbitrary_environment, arbitrary_inputs,
    first_other_word, run_compute, run_quad, run_vertices,
};
use vitrum_runner::{Attribute, Binding, Dispatch, Draw, Format, Image, Resource, Resources, Topology};

use super::link::{Linked, used_resources};
use super::self_judging::CORNERS;
use super::values::{Component, Given, block_bytes, flatten_value, wide_format};
use super::{Executor, Failures, forms};

/// Inputs per program.
const INPUTS: u64 = 2;

/// Vertices, or fragments of a quad.
const LANES: usize = 4;

/// Workgroups of a compute shader.
const GROUPS: [u32; 3] = [2, 1, 1];

/// The attribute with the position of a vertex.
const CORNER: &str = "given_corner";

/// The prefix of the names of a stage's outputs to the next stage.
const HANDED: &str = "given_";

/// A run in the interpreter.
struct Run {
    inputs: Vec<Values>,
    before: Environment,
    after: Environment,
    lanes: Vec<LaneOutcome>,
}

/// Runs a program in every form.
pub(crate) fn run(executor: &Executor, text: &str, options: &Options) -> Result<Failures, String> {
    let compilation = compile(text, options).map_err(|failure| forms::first_line(&failure.to_string()))?;
    let module = compilation.module;
    let runs: Result<Vec<Run>, Error> = (0..INPUTS).map(|seed| interpret(&module, seed)).collect();
    let runs = match runs {
        Ok(runs) => runs,
        Err(Error::Limit(what)) => {
            return Ok(vec![(forms::INTERPRETED.to_owned(), format!("the interpreter lacks {what}"))]);
        }
        Err(error) => return Err(error.to_string()),
    };
    let other = other_stage(&module);
    let own = (text, options.clone());
    let mut sources = vec![own];
    if let Some((stage, text)) = &other {
        sources.push((text.as_str(), Options::new(*stage).target(vitrum::Target::OpenGl4_5)));
        sources.sort_by_key(|(_, options)| options.stage);
    }
    let on_device = |linked: &[Linked]| {
        runs.iter().zip(0..).try_for_each(|(run, number)| {
            let result = match module.stage {
                Stage::Compute => compute(executor, linked, run),
                stage => draw(executor, linked, run, stage == Stage::Fragment),
            };
            result.map_err(|error| format!("{error} with inputs {number}"))
        })
    };
    forms::run_each(&sources, &on_device, &|_| Ok(()))
}

fn interpret(module: &Module, seed: u64) -> Result<Run, Error> {
    let before = arbitrary_environment(module, seed)?;
    let mut after = before.clone();
    let mut inputs = arbitrary_inputs(module, seed, LANES)?;
    let outcome = match module.stage {
        Stage::Vertex => run_vertices(module, &mut after, &inputs)?,
        Stage::Fragment => {
            // The same everywhere, as from vertices that have the same.
            let first = inputs.first().cloned().unwrap_or_default();
            inputs = vec![first.clone(); LANES];
            run_quad(module, &mut after, &[first.clone(), first.clone(), first.clone(), first])?
        }
        _ => run_compute(module, &mut after, GROUPS)?,
    };
    Ok(Run { inputs, before, after, lanes: outcome.lanes })
}

/// The stage that goes with a module.
fn other_stage(module: &Module) -> Option<(Stage, String)> {
    let reflection = reflect(module);
    let own = |variables: Vec<Variable>| variables.into_iter().filter(|it| it.built_in.is_none());
    let mut text = "#version 460\n".to_owned();
    let mut body = String::new();
    let located = |variable: &Variable| match variable.location {
        Some(location) => format!("layout(location = {location}) "),
        None => String::new(),
    };
    // Writing to a string cannot fail.
    match module.stage {
        Stage::Vertex => {
            for (variable, place) in own(reflection.outputs).zip(0..) {
                let (ty, name) = (&variable.ty.name, &variable.name);
                let _ = writeln!(text, "{}flat in {ty} {name};", located(&variable));
                let _ = writeln!(text, "layout(location = {place}) out {ty} {HANDED}{name};");
                let _ = writeln!(body, "    {HANDED}{name} = {name};");
            }
            let _ = write!(text, "void main() {{\n{body}}}\n");
            Some((Stage::Fragment, text))
        }
        Stage::Fragment => {
            let _ = writeln!(text, "in vec4 {CORNER};");
            for variable in own(reflection.inputs) {
                let (ty, name) = (&variable.ty.name, &variable.name);
                let _ =
                    writeln!(text, "in {ty} {HANDED}{name};\n{}flat out {ty} {name};", located(&variable));
                let _ = writeln!(body, "    {name} = {HANDED}{name};");
            }
            let _ = write!(text, "void main() {{\n{body}    gl_Position = {CORNER};\n}}\n");
            Some((Stage::Vertex, text))
        }
        _ => None,
    }
}

fn compute(executor: &Executor, linked: &[Linked], run: &Run) -> Result<(), String> {
    let (resources, names) = resources(linked, &run.before)?;
    let shader = linked.first().ok_or("there is no shader")?.shader.clone();
    let mut dispatch = Dispatch { shader, resources, groups: GROUPS };
    executor.dispatch(&mut dispatch)?;
    compare_memory(&dispatch.resources, &names, &run.after)
}

fn draw(executor: &Executor, linked: &[Linked], run: &Run, fragment: bool) -> Result<(), String> {
    // Vertices are drawn one by one, as points; fragments of a quad are all alike.
    let lanes = if fragment { 1 } else { LANES };
    for (lane, inputs) in run.lanes.iter().zip(&run.inputs).take(lanes) {
        let (mut resources, names) = resources(linked, &run.before)?;
        let outputs = linked.last().map_or(&[][..], |stage| &stage.reflection.outputs);
        let mut shown: Vec<&Variable> = outputs.iter().filter(|it| it.built_in.is_none()).collect();
        shown.sort_by_key(|variable| variable.location);
        let size = if fragment { 2 } else { 1 };
        let first = resources.images.len();
        for (variable, place) in shown.iter().zip(0..) {
            if variable.location != Some(place) {
                return Err(format!("`{}` is at {:?}", variable.name, variable.location));
            }
            let format = wide_format(variable.ty.scalar);
            let texels = vec![0; (size * size) as usize * format.bytes()];
            resources.images.push(Image::new_2d(format, size, size, texels));
        }
        let vertices = if fragment { CORNERS.len() } else { 1 };
        let mut draw = Draw {
            shaders: linked.iter().map(|stage| stage.shader.clone()).collect(),
            targets: (first..resources.images.len()).collect(),
            resources,
            attributes: attributes(linked, inputs, vertices)?,
            topology: if fragment { Topology::TriangleStrip } else { Topology::Points },
            vertices: vertices as u32,
            instances: 1,
            opengl: true,
            ..Draw::default()
        };
        executor.draw(&mut draw)?;
        compare_memory(&draw.resources, &names, &run.after)?;
        if lane.discarded {
            continue;
        }
        for (variable, image) in shown.iter().zip(draw.resources.images.iter().skip(first)) {
            let name = variable.name.strip_prefix(HANDED).unwrap_or(&variable.name);
            let expected = lane.outputs.get(name).ok_or_else(|| format!("`{name}` is no output"))?;
            let texel = image.levels.first().and_then(|level| level.get(..16)).unwrap_or_default();
            compare(expected, texel).map_err(|error| format!("`{name}`: {error}"))?;
        }
    }
    Ok(())
}

/// Attributes of the first stage, each the same for all vertices but the position.
fn attributes(linked: &[Linked], inputs: &Values, vertices: usize) -> Result<Vec<Attribute>, String> {
    let mut attributes = Vec::new();
    let variables = linked.first().map_or(&[][..], |stage| &stage.reflection.inputs);
    for variable in variables.iter().filter(|it| it.built_in.is_none() && it.used) {
        let location = variable.location.ok_or("an attribute has no location")?;
        let mut bytes = Vec::new();
        if variable.name == CORNER {
            bytes.extend(CORNERS.as_flattened().iter().flat_map(|value| value.to_ne_bytes()));
        } else {
            let name = variable.name.strip_prefix(HANDED).unwrap_or(&variable.name);
            let value = inputs.get(name).and_then(Value::numbers);
            let value = value.ok_or_else(|| format!("the attribute `{name}` has no value"))?;
            let mut words = value.bits.iter().map(|&bits| bits as u32).collect::<Vec<_>>();
            words.resize(4, 0);
            let once: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
            bytes = once.repeat(vertices);
        }
        attributes.push(Attribute {
            location,
            format: wide_format(variable.ty.scalar),
            bytes,
            per_instance: false,
        });
    }
    Ok(attributes)
}

/// Resources that may be written: names, and the first buffer or image of each.
#[derive(Default)]
struct Names {
    buffers: Vec<(String, usize)>,
    images: Vec<(String, usize)>,
}

/// Resources that all stages are bound to, and the names of those that may be written.
fn resources(linked: &[Linked], environment: &Environment) -> Result<(Resources, Names), String> {
    let (mut resources, mut names) = (Resources::default(), Names::default());
    let given: Vec<Given> = environment
        .uniforms
        .iter()
        .map(|(name, value)| {
            let mut components = Vec::new();
            flatten_value(value, &mut components);
            Given { path: name.clone(), components: components.into_iter().map(Component::Bits).collect() }
        })
        .collect();
    for (stage, resource) in used_resources(linked) {
        let first = resources.buffers.len();
        let name = name_of(resource);
        let known = environment.buffers.get(&name);
        let resource_bound = match (resource.kind, known) {
            (ResourceKind::UniformBuffer, known) => {
                let bytes = known.cloned();
                let bytes = bytes.unwrap_or_else(|| block_bytes(&stage.reflection, resource, &given));
                resources.buffers.extend(bytes);
                Resource::UniformBuffers((first..resources.buffers.len()).collect())
            }
            (ResourceKind::StorageBuffer, Some(bytes)) => {
                resources.buffers.extend(bytes.iter().cloned());
                names.buffers.push((name, first));
                Resource::StorageBuffers((first..resources.buffers.len()).collect())
            }
            (ResourceKind::StorageImage, None) if environment.textures.contains_key(&name) => {
                let first = resources.images.len();
                resources.images.extend(environment.textures.get(&name).into_iter().flatten().map(image));
                names.images.push((name, first));
                Resource::StorageImages((first..resources.images.len()).collect())
            }
            (kind, _) => return Err(format!("`{name}` is a {}", kind.name())),
        };
        let binding = resource.binding.unwrap_or(0);
        resources.bindings.push(Binding {
            set: resource.set.unwrap_or(0),
            binding,
            resource: resource_bound,
        });
    }
    Ok((resources, names))
}

/// The name by which the interpreter knows a block.
fn name_of(resource: &Reflected) -> String {
    resource.instance.as_ref().filter(|name| !name.is_empty()).unwrap_or(&resource.name).clone()
}

/// A storage image with one component of 32 bits, as the interpreter has it.
fn image(texture: &Texture) -> Image {
    let format = match texture.scalar {
        Scalar::I32 => Format::R32Sint,
        Scalar::U32 => Format::R32Uint,
        _ => Format::R32Float,
    };
    Image::new_2d(format, texture.size[0], texture.size[1], texel_bytes(texture))
}

/// The first component of each texel.
fn texel_bytes(texture: &Texture) -> Vec<u8> {
    texture.levels.iter().flatten().flat_map(|texel| (texel[0] as u32).to_ne_bytes()).collect()
}

/// Compares the contents of buffers and images.
fn compare_memory(resources: &Resources, names: &Names, expected: &Environment) -> Result<(), String> {
    let mut all = Vec::new();
    for (name, first) in &names.buffers {
        let buffers = expected.buffers.get(name).into_iter().flatten().cloned();
        all.extend(
            (*first..).zip(buffers).map(|(at, bytes)| (name, resources.buffers.get(at).cloned(), bytes)),
        );
    }
    for (name, first) in &names.images {
        let images = expected.textures.get(name).into_iter().flatten().map(texel_bytes);
        let found = |at: usize| resources.images.get(at).map(|image| image.levels.concat());
        all.extend((*first..).zip(images).map(|(at, bytes)| (name, found(at), bytes)));
    }
    for (name, found, expected) in all {
        let Some(found) = found else { continue };
        let used = found.get(..expected.len()).unwrap_or(&found);
        if let Some(at) = first_other_word(&expected, used) {
            let word = |bytes: &[u8]| {
                bytes.get(at..at + 4).map(|it| u32::from_le_bytes([it[0], it[1], it[2], it[3]]))
            };
            let (found, expected) = (word(&found).unwrap_or(0), word(&expected).unwrap_or(0));
            return Err(format!("{found:#x} instead of {expected:#x} at byte {at} of `{name}`"));
        }
    }
    Ok(())
}

/// Compares a value with a texel of four words.
fn compare(expected: &Value, texel: &[u8]) -> Result<(), String> {
    let numbers = expected.numbers().ok_or("not numbers")?;
    let words = texel.chunks_exact(4).map(|it| u32::from_ne_bytes([it[0], it[1], it[2], it[3]]));
    for (index, (&expected, found)) in numbers.bits.iter().zip(words).enumerate() {
        let expected = expected as u32;
        let equal = match numbers.scalar {
            Scalar::F32 => {
                let (found, expected) = (f32::from_bits(found), f32::from_bits(expected));
                found == expected || found.is_nan() && expected.is_nan()
            }
            _ => found == expected,
        };
        if !equal && !numbers.is_undefined(index) {
            return Err(format!("{found:#x} instead of {expected:#x} in component {index}"));
        }
    }
    Ok(())
}
