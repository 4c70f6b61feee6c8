//! Argument promotion: passes a value in place of the address of a variable that holds it.
//!
//! ```text
//! store %v, %x                                             store %v, %x
//! %a: f32 = call &fog %v                                   %1: f32 = load %v
//!                                                          %a: f32 = call &fog %1
//! fn &fog(%d: ptr<function, f32> inout) -> f32             fn &fog(%0: f32 in) -> f32
//!                                                              %d: ptr<function, f32> = var
//!                                                              store %d, %0
//!     %1: f32 = load %d                                        %1: f32 = load %d
//! ```
//!
//! Compilers to SPIR-V pass all parameters so. `promote_variables` removes both variables, and then constants reach the function.
//!
//! The function may only read what the parameter leads to. If it also writes, each call must have a variable of its own that is stored
//! whole in the block of the call, before it, and that nothing else reads: nobody sees what the function leaves there. The variable must not
//! be passed twice by one call, since the function may write through the other parameter. Only numbers, vectors and matrices are
//! passed by value: of an array or struct the function may need a part. Parameters stay that the author decorated by number, and all those of
//! functions that other modules call or define.
//!
//! LLVM: `argpromotion`.

use crate::analysis::calls::Calls;
use crate::analysis::uses::Uses;
use crate::framework::rewrite::{Action, Rewriter, Visitor, rewrite_function};
use crate::framework::session::Session;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use vitrum_ir::{
    Block, Function, FunctionData, Inst, Linkage, Module, Op, Operand, ParamMode, Qualifiers, Storage, Type,
    TypeData, Value, ValueFlags, typing, visit,
};

/// Runs the pass; gives the number of parameters that are values now.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    promote(module, session).0
}

/// Runs the pass; gives the number of parameters that are values now, and the variables whose address a call passed in their place.
pub(crate) fn promote(module: &mut Module, session: &mut Session) -> (usize, BTreeSet<(Function, Value)>) {
    let mut passed = BTreeSet::new();
    if module.functions.len() < 2 {
        return (0, passed);
    }
    let calls = session.summaries.calls(module);
    let plan = plan(module, &calls, session);
    let mut changed: BTreeSet<Function> = plan.keys().copied().collect();
    changed.extend(plan.keys().flat_map(|&function| calls.sites(function)).map(|site| site.0));
    for &function in &changed {
        rewrite_function(module, function, session, Promote { function, plan: &plan, passed: &mut passed });
        session.summaries.forget(function);
    }
    (plan.values().map(Vec::len).sum(), passed)
}

/// The positions of the parameters that become values, by function.
type Plan = BTreeMap<Function, Vec<usize>>;

fn plan(module: &Module, calls: &Calls, session: &mut Session) -> Plan {
    let mut callers = FxHashMap::default();
    let mut plan = Plan::new();
    for (id, function) in module.functions.iter() {
        let sites = calls.sites(id);
        if function.linkage != Linkage::Internal || !function.has_code() || sites.is_empty() {
            continue;
        }
        let params = function.blocks[function.body].params.iter().zip(&function.params);
        let candidates: Vec<(usize, Value)> = params
            .enumerate()
            .filter(|(_, (value, data))| {
                let is_plain = data.spirv.is_none() && data.qualifiers == Qualifiers::NONE;
                is_plain && content(module, function, **value).is_some()
            })
            .map(|(index, (&value, _))| (index, value))
            .collect();
        if candidates.is_empty() {
            continue;
        }
        let uses = Uses::new(function);
        let mut promoted = Vec::new();
        for (index, param) in candidates {
            let writes = !only_reads(function, &uses, param);
            let ty = function.values[param].ty;
            let all = sites.iter().all(|&(caller, call)| {
                let data = &module.functions[caller];
                let seen = callers.entry(caller).or_insert_with(|| Caller::new(data));
                seen.passes_copy(module, data, call, (index, ty), writes)
            });
            if all && session.may_change() {
                promoted.push(index);
            }
        }
        if !promoted.is_empty() {
            plan.insert(id, promoted);
        }
    }
    plan
}

/// The type of the value that the address of a local variable leads to, if that is a number, a vector or a matrix.
fn content(module: &Module, function: &FunctionData, param: Value) -> Option<Type> {
    let value = &function.values[param];
    let TypeData::Pointer { storage: Storage::Function, pointee } = module.types.get(value.ty) else {
        return None;
    };
    let is_small = matches!(
        module.types.get(pointee),
        TypeData::Scalar(_) | TypeData::Vector { .. } | TypeData::Matrix { .. }
    );
    (is_small && !value.flags.contains(ValueFlags::NONUNIFORM)).then_some(pointee)
}

/// True if a function loads from an address and parts of it, and does nothing else with it.
fn only_reads(function: &FunctionData, uses: &Uses, address: Value) -> bool {
    let mut addresses = vec![address];
    while let Some(address) = addresses.pop() {
        for &user in uses.users(address) {
            match function.op(user) {
                Op::Load => {}
                Op::Access => addresses.extend(function.results(user)),
                _ => return false,
            }
        }
    }
    true
}

/// Facts about a function that calls.
struct Caller {
    uses: Uses,
    /// The block of each instruction, and its place in the text.
    places: FxHashMap<Inst, (Block, usize)>,
    /// The variables that each call passes, for those that were asked for.
    passed: FxHashMap<Inst, Passed>,
    /// The variables that are only stored whole and passed to one call, for those that were asked for.
    copies: FxHashMap<Value, Option<Inst>>,
}

