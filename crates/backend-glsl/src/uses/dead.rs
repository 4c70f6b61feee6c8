//! Dead code (DCE): unused values, and code after a loop without exit.

use super::Uses;
use crate::ast::TextArena;
use crate::bump_table::BumpTable;
use bumpalo::collections::Vec as BumpVec;
use std::ops::Range;
use vitrum_ir::{Block, FunctionData, ImageOperands, Inst, Module, Op, TypeData};

/// The reachable code of a function.
#[derive(Debug)]
pub(super) struct Scan<'a> {
    arena: TextArena<'a>,
    /// The reachable instructions in text order, as ranges of blocks.
    pub(super) order: BumpVec<'a, (Block, Range<u32>)>,
    /// The position of each block.
    pub(super) positions: BumpTable<'a, Block, BlockPosition>,
    /// The visited blocks.
    pub(super) blocks: BumpVec<'a, Block>,
    /// True if a vector may be split and reassembled.
    pub(super) may_reassemble: bool,
    /// Marks of each instruction.
    pub(super) marks: BumpTable<'a, Inst, InstMarks>,
    /// For each enclosing loop and switch, true if it has a `break`.
    exits: BumpVec<'a, bool>,
    tasks: BumpVec<'a, Task>,
}

/// Marks of an instruction.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct InstMarks {
    /// True if the instruction is unreachable or its results are unused.
    pub(crate) dead: bool,
    /// True if the instruction is the first user of a variable.
    pub(crate) first_user: bool,
}

/// The position of a block.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BlockPosition {
    /// The enclosing block and its control instruction; none for the body.
    pub(super) parent: Option<(Block, Inst)>,
    /// The number of enclosing blocks.
    pub(super) depth: u32,
    /// True if the block is the body or continuing block of a loop.
    pub(super) is_loop: bool,
}

/// A task of the work list.
#[derive(Debug)]
enum Task {
    Enter(Block, BlockPosition),
    /// The rest of a block, from an index.
    Rest(Block, usize),
    /// The rest of a block after a control instruction.
    After(Block, usize, Inst),
}

impl<'a> Scan<'a> {
    /// Empty tables for functions with this number of instructions.
    pub(super) fn with_capacity(arena: TextArena<'a>, insts: usize) -> Self {
        Self {
            arena,
            order: arena.list(),
            positions: BumpTable::with_capacity(arena, 0),
            blocks: arena.list(),
            may_reassemble: false,
            marks: BumpTable::with_capacity(arena, insts),
            exits: arena.list(),
            tasks: arena.list(),
        }
    }

    /// Takes the tables and leaves empty ones.
    pub(super) fn take(&mut self) -> Self {
        let nothing = Self::with_capacity(self.arena, 0);
        std::mem::replace(self, nothing)
    }

    /// Visits the reachable code and records its uses.
    pub(super) fn walk(&mut self, module: &Module, function: &FunctionData, uses: &mut Uses<'a>) {
        self.order.clear();
        self.positions.reset(function.blocks.len());
        self.blocks.clear();
        self.may_reassemble = false;
        self.marks.reset(function.insts.len());
        let mut exits = std::mem::replace(&mut self.exits, self.arena.list());
        let mut tasks = std::mem::replace(&mut self.tasks, self.arena.list());
        exits.clear();
        tasks.clear();
        tasks.push(Task::Enter(function.body, BlockPosition::default()));
        while let Some(task) = tasks.pop() {
            let (block, at) = match task {
                Task::Enter(block, place) => {
                    self.positions.set(block, place);
                    self.blocks.push(block);
                    uses.enter(module, function, block);
                    (block, 0)
                }
                Task::Rest(block, at) => (block, at),
                Task::After(block, at, control) => {
                    let op = function.op(control);
                    if op != Op::If && exits.pop() == Some(false) && op == Op::Loop {
                        for &inst in function.blocks[block].insts.get(at..).unwrap_or(&[]) {
                            if let Some(mark) = self.marks.get_mut(inst) {
                                mark.dead = true;
                            }
                        }
                    } else {
                        tasks.push(Task::Rest(block, at));
                    }
                    continue;
                }
            };
            let insts = function.blocks[block].insts.as_slice();
            let mut end = insts.len();
            for (index, &inst) in insts.iter().enumerate().skip(at) {
                uses.inst(function, block, inst);
                let data = &function.insts[inst];
                match data.op {
                    Op::Construct => {
                        self.may_reassemble |= data.result().is_some_and(|result| {
                            let ty = function.values[result].ty;
                            matches!(module.types.get(ty), TypeData::Matrix { .. } | TypeData::Vector { .. })
                        });
                    }
                    Op::ImageSample => {
                        self.may_reassemble |=
                            ImageOperands::from_bits(data.imm).contains(ImageOperands::DREF);
                    }
                    Op::Break | Op::BreakIf => {
                        if let Some(exit) = exits.last_mut() {
                            *exit = true;
                        }
                    }
                    op @ (Op::If | Op::Loop | Op::Switch) => {
                        let Some(control) = function.control(inst) else { continue };
                        if op != Op::If {
                            exits.push(false);
                        }
                        tasks.push(Task::After(block, index + 1, inst));
                        let depth = self.positions.at(block).depth + 1;
                        let place =
                            BlockPosition { parent: Some((block, inst)), depth, is_loop: op == Op::Loop };
                        let start = tasks.len();
                        tasks.extend(control.blocks().map(|inner| Task::Enter(inner, place)));
                        tasks.get_mut(start..).unwrap_or(&mut []).reverse();
                        end = index + 1;
                        break;
                    }
                    _ => {}
                }
            }
            self.order.push((block, at as u32..end as u32));
        }
        (self.exits, self.tasks) = (exits, tasks);
    }

    /// Records the uses again, without instructions that were marked as dead since.
    pub(super) fn rescan(&self, module: &Module, function: &FunctionData, uses: &mut Uses<'a>) {
        for &block in &self.blocks {
            uses.enter(module, function, block);
        }
        for (block, inst) in instructions(&self.order, function) {
            if self.marks.get(inst).is_some_and(|mark| !mark.dead) {
                uses.inst(function, block, inst);
            }
        }
    }
}

/// The instructions of the ranges.
pub(super) fn instructions(
    order: &[(Block, Range<u32>)],
    function: &FunctionData,
) -> impl DoubleEndedIterator<Item = (Block, Inst)> {
    order.iter().flat_map(move |(block, range)| {
        let range = range.start as usize..range.end as usize;
        let insts = function.blocks[*block].insts.get(range).unwrap_or(&[]);
        insts.iter().map(|&inst| (*block, inst))
    })
}

/// True if an instruction has no effect but its results.
pub(super) fn is_removable(function: &FunctionData, inst: Inst) -> bool {
    // Initialised variables are kept for readability; others are declared only if they are used.
    let is_kept = matches!(function.op(inst), Op::Var | Op::Call);
    !is_kept && function.effects(inst).is_removable() && !function.is_volatile(inst)
}
