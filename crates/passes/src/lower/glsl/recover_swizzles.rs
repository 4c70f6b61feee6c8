//! Turns uses of a vector's components, one after the other, back into one. Compilers of GLSL make such stores of `color.xyz = v`, and
//! optimisers take vectors apart that a constructor puts together again.
//!
//! ```text
//! %0: f32 = extract.0 %v
//! %1: ptr<output, f32> = access @color, 0u32
//! store %1, %0
//! %2: f32 = extract.1 %v                            =>     store_swizzle.xy @color, %v
//! %3: ptr<output, f32> = access @color, 1u32
//! store %3, %2
//!
//! %4: f32 = extract.2 %w                                   %6: vec2<f32> = swizzle.zy %w
//! %5: f32 = extract.1 %w                            =>     %r: vec3<f32> = construct %6, 1.0f32
//! %r: vec3<f32> = construct %4, %5, 1.0f32
//! ```
//!
//! Only memory that no other invocation sees is stored to so: elsewhere a compiler may read the whole vector for it.

use crate::analysis::uses::Uses;
use crate::framework::rewrite::{Action, Rewriter, Visitor, rewrite};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::visit::{self, Event};
use vitrum_ir::{
    FunctionData, Inst, MemoryAccess, Module, Op, Operand, Storage, Swizzle, SwizzledStore, TypeData, typing,
};

/// True if the module comes from no GLSL.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    settings.recovers_source(module)
}

/// Runs the lowering; gives the number of changes.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    rewrite(module, session, |module, function, _| {
        let plan = Plan::new(module, &module.functions[function]);
        (!plan.runs.is_empty() || !plan.constructs.is_empty()).then_some(plan)
    })
}

/// A store of a component of a vector to one of another.
#[derive(Clone, Copy)]
struct ComponentStore<'f> {
    /// The address, and the indices that lead from it to the vector in memory.
    base: Operand,
    path: &'f [Operand],
    /// The component in memory.
    to: u32,
    /// The vector that the value comes from, and its component.
    vector: Operand,
    from: u32,
}

impl<'f> ComponentStore<'f> {
    fn new(module: &Module, function: &'f FunctionData, inst: Inst) -> Option<Self> {
        let data = &function.insts[inst];
        if data.op != Op::Store || data.memory_access() != MemoryAccess::NONE {
            return None;
        }
        let &[address, value] = function.operands(inst) else { return None };
        let access = function.definition(address).filter(|&it| function.op(it) == Op::Access)?;
        let (&base, indices) = function.operands(access).split_first()?;
        let (&to, path) = indices.split_last()?;
        let TypeData::Pointer { storage: Storage::Function | Storage::Private | Storage::Output, pointee } =
            module.types.get(typing::operand_type(module, function, base))
        else {
            return None;
        };
        let whole = path.iter().try_fold(pointee, |ty, &index| typing::indexed_type(module, ty, index))?;
        let extract = function.definition(value).filter(|&it| function.op(it) == Op::Extract)?;
        let &[vector] = function.operands(extract) else { return None };
        let is_vector = |ty| matches!(module.types.get(ty), TypeData::Vector { .. });
        let comes_of_vector = is_vector(typing::operand_type(module, function, vector));
        let to = module.constant_index(to).filter(|_| is_vector(whole) && comes_of_vector)?;
        Some(Self { base, path, to, vector, from: function.insts[extract].imm })
    }

    /// True if two stores are parts of one.
    fn continues(&self, other: &Self) -> bool {
        (self.base, self.path, self.vector) == (other.base, other.path, other.vector)
    }
}

/// The stores that become one.
#[derive(Default)]
struct Plan {
    /// By the last of them: the components in memory, and those of the vector.
    runs: FxHashMap<Inst, [Swizzle; 2]>,
    /// The others.
    dropped: FxHashSet<Inst>,
    /// The parts of which vectors are made: operands, or components of them.
    constructs: FxHashMap<Inst, Vec<(Operand, Option<Swizzle>)>>,
}

impl Plan {
    fn new(module: &Module, function: &FunctionData) -> Self {
        let mut plan = Self::default();
        let mut run: Vec<(Inst, ComponentStore<'_>)> = Vec::new();
        visit::walk(function, function.body, |event| {
            if let Event::Inst(inst) = event {
                if matches!(function.op(inst), Op::Access | Op::Extract) {
                    return;
                }
                let part = ComponentStore::new(module, function, inst);
                let is_next = |part: &ComponentStore<'_>| {
                    run.iter().all(|(_, other)| part.continues(other) && part.to != other.to)
                };
                if !part.as_ref().is_some_and(is_next) {
                    plan.end(&mut run);
                }
                run.extend(part.map(|part| (inst, part)));
            } else {
                plan.end(&mut run);
            }
        });
        let is_vector = |inst: Inst| {
            let ty = function.result_data(inst).map(|data| module.types.get(data.ty));
            matches!(ty, Some(TypeData::Vector { .. }))
        };
        let made = function.insts.iter().filter(|(_, data)| data.op == Op::Construct).map(|row| row.0);
        let made: Vec<Inst> = made.filter(|&inst| is_vector(inst)).collect();
        if !made.is_empty() {
            let uses = Uses::new(function);
            let joined = |&inst: &Inst| Some((inst, joined(module, function, &uses, inst)?));
            plan.constructs = made.iter().filter_map(joined).collect();
        }
        plan
    }

