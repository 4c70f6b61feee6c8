//! Compaction: removes unreachable instructions, values and blocks.

use crate::function::{
    Block, BlockData, ControlData, ControlKind, FunctionData, Inst, InstData, Insts, List, Operand, PARAM,
    Past, Value, ValueData,
};
use crate::names::Name;
use crate::side_table::{Id, SideTable};
use la_arena::Arena;

/// Instructions of a function of which some garbage costs less than to move the rest.
const LARGE: usize = 1 << 12;

/// Drops instructions, values and blocks that are in no place, unless a large function has few of them. Whether it did.
/// So many instructions are in a place.
pub fn compact(function: &mut FunctionData, count: usize) -> bool {
    let spare = if function.insts.len() < LARGE { 0 } else { function.insts.len() / 2 };
    if function.insts.len() - count.min(function.insts.len()) <= spare {
        return false;
    }
    compact_to(function, count);
    true
}

/// The same for a function of which is known how many instructions are in a place; about so many is enough.
pub fn compact_to(function: &mut FunctionData, count: usize) {
    let old = std::mem::replace(function, FunctionData::placeholder(function.name, function.result));
    // Passes add to it, and copying all of it for that costs more than a little room.
    let count = if count < LARGE { count } else { count + count / 8 };
    let mut mover = Mover {
        insts: Arena::with_capacity(count),
        values: Arena::with_capacity(old.values.len().min(2 * count)),
        blocks: Arena::with_capacity(old.blocks.len()),
        controls: Vec::with_capacity(old.controls.len()),
        operands: Vec::with_capacity(old.operands.len().min(4 * count)),
        names: SideTable::with_capacity(old.names.len().min(2 * count)),
        past: Past::default(),
        renamed: SideTable::filled(old.values.len(), Value::from_index(0)),
        old,
    };
    let body = mover.whole();
    let Mover { old, insts, values, blocks, controls, operands, names, past, .. } = mover;
    *function =
        FunctionData { body, blocks, insts: Insts(insts), values, controls, operands, names, past, ..old };
}

/// Moves a function, in the order of the text, which leaves what is executed one after the other close together.
struct Mover {
    old: FunctionData,
    insts: Arena<InstData>,
    values: Arena<ValueData>,
    blocks: Arena<BlockData>,
    controls: Vec<ControlData>,
    operands: Vec<Operand>,
    names: SideTable<Value, Name>,
    past: Past,
    /// The new value of each value.
    renamed: SideTable<Value, Value>,
}

/// A block that is being moved.
struct Frame {
    block: Block,
    /// Its instructions; those before `next` have their new numbers.
    insts: List<Inst>,
    next: usize,
}

impl Mover {
    fn whole(&mut self) -> Block {
        let body = self.blocks.alloc(BlockData::default());
        let mut frames = vec![self.open(self.old.body, body)];
        let mut owned: Vec<(Block, Block)> = Vec::new();
        while let Some(frame) = frames.last_mut() {
            for slot in frame.insts.get_mut(frame.next..).unwrap_or(&mut []) {
                frame.next += 1;
                *slot = self.inst(*slot, &mut owned);
                if !owned.is_empty() {
                    break;
                }
            }
            if owned.is_empty() {
                self.blocks[frame.block].insts = std::mem::take(&mut frame.insts);
                frames.pop();
            }
            // The first of its blocks is the next.
            for (block, new) in owned.drain(..).rev() {
                frames.push(self.open(block, new));
            }
        }
        body
    }

    /// Begins with a block; its parameters come at once.
    fn open(&mut self, block: Block, new: Block) -> Frame {
        let BlockData { mut params, mut insts } = std::mem::take(&mut self.old.blocks[block]);
        // A list that has become short needs no memory of its own.
        if insts.len() <= insts.inline_size() {
            insts.shrink_to_fit();
        }
        for param in &mut params {
            *param = self.value(*param, new.index() as u32 | PARAM);
        }
        self.blocks[new].params = params;
        Frame { block: new, insts, next: 0 }
    }

    /// Renumbers a value and its definition.
    fn value(&mut self, old: Value, def: u32) -> Value {
        let mut data = self.old.values[old];
        data.define(def);
        let new = self.values.alloc(data);
        if data.is_named() {
            self.names.set(new, self.old.value_name(old));
        }
        if let Some(renamed) = self.renamed.get_mut(old) {
            *renamed = new;
        }
        new
    }

    fn inst(&mut self, old: Inst, owned: &mut Vec<(Block, Block)>) -> Inst {
        let mut data = self.old.insts[old];
        let start = self.operands.len() as u32;
        for &operand in self.old.operands(old) {
            let value = operand.value().and_then(|value| self.renamed.get(value));
            self.operands.push(value.map_or(operand, |&value| value.into()));
        }
        let number = self.insts.len() as u32;
        let first = self.values.len() as u32;
        for result in self.old.results(old) {
            self.value(result, number);
        }
        data.move_parts(start, first);
        self.past.add(data.op, data.imm);
        if data.op.is_control() {
            let mut control = ControlData::new(ControlKind::Switch { cases: Vec::new() });
            if let Some(slot) = self.old.controls.get_mut(data.imm as usize) {
                std::mem::swap(slot, &mut control);
            }
            let blocks = &mut self.blocks;
            control.each_block_mut(|block| {
                let new = blocks.alloc(BlockData::default());
                owned.push((*block, new));
                *block = new;
            });
            data.imm = self.controls.len() as u32;
            self.controls.push(control);
        }
        self.insts.alloc(data)
    }
}
