//! Scalar replacement of aggregates (SROA): splits variables of structs and arrays into variables of their parts.
//!
//! ```text
//! %v: ptr<function, #Pair> = var              %v.a: ptr<function, f32> = var
//! %a: ptr<function, f32> = access %v, 0i32    %v.b: ptr<function, vec2<f32>> = var
//! store %a, %x                                store %v.a, %x
//! %w: #Pair = load %v                         %1: f32 = load %v.a
//!                                             %2: vec2<f32> = load %v.b
//!                                             %w: #Pair = construct %1, %2
//! ```
//!
//! A variable is split if every access to it begins with a constant index that is in range, and if it is loaded and
//! stored whole not too often. So an array that is indexed by a value keeps only itself in memory, not the struct
//! around it, and `promote_variables` carries parts around loops instead of wholes. Parts are split again.

use crate::framework::rewrite::{Action, Rewriter, Visitor, rewrite_function};
use crate::framework::session::Session;
use rustc_hash::FxHashMap;
use vitrum_ir::{
    Constant, ConstantKind, Function, FunctionData, Inst, MemoryAccess, Module, Name, Op, Operand, Precision,
    Type, TypeData, Value, visit,
};

/// Most parts of a variable that is split.
const MOST_PARTS: u32 = 64;

/// Most loads and stores of parts that stand for loads and stores of a whole.
const MOST_COPIES: u32 = 64;

/// The depth to which parts of parts are split.
const DEEPEST: usize = 4;

/// Runs the pass; gives the number of variables split.
pub(crate) fn run(module: &mut Module, function: Function, session: &mut Session) -> usize {
    let mut total = 0;
    for _ in 0..DEEPEST {
        let plan = plan(module, &module.functions[function], session);
        if plan.is_empty() {
            break;
        }
        total += plan.len();
        rewrite_function(module, function, session, Split { plan, parts: FxHashMap::default() });
    }
    total
}

/// A part of a variable.
#[derive(Clone, Copy)]
struct Part {
    ty: Type,
    precision: Precision,
    name: Name,
}

struct Candidate {
    parts: u32,
    accesses: u32,
    copies: u32,
    ok: bool,
}

/// The variables to split, with their parts.
fn plan(module: &Module, function: &FunctionData, session: &mut Session) -> FxHashMap<Value, Vec<Part>> {
    let mut candidates: FxHashMap<Value, Candidate> = FxHashMap::default();
    let mut order = Vec::new();
    let is_composite = |value: Value| {
        let ty = module.types.pointee(function.values[value].ty);
        ty.is_some_and(|ty| matches!(module.types.get(ty), TypeData::Struct(_) | TypeData::Array { .. }))
    };
    if !function
        .insts
        .iter()
        .any(|(id, inst)| inst.op == Op::Var && function.result(id).is_some_and(is_composite))
    {
        return FxHashMap::default();
    }
    for (_, inst) in visit::insts(function) {
        let data = &function.insts[inst];
        let operands = function.operands(inst);
        if data.op == Op::Var
            && let Some(value) = function.result(inst)
            && let Some(ty) = module.types.pointee(function.values[value].ty)
            && let Some(parts) = count(module, ty)
        {
            candidates.insert(value, Candidate { parts, accesses: 0, copies: 0, ok: true });
            order.push(value);
            continue;
        }
        if candidates.is_empty() {
            continue;
        }
        for operand in operands {
            let Some(candidate) = operand.value().and_then(|value| candidates.get_mut(&value)) else {
                continue;
            };
            match data.op {
                Op::Access => {
                    let first = operands.get(1).and_then(|&index| module.as_int(index));
                    candidate.accesses += 1;
                    candidate.ok &=
                        first.is_some_and(|first| (0..i64::from(candidate.parts)).contains(&first));
                }
                Op::Load | Op::Store
                    if !MemoryAccess::from_bits(data.imm).contains(MemoryAccess::VOLATILE) =>
                {
                    candidate.copies += candidate.parts;
                }
                _ => candidate.ok = false,
            }
        }
    }
    let mut plan = FxHashMap::default();
    for value in order {
        let Some(candidate) = candidates.get(&value) else { continue };
        let pays = candidate.accesses > 0 && candidate.copies <= MOST_COPIES;
        if candidate.ok && pays && session.may_change() {
            plan.insert(value, parts(module, function, value));
        }
    }
    plan
}

