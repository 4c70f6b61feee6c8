//! Reads vertex attributes from storage buffers (vertex pulling), for pipelines without vertex input.
//!
//! ```text
//! attributes=0:unorm8x4:0:12   buffers=0:16:vertex
//! global @color: vec4<f32> input location(0)
//!
//! => global @color: vec4<f32> private
//!    global @0: #VertexBuffer0 buffer block(std430) readonly        (array of u32)
//!    fn &main():
//!        word = VertexBuffer0[gl_VertexIndex * 4 + 3]
//!        @color = its bytes, each by 255
//! ```
//!
//! An attribute has a location, a format (names as in WebGPU, with those of Vulkan besides), a buffer and an offset; a buffer has a
//! stride, and is stepped through by vertex or by instance, perhaps by several instances at a time. Components that a format lacks are 0,
//! and 1 in the fourth; those that the shader does not have are not read. Numbers of vertices and instances are those of the API, so that
//! a draw begins where it does with vertex input. Reads are not checked; `bound_indices` does that. A location without a row keeps its
//! attribute.
//!
//! Tint: `VertexPulling`; naga: `vertex_pulling_transform` of its Metal printer; ANGLE: vertex formats in its Metal and Direct3D back
//! ends; NIR: `lower_vertex_input` of drivers (agx, panfrost); spirv-opt has none.

use super::parameters::instance_name;
use super::reads::{base_or_add, input, input_or_add, remove_reported};
pub use super::vertex_formats::{FormatBits, FormatNumbers, VertexFormat};
use crate::framework::notes::{Assigned, Slot};
use crate::framework::rewrite::{Rewriter, insert_at_start};
use crate::framework::session::Session;
use crate::framework::settings::{PassOption, Settings};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use vitrum_ir::edit::redirect_global;
use vitrum_ir::{
    BuiltIn, Global, LayoutRule, Member, Module, Op, Operand, Precision, Qualifiers, Scalar, Stage, Storage,
    StructData, Type, TypeData, types::common,
};

/// An attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PulledAttribute {
    /// Its location.
    pub location: u32,
    /// Its format.
    pub format: VertexFormat,
    /// The number of its buffer.
    pub buffer: u32,
    /// Bytes from the start of the vertex.
    pub offset: u32,
}

/// The vertices of a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PulledBuffer {
    /// The number of the buffer.
    pub buffer: u32,
    /// Bytes from vertex to vertex.
    pub stride: u32,
    /// `None` for a vertex a vertex; else the number of instances that have the same one, 0 for all of a draw.
    pub instances: Option<u32>,
}

/// Options of `pull_vertices`.
#[derive(Clone, Debug, Default)]
pub struct PullVertices {
    /// The attributes.
    pub attributes: Vec<PulledAttribute>,
    /// The buffers.
    pub buffers: Vec<PulledBuffer>,
    /// The descriptor set of the storage buffers.
    pub set: Option<u32>,
    /// The binding of buffer 0; buffer N has that and N.
    pub binding: Option<u32>,
}

pub(crate) const OPTIONS: &[PassOption] = &[
    PassOption {
        name: "attributes",
        values: "LOCATION:FORMAT:BUFFER:OFFSET,...",
        summary: "attributes, with formats such as float32x3, unorm8x4, sscaled16x2, unorm10-10-10-2",
        set: |options, text| {
            let rows: Option<Vec<PulledAttribute>> =
                text.split(',').map(|row| parse_attribute(row.trim())).collect();
            let rows = rows?;
            options.change::<PullVertices>(|it| it.attributes.extend(rows));
            Some(())
        },
    },
    PassOption {
        name: "buffers",
        values: "BUFFER:STRIDE:vertex|instance[:INSTANCES],...",
        summary: "strides of buffers, and whether they are stepped through by vertex or by instance",
        set: |options, text| {
            let rows: Option<Vec<PulledBuffer>> =
                text.split(',').map(|row| parse_buffer(row.trim())).collect();
            let rows = rows?;
            options.change::<PullVertices>(|it| it.buffers.extend(rows));
            Some(())
        },
    },
    PassOption {
        name: "set",
        values: "N",
        summary: "descriptor set of the storage buffers",
        set: |options, text| {
            let set = text.parse().ok()?;
            options.change::<PullVertices>(|it| it.set = Some(set));
            Some(())
        },
    },
    PassOption {
        name: "binding",
        values: "N",
        summary: "binding of buffer 0; the others follow by their numbers",
        set: |options, text| {
            let binding = text.parse().ok()?;
            options.change::<PullVertices>(|it| it.binding = Some(binding));
            Some(())
        },
    },
];

