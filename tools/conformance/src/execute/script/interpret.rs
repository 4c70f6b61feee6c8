//! Scripts in the interpreter: of each area that is looked at, the pixel in the middle is drawn.
//!
//! A pixel is drawn when it is looked at, by all draws since everything was cleared: the vertices run, the triangle that
//! covers the pixel is found, and the quad of fragments around it runs with interpolated inputs.

use vitrum::Stage;
use vitrum::ir::{BuiltIn, GlobalData, Module, Storage, TypeData};
use vitrum_interp::{Environment, Texture, Value, Values, run_compute, run_vertices};
use vitrum_runner::{Image, Sampler, Topology};

use super::attributes::{POSITIONS, corner_columns};
use super::common::Common;
use super::raster::{Drawn, Vertex, by_place, shade};
use super::run::{check, units_of};
use super::{Area, Column, Command, Kind, Script, textures};
use crate::execute::fixed;
use crate::execute::interpret::{by_interface, environment, lacking, own_name, text};
use crate::execute::link::{self, interface_name};
use crate::execute::values::{self, Component, Given, flatten_value};

/// Runs a script.
pub(super) fn run(modules: &[Module], script: &Script) -> Result<(), String> {
    let stage = |stage| modules.iter().find(|module| module.stage == stage);
    let stages = match (modules.len(), stage(Stage::Vertex), stage(Stage::Fragment), stage(Stage::Compute)) {
        (2, Some(vertex), Some(fragment), None) => Stages::Draw(vertex, fragment),
        (1, None, None, Some(compute)) => Stages::Compute(compute),
        _ => return Err(lacking("other stages than those of vertices and fragments")),
    };
    let mut state = State {
        stages,
        size: script.size,
        common: Common::new(modules.iter().flat_map(values::initial).collect()),
        counters: Vec::new(),
        cleared: [0.0; 4],
        draws: Vec::new(),
    };
    for (index, command) in script.commands.iter().enumerate() {
        state.step(command, script).map_err(|error| match script.left_open {
            Some(what) => lacking(what),
            None => format!("{error} (command {index})"),
        })?;
    }
    Ok(())
}

/// The shaders of a program.
#[derive(Clone, Copy)]
enum Stages<'a> {
    Draw(&'a Module, &'a Module),
    Compute(&'a Module),
}

/// Everything that commands change.
struct State<'a> {
    common: Common,
    stages: Stages<'a>,
    size: [u32; 2],
    counters: Vec<u32>,
    cleared: [f32; 4],
    draws: Vec<Drawn>,
}

