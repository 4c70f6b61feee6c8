//! The host of the small machine: it puts buffers, textures and inputs where the module's slots say, and reads outputs.

use std::collections::BTreeMap;

use vitrum_interp::{Environment, LaneOutcome, Numbers, Texture, Value, Values};
use vitrum_ir::layout::{Layouts, is_row_major};
use vitrum_ir::machine::{Slots, is_arrayed};
use vitrum_ir::{
    BuiltIn, GlobalData, LayoutRule, Length, Module, Scalar, Storage, Type, TypeData, types::common, typing,
};

/// Memory and textures of a run.
#[derive(Debug, Default)]
pub(super) struct Host {
    /// By index.
    pub(super) storage: BTreeMap<u32, Vec<u8>>,
    pub(super) blocks: BTreeMap<u32, Vec<u8>>,
    pub(super) push: Vec<u8>,
    pub(super) uniforms: Vec<u8>,
    /// Behind addresses.
    pub(super) memory: Vec<Vec<u8>>,
    /// By the index of the resource.
    pub(super) textures: BTreeMap<u32, Texture>,
    /// Name and element of buffers and textures.
    places: Vec<(Storage, u32, String, usize)>,
}

/// The name of a global; that of its block if it has none.
pub(super) fn name(module: &Module, data: &GlobalData) -> String {
    match (module.names.get(data.name), module.types.get(module.types.innermost(data.ty))) {
        ("", TypeData::Struct(id)) => module.names.get(module.structs[id].name).to_owned(),
        (name, _) => name.to_owned(),
    }
}

impl Host {
    pub(super) fn new(module: &Module, environment: &Environment) -> Self {
        let mut host = Self { memory: environment.memory.clone(), ..Self::default() };
        for data in module.globals.values() {
            let name = name(module, data);
            let buffers = environment.buffers.get(&name).cloned().unwrap_or_default();
            if data.storage == Storage::PushConstant {
                host.push = buffers.into_iter().next().unwrap_or_default();
                continue;
            }
            let Some(slot) = data.decorations.slot else { continue };
            match data.storage {
                Storage::Uniform | Storage::Buffer if data.block.is_some() => {
                    for (element, bytes) in buffers.into_iter().enumerate() {
                        let index = slot + element as u32;
                        host.places.push((data.storage, index, name.clone(), element));
                        let all = if data.storage == Storage::Buffer {
                            &mut host.storage
                        } else {
                            &mut host.blocks
                        };
                        all.insert(index, bytes);
                    }
                }
                Storage::Uniform => {
                    if let Some(value) = environment.uniforms.get(&name) {
                        let mut layouts = Layouts::new(module, LayoutRule::Std430);
                        put(module, &mut layouts, &mut host.uniforms, (slot, data.ty, false), value);
                    }
                }
                Storage::Opaque => {
                    let textures = environment.textures.get(&name).into_iter().flatten();
                    for (element, texture) in textures.enumerate() {
                        let index = slot + element as u32;
                        host.places.push((data.storage, index, name.clone(), element));
                        host.textures.insert(index, texture.clone());
                    }
                }
                _ => {}
            }
        }
        host
    }

    /// Puts buffers and textures back.
    pub(super) fn give_back(mut self, environment: &mut Environment) {
        environment.memory = self.memory;
        for (storage, index, name, element) in self.places {
            if storage == Storage::Buffer {
                let slot = environment.buffers.get_mut(&name).and_then(|all| all.get_mut(element));
                slot.into_iter().zip(self.storage.remove(&index)).for_each(|(slot, bytes)| *slot = bytes);
            } else if storage == Storage::Opaque {
                let slot = environment.textures.get_mut(&name).and_then(|all| all.get_mut(element));
                slot.into_iter().zip(self.textures.remove(&index)).for_each(|(slot, it)| *slot = it);
            }
        }
    }
}

