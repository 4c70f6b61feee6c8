//! Copies of blocks with new values.

use crate::function::{Block, BlockData, ControlData, FunctionData, Inst, List, Operand, Value};
use crate::module::Precision;
use crate::side_table::SideTable;
use crate::types::Type;
use rustc_hash::FxHashMap;

/// Maps values of the original to values of the copy.
#[derive(Clone, Debug, Default)]
pub struct Renames {
    /// By number, for as many as there were when this was made.
    dense: SideTable<Value, Option<Operand>>,
    /// All others.
    map: FxHashMap<Value, Operand>,
}

impl Renames {
    /// No renames; takes room for those that are inserted.
    pub fn new() -> Self {
        Self::default()
    }

    /// No renames; has room for all values of a function, which is faster where most of them get one.
    pub fn of_all(function: &FunctionData) -> Self {
        Self { dense: SideTable::filled(function.values.len(), None), map: FxHashMap::default() }
    }

    /// Maps `value` to `with`.
    pub fn insert(&mut self, value: Value, with: Operand) {
        match self.dense.get_mut(value) {
            Some(slot) => *slot = Some(with),
            None => {
                self.map.insert(value, with);
            }
        }
    }

    /// The operand of the copy.
    pub fn get(&self, operand: Operand) -> Operand {
        let Some(value) = operand.value() else { return operand };
        let found = match self.dense.get(value) {
            Some(&slot) => slot,
            None => self.map.get(&value).copied(),
        };
        found.unwrap_or(operand)
    }
}

/// Copies a block, and the blocks within, inside its function. The copy has no parameters: `renames` maps
/// them. It is not inserted yet.
pub fn copy_block(function: &mut FunctionData, block: Block, renames: &mut Renames) -> Block {
    Copier::new(None, function, renames, block).copy(block)
}

/// Copies the body of one function into another. The copy has no parameters: `renames` says what stands for them. It is in
/// no place yet.
pub fn copy_body(from: &FunctionData, to: &mut FunctionData, renames: &mut Renames) -> Block {
    Copier::new(Some(from), to, renames, from.body).copy(from.body)
}

struct Copier<'a> {
    /// The function of the original, if it is another one.
    from: Option<&'a FunctionData>,
    to: &'a mut FunctionData,
    renames: &'a mut Renames,
    /// The block whose parameters are not copied, since other values stand for them.
    bound: Block,
    /// Memory for the operands of an instruction, and for the definitions of its results.
    operands: Vec<Operand>,
    types: Vec<(Type, Precision)>,
}

/// A block that is being copied.
struct Frame {
    block: Block,
    /// Number of its instructions that have been copied.
    next: usize,
    copy: Block,
    copied: List<Inst>,
}

impl<'a> Copier<'a> {
    fn new(
        from: Option<&'a FunctionData>,
        to: &'a mut FunctionData,
        renames: &'a mut Renames,
        bound: Block,
    ) -> Self {
        Self { from, to, renames, bound, operands: Vec::new(), types: Vec::new() }
    }

    fn source(&self) -> &FunctionData {
        self.from.unwrap_or(self.to)
    }

    /// In the order of the text, which leaves what is executed one after the other close together.
    fn copy(&mut self, block: Block) -> Block {
        let whole = self.to.blocks.alloc(BlockData::default());
        let mut frames = vec![self.open(block, whole)];
        let mut owned = Vec::new();
        while let Some(frame) = frames.last_mut() {
            let Some(&inst) = self.source().blocks[frame.block].insts.get(frame.next) else {
                self.to.blocks[frame.copy].insts = std::mem::take(&mut frame.copied);
                frames.pop();
                continue;
            };
            frame.next += 1;
            let new = self.copy_inst(inst, &mut owned);
            frame.copied.push(new);
            // The first of its blocks is the next to be copied.
            for (block, copy) in owned.drain(..).rev() {
                frames.push(self.open(block, copy));
            }
        }
        whole
    }

    /// Begins with a block; its parameters come at once.
    fn open(&mut self, block: Block, copy: Block) -> Frame {
        if self.bound != block {
            for at in 0..self.source().blocks[block].params.len() {
                let param = self.source().blocks[block].params[at];
                let (ty, precision) = self.type_of(param);
                let new = self.to.add_param(copy, ty, precision);
                self.rename(param, new);
            }
        }
        let count = self.source().blocks[block].insts.len();
        Frame { block, next: 0, copy, copied: List::with_capacity(count) }
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

    fn copy_inst(&mut self, inst: Inst, owned: &mut Vec<(Block, Block)>) -> Inst {
        let source = self.from.unwrap_or(self.to);
        let data = source.insts[inst];
        let renames = &*self.renames;
        self.operands.clear();
        self.operands.extend(source.operands(inst).iter().map(|&operand| renames.get(operand)));
        let old = source.results(inst);
        self.types.clear();
        self.types.extend(old.clone().map(|value| (source.values[value].ty, source.values[value].precision)));
        let new = match source.control(inst).cloned() {
            Some(mut control) => {
                self.copy_owned(&mut control, owned);
                self.to.new_control(data.op, &self.operands, control, data.span())
            }
            None => self.to.new_inst(data.op, &self.operands, data.imm, data.span()),
        };
        self.to.add_results(new, &self.types);
        let results = self.to.results(new);
        for (old, new) in old.zip(results) {
            self.rename(old, new);
        }
        new
    }

    /// Gives the blocks of a control instruction new ids, and leaves it to the caller to fill them.
    fn copy_owned(&mut self, control: &mut ControlData, owned: &mut Vec<(Block, Block)>) {
        let to = &mut *self.to;
        control.each_block_mut(|block| {
            let copy = to.blocks.alloc(BlockData::default());
            owned.push((*block, copy));
            *block = copy;
        });
    }
}
