//! Runs of any module on made-up values: the same for the same seed and the same names.
//!
//! The results for made-up inputs mean nothing, but a rewritten shader must give the same. Numbers are small,
//! so that indices and loop bounds made of them are often in range.

use vitrum_ir::eval::FloatFormat;
use vitrum_ir::{Dim, ImageType, LayoutRule, Module, Scalar, Stage, Storage, Struct, Type, TypeData};

use crate::bytes::{Buffer, address_of};
use crate::environment::{Environment, Limits, Outcome, Sampler, Texture, Values};
use crate::error::Error;
use crate::machine::Machine;
use crate::memory::BytePlace;
use crate::rounding::Rounding;
use crate::stages::{global_name, run_compute, run_quad, run_vertices};
use crate::value::Value;

/// Elements of an array without a length.
const RUNTIME_ELEMENTS: u32 = 16;

/// Steps that a rewritten module may take for each step of the original: code may be written out more plainly.
const SLACK: u64 = 4;

/// Made-up loop bounds are small, or else of no interest.
const LIMITS: Limits = Limits { steps: 300_000, calls: 64, nesting: 512, components: 1 << 20 };

/// Seeds with this bit make numbers of which results of 16 bits differ from those of 32.
const FINE: u64 = 1 << 63;

/// A generator of numbers (splitmix64).
#[derive(Clone, Debug)]
pub(crate) struct Random {
    state: u64,
    fine: bool,
}

