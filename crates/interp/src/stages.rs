//! Runs: globals set up for a group of lanes, the entry point called, outputs gathered.

use std::collections::BTreeMap;

use vitrum_ir::{
    BuiltIn, Dim, GlobalData, ImageType, Module, Qualifiers, Scalar, Stage, Storage, Type, TypeData,
};

use crate::bytes::Buffer;
use crate::environment::{Environment, LaneOutcome, Mark, Outcome, Values};
use crate::error::{Error, invalid};
use crate::machine::Machine;
use crate::mask::Mask;
use crate::memory::{Object, Pointer};
use crate::observe::{Observer, Watch};
use crate::subgroup::ballot_value;
use crate::value::Value;

/// Runs a vertex shader for each vertex. `inputs` are values of globals by name, `gl_VertexIndex` and its like by the
/// names that the module gives them; those that are missing are zero.
///
/// # Errors
/// If the module is no such shader, or the environment does not fit it, or a limit is reached.
pub fn run_vertices(
    module: &Module,
    environment: &mut Environment,
    inputs: &[Values],
) -> Result<Outcome, Error> {
    run(module, Stage::Vertex, environment, inputs)
}

/// Runs a fragment shader for a quad: `inputs` of the fragments at (0, 0), (1, 0), (0, 1) and (1, 1).
///
/// # Errors
/// If the module is no such shader, or the environment does not fit it, or a limit is reached.
pub fn run_quad(
    module: &Module,
    environment: &mut Environment,
    inputs: &[Values; 4],
) -> Result<Outcome, Error> {
    run(module, Stage::Fragment, environment, inputs)
}

/// Like [`run_quad`], with somebody looking on.
///
/// # Errors
/// As [`run_quad`].
pub fn run_quad_observed<'m>(
    module: &'m Module,
    environment: &mut Environment,
    inputs: &[Values; 4],
    observer: &'m mut dyn Observer,
) -> Result<Outcome, Error> {
    run_watched(module, Stage::Fragment, environment, inputs, Watch(Some(observer)))
}

/// Runs a compute shader for `groups` workgroups in each dimension, one after the other.
///
/// # Errors
/// If the module is no such shader, or the environment does not fit it, or a limit is reached.
pub fn run_compute(
    module: &Module,
    environment: &mut Environment,
    groups: [u32; 3],
) -> Result<Outcome, Error> {
    let size = workgroup_size(module, environment)?;
    if environment.aliased {
        // One invocation, so that it depends on no other.
        let mut inputs = workgroup_inputs(module, size, groups, [0; 3], environment.subgroup_size.max(1));
        inputs.truncate(1);
        return run(module, Stage::Compute, environment, &inputs);
    }
    let mut total = Outcome::default();
    for z in 0..groups[2] {
        for y in 0..groups[1] {
            for x in 0..groups[0] {
                let inputs =
                    workgroup_inputs(module, size, groups, [x, y, z], environment.subgroup_size.max(1));
                let outcome = run(module, Stage::Compute, environment, &inputs)?;
                total.undefined_memory |= outcome.undefined_memory;
                total.steps += outcome.steps;
            }
        }
    }
    Ok(total)
}

/// Runs a geometry shader for each primitive, a tessellation control shader for each vertex of one patch, or a tessellation
/// evaluation shader for each vertex that tessellation makes. Vertices that are emitted are not kept, only what is left in memory.
///
/// # Errors
/// If the module is no such shader, or the environment does not fit it, or a limit is reached.
pub fn run_primitives(
    module: &Module,
    environment: &mut Environment,
    inputs: &[Values],
) -> Result<Outcome, Error> {
    match module.stage {
        Stage::Geometry if module.passes_inputs_on() => {
            invalid("a geometry shader that passes inputs on cannot be run")
        }
        Stage::Geometry | Stage::TessControl | Stage::TessEvaluation => {
            run(module, module.stage, environment, inputs)
        }
        _ => invalid("a geometry or tessellation shader is expected"),
    }
}

/// The name of the memory that everything is bound to that may be the same.
pub(crate) const COMMON: &str = "memory of several blocks";

