//! Code that is not printed (DCE): values that nothing uses, and code that follows a loop that is never left.

use super::Uses;
use crate::ast::Words;
use crate::bump_table::BumpTable;
use bumpalo::collections::Vec as BumpVec;
use std::ops::Range;
use vitrum_ir::{Block, FunctionData, ImageOperands, Inst, Module, Op, TypeData};

/// The reachable parts of a function.
#[derive(Debug)]
pub(super) struct Scan<'a> {
    words: Words<'a>,
    /// The reachable code in text order: blocks, and which of their instructions.
    pub(super) order: BumpVec<'a, (Block, Range<u32>)>,
    /// The position of each block.
    pub(super) places: BumpTable<'a, Block, Place>,
    /// The blocks that are gone through.
    pub(super) blocks: BumpVec<'a, Block>,
    /// True if a vector may have been taken apart and put together again.
    pub(super) joins: bool,
    /// Of each instruction.
    pub(super) marks: BumpTable<'a, Inst, Mark>,
    /// Of each loop and switch around, whether it is left from within.
    exits: BumpVec<'a, bool>,
    tasks: BumpVec<'a, Task>,
}

/// Facts about an instruction.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mark {
    /// True if it is never come to, or gives what nobody wants.
    pub(crate) dead: bool,
    /// True if it is the first to use a variable.
    pub(crate) first_user: bool,
}

/// The position of a block.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    /// The block around it and the control instruction in that; none for the body.
    pub(super) parent: Option<(Block, Inst)>,
    /// The number of blocks around it.
    pub(super) depth: u32,
    /// True if it is executed again and again.
    pub(super) is_loop: bool,
}

/// The work list.
#[derive(Debug)]
enum Task {
    Enter(Block, Place),
    /// A block from one of its instructions on.
    Rest(Block, usize),
    /// The same behind the blocks of a control instruction.
    Behind(Block, usize, Inst),
}

impl<'a> Scan<'a> {
    /// Nothing yet, with room for functions of so many instructions.
    pub(super) fn with_room(words: Words<'a>, insts: usize) -> Self {
        Self {
            words,
            order: words.list(),
            places: BumpTable::with_room(words, 0),
            blocks: words.list(),
            joins: false,
            marks: BumpTable::with_room(words, insts),
            exits: words.list(),
            tasks: words.list(),
        }
    }

    /// What is there, and nothing instead.
    pub(super) fn take(&mut self) -> Self {
        let nothing = Self::with_room(self.words, 0);
        std::mem::replace(self, nothing)
    }

    /// Goes through what may be executed, and tells of it.
    pub(super) fn walk(&mut self, module: &Module, function: &FunctionData, uses: &mut Uses<'a>) {
        self.order.clear();
        self.places.reset(function.blocks.len());
        self.blocks.clear();
        self.joins = false;
        self.marks.reset(function.insts.len());
        let mut exits = std::mem::replace(&mut self.exits, self.words.list());
        let mut tasks = std::mem::replace(&mut self.tasks, self.words.list());
        exits.clear();
        tasks.clear();
        tasks.push(Task::Enter(function.body, Place::default()));
        while let Some(task) = tasks.pop() {
            let (block, at) = match task {
                Task::Enter(block, place) => {
                    self.places.set(block, place);
                    self.blocks.push(block);
                    uses.enter(module, function, block);
                    (block, 0)
                }
                Task::Rest(block, at) => (block, at),
                Task::Behind(block, at, control) => {
                    let op = function.insts[control].op;
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
                        self.joins |= data.result().is_some_and(|result| {
                            let ty = function.values[result].ty;
                            matches!(module.types.get(ty), TypeData::Matrix { .. })
                        });
                    }
                    Op::ImageSample => {
                        self.joins |= ImageOperands::from_bits(data.imm).contains(ImageOperands::DREF);
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
                        tasks.push(Task::Behind(block, index + 1, inst));
                        let depth = self.places.at(block).depth + 1;
                        let place = Place { parent: Some((block, inst)), depth, is_loop: op == Op::Loop };
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

    /// Tells of all that once more, but for what has been left out since.
    pub(super) fn again(&self, module: &Module, function: &FunctionData, uses: &mut Uses<'a>) {
        for &block in &self.blocks {
            uses.enter(module, function, block);
        }
        for (block, inst) in executed(&self.order, function) {
            if self.marks.get(inst).is_some_and(|mark| !mark.dead) {
                uses.inst(function, block, inst);
            }
        }
    }
}

/// The instructions of an order.
pub(super) fn executed(
    order: &[(Block, Range<u32>)],
    function: &FunctionData,
) -> impl DoubleEndedIterator<Item = (Block, Inst)> {
    order.iter().flat_map(move |(block, range)| {
        let range = range.start as usize..range.end as usize;
        let insts = function.blocks[*block].insts.get(range).unwrap_or(&[]);
        insts.iter().map(|&inst| (*block, inst))
    })
}

/// True if an instruction does nothing but give values.
pub(super) fn is_idle(function: &FunctionData, inst: Inst) -> bool {
    // A variable with a value is the author's; another one is declared only if it is used.
    let is_kept = matches!(function.insts[inst].op, Op::Var | Op::Call);
    !is_kept && function.effects(inst).is_removable() && !function.is_volatile(inst)
}