impl State<'_> {
    fn step(&mut self, command: &Command, script: &Script) -> Result<(), String> {
        match command {
            Command::ClearDepth(_) | Command::Patch(_) => {}
            Command::Clear => {
                self.cleared = self.common.clear;
                self.draws.clear();
            }
            Command::Target(_) => return Err(lacking("textures that are drawn to")),
            Command::DepthTest(true) => return Err(lacking("depth tests")),
            Command::DepthTest(false) => {}
            Command::Counters(count) => self.counters = vec![0; *count],
            Command::Counter(index, value) => {
                *self.counters.get_mut(*index).ok_or("a counter behind the end")? = *value;
            }
            Command::ProbeCounter { index, relation, value } => {
                let counter = self.counters.get(*index).ok_or("looks at no counter")?;
                check(Kind::Uint, &counter.to_ne_bytes(), *relation, u64::from(*value))?;
            }
            Command::DrawRect { rect, texture, patch: false, instances: 1 } => {
                let columns = corner_columns(*rect, *texture, self.first_attribute());
                self.draw(Topology::TriangleStrip, 0, 4, &columns)?;
            }
            Command::DrawRect { .. } => return Err(lacking("patches and instances")),
            Command::DrawArrays { topology: Some(topology), first, count, instances: 1 } => {
                self.draw(*topology, *first, *count, &script.columns)?;
            }
            Command::DrawArrays { .. } => return Err(lacking("patches and instances")),
            Command::Compute(groups) => self.compute(*groups)?,
            Command::Probe(area, expected) => self.probe(*area, expected)?,
            shared => self.common.step(shared)?,
        }
        Ok(())
    }

    /// Inputs of a run beside those of each lane.
    fn environment(&self, module: &Module) -> Result<Environment, String> {
        let mut given = fixed::state(self.common.ortho);
        given.extend(self.common.given.iter().cloned());
        let mut environment = environment(module, &given)?;
        let bindings = link::bindings(module);
        for (name, lengths) in link::lengths(module) {
            let bound = bindings.get(&name).copied();
            let units = units_of(&given, &name, &lengths, bound, lengths.iter().product());
            let textures = units.iter().map(|unit| match self.common.units.get(unit) {
                Some((image, sampler)) => texture(image, *sampler),
                None => texture(&textures::missing(), Sampler::default()),
            });
            let textures: Option<Vec<Texture>> = textures.collect();
            environment.textures.insert(name, textures.ok_or_else(|| lacking("textures of this kind"))?);
        }
        for (_, data) in module.globals.iter().filter(|(_, data)| data.storage == Storage::Opaque) {
            environment.uniforms.extend(values::beside_opaque(
                module,
                data.ty,
                module.names.get(data.name),
                &given,
            ));
        }
        for (id, data) in module.globals.iter() {
            let name = interface_name(module, id);
            match data.storage {
                Storage::Buffer => {
                    let index = data.decorations.binding.unwrap_or(0);
                    let bytes = self.common.storage.get(&index).cloned().unwrap_or_default();
                    environment.buffers.insert(own_name(module, data, name), vec![bytes]);
                }
                Storage::AtomicCounter => {
                    let components = self.counters.get(counter_index(data)..).unwrap_or_default();
                    let components = components.iter().map(|&count| Component::Bits(count.into())).collect();
                    let given = [Given { path: name.clone(), components }];
                    let value = values::interpreted(module, data.ty, &name, &given)
                        .ok_or_else(|| lacking("counters of this kind"))?;
                    environment.uniforms.insert(name, value);
                }
                _ => {}
            }
        }
        Ok(environment)
    }

    /// Takes over buffers and counters after a run.
    fn take_back(&mut self, module: &Module, environment: &Environment) {
        for (id, data) in module.globals.iter() {
            let name = interface_name(module, id);
            match data.storage {
                Storage::Buffer => {
                    let name = own_name(module, data, name);
                    if let Some(bytes) = environment.buffers.get(&name).and_then(|all| all.first()) {
                        self.common.storage.insert(data.decorations.binding.unwrap_or(0), bytes.clone());
                    }
                }
                Storage::AtomicCounter => {
                    let mut counts = Vec::new();
                    if let Some(value) = environment.uniforms.get(&name) {
                        flatten_value(value, &mut counts);
                    }
                    let slots = self.counters.get_mut(counter_index(data)..).unwrap_or_default();
                    for (slot, count) in slots.iter_mut().zip(counts) {
                        *slot = count as u32;
                    }
                }
                _ => {}
            }
        }
    }

    /// The name of the attribute that the corners of rectangles are, unless there is one of that name.
    fn first_attribute(&self) -> Option<&str> {
        let Stages::Draw(vertex, _) = self.stages else { return None };
        let name = |data: &GlobalData| vertex.names.get(data.name);
        let attributes = || {
            let inputs = vertex.globals.iter().map(|(_, data)| data);
            inputs.filter(|data| data.storage == Storage::Input && data.decorations.builtin.is_none())
        };
        let placed = attributes().find(|data| data.decorations.location == Some(0));
        let unplaced = attributes().find(|data| data.decorations.location.is_none());
        let named = attributes().any(|data| POSITIONS.contains(&name(data)));
        placed.or(unplaced).filter(|_| !named).map(name)
    }

    fn compute(&mut self, groups: [u32; 3]) -> Result<(), String> {
        let Stages::Compute(module) = self.stages else {
            return Err("there is no compute shader".to_owned());
        };
        let mut environment = self.environment(module)?;
        run_compute(module, &mut environment, groups).map_err(text)?;
        self.take_back(module, &environment);
        Ok(())
    }

    fn draw(&mut self, topology: Topology, first: u32, count: u32, columns: &[Column]) -> Result<(), String> {
        let Stages::Draw(vertex, fragment) = self.stages else {
            return Err("there are no vertices".to_owned());
        };
        let writes = |module: &Module| {
            let written = |storage| matches!(storage, Storage::Buffer | Storage::AtomicCounter);
            module.globals.iter().any(|(_, data)| written(data.storage))
        };
        if writes(fragment) {
            return Err(lacking("buffers that fragments write"));
        }
        let inputs: Vec<Values> =
            (first..first + count).map(|at| vertex_inputs(vertex, columns, at)).collect();
        let mut environment = self.environment(vertex)?;
        let outcome = run_vertices(vertex, &mut environment, &inputs).map_err(text)?;
        self.take_back(vertex, &environment);
        let mut vertices = Vec::new();
        for lane in outcome.lanes {
            vertices.push(Vertex {
                position: position(vertex, &lane.outputs)?,
                clip: distances(vertex, &lane.outputs, BuiltIn::ClipDistance),
                cull: distances(vertex, &lane.outputs, BuiltIn::CullDistance),
                outputs: by_place(vertex, by_interface(vertex, lane.outputs)),
            });
        }
        let triangles = triangles(topology, vertices.len()).ok_or_else(|| lacking("points and lines"))?;
        let environment = self.environment(fragment)?;
        self.draws.push(Drawn { vertices, triangles, environment });
        Ok(())
    }

    fn probe(&self, area: Area, expected: &[f32]) -> Result<(), String> {
        let Stages::Draw(_, fragment) = self.stages else { return Err("nothing is drawn".to_owned()) };
        let [width, height] = self.size;
        let scaled = |part: f32, whole: u32| (part * whole as f32) as u32;
        let [x, y] = match area {
            Area::All => [width / 2, height / 2],
            Area::Pixels([x, y, w, h]) => [x + w / 2, y + h / 2],
            Area::Relative([x, y, w, h]) => [scaled(x + w / 2.0, width), scaled(y + h / 2.0, height)],
            Area::Place([x, y]) => [scaled(x, width), scaled(y, height)],
        };
        let pixel = [x.min(width - 1), y.min(height - 1)];
        let mut shown = self.cleared;
        let mut undefined = 0;
        for drawn in &self.draws {
            if let Some(drawn) = shade(fragment, drawn, pixel, self.size)? {
                (shown, undefined) = drawn;
            }
        }
        if (0..expected.len()).any(|component| undefined >> component & 1 == 1) {
            return Err("what is drawn is undefined".to_owned());
        }
        let near = |((found, expected), tolerance): ((&f32, &f32), &f32)| {
            (found.clamp(0.0, 1.0) - expected).abs() <= *tolerance
        };
        match shown.iter().zip(expected).zip(&self.common.tolerance).all(near) {
            true => Ok(()),
            false => {
                let shown = shown.get(..expected.len()).unwrap_or_default();
                Err(format!("{shown:.2?} instead of {expected:.2?} at {}, {}", pixel[0], pixel[1]))
            }
        }
    }
}

