//! Addresses, and the memory behind them.
//!
//! Variables are values that a path of indices leads into. Blocks in buffers are bytes, at offsets that the layout
//! rule gives; see [`crate::bytes`].

use vitrum_ir::{LayoutRule, Type};

use crate::error::Error;
use crate::machine::Machine;
use crate::value::Value;

/// An address of one lane.
#[derive(Clone, Debug, PartialEq)]
pub enum Pointer {
    /// A part of a variable.
    Variable {
        /// Number of the object.
        object: usize,
        /// Indices from the whole to the part.
        path: Vec<u32>,
    },
    /// An array of blocks, of which no element is chosen yet.
    Blocks {
        /// The buffer of its first element.
        first: usize,
        /// Type of the array.
        ty: Type,
        /// Layout of its blocks.
        rule: LayoutRule,
    },
    /// A place in a buffer.
    Bytes(BytePlace),
    /// A texel of a storage image.
    Texel {
        /// Number of the texture.
        texture: usize,
        /// Texel of the first level; none outside.
        index: Option<usize>,
    },
    /// An address that nothing may be done with: an index was out of bounds, or undefined.
    Nowhere,
}

/// A place in a buffer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BytePlace {
    /// Number of the buffer.
    pub buffer: usize,
    /// Bytes from its beginning.
    pub offset: u64,
    /// Type of the memory.
    pub ty: Type,
    /// By which rule.
    pub rule: LayoutRule,
    /// True if its matrices are row-major.
    pub row_major: bool,
    /// Bytes from component to component, for a column of a row-major matrix.
    pub stride: Option<u32>,
}

/// A variable.
#[derive(Clone, Debug)]
pub(crate) enum Object {
    /// One a lane.
    Lanes(Vec<Value>),
    /// One for all.
    Common(Value),
}

impl Machine<'_> {
    /// The address of a part of the pointee.
    pub(crate) fn access(&mut self, pointer: &Pointer, index: Option<i64>) -> Result<Pointer, Error> {
        let Some(index) = index.and_then(|index| u32::try_from(index).ok()) else {
            return Ok(Pointer::Nowhere);
        };
        Ok(match pointer {
            Pointer::Variable { object, path } => {
                let mut path = path.clone();
                path.push(index);
                Pointer::Variable { object: *object, path }
            }
            Pointer::Blocks { first, ty, rule } => self.access_block(*first, *ty, *rule, index),
            Pointer::Bytes(place) => self.access_bytes(*place, index),
            Pointer::Texel { .. } | Pointer::Nowhere => Pointer::Nowhere,
        })
    }

    /// Loads a value of type `ty`. A load out of bounds is undefined and taints the lane.
    pub(crate) fn load(&mut self, lane: usize, pointer: &Pointer, ty: Type) -> Result<Value, Error> {
        let found = match pointer {
            Pointer::Variable { object, path } => match self.objects.get(*object) {
                Some(Object::Lanes(lanes)) => lanes.get(lane).and_then(|value| value.at(path)),
                Some(Object::Common(value)) => value.at(path),
                None => None,
            },
            Pointer::Bytes(place) => Some(self.read_bytes(*place)?),
            Pointer::Texel { texture, index } => self.read_texel(*texture, *index),
            Pointer::Blocks { .. } | Pointer::Nowhere => None,
        };
        match found {
            Some(value) => Ok(value),
            None => {
                self.taint(lane);
                self.undefined(ty)
            }
        }
    }

    /// Stores `value` at `pointer`. A store out of bounds has no effect, but taints the lane.
    pub(crate) fn store(&mut self, lane: usize, pointer: &Pointer, mut value: Value) -> Result<(), Error> {
        let is_tainted = self.is_tainted(lane);
        if is_tainted {
            value.undefine();
        }
        // Helpers write no memory that other invocations see.
        let is_helper = self.is_helper(lane);
        let done = match pointer {
            Pointer::Variable { object, path } => match self.objects.get_mut(*object) {
                Some(Object::Lanes(lanes)) => {
                    lanes.get_mut(lane).is_some_and(|whole| whole.set_at(path, value))
                }
                Some(Object::Common(whole)) => is_helper || whole.set_at(path, value),
                None => false,
            },
            Pointer::Bytes(_) | Pointer::Texel { .. } if is_helper => true,
            Pointer::Bytes(place) => self.write_bytes(*place, &value)?,
            Pointer::Texel { texture, index } => {
                self.mark_texel(*texture, *index, value.is_defined());
                self.write_texel(*texture, *index, &value)
            }
            Pointer::Blocks { .. } | Pointer::Nowhere => false,
        };
        if !done {
            self.taint(lane);
            self.undefined_memory = true;
        }
        Ok(())
    }
}
