//! Types and constants that were written: SPIR-V wants each once.
//!
//! They are looked up where they stand, in the words of their section, so that no key is kept or built.

use crate::words::Words;
use rustc_hash::FxHashMap;
use spirv::Op;
use vitrum_ir::Positions;

/// Interns the instructions of the section of types and constants.
#[derive(Debug, Default)]
pub(crate) struct Interned {
    positions: Positions,
    strides: Strides,
}

/// Distances between the elements of arrays that have one, by id: arrays that differ in it alone are different types.
#[derive(Debug, Default)]
struct Strides(FxHashMap<u32, u32>);

impl Strides {
    /// True if an instruction of a section, which has the hash of a key, is that of the key.
    #[inline(never)]
    fn is_same(&self, section: &Words, position: u32, key: Key<'_>) -> bool {
        let before = usize::from(key.ty.is_some());
        let count = key.operands.len();
        let Some(words) = section.words().get(position as usize..) else { return false };
        let has_stride = matches!(key.op, Op::TypeArray | Op::TypeRuntimeArray);
        let stride = || words.get(1 + before).and_then(|id| self.0.get(id)).copied().unwrap_or(0);
        words.first().copied() == Words::head(key.op, before + 1 + count)
            && key.ty.is_none_or(|ty| words.get(1) == Some(&ty))
            && words.get(2 + before..2 + before + count) == Some(key.operands)
            && (!has_stride || stride() == key.stride)
    }
}

/// The key of an instruction: all of it but its result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Key<'a> {
    pub(crate) op: Op,
    /// The type of a constant; a type has none.
    pub(crate) ty: Option<u32>,
    pub(crate) operands: &'a [u32],
    /// Distance between the elements of an array; 0 if it has no layout.
    pub(crate) stride: u32,
}

impl Key<'_> {
    fn hash(&self) -> u64 {
        // Few operands, so that a multiplication each is fast.
        let mix = |hash: u64, word: u32| {
            (hash.rotate_left(5) ^ u64::from(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        };
        let head = u64::from(self.ty.unwrap_or(0)) << 32 | u64::from(self.op as u32);
        let head = mix(head.wrapping_mul(0x9e37_79b9_7f4a_7c15), self.stride);
        match *self.operands {
            [] => head,
            [operand] => mix(head, operand),
            [first, second] => mix(mix(head, first), second),
            ref many => many.iter().fold(head, |hash, &word| mix(hash, word)),
        }
    }
}

/// The number of types and constants that there is room for at first.
const ROOM: usize = 96;

impl Interned {
    /// Forgets all, and keeps the memory.
    pub(crate) fn clear(&mut self) {
        let Self { positions, strides } = self;
        positions.clear();
        positions.reserve(ROOM);
        strides.0.clear();
    }

    /// The id of an instruction, which is added to `section` with the result `next` unless it is there; and whether
    /// it was added.
    pub(crate) fn intern(&mut self, section: &mut Words, next: u32, key: Key<'_>) -> (u32, bool) {
        let position = section.len() as u32;
        let is_it = |position| self.strides.is_same(section, position, key);
        if let Some(position) = self.positions.find_or_insert(key.hash(), position, is_it) {
            let at = position as usize + 1 + usize::from(key.ty.is_some());
            return (section.words().get(at).copied().unwrap_or(0), false);
        }
        match (key.ty, key.operands) {
            (Some(ty), &[operand]) => section.push(key.op, &[ty, next, operand]),
            (Some(ty), operands) => section.push_parts(key.op, &[ty, next], operands),
            (None, &[first, second]) => section.push(key.op, &[next, first, second]),
            (None, operands) => section.push_parts(key.op, &[next], operands),
        }
        if key.stride != 0 {
            self.strides.0.insert(next, key.stride);
        }
        (next, true)
    }
}

#[cfg(test)]
mod tests {
    use super::{Interned, Key};
    use crate::words::Words;
    use spirv::Op;

    #[test]
    fn each_is_written_once() {
        let (mut interned, mut section) = (Interned::default(), Words::default());
        let float = Key { op: Op::TypeFloat, ty: None, operands: &[32], stride: 0 };
        let one = Key { op: Op::Constant, ty: Some(1), operands: &[5], stride: 0 };
        let array = Key { op: Op::TypeArray, ty: None, operands: &[1, 2], stride: 0 };
        let strided = Key { stride: 16, ..array };
        for (id, key) in (1..).zip([float, one, array, strided]) {
            assert_eq!(interned.intern(&mut section, id, key), (id, true));
        }
        for (id, key) in (1..).zip([float, one, array, strided]) {
            assert_eq!(interned.intern(&mut section, 9, key), (id, false));
        }
        assert_eq!(section.len(), 3 + 4 + 4 + 4);
    }
}
