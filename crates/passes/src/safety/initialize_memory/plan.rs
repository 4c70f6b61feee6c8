//! The memory that is stored as a whole before anything reads it.

use crate::analysis::memory::{Path, Root, Step};
use crate::analysis::nesting::Nesting;
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::{Function, FunctionData, Global, Inst, Module, Op, ParamMode, Storage, Value, typing, visit};

/// A place that can be stored as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Place {
    /// A variable, or what a parameter leads to.
    Value(Value),
    /// A global.
    Global(Global),
    /// A member of a global.
    Member(Global, u32),
}

/// The instructions of a function that may access memory, in text order.
#[derive(Debug, Default)]
pub(super) struct Accesses {
    by_place: FxHashMap<Place, Vec<Inst>>,
    /// The variables, in text order.
    variables: Vec<(Inst, Value)>,
    pub(super) returns: Vec<Inst>,
    calls: Vec<Inst>,
    nesting: Option<Nesting>,
    /// The members of globals among the places.
    members: FxHashMap<Global, Vec<u32>>,
}

/// The accesses of all functions with code, and what they say of globals.
#[derive(Debug, Default)]
pub(in crate::safety) struct Memory {
    functions: FxHashMap<Function, Accesses>,
    /// The globals that are more than stored.
    read: FxHashSet<Global>,
    /// The globals that are accessed.
    used: FxHashSet<Global>,
    /// Those that are accessed by other functions than the entry point.
    shared: FxHashSet<Global>,
}

impl Memory {
    /// Of a module.
    pub(in crate::safety) fn new(module: &Module) -> Self {
        let mut memory = Self::default();
        for id in module.code_ids() {
            let function = &module.functions[id];
            let accesses = Accesses::of(module, function);
            for (&place, insts) in &accesses.by_place {
                let (Place::Global(global) | Place::Member(global, _)) = place else { continue };
                memory.used.insert(global);
                if module.entry != Some(id) {
                    memory.shared.insert(global);
                }
                if !insts.iter().all(|&inst| only_stores(function, inst)) {
                    memory.read.insert(global);
                }
            }
            memory.functions.insert(id, accesses);
        }
        memory
    }

    /// The accesses of a function with code.
    pub(super) fn of(&self, function: Function) -> Option<&Accesses> {
        self.functions.get(&function)
    }

    /// True if some function may read a global: it does more than to store it.
    pub(in crate::safety) fn is_read(&self, module: &Module, global: Global) -> bool {
        // Functions of a unit are called from others.
        let is_shared = module.is_unit() && module.globals[global].storage == Storage::Private;
        is_shared || self.read.contains(&global)
    }

    /// True if only the entry point accesses a global.
    pub(in crate::safety) fn is_of_entry(&self, global: Global) -> bool {
        !self.shared.contains(&global)
    }

    /// True if a function may access a global by itself.
    pub(in crate::safety) fn is_accessed_by(&self, function: Function, global: Global) -> bool {
        self.functions.get(&function).is_none_or(|accesses| {
            let whole = accesses.by_place.contains_key(&Place::Global(global));
            whole || accesses.members.contains_key(&global)
        })
    }

    /// True if some function accesses a global.
    pub(super) fn is_used(&self, global: Global) -> bool {
        self.used.contains(&global)
    }

    /// True if the entry point stores a global, or a member of it, as a whole before it or anything else reads it; with
    /// `ends`, before it returns, too.
    pub(super) fn is_stored_first(&self, module: &Module, place: Place, ends: bool) -> bool {
        let (Place::Global(global) | Place::Member(global, _)) = place else { return false };
        let Some((entry, own)) = module.entry.and_then(|entry| Some((entry, self.of(entry)?))) else {
            return false;
        };
        let is_shared = module.is_unit() || self.shared.contains(&global);
        let calls = own.calls.iter().filter(|_| is_shared);
        let before: Vec<Inst> = calls.chain(own.returns.iter().filter(|_| ends)).copied().collect();
        own.is_stored_first(module, &module.functions[entry], place, &before)
    }
}

/// True if an instruction does no more to what it has the address of than to store to it: no address is stored.
fn only_stores(function: &FunctionData, inst: Inst) -> bool {
    matches!(function.op(inst), Op::Store | Op::StoreSwizzle)
}

