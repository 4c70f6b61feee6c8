//! A test on a Vulkan driver, whose buffers lie between guards.

use std::cell::RefCell;
use std::mem::ManuallyDrop;

use vitrum::{Compilation, Stage};
use vitrum_ir::layout::Layouts;
use vitrum_ir::{BuiltIn, Dim, GlobalData, ImageType, Module, Scalar, Storage, TypeData};
use vitrum_runner::{
    Binding, Compare, Depth, Device, Dispatch, Draw, Filter, Format, Image, ImageDim, Resource, Resources,
    Sampler, Shader, Topology, Wrap,
};

use super::around;
use super::case::{Case, ImageSpec, SamplerSpec, WrapSpec};
use super::interpret::{image_scalar, image_type, images};
use super::primitives;
use super::raster;
use super::results::{Place, Results};
use super::shape::{Leaf, block_names, block_size, global_name, interface, scalars, write};
use super::words::bytes;

thread_local! {
    // Never closed: the process may end while a thread still closes its device, and drivers crash then.
    static DEVICE: RefCell<Option<ManuallyDrop<Device>>> = const { RefCell::new(None) };
    static ROBUST_DEVICE: RefCell<Option<ManuallyDrop<Device>>> = const { RefCell::new(None) };
}

/// Pixels of targets before a draw, which a discarded fragment leaves.
pub(crate) const UNTOUCHED: u32 = 0x7fe1_57e5;

/// The descriptor set of what the harness adds.
pub(crate) const OWN_SET: u32 = 7;

/// Resources of a run, and where results are found in them.
#[derive(Default)]
struct World {
    resources: Resources,
    buffers: Vec<(Place, usize)>,
    images: Vec<(Place, usize)>,
}

/// Runs a compilation's SPIR-V as a test's header says.
pub(crate) fn run(case: &Case, compilation: &Compilation, words: Vec<u32>) -> Result<Results, String> {
    let mut lowered = compilation.module.clone();
    let mut observe = |_: &str, module: &Module| lowered = module.clone();
    compilation.observe_lowerings(false, &mut observe).map_err(|error| error.to_string())?;
    let mut world = world(case, &lowered)?;
    let devices = if case.robust_device { &ROBUST_DEVICE } else { &DEVICE };
    devices.with_borrow_mut(|slot| {
        let device = match slot {
            Some(device) => device,
            None => {
                let device = if case.robust_device { Device::robust(None) } else { Device::strict(None) };
                let device = device.map_err(|error| error.to_string())?;
                slot.insert(ManuallyDrop::new(device))
            }
        };
        match case.stage {
            Stage::Compute => {
                let mut dispatch = Dispatch {
                    shader: shader(vitrum_runner::Stage::Compute, words),
                    resources: std::mem::take(&mut world.resources),
                    groups: case.groups,
                };
                device.dispatch(&mut dispatch).map_err(|error| error.to_string())?;
                world.resources = dispatch.resources;
                Ok(world.results())
            }
            Stage::Fragment => draw_quad(case, &lowered, words, world, device),
            Stage::Geometry | Stage::TessControl | Stage::TessEvaluation => {
                draw_primitives(case, &lowered, words, world, device)
            }
            _ => draw_points(case, &lowered, words, world, device),
        }
    })
}

fn shader(stage: vitrum_runner::Stage, words: Vec<u32>) -> Shader {
    Shader { stage, words, specialization: Vec::new() }
}

