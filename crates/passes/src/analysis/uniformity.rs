//! Divergence analysis: the values that are the same for all invocations that compute them together.
//!
//! ```text
//! %a: f32 = load @uniforms           uniform
//! %i: i32 = load @index              varying: an input
//! %c: bool = ieq %i, 0i32            varying
//! %r: f32 = if %c { merge %a } else { merge 0.0f32 }     varying: it depends on which arm was taken
//! ```
//!
//! A value is uniform if all invocations of a group (of a draw, of a compute workgroup; GLSL 4.60 section 3.8.2) that run
//! its instruction at the same time get the same. Uniform are constants, what is loaded from uniform memory at uniform
//! addresses, and what is computed from those. A choice by a varying condition is varying, and so is what leaves a loop
//! that invocations leave at different times. Whatever is not known counts as varying.

use super::calls::Calls;
use super::flow::Flow;
use super::memory::{Path, Root};
use super::nesting::Nesting;
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::{
    Block, BuiltIn, Function, FunctionData, Inst, Module, Op, Operand, OperandKind, SideTable, Storage,
    Value, ValueFlags, visit,
};

/// Rounds to find what varies around loops; if that is not enough, all that loops carry varies.
const ROUNDS: usize = 8;

/// The varying values and blocks of a function.
#[derive(Clone, Debug)]
pub struct Uniformity {
    varying: SideTable<Value, bool>,
    /// Arms and cases that a varying condition chooses.
    split: FxHashSet<Block>,
    /// Loops that invocations leave at different times.
    ragged: FxHashSet<Inst>,
    /// Blocks that some have left, or may have left, before the others come to their end.
    partial: FxHashSet<Block>,
    /// Bodies of loops of which some skip the rest, and the number of the first instruction that they skip from.
    skipped: FxHashMap<Block, u32>,
}

impl Uniformity {
    /// Of a function, of whose callers and callees nothing is known.
    pub fn new(module: &Module, function: &FunctionData, nesting: &Nesting, flow: &Flow) -> Self {
        Self::with(module, function, (nesting, flow), Around { params: &[], calls: &|_| false, trusts: true })
    }

    /// The same, but values that the author marks as non-uniform may turn out to be uniform.
    pub fn without_marks(module: &Module, function: &FunctionData, nesting: &Nesting, flow: &Flow) -> Self {
        Self::with(
            module,
            function,
            (nesting, flow),
            Around { params: &[], calls: &|_| false, trusts: false },
        )
    }

    /// The same with what is known of callers and callees.
    fn with(
        module: &Module,
        function: &FunctionData,
        (nesting, flow): (&Nesting, &Flow),
        around: Around<'_>,
    ) -> Self {
        let facts = Facts { module, function, nesting, flow, calls: around.calls, trusts: around.trusts };
        let mut this = Self {
            varying: SideTable::filled(function.values.len(), false),
            split: FxHashSet::default(),
            ragged: FxHashSet::default(),
            partial: FxHashSet::default(),
            skipped: FxHashMap::default(),
        };
        for (index, &param) in function.blocks[function.body].params.iter().enumerate() {
            if around.params.get(index) != Some(&true) {
                this.mark(param);
            }
        }
        let order = visit::insts(function);
        for round in 0.. {
            let mut changed = false;
            for &(block, inst) in &order {
                changed |= this.visit(&facts, block, inst, round >= ROUNDS);
            }
            if !changed {
                break;
            }
        }
        this
    }

    /// True if an operand is the same for all that compute it together.
    pub fn is_uniform(&self, operand: Operand) -> bool {
        match operand.value() {
            Some(value) => !self.varying.get(value).copied().unwrap_or(true),
            None => true,
        }
    }

    /// True if all invocations that run the function run a block together.
    pub fn is_run_by_all(&self, nesting: &Nesting, block: Block) -> bool {
        let mut at = Some(block);
        while let Some(block) = at {
            if self.split.contains(&block) || self.partial.contains(&block) {
                return false;
            }
            at = nesting.owner(block).and_then(|owner| nesting.block(owner));
        }
        true
    }

