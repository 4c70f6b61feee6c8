//! Values of lanes.

use vitrum_ir::Scalar;
use vitrum_ir::eval::FloatFormat;
use vitrum_ir::eval::scalar::sign_extend;
use vitrum_ir::fold::Components;

use crate::memory::Pointer;

/// A value of one lane.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A scalar, vector or matrix.
    Numbers(Numbers),
    /// The elements of an array or the members of a struct.
    Parts(Vec<Value>),
    /// An image, a sampler or both, as positions among the textures of the run.
    #[doc(hidden)]
    Resource {
        /// Number of the texture.
        texture: usize,
        /// Number of the sampler.
        sampler: usize,
    },
    /// An address.
    #[doc(hidden)]
    Pointer(Pointer),
}

/// A scalar, vector or matrix: components column after column, each perhaps undefined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// Type of a component.
    pub scalar: Scalar,
    /// Components of a column; 1 for a scalar.
    pub rows: usize,
    /// Bits of each component, zero-extended to 64.
    pub bits: Vec<u64>,
    /// A bit for each component that is undefined.
    pub undefined: u64,
}

/// The undefined mask of `count` components.
pub(crate) fn all_undefined(count: usize) -> u64 {
    vitrum_ir::eval::scalar::ones(count.min(64) as u32)
}

impl Numbers {
    /// Defined components in columns of `rows`.
    pub fn new(scalar: Scalar, rows: usize, bits: Vec<u64>) -> Self {
        Self { scalar, rows, bits, undefined: 0 }
    }

    /// As the tables of the IR evaluate them.
    pub(crate) fn components(&self) -> Components {
        Components { scalar: self.scalar, rows: self.rows, bits: self.bits.clone() }
    }

    /// True if component `index` is undefined.
    pub fn is_undefined(&self, index: usize) -> bool {
        self.undefined >> index.min(63) & 1 == 1
    }

    /// Columns, 1 for scalars and vectors.
    pub fn columns(&self) -> usize {
        self.bits.len().checked_div(self.rows).unwrap_or(0)
    }

    /// The components as floats, for float types; as integers, for others.
    pub fn to_f64(&self) -> Vec<f64> {
        let decode = |&bits: &u64| match FloatFormat::of(self.scalar) {
            Some(format) => format.decode(bits),
            None if self.scalar.is_signed() => sign_extend(self.scalar.width(), bits) as f64,
            None => bits as f64,
        };
        self.bits.iter().map(decode).collect()
    }

    /// The components chosen by `indices`, as a vector or scalar.
    pub(crate) fn gather(&self, indices: impl Iterator<Item = usize>) -> Self {
        let mut chosen = Self::new(self.scalar, 0, Vec::new());
        for index in indices {
            chosen.push(self, index);
        }
        chosen
    }

    /// Adds component `index` of `other` at the end of the only column; undefined if there is none.
    pub(crate) fn push(&mut self, other: &Self, index: usize) {
        let undefined = index >= other.bits.len() || other.is_undefined(index);
        self.undefined |= u64::from(undefined) << self.bits.len().min(63);
        self.bits.push(other.bits.get(index).copied().unwrap_or(0));
        self.rows = self.bits.len();
    }

    /// Sets component `index` to component `from` of `other`.
    pub(crate) fn set(&mut self, index: usize, other: &Self, from: usize) {
        let (Some(slot), Some(&bits)) = (self.bits.get_mut(index), other.bits.get(from)) else { return };
        *slot = bits;
        let bit = 1 << index.min(63);
        self.undefined = self.undefined & !bit | if other.is_undefined(from) { bit } else { 0 };
    }
}

impl Value {
    /// A `bool`.
    pub fn bool(value: bool) -> Self {
        Self::scalar(Scalar::Bool, u64::from(value))
    }

    /// An `int`.
    pub fn i32(value: i32) -> Self {
        Self::scalar(Scalar::I32, u64::from(value as u32))
    }

    /// A `uint`.
    pub fn u32(value: u32) -> Self {
        Self::scalar(Scalar::U32, u64::from(value))
    }

    /// A `float`.
    pub fn f32(value: f32) -> Self {
        Self::scalar(Scalar::F32, u64::from(value.to_bits()))
    }

    /// A vector of `float`s, or a scalar for one.
    pub fn floats(values: &[f32]) -> Self {
        let bits = values.iter().map(|value| u64::from(value.to_bits())).collect();
        Self::Numbers(Numbers::new(Scalar::F32, values.len(), bits))
    }

