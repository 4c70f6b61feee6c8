//! The operations of machines: memory by offset, resources by index, inputs and outputs by slot.
//!
//! They work on the same environment as loads and stores: the globals of the module say, by their decoration `slot`, which
//! index, offset or slot stands for them. So a lowered module can be compared with the one that it was made from.

use std::collections::BTreeMap;

use vitrum_ir::machine::{Access, MEMORY_ATOMICS, SLOT, Slots, Space, words};
use vitrum_ir::{BuiltIn, GlobalData, Inst, Intrinsic, LayoutRule, Scalar, Storage, Type, TypeData};

use crate::bytes::{Buffer, memory_at};
use crate::error::{Error, invalid};
use crate::machine::{Frame, Machine};
use crate::mask::Mask;
use crate::memory::{BytePlace, Object, Pointer};
use crate::value::{Numbers, Value};

/// Blocks by index: the first one, their number, and the start of each in [`Machine::bound`].
#[derive(Clone, Copy, Debug)]
struct Blocks {
    index: u32,
    count: u32,
    first: Bound,
}

#[derive(Clone, Copy, Debug)]
enum Bound {
    /// A position in the list of the starts of blocks.
    At(usize),
    /// A buffer, and bytes from its beginning.
    Place(usize, u64),
}

/// Images, textures and samplers by index.
#[derive(Clone, Debug)]
struct Handles {
    index: u32,
    count: u32,
    object: usize,
    /// Lengths of the arrays, from the outermost.
    lengths: Vec<u32>,
}

/// A part of an input or output.
#[derive(Clone, Debug)]
struct Part {
    object: usize,
    path: Vec<u32>,
    scalar: Scalar,
    word: u32,
}

/// Variables by slot, component by component.
#[derive(Clone, Debug, Default)]
struct Parts(Vec<Option<Part>>);

/// The globals of a module by index, offset and slot.
#[derive(Debug, Default)]
pub(crate) struct Placed {
    uniform_blocks: Vec<Blocks>,
    storage_blocks: Vec<Blocks>,
    handles: Vec<Handles>,
    push: Option<(usize, u64)>,
    /// The buffers of loose uniforms and of shared memory.
    uniforms: Option<usize>,
    shared: Option<usize>,
    /// The first of the buffers of the lanes.
    scratch: Option<usize>,
    /// Registers with an index, by lane and number.
    registers: BTreeMap<(usize, u32), Value>,
    inputs: Parts,
    outputs: Parts,
}

/// The most components of all slots.
const MOST_PARTS: usize = 1 << 16;

impl Parts {
    fn add(&mut self, first: u32, cell: vitrum_ir::machine::Cell, object: usize) {
        let at = (first.saturating_add(cell.slot) as usize).saturating_mul(SLOT as usize);
        let at = at.saturating_add(cell.component as usize);
        if at < MOST_PARTS {
            if self.0.len() <= at {
                self.0.resize(at + 1, None);
            }
            if let Some(slot) = self.0.get_mut(at) {
                *slot = Some(Part { object, path: cell.path, scalar: cell.scalar, word: cell.word });
            }
        }
    }
}