/// Bytes of it at least: arrays without a length end where it ends.
const COMMON_SIZE: usize = 512;

/// True if what an invocation leaves in a variable is seen behind it.
fn is_result(data: &GlobalData) -> bool {
    let is_written = !data.decorations.qualifiers.contains(Qualifiers::READONLY);
    data.storage == Storage::Output || data.storage == Storage::PixelLocal && is_written
}

/// True if a variable may lead to the memory of another one.
fn may_alias(data: &GlobalData) -> bool {
    data.storage == Storage::Buffer && !data.decorations.qualifiers.contains(Qualifiers::RESTRICT)
}

/// The name of the memory of all storage images of a shape; none for other images.
fn shape(image: &ImageType) -> Option<String> {
    let ImageType { sampled, dim, arrayed, multisampled, storage, .. } = *image;
    let is_bound = storage && !matches!(dim, Dim::Subpass | Dim::PixelLocal);
    is_bound.then(|| format!("images {dim:?}, {}, {arrayed}, {multisampled}", sampled.name()))
}

/// The most invocations of a workgroup.
const MOST_INVOCATIONS: u32 = 1024;

fn workgroup_size(module: &Module, environment: &Environment) -> Result<[u32; 3], Error> {
    let Some(size) = module.execution.local_size else { return Ok([1, 1, 1]) };
    let mut machine = Machine::new(module, 0);
    machine.specialization = environment.specialization.clone();
    let mut known = [1; 3];
    for (slot, constant) in known.iter_mut().zip(size) {
        *slot = machine.constant(constant)?.bits().and_then(|bits| u32::try_from(bits).ok()).unwrap_or(1);
    }
    match known.iter().try_fold(1u32, |product, &size| product.checked_mul(size)) {
        Some(1..=MOST_INVOCATIONS) => Ok(known),
        _ => Err(Error::Limit("invocations of a workgroup")),
    }
}

/// The built-in inputs of every invocation of a workgroup.
fn workgroup_inputs(
    module: &Module,
    size: [u32; 3],
    groups: [u32; 3],
    group: [u32; 3],
    subgroup: usize,
) -> Vec<Values> {
    let count = size.iter().product::<u32>();
    let subgroup = subgroup as u32;
    (0..count)
        .map(|index| {
            let local = [index % size[0], index / size[0] % size[1], index / size[0] / size[1]];
            let global = [0, 1, 2].map(|axis| group[axis].wrapping_mul(size[axis]).wrapping_add(local[axis]));
            let mut values = Values::new();
            for (_, data) in module.globals.iter() {
                let value = match data.decorations.builtin {
                    Some(BuiltIn::NumWorkgroups) => Value::uints(&groups),
                    Some(BuiltIn::WorkgroupSize) => Value::uints(&size),
                    Some(BuiltIn::WorkgroupId) => Value::uints(&group),
                    Some(BuiltIn::LocalInvocationId) => Value::uints(&local),
                    Some(BuiltIn::GlobalInvocationId) => Value::uints(&global),
                    Some(BuiltIn::LocalInvocationIndex) => Value::u32(index),
                    Some(BuiltIn::NumSubgroups) => Value::u32(count.div_ceil(subgroup)),
                    Some(BuiltIn::SubgroupId) => Value::u32(index / subgroup),
                    _ => continue,
                };
                values.insert(global_name(module, data), value);
            }
            values
        })
        .collect()
}

/// The name of a global: its own, or for a block without instance name that of the block.
pub(crate) fn global_name(module: &Module, data: &GlobalData) -> String {
    let own = module.names.get(data.name);
    if !own.is_empty() {
        return own.to_owned();
    }
    match module.types.get(module.types.innermost(data.ty)) {
        TypeData::Struct(id) => module.names.get(module.structs[id].name).to_owned(),
        _ => String::new(),
    }
}

fn run(
    module: &Module,
    stage: Stage,
    environment: &mut Environment,
    inputs: &[Values],
) -> Result<Outcome, Error> {
    run_watched(module, stage, environment, inputs, Watch::default())
}

