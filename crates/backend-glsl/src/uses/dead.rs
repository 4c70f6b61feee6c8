//! What is not printed: values that nothing uses, and what follows a loop that is never left.

use super::Uses;
use vitrum_ir::{
    Block, Effects, FunctionData, ImageOperands, Inst, Intrinsic, MemoryAccess, Module, Op, TypeData,
};

/// What may be executed of a function.
#[derive(Debug, Default)]
pub(super) struct Scan {
    /// What may be executed, in text order.
    pub(super) order: Vec<(Block, Inst)>,
    /// Where each block is.
    pub(super) places: Vec<Place>,
    /// The blocks that are gone through.
    pub(super) blocks: Vec<Block>,
    /// Whether a vector may have been taken apart and put together again.
    pub(super) joins: bool,
    /// Of each instruction by its number.
    pub(super) marks: Vec<Mark>,
    /// Of each loop and switch around, whether it is left from within.
    exits: Vec<bool>,
    tasks: Vec<Task>,
}

/// What is known of an instruction.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mark {
    /// Whether it is never come to, or gives what nobody wants.
    pub(super) dead: bool,
    /// Whether it is the first to use a variable.
    pub(super) first_user: bool,
}

/// Where a block is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    /// The block around it and the control instruction in that; none for the body.
    pub(super) parent: Option<(Block, Inst)>,
    /// How many blocks there are around it.
    pub(super) depth: u32,
    /// Whether it is executed again and again.
    pub(super) is_loop: bool,
}

/// What is still to be gone through.
#[derive(Debug)]
enum Task {
    Enter(Block, Place),
    /// A block from one of its instructions on.
    Rest(Block, usize),
    /// The same behind the blocks of a control instruction.
    Behind(Block, usize, Inst),
}

impl Scan {
    /// Nothing yet, with room for functions of so many instructions.
    pub(super) fn with_room(insts: usize) -> Self {
        Self { order: Vec::with_capacity(insts), marks: Vec::with_capacity(insts), ..Self::default() }
    }

    /// Goes through what may be executed, and tells of it.
    pub(super) fn walk(&mut self, module: &Module, function: &FunctionData, uses: &mut Uses) {
        self.order.clear();
        self.places.clear();
        self.places.resize(function.blocks.len(), Place::default());
        self.blocks.clear();
        self.joins = false;
        self.marks.clear();
        self.marks.resize(function.insts.len(), Mark::default());
        let (mut exits, mut tasks) = (std::mem::take(&mut self.exits), std::mem::take(&mut self.tasks));
        exits.clear();
        tasks.clear();
        tasks.push(Task::Enter(function.body, Place::default()));
        while let Some(task) = tasks.pop() {
            let (block, at) = match task {
                Task::Enter(block, place) => {
                    if let Some(slot) = self.places.get_mut(number_of_block(block)) {
                        *slot = place;
                    }
                    self.blocks.push(block);
                    uses.enter(module, function, block);
                    (block, 0)
                }
                Task::Rest(block, at) => (block, at),
                Task::Behind(block, at, control) => {
                    let op = function.insts[control].op;
                    if op != Op::If && exits.pop() == Some(false) && op == Op::Loop {
                        for &inst in function.blocks[block].insts.get(at..).unwrap_or(&[]) {
                            if let Some(mark) = self.marks.get_mut(number(inst)) {
                                mark.dead = true;
                            }
                        }
                    } else {
                        tasks.push(Task::Rest(block, at));
                    }
                    continue;
                }
            };
            let insts = function.blocks[block].insts.get(at..).unwrap_or(&[]);
            for (index, &inst) in insts.iter().enumerate() {
                self.order.push((block, inst));
                uses.inst(function, block, inst);
                let op = function.insts[inst].op;
                self.joins |= match op {
                    Op::Construct => function.result(inst).is_some_and(|result| {
                        let ty = function.values[result].ty;
                        matches!(module.types.get(ty), TypeData::Matrix { .. })
                    }),
                    Op::ImageSample => {
                        ImageOperands::from_bits(function.insts[inst].imm).contains(ImageOperands::DREF)
                    }
                    _ => false,
                };
                if matches!(op, Op::Break | Op::BreakIf)
                    && let Some(exit) = exits.last_mut()
                {
                    *exit = true;
                }
                let Some(control) = function.control(inst) else { continue };
                if op != Op::If {
                    exits.push(false);
                }
                tasks.push(Task::Behind(block, at + index + 1, inst));
                let depth = self.places.get(number_of_block(block)).map_or(0, |place| place.depth) + 1;
                let place = Place { parent: Some((block, inst)), depth, is_loop: op == Op::Loop };
                let start = tasks.len();
                tasks.extend(control.blocks().map(|inner| Task::Enter(inner, place)));
                tasks.get_mut(start..).unwrap_or(&mut []).reverse();
                break;
            }
        }
        (self.exits, self.tasks) = (exits, tasks);
    }

    /// Tells of all that once more, but for what has been left out since.
    pub(super) fn again(&self, module: &Module, function: &FunctionData, uses: &mut Uses) {
        for &block in &self.blocks {
            uses.enter(module, function, block);
        }
        for &(block, inst) in &self.order {
            if self.marks.get(number(inst)).is_some_and(|mark| !mark.dead) {
                uses.inst(function, block, inst);
            }
        }
    }
}

/// Whether an instruction does nothing but give values.
pub(super) fn is_idle(function: &FunctionData, inst: Inst) -> bool {
    let data = &function.insts[inst];
    let effects = match data.op {
        // A variable with a value is the author's; another one is declared only if it is used.
        Op::Var | Op::Call => return false,
        Op::Intrinsic => Intrinsic::from_imm(data.imm).map_or(Effects::WRITES, |it| it.info().effects),
        op => op.effects(),
    };
    let volatile = data.op == Op::Load && MemoryAccess::from_bits(data.imm).contains(MemoryAccess::VOLATILE)
        || data.op == Op::ImageRead && ImageOperands::from_bits(data.imm).contains(ImageOperands::VOLATILE);
    effects.is_removable() && !volatile
}

/// The index of an instruction.
pub(super) fn number(inst: Inst) -> usize {
    inst.into_raw().into_u32() as usize
}

/// The index of a block.
pub(super) fn number_of_block(block: Block) -> usize {
    block.into_raw().into_u32() as usize
}
