//! Blocks, and their lists of parameters and instructions.

use smallvec::SmallVec;

use super::{Inst, Value};

/// A list of a block. Most are short, and lie in the block itself: they take no more memory than the address of others.
pub type List<T> = SmallVec<[T; FEW]>;

/// The items of a [`List`] that need no memory of their own.
const FEW: usize = 4;

/// A straight run of instructions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockData {
    /// Values it is entered with.
    pub params: List<Value>,
    /// In order of execution; the last is the terminator.
    pub insts: List<Inst>,
}

impl BlockData {
    /// Adds an instruction at the end.
    #[inline]
    pub fn push(&mut self, inst: Inst) {
        // Blocks with more than a few have many.
        if self.insts.len() == FEW {
            self.insts.reserve(3 * FEW);
        }
        self.insts.push(inst);
    }
}
