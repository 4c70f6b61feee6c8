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
    /// For each value that is a variable one more than its place in the list.
    var_numbers: Vec<u32>,
    vars: Vec<VarUse>,
    /// Variables to be declared before instructions, and where those of each instruction begin.
    first_used: Vec<Value>,
    first_starts: Vec<u32>,
    /// The variable, parameter or global that a pointer value starts from.
    roots: Vec<Option<Operand>>,
    /// The instruction whose statement a value is part of, and its place in the order of evaluation.
    order: Vec<Option<(Inst, u32)>>,
    joined: FxHashSet<Value>,
    conversions: FxHashMap<Inst, Value>,
    dead: Vec<bool>,
}

/// A use of a variable, or of a part of it.
struct Seen {
    var: Value,
    block: Block,
    inst: Inst,
    /// Whether it stores all of the variable, and is its first use.
    starts: bool,
}

fn raw(value: Value) -> usize {
    value.into_raw().into_u32() as usize
}

impl Uses {
    /// Looks through a function.
    pub(crate) fn of(module: &Module, function: &FunctionData) -> Self {
        let scan = dead::scan(function);
        let mut uses = Self {
            values: vec![Use::default(); function.values.len()],
            block_of: vec![None; function.values.len()],
            roots: vec![None; function.values.len()],
            order: vec![None; function.insts.len()],
            dead: scan.dead,
            ..Self::default()
        };
        for &block in &scan.blocks {
            for &param in &function.blocks[block].params {
                uses.stands_in(param, block);
            }
        }
        let mut seen = Vec::new();
        for &(block, inst) in &scan.order {
            if !uses.is_dead(inst) {
                uses.inst(function, block, inst, &mut seen);
            }
        }
        uses.note_variables(function, &homes::Tree::new(&scan.places), &seen);
        (uses.joined, uses.conversions) = joined::find(module, function, &uses);
        let mut stack = Vec::new();
        for &block in &scan.blocks {
            uses.order_block(function, block, &mut stack);
        }
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
        let number = self.var_numbers.get(raw(value))?.checked_sub(1)?;
        self.vars.get(number as usize).copied()
    }

    /// The variables whose first use is in `inst`.
    pub(crate) fn first_used_in(&self, inst: Inst) -> &[Value] {
        let at = dead::number(inst);
        let range = self.first_starts.get(at).zip(self.first_starts.get(at + 1));
        let list = range.and_then(|(&start, &end)| self.first_used.get(start as usize..end as usize));
        list.unwrap_or(&[])
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

    fn stands_in(&mut self, value: Value, block: Block) {
        if let Some(slot) = self.block_of.get_mut(raw(value)) {
            *slot = Some(block);
        }
    }

    /// Notes what an instruction uses.
    fn inst(&mut self, function: &FunctionData, block: Block, inst: Inst, seen: &mut Vec<Seen>) {
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
            let Some(value) = operand.value() else { continue };
            let home = self.block_of.get(raw(value)).copied().flatten();
            if let Some(data) = self.values.get_mut(raw(value)) {
                data.count += 1;
                data.user = Some(inst);
                data.elsewhere |= home != Some(block);
            }
            if let Some(var) = self.root(operand).value() {
                seen.push(Seen { var, block, inst, starts: false });
            }
        }
        for result in function.results(inst) {
            self.stands_in(result, block);
        }
        // A store to all of a variable is its initialiser if nothing has used it before.
        if op == Op::Store
            && let &[pointer, _] = operands
            && let Some(var) = pointer.value()
            && self.value(var).count == 1
        {
            seen.push(Seen { var, block, inst, starts: true });
        }
    }

    /// Says of each variable where it is used first, seen from the block in which it can be declared.
    fn note_variables(&mut self, function: &FunctionData, tree: &homes::Tree<'_>, seen: &[Seen]) {
        // The innermost block for each variable without initialiser.
        let mut homes: Vec<Option<Block>> = vec![None; self.block_of.len()];
        for row in seen {
            let is_bare = Self::def(function, row.var)
                .is_some_and(|def| function.insts[def].op == Op::Var && function.operands(def).is_empty());
            let (true, Some(declared)) = (is_bare, self.block_of.get(raw(row.var)).copied().flatten()) else {
                continue;
            };
            let reach = tree.reach(declared, row.block);
            if let Some(home) = homes.get_mut(raw(row.var)) {
                *home = Some(home.map_or(reach, |home| tree.common(home, reach)));
            }
        }
        self.var_numbers = vec![0; self.block_of.len()];
        let mut first_users: Vec<(Inst, Value)> = Vec::new();
        for row in seen {
            let declared = || self.block_of.get(raw(row.var)).copied().flatten();
            let home = homes.get(raw(row.var)).copied().flatten().or_else(declared);
            let Some(user) = home.and_then(|home| tree.user_in(home, row.block, row.inst)) else { continue };
            let Some(number) = self.var_numbers.get_mut(raw(row.var)) else { continue };
            let known = number.checked_sub(1).and_then(|number| self.vars.get_mut(number as usize));
            match known {
                Some(data) if row.starts => data.stored_first |= data.first == row.inst,
                None => {
                    self.vars.push(VarUse { first: user, stored_first: false, second: None, more: false });
                    *number = self.vars.len() as u32;
                    first_users.push((user, row.var));
                }
                Some(data) if data.first == user || data.second == Some(user) => {}
                Some(data) if data.second.is_none() => data.second = Some(user),
                Some(data) => data.more = true,
            }
        }
        first_users.sort_by_key(|row| row.0);
        self.first_starts = vec![0; self.dead.len() + 1];
        for (user, _) in &first_users {
            if let Some(count) = self.first_starts.get_mut(dead::number(*user) + 1) {
                *count += 1;
            }
        }
        let mut sum = 0;
        for start in &mut self.first_starts {
            sum += *start;
            *start = sum;
        }
        self.first_used = first_users.into_iter().map(|row| row.1).collect();
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

    fn order_block(&mut self, function: &FunctionData, block: Block, stack: &mut Vec<Inst>) {
        let mut counter = 0;
        for &root in function.blocks[block].insts.iter().rev() {
            if self.is_dead(root) || self.order.get(dead::number(root)).is_none_or(Option::is_some) {
                continue;
            }
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
    }
}