/// Writes a value at an offset.
fn put(
    module: &Module,
    layouts: &mut Layouts<'_>,
    bytes: &mut Vec<u8>,
    (offset, ty, row_major): (u32, Type, bool),
    value: &Value,
) {
    if let (Value::Numbers(numbers), TypeData::Scalar(scalar)) = (value, module.types.get(ty)) {
        let size = if scalar == Scalar::Bool { 4 } else { scalar.width() as usize / 8 };
        let end = offset as usize + size;
        bytes.resize(bytes.len().max(end), 0);
        bytes[offset as usize..end].copy_from_slice(&numbers.bits[0].to_le_bytes()[..size]);
        return;
    }
    for index in 0..parts(module, ty) {
        let (Some(part), Some(value)) = (typing::part_type(module, ty, index), value.part(index as usize))
        else {
            continue;
        };
        let (distance, row_major) = match module.types.get(ty) {
            TypeData::Struct(_) => (
                layouts.members(ty, row_major).offsets[index as usize],
                is_row_major(&module.members(ty)[index as usize], row_major),
            ),
            TypeData::Vector { scalar, .. } => (index * scalar.width().max(32) / 8, row_major),
            TypeData::Matrix { scalar, .. } if row_major => {
                // A column has its parts in the rows.
                let stride = layouts.matrix_stride(ty, true).unwrap_or(0);
                for row in 0..parts(module, part) {
                    let at = offset + index * scalar.width() / 8 + row * stride;
                    if let Some(one) = value.part(row as usize) {
                        put(module, layouts, bytes, (at, common::scalar(scalar), false), &one);
                    }
                }
                continue;
            }
            TypeData::Matrix { .. } => (index * layouts.matrix_stride(ty, false).unwrap_or(0), row_major),
            _ => (index * layouts.array_stride(ty, row_major).unwrap_or(0), row_major),
        };
        put(module, layouts, bytes, (offset + distance, part, row_major), &value);
    }
}

/// The number of parts of a type.
fn parts(module: &Module, ty: Type) -> u32 {
    match module.types.get(ty) {
        TypeData::Struct(_) => module.members(ty).len() as u32,
        _ => module.types.length(ty).unwrap_or(0),
    }
}

/// Zero of a type.
fn zero(module: &Module, ty: Type) -> Value {
    match module.types.get(ty) {
        TypeData::Scalar(scalar) => Value::scalar(scalar, 0),
        TypeData::Vector { scalar, size } => {
            Value::Numbers(Numbers::new(scalar, size.into(), vec![0; size.into()]))
        }
        TypeData::Matrix { scalar, columns, rows } => Value::Numbers(Numbers::new(
            scalar,
            rows.into(),
            vec![0; usize::from(columns) * usize::from(rows)],
        )),
        TypeData::Array { length: Length::Constant(length), element } => {
            Value::Parts((0..length).map(|_| zero(module, element)).collect())
        }
        TypeData::Struct(_) => {
            Value::Parts(module.members(ty).iter().map(|member| zero(module, member.ty)).collect())
        }
        _ => Value::Parts(Vec::new()),
    }
}

/// The bits of the number that indices lead to.
fn bits_at<'v>(value: &'v mut Value, path: &[u32]) -> Option<&'v mut u64> {
    match (value, path) {
        (Value::Parts(parts), [index, rest @ ..]) => bits_at(parts.get_mut(*index as usize)?, rest),
        (Value::Numbers(numbers), []) => numbers.bits.first_mut(),
        (Value::Numbers(numbers), &[index]) => numbers.bits.get_mut(index as usize),
        (Value::Numbers(numbers), &[column, row]) => {
            let rows = numbers.rows;
            numbers.bits.get_mut(column as usize * rows + row as usize)
        }
        _ => None,
    }
}

