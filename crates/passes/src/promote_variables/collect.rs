//! Which variables can be promoted, and which control instructions change them.

use super::{Session, constant_index, is_plain};
use rustc_hash::FxHashMap;
use vitrum_ir::{
    Block, ControlKind, FunctionData, Inst, Module, Name, Op, Operand, Precision, Type, TypeData, Value,
    typing,
};

/// Longest array that is promoted: each store copies all of it.
const LONGEST_ARRAY: u32 = 8;

/// A variable to promote.
pub(super) struct Variable {
    pub(super) ty: Type,
    pub(super) precision: Precision,
    pub(super) name: Name,
    pub(super) initial: Option<Operand>,
}

/// What the walk needs to know.
pub(super) struct Plan {
    pub(super) variables: Vec<Variable>,
    pointers: FxHashMap<Value, (usize, Vec<u32>)>,
    /// For each control instruction, the variables from outside that its blocks change, in order.
    pub(super) changed: FxHashMap<Inst, Vec<usize>>,
    /// For each switch with any, which cases fall through.
    falls: FxHashMap<Inst, Vec<bool>>,
}

impl Plan {
    /// The variable and the path within it that a pointer names.
    pub(super) fn pointer(&self, pointer: Option<Value>) -> Option<(usize, &[u32])> {
        self.pointers.get(&pointer?).map(|(variable, path)| (*variable, path.as_slice()))
    }

    /// Whether any case of a switch falls through.
    pub(super) fn falls_through(&self, switch: Inst) -> bool {
        self.falls.contains_key(&switch)
    }

    /// Whether this case of a switch falls through.
    pub(super) fn case_falls(&self, switch: Inst, case: usize) -> bool {
        self.falls.get(&switch).is_some_and(|cases| cases.get(case).copied().unwrap_or(false))
    }
}

struct Candidate {
    inst: Inst,
    value: Value,
    ty: Type,
    /// How many control instructions are around its declaration.
    depth: usize,
    ok: bool,
}

/// A step of the walk over a function.
enum Step {
    Block(Block),
    Case(Inst, usize, Block),
    Inst(Inst),
    Leave(Inst),
}

pub(super) fn collect(module: &Module, function: &FunctionData, session: &mut Session) -> Plan {
    let mut collector = Collector {
        module,
        function,
        candidates: Vec::new(),
        pointers: FxHashMap::default(),
        open: Vec::new(),
        cases: Vec::new(),
        changed: FxHashMap::default(),
        falls: FxHashMap::default(),
    };
    collector.walk();
    collector.finish(session)
}

struct Collector<'a> {
    module: &'a Module,
    function: &'a FunctionData,
    candidates: Vec<Candidate>,
    pointers: FxHashMap<Value, (usize, Vec<u32>)>,
    /// Variables stored to in the open control instructions.
    open: Vec<Vec<usize>>,
    /// The case being walked in each open switch.
    cases: Vec<(Inst, usize)>,
    changed: FxHashMap<Inst, Vec<usize>>,
    falls: FxHashMap<Inst, Vec<bool>>,
}

