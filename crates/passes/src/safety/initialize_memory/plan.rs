//! The memory that is stored as a whole before anything reads it.

use crate::analysis::memory::{Path, Root, Step};
use crate::analysis::nesting::Nesting;
use rustc_hash::FxHashMap;
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
    /// The globals that it accesses, in order.
    globals: Vec<Global>,
}

/// Finds the accesses of all functions with code.
pub(super) fn accesses(module: &Module) -> FxHashMap<Function, Accesses> {
    module.code_ids().map(|id| (id, Accesses::of(module, &module.functions[id]))).collect()
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
                all.by_place.entry(place).or_default().push(inst);
                if let Root::Global(global) = path.root
                    && all.globals.last() != Some(&global)
                {
                    all.globals.push(global);
                }
            }
        });
        all.globals.sort_unstable();
        all.globals.dedup();
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
                let parts =
                    self.by_place.keys().filter(|key| matches!(key, Place::Member(it, _) if *it == global));
                parts.for_each(|&part| all.extend(of(part)));
            }
            Place::Value(_) => {}
        }
        let position = |inst: Inst| self.nesting.as_ref().map_or(0, |nesting| nesting.position(inst));
        all.sort_by_key(|&inst| position(inst));
        all
    }

    pub(super) fn uses(&self, global: Global) -> bool {
        self.globals.binary_search(&global).is_ok()
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

/// True if some function may read a global: it does more than to store it.
pub(super) fn is_read(module: &Module, accesses: &FxHashMap<Function, Accesses>, global: Global) -> bool {
    // Functions of a unit are called from others.
    let is_shared = module.is_unit() && module.globals[global].storage == Storage::Private;
    is_shared
        || module.code_ids().any(|id| {
            let function = &module.functions[id];
            let stores = |&inst: &Inst| {
                let is_store = matches!(function.op(inst), Op::Store | Op::StoreSwizzle);
                let stored = function.operands(inst).get(1).and_then(|operand| operand.global());
                is_store && stored != Some(global)
            };
            accesses.get(&id).is_none_or(|own| !own.at(Place::Global(global)).iter().all(stores))
        })
}

/// True if the entry point stores a global, or a member of it, as a whole before it or anything else reads it.
pub(super) fn is_stored_first(
    module: &Module,
    accesses: &FxHashMap<Function, Accesses>,
    place: Place,
) -> bool {
    stored_first_before(module, accesses, place, false)
}

/// The same; with `ends`, before it returns, too.
pub(super) fn stored_first_before(
    module: &Module,
    accesses: &FxHashMap<Function, Accesses>,
    place: Place,
    ends: bool,
) -> bool {
    let (Place::Global(global) | Place::Member(global, _)) = place else { return false };
    let Some((entry, own)) = module.entry.and_then(|entry| Some((entry, accesses.get(&entry)?))) else {
        return false;
    };
    let is_shared = module.is_unit()
        || module
            .code_ids()
            .any(|id| id != entry && accesses.get(&id).is_none_or(|other| other.uses(global)));
    let mut before: Vec<Inst> = if is_shared { own.calls.clone() } else { Vec::new() };
    if ends {
        before.extend_from_slice(&own.returns);
    }
    own.is_stored_first(module, &module.functions[entry], place, &before)
}