/// The number of parts of a struct or array, if it has some and not too many.
fn count(module: &Module, ty: Type) -> Option<u32> {
    let count = match module.types.get(ty) {
        TypeData::Struct(_) => module.members(ty).len() as u32,
        TypeData::Array { .. } => module.types.length(ty)?,
        _ => return None,
    };
    (1..=MOST_PARTS).contains(&count).then_some(count)
}

fn parts(module: &Module, function: &FunctionData, value: Value) -> Vec<Part> {
    let data = &function.values[value];
    let Some(ty) = module.types.pointee(data.ty) else { return Vec::new() };
    let members = module.members(ty).iter();
    if let TypeData::Array { element, .. } = module.types.get(ty) {
        let part = Part { ty: element, precision: data.precision, name: function.value_name(value) };
        return vec![part; count(module, ty).unwrap_or(0) as usize];
    }
    members.map(|member| Part { ty: member.ty, precision: member.precision, name: member.name }).collect()
}

struct Split {
    plan: FxHashMap<Value, Vec<Part>>,
    /// The variables that stand for the parts of one.
    parts: FxHashMap<Value, Vec<Operand>>,
}

impl Visitor for Split {
    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let op = rewriter.function.op(inst);
        if op == Op::Var {
            return self.declare(rewriter, inst);
        }
        let first = rewriter.function.operands(inst).first().and_then(|operand| operand.value());
        let Some((value, parts)) = first.and_then(|value| Some((value, self.parts.get(&value)?))) else {
            return Action::Keep;
        };
        let types = self.plan.get(&value).map_or(&[][..], Vec::as_slice);
        match op {
            Op::Access => access(rewriter, inst, parts),
            Op::Load => {
                let Some(result) = rewriter.function.result_data(inst) else { return Action::Keep };
                let values: Vec<Operand> = parts
                    .iter()
                    .zip(types)
                    .map(|(&part, &data)| rewriter.push(Op::Load, &[part], 0, data.ty, data.precision))
                    .collect();
                let whole = rewriter.push(Op::Construct, &values, 0, result.ty, result.precision);
                rewriter.replace(inst, whole)
            }
            Op::Store => {
                let Some(&whole) = rewriter.function.operands(inst).get(1) else { return Action::Keep };
                for ((&part, &data), index) in parts.iter().zip(types).zip(0..) {
                    let value = rewriter.push(Op::Extract, &[whole], index, data.ty, data.precision);
                    rewriter.push_effect(Op::Store, &[part, value], 0);
                }
                Action::Remove
            }
            _ => Action::Keep,
        }
    }
}

impl Split {
    fn declare(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let Some(value) = rewriter.function.result(inst) else { return Action::Keep };
        let Some(parts) = self.plan.get(&value) else { return Action::Keep };
        let initial = rewriter.function.operands(inst).first().and_then(|operand| operand.constant());
        let mut variables = Vec::new();
        for (part, index) in parts.iter().zip(0..) {
            let initial = initial.and_then(|whole| part_of(rewriter.module, whole, index, part.ty));
            variables.push(rewriter.variable(part.ty, part.precision, part.name, initial).into());
        }
        self.parts.insert(value, variables);
        Action::Remove
    }
}

/// The part of a constant; none if it has no particular value.
fn part_of(module: &mut Module, whole: Constant, index: u32, ty: Type) -> Option<Constant> {
    match &module.constants.get(whole).kind {
        ConstantKind::Composite(parts) => parts.get(index as usize).copied(),
        ConstantKind::Null => Some(module.constants.null(ty)),
        ConstantKind::Scalar(_)
        | ConstantKind::Undef
        | ConstantKind::Spec(_)
        | ConstantKind::SpecOp { .. }
        | ConstantKind::Param(_) => None,
    }
}

fn access(rewriter: &mut Rewriter<'_>, inst: Inst, parts: &[Operand]) -> Action {
    let operands = rewriter.function.operands(inst).to_vec();
    let index = operands.get(1).and_then(|&index| rewriter.module.constant_index(index));
    let Some(&part) = index.and_then(|index| parts.get(index as usize)) else { return Action::Keep };
    let rest = operands.get(2..).unwrap_or(&[]);
    if rest.is_empty() {
        return rewriter.replace(inst, part);
    }
    let mut operands = vec![part];
    operands.extend_from_slice(rest);
    rewriter.function.set_operands(inst, &operands);
    Action::Keep
}
