//! Turns variables that only ever hold one constant into that constant.
//!
//! ```text
//! %w: ptr<function, array<f32, 3>> = var
//! store %w, array<f32, 3>(0.25f32, 0.5f32, 0.25f32)
//! %p: ptr<function, f32> = access %w, %i
//! %1: f32 = load %p                                   %1: f32 = extract_dynamic $weights, %i
//! ```
//!
//! `promote_variables` leaves variables that are indexed by values; this takes those of them that are stored to once, whole,
//! with a constant, or that start with one and are never stored to. A load before the store is undefined, so it may be the
//! constant as well. Every load must be of a part that can be taken out of a constant without a copy of the whole: one
//! index that is not known, and behind it components of a vector or columns of a matrix. Back ends keep one initialised
//! variable for each constant that is indexed, which costs no stores.

use crate::framework::rewrite::{Action, Rewriter, Visitor, rewrite_function};
use crate::framework::session::Session;
use rustc_hash::FxHashMap;
use vitrum_ir::{
    Constant, Function, FunctionData, Inst, Module, Op, Operand, Type, TypeData, Value, ValueFlags, typing,
    visit,
};

/// Indices of an access at most.
const MOST_INDICES: usize = 8;

/// Runs the pass; gives the number of variables that became constants.
pub(crate) fn run(module: &mut Module, function: Function, session: &mut Session) -> usize {
    let plan = plan(module, &module.functions[function], session);
    let count = plan.len();
    if count > 0 {
        rewrite_function(module, function, session, Promote { plan });
    }
    count
}

/// Facts about a variable.
#[derive(Default)]
struct Candidate {
    constant: Option<Constant>,
    stores: usize,
    spoiled: bool,
    /// True if an index into it is not known; other passes take those that are.
    indexed: bool,
}

/// The variables that become constants.
fn plan(module: &Module, function: &FunctionData, session: &mut Session) -> FxHashMap<Value, Constant> {
    let mut candidates: FxHashMap<Value, Candidate> = FxHashMap::default();
    // Addresses of parts, each with its variable.
    let mut parts: FxHashMap<Value, Value> = FxHashMap::default();
    let mut order = Vec::new();
    let is_array = |value: Value| {
        let ty = module.types.pointee(function.values[value].ty);
        ty.is_some_and(|ty| matches!(module.types.get(ty), TypeData::Array { .. }))
    };
    if !function
        .insts
        .iter()
        .any(|(id, inst)| inst.op == Op::Var && function.result(id).is_some_and(is_array))
    {
        return FxHashMap::default();
    }
    for (_, inst) in visit::insts(function) {
        let data = &function.insts[inst];
        let operands = function.operands(inst);
        if data.op == Op::Var
            && let Some(value) = function.result(inst)
            && is_array(value)
        {
            let constant = operands.first().and_then(|first| first.constant());
            let spoiled = constant.is_some_and(|constant| module.constants.is_spec(constant));
            let stores = usize::from(constant.is_some());
            candidates.insert(value, Candidate { constant, stores, spoiled, indexed: false });
            order.push(value);
            continue;
        }
        if candidates.is_empty() {
            continue;
        }
        for operand in operands {
            let Some(value) = operand.value() else { continue };
            let root = parts.get(&value).copied().unwrap_or(value);
            let Some(candidate) = candidates.get_mut(&root) else { continue };
            match data.op {
                Op::Access if root == value => {
                    let known = |index: &Operand| index.constant().is_some();
                    let indices = operands.get(1..).unwrap_or(&[]);
                    candidate.indexed |= !indices.iter().all(known);
                    candidate.spoiled |= !can_take(module, function, value, indices);
                    parts.extend(function.result(inst).map(|result| (result, root)));
                }
                Op::Load if data.imm == 0 && root != value => {
                    let marked = |value: Value| function.values[value].flags.contains(ValueFlags::NONUNIFORM);
                    candidate.spoiled |= function.results(inst).any(marked);
                }
                Op::Store if data.imm == 0 && root == value => {
                    candidate.stores += 1;
                    candidate.constant = operands.get(1).and_then(|stored| stored.constant());
                    candidate.spoiled |=
                        candidate.constant.is_none_or(|constant| module.constants.is_spec(constant));
                }
                _ => candidate.spoiled = true,
            }
        }
    }
    let mut plan = FxHashMap::default();
    for value in order {
        if let Some(Candidate { constant: Some(constant), stores: 1, spoiled: false, indexed: true }) =
            candidates.get(&value)
            && session.may_change()
        {
            if let Some(inst) = function.definition(value.into()) {
                session.remark(function.insts[inst].span(), || "array turned into a constant".to_owned());
            }
            plan.insert(value, *constant);
        }
    }
    plan
}

