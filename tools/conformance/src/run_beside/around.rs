//! The surroundings in which a single stage runs: a dispatch, or a draw whose other stages are made for the module, so that everything that
//! it takes has a value and everything that it gives can be seen.
//!
//! A fragment shader draws to targets of 32 bits a component. The outputs of vertex and tessellation evaluation shaders are
//! written to a buffer by a geometry shader behind them, those of tessellation control shaders by an evaluation shader, and a
//! geometry shader is followed by a fragment shader that draws what it is handed.

use std::fmt::Write as _;

use rspirv::spirv::{BuiltIn, ExecutionMode, ExecutionModel, StorageClass};
use vitrum::{Options, Stage, compile};
use vitrum_runner::{
    Attribute, Binding, Compare, Depth, Dispatch, Draw, Format, Image, Resource, Resources, Shader, Topology,
};

use super::compare::{Output, Parts};
use super::module::{Kind, Leaf, Module, Place, hash, hash_number};
use super::world::{Input, Matching, World, Written, WrittenAt, number, target_format};
use crate::execute::Executor;
use crate::execute::values::vector_format;

/// Width and height of targets.
const SIZE: u32 = 16;

/// Targets at most.
const MOST_TARGETS: u32 = 8;

/// Vertices of a vertex shader, and the number of the first.
const VERTICES: u32 = 8;
const FIRST_VERTEX: u32 = 1;

/// Vertices of a patch, and patches.
const PATCH: u32 = 3;
const PATCHES: u32 = 2;

/// Primitives at most that tessellation makes of all patches.
const MOST_PRIMITIVES: u32 = 1024;

/// Workgroups of a compute shader.
const GROUPS: [u32; 3] = [2, 2, 1];

/// Invocations of a dispatch at most.
const MOST_INVOCATIONS: u64 = 1 << 14;

/// Runs a module in a world and gives everything that it wrote.
///
/// # Errors
/// If it cannot be run; the text begins with what the device lacks.
pub(crate) fn run(executor: &Executor, module: &Module, world: &mut World) -> Result<Vec<Output>, String> {
    let (resources, written) = world.resources(module)?;
    let specialization = specialization(module, world.input);
    let run = Run { executor, module, world, resources, written: &written, specialization };
    match module.model {
        ExecutionModel::GLCompute => compute(run),
        ExecutionModel::Fragment => fragment(run),
        ExecutionModel::Vertex => vertex(run),
        ExecutionModel::Geometry => geometry(run),
        ExecutionModel::TessellationControl => control(run),
        ExecutionModel::TessellationEvaluation => evaluation(run),
        model => Err(format!("the device lacks a way to run {model:?} alone")),
    }
}

/// A module with everything that it is run with.
struct Run<'a> {
    executor: &'a Executor,
    module: &'a Module,
    world: &'a World,
    resources: Resources,
    written: &'a [Written],
    specialization: Vec<(u32, u32)>,
}

/// Values of specialisation constants: their defaults in the first run, other ones later, but for what decides sizes.
fn specialization(module: &Module, input: Input) -> Vec<(u32, u32)> {
    let changes = |spec: &&super::module::SpecConstant| input.seed > 0 && !spec.sizes;
    let value = |spec: &super::module::SpecConstant| {
        let value = match spec.kind {
            None => 1 - spec.default.min(1),
            Some(Kind::Float) => (f32::from_bits(spec.default) + 0.75).to_bits(),
            Some(_) => spec.default.wrapping_add(1),
        };
        (spec.number, value)
    };
    module.specs.iter().filter(changes).map(value).collect()
}

