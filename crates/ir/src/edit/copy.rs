//! Copies of blocks with new values.

use crate::function::{Block, BlockData, ControlData, ControlKind, FunctionData, Inst, Operand, Value};
use crate::module::Precision;
use crate::types::Type;
use rustc_hash::FxHashMap;

/// What stands for each value of what is copied.
#[derive(Clone, Debug, Default)]
pub struct Renames {
    map: FxHashMap<Value, Operand>,
}

impl Renames {
    /// No renames.
    pub fn new() -> Self {
        Self::default()
    }

    /// Lets `with` stand for `value`.
    pub fn insert(&mut self, value: Value, with: Operand) {
        self.map.insert(value, with);
    }

    /// What stands for an operand.
    pub fn get(&self, operand: Operand) -> Operand {
        operand.value().and_then(|value| self.map.get(&value)).copied().unwrap_or(operand)
    }
}

/// Copies a block within its function.
pub(super) fn within(function: &mut FunctionData, block: Block, renames: &mut Renames) -> Block {
    Copier { from: None, to: function, renames, bound: None }.copy(block)
}

/// Copies a block within its function, without its parameters.
pub(super) fn unbound(function: &mut FunctionData, block: Block, renames: &mut Renames) -> Block {
    Copier { from: None, to: function, renames, bound: Some(block) }.copy(block)
}

/// Copies the body of one function into another. The copy has no parameters: `renames` says what stands for them.
pub(super) fn body(from: &FunctionData, to: &mut FunctionData, renames: &mut Renames) -> Block {
    Copier { from: Some(from), to, renames, bound: Some(from.body) }.copy(from.body)
}

struct Copier<'a> {
    /// Where the original is, if in another function.
    from: Option<&'a FunctionData>,
    to: &'a mut FunctionData,
    renames: &'a mut Renames,
    /// The block whose parameters are not copied, since other values stand for them.
    bound: Option<Block>,
}

impl Copier<'_> {
    fn source(&self) -> &FunctionData {
        self.from.unwrap_or(self.to)
    }

    fn copy(&mut self, block: Block) -> Block {
        let copy = self.to.blocks.alloc(BlockData::default());
        // First come, first served: a block is copied after those that define what it uses.
        let mut blocks = vec![(block, copy)];
        let mut next = 0;
        while let Some(&(block, copy)) = blocks.get(next) {
            next += 1;
            let BlockData { params, insts } = self.source().blocks[block].clone();
            let is_bound = self.bound == Some(block);
            for param in params.into_iter().filter(|_| !is_bound) {
                let (ty, precision) = self.type_of(param);
                let new = self.to.add_param(copy, ty, precision);
                self.rename(param, new);
            }
            for inst in insts {
                let new = self.copy_inst(inst, &mut blocks);
                self.to.blocks[copy].insts.push(new);
            }
        }
        copy
    }

    fn type_of(&self, value: Value) -> (Type, Precision) {
        let data = &self.source().values[value];
        (data.ty, data.precision)
    }

    fn rename(&mut self, old: Value, new: Value) {
        let name = self.source().value_name(old);
        self.to.values[new].flags = self.source().values[old].flags;
        self.to.set_value_name(new, name);
        self.renames.insert(old, new.into());
    }

    fn copy_inst(&mut self, inst: Inst, blocks: &mut Vec<(Block, Block)>) -> Inst {
        let data = self.source().insts[inst];
        let operands: Vec<Operand> =
            self.source().operands(inst).iter().map(|&operand| self.renames.get(operand)).collect();
        let old: Vec<Value> = self.source().results(inst).collect();
        let control = self.source().control(inst).cloned();
        let new = match control {
            Some(mut control) => {
                self.copy_owned(&mut control, blocks);
                self.to.new_control(data.op, &operands, control, data.span())
            }
            None => self.to.new_inst(data.op, &operands, data.imm, data.span()),
        };
        let types: Vec<(Type, Precision)> = old.iter().map(|&value| self.type_of(value)).collect();
        self.to.add_results(new, &types);
        let results = self.to.results(new);
        for (old, new) in old.into_iter().zip(results) {
            self.rename(old, new);
        }
        new
    }

    /// Gives the blocks of a control instruction new ids, and leaves it to the caller to fill them.
    fn copy_owned(&mut self, control: &mut ControlData, blocks: &mut Vec<(Block, Block)>) {
        let to = &mut *self.to;
        let mut renew = |block: &mut Block| {
            let copy = to.blocks.alloc(BlockData::default());
            blocks.push((*block, copy));
            *block = copy;
        };
        match &mut control.kind {
            ControlKind::If { then, other } => {
                renew(then);
                renew(other);
            }
            ControlKind::Loop { body, continuing } => {
                renew(body);
                continuing.iter_mut().for_each(&mut renew);
            }
            ControlKind::Switch { cases } => cases.iter_mut().for_each(|case| renew(&mut case.block)),
        }
    }
}