impl Accesses {
    fn of(module: &Module, function: &FunctionData) -> Self {
        let mut all = Self::default();
        visit::each_in_order(function, |_, inst| {
            match function.op(inst) {
                Op::Access => return,
                Op::Var => {
                    all.variables.extend(function.result(inst).map(|value| (inst, value)));
                    return;
                }
                Op::Return => all.returns.push(inst),
                Op::Call => all.calls.push(inst),
                _ => {}
            }
            for &operand in function.operands(inst) {
                if operand.constant().is_some()
                    || module.types.pointee(typing::operand_type(module, function, operand)).is_none()
                {
                    continue;
                }
                let path = Path::resolved(module, function, operand);
                let place = match (path.root, path.steps.first()) {
                    (Root::Variable(value) | Root::Parameter(value), _) => Place::Value(value),
                    (Root::Global(global), Some(&Step::Part(member)))
                        if !module.members(module.globals[global].ty).is_empty() =>
                    {
                        Place::Member(global, member)
                    }
                    (Root::Global(global), _) => Place::Global(global),
                    (Root::Other(_), _) => continue,
                };
                let insts = all.by_place.entry(place).or_default();
                if insts.is_empty()
                    && let Place::Member(global, member) = place
                {
                    all.members.entry(global).or_default().push(member);
                }
                insts.push(inst);
            }
        });
        all.nesting = Some(Nesting::new(function));
        all
    }

    /// The accesses of a place, or of a whole that it is a part of, in text order.
    pub(super) fn at(&self, place: Place) -> Vec<Inst> {
        let of = |place: Place| self.by_place.get(&place).into_iter().flatten().copied();
        let mut all: Vec<Inst> = of(place).collect();
        match place {
            Place::Member(global, _) => all.extend(of(Place::Global(global))),
            Place::Global(global) => {
                for &member in self.members.get(&global).into_iter().flatten() {
                    all.extend(of(Place::Member(global, member)));
                }
            }
            Place::Value(_) => {}
        }
        let position = |inst: Inst| self.nesting.as_ref().map_or(0, |nesting| nesting.position(inst));
        all.sort_by_key(|&inst| position(inst));
        all
    }

    /// True if the first access of a place stores it as a whole, and comes before all others and before `ends`.
    pub(super) fn is_stored_first(
        &self,
        module: &Module,
        function: &FunctionData,
        place: Place,
        ends: &[Inst],
    ) -> bool {
        let uses = self.at(place);
        let Some((&first, others)) = uses.split_first() else { return false };
        stores_whole(module, function, first, place)
            && self.dominates(function, first, others.iter().chain(ends))
    }

    fn dominates<'a>(
        &self,
        function: &FunctionData,
        first: Inst,
        mut others: impl Iterator<Item = &'a Inst>,
    ) -> bool {
        let Some(nesting) = &self.nesting else { return false };
        others.all(|&other| nesting.dominates(function, first, other))
    }

    /// The variables without a value that may be read before they are stored.
    pub(super) fn open_variables(&self, module: &Module, id: Function, outs_are_stored: bool) -> Vec<Inst> {
        let function = &module.functions[id];
        let is_open = |&(inst, value): &(Inst, Value)| {
            let has_value = function.operands(inst).first().is_some_and(|&it| !module.is_undefined(it));
            let uses = self.by_place.get(&Place::Value(value)).map_or(&[][..], Vec::as_slice);
            let Some((&first, others)) = uses.split_first() else { return false };
            let is_stored = stores_whole(module, function, first, Place::Value(value))
                || outs_are_stored && passes_as_out(module, function, first, value);
            !(has_value || is_stored && self.dominates(function, first, others.iter()))
        };
        self.variables.iter().filter(|row| is_open(row)).map(|row| row.0).collect()
    }
}

/// True if an instruction stores a place as a whole.
fn stores_whole(module: &Module, function: &FunctionData, inst: Inst, place: Place) -> bool {
    if function.op(inst) != Op::Store {
        return false;
    }
    let Some(&pointer) = function.operands(inst).first() else { return false };
    let path = Path::resolved(module, function, pointer);
    match (place, path.root, &path.steps[..]) {
        (Place::Value(value), Root::Variable(root) | Root::Parameter(root), []) => root == value,
        (Place::Global(global) | Place::Member(global, _), Root::Global(root), []) => root == global,
        (Place::Member(global, member), Root::Global(root), &[Step::Part(part)]) => {
            root == global && part == member
        }
        _ => false,
    }
}

/// True if a call passes a variable for an `out` parameter, which the callee stores first, and for no other.
fn passes_as_out(module: &Module, function: &FunctionData, inst: Inst, variable: Value) -> bool {
    let Some(callee) = function.callee(inst).map(|callee| &module.functions[callee]) else { return false };
    let mut passed = function.operands(inst).iter().zip(&callee.params);
    let of_it = |operand: vitrum_ir::Operand| matches!(Path::resolved(module, function, operand).root, Root::Variable(root) if root == variable);
    callee.has_code()
        && passed.all(|(&operand, param)| {
            !of_it(operand) || operand == variable.into() && param.passing == ParamMode::Out
        })
        && function.operands(inst).iter().filter(|&&operand| of_it(operand)).count() == 1
}