fn compute(run: Run<'_>) -> Result<Vec<Output>, String> {
    let Run { executor, module, world, resources, written, specialization } = run;
    let mut groups = GROUPS;
    let words = if world.input.aliasing.is_some() {
        groups = [1; 3];
        module.alone().ok_or("the device lacks a workgroup of one")?
    } else {
        let size = module.local_size().unwrap_or([1; 3]);
        let invocations: u64 = size.iter().chain(&groups).map(|&count| u64::from(count)).product();
        if invocations > MOST_INVOCATIONS {
            groups = [1; 3];
        }
        module.cleared()
    };
    let shader = Shader { stage: vitrum_runner::Stage::Compute, words, specialization };
    let mut dispatch = Dispatch { shader, resources, groups };
    let before = dispatch.resources.clone();
    executor.dispatch(&mut dispatch)?;
    Ok(seen(&before, &dispatch.resources, written))
}

/// Everything written that is no target.
fn seen(before: &Resources, resources: &Resources, written: &[Written]) -> Vec<Output> {
    let one = |it: &Written| {
        let contents = |resources: &Resources| {
            Some(match &it.what {
                WrittenAt::Buffer(at, _) | WrittenAt::Texels(at, _) => resources.buffers.get(*at)?.clone(),
                WrittenAt::Image(at) => resources.images.get(*at)?.levels.concat(),
            })
        };
        let parts = match &it.what {
            WrittenAt::Buffer(_, leaves) => Parts::Leaves(leaves.clone()),
            WrittenAt::Texels(_, format) => Parts::of(*format),
            WrittenAt::Image(at) => Parts::of(resources.images.get(*at)?.format),
        };
        let (key, name, before) = (it.key, it.name.clone(), contents(before));
        let mut bytes = contents(resources)?;
        if let Parts::Leaves(leaves) = &parts {
            // Addresses are others in each run.
            for leaf in leaves.iter().filter(|leaf| leaf.kind == Kind::Address) {
                if let Some(bytes) = bytes.get_mut(leaf.offset..leaf.offset + leaf.bytes) {
                    bytes.fill(0);
                }
            }
        }
        Some(Output { key, name, parts, bytes, before })
    };
    written.iter().filter_map(one).collect()
}

/// The key by which a part of an interface is matched.
fn place_key(matching: Matching, place: &Place) -> u64 {
    match matching {
        Matching::ByNumber => hash_number(u64::from(place.location), u64::from(place.component)),
        Matching::ByName => place.path,
    }
}

/// The key of a built-in of a vertex, which is no key of a place.
fn built_in_key(built_in: BuiltIn, vertex: u64) -> u64 {
    hash_number(hash(built_in as u64, "built-in"), vertex)
}

/// The type of a place in GLSL.
fn ty(place: &Place) -> Result<String, String> {
    let (scalar, vector) = match (place.kind, place.bits) {
        (Kind::Float, 32) => ("float", "vec"),
        (Kind::Float, 64) => ("double", "dvec"),
        (Kind::Int, 32) => ("int", "ivec"),
        (Kind::Uint, 32) => ("uint", "uvec"),
        (Kind::Int, 64) => ("int64_t", "i64vec"),
        (Kind::Uint, 64) => ("uint64_t", "u64vec"),
        (_, bits) => return Err(format!("the device lacks interfaces of {bits} bits")),
    };
    Ok(if place.rows == 1 { scalar.to_owned() } else { format!("{vector}{}", place.rows) })
}

/// The first lines of the stages made here.
const HEAD: &str = "#version 460\n#extension GL_EXT_shader_explicit_arithmetic_types_int64 : enable\n";

fn layout(place: &Place) -> String {
    match place.component {
        0 => format!("layout(location = {})", place.location),
        component => format!("layout(location = {}, component = {component})", place.location),
    }
}