    /// Notes the stores of a run, and begins another.
    fn end(&mut self, run: &mut Vec<(Inst, ComponentStore<'_>)>) {
        if let Some(((last, _), others)) = run.split_last()
            && !others.is_empty()
        {
            let components = |of: fn(&ComponentStore<'_>) -> u32| {
                Swizzle::new(&run.iter().map(|row| of(&row.1)).collect::<Vec<u32>>())
            };
            if let (Some(to), Some(from)) = (components(|it| it.to), components(|it| it.from)) {
                self.runs.insert(*last, [to, from]);
                self.dropped.extend(others.iter().map(|row| row.0));
            }
        }
        run.clear();
    }
}

/// The parts of a new vector, if components of one vector that nothing else uses follow one another among its operands.
fn joined(
    module: &Module,
    function: &FunctionData,
    uses: &Uses,
    inst: Inst,
) -> Option<Vec<(Operand, Option<Swizzle>)>> {
    let operands = function.operands(inst);
    let component = |operand: Operand| {
        let extract = function.definition(operand).filter(|&it| function.op(it) == Op::Extract)?;
        let own = operands.iter().filter(|&&it| it == operand).count();
        let &[vector] = function.operands(extract) else { return None };
        let ty = module.types.get(typing::operand_type(module, function, vector));
        let is_alone = operand.value().is_some_and(|value| uses.count(value) == own);
        (is_alone && matches!(ty, TypeData::Vector { .. })).then(|| (vector, function.insts[extract].imm))
    };
    let mut parts = Vec::with_capacity(operands.len());
    let mut rest = operands;
    while let Some((&first, behind)) = rest.split_first() {
        let Some((vector, at)) = component(first) else {
            parts.push((first, None));
            rest = behind;
            continue;
        };
        let of_same = |operand: &Operand| component(*operand).filter(|it| it.0 == vector).map(|it| it.1);
        let more = behind.iter().map_while(of_same);
        let chosen: Vec<u32> = std::iter::once(at).chain(more).collect();
        rest = rest.get(chosen.len()..).unwrap_or(&[]);
        match Swizzle::new(&chosen).filter(|_| chosen.len() > 1) {
            Some(swizzle) => parts.push((vector, Some(swizzle))),
            None => parts.push((first, None)),
        }
    }
    (parts.len() < operands.len()).then_some(parts)
}

/// Components of a vector, or the vector if they are all of it.
fn chosen(rewriter: &mut Rewriter<'_>, vector: Operand, swizzle: Swizzle) -> Operand {
    let size = rewriter.module.types.vector_size(rewriter.ty(vector));
    let is_whole = (0..4).zip(swizzle.components()).all(|(index, &component)| index == component)
        && size == Some(swizzle.components().len() as u32);
    if is_whole { vector } else { rewriter.op_imm(Op::Swizzle, &[vector], swizzle.bits()) }
}

impl Visitor for Plan {
    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        if self.dropped.contains(&inst) {
            return Action::Remove;
        }
        if let Some(parts) = self.constructs.get(&inst) {
            let mut operands = Vec::with_capacity(parts.len());
            for &(operand, swizzle) in parts {
                let operand = rewriter.resolve(operand);
                operands.push(swizzle.map_or(operand, |swizzle| chosen(rewriter, operand, swizzle)));
            }
            let ty = rewriter.function.result_data(inst).map(|data| (data.ty, data.precision));
            let (Some((ty, precision)), &[first, ..]) = (ty, operands.as_slice()) else {
                return Action::Keep;
            };
            let whole = match operands.len() {
                1 if rewriter.ty(first) == ty => first,
                _ => rewriter.push(Op::Construct, &operands, 0, ty, precision),
            };
            return rewriter.replace(inst, whole);
        }
        let Some(&[to, from]) = self.runs.get(&inst) else { return Action::Keep };
        let function = &rewriter.function;
        let Some(part) = ComponentStore::new(rewriter.module, function, inst) else { return Action::Keep };
        let (base, vector, path) = (part.base, part.vector, part.path.to_vec());
        let address = if path.is_empty() { base } else { rewriter.access(base, &path) };
        let value = chosen(rewriter, vector, from);
        let stored = SwizzledStore { swizzle: to, access: MemoryAccess::NONE };
        rewriter.push_effect(Op::StoreSwizzle, &[address, value], stored.bits());
        Action::Remove
    }
}