    /// Marks a value; whether that is new.
    fn mark(&mut self, value: Value) -> bool {
        let Some(slot) = self.varying.get_mut(value) else { return false };
        !std::mem::replace(slot, true)
    }

    /// True if something new was found.
    fn visit(&mut self, facts: &Facts<'_>, block: Block, inst: Inst, give_up: bool) -> bool {
        let function = facts.function;
        let data = &function.insts[inst];
        let varies = |this: &Self| function.operands(inst).first().is_some_and(|&it| !this.is_uniform(it));
        match data.op {
            op if op.is_control() => return self.visit_control(facts, inst, give_up),
            Op::Break | Op::Continue | Op::Return | Op::Terminate | Op::BreakIf => {
                let alone =
                    !self.is_run_in_step(facts, block, inst) || data.op == Op::BreakIf && varies(self);
                let Some((body, owner)) = left(facts, block, data.op).filter(|_| alone) else { return false };
                let is_loop = owner.filter(|&owner| function.op(owner) == Op::Loop);
                let mut changed = self.partial.insert(body);
                if data.op == Op::Continue {
                    let from = self.skipped.entry(body).or_insert(u32::MAX);
                    *from = facts.nesting.position(inst).min(*from);
                }
                if let Some(owner) = is_loop.filter(|_| data.op != Op::Continue) {
                    changed |= self.ragged.insert(owner);
                    // Nor do they come to the rest of the loop, in this iteration or another one.
                    for block in function.control(owner).into_iter().flat_map(|control| control.blocks()) {
                        changed |= self.partial.insert(block);
                    }
                }
                return changed;
            }
            Op::Fallthrough => {
                let alone = self.split.contains(&block) || self.partial.contains(&block);
                let next = next_case(facts, block).filter(|_| alone);
                return next.is_some_and(|next| self.partial.insert(next));
            }
            _ => {}
        }
        let uniform = match data.op {
            Op::Call => {
                let callee = function.callee(inst);
                callee.is_some_and(facts.calls)
                    && function.operands(inst).iter().all(|&operand| self.is_uniform(operand))
            }
            Op::Load => data.imm == 0 && self.is_uniform_memory(facts.module, function, inst),
            op if !op.effects().is_pure() => false,
            _ => function.operands(inst).iter().all(|&operand| self.is_uniform(operand)),
        };
        let mut changed = false;
        for value in function.results(inst) {
            let is_marked = function.values[value].flags.contains(ValueFlags::NONUNIFORM);
            if !uniform || facts.trusts && is_marked {
                changed |= self.mark(value);
            }
        }
        changed
    }

    fn visit_control(&mut self, facts: &Facts<'_>, inst: Inst, give_up: bool) -> bool {
        let function = facts.function;
        let is_loop = function.op(inst) == Op::Loop;
        let decision = function.operands(inst).first().filter(|_| !is_loop);
        let varying = decision.is_some_and(|&condition| !self.is_uniform(condition));
        let mut changed = false;
        for part in function.control(inst).into_iter().flat_map(|control| control.blocks()) {
            if varying {
                changed |= self.split.insert(part);
            }
            for &param in &function.blocks[part].params {
                let varies = give_up && is_loop || self.varies_by_flow(facts, param, inst);
                changed |= varies && self.mark(param);
            }
        }
        for value in function.results(inst) {
            // Invocations that leave a loop in different iterations carry different values.
            let ragged = self.ragged.contains(&inst)
                && facts.flow.sources(value).iter().any(|(_, source)| source.operand.value().is_some());
            let varies = ragged || self.varies_by_flow(facts, value, inst);
            changed |= varies && self.mark(value);
        }
        changed
    }

