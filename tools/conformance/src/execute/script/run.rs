//! Scripts done on the device, command after command.

use std::collections::{BTreeMap, BTreeSet};

use vitrum::Options;
use vitrum::ir::{Dim, Module, Scalar};
use vitrum::reflect::{Resource as Reflected, ResourceKind};
use vitrum_runner::{
    Attribute, Binding, Compare, Depth, Dispatch, Draw, Format, Image, Resource, Resources, Sampler, Stage,
    Topology,
};

use super::attributes::{POSITIONS, attribute, corner_columns, default_attribute, locations, offset_of};
use super::common::Common;
use super::{Area, Column, Command, Kind, Parameter, Relation, Script, interpret, textures};
use crate::execute::link::{Linked, used_resources};
use crate::execute::values::{Component, Given, Step, block_bytes, steps};
use crate::execute::{Executor, Failures, fixed, forms};

/// Runs a program in every form.
pub(crate) fn run(
    executor: &Executor,
    sources: &[(&str, Options)],
    script: &Script,
) -> Result<Failures, String> {
    let on_device = |linked: &[Linked]| State::new(executor, linked, script).run();
    let interpreted = |modules: &[Module]| interpret::run(modules, script);
    forms::run_each(sources, &on_device, &interpreted)
}

/// Everything that commands change.
struct State<'a> {
    common: Common,
    executor: &'a Executor,
    linked: &'a [Linked],
    script: &'a Script,
    screen: Image,
    depth: Image,
    depth_test: bool,
    /// The unit whose texture is drawn to instead of the screen.
    target: Option<u32>,
    counters: Vec<u8>,
    clear_depth: f32,
    patch: u32,
}

impl<'a> State<'a> {
    fn new(executor: &'a Executor, linked: &'a [Linked], script: &'a Script) -> Self {
        let [width, height] = script.size;
        let count = (width * height) as usize;
        let far: Vec<u8> = std::iter::repeat_n(1f32.to_ne_bytes(), count).flatten().collect();
        Self {
            executor,
            linked,
            script,
            screen: Image::new_2d(Format::Rgba8Unorm, width, height, vec![0; 4 * count]),
            depth: Image::new_2d(Format::D32Float, width, height, far),
            depth_test: false,
            target: None,
            common: Common::new(linked.iter().flat_map(|stage| stage.initial.iter().cloned()).collect()),
            counters: Vec::new(),
            clear_depth: 1.0,
            patch: 3,
        }
    }

    fn run(mut self) -> Result<(), String> {
        let script = self.script;
        for (index, command) in script.commands.iter().enumerate() {
            self.step(command).map_err(|error| format!("{error} (command {index})"))?;
        }
        Ok(())
    }

    fn step(&mut self, command: &Command) -> Result<(), String> {
        match command {
            Command::ClearDepth(depth) => self.clear_depth = *depth,
            Command::Clear => self.clear()?,
            Command::Target(unit) => self.target = Some(*unit),
            Command::Counters(count) => self.counters = vec![0; 4 * count],
            Command::Counter(index, value) => {
                let slot = self.counters.get_mut(4 * index..4 * index + 4);
                slot.ok_or("a counter behind the end")?.copy_from_slice(&value.to_ne_bytes());
            }
            Command::Patch(count) => self.patch = *count,
            Command::DepthTest(on) => self.depth_test = *on,
            Command::DrawRect { rect, texture, patch, instances } => {
                self.draw_rect(*rect, *texture, *patch, *instances)?;
            }
            Command::DrawArrays { topology, first, count, instances } => {
                self.draw(*topology, *first, *count, *instances, &self.script.columns)?;
            }
            Command::Compute(groups) => self.compute(*groups)?,
            Command::Probe(area, expected) => self.probe(*area, expected)?,
            Command::ProbeCounter { index, relation, value } => {
                let bytes = self.counters.get(4 * index..4 * index + 4).ok_or("looks at no counter")?;
                check(Kind::Uint, bytes, *relation, u64::from(*value))?;
            }
            shared => self.common.step(shared)?,
        }
        Ok(())
    }

