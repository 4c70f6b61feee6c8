//! Places of declarations of variables: in the innermost block that holds every use, but outside of loops that they were
//! outside of, since a variable keeps its value from one round to the next.

use super::dead::Place;
use crate::bump_table::BumpTable;
use vitrum_ir::Block;

/// The tree of blocks of a function.
pub(super) struct Tree<'t, 'a> {
    places: &'t BumpTable<'a, Block, Place>,
}

impl<'t, 'a> Tree<'t, 'a> {
    pub(super) fn new(places: &'t BumpTable<'a, Block, Place>) -> Self {
        Self { places }
    }

    fn place(&self, block: Block) -> Place {
        self.places.at(block)
    }

    /// The innermost block around a use, or the block of the use itself, in which a variable of `declared` can be declared
    /// for it.
    pub(super) fn reach(&self, declared: Block, used: Block) -> Block {
        let (mut reach, mut at) = (used, used);
        while at != declared {
            let place = self.place(at);
            let Some((parent, _)) = place.parent else { break };
            if place.is_loop {
                reach = parent;
            }
            at = parent;
        }
        reach
    }

    /// The innermost block that holds both.
    pub(super) fn common(&self, a: Block, b: Block) -> Block {
        let (mut a, mut b) = (a, b);
        while a != b {
            let (left, right) = (self.place(a), self.place(b));
            let (higher, lower) = if left.depth >= right.depth { (&mut a, left) } else { (&mut b, right) };
            let Some((parent, _)) = lower.parent else { return a };
            *higher = parent;
        }
        a
    }

    /// The instruction of block `home` that a use in another block is in; the use itself in the same.
    pub(super) fn user_in(
        &self,
        home: Block,
        block: Block,
        user: vitrum_ir::Inst,
    ) -> Option<vitrum_ir::Inst> {
        let (mut block, mut user) = (block, user);
        while block != home {
            (block, user) = self.place(block).parent?;
        }
        Some(user)
    }
}