/// Draws a triangle over four pixels.
fn draw_quad(
    case: &Case,
    module: &Module,
    words: Vec<u32>,
    mut world: World,
    device: &mut Device,
) -> Result<Results, String> {
    let vertices = around::vertices(case, module)?;
    let outputs = interface(module, Storage::Output);
    let mut formats: Vec<Option<Scalar>> = Vec::new();
    for leaf in outputs.iter().filter(|leaf| leaf.location.is_some()) {
        for (_, at, scalar) in scalars(module, leaf.ty) {
            let location = (leaf.location.unwrap_or(0) + at) as usize;
            formats.resize(formats.len().max(location + 1), None);
            formats[location] = Some(scalar);
        }
    }
    if formats.is_empty() {
        formats.push(None);
    }
    let samples = case.canvas.map_or(1, |canvas| canvas.samples);
    let first = world.resources.images.len();
    let untouched = |size: usize| bytes(&vec![UNTOUCHED; size]);
    for scalar in &formats {
        let format = match scalar {
            Some(scalar) if !scalar.is_float() && scalar.is_signed() => Format::Rgba32Sint,
            Some(scalar) if !scalar.is_float() => Format::Rgba32Uint,
            _ => Format::Rgba32Float,
        };
        let image = Image::new_2d(format, 2, 2, untouched(16));
        world.resources.images.push(Image { samples, ..image });
    }
    let has_depth = outputs.iter().any(|leaf| leaf.builtin == Some(BuiltIn::FragDepth));
    let depth_image = world.resources.images.len();
    if has_depth {
        let image = Image::new_2d(Format::D32Float, 2, 2, bytes(&[0; 4]));
        world.resources.images.push(Image { samples, ..image });
    }
    let captured = world.resources.buffers.len();
    let mut after = None;
    if samples > 1 {
        let size = 16 * formats.len() * 4 * samples as usize;
        world.resources.buffers.push(vec![0; size]);
        world.bind_own(0, Resource::StorageBuffers(vec![captured]));
        for (at, image) in (1..).zip(first..first + formats.len()) {
            world.bind_own(at, Resource::SampledImages(vec![(image, Sampler::default())]));
        }
        after = Some(raster::samples_shader(&formats, samples)?);
    }
    let mut draw = Draw {
        shaders: vec![
            shader(vitrum_runner::Stage::Vertex, vertices),
            shader(vitrum_runner::Stage::Fragment, words),
        ],
        resources: std::mem::take(&mut world.resources),
        targets: (first..first + formats.len()).collect(),
        depth: has_depth.then_some(Depth { image: depth_image, compare: Compare::Always, write: true }),
        topology: Topology::Triangles,
        vertices: 3,
        instances: 1,
        after,
        ..Draw::default()
    };
    device.draw(&mut draw).map_err(|error| error.to_string())?;
    world.resources = draw.resources;
    let mut masks = vec![1; 4];
    if samples > 1 {
        let all = numbers(world.resources.buffers.get(captured));
        let (covered, texels) = raster::resolved(&all, formats.len(), samples as usize);
        masks = covered;
        for (image, texels) in world.resources.images.iter_mut().skip(first).zip(texels) {
            image.levels = vec![bytes(&texels)];
        }
    }
    let mut results = world.results();
    let texel = |image: usize, pixel: usize, component: usize, size: usize| -> Option<u32> {
        let at = 4 * (pixel * size + component);
        let level = world.resources.images.get(image)?.levels.first()?;
        Some(u32::from_le_bytes(level.get(at..at + 4)?.try_into().ok()?))
    };
    for pixel in 0..4 {
        for leaf in &outputs {
            let all = results.0.entry(Place::Output(leaf.name.clone())).or_default();
            if leaf.builtin == Some(BuiltIn::FragDepth) {
                all.push(texel(depth_image, pixel, 0, 1));
            }
            if leaf.builtin == Some(BuiltIn::SampleMask) {
                all.push(masks.get(pixel).copied());
            }
            let Some(location) = leaf.location else { continue };
            let mut component = leaf.component as usize;
            let mut before = 0;
            for (_, at, _) in scalars(module, leaf.ty) {
                component = if at == before { component } else { leaf.component as usize };
                before = at;
                all.push(texel(first + (location + at) as usize, pixel, component, 4));
                component += 1;
            }
        }
    }
    // A mask of 0 covers no sample.
    let has_mask = outputs.iter().any(|leaf| leaf.builtin == Some(BuiltIn::SampleMask));
    if let Some(location) = formats.iter().position(Option::is_some).filter(|_| !has_mask) {
        let is_untouched = |pixel| (0..4).all(|at| texel(first + location, pixel, at, 4) == Some(UNTOUCHED));
        let all = (0..4).map(|pixel| Some(u32::from(is_untouched(pixel)))).collect();
        results.0.insert(Place::Discarded, all);
    }
    Ok(results)
}

