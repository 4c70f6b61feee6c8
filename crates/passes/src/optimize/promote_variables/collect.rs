//! Finds the variables that can be promoted, and the control instructions that change them.

use super::{Session, is_plain};
use rustc_hash::FxHashMap;
use vitrum_ir::visit::{self, Event};
use vitrum_ir::{
    FunctionData, Inst, List, Module, Name, Op, Operand, Precision, SideTable, Type, TypeData, Value, typing,
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

/// The plan of the walk.
pub(super) struct Plan {
    pub(super) variables: Vec<Variable>,
    /// For each value one more than the number of the part that it is the address of; zero for others.
    pointers: SideTable<Value, u32>,
    parts: Vec<VariablePart>,
    /// The paths of all parts, one behind the other.
    steps: Vec<u32>,
    /// For each control instruction, by its number, where its part of `changes` lies.
    changed: Vec<(u32, u32)>,
    /// The variables from outside that blocks of control instructions change, in order.
    changes: Vec<u32>,
    /// For each switch with any, which cases fall through.
    falls: FxHashMap<Inst, Vec<bool>>,
}

/// A variable, or a part of one.
#[derive(Clone, Copy)]
struct VariablePart {
    variable: u32,
    start: u32,
    length: u32,
}

/// The variables that the blocks of a control instruction change: a part of a list of the plan.
#[derive(Clone, Copy)]
pub(super) struct Changed {
    start: u32,
    end: u32,
}

/// Stands for no variable.
const NONE: u32 = u32::MAX;

impl Plan {
    /// The variable that a pointer is the address of, or of a part of which.
    pub(super) fn part(&self, pointer: Option<Value>) -> Option<(usize, &[u32])> {
        let number = self.pointers.at(pointer?);
        let part = self.parts.get(number.checked_sub(1)? as usize)?;
        let (start, length) = (part.start as usize, part.length as usize);
        (part.variable != NONE)
            .then(|| (part.variable as usize, self.steps.get(start..start + length).unwrap_or(&[])))
    }

    /// The variables that the blocks of a control instruction change.
    pub(super) fn changed(&self, function: &FunctionData, control: Inst) -> Changed {
        let number = function.insts[control].imm as usize;
        let (start, end) = self.changed.get(number).copied().unwrap_or((0, 0));
        Changed { start, end }
    }

    /// The variables.
    pub(super) fn variables(&self, changed: Changed) -> impl ExactSizeIterator<Item = usize> + '_ {
        let part = self.changes.get(changed.start as usize..changed.end as usize).unwrap_or(&[]);
        part.iter().map(|&variable| variable as usize)
    }

    /// True if any case of a switch falls through.
    pub(super) fn falls_through(&self, switch: Inst) -> bool {
        self.falls.contains_key(&switch)
    }

    /// True if this case of a switch falls through.
    pub(super) fn case_falls(&self, switch: Inst, case: usize) -> bool {
        self.falls.get(&switch).is_some_and(|cases| cases.get(case).copied().unwrap_or(false))
    }
}

struct Candidate {
    inst: Inst,
    value: Value,
    ty: Type,
    /// The number of control instructions around its declaration.
    depth: usize,
    ok: bool,
}

/// The plan for the variables that are meant; `None` if none of them can be promoted.
pub(super) fn collect(
    module: &Module,
    function: &FunctionData,
    session: &mut Session,
    is_meant: &dyn Fn(Value) -> bool,
) -> Option<Plan> {
    if !function.may_have(&[Op::Var]) {
        return None;
    }
    let mut collector = Collector {
        module,
        function,
        candidates: Vec::new(),
        pointers: SideTable::filled(function.values.len(), 0),
        parts: Vec::new(),
        steps: Vec::new(),
        open: Vec::new(),
        stored: Vec::new(),
        cases: Vec::new(),
        changed: vec![(0, 0); function.controls.len()],
        changes: Vec::new(),
        falls: FxHashMap::default(),
        is_meant,
    };
    collector.walk();
    Some(collector.finish(session)).filter(|plan| !plan.variables.is_empty())
}