/// An expression for a made-up value of a place, from `uv` from 0 to 1 over the screen and the number `n` of a vertex.
fn made_up(input: Input, key: u64, place: &Place) -> Result<String, String> {
    let part = |index: u32| {
        let raw =
            |which: u64| hash_number(hash_number(key, u64::from(index)), which.wrapping_add(97 * input.seed));
        let from = |which: u64, least: f64, most: f64| {
            least + (most - least) * ((raw(which) >> 40) as f64 / (1u64 << 24) as f64)
        };
        match place.kind {
            Kind::Float if input.seed == 0 && index < 2 => {
                format!("float(uv.{})", if index == 0 { "x" } else { "y" })
            }
            Kind::Float => {
                let ranges: [(f64, f64); 3] = match input.seed {
                    0 => [(0.0, 0.4), (0.0, 0.4), (-0.2, 0.2)],
                    _ => [(-2.0, 2.0), (-3.0, 3.0), (-3.0, 3.0)],
                };
                let [a, b, c] = [0, 1, 2].map(|which| from(which as u64, ranges[which].0, ranges[which].1));
                format!("({a:.4} + {b:.4} * uv.x + {c:.4} * uv.y)")
            }
            Kind::Int if input.seed > 0 => format!("(n + {} - 3)", raw(0) & 3),
            Kind::Int | Kind::Uint | Kind::Address => format!("(n + {})", raw(0) & 3),
        }
    };
    let parts: Vec<String> = (0..place.rows).map(part).collect();
    Ok(format!("{}({})", ty(place)?, parts.join(", ")))
}

fn stage(text: &str, stage: Stage) -> Result<Shader, String> {
    let made = compile(text, &Options::new(stage));
    let made = made.map_err(|failure| format!("the device lacks a stage around it: {failure}"))?;
    let words = made.spirv().map_err(|error| format!("the device lacks a stage around it: {error}"))?;
    let stage = crate::execute::link::stage(stage).ok_or("no stage")?;
    Ok(Shader { stage, words, specialization: Vec::new() })
}

/// A vertex shader that covers the screen with a triangle and gives all of `places`.
fn feeding(module: &Module, world: &World, places: &[Place]) -> Result<Shader, String> {
    let mut head = HEAD.to_owned();
    let mut body = String::from(
        "void main() {\n    int n = gl_VertexIndex;\n    \
         vec2 uv = vec2(n % 3 == 1 ? 2.0 : 0.0, n % 3 == 2 ? 2.0 : 0.0);\n    \
         gl_Position = vec4(uv * 2.0 - 1.0, 0.5, 1.0);\n    gl_PointSize = 1.0;\n",
    );
    for (index, place) in places.iter().enumerate() {
        let key = place_key(world.matching, place);
        // Writing to a string cannot fail.
        let _ = writeln!(head, "{} out {} v{index};", layout(place), ty(place)?);
        let _ = writeln!(body, "    v{index} = {};", made_up(world.input, key, place)?);
    }
    for (built_in, count) in module.built_ins(StorageClass::Input) {
        let name = match built_in {
            BuiltIn::ClipDistance => "gl_ClipDistance",
            BuiltIn::CullDistance => "gl_CullDistance",
            _ => continue,
        };
        if module.model == ExecutionModel::Fragment {
            let _ = writeln!(head, "out float {name}[{count}];");
            let _ =
                writeln!(body, "    for (int i = 0; i < {count}; ++i) {name}[i] = 0.5 + float(i) + uv.x;");
        }
    }
    stage(&(head + &body + "}\n"), Stage::Vertex)
}

fn own(module: &Module, stage: vitrum_runner::Stage, specialization: Vec<(u32, u32)>) -> Shader {
    Shader { stage, words: module.words.clone(), specialization }
}

/// A square image of zeros.
fn blank(format: Format, size: u32) -> Image {
    Image::new_2d(format, size, size, vec![0; (size * size) as usize * format.bytes()])
}

