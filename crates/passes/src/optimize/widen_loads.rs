//! Load vectorization: one load of a vector in place of loads of its components.
//!
//! ```text
//! %1: ptr<uniform, f32> = access @block, 0i32, 0i32      %1: ptr<uniform, vec4<f32>> = access @block, 0i32
//! %2: f32 = load %1                                      %2: vec4<f32> = load %1
//!                                                        %3: f32 = extract.0 %2
//! %3: ptr<uniform, f32> = access @block, 0i32, 3i32
//! %4: f32 = load %3                                      %4: f32 = extract.3 %2
//! ```
//!
//! A load of a component whose index is known takes it from a load of the vector, or of another component, that is always executed before.
//! Only memory that no invocation writes is read so: uniform blocks, push constants and inputs. Booleans have another form in memory, and
//! numbers of fewer than 32 bits may be such as can be loaded only, so that both stay.
//!
//! NIR: `nir_opt_load_store_vectorize`.

use crate::analysis::memory::reads_what_stays;
use crate::framework::rewrite::{Action, Rewriter, Visitor, rewrite_function};
use crate::framework::session::Session;
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::visit::{self, Event};
use vitrum_ir::{
    Function, FunctionData, Inst, List, Module, Op, Operand, Precision, Scalar, Storage, TypeData,
    ValueFlags, typing,
};

/// Runs the pass; gives the number of loads that were changed.
pub(crate) fn run(module: &mut Module, function: Function, session: &mut Session) -> usize {
    let plan = plan(module, &module.functions[function]);
    if plan.followers.is_empty() {
        return 0;
    }
    rewrite_function(module, function, session, Widen { plan, vectors: FxHashMap::default() })
}

/// A load of a vector, or of one of its components.
struct Part {
    /// The address of the vector: what an access starts from, and its indices.
    path: List<Operand>,
    /// `None` for the whole vector.
    component: Option<u32>,
    precision: Precision,
}

impl Part {
    fn of(module: &Module, function: &FunctionData, load: Inst) -> Option<Self> {
        let &pointer = function.operands(load).first()?;
        let value = &function.values[function.result(load)?];
        let TypeData::Pointer { storage, pointee } =
            module.types.get(function_type(module, function, pointer))
        else {
            return None;
        };
        let is_fixed = matches!(storage, Storage::Uniform | Storage::PushConstant | Storage::Input);
        let scalar = module.types.scalar_of(pointee).filter(|&it| it != Scalar::Bool && it.width() >= 32)?;
        if !is_fixed
            || value.flags.contains(ValueFlags::NONUNIFORM)
            || !reads_what_stays(module, function, load)
        {
            return None;
        }
        let access = function.definition(pointer).filter(|&inst| function.op(inst) == Op::Access);
        let operands = access.map_or(std::slice::from_ref(&pointer), |inst| function.operands(inst));
        let precision = value.precision;
        match module.types.get(pointee) {
            TypeData::Vector { .. } => {
                Some(Self { path: List::from_slice(operands), component: None, precision })
            }
            TypeData::Scalar(_) => {
                let (&last, path) = operands.split_last()?;
                let component = u32::try_from(module.as_int(last)?).ok()?;
                let (&base, indices) = path.split_first()?;
                let TypeData::Pointer { pointee, .. } =
                    module.types.get(function_type(module, function, base))
                else {
                    return None;
                };
                let vector =
                    indices.iter().try_fold(pointee, |ty, &index| typing::indexed_type(module, ty, index))?;
                let TypeData::Vector { scalar: of, size } = module.types.get(vector) else { return None };
                (of == scalar && component < u32::from(size)).then(|| Self {
                    path: List::from_slice(path),
                    component: Some(component),
                    precision,
                })
            }
            _ => None,
        }
    }
}

fn function_type(module: &Module, function: &FunctionData, operand: Operand) -> vitrum_ir::Type {
    typing::operand_type(module, function, operand)
}

/// The loads that take their value from another one.
#[derive(Default)]
struct Plan {
    followers: FxHashMap<Inst, Inst>,
    leaders: FxHashSet<Inst>,
}

fn plan(module: &Module, function: &FunctionData) -> Plan {
    let mut plan = Plan::default();
    // The first load of each vector in the blocks around, with what it loads of it.
    let mut seen: FxHashMap<(List<Operand>, Precision), (Inst, Option<u32>)> = FxHashMap::default();
    // The keys of those, and their number when each open block was entered: behind the block they are forgotten.
    let mut keys = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    visit::walk(function, function.body, |event| match event {
        Event::Enter(_) => open.push(keys.len()),
        Event::Leave(_) => {
            for key in keys.drain(open.pop().unwrap_or(0)..) {
                seen.remove(&key);
            }
        }
        Event::Inst(inst) if function.op(inst) == Op::Load => {
            let Some(part) = Part::of(module, function, inst) else { return };
            let key = (part.path, part.precision);
            let Some(&(leader, component)) = seen.get(&key) else {
                keys.push(key.clone());
                seen.insert(key, (inst, part.component));
                return;
            };
            // Equal loads are left to value numbering.
            if component != part.component || plan.leaders.contains(&leader) {
                plan.followers.insert(inst, leader);
                plan.leaders.insert(leader);
            }
        }
        Event::Inst(_) | Event::Behind(_) => {}
    });
    plan
}

struct Widen {
    plan: Plan,
    /// The vectors that loads which others follow give.
    vectors: FxHashMap<Inst, Operand>,
}

impl Visitor for Widen {
    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let leader = self.plan.followers.get(&inst).copied();
        if leader.is_none() && !self.plan.leaders.contains(&inst) {
            return Action::Keep;
        }
        let Some(part) = Part::of(rewriter.module, &rewriter.function, inst) else { return Action::Keep };
        let vector = match leader {
            Some(leader) => self.vectors.get(&leader).copied(),
            None => self.widened(rewriter, inst, &part),
        };
        let Some(vector) = vector.filter(|_| leader.is_none() || rewriter.may_change()) else {
            return Action::Keep;
        };
        match (part.component, leader) {
            (None, None) => Action::Keep,
            (None, Some(_)) => rewriter.replace_named(inst, vector),
            (Some(component), _) => {
                let ty = rewriter.ty(vector);
                let Some(ty) = typing::part_type(rewriter.module, ty, component) else { return Action::Keep };
                let value = rewriter.push(Op::Extract, &[vector], component, ty, part.precision);
                rewriter.replace_named(inst, value)
            }
        }
    }
}

impl Widen {
    /// The vector of a load that others follow.
    fn widened(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst, part: &Part) -> Option<Operand> {
        let vector = if part.component.is_none() {
            rewriter.function.result(inst)?.into()
        } else {
            if !rewriter.may_change() {
                return None;
            }
            let (&base, indices) = part.path.split_first()?;
            let pointer = if indices.is_empty() { base } else { rewriter.access(base, indices) };
            let TypeData::Pointer { pointee, .. } = rewriter.module.types.get(rewriter.ty(pointer)) else {
                return None;
            };
            rewriter.push(Op::Load, &[pointer], 0, pointee, part.precision)
        };
        self.vectors.insert(inst, vector);
        Some(vector)
    }
}