fn parse_attribute(text: &str) -> Option<PulledAttribute> {
    let fields: Vec<&str> = text.split(':').collect();
    let &[location, format, buffer, offset] = fields.as_slice() else { return None };
    Some(PulledAttribute {
        location: location.parse().ok()?,
        format: VertexFormat::from_name(format)?,
        buffer: buffer.parse().ok()?,
        offset: offset.parse().ok()?,
    })
}

fn parse_buffer(text: &str) -> Option<PulledBuffer> {
    let fields: Vec<&str> = text.split(':').collect();
    let (buffer, stride, instances) = match *fields.as_slice() {
        [buffer, stride, "vertex"] => (buffer, stride, None),
        [buffer, stride, "instance"] => (buffer, stride, Some(1)),
        [buffer, stride, "instance", count] => (buffer, stride, Some(count.parse().ok()?)),
        _ => return None,
    };
    Some(PulledBuffer { buffer: buffer.parse().ok()?, stride: stride.parse().ok()?, instances })
}

/// A scalar or vector of an input, and the attribute that it is.
#[derive(Clone, Debug)]
struct Leaf {
    path: Vec<u32>,
    ty: Type,
    component: u32,
    attribute: PulledAttribute,
}

/// An input and its parts.
struct Pulled {
    global: Global,
    leaves: Vec<Leaf>,
}

/// The scalars and vectors of an input with their locations.
fn leaves(module: &Module, ty: Type, first: u32) -> Vec<(Vec<u32>, Type, u32)> {
    let mut found = Vec::new();
    let mut location = first;
    let mut pending = vec![(Vec::new(), ty)];
    while let Some((path, ty)) = pending.pop() {
        let (part, count) = match module.types.get(ty) {
            TypeData::Matrix { scalar, columns, rows } => {
                (common::vector(scalar, rows.into()), Some(columns.into()))
            }
            TypeData::Array { element, .. } => (Some(element), module.types.length(ty)),
            _ => (None, None),
        };
        match (part, count) {
            (Some(part), Some(count)) => {
                let within = |index: u32| (path.iter().copied().chain([index]).collect(), part);
                pending.extend((0..count.min(MOST_LOCATIONS)).rev().map(within));
            }
            _ => {
                let size = crate::location_count(module, ty, false);
                found.push((path, ty, location));
                location = location.saturating_add(size);
            }
        }
    }
    found
}

/// More locations than any device has for attributes.
const MOST_LOCATIONS: u32 = 256;

/// The inputs that attributes are given for; `None`, with an error, if one has some and lacks others.
fn plan(module: &Module, options: &PullVertices) -> Result<Vec<Pulled>, (vitrum_ir::Span, String)> {
    let mut pulled = Vec::new();
    if module.stage != Stage::Vertex || module.entry.is_none() {
        return Ok(pulled);
    }
    for (global, data) in module.globals.iter() {
        let Some(first) = data.decorations.location else { continue };
        if data.storage != Storage::Input || data.decorations.builtin.is_some() || data.block.is_some() {
            continue;
        }
        let all = leaves(module, data.ty, first);
        let of = |location: u32| options.attributes.iter().find(|row| row.location == location).copied();
        let component = data.decorations.component.unwrap_or(0);
        let found: Vec<Leaf> = all
            .iter()
            .filter_map(|(path, ty, location)| {
                Some(Leaf { path: path.clone(), ty: *ty, component, attribute: of(*location)? })
            })
            .collect();
        if found.is_empty() {
            continue;
        }
        let name = module.names.get(data.name);
        if found.len() < all.len() {
            return Err((data.origin.span, format!("attributes are given for a part of `{name}` only")));
        }
        for leaf in &found {
            check(module, options, name, leaf).map_err(|message| (data.origin.span, message))?;
        }
        pulled.push(Pulled { global, leaves: found });
    }
    Ok(pulled)
}

/// Compares an attribute with its variable and its buffer.
fn check(module: &Module, options: &PullVertices, name: &str, leaf: &Leaf) -> Result<(), String> {
    let attribute = leaf.attribute;
    let location = attribute.location;
    let Some(buffer) = options.buffers.iter().find(|row| row.buffer == attribute.buffer) else {
        return Err(format!("attribute {location} is in buffer {}, which has no stride", attribute.buffer));
    };
    let align = attribute.format.align();
    if !buffer.stride.is_multiple_of(align) || !attribute.offset.is_multiple_of(align) {
        return Err(format!("attribute {location} is not aligned to {align} bytes"));
    }
    let scalar = module.types.scalar_of(leaf.ty).unwrap_or(Scalar::Bool);
    let found = attribute.format.scalar();
    let is_wide = |scalar: Scalar| scalar.width() == 64;
    let same_kind = scalar.is_float() == found.is_float() && scalar.is_integer() == found.is_integer();
    if !same_kind || is_wide(scalar) != is_wide(found) {
        let (expected, found) = (scalar.name(), found.name());
        return Err(format!(
            "the format of attribute {location} has components of `{found}`, `{name}` of `{expected}`"
        ));
    }
    Ok(())
}