struct Collector<'a> {
    module: &'a Module,
    function: &'a FunctionData,
    candidates: Vec<Candidate>,
    pointers: SideTable<Value, u32>,
    parts: Vec<VariablePart>,
    steps: Vec<u32>,
    /// For each open control instruction, where its part of `stored` begins.
    open: Vec<usize>,
    /// Variables stored to in the open control instructions.
    stored: Vec<u32>,
    /// Each open switch, with the number of control instructions up to it, and of its cases that were entered.
    cases: Vec<(Inst, usize, usize)>,
    changed: Vec<(u32, u32)>,
    changes: Vec<u32>,
    falls: FxHashMap<Inst, Vec<bool>>,
    /// True for the variables to promote.
    is_meant: &'a dyn Fn(Value) -> bool,
}

impl Collector<'_> {
    fn walk(&mut self) {
        let function = self.function;
        visit::walk(function, function.body, |event| match event {
            Event::Enter(_) => {
                if let Some((_, depth, entered)) = self.cases.last_mut()
                    && *depth == self.open.len()
                {
                    *entered += 1;
                }
            }
            Event::Inst(inst) => {
                self.inst(inst);
                let op = function.op(inst);
                if op.is_control() {
                    self.open.push(self.stored.len());
                    if op == Op::Switch {
                        self.cases.push((inst, self.open.len(), 0));
                    }
                }
            }
            Event::Behind(inst) => self.leave(inst),
            Event::Leave(_) => {}
        });
    }

    fn leave(&mut self, control: Inst) {
        let data = &self.function.insts[control];
        if data.op == Op::Switch {
            self.cases.pop();
        }
        let start = self.open.pop().unwrap_or(0);
        let depth = self.open.len();
        let stored = self.stored.get_mut(start..).unwrap_or(&mut []);
        stored.sort_unstable();
        // Each once, and only those that are declared outside; what is left is stored to in what is around this.
        let mut kept = 0;
        for at in 0..stored.len() {
            let variable = stored[at];
            let twice = kept > 0 && stored[kept - 1] == variable;
            if !twice && self.candidates[variable as usize].depth <= depth {
                stored[kept] = variable;
                kept += 1;
            }
        }
        let from = self.changes.len() as u32;
        self.changes.extend_from_slice(&stored[..kept]);
        if let Some(slot) = self.changed.get_mut(data.imm as usize) {
            *slot = (from, self.changes.len() as u32);
        }
        self.stored.truncate(if depth > 0 { start + kept } else { start });
    }

    fn inst(&mut self, inst: Inst) {
        let data = &self.function.insts[inst];
        let operands = self.function.operands(inst);
        match data.op {
            Op::Var => {
                self.declare(inst);
                return;
            }
            Op::Access if self.access(inst) => return,
            Op::Load if is_plain(data) => return,
            Op::Store | Op::StoreSwizzle if is_plain(data) => {
                self.stored(operands.first());
                self.escape(operands.get(1));
                return;
            }
            Op::Fallthrough => {
                if let Some(&(switch, _, entered)) = self.cases.last() {
                    let cases = self.falls.entry(switch).or_default();
                    cases.resize(entered.saturating_sub(1), false);
                    cases.push(true);
                }
            }
            _ => {}
        }
        for operand in operands {
            self.escape(Some(operand));
        }
    }

    /// Notes that a value is the address of the part of a variable whose path is what `steps` ends with.
    fn add(&mut self, value: Value, variable: u32, start: usize) {
        let (start, length) = (start as u32, (self.steps.len() - start) as u32);
        self.parts.push(VariablePart { variable, start, length });
        self.pointers.set(value, self.parts.len() as u32);
    }

    fn declare(&mut self, inst: Inst) {
        let Some(value) = self.function.result(inst) else { return };
        let Some(ty) = self.module.types.pointee(self.function.values[value].ty) else { return };
        let ok = is_promotable(self.module, ty) && (self.is_meant)(value);
        self.add(value, self.candidates.len() as u32, self.steps.len());
        self.candidates.push(Candidate { inst, value, ty, depth: self.open.len(), ok });
    }

    /// Follows an access at constant indices that are in range; `false` if it is another kind of access.
    fn access(&mut self, inst: Inst) -> bool {
        let Some((base, indices)) = self.function.operands(inst).split_first() else { return false };
        let Some(VariablePart { variable, start, length }) = self.part(Some(base)) else { return false };
        let from = self.steps.len();
        self.steps.extend_from_within(start as usize..(start + length) as usize);
        let known = self.follow(variable, from, indices);
        let result = self.function.result(inst).filter(|_| known);
        match result {
            Some(result) => self.add(result, variable, from),
            None => self.steps.truncate(from),
        }
        result.is_some()
    }

    /// Goes on from the part of a variable whose path begins in `steps` at `from`.
    fn follow(&mut self, variable: u32, from: usize, indices: &[Operand]) -> bool {
        let mut ty = self.candidates[variable as usize].ty;
        for &index in &self.steps[from..] {
            let Some(part) = typing::part_type(self.module, ty, index) else { return false };
            ty = part;
        }
        for &index in indices {
            let Some(index) = self.module.constant_index(index) else { return false };
            if self.module.types.length(ty).is_some_and(|length| index >= length) {
                return false;
            }
            let Some(part) = typing::part_type(self.module, ty, index) else { return false };
            ty = part;
            self.steps.push(index);
        }
        true
    }

    fn part(&self, operand: Option<&Operand>) -> Option<VariablePart> {
        let number = self.pointers.at(operand?.value()?);
        self.parts.get(number.checked_sub(1)? as usize).copied()
    }

    fn stored(&mut self, pointer: Option<&Operand>) {
        if let Some(part) = self.part(pointer)
            && !self.open.is_empty()
        {
            self.stored.push(part.variable);
        }
    }

    fn escape(&mut self, operand: Option<&Operand>) {
        if let Some(part) = self.part(operand) {
            self.candidates[part.variable as usize].ok = false;
        }
    }

    /// Drops the candidates that failed and numbers the rest anew.
    fn finish(mut self, session: &mut Session) -> Plan {
        let mut numbers = vec![NONE; self.candidates.len()];
        let mut variables = Vec::new();
        for (index, candidate) in self.candidates.iter().enumerate().filter(|(_, candidate)| candidate.ok) {
            if !session.may_change() {
                continue;
            }
            numbers[index] = variables.len() as u32;
            variables.push(Variable {
                ty: candidate.ty,
                precision: self.function.values[candidate.value].precision,
                name: self.function.value_name(candidate.value),
                initial: self.function.operands(candidate.inst).first().copied(),
            });
        }
        for part in &mut self.parts {
            part.variable = numbers[part.variable as usize];
        }
        let mut changes = Vec::with_capacity(self.changes.len());
        for (start, end) in &mut self.changed {
            let old = self.changes.get(*start as usize..*end as usize).unwrap_or(&[]);
            *start = changes.len() as u32;
            changes.extend(old.iter().map(|&index| numbers[index as usize]).filter(|&number| number != NONE));
            *end = changes.len() as u32;
        }
        Plan {
            variables,
            pointers: self.pointers,
            parts: self.parts,
            steps: self.steps,
            changed: self.changed,
            changes,
            falls: self.falls,
        }
    }
}

/// True if a value of this type can be taken apart and put together at reasonable cost. Types nest a bounded number of
/// times; what nests deeper stays in memory.
fn is_promotable(module: &Module, ty: Type) -> bool {
    let mut left = 64;
    let mut types = List::new();
    types.push(ty);
    while let Some(ty) = types.pop() {
        if left == 0 {
            return false;
        }
        left -= 1;
        match module.types.get(ty) {
            TypeData::Scalar(_) | TypeData::Vector { .. } | TypeData::Matrix { .. } => {}
            TypeData::BufferReference { .. } | TypeData::Handle { .. } => {}
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
            | TypeData::Tensor { .. }
            | TypeData::Descriptor { .. }
            | TypeData::HitObject
            | TypeData::Spirv(_)
            | TypeData::LongVector { .. }
            | TypeData::CooperativeMatrix { .. }
            | TypeData::TensorLayout { .. }
            | TypeData::TensorView { .. }
            | TypeData::Expression(_) => return false,
        }
    }
    true
}