/// The attributes of a vertex.
fn vertex_inputs(module: &Module, columns: &[Column], at: u32) -> Values {
    let mut inputs = Values::new();
    for (_, data) in module.globals.iter().filter(|(_, data)| data.storage == Storage::Input) {
        let name = module.names.get(data.name);
        if let Some(BuiltIn::VertexIndex | BuiltIn::VertexId) = data.decorations.builtin {
            inputs.insert(name.to_owned(), Value::i32(at as i32));
            continue;
        }
        let initial = match name {
            "gl_Color" => [1.0; 4],
            "gl_Normal" => [0.0, 0.0, 1.0, 1.0],
            _ => [0.0, 0.0, 0.0, 1.0],
        };
        let mut given =
            vec![Given { path: name.to_owned(), components: initial.map(Component::Number).to_vec() }];
        for column in columns {
            let start = at as usize * column.count;
            let bits = column.bits.get(start..start + column.count).unwrap_or_default();
            // Variables may have components of the same location, whose data goes by the name of one of them.
            let location = data
                .decorations
                .location
                .filter(|_| at_location(module, &column.name) == data.decorations.location);
            let skipped = location.and(data.decorations.component).unwrap_or(0) as usize;
            let mut path = if location.is_some() { name.to_owned() } else { column.name.clone() };
            if column.matrix_column > 0 {
                path += &format!("[{}]", column.matrix_column);
            }
            let components = bits.iter().skip(skipped).map(|&bits| Component::Bits(bits)).collect();
            given.push(Given { path, components });
        }
        if let Some(value) = values::interpreted(module, data.ty, name, &given) {
            inputs.insert(name.to_owned(), value);
        }
    }
    inputs
}