impl<'m> Machine<'m> {
    /// Finds the globals by index, offset and slot, and makes the memory that has none.
    pub(crate) fn place(&mut self) -> Result<(), Error> {
        let mut placed = Placed::default();
        let mut slots = Slots::new(self.module);
        for (global, data) in self.module.globals.iter() {
            let pointer = self.globals.get(global).cloned().unwrap_or(Pointer::Nowhere);
            if data.storage == Storage::PushConstant
                && let Pointer::Bytes(place) = pointer
            {
                placed.push = Some((place.buffer, place.offset));
            }
            let Some(slot) = data.decorations.slot else { continue };
            match data.storage {
                Storage::Uniform | Storage::Buffer if data.block.is_some() => {
                    let first = match pointer {
                        Pointer::Bytes(place) => Bound::Place(place.buffer, place.offset),
                        Pointer::Blocks { first, .. } => Bound::At(first),
                        _ => continue,
                    };
                    let is_runtime = matches!(self.module.types.get(data.ty), TypeData::RuntimeArray { .. });
                    let count = if is_runtime { u32::MAX } else { self.block_count(data.ty) as u32 };
                    let all = match data.storage {
                        Storage::Uniform => &mut placed.uniform_blocks,
                        _ => &mut placed.storage_blocks,
                    };
                    all.push(Blocks { index: slot, count, first });
                }
                Storage::Uniform => self.place_uniform(&mut placed, data, slot, &pointer)?,
                Storage::Opaque => {
                    let Pointer::Variable { object, .. } = pointer else { continue };
                    let mut lengths = Vec::new();
                    let mut ty = data.ty;
                    while let Some(element) = self.module.types.element(ty) {
                        lengths.push(match self.module.types.get(ty) {
                            TypeData::Array { length, .. } => self.length(length),
                            _ => u32::MAX,
                        });
                        ty = element;
                    }
                    let count = lengths.iter().fold(1u32, |product, &length| product.saturating_mul(length));
                    placed.handles.push(Handles { index: slot, count, object, lengths });
                }
                Storage::Input | Storage::Output => {
                    let Pointer::Variable { object, .. } = pointer else { continue };
                    let parts = match data.storage {
                        Storage::Input => &mut placed.inputs,
                        _ => &mut placed.outputs,
                    };
                    for cell in slots.cells(data) {
                        parts.add(slot, cell, object);
                    }
                }
                _ => {}
            }
        }
        let execution = &self.module.execution;
        placed.shared = execution.shared_size.map(|size| self.memory_of(size, 1)).transpose()?;
        let lanes = self.lanes.len();
        placed.scratch = execution.scratch_size.map(|size| self.memory_of(size, lanes)).transpose()?;
        self.placed = placed;
        Ok(())
    }

    /// Puts the value of a loose uniform into memory.
    fn place_uniform(
        &mut self,
        placed: &mut Placed,
        data: &GlobalData,
        offset: u32,
        pointer: &Pointer,
    ) -> Result<(), Error> {
        let rule = LayoutRule::Std430;
        let size = self.layouts(rule).size(data.ty, false);
        let end = offset.saturating_add(size) as usize;
        if end > self.limits.components {
            return Err(Error::Limit("size of a buffer"));
        }
        let buffer = *placed.uniforms.get_or_insert(self.buffers.len());
        if buffer == self.buffers.len() {
            self.buffers.push(Buffer::default());
        }
        if let Some(buffer) = self.buffers.get_mut(buffer) {
            buffer.grow(end);
        }
        let Pointer::Variable { object, path } = pointer else { return Ok(()) };
        if let Some(Object::Common(value)) = self.objects.get(*object)
            && let Some(value) = value.at(path)
        {
            let place = BytePlace {
                buffer,
                offset: offset.into(),
                ty: data.ty,
                rule,
                row_major: false,
                stride: None,
            };
            self.write_bytes(place, &value)?;
        }
        Ok(())
    }

    /// Makes memory; gives the first buffer. It is zero, since a word of which one half was stored is defined.
    fn memory_of(&mut self, size: u32, count: usize) -> Result<usize, Error> {
        if size as usize > self.limits.components {
            return Err(Error::Limit("size of a buffer"));
        }
        let first = self.buffers.len();
        for _ in 0..count {
            self.buffers.push(Buffer::new(vec![0; size as usize]));
        }
        Ok(first)
    }

    /// Executes an operation of a machine; false if the intrinsic is none.
    pub(crate) fn execute_placed(
        &mut self,
        frame: &mut Frame<'m>,
        inst: Inst,
        intrinsic: Intrinsic,
        mask: &Mask,
    ) -> Result<bool, Error> {
        if !is_placed(intrinsic) {
            return Ok(false);
        }
        let result = frame.function.result(inst).map(|value| (value, frame.function.values[value].ty));
        for lane in mask.lanes() {
            let operands = self.operands(frame, inst, lane)?;
            let ty = result.map_or(vitrum_ir::types::common::VOID, |row| row.1);
            let value = if let Some((space, access)) = intrinsic.memory() {
                self.access_memory(lane, space, access, &operands, ty)?
            } else {
                self.placed_operation(frame, inst, lane, intrinsic, &operands, ty)?
            };
            if let (Some((result, _)), Some(value)) = (result, value) {
                frame.set(result, lane, value);
            }
        }
        Ok(true)
    }