/// True if attributes are given for inputs of a vertex shader.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    let options = settings.options.get::<PullVertices>();
    plan(module, &options).is_ok_and(|pulled| !pulled.is_empty()) || plan(module, &options).is_err()
}

/// Reads attributes from buffers; gives the number of inputs.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let options = session.settings().options.get::<PullVertices>();
    let pulled = match plan(module, &options) {
        Ok(pulled) => pulled,
        Err((span, message)) => {
            session.refuse(span, message);
            return 0;
        }
    };
    let Some(entry) = module.entry else { return 0 };
    let mut copies = Vec::new();
    for Pulled { global, .. } in &pulled {
        let data = module.globals[*global].clone();
        let name = module.names.get(data.name).to_owned();
        let copy = module.add_global(&name, data.ty, Storage::Private);
        module.globals[copy].precision = data.precision;
        if !redirect_global(module, *global, copy) {
            session.refuse(
                data.origin.span,
                format!("a function takes the address of `{name}`, expected its value"),
            );
            return 0;
        }
        copies.push(copy);
    }
    let used: Vec<PulledBuffer> = options
        .buffers
        .iter()
        .filter(|row| {
            let mut leaves = pulled.iter().flat_map(|it| &it.leaves);
            leaves.any(|leaf| leaf.attribute.buffer == row.buffer)
        })
        .copied()
        .collect();
    let mut buffers = BTreeMap::new();
    for row in &used {
        buffers.entry(row.buffer).or_insert_with(|| {
            let source = Source { buffer: add_buffer(module, session, &options, row.buffer), row: *row };
            let index = Index::add(module, session.settings().vulkan, row.instances);
            (source, index)
        });
    }
    insert_at_start(module, entry, session, |rewriter| {
        let mut indices: FxHashMap<u32, Operand> = FxHashMap::default();
        for (Pulled { leaves, .. }, &copy) in pulled.iter().zip(&copies) {
            for leaf in leaves {
                let Some((source, index)) = buffers.get(&leaf.attribute.buffer) else { continue };
                let index = *indices.entry(leaf.attribute.buffer).or_insert_with(|| index.build(rewriter));
                let value = fetch(rewriter, source, index, leaf);
                let path: Vec<Operand> = leaf
                    .path
                    .iter()
                    .map(|&index| rewriter.module_mut().constants.i32(index as i32).into())
                    .collect();
                let place = if path.is_empty() { copy.into() } else { rewriter.access(copy, &path) };
                rewriter.store(place, value);
            }
        }
    });
    let gone: Vec<Global> = pulled.iter().map(|it| it.global).collect();
    remove_reported(module, session, &gone);
    gone.len()
}

fn add_buffer(module: &mut Module, session: &mut Session, options: &PullVertices, buffer: u32) -> Global {
    let words = module.types.intern(TypeData::RuntimeArray { element: common::U32 });
    let member = Member::new(module.names.intern("words"), words);
    let name = format!("VertexBuffer{buffer}");
    let block = module.structs.alloc(StructData::new(module.names.intern(&name), vec![member]));
    let ty = module.types.intern(TypeData::Struct(block));
    let global = module.add_global(&instance_name(&name), ty, Storage::Buffer);
    let binding = options.binding.map(|first| first.saturating_add(buffer));
    let data = &mut module.globals[global];
    data.block = Some(LayoutRule::Std430);
    data.decorations.qualifiers = Qualifiers::READONLY;
    (data.decorations.set, data.decorations.binding) = (options.set, binding);
    if let Some(binding) = binding {
        let slot = Slot::Binding { set: options.set.unwrap_or(0), binding };
        session.add_assigned(vec![Assigned::new(module, global, name, slot)]);
    }
    global
}

/// A storage buffer with vertices.
struct Source {
    buffer: Global,
    row: PulledBuffer,
}

/// The number of the vertex in a buffer.
#[derive(Clone, Copy)]
struct Index {
    /// The number of the vertex or the instance.
    number: Global,
    /// The first instance, if it is needed apart.
    base: Option<Global>,
    /// True if numbers include the first instance.
    includes_base: bool,
    instances: Option<u32>,
}

