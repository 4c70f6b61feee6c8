//! Positions of instructions and blocks in the text, and the uses of each value.

use vitrum_ir::visit::{self, Event};
use vitrum_ir::{Block, ControlKind, FunctionData, Inst, Op, SideTable, Value, ValueDef};

/// A block in the tree of blocks.
#[derive(Clone, Copy, Debug)]
struct BlockPosition {
    start: u32,
    depth: u32,
    /// The control instruction that owns it, and the block of that.
    parent: Option<(Inst, Block)>,
}

/// See the module. A position is even where something is read and odd where something comes into being.
#[derive(Debug, Default)]
pub(crate) struct Positions {
    /// Of each instruction; zero for those in no block.
    starts: SideTable<Inst, u32>,
    /// Behind the blocks of each control instruction.
    ends: SideTable<Inst, u32>,
    homes: SideTable<Inst, Option<Block>>,
    of_blocks: SideTable<Block, Option<BlockPosition>>,
    controls: Vec<Inst>,
    /// Jumps to or out of loops and switches, with what they jump to, in order of that.
    jumps: Vec<(Inst, Op, Inst)>,
    /// Start and end of the uses of each value in the list of all.
    ranges: SideTable<Value, (u32, u32)>,
    uses: Vec<(Block, u32)>,
}

impl Positions {
    /// Numbers a function.
    pub(crate) fn of(function: &FunctionData) -> Self {
        let mut positions = Self {
            starts: SideTable::filled(function.insts.len(), 0),
            ends: SideTable::filled(function.insts.len(), 0),
            homes: SideTable::filled(function.insts.len(), None),
            of_blocks: SideTable::filled(function.blocks.len(), None),
            ..Self::default()
        };
        let mut uses = Vec::new();
        let mut next = 0;
        // The open control instructions, each with its block, and the open blocks.
        let mut around: Vec<(Inst, Block)> = Vec::new();
        let mut open: Vec<Block> = Vec::new();
        visit::walk(function, function.body, |event| match event {
            Event::Enter(block) => {
                next += 1;
                let position =
                    BlockPosition { start: next, depth: open.len() as u32, parent: around.last().copied() };
                positions.of_blocks.set(block, Some(position));
                open.push(block);
            }
            Event::Leave(_) => {
                open.pop();
            }
            Event::Inst(inst) => {
                let Some(&block) = open.last() else { return };
                next += 1;
                positions.starts.set(inst, next);
                positions.homes.set(inst, Some(block));
                let op = function.op(inst);
                // A condition is read behind what the jump passes on, and so is the selector of a switch.
                let late = matches!(op, Op::BreakIf | Op::Switch);
                let operands = function.operands(inst).iter().enumerate();
                let values = operands.filter_map(|(index, operand)| Some((index, operand.value()?)));
                uses.extend(
                    values.map(|(index, value)| (value, block, 2 * next + u32::from(late && index == 0))),
                );
                if matches!(op, Op::Break | Op::Continue) {
                    let target = around.iter().rev().find(|(control, _)| {
                        let target = function.op(*control);
                        target == Op::Loop || target == Op::Switch && op == Op::Break
                    });
                    positions.jumps.extend(target.map(|&(target, _)| (target, op, inst)));
                }
                if op.is_control() {
                    positions.controls.push(inst);
                    around.push((inst, block));
                }
            }
            Event::Behind(inst) => {
                around.pop();
                next += 1;
                positions.ends.set(inst, next);
            }
        });
        positions.jumps.sort_by_key(|jump| jump.0);
        positions.sort_uses(function, &uses);
        positions
    }

    /// Lists uses by value, those of each in the order of the text.
    fn sort_uses(&mut self, function: &FunctionData, uses: &[(Value, Block, u32)]) {
        let mut ranges: SideTable<Value, (u32, u32)> = SideTable::filled(function.values.len(), (0, 0));
        for &(value, ..) in uses {
            ranges.entry(value).1 += 1;
        }
        let mut sum = 0;
        for (start, end) in ranges.values_mut() {
            *start = sum;
            sum += *end;
            *end = *start;
        }
        self.uses = vec![(function.body, 0); uses.len()];
        for &(value, block, position) in uses {
            let (_, end) = ranges.entry(value);
            if let Some(slot) = self.uses.get_mut(*end as usize) {
                *slot = (block, position);
            }
            *end += 1;
        }
        self.ranges = ranges;
    }