impl Random {
    /// One for each name and seed.
    fn new(seed: u64, name: &str) -> Self {
        let fold = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        let state = name.bytes().fold(seed ^ 0xcbf2_9ce4_8422_2325, fold);
        Self { state, fine: seed & FINE != 0 }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ self.state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn scalar(&mut self, scalar: Scalar) -> u64 {
        let number = self.next();
        match FloatFormat::of(scalar) {
            // Between -2 and 4: halves hold them exactly, but not their products.
            Some(format) if self.fine => format.encode((number % 1537) as f64 / 256.0 - 2.0),
            // Eighths between -2 and 4.
            Some(format) => format.encode((number % 49) as f64 / 8.0 - 2.0),
            None if scalar == Scalar::Bool => number & 1,
            // Every fourth is large; 16 bits hold it, but no sum of two.
            None if self.fine && number >> 32 & 3 == 0 => 0x7000 + number % 0x1000,
            None => number % 5,
        }
    }

    fn fill(&mut self, value: &mut Value) {
        match value {
            Value::Numbers(numbers) => {
                numbers.undefined = 0;
                let scalar = numbers.scalar;
                numbers.bits.iter_mut().for_each(|bits| *bits = self.scalar(scalar));
            }
            Value::Parts(parts) => parts.iter_mut().for_each(|part| self.fill(part)),
            Value::Resource { .. } | Value::Pointer(_) => {}
        }
    }
}

/// Runs a module of any stage that can be run, with made-up inputs, buffers and textures, and returns the outcome and
/// the final buffers and textures.
///
/// # Errors
/// If the stage or something in it is not interpreted, or a limit is reached.
pub fn run_arbitrary(module: &Module, seed: u64) -> Result<(Outcome, Environment), Error> {
    run_within(module, seed, LIMITS.steps)
}

/// The same, for a module that was made from another one that ran to the end: it may take some more steps.
///
/// # Errors
/// As [`run_arbitrary`].
pub fn run_arbitrary_again(module: &Module, seed: u64) -> Result<(Outcome, Environment), Error> {
    run_within(module, seed, SLACK * LIMITS.steps)
}

/// The same, with all bound to the same memory that may be, for one invocation; `again` as in [`run_arbitrary_again`].
///
/// # Errors
/// As [`run_arbitrary`].
pub fn run_aliased(module: &Module, seed: u64, again: bool) -> Result<(Outcome, Environment), Error> {
    let environment = Environment { aliased: true, ..arbitrary_environment(module, seed)? };
    run_in(module, environment, seed, if again { SLACK * LIMITS.steps } else { LIMITS.steps })
}

/// The same with `mediump` and `lowp` results rounded, on numbers that show it, with a limit on steps.
///
/// # Errors
/// As [`run_arbitrary`].
pub fn run_arbitrary_rounded(
    module: &Module,
    seed: u64,
    rounding: Rounding,
    steps: u64,
) -> Result<(Outcome, Environment), Error> {
    let seed = seed | FINE;
    run_in(module, Environment { rounding, ..arbitrary_environment(module, seed)? }, seed, steps)
}

fn run_within(module: &Module, seed: u64, steps: u64) -> Result<(Outcome, Environment), Error> {
    run_in(module, arbitrary_environment(module, seed)?, seed, steps)
}

fn run_in(
    module: &Module,
    mut environment: Environment,
    seed: u64,
    steps: u64,
) -> Result<(Outcome, Environment), Error> {
    environment.limits.steps = steps;
    let outcome = match module.stage {
        Stage::Vertex => run_vertices(module, &mut environment, &arbitrary_inputs(module, seed, 4)?)?,
        Stage::Fragment => {
            let inputs = arbitrary_inputs(module, seed, 4)?;
            match <&[Values; 4]>::try_from(&inputs[..]) {
                Ok(quad) => run_quad(module, &mut environment, quad)?,
                Err(_) => Outcome::default(),
            }
        }
        Stage::Compute => run_compute(module, &mut environment, [2, 1, 1])?,
        stage => return Err(Error::Unsupported(format!("the stage `{}`", stage.name()))),
    };
    Ok((outcome, environment))
}

/// Made-up inputs for a number of lanes.
///
/// # Errors
/// If an input is of a type that is not interpreted.
pub fn arbitrary_inputs(module: &Module, seed: u64, lanes: usize) -> Result<Vec<Values>, Error> {
    let mut machine = Machine::new(module, lanes);
    let mut all = vec![Values::new(); lanes];
    for (_, data) in module.globals.iter() {
        // Built-in inputs must agree with each other; zero does.
        let is_given = matches!(data.storage, Storage::Input | Storage::PixelLocal);
        if !is_given || data.decorations.builtin.is_some() {
            continue;
        }
        let name = global_name(module, data);
        let zero = machine.zero(data.ty)?;
        for (lane, values) in all.iter_mut().enumerate() {
            let flat = data.decorations.interpolation == Some(vitrum_ir::Interpolation::Flat);
            let mut value = zero.clone();
            Random::new(if flat { seed } else { seed.wrapping_add(lane as u64 * 7919) }, &name)
                .fill(&mut value);
            values.insert(name.clone(), value);
        }
    }
    Ok(all)
}

/// Made-up uniforms, buffers and textures.
///
/// # Errors
/// If one is of a type that is not interpreted.
pub fn arbitrary_environment(module: &Module, seed: u64) -> Result<Environment, Error> {
    let mut environment = Environment { limits: LIMITS, ..Environment::default() };
    let mut machine = Machine::new(module, 0);
    let referenced = referenced_blocks(module);
    for it in &referenced {
        let mut random = Random::new(seed, &it.name);
        environment.memory.push(machine.arbitrary_block(it.ty, it.rule, &mut random, &referenced)?);
    }
    for (_, data) in module.globals.iter() {
        let name = global_name(module, data);
        match (data.storage, data.block) {
            (Storage::Uniform | Storage::Buffer | Storage::PushConstant, Some(rule)) => {
                let ty = module.types.innermost(data.ty);
                let count = machine.block_count(data.ty).min(64);
                let mut random = Random::new(seed, &name);
                let buffers: Result<Vec<Vec<u8>>, Error> =
                    (0..count).map(|_| machine.arbitrary_block(ty, rule, &mut random, &referenced)).collect();
                environment.buffers.insert(name, buffers?);
            }
            (Storage::Uniform | Storage::Opaque | Storage::AtomicCounter, None) => {
                arbitrary_uniform(&mut machine, &mut environment, data.ty, &name, seed, 0)?;
            }
            _ => {}
        }
    }
    Ok(environment)
}

/// A block that buffer references lead to, of which there is one in memory.
struct Referenced {
    name: String,
    ty: Type,
    rule: LayoutRule,
}

/// Each by its name, in an order that does not depend on that of the types.
fn referenced_blocks(module: &Module) -> Vec<Referenced> {
    let mut all = Vec::new();
    for (_, data) in module.types.iter() {
        if let TypeData::BufferReference { block, layout: rule, .. } = data
            && let Some(ty) = module.types.find(TypeData::Struct(block))
        {
            all.push(Referenced { name: block_name(module, block).to_owned(), ty, rule });
        }
    }
    all.sort_by(|a, b| a.name.cmp(&b.name));
    all.dedup_by(|a, b| a.name == b.name);
    all
}

fn block_name(module: &Module, block: Struct) -> &str {
    module.names.get(module.structs[block].name)
}

/// A loose uniform, or the textures within it.
fn arbitrary_uniform(
    machine: &mut Machine<'_>,
    environment: &mut Environment,
    ty: Type,
    name: &str,
    seed: u64,
    depth: usize,
) -> Result<(), Error> {
    if depth > 16 {
        return Err(Error::Limit("nesting of types"));
    }
    match machine.module.types.get(ty) {
        TypeData::Image(image) | TypeData::SampledImage(image) => {
            let all = environment.textures.entry(name.to_owned()).or_default();
            all.push(arbitrary_texture(&image, &mut Random::new(seed + all.len() as u64, name)));
        }
        TypeData::Sampler { .. } => {
            let all = environment.textures.entry(name.to_owned()).or_default();
            all.push(Texture::float_2d(1, 1, &[[0.0; 4]]));
        }
        TypeData::Array { element, length } if machine.holds_opaque(element, 0) => {
            for _ in 0..machine.length(length).min(64) {
                arbitrary_uniform(machine, environment, element, name, seed, depth + 1)?;
            }
        }
        TypeData::RuntimeArray { element } => {
            for _ in 0..4 {
                arbitrary_uniform(machine, environment, element, name, seed, depth + 1)?;
            }
        }
        TypeData::Struct(_) if machine.holds_opaque(ty, 0) => {
            for member in machine.module.members(ty) {
                let path = format!("{name}.{}", machine.module.names.get(member.name));
                arbitrary_uniform(machine, environment, member.ty, &path, seed, depth + 1)?;
            }
        }
        _ if depth == 0 => {
            let mut value = machine.zero(ty)?;
            Random::new(seed, name).fill(&mut value);
            environment.uniforms.insert(name.to_owned(), value);
        }
        _ => {}
    }
    Ok(())
}

fn arbitrary_texture(image: &ImageType, random: &mut Random) -> Texture {
    let size = match image.dim {
        Dim::D1 => [8, 1, 1],
        Dim::Buffer => [64, 1, 1],
        Dim::D3 => [4, 4, 4],
        Dim::D2
        | Dim::Cube
        | Dim::Rect
        | Dim::Subpass
        | Dim::External
        | Dim::ExternalYuv
        | Dim::TileImage
        | Dim::PixelLocal => [8, 8, 1],
    };
    let layers = if image.dim == Dim::Cube { 6 } else { 1 } * if image.arrayed { 3 } else { 1 };
    let samples = if image.multisampled { 4 } else { 1 };
    let level_count = if image.storage || image.multisampled || matches!(image.dim, Dim::Buffer | Dim::Rect) {
        1
    } else {
        3
    };
    let scalar = Texture::stored(image.sampled);
    let mut texture = Texture {
        scalar,
        size,
        layers,
        samples,
        levels: Vec::new(),
        sampler: Sampler { mipmap: Some(crate::environment::Filter::Nearest), ..Sampler::default() },
    };
    for level in 0..level_count {
        let count = texture.level_size(level).iter().product::<u32>() * layers * samples;
        let texel = |_| [0; 4].map(|_: u64| random.scalar(scalar));
        texture.levels.push((0..count).map(texel).collect());
    }
    texture
}

impl Machine<'_> {
    /// The bytes of a block whose scalars are made up.
    fn arbitrary_block(
        &mut self,
        ty: Type,
        rule: LayoutRule,
        random: &mut Random,
        referenced: &[Referenced],
    ) -> Result<Vec<u8>, Error> {
        let mut size = self.layouts(rule).size(ty, false);
        let mut tail = None;
        if let Some(last) = self.module.members(ty).last()
            && let TypeData::RuntimeArray { .. } = self.module.types.get(last.ty)
        {
            let row_major = vitrum_ir::layout::is_row_major(last, false);
            let stride = self.layouts(rule).array_stride(last.ty, row_major).unwrap_or(0);
            size = size.saturating_add(stride.saturating_mul(RUNTIME_ELEMENTS));
            tail = Some(self.module.members(ty).len() as u32 - 1);
        }
        if size as usize > self.limits.components {
            return Err(Error::Limit("size of a buffer"));
        }
        self.buffers.push(Buffer::new(vec![0; size as usize]));
        let buffer = self.buffers.len() - 1;
        let place = BytePlace { buffer, offset: 0, ty, rule, row_major: false, stride: None };
        for index in 0..self.module.members(ty).len() as u32 {
            let crate::memory::Pointer::Bytes(member) = self.access_bytes(place, index) else { continue };
            let count = if tail == Some(index) { RUNTIME_ELEMENTS } else { 1 };
            for element in 0..count {
                let part = match (tail == Some(index), self.access_bytes(member, element)) {
                    (false, _) => member,
                    (true, crate::memory::Pointer::Bytes(element)) => element,
                    (true, _) => continue,
                };
                // Opaque members stay zero.
                if let Ok(mut value) = self.zero(part.ty) {
                    random.fill(&mut value);
                    self.aim(&mut value, part.ty, referenced, 0);
                    self.write_bytes(part, &value)?;
                }
            }
        }
        Ok(self.buffers.pop().map(|buffer| buffer.bytes).unwrap_or_default())
    }

