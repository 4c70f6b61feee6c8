//! Runs modules on a Vulkan device.

use shaderc::{CompileOptions, Compiler, ShaderKind};
use vitrum_runner::{
    Binding, Device, Dispatch, Draw, Format, Image, Resource, Resources, Sampler, Shader, Stage,
};

/// Numbers that a shader leaves, or an error of a compiler or of the device.
pub(crate) type Outcome = Result<Vec<u32>, String>;

/// Compiles a compute shader and runs it on the numbers 0 to 15, in a buffer at this binding.
pub(crate) fn compute(
    compiler: &Compiler,
    source: &str,
    options: &CompileOptions<'_>,
    binding: u32,
    entry: &str,
) -> Outcome {
    let compiled = compiler.compile_into_spirv(source, ShaderKind::Compute, "a.comp", entry, Some(options));
    dispatch(compiled.map_err(|error| error.to_string())?.as_binary(), binding)
}

/// Runs a compute shader on the numbers 0 to 15.
pub(crate) fn dispatch(words: &[u32], binding: u32) -> Outcome {
    let buffer = (0..16u32).flat_map(u32::to_le_bytes).collect();
    let mut dispatch = Dispatch {
        shader: shader(Stage::Compute, words),
        resources: Resources {
            bindings: vec![Binding { set: 0, binding, resource: Resource::StorageBuffers(vec![0]) }],
            buffers: vec![buffer],
            ..Resources::default()
        },
        groups: [1, 1, 1],
    };
    let mut device = Device::new(None).map_err(|error| error.to_string())?;
    device.dispatch(&mut dispatch).map_err(|error| error.to_string())?;
    Ok(numbers(&dispatch.resources.buffers[0]))
}

/// Compiles two shaders and draws a triangle over a picture of 4 by 4 pixels, whose words are given. A texture with one texel is at
/// binding 0.
pub(crate) fn draw(
    compiler: &Compiler,
    vertex: &str,
    fragment: &str,
    options: &CompileOptions<'_>,
) -> Outcome {
    let compile = |kind, source| {
        let compiled = compiler.compile_into_spirv(source, kind, "a", "main", Some(options));
        compiled.map_err(|error| error.to_string())
    };
    let (vertex, fragment) = (compile(ShaderKind::Vertex, vertex)?, compile(ShaderKind::Fragment, fragment)?);
    let texel = vec![0x40, 0, 0, 0xff];
    let mut draw = Draw {
        shaders: vec![
            shader(Stage::Vertex, vertex.as_binary()),
            shader(Stage::Fragment, fragment.as_binary()),
        ],
        resources: Resources {
            bindings: vec![Binding {
                set: 0,
                binding: 0,
                resource: Resource::SampledImages(vec![(1, Sampler::default())]),
            }],
            images: vec![
                Image::new_2d(Format::Rgba8Unorm, 4, 4, vec![0; 64]),
                Image::new_2d(Format::Rgba8Unorm, 1, 1, texel),
            ],
            ..Resources::default()
        },
        targets: vec![0],
        vertices: 3,
        instances: 1,
        ..Draw::default()
    };
    let mut device = Device::new(None).map_err(|error| error.to_string())?;
    device.draw(&mut draw).map_err(|error| error.to_string())?;
    Ok(numbers(&draw.resources.images[0].levels[0]))
}

fn shader(stage: Stage, words: &[u32]) -> Shader {
    Shader { stage, words: words.to_vec(), specialization: Vec::new() }
}

fn numbers(bytes: &[u8]) -> Vec<u32> {
    bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
}