    /// One lane of an operation on something else than memory.
    fn placed_operation(
        &mut self,
        frame: &Frame<'m>,
        inst: Inst,
        lane: usize,
        intrinsic: Intrinsic,
        operands: &[Value],
        ty: Type,
    ) -> Result<Option<Value>, Error> {
        Ok(match (intrinsic, operands) {
            (Intrinsic::SizeStorage, [index]) => {
                let place = self.block_at(Space::Storage, index);
                let size = place.and_then(|(buffer, offset)| {
                    Some((self.buffers.get(buffer)?.bytes.len() as u64).saturating_sub(offset))
                });
                Some(match size {
                    Some(size) => Value::u32(u32::try_from(size).unwrap_or(u32::MAX)),
                    None => self.lost(lane, ty)?,
                })
            }
            (Intrinsic::LoadRegister, [index, first, count]) => {
                Some(match register_of(index, first, count) {
                    Some(number) => match self.placed.registers.get(&(lane, number)) {
                        Some(value) => value.clone(),
                        None => self.undefined(ty)?,
                    },
                    None => self.lost(lane, ty)?,
                })
            }
            (Intrinsic::StoreRegister, [value, index, first, count]) => {
                let mut value = value.clone();
                if self.is_tainted(lane) {
                    value.undefine();
                }
                match register_of(index, first, count) {
                    Some(number) => {
                        self.placed.registers.insert((lane, number), value);
                    }
                    None => self.taint(lane),
                }
                None
            }
            (Intrinsic::LoadHandle, [index]) => match self.handle(index) {
                Some(value) => Some(value),
                None => {
                    self.taint(lane);
                    Some(Value::Resource { texture: usize::MAX, sampler: usize::MAX })
                }
            },
            (Intrinsic::AtomicLoadTexel, [image, coordinate, sample, _]) => {
                let pointer = self.texel_at(frame, inst, 0, lane, image, coordinate, sample)?;
                Some(self.load(lane, &pointer, ty)?)
            }
            (Intrinsic::AtomicStoreTexel, [value, image, coordinate, sample, _]) => {
                let pointer = self.texel_at(frame, inst, 1, lane, image, coordinate, sample)?;
                self.store(lane, &pointer, value.clone())?;
                None
            }
            (Intrinsic::AtomicTexel, [op, value, image, coordinate, sample, _, rest @ ..]) => {
                let pointer = self.texel_at(frame, inst, 2, lane, image, coordinate, sample)?;
                Some(self.atomic_at(lane, op, &pointer, value, rest, ty)?)
            }
            (Intrinsic::LoadInput, [slot, offset, component])
            | (Intrinsic::LoadInterpolatedInput, [_, slot, offset, component]) => {
                Some(self.load_parts(lane, Storage::Input, [slot, offset, component], None, ty)?)
            }
            (Intrinsic::LoadVertexInput, [slot, vertex, offset, component]) => {
                Some(self.load_parts(lane, Storage::Input, [slot, offset, component], Some(vertex), ty)?)
            }
            (Intrinsic::LoadOutput, [slot, offset, component]) => {
                Some(self.load_parts(lane, Storage::Output, [slot, offset, component], None, ty)?)
            }
            (Intrinsic::LoadVertexOutput, [slot, vertex, offset, component]) => {
                Some(self.load_parts(lane, Storage::Output, [slot, offset, component], Some(vertex), ty)?)
            }
            (Intrinsic::StoreOutput, [value, slot, offset, component, mask]) => {
                self.store_parts(lane, value, [slot, offset, component], None, mask)?;
                None
            }
            (Intrinsic::StoreVertexOutput, [value, slot, vertex, offset, component, mask]) => {
                self.store_parts(lane, value, [slot, offset, component], Some(vertex), mask)?;
                None
            }
            // One value an input is all that a lane is given: weights make no difference.
            (Intrinsic::Barycentric | Intrinsic::BarycentricAtSample | Intrinsic::BarycentricAtOffset, _) => {
                Some(Value::floats(&[1.0 / 3.0; 2]))
            }
            (Intrinsic::LoadSystemValue, [number, rest @ ..]) => {
                Some(self.system_value(lane, number, rest.first(), ty)?)
            }
            _ => return Err(Error::Unsupported(format!("`{}`", intrinsic.name()))),
        })
    }

