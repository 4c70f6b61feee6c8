//! Where instructions and blocks stand in the text, and which uses each value has.

use rustc_hash::FxHashMap;
use vitrum_ir::{Block, FunctionData, Inst, Op, Value, ValueDef};

/// A block in the tree of blocks.
#[derive(Clone, Copy, Debug)]
struct Place {
    start: u32,
    depth: u32,
    /// The control instruction that owns it, and the block of that.
    parent: Option<(Inst, Block)>,
}

/// See the module. A position is even where something is read and odd where something comes into being.
#[derive(Debug, Default)]
pub(super) struct Positions {
    starts: FxHashMap<Inst, u32>,
    ends: FxHashMap<Inst, u32>,
    homes: FxHashMap<Inst, Block>,
    places: FxHashMap<Block, Place>,
    blocks: Vec<Block>,
    controls: Vec<Inst>,
    /// Jumps to or out of each loop and switch.
    jumps: FxHashMap<Inst, Vec<(Op, Inst)>>,
    uses: FxHashMap<Value, Vec<(Block, u32)>>,
    next: u32,
}

impl Positions {
    /// Numbers a function.
    pub(super) fn of(function: &FunctionData) -> Self {
        let mut positions = Self::default();
        positions.block(function, function.body, None, &mut Vec::new());
        positions
    }

    fn block(
        &mut self,
        function: &FunctionData,
        block: Block,
        parent: Option<(Inst, Block)>,
        around: &mut Vec<Inst>,
    ) {
        let depth = parent.and_then(|(_, block)| self.places.get(&block)).map_or(0, |place| place.depth + 1);
        self.next += 1;
        self.places.insert(block, Place { start: self.next, depth, parent });
        self.blocks.push(block);
        for &inst in &function.blocks[block].insts {
            self.next += 1;
            self.starts.insert(inst, self.next);
            self.homes.insert(inst, block);
            for value in function.operands(inst).iter().filter_map(|operand| operand.value()) {
                self.uses.entry(value).or_default().push((block, 2 * self.next));
            }
            let op = function.insts[inst].op;
            if matches!(op, Op::Break | Op::Continue) {
                let target = around.iter().rev().find(|&&control| match function.insts[control].op {
                    Op::Loop => true,
                    Op::Switch => op == Op::Break,
                    _ => false,
                });
                if let Some(&target) = target {
                    self.jumps.entry(target).or_default().push((op, inst));
                }
            }
            if let Some(control) = function.control(inst) {
                self.controls.push(inst);
                around.push(inst);
                for inner in control.blocks() {
                    self.block(function, inner, Some((inst, block)), around);
                }
                around.pop();
                self.next += 1;
                self.ends.insert(inst, self.next);
            }
        }
    }

    /// Control instructions in text order.
    pub(super) fn controls(&self) -> impl Iterator<Item = Inst> + '_ {
        self.controls.iter().copied()
    }

    /// Blocks in text order.
    pub(super) fn blocks(&self) -> Vec<Block> {
        self.blocks.clone()
    }

    /// Jumps of one kind to or out of a control instruction.
    pub(super) fn jumps(&self, control: Inst, op: Op) -> Vec<Inst> {
        let jumps = self.jumps.get(&control).map_or(&[][..], |jumps| jumps);
        jumps.iter().filter(|jump| jump.0 == op).map(|jump| jump.1).collect()
    }

    /// How often a value is used.
    pub(super) fn use_count(&self, value: Value) -> usize {
        self.uses.get(&value).map_or(0, Vec::len)
    }

    /// The block an instruction is in.
    pub(super) fn block_of(&self, inst: Inst) -> Option<Block> {
        self.homes.get(&inst).copied()
    }

    /// The block that a block's control instruction is in.
    pub(super) fn parent_block(&self, block: Block) -> Option<Block> {
        self.places.get(&block)?.parent.map(|(_, block)| block)
    }

    /// The block a value comes into being in.
    pub(super) fn home(&self, function: &FunctionData, value: Value) -> Block {
        match function.values[value].def() {
            ValueDef::Param { block, .. } => block,
            ValueDef::Result { inst, .. } => self.homes.get(&inst).copied().unwrap_or(function.body),
        }
    }

    /// The innermost block that holds both.
    pub(super) fn common(&self, a: Block, b: Block) -> Block {
        let (mut a, mut b) = (a, b);
        while a != b {
            let (Some(left), Some(right)) = (self.places.get(&a), self.places.get(&b)) else { return a };
            let up = |place: &Place, block: Block| place.parent.map_or(block, |(_, parent)| parent);
            if left.depth >= right.depth {
                let next = up(left, a);
                if next == a {
                    return a;
                }
                a = next;
            } else {
                b = up(right, b);
            }
        }
        a
    }

    /// The parts of the text in which a value must be kept: first and last position, in order, apart from each other.
    pub(super) fn live(&self, function: &FunctionData, value: Value) -> Vec<(u32, u32)> {
        let home = self.home(function, value);
        let def = match function.values[value].def() {
            ValueDef::Param { block, .. } => 2 * self.places.get(&block).map_or(0, |place| place.start) + 1,
            ValueDef::Result { inst, .. } => {
                2 * self.ends.get(&inst).or_else(|| self.starts.get(&inst)).copied().unwrap_or(0) + 1
            }
        };
        let mut parts = vec![(def, def)];
        for &(block, position) in self.uses.get(&value).map_or(&[][..], |uses| uses) {
            let (mut block, mut end) = (block, position);
            while block != home {
                let Some(place) = self.places.get(&block) else { break };
                let Some((control, outer)) = place.parent else { break };
                let start = self.starts.get(&control).copied().unwrap_or(0);
                if function.insts[control].op == Op::If {
                    parts.push((2 * place.start, end));
                    end = 2 * start;
                } else {
                    // A loop comes back to the use, and a case may be fallen into.
                    end = end.max(2 * self.ends.get(&control).copied().unwrap_or(start));
                }
                block = outer;
            }
            parts.push((def, end));
        }
        parts.sort_unstable();
        let mut merged: Vec<(u32, u32)> = Vec::with_capacity(parts.len());
        for (start, end) in parts {
            match merged.last_mut() {
                Some(last) if start <= last.1 + 1 => last.1 = last.1.max(end),
                _ => merged.push((start, end)),
            }
        }
        merged
    }
}