/// The words of the inputs of a lane by slot and component, and of those that each vertex has.
pub(super) fn input_words(module: &Module, values: &Values) -> (Vec<u32>, Vec<Vec<u32>>) {
    let mut words = Vec::new();
    let mut vertices: Vec<Vec<u32>> = Vec::new();
    let mut slots = Slots::new(module);
    for data in module.globals.values().filter(|data| data.storage == Storage::Input) {
        let Some(slot) = data.decorations.slot else { continue };
        let mut value = values.get(&name(module, data)).cloned().unwrap_or_else(|| zero(module, data.ty));
        for cell in slots.cells(data) {
            let at = ((slot + cell.slot) * 4 + cell.component) as usize;
            let set = |words: &mut Vec<u32>, value: &mut Value| {
                words.resize(words.len().max(at + 1), 0);
                if let Some(bits) = bits_at(value, &cell.path) {
                    words[at] = (*bits >> (32 * cell.word)) as u32;
                }
            };
            match &mut value {
                Value::Parts(parts) if is_arrayed(module, data) => {
                    vertices.resize(vertices.len().max(parts.len()), Vec::new());
                    vertices.iter_mut().zip(parts).for_each(|(words, value)| set(words, value));
                }
                value => set(&mut words, value),
            }
        }
    }
    (words, vertices)
}

/// The outputs of a lane from their words.
pub(super) fn outputs(module: &Module, words: &[u32], discarded: bool) -> LaneOutcome {
    let mut outputs = Values::new();
    let mut slots = Slots::new(module);
    for data in module.globals.values().filter(|data| data.storage == Storage::Output) {
        let mut value = zero(module, data.ty);
        for cell in slots.cells(data) {
            let at = ((data.decorations.slot.unwrap_or(0) + cell.slot) * 4 + cell.component) as usize;
            if let (Some(bits), Some(&word)) = (bits_at(&mut value, &cell.path), words.get(at)) {
                *bits |= u64::from(word) << (32 * cell.word);
            }
        }
        outputs.insert(name(module, data), value);
    }
    LaneOutcome { outputs, discarded, tainted: false }
}

/// The words of a built-in variable that the pipeline gives. Those that the host does not give are zero.
pub(super) fn system_value(
    builtin: BuiltIn,
    compute: Option<&Invocation>,
    lane: u32,
    helper: bool,
) -> Vec<u32> {
    let within = lane % SUBGROUP;
    let mask = |bits: u32| vec![bits, 0, 0, 0];
    match (builtin, compute) {
        (BuiltIn::SubgroupSize, _) => vec![SUBGROUP],
        (BuiltIn::SubgroupInvocationId, _) => vec![within],
        (BuiltIn::SubgroupEqMask, _) => mask(1 << within),
        (BuiltIn::SubgroupLtMask, _) => mask((1 << within) - 1),
        (BuiltIn::SubgroupLeMask, _) => mask((2 << within) - 1),
        (BuiltIn::SubgroupGtMask, _) => mask(0xf & !((2 << within) - 1)),
        (BuiltIn::SubgroupGeMask, _) => mask(0xf & !((1 << within) - 1)),
        (BuiltIn::HelperInvocation, _) => vec![u32::from(helper)],
        (BuiltIn::NumWorkgroups, Some(it)) => it.groups.to_vec(),
        (BuiltIn::WorkgroupSize, Some(it)) => it.size.to_vec(),
        (BuiltIn::WorkgroupId, Some(it)) => it.group.to_vec(),
        (BuiltIn::LocalInvocationIndex, Some(_)) => vec![lane],
        (BuiltIn::LocalInvocationId, Some(it)) => it.local(lane).to_vec(),
        (BuiltIn::GlobalInvocationId, Some(it)) => {
            let local = it.local(lane);
            [0, 1, 2].map(|axis| it.group[axis] * it.size[axis] + local[axis]).to_vec()
        }
        (BuiltIn::NumSubgroups, Some(it)) => vec![it.size.iter().product::<u32>().div_ceil(SUBGROUP)],
        (BuiltIn::SubgroupId, Some(_)) => vec![lane / SUBGROUP],
        _ => Vec::new(),
    }
}

/// Invocations of a subgroup.
pub(super) const SUBGROUP: u32 = 4;

/// A workgroup.
#[derive(Clone, Copy, Debug)]
pub(super) struct Invocation {
    pub(super) size: [u32; 3],
    pub(super) groups: [u32; 3],
    pub(super) group: [u32; 3],
}

impl Invocation {
    fn local(&self, lane: u32) -> [u32; 3] {
        let [x, y, _] = self.size;
        [lane % x, lane / x % y, lane / x / y]
    }
}