    /// An undefined value for an access that leads nowhere.
    fn lost(&mut self, lane: usize, ty: Type) -> Result<Value, Error> {
        self.taint(lane);
        self.undefined(ty)
    }

    fn access_memory(
        &mut self,
        lane: usize,
        space: Space,
        access: Access,
        operands: &[Value],
        ty: Type,
    ) -> Result<Option<Value>, Error> {
        let first = access.address();
        let address = operands.get(first..).unwrap_or(&[]);
        let place = self.memory_place(lane, space, address);
        let pointer = |ty: Type, distance: u64| match place {
            Some((buffer, offset)) => Pointer::Bytes(BytePlace {
                buffer,
                offset: offset.saturating_add(distance),
                ty,
                rule: LayoutRule::Std430,
                row_major: false,
                stride: None,
            }),
            None => Pointer::Nowhere,
        };
        match (access, operands) {
            (Access::Load | Access::LoadVolatile | Access::AtomicLoad, _) => {
                Ok(Some(self.load(lane, &pointer(ty, 0), ty)?))
            }
            (Access::Store, [Value::Numbers(value), ..]) => {
                let mask = operands.get(first + 1 + usize::from(space.is_indexed()));
                let mask = mask.and_then(Value::bits).unwrap_or(0);
                let size = u64::from(value.scalar.width() / 8);
                for index in (0..value.bits.len()).filter(|&index| mask >> index & 1 != 0) {
                    let part = value.gather(std::iter::once(index));
                    let pointer = pointer(ty, size * index as u64);
                    self.store_memory(lane, space, &pointer, Value::Numbers(part))?;
                }
                Ok(None)
            }
            (Access::AtomicStore, [value, ..]) => {
                self.store(lane, &pointer(ty, 0), value.clone())?;
                Ok(None)
            }
            (Access::Atomic, [op, value, ..]) => {
                let rest = operands.get(first + 2 + usize::from(space.is_indexed())..).unwrap_or(&[]);
                Ok(Some(self.atomic_at(lane, op, &pointer(ty, 0), value, rest, ty)?))
            }
            _ => invalid("a store of something else than numbers"),
        }
    }

    /// Stores a scalar. Memory of one invocation is written by helpers, too.
    fn store_memory(
        &mut self,
        lane: usize,
        space: Space,
        pointer: &Pointer,
        mut value: Value,
    ) -> Result<(), Error> {
        let Pointer::Bytes(place) = pointer else { return self.store(lane, pointer, value) };
        if space != Space::Scratch {
            return self.store(lane, pointer, value);
        }
        if self.is_tainted(lane) {
            value.undefine();
        }
        if !self.write_bytes(*place, &value)? {
            self.taint(lane);
        }
        Ok(())
    }

    fn atomic_at(
        &mut self,
        lane: usize,
        op: &Value,
        pointer: &Pointer,
        value: &Value,
        rest: &[Value],
        ty: Type,
    ) -> Result<Value, Error> {
        let number = op.bits().and_then(|bits| usize::try_from(bits).ok());
        let Some(&op) = number.and_then(|number| MEMORY_ATOMICS.get(number)) else {
            return invalid("an atomic of another kind");
        };
        let operands: Vec<Value> = [value].into_iter().chain(rest).cloned().collect();
        self.atomic(lane, op, pointer, &operands, ty)
    }

    /// The buffer that an address leads to, and bytes from its beginning.
    fn memory_place(&self, lane: usize, space: Space, address: &[Value]) -> Option<(usize, u64)> {
        let offset = |position: usize| address.get(position).and_then(Value::bits);
        let (buffer, base) = match space {
            Space::UniformBlock | Space::Storage => {
                let (buffer, base) = self.block_at(space, address.first()?)?;
                return Some((buffer, base.saturating_add(offset(1)?)));
            }
            Space::Global => {
                let (buffer, base) = memory_at(offset(0)?)?;
                let is_memory = buffer < self.memory;
                return is_memory.then(|| (self.common.unwrap_or(buffer), base));
            }
            Space::Uniform => (self.placed.uniforms?, 0),
            Space::Push => self.placed.push?,
            Space::Shared => (self.placed.shared?, 0),
            Space::Scratch => (self.placed.scratch? + lane, 0),
        };
        Some((buffer, base.saturating_add(offset(0)?)))
    }