    fn uses(&self, value: Value) -> &[(Block, u32)] {
        let (start, end) = self.ranges.at(value);
        self.uses.get(start as usize..end as usize).unwrap_or(&[])
    }

    fn position(&self, block: Block) -> Option<&BlockPosition> {
        self.of_blocks.get(block)?.as_ref()
    }

    /// The number of an instruction.
    pub(crate) fn start(&self, inst: Inst) -> Option<u32> {
        Some(self.starts.at(inst)).filter(|&start| start > 0)
    }

    fn end(&self, inst: Inst) -> Option<u32> {
        Some(self.ends.at(inst)).filter(|&end| end > 0)
    }

    /// Control instructions in text order.
    pub(crate) fn controls(&self) -> impl Iterator<Item = Inst> + '_ {
        self.controls.iter().copied()
    }

    /// Jumps of one kind to or out of a control instruction.
    pub(crate) fn jumps(&self, control: Inst, op: Op) -> Vec<Inst> {
        let first = self.jumps.partition_point(|jump| jump.0 < control);
        let jumps = self.jumps.iter().skip(first).take_while(|jump| jump.0 == control);
        jumps.filter(|jump| jump.1 == op).map(|jump| jump.2).collect()
    }

    /// The number of uses of a value.
    pub(crate) fn use_count(&self, value: Value) -> usize {
        self.uses(value).len()
    }

    /// The block an instruction is in.
    pub(crate) fn block_of(&self, inst: Inst) -> Option<Block> {
        self.homes.at(inst)
    }

    /// The control instruction that owns a block.
    pub(crate) fn owner(&self, block: Block) -> Option<Inst> {
        self.position(block)?.parent.map(|(owner, _)| owner)
    }

    /// The block that a block's control instruction is in.
    pub(crate) fn parent_block(&self, block: Block) -> Option<Block> {
        self.position(block)?.parent.map(|(_, block)| block)
    }

    /// The block a value comes into being in.
    pub(crate) fn home(&self, function: &FunctionData, value: Value) -> Block {
        match function.values[value].def() {
            ValueDef::Param { block, .. } => block,
            ValueDef::Result { inst, .. } => self.block_of(inst).unwrap_or(function.body),
        }
    }

    /// The innermost block that holds both.
    pub(crate) fn common(&self, a: Block, b: Block) -> Block {
        let (mut a, mut b) = (a, b);
        while a != b {
            let (Some(left), Some(right)) = (self.position(a), self.position(b)) else { return a };
            let up =
                |position: &BlockPosition, block: Block| position.parent.map_or(block, |(_, parent)| parent);
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
    pub(crate) fn live(&self, function: &FunctionData, value: Value) -> Vec<(u32, u32)> {
        let home = self.home(function, value);
        let def = match function.values[value].def() {
            ValueDef::Param { block, .. } => {
                2 * self.position(block).map_or(0, |position| position.start) + 1
            }
            ValueDef::Result { inst, .. } => 2 * self.end(inst).or_else(|| self.start(inst)).unwrap_or(0) + 1,
        };
        let mut parts = vec![(def, def)];
        // The values that a loop gives at its end are stored in each iteration, whether the loop is left or goes on.
        if let ValueDef::Result { inst, .. } = function.values[value].def()
            && let Some(&ControlKind::Loop { continuing: Some(block), .. }) =
                function.control(inst).map(|control| &control.kind)
            && let Some(last) = function.ends_with(block, Op::BreakIf)
        {
            parts.push((2 * self.start(last).unwrap_or(0) + 1, def));
        }
        for &(block, position) in self.uses(value) {
            let (mut block, mut end) = (block, position);
            while block != home {
                let Some(position) = self.position(block) else { break };
                let Some((control, outer)) = position.parent else { break };
                let start = self.start(control).unwrap_or(0);
                // The continuing block sees values of the body, which stands in front of it.
                if let Some(ControlKind::Loop { body, .. }) = function.control(control).map(|it| &it.kind)
                    && *body == home
                {
                    break;
                }
                if function.op(control) == Op::If {
                    parts.push((2 * position.start, end));
                    end = 2 * start;
                } else {
                    // A loop comes back to the use, and a case may be fallen into.
                    end = end.max(2 * self.end(control).unwrap_or(start));
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
