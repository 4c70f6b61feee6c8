//! Walking functions in the order of the text form, without recursion.
//!
//! [`walk`] calls a closure for every block and instruction, which decides the blocks to enter; [`insts`] is the plain
//! list of instructions. All take time linear in the visited code, for modules that verify.

use crate::function::{Block, FunctionData, Inst};

/// An event of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// Before the first instruction of a block.
    Enter(Block),
    /// At an instruction, before the blocks that it owns.
    Inst(Inst),
    /// Behind the last block of a control instruction that was gone into.
    Behind(Inst),
    /// Behind the last instruction of a block.
    Leave(Block),
}

/// Continuation of a walk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Descent {
    /// Into the block that was entered, or the blocks that the instruction owns.
    #[default]
    Into,
    /// Past it.
    Past,
}

impl From<()> for Descent {
    fn from((): ()) -> Self {
        Self::Into
    }
}

/// Blocks that wait in most walks, at most.
const ROOM: usize = 16;

enum Task {
    Enter(Block),
    Next(Block, usize),
    Behind(Inst),
}

/// Walks a block and all blocks within. A closure without a result goes into everything.
pub fn walk<D: Into<Descent>>(function: &FunctionData, block: Block, mut visit: impl FnMut(Event) -> D) {
    let mut tasks = Vec::with_capacity(ROOM);
    tasks.push(Task::Enter(block));
    while let Some(task) = tasks.pop() {
        match task {
            Task::Enter(block) => match visit(Event::Enter(block)).into() {
                Descent::Into => tasks.push(Task::Next(block, 0)),
                Descent::Past => {}
            },
            Task::Behind(inst) => {
                visit(Event::Behind(inst));
            }
            Task::Next(block, next) => {
                let insts = function.blocks[block].insts.get(next..).unwrap_or(&[]);
                let mut left = true;
                for (index, &inst) in insts.iter().enumerate() {
                    match visit(Event::Inst(inst)).into() {
                        Descent::Into => {
                            if let Some(control) = function.control(inst) {
                                tasks.push(Task::Next(block, next + index + 1));
                                tasks.push(Task::Behind(inst));
                                let start = tasks.len();
                                tasks.extend(control.blocks().map(Task::Enter));
                                tasks[start..].reverse();
                                left = false;
                                break;
                            }
                        }
                        Descent::Past => {}
                    }
                }
                if left {
                    visit(Event::Leave(block));
                }
            }
        }
    }
}

/// The instructions of a function in text order, each with the block that it stands in.
pub fn insts(function: &FunctionData) -> Vec<(Block, Inst)> {
    let mut insts = Vec::with_capacity(function.insts.len());
    collect(function, function.body, &mut insts);
    insts
}

/// The instructions of a block and of the blocks within in text order, each with the block that it stands in.
pub fn insts_of(function: &FunctionData, block: Block) -> Vec<(Block, Inst)> {
    let mut insts = Vec::new();
    collect(function, block, &mut insts);
    insts
}

/// Visits the instructions of a block and of the blocks within, in no particular order, which is quickest.
pub fn each(function: &FunctionData, block: Block, mut visit: impl FnMut(Inst)) {
    let mut blocks = Vec::with_capacity(ROOM);
    blocks.push(block);
    while let Some(block) = blocks.pop() {
        for &inst in &function.blocks[block].insts {
            visit(inst);
            if let Some(control) = function.control(inst) {
                blocks.extend(control.blocks());
            }
        }
    }
}

/// Visits the instructions of a block and of the blocks within in the order of the text from its end to its start: a
/// control instruction comes behind its blocks.
pub fn each_back(function: &FunctionData, block: Block, mut visit: impl FnMut(Inst)) {
    // Blocks with the number of their instructions that are left; and control instructions whose blocks come first.
    let mut open = Vec::with_capacity(ROOM);
    open.push((block, function.blocks[block].insts.len(), None));
    while let Some((block, left, control)) = open.pop() {
        if let Some(control) = control {
            visit(control);
        }
        let Some(insts) = function.blocks[block].insts.get(..left) else { continue };
        for (index, &inst) in insts.iter().enumerate().rev() {
            match function.control(inst) {
                Some(control) => {
                    open.push((block, index, Some(inst)));
                    open.extend(control.blocks().map(|it| (it, function.blocks[it].insts.len(), None)));
                    break;
                }
                None => visit(inst),
            }
        }
    }
}

fn collect(function: &FunctionData, block: Block, insts: &mut Vec<(Block, Inst)>) {
    each_of(function, block, |block, inst| insts.push((block, inst)));
}

/// Gives every instruction of a function in text order, with the block that it stands in.
pub fn each_in_order(function: &FunctionData, visit: impl FnMut(Block, Inst)) {
    each_of(function, function.body, visit);
}

#[inline]
fn each_of(function: &FunctionData, block: Block, mut visit: impl FnMut(Block, Inst)) {
    // Open blocks, each with the number of its instructions that are done; and blocks to come.
    let mut open = Vec::with_capacity(ROOM);
    open.push((block, 0));
    while let Some((block, next)) = open.pop() {
        let Some(rest) = function.blocks[block].insts.get(next..) else { continue };
        for (index, &inst) in rest.iter().enumerate() {
            visit(block, inst);
            if let Some(control) = function.control(inst) {
                open.push((block, next + index + 1));
                let start = open.len();
                open.extend(control.blocks().map(|block| (block, 0)));
                open[start..].reverse();
                break;
            }
        }
    }
}