fn fragment(run: Run<'_>) -> Result<Vec<Output>, String> {
    let Run { executor, module, world, mut resources, written, specialization } = run;
    let feeding = feeding(module, world, &module.places(StorageClass::Input, false)?)?;
    let mut places = module.places(StorageClass::Output, false)?;
    places.retain(|place| !place.second);
    let count = places.iter().map(|place| place.location + 1).max().unwrap_or(0);
    if count > MOST_TARGETS {
        return Err(format!("the device lacks more than {MOST_TARGETS} targets"));
    }
    let size = if world.input.aliasing.is_some() { 1 } else { SIZE };
    let first = resources.images.len();
    for location in 0..count.max(1) {
        let kind =
            places.iter().find(|place| place.location == location).map_or(Kind::Float, |place| place.kind);
        let format = target_format(kind);
        resources.images.push(blank(format, size));
    }
    let targets: Vec<usize> = (first..resources.images.len()).collect();
    let has_depth = module.built_ins(StorageClass::Output).iter().any(|row| row.0 == BuiltIn::FragDepth);
    let depth = has_depth.then(|| {
        resources.images.push(blank(Format::D32Float, size));
        Depth { image: resources.images.len() - 1, compare: Compare::Always, write: true }
    });
    let mut draw = Draw {
        shaders: vec![feeding, own(module, vitrum_runner::Stage::Fragment, specialization)],
        resources,
        targets,
        depth,
        vertices: 3,
        instances: 1,
        ..Draw::default()
    };
    let before = draw.resources.clone();
    executor.draw(&mut draw)?;
    let mut outputs = seen(&before, &draw.resources, written);
    for place in &places {
        let Some(image) = draw.resources.images.get(first + place.location as usize) else { continue };
        // Only the components that there are: the others are undefined.
        let used = place.component as usize * 4..(place.component + place.rows) as usize * 4;
        let texels = image.levels.concat();
        let bytes =
            texels.chunks(16).filter_map(|texel| texel.get(used.clone())).flatten().copied().collect();
        let key = hash_number(place_key(world.matching, place), 2);
        let name = format!("output {}", place.location);
        outputs.push(Output { key, name, parts: Parts::Numbers(place.kind, 4), bytes, before: None });
    }
    if let Some(image) = depth.and_then(|depth| draw.resources.images.get(depth.image)) {
        let (parts, bytes) = (Parts::Numbers(Kind::Float, 4), image.levels.concat());
        outputs.push(Output { key: hash_number(0, 3), name: "depth".to_owned(), parts, bytes, before: None });
    }
    Ok(outputs)
}

/// Words of a buffer that a made stage writes, with what each of them is.
struct Record {
    /// Declarations, and statements that write from `at` on.
    head: String,
    body: String,
    leaves: Vec<(Leaf, u64, String)>,
    words: u32,
}

impl Record {
    fn new() -> Self {
        Self { head: HEAD.to_owned(), body: String::new(), leaves: Vec::new(), words: 0 }
    }

    /// Writes the components of a value.
    fn write(&mut self, value: &str, kind: Kind, bits: u32, rows: u32, key: u64, name: &str) {
        for row in 0..rows {
            let value = if rows == 1 { value.to_owned() } else { format!("{value}[{row}]") };
            let (offset, bytes) = (self.words as usize * 4, (bits / 8) as usize);
            let leaf = Leaf { offset, kind, bytes, path: 0, to: None };
            let key = hash_number(key, u64::from(row));
            self.leaves.push((leaf, key, name.to_owned()));
            let words = match (kind, bits) {
                (Kind::Float, 64) => format!("unpackDouble2x32({value})"),
                (_, 64) => format!("unpackUint2x32(uint64_t({value}))"),
                (Kind::Float, _) => format!("floatBitsToUint({value})"),
                _ => format!("uint({value})"),
            };
            let at = self.words;
            // Writing to a string cannot fail.
            let _ = match bits {
                64 => writeln!(
                    self.body,
                    "    {{ uvec2 w = {words}; words[at + {at}] = w.x; words[at + {}] = w.y; }}",
                    at + 1
                ),
                _ => writeln!(self.body, "    words[at + {at}] = {words};"),
            };
            self.words += bits / 32;
        }
    }