/// Draws points whose outputs a geometry shader writes to a buffer.
fn draw_points(
    case: &Case,
    module: &Module,
    words: Vec<u32>,
    mut world: World,
    device: &mut Device,
) -> Result<Results, String> {
    let (seen, captured): (Vec<Leaf>, Vec<Leaf>) = interface(module, Storage::Output)
        .into_iter()
        .filter(|leaf| case.expected.contains_key(&Place::Output(leaf.name.clone())))
        .partition(|leaf| raster::is_seen(case, leaf));
    let size: usize = captured.iter().map(|leaf| scalars(module, leaf.ty).len()).sum();
    let geometry = around::capture(case, module, &captured, size)?;
    let target = world.resources.images.len();
    world.resources.images.push(Image::new_2d(Format::Rgba32Float, 1, 1, vec![0; 16]));
    let buffer = world.resources.buffers.len();
    let count = case.vertices as usize * case.instances as usize;
    world.resources.buffers.push(vec![0; 4 * size.max(1) * count + 4]);
    world.bind_own(0, Resource::StorageBuffers(vec![buffer]));
    let vertex = shader(vitrum_runner::Stage::Vertex, words);
    let mut draw = Draw {
        shaders: vec![
            vertex.clone(),
            shader(vitrum_runner::Stage::Geometry, geometry),
            shader(vitrum_runner::Stage::Fragment, around::empty_fragment()?),
        ],
        resources: std::mem::take(&mut world.resources),
        targets: vec![target],
        attributes: around::attributes(case, module)?,
        topology: Topology::Points,
        first_vertex: case.first_vertex,
        vertices: case.vertices,
        first_instance: case.first_instance,
        instances: case.instances,
        ..Draw::default()
    };
    let points = match case.canvas.filter(|_| !seen.is_empty()) {
        Some(canvas) => raster::points(case, canvas, &vertex, &draw, device)?,
        None => Vec::new(),
    };
    device.draw(&mut draw).map_err(|error| error.to_string())?;
    world.resources = draw.resources;
    let mut results = world.results();
    let found = numbers(world.resources.buffers.get(buffer));
    let mut words = found.iter().copied().skip(1);
    for _ in 0..count {
        for leaf in &captured {
            let all = results.0.entry(Place::Output(leaf.name.clone())).or_default();
            all.extend(scalars(module, leaf.ty).iter().map(|_| words.next()));
        }
    }
    for leaf in &seen {
        let words = points.iter().map(|point| Some(point.output(leaf.builtin))).collect();
        results.0.insert(Place::Output(leaf.name.clone()), words);
    }
    Ok(results)
}

/// Draws with a geometry or tessellation shader, of which what it leaves in memory counts.
fn draw_primitives(
    case: &Case,
    module: &Module,
    words: Vec<u32>,
    mut world: World,
    device: &mut Device,
) -> Result<Results, String> {
    let (shaders, topology, vertices) = primitives::shaders(case, module, words)?;
    let target = world.resources.images.len();
    world.resources.images.push(Image::new_2d(Format::Rgba32Float, 1, 1, vec![0; 16]));
    let mut draw = Draw {
        shaders,
        resources: std::mem::take(&mut world.resources),
        targets: vec![target],
        topology,
        vertices,
        instances: 1,
        ..Draw::default()
    };
    device.draw(&mut draw).map_err(|error| error.to_string())?;
    world.resources = draw.resources;
    Ok(world.results())
}

/// The words of a buffer.
fn numbers(buffer: Option<&Vec<u8>>) -> Vec<u32> {
    let bytes = buffer.map_or(&[][..], |bytes| bytes);
    bytes.chunks(4).map(|bytes| bytes.try_into().map_or(0, u32::from_le_bytes)).collect()
}

