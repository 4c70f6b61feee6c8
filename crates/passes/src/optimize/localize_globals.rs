//! Turns private globals that only the entry point uses into local variables, and removes those that are never read.
//!
//! ```text
//! global @sum: f32 private = 1.0f32
//! global @seen: f32 private
//! fn &main() -> void {                        fn &main() -> void {
//!     %1: f32 = load @sum                         %sum: ptr<function, f32> = var 1.0f32
//!     store @seen, %1                             %1: f32 = load %sum
//!     ...                                         ...
//! ```
//!
//! The entry point runs once, so a variable of its own lives as long as a private global. As one,
//! `promote_variables` can take it. Stores to a private global that is never read are dropped in every function. A
//! global whose address goes anywhere but to loads, stores and accesses stays.

use crate::framework::rewrite::{Action, Rewriter, Visitor, rewrite};
use crate::framework::session::Session;
use rustc_hash::FxHashMap;
use vitrum_ir::edit::remove_globals;
use vitrum_ir::{
    Function, Global, Inst, MemoryAccess, Module, Op, Operand, SideTable, Storage, TypeData, Value, visit,
};

/// The uses of a private global.
#[derive(Clone, Copy)]
struct Usage {
    /// The function with the first use.
    function: Function,
    /// True if other functions use it too.
    is_shared: bool,
    is_read: bool,
    /// True if every use is a load, a store or an access.
    is_plain: bool,
}

/// Runs the pass; gives the number of globals that went.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    // Units share them.
    let Some(entry) = module.entry.filter(|_| !module.is_unit()) else { return 0 };
    if !module.globals.iter().any(|(_, data)| data.storage == Storage::Private) {
        return 0;
    }
    let (usage, users) = usage(module);
    let mut plan = Plan::default();
    for (id, _) in module.globals.iter().filter(|(_, data)| data.storage == Storage::Private) {
        match usage.get(&id) {
            None if session.may_change() => {
                plan.fates.insert(id, What::Unused);
            }
            Some(usage) if usage.is_plain && !usage.is_read && session.may_change() => {
                plan.fates.insert(id, What::Written);
            }
            Some(usage)
                if usage.is_plain && !usage.is_shared && usage.function == entry && session.may_change() =>
            {
                plan.fates.insert(id, What::Local);
                plan.locals.push(id);
            }
            _ => {}
        }
    }
    if plan.fates.is_empty() {
        return 0;
    }
    plan.locals.sort_unstable();
    let plan = &plan;
    rewrite(module, session, |_, id, _| {
        let is_entry = id == entry;
        (users.at(id) || is_entry && !plan.locals.is_empty()).then_some(Localize {
            plan,
            is_entry,
            variables: None,
            written: FxHashMap::default(),
        })
    });
    remove_globals(module, |global| plan.fates.contains_key(&global));
    plan.fates.len()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    /// Nothing uses it.
    Unused,
    /// It is only stored to: its stores go.
    Written,
    /// It becomes a variable of the entry point.
    Local,
}

#[derive(Default)]
struct Plan {
    fates: FxHashMap<Global, What>,
    locals: Vec<Global>,
}

/// The uses of private globals, and the functions with such uses.
fn usage(module: &Module) -> (FxHashMap<Global, Usage>, SideTable<Function, bool>) {
    let mut usage: FxHashMap<Global, Usage> = FxHashMap::default();
    let mut users = SideTable::with_capacity(module.functions.len());
    for (id, function) in module.functions.iter() {
        let mut derived: FxHashMap<Value, Global> = FxHashMap::default();
        let mut uses_some = false;
        for (_, inst) in visit::insts(function) {
            let data = &function.insts[inst];
            for &operand in function.operands(inst) {
                let root = operand.global().or_else(|| derived.get(&operand.value()?).copied());
                let Some(global) = root.filter(|&it| module.globals[it].storage == Storage::Private) else {
                    continue;
                };
                uses_some = true;
                let fresh = Usage { function: id, is_shared: false, is_read: false, is_plain: true };
                let usage = usage.entry(global).or_insert(fresh);
                usage.is_shared |= usage.function != id;
                let is_volatile = data.memory_access().contains(MemoryAccess::VOLATILE);
                match data.op {
                    Op::Access => {
                        derived.extend(function.result(inst).map(|result| (result, global)));
                    }
                    Op::Load if !is_volatile => usage.is_read = true,
                    Op::Store | Op::StoreSwizzle if !is_volatile => {}
                    _ => usage.is_plain = false,
                }
            }
        }
        users.set(id, uses_some);
    }
    (usage, users)
}

struct Localize<'a> {
    plan: &'a Plan,
    is_entry: bool,
    /// The variables, once they are declared.
    variables: Option<FxHashMap<Global, Operand>>,
    /// Addresses within globals that are only stored to.
    written: FxHashMap<Value, Global>,
}

impl Visitor for Localize<'_> {
    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        if self.is_entry && self.variables.is_none() {
            self.declare(rewriter);
        }
        let Some(&first) = rewriter.function.operands(inst).first() else { return Action::Keep };
        let op = rewriter.function.op(inst);
        let root = first.global().or_else(|| self.written.get(&first.value()?).copied());
        if let Some(global) = root.filter(|global| self.plan.fates.get(global) == Some(&What::Written)) {
            if op == Op::Access {
                self.written.extend(rewriter.function.result(inst).map(|result| (result, global)));
            }
            return Action::Remove;
        }
        let variable = first.global().and_then(|global| self.variables.as_ref()?.get(&global).copied());
        if let Some(variable) = variable
            && let Some(slot) = rewriter.function.operands_mut(inst).first_mut()
        {
            *slot = variable;
        }
        if op == Op::Access {
            follow(rewriter, inst);
        }
        Action::Keep
    }
}

impl Localize<'_> {
    fn declare(&mut self, rewriter: &mut Rewriter<'_>) {
        let mut variables = FxHashMap::default();
        for &global in &self.plan.locals {
            let data = &rewriter.module.globals[global];
            let (ty, precision, name, initial) = (data.ty, data.precision, data.name, data.initializer);
            variables.insert(global, rewriter.variable(ty, precision, name, initial).into());
        }
        self.variables = Some(variables);
    }
}

/// Gives an address the storage class of what it starts from.
fn follow(rewriter: &mut Rewriter<'_>, inst: Inst) {
    let Some(base) = rewriter.function.operands(inst).first().and_then(|base| base.value()) else { return };
    let Some(result) = rewriter.function.result(inst) else { return };
    let types = &mut rewriter.module.types;
    let (from, to) =
        (types.get(rewriter.function.values[base].ty), types.get(rewriter.function.values[result].ty));
    if let (
        TypeData::Pointer { storage: Storage::Function, .. },
        TypeData::Pointer { storage: Storage::Private, pointee },
    ) = (from, to)
    {
        rewriter.function.values[result].ty = types.pointer(Storage::Function, pointee);
    }
}