    /// True if a parameter or a result varies, by what it can be and by who chooses.
    fn varies_by_flow(&self, facts: &Facts<'_>, value: Value, control: Inst) -> bool {
        let sources = facts.flow.sources(value);
        if sources.iter().any(|(_, source)| !self.is_uniform(source.operand)) {
            return true;
        }
        let alike = sources.windows(2).all(|pair| pair[0].1.operand == pair[1].1.operand);
        !alike && sources.iter().any(|(_, source)| self.is_split_within(facts, source.by, control))
    }

    /// True if an instruction within a control instruction is run by some of those only that run that.
    fn is_split_within(&self, facts: &Facts<'_>, inst: Inst, control: Inst) -> bool {
        let mut at = inst;
        while at != control {
            let Some(block) = facts.nesting.block(at) else { return true };
            if self.split.contains(&block) {
                return true;
            }
            let Some(owner) = facts.nesting.owner(block) else { return false };
            at = owner;
        }
        false
    }

    /// True if all those come by a terminator that run what it leaves.
    fn is_run_in_step(&self, facts: &Facts<'_>, block: Block, inst: Inst) -> bool {
        let end = left(facts, block, facts.function.op(inst)).map(|row| row.0);
        // Those who skipped the rest of this iteration come to the next one, but not here.
        let skipped = end.and_then(|end| self.skipped.get(&end));
        if skipped.is_some_and(|&from| from < facts.nesting.position(inst)) {
            return false;
        }
        let mut at = block;
        while Some(at) != end {
            if self.split.contains(&at) || self.partial.contains(&at) {
                return false;
            }
            let Some(outer) = facts.nesting.owner(at).and_then(|owner| facts.nesting.block(owner)) else {
                return true;
            };
            at = outer;
        }
        true
    }

    fn is_uniform_memory(&self, module: &Module, function: &FunctionData, inst: Inst) -> bool {
        let Some(&pointer) = function.operands(inst).first() else { return false };
        let Root::Global(global) = Path::of(function, pointer).root else { return false };
        let data = &module.globals[global];
        let same = match data.storage {
            Storage::Uniform | Storage::PushConstant => true,
            Storage::Opaque => true,
            Storage::Input => matches!(
                data.decorations.builtin,
                Some(BuiltIn::NumWorkgroups | BuiltIn::WorkgroupId | BuiltIn::DrawIndex)
            ),
            _ => false,
        };
        same && self.has_uniform_address(function, pointer)
    }

    fn has_uniform_address(&self, function: &FunctionData, pointer: Operand) -> bool {
        match pointer.kind() {
            OperandKind::Global(_) => true,
            OperandKind::Constant(_) => false,
            OperandKind::Value(value) => match function.values[value].def() {
                vitrum_ir::ValueDef::Result { inst, .. } => {
                    function.operands(inst).iter().all(|&operand| self.is_uniform(operand))
                }
                vitrum_ir::ValueDef::Param { .. } => false,
            },
        }
    }
}

/// Known facts of the callers and callees of a function.
struct Around<'a> {
    /// Parameters that are the same for all invocations that run the function together.
    params: &'a [bool],
    /// True for functions whose results are, if their arguments are.
    calls: &'a dyn Fn(Function) -> bool,
    /// True if what the author marks as non-uniform varies.
    trusts: bool,
}

/// Divergence across calls: a parameter is uniform if every call passes something uniform, and the result of a call is if the
/// function computes it from uniform things alone and returns in step.
///
/// Functions that are reached from outside are run by all invocations together, with parameters that vary.
#[derive(Clone, Debug)]
pub struct CallUniformity {
    functions: SideTable<Function, Option<(Uniformity, Nesting)>>,
    /// True if all invocations that run the caller run the function together.
    entered_by_all: SideTable<Function, bool>,
}