    /// The block with an index.
    fn block_at(&self, space: Space, index: &Value) -> Option<(usize, u64)> {
        let index = u32::try_from(index.bits()?).ok()?;
        let all = match space {
            Space::UniformBlock => &self.placed.uniform_blocks,
            _ => &self.placed.storage_blocks,
        };
        let of = |blocks: &&Blocks| index.checked_sub(blocks.index).is_some_and(|at| at < blocks.count);
        let blocks = all.iter().find(of)?;
        match blocks.first {
            Bound::Place(buffer, offset) => Some((buffer, offset)),
            Bound::At(first) => self.bound.get(first.checked_add((index - blocks.index) as usize)?).copied(),
        }
    }

    /// The image, texture or sampler with an index.
    fn handle(&self, index: &Value) -> Option<Value> {
        let index = u32::try_from(index.bits()?).ok()?;
        let of = |it: &&Handles| index.checked_sub(it.index).is_some_and(|at| at < it.count);
        let handles = self.placed.handles.iter().find(of)?;
        let mut rest = index - handles.index;
        let mut path = Vec::with_capacity(handles.lengths.len());
        for &length in handles.lengths.iter().rev() {
            path.push(rest.checked_rem(length)?);
            rest = rest.checked_div(length)?;
        }
        path.reverse();
        match self.objects.get(handles.object)? {
            Object::Common(value) => value.at(&path),
            Object::Lanes(_) => None,
        }
    }

    #[expect(clippy::too_many_arguments, reason = "a place in an image has as many parts")]
    fn texel_at(
        &mut self,
        frame: &Frame<'m>,
        inst: Inst,
        position: usize,
        lane: usize,
        image: &Value,
        coordinate: &Value,
        sample: &Value,
    ) -> Result<Pointer, Error> {
        let Value::Resource { texture, .. } = image else { return invalid("an image op on something else") };
        let ty = self.image_type(frame.function, inst, position)?;
        self.texel_of(lane, &ty, *texture, coordinate, sample)
    }

    /// The parts that operands of an input or output name, one a component of `count`.
    fn parts(
        &self,
        storage: Storage,
        place: [&Value; 3],
        scalar: Scalar,
        count: usize,
    ) -> Option<Vec<Option<Part>>> {
        let [slot, offset, component] = place.map(Value::bits);
        let slot = slot?.checked_add(offset?)?;
        let first = slot.checked_mul(SLOT.into())?.checked_add(component?)?;
        let first = usize::try_from(first).ok()?;
        let parts = match storage {
            Storage::Input => &self.placed.inputs,
            _ => &self.placed.outputs,
        };
        let step = words(scalar) as usize;
        Some((0..count).map(|index| parts.0.get(first + index * step).cloned().flatten()).collect())
    }

    fn load_parts(
        &mut self,
        lane: usize,
        storage: Storage,
        place: [&Value; 3],
        vertex: Option<&Value>,
        ty: Type,
    ) -> Result<Value, Error> {
        let Value::Numbers(mut numbers) = self.undefined(ty)? else {
            return invalid("an input of something else than numbers");
        };
        let Some(parts) = self.parts(storage, place, numbers.scalar, numbers.bits.len()) else {
            return self.lost(lane, ty);
        };
        for (index, part) in parts.into_iter().enumerate() {
            let Some(part) = part else { continue };
            let Some(path) = path_of(&part, vertex) else { continue };
            let found = match self.objects.get(part.object) {
                Some(Object::Lanes(lanes)) => lanes.get(lane).and_then(|value| value.at(&path)),
                _ => None,
            };
            let Some(bits) = found.and_then(|value| value.bits()) else { continue };
            let bits = match (words(part.scalar), words(numbers.scalar)) {
                (2, 1) => bits >> (32 * part.word) & 0xffff_ffff,
                _ => bits,
            };
            numbers.set(index, &Numbers::new(numbers.scalar, 1, vec![bits]), 0);
        }
        Ok(Value::Numbers(numbers))
    }