impl Index {
    fn add(module: &mut Module, vulkan: bool, instances: Option<u32>) -> Self {
        let (plain, indexed) = match instances {
            None => ((BuiltIn::VertexId, "gl_VertexID"), (BuiltIn::VertexIndex, "gl_VertexIndex")),
            Some(_) => ((BuiltIn::InstanceId, "gl_InstanceID"), (BuiltIn::InstanceIndex, "gl_InstanceIndex")),
        };
        let is_plain = input(module, plain.0).is_some() || !vulkan && input(module, indexed.0).is_none();
        let (builtin, name) = if is_plain { plain } else { indexed };
        let number = input_or_add(module, builtin, name, common::I32);
        let needs_base = instances.is_some_and(|count| is_plain || count != 1);
        let base = needs_base.then(|| base_or_add(module, BuiltIn::BaseInstance));
        Self { number, base, includes_base: !is_plain, instances }
    }

    fn build(self, rewriter: &mut Rewriter<'_>) -> Operand {
        let load = |rewriter: &mut Rewriter<'_>, global: Global| {
            let number = rewriter.load(global);
            rewriter.convert(number, common::U32)
        };
        let (Some(base), Some(instances)) = (self.base, self.instances) else {
            return load(rewriter, self.number);
        };
        let base = load(rewriter, base);
        if instances == 0 {
            return base;
        }
        let mut count = load(rewriter, self.number);
        if self.includes_base {
            count = rewriter.op(Op::Isub, &[count, base]);
        }
        if instances > 1 {
            let instances = rewriter.number(common::U32, f64::from(instances));
            count = rewriter.op(Op::Udiv, &[count, instances]);
        }
        rewriter.op(Op::Iadd, &[base, count])
    }
}

/// Builds the value of a scalar or vector.
fn fetch(rewriter: &mut Rewriter<'_>, source: &Source, index: Operand, leaf: &Leaf) -> Operand {
    let PulledAttribute { format, offset, .. } = leaf.attribute;
    let stride = source.row.stride;
    let mut words: FxHashMap<u32, Operand> = FxHashMap::default();
    let is_aligned = stride.is_multiple_of(4);
    let start = {
        // In words if vertices begin with whole ones, else in bytes.
        let by = rewriter.number(common::U32, f64::from(if is_aligned { stride / 4 } else { stride }));
        rewriter.op(Op::Imul, &[index, by])
    };
    let mut word = |rewriter: &mut Rewriter<'_>, bit: u32| {
        let byte = offset + bit / 8;
        let zero = rewriter.module_mut().constants.i32(0);
        if is_aligned {
            let shift = rewriter.number(common::U32, f64::from(byte % 4 * 8 + bit % 8));
            if let Some(&known) = words.get(&(byte / 4)) {
                return (known, shift);
            }
            let at = rewriter.number(common::U32, f64::from(byte / 4));
            let at = rewriter.op(Op::Iadd, &[start, at]);
            let place = rewriter.access(source.buffer, &[zero.into(), at]);
            let value = rewriter.load(place);
            words.insert(byte / 4, value);
            return (value, shift);
        }
        let at = rewriter.number(common::U32, f64::from(byte));
        let at = rewriter.op(Op::Iadd, &[start, at]);
        let [two, three] = [2.0, 3.0].map(|number| rewriter.number(common::U32, number));
        let quotient = rewriter.op(Op::Lshr, &[at, two]);
        let rest = rewriter.op(Op::Iand, &[at, three]);
        let shift = rewriter.op(Op::Shl, &[rest, three]);
        let place = rewriter.access(source.buffer, &[zero.into(), quotient]);
        (rewriter.load(place), shift)
    };
    let scalar = rewriter.module().types.scalar_of(leaf.ty).unwrap_or(Scalar::F32);
    let count = rewriter.module().types.vector_size(leaf.ty).unwrap_or(1);
    let mut components = Vec::new();
    for at in leaf.component..leaf.component + count {
        components.push(if at < format.count() {
            let value = format.component(rewriter, at, &mut word);
            as_scalar(rewriter, value, format.scalar(), scalar)
        } else {
            rewriter.number(common::scalar(scalar), if at == 3 { 1.0 } else { 0.0 })
        });
    }
    match *components.as_slice() {
        [single] => single,
        _ => rewriter.push(Op::Construct, &components, 0, leaf.ty, Precision::None),
    }
}

/// A value of a format as one of the type of the variable: of the same kind, but perhaps of another width or signedness.
fn as_scalar(rewriter: &mut Rewriter<'_>, value: Operand, from: Scalar, to: Scalar) -> Operand {
    let ty = common::scalar(to);
    match () {
        () if from == to => value,
        () if to.is_float() => rewriter.push(Op::Fconvert, &[value], 0, ty, Precision::None),
        () => rewriter.convert(value, ty),
    }
}
