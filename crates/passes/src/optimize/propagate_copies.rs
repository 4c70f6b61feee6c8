//! Copy propagation of arrays and structs: loads from a copy become loads from its source.
//!
//! ```text
//! %p: ptr<uniform, array<f32, 64>> = access @block, 0i32
//! %x: array<f32, 64> = load %p
//! %a: ptr<function, array<f32, 64>> = var
//! store %a, %x
//! %q: ptr<function, f32> = access %a, %i              %q: ptr<uniform, f32> = access %p, %i
//! %1: f32 = load %q                                   %1: f32 = load %q
//! ```
//!
//! A parameter that is passed by value is such a copy once its call is inlined. `promote_variables` leaves it if an index is not known
//! before the shader runs; this takes variables that are stored to once, whole, with what a load gives or a part of that, and are only
//! loaded from otherwise. All loads must stand behind the store, in its block or within: then they see what this store left. Nothing may
//! write to the source between the copy and the last load, where a loop around the load but not around the copy counts as a whole.
//! Uniforms and inputs of a stage stay as they are, so nothing is asked of these. Volatile and coherent memory is never taken for a source.
//! A driver that cannot index inputs makes the same choices among them as among the elements of a copy.

use crate::analysis::memory::{Overlap, Path, Root, qualifiers, reads_what_stays};
use crate::framework::rewrite::{Action, Rewriter, Visitor, rewrite_function};
use crate::framework::session::Session;
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::visit::{self, Event};
use vitrum_ir::{
    Block, Function, FunctionData, Inst, Module, Op, Operand, OperandKind, Qualifiers, SideTable, Storage,
    TypeData, Value, ValueDef, ValueFlags,
};

/// Writes that are compared with the source of a copy, at most: then the copy stays.
const MOST_WRITES: usize = 256;

/// Copies of copies that go, at most.
const LONGEST_CHAIN: usize = 8;

/// Parts of parts that are followed from a stored value to the load that it comes from.
const DEEPEST: usize = 16;

/// Runs the pass; gives the number of variables that went.
pub(crate) fn run(module: &mut Module, function: Function, session: &mut Session) -> usize {
    let mut count = 0;
    for _ in 0..LONGEST_CHAIN {
        let plan = plan(module, &module.functions[function], session);
        if plan.is_empty() {
            break;
        }
        count += plan.len();
        rewrite_function(module, function, session, Propagate { plan });
    }
    count
}

/// The source of a copy: a part of what an address leads to.
#[derive(Clone, Debug)]
struct Source {
    pointer: Operand,
    parts: Vec<u32>,
    load: Inst,
}

/// A variable that may be a copy.
#[derive(Debug, Default)]
struct Candidate {
    /// The block of the only store, once it was seen, with the source.
    store: Option<(Block, Source)>,
    is_spoiled: bool,
    /// True if an index into it is not known; other passes take those that are.
    is_indexed: bool,
    /// The loads from it: its position, and the outermost loop around it that is not around the load from the source.
    uses: Vec<(u32, Option<Inst>)>,
}

/// An open loop, with its position.
type OpenLoop = (Inst, u32);

/// Facts of a walk over the function.
#[derive(Default)]
struct Survey {
    candidates: FxHashMap<Value, Candidate>,
    /// The variables in order.
    order: Vec<Value>,
    /// Addresses of parts, each with its variable.
    parts: FxHashMap<Value, Value>,
    /// Instructions that may write memory, by position.
    writes: Vec<(u32, Inst)>,
    positions: SideTable<Inst, u32>,
    /// The position behind each loop.
    ends: FxHashMap<Inst, u32>,
}