impl CallUniformity {
    /// Of a module.
    pub fn new(module: &Module, calls: &Calls) -> Self {
        let count = module.functions.len();
        let mut results = SideTable::filled(count, false);
        for &id in calls.bottom_up() {
            let function = &module.functions[id];
            if !function.has_code() || calls.is_recursive(id) {
                continue;
            }
            let (nesting, flow) = (Nesting::new(function), Flow::new(function));
            let params = vec![true; function.params.len()];
            let known = |callee: Function| results.at(callee);
            let around = Around { params: &params, calls: &known, trusts: true };
            let found = Uniformity::with(module, function, (&nesting, &flow), around);
            let returns_alike = visit::insts(function).into_iter().all(|(block, inst)| {
                let is_return = function.op(inst) == Op::Return;
                !is_return
                    || found.is_run_by_all(&nesting, block)
                        && function.operands(inst).iter().all(|&operand| found.is_uniform(operand))
            });
            results.set(id, returns_alike);
        }
        let mut new = Self {
            functions: SideTable::filled(count, None),
            entered_by_all: SideTable::filled(count, true),
        };
        let mut params: SideTable<Function, Vec<bool>> =
            module.functions.values().map(|function| vec![true; function.params.len()]).collect();
        for id in module.roots() {
            params.entry(id).fill(false);
        }
        for &id in calls.bottom_up().iter().rev() {
            let function = &module.functions[id];
            if calls.is_recursive(id) {
                params.entry(id).fill(false);
                new.entered_by_all.set(id, false);
            }
            let (nesting, flow) = (Nesting::new(function), Flow::new(function));
            let known = |callee: Function| results.at(callee);
            let own = params.get(id).map_or(&[][..], Vec::as_slice);
            let around = Around { params: own, calls: &known, trusts: true };
            let found = Uniformity::with(module, function, (&nesting, &flow), around);
            for (block, inst) in visit::insts(function) {
                let Some(callee) = function.callee(inst) else { continue };
                let together = new.entered_by_all.at(id) && found.is_run_by_all(&nesting, block);
                new.entered_by_all.set(callee, new.entered_by_all.at(callee) && together);
                let passed = function.operands(inst).iter().map(|&operand| found.is_uniform(operand));
                params.entry(callee).iter_mut().zip(passed).for_each(|(slot, passed)| *slot &= passed);
            }
            new.functions.set(id, Some((found, nesting)));
        }
        new
    }

    /// True if an operand of a function is the same for all invocations that compute it together.
    pub fn is_uniform(&self, function: Function, operand: Operand) -> bool {
        let found = self.functions.get(function).and_then(Option::as_ref);
        found.is_some_and(|found| found.0.is_uniform(operand))
    }

    /// True if all invocations run an instruction together that run the module's root.
    pub fn is_run_by_all(&self, function: Function, inst: Inst) -> bool {
        let Some((found, nesting)) = self.functions.get(function).and_then(Option::as_ref) else {
            return false;
        };
        self.entered_by_all.at(function)
            && nesting.block(inst).is_some_and(|block| found.is_run_by_all(nesting, block))
    }
}

/// The analyses that it rests on.
struct Facts<'a> {
    module: &'a Module,
    function: &'a FunctionData,
    nesting: &'a Nesting,
    flow: &'a Flow,
    calls: &'a dyn Fn(Function) -> bool,
    trusts: bool,
}

/// The target that a terminator leaves: the block of a loop or a switch, with that, or the body of the function.
fn left(facts: &Facts<'_>, block: Block, op: Op) -> Option<(Block, Option<Inst>)> {
    let mut at = block;
    while let Some(owner) = facts.nesting.owner(at) {
        match facts.function.op(owner) {
            Op::Loop if !matches!(op, Op::Return | Op::Terminate) => return Some((at, Some(owner))),
            Op::Switch if op == Op::Break => return Some((at, Some(owner))),
            _ => {}
        }
        at = facts.nesting.block(owner)?;
    }
    Some((at, None))
}

/// The case behind one.
fn next_case(facts: &Facts<'_>, case: Block) -> Option<Block> {
    let owner = facts.nesting.owner(case)?;
    let mut blocks = facts.function.control(owner)?.blocks();
    blocks.find(|&block| block == case)?;
    blocks.next()
}