    fn shown(&self) -> &Image {
        let texture = self.target.and_then(|unit| self.common.units.get(&unit));
        texture.map_or(&self.screen, |(image, _)| image)
    }

    fn clear(&mut self) -> Result<(), String> {
        let color = self.common.clear;
        let texture = self.target.and_then(|unit| self.common.units.get_mut(&unit));
        let image = texture.map_or(&mut self.screen, |(image, _)| image);
        let texel = textures::encode(image.format, color).ok_or("clears a texture of another format")?;
        if let Some(level) = image.levels.first_mut() {
            level.chunks_exact_mut(texel.len()).for_each(|slot| slot.copy_from_slice(&texel));
        }
        let depth = self.clear_depth.to_ne_bytes();
        if let Some(level) = self.depth.levels.first_mut() {
            level.chunks_exact_mut(4).for_each(|slot| slot.copy_from_slice(&depth));
        }
        Ok(())
    }

    fn draw_rect(
        &mut self,
        rect: [f32; 4],
        texture: Option<[f32; 4]>,
        patch: bool,
        instances: u32,
    ) -> Result<(), String> {
        let inputs = self.linked.first().map_or(&[][..], |stage| &stage.reflection.inputs);
        let plain = || inputs.iter().filter(|input| input.built_in.is_none());
        let named = plain().any(|input| POSITIONS.contains(&input.name.as_str()));
        let first = plain().find(|input| input.location == Some(0)).filter(|_| !named);
        let columns = corner_columns(rect, texture, first.map(|input| input.name.as_str()));
        let topology = if patch { Topology::Patches(4) } else { Topology::TriangleStrip };
        self.draw(Some(topology), 0, 4, instances, &columns)
    }

    fn draw(
        &mut self,
        topology: Option<Topology>,
        first: u32,
        count: u32,
        instances: u32,
        columns: &[Column],
    ) -> Result<(), String> {
        let (mut resources, places) = self.resources()?;
        let target = match self.target {
            None => {
                resources.images.push(self.screen.clone());
                resources.images.len() - 1
            }
            Some(unit) => *places.images.get(&unit).ok_or("draws to no texture")?,
        };
        let depth_at = self.depth_test.then(|| {
            resources.images.push(self.depth.clone());
            resources.images.len() - 1
        });
        let mut draw = Draw {
            shaders: self.linked.iter().map(|stage| stage.shader.clone()).collect(),
            resources,
            targets: vec![target],
            depth: depth_at.map(|image| Depth { image, compare: Compare::Less, write: true }),
            attributes: self.attributes(columns, first + count)?,
            topology: topology.unwrap_or(Topology::Patches(self.patch)),
            first_vertex: first,
            vertices: count,
            instances,
            opengl: true,
            ..Draw::default()
        };
        self.executor.draw(&mut draw)?;
        if let Some(at) = depth_at {
            self.depth = draw.resources.images.swap_remove(at);
        }
        if self.target.is_none() {
            self.screen = draw.resources.images.swap_remove(target);
        }
        self.take_back(draw.resources, &places);
        Ok(())
    }

    fn compute(&mut self, groups: [u32; 3]) -> Result<(), String> {
        let (resources, places) = self.resources()?;
        let shader = self.linked.iter().find(|stage| stage.shader.stage == Stage::Compute);
        let shader = shader.ok_or("there is no compute shader")?.shader.clone();
        let mut dispatch = Dispatch { shader, resources, groups };
        self.executor.dispatch(&mut dispatch)?;
        self.take_back(dispatch.resources, &places);
        Ok(())
    }

    /// Keeps buffers and textures after a run.
    fn take_back(&mut self, resources: Resources, places: &Places) {
        for (unit, &at) in &places.images {
            if let (Some((slot, _)), Some(image)) =
                (self.common.units.get_mut(unit), resources.images.get(at))
            {
                *slot = image.clone();
            }
        }
        for (index, &at) in &places.storage {
            if let Some(bytes) = resources.buffers.get(at) {
                self.common.storage.insert(*index, bytes.clone());
            }
        }
        if let Some(bytes) = places.counters.and_then(|at| resources.buffers.get(at)) {
            self.counters.clone_from(bytes);
        }
    }