    /// Makes each buffer reference in `value` the address of the memory that there is for its type.
    fn aim(&mut self, value: &mut Value, ty: Type, referenced: &[Referenced], depth: usize) {
        match (self.module.types.get(ty), value) {
            _ if depth > 16 => {}
            (TypeData::BufferReference { block, .. }, value) => {
                let found = referenced.iter().position(|it| it.name == block_name(self.module, block));
                *value = Value::scalar(Scalar::U64, found.map_or(0, |memory| address_of(memory, 0)));
            }
            (TypeData::Array { element, .. } | TypeData::RuntimeArray { element }, Value::Parts(parts)) => {
                parts.iter_mut().for_each(|part| self.aim(part, element, referenced, depth + 1));
            }
            (TypeData::Struct(_), Value::Parts(parts)) => {
                for (part, member) in parts.iter_mut().zip(self.module.members(ty)) {
                    self.aim(part, member.ty, referenced, depth + 1);
                }
            }
            _ => {}
        }
    }

    /// True if there is an image or sampler in a type.
    fn holds_opaque(&self, ty: Type, depth: usize) -> bool {
        match self.module.types.get(ty) {
            _ if depth > 16 => false,
            TypeData::Image(_) | TypeData::SampledImage(_) | TypeData::Sampler { .. } => true,
            TypeData::Array { element, .. } | TypeData::RuntimeArray { element } => {
                self.holds_opaque(element, depth + 1)
            }
            TypeData::Struct(_) => {
                self.module.members(ty).iter().any(|member| self.holds_opaque(member.ty, depth + 1))
            }
            _ => false,
        }
    }
}
