//! Def-use facts about a function: the users of each value, the first uses of variables, and the evaluation order
//! inside statements.

use crate::ast::TextArena;
use crate::bump_table::BumpTable;
use bumpalo::collections::Vec as BumpVec;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;
use vitrum_ir::{Block, FunctionData, Inst, Module, Op, Operand, SideTable, Value, ValueFlags};

mod block_tree;
mod dead;
mod reassembled;

use block_tree::BlockTree;
use dead::InstMarks;

/// The uses of a value.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Use {
    /// The number of uses.
    pub(crate) count: u32,
    /// The only user, or one of several.
    pub(crate) user: Option<Inst>,
    /// True if a use is in another block than the definition.
    pub(crate) elsewhere: bool,
}

/// The first uses of a variable, seen from the block that declares it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VarUse {
    /// True if the variable is defined without an initialiser.
    pub(crate) bare: bool,
    /// The first instruction of that block that uses the variable or contains a use.
    pub(crate) first: Inst,
    /// True if the first instruction stores the whole variable.
    pub(crate) stored_first: bool,
    /// The only other such instruction, if there is exactly one.
    pub(crate) second: Option<Inst>,
    /// True if there are more than two.
    pub(crate) more: bool,
}

impl VarUse {
    /// True if this instruction stores the whole variable before any other use.
    pub(crate) fn is_first_stored_by(&self, inst: Inst) -> bool {
        self.stored_first && self.first == inst
    }
}

/// Facts about a value.
#[derive(Clone, Copy, Debug, Default)]
struct ValueFacts {
    used: Use,
    /// The block of its definition.
    block: Option<Block>,
    /// The base of an address.
    root: Option<Operand>,
    /// One more than the number of the variable that the value is or points into; 0 if there is none.
    var: u32,
}

/// A variable, or a parameter passed by reference.
#[derive(Clone, Copy, Debug)]
struct Var {
    value: Value,
    /// The block of its definition.
    block: Block,
    /// True if the variable is defined without an initialiser.
    bare: bool,
    /// The innermost block that can declare the variable, for the uses seen so far.
    declared_in: Option<Block>,
    used: Option<VarUse>,
}

/// Def-use facts about a function.
#[derive(Debug)]
pub(crate) struct Uses<'a> {
    values: BumpTable<'a, Value, ValueFacts>,
    /// The number of unused values.
    unused: usize,
    vars: BumpVec<'a, Var>,
    /// Variables by first user, in the order of `first_users`.
    first_used: BumpVec<'a, Value>,
    /// The statement of each instruction, and its position in the evaluation order; rarely needed.
    order: OnceCell<SideTable<Inst, Option<(Inst, u32)>>>,
    /// Variables that are assigned `precise` values.
    precise: FxHashSet<Value>,
    reassembled: FxHashSet<Value>,
    conversions: FxHashMap<Inst, Value>,
    scan: dead::Scan<'a>,
    accesses: BumpVec<'a, VarAccess>,
    /// The first users of variables, sorted.
    first_users: BumpVec<'a, (Inst, Value)>,
}

/// A use of a variable, or of a part of it.
#[derive(Clone, Copy, Debug)]
struct VarAccess {
    /// The number of the variable.
    var: u32,
    block: Block,
    inst: Inst,
    /// True if this is the first use and stores the whole variable.
    starts: bool,
}

impl<'a> Uses<'a> {
    /// Collects the facts about a function, reusing the memory of the last one.
    pub(crate) fn collect(&mut self, module: &Module, function: &FunctionData) {
        let mut scan = self.scan.take();
        self.begin(function);
        scan.walk(module, function, self);
        if self.unused > 0 && self.remove_unused(function, &mut scan) {
            self.begin(function);
            scan.rescan(module, function, self);
        }
        self.find_first_uses(&mut scan);
        (self.reassembled, self.conversions) = Default::default();
        self.order = OnceCell::new();
        self.scan = scan;
        if self.scan.may_reassemble {
            (self.reassembled, self.conversions) = reassembled::find(module, function, self);
        }
    }

    /// Empty tables for functions with these numbers of instructions and values.
    pub(crate) fn with_capacity(arena: TextArena<'a>, insts: usize, values: usize) -> Self {
        Self {
            values: BumpTable::with_capacity(arena, values),
            unused: 0,
            vars: arena.list(),
            first_used: arena.list(),
            order: OnceCell::new(),
            precise: FxHashSet::default(),
            reassembled: FxHashSet::default(),
            conversions: FxHashMap::default(),
            scan: dead::Scan::with_capacity(arena, insts),
            accesses: arena.list_of(insts / 2),
            first_users: arena.list(),
        }
    }