/// The variables that go, each with the source of its copy.
fn plan(module: &Module, function: &FunctionData, session: &mut Session) -> FxHashMap<Value, Source> {
    let is_candidate = |value: Value| {
        let ty = module.types.pointee(function.values[value].ty);
        ty.is_some_and(|ty| matches!(module.types.get(ty), TypeData::Array { .. } | TypeData::Struct(_)))
    };
    let is_one = |(id, op): (Inst, Op)| op == Op::Var && function.result(id).is_some_and(is_candidate);
    if !function.insts.iter().any(|(id, inst)| is_one((id, inst.op))) {
        return FxHashMap::default();
    }
    let survey = Survey::of(function, &is_candidate);
    let mut plan: FxHashMap<Value, Source> = FxHashMap::default();
    // Variables that are sources of copies that go.
    let mut sources: FxHashSet<Value> = FxHashSet::default();
    for value in &survey.order {
        let Some(candidate) = survey.candidates.get(value).filter(|it| !it.is_spoiled) else { continue };
        let Some((_, source)) = candidate.store.as_ref().filter(|_| candidate.is_indexed) else {
            continue;
        };
        let path = Path::resolved(module, function, source.pointer);
        // Of a copy and its copy, one goes now, and the other one next.
        let root = if let Root::Variable(root) = path.root { Some(root) } else { None };
        let is_waiting = sources.contains(value) || root.is_some_and(|root| plan.contains_key(&root));
        if is_waiting || !survey.is_unchanged(module, function, candidate, source, &path) {
            continue;
        }
        if !session.may_change() {
            break;
        }
        if let Some(inst) = function.definition((*value).into()) {
            session.remark(function.insts[inst].span(), || "copy read from its source".to_owned());
        }
        sources.extend(root);
        plan.insert(*value, source.clone());
    }
    plan
}

impl Survey {
    fn of(function: &FunctionData, is_candidate: &dyn Fn(Value) -> bool) -> Self {
        let mut survey = Self { positions: SideTable::filled(function.insts.len(), 0), ..Self::default() };
        let mut position = 0;
        let mut loops: Vec<OpenLoop> = Vec::new();
        let mut open: Vec<Block> = Vec::new();
        let mut is_open: SideTable<Block, bool> = SideTable::filled(function.blocks.len(), false);
        visit::walk(function, function.body, |event| match event {
            Event::Enter(block) => {
                is_open.set(block, true);
                open.push(block);
            }
            Event::Leave(block) => {
                is_open.set(block, false);
                open.pop();
            }
            Event::Behind(inst) => {
                if loops.pop_if(|row| row.0 == inst).is_some() {
                    survey.ends.insert(inst, position);
                }
            }
            Event::Inst(inst) => {
                position += 1;
                survey.positions.set(inst, position);
                if function.op(inst) == Op::Loop {
                    loops.push((inst, position));
                }
                let Some(&block) = open.last() else { return };
                if function.op(inst) == Op::Var {
                    survey.declare(function, inst, block, is_candidate);
                } else {
                    survey.inst(function, inst, block, &is_open, &loops);
                }
            }
        });
        survey
    }

    fn position(&self, inst: Inst) -> u32 {
        self.positions.get(inst).copied().unwrap_or_default()
    }

    fn declare(
        &mut self,
        function: &FunctionData,
        inst: Inst,
        block: Block,
        is_candidate: &dyn Fn(Value) -> bool,
    ) {
        let Some(value) = function.result(inst).filter(|&value| is_candidate(value)) else { return };
        let initial = function.operands(inst).first();
        let store = initial.and_then(|&initial| Some((block, source(function, initial)?)));
        let is_spoiled = initial.is_some() && store.is_none();
        self.candidates.insert(value, Candidate { store, is_spoiled, ..Candidate::default() });
        self.order.push(value);
    }

