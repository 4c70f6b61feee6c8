//! Programs that judge themselves: they draw white where everything is as it should be.

use vitrum::Options;
use vitrum::ir::Module;
use vitrum::reflect::ResourceKind;
use vitrum_runner::{Attribute, Binding, Draw, Format, Image, Resource, Resources, Stage, Topology};

use super::link::{Linked, used_resources};
use super::values::{Given, block_bytes};
use super::{Executor, Failures, forms, interpret};

/// The attribute with the position of a vertex.
pub(crate) const POSITION: &str = "dEQP_Position";

/// Corners of the target, as a strip.
pub(crate) const CORNERS: [[f32; 4]; 4] =
    [[-1.0, -1.0, 0.0, 1.0], [1.0, -1.0, 0.0, 1.0], [-1.0, 1.0, 0.0, 1.0], [1.0, 1.0, 0.0, 1.0]];

/// Width and height of the target: a quad, so that derivatives are defined.
const SIZE: u32 = 2;

/// The runs of a program, each with its uniforms.
#[derive(Clone, Debug, Default)]
pub(crate) struct Runs(pub(crate) Vec<Vec<Given>>);

/// Runs a program in every form.
pub(crate) fn run(executor: &Executor, sources: &[(&str, Options)], runs: &Runs) -> Result<Failures, String> {
    let on_device = |linked: &[Linked]| draw_all(executor, linked, runs);
    let interpreted = |modules: &[Module]| interpret::self_judging(modules, runs);
    forms::run_each(sources, &on_device, &interpreted)
}

/// Runs a linked program with all values.
fn draw_all(executor: &Executor, linked: &[Linked], runs: &Runs) -> Result<(), String> {
    for (index, given) in runs.0.iter().enumerate() {
        let mut draw = describe(linked, given)?;
        executor.draw(&mut draw)?;
        let pixels = draw.resources.images.first().and_then(|image| image.levels.first());
        let wrong = pixels.into_iter().flatten().step_by(4).filter(|&&red| red != 255).count();
        if wrong > 0 {
            return Err(format!("wrong in {wrong} of {} pixels with values {index}", SIZE * SIZE));
        }
    }
    Ok(())
}

fn describe(linked: &[Linked], given: &[Given]) -> Result<Draw, String> {
    let mut resources = Resources::default();
    let pixels = vec![0; (SIZE * SIZE * 4) as usize];
    resources.images.push(Image::new_2d(Format::Rgba8Unorm, SIZE, SIZE, pixels));
    for (stage, resource) in used_resources(linked) {
        if resource.kind != ResourceKind::UniformBuffer {
            return Err(format!("`{}` is a {}", resource.name, resource.kind.name()));
        }
        let first = resources.buffers.len();
        resources.buffers.extend(block_bytes(&stage.reflection, resource, given));
        resources.bindings.push(Binding {
            set: resource.set.unwrap_or(0),
            binding: resource.binding.unwrap_or(0),
            resource: Resource::UniformBuffers((first..resources.buffers.len()).collect()),
        });
    }
    let patches = linked.iter().any(|stage| stage.shader.stage == Stage::TessEvaluation);
    let corners: Vec<[f32; 4]> = match patches {
        true => [0, 1, 2, 2, 1, 3].iter().filter_map(|&index| CORNERS.get(index).copied()).collect(),
        false => CORNERS.to_vec(),
    };
    let inputs = linked.first().map_or(&[][..], |stage| &stage.reflection.inputs);
    let mut attributes = Vec::new();
    for input in inputs.iter().filter(|input| input.built_in.is_none() && input.used) {
        let (POSITION, Some(location)) = (input.name.as_str(), input.location) else {
            return Err(format!("the attribute `{}` has no values", input.name));
        };
        let bytes = corners.as_flattened().iter().flat_map(|value| value.to_ne_bytes()).collect();
        attributes.push(Attribute { location, format: Format::Rgba32Float, bytes, per_instance: false });
    }
    Ok(Draw {
        shaders: linked.iter().map(|stage| stage.shader.clone()).collect(),
        resources,
        targets: vec![0],
        attributes,
        topology: if patches { Topology::Patches(3) } else { Topology::TriangleStrip },
        vertices: corners.len() as u32,
        instances: 1,
        opengl: true,
        ..Draw::default()
    })
}