    fn store_parts(
        &mut self,
        lane: usize,
        value: &Value,
        place: [&Value; 3],
        vertex: Option<&Value>,
        mask: &Value,
    ) -> Result<(), Error> {
        let (Value::Numbers(numbers), Some(mask)) = (value, mask.bits()) else {
            return invalid("an output of something else than numbers");
        };
        let Some(parts) = self.parts(Storage::Output, place, numbers.scalar, numbers.bits.len()) else {
            self.taint(lane);
            return Ok(());
        };
        let is_tainted = self.is_tainted(lane);
        for (index, part) in parts.into_iter().enumerate().filter(|row| mask >> row.0 & 1 != 0) {
            let Some((part, path)) =
                part.and_then(|part| Some((path_of(&part, vertex)?, part))).map(|it| (it.1, it.0))
            else {
                self.taint(lane);
                continue;
            };
            let Some(Object::Lanes(lanes)) = self.objects.get_mut(part.object) else { continue };
            let Some(whole) = lanes.get_mut(lane) else { continue };
            let mut bits = numbers.bits.get(index).copied().unwrap_or(0);
            if words(part.scalar) > words(numbers.scalar) {
                let old = whole.at(&path).and_then(|old| old.numbers()?.bits.first().copied()).unwrap_or(0);
                let shift = 32 * part.word;
                bits = old & !(0xffff_ffff << shift) | bits << shift;
            }
            let mut new = Numbers::new(part.scalar, 1, vec![bits]);
            new.undefined = u64::from(is_tainted || numbers.is_undefined(index));
            whole.set_at(&path, Value::Numbers(new));
        }
        Ok(())
    }

    /// The value of a built-in input.
    fn system_value(
        &mut self,
        lane: usize,
        number: &Value,
        index: Option<&Value>,
        ty: Type,
    ) -> Result<Value, Error> {
        let number = number.bits().and_then(|bits| usize::try_from(bits).ok());
        let builtin: Option<BuiltIn> = number.and_then(|number| BuiltIn::ALL.get(number)).map(|row| row.0);
        let mut globals = self.module.globals.iter();
        let global = globals.find(|(_, data)| {
            data.storage == Storage::Input && builtin.is_some() && data.decorations.builtin == builtin
        });
        let Some((global, _)) = global else { return self.zero(ty) };
        let Some(Pointer::Variable { object, .. }) = self.globals.get(global).cloned() else {
            return self.zero(ty);
        };
        let path: Option<Vec<u32>> = match index {
            Some(index) => index.bits().and_then(|bits| u32::try_from(bits).ok()).map(|index| vec![index]),
            None => Some(Vec::new()),
        };
        let found = match (self.objects.get(object), path) {
            (Some(Object::Lanes(lanes)), Some(path)) => lanes.get(lane).and_then(|value| value.at(&path)),
            _ => None,
        };
        match found {
            Some(value) => Ok(self.as_words(value, ty)),
            None => self.lost(lane, ty),
        }
    }

    /// A number of 64 bits as two words, if these are asked for.
    fn as_words(&self, value: Value, ty: Type) -> Value {
        match (value.numbers().map(|it| it.scalar), value.bits()) {
            (Some(Scalar::U64), Some(bits)) if ty == vitrum_ir::types::common::UVEC2 => {
                Value::uints(&[bits as u32, (bits >> 32) as u32])
            }
            _ => value,
        }
    }
}

/// True for operations of machines, which SPIR-V lacks.
fn is_placed(intrinsic: Intrinsic) -> bool {
    let is_of_language =
        matches!(intrinsic, Intrinsic::Spirv | Intrinsic::SpirvVoid | Intrinsic::SamplesIdentical);
    intrinsic.info().spirv == 0 && !is_of_language
}

/// The number of a register of an array.
fn register_of(index: &Value, first: &Value, count: &Value) -> Option<u32> {
    let index = index.bits()?;
    let number = first.bits()?.checked_add(index).filter(|_| index < count.bits().unwrap_or(0))?;
    u32::try_from(number).ok()
}

/// The indices that lead to a part, that of the vertex before the others.
fn path_of(part: &Part, vertex: Option<&Value>) -> Option<Vec<u32>> {
    let Some(vertex) = vertex else { return Some(part.path.clone()) };
    let vertex = u32::try_from(vertex.bits()?).ok()?;
    Some([&[vertex], &part.path[..]].concat())
}