    /// Resources that all stages are bound to.
    fn resources(&self) -> Result<(Resources, Places), String> {
        let mut resources = Resources::default();
        let mut places = Places::default();
        for (&unit, (image, _)) in &self.common.units {
            places.images.insert(unit, resources.images.len());
            resources.images.push(image.clone());
        }
        for (&index, bytes) in &self.common.storage {
            places.storage.insert(index, resources.buffers.len());
            resources.buffers.push(bytes.clone());
        }
        for (stage, resource) in used_resources(self.linked) {
            let bound = self.bind(stage, resource, &mut resources, &mut places)?;
            resources.bindings.push(Binding {
                set: resource.set.unwrap_or(0),
                binding: resource.binding.unwrap_or(0),
                resource: bound,
            });
        }
        Ok((resources, places))
    }

    fn bind(
        &self,
        stage: &Linked,
        resource: &Reflected,
        resources: &mut Resources,
        places: &mut Places,
    ) -> Result<Resource, String> {
        let count = resource.ty.array.iter().filter_map(|length| length.length).product::<u32>().max(1);
        match resource.kind {
            ResourceKind::UniformBuffer => {
                let first = resources.buffers.len();
                let mut given = fixed::state(self.common.ortho);
                given.extend(self.common.given.iter().cloned());
                resources.buffers.extend(block_bytes(&stage.reflection, resource, &given));
                Ok(Resource::UniformBuffers((first..resources.buffers.len()).collect()))
            }
            ResourceKind::StorageBuffer if resource.name.starts_with("gl_AtomicCounterBlock_") => {
                let at = *places.counters.get_or_insert_with(|| {
                    let mut bytes = self.counters.clone();
                    bytes.resize(bytes.len().max(resource.size.unwrap_or(0) as usize), 0);
                    resources.buffers.push(bytes);
                    resources.buffers.len() - 1
                });
                Ok(Resource::StorageBuffers(vec![at]))
            }
            ResourceKind::StorageBuffer => {
                let first = stage.bindings.get(&resource.name).copied().unwrap_or(0);
                let at = |index: u32| places.storage.get(&index).copied();
                let all: Option<Vec<usize>> = (first..first + count).map(at).collect();
                all.map(Resource::StorageBuffers).ok_or_else(|| format!("`{}` has no buffer", resource.name))
            }
            ResourceKind::SampledImage | ResourceKind::StorageImage => {
                let lengths = stage.lengths.get(&resource.name).map_or(&[][..], |lengths| &lengths[..]);
                let bound = stage.bindings.get(&resource.name).copied();
                let mut images = Vec::new();
                for unit in units_of(&self.common.given, &resource.name, lengths, bound, count as usize) {
                    let at = match places.images.get(&unit) {
                        Some(&at) => at,
                        None if is_plain(resource) => {
                            resources.images.push(textures::missing());
                            resources.images.len() - 1
                        }
                        None => return Err(format!("no texture on unit {unit}")),
                    };
                    let sampler = self.common.units.get(&unit).map(|row| row.1).unwrap_or_default();
                    images.push((at, sampler));
                }
                let shadow = resource.ty.image.as_ref().is_some_and(|image| image.shadow);
                let rectangle = resource.ty.image.as_ref().is_some_and(|image| image.dim == Dim::Rect);
                for (_, sampler) in &mut images {
                    sampler.compare = sampler.compare.filter(|_| shadow);
                    sampler.unnormalized = rectangle;
                }
                Ok(match resource.kind {
                    ResourceKind::StorageImage => {
                        Resource::StorageImages(images.iter().map(|row| row.0).collect())
                    }
                    _ => Resource::SampledImages(images),
                })
            }
            kind => Err(format!("`{}` is a {}", resource.name, kind.name())),
        }
    }