/// The local variables that one call passes.
#[derive(Default)]
struct Passed {
    /// The number of operands that lead to each variable or to a part of it.
    times: FxHashMap<Operand, u32>,
    /// True if an operand may lead to any variable.
    is_open: bool,
}

impl Caller {
    fn new(function: &FunctionData) -> Self {
        let insts = visit::insts(function).into_iter().enumerate();
        let places = insts.map(|(place, (block, inst))| (inst, (block, place))).collect();
        Self { uses: Uses::new(function), places, passed: FxHashMap::default(), copies: FxHashMap::default() }
    }

    /// True if a call passes a variable at a position, and what the callee does with it cannot be told from what it
    /// does with a copy.
    fn passes_copy(
        &mut self,
        module: &Module,
        function: &FunctionData,
        call: Inst,
        (index, ty): (usize, Type),
        writes: bool,
    ) -> bool {
        let Some(&operand) = function.operands(call).get(index) else { return false };
        let variable = operand.value().filter(|&value| function.values[value].ty == ty);
        let Some(variable) = variable.filter(|_| is_variable(function, operand)) else { return false };
        let passed = self.passed.entry(call).or_insert_with(|| Passed::of(module, function, call));
        if passed.is_open || passed.times.get(&operand) != Some(&1) {
            return false;
        }
        if !writes {
            return true;
        }
        let uses = &self.uses;
        let reader = *self.copies.entry(variable).or_insert_with(|| only_call(function, uses, operand));
        let Some(&(block, at)) = self.places.get(&call).filter(|_| reader == Some(call)) else {
            return false;
        };
        let is_before = |user: &Inst| {
            let place = self.places.get(user).filter(|_| *user != call);
            place.is_some_and(|&(other, before)| other == block && before < at)
        };
        uses.users(variable).iter().any(is_before)
    }
}

impl Passed {
    fn of(module: &Module, function: &FunctionData, call: Inst) -> Self {
        let mut passed = Self::default();
        for &operand in function.operands(call) {
            let ty = typing::operand_type(module, function, operand);
            if !matches!(module.types.get(ty), TypeData::Pointer { storage: Storage::Function, .. }) {
                continue;
            }
            let root = root(function, operand);
            match function.definition(root).map(|inst| function.op(inst)) {
                Some(Op::Var) => *passed.times.entry(root).or_default() += 1,
                // A parameter leads to what another function has.
                None => {}
                Some(_) => passed.is_open = true,
            }
        }
        passed
    }
}

/// The address that an address is a part of.
fn root(function: &FunctionData, address: Operand) -> Operand {
    let mut at = address;
    while let Some(inst) = function.definition(at).filter(|&inst| function.op(inst) == Op::Access)
        && let Some(&base) = function.operands(inst).first()
    {
        at = base;
    }
    at
}

fn is_variable(function: &FunctionData, operand: Operand) -> bool {
    function.definition(operand).is_some_and(|inst| function.op(inst) == Op::Var)
}

/// The call that a variable is passed to, if all other uses store it whole.
fn only_call(function: &FunctionData, uses: &Uses, variable: Operand) -> Option<Inst> {
    let is_stored =
        |user: Inst| function.op(user) == Op::Store && function.operands(user).first() == Some(&variable);
    let mut others = uses.users(variable.value()?).iter().copied().filter(|&user| !is_stored(user));
    let call = others.next().filter(|&user| function.callee(user).is_some())?;
    others.all(|user| user == call).then_some(call)
}

struct Promote<'p> {
    function: Function,
    plan: &'p Plan,
    /// The variables whose address a call passed.
    passed: &'p mut BTreeSet<(Function, Value)>,
}

impl Visitor for Promote<'_> {
    fn start(&mut self, rewriter: &mut Rewriter<'_>) {
        let Some(promoted) = self.plan.get(&self.function) else { return };
        let body = rewriter.function.body;
        let old = rewriter.function.blocks[body].params.clone();
        let mut new = old.clone();
        for &index in promoted {
            let Some((&address, slot)) = old.get(index).zip(new.get_mut(index)) else { continue };
            let Some(ty) = content(rewriter.module, &rewriter.function, address) else { continue };
            let (precision, name) =
                (rewriter.function.values[address].precision, rewriter.function.value_name(address));
            *slot = rewriter.function.add_param(body, ty, precision);
            if let Some(data) = rewriter.function.params.get_mut(index) {
                data.passing = ParamMode::In;
            }
            let variable = rewriter.variable(ty, precision, name, None);
            rewriter.store(variable, (*slot).into());
            rewriter.forward(address, variable.into());
        }
        rewriter.function.set_params(body, new);
    }

    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let callee = rewriter.function.callee(inst);
        let Some(promoted) = callee.and_then(|callee| self.plan.get(&callee)) else { return Action::Keep };
        for &index in promoted {
            let Some(&address) = rewriter.function.operands(inst).get(index) else { continue };
            self.passed.extend(address.value().map(|variable| (self.function, variable)));
            let value = rewriter.load(address);
            rewriter.set_operand(inst, index, value);
        }
        Action::Keep
    }
}