    fn inst(
        &mut self,
        function: &FunctionData,
        inst: Inst,
        block: Block,
        is_open: &SideTable<Block, bool>,
        loops: &[OpenLoop],
    ) {
        let (data, operands) = (&function.insts[inst], function.operands(inst));
        let position = self.position(inst);
        let harmless = matches!(data.op, Op::Load | Op::Access) || function.control(inst).is_some();
        if !harmless && !data.op.is_terminator() && !function.effects(inst).is_pure() {
            self.writes.push((position, inst));
        }
        let positions = &self.positions;
        for (index, operand) in operands.iter().enumerate() {
            let Some(value) = operand.value() else { continue };
            let root = self.parts.get(&value).copied().unwrap_or(value);
            let Some(candidate) = self.candidates.get_mut(&root) else { continue };
            match (data.op, index) {
                (Op::Access | Op::Load, 0) if data.op == Op::Access || data.imm == 0 => {
                    let is_behind = |row: &(Block, Source)| is_open.get(row.0).copied().unwrap_or(false);
                    match &candidate.store {
                        Some(row) if is_behind(row) => {
                            let load = positions.get(row.1.load).copied().unwrap_or_default();
                            let around = loops.iter().find(|row| row.1 > load).map(|row| row.0);
                            candidate.uses.push((position, around));
                        }
                        _ => candidate.is_spoiled = true,
                    }
                    let result = function.result(inst);
                    let is_marked =
                        |value: Value| function.values[value].flags.contains(ValueFlags::NONUNIFORM);
                    candidate.is_spoiled |= result.is_some_and(is_marked);
                    if data.op == Op::Access {
                        let indices = operands.get(1..).unwrap_or_default();
                        candidate.is_indexed |= indices.iter().any(|index| index.constant().is_none());
                        self.parts.extend(result.map(|result| (result, root)));
                    }
                }
                (Op::Store, 0) if data.imm == 0 && root == value && candidate.store.is_none() => {
                    let source = operands.get(1).and_then(|&stored| source(function, stored));
                    candidate.is_spoiled |= source.is_none();
                    candidate.store = source.map(|source| (block, source));
                }
                _ => candidate.is_spoiled = true,
            }
        }
    }

    /// True if the memory of the source is the same at all loads from the copy as at the load that made it.
    fn is_unchanged(
        &self,
        module: &Module,
        function: &FunctionData,
        candidate: &Candidate,
        source: &Source,
        path: &Path,
    ) -> bool {
        let Some(storage) = storage_of_source(module, function, source, path) else { return false };
        if reads_what_stays(module, function, source.load) {
            return true;
        }
        let start = self.position(source.load);
        let end = |&(position, around): &(u32, Option<Inst>)| {
            around.and_then(|it| self.ends.get(&it).copied()).unwrap_or(position)
        };
        let end = candidate.uses.iter().map(end).max().unwrap_or(start);
        let from = self.writes.partition_point(|row| row.0 <= start);
        let writes = self.writes.get(from..).unwrap_or_default();
        let between = writes.iter().take_while(|row| row.0 <= end);
        let mut left = MOST_WRITES;
        for &(_, inst) in between {
            if left == 0 || may_write(module, function, inst, storage, path) {
                return false;
            }
            left -= 1;
        }
        true
    }
}

/// The source of a stored value: a load, or a part of what a load gives.
fn source(function: &FunctionData, stored: Operand) -> Option<Source> {
    let mut parts = Vec::new();
    let mut at = stored;
    for _ in 0..DEEPEST {
        let inst = function.definition(at)?;
        let data = &function.insts[inst];
        let &first = function.operands(inst).first()?;
        match data.op {
            Op::Extract => parts.push(data.imm),
            Op::Load if data.imm == 0 => {
                parts.reverse();
                return Some(Source { pointer: first, parts, load: inst });
            }
            _ => return None,
        }
        at = first;
    }
    None
}

/// The storage class of a source that may be read in the place of its copy; none if it is special.
fn storage_of_source(
    module: &Module,
    function: &FunctionData,
    source: &Source,
    path: &Path,
) -> Option<Storage> {
    let storage = match path.root {
        Root::Variable(_) => Storage::Function,
        Root::Global(global) => module.globals[global].storage,
        Root::Parameter(_) | Root::Other(_) => return None,
    };
    let is_known = matches!(
        storage,
        Storage::Function
            | Storage::Private
            | Storage::Shared
            | Storage::Buffer
            | Storage::Uniform
            | Storage::PushConstant
    ) || storage == Storage::Input && reads_what_stays(module, function, source.load);
    let special = Qualifiers::SEEN_BY_OTHERS.union(Qualifiers::FRAMEBUFFER_FETCH);
    let is_plain = !qualifiers(module, path).intersects(special);
    (is_known && is_plain && !is_marked(function, source)).then_some(storage)
}