    /// Attributes of the first stage: their data, or default values.
    fn attributes(&self, columns: &[Column], vertices: u32) -> Result<Vec<Attribute>, String> {
        let mut attributes = Vec::new();
        let inputs = self.linked.first().map_or(&[][..], |stage| &stage.reflection.inputs);
        let mut set = BTreeSet::new();
        let used = || inputs.iter().filter(|input| input.built_in.is_none() && input.used);
        for input in used() {
            let Some(location) = input.location else {
                return Err("an attribute has no location".to_owned());
            };
            for column in columns {
                let Some(offset) = offset_of(column, input) else { continue };
                if offset < locations(input) && set.insert(location + offset) {
                    attributes.push(attribute(column, location + offset));
                }
            }
        }
        for input in used() {
            let location = input.location.unwrap_or(0);
            let scalar = input.ty.scalar.unwrap_or(Scalar::F32);
            let wide = scalar == Scalar::F64 && input.ty.rows.unwrap_or(1) > 2;
            for offset in 0..locations(input) {
                // Variables may have components of the same location.
                if !(wide && offset % 2 == 1) && set.insert(location + offset) {
                    attributes.push(default_attribute(input, location + offset, vertices));
                }
            }
        }
        Ok(attributes)
    }

    fn probe(&self, area: Area, expected: &[f32]) -> Result<(), String> {
        let image = self.shown();
        let [width, height, _] = image.size;
        let scaled = |part: f32, whole: u32| (part * whole as f32) as u32;
        let [x, y, w, h] = match area {
            Area::All => [0, 0, width, height],
            Area::Pixels(area) => area,
            Area::Relative([x, y, w, h]) => {
                [scaled(x, width), scaled(y, height), scaled(w, width), scaled(h, height)]
            }
            Area::Place([x, y]) => [scaled(x, width).min(width - 1), scaled(y, height).min(height - 1), 1, 1],
        };
        let level = image.levels.first().map_or(&[][..], |level| &level[..]);
        let bytes = image.format.bytes();
        for row in y..y + h {
            for column in x..x + w {
                let at = (row * width + column) as usize * bytes;
                let texel = level.get(at..at + bytes).filter(|_| column < width);
                let texel = texel.ok_or("looks beside the image")?;
                let color = textures::decode(image.format, texel).ok_or("looks at another format")?;
                let near = |((found, expected), tolerance): ((&f32, &f32), &f32)| {
                    (found - expected).abs() <= *tolerance
                };
                if !color.iter().zip(expected).zip(&self.common.tolerance).all(near) {
                    let color = color.get(..expected.len()).unwrap_or_default();
                    return Err(format!("{color:.2?} instead of {expected:.2?} at {column}, {row}"));
                }
            }
        }
        Ok(())
    }
}

/// Positions in the resources of a run.
#[derive(Default)]
struct Places {
    images: BTreeMap<u32, usize>,
    storage: BTreeMap<u32, usize>,
    counters: Option<usize>,
}

pub(super) fn set_parameter(sampler: &mut Sampler, parameter: Parameter) {
    match parameter {
        Parameter::Magnify(filter) => sampler.magnify = filter,
        Parameter::Minify(filter, mipmap) => {
            sampler.minify = filter;
            sampler.mipmap = mipmap;
        }
        Parameter::Wrap(axis, wrap) => {
            if let Some(slot) = sampler.wrap.get_mut(axis) {
                *slot = wrap;
            }
        }
        Parameter::Compare(compare) => sampler.compare = Some(compare),
    }
}

/// The units of the elements of a sampler or image: those given, else those from its binding on, else the first.
pub(super) fn units_of(
    given: &[Given],
    name: &str,
    lengths: &[usize],
    bound: Option<u32>,
    count: usize,
) -> Vec<u32> {
    let unit = |index: usize| bound.map_or(0, |first| first + index as u32);
    let mut units: Vec<u32> = (0..count).map(unit).collect();
    for given in given {
        let Some(start) = position(&given.path, name, lengths) else { continue };
        for (slot, component) in units.iter_mut().skip(start).zip(&given.components) {
            if let Component::Bits(bits) = component {
                *slot = *bits as u32;
            }
        }
    }
    units
}

