//! What the printer has to know of a function before it starts: who uses each value, where variables are first
//! used, and in which order the parts of one expression are evaluated.

use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::{Block, FunctionData, Inst, Module, Op, Operand, Value, ValueDef};

mod dead;
mod homes;
mod joined;

/// How a value is used.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Use {
    /// How often.
    pub(crate) count: u32,
    /// The only user, or one of them.
    pub(crate) user: Option<Inst>,
    /// Whether a use is in another block than the definition.
    pub(crate) elsewhere: bool,
}

/// Where a variable is first used, seen from the block that it is in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VarUse {
    /// The first instruction of its block that uses it or holds a use.
    pub(crate) first: Inst,
    /// Whether that stores the whole variable.
    pub(crate) stored_first: bool,
    /// The only other instruction of its block that does, if there is one only.
    pub(crate) second: Option<Inst>,
    /// Whether there are more than two.
    pub(crate) more: bool,
}

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Uses {
    values: Vec<Use>,
    block_of: Vec<Option<Block>>,
    vars: Vec<Option<VarUse>>,
    /// Variables to be declared before an instruction.
    first_users: Vec<Vec<Value>>,
    /// The variable, parameter or global that a pointer value starts from.
    roots: Vec<Option<Operand>>,
    /// The instruction whose statement a value is part of, and its place in the order of evaluation.
    order: Vec<Option<(Inst, u32)>>,
    /// How many blocks there are around a block, as far as is known.
    level: Vec<Option<usize>>,
    joined: FxHashSet<Value>,
    conversions: FxHashMap<Inst, Value>,
    homes: Vec<Option<Block>>,
    dead: Vec<bool>,
}

fn raw(value: Value) -> usize {
    value.into_raw().into_u32() as usize
}

impl Uses {
    /// Looks through a function.
    pub(crate) fn of(module: &Module, function: &FunctionData) -> Self {
        let mut uses = Self {
            values: vec![Use::default(); function.values.len()],
            block_of: vec![None; function.values.len()],
            vars: vec![None; function.values.len()],
            first_users: vec![Vec::new(); function.insts.len()],
            roots: vec![None; function.values.len()],
            order: vec![None; function.insts.len()],
            level: vec![None; function.blocks.len()],
            ..Self::default()
        };
        uses.dead = dead::of(function);
        uses.homes = homes::of(function, &uses.dead);
        let mut path = Vec::new();
        uses.block(function, function.body, &mut path);
        (uses.joined, uses.conversions) = joined::find(module, function, &uses);
        uses.order_block(function, function.body);
        uses
    }

    /// Whether an instruction is left out.
    pub(crate) fn is_dead(&self, inst: Inst) -> bool {
        self.dead.get(dead::number(inst)).copied().unwrap_or(false)
    }

    /// How a value is used.
    pub(crate) fn value(&self, value: Value) -> Use {
        self.values.get(raw(value)).copied().unwrap_or_default()
    }

    /// Where a variable is used.
    pub(crate) fn var(&self, value: Value) -> Option<VarUse> {
        self.vars.get(raw(value)).copied().flatten()
    }

    /// The variables whose first use is in `inst`.
    pub(crate) fn first_used_in(&self, inst: Inst) -> &[Value] {
        self.first_users.get(dead::number(inst)).map_or(&[], |list| list)
    }

    /// What a pointer starts from.
    pub(crate) fn root(&self, pointer: Operand) -> Operand {
        match pointer.value() {
            Some(value) => self.roots.get(raw(value)).copied().flatten().unwrap_or(pointer),
            None => pointer,
        }
    }

    /// Whether two instructions are part of one statement, the first evaluated before the second.
    pub(crate) fn in_order(&self, first: Inst, second: Inst) -> bool {
        let place = |inst: Inst| self.order.get(dead::number(inst)).copied().flatten();
        match (place(first), place(second)) {
            (Some((a, x)), Some((b, y))) => a == b && x < y,
            _ => false,
        }
    }

    /// The instruction that gives a value.
    pub(crate) fn def(function: &FunctionData, value: Value) -> Option<Inst> {
        match function.values[value].def() {
            ValueDef::Result { inst, .. } => Some(inst),
            ValueDef::Param { .. } => None,
        }
    }