    /// Clears the facts.
    fn begin(&mut self, function: &FunctionData) {
        self.unused = 0;
        self.vars.clear();
        self.accesses.clear();
        self.precise.clear();
        self.values.reset(function.values.len());
    }

    /// Records the parameters of a block.
    fn enter(&mut self, module: &Module, function: &FunctionData, block: Block) {
        for &param in &function.blocks[block].params {
            self.define(param, block);
            if module.types.pointee(function.values[param].ty).is_some() {
                self.variable(param, block, false);
            }
        }
    }

    fn define(&mut self, value: Value, block: Block) {
        if let Some(row) = self.values.get_mut(value) {
            row.block = Some(block);
            self.unused += 1;
        }
    }

    /// Marks unused removable instructions as dead. Returns true if there are any.
    fn remove_unused(&mut self, function: &FunctionData, scan: &mut dead::Scan<'a>) -> bool {
        let mut any = false;
        // Users follow definitions.
        for (_, inst) in dead::instructions(&scan.order, function).rev() {
            let is_used = |value: Value| self.values.get(value).is_some_and(|row| row.used.count > 0);
            if function.results(inst).any(is_used) || !dead::is_removable(function, inst) {
                continue;
            }
            if let Some(mark) = scan.marks.get_mut(inst) {
                mark.dead = true;
                any = true;
            }
            for value in function.operands(inst).iter().copied().filter_map(Operand::value) {
                if let Some(row) = self.values.get_mut(value) {
                    row.used.count = row.used.count.saturating_sub(1);
                }
            }
        }
        any
    }

    /// True if an instruction is dead.
    pub(crate) fn is_dead(&self, inst: Inst) -> bool {
        self.mark(inst).dead
    }

    /// The marks of an instruction.
    pub(crate) fn mark(&self, inst: Inst) -> InstMarks {
        self.scan.marks.at(inst)
    }

    /// True if a variable is assigned `precise` values.
    pub(crate) fn takes_precise(&self, variable: Value) -> bool {
        self.precise.contains(&variable)
    }

    /// The uses of a value.
    pub(crate) fn value(&self, value: Value) -> Use {
        self.values.get(value).map_or_else(Use::default, |row| row.used)
    }

    /// The first uses of a variable.
    pub(crate) fn var(&self, value: Value) -> Option<VarUse> {
        let number = self.number(value)?;
        self.vars.get(number as usize).filter(|var| var.value == value)?.used
    }

    /// The number of the variable that a value is or points into, in order of definition.
    pub(crate) fn number(&self, value: Value) -> Option<u32> {
        self.values.get(value)?.var.checked_sub(1)
    }

    /// The variables whose first use is in `inst`.
    pub(crate) fn first_used_in(&self, inst: Inst) -> &[Value] {
        let start = self.first_users.partition_point(|row| row.0 < inst);
        let end = self.first_users.partition_point(|row| row.0 <= inst);
        self.first_used.get(start..end).unwrap_or(&[])
    }

    /// The base of a pointer.
    pub(crate) fn root(&self, pointer: Operand) -> Operand {
        match pointer.value() {
            Some(value) => self.values.get(value).and_then(|row| row.root).unwrap_or(pointer),
            None => pointer,
        }
    }

    /// True if two instructions belong to one statement and the first is evaluated first.
    pub(crate) fn in_order(&self, function: &FunctionData, first: Inst, second: Inst) -> bool {
        let order = self.order.get_or_init(|| self.order(function));
        let place = |inst: Inst| order.at(inst);
        match (place(first), place(second)) {
            (Some((a, x)), Some((b, y))) => a == b && x < y,
            _ => false,
        }
    }

    /// Records the uses and results of an instruction.
    fn inst(&mut self, function: &FunctionData, block: Block, inst: Inst) {
        let data = &function.insts[inst];
        let op = data.op;
        let operands = function.operands_of(data);
        for &operand in operands {
            let Some(value) = operand.value() else { continue };
            let Some(row) = self.values.get_mut(value) else { continue };
            self.unused -= usize::from(row.used.count == 0 && row.block.is_some());
            row.used.count += 1;
            row.used.user = Some(inst);
            row.used.elsewhere |= row.block != Some(block);
            if let Some(var) = row.var.checked_sub(1) {
                // A store to the whole variable initialises it if there was no use before.
                let starts = op == Op::Store && row.used.count == 1 && row.root.is_none();
                self.accesses.push(VarAccess { var, block, inst, starts });
            }
        }
        for result in data.results() {
            self.define(result, block);
        }
        match op {
            Op::Var => {
                if let Some(var) = data.result() {
                    self.variable(var, block, operands.is_empty());
                }
            }
            Op::Access => {
                let (Some(&base), Some(result)) = (operands.first(), data.result()) else { return };
                let root = self.root(base);
                let base = base.value().and_then(|base| self.values.get(base));
                let var = base.map_or(0, |base| base.var);
                if let Some(row) = self.values.get_mut(result) {
                    (row.root, row.var) = (Some(root), var);
                }
            }
            Op::Store | Op::StoreSwizzle => {
                let &[pointer, stored] = operands else { return };
                if let Some(stored) = stored.value()
                    && function.values[stored].flags.contains(ValueFlags::PRECISE)
                    && let Some(root) = self.root(pointer).value()
                {
                    self.precise.insert(root);
                }
            }
            _ => {}
        }
    }