fn run_watched<'m>(
    module: &'m Module,
    stage: Stage,
    environment: &mut Environment,
    inputs: &[Values],
    watch: Watch<'m>,
) -> Result<Outcome, Error> {
    if module.stage != stage {
        return invalid(format!("a {} shader is expected", stage.name()));
    }
    if let Err(errors) = vitrum_ir::verify(module) {
        return invalid(errors.to_string());
    }
    let Some(entry) = module.entry else { return invalid("there is no entry point") };
    let mut machine = Machine::new(module, inputs.len());
    machine.watch = watch;
    machine.specialization = environment.specialization.clone();
    machine.limits = environment.limits;
    machine.rounding = environment.rounding;
    machine.subgroup_size = match environment.subgroup_size {
        0 => 4,
        size => size.next_power_of_two().min(128),
    };
    machine.memory = environment.memory.len();
    let memory = environment.memory.iter().enumerate();
    machine.buffers =
        memory.map(|(at, bytes)| Buffer::marked(bytes.clone(), environment.marks.memory.get(at))).collect();
    let mut names = Resources::default();
    if environment.aliased {
        machine.alias(environment);
        machine.alias_images(environment, &mut names);
    }
    for (global, data) in module.globals.iter() {
        let pointer = machine.set_up(data, environment, inputs, &mut names)?;
        if let Some(slot) = machine.globals.get_mut(global) {
            *slot = pointer;
        }
    }
    machine.place()?;
    machine.call(entry, vec![Vec::new(); inputs.len()], &Mask::all(inputs.len(), true))?;
    names.give_back(&mut machine, environment);
    let mut lanes = Vec::with_capacity(inputs.len());
    for (lane, state) in machine.lanes.iter().enumerate() {
        let mut outputs = Values::new();
        for (global, data) in module.globals.iter().filter(|row| is_result(row.1)) {
            let pointer = machine.globals.get(global);
            let Some(Pointer::Variable { object, .. }) = pointer else { continue };
            let value = match machine.objects.get(*object) {
                Some(Object::Lanes(values)) => values.get(lane),
                Some(Object::Common(value)) => Some(value),
                None => None,
            };
            if let Some(value) = value {
                let mut value = value.clone();
                if state.tainted {
                    value.undefine();
                }
                outputs.insert(global_name(module, data), value);
            }
        }
        lanes.push(LaneOutcome { outputs, discarded: state.discarded, tainted: state.tainted });
    }
    let tainted = machine.lanes.iter().any(|lane| lane.tainted);
    let undefined_memory = machine.undefined_memory || tainted;
    Ok(Outcome { lanes, undefined_memory, steps: machine.steps })
}

/// The sources of the machine's buffers and textures.
#[derive(Default)]
struct Resources {
    /// Name, element, and the buffer of the machine.
    buffers: Vec<(String, usize, usize)>,
    textures: Vec<(String, usize)>,
    /// The objects of atomic counters.
    counters: Vec<(String, usize)>,
}

impl Resources {
    /// Moves memory, buffers, counters and textures back into the environment after the run.
    fn give_back(self, machine: &mut Machine<'_>, environment: &mut Environment) {
        let mut buffers = std::mem::take(&mut machine.buffers);
        if let Some(common) = machine.common.and_then(|common| buffers.get_mut(common)) {
            let Buffer { bytes, marks } = std::mem::take(common);
            environment.buffers.insert(COMMON.to_owned(), vec![bytes]);
            environment.marks.buffers.insert(COMMON.to_owned(), vec![marks]);
        }
        environment.marks.memory.resize(environment.memory.len(), Vec::new());
        let memory = environment.memory.iter_mut().zip(&mut environment.marks.memory);
        for ((slot, marks), buffer) in memory.zip(&mut buffers) {
            Buffer { bytes: *slot, marks: *marks } = std::mem::take(buffer);
        }
        for (name, element, number) in self.buffers {
            let Some(buffer) = buffers.get_mut(number).map(std::mem::take) else { continue };
            if let Some(slot) = environment.buffers.get_mut(&name).and_then(|all| all.get_mut(element)) {
                *slot = buffer.bytes;
                let all = environment.marks.buffers.entry(name).or_default();
                all.resize(all.len().max(element + 1), Vec::new());
                all[element] = buffer.marks;
            }
        }
        let texels = std::mem::take(&mut machine.undefined_texels);
        for (at, (name, element)) in self.textures.iter().enumerate() {
            let of_this = texels.range((at, 0)..=(at, usize::MAX));
            environment.undefined_texels.extend(of_this.map(|row| (name.clone(), *element, row.1)));
        }
        for (name, object) in self.counters {
            if let Some(Object::Common(value)) = machine.objects.get(object) {
                environment.uniforms.insert(name, value.clone());
            }
        }
        for ((name, element), texture) in self.textures.into_iter().zip(std::mem::take(&mut machine.textures))
        {
            if let Some(slot) = environment.textures.get_mut(&name).and_then(|all| all.get_mut(element)) {
                *slot = texture;
            }
        }
    }
}