impl Collector<'_> {
    fn walk(&mut self) {
        let mut steps = vec![Step::Block(self.function.body)];
        while let Some(step) = steps.pop() {
            match step {
                Step::Block(block) => {
                    steps
                        .extend(self.function.blocks[block].insts.iter().rev().map(|&inst| Step::Inst(inst)));
                }
                Step::Case(switch, index, block) => {
                    if let Some(case) = self.cases.last_mut() {
                        *case = (switch, index);
                    }
                    steps.push(Step::Block(block));
                }
                Step::Inst(inst) => {
                    self.inst(inst);
                    let Some(control) = self.function.control(inst) else { continue };
                    self.open.push(Vec::new());
                    steps.push(Step::Leave(inst));
                    if let ControlKind::Switch { cases } = &control.kind {
                        self.cases.push((inst, 0));
                        let cases = cases.iter().enumerate().rev();
                        steps.extend(cases.map(|(index, case)| Step::Case(inst, index, case.block)));
                    } else {
                        let blocks: Vec<Block> = control.blocks().collect();
                        steps.extend(blocks.into_iter().rev().map(Step::Block));
                    }
                }
                Step::Leave(control) => self.leave(control),
            }
        }
    }

    fn leave(&mut self, control: Inst) {
        if self.function.insts[control].op == Op::Switch {
            self.cases.pop();
        }
        let mut changed = self.open.pop().unwrap_or_default();
        changed.sort_unstable();
        changed.dedup();
        let depth = self.open.len();
        changed.retain(|&variable| self.candidates[variable].depth <= depth);
        if let Some(outer) = self.open.last_mut() {
            outer.extend_from_slice(&changed);
        }
        self.changed.insert(control, changed);
    }

    fn inst(&mut self, inst: Inst) {
        let op = self.function.insts[inst].op;
        let imm = self.function.insts[inst].imm;
        let operands = self.function.operands(inst);
        match op {
            Op::Var => {
                self.declare(inst);
                return;
            }
            Op::Access if self.access(inst) => return,
            Op::Load if is_plain(imm) => return,
            Op::Store if is_plain(imm) => {
                self.stored(operands.first());
                self.escape(operands.get(1));
                return;
            }
            Op::StoreSwizzle => {
                self.stored(operands.first());
                self.escape(operands.get(1));
                return;
            }
            Op::Fallthrough => {
                if let Some(&(switch, case)) = self.cases.last() {
                    let cases = self.falls.entry(switch).or_default();
                    if cases.len() <= case {
                        cases.resize(case + 1, false);
                    }
                    cases[case] = true;
                }
            }
            _ => {}
        }
        for operand in operands {
            self.escape(Some(operand));
        }
    }

    fn declare(&mut self, inst: Inst) {
        let Some(value) = self.function.result(inst) else { return };
        let Some(ty) = self.module.types.pointee(self.function.values[value].ty) else { return };
        let ok = is_promotable(self.module, ty);
        self.pointers.insert(value, (self.candidates.len(), Vec::new()));
        self.candidates.push(Candidate { inst, value, ty, depth: self.open.len(), ok });
    }

    /// Follows an access at constant indices that are in range; `false` if it is another kind of access.
    fn access(&mut self, inst: Inst) -> bool {
        let Some((&base, indices)) = self.function.operands(inst).split_first() else { return false };
        let Some(&(variable, ref path)) = base.value().and_then(|base| self.pointers.get(&base)) else {
            return false;
        };
        let mut path = path.clone();
        let mut ty = self.candidates[variable].ty;
        for &index in &path {
            let Some(part) = typing::part_type(self.module, ty, index) else { return false };
            ty = part;
        }
        for &index in indices {
            let Some(index) = constant_index(self.module, index) else { return false };
            if self.module.types.length(ty).is_some_and(|length| index >= length) {
                return false;
            }
            let Some(part) = typing::part_type(self.module, ty, index) else { return false };
            ty = part;
            path.push(index);
        }
        let Some(result) = self.function.result(inst) else { return false };
        self.pointers.insert(result, (variable, path));
        true
    }

    fn variable(&self, operand: Option<&Operand>) -> Option<usize> {
        self.pointers.get(&operand?.value()?).map(|row| row.0)
    }

    fn stored(&mut self, pointer: Option<&Operand>) {
        if let (Some(variable), Some(open)) = (self.variable(pointer), self.open.last_mut()) {
            open.push(variable);
        }
    }

    fn escape(&mut self, operand: Option<&Operand>) {
        if let Some(variable) = self.variable(operand) {
            self.candidates[variable].ok = false;
        }
    }

    /// Drops the candidates that failed and numbers the rest anew.
    fn finish(self, session: &mut Session) -> Plan {
        let mut numbers = vec![None; self.candidates.len()];
        let mut variables = Vec::new();
        for (index, candidate) in self.candidates.iter().enumerate().filter(|(_, candidate)| candidate.ok) {
            if !session.may_change() {
                continue;
            }
            numbers[index] = Some(variables.len());
            variables.push(Variable {
                ty: candidate.ty,
                precision: self.function.values[candidate.value].precision,
                name: self.function.value_name(candidate.value),
                initial: self.function.operands(candidate.inst).first().copied(),
            });
        }
        let mut plan =
            Plan { variables, pointers: FxHashMap::default(), changed: self.changed, falls: self.falls };
        for list in plan.changed.values_mut() {
            *list = list.iter().filter_map(|&index| numbers[index]).collect();
        }
        let pointers = self.pointers.into_iter();
        plan.pointers =
            pointers.filter_map(|(value, (index, path))| Some((value, (numbers[index]?, path)))).collect();
        plan
    }
}

/// Whether a value of this type can be taken apart and put together at reasonable cost. Types nest a bounded number of
/// times; what nests deeper stays in memory.
fn is_promotable(module: &Module, ty: Type) -> bool {
    let mut left = 64;
    let mut types = vec![ty];
    while let Some(ty) = types.pop() {
        if left == 0 {
            return false;
        }
        left -= 1;
        match module.types.get(ty) {
            TypeData::Scalar(_) | TypeData::Vector { .. } | TypeData::Matrix { .. } => {}
            TypeData::BufferReference { .. } => {}
            TypeData::Array { element, .. } => {
                match module.types.length(ty) {
                    Some(length) if length <= LONGEST_ARRAY => types.push(element),
                    _ => return false,
                };
            }
            TypeData::Struct(id) => types.extend(module.structs[id].members.iter().map(|member| member.ty)),
            TypeData::Void
            | TypeData::RuntimeArray { .. }
            | TypeData::Pointer { .. }
            | TypeData::Image(_)
            | TypeData::Sampler { .. }
            | TypeData::SampledImage(_)
            | TypeData::AtomicCounter
            | TypeData::AccelerationStructure
            | TypeData::RayQuery
            | TypeData::HitObject
            | TypeData::Spirv(_)
            | TypeData::CooperativeMatrix { .. } => return false,
        }
    }
    true
}