    fn variable(&mut self, value: Value, block: Block, bare: bool) {
        self.vars.push(Var { value, block, bare, declared_in: None, used: None });
        if let Some(row) = self.values.get_mut(value) {
            row.var = self.vars.len() as u32;
        }
    }

    /// Finds the first uses of each variable in the block that declares it.
    fn find_first_uses(&mut self, scan: &mut dead::Scan<'a>) {
        let tree = BlockTree::new(&scan.positions);
        for row in &self.accesses {
            let Some(var) = self.vars.get_mut(row.var as usize).filter(|var| var.bare) else { continue };
            let reach = tree.declaring_block(var.block, row.block);
            var.declared_in = Some(var.declared_in.map_or(reach, |home| tree.common_ancestor(home, reach)));
        }
        self.first_users.clear();
        for row in &self.accesses {
            let Some(var) = self.vars.get_mut(row.var as usize) else { continue };
            let home = var.declared_in.unwrap_or(var.block);
            let Some(user) = tree.user_in(home, row.block, row.inst) else { continue };
            match &mut var.used {
                None => {
                    let stored_first = row.starts && user == row.inst;
                    let bare = var.bare;
                    var.used = Some(VarUse { bare, first: user, stored_first, second: None, more: false });
                    self.first_users.push((user, var.value));
                }
                Some(data) if data.first == user || data.second == Some(user) => {}
                Some(data) if data.second.is_none() => data.second = Some(user),
                Some(data) => data.more = true,
            }
        }
        self.first_users.sort_by_key(|row| row.0);
        for &(user, _) in &self.first_users {
            if let Some(mark) = scan.marks.get_mut(user) {
                mark.first_user = true;
            }
        }
        self.first_used.clear();
        self.first_used.extend(self.first_users.iter().map(|row| row.1));
    }

    /// True if a value becomes part of its user's expression, unless effects prevent it.
    pub(crate) fn is_single(&self, value: Value) -> bool {
        let data = self.value(value);
        data.count == 1 && !data.elsewhere || self.is_reassembled(value)
    }

    /// The value that a matrix constructor converts: another matrix, or the scalar of a diagonal matrix.
    pub(crate) fn converted(&self, inst: Inst) -> Option<Value> {
        self.conversions.get(&inst).copied()
    }

    /// True if a vector is split only to be reassembled by its only user.
    pub(crate) fn is_reassembled(&self, value: Value) -> bool {
        self.reassembled.contains(&value)
    }

    fn order(&self, function: &FunctionData) -> SideTable<Inst, Option<(Inst, u32)>> {
        let mut order = SideTable::filled(function.insts.len(), None);
        let mut stack = Vec::new();
        for &block in &self.scan.blocks {
            self.order_block(function, block, &mut stack, &mut order);
        }
        order
    }

    fn order_block(
        &self,
        function: &FunctionData,
        block: Block,
        stack: &mut Vec<Inst>,
        order: &mut SideTable<Inst, Option<(Inst, u32)>>,
    ) {
        let mut counter = 0;
        for &root in function.blocks[block].insts.iter().rev() {
            if self.is_dead(root) || order.at(root).is_some() {
                continue;
            }
            stack.push(root);
            while let Some(inst) = stack.pop() {
                order.set(inst, Some((root, counter)));
                counter += 1;
                let reversed = function.op(inst) == Op::Select;
                let part = |operand: &Operand| {
                    operand.value().filter(|&value| self.is_single(value))?;
                    function.definition(*operand)
                };
                let operands = function.operands(inst).iter();
                // The stack is last in, first out.
                if reversed {
                    stack.extend(operands.filter_map(part));
                } else {
                    stack.extend(operands.rev().filter_map(part));
                }
            }
        }
    }
}