    fn block(&mut self, function: &FunctionData, block: Block, path: &mut Vec<Inst>) {
        let level = path.len();
        if let Some(slot) = self.level.get_mut(block.into_raw().into_u32() as usize) {
            *slot = Some(level);
        }
        for &param in &function.blocks[block].params {
            if let Some(slot) = self.block_of.get_mut(raw(param)) {
                *slot = Some(block);
            }
        }
        for &inst in &function.blocks[block].insts {
            if self.is_dead(inst) {
                continue;
            }
            path.push(inst);
            let op = function.insts[inst].op;
            let operands = function.operands(inst);
            if op == Op::Access
                && let (Some(&base), Some(result)) = (operands.first(), function.result(inst))
            {
                let root = self.root(base);
                if let Some(slot) = self.roots.get_mut(raw(result)) {
                    *slot = Some(root);
                }
            }
            for &operand in operands {
                self.operand(block, inst, operand, path);
            }
            for result in function.results(inst) {
                if let Some(slot) = self.block_of.get_mut(raw(result)) {
                    *slot = Some(block);
                }
            }
            if op == Op::Store
                && let &[pointer, _] = operands
            {
                self.store(pointer, inst);
            }
            if let Some(control) = function.control(inst) {
                for inner in control.blocks() {
                    self.block(function, inner, path);
                }
            }
            path.pop();
        }
    }

    fn operand(&mut self, block: Block, inst: Inst, operand: Operand, path: &[Inst]) {
        let Some(value) = operand.value() else { return };
        let home = self.block_of.get(raw(value)).copied().flatten();
        if let Some(data) = self.values.get_mut(raw(value)) {
            data.count += 1;
            data.user = Some(inst);
            data.elsewhere |= home != Some(block);
        }
        let Some(var) = self.root(operand).value() else { return };
        let declared = self.block_of.get(raw(var)).copied().flatten();
        let Some(home) = self.homes.get(raw(var)).copied().flatten().or(declared) else { return };
        let level = self.level.get(home.into_raw().into_u32() as usize).copied().flatten();
        let Some(level) = level else { return };
        let Some(&user) = path.get(level) else { return };
        let Some(slot) = self.vars.get_mut(raw(var)) else { return };
        match slot {
            None => {
                *slot = Some(VarUse { first: user, stored_first: false, second: None, more: false });
                if let Some(list) = self.first_users.get_mut(dead::number(user)) {
                    list.push(var);
                }
            }
            Some(data) if data.first == user || data.second == Some(user) => {}
            Some(data) if data.second.is_none() => data.second = Some(user),
            Some(data) => data.more = true,
        }
    }

    /// A store to all of a variable is its initialiser if nothing has used it before.
    fn store(&mut self, pointer: Operand, inst: Inst) {
        let Some(var) = pointer.value() else { return };
        let count = self.value(var).count;
        if let Some(Some(data)) = self.vars.get_mut(raw(var))
            && data.first == inst
            && count == 1
        {
            data.stored_first = true;
        }
    }

    /// Whether a value becomes part of the expression that uses it, unless something is in the way.
    pub(crate) fn is_single(&self, value: Value) -> bool {
        let data = self.value(value);
        data.count == 1 && !data.elsewhere || self.is_joined(value)
    }

    /// The one value that a matrix constructed cell by cell is a conversion of: another matrix, or the scalar on its
    /// diagonal.
    pub(crate) fn converted(&self, inst: Inst) -> Option<Value> {
        self.conversions.get(&inst).copied()
    }

    /// Whether a vector is only taken apart to be put together again by its one user.
    pub(crate) fn is_joined(&self, value: Value) -> bool {
        self.joined.contains(&value)
    }

    fn order_block(&mut self, function: &FunctionData, block: Block) {
        let mut counter = 0;
        let mut stack = Vec::new();
        for &root in function.blocks[block].insts.iter().rev() {
            if self.is_dead(root) {
                continue;
            }
            if self.order.get(dead::number(root)).is_some_and(Option::is_none) {
                stack.push(root);
                while let Some(inst) = stack.pop() {
                    if let Some(slot) = self.order.get_mut(dead::number(inst)) {
                        *slot = Some((root, counter));
                    }
                    counter += 1;
                    let reversed = function.insts[inst].op == Op::Select;
                    let part = |operand: &Operand| {
                        let value = operand.value().filter(|&value| self.is_single(value))?;
                        Self::def(function, value)
                    };
                    let operands = function.operands(inst).iter();
                    // The stack gives back the last first.
                    if reversed {
                        stack.extend(operands.filter_map(part));
                    } else {
                        stack.extend(operands.rev().filter_map(part));
                    }
                }
            }
            if let Some(control) = function.control(root) {
                for inner in control.blocks() {
                    self.order_block(function, inner);
                }
            }
        }
    }
}
