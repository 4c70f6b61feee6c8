//! Where each instruction stands, and what dominates what.
//!
//! Control flow is structured, so an instruction dominates what comes after it in its block, and all blocks within that.
//! One exception: the continuing block of a loop also sees what the body defines before the first `continue` in it.

use la_arena::RawIdx;
use vitrum_ir::visit::{self, Descent, Event};
use vitrum_ir::{Block, ControlKind, FunctionData, Inst, Op};

/// Position and nesting of every instruction and block.
#[derive(Clone, Debug)]
pub struct Nesting {
    insts: Vec<Place>,
    blocks: Vec<Extent>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Place {
    /// The number of the block, if there is one.
    block: u32,
    /// Number in text order, from 1; 0 for what is in no block.
    at: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Extent {
    owner: Option<Inst>,
    depth: u32,
    /// Everything inside has a number above `start` and not above `end`.
    start: u32,
    end: u32,
    /// For the body of a loop: the number of the first `continue` in it.
    continued: u32,
}

impl Nesting {
    /// Of a function.
    pub fn new(function: &FunctionData) -> Self {
        let mut nesting = Self {
            insts: vec![Place::default(); function.insts.len()],
            blocks: vec![Extent::default(); function.blocks.len()],
        };
        let mut at = 0;
        let mut open: Vec<Block> = Vec::new();
        let mut owners: Vec<Inst> = Vec::new();
        visit::walk(function, function.body, |event| {
            match event {
                Event::Enter(block) => {
                    let depth = owners.len() as u32;
                    nesting.blocks[index(block)] = Extent {
                        owner: owners.last().copied(),
                        depth,
                        start: at,
                        end: at,
                        continued: u32::MAX,
                    };
                    open.push(block);
                }
                Event::Inst(inst) => {
                    at += 1;
                    nesting.insts[inst.into_raw().into_u32() as usize] =
                        Place { block: open.last().map_or(0, |block| block.into_raw().into_u32()), at };
                    if function.control(inst).is_some() {
                        owners.push(inst);
                    } else if function.insts[inst].op == Op::Continue {
                        let around =
                            owners.iter().rev().find_map(|&owner| match function.control(owner)?.kind {
                                ControlKind::Loop { body, .. } => Some(body),
                                ControlKind::If { .. } | ControlKind::Switch { .. } => None,
                            });
                        if let Some(body) = around {
                            let extent = &mut nesting.blocks[index(body)];
                            extent.continued = extent.continued.min(at);
                        }
                    }
                }
                Event::Behind(_) => {
                    owners.pop();
                }
                Event::Leave(block) => {
                    open.pop();
                    nesting.blocks[index(block)].end = at;
                }
            }
            Descent::Into
        });
        nesting
    }

    /// The block that an instruction stands in; none if it is garbage.
    pub fn block(&self, inst: Inst) -> Option<Block> {
        let place = self.insts.get(inst.into_raw().into_u32() as usize).filter(|place| place.at > 0)?;
        Some(Block::from_raw(RawIdx::from(place.block)))
    }

    /// The number of an instruction in text order, from 1; 0 for garbage.
    pub fn position(&self, inst: Inst) -> u32 {
        self.insts.get(inst.into_raw().into_u32() as usize).map_or(0, |place| place.at)
    }

    /// The control instruction that owns a block; none for the body.
    pub fn owner(&self, block: Block) -> Option<Inst> {
        self.blocks.get(index(block))?.owner
    }

    /// How many control instructions are around a block.
    pub fn depth(&self, block: Block) -> u32 {
        self.blocks.get(index(block)).map_or(0, |extent| extent.depth)
    }

    /// The number of the last instruction within a control instruction, or its own.
    pub fn end(&self, inst: Inst, function: &FunctionData) -> u32 {
        let blocks = function.control(inst).into_iter().flat_map(|control| control.blocks());
        let ends = blocks.filter_map(|block| self.blocks.get(index(block)).map(|extent| extent.end));
        ends.fold(self.position(inst), u32::max)
    }

    /// Whether an instruction stands in a block or in a block within.
    pub fn is_within(&self, inst: Inst, block: Block) -> bool {
        let at = self.position(inst);
        self.blocks.get(index(block)).is_some_and(|extent| extent.start < at && at <= extent.end)
    }

    /// Whether whenever `below` runs, `above` has run before: so what `above` gives can be used by `below`.
    pub fn dominates(&self, function: &FunctionData, above: Inst, below: Inst) -> bool {
        let (Some(block), first) = (self.block(above), self.position(above)) else { return false };
        if first >= self.position(below) {
            return false;
        }
        if self.is_within(below, block) {
            return true;
        }
        let owner = self.owner(block).and_then(|owner| function.control(owner));
        match owner.map(|control| &control.kind) {
            Some(&ControlKind::Loop { body, continuing: Some(continuing) }) => {
                let continued = self.blocks.get(index(body)).map_or(0, |extent| extent.continued);
                first < continued && self.is_within(below, continuing)
            }
            _ => false,
        }
    }
}

fn index(block: Block) -> usize {
    block.into_raw().into_u32() as usize
}
