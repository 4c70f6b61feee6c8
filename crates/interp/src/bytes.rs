//! Blocks in buffers: reading and writing values at the offsets of their layout.

use vitrum_ir::layout::is_row_major;
use vitrum_ir::types::common;
use vitrum_ir::{LayoutRule, Length, Scalar, Type, TypeData};

use crate::environment::Mark;
use crate::error::Error;
use crate::machine::Machine;
use crate::memory::{BytePlace, Pointer};
use crate::value::{Numbers, Value};

/// The memory of a block.
#[derive(Clone, Debug, Default)]
pub(crate) struct Buffer {
    /// Its bytes.
    pub(crate) bytes: Vec<u8>,
    /// The last write of each of them.
    pub(crate) marks: Vec<Mark>,
}

/// Nesting depth of types.
const MOST_NESTING: usize = 64;

/// The address of a byte of [`crate::Environment::memory`].
pub(crate) fn address_of(memory: usize, offset: u64) -> u64 {
    (memory as u64 + 1) << 32 | offset
}

/// The memory that an address points to and the offset in it, if memory can be there.
pub(crate) fn memory_at(address: u64) -> Option<(usize, u64)> {
    Some((usize::try_from((address >> 32).checked_sub(1)?).ok()?, address & 0xffff_ffff))
}

fn scalar_size(scalar: Scalar) -> u32 {
    match scalar {
        Scalar::Bool => 4,
        scalar => scalar.width().div_ceil(8),
    }
}

impl Buffer {
    pub(crate) fn new(bytes: Vec<u8>) -> Self {
        let marks = vec![Mark::Bits; bytes.len()];
        Self { bytes, marks }
    }

    /// With the known bytes of an earlier run.
    pub(crate) fn marked(bytes: Vec<u8>, marks: Option<&Vec<Mark>>) -> Self {
        match marks {
            Some(marks) if marks.len() == bytes.len() => Self { bytes, marks: marks.clone() },
            _ => Self::new(bytes),
        }
    }

    /// Grows to a length in bytes at least; new bytes are undefined unless they are known.
    pub(crate) fn grow(&mut self, size: usize) {
        if size > self.bytes.len() {
            self.bytes.resize(size, 0);
            self.marks.resize(size, Mark::Undefined);
        }
    }

    /// The scalar at `offset`, if it lies within the buffer and is defined.
    fn read(&self, offset: u64, scalar: Scalar) -> Option<u64> {
        let start = usize::try_from(offset).ok()?;
        let range = start..start.checked_add(scalar_size(scalar) as usize)?;
        if self.marks.get(range.clone())?.contains(&Mark::Undefined) {
            return None;
        }
        let bits = self.bytes.get(range)?.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte));
        Some(if scalar == Scalar::Bool { u64::from(bits != 0) } else { bits })
    }

    /// True if the scalar at `offset` lies within the buffer, where it is written.
    fn write(&mut self, offset: u64, scalar: Scalar, bits: Option<u64>) -> bool {
        let Ok(start) = usize::try_from(offset) else { return false };
        let range = start..start.saturating_add(scalar_size(scalar) as usize);
        let (Some(bytes), Some(marks)) = (self.bytes.get_mut(range.clone()), self.marks.get_mut(range))
        else {
            return false;
        };
        marks.fill(if bits.is_none() { Mark::Undefined } else { Mark::Bits });
        if let (Some(first), true) = (marks.first_mut(), bits.is_some() && scalar.is_float()) {
            *first = Mark::Float(scalar);
        }
        for (byte, value) in bytes.iter_mut().zip(bits.unwrap_or(0).to_le_bytes()) {
            *byte = value;
        }
        true
    }
}