    /// Writes the built-ins of a vertex that a module gives.
    fn write_built_ins(&mut self, module: &Module, vertex: &str, salt: u64) {
        for (built_in, count) in module.built_ins(StorageClass::Output) {
            let key = built_in_key(built_in, salt);
            match built_in {
                BuiltIn::Position => {
                    self.write(&format!("{vertex}.gl_Position"), Kind::Float, 32, 4, key, "gl_Position");
                }
                BuiltIn::PointSize => {
                    self.write(&format!("{vertex}.gl_PointSize"), Kind::Float, 32, 1, key, "gl_PointSize");
                }
                BuiltIn::ClipDistance => {
                    for index in 0..count {
                        let value = format!("{vertex}.gl_ClipDistance[{index}]");
                        let key = hash_number(key, u64::from(index));
                        self.write(&value, Kind::Float, 32, 1, key, "gl_ClipDistance");
                    }
                }
                _ => {}
            }
        }
    }

    /// The block that built-ins of vertices are read from.
    fn declare_built_ins(&mut self, module: &Module) {
        let all = module.built_ins(StorageClass::Output);
        let has = |wanted| all.iter().find(|row| row.0 == wanted);
        let mut block = String::from("in gl_PerVertex {\n    vec4 gl_Position;\n");
        if has(BuiltIn::PointSize).is_some() {
            block += "    float gl_PointSize;\n";
        }
        if let Some((_, count)) = has(BuiltIn::ClipDistance) {
            let _ = writeln!(block, "    float gl_ClipDistance[{count}];");
        }
        self.head += &block;
        self.head += "} gl_in[];\n";
    }

    /// The numbers of all records, by what they are.
    fn outputs(&self, bytes: &[u8]) -> Vec<Output> {
        let stride = (self.words as usize * 4).max(4);
        let part = |(leaf, key, name): &(Leaf, u64, String)| {
            let all = bytes.chunks_exact(stride);
            let own = all.filter_map(|record| record.get(leaf.offset..leaf.offset + leaf.bytes));
            let parts = Parts::Numbers(leaf.kind, leaf.bytes);
            Output {
                key: hash_number(*key, 5),
                name: name.clone(),
                parts,
                bytes: own.flatten().copied().collect(),
                before: None,
            }
        };
        self.leaves.iter().map(part).collect()
    }
}

/// Binds the buffer for so many records in a descriptor set of its own.
fn bind_records(resources: &mut Resources, record: &mut Record, count: u32) -> Result<usize, String> {
    let set = resources.bindings.iter().map(|it| it.set + 1).max().unwrap_or(0);
    if set > 7 {
        return Err("the device lacks more than 8 descriptor sets".to_owned());
    }
    let at = resources.buffers.len();
    resources.buffers.push(vec![0; (record.words.max(1) * count * 4) as usize]);
    resources.bindings.push(Binding { set, binding: 0, resource: Resource::StorageBuffers(vec![at]) });
    let _ =
        writeln!(record.head, "layout(set = {set}, binding = 0, std430) buffer Records {{ uint words[]; }};");
    Ok(at)
}

/// A geometry shader that writes a record for each vertex of each primitive and draws nothing that is seen.
fn recording(module: &Module, world: &World, primitive: &str) -> Result<Record, String> {
    let mut record = Record::new();
    record.declare_built_ins(module);
    let _ = writeln!(record.head, "layout({primitive}) in;\nlayout(points, max_vertices = 1) out;");
    record.write_built_ins(module, "gl_in[i]", 0);
    for (index, place) in module.places(StorageClass::Output, false)?.iter().enumerate() {
        let _ = writeln!(record.head, "{} in {} v{index}[];", layout(place), ty(place)?);
        let name = format!("output {}", place.location);
        let key = place_key(world.matching, place);
        record.write(&format!("v{index}[i]"), place.kind, place.bits, place.rows, key, &name);
    }
    Ok(record)
}

fn recorder(record: &Record, vertices: u32) -> Result<Shader, String> {
    let text = format!(
        "{}void main() {{\n  for (uint i = 0; i < {vertices}; ++i) {{\n    \
         uint at = (uint(gl_PrimitiveIDIn) * {vertices} + i) * {};\n{}  }}\n  \
         gl_Position = vec4(2.0, 2.0, 2.0, 1.0);\n  EmitVertex();\n  EndPrimitive();\n}}\n",
        record.head, record.words, record.body
    );
    stage(&text, Stage::Geometry)
}