    /// A vector of `uint`s, or a scalar for one.
    pub fn uints(values: &[u32]) -> Self {
        Self::Numbers(Numbers::new(
            Scalar::U32,
            values.len(),
            values.iter().map(|&value| value.into()).collect(),
        ))
    }

    /// A scalar of any type.
    pub fn scalar(scalar: Scalar, bits: u64) -> Self {
        Self::Numbers(Numbers::new(scalar, 1, vec![bits]))
    }

    /// The components, if it is a scalar, vector or matrix.
    pub fn numbers(&self) -> Option<&Numbers> {
        match self {
            Self::Numbers(numbers) => Some(numbers),
            Self::Parts(_) | Self::Resource { .. } | Self::Pointer(_) => None,
        }
    }

    /// The bits of a defined scalar.
    pub fn bits(&self) -> Option<u64> {
        let numbers = self.numbers()?;
        if numbers.undefined != 0 { None } else { numbers.bits.first().copied() }
    }

    /// The value of a defined integer scalar, as its type reads it.
    pub fn as_int(&self) -> Option<i64> {
        let numbers = self.numbers()?;
        let bits = self.bits()?;
        Some(if numbers.scalar.is_signed() { sign_extend(numbers.scalar.width(), bits) } else { bits as i64 })
    }

    /// True if no part of it is undefined.
    pub fn is_defined(&self) -> bool {
        match self {
            Self::Numbers(numbers) => numbers.undefined == 0,
            Self::Parts(parts) => parts.iter().all(Self::is_defined),
            Self::Resource { .. } | Self::Pointer(_) => true,
        }
    }

    /// Makes every part undefined.
    pub fn undefine(&mut self) {
        match self {
            Self::Numbers(numbers) => numbers.undefined = all_undefined(numbers.bits.len()),
            Self::Parts(parts) => parts.iter_mut().for_each(Self::undefine),
            Self::Resource { .. } | Self::Pointer(_) => {}
        }
    }

    /// Number of parts: components, columns, elements or members.
    pub(crate) fn part_count(&self) -> usize {
        match self {
            Self::Numbers(numbers) if numbers.columns() > 1 => numbers.columns(),
            Self::Numbers(numbers) => numbers.rows,
            Self::Parts(parts) => parts.len(),
            Self::Resource { .. } | Self::Pointer(_) => 0,
        }
    }

    /// A part: a component, a column, an element or a member.
    pub fn part(&self, index: usize) -> Option<Self> {
        match self {
            Self::Numbers(numbers) if numbers.columns() > 1 => {
                let start = index.checked_mul(numbers.rows)?;
                (index < numbers.columns())
                    .then(|| Self::Numbers(numbers.gather(start..start + numbers.rows)))
            }
            Self::Numbers(numbers) => {
                (index < numbers.rows).then(|| Self::Numbers(numbers.gather(std::iter::once(index))))
            }
            Self::Parts(parts) => parts.get(index).cloned(),
            Self::Resource { .. } | Self::Pointer(_) => None,
        }
    }

    /// Replaces a part; whether there is one.
    pub(crate) fn set_part(&mut self, index: usize, part: Self) -> bool {
        match self {
            Self::Numbers(numbers) => {
                let Self::Numbers(part) = part else { return false };
                let size = if numbers.columns() > 1 { numbers.rows } else { 1 };
                let start = index.saturating_mul(size);
                if start >= numbers.bits.len() {
                    return false;
                }
                for offset in 0..size {
                    numbers.set(start + offset, &part, offset);
                }
                true
            }
            Self::Parts(parts) => match parts.get_mut(index) {
                Some(slot) => {
                    *slot = part;
                    true
                }
                None => false,
            },
            Self::Resource { .. } | Self::Pointer(_) => false,
        }
    }

    /// The part that `path` leads to.
    pub(crate) fn at(&self, path: &[u32]) -> Option<Self> {
        match (self, path) {
            (_, []) => Some(self.clone()),
            (Self::Parts(parts), [index, rest @ ..]) => parts.get(*index as usize)?.at(rest),
            (_, [index, rest @ ..]) => self.part(*index as usize)?.at(rest),
        }
    }

    /// Replaces the part that `path` leads to; whether there is one.
    pub(crate) fn set_at(&mut self, path: &[u32], new: Self) -> bool {
        match (self, path) {
            (value, []) => {
                *value = new;
                true
            }
            (Self::Parts(parts), [index, rest @ ..]) => {
                parts.get_mut(*index as usize).is_some_and(|part| part.set_at(rest, new))
            }
            (value, [index, rest @ ..]) => {
                let Some(mut part) = value.part(*index as usize) else { return false };
                part.set_at(rest, new) && value.set_part(*index as usize, part)
            }
        }
    }
}