impl Machine<'_> {
    /// The element `index` of an array of blocks.
    pub(crate) fn access_block(&mut self, first: usize, ty: Type, rule: LayoutRule, index: u32) -> Pointer {
        let TypeData::Array { element, length } = self.module.types.get(ty) else {
            let TypeData::RuntimeArray { element } = self.module.types.get(ty) else {
                return Pointer::Nowhere;
            };
            return self.block(first + index as usize, element, rule);
        };
        if index >= self.length(length) {
            return Pointer::Nowhere;
        }
        let each = self.block_count(element);
        self.block(first.saturating_add(each.saturating_mul(index as usize)), element, rule)
    }

    /// Number of blocks in an array of arrays of blocks.
    pub(crate) fn block_count(&mut self, ty: Type) -> usize {
        let mut count = 1usize;
        let mut ty = ty;
        while let TypeData::Array { element, length } = self.module.types.get(ty) {
            count = count.saturating_mul(self.length(length) as usize);
            ty = element;
        }
        count
    }

    /// The address of the block, or array of blocks, that begins with `buffer`.
    pub(crate) fn block(&self, buffer: usize, ty: Type, rule: LayoutRule) -> Pointer {
        match self.module.types.get(ty) {
            TypeData::Array { .. } | TypeData::RuntimeArray { .. } => {
                Pointer::Blocks { first: buffer, ty, rule }
            }
            _ => match self.bound.get(buffer) {
                Some(&(buffer, offset)) => {
                    Pointer::Bytes(BytePlace { buffer, offset, ty, rule, row_major: false, stride: None })
                }
                None => Pointer::Nowhere,
            },
        }
    }

    /// The part `index` of the value at `place`.
    pub(crate) fn access_bytes(&mut self, place: BytePlace, index: u32) -> Pointer {
        let BytePlace { ty, rule, row_major, .. } = place;
        let by = |distance: u32| place.offset.saturating_add(u64::from(distance) * u64::from(index));
        let inner = match self.module.types.get(ty) {
            TypeData::Array { element, length } => {
                if index >= self.length(length) {
                    return Pointer::Nowhere;
                }
                let stride = self.layouts(rule).array_stride(ty, row_major).unwrap_or(0);
                BytePlace { offset: by(stride), ty: element, ..place }
            }
            TypeData::RuntimeArray { element } => {
                let stride = self.layouts(rule).array_stride(ty, row_major).unwrap_or(0);
                BytePlace { offset: by(stride), ty: element, ..place }
            }
            TypeData::Struct(_) => {
                let layout = self.layouts(rule).members(ty, row_major);
                let (Some(member), Some(&offset)) =
                    (self.module.members(ty).get(index as usize), layout.offsets.get(index as usize))
                else {
                    return Pointer::Nowhere;
                };
                let offset = place.offset.saturating_add(u64::from(offset));
                BytePlace { offset, ty: member.ty, row_major: is_row_major(member, row_major), ..place }
            }
            TypeData::Matrix { scalar, columns, rows } => {
                let Some(column) = common::vector(scalar, u32::from(rows)) else { return Pointer::Nowhere };
                if index >= u32::from(columns) {
                    return Pointer::Nowhere;
                }
                let stride = self.layouts(rule).matrix_stride(ty, row_major).unwrap_or(0);
                if row_major {
                    BytePlace { offset: by(scalar_size(scalar)), ty: column, stride: Some(stride), ..place }
                } else {
                    BytePlace { offset: by(stride), ty: column, ..place }
                }
            }
            TypeData::Vector { scalar, size } if index < u32::from(size) => {
                let distance = place.stride.unwrap_or(scalar_size(scalar));
                BytePlace { offset: by(distance), ty: common::scalar(scalar), stride: None, ..place }
            }
            _ => return Pointer::Nowhere,
        };
        Pointer::Bytes(inner)
    }

    /// The value at `place`; parts beyond the end of the buffer are undefined.
    pub(crate) fn read_bytes(&mut self, place: BytePlace) -> Result<Value, Error> {
        self.read_within(place, MOST_NESTING)
    }

    fn read_within(&mut self, place: BytePlace, nesting: usize) -> Result<Value, Error> {
        let Some(nesting) = nesting.checked_sub(1) else { return Err(Error::Limit("nesting of types")) };
        match self.module.types.get(place.ty) {
            TypeData::Scalar(scalar) | TypeData::Vector { scalar, .. } => {
                let size = self.module.types.vector_size(place.ty).unwrap_or(1);
                let distance = u64::from(place.stride.unwrap_or(scalar_size(scalar)));
                let mut numbers = Numbers::new(scalar, size as usize, Vec::with_capacity(size as usize));
                for index in 0..u64::from(size) {
                    let found = self.buffers.get(place.buffer).and_then(|buffer| {
                        buffer.read(place.offset.saturating_add(index * distance), scalar)
                    });
                    numbers.undefined |= u64::from(found.is_none()) << index.min(63);
                    numbers.bits.push(found.unwrap_or(0));
                }
                Ok(Value::Numbers(numbers))
            }
            TypeData::BufferReference { .. } | TypeData::Handle { .. } => {
                self.read_within(BytePlace { ty: common::U64, stride: None, ..place }, nesting)
            }
            TypeData::Matrix { scalar, columns, rows } => {
                let mut numbers = Numbers::new(scalar, 0, Vec::new());
                for column in 0..u32::from(columns) {
                    if let Pointer::Bytes(inner) = self.access_bytes(place, column)
                        && let Value::Numbers(column) = self.read_within(inner, nesting)?
                    {
                        (0..column.bits.len()).for_each(|index| numbers.push(&column, index));
                    }
                }
                numbers.rows = usize::from(rows);
                Ok(Value::Numbers(numbers))
            }
            data => {
                let count = self.part_count(data)?;
                let mut parts = Vec::new();
                for index in 0..count {
                    match self.access_bytes(place, index) {
                        Pointer::Bytes(inner) => parts.push(self.read_within(inner, nesting)?),
                        _ => return Err(Error::Unsupported("an opaque type in a buffer".to_owned())),
                    }
                }
                Ok(Value::Parts(parts))
            }
        }
    }

    /// Writes `value` at `place`; true if all of it is within the buffer.
    pub(crate) fn write_bytes(&mut self, place: BytePlace, value: &Value) -> Result<bool, Error> {
        match value {
            Value::Numbers(numbers) if numbers.columns() <= 1 => {
                let distance = u64::from(place.stride.unwrap_or(scalar_size(numbers.scalar)));
                let Some(buffer) = self.buffers.get_mut(place.buffer) else { return Ok(false) };
                let mut inside = true;
                for (index, &bits) in numbers.bits.iter().enumerate() {
                    let bits = (!numbers.is_undefined(index)).then_some(bits);
                    let offset = place.offset.saturating_add(index as u64 * distance);
                    inside &= buffer.write(offset, numbers.scalar, bits);
                }
                Ok(inside)
            }
            Value::Numbers(_) | Value::Parts(_) => {
                let mut inside = true;
                for index in 0..value.part_count() {
                    let part = value.part(index);
                    let inner = self.access_bytes(place, index as u32);
                    inside &= match (inner, part) {
                        (Pointer::Bytes(inner), Some(part)) => self.write_bytes(inner, &part)?,
                        _ => false,
                    };
                }
                Ok(inside)
            }
            Value::Resource { .. } | Value::Pointer(_) => {
                Err(Error::Unsupported("an opaque value in a buffer".to_owned()))
            }
        }
    }

    /// The memory that a buffer reference of type `reference` points to.
    pub(crate) fn dereference(&self, address: &Value, reference: Type) -> Pointer {
        let TypeData::BufferReference { block, layout: rule, .. } = self.module.types.get(reference) else {
            return Pointer::Nowhere;
        };
        let ty = self.module.types.find(TypeData::Struct(block));
        let place = address.bits().and_then(memory_at);
        match (ty, place) {
            (Some(ty), Some((buffer, offset))) if buffer < self.memory => {
                let buffer = self.common.unwrap_or(buffer);
                Pointer::Bytes(BytePlace { buffer, offset, ty, rule, row_major: false, stride: None })
            }
            _ => Pointer::Nowhere,
        }
    }

    /// Elements of the runtime array at `place`: as many as the rest of the buffer holds.
    pub(crate) fn runtime_length(&mut self, place: BytePlace) -> u64 {
        let stride = self.layouts(place.rule).array_stride(place.ty, place.row_major).unwrap_or(0);
        let size = self.buffers.get(place.buffer).map_or(0, |buffer| buffer.bytes.len() as u64);
        let rest = size.saturating_sub(place.offset);
        rest.checked_div(u64::from(stride)).unwrap_or(0)
    }

    /// Parts of an array of known length, or a struct.
    pub(crate) fn part_count(&mut self, data: TypeData) -> Result<u32, Error> {
        match data {
            TypeData::Array { length, .. } => Ok(self.length(length)),
            TypeData::Struct(id) => Ok(self.module.structs[id].members.len() as u32),
            _ => Err(Error::Unsupported(format!("a value of the type {data:?}"))),
        }
    }

    /// The value of an array length.
    pub(crate) fn length(&mut self, length: Length) -> u32 {
        match length {
            Length::Constant(length) => length,
            Length::Spec(constant) => {
                self.constant(constant).ok().and_then(|value| value.bits()).map_or(0, |bits| bits as u32)
            }
        }
    }
}