impl Machine<'_> {
    /// Binds all that may be the same memory to one buffer, which holds what they hold, one over the other; and leaves one
    /// invocation, for which the others of a quad are helpers.
    fn alias(&mut self, environment: &Environment) {
        let mut common = Buffer::new(vec![0; COMMON_SIZE]);
        let mut overlay = |bytes: &[u8]| {
            common.grow(bytes.len());
            for ((slot, mark), &byte) in common.bytes.iter_mut().zip(&mut common.marks).zip(bytes) {
                (*slot, *mark) = (byte, Mark::Bits);
            }
        };
        for data in self.module.globals.values().filter(|data| may_alias(data)) {
            let given = environment.buffers.get(&global_name(self.module, data));
            given.into_iter().flatten().for_each(|bytes| overlay(bytes));
        }
        // Last, for the addresses in it.
        environment.memory.iter().rev().for_each(|bytes| overlay(bytes));
        self.common = Some(self.buffers.len());
        self.buffers.push(common);
        self.lanes.iter_mut().skip(1).for_each(|lane| lane.helper = true);
    }

    /// Binds all storage images of a shape that may be the same memory to one texture: that of the first name.
    fn alias_images(&mut self, environment: &mut Environment, resources: &mut Resources) {
        let mut firsts: BTreeMap<String, String> = BTreeMap::new();
        for data in self.module.globals.values() {
            let ty = self.module.types.innermost(data.ty);
            let is_restrict = data.decorations.qualifiers.contains(Qualifiers::RESTRICT);
            if let (TypeData::Image(image), false) = (self.module.types.get(ty), is_restrict)
                && let Some(shape) = shape(&image)
            {
                let name = global_name(self.module, data);
                let first = firsts.entry(shape).or_insert_with(|| name.clone());
                *first = name.min(std::mem::take(first));
            }
        }
        for (shape, name) in firsts {
            let first = environment.textures.get(&name).and_then(|all| all.first()).cloned();
            let Some(texture) = first else { continue };
            self.common_images.insert(shape.clone(), self.textures.len());
            self.textures.push(texture.clone());
            resources.textures.push((shape.clone(), 0));
            environment.textures.insert(shape, vec![texture]);
        }
    }

    /// Makes the memory of a global, and gives its address.
    fn set_up(
        &mut self,
        data: &GlobalData,
        environment: &Environment,
        inputs: &[Values],
        resources: &mut Resources,
    ) -> Result<Pointer, Error> {
        let name = global_name(self.module, data);
        if let (Some(rule), Storage::Uniform | Storage::Buffer | Storage::PushConstant) =
            (data.block, data.storage)
        {
            let first = self.bound.len();
            let given = environment.buffers.get(&name).map_or(&[][..], |all| &all[..]);
            let count = self.block_count(data.ty).max(given.len());
            if count > 4096 {
                return Err(Error::Limit("elements of an array of blocks"));
            }
            for element in 0..count {
                if let Some(common) = self.common.filter(|_| may_alias(data)) {
                    self.bound.push((common, 0));
                    continue;
                }
                let marks = environment.marks.buffers.get(&name).and_then(|all| all.get(element));
                self.bound.push((self.buffers.len(), 0));
                resources.buffers.push((name.clone(), element, self.buffers.len()));
                self.buffers.push(Buffer::marked(given.get(element).cloned().unwrap_or_default(), marks));
            }
            return Ok(self.block(first, data.ty, rule));
        }
        if let (Some(rule), Storage::Shared) = (data.block, data.storage) {
            let shared = *self.shared.get_or_insert(self.buffers.len());
            if shared == self.buffers.len() {
                self.buffers.push(Buffer::default());
            }
            let count = self.block_count(data.ty);
            let ty = self.module.types.innermost(data.ty);
            let size = self.layouts(rule).size(ty, false) as usize;
            if size > self.limits.components || count > 4096 {
                return Err(Error::Limit("size of a value"));
            }
            if let Some(buffer) = self.buffers.get_mut(shared) {
                buffer.grow(size);
            }
            let first = self.bound.len();
            self.bound.extend(std::iter::repeat_n((shared, 0), count));
            return Ok(self.block(first, data.ty, rule));
        }
        let object = match data.storage {
            Storage::Opaque | Storage::Uniform => {
                let value = match environment.uniforms.get(&name) {
                    Some(value) => value.clone(),
                    None => {
                        let may_alias = !data.decorations.qualifiers.contains(Qualifiers::RESTRICT);
                        let mut next = TextureNames { environment, resources, counts: Vec::new(), may_alias };
                        self.uniform(data.ty, &name, &name, &mut next, 0)?
                    }
                };
                Object::Common(match data.initializer {
                    Some(initializer) if !environment.uniforms.contains_key(&name) => {
                        self.constant(initializer)?
                    }
                    _ => value,
                })
            }
            Storage::Input => {
                let mut lanes = Vec::with_capacity(inputs.len());
                for (lane, values) in inputs.iter().enumerate() {
                    lanes.push(match values.get(&name) {
                        Some(value) => value.clone(),
                        None => self.built_in(data, lane)?,
                    });
                }
                Object::Lanes(lanes)
            }
            Storage::PixelLocal => {
                let undefined = self.undefined(data.ty)?;
                let is_kept = !data.decorations.qualifiers.contains(Qualifiers::WRITEONLY);
                let start = |values: &Values| values.get(&name).filter(|_| is_kept).cloned();
                Object::Lanes(
                    inputs.iter().map(|it| start(it).unwrap_or_else(|| undefined.clone())).collect(),
                )
            }
            Storage::Private | Storage::Output => {
                let value = match data.initializer {
                    Some(constant) => self.constant(constant)?,
                    None => self.undefined(data.ty)?,
                };
                // The invocations of a patch write parts of one array.
                match (data.storage, self.module.stage) {
                    (Storage::Output, Stage::TessControl) => Object::Common(value),
                    _ => Object::Lanes(vec![value; inputs.len()]),
                }
            }
            Storage::Shared => Object::Common(match data.initializer {
                Some(constant) => self.constant(constant)?,
                None => self.undefined(data.ty)?,
            }),
            Storage::AtomicCounter => {
                resources.counters.push((name.clone(), self.objects.len()));
                Object::Common(match environment.uniforms.get(&name) {
                    Some(value) => value.clone(),
                    None => self.zero(data.ty)?,
                })
            }
            storage => return Err(Error::Unsupported(format!("the storage class `{}`", storage.name()))),
        };
        self.objects.push(object);
        Ok(Pointer::Variable { object: self.objects.len() - 1, path: Vec::new() })
    }

    /// The value of an input that is not given: the interpreter's own value if it has one, else zero.
    fn built_in(&mut self, data: &GlobalData, lane: usize) -> Result<Value, Error> {
        let size = self.subgroup_size;
        let within = lane % size;
        let all = if size >= 128 { u128::MAX } else { (1u128 << size) - 1 };
        let below = (1u128 << within) - 1;
        // `GL_ARB_shader_ballot` has masks of 64 bits.
        let ballot_value = |bits: u128| match self.module.types.get(data.ty) {
            TypeData::Scalar(Scalar::U64) => Value::scalar(Scalar::U64, bits as u64),
            _ => ballot_value(bits),
        };
        let value = match data.decorations.builtin {
            Some(BuiltIn::HelperInvocation) => Value::bool(self.is_helper(lane)),
            Some(BuiltIn::SubgroupSize) => Value::u32(size as u32),
            Some(BuiltIn::SubgroupInvocationId) => Value::u32(within as u32),
            Some(BuiltIn::SubgroupEqMask) => ballot_value(1 << within),
            Some(BuiltIn::SubgroupLtMask) => ballot_value(below),
            Some(BuiltIn::SubgroupLeMask) => ballot_value(below | 1 << within),
            Some(BuiltIn::SubgroupGtMask) => ballot_value(all & !(below | 1 << within)),
            Some(BuiltIn::SubgroupGeMask) => ballot_value(all & !below),
            _ => return self.zero(data.ty),
        };
        Ok(value)
    }

    /// A loose uniform that is not given as a whole: the textures that it holds, by name without indices, and what is
    /// given of the rest by path.
    fn uniform(
        &mut self,
        ty: Type,
        name: &str,
        path: &str,
        next: &mut TextureNames<'_>,
        depth: usize,
    ) -> Result<Value, Error> {
        if depth > 16 {
            return Err(Error::Limit("nesting of types"));
        }
        let ty_data = self.module.types.get(ty);
        if let (TypeData::Image(image), true) = (&ty_data, next.may_alias)
            && let Some(&texture) = shape(image).and_then(|shape| self.common_images.get(&shape))
        {
            return Ok(Value::Resource { texture, sampler: texture });
        }
        match ty_data {
            TypeData::Image(_) | TypeData::SampledImage(_) | TypeData::Sampler { .. } => {
                let texture = next.take(&mut self.textures, name);
                Ok(Value::Resource { texture, sampler: texture })
            }
            TypeData::Array { element, length } => {
                let count = self.length(length);
                if count as usize > self.limits.components {
                    return Err(Error::Limit("size of a value"));
                }
                let part = |index| self.uniform(element, name, &format!("{path}[{index}]"), next, depth + 1);
                Ok(Value::Parts((0..count).map(part).collect::<Result<_, _>>()?))
            }
            TypeData::RuntimeArray { element } => {
                let count = next.environment.textures.get(name).map_or(0, Vec::len);
                let parts = (0..count).map(|_| self.uniform(element, name, path, next, depth + 1));
                Ok(Value::Parts(parts.collect::<Result<_, _>>()?))
            }
            TypeData::Struct(_) => {
                let mut parts = Vec::new();
                for member in self.module.members(ty) {
                    let member_name = self.module.names.get(member.name);
                    let (name, path) = (format!("{name}.{member_name}"), format!("{path}.{member_name}"));
                    parts.push(self.uniform(member.ty, &name, &path, next, depth + 1)?);
                }
                Ok(Value::Parts(parts))
            }
            _ => match next.environment.uniforms.get(path) {
                Some(value) => Ok(value.clone()),
                None => self.zero(ty),
            },
        }
    }
}

/// Textures by name, element after element.
struct TextureNames<'a> {
    environment: &'a Environment,
    resources: &'a mut Resources,
    counts: Vec<(String, usize)>,
    /// True if storage images may be bound to a texture of several.
    may_alias: bool,
}

impl TextureNames<'_> {
    /// The position of the next texture of that name; `usize::MAX` if none is given.
    fn take(&mut self, textures: &mut Vec<crate::environment::Texture>, name: &str) -> usize {
        let position = self.counts.iter().position(|row| row.0 == name).unwrap_or_else(|| {
            self.counts.push((name.to_owned(), 0));
            self.counts.len() - 1
        });
        let Some((_, count)) = self.counts.get_mut(position) else { return usize::MAX };
        let element = *count;
        *count += 1;
        match self.environment.textures.get(name).and_then(|all| all.get(element)) {
            Some(texture) => {
                textures.push(texture.clone());
                self.resources.textures.push((name.to_owned(), element));
                textures.len() - 1
            }
            None => usize::MAX,
        }
    }
}