/// The location that the input of this name has.
fn at_location(module: &Module, name: &str) -> Option<u32> {
    let mut inputs =
        module.globals.iter().map(|(_, data)| data).filter(|data| data.storage == Storage::Input);
    inputs.find(|data| module.names.get(data.name) == name)?.decorations.location
}

/// A built-in output, of its own or in a block.
fn built_in(module: &Module, outputs: &Values, wanted: BuiltIn) -> Option<Value> {
    for (id, data) in module.globals.iter().filter(|(_, data)| data.storage == Storage::Output) {
        let value = || outputs.get(&own_name(module, data, interface_name(module, id)));
        if data.decorations.builtin == Some(wanted) {
            return value().cloned();
        }
        let TypeData::Struct(_) = module.types.get(data.ty) else { continue };
        let is_wanted = |member: &vitrum::ir::Member| member.decorations.builtin == Some(wanted);
        if let Some(index) = module.members(data.ty).iter().position(is_wanted) {
            return value()?.part(index);
        }
    }
    None
}

/// The position of a vertex.
fn position(module: &Module, outputs: &Values) -> Result<[f64; 4], String> {
    let value = built_in(module, outputs, BuiltIn::Position);
    let numbers = value.as_ref().and_then(Value::numbers).filter(|numbers| numbers.undefined == 0);
    let position: Option<[f64; 4]> = numbers.and_then(|numbers| numbers.to_f64().try_into().ok());
    match position {
        Some(position) if position[3] > 0.0 => Ok(position),
        Some(_) => Err(lacking("clipping")),
        None => Err(lacking("vertices without positions")),
    }
}

/// On which side of each plane a vertex is.
fn distances(module: &Module, outputs: &Values, planes: BuiltIn) -> Vec<f64> {
    let Some(Value::Parts(parts)) = built_in(module, outputs, planes) else { return Vec::new() };
    parts.iter().filter_map(Value::numbers).flat_map(|numbers| numbers.to_f64()).collect()
}

/// Index of a counter in its buffer.
fn counter_index(data: &vitrum::ir::GlobalData) -> usize {
    data.decorations.offset.unwrap_or(0) as usize / 4
}

/// The triangles of a number of vertices, each with its provoking vertex last.
fn triangles(topology: Topology, count: usize) -> Option<Vec<[usize; 3]>> {
    let behind = 2..count.max(2);
    Some(match topology {
        Topology::Triangles => (0..count / 3).map(|at| [3 * at, 3 * at + 1, 3 * at + 2]).collect(),
        Topology::TriangleStrip => {
            let turned =
                |at: usize| if at.is_multiple_of(2) { [at - 2, at - 1, at] } else { [at - 1, at - 2, at] };
            behind.map(turned).collect()
        }
        Topology::TriangleFan => behind.map(|at| [0, at - 1, at]).collect(),
        _ => return None,
    })
}

/// A texture as the interpreter has it.
fn texture(image: &Image, sampler: Sampler) -> Option<Texture> {
    use vitrum_interp::{Filter, Wrap};
    if image.dim != vitrum_runner::ImageDim::D2 || sampler.compare.is_some() || sampler.unnormalized {
        return None;
    }
    let filter = |filter| match filter {
        vitrum_runner::Filter::Nearest => Filter::Nearest,
        vitrum_runner::Filter::Linear => Filter::Linear,
    };
    let wrap = sampler.wrap.map(|wrap| match wrap {
        vitrum_runner::Wrap::Repeat => Wrap::Repeat,
        vitrum_runner::Wrap::MirroredRepeat => Wrap::MirroredRepeat,
        vitrum_runner::Wrap::ClampToEdge => Wrap::ClampToEdge,
        vitrum_runner::Wrap::ClampToBorder => Wrap::ClampToBorder,
    });
    let mut levels = Vec::new();
    for level in &image.levels {
        let texels = level.chunks_exact(image.format.bytes()).map(|texel| {
            let color = textures::decode(image.format, texel)?;
            Some(color.map(|value| u64::from(value.to_bits())))
        });
        levels.push(texels.collect::<Option<Vec<_>>>()?);
    }
    let [width, height, _] = image.size;
    let plain = Texture::float_2d(width, height, &[]);
    let sampler = vitrum_interp::Sampler {
        magnify: filter(sampler.magnify),
        minify: filter(sampler.minify),
        mipmap: sampler.mipmap.map(filter),
        wrap,
        ..plain.sampler
    };
    Some(Texture { levels, sampler, ..plain })
}