/// True if a part of a constant can be taken out without a copy of more than that part.
fn can_take(module: &Module, function: &FunctionData, variable: Value, indices: &[Operand]) -> bool {
    let Some(mut ty) = module.types.pointee(function.values[variable].ty) else { return false };
    let mut unknown = false;
    for &index in indices.iter().take(MOST_INDICES) {
        let known = module.as_int(index);
        let is_array = matches!(module.types.get(ty), TypeData::Array { .. });
        let fits = match known {
            // An address may be out of bounds, an extraction may not.
            Some(known) => {
                let length = module.types.length(ty);
                let is_vector = matches!(module.types.get(ty), TypeData::Vector { .. });
                known >= 0 && length.is_none_or(|length| known < i64::from(length)) && (is_vector || !unknown)
            }
            None => {
                let is_vector = matches!(module.types.get(ty), TypeData::Vector { .. });
                let first = is_array && !unknown;
                unknown = true;
                first || is_vector
            }
        };
        let Some(part) = part(module, ty, known).filter(|_| fits) else { return false };
        ty = part;
    }
    let is_small = matches!(
        module.types.get(ty),
        TypeData::Scalar(_) | TypeData::Vector { .. } | TypeData::Matrix { .. }
    );
    indices.len() <= MOST_INDICES && is_small
}

/// The type of a part; all parts of an array or vector have one type.
fn part(module: &Module, ty: Type, index: Option<i64>) -> Option<Type> {
    typing::part_type(module, ty, index.and_then(|index| u32::try_from(index).ok()).unwrap_or(0))
}

struct Promote {
    plan: FxHashMap<Value, Constant>,
}

impl Promote {
    fn constant(&self, operand: Option<&Operand>) -> Option<Constant> {
        operand.and_then(|operand| operand.value()).and_then(|value| self.plan.get(&value)).copied()
    }

    /// The constant and the indices that an address of a part stands for.
    fn address(&self, function: &FunctionData, pointer: Operand) -> Option<(Constant, Vec<Operand>)> {
        let inst = function.definition(pointer)?;
        if function.op(inst) != Op::Access {
            return None;
        }
        let (base, indices) = function.operands(inst).split_first()?;
        Some((self.constant(Some(base))?, indices.to_vec()))
    }
}

impl Visitor for Promote {
    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let function = &rewriter.function;
        let operands = function.operands(inst);
        let is_planned = match function.op(inst) {
            Op::Var => function.result(inst).is_some_and(|value| self.plan.contains_key(&value)),
            Op::Store | Op::Access => self.constant(operands.first()).is_some(),
            Op::Load => {
                let address = operands.first().and_then(|&pointer| self.address(function, pointer));
                let (Some((constant, indices)), Some(result)) = (address, function.result(inst)) else {
                    return Action::Keep;
                };
                let precision = function.values[result].precision;
                let mut at: Operand = constant.into();
                for index in indices {
                    let whole = rewriter.ty(at);
                    let known = rewriter.module.as_int(index);
                    let Some(ty) = part(rewriter.module, whole, known) else { return Action::Keep };
                    at = match known.and_then(|known| u32::try_from(known).ok()) {
                        Some(known) => rewriter.push(Op::Extract, &[at], known, ty, precision),
                        None => rewriter.push(Op::ExtractDynamic, &[at, index], 0, ty, precision),
                    };
                }
                rewriter.forward(result, at);
                true
            }
            _ => false,
        };
        if is_planned { Action::Remove } else { Action::Keep }
    }
}
