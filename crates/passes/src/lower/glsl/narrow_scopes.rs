//! Declares variables in the innermost block that uses them. SPIR-V declares all variables of a function at its start.
//!
//! ```text
//! %v: ptr<function, f32> = var                  loop {
//! loop {                                            %v: ptr<function, f32> = var
//!     store %v, %x                         =>       store %v, %x
//!     %1: f32 = load %v                             %1: f32 = load %v
//! ```
//!
//! The first use in that block must store the whole variable, since a variable outside of a loop keeps its value between iterations. The
//! first use may also be a branch, of which each arm stores it first or leaves the block.

use crate::analysis::nesting::Nesting;
use crate::analysis::uses::Uses;
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::{Block, FunctionData, Inst, Module, Op, Value};

/// Branches in branches are followed to this depth.
const MOST_BRANCHES: u32 = 32;

/// True if the module comes from no GLSL, and has loops or branches.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    settings.recovers_source(module)
        && module.functions.values().any(|function| function.may_have(Op::CONTROL))
}

/// Runs the lowering; gives the number of variables that moved.
pub(crate) fn run(module: &mut Module, _: &mut Session) -> usize {
    module.functions.values_mut().filter(|function| function.has_code()).map(move_variables).sum()
}

fn move_variables(function: &mut FunctionData) -> usize {
    let facts = Facts { function, uses: Uses::new(function), nesting: Nesting::new(function) };
    let variables = function.inst_ids().filter(|&inst| function.op(inst) == Op::Var);
    let moves: Vec<(Block, Inst)> =
        variables.filter_map(|inst| Some((facts.home(inst, function.result(inst)?)?, inst))).collect();
    let moved: FxHashSet<Inst> = moves.iter().map(|row| row.1).collect();
    let from: FxHashSet<Block> = moves.iter().filter_map(|row| facts.nesting.block(row.1)).collect();
    for block in from {
        function.blocks[block].insts.retain(|inst| !moved.contains(inst));
    }
    let mut homes: FxHashMap<Block, Vec<Inst>> = FxHashMap::default();
    for &(home, inst) in &moves {
        homes.entry(home).or_default().push(inst);
    }
    for (home, variables) in homes {
        function.blocks[home].insts.insert_from_slice(0, &variables);
    }
    moves.len()
}

struct Facts<'f> {
    function: &'f FunctionData,
    uses: Uses,
    nesting: Nesting,
}

impl Facts<'_> {
    /// The innermost block around a variable's uses, if the variable can be declared there.
    fn home(&self, inst: Inst, variable: Value) -> Option<Block> {
        let declared = self.nesting.block(inst).filter(|_| self.function.operands(inst).is_empty())?;
        let users = self.users(variable)?;
        let mut home = self.nesting.block(*users.first()?)?;
        for &user in &users {
            while !self.nesting.is_within(user, home) {
                home = self.around(home)?.0;
            }
        }
        (home != declared && self.begins(home, &users, variable, MOST_BRANCHES)).then_some(home)
    }

    /// The instructions that use a variable or a part of it, in text order; `None` if its address goes elsewhere.
    fn users(&self, variable: Value) -> Option<Vec<Inst>> {
        let mut users = Vec::new();
        let mut addresses = vec![variable];
        while let Some(address) = addresses.pop() {
            for &user in self.uses.users(address) {
                match self.function.op(user) {
                    Op::Access => addresses.extend(self.function.results(user)),
                    Op::Load | Op::Store | Op::StoreSwizzle => {}
                    _ if self.function.callee(user).is_some() => {}
                    _ => return None,
                }
                users.push(user);
            }
        }
        users.sort_by_key(|&user| self.nesting.position(user));
        Some(users)
    }

    /// The block around a block, and the instruction there that owns it.
    fn around(&self, block: Block) -> Option<(Block, Inst)> {
        let owner = self.nesting.owner(block)?;
        Some((self.nesting.block(owner)?, owner))
    }

    /// True if the first of the uses in a block stores the whole variable, on every path that stays in the block.
    fn begins(&self, block: Block, uses: &[Inst], variable: Value, depth: u32) -> bool {
        let Some((&first, depth)) = uses.first().zip(depth.checked_sub(1)) else { return false };
        let mut at = first;
        while let Some(within) = self.nesting.block(at).filter(|&within| within != block) {
            let Some(owner) = self.nesting.owner(within) else { return false };
            at = owner;
        }
        if at == first {
            let stored = self.function.operands(first);
            return self.function.op(first) == Op::Store
                && stored.first().and_then(|pointer| pointer.value()) == Some(variable);
        }
        let Some(arms) = self.function.arms(at) else { return false };
        arms.iter().all(|&arm| {
            let is_inside = |user: &&Inst| self.nesting.is_within(**user, arm);
            let inside: Vec<Inst> = uses.iter().filter(is_inside).copied().collect();
            match inside.is_empty() {
                false => self.begins(arm, &inside, variable, depth),
                true => self.function.ends_with(arm, Op::Merge).is_none(),
            }
        })
    }
}