/// Everything that a module is bound to.
fn world(case: &Case, module: &Module) -> Result<World, String> {
    let mut world = World::default();
    for data in module.globals.values() {
        let inner = module.types.get(module.types.innermost(data.ty));
        let resource = match (data.storage, data.block, inner) {
            (Storage::PushConstant, Some(rule), _) => {
                let size = block_size(module, data.ty, rule).next_multiple_of(4);
                let mut own = contents(case, module, data, 0);
                own.resize(own.len().max(size), 0);
                world.resources.push_constants = own;
                continue;
            }
            (Storage::Uniform | Storage::Buffer, Some(_), _) => world.blocks(case, module, data),
            (Storage::Opaque, _, TypeData::Sampler { .. }) => {
                let all = images(case, module, data);
                Resource::Samplers(all.iter().map(|spec| sampler(spec.sampler, false)).collect())
            }
            (Storage::Opaque, _, inner @ (TypeData::Image(_) | TypeData::SampledImage(_))) => {
                world.images(case, module, data, &inner)?
            }
            _ => continue,
        };
        let binding = data
            .decorations
            .binding
            .ok_or_else(|| format!("`{}` has no binding, so no driver runs it", global_name(module, data)))?;
        world.resources.bindings.push(Binding { set: data.decorations.set.unwrap_or(0), binding, resource });
    }
    Ok(world)
}

/// The bytes of a block.
fn contents(case: &Case, module: &Module, data: &GlobalData, element: usize) -> Vec<u8> {
    let names = block_names(module, data);
    let found = names.iter().find_map(|name| case.buffers.get(&(name.clone(), element)));
    if let Some(words) = found {
        return bytes(words);
    }
    let Some(rule) = data.block else { return Vec::new() };
    let mut all = vec![0; block_size(module, data.ty, rule).max(4)];
    // Loose uniforms are gathered in a block.
    let ty = module.types.innermost(data.ty);
    let mut layouts = Layouts::new(module, rule);
    let offsets = layouts.members(ty, false).offsets.clone();
    for (member, offset) in module.members(ty).iter().zip(offsets) {
        if let Some(words) = case.uniforms.get(module.names.get(member.name)) {
            let mut words = words.iter().copied();
            write(&mut layouts, module, member.ty, offset as usize, &mut words, &mut all);
        }
    }
    all
}

impl World {
    /// Binds what the harness adds.
    fn bind_own(&mut self, binding: u32, resource: Resource) {
        self.resources.bindings.push(Binding { set: OWN_SET, binding, resource });
    }

    fn blocks(&mut self, case: &Case, module: &Module, data: &GlobalData) -> Resource {
        let names = block_names(module, data);
        let mut count = 1;
        let mut ty = data.ty;
        loop {
            match module.types.get(ty) {
                TypeData::Array { element, length } => {
                    count *= super::shape::length(module, length);
                    ty = element;
                }
                TypeData::RuntimeArray { element } => {
                    let given = case.buffers.keys().filter(|key| names.contains(&key.0));
                    count *= given.map(|key| key.1 + 1).max().unwrap_or(1);
                    ty = element;
                }
                _ => break,
            }
        }
        let mut all = Vec::new();
        for element in 0..count {
            let at = self.resources.buffers.len();
            self.resources.buffers.push(contents(case, module, data, element));
            all.push(at);
            self.buffers.extend(names.iter().map(|name| (Place::Buffer(name.clone(), element), at)));
        }
        if data.storage == Storage::Buffer {
            Resource::StorageBuffers(all)
        } else {
            Resource::UniformBuffers(all)
        }
    }