fn vertex(run: Run<'_>) -> Result<Vec<Output>, String> {
    let Run { executor, module, world, mut resources, written, specialization } = run;
    let vertices = if world.input.aliasing.is_some() { 1 } else { VERTICES };
    let mut record = recording(module, world, "points")?;
    let at = bind_records(&mut resources, &mut record, vertices)?;
    let geometry = recorder(&record, 1)?;
    let draw = Draw {
        shaders: vec![own(module, vitrum_runner::Stage::Vertex, specialization), geometry, unseen()?],
        attributes: attributes(module, world, FIRST_VERTEX + vertices)?,
        topology: Topology::Points,
        vertices,
        first_vertex: FIRST_VERTEX,
        ..drawn(resources)
    };
    recorded(executor, draw, at, written, &record)
}

/// Draws; gives the resources that were written and the outputs in the buffer of records.
fn recorded(
    executor: &Executor,
    mut draw: Draw,
    at: usize,
    written: &[Written],
    record: &Record,
) -> Result<Vec<Output>, String> {
    let before = draw.resources.clone();
    executor.draw(&mut draw)?;
    let bytes = draw.resources.buffers.get(at).cloned().unwrap_or_default();
    Ok([seen(&before, &draw.resources, written), record.outputs(&bytes)].concat())
}

/// A draw to a small target that nobody looks at.
fn drawn(mut resources: Resources) -> Draw {
    resources.images.push(blank(Format::Rgba8Unorm, 1));
    let targets = vec![resources.images.len() - 1];
    Draw { resources, targets, instances: 1, ..Draw::default() }
}

/// A fragment shader for draws whose pixels are not compared.
fn unseen() -> Result<Shader, String> {
    let text = "#version 460\nlayout(location = 0) out vec4 c;\nvoid main() { c = vec4(1.0); }\n";
    stage(text, Stage::Fragment)
}

/// Made-up attributes of vertices.
fn attributes(module: &Module, world: &World, vertices: u32) -> Result<Vec<Attribute>, String> {
    let mut attributes: Vec<Attribute> = Vec::new();
    for place in module.places(StorageClass::Input, false)? {
        let bytes = (place.bits / 8) as usize;
        let format = match (place.kind, place.bits, place.rows) {
            (kind, 32, _) => target_format(kind),
            (Kind::Float, 64, rows) => vector_format(rows as usize, "64Float"),
            _ => return Err(format!("the device lacks attributes of {} bits", place.bits)),
        };
        let known = attributes.iter().position(|it| it.location == place.location);
        let at = known.unwrap_or(attributes.len());
        if known.is_none() {
            let bytes = vec![0; vertices as usize * format.bytes()];
            attributes.push(Attribute { location: place.location, format, bytes, per_instance: false });
        }
        let Some(attribute) = attributes.get_mut(at) else { continue };
        let key = place_key(world.matching, &place);
        let stride = attribute.format.bytes();
        for (vertex, slot) in (0..).zip(attribute.bytes.chunks_mut(stride)) {
            for row in 0..place.rows as usize {
                let key = hash_number(hash_number(key, vertex), row as u64);
                let value = number(world.input, key, place.kind, bytes).to_le_bytes();
                let start = (place.component as usize + row) * bytes;
                if let (Some(slot), Some(value)) = (slot.get_mut(start..start + bytes), value.get(..bytes)) {
                    slot.copy_from_slice(value);
                }
            }
        }
    }
    Ok(attributes)
}

