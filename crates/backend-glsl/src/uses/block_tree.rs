//! The tree of blocks, for placing declarations. A variable is declared in the innermost block that contains all its
//! uses, but not inside a loop that its definition is outside of, since it keeps its value between iterations.

use super::dead::BlockPosition;
use crate::bump_table::BumpTable;
use vitrum_ir::Block;

/// The tree of blocks of a function.
pub(super) struct BlockTree<'t, 'a> {
    positions: &'t BumpTable<'a, Block, BlockPosition>,
}

impl<'t, 'a> BlockTree<'t, 'a> {
    pub(super) fn new(positions: &'t BumpTable<'a, Block, BlockPosition>) -> Self {
        Self { positions }
    }

    fn position(&self, block: Block) -> BlockPosition {
        self.positions.at(block)
    }

    /// The innermost block that can declare a variable of block `declared` for a use.
    pub(super) fn declaring_block(&self, declared: Block, used: Block) -> Block {
        let (mut found, mut at) = (used, used);
        while at != declared {
            let place = self.position(at);
            let Some((parent, _)) = place.parent else { break };
            if place.is_loop {
                found = parent;
            }
            at = parent;
        }
        found
    }

    /// The innermost block that contains both.
    pub(super) fn common_ancestor(&self, a: Block, b: Block) -> Block {
        let (mut a, mut b) = (a, b);
        while a != b {
            let (left, right) = (self.position(a), self.position(b));
            let (higher, lower) = if left.depth >= right.depth { (&mut a, left) } else { (&mut b, right) };
            let Some((parent, _)) = lower.parent else { return a };
            *higher = parent;
        }
        a
    }

    /// The instruction of block `home` that contains a use.
    pub(super) fn user_in(
        &self,
        home: Block,
        block: Block,
        user: vitrum_ir::Inst,
    ) -> Option<vitrum_ir::Inst> {
        let (mut block, mut user) = (block, user);
        while block != home {
            (block, user) = self.position(block).parent?;
        }
        Some(user)
    }
}