/// True if an address on the way to the source differs between invocations, which each access must say.
fn is_marked(function: &FunctionData, source: &Source) -> bool {
    let marked = |value: Value| function.values[value].flags.contains(ValueFlags::NONUNIFORM);
    let mut at = source.pointer;
    loop {
        let OperandKind::Value(value) = at.kind() else { return false };
        let ValueDef::Result { inst, .. } = function.values[value].def() else { return marked(value) };
        if marked(value) || function.results(source.load).any(marked) {
            return true;
        }
        match (function.op(inst), function.operands(inst).first()) {
            (Op::Access, Some(&base)) => at = base,
            _ => return false,
        }
    }
}

/// True if an instruction may write to the memory of a path.
fn may_write(module: &Module, function: &FunctionData, inst: Inst, storage: Storage, path: &Path) -> bool {
    let meets = |pointer: Operand| {
        Path::resolved(module, function, pointer).overlap(module, function, path) != Overlap::Never
    };
    let is_pointer = |operand: Operand| {
        let ty = vitrum_ir::typing::operand_type(module, function, operand);
        matches!(module.types.get(ty), TypeData::Pointer { .. })
    };
    let operands = function.operands(inst);
    match function.op(inst) {
        Op::Var => false,
        Op::Store | Op::StoreSwizzle => operands.first().is_some_and(|&pointer| meets(pointer)),
        // Others have no way to a variable of the function but its address.
        _ if storage == Storage::Function => operands.iter().any(|&it| is_pointer(it) && meets(it)),
        _ => true,
    }
}

struct Propagate {
    plan: FxHashMap<Value, Source>,
}

impl Propagate {
    /// Forwards a variable to the source of its copy.
    fn forward(&self, rewriter: &mut Rewriter<'_>, variable: Value) -> Option<Action> {
        let source = self.plan.get(&variable)?;
        // It may have been forwarded since the plan was made.
        let load = source.load;
        let mut pointer = rewriter.function.operands(load).first().copied().unwrap_or(source.pointer);
        if !source.parts.is_empty() {
            let parts: Vec<Operand> =
                source.parts.iter().map(|&part| rewriter.module.constants.i32(part as i32).into()).collect();
            pointer = rewriter.access(pointer, &parts);
        }
        rewriter.forward(variable, pointer);
        Some(Action::Remove)
    }
}

impl Visitor for Propagate {
    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let function = &rewriter.function;
        let operands = function.operands(inst);
        let done = match function.op(inst) {
            Op::Var => {
                let variable = function.result(inst).filter(|value| self.plan.contains_key(value));
                match (variable, operands.is_empty()) {
                    (Some(variable), false) => self.forward(rewriter, variable),
                    (Some(_), true) => Some(Action::Remove),
                    (None, _) => None,
                }
            }
            Op::Store => {
                let variable = operands.first().and_then(|operand| operand.value());
                variable.and_then(|variable| self.forward(rewriter, variable))
            }
            Op::Access => {
                // The address of a part of what was a copy leads elsewhere now.
                let operands = operands.to_vec();
                let Some(ty) = function.result_data(inst).map(|data| data.ty) else { return Action::Keep };
                let Some((&base, indices)) = operands.split_first() else { return Action::Keep };
                let types = &rewriter.module.types;
                let moves = match (types.get(rewriter.ty(base)), types.get(ty)) {
                    (TypeData::Pointer { storage: to, .. }, TypeData::Pointer { storage: from, .. }) => {
                        to != from
                    }
                    _ => false,
                };
                if !moves {
                    return Action::Keep;
                }
                let address = rewriter.access(base, indices);
                Some(rewriter.replace_named(inst, address))
            }
            _ => None,
        };
        done.unwrap_or(Action::Keep)
    }
}