fn geometry(run: Run<'_>) -> Result<Vec<Output>, String> {
    let Run { executor, module, world, mut resources, written, specialization } = run;
    let feeding = feeding(module, world, &module.places(StorageClass::Input, true)?)?;
    let has = |mode| module.mode(mode).is_some();
    let (topology, vertices) = match () {
        () if has(ExecutionMode::InputPoints) => (Topology::Points, 3),
        () if has(ExecutionMode::InputLines) => (Topology::Lines, 4),
        () if has(ExecutionMode::InputLinesAdjacency) => (Topology::LinesAdjacency, 4),
        () if has(ExecutionMode::InputTrianglesAdjacency) => (Topology::TrianglesAdjacency, 6),
        () => (Topology::Triangles, 3),
    };
    let mut text = HEAD.to_owned();
    let mut body = String::from("void main() {\n    mark = vec4(gl_FragCoord.z, 1.0, 0.0, 1.0);\n");
    text += "layout(location = 0) out vec4 mark;\n";
    let mut formats = vec![Format::Rgba32Float];
    let mut places = module.places(StorageClass::Output, false)?;
    places.sort_by_key(|place| place_key(world.matching, place));
    for place in places.iter().filter(|it| it.bits == 32) {
        let at = formats.len();
        if at >= MOST_TARGETS as usize {
            break;
        }
        let all = match place.kind {
            Kind::Int => "ivec4",
            Kind::Uint => "uvec4",
            Kind::Float | Kind::Address => "vec4",
        };
        let filled = match place.rows {
            1 => format!("v{at}, 0, 0, 0"),
            2 => format!("v{at}, 0, 0"),
            3 => format!("v{at}, 0"),
            _ => format!("v{at}"),
        };
        let _ = writeln!(
            text,
            "{} flat in {} v{at};\nlayout(location = {at}) out {all} o{at};",
            layout(place),
            ty(place)?
        );
        let _ = writeln!(body, "    o{at} = {all}({filled});");
        formats.push(target_format(place.kind));
    }
    let taking = stage(&(text + &body + "}\n"), Stage::Fragment)?;
    let first = resources.images.len();
    resources.images.extend(formats.iter().map(|format| blank(*format, SIZE)));
    let mut draw = Draw {
        shaders: vec![feeding, own(module, vitrum_runner::Stage::Geometry, specialization), taking],
        targets: (first..resources.images.len()).collect(),
        resources,
        topology,
        vertices,
        instances: 1,
        ..Draw::default()
    };
    let before = draw.resources.clone();
    executor.draw(&mut draw)?;
    let mut outputs = seen(&before, &draw.resources, written);
    for (at, image) in draw.resources.images.iter().skip(first).enumerate() {
        let key = hash_number(at as u64, 9);
        let (name, parts) = (format!("what is drawn of output {at}"), Parts::of(image.format));
        outputs.push(Output { key, name, parts, bytes: image.levels.concat(), before: None });
    }
    Ok(outputs)
}

fn control(run: Run<'_>) -> Result<Vec<Output>, String> {
    let Run { executor, module, world, mut resources, written, specialization } = run;
    let feeding = feeding(module, world, &module.places(StorageClass::Input, true)?)?;
    let outputs =
        module.mode(ExecutionMode::OutputVertices).and_then(|row| row.first().copied()).unwrap_or(1);
    let mut record = Record::new();
    record.declare_built_ins(module);
    record.head += "layout(triangles, point_mode) in;\n";
    let places = module.places(StorageClass::Output, true)?;
    for (index, place) in places.iter().enumerate() {
        let (patch, dimension) = if place.patch { ("patch ", "") } else { ("", "[]") };
        let _ = writeln!(record.head, "{} {patch}in {} v{index}{dimension};", layout(place), ty(place)?);
        let name = format!("output {}", place.location);
        for vertex in 0..if place.patch { 1 } else { outputs } {
            let value = if place.patch { format!("v{index}") } else { format!("v{index}[{vertex}]") };
            let key = hash_number(place_key(world.matching, place), u64::from(vertex));
            record.write(&value, place.kind, place.bits, place.rows, key, &name);
        }
    }
    for vertex in 0..outputs {
        record.write_built_ins(module, &format!("gl_in[{vertex}]"), u64::from(vertex) + 1);
    }
    for (built_in, _) in module.built_ins(StorageClass::Output) {
        let (name, count) = match built_in {
            BuiltIn::TessLevelOuter => ("gl_TessLevelOuter", 3),
            BuiltIn::TessLevelInner => ("gl_TessLevelInner", 1),
            _ => continue,
        };
        for index in 0..count {
            let key = built_in_key(built_in, index);
            record.write(&format!("{name}[{index}]"), Kind::Float, 32, 1, key, name);
        }
    }
    let at = bind_records(&mut resources, &mut record, PATCHES)?;
    let text = format!(
        "{}void main() {{\n    uint at = uint(gl_PrimitiveID) * {};\n{}    gl_Position = vec4(0.0);\n}}\n",
        record.head, record.words, record.body
    );
    let evaluation = stage(&text, Stage::TessEvaluation)?;
    let draw = Draw {
        shaders: vec![
            feeding,
            own(module, vitrum_runner::Stage::TessControl, specialization),
            evaluation,
            unseen()?,
        ],
        topology: Topology::Patches(PATCH),
        vertices: PATCH * PATCHES,
        ..drawn(resources)
    };
    recorded(executor, draw, at, written, &record)
}

