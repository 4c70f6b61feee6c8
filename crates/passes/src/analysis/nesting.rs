//! Dominance: the position of each instruction in the structure of a function.
//!
//! Control flow is structured, so an instruction dominates what comes after it in its block, and all blocks within that.
//! One exception: the continuing block of a loop also sees what the body defines before the first `continue` in it.

use vitrum_ir::visit::{self, Event};
use vitrum_ir::{Block, ControlKind, FunctionData, Id, Inst, Op, SideTable};

/// Position and nesting of every instruction and block.
#[derive(Clone, Debug)]
pub struct Nesting {
    insts: SideTable<Inst, InstPosition>,
    blocks: SideTable<Block, Extent>,
}

#[derive(Clone, Copy, Debug, Default)]
struct InstPosition {
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
            insts: SideTable::filled(function.insts.len(), InstPosition::default()),
            blocks: SideTable::filled(function.blocks.len(), Extent::default()),
        };
        let mut at = 0;
        let mut open: Vec<Block> = Vec::new();
        let mut owners: Vec<Inst> = Vec::new();
        visit::walk(function, function.body, |event| match event {
            Event::Enter(block) => {
                let depth = owners.len() as u32;
                let owner = owners.last().copied();
                let extent = Extent { owner, depth, start: at, end: at, continued: u32::MAX };
                nesting.blocks.set(block, extent);
                open.push(block);
            }
            Event::Inst(inst) => {
                at += 1;
                nesting.insts.set(
                    inst,
                    InstPosition { block: open.last().map_or(0, |block| block.index() as u32), at },
                );
                if function.control(inst).is_some() {
                    owners.push(inst);
                } else if function.op(inst) == Op::Continue {
                    let around = owners.iter().rev().find_map(|&owner| match function.control(owner)?.kind {
                        ControlKind::Loop { body, .. } => Some(body),
                        ControlKind::If { .. } | ControlKind::Switch { .. } => None,
                    });
                    if let Some(body) = around {
                        let extent = nesting.blocks.entry(body);
                        extent.continued = extent.continued.min(at);
                    }
                }
            }
            Event::Behind(_) => {
                owners.pop();
            }
            Event::Leave(block) => {
                open.pop();
                nesting.blocks.entry(block).end = at;
            }
        });
        nesting
    }

    /// The block that an instruction stands in; none if it is garbage.
    pub fn block(&self, inst: Inst) -> Option<Block> {
        let position = Some(self.insts.at(inst)).filter(|position| position.at > 0)?;
        Some(Block::from_index(position.block as usize))
    }

    /// The number of an instruction in text order, from 1; 0 for garbage.
    pub fn position(&self, inst: Inst) -> u32 {
        self.insts.at(inst).at
    }

    /// The control instruction that owns a block; none for the body.
    pub fn owner(&self, block: Block) -> Option<Inst> {
        self.blocks.at(block).owner
    }

    /// The number of control instructions around a block.
    pub fn depth(&self, block: Block) -> u32 {
        self.blocks.at(block).depth
    }

    /// True if an instruction stands in a block or in a block within.
    pub fn is_within(&self, inst: Inst, block: Block) -> bool {
        let at = self.position(inst);
        self.blocks.get(block).is_some_and(|extent| extent.start < at && at <= extent.end)
    }

    /// True if whenever `below` runs, `above` has run before: so what `above` gives can be used by `below`.
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
                let continued = self.blocks.at(body).continued;
                first < continued && self.is_within(below, continuing)
            }
            _ => false,
        }
    }
}
