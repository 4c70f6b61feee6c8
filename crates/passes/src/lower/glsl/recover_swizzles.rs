//! Turns stores of a vector's components, one after the other, back into one store. Compilers of GLSL make them of `color.xyz = v`.
//!
//! ```text
//! %0: f32 = extract.0 %v
//! %1: ptr<output, f32> = access @color, 0u32
//! store %1, %0
//! %2: f32 = extract.1 %v                            =>     store_swizzle.xy @color, %v
//! %3: ptr<output, f32> = access @color, 1u32
//! store %3, %2
//! ```
//!
//! Only memory that no other invocation sees is stored to so: elsewhere a compiler may read the whole vector for it.

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
        (!plan.runs.is_empty()).then_some(plan)
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

impl Visitor for Plan {
    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        if self.dropped.contains(&inst) {
            return Action::Remove;
        }
        let Some(&[to, from]) = self.runs.get(&inst) else { return Action::Keep };
        let function = &rewriter.function;
        let Some(part) = ComponentStore::new(rewriter.module, function, inst) else { return Action::Keep };
        let (base, vector, path) = (part.base, part.vector, part.path.to_vec());
        let address = if path.is_empty() { base } else { rewriter.access(base, &path) };
        let size = rewriter.module.types.vector_size(rewriter.ty(vector));
        let is_whole = (0..4).zip(from.components()).all(|(index, &component)| index == component)
            && size == Some(from.components().len() as u32);
        let value = if is_whole { vector } else { rewriter.op_imm(Op::Swizzle, &[vector], from.bits()) };
        let stored = SwizzledStore { swizzle: to, access: MemoryAccess::NONE };
        rewriter.push_effect(Op::StoreSwizzle, &[address, value], stored.bits());
        Action::Remove
    }
}