fn evaluation(run: Run<'_>) -> Result<Vec<Output>, String> {
    let Run { executor, module, world, mut resources, written, specialization } = run;
    let plain = feeding(module, world, &[])?;
    let mut head = format!("{HEAD}layout(vertices = {PATCH}) out;\n");
    let mut body = String::from(
        "void main() {\n    int n = gl_InvocationID + gl_PrimitiveID;\n    vec2 uv = vec2(n == 1, n == 2);\n    \
         gl_out[gl_InvocationID].gl_Position = vec4(uv, 0.5, 1.0);\n    \
         gl_TessLevelOuter = float[4](3.0, 2.0, 3.0, 2.0);\n    gl_TessLevelInner = float[2](3.0, 2.0);\n",
    );
    for (index, place) in module.places(StorageClass::Input, true)?.iter().enumerate() {
        let (patch, dimension) = if place.patch { ("patch ", "") } else { ("", "[]") };
        let element = if place.patch { "" } else { "[gl_InvocationID]" };
        let value = made_up(world.input, place_key(world.matching, place), place)?;
        let _ = writeln!(head, "{} {patch}out {} v{index}{dimension};", layout(place), ty(place)?);
        let _ = writeln!(body, "    v{index}{element} = {value};");
    }
    let control = stage(&(head + &body + "}\n"), Stage::TessControl)?;
    let has = |mode| module.mode(mode).is_some();
    let (primitive, vertices) = match () {
        () if has(ExecutionMode::PointMode) => ("points", 1),
        () if has(ExecutionMode::Isolines) => ("lines", 2),
        () => ("triangles", 3),
    };
    let mut record = recording(module, world, primitive)?;
    let at = bind_records(&mut resources, &mut record, MOST_PRIMITIVES * vertices)?;
    let geometry = recorder(&record, vertices)?;
    let draw = Draw {
        shaders: vec![
            plain,
            control,
            own(module, vitrum_runner::Stage::TessEvaluation, specialization),
            geometry,
            unseen()?,
        ],
        topology: Topology::Patches(PATCH),
        vertices: PATCH * PATCHES,
        ..drawn(resources)
    };
    recorded(executor, draw, at, written, &record)
}

#[cfg(test)]
mod tests {
    use rspirv::spirv::BuiltIn;

    use super::super::module::{Kind, Place};
    use super::{Matching, built_in_key, place_key};

    #[test]
    fn keys_of_built_ins_are_not_those_of_places() {
        let place = |location| Place {
            location,
            component: 0,
            kind: Kind::Float,
            bits: 32,
            rows: 4,
            path: 0,
            patch: false,
            second: false,
        };
        let keys = (0..4).map(|location| place_key(Matching::ByNumber, &place(location)));
        assert!(keys.into_iter().all(|key| key != built_in_key(BuiltIn::Position, 0)));
    }
}