/// True if a resource is a sampler that can see a texture that is not there: in GL it is black.
fn is_plain(resource: &Reflected) -> bool {
    resource.kind == ResourceKind::SampledImage
        && resource.ty.image.as_ref().is_some_and(|image| {
            image.dim == Dim::D2 && !image.arrayed && !image.multisampled && !image.shadow
        })
}

/// The element of a resource's array in Vulkan that a path names: `s[1].t[2]` is one of `s.t`, whose arrays have
/// these lengths. Where indices are missing it is the first.
fn position(path: &str, name: &str, lengths: &[usize]) -> Option<usize> {
    let (mut names, mut indices) = (String::new(), Vec::new());
    for step in steps(path) {
        match step {
            Step::Name(part) if names.is_empty() => names.push_str(part),
            Step::Name(part) => names += &format!(".{part}"),
            Step::Index(index) => indices.push(index),
        }
    }
    if names != name || indices.len() > lengths.len() {
        return None;
    }
    let all = lengths.iter().zip(indices.into_iter().chain(std::iter::repeat(0)));
    Some(all.fold(0, |position, (length, index)| position * length + index))
}

/// Compares a number in bytes with one in bits.
pub(super) fn check(kind: Kind, bytes: &[u8], relation: Relation, expected: u64) -> Result<(), String> {
    let mut wide = [0; 8];
    if let Some(slot) = wide.get_mut(..bytes.len()) {
        slot.copy_from_slice(bytes);
    }
    let found = u64::from_le_bytes(wide);
    let order = match kind {
        Kind::Float => f32::from_bits(found as u32).partial_cmp(&f32::from_bits(expected as u32)),
        Kind::Double => f64::from_bits(found).partial_cmp(&f64::from_bits(expected)),
        Kind::Int => Some((found as i32).cmp(&(expected as i32))),
        Kind::Uint => Some((found as u32).cmp(&(expected as u32))),
        Kind::Int64 => Some((found as i64).cmp(&(expected as i64))),
        Kind::Uint64 => Some(found.cmp(&expected)),
    };
    let holds = match relation {
        Relation::Equal => order.is_some_and(std::cmp::Ordering::is_eq),
        Relation::NotEqual => order.is_none_or(std::cmp::Ordering::is_ne),
        Relation::Less => order.is_some_and(std::cmp::Ordering::is_lt),
        Relation::LessOrEqual => order.is_some_and(std::cmp::Ordering::is_le),
        Relation::Greater => order.is_some_and(std::cmp::Ordering::is_gt),
        Relation::GreaterOrEqual => order.is_some_and(std::cmp::Ordering::is_ge),
    };
    if holds { Ok(()) } else { Err(format!("{found:#x} against {expected:#x} in a buffer")) }
}

#[cfg(test)]
mod tests {
    use super::{Component, Given, position, units_of};

    #[test]
    fn elements_of_arrays_of_arrays_have_positions() {
        let rows =
            [("a", Some(0)), ("a[1]", Some(4)), ("a[1][2]", Some(6)), ("a[1][2][0]", None), ("a.b", None)];
        for (path, expected) in rows {
            assert_eq!(position(path, "a", &[2, 4]), expected, "{path}");
        }
        assert_eq!(position("s[1].t[2]", "s.t", &[2, 4]), Some(6));
        assert_eq!(position("a[1]", "a", &[]), None);
    }

    #[test]
    fn elements_have_the_units_that_are_given() {
        let given = [Given { path: "s[1].t[2]".to_owned(), components: vec![Component::Bits(5)] }];
        assert_eq!(units_of(&given, "s.t", &[2, 3], None, 6), [0, 0, 0, 0, 0, 5]);
        assert_eq!(units_of(&given, "t", &[3], Some(7), 3), [7, 8, 9]);
    }
}