    fn images(
        &mut self,
        case: &Case,
        module: &Module,
        data: &GlobalData,
        ty: &TypeData,
    ) -> Result<Resource, String> {
        let Some(image) = image_type(ty) else { return Err("no image".to_owned()) };
        let scalar = image_scalar(ty);
        let specs = images(case, module, data);
        let name = global_name(module, data);
        let is_combined = matches!(ty, TypeData::SampledImage(_));
        if image.dim == Dim::Buffer {
            let mut all = Vec::new();
            for (element, spec) in specs.iter().enumerate() {
                let at = self.resources.buffers.len();
                self.resources.buffers.push(bytes(&spec.words(scalar.is_float()).concat()));
                self.buffers.push((Place::Image(name.clone(), element), at));
                all.push((at, format(spec, scalar)?));
            }
            return Ok(if image.storage {
                Resource::StorageTexels(all)
            } else {
                Resource::UniformTexels(all)
            });
        }
        let first = self.resources.images.len();
        for (element, spec) in specs.iter().enumerate() {
            let at = self.resources.images.len();
            self.resources.images.push(made(spec, &image, scalar)?);
            self.images.push((Place::Image(name.clone(), element), at));
        }
        let numbers = first..first + specs.len();
        if image.dim == Dim::Subpass {
            let number = data.decorations.input_attachment.unwrap_or(0);
            return Ok(Resource::InputAttachments(numbers.collect(), number));
        }
        Ok(match (is_combined, image.storage) {
            (true, _) => {
                let samplers = specs.iter().map(|spec| sampler(spec.sampler, image.shadow));
                Resource::SampledImages(numbers.zip(samplers).collect())
            }
            (false, true) => Resource::StorageImages(numbers.collect()),
            (false, false) => Resource::Textures(numbers.collect()),
        })
    }

    fn results(&self) -> Results {
        let mut results = Results::default();
        let words = |bytes: &[u8]| -> Vec<Option<u32>> {
            bytes.chunks(4).map(|bytes| Some(bytes.try_into().map_or(0, u32::from_le_bytes))).collect()
        };
        for (place, at) in &self.buffers {
            let found = self.resources.buffers.get(*at).map(|bytes| words(bytes));
            results.0.insert(place.clone(), found.unwrap_or_default());
        }
        for (place, at) in &self.images {
            let found = self.resources.images.get(*at).map(|image| words(&image.levels.concat()));
            results.0.insert(place.clone(), found.unwrap_or_default());
        }
        results
    }
}

fn format(spec: &ImageSpec, scalar: Scalar) -> Result<Format, String> {
    Ok(match (spec.components, scalar) {
        (1, Scalar::F32) => Format::R32Float,
        (1, Scalar::I32) => Format::R32Sint,
        (1, Scalar::U32) => Format::R32Uint,
        (2, Scalar::F32) => Format::Rg32Float,
        (2, Scalar::I32) => Format::Rg32Sint,
        (2, Scalar::U32) => Format::Rg32Uint,
        (4, Scalar::F32) => Format::Rgba32Float,
        (4, Scalar::I32) => Format::Rgba32Sint,
        (4, Scalar::U32) => Format::Rgba32Uint,
        _ => return Err(format!("images of {} are not made", scalar.name())),
    })
}

fn made(spec: &ImageSpec, image: &ImageType, scalar: Scalar) -> Result<Image, String> {
    let format = if image.shadow { Format::D32Float } else { format(spec, scalar)? };
    let dim = match (image.dim, image.arrayed) {
        (Dim::D1, false) => ImageDim::D1,
        (Dim::D1, true) => ImageDim::D1Array,
        (Dim::D2 | Dim::Rect | Dim::Subpass, false) => ImageDim::D2,
        (Dim::D2, true) => ImageDim::D2Array,
        (Dim::D3, _) => ImageDim::D3,
        (Dim::Cube, false) => ImageDim::Cube,
        (Dim::Cube, true) => ImageDim::CubeArray,
        _ => return Err(format!("images of the dimension {:?} are not made", image.dim)),
    };
    Ok(Image {
        dim,
        format,
        size: spec.size,
        layers: spec.layers,
        samples: spec.samples,
        levels: spec.words(scalar.is_float()).iter().map(|level| bytes(level)).collect(),
    })
}

fn sampler(spec: SamplerSpec, compares: bool) -> Sampler {
    let filter = if spec.linear { Filter::Linear } else { Filter::Nearest };
    let wrap = match spec.wrap {
        WrapSpec::Repeat => Wrap::Repeat,
        WrapSpec::Mirror => Wrap::MirroredRepeat,
        WrapSpec::Clamp => Wrap::ClampToEdge,
        WrapSpec::Border => Wrap::ClampToBorder,
    };
    Sampler {
        magnify: filter,
        minify: filter,
        mipmap: spec.mipmap.then_some(filter),
        wrap: [wrap; 3],
        compare: compares.then_some(Compare::LessOrEqual),
        unnormalized: false,
    }
}
